/**
 * libvjp: the threads of grad calls.
 *
 * A callback may end its thread (pthread_exit; pthread_cancel while it runs; an interpreter that goes away does so to
 * its threads): the grad call is given up, locks and references are released, and the thread ends. Where a hook of a
 * device's node ends a worker of the library, the call fails with a state error and another worker takes its place.
 * Only `drop` functions must return.
 *
 * A grad call runs on the thread that makes it, and a grad call that a callback makes runs inside the outer one. Every
 * 60 levels of these the work goes on on another thread, named "vjp-nested-N", so that the stack does not end, while
 * the calling thread waits. Modes, errors, warnings and scopes go along; these callbacks are for what belongs to a
 * binding.
 */
#ifndef VJP_THREAD_H
#define VJP_THREAD_H

#include "vjp/base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct vjp_thread_callbacks {
  size_t struct_size;
  /** Before the calling thread waits for another: gives back a lock that callbacks need. Returns what `acquire` gets.
   */
  void* (*release)(void* context);
  void (*acquire)(void* context, void* token);
  /** On the thread that is about to wait: what of its state is to travel; NULL is legal. */
  void* (*save)(void* context);
  /** On the thread that goes on, before and after; `leave` also ends the life of the state. */
  void (*enter)(void* context, void* state);
  void (*leave)(void* context, void* state);
  void* context;
  void (*drop)(void* context);
  /**
   * At most every 40 milliseconds while a thread is in a grad call, between two of its nodes or while it waits for
   * those that other threads run: the place where a binding sees to signals. It is asked on the thread that made the
   * (outermost) call, with its locks given back (`release`), however deeply calls are nested. A status other than
   * VJP_OK, told with vjp_error_raise, ends the grad call: nodes that run are waited for, no further one is started,
   * and the call fails with this error. May be NULL, and then nodes cost nothing.
   */
  vjp_status (*poll)(void* context);
} vjp_thread_callbacks;
#define VJP_THREAD_CALLBACKS_INIT \
  { sizeof(vjp_thread_callbacks), NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL }

/** Pairs (release and acquire; save, enter and leave) may be NULL. Several bindings may add theirs. */
VJP_API vjp_status vjp_thread_callbacks_add(const vjp_thread_callbacks* callbacks, int64_t* out);
/** By the number that adding gave; drops the context when no thread is inside one of the callbacks. */
VJP_API vjp_status vjp_thread_callbacks_remove(int64_t id);
/**
 * Whether nested grad calls may go on on other threads: of the process, on by default; not implemented if built without
 * threads. For languages whose callbacks run on their own threads alone: nesting is then a state error at 1000 levels.
 */
VJP_API vjp_status vjp_set_nesting_threads(bool allowed);
/** How long vjp_shutdown waits for threads that are inside a grad call: 10 seconds by default, 0 for not at all. */
VJP_API vjp_status vjp_set_shutdown_timeout(double seconds);

#ifdef __cplusplus
}
#endif

#endif
