// Products of matrices and vectors: each a kernel call and two rules, closed under differentiation.
#include "ops/functions/matmul_products.h"

#include "ops/define.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/reduce_sum.h"
#include "ops/functions/sum_to_size.h"
#include "ops/functions/view_shape.h"
#include "ops/matmul.h"
#include "ops/tensor_operators.h"

namespace vjp {

struct Mm : Bilinear {
  static constexpr Schema schema{"mm(Tensor input, Tensor mat2) -> Tensor"};
  static constexpr const char* doc = "The product of two matrices.";
  static constexpr Autocast autocast = Autocast::Lower;
  static constexpr bool out_variant = true;
  static Tensor forward(const Tensor& input, const Tensor& mat2) {
    if (input.ndim() != 2 || mat2.ndim() != 2 || input.size(1) != mat2.size(0)) {
      fail(VJP_ERROR_SHAPE, "mm: 'input' is {}, 'mat2' is {}; matrices [m, k] and [k, n] are needed", input.sizes(),
           mat2.sizes());
    }
    check_factors("mm", input, mat2);
    return multiply({input}, {mat2});
  }
  static constexpr auto vjp =
      rules(wrt<"input">([](Grad g, In<"mat2"> b) -> Tensor {
              return derivatives_followed() ? mm(g, mH(b)) : multiply_as(op_Mm, {g}, {b, Factor::Adjoint});
            }),
            wrt<"mat2">([](Grad g, In<"input"> a) -> Tensor {
              return derivatives_followed() ? mm(mH(a), g) : multiply_as(op_Mm, {a, Factor::Adjoint}, {g});
            }));
};
VJP_DEFINE(Mm);

struct Bmm : Bilinear {
  static constexpr Schema schema{"bmm(Tensor input, Tensor mat2) -> Tensor"};
  static constexpr const char* doc = "The products of two batches of matrices, [b, m, k] and [b, k, n].";
  static constexpr Autocast autocast = Autocast::Lower;
  static constexpr bool out_variant = true;
  static Tensor forward(const Tensor& input, const Tensor& mat2) {
    if (input.ndim() != 3 || mat2.ndim() != 3 || input.size(0) != mat2.size(0) || input.size(2) != mat2.size(1)) {
      fail(VJP_ERROR_SHAPE, "bmm: 'input' is {}, 'mat2' is {}; [b, m, k] and [b, k, n] are needed", input.sizes(),
           mat2.sizes());
    }
    check_factors("bmm", input, mat2);
    return multiply({input}, {mat2});
  }
  static constexpr auto vjp =
      rules(wrt<"input">([](Grad g, In<"mat2"> b) -> Tensor {
              return derivatives_followed() ? bmm(g, mH(b)) : multiply_as(op_Bmm, {g}, {b, Factor::Adjoint});
            }),
            wrt<"mat2">([](Grad g, In<"input"> a) -> Tensor {
              return derivatives_followed() ? bmm(mH(a), g) : multiply_as(op_Bmm, {a, Factor::Adjoint}, {g});
            }));
};
VJP_DEFINE(Bmm);

// Leading dimensions broadcast without a copy; the engine sums a gradient over those that were broadcast.
struct BatchedMatmul : Bilinear {
  static constexpr Schema schema{"_batched_matmul(Tensor input, Tensor other) -> Tensor"};
  static constexpr const char* doc = "The product over the last two dimensions; the others broadcast.";
  static Tensor forward(const Tensor& input, const Tensor& other) {
    if (input.ndim() < 2 || other.ndim() < 2 || input.size(-1) != other.size(-2)) {
      fail(VJP_ERROR_SHAPE, "matmul: inner sizes differ: 'input' is {}, 'other' is {}", input.sizes(), other.sizes());
    }
    check_factors("matmul", input, other);
    return multiply({input}, {other});
  }
  static constexpr auto vjp =
      rules(wrt<"input">([](Grad g, In<"other"> b) -> Tensor {
              return derivatives_followed() ? _batched_matmul(g, mH(b))
                                            : multiply_as(op_BatchedMatmul, {g}, {b, Factor::Adjoint});
            }),
            wrt<"other">([](Grad g, In<"input"> a) -> Tensor {
              return derivatives_followed() ? _batched_matmul(mH(a), g)
                                            : multiply_as(op_BatchedMatmul, {a, Factor::Adjoint}, {g});
            }));
};
VJP_DEFINE(BatchedMatmul);

struct Mv : Bilinear {
  static constexpr Schema schema{"mv(Tensor input, Tensor vec) -> Tensor"};
  static constexpr const char* doc = "The product of a matrix and a vector.";
  static constexpr Autocast autocast = Autocast::Lower;
  static constexpr bool out_variant = true;
  static Tensor forward(const Tensor& input, const Tensor& vec) {
    if (input.ndim() != 2 || vec.ndim() != 1 || input.size(1) != vec.size(0)) {
      fail(VJP_ERROR_SHAPE, "mv: 'input' is {}, 'vec' is {}; a matrix [m, k] and a vector [k] are needed",
           input.sizes(), vec.sizes());
    }
    check_factors("mv", input, vec);
    Tensor out = multiply({input}, {unsqueeze(vec, 1)});
    return out.with_geometry({Dims{input.size(0)}, Dims{1}, 0});
  }
  static constexpr auto vjp = rules(wrt<"input">([](Grad g, In<"vec"> v) -> Tensor { return outer(g, conjugated(v)); }),
                                    wrt<"vec">([](Grad g, In<"input"> a) -> Tensor { return mv(mH(a), g); }));
};
VJP_DEFINE(Mv);

struct Dot : Bilinear {
  static constexpr Schema schema{"dot(Tensor input, Tensor other) -> Tensor"};
  static constexpr const char* doc = "The sum of the products of two vectors' elements; nothing is conjugated.";
  static constexpr Autocast autocast = Autocast::Widest;
  static constexpr bool out_variant = true;
  static Tensor forward(const Tensor& input, const Tensor& other) {
    if (input.ndim() != 1 || other.ndim() != 1 || input.size(0) != other.size(0)) {
      fail(VJP_ERROR_SHAPE, "dot: 'input' is {}, 'other' is {}; two vectors of one length are needed", input.sizes(),
           other.sizes());
    }
    check_factors("dot", input, other);
    Tensor out = multiply({unsqueeze(input, 0)}, {unsqueeze(other, 1)});
    return out.with_geometry({Dims{}, Dims{}, 0});
  }
  static constexpr auto vjp = rules(wrt<"input">([](Grad g, In<"other"> b) -> Tensor { return g * conjugated(b); }),
                                    wrt<"other">([](Grad g, In<"input"> a) -> Tensor { return g * conjugated(a); }));
};
VJP_DEFINE(Dot);

struct Vdot : Composite {
  static constexpr Schema schema{"vdot(Tensor input, Tensor other) -> Tensor"};
  static constexpr const char* doc = "The dot product of the first vector's conjugate and the second.";
  static constexpr Autocast autocast = Autocast::Widest;
  static Tensor forward(const Tensor& input, const Tensor& other) { return dot(conjugated(input), other); }
};
VJP_DEFINE(Vdot);

struct Outer : Composite {
  static constexpr Schema schema{"outer(Tensor input, Tensor vec2) -> Tensor"};
  static constexpr const char* doc = "All products of an element of the one vector and an element of the other.";
  static Tensor forward(const Tensor& input, const Tensor& vec2) {
    if (input.ndim() != 1 || vec2.ndim() != 1) {
      fail(VJP_ERROR_SHAPE, "outer: 'input' is {}, 'vec2' is {}; two vectors are needed", input.sizes(), vec2.sizes());
    }
    Tensor column = unsqueeze(input, 1), row = unsqueeze(vec2, 0);
    return input.dtype() == vec2.dtype() && input.dtype() != Dtype::Bool ? mm(column, row) : mul(column, row);
  }
};
VJP_DEFINE(Outer);

struct Ger : Composite {
  static constexpr Schema schema{"ger(Tensor input, Tensor vec2) -> Tensor"};
  static constexpr const char* doc = "outer under its other name.";
  static Tensor forward(const Tensor& input, const Tensor& vec2) { return outer(input, vec2); }
};
VJP_DEFINE(Ger);

struct Matmul : Composite {
  static constexpr Schema schema{"matmul(Tensor input, Tensor other) -> Tensor"};
  static constexpr const char* doc =
      "The product over the last dimension of the first and the last but one of the second. A vector counts as a row "
      "on the left "
      "and as a column on the right, and its dimension vanishes; leading dimensions broadcast.";
  static constexpr Autocast autocast = Autocast::Lower;
  static Tensor forward(const Tensor& input, const Tensor& other) {
    const int m = input.ndim(), n = other.ndim();
    if (m == 2 && n == 2) return mm(input, other);
    if (m == 0 || n == 0) {
      fail(VJP_ERROR_SHAPE,
           "matmul: 'input' is {}, 'other' is {}; both need at least one dimension; mul multiplies by a number",
           input.sizes(), other.sizes());
    }
    if (input.size(-1) != other.size(n == 1 ? 0 : -2)) {
      fail(VJP_ERROR_SHAPE, "matmul: inner sizes differ: 'input' is {}, 'other' is {}", input.sizes(), other.sizes());
    }
    if (m == 1 && n == 1) return dot(input, other);
    if (m == 1 && n == 2) return mv(mT(other), input);
    if (m == 2 && n == 1) return mv(input, other);
    if (n <= 2) {
      // rows that share the right side are one tall matrix
      Dims sizes(input.sizes());
      if (n == 2) sizes[m - 1] = other.size(1);
      if (n == 1) --sizes.n;
      Tensor rows = flatten(input, 0, -2);
      return view(n == 1 ? mv(rows, other) : mm(rows, other), sizes);
    }
    if (m == 1) return squeeze_dim(_batched_matmul(unsqueeze(input, 0), other), Dims{-2});
    if (m == 3 && n == 3 && input.size(0) == other.size(0)) return bmm(input, other);
    return _batched_matmul(input, other);
  }
};
VJP_DEFINE(Matmul);

struct Inner : Composite {
  static constexpr Schema schema{"inner(Tensor input, Tensor other) -> Tensor"};
  static constexpr const char* doc =
      "The sums of products over the last dimensions of both; a product if one has no dimension.";
  static Tensor forward(const Tensor& input, const Tensor& other) {
    if (input.ndim() == 0 || other.ndim() == 0) return mul(input, other);
    if (input.size(-1) != other.size(-1)) {
      fail(VJP_ERROR_SHAPE, "inner: last sizes differ: 'input' is {}, 'other' is {}", input.sizes(), other.sizes());
    }
    if (input.ndim() == 1 && other.ndim() == 1) return dot(input, other);
    // counted, not divided out: a last dimension may have size 0
    Dims sizes;
    int64_t rows = 1, columns = 1;
    for (int i = 0; i + 1 < input.ndim(); ++i) sizes.push_back(input.size(i)), rows *= input.size(i);
    for (int i = 0; i + 1 < other.ndim(); ++i) sizes.push_back(other.size(i)), columns *= other.size(i);
    Tensor a = reshape(input, Dims{rows, input.size(-1)}), b = reshape(other, Dims{columns, other.size(-1)});
    return reshape(mm(a, mT(b)), sizes);
  }
};
VJP_DEFINE(Inner);

struct LinalgVecdot : Composite {
  static constexpr Schema schema{"linalg_vecdot(Tensor input, Tensor other, *, int dim=-1) -> Tensor"};
  static constexpr const char* doc =
      "Dot products along a dimension, the first operand conjugated; the other dimensions broadcast.";
  static constexpr Autocast autocast = Autocast::Lower;
  static constexpr bool widens_halves = true;
  static Tensor forward(const Tensor& input, const Tensor& other, int64_t dim) {
    Tensor product = conjugated(input) * other;
    Dims sizes(product.sizes());
    int d = wrap_dim(dim, product.ndim(), "linalg_vecdot");
    sizes[d] = 1;
    return squeeze_dim(sum_to_size(product, sizes), Dims{d});
  }
};
VJP_DEFINE(LinalgVecdot);

struct LinalgMultiDot : Composite {
  static constexpr Schema schema{"linalg_multi_dot(Tensor[] tensors) -> Tensor"};
  static constexpr const char* doc =
      "The product of a chain of matrices in the order that costs least; the ends may be vectors.";
  static constexpr Autocast autocast = Autocast::Lower;
  static Tensor forward(TensorList tensors) {
    const size_t n = tensors.size();
    if (n < 2) fail(VJP_ERROR_INVALID, "linalg_multi_dot: at least two tensors are needed, got {}", n);
    std::vector<Tensor> chain(tensors.begin(), tensors.end());
    const bool row = chain.front().ndim() == 1, column = chain.back().ndim() == 1;
    if (row) chain.front() = unsqueeze(chain.front(), 0);
    if (column) chain.back() = unsqueeze(chain.back(), 1);
    std::vector<double> size;
    for (const Tensor& t : chain) {
      if (t.ndim() != 2)
        fail(VJP_ERROR_SHAPE,
             "linalg_multi_dot: a tensor of shape {} is no matrix; only the first and the last may be vectors",
             t.sizes());
      if (size.empty()) size.push_back(static_cast<double>(t.size(0)));
      size.push_back(static_cast<double>(t.size(1)));
    }
    // cost[i][j]: of the product of the matrices i to j; split[i][j]: where it is best cut
    std::vector<std::vector<double>> cost(n, std::vector<double>(n, 0));
    std::vector<std::vector<size_t>> split(n, std::vector<size_t>(n, 0));
    for (size_t length = 1; length < n; ++length) {
      for (size_t i = 0; i + length < n; ++i) {
        size_t j = i + length;
        cost[i][j] = -1;
        for (size_t k = i; k < j; ++k) {
          double c = cost[i][k] + cost[k + 1][j] + size[i] * size[k + 1] * size[j + 1];
          if (cost[i][j] < 0 || c < cost[i][j]) {
            cost[i][j] = c;
            split[i][j] = k;
          }
        }
      }
    }
    Tensor out = product(chain, split, 0, n - 1);
    if (column) out = squeeze_dim(out, Dims{1});
    return row ? squeeze_dim(out, Dims{0}) : out;
  }
  static Tensor product(const std::vector<Tensor>& chain, const std::vector<std::vector<size_t>>& split, size_t i,
                        size_t j) {
    if (i == j) return chain[i];
    return mm(product(chain, split, i, split[i][j]), product(chain, split, split[i][j] + 1, j));
  }
};
VJP_DEFINE(LinalgMultiDot);

struct Tensordot : Composite {
  static constexpr Schema schema{"tensordot(Tensor a, Tensor b, int dims=2) -> Tensor"};
  static constexpr const char* doc = "Sums products over the last `dims` dimensions of a and the first `dims` of b.";
  static constexpr Autocast autocast = Autocast::Widest;
  static Tensor forward(const Tensor& a, const Tensor& b, int64_t dims) {
    if (dims < 0 || dims > a.ndim() || dims > b.ndim()) {
      fail(VJP_ERROR_INVALID,
           "tensordot: 'dims' is {}, but 'a' is {} and 'b' is {}: there are not so many dimensions to contract", dims,
           a.sizes(), b.sizes());
    }
    Dims of_a, of_b;
    for (int64_t i = 0; i < dims; ++i) {
      of_a.push_back(a.ndim() - dims + i);
      of_b.push_back(i);
    }
    return tensordot_axes(a, b, of_a, of_b);
  }
};
VJP_DEFINE(Tensordot);

struct TensordotAxes : Composite {
  static constexpr Schema schema{"tensordot.axes(Tensor a, Tensor b, int[] dims_a, int[] dims_b) -> Tensor"};
  static constexpr const char* doc = "Sums products over the given dimensions of a and of b, paired in order.";
  static constexpr Autocast autocast = Autocast::Widest;
  // The dimensions of `t` that are not listed, and then (or, for b, before them) the listed ones.
  static Tensor as_matrix(const Tensor& t, IntSpan contracted, bool last, Dims& free_sizes) {
    bool listed[VJP_MAX_DIMS] = {};
    Dims order, tail;
    int64_t inner = 1, outer = 1;
    for (int64_t d : contracted) {
      int w = wrap_dim(d, t.ndim(), "tensordot");
      if (listed[w]) fail(VJP_ERROR_INVALID, "tensordot: dimension {} is listed twice", d);
      listed[w] = true;
      tail.push_back(w);
      inner *= t.size(w);
    }
    for (int i = 0; i < t.ndim(); ++i) {
      if (listed[i]) continue;
      order.push_back(i);
      free_sizes.push_back(t.size(i));
      outer *= t.size(i);
    }
    Dims all = last ? order : tail;
    for (int64_t d : last ? tail : order) all.push_back(d);
    return reshape(permute(t, all), last ? Dims{outer, inner} : Dims{inner, outer});
  }
  static void check_listed(const Tensor& t, IntSpan dims) {
    if (t.ndim() == 0 && !dims.empty())
      fail(VJP_ERROR_SHAPE, "tensordot: dimensions {} of a tensor without dimensions are listed", dims);
  }
  static Tensor forward(const Tensor& a, const Tensor& b, IntSpan dims_a, IntSpan dims_b) {
    check_listed(a, dims_a), check_listed(b, dims_b);
    // A dimension of size 1 broadcasts against its partner, which is summed.
    Tensor x = a, y = b;
    bool fits = dims_a.size() == dims_b.size();
    for (size_t i = 0; fits && i < dims_a.size(); ++i) {
      int64_t m = a.size(dims_a[i]), n = b.size(dims_b[i]);
      fits = m == n || m == 1 || n == 1;
      if (m == 1 && n != 1) y = sum(y, Dims{dims_b[i]}, true);
      if (n == 1 && m != 1) x = sum(x, Dims{dims_a[i]}, true);
    }
    if (!fits) {
      fail(VJP_ERROR_SHAPE, "tensordot: dimensions {} of 'a' ({}) and dimensions {} of 'b' ({}) do not pair", dims_a,
           a.sizes(), dims_b, b.sizes());
    }
    Dims sizes;
    Tensor left = as_matrix(x, dims_a, true, sizes), right = as_matrix(y, dims_b, false, sizes);
    return reshape(mm(left, right), sizes);
  }
};
VJP_DEFINE(TensordotAxes);

}  // namespace vjp
