// The threads mode: threads that each take a stream whose head can run.
#include <algorithm>

#include "backends/sim/simulator.h"

namespace vjp::sim {

void Simulator::start_workers() {
  for (int i = 0; i < scheduler_.mode().threads; ++i) workers_.emplace_back([this] { work(); });
}

void Simulator::stop_workers(Lock& lock) {
  stopping_ = true;
  runnable_.notify_all();
  std::vector<std::thread> workers = std::move(workers_);
  workers_.clear();
  lock.unlock();
  for (std::thread& worker : workers) worker.join();
  lock.lock();
  stopping_ = false;
}

void Simulator::work() {
  Lock lock(mutex_);
  for (;;) {
    Stream* s = nullptr;
    runnable_.wait(lock, [&] {
      auto found = std::find_if(busy_.begin(), busy_.end(), [](Stream* b) { return b->can_run(); });
      s = found == busy_.end() ? nullptr : *found;
      return stopping_ || s;
    });
    if (!s) return;
    Command& c = *s->head;
    uint64_t begin = std::max(s->time, c.host_time);
    if (c.work.kind == Kind::Record || c.work.kind == Kind::Wait) {
      finish(*s, perform(lock, *s, c.work, begin, false));
    } else {
      s->running = true;
      finish_unlocked(lock, *s, c, begin);
    }
    changed_.notify_all();
    runnable_.notify_all();
  }
}

// Nobody else looks at the head of a stream that runs.
void Simulator::finish_unlocked(Lock& lock, Stream& s, Command& c, uint64_t begin) {
  bool broken = is_broken(s);
  lock.unlock();
  Failure failure;
  const Work* failed = &c.work;
  if (c.work.kind == Kind::Replay && !broken) {
    if (c.fails) failure = attempt(c.work, true, false);
    for (const Plan::Node& node : c.work.plan->nodes) {
      Failure of_node = attempt(node.work, false, true);
      if (of_node.status == VJP_OK || failure.status != VJP_OK) continue;
      failure = std::move(of_node);
      failed = &node.work;
    }
  } else if (!broken || c.work.kind == Kind::HostFunction) {
    failure = attempt(c.work, c.fails, true);
  }
  lock.lock();
  uint64_t end = end_of(s, c.work, begin);
  if (c.work.kind == Kind::Replay) {
    Replay replay(c.work.plan, end);
    while (!replay.done()) {
      uint32_t node = replay.ready().front();
      replay.finish(node, end_of(s, replay.plan().nodes[node].work, replay.begin_of(node)));
    }
    end = replay.end();
  }
  note(s, *failed, failure);
  s.running = false;
  finish(s, end);
}

}  // namespace vjp::sim
