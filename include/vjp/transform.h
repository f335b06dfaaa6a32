/** libvjp: forward mode. */
#ifndef VJP_TRANSFORM_H
#define VJP_TRANSFORM_H

#include "vjp/autograd.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Forward mode of the calling thread: between enter and exit operators carry tangents along. One level at a time;
 * leaving it drops every tangent that was made in it.
 */
VJP_API vjp_status vjp_forward_mode_enter(void);
VJP_API vjp_status vjp_forward_mode_exit(void);

/** A view of `primal` that carries `tangent`, of the same shape and dtype. */
VJP_API vjp_status vjp_make_dual(vjp_tensor* primal, vjp_tensor* tangent, vjp_tensor** out);

/** The tangent of a tensor; NULL in `*out` if it has none (zero). */
VJP_API vjp_status vjp_tensor_tangent(vjp_tensor* tensor, vjp_tensor** out);

#ifdef __cplusplus
}
#endif
#endif
