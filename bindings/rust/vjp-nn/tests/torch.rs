//! Layers do what PyTorch's do: with the answers that the tests of Python's vjp.nn recorded.

use std::cell::RefCell;
use std::collections::BTreeMap;

use serde_json::Value;
use vjp::{manual_seed, no_grad, ops, DType, Result, Tensor};
use vjp_nn::*;

const ANSWERS: &str = include_str!("../../../python/tests/torch_modules.json");
/// Lines about what these layers do not have.
const OTHERS: [&str; 5] = [
    "nn.Softplus(2.0, 5.0)",
    "nn.Softmax()", // of no dimension
    "nn.MaxPool2d((2, 3), (1, 2), ceil_mode=True)",
    "nn.AvgPool2d(",
    "nn.Linear(300, 200, bias=False)", // begins as with a bias
];

fn answers() -> BTreeMap<String, Value> {
    let lines: Vec<(String, Value)> = serde_json::from_str(ANSWERS).unwrap();
    lines.into_iter().collect()
}

/// Numbers of nested lists, one after another.
fn flat(value: &Value) -> Vec<f64> {
    match value {
        Value::Array(items) => items.iter().flat_map(flat).collect(),
        number => vec![number.as_f64().unwrap()],
    }
}

fn shapes(module: &dyn Module) -> BTreeMap<String, Vec<i64>> {
    module.state_dict().into_iter().map(|(name, tensor)| (name, tensor.shape().to_vec())).collect()
}

fn wanted_shapes(answer: &Value) -> BTreeMap<String, Vec<i64>> {
    serde_json::from_value(answer["shapes"].clone()).unwrap()
}

/// The inputs of a case that require grad, in the order in which they are made.
#[derive(Default)]
struct Leaves(RefCell<Vec<Tensor>>);

impl Leaves {
    fn x(&self, data: &[f64], shape: &[i64]) -> Tensor {
        let leaf = Tensor::from_slice(data, shape).unwrap().tracked().unwrap();
        self.0.borrow_mut().push(leaf.clone());
        leaf
    }

    fn some(&self, shape: &[i64]) -> Tensor {
        let data: Vec<f64> = (0..shape.iter().product()).map(|i: i64| (i * 37 % 19 - 9) as f64).collect();
        self.x(&data, shape)
    }

    fn table(&self) -> Tensor {
        self.x(&[0.5, -1.0, 2.0, -0.25, 3.0, 7.0], &[2, 3])
    }
}

/// Parameters that no two elements share.
fn filled<M: Module>(made: Result<M>) -> M {
    let module = made.unwrap();
    for (k, parameter) in module.parameters().iter().enumerate() {
        let values: Vec<f64> = (0..parameter.numel()).map(|i| (i as f64 * 0.7 + k as f64).cos() * 0.5).collect();
        no_grad(|| parameter.copy_from_slice(&values)).unwrap();
    }
    module
}

struct Suite {
    answers: BTreeMap<String, Value>,
    seen: RefCell<Vec<&'static str>>,
}

impl Suite {
    fn close(&self, line: &str, what: &str, got: &Tensor, wanted: &Value) {
        let (got, wanted) = (got.to_vec::<f64>().unwrap(), flat(wanted));
        assert_eq!(got.len(), wanted.len(), "{line}: {what}");
        for (a, b) in got.iter().zip(&wanted) {
            assert!((a - b).abs() <= 1e-10 * b.abs().max(1.0), "{line}: {what} is {got:?}, expected {wanted:?}");
        }
    }

    /// Runs a case: `call` gives the module, filled, and what it made of the inputs.
    fn check<M: Module>(&self, line: &'static str, call: impl FnOnce(&Leaves) -> (M, Result<Vec<Tensor>>)) {
        self.seen.borrow_mut().push(line);
        let answer = self.answers.get(line).unwrap_or_else(|| panic!("no answer to {line}"));
        let leaves = Leaves::default();
        let (module, outs) = with_dtype(DType::Float64, || call(&leaves));
        let outs = outs.unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!(shapes(&module), wanted_shapes(answer), "{line}");
        let wanted = answer["outs"].as_array().unwrap();
        assert_eq!(outs.len(), wanted.len(), "{line}");
        let mut total = ops::zeros(&[]).unwrap();
        for (out, wanted) in outs.iter().zip(wanted) {
            self.close(line, "a result", out, wanted);
            let weights = ops::arange(1 + out.numel() as i64).unwrap().narrow(0, 1, out.numel() as i64).unwrap();
            total = total.add(&out.mul(&weights.reshape(out.shape()).unwrap()).unwrap().sum().unwrap()).unwrap();
        }
        total.backward().unwrap();
        let tensors = leaves.0.into_inner().into_iter().chain(module.parameters());
        let wanted = answer["grads"].as_array().unwrap();
        let grads: Vec<_> = tensors.map(|tensor| tensor.grad().unwrap()).collect();
        assert_eq!(grads.len(), wanted.len(), "{line}");
        for (i, (grad, wanted)) in grads.iter().zip(wanted).enumerate() {
            match grad {
                Some(grad) => self.close(line, &format!("gradient {i}"), grad, wanted),
                None => assert!(wanted.is_null(), "{line}: gradient {i} is none, expected {wanted}"),
            }
        }
        let state: BTreeMap<_, _> = module.state_dict().into_iter().collect();
        for (name, wanted) in answer["buffers"].as_object().unwrap() {
            self.close(line, name, &state[name], wanted);
        }
    }

    fn layer<L: Layer>(
        &self,
        line: &'static str,
        make: impl FnOnce() -> Result<L>,
        input: impl FnOnce(&Leaves) -> Tensor,
    ) {
        self.check(line, |leaves| {
            let layer = filled(make());
            if line.contains(".eval()") {
                layer.eval();
            }
            let out = layer.forward(&input(leaves));
            (layer, out.map(|out| vec![out]))
        });
    }
}

macro_rules! table {
    ($suite:ident: $($line:literal => $layer:expr;)*) => {
        $($suite.layer(concat!($line, " | x([[0.5, -1., 2.], [-0.25, 3., 7.]])"), || $layer, Leaves::table);)*
    };
}

macro_rules! some {
    ($suite:ident: $shape:tt as $text:literal: $($line:literal => $layer:expr;)*) => {
        $($suite.layer(concat!($line, " | some", $text), || $layer, |leaves| leaves.some(&$shape));)*
    };
}

fn conv<const N: usize>(input: i64, output: i64, kernel: impl Sizes<N>, config: ConvConfig<N>) -> Result<Conv<N>> {
    Conv::with(input, output, kernel, config)
}

fn linear_layers(suite: &Suite) {
    table! { suite:
        "nn.Linear(3, 2)" => Linear::new(3, 2);
        "nn.Linear(3, 2, bias=False)" => Linear::without_bias(3, 2);
        "nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Sequential(nn.Linear(4, 2, bias=False), nn.ReLU()))" => {
            let inner = Sequential::new().then(Linear::without_bias(4, 2)?).then(Relu);
            Ok(Sequential::new().then(Linear::new(3, 4)?).then(Tanh).then(inner))
        };
        "nn.ReLU()" => Ok(Relu);
        "nn.LeakyReLU()" => Ok(LeakyRelu(0.01));
        "nn.LeakyReLU(0.2)" => Ok(LeakyRelu(0.2));
        "nn.ELU()" => Ok(Elu(1.0));
        "nn.SiLU()" => Ok(Silu);
        "nn.Sigmoid()" => Ok(Sigmoid);
        "nn.Tanh()" => Ok(Tanh);
        "nn.Softplus()" => Ok(Softplus);
        "nn.GELU()" => Ok(Gelu::Exact);
        "nn.GELU('tanh')" => Ok(Gelu::Tanh);
        "nn.Softmax(0)" => Ok(Softmax(0));
        "nn.LogSoftmax(dim=-1)" => Ok(LogSoftmax(-1));
        "nn.BatchNorm1d(3)" => BatchNorm1d::new(3);
    }
    suite.layer(
        "nn.Flatten() | x([[[1., 2.], [3., 4.]]])",
        || Ok(Flatten),
        |leaves| leaves.x(&[1.0, 2.0, 3.0, 4.0], &[1, 2, 2]),
    );
    for (line, config, shape) in [
        ("nn.Embedding(5, 2, padding_idx=1) | t([[0, 1], [4, 0]])", Some(1), &[2, 2][..]),
        ("nn.Embedding(5, 2, max_norm=0.4) | t([[0, 1], [4, 0]])", None, &[2, 2]),
        ("nn.Embedding(5, 2, padding_idx=-1, scale_grad_by_freq=True) | t([0, 4, 0, 2])", Some(-1), &[4]),
    ] {
        let (max_norm, scale_grad_by_freq) = (line.contains("max_norm").then_some(0.4), line.contains("by_freq"));
        let config = EmbeddingConfig { padding_idx: config, max_norm, scale_grad_by_freq, ..Default::default() };
        let rows: [i64; 4] = if shape.len() == 2 { [0, 1, 4, 0] } else { [0, 4, 0, 2] };
        suite.layer(line, || Embedding::with(5, 2, config), |_| Tensor::from_slice(&rows, shape).unwrap());
    }
}

fn sequences(suite: &Suite) {
    let untracked = BatchNormConfig { track_running_stats: false, ..Default::default() };
    let no_bias = LayerNormConfig { bias: false, ..Default::default() };
    some! { suite: [2, 4, 5] as "(2, 4, 5)":
        "nn.Conv1d(4, 6, 3)" => Conv1d::new(4, 6, 3);
        "nn.Conv1d(4, 2, 3, padding='same', dilation=2)" =>
            conv(4, 2, 3, ConvConfig { padding: Padding::Same, dilation: [2], ..Default::default() });
        "nn.Conv1d(4, 6, 2, stride=2, padding=1, groups=2, bias=False)" => {
            let padding = Padding::Sizes([1]);
            conv(4, 6, 2, ConvConfig { stride: [2], padding, groups: 2, bias: false, ..Default::default() })
        };
        "nn.Conv1d(4, 2, 4, padding='same', padding_mode='circular')" =>
            conv(4, 2, [4], ConvConfig { padding: Padding::Same, padding_mode: PaddingMode::Circular, ..Default::default() });
        "nn.Conv1d(4, 2, 3, padding=2, padding_mode='reflect')" =>
            conv(4, 2, [3], ConvConfig { padding: Padding::Sizes([2]), padding_mode: PaddingMode::Reflect, ..Default::default() });
        "nn.Conv1d(4, 2, 3, padding='valid')" => conv(4, 2, [3], ConvConfig { padding: Padding::Valid, ..Default::default() });
        "nn.BatchNorm1d(4)" => BatchNorm1d::new(4);
        "nn.BatchNorm1d(4, momentum=None)" => BatchNorm1d::with(4, BatchNormConfig { momentum: None, ..Default::default() });
        "nn.BatchNorm1d(4).eval()" => BatchNorm1d::new(4);
        "nn.BatchNorm1d(4, affine=False, track_running_stats=False)" =>
            BatchNorm1d::with(4, BatchNormConfig { affine: false, ..untracked });
        "nn.BatchNorm1d(4, track_running_stats=False).eval()" => BatchNorm1d::with(4, untracked);
        "nn.ConvTranspose1d(4, 3, 3, stride=2, output_padding=1)" =>
            ConvTranspose1d::with(4, 3, 3, ConvTransposeConfig { stride: [2], output_padding: [1], ..Default::default() });
        "nn.InstanceNorm1d(4, affine=True, track_running_stats=True)" =>
            InstanceNorm1d::with(4, InstanceNormConfig { affine: true, track_running_stats: true, ..Default::default() });
        "nn.GroupNorm(2, 4)" => GroupNorm::new(2, 4);
        "nn.LayerNorm(5)" => LayerNorm::new(&[5]);
        "nn.LayerNorm((4, 5), bias=False)" => LayerNorm::with(&[4, 5], no_bias);
        "nn.LayerNorm(5, elementwise_affine=False)" =>
            LayerNorm::with(&[5], LayerNormConfig { elementwise_affine: false, ..Default::default() });
        "nn.RMSNorm(5)" => RMSNorm::new(&[5]);
        "nn.Dropout(0.3).eval()" => Dropout::new(0.3);
    }
}

fn images(suite: &Suite) {
    some! { suite: [2, 2, 4, 5] as "(2, 2, 4, 5)":
        "nn.Conv2d(2, 3, (2, 3), stride=(1, 2), padding=(0, 1))" =>
            conv(2, 3, [2, 3], ConvConfig { stride: [1, 2], padding: Padding::Sizes([0, 1]), ..Default::default() });
        "nn.Conv2d(2, 2, 3, padding='same', padding_mode='replicate')" =>
            conv(2, 2, [3, 3], ConvConfig { padding: Padding::Same, padding_mode: PaddingMode::Replicate, ..Default::default() });
        "nn.BatchNorm2d(2, eps=1e-3, momentum=0.3)" =>
            BatchNorm2d::with(2, BatchNormConfig { eps: 1e-3, momentum: Some(0.3), ..Default::default() });
        "nn.ConvTranspose2d(2, 4, 3, stride=2, padding=1, groups=2, dilation=(1, 2))" => {
            let (stride, padding, dilation) = ([2; 2], [1; 2], [1, 2]);
            ConvTranspose2d::with(2, 4, 3, ConvTransposeConfig { stride, padding, dilation, groups: 2, ..Default::default() })
        };
        "nn.InstanceNorm2d(2)" => InstanceNorm2d::new(2);
        "nn.MaxPool2d(2)" => Ok(MaxPool2d::new(2));
    }
    some! { suite: [2, 4, 5] as "(2, 4, 5)":
        "nn.Conv2d(2, 3, 2)" => Conv2d::new(2, 3, 2);
        "nn.InstanceNorm2d(2, affine=True)" =>
            InstanceNorm2d::with(2, InstanceNormConfig { affine: true, ..Default::default() });
    }
    suite.check("nn.ConvTranspose2d(2, 3, 3, stride=2) | some(2, 4, 5), (10, 12)", |leaves| {
        let config = ConvTransposeConfig { stride: [2; 2], ..Default::default() };
        let layer = filled(ConvTranspose2d::with(2, 3, 3, config));
        let out = layer.forward_to(&leaves.some(&[2, 4, 5]), [10, 12]);
        (layer, out.map(|out| vec![out]))
    });
    some! { suite: [1, 2, 2, 4, 3] as "(1, 2, 2, 4, 3)":
        "nn.Conv3d(2, 2, 2)" => Conv3d::new(2, 2, 2);
        "nn.Conv3d(2, 2, 3, padding=1, padding_mode='circular')" => {
            let padding = Padding::Sizes([1; 3]);
            conv(2, 2, 3, ConvConfig { padding, padding_mode: PaddingMode::Circular, ..Default::default() })
        };
        "nn.ConvTranspose3d(2, 3, 2, output_padding=0)" => ConvTranspose3d::new(2, 3, 2);
        "nn.InstanceNorm3d(2)" => InstanceNorm3d::new(2);
        "nn.BatchNorm3d(2)" => BatchNorm3d::new(2);
    }
}

fn recurrent_layers(suite: &Suite) {
    macro_rules! recurrent {
        ($($line:literal => $layer:expr, $input:expr, $start:expr;)*) => {$(
            suite.check($line, |leaves| {
                let layer = filled($layer);
                let (input, start): (&[i64], Option<&[i64]>) = (&$input, $start);
                let (input, start) = (leaves.some(input), start.map(|shape| leaves.some(shape)));
                let out = layer.forward(&input, start.as_ref());
                (layer, out.map(|(output, last)| vec![output, last]))
            });
        )*};
    }
    let usual = RnnConfig::default;
    let both = RnnConfig { num_layers: 2, bidirectional: true, ..usual() };
    let relu = RnnConfig { nonlinearity: Nonlinearity::Relu, bias: false, ..usual() };
    recurrent! {
        "nn.RNN(3, 2) | some(4, 2, 3)" => Rnn::new(3, 2), [4, 2, 3], None;
        "nn.RNN(3, 2, nonlinearity='relu', bias=False) | some(4, 2, 3)" => Rnn::with(3, 2, relu), [4, 2, 3], None;
        "nn.GRU(3, 2) | some(4, 2, 3)" => Gru::new(3, 2), [4, 2, 3], None;
        "nn.GRU(3, 2, num_layers=2, bidirectional=True) | some(4, 2, 3)" => Gru::with(3, 2, both), [4, 2, 3], None;
        "nn.GRU(3, 2) | some(4, 3), some(1, 2)" => Gru::new(3, 2), [4, 3], Some(&[1, 2]);
    }
    let lstm = |line, config, input: &[i64], start: Option<&[i64]>| {
        suite.check(line, |leaves| {
            let layer = filled(Lstm::with(3, 2, config));
            let input = leaves.some(input);
            let start = start.map(|shape| (leaves.some(shape), leaves.some(shape)));
            let out = layer.forward(&input, start.as_ref().map(|(h, c)| (h, c)));
            (layer, out.map(|(output, (h, c))| vec![output, h, c]))
        });
    };
    lstm("nn.LSTM(3, 2) | some(4, 2, 3)", usual(), &[4, 2, 3], None);
    let line = "nn.LSTM(3, 2, num_layers=2, bidirectional=True, proj_size=1) | some(4, 2, 3)";
    lstm(line, RnnConfig { proj_size: 1, ..both }, &[4, 2, 3], None);
    let line = "nn.LSTM(3, 2, batch_first=True) | some(4, 2, 3), (some(1, 4, 2), some(1, 4, 2))";
    lstm(line, RnnConfig { batch_first: true, ..usual() }, &[4, 2, 3], Some(&[1, 4, 2]));
    lstm("nn.LSTM(3, 2, num_layers=2) | some(4, 3)", RnnConfig { num_layers: 2, ..usual() }, &[4, 3], None);
}

fn packed_sequences(suite: &Suite) {
    let line = "nn.GRU(3, 2) | m.nn.utils.rnn.pack_padded_sequence(some(4, 3, 3), t([4, 3, 1]))";
    suite.check(line, |leaves| {
        let layer = filled(Gru::new(3, 2));
        let packed = PackedSequence::pack(&leaves.some(&[4, 3, 3]), &[4, 3, 1], false).unwrap();
        let out = layer.forward_packed(&packed, None);
        (layer, out.map(|(output, last)| vec![output.data().clone(), last]))
    });
    let line = "nn.LSTM(3, 2, bidirectional=True) | m.nn.utils.rnn.pack_padded_sequence(some(3, 4, 3), t([1, 4, 2]), \
                batch_first=True, enforce_sorted=False), (some(2, 3, 2), some(2, 3, 2))";
    suite.check(line, |leaves| {
        let layer = filled(Lstm::with(3, 2, RnnConfig { bidirectional: true, ..Default::default() }));
        let packed = PackedSequence::pack(&leaves.some(&[3, 4, 3]), &[1, 4, 2], true).unwrap();
        let start = (leaves.some(&[2, 3, 2]), leaves.some(&[2, 3, 2]));
        let out = layer.forward_packed(&packed, Some((&start.0, &start.1)));
        (layer, out.map(|(output, (h, c))| vec![output.data().clone(), h, c]))
    });
}

fn attention(suite: &Suite) {
    let case = |line, config, shapes: [&[i64]; 3], masks: AttentionMasks<'_>, wanted| {
        suite.check(line, |leaves| {
            let layer = filled(MultiheadAttention::with(4, 2, config));
            let [q, k, v] = shapes.map(|shape| leaves.some(shape));
            let out = layer.forward(&q, &k, &v, masks, wanted);
            (layer, out.map(|(values, weights)| [values].into_iter().chain(weights).collect()))
        });
    };
    let (usual, none, lengths) =
        (AttentionConfig::default(), AttentionMasks::default(), [&[3, 2, 4][..], &[5, 2, 4], &[5, 2, 4]]);
    case(
        "nn.MultiheadAttention(4, 2) | some(3, 2, 4), some(5, 2, 4), some(5, 2, 4)",
        usual,
        lengths,
        none,
        Attended::MeanWeights,
    );
    let line = "nn.MultiheadAttention(4, 2, add_bias_kv=True, add_zero_attn=True) | some(3, 2, 4), some(5, 2, 4), some(5, 2, 4)";
    let more = AttentionConfig { add_bias_kv: true, add_zero_attn: true, ..usual };
    case(line, more, lengths, none, Attended::MeanWeights);
    let line = "nn.MultiheadAttention(4, 2, kdim=3, vdim=2) | some(3, 4), some(5, 3), some(5, 2), None, False";
    let separate = AttentionConfig { kdim: Some(3), vdim: Some(2), ..usual };
    case(line, separate, [&[3, 4], &[5, 3], &[5, 2]], none, Attended::Values);
    let line =
        "nn.MultiheadAttention(4, 2, batch_first=True, bias=False) | some(2, 3, 4), some(2, 3, 4), some(2, 3, 4), \
                t([[False, True, False], [False, False, False]]), True, \
                m.tensor([[False, True, True], [False, False, True], [False, False, False]]), False";
    let padding = Tensor::from_slice(&[false, true, false, false, false, false], &[2, 3]).unwrap();
    let causal = [false, true, true, false, false, true, false, false, false];
    let causal = Tensor::from_slice(&causal, &[3, 3]).unwrap();
    let masks = AttentionMasks { key_padding_mask: Some(&padding), attn_mask: Some(&causal), is_causal: false };
    let first = AttentionConfig { batch_first: true, bias: false, ..usual };
    case(line, first, [&[2, 3, 4]; 3], masks, Attended::Weights);
}

/// Parameters begin by the same distribution: its ends, mean and deviation.
fn starts(suite: &Suite) {
    let begin = |line: &'static str, make: &dyn Fn() -> Result<Box<dyn Module>>| {
        manual_seed(0).unwrap();
        suite.seen.borrow_mut().push(line);
        let (module, answer) = (make().unwrap(), &suite.answers[line]);
        assert_eq!(shapes(&*module), wanted_shapes(answer), "{line}");
        for (name, parameter) in module.named_parameters() {
            assert!(parameter.requires_grad() && parameter.is_leaf(), "{line}: {name}");
            let values = parameter.to_vec::<f64>().unwrap();
            let wanted = flat(&answer["start"][&name]);
            let (count, deviation) = (values.len() as f64, wanted[3]);
            let mean = values.iter().sum::<f64>() / count;
            let spread = (values.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / (count - 1.0)).sqrt();
            let (low, high) = values.iter().fold((f64::MAX, f64::MIN), |(low, high), &v| (low.min(v), high.max(v)));
            let got = format!("{line}: {name} begins with {:?}, expected {wanted:?}", [low, high, mean, spread]);
            if deviation == 0.0 {
                assert_eq!([low, high, mean], wanted[..3], "{got}");
                continue;
            }
            let chance = 5.0 / count.sqrt(); // what samples of this size may differ by
            assert!((spread / deviation - 1.0).abs() < chance, "{got}");
            assert!((mean - wanted[2]).abs() < chance * deviation, "{got}");
            assert!((low / wanted[0] - 1.0).abs() < 0.35 && (high / wanted[1] - 1.0).abs() < 0.35, "{got}");
        }
    };
    fn boxed<M: Module + 'static>(made: Result<M>) -> Result<Box<dyn Module>> {
        made.map(|module| Box::new(module) as Box<dyn Module>)
    }
    begin("nn.Linear(300, 200)", &|| boxed(Linear::new(300, 200)));
    begin("nn.Conv1d(6, 200, 5)", &|| boxed(Conv1d::new(6, 200, 5)));
    begin("nn.Conv2d(3, 40, 3, groups=1)", &|| boxed(Conv2d::new(3, 40, 3)));
    begin("nn.ConvTranspose2d(8, 40, 3)", &|| boxed(ConvTranspose2d::new(8, 40, 3)));
    begin("nn.BatchNorm2d(5)", &|| boxed(BatchNorm2d::new(5)));
    begin("nn.LayerNorm((3, 4))", &|| boxed(LayerNorm::new(&[3, 4])));
    begin("nn.RMSNorm(3)", &|| boxed(RMSNorm::new(&[3])));
    begin("nn.GroupNorm(2, 4)", &|| boxed(GroupNorm::new(2, 4)));
    let padded = EmbeddingConfig { padding_idx: Some(2), ..Default::default() };
    begin("nn.Embedding(100, 30, padding_idx=2)", &|| boxed(Embedding::with(100, 30, padded)));
    begin("nn.LSTM(30, 40)", &|| boxed(Lstm::new(30, 40)));
    let both = RnnConfig { num_layers: 2, bidirectional: true, ..Default::default() };
    begin("nn.GRU(30, 40, num_layers=2, bidirectional=True)", &|| boxed(Gru::with(30, 40, both)));
    begin("nn.MultiheadAttention(40, 4)", &|| boxed(MultiheadAttention::new(40, 4)));
    let separate = AttentionConfig { kdim: Some(30), vdim: Some(20), add_bias_kv: true, ..Default::default() };
    let line = "nn.MultiheadAttention(40, 4, kdim=30, vdim=20, add_bias_kv=True)";
    begin(line, &|| boxed(MultiheadAttention::with(40, 4, separate)));
}

const BEGIN: [f32; 20] = [
    -0.608_526_23,
    0.658_637_34,
    -0.486_257_28,
    0.267_025_23,
    -0.424_919_37,
    0.273_229,
    -0.755_677_46,
    -0.370_234_6,
    0.406_250_36,
    0.188_085_91,
    -0.085_743_31,
    1.019_076_5,
    -1.173_071_6,
    0.0,
    0.0,
    0.0,
    -0.837_857_25,
    0.0,
    0.151_043_56,
    0.463_751_47,
];

/// With a seed, layers begin with the numbers of Python's vjp.nn, which printed these.
fn layers_begin_as_pythons_do() {
    manual_seed(5).unwrap();
    let linear = Linear::new(2, 1).unwrap();
    let conv = Conv1d::new(1, 1, 2).unwrap();
    let rnn = Rnn::new(1, 1).unwrap();
    let attention = MultiheadAttention::new(1, 1).unwrap();
    let table = Embedding::new(1, 2).unwrap();
    let modules: [&dyn Module; 5] = [&linear, &conv, &rnn, &attention, &table];
    let got: Vec<f32> = modules.iter().flat_map(|m| m.parameters()).flat_map(|p| p.to_vec::<f32>().unwrap()).collect();
    assert_eq!(got, BEGIN);
}

/// One test, for a seed is the whole process's.
#[test]
fn layers_do_what_pytorchs_do() {
    let suite = Suite { answers: answers(), seen: RefCell::default() };
    linear_layers(&suite);
    sequences(&suite);
    images(&suite);
    recurrent_layers(&suite);
    packed_sequences(&suite);
    attention(&suite);
    starts(&suite);
    layers_begin_as_pythons_do();

    // Every answer about one of these layers was asked for.
    let seen = suite.seen.into_inner();
    let kinds: Vec<&str> = seen.iter().map(|line| line.split('(').next().unwrap()).collect();
    let ours = |line: &String| kinds.contains(&line.split('(').next().unwrap());
    let other = |line: &String| OTHERS.iter().any(|other| line.starts_with(other));
    let left: Vec<_> =
        suite.answers.keys().filter(|line| ours(line) && !other(line) && !seen.contains(&line.as_str())).collect();
    assert!(left.is_empty(), "no case asks for {left:#?}");
}
