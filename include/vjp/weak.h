/** libvjp: references that keep nothing alive, and hooks that are still there. */
#ifndef VJP_WEAK_H
#define VJP_WEAK_H

#include "vjp/node.h"
#include "vjp/tensor.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * A hook lives with its leaf, or, of a result, with the node that made it. One that owns a reference to its own tensor
 * or node keeps both for ever, with whatever the graph has saved. So it owns a weak reference, and asks for the tensor
 * when it runs. Weak references are counted as tensors are, and used from any thread; releasing NULL does nothing.
 */

/** A reference that does not keep its tensor alive. */
typedef struct vjp_weak_tensor vjp_weak_tensor;
/**
 * @param tensor  borrowed
 * @param out     owned by the caller
 * @return VJP_OK, VJP_ERROR_INVALID for NULL, VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_weak_tensor_create(vjp_tensor* tensor, vjp_weak_tensor** out);
VJP_API vjp_weak_tensor* vjp_weak_tensor_retain(vjp_weak_tensor* weak);
VJP_API void vjp_weak_tensor_release(vjp_weak_tensor* weak);
/** The tensor, with a reference for the caller; NULL in `*out` if its last one has gone. */
VJP_API vjp_status vjp_weak_tensor_get(vjp_weak_tensor* weak, vjp_tensor** out);

/** A reference that does not keep its node alive. */
typedef struct vjp_weak_node vjp_weak_node;
/** As vjp_weak_tensor_create. @since 0.1 */
VJP_API vjp_status vjp_weak_node_create(vjp_node* node, vjp_weak_node** out);
VJP_API vjp_weak_node* vjp_weak_node_retain(vjp_weak_node* weak);
VJP_API void vjp_weak_node_release(vjp_weak_node* weak);
/** The node, with a reference for the caller; NULL in `*out` if its last one has gone. */
VJP_API vjp_status vjp_weak_node_get(vjp_weak_node* weak, vjp_node** out);

/**
 * Notes hooks of tensors, leaves and nodes that are added from now on, of the process; off, and when it is switched on
 * again, those noted so far are forgotten. For programs whose memory grows.
 *
 * @since 0.1
 */
VJP_API vjp_status vjp_watch_hooks(bool on);
/**
 * Those noted that are neither removed nor gone with their owner: their number, and a line each with kind, label, owner
 * and the owner's references. Where the program holds no tensor any more, and no backward is to come, each of them is
 * in a circle. What a hook's context owns is not known here: which hook of several closes the circle, and circles
 * through saved values and other callbacks, are not told.
 *
 * @param count  how many they are
 * @param text   may be NULL; to be freed with vjp_string_free
 * @since 0.1
 */
VJP_API vjp_status vjp_watched_hooks(size_t* count, char** text);

#ifdef __cplusplus
}
#endif

#endif
