//! Modules: names, state, modes, errors.

use std::path::PathBuf;

use vjp::{no_grad, ops, DType, Tensor};
use vjp_nn::*;

struct Block {
    norm: BatchNorm1d,
    layers: Vec<Linear>,
    gate: Option<Linear>,
    tail: Sequential,
}
module!(Block { norm, layers, gate, tail });

fn block() -> Block {
    let layers = (0..2).map(|_| Linear::new(3, 3)).collect::<vjp::Result<_>>().unwrap();
    let tail = Sequential::new().then(Dropout::new(0.5).unwrap()).then(Linear::without_bias(3, 1).unwrap());
    Block { norm: BatchNorm1d::new(3).unwrap(), layers, gate: None, tail }
}

fn names(state: &[(String, Tensor)]) -> Vec<&str> {
    state.iter().map(|(name, _)| name.as_str()).collect()
}

fn path(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("vjp-nn-{}-{name}.safetensors", std::process::id()))
}

#[test]
fn names_are_joined_by_dots_in_pytorchs_order() {
    let (block, layers) = (block(), ["layers.0.weight", "layers.0.bias", "layers.1.weight", "layers.1.bias"]);
    let norm = ["norm.weight", "norm.bias"];
    let running = ["norm.running_mean", "norm.running_var", "norm.num_batches_tracked"];
    assert_eq!(names(&block.state_dict()), [&norm[..], &running, &layers, &["tail.1.weight"]].concat());
    assert_eq!(names(&block.named_parameters()), [&norm[..], &layers, &["tail.1.weight"]].concat());
    assert_eq!(block.parameters().len(), 7);
}

#[test]
fn state_goes_through_a_file() {
    let (from, to) = (block(), block());
    for (i, (_, tensor)) in from.state_dict().iter().enumerate() {
        no_grad(|| tensor.fill_(i as i64 + 1)).unwrap();
    }
    let file = path("state");
    from.save(&file).unwrap();
    to.load(&file).unwrap();
    for ((name, a), (_, b)) in from.state_dict().iter().zip(&to.state_dict()) {
        assert_eq!(a.to_vec::<f64>().unwrap(), b.to_vec::<f64>().unwrap(), "{name}");
        assert!(!a.shares_storage(b), "{name}");
    }
    assert!(to.parameters().iter().all(|p| p.requires_grad() && p.is_leaf()));

    // Another dtype is cast, and the parameter stays what it was.
    let double = with_dtype(DType::Float64, block);
    double.load(&file).unwrap();
    assert_eq!(double.parameters()[0].dtype(), DType::Float64);
    assert_eq!(double.parameters()[0].to_vec::<f64>().unwrap(), [1.0; 3]);

    let wrong = Linear::new(2, 2).unwrap().load(&file).unwrap_err().message;
    assert!(wrong.starts_with(file.to_str().unwrap()) && wrong.contains("missing weight, bias"), "{wrong}");
    std::fs::remove_file(&file).unwrap();
    assert!(to.load(&file).is_err());
}

#[test]
fn a_state_that_does_not_fit_changes_nothing() {
    let layer = Linear::new(3, 2).unwrap();
    let before = layer.weight.to_vec::<f32>().unwrap();
    let given = |name: &str, shape: &[i64]| (name.to_owned(), ops::ones(shape).unwrap());
    let state = [given("weight", &[2, 3]), given("bias", &[3]), given("more", &[1])];
    let error = layer.load_state_dict(&state).unwrap_err().message;
    assert_eq!(error, "load_state_dict: unexpected more; bias has shape [3], expected [2]");
    let error = layer.load_state_dict(&state[..1]).unwrap_err().message;
    assert_eq!(error, "load_state_dict: missing bias");
    assert_eq!(layer.weight.to_vec::<f32>().unwrap(), before);

    assert!(layer.load_what_fits(&state).is_err(), "another shape is no lack");
    let unmatched = layer.load_what_fits(&[given("weight", &[2, 3]), given("more", &[1])]).unwrap();
    assert_eq!(unmatched, Unmatched { missing: vec!["bias".into()], unexpected: vec!["more".into()] });
    assert_eq!(layer.weight.to_vec::<f32>().unwrap(), [1.0; 6]);
}

#[test]
fn train_and_eval_reach_all_layers() {
    let block = block();
    let x = ops::randn(&[64, 3]).unwrap();
    let dropped = |block: &Block| block.tail.forward(&x).unwrap().to_vec::<f32>().unwrap();
    assert_ne!(dropped(&block), dropped(&block));
    block.norm.forward(&x).unwrap();
    let mean = |block: &Block| block.state_dict()[2].1.to_vec::<f32>().unwrap();
    let moved = mean(&block);
    assert_ne!(moved, [0.0; 3]);
    block.eval();
    assert_eq!(dropped(&block), dropped(&block));
    block.norm.forward(&x).unwrap();
    assert_eq!(mean(&block), moved);
    block.train();
    assert_ne!(dropped(&block), dropped(&block));
    let drop = Dropout::new(0.25).unwrap();
    assert_eq!(drop.p(), 0.25);
    drop.eval();
    assert_eq!(drop.p(), 0.0);
}

#[test]
fn gradients_are_forgotten() {
    let layer = Linear::new(3, 2).unwrap();
    layer.forward(&ops::ones(&[1, 3]).unwrap()).unwrap().sum().unwrap().backward().unwrap();
    assert!(layer.weight.grad().unwrap().is_some());
    layer.zero_grad().unwrap();
    assert!(layer.parameters().iter().all(|p| p.grad().unwrap().is_none()));
}

#[test]
fn initialisers() {
    let deviation = |f: &dyn Fn(&Tensor) -> vjp::Result<()>| {
        let tensor = ops::zeros(&[300, 100]).unwrap().tracked().unwrap();
        f(&tensor).unwrap();
        assert!(tensor.is_leaf());
        tensor.square().unwrap().mean().unwrap().sqrt().unwrap().item().unwrap()
    };
    let near = |got: f64, wanted: f64| assert!((got / wanted - 1.0).abs() < 0.03, "{got}, expected {wanted}");
    near(deviation(&|t| init::uniform_(t, -3.0, 3.0)), 3f64.sqrt());
    near(deviation(&|t| init::normal_(t, 0.0, 2.0)), 2.0);
    near(deviation(&|t| init::kaiming_uniform_(t, 0.0)), (2.0 / 100f64).sqrt());
    near(deviation(&|t| init::kaiming_normal_(t, 1.0)), (1.0 / 100f64).sqrt());
    near(deviation(&|t| init::xavier_uniform_(t, 2.0)), 2.0 * (2.0 / 400f64).sqrt());
    near(deviation(&|t| init::xavier_normal_(t, 1.0)), (2.0 / 400f64).sqrt());
    near(deviation(&|t| init::constant_(t, 4.0)), 4.0);
    let error = init::xavier_normal_(&ops::zeros(&[3]).unwrap(), 1.0).unwrap_err().message;
    assert_eq!(error, "xavier_normal_: a tensor of two dimensions or more has fans, not shape [3]");
}

#[test]
fn rms_and_group_norm_without_parameters() {
    let x = Tensor::from_slice(&[3.0f64, 4.0, 0.0, 5.0], &[1, 4]).unwrap();
    let made = RMSNorm::new(&[4]).unwrap().with_eps(0.0).without_weight();
    let root = (50.0f64 / 4.0).sqrt();
    assert_eq!(made.forward(&x).unwrap().to_vec::<f64>().unwrap(), [3.0 / root, 4.0 / root, 0.0, 5.0 / root]);
    let made = GroupNorm::new(2, 4).unwrap().with_eps(0.0).without_affine();
    assert_eq!(made.forward(&x).unwrap().to_vec::<f64>().unwrap(), [-1.0, 1.0, -1.0, 1.0]);
    assert!(made.parameters().is_empty());
}

#[test]
fn packed_sequences_are_what_they_are_alone() {
    for both in [false, true] {
        let config = RnnConfig { bidirectional: both, num_layers: 2, ..Default::default() };
        let layer = Rnn::with(3, 2, config).unwrap();
        let places = if both { 4 } else { 2 };
        let (x, start) = (ops::randn(&[3, 4, 3]).unwrap(), ops::randn(&[places, 3, 2]).unwrap());
        let lengths = [2, 4, 1];
        let packed = PackedSequence::pack(&x, &lengths, true).unwrap();
        assert_eq!((packed.batch_sizes(), packed.data().shape()), (&[3, 2, 1, 1][..], &[7, 3][..]));
        let (back, again) = packed.pad(true, -1.0).unwrap();
        assert_eq!((back.shape(), &again[..]), (x.shape(), &lengths[..]));
        let (output, last) = layer.forward_packed(&packed, Some(&start)).unwrap();
        let (output, _) = output.pad(false, 7.0).unwrap();
        for (i, &steps) in lengths.iter().enumerate() {
            let i = i as i64;
            let alone = x.select(0, i).unwrap().narrow(0, 0, steps).unwrap();
            assert_eq!(numbers(&back.select(0, i).unwrap().narrow(0, 0, steps).unwrap()), numbers(&alone));
            let (wanted, end) = layer.forward(&alone, Some(&start.select(1, i).unwrap())).unwrap();
            let made = output.select(1, i).unwrap();
            assert_close(&made.narrow(0, 0, steps).unwrap(), &wanted);
            assert!(numbers(&made.narrow(0, steps, 4 - steps).unwrap()).iter().all(|&v| v == 7.0));
            assert_close(&last.select(1, i).unwrap(), &end);
        }
    }
}

#[test]
fn instance_norm_outside_of_training_takes_what_ran_along() {
    let config = InstanceNormConfig { track_running_stats: true, momentum: 1.0, eps: 0.0, ..Default::default() };
    let layer = InstanceNorm1d::with(1, config).unwrap();
    let x = Tensor::from_slice(&[1.0f32, 3.0], &[1, 2]).unwrap();
    assert_eq!(numbers(&layer.forward(&x).unwrap()), [-1.0, 1.0]);
    layer.eval();
    let made = numbers(&layer.forward(&x.add(1.0).unwrap()).unwrap()); // by mean 2 and variance 2
    assert!((made[0] - 0.0).abs() < 1e-6 && (made[1] - 2f32.sqrt()).abs() < 1e-6, "{made:?}");
}

fn assert_close(a: &Tensor, b: &Tensor) {
    assert_eq!(a.shape(), b.shape());
    assert!(numbers(a).iter().zip(numbers(b)).all(|(a, b)| (a - b).abs() < 1e-6), "{a} {b}");
}

fn numbers(x: &Tensor) -> Vec<f32> {
    x.to_vec::<f32>().unwrap()
}

#[test]
fn pools_take_strides() {
    let x = ops::arange(16).unwrap().to(DType::Float32).unwrap().reshape(&[1, 1, 4, 4]).unwrap();
    let largest = MaxPool2d::new([2, 4]).strided(1, 0).forward(&x).unwrap();
    assert_eq!((largest.shape(), largest.to_vec::<f32>().unwrap()), (&[1, 1, 3, 1][..], vec![7.0, 11.0, 15.0]));
    let mean = AvgPool2d::new(2).strided(4, 1).forward(&x).unwrap();
    assert_eq!(mean.to_vec::<f32>().unwrap(), [0.0, 0.75, 3.0, 3.75]);
}

#[test]
fn what_is_wrong_is_named() {
    fn message<T>(made: vjp::Result<T>) -> String {
        match made {
            Ok(_) => "no error".to_owned(),
            Err(error) => error.message,
        }
    }
    let config = ConvConfig { groups: 2, ..Default::default() };
    assert_eq!(message(Conv1d::with(3, 4, 2, config)), "Conv1d: groups is 2, expected a divisor of in_channels, 3");
    let config = ConvConfig { padding: Padding::Same, stride: [1, 2], ..Default::default() };
    assert_eq!(message(Conv2d::with(3, 4, 2, config)), "Conv2d: Padding::Same is for stride 1, not [1, 2]");
    assert_eq!(message(Conv::<4>::new(1, 1, 1)), "Conv: 4 dimensions, expected 1, 2 or 3");
    assert_eq!(message(Linear::new(-1, 2)), "a parameter of shape [2, -1]: -1 is wanted to be 0 or more");
    assert_eq!(message(Dropout::new(1.5)), "Dropout: p is 1.5, expected a probability between 0 and 1");
    assert_eq!(message(GroupNorm::new(3, 4)), "GroupNorm: groups is 3, expected a divisor of channels, 4");
    assert_eq!(
        message(MultiheadAttention::new(4, 3)),
        "MultiheadAttention: heads is 3, expected a divisor of width, 4"
    );
    let config = EmbeddingConfig { padding_idx: Some(-6), ..Default::default() };
    assert_eq!(message(Embedding::with(5, 2, config)), "Embedding: padding_idx is -6, expected a row of 5");
    let config = RnnConfig { proj_size: 1, ..Default::default() };
    let wanted = "Gru: proj_size is 1, expected less than hidden, 2; and it is for Lstm only";
    assert_eq!(message(Gru::with(3, 2, config)), wanted);
    let config = RnnConfig { dropout: -1.0, ..Default::default() };
    assert_eq!(message(Rnn::with(3, 2, config)), "Rnn: dropout is -1, expected a probability between 0 and 1");
    assert_eq!(message(Lstm::new(3, 0)), "Lstm: hidden and num_layers are 0 and 1, expected positive numbers");

    let x = ops::zeros(&[4, 3]).unwrap();
    let lstm = Lstm::new(3, 2).unwrap();
    let state = ops::zeros(&[1, 2]).unwrap();
    let wrong = ops::zeros(&[2, 2]).unwrap();
    assert_eq!(message(lstm.forward(&x, Some((&state, &wrong)))), "Lstm: c_0 has shape [2, 2], expected [1, 2]");
    assert_eq!(message(lstm.forward(&state, None)), "Lstm: the input has shape [1, 2], expected 3 features");
    let wanted = "Rnn: [steps, batch, features] or [steps, features] is wanted, not shape [3]";
    assert_eq!(message(Rnn::new(3, 2).unwrap().forward(&ops::zeros(&[3]).unwrap(), None)), wanted);
    let config = ConvTransposeConfig { groups: 3, ..Default::default() };
    let wanted = "ConvTranspose1d: groups is 3, expected a divisor of out_channels, 4";
    assert_eq!(message(ConvTranspose1d::with(3, 4, 2, config)), wanted);
    let config = ConvTransposeConfig { stride: [2], ..Default::default() };
    let layer = ConvTranspose1d::with(4, 1, 2, config).unwrap();
    let wanted = "ConvTranspose1d: sizes are [9], expected from [6] to [7] for an input of [4, 3]";
    assert_eq!(message(layer.forward_to(&x, [9])), wanted);
    let wanted = "InstanceNorm2d: an input of 3 or 4 dimensions is wanted, not shape [4, 3]";
    assert_eq!(message(InstanceNorm2d::new(3).unwrap().forward(&x)), wanted);
    let wanted = "pack: lengths are [4, 0], expected 3 numbers from 1 to 4";
    assert_eq!(message(PackedSequence::pack(&x, &[4, 0], false)), wanted);
    let wanted = "pack: [steps, batch, ...] is wanted, not shape [4]";
    assert_eq!(message(PackedSequence::pack(&ops::zeros(&[4]).unwrap(), &[4], false)), wanted);
    let packed = PackedSequence::pack(&ops::zeros(&[4, 2, 5]).unwrap(), &[4, 1], false).unwrap();
    let wanted = "Lstm: rows of 3 features are wanted, not shape [5, 5]";
    assert_eq!(message(lstm.forward_packed(&packed, None)), wanted);
    let packed = PackedSequence::pack(&ops::zeros(&[4, 2, 3]).unwrap(), &[4, 1], false).unwrap();
    let wanted = "Lstm: h_0 has shape [1, 2], expected [1, 2, 2]";
    assert_eq!(message(lstm.forward_packed(&packed, Some((&state, &state)))), wanted);
    let wanted = "BatchNorm2d: an input of 4 dimensions is wanted, not shape [4, 3]";
    assert_eq!(message(BatchNorm2d::new(3).unwrap().forward(&x)), wanted);
}
