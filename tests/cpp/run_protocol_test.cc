// The protocol by which the run of a task on several threads ends, explored in full: every interleaving of two workers
// and a calling thread, with nodes that make others ready, fail (or end their thread, which counts them out all the
// same), or are removed from their queues, and a caller that is interrupted while it waits, by a binding or by its end.
// What decides is the library's own RunCounts; around it are the steps that the threads take between locks, as in
// engine/device_run.cc and engine/work_queue.cc:
//
//   take   pop an item of a queue (WorkQueue::pop)
//   run    its node: it ends well, or fails
//   stop   a failure empties the queues (DeviceRun::stop_after)
//   count  the item is counted out under the run's mutex, and what became ready is counted in (DeviceRun::finish_item)
//   leave  the binding's own, long enough for anything to happen elsewhere; the task must not be touched
//   push   what became ready goes to its queue (DeviceRun::route); the task is touched
//   tell   the end is reported (RunProgress::tell_end)
//
// Wrong is: the task is touched after the caller has gone on, the end is reported twice or never, an item is run after
// the end, an item is lost.
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <unordered_set>
#include <vector>

#include "engine/run_progress.h"

namespace vjp {
namespace {

constexpr int kThreads = 3;  // 0: the caller, which serves the home queue; 1 and 2: workers
constexpr int kNodes = 5;
// A graph: node 0 is the root; each node makes the next ones ready, on the queue of `where`.
struct Graph {
  const char* name;
  std::array<int, kNodes> where;                // thread; -1: no such node
  std::array<std::array<int, 2>, kNodes> next;  // -1: none
};
constexpr Graph kGraphs[] = {
    {"one node on a worker", {1, -1, -1, -1, -1}, {{{-1, -1}, {-1, -1}, {-1, -1}, {-1, -1}, {-1, -1}}}},
    {"a chain over three threads", {1, 0, 2, -1, -1}, {{{1, -1}, {2, -1}, {-1, -1}, {-1, -1}, {-1, -1}}}},
    {"two workers at once", {1, 1, 2, 0, -1}, {{{1, 2}, {-1, -1}, {3, -1}, {-1, -1}, {-1, -1}}}},
    {"all at once", {0, 1, 2, 1, 2}, {{{1, 2}, {3, -1}, {4, -1}, {-1, -1}, {-1, -1}}}},
};

enum Step : uint8_t {
  kIdle,
  kRun,
  kStop,
  kCount,
  kLeave,
  kPush,
  kTell,
  kInterruptStop,
  kInterruptCount,
  kInterruptTell,
  kGone
};

struct Thread {
  Step at = kIdle;
  int8_t node = -1;
  bool well = false, last = false;
  int8_t next[2] = {-1, -1};
};

struct State {
  Thread threads[kThreads];
  uint8_t queue[kThreads] = {0, 0, 0};  // bits: nodes
  RunCounts counts;
  bool done = false, error = false;
  int8_t failures = 0, interruptions = 0;  // left
  uint8_t told = 0, over = 0;              // how often the end was reported; bits: nodes that are accounted for

  std::string key() const {
    std::string k;
    auto put = [&](int v) { k.push_back(static_cast<char>(v)); };
    for (const Thread& t : threads) put(t.at), put(t.node), put(t.well * 2 + t.last), put(t.next[0]), put(t.next[1]);
    for (uint8_t q : queue) put(q);
    put(static_cast<int>(counts.in_flight)), put(counts.failed * 2 + counts.ended);
    put(done * 2 + error), put(failures), put(interruptions), put(told), put(over);
    return k;
  }
};

class Explorer {
 public:
  explicit Explorer(const Graph& graph, bool fixed) : graph_(graph), fixed_(fixed) {}

  // The first thing found wrong; "" for nothing.
  std::string explore(int failures, int interruptions) {
    State first;
    first.failures = static_cast<int8_t>(failures);
    first.interruptions = static_cast<int8_t>(interruptions);
    first.counts.take(1);
    first.queue[graph_.where[0]] = 1;
    stack_.push_back(first);
    while (!stack_.empty() && wrong_.empty()) {
      State s = stack_.back();
      stack_.pop_back();
      if (!seen_.insert(s.key()).second) continue;
      size_t before = stack_.size();
      for (int t = 0; t < kThreads; ++t) step(s, t);
      bool ended = s.threads[0].at == kGone;
      if (stack_.size() == before && wrong_.empty()) {
        if (!ended) wrong("nobody can go on, and the caller waits");
        if (ended && s.told != 1) wrong("the end was told " + std::to_string(s.told) + " times");
      }
    }
    return wrong_;
  }
  size_t states() const { return seen_.size(); }

 private:
  void wrong(const std::string& what) {
    if (wrong_.empty()) wrong_ = std::string(graph_.name) + ": " + what;
  }
  void go(const State& s) { stack_.push_back(s); }
  // A thread that does this reads or writes the task.
  void touch(const State& s, const char* by) {
    if (s.threads[0].at == kGone) wrong(std::string(by) + " touches a task that has gone");
  }

  void step(const State& from, int number) {
    State s = from;
    Thread& t = s.threads[number];
    switch (t.at) {
      case kGone:
        return;
      case kIdle:
        idle(s, number);
        return;
      case kRun: {
        touch(s, "run");
        if (s.counts.failed || s.done) {  // a node of a run that has failed is not executed
          if (s.done) wrong("an item runs after the end");
          State skipped = s;
          skipped.threads[number].well = false;
          skipped.threads[number].at = kCount;
          go(skipped);
          return;
        }
        if (s.failures > 0) {
          State failed = s;
          --failed.failures;
          failed.threads[number].well = false;
          failed.threads[number].at = kStop;
          go(failed);
        }
        t.well = true;
        t.at = kCount;
        go(s);
        return;
      }
      case kStop:
        stop(s);
        t.at = kCount;
        go(s);
        return;
      case kCount: {
        touch(s, "count");
        uint32_t ready = 0;
        t.next[0] = t.next[1] = -1;
        if (t.well && !s.counts.failed) {
          for (int next : graph_.next[static_cast<size_t>(t.node)])
            if (next >= 0) t.next[ready++] = static_cast<int8_t>(next);
        }
        s.over |= static_cast<uint8_t>(1 << t.node);
        t.last = s.counts.finish(ready);
        t.at = kLeave;
        go(s);
        return;
      }
      case kLeave:  // only the thread's own
        t.at = t.next[0] >= 0 ? kPush : t.last ? kTell : kIdle;
        if (t.at == kIdle) t = Thread();
        go(s);
        return;
      case kPush: {
        touch(s, "push");
        int8_t& node = t.next[0];
        s.queue[graph_.where[static_cast<size_t>(node)]] |= static_cast<uint8_t>(1 << node);
        node = std::exchange(t.next[1], int8_t{-1});
        if (node < 0) {
          t.at = t.last ? kTell : kIdle;
          if (t.at == kIdle) t = Thread();
        }
        go(s);
        return;
      }
      case kTell:
        tell(s);
        t = Thread();
        go(s);
        return;
      case kInterruptStop:
        stop(s);
        t.at = kInterruptCount;
        go(s);
        return;
      case kInterruptCount:
        touch(s, "interrupt");
        t.last = s.counts.finish(0);
        t.at = t.last ? kInterruptTell : kIdle;
        if (t.at == kIdle) t = Thread();
        go(s);
        return;
      case kInterruptTell:
        tell(s);
        t = Thread();
        go(s);
        return;
    }
  }

  void idle(const State& from, int number) {
    for (int node = 0; node < kNodes; ++node) {  // in any order
      if (!(from.queue[number] >> node & 1)) continue;
      State s = from;
      s.queue[number] &= static_cast<uint8_t>(~(1 << node));
      s.threads[number].at = kRun;
      s.threads[number].node = static_cast<int8_t>(node);
      go(s);
    }
    if (number != 0) return;
    if (from.done) {
      State s = from;
      s.threads[0].at = kGone;
      if (s.queue[0] | s.queue[1] | s.queue[2]) wrong("items are left in queues");
      if (s.counts.in_flight != 0) wrong("items are in flight at the end");
      go(s);
    }
    // A poll is asked outside of the lock, so that the end may have been reported, or be about to be.
    if (from.interruptions > 0) {
      State s = from;
      --s.interruptions;
      touch(s, "poll");
      s.error = true;
      if (interrupt(s.counts)) {
        s.threads[0].at = kInterruptStop;
        go(s);
      } else {
        go(s);
      }
    }
  }

  bool interrupt(RunCounts& counts) const {
    if (fixed_) return counts.interrupt();
    ++counts.in_flight;  // as it once was: without a look at whether anybody is left
    counts.failed = true;
    counts.ended = false;
    return true;
  }

  void stop(State& s) {
    touch(s, "stop");
    s.error = s.counts.failed = true;
    uint32_t removed = 0;
    for (uint8_t& queue : s.queue) {
      for (int node = 0; node < kNodes; ++node)
        if (queue >> node & 1) ++removed;
      queue = 0;
    }
    s.counts.remove(removed);
  }

  void tell(State& s) {
    touch(s, "tell");
    if (++s.told > 1) wrong("the end is told twice");
    s.done = true;
  }

  const Graph& graph_;
  const bool fixed_;
  std::vector<State> stack_;
  std::unordered_set<std::string> seen_;
  std::string wrong_;
};

TEST(RunProtocol, every_schedule_ends_once_and_touches_no_task_that_has_gone) {
  size_t states = 0;
  for (const Graph& graph : kGraphs) {
    for (int failures = 0; failures <= 2; ++failures) {
      for (int interruptions = 0; interruptions <= 2; ++interruptions) {
        Explorer explorer(graph, true);
        EXPECT_EQ(explorer.explore(failures, interruptions), "") << failures << " failures, " << interruptions;
        states += explorer.states();
      }
    }
  }
  EXPECT_GT(states, 5000u);
}

TEST(RunProtocol, an_interruption_that_does_not_look_whether_anybody_is_left_is_found) {
  Explorer explorer(kGraphs[0], false);
  std::string wrong = explorer.explore(0, 1);
  EXPECT_TRUE(wrong.find("gone") != std::string::npos || wrong.find("twice") != std::string::npos) << wrong;
}

}  // namespace
}  // namespace vjp
