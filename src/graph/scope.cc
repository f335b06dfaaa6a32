#include "graph/scope.h"

#include <algorithm>
#include <cstdint>

#include "base/error.h"
#include "base/last_error.h"

namespace vjp {

VJP_THREAD_SLOT(Scope*, scope_of_thread, kLeftIfWorking) = nullptr;
VJP_THREAD_SLOT(Callback*, callback_of_thread, kLeftIfWorking) = nullptr;

void begin_scope() {
  auto* scope = new Scope{innermost_scope(), {}};
  Callback::before_change();
  scope_of_thread = scope;
}

namespace {

void release(Scope* scope) noexcept {
  scope_of_thread = scope->outer;
  for (TensorImpl* t : scope->handles) Tensor::take(t);
  delete scope;
}

constexpr size_t kNowhere = SIZE_MAX;

// Where it lay.
size_t take_out(std::vector<TensorImpl*>& handles, size_t first, const TensorImpl* tensor) noexcept {
  auto found = std::find(handles.begin() + static_cast<ptrdiff_t>(first), handles.end(), tensor);
  if (found == handles.end()) return kNowhere;
  auto index = static_cast<size_t>(found - handles.begin());
  handles.erase(found);
  return index;
}

}  // namespace

void end_scope() {
  Scope* scope = innermost_scope();
  if (!scope) fail(VJP_ERROR_STATE, "vjp_scope_end: no scope is open on this thread");
  Callback::before_change();
  if (Callback* callback = Callback::current()) {
    if (callback->found(scope))
      fail(VJP_ERROR_STATE,
           "vjp_scope_end: the scope was begun outside of the callback that runs, which cannot end it");
    callback->keep_results_of(*scope);
  }
  release(scope);
}

ScopeOnWorker::~ScopeOnWorker() { release(innermost_scope()); }

void keep_in_scope(TensorImpl* tensor) {
  Tensor owned = Tensor::take(tensor);
  Callback::before_change();
  innermost_scope()->handles.push_back(tensor);
  owned.detach_handle();
}

bool take_from_scope(TensorImpl* tensor) {
  Callback::before_change();
  Scope* scope = innermost_scope();
  size_t index = take_out(scope->handles, 0, tensor);
  if (index == kNowhere) return false;
  Callback::forget_handle(scope, index);
  return true;
}

void Callback::note_found_here() noexcept {
  for (Callback* c = this; c && !c->found_; c = c->outer_) {
    Scope* scope = innermost_scope();
    c->found_.emplace(Found{
        scope, scope ? scope->handles.size() : 0, innermost_guard.get(), num_locations(), entered_forward_level(), {}});
  }
}

// Callers' handles come first in a scope.
void Callback::forget_handle(const Scope* scope, size_t index) noexcept {
  for (Callback* c = current(); c && c->found_ && c->found_->scope == scope; c = c->outer_)
    if (index < c->found_->scope_size) --c->found_->scope_size;
}

// They go to the scope around it, as if it had never been.
void Callback::keep_results_of(Scope& ending) {
  std::vector<TensorImpl*>& to = ending.outer ? ending.outer->handles : found_->kept;
  to.reserve(to.size() + slots_.size());
  for (size_t i = 0; i < slots_.size(); ++i)
    if (hands_back(i) && take_out(ending.handles, 0, slots_[i].get()) != kNowhere) to.push_back(slots_[i].get());
}

// The slot's reference is the one that a scope had, if the callback got it from an operator.
void Callback::adopt(TensorImpl* tensor) noexcept {
  for (Scope* scope = innermost_scope(); scope; scope = scope->outer) {
    bool callers = scope == found_->scope;
    if (take_out(scope->handles, callers ? found_->scope_size : 0, tensor) != kNowhere) return;
    if (callers) break;
  }
  take_out(found_->kept, 0, tensor);
}

void Callback::enter_wanted_device() noexcept { operator_device = wanted_device; }

void Callback::put_back() noexcept {
  if (found_) {
    for (size_t i = 0; i < slots_.size(); ++i)
      if (hands_back(i)) adopt(slots_[i].get());
    while (innermost_scope() != found_->scope) release(innermost_scope());
    for (TensorImpl* t : found_->kept) Tensor::take(t);
    Guard::end_inside(static_cast<Guard*>(found_->guard));
    while (entered_forward_level() != found_->forward_level) leave_forward_level();
    end_locations(found_->locations);
    found_.reset();
  }
  if (mode_word != modes_) set_mode_word(modes_);
  if (in_play_) operator_device = operators_;
}

}  // namespace vjp
