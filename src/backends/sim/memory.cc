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

Slice::Slice(char* base, uint64_t bytes) : base_(base), free_bytes_(bytes) { free_.emplace(0, bytes); }

void* Slice::allocate(uint64_t bytes) {
  bytes = rounded(bytes);
  for (auto i = free_.begin(); i != free_.end(); ++i) {
    auto [offset, length] = *i;
    if (length < bytes) continue;
    free_.erase(i);
    if (length > bytes) free_.emplace(offset + bytes, length - bytes);
    free_bytes_ -= bytes;
    return base_ + offset;
  }
  return nullptr;
}

void Slice::give_back(void* memory, uint64_t bytes) {
  bytes = rounded(bytes);
  free_bytes_ += bytes;
  uint64_t offset = static_cast<uint64_t>(static_cast<char*>(memory) - base_);
  auto next = free_.lower_bound(offset);
  if (next != free_.end() && offset + bytes == next->first) {
    bytes += next->second;
    next = free_.erase(next);
  }
  if (next != free_.begin()) {
    auto before = std::prev(next);
    if (before->first + before->second == offset) {
      before->second += bytes;
      return;
    }
  }
  free_.emplace_hint(next, offset, bytes);
}

void Memory::reserve(int devices, uint64_t bytes) {
  bytes_ = bytes / kAlignment * kAlignment;
  devices_ = devices;
  base_ = reserve_addresses(bytes_ * static_cast<uint64_t>(devices + 2)) + bytes_;
  host_ = reserve_addresses(kHostBytes);
  slices_.emplace_back(host_, kHostBytes);
  for (int i = 0; i < devices; ++i) slices_.emplace_back(base_ + bytes_ * static_cast<uint64_t>(i), bytes_);
}

int Memory::owner(const void* memory) const {
  auto offset = static_cast<uint64_t>(static_cast<const char*>(memory) - base_);  // wraps around below the base
  if (offset < bytes_ * static_cast<uint64_t>(devices_)) return static_cast<int>(offset / bytes_);
  return static_cast<uint64_t>(static_cast<const char*>(memory) - host_) < kHostBytes ? -1 : -2;
}

}  // namespace vjp::sim
