/* What the tests of optimizers share. */
#ifndef VJP_TESTS_OPTIM_H
#define VJP_TESTS_OPTIM_H

#include "check.h"

static inline void arena_optimizer_release(void* p) { vjp_optimizer_release((vjp_optimizer*)p); }
static inline void arena_scaler_release(void* p) { vjp_grad_scaler_release((vjp_grad_scaler*)p); }
static inline vjp_optimizer* own_optimizer(vjp_optimizer* o) {
  return (vjp_optimizer*)arena_put(o, arena_optimizer_release);
}
static inline vjp_grad_scaler* own_scaler(vjp_grad_scaler* s) {
  return (vjp_grad_scaler*)arena_put(s, arena_scaler_release);
}

static inline vjp_tensor* detached(vjp_tensor* t) {
  vjp_tensor* out = NULL;
  OK(vjp_tensor_detach(t, &out));
  return own(out);
}

/* Whether two tensors have the same shape, dtype and bits, NaNs included. */
static inline bool same_bits(vjp_tensor* a, vjp_tensor* b) {
  if (!a || !b || vjp_tensor_dtype(a) != vjp_tensor_dtype(b) || vjp_tensor_numel(a) != vjp_tensor_numel(b))
    return false;
  const size_t bytes = (size_t)vjp_tensor_numel(a) * vjp_dtype_size(vjp_tensor_dtype(a));
  void *x = malloc(bytes + 1), *y = malloc(bytes + 1);
  OK(vjp_tensor_copy_to(a, x, bytes, vjp_tensor_dtype(a)));
  OK(vjp_tensor_copy_to(b, y, bytes, vjp_tensor_dtype(b)));
  const bool same = memcmp(x, y, bytes) == 0;
  free(x);
  free(y);
  return same;
}

#endif
