// Running extremes and running log-sum-exps along a dimension.
#include "ops/functions/scan_extreme.h"

#include "base/parallel.h"
#include "ops/batch_rules.h"
#include "ops/define.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/complex.h"
#include "ops/functions/copy.h"
#include "ops/functions/creation.h"
#include "ops/functions/index_arrange.h"
#include "ops/functions/index_gather.h"
#include "ops/functions/join.h"
#include "ops/functions/pad.h"
#include "ops/functions/pointwise_comparison.h"
#include "ops/functions/pointwise_exponential.h"
#include "ops/functions/pointwise_selection.h"
#include "ops/functions/view_part.h"
#include "ops/functions/view_shape.h"
#include "ops/halves.h"
#include "ops/index_common.h"

namespace vjp {
namespace {

void run_scan(Scan kind, const Tensor& x, const Tensor& out, const Tensor& indices, int dim, bool reverse) {
  ScanArgs args{byte_of(kind), x.view(), out.view(), {}, dim, reverse};
  if (indices) args.indices = indices.view();
  if (x.numel() > 0) kernels().scan(args);
}

std::array<Tensor, 2> running_extreme(Scan kind, const Tensor& input, int64_t dim, const char* what) {
  if (is_complex(input.dtype())) fail(VJP_ERROR_DTYPE, "{}: complex numbers have no order", what);
  const int d = wrap_dim(dim, input.ndim(), what);
  Tensor values = Tensor::empty(input.sizes(), input.dtype()), indices = Tensor::empty(input.sizes(), Dtype::Int64);
  run_scan(kind, at_least_1d(input), at_least_1d(values), at_least_1d(indices), d, false);
  return {values, indices};
}

Tensor gradient_at_chosen(const Tensor& g, const Tensor& indices, int64_t dim) {
  return g.ndim() ? _scatter_zeros(g, indices, g.sizes(), dim, true) : g;
}
Tensor tangent_at_chosen(const Tensor& t, const Tensor& indices, int64_t dim) {
  return t.ndim() ? gather(t, dim, indices) : t;
}

}  // namespace

struct CumMax : General {
  static constexpr Schema schema{"cummax(Tensor input, int dim) -> (Tensor values, Tensor indices)"};
  static constexpr const char* doc =
      "The largest elements so far along a dimension, and the positions of the last of them. NaN stays.";
  static std::array<Tensor, 2> forward(const Tensor& input, int64_t dim) {
    return running_extreme(Scan::Max, input, dim, "cummax");
  }
  static constexpr auto vjp = rules(wrt<"input">([](GradOf<0> g, Out<1> indices, Attr<"dim", int64_t> dim) -> Tensor {
    return gradient_at_chosen(g, indices, dim);
  }));
  static constexpr auto jvp =
      tangents([](Tangent<"input"> t, Out<1> indices, Attr<"dim", int64_t> dim) -> std::array<Tensor, 2> {
        return {tangent_at_chosen(t, indices, dim), {}};
      });
};
VJP_DEFINE(CumMax);

struct CumMin : General {
  static constexpr Schema schema{"cummin(Tensor input, int dim) -> (Tensor values, Tensor indices)"};
  static constexpr const char* doc =
      "The smallest elements so far along a dimension, and the positions of the last of them. NaN stays.";
  static std::array<Tensor, 2> forward(const Tensor& input, int64_t dim) {
    return running_extreme(Scan::Min, input, dim, "cummin");
  }
  static constexpr auto vjp = rules(wrt<"input">([](GradOf<0> g, Out<1> indices, Attr<"dim", int64_t> dim) -> Tensor {
    return gradient_at_chosen(g, indices, dim);
  }));
  static constexpr auto jvp =
      tangents([](Tangent<"input"> t, Out<1> indices, Attr<"dim", int64_t> dim) -> std::array<Tensor, 2> {
        return {tangent_at_chosen(t, indices, dim), {}};
      });
};
VJP_DEFINE(CumMin);

// ---- linear recurrences: what the derivatives of running log-sum-exps are ----

namespace {

// Row by row, on the CPU. Three strides each: of factor, input and out along d.
template <class T>
void recur(const Tensor& factor, const Tensor& input, const Tensor& out, int d, bool reverse) {
  const int64_t n = input.size(d), inner = out.strides()[static_cast<size_t>(d)], outer = out.numel() / (n * inner);
  const T *f = factor.data<T>(), *x = input.data<T>();
  T* y = out.data<T>();
  parallel_for(0, outer * inner, std::max<int64_t>(1, 16384 / n), [&](int64_t begin, int64_t end) {
    for (int64_t row = begin; row < end; ++row) {
      const int64_t start = row / inner * n * inner + row % inner;
      int64_t at = reverse ? start + (n - 1) * inner : start;
      T state = y[at] = x[at];
      for (int64_t i = 1; i < n; ++i) {
        at += reverse ? -inner : inner;
        state = y[at] = f[at] * state + x[at];
      }
    }
  });
}

// The rows moved by one along d towards the end (or the front), with 0 coming in.
Tensor moved(const Tensor& x, int64_t dim, bool to_front, int64_t by = 1) {
  const int d = wrap_dim(dim, x.ndim(), "scan");
  Dims margins = Dims::filled(2 * (x.ndim() - d), 0);
  margins[margins.n - 2] = to_front ? -by : by;
  margins[margins.n - 1] = to_front ? by : -by;
  return constant_pad_nd(x, margins, 0);
}

// The same on a device: the recurrence over twice as many steps in each round.
Tensor recur_by_doubling(Tensor factor, Tensor out, int d, bool reverse) {
  for (int64_t by = 1; by < out.size(d); by *= 2) {
    out = add(out, mul(factor, moved(out, d, reverse, by)));
    factor = mul(factor, moved(factor, d, reverse, by));
  }
  return out;
}

}  // namespace

struct LinearScan : General {
  static constexpr Schema schema{"_linear_scan(Tensor factor, Tensor input, int dim, bool reverse) -> Tensor"};
  static constexpr const char* doc =
      "out[i] = factor[i] * out[i - 1] + input[i] along a dimension, from its end if reverse. The first factor counts "
      "for nothing.";
  static Tensor forward(const Tensor& factor, const Tensor& input, int64_t dim, bool reverse) {
    const Tensor x = fresh_copy(input), f = fresh_copy(factor);
    const int d = wrap_dim(dim, x.ndim(), "_linear_scan");
    if (x.numel() == 0 || x.ndim() == 0) return x;
    Tensor out = Tensor::empty(x.sizes(), x.dtype());
    if (!x.device().is_cpu()) return fresh_copy(recur_by_doubling(f, x, d, reverse));
    switch (x.dtype()) {
      case Dtype::Float32:
        recur<float>(f, x, out, d, reverse);
        break;
      case Dtype::Float64:
        recur<double>(f, x, out, d, reverse);
        break;
      case Dtype::Complex64:
        recur<std::complex<float>>(f, x, out, d, reverse);
        break;
      case Dtype::Complex128:
        recur<std::complex<double>>(f, x, out, d, reverse);
        break;
      default:
        fail(VJP_ERROR_DTYPE, "_linear_scan: 'input' is {}, expected floating or complex numbers", x.dtype());
    }
    return out;
  }
  static Tensor batch(const Batch& b, const Tensor& factor, const Tensor& input, int64_t dim, bool reverse) {
    const Tensor f = at_least_one_dim(b, 0, factor), x = at_least_one_dim(b, 1, input);
    const Dims sample = sample_sizes(b, 1, input);
    const int d = wrap_dim(dim, std::max(1, sample.n), "_linear_scan");
    return reshape(_linear_scan(f, x, d + 1, reverse), led_by(b.size, sample));
  }
  static constexpr auto vjp =
      rules(wrt<"factor", "input">([](Grad g, In<"factor"> factor, Out<> out, Attr<"dim", int64_t> dim,
                                      Attr<"reverse", bool> reverse) -> std::array<Tensor, 2> {
        if (g.ndim() == 0) return {zeros_like(g), g};
        // what reaches out[i] goes on to out[i - 1] by the factor there
        Tensor total = _linear_scan(conj(moved(factor, dim, !reverse)), g, dim, !reverse);
        return {mul(total, conj(moved(out, dim, reverse))), total};
      }));
  static constexpr auto jvp = tangents([](Tangent<"factor"> tf, Tangent<"input"> ti, In<"factor"> factor, Out<> out,
                                          Attr<"dim", int64_t> dim, Attr<"reverse", bool> reverse) -> Tensor {
    if (out.ndim() == 0) return ti ? Tensor(ti) : zeros_like(out);
    Tensor t = ti;
    if (tf) {
      Tensor by_factor = mul(tf, moved(out, dim, reverse));
      t = ti ? add(ti, by_factor) : by_factor;
    }
    return _linear_scan(factor, t, dim, reverse);
  });
};
VJP_DEFINE(LinearScan);

namespace {

// exp(a - b); an element of -inf has no share.
Tensor share_of(const Tensor& a, const Tensor& b) {
  if (is_complex(a.dtype())) return exp(sub(a, b));
  const Tensor none = isneginf(a);
  return where(none, 0, exp(where(none, 0, sub(a, b))));
}

// How much of each running log-sum-exp is what came before it; 0 for the first.
Tensor carried(const Tensor& y, int64_t dim) {
  const int d = wrap_dim(dim, y.ndim(), "logcumsumexp");
  const Tensor steps = share_of(narrow(y, d, 0, y.size(d) - 1), narrow(y, d, 1, y.size(d) - 1));
  Dims margins = Dims::filled(2 * (y.ndim() - d), 0);
  margins[margins.n - 2] = 1;
  return constant_pad_nd(steps, margins, 0);
}

}  // namespace

struct LogCumSumExp : General {
  static constexpr Schema schema{"logcumsumexp(Tensor input, int dim) -> Tensor"};
  static constexpr const char* doc = "log(cumsum(exp(input))) along a dimension, without overflow.";
  static constexpr Autocast autocast = Autocast::Float32;
  static Tensor forward(const Tensor& input, int64_t dim) {
    const int d = wrap_dim(dim, input.ndim(), "logcumsumexp");
    if (is_integral(input.dtype())) {
      fail(VJP_ERROR_DTYPE, "logcumsumexp: 'input' is {}, expected floating or complex numbers", input.dtype());
    }
    Tensor out = Tensor::empty(input.sizes(), input.dtype());
    run_scan(Scan::LogSumExp, at_least_1d(input), at_least_1d(out), {}, d, false);
    return out;
  }
  // Both are linear recurrences whose factors are at most 1, so nothing overflows.
  static constexpr auto vjp =
      rules(wrt<"input">([](Grad grad, In<"input"> input, Out<> out, Attr<"dim", int64_t> dim) -> Tensor {
        if (grad.ndim() == 0 || grad.numel() == 0) return grad;
        Tensor g = wide(grad), x = wide(input), y = is_half(input.dtype()) ? logcumsumexp(x, dim) : Tensor(out);
        Tensor total = _linear_scan(conj(moved(carried(y, dim), dim, true)), g, dim, true);
        return mul(conj(share_of(x, y)), total);
      }));
  static constexpr auto jvp =
      tangents([](Tangent<"input"> t, In<"input"> input, Out<> out, Attr<"dim", int64_t> dim) -> Tensor {
        if (t.ndim() == 0 || t.numel() == 0) return t;
        Tensor x = wide(input), y = is_half(input.dtype()) ? logcumsumexp(x, dim) : Tensor(out);
        return _linear_scan(carried(y, dim), mul(share_of(x, y), wide(t)), dim, false);
      });
};
VJP_DEFINE(LogCumSumExp);

}  // namespace vjp
