/**
 * libvjp: grad calls on devices.
 *
 * Seen from streams, a grad call is like any other operation: what was enqueued on the calling thread's current streams
 * before it comes before everything it does, and gradients, results and what hooks have enqueued may be used on these
 * streams afterwards without more. No other stream may use them unless it waits, the default stream neither. The host
 * does not wait for a device.
 *
 * A node runs on the stream that was current for its first output on a device when it was recorded, and so do its
 * hooks; an accumulator on the one that was current when its leaf was first used, anew when no graph uses it any more.
 * A node without such an output runs in the calling thread with the calling thread's streams. The nodes of a device run
 * on a thread of the library named after it ("vjp-sim:0"), which the first grad call that needs it starts and
 * vjp_shutdown ends; with VJP_MODE_MULTITHREADING off, or after vjp_set_nesting_threads(false), they run in the calling
 * thread. Hooks and derivatives therefore may run on these threads: modes, warnings and what vjp_thread_callbacks save
 * go along, and errors come back. A process that was forked when there were such threads cannot start any.
 */
#ifndef VJP_ENGINE_H
#define VJP_ENGINE_H

#include "vjp/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * What happens, while the caller's stream is captured into a graph, at a node that was recorded on a default stream
 * outside: it can be no part of the capture.
 */
typedef enum vjp_stale_streams {
  VJP_STALE_STREAMS_ERROR = 0,           /**< a state error that names the node and both streams */
  VJP_STALE_STREAMS_OVERRIDE_LEAVES = 1, /**< accumulators run on the caller's stream, with one warning; an error for
                                            other nodes */
  VJP_STALE_STREAMS_OVERRIDE_ALL = 2     /**< every such node runs on the caller's stream, with one warning */
} vjp_stale_streams;
/**
 * Sets the policy of the process for such nodes; VJP_STALE_STREAMS_OVERRIDE_LEAVES at first.
 *
 * @return VJP_OK; VJP_ERROR_INVALID for no policy
 * @since 0.1
 */
VJP_API vjp_status vjp_set_stale_streams(vjp_stale_streams policy);
/** The policy of the process for nodes recorded on a default stream outside of a capture. @since 0.1 */
VJP_API vjp_stale_streams vjp_get_stale_streams(void);

/**
 * Whether this process is a fork of one that had run a grad call on a device: the threads that work for devices did not
 * come along, and a grad call on a device is a state error here. On the CPU alone everything works. False in a process
 * that was forked before such a call, and after exec.
 *
 * @since 0.1
 */
VJP_API bool vjp_is_fork_without_workers(void);

/**
 * For tests of programs that look for races: grad calls leave out one of their waits of a stream for another. At the
 * start that is the one that the environment variable VJP_TEST_DROP_WAIT names.
 *
 * @param index  its number, counted from now through all grad calls of the process; negative: none is left out
 * @since 0.1
 */
VJP_API void vjp_debug_drop_engine_wait(int64_t index);
/** How many waits grad calls have made or left out since the last vjp_debug_drop_engine_wait. @since 0.1 */
VJP_API int64_t vjp_debug_engine_waits(void);
/**
 * The wait that was left out, in words: "join: main for side".
 *
 * @param out  receives a string for vjp_string_free; NULL if there was no wait of that number
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_debug_dropped_wait(char** out);
/**
 * For the same tests: with false, neither grad calls nor nodes that save tensors say which streams use a tensor's
 * memory (vjp_tensor_record_stream), and the memory may be reused too early. True at first.
 *
 * @since 0.1
 */
VJP_API void vjp_debug_engine_marks_memory(bool on);

#ifdef __cplusplus
}
#endif
#endif
