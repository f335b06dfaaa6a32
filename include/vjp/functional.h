/**
 * libvjp: derivatives of functions: gradients, Jacobians, Hessians, and their products with vectors.
 *
 * A function is a callback over an array of tensors. It is called once for a request, unless a function below says
 * otherwise, with variables in the place of the inputs that are differentiated: new tensors on the same memory. Grad
 * mode is on while it runs, whatever the caller's. What it returns as an error comes through unchanged.
 *
 * Requests nest to any depth, one within the function of another, and never mix: each differentiates by its own
 * variables. Results are as differentiable as they would be if the function had been written out: by what the inputs
 * were computed from, and by what the function captures.
 */
#ifndef VJP_FUNCTIONAL_H
#define VJP_FUNCTIONAL_H

#include "vjp/tensor.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * A function to be differentiated: appends its results (vjp_tensor_list_append) to `outputs`, and to `aux` what it
 * gives beside them and is not differentiated.
 */
typedef vjp_status (*vjp_functional_fn)(void* context, vjp_tensor* const* inputs, size_t num_inputs,
                                        vjp_tensor_list* outputs, vjp_tensor_list* aux);

/** How a derivative is computed. Values never change. */
typedef enum vjp_functional_strategy {
  VJP_FUNCTIONAL_AUTO = 0, /**< jvp and hvp forward, or by the tape where something has no forward mode, for which the
                              function is called again; Jacobians by rows */
  VJP_FUNCTIONAL_REVERSE = 1, /**< by the tape alone: Jacobians by rows, jvp and hvp by differentiating twice */
  VJP_FUNCTIONAL_FORWARD = 2  /**< Jacobians by columns, whose entries have the output's dtype */
} vjp_functional_strategy;

/** Options of the functions below. Grows at the end. */
typedef struct vjp_functional_options {
  size_t struct_size;    /**< set by the caller: VJP_FUNCTIONAL_OPTIONS_INIT */
  int32_t create_graph;  /**< 0: inputs and results have no history; 1: results are recorded, and differentiable by the
                            inputs that require grad; -1 (default): recorded if the caller records and they depend on
                            something that requires grad */
  int32_t strict;        /**< 1: an output that depends on no input, or an input that no output depends on, is an error;
                            0 (default): its derivatives are zeros */
  int32_t vectorize;     /**< 1: rows, or columns, of Jacobians are computed together; not with `strict` */
  int32_t strategy;      /**< a vjp_functional_strategy; VJP_FUNCTIONAL_FORWARD for Jacobians only with `vectorize`, and
                            neither with `create_graph` 1 nor with `strict` */
  int64_t chunk_size;    /**< how many rows or columns `vectorize` takes at once; 0 (default): all */
  const size_t* argnums; /**< the inputs that are differentiated, NULL: all; the others are passed on as they are */
  size_t num_argnums;    /**< how many; ignored if `argnums` is NULL */
} vjp_functional_options;
#define VJP_FUNCTIONAL_OPTIONS_INIT \
  { sizeof(vjp_functional_options), -1, 0, 0, VJP_FUNCTIONAL_AUTO, 0, NULL, 0 }

/* ---- gradients ---- */

/**
 * The gradient of a function whose one output has one element.
 *
 * @param inputs   `num_inputs` tensors, borrowed; those that are differentiated are floating or complex
 * @param options  NULL for the defaults
 * @param values   receives a list of the outputs and then of what is aux, which the caller releases; may be NULL
 * @param out      receives a list of gradients, one an input that is differentiated, which the caller releases
 * @return VJP_OK; VJP_ERROR_INVALID for NULL, for options out of range, for a function that gives nothing, and where
 *         `strict` is violated, with the numbers of output and input; VJP_ERROR_SHAPE if there is not one output of one
 *         element; VJP_ERROR_DTYPE for an input that cannot be differentiated; VJP_ERROR_NOT_IMPLEMENTED for options
 *         that do not go together; what `fn` and the derivatives returned; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_functional_grad(vjp_functional_fn fn, void* context, vjp_tensor* const* inputs,
                                       size_t num_inputs, const vjp_functional_options* options,
                                       vjp_tensor_list** values, vjp_tensor_list** out);

/* ---- products with vectors ---- */

/**
 * vT J: the gradients of the sum of the products of outputs and `vectors`.
 *
 * @param vectors      `num_vectors` tensors, one an output, of its shape, borrowed; none (`num_vectors` 0) means 1, for
 *                     one output of one element
 * @param out          receives a list with an entry for each input that is differentiated, which the caller releases
 * @return as vjp_functional_grad; VJP_ERROR_INVALID if the number of vectors is wrong, VJP_ERROR_SHAPE if a shape is,
 *         with its number
 * @since 0.1
 */
VJP_API vjp_status vjp_functional_vjp(vjp_functional_fn fn, void* context, vjp_tensor* const* inputs, size_t num_inputs,
                                      vjp_tensor* const* vectors, size_t num_vectors,
                                      const vjp_functional_options* options, vjp_tensor_list** values,
                                      vjp_tensor_list** out);
/**
 * J v: the derivative of the outputs along `vectors`.
 *
 * @param vectors  one an input that is differentiated, of its shape; none means 1, for one input of one element
 * @param out      receives a list with an entry for each output, which the caller releases
 * @return as vjp_functional_vjp
 * @since 0.1
 */
VJP_API vjp_status vjp_functional_jvp(vjp_functional_fn fn, void* context, vjp_tensor* const* inputs, size_t num_inputs,
                                      vjp_tensor* const* vectors, size_t num_vectors,
                                      const vjp_functional_options* options, vjp_tensor_list** values,
                                      vjp_tensor_list** out);
/**
 * vT H, for a function whose one output has one element: twice by the tape.
 *
 * @param vectors  as of vjp_functional_jvp
 * @param out      receives a list with an entry for each input that is differentiated, which the caller releases
 * @return as vjp_functional_vjp
 * @since 0.1
 */
VJP_API vjp_status vjp_functional_vhp(vjp_functional_fn fn, void* context, vjp_tensor* const* inputs, size_t num_inputs,
                                      vjp_tensor* const* vectors, size_t num_vectors,
                                      const vjp_functional_options* options, vjp_tensor_list** values,
                                      vjp_tensor_list** out);
/**
 * H v, for a function whose one output has one element: forward over reverse, at about the price of two or three
 * gradients; `create_graph` 0, with which nothing on the way is recorded but the gradient's graph, is the cheapest.
 *
 * @param vectors  as of vjp_functional_jvp
 * @param out      as of vjp_functional_vhp
 * @return as vjp_functional_vjp
 * @since 0.1
 */
VJP_API vjp_status vjp_functional_hvp(vjp_functional_fn fn, void* context, vjp_tensor* const* inputs, size_t num_inputs,
                                      vjp_tensor* const* vectors, size_t num_vectors,
                                      const vjp_functional_options* options, vjp_tensor_list** values,
                                      vjp_tensor_list** out);

/* ---- whole matrices ---- */

/**
 * The Jacobian: entry (i, j), at i * (number of inputs) + j of the list, has the shape of output i followed by that of
 * input j, and the dtype of input j (of output i, where it is computed by columns).
 *
 * @param out  receives a list, which the caller releases; inputs are counted among those that are differentiated
 * @return as vjp_functional_grad
 * @since 0.1
 */
VJP_API vjp_status vjp_functional_jacobian(vjp_functional_fn fn, void* context, vjp_tensor* const* inputs,
                                           size_t num_inputs, const vjp_functional_options* options,
                                           vjp_tensor_list** values, vjp_tensor_list** out);
/**
 * The Hessian of a function whose one output has one element: entry (i, j) has the shape of input i followed by that of
 * input j. The gradient is by the tape; `strategy` says how that is differentiated.
 *
 * @param out  as of vjp_functional_jacobian
 * @return as vjp_functional_grad
 * @since 0.1
 */
VJP_API vjp_status vjp_functional_hessian(vjp_functional_fn fn, void* context, vjp_tensor* const* inputs,
                                          size_t num_inputs, const vjp_functional_options* options,
                                          vjp_tensor_list** values, vjp_tensor_list** out);

/* ---- the derivative as a map ---- */

/**
 * The derivative of a function at a point: a linear map that can be applied often, by one thread at a time. It keeps
 * the graph of the one call that was made.
 */
typedef struct vjp_linearization vjp_linearization;
/**
 * Calls the function, and keeps its derivative.
 *
 * @param values  as of vjp_functional_grad
 * @param out     receives a handle, which the caller releases
 * @return as vjp_functional_grad
 * @since 0.1
 */
VJP_API vjp_status vjp_functional_linearize(vjp_functional_fn fn, void* context, vjp_tensor* const* inputs,
                                            size_t num_inputs, const vjp_functional_options* options,
                                            vjp_tensor_list** values, vjp_linearization** out);
/**
 * Adds a reference, which vjp_linearization_release gives back; returns `map`. NULL does nothing. Any thread. @since
 * 0.1
 */
VJP_API vjp_linearization* vjp_linearization_retain(vjp_linearization* map);
/** Gives a reference back; with the last one the graph ends. NULL does nothing. Any thread. @since 0.1 */
VJP_API void vjp_linearization_release(vjp_linearization* map);
/**
 * vT J.
 *
 * @param vectors  as of vjp_functional_vjp
 * @param out      receives a list with an entry for each input that is differentiated, which the caller releases
 * @return as vjp_functional_vjp
 * @since 0.1
 */
VJP_API vjp_status vjp_linearization_vjp(vjp_linearization* map, vjp_tensor* const* vectors, size_t num_vectors,
                                         vjp_tensor_list** out);
/**
 * J v.
 *
 * @param vectors  as of vjp_functional_jvp
 * @param out      receives a list with an entry for each output, which the caller releases
 * @return as vjp_functional_vjp
 * @since 0.1
 */
VJP_API vjp_status vjp_linearization_jvp(vjp_linearization* map, vjp_tensor* const* vectors, size_t num_vectors,
                                         vjp_tensor_list** out);

#ifdef __cplusplus
}
#endif

#endif
