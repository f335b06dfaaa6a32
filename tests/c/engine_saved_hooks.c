/* Chapter 4: hooks that pack what nodes save. */
#include "check.h"

/* A pair that keeps a negated copy, and counts. */
typedef struct Counts {
  int packs, unpacks, dropped_values, dropped;
  bool grad_mode;    /* seen by the last pack */
  vjp_status refuse; /* what pack returns */
  bool change;       /* pack changes its argument */
  int unpack_as;     /* 0: what was packed, 1: nothing, 2: another shape, 3: a tensor with a history of its own */
  vjp_tensor* last;  /* the last argument of pack, not owned */
} Counts;

static vjp_status pack_negated(void* context, vjp_tensor* tensor, void** packed) {
  Counts* c = (Counts*)context;
  ++c->packs;
  c->grad_mode = vjp_grad_mode();
  c->last = tensor;
  if (c->refuse) return vjp_error_raise(c->refuse, "no packing today", NULL, NULL);
  vjp_tensor* copy = NULL;
  vjp_value args[] = {T(tensor)};
  vjp_status status = call_op("neg", VJP_VARIANT_FUNCTIONAL, args, 1, 0, &copy);
  if (status) return status;
  if (c->change) {
    vjp_value change[] = {T(tensor), F(1)};
    status = call_op("add", VJP_VARIANT_INPLACE, change, 2, 0, NULL);
  }
  *packed = copy;
  return status;
}
static vjp_status unpack_negated(void* context, void* packed, vjp_tensor** out) {
  Counts* c = (Counts*)context;
  ++c->unpacks;
  if (c->unpack_as == 1) return VJP_OK;
  if (c->unpack_as == 2) {
    vjp_value ones[] = {T((vjp_tensor*)packed), I(0)};
    return call_op("unsqueeze", VJP_VARIANT_FUNCTIONAL, ones, 2, 0, out);
  }
  vjp_tensor* input = (vjp_tensor*)packed;
  if (c->unpack_as == 3) vjp_tensor_set_requires_grad(input, true);
  vjp_value args[] = {T(input)};
  return call_op("neg", VJP_VARIANT_FUNCTIONAL, args, 1, 0, out);
}
static void drop_negated(void* context, void* packed) {
  ++((Counts*)context)->dropped_values;
  vjp_tensor_release((vjp_tensor*)packed);
}
static void drop_counts(void* context) { ++((Counts*)context)->dropped; }

/* Tests keep their counts in static storage: what was packed is dropped when the arena is cleared, after the test. */
static vjp_saved_tensor_hooks negated(Counts* counts) {
  vjp_saved_tensor_hooks hooks = VJP_SAVED_TENSOR_HOOKS_INIT;
  hooks.pack = pack_negated;
  hooks.unpack = unpack_negated;
  hooks.drop_packed = drop_negated;
  hooks.drop = drop_counts;
  hooks.context = counts;
  return hooks;
}
static vjp_guard* push(Counts* counts) {
  vjp_saved_tensor_hooks hooks = negated(counts);
  vjp_guard* guard = NULL;
  OK(vjp_guard_saved_tensor_hooks(&hooks, &guard));
  return guard;
}

/* SHOOK-1 */
static void the_innermost_pair_counts(void) {
  Counts outer = {0}, inner = {0};
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_guard* a = push(&outer);
  OP("sin", T(x));
  vjp_guard* b = push(&inner);
  vjp_tensor* y = OP("sin", T(x));
  FAILS(VJP_ERROR_STATE, vjp_guard_exit(a));
  OK(vjp_guard_exit(b));
  OP("sin", T(x));
  OK(vjp_guard_exit(a));
  OP("sin", T(x));
  CHECK(outer.packs == 2 && inner.packs == 1);
  CHECK(outer.dropped == 0 && inner.dropped == 0); /* values packed are alive */
  EQUALS(grad(sum(y), x), cos(1), cos(2));
  CHECK(inner.unpacks == 1 && outer.unpacks == 0);
  arena_clear();
  CHECK(outer.dropped_values == 2 && inner.dropped_values == 1);
  CHECK(outer.dropped == 1 && inner.dropped == 1);
}

/* SHOOK-2, SHOOK-4: at once, with grad mode off; inputs, outputs, lists; the same object is unpacked again and again */
static void packing_happens_at_once(void) {
  static Counts counts;
  memset(&counts, 0, sizeof counts);
  vjp_tensor *x = leaf(VEC(1, 2)), *c = VEC(3, 4);
  vjp_guard* guard = push(&counts);
  vjp_tensor* a = mul(x, c); /* keeps c */
  CHECK(counts.packs == 1 && counts.last == c && !counts.grad_mode);
  CHECK(vjp_grad_mode());
  vjp_tensor* b = OP("exp", T(a)); /* keeps its result */
  CHECK(counts.packs == 2 && counts.last != b);
  vjp_tensor* d = times(b, 2); /* the number is exempt */
  CHECK(counts.packs == 2);
  OK(vjp_guard_exit(guard));
  vjp_tensor* s = sum(d);
  EQUALS(grad(s, x), 6 * exp(3), 8 * exp(8));
  EQUALS(grad(s, x), 6 * exp(3), 8 * exp(8));
  CHECK(counts.unpacks == 4 && counts.packs == 2);
}

/* SHOOK-3: what comes back has the autograd state of what was packed, whatever state the hook's result has */
static void double_backward_goes_through_hooks(void) {
  for (int as = 0; as < 4; as += 3) {
    static Counts counts;
    memset(&counts, 0, sizeof counts);
    counts.unpack_as = as;
    vjp_tensor *x = leaf(VEC(1, 2)), *w = leaf(VEC(3, 5));
    vjp_guard* guard = push(&counts);
    /* a leaf (w), a non-leaf input (inside sin), an output (exp) */
    vjp_tensor* inner = mul(x, w);
    vjp_tensor* y = sum(mul(OP("sin", T(inner)), OP("exp", T(x))));
    vjp_tensor* first = grad_graph(y, x);
    double gx = 3 * cos(3) * exp(1) + sin(3) * exp(1);
    NEAR(at(first, 0), gx);
    /* d2y/dx2 and d2y/dxdw */
    vjp_tensor *xx = NULL, *xw = NULL;
    OK(try_grad(sum(first), NULL, x, false, true, &xx));
    OK(try_grad(sum(first), NULL, w, false, true, &xw));
    own(xx), own(xw);
    NEAR(at(xx, 0), exp(1) * (-9 * sin(3) + 6 * cos(3) + sin(3)));
    NEAR(at(xw, 0), exp(1) * (cos(3) - 3 * sin(3) + cos(3)));
    OK(vjp_guard_exit(guard));
    CHECK(counts.unpacks > 0);
  }
}

static vjp_status count_gradient(void* context, vjp_tensor* grad, vjp_tensor** replacement) {
  (void)grad, (void)replacement;
  ++*(int*)context;
  return VJP_OK;
}

/* SHOOK-3, SAVE-2: the accumulator is the leaf's own: gradients and hooks reach the leaf */
static void an_unpacked_leaf_has_the_leafs_accumulator(void) {
  static Counts counts;
  memset(&counts, 0, sizeof counts);
  int calls = 0;
  vjp_tensor* x = leaf(VEC(2, 3));
  vjp_guard* guard = push(&counts);
  vjp_tensor* y = sum(mul(x, x));
  OK(vjp_guard_exit(guard));
  OK(vjp_tensor_add_hook(x, count_gradient, &calls, NULL, NULL));
  vjp_tensor* first = grad_graph(y, x);
  calls = 0;
  OK(vjp_backward(sum(first), NULL));
  EQUALS(grad_of(x), 2, 2);
  CHECK(calls == 1);
}

/* SHOOK-5 */
static void pack_may_not_change_its_argument(void) {
  static Counts counts;
  memset(&counts, 0, sizeof counts);
  counts.change = true;
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* a = times(x, 1);
  vjp_guard* guard = push(&counts);
  FAILS(VJP_ERROR_STATE, TRY("sin", T(a)));
  SAYS("SinBackward");
  SAYS("in place");
  FAILS(VJP_ERROR_STATE, TRY("exp", T(a)));
  OK(vjp_guard_exit(guard));
  CHECK(counts.dropped_values == 2 && counts.dropped == 1);
}

/* SHOOK-7 */
static void packed_values_are_not_checked(void) {
  static Counts counts;
  memset(&counts, 0, sizeof counts);
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* a = times(x, 1);
  vjp_guard* guard = push(&counts);
  vjp_tensor* y = sum(OP("sin", T(a)));
  OK(vjp_guard_exit(guard));
  OP_("mul", T(a), F(10));
  EQUALS(grad(y, x), cos(1), cos(2));
}

/* SAVE-9 and hooks: the history was packed with the value */
static void a_packed_input_detached_in_place(void) {
  static Counts counts;
  memset(&counts, 0, sizeof counts);
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* a = times(x, 1);
  vjp_guard* guard = push(&counts);
  vjp_tensor* y = sum(OP("sin", T(a)));
  OK(vjp_guard_exit(guard));
  OK(vjp_tensor_detach_(a));
  EQUALS(grad(y, x), cos(1), cos(2));
}

/* SHOOK-8: packing an output as it is closes no circle; RUN finds what is left alive */
static vjp_status pack_itself(void* context, vjp_tensor* tensor, void** packed) {
  ++*(int*)context;
  *packed = vjp_tensor_retain(tensor);
  return VJP_OK;
}
static vjp_status unpack_itself(void* context, void* packed, vjp_tensor** out) {
  (void)context;
  *out = vjp_tensor_retain((vjp_tensor*)packed);
  return VJP_OK;
}
static void drop_itself(void* context, void* packed) {
  (void)context;
  vjp_tensor_release((vjp_tensor*)packed);
}
static void packing_an_output_itself_closes_no_circle(void) {
  int packs = 0;
  vjp_saved_tensor_hooks hooks = VJP_SAVED_TENSOR_HOOKS_INIT;
  hooks.pack = pack_itself;
  hooks.unpack = unpack_itself;
  hooks.drop_packed = drop_itself;
  hooks.context = &packs;
  vjp_guard* guard = NULL;
  OK(vjp_guard_saved_tensor_hooks(&hooks, &guard));
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* y = sum(OP("exp", T(x)));
  vjp_tensor* z = clone(x);
  OP_("exp", T(narrow(z, 0, 0, 1)));
  OK(vjp_guard_exit(guard));
  EQUALS(grad(y, x), exp(1), exp(2));
  EQUALS(grad(sum(z), x), exp(1), 1);
  CHECK(packs == 2);
}

/* SHOOK-2 with in-place operations: pack sees the result, not what was there before */
static void outputs_of_in_place_operations(void) {
  static Counts counts;
  memset(&counts, 0, sizeof counts);
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* a = times(x, 1);
  vjp_guard* guard = push(&counts);
  OP_("exp", T(a));
  OK(vjp_guard_exit(guard));
  CHECK(counts.packs == 1);
  vjp_tensor* first = grad_graph(sum(a), x);
  EQUALS(first, exp(1), exp(2));
  EQUALS(grad(sum(first), x), exp(1), exp(2));
}

/* ERR-2: failures of the hooks come home; nothing is recorded and nothing leaks */
static void failing_hooks(void) {
  static Counts counts;
  memset(&counts, 0, sizeof counts);
  counts.refuse = VJP_ERROR_CANCELLED;
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_guard* guard = push(&counts);
  FAILS(VJP_ERROR_CANCELLED, TRY("sin", T(x)));
  SAYS("no packing today");
  counts.refuse = VJP_OK;
  vjp_tensor* y = sum(OP("sin", T(x)));
  OK(vjp_guard_exit(guard));
  /* SHOOK-3: "is a tensor" is checked, and what derivatives rely on */
  vjp_tensor* g = NULL;
  counts.unpack_as = 1;
  FAILS(VJP_ERROR_INVALID, try_grad(y, NULL, x, false, true, &g));
  SAYS("SinBackward");
  SAYS("no tensor");
  counts.unpack_as = 2;
  FAILS(VJP_ERROR_INVALID, try_grad(y, NULL, x, false, true, &g));
  SAYS("float64[1, 2]");
  CHECK(g == NULL);
  counts.unpack_as = 0;
  EQUALS(grad(y, x), cos(1), cos(2));
}

/* SHOOK-10: what lies in host memory already is not copied, and is checked as ever */
static void save_on_cpu_keeps_what_is_there(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_guard* guard = NULL;
  int64_t before = 0;
  OK(vjp_guard_save_on_cpu(true, &guard));
  vjp_tensor* a = times(x, 1);
  before = (int64_t)vjp_memory_allocated();
  vjp_tensor* y = OP("sin", T(a));
  CHECK((int64_t)vjp_memory_allocated() - before < 4096);
  OK(vjp_guard_exit(guard));
  vjp_tensor* first = grad_graph(sum(y), x);
  EQUALS(first, cos(1), cos(2));
  EQUALS(grad(sum(first), x), -sin(1), -sin(2));
  OP_("mul", T(a), F(2));
  vjp_tensor* g = NULL;
  if (vjp_tensor_device(x).kind != VJP_DEVICE_CPU) { /* a copy was kept */
    EQUALS(grad(sum(y), x), cos(1), cos(2));
    return;
  }
  FAILS(VJP_ERROR_VERSION, try_grad(sum(y), NULL, x, false, true, &g));
  SAYS("SinBackward");
}

/* SHOOK-11 */
static void hooks_can_be_refused(void) {
  static Counts counts;
  memset(&counts, 0, sizeof counts);
  vjp_saved_tensor_hooks hooks = negated(&counts);
  vjp_guard *a = NULL, *b = NULL, *c = NULL;
  OK(vjp_guard_no_saved_tensor_hooks("the outer reason", &a));
  OK(vjp_guard_no_saved_tensor_hooks("the inner reason", &b));
  FAILS(VJP_ERROR_STATE, vjp_guard_saved_tensor_hooks(&hooks, &c));
  SAYS("the inner reason");
  FAILS(VJP_ERROR_STATE, vjp_guard_save_on_cpu(false, &c));
  OK(vjp_guard_exit(b));
  FAILS(VJP_ERROR_STATE, vjp_guard_saved_tensor_hooks(&hooks, &c));
  SAYS("the outer reason");
  OK(vjp_guard_exit(a));
  CHECK(c == NULL && counts.dropped == 0); /* the context is still ours */
  vjp_guard* pair = push(&counts);
  FAILS(VJP_ERROR_STATE, vjp_guard_no_saved_tensor_hooks("too late", &c));
  SAYS("too late");
  OK(vjp_guard_exit(pair));
  CHECK(counts.dropped == 1);
}

/* SHOOK-12: hooks that begin or end regions */
typedef struct Odd {
  vjp_guard* leave;
  vjp_guard* entered;
  Counts counts;
} Odd;
static vjp_status pack_and_push(void* context, vjp_tensor* tensor, void** packed) {
  Odd* odd = (Odd*)context;
  if (!odd->entered) {
    vjp_saved_tensor_hooks hooks = negated(&odd->counts);
    vjp_status status = vjp_guard_saved_tensor_hooks(&hooks, &odd->entered);
    if (status) return status;
  }
  *packed = vjp_tensor_retain(tensor);
  return VJP_OK;
}
static vjp_status unpack_and_leave(void* context, void* packed, vjp_tensor** out) {
  Odd* odd = (Odd*)context;
  if (odd->entered) {
    vjp_guard_exit(odd->entered);
    odd->entered = NULL;
  }
  if (odd->leave) {
    vjp_guard_exit(odd->leave);
    odd->leave = NULL;
  }
  *out = vjp_tensor_retain((vjp_tensor*)packed);
  return VJP_OK;
}
static void hooks_that_begin_and_end_regions(void) {
  static Odd odd;
  memset(&odd, 0, sizeof odd);
  vjp_saved_tensor_hooks hooks = VJP_SAVED_TENSOR_HOOKS_INIT;
  hooks.pack = pack_and_push;
  hooks.unpack = unpack_and_leave;
  hooks.drop_packed = drop_itself;
  hooks.context = &odd;
  vjp_tensor* x = leaf(VEC(1, 2));
  OK(vjp_guard_saved_tensor_hooks(&hooks, &odd.leave));
  vjp_tensor* y = sum(OP("sin", T(x)));
  CHECK(odd.entered != NULL);
  EQUALS(grad(y, x), cos(1), cos(2));
  CHECK(odd.entered == NULL && odd.leave == NULL);
  static Counts after;
  memset(&after, 0, sizeof after);
  vjp_guard* guard = push(&after);
  OP("sin", T(x));
  OK(vjp_guard_exit(guard));
  CHECK(after.packs == 1);
}

/* SHOOK-2: what custom functions save */
static vjp_status square_backward(void* context, vjp_node* node, vjp_tensor* const* grads, size_t num_grads,
                                  vjp_tensor** out, size_t num_inputs) {
  (void)context, (void)num_grads, (void)num_inputs;
  vjp_tensor* x = NULL;
  vjp_status status = vjp_function_saved(node, 0, &x);
  if (status) return status;
  vjp_value args[] = {T(x), T(grads[0])};
  vjp_tensor* half = NULL;
  status = call_op("mul", VJP_VARIANT_FUNCTIONAL, args, 2, 0, &half);
  if (!status) {
    vjp_value twice[] = {T(half), F(2)};
    status = call_op("mul", VJP_VARIANT_FUNCTIONAL, twice, 2, 0, &out[0]);
  }
  vjp_tensor_release(half);
  vjp_tensor_release(x);
  return status;
}
static void custom_functions_save_through_hooks(void) {
  static Counts counts;
  memset(&counts, 0, sizeof counts);
  vjp_tensor* x = leaf(VEC(3, 5));
  vjp_guard* guard = push(&counts);
  bool before;
  OK(vjp_grad_mode_set(false, &before));
  vjp_tensor* y = mul(x, x);
  OK(vjp_grad_mode_set(before, NULL));
  vjp_function function = VJP_FUNCTION_INIT;
  function.name = "Square";
  function.backward = square_backward;
  OK(vjp_function_record(&function, &x, 1, &y, 1, &x, 1));
  OK(vjp_guard_exit(guard));
  CHECK(counts.packs == 1 && counts.last == x);
  vjp_tensor* first = grad_graph(sum(y), x);
  EQUALS(first, 6, 10);
  EQUALS(grad(sum(first), x), 2, 2);
  CHECK(counts.unpacks == 1);
}

/* SHOOK-9: unpacking follows execution */
typedef struct Order {
  int packs, unpacked[4], unpacks;
} Order;
static vjp_status pack_number(void* context, vjp_tensor* tensor, void** packed) {
  Order* order = (Order*)context;
  vjp_tensor** pair = (vjp_tensor**)malloc(2 * sizeof *pair);
  pair[0] = vjp_tensor_retain(tensor);
  memcpy(pair + 1, &order->packs, sizeof order->packs);
  ++order->packs;
  *packed = pair;
  return VJP_OK;
}
static vjp_status unpack_number(void* context, void* packed, vjp_tensor** out) {
  Order* order = (Order*)context;
  vjp_tensor** pair = (vjp_tensor**)packed;
  memcpy(&order->unpacked[order->unpacks++ % 4], pair + 1, sizeof(int));
  *out = vjp_tensor_retain(pair[0]);
  return VJP_OK;
}
static void drop_number(void* context, void* packed) {
  (void)context;
  vjp_tensor_release(((vjp_tensor**)packed)[0]);
  free(packed);
}
static void unpacking_follows_execution(void) {
  static Order order;
  memset(&order, 0, sizeof order);
  vjp_saved_tensor_hooks hooks = VJP_SAVED_TENSOR_HOOKS_INIT;
  hooks.pack = pack_number;
  hooks.unpack = unpack_number;
  hooks.drop_packed = drop_number;
  hooks.context = &order;
  vjp_tensor* x = leaf(VEC(1));
  vjp_guard* guard = NULL;
  OK(vjp_guard_saved_tensor_hooks(&hooks, &guard));
  vjp_tensor* y = OP("sin", T(OP("cos", T(OP("sin", T(x))))));
  OK(vjp_guard_exit(guard));
  CHECK(order.packs == 3);
  grad(sum(y), x);
  CHECK(order.unpacks == 3);
  CHECK(order.unpacked[0] == 2 && order.unpacked[1] == 1 && order.unpacked[2] == 0);
}

static double minus_sine(double v) { return -sin(v); }
static double tanh_twice(double v) { return -2 * tanh(v) * (1 - tanh(v) * tanh(v)); }

/* SAVE-13: tangents come back with inputs and outputs, through hooks too, while their level is alive; they have their
 * history, and close no circle (RUN finds what is left alive) */
static void tangents_come_back(void) {
  static const struct {
    const char* op;
    double (*second)(double);
  } cases[] = {{"sin", minus_sine}, {"exp", exp}, {"tanh", tanh_twice}};
  for (int i = 0; i < 6; ++i) {
    static Counts counts;
    memset(&counts, 0, sizeof counts);
    bool hooked = i % 2;
    vjp_tensor* x = leaf(VEC(1, 2));
    OK(vjp_forward_mode_enter());
    vjp_tensor *dual = NULL, *g = NULL, *tangent = NULL, *third = NULL;
    OK(vjp_make_dual(x, VEC(1, 10), &dual));
    own(dual);
    vjp_guard* guard = hooked ? push(&counts) : NULL;
    vjp_tensor* y = sum(OP(cases[i / 2].op, T(dual)));
    OK(vjp_guard_exit(guard));
    OK(try_grad(y, NULL, dual, true, true, &g));
    OK(vjp_tensor_tangent(own(g), &tangent));
    EQUALS(own(tangent), cases[i / 2].second(1), 10 * cases[i / 2].second(2));
    OK(try_grad(sum(tangent), NULL, dual, false, true, &third));
    own(third);
    OK(vjp_forward_mode_exit());
    OK(try_grad(y, NULL, dual, true, true, &g));
    OK(vjp_tensor_tangent(own(g), &tangent));
    CHECK(tangent == NULL);
    CHECK((counts.packs > 0) == hooked);
  }
}

int main(void) {
  RUN(the_innermost_pair_counts);
  RUN(packing_happens_at_once);
  RUN(double_backward_goes_through_hooks);
  RUN(an_unpacked_leaf_has_the_leafs_accumulator);
  RUN(pack_may_not_change_its_argument);
  RUN(packed_values_are_not_checked);
  RUN(a_packed_input_detached_in_place);
  RUN(packing_an_output_itself_closes_no_circle);
  RUN(outputs_of_in_place_operations);
  RUN(failing_hooks);
  RUN(save_on_cpu_keeps_what_is_there);
  RUN(hooks_can_be_refused);
  RUN(hooks_that_begin_and_end_regions);
  RUN(custom_functions_save_through_hooks);
  RUN(unpacking_follows_execution);
  RUN(tangents_come_back);
  return finish();
}
