/**
 * libvjp: custom functions: operators whose forward and derivative the program itself computes.
 *
 * The forward is the caller's own code between vjp_function_begin and vjp_function_end; vjp_function_record is a short
 * form for results that are there already. Either way the application becomes one node. The callbacks of a vjp_function
 * run on the thread that runs the node, return VJP_OK or what they gave to vjp_error_raise, and may call any function
 * of the library.
 */
#ifndef VJP_FUNCTION_H
#define VJP_FUNCTION_H

#include "vjp/node.h"
#include "vjp/vmap.h"

#ifdef __cplusplus
extern "C" {
#endif

/** An application of a custom function that has begun and not ended. Belongs to the thread that began it. */
typedef struct vjp_function_call vjp_function_call;

/**
 * A custom function: callbacks for one application, and what they share. The structure is copied; it grows at its end,
 * and members beyond `struct_size` have their defaults (VJP_FUNCTION_INIT).
 */
typedef struct vjp_function {
  size_t struct_size; /**< set by the caller: VJP_FUNCTION_INIT */
  const char* name;   /**< of the node, copied; NULL: "CustomFunction" */
  /**
   * The derivative. NULL: a grad call that reaches the node fails with VJP_ERROR_NOT_IMPLEMENTED.
   *
   * @param node   the function's node; vjp_function_saved reads the tensors saved with it, and
   *               vjp_function_needs_input_grad says which gradients are wanted
   * @param grads  one a result, borrowed. Undefined ones are zeros of the result's shape and dtype, unless
   *               materialize_grads is off: then NULL. NULL always for a result that was NULL.
   * @param out    one a place an argument, NULL on entry; each takes a reference or stays NULL (no gradient). Gradients
   *               are summed to the argument's shape and cast to its dtype; one for an argument that was NULL is an
   *               error; others that nobody wants are dropped.
   */
  vjp_status (*backward)(void* context, vjp_node* node, vjp_tensor* const* grads, size_t num_grads, vjp_tensor** out,
                         size_t num_inputs);
  void* context;               /**< passed to the callbacks; lives as long as the node */
  void (*drop)(void* context); /**< called once, on any thread; NULL: nothing to do */
  int32_t materialize_grads;   /**< 1 (the default), or 0; vjp_function_call_set_materialize_grads can change it */
  /**
   * The derivative in forward mode, called by vjp_function_end where an argument has a tangent. NULL: such an
   * application is VJP_ERROR_NOT_IMPLEMENTED.
   *
   * @param call      vjp_function_call_saved_for_forward reads what was saved for this callback
   * @param tangents  one an argument, borrowed; zeros where an argument of floating or complex dtype has none, NULL
   *                  with materialize_grads off, and for other arguments
   * @param out       one a result, NULL on entry; each takes a tangent of the result's shape or stays NULL (zero),
   *                  which it must for a result that is not differentiable. For an argument marked dirty it is the
   *                  argument's tangent itself, changed in place; for a result that is a view of an argument, a view of
   *                  the argument's tangent.
   */
  vjp_status (*jvp)(void* context, vjp_function_call* call, vjp_tensor* const* tangents, size_t num_inputs,
                    vjp_tensor** out, size_t num_results);
  /**
   * 1: the backward runs with grad mode off, and what it gives cannot be differentiated again: where a gradient that
   * came in requires grad, a later grad call that needs the result's derivative is VJP_ERROR_NOT_IMPLEMENTED. Default
   * 0.
   */
  int32_t once_differentiable;
  int32_t lock_node; /**< 1 (the default): threads that run this node's backward at the same time take turns */
} vjp_function;
#define VJP_FUNCTION_INIT \
  { sizeof(vjp_function), NULL, NULL, NULL, NULL, 1, NULL, 0, 1 }

/* ---- an application ---- */

/**
 * Begins an application: turns grad mode and forward mode off on this thread until vjp_function_end or
 * vjp_function_abandon. Applications, and regions begun between, end in reverse order, on the thread they began on.
 *
 * The application is recorded if grad mode is on and some input requires grad. Either way the handle is the `call` of
 * the functions below.
 *
 * @param function  copied; its context belongs to the call if this succeeds, to the caller if it fails
 * @param inputs    `num_inputs` arguments, retained until the end; NULL for those that are no tensors (null edges)
 * @param out       receives the call
 * @return VJP_OK; VJP_ERROR_INVALID for NULL and a wrong `struct_size`; VJP_ERROR_NOT_IMPLEMENTED if an input has a
 *         tangent and there is no jvp; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_function_begin(const vjp_function* function, vjp_tensor* const* inputs, size_t num_inputs,
                                      vjp_function_call** out);
/**
 * Keeps tensors for the backward: inputs, results and intermediates. Takes effect in vjp_function_end; the last call
 * wins. Only inputs and results lead on to second derivatives.
 *
 * @param tensors  `count` of them; entries may be NULL
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_STATE after the end; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_function_call_save_for_backward(vjp_function_call* call, vjp_tensor* const* tensors,
                                                       size_t count);
/**
 * Keeps tensors for the jvp, until it has run. The last call wins.
 *
 * @param tensors  `count` of them; entries may be NULL
 * @return as vjp_function_call_save_for_backward
 * @since 0.1
 */
VJP_API vjp_status vjp_function_call_save_for_forward(vjp_function_call* call, vjp_tensor* const* tensors,
                                                      size_t count);
/**
 * A tensor that was kept for the jvp; for the jvp itself.
 *
 * @param out  receives a handle, which the caller releases; NULL where the entry was NULL
 * @return VJP_OK; VJP_ERROR_INVALID for NULL and if there is no such tensor
 * @since 0.1
 */
VJP_API vjp_status vjp_function_call_saved_for_forward(vjp_function_call* call, size_t index, vjp_tensor** out);
/**
 * Declares inputs that the forward changed in place. Each must be a result too. A tensor that is no input is ignored,
 * with a warning. The last call wins.
 *
 * @param tensors  `count` of them
 * @return VJP_OK; VJP_ERROR_INVALID for NULL, also as an entry; VJP_ERROR_STATE after the end; VJP_ERROR_MEMORY; what
 *         the warning handler raised
 * @since 0.1
 */
VJP_API vjp_status vjp_function_call_mark_dirty(vjp_function_call* call, vjp_tensor* const* tensors, size_t count);
/**
 * Declares results through which no gradient flows; integer and boolean ones need not be declared. The last call wins.
 *
 * @param tensors  `count` of them
 * @return VJP_OK; VJP_ERROR_INVALID for NULL, also as an entry; VJP_ERROR_STATE after the end; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_function_call_mark_non_differentiable(vjp_function_call* call, vjp_tensor* const* tensors,
                                                             size_t count);
/**
 * Sets whether undefined gradients and tangents reach the callbacks as zeros.
 *
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_STATE after the end
 * @since 0.1
 */
VJP_API vjp_status vjp_function_call_set_materialize_grads(vjp_function_call* call, bool materialize);
/** Whether an input requires grad; false for all where the application is not recorded, out of range and for NULL.
 * @since 0.1 */
VJP_API bool vjp_function_call_needs_input_grad(const vjp_function_call* call, size_t input);

/**
 * Ends an application: restores the modes, and ties the results to the inputs by one node if it is recorded. The call
 * handle is gone afterwards, and the function's context is the node's or was dropped, also if this fails; but if a
 * region begun since is still open, or on another thread, it is a state error that changes nothing.
 *
 * `out[i]` is `results[i]` itself, except that
 * - an input that is not marked dirty comes back as a view of it (if marked non-differentiable: as a detached alias),
 * - a tensor with a history of its own, or that requires grad, comes back as a detached alias,
 * - NULL stays NULL: a place for what is no tensor; its slot in the node never has a gradient.
 * A result that is a view cannot be changed in place while recording. The same tensor twice gives the same handle
 * twice, bound to the last place. An input marked dirty has the node as its new history.
 *
 * @param results  `num_results` tensors, borrowed; entries may be NULL
 * @param out      `num_results` places; each receives a handle, which the caller releases. Not `results` itself
 * @return VJP_OK; VJP_ERROR_INVALID for NULL, if a dirty input is no result, or if a tangent is given where none is
 *         allowed; VJP_ERROR_SHAPE or VJP_ERROR_DTYPE for a tangent that does not fit; VJP_ERROR_STATE if a dirty input
 *         is a leaf that requires grad, or a view while there are several results, and as above; what jvp and pack
 *         hooks returned; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_function_end(vjp_function_call* call, vjp_tensor* const* results, size_t num_results,
                                    vjp_tensor** out);
/**
 * Ends an application that failed: restores the modes and drops the context. The handle is gone afterwards. NULL does
 * nothing.
 *
 * @return VJP_OK; VJP_ERROR_STATE, which changes nothing, if a region begun since is still open, or on another thread
 * @since 0.1
 */
VJP_API vjp_status vjp_function_abandon(vjp_function_call* call);

/**
 * The short form: records a node for results that the caller computed with grad mode off. Only drops the context if
 * grad mode is off or no input requires grad.
 *
 * @param function  copied; on failure its context is still the caller's
 * @param inputs    `num_inputs` arguments; entries may be NULL (a null edge)
 * @param results   `num_results` tensors, at least one: leaves that do not require grad, of floating or complex dtype,
 *                  and no views. They become results of the node
 * @param saved     `num_saved` tensors that the backward wants back, inputs and results among them; entries may be NULL
 * @return VJP_OK; VJP_ERROR_INVALID for NULL, without results, and for a wrong `struct_size`; VJP_ERROR_DTYPE or
 *         VJP_ERROR_STATE for a result that cannot be one; what pack hooks returned; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_function_record(const vjp_function* function, vjp_tensor* const* inputs, size_t num_inputs,
                                       vjp_tensor* const* results, size_t num_results, vjp_tensor* const* saved,
                                       size_t num_saved);

/* ---- the node of a custom function ---- */

/**
 * A saved tensor of a custom function's node, unpacked anew, with the checks of saved values.
 *
 * @param index  its number among those that were given to be saved
 * @param out    receives a handle, which the caller releases; NULL where the entry was NULL
 * @return VJP_OK; VJP_ERROR_INVALID for NULL, for other nodes, and if there is no such tensor; VJP_ERROR_STATE if the
 *         node was freed or the tensor was detached in place; VJP_ERROR_VERSION if it was changed in place; what an
 *         unpack hook returned
 * @since 0.1
 */
VJP_API vjp_status vjp_function_saved(vjp_node* node, size_t index, vjp_tensor** out);
/**
 * How many tensors a custom function's node was given to save; 0 for other nodes. Freeing does not change it.
 *
 * @since 0.1
 */
VJP_API size_t vjp_function_num_saved(const vjp_node* node);
/** Whether the gradient of an argument is wanted: inside a grad call, by that call. False out of range. @since 0.1 */
VJP_API bool vjp_function_needs_input_grad(const vjp_node* node, size_t input);
/** The context of a custom function's node, borrowed; NULL for other nodes. @since 0.1 */
VJP_API void* vjp_function_context(const vjp_node* node);
/** The context of a custom function's node, borrowed, if `drop` is what ends it, NULL otherwise: by this a binding
 * recognises functions of its own. @since 0.1 */
VJP_API void* vjp_function_context_of(const vjp_node* node, void (*drop)(void* context));

/* ---- batched arguments ---- */

/**
 * A batching rule of a custom function: computes for a whole batch, from arguments without the level, and appends the
 * results to `results` (vjp_tensor_list_append), those that differ from sample to sample batched again by
 * vjp_vmap_wrap(result, dim, level). It runs in the modes of the caller and outside of the level, and may apply the
 * function itself: its arguments may be batched at other levels.
 *
 * @param level       the level of vmap; vjp_vmap_level_size says how many samples there are
 * @param randomness  of the level
 * @param inputs      borrowed; NULL entries as they were given
 * @param in_dims     where the samples of each input lie, VJP_VMAP_NONE for an input that all samples share
 */
typedef vjp_status (*vjp_function_vmap_fn)(void* context, int64_t level, vjp_randomness randomness,
                                           vjp_tensor* const* inputs, const int64_t* in_dims, size_t num_inputs,
                                           vjp_tensor_list* results);
/**
 * Lets a function's own rule compute, if one of its arguments is batched (vjp/vmap.h): for the innermost level of
 * theirs. To be asked before the application begins; without a rule an application of batched tensors, begun as any,
 * runs its forward, backward and jvp on them.
 *
 * @param rule     called once, if an input is batched. Its error becomes that of the call
 * @param context  passed to `rule`
 * @param inputs   `num_inputs` arguments, borrowed; NULL for those that are no tensors
 * @param out      receives the results, which the caller releases; NULL where no input is batched
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_STATE if an input is batched at a level that has ended; what
 *         `rule` returned; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_function_vmap(vjp_function_vmap_fn rule, void* context, vjp_tensor* const* inputs,
                                     size_t num_inputs, vjp_tensor_list** out);

#ifdef __cplusplus
}
#endif

#endif
