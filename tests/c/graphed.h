/* What the tests of graphed callables share. */
#ifndef VJP_TESTS_GRAPHED_H
#define VJP_TESTS_GRAPHED_H

#include "check.h"

static const vjp_device kDevice = {VJP_DEVICE_SIM, 0};

static inline void arena_graphed_release(void* p) { vjp_graphed_release((vjp_graphed*)p); }
static inline void arena_graph_release(void* p) { vjp_device_graph_release((vjp_device_graph*)p); }
static inline void arena_pool_release(void* p) { vjp_memory_pool_release((vjp_memory_pool*)p); }
static inline void arena_stream_release(void* p) { vjp_stream_release((vjp_stream*)p); }

static inline vjp_tensor* on(vjp_device device, vjp_tensor* t) {
  vjp_tensor* out = NULL;
  OK(vjp_to_device(t, &device, VJP_DTYPE_NONE, false, &out));
  return own(out);
}
static inline vjp_tensor* there(vjp_tensor* t) { return on(kDevice, t); }

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

static inline vjp_status run(void* context, bool training, vjp_tensor* const* inputs, size_t num_inputs,
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
static inline void drop(void* context) { ++((Function*)context)->dropped; }

typedef struct Described {
  vjp_graphed_function function;
  vjp_tensor *sample, *parameter;
  const char* name;
} Described;
static inline const vjp_graphed_function* describe(Described* d, Function* f, vjp_tensor* sample) {
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
static inline vjp_status make(Function* f, vjp_tensor* sample, const vjp_graphed_options* options, vjp_graphed** out) {
  Described d;
  const vjp_graphed_function* function = describe(&d, f, sample);
  return vjp_make_graphed(&function, 1, options, out);
}
static inline vjp_graphed* made(Function* f, vjp_tensor* sample) {
  vjp_graphed* g = NULL;
  OK(make(f, sample, NULL, &g));
  return (vjp_graphed*)arena_put(g, arena_graphed_release);
}
/* As long as the arena, which may release the callable last. */
static inline Function* multiply(double w) {
  Function* f = (Function*)arena_put(calloc(1, sizeof *f), free);
  f->w = leaf(there(VEC(w, w, w)));
  return f;
}
static inline vjp_tensor* sample(void) { return there(VEC(1, 1, 1)); }
static inline vjp_status try_call(vjp_graphed* g, vjp_tensor* x, bool training, vjp_tensor** out) {
  vjp_tensor_list* list = NULL;
  vjp_status status = vjp_graphed_call(g, &x, 1, training, &list);
  if (status == VJP_OK) *out = own(vjp_tensor_retain(vjp_tensor_list_get(list, 0)));
  vjp_tensor_list_release(list);
  return status;
}
static inline vjp_tensor* call(vjp_graphed* g, vjp_tensor* x) {
  vjp_tensor* y = NULL;
  OK(try_call(g, x, true, &y));
  return y;
}
static inline vjp_status backward_of(vjp_tensor* y, bool retain, bool create) {
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
static inline vjp_tensor* ones3(void) { return there(VEC(1, 1, 1)); }
static inline int64_t private_blocks(void) {
  vjp_memory_statistics s = VJP_MEMORY_STATISTICS_INIT;
  OK(vjp_memory_get_statistics(kDevice, &s));
  return s.private_pools.allocated_blocks.current;
}
/* After a failure: nothing of it is left, and the same works. */
static inline void works_again(Function* f) {
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

static inline void on_a_stream(void (*body)(void)) {
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

#endif
