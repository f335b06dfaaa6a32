// What vjp/sim.h offers: set-up, counters, faults to order.
#include <algorithm>
#include <cstring>

#include "backends/sim/simulator.h"
#include "base/error.h"

namespace vjp::sim {

void Simulator::configure(const vjp_sim_options& given) {
  Options options = Options::from_environment();
  if (given.devices) options.devices = given.devices;
  if (given.memory) options.memory = given.memory;
  if (given.overlap) options.overlap = given.overlap;
  if (given.mode) options.mode = Mode::parse(given.mode);
  options.check();
  {
    Lock lock = enter();
    bool used = memory_.reserved() ||
                std::any_of(devices_.begin(), devices_.end(), [](const DeviceState& d) { return d.active; });
    bool same =
        options.devices == options_.devices && options.memory == options_.memory && options.overlap == options_.overlap;
    if (used && !same)
      fail(VJP_ERROR_STATE,
           "the simulator is in use already, with {} devices of {} bytes and overlap {}; configure it before anything "
           "runs on it",
           options_.devices, options_.memory, options_.overlap);
    if (!same) {
      options_ = options;
      devices_.resize(static_cast<size_t>(options.devices));
    }
  }
  set_mode(options.mode.text);
}

void Simulator::set_mode(std::string_view text) {
  Mode mode = Mode::parse(text);
  Lock lock = enter();
  quiesce(lock);
  scheduler_.schedule.flush();  // the new mode may read it
  Scheduler next(std::move(mode));
  if (!workers_.empty()) stop_workers(lock);
  options_.mode = next.mode();
  scheduler_ = std::move(next);
}

// Everything has run, and nothing is captured.
void Simulator::quiesce(Lock& lock) {
  if (!captures_.empty())
    fail(VJP_ERROR_STATE, "a graph is being captured on stream {} of sim:{}", captures_[0]->origin->name.ordinal,
         captures_[0]->origin->name.device);
  while (!busy_.empty()) run_everything(lock);
}

std::string Simulator::mode_text() {
  Lock lock(mutex_);
  return options_.mode.text;
}

bool Simulator::order_matters() {
  Lock lock(mutex_);
  return scheduler_.kind() != Mode::Kind::Threads;
}

void Simulator::reset() {
  Lock lock = enter();
  quiesce(lock);
  for (DeviceState& d : devices_) {
    for (Stream* s : d.streams) {
      if (!s) continue;
      s->visible = s->time = s->rank = 0;
      s->counters = {};
    }
    DeviceState fresh;
    fresh.active = d.active;
    fresh.streams = std::move(d.streams);
    d = std::move(fresh);
  }
  host_time_ = 0;
  ++epoch_;
  scheduler_.restart();
}

uint64_t Simulator::drain(int index) {
  Lock lock = enter();
  device(index);
  uint64_t left = 0;
  for (Stream* s : busy_)
    if (s->name.device == index) left += s->enqueued - s->finished;
  run_until_drained(lock, index);
  return left;
}

void Simulator::shut_down() {
  Lock lock = enter();
  if (captures_.empty()) quiesce(lock);
  if (!workers_.empty()) stop_workers(lock);
  scheduler_.schedule.flush();
}

// ---- counters ----

namespace {

void add_counters(vjp_sim_counters& sum, const Stream& s) {
  const vjp_sim_counters& c = s.counters;
  sum.kernels += c.kernels;
  sum.copies += c.copies;
  sum.fills += c.fills;
  sum.host_functions += c.host_functions;
  sum.graph_launches += c.graph_launches;
  sum.sleeps += c.sleeps;
  sum.poisons += c.poisons;
  sum.records += c.records;
  sum.waits += c.waits;
  sum.host_syncs += c.host_syncs;
  sum.queries += c.queries;
  sum.bytes += c.bytes;
  sum.pending += s.enqueued - s.finished;
}

}  // namespace

vjp_sim_counters Simulator::counters_of(const Stream& s) {
  Lock lock = enter();
  vjp_sim_counters sum{};
  add_counters(sum, s);
  return sum;
}

vjp_sim_counters Simulator::counters_of_device(int index) {
  Lock lock = enter();
  vjp_sim_counters sum{};
  for (const Stream* s : device(index).streams)
    if (s) add_counters(sum, *s);
  return sum;
}

StreamName Simulator::name_of(const Stream& s, uint64_t& next) {
  Lock lock = enter();
  next = s.visible;
  return s.name;
}

uint64_t Simulator::virtual_time(int index) {
  Lock lock = enter();
  return device(index).latest;
}

uint64_t Simulator::schedule_hash() {
  Lock lock = enter();
  return scheduler_.kind() == Mode::Kind::Threads ? 0 : scheduler_.schedule.hash();
}

void Simulator::record_schedule(const std::string& path) {
  Lock lock = enter();
  quiesce(lock);
  scheduler_.schedule.record(path, options_.mode);
}

vjp_sim_reversal Simulator::reversal(size_t index) {
  Lock lock = enter();
  if (index >= scheduler_.reversals.size())
    fail(VJP_ERROR_INVALID, "the mode '{}' has {} pairs, and none of index {}", options_.mode.text,
         scheduler_.reversals.size(), index);
  return scheduler_.reversals[index];
}

// ---- ordered failures ----

void Simulator::fail_allocation(int index, uint64_t nth, uint64_t count) {
  Lock lock = enter();
  device(index).allocations_until_failure = count ? nth : 0;
  device(index).allocations_to_fail = count;
}

void Simulator::fail_command(int index, uint64_t nth, bool sticky) {
  Lock lock = enter();
  device(index).commands_until_failure = nth;
  device(index).failure_is_sticky = sticky;
}

void Simulator::set_peer_access(bool possible) {
  Lock lock = enter();
  peers_ = possible;
}

}  // namespace vjp::sim
