// Operators of vectors' lengths and angles, and products of several dimensions.
#include "ops/define.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/copy.h"
#include "ops/functions/creation.h"
#include "ops/functions/index_slices.h"
#include "ops/functions/matmul_products.h"
#include "ops/functions/pointwise_comparison.h"
#include "ops/functions/pointwise_exponential.h"
#include "ops/functions/pointwise_rounding.h"
#include "ops/functions/pointwise_selection.h"
#include "ops/functions/reduce_norm.h"
#include "ops/functions/reduce_sum.h"
#include "ops/functions/view_shape.h"
#include "ops/tensor_operators.h"

namespace vjp {

struct Normalize : Composite {
  static constexpr Schema schema{"normalize(Tensor input, float p=2.0, int[] dim=1, float eps=1e-12) -> Tensor"};
  static constexpr const char* doc = "input / max(norm, eps), with the p-norm along `dim`.";
  static constexpr bool widens_halves = true;
  static Tensor forward(const Tensor& input, double p, IntSpan dim, double eps) {
    return input / clamp_min(linalg_vector_norm(input, p, dim, true), eps);
  }
};
VJP_DEFINE(Normalize);

struct CosineSimilarity : Composite {
  static constexpr Schema schema{"cosine_similarity(Tensor x1, Tensor x2, int dim=1, float eps=1e-08) -> Tensor"};
  static constexpr const char* doc = "The cosine of the angle between vectors along `dim`; norms are at least eps.";
  static constexpr Autocast autocast = Autocast::Float32;
  static constexpr bool widens_halves = true;
  static Tensor forward(const Tensor& x1, const Tensor& x2, int64_t dim, double eps) {
    if (!(eps >= 0)) fail(VJP_ERROR_INVALID, "cosine_similarity: 'eps' is {}, expected 0 or more", eps);
    Dims sizes = broadcast(x1.sizes(), x2.sizes(), "cosine_similarity"), along{dim};
    Tensor a = expand(x1, sizes), b = expand(x2, sizes);
    a = a / clamp_min(linalg_vector_norm(a, 2, along, true), eps);
    b = b / clamp_min(linalg_vector_norm(b, 2, along, true), eps);
    return sum(a * b, along);
  }
};
VJP_DEFINE(CosineSimilarity);

struct PairwiseDistance : Composite {
  static constexpr Schema schema{
      "pairwise_distance(Tensor x1, Tensor x2, float p=2.0, float eps=1e-06, bool keepdim=False) -> Tensor"};
  static constexpr const char* doc = "The p-norm of x1 - x2 + eps along the last dimension.";
  static constexpr Autocast autocast = Autocast::Float32;
  static constexpr bool widens_halves = true;
  static Tensor forward(const Tensor& x1, const Tensor& x2, double p, double eps, bool keepdim) {
    if (x1.ndim() == 0 && x2.ndim() == 0)
      fail(VJP_ERROR_SHAPE, "pairwise_distance: 'x1' and 'x2' are numbers, expected vectors along a last dimension");
    return linalg_vector_norm(add(x1 - x2, eps), p, Dims{-1}, keepdim);
  }
};
VJP_DEFINE(PairwiseDistance);

struct BilinearForm : Composite {
  static constexpr Schema schema{"bilinear(Tensor input1, Tensor input2, Tensor weight, Tensor? bias=None) -> Tensor"};
  static constexpr const char* doc = "out[*, k] = input1[*, :] weight[k, :, :] input2[*, :] + bias[k].";
  static constexpr Autocast autocast = Autocast::Widest;
  static constexpr bool widens_halves = true;
  static Tensor forward(const Tensor& x, const Tensor& y, const Tensor& weight, const Tensor& bias) {
    bool fits = weight.ndim() == 3 && x.ndim() == y.ndim() && x.ndim() >= 1 && x.size(-1) == weight.size(1) &&
                y.size(-1) == weight.size(2);
    for (int i = 0; fits && i + 1 < x.ndim(); ++i) fits = x.size(i) == y.size(i);
    if (!fits) {
      fail(VJP_ERROR_SHAPE, "bilinear: inputs {} and {} do not fit a weight of {}", x.sizes(), y.sizes(),
           weight.sizes());
    }
    if (bias && (bias.ndim() != 1 || bias.size(0) != weight.size(0))) {
      fail(VJP_ERROR_SHAPE, "bilinear: 'bias' is {}, but there are {} outputs: [{}] is needed", bias.sizes(),
           weight.size(0), weight.size(0));
    }
    Dims sizes(x.sizes());
    sizes[sizes.n - 1] = weight.size(0);
    int64_t rows = 1;
    for (int i = 0; i + 1 < x.ndim(); ++i) rows *= x.size(i);
    Tensor a = reshape(x, Dims{rows, weight.size(1)}), b = reshape(y, Dims{rows, weight.size(2), 1});
    Tensor matrix = reshape(permute(weight, Dims{1, 0, 2}), Dims{weight.size(1), weight.size(0) * weight.size(2)});
    Tensor out = reshape(bmm(reshape(mm(a, matrix), Dims{rows, weight.size(0), weight.size(2)}), b), sizes);
    return bias ? add(out, bias) : out;
  }
};
VJP_DEFINE(BilinearForm);

struct Kron : Composite {
  static constexpr Schema schema{"kron(Tensor input, Tensor other) -> Tensor"};
  static constexpr const char* doc = "The Kronecker product: every element of the first times the whole second.";
  static Tensor forward(const Tensor& input, const Tensor& other) {
    const int n = std::max(input.ndim(), other.ndim());
    Dims left, right, sizes;
    for (int i = 0; i < n; ++i) {
      int a = i - (n - input.ndim()), b = i - (n - other.ndim());
      int64_t p = a >= 0 ? input.size(a) : 1, q = b >= 0 ? other.size(b) : 1;
      left.push_back(p);
      left.push_back(1);
      right.push_back(1);
      right.push_back(q);
      sizes.push_back(p * q);
    }
    return reshape(reshape(input, left) * reshape(other, right), sizes);
  }
};
VJP_DEFINE(Kron);

}  // namespace vjp
