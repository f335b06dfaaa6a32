// Who makes storages, while that is recorded (observe/memory_records.h): what the rooms above say of themselves. The
// names are looked at by the thread that makes a storage, and copied.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

#include "base/thread_context.h"

namespace vjp {

// The ranges of the program (vjp_profiler_range_push) around a place, as one object a path; never freed, so that a
// thread may remember one for as long as it likes.
struct RangePath {
  const RangePath* around;  // null: none
  std::string text;         // "step/attention"
};

struct Maker {
  const char* op = nullptr;  // the innermost operator that runs; no private one inside another
  const RangePath* range = nullptr;
  const std::string* place = nullptr;  // in the program, of the outermost operator; if asked for
};
extern const ThreadSlot<Maker> maker_here;

// While an operator runs.
class MakerScope {
 public:
  explicit MakerScope(const char* op);
  ~MakerScope() { maker_here.written() = former_; }
  MakerScope(const MakerScope&) = delete;
  MakerScope& operator=(const MakerScope&) = delete;

 private:
  Maker former_;
  std::string place_;
};

// How many recordings want places.
extern constinit std::atomic<uint32_t> places_wanted;

}  // namespace vjp
