// Tracer: sees each node that a grad call is about to execute (spec INTRO-11).
#pragma once

#include <span>

#include "base/profile.h"
#include "graph/guard.h"
#include "graph/node.h"
#include "vjp/observe.h"

namespace vjp {

class Tracer {
 public:
  // A null function prints a line to standard error.
  Tracer(vjp_trace_fn fn, void* context, void (*drop)(void*)) : fn_(fn), context_(context), drop_(drop) {
    watchers.fetch_add(1, std::memory_order_relaxed);
  }
  ~Tracer() {
    watchers.fetch_sub(1, std::memory_order_relaxed);
    if (drop_) drop_(context_);
  }
  static void destroy(Tracer* tracer) noexcept { delete tracer; }

  void call(const Node& node, std::span<const Tensor> grads, int64_t grad_call) const;

  RefCount refs;

 private:
  vjp_trace_fn fn_;
  void* context_;
  void (*drop_)(void*);
};

// Of this thread; the grad calls that it starts take it along. Null: none.
extern const ThreadSlot<Tracer*> current_tracer;

class TraceRegion final : public Guard {
 public:
  explicit TraceRegion(Ref<Tracer> tracer) : tracer_(std::move(tracer)), outer_(current_tracer) {
    current_tracer = tracer_.get();
  }
  ~TraceRegion() override { current_tracer = outer_; }

 private:
  Ref<Tracer> tracer_;
  Tracer* outer_;
};

}  // namespace vjp
