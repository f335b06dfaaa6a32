// Products.
#include "ops/functions/reduce_prod.h"

#include "graph/batched.h"
#include "ops/define.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/complex.h"
#include "ops/functions/copy.h"
#include "ops/functions/creation.h"
#include "ops/functions/index_arrange.h"
#include "ops/functions/join.h"
#include "ops/functions/reduce_scan.h"
#include "ops/functions/reduce_sum.h"
#include "ops/functions/view_part.h"
#include "ops/functions/view_shape.h"
#include "ops/halves.h"
#include "ops/reduction.h"

namespace vjp {
namespace {

// Of a batched tensor it is not asked: the general way is right for all.
bool has_zero(const Tensor& t) { return is_batched(t) || number_of_nonzero(t) < t.numel(); }

// Along `dim`: the product of the elements before each; 1 for the first.
Tensor product_before(const Tensor& x, int dim) {
  int64_t n = x.size(dim);
  Dims one(x.sizes());
  one[dim] = 1;
  const Tensor parts[] = {ones(one, x.dtype()), narrow(x, dim, 0, n - 1)};
  return cumprod(cat(parts, dim), dim);
}

Tensor reversed(const Tensor& x, int64_t dim) {
  const int64_t dims[] = {dim};
  return flip(x, dims);
}

// For each element the product of the others, where one is 0.
Tensor product_of_others(const Tensor& x, int d) {
  return mul(product_before(x, d), reversed(product_before(reversed(x, d), d), d));
}

}  // namespace

struct ProdDim : General {
  static constexpr Schema schema{"prod.dim(Tensor input, int dim, bool keepdim=False, *, dtype? dtype=None) -> Tensor"};
  static constexpr const char* doc =
      "The product over one dimension. Integers and bool are multiplied as int64 unless dtype is given.";
  static constexpr Autocast autocast = Autocast::Float32;
  static Tensor forward(const Tensor& input, int64_t dim, bool keepdim, Dtype dtype) {
    Tensor x = dtype == Dtype::None ? input : to(input, dtype);
    const int64_t dims[] = {dim};
    Dtype result = dtype != Dtype::None ? dtype : is_integral(x.dtype()) ? Dtype::Int64 : x.dtype();
    return run_reduction(Reduction::Prod, x, reduced_dims(x.ndim(), IntSpan(dims), "prod"), keepdim, result);
  }
  // The product of the others; by division where no element is 0.
  static constexpr auto vjp = rules(wrt<"input">(
      [](Grad grad, In<"input"> input, Out<> out, Attr<"dim", int64_t> dim, Attr<"dtype", Dtype> dtype) -> Tensor {
        if (input.ndim() == 0) return grad;
        Tensor g = wide(grad), x = wide(to(input, dtype == Dtype::None ? input.dtype() : dtype.value));
        int d = wrap_dim(dim, x.ndim(), "prod");
        Tensor y = is_half(out.dtype()) ? prod_dim(x, d, true) : Tensor(out);
        Tensor whole = with_kept_dims(g, x.sizes(), 1u << d);
        if (x.numel() == 0) return expand(whole, x.sizes());
        if (!has_zero(x)) return mul(whole, conj(div(with_kept_dims(y, x.sizes(), 1u << d), x)));
        return mul(whole, conj(product_of_others(x, d)));
      }));
  static constexpr auto jvp = tangents([](Tangent<"input"> given, In<"input"> input, Out<> out,
                                          Attr<"dim", int64_t> dim, Attr<"dtype", Dtype> dtype) -> Tensor {
    Dtype type = dtype == Dtype::None ? input.dtype() : dtype.value;
    if (input.ndim() == 0) return to(given, type);
    Tensor t = wide(to(given, type)), x = wide(to(input, type));
    int d = wrap_dim(dim, x.ndim(), "prod");
    if (x.numel() == 0) return {};
    const int64_t dims[] = {d};
    if (has_zero(x)) return reshape(sum(mul(product_of_others(x, d), t), IntSpan(dims)), out.sizes());
    Tensor y = is_half(out.dtype()) ? prod_dim(x, d, out.ndim() == x.ndim()) : Tensor(out);
    return mul(y, reshape(sum(div(t, x), IntSpan(dims)), out.sizes()));
  });
};
VJP_DEFINE(ProdDim);

struct Prod : Composite {
  static constexpr Schema schema{"prod(Tensor input, *, dtype? dtype=None) -> Tensor"};
  static constexpr const char* doc = "The product of all elements.";
  static constexpr Autocast autocast = Autocast::Float32;
  static Tensor forward(const Tensor& input, Dtype dtype) { return prod_dim(flatten(input), 0, false, dtype); }
};
VJP_DEFINE(Prod);

struct CumProd : General {
  static constexpr Schema schema{"cumprod(Tensor input, int dim, *, dtype? dtype=None) -> Tensor"};
  static constexpr const char* doc = "Running products along a dimension.";
  static constexpr Autocast autocast = Autocast::Float32;
  static constexpr bool inplace = true;
  static Tensor forward(const Tensor& input, int64_t dim, Dtype dtype) {
    Tensor x = dtype == Dtype::None ? input : to(input, dtype);
    Dtype result = dtype != Dtype::None ? dtype : is_integral(x.dtype()) ? Dtype::Int64 : x.dtype();
    Tensor out = Tensor::empty(x.sizes(), result);
    kernels().scan({byte_of(Scan::Prod), x.view(), out.view(), {}, wrap_dim(dim, x.ndim(), "cumprod"), false});
    return out;
  }
  // With y_k the products: grad_i = sum over k >= i of g_k conj(y_k / x_i). Where an element is 0, y_k / x_i is the
  // product before i times that of x_(i+1) ... x_k, and the sum over k is taken by Horner's rule from the end.
  static constexpr auto vjp = rules(wrt<"input">(
      [](Grad grad, In<"input"> input, Out<> out, Attr<"dim", int64_t> dim, Attr<"dtype", Dtype> dtype) -> Tensor {
        if (input.ndim() == 0 || input.numel() == 0) return grad;
        Tensor g = wide(grad), x = wide(to(input, dtype == Dtype::None ? input.dtype() : dtype.value));
        int d = wrap_dim(dim, x.ndim(), "cumprod");
        Tensor y = is_half(out.dtype()) ? cumprod(x, d) : Tensor(out);
        if (!has_zero(x)) return div(_reverse_cumsum(mul(g, conj(y)), d), conj(x));
        int64_t n = x.size(d);
        Tensor factors = conj(x);
        std::vector<Tensor> sums(static_cast<size_t>(n));
        for (int64_t i = n - 1; i >= 0; --i) {
          Tensor own = narrow(g, d, i, 1);
          auto at = static_cast<size_t>(i);
          sums[at] = i == n - 1 ? own : add(own, mul(narrow(factors, d, i + 1, 1), sums[at + 1]));
        }
        return mul(conj(product_before(x, d)), cat(sums, d));
      }));
  // The tangent of y_k is y_k times the running sum of t_i / x_i, or that of y_(k-1) times x_k, plus y_(k-1) t_k.
  static constexpr auto jvp = tangents([](Tangent<"input"> given, In<"input"> input, Out<> out,
                                          Attr<"dim", int64_t> dim, Attr<"dtype", Dtype> dtype) -> Tensor {
    Dtype type = dtype == Dtype::None ? input.dtype() : dtype.value;
    if (input.ndim() == 0 || input.numel() == 0) return to(given, type);
    Tensor t = wide(to(given, type)), x = wide(to(input, type));
    int d = wrap_dim(dim, x.ndim(), "cumprod");
    if (!has_zero(x)) return mul(is_half(out.dtype()) ? cumprod(x, d) : Tensor(out), cumsum(div(t, x), d));
    Tensor own = mul(product_before(x, d), t);
    std::vector<Tensor> sums;
    for (int64_t k = 0; k < x.size(d); ++k) {
      Tensor here = narrow(own, d, k, 1);
      sums.push_back(k ? add(mul(sums.back(), narrow(x, d, k, 1)), here) : here);
    }
    return cat(sums, d);
  });
};
VJP_DEFINE(CumProd);

}  // namespace vjp
