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

static inline vjp_optimizer* sgd(vjp_tensor* const* parameters, size_t n, double lr, bool capturable) {
  vjp_optimizer_options o = VJP_SGD_OPTIONS_INIT;
  o.lr = lr;
  o.capturable = capturable;
  vjp_optimizer* optimizer = NULL;
  OK(vjp_optimizer_sgd(parameters, n, &o, &optimizer));
  return own_optimizer(optimizer);
}
static inline vjp_grad_scaler* new_scaler(const vjp_grad_scaler_options* o) {
  vjp_grad_scaler* scaler = NULL;
  OK(vjp_grad_scaler_create(o, &scaler));
  return own_scaler(scaler);
}
static inline vjp_grad_scaler* scaler_with(double init, double growth, double backoff, int64_t interval) {
  vjp_grad_scaler_options o = VJP_GRAD_SCALER_OPTIONS_INIT;
  o.init_scale = init;
  o.growth_factor = growth;
  o.backoff_factor = backoff;
  o.growth_interval = interval;
  return new_scaler(&o);
}
static inline vjp_tensor* scaled(vjp_grad_scaler* scaler, vjp_tensor* loss) {
  vjp_tensor* out = NULL;
  OK(vjp_grad_scaler_scale(scaler, loss, &out));
  return own(out);
}

static inline double scale_of(vjp_grad_scaler* scaler) {
  double scale = NAN;
  OK(vjp_grad_scaler_get_scale(scaler, &scale));
  return scale;
}

static inline bool has_state(vjp_grad_scaler* scaler, double scale, int64_t tracker) {
  vjp_grad_scaler_state s = VJP_GRAD_SCALER_STATE_INIT;
  OK(vjp_grad_scaler_get_state(scaler, &s));
  return s.scale == scale && s.growth_tracker == tracker;
}

static inline double found_of(vjp_grad_scaler* scaler, vjp_optimizer* optimizer) {
  vjp_tensor_list* list = NULL;
  OK(vjp_grad_scaler_found_inf(scaler, optimizer, &list));
  CHECK(vjp_tensor_list_size(list) == 1);
  const double found = at(vjp_tensor_list_get(list, 0), 0);
  vjp_tensor_list_release(list);
  return found;
}

/* One iteration with this gradient, already scaled. */
static inline void iterate(vjp_grad_scaler* scaler, vjp_optimizer* optimizer, vjp_tensor* w, double gradient) {
  OK(vjp_tensor_set_grad(w, VEC(gradient)));
  OK(vjp_grad_scaler_step(scaler, optimizer, NULL));
  OK(vjp_grad_scaler_update(scaler));
}

#endif
