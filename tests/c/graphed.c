/* Functions that run as graphs: what is refused, what is said about it, and that nothing is lost. GF-1 to GF-7. */
#include "graphed.h"

/* ---- making them ---- */

static void arguments(void) {
  Function* f = multiply(2);
  vjp_graphed* g = NULL;
  vjp_graphed_options options = VJP_GRAPHED_OPTIONS_INIT;
  FAILS(VJP_ERROR_INVALID, vjp_make_graphed(NULL, 1, NULL, &g));
  const vjp_graphed_function* none = NULL;
  FAILS(VJP_ERROR_INVALID, vjp_make_graphed(&none, 1, NULL, &g));
  OK(vjp_make_graphed(NULL, 0, NULL, &g));
  options.num_warmup = -1;
  FAILS(VJP_ERROR_INVALID, make(f, sample(), &options, &g));
  SAYS("num_warmup");
  options.num_warmup = 3;
  options.allow_unused = 2;
  FAILS(VJP_ERROR_INVALID, make(f, sample(), &options, &g));
  options.allow_unused = 0;
  options.mode = (vjp_capture_mode)9;
  FAILS(VJP_ERROR_INVALID, make(f, sample(), &options, &g));
  options.mode = VJP_CAPTURE_GLOBAL;
  options.struct_size = 4;
  FAILS(VJP_ERROR_INVALID, make(f, sample(), &options, &g));
  SAYS("struct_size");
  CHECK(f->dropped == 4 && f->runs == 0 && !g);
  FAILS(VJP_ERROR_INVALID, make(f, NULL, NULL, &g));
  SAYS("input 0 is NULL");
  f->dropped = 0;
  Described one, two;
  const vjp_graphed_function* both[] = {describe(&one, f, sample()), describe(&two, f, sample())};
  two.function.run = NULL;
  FAILS(VJP_ERROR_INVALID, vjp_make_graphed(both, 2, NULL, &g));
  CHECK(f->dropped == 2);
  works_again(f);
}

/* CG-1, GF-3 */
static void devices(void) {
  Function* f = multiply(2);
  vjp_graphed* g = NULL;
  FAILS(VJP_ERROR_DEVICE, make(f, VEC(1, 1, 1), NULL, &g));
  SAYS("input 0");
  vjp_device other = {VJP_DEVICE_SIM, 1};
  FAILS(VJP_ERROR_DEVICE, make(f, on(other, VEC(1, 1, 1)), NULL, &g));
  SAYS("weight");
  SAYS("sim:1");
  vjp_graphed_options options = VJP_GRAPHED_OPTIONS_INIT;
  options.device = other;
  FAILS(VJP_ERROR_DEVICE, make(f, sample(), &options, &g));
  options.device = kDevice;
  OK(vjp_memory_pool_create(other, &options.pool));
  arena_put(options.pool, arena_pool_release);
  FAILS(VJP_ERROR_DEVICE, make(f, sample(), &options, &g));
  SAYS("pool");
  works_again(f);
}

static int hooks_run;
static vjp_status count_hook(void* context, vjp_tensor* gradient, vjp_tensor** out) {
  (void)context, (void)gradient;
  *out = NULL;
  ++hooks_run;
  return VJP_OK;
}
static vjp_status count_leaf_hook(void* context, vjp_tensor* leaf_) {
  (void)context, (void)leaf_;
  ++hooks_run;
  return VJP_OK;
}
/* GF-5 */
static void hooks(void) {
  Function* f = multiply(2);
  vjp_graphed* g = NULL;
  vjp_hook* hook = NULL;
  OK(vjp_tensor_add_hook(f->w, count_hook, NULL, NULL, &hook));
  FAILS(VJP_ERROR_INVALID, make(f, sample(), NULL, &g));
  SAYS("'weight' has hooks");
  vjp_hook_remove(hook);
  OK(vjp_tensor_add_post_accumulate_hook(f->w, count_leaf_hook, NULL, NULL, &hook));
  FAILS(VJP_ERROR_INVALID, make(f, sample(), NULL, &g));
  SAYS("hooks");
  vjp_hook_remove(hook);
  CHECK(f->runs == 0);

  g = made(f, sample());
  hooks_run = 0;
  OK(vjp_tensor_add_hook(f->w, count_hook, NULL, NULL, &hook));
  vjp_hook* other = NULL;
  OK(vjp_tensor_add_post_accumulate_hook(f->w, count_leaf_hook, NULL, NULL, &other));
  for (int i = 1; i <= 3; ++i) {
    OK(vjp_backward(call(g, sample()), ones3()));
    CHECK(hooks_run == 2 * i);
  }
  vjp_hook_release(hook);
  vjp_hook_release(other);
  Function of_result = {times(f->w, 1), false, 0, 0, 0, false, false, NULL};
  FAILS(VJP_ERROR_INVALID, make(&of_result, sample(), NULL, &g));
  SAYS("no leaf");
}

static void where_not(void) {
  Function* f = multiply(2);
  vjp_graphed* g = NULL;
  vjp_guard* region = NULL;
  OK(vjp_guard_mode(VJP_MODE_INFERENCE, true, &region));
  FAILS(VJP_ERROR_STATE, make(f, sample(), NULL, &g));
  SAYS("inference");
  OK(vjp_guard_exit(region));
  vjp_graphed* good = made(f, sample());
  vjp_device_graph* outer = NULL;
  OK(vjp_device_graph_create(&outer));
  arena_put(outer, arena_graph_release);
  vjp_tensor *x = sample(), *y = NULL, *kept = call(good, x);
  OK(vjp_guard_capture(outer, kDevice, NULL, NULL, VJP_CAPTURE_GLOBAL, &region));
  FAILS(VJP_ERROR_STATE, make(f, x, NULL, &g));
  SAYS("captured");
  FAILS(VJP_ERROR_STATE, try_call(good, x, true, &y));
  SAYS("no part of another");
  vjp_tensor* z = times(x, 3);
  OK(vjp_device_graph_capture_end(outer));
  OK(vjp_guard_exit(region));
  OK(vjp_device_graph_replay(outer));
  EQUALS(z, 3, 3, 3);
  OK(vjp_backward(kept, ones3())); /* the refused call has overwritten nothing */
  EQUALS(grad_of(f->w), 1, 1, 1);
}

/* GF-2, CG-5: whatever goes wrong, in the warm-up or in a capture. */
static void failures(void) {
  Function* f = multiply(2);
  vjp_graphed* g = NULL;
  for (int at_run = 1; at_run <= 4; at_run += 3) { /* the first warm-up, the capture */
    f->runs = f->dropped = 0;
    f->fail_at = at_run;
    FAILS(VJP_ERROR_IO, make(f, sample(), NULL, &g));
    SAYS("out of paper");
    CHECK(f->dropped == 1 && f->runs == at_run && !g);
    f->fail_at = 0;
    works_again(f);
  }
  f->reads_back = true;
  FAILS(VJP_ERROR_STATE, make(f, sample(), NULL, &g)); /* CG-3 */
  f->reads_back = false;
  works_again(f);
  uint64_t left = 0;
  for (uint64_t nth = 1; nth <= 2; ++nth) { /* the first segment of the pool, of the first graph and of the second */
    OK(vjp_device_synchronize(kDevice));
    OK(vjp_memory_empty_cache(kDevice));
    vjp_tensor* x = sample();
    OK(vjp_sim_fail_allocation(kDevice.index, nth, 1000));
    vjp_status status = make(f, x, NULL, &g);
    OK(vjp_sim_fail_allocation(kDevice.index, 0, 0));
    if (status == VJP_OK) arena_put(g, arena_graphed_release);
    left += status == VJP_ERROR_MEMORY;
    works_again(f);
  }
  CHECK(left > 0);
  vjp_capture_state state = VJP_CAPTURE_ACTIVE;
  vjp_stream* now = NULL;
  OK(vjp_stream_current(kDevice, &now));
  OK(vjp_stream_capture_state(now, &state, NULL));
  CHECK(state == VJP_CAPTURE_NONE);
  vjp_stream_release(now);
}

/* CG-4 */
static void host_work(void) {
  Function* f = multiply(2);
  f->host = VEC(0);
  vjp_graphed* g = NULL;
  FAILS(VJP_ERROR_STATE, make(f, sample(), NULL, &g));
  SAYS("add");
  SAYS("CPU");
  vjp_graphed_options options = VJP_GRAPHED_OPTIONS_INIT;
  options.elide_cpu_work = 1;
  options.num_warmup = 0;
  OP_("fill", T(f->host), F(0));
  OK(make(f, sample(), &options, &g));
  arena_put(g, arena_graphed_release);
  EQUALS(f->host, 1);
  EQUALS(call(g, there(VEC(1, 2, 3))), 2, 4, 6);
  EQUALS(f->host, 1);
}

/* GF-3 */
static void unused(void) {
  Function* f = multiply(2);
  f->ignores_w = true;
  vjp_graphed* g = NULL;
  vjp_tensor* x = leaf(sample());
  FAILS(VJP_ERROR_INVALID, make(f, x, NULL, &g));
  SAYS("'weight'");
  vjp_graphed_options options = VJP_GRAPHED_OPTIONS_INIT;
  options.num_warmup = 0;
  FAILS(VJP_ERROR_INVALID, make(f, x, &options, &g));
  SAYS("'weight'");
  options.allow_unused = 1;
  OK(make(f, x, &options, &g));
  arena_put(g, arena_graphed_release);
  OK(vjp_backward(call(g, x), ones3()));
  CHECK(!grad_of(f->w));
  EQUALS(grad_of(x), 2, 2, 2);
}

/* ---- calling them ---- */

/* GF-3 */
static void inputs(void) {
  Function* f = multiply(2);
  vjp_graphed* g = made(f, sample());
  vjp_tensor *y = NULL, *x = sample();
  vjp_tensor_list* list = NULL;
  vjp_tensor* two[] = {x, x};
  FAILS(VJP_ERROR_INVALID, vjp_graphed_call(g, two, 2, true, &list));
  FAILS(VJP_ERROR_INVALID, vjp_graphed_call(g, NULL, 1, true, &list));
  FAILS(VJP_ERROR_INVALID, vjp_graphed_call(NULL, two, 1, true, &list));
  FAILS(VJP_ERROR_INVALID, vjp_graphed_call(g, two, 1, true, NULL));
  FAILS(VJP_ERROR_INVALID, try_call(g, NULL, true, &y));
  FAILS(VJP_ERROR_SHAPE, try_call(g, there(VEC(1, 2)), true, &y));
  SAYS("[2]");
  SAYS("[3]");
  vjp_tensor* narrow = OP("to", T(x), D(VJP_DTYPE_FLOAT32));
  FAILS(VJP_ERROR_DTYPE, try_call(g, narrow, true, &y));
  FAILS(VJP_ERROR_DEVICE, try_call(g, VEC(1, 2, 3), true, &y));
  FAILS(VJP_ERROR_INVALID, try_call(g, leaf(sample()), true, &y));
  SAYS("requires grad");
  vjp_guard* region = NULL;
  OK(vjp_guard_mode(VJP_MODE_GRAD, false, &region)); /* where nothing is recorded it does not matter */
  OK(try_call(g, leaf(there(VEC(1, 2, 3))), true, &y));
  CHECK(!vjp_tensor_requires_grad(y));
  OK(vjp_guard_exit(region));
  EQUALS(y, 2, 4, 6);
  OK(vjp_forward_mode_enter());
  vjp_tensor* dual = NULL;
  OK(vjp_make_dual(x, sample(), &dual));
  FAILS(VJP_ERROR_NOT_IMPLEMENTED, try_call(g, own(dual), true, &y));
  SAYS("tangent");
  OK(vjp_forward_mode_exit());
}

/* GF-5 */
static void parameters(void) {
  Function* f = multiply(2);
  vjp_graphed* g = made(f, sample());
  vjp_tensor *y = NULL, *x = there(VEC(1, 2, 3)), *data = NULL;
  OK(vjp_tensor_detach(f->w, &data));
  OP_("fill", T(own(data)), F(5)); /* in place */
  EQUALS(call(g, x), 5, 10, 15);
  OK(vjp_tensor_set_data(f->w, there(VEC(7, 7, 7))));
  FAILS(VJP_ERROR_STATE, try_call(g, x, true, &y));
  SAYS("parameter 'weight' has other memory");
  OK(try_call(g, x, false, &y)); /* the function itself sees it */
  EQUALS(y, 7, 14, 21);

  Function* frozen = multiply(3);
  OK(vjp_tensor_set_requires_grad(frozen->w, false));
  g = made(frozen, sample());
  y = call(g, x);
  EQUALS(y, 3, 6, 9);
  CHECK(!vjp_tensor_requires_grad(y)); /* nothing has a gradient */
  leaf(frozen->w);
  FAILS(VJP_ERROR_STATE, try_call(g, x, true, &y));
  SAYS("'weight' requires grad");
}

/* GF-6 */
static void evaluation(void) {
  Function* f = multiply(2);
  vjp_graphed* g = made(f, sample());
  CHECK(f->training && f->runs == 4);
  vjp_tensor *y = call(g, there(VEC(1, 2, 3))), *z = NULL;
  CHECK(f->runs == 4);
  OK(try_call(g, leaf(there(VEC(5))), false, &z)); /* whatever the function takes */
  EQUALS(z, 10, 10, 10);
  OK(try_call(g, there(VEC(4, 5, 6)), false, &z));
  CHECK(f->runs == 6 && !f->training);
  EQUALS(z, 8, 10, 12);
  OK(vjp_backward(z, ones3()));
  EQUALS(grad_of(f->w), 4, 5, 6);
  OK(vjp_tensor_set_grad(f->w, NULL));
  OK(vjp_backward(y, ones3())); /* the graph's call is not disturbed by it */
  EQUALS(grad_of(f->w), 1, 2, 3);
}

/* GF-1: the first order only */
static void once_differentiable(void) {
  Function* f = multiply(2);
  vjp_tensor *x = leaf(sample()), *given = leaf(there(VEC(1, 2, 3)));
  vjp_graphed* g = made(f, x);
  vjp_tensor* y = sum(OP("square", T(call(g, given))));
  OK(backward_of(y, true, true));
  vjp_tensor* grad = grad_of(given);
  EQUALS(grad, 8, 16, 24);
  CHECK(vjp_tensor_requires_grad(grad));
  FAILS(VJP_ERROR_NOT_IMPLEMENTED, vjp_backward(sum(grad), NULL));
  SAYS("GraphedBackward");
  SAYS("once");
  OK(vjp_tensor_set_grad(given, NULL)); /* grads with a history keep each other alive */
  OK(vjp_tensor_set_grad(f->w, NULL));
}

/* A result keeps what its backward needs, also when the handle has gone; the context goes with the last of them. */
static void lifetime(void) {
  Function* f = multiply(2);
  int64_t blocks = private_blocks();
  vjp_graphed* g = NULL;
  OK(make(f, sample(), NULL, &g));
  vjp_tensor* y = NULL;
  OK(try_call(g, there(VEC(1, 2, 3)), true, &y));
  vjp_graphed_release(vjp_graphed_retain(g));
  vjp_graphed_release(g);
  CHECK(f->dropped == 0);
  EQUALS(y, 2, 4, 6);
  OK(vjp_backward(y, ones3()));
  EQUALS(grad_of(f->w), 1, 2, 3);
  CHECK(private_blocks() > blocks);
  drop_now(y);
  CHECK(f->dropped == 1 && private_blocks() == blocks);
  vjp_graphed_release(NULL);
  CHECK(!vjp_graphed_retain(NULL));
}

ON_A_STREAM(arguments)
ON_A_STREAM(devices)
ON_A_STREAM(hooks)
ON_A_STREAM(where_not)
ON_A_STREAM(failures)
ON_A_STREAM(host_work)
ON_A_STREAM(unused)
ON_A_STREAM(inputs)
ON_A_STREAM(parameters)
ON_A_STREAM(evaluation)
ON_A_STREAM(once_differentiable)
ON_A_STREAM(lifetime)

int main(void) {
  RUN(test_arguments);
  RUN(test_devices);
  RUN(test_hooks);
  RUN(test_where_not);
  RUN(test_failures);
  RUN(test_host_work);
  RUN(test_unused);
  RUN(test_inputs);
  RUN(test_parameters);
  RUN(test_evaluation);
  RUN(test_once_differentiable);
  RUN(test_lifetime);
  return finish();
}
