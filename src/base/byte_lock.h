// ByteLock: a lock of one byte inside the object that it guards, for a few instructions at a time. It costs nothing
// while the process has one thread and otherwise one locked instruction, and the byte lies in memory that its holder
// needs anyway: no thread looks at what another has touched unless both are at one object. Not recursive; who waits
// gives its core away.
#pragma once

#include <sys/single_threaded.h>

#include <atomic>

namespace vjp {

class ByteLock {
 public:
  explicit ByteLock(std::atomic<bool>& held) : held_(held) {
    if (!__libc_single_threaded && held_.exchange(true, std::memory_order_acquire)) [[unlikely]]
      wait(held_);
  }
  ~ByteLock() { held_.store(false, std::memory_order_release); }
  ByteLock(const ByteLock&) = delete;
  ByteLock& operator=(const ByteLock&) = delete;

 private:
  static void wait(std::atomic<bool>& held) noexcept;

  std::atomic<bool>& held_;
};

}  // namespace vjp
