/**
 * libvjp: nodes, what operators record: their edges, slots and metadata.
 *
 * A node has a slot for each result of its operator, where the gradient of that result comes in, and an edge for each
 * differentiable argument, where the gradient of that argument goes out. An edge leads to a slot of another node; one
 * that leads nowhere is a null edge. The accumulator of a leaf is a node too: its one slot receives the leaf's
 * gradient. A node lives as long as a result, an edge of another node or a handle refers to it.
 */
#ifndef VJP_NODE_H
#define VJP_NODE_H

#include "vjp/device.h"
#include "vjp/dtype.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A node: what an operator has recorded. */
typedef struct vjp_node vjp_node;

/* ---- handles, and the nodes of tensors ---- */

/** Adds a reference, which vjp_node_release gives back; returns `node`. NULL does nothing. Any thread. @since 0.1 */
VJP_API vjp_node* vjp_node_retain(vjp_node* node);
/** Gives a reference back; with the last one the node and what it saved end. NULL does nothing. Any thread. @since 0.1
 */
VJP_API void vjp_node_release(vjp_node* node);
/** How many references there are (results, edges of other nodes, handles); 0 for NULL. @since 0.1 */
VJP_API int64_t vjp_node_use_count(const vjp_node* node);
/**
 * The node that made a tensor.
 *
 * @param out  receives a handle, which the caller releases; NULL for a leaf
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_STATE for a view whose history can no longer be followed
 *         (changed in place, see vjp_tensor_creation)
 * @since 0.1
 */
VJP_API vjp_status vjp_tensor_grad_fn(vjp_tensor* tensor, vjp_node** out);
/**
 * Where the gradient of a tensor goes: a slot of its node, or of the accumulator of a leaf that requires grad.
 *
 * @param node  receives a handle, which the caller releases
 * @param slot  receives the number of the slot
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_STATE if the tensor does not require grad, and as
 *         vjp_tensor_grad_fn
 * @since 0.1
 */
VJP_API vjp_status vjp_tensor_gradient_edge(vjp_tensor* tensor, vjp_node** node, uint32_t* slot);
/** Which slot of its node a tensor is: 0 for the first result, for leaves and for NULL. @since 0.1 */
VJP_API uint32_t vjp_tensor_output_number(const vjp_tensor* tensor);
/**
 * The node that the calling thread is executing, its hooks included: borrowed, valid while it executes; NULL outside a
 * grad call.
 *
 * @since 0.1
 */
VJP_API vjp_node* vjp_node_current(void);

/* ---- what a node is ---- */

/** The name, "MulBackward" or "AccumulateGrad"; lives as long as the node. NULL for NULL. @since 0.1 */
VJP_API const char* vjp_node_name(const vjp_node* node);
/**
 * The number of the node among those of its thread: a node made later has a larger one, and of two that are ready the
 * one with the larger number runs first. Accumulators have the largest number of all. 0 for NULL.
 *
 * @since 0.1
 */
VJP_API uint64_t vjp_node_sequence_number(const vjp_node* node);
/**
 * Changes the sequence number, and with it when the node runs among nodes that are ready. Not while a grad call that
 * contains the node runs.
 *
 * @return VJP_OK; VJP_ERROR_INVALID for NULL
 * @since 0.1
 */
VJP_API vjp_status vjp_node_set_sequence_number(vjp_node* node, uint64_t sequence_number);
/** The length of the longest path from the node to the end of the graph; 0 for one without edges. @since 0.1 */
VJP_API uint64_t vjp_node_topological_number(const vjp_node* node);
/** A small number for the thread that made the node, from 1; with the sequence number it names a forward operation. 0
 * for NULL. @since 0.1 */
VJP_API uint32_t vjp_node_thread(const vjp_node* node);
/** Whether a grad call has dropped what the node had saved. Structure, names and metadata stay readable. False for
 * NULL. @since 0.1 */
VJP_API bool vjp_node_freed(const vjp_node* node);
/**
 * The stream that the node runs on: the one that was current for its first output on a device.
 *
 * @param out  receives a handle, which the caller releases; NULL for a node without an output on a device, which runs
 *             in the calling thread
 * @return VJP_OK; VJP_ERROR_INVALID for NULL
 * @since 0.1
 */
VJP_API vjp_status vjp_node_stream(const vjp_node* node, vjp_stream** out);
/**
 * The leaf of an accumulator.
 *
 * @param out  receives a handle, which the caller releases
 * @return VJP_OK; VJP_ERROR_INVALID for NULL and for a node that is no accumulator
 * @since 0.1
 */
VJP_API vjp_status vjp_node_leaf(const vjp_node* node, vjp_tensor** out);

/* ---- edges ---- */

/** How many edges there are, null edges included; 0 for NULL. @since 0.1 */
VJP_API size_t vjp_node_num_edges(const vjp_node* node);
/**
 * Where an edge leads.
 *
 * @param next  receives a handle, which the caller releases; NULL for a null edge
 * @param slot  receives the number of the slot
 * @return VJP_OK; VJP_ERROR_INVALID for NULL and if there is no edge `index`
 * @since 0.1
 */
VJP_API vjp_status vjp_node_edge(const vjp_node* node, size_t index, vjp_node** next, uint32_t* slot);
/**
 * Whether the derivative for an edge is wanted: the edge leads somewhere and, inside a grad call that is restricted to
 * inputs, its target takes part. False for NULL and out of range.
 *
 * @since 0.1
 */
VJP_API bool vjp_node_needs(const vjp_node* node, size_t edge);
/**
 * Whether the derivative is wanted (vjp_node_needs) for any of `count` edges from `first` on.
 *
 * @return VJP_OK; VJP_ERROR_INVALID for NULL and if there are not so many edges
 * @since 0.1
 */
VJP_API vjp_status vjp_node_needs_any(const vjp_node* node, size_t first, size_t count, bool* out);

/* ---- slots ---- */

/** How many slots there are; 0 for NULL. @since 0.1 */
VJP_API size_t vjp_node_num_slots(const vjp_node* node);

/** What is known of a slot: the form of the output whose gradient it receives. Grows at the end. */
typedef struct vjp_slot_info {
  size_t struct_size; /**< set by the caller: VJP_SLOT_INFO_INIT */
  bool defined;       /**< false for a placeholder (an output that has no gradient); the rest is then without meaning */
  vjp_dtype dtype;    /**< of the output */
  size_t ndim;        /**< its dimensions */
  const int64_t* sizes; /**< `ndim` of them; live as long as the node */
  vjp_device device;    /**< where the output lies */
} vjp_slot_info;
#define VJP_SLOT_INFO_INIT                                        \
  {                                                               \
    sizeof(vjp_slot_info), false, (vjp_dtype)0, 0, NULL, { 0, 0 } \
  }
/**
 * Fills in what is known of a slot.
 *
 * @param out  its `struct_size` must be set
 * @return VJP_OK; VJP_ERROR_INVALID for NULL, if there is no such slot, and for a wrong `struct_size`
 * @since 0.1
 */
VJP_API vjp_status vjp_node_slot_info(const vjp_node* node, size_t slot, vjp_slot_info* out);

/* ---- running a node by hand ---- */

/**
 * Runs the node's derivative by hand, in the caller's grad mode, so that the results may have a history. No hooks run,
 * only the given gradients are validated, and nothing is freed. An accumulator accumulates.
 *
 * @param grads      one a slot, borrowed, in the slot's shape and dtype; entries may be NULL (undefined)
 * @param num_grads  the number of slots
 * @param out        one an edge; each receives a handle, which the caller releases, or NULL where the gradient is
 *                   undefined
 * @param num_out    the number of edges
 * @return VJP_OK; VJP_ERROR_STATE if the node was freed; VJP_ERROR_INVALID for wrong counts; VJP_ERROR_SHAPE and
 *         VJP_ERROR_DTYPE for a gradient that does not fit its slot; VJP_ERROR_VERSION if a saved value was changed in
 *         place; VJP_ERROR_NOT_IMPLEMENTED without a derivative; whatever the derivative's operators return
 * @since 0.1
 */
VJP_API vjp_status vjp_node_apply(vjp_node* node, vjp_tensor* const* grads, size_t num_grads, vjp_tensor** out,
                                  size_t num_out);

/* ---- metadata: values of the program's own, kept with a node ----
 *
 * They last as long as the node, and every handle of the node sees the same ones. A value that owns tensors of the
 * node's own graph keeps that graph alive for ever.
 *
 * Two keys are anomaly mode's and can only be read: the call site of the forward (a const char*), and the node in whose
 * execution this one was made (a vjp_node*, borrowed).
 */

#define VJP_METADATA_CALL_SITE "traceback_"
#define VJP_METADATA_PARENT "parent_"
/**
 * Puts a value under a key, and drops the former one.
 *
 * @param key    copied
 * @param value  NULL removes the key
 * @param drop   called once with the value when it is replaced or removed or the node ends; may be NULL. Not called on
 *               failure: the value stays the caller's
 * @return VJP_OK; VJP_ERROR_INVALID for NULL and for a reserved key; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_node_set_metadata(vjp_node* node, const char* key, void* value, void (*drop)(void* value));
/**
 * The value under a key.
 *
 * @param value  receives it, borrowed; NULL if there is none
 * @return VJP_OK; VJP_ERROR_INVALID for NULL
 * @since 0.1
 */
VJP_API vjp_status vjp_node_metadata(const vjp_node* node, const char* key, void** value);
/** How many keys there are; 0 for NULL. @since 0.1 */
VJP_API size_t vjp_node_num_metadata(const vjp_node* node);
/** The key of an index: the program's first, in order of their first use; "" out of range. Valid until the keys of the
 * node change. @since 0.1 */
VJP_API const char* vjp_node_metadata_key(const vjp_node* node, size_t index);

#ifdef __cplusplus
}
#endif

#endif
