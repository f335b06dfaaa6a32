/* Compiled grad calls: what the engine runs instead, why, and threads (CB-n). */
#include <pthread.h>

#include "compiled.h"
#include "custom_functions.h"

static void sines(int length, vjp_status want) {
  vjp_tensor* x = FRESH(0, 2);
  vjp_tensor* y = x;
  for (int i = 0; i < length; ++i) y = OP("sin", T(y));
  vjp_status status = vjp_backward(sum(y), NULL);
  check_status(status, want, __FILE__, __LINE__, "backward");
  if (want == VJP_OK) {
    double value = 0.5, slope = 1;
    for (int i = 0; i < length; ++i) {
      slope *= cos(value);
      value = sin(value);
    }
    NEAR(at(grad_of(x), 0), slope);
  }
}

/* FB-3: small graphs, and a structure that was not seen often enough. */
static void test_thresholds(void) {
  vjp_compile_clear();
  vjp_compile_options options = VJP_COMPILE_OPTIONS_INIT;
  vjp_guard* region = compile_with(options);
  vjp_compile_counters before = counters();
  uint64_t small = fallbacks_for("min_sites");
  sines(3, VJP_OK);
  sines(3, VJP_OK);
  CHECK(fallbacks_for("min_sites") - small == 2 && counters().records == before.records);
  sines(6, VJP_OK); /* and the sum, and the leaf: 8 */
  CHECK(counters().records - before.records == 1);
  OK(vjp_guard_exit(region));

  options.warm = 3;
  uint64_t cold = fallbacks_for("often enough");
  region = compile_with(options);
  for (int i = 0; i < 4; ++i) sines(9, VJP_OK);
  OK(vjp_guard_exit(region));
  CHECK(fallbacks_for("often enough") - cold == 2);
  CHECK(counters().records - before.records == 2 && counters().hits - before.hits == 1);
}

/* WI-1: the region, the call's own setting, and neither. */
static void test_ways_in(void) {
  vjp_compile_clear();
  uint64_t walks = counters().walks;
  sines(9, VJP_OK);
  CHECK(counters().walks == walks);
  vjp_guard* region = compile_with(any_size());
  sines(9, VJP_OK);
  CHECK(counters().walks == walks + 1);
  vjp_compile_options off = any_size();
  off.enabled = 0;
  vjp_guard* inner = compile_with(off);
  sines(9, VJP_OK);
  CHECK(counters().walks == walks + 1);
  OK(vjp_guard_exit(inner));
  OK(vjp_guard_exit(region));

  vjp_tensor* x = FRESH(0, 2);
  vjp_tensor* y = sum(OP("sin", T(x)));
  vjp_grad_options options = VJP_GRAD_OPTIONS_INIT;
  options.retain_graph = 1;
  vjp_grad_call* call = call_of(options);
  OK(vjp_grad_call_add_root(call, y, NULL));
  OK(vjp_grad_call_add_input(call, x));
  vjp_compile_options any = any_size();
  OK(vjp_grad_call_set_compiled(call, &any));
  OK(vjp_grad_call_run(call));
  EQUALS(result_of(call, 0), cos(0.5), cos(1.0));
  CHECK(counters().walks == walks + 2);
  any.enabled = 0;
  OK(vjp_grad_call_set_compiled(call, &any));
  OK(vjp_grad_call_run(call));
  CHECK(counters().walks == walks + 2);
}

static void test_bad_arguments(void) {
  vjp_guard* region = NULL;
  vjp_compile_options options = VJP_COMPILE_OPTIONS_INIT;
  options.min_sites = 0;
  FAILS(VJP_ERROR_INVALID, vjp_guard_compile(&options, &region));
  SAYS("min_sites is 0, expected 1 or more");
  options.min_sites = 1;
  options.strict = 2;
  FAILS(VJP_ERROR_INVALID, vjp_guard_compile(&options, &region));
  SAYS("strict is 2, expected 0 or 1");
  options.strict = 0;
  options.struct_size = offsetof(vjp_compile_options, memory_budget); /* a caller compiled against the first version */
  options.memory_budget = -7;                                         /* does not have that */
  OK(vjp_guard_compile(&options, &region));
  vjp_guard_exit(region);
  options.struct_size = sizeof options;
  FAILS(VJP_ERROR_INVALID, vjp_guard_compile(&options, &region));
  SAYS("memory_budget is -7");
  options.struct_size = 4;
  FAILS(VJP_ERROR_INVALID, vjp_guard_compile(&options, &region));
  FAILS(VJP_ERROR_INVALID, vjp_guard_compile(NULL, NULL));
  FAILS(VJP_ERROR_INVALID, vjp_grad_call_set_compiled(NULL, NULL));
  FAILS(VJP_ERROR_INVALID, vjp_compile_counters_get(NULL));
  FAILS(VJP_ERROR_INVALID, vjp_compile_last_miss(NULL));
  FAILS(VJP_ERROR_INVALID, vjp_compile_text(NULL));
  CHECK(vjp_compile_fallback(1000, NULL) == NULL);
}

/* CB-41, COMP-9: each with its reason, and the right result; strict says it as an error. */
static void falls_back(const char* reason, int calls) {
  vjp_compile_options options = any_size();
  vjp_guard* region = compile_with(options);
  uint64_t before = fallbacks_for(reason);
  sines(3, VJP_OK);
  CHECK(fallbacks_for(reason) - before == (uint64_t)calls);
  CHECK(last_miss_says(reason));
  OK(vjp_guard_exit(region));
  options.strict = 1;
  region = compile_with(options);
  sines(3, VJP_ERROR_NOT_IMPLEMENTED);
  SAYS(reason);
  OK(vjp_guard_exit(region));
}
static vjp_status sees(void* context, const vjp_intercepted_call* call, vjp_tensor_list* results) {
  (void)call, (void)results;
  ++*(int*)context;
  return VJP_OK; /* it goes on as if nobody had seen it */
}
static void test_reasons(void) {
  vjp_guard* region = NULL;
  OK(vjp_guard_anomaly(true, true, &region));
  falls_back("anomaly mode", 1);
  OK(vjp_guard_exit(region));
  OK(vjp_guard_anomaly(true, false, &region)); /* without the checks it is compiled */
  uint64_t records = counters().records;
  vjp_compile_clear();
  vjp_guard* compiled = compile_with(any_size());
  sines(3, VJP_OK);
  OK(vjp_guard_exit(compiled));
  CHECK(counters().records == records + 1);
  OK(vjp_guard_exit(region));

  OK(vjp_forward_mode_enter());
  falls_back("forward mode", 1);
  OK(vjp_forward_mode_exit());

  int seen = 0;
  OK(vjp_guard_intercept(VJP_INTERCEPT_BELOW_AUTOGRAD, sees, &seen, NULL, &region));
  falls_back("interceptor", 1);
  CHECK(seen > 0);
  OK(vjp_guard_exit(region));
}

/* The engine's error is the one that is reported for a graph that was freed, strict or not. */
static void test_freed(void) {
  vjp_compile_options options = any_size();
  options.strict = 1;
  vjp_guard* region = compile_with(options);
  vjp_tensor* x = FRESH(0, 2);
  vjp_tensor* y = sum(OP("sin", T(x)));
  OK(vjp_backward(y, NULL));
  FAILS(VJP_ERROR_STATE, vjp_backward(y, NULL));
  SAYS("freed by an earlier backward");
  OK(vjp_guard_exit(region));
}

/* FB-5: a call inside a node of another one over the same graph, which is kept, is the engine's. */
static vjp_status same_graph(void* context, vjp_tensor* grad, vjp_tensor** replacement) {
  (void)grad, (void)replacement;
  vjp_tensor** xy = (vjp_tensor**)context;
  vjp_grad_options options = VJP_GRAD_OPTIONS_INIT;
  options.retain_graph = 1;
  vjp_tensor* out = NULL;
  if (vjp_in_backward() && vjp_grad_call_current_id() >= 0 && xy[2]) {
    xy[2] = NULL; /* once */
    vjp_status status = vjp_grad(&xy[1], 1, NULL, &xy[0], 1, &options, &out);
    note_tensor("inner", out);
    vjp_tensor_release(out);
    return status;
  }
  return VJP_OK;
}
static void test_same_graph(void) {
  vjp_guard* region = compile_with(any_size());
  for (int i = 0; i < 3; ++i) {
    vjp_tensor* x = FRESH(0, 2);
    vjp_tensor* z = OP("sin", T(x));
    vjp_tensor* y = sum(OP("cos", T(z)));
    vjp_tensor* xy[] = {x, y, x};
    vjp_hook* hook = NULL;
    OK(vjp_tensor_add_hook(z, same_graph, xy, NULL, &hook));
    vjp_hook_release(hook);
    vjp_tensor* g = grad(y, x);
    EQUALS(g, -sin(sin(0.5)) * cos(0.5), -sin(sin(1.0)) * cos(1.0));
  }
  OK(vjp_guard_exit(region));
}

/* COMP-9: a call over roots that no program has, inside a node of another one that holds what they lead to: gradients
 * that wait there are the other call's. */
typedef struct {
  vjp_tensor *x, *roots[2];
  double gradient[2];
} Inner;
static vjp_status over_other_roots(void* context, vjp_tensor* grad, vjp_tensor** replacement) {
  (void)grad, (void)replacement;
  Inner* inner = (Inner*)context;
  vjp_grad_options options = VJP_GRAD_OPTIONS_INIT;
  options.retain_graph = 1;
  options.accumulate = 1;
  vjp_grad_call* call = call_of(options);
  for (int i = 0; i < 2; ++i) OK(vjp_grad_call_add_root(call, inner->roots[i], NULL));
  OK(vjp_grad_call_run(call));
  for (size_t i = 0; i < 2; ++i) inner->gradient[i] = at(grad_of(inner->x), i);
  return VJP_OK;
}
static void test_other_roots_of_a_held_graph(void) {
  vjp_compile_clear();
  vjp_guard* region = compile_with(any_size());
  const uint64_t before = fallbacks_for("another grad call walks");
  vjp_tensor* x = FRESH(0, 2);
  vjp_tensor* m = mul(x, x);
  Inner inner = {x, {sum(OP("exp", T(m))), sum(mul(m, m))}, {0, 0}};
  vjp_tensor* first = OP("sin", T(m)); /* its turn is after that of cos, whose gradient waits at m then */
  vjp_hook* hook = NULL;
  OK(vjp_tensor_add_hook(first, over_other_roots, &inner, NULL, &hook));
  vjp_hook_release(hook);
  OK(vjp_backward(sum(add(first, OP("cos", T(m)))), NULL));
  for (size_t i = 0; i < 2; ++i) {
    const double value = at(x, i), square = value * value;
    const double theirs = (exp(square) + 2 * square) * 2 * value;
    NEAR(inner.gradient[i], theirs);
    NEAR(at(grad_of(x), i), theirs + (cos(square) - sin(square)) * 2 * value);
  }
  CHECK(fallbacks_for("another grad call walks") == before + 1);
  OK(vjp_guard_exit(region));
}

/* CB-42, COMP-10: threads of which some compile and some do not, each with graphs of its own and one that all walk. */
static vjp_tensor *shared_x, *shared_y;
static void* works(void* number) {
  const int n = (int)(intptr_t)number;
  for (int round = 0; round < 30; ++round) {
    vjp_guard* region = NULL;
    vjp_compile_options options = any_size();
    if (n % 2 == 0) OK(vjp_guard_compile(&options, &region));
    vjp_tensor *x = NULL, *s = NULL, *out = NULL;
    double start[] = {0.5, 1};
    OK(vjp_tensor_from_data(start, (int64_t[]){2}, 1, VJP_DTYPE_FLOAT64, &x));
    OK(vjp_tensor_set_requires_grad(x, true));
    vjp_tensor* y = vjp_tensor_retain(x);
    double value = 0.5, slope = 1;
    for (int i = 0; i < 3 + n; ++i) {
      vjp_tensor* next = NULL;
      OK(call_op("sin", VJP_VARIANT_FUNCTIONAL, ARGS(T(y)), 0, &next));
      vjp_tensor_release(y);
      y = next;
      slope *= cos(value);
      value = sin(value);
    }
    OK(call_op("sum", VJP_VARIANT_FUNCTIONAL, ARGS(T(y)), 0, &s));
    OK(vjp_backward(s, NULL));
    vjp_tensor* g = NULL;
    OK(vjp_tensor_grad(x, &g));
    NEAR(at(g, 0), slope);
    OK(try_grad(shared_y, NULL, shared_x, false, true, &out));
    NEAR(at(out, 0), cos(sin(0.5)) * cos(0.5));
    if (n == 0 && round == 15) vjp_compile_clear();
    vjp_tensor_release(out);
    vjp_tensor_release(g);
    vjp_tensor_release(s);
    vjp_tensor_release(y);
    vjp_tensor_release(x);
    if (region) OK(vjp_guard_exit(region));
  }
  return NULL;
}
static void test_threads(void) {
  enum { kThreads = 6 };
  shared_x = FRESH(0, 2);
  shared_y = sum(OP("sin", T(OP("sin", T(shared_x)))));
  pthread_t threads[kThreads];
  for (intptr_t i = 0; i < kThreads; ++i) CHECK(pthread_create(&threads[i], NULL, works, (void*)i) == 0);
  for (int i = 0; i < kThreads; ++i) pthread_join(threads[i], NULL);
}

/* CB-42: a hook that has another thread run a compiled backward, and waits for it. */
static void* one_backward(void* unused) {
  (void)unused;
  vjp_guard* region = NULL;
  vjp_compile_options options = any_size();
  OK(vjp_guard_compile(&options, &region));
  vjp_tensor *x = NULL, *y = NULL;
  OK(vjp_tensor_from_data((double[]){1}, NULL, 0, VJP_DTYPE_FLOAT64, &x));
  OK(vjp_tensor_set_requires_grad(x, true));
  OK(call_op("sin", VJP_VARIANT_FUNCTIONAL, ARGS(T(x)), 0, &y));
  OK(vjp_backward(y, NULL));
  vjp_tensor_release(y);
  vjp_tensor_release(x);
  OK(vjp_guard_exit(region));
  return NULL;
}
static vjp_status joins(void* context, vjp_tensor* grad, vjp_tensor** replacement) {
  (void)context, (void)grad, (void)replacement;
  pthread_t thread;
  if (pthread_create(&thread, NULL, one_backward, NULL) != 0) return VJP_ERROR_INTERNAL;
  pthread_join(thread, NULL);
  return VJP_OK;
}
static void test_no_lock_is_held(void) {
  vjp_guard* region = compile_with(any_size());
  for (int i = 0; i < 3; ++i) {
    vjp_tensor* x = FRESH(0, 2);
    vjp_tensor* y = OP("sin", T(x));
    vjp_hook* hook = NULL;
    OK(vjp_tensor_add_hook(y, joins, NULL, NULL, &hook));
    vjp_hook_release(hook);
    OK(vjp_backward(sum(y), NULL));
    NEAR(at(grad_of(x), 0), cos(0.5));
  }
  OK(vjp_guard_exit(region));
}

int main(void) {
  RUN(test_thresholds);
  RUN(test_ways_in);
  RUN(test_bad_arguments);
  RUN(test_reasons);
  RUN(test_freed);
  RUN(test_same_graph);
  RUN(test_other_roots_of_a_held_graph);
  RUN(test_threads);
  RUN(test_no_lock_is_held);
  return finish();
}
