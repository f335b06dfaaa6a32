// Reductions over any dimensions: rows where the reduced elements lie together, strips of columns where the kept ones
// do.
//
// Memory is read once and in its own order. Long reductions are cut into pieces of a fixed size whose states are merged
// in pairs, so results depend on sizes and strides, not on the number of threads.
#include <bit>
#include <cstring>
#include <memory>

#include "backends/cpu/cpu.h"
#include "backends/cpu/loops.h"
#include "backends/cpu/reduce_ops.h"
#include "backends/cpu/reduce_pieces.h"
#include "backends/cpu/rows.h"
#include "base/parallel.h"

namespace vjp::cpu {
namespace {

constexpr int64_t kSegment = 4096;      // elements that a row kernel takes at once
constexpr int64_t kGatherColumns = 16;  // columns that are transposed into rows together
constexpr int64_t kGatherRows = 256;

// One reduction of one compute type. The walks below know states and elements by their sizes only, so that there is one
// of each; what depends on types is done for many elements or states at a time.
struct Kernel {
  void (*identities)(const ReduceArgs&, void* states, int64_t n);
  // One state each for `count` rows of n >= 1 elements, `step` elements apart; `first` is the position of a row's
  // first.
  void (*segments)(const ReduceArgs&, void* states, const void* x, int64_t step, int64_t n, int64_t first,
                   int64_t count);
  void (*merge)(const ReduceArgs&, void* a, const void* b, int64_t n);  // a[j] = merge(a[j], b[j])
  void (*rows)(const ReduceArgs&, void* states, const void* x, int64_t stride, int64_t rows, int64_t width,
               int64_t first);  // null if a column is best made a row
  void (*store)(const ReduceArgs&, const void* states, int64_t n, ReduceOffsets at, const ReduceOffsets& steps);
  int64_t state_bytes;
  Dtype element;
};

template <class Op>
struct KernelOf {
  using State = typename Op::State;
  using C = typename Op::Element;

  static Op op(const ReduceArgs& args) {
    if constexpr (std::is_constructible_v<Op, const ReduceArgs&>) {
      return Op(args);
    } else {
      (void)args;
      return Op();
    }
  }
  static void identities(const ReduceArgs& args, void* states, int64_t n) {
    std::fill_n(static_cast<State*>(states), n, op(args).identity());
  }
  static void segments(const ReduceArgs& args, void* states, const void* x, int64_t step, int64_t n, int64_t first,
                       int64_t count) {
    const Op o = op(args);
    for (int64_t k = 0; k < count; ++k) {
      static_cast<State*>(states)[k] = o.segment(static_cast<const C*>(x) + k * step, n, first);
    }
  }
  static void merge(const ReduceArgs& args, void* a, const void* b, int64_t n) {
    const Op o = op(args);
    State* to = static_cast<State*>(a);
    for (int64_t j = 0; j < n; ++j) to[j] = o.merge(to[j], static_cast<const State*>(b)[j]);
  }
  static void rows(const ReduceArgs& args, void* states, const void* x, int64_t stride, int64_t rows, int64_t width,
                   int64_t first) {
    op(args).rows(static_cast<State*>(states), static_cast<const C*>(x), stride, rows, width, first);
  }
  static void store(const ReduceArgs& args, const void* states, int64_t n, ReduceOffsets at,
                    const ReduceOffsets& steps) {
    if constexpr (requires { Op::kStoresState; }) {
      store_row(args.out.data, Dtype{args.out.dtype}, at.out, steps.out, n, static_cast<const State*>(states));
    } else {
      const Op o = op(args);
      for (int64_t j = 0; j < n; ++j) {
        o.store(static_cast<const State*>(states)[j], args, at);
        at.out += steps.out;
        at.indices += steps.indices;
        at.mean += steps.mean;
      }
    }
  }

  static constexpr auto rows_if_any() -> decltype(Kernel::rows) {
    if constexpr (Op::kRows) {
      return rows;
    } else {
      return nullptr;
    }
  }
  static constexpr Kernel kKernel = {identities, segments, merge, rows_if_any(), store, sizeof(State), dtype_of<C>};
};

constexpr int64_t kMaxStateBytes = sizeof(Moments<std::complex<double>>);
constexpr int64_t kMaxElementBytes = 16;

struct Plan {
  const ReduceArgs& args;
  const Kernel& kernel;
  Loop<4> kept;     // strides of in, out, indices, mean
  Loop<1> reduced;  // strides of in

  const char* in(int64_t offset) const {
    return static_cast<const char*>(args.in.data) + offset * static_cast<int64_t>(size_of(Dtype{args.in.dtype}));
  }
  // Elements of the input as the kernel wants them: `rows` rows of n.
  void load(void* buffer, int64_t offset, int64_t stride, int64_t n, int64_t rows = 1, int64_t row_stride = 0) const {
    if (rows > 1 && (n == 1 || (stride == 1 && row_stride == n))) {  // they are one
      stride = n == 1 ? row_stride : 1;
      n *= rows;
      rows = 1;
    }
    visit_compute(kernel.element, [&](auto type) {
      auto* to = static_cast<typename decltype(type)::type*>(buffer);
      for (int64_t r = 0; r < rows; ++r, to += n) {
        load_row(to, args.in.data, Dtype{args.in.dtype}, offset + r * row_stride, stride, n);
      }
    });
  }
  void merge(void* a, const void* b, int64_t n) const { kernel.merge(args, a, b, n); }
};

struct alignas(16) State {
  char bytes[kMaxStateBytes];
};

// Merges states pairwise as they come: state number 2^k is merged with 2^k others before it meets the rest.
class Cascade {
 public:
  explicit Cascade(const Plan& plan) : plan_(plan) {}
  void push(const void* state) {
    int level = 0;
    for (uint64_t c = count_; c & 1; c >>= 1) {
      plan_.merge(levels_ + level, state, 1);
      state = levels_ + level++;
    }
    std::memcpy(levels_ + level, state, static_cast<size_t>(plan_.kernel.state_bytes));
    ++count_;
  }
  void finish(void* state) {  // of at least one
    int level = std::countr_zero(count_);
    const State* s = levels_ + level;
    for (++level; count_ >> level; ++level) {
      if (!(count_ >> level & 1)) continue;
      plan_.merge(levels_ + level, s, 1);
      s = levels_ + level;
    }
    std::memcpy(state, s, static_cast<size_t>(plan_.kernel.state_bytes));
  }

 private:
  const Plan& plan_;
  uint64_t count_ = 0;
  State levels_[48];
};

std::unique_ptr<char[]> states_for(const Plan& plan, int64_t n) {
  return std::unique_ptr<char[]>(new char[static_cast<size_t>(n * plan.kernel.state_bytes)]);
}

bool is_indexed(const ReduceArgs& args) {
  return Reduction{args.op} == Reduction::ArgMax || Reduction{args.op} == Reduction::ArgMin ||
         args.indices.data != nullptr;
}

Plan make_plan(const ReduceArgs& args, const Kernel& kernel) {
  Plan plan{args, kernel, {}, {}};
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

// The state of the positions [begin, end) of the reduced space.
void reduce_range(const Plan& plan, int64_t base, int64_t begin, int64_t end, void* state) {
  const Kernel& kernel = plan.kernel;
  if (begin >= end) return kernel.identities(plan.args, state, 1);
  const int64_t stride = plan.reduced.ndim ? plan.reduced.strides[plan.reduced.ndim - 1][0] : 1;
  const bool direct = stride == 1 && Dtype{plan.args.in.dtype} == kernel.element;
  const int64_t segment = direct ? kSegment : kSegment / 4;
  alignas(64) char buffer[kSegment / 4 * kMaxElementBytes];
  Cascade cascade(plan);
  Cursor<1> at(plan.reduced, begin);
  for (int64_t i = begin; i < end;) {
    const int64_t n = std::min({segment, at.run(), end - i});
    const void* x = buffer;
    if (direct) {
      x = plan.in(base + at.offset[0]);
    } else {
      plan.load(buffer, base + at.offset[0], stride, n);
    }
    State s;
    kernel.segments(plan.args, &s, x, 0, n, i, 1);
    if (n == end - begin) {
      std::memcpy(state, &s, static_cast<size_t>(kernel.state_bytes));
      return;
    }
    cascade.push(&s);
    at.advance(n);
    i += n;
  }
  cascade.finish(state);
}

// The outputs [begin, end), a batch at a time.
void reduce_outputs(const Plan& plan, int64_t length, int64_t begin, int64_t end) {
  constexpr int64_t kBatch = 64, kLoaded = kSegment / 4;
  constexpr int64_t kStill[4] = {};
  const Kernel& kernel = plan.kernel;
  const int64_t stride = plan.reduced.ndim ? plan.reduced.strides[plan.reduced.ndim - 1][0] : 1;
  const bool one_run = length > 0 && plan.reduced.ndim <= 1;
  const bool direct = one_run && stride == 1 && length <= kSegment && Dtype{plan.args.in.dtype} == kernel.element;
  const bool loaded = one_run && length <= kLoaded && !direct;
  const int64_t batch = loaded ? std::min(kBatch, kLoaded / length) : kBatch;
  alignas(64) char buffer[kLoaded * kMaxElementBytes];
  alignas(16) char states[kBatch * kMaxStateBytes];
  const int64_t* steps = plan.kept.ndim ? plan.kept.strides[plan.kept.ndim - 1] : kStill;
  Cursor<4> at(plan.kept, begin);
  for (int64_t o = begin; o < end;) {
    const int64_t n = std::min({batch, at.run(), end - o});
    if (direct) {
      kernel.segments(plan.args, states, plan.in(at.offset[0]), steps[0], length, 0, n);
    } else if (loaded) {
      plan.load(buffer, at.offset[0], stride, length, n, steps[0]);
      kernel.segments(plan.args, states, buffer, length, length, 0, n);
    } else {
      for (int64_t k = 0; k < n; ++k) {
        reduce_range(plan, at.offset[0] + k * steps[0], 0, length, states + k * kernel.state_bytes);
      }
    }
    kernel.store(plan.args, states, n, {at.offset[1], at.offset[2], at.offset[3]}, {steps[1], steps[2], steps[3]});
    at.advance(n);
    o += n;
  }
}

void reduce_rows(const Plan& plan) {
  const int64_t outputs = plan.kept.count(), length = plan.reduced.count();
  if (length < 2 * kPiece || outputs >= 256) {
    parallel_for(0, outputs, grain_for(length),
                 [&](int64_t begin, int64_t end) { reduce_outputs(plan, length, begin, end); });
    return;
  }
  const int64_t pieces = (length + kPiece - 1) / kPiece, bytes = plan.kernel.state_bytes;
  const auto states = states_for(plan, outputs * pieces);
  parallel_for(0, outputs * pieces, 1, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      const Cursor<4> at(plan.kept, i / pieces);
      const int64_t first = i % pieces * kPiece;
      reduce_range(plan, at.offset[0], first, std::min(length, first + kPiece), states.get() + i * bytes);
    }
  });
  Cursor<4> at(plan.kept, 0);
  for (int64_t o = 0; o < outputs; ++o, at.next()) {
    Cascade cascade(plan);
    for (int64_t p = 0; p < pieces; ++p) cascade.push(states.get() + (o * pieces + p) * bytes);
    State s;
    cascade.finish(&s);
    plan.kernel.store(plan.args, &s, 1, {at.offset[1], at.offset[2], at.offset[3]}, {});
  }
}

// The columns of n rows, as rows of a buffer.
void transpose_columns(const Plan& plan, int64_t offset, int64_t row_stride, int64_t n, int64_t columns, char* buffer) {
  visit_compute(plan.kernel.element, [&](auto type) {
    using C = typename decltype(type)::type;
    C row[kGatherColumns];
    for (int64_t r = 0; r < n; ++r) {
      load_row(row, plan.args.in.data, Dtype{plan.args.in.dtype}, offset + r * row_stride, 1, columns);
      for (int64_t j = 0; j < columns; ++j) reinterpret_cast<C*>(buffer)[j * n + r] = row[j];
    }
  });
}

// The states of `width` columns from `base` on, over the rows [begin, end) of the reduced space.
void reduce_strip(const Plan& plan, int64_t base, int64_t width, int64_t begin, int64_t end, char* states) {
  const Kernel& kernel = plan.kernel;
  const int64_t row_stride = plan.reduced.ndim ? plan.reduced.strides[plan.reduced.ndim - 1][0] : 0;
  const bool direct = Dtype{plan.args.in.dtype} == kernel.element;
  kernel.identities(plan.args, states, width);
  if (begin >= end) return;
  alignas(64) char buffer[kGatherColumns * kGatherRows * kMaxElementBytes];
  Cursor<1> at(plan.reduced, begin);
  for (int64_t i = begin; i < end;) {
    int64_t n = std::min(at.run(), end - i);
    const int64_t offset = base + at.offset[0];
    if (kernel.rows && direct) {
      kernel.rows(plan.args, states, plan.in(offset), row_stride, n, width, i);
    } else if (kernel.rows) {
      n = std::min(n, kGatherColumns * kGatherRows / kStripColumns);
      plan.load(buffer, offset, 1, width, n, row_stride);
      kernel.rows(plan.args, states, buffer, width, n, width, i);
    } else {
      n = std::min(n, kGatherRows);
      for (int64_t j = 0; j < width; j += kGatherColumns) {
        const int64_t columns = std::min(kGatherColumns, width - j);
        transpose_columns(plan, offset + j, row_stride, n, columns, buffer);
        State some[kGatherColumns];
        kernel.segments(plan.args, some, buffer, n, n, i, columns);
        plan.merge(states + j * kernel.state_bytes, some, columns);
      }
    }
    at.advance(n);
    i += n;
  }
}

// Adding one row after the other loses accuracy with their number: sums over many rows go block by block.
void reduce_strip_blocked(const Plan& plan, int64_t base, int64_t width, int64_t begin, int64_t end, char* states) {
  constexpr int64_t kBlock = 128;
  if (!plan.kernel.rows || end - begin <= kBlock) return reduce_strip(plan, base, width, begin, end, states);
  const int64_t middle = begin + ((end - begin) / 2 + kBlock - 1) / kBlock * kBlock;
  reduce_strip_blocked(plan, base, width, begin, middle, states);
  if (middle >= end) return;
  const auto rest = states_for(plan, width);
  reduce_strip_blocked(plan, base, width, middle, end, rest.get());
  plan.merge(states, rest.get(), width);
}

// The kept dimension `columns` has stride 1 in the input.
void reduce_columns(Plan plan, int column_dim) {
  const int64_t columns = plan.kept.sizes[column_dim];
  int64_t steps[4];
  for (int k = 0; k < 4; ++k) steps[k] = plan.kept.strides[column_dim][k];
  plan.kept.remove(column_dim);
  const int64_t length = plan.reduced.count(), outer = plan.kept.count();
  const int64_t strip = std::min(columns, kStripColumns), strips = (columns + strip - 1) / strip;
  const int64_t piece = rows_of_piece(columns);
  const int64_t pieces = std::max<int64_t>(1, (length + piece - 1) / piece);
  const auto states = states_for(plan, outer * columns * pieces);
  const auto states_of = [&](int64_t o, int64_t p, int64_t column) {
    return states.get() + ((o * pieces + p) * columns + column) * plan.kernel.state_bytes;
  };

  const int64_t grain = grain_for(std::min(piece, length) * strip);
  parallel_for(0, outer * pieces * strips, grain, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      const int64_t o = i / (pieces * strips), p = i / strips % pieces, column = i % strips * strip;
      const Cursor<4> at(plan.kept, o);
      reduce_strip_blocked(plan, at.offset[0] + column, std::min(strip, columns - column), p * piece,
                           std::min(length, (p + 1) * piece), states_of(o, p, column));
    }
  });
  parallel_for(0, outer, grain_for(columns * pieces), [&](int64_t begin, int64_t end) {
    Cursor<4> at(plan.kept, begin);
    for (int64_t o = begin; o < end; ++o, at.next()) {
      for (int64_t distance = 1; distance < pieces; distance *= 2) {
        for (int64_t p = 0; p + distance < pieces; p += 2 * distance) {
          plan.merge(states_of(o, p, 0), states_of(o, p + distance, 0), columns);
        }
      }
      plan.kernel.store(plan.args, states_of(o, 0, 0), columns, {at.offset[1], at.offset[2], at.offset[3]},
                        {steps[1], steps[2], steps[3]});
    }
  });
}

// Rows of bool are looked through for the byte that decides, by the C library.
bool reduce_bool_rows(const Plan& plan) {
  const ReduceArgs& args = plan.args;
  const bool all = Reduction{args.op} == Reduction::All, any = Reduction{args.op} == Reduction::Any;
  const int64_t n = plan.reduced.count();
  const bool together =
      plan.reduced.ndim == 0 || (plan.reduced.ndim == 1 && (plan.reduced.strides[0][0] == 1 || n == 1));
  if (!(all || any) || Dtype{args.in.dtype} != Dtype::Bool || !together || n == 0) return false;
  parallel_for(0, plan.kept.count(), grain_for(n), [&](int64_t begin, int64_t end) {
    Cursor<4> at(plan.kept, begin);
    for (int64_t i = begin; i < end; ++i, at.next()) {
      const char* row = plan.in(at.offset[0]);
      const size_t bytes = static_cast<size_t>(n);
      const bool zeros = row[0] == 0 && std::memcmp(row, row + 1, bytes - 1) == 0;
      const int64_t state = all ? !std::memchr(row, 0, bytes) : !zeros;
      plan.kernel.store(args, &state, 1, {at.offset[1], at.offset[2], at.offset[3]}, {});
    }
  });
  return true;
}

void run(const Plan& plan) {
  if (plan.kept.count() == 0 || reduce_bool_rows(plan)) return;
  const int rdim = plan.reduced.ndim;
  const bool rows_contiguous = rdim == 0 || plan.reduced.strides[rdim - 1][0] == 1;
  if (!rows_contiguous && plan.reduced.count() > 1) {
    for (int d = plan.kept.ndim - 1; d >= 0; --d) {
      if (plan.kept.strides[d][0] == 1 && plan.kept.sizes[d] >= 4) return reduce_columns(plan, d);
    }
  }
  reduce_rows(plan);
}

template <class Op>
constexpr const Kernel* kernel_of = &KernelOf<Op>::kKernel;

template <class C>
const Kernel* real_kernel(const ReduceArgs& args) {
  const bool indexed = is_indexed(args);
  switch (Reduction{args.op}) {
    case Reduction::Max:
    case Reduction::ArgMax:
      return indexed ? kernel_of<IndexedExtremeOp<C, true>> : kernel_of<ExtremeOp<C, true, false>>;
    case Reduction::Min:
    case Reduction::ArgMin:
      return indexed ? kernel_of<IndexedExtremeOp<C, false>> : kernel_of<ExtremeOp<C, false, false>>;
    case Reduction::LogSumExp:
      if constexpr (has_simd<C>) return kernel_of<LogSumExpOp<C>>;
      return nullptr;
    default:
      return nullptr;
  }
}

template <class C>
const Kernel* find_kernel(const ReduceArgs& args) {
  switch (Reduction{args.op}) {
    case Reduction::Sum:
      return kernel_of<SumOp<C>>;
    case Reduction::Prod:
      return kernel_of<ProdOp<C>>;
    case Reduction::Any:
      return kernel_of<LogicalOp<C, false>>;
    case Reduction::All:
      return kernel_of<LogicalOp<C, true>>;
    case Reduction::SumSquares:
      return kernel_of<SumSquaresOp<C>>;
    case Reduction::SumAbs:
      return kernel_of<SumAbsOp<C>>;
    case Reduction::SumAbsPow:
      return kernel_of<SumAbsPowOp<C>>;
    case Reduction::MaxAbs:
      return kernel_of<ExtremeOp<C, true, true>>;
    case Reduction::MinAbs:
      return kernel_of<ExtremeOp<C, false, true>>;
    case Reduction::CountNonzero:
      return kernel_of<CountNonzeroOp<C>>;
    case Reduction::Variance:
      if constexpr (!std::is_same_v<C, int64_t>) return kernel_of<VarianceOp<C>>;
      return nullptr;
    default:
      break;
  }
  if constexpr (!is_complex_v<C>) return real_kernel<C>(args);
  return nullptr;
}

}  // namespace

void reduce(const ReduceArgs& args) {
  const Kernel* kernel =
      visit_compute(Dtype{args.in.dtype}, [&](auto type) { return find_kernel<typename decltype(type)::type>(args); });
  if (!kernel) {
    fail(VJP_ERROR_NOT_IMPLEMENTED, "reduction {} of dtype {} is not implemented on the cpu", args.op,
         Dtype{args.in.dtype});
  }
  run(make_plan(args, *kernel));
}

int64_t count_nonzero(const View& in) {
  int64_t ones[kMaxDims], zeros[kMaxDims], count = 0;
  std::fill_n(ones, kMaxDims, 1);
  std::fill_n(zeros, kMaxDims, 0);
  ReduceArgs args{};
  args.op = byte_of(Reduction::CountNonzero);
  args.in = in;
  args.out = make_view(&count, Dtype::Int64, in.ndim, ones, zeros);
  reduce(args);
  return count;
}

}  // namespace vjp::cpu
