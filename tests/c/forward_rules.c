/* Chapter 18: levels, duals and their views, changes in place; and what forward mode must leave alone. */
#include <pthread.h>

#include "duals.h"

static vjp_tensor *shared, *of_thread;
static void* doubles(void* unused) {
  (void)unused;
  vjp_tensor* out = NULL;
  vjp_value args[] = {T(shared), F(2)};
  OK(call_op("mul", VJP_VARIANT_FUNCTIONAL, args, 2, 0, &out));
  of_thread = out;
  return NULL;
}
/* FWD-1: every thread carries the tangents of a level along */
static void fwd_1_other_threads(void) {
  enter();
  shared = dual(VEC(1, 2), VEC(3, 4));
  pthread_t thread;
  pthread_create(&thread, NULL, doubles, NULL);
  pthread_join(thread, NULL);
  EQUALS(tangent_of(own(of_thread)), 6, 8);
  leave();
  CHECK(tangent_of(shared) == NULL);
  FAILS(VJP_ERROR_STATE, vjp_forward_mode_exit());
}

/* FWD-2 */
static void fwd_2_what_becomes_a_dual(void) {
  enter();
  vjp_tensor *d = dual(VEC(1, 2), VEC(3, 4)), *out = NULL;
  FAILS(VJP_ERROR_STATE, vjp_make_dual(d, VEC(1, 1), &out));
  FAILS(VJP_ERROR_STATE, vjp_make_dual(VEC(1, 1), d, &out));
  FAILS(VJP_ERROR_STATE, vjp_make_dual(narrow(d, 0, 0, 1), VEC(1), &out));
  vjp_tensor* single = dual(VEC(1, 2), ramp(VJP_DTYPE_FLOAT32, 1, (int64_t[]){2}));
  EQUALS(tangent_of(times(single, 2)), 1, 2);
  leave();
}

/* FWD-4, FWD-5, FWD-3 */
static void fwd_5_unpacking(void) {
  enter();
  vjp_tensor *t = VEC(3, 4), *x = VEC(1, 2), *d = dual(x, t), *primal = NULL, *other = NULL, *tangent = NULL;
  CHECK(tangent_of(d) == t && tangent_of(d) == t);
  OK(vjp_unpack_dual(d, &primal, &tangent));
  own(primal), own(tangent);
  CHECK(tangent == t && primal != d && tangent_of(primal) == NULL);
  OP_("mul", T(primal), F(2));
  EQUALS(d, 2, 4);
  EQUALS(tangent_of(d), 3, 4);
  CHECK(tangent_of(primal) == NULL && tangent_of(x) == NULL);
  OK(vjp_unpack_dual(d, &other, &tangent));
  own(other), own(tangent);
  CHECK(other != primal);
  OP_("mul", T(d), F(2)); /* FWD-8: the same tangent */
  CHECK(tangent_of(d) == t && tangent_of(x) == NULL && tangent_of(other) == NULL);
  EQUALS(t, 6, 8);
  /* what is computed from a dual shares nothing with its tangent */
  vjp_tensor* y = OP("add", T(d), F(1));
  OP_("mul", T(y), F(5));
  EQUALS(t, 6, 8);
  EQUALS(tangent_of(y), 30, 40);
  leave();
  OK(vjp_unpack_dual(d, &primal, &tangent));
  CHECK(own(primal) == d && tangent == NULL);
}

/* FWD-8: in-place forms of composites, recorded and not */
static void fwd_8_composites(void) {
  for (int recorded = 0; recorded < 2; ++recorded) {
    vjp_tensor* x = recorded ? leaf(VEC(0.1, 0.9)) : VEC(0.1, 0.9);
    enter();
    vjp_tensor* y = times(dual(x, VEC(1, 1)), 1);
    OP_("clamp", T(y), F(0), F(0.5));
    EQUALS(tangent_of(y), 1, 0);
    leave();
  }
}

/* FWD-9 */
static void fwd_9_views(void) {
  enter();
  vjp_tensor *d = dual(VEC(1, 2), VEC(3, 4)), *y = OP("zeros", INTS(4));
  vjp_tensor *first = narrow(y, 0, 0, 2), *second = narrow(y, 0, 1, 2), *deep = OP("select", T(second), I(0), I(0));
  OP_("copy", T(first), T(d));
  EQUALS(tangent_of(y), 3, 4, 0, 0);
  EQUALS(tangent_of(second), 4, 0);
  EQUALS(tangent_of(deep), 4);
  OP_("mul", T(deep), F(10));
  EQUALS(tangent_of(y), 3, 40, 0, 0);
  EQUALS(tangent_of(first), 3, 40);
  vjp_tensor *base = OP("zeros", INTS(2)), *view = OP("view", T(base), INTS(2, 1)), *cut = NULL;
  OK(vjp_tensor_detach(base, &cut));
  OP_("copy", T(base), T(d)); /* the other direction */
  EQUALS(tangent_of(view), 3, 4);
  CHECK(tangent_of(own(cut)) == NULL);
  vjp_tensor *halves = OP("zeros", INTS(2, 2)), *column = OP("transpose", T(halves), I(0), I(1));
  OP_("copy", T(OP("select", T(column), I(0), I(1))), T(d));
  EQUALS(tangent_of(halves), 0, 3, 0, 4);
  leave();
}

/* FWD-13, FWD-10: without create_graph; into leaves, too */
static void fwd_13_gradients_have_tangents(void) {
  vjp_tensor *x = leaf(VEC(1, 2)), *g = NULL, *field = NULL;
  enter();
  vjp_tensor* d = dual(x, VEC(1, 1));
  vjp_tensor* y = sum(OP("exp", T(mul(d, d))));
  OK(try_grad(y, NULL, d, true, false, &g));
  EQUALS(tangent_of(own(g)), 6 * exp(1), (2 + 16) * exp(4));
  OK(vjp_backward(y, NULL));
  OK(vjp_tensor_grad(x, &field));
  EQUALS(tangent_of(own(field)), 6 * exp(1), (2 + 16) * exp(4));
  leave();
  OK(vjp_tensor_set_grad(x, NULL));
}

/* FWD-17 */
static void fwd_17_printing(void) {
  char* text = NULL;
  enter();
  vjp_tensor* d = dual(VEC(1, 2), VEC(3, 4));
  OK(vjp_tensor_to_string(d, -1, &text));
  CHECK(strcmp(text, "[1. 2.], tangent=[3. 4.]") == 0);
  vjp_string_free(text);
  OK(vjp_tensor_to_string(tangent_of(d), -1, &text));
  CHECK(strstr(text, "tangent") == NULL);
  vjp_string_free(text);
  leave();
  OK(vjp_tensor_to_string(d, -1, &text));
  CHECK(strcmp(text, "[1. 2.]") == 0);
  vjp_string_free(text);
}

static vjp_status unchanged(void* context, vjp_function_call* call, vjp_tensor* const* tangents, size_t num_inputs,
                            vjp_tensor** out, size_t num_results) {
  (void)context, (void)call, (void)num_inputs, (void)num_results;
  out[0] = vjp_tensor_retain(tangents[0]);
  return VJP_OK;
}
/* FUNC-20 */
static void func_20_unchanged_tangent(void) {
  vjp_function f = VJP_FUNCTION_INIT;
  f.name = "Twice";
  f.jvp = unchanged;
  vjp_function_call* call = NULL;
  vjp_tensor* out = NULL;
  enter();
  vjp_tensor* x = dual(VEC(1, 2), VEC(3, 4));
  OK(vjp_function_begin(&f, &x, 1, &call));
  OP_("mul", T(x), F(2));
  OK(vjp_function_call_mark_dirty(call, &x, 1));
  FAILS(VJP_ERROR_INVALID, vjp_function_end(call, &x, 1, &out));
  SAYS("in place");
  /* a result of its own does not share the argument's tangent */
  x = dual(VEC(1, 2), VEC(3, 4));
  OK(vjp_function_begin(&f, &x, 1, &call));
  vjp_tensor* result = times(x, 1);
  OK(vjp_function_end(call, &result, 1, &out));
  OP_("mul", T(own(out)), F(10));
  EQUALS(tangent_of(out), 30, 40);
  EQUALS(tangent_of(x), 3, 4);
  leave();
}

static int packs;
static vjp_status pack(void* context, vjp_tensor* t, void** packed) {
  (void)context;
  ++packs;
  *packed = vjp_tensor_retain(t);
  return VJP_OK;
}
static vjp_status unpack(void* context, void* packed, vjp_tensor** out) {
  (void)context;
  *out = vjp_tensor_retain((vjp_tensor*)packed);
  return VJP_OK;
}
static void drop_packed(void* context, void* packed) {
  (void)context;
  vjp_tensor_release((vjp_tensor*)packed);
}
/* SHOOK-2: what nobody records is not saved; FWD-6: and tangents have a history where it is wanted */
static void fwd_6_histories_of_tangents(void) {
  vjp_saved_tensor_hooks hooks = VJP_SAVED_TENSOR_HOOKS_INIT;
  hooks.pack = pack, hooks.unpack = unpack, hooks.drop_packed = drop_packed;
  vjp_guard* guard = NULL;
  enter();
  OK(vjp_guard_saved_tensor_hooks(&hooks, &guard));
  packs = 0;
  EQUALS(tangent_of(OP("cumprod", T(dual(VEC(2, 3), VEC(1, 1))), I(0))), 1, 5);
  OK(vjp_guard_exit(guard));
  CHECK(packs == 0);
  vjp_tensor* x = leaf(VEC(2, 3));
  vjp_tensor* y = OP("cumprod", T(dual(x, VEC(1, 1))), I(0));
  EQUALS(grad(sum(tangent_of(y)), x), 1, 1); /* of 1 + x0 + x1 */
  leave();
}

static vjp_status region(void* context, bool recomputing, vjp_tensor* const* inputs, size_t num_inputs,
                         vjp_tensor_list* results) {
  (void)context, (void)recomputing, (void)num_inputs;
  vjp_tensor *a = NULL, *b = NULL;
  vjp_value first[] = {T(inputs[0])};
  vjp_status status = call_op("exp", VJP_VARIANT_FUNCTIONAL, first, 1, 0, &a);
  vjp_value second[] = {T(a), I(0)};
  if (!status) status = call_op("cumprod", VJP_VARIANT_FUNCTIONAL, second, 2, 0, &b);
  if (!status) status = vjp_tensor_list_append(results, b);
  vjp_tensor_release(a);
  vjp_tensor_release(b);
  return status;
}
/* CKPT-2, CKPT-13: tangents are not counted among a region's values */
static void ckpt_2_duals_in_a_region(void) {
  vjp_checkpoint_function f = VJP_CHECKPOINT_FUNCTION_INIT;
  f.run = region;
  vjp_tensor* x = leaf(VEC(0.5, 0.25));
  double e1 = exp(0.5), e2 = exp(0.75);
  for (int inside = 0; inside < 2; ++inside) {
    enter();
    vjp_tensor *d = dual(x, VEC(1, 1)), *y, *g = NULL;
    vjp_tensor_list* out = NULL;
    OK(vjp_checkpoint(&f, &d, 1, NULL, &out));
    y = own(vjp_tensor_retain(vjp_tensor_list_get(out, 0)));
    vjp_tensor_list_release(out);
    EQUALS(tangent_of(y), e1, 2 * e2);
    vjp_tensor* total = sum(y);
    if (!inside) leave();
    OK(try_grad(total, NULL, x, false, false, &g));
    EQUALS(own(g), e1 + e2, e2);
    if (!inside) continue;
    EQUALS(tangent_of(g), e1 + 2 * e2, 2 * e2);
    leave();
  }
}

/* DET-3 */
static void det_3_view_of_a_detached_base(void) {
  vjp_tensor *x = leaf(VEC(1, 2)), *base = times(x, 2), *view = OP("view", T(base), INTS(2));
  OK(vjp_tensor_detach_(base));
  vjp_value args[] = {T(view)};
  FAILS(VJP_ERROR_STATE, call_op("neg", VJP_VARIANT_INPLACE, args, 1, 0, NULL));
  SAYS("detached in place");
  EQUALS(grad(sum(view), x), 2, 2);
  base = times(x, 2), view = OP("view", T(base), INTS(2));
  OK(vjp_tensor_detach_(base));
  OP_("mul", T(base), F(3)); /* nothing to record; the view keeps its own history */
  EQUALS(grad(sum(view), x), 2, 2);
}

static vjp_status counts(void* context, vjp_tensor* grad, vjp_tensor** out) {
  (void)grad, (void)out;
  ++*(int*)context;
  return VJP_OK;
}
/* HOOK-22 */
static void hook_22_composite_in_place(void) {
  int calls = 0;
  vjp_tensor *x = leaf(MAT(2, 3, 1, 1, 1, 1, 1, 1)), *base = times(x, 1), *view = narrow(base, 1, 0, 2);
  OK(vjp_tensor_add_hook(view, counts, &calls, NULL, NULL));
  OP_("masked_fill", T(view), T(OP("gt", T(view), F(5))), F(0));
  EQUALS(grad(sum(view), x), 1, 1, 0, 1, 1, 0);
  CHECK(calls == 0);
}

/* VIEW-9, GRAPH-3 */
static void view_9_leaf_before_rebuild(void) {
  vjp_tensor *base = VEC(1, 2), *view = narrow(base, 0, 0, 1);
  OP_("mul", T(base), T(leaf(VEC(3, 4))));
  CHECK(vjp_tensor_requires_grad(view) && !vjp_tensor_is_leaf(view));
  view = narrow(base, 0, 0, 1);
  OP_("mul", T(base), F(2));
  FAILS(VJP_ERROR_STATE, vjp_tensor_set_requires_grad(view, false));
}

/* GRAPH-7 */
static void graph_7_into_integers(void) {
  vjp_tensor *x = leaf(VEC(1, 2)), *whole = ramp(VJP_DTYPE_INT64, 1, (int64_t[]){2});
  OP_("copy", T(whole), T(x));
  CHECK(!vjp_tensor_requires_grad(whole));
  OP_("fill", T(whole), T(sum(x)));
  CHECK(!vjp_tensor_requires_grad(whole));
  enter();
  OP_("copy", T(whole), T(dual(VEC(1, 2), VEC(1, 1))));
  CHECK(tangent_of(whole) == NULL);
  leave();
}

/* FWD-12: tangents go with the level, whoever holds the duals */
static void fwd_12_the_end_of_a_level(void) {
  enter();
  vjp_tensor *t = leaf(VEC(3, 4)), *d = dual(VEC(1, 2), t), *y = mul(d, d), *view = narrow(y, 0, 0, 1);
  tangent_of(view);
  leave();
  CHECK(tangent_of(d) == NULL && tangent_of(y) == NULL && tangent_of(view) == NULL);
  enter();
  CHECK(tangent_of(d) == NULL && tangent_of(y) == NULL && tangent_of(view) == NULL);
  EQUALS(tangent_of(dual(d, VEC(5, 6))), 5, 6);
  leave();
}

int main(void) {
  RUN(fwd_1_other_threads);
  RUN(fwd_2_what_becomes_a_dual);
  RUN(fwd_5_unpacking);
  RUN(fwd_6_histories_of_tangents);
  RUN(fwd_8_composites);
  RUN(fwd_9_views);
  RUN(fwd_12_the_end_of_a_level);
  RUN(fwd_13_gradients_have_tangents);
  RUN(fwd_17_printing);
  RUN(func_20_unchanged_tangent);
  RUN(ckpt_2_duals_in_a_region);
  RUN(det_3_view_of_a_detached_base);
  RUN(hook_22_composite_in_place);
  RUN(view_9_leaf_before_rebuild);
  RUN(graph_7_into_integers);
  return finish();
}
