// HeldBlocks: memory that was given back while streams may still use it. An event in each of those streams, recorded
// when the block was given back, says when it may be used again (spec AL-4).
//
// Nothing here waits for a device but wait(), and no lock is held while a backend is called.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <vector>

#include "device/captures.h"
#include "device/stream.h"

namespace vjp {

struct RecordedStream {
  Ref<Stream> stream;
  bool captured;  // it took part in a capture then: the work belongs to the graph and is not running
};

// What a block has to have.
struct HeldBlock {
  std::vector<RecordedStream> streams;  // that use it
  uint32_t outstanding = 0;             // events not yet seen complete, and one while some may be missing
  HeldBlock* next_deferred = nullptr;

  void record(Stream& stream, bool captured);
};

class HeldBlocks {
 public:
  using GiveBack = void (*)(HeldBlock& block);
  explicit HeldBlocks(GiveBack give_back) : give_back_(give_back) {}

  // Takes a block that has streams. It is given back at once if none of them can be using it.
  void add(HeldBlock& block) noexcept;
  // Gives back what is done, each stream in its order. Does nothing while a capture is underway: asking would break it.
  void collect();
  // Blocks until everything is done, and gives it back.
  void wait();
  bool empty() const { return count_.load(std::memory_order_acquire) == 0; }

 private:
  struct Marker {
    Ref<Event> event;
    HeldBlock* block;
  };
  void defer(HeldBlock& block) noexcept;
  void record_events(HeldBlock& block) noexcept;
  void mark(HeldBlock& block, Stream& stream);
  void settle_deferred() noexcept;
  void collect_locked();
  void finish(HeldBlock& block) noexcept;

  const GiveBack give_back_;
  std::atomic<int64_t> count_{0};
  std::mutex collecting_;                                // of the thread that looks at the events
  std::mutex mutex_;                                     // of what follows
  std::map<uint64_t, std::deque<Marker>> markers_;       // by the number of the stream
  HeldBlock* deferred_ = nullptr;                        // until no capture is underway, and the host has memory
  std::vector<std::pair<HeldBlock*, Device>> unmarked_;  // whose stream takes no event any more
};

}  // namespace vjp
