#include "device/held_blocks.h"

#include <algorithm>
#include <new>
#include <utility>

#include "base/error.h"
#include "base/forced_unwind.h"

namespace vjp {

void HeldBlock::record(Stream& stream, bool captured) {
  for (const RecordedStream& known : streams)
    if (known.stream.get() == &stream) return;  // what was recorded before a capture stays
  streams.push_back({Ref<Stream>::share(&stream), captured});
}

void HeldBlocks::add(HeldBlock& block) noexcept {
  count_.fetch_add(1, std::memory_order_relaxed);
  block.outstanding = 1;
  EventWatch watch;
  if (watch) [[likely]] {
    record_events(block);
  } else {
    defer(block);
  }
}

void HeldBlocks::defer(HeldBlock& block) noexcept {
  std::lock_guard lock(mutex_);
  block.next_deferred = std::exchange(deferred_, &block);
}

// The block is nobody else's until its last event is seen.
void HeldBlocks::record_events(HeldBlock& block) noexcept {
  try {
    for (; !block.streams.empty(); block.streams.pop_back())
      if (!block.streams.back().captured) mark(block, *block.streams.back().stream);
  } catch (const std::bad_alloc&) {
    defer(block);
    return;
  }
  {
    std::lock_guard lock(mutex_);
    if (--block.outstanding) return;
  }
  finish(block);
}

void HeldBlocks::mark(HeldBlock& block, Stream& stream) {
  Ref<Event> event;
  try {
    event = record_event(stream);
  } catch (const Error& error) {  // the stream was taken away by its owner, or its device is broken
    if (error.status() == VJP_ERROR_MEMORY) throw std::bad_alloc();
  }
  std::lock_guard lock(mutex_);
  if (event) {
    markers_[stream.id].push_back({std::move(event), &block});
  } else {
    unmarked_.emplace_back(&block, stream.device);
  }
  ++block.outstanding;
}

void HeldBlocks::finish(HeldBlock& block) noexcept {
  count_.fetch_sub(1, std::memory_order_release);
  give_back_(block);
}

void HeldBlocks::settle_deferred() noexcept {
  HeldBlock* block;
  {
    std::lock_guard lock(mutex_);
    block = std::exchange(deferred_, nullptr);
  }
  while (block) record_events(*std::exchange(block, block->next_deferred));
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
  settle_deferred();
  {
    std::lock_guard lock(mutex_);
    for (auto& [stream, queue] : markers_)
      if (!queue.empty()) last.push_back(queue.back().event);
  }
  for (const Ref<Event>& event : last) event->synchronize();
  std::vector<std::pair<HeldBlock*, Device>> unmarked;
  {
    std::lock_guard lock(mutex_);
    unmarked.swap(unmarked_);
  }
  for (auto& [block, device] : unmarked) {
    try {
      synchronize_device(device);
    }
    VJP_CATCH_ALL {  // a broken device runs nothing
    }
    std::unique_lock lock(mutex_);
    if (--block->outstanding) continue;
    lock.unlock();
    finish(*block);
  }
  std::lock_guard one(collecting_);
  collect_locked();
}

}  // namespace vjp
