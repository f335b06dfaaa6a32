/**
 * libvjp: hooks: functions of the program that a grad call runs on its way.
 *
 * Callbacks (hooks, custom functions, saved-value hooks, ...) run inside the scopes of their caller. What a callback
 * hands back, it hands over by storing it: `return vjp_mul_scalar(grad, two, replacement);` is right in and outside of
 * scopes, and so is a callback that begins a scope, stores a result that an operator gave inside it, and ends the scope
 * (or leaves it to the library): the reference that came with the result passes to the library. A tensor that was not
 * given to this callback by an operator takes a reference of its own (vjp_tensor_retain). Nothing else leaks out of a
 * callback: scopes, regions (vjp/guard.h), locations and forward-mode levels that it leaves open end with it, modes are
 * put back, and those of its caller it cannot end (a state error).
 *
 * Callbacks of a device's nodes run on a thread of the library. If the caller has a scope open they find one there too,
 * which is not the caller's: what operators give in the callbacks of a node belongs to it, and is released when the
 * node has run. A callback that keeps such a tensor takes a reference of its own, or moves it out (vjp_scope_keep).
 *
 * Hooks are added and removed from any thread, also while a grad call runs. A list of hooks is fixed when its turn at a
 * node begins: what is added or removed meanwhile counts from the next time. For every function that adds a hook:
 * `context` is handed to `fn`, and `drop(context)` is called once, when the hook was removed or its owner ends, never
 * while the hook runs; `drop` may be NULL, and where adding fails the context stays the caller's. `out` receives a
 * handle, which the caller gives to vjp_hook_release or vjp_hook_remove; it may be NULL, and the handle may outlive the
 * owner of the hook or end before it.
 */
#ifndef VJP_HOOK_H
#define VJP_HOOK_H

#include "vjp/grad.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A hook that was added. */
typedef struct vjp_hook vjp_hook;

/** Removes a hook, and releases the handle. Does nothing to a hook that is already gone, and for NULL. @since 0.1 */
VJP_API void vjp_hook_remove(vjp_hook* hook);
/** Releases the handle and leaves the hook where it is. NULL does nothing. @since 0.1 */
VJP_API void vjp_hook_release(vjp_hook* hook);
/**
 * Sets what messages call the hook, for instance the name of a function.
 *
 * @param label  copied; NULL takes the label away
 * @return VJP_OK; VJP_ERROR_INVALID for NULL as the hook; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_hook_set_label(vjp_hook* hook, const char* label);

/* ---- hooks of tensors ---- */

/**
 * Sees the gradient of a tensor, and may replace it. A status other than VJP_OK, described by vjp_error_raise, stops
 * the grad call.
 *
 * @param grad         borrowed; NULL if the gradient is undefined
 * @param replacement  NULL on entry; takes a reference (the note on callbacks above) of a tensor of the same shape,
 *                     dtype and device
 */
typedef vjp_status (*vjp_tensor_hook_fn)(void* context, vjp_tensor* grad, vjp_tensor** replacement);
/**
 * Adds a hook that sees, and may replace, the gradient of a tensor. Hooks of a tensor run in the order they were added.
 *
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_STATE if the tensor does not require grad; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_tensor_add_hook(vjp_tensor* tensor, vjp_tensor_hook_fn fn, void* context,
                                       void (*drop)(void* context), vjp_hook** out);

/** Called after the `grad` field of a leaf (borrowed) was updated. A status other than VJP_OK stops the grad call. */
typedef vjp_status (*vjp_leaf_hook_fn)(void* context, vjp_tensor* leaf);
/**
 * Adds a hook that runs after each update of a leaf's `grad` field.
 *
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_STATE if the tensor is not a leaf that requires grad;
 *         VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_tensor_add_post_accumulate_hook(vjp_tensor* leaf, vjp_leaf_hook_fn fn, void* context,
                                                       void (*drop)(void* context), vjp_hook** out);

/* ---- hooks of nodes ---- */

/**
 * Sees the gradients of a node's slots before the node runs, and may replace entries in place: releases the old one and
 * stores a new reference, or NULL to drop the gradient. A new entry has shape and dtype of the old one, or of the slot
 * where the gradient was undefined.
 */
typedef vjp_status (*vjp_node_pre_hook_fn)(void* context, vjp_tensor** grads, size_t count);
/**
 * Sees the results of a node, one an edge, and may replace them as a pre-hook does; they are validated as the node's
 * own. What belongs to a null edge is NULL and stays so. For an accumulator there are no results and one gradient.
 *
 * @param grads  what came into the slots, borrowed
 */
typedef vjp_status (*vjp_node_post_hook_fn)(void* context, vjp_tensor** results, size_t num_results,
                                            vjp_tensor* const* grads, size_t num_grads);
/**
 * Adds a hook that runs before a node, after those that the node has.
 *
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_node_add_pre_hook(vjp_node* node, vjp_node_pre_hook_fn fn, void* context,
                                         void (*drop)(void* context), vjp_hook** out);
/**
 * Adds a hook that runs after a node, after the post-hooks that the node has.
 *
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_node_add_post_hook(vjp_node* node, vjp_node_post_hook_fn fn, void* context,
                                          void (*drop)(void* context), vjp_hook** out);
/**
 * Adds a hook that runs after a node, ahead of the post-hooks that the node has.
 *
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_node_add_first_post_hook(vjp_node* node, vjp_node_post_hook_fn fn, void* context,
                                                void (*drop)(void* context), vjp_hook** out);

/* ---- hooks of several tensors, and of grad calls ---- */

/** When a hook of several tensors is called. */
typedef enum vjp_multi_grad_mode {
  VJP_MULTI_GRAD_ALL = 0, /**< once all gradients that the grad call will compute are known */
  VJP_MULTI_GRAD_ANY = 1  /**< with the first of them */
} vjp_multi_grad_mode;
/**
 * Sees gradients of several tensors. A status other than VJP_OK stops the grad call.
 *
 * @param grads  borrowed. VJP_MULTI_GRAD_ALL: one a tensor, NULL where it was not reached or the gradient is undefined;
 *               VJP_MULTI_GRAD_ANY: the one gradient that came first, which may be NULL
 */
typedef vjp_status (*vjp_multi_grad_hook_fn)(void* context, vjp_tensor* const* grads, size_t count);
/**
 * Adds a hook of several tensors, called at most once in each grad call: not where none of the tensors is reached, nor
 * where the call fails before.
 *
 * @param tensors  `count` of them, at least one, each of which requires grad; one that is listed twice counts twice
 * @param out      one handle for the whole
 * @return VJP_OK; VJP_ERROR_INVALID for NULL, also as an entry, for no tensors, and for an unknown mode;
 *         VJP_ERROR_STATE for a tensor that does not require grad; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_add_multi_grad_hook(vjp_tensor* const* tensors, size_t count, vjp_multi_grad_mode mode,
                                           vjp_multi_grad_hook_fn fn, void* context, void (*drop)(void* context),
                                           vjp_hook** out);
/**
 * Adds a hook on the gradient of an input of a grad call. It sees what the call captured, after the tensor's own hooks;
 * what it gives takes the place of the result, in any shape and dtype, and does not affect what flows on. It is not
 * called where the input is not reached, and ends with the call.
 *
 * @param input  the number of the input, in the order of adding
 * @return VJP_OK; VJP_ERROR_INVALID for NULL, if there is no such input, and for a call with `accumulate`;
 *         VJP_ERROR_STATE while the call runs; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_grad_call_add_capture_hook(vjp_grad_call* call, size_t input, vjp_tensor_hook_fn fn,
                                                  void* context, void (*drop)(void* context), vjp_hook** out);

/* ---- counting hooks ---- */

/** Where hooks are put. */
typedef enum vjp_hook_kind {
  VJP_HOOK_TENSOR = 1,         /**< vjp_tensor_add_hook */
  VJP_HOOK_RETAINED = 2,       /**< vjp_tensor_retain_grad */
  VJP_HOOK_PRE = 3,            /**< vjp_node_add_pre_hook */
  VJP_HOOK_POST = 4,           /**< vjp_node_add_post_hook */
  VJP_HOOK_POST_ACCUMULATE = 5 /**< vjp_tensor_add_post_accumulate_hook */
} vjp_hook_kind;
/** How many hooks of a kind a tensor has now; 0 for NULL and for kinds that belong to nodes. @since 0.1 */
VJP_API size_t vjp_tensor_num_hooks(const vjp_tensor* tensor, vjp_hook_kind kind);
/** How many hooks of a kind a node has now, all its slots together; an accumulator has those of its leaf. 0 for NULL.
 * @since 0.1 */
VJP_API size_t vjp_node_num_hooks(const vjp_node* node, vjp_hook_kind kind);

#ifdef __cplusplus
}
#endif

#endif
