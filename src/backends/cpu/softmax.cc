// Softmax and log-softmax along one dimension: contiguous rows in place, everything else through rows gathered into a
// buffer.
#include <complex>
#include <memory>

#include "backends/cpu/cpu.h"
#include "backends/cpu/loops.h"
#include "backends/cpu/rows.h"
#include "backends/cpu/softmax_simd.h"
#include "base/parallel.h"

namespace vjp::cpu {
namespace {

// Complex rows have no order; the largest real part keeps exp in range.
template <class C>
void complex_forward(const C* x, C* y, int64_t n, bool log) {
  using R = Real<C>;
  R max = x[0].real();
  for (int64_t i = 1; i < n; ++i) max = x[i].real() > max || x[i].real() != x[i].real() ? x[i].real() : max;
  C sum = 0;
  for (int64_t i = 0; i < n; ++i) sum += std::exp(x[i] - max);
  const C log_sum = std::log(sum);
  for (int64_t i = 0; i < n; ++i) y[i] = log ? x[i] - max - log_sum : std::exp(x[i] - max) / sum;
}

template <class C>
void complex_backward(const C* g, const C* y, C* out, int64_t n, bool log) {
  C sum = 0;
  for (int64_t i = 0; i < n; ++i) sum += log ? g[i] : g[i] * std::conj(y[i]);
  for (int64_t i = 0; i < n; ++i) {
    out[i] = log ? g[i] - std::conj(std::exp(y[i])) * sum : std::conj(y[i]) * (g[i] - sum);
  }
}

template <class C>
void forward_rows(const C* x, C* y, int64_t rows, int64_t n, bool log) {
  if constexpr (is_complex_v<C>) {
    for (int64_t r = 0; r < rows; ++r) complex_forward(x + r * n, y + r * n, n, log);
  } else {
    const auto& k = softmax_rows<C>();
    (log ? k.log_softmax : k.softmax)(x, y, rows, n);
  }
}

template <class C>
void backward_rows(const C* g, const C* y, C* out, int64_t rows, int64_t n, bool log) {
  if constexpr (is_complex_v<C>) {
    for (int64_t r = 0; r < rows; ++r) complex_backward(g + r * n, y + r * n, out + r * n, n, log);
  } else {
    const auto& k = softmax_rows<C>();
    (log ? k.log_softmax_backward : k.softmax_backward)(g, y, out, rows, n);
  }
}

// Rows along `dim` of several views of the same sizes, `width` of them (neighbours in the innermost dimension) at a
// time.
template <int N>
struct RowPlan {
  Loop<N> outer;
  int64_t length = 1, count = 1;
  int64_t strides[N];

  RowPlan(const View* const (&views)[N], int dim) {
    const View& first = *views[0];
    if (first.ndim > 0) length = first.sizes[dim];
    for (int k = 0; k < N; ++k) strides[k] = first.ndim > 0 ? views[k]->strides[dim] : 1;
    for (int d = 0; d < first.ndim; ++d) {
      if (d == dim) continue;
      if constexpr (N == 2) {
        outer.add(first.sizes[d], views[0]->strides[d], views[1]->strides[d]);
      } else {
        outer.add(first.sizes[d], views[0]->strides[d], views[1]->strides[d], views[2]->strides[d]);
      }
    }
    outer.coalesce();
    count = outer.count();
  }
};

// Rows that lie `length` apart in memory with elements side by side, in the compute type: no copies needed.
template <int N>
bool is_direct(const RowPlan<N>& plan, const View* const (&views)[N], Dtype compute) {
  for (int k = 0; k < N; ++k) {
    if (Dtype{views[k]->dtype} != compute || (plan.strides[k] != 1 && plan.length != 1)) return false;
    if (plan.outer.ndim > 1 || (plan.outer.ndim == 1 && plan.outer.strides[0][k] != plan.length)) return false;
  }
  return true;
}

// Columns of float side by side, walked down together.
template <int N>
bool is_columns(const RowPlan<N>& plan, const View* const (&views)[N], Dtype compute) {
  if (compute != Dtype::Float32 || plan.outer.ndim == 0) return false;
  const auto& steps = plan.outer.strides[plan.outer.ndim - 1];
  for (int k = 0; k < N; ++k)
    if (Dtype{views[k]->dtype} != compute || steps[k] != 1 || plan.strides[k] == 1) return false;
  return true;
}
template <int N, class F>
void for_columns(const RowPlan<N>& plan, F&& f) {
  constexpr int64_t kTogether = 64;
  const int64_t grain = std::max(kTogether, grain_for(plan.length) / kTogether * kTogether);
  parallel_for(0, plan.count, grain, [&](int64_t begin, int64_t end) {
    Cursor<N> at(plan.outer, begin);
    for (int64_t i = begin; i < end;) {
      const int64_t width = std::min(at.run(), end - i);
      f(at.offset, width);
      at.advance(width);
      i += width;
    }
  });
}

constexpr int64_t kGather = 16;  // rows gathered together, so that neighbours share cache lines

// buffer[r][i] = element i of row first + r, whatever the strides.
template <class C, int N>
void gather_rows(C* buffer, const View& v, const RowPlan<N>& plan, int k, int64_t first, int64_t rows) {
  Cursor<N> at(plan.outer, first);
  const int64_t step = plan.outer.ndim ? plan.outer.strides[plan.outer.ndim - 1][k] : 1;
  const bool neighbours = plan.strides[k] != 1 && at.run() >= rows && rows > 1;
  if (neighbours) {  // across, element by element
    C line[kGather];
    for (int64_t i = 0; i < plan.length; ++i) {
      load_row(line, v.data, Dtype{v.dtype}, at.offset[k] + i * plan.strides[k], step, rows);
      for (int64_t r = 0; r < rows; ++r) buffer[r * plan.length + i] = line[r];
    }
    return;
  }
  for (int64_t r = 0; r < rows; ++r, at.next()) {
    load_row(buffer + r * plan.length, v.data, Dtype{v.dtype}, at.offset[k], plan.strides[k], plan.length);
  }
}

template <class C, int N>
void scatter_rows(const C* buffer, const View& v, const RowPlan<N>& plan, int k, int64_t first, int64_t rows) {
  Cursor<N> at(plan.outer, first);
  const int64_t step = plan.outer.ndim ? plan.outer.strides[plan.outer.ndim - 1][k] : 1;
  const bool neighbours = plan.strides[k] != 1 && at.run() >= rows && rows > 1;
  if (neighbours) {
    C line[kGather];
    for (int64_t i = 0; i < plan.length; ++i) {
      for (int64_t r = 0; r < rows; ++r) line[r] = buffer[r * plan.length + i];
      store_row(v.data, Dtype{v.dtype}, at.offset[k] + i * plan.strides[k], step, rows, line);
    }
    return;
  }
  for (int64_t r = 0; r < rows; ++r, at.next()) {
    store_row(v.data, Dtype{v.dtype}, at.offset[k], plan.strides[k], plan.length, buffer + r * plan.length);
  }
}

template <class C>
void forward(const SoftmaxArgs& args) {
  const View* const views[2] = {&args.in, &args.out};
  const RowPlan<2> plan(views, args.dim);
  const int64_t n = plan.length;
  if (n == 0 || plan.count == 0) return;
  if (is_direct(plan, views, dtype_of<C>)) {
    const C* x = static_cast<const C*>(args.in.data);
    C* y = static_cast<C*>(args.out.data);
    parallel_for(0, plan.count, grain_for(n, 16384), [&](int64_t begin, int64_t end) {
      forward_rows(x + begin * n, y + begin * n, end - begin, n, args.log);
    });
    return;
  }
  if constexpr (std::is_same_v<C, float>) {
    if (is_columns(plan, views, Dtype::Float32)) {
      return for_columns(plan, [&](const int64_t* at, int64_t width) {
        softmax_rows<C>().columns(static_cast<const C*>(args.in.data) + at[0], static_cast<C*>(args.out.data) + at[1],
                                  n, plan.strides[0], plan.strides[1], width, args.log);
      });
    }
  }
  const int64_t groups = (plan.count + kGather - 1) / kGather;
  parallel_for(0, groups, grain_for(n * kGather), [&](int64_t begin, int64_t end) {
    const std::unique_ptr<C[]> buffer(new C[static_cast<size_t>(n * kGather)]);
    for (int64_t i = begin; i < end; ++i) {
      const int64_t rows = std::min(kGather, plan.count - i * kGather);
      gather_rows(buffer.get(), args.in, plan, 0, i * kGather, rows);
      forward_rows(buffer.get(), buffer.get(), rows, n, args.log);
      scatter_rows(buffer.get(), args.out, plan, 1, i * kGather, rows);
    }
  });
}

template <class C>
void backward(const SoftmaxBackwardArgs& args) {
  const View* const views[3] = {&args.grad, &args.y, &args.grad_in};
  const RowPlan<3> plan(views, args.dim);
  const int64_t n = plan.length;
  if (n == 0 || plan.count == 0) return;
  if (is_direct(plan, views, dtype_of<C>)) {
    const C *g = static_cast<const C*>(args.grad.data), *y = static_cast<const C*>(args.y.data);
    C* out = static_cast<C*>(args.grad_in.data);
    parallel_for(0, plan.count, grain_for(n, 16384), [&](int64_t begin, int64_t end) {
      backward_rows(g + begin * n, y + begin * n, out + begin * n, end - begin, n, args.log);
    });
    return;
  }
  if constexpr (std::is_same_v<C, float>) {
    if (is_columns(plan, views, Dtype::Float32)) {
      return for_columns(plan, [&](const int64_t* at, int64_t width) {
        softmax_rows<C>().columns_backward(
            static_cast<const C*>(args.grad.data) + at[0], static_cast<const C*>(args.y.data) + at[1],
            static_cast<C*>(args.grad_in.data) + at[2], n, plan.strides, width, args.log);
      });
    }
  }
  const int64_t groups = (plan.count + kGather - 1) / kGather;
  parallel_for(0, groups, grain_for(n * kGather), [&](int64_t begin, int64_t end) {
    const std::unique_ptr<C[]> buffer(new C[static_cast<size_t>(2 * n * kGather)]);
    C *g = buffer.get(), *y = g + n * kGather;
    for (int64_t i = begin; i < end; ++i) {
      const int64_t rows = std::min(kGather, plan.count - i * kGather);
      gather_rows(g, args.grad, plan, 0, i * kGather, rows);
      gather_rows(y, args.y, plan, 1, i * kGather, rows);
      backward_rows(g, y, g, rows, n, args.log);
      scatter_rows(g, args.grad_in, plan, 2, i * kGather, rows);
    }
  });
}

template <class F>
void visit_floating(Dtype d, const char* what, F&& f) {
  switch (compute_of(d)) {
    case Dtype::Float32:
      return f(Type<float>{});
    case Dtype::Float64:
      return f(Type<double>{});
    case Dtype::Complex64:
      return f(Type<std::complex<float>>{});
    case Dtype::Complex128:
      return f(Type<std::complex<double>>{});
    default:
      fail(VJP_ERROR_NOT_IMPLEMENTED, "{} of dtype {} is not implemented on the cpu", what, d);
  }
}

}  // namespace

void softmax(const SoftmaxArgs& args) {
  visit_floating(Dtype{args.in.dtype}, "softmax", [&](auto type) { forward<typename decltype(type)::type>(args); });
}

void softmax_backward(const SoftmaxBackwardArgs& args) {
  visit_floating(Dtype{args.grad.dtype}, "softmax_backward",
                 [&](auto type) { backward<typename decltype(type)::type>(args); });
}

}  // namespace vjp::cpu
