#include "graph/tangent.h"

#include <mutex>

#include "device/default_device.h"
#include "graph/batched.h"
#include "graph/guard.h"
#include "graph/meta.h"
#include "graph/node.h"
#include "graph/scope.h"

namespace vjp {

constinit std::atomic<uint64_t> forward_level{0};

struct TangentCell {
  Tensor value;  // undefined: on no list
  TangentCell* next = nullptr;
  TangentCell** before = nullptr;  // what points here
};

namespace {

constinit std::mutex mutex;
constinit TangentCell* first = nullptr;  // of the cells that hold a tangent of the present level
constinit uint64_t last_level = 0;
constinit std::atomic<uint32_t> level_thread{0};  // that entered it (thread_number)

// Empties a cell; what it held is for the caller to destroy, without the lock.
Tensor take_out(TangentCell& cell) {
  if (!cell.value) return {};
  *cell.before = cell.next;
  if (cell.next) cell.next->before = cell.before;
  return std::move(cell.value);
}

void put_in(TangentCell& cell, Tensor value) {
  cell.value = std::move(value);
  cell.next = first;
  cell.before = &first;
  if (first) first->before = &cell.next;
  first = &cell;
}

}  // namespace

Tensor TangentSlot::get() const {
  if (!cell_.load(std::memory_order_relaxed)) return {};
  std::lock_guard lock(mutex);
  return cell_.load(std::memory_order_relaxed)->value;
}

void TangentSlot::set(Tensor tangent) {
  TangentCell* spare = tangent && !cell_.load(std::memory_order_relaxed) ? new TangentCell : nullptr;
  Tensor former;
  {
    std::lock_guard lock(mutex);
    TangentCell* cell = cell_.load(std::memory_order_relaxed);
    if (!cell && spare) cell_.store(cell = std::exchange(spare, nullptr), std::memory_order_relaxed);
    if (cell) former = take_out(*cell);
    if (cell && tangent && current_forward_level()) put_in(*cell, std::move(tangent));
  }
  delete spare;  // another thread was quicker
}

void TangentSlot::end() noexcept {
  TangentCell* cell = cell_.load(std::memory_order_relaxed);
  Tensor former;
  {
    std::lock_guard lock(mutex);
    former = take_out(*cell);
  }
  delete cell;
}

bool carries_tangent(const TensorImpl& t) {
  if (!current_forward_level() || !t.meta) return false;
  if (t.is_batched) return carries_tangent(on_tape(t));
  if (t.meta->tangent.get()) return true;
  const TensorImpl* root = tangent_root(t);
  return root != &t && root->meta && root->meta->tangent.get();
}

void enter_forward_level() {
  Callback::before_change();
  {
    std::lock_guard lock(mutex);
    if (current_forward_level()) {
      fail(
          VJP_ERROR_NOT_IMPLEMENTED,
          "forward mode: a level is entered already, perhaps on another thread; there is one at a time in the process");
    }
    forward_level.store(++last_level, std::memory_order_relaxed);
    level_thread.store(thread_number(), std::memory_order_relaxed);
  }
  forward_level_in_play(true);
  follow_forward_level();
}

bool entered_forward_level() {
  return current_forward_level() != 0 && level_thread.load(std::memory_order_relaxed) == thread_number();
}

void leave_forward_level() {
  Callback::before_change();
  {
    std::lock_guard lock(mutex);
    if (!current_forward_level()) fail(VJP_ERROR_STATE, "forward mode: no level is entered");
    if (Callback* callback = Callback::current(); callback && callback->found_forward_level(current_forward_level())) {
      fail(VJP_ERROR_STATE,
           "forward mode: the level was entered outside of the callback that runs, which cannot end it");
    }
    forward_level.store(0, std::memory_order_relaxed);
  }
  forward_level_in_play(false);
  follow_forward_level();
  // A few at a time: what they end may end other tangents, which want the lock, and no memory is needed.
  for (bool more = true; more;) {
    Tensor gone[64];  // ends after the lock is given back
    std::lock_guard lock(mutex);
    for (size_t i = 0; i < 64 && first; ++i) gone[i] = take_out(*first);
    more = first != nullptr;
  }
}

}  // namespace vjp
