#include "backends/cpu/fused_plan.h"

#include <algorithm>

#include "base/error.h"

namespace vjp::cpu {
namespace {

constexpr int64_t kShortRow = 128;             // rows below this are run many to a tile
constexpr size_t kArenaBytes = 24 * 1024;      // of a first-level cache, beside the tensors' own lines
constexpr size_t kTileBytes = 2048;            // of a value; longer tiles cost more than what calls they save
constexpr int64_t kCodeTile = 32 * 1024;       // elements, where code needs no memory for values; a chunk of work, too
constexpr int64_t kShortestTile = 128;         // elements; a program with many values at once leaves the cache instead
constexpr int64_t kChunkElements = 64 * 1024;  // by the number of operations

}  // namespace

void fail_step(Dtype compute) {
  fail(VJP_ERROR_NOT_IMPLEMENTED, "an operation of this region is not defined for {}", compute);
}

FusedPlan::FusedPlan(const FusedArgs& args)
    : args_(args),
      program_(*args.program),
      type_(compute_type_of(program_.compute)),
      kernels_(kernels()),
      steps_(program_.steps),
      size_(kComputeSize[type_]),
      widest_(size_) {
  for (const FusedOutput& output : program_.outputs) {
    output_values_.push_back(output.value);
    if (output.value >= program_.first_result()) continue;
    output_values_.back() = static_cast<uint16_t>(program_.first_result() + static_cast<int>(steps_.size()));
    steps_.push_back({Opcode::Copy, program_.compute, output.value});
  }
  set_geometry();
  find_last_uses();
  make_ops();
  make_chains();
  choose_tile();
}

void FusedPlan::set_geometry() {
  geometry_.count = program_.num_inputs + static_cast<int>(program_.outputs.size());
  for (int i = 0; i < args_.ndim; ++i) geometry_.push(args_.sizes[i], [&](int k) { return operand(k).strides[i]; });
  geometry_.simplify(program_.num_inputs);
  if (args_.ndim == 0 || geometry_.numel() == 1) {
    for (int k = 0; k < geometry_.count; ++k) geometry_.strides[k][0] = 1;
  }
  inner_ = geometry_.sizes[geometry_.ndim - 1];
  by_rows_ = geometry_.ndim == 1 || inner_ >= kShortRow;
}

// Whether the elements of a tile lie side by side in operand k.
bool FusedPlan::unit(int k) const {
  return by_rows_ ? geometry_.strides[k][geometry_.ndim - 1] == 1 : geometry_.linear(k);
}

// From the end on, so that a step that nobody needs reads nothing.
void FusedPlan::find_last_uses() {
  const int first = program_.first_result(), count = static_cast<int>(steps_.size());
  last_use_.assign(static_cast<size_t>(first + count), -1);
  std::vector<char> needed(static_cast<size_t>(count), 0);
  for (uint16_t value : output_values_) needed[static_cast<size_t>(value - first)] = 1;
  for (int i = count - 1; i >= 0; --i) {
    const FusedStep& step = steps_[static_cast<size_t>(i)];
    if (!needed[static_cast<size_t>(i)] && last_use_[static_cast<size_t>(first + i)] < 0) continue;
    const uint16_t operands[3] = {step.a, step.b, step.c};
    for (int k = 0; k < arity_of(step.opcode); ++k) {
      int& last = last_use_[operands[k]];
      last = std::max(last, i);
    }
  }
}

// Whether an input in this memory is read after `step`.
bool FusedPlan::is_read_later(const void* memory, int step) const {
  for (int i = 0; i < program_.num_inputs; ++i) {
    if (args_.inputs[i].data == memory && last_use_[static_cast<size_t>(i)] > step) return true;
  }
  return false;
}

int FusedPlan::take_slot() {
  if (free_.empty()) return num_slots_++;
  const int slot = free_.back();
  free_.pop_back();
  return slot;
}

// Gives the slot of a value back that nothing reads any more.
void FusedPlan::release(int value) {
  const auto v = static_cast<size_t>(value);
  // what is the same for many tiles stays
  const bool lasts = value < program_.first_result() && (value >= program_.num_inputs || bound_[v] == kFilledByRows);
  if (!lasts && slot_of_[v] >= 0) free_.push_back(slot_of_[v]);
}

void FusedPlan::make_ops() {
  const auto values = last_use_.size();
  slot_of_.assign(values, -1);
  direct_.assign(values, -1);
  bound_.assign(static_cast<size_t>(program_.num_inputs), kUnbound);
  bool stages = false;
  for (const FusedStep& step : steps_) {
    if (step.dtype == program_.compute) continue;
    stages = true;
    widest_ = std::max(widest_, size_of(step.dtype));
  }
  for (int k = 0; k < geometry_.count; ++k) {
    if (unit(k)) continue;
    stages = true;
    widest_ = std::max(widest_, size_of(Dtype{operand(k).dtype}));
  }
  if (stages) staging_ = num_slots_++;
  // the slots of what is filled once a run are nobody else's
  for (int v = program_.num_inputs; v < program_.first_result(); ++v) {
    if (last_use_[static_cast<size_t>(v)] >= 0) slot_of_[static_cast<size_t>(v)] = num_slots_++;
  }
  std::vector<int> late;
  for (int i = 0; i < static_cast<int>(steps_.size()); ++i) {
    const int value = program_.first_result() + i;
    const bool is_output = std::find(output_values_.begin(), output_values_.end(), value) != output_values_.end();
    if (!is_output && last_use_[static_cast<size_t>(value)] < 0) continue;
    // a value is stored at once while it is in the cache, unless that would overwrite what is read later
    bool keeps = false;
    std::vector<int> now;
    for (int o = 0; o < static_cast<int>(output_values_.size()); ++o) {
      if (output_values_[static_cast<size_t>(o)] != value) continue;
      const bool wait = is_read_later(args_.outputs[o].data, i);
      keeps |= wait;
      (wait ? late : now).push_back(o);
    }
    if (keeps) last_use_[static_cast<size_t>(value)] = static_cast<int>(steps_.size());
    compute(i);
    for (int o : now) store(o);
    if (last_use_[static_cast<size_t>(value)] <= i) release(value);
  }
  for (int o : late) store(o);
}

// Brings an input to where steps can read it, before the first that does.
void FusedPlan::bind(int value) {
  const auto v = static_cast<size_t>(value);
  if (value >= program_.num_inputs || bound_[v] != kUnbound) return;
  bound_[v] = kBound;
  const bool same_type = Dtype{args_.inputs[value].dtype} == program_.compute;
  if (unit(value) && !geometry_.constant(value) && same_type) {
    direct_[v] = value;
    return;
  }
  const bool constant = geometry_.constant(value) && geometry_.numel() > 1;
  const bool along_rows = by_rows_ && geometry_.strides[value][geometry_.ndim - 1] == 0;
  if (constant || along_rows) {  // filled when a row begins; not to be written over by then
    bound_[v] = kFilledByRows;
    slot_of_[v] = num_slots_++;
    ops_.push_back({.action = Action::Broadcast, .operand = value, .out = static_cast<uint16_t>(value)});
    return;
  }
  slot_of_[v] = take_slot();
  ops_.push_back(
      {.action = unit(value) ? Action::Load : Action::Gather, .operand = value, .out = static_cast<uint16_t>(value)});
}

void FusedPlan::compute(int i) {
  const FusedStep& step = steps_[static_cast<size_t>(i)];
  const auto kernel = kernels_.tile[type_][static_cast<int>(step.opcode)];
  if (!kernel) fail_step(program_.compute);
  const int arity = arity_of(step.opcode), value = program_.first_result() + i;
  const uint16_t operands[3] = {step.a, step.b, step.c};
  for (int k = 0; k < arity; ++k) bind(operands[k]);
  // the result may lie where an operand lay
  for (int k = 0; k < arity; ++k) {
    const bool again = (k > 0 && operands[k] == operands[0]) || (k > 1 && operands[k] == operands[1]);
    if (!again && last_use_[operands[k]] == i) release(operands[k]);
  }
  const bool rounds = step.dtype != program_.compute;
  for (int o = 0; o < static_cast<int>(output_values_.size()) && !rounds; ++o) {
    const int k = program_.num_inputs + o;
    if (output_values_[static_cast<size_t>(o)] != value || !unit(k) ||
        Dtype{args_.outputs[o].dtype} != program_.compute || is_read_later(args_.outputs[o].data, i)) {
      continue;
    }
    direct_[static_cast<size_t>(value)] = k;
    break;
  }
  if (direct_[static_cast<size_t>(value)] < 0) slot_of_[static_cast<size_t>(value)] = take_slot();
  const auto out = static_cast<uint16_t>(value);
  ops_.push_back({.action = Action::Compute,
                  .kernel = kernel,
                  .out = out,
                  .a = step.a,
                  .b = arity > 1 ? step.b : step.a,
                  .c = arity > 2 ? step.c : step.a});
  if (rounds) ops_.push_back({.action = Action::Round, .dtype = step.dtype, .out = out});
}

void FusedPlan::store(int o) {
  const int k = program_.num_inputs + o;
  const uint16_t value = output_values_[static_cast<size_t>(o)];
  if (direct_[value] == k) return;
  ops_.push_back({.action = unit(k) ? Action::Store : Action::Scatter, .operand = k, .a = value});
}

// Operations that follow each other and are for chains become one.
void FusedPlan::make_chains() {
  if (type_ != kF32 || chain_block() == 0) return;
  // what is filled when a row begins has a slot of its own, and does not part a chain from here on
  std::stable_partition(ops_.begin(), ops_.end(), [](const Op& op) { return op.action == Action::Broadcast; });
  const bool coded = makes_code(geometry_.numel());
  if (coded) find_readers();
  std::vector<Op> all;
  for (size_t i = 0; i < ops_.size();) {
    const auto first = static_cast<int>(chain_steps_.size());
    size_t count = coded ? code_from(i) : 0;
    if (count) {
      all.push_back(
          {.action = Action::Code, .first = static_cast<int>(codes_.size()) - 1, .count = static_cast<int>(count)});
    } else if ((count = chain_from(i)) > 1) {
      all.push_back({.action = Action::Chain, .first = first, .count = static_cast<int>(count)});
    } else {
      chain_steps_.resize(static_cast<size_t>(first));
    }
    for (size_t k = 0; k < std::max<size_t>(count, 1); ++k) all.push_back(ops_[i++]);
  }
  ops_ = std::move(all);
  if (!codes_.empty()) drop_slots();
}

// How many operations from this one on are a chain, whose steps it appends.
size_t FusedPlan::chain_from(size_t begin) {
  size_t i = begin;
  for (; i < ops_.size() && ops_[i].action == Action::Compute; ++i) {
    const Op& op = ops_[i];
    const int number = op.out - program_.first_result();
    const Opcode opcode = steps_[static_cast<size_t>(number)].opcode;
    const uint16_t operands[3] = {op.a, op.b, op.c};
    unsigned from = 0;
    for (int k = 0; k < arity_of(opcode) && i > begin; ++k) from |= unsigned{operands[k] == ops_[i - 1].out} << k;
    uint8_t code = chain_code(opcode, from);
    if (!code) from = 0, code = chain_code(opcode, from);
    if (!code) break;
    // the result before goes to memory where others read it, or an output lies
    if (i > begin) {
      const uint16_t before = ops_[i - 1].out;
      chain_steps_.back().stores = !from || direct_[before] >= 0 || last_use_[before] != number;
    }
    chain_steps_.push_back({code, true, op.out, op.a, op.b, op.c});
  }
  return i - begin;
}

void FusedPlan::choose_tile() {
  const int64_t row = by_rows_ ? inner_ : geometry_.numel();
  const auto slots = static_cast<size_t>(std::max(num_slots_, 1));
  const auto elements = static_cast<int64_t>(std::min(kTileBytes, kArenaBytes / slots) / widest_);
  tile_ = std::min(row, only_code_ ? kCodeTile : std::max(kShortestTile, elements / 16 * 16));
  filled_ = !fills_tiles_ ? kSameElements : codes_.empty() ? tile_ : std::max(tile_, kSameElements);
  slot_bytes_ = (static_cast<size_t>(only_code_ ? filled_ : std::max(filled_, tile_)) * widest_ + 63) / 64 * 64;
  tiles_per_row_ = (row + tile_ - 1) / tile_;
  num_tiles_ = tiles_per_row_ * (by_rows_ ? geometry_.numel() / inner_ : 1);
}

int64_t FusedPlan::tiles_per_chunk() const {
  if (only_code_) return std::max<int64_t>(1, kCodeTile / tile_);
  const int64_t elements = std::max<int64_t>(8192, kChunkElements / static_cast<int64_t>(1 + ops_.size()));
  return std::max<int64_t>(1, elements / tile_);
}

// ---- running ----

struct FusedPlan::Tile {
  char* arena;
  int64_t length;                                      // elements
  int64_t coordinates[kMaxGeometryDims];               // of the first one
  int64_t offsets[kMaxFusedOperands];                  // of it, in every operand
  const void* broadcast_from[kMaxFusedOperands] = {};  // what the slot of an input holds
  std::vector<void*> values;
};

void FusedPlan::run(int64_t begin, int64_t end, char* arena) const {
  Tile t;
  t.arena = arena;
  t.values.resize(slot_of_.size());
  for (size_t v = 0; v < slot_of_.size(); ++v) {
    if (slot_of_[v] >= 0) t.values[v] = arena + static_cast<size_t>(slot_of_[v]) * slot_bytes_;
  }
  for (int i = 0, v = program_.num_inputs; i < program_.num_scalars; ++i, ++v) {
    if (slot_of_[static_cast<size_t>(v)] < 0) continue;
    alignas(16) char element[16];
    scalar_to(type_, args_.scalars[i], element);
    splat(t, v, element);
  }
  for (int64_t number = begin; number < end; ++number) {
    place(t, number);
    for (size_t v = 0; v < direct_.size(); ++v) {
      if (direct_[v] < 0) continue;
      t.values[v] = static_cast<char*>(operand(direct_[v]).data) + t.offsets[direct_[v]] * static_cast<int64_t>(size_);
    }
    for (const Op *op = ops_.data(), *last = op + ops_.size(); op != last; ++op) {
      if (op->action == Action::Chain) {
        run_chain_of(t, op);
        op += op->count;
      } else if (op->action == Action::Code) {
        const auto n = static_cast<size_t>(t.length);
        codes_[static_cast<size_t>(op->first)]->run(t.values.data(), t.values.size(), n, t.arena + slots_bytes());
        op += op->count;
      } else {
        run_op(t, *op);
      }
    }
  }
}

// What no block is left for runs step by step.
void FusedPlan::run_chain_of(Tile& t, const Op* chain) const {
  const auto n = static_cast<size_t>(t.length), whole = n - n % chain_block();
  const auto count = static_cast<size_t>(chain->count);
  if (whole) run_chain(chain_steps_.data() + chain->first, count, t.values.data(), whole);
  if (whole == n) return;
  const auto at = [&](uint16_t value) { return static_cast<char*>(t.values[value]) + whole * size_; };
  for (const Op* op = chain + 1; op <= chain + count; ++op) {
    op->kernel(at(op->out), at(op->a), at(op->b), at(op->c), n - whole);
  }
}

// Finds where a tile begins.
void FusedPlan::place(Tile& t, int64_t number) const {
  const int last = geometry_.ndim - 1;
  const int64_t row = number / tiles_per_row_, start = (number - row * tiles_per_row_) * tile_;
  t.length = std::min(tile_, (by_rows_ ? inner_ : geometry_.numel()) - start);
  int64_t rest = by_rows_ ? row : start;
  if (by_rows_) t.coordinates[last] = start;
  for (int d = by_rows_ ? last - 1 : last; d >= 0; --d) {
    t.coordinates[d] = rest % geometry_.sizes[d];
    rest /= geometry_.sizes[d];
  }
  for (int k = 0; k < geometry_.count; ++k) {
    t.offsets[k] = 0;
    for (int d = 0; d <= last; ++d) t.offsets[k] += t.coordinates[d] * geometry_.strides[k][d];
  }
}

void FusedPlan::run_op(Tile& t, const Op& op) const {
  const auto n = static_cast<size_t>(t.length);
  if (op.action == Action::Compute) {
    op.kernel(t.values[op.out], t.values[op.a], t.values[op.b], t.values[op.c], n);
    return;
  }
  char* const staging = t.arena + (staging_ < 0 ? 0 : static_cast<size_t>(staging_) * slot_bytes_);
  if (op.action == Action::Round) {
    kernels_.store[type_][static_cast<int>(op.dtype)](staging, t.values[op.out], n);
    kernels_.load[static_cast<int>(op.dtype)][type_](t.values[op.out], staging, n);
    return;
  }
  const vjp_operand& tensor = operand(op.operand);
  char* const data =
      static_cast<char*>(tensor.data) + t.offsets[op.operand] * static_cast<int64_t>(size_of(Dtype{tensor.dtype}));
  const ConvertKernel load = kernels_.load[tensor.dtype][type_], save = kernels_.store[type_][tensor.dtype];
  switch (op.action) {
    case Action::Load:
      load(t.values[op.out], data, n);
      break;
    case Action::Broadcast:
      if (t.broadcast_from[op.operand] != data) {
        alignas(16) char element[16];
        load(element, data, 1);
        splat(t, op.out, element);
        t.broadcast_from[op.operand] = data;
      }
      break;
    case Action::Gather:
      copy_runs(t, op.operand, staging, true);
      load(t.values[op.out], staging, n);
      break;
    case Action::Store:
      save(data, t.values[op.a], n);
      break;
    default:
      save(staging, t.values[op.a], n);
      copy_runs(t, op.operand, staging, false);
      break;
  }
}

void FusedPlan::splat(Tile& t, int value, const void* element) const {
  visit_size(size_, [&]<class T>(T) {
    T v;
    std::memcpy(&v, element, sizeof v);
    // a count of its own: the compiler must take the stores for changes of a member
    const int64_t n = filled_;
    std::fill_n(static_cast<T*>(t.values[static_cast<size_t>(value)]), n, v);
  });
}

// Copies the elements of a tile between an operand and memory in which they lie side by side.
void FusedPlan::copy_runs(const Tile& t, int k, char* beside, bool in) const {
  const int last = geometry_.ndim - 1;
  const int64_t stride = geometry_.strides[k][last];
  int64_t coordinates[kMaxGeometryDims];
  std::copy_n(t.coordinates, geometry_.ndim, coordinates);
  visit_size(size_of(Dtype{operand(k).dtype}), [&]<class T>(T) {
    for (int64_t done = 0; done < t.length;) {
      const int64_t n = std::min(inner_ - coordinates[last], t.length - done);
      int64_t offset = 0;
      for (int d = 0; d <= last; ++d) offset += coordinates[d] * geometry_.strides[k][d];
      T *const theirs = static_cast<T*>(operand(k).data) + offset, *const ours = reinterpret_cast<T*>(beside) + done;
      if (in) {
        copy_run(ours, 1, theirs, stride, n);
      } else {
        copy_run(theirs, stride, ours, 1, n);
      }
      done += n;
      coordinates[last] = 0;
      for (int d = last - 1; d >= 0 && ++coordinates[d] == geometry_.sizes[d]; --d) coordinates[d] = 0;
    }
  });
}

}  // namespace vjp::cpu
