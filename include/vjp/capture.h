/** libvjp: device work that is captured once and replayed many times. */
#ifndef VJP_CAPTURE_H
#define VJP_CAPTURE_H

#include "vjp/device.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Whether a stream takes part in a capture. */
typedef enum vjp_capture_state {
  VJP_CAPTURE_NONE = 0,       /**< no */
  VJP_CAPTURE_ACTIVE = 1,     /**< yes */
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
 * capture, and ending it gives an error that names the reason.
 */
typedef struct vjp_device_graph vjp_device_graph;
/** Memory that graphs allocate from. Graphs that share one must replay in the order of their capture, one after
 * another.
 */
typedef struct vjp_memory_pool vjp_memory_pool;

/**
 * Makes a pool for graphs of a device.
 *
 * @param out  receives a handle, which the caller releases
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_DEVICE for the CPU and if there is no such device;
 *         VJP_ERROR_BACKEND; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_memory_pool_create(vjp_device device, vjp_memory_pool** out);
/** Adds a reference, which vjp_memory_pool_release gives back; returns `pool`. NULL does nothing. @since 0.1 */
VJP_API vjp_memory_pool* vjp_memory_pool_retain(vjp_memory_pool* pool);
/** Gives a reference back; what tensors and graphs still use stays valid. NULL does nothing. @since 0.1 */
VJP_API void vjp_memory_pool_release(vjp_memory_pool* pool);

/**
 * Makes an empty graph.
 *
 * @param out  receives a handle, which the caller releases
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_device_graph_create(vjp_device_graph** out);
/** Adds a reference, which vjp_device_graph_release gives back; returns `graph`. NULL does nothing. @since 0.1 */
VJP_API vjp_device_graph* vjp_device_graph_retain(vjp_device_graph* graph);
/** Gives a reference back; with the last one the graph ends. NULL does nothing. @since 0.1 */
VJP_API void vjp_device_graph_release(vjp_device_graph* graph);
/**
 * Registers a generator that will be drawn from in the capture, besides the device's default one. Before the capture.
 *
 * @param generator  retained
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_STATE if the graph was captured already; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_device_graph_register_generator(vjp_device_graph* graph, vjp_generator* generator);
/**
 * What an operator computes on the CPU is no part of a graph, and during a capture it is a state error that names the
 * operator: for threads whose current stream takes part. Views, constants that are made there, and numbers that become
 * arguments of kernels are not concerned. With `on` such operators run once, during the capture, and replays leave them
 * out. Before the capture; it stays with the graph.
 *
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_STATE during the capture
 * @since 0.1
 */
VJP_API vjp_status vjp_device_graph_set_elide_cpu_work(vjp_device_graph* graph, bool on);
/**
 * Begins a capture on the thread's current stream of the device, which must not be the default one.
 *
 * @param pool  retained; NULL: a pool of its own
 * @param mode  whose unsafe calls are errors meanwhile
 * @return VJP_OK; VJP_ERROR_INVALID for NULL and an unknown mode; VJP_ERROR_STATE for the default stream, for a graph
 *         that holds a capture or is being captured, where another capture fills the pool, and on a thread that watches
 *         events; VJP_ERROR_DEVICE for the CPU and a pool of another device; VJP_ERROR_NOT_IMPLEMENTED if the backend
 *         has no graphs; VJP_ERROR_BACKEND; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_device_graph_capture_begin(vjp_device_graph* graph, vjp_device device, vjp_memory_pool* pool,
                                                  vjp_capture_mode mode);
/**
 * Ends the capture, on the same stream. After a failure the graph is as new, and another capture works.
 *
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_STATE if there is no capture, on another stream or thread, and
 *         for a capture that something broke, which the message names; VJP_ERROR_BACKEND; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_device_graph_capture_end(vjp_device_graph* graph);
/**
 * Begins a capture as a region: waits for the device, empties its cache, makes a stream current and begins. Call
 * vjp_device_graph_capture_end inside the region; if that ends before, the capture is dropped.
 *
 * @param stream  NULL: a new one
 * @param pool    retained; NULL: a pool of its own
 * @param out     receives the region, for vjp_guard_exit
 * @return as vjp_device_graph_capture_begin
 * @since 0.1
 */
VJP_API vjp_status vjp_guard_capture(vjp_device_graph* graph, vjp_device device, vjp_stream* stream,
                                     vjp_memory_pool* pool, vjp_capture_mode mode, vjp_guard** out);
/**
 * Enqueues the whole graph on the thread's current stream of its device.
 *
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_STATE if nothing was captured, or if that stream is being
 *         captured itself: a graph is no part of another; VJP_ERROR_BACKEND
 * @since 0.1
 */
VJP_API vjp_status vjp_device_graph_replay(vjp_device_graph* graph);
/**
 * Forgets what was captured, so that the graph can capture again.
 *
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_STATE during the capture
 * @since 0.1
 */
VJP_API vjp_status vjp_device_graph_reset(vjp_device_graph* graph);
/**
 * The memory pool of the captured graph, for capturing others into it.
 *
 * @param out  receives a handle, which the caller releases; NULL if nothing was captured
 * @return VJP_OK; VJP_ERROR_INVALID for NULL
 * @since 0.1
 */
VJP_API vjp_status vjp_device_graph_pool(vjp_device_graph* graph, vjp_memory_pool** out);
/**
 * How many commands the captured graph has.
 *
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_STATE if nothing was captured; VJP_ERROR_BACKEND
 * @since 0.1
 */
VJP_API vjp_status vjp_device_graph_node_count(const vjp_device_graph* graph, uint64_t* out);
/**
 * The captured graph as text for Graphviz.
 *
 * @param out  receives a string for vjp_string_free
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_STATE if nothing was captured; VJP_ERROR_BACKEND;
 *         VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_device_graph_dot(const vjp_device_graph* graph, char** out);
/**
 * Whether a stream takes part in a capture, and in which one.
 *
 * @param id  receives a number of the capture, 0 for none; may be NULL
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_STATE for a stream that was forgotten; VJP_ERROR_BACKEND
 * @since 0.1
 */
VJP_API vjp_status vjp_stream_capture_state(vjp_stream* stream, vjp_capture_state* state, uint64_t* id);

/* ---- threads that watch events ---- */

/**
 * Begins a watch, for threads in the background that query events of work which others have enqueued (a watchdog of
 * communication): to query while a capture is underway would break it (vjp_event_query). While there is a watch no
 * capture begins: it waits. A watch spans a round of questions, or all the time until the work that is watched has been
 * seen to be done. It belongs to the thread that began it, which ends it, at the latest with its own end; to begin a
 * capture there before is a state error, since that would wait for ever.
 *
 * @param out  receives false if a capture is underway or waits to begin: no watch has begun, try again later
 * @return VJP_OK; VJP_ERROR_INVALID for NULL
 * @since 0.1
 */
VJP_API vjp_status vjp_event_watch_begin(bool* out);
/**
 * Ends the last of the thread's watches.
 *
 * @return VJP_OK; VJP_ERROR_STATE if it has none
 * @since 0.1
 */
VJP_API vjp_status vjp_event_watch_end(void);

/* ---- generators ---- */

/**
 * Swaps the states of two generators: each goes on where the other stood. Allowed inside a capture, where seeding is
 * not.
 *
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_generator_swap_states(vjp_generator* a, vjp_generator* b);

#ifdef __cplusplus
}
#endif
#endif
