/* Functions that run as graphs: what is refused, what is said about it, and that nothing is lost. GF-1 to GF-7. */
#include "check.h"

static const vjp_device kDevice = {VJP_DEVICE_SIM, 0};

static void arena_graphed_release(void* p) { vjp_graphed_release((vjp_graphed*)p); }
static void arena_graph_release(void* p) { vjp_device_graph_release((vjp_device_graph*)p); }
static void arena_pool_release(void* p) { vjp_memory_pool_release((vjp_memory_pool*)p); }
static void arena_stream_release(void* p) { vjp_stream_release((vjp_stream*)p); }

static vjp_tensor* on(vjp_device device, vjp_tensor* t) {
  vjp_tensor* out = NULL;
  OK(vjp_to_device(t, &device, VJP_DTYPE_NONE, false, &out));
  return own(out);
}
static vjp_tensor* there(vjp_tensor* t) { return on(kDevice, t); }

/* ---- functions ---- */

typedef struct Function {
  vjp_tensor* w; /* x * w, on the device */
  bool training; /* with which it ran last */
  int runs, dropped;
  int fail_at;     /* the how manieth run raises; 0: none */
  bool reads_back; /* waits for its result */
  bool ignores_w;
  vjp_tensor* host; /* is changed on the CPU, if there is one */
} Function;

static vjp_status run(void* context, bool training, vjp_tensor* const* inputs, size_t num_inputs,
                      vjp_tensor_list* results) {
  (void)num_inputs;
  Function* f = (Function*)context;
  f->training = training;
  if (++f->runs == f->fail_at) return vjp_error_raise(VJP_ERROR_IO, "the function is out of paper", NULL, NULL);
  vjp_tensor* out = NULL;
  vjp_value by = f->ignores_w ? F(2) : T(f->w);
  vjp_status status = call_op("mul", VJP_VARIANT_FUNCTIONAL, ARGS(T(inputs[0]), by), 0, &out);
  double values[3];
  if (status == VJP_OK && f->reads_back) status = vjp_tensor_copy_to(out, values, sizeof values, VJP_DTYPE_FLOAT64);
  if (status == VJP_OK && f->host) status = call_op("add", VJP_VARIANT_INPLACE, ARGS(T(f->host), F(1)), 0, NULL);
  if (status == VJP_OK) status = vjp_tensor_list_append(results, out);
  vjp_tensor_release(out);
  return status;
}
static void drop(void* context) { ++((Function*)context)->dropped; }

typedef struct Described {
  vjp_graphed_function function;
  vjp_tensor *sample, *parameter;
  const char* name;
} Described;
static const vjp_graphed_function* describe(Described* d, Function* f, vjp_tensor* sample) {
  vjp_graphed_function fresh = VJP_GRAPHED_FUNCTION_INIT;
  d->function = fresh;
  d->sample = sample;
  d->parameter = f->w;
  d->name = "weight";
  d->function.run = run;
  d->function.context = f;
  d->function.drop = drop;
  d->function.inputs = &d->sample;
  d->function.num_inputs = 1;
  d->function.parameters = &d->parameter;
  d->function.num_parameters = 1;
  d->function.parameter_names = &d->name;
  return &d->function;
}
static vjp_status make(Function* f, vjp_tensor* sample, const vjp_graphed_options* options, vjp_graphed** out) {
  Described d;
  const vjp_graphed_function* function = describe(&d, f, sample);
  return vjp_make_graphed(&function, 1, options, out);
}
static vjp_graphed* made(Function* f, vjp_tensor* sample) {
  vjp_graphed* g = NULL;
  OK(make(f, sample, NULL, &g));
  return (vjp_graphed*)arena_put(g, arena_graphed_release);
}
/* As long as the arena, which may release the callable last. */
static Function* multiply(double w) {
  Function* f = (Function*)arena_put(calloc(1, sizeof *f), free);
  f->w = leaf(there(VEC(w, w, w)));
  return f;
}
static vjp_tensor* sample(void) { return there(VEC(1, 1, 1)); }
static vjp_status try_call(vjp_graphed* g, vjp_tensor* x, bool training, vjp_tensor** out) {
  vjp_tensor_list* list = NULL;
  vjp_status status = vjp_graphed_call(g, &x, 1, training, &list);
  if (status == VJP_OK) *out = own(vjp_tensor_retain(vjp_tensor_list_get(list, 0)));
  vjp_tensor_list_release(list);
  return status;
}
static vjp_tensor* call(vjp_graphed* g, vjp_tensor* x) {
  vjp_tensor* y = NULL;
  OK(try_call(g, x, true, &y));
  return y;
}
static vjp_status backward_of(vjp_tensor* y, bool retain, bool create) {
  vjp_grad_options options = VJP_GRAD_OPTIONS_INIT;
  options.retain_graph = retain || create;
  options.create_graph = create;
  options.accumulate = 1;
  vjp_grad_call* c = NULL;
  OK(vjp_grad_call_create(&options, &c));
  OK(vjp_grad_call_add_root(c, y, NULL));
  vjp_status status = vjp_grad_call_run(c);
  vjp_grad_call_release(c);
  return status;
}
static vjp_tensor* ones3(void) { return there(VEC(1, 1, 1)); }
static int64_t private_blocks(void) {
  vjp_memory_statistics s = VJP_MEMORY_STATISTICS_INIT;
  OK(vjp_memory_get_statistics(kDevice, &s));
  return s.private_pools.allocated_blocks.current;
}
/* After a failure: nothing of it is left, and the same works. */
static void works_again(Function* f) {
  int64_t blocks = private_blocks();
  vjp_graphed* g = made(f, sample());
  vjp_tensor* y = call(g, there(VEC(1, 2, 3)));
  OK(vjp_backward(y, ones3()));
  EQUALS(y, at(f->w, 0), 2 * at(f->w, 0), 3 * at(f->w, 0));
  EQUALS(grad_of(f->w), 1, 2, 3);
  OK(vjp_tensor_set_grad(f->w, NULL));
  drop_now(y);
  drop_now(g);
  CHECK(private_blocks() == blocks);
}

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

/* GF-4: what later calls overwrite is not taken for what it was. */
static void overwritten(void) {
  Function* f = multiply(2);
  vjp_graphed* g = made(f, sample());
  vjp_tensor *y = call(g, there(VEC(1, 2, 3))), *z = call(g, there(VEC(4, 5, 6)));
  CHECK(vjp_tensor_data(y) == vjp_tensor_data(z));
  FAILS(VJP_ERROR_STATE, vjp_backward(y, ones3()));
  SAYS("overwritten");
  CHECK(!grad_of(f->w));
  z = sum(z);
  OK(backward_of(z, true, false));
  EQUALS(grad_of(f->w), 4, 5, 6);
  FAILS(VJP_ERROR_STATE, backward_of(z, true, false)); /* once for each call */
  SAYS("its backward ran before");
  EQUALS(grad_of(f->w), 4, 5, 6);

  Function *first = multiply(2), *second = multiply(3);
  Described a, b;
  const vjp_graphed_function* both[] = {describe(&a, first, sample()), describe(&b, second, sample())};
  vjp_graphed* pair[2] = {NULL};
  OK(vjp_make_graphed(both, 2, NULL, pair));
  for (int i = 0; i < 2; ++i) arena_put(pair[i], arena_graphed_release);
  y = call(pair[0], there(VEC(1, 2, 3)));
  z = call(pair[1], there(VEC(1, 2, 3)));
  OK(vjp_backward(sum(y), NULL));
  FAILS(VJP_ERROR_STATE, vjp_backward(sum(z), NULL)); /* in the reverse order of the calls */
  SAYS("out of turn");
  y = call(pair[0], there(VEC(1, 2, 3)));
  z = call(pair[1], there(VEC(1, 2, 3)));
  OK(vjp_tensor_set_grad(first->w, NULL));
  OK(vjp_backward(sum(OP("add", T(y), T(z))), NULL)); /* which is the engine's own */
  EQUALS(grad_of(first->w), 1, 2, 3);
  EQUALS(grad_of(second->w), 1, 2, 3);
}

static vjp_memory_pool* new_pool(void) {
  vjp_memory_pool* pool = NULL;
  OK(vjp_memory_pool_create(kDevice, &pool));
  return (vjp_memory_pool*)arena_put(pool, arena_pool_release);
}
static vjp_graphed* made_in(vjp_memory_pool* pool, Function* f) {
  vjp_graphed_options options = VJP_GRAPHED_OPTIONS_INIT;
  options.pool = pool;
  vjp_graphed* g = NULL;
  OK(make(f, sample(), &options, &g));
  return (vjp_graphed*)arena_put(g, arena_graphed_release);
}
/* GF-2, GF-4, CG-7: the order of use is that of the pool, whoever put the graphs there. */
static void overwritten_in_the_pool(void) {
  Function *f = multiply(2), *g = multiply(3);
  vjp_memory_pool* pool = new_pool();
  vjp_graphed *first = made_in(pool, f), *second = made_in(pool, g), *apart = made_in(new_pool(), g);
  vjp_device_graph* plain = NULL;
  vjp_guard* region = NULL;
  OK(vjp_device_graph_create(&plain));
  arena_put(plain, arena_graph_release);
  vjp_tensor *x = there(VEC(1, 2, 3)), *one = sample();
  OK(vjp_guard_capture(plain, kDevice, NULL, pool, VJP_CAPTURE_GLOBAL, &region));
  vjp_tensor* scratch = times(one, 9);
  OK(vjp_device_graph_capture_end(plain));
  OK(vjp_guard_exit(region));
  drop_now(scratch);

  for (int order = 0; order < 6; ++order) {
    vjp_graphed* mine = order % 2 ? second : first;
    Function* function = order % 2 ? g : f;
    vjp_tensor* y = call(mine, x);
    vjp_tensor* other = NULL;
    if (order < 2) other = call(order % 2 ? first : second, x); /* of the same pool */
    if (order == 2 || order == 3) OK(vjp_device_graph_replay(plain));
    if (order > 3) other = call(apart, x); /* of another one */
    if (order > 3) {
      OK(vjp_backward(y, ones3()));
      EQUALS(grad_of(function->w), 1, 2, 3);
      OK(vjp_tensor_set_grad(function->w, NULL));
    } else {
      FAILS(VJP_ERROR_STATE, vjp_backward(y, ones3()));
      SAYS("another graph of the memory pool");
      CHECK(!grad_of(function->w));
    }
    if (!other) continue;
    OK(vjp_backward(other, ones3())); /* which came last */
    function = order == 1 ? f : g;
    EQUALS(grad_of(function->w), 1, 2, 3);
    OK(vjp_tensor_set_grad(function->w, NULL));
  }
}

/* GF-4: a derivative outside of the graphs needs a result that a later call has overwritten, in one pool or another. */
static void overwritten_results(void) {
  Function *f = multiply(2), *h = multiply(3);
  OK(vjp_tensor_set_requires_grad(f->w, false)); /* no backward of its own would notice */
  vjp_memory_pool* pool = new_pool();
  vjp_graphed *before = made_in(pool, h), *g = made_in(pool, f), *after = made_in(pool, h);
  vjp_tensor *x = there(VEC(1, 2, 3)), *v = leaf(there(VEC(1, 1, 1)));
  vjp_graphed* then[] = {g, before, after};
  for (int i = 0; i < 3; ++i) {
    vjp_tensor* z = OP("mul", T(v), T(call(g, x)));
    call(then[i], there(VEC(4, 5, 6)));
    if (i < 2) {
      FAILS(VJP_ERROR_VERSION, vjp_backward(z, ones3()));
      CHECK(!grad_of(v));
    } else { /* graphs that are captured later leave results alone */
      OK(vjp_backward(z, ones3()));
      EQUALS(grad_of(v), 2, 4, 6);
    }
  }
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

static void on_a_stream(void (*body)(void)) {
  vjp_stream* s = NULL;
  vjp_guard* here = NULL;
  OK(vjp_stream_create(kDevice, 0, &s));
  arena_put(s, arena_stream_release);
  OK(vjp_guard_stream(s, &here));
  body();
  OK(vjp_stream_synchronize(s));
  OK(vjp_guard_exit(here));
}
#define ON_A_STREAM(body) \
  static void test_##body(void) { on_a_stream(body); }
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
ON_A_STREAM(overwritten)
ON_A_STREAM(overwritten_in_the_pool)
ON_A_STREAM(overwritten_results)
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
  RUN(test_overwritten);
  RUN(test_overwritten_in_the_pool);
  RUN(test_overwritten_results);
  RUN(test_lifetime);
  return finish();
}
