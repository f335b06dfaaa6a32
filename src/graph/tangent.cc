#include "graph/tangent.h"

#include <memory>
#include <mutex>
#include <vector>

#include "device/default_device.h"
#include "graph/batched.h"
#include "graph/guard.h"
#include "graph/meta.h"
#include "graph/node.h"
#include "graph/scope.h"

namespace vjp {

constinit std::atomic<uint64_t> lowest_forward_level{kNoForwardLimit};
VJP_THREAD_SLOT(uint64_t, forward_limit, kTravels) = kNoForwardLimit;
VJP_THREAD_SLOT(uint64_t, unrecorded_level, kTravels) = 0;

struct LivingLevel : ForwardLevel {
  LivingLevel* outer = nullptr;  // the one that its thread was in
  LivingLevel* above = nullptr;  // the next of those that live
  TangentCell* first = nullptr;  // of the cells that hold one of its tangents
};

struct TangentCell {
  Tensor value;  // undefined: on no list
  LivingLevel* level = nullptr;
  TangentCell* next = nullptr;
  TangentCell** before = nullptr;  // what points here
  TangentCell* other = nullptr;    // the slot's next
};

namespace {

VJP_THREAD_SLOT(LivingLevel*, entered, kTravelsInCall) = nullptr;

constinit std::mutex mutex;
constinit LivingLevel* lowest = nullptr;
constinit uint64_t last_number = 0;
// Between two levels of which neither was entered below the other there is room for as many more as this has bits.
constexpr uint64_t kDistance = uint64_t{1} << 40;

// Empties a cell; what it held is for the caller to destroy, without the lock.
Tensor take_out(TangentCell& cell) {
  if (!cell.value) return {};
  *cell.before = cell.next;
  if (cell.next) cell.next->before = cell.before;
  return std::move(cell.value);
}

void put_in(TangentCell& cell, LivingLevel& level, Tensor value) {
  cell.value = std::move(value);
  cell.level = &level;
  cell.next = level.first;
  cell.before = &level.first;
  if (level.first) level.first->before = &cell.next;
  level.first = &cell;
}

LivingLevel* find(uint64_t number) {
  for (LivingLevel* l = lowest; l; l = l->above)
    if (l->number == number) return l;
  return nullptr;
}

void note_lowest() {
  lowest_forward_level.store(lowest ? lowest->order : kNoForwardLimit, std::memory_order_relaxed);
  forward_level_in_play(lowest != nullptr);
}

// What points to the first level that is not below that order.
LivingLevel** place_below(uint64_t limit, uint64_t& below) {
  LivingLevel** place = &lowest;
  for (below = 0; *place && (*place)->order < limit; place = &(*place)->above) below = (*place)->order;
  return place;
}

void add_to_living(LivingLevel& level) {
  const uint64_t limit = forward_limit;
  uint64_t below;
  LivingLevel** place = place_below(limit, below);
  level.order = limit - below > kDistance && limit == kNoForwardLimit ? below + kDistance : below + (limit - below) / 2;
  if (level.order == below) fail(VJP_ERROR_NOT_IMPLEMENTED, "forward mode: the levels are nested too deep");
  level.number = ++last_number;
  level.above = *place;
  *place = &level;
  note_lowest();
}

void take_from_living(LivingLevel& level) {
  LivingLevel** place = &lowest;
  while (*place != &level) place = &(*place)->above;
  *place = level.above;
  note_lowest();
}

void end_tangents(LivingLevel& level) noexcept {
  // A few at a time: what they end may end other tangents, which want the lock, and no memory is needed.
  for (bool more = true; more;) {
    Tensor gone[64];  // ends after the lock is given back
    std::lock_guard lock(mutex);
    for (size_t i = 0; i < 64 && level.first; ++i) gone[i] = take_out(*level.first);
    more = level.first != nullptr;
  }
}

}  // namespace

// ---- levels ----

ForwardLevel enter_forward_level() {
  Callback::before_change();
  auto level = std::make_unique<LivingLevel>();
  {
    std::lock_guard lock(mutex);
    add_to_living(*level);
  }
  level->outer = entered;
  entered = level.get();
  follow_forward_level();
  return *level.release();
}

uint64_t entered_forward_level() {
  const LivingLevel* level = entered;
  return level ? level->number : 0;
}

void leave_forward_level(uint64_t number) {
  Callback::before_change();
  LivingLevel* level = entered;
  if (!level) fail(VJP_ERROR_STATE, "forward mode: this thread has entered no level");
  if (number && level->number != number) {
    fail(VJP_ERROR_STATE, "forward mode: level {} is not the innermost one that this thread has entered, which is {}",
         number, level->number);
  }
  if (Callback* callback = Callback::current(); callback && callback->found_forward_level(level->number))
    fail(VJP_ERROR_STATE, "forward mode: the level was entered outside of the callback that runs, which cannot end it");
  {
    std::lock_guard lock(mutex);
    take_from_living(*level);
  }
  entered = level->outer;
  follow_forward_level();
  end_tangents(*level);
  delete level;
}

ForwardLevel innermost_forward_level() {
  if (!forward_level_in_reach()) return {};
  const uint64_t limit = forward_limit;
  for (const LivingLevel* l = entered; l; l = l->outer)
    if (l->order < limit) return *l;
  if (entered.get()) return {};
  std::lock_guard lock(mutex);
  ForwardLevel newest;
  for (const LivingLevel* l = lowest; l && l->order < limit; l = l->above)
    if (l->number > newest.number) newest = *l;
  return newest;
}

ForwardLevel forward_level(uint64_t number) {
  std::lock_guard lock(mutex);
  const LivingLevel* level = find(number);
  if (!level) fail(VJP_ERROR_STATE, "forward mode: there is no level {}, or it has ended", number);
  return *level;
}

// A thread's levels end with it.
VJP_AT_THREAD_END(levels, kEndsFirst, []() noexcept {
  while (entered.get()) leave_forward_level();
});

// ---- slots ----

TangentCell* TangentSlot::cell_of(ForwardLevel level) const {
  for (TangentCell* c = cells_.load(std::memory_order_relaxed); c; c = c->other)
    if (c->value && c->level->number == level.number) return c;
  return nullptr;
}

Tensor TangentSlot::get(ForwardLevel level) const {
  if (!cells_.load(std::memory_order_relaxed)) return {};
  std::lock_guard lock(mutex);
  const TangentCell* cell = cell_of(level);
  return cell ? cell->value : Tensor();
}

ForwardLevel TangentSlot::highest(uint64_t below) const {
  if (!cells_.load(std::memory_order_relaxed)) return {};
  std::lock_guard lock(mutex);
  ForwardLevel found;
  for (const TangentCell* c = cells_.load(std::memory_order_relaxed); c; c = c->other)
    if (c->value && c->level->order < below && c->level->order > found.order) found = *c->level;
  return found;
}

void TangentSlot::set(ForwardLevel level, Tensor tangent) {
  std::unique_ptr<TangentCell> spare(tangent ? new TangentCell : nullptr);
  Tensor former;
  std::lock_guard lock(mutex);  // given back before what is above ends
  TangentCell* cell = cell_of(level);
  if (cell) former = take_out(*cell);
  LivingLevel* living = tangent ? find(level.number) : nullptr;
  if (!living) return;
  for (TangentCell* c = cells_.load(std::memory_order_relaxed); c && !cell; c = c->other)
    if (!c->value) cell = c;
  if (!cell) {
    cell = spare.release();
    cell->other = cells_.load(std::memory_order_relaxed);
    cells_.store(cell, std::memory_order_relaxed);
  }
  put_in(*cell, *living, std::move(tangent));
}

void TangentSlot::add(const TangentSlot& other) {
  if (&other == this) return;
  for (ForwardLevel l = other.highest(kNoForwardLimit); l; l = other.highest(l.order)) set(l, other.get(l));
}

void TangentSlot::clear() {
  for (ForwardLevel l = highest(kNoForwardLimit); l; l = highest(l.order)) set(l, {});
}

void TangentSlot::end() noexcept {
  TangentCell* cell = cells_.load(std::memory_order_relaxed);
  while (cell) {
    Tensor former;
    {
      std::lock_guard lock(mutex);
      former = take_out(*cell);
    }
    delete std::exchange(cell, cell->other);
  }
}

// ---- tensors ----

bool carries_tangent(const TensorImpl& given, ForwardLevel level) {
  const TensorImpl& t = on_tape(given);
  if (!t.meta) return false;
  if (t.meta->tangent.get(level)) return true;
  const TensorImpl* root = tangent_root(t, level);
  return root != &t && root->meta && root->meta->tangent.get(level);
}

ForwardLevel highest_tangent(const TensorImpl& given, uint64_t below) {
  const TensorImpl& t = on_tape(given);
  if (!t.meta || lowest_forward_level.load(std::memory_order_relaxed) >= below) return {};
  ForwardLevel best = t.meta->tangent.highest(below);
  const ViewInfo* view = t.is_view ? t.meta->view.get() : nullptr;
  if (!view) return best;
  const auto look_at = [&](const Tensor& root) {
    if (!root || !root->meta) return;
    const TangentSlot& slot = root->meta->tangent;
    for (ForwardLevel l = slot.highest(below); l && l.order > best.order; l = slot.highest(l.order))
      if (tangent_root(t, l) == root.get()) best = l;
  };
  look_at(view->base);
  for (const TangentRoot* r = view->tangent_roots.get(); r; r = r->next.get()) look_at(r->base);
  return best;
}

}  // namespace vjp
