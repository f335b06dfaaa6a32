// ThreadState: what the code of a program finds on its thread, taken along to work that another thread does for it
// later, when the first one is elsewhere or has ended.
//
// Note: what goes along. Modes and the default device, the pairs of saved-value hooks, autocast, interceptors below the
// tape, the current streams and devices, where the program was (locations), the tracer of nodes, the profiler, and
// what bindings save. A region that ends meanwhile goes on in there. Not what is a thread's place in something that
// runs on it: tasks, nodes, callbacks, guards, recordings of operators. If a scope is open, the other thread has one of
// its own.
#pragma once

#include <memory>
#include <string>

#include "base/thread_context.h"
#include "device/stream.h"
#include "engine/thread_callbacks.h"
#include "engine/trace.h"
#include "graph/pack.h"
#include "ops/autocast.h"
#include "ops/interceptor.h"

namespace vjp {

class ThreadState {
 public:
  ThreadState();   // of this thread
  ~ThreadState();  // bindings hear of it if it was never entered
  ThreadState(const ThreadState&) = delete;
  ThreadState& operator=(const ThreadState&) = delete;

  // The calling thread has the state until the end of the scope. Once. What streams and locations need is made before
  // anything is put aside, and what may fail there fails before the work begins.
  class Scope {
   public:
    explicit Scope(ThreadState& state);
    ~Scope();
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    struct Regions;
    void put_back() noexcept;

    ThreadState& state_;
    CurrentStreams streams_;
    Identity own_;
    std::unique_ptr<Regions> regions_;
  };

  const CurrentStreams& streams() const { return streams_; }

 private:
  const Identity identity_;
  const CurrentStreams streams_;
  const std::string locations_;
  const Ref<PackLevel> pairs_;
  const AutocastSettings autocast_;
  const std::vector<std::unique_ptr<Interceptor>> interceptors_;
  const Ref<Tracer> tracer_;
  const ProfileSlot profile_;
  const uint64_t sequence_;  // of the nodes that it has made
  const bool in_scope_;
  bool entered_ = false;
  BindingState binding_;
};

}  // namespace vjp
