// Checkpointing: a region is computed without keeping what its backward needs, and computed again in backward.
//
// Words: the *forward* of a region is its first run; every later one is a *recomputation*. A *holder* stands in the
// graph where a saved value would be, and is filled by a recomputation.
#pragma once

#include <vector>

#include "base/thread_context.h"
#include "device/default_device.h"
#include "device/generator.h"
#include "graph/guard.h"
#include "ops/value.h"
#include "vjp/checkpoint.h"

namespace vjp {

struct ReferenceVisitor;  // graph/references.h

// The callbacks of a region, shared by all that may run it.
class CheckpointFunction {
 public:
  explicit CheckpointFunction(const vjp_checkpoint_function& callbacks)
      : callbacks_(callbacks), device_(wanted_device) {}
  virtual ~CheckpointFunction();
  static void destroy(CheckpointFunction* function) noexcept { delete function; }

  // Throws what the callback raised; an error of the library that the callback merely passes on keeps its message.
  virtual std::vector<Tensor> run(TensorList inputs, bool recomputing);
  // Throws an error of that status, as the `failure` callback describes it.
  [[noreturn]] virtual void fail_region(vjp_status status, const std::string& message);
  virtual void visit_context(const ReferenceVisitor& visit) const;

  RefCount refs;

 protected:
  CheckpointFunction() : callbacks_(VJP_CHECKPOINT_FUNCTION_INIT) {}

 private:
  vjp_checkpoint_function callbacks_;
  Device device_;  // the program's default in the forward, which recomputations have as well
};

// For collectors: what the function keeps, where nobody but the caller has it.
void visit_function(const Ref<CheckpointFunction>& function, const ReferenceVisitor& visit);

struct CheckpointOptions {
  bool reentrant = false;
  bool preserve_random_state = true;
  bool check_determinism = true;
  bool early_stop = true;
  bool debug = false;
};

// Runs the region, and gives the graph what it needs to run it again.
std::vector<Tensor> checkpoint(Ref<CheckpointFunction> function, TensorList inputs, const CheckpointOptions& options);
std::vector<Tensor> checkpoint_sequential(std::vector<Ref<CheckpointFunction>> functions, size_t segments,
                                          TensorList inputs, const CheckpointOptions& options);

// The two kinds (checkpoint_reentrant.cc, checkpoint_recompute.cc).
std::vector<Tensor> checkpoint_reentrant(Ref<CheckpointFunction> function, TensorList inputs,
                                         const CheckpointOptions& options);
std::vector<Tensor> checkpoint_recompute(Ref<CheckpointFunction> function, TensorList inputs,
                                         const CheckpointOptions& options);

// Whether the innermost recomputation on this thread has all it needs.
bool checkpoint_stopping();

// What the options say where they leave it to the thread.
struct CheckpointSettings {
  bool early_stop = true;
  bool debug = false;
};
extern const ThreadSlot<CheckpointSettings> checkpoint_settings;  // of the thread

class CheckpointRegion final : public Guard {
 public:
  explicit CheckpointRegion(const CheckpointSettings& settings) : former_(checkpoint_settings) {
    checkpoint_settings = settings;
  }
  ~CheckpointRegion() override { checkpoint_settings = former_; }

 private:
  CheckpointSettings former_;
};

// The state of the generators when the forward began; a Scope puts it in force, and afterwards what was there.
class RandomState {
 public:
  explicit RandomState(bool preserve) : preserved_(preserve) {
    if (preserve) states_ = DefaultGeneratorStates::now();
  }
  // After the forward: what it drew can be drawn again.
  void check_devices() const {
    if (preserved_) states_.check_devices("checkpoint");
  }
  class Scope {
   public:
    explicit Scope(const RandomState& state) : preserved_(state.preserved_) {
      if (!preserved_) return;
      former_ = DefaultGeneratorStates::now();
      state.states_.put_in_force();
    }
    ~Scope() {
      if (preserved_) former_.put_in_force();
    }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    bool preserved_;
    DefaultGeneratorStates former_;
  };

 private:
  bool preserved_;
  DefaultGeneratorStates states_;
};

}  // namespace vjp
