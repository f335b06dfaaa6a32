#include "engine/stream_order.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <mutex>

#include "base/error.h"

namespace vjp {
namespace {

// ---- waits that tests leave out ----

constinit std::atomic<int64_t> waits_made{0};
std::atomic<int64_t>& dropped_wait() {
  static std::atomic<int64_t> index{[] {
    const char* text = std::getenv("VJP_TEST_DROP_WAIT");
    return text && *text ? std::atoll(text) : -1;
  }()};
  return index;
}
constinit std::mutex last_mutex;
std::string& last_dropped() {
  static auto* text = new std::string();
  return *text;
}

}  // namespace

void drop_engine_wait(int64_t index) {
  dropped_wait().store(index);
  waits_made.store(0);
  if (index < 0) return;
  std::lock_guard lock(last_mutex);
  last_dropped().clear();
}
int64_t engine_waits() { return waits_made.load(); }
std::string dropped_engine_wait() {
  std::lock_guard lock(last_mutex);
  return last_dropped();
}

// ---- the order ----

size_t StreamOrder::row_of(Stream& stream) {
  for (size_t i = 0; i < rows_.size(); ++i)
    if (rows_[i].stream.get() == &stream) return i;
  rows_.push_back({Ref<Stream>::share(&stream), nullptr, 0, {}});
  for (Row& row : rows_) row.known.resize(rows_.size());
  return rows_.size() - 1;
}

void StreamOrder::touched(const Stream& stream) {
  for (Row& row : rows_)
    if (row.stream.get() == &stream) row.last.reset();
}

void StreamOrder::touched_all() {
  for (Row& row : rows_) row.last.reset();
}

StreamOrder::Place StreamOrder::mark(Stream& stream) {
  size_t i = row_of(stream);
  Row& row = rows_[i];
  if (!row.last) {
    row.known[i] = ++row.marks;
    row.last = std::make_shared<const Mark>(Mark{record_event(stream), i, row.known});
  }
  return row.last;
}

void StreamOrder::wait(Stream& waiter, const Mark& mark, const char* why) {
  size_t i = row_of(waiter);
  Row& row = rows_[i];
  if (i == mark.row || row.known[mark.row] >= mark.known[mark.row]) return;
  if (waits_made.fetch_add(1, std::memory_order_relaxed) == dropped_wait().load(std::memory_order_relaxed)) {
    std::lock_guard lock(last_mutex);
    last_dropped() = format("{}: {} for {}", why, waiter, *rows_[mark.row].stream);
  } else if (waiter.device.type == mark.event->device.type) {
    mark.event->wait(waiter);
  } else {
    mark.event->synchronize();  // two drivers know nothing of each other's events
  }
  // Known only now: a wait that failed has ordered nothing.
  for (size_t k = 0; k < mark.known.size(); ++k) row.known[k] = std::max(row.known[k], mark.known[k]);
  row.last.reset();  // a new one stands for more
}

}  // namespace vjp
