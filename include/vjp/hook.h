/**
 * libvjp: hooks: functions of the program that a grad call runs on its way.
 *
 * Callbacks (hooks, custom functions, saved-value hooks, ...) run inside the scopes of whoever called. What a callback
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
 * Hooks are registered and removed from any thread, also while a grad call runs. A list of hooks is fixed when its turn
 * at a node begins: what is added or removed meanwhile counts from the next time. `context` is handed to `fn`, and
 * `drop(context)` (NULL: nothing) is called once, when the hook has been removed or its owner dies, never while it
 * runs; where registration fails the context stays the caller's. `out` may be NULL; its handle need not outlive or be
 * outlived by the tensor.
 */
#ifndef VJP_HOOK_H
#define VJP_HOOK_H

#include "vjp/grad.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct vjp_hook vjp_hook;

/** Removes a hook; NULL, and a hook already gone, do nothing. Releases the handle too. */
VJP_API void vjp_hook_remove(vjp_hook* hook);
/** Releases the handle and leaves the hook where it is. */
VJP_API void vjp_hook_release(vjp_hook* hook);
/** What messages call the hook, for instance the name of a function; copied. NULL takes the label away. */
VJP_API vjp_status vjp_hook_set_label(vjp_hook* hook, const char* label);

/**
 * Sees the gradient of a tensor (NULL if undefined) and may replace it: `*replacement` is NULL on entry and takes a
 * reference (the note on callbacks above). A status other than VJP_OK stops the grad call (describe it with
 * vjp_error_raise).
 */
typedef vjp_status (*vjp_tensor_hook_fn)(void* context, vjp_tensor* grad, vjp_tensor** replacement);
/** Hooks run in the order they were added. `out` may be NULL. */
VJP_API vjp_status vjp_tensor_add_hook(vjp_tensor* tensor, vjp_tensor_hook_fn fn, void* context,
                                       void (*drop)(void* context), vjp_hook** out);

/** Called after the leaf's grad field was updated. */
typedef vjp_status (*vjp_leaf_hook_fn)(void* context, vjp_tensor* leaf);
VJP_API vjp_status vjp_tensor_add_post_accumulate_hook(vjp_tensor* leaf, vjp_leaf_hook_fn fn, void* context,
                                                       void (*drop)(void* context), vjp_hook** out);

/**
 * A node's pre-hook sees the gradients of its slots and may replace entries in place: release the old, store a new
 * reference, or NULL to drop the gradient. A new entry must have shape and dtype of the old one, or of the slot where
 * the gradient was undefined. A post-hook sees the results, one an edge, and may replace them likewise; they are
 * validated as the node's own. What belongs to a null edge is NULL and stays so; slot gradients are borrowed. An
 * accumulator's post-hooks get no results and one gradient.
 */
typedef vjp_status (*vjp_node_pre_hook_fn)(void* context, vjp_tensor** grads, size_t count);
typedef vjp_status (*vjp_node_post_hook_fn)(void* context, vjp_tensor** results, size_t num_results,
                                            vjp_tensor* const* grads, size_t num_grads);
VJP_API vjp_status vjp_node_add_pre_hook(vjp_node* node, vjp_node_pre_hook_fn fn, void* context,
                                         void (*drop)(void* context), vjp_hook** out);
VJP_API vjp_status vjp_node_add_post_hook(vjp_node* node, vjp_node_post_hook_fn fn, void* context,
                                          void (*drop)(void* context), vjp_hook** out);
/** The same, ahead of the post-hooks that the node has. */
VJP_API vjp_status vjp_node_add_first_post_hook(vjp_node* node, vjp_node_post_hook_fn fn, void* context,
                                                void (*drop)(void* context), vjp_hook** out);

typedef enum vjp_multi_grad_mode {
  VJP_MULTI_GRAD_ALL = 0, /**< once all gradients that the grad call will compute are known */
  VJP_MULTI_GRAD_ANY = 1  /**< with the first of them */
} vjp_multi_grad_mode;
/**
 * @param grads  borrowed. VJP_MULTI_GRAD_ALL: one a tensor, NULL where it was not reached or the gradient is undefined;
 *               VJP_MULTI_GRAD_ANY: the one gradient that came first, which may be NULL
 */
typedef vjp_status (*vjp_multi_grad_hook_fn)(void* context, vjp_tensor* const* grads, size_t count);
/**
 * A hook of several tensors, called at most once in each grad call: not where none of them is reached, nor where the
 * call fails before. Each must require grad; a tensor that is listed twice counts twice. The handle stands for all
 * parts. An error as for other hooks; VJP_ERROR_STATE for a tensor that does not require grad.
 */
VJP_API vjp_status vjp_add_multi_grad_hook(vjp_tensor* const* tensors, size_t count, vjp_multi_grad_mode mode,
                                           vjp_multi_grad_hook_fn fn, void* context, void (*drop)(void* context),
                                           vjp_hook** out);

/**
 * A hook on the gradient of input `input` of a grad call: it sees what the call captured, after the tensor's own hooks,
 * and what it gives takes its place among the results, of any shape and dtype; what flows on is not affected. It is
 * not called where the input is not reached, and goes with the call. An error for calls with `accumulate`.
 */
VJP_API vjp_status vjp_grad_call_add_capture_hook(vjp_grad_call* call, size_t input, vjp_tensor_hook_fn fn,
                                                  void* context, void (*drop)(void* context), vjp_hook** out);

/** Where hooks are put. */
typedef enum vjp_hook_kind {
  VJP_HOOK_TENSOR = 1,         /**< vjp_tensor_add_hook */
  VJP_HOOK_RETAINED = 2,       /**< vjp_tensor_retain_grad */
  VJP_HOOK_PRE = 3,            /**< vjp_node_add_pre_hook */
  VJP_HOOK_POST = 4,           /**< vjp_node_add_post_hook */
  VJP_HOOK_POST_ACCUMULATE = 5 /**< vjp_tensor_add_post_accumulate_hook */
} vjp_hook_kind;
/** How many hooks of a kind a tensor has now; 0 for NULL and for kinds that belong to nodes. */
VJP_API size_t vjp_tensor_num_hooks(const vjp_tensor* tensor, vjp_hook_kind kind);
/** The same of a node, its slots together; an accumulator has those of its leaf. */
VJP_API size_t vjp_node_num_hooks(const vjp_node* node, vjp_hook_kind kind);

#ifdef __cplusplus
}
#endif

#endif
