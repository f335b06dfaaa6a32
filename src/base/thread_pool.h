// The caller's threads instead of the library's own, for parallel_for.
#pragma once

#include <cstddef>

namespace vjp {

struct CallersPool {
  // Calls task(task_context, i) for i in [0, count), in any order and on any threads, and returns when all have
  // returned.
  void (*run)(void* context, size_t count, void (*task)(void* task_context, size_t index), void* task_context);
  void* context;
};
void set_thread_pool(const CallersPool* pool);  // null: the library's own; copied, and kept as long as the process

}  // namespace vjp
