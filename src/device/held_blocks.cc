#include "device/held_blocks.h"

#include <algorithm>

#include "base/error.h"

namespace vjp {

void HeldBlock::record(Stream& stream, bool captured) {
  for (const RecordedStream& known : streams)
    if (known.stream.get() == &stream) return;  // what was recorded before a capture stays
  streams.push_back({Ref<Stream>::share(&stream), captured});
}

void HeldBlocks::add(HeldBlock& block) noexcept {
  count_.fetch_add(1, std::memory_order_relaxed);
  EventWatch watch;
  if (!watch) [[unlikely]] {
    std::lock_guard lock(mutex_);
    deferred_.push_back(&block);
    return;
  }
  record_events(block);
}

// The block is nobody else's until its last event is seen.
void HeldBlocks::record_events(HeldBlock& block) noexcept {
  std::vector<std::pair<uint64_t, Ref<Event>>> events;
  std::vector<Device> unmarked;
  for (RecordedStream& use : block.streams) {
    if (use.captured) continue;
    try {
      events.emplace_back(use.stream->id, record_event(*use.stream));
    } catch (const Error&) {  // the stream was taken away by its owner, or its device is broken
      unmarked.push_back(use.stream->device);
    }
  }
  block.streams.clear();
  block.outstanding = static_cast<uint32_t>(events.size() + unmarked.size());
  if (block.outstanding == 0) {
    finish(block);
    return;
  }
  std::lock_guard lock(mutex_);
  for (auto& [stream, event] : events) markers_[stream].push_back({std::move(event), &block});
  for (Device device : unmarked) unmarked_.emplace_back(&block, device);
}

void HeldBlocks::finish(HeldBlock& block) noexcept {
  count_.fetch_sub(1, std::memory_order_release);
  give_back_(block);
}

void HeldBlocks::settle_deferred() noexcept {
  std::vector<HeldBlock*> deferred;
  {
    std::lock_guard lock(mutex_);
    deferred.swap(deferred_);
  }
  for (HeldBlock* block : deferred) record_events(*block);
}

void HeldBlocks::collect() {
  if (empty()) return;
  EventWatch watch;
  if (!watch) return;
  std::unique_lock one(collecting_, std::try_to_lock);
  if (one.owns_lock()) collect_locked();
}

void HeldBlocks::collect_locked() {
  settle_deferred();
  std::unique_lock lock(mutex_);
  for (auto it = markers_.begin(); it != markers_.end();) {
    auto& queue = it->second;
    while (!queue.empty()) {
      Ref<Event> event = queue.front().event;
      lock.unlock();
      bool done = event->query();
      lock.lock();
      if (!done) break;
      HeldBlock& block = *queue.front().block;
      queue.pop_front();  // only the collector takes away
      if (--block.outstanding) continue;
      lock.unlock();
      finish(block);
      lock.lock();
    }
    it = queue.empty() ? markers_.erase(it) : std::next(it);
  }
}

void HeldBlocks::wait() {
  std::vector<Ref<Event>> last;
  std::vector<std::pair<HeldBlock*, Device>> unmarked;
  settle_deferred();
  {
    std::lock_guard lock(mutex_);
    for (auto& [stream, queue] : markers_)
      if (!queue.empty()) last.push_back(queue.back().event);
    unmarked.swap(unmarked_);
  }
  for (const Ref<Event>& event : last) event->synchronize();
  for (auto& [block, device] : unmarked) {
    try {
      synchronize_device(device);
    } catch (const Error&) {  // a broken device runs nothing
    }
  }
  std::lock_guard one(collecting_);
  collect_locked();
  for (auto& [block, device] : unmarked) {
    std::unique_lock lock(mutex_);
    if (--block->outstanding) continue;
    lock.unlock();
    finish(*block);
  }
}

}  // namespace vjp
