// Running sums, products, extremes and log-sum-exps along a dimension. float sums run in double: one after the other,
// their error would grow with the length.
#include <cmath>
#include <complex>
#include <limits>

#include "backends/cpu/cpu.h"
#include "backends/cpu/loops.h"
#include "backends/cpu/rows.h"
#include "base/parallel.h"

namespace vjp::cpu {
namespace {

template <class C>
struct Wider {
  using type = C;
};
template <>
struct Wider<float> {
  using type = double;
};
template <>
struct Wider<std::complex<float>> {
  using type = std::complex<double>;
};

template <class C>
struct SumScan {
  using State = typename Wider<C>::type;
  static State first(C v) { return static_cast<State>(v); }
  static State step(State s, C v, int64_t) { return s + static_cast<State>(v); }
  static C value(const State& s) { return static_cast<C>(s); }
  // Four of a row at once, `at` the place of each: the next four wait for one sum. Where sums of elements do not
  // overflow before the state does.
  static constexpr bool kFours = !std::is_same_v<State, C> || std::is_same_v<C, int64_t>;
  template <class At>
  static State fours(State s, C* tile, int64_t from, At&& at) {
    C *x0 = tile + at(from), *x1 = tile + at(from + 1), *x2 = tile + at(from + 2), *x3 = tile + at(from + 3);
    const State a = static_cast<State>(*x0), b = a + static_cast<State>(*x1), c = static_cast<State>(*x2);
    const State all = s + (b + (c + static_cast<State>(*x3)));
    *x0 = value(s + a), *x1 = value(s + b), *x2 = value(s + (b + c)), *x3 = value(all);
    return all;
  }
};

template <class C>
struct ProdScan {
  using State = typename Wider<C>::type;
  static State first(C v) { return static_cast<State>(v); }
  static State step(State s, C v, int64_t) { return s * static_cast<State>(v); }
  static C value(const State& s) { return static_cast<C>(s); }
};

template <class C, bool kMax>
struct ExtremeScan {
  struct State {
    C value;
    int64_t position;
  };
  static State first(C v) { return {v, 0}; }
  static State step(State s, C v, int64_t i) {  // the last of equals, as the field has it
    const bool take = (kMax ? v >= s.value : v <= s.value) || v != v;
    if (__builtin_expect(take, 0)) s = {v, i};  // a branch: an extreme seldom changes, and a choice waits for the last
    return s;
  }
  static C value(const State& s) { return s.value; }
};

template <class C>
struct LogSumExpScan {
  using State = std::conditional_t<is_complex_v<C>, std::complex<double>, double>;
  static State first(C v) { return static_cast<State>(v); }
  static State step(State s, C given, int64_t) { return join(s, static_cast<State>(given)); }
  static double join(double s, double v) {
    if (s != s || v != v) return s + v;
    if (s == v && std::isinf(s)) return s;
    const double high = s > v ? s : v, low = s > v ? v : s;
    return high + std::log1p(std::exp(low - high));
  }
  // The imaginary part is that of the larger one and what the other turns it by: it is not brought into [-pi, pi].
  static std::complex<double> join(std::complex<double> s, std::complex<double> v) {
    if (s != s || v != v) return s + v;
    const auto [low, high] = s.real() > v.real() ? std::pair{v, s} : std::pair{s, v};
    if (std::isinf(high.real()) && low.real() == high.real())
      return high.real() < 0 ? low : std::log(std::exp(low) + std::exp(high));
    const std::complex<double> z = std::exp(low - high);
    const double x = z.real(), y = z.imag();
    return high + std::complex<double>(0.5 * std::log1p(2 * x + x * x + y * y), std::atan2(y, 1 + x));
  }
  static C value(const State& s) { return static_cast<C>(s); }
};

constexpr int64_t kColumns = 64;

struct ScanPlan {
  const ScanArgs& args;
  Loop<3> outer;  // all but dim: strides of in, out, indices
  int64_t length, in_step, out_step, index_step;
};

// Scans `width` neighbouring columns at once, row after row.
template <class C, class Op>
void scan_columns(const ScanPlan& plan, const int64_t* at, const int64_t* steps, int64_t width) {
  const ScanArgs& args = plan.args;
  typename Op::State states[kColumns];
  C row[kColumns];
  for (int64_t i = 0; i < plan.length; ++i) {
    const int64_t r = args.reverse ? plan.length - 1 - i : i;
    load_row(row, args.in.data, Dtype{args.in.dtype}, at[0] + r * plan.in_step, steps[0], width);
    if (i == 0) {
      for (int64_t j = 0; j < width; ++j) states[j] = Op::first(row[j]);
    } else {
      for (int64_t j = 0; j < width; ++j) states[j] = Op::step(states[j], row[j], r);
    }
    if constexpr (requires { states[0].position; }) {
      if (i == 0) {
        for (int64_t j = 0; j < width; ++j) states[j].position = r;
      }
      if (args.indices.data) {
        int64_t positions[kColumns];
        for (int64_t j = 0; j < width; ++j) positions[j] = states[j].position;
        store_row(args.indices.data, Dtype{args.indices.dtype}, at[2] + r * plan.index_step, steps[2], width,
                  positions);
      }
    }
    for (int64_t j = 0; j < width; ++j) row[j] = Op::value(states[j]);
    store_row(args.out.data, Dtype{args.out.dtype}, at[1] + r * plan.out_step, steps[1], width, row);
  }
}

// Scans one row tile by tile.
template <class C, class Op>
void scan_row(const ScanPlan& plan, const int64_t* at) {
  constexpr int64_t kTile = 512;
  const ScanArgs& args = plan.args;
  C tile[kTile];
  int64_t positions[kTile];
  typename Op::State state{};
  for (int64_t i = 0; i < plan.length; i += kTile) {
    const int64_t n = std::min(kTile, plan.length - i);
    const int64_t low = args.reverse ? plan.length - i - n : i;  // first position of the tile
    load_row(tile, args.in.data, Dtype{args.in.dtype}, at[0] + low * plan.in_step, plan.in_step, n);
    int64_t k = 0;
    if constexpr (requires { Op::kFours; }) {
      const auto at = [&](int64_t t) { return args.reverse ? n - 1 - t : t; };
      if (i == 0) state = Op::first(tile[at(0)]), k = 1;
      for (; Op::kFours && k + 4 <= n; k += 4) state = Op::fours(state, tile, k, at);
    }
    for (; k < n; ++k) {
      const int64_t j = args.reverse ? n - 1 - k : k;
      state = i + k == 0 ? Op::first(tile[j]) : Op::step(state, tile[j], low + j);
      if constexpr (requires { state.position; }) {
        if (i + k == 0) state.position = low + j;
        positions[j] = state.position;
      }
      tile[j] = Op::value(state);
    }
    store_row(args.out.data, Dtype{args.out.dtype}, at[1] + low * plan.out_step, plan.out_step, n, tile);
    if constexpr (requires { state.position; }) {
      if (args.indices.data) {
        store_row(args.indices.data, Dtype{args.indices.dtype}, at[2] + low * plan.index_step, plan.index_step, n,
                  positions);
      }
    }
  }
}

template <class C, class Op>
void run(const ScanPlan& plan) {
  const int64_t count = plan.outer.count();
  if (count == 0 || plan.length == 0) return;
  const int inner = plan.outer.ndim - 1;
  if (inner >= 0 && plan.outer.strides[inner][0] == 1 && plan.in_step != 1) {
    const int64_t grain = std::max(kColumns, grain_for(plan.length) / kColumns * kColumns);
    parallel_for(0, count, grain, [&](int64_t begin, int64_t end) {
      Cursor<3> at(plan.outer, begin);
      for (int64_t i = begin; i < end;) {
        const int64_t width = std::min({kColumns, at.run(), end - i});
        scan_columns<C, Op>(plan, at.offset, plan.outer.strides[inner], width);
        at.advance(width);
        i += width;
      }
    });
    return;
  }
  parallel_for(0, count, grain_for(plan.length), [&](int64_t begin, int64_t end) {
    Cursor<3> at(plan.outer, begin);
    for (int64_t i = begin; i < end; ++i, at.next()) scan_row<C, Op>(plan, at.offset);
  });
}

template <class C>
void dispatch(const ScanPlan& plan) {
  switch (Scan{plan.args.op}) {
    case Scan::Sum:
      return run<C, SumScan<C>>(plan);
    case Scan::Prod:
      return run<C, ProdScan<C>>(plan);
    case Scan::Max:
      if constexpr (!is_complex_v<C>) return run<C, ExtremeScan<C, true>>(plan);
      break;
    case Scan::Min:
      if constexpr (!is_complex_v<C>) return run<C, ExtremeScan<C, false>>(plan);
      break;
    case Scan::LogSumExp:
      if constexpr (std::is_floating_point_v<C> || is_complex_v<C>) return run<C, LogSumExpScan<C>>(plan);
      break;
  }
  fail(VJP_ERROR_NOT_IMPLEMENTED, "scan {} of dtype {} is not implemented on the cpu", plan.args.op,
       Dtype{plan.args.in.dtype});
}

}  // namespace

void scan(const ScanArgs& args) {
  ScanPlan plan{args, {}, 1, 1, 1, 1};
  const bool indexed = args.indices.data != nullptr;
  if (args.in.ndim > 0) {
    plan.length = args.in.sizes[args.dim];
    plan.in_step = args.in.strides[args.dim];
    plan.out_step = args.out.strides[args.dim];
    plan.index_step = indexed ? args.indices.strides[args.dim] : 0;
  }
  for (int d = 0; d < args.in.ndim; ++d) {
    if (d == args.dim) continue;
    plan.outer.add(args.in.sizes[d], args.in.strides[d], args.out.strides[d], indexed ? args.indices.strides[d] : 0);
  }
  plan.outer.coalesce();
  // the compute type of the output: a sum of small integers is one of int64
  visit_compute(is_integral(Dtype{args.in.dtype}) ? Dtype{args.in.dtype} : Dtype{args.out.dtype},
                [&](auto type) { dispatch<typename decltype(type)::type>(plan); });
}

}  // namespace vjp::cpu
