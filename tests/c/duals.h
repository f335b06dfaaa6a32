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

/* ---- levels inside one another ---- */

/* Its number. */
static inline uint64_t enter_level(void) {
  enter();
  return vjp_forward_mode_level();
}
static inline vjp_tensor* dual_at(uint64_t level, vjp_tensor* primal, vjp_tensor* tangent) {
  vjp_tensor* out = NULL;
  OK(vjp_make_dual_at(primal, tangent, level, &out));
  return own(out);
}
/* NULL without a tangent there, and of NULL. */
static inline vjp_tensor* tangent_at(uint64_t level, vjp_tensor* t) {
  vjp_tensor* out = NULL;
  if (t) OK(vjp_tensor_tangent_at(t, level, &out));
  return own(out);
}
/* The value without the tangent of a level. */
static inline vjp_tensor* primal_at(uint64_t level, vjp_tensor* t) {
  vjp_tensor *primal = NULL, *tangent = NULL;
  OK(vjp_unpack_dual_at(t, level, &primal, &tangent));
  own(tangent);
  return own(primal);
}

/* ---- a tangent whose history ends other duals, and their tangents, when it goes ---- */

typedef struct {
  vjp_tensor* held[3];
  int drops;
} Holder;
static inline vjp_status hands_on(void* context, vjp_node* node, vjp_tensor* const* grads, size_t num_grads,
                                  vjp_tensor** out, size_t num_inputs) {
  (void)context, (void)node, (void)num_grads, (void)num_inputs;
  out[0] = vjp_tensor_retain(grads[0]);
  return VJP_OK;
}
static inline void end_holder(void* context) {
  Holder* holder = (Holder*)context;
  for (int i = 0; i < 3; ++i) vjp_tensor_release(holder->held[i]);
  ++holder->drops;
}

#endif
