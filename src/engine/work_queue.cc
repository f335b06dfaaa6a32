#include "engine/work_queue.h"

#include <algorithm>

#include "base/forced_unwind.h"
#include "engine/device_run.h"
#include "engine/failure.h"
#include "engine/loop.h"

namespace vjp {

VJP_THREAD_SLOT(WorkQueue*, own_queue, kTravelsIfWaiting) = nullptr;

namespace {

bool goes_after(const WorkItem& a, const WorkItem& b) {
  if (a.depth != b.depth) return a.depth < b.depth;
  if (a.node->sequence != b.node->sequence) return a.node->sequence < b.node->sequence;
  return a.order > b.order;
}

}  // namespace

void WorkQueue::push(WorkItem item) {
  std::lock_guard lock(mutex_);
  item.order = pushed_++;
  items_.push_back(std::move(item));
  std::push_heap(items_.begin(), items_.end(), goes_after);
  wake_.notify_one();
}

WorkItem WorkQueue::pop() {
  std::pop_heap(items_.begin(), items_.end(), goes_after);
  WorkItem item = std::move(items_.back());
  items_.pop_back();
  return item;
}

std::optional<WorkItem> WorkQueue::remove_one(const DeviceRun& run) {
  std::lock_guard lock(mutex_);
  auto found = std::find_if(items_.begin(), items_.end(), [&](const WorkItem& i) { return i.run == &run; });
  if (found == items_.end()) return std::nullopt;
  std::optional<WorkItem> item = std::move(*found);
  items_.erase(found);
  std::make_heap(items_.begin(), items_.end(), goes_after);
  return item;
}

void WorkQueue::wait(std::unique_lock<std::mutex>& lock, const std::atomic<bool>& done, DeviceRun& run) {
  auto ready = [&] { return done || !items_.empty(); };
  lock.unlock();
  {
    WaitingThread waiting;  // callbacks on other threads may need a lock that this one's binding holds
    lock.lock();
    if (!waiting.has_poll()) {
      wake_.wait(lock, ready);
    } else {
      while (!wake_.wait_for(lock, kPollInterval, ready)) {
        lock.unlock();
        try {
          waiting.poll();
        }
        VJP_CATCH_ALL { run.interrupt(std::current_exception()); }
        lock.lock();
      }
    }
    lock.unlock();
  }
  lock.lock();
}

class WorkQueue::Caller {
 public:
  Caller(WorkQueue& queue, const std::atomic<bool>& done, DeviceRun& run) : queue_(queue), done_(done), run_(run) {}
  std::optional<WorkItem> next() {
    std::unique_lock lock(queue_.mutex_);
    while (!done_) {
      if (!queue_.items_.empty()) return queue_.pop();
      queue_.wait(lock, done_, run_);
    }
    return std::nullopt;
  }
  void run(WorkItem& item) {
    {
      WorkItem mine = std::move(item);
      DeviceRun::run_item(mine);
    }
    if (&queue_ == own_queue) return;  // a signal is no worker's to see
    try {
      poll_between_nodes();
    }
    VJP_CATCH_ALL { run_.interrupt(std::current_exception()); }
  }

 private:
  WorkQueue& queue_;
  const std::atomic<bool>& done_;
  DeviceRun& run_;
};

// The run has failed: what is left of it here is counted out, what other threads have of it comes to an end.
void WorkQueue::wait_out(const std::atomic<bool>& done, const DeviceRun& run) noexcept {
  while (std::optional<WorkItem> item = remove_one(run)) DeviceRun::abandon_item(*item);
  std::unique_lock lock(mutex_);
  while (!done) {
    wake_.wait(lock);
    lock.unlock();
    while (std::optional<WorkItem> item = remove_one(run)) DeviceRun::abandon_item(*item);
    lock.lock();
  }
}

void WorkQueue::serve(const std::atomic<bool>& done, DeviceRun& run) {
  try {
    run_all(Caller(*this, done, run));
  } catch (abi::__forced_unwind&) {  // others may be at the task's nodes: it ends before its thread does
    run.interrupt(thread_has_ended());
    wait_out(done, run);
    throw;
  }
  VJP_CATCH_ALL_HERE {
    run.interrupt(std::current_exception());
    wait_out(done, run);
  }
}

// Until there is an item, or it is done, or the time is over.
void WorkQueue::wait_for_others(const std::atomic<bool>& done, Clock::time_point deadline) {
  WaitingThread waiting;
  const bool asks = waiting.has_poll();
  std::unique_lock lock(mutex_);
  while (!done && items_.empty() && Clock::now() < deadline) {
    Clock::time_point until = asks ? std::min(deadline, Clock::now() + kPollInterval) : deadline;
    if (until == Clock::time_point::max()) {
      wake_.wait(lock);
    } else {
      wake_.wait_until(lock, until);
    }
    if (!asks) continue;
    lock.unlock();
    waiting.poll();
    lock.lock();
  }
}

class WorkQueue::OtherCaller {
 public:
  OtherCaller(WorkQueue& queue, const std::atomic<bool>& done, Clock::time_point deadline)
      : queue_(queue), done_(done), deadline_(deadline) {}
  std::optional<WorkItem> next() {
    while (!done_) {
      {
        std::lock_guard lock(queue_.mutex_);
        if (!queue_.items_.empty()) return queue_.pop();
      }
      if (Clock::now() >= deadline_) return std::nullopt;
      queue_.wait_for_others(done_, deadline_);
    }
    return std::nullopt;
  }
  void run(WorkItem& item) { DeviceRun::run_item(item); }

 private:
  WorkQueue& queue_;
  const std::atomic<bool>& done_;
  const Clock::time_point deadline_;
};

bool WorkQueue::serve_others(const std::atomic<bool>& done, Clock::time_point deadline) {
  run_all(OtherCaller(*this, done, deadline));
  return done;
}

Ref<WorkQueue> WorkQueue::of_this_thread() {
  return own_queue ? Ref<WorkQueue>::share(own_queue) : Ref<WorkQueue>::take(new WorkQueue());
}

void WorkQueue::finish(std::atomic<bool>& done) {
  std::lock_guard lock(mutex_);
  done = true;
  wake_.notify_all();
}

}  // namespace vjp
