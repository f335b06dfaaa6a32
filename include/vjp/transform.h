/** libvjp: forward mode, checks of derivatives by differences, checkpoints. */
#ifndef VJP_TRANSFORM_H
#define VJP_TRANSFORM_H

#include "vjp/guard.h"
#include "vjp/registry.h"
#include "vjp/tensor.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- forward mode ---- */

/**
 * Enters the level of forward mode: until vjp_forward_mode_exit operators carry tangents along, on every thread that
 * does not turn it off (VJP_MODE_FORWARD). There is one level in the process.
 *
 * @return VJP_OK; VJP_ERROR_NOT_IMPLEMENTED inside the level; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_forward_mode_enter(void);
/**
 * Leaves the level, and drops every tangent that was made in it.
 *
 * @return VJP_OK; VJP_ERROR_STATE outside the level, and in a callback that did not enter it
 * @since 0.1
 */
VJP_API vjp_status vjp_forward_mode_exit(void);

/**
 * Makes a dual: a view of `primal` that carries `tangent`; in inference mode it is no view for autograd. The tangent is
 * used itself where it lies in its memory as the primal does in its own, and then changes with the dual; otherwise a
 * copy.
 *
 * @param primal   floating or complex, without a tangent
 * @param tangent  of the shape and on the device of `primal`, floating or complex, without a tangent
 * @param out      receives a handle, which the caller releases
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_STATE outside a level, or where one of them has a tangent;
 *         VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_make_dual(vjp_tensor* primal, vjp_tensor* tangent, vjp_tensor** out);

/**
 * The tangent of a tensor, the same tensor each time.
 *
 * @param out  receives a handle, which the caller releases; NULL if there is no tangent (zero)
 * @return VJP_OK; VJP_ERROR_INVALID for NULL
 * @since 0.1
 */
VJP_API vjp_status vjp_tensor_tangent(vjp_tensor* tensor, vjp_tensor** out);

/**
 * Takes a dual apart: its primal is a new view of it without tangent at each call; its tangent as of
 * vjp_tensor_tangent. Outside a level the primal is the tensor itself.
 *
 * @param primal   receives a handle, which the caller releases
 * @param tangent  receives a handle, which the caller releases; NULL if there is no tangent
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_unpack_dual(vjp_tensor* dual, vjp_tensor** primal, vjp_tensor** tangent);

/* ---- checks of derivatives by differences ---- */

/**
 * A function to be checked: computes its results from `inputs` and appends them to `results`
 * (vjp_tensor_list_append). Called many times, with inputs that differ in their values only; the same values must give
 * the same results. Inputs that were given as NULL are NULL.
 */
typedef vjp_status (*vjp_gradcheck_fn)(void* context, vjp_tensor* const* inputs, size_t num_inputs,
                                       vjp_tensor_list* results);

/** Options of vjp_gradcheck and vjp_gradgradcheck. Grows at the end. */
typedef struct vjp_gradcheck_options {
  size_t struct_size;      /**< set by the caller: VJP_GRADCHECK_OPTIONS_INIT */
  double eps;              /**< the step: differences are (f(x + eps) - f(x - eps)) / 2 eps */
  double atol, rtol;       /**< |analytic - numeric| <= atol + rtol |numeric| is right */
  double nondet_tol;       /**< by how much a backward may differ the second time */
  int32_t raise;           /**< 1: wrong derivatives are an error; 0: only the report names them */
  int32_t check_undefined; /**< 1: undefined gradients, and missing tangents, too */
  int32_t check_dtypes;    /**< 1: gradients must have their input's dtype */
  int32_t check_batched;   /**< 1: batched grad calls against a loop */
  int32_t check_forward;   /**< 1: forward mode; in vjp_gradgradcheck forward over reverse */
  int32_t check_backward;  /**< 1: reverse mode; in vjp_gradgradcheck reverse over reverse */
  int32_t fast;            /**< 1: one random combination of rows and columns instead of all of them */
  int32_t non_contiguous;  /**< 1: vjp_gradgradcheck makes gradients of outputs that are not contiguous */
} vjp_gradcheck_options;
#define VJP_GRADCHECK_OPTIONS_INIT \
  { sizeof(vjp_gradcheck_options), 1e-6, 1e-5, 1e-3, 0, 1, 1, 0, 0, 0, 1, 0, 0 }

/** What was found wrong. Values never change. */
typedef enum vjp_gradcheck_kind {
  VJP_GRADCHECK_NONE = 0,
  VJP_GRADCHECK_NOT_DIFFERENTIABLE = 1, /**< no output requires grad, and yet one depends on an input */
  VJP_GRADCHECK_FORWARD_VALUES = 2,     /**< forward mode differs from the differences */
  VJP_GRADCHECK_FORWARD_MISSING = 3,    /**< a missing tangent is not the same as zeros */
  VJP_GRADCHECK_BACKWARD_VALUES = 4,    /**< reverse mode differs from the differences */
  VJP_GRADCHECK_BACKWARD_FORM = 5,      /**< a gradient has not the shape, or dtype, of its input */
  VJP_GRADCHECK_BACKWARD_REPEATED = 6,  /**< the same backward gave something else the second time */
  VJP_GRADCHECK_BACKWARD_ZERO = 7,      /**< gradients of zero do not give zero */
  VJP_GRADCHECK_BACKWARD_UNDEFINED = 8, /**< an undefined gradient does not give zero, or makes backward fail */
  VJP_GRADCHECK_BACKWARD_BATCHED = 9    /**< a batched grad call differs from a loop */
} vjp_gradcheck_kind;

/**
 * What a check found. Made empty, filled by a check (also by one that fails), empty again when a check passes or could
 * not be made. To be used by one thread at a time.
 *
 * Derivatives are matrices: a row an element of an output, a column an element of an input; where the check was a fast
 * one, one row and one column. Of a complex output the real or the imaginary part is meant, as the text says; in the
 * column of a complex input x + iy stands d/dx + i d/dy.
 */
typedef struct vjp_gradcheck_report vjp_gradcheck_report;
/**
 * Makes an empty report.
 *
 * @param out  receives a handle, which the caller releases
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_gradcheck_report_create(vjp_gradcheck_report** out);
/**
 * Adds a reference, which vjp_gradcheck_report_release gives back; returns `report`. NULL does nothing. @since 0.1
 */
VJP_API vjp_gradcheck_report* vjp_gradcheck_report_retain(vjp_gradcheck_report* report);
/** Gives a reference back; with the last one the report ends. NULL does nothing. @since 0.1 */
VJP_API void vjp_gradcheck_report_release(vjp_gradcheck_report* report);
/**
 * Which check found something wrong; VJP_GRADCHECK_NONE if none did: an error of vjp_gradcheck was then misuse, or the
 * function's own.
 *
 * @since 0.1
 */
VJP_API vjp_gradcheck_kind vjp_gradcheck_report_kind(const vjp_gradcheck_report* report);
/** The number of the output that is wrong; -1 where no single output is. @since 0.1 */
VJP_API int64_t vjp_gradcheck_report_output(const vjp_gradcheck_report* report);
/** The number of the input that is wrong; -1 where no single input is. @since 0.1 */
VJP_API int64_t vjp_gradcheck_report_input(const vjp_gradcheck_report* report);
/**
 * The matrix that derivatives gave, float64 or complex128.
 *
 * @param out  receives a handle, which the caller releases; NULL where no matrices were compared
 * @return VJP_OK; VJP_ERROR_INVALID for NULL
 * @since 0.1
 */
VJP_API vjp_status vjp_gradcheck_report_analytic(const vjp_gradcheck_report* report, vjp_tensor** out);
/**
 * The matrix that differences gave, float64 or complex128; for VJP_GRADCHECK_BACKWARD_REPEATED that of the second
 * backward.
 *
 * @param out  receives a handle, which the caller releases; NULL where no matrices were compared
 * @return VJP_OK; VJP_ERROR_INVALID for NULL
 * @since 0.1
 */
VJP_API vjp_status vjp_gradcheck_report_numeric(const vjp_gradcheck_report* report, vjp_tensor** out);
/** The row in which the matrices differ most beyond what is allowed; -1 where none were compared. @since 0.1 */
VJP_API int64_t vjp_gradcheck_report_row(const vjp_gradcheck_report* report);
/** The column in which the matrices differ most beyond what is allowed; -1 where none were compared. @since 0.1 */
VJP_API int64_t vjp_gradcheck_report_column(const vjp_gradcheck_report* report);
/** By how much the matrices differ there; 0 where none were compared. @since 0.1 */
VJP_API double vjp_gradcheck_report_difference(const vjp_gradcheck_report* report);
/**
 * All this for people, the matrices around the worst entry beside each other; "" if nothing is wrong. Lives until the
 * report is used again or released.
 *
 * @since 0.1
 */
VJP_API const char* vjp_gradcheck_report_text(const vjp_gradcheck_report* report);

/**
 * Compares the derivatives of `fn` with central differences, and checks what else a backward must fulfil: that it gives
 * the same twice, multiplies by the gradients it is given, and takes undefined ones.
 *
 * Inputs that require grad are checked; there must be one, they should be float64 or complex128 (else there is a
 * warning), and their elements must not share memory. `fn` gets private copies of them, and everything else as it is. A
 * full check calls `fn` twice for each real number in them, and once more.
 *
 * @param inputs   `num_inputs` of them, borrowed; entries may be NULL
 * @param options  NULL for the defaults
 * @param report   receives what was found; may be NULL
 * @return VJP_OK; VJP_ERROR_INVALID for wrong derivatives, unless `raise` is 0, and for misuse: the report's kind says
 *         which; VJP_ERROR_SHAPE or VJP_ERROR_DTYPE if the results of `fn` change theirs; what `fn` and its derivatives
 *         returned; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_gradcheck(vjp_gradcheck_fn fn, void* context, vjp_tensor* const* inputs, size_t num_inputs,
                                 const vjp_gradcheck_options* options, vjp_gradcheck_report* report);

/**
 * vjp_gradcheck for the second derivatives: checks the function that takes the inputs of `fn`, and gradients of those
 * of its results that require grad, and gives the gradients of the inputs. In the report output i is the gradient of
 * input i, and inputs from `num_inputs` on are the gradients of results.
 *
 * @param grad_outputs  one a result that requires grad, which require grad themselves; none (`num_grad_outputs` 0) for
 *                      random ones in [-1, 1]
 * @return as vjp_gradcheck
 * @since 0.1
 */
VJP_API vjp_status vjp_gradgradcheck(vjp_gradcheck_fn fn, void* context, vjp_tensor* const* inputs, size_t num_inputs,
                                     vjp_tensor* const* grad_outputs, size_t num_grad_outputs,
                                     const vjp_gradcheck_options* options, vjp_gradcheck_report* report);

/* ---- checkpoints ---- */

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

/* ---- checkpoints: results that are kept ---- */

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

/** The results that a region's forward kept for its recomputations; owned by whoever runs the region. */
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
