// Products that add to a tensor: the sum is formed by the product's kernel, in the memory of the result.
#include "ops/functions/matmul_add.h"

#include <cmath>

#include "ops/batch_rules.h"
#include "ops/define.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/copy.h"
#include "ops/functions/creation.h"
#include "ops/functions/matmul_products.h"
#include "ops/functions/view_part.h"
#include "ops/functions/view_shape.h"
#include "ops/halves.h"
#include "ops/matmul.h"
#include "ops/numbers.h"
#include "ops/tensor_operators.h"

namespace vjp {
namespace {

bool is_zero(const Scalar& s) { return s.to_complex() == 0.0; }
bool is_one(const Scalar& s) { return s.to_complex() == 1.0; }
// The adjoint of a multiplication by `s`.
Tensor scaled_back(const Tensor& t, const Scalar& s) {
  return is_one(s) ? t : s.kind == VJP_KIND_COMPLEX ? mul(t, Scalar(std::conj(s.to_complex()))) : mul(t, s);
}

void check_broadcasts(const char* op, const Tensor& input, const Dims& sizes) {
  if (broadcasts_to(input.sizes(), sizes)) return;
  fail(VJP_ERROR_SHAPE, "{}: 'input' is {}, which does not broadcast to the product's shape {}", op, input.sizes(),
       sizes);
}

void check_scales(const char* op, const Scalar& beta, const Scalar& alpha, Dtype dtype) {
  check_whole(beta, dtype, op, "beta");
  check_whole(alpha, dtype, op, "alpha");
}

// beta * input + alpha * a b.
Tensor add_product(const char* op, const Tensor& input, Factor a, Factor b, const Scalar& beta, const Scalar& alpha) {
  check_factors(op, a.tensor, b.tensor);
  check_factors(op, input, a.tensor);
  check_scales(op, beta, alpha, a.tensor.dtype());
  Dims sizes(a.tensor.sizes());
  sizes[sizes.n - 2] = a.rows();
  sizes[sizes.n - 1] = b.cols();
  check_broadcasts(op, input, sizes);
  Tensor out = Tensor::empty(sizes, a.tensor.dtype());
  if (!is_zero(beta)) kernels().copy(out.view(), expand(input, sizes).view());
  multiply_into(out, a, b, alpha, beta);
  return out;
}

using Product = Tensor (*)(const Tensor&, const Tensor&);
using AddedProduct = Tensor (*)(const Tensor&, const Tensor&, const Tensor&, const Scalar&, const Scalar&);

// beta * dinput + alpha * (da b + a db), each product added to what is before it.
Tensor added_product_tangent(const Tensor& dinput, const Tensor& da, const Tensor& db, const Tensor& a, const Tensor& b,
                             const Scalar& beta, const Scalar& alpha, Product product, AddedProduct added) {
  Tensor sum = is_zero(beta) ? Tensor() : dinput;
  Scalar scale = beta;
  const auto add_to_sum = [&](const Tensor& x, const Tensor& y) {
    Tensor alone = sum ? Tensor() : product(x, y);
    sum = sum ? added(sum, x, y, scale, alpha) : is_one(alpha) ? alone : mul(alone, alpha);
    scale = 1;
  };
  if (da) add_to_sum(da, b);
  if (db) add_to_sum(a, db);
  return !sum || is_one(scale) ? sum : mul(sum, scale);
}

// The same for samples: beta input + alpha product, whose samples have `rank` dimensions.
Tensor add_product_of_samples(const char* op, const Batch& b, const Tensor& input, int rank, const Tensor& left,
                              const Tensor& right, const Scalar& beta, const Scalar& alpha) {
  check_scales(op, beta, alpha, left.dtype());
  const auto times = [](const Tensor& t, const Scalar& s) { return is_one(s) ? t : mul(t, s); };
  // as without samples: bools are counted, and halves are not rounded before they are scaled, nor where they overflow
  const bool rounds = is_one(alpha) && is_one(beta) && left.dtype() != Dtype::Float16;
  const auto exact = [&](const Tensor& t) {
    return t.dtype() == Dtype::Bool ? to(t, Dtype::Int64) : rounds ? t : wide(t);
  };
  const auto own = [&](const Tensor& t) { return to(t, left.dtype()); };
  const Tensor product = matmul(exact(left), exact(right));
  const Tensor scaled = is_zero(alpha) ? zeros_like(product) : times(product, alpha);  // not 0 times an infinity
  const bool has_samples = b.has(1) || b.has(2);
  const Dims sizes(product.sizes().subspan(has_samples));
  if (const Dims given = sample_sizes(b, 0, input); !broadcasts_to(given, sizes)) {
    fail(VJP_ERROR_SHAPE, "{}: 'input' of shape {} does not broadcast to {}, the shape of the product", op, given,
         sizes);
  }
  if (is_zero(beta)) return has_samples ? own(scaled) : expand(own(scaled), led_by(b.size, sizes));
  return own(add(times(exact(aligned(b, 0, input, rank)), beta), scaled));
}

}  // namespace

struct Addmm : General {
  static constexpr Schema schema{
      "addmm(Tensor input, Tensor mat1, Tensor mat2, *, Scalar beta=1, Scalar alpha=1) -> Tensor"};
  static constexpr const char* doc = "beta * input + alpha * (mat1 mat2). With beta = 0 the input is not read.";
  static constexpr Autocast autocast = Autocast::Lower;
  static constexpr bool inplace = true, out_variant = true;
  static Tensor forward(const Tensor& input, const Tensor& mat1, const Tensor& mat2, const Scalar& beta,
                        const Scalar& alpha) {
    if (mat1.ndim() != 2 || mat2.ndim() != 2 || mat1.size(1) != mat2.size(0)) {
      fail(VJP_ERROR_SHAPE, "addmm: 'mat1' is {}, 'mat2' is {}; matrices [m, k] and [k, n] are needed", mat1.sizes(),
           mat2.sizes());
    }
    return add_product("addmm", input, {mat1}, {mat2}, beta, alpha);
  }
  static Tensor batch(const Batch& b, const Tensor& input, const Tensor& mat1, const Tensor& mat2, const Scalar& beta,
                      const Scalar& alpha) {
    return add_product_of_samples("addmm", b, input, 2, mat1, mat2, beta, alpha);
  }
  static constexpr auto vjp =
      rules(wrt<"input">([](Grad g, Attr<"beta", Scalar> beta) -> Tensor { return scaled_back(g, beta); }),
            wrt<"mat1">([](Grad g, In<"mat2"> b, Attr<"alpha", Scalar> alpha) -> Tensor {
              return scaled_back(derivatives_followed() ? mm(g, mH(b)) : multiply_as(op_Mm, {g}, {b, Factor::Adjoint}),
                                 alpha);
            }),
            wrt<"mat2">([](Grad g, In<"mat1"> a, Attr<"alpha", Scalar> alpha) -> Tensor {
              return scaled_back(derivatives_followed() ? mm(mH(a), g) : multiply_as(op_Mm, {a, Factor::Adjoint}, {g}),
                                 alpha);
            }));
  static constexpr auto jvp =
      tangents([](Tangent<"input"> dinput, Tangent<"mat1"> da, Tangent<"mat2"> db, In<"mat1"> a, In<"mat2"> b,
                  Attr<"beta", Scalar> beta, Attr<"alpha", Scalar> alpha) -> Tensor {
        return added_product_tangent(dinput, da, db, a, b, beta, alpha, mm, addmm);
      });
};
VJP_DEFINE(Addmm);

struct Baddbmm : General {
  static constexpr Schema schema{
      "baddbmm(Tensor input, Tensor batch1, Tensor batch2, *, Scalar beta=1, Scalar alpha=1) -> Tensor"};
  static constexpr const char* doc = "beta * input + alpha * bmm(batch1, batch2). With beta = 0 the input is not read.";
  static constexpr Autocast autocast = Autocast::Lower;
  static constexpr bool inplace = true, out_variant = true;
  static Tensor forward(const Tensor& input, const Tensor& a, const Tensor& b, const Scalar& beta,
                        const Scalar& alpha) {
    if (a.ndim() != 3 || b.ndim() != 3 || a.size(0) != b.size(0) || a.size(2) != b.size(1)) {
      fail(VJP_ERROR_SHAPE, "baddbmm: a is {}, b is {}; [b, m, k] and [b, k, n] are needed", a.sizes(), b.sizes());
    }
    return add_product("baddbmm", input, {a}, {b}, beta, alpha);
  }
  static Tensor batch(const Batch& b, const Tensor& input, const Tensor& batch1, const Tensor& batch2,
                      const Scalar& beta, const Scalar& alpha) {
    return add_product_of_samples("baddbmm", b, input, 3, batch1, batch2, beta, alpha);
  }
  static constexpr auto vjp =
      rules(wrt<"input">([](Grad g, Attr<"beta", Scalar> beta) -> Tensor { return scaled_back(g, beta); }),
            wrt<"batch1">([](Grad g, In<"batch2"> b, Attr<"alpha", Scalar> alpha) -> Tensor {
              return scaled_back(
                  derivatives_followed() ? bmm(g, mH(b)) : multiply_as(op_Bmm, {g}, {b, Factor::Adjoint}), alpha);
            }),
            wrt<"batch2">([](Grad g, In<"batch1"> a, Attr<"alpha", Scalar> alpha) -> Tensor {
              return scaled_back(
                  derivatives_followed() ? bmm(mH(a), g) : multiply_as(op_Bmm, {a, Factor::Adjoint}, {g}), alpha);
            }));
  static constexpr auto jvp =
      tangents([](Tangent<"input"> dinput, Tangent<"batch1"> da, Tangent<"batch2"> db, In<"batch1"> a, In<"batch2"> b,
                  Attr<"beta", Scalar> beta, Attr<"alpha", Scalar> alpha) -> Tensor {
        return added_product_tangent(dinput, da, db, a, b, beta, alpha, bmm, baddbmm);
      });
};
VJP_DEFINE(Baddbmm);

struct Addmv : Composite {
  static constexpr Schema schema{
      "addmv(Tensor input, Tensor mat, Tensor vec, *, Scalar beta=1, Scalar alpha=1) -> Tensor"};
  static constexpr const char* doc = "beta * input + alpha * (mat vec).";
  static constexpr Autocast autocast = Autocast::Lower;
  static constexpr bool inplace = true;
  static Tensor forward(const Tensor& input, const Tensor& mat, const Tensor& vec, const Scalar& beta,
                        const Scalar& alpha) {
    if (mat.ndim() != 2 || vec.ndim() != 1 || mat.size(1) != vec.size(0)) {
      fail(VJP_ERROR_SHAPE, "addmv: 'mat' is {}, 'vec' is {}; a matrix [m, k] and a vector [k] are needed", mat.sizes(),
           vec.sizes());
    }
    check_broadcasts("addmv", input, Dims{mat.size(0)});
    check_scales("addmv", beta, alpha, mat.dtype());
    return select(addmm(input.ndim() ? unsqueeze(input, 1) : input, mat, unsqueeze(vec, 1), beta, alpha), 1, 0);
  }
};
VJP_DEFINE(Addmv);

struct Addbmm : Composite {
  static constexpr Schema schema{
      "addbmm(Tensor input, Tensor batch1, Tensor batch2, *, Scalar beta=1, Scalar alpha=1) -> Tensor"};
  static constexpr const char* doc = "beta * input + alpha * the sum of the products of all pairs of matrices.";
  static constexpr Autocast autocast = Autocast::Lower;
  static constexpr bool inplace = true;
  static Tensor forward(const Tensor& input, const Tensor& a, const Tensor& b, const Scalar& beta,
                        const Scalar& alpha) {
    if (a.ndim() != 3 || b.ndim() != 3 || a.size(0) != b.size(0) || a.size(2) != b.size(1)) {
      fail(VJP_ERROR_SHAPE, "addbmm: a is {}, b is {}; [b, m, k] and [b, k, n] are needed", a.sizes(), b.sizes());
    }
    check_scales("addbmm", beta, alpha, a.dtype());
    // the sum over the batch is part of the sum over k
    Tensor left = reshape(transpose(a, 0, 1), Dims{a.size(1), a.size(0) * a.size(2)});
    Tensor right = reshape(b, Dims{b.size(0) * b.size(1), b.size(2)});
    return addmm(input, left, right, beta, alpha);
  }
};
VJP_DEFINE(Addbmm);

struct Addr : Composite {
  static constexpr Schema schema{
      "addr(Tensor input, Tensor vec1, Tensor vec2, *, Scalar beta=1, Scalar alpha=1) -> Tensor"};
  static constexpr const char* doc = "beta * input + alpha * outer(vec1, vec2).";
  static constexpr Autocast autocast = Autocast::Lower;
  static constexpr bool inplace = true;
  static Tensor forward(const Tensor& input, const Tensor& vec1, const Tensor& vec2, const Scalar& beta,
                        const Scalar& alpha) {
    if (vec1.ndim() != 1 || vec2.ndim() != 1) {
      fail(VJP_ERROR_SHAPE, "addr: 'vec1' is {}, 'vec2' is {}; two vectors are needed", vec1.sizes(), vec2.sizes());
    }
    check_broadcasts("addr", input, Dims{vec1.size(0), vec2.size(0)});
    check_scales("addr", beta, alpha, vec1.dtype());
    return addmm(input, unsqueeze(vec1, 1), unsqueeze(vec2, 0), beta, alpha);
  }
};
VJP_DEFINE(Addr);

// input [*, k], weight [n, k] or [k], bias [n].
struct LinearLayer : General {
  static constexpr Schema schema{"linear(Tensor input, Tensor weight, Tensor? bias=None) -> Tensor"};
  static constexpr const char* doc = "input weight^T + bias: the affine map of a layer, over the last dimension.";
  static constexpr Autocast autocast = Autocast::Lower;
  static Tensor rows_of(const Tensor& t) {
    int64_t k = t.size(-1);
    return reshape(t, Dims{k ? t.numel() / k : count_before_last(t), k});
  }
  static int64_t count_before_last(const Tensor& t) {
    int64_t n = 1;
    for (int i = 0; i + 1 < t.ndim(); ++i) n *= t.size(i);
    return n;
  }
  static Tensor forward(const Tensor& input, const Tensor& weight, const Tensor& bias) {
    if (input.ndim() == 0 || weight.ndim() == 0 || weight.ndim() > 2 || input.size(-1) != weight.size(-1)) {
      fail(VJP_ERROR_SHAPE, "linear: 'input' is {}, 'weight' is {}; [*, k] and [n, k] are needed", input.sizes(),
           weight.sizes());
    }
    check_factors("linear", input, weight);
    const bool vector = weight.ndim() == 1;
    Dims sizes(input.sizes());
    sizes[sizes.n - 1] = vector ? 1 : weight.size(0);
    Tensor matrix = vector ? unsqueeze(weight, 0) : weight, out = Tensor::empty(sizes, input.dtype());
    Tensor rows =
        out.with_geometry({Dims{count_before_last(input), sizes[sizes.n - 1]}, Dims{sizes[sizes.n - 1], 1}, 0});
    if (bias) {
      check_factors("linear", input, bias);
      if (bias.ndim() > 1 || !broadcasts_to(bias.sizes(), rows.sizes())) {
        fail(VJP_ERROR_SHAPE, "linear: 'bias' is {}, but there are {} outputs: [{}] is needed", bias.sizes(),
             sizes[sizes.n - 1], sizes[sizes.n - 1]);
      }
      kernels().copy(rows.view(), expand(bias, rows.sizes()).view());
    }
    multiply_into(rows, {rows_of(input)}, {matrix, Factor::Transposed}, 1.0, bias ? 1.0 : 0.0);
    if (!vector) return out;
    Dims without(input.sizes().first(static_cast<size_t>(input.ndim() - 1)));
    return out.with_geometry({without, contiguous_strides(without), 0});
  }
  // Weights of its own for each sample: a batch of products, and the bias apart.
  static Tensor batch(const Batch& b, const Tensor& input, const Tensor& weight, const Tensor& bias) {
    if (!b.has(1) && !b.has(2)) return linear(input, weight, bias);
    const bool vector = weight.ndim() - b.has(1) == 1;
    Tensor out;
    if (b.has(1)) {
      Dims sizes{b.size};
      int64_t count = 1;
      for (int i = b.has(0); i + 1 < input.ndim(); ++i) sizes.push_back(input.size(i)), count *= input.size(i);
      Tensor rows = reshape(input, Dims{b.has(0) ? b.size : 1, count, input.size(-1)});
      if (!vector) sizes.push_back(weight.size(1));
      out = reshape(_batched_matmul(rows, mT(vector ? unsqueeze(weight, 1) : weight)), sizes);
    } else {
      out = linear(input, weight, {});
    }
    if (!bias) return out;
    if (!b.has(2)) return add(out, vector ? reshape(bias, Dims{}) : bias);
    Dims sizes = Dims::filled(std::max(out.ndim() + !(b.has(0) || b.has(1)), 1), 1);
    sizes[0] = b.size;
    if (!vector && bias.ndim() > 1) sizes[sizes.n - 1] = bias.size(-1);
    return add(out, reshape(bias, sizes));
  }
  // The output's gradient as [rows, outputs].
  static Tensor gradient_rows(const Tensor& g, IntSpan weight) {
    int64_t n = weight.size() == 1 ? 1 : weight[0], rows = weight.size() == 1 ? g.numel() : count_before_last(g);
    return reshape(g, Dims{rows, n});
  }
  // A gradient that has its shape already stays a tensor of its own: a leaf takes it without a copy.
  static Tensor shaped(Tensor gradient, IntSpan shape) {
    return same(gradient.sizes(), shape) ? gradient : reshape(gradient, shape);
  }
  static constexpr auto vjp = rules(wrt<"input">([](Grad g, In<"weight"> w, ShapeOf<"input"> shape) -> Tensor {
                                      Tensor rows = gradient_rows(g, w.sizes()),
                                             matrix = w.ndim() == 1 ? unsqueeze(w, 0) : w;
                                      if (!derivatives_followed() && !is_complex(w.dtype()))
                                        return shaped(multiply_as(op_Mm, {rows}, {matrix}), shape);
                                      return reshape(mm(rows, conjugated(matrix)), shape);
                                    }),
                                    wrt<"weight">([](Grad g, In<"input"> x, ShapeOf<"weight"> shape) -> Tensor {
                                      Tensor rows = gradient_rows(g, shape), inputs = rows_of(x);
                                      if (!derivatives_followed() && !is_complex(x.dtype())) {
                                        return shaped(multiply_as(op_Mm, {rows, Factor::Transposed}, {inputs}), shape);
                                      }
                                      return reshape(mm(mT(rows), conjugated(inputs)), shape);
                                    }),
                                    wrt<"bias">([](Grad g) -> Tensor { return g; }));
  static constexpr auto jvp = tangents(
      [](Tangent<"input"> dx, Tangent<"weight"> dw, Tangent<"bias"> db, In<"input"> x, In<"weight"> w) -> Tensor {
        if (!dx && !dw) return db;
        Tensor first = dx ? linear(dx, w, db) : linear(x, dw, db);
        return dx && dw ? add(first, linear(x, dw)) : first;
      });
};
VJP_DEFINE(LinearLayer);

}  // namespace vjp
