/** libvjp: forward mode. */
#ifndef VJP_FORWARD_H
#define VJP_FORWARD_H

#include "vjp/tensor.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Enters the level of forward mode: until vjp_forward_mode_exit operators carry tangents along, on every thread that
 * does not turn it off (VJP_MODE_FORWARD). There is one level in the process.
 *
 * @return VJP_OK; VJP_ERROR_NOT_IMPLEMENTED inside the level; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_forward_mode_enter(void);
/**
 * Leaves the level, and drops every tangent that was made in it.
 *
 * @return VJP_OK; VJP_ERROR_STATE outside the level, and in a callback that did not enter it
 * @since 0.1
 */
VJP_API vjp_status vjp_forward_mode_exit(void);

/**
 * Makes a dual: a view of `primal` that carries `tangent`; in inference mode it is no view for autograd. The tangent is
 * used itself where it lies in its memory as the primal does in its own, and then changes with the dual; otherwise a
 * copy.
 *
 * @param primal   floating or complex, without a tangent
 * @param tangent  of the shape and on the device of `primal`, floating or complex, without a tangent
 * @param out      receives a handle, which the caller releases
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_STATE outside a level, or where one of them has a tangent;
 *         VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_make_dual(vjp_tensor* primal, vjp_tensor* tangent, vjp_tensor** out);

/**
 * The tangent of a tensor, the same tensor each time.
 *
 * @param out  receives a handle, which the caller releases; NULL if there is no tangent (zero)
 * @return VJP_OK; VJP_ERROR_INVALID for NULL
 * @since 0.1
 */
VJP_API vjp_status vjp_tensor_tangent(vjp_tensor* tensor, vjp_tensor** out);

/**
 * Takes a dual apart: its primal is a new view of it without tangent at each call; its tangent as of
 * vjp_tensor_tangent. Outside a level the primal is the tensor itself.
 *
 * @param primal   receives a handle, which the caller releases
 * @param tangent  receives a handle, which the caller releases; NULL if there is no tangent
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_unpack_dual(vjp_tensor* dual, vjp_tensor** primal, vjp_tensor** tangent);

#ifdef __cplusplus
}
#endif
#endif
