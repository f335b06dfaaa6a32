#include "graph/scope.h"

#include <algorithm>

#include "base/error.h"
#include "base/last_error.h"

namespace vjp {

VJP_THREAD_SLOT(Scope*, scope_of_thread, kLeftIfWorking) = nullptr;
VJP_THREAD_SLOT(Callback*, callback_of_thread, kLeftIfWorking) = nullptr;

void begin_scope() { scope_of_thread = new Scope{innermost_scope(), {}}; }

namespace {

void release(Scope* scope) noexcept {
  scope_of_thread = scope->outer;
  for (TensorImpl* t : scope->handles) Tensor::take(t);
  delete scope;
}

bool take_out(std::vector<TensorImpl*>& handles, size_t first, const TensorImpl* tensor) noexcept {
  auto found = std::find(handles.begin() + static_cast<ptrdiff_t>(first), handles.end(), tensor);
  if (found == handles.end()) return false;
  handles.erase(found);
  return true;
}

}  // namespace

void end_scope() {
  Scope* scope = innermost_scope();
  if (!scope) fail(VJP_ERROR_STATE, "vjp_scope_end: no scope is open on this thread");
  if (Callback* callback = Callback::current()) {
    if (callback->found(scope))
      fail(VJP_ERROR_STATE,
           "vjp_scope_end: the scope was begun outside of the callback that runs; it is not its to end");
    callback->keep_results_of(*scope);
  }
  release(scope);
}

ScopeOnWorker::~ScopeOnWorker() { release(innermost_scope()); }

void keep_in_scope(TensorImpl* tensor) {
  Tensor owned = Tensor::take(tensor);
  innermost_scope()->handles.push_back(tensor);
  owned.detach_handle();
}

bool take_from_scope(TensorImpl* tensor) { return take_out(innermost_scope()->handles, 0, tensor); }

// They go to the scope around it, as if it had never been.
void Callback::keep_results_of(Scope& ending) {
  std::vector<TensorImpl*>& to = ending.outer ? ending.outer->handles : kept_;
  to.reserve(to.size() + slots_.size());
  for (size_t i = 0; i < slots_.size(); ++i)
    if (hands_back(i) && take_out(ending.handles, 0, slots_[i].get())) to.push_back(slots_[i].get());
}

// The slot's reference is the one that a scope had, if the callback got it from an operator.
void Callback::adopt(TensorImpl* tensor) noexcept {
  for (Scope* scope = innermost_scope(); scope; scope = scope->outer) {
    bool callers = scope == scope_;
    if (take_out(scope->handles, callers ? scope_size_ : 0, tensor)) return;
    if (callers) break;
  }
  take_out(kept_, 0, tensor);
}

void Callback::enter_wanted_device() noexcept {
  operators_ = operator_device;
  operator_device = wanted_device;
}

Callback::~Callback() {
  if (innermost_scope() || !kept_.empty()) [[unlikely]] {
    for (size_t i = 0; i < slots_.size(); ++i)
      if (hands_back(i)) adopt(slots_[i].get());
    while (innermost_scope() != scope_) release(innermost_scope());
    for (TensorImpl* t : kept_) Tensor::take(t);
  }
  if (innermost_guard != guard_) [[unlikely]]
    Guard::end_inside(static_cast<Guard*>(guard_));
  if (forward_level_ == 0 && entered_forward_level()) [[unlikely]]
    leave_forward_level();
  if (mode_word != modes_) [[unlikely]]
    set_mode_word(modes_);
  end_locations(locations_);
  if (in_play_) [[unlikely]]
    operator_device = operators_;
  callback_of_thread = outer_;
}

}  // namespace vjp
