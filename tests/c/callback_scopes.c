/* Who owns what a callback hands back: the same code is right in and outside of scopes of the caller's and its own. */
#include "check.h"

enum {
  kPlain,        /* an operator stores into the place */
  kIntermediate, /* and one before it, which is the caller's scope's or to be released */
  kOwnScope,     /* in a scope of the callback's own */
  kKept,         /* the same, with vjp_scope_keep */
  kLeftOpen,     /* the callback does not end its scope */
  kNested,       /* two scopes, one in the other */
  kRetained,     /* a tensor that was there before */
  kHows
};
static int how;
static bool in_scope;        /* of the caller */
static vjp_tensor* constant; /* with the shape of every gradient here */

static vjp_status give(vjp_tensor* g, vjp_tensor** out) {
  vjp_tensor* t = NULL;
  vjp_status status = VJP_OK;
  vjp_scalar one = vjp_scalar_float(1);
  switch (how) {
    case kPlain:
      return vjp_mul_scalar(g, one, out);
    case kIntermediate:
      status = vjp_mul_scalar(g, one, &t);
      if (!status) status = vjp_mul_scalar(t, one, out);
      if (!in_scope) vjp_tensor_release(t);
      return status;
    case kOwnScope:
    case kKept:
      OK(vjp_scope_begin());
      OK(vjp_mul_scalar(g, one, &t));
      status = vjp_mul_scalar(t, one, out);
      if (how == kKept) OK(vjp_scope_keep(*out));
      OK(vjp_scope_end());
      return status;
    case kLeftOpen:
      OK(vjp_scope_begin());
      OK(vjp_mul_scalar(g, one, &t));
      return vjp_mul_scalar(t, one, out);
    case kNested:
      OK(vjp_scope_begin());
      OK(vjp_mul_scalar(g, one, &t));
      OK(vjp_scope_begin());
      status = vjp_mul_scalar(t, one, out);
      OK(vjp_scope_end());
      OK(vjp_scope_end());
      return status;
    case kRetained:
      *out = vjp_tensor_retain(constant);
      return VJP_OK;
  }
  return VJP_OK;
}

/* Runs a test with every way of giving, in a scope and outside. */
static void every_way(void (*test)(void)) {
  constant = VEC(1, 1, 1);
  for (how = 0; how < kHows; ++how) {
    for (int scoped = 0; scoped < 2; ++scoped) {
      int64_t before = vjp_debug_live_tensors();
      in_scope = scoped;
      for (int again = 0; again < 3; ++again) {
        if (in_scope) OK(vjp_scope_begin());
        test();
        if (in_scope) OK(vjp_scope_end());
      }
      if (vjp_debug_live_tensors() != before) printf("how %d, scoped %d\n", how, scoped);
      CHECK(vjp_debug_live_tensors() == before);
    }
  }
}
/* Outside of a scope the test releases what it made. */
static void done(vjp_tensor* t) {
  if (!in_scope) vjp_tensor_release(t);
}

static vjp_tensor* input(void) {
  vjp_tensor* x = NULL;
  const double values[] = {1, 2, 3};
  int64_t shape[] = {3};
  OK(vjp_tensor_from_data(values, shape, 1, VJP_DTYPE_FLOAT64, &x));
  OK(vjp_tensor_set_requires_grad(x, true));
  return x;
}
static void check_gradient(vjp_tensor* x, double first, double last) {
  vjp_tensor* grad = NULL;
  OK(vjp_tensor_grad(x, &grad));
  NEAR(at(grad, 0), first);
  NEAR(at(grad, 2), last);
  done(grad);
}
/* backward of the sum of y */
static void run(vjp_tensor* y) {
  vjp_tensor* s = NULL;
  OK(vjp_sum(y, NULL, 0, false, VJP_DTYPE_NONE, &s));
  OK(vjp_backward(s, NULL));
  done(s);
}

static vjp_status tensor_hook(void* c, vjp_tensor* g, vjp_tensor** out) {
  (void)c;
  return give(g, out);
}
static void tensor_hooks(void) {
  vjp_tensor *x = input(), *y = NULL;
  OK(vjp_mul_scalar(x, vjp_scalar_float(2), &y));
  OK(vjp_tensor_add_hook(y, tensor_hook, NULL, NULL, NULL));
  OK(vjp_tensor_add_hook(x, tensor_hook, NULL, NULL, NULL));
  run(y);
  double g = how == kRetained ? 1 : 2;
  check_gradient(x, g, g);
  done(y), done(x);
}

static vjp_status exchange(vjp_tensor** place) {
  vjp_tensor* fresh = NULL;
  vjp_status status = give(*place, &fresh);
  if (status) return status;
  vjp_tensor_release(*place);
  *place = fresh;
  return VJP_OK;
}
/* The place itself decides, so the new one stands there when a scope of the callback's ends. */
static vjp_status exchange_in_scope(vjp_tensor** place) {
  vjp_tensor *old = *place, *t = NULL;
  OK(vjp_scope_begin());
  OK(vjp_mul_scalar(old, vjp_scalar_float(1), &t));
  OK(vjp_mul_scalar(t, vjp_scalar_float(1), place));
  vjp_tensor_release(old);
  if (how == kKept) OK(vjp_scope_keep(*place));
  if (how == kLeftOpen) return VJP_OK;
  return vjp_scope_end();
}
static vjp_status replace(vjp_tensor** place) {
  bool own = how == kOwnScope || how == kKept || how == kLeftOpen || how == kNested;
  return own ? exchange_in_scope(place) : exchange(place);
}
static vjp_status pre_hook(void* c, vjp_tensor** grads, size_t count) {
  (void)c, (void)count;
  return replace(&grads[0]);
}
static vjp_status post_hook(void* c, vjp_tensor** results, size_t n, vjp_tensor* const* grads, size_t m) {
  (void)c, (void)n, (void)grads, (void)m;
  return replace(&results[0]);
}
static void node_hooks(void) {
  vjp_tensor *x = input(), *y = NULL;
  vjp_node* node = NULL;
  OK(vjp_mul_scalar(x, vjp_scalar_float(2), &y));
  OK(vjp_tensor_grad_fn(y, &node));
  OK(vjp_node_add_pre_hook(node, pre_hook, NULL, NULL, NULL));
  OK(vjp_node_add_post_hook(node, post_hook, NULL, NULL, NULL));
  run(y);
  double g = how == kRetained ? 1 : 2;
  check_gradient(x, g, g);
  vjp_node_release(node);
  done(y), done(x);
}

static vjp_status backward(void* c, vjp_node* n, vjp_tensor* const* g, size_t ng, vjp_tensor** out, size_t ni) {
  (void)c, (void)n, (void)ng, (void)ni;
  return give(g[0], &out[0]);
}
static vjp_status jvp(void* c, vjp_function_call* call, vjp_tensor* const* t, size_t n, vjp_tensor** out, size_t m) {
  (void)c, (void)call, (void)n, (void)m;
  return give(t[0], &out[0]);
}
static vjp_tensor* identity(vjp_tensor* x) {
  vjp_function f = VJP_FUNCTION_INIT;
  vjp_function_call* call = NULL;
  vjp_tensor *r = NULL, *y = NULL;
  f.name = "Identity";
  f.backward = backward;
  f.jvp = jvp;
  OK(vjp_function_begin(&f, &x, 1, &call));
  OK(vjp_mul_scalar(x, vjp_scalar_float(1), &r));
  OK(vjp_function_end(call, &r, 1, &y));
  done(r);
  return y;
}
static void custom_backward(void) {
  vjp_tensor *x = input(), *y = identity(x);
  run(y);
  check_gradient(x, 1, 1);
  done(y), done(x);
}
static void custom_jvp(void) {
  vjp_tensor *x = input(), *dual = NULL, *y = NULL, *tangent = NULL;
  OK(vjp_forward_mode_enter());
  OK(vjp_make_dual(x, constant, &dual));
  y = identity(dual);
  OK(vjp_tensor_tangent(y, &tangent));
  NEAR(at(tangent, 1), 1);
  OK(vjp_forward_mode_exit());
  done(tangent), done(y), done(dual), done(x);
}

/* ---- saved values: packed into a tensor ---- */

static vjp_status pack(void* c, vjp_tensor* t, void** packed) {
  (void)c;
  return how == kRetained ? (*packed = vjp_tensor_retain(t), VJP_OK) : give(t, (vjp_tensor**)packed);
}
static vjp_status unpack(void* c, void* packed, vjp_tensor** out) {
  (void)c;
  return how == kRetained ? (*out = vjp_tensor_retain((vjp_tensor*)packed), VJP_OK) : give((vjp_tensor*)packed, out);
}
static void drop_packed(void* c, void* packed) {
  (void)c;
  vjp_tensor_release((vjp_tensor*)packed);
}
static void saved_values(void) {
  vjp_saved_tensor_hooks hooks = VJP_SAVED_TENSOR_HOOKS_INIT;
  vjp_guard* region = NULL;
  vjp_tensor *x = input(), *y = NULL;
  hooks.pack = pack, hooks.unpack = unpack, hooks.drop_packed = drop_packed;
  OK(vjp_guard_saved_tensor_hooks(&hooks, &region));
  OK(vjp_mul(x, x, &y));
  OK(vjp_guard_exit(region));
  run(y);
  check_gradient(x, 2, 6);
  done(y), done(x);
}

/* ---- grad calls ---- */

static void captures(void) {
  vjp_grad_options options = VJP_GRAD_OPTIONS_INIT;
  vjp_grad_call* call = NULL;
  vjp_tensor *x = input(), *y = NULL, *s = NULL, *g = NULL;
  OK(vjp_mul_scalar(x, vjp_scalar_float(2), &y));
  OK(vjp_sum(y, NULL, 0, false, VJP_DTYPE_NONE, &s));
  OK(vjp_grad_call_create(&options, &call));
  OK(vjp_grad_call_add_root(call, s, NULL));
  OK(vjp_grad_call_add_input(call, x));
  OK(vjp_grad_call_add_capture_hook(call, 0, tensor_hook, NULL, NULL, NULL));
  OK(vjp_grad_call_run(call));
  OK(vjp_grad_call_result(call, 0, &g));
  NEAR(at(g, 1), how == kRetained ? 1 : 2);
  vjp_grad_call_release(call);
  done(g), done(s), done(y), done(x);
}

static vjp_status sees(void* c, vjp_tensor* const* grads, size_t count) {
  vjp_tensor* t = NULL;
  (void)count;
  ++*(int*)c;
  vjp_status status = give(grads[0], &t); /* which it keeps to itself */
  bool ended = how == kOwnScope || how == kNested;
  bool left = how == kLeftOpen;
  if (!status && !ended && !left && (how == kRetained || how == kKept || !in_scope)) vjp_tensor_release(t);
  return status;
}
static void several_tensors(void) {
  vjp_tensor *x = input(), *y = NULL;
  int calls = 0;
  OK(vjp_mul_scalar(x, vjp_scalar_float(2), &y));
  OK(vjp_add_multi_grad_hook(&x, 1, VJP_MULTI_GRAD_ALL, sees, &calls, NULL, NULL));
  run(y);
  CHECK(calls == 1);
  check_gradient(x, 2, 2);
  done(y), done(x);
}

/* ---- lists: what they take they share ---- */

static vjp_status region(void* c, bool recomputing, vjp_tensor* const* in, size_t n, vjp_tensor_list* results) {
  vjp_tensor* t = NULL;
  (void)c, (void)recomputing, (void)n;
  vjp_status status = vjp_mul(in[0], in[0], &t);
  if (!status) status = vjp_tensor_list_append(results, t);
  done(t);
  return status;
}
static void checkpoints(void) {
  for (int reentrant = 0; reentrant < 2; ++reentrant) {
    vjp_checkpoint_function f = VJP_CHECKPOINT_FUNCTION_INIT;
    vjp_checkpoint_options options = VJP_CHECKPOINT_OPTIONS_INIT;
    vjp_tensor_list* list = NULL;
    vjp_tensor *x = input(), *y = NULL;
    f.run = region;
    options.reentrant = reentrant;
    OK(vjp_checkpoint(&f, &x, 1, &options, &list));
    y = vjp_tensor_list_get(list, 0);
    run(y);
    check_gradient(x, 2, 6);
    vjp_tensor_list_release(list);
    done(x);
  }
}

static vjp_status checked(void* c, vjp_tensor* const* in, size_t n, vjp_tensor_list* results) {
  return region(c, false, in, n, results);
}
static void gradchecks(void) {
  vjp_tensor* x = input();
  OK(vjp_gradcheck(checked, NULL, &x, 1, NULL, NULL));
  done(x);
}

/* What a callback takes out of its caller's scope was in front of its own results there. */
static vjp_tensor* callers;
static vjp_status keeps_the_callers(void* c, vjp_tensor* g, vjp_tensor** out) {
  (void)c;
  OK(vjp_scope_keep(callers));
  return vjp_mul_scalar(g, vjp_scalar_float(2), out);
}

static void a_tensor_of_the_callers_scope_is_kept(void) {
  vjp_tensor *x = leaf(VEC(1, 2, 3)), *y = NULL, *s = NULL;
  OK(vjp_scope_begin());
  OK(vjp_mul_scalar(x, vjp_scalar_float(1), &y));
  OK(vjp_mul_scalar(x, vjp_scalar_float(5), &callers));
  OK(vjp_sum(y, NULL, 0, false, VJP_DTYPE_NONE, &s));
  OK(vjp_tensor_add_hook(y, keeps_the_callers, NULL, NULL, NULL));
  OK(vjp_backward(s, NULL));
  OK(vjp_scope_end());
  EQUALS(own(callers), 5, 10, 15);
  vjp_tensor* grad = NULL;
  OK(vjp_tensor_grad(x, &grad));
  EQUALS(own(grad), 2, 2, 2);
}

/* What a callback of an inner grad call made in the scope of the outermost caller, and one around it hands back. */
static vjp_tensor* made_inside;
static vjp_status makes(void* c, vjp_tensor* g, vjp_tensor** out) {
  (void)c, (void)out;
  return vjp_mul_scalar(g, vjp_scalar_float(3), &made_inside);
}
static vjp_status hands_on(void* inner, vjp_tensor* g, vjp_tensor** out) {
  (void)g;
  OK(vjp_backward(inner, NULL)); /* and nothing of its own */
  *out = made_inside;
  return VJP_OK;
}

/* A sum whose backward calls the hook. */
static vjp_tensor* hooked_sum(vjp_tensor_hook_fn hook, void* context, vjp_tensor** x) {
  vjp_tensor *y = NULL, *s = NULL;
  OK(vjp_ones((int64_t[]){3}, 1, VJP_DTYPE_FLOAT64, x));
  OK(vjp_tensor_set_requires_grad(*x, true));
  OK(vjp_mul_scalar(*x, vjp_scalar_float(1), &y));
  OK(vjp_sum(y, NULL, 0, false, VJP_DTYPE_NONE, &s));
  OK(vjp_tensor_add_hook(*x, hook, context, NULL, NULL));
  return s;
}

static void results_of_an_inner_grad_call(void) {
  int64_t live = vjp_debug_live_tensors();
  OK(vjp_scope_begin());
  vjp_tensor *x = NULL, *grad = NULL;
  vjp_tensor* inner = hooked_sum(makes, NULL, &x);
  vjp_tensor* outer = hooked_sum(hands_on, inner, &x);
  OK(vjp_backward(outer, NULL));
  OK(vjp_tensor_grad(x, &grad));
  EQUALS(grad, 3, 3, 3);
  vjp_tensor_retain(grad); /* the only reference, once the scope and x are gone */
  OK(vjp_scope_end());
  CHECK(vjp_debug_live_tensors() == live + 1);
  vjp_tensor_release(grad);
  CHECK(vjp_debug_live_tensors() == live);
}

#define EVERY(test) \
  static void test##_every_way(void) { every_way(test); }
EVERY(tensor_hooks)
EVERY(node_hooks)
EVERY(custom_backward)
EVERY(custom_jvp)
EVERY(saved_values)
EVERY(captures)
EVERY(several_tensors)
EVERY(checkpoints)
EVERY(gradchecks)

int main(void) {
  RUN(tensor_hooks_every_way);
  RUN(node_hooks_every_way);
  RUN(custom_backward_every_way);
  RUN(custom_jvp_every_way);
  RUN(saved_values_every_way);
  RUN(captures_every_way);
  RUN(several_tensors_every_way);
  RUN(checkpoints_every_way);
  RUN(gradchecks_every_way);
  RUN(a_tensor_of_the_callers_scope_is_kept);
  RUN(results_of_an_inner_grad_call);
  return finish();
}
