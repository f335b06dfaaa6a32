/* Gradient scaling: the rules AMP-1 to AMP-9. The scenarios SC-83 to SC-90 are in tests/streams/scaler.c. */
#include "optim.h"

/* AMP-3 */
static void half_gradients(void) {
  vjp_tensor* w = leaf(OP("to", T(VEC(1)), D(VJP_DTYPE_FLOAT16)));
  vjp_grad_scaler* scaler = scaler_with(4, 2, 0.5, 2000);
  vjp_optimizer *ordinary = sgd(&w, 1, 1, false), *capturable = sgd(&w, 1, 1, true);
  scaled(scaler, SCALAR(1));
  OK(vjp_tensor_set_grad(w, OP("to", T(VEC(2)), D(VJP_DTYPE_FLOAT16))));
  FAILS(VJP_ERROR_DTYPE, vjp_grad_scaler_unscale(scaler, ordinary));
  SAYS("float16");
  /* where the kernel unscales there is nothing to lose */
  OK(vjp_grad_scaler_step(scaler, capturable, NULL));
  EQUALS(w, 0.5);
}

/* AMP-5: with found_inf a capturable optimizer does nothing: no parameter, gradient, state or count changes */
static void skipped_on_the_device(void) {
  vjp_tensor *w = leaf(VEC(1, 2)), *count = NULL;
  vjp_optimizer_options o = VJP_ADAM_OPTIONS_INIT;
  vjp_optimizer* optimizer = NULL;
  vjp_grad_scaler* scaler = scaler_with(4, 2, 0.5, 2000);
  o.capturable = 1;
  OK(vjp_optimizer_adam(&w, 1, &o, &optimizer));
  own_optimizer(optimizer);
  scaled(scaler, SCALAR(1));
  OK(vjp_tensor_set_grad(w, VEC(4, INFINITY)));
  OK(vjp_grad_scaler_step(scaler, optimizer, NULL));
  CHECK(found_of(scaler, optimizer) == 1);
  EQUALS(w, 1, 2);
  CHECK(at(grad_of(w), 0) == 4);
  CHECK(vjp_optimizer_num_states(optimizer) == 3);
  for (size_t i = 0; i < 3; ++i) {
    OK(vjp_optimizer_state(optimizer, i, NULL, &count));
    own(count);
    for (size_t k = 0; k < (size_t)vjp_tensor_numel(count); ++k) CHECK(at(count, k) == 0);
  }
  OK(vjp_grad_scaler_update(scaler));
  CHECK(has_state(scaler, 2, 0));
  /* the first step that is made is the first one */
  OK(vjp_tensor_set_grad(w, VEC(4, -4)));
  OK(vjp_grad_scaler_step(scaler, optimizer, NULL));
  EQUALS(w, 1 - 1e-3, 2 + 1e-3);
  EQUALS(grad_of(w), 2, -2);
}

/* AMP-1, AMP-2 */
static void scaling(void) {
  vjp_grad_scaler* scaler = NULL;
  OK(vjp_grad_scaler_create(NULL, &scaler));
  own_scaler(scaler);
  CHECK(scale_of(scaler) == 65536 && has_state(scaler, 65536, 0));
  vjp_tensor *w = leaf(VEC(1, 2)), *loss = mul(w, w), *both[2] = {sum(loss), loss};
  vjp_tensor_list* list = NULL;
  OK(vjp_grad_scaler_scale_list(scaler, both, 2, &list));
  CHECK(vjp_tensor_list_size(list) == 2);
  EQUALS(vjp_tensor_list_get(list, 0), 5 * 65536.0);
  EQUALS(vjp_tensor_list_get(list, 1), 65536, 4 * 65536.0);
  vjp_tensor* root = own(vjp_tensor_retain(vjp_tensor_list_get(list, 0)));
  vjp_tensor_list_release(list);
  EQUALS(grad(root, w), 2 * 65536.0, 4 * 65536.0);
  /* a new scale leaves recorded products as they are */
  OK(vjp_grad_scaler_set_scale(scaler, 2));
  EQUALS(grad(root, w), 2 * 65536.0, 4 * 65536.0);
  CHECK(scale_of(scaler) == 2);
  OK(vjp_grad_scaler_set_scale_tensor(scaler, VEC(8)));
  CHECK(scale_of(scaler) == 8);
  FAILS(VJP_ERROR_INVALID, vjp_grad_scaler_set_scale_tensor(scaler, VEC(8, 9)));
  FAILS(VJP_ERROR_INVALID, vjp_grad_scaler_set_scale_tensor(scaler, leaf(VEC(8))));
  FAILS(VJP_ERROR_DTYPE, vjp_grad_scaler_scale(scaler, ramp(VJP_DTYPE_INT64, 0, NULL), &root));
}

/* AMP-9 */
static void state(void) {
  vjp_grad_scaler_state s = VJP_GRAD_SCALER_STATE_INIT;
  vjp_tensor* w = leaf(VEC(0));
  for (int used = 0; used < 2; ++used) {
    vjp_grad_scaler *from = scaler_with(4, 3, 0.25, 2), *to = scaler_with(65536, 2, 0.5, 2000);
    vjp_optimizer* optimizer = sgd(&w, 1, 1, false);
    scaled(from, SCALAR(1));
    iterate(from, optimizer, w, 1);
    if (used) scaled(to, SCALAR(1));
    OK(vjp_grad_scaler_get_state(from, &s));
    CHECK(s.growth_factor == 3 && s.backoff_factor == 0.25 && s.growth_interval == 2 && s.growth_tracker == 1);
    OK(vjp_grad_scaler_load_state(to, &s));
    CHECK(has_state(to, 4, 1));
    if (!used) scaled(to, SCALAR(1));
    iterate(to, optimizer, w, 1);
    CHECK(has_state(to, 12, 0));
  }
  s.growth_factor = 0.5;
  FAILS(VJP_ERROR_INVALID, vjp_grad_scaler_load_state(scaler_with(4, 2, 0.5, 1), &s));
}

/* AMP-9 */
static void disabled(void) {
  vjp_grad_scaler_options o = VJP_GRAD_SCALER_OPTIONS_INIT;
  vjp_grad_scaler* scaler = NULL;
  vjp_tensor* w = leaf(VEC(1));
  o.enabled = 0;
  OK(vjp_grad_scaler_create(&o, &scaler));
  own_scaler(scaler);
  CHECK(!vjp_grad_scaler_is_enabled(scaler));
  vjp_optimizer* optimizer = sgd(&w, 1, 1, false);
  CHECK(scaled(scaler, w) == w);
  OK(vjp_tensor_set_grad(w, VEC(INFINITY)));
  OK(vjp_grad_scaler_unscale(scaler, optimizer));
  OK(vjp_grad_scaler_unscale(scaler, optimizer));
  OK(vjp_grad_scaler_step(scaler, optimizer, NULL));
  OK(vjp_grad_scaler_update(scaler));
  CHECK(isinf(at(w, 0)) && scale_of(scaler) == 1);
}

int main(void) {
  RUN(half_gradients);
  RUN(skipped_on_the_device);
  RUN(scaling);
  RUN(state);
  RUN(disabled);
  return finish();
}
