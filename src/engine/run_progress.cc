#include "engine/run_progress.h"

#include "engine/work_queue.h"

namespace vjp {

bool RunCounts::is_last() {
  if (in_flight != 0 || ended) return false;
  ended = true;
  return true;
}

bool RunCounts::interrupt() {
  failed = true;
  if (ended) return false;
  ++in_flight;
  return true;
}

RunProgress::RunProgress(Ref<WorkQueue> home, std::string locations)
    : home(std::move(home)), locations(std::move(locations)) {}
RunProgress::~RunProgress() = default;

void RunProgress::tell_end() {
  Ref<WorkQueue> queue = home;  // the caller may be the other owner of this
  queue->finish(done);
}

}  // namespace vjp
