/* Interceptors: what they may change: results of every form, arguments, views (vjp/intercept.h, spec ICPT). */
#include "intercept.h"

/* ICPT-8: below autograd a result of its own gets the operator's history, and has none of its own. */
static void test_result_is_replaced_below(void) {
  vjp_tensor *x = leaf(VEC(1, 2)), *mine = leaf(VEC(7, 8));
  watcher w = {.only = "sin", .act = give_tensor, .tensor = mine};
  vjp_guard* region = below(&w);
  vjp_tensor* y = OP("sin", T(x));
  OK(vjp_guard_exit(region));
  EQUALS(y, 7, 8);
  EQUALS(grad(sum(y), x), cos(1), cos(2));
  CHECK(vjp_tensor_is_leaf(mine) && !vjp_tensor_is_leaf(y));
}

/* ICPT-8: above autograd it is what the program gets, with its history. */
static vjp_status triple(watcher* self, const vjp_intercepted_call* call, vjp_tensor_list* results) {
  (void)self;
  vjp_tensor* product = NULL;
  vjp_status status = call_op("mul", VJP_VARIANT_FUNCTIONAL, ARGS(call->args[0], F(3)), 0, &product);
  if (status == VJP_OK) status = vjp_tensor_list_append(results, product);
  vjp_tensor_release(product);
  return status;
}
static void test_result_is_replaced_above(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  watcher w = {.only = "sin", .act = triple};
  vjp_guard* region = above(&w);
  vjp_tensor* y = OP("sin", T(x));
  OK(vjp_guard_exit(region));
  LOGGED(w, "sin "); /* not its own multiplication */
  EQUALS(y, 3, 6);
  EQUALS(grad(sum(y), x), 3, 3);
}

static vjp_status go_on_with_ten(watcher* self, const vjp_intercepted_call* call, vjp_tensor_list* results) {
  (void)self, (void)results;
  vjp_value args[] = {call->args[0], F(10)};
  return vjp_intercept_next(call, args, NULL);
}
/* ICPT-7 */
static void test_argument_is_changed(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  watcher w = {.only = "mul", .act = go_on_with_ten};
  vjp_guard* region = above(&w);
  vjp_tensor* y = times(x, 2);
  OK(vjp_guard_exit(region));
  EQUALS(y, 10, 20);
  EQUALS(grad(sum(y), x), 10, 10); /* above: the changed call is recorded */
  region = below(&w);
  y = times(x, 2);
  OK(vjp_guard_exit(region));
  EQUALS(y, 10, 20);
  EQUALS(grad(sum(y), x), 2, 2); /* below: the call as it was */
}

static vjp_status keep_next(watcher* self, const vjp_intercepted_call* call, vjp_tensor_list* results) {
  (void)results;
  vjp_tensor_list* list = NULL;
  for (int i = 0; i < 2; ++i) { /* as often as it likes; the last one counts */
    vjp_tensor_list_release(list);
    vjp_status status = vjp_intercept_next(call, NULL, &list);
    if (status) return status;
  }
  self->tensor = vjp_tensor_retain(vjp_tensor_list_get(list, 0));
  vjp_tensor_list_release(list);
  return VJP_OK;
}
/* ICPT-6 */
static void test_results_can_be_looked_at(void) {
  watcher w = {.only = "mul", .act = keep_next};
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_guard* region = below(&w);
  vjp_tensor* y = times(x, 2);
  OK(vjp_guard_exit(region));
  EQUALS(own(w.tensor), 2, 4);
  CHECK(w.tensor == y && w.calls == 1);
  EQUALS(grad(sum(y), x), 2, 2);
}

/* ICPT-9: in place the target stays; what is given is written there, and the version counts it once. */
static void test_in_place_results(void) {
  vjp_tensor *x = VEC(1, 2), *y = leaf(VEC(5, 6));
  watcher w = {.only = "mul", .act = give_tensor, .tensor = VEC(8, 9)};
  vjp_guard* region = below(&w);
  OP_("mul", T(x), T(y));
  OK(vjp_guard_exit(region));
  EQUALS(x, 8, 9);
  CHECK(version_of(x) == 1);
  EQUALS(grad(sum(x), y), 1, 2); /* by the rule of the operator */
  vjp_tensor* z = VEC(1, 1);
  w.tensor = times(leaf(VEC(3, 4)), 2);
  region = above(&w);
  OP_("mul", T(z), F(2));
  OK(vjp_guard_exit(region));
  EQUALS(z, 6, 8);
  CHECK(version_of(z) == 1 && node_of(z) != NULL); /* above: a copy, recorded */
}

/* ICPT-9: an out form is written into; what does not fit is refused and leaves the target as it was. */
static void test_out_results(void) {
  vjp_tensor* out = VEC(0, 0);
  watcher w = {.only = "sqrt", .act = give_tensor, .tensor = VEC(8, 9)};
  vjp_guard* region = below(&w);
  vjp_value args[] = {T(VEC(1, 4)), T(out)};
  OK(call_op("sqrt", VJP_VARIANT_OUT, args, 2, 0, NULL));
  EQUALS(out, 8, 9);
  CHECK(version_of(out) == 1);
  w.tensor = VEC(1, 2, 3);
  FAILS(VJP_ERROR_SHAPE, call_op("sqrt", VJP_VARIANT_OUT, args, 2, 0, NULL));
  SAYS("sqrt");
  EQUALS(out, 8, 9);
  CHECK(version_of(out) == 1);
  OK(vjp_guard_exit(region));
}

/* ICPT-9: a result that shows the target's own memory in another order. */
static void test_result_in_the_targets_memory(void) {
  vjp_tensor* x = MAT(2, 2, 1, 2, 3, 4);
  watcher w = {.only = "mul", .act = give_tensor, .tensor = OP("transpose", T(x), I(0), I(1))};
  vjp_guard* region = below(&w);
  OP_("mul", T(x), F(2));
  OK(vjp_guard_exit(region));
  EQUALS(x, 1, 3, 2, 4);
}

/* ICPT-10: a view that gets a result of another storage is a view no more, and is differentiated all the same. */
static void test_view_results(void) {
  vjp_tensor* x = leaf(MAT(1, 2, 1, 2));
  watcher w = {.only = "transpose", .act = give_tensor, .tensor = MAT(2, 1, 5, 6)};
  vjp_guard* region = below(&w);
  vjp_tensor* y = OP("transpose", T(x), I(0), I(1));
  OK(vjp_guard_exit(region));
  CHECK(!vjp_tensor_is_view(y));
  EQUALS(y, 5, 6);
  EQUALS(grad(sum(y), x), 1, 1);
}

static vjp_status give_first_anew(watcher* self, const vjp_intercepted_call* call, vjp_tensor_list* results) {
  vjp_tensor_list* list = NULL;
  vjp_status status = vjp_intercept_next(call, NULL, &list);
  if (!status) status = vjp_tensor_list_append(results, self->tensor);
  for (size_t i = 1; !status && i < vjp_tensor_list_size(list); ++i)
    status = vjp_tensor_list_append(results, vjp_tensor_list_get(list, i));
  vjp_tensor_list_release(list);
  return status;
}

/* ICPT-10: the same in a list, whose other entries stay views; a list keeps its length. */
static void test_list_results(void) {
  vjp_tensor* x = leaf(MAT(3, 1, 1, 2, 3));
  vjp_tensor* y = times(x, 2);
  watcher w = {.only = "unbind", .act = give_first_anew, .tensor = leaf(VEC(7))};
  vjp_guard* region = below(&w);
  vjp_tensor_list* parts = parts_of(y);
  vjp_tensor* first = part(parts, 0);
  EQUALS(first, 7);
  EQUALS(part(parts, 1), 4);
  CHECK(!vjp_tensor_is_view(first) && vjp_tensor_is_view(part(parts, 1)) && vjp_tensor_is_view(part(parts, 2)));
  CHECK(!vjp_tensor_is_leaf(first) && vjp_tensor_is_leaf(w.tensor));
  EQUALS(grad(sum(mul(first, part(parts, 2))), x), 2 * 6, 0, 2 * 7); /* by the rule of unbind */
  vjp_tensor_list_release(parts);
  w.act = give_tensor;
  FAILS(VJP_ERROR_INVALID, TRY("unbind", T(x), I(0)));
  SAYS("unbind: an interceptor gave 1 results, expected 3");
  OK(vjp_guard_exit(region));
}

static vjp_status give_first_anew_once(watcher* self, const vjp_intercepted_call* call, vjp_tensor_list* results) {
  return self->calls == 1 ? give_first_anew(self, call, results) : VJP_OK;
}

/* ICPT-8, ICPT-10: tangents, too, are those of the rule: a part each, whether it is a view or was given. */
static void test_tangents_of_list_results(void) {
  OK(vjp_forward_mode_enter());
  vjp_tensor *dual = NULL, *tangent = NULL;
  OK(vjp_make_dual(MAT(3, 1, 1, 2, 3), MAT(3, 1, 4, 5, 6), &dual));
  watcher w = {.only = "unbind", .act = give_first_anew_once, .tensor = VEC(7)};
  vjp_guard* region = below(&w);
  vjp_tensor_list* parts = parts_of(own(dual));
  OK(vjp_guard_exit(region));
  EQUALS(part(parts, 0), 7);
  for (size_t i = 0; i < 3; ++i) {
    OK(vjp_tensor_tangent(part(parts, i), &tangent));
    EQUALS(own(tangent), (double)i + 4);
  }
  vjp_tensor_list_release(parts);
  OK(vjp_forward_mode_exit());
}

/* ICPT-10: a change of a given result does not reach the input, nor its gradient. */
static void test_a_given_view_is_changed_alone(void) {
  vjp_tensor* x = leaf(MAT(2, 1, 1, 2));
  vjp_tensor* y = times(x, 1);
  watcher w = {.only = "unbind", .act = give_first_anew, .tensor = VEC(7)};
  vjp_guard* region = below(&w);
  vjp_tensor_list* parts = parts_of(y);
  OK(vjp_guard_exit(region));
  OP_("mul", T(part(parts, 0)), F(5));
  EQUALS(part(parts, 0), 35);
  EQUALS(y, 1, 2);
  EQUALS(grad(sum(part(parts, 0)), x), 5, 0);
  vjp_tensor_list_release(parts);
}

/* ICPT-10: a view that is changed in place takes its shape in any case, once, and then the elements that are given. */
static void test_in_place_view_results(void) {
  for (int goes_on = 0; goes_on < 2; ++goes_on) {
    vjp_tensor* x = leaf(VEC(1, 2));
    vjp_tensor* y = mul(x, x);
    watcher w = {.only = "unsqueeze", .act = goes_on ? give_first_anew : give_tensor, .tensor = MAT(1, 2, 5, 6)};
    vjp_guard* region = below(&w);
    OP_("unsqueeze", T(y), I(0));
    OK(vjp_guard_exit(region));
    CHECK(SHAPE(y, 1, 2) && version_of(y) == 1);
    EQUALS(y, 5, 6);
    EQUALS(grad(sum(y), x), 2, 4); /* by the rules of unsqueeze and mul */
    vjp_tensor* z = VEC(1, 2);
    w.tensor = times(leaf(MAT(1, 2, 3, 4)), 2);
    region = above(&w);
    OP_("unsqueeze", T(z), I(0));
    OK(vjp_guard_exit(region));
    CHECK(SHAPE(z, 1, 2) && node_of(z) != NULL); /* above: a copy, recorded */
    EQUALS(z, 6, 8);
    w.tensor = MAT(2, 1, 3, 4);
    region = below(&w);
    FAILS(VJP_ERROR_SHAPE, TRY_("unsqueeze", T(VEC(1, 2)), I(0)));
    SAYS("unsqueeze");
    OK(vjp_guard_exit(region));
  }
}

int main(void) {
  RUN(test_result_is_replaced_below);
  RUN(test_result_is_replaced_above);
  RUN(test_argument_is_changed);
  RUN(test_results_can_be_looked_at);
  RUN(test_in_place_results);
  RUN(test_out_results);
  RUN(test_result_in_the_targets_memory);
  RUN(test_view_results);
  RUN(test_list_results);
  RUN(test_tangents_of_list_results);
  RUN(test_a_given_view_is_changed_alone);
  RUN(test_in_place_view_results);
  return finish();
}
