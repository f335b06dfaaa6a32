/* Chapter 17: custom functions, applied between begin and end. Those that change arguments: custom_functions_dirty.c.
 */
#include "custom_functions.h"

/* FUNC-1, FUNC-2 */
static void func_2_forward_runs_with_the_modes_off(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  Plan* plan = new_plan(5);
  vjp_function_call* call = begin_plan(plan, x);
  CHECK(!vjp_grad_mode() && !vjp_mode_enabled(VJP_MODE_FORWARD));
  vjp_tensor* y = times(x, 2);
  CHECK(vjp_tensor_is_leaf(y) && vjp_tensor_requires_grad(x) && !vjp_tensor_requires_grad(y));
  vjp_tensor* out = end_one(call, y);
  CHECK(vjp_grad_mode() && vjp_mode_enabled(VJP_MODE_FORWARD));
  CHECK(out == y && strcmp(vjp_node_name(node_of(y)), "Planned") == 0);
  EQUALS(grad(sum(y), x), 5, 5);
  CHECK(plan->calls == 1 && plan->drops == 0);
  /* an error path: the modes come back, the context goes */
  Plan* other = new_plan(5);
  call = begin_plan(other, x);
  OK(vjp_function_abandon(call));
  CHECK(vjp_grad_mode() && other->drops == 1);
  OK(vjp_function_abandon(NULL));
}

/* FUNC-1: applications and other regions end in reverse order */
static void func_1_regions_nest(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_function_call* call = begin_plan(new_plan(1), x);
  vjp_guard* guard = NULL;
  OK(vjp_guard_mode(VJP_MODE_GRAD, true, &guard));
  vjp_tensor *y = times(x, 2), *out = NULL;
  FAILS(VJP_ERROR_STATE, vjp_function_end(call, &y, 1, &out));
  FAILS(VJP_ERROR_STATE, vjp_function_abandon(call));
  CHECK(out == NULL && vjp_grad_mode());
  OK(vjp_guard_exit(guard));
  CHECK(!vjp_grad_mode());
  OK(vjp_function_abandon(call));
}

/* FUNC-3, FUNC-26 */
static void func_3_when_it_records(void) {
  int64_t nodes = vjp_debug_live_nodes();
  Plan* plan = new_plan(3);
  vjp_tensor* y = apply(plan, VEC(1, 2));
  CHECK(!vjp_tensor_requires_grad(y) && vjp_tensor_is_leaf(y) && plan->drops == 1);
  vjp_tensor* x = leaf(VEC(1, 2));
  OK(vjp_grad_mode_set(false, NULL));
  plan = new_plan(3);
  y = apply(plan, x);
  OK(vjp_grad_mode_set(true, NULL));
  CHECK(!vjp_tensor_requires_grad(y) && plan->drops == 1);
  CHECK(vjp_debug_live_nodes() == nodes);
  y = apply(new_plan(3), x);
  CHECK(vjp_tensor_requires_grad(y) && vjp_debug_live_nodes() > nodes);
}

/* FUNC-4, FUNC-5 */
static void func_4_a_place_for_everything(void) {
  vjp_tensor *x = leaf(VEC(1, 2)), *c = VEC(3, 4);
  vjp_tensor* inputs[3] = {NULL, x, c};
  Plan* plan = new_plan(0);
  plan->factor[1] = 7;
  plan->from = 1;
  vjp_function f = function_of(plan);
  vjp_function_call* call = begin(&f, inputs, 3);
  CHECK(!vjp_function_call_needs_input_grad(call, 0) && vjp_function_call_needs_input_grad(call, 1));
  CHECK(!vjp_function_call_needs_input_grad(call, 2) && !vjp_function_call_needs_input_grad(call, 3));
  vjp_tensor* results[3] = {NULL, times(x, 2), NULL};
  vjp_tensor* out[3];
  end(call, results, 3, out);
  CHECK(out[0] == NULL && out[1] == results[1] && out[2] == NULL);
  CHECK(vjp_node_num_edges(node_of(out[1])) == 3 && vjp_node_num_slots(node_of(out[1])) == 3);
  CHECK(vjp_tensor_output_number(out[1]) == 1);
  vjp_node* next = NULL;
  uint32_t slot = 9;
  OK(vjp_node_edge(node_of(out[1]), 0, &next, &slot));
  CHECK(next == NULL);
  OK(vjp_node_edge(node_of(out[1]), 2, &next, &slot));
  CHECK(next == NULL);
  EQUALS(grad(sum(out[1]), x), 7, 7);
  CHECK(plan->num_grads == 3 && plan->was_null[0] && !plan->was_null[1] && plan->was_null[2]);
  CHECK(!plan->needed[0] && plan->needed[1] && !plan->needed[2]);
}

/* FUNC-6: the context lives with the node, freeing or not */
static void func_6_the_context_lives_with_the_node(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  Plan* plan = new_plan(3);
  vjp_tensor* y = apply(plan, x);
  vjp_node* node = node_of(y);
  CHECK(vjp_function_context(node) == plan);
  CHECK(vjp_function_context(node_of(times(x, 2))) == NULL && vjp_function_context(NULL) == NULL);
  vjp_tensor* one = VEC(1, 1);
  OK(vjp_backward(y, one));
  OK(vjp_backward(y, one)); /* it saved nothing */
  CHECK(plan->drops == 0 && plan->calls == 2);
  drop_now(y); /* the arena has it twice: as what the forward made and as what the end gave */
  drop_now(y);
  CHECK(plan->drops == 0);
  drop_now(node);
  CHECK(plan->drops == 1);
}

/* FUNC-7 */
static void func_7_save_for_backward(void) {
  vjp_tensor* x = leaf(VEC(3, 4));
  /* the last call wins; an input leads on to the second derivative */
  Plan* plan = new_plan(2);
  plan->save = 1;
  plan->times_saved = true;
  vjp_function_call* call = begin_plan(plan, x);
  vjp_tensor* y = mul(x, x);
  vjp_tensor* kept[2] = {y, NULL};
  OK(vjp_function_call_save_for_backward(call, kept, 2));
  OK(vjp_function_call_save_for_backward(call, &x, 1));
  end_one(call, y);
  CHECK(vjp_function_num_saved(node_of(y)) == 1 && vjp_function_num_saved(node_of(times(x, 1))) == 0);
  EQUALS(grad(sum(grad_graph(sum(y), x)), x), 2, 2);
  /* unpacked anew each time, and none is NULL */
  vjp_tensor *first = NULL, *second = NULL;
  OK(vjp_function_saved(node_of(y), 0, &first));
  CHECK(own(first) == x);
  FAILS(VJP_ERROR_INVALID, vjp_function_saved(node_of(y), 1, &second));
  FAILS(VJP_ERROR_INVALID, vjp_function_saved(node_of(times(x, 1)), 0, &second));
  /* a result: equal, another handle, with history; y' = y as of exp */
  plan = new_plan(1);
  plan->save = 2;
  plan->times_saved = true;
  call = begin_plan(plan, x);
  y = OP("exp", T(x));
  vjp_tensor* result_and_none[2] = {y, NULL};
  OK(vjp_function_call_save_for_backward(call, result_and_none, 2));
  end_one(call, y);
  first = NULL;
  OK(vjp_function_saved(node_of(y), 0, &first));
  CHECK(own(first) != y && vjp_tensor_requires_grad(first) && node_of(first) == node_of(y));
  OK(vjp_function_saved(node_of(y), 1, &second));
  CHECK(second == NULL);
  EQUALS(grad(sum(grad_graph(sum(y), x)), x), exp(3), exp(4));
  /* an intermediate carries no history */
  plan = new_plan(1);
  plan->save = 1;
  plan->times_saved = true;
  call = begin_plan(plan, x);
  vjp_tensor* between = times(x, 2);
  OK(vjp_function_call_save_for_backward(call, &between, 1));
  y = end_one(call, mul(between, between));
  vjp_tensor* g = grad_graph(sum(y), x);
  EQUALS(g, 6, 8);
  CHECK(!vjp_tensor_requires_grad(g));
}

/* FUNC-7: versions and freeing */
static void func_7_saved_values_are_checked(void) {
  vjp_tensor *x = leaf(VEC(3, 4)), *g = NULL;
  Plan* plan = new_plan(2);
  plan->save = 1;
  vjp_tensor* h = times(x, 1);
  vjp_function_call* call = begin_plan(plan, h);
  OK(vjp_function_call_save_for_backward(call, &h, 1));
  vjp_tensor* y = end_one(call, times(h, 2));
  OK(vjp_backward(y, VEC(1, 1)));
  FAILS(VJP_ERROR_STATE, vjp_backward(y, VEC(1, 1)));
  SAYS("Planned");
  CHECK(plan->read == VJP_ERROR_STATE && vjp_function_num_saved(node_of(y)) == 1);
  call = begin_plan(plan, h);
  OK(vjp_function_call_save_for_backward(call, &h, 1));
  y = end_one(call, times(h, 2));
  OP_("mul", T(h), F(2));
  FAILS(VJP_ERROR_VERSION, try_grad(sum(y), NULL, x, false, true, &g));
}

/* FUNC-8 */
static void func_8_what_a_backward_may_give(void) {
  vjp_tensor *x = leaf(VEC(1, 2)), *g = NULL;
  /* reduced and cast */
  Plan* plan = new_plan(0);
  plan->give = ramp(VJP_DTYPE_FLOAT32, 2, (int64_t[]){2, 2});
  EQUALS(grad(sum(apply(plan, x)), x), 2, 3);
  /* dropped where the argument does not require grad */
  vjp_tensor* inputs[2] = {VEC(5, 6), x};
  plan = new_plan(4);
  plan->factor[1] = 9;
  vjp_function f = function_of(plan);
  vjp_tensor* y = end_one(begin(&f, inputs, 2), VEC(1, 1));
  EQUALS(grad(sum(y), x), 9, 9);
  /* an error for what is no tensor */
  inputs[0] = NULL;
  y = end_one(begin(&f, inputs, 2), VEC(1, 1));
  FAILS(VJP_ERROR_INVALID, try_grad(sum(y), NULL, x, false, true, &g));
  SAYS("argument 0");
  SAYS("Planned");
}

/* FUNC-9 */
static void func_9_materialize(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  for (int on = 0; on < 2; ++on) {
    Plan* plan = new_plan(1);
    vjp_function_call* call = begin_plan(plan, x);
    vjp_tensor* index = ramp(VJP_DTYPE_INT64, 1, (int64_t[]){2});
    vjp_tensor *results[4] = {times(x, 2), times(x, 3), index, NULL}, *out[4];
    if (!on) OK(vjp_function_call_set_materialize_grads(call, false));
    end(call, results, 4, out);
    EQUALS(grad(sum(out[0]), x), 1, 1);
    CHECK(plan->num_grads == 4 && plan->first[0] == 1 && plan->was_null[3]);
    CHECK(plan->was_null[1] == !on && plan->was_null[2] == !on);
    if (on) CHECK(plan->first[1] == 0 && plan->dtype[1] == VJP_DTYPE_FLOAT64);
    if (on) CHECK(plan->first[2] == 0 && plan->dtype[2] == VJP_DTYPE_INT64);
  }
  /* off by the struct */
  Plan* plan = new_plan(1);
  vjp_function f = function_of(plan);
  f.materialize_grads = 0;
  vjp_tensor *results[2] = {times(x, 2), times(x, 3)}, *out[2];
  OK(vjp_grad_mode_set(true, NULL));
  for (size_t i = 0; i < 2; ++i) results[i] = VEC(1, 1);
  end(begin(&f, &x, 1), results, 2, out);
  EQUALS(grad(sum(out[0]), x), 1, 1);
  CHECK(plan->was_null[1]);
}

/* FUNC-10 */
static void func_10_needs_input_grad(void) {
  vjp_tensor *x = leaf(VEC(1, 2)), *w = leaf(VEC(3, 4));
  vjp_tensor* inputs[2] = {x, w};
  Plan* plan = new_plan(1);
  plan->factor[1] = 1;
  vjp_function f = function_of(plan);
  OK(vjp_grad_mode_set(false, NULL));
  vjp_function_call* call = begin(&f, inputs, 2);
  CHECK(!vjp_function_call_needs_input_grad(call, 0) && !vjp_function_call_needs_input_grad(NULL, 0));
  OK(vjp_function_abandon(call));
  OK(vjp_grad_mode_set(true, NULL));
  call = begin(&f, inputs, 2);
  CHECK(vjp_function_call_needs_input_grad(call, 0) && vjp_function_call_needs_input_grad(call, 1));
  vjp_tensor* y = end_one(call, VEC(1, 1));
  EQUALS(grad(sum(y), w), 1, 1);
  CHECK(!plan->needed[0] && plan->needed[1]); /* PRUNE-5: of the running task */
  CHECK(vjp_function_needs_input_grad(node_of(y), 0) && !vjp_function_needs_input_grad(node_of(y), 2));
}

/* FUNC-11 */
static void func_11_non_differentiable_results(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  Plan* plan = new_plan(3);
  plan->from = 2;
  vjp_function_call* call = begin_plan(plan, x);
  vjp_tensor *constant = times(x, 5), *index = ramp(VJP_DTYPE_INT64, 1, (int64_t[]){2});
  vjp_tensor *view = narrow(x, 0, 0, 1), *marked[2] = {constant, view};
  OK(vjp_function_call_mark_non_differentiable(call, marked, 2));
  FAILS(VJP_ERROR_INVALID, vjp_function_call_mark_non_differentiable(call, (vjp_tensor*[]){NULL}, 1));
  vjp_tensor *results[4] = {constant, index, times(x, 2), view}, *out[4];
  end(call, results, 4, out);
  CHECK(out[0] == constant && !vjp_tensor_requires_grad(constant) && vjp_tensor_is_leaf(constant));
  CHECK(out[1] == index && !vjp_tensor_requires_grad(index));
  CHECK(!vjp_tensor_requires_grad(out[3]) && same_storage(out[3], x));
  CHECK(vjp_node_num_slots(node_of(out[2])) == 4 && vjp_tensor_output_number(out[2]) == 2);
  EQUALS(grad(sum(out[2]), x), 3, 3);
}

/* FUNC-17 */
static void func_17_without_a_backward(void) {
  vjp_tensor *x = leaf(VEC(1, 2)), *g = NULL;
  vjp_function f = VJP_FUNCTION_INIT;
  f.name = "Bare";
  vjp_tensor* y = end_one(begin(&f, &x, 1), VEC(1, 1));
  FAILS(VJP_ERROR_NOT_IMPLEMENTED, try_grad(sum(y), NULL, x, false, true, &g));
  SAYS("Bare");
}

/* FUNC-18, FUNC-19 */
static void func_18_once_differentiable(void) {
  vjp_tensor *x = leaf(VEC(3, 4)), *g = NULL;
  for (int once = 0; once < 2; ++once) {
    Plan* plan = new_plan(2);
    plan->save = 1;
    plan->times_saved = true;
    vjp_function f = function_of(plan);
    f.once_differentiable = once;
    vjp_function_call* call = begin(&f, &x, 1);
    OK(vjp_function_call_save_for_backward(call, &x, 1));
    vjp_tensor* y = end_one(call, mul(x, x));
    vjp_tensor* first = grad_graph(sum(mul(y, y)), x);
    CHECK(plan->grad_mode == !once && vjp_tensor_requires_grad(first));
    EQUALS(first, 4 * 27, 4 * 64);
    if (!once) {
      EQUALS(grad(sum(first), x), 12 * 9, 12 * 16);
      continue;
    }
    FAILS(VJP_ERROR_NOT_IMPLEMENTED, try_grad(sum(first), NULL, x, false, true, &g));
    SAYS("Planned");
    /* a constant gradient comes in: nothing to forbid */
    CHECK(!vjp_tensor_requires_grad(grad_graph(sum(y), x)));
    /* without create_graph nothing is different */
    EQUALS(grad(sum(mul(y, y)), x), 4 * 27, 4 * 64);
  }
}

static vjp_status fail_once(void* context, vjp_node* node, vjp_tensor* const* grads, size_t num_grads, vjp_tensor** out,
                            size_t num_inputs) {
  int* calls = (int*)context;
  (void)num_grads, (void)num_inputs;
  vjp_tensor* saved = NULL;
  vjp_status status = vjp_function_saved(node, 0, &saved);
  vjp_tensor_release(saved);
  if (status != VJP_OK) return status;
  if ((*calls)++ == 0) return vjp_error_raise(VJP_ERROR_IO, "the disk is full", NULL, NULL);
  out[0] = vjp_tensor_retain(grads[0]);
  return VJP_OK;
}

/* FUNC-24 */
static void func_24_a_backward_that_fails(void) {
  static int calls;
  calls = 0;
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_function f = VJP_FUNCTION_INIT;
  f.name = "Failing";
  f.backward = fail_once;
  f.context = &calls;
  vjp_function_call* call = begin(&f, &x, 1);
  OK(vjp_function_call_save_for_backward(call, &x, 1));
  vjp_tensor* y = sum(end_one(call, times(x, 2)));
  FAILS(VJP_ERROR_IO, vjp_backward(y, NULL));
  SAYS("the disk is full");
  SAYS("Failing");
  OK(vjp_backward(y, NULL)); /* what it saved is still there */
  EQUALS(grad_of(x), 1, 1);
}

/* FUNC-25 */
static void func_25_functions_and_grad_calls_inside_a_forward(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_function_call* call = begin_plan(new_plan(3), x);
  vjp_tensor* inner = apply(new_plan(100), x); /* not recorded */
  CHECK(!vjp_tensor_requires_grad(inner));
  vjp_guard* guard = NULL;
  OK(vjp_guard_mode(VJP_MODE_GRAD, true, &guard));
  vjp_tensor *z = leaf(VEC(5, 5)), *recorded = apply(new_plan(10), z);
  EQUALS(grad(sum(recorded), z), 10, 10);
  OK(vjp_guard_exit(guard));
  vjp_tensor* y = end_one(call, inner);
  EQUALS(grad(sum(y), x), 3, 3);
}

/* FUNC-27, GRAPH-15 */
typedef struct {
  vjp_tensor* previous; /* a context that keeps the chain, too */
} Link;
static vjp_status link_backward(void* context, vjp_node* node, vjp_tensor* const* grads, size_t num_grads,
                                vjp_tensor** out, size_t num_inputs) {
  (void)context, (void)node, (void)num_grads, (void)num_inputs;
  out[0] = vjp_tensor_retain(grads[0]);
  return VJP_OK;
}
static void link_drop(void* context) {
  vjp_tensor_release(((Link*)context)->previous);
  free(context);
}
static void func_27_a_million_applications(void) {
  vjp_tensor* x = leaf(SCALAR(1));
  vjp_tensor* y = vjp_tensor_retain(x);
  vjp_function f = VJP_FUNCTION_INIT;
  f.name = "Link";
  f.backward = link_backward;
  f.drop = link_drop;
  for (int i = 0; i < MANY(1000000); ++i) {
    Link* link = (Link*)malloc(sizeof *link);
    link->previous = i % 8 ? NULL : vjp_tensor_retain(y);
    f.context = link;
    vjp_function_call* call = NULL;
    vjp_tensor *next = NULL, *fresh = NULL;
    vjp_status status = vjp_function_begin(&f, &y, 1, &call);
    if (status == VJP_OK) status = vjp_tensor_empty(NULL, 0, VJP_DTYPE_FLOAT64, &fresh);
    if (status == VJP_OK) status = vjp_function_end(call, &fresh, 1, &next);
    if (status != VJP_OK) {
      OK(status);
      break;
    }
    vjp_tensor_release(fresh);
    vjp_tensor_release(y);
    y = next;
  }
  OK(vjp_backward(y, NULL));
  EQUALS(grad_of(x), 1);
  vjp_tensor_release(y);
}

int main(void) {
  RUN(func_2_forward_runs_with_the_modes_off);
  RUN(func_1_regions_nest);
  RUN(func_3_when_it_records);
  RUN(func_4_a_place_for_everything);
  RUN(func_6_the_context_lives_with_the_node);
  RUN(func_7_save_for_backward);
  RUN(func_7_saved_values_are_checked);
  RUN(func_8_what_a_backward_may_give);
  RUN(func_9_materialize);
  RUN(func_10_needs_input_grad);
  RUN(func_11_non_differentiable_results);
  RUN(func_17_without_a_backward);
  RUN(func_18_once_differentiable);
  RUN(func_24_a_backward_that_fails);
  RUN(func_25_functions_and_grad_calls_inside_a_forward);
  RUN(func_27_a_million_applications);
  return finish();
}
