//! What users read when something is wrong: mistakes made on purpose, and the key words of each message.

use vjp::{ops, DType, Device, Result, Tensor};

fn ones(sizes: &[i64]) -> Tensor {
    let count = sizes.iter().product::<i64>() as usize;
    Tensor::from_slice(&vec![1.0f32; count], sizes).unwrap()
}

fn integers(values: &[i64]) -> Tensor {
    Tensor::from_slice(values, &[values.len() as i64]).unwrap()
}

fn leaf() -> Tensor {
    ones(&[2]).tracked().unwrap()
}

fn says<T>(result: Result<T>, words: &[&str]) {
    let message = match result {
        Ok(_) => panic!("no error, expected {words:?}"),
        Err(error) => error.to_string(),
    };
    for word in words {
        assert!(message.contains(word), "{word:?} is not in {message:?}");
    }
}

#[test]
fn shapes() {
    let (a, v) = (ones(&[2, 3]), ones(&[4]));
    says(ops::add(&a, &v), &["add: shapes [2, 3] and [4] do not broadcast"]);
    says(ops::matmul(&a, &a), &["matmul: 'input' is [2, 3], 'other' is [2, 3]"]);
    says(ops::mm(&a, &v), &["mm: 'input' is [2, 3], 'mat2' is [4]"]);
    says(ops::reshape(&a, &[4, 2]), &["reshape: shape [4, 2] does not hold 6 elements"]);
    says(ops::expand(&a, &[4, 3]), &["expand: 'input' of shape [2, 3] does not expand to [4, 3]"]);
    says(ops::broadcast_to(&v, &[2, 3]), &["broadcast_to: 'input' of shape [4]"]);
    says(ops::transpose(&a, 0, 2), &["transpose: dimension 2 is out of range, expected one in [-2, 1]"]);
    says(ops::permute(&a, &[0, 0]), &["permute: dimension 0 is given twice in [0, 0]"]);
    says(ops::movedim(&a, &[0, 1], &[0]), &["movedim: 'source' is [0, 1] and 'destination' is [0]"]);
    says(ops::cat(&[&a, &v]), &["cat: tensor 1 is [4], but tensor 0 is [2, 3]"]);
    says(ops::stack(&[&a, &v]), &["stack: tensor 1 is [4], but tensor 0 is [2, 3]"]);
    says(ops::select(&v, 0, 9), &["select: index 9 is out of range for dimension 0 of size 4"]);
    says(ops::repeat(&a, &[2]), &["repeat: 'repeats' is [2]"]);
}

#[test]
fn composites_tell_in_their_own_name() {
    let (a, b) = (ones(&[2, 3]), ones(&[4, 5]));
    says(ops::einsum("ij,jk->ik", &[&a, &b]), &["einsum: label 'j' stands for sizes 3 and 4"]);
    says(ops::einsum("ij->k", &[&a]), &["einsum: the output", "label 'k', which no operand has"]);
    says(ops::cross_entropy(&a, &integers(&[0, 7])), &["cross_entropy: 'target' holds class 7", "0 to 2"]);
    says(ops::nll_loss(&a, &integers(&[0, 7])), &["nll_loss: 'target' holds class 7"]);
    says(ops::mse_loss(&a, &b), &["mse_loss: shapes", "given: input float32[2, 3], target float32[4, 5]"]);
    says(ops::group_norm(&a, 2), &["group_norm: 'input' is [2, 3], whose channels (dimension 1)"]);
    says(ops::layer_norm(&a, &[4]), &["layer_norm: 'normalized_shape' [4]"]);
    says(ops::embedding(&a, &b), &["embedding: 'input' is float32[2, 3], expected integers"]);
    says(ops::conv2d(&ones(&[1, 3, 8, 8]), &ones(&[4, 2, 3, 3])), &["conv2d: 'weight'", "for 2 channels", "has 3"]);
    says(ops::max_pool2d(&ones(&[1, 1, 2, 2]), &[3]), &["max_pool2d: 'kernel_size' [3, 3]"]);
    says(ops::mean(&integers(&[1])), &["mean: not defined for int64"]);
}

#[test]
fn gradients_and_devices() {
    let x = leaf();
    says(x.backward(), &["backward: root 0: a gradient can be made implicitly for one-element roots only", "[2]"]);
    says(ones(&[1]).backward(), &["backward: root 0 (float32[1]) does not require grad"]);
    says(ops::add_(&x, 1.0), &["add_: the target float32[2] is a leaf that requires grad"]);
    says("gpu".parse::<Device>(), &["there is no backend 'gpu'", "types of devices here: cpu"]);
    says("sim:99".parse::<Device>(), &["an index is from 0 to 15"]);
    says(x.to(DType::Int64).and_then(|n| n.tracked()), &["requires_grad", "int64[2]"]);
}
