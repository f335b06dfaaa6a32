/* SHOOK-12 and its kin: nothing that a callback opens is open after it, and it cannot end what is its caller's. */
#include "check.h"

/* ---- what may be left open ---- */

static vjp_guard* opened;
static void mode(vjp_mode which, bool on) { OK(vjp_guard_mode(which, on, &opened)); }
static void no_grad(void) { mode(VJP_MODE_GRAD, false); }
static void with_grad(void) { mode(VJP_MODE_GRAD, true); }
static void inference(void) { mode(VJP_MODE_INFERENCE, true); }
static void replay(void) { mode(VJP_MODE_VIEW_REPLAY, true); }
static void one_thread(void) { mode(VJP_MODE_MULTITHREADING, false); }
static void no_forward(void) { mode(VJP_MODE_FORWARD, false); }
static vjp_status keep(void* c, vjp_tensor* t, void** packed) {
  return (void)c, *packed = vjp_tensor_retain(t), VJP_OK;
}
static vjp_status back(void* c, void* packed, vjp_tensor** out) {
  return (void)c, *out = vjp_tensor_retain((vjp_tensor*)packed), VJP_OK;
}
static void drop_packed(void* c, void* packed) { (void)c, vjp_tensor_release((vjp_tensor*)packed); }
static int dropped;
static void drop_pair(void* c) { (void)c, ++dropped; }
static void pair(void) {
  vjp_saved_tensor_hooks hooks = VJP_SAVED_TENSOR_HOOKS_INIT;
  hooks.pack = keep, hooks.unpack = back, hooks.drop_packed = drop_packed, hooks.drop = drop_pair;
  --dropped;
  OK(vjp_guard_saved_tensor_hooks(&hooks, &opened));
}
static bool pair_in_force; /* then a region that refuses pairs cannot begin */
static void no_pairs(void) {
  if (pair_in_force) {
    FAILS(VJP_ERROR_STATE, vjp_guard_no_saved_tensor_hooks("not here", &opened));
  } else {
    OK(vjp_guard_no_saved_tensor_hooks("not here", &opened));
  }
}
static void on_cpu(void) { OK(vjp_guard_save_on_cpu(false, &opened)); }
static void tolerant(void) { OK(vjp_guard_saved_tensor_mutation(&opened)); }
static void anomaly(void) { OK(vjp_guard_anomaly(true, true, &opened)); }
static void autocast(void) {
  vjp_autocast_options options = VJP_AUTOCAST_OPTIONS_INIT;
  OK(vjp_guard_autocast(&options, &opened));
}
static void default_device(void) {
  vjp_device sim = {VJP_DEVICE_SIM, 1};
  OK(vjp_guard_default_device(sim, &opened));
}
static void device(void) {
  vjp_device sim = {VJP_DEVICE_SIM, 1};
  OK(vjp_guard_device(sim, &opened));
}
static void traced(void* c, const vjp_trace_event* e) { (void)c, (void)e; }
static void trace(void) { OK(vjp_guard_trace(traced, NULL, NULL, &opened)); }
static void cuts(void) { OK(vjp_guard_record_cuts(&opened)); }
static void early_stop(void) { OK(vjp_guard_checkpoint_early_stop(false, &opened)); }
static void scope(void) { OK(vjp_scope_begin()); }
static void location(void) { OK(vjp_location_push("left.c", 77, "open")); }
static void level(void) { OK(vjp_forward_mode_enter()); }
static void set_mode(void) { OK(vjp_grad_mode_set(!vjp_grad_mode(), NULL)); }
static void two(void) { no_grad(), scope(), pair(), replay(), location(); }
static void (*const kOpen[])(void) = {
    no_grad,  with_grad,      inference, replay, one_thread, no_forward, pair,  no_pairs, on_cpu, tolerant, anomaly,
    autocast, default_device, device,    trace,  cuts,       early_stop, scope, location, level,  set_mode, two};
enum { kOpens = sizeof kOpen / sizeof kOpen[0] };
static size_t which;
static int called;

static vjp_status leaves_open(void) {
  ++called;
  opened = NULL;
  kOpen[which]();
  if (opened) CHECK(vjp_guard_is_open(opened));
  return VJP_OK;
}

/* What is seen of it afterwards. */
static void nothing_is_open(void) {
  CHECK(called > 0);
  called = 0;
  CHECK(!vjp_guard_is_open(opened));
  if (opened) FAILS(VJP_ERROR_STATE, vjp_guard_exit(opened));
  opened = NULL;
  CHECK(vjp_grad_mode() && !vjp_mode_enabled(VJP_MODE_INFERENCE) && vjp_mode_enabled(VJP_MODE_MULTITHREADING) &&
        !vjp_mode_enabled(VJP_MODE_VIEW_REPLAY) && vjp_mode_enabled(VJP_MODE_FORWARD));
  FAILS(VJP_ERROR_STATE, vjp_scope_end());
  FAILS(VJP_ERROR_STATE, vjp_location_pop());
  FAILS(VJP_ERROR_STATE, vjp_forward_mode_exit());
  CHECK(dropped == 0);
  dropped = 0;
  vjp_guard* region = NULL;
  OK(vjp_guard_no_saved_tensor_hooks("no pair is in force", &region));
  OK(vjp_guard_exit(region));
  vjp_tensor* made = VEC(1);
  CHECK(vjp_tensor_device(made).kind != VJP_DEVICE_SIM || vjp_tensor_device(made).index != 1);
  drop_now(made);
}

/* ---- callbacks ---- */

static vjp_status tensor_hook(void* c, vjp_tensor* g, vjp_tensor** r) {
  return (void)c, (void)g, (void)r, leaves_open();
}
static vjp_status leaf_hook(void* c, vjp_tensor* leaf) { return (void)c, (void)leaf, leaves_open(); }
static vjp_status pre_hook(void* c, vjp_tensor** g, size_t n) { return (void)c, (void)g, (void)n, leaves_open(); }
static vjp_status post_hook(void* c, vjp_tensor** r, size_t n, vjp_tensor* const* g, size_t m) {
  return (void)c, (void)r, (void)n, (void)g, (void)m, leaves_open();
}
static vjp_status multi_hook(void* c, vjp_tensor* const* g, size_t n) {
  return (void)c, (void)g, (void)n, leaves_open();
}
static vjp_status final_callback(void* c) { return (void)c, leaves_open(); }
static vjp_status backward(void* c, vjp_node* n, vjp_tensor* const* g, size_t ng, vjp_tensor** out, size_t ni) {
  (void)c, (void)n, (void)ng, (void)ni;
  out[0] = vjp_tensor_retain(g[0]);
  return leaves_open();
}
static vjp_status pack_opens(void* c, vjp_tensor* t, void** packed) { return keep(c, t, packed), leaves_open(); }
static vjp_status unpack_opens(void* c, void* packed, vjp_tensor** out) { return back(c, packed, out), leaves_open(); }
static void trace_opens(void* c, const vjp_trace_event* e) { (void)c, (void)e, (void)leaves_open(); }
static vjp_status region_opens(void* c, bool again, vjp_tensor* const* in, size_t n, vjp_tensor_list* results) {
  (void)c, (void)again, (void)n;
  vjp_tensor* t = NULL;
  OK(vjp_mul(in[0], in[0], &t));
  OK(vjp_tensor_list_append(results, t));
  vjp_tensor_release(t);
  return leaves_open();
}

static vjp_tensor* square(vjp_tensor* x) {
  vjp_tensor* y = NULL;
  OK(vjp_mul(x, x, &y));
  return own(y);
}
static void run(vjp_tensor* y) {
  vjp_tensor* s = NULL;
  OK(vjp_sum(y, NULL, 0, false, VJP_DTYPE_NONE, &s));
  OK(vjp_backward(own(s), NULL));
  nothing_is_open();
}

static void in_tensor_hook(void) {
  vjp_tensor* y = square(leaf(VEC(1, 2)));
  OK(vjp_tensor_add_hook(y, tensor_hook, NULL, NULL, NULL));
  run(y);
}
static void in_leaf_hooks(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  OK(vjp_tensor_add_post_accumulate_hook(x, leaf_hook, NULL, NULL, NULL));
  OK(vjp_add_multi_grad_hook(&x, 1, VJP_MULTI_GRAD_ALL, multi_hook, NULL, NULL, NULL));
  run(square(x));
}
static void in_pre_hook(void) {
  vjp_tensor* y = square(leaf(VEC(1, 2)));
  vjp_node* node = NULL;
  OK(vjp_tensor_grad_fn(y, &node));
  OK(vjp_node_add_pre_hook(own_node(node), pre_hook, NULL, NULL, NULL));
  run(y);
}
static void in_post_hook(void) {
  vjp_tensor* y = square(leaf(VEC(1, 2)));
  vjp_node* node = NULL;
  OK(vjp_tensor_grad_fn(y, &node));
  OK(vjp_node_add_post_hook(own_node(node), post_hook, NULL, NULL, NULL));
  run(y);
}
static void in_custom_backward(void) {
  vjp_function f = VJP_FUNCTION_INIT;
  vjp_function_call* call = NULL;
  vjp_tensor *x = leaf(VEC(1, 2)), *r = NULL, *y = NULL;
  f.name = "Opens", f.backward = backward;
  OK(vjp_function_begin(&f, &x, 1, &call));
  OK(vjp_mul_scalar(x, vjp_scalar_float(1), &r));
  OK(vjp_function_end(call, &r, 1, &y));
  own(r), own(y);
  run(y);
}
static void saved(vjp_status (*pack)(void*, vjp_tensor*, void**), vjp_status (*unpack)(void*, void*, vjp_tensor**)) {
  vjp_saved_tensor_hooks hooks = VJP_SAVED_TENSOR_HOOKS_INIT;
  vjp_guard* region = NULL;
  hooks.pack = pack, hooks.unpack = unpack, hooks.drop_packed = drop_packed;
  OK(vjp_guard_saved_tensor_hooks(&hooks, &region));
  pair_in_force = true;
  vjp_tensor* y = square(leaf(VEC(1, 2)));
  if (pack == keep) {
    vjp_tensor* s = NULL;
    OK(vjp_sum(y, NULL, 0, false, VJP_DTYPE_NONE, &s));
    OK(vjp_backward(own(s), NULL));
  }
  OK(vjp_guard_exit(region));
  pair_in_force = false;
  nothing_is_open();
}
static void in_pack(void) { saved(pack_opens, back); }
static void in_unpack(void) { saved(keep, unpack_opens); }
static void in_capture_and_final_callback(void) {
  vjp_grad_options options = VJP_GRAD_OPTIONS_INIT;
  vjp_grad_call* call = NULL;
  vjp_tensor *x = leaf(VEC(1, 2)), *y = square(x);
  OK(vjp_grad_call_create(&options, &call));
  own_call(call);
  OK(vjp_grad_call_add_root(call, y, VEC(1, 1)));
  OK(vjp_grad_call_add_input(call, x));
  OK(vjp_grad_call_add_capture_hook(call, 0, tensor_hook, NULL, NULL, NULL));
  OK(vjp_grad_call_run(call));
  nothing_is_open();
  OK(vjp_grad_call_add_final_callback(call, final_callback, NULL, NULL));
  y = NULL;
}
static void in_final_callback(void) {
  vjp_grad_options options = VJP_GRAD_OPTIONS_INIT;
  vjp_grad_call* call = NULL;
  vjp_tensor *x = leaf(VEC(1, 2)), *y = square(x);
  OK(vjp_grad_call_create(&options, &call));
  own_call(call);
  OK(vjp_grad_call_add_root(call, y, VEC(1, 1)));
  OK(vjp_grad_call_add_input(call, x));
  OK(vjp_grad_call_add_final_callback(call, final_callback, NULL, NULL));
  OK(vjp_grad_call_run(call));
  nothing_is_open();
}
static void in_tracer(void) {
  vjp_guard* region = NULL;
  vjp_tensor* y = square(leaf(VEC(1, 2)));
  OK(vjp_guard_trace(trace_opens, NULL, NULL, &region));
  OK(vjp_backward(y, VEC(1, 1)));
  OK(vjp_guard_exit(region));
  nothing_is_open();
}
static void in_checkpoint(void) {
  vjp_checkpoint_function f = VJP_CHECKPOINT_FUNCTION_INIT;
  vjp_tensor_list* list = NULL;
  vjp_tensor* x = leaf(VEC(1, 2));
  f.run = region_opens;
  pair_in_force = true; /* of the checkpoint */
  OK(vjp_checkpoint(&f, &x, 1, NULL, &list));
  pair_in_force = false;
  nothing_is_open();
  vjp_tensor* y = own(vjp_tensor_retain(vjp_tensor_list_get(list, 0)));
  vjp_tensor_list_release(list);
  (void)y;
}

static void (*const kCallbacks[])(void) = {
    in_tensor_hook,     in_leaf_hooks, in_pre_hook,  in_post_hook,
    in_custom_backward, in_pack,       in_unpack,    in_capture_and_final_callback,
    in_final_callback,  in_tracer,     in_checkpoint};
static void every_kind_in_every_callback(void) {
  for (size_t c = 0; c < sizeof kCallbacks / sizeof kCallbacks[0]; ++c) {
    for (which = 0; which < kOpens; ++which) {
      int failed = checks_failed;
      kCallbacks[c]();
      arena_clear();
      if (checks_failed > failed) printf("region %zu in callback %zu\n", which, c);
    }
  }
}

/* ---- what is the caller's ---- */

static vjp_guard* callers;
static vjp_status ends_what_is_not_its_own(void* c, vjp_tensor* g, vjp_tensor** r) {
  (void)c, (void)g, (void)r;
  ++called;
  FAILS(VJP_ERROR_STATE, vjp_scope_end());
  SAYS("outside of the callback");
  FAILS(VJP_ERROR_STATE, vjp_guard_exit(callers));
  SAYS("outside of the callback");
  FAILS(VJP_ERROR_STATE, vjp_location_pop());
  SAYS("outside of the callback");
  FAILS(VJP_ERROR_STATE, vjp_forward_mode_exit());
  SAYS("outside of the callback");
  OK(vjp_scope_begin()); /* its own it can */
  OK(vjp_scope_end());
  OK(vjp_location_push("a.c", 1, "f"));
  OK(vjp_location_pop());
  vjp_guard* mine = NULL;
  OK(vjp_guard_mode(VJP_MODE_GRAD, true, &mine));
  OK(vjp_guard_exit(mine));
  return VJP_OK;
}
static void callers_own(void) {
  vjp_tensor* y = square(leaf(VEC(1, 2)));
  OK(vjp_tensor_add_hook(y, ends_what_is_not_its_own, NULL, NULL, NULL));
  vjp_tensor* g = VEC(1, 1);
  called = 0;
  OK(vjp_location_push("caller.c", 5, "main"));
  OK(vjp_guard_mode(VJP_MODE_VIEW_REPLAY, true, &callers));
  OK(vjp_scope_begin());
  OK(vjp_forward_mode_enter());
  OK(vjp_backward(y, g));
  OK(vjp_forward_mode_exit());
  OK(vjp_scope_end());
  OK(vjp_guard_exit(callers));
  OK(vjp_location_pop());
  CHECK(called == 1);
}

int main(void) {
  RUN(every_kind_in_every_callback);
  RUN(callers_own);
  return finish();
}
