// Reductions over any dimensions: rows where the reduced elements lie together, strips of columns where the kept ones
// do.
//
// Memory is read once and in its own order. Long reductions are cut into pieces of a fixed size whose states are merged
// in pairs, so results depend on sizes and strides, not on the number of threads.
#include <array>
#include <bit>
#include <vector>

#include "backends/cpu/cpu.h"
#include "backends/cpu/loops.h"
#include "backends/cpu/reduce_ops.h"
#include "backends/cpu/rows.h"
#include "base/parallel.h"

namespace vjp::cpu {
namespace {

constexpr int64_t kSegment = 4096;      // elements that a row kernel takes at once
constexpr int64_t kPiece = 131072;      // elements that one chunk of a long reduction takes
constexpr int64_t kStripColumns = 512;  // columns that vertical kernels keep states for
constexpr int64_t kGatherColumns = 16;  // columns that are transposed into rows together
constexpr int64_t kGatherRows = 256;

// Merges states pairwise as they come: state number 2^k is merged with 2^k others before it meets the rest.
template <class Op>
class Cascade {
 public:
  explicit Cascade(const Op& op) : op_(op) {}
  void push(typename Op::State s) {
    int level = 0;
    for (uint64_t c = count_; c & 1; c >>= 1) s = op_.merge(levels_[level++], s);
    levels_[level] = s;
    ++count_;
  }
  typename Op::State finish() const {
    if (count_ == 0) return op_.identity();
    int level = std::countr_zero(count_);
    typename Op::State s = levels_[level];
    for (++level; count_ >> level; ++level) {
      if (count_ >> level & 1) s = op_.merge(levels_[level], s);
    }
    return s;
  }

 private:
  const Op& op_;
  uint64_t count_ = 0;
  typename Op::State levels_[48];
};

struct Plan {
  const ReduceArgs& args;
  Loop<4> kept;     // strides of in, out, indices, mean
  Loop<1> reduced;  // strides of in
};

bool is_indexed(const ReduceArgs& args) {
  return args.op == Reduction::ArgMax || args.op == Reduction::ArgMin || args.indices.data != nullptr;
}

Plan make_plan(const ReduceArgs& args) {
  Plan plan{args, {}, {}};
  for (int d = 0; d < args.in.ndim; ++d) {
    const int64_t size = args.in.sizes[d], stride = args.in.strides[d];
    if (args.out.sizes[d] == size) {
      plan.kept.add(size, stride, args.out.strides[d], args.indices.data ? args.indices.strides[d] : 0,
                    args.mean.data ? args.mean.strides[d] : 0);
    } else {
      plan.reduced.add(size, stride);
    }
  }
  if (!is_indexed(args)) plan.reduced.sort_by_stride();
  plan.kept.coalesce();
  plan.reduced.coalesce();
  return plan;
}

template <class Op>
typename Op::State reduce_range(const Op& op, const Plan& plan, int64_t base, int64_t begin, int64_t end) {
  using C = typename Op::Element;
  if (begin >= end) return op.identity();
  const View& in = plan.args.in;
  const int64_t stride = plan.reduced.ndim ? plan.reduced.strides[plan.reduced.ndim - 1][0] : 1;
  const bool direct = stride == 1 && in.dtype == dtype_of<C>;
  const int64_t segment = direct ? kSegment : kSegment / 4;
  if (direct && plan.reduced.ndim <= 1 && end - begin <= segment) {
    return op.segment(static_cast<const C*>(in.data) + base + begin, end - begin, begin);
  }
  Cascade<Op> cascade(op);
  Cursor<1> at(plan.reduced, begin);
  C buffer[kSegment / 4];
  for (int64_t i = begin; i < end;) {
    const int64_t n = std::min({segment, at.run(), end - i});
    if (direct) {
      cascade.push(op.segment(static_cast<const C*>(in.data) + base + at.offset[0], n, i));
    } else {
      load_row(buffer, in.data, in.dtype, base + at.offset[0], stride, n);
      cascade.push(op.segment(buffer, n, i));
    }
    at.advance(n);
    i += n;
  }
  return cascade.finish();
}

template <class Op>
void reduce_rows(const Op& op, const Plan& plan) {
  const int64_t outputs = plan.kept.count(), length = plan.reduced.count();
  const auto store = [&](const typename Op::State& s, const Cursor<4>& at) {
    op.store(s, plan.args, {at.offset[1], at.offset[2], at.offset[3]});
  };
  if (length >= 2 * kPiece && outputs < 256) {
    const int64_t pieces = (length + kPiece - 1) / kPiece;
    std::vector<typename Op::State> states(static_cast<size_t>(outputs * pieces));
    parallel_for(0, outputs * pieces, 1, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        const Cursor<4> at(plan.kept, i / pieces);
        const int64_t first = i % pieces * kPiece;
        states[static_cast<size_t>(i)] = reduce_range(op, plan, at.offset[0], first, std::min(length, first + kPiece));
      }
    });
    Cursor<4> at(plan.kept, 0);
    for (int64_t o = 0; o < outputs; ++o, at.next()) {
      Cascade<Op> cascade(op);
      for (int64_t p = 0; p < pieces; ++p) cascade.push(states[static_cast<size_t>(o * pieces + p)]);
      store(cascade.finish(), at);
    }
    return;
  }
  parallel_for(0, outputs, grain_for(length), [&](int64_t begin, int64_t end) {
    Cursor<4> at(plan.kept, begin);
    for (int64_t o = begin; o < end; ++o, at.next()) store(reduce_range(op, plan, at.offset[0], 0, length), at);
  });
}

// Adds the rows [begin, end) of the reduced space, `width` columns from `base` on, to `states`.
template <class Op>
void reduce_strip(const Op& op, const Plan& plan, int64_t base, int64_t width, int64_t begin, int64_t end,
                  typename Op::State* states) {
  using C = typename Op::Element;
  const View& in = plan.args.in;
  const int64_t row_stride = plan.reduced.ndim ? plan.reduced.strides[plan.reduced.ndim - 1][0] : 0;
  const bool direct = in.dtype == dtype_of<C>;
  for (int64_t j = 0; j < width; ++j) states[j] = op.identity();
  if (begin >= end) return;
  C buffer[kGatherColumns * kGatherRows];
  Cursor<1> at(plan.reduced, begin);
  for (int64_t i = begin; i < end;) {
    const int64_t run = std::min(at.run(), end - i);
    int64_t n = run;
    if constexpr (Op::kRows) {
      if (direct) {
        op.rows(states, static_cast<const C*>(in.data) + base + at.offset[0], row_stride, n, width, i, 1);
      } else {
        n = std::min(run, kGatherColumns * kGatherRows / kStripColumns);
        for (int64_t r = 0; r < n; ++r) {
          load_row(buffer + r * width, in.data, in.dtype, base + at.offset[0] + r * row_stride, 1, width);
        }
        op.rows(states, buffer, width, n, width, i, 1);
      }
    } else {
      n = std::min(run, kGatherRows);
      for (int64_t j0 = 0; j0 < width; j0 += kGatherColumns) {
        const int64_t columns = std::min(kGatherColumns, width - j0);
        C row[kGatherColumns];
        for (int64_t r = 0; r < n; ++r) {
          load_row(row, in.data, in.dtype, base + at.offset[0] + r * row_stride + j0, 1, columns);
          for (int64_t j = 0; j < columns; ++j) buffer[j * n + r] = row[j];
        }
        for (int64_t j = 0; j < columns; ++j) {
          states[j0 + j] = op.merge(states[j0 + j], op.segment(buffer + j * n, n, i));
        }
      }
    }
    at.advance(n);
    i += n;
  }
}

// Adding one row after the other loses accuracy with their number: sums over many rows go block by block.
template <class Op>
void reduce_strip_blocked(const Op& op, const Plan& plan, int64_t base, int64_t width, int64_t begin, int64_t end,
                          typename Op::State* states) {
  constexpr int64_t kBlock = 128;
  if (!Op::kRows || end - begin <= kBlock) return reduce_strip(op, plan, base, width, begin, end, states);
  const int64_t middle = begin + ((end - begin) / 2 + kBlock - 1) / kBlock * kBlock;
  reduce_strip_blocked(op, plan, base, width, begin, middle, states);
  if (middle >= end) return;
  std::vector<typename Op::State> rest(static_cast<size_t>(width));
  reduce_strip_blocked(op, plan, base, width, middle, end, rest.data());
  for (int64_t j = 0; j < width; ++j) states[j] = op.merge(states[j], rest[static_cast<size_t>(j)]);
}

// The kept dimension `columns` has stride 1 in the input.
template <class Op>
void reduce_columns(const Op& op, Plan plan, int column_dim) {
  using State = typename Op::State;
  const int64_t columns = plan.kept.sizes[column_dim];
  int64_t steps[4];
  for (int k = 0; k < 4; ++k) steps[k] = plan.kept.strides[column_dim][k];
  plan.kept.remove(column_dim);
  const int64_t length = plan.reduced.count(), outer = plan.kept.count();
  const int64_t strip = std::min(columns, kStripColumns), strips = (columns + strip - 1) / strip;
  const int64_t piece = std::max<int64_t>(16, kPiece / strip);
  const int64_t pieces = std::max<int64_t>(1, (length + piece - 1) / piece);
  std::vector<State> states(static_cast<size_t>(outer * columns * pieces));
  const auto states_of = [&](int64_t o, int64_t p, int64_t column) {
    return states.data() + (o * pieces + p) * columns + column;
  };

  const int64_t grain = grain_for(std::min(piece, length) * strip);
  parallel_for(0, outer * pieces * strips, grain, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      const int64_t o = i / (pieces * strips), p = i / strips % pieces, column = i % strips * strip;
      const Cursor<4> at(plan.kept, o);
      reduce_strip_blocked(op, plan, at.offset[0] + column, std::min(strip, columns - column), p * piece,
                           std::min(length, (p + 1) * piece), states_of(o, p, column));
    }
  });
  parallel_for(0, outer, grain_for(columns * pieces), [&](int64_t begin, int64_t end) {
    Cursor<4> at(plan.kept, begin);
    for (int64_t o = begin; o < end; ++o, at.next()) {
      for (int64_t distance = 1; distance < pieces; distance *= 2) {
        for (int64_t p = 0; p + distance < pieces; p += 2 * distance) {
          State *a = states_of(o, p, 0), *b = states_of(o, p + distance, 0);
          for (int64_t j = 0; j < columns; ++j) a[j] = op.merge(a[j], b[j]);
        }
      }
      const State* s = states_of(o, 0, 0);
      for (int64_t j = 0; j < columns; ++j) {
        op.store(s[j], plan.args,
                 {at.offset[1] + j * steps[1], at.offset[2] + j * steps[2], at.offset[3] + j * steps[3]});
      }
    }
  });
}

template <class Op>
void run(const Op& op, const Plan& plan) {
  if (plan.kept.count() == 0) return;
  const int rdim = plan.reduced.ndim;
  const bool rows_contiguous = rdim == 0 || plan.reduced.strides[rdim - 1][0] == 1;
  if (!rows_contiguous && plan.reduced.count() > 1) {
    for (int d = plan.kept.ndim - 1; d >= 0; --d) {
      if (plan.kept.strides[d][0] == 1 && plan.kept.sizes[d] >= 4) return reduce_columns(op, plan, d);
    }
  }
  reduce_rows(op, plan);
}

template <class C>
void dispatch_real(const Plan& plan) {
  const ReduceArgs& args = plan.args;
  const bool indexed = is_indexed(args);
  switch (args.op) {
    case Reduction::Max:
      return indexed ? run(IndexedExtremeOp<C, true, false>(), plan) : run(ExtremeOp<C, true, false>(), plan);
    case Reduction::Min:
      return indexed ? run(IndexedExtremeOp<C, false, false>(), plan) : run(ExtremeOp<C, false, false>(), plan);
    case Reduction::ArgMax:
      return run(IndexedExtremeOp<C, true, true>(), plan);
    case Reduction::ArgMin:
      return run(IndexedExtremeOp<C, false, true>(), plan);
    case Reduction::LogSumExp:
      if constexpr (has_simd<C>) return run(LogSumExpOp<C>(), plan);
      break;
    default:
      break;
  }
  fail(VJP_ERROR_NOT_IMPLEMENTED, "reduction {} of dtype {} is not implemented on the cpu", static_cast<int>(args.op),
       args.in.dtype);
}

template <class C>
void dispatch(const Plan& plan) {
  const ReduceArgs& args = plan.args;
  switch (args.op) {
    case Reduction::Sum:
      return run(SumOp<C>(), plan);
    case Reduction::Prod:
      return run(ProdOp<C>(), plan);
    case Reduction::Any:
      return run(LogicalOp<C, false>(), plan);
    case Reduction::All:
      return run(LogicalOp<C, true>(), plan);
    case Reduction::SumSquares:
      return run(SumSquaresOp<C>(), plan);
    case Reduction::SumAbs:
      return run(SumAbsOp<C>(), plan);
    case Reduction::SumAbsPow:
      return run(SumAbsPowOp<C>(args.p), plan);
    case Reduction::MaxAbs:
      return run(ExtremeOp<C, true, true>(), plan);
    case Reduction::MinAbs:
      return run(ExtremeOp<C, false, true>(), plan);
    case Reduction::CountNonzero:
      return run(CountNonzeroOp<C>(), plan);
    case Reduction::Variance:
      if constexpr (!std::is_same_v<C, int64_t>) return run(VarianceOp<C>(args.correction), plan);
      break;
    default:
      break;
  }
  if constexpr (!is_complex_v<C>) {
    dispatch_real<C>(plan);
  } else {
    fail(VJP_ERROR_NOT_IMPLEMENTED, "reduction {} of dtype {} is not implemented on the cpu", static_cast<int>(args.op),
         args.in.dtype);
  }
}

}  // namespace

void reduce(const ReduceArgs& args) {
  const Plan plan = make_plan(args);
  visit_compute(args.in.dtype, [&](auto type) { dispatch<typename decltype(type)::type>(plan); });
}

int64_t count_nonzero(const View& in) {
  int64_t ones[kMaxDims], zeros[kMaxDims], count = 0;
  std::fill_n(ones, kMaxDims, 1);
  std::fill_n(zeros, kMaxDims, 0);
  ReduceArgs args{};
  args.op = Reduction::CountNonzero;
  args.in = in;
  args.out = {&count, Dtype::Int64, in.ndim, ones, zeros};
  reduce(args);
  return count;
}

}  // namespace vjp::cpu
