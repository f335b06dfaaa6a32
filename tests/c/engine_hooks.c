/* Chapter 9: hooks of every kind, and their order. */
#include "spy.h"

static void hook_2_order_at_a_node(void) {
  static Spy t = {.letter = 't', .factor = 2}, pre = {.letter = 'p', .factor = 5}, post = {.letter = 'q'},
             late = {.letter = 'u', .factor = 3};
  vjp_tensor* x = leaf(VEC(1));
  vjp_tensor* y = times(x, 7);
  /* registered in the wrong order on purpose */
  on_post(node_of(y), &post);
  on_pre(node_of(y), &pre);
  on_tensor(y, &t);
  OK(vjp_tensor_retain_grad(y));
  on_tensor(y, &late);
  clear_trace();
  vjp_tensor* both[2] = {x, y};
  vjp_tensor* g[2] = {NULL, NULL};
  vjp_tensor* s = sum(y);
  OK(vjp_grad(&s, 1, NULL, both, 2, NULL, g));
  own(g[0]);
  own(g[1]);
  CHECK(strcmp(trace, "tupq") == 0);
  EQUALS(grad_of(y), 6); /* retained: after all tensor hooks, before the node's own */
  EQUALS(g[1], 6);       /* TASK-9: captured likewise */
  EQUALS(g[0], 6 * 5 * 7);
  NEAR(pre.last, 6);
  NEAR(post.last, 30);
}

static void hook_3_order_at_a_leaf(void) {
  static Spy t = {.letter = 't', .factor = 2}, pre = {.letter = 'p', .factor = 5}, post = {.letter = 'q'},
             leaf_spy = {.letter = 'a'};
  vjp_tensor* x = leaf(VEC(1));
  vjp_tensor* y = times(x, 7);
  vjp_node* accumulator = edge_of(x);
  on_post(accumulator, &post);
  OK(vjp_tensor_add_post_accumulate_hook(x, spy_leaf, &leaf_spy, spy_drop, NULL));
  on_pre(accumulator, &pre);
  on_tensor(x, &t);
  clear_trace();
  OK(vjp_backward(y, NULL));
  CHECK(strcmp(trace, "tpaq") == 0);
  EQUALS(grad_of(x), 70);
  NEAR(leaf_spy.last, 70);
}

/* HOOK-4 */
static void hook_4_order_of_registration(void) {
  static Spy a = {.letter = 'a', .factor = 2}, b = {.letter = 'b', .factor = 3}, c = {.letter = 'c'};
  vjp_tensor* x = leaf(VEC(1));
  vjp_tensor* y = times(x, 1);
  on_tensor(y, &a);
  on_tensor(y, &b);
  on_tensor(y, &c);
  clear_trace();
  EQUALS(grad(y, x), 6);
  CHECK(strcmp(trace, "abc") == 0);
  NEAR(b.last, 2);
  NEAR(c.last, 6);
}

/* HOOK-5 */
static void hook_5_once_with_the_sum(void) {
  static Spy spy = {.letter = 'a'};
  vjp_tensor* x = leaf(VEC(3));
  vjp_tensor* y = times(x, 1);
  on_tensor(y, &spy);
  EQUALS(grad(add(mul(y, y), times(y, 4)), x), 10);
  CHECK(spy.calls == 1);
  NEAR(spy.last, 10);
}

static void hook_6_captured_only(void) {
  static Spy t = {.letter = 't', .factor = 2}, pre = {.letter = 'p'};
  vjp_tensor* x = leaf(VEC(1));
  vjp_tensor* y = times(x, 7);
  OK(vjp_tensor_retain_grad(y));
  on_pre(node_of(y), &pre);
  on_tensor(y, &t);
  EQUALS(grad(sum(y), y), 2);
  CHECK(t.calls == 1 && pre.calls == 0);
  EQUALS(grad_of(y), 2);
}

/* A node whose backward gives no gradient. */
static vjp_status no_gradient(void* context, vjp_node* node, vjp_tensor* const* grads, size_t num_grads,
                              vjp_tensor** out, size_t num_inputs) {
  (void)context, (void)node, (void)grads, (void)num_grads, (void)out, (void)num_inputs;
  return VJP_OK;
}
static vjp_tensor* dead_end(vjp_tensor* input) {
  vjp_function f = VJP_FUNCTION_INIT;
  f.name = "DeadEnd";
  f.backward = no_gradient;
  bool before;
  vjp_grad_mode_set(false, &before);
  vjp_tensor* y = clone(input);
  vjp_grad_mode_set(before, NULL);
  OK(vjp_function_record(&f, &input, 1, &y, 1, NULL, 0));
  return y;
}

static void hook_7_undefined(void) {
  static Spy t = {.letter = 't'}, pre = {.letter = 'p'}, leaf_hook = {.letter = 'l'}, after = {.letter = 'a'};
  vjp_tensor* x = leaf(VEC(1));
  vjp_tensor* h = times(x, 2);
  OK(vjp_tensor_retain_grad(h));
  on_tensor(h, &t);
  on_pre(node_of(h), &pre);
  on_tensor(x, &leaf_hook);
  OK(vjp_tensor_add_post_accumulate_hook(x, spy_leaf, &after, NULL, NULL));
  OK(vjp_backward(dead_end(h), NULL));
  /* TASK-7: an undefined gradient still arrives */
  CHECK(t.calls == 1 && t.undefined == 1);
  CHECK(pre.calls == 1 && pre.undefined == 1);
  CHECK(leaf_hook.calls == 1 && leaf_hook.undefined == 1);
  CHECK(after.calls == 0);
  CHECK(grad_of(h) == NULL && grad_of(x) == NULL);
}

static vjp_status gives_for_nothing(void* context, vjp_tensor* grad, vjp_tensor** replacement) {
  (void)grad;
  *replacement = vjp_tensor_retain((vjp_tensor*)context);
  return VJP_OK;
}

static void hook_7_replacement_of_nothing(void) {
  vjp_tensor* x = leaf(VEC(1));
  vjp_tensor* h = times(x, 2);
  OK(vjp_tensor_add_hook(h, gives_for_nothing, VEC(1), NULL, NULL));
  FAILS(VJP_ERROR_INVALID, vjp_backward(dead_end(h), NULL));
}

static void hook_8_replacement_must_fit(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* h = times(x, 2);
  vjp_hook* hook = NULL;
  OK(vjp_tensor_add_hook(h, gives_for_nothing, VEC(1, 2, 3), NULL, &hook));
  FAILS(VJP_ERROR_SHAPE, vjp_backward(sum(h), NULL));
  vjp_hook_remove(hook);
  h = times(x, 2);
  OK(vjp_tensor_add_hook(h, gives_for_nothing, ramp(VJP_DTYPE_FLOAT32, 1, (int64_t[]){2}), NULL, NULL));
  FAILS(VJP_ERROR_DTYPE, vjp_backward(sum(h), NULL));
}

static vjp_status drops_all(void* context, vjp_tensor** grads, size_t count) {
  (void)context;
  for (size_t i = 0; i < count; ++i) {
    vjp_tensor_release(grads[i]);
    grads[i] = NULL;
  }
  return VJP_OK;
}

static vjp_status drops_results(void* context, vjp_tensor** results, size_t num_results, vjp_tensor* const* grads,
                                size_t num_grads) {
  (void)grads, (void)num_grads;
  return drops_all(context, results, num_results);
}

static void hook_9_and_10_dropped_gradients(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* h = times(x, 2);
  OK(vjp_node_add_pre_hook(node_of(h), drops_all, NULL, NULL, NULL));
  OK(vjp_backward(sum(h), NULL));
  CHECK(grad_of(x) == NULL);
  h = times(x, 2);
  OK(vjp_node_add_post_hook(node_of(h), drops_results, NULL, NULL, NULL));
  OK(vjp_backward(sum(h), NULL));
  CHECK(grad_of(x) == NULL);
}

static void hook_10_results_replaced(void) {
  static Spy post = {.letter = 'q', .factor = 10};
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* h = times(x, 2);
  on_post(node_of(h), &post);
  EQUALS(grad(sum(h), x), 20, 20);
}

static void hook_12_removes_itself(void) {
  static Spy a = {.letter = 'a'}, b = {.letter = 'b'}, c = {.letter = 'c'};
  vjp_tensor* x = leaf(VEC(1));
  vjp_tensor* y = times(x, 2);
  OK(vjp_tensor_add_hook(y, spy_tensor, &a, spy_drop, &a.hook));
  on_tensor(y, &b);
  on_tensor(y, &c);
  clear_trace();
  grad(y, x);
  CHECK(strcmp(trace, "abc") == 0);
  clear_trace();
  grad(y, x);
  CHECK(strcmp(trace, "bc") == 0);
  CHECK(a.drops == 1);
}

static void hook_13_removal(void) {
  static Spy a = {.letter = 'a'}, b = {.letter = 'b'}, c = {.letter = 'c'};
  vjp_hook *first = NULL, *second = NULL;
  vjp_tensor* x = leaf(VEC(1));
  vjp_tensor* y = times(x, 2);
  OK(vjp_tensor_add_hook(y, spy_tensor, &a, spy_drop, &first));
  OK(vjp_tensor_add_hook(y, spy_tensor, &b, spy_drop, &second));
  on_tensor(y, &c);
  vjp_hook_remove(second);
  CHECK(b.drops == 1);
  clear_trace();
  grad(y, x);
  CHECK(strcmp(trace, "ac") == 0);
  drop_now(y);
  arena_clear();
  CHECK(a.drops == 1 && c.drops == 1 && b.drops == 1);
  vjp_hook_remove(first); /* its tensor is gone */
  CHECK(a.drops == 1);
  vjp_hook_remove(NULL);
  vjp_hook_release(NULL);
}

static void hook_13_release_keeps_the_hook(void) {
  static Spy a = {.letter = 'a'};
  vjp_hook* hook = NULL;
  vjp_tensor* x = leaf(VEC(1));
  vjp_tensor* y = times(x, 2);
  OK(vjp_tensor_add_hook(y, spy_tensor, &a, spy_drop, &hook));
  vjp_hook_release(hook);
  grad(y, x);
  CHECK(a.calls == 1 && a.drops == 0);
}

static void hook_15_where_they_are_allowed(void) {
  static Spy a = {.letter = 'a'};
  vjp_tensor* plain = VEC(1);
  vjp_tensor* x = leaf(VEC(1));
  vjp_tensor* y = times(x, 2);
  FAILS(VJP_ERROR_STATE, vjp_tensor_add_hook(plain, spy_tensor, &a, spy_drop, NULL));
  FAILS(VJP_ERROR_STATE, vjp_tensor_retain_grad(plain));
  FAILS(VJP_ERROR_STATE, vjp_tensor_add_post_accumulate_hook(y, spy_leaf, &a, spy_drop, NULL));
  FAILS(VJP_ERROR_STATE, vjp_tensor_add_post_accumulate_hook(plain, spy_leaf, &a, spy_drop, NULL));
}

static void hook_17_retained_gradients_add_up(void) {
  vjp_tensor* x = leaf(VEC(2));
  vjp_tensor* y = times(x, 3);
  OK(vjp_tensor_retain_grad(y));
  OK(vjp_tensor_retain_grad(y));
  CHECK(vjp_tensor_retains_grad(y));
  OK(vjp_tensor_retain_grad(x));
  grad(mul(y, y), x);
  EQUALS(grad_of(y), 12);
  grad(times(y, 1), x);
  EQUALS(grad_of(y), 13);
}

static void hook_20_stays_with_the_value(void) {
  static Spy old = {.letter = 'o'}, now = {.letter = 'n'};
  vjp_tensor* x = leaf(VEC(2));
  vjp_tensor* y = times(x, 1);
  on_tensor(y, &old);
  OK(vjp_tensor_retain_grad(y));
  OP_("mul", T(y), F(3));
  on_tensor(y, &now);
  EQUALS(grad(times(y, 5), x), 15);
  NEAR(old.last, 15);
  NEAR(now.last, 5);
  /* HOOK-21: the retained gradient is that of the latest value */
  EQUALS(grad_of(y), 5);
}

static void hook_24_retaining_keeps_nothing_alive(void) {
  vjp_tensor* x = leaf(VEC(2));
  vjp_tensor* y = times(x, 3);
  OK(vjp_tensor_retain_grad(y));
  vjp_tensor* z = sum(y);
  int64_t before = vjp_debug_live_tensors();
  drop_now(y);
  CHECK(vjp_debug_live_tensors() == before - 1);
  EQUALS(grad(z, x), 3);
}

static void hook_26_leaf_hooks_live_with_the_leaf(void) {
  static Spy a = {.letter = 'a', .factor = 2};
  vjp_tensor* x = leaf(VEC(1));
  on_tensor(x, &a); /* before there is an accumulator */
  for (int i = 1; i <= 2; ++i) {
    OK(vjp_backward(times(x, 3), NULL));
    CHECK(a.calls == i);
  }
  EQUALS(grad_of(x), 12);
}

static void hook_27_refusal(void) {
  static Spy no = {.letter = 'x', .answer = VJP_ERROR_CANCELLED};
  vjp_tensor* x = leaf(VEC(1));
  vjp_tensor* w = leaf(VEC(1));
  vjp_tensor* h = times(x, 2);
  on_tensor(h, &no);
  vjp_tensor* y = add(h, w);
  FAILS(VJP_ERROR_CANCELLED, vjp_backward(y, NULL));
  SAYS("the hook says no");
  SAYS("Mul"); /* ERR-2: the node that was executing */
  CHECK(grad_of(x) == NULL);
}

static int payload_drops;
static void payload_drop(void* p) { (void)p, ++payload_drops; }
static vjp_status raises(void* context, vjp_tensor* grad, vjp_tensor** replacement) {
  (void)grad, (void)replacement;
  vjp_error_raise(VJP_ERROR_CANCELLED, "with a payload", context, payload_drop);
  return VJP_ERROR_CANCELLED;
}

static void err_2_payload_comes_home(void) {
  int exception = 42;
  payload_drops = 0;
  vjp_tensor* x = leaf(VEC(1));
  vjp_tensor* h = times(x, 2);
  OK(vjp_tensor_add_hook(h, raises, &exception, NULL, NULL));
  FAILS(VJP_ERROR_CANCELLED, vjp_backward(h, NULL));
  CHECK(vjp_error_take_payload() == &exception && payload_drops == 0);
  CHECK(vjp_error_take_payload() == NULL);
  h = times(x, 2);
  OK(vjp_tensor_add_hook(h, raises, &exception, NULL, NULL));
  FAILS(VJP_ERROR_CANCELLED, vjp_backward(h, NULL));
  vjp_clear_error();
  CHECK(payload_drops == 1 && vjp_error_take_payload() == NULL && vjp_last_error()[0] == '\0');
}

int main(void) {
  RUN(hook_2_order_at_a_node);
  RUN(hook_3_order_at_a_leaf);
  RUN(hook_4_order_of_registration);
  RUN(hook_5_once_with_the_sum);
  RUN(hook_6_captured_only);
  RUN(hook_7_undefined);
  RUN(hook_7_replacement_of_nothing);
  RUN(hook_8_replacement_must_fit);
  RUN(hook_9_and_10_dropped_gradients);
  RUN(hook_10_results_replaced);
  RUN(hook_12_removes_itself);
  RUN(hook_13_removal);
  RUN(hook_13_release_keeps_the_hook);
  RUN(hook_15_where_they_are_allowed);
  RUN(hook_17_retained_gradients_add_up);
  RUN(hook_20_stays_with_the_value);
  RUN(hook_24_retaining_keeps_nothing_alive);
  RUN(hook_26_leaf_hooks_live_with_the_leaf);
  RUN(hook_27_refusal);
  RUN(err_2_payload_comes_home);
  return finish();
}
