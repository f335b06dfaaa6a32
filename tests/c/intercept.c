/* Interceptors: what they see, their errors, levels and threads (vjp/intercept.h, spec ICPT). */
#include "intercept.h"

/* ---- what they see ---- */

/* ICPT-1, ICPT-2, ICPT-5: every operator of the forward and of the backward pass, and nothing after the region's end.
 */
static void test_forward_and_backward_are_logged(void) {
  watcher w = {.log = ""};
  vjp_guard* region = below(&w);
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* y = sum(OP("sin", T(x)));
  LOGGED(w, "sin sum ");
  w.log[0] = '\0';
  EQUALS(grad(y, x), cos(1), cos(2));
  CHECK(strstr(w.log, "expand ") != NULL && strstr(w.log, "cos ") != NULL && strstr(w.log, "mul ") != NULL);
  int calls = w.calls;
  OK(vjp_guard_exit(region));
  CHECK(w.dropped == 1);
  grad(y, x);
  CHECK(w.calls == calls);
}

/* ICPT-2: second order, as ever, through operators that are watched. */
static void test_gradients_of_gradients_are_the_same(void) {
  watcher w = {.log = ""};
  vjp_tensor* x = leaf(VEC(0.5, 2));
  vjp_guard* region = below(&w);
  vjp_tensor* g = grad_graph(sum(OP("exp", T(mul(x, x)))), x);
  vjp_tensor* h = grad(sum(g), x);
  OK(vjp_guard_exit(region));
  EQUALS(h, (2 + 4 * 0.25) * exp(0.25), (2 + 4 * 4) * exp(4));
}

/* ICPT-2, ICPT-3: composites come apart below autograd, and are whole above. */
static void test_composites(void) {
  watcher parts = {.log = ""}, whole = {.log = ""};
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_guard* region = below(&parts);
  OP("zeros_like", T(x));
  vjp_tensor* y = OP("repeat", T(x), INTS(2));
  OK(vjp_guard_exit(region));
  CHECK(strstr(parts.log, "repeat ") == NULL && parts.calls >= 2);
  region = above(&whole);
  OP("repeat", T(x), INTS(2));
  EQUALS(grad(sum(y), x), 2, 2); /* nothing of the backward pass */
  OK(vjp_guard_exit(region));
  LOGGED(whole, "repeat sum ");
}

/* ICPT-2 */
static void test_forms(void) {
  watcher w = {.log = ""};
  vjp_tensor *x = VEC(4, 9), *out = VEC(0, 0);
  vjp_guard* region = below(&w);
  OP_("mul", T(x), F(2));
  CHECK(version_of(x) == 1);
  vjp_value args[] = {T(x), T(out)};
  OK(call_op("sqrt", VJP_VARIANT_OUT, args, 2, 0, NULL));
  vjp_tensor* row = OP("unsqueeze", T(x), I(0));
  OP_("unsqueeze", T(row), I(0));
  OP("unbind", T(x), I(0));
  OK(vjp_guard_exit(region));
  LOGGED(w, "mul_ sqrt_out unsqueeze unsqueeze_ unbind ");
  EQUALS(x, 8, 18);
  EQUALS(out, sqrt(8), sqrt(18));
  CHECK(SHAPE(row, 1, 1, 2));
  CHECK(vjp_tensor_is_view(row));
}

/* ICPT-2: what carries tangents runs below autograd, too. */
static void test_tangents_are_seen(void) {
  watcher w = {.log = ""};
  OK(vjp_forward_mode_enter());
  vjp_tensor *dual = NULL, *tangent = NULL;
  OK(vjp_make_dual(VEC(1, 2), VEC(3, 4), &dual));
  vjp_guard* region = below(&w);
  vjp_tensor* y = OP("sin", T(own(dual)));
  OK(vjp_guard_exit(region));
  OK(vjp_tensor_tangent(y, &tangent));
  EQUALS(own(tangent), 3 * cos(1), 4 * cos(2));
  CHECK(strstr(w.log, "sin ") != NULL && strstr(w.log, "cos ") != NULL);
  OK(vjp_forward_mode_exit());
}

/* ICPT-4: all arguments, in schema order, defaults filled in. */
static vjp_status look_at_sum(watcher* self, const vjp_intercepted_call* call, vjp_tensor_list* results) {
  (void)results;
  CHECK(call->num_args == 4 && call->args[0].as.tensor == self->tensor && call->args[1].kind == VJP_KIND_NONE);
  CHECK(call->args[2].kind == VJP_KIND_BOOL && call->args[2].as.integer == 0 && call->args[3].kind == VJP_KIND_NONE);
  CHECK(call->op == vjp_op_find("sum") && call->target == NULL && call->num_results == 1);
  return VJP_OK;
}
static vjp_status look_at_mul(watcher* self, const vjp_intercepted_call* call, vjp_tensor_list* results) {
  (void)results;
  CHECK(call->variant == VJP_VARIANT_INPLACE && call->target == self->tensor && call->num_results == 0);
  return VJP_OK;
}
static void test_what_a_callback_receives(void) {
  vjp_tensor* x = VEC(1, 2);
  watcher w = {.only = "sum", .act = look_at_sum, .tensor = x};
  vjp_guard* region = above(&w);
  OP("sum", T(x));
  w.only = "mul";
  w.act = look_at_mul;
  OP_("mul", T(x), F(2));
  OK(vjp_guard_exit(region));
  CHECK(w.calls == 2);
}

/* ---- errors ---- */

static vjp_status refuse(watcher* self, const vjp_intercepted_call* call, vjp_tensor_list* results) {
  (void)self, (void)call, (void)results;
  return vjp_error_raise(VJP_ERROR_CANCELLED, "not on my watch", NULL, NULL);
}
static vjp_status give_two(watcher* self, const vjp_intercepted_call* call, vjp_tensor_list* results) {
  vjp_status status = give_tensor(self, call, results);
  return status ? status : give_tensor(self, call, results);
}
static vjp_status go_on_wrong(watcher* self, const vjp_intercepted_call* call, vjp_tensor_list* results) {
  (void)self, (void)results;
  return vjp_intercept_next(call, (vjp_value[]){S("no tensor"), S("nor this")}, NULL);
}
static vjp_status go_on_elsewhere(watcher* self, const vjp_intercepted_call* call, vjp_tensor_list* results) {
  (void)results;
  return vjp_intercept_next(call, (vjp_value[]){T(self->tensor), call->args[1]}, NULL);
}

/* ICPT-6, ICPT-14, ICPT-15 */
static void test_errors_are_the_calls(void) {
  watcher w = {.only = "mul", .act = refuse};
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* y = OP("sin", T(x));
  for (int place = 0; place < 2; ++place) {
    vjp_guard* region = begin((vjp_intercept_place)place, &w);
    FAILS(VJP_ERROR_CANCELLED, TRY("mul", T(x), T(x)));
    SAYS("not on my watch");
    OK(vjp_guard_exit(region));
  }
  vjp_guard* region = below(&w);
  vjp_tensor* g = NULL;
  FAILS(VJP_ERROR_CANCELLED, try_grad(sum(y), NULL, x, false, true, &g));
  SAYS("not on my watch");
  w.act = give_two;
  w.tensor = x;
  FAILS(VJP_ERROR_INVALID, TRY("mul", T(x), T(x)));
  SAYS("gave 2 results, expected 1");
  w.act = go_on_wrong;
  FAILS(VJP_ERROR_INVALID, TRY("mul", T(x), T(x)));
  SAYS("mul");
  w.act = go_on_elsewhere;
  w.tensor = VEC(0, 0);
  FAILS(VJP_ERROR_INVALID, TRY_("mul", T(VEC(1, 1)), F(2)));
  SAYS("target");
  OK(vjp_guard_exit(region));
  FAILS(VJP_ERROR_INVALID, vjp_guard_intercept((vjp_intercept_place)5, watch, &w, NULL, &region));
  FAILS(VJP_ERROR_INVALID, vjp_guard_intercept(VJP_INTERCEPT_BELOW_AUTOGRAD, NULL, NULL, NULL, &region));
}

/* ICPT-14: a change in place that is refused has changed nothing. */
static void test_what_is_refused_has_not_happened(void) {
  watcher w = {.act = refuse};
  vjp_tensor* x = leaf(MAT(1, 2, 1, 2));
  vjp_tensor* y = times(x, 1);
  vjp_tensor* parts = OP("view_as_real", T(OP("view_as_complex", T(y)))); /* [1, 2], by way of another dtype */
  vjp_guard* region = below(&w);
  FAILS(VJP_ERROR_CANCELLED, TRY_("mul", T(y), F(2)));
  FAILS(VJP_ERROR_CANCELLED, TRY_("unsqueeze", T(parts), I(0)));
  OK(vjp_guard_exit(region));
  CHECK(version_of(y) == 0 && SHAPE(parts, 1, 2));
  EQUALS(y, 1, 2);
  OP_("mul", T(y), F(3));
  EQUALS(grad(sum(mul(parts, parts)), x), 2 * 3 * 3, 2 * 6 * 3); /* the view is asked for its place in y */
}

/* ---- levels ---- */

static vjp_status add_one(watcher* self, const vjp_intercepted_call* call, vjp_tensor_list* results) {
  (void)self;
  vjp_tensor_list* list = NULL;
  vjp_status status = vjp_intercept_next(call, NULL, &list);
  vjp_tensor* more = NULL;
  if (!status) status = call_op("add", VJP_VARIANT_FUNCTIONAL, ARGS(T(vjp_tensor_list_get(list, 0)), F(1)), 0, &more);
  if (!status) status = vjp_tensor_list_append(results, more);
  vjp_tensor_release(more);
  vjp_tensor_list_release(list);
  return status;
}

/* ICPT-12: the innermost one first; what its callback calls is seen by the outer ones only. */
static void test_levels_nest(void) {
  for (int place = 0; place < 2; ++place) {
    watcher outer = {.label = "o:"}, inner = {.label = "i:", .act = add_one};
    vjp_guard* around = begin((vjp_intercept_place)place, &outer);
    vjp_guard* region = begin((vjp_intercept_place)place, &inner);
    vjp_tensor* y = times(VEC(1, 2), 2);
    OK(vjp_guard_exit(region));
    EQUALS(y, 3, 5);
    LOGGED(inner, "i:mul ");
    LOGGED(outer, "o:mul o:add ");
    times(y, 2);
    LOGGED(outer, "o:mul o:add o:mul ");
    OK(vjp_guard_exit(around));
    times(y, 2);
    LOGGED(outer, "o:mul o:add o:mul ");
    CHECK(inner.dropped == 1 && outer.dropped == 1);
  }
}

/* ICPT-12: both places at once: above, what the program calls; below, what runs. */
static void test_both_places(void) {
  watcher top = {.log = ""}, bottom = {.log = ""};
  vjp_guard *a = above(&top), *b = below(&bottom);
  times(VEC(1, 2), 2);
  OK(vjp_guard_exit(b));
  OK(vjp_guard_exit(a));
  LOGGED(top, "mul ");
  LOGGED(bottom, "mul ");
}

/* ICPT-11: modes that a callback sets do not reach the operator, nor outlive the callback. */
static vjp_status without_grad(watcher* self, const vjp_intercepted_call* call, vjp_tensor_list* results) {
  (void)self, (void)results;
  bool before;
  vjp_grad_mode_set(false, &before);
  return vjp_intercept_next(call, NULL, NULL);
}
static void test_modes_of_a_callback(void) {
  watcher w = {.act = without_grad};
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_guard* region = above(&w);
  vjp_tensor* y = times(x, 2);
  CHECK(vjp_grad_mode());
  OK(vjp_guard_exit(region));
  EQUALS(grad(sum(y), x), 2, 2);
}

/* ICPT-11: nothing that a callback computes below autograd is recorded, of views neither. */
static vjp_status multiply_leaf(watcher* self, const vjp_intercepted_call* call, vjp_tensor_list* results) {
  (void)call, (void)results;
  vjp_tensor* y = NULL;
  vjp_status status = call_op("mul", VJP_VARIANT_FUNCTIONAL, ARGS(T(self->tensor), F(2)), 0, &y);
  if (!status) CHECK(vjp_tensor_is_leaf(y) && !vjp_tensor_requires_grad(y));
  vjp_tensor_release(y);
  return status;
}
static void test_nothing_is_recorded_below(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  watcher w = {.act = multiply_leaf, .tensor = x};
  vjp_guard* region = below(&w);
  times(x, 2);
  times(VEC(1, 2), 2);
  OP("unsqueeze", T(x), I(0));
  OP_("mul", T(VEC(1, 2)), F(2));
  OP("unbind", T(x), I(0));
  OK(vjp_guard_exit(region));
  CHECK(w.calls == 5);
}

/* ---- threads ---- */

static void* multiply(void* context) {
  vjp_tensor* y = NULL;
  if (call_op("mul", VJP_VARIANT_FUNCTIONAL, ARGS(T((vjp_tensor*)context), F(2)), 0, &y)) return context;
  vjp_tensor_release(y);
  return NULL;
}
/* ICPT-13 */
static void test_other_threads_are_not_concerned(void) {
  watcher w = {.log = ""};
  vjp_tensor* x = VEC(1, 2);
  vjp_guard* region = below(&w);
  pthread_t thread;
  CHECK(pthread_create(&thread, NULL, multiply, x) == 0);
  void* failed = x;
  pthread_join(thread, &failed);
  OK(vjp_guard_exit(region));
  CHECK(!failed && w.calls == 0);
}

static void* go_on_there(void* context) {
  FAILS(VJP_ERROR_STATE, vjp_intercept_next((const vjp_intercepted_call*)context, NULL, NULL));
  SAYS("thread");
  return NULL;
}
static vjp_status on_another_thread(watcher* self, const vjp_intercepted_call* call, vjp_tensor_list* results) {
  (void)self, (void)results;
  pthread_t thread;
  CHECK(pthread_create(&thread, NULL, go_on_there, (void*)call) == 0);
  pthread_join(thread, NULL);
  return VJP_OK;
}
/* ICPT-6 */
static void test_a_call_goes_on_on_its_thread(void) {
  watcher w = {.act = on_another_thread};
  vjp_guard* region = below(&w);
  EQUALS(times(VEC(1, 2), 2), 2, 4);
  OK(vjp_guard_exit(region));
}

/* ICPT-1, ICPT-13: a started call takes the level along, also beyond the end of the region. */
static void test_started_calls(void) {
  watcher w = {.log = ""};
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* y = sum(OP("sin", T(x)));
  vjp_grad_options options = VJP_GRAD_OPTIONS_INIT;
  vjp_grad_call* call = call_of(options);
  OK(vjp_grad_call_add_root(call, y, NULL));
  OK(vjp_grad_call_add_input(call, x));
  vjp_guard* region = below(&w);
  vjp_pending* pending = NULL;
  OK(vjp_grad_call_start(call, &pending));
  OK(vjp_guard_exit(region));
  OK(vjp_pending_wait(pending));
  vjp_tensor* g = NULL;
  OK(vjp_pending_result(pending, 0, &g));
  EQUALS(own(g), cos(1), cos(2));
  CHECK(strstr(w.log, "cos ") != NULL);
  vjp_pending_release(pending);
}

int main(void) {
  RUN(test_forward_and_backward_are_logged);
  RUN(test_gradients_of_gradients_are_the_same);
  RUN(test_composites);
  RUN(test_forms);
  RUN(test_tangents_are_seen);
  RUN(test_what_a_callback_receives);
  RUN(test_errors_are_the_calls);
  RUN(test_what_is_refused_has_not_happened);
  RUN(test_levels_nest);
  RUN(test_both_places);
  RUN(test_modes_of_a_callback);
  RUN(test_nothing_is_recorded_below);
  RUN(test_other_threads_are_not_concerned);
  RUN(test_a_call_goes_on_on_its_thread);
  RUN(test_started_calls);
  return finish();
}
