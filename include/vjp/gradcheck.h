/** libvjp: derivatives checked by differences. */
#ifndef VJP_GRADCHECK_H
#define VJP_GRADCHECK_H

#include "vjp/tensor.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * A function to be checked: computes its results from `inputs` and appends them to `results`
 * (vjp_tensor_list_append). Called many times, with inputs that differ in their values only; the same values must give
 * the same results. Inputs that were given as NULL are NULL.
 */
typedef vjp_status (*vjp_gradcheck_fn)(void* context, vjp_tensor* const* inputs, size_t num_inputs,
                                       vjp_tensor_list* results);

/** Options of vjp_gradcheck and vjp_gradgradcheck. Grows at the end. */
typedef struct vjp_gradcheck_options {
  size_t struct_size;            /**< set by the caller: VJP_GRADCHECK_OPTIONS_INIT */
  double eps;                    /**< the step: differences are (f(x + eps) - f(x - eps)) / 2 eps */
  double atol, rtol;             /**< |analytic - numeric| <= atol + rtol |numeric| is right */
  double nondet_tol;             /**< by how much a backward may differ the second time */
  int32_t raise;                 /**< 1: wrong derivatives are an error; 0: only the report names them */
  int32_t check_undefined;       /**< 1: undefined gradients, and missing tangents, too */
  int32_t check_dtypes;          /**< 1: gradients must have their input's dtype */
  int32_t check_batched;         /**< 1: batched grad calls against a loop; needs check_backward */
  int32_t check_forward;         /**< 1: forward mode; in vjp_gradgradcheck forward over reverse */
  int32_t check_backward;        /**< 1: reverse mode; in vjp_gradgradcheck reverse over reverse */
  int32_t fast;                  /**< 1: one random combination of rows and columns instead of all of them */
  int32_t non_contiguous;        /**< 1: vjp_gradgradcheck makes gradients of outputs that are not contiguous */
  int32_t check_batched_forward; /**< 1: batched tangents against a loop; needs check_forward */
  int32_t masked;                /**< 1: of sparse inputs the stored values are checked; 0: every element */
} vjp_gradcheck_options;
#define VJP_GRADCHECK_OPTIONS_INIT \
  { sizeof(vjp_gradcheck_options), 1e-6, 1e-5, 1e-3, 0, 1, 1, 0, 0, 0, 1, 0, 0, 0, 0 }

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
  VJP_GRADCHECK_BACKWARD_BATCHED = 9,   /**< a batched grad call differs from a loop */
  VJP_GRADCHECK_FORWARD_BATCHED = 10    /**< batched tangents differ from a loop */
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
 * A sparse input is checked through its stored values where `masked` says so, else at every element, for which `fn`
 * gets tensors of its layout that have a value at every place; forward mode, batched gradients and second derivatives
 * want `masked`. Results have to be strided.
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

#ifdef __cplusplus
}
#endif
#endif
