#include "backends/cpu/pointwise_plan.h"

#include <algorithm>

namespace vjp::cpu {

namespace {
constexpr int64_t kShortRow = 128;  // rows below this are run many to a tile
}

// ---- preparation ----

Plan::Plan(const PointwiseArgs& args)
    : args_(args),
      program_(*args.program),
      type_(compute_type_of(Dtype{args.compute})),
      size_(kComputeSize[type_]),
      kernels_(kernels()) {
  set_geometry();
  find_last_uses();
  choose_sources();
  choose_outputs();
  assign_slots();
  choose_tile();
  make_segments();
}

void Plan::set_geometry() {
  const int num_inputs = program_.num_inputs;
  geometry_.count = num_inputs + program_.num_outputs;
  const auto stride = [&](int k, int dim) {
    return k < num_inputs ? args_.inputs[k].strides[dim] : args_.outputs[k - num_inputs].strides[dim];
  };
  for (int i = 0; i < args_.ndim; ++i) geometry_.push(args_.sizes[i], [&](int k) { return stride(k, i); });
  geometry_.simplify(num_inputs);
  if (args_.ndim == 0 || geometry_.numel() == 1) {
    for (int k = 0; k < geometry_.count; ++k) geometry_.strides[k][0] = 1;
  }
  inner_ = geometry_.sizes[geometry_.ndim - 1];
  by_rows_ = geometry_.ndim == 1 || inner_ >= kShortRow;
}

// Whether the elements of a tile lie side by side in operand k.
bool Plan::unit(int k) const { return by_rows_ ? geometry_.strides[k][geometry_.ndim - 1] == 1 : geometry_.linear(k); }

void Plan::find_last_uses() {
  const int values = first_result(program_) + program_.num_instructions;
  std::fill_n(last_use_, values, uint8_t{0});
  for (int i = 0; i < program_.num_instructions; ++i) {
    const Instruction& step = program_.instructions[i];
    const int arity = arity_of(step);
    const auto use = static_cast<uint8_t>(i + 1);
    last_use_[step.a] = use;
    if (arity > 1) last_use_[step.b] = use;
    if (arity > 2) last_use_[step.c] = use;
  }
  for (int o = 0; o < program_.num_outputs; ++o) last_use_[program_.outputs[o]] = 255;
}

void Plan::choose_sources() {
  for (int i = 0; i < program_.num_inputs; ++i) {
    const bool same_type = Dtype{args_.inputs[i].dtype} == kComputeDtype[type_];
    Source& source = inputs_[i].source;
    inputs_[i].chained = false;
    if (last_use_[i] == 0) {
      source = Source::Unused;
    } else if (geometry_.constant(i)) {
      source = Source::Scalar;
    } else if (unit(i)) {
      source = same_type ? Source::Direct : Source::Load;
    } else {
      source = Source::Gather;
      if (!same_type) staging_ = 0;
    }
  }
}

void Plan::choose_outputs() {
  for (int o = 0; o < program_.num_outputs; ++o) {
    const int value = program_.outputs[o], step = value - first_result(program_);
    const auto& out = args_.outputs[o];
    Output& output = outputs_[o];
    output = {value, unit(program_.num_inputs + o), false, false};
    if (!output.contiguous) staging_ = 0;
    bool direct = output.contiguous && Dtype{out.dtype} == kComputeDtype[type_] && step >= 0;
    for (int p = 0; p < o; ++p) direct &= outputs_[p].value != value;
    // an input in the same memory must not be read by a later instruction, nor stored elsewhere
    for (int i = 0; i < program_.num_inputs; ++i) {
      if (args_.inputs[i].data == out.data && last_use_[i] > step + 1) direct = false;
    }
    output.direct = direct;
  }
}

void Plan::assign_slots() {
  std::fill_n(slot_of_, first_result(program_) + program_.num_instructions, int8_t{-1});
  if (staging_ == 0) staging_ = num_slots_++;
  for (int i = 0; i < program_.num_inputs; ++i) {
    if (inputs_[i].source != Source::Unused && inputs_[i].source != Source::Direct) {
      slot_of_[i] = static_cast<int8_t>(num_slots_++);
    }
  }
  for (int v = program_.num_inputs; v < first_result(program_); ++v) {
    if (last_use_[v]) slot_of_[v] = static_cast<int8_t>(num_slots_++);
  }
  // results: a slot is free again after its value's last use; an instruction may write over its operand
  int8_t free[kMaxValues];
  int num_free = 0;
  for (int i = 0; i < program_.num_instructions; ++i) {
    const Instruction& step = program_.instructions[i];
    const int value = first_result(program_) + i, arity = arity_of(step);
    const int operands[3] = {step.a, arity > 1 ? step.b : step.a, arity > 2 ? step.c : step.a};
    for (int k = 0; k < 3; ++k) {
      const int v = operands[k];
      if (v < first_result(program_) || slot_of_[v] < 0 || last_use_[v] != i + 1) continue;
      if ((k > 0 && v == operands[0]) || (k > 1 && v == operands[1])) continue;
      free[num_free++] = slot_of_[v];
    }
    bool direct = false;
    for (int o = 0; o < program_.num_outputs; ++o) direct |= outputs_[o].direct && outputs_[o].value == value;
    if (direct) continue;
    slot_of_[value] = num_free ? free[--num_free] : static_cast<int8_t>(num_slots_++);
  }
}

void Plan::choose_tile() {
  const int64_t row = by_rows_ ? inner_ : geometry_.numel();
  if (num_slots_ == 0) {
    // nothing but the tensors themselves: no reason for small tiles
    tile_ = std::min<int64_t>(row, 16384);
  } else {
    const size_t bytes = std::min(kTileBytes, kArenaBytes / static_cast<size_t>(num_slots_));
    // storage types are never wider than the compute type by more than a complex number's 16 bytes
    const size_t widest = staging_ >= 0 ? 16 : size_;
    tile_ = std::min<int64_t>(row, static_cast<int64_t>(bytes / 64 * 64 / widest));
  }
  tiles_per_row_ = (row + tile_ - 1) / tile_;
  num_tiles_ = tiles_per_row_ * (by_rows_ ? geometry_.numel() / inner_ : 1);
}

int64_t Plan::tiles_per_chunk() const {
  // about 20 microseconds of cheap instructions
  const int64_t elements = std::max<int64_t>(2048, 65536 / (1 + program_.num_instructions));
  return std::max<int64_t>(1, elements / tile_);
}

// ---- running ----

struct Plan::State {
  char* arena;
  size_t slot_bytes;
  const void* values[kMaxValues + kMaxOperands];   // and where operands lie that chains load and store
  int64_t length;                                  // elements of this tile
  int64_t offsets[kMaxOperands];                   // of the tile's first element
  int64_t coordinates[kMaxGeometryDims];           // of the tile's first element
  const void* splat_from[VJP_PROGRAM_MAX_INPUTS];  // what an inner-broadcast input's slot holds
  char* slot(int s) { return arena + static_cast<size_t>(s) * slot_bytes; }
};

void Plan::run(int64_t begin, int64_t end, char* arena) const {
  State s;
  s.arena = arena;
  s.slot_bytes = num_slots_ ? kArenaBytes / static_cast<size_t>(num_slots_) / 64 * 64 : 0;
  if (s.slot_bytes > kTileBytes) s.slot_bytes = kTileBytes;
  const int last = geometry_.ndim - 1;
  const int64_t row_length = by_rows_ ? inner_ : geometry_.numel();
  int64_t row = begin / tiles_per_row_, start = (begin - row * tiles_per_row_) * tile_;
  splat_scalars(s);
  for (int i = 0; i < program_.num_inputs; ++i) s.splat_from[i] = nullptr;

  // the first tile's coordinates; then rows are counted up
  int64_t rest = by_rows_ ? row : start;
  for (int d = by_rows_ ? last - 1 : last; d >= 0; --d) {
    s.coordinates[d] = rest % geometry_.sizes[d];
    rest /= geometry_.sizes[d];
  }
  if (by_rows_) s.coordinates[last] = start;
  const auto set_offsets = [&] {
    for (int k = 0; k < geometry_.count; ++k) {
      int64_t offset = 0;
      for (int d = 0; d <= last; ++d) offset += s.coordinates[d] * geometry_.strides[k][d];
      s.offsets[k] = offset;
    }
  };
  set_offsets();
  for (int64_t t = begin; t < end; ++t) {
    s.length = std::min(tile_, row_length - start);
    bind_inputs(s);
    execute(s);
    store_outputs(s);
    if (t + 1 == end) break;
    start += s.length;
    if (!by_rows_) {
      int64_t carry = s.length;
      for (int d = last; d >= 0 && carry; --d) {
        s.coordinates[d] += carry;
        carry = s.coordinates[d] / geometry_.sizes[d];
        s.coordinates[d] -= carry * geometry_.sizes[d];
      }
      set_offsets();
    } else if (start < row_length) {
      s.coordinates[last] = start;
      for (int k = 0; k < geometry_.count; ++k) s.offsets[k] += s.length * geometry_.strides[k][last];
    } else {
      start = 0;
      s.coordinates[last] = 0;
      for (int d = last - 1; d >= 0 && ++s.coordinates[d] == geometry_.sizes[d]; --d) s.coordinates[d] = 0;
      set_offsets();
    }
  }
}

void Plan::splat(State& s, int value, const void* element) const {
  char* to = s.slot(slot_of_[value]);
  s.values[value] = to;
  visit_size(size_, [&]<class T>(T) {
    T v;
    std::memcpy(&v, element, sizeof v);
    // a count of its own: the compiler must take the stores for changes of tile_
    const int64_t n = tile_;
    std::fill_n(reinterpret_cast<T*>(to), n, v);
  });
}

void Plan::splat_scalars(State& s) const {
  alignas(16) char element[16];
  for (int i = 0; i < program_.num_inputs; ++i) {
    if (inputs_[i].source != Source::Scalar) continue;
    const auto& in = args_.inputs[i];
    kernels_.load[in.dtype][type_](element, in.data, 1);
    splat(s, i, element);
  }
  for (int p = 0; p < program_.num_parameters; ++p) {
    const int value = first_parameter(program_) + p;
    if (!last_use_[value]) continue;
    scalar_to(type_, args_.parameters[p], element);
    splat(s, value, element);
  }
  for (int c = 0; c < program_.num_constants; ++c) {
    const int value = first_constant(program_) + c;
    if (!last_use_[value]) continue;
    scalar_to(type_, Scalar(program_.constants[c]), element);
    splat(s, value, element);
  }
}

// Calls f(position in the tile, length, coordinates' offset function) for each run along the inner dimension.
template <class F>
void Plan::for_each_run(const State& s, F&& f) const {
  const int last = geometry_.ndim - 1;
  int64_t coordinates[kMaxGeometryDims];
  std::copy_n(s.coordinates, geometry_.ndim, coordinates);
  for (int64_t done = 0; done < s.length;) {
    const int64_t n = std::min(inner_ - coordinates[last], s.length - done);
    f(done, n, coordinates);
    done += n;
    coordinates[last] = 0;
    for (int d = last - 1; d >= 0 && ++coordinates[d] == geometry_.sizes[d]; --d) coordinates[d] = 0;
  }
}

void Plan::gather(State& s, int k, char* to) const {
  const int last = geometry_.ndim - 1;
  const int64_t* const strides = geometry_.strides[k];
  const int64_t stride = strides[last];
  const auto& in = args_.inputs[k];
  visit_size(size_of(Dtype{in.dtype}), [&]<class T>(T) {
    int64_t c[kMaxGeometryDims], row = 0;  // where the row begins
    std::copy_n(s.coordinates, geometry_.ndim, c);
    for (int d = 0; d < last; ++d) row += c[d] * strides[d];
    T* out = reinterpret_cast<T*>(to);
    for (int64_t left = s.length; left > 0;) {
      const int64_t n = std::min(inner_ - c[last], left);
      const T* from = static_cast<const T*>(in.data) + row + c[last] * stride;
      if (n >= 16) {
        copy_run(out, 1, from, stride, n);
      } else if (stride == 0) {
        const T v = *from;
        for (int64_t i = 0; i < n; ++i) out[i] = v;
      } else {
        for (int64_t i = 0; i < n; ++i) out[i] = from[i * stride];
      }
      out += n;
      left -= n;
      c[last] = 0;
      for (int d = last - 1; d >= 0; --d) {
        row += strides[d];
        if (++c[d] < geometry_.sizes[d]) break;
        row -= c[d] * strides[d];
        c[d] = 0;
      }
    }
  });
}

void Plan::scatter(State& s, int o, const char* from) const {
  const int last = geometry_.ndim - 1, k = program_.num_inputs + o;
  const auto& out = args_.outputs[o];
  visit_size(size_of(Dtype{out.dtype}), [&]<class T>(T) {
    T* data = static_cast<T*>(out.data);
    for_each_run(s, [&](int64_t at, int64_t n, const int64_t* coordinates) {
      int64_t offset = 0;
      for (int d = 0; d <= last; ++d) offset += coordinates[d] * geometry_.strides[k][d];
      copy_run(data + offset, geometry_.strides[k][last], reinterpret_cast<const T*>(from) + at, 1, n);
    });
  });
}

void Plan::bind_inputs(State& s) const {
  const int last = geometry_.ndim - 1;
  for (int i = 0; i < program_.num_inputs; ++i) {
    const Source source = inputs_[i].source;
    if (source == Source::Unused || source == Source::Scalar) continue;
    const auto& in = args_.inputs[i];
    const char* data =
        static_cast<const char*>(in.data) + s.offsets[i] * static_cast<int64_t>(size_of(Dtype{in.dtype}));
    const ConvertKernel load = kernels_.load[in.dtype][type_];
    if (source == Source::Direct) {
      s.values[i] = data;
      continue;
    }
    char* slot = s.slot(slot_of_[i]);
    s.values[i] = slot;
    if (inputs_[i].chained) {
      s.values[kMaxValues + i] = data;
    } else if (source == Source::Load) {
      load(slot, data, static_cast<size_t>(s.length));
    } else if (by_rows_ && geometry_.strides[i][last] == 0) {
      if (s.splat_from[i] == data) continue;
      alignas(16) char element[16];
      load(element, data, 1);
      splat(s, i, element);
      s.splat_from[i] = data;
    } else if (Dtype{in.dtype} == kComputeDtype[type_]) {
      gather(s, i, slot);
    } else {
      gather(s, i, s.slot(staging_));
      load(slot, s.slot(staging_), static_cast<size_t>(s.length));
    }
  }
}

void Plan::execute(State& s) const {
  for (int i = 0; i < program_.num_instructions; ++i) {
    const int value = first_result(program_) + i;
    if (slot_of_[value] >= 0) s.values[value] = s.slot(slot_of_[value]);
  }
  for (int o = 0; o < program_.num_outputs; ++o) {
    if (!outputs_[o].direct) continue;
    s.values[outputs_[o].value] =
        static_cast<char*>(args_.outputs[o].data) + s.offsets[program_.num_inputs + o] * static_cast<int64_t>(size_);
  }
  if (outputs_[0].chained) {
    const auto& out = args_.outputs[0];
    s.values[kMaxValues + program_.num_inputs] =
        static_cast<char*>(out.data) + s.offsets[program_.num_inputs] * static_cast<int64_t>(size_of(Dtype{out.dtype}));
  }
  for (const Segment *segment = segments_, *end = segment + num_segments_; segment != end; ++segment) {
    if (segment->steps) {
      run_segment(s, *segment);
    } else {
      run_steps(s, segment->begin, segment->end, 0);
    }
  }
}

// A chain; what no block is left for runs step by step.
void Plan::run_segment(State& s, const Segment& segment) const {
  const auto n = static_cast<size_t>(s.length);
  const size_t whole = n - n % chain_block();
  if (whole) run_chain(chain_steps_ + segment.first, segment.steps, const_cast<void* const*>(s.values), whole);
  if (whole == n) return;
  const auto rest = [&](int operand, const vjp_operand& tensor) {
    return static_cast<const char*>(s.values[kMaxValues + operand]) + whole * size_of(Dtype{tensor.dtype});
  };
  const auto slot = [&](int value) { return static_cast<char*>(const_cast<void*>(s.values[value])) + whole * size_; };
  for (int i = 0; i < program_.num_inputs && segment.loads; ++i) {
    const auto& in = args_.inputs[i];
    if (inputs_[i].chained) kernels_.load[in.dtype][type_](slot(i), rest(i, in), n - whole);
  }
  run_steps(s, segment.begin, segment.end, whole);
  if (!segment.stores) return;
  const auto& out = args_.outputs[0];
  kernels_.store[type_][out.dtype](const_cast<char*>(rest(program_.num_inputs, out)), slot(outputs_[0].value),
                                   n - whole);
}

// Runs the instructions [begin, end) on the elements of a tile after the first `skipped`.
void Plan::run_steps(State& s, int begin, int end, size_t skipped) const {
  const size_t n = static_cast<size_t>(s.length) - skipped;
  const auto at = [&](int value) { return static_cast<const char*>(s.values[value]) + skipped * size_; };
  for (int i = begin; i < end; ++i) {
    const Instruction& step = program_.instructions[i];
    const int arity = arity_of(step);
    const TileKernel kernel = kernels_.tile[type_][step.opcode];
    kernel(const_cast<char*>(at(first_result(program_) + i)), at(step.a), arity > 1 ? at(step.b) : nullptr,
           arity > 2 ? at(step.c) : nullptr, n);
  }
}

void Plan::store_outputs(State& s) const {
  for (int o = 0; o < program_.num_outputs; ++o) {
    if (outputs_[o].direct || outputs_[o].chained) continue;
    const auto& out = args_.outputs[o];
    const void* from = s.values[outputs_[o].value];
    const ConvertKernel store = kernels_.store[type_][out.dtype];
    const auto n = static_cast<size_t>(s.length);
    if (outputs_[o].contiguous) {
      store(static_cast<char*>(out.data) +
                s.offsets[program_.num_inputs + o] * static_cast<int64_t>(size_of(Dtype{out.dtype})),
            from, n);
    } else {
      store(s.slot(staging_), from, n);
      scatter(s, o, s.slot(staging_));
    }
  }
}

}  // namespace vjp::cpu
