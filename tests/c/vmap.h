/* Levels of batching in tests: short ways to enter one, and to wrap and unwrap. */
#ifndef VJP_TESTS_VMAP_H
#define VJP_TESTS_VMAP_H

#include "check.h"

typedef struct batch {
  int64_t level;
  vjp_guard* region;
} batch;

static inline batch enter_with(int64_t size, vjp_randomness randomness) {
  batch b = {0, NULL};
  OK(vjp_guard_vmap(size, randomness, &b.level, &b.region));
  return b;
}
static inline batch enter(int64_t size) { return enter_with(size, VJP_RANDOMNESS_ERROR); }
static inline void leave(batch b) { OK(vjp_guard_exit(b.region)); }

static inline vjp_tensor* wrap_at(batch b, vjp_tensor* t, int64_t dim) {
  vjp_tensor* out = NULL;
  OK(vjp_vmap_wrap(t, dim, b.level, &out));
  return own(out);
}
static inline vjp_tensor* wrap(batch b, vjp_tensor* t) { return wrap_at(b, t, 0); }
static inline vjp_tensor* unwrap_at(batch b, vjp_tensor* t, int64_t dim) {
  vjp_tensor* out = NULL;
  OK(vjp_vmap_unwrap(t, dim, b.level, &out));
  return own(out);
}
static inline vjp_tensor* unwrap(batch b, vjp_tensor* t) { return unwrap_at(b, t, 0); }

#endif
