/**
 * libvjp: the values that nodes save for their derivatives: hooks that pack them, and reading them by name.
 *
 * An operator's node saves the arguments and results that its derivative needs, under the names that they have in its
 * schema, and "<argument>_sizes" where the shape is enough; a custom function's node saves "tensors". A grad call that
 * does not keep the graph frees what was saved; names, kinds and values that are no tensors stay.
 */
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
 * Values that went through hooks are not checked for changes in place. Grows at the end.
 */
typedef struct vjp_saved_tensor_hooks {
  size_t struct_size; /**< set by the caller: VJP_SAVED_TENSOR_HOOKS_INIT */
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
  void* context; /**< passed to all of them */
  /** Called once, after the last value packed is gone; may be NULL. */
  void (*drop)(void* context);
} vjp_saved_tensor_hooks;
#define VJP_SAVED_TENSOR_HOOKS_INIT \
  { sizeof(vjp_saved_tensor_hooks), NULL, NULL, NULL, NULL, NULL }

/**
 * Begins a region in which tensors saved on this thread go through a pair of hooks; of nested regions, through the
 * innermost one's.
 *
 * @param hooks  copied; the library owns its context afterwards, on failure the caller
 * @param out    receives the region, for vjp_guard_exit
 * @return VJP_OK; VJP_ERROR_INVALID for NULL, a wrong `struct_size`, and without `pack` or `unpack`; VJP_ERROR_STATE
 *         where hooks are disabled; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_guard_saved_tensor_hooks(const vjp_saved_tensor_hooks* hooks, vjp_guard** out);
/**
 * Begins a region in which to begin one of vjp_guard_saved_tensor_hooks is a state error with a message; of nested
 * regions, with the innermost one's.
 *
 * @param message  copied
 * @param out      receives the region, for vjp_guard_exit
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_STATE while hooks are in force; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_guard_no_saved_tensor_hooks(const char* message, vjp_guard** out);
/**
 * Begins a region in which saved tensors are kept in host memory: those of a device are copied there when they are
 * saved, and back to their device when they are needed. Those that lie there already are not copied, and changes of
 * them in place are noticed as ever.
 *
 * @param pin_memory  copies go to page-locked memory and are only enqueued, on the current streams; without it they are
 *                    done when the operator returns
 * @param out         receives the region, for vjp_guard_exit
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_STATE where hooks are disabled; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_guard_save_on_cpu(bool pin_memory, vjp_guard** out);
/**
 * Begins a region in which tensors that nodes have saved may be changed in place: the old value is copied for the nodes
 * first, once a version, and only while a node needs it. Backward has to run in the same region (a state error
 * outside); the end of the region drops the copies.
 *
 * @param out  receives the region, for vjp_guard_exit
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_STATE inside such a region; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_guard_saved_tensor_mutation(vjp_guard** out);

/* ---- reading by name ---- */

/** How many values a node saved, absent ones included; 0 for NULL. @since 0.1 */
VJP_API size_t vjp_node_num_saved(const vjp_node* node);
/** The name of a saved value; lives as long as the node. NULL if out of range. @since 0.1 */
VJP_API const char* vjp_node_saved_name(const vjp_node* node, size_t index);
/** The vjp_kind of what was saved under a name; VJP_KIND_NONE if the value is absent or the name unknown. Unpacks
 * nothing. @since 0.1 */
VJP_API int32_t vjp_node_saved_kind(const vjp_node* node, const char* name);

/** A value read from a node; it owns what it shows. */
typedef struct vjp_saved_attribute vjp_saved_attribute;
/**
 * Reads what was saved under a name. Tensors are unpacked, with all checks.
 *
 * @param out  receives a handle, which the caller releases
 * @return VJP_OK; VJP_ERROR_INVALID for NULL, and for an unknown name, with a list of those there are; VJP_ERROR_STATE
 *         if the node was freed or the tensor was detached in place; VJP_ERROR_VERSION if it was changed in place; what
 *         an unpack hook returned; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_node_saved(vjp_node* node, const char* name, vjp_saved_attribute** out);
/** Adds a reference, which vjp_saved_attribute_release gives back; returns `attribute`. NULL does nothing. @since 0.1
 */
VJP_API vjp_saved_attribute* vjp_saved_attribute_retain(vjp_saved_attribute* attribute);
/** Gives a reference back. NULL does nothing. Any thread. @since 0.1 */
VJP_API void vjp_saved_attribute_release(vjp_saved_attribute* attribute);
/** The value, borrowed: it lives as long as the attribute. NULL for NULL. @since 0.1 */
VJP_API const vjp_value* vjp_saved_attribute_value(const vjp_saved_attribute* attribute);

/* ---- the raw form ---- */

/** A tensor as a node keeps it, not unpacked. Keeps the node alive; a state error once the node was freed. */
typedef struct vjp_saved_tensor vjp_saved_tensor;
/** How many raw tensors a name has: those of a list; 1 for a tensor, absent or not; 0 for what is no tensor, for an
 * unknown name and for NULL. @since 0.1 */
VJP_API size_t vjp_node_num_raw_saved(const vjp_node* node, const char* name);
/**
 * One of the raw tensors of a name.
 *
 * @param element  its number in a list; 0 otherwise
 * @param out      receives a handle, which the caller releases
 * @return VJP_OK; VJP_ERROR_INVALID for NULL, for an unknown name or one of no tensor, and if there is no such element;
 *         VJP_ERROR_STATE if the node was freed; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_node_raw_saved(vjp_node* node, const char* name, size_t element, vjp_saved_tensor** out);
/** Adds a reference, which vjp_saved_tensor_release gives back; returns `saved`. NULL does nothing. @since 0.1 */
VJP_API vjp_saved_tensor* vjp_saved_tensor_retain(vjp_saved_tensor* saved);
/** Gives a reference back. NULL does nothing. Any thread. @since 0.1 */
VJP_API void vjp_saved_tensor_release(vjp_saved_tensor* saved);
/**
 * Unpacks the value, with all checks.
 *
 * @param out  receives a handle, which the caller releases; NULL for an absent value
 * @return as vjp_node_saved
 * @since 0.1
 */
VJP_API vjp_status vjp_saved_tensor_unpack(vjp_saved_tensor* saved, vjp_tensor** out);
/**
 * Gives this one value a pair of hooks: `pack` is called now.
 *
 * @param hooks  copied; the library owns its context afterwards, on failure the caller
 * @return VJP_OK; VJP_ERROR_INVALID as vjp_guard_saved_tensor_hooks; VJP_ERROR_STATE for a value that has hooks, is
 *         absent, or was freed; what `pack` returned; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_saved_tensor_register_hooks(vjp_saved_tensor* saved, const vjp_saved_tensor_hooks* hooks);

#ifdef __cplusplus
}
#endif

#endif
