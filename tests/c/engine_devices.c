/* Chapters 8, 9, 11, 12 and 13 where a device takes part: grad calls with nodes on the simulator. */
#include <pthread.h>
#include <stdatomic.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "custom_functions.h"
#include "vjp/sim.h"

static vjp_device sim(int index) {
  vjp_device d = {VJP_DEVICE_SIM, index};
  return d;
}
static const vjp_device kHost = {VJP_DEVICE_CPU, 0};

static vjp_status raw_moved(vjp_tensor* t, vjp_device d, vjp_tensor** out) {
  vjp_value device = {VJP_KIND_DEVICE, 0, {0}};
  device.as.device = d;
  return call_op("to.device", VJP_VARIANT_FUNCTIONAL, ARGS(T(t), device, NONE(), B(false)), 0, out);
}
static vjp_tensor* raw_full(vjp_device d, size_t ndim, double value) {
  vjp_tensor *host = NULL, *t = NULL;
  int64_t size = 3;
  OK(call_op("full", VJP_VARIANT_FUNCTIONAL, ARGS(L(&size, ndim), F(value), D(VJP_DTYPE_FLOAT64)), 0, &host));
  OK(raw_moved(host, d, &t));
  vjp_tensor_release(host);
  return t;
}
/* Three elements, or none of the dimensions. */
static vjp_tensor* vector_on(vjp_device d, double value) { return own(raw_full(d, 1, value)); }
static vjp_tensor* scalar_on(vjp_device d, double value) { return own(raw_full(d, 0, value)); }

static vjp_tensor* moved(vjp_tensor* t, vjp_device d) {
  vjp_tensor* out = NULL;
  OK(raw_moved(t, d, &out));
  return own(out);
}

/* The elements, brought to the host. */
static vjp_tensor* brought(vjp_tensor* t) { return t ? moved(t, kHost) : NULL; }
#define READS(t, ...) EQUALS(brought(t), __VA_ARGS__)

static vjp_status give(void* context, vjp_node* node, vjp_tensor* const* grads, size_t num_grads, vjp_tensor** out,
                       size_t num_inputs) {
  (void)node, (void)grads, (void)num_grads, (void)num_inputs;
  out[0] = vjp_tensor_retain((vjp_tensor*)context);
  return VJP_OK;
}

/* VALID-7, STREAM-15 */
static void valid_7_zero_dimensional_gradients_move(void) {
  vjp_tensor* x = leaf(scalar_on(sim(0), 2));
  OK(vjp_backward(with_backward(x, "Give", give, SCALAR(5)), NULL));
  READS(grad_of(x), 5);
  CHECK(vjp_tensor_device(grad_of(x)).kind == VJP_DEVICE_SIM);
  vjp_tensor* host = leaf(SCALAR(2));
  OK(vjp_backward(with_backward(host, "Give", give, scalar_on(sim(0), 7)), NULL));
  READS(grad_of(host), 7);
  CHECK(vjp_tensor_device(grad_of(host)).kind == VJP_DEVICE_CPU);
}

static void valid_7_others_are_errors(void) {
  vjp_tensor* x = leaf(vector_on(sim(0), 2));
  vjp_tensor* g = vector_on(sim(0), 1);
  FAILS(VJP_ERROR_DEVICE, vjp_backward(with_backward(x, "Give", give, VEC(1, 2, 3)), g));
  SAYS("Give");
  SAYS("gradient 0");
  SAYS("cpu");
  SAYS("sim:0");
  FAILS(VJP_ERROR_DEVICE, vjp_backward(with_backward(x, "Give", give, vector_on(sim(1), 1)), g));
  SAYS("sim:1");
}

/* VALID-7, ENTRY-7: root gradients */
static void valid_7_root_gradients(void) {
  vjp_tensor* x = leaf(vector_on(sim(0), 2));
  FAILS(VJP_ERROR_DEVICE, vjp_backward(times(x, 3), VEC(1, 1, 1)));
  SAYS("root 0");
  vjp_tensor* s = leaf(scalar_on(sim(0), 2));
  OK(vjp_backward(times(s, 3), SCALAR(2)));
  READS(grad_of(s), 6);
}

static vjp_status replace(void* context, vjp_tensor* grad, vjp_tensor** replacement) {
  (void)grad;
  *replacement = vjp_tensor_retain((vjp_tensor*)context);
  return VJP_OK;
}
/* HOOK-8 */
static void hook_8_replacements_stay_on_the_device(void) {
  vjp_tensor* x = leaf(vector_on(sim(0), 2));
  OK(vjp_tensor_add_hook(x, replace, VEC(1, 2, 3), NULL, NULL));
  FAILS(VJP_ERROR_DEVICE, vjp_backward(times(x, 3), vector_on(sim(0), 1)));
  SAYS("sim:0");
}

/* ST-4: the owner of a native stream has taken it away while a graph still has it */
static void st_4_forgotten_streams(void) {
  void* native = NULL;
  vjp_stream* s = NULL;
  vjp_guard* under = NULL;
  OK(vjp_sim_native_create(0, &native));
  OK(vjp_stream_wrap(sim(0), native, &s));
  OK(vjp_stream_set_name(s, "theirs"));
  vjp_tensor *x = leaf(vector_on(sim(0), 2)), *g = vector_on(sim(0), 1);
  OK(vjp_device_synchronize(sim(0)));
  OK(vjp_guard_stream(s, &under));
  vjp_tensor* y = times(x, 3);
  OK(vjp_guard_exit(under));
  OK(vjp_stream_synchronize(s));
  vjp_stream_forget(s);
  FAILS(VJP_ERROR_STATE, vjp_backward(y, g));
  SAYS("theirs");
  SAYS("in node");
  drop_now(y);
  vjp_stream_release(s);
  vjp_tensor* z = leaf(vector_on(sim(0), 2));
  OK(vjp_backward(times(z, 3), g));
  READS(grad_of(z), 3, 3, 3);
  drop_now(x);
  OK(vjp_sim_native_destroy(native));
}

/* ---- workers ---- */

/* HOOK-31 */
static vjp_status nested_in_hook(void* context, vjp_tensor* grad, vjp_tensor** replacement) {
  (void)grad;
  vjp_tensor *x = raw_full(kHost, 1, 2), *y = NULL, *one = raw_full(kHost, 1, 1);
  vjp_guard* on = NULL;
  OK(vjp_guard_mode(VJP_MODE_GRAD, true, &on));
  OK(vjp_tensor_set_requires_grad(x, true));
  OK(call_op("mul", VJP_VARIANT_FUNCTIONAL, ARGS(T(x), T(x)), 0, &y));
  vjp_status status = vjp_grad(&y, 1, &one, &x, 1, NULL, (vjp_tensor**)context);
  OK(vjp_guard_exit(on));
  vjp_tensor_release(x);
  vjp_tensor_release(y);
  vjp_tensor_release(one);
  (void)replacement;
  return status;
}
static vjp_status raise_in_hook(void* context, vjp_tensor* grad, vjp_tensor** replacement) {
  (void)context, (void)grad, (void)replacement;
  vjp_error_raise(VJP_ERROR_SHAPE, "a hook refused", NULL, NULL);
  return VJP_ERROR_SHAPE;
}
static void hook_31_hooks_on_workers(void) {
  vjp_tensor *x = leaf(vector_on(sim(0), 2)), *inner = NULL;
  OK(vjp_tensor_add_hook(x, nested_in_hook, &inner, NULL, NULL));
  OK(vjp_backward(times(x, 3), vector_on(sim(0), 1)));
  READS(own(inner), 4, 4, 4);
  READS(grad_of(x), 3, 3, 3);
  vjp_tensor* z = leaf(vector_on(sim(0), 2));
  OK(vjp_tensor_add_hook(z, raise_in_hook, NULL, NULL, NULL));
  FAILS(VJP_ERROR_SHAPE, vjp_backward(times(z, 3), vector_on(sim(0), 1)));
  SAYS("a hook refused");
  SAYS("AccumulateGrad");
}

/* ENTRY-25, THREAD-8 */
static char warned[256];
static void keep_warning(void* context, const char* message) {
  CHECK(pthread_equal(*(pthread_t*)context, pthread_self()));
  snprintf(warned, sizeof warned, "%s", message);
}
static vjp_status warn_in_hook(void* context, vjp_tensor* grad, vjp_tensor** replacement) {
  (void)context, (void)grad, (void)replacement;
  return vjp_warn("from a worker");
}
static void entry_25_warnings_of_workers(void) {
  pthread_t me = pthread_self();
  OK(vjp_set_warning_handler(keep_warning, &me, NULL));
  vjp_tensor* x = leaf(vector_on(sim(0), 2));
  OK(vjp_tensor_add_hook(x, warn_in_hook, NULL, NULL, NULL));
  OK(vjp_backward(times(x, 3), vector_on(sim(0), 1)));
  CHECK(strcmp(warned, "from a worker") == 0);
  OK(vjp_set_warning_handler(NULL, NULL, NULL));
}

/* TASK-19: the order is known only where one thread runs all nodes */
static vjp_status ask_order(void* context, vjp_tensor* grad, vjp_tensor** replacement) {
  (void)grad, (void)replacement;
  vjp_node* nodes[8];
  size_t count = 0;
  *(vjp_status*)context = vjp_execution_order(nodes, 8, &count);
  for (size_t i = 0; *(vjp_status*)context == VJP_OK && i < count; ++i) vjp_node_release(nodes[i]);
  return VJP_OK;
}
static void task_19_execution_order(void) {
  vjp_status status = VJP_OK;
  vjp_tensor* x = leaf(vector_on(sim(0), 2));
  vjp_tensor* y = times(x, 2);
  OK(vjp_tensor_add_hook(y, ask_order, &status, NULL, NULL));
  OK(vjp_backward(times(y, 3), vector_on(sim(0), 1)));
  CHECK(status == (has_threads() ? VJP_ERROR_STATE : VJP_OK));
  vjp_guard* off = NULL;
  OK(vjp_guard_mode(VJP_MODE_MULTITHREADING, false, &off));
  y = times(x, 2);
  OK(vjp_tensor_add_hook(y, ask_order, &status, NULL, NULL));
  OK(vjp_backward(times(y, 3), vector_on(sim(0), 1)));
  CHECK(status == VJP_OK);
  OK(vjp_guard_exit(off));
}

/* ---- several workers at once ---- */

static atomic_int inner_runs, other_failed, inner_nodes;

static void pause_for_a_moment(void) {
  struct timespec t = {0, 1000000};
  nanosleep(&t, NULL);
}
static vjp_status inner_node(void* context, vjp_node* node, vjp_tensor* const* grads, size_t num_grads,
                             vjp_tensor** out, size_t num_inputs) {
  (void)context, (void)node, (void)num_grads, (void)num_inputs;
  atomic_store(&inner_runs, 1);
  while (!atomic_load(&other_failed)) pause_for_a_moment();
  pause_for_a_moment();
  atomic_fetch_add(&inner_nodes, 1);
  out[0] = vjp_tensor_retain(grads[0]);
  return VJP_OK;
}
enum { kInner = 3000 };
static vjp_status start_inner(void* context, vjp_node* node, vjp_tensor* const* grads, size_t num_grads,
                              vjp_tensor** out, size_t num_inputs) {
  (void)node, (void)num_grads, (void)num_inputs;
  vjp_status status = vjp_backward((vjp_tensor*)context, NULL);
  out[0] = vjp_tensor_retain(grads[0]);
  return status;
}
static vjp_status fail_later(void* context, vjp_node* node, vjp_tensor* const* grads, size_t num_grads,
                             vjp_tensor** out, size_t num_inputs) {
  (void)context, (void)node, (void)grads, (void)num_grads, (void)out, (void)num_inputs;
  while (!atomic_load(&inner_runs)) pause_for_a_moment();
  atomic_store(&other_failed, 1);
  vjp_error_raise(VJP_ERROR_STATE, "the outer call fails", NULL, NULL);
  return VJP_ERROR_STATE;
}
/* REENT-7: two workers; on one an inner call runs, on the other the outer call fails */
static void reent_7_inner_calls_end_with_the_outer(void) {
  OK(vjp_sim_set_mode("threads:2"));
  inner_runs = other_failed = inner_nodes = 0;
  vjp_tensor *host = leaf(SCALAR(1)), *y = host;
  for (int i = 0; i < kInner; ++i) y = with_backward(y, "Inner", inner_node, NULL);
  vjp_tensor *a = leaf(vector_on(sim(0), 1)), *b = leaf(vector_on(sim(1), 1));
  vjp_tensor* roots[2] = {with_backward(a, "StartInner", start_inner, y),
                          with_backward(b, "FailLater", fail_later, NULL)};
  vjp_tensor* gradients[2] = {vector_on(sim(0), 1), vector_on(sim(1), 1)};
  vjp_grad_options options = VJP_GRAD_OPTIONS_INIT;
  options.accumulate = 1;
  vjp_grad_call* call = NULL;
  OK(vjp_grad_call_create(&options, &call));
  own_call(call);
  for (int i = 0; i < 2; ++i) OK(vjp_grad_call_add_root(call, roots[i], gradients[i]));
  FAILS(VJP_ERROR_STATE, vjp_grad_call_run(call));
  SAYS("the outer call fails");
  CHECK(inner_nodes < kInner);
  CHECK(grad_of(host) == NULL);
  CHECK(grad_of(a) == NULL);
  OK(vjp_sim_set_mode("lazy"));
}

/* A gradient for sim:`context` made by an inner call there, and brought to the outer gradient's device. */
static vjp_status inner_on_other(void* context, vjp_node* node, vjp_tensor* const* grads, size_t num_grads,
                                 vjp_tensor** out, size_t num_inputs) {
  (void)node, (void)num_grads, (void)num_inputs;
  vjp_device there = sim((int)(intptr_t)context);
  vjp_tensor *x = raw_full(there, 1, 2), *y = NULL, *z = NULL, *one = raw_full(there, 1, 1), *g = NULL;
  vjp_guard* on = NULL;
  OK(vjp_guard_mode(VJP_MODE_GRAD, true, &on));
  OK(vjp_tensor_set_requires_grad(x, true));
  OK(call_op("mul", VJP_VARIANT_FUNCTIONAL, ARGS(T(x), T(x)), 0, &y));
  OK(call_op("mul", VJP_VARIANT_FUNCTIONAL, ARGS(T(y), T(x)), 0, &z));
  vjp_status status = vjp_grad(&z, 1, &one, &x, 1, NULL, &g);
  OK(vjp_guard_exit(on));
  if (status == VJP_OK) status = raw_moved(g, vjp_tensor_device(grads[0]), out);
  vjp_tensor_release(x);
  vjp_tensor_release(y);
  vjp_tensor_release(z);
  vjp_tensor_release(one);
  vjp_tensor_release(g);
  return status;
}
/* REENT-10, REENT-3: each worker starts inner calls for the other; no wake-up is lost */
static void reent_10_inner_calls_cross_devices(void) {
  OK(vjp_sim_set_mode("threads:2"));
  for (int round = 0; round < 30; ++round) {
    vjp_tensor *a = leaf(vector_on(sim(0), 1)), *b = leaf(vector_on(sim(1), 1));
    vjp_tensor *p = a, *q = b;
    for (int i = 0; i < 3; ++i) {
      p = with_backward(p, "Cross", inner_on_other, (void*)1);
      q = with_backward(q, "Cross", inner_on_other, (void*)0);
    }
    vjp_tensor *root = add(p, moved(q, sim(0))), *g = vector_on(sim(0), 1);
    OK(vjp_backward(root, g));
    READS(grad_of(a), 12, 12, 12);
    READS(grad_of(b), 12, 12, 12);
  }
  OK(vjp_sim_set_mode("lazy"));
}

/* REENT-4: deep nesting on a worker goes on on other threads, which serve its queue */
typedef struct Depth {
  int left;
} Depth;
static vjp_status go_deeper(void* context, vjp_node* node, vjp_tensor* const* grads, size_t num_grads, vjp_tensor** out,
                            size_t num_inputs);
static vjp_status one_level(Depth* depth) {
  vjp_function f = VJP_FUNCTION_INIT;
  f.name = "Deeper";
  f.backward = go_deeper;
  f.context = depth;
  vjp_tensor *x = raw_full(sim(0), 1, 1), *g = raw_full(sim(0), 1, 1), *y = raw_full(sim(0), 1, 1);
  vjp_guard* on = NULL;
  OK(vjp_guard_mode(VJP_MODE_GRAD, true, &on));
  OK(vjp_tensor_set_requires_grad(x, true));
  OK(vjp_function_record(&f, &x, 1, &y, 1, NULL, 0));
  vjp_status status = vjp_backward(y, g);
  OK(vjp_guard_exit(on));
  vjp_tensor_release(x);
  vjp_tensor_release(g);
  vjp_tensor_release(y);
  return status;
}
static vjp_status go_deeper(void* context, vjp_node* node, vjp_tensor* const* grads, size_t num_grads, vjp_tensor** out,
                            size_t num_inputs) {
  (void)node, (void)num_grads, (void)num_inputs;
  Depth* depth = (Depth*)context;
  out[0] = vjp_tensor_retain(grads[0]);
  return --depth->left > 0 ? one_level(depth) : VJP_OK;
}
static void reent_4_deep_nesting_on_a_worker(void) {
  Depth depth = {500};
  OK(one_level(&depth));
  CHECK(depth.left == 0);
}

/* THREAD-10, DV-4: no backward on a device in a child whose parent has workers for it */
static void thread_10_fork(void) {
  vjp_tensor* x = leaf(vector_on(sim(0), 2));
  OK(vjp_backward(times(x, 3), vector_on(sim(0), 1)));
  CHECK(!vjp_is_fork_without_workers());
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    vjp_tensor* host = leaf(SCALAR(2));
    bool good = vjp_backward(times(host, 3), NULL) == VJP_OK;
    vjp_status status = vjp_backward(times(x, 3), vector_on(sim(0), 1));
    if (has_threads())
      good = good && status == VJP_ERROR_STATE && strstr(vjp_last_error(), "fork") != NULL;
    else
      good = good && status == VJP_OK;
    good = good && vjp_is_fork_without_workers() == has_threads();
    _exit(good ? 0 : 1);
  }
  int status = -1;
  CHECK(waitpid(child, &status, 0) == child);
  CHECK(status == 0);
}

/* THREAD-11: at shutdown workers end, and come back when they are needed */
static void thread_11_shutdown(void) {
  OK(vjp_set_shutdown_timeout(10));
  for (int i = 0; i < 3; ++i) {
    vjp_tensor* x = leaf(vector_on(sim(0), 2));
    OK(vjp_backward(times(x, 3), vector_on(sim(0), 1)));
    vjp_shutdown();
    READS(grad_of(x), 3, 3, 3);
  }
}

/* ANOM-6, ANOM-1: results on a device are looked at, too */
static void anom_6_nan_on_a_device(void) {
  vjp_guard* anomaly = NULL;
  OK(vjp_guard_anomaly(true, true, &anomaly));
  vjp_tensor* x = leaf(vector_on(sim(0), 2));
  FAILS(VJP_ERROR_STATE, vjp_backward(with_backward(x, "Give", give, vector_on(sim(0), NAN)), vector_on(sim(0), 1)));
  SAYS("NaN");
  OK(vjp_guard_exit(anomaly));
}

/* STREAM-1, STREAM-9: created, retained, and materialized gradients lie on the device of what they belong to */
static void stream_1_gradients_lie_on_the_device(void) {
  vjp_tensor *x = leaf(vector_on(sim(1), 2)), *unused = leaf(vector_on(sim(1), 2)), *y = times(x, 3);
  OK(vjp_tensor_retain_grad(y));
  OK(vjp_backward(sum(y), NULL));
  CHECK(vjp_tensor_device(grad_of(x)).index == 1);
  READS(grad_of(y), 1, 1, 1);
  vjp_grad_options options = VJP_GRAD_OPTIONS_INIT;
  options.materialize = 1;
  vjp_tensor *root = sum(times(x, 2)), *inputs[2] = {x, unused}, *out[2] = {NULL, NULL};
  OK(vjp_grad(&root, 1, NULL, inputs, 2, &options, out));
  READS(own(out[0]), 2, 2, 2);
  READS(own(out[1]), 0, 0, 0);
  CHECK(vjp_tensor_device(out[1]).index == 1);
}

/* INTRO-1: a slot says its device. INTRO-8: applied by hand a node computes on its device, whatever its rule makes. */
static void intro_8_nodes_of_devices(void) {
  vjp_tensor *x = leaf(vector_on(sim(1), 2)), *y = RESULT("max.dim", 0, T(x), I(0), B(false));
  vjp_node* node = node_of(y);
  vjp_slot_info info = VJP_SLOT_INFO_INIT;
  OK(vjp_node_slot_info(node, 0, &info));
  CHECK(info.device.kind == VJP_DEVICE_SIM && info.device.index == 1);
  vjp_tensor *gradients[2] = {scalar_on(sim(1), 3), NULL}, *out = NULL;
  OK(vjp_node_apply(node, gradients, 2, &out, 1));
  READS(own(out), 3, 0, 0);
  CHECK(vjp_tensor_device(out).kind == VJP_DEVICE_SIM && vjp_tensor_device(out).index == 1);
}

int main(void) {
  OK(vjp_set_default_device(kHost)); /* whatever VJP_DEVICE says */
  RUN(valid_7_zero_dimensional_gradients_move);
  RUN(valid_7_others_are_errors);
  RUN(valid_7_root_gradients);
  RUN(hook_8_replacements_stay_on_the_device);
  RUN(st_4_forgotten_streams);
  RUN(hook_31_hooks_on_workers);
  RUN(entry_25_warnings_of_workers);
  RUN(task_19_execution_order);
  if (has_threads()) RUN(reent_7_inner_calls_end_with_the_outer); /* two nodes at once */
  RUN(reent_10_inner_calls_cross_devices);
  RUN(reent_4_deep_nesting_on_a_worker);
  RUN(anom_6_nan_on_a_device);
  RUN(stream_1_gradients_lie_on_the_device);
  RUN(intro_8_nodes_of_devices);
  RUN(thread_10_fork);
  RUN(thread_11_shutdown);
  return finish();
}
