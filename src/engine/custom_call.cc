#include "engine/custom_call.h"

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "base/last_error.h"
#include "base/struct_size.h"
#include "graph/anomaly.h"
#include "graph/batched.h"
#include "graph/cuts.h"
#include "graph/meta.h"
#include "graph/modes.h"
#include "ops/tangent.h"

namespace vjp {
namespace {

bool contains(const std::vector<Tensor>& list, const Tensor& t) {
  return std::any_of(list.begin(), list.end(), [&](const Tensor& other) { return other.is(t); });
}

// The caller's structure, with defaults for what it was too old to have.
vjp_function complete(const vjp_function& given) {
  constexpr size_t kFirst = offsetof(vjp_function, jvp);  // the size of the first release
  check_struct_size(given.struct_size, kFirst, "vjp_function", "VJP_FUNCTION_INIT");
  vjp_function f = VJP_FUNCTION_INIT;
  std::memcpy(&f, &given, std::min(given.struct_size, sizeof f));
  return f;
}

}  // namespace

FunctionCall::FunctionCall(const vjp_function& function, TensorList inputs)
    : function_(complete(function)),
      name_(function.name ? function.name : "CustomFunction"),
      inputs_(inputs.begin(), inputs.end()),
      needs_(inputs.size()) {
  function_.name = name_.c_str();
  for (size_t i = 0; grad_enabled() && i < inputs.size(); ++i) needs_[i] = requires_grad(physical_of(inputs[i]));
  recording_ = std::find(needs_.begin(), needs_.end(), true) != needs_.end();
  if (recording_) {
    // The edges are those from before the forward: it may change arguments in place.
    edges_.resize(inputs.size());
    for (size_t i = 0; i < inputs.size(); ++i) {
      if (inputs[i]) edges_[i] = gradient_edge(on_tape(*inputs[i].get()));
    }
  }
  if (forward_level_lives()) [[unlikely]]
    note_tangents();
  versions_.resize(inputs.size());
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (inputs[i]) versions_[i] = on_tape(*inputs[i].get()).version().load(std::memory_order_relaxed);
  }
}

FunctionCall::~FunctionCall() {
  end_event(EventRecord::kNoSequence);
  if (owns_context_) drop_context();
}

void FunctionCall::begin_event() {
  EventBuffer* events = being_watched() ? profiling() : nullptr;
  if (!events) return;
  events_ = Ref<EventBuffer>::share(events);
  event_ =
      events->begin(EventKind::Function, events->kept(name_.c_str()), EventRecord::kNoSequence, thread_serial.own());
}

void FunctionCall::end_event(int64_t sequence) noexcept {
  if (events_ && event_ != EventBuffer::kNone) events_->end_alone(event_, sequence);
  events_.reset();
}

void FunctionCall::open() {
  region_ = new ModeRegion(kModeNoGrad | kModeForwardOff, kModeForward, true);
  begin_event();
}

void FunctionCall::close() {
  Guard::exit(region_);
  region_ = nullptr;
}

void FunctionCall::drop_context() noexcept {
  if (function_.drop) function_.drop(function_.context);
  function_.drop = nullptr;
}

void FunctionCall::check_open(const char* what) const {
  if (ended_) fail(VJP_ERROR_STATE, "{}: {} is called between begin and end", name_, what);
}

Tensor FunctionCall::saved_for_forward(size_t index) const {
  if (index >= saved_for_forward_.size()) {
    fail(VJP_ERROR_INVALID, "{}: tensor {} of {} saved for forward mode", name_, index, saved_for_forward_.size());
  }
  return saved_for_forward_[index];
}

void FunctionCall::mark_non_differentiable(TensorList tensors) {
  for (const Tensor& t : tensors) {
    if (!t) fail(VJP_ERROR_INVALID, "{}: mark_non_differentiable of NULL", name_);
  }
  constant_.assign(tensors.begin(), tensors.end());
}

void FunctionCall::mark_dirty(TensorList tensors) {
  dirty_.clear();
  for (const Tensor& t : tensors) {
    if (!t) fail(VJP_ERROR_INVALID, "{}: mark_dirty of NULL", name_);
    if (is_input(t)) {
      dirty_.push_back(t);
    } else {
      warn(format("{}: mark_dirty of {}, which is no argument of the function, does nothing", name_, t));
    }
  }
}

bool FunctionCall::is_input(const Tensor& t) const { return t && contains(inputs_, t); }
bool FunctionCall::is_dirty(const Tensor& t) const { return contains(dirty_, t); }

// What the caller gets for a result. Never a handle whose history is another call's.
Tensor FunctionCall::handle_for(const Tensor& t, bool constant) {
  if (is_input(t)) {
    if (recording_ && constant && (!is_dirty(t) || requires_grad(t))) return detach(t);
    if (is_dirty(t)) return t;
    refresh(on_tape(*t.get()));
    Tensor view = t.alias();
    make_view(on_tape(*view.get()), physical_of(t), Creation::Custom);
    return view;
  }
  const TensorImpl& own = on_tape(*t.get());
  if (own.node || own.requires_grad) return detach(t);
  return recording_ && constant && requires_grad(own) ? detach(t) : t;
}

std::vector<FunctionNode::Result> FunctionCall::plan(TensorList results) {
  std::vector<Result> plan(results.size());
  for (size_t i = 0; i < results.size(); ++i) {
    const Tensor& t = results[i];
    if (!t) continue;
    bool constant = contains(constant_, t);
    plan[i].differentiable = is_differentiable(t.dtype()) && !constant;
    for (size_t j = 0; j < i && !plan[i].tensor; ++j) {
      if (results[j].is(t)) plan[i].tensor = plan[j].tensor;
    }
    if (!plan[i].tensor) plan[i].tensor = handle_for(t, constant);
  }
  return plan;
}

void FunctionCall::check_dirty(TensorList results, std::span<const Result> plan) const {
  for (const Tensor& d : dirty_) {
    auto it = std::find_if(results.begin(), results.end(), [&](const Tensor& t) { return t.is(d); });
    if (it == results.end()) {
      fail(VJP_ERROR_INVALID, "{}: the argument {} was marked dirty and is not among the results", name_, d);
    }
    const Result& r = plan[static_cast<size_t>(it - results.begin())];
    if (!recording_ || !r.differentiable) continue;
    check_inplace(on_tape(*d.get()), true, name_);
  }
}

void FunctionCall::bump_dirty() const {
  for (size_t i = 0; i < inputs_.size(); ++i) {
    const Tensor& t = inputs_[i];
    if (!t || !is_dirty(t)) continue;
    // A view's always: it may have been rebuilt since the forward changed it.
    const TensorImpl& own = on_tape(*t.get());
    if (own.is_view || own.version().load(std::memory_order_relaxed) == versions_[i]) own.bump_version();
  }
}

// Spec FUNC-14. What was viewed under the caller's no_grad stays that.
void FunctionCall::flag_views(std::span<const Result> results) const {
  if (!grad_enabled()) return;
  auto differentiable = std::count_if(results.begin(), results.end(), [](const Result& r) { return r.differentiable; });
  for (uint32_t i = 0; i < results.size(); ++i) {
    const Tensor t = physical_of(results[i].tensor);
    if (!t || !t->is_view || is_dirty(results[i].tensor)) continue;
    ViewInfo& view = *t->meta->view;
    view.version = t->version().load(std::memory_order_relaxed);
    if (view.creation == Creation::Inference) continue;
    view.creation = differentiable > 1 ? Creation::Multi : Creation::Custom;
    view.made_by = "a custom function";
    view.index = i;
  }
}

Ref<Node> FunctionCall::make_node(std::span<const Result> results) {
  size_t lead = 0;
  for (size_t i = 0; i < inputs_.size(); ++i) {
    if (inputs_[i] && on_tape(*inputs_[i].get()).is_view && is_dirty(inputs_[i])) {
      lead = i;
      break;
    }
  }
  return FunctionNode::make(function_, inputs_, std::move(edges_), results, lead);
}

void FunctionCall::bind(const Ref<Node>& node, std::span<const Result> results) const {
  for (uint32_t i = 0; i < results.size(); ++i) {
    const Result& r = results[i];
    if (!r.differentiable) continue;
    bool again = std::any_of(results.begin() + i + 1, results.end(),
                             [&](const Result& later) { return later.differentiable && later.tensor.is(r.tensor); });
    TensorImpl& own = on_tape(*r.tensor.get());
    if (again) {
      node->describe_slot(i, own);
    } else if (is_dirty(r.tensor)) {
      rebase_history(own, node, i);
    } else {
      set_history(own, node, i);
    }
    if (is_batched(r.tensor)) r.tensor->requires_grad = true;
  }
}

// A result without a derivative ends the history here, not in the forward, which runs without recording anyway.
void FunctionCall::note_cuts(std::span<const Result> results) const {
  for (const Result& r : results) {
    if (!r.tensor || r.differentiable || is_input(r.tensor)) continue;
    auto list = Ref<CutList>::take(new CutList());
    std::shared_ptr<const CallSite> site = place_for_cuts();
    CutReason reason = is_differentiable(r.tensor.dtype()) ? CutReason::NotDifferentiable : CutReason::IntegerDtype;
    for (const Tensor& input : inputs_) {
      Edge edge = input ? gradient_edge(on_tape(*input.get())) : Edge();
      if (edge) {
        list->add({reason, name_, std::move(edge), site});
      } else if (input) {
        list->add(cuts_of(on_tape(*input.get())));
      }
    }
    set_cuts(on_tape(*r.tensor.get()), std::move(list));
  }
}

std::vector<Tensor> FunctionCall::finish(TensorList given) {
  ended_ = true;
  std::vector<Result> results = plan(given);
  check_dirty(given, results);
  Ref<Node> node;
  auto differentiable = [](const Result& r) { return r.differentiable; };
  if (recording_ && std::any_of(results.begin(), results.end(), differentiable)) {
    node = make_node(results);
    for (const Result& r : results) {
      if (r.differentiable && is_dirty(r.tensor)) check_rebase(on_tape(*r.tensor.get()), *node);
    }
  }
  bump_dirty();
  flag_views(results);
  if (recording_ && recording_cuts()) [[unlikely]]
    note_cuts(results);
  if (node) record(node, given, results);
  end_event(node ? static_cast<int64_t>(node_sequence - 1) : EventRecord::kNoSequence);
  if (!tangents_.empty()) run_jvps(node, given, results);
  std::vector<Tensor> out;
  out.reserve(results.size());
  for (Result& r : results) out.push_back(std::move(r.tensor));
  return out;
}

// A result that was replaced is saved as what the caller gets; an argument handed through as the argument.
void FunctionCall::save_as_given_back(std::vector<Tensor>& saved, TensorList given,
                                      std::span<const Result> results) const {
  for (Tensor& t : saved) {
    auto it = std::find_if(given.begin(), given.end(), [&](const Tensor& g) { return t && g.is(t) && !is_input(t); });
    if (it != given.end()) t = results[static_cast<size_t>(it - given.begin())].tensor;
  }
}

void FunctionCall::record(const Ref<Node>& node, TensorList given, std::span<const Result> results) {
  save_as_given_back(saved_, given, results);
  auto& self = static_cast<FunctionNode&>(*node);
  self.save(saved_, results);
  bind(node, results);
  self.take_context(function_);
  function_.drop = nullptr;
}

void record_function(const vjp_function& function, TensorList inputs, TensorList results, TensorList saved) {
  FunctionCall call(function, inputs);
  if (results.empty()) fail(VJP_ERROR_INVALID, "vjp_function_record: at least one result is needed");
  for (size_t i = 0; i < results.size(); ++i) {
    if (!results[i]) fail(VJP_ERROR_INVALID, "vjp_function_record: result {} is NULL", i);
    TensorImpl& t = *results[i].get();
    if (!is_differentiable(t.dtype)) {
      fail(VJP_ERROR_DTYPE, "vjp_function_record: result {} is {}, expected a floating or complex dtype", i,
           describe(t));
    }
    if (const TensorImpl& own = on_tape(t); own.is_view || own.node || own.requires_grad) {
      fail(VJP_ERROR_STATE,
           "vjp_function_record: result {} ({}) must be a new tensor without history; compute it with grad mode off", i,
           describe(t));
    }
  }
  call.save_for_backward(saved);
  call.begin_event();
  call.finish(results);
  call.drop_context();
}

}  // namespace vjp
