// RunProgress: how far the run of a task with nodes of devices is. Owned by all that may still ask: the task, and every
// item of it that is queued or in the hands of a thread. So a thread that is done with an item touches nothing of a
// task that the caller may have ended meanwhile.
//
// Note: the end of a run. Exactly one thread learns that nothing is left, from RunCounts, and reports it to the
// caller, by `tell_end`, as the last thing that it does for the run; the task lives until then. RunCounts is all that
// decides, and tests/cpp/run_protocol_test.cc explores in full what two workers, a caller, failing nodes and
// interruptions make of it.
#pragma once

#include <condition_variable>
#include <exception>
#include <mutex>
#include <string>

#include "base/ref.h"

namespace vjp {

class WorkQueue;

// The bookkeeping of one run, under its mutex.
struct RunCounts {
  uint32_t in_flight = 0;  // nodes in queues or running, and interruptions
  bool failed = false;     // no further node runs
  bool ended = false;      // it has been reported that nothing is left

  void take(uint32_t nodes) { in_flight += nodes; }
  // Items that nobody will run; the caller has one in its hands that still counts.
  void remove(uint32_t items) { in_flight -= items; }
  // Whether the thread that has just counted itself out is to report the end: once in a run.
  bool is_last();
  // An item is over, and `next` nodes became ready by it.
  bool finish(uint32_t next) {
    in_flight = in_flight - 1 + next;
    return is_last();
  }
  // An interruption counts as an item of its own until it has been reported. False: the end is being reported by a
  // thread that has counted itself out, and must not be reported again.
  bool interrupt();
};

struct RunProgress {
  RunProgress(Ref<WorkQueue> home, std::string locations);
  ~RunProgress();
  static void destroy(RunProgress* progress) noexcept { delete progress; }
  void tell_end();  // nothing is left: the caller goes on, and the task may be gone

  RefCount refs;
  const Ref<WorkQueue> home;    // what the calling thread serves while it waits
  const std::string locations;  // where its program was (vjp_location_push)
  std::atomic<bool> failed{false}, done{false};

  std::mutex mutex;
  RunCounts counts;
  std::exception_ptr error;  // the first
};

}  // namespace vjp
