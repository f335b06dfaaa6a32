/* Scopes and callbacks that run on the worker of a device: what they make while the caller has a scope open is
 * released. */
#include "check.h"

enum { kPlain, kKept, kNoScope, kCases };
static int how;
static vjp_tensor* kept;
static int calls;

static vjp_tensor* on_sim(double value) {
  vjp_tensor *host = NULL, *t = NULL;
  OK(vjp_tensor_from_data((double[]){value, value}, (int64_t[]){2}, 1, VJP_DTYPE_FLOAT64, &host));
  OK(vjp_to_device(host, &(vjp_device){VJP_DEVICE_SIM, 0}, VJP_DTYPE_NONE, false, &t));
  if (how == kNoScope) vjp_tensor_release(host);
  return t;
}

/* Two intermediates, which nobody releases where there is a scope; and what is handed back. */
static vjp_status doubled(void* context, vjp_tensor* g, vjp_tensor** out) {
  (void)context;
  ++calls;
  vjp_tensor *a = NULL, *b = NULL;
  vjp_status status = vjp_mul_scalar(g, vjp_scalar_float(4), &a);
  if (!status) status = vjp_mul_scalar(a, vjp_scalar_float(0.5), &b);
  if (!status) status = vjp_mul_scalar(b, vjp_scalar_float(1), out);
  if (how == kNoScope) {
    vjp_tensor_release(a);
    vjp_tensor_release(b);
  } else {
    /* the scope is there, and not the callback's to end */
    CHECK(vjp_scope_end() == VJP_ERROR_STATE);
    if (how == kKept && !kept) {
      OK(vjp_scope_keep(b));
      kept = b;
    }
  }
  return status;
}
/* A grad call of its own, whose hook has a scope of the worker's around it too. */
static vjp_status nested(void* context, vjp_tensor* g, vjp_tensor** out) {
  (void)context;
  ++calls;
  vjp_tensor *x = NULL, *y = NULL;
  OK(vjp_mul_scalar(g, vjp_scalar_float(1), &x));
  OK(vjp_tensor_set_requires_grad(x, true));
  bool before;
  OK(vjp_grad_mode_set(true, &before));
  OK(vjp_mul(x, x, &y));
  OK(vjp_grad_mode_set(before, NULL));
  OK(vjp_tensor_add_hook(y, doubled, NULL, NULL, NULL));
  OK(vjp_backward(y, g));
  vjp_tensor* grad = NULL;
  OK(vjp_tensor_grad(x, &grad));
  OK(vjp_mul_scalar(grad, vjp_scalar_float(1), out));
  return VJP_OK;
}

static void backward_with(vjp_tensor_hook_fn hook) {
  vjp_tensor *x = on_sim(3), *y = NULL, *z = NULL, *seed = on_sim(1);
  OK(vjp_tensor_set_requires_grad(x, true));
  OK(vjp_mul(x, x, &y));
  OK(vjp_mul(y, y, &z));
  OK(vjp_tensor_add_hook(y, hook, NULL, NULL, NULL));
  OK(vjp_tensor_add_hook(x, doubled, NULL, NULL, NULL));
  calls = 0;
  OK(vjp_backward(z, seed));
  CHECK(calls == (hook == doubled ? 2 : 3));
  if (how == kNoScope) {
    vjp_tensor_release(x);
    vjp_tensor_release(y);
    vjp_tensor_release(z);
    vjp_tensor_release(seed);
  }
}
static void run(vjp_tensor_hook_fn hook, int which) {
  how = which;
  if (how != kNoScope) OK(vjp_scope_begin());
  int64_t before = vjp_debug_live_tensors();
  backward_with(hook);
  if (how != kNoScope) OK(vjp_scope_end());
  CHECK(vjp_debug_live_tensors() <= before + (how == kKept));
  vjp_tensor_release(kept);
  kept = NULL;
}

/* REENT-5 */
static void what_hooks_make_is_released(void) {
  for (int which = 0; which < kCases; ++which) run(doubled, which);
}
static void also_in_a_grad_call_of_a_hook(void) {
  run(nested, kPlain);
  run(nested, kKept);
}

/* a failing hook leaves nothing either */
static vjp_status failing(void* context, vjp_tensor* g, vjp_tensor** out) {
  (void)context, (void)out;
  vjp_tensor* a = NULL;
  OK(vjp_mul_scalar(g, vjp_scalar_float(4), &a));
  return VJP_ERROR_CANCELLED;
}
static void after_a_failure(void) {
  how = kPlain;
  OK(vjp_scope_begin());
  vjp_tensor *x = on_sim(3), *y = NULL;
  OK(vjp_tensor_set_requires_grad(x, true));
  OK(vjp_mul(x, x, &y));
  OK(vjp_tensor_add_hook(y, failing, NULL, NULL, NULL));
  FAILS(VJP_ERROR_CANCELLED, vjp_backward(y, on_sim(1)));
  OK(vjp_scope_end());
}

int main(void) {
  RUN(what_hooks_make_is_released);
  RUN(also_in_a_grad_call_of_a_hook);
  RUN(after_a_failure);
  return finish();
}
