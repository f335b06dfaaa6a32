/**
 * libvjp: references that keep nothing alive, and hooks that are still there.
 *
 * A hook lives with its leaf, or, of a result, with the node that made it. A hook that owns a reference to its own
 * tensor or node keeps both for ever, with whatever the graph has saved. It owns a weak reference instead, and gets the
 * tensor when it runs. Weak references are counted as tensors are, and used from any thread.
 */
#ifndef VJP_WEAK_H
#define VJP_WEAK_H

#include "vjp/node.h"
#include "vjp/tensor.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A reference that does not keep its tensor alive. */
typedef struct vjp_weak_tensor vjp_weak_tensor;
/**
 * Makes a weak reference to a tensor.
 *
 * @param tensor  borrowed
 * @param out     receives a handle, which the caller releases
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_weak_tensor_create(vjp_tensor* tensor, vjp_weak_tensor** out);
/**
 * Adds a reference to the weak one, which vjp_weak_tensor_release gives back; returns `weak`. NULL does nothing.
 *
 * @since 0.1
 */
VJP_API vjp_weak_tensor* vjp_weak_tensor_retain(vjp_weak_tensor* weak);
/** Gives a reference to the weak one back. NULL does nothing. @since 0.1 */
VJP_API void vjp_weak_tensor_release(vjp_weak_tensor* weak);
/**
 * The tensor.
 *
 * @param out  receives a handle, which the caller releases; NULL if the last reference to the tensor has gone
 * @return VJP_OK; VJP_ERROR_INVALID for NULL
 * @since 0.1
 */
VJP_API vjp_status vjp_weak_tensor_get(vjp_weak_tensor* weak, vjp_tensor** out);

/** A reference that does not keep its node alive. */
typedef struct vjp_weak_node vjp_weak_node;
/**
 * Makes a weak reference to a node.
 *
 * @param node  borrowed
 * @param out   receives a handle, which the caller releases
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_weak_node_create(vjp_node* node, vjp_weak_node** out);
/**
 * Adds a reference to the weak one, which vjp_weak_node_release gives back; returns `weak`. NULL does nothing.
 *
 * @since 0.1
 */
VJP_API vjp_weak_node* vjp_weak_node_retain(vjp_weak_node* weak);
/** Gives a reference to the weak one back. NULL does nothing. @since 0.1 */
VJP_API void vjp_weak_node_release(vjp_weak_node* weak);
/**
 * The node.
 *
 * @param out  receives a handle, which the caller releases; NULL if the last reference to the node has gone
 * @return VJP_OK; VJP_ERROR_INVALID for NULL
 * @since 0.1
 */
VJP_API vjp_status vjp_weak_node_get(vjp_weak_node* weak, vjp_node** out);

/**
 * With true, notes hooks of tensors, leaves and nodes that are added from now on, in the whole process; true again, and
 * false, forget those noted so far. For programs whose memory grows.
 *
 * @return VJP_OK; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_watch_hooks(bool on);
/**
 * The noted hooks that were neither removed nor have gone with their owner. Where the program holds no tensor any more,
 * and no backward is to come, each of them is in a circle. What a hook's context owns is not known here: which hook of
 * several closes the circle is not reported, nor are circles through saved values and other callbacks.
 *
 * @param count  receives their number
 * @param text   receives a line for each with kind, label, owner and the owner's references, for vjp_string_free; may
 *               be NULL
 * @return VJP_OK; VJP_ERROR_INVALID for NULL as `count`; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_watched_hooks(size_t* count, char** text);

#ifdef __cplusplus
}
#endif

#endif
