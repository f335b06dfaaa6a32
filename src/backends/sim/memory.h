// The memory of the simulated devices: one range of addresses, reserved for the life of the process.
//
// Nothing in the range is ever unmapped, so a command that uses memory after its time computes nonsense, as it would on
// a device, and does not fault. Around the slices of the devices lies as much again that belongs to nobody: what poison
// used as an index reaches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace vjp::sim {

inline constexpr uint64_t kAlignment = 512;
inline constexpr uint8_t kPoison = 0xff;  // a NaN in every floating dtype, -1 in the integer ones

uint64_t rounded(uint64_t bytes);  // up, to what is handed out: at least one unit of alignment

// A contiguous range, handed out first fit. Giving back takes no memory of the host: it moves the map's own nodes.
class Slice {
 public:
  Slice() = default;
  Slice(char* base, uint64_t bytes);
  void* allocate(uint64_t bytes);  // null: no piece is large enough
  // Nobody's any more, but what is enqueued up to the serial may still use it. False: it was not handed out.
  bool retire(void* memory, uint64_t serial);
  // What was retired before that command was enqueued, the oldest that has not run, can be handed out again.
  void reclaim(uint64_t oldest);
  bool has_retired() const { return !retired_.empty(); }
  uint64_t free_bytes() const { return free_bytes_; }  // those that are retired too

 private:
  struct Piece {
    uint64_t bytes, serial = 0;
  };
  using Pieces = std::map<uint64_t, Piece>;  // by offset
  void join(Pieces::node_type piece);

  char* base_ = nullptr;
  Pieces free_, used_, retired_;  // neighbours that are free are joined
  uint64_t free_bytes_ = 0;
};

class Memory {
 public:
  static constexpr uint64_t kHostBytes = uint64_t{4} << 30;  // of addresses for page-locked memory

  void reserve(int devices, uint64_t bytes);  // once
  bool reserved() const { return base_ != nullptr; }
  Slice& slice(int device) { return slices_[static_cast<size_t>(device + 1)]; }
  // The device whose memory this is, -1 for page-locked memory of the host, -2 for anything else.
  int owner(const void* memory) const;

 private:
  char* base_ = nullptr;  // of the first device
  char* host_ = nullptr;
  uint64_t bytes_ = 0;
  int devices_ = 0;
  std::vector<Slice> slices_;  // the host's, then one a device
};

}  // namespace vjp::sim
