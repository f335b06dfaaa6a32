// Workers: threads that serve the queues of devices.
//
// Note: who runs what. A device has one worker for all tasks, started when a task first has a node for it (spec
// THREAD-2, DV-4); nodes of the host run on the thread that made the grad call.
#pragma once

#include <utility>

#include "device/device.h"

namespace vjp {

class WorkQueue;

// A device's worker is there as long as one of these.
// (One that a callback has ended is replaced.)
class WorkerLease {
 public:
  explicit WorkerLease(Device device);  // a state error in a child of fork whose parent had workers
  ~WorkerLease();
  WorkerLease(WorkerLease&& other) noexcept : device(other.device), worker_(std::exchange(other.worker_, nullptr)) {}
  WorkerLease& operator=(WorkerLease&&) = delete;
  WorkQueue& queue() const;

  const Device device;

 private:
  class Worker* worker_;
  friend void shutdown_workers();
};

// Whether the workers are those of the process that this one was forked from.
bool has_lost_workers();
// Ends the workers, waiting for what they run as long as set, outside of grad calls; they come back when needed.
void shutdown_workers();

}  // namespace vjp
