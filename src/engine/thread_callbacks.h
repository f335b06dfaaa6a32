// What bindings do around waiting and around a change of threads (spec THREAD-7, THREAD-13).
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <vector>

#include "base/thread_context.h"
#include "vjp/thread.h"

namespace vjp {

int64_t add_thread_callbacks(const vjp_thread_callbacks& callbacks);
void remove_thread_callbacks(int64_t id);

using ThreadCallbackList = std::vector<std::shared_ptr<const vjp_thread_callbacks>>;

// The calling thread waits for another one: the bindings' locks are given back meanwhile.
class WaitingThread {
 public:
  WaitingThread();
  ~WaitingThread();
  // Asks the bindings whether to go on waiting; throws where one says no, or where the call that waits was cancelled.
  bool has_poll() const;
  void poll() const;
  WaitingThread(const WaitingThread&) = delete;
  WaitingThread& operator=(const WaitingThread&) = delete;

 private:
  std::shared_ptr<const ThreadCallbackList> list_;  // null: there are none
  std::vector<void*> tokens_;
};

// While a grad call runs, bindings are asked this often, on the thread that made it, whether it is to go on.
inline constexpr std::chrono::milliseconds kPollInterval{40};

// A call that was started and not waited for (pending_call.h) stops by its own flag, and no binding is asked
// about it. Null: this thread runs no such call.
extern const ThreadSlot<const std::atomic<bool>*> cancellation;
void throw_if_cancelled();

// Between two nodes: asks, if it is time, and throws where a binding says no, or where the call was cancelled. One load
// where neither can be.
inline constexpr uint32_t kBindingsPoll = 1, kOneCancelled = 2;
extern constinit std::atomic<uint32_t> polls;  // kBindingsPoll, and kOneCancelled for every call that is to stop
[[gnu::cold]] void poll_if_due();
inline void poll_between_nodes() {
  if (polls.load(std::memory_order_relaxed)) poll_if_due();
}

// The bindings' own state of a thread: taken on one, put on another for a while, once; or none.
class BindingState {
 public:
  BindingState();  // on the thread whose state it is
  explicit BindingState(std::nullptr_t) {}
  BindingState(BindingState&&) = default;
  BindingState& operator=(BindingState&&) = default;
  void enter();
  void leave();

 private:
  std::shared_ptr<const ThreadCallbackList> list_;
  std::vector<void*> states_;
};

}  // namespace vjp
