// Layer and RMS normalisation, forward and backward. Half types go through float rows.
#include <memory>
#include <vector>

#include "backends/cpu/cpu.h"
#include "backends/cpu/loops.h"
#include "backends/cpu/norm_simd.h"
#include "backends/cpu/rows.h"
#include "base/parallel.h"

namespace vjp::cpu {
namespace {

// A parameter vector in the compute type: the given memory, or a converted copy.
template <class C>
class Vector {
 public:
  Vector(const void* data, Dtype dtype, int64_t n) {
    if (!data || dtype == dtype_of<C>) {
      data_ = static_cast<const C*>(data);
      return;
    }
    copy_.resize(static_cast<size_t>(n));
    load_row(copy_.data(), data, dtype, 0, 1, n);
    data_ = copy_.data();
  }
  const C* data() const { return data_; }

 private:
  std::vector<C> copy_;
  const C* data_;
};

constexpr int64_t kConvertedRows = 4;  // rows that are converted together

template <class C>
void forward(const NormArgs& args) {
  const int64_t n = args.inner;
  const Vector<C> weight(args.weight, Dtype{args.dtype}, n), bias(args.bias, Dtype{args.dtype}, n);
  const C eps = static_cast<C>(args.eps);
  C *mean = static_cast<C*>(args.mean), *rstd = static_cast<C*>(args.rstd);
  const bool direct = Dtype{args.dtype} == dtype_of<C>;
  parallel_for(0, args.rows, grain_for(n, 16384), [&](int64_t begin, int64_t end) {
    if (direct) {
      norm_rows<C>().forward(static_cast<const C*>(args.x) + begin * n, weight.data(), bias.data(),
                             static_cast<C*>(args.y) + begin * n, mean ? mean + begin : nullptr, rstd + begin,
                             end - begin, n, eps);
      return;
    }
    std::vector<C> buffer(static_cast<size_t>(2 * kConvertedRows * n));
    C *x = buffer.data(), *y = x + kConvertedRows * n;
    for (int64_t r = begin; r < end; r += kConvertedRows) {
      const int64_t rows = std::min(kConvertedRows, end - r);
      load_row(x, args.x, Dtype{args.dtype}, r * n, 1, rows * n);
      norm_rows<C>().forward(x, weight.data(), bias.data(), y, mean ? mean + r : nullptr, rstd + r, rows, n, eps);
      store_row(args.y, Dtype{args.dtype}, r * n, 1, rows * n, y);
    }
  });
}

template <class C>
void backward_range(const NormBackwardArgs& args, const C* weight, C* grad_weight, C* grad_bias, int64_t begin,
                    int64_t end) {
  const int64_t n = args.inner;
  const C *mean = static_cast<const C*>(args.mean), *rstd = static_cast<const C*>(args.rstd);
  if (Dtype{args.dtype} == dtype_of<C>) {
    norm_rows<C>().backward(static_cast<const C*>(args.grad) + begin * n, static_cast<const C*>(args.x) + begin * n,
                            weight, mean ? mean + begin : nullptr, rstd + begin,
                            args.grad_x ? static_cast<C*>(args.grad_x) + begin * n : nullptr, grad_weight, grad_bias,
                            end - begin, n);
    return;
  }
  std::vector<C> buffer(static_cast<size_t>(3 * kConvertedRows * n));
  C *g = buffer.data(), *x = g + kConvertedRows * n, *out = x + kConvertedRows * n;
  for (int64_t r = begin; r < end; r += kConvertedRows) {
    const int64_t rows = std::min(kConvertedRows, end - r);
    load_row(g, args.grad, Dtype{args.dtype}, r * n, 1, rows * n);
    load_row(x, args.x, Dtype{args.dtype}, r * n, 1, rows * n);
    norm_rows<C>().backward(g, x, weight, mean ? mean + r : nullptr, rstd + r, args.grad_x ? out : nullptr, grad_weight,
                            grad_bias, rows, n);
    if (args.grad_x) store_row(args.grad_x, Dtype{args.dtype}, r * n, 1, rows * n, out);
  }
}

// grad_weight and grad_bias are summed over pieces of rows whose number depends on the sizes alone, then in pairs.
template <class C>
void backward(const NormBackwardArgs& args) {
  constexpr int64_t kMaxPieces = 64;
  const int64_t n = args.inner;
  const Vector<C> weight(args.weight, Dtype{args.dtype}, n);
  const bool parameters = args.grad_weight || args.grad_bias;
  const int64_t piece = std::max(grain_for(n, 16384), (args.rows + kMaxPieces - 1) / kMaxPieces);
  const int64_t pieces = std::max<int64_t>(1, (args.rows + piece - 1) / piece);
  std::vector<C> partial(parameters ? static_cast<size_t>(2 * pieces * n) : 0);
  const auto sums = [&](int64_t p, int k) { return partial.data() + (2 * p + k) * n; };
  parallel_for(0, pieces, 1, [&](int64_t begin, int64_t end) {
    for (int64_t p = begin; p < end; ++p) {
      backward_range<C>(args, weight.data(), args.grad_weight ? sums(p, 0) : nullptr,
                        args.grad_bias ? sums(p, 1) : nullptr, p * piece, std::min(args.rows, (p + 1) * piece));
    }
  });
  if (!parameters) return;
  for (int64_t distance = 1; distance < pieces; distance *= 2) {
    for (int64_t p = 0; p + distance < pieces; p += 2 * distance) {
      C *a = sums(p, 0), *b = sums(p + distance, 0);
      for (int64_t j = 0; j < 2 * n; ++j) a[j] += b[j];
    }
  }
  if (args.grad_weight) store_row(args.grad_weight, Dtype{args.dtype}, 0, 1, n, sums(0, 0));
  if (args.grad_bias) store_row(args.grad_bias, Dtype{args.dtype}, 0, 1, n, sums(0, 1));
}

template <class F>
void visit_real(Dtype d, F&& f) {
  switch (compute_of(d)) {
    case Dtype::Float32:
      return f(Type<float>{});
    case Dtype::Float64:
      return f(Type<double>{});
    default:
      fail(VJP_ERROR_NOT_IMPLEMENTED, "normalisation of dtype {} is not implemented on the cpu", d);
  }
}

}  // namespace

void norm(const NormArgs& args) {
  visit_real(Dtype{args.dtype}, [&](auto type) { forward<typename decltype(type)::type>(args); });
}

void norm_backward(const NormBackwardArgs& args) {
  visit_real(Dtype{args.dtype}, [&](auto type) { backward<typename decltype(type)::type>(args); });
}

}  // namespace vjp::cpu
