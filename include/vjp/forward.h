/** libvjp: forward mode. */
#ifndef VJP_FORWARD_H
#define VJP_FORWARD_H

#include "vjp/tensor.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Enters a level of forward mode: until it is left operators carry its tangents along, on every thread that does not
 * turn forward mode off (VJP_MODE_FORWARD). Levels of a thread nest: inside an inner one operators carry the tangents
 * of all of them, and the tangents of the inner one carry those of the outer ones, which are then second derivatives.
 * Levels of different threads do not concern each other. A thread leaves its levels when it ends, and a callback those
 * that it has entered when it returns.
 *
 * @return VJP_OK; VJP_ERROR_NOT_IMPLEMENTED for dozens of levels inside one another; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_forward_mode_enter(void);
/**
 * Leaves the level that this thread has entered last, and drops its tangents, whoever holds their tensors.
 *
 * @return VJP_OK; VJP_ERROR_STATE outside of levels, and in a callback that did not enter it
 * @since 0.1
 */
VJP_API vjp_status vjp_forward_mode_exit(void);
/**
 * The same for who knows which level that should be.
 *
 * @return as vjp_forward_mode_exit; VJP_ERROR_STATE for any other level; VJP_ERROR_INVALID for 0
 * @since 0.1
 */
VJP_API vjp_status vjp_forward_mode_exit_level(uint64_t level);
/**
 * The number of the innermost level: of those that this thread has entered, or, where it has entered none, the newest
 * of the process. Inner levels have higher numbers, and no number is used twice; 0 outside of levels. While a custom
 * function's jvp computes tangents of a level, that level and those inside it are out of reach.
 *
 * @since 0.1
 */
VJP_API uint64_t vjp_forward_mode_level(void);

/**
 * Makes a dual of the innermost level: a view of `primal` that carries `tangent`; in inference mode it is no view for
 * autograd. The tangent is used itself where it lies in its memory as the primal does in its own, and then changes with
 * the dual; otherwise a copy.
 *
 * @param primal   floating or complex, without a tangent at this level
 * @param tangent  of the shape and on the device of `primal`, floating or complex, without a tangent at this level
 * @param out      receives a handle, which the caller releases
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_STATE outside a level, or where one of them has a tangent;
 *         VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_make_dual(vjp_tensor* primal, vjp_tensor* tangent, vjp_tensor** out);
/**
 * The same at a level that need not be the innermost one.
 *
 * @param tangent  without a tangent at levels inside this one, too
 * @param level    as of vjp_forward_mode_level; 0 for the innermost one
 * @return as vjp_make_dual; VJP_ERROR_STATE for a level that has ended
 * @since 0.1
 */
VJP_API vjp_status vjp_make_dual_at(vjp_tensor* primal, vjp_tensor* tangent, uint64_t level, vjp_tensor** out);

/**
 * The tangent of a tensor at the innermost level, the same tensor each time.
 *
 * @param out  receives a handle, which the caller releases; NULL if there is no tangent (zero)
 * @return VJP_OK; VJP_ERROR_INVALID for NULL
 * @since 0.1
 */
VJP_API vjp_status vjp_tensor_tangent(vjp_tensor* tensor, vjp_tensor** out);
/**
 * The same at a level that need not be the innermost one.
 *
 * @param level  as of vjp_forward_mode_level; 0 for the innermost one
 * @return as vjp_tensor_tangent; VJP_ERROR_STATE for a level that has ended
 * @since 0.1
 */
VJP_API vjp_status vjp_tensor_tangent_at(vjp_tensor* tensor, uint64_t level, vjp_tensor** out);

/**
 * At which levels a tensor has tangents: the innermost one of those outside of a level; called again with what it gave,
 * it gives one after the other.
 *
 * @param outside  as of vjp_forward_mode_level; 0 for any
 * @param out      receives its number; 0 if there is none
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_STATE for a level that has ended
 * @since 0.1
 */
VJP_API vjp_status vjp_tensor_tangent_level(vjp_tensor* tensor, uint64_t outside, uint64_t* out);

/**
 * Takes a dual of the innermost level apart: its primal is a new view of it without tangent at this level at each call;
 * its tangent as of vjp_tensor_tangent. Outside of levels the primal is the tensor itself.
 *
 * @param primal   receives a handle, which the caller releases
 * @param tangent  receives a handle, which the caller releases; NULL if there is no tangent
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_unpack_dual(vjp_tensor* dual, vjp_tensor** primal, vjp_tensor** tangent);
/**
 * The same at a level that need not be the innermost one.
 *
 * @param level  as of vjp_forward_mode_level; 0 for the innermost one
 * @return as vjp_unpack_dual; VJP_ERROR_STATE for a level that has ended
 * @since 0.1
 */
VJP_API vjp_status vjp_unpack_dual_at(vjp_tensor* dual, uint64_t level, vjp_tensor** primal, vjp_tensor** tangent);

#ifdef __cplusplus
}
#endif
#endif
