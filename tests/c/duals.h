/* Forward mode: dual tensors in tests. */
#ifndef VJP_TESTS_DUALS_H
#define VJP_TESTS_DUALS_H

#include "check.h"

static inline void enter(void) { OK(vjp_forward_mode_enter()); }
static inline void leave(void) { OK(vjp_forward_mode_exit()); }
static inline vjp_tensor* dual(vjp_tensor* primal, vjp_tensor* tangent) {
  vjp_tensor* out = NULL;
  OK(vjp_make_dual(primal, tangent, &out));
  return own(out);
}
/* NULL without a tangent. */
static inline vjp_tensor* tangent_of(vjp_tensor* t) {
  vjp_tensor* out = NULL;
  OK(vjp_tensor_tangent(t, &out));
  return own(out);
}

#endif
