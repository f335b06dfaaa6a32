// Storages to whose memory the program has a pointer, and may write there at any time. They are few, so a table has
// them, not a flag that every storage would carry.
#pragma once

#include "tensor/storage.h"

namespace vjp {

void note_handed_out(const Storage& storage);
// True also for memory that is the program's own.
bool is_handed_out(const Storage& storage);
// Before a storage ends.
void forget_handed_out(const Storage& storage) noexcept;

// By a hash of the address, how many there are: where it is 0 nobody has to look.
inline constexpr size_t kHandedOutPlaces = 4096;
extern constinit std::atomic<uint32_t> handed_out_places[kHandedOutPlaces];
inline std::atomic<uint32_t>& handed_out_place(const Storage& storage) {
  return handed_out_places[reinterpret_cast<uintptr_t>(&storage) / 64 % kHandedOutPlaces];
}

}  // namespace vjp
