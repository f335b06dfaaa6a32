/* Compiled grad calls: hooks of every kind, saved values that hooks pack, callbacks, errors half-way (CB-n). */
#include "compiled.h"

/* CB-9, COMP-2: everything in the engine's order. */
static Hook s_hook = {"s", 0, false}, t_hook = {"t", 0, false}, u_hook = {"u", 0, false}, v_hook = {"v", 0, false},
            a_hook = {"a", 0, false}, b_hook = {"b", 0, false}, acc_a = {"acc_a", 0, false},
            acc_b = {"acc_b", 0, false}, second = {"second", 0, false}, before = {"before", 0, false},
            after = {"after", 0, false};

static vjp_tensor *branch_a, *branch_b;
static vjp_tensor* two_branches(int round) {
  vjp_tensor *a = branch_a = FRESH(round, 3), *b = branch_b = FRESH(round + 1, 3);
  vjp_tensor *u = times(a, 2), *v = times(b, 3);
  vjp_tensor *t = OP("sin", T(u)), *s = OP("cos", T(v));
  Hook* hooks[] = {&s_hook, &t_hook, &u_hook, &v_hook, &a_hook, &b_hook};
  vjp_tensor* tensors[] = {s, t, u, v, a, b};
  for (int i = 0; i < 6; ++i) hook_tensor(tensors[i], hooks[i]);
  hook_leaf(a, &acc_a);
  hook_leaf(b, &acc_b);
  return sum(add(t, s));
}
static void order(int round) {
  vjp_tensor* z = two_branches(round);
  OK(vjp_backward(z, NULL));
  note_grad("a", branch_a);
  note_grad("b", branch_b);
}
static void order_of_two_each(int round) {
  vjp_tensor *a = FRESH(round, 3), *b = FRESH(round + 1, 3);
  vjp_tensor *t = OP("sin", T(a)), *s = OP("cos", T(b));
  vjp_tensor* z = mul(t, s);
  vjp_tensor* tensors[] = {t, s, z, a, b};
  for (int i = 0; i < 5; ++i) {
    hook_tensor(tensors[i], &t_hook);
    hook_tensor(tensors[i], &second);
    hook_before(edge_of(tensors[i]), &before);
    hook_before(edge_of(tensors[i]), &second);
    hook_after(edge_of(tensors[i]), &after);
    hook_after(edge_of(tensors[i]), &second);
  }
  OK(vjp_tensor_retain_grad(t));
  hook_leaf(a, &acc_a);
  hook_leaf(a, &second);
  OK(vjp_backward(sum(z), NULL));
  note_grad("t", t);
  note_grad("a", a);
  note_grad("b", b);
}
static void test_order(void) {
  BOTH(order, 3, 1);
  CHECK(strstr(scene_log, "hook s") && strstr(scene_log, "hook s") < strstr(scene_log, "hook t"));
  const char* names[] = {"hook s", "hook t", "hook v", "hook b", "hook acc_b", "hook u", "hook a ", "hook acc_a"};
  const char* from = scene_log;
  for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
    const char* found = from ? strstr(from, names[i]) : NULL;
    CHECK(found != NULL || !"in this order");
    from = found;
  }
  BOTH(order_of_two_each, 3, 1);
}

/* CB-10, COMP-3: another hook in the same place is no difference; one more or one less is. */
static void closures(int round) {
  static Hook factors[3] = {{"1", 1, false}, {"2", 2, false}, {"3", 3, false}};
  vjp_tensor* x = leaf(SCALAR(1));
  if (round < 3) hook_tensor(x, &factors[round]);
  OK(vjp_backward(times(x, 2), NULL));
  NEAR(at(grad_of(x), 0), round < 3 ? 2 * (round + 1) : 2);
  note_grad("x", x);
}
static void test_closures(void) {
  BOTH(closures, 3, 1);
  BOTH(closures, 4, 2);
  CHECK(last_miss_says("hooks"));
}

/* CB-11: a chain of hooks on a weight. */
static void on_weight(int round) {
  static Hook minus = {"tensor", -2, false}, fifth = {"pre", 0.2, false}, half = {"post", 0, false};
  vjp_tensor *w = FRESH(round, 2, 3), *x = detached(FRESH(round, 4, 3));
  hook_tensor(w, &minus);
  hook_before(edge_of(w), &fifth);
  hook_leaf(w, &acc_a);
  hook_after(edge_of(w), &half);
  OK(vjp_backward(sum(OP("tanh", T(OP("linear", T(x), T(w), NONE())))), NULL));
  note_grad("w", w);
}
static void test_on_weight(void) { BOTH(on_weight, 3, 1); }

/* CB-12: what is kept, and what is requested. */
static void kept_and_requested(int round) {
  static Hook ten = {"ten", 10, false}, hundred = {"hundred", 100, false};
  for (int how = 0; how < 3; ++how) {
    vjp_tensor* a = FRESH(round, 2);
    vjp_tensor* b = OP("sin", T(a));
    hook_tensor(b, &ten);
    hook_before(node_of(b), &hundred);
    OK(vjp_tensor_retain_grad(b));
    vjp_tensor* r = sum(b);
    vjp_tensor *inputs[] = {a, b}, *out[2] = {NULL, NULL};
    if (how == 0) OK(vjp_backward(r, NULL));
    if (how == 1) OK(vjp_grad(&r, 1, NULL, &inputs[1], 1, NULL, out));
    if (how == 2) OK(vjp_grad(&r, 1, NULL, inputs, 2, NULL, out));
    note_grad("b", b);
    note_grad("a", a);
    note_tensor("first", own(out[0]));
    note_tensor("second", own(out[1]));
    if (how) EQUALS(out[how == 2], 10, 10);
  }
}
static void test_kept_and_requested(void) { BOTH(kept_and_requested, 3, 3); }

/* CB-13, COMP-6: a replacement of another shape. */
static vjp_status gives_shape(void* context, vjp_tensor* grad, vjp_tensor** replacement) {
  (void)grad;
  static const double zeros[8];
  return vjp_tensor_from_data(zeros, (const int64_t*)context, 1, VJP_DTYPE_FLOAT64, replacement);
}
static void other_shape(int round) {
  static int64_t shapes[2] = {1, 5};
  vjp_tensor* x = FRESH(0, 3);
  vjp_tensor* y = OP("sin", T(x));
  vjp_hook* hook = NULL;
  OK(vjp_tensor_add_hook(y, gives_shape, &shapes[round % 2], NULL, &hook));
  vjp_hook_release(hook);
  note_status("backward", vjp_backward(sum(OP("cos", T(y))), NULL));
  note_grad("x", x);
}
static void test_other_shape(void) { BOTH(other_shape, 4, 1); }

/* CB-14: a hook that registers one on a node that comes later: that runs, too, and the engine takes over. */
static vjp_status registers(void* context, vjp_tensor* grad, vjp_tensor** replacement) {
  static Hook late = {"late", 7, false};
  (void)grad, (void)replacement;
  vjp_hook* hook = NULL;
  vjp_status status = vjp_tensor_add_hook((vjp_tensor*)context, on_tensor, &late, NULL, &hook);
  vjp_hook_release(hook);
  return status;
}
static void late_hook(int round) {
  vjp_tensor* x = FRESH(round, 3);
  vjp_tensor* y = OP("sin", T(x));
  vjp_tensor* z = OP("cos", T(y));
  vjp_hook* hook = NULL;
  OK(vjp_tensor_add_hook(z, registers, y, NULL, &hook));
  vjp_hook_release(hook);
  OK(vjp_backward(sum(z), NULL));
  note_grad("x", x);
}
static void test_late_hook(void) {
  vjp_compile_counters start = counters();
  BOTH(late_hook, 3, 1);
  CHECK(counters().late_fallbacks - start.late_fallbacks == 3);
  CHECK(strstr(scene_log, "hook late"));
}

/* CB-15: an error half-way; what was accumulated stays, the rest of the graph can still be walked. */
static void fails_half_way(int round) {
  static Hook fails = {"fails", 0, true};
  vjp_tensor *x = FRESH(round, 3), *w = FRESH(round, 3);
  vjp_tensor* y = OP("sin", T(x));
  vjp_tensor* z = mul(y, w);
  hook_tensor(y, &fails);
  hook_leaf(w, &acc_a);
  note_status("backward", vjp_backward(sum(z), NULL));
  note_grad("w", w);
  note_grad("x", x);
}
static void test_fails(void) { BOTH(fails_half_way, 3, 1); }

/* CB-16: final callbacks, from a hook and of a call inside. */
static vjp_status at_the_end(void* context) {
  vjp_tensor* grad = NULL;
  vjp_status status = vjp_tensor_grad((vjp_tensor*)context, &grad);
  note("final callback");
  note_tensor("", grad);
  vjp_tensor_release(grad);
  return status;
}
static vjp_status queues(void* context, vjp_tensor* grad, vjp_tensor** replacement) {
  (void)grad, (void)replacement;
  return vjp_queue_final_callback(at_the_end, context, NULL);
}
static vjp_status calls_inside(void* context, vjp_tensor* grad, vjp_tensor** replacement) {
  (void)context, (void)grad, (void)replacement;
  vjp_tensor *z = NULL, *w = NULL;
  vjp_guard* on = NULL;
  vjp_hook* hook = NULL;
  vjp_status status = vjp_guard_mode(VJP_MODE_GRAD, true, &on);
  if (status == VJP_OK) status = vjp_tensor_from_data((double[]){2}, NULL, 0, VJP_DTYPE_FLOAT64, &z);
  if (status == VJP_OK) status = vjp_tensor_set_requires_grad(z, true);
  if (status == VJP_OK) status = call_op("sin", VJP_VARIANT_FUNCTIONAL, ARGS(T(z)), 0, &w);
  if (status == VJP_OK) status = vjp_tensor_add_hook(w, queues, z, NULL, &hook);
  if (status == VJP_OK) status = vjp_backward(w, NULL);
  vjp_guard_exit(on);
  vjp_hook_release(hook);
  vjp_tensor_release(w);
  vjp_tensor_release(z);
  return status;
}
static void final_callbacks(int round) {
  vjp_tensor* x = FRESH(round, 3);
  vjp_tensor *y = OP("sin", T(x)), *z = OP("cos", T(y));
  vjp_hook *first = NULL, *other = NULL;
  OK(vjp_tensor_add_hook(y, queues, x, NULL, &first));
  OK(vjp_tensor_add_hook(z, calls_inside, NULL, NULL, &other));
  vjp_hook_release(first);
  vjp_hook_release(other);
  OK(vjp_backward(sum(z), NULL));
  note_grad("x", x);
}
static void test_final_callbacks(void) { BOTH(final_callbacks, 3, 2); }

/* CB-19: saved values that hooks pack; each is unpacked as often as by the engine, and when. */
static vjp_status pack(void* context, vjp_tensor* tensor, void** packed) {
  (void)context;
  note("pack\n");
  *packed = vjp_tensor_retain(tensor);
  return VJP_OK;
}
static vjp_status unpack(void* context, void* packed, vjp_tensor** out) {
  (void)context;
  note_tensor("unpack", (vjp_tensor*)packed);
  *out = vjp_tensor_retain((vjp_tensor*)packed);
  return VJP_OK;
}
static void drop_packed(void* context, void* packed) {
  (void)context;
  note("dropped\n");
  vjp_tensor_release((vjp_tensor*)packed);
}
static void packed_values(int round) {
  vjp_saved_tensor_hooks hooks = VJP_SAVED_TENSOR_HOOKS_INIT;
  hooks.pack = pack;
  hooks.unpack = unpack;
  hooks.drop_packed = drop_packed;
  vjp_tensor* x = FRESH(round, 3);
  vjp_guard* region = NULL;
  OK(vjp_guard_saved_tensor_hooks(&hooks, &region));
  vjp_tensor* y = mul(OP("sin", T(x)), OP("exp", T(x)));
  OK(vjp_guard_exit(region));
  vjp_tensor* r = sum(y);
  hook_tensor(r, &t_hook);
  OK(vjp_backward(r, NULL));
  note_grad("x", x);
}
static void test_packed_values(void) { BOTH(packed_values, 3, 1); }

/* What a hook may ask of the call that runs: the order of what is left, and what will run. */
static vjp_status asks(void* context, vjp_tensor* grad, vjp_tensor** replacement) {
  (void)grad, (void)replacement;
  vjp_node* nodes[16];
  size_t count = 0;
  vjp_status status = vjp_execution_order(nodes, 16, &count);
  if (status != VJP_OK) return status;
  for (size_t i = 0; i < count && i < 16; ++i) {
    bool executes = false, captured = false;
    if (vjp_will_execute(nodes[i], &executes, &captured) == VJP_OK)
      note("%s %d %d\n", vjp_node_name(nodes[i]), executes, captured);
  }
  for (size_t i = 0; i < count && i < 16; ++i) vjp_node_release(nodes[i]);
  note("keeps %d restricted %d\n", vjp_grad_call_keeps_graph(), !vjp_grad_call_is_unrestricted());
  (void)context;
  return VJP_OK;
}
static void asked(int round) {
  vjp_tensor *x = FRESH(round, 3), *w = FRESH(round, 3);
  vjp_tensor *y = OP("sin", T(x)), *z = mul(y, OP("cos", T(w)));
  vjp_hook *first = NULL, *other = NULL;
  OK(vjp_tensor_add_hook(y, asks, NULL, NULL, &first));
  OK(vjp_tensor_add_hook(z, asks, NULL, NULL, &other));
  vjp_hook_release(first);
  vjp_hook_release(other);
  if (round % 2) {
    note_tensor("x", grad(sum(z), x));
  } else {
    OK(vjp_backward(sum(z), NULL));
    note_grad("x", x);
  }
}
static void test_asked(void) { BOTH(asked, 4, 2); }

int main(void) {
  RUN(test_order);
  RUN(test_closures);
  RUN(test_on_weight);
  RUN(test_kept_and_requested);
  RUN(test_other_shape);
  RUN(test_late_hook);
  RUN(test_fails);
  RUN(test_final_callbacks);
  RUN(test_packed_values);
  RUN(test_asked);
  return finish();
}
