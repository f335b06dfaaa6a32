// Interceptors: handlers (handler.h) that a thread puts into its chain and takes out again, level by level.
//
// There are three places for them: above everything, where calls are as the program makes them; below the tape, where
// they are as they run; and below that, the library's own (checkpoints).
#pragma once

#include <memory>
#include <vector>

#include "base/thread_context.h"
#include "ops/handler.h"

namespace vjp {

class Interceptor {
 public:
  virtual ~Interceptor() = default;
  // Goes on with next(call), or gives results of its own. Meanwhile only the levels around it are on.
  virtual void handle(OpCall& call) = 0;
  // For the thread of a call that this one has started, which may be elsewhere by then. Null: it stays here.
  virtual std::unique_ptr<Interceptor> for_other_thread() const { return nullptr; }

 private:
  friend class InterceptScope;
  friend struct InterceptLevel;
  friend std::vector<std::unique_ptr<Interceptor>> interceptors_for_other_thread();
  Interceptor* outer_ = nullptr;
};

struct Interceptors {
  Interceptor *calls, *kernels, *observers;  // the innermost ones
  Interceptor*& at(uint32_t place) {
    return place == kModeInterceptCalls ? calls : place == kModeInterceptKernels ? kernels : observers;
  }
};
extern const ThreadSlot<Interceptors> interceptors;  // of this thread

// Makes an interceptor the thread's innermost one. Null leaves everything as it is.
class InterceptScope {
 public:
  InterceptScope(uint32_t place, Interceptor* interceptor);
  ~InterceptScope();
  InterceptScope(const InterceptScope&) = delete;
  InterceptScope& operator=(const InterceptScope&) = delete;

 private:
  const uint32_t place_;
  const bool entered_, was_on_;
  Interceptor* const former_;
};

// Of those below the tape; the outermost first.
std::vector<std::unique_ptr<Interceptor>> interceptors_for_other_thread();

}  // namespace vjp
