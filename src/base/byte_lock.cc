#include "base/byte_lock.h"

#include <sched.h>

namespace vjp {

void ByteLock::wait(std::atomic<bool>& held) noexcept {
  do {
    for (int looks = 0; held.load(std::memory_order_relaxed); ++looks) {
      if (looks >= 64) sched_yield();  // its holder may wait for this core
    }
  } while (held.exchange(true, std::memory_order_acquire));
}

}  // namespace vjp
