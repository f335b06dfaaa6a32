#include "tensor/handed_out.h"

#include <mutex>
#include <set>

namespace vjp {

constinit std::atomic<uint32_t> handed_out_places[kHandedOutPlaces]{};

namespace {

struct Table {
  std::mutex mutex;
  std::set<const Storage*> storages;
};
Table& table() {
  static auto* all = new Table();  // for ever: storages may end when the process does
  return *all;
}

}  // namespace

void note_handed_out(const Storage& storage) {
  std::lock_guard lock(table().mutex);
  if (table().storages.insert(&storage).second) handed_out_place(storage).fetch_add(1, std::memory_order_relaxed);
}

bool is_handed_out(const Storage& storage) {
  if (storage.taken_bytes() == 0) return true;
  if (handed_out_place(storage).load(std::memory_order_relaxed) == 0) return false;
  std::lock_guard lock(table().mutex);
  return table().storages.count(&storage) != 0;
}

void forget_handed_out(const Storage& storage) noexcept {
  if (handed_out_place(storage).load(std::memory_order_relaxed) == 0) return;
  std::lock_guard lock(table().mutex);
  if (table().storages.erase(&storage) != 0) handed_out_place(storage).fetch_sub(1, std::memory_order_relaxed);
}

}  // namespace vjp
