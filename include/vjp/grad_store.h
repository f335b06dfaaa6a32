/**
 * libvjp: backward into another store than the `grad` fields of leaves.
 *
 * A grad call with `accumulate` may have a function that is offered each leaf's gradient where it would be added to the
 * leaf's `grad`: for several backward calls whose sums are kept apart, for gradients that go to a buffer, a file or
 * another process at once.
 *
 * When it is called. Once for a leaf in a run (a leaf has one accumulator, which gets the sum of all contributions),
 * where the leaf would accumulate: not for an undefined gradient, not for leaves that the call's inputs leave out, not
 * for a leaf that no longer requires grad. Retained gradients of other tensors are stored as ever.
 *
 * Order at a leaf: tensor hooks of the leaf; pre-hooks of its accumulator; this function; post-hooks of the
 * accumulator. Post-accumulate hooks follow an update of the `grad` field, so they run only where the function
 * declines and the gradient was added to the field.
 *
 * What it sees. The gradient as the hooks left it, in the leaf's shape and dtype, on the leaf's device, in whatever
 * layout it came: the layout contract of `grad` fields is for the store to keep. With create_graph it has history.
 *
 * Where it runs. Where the accumulator does: on the thread that runs the node, with the accumulator's stream current,
 * with the modes of hooks. Leaves of several devices may come on several threads at once; the function guards what it
 * shares. What it keeps is ordered before the end of the call on the caller's streams, like gradients in fields. It may
 * call anything, grad calls too: those have no store but their own.
 */
#ifndef VJP_GRAD_STORE_H
#define VJP_GRAD_STORE_H

#include "vjp/grad.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Is offered a gradient.
 *
 * @param leaf   borrowed
 * @param grad   borrowed; to keep it, retain it
 * @param owned  nothing else refers to the memory of `grad`: a store that retains it may change it. Otherwise it may
 *               be another leaf's gradient too, or the caller's root gradient
 * @param taken  false on entry. Left so: the gradient is added to the leaf's `grad` as without the function
 * @return VJP_OK; anything else fails the grad call (describe it with vjp_error_raise)
 */
typedef vjp_status (*vjp_take_gradient_fn)(void* context, vjp_tensor* leaf, vjp_tensor* grad, bool owned, bool* taken);

/**
 * Gives a grad call such a function, in the place of one that it had.
 *
 * @param fn    NULL takes the function away
 * @param drop  called once with the context, when another function takes its place or the call ends; may be NULL. Not
 *              called on failure
 * @return VJP_OK; VJP_ERROR_INVALID for NULL as the call, and for one without `accumulate`; VJP_ERROR_STATE while it
 *         runs; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_grad_call_set_store(vjp_grad_call* call, vjp_take_gradient_fn fn, void* context,
                                           void (*drop)(void* context));

#ifdef __cplusplus
}
#endif
#endif
