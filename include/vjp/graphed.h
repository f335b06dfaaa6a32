/** libvjp: functions whose forward and backward are captured into graphs. */
#ifndef VJP_GRAPHED_H
#define VJP_GRAPHED_H

#include "vjp/capture.h"
#include "vjp/tensor.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Computes a function: appends its results (vjp_tensor_list_append) to `results`.
 *
 * Called with the samples for the warm-up and for the capture, where it must do the same each time, on the current
 * stream and streams that fork from it and join it again, and must not wait for the device. Called with the inputs of
 * the call where the callable was captured with another value of `training`.
 */
typedef vjp_status (*vjp_graphed_fn)(void* context, bool training, vjp_tensor* const* inputs, size_t num_inputs,
                                     vjp_tensor_list* results);

/** A function to be captured. Arrays are read during the call only. */
typedef struct vjp_graphed_function {
  size_t struct_size;          /**< set by the caller: VJP_GRAPHED_FUNCTION_INIT */
  vjp_graphed_fn run;          /**< computes the function */
  void* context;               /**< passed to `run` */
  void (*drop)(void* context); /**< may be NULL; called once, when nothing can need the function any more */
  /**
   * Samples: tensors of one device, in the shapes, dtypes and with the requires_grad of what calls will get. Their
   * memory becomes that of the graph's inputs: each call writes its inputs there.
   */
  vjp_tensor* const* inputs;
  size_t num_inputs; /**< how many samples there are */
  /** The leaves that the function reads besides its inputs, and that get gradients through it. */
  vjp_tensor* const* parameters;
  size_t num_parameters;              /**< how many there are */
  const char* const* parameter_names; /**< one a parameter, for messages; NULL: they are numbered */
  int32_t training;                   /**< the value of the flag to capture with: 0 or 1 */
} vjp_graphed_function;
#define VJP_GRAPHED_FUNCTION_INIT \
  { sizeof(vjp_graphed_function), NULL, NULL, NULL, NULL, 0, NULL, 0, NULL, 1 }

/** Options of vjp_make_graphed. Grows at the end. */
typedef struct vjp_graphed_options {
  size_t struct_size;     /**< set by the caller: VJP_GRAPHED_OPTIONS_INIT */
  vjp_device device;      /**< the CPU (default): that of the samples and parameters */
  int32_t num_warmup;     /**< how often each function runs before it is captured; default 3 */
  int32_t allow_unused;   /**< 1: an input or parameter that no result depends on gets no gradient; 0: it is an error */
  int32_t elide_cpu_work; /**< as vjp_device_graph_set_elide_cpu_work */
  vjp_capture_mode mode;  /**< of the captures */
  vjp_memory_pool* pool;  /**< for all graphs; NULL: a pool of their own */
} vjp_graphed_options;
#define VJP_GRAPHED_OPTIONS_INIT \
  { sizeof(vjp_graphed_options), {VJP_DEVICE_CPU, 0}, 3, 0, 0, VJP_CAPTURE_GLOBAL, NULL }

/**
 * A function that runs as two graphs: a call replays that of its forward, and records one node whose derivative replays
 * that of its backward. The rest of a program stays as it is.
 *
 * Results, and the gradients that come out, lie in memory of the graphs: **they are overwritten by later calls** of it,
 * and of callables that were made before it in the same memory pool. So is what a backward needs: it runs once for each
 * call, and callables of one vjp_make_graphed run backward in the reverse order of their making; between a call and its
 * backward no other graph of the pool is replayed. Another order is a state error, and a result that was
 * saved for a derivative and overwritten is a version error, and so is a sample whose memory was written between a call
 * and its backward, by the program or by a call of another callable with that sample: functions have a sample each.
 * Gradients that are accumulated into leaves are copies.
 *
 * It can be differentiated once: under create_graph its gradients cannot be differentiated further. Forward mode is
 * an error. Hooks on parameters are refused when it is made; they may be added afterwards, and run outside the graphs.
 * Parameters may be changed in place, and not be given other memory. A call takes place on the thread's current stream
 * of the device; calls that follow each other on different streams are ordered by the program, and calls at the same
 * time are not allowed.
 */
typedef struct vjp_graphed vjp_graphed;

/**
 * Makes functions graphed: runs each `num_warmup` times, with a backward, on a stream of its own, then captures their
 * forwards in this order and their backwards in the reverse one, into one memory pool. A training step has to call them
 * in this order. Autocast regions of the caller apply, without their cache.
 *
 * Waits for the device, empties its cache of memory, and draws random numbers in the warm-up. Gradients of leaves stay
 * what they are. After a failure nothing is left behind.
 *
 * @param functions  `num_functions` of them, one a callable; the contexts are dropped on failure too
 * @param options    NULL for the defaults
 * @param out        receives `num_functions` handles, which the caller releases
 * @return VJP_OK; VJP_ERROR_INVALID, naming what it is about, for NULL, for options out of range, for parameters with
 *         hooks or that are no leaves, and for inputs that no result depends on; VJP_ERROR_DEVICE for samples,
 *         parameters, results or a pool of another device; VJP_ERROR_STATE inside a capture or in inference mode, and
 *         for what cannot be captured; VJP_ERROR_NOT_IMPLEMENTED if the backend has no graphs; what a function
 *         returned; VJP_ERROR_BACKEND; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_make_graphed(const vjp_graphed_function* const* functions, size_t num_functions,
                                    const vjp_graphed_options* options, vjp_graphed** out);

/**
 * Copies the inputs to where the samples lay, except those that lie there, and replays the forward. Where `training`
 * differs from what was captured the function itself runs, as if it had never been graphed.
 *
 * @param inputs  `num_inputs` tensors, as the samples; under grad mode also in requires_grad
 * @param out     receives the list of results, which the caller releases
 * @return VJP_OK; VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE or VJP_ERROR_INVALID for an input that is not as
 *         its sample; VJP_ERROR_STATE for a parameter that was given other memory, or requires grad and did not then,
 *         and while the current stream is being captured; VJP_ERROR_NOT_IMPLEMENTED for an input with a tangent;
 *         VJP_ERROR_BACKEND; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_graphed_call(vjp_graphed* graphed, vjp_tensor* const* inputs, size_t num_inputs, bool training,
                                    vjp_tensor_list** out);

/** Adds a reference, which vjp_graphed_release gives back; returns `graphed`. NULL does nothing. @since 0.1 */
VJP_API vjp_graphed* vjp_graphed_retain(vjp_graphed* graphed);
/** Gives a reference back; with the last one the graphs end. NULL does nothing. @since 0.1 */
VJP_API void vjp_graphed_release(vjp_graphed* graphed);

#ifdef __cplusplus
}
#endif
#endif
