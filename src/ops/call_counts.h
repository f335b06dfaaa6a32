// How often each operator was called. Every thread counts in a block of its own: no two write to one cache line, and no
// count needs a locked instruction.
#pragma once

#include <atomic>

#include "base/thread_context.h"
#include "ops/op.h"

namespace vjp {

// By an operator's number; only the thread itself writes.
using CallCounts = std::atomic<uint64_t>*;
extern const ThreadSlot<CallCounts> call_counts;  // null until the thread's first call

// Gives this thread a block; the first one numbers the operators.
[[gnu::cold]] CallCounts start_call_counts();

inline void count_calls(const OpDef& op, uint64_t calls) {
  CallCounts counts = call_counts;
  if (!counts) [[unlikely]]
    counts = start_call_counts();
  std::atomic<uint64_t>& count = counts[op.number];
  count.store(count.load(std::memory_order_relaxed) + calls, std::memory_order_relaxed);
}
inline void count_call(const OpDef& op) { count_calls(op, 1); }

// Of an operator, for as long as the process lives.
inline uint16_t number_of(const OpDef& op) {
  if (!call_counts) [[unlikely]]
    start_call_counts();
  return op.number;
}

// By a rule that takes a kernel of its own: of what it would call if it were recorded, these are the operators.
template <class... Ops>
void stands_for(const Ops&... ops) {
  (count_call(ops), ...);
}

// Of all threads, also those that have ended.
uint64_t calls_of(const OpDef& op);

}  // namespace vjp
