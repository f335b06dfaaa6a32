/* Chapter 9: hooks of several tensors, and hooks on what a grad call captures. */
#include <pthread.h>

#include "spy.h"

/* ---- multi-gradient hooks ---- */

typedef struct {
  int calls, drops;
  size_t count;
  double seen[8]; /* NaN: undefined */
  char order;     /* what is noted in the trace */
  vjp_status answer;
  vjp_tensor *nested_root, *nested_input; /* a grad call made by the hook's first call */
} Multi;

static vjp_status multi(void* context, vjp_tensor* const* grads, size_t count) {
  Multi* m = (Multi*)context;
  ++m->calls;
  m->count = count;
  if (m->order) note(m->order);
  for (size_t i = 0; i < count && i < 8; ++i) m->seen[i] = grads[i] ? at(grads[i], 0) : NAN;
  if (m->answer != VJP_OK) {
    vjp_error_raise(m->answer, "enough", NULL, NULL);
    return m->answer;
  }
  if (m->nested_root && m->calls == 1) {
    vjp_tensor* out = NULL;
    vjp_status status = try_grad(m->nested_root, NULL, m->nested_input, false, true, &out);
    vjp_tensor_release(out);
    return status;
  }
  return VJP_OK;
}
static void multi_drop(void* context) { ++((Multi*)context)->drops; }

static vjp_hook* on_all(Multi* m, vjp_multi_grad_mode mode, vjp_tensor** tensors, size_t n) {
  vjp_hook* hook = NULL;
  OK(vjp_add_multi_grad_hook(tensors, n, mode, multi, m, multi_drop, &hook));
  return hook;
}
#define TENSORS(...) (vjp_tensor*[]){__VA_ARGS__}, sizeof((vjp_tensor*[]){__VA_ARGS__}) / sizeof(vjp_tensor*)

/* HOOK-18: once, when the last of them is known, in the order of the list */
static void all_together(void) {
  static Multi m = {.order = 'm'};
  static Spy first = {.letter = '1'}, last = {.letter = '2'}, beyond = {.letter = '3'};
  vjp_tensor* x = leaf(VEC(2));
  vjp_tensor* a = times(x, 3);
  vjp_tensor* b = times(a, 5);
  vjp_tensor* c = times(b, 7);
  on_tensor(c, &first);
  on_tensor(a, &last);
  vjp_hook* hook = on_all(&m, VJP_MULTI_GRAD_ALL, TENSORS(a, c, b));
  on_tensor(x, &beyond);
  clear_trace();
  OK(vjp_backward(c, NULL));
  CHECK(strcmp(trace, "12m3") == 0);
  CHECK(m.calls == 1 && m.count == 3);
  NEAR(m.seen[0], 35);
  NEAR(m.seen[1], 1);
  NEAR(m.seen[2], 7);
  vjp_hook_remove(hook);
  CHECK(m.drops == 1);
}

/* HOOK-18: leaves and results, those that are not reached undefined; nothing if none is reached */
static void some_are_not_reached(void) {
  static Multi m;
  vjp_tensor *x = leaf(VEC(2)), *w = leaf(VEC(3)), *far = leaf(VEC(4));
  vjp_tensor* a = times(x, 3);
  vjp_tensor* elsewhere = times(far, 2);
  vjp_hook_release(on_all(&m, VJP_MULTI_GRAD_ALL, TENSORS(far, x, w, a, elsewhere)));
  OK(vjp_backward(mul(a, w), NULL));
  CHECK(m.calls == 1 && m.count == 5);
  CHECK(isnan(m.seen[0]) && isnan(m.seen[4]));
  NEAR(m.seen[1], 9);
  NEAR(m.seen[2], 6);
  NEAR(m.seen[3], 3);
  OK(vjp_backward(times(w, 1), NULL));
  CHECK(m.calls == 2 && isnan(m.seen[1]) && isnan(m.seen[3]));
  NEAR(m.seen[2], 1);
  vjp_tensor* other = leaf(VEC(1));
  OK(vjp_backward(times(other, 1), NULL));
  CHECK(m.calls == 2 && m.drops == 0);
}

/* HOOK-18, TASK-4: a restricted call waits for what it will reach, and captured leaves count */
static void restricted_calls(void) {
  static Multi m;
  vjp_tensor *x = leaf(VEC(2)), *w = leaf(VEC(3));
  vjp_tensor* a = times(x, 3);
  vjp_tensor* y = mul(a, w);
  vjp_hook_release(on_all(&m, VJP_MULTI_GRAD_ALL, TENSORS(x, w, a)));
  EQUALS(grad(y, w), 6); /* neither a nor x */
  CHECK(m.calls == 1 && isnan(m.seen[0]) && isnan(m.seen[2]));
  NEAR(m.seen[1], 6);
  EQUALS(grad(y, x), 9);
  CHECK(m.calls == 2 && isnan(m.seen[1]));
  NEAR(m.seen[0], 9);
  NEAR(m.seen[2], 3);
  EQUALS(grad(y, a), 3);
  CHECK(m.calls == 3 && isnan(m.seen[0]) && isnan(m.seen[1]));
  NEAR(m.seen[2], 3);
}

/* HOOK-18: the same tensor twice counts twice; gradients are those after the tensor's earlier hooks */
static void the_same_tensor_twice(void) {
  static Multi m;
  static Spy doubles = {.letter = 'd', .factor = 2};
  vjp_tensor* x = leaf(VEC(2));
  vjp_tensor* y = times(x, 3);
  on_tensor(y, &doubles);
  vjp_hook_release(on_all(&m, VJP_MULTI_GRAD_ALL, TENSORS(y, x, y)));
  OK(vjp_backward(y, NULL));
  CHECK(m.calls == 1 && m.count == 3);
  NEAR(m.seen[0], 2);
  NEAR(m.seen[1], 6);
  NEAR(m.seen[2], 2);
}

static vjp_status no_gradient(void* context, vjp_node* node, vjp_tensor* const* grads, size_t num_grads,
                              vjp_tensor** out, size_t num_inputs) {
  (void)context, (void)node, (void)grads, (void)num_grads, (void)out, (void)num_inputs;
  return VJP_OK;
}

/* HOOK-7: a reached tensor whose gradient is undefined has arrived */
static void undefined_counts_as_arrived(void) {
  static Multi m;
  vjp_function f = VJP_FUNCTION_INIT;
  f.backward = no_gradient;
  vjp_tensor *x = leaf(VEC(2)), *w = leaf(VEC(3)), *y = VEC(1);
  vjp_tensor* h = times(x, 2);
  OK(vjp_function_record(&f, &h, 1, &y, 1, NULL, 0));
  vjp_hook_release(on_all(&m, VJP_MULTI_GRAD_ALL, TENSORS(x, w)));
  OK(vjp_backward(add(y, w), NULL));
  CHECK(m.calls == 1 && isnan(m.seen[0]));
  NEAR(m.seen[1], 1);
}

/* HOOK-18: not called if the task fails before; later tasks are none the wiser */
static void failing_tasks(void) {
  static Multi m;
  static Spy no = {.letter = 'n', .answer = VJP_ERROR_CANCELLED};
  vjp_tensor* x = leaf(VEC(2));
  vjp_tensor* a = times(x, 3);
  vjp_tensor* b = times(a, 5);
  vjp_hook* hook = on_all(&m, VJP_MULTI_GRAD_ALL, TENSORS(b, x));
  OK(vjp_tensor_add_hook(a, spy_tensor, &no, spy_drop, &no.hook)); /* refuses once */
  int64_t before = vjp_debug_live_tensors();
  FAILS(VJP_ERROR_CANCELLED, vjp_backward(b, NULL));
  CHECK(m.calls == 0);
  no.answer = VJP_OK;
  vjp_tensor* seed = VEC(2);
  OK(vjp_backward(times(x, 3), seed));
  CHECK(m.calls == 1 && isnan(m.seen[0]));
  NEAR(m.seen[1], 6);
  OK(vjp_tensor_set_grad(x, NULL));
  vjp_hook_remove(hook); /* HOOK-19: frees what was stored for the task that failed */
  CHECK(vjp_debug_live_tensors() <= before + 3 && m.drops == 1);
}

/* HOOK-18: nested tasks are kept apart; the same task never calls it twice */
static void nested_tasks(void) {
  vjp_tensor* x = leaf(VEC(2));
  vjp_tensor* a = mul(x, x);
  vjp_tensor* b = times(a, 5);
  Multi m = {.nested_root = b, .nested_input = x};
  vjp_hook* hook = on_all(&m, VJP_MULTI_GRAD_ALL, TENSORS(a, b));
  EQUALS(grad(b, x), 20);
  CHECK(m.calls == 2);
  vjp_hook_remove(hook);
  CHECK(m.drops == 1);
}

/* HOOK-19 */
static void any_of_them(void) {
  static Multi m = {.order = 'm'};
  static Spy late = {.letter = 'l'};
  vjp_tensor* x = leaf(VEC(2));
  vjp_tensor* a = times(x, 3);
  vjp_tensor* b = times(a, 5);
  vjp_hook* hook = on_all(&m, VJP_MULTI_GRAD_ANY, TENSORS(x, a, b));
  on_tensor(a, &late);
  clear_trace();
  grad(times(b, 7), x);
  CHECK(strcmp(trace, "ml") == 0);
  CHECK(m.calls == 1 && m.count == 1);
  NEAR(m.seen[0], 7);
  grad(times(a, 4), x);
  CHECK(m.calls == 2);
  NEAR(m.seen[0], 4);
  CHECK(vjp_tensor_num_hooks(x, VJP_HOOK_TENSOR) == 1);
  vjp_hook_remove(hook);
  CHECK(m.drops == 1 && vjp_tensor_num_hooks(x, VJP_HOOK_TENSOR) == 0 && vjp_tensor_num_hooks(b, VJP_HOOK_TENSOR) == 0);
  grad(b, x);
  CHECK(m.calls == 2);
}

/* HOOK-13: the context goes with the last owner, or with the handle */
static void contexts_end_once(void) {
  static Multi m;
  vjp_tensor *x = leaf(VEC(2)), *w = leaf(VEC(2));
  vjp_hook* hook = on_all(&m, VJP_MULTI_GRAD_ALL, TENSORS(x, w));
  drop_now(x);
  CHECK(m.drops == 0);
  vjp_tensor* y = times(w, 3);
  OK(vjp_backward(y, NULL)); /* the one that is left */
  drop_now(y);
  CHECK(m.calls == 1 && m.count == 2 && isnan(m.seen[0]));
  drop_now(w);
  CHECK(m.drops == 1);
  vjp_hook_remove(hook);
  CHECK(m.drops == 1);
}

static void what_is_refused(void) {
  static Multi m;
  vjp_tensor *x = leaf(VEC(2)), *plain = VEC(1);
  FAILS(VJP_ERROR_STATE, vjp_add_multi_grad_hook(TENSORS(x, plain), VJP_MULTI_GRAD_ALL, multi, &m, multi_drop, NULL));
  FAILS(VJP_ERROR_INVALID, vjp_add_multi_grad_hook(TENSORS(x, NULL), VJP_MULTI_GRAD_ALL, multi, &m, multi_drop, NULL));
  FAILS(VJP_ERROR_INVALID, vjp_add_multi_grad_hook(TENSORS(x), (vjp_multi_grad_mode)2, multi, &m, multi_drop, NULL));
  FAILS(VJP_ERROR_INVALID, vjp_add_multi_grad_hook(NULL, 0, VJP_MULTI_GRAD_ALL, multi, &m, multi_drop, NULL));
  FAILS(VJP_ERROR_INVALID, vjp_add_multi_grad_hook(TENSORS(x), VJP_MULTI_GRAD_ALL, NULL, &m, multi_drop, NULL));
  CHECK(m.drops == 0 && vjp_tensor_num_hooks(x, VJP_HOOK_TENSOR) == 0);
}

static void its_error_is_the_tasks(void) {
  static Multi m = {.answer = VJP_ERROR_CANCELLED};
  vjp_tensor* x = leaf(VEC(2));
  vjp_hook* hook = on_all(&m, VJP_MULTI_GRAD_ALL, TENSORS(x));
  OK(vjp_hook_set_label(hook, "watcher"));
  FAILS(VJP_ERROR_CANCELLED, vjp_backward(times(x, 3), NULL));
  SAYS("enough");
  SAYS("watcher");
  SAYS("AccumulateGrad");
  vjp_hook_release(hook);
}

/* HOOK-18: tasks of several threads over the same tensors */
enum { kThreads = 3, kRounds = 200 };
static vjp_tensor* threads_root;
static vjp_status counts_atomically(void* context, vjp_tensor* const* grads, size_t count) {
  if (count != 2 || !grads[0] || !grads[1] || at(grads[0], 0) != 12 || at(grads[1], 0) != 3) return VJP_ERROR_CANCELLED;
  __atomic_fetch_add((int*)context, 1, __ATOMIC_RELAXED);
  return VJP_OK;
}
static void* many_calls(void* input) {
  intptr_t bad = 0;
  for (int i = 0; i < kRounds; ++i) {
    vjp_tensor* out = NULL;
    bad += try_grad(threads_root, NULL, (vjp_tensor*)input, false, true, &out) != VJP_OK;
    vjp_tensor_release(out);
  }
  return (void*)bad;
}
static void tasks_of_several_threads(void) {
  static int calls;
  vjp_tensor* x = leaf(VEC(2));
  vjp_tensor* a = mul(x, x);
  threads_root = times(a, 3);
  OK(vjp_add_multi_grad_hook(TENSORS(x, a), VJP_MULTI_GRAD_ALL, counts_atomically, &calls, NULL, NULL));
  pthread_t threads[kThreads];
  for (int i = 0; i < kThreads; ++i) CHECK(pthread_create(&threads[i], NULL, many_calls, x) == 0);
  for (int i = 0; i < kThreads; ++i) {
    void* bad = NULL;
    pthread_join(threads[i], &bad);
    CHECK(bad == NULL);
  }
  CHECK(calls == kThreads * kRounds);
}

/* ---- capture hooks: HOOK-16 ---- */

static vjp_grad_call* call_for(vjp_tensor* root, vjp_tensor** inputs, size_t n) {
  vjp_grad_options options = VJP_GRAD_OPTIONS_INIT;
  options.retain_graph = 1;
  vjp_grad_call* call = NULL;
  OK(vjp_grad_call_create(&options, &call));
  OK(vjp_grad_call_add_root(call, root, NULL));
  for (size_t i = 0; i < n; ++i) OK(vjp_grad_call_add_input(call, inputs[i]));
  return own_call(call);
}

/* In order, each seeing what the former gave; what flows on is not touched. TASK-9: after the tensor hooks. */
static void capture_hooks_replace_the_result_alone(void) {
  static Spy t = {.letter = 't', .factor = 2}, pre = {.letter = 'p'}, one = {.letter = '1', .factor = 10},
             two = {.letter = '2', .factor = 100}, three = {.letter = '3'};
  vjp_tensor* x = leaf(VEC(1));
  vjp_tensor* y = times(x, 7);
  on_pre(node_of(y), &pre);
  OK(vjp_tensor_retain_grad(y));
  on_tensor(y, &t);
  vjp_grad_call* call = call_for(sum(y), TENSORS(y, x, y));
  OK(vjp_grad_call_add_capture_hook(call, 0, spy_tensor, &one, spy_drop, NULL));
  OK(vjp_grad_call_add_capture_hook(call, 0, spy_tensor, &two, spy_drop, NULL));
  OK(vjp_grad_call_add_capture_hook(call, 2, spy_tensor, &three, spy_drop, NULL));
  clear_trace();
  OK(vjp_grad_call_run(call));
  CHECK(strcmp(trace, "t123p") == 0 || strcmp(trace, "t312p") == 0);
  NEAR(one.last, 2);
  NEAR(two.last, 20);
  EQUALS(result_of(call, 0), 2000);
  EQUALS(result_of(call, 1), 14);
  EQUALS(result_of(call, 2), 2);
  EQUALS(grad_of(y), 2);
  /* the call may run again, and its hooks with it */
  OK(vjp_grad_call_run(call));
  EQUALS(result_of(call, 0), 2000);
  CHECK(one.calls == 2 && one.drops == 0);
}

static vjp_status gives_two(void* context, vjp_tensor* grad, vjp_tensor** replacement) {
  (void)grad;
  *replacement = vjp_tensor_retain((vjp_tensor*)context);
  return VJP_OK;
}

/* The result is the caller's affair: a capture hook may hand out another shape or dtype. */
static void capture_hooks_may_give_what_they_like(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_grad_call* call = call_for(sum(times(x, 3)), TENSORS(x));
  OK(vjp_grad_call_add_capture_hook(call, 0, gives_two, ramp(VJP_DTYPE_FLOAT32, 0, NULL), NULL, NULL));
  OK(vjp_grad_call_run(call));
  CHECK(vjp_tensor_dtype(result_of(call, 0)) == VJP_DTYPE_FLOAT32);
}

static void capture_hooks_come_and_go(void) {
  static Spy spy = {.letter = 's', .factor = 2}, never = {.letter = 'n'},
             no = {.letter = 'x', .answer = VJP_ERROR_CANCELLED};
  vjp_tensor *x = leaf(VEC(1)), *w = leaf(VEC(1));
  vjp_grad_options options = VJP_GRAD_OPTIONS_INIT;
  options.retain_graph = options.allow_unused = 1;
  vjp_grad_call* call = NULL;
  OK(vjp_grad_call_create(&options, &call));
  OK(vjp_grad_call_add_root(call, times(x, 3), NULL));
  OK(vjp_grad_call_add_input(call, x));
  OK(vjp_grad_call_add_input(call, w));
  vjp_hook* hook = NULL;
  OK(vjp_grad_call_add_capture_hook(call, 0, spy_tensor, &spy, spy_drop, &hook));
  OK(vjp_grad_call_add_capture_hook(call, 1, spy_tensor, &never, spy_drop, NULL));
  OK(vjp_grad_call_run(call));
  EQUALS(result_of(call, 0), 6);
  CHECK(never.calls == 0 && result_of(call, 1) == NULL); /* not reached */
  vjp_hook_remove(hook);
  CHECK(spy.drops == 1);
  OK(vjp_grad_call_run(call));
  EQUALS(result_of(call, 0), 3);
  OK(vjp_grad_call_add_capture_hook(call, 0, spy_tensor, &no, spy_drop, &hook));
  OK(vjp_hook_set_label(hook, "offload"));
  FAILS(VJP_ERROR_CANCELLED, vjp_grad_call_run(call));
  SAYS("the hook says no");
  SAYS("offload");
  vjp_hook_release(hook);
  vjp_grad_call_release(call);
  CHECK(never.drops == 1 && no.drops == 1);
}

static void capture_hooks_refused(void) {
  static Spy spy;
  vjp_tensor* x = leaf(VEC(1));
  vjp_grad_call* call = call_for(times(x, 3), TENSORS(x));
  FAILS(VJP_ERROR_INVALID, vjp_grad_call_add_capture_hook(call, 1, spy_tensor, &spy, spy_drop, NULL));
  FAILS(VJP_ERROR_INVALID, vjp_grad_call_add_capture_hook(call, 0, NULL, &spy, spy_drop, NULL));
  vjp_grad_options options = VJP_GRAD_OPTIONS_INIT;
  options.accumulate = 1;
  vjp_grad_call* backward = NULL;
  OK(vjp_grad_call_create(&options, &backward));
  OK(vjp_grad_call_add_input(backward, x));
  FAILS(VJP_ERROR_INVALID, vjp_grad_call_add_capture_hook(backward, 0, spy_tensor, &spy, spy_drop, NULL));
  vjp_grad_call_release(backward);
  CHECK(spy.drops == 0);
}

int main(void) {
  RUN(all_together);
  RUN(some_are_not_reached);
  RUN(restricted_calls);
  RUN(the_same_tensor_twice);
  RUN(undefined_counts_as_arrived);
  RUN(failing_tasks);
  RUN(nested_tasks);
  RUN(any_of_them);
  RUN(contexts_end_once);
  RUN(what_is_refused);
  RUN(its_error_is_the_tasks);
  RUN(tasks_of_several_threads);
  RUN(capture_hooks_replace_the_result_alone);
  RUN(capture_hooks_may_give_what_they_like);
  RUN(capture_hooks_come_and_go);
  RUN(capture_hooks_refused);
  return finish();
}
