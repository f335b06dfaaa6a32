#include "ops/call_counts.h"

#include <memory>
#include <mutex>
#include <new>

namespace vjp {

VJP_THREAD_SLOT(CallCounts, call_counts, kStays) = nullptr;

namespace {

// Counts outlive their thread: the next one that starts goes on with the block.
struct Blocks {
  std::mutex mutex;
  std::vector<CallCounts> all, idle;
};

Blocks& blocks() {
  static Blocks& made = []() -> Blocks& {  // never destroyed: threads may end after the program's exit began
    auto* b = new Blocks;
    uint16_t number = 0;
    for (const OpDef* op : op_table()) op->number = number++;
    return *b;
  }();
  return made;
}

VJP_AT_THREAD_END(give_block_on, kEnds, []() noexcept {
  if (!call_counts) return;
  std::lock_guard lock(blocks().mutex);
  blocks().idle.push_back(std::exchange(call_counts.own(), nullptr));
});

CallCounts make_block() {
  constexpr std::align_val_t kLine{64};
  const size_t bytes = op_table().size() * sizeof(*CallCounts());
  const auto counts = static_cast<CallCounts>(::operator new(bytes, kLine));
  std::uninitialized_value_construct_n(counts, op_table().size());
  return counts;
}

}  // namespace

CallCounts start_call_counts() {
  Blocks& b = blocks();
  std::lock_guard lock(b.mutex);
  if (b.idle.empty()) {
    b.all.reserve(b.all.size() + 1);
    b.idle.reserve(b.all.size() + 1);  // a thread's end allocates nothing
    b.all.push_back(make_block());
    b.idle.push_back(b.all.back());
  }
  call_counts = b.idle.back();
  b.idle.pop_back();
  return call_counts;
}

uint64_t calls_of(const OpDef& op) {
  Blocks& b = blocks();
  std::lock_guard lock(b.mutex);
  uint64_t sum = 0;
  for (CallCounts counts : b.all) sum += counts[op.number].load(std::memory_order_relaxed);
  return sum;
}

}  // namespace vjp
