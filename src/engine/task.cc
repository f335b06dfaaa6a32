#include "engine/task.h"

#include <mutex>

#include "base/forced_unwind.h"
#include "base/profile.h"
#include "engine/device_run.h"
#include "engine/failure.h"
#include "graph/modes.h"

namespace vjp {

VJP_THREAD_SLOT(Task*, current_task, kTravelsInCall) = nullptr;

Task::Task(GradCall& call, Roots roots, Edges inputs, bool keep_graph)
    : call_(call),
      plan_(std::move(roots), std::move(inputs), call.options.accumulate),
      inside_node_(in_backward()),
      outer_restriction_(restriction),
      outer_node_(executing_node),
      outer_(current_task),
      tracer_(Ref<Tracer>::share(current_tracer ? current_tracer.get()
                                 : outer_       ? outer_->tracer_.get()
                                                : nullptr)),
      run_(*this, plan_, {keep_graph, tracer_.get(), outer_ ? outer_->run_.devices() : nullptr}) {
  current_task = this;
  executing_node = nullptr;
  restriction = {plan_.restricted() ? plan_.owner() : 0, &plan_,
                 [](void* plan, Node& node) { return static_cast<Plan*>(plan)->wants_of_others(node); }};
}

Task::~Task() {
  current_task = outer_;
  executing_node = outer_node_;
  restriction = outer_restriction_;
}

std::vector<Tensor> Task::run() {
  EventScope event(being_watched() ? profiling() : nullptr, EventKind::GradCall,
                   call_.options.accumulate ? "backward" : "grad");
  try {
    run_.all();
    run_final_callbacks();
  } catch (abi::__forced_unwind&) {
    clean_up_after_error();
    throw;
  }
  VJP_CATCH_ALL_HERE {
    tell_of_failure();
    clean_up_after_error();
    throw;
  }
  return run_.take_results();
}

void Task::clean_up_after_error() noexcept {
  executing_node = nullptr;
  cleaning_up_ = true;
  run_.clean_up_after_error();
}

void Task::keep_for_caller(const Tensor& tensor) {
  if (run_.devices()) run_.devices()->keep_for_caller(tensor);
}

void Task::queue_final_callback(vjp_final_callback_fn fn, void* context, void (*drop)(void*)) {
  static std::mutex mutex;  // of all tasks: rarely used, and never held for long
  std::lock_guard lock(mutex);
  queued_callbacks_.reserve(queued_callbacks_.size() + 1);
  queued_callbacks_.emplace_back(fn, context, drop);
}

void Task::run_final_callbacks() {
  for (const FinalCallback& callback : call_.final_callbacks()) callback.call();
  // Callbacks may queue more.
  for (size_t i = 0; i < queued_callbacks_.size(); ++i) {
    FinalCallback callback = std::move(queued_callbacks_[i]);
    callback.call();
  }
}

}  // namespace vjp
