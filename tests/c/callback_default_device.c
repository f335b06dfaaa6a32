/* New tensors of a callback lie where the program wants them, wherever the node or operator that called it runs. */
#include "check.h"

static vjp_device there, wanted; /* where the tensors of the graph lie; the default device while it is used */
static int seen;

static bool same(vjp_device a, vjp_device b) { return a.kind == b.kind && a.index == b.index; }
static vjp_device another(vjp_device device) {
  return (vjp_device){VJP_DEVICE_SIM, device.kind == VJP_DEVICE_SIM ? 1 - device.index : 0};
}
static vjp_guard* enter(vjp_device device) {
  vjp_guard* region = NULL;
  OK(vjp_guard_default_device(device, &region));
  return region;
}

static vjp_status look(void) {
  vjp_device now = {-1, -1};
  ++seen;
  OK(vjp_get_default_device(&now));
  CHECK(same(now, wanted));
  vjp_tensor* made = NULL;
  OK(vjp_tensor_from_scalar(vjp_scalar_float(1), VJP_DTYPE_FLOAT64, &made));
  CHECK(same(vjp_tensor_device(made), wanted));
  vjp_tensor_release(made);
  vjp_device other = another(wanted);
  vjp_guard* region = enter(other); /* a region inside is the callback's own */
  OK(vjp_get_default_device(&now));
  CHECK(same(now, other));
  OK(vjp_guard_exit(region));
  OK(vjp_get_default_device(&now));
  CHECK(same(now, wanted));
  return VJP_OK;
}

static vjp_status tensor_hook(void* c, vjp_tensor* g, vjp_tensor** r) { return (void)c, (void)g, (void)r, look(); }
static vjp_status leaf_hook(void* c, vjp_tensor* leaf) { return (void)c, (void)leaf, look(); }
static vjp_status pre_hook(void* c, vjp_tensor** g, size_t n) { return (void)c, (void)g, (void)n, look(); }
static vjp_status post_hook(void* c, vjp_tensor** r, size_t n, vjp_tensor* const* g, size_t m) {
  return (void)c, (void)r, (void)n, (void)g, (void)m, look();
}
static vjp_status multi_hook(void* c, vjp_tensor* const* g, size_t n) { return (void)c, (void)g, (void)n, look(); }
static vjp_status final_callback(void* c) { return (void)c, look(); }
static vjp_status queues(void* c, vjp_tensor* g, vjp_tensor** r) {
  (void)c, (void)g, (void)r;
  OK(vjp_queue_final_callback(final_callback, NULL, NULL));
  return VJP_OK;
}
static vjp_status backward(void* c, vjp_node* n, vjp_tensor* const* g, size_t ng, vjp_tensor** out, size_t ni) {
  (void)c, (void)n, (void)ng, (void)ni;
  out[0] = vjp_tensor_retain(g[0]);
  return look();
}
static vjp_status pack(void* c, vjp_tensor* t, void** packed) {
  return (void)c, *packed = vjp_tensor_retain(t), look();
}
static vjp_status unpack(void* c, void* packed, vjp_tensor** out) {
  return (void)c, *out = vjp_tensor_retain((vjp_tensor*)packed), look();
}
static void drop_packed(void* c, void* packed) { (void)c, vjp_tensor_release((vjp_tensor*)packed); }

static vjp_tensor* make_leaf(void) {
  vjp_guard* region = enter(there);
  vjp_tensor* x = leaf(VEC(1, 2));
  OK(vjp_guard_exit(region));
  return x;
}
static vjp_tensor* square(vjp_tensor* x) { return mul(x, x); }

static void run(vjp_tensor* y, int times) {
  vjp_tensor* s = sum(y);
  vjp_guard* region = enter(wanted);
  seen = 0;
  OK(vjp_backward(s, NULL));
  OK(vjp_guard_exit(region));
  CHECK(seen == times);
}

static void hooks_of_tensors(void) {
  vjp_tensor *x = make_leaf(), *y = square(x);
  OK(vjp_tensor_add_hook(y, tensor_hook, NULL, NULL, NULL));
  OK(vjp_tensor_add_hook(x, tensor_hook, NULL, NULL, NULL));
  OK(vjp_tensor_add_post_accumulate_hook(x, leaf_hook, NULL, NULL, NULL));
  OK(vjp_add_multi_grad_hook(&x, 1, VJP_MULTI_GRAD_ALL, multi_hook, NULL, NULL, NULL));
  OK(vjp_tensor_add_hook(y, queues, NULL, NULL, NULL));
  run(y, 5);
}
static void hooks_of_nodes(void) {
  vjp_tensor* y = square(make_leaf());
  OK(vjp_node_add_pre_hook(node_of(y), pre_hook, NULL, NULL, NULL));
  OK(vjp_node_add_post_hook(node_of(y), post_hook, NULL, NULL, NULL));
  run(y, 2);
}
static void custom_backward(void) {
  vjp_function f = VJP_FUNCTION_INIT;
  vjp_function_call* call = NULL;
  vjp_tensor *x = make_leaf(), *r = NULL, *y = NULL;
  f.name = "Looks", f.backward = backward;
  OK(vjp_function_begin(&f, &x, 1, &call));
  OK(vjp_mul_scalar(x, vjp_scalar_float(1), &r));
  OK(vjp_function_end(call, &r, 1, &y));
  own(r), own(y);
  run(y, 1);
}
static void saved_values(void) {
  vjp_saved_tensor_hooks hooks = VJP_SAVED_TENSOR_HOOKS_INIT;
  hooks.pack = pack, hooks.unpack = unpack, hooks.drop_packed = drop_packed;
  vjp_tensor* x = make_leaf();
  vjp_guard *pair = NULL, *region = enter(wanted);
  OK(vjp_guard_saved_tensor_hooks(&hooks, &pair));
  seen = 0;
  vjp_tensor* y = OP("sin", T(x)); /* in the forward, too */
  CHECK(seen == 1);
  OK(vjp_guard_exit(pair));
  OK(vjp_guard_exit(region));
  run(y, 1);
}
static void grad_calls(void) {
  vjp_grad_options options = VJP_GRAD_OPTIONS_INIT;
  vjp_grad_call* call = NULL;
  vjp_tensor *x = make_leaf(), *y = sum(square(x));
  OK(vjp_grad_call_create(&options, &call));
  own_call(call);
  OK(vjp_grad_call_add_root(call, y, NULL));
  OK(vjp_grad_call_add_input(call, x));
  OK(vjp_grad_call_add_capture_hook(call, 0, tensor_hook, NULL, NULL, NULL));
  OK(vjp_grad_call_add_final_callback(call, final_callback, NULL, NULL));
  vjp_guard* region = enter(wanted);
  seen = 0;
  OK(vjp_grad_call_run(call));
  OK(vjp_guard_exit(region));
  CHECK(seen == 2);
}

static vjp_tensor* inner_root;
static vjp_status goes_deeper(void* c, vjp_tensor* g, vjp_tensor** r) {
  (void)c, (void)g, (void)r;
  vjp_device outer = wanted;
  wanted = another(wanted);
  vjp_guard* region = enter(wanted);
  OK(vjp_backward(inner_root, NULL)); /* its hooks see this region */
  OK(vjp_guard_exit(region));
  wanted = outer;
  return look();
}
static void nested_grad_calls(void) {
  vjp_tensor *x = make_leaf(), *inner = square(x), *y = square(make_leaf());
  OK(vjp_tensor_add_hook(inner, tensor_hook, NULL, NULL, NULL));
  inner_root = sum(inner);
  OK(vjp_tensor_add_hook(y, goes_deeper, NULL, NULL, NULL));
  run(y, 2);
}

/* What is computed again finds the forward's default device. */
static vjp_status region_of(void* c, bool again, vjp_tensor* const* in, size_t n, vjp_tensor_list* results) {
  (void)c, (void)n;
  vjp_device backwards = wanted;
  if (again) wanted = another(wanted);
  look();
  wanted = backwards;
  vjp_tensor *t = NULL, *u = NULL;
  OK(vjp_sin(in[0], &t));
  OK(vjp_sin(t, &u));
  OK(vjp_tensor_list_append(results, u));
  vjp_tensor_release(t);
  vjp_tensor_release(u);
  return VJP_OK;
}
static void recomputations(void) {
  for (int reentrant = 0; reentrant < 2; ++reentrant) {
    vjp_checkpoint_function f = VJP_CHECKPOINT_FUNCTION_INIT;
    vjp_checkpoint_options options = VJP_CHECKPOINT_OPTIONS_INIT;
    options.reentrant = reentrant, options.early_stop = reentrant ? -1 : 0;
    vjp_tensor_list* list = NULL;
    vjp_tensor* x = make_leaf();
    f.run = region_of;
    vjp_device backwards = wanted;
    wanted = another(wanted);
    vjp_guard* region = enter(wanted);
    OK(vjp_checkpoint(&f, &x, 1, &options, &list));
    OK(vjp_guard_exit(region));
    wanted = backwards;
    vjp_tensor* y = own(vjp_tensor_retain(vjp_tensor_list_get(list, 0)));
    vjp_tensor_list_release(list);
    run(y, 1);
  }
}

/* The default of before is that of afterwards, whatever ran. */
static void nothing_stays(void) {
  vjp_device before, after;
  OK(vjp_get_default_device(&before));
  hooks_of_tensors();
  OK(vjp_get_default_device(&after));
  CHECK(same(before, after));
}

int main(void) {
  static const vjp_device kCpu = {VJP_DEVICE_CPU, 0}, kSim = {VJP_DEVICE_SIM, 0}, kOther = {VJP_DEVICE_SIM, 1};
  const vjp_device pairs[][2] = {{kCpu, kOther}, {kSim, kOther}, {kSim, kCpu}, {kCpu, kCpu}};
  for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; ++i) {
    there = pairs[i][0], wanted = pairs[i][1];
    RUN(hooks_of_tensors);
    RUN(hooks_of_nodes);
    RUN(custom_backward);
    RUN(saved_values);
    RUN(grad_calls);
    RUN(nested_grad_calls);
    RUN(recomputations);
    RUN(nothing_stays);
  }
  return finish();
}
