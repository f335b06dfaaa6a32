/** libvjp: tensors that share memory: detached ones, views, and the versions by which changes in place are noticed. */
#ifndef VJP_ALIAS_H
#define VJP_ALIAS_H

#include "vjp/guard.h"
#include "vjp/tensor.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- without history ---- */

/** The same storage and version counter, without history. */
VJP_API vjp_status vjp_tensor_detach(vjp_tensor* tensor, vjp_tensor** out);
/** Makes the tensor a leaf in place. An error on a view. */
VJP_API vjp_status vjp_tensor_detach_(vjp_tensor* tensor);
/** Unsafe: the same storage with a version counter of its own, so that changes are invisible to version checks. */
VJP_API vjp_status vjp_tensor_data_alias(vjp_tensor* tensor, vjp_tensor** out);

/**
 * Lets the tensor show what `data` shows: storage, shape, strides and dtype. The handle, its version, flag, history and
 * hooks stay; nothing is recorded, and graphs that saved the tensor do not notice. If it requires grad the new dtype
 * must be floating or complex. A state error for views and for tensors with a tangent.
 */
VJP_API vjp_status vjp_tensor_set_data(vjp_tensor* tensor, vjp_tensor* data);
/**
 * Changes the shape in place; the elements in memory stay, in row-major order, and new ones are uninitialised. A state
 * error if it requires grad, carries a tangent, or would have to grow in memory that another tensor shares.
 */
VJP_API vjp_status vjp_tensor_resize_(vjp_tensor* tensor, const int64_t* shape, size_t ndim);

/* ---- versions ---- */

/** How often the elements of the tensor's storage were changed in place. A state error for an inference tensor, which
 * has no version. */
VJP_API vjp_status vjp_tensor_version(const vjp_tensor* tensor, int64_t* out);
/** Tells the tensor that its elements were changed by other means than the library's: graphs that saved them notice.
 * Nothing happens to an inference tensor. */
VJP_API vjp_status vjp_tensor_version_advance(vjp_tensor* tensor);

/** vjp_tensor_version_advance for each of several tensors. */
VJP_API vjp_status vjp_tensor_version_advance_all(vjp_tensor* const* tensors, size_t count);
/**
 * Unsafe: sets the version, from 0 to 4294967295, of everything that shares the tensor's memory. Changes may so be
 * hidden from graphs that saved it, whose gradients are then wrong. A state error for an inference tensor.
 */
VJP_API vjp_status vjp_tensor_version_set_unsafe(vjp_tensor* tensor, int64_t version);
/** Unsafe: a region whose end restores the versions of the tensors, so that changes made in it go unnoticed. */
VJP_API vjp_status vjp_guard_preserve_versions_unsafe(vjp_tensor* const* tensors, size_t count, vjp_guard** out);

/** Whether the tensor's memory was made in inference mode. */
VJP_API bool vjp_tensor_is_inference(const vjp_tensor* tensor);

/* ---- views ---- */

VJP_API bool vjp_tensor_is_view(const vjp_tensor* tensor);
/** The base of a view. An error if it is none. */
VJP_API vjp_status vjp_tensor_base(const vjp_tensor* tensor, vjp_tensor** out);

/** How a view was made; anything but NORMAL refuses in-place changes that would be recorded. */
typedef enum vjp_creation {
  VJP_CREATION_NO_VIEW = 0,   /**< the tensor is no differentiable view */
  VJP_CREATION_NORMAL = 1,    /**< one view by one operator */
  VJP_CREATION_NO_GRAD = 2,   /**< made with grad mode off */
  VJP_CREATION_INFERENCE = 3, /**< of an ordinary tensor, made in inference mode */
  VJP_CREATION_MULTI = 4,     /**< one of several views that one call returned */
  VJP_CREATION_CUSTOM = 5     /**< came out of a custom function */
} vjp_creation;
VJP_API vjp_creation vjp_tensor_creation(const vjp_tensor* tensor);

#ifdef __cplusplus
}
#endif

#endif
