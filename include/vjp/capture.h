/** libvjp: device work that is captured once and replayed many times. */
#ifndef VJP_CAPTURE_H
#define VJP_CAPTURE_H

#include "vjp/device.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum vjp_capture_state {
  VJP_CAPTURE_NONE = 0,
  VJP_CAPTURE_ACTIVE = 1,
  VJP_CAPTURE_INVALIDATED = 2 /**< something broke it; only ending it is allowed */
} vjp_capture_state;

/** Whose calls that are unsafe during a capture are errors. */
typedef enum vjp_capture_mode {
  VJP_CAPTURE_GLOBAL = 0,       /**< any thread's */
  VJP_CAPTURE_THREAD_LOCAL = 1, /**< the capturing thread's */
  VJP_CAPTURE_RELAXED = 2       /**< nobody's */
} vjp_capture_mode;

/**
 * A captured sequence of device work: forward, loss, a whole backward, an optimizer step.
 *
 * While a capture is underway nothing runs that is enqueued on its stream, and on streams that come to wait for that;
 * it becomes part of the graph. A replay runs it again on the same memory: inputs are changed by writing into the
 * tensors that were used in the capture, results appear in the tensors that came out of it, and a later replay
 * overwrites them. Random operators give new numbers in every replay, as many calls would.
 *
 * For a backward: run a few iterations on the side stream first, set every grad field to NULL, then capture. Each
 * replay then overwrites the gradients; with grad fields that exist at the capture, each replay adds to them.
 *
 * What cannot be captured (reading a value back, waiting for the device, a forgotten join of streams) breaks the
 * capture, and ending it gives an error that says what it was.
 */
typedef struct vjp_device_graph vjp_device_graph;
/** Memory that graphs allocate from. Graphs that share one must replay in the order of their capture, one after
 * another.
 */
typedef struct vjp_memory_pool vjp_memory_pool;

VJP_API vjp_status vjp_memory_pool_create(vjp_device device, vjp_memory_pool** out);
VJP_API vjp_memory_pool* vjp_memory_pool_retain(vjp_memory_pool* pool);
/** What tensors and graphs still use stays valid. */
VJP_API void vjp_memory_pool_release(vjp_memory_pool* pool);

VJP_API vjp_status vjp_device_graph_create(vjp_device_graph** out);
VJP_API vjp_device_graph* vjp_device_graph_retain(vjp_device_graph* graph);
VJP_API void vjp_device_graph_release(vjp_device_graph* graph);
/** A generator that will be drawn from in the capture, besides the device's default one; before the capture. */
VJP_API vjp_status vjp_device_graph_register_generator(vjp_device_graph* graph, vjp_generator* generator);
/**
 * What an operator computes on the CPU is no part of a graph, and during a capture it is a state error that names the
 * operator: for threads whose current stream takes part. Views, constants that are made there, and numbers that become
 * arguments of kernels are not concerned. With `on` such operators run once, during the capture, and replays leave them
 * out. Before the capture; it stays with the graph.
 */
VJP_API vjp_status vjp_device_graph_set_elide_cpu_work(vjp_device_graph* graph, bool on);
/**
 * Begins a capture on the thread's current stream of the device, which must not be the default one.
 * @param pool  NULL: a pool of its own
 * @param mode  whose unsafe calls are errors meanwhile
 */
VJP_API vjp_status vjp_device_graph_capture_begin(vjp_device_graph* graph, vjp_device device, vjp_memory_pool* pool,
                                                  vjp_capture_mode mode);
/** Ends it, on the same stream. After a failure the graph is as new, and another capture works. */
VJP_API vjp_status vjp_device_graph_capture_end(vjp_device_graph* graph);
/**
 * The same as a region: waits for the device, empties its cache, makes `stream` (NULL: a new one) current and begins.
 * Call vjp_device_graph_capture_end inside it; if the region ends before, the capture is dropped.
 */
VJP_API vjp_status vjp_guard_capture(vjp_device_graph* graph, vjp_device device, vjp_stream* stream,
                                     vjp_memory_pool* pool, vjp_capture_mode mode, vjp_guard** out);
/**
 * Enqueues the whole on the thread's current stream. A state error if nothing was captured, or if that stream is being
 * captured itself: a graph is no part of another.
 */
VJP_API vjp_status vjp_device_graph_replay(vjp_device_graph* graph);
/** Forgets what was captured, so that the graph can capture again. */
VJP_API vjp_status vjp_device_graph_reset(vjp_device_graph* graph);
/** The pool of the captured graph, for capturing others into it; NULL if nothing was captured. */
VJP_API vjp_status vjp_device_graph_pool(vjp_device_graph* graph, vjp_memory_pool** out);
VJP_API vjp_status vjp_device_graph_node_count(const vjp_device_graph* graph, uint64_t* out);
/** The graph as text for Graphviz; release it with vjp_string_free. */
VJP_API vjp_status vjp_device_graph_dot(const vjp_device_graph* graph, char** out);
/** Whether the stream takes part in a capture, and which (0: none). `id` may be NULL. */
VJP_API vjp_status vjp_stream_capture_state(vjp_stream* stream, vjp_capture_state* state, uint64_t* id);

/* ---- threads that watch events ---- */

/**
 * For threads in the background that ask events of work which others have enqueued (a watchdog of communication): to
 * ask while a capture is underway would break it (vjp_event_query). While there is a watch no capture begins: it waits.
 * A watch spans a round of questions, or all the time until the work that is watched has been seen to be done. It
 * belongs to the thread that began it, which ends it, at the latest with its own end; to begin a capture there before
 * is a state error, since that would wait for ever.
 *
 * @param out  receives false if a capture is underway or waits to begin: no watch has begun, ask later
 */
VJP_API vjp_status vjp_event_watch_begin(bool* out);
/** Ends the last of the thread's watches. @return VJP_ERROR_STATE if it has none */
VJP_API vjp_status vjp_event_watch_end(void);

/** Each generator goes on with what the other held; allowed inside a capture, where seeding is not. */
VJP_API vjp_status vjp_generator_swap_states(vjp_generator* a, vjp_generator* b);

#ifdef __cplusplus
}
#endif
#endif
