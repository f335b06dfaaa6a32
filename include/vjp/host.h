/**
 * libvjp: threads that a program gives to the library, in place of the library's own. Memory for tensors it gives with
 * vjp_set_allocator (vjp/base.h), and limits with vjp_memory_set_limit (vjp/memory.h).
 */
#ifndef VJP_HOST_H
#define VJP_HOST_H

#include "vjp/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Threads that operators share their work among. */
typedef struct vjp_thread_pool {
  size_t struct_size; /**< sizeof(vjp_thread_pool) as the caller was compiled */
  /**
   * Calls `task(task_context, i)` once for each i from 0 to count - 1, in any order, on any threads, the calling one
   * included, and returns when all of them have returned. Tasks do not fail, do not wait for each other, and need not
   * run at once. It is called from any thread, from several at a time too, but never from inside a task. `count` is at
   * most vjp_get_num_threads(). Tasks that it does not call are done after it, on the calling thread; if it calls
   * vjp_error_raise there, the operator then fails with that error.
   */
  void (*run)(void* context, size_t count, void (*task)(void* task_context, size_t index), void* task_context);
  void* context; /**< passed to `run` */
} vjp_thread_pool;

/**
 * From now on operators work on the caller's threads. Results do not depend on it. Work that has begun stays where it
 * is, so `run` and `context` must remain valid until every call into the library that began before the change has
 * returned. Threads that drive several devices or run deeply nested grad calls are the library's own in any case
 * (vjp_set_nesting_threads).
 *
 * @param pool  copied; NULL: the library's own threads again, which start with the first work for two
 * @return VJP_OK; VJP_ERROR_INVALID if `struct_size` is wrong or `run` is NULL; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_set_thread_pool(const vjp_thread_pool* pool);

#ifdef __cplusplus
}
#endif

#endif
