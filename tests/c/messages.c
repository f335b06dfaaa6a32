/*
 * What users read when something is wrong: mistakes made on purpose, and the key words of each message. It names the
 * operator that was called, its argument, what came, and what would be right.
 */
#include <string.h>

#include "check.h"

#define DIMS(...) \
  sizeof((int64_t[]){__VA_ARGS__}) / sizeof(int64_t), (int64_t[]) { __VA_ARGS__ }
#define ONES(...) ramp(VJP_DTYPE_FLOAT32, DIMS(__VA_ARGS__))
#define LONGS(...) integers((int64_t[]){__VA_ARGS__}, sizeof((int64_t[]){__VA_ARGS__}) / sizeof(int64_t))

static vjp_tensor* integers(const int64_t* values, size_t n) {
  vjp_tensor* t = NULL;
  OK(vjp_tensor_from_data(values, (int64_t[]){(int64_t)n}, 1, VJP_DTYPE_INT64, &t));
  return own(t);
}

/* The message begins with the operator that was called, and holds the words. */
#define WRONG(status, words, name, ...)                          \
  do {                                                           \
    FAILS(VJP_ERROR_##status, TRY(name, __VA_ARGS__));           \
    CHECK(!strncmp(vjp_last_error(), name, strcspn(name, "."))); \
    SAYS(words);                                                 \
  } while (0)

static void shapes(void) {
  vjp_tensor *a = ONES(2, 3), *v = ONES(4), *cube = ONES(2, 3, 4);
  WRONG(SHAPE, "shapes [2, 3] and [4] do not broadcast", "add", T(a), T(v));
  WRONG(SHAPE, "'input' is [2, 3], 'other' is [2, 3]", "matmul", T(a), T(a));
  WRONG(SHAPE, "both need at least one dimension", "matmul", T(a), T(SCALAR(1)));
  WRONG(SHAPE, "'input' is [2, 3, 4], 'mat2' is [2, 3]", "mm", T(cube), T(a));
  WRONG(SHAPE, "'mat2' is [2, 3]", "bmm", T(cube), T(a));
  WRONG(SHAPE, "'vec' is [4]", "mv", T(a), T(v));
  WRONG(SHAPE, "'mat' is [2, 3], 'vec' is [4]", "addmv", T(v), T(a), T(v));
  WRONG(SHAPE, "'input' is [2, 3], 'weight' is [4]", "linear", T(a), T(v), NONE());
  WRONG(SHAPE, "'bias' is [4], but there are 5 outputs", "linear", T(a), T(ONES(5, 3)), T(v));
  WRONG(SHAPE, "shape [4, 2] does not hold 6 elements", "reshape", T(a), INTS(4, 2));
  WRONG(SHAPE, "only one size may be -1", "reshape", T(a), INTS(-1, -1));
  WRONG(SHAPE, "shape [7] does not hold 6 elements", "view", T(a), INTS(7));
  WRONG(SHAPE, "'input' of shape [2, 3] does not expand to [4, 3]", "expand", T(a), INTS(4, 3));
  WRONG(SHAPE, "'input' of shape [4] does not expand to [2, 3]", "broadcast_to", T(v), INTS(2, 3));
  WRONG(SHAPE, "each of the 2 dimensions", "permute", T(a), INTS(0));
  WRONG(INVALID, "dimension 0 is given twice in [0, 0]", "permute", T(a), INTS(0, 0));
  WRONG(INVALID, "dimension 2 is out of range, expected one in [-2, 1]", "transpose", T(a), I(0), I(2));
  WRONG(SHAPE, "tensor 1 is [4], but tensor 0 is [2, 3]", "cat", TL((vjp_tensor*[]){a, v}, 2));
  WRONG(SHAPE, "they must agree outside dimension 0", "cat", TL((vjp_tensor*[]){a, ONES(2, 4)}, 2));
  WRONG(INVALID, "at least one tensor is needed", "cat", TL(NULL, 0));
  WRONG(SHAPE, "tensor 1 is [4], but tensor 0 is [2, 3]", "stack", TL((vjp_tensor*[]){a, v}, 2));
  WRONG(SHAPE, "sizes [2, 1] do not add up to 4", "split_with_sizes", T(v), INTS(2, 1));
  WRONG(INVALID, "split_size must be positive, got 0", "split", T(v), I(0));
  WRONG(INVALID, "start 2 and length 5 do not fit dimension 0 of size 4", "narrow", T(v), I(0), I(2), I(5));
  WRONG(INVALID, "index 9 is out of range for dimension 0 of size 4", "select", T(v), I(0), I(9));
  WRONG(INVALID, "start_dim 2 comes after end_dim 1", "flatten", T(cube), I(2), I(1));
  WRONG(INVALID, "'source' is [0, 1] and 'destination' is [0]", "movedim", T(a), INTS(0, 1), INTS(0));
  WRONG(INVALID, "'shifts' is [1, 2] and 'dims' is [0]", "roll", T(a), INTS(1, 2), INTS(0));
  WRONG(SHAPE, "'repeats' is [2]", "repeat", T(a), INTS(2));
  WRONG(INVALID, "cannot be repeated -1 times", "tile", T(a), INTS(-1));
  WRONG(INVALID, "'pad' is [1], expected pairs", "pad", T(a), INTS(1));
  WRONG(SHAPE, "'input' has shape [4]", "tril", T(v));
  WRONG(SHAPE, "at least two dimensions are needed, got shape [4]", "mT", T(v));
  WRONG(DTYPE, "expected a complex tensor, got float32[4]", "imag", T(v));
}

/* A tensor without dimensions has no size that could be read: whatever lay in its place was, once. */
static void no_dimensions(void) {
  vjp_tensor *x = SCALAR(1), *zero = NULL;
  OK(vjp_tensor_from_data(&(int64_t){0}, NULL, 0, VJP_DTYPE_INT64, &zero));
  WRONG(SHAPE, "nothing to split", "split", T(x), I(1));
  WRONG(SHAPE, "nothing to split", "split.sizes", T(x), INTS(1));
  WRONG(SHAPE, "nothing to split", "split_with_sizes", T(x), INTS());
  WRONG(SHAPE, "nothing to split", "chunk", T(x), I(2));
  WRONG(SHAPE, "nothing to split", "unflatten", T(x), I(0), INTS(1));
  WRONG(SHAPE, "dimensions [0] of a tensor without dimensions", "tensordot.axes", T(x), T(x), INTS(0), INTS(0));
  WRONG(SHAPE, "'weight' must have 3 dimensions", "conv1d.padding", T(ONES(1, 1, 4)), T(x), NONE(), INTS(1), S("same"));
  WRONG(SHAPE, "no dimension of classes", "cross_entropy", T(x), T(x));
  EQUALS(OP("take_along_dim", T(x), T(own(zero)), I(0)), 1);
}

static void reductions(void) {
  vjp_tensor *a = ONES(2, 3), *none = ONES(0), *n = LONGS(1, 2);
  WRONG(INVALID, "dimension 2 is out of range, expected one in [-2, 1]", "sum", T(a), INTS(2));
  WRONG(INVALID, "dimension -2 is given twice in [0, -2]", "sum", T(a), INTS(0, -2));
  WRONG(INVALID, "dimension 3 is out of range", "norm", T(a), F(2), INTS(3));
  WRONG(INVALID, "dimension 3 is out of range", "normalize", T(a), F(2), INTS(3));
  WRONG(DTYPE, "not defined for int64", "mean", T(n));
  WRONG(DTYPE, "not defined for int64", "std", T(n));
  WRONG(SHAPE, "nothing to choose from", "max", T(none));
  WRONG(SHAPE, "nothing to choose from", "median", T(none));
  WRONG(SHAPE, "nothing to choose from", "argmax", T(none));
  WRONG(INVALID, "k is 9, but dimension 1 has size 3", "topk", T(a), I(9));
  WRONG(INVALID, "k is 9, but dimension 1 has size 3", "kthvalue", T(a), I(9));
  WRONG(INVALID, "dimension 4 is out of range", "cumsum", T(a), I(4));
  WRONG(INVALID, "dimension 4 is out of range", "softmax", T(a), I(4));
  WRONG(INVALID, "dimension 4 is out of range", "cosine_similarity", T(a), T(a), I(4));
}

static void einsums(void) {
  vjp_tensor *a = ONES(2, 3), *b = ONES(4, 5), *d = ramp(VJP_DTYPE_FLOAT64, DIMS(3, 4));
  WRONG(SHAPE, "label 'j' stands for sizes 3 and 4", "einsum", S("ij,jk->ik"), TL((vjp_tensor*[]){a, b}, 2));
  WRONG(INVALID, "names 2 operands, but 1 are given", "einsum", S("ij,jk->ik"), TL(&a, 1));
  WRONG(SHAPE, "\"ijk\" does not fit an operand of shape [2, 3]", "einsum", S("ijk->i"), TL(&a, 1));
  WRONG(INVALID, "label 'k', which no operand has", "einsum", S("ij->k"), TL(&a, 1));
  WRONG(INVALID, "label 'i' twice", "einsum", S("ij->ii"), TL(&a, 1));
  WRONG(INVALID, "'!' in the subscript", "einsum", S("i!->i"), TL(&a, 1));
  WRONG(SHAPE, "stands for sizes 2 and 3 of one operand", "einsum", S("ii->i"), TL(&a, 1));
  WRONG(DTYPE, "given: equation \"ij,jk->ik\", operands [float32[2, 3], float64[3, 4]]", "einsum", S("ij,jk->ik"),
        TL((vjp_tensor*[]){a, d}, 2));
}

static void indices(void) {
  vjp_tensor *a = ONES(2, 3), *v = ONES(3), *five = LONGS(5), *row = OP("reshape", T(LONGS(0, 5)), INTS(1, 2));
  WRONG(INVALID, "index 5 is out of range for a dimension of size 3", "take", T(v), T(five));
  WRONG(INVALID, "index 5 is out of range for a dimension of size 3", "index_select", T(a), I(1), T(five));
  WRONG(INVALID, "index 5 is out of range for a dimension of size 3", "gather", T(a), I(1), T(row));
  WRONG(SHAPE, "'index' has shape [1]", "gather", T(a), I(1), T(five));
  WRONG(DTYPE, "'index' is float32[2, 3], expected integers", "gather", T(a), I(1), T(a));
  WRONG(SHAPE, "'index' has shape [1, 2], expected one dimension", "index_select", T(a), I(1), T(row));
  WRONG(SHAPE, "'input' is [2, 3] and 'indices' is [1]", "take_along_dim", T(a), T(five), I(1));
  WRONG(INVALID, "index 5 is out of range", "embedding", T(five), T(a));
  WRONG(DTYPE, "'input' is float32[3], expected integers", "embedding", T(v), T(a));
  WRONG(INVALID, "'padding_idx' is 7, but 'weight' has 2 rows", "embedding", T(LONGS(0)), T(a), I(7));
  WRONG(DTYPE, "'mask' is float32[3], expected bool", "masked_fill", T(v), T(v), F(0));
  vjp_tensor* out = NULL;
  FAILS(VJP_ERROR_INVALID,
        vjp_tensor_index(a, (vjp_index[]){{VJP_INDEX_INT, 0, 0, 0, 0, NULL}, {VJP_INDEX_INT, 0, 7, 0, 0, NULL}}, 2,
                         &out));
  SAYS("index: index 7 is out of range for dimension 1 of size 3");
  FAILS(
      VJP_ERROR_INVALID,
      vjp_tensor_index(a, (vjp_index[]){{VJP_INDEX_SLICE, 0, VJP_INDEX_ABSENT, VJP_INDEX_ABSENT, -1, NULL}}, 1, &out));
  SAYS("index: a slice's step must be at least 1, got -1");
  FAILS(VJP_ERROR_SHAPE, vjp_tensor_index_put(a, (vjp_index[]){{VJP_INDEX_INT, 0, 0, 0, 0, NULL}}, 1, ONES(2)));
  SAYS("index_put: a value of shape [2] does not broadcast to [3]");
  FAILS(VJP_ERROR_STATE,
        vjp_tensor_index_put(leaf(ONES(2, 2)), (vjp_index[]){{VJP_INDEX_INT, 0, 0, 0, 0, NULL}}, 1, ONES(2)));
  SAYS("index_put: the target float32[2] is a view of a leaf that requires grad");
}

static void losses(void) {
  vjp_tensor *a = ONES(2, 3), *wrong = LONGS(0, 7), *three = LONGS(0, 1, 2), *v = ONES(2);
  WRONG(INVALID, "'target' holds class 7, but the input has 3 classes: 0 to 2", "cross_entropy", T(a), T(wrong));
  WRONG(INVALID, "'target' holds class 7", "cross_entropy", T(a), T(wrong), NONE(), I(-100), S("mean"), F(0.1));
  WRONG(INVALID, "'target' holds class 7", "nll_loss", T(a), T(wrong));
  WRONG(SHAPE, "'target' has shape [3], expected [2]", "cross_entropy", T(a), T(three));
  WRONG(SHAPE, "'target' is float32[2]: probabilities must have the shape", "cross_entropy", T(a), T(v));
  WRONG(SHAPE, "'weight' has shape [2]", "cross_entropy", T(a), T(LONGS(0, 1)), T(v));
  WRONG(INVALID, "reduction is \"avg\"", "cross_entropy", T(a), T(LONGS(0, 1)), NONE(), I(-100), S("avg"));
  WRONG(SHAPE, "given: input float32[2, 3], target float32[2]", "mse_loss", T(a), T(v));
  WRONG(SHAPE, "'input' is [2] and 'target' is [3]", "binary_cross_entropy", T(v), T(ONES(3)));
}

static void networks(void) {
  vjp_tensor *image = ONES(1, 3, 8, 8), *w = ONES(4, 3, 3, 3), *small = ONES(1, 3, 2, 2), *a = ONES(2, 4);
  WRONG(SHAPE, "for 2 channels, but 'input' [1, 3, 8, 8] has 3", "conv2d", T(image), T(ONES(4, 2, 3, 3)));
  WRONG(SHAPE, "'input' must have 3 or 4 dimensions, got shape [2, 4]", "conv2d", T(a), T(w));
  WRONG(SHAPE, "'weight' must have 4 dimensions", "conv2d", T(image), T(ONES(4, 3, 3)));
  WRONG(SHAPE, "'bias' is [5], but there are 4 output channels", "conv2d", T(image), T(w), T(ONES(5)));
  WRONG(SHAPE, "('input' [1, 3, 2, 2], 'weight' [4, 3, 3, 3])", "conv2d", T(small), T(w));
  WRONG(INVALID, "'stride' must be between 1", "conv2d", T(image), T(w), NONE(), INTS(0));
  WRONG(INVALID, "'stride' must be one number or 2", "conv2d", T(image), T(w), NONE(), INTS(1, 2, 3));
  WRONG(SHAPE, "'kernel_size' [3, 3] does not fit", "max_pool2d", T(small), INTS(3));
  WRONG(INVALID, "'padding' [2, 2] must be at most half", "max_pool2d", T(image), INTS(2), INTS(2), INTS(2));
  WRONG(SHAPE, "'normalized_shape' [3] is not the end", "layer_norm", T(a), INTS(3));
  WRONG(SHAPE, "'weight' is float32[3], expected float32 of shape [4]", "layer_norm", T(a), INTS(4), T(ONES(3)));
  WRONG(SHAPE, "'input' is [2, 4], whose channels", "group_norm", T(a), I(3));
  WRONG(SHAPE, "'weight' has shape [3], expected [4]", "group_norm", T(a), I(2), T(ONES(3)));
  WRONG(SHAPE, "'weight' has shape [3], expected [4]", "batch_norm", T(a), NONE(), NONE(), T(ONES(3)), NONE(), B(true));
  WRONG(INVALID, "'running_mean' and 'running_var' are needed", "batch_norm", T(a), NONE(), NONE());
  WRONG(SHAPE, "'query' is [2, 4], 'key' [2, 3]", "scaled_dot_product_attention", T(a), T(ONES(2, 3)), T(a));
  WRONG(SHAPE, "'attn_mask' of shape [9, 9] does not expand to [2, 2]", "scaled_dot_product_attention", T(a), T(a),
        T(a), T(ONES(9, 9)));
  WRONG(INVALID, "a probability is from 0 to 1, got 2", "dropout", T(a), F(2));
}

/* On the simulator the device is in play, and dtypes are checked all the same. */
static void devices(void) {
  vjp_device device;
  FAILS(VJP_ERROR_DEVICE, vjp_device_from_name("gpu", &device));
  SAYS("there is no backend 'gpu'");
  SAYS("types of devices here: cpu");
  CHECK(!strchr(vjp_last_error(), '/'));
  FAILS(VJP_ERROR_DEVICE, vjp_device_from_name("sim:99", &device));
  SAYS("an index is from 0 to 15");
  FAILS(VJP_ERROR_DEVICE, vjp_device_from_name("cpu:x", &device));
  SAYS("expected a type and an index");
}

static void gradients(void) {
  vjp_tensor *x = leaf(VEC(1, 2)), *out = NULL;
  vjp_tensor* y = mul(x, x);
  FAILS(VJP_ERROR_INVALID, vjp_backward(y, NULL));
  SAYS("backward: root 0: a gradient can be made implicitly for one-element roots only");
  FAILS(VJP_ERROR_STATE, vjp_backward(VEC(1), NULL));
  SAYS("backward: root 0 (float64[1]) does not require grad");
  FAILS(VJP_ERROR_SHAPE, vjp_backward(y, VEC(1, 2, 3)));
  SAYS("backward: root 0: its gradient has shape [3], expected exactly [2]");
  vjp_tensor *total = sum(y), *other = leaf(VEC(1)), *plain = VEC(1);
  FAILS(VJP_ERROR_INVALID, vjp_grad(&total, 1, NULL, &other, 1, NULL, &out));
  SAYS("grad: input 0 (float64[1]) was not reached");
  FAILS(VJP_ERROR_STATE, vjp_grad(&total, 1, NULL, &plain, 1, NULL, &out));
  SAYS("grad: input 0 (float64[1]) does not require grad");
  FAILS(VJP_ERROR_STATE, TRY_("add", T(x), F(1)));
  SAYS("add_: the target float64[2] is a leaf that requires grad");
}

/* A result that has no place is named as the function's parameter is. */
static void results_without_a_place(void) {
  vjp_tensor *a = MAT(2, 2, 4, 1, 1, 3), *out = NULL, *other = NULL;
  FAILS(VJP_ERROR_INVALID, vjp_exp(a, NULL));
  SAYS("vjp_exp: argument 'out' is NULL");
  FAILS(VJP_ERROR_INVALID, vjp_linalg_svd(a, false, NULL, &out, &other, NULL));
  SAYS("vjp_linalg_svd: argument 'out_Vh' is NULL");
  FAILS(VJP_ERROR_INVALID, vjp_linalg_eigh(a, "L", NULL, &other));
  SAYS("vjp_linalg_eigh: argument 'out_eigenvalues' is NULL");
  CHECK(!out && !other);
}

int main(void) {
  RUN(shapes);
  RUN(no_dimensions);
  RUN(reductions);
  RUN(einsums);
  RUN(indices);
  RUN(losses);
  RUN(networks);
  RUN(devices);
  RUN(gradients);
  RUN(results_without_a_place);
  return finish();
}
