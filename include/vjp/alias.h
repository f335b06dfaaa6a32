/**
 * libvjp: tensors that share memory: detached ones, views, and the versions by which changes in place are noticed.
 *
 * A view and its base, a tensor and its detached one share storage and version counter. Every change in place advances
 * the counter; a node that saved a tensor compares the counter before it uses the value (VJP_ERROR_VERSION).
 */
#ifndef VJP_ALIAS_H
#define VJP_ALIAS_H

#include "vjp/guard.h"
#include "vjp/tensor.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- without history ---- */

/**
 * A tensor on the same storage, with the same version counter, without history; it does not require grad. Not a view.
 *
 * @param out  receives a handle, which the caller releases
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_tensor_detach(vjp_tensor* tensor, vjp_tensor** out);
/**
 * Makes the tensor itself a leaf that does not require grad. Nodes that saved it fail when they need it
 * (VJP_ERROR_STATE).
 *
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_STATE for a view
 * @since 0.1
 */
VJP_API vjp_status vjp_tensor_detach_(vjp_tensor* tensor);
/**
 * Unsafe: a tensor on the same storage, without history and with a version counter of its own, so that version checks
 * do not see what is changed through it.
 *
 * @param out  receives a handle, which the caller releases
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_tensor_data_alias(vjp_tensor* tensor, vjp_tensor** out);
/**
 * Makes the tensor show what `data` shows: storage, shape, strides and dtype. The handle, its version, requires_grad,
 * history and hooks stay; nothing is recorded, and graphs that saved the tensor do not notice.
 *
 * @param data  borrowed; floating or complex if `tensor` requires grad
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_STATE for a view and where one of the two has a tangent;
 *         VJP_ERROR_DTYPE; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_tensor_set_data(vjp_tensor* tensor, vjp_tensor* data);
/**
 * Changes the shape in place; the tensor becomes contiguous. The elements in memory stay, in row-major order, and new
 * ones are uninitialised. Counts as a change in place.
 *
 * @param shape  `ndim` sizes; may be NULL if `ndim` is 0
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_SHAPE for more than VJP_MAX_DIMS dimensions and for a size that
 *         is negative or too large; VJP_ERROR_STATE if the tensor requires grad, has a tangent, was made in inference
 *         mode and this is outside, or would have to grow in memory that another tensor shares; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_tensor_resize_(vjp_tensor* tensor, const int64_t* shape, size_t ndim);

/* ---- versions ---- */

/**
 * How often the elements of the tensor's storage were changed in place.
 *
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_STATE for a tensor of inference mode, which has no version
 * @since 0.1
 */
VJP_API vjp_status vjp_tensor_version(const vjp_tensor* tensor, int64_t* out);
/**
 * Counts a change of the elements that was made by other means than operators, through vjp_tensor_data for instance:
 * graphs that saved them notice. Does nothing to a tensor of inference mode.
 *
 * @return VJP_OK; VJP_ERROR_INVALID for NULL
 * @since 0.1
 */
VJP_API vjp_status vjp_tensor_version_advance(vjp_tensor* tensor);
/**
 * vjp_tensor_version_advance for each of several tensors.
 *
 * @param tensors  `count` of them; may be NULL if `count` is 0
 * @return VJP_OK; VJP_ERROR_INVALID for NULL, also as an entry: then none is changed
 * @since 0.1
 */
VJP_API vjp_status vjp_tensor_version_advance_all(vjp_tensor* const* tensors, size_t count);
/**
 * Unsafe: sets the version of everything that shares the tensor's memory. This can hide changes from graphs that saved
 * the tensor, whose gradients are then wrong.
 *
 * @param version  0 to 4294967295
 * @return VJP_OK; VJP_ERROR_INVALID for NULL and out of range; VJP_ERROR_STATE for a tensor of inference mode
 * @since 0.1
 */
VJP_API vjp_status vjp_tensor_version_set_unsafe(vjp_tensor* tensor, int64_t version);
/**
 * Unsafe: begins a region whose end restores the versions of the tensors, so that changes made inside go unnoticed.
 *
 * @param tensors  `count` of them; the region keeps them alive
 * @param out      receives the region, for vjp_guard_exit
 * @return VJP_OK; VJP_ERROR_INVALID for NULL, also as an entry; VJP_ERROR_STATE for a tensor of inference mode;
 *         VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_guard_preserve_versions_unsafe(vjp_tensor* const* tensors, size_t count, vjp_guard** out);
/** Whether the tensor's memory was made in inference mode; false for NULL. @since 0.1 */
VJP_API bool vjp_tensor_is_inference(const vjp_tensor* tensor);

/* ---- views ---- */

/** Whether the tensor is a differentiable view of another one; false for NULL. @since 0.1 */
VJP_API bool vjp_tensor_is_view(const vjp_tensor* tensor);
/**
 * The base of a view: the tensor, itself no view, whose memory it shows.
 *
 * @param out  receives a handle, which the caller releases
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_STATE if the tensor is no view
 * @since 0.1
 */
VJP_API vjp_status vjp_tensor_base(const vjp_tensor* tensor, vjp_tensor** out);

/** How a view was made. Every kind but NORMAL refuses changes in place that would be recorded. */
typedef enum vjp_creation {
  VJP_CREATION_NO_VIEW = 0,   /**< the tensor is no differentiable view */
  VJP_CREATION_NORMAL = 1,    /**< one view by one operator */
  VJP_CREATION_NO_GRAD = 2,   /**< made with grad mode off */
  VJP_CREATION_INFERENCE = 3, /**< of an ordinary tensor, made in inference mode */
  VJP_CREATION_MULTI = 4,     /**< one of several views that one call returned */
  VJP_CREATION_CUSTOM = 5     /**< returned by a custom function */
} vjp_creation;
/** How a view was made; VJP_CREATION_NO_VIEW for other tensors and for NULL. @since 0.1 */
VJP_API vjp_creation vjp_tensor_creation(const vjp_tensor* tensor);

#ifdef __cplusplus
}
#endif

#endif
