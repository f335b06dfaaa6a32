/** libvjp: the values that nodes save for their derivatives: hooks that pack them, and reading them by name. */
#ifndef VJP_SAVED_H
#define VJP_SAVED_H

#include "vjp/node.h"
#include "vjp/registry.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- packing ---- */

/**
 * A pair of hooks that decides how nodes keep the tensors they save: packed into anything, unpacked when they are
 * needed. What comes back is given the autograd state of what was packed, so double backward works through hooks.
 * Values that went through hooks are not checked for changes in place.
 */
typedef struct vjp_saved_tensor_hooks {
  size_t struct_size;
  /**
   * Called at once when a tensor is saved, with grad mode off. Stores what is kept in `*packed`, which may be anything.
   * It must not change the tensor in place (a state error), and an argument that is kept keeps its memory.
   */
  vjp_status (*pack)(void* context, vjp_tensor* tensor, void** packed);
  /**
   * Called each time the value is needed, perhaps on another thread; `packed` stays as it is. Stores a reference to a
   * tensor of the packed one's shape, dtype and device in `*out`; its history is ignored.
   */
  vjp_status (*unpack)(void* context, void* packed, vjp_tensor** out);
  /** Called once for each value packed, when the node lets go of it; may be NULL. */
  void (*drop_packed)(void* context, void* packed);
  void* context;
  /** Called once, after the last value packed is gone; may be NULL. */
  void (*drop)(void* context);
} vjp_saved_tensor_hooks;
#define VJP_SAVED_TENSOR_HOOKS_INIT \
  { sizeof(vjp_saved_tensor_hooks), NULL, NULL, NULL, NULL, NULL }

/**
 * Begins a region in which tensors saved on this thread go through `hooks`, of several nested regions through the
 * innermost one's. Takes the context over: on failure it stays the caller's. A state error where hooks are disabled.
 */
VJP_API vjp_status vjp_guard_saved_tensor_hooks(const vjp_saved_tensor_hooks* hooks, vjp_guard** out);
/**
 * Begins a region in which pushing hooks is a state error with `message`; the message of the innermost region counts. A
 * state error itself while hooks are in force.
 */
VJP_API vjp_status vjp_guard_no_saved_tensor_hooks(const char* message, vjp_guard** out);
/**
 * Begins a region in which saved tensors are kept in host memory: those of a device are copied there when they are
 * saved, and back to their device when they are needed. Those that lie there already are not copied, and changes of
 * them in place are noticed as ever.
 *
 * @param pin_memory  copies go to page-locked memory and are only enqueued, on the current streams; without it they are
 *                    done when the operator returns
 */
VJP_API vjp_status vjp_guard_save_on_cpu(bool pin_memory, vjp_guard** out);

/**
 * Begins a region in which tensors that nodes have saved may be changed in place: the old value is copied for the nodes
 * first, once a version, and only while a node needs it. Backward has to run in the same region (a state error
 * outside); its end drops the copies. Such regions do not nest (a state error).
 */
VJP_API vjp_status vjp_guard_saved_tensor_mutation(vjp_guard** out);

/* ---- reading ---- */

/**
 * What a node saved for its derivative, by name: an operator's node has the arguments and results that its derivative
 * needs, as its schema calls them, and "<argument>_sizes" where the shape is enough; a custom function's has "tensors".
 * Names last as long as the node; NULL if out of range. Names, kinds and what is no tensor outlive the freeing.
 */
VJP_API size_t vjp_node_num_saved(const vjp_node* node);
VJP_API const char* vjp_node_saved_name(const vjp_node* node, size_t index);
/** The vjp_kind of what was saved under a name, VJP_KIND_NONE if it is absent or unknown. Unpacks nothing. */
VJP_API int32_t vjp_node_saved_kind(const vjp_node* node, const char* name);

/** A value read from a node; it owns what it shows. */
typedef struct vjp_saved_attribute vjp_saved_attribute;
VJP_API vjp_saved_attribute* vjp_saved_attribute_retain(vjp_saved_attribute* attribute);
VJP_API void vjp_saved_attribute_release(vjp_saved_attribute* attribute);
/** Borrowed from the attribute. */
VJP_API const vjp_value* vjp_saved_attribute_value(const vjp_saved_attribute* attribute);
/**
 * Reads what was saved under a name. Tensors are unpacked, with all checks: VJP_ERROR_STATE if the node was freed or an
 * input detached in place, VJP_ERROR_VERSION if one was changed. Invalid argument, with the list of names, for an
 * unknown one.
 */
VJP_API vjp_status vjp_node_saved(vjp_node* node, const char* name, vjp_saved_attribute** out);

/** A tensor as a node keeps it, not unpacked. Keeps the node alive; a state error once the node was freed. */
typedef struct vjp_saved_tensor vjp_saved_tensor;
VJP_API vjp_saved_tensor* vjp_saved_tensor_retain(vjp_saved_tensor* saved);
VJP_API void vjp_saved_tensor_release(vjp_saved_tensor* saved);
/** How many raw tensors a name has: those of a list; 1 for a tensor, absent or not; 0 for what is no tensor. */
VJP_API size_t vjp_node_num_raw_saved(const vjp_node* node, const char* name);
VJP_API vjp_status vjp_node_raw_saved(vjp_node* node, const char* name, size_t element, vjp_saved_tensor** out);
/** NULL in `*out` for an absent one. */
VJP_API vjp_status vjp_saved_tensor_unpack(vjp_saved_tensor* saved, vjp_tensor** out);
/**
 * Gives this one value a pair of hooks: `pack` is called now. Takes the context over unless it fails. A state error for
 * a value that has hooks, is absent, or was freed.
 */
VJP_API vjp_status vjp_saved_tensor_register_hooks(vjp_saved_tensor* saved, const vjp_saved_tensor_hooks* hooks);

#ifdef __cplusplus
}
#endif

#endif
