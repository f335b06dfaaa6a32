/** libvjp: for bindings to languages with objects of their own and a garbage collector. Programs do not need it. */
#ifndef VJP_BINDING_H
#define VJP_BINDING_H

#include "vjp/node.h"
#include "vjp/tensor.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- one object of the language for a tensor, or a node ---- */

/**
 * What a binding ties to a tensor or a node: part of its own object, which it finds again by the address of this one.
 *
 * `ended` is called when the tensor or node goes while it is still tied, on the thread that released the last reference
 * and with nothing of the library locked. It must not raise, and may release other handles. By its address a
 * binding recognises its own links among those of several bindings in one process.
 */
typedef struct vjp_binding_link {
  void (*ended)(struct vjp_binding_link* link); /**< see above */
} vjp_binding_link;

/**
 * Ties an object to a tensor, which holds the link without owning anything.
 *
 * A binding that lets the tensor keep its object alive owns one reference of the object in the link's name, and gives
 * it up in `ended`. Calls for one tensor must not overlap; a language with a global lock makes them under it.
 *
 * @param link  must stay where it is until it is untied or ended; NULL unties the one that is tied
 * @return VJP_OK; VJP_ERROR_INVALID for NULL as the tensor; VJP_ERROR_STATE if another link is tied
 * @since 0.1
 */
VJP_API vjp_status vjp_tensor_set_binding(vjp_tensor* tensor, vjp_binding_link* link);
/** The link that is tied to the tensor; NULL if none is, and for NULL. @since 0.1 */
VJP_API vjp_binding_link* vjp_tensor_binding(const vjp_tensor* tensor);
/**
 * vjp_tensor_set_binding for a node.
 *
 * @return as vjp_tensor_set_binding; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_node_set_binding(vjp_node* node, vjp_binding_link* link);
/** The link that is tied to the node; NULL if none is, and for NULL. @since 0.1 */
VJP_API vjp_binding_link* vjp_node_binding(const vjp_node* node);

/* ---- what refers to what: for collectors ---- */

/** What an object of a binding holds one reference of. */
typedef int32_t vjp_reference_kind;
#define VJP_REFERENCE_TENSOR 1    /* a vjp_tensor */
#define VJP_REFERENCE_NODE 2      /* a vjp_node */
#define VJP_REFERENCE_RAW_SAVED 3 /* a vjp_saved_tensor */

/** One reference that an object of a binding holds. */
typedef struct vjp_reference_root {
  vjp_reference_kind kind; /**< of what */
  void* object;            /**< the handle */
} vjp_reference_root;

/**
 * One reference. From `from`: a root, by its index, or group g as (number of roots + g). To a group (`to` >= 0), or to
 * `target`: a context of a callback or a value that a hook packed (`drop` ends it; for packed values drop_packed,
 * cast), or, where `drop` is NULL, the vjp_binding_link of an object that is tied to something in the group.
 */
typedef struct vjp_reference_edge {
  int64_t from;                /**< a root or a group */
  int64_t to;                  /**< a group; negative: see `target` */
  void* target;                /**< a context, a packed value or a link; NULL where the reference leads to a group */
  void (*drop)(void* context); /**< what ends `target`; NULL for a link */
} vjp_reference_edge;

/** A map of references. */
typedef struct vjp_reference_map vjp_reference_map;

/**
 * Maps what the objects of a binding keep alive through the library, and nothing else does, so that a collector can
 * find circles through it.
 *
 * Tensors and nodes that one root alone keeps count as part of it. Those that several keep, but only roots, are groups:
 * a group stands for an object of the collector's own, which is garbage when all that refers to it is. What something
 * else keeps is left out, with all that it refers to; its roots are `live`.
 *
 * No thread may be changing the history of a tensor in place meanwhile; grad calls may run.
 *
 * @param roots  all `count` references that the binding's objects hold (the same tensor may occur again)
 * @param out    receives the map, a handle that the caller releases
 * @return VJP_OK; VJP_ERROR_INVALID for NULL, also as an object, and for an unknown kind; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_reference_map_create(const vjp_reference_root* roots, size_t count, vjp_reference_map** out);
/** Adds a reference, which vjp_reference_map_release gives back; returns `map`. NULL does nothing. @since 0.1 */
VJP_API vjp_reference_map* vjp_reference_map_retain(vjp_reference_map* map);
/** Gives a reference back; with the last one the map ends. NULL does nothing. @since 0.1 */
VJP_API void vjp_reference_map_release(vjp_reference_map* map);
/** How many groups there are; 0 for NULL. @since 0.1 */
VJP_API size_t vjp_reference_map_num_groups(const vjp_reference_map* map);
/**
 * The references, in the order of `from`: borrowed from the map. NULL for NULL.
 *
 * @param count  receives how many there are; may be NULL
 * @since 0.1
 */
VJP_API const vjp_reference_edge* vjp_reference_map_edges(const vjp_reference_map* map, size_t* count);
/**
 * Whether something other than roots keeps what the root refers to; false out of range and for NULL.
 *
 * @since 0.1
 */
VJP_API bool vjp_reference_map_live(const vjp_reference_map* map, size_t root);

#ifdef __cplusplus
}
#endif

#endif
