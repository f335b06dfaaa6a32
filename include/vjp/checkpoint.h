/** libvjp: checkpoints: memory against time. */
#ifndef VJP_CHECKPOINT_H
#define VJP_CHECKPOINT_H

#include "vjp/guard.h"
#include "vjp/registry.h"
#include "vjp/tensor.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Computes a region: appends its results (vjp_tensor_list_append) to `results`. Called for the forward, and again in
 * backward, with tensors equal to the inputs of the forward; it must compute the same both times. When a call of the
 * library fails inside, return its status at once: VJP_ERROR_CANCELLED while vjp_checkpoint_stopping() is true means
 * that nothing more is needed of a recomputation, and is no failure.
 *
 * @param recomputing  false for the forward; what differs between the two (a context, a log) is for the callback to do
 */
typedef vjp_status (*vjp_checkpoint_fn)(void* context, bool recomputing, vjp_tensor* const* inputs, size_t num_inputs,
                                        vjp_tensor_list* results);
/**
 * Called when the library finds that a region broke its rules (a recomputation that differs, a value read twice),
 * before the error leaves: vjp_error_raise inside gives it a payload. Returns the status to fail with.
 */
typedef vjp_status (*vjp_checkpoint_failure_fn)(void* context, vjp_status status, const char* message);

/** A region that can be computed again. The callbacks share one context. */
typedef struct vjp_checkpoint_function {
  size_t struct_size;                /**< set by the caller: VJP_CHECKPOINT_FUNCTION_INIT */
  vjp_checkpoint_fn run;             /**< computes the region */
  vjp_checkpoint_failure_fn failure; /**< may be NULL */
  void* context;                     /**< passed to both */
  void (*drop)(void* context);       /**< may be NULL; called once, when no graph can need the region any more */
} vjp_checkpoint_function;
#define VJP_CHECKPOINT_FUNCTION_INIT \
  { sizeof(vjp_checkpoint_function), NULL, NULL, NULL, NULL }

/** Options of vjp_checkpoint. Grows at the end. */
typedef struct vjp_checkpoint_options {
  size_t struct_size;            /**< set by the caller: VJP_CHECKPOINT_OPTIONS_INIT */
  int32_t reentrant;             /**< 1: the reentrant kind; default 0 */
  int32_t preserve_random_state; /**< 1 (default): a recomputation draws the random numbers of the forward */
  int32_t check_determinism;     /**< 1 (default): what a recomputation saves must have the same shapes and dtypes */
  int32_t early_stop;            /**< 1: a recomputation ends with the last value that is needed; 0: it does not;
                                      -1 (default): as vjp_guard_checkpoint_early_stop says during the forward */
  int32_t debug;                 /**< 1: errors list the operators of forward and recomputation; 0: they do not;
                                      -1 (default): as vjp_guard_checkpoint_debug says during the forward */
} vjp_checkpoint_options;
#define VJP_CHECKPOINT_OPTIONS_INIT \
  { sizeof(vjp_checkpoint_options), 0, 1, 1, -1, -1 }

/**
 * Runs `function` without keeping what its backward needs, and runs it again in backward.
 *
 * The default kind records the region as usual, but in place of each saved value keeps an empty holder. The first
 * holder that a grad call reads computes the region again and fills all of them, each until it has been read once.
 * Inputs and tensors that the function captures get gradients, in every kind of grad call, and again under
 * create_graph. A kept value can be read once a grad call.
 *
 * The reentrant kind computes the region with grad mode off and differentiates it by a nested backward. Only `inputs`
 * connect it to the graph, and at least one must require grad, else there is a warning and no gradient at all; it works
 * in backward over all leaves alone, cannot be differentiated twice, and refuses the options about determinism, early
 * stop and debugging.
 *
 * With grad mode off both are plain calls.
 *
 * @param function  copied; its context is dropped on failure too
 * @param inputs    `num_inputs` of them; entries may be NULL
 * @param options   NULL for the defaults
 * @param out       receives the list of what the forward appended, which the caller releases
 * @return VJP_OK; VJP_ERROR_INVALID for NULL and options out of range or in contradiction; what `run` returned;
 *         VJP_ERROR_MEMORY. Grad calls fail with VJP_ERROR_STATE or VJP_ERROR_VERSION where the region broke its rules
 * @since 0.1
 */
VJP_API vjp_status vjp_checkpoint(const vjp_checkpoint_function* function, vjp_tensor* const* inputs, size_t num_inputs,
                                  const vjp_checkpoint_options* options, vjp_tensor_list** out);

/**
 * Runs a chain of functions, each of which takes the results of the one before: cut into `segments` of about equal
 * length, all of which but the last are checkpointed.
 *
 * @param functions  `num_functions` of them, at least one; the contexts of all are dropped on failure too
 * @param segments   1 to `num_functions`
 * @param inputs     `num_inputs` for the first function; entries may be NULL
 * @param options    NULL for the defaults
 * @param out        receives the list of results of the last function, which the caller releases
 * @return as vjp_checkpoint
 * @since 0.1
 */
VJP_API vjp_status vjp_checkpoint_sequential(const vjp_checkpoint_function* functions, size_t num_functions,
                                             size_t segments, vjp_tensor* const* inputs, size_t num_inputs,
                                             const vjp_checkpoint_options* options, vjp_tensor_list** out);

/** Whether a recomputation on this thread has all it needs and is being unwound. @since 0.1 */
VJP_API bool vjp_checkpoint_stopping(void);

/**
 * Begins a region of the calling thread that sets `early_stop` for the checkpoints whose forward is inside; it is on at
 * first.
 *
 * @param out  receives the region, for vjp_guard_exit
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_guard_checkpoint_early_stop(bool enabled, vjp_guard** out);
/**
 * Begins a region of the calling thread that sets `debug` for the checkpoints whose forward is inside; it is off at
 * first.
 *
 * @param out  receives the region, for vjp_guard_exit
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_guard_checkpoint_debug(bool enabled, vjp_guard** out);

/* ---- results that are kept ---- */

/** What a policy decides about an operator's result. */
typedef enum vjp_checkpoint_policy {
  VJP_CHECKPOINT_MUST_SAVE = 0,       /**< the forward keeps it */
  VJP_CHECKPOINT_PREFER_SAVE = 1,     /**< the same, unless a compiler decides otherwise */
  VJP_CHECKPOINT_MUST_RECOMPUTE = 2,  /**< a recomputation computes it again */
  VJP_CHECKPOINT_PREFER_RECOMPUTE = 3 /**< the same, unless a compiler decides otherwise */
} vjp_checkpoint_policy;

/**
 * Decides about one call of an operator, by the operator and its arguments (borrowed, in schema order). Asked in the
 * forward and in the recomputation, and must decide the same in both. It is not called for views and changes in place,
 * which are always computed again, nor for composite operators: for the parts that these call.
 */
typedef vjp_status (*vjp_checkpoint_policy_fn)(void* context, bool recomputing, const vjp_op* op, const vjp_value* args,
                                               size_t num_args, vjp_checkpoint_policy* out);

/** The results that a region's forward kept for its recomputations; owned by the code that runs the region. */
typedef struct vjp_kept_results vjp_kept_results;
/**
 * Makes an empty store of kept results with its policy.
 *
 * @param context         of the policy; on failure it stays the caller's
 * @param drop            called once with the context when the store ends; may be NULL
 * @param allow_mutation  true: a kept result that was changed in place since is used all the same; false: it is a
 *                        version conflict
 * @param out             receives a handle, which the caller releases
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_kept_results_create(vjp_checkpoint_policy_fn policy, void* context, void (*drop)(void* context),
                                           bool allow_mutation, vjp_kept_results** out);
/** Adds a reference, which vjp_kept_results_release gives back; returns `kept`. NULL does nothing. @since 0.1 */
VJP_API vjp_kept_results* vjp_kept_results_retain(vjp_kept_results* kept);
/** Gives a reference back; with the last one the results end. NULL does nothing. @since 0.1 */
VJP_API void vjp_kept_results_release(vjp_kept_results* kept);
/**
 * Begins a region for a checkpoint's callback, around what it computes: in the forward it keeps what the policy says,
 * in a recomputation it hands that out, in the same order an operator, instead of running kernels. Each forward may
 * have any number of recomputations. Inside a recomputation VJP_ERROR_VERSION reports a kept result that was changed in
 * place.
 *
 * @param recomputing  what the callback received under this name
 * @param out          receives the region, for vjp_guard_exit
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_guard_kept_results(vjp_kept_results* kept, bool recomputing, vjp_guard** out);

#ifdef __cplusplus
}
#endif
#endif
