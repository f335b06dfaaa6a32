// Commands: from the call of the host to their execution.
#include <algorithm>
#include <cstring>

#include "backends/sim/simulator.h"
#include "base/error.h"
#include "base/thread_context.h"

namespace vjp::sim {
namespace {

VJP_THREAD_SLOT(bool, inside_host_function, kStays) = false;

const Failure kOrdered{VJP_ERROR_BACKEND, "as ordered", true};

}  // namespace

// A microsecond, and a nanosecond for 1024 bytes: a device with a terabyte a second.
uint64_t cost_of(uint64_t bytes) { return 1000 + bytes / 1024; }

Simulator::Lock Simulator::enter() {
  if (inside_host_function) [[unlikely]]
    fail(VJP_ERROR_STATE, "a host function calls its device");
  return Lock(mutex_);
}

// ---- what the host enqueues ----

void Simulator::launch(Primitive primitive, const void* args, const vjp_launch& launch) {
  Lock lock = enter();
  Stream& s = *static_cast<Stream*>(launch.stream);
  DeviceState& d = use(launch.device);
  if (d.unreported) report(launch.device);
  Work work;
  work.kind = Kind::Kernel;
  work.primitive = primitive;
  work.op = launch.op;
  if (launch.node)
    work.node = launch.node_sequence ? format("{} #{}", launch.node, launch.node_sequence) : std::string(launch.node);
  work.bytes = bytes_moved(primitive, args, memory_, launch.device, peers_);
  work.cost = cost_of(work.bytes);
  if (scheduler_.kind() == Mode::Kind::Inline && !s.head && !s.capture && !host_function_runs_) {
    work.args = args;
    run_at_once(lock, s, work);
    if (d.unreported) report(launch.device);
    return;
  }
  work.packed.reset(PackedArgs::pack(primitive, args));
  work.args = work.packed->args();
  enqueue(lock, s, std::move(work));
}

void Simulator::copy(const vjp_transfer& t) {
  Lock lock = enter();
  use(t.device);
  for (auto [name, where, memory] :
       {std::tuple{"dst", t.dst_device, static_cast<const void*>(t.dst)}, {"src", t.src_device, t.src}}) {
    int owner = memory_.owner(memory);
    if (t.bytes && (where < 0 ? owner >= 0 : owner != where))
      fail(VJP_ERROR_DEVICE, "copy: {} is not memory of {}", name,
           where < 0 ? std::string("the host") : format("sim:{}", where));
  }
  if (t.dst_device >= 0 && t.src_device >= 0 && t.dst_device != t.src_device) {
    use(t.dst_device);
    if (!peers_)
      fail(VJP_ERROR_NOT_IMPLEMENTED, "sim:{} cannot copy to sim:{}: peer access is off", t.src_device, t.dst_device);
  }
  Work work;
  work.kind = Kind::Copy;
  work.op = "copy";
  work.src = t.src;
  work.dst = t.dst;
  work.bytes = t.bytes;
  work.cost = cost_of(t.bytes);
  report(t.device);
  enqueue(lock, *static_cast<Stream*>(t.stream), std::move(work));
}

namespace {

Work make_fill(Kind kind, void* memory, uint8_t value, uint64_t bytes) {
  Work work;
  work.kind = kind;
  work.dst = memory;
  work.value = value;
  work.bytes = bytes;
  if (kind == Kind::Fill) work.cost = cost_of(bytes);
  return work;
}

}  // namespace

void Simulator::fill(Stream& s, void* memory, uint8_t value, uint64_t bytes) {
  Lock lock = enter();
  use(s.name.device);
  if (bytes && memory_.owner(memory) != s.name.device)
    fail(VJP_ERROR_DEVICE, "fill: this is not memory of sim:{}", s.name.device);
  report(s.name.device);
  enqueue(lock, s, make_fill(Kind::Fill, memory, value, bytes));
}

void Simulator::poison(Stream& s, void* memory, uint64_t bytes) {
  Lock lock = enter();
  use(s.name.device);
  if (bytes) enqueue(lock, s, make_fill(Kind::Poison, memory, kPoison, bytes));
}

void Simulator::host_function(Stream& s, void (*function)(void*), void* context) {
  Lock lock = enter();
  use(s.name.device);
  report(s.name.device);
  Work work;
  work.kind = Kind::HostFunction;
  work.function = function;
  work.dst = context;
  enqueue(lock, s, std::move(work));
}

void Simulator::sleep(Stream& s, uint64_t nanoseconds) {
  Lock lock = enter();
  use(s.name.device);
  report(s.name.device);
  Work work;
  work.kind = Kind::Sleep;
  work.cost = nanoseconds;
  enqueue(lock, s, std::move(work));
}

void Simulator::replay(Stream& s, const Executable& executable) {
  Lock lock = enter();
  use(s.name.device);
  report(s.name.device);
  Work work;
  work.kind = Kind::Replay;
  work.cost = cost_of(0);
  work.plan = executable.plan;
  enqueue(lock, s, std::move(work));
}

// ---- from the call to the queue ----

void Simulator::count(Stream& s, const Work& work) {
  vjp_sim_counters& c = s.counters;
  switch (work.kind) {
    case Kind::Kernel:
      ++c.kernels;
      break;
    case Kind::Copy:
      ++c.copies;
      break;
    case Kind::Fill:
      ++c.fills;
      break;
    case Kind::HostFunction:
      ++c.host_functions;
      break;
    case Kind::Replay:
      ++c.graph_launches;
      break;
    case Kind::Sleep:
      ++c.sleeps;
      break;
    case Kind::Poison:
      ++c.poisons;
      return;
    case Kind::Record:
      ++c.records;
      break;
    case Kind::Wait:
      ++c.waits;
      break;
  }
  c.bytes += work.bytes;
}

bool Simulator::fails_by_order(Stream& s, const Work& work) {
  DeviceState& d = devices_[static_cast<size_t>(s.name.device)];
  return d.commands_until_failure && work.kind <= Kind::Sleep && --d.commands_until_failure == 0;
}

void Simulator::enqueue(Lock& lock, Stream& s, Work&& work) {
  if (s.capture) [[unlikely]]
    return capture_work(s, std::move(work));
  auto made = std::make_unique<Command>(std::move(work));  // whatever the host lacks memory for comes first
  if (!s.head) busy_.push_back(&s);
  Command* command = made.release();
  count(s, command->work);
  bool fails = fails_by_order(s, command->work);
  command->serial = ++serial_;
  command->host_time = host_time_;
  command->fails = fails;
  ++s.enqueued;
  bool triggers = false;
  if (is_visible(command->work.kind)) triggers = scheduler_.triggers({s.name, s.visible++});
  command->visible_number = s.visible - 1;
  s.push(command);

  scheduler_.call();
  if (scheduler_.kind() == Mode::Kind::Threads) {
    if (workers_.empty()) start_workers();
    runnable_.notify_one();
    return;
  }
  if (triggers) [[unlikely]] {
    uint64_t serial = command->serial;
    while (s.head && s.head->serial <= serial) {
      Stream* next = scheduler_.next(busy_, Occasion::Observed, &s);
      step(lock, *next);
    }
  }
  run_ahead(lock);
  if (scheduler_.kind() == Mode::Kind::Inline) report(s.name.device);
}

// The same for a kernel in the inline mode, without a record of it.
void Simulator::run_at_once(Lock& lock, Stream& s, Work& work) {
  count(s, work);
  bool fails = fails_by_order(s, work);
  ++serial_;
  ++s.enqueued;
  ++s.visible;
  scheduler_.call();
  scheduler_.schedule.ran(s.name, kNoNode);
  passes(s, perform(lock, s, work, std::max(s.time, host_time_), fails));
}

void Simulator::run_ahead(Lock& lock) {
  while (!host_function_runs_ && !busy_.empty()) {
    Stream* next = scheduler_.next(busy_, Occasion::Enqueued, nullptr);
    if (!next) return;
    step(lock, *next);
  }
}

// ---- execution ----

// The head of the stream, or one node of the graph that it replays.
void Simulator::step(Lock& lock, Stream& s) {
  Command& c = *s.head;
  uint64_t begin = std::max(s.time, c.host_time);
  uint32_t node = kNoNode;
  uint64_t end;
  if (c.work.kind == Kind::Replay) {
    if (!c.replay && !begin_replay(s, c, begin)) return;
    if (std::exchange(c.fails, false)) note(s, c.work, kOrdered);
    Replay& replay = *c.replay;
    if (!replay.done()) {
      node = scheduler_.next_node(replay);
      scheduler_.schedule.ran(s.name, node);
      replay.finish(node, perform(lock, s, replay.plan().nodes[node].work, replay.begin_of(node), false));
      if (!replay.done()) return;
    }
    end = replay.end();
  } else {
    end = perform(lock, s, c.work, begin, c.fails);
  }
  if (node == kNoNode) scheduler_.schedule.ran(s.name, kNoNode);
  finish(s, end);
}

// False: there was no memory to do it, which is an error of the device; a waiting thread must not go on with it
// pending.
bool Simulator::begin_replay(Stream& s, Command& c, uint64_t begin) {
  uint64_t end = end_of(s, c.work, begin);
  try {
    c.replay = std::make_unique<Replay>(c.work.plan, end);
    return true;
  } catch (const std::bad_alloc&) {
    note(s, c.work, {VJP_ERROR_MEMORY, "out of memory"});
    scheduler_.schedule.ran(s.name, kNoNode);
    finish(s, end);
    return false;
  }
}

uint64_t Simulator::perform(Lock& lock, Stream& s, const Work& work, uint64_t begin, bool fails) {
  if (work.kind == Kind::Wait) return std::max(begin, time_of(*work.marker));
  if (work.kind == Kind::HostFunction && !fails) {
    // The function may need a lock that a caller of the simulator holds.
    host_function_runs_ = s.running = true;
    lock.unlock();
    Failure failure = attempt(work, false, false);
    lock.lock();
    host_function_runs_ = s.running = false;
    changed_.notify_all();
    note(s, work, failure);
  } else if (!is_broken(s)) {
    note(s, work, attempt(work, fails, false));
  }
  return end_of(s, work, begin);
}

// Without the lock.
Failure Simulator::attempt(const Work& work, bool fails, bool really) {
  if (fails) return kOrdered;
  inside_host_function = work.kind == Kind::HostFunction;
  Failure failure;
  try {
    run(work, really);
  } catch (const Error& error) {
    failure.status = error.status();
    try {
      failure.why = error.what();
    } catch (const std::bad_alloc&) {  // the status says it
    }
  } catch (const std::bad_alloc&) {
    failure.status = VJP_ERROR_MEMORY;
    failure.why = "out of memory";  // short enough for any string
  }
  inside_host_function = false;
  return failure;
}

uint64_t Simulator::end_of(Stream& s, const Work& work, uint64_t begin) {
  if (options_.overlap && work.cost) {
    auto& slots = devices_[static_cast<size_t>(s.name.device)].slots;
    slots.resize(static_cast<size_t>(options_.overlap));
    uint64_t& slot = *std::min_element(slots.begin(), slots.end());
    return slot = std::max(begin, slot) + work.cost;
  }
  return begin + work.cost;
}

void Simulator::passes(Stream& s, uint64_t end) {
  s.time = end;
  ++s.finished;
  DeviceState& d = devices_[static_cast<size_t>(s.name.device)];
  d.latest = std::max(d.latest, end);
}

// The head of the stream has run. The stream may be gone afterwards.
void Simulator::finish(Stream& s, uint64_t end) {
  Command& c = *s.head;
  passes(s, end);
  if (c.work.kind == Kind::Record) {
    c.work.marker->time = end;
    c.work.marker->epoch = epoch_;
    c.work.marker->passed = true;
  }
  if (scheduler_.kind() == Mode::Kind::Adversarial && is_visible(c.work.kind))
    scheduler_.ran({s.name, c.visible_number});
  s.pop();
  if (s.head) return;
  busy_.erase(std::find(busy_.begin(), busy_.end(), &s));
  if (s.destroyed) remove(s);
}

// ---- faults ----

// A device that a sticky fault has broken executes nothing any more, but calls of the host.
bool Simulator::is_broken(const Stream& s) const { return devices_[static_cast<size_t>(s.name.device)].fault.sticky; }

void Simulator::note(Stream& s, const Work& work, const Failure& failure) {
  DeviceState& d = devices_[static_cast<size_t>(s.name.device)];
  if (failure.status == VJP_OK || d.unreported || d.fault.sticky) return;  // the first one is reported
  d.fault = {failure.status, failure.ordered && d.failure_is_sticky, work.op, ""};
  d.unreported = true;
  try {
    d.fault.text = format("{} failed: {}", work.text(), failure.why);
  } catch (const std::bad_alloc&) {
  }
}

void Simulator::report(int index) {
  DeviceState& d = devices_[static_cast<size_t>(index)];
  if (!d.unreported) return;
  if (d.fault.sticky) fail(d.fault.status, "{}; sim:{} is of no use until it is reset", d.fault.text, index);
  d.unreported = false;
  fail(d.fault.status, "{}", d.fault.text);
}

}  // namespace vjp::sim
