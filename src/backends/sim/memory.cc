#include "backends/sim/memory.h"

#include <sys/mman.h>

#include <algorithm>

#include "base/error.h"

namespace vjp::sim {

uint64_t rounded(uint64_t bytes) {
  bytes = std::min(bytes, uint64_t{1} << 62);  // nobody has that much
  return std::max<uint64_t>(1, (bytes + kAlignment - 1) / kAlignment) * kAlignment;
}

namespace {

char* reserve_addresses(uint64_t bytes) {
  void* p = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (p == MAP_FAILED) fail(VJP_ERROR_MEMORY, "the simulator cannot reserve {} bytes of addresses", bytes);
  return static_cast<char*>(p);
}

}  // namespace

Slice::Slice(char* base, uint64_t bytes) : base_(base), free_bytes_(bytes) { free_.emplace(0, Piece{bytes}); }

void* Slice::allocate(uint64_t bytes) {
  bytes = rounded(bytes);
  auto place = std::find_if(free_.begin(), free_.end(), [&](const auto& p) { return p.second.bytes >= bytes; });
  if (place == free_.end()) return nullptr;
  uint64_t offset = place->first, rest = place->second.bytes - bytes;
  if (rest) {
    used_.emplace(offset, Piece{bytes});
    auto piece = free_.extract(place);
    piece.key() = offset + bytes;
    piece.mapped().bytes = rest;
    free_.insert(std::move(piece));
  } else {
    used_.insert(free_.extract(place));
  }
  free_bytes_ -= bytes;
  return base_ + offset;
}

bool Slice::retire(void* memory, uint64_t serial) {
  auto piece = used_.extract(static_cast<uint64_t>(static_cast<char*>(memory) - base_));
  if (!piece) return false;
  piece.mapped().serial = serial;
  free_bytes_ += piece.mapped().bytes;
  retired_.insert(std::move(piece));
  return true;
}

void Slice::reclaim(uint64_t oldest) {
  for (auto i = retired_.begin(); i != retired_.end();) {
    auto next = std::next(i);
    if (i->second.serial < oldest) join(retired_.extract(i));
    i = next;
  }
}

void Slice::join(Pieces::node_type piece) {
  auto next = free_.lower_bound(piece.key());
  if (next != free_.end() && piece.key() + piece.mapped().bytes == next->first) {
    piece.mapped().bytes += next->second.bytes;
    next = free_.erase(next);
  }
  if (next != free_.begin()) {
    auto before = std::prev(next);
    if (before->first + before->second.bytes == piece.key()) {
      before->second.bytes += piece.mapped().bytes;
      return;
    }
  }
  free_.insert(std::move(piece));
}

void Memory::reserve(int devices, uint64_t bytes) {
  bytes_ = bytes / kAlignment * kAlignment;
  devices_ = devices;
  // in one piece: all of it is there, or nothing is and the next call tries again
  const uint64_t around = bytes_ * static_cast<uint64_t>(devices + 2);
  base_ = reserve_addresses(around + kHostBytes) + bytes_;
  host_ = base_ + (around - bytes_);
  slices_.emplace_back(host_, kHostBytes);
  for (int i = 0; i < devices; ++i) slices_.emplace_back(base_ + bytes_ * static_cast<uint64_t>(i), bytes_);
}

int Memory::owner(const void* memory) const {
  auto offset = static_cast<uint64_t>(static_cast<const char*>(memory) - base_);  // wraps around below the base
  if (offset < bytes_ * static_cast<uint64_t>(devices_)) return static_cast<int>(offset / bytes_);
  return static_cast<uint64_t>(static_cast<const char*>(memory) - host_) < kHostBytes ? -1 : -2;
}

}  // namespace vjp::sim
