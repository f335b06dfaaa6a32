/**
 * libvjp: nodes, what operators record: their edges, slots and metadata.
 *
 * A node has a slot for each result of its operator and an edge for each differentiable argument.
 */
#ifndef VJP_NODE_H
#define VJP_NODE_H

#include "vjp/device.h"
#include "vjp/dtype.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct vjp_node vjp_node;

VJP_API vjp_node* vjp_node_retain(vjp_node* node);
VJP_API void vjp_node_release(vjp_node* node);
/** How many references there are (results, edges of other nodes, handles), 0 for NULL. */
VJP_API int64_t vjp_node_use_count(const vjp_node* node);
/** The node that made a tensor; NULL in `*out` for a leaf. */
VJP_API vjp_status vjp_tensor_grad_fn(vjp_tensor* tensor, vjp_node** out);
/** Where the gradient of a tensor goes: its node, or the accumulator of a leaf that requires grad. */
VJP_API vjp_status vjp_tensor_gradient_edge(vjp_tensor* tensor, vjp_node** node, uint32_t* slot);

VJP_API uint32_t vjp_tensor_output_number(const vjp_tensor* tensor);

VJP_API const char* vjp_node_name(const vjp_node* node); /**< "MulBackward", "AccumulateGrad" */
VJP_API uint64_t vjp_node_sequence_number(const vjp_node* node);
VJP_API vjp_status vjp_node_set_sequence_number(vjp_node* node, uint64_t sequence_number);
VJP_API uint64_t vjp_node_topological_number(const vjp_node* node);
VJP_API size_t vjp_node_num_edges(const vjp_node* node);
VJP_API size_t vjp_node_num_slots(const vjp_node* node);
/** Edge `index`: NULL in `*next` for a null edge. */
VJP_API vjp_status vjp_node_edge(const vjp_node* node, size_t index, vjp_node** next, uint32_t* slot);
/** The leaf of an accumulator; an error for other nodes. */
VJP_API vjp_status vjp_node_leaf(const vjp_node* node, vjp_tensor** out);
/**
 * For derivatives: whether any of `count` edges from `first` on leads somewhere and, in a grad call that is restricted
 * to inputs, to what is wanted. An invalid argument if there are not so many.
 */
VJP_API vjp_status vjp_node_needs_any(const vjp_node* node, size_t first, size_t count, bool* out);
/** The node that this thread is executing; borrowed, NULL outside. */
VJP_API vjp_node* vjp_node_current(void);

/**
 * What is known of a slot: the form of the output whose gradient it receives. The caller sets `struct_size`
 * (VJP_SLOT_INFO_INIT).
 */
typedef struct vjp_slot_info {
  size_t struct_size;
  bool defined; /**< false for a placeholder (an output that has no gradient); then the rest says nothing */
  vjp_dtype dtype;
  size_t ndim;
  const int64_t* sizes; /**< `ndim` of them; live as long as the node */
  vjp_device device;
} vjp_slot_info;
#define VJP_SLOT_INFO_INIT                                        \
  {                                                               \
    sizeof(vjp_slot_info), false, (vjp_dtype)0, 0, NULL, { 0, 0 } \
  }
VJP_API vjp_status vjp_node_slot_info(const vjp_node* node, size_t slot, vjp_slot_info* out);
/**
 * The stream that the node runs on: the one that was current for its first output on a device. NULL for a node without
 * such an output, which runs in the calling thread.
 *
 * The caller releases what it gets.
 *
 * @since 0.1
 */
VJP_API vjp_status vjp_node_stream(const vjp_node* node, vjp_stream** out);
/** A small number for the thread that made the node, from 1; with the sequence number it names a forward operation. */
VJP_API uint32_t vjp_node_thread(const vjp_node* node);
/** Whether a grad call has dropped what the node had saved. Structure, names and metadata stay readable. */
VJP_API bool vjp_node_freed(const vjp_node* node);
/** Whether the derivative for an edge is wanted: the edge leads somewhere and, inside a grad call that is restricted to
 * inputs, its target takes part. False out of range. */
VJP_API bool vjp_node_needs(const vjp_node* node, size_t edge);

/**
 * Runs the node's derivative by hand, in the caller's grad mode, so that the results may have a history. No hooks run,
 * nothing is validated but the given gradients, nothing is freed. An accumulator accumulates.
 *
 * @param grads  one a slot, in its shape and dtype; entries may be NULL (undefined)
 * @param out    one an edge; each receives a handle, or NULL where the gradient is undefined
 * @return VJP_ERROR_STATE if the node was freed, VJP_ERROR_INVALID for wrong counts, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE
 */
VJP_API vjp_status vjp_node_apply(vjp_node* node, vjp_tensor* const* grads, size_t num_grads, vjp_tensor** out,
                                  size_t num_out);

/**
 * A store of the user's values with each node, kept as long as the node: every handle of the node sees the same one. A
 * value that owns tensors of the node's own graph keeps that graph alive for ever.
 *
 * Keys of anomaly mode are reserved: the call site of the forward (a const char*), and the node in whose execution this
 * one was made (a vjp_node*, borrowed).
 */
#define VJP_METADATA_CALL_SITE "traceback_"
#define VJP_METADATA_PARENT "parent_"
/** Puts a value under a key, and drops what was there. A NULL value removes the key. `drop` may be NULL; on failure the
 * value stays the caller's. VJP_ERROR_INVALID for a reserved key. */
VJP_API vjp_status vjp_node_set_metadata(vjp_node* node, const char* key, void* value, void (*drop)(void* value));
/** The value under a key, borrowed; NULL in `*value` if there is none. */
VJP_API vjp_status vjp_node_metadata(const vjp_node* node, const char* key, void** value);
VJP_API size_t vjp_node_num_metadata(const vjp_node* node);
/** The keys, the user's first, in order of their first use; "" out of range. Valid until the store changes. */
VJP_API const char* vjp_node_metadata_key(const vjp_node* node, size_t index);

#ifdef __cplusplus
}
#endif

#endif
