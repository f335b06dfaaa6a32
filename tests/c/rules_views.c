/* Chapter 5 of the engine's rules, clause by clause: views and in-place operations. */
#include "check.h"

static vjp_tensor* base_of(vjp_tensor* t) {
  vjp_tensor* base = NULL;
  OK(vjp_tensor_base(t, &base));
  return own(base);
}
static bool named(vjp_tensor* t, const char* name) {
  vjp_node* node = node_of(t);
  return node && strcmp(vjp_node_name(node), name) == 0;
}

/* ---- views ---- */

/* Every operator of the list, as views of `x` (float64[2, 3, 2]); the rest of `out` stays NULL. */
static void all_views(vjp_tensor* x, vjp_tensor* out[24]) {
  size_t n = 0;
  out[n++] = OP("select", T(x), I(0), I(1));
  out[n++] = narrow(x, 1, 1, 2);
  out[n++] = OP("transpose", T(x), I(0), I(1));
  out[n++] = OP("permute", T(x), INTS(2, 0, 1));
  out[n++] = OP("reshape", T(x), INTS(6, 2));
  out[n++] = OP("view", T(x), INTS(3, 4));
  out[n++] = OP("flatten", T(x));
  out[n++] = OP("expand", T(x), INTS(5, 2, 3, 2));
  out[n++] = OP("unsqueeze", T(x), I(1));
  out[n++] = OP("squeeze", T(x));
  out[n++] = OP("diagonal", T(x));
  out[n++] = OP("unfold", T(x), I(1), I(2), I(1));
  out[n++] = RESULT("split", 1, T(x), I(2), I(1));
  out[n++] = RESULT("chunk", 1, T(x), I(2), I(0));
  out[n++] = RESULT("unbind", 2, T(x), I(1));
  out[n++] = OP("as_strided", T(x), INTS(2, 2), INTS(1, 3), I(1));
  out[n++] = OP("view_as_complex", T(x));
  vjp_index index[2] = {{VJP_INDEX_SLICE, 0, 0, VJP_INDEX_ABSENT, 1, NULL}, {VJP_INDEX_SLICE, 0, 0, 3, 2, NULL}};
  OK(vjp_tensor_index(x, index, 2, &out[n]));
  own(out[n++]);
  while (n < 24) out[n++] = NULL;
}
static void check_views(vjp_tensor* x) {
  vjp_tensor* views[24];
  all_views(x, views);
  for (size_t i = 0; views[i]; ++i) {
    CHECK(vjp_tensor_is_view(views[i]) && vjp_tensor_shares_storage(views[i], x));
    CHECK(base_of(views[i]) == x);
  }
}
/* VIEW-1: all of the operators, and whatever requires grad, in whatever mode */
static void view_1_every_operator(void) {
  check_views(ramp(VJP_DTYPE_FLOAT64, 3, (int64_t[]){2, 3, 2}));
  vjp_tensor* x = leaf(ramp(VJP_DTYPE_FLOAT64, 3, (int64_t[]){2, 3, 2}));
  check_views(x);
  vjp_guard* off = enter_mode(VJP_MODE_GRAD, false);
  check_views(x);
  OK(vjp_guard_exit(off));
  vjp_guard* inference = enter_mode(VJP_MODE_INFERENCE, true);
  check_views(x);
  OK(vjp_guard_exit(inference));
  vjp_tensor* z = OP("view_as_complex", T(clone(ramp(VJP_DTYPE_FLOAT64, 2, (int64_t[]){2, 2}))));
  z = clone(z);
  static const char* const parts[] = {"real", "imag", "view_as_real"};
  for (size_t i = 0; i < 3; ++i) {
    vjp_tensor* part = NULL;
    OK(call_op(parts[i], VJP_VARIANT_FUNCTIONAL, ARGS(T(z)), 0, &part));
    own(part);
    CHECK(vjp_tensor_is_view(part) && base_of(part) == z && vjp_tensor_shares_storage(part, z));
  }
}

/* VIEW-2: views, the base, detached aliases of either, whichever of them is changed */
static void view_2_the_family(void) {
  vjp_tensor* x = VEC(1, 2, 3);
  vjp_tensor* v = narrow(x, 0, 0, 2);
  vjp_tensor* family[5] = {x, v, narrow(v, 0, 1, 1), detached(x), detached(v)};
  for (size_t i = 0; i < 5; ++i) {
    int64_t before = version_of(x);
    OP_("add", T(family[i]), F(1));
    int64_t now = version_of(x);
    CHECK(now > before);
    for (size_t j = 0; j < 5; ++j) CHECK(version_of(family[j]) == now);
  }
}

/* VIEW-4: the edge leads to the argument, a view itself perhaps */
static void view_4_edges_of_views(void) {
  vjp_tensor* x = leaf(VEC(1, 2, 3));
  vjp_tensor* v = narrow(times(x, 2), 0, 0, 2);
  vjp_tensor* part = narrow(v, 0, 1, 1);
  vjp_node* next = NULL;
  uint32_t slot = 9;
  OK(vjp_node_edge(node_of(part), 0, &next, &slot));
  CHECK(own_node(next) == node_of(v) && slot == 0 && vjp_node_num_edges(node_of(part)) == 1);
  vjp_tensor* plain = VEC(1, 2);
  CHECK(node_of(narrow(plain, 0, 0, 1)) == NULL && !vjp_tensor_requires_grad(narrow(plain, 0, 0, 1)));
}

/* VIEW-5: the version is that of when the view was made, so it is not stale from the start */
static void view_5_a_view_of_a_changed_base(void) {
  vjp_tensor* x = leaf(MAT(2, 2, 1, 2, 3, 4));
  vjp_tensor* b = times(x, 1);
  OP_("mul", T(b), F(3));
  vjp_tensor* v = narrow(b, 0, 0, 1);
  CHECK(named(v, "NarrowBackward"));
  vjp_tensor* row = RESULT("unbind", 1, T(b), I(0));
  CHECK(named(row, "UnbindBackward") && vjp_tensor_output_number(row) == 1);
  EQUALS(grad(sum(row), x), 0, 0, 3, 3);
  vjp_guard* off = enter_mode(VJP_MODE_GRAD, false);
  OP_("mul", T(b), F(2));
  OK(vjp_guard_exit(off));
  CHECK(named(v, "AsStridedBackward"));
}

static vjp_status no_gradient(void* context, vjp_node* node, vjp_tensor* const* grads, size_t num_grads,
                              vjp_tensor** out, size_t num_inputs) {
  (void)context, (void)node, (void)grads, (void)num_grads, (void)out, (void)num_inputs;
  return VJP_OK;
}
/* VIEW-6 */
static void view_6_flags(void) {
  vjp_tensor* b = clone(leaf(MAT(2, 2, 1, 2, 3, 4)));
  CHECK(vjp_tensor_creation(b) == VJP_CREATION_NO_VIEW);
  CHECK(vjp_tensor_creation(narrow(b, 0, 0, 1)) == VJP_CREATION_NORMAL);
  CHECK(vjp_tensor_creation(RESULT("unbind", 0, T(b), I(0))) == VJP_CREATION_MULTI);
  CHECK(vjp_tensor_creation(RESULT("split", 0, T(b), I(1), I(0))) == VJP_CREATION_MULTI);
  CHECK(vjp_tensor_creation(RESULT("chunk", 1, T(b), I(2), I(1))) == VJP_CREATION_MULTI);
  CHECK(vjp_tensor_creation(RESULT("split_with_sizes", 0, T(b), INTS(1, 1), I(0))) == VJP_CREATION_MULTI);
  vjp_guard* off = enter_mode(VJP_MODE_GRAD, false);
  CHECK(vjp_tensor_creation(narrow(b, 0, 0, 1)) == VJP_CREATION_NO_GRAD);
  CHECK(vjp_tensor_creation(RESULT("unbind", 0, T(b), I(0))) == VJP_CREATION_NO_GRAD);
  OK(vjp_guard_exit(off));
  vjp_guard* inference = enter_mode(VJP_MODE_INFERENCE, true);
  CHECK(vjp_tensor_creation(narrow(b, 0, 0, 1)) == VJP_CREATION_INFERENCE);
  CHECK(vjp_tensor_creation(RESULT("unbind", 0, T(b), I(0))) == VJP_CREATION_INFERENCE);
  OK(vjp_guard_exit(inference));
  vjp_function f = VJP_FUNCTION_INIT;
  f.name = "Through";
  f.backward = no_gradient;
  vjp_function_call* call = NULL;
  OK(vjp_function_begin(&f, &b, 1, &call));
  vjp_tensor *view = narrow(b, 0, 0, 1), *out = NULL;
  OK(vjp_function_end(call, &view, 1, &out));
  CHECK(vjp_tensor_creation(own(out)) == VJP_CREATION_CUSTOM);
}

/* VIEW-12: the geometry is described from the base, which need not begin where its storage does */
static void view_12_a_base_inside_of_a_storage(void) {
  vjp_tensor* w = leaf(VEC(10, 20));
  vjp_tensor* base = detached(narrow(VEC(1, 2, 3, 4, 5, 6), 0, 2, 4)); /* 3 4 5 6 */
  vjp_tensor* middle = narrow(base, 0, 1, 3);
  vjp_tensor *v = narrow(middle, 0, 1, 2), *older = narrow(base, 0, 2, 1);
  drop_now(middle);
  OP_("mul", T(v), T(w)); /* 3 4 50 120 */
  EQUALS(base, 3, 4, 50, 120);
  EQUALS(grad(sum(mul(base, VEC(1, 2, 3, 4))), w), 15, 24);
  EQUALS(grad(sum(v), w), 5, 6);
  EQUALS(grad(sum(older), w), 5, 0);
}

/* VIEW-15: with its handle gone the base is there, and so is what happens to it */
static void view_15_the_base_lives_on(void) {
  vjp_tensor* x = leaf(VEC(1, 2, 3));
  vjp_tensor* b = times(x, 2);
  vjp_tensor *v = narrow(b, 0, 1, 2), *other = narrow(b, 0, 0, 2);
  drop_now(b);
  OP_("mul", T(v), F(5));
  vjp_tensor* base = base_of(v);
  CHECK(base == base_of(other));
  EQUALS(base, 2, 20, 30);
  EQUALS(grad(sum(base), x), 2, 10, 10);
  EQUALS(grad(sum(other), x), 2, 10, 0);
  drop_now(other);
  vjp_tensor* again = NULL;
  OK(vjp_tensor_base(narrow(v, 0, 0, 1), &again));
  CHECK(own(again) == base);
}
static void view_15_alone(void) {
  vjp_tensor* b = VEC(1, 2, 3);
  vjp_tensor* v = narrow(b, 0, 1, 2);
  drop_now(b);
  vjp_tensor* back = NULL;
  OK(vjp_tensor_base(v, &back));
  EQUALS(own(back), 1, 2, 3);
}

/* VIEW-16: it requires grad, has no history, and hands nothing on */
static void view_16_made_without_recording(void) {
  vjp_tensor *x = leaf(VEC(1, 2, 3)), *y = times(x, 2);
  vjp_tensor* bases[2] = {x, y};
  for (size_t i = 0; i < 2; ++i) {
    vjp_guard* off = enter_mode(VJP_MODE_GRAD, false);
    vjp_tensor* v = narrow(bases[i], 0, 0, 2);
    OK(vjp_guard_exit(off));
    CHECK(vjp_tensor_requires_grad(v) && node_of(v) == NULL && vjp_tensor_is_leaf(v));
    vjp_tensor *product = mul(v, VEC(3, 4)), *g = NULL;
    CHECK(vjp_tensor_requires_grad(product));
    vjp_node* next = NULL;
    uint32_t slot;
    OK(vjp_node_edge(node_of(product), 0, &next, &slot));
    CHECK(own_node(next) == NULL);
    FAILS(VJP_ERROR_INVALID, try_grad(sum(product), NULL, x, false, true, &g));
    OK(vjp_backward(sum(product), NULL));
    CHECK(grad_of(x) == NULL && grad_of(v) == NULL);
  }
}

/* VIEW-19: a base that has views is changed like one that has none; a view pays when it is asked */
static void view_19_lazily(void) {
  vjp_tensor *x = leaf(VEC(1, 2, 3)), *b = times(x, 2), *views[50];
  for (int i = 0; i < 50; ++i) views[i] = narrow(b, 0, i % 3, 1);
  int64_t nodes = vjp_debug_live_nodes();
  uint64_t first = vjp_node_sequence_number(node_of(times(x, 2)));
  OP_("mul", T(b), F(3));
  CHECK(vjp_debug_live_nodes() == nodes + 2); /* that of the product above, and the change's */
  CHECK(vjp_node_sequence_number(node_of(b)) == first + 1);
  CHECK(vjp_node_sequence_number(node_of(times(x, 2))) == first + 2);
  CHECK(vjp_node_sequence_number(node_of(views[7])) == first + 3);
  CHECK(vjp_node_sequence_number(node_of(views[8])) == first + 4);
  EQUALS(grad(sum(views[49]), x), 0, 6, 0);
}

/* ---- in-place operations ---- */

/* INPL-1: in their order: the flag, the view of a leaf, the leaf; overlapping ones whatever requires grad */
static void inpl_1_order_of_errors(void) {
  vjp_tensor* x = leaf(MAT(2, 2, 1, 2, 3, 4));
  FAILS(VJP_ERROR_STATE, TRY_("mul", T(RESULT("unbind", 1, T(x), I(0))), F(2)));
  SAYS("output 1 of Unbind");
  FAILS(VJP_ERROR_STATE, TRY_("mul", T(narrow(x, 0, 0, 1)), F(2)));
  SAYS("view of a leaf");
  FAILS(VJP_ERROR_STATE, TRY_("mul", T(x), F(2)));
  SAYS("leaf that requires grad");
  vjp_guard* off = enter_mode(VJP_MODE_GRAD, false);
  vjp_tensor* flagged = narrow(x, 0, 0, 1);
  FAILS(VJP_ERROR_INVALID, TRY_("mul", T(OP("expand", T(VEC(1)), INTS(3))), F(2)));
  SAYS("[3]");
  SAYS("[0]");
  OK(vjp_guard_exit(off));
  FAILS(VJP_ERROR_STATE, TRY_("mul", T(flagged), F(2)));
  SAYS("no_grad");
  EQUALS(x, 1, 2, 3, 4);
  CHECK(version_of(x) == 0);
  /* nothing requires grad: it passes */
  vjp_tensor* plain = MAT(2, 2, 1, 2, 3, 4);
  OP_("mul", T(RESULT("unbind", 1, T(plain), I(0))), F(2));
  EQUALS(plain, 1, 2, 6, 8);
}

/* INPL-2: the flag counts as soon as the value that is written requires grad */
static void inpl_2_through_a_flagged_view(void) {
  vjp_tensor *plain = VEC(1, 2), *w = leaf(VEC(3, 4));
  vjp_guard* off = enter_mode(VJP_MODE_GRAD, false);
  vjp_tensor* flagged = narrow(plain, 0, 0, 2);
  OK(vjp_guard_exit(off));
  OP_("add", T(flagged), F(1));
  FAILS(VJP_ERROR_STATE, TRY_("copy", T(flagged), T(w)));
  FAILS(VJP_ERROR_STATE, TRY_("mul", T(flagged), T(w)));
  EQUALS(plain, 2, 3);
  CHECK(!vjp_tensor_requires_grad(plain));
  OP_("copy", T(plain), T(w));
  CHECK(!vjp_tensor_is_leaf(plain));
  EQUALS(grad(sum(times(plain, 3)), w), 3, 3);
}

/* INPL-4: also by copying, by filling, by index, by changing the geometry */
static void inpl_4_every_way(void) {
  vjp_tensor* x = MAT(2, 2, 1, 2, 3, 4);
  int64_t version = version_of(x);
  OP_("copy", T(x), T(MAT(2, 2, 5, 6, 7, 8)));
  CHECK(version_of(x) > version), version = version_of(x);
  OP_("zero", T(x));
  CHECK(version_of(x) > version), version = version_of(x);
  vjp_index row = {VJP_INDEX_SLICE, 0, 0, 1, 1, NULL};
  OK(vjp_tensor_index_put(x, &row, 1, SCALAR(9)));
  CHECK(version_of(x) > version), version = version_of(x);
  OP_("transpose", T(x), I(0), I(1));
  CHECK(version_of(x) > version), version = version_of(x);
  double data[4] = {1, 2, 3, 4};
  OK(vjp_tensor_copy_from(x, data, sizeof data, VJP_DTYPE_FLOAT64));
  CHECK(version_of(x) > version);
}

/* INPL-5: the same handle; a leaf becomes a non-leaf, whose first edge is null, for it had no history */
static void inpl_5_a_plain_tensor(void) {
  vjp_tensor *plain = VEC(1, 2), *w = leaf(VEC(3, 4));
  CHECK(OP_("mul", T(plain), T(w)) == plain);
  vjp_node* node = node_of(plain);
  CHECK(!vjp_tensor_is_leaf(plain) && vjp_tensor_requires_grad(plain) && vjp_tensor_output_number(plain) == 0);
  vjp_node* next = node;
  uint32_t slot;
  OK(vjp_node_edge(node, 0, &next, &slot));
  CHECK(next == NULL);
  OK(vjp_node_edge(node, 1, &next, &slot));
  CHECK(own_node(next) == edge_of(w));
}

/* INPL-6 */
static void inpl_6_what_was_computed_before(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* y = OP("sin", T(x));
  vjp_tensor *before = sum(times(y, 3)), *detour = sum(narrow(y, 0, 0, 1));
  vjp_node* old = node_of(y);
  OP_("mul", T(y), F(4));
  OP_("add", T(narrow(y, 0, 0, 1)), F(1));
  EQUALS(grad(before, x), 3 * cos(1), 3 * cos(2));
  EQUALS(grad(detour, x), cos(1), 0);
  EQUALS(grad(sum(y), x), 4 * cos(1), 4 * cos(2));
  CHECK(node_of(y) != old);
}

/* INPL-8: all of them: the checks are the same, and in no_grad a flagged view keeps its flag */
static vjp_status geometry(size_t which, vjp_tensor* t) {
  switch (which) {
    case 0:
      return TRY_("transpose", T(t), I(0), I(1));
    case 1:
      return TRY_("t", T(t));
    case 2:
      return TRY_("squeeze", T(t));
    case 3:
      return TRY_("unsqueeze", T(t), I(0));
    default:
      return TRY_("as_strided", T(t), INTS(2), INTS(1), I(0));
  }
}
static void inpl_8_geometry(void) {
  for (size_t which = 0; which < 5; ++which) {
    vjp_tensor* x = leaf(MAT(1, 2, 1, 2));
    FAILS(VJP_ERROR_STATE, geometry(which, x));
    FAILS(VJP_ERROR_STATE, geometry(which, narrow(x, 1, 0, 2)));
    CHECK(SHAPE(x, 1, 2));
    vjp_tensor* b = times(x, 3);
    vjp_guard* off = enter_mode(VJP_MODE_GRAD, false);
    vjp_tensor* flagged = narrow(b, 1, 0, 2);
    OK(vjp_guard_exit(off));
    FAILS(VJP_ERROR_STATE, geometry(which, flagged));
    CHECK(SHAPE(flagged, 1, 2) && version_of(b) == 0);
    off = enter_mode(VJP_MODE_GRAD, false);
    OK(geometry(which, flagged));
    OK(vjp_guard_exit(off));
    CHECK(vjp_tensor_creation(flagged) == VJP_CREATION_NO_GRAD);
    CHECK(vjp_tensor_is_view(flagged) && base_of(flagged) == b);
    /* recorded on a tensor with a history, and on a view of one */
    vjp_tensor *y = times(x, 3), *c = times(x, 3), *v = narrow(c, 1, 0, 2);
    OK(geometry(which, y));
    OK(geometry(which, v));
    EQUALS(grad(sum(y), x), 3, 3);
    EQUALS(grad(sum(times(v, 2)), x), 6, 6);
  }
}

/* INPL-9: the gradient that comes in is left as it is; an undefined one gives undefined ones */
static void inpl_9_gradients_of_the_slice_update(void) {
  vjp_tensor *x = leaf(VEC(1, 2, 3)), *w = leaf(VEC(5, 6)), *given = VEC(1, 10, 100);
  vjp_tensor* b = times(x, 1);
  OP_("mul", T(narrow(b, 0, 1, 2)), T(w));
  vjp_node* update = node_of(b);
  CHECK(strcmp(vjp_node_name(update), "SliceUpdate") == 0);
  CHECK(vjp_node_num_slots(update) == 1 && vjp_node_num_edges(update) == 2);
  vjp_node* next = NULL;
  uint32_t slot;
  OK(vjp_node_edge(update, 1, &next, &slot));
  CHECK(own_node(next) == edge_of(w));
  vjp_tensor *out[2] = {NULL, NULL}, *nothing = NULL;
  OK(vjp_node_apply(update, &nothing, 1, out, 2));
  CHECK(out[0] == NULL && out[1] == NULL);
  OK(vjp_node_apply(update, &given, 1, out, 2));
  EQUALS(own(out[0]), 1, 50, 600);
  EQUALS(own(out[1]), 20, 300);
  EQUALS(given, 1, 10, 100);
  CHECK(version_of(given) == 0);
}

static vjp_status gradient_of_the_second(void* context, vjp_node* node, vjp_tensor* const* grads, size_t num_grads,
                                         vjp_tensor** out, size_t num_inputs) {
  (void)context, (void)node, (void)num_grads, (void)num_inputs;
  out[1] = vjp_tensor_retain(grads[0]);
  return VJP_OK;
}
/* INPL-9: where the changed part has no gradient of its own, that of the whole stays there */
static void inpl_9_no_gradient_for_the_part(void) {
  vjp_tensor *x = leaf(VEC(1, 2, 3)), *w = leaf(VEC(5, 6));
  vjp_tensor* b = times(x, 2);
  vjp_tensor* v = narrow(b, 0, 1, 2);
  vjp_function f = VJP_FUNCTION_INIT;
  f.name = "Second";
  f.backward = gradient_of_the_second;
  vjp_tensor *inputs[2] = {v, w}, *out = NULL;
  vjp_function_call* call = NULL;
  OK(vjp_function_begin(&f, inputs, 2, &call));
  OP_("add", T(v), T(w));
  OK(vjp_function_call_mark_dirty(call, &v, 1));
  OK(vjp_function_end(call, &v, 1, &out));
  CHECK(own(out) == v);
  vjp_tensor* loss = sum(mul(b, VEC(1, 10, 100)));
  EQUALS(grad(loss, x), 2, 20, 200);
  EQUALS(grad(loss, w), 10, 100);
}

/* INPL-9: the slice update lets go of what it runs, and says so afterwards */
static void inpl_9_freed(void) {
  vjp_tensor* x = leaf(VEC(1, 2, 3));
  vjp_tensor *b = times(x, 2), *g = NULL;
  OP_("exp", T(narrow(b, 0, 0, 2)));
  vjp_tensor* loss = sum(b);
  vjp_node* update = node_of(b);
  int64_t nodes = vjp_debug_live_nodes();
  CHECK(!vjp_node_freed(update));
  OK(vjp_backward(loss, NULL));
  CHECK(vjp_node_freed(update) && vjp_debug_live_nodes() < nodes);
  FAILS(VJP_ERROR_STATE, try_grad(b, VEC(1, 1, 1), x, false, true, &g));
  SAYS("SliceUpdate");
  SAYS("retain_graph");
}

static vjp_status count_call(void* context, vjp_tensor* g, vjp_tensor** replacement) {
  (void)g, (void)replacement;
  ++*(int*)context;
  return VJP_OK;
}
/* HOOK-20, INPL-8: a change of a view's geometry changes no element: hooks stay on the way, kept gradients move */
static void inpl_8_hooks_of_a_view(void) {
  vjp_tensor *x = leaf(MAT(3, 1, 1, 2, 3)), *b = OP("clone", T(x)), *v = narrow(b, 0, 0, 2);
  int calls = 0;
  OK(vjp_tensor_add_hook(v, count_call, &calls, NULL, NULL));
  OK(vjp_tensor_retain_grad(v));
  OP_("squeeze", T(v));
  CHECK(SHAPE(v, 2));
  OK(vjp_backward(OP("sum", T(mul(v, v))), NULL));
  CHECK(calls == 1);
  EQUALS(grad_of(v), 2, 4);
  EQUALS(grad_of(x), 2, 4, 0);
  /* the next change of the base is seen as ever */
  vjp_tensor* w = narrow(b, 0, 1, 2);
  OP_("t", T(w));
  OP_("mul", T(b), F(3));
  OK(vjp_backward(OP("sum", T(w)), NULL));
  EQUALS(grad_of(x), 2, 7, 3);
}

int main(void) {
  RUN(view_1_every_operator);
  RUN(view_2_the_family);
  RUN(view_4_edges_of_views);
  RUN(view_5_a_view_of_a_changed_base);
  RUN(view_6_flags);
  RUN(view_12_a_base_inside_of_a_storage);
  RUN(view_15_the_base_lives_on);
  RUN(view_15_alone);
  RUN(view_16_made_without_recording);
  RUN(view_19_lazily);
  RUN(inpl_1_order_of_errors);
  RUN(inpl_2_through_a_flagged_view);
  RUN(inpl_4_every_way);
  RUN(inpl_5_a_plain_tensor);
  RUN(inpl_6_what_was_computed_before);
  RUN(inpl_8_geometry);
  RUN(inpl_8_hooks_of_a_view);
  RUN(inpl_9_gradients_of_the_slice_update);
  RUN(inpl_9_no_gradient_for_the_part);
  RUN(inpl_9_freed);
  return finish();
}
