#include "compile/record.h"

#include <algorithm>

#include "base/error.h"
#include "device/default_device.h"
#include "graph/guard.h"
#include "graph/meta.h"
#include "ops/call_counts.h"
#include "ops/fused.h"
#include "ops/op_node.h"
#include "ops/op_trace.h"

namespace vjp::compile {

void describe(std::vector<uint64_t>& key, const Tensor& t) {
  if (!t) return key.push_back(0);
  const TensorImpl& i = *t.get();
  const unsigned flags = 1u | requires_grad(i) << 1 | is_leaf(i) << 2 | i.is_view << 3 | i.is_wrapped_number << 4 |
                         i.storage->inference << 5 | i.is_sparse << 6 | i.is_batched << 7;
  key.push_back(flags | uint64_t{static_cast<uint8_t>(i.dtype)} << 8 |
                uint64_t{static_cast<uint8_t>(i.device.type)} << 16 |
                uint64_t{static_cast<uint16_t>(i.device.index)} << 24 | uint64_t{i.ndim} << 40);
  for (int64_t size : i.sizes()) key.push_back(static_cast<uint64_t>(size));
  if (i.is_sparse) return;
  for (int64_t stride : i.strides()) key.push_back(static_cast<uint64_t>(stride));
  key.push_back(static_cast<uint64_t>(i.offset()));
}

bool Record::holds_for(std::span<const uint64_t> key) const {
  return std::equal(key.begin(), key.end(), key_.begin(), key_.end()) && changed_outside() < 0;
}

int Record::changed_outside() const {
  std::vector<uint64_t> now;
  size_t from = 0;
  for (size_t i = 0; i < outside_.size(); ++i) {
    now.clear();
    describe(now, outside_[i]);
    const auto then = std::span(outside_key_).subspan(from);
    if (then.size() < now.size() || !std::equal(now.begin(), now.end(), then.begin())) return static_cast<int>(i);
    from += now.size();
  }
  return -1;
}

// What a value is no more needed for, and what runs at once.
void Record::finish(std::span<const Fusable> fusable, int64_t budget) {
  constexpr uint32_t kNever = UINT32_MAX;
  std::vector<uint32_t> last(num_values_, kNever);
  const auto used = [&](int64_t value, uint32_t step) {
    if (value >= 0 && value < kOutside) last[static_cast<size_t>(value)] = step;
  };
  for (uint32_t s = 0; s < steps_.size(); ++s) {
    const Step& step = steps_[s];
    for (uint32_t r = 0; r < step.num_results; ++r) used(step.results + r, s);
    const size_t more = step.form == Form::Out ? 1 : 0;
    for (const Value& v : std::span(args_).subspan(step.args, args_of(step).size() + more)) {
      if (v.kind == VJP_KIND_TENSOR) used(v.as.integer, s);
      for (uint32_t i = 0; v.kind == VJP_KIND_TENSOR_LIST && i < v.count; ++i) used(v.as.ints[i], s);
    }
  }
  for (int64_t value : results_) used(value, kNever);
  for (uint32_t v = 0; v < num_values_; ++v)
    if (last[v] != kNever) last_.push_back({last[v], v});
  if (!fusable.empty()) fuse(fusable, last, budget);
  std::stable_sort(last_.begin(), last_.end(), [](const Last& a, const Last& b) { return a.step < b.step; });
}

// One run of a record.
class Record::Running {
 public:
  Running(const Record& record, TensorList inputs)
      : record_(record), modes_(mode_word), values_(record.num_values_), list_(record.longest_list_) {
    std::copy(inputs.begin(), inputs.end(), values_.begin());
  }
  ~Running() { use(modes_); }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  std::vector<Tensor> all() {
    size_t last = 0;
    const Stretch* stretch = are_operators_watched() ? end_of_stretches() : record_.stretches_.data();
    for (uint32_t s = 0; s < record_.steps_.size();) {
      if (stretch != end_of_stretches() && stretch->first == s) {
        run(*stretch);
        s += stretch++->count;
      } else {
        run(record_.steps_[s++]);
      }
      for (; last < record_.last_.size() && record_.last_[last].step < s; ++last)
        values_[record_.last_[last].value].reset();
    }
    std::vector<Tensor> results;
    results.reserve(record_.results_.size());
    for (int64_t number : record_.results_) results.push_back(at(number));
    return results;
  }

 private:
  // Whether somebody's tensors are batched is no part of a record; calls find out.
  void use(uint32_t modes) {
    modes = (modes & ~kBatchModes) | (mode_word & kBatchModes);
    if (mode_word != modes) set_mode_word(modes);
  }
  const Tensor& at(int64_t number) const {
    return number >= kOutside ? record_.outside_[static_cast<size_t>(number - kOutside)]
                              : values_[static_cast<size_t>(number)];
  }
  vjp_tensor* handle(int64_t number) const { return number < 0 ? nullptr : handle_of(at(number).get()); }

  // An argument as it is now. `list` is where those of lists go on.
  Value now(const Value& v, vjp_tensor**& list) const {
    Value value = v;
    if (v.kind == VJP_KIND_TENSOR) value.as.tensor = handle(v.as.integer);
    if (v.kind != VJP_KIND_TENSOR_LIST) return value;
    value.as.tensors = list;
    for (uint32_t i = 0; i < v.count; ++i) *list++ = handle(v.as.ints[i]);
    return value;
  }

  const Stretch* end_of_stretches() const { return record_.stretches_.data() + record_.stretches_.size(); }
  void put_args(const Step& step, Value* args) {
    vjp_tensor** list = list_.data();
    for (const Value& v : record_.args_of(step)) *args++ = now(v, list);
  }

  Tensor& result_of(const Step& step) { return values_[step.results]; }
  // Whether what can be computed again need not be stored: saved-tensor hooks are to see values, and sources must keep
  // theirs.
  static bool can_be_lean(const Stretch& stretch, std::span<const Tensor> inputs) {
    if (!stretch.recipe || (mode_word & kModePackSaved) || storages_recorded.load(std::memory_order_relaxed))
      return false;
    const auto fits = [&](const Stretch::Source& s) { return s.is_result || Later::can_be_source(inputs[s.index]); };
    return std::all_of(stretch.sources.begin(), stretch.sources.end(), fits);
  }
  void put_again(const Stretch& stretch, std::span<const Tensor> inputs) {
    const Step* const steps = record_.steps_.data() + stretch.first;
    std::vector<Tensor> sources;
    for (const Stretch::Source& s : stretch.sources)
      sources.push_back((s.is_result ? result_of(steps[s.index]) : inputs[s.index]).alias());
    const Ref<Later> again = Ref<Later>::take(new Again(stretch.recipe, std::move(sources)));
    for (size_t i = 0; i < stretch.again.size(); ++i)
      result_of(steps[stretch.again[i]]) = Later::value(again, i, stretch.sizes, stretch.dtype);
  }

  void run(const Stretch& stretch) {
    const std::span<const Step> steps = std::span(record_.steps_).subspan(stretch.first, stretch.count);
    use(steps[0].modes);
    const OperatorDevice host{Device()};
    std::vector<Tensor> inputs;
    for (int64_t number : stretch.inputs) inputs.push_back(at(number));
    const bool lean = can_be_lean(stretch, inputs);
    const FusedProgram& program = lean ? stretch.lean : stretch.program;
    const std::vector<uint32_t>& outputs = lean ? stretch.lean_outputs : stretch.outputs;
    std::vector<Tensor> stored;
    if (!outputs.empty()) stored = run_fused(program, inputs, stretch.scalars);
    for (size_t i = 0; i < outputs.size(); ++i) result_of(steps[outputs[i]]) = std::move(stored[i]);
    if (lean) put_again(stretch, inputs);
    const Tensor element = outputs.size() < steps.size() ? Tensor::empty(Dims{1}, stretch.dtype) : Tensor();
    for (uint32_t k = 0; k < steps.size(); ++k) {
      count_call(*steps[k].op);
      Tensor& result = result_of(steps[k]);
      if (!result) result = element.with_geometry({stretch.sizes, Dims::filled(stretch.sizes.n, 0), 0});
      if (!stretch.recorded[k]) continue;
      Value args[kMaxCompositeArgs];
      put_args(steps[k], args);
      set_history(*result.get(), OpNode::record(*steps[k].op, args, {&result, 1}, false), 0);
    }
  }

  void run(const Doing& doing, const Step& step) {
    std::vector<Tensor> tensors;
    for (const Value& v : record_.args_of(step)) tensors.push_back(v.as.integer < 0 ? Tensor() : at(v.as.integer));
    use(step.modes);
    doing.deed(tensors, record_.how_);
  }

  void run(const Step& step) {
    if (step.doing) return run(*step.doing, step);
    if (!step.op) return void(values_[step.results] = detach(at(record_.args_[step.args].as.integer)));
    Value args[kMaxCompositeArgs];
    put_args(step, args);
    use(step.modes);
    Tensor* const results = values_.data() + step.results;
    switch (step.form) {
      case Form::Functional:
        return call(*step.op, args, results);
      case Form::List: {
        std::vector<Tensor> made = call_list(*step.op, args);
        std::move(made.begin(), made.end(), results);
        return;
      }
      case Form::Inplace:
        return call_inplace(*step.op, args);
      case Form::Out:
        Tensor target = at(record_.args_[step.args + record_.args_of(step).size()].as.integer);
        return call_out(*step.op, args, target);
    }
  }

  const Record& record_;
  const uint32_t modes_;
  std::vector<Tensor> values_;
  std::vector<vjp_tensor*> list_;
};

std::vector<Tensor> Record::run(TensorList inputs) const { return Running(*this, inputs).all(); }

// ---- text ----

namespace {

std::string name_of_value(int64_t number, uint32_t num_inputs, int64_t outside) {
  if (number < 0) return "None";
  if (number >= outside) return format("outside {}", number - outside);
  return number < num_inputs ? format("input {}", number) : format("%{}", number - num_inputs);
}

}  // namespace

std::string Record::text() const {
  if (!obstacle_.empty()) return format("not recorded: {}\n", obstacle_);
  const auto name = [&](int64_t number) { return name_of_value(number, num_inputs_, kOutside); };
  const auto list = [&](const int64_t* numbers, size_t count) {
    std::string text;
    for (size_t i = 0; i < count; ++i) text += (i > 0 ? ", " : "") + name(numbers[i]);
    return text;
  };
  std::string text;
  for (const Step& step : steps_) {
    for (uint32_t i = 0; i < step.num_results; ++i) text += (i > 0 ? ", " : "") + name(step.results + i);
    text += format("{}{}{}(", step.num_results > 0 ? " = " : "",
                   step.op      ? step.op->name()
                   : step.doing ? step.doing->name
                                : "detach",
                   step.form == Form::Inplace ? "_"
                   : step.form == Form::Out   ? ".out"
                                              : "");
    const char* comma = "";
    for (const Value& v : args_of(step)) {
      text += comma;
      comma = ", ";
      if (v.kind == VJP_KIND_TENSOR)
        text += name(v.as.integer);
      else if (v.kind == VJP_KIND_TENSOR_LIST)
        text += "[" + list(v.as.ints, v.count) + "]";
      else
        text += to_text(v);
    }
    if (step.form == Form::Out) text += comma + name(args_[step.args + args_of(step).size()].as.integer);
    text += ")\n";
  }
  for (const Stretch& s : stretches_) {
    text += format("fused {} %{} to %{}: {} inputs, {} stored", s.dtype, steps_[s.first].results - num_inputs_,
                   steps_[s.first + s.count - 1].results - num_inputs_, s.inputs.size(), s.lean_outputs.size());
    if (s.recipe)
      text += format(", {} computed again of {} in {} steps", s.again.size(), s.sources.size(),
                     s.recipe->program.steps.size());
    text += "\n";
  }
  return text + "return " + list(results_.data(), results_.size()) + "\n";
}

}  // namespace vjp::compile
