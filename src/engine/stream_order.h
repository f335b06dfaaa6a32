// StreamOrder: what a task knows of the order of its streams: which have waited for what, directly or through others.
// It makes the task's events and waits, and only those that order something which was not ordered before.
//
// Note: a vector clock a stream, as in the race detector (device/race), but of this task's own waits alone: those of
// hooks, derivatives and the program are not known here, so at worst a wait is one too many.
#pragma once

#include <memory>
#include <vector>

#include "device/stream.h"

namespace vjp {

class StreamOrder {
 public:
  // A place in a stream that others can wait for.
  struct Mark {
    Ref<Event> event;
    size_t row;                   // of the stream
    std::vector<uint64_t> known;  // what had been waited for before, by row; at the stream's own, the mark's number
  };
  using Place = std::shared_ptr<const Mark>;

  // Something was enqueued since. Call it afterwards: others may have marked the stream in between.
  void touched(const Stream& stream);
  void touched_all();
  // After everything that is in the stream now: the last mark if the stream was not touched since.
  Place mark(Stream& stream);
  // Whether waiting for the one is waiting for the other.
  static bool includes(const Mark& later, const Mark& earlier) {
    return earlier.row < later.known.size() && later.known[earlier.row] >= earlier.known[earlier.row];
  }
  // `why`: what the wait is for, static; for tests.
  void wait(Stream& waiter, const Mark& mark, const char* why);

 private:
  struct Row {
    Ref<Stream> stream;
    Place last;      // null if the stream was touched since
    uint64_t marks;  // so far
    std::vector<uint64_t> known;
  };
  size_t row_of(Stream& stream);

  std::vector<Row> rows_;
};

// For tests: the engine leaves out its wait number `index`, counted from now (spec RD-10); negative: none. How many
// there have been since, and in words the one that was left out last.
void drop_engine_wait(int64_t index);
int64_t engine_waits();
std::string dropped_engine_wait();

}  // namespace vjp
