// Observers: they see every operator that this thread runs, those inside of composites included, and may put results
// of their own in the place of the kernel's.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/thread_context.h"
#include "graph/modes.h"
#include "ops/op.h"

namespace vjp {

class OpObserver {
 public:
  // Into a new tensor, into an existing one (in-place and out variants), or a view.
  enum class Form : uint8_t { New, Into, View };
  virtual ~OpObserver() = default;
  // Before an operator runs. For Form::New there is a place for each result: true says that they have been filled, and
  // that no kernel is to run.
  virtual bool before(const OpDef& op, Form form, const Value* args, std::span<Tensor> outs) = 0;
  // After the kernel of Form::New ran.
  virtual void after(const OpDef&, const Value* /*args*/, std::span<Tensor> /*outs*/) {}
};

extern const ThreadSlot<OpObserver*> current_observer;  // of this thread; null: none

// Makes an observer the thread's. Null leaves everything as it is.
class ObserverScope {
 public:
  explicit ObserverScope(OpObserver* observer) : former_(current_observer), former_modes_(mode_word) {
    if (!observer) return;
    current_observer = observer;
    mode_word.own() |= kModeObserveOps;
  }
  ~ObserverScope() {
    current_observer = former_;
    mode_word = (mode_word & ~uint32_t{kModeObserveOps}) | (former_modes_ & kModeObserveOps);
  }
  ObserverScope(const ObserverScope&) = delete;
  ObserverScope& operator=(const ObserverScope&) = delete;

 private:
  OpObserver* former_;
  uint32_t former_modes_;
};

// Nothing that runs inside is observed: the parts of an observed operator.
class Unobserved {
 public:
  Unobserved() : former_(mode_word & kModeObserveOps) { mode_word.own() &= ~uint32_t{kModeObserveOps}; }
  ~Unobserved() { mode_word.own() |= former_; }
  Unobserved(const Unobserved&) = delete;
  Unobserved& operator=(const Unobserved&) = delete;

 private:
  uint32_t former_;
};

// What run_forward, run_into and views do while an observer is there.
void run_observed(const OpDef& op, const Value* args, Tensor* outs);
void observe(const OpDef& op, OpObserver::Form form, const Value* args);

// Writes down what runs: "mul(float64[2], 3)".
class OpTrace final : public OpObserver {
 public:
  bool before(const OpDef& op, Form form, const Value* args, std::span<Tensor> outs) override;
  std::string text() const;  // one a line

 private:
  std::vector<std::string> lines_;
};

}  // namespace vjp
