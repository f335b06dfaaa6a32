/**
 * libvjp: the threads of grad calls, and what bindings do where one thread goes on for another.
 *
 * A callback may end its thread (pthread_exit; pthread_cancel while it runs; an interpreter that goes away does so to
 * its threads): the grad call is given up, locks and references are released, and the thread ends. Where a hook of a
 * device's node ends a worker of the library, the call fails with a state error and another worker takes its place.
 * Only `drop` functions must return.
 *
 * A grad call runs on the thread that makes it, and a grad call that a callback makes runs inside the outer one. Every
 * 60 levels of nesting the work continues on another thread, named "vjp-nested-N", so that the stack does not end,
 * while the calling thread waits. Modes, errors, warnings and scopes go along; vjp_thread_callbacks are for the state
 * that a binding has of its own.
 */
#ifndef VJP_THREAD_H
#define VJP_THREAD_H

#include "vjp/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * What a binding does around waiting, and around a change of threads. `release` and `acquire` are given together, and
 * so are `save`, `enter` and `leave`; every member but the size may be NULL. Grows at the end.
 */
typedef struct vjp_thread_callbacks {
  size_t struct_size; /**< set by the caller: VJP_THREAD_CALLBACKS_INIT */
  /** Before the calling thread waits for another: gives back a lock that callbacks need. Returns what `acquire` gets.
   */
  void* (*release)(void* context);
  /** After the wait, on the same thread: takes the lock again. `token` is what `release` returned. */
  void (*acquire)(void* context, void* token);
  /** On the thread that is about to wait: what of its state is to travel; NULL is legal. */
  void* (*save)(void* context);
  /** On the thread that goes on, before its work: takes the state over. */
  void (*enter)(void* context, void* state);
  /** On the same thread, after its work; also ends the life of the state. */
  void (*leave)(void* context, void* state);
  void* context; /**< passed to all of them */
  /** Called once with the context, when the callbacks were removed. */
  void (*drop)(void* context);
  /**
   * Called at most every 40 milliseconds while a thread is in a grad call, between two of its nodes or while it waits
   * for nodes that other threads run: the place where a binding sees to signals. It is called on the thread that made
   * the (outermost) call, with its locks given back (`release`), however deeply calls are nested. A status other than
   * VJP_OK, described by vjp_error_raise, ends the grad call: nodes that run are waited for, no further one is started,
   * and the call fails with this error. Where it is NULL, nodes cost nothing.
   */
  vjp_status (*poll)(void* context);
} vjp_thread_callbacks;
#define VJP_THREAD_CALLBACKS_INIT \
  { sizeof(vjp_thread_callbacks), NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL }

/**
 * Adds callbacks to those of the process; several bindings may add theirs.
 *
 * @param callbacks  copied
 * @param out        receives a number for vjp_thread_callbacks_remove
 * @return VJP_OK; VJP_ERROR_INVALID for NULL, a wrong `struct_size`, and a member without those that belong to it;
 *         VJP_ERROR_MEMORY. On failure the context stays the caller's
 * @since 0.1
 */
VJP_API vjp_status vjp_thread_callbacks_add(const vjp_thread_callbacks* callbacks, int64_t* out);
/**
 * Removes callbacks; `drop` is called when no thread is inside one of them.
 *
 * @param id  the number that adding gave
 * @return VJP_OK; VJP_ERROR_INVALID if there are none of this number
 * @since 0.1
 */
VJP_API vjp_status vjp_thread_callbacks_remove(int64_t id);
/**
 * Whether nested grad calls of the process may continue on other threads; on by default. For languages whose callbacks
 * run on their own threads alone: nesting is then a state error at 1000 levels.
 *
 * @return VJP_OK; VJP_ERROR_NOT_IMPLEMENTED for true in a library that was built without threads
 * @since 0.1
 */
VJP_API vjp_status vjp_set_nesting_threads(bool allowed);
/**
 * Sets how long vjp_shutdown waits for threads that are inside a grad call: 10 seconds at first.
 *
 * @param seconds  0 for not at all
 * @return VJP_OK; VJP_ERROR_INVALID for a negative number, an infinity or NaN
 * @since 0.1
 */
VJP_API vjp_status vjp_set_shutdown_timeout(double seconds);

#ifdef __cplusplus
}
#endif

#endif
