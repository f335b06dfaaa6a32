/** libvjp: forward mode, checking derivatives numerically, checkpointing. */
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
 * Forward mode: between enter and exit operators carry tangents along, on every thread that does not turn it off
 * (VJP_MODE_FORWARD). One level at a time in the process; leaving it drops every tangent that was made in it.
 *
 * @return enter: VJP_ERROR_NOT_IMPLEMENTED inside a level; exit: VJP_ERROR_STATE outside of one
 */
VJP_API vjp_status vjp_forward_mode_enter(void);
VJP_API vjp_status vjp_forward_mode_exit(void);

/**
 * A view of `primal` that carries `tangent`; in inference mode it is no view for autograd. The tangent is used itself
 * where it lies in its memory as the primal does in its own, and then changes with the dual; otherwise a copy.
 *
 * @param tangent  of the shape and on the device of `primal`; both floating or complex, neither with a tangent
 * @return VJP_ERROR_STATE outside a level, or where one of them has a tangent; VJP_ERROR_SHAPE, VJP_ERROR_DTYPE,
 *         VJP_ERROR_DEVICE
 */
VJP_API vjp_status vjp_make_dual(vjp_tensor* primal, vjp_tensor* tangent, vjp_tensor** out);

/** The tangent of a tensor, the same one each time; NULL in `*out` if it has none (zero). */
VJP_API vjp_status vjp_tensor_tangent(vjp_tensor* tensor, vjp_tensor** out);

/**
 * Takes a dual apart: its primal is a new view of it without tangent at each call; its tangent as of
 * vjp_tensor_tangent. Outside a level the primal is the tensor itself.
 *
 * @param primal   owned by the caller
 * @param tangent  owned by the caller; NULL in `*tangent` if there is none
 * @since 0.1
 */
VJP_API vjp_status vjp_unpack_dual(vjp_tensor* dual, vjp_tensor** primal, vjp_tensor** tangent);

/* ---- checking derivatives numerically ---- */

/**
 * A function to be checked: computes its results from `inputs` and appends them to `results`
 * (vjp_tensor_list_append). Called many times, with inputs that differ in their values only; the same values must give
 * the same results. Inputs that were given as NULL are NULL.
 */
typedef vjp_status (*vjp_gradcheck_fn)(void* context, vjp_tensor* const* inputs, size_t num_inputs,
                                       vjp_tensor_list* results);

/** Options of vjp_gradcheck and vjp_gradgradcheck. Grows at the end. */
typedef struct vjp_gradcheck_options {
  size_t struct_size;
  double eps;              /**< the step: differences are (f(x + eps) - f(x - eps)) / 2 eps */
  double atol, rtol;       /**< |analytic - numeric| <= atol + rtol |numeric| is right */
  double nondet_tol;       /**< by how much a backward may differ the second time */
  int32_t raise;           /**< 1: wrong derivatives are an error; 0: only the report tells of them */
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
VJP_API vjp_status vjp_gradcheck_report_create(vjp_gradcheck_report** out);
VJP_API vjp_gradcheck_report* vjp_gradcheck_report_retain(vjp_gradcheck_report* report);
VJP_API void vjp_gradcheck_report_release(vjp_gradcheck_report* report);
/** Which check found something wrong; VJP_GRADCHECK_NONE if none did: then an error was misuse, or the function's. */
VJP_API vjp_gradcheck_kind vjp_gradcheck_report_kind(const vjp_gradcheck_report* report);
/** Of which output and which input; -1 where it is not about one. */
VJP_API int64_t vjp_gradcheck_report_output(const vjp_gradcheck_report* report);
VJP_API int64_t vjp_gradcheck_report_input(const vjp_gradcheck_report* report);
/** The matrices, float64 or complex128; NULL in `*out` where none were compared. Of a backward that came out
 * differently the second time, "numeric" is the second. */
VJP_API vjp_status vjp_gradcheck_report_analytic(const vjp_gradcheck_report* report, vjp_tensor** out);
VJP_API vjp_status vjp_gradcheck_report_numeric(const vjp_gradcheck_report* report, vjp_tensor** out);
/** Where they differ most beyond what is allowed, and by how much; -1 and 0 where none were compared. */
VJP_API int64_t vjp_gradcheck_report_row(const vjp_gradcheck_report* report);
VJP_API int64_t vjp_gradcheck_report_column(const vjp_gradcheck_report* report);
VJP_API double vjp_gradcheck_report_difference(const vjp_gradcheck_report* report);
/** All this for people, the matrices around the worst entry beside each other; "" if nothing is wrong. Lives until the
 * report is used again or released. */
VJP_API const char* vjp_gradcheck_report_text(const vjp_gradcheck_report* report);

/**
 * Compares the derivatives of `fn` with central differences, and checks what else a backward must fulfil: that it
 * comes out the same twice, multiplies by the gradients it is given, and takes undefined ones.
 *
 * Inputs that require grad are checked; there must be one, they should be float64 or complex128 (else there is a
 * warning), and their elements must not share memory. `fn` gets private copies of them, and everything else as it is.
 * A full check calls `fn` twice for each real number in them, and once more.
 *
 * @param inputs   entries may be NULL
 * @param options  NULL for the defaults
 * @param report   may be NULL; receives what was found
 * @return VJP_ERROR_INVALID for wrong derivatives, unless `raise` is 0, and for misuse: the report tells them apart;
 *         VJP_ERROR_SHAPE or VJP_ERROR_DTYPE if the results of `fn` change theirs; what `fn` returned
 */
VJP_API vjp_status vjp_gradcheck(vjp_gradcheck_fn fn, void* context, vjp_tensor* const* inputs, size_t num_inputs,
                                 const vjp_gradcheck_options* options, vjp_gradcheck_report* report);

/**
 * The same for the second derivatives: checks the function that takes the inputs of `fn`, and gradients of those of its
 * results that require grad, and gives the gradients of the inputs. In the report output i is the gradient of input i,
 * and inputs from `num_inputs` on are the gradients of results.
 *
 * @param grad_outputs  one a result that requires grad; none (`num_grad_outputs` 0) for random ones in [-1, 1], which
 *                      require grad
 */
VJP_API vjp_status vjp_gradgradcheck(vjp_gradcheck_fn fn, void* context, vjp_tensor* const* inputs, size_t num_inputs,
                                     vjp_tensor* const* grad_outputs, size_t num_grad_outputs,
                                     const vjp_gradcheck_options* options, vjp_gradcheck_report* report);

/* ---- checkpointing ---- */

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
  size_t struct_size;
  vjp_checkpoint_fn run;
  vjp_checkpoint_failure_fn failure; /**< may be NULL */
  void* context;
  void (*drop)(void* context); /**< may be NULL; called once, when no graph can need the region any more */
} vjp_checkpoint_function;
#define VJP_CHECKPOINT_FUNCTION_INIT \
  { sizeof(vjp_checkpoint_function), NULL, NULL, NULL, NULL }

typedef struct vjp_checkpoint_options {
  size_t struct_size;
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
 * holder that a grad call asks computes the region again and fills all of them, each until it has been read once.
 * Inputs and tensors that the function captures get gradients, in every kind of grad call, and again under
 * create_graph. A kept value can be read once a grad call.
 *
 * The reentrant kind computes the region with grad mode off and differentiates it by a nested backward. Only `inputs`
 * connect it to the graph, and at least one must require grad, else there is a warning and no gradient at all; it works
 * in backward over all leaves alone, cannot be differentiated twice, and refuses the options about determinism, early
 * stop and debugging.
 *
 * With grad mode off both are plain calls. The function's context is dropped on failure too.
 *
 * @param inputs   entries may be NULL
 * @param options  NULL for the defaults
 * @param out      receives what the forward appended
 */
VJP_API vjp_status vjp_checkpoint(const vjp_checkpoint_function* function, vjp_tensor* const* inputs, size_t num_inputs,
                                  const vjp_checkpoint_options* options, vjp_tensor_list** out);

/**
 * A chain of functions, each of which takes the results of the one before: cut into `segments` of about equal length,
 * all of which but the last are checkpointed. The contexts of all functions are dropped on failure too.
 */
VJP_API vjp_status vjp_checkpoint_sequential(const vjp_checkpoint_function* functions, size_t num_functions,
                                             size_t segments, vjp_tensor* const* inputs, size_t num_inputs,
                                             const vjp_checkpoint_options* options, vjp_tensor_list** out);

/** Whether a recomputation on this thread has all it needs and is being unwound. */
VJP_API bool vjp_checkpoint_stopping(void);

/** Regions of the calling thread: settings of the checkpoints whose forward is inside. Early stop is on by default,
 * debugging off. */
VJP_API vjp_status vjp_guard_checkpoint_early_stop(bool enabled, vjp_guard** out);
VJP_API vjp_status vjp_guard_checkpoint_debug(bool enabled, vjp_guard** out);

/* ---- checkpointing: results that are kept ---- */

/** What a policy says of an operator's result. The two of a kind differ where a compiler decides, which may overrule
 * those that prefer. */
typedef enum vjp_checkpoint_policy {
  VJP_CHECKPOINT_MUST_SAVE = 0,
  VJP_CHECKPOINT_PREFER_SAVE = 1,
  VJP_CHECKPOINT_MUST_RECOMPUTE = 2,
  VJP_CHECKPOINT_PREFER_RECOMPUTE = 3
} vjp_checkpoint_policy;

/**
 * Decides about one call of an operator, by the operator and its arguments (borrowed, in schema order). Asked in the
 * forward and in the recomputation, and must say the same in both. Not asked for views and changes in place, which are
 * always computed again, nor for composite operators: for the parts that these call.
 */
typedef vjp_status (*vjp_checkpoint_policy_fn)(void* context, bool recomputing, const vjp_op* op, const vjp_value* args,
                                               size_t num_args, vjp_checkpoint_policy* out);

/** The results that a region's forward kept for its recomputations; owned by whoever runs the region. */
typedef struct vjp_kept_results vjp_kept_results;
/**
 * @param context         of the policy; on failure it stays the caller's
 * @param allow_mutation  true: a kept result that was changed in place since is used all the same; false: it is a
 * version conflict
 */
VJP_API vjp_status vjp_kept_results_create(vjp_checkpoint_policy_fn policy, void* context, void (*drop)(void* context),
                                           bool allow_mutation, vjp_kept_results** out);
VJP_API vjp_kept_results* vjp_kept_results_retain(vjp_kept_results* kept);
VJP_API void vjp_kept_results_release(vjp_kept_results* kept);
/**
 * For a region's callback, around what it computes: in the forward keeps what the policy says, in a recomputation hands
 * it out, in the same order an operator, instead of running kernels. Each may run any number of recomputations.
 */
VJP_API vjp_status vjp_guard_kept_results(vjp_kept_results* kept, bool recomputing, vjp_guard** out);

#ifdef __cplusplus
}
#endif
#endif
