/* Chapter 17: custom functions, applied between begin and end. */
#include "check.h"

/* What a function of these tests does, and what it saw. */
typedef struct {
  double factor[3]; /* backward gives grads[from] * factor[i] to argument i; 0: nothing */
  size_t from;      /* which gradient it uses */
  size_t save;      /* how many saved tensors it reads back */
  bool times_saved; /* and multiplies by the first */
  vjp_tensor* give; /* or gives this to argument 0 */
  int calls, drops;
  size_t num_grads;
  bool was_null[4];
  vjp_dtype dtype[4];
  double first[4]; /* element 0 of each gradient */
  bool needed[3];
  bool grad_mode;
  vjp_status read; /* of the first saved tensor */
} Plan;

static vjp_status plan_backward(void* context, vjp_node* node, vjp_tensor* const* grads, size_t num_grads,
                                vjp_tensor** out, size_t num_inputs) {
  Plan* plan = (Plan*)context;
  ++plan->calls;
  plan->num_grads = num_grads;
  plan->grad_mode = vjp_grad_mode();
  for (size_t i = 0; i < num_grads && i < 4; ++i) {
    plan->was_null[i] = grads[i] == NULL;
    plan->dtype[i] = grads[i] ? vjp_tensor_dtype(grads[i]) : 0;
    plan->first[i] = at(grads[i], 0);
  }
  vjp_tensor* saved = NULL;
  for (size_t i = 0; i < plan->save; ++i) {
    vjp_tensor_release(saved);
    saved = NULL;
    vjp_status status = vjp_function_saved(node, plan->save - 1 - i, &saved);
    plan->read = status;
    if (status != VJP_OK) return status;
  }
  for (size_t i = 0; i < num_inputs && i < 3; ++i) {
    plan->needed[i] = vjp_function_needs_input_grad(node, i);
    if (plan->factor[i] == 0 || !grads[plan->from]) continue;
    vjp_value args[] = {T(grads[plan->from]), F(plan->factor[i])};
    vjp_tensor* g = NULL;
    vjp_status status = call_op("mul", VJP_VARIANT_FUNCTIONAL, args, 2, 0, &g);
    if (status == VJP_OK && plan->times_saved && saved) {
      vjp_value product[] = {T(g), T(saved)};
      vjp_tensor* times = NULL;
      status = call_op("mul", VJP_VARIANT_FUNCTIONAL, product, 2, 0, &times);
      vjp_tensor_release(g);
      g = times;
    }
    if (status != VJP_OK) return status;
    out[i] = g;
  }
  vjp_tensor_release(saved);
  if (plan->give) {
    vjp_tensor_release(out[0]);
    out[0] = vjp_tensor_retain(plan->give);
  }
  return VJP_OK;
}
static void plan_drop(void* context) { ++((Plan*)context)->drops; }

/* A function whose plan outlives its nodes. */
static vjp_function function_of(Plan* plan) {
  vjp_function f = VJP_FUNCTION_INIT;
  f.name = "Planned";
  f.backward = plan_backward;
  f.context = plan;
  f.drop = plan_drop;
  return f;
}
static Plan* new_plan(double factor) {
  static Plan plans[64];
  static size_t next;
  Plan* plan = &plans[next++ % 64];
  memset(plan, 0, sizeof *plan);
  plan->factor[0] = factor;
  return plan;
}

static vjp_function_call* begin(const vjp_function* f, vjp_tensor* const* inputs, size_t count) {
  vjp_function_call* call = NULL;
  OK(vjp_function_begin(f, inputs, count, &call));
  return call;
}
static vjp_function_call* begin_plan(Plan* plan, vjp_tensor* x) {
  vjp_function f = function_of(plan);
  return begin(&f, &x, 1);
}
/* Ends with `count` results; the arena owns what the caller gets. */
static void end(vjp_function_call* call, vjp_tensor* const* results, size_t count, vjp_tensor** out) {
  memset(out, 0, count * sizeof *out);
  OK(vjp_function_end(call, results, count, out));
  for (size_t i = 0; i < count; ++i) own(out[i]);
}
static vjp_tensor* end_one(vjp_function_call* call, vjp_tensor* result) {
  vjp_tensor* out = NULL;
  end(call, &result, 1, &out);
  return out;
}
/* x * 2 by a function whose backward multiplies by `factor` */
static vjp_tensor* apply(Plan* plan, vjp_tensor* x) {
  vjp_function_call* call = begin_plan(plan, x);
  return end_one(call, times(x, 2));
}
static bool same_storage(vjp_tensor* a, vjp_tensor* b) { return vjp_tensor_data(a) == vjp_tensor_data(b); }

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

/* A function that multiplies its argument by 3 in place. */
static vjp_function_call* begin_triple(Plan* plan, vjp_tensor* x) {
  vjp_function_call* call = begin_plan(plan, x);
  OP_("mul", T(x), F(3));
  OK(vjp_function_call_mark_dirty(call, &x, 1));
  return call;
}

/* FUNC-12 */
static void func_12_dirty_arguments(void) {
  vjp_tensor *x = leaf(VEC(1, 2)), *h = times(x, 2);
  vjp_node* before = node_of(h);
  int64_t version = version_of(h);
  vjp_tensor* y = end_one(begin_triple(new_plan(3), h), h);
  CHECK(y == h && node_of(h) != before && version_of(h) > version);
  EQUALS(h, 6, 12);
  EQUALS(grad(sum(h), x), 6, 6);
  /* the version advances even if the code inside did not see to it */
  version = version_of(h);
  vjp_function_call* call = begin_plan(new_plan(1), h);
  OK(vjp_function_call_mark_dirty(call, &h, 1));
  end_one(call, h);
  CHECK(version_of(h) == version + 1);
  /* without recording too */
  vjp_tensor* plain = VEC(1, 2);
  call = begin_plan(new_plan(1), plain);
  OK(vjp_function_call_mark_dirty(call, &plain, 1));
  CHECK(end_one(call, plain) == plain && version_of(plain) == 1 && vjp_tensor_is_leaf(plain));
  /* a plain tensor becomes a non-leaf where another argument requires grad */
  vjp_tensor* inputs[2] = {x, plain};
  Plan* plan = new_plan(4);
  plan->from = 1;
  vjp_function f = function_of(plan);
  call = begin(&f, inputs, 2);
  OK(vjp_function_call_mark_dirty(call, &plain, 1));
  vjp_tensor *results[2] = {VEC(9), plain}, *out[2];
  end(call, results, 2, out);
  CHECK(out[1] == plain && vjp_tensor_output_number(plain) == 1 && !vjp_tensor_is_leaf(plain));
  EQUALS(grad(sum(plain), x), 4, 4);
}

static int warnings;
static void count_warning(void* context, const char* message) {
  (void)context;
  warnings += strstr(message, "mark_dirty") != NULL;
}

/* FUNC-12: what is refused */
static void func_12_refusals(void) {
  vjp_tensor *x = leaf(VEC(1, 2)), *out = NULL;
  /* a leaf that requires grad, after the forward */
  vjp_function_call* call = begin_triple(new_plan(3), x);
  FAILS(VJP_ERROR_STATE, vjp_function_end(call, &x, 1, &out));
  SAYS("leaf");
  CHECK(vjp_grad_mode() && out == NULL && vjp_tensor_is_leaf(x));
  EQUALS(x, 3, 6);
  /* not returned */
  vjp_tensor *h = times(x, 2), *other = VEC(1, 1);
  Plan* plan = new_plan(3);
  call = begin_triple(plan, h);
  FAILS(VJP_ERROR_INVALID, vjp_function_end(call, &other, 1, &out));
  CHECK(plan->drops == 1);
  /* a view with a second result */
  h = times(x, 2);
  vjp_tensor *view = narrow(h, 0, 0, 1), *results[2] = {view, other}, *outs[2] = {NULL, NULL};
  call = begin_triple(new_plan(3), view);
  FAILS(VJP_ERROR_STATE, vjp_function_end(call, results, 2, outs));
  SAYS("view");
  /* a view of a leaf */
  view = narrow(x, 0, 0, 1);
  call = begin_triple(new_plan(3), view);
  FAILS(VJP_ERROR_STATE, vjp_function_end(call, &view, 1, &out));
  /* something that is no argument: a warning */
  OK(vjp_set_warning_handler(count_warning, NULL, NULL));
  call = begin_plan(new_plan(3), h);
  OK(vjp_function_call_mark_dirty(call, &other, 1));
  FAILS(VJP_ERROR_INVALID, vjp_function_call_mark_dirty(call, (vjp_tensor*[]){NULL}, 1));
  OK(vjp_set_warning_handler(NULL, NULL, NULL));
  CHECK(warnings == 1);
  CHECK(end_one(call, other) == other);
}

/* FUNC-12, INPL-9: the changed argument is a view, and not the first argument */
static void func_12_a_dirty_view(void) {
  for (size_t place = 0; place < 2; ++place) {
    vjp_tensor *x = leaf(VEC(1, 2, 3)), *w = leaf(VEC(5, 5));
    vjp_tensor* base = times(x, 2);
    vjp_tensor* view = narrow(base, 0, 0, 2);
    vjp_tensor* inputs[2];
    inputs[place] = view;
    inputs[1 - place] = w;
    Plan* plan = new_plan(0);
    plan->factor[place] = 3;
    plan->factor[1 - place] = 7;
    vjp_function f = function_of(plan);
    vjp_function_call* call = begin(&f, inputs, 2);
    OP_("mul", T(view), F(3));
    OK(vjp_function_call_mark_dirty(call, &view, 1));
    CHECK(end_one(call, view) == view);
    EQUALS(base, 6, 12, 6);
    EQUALS(grad(sum(base), x), 6, 6, 2);
    CHECK(plan->needed[place] && !plan->needed[1 - place]);
    EQUALS(grad(sum(base), w), 7, 7);
    CHECK(!plan->needed[place] && plan->needed[1 - place]);
    EQUALS(grad(sum(view), x), 6, 6, 0);
    EQUALS(grad(sum(times(view, 2)), w), 14, 14);
  }
}

static vjp_status note_first(void* context, vjp_tensor* grad_, vjp_tensor** replacement) {
  (void)replacement;
  *(double*)context = at(grad_, 0);
  return VJP_OK;
}

/* FUNC-12, HOOK-20, HOOK-21 */
static void func_12_hooks_stay_and_retained_gradients_move(void) {
  vjp_tensor *x = leaf(VEC(1, 2)), *h = times(x, 2);
  double old = 0, fresh = 0;
  OK(vjp_tensor_add_hook(h, note_first, &old, NULL, NULL));
  OK(vjp_tensor_retain_grad(h));
  end_one(begin_triple(new_plan(3), h), h);
  OK(vjp_tensor_add_hook(h, note_first, &fresh, NULL, NULL));
  OK(vjp_backward(sum(times(h, 5)), NULL));
  CHECK(fresh == 5 && old == 15);
  EQUALS(grad_of(h), 5, 5);
}

/* FUNC-13 */
static void func_13_an_argument_handed_through(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* y = end_one(begin_plan(new_plan(7), x), x);
  CHECK(y != x && vjp_tensor_is_leaf(x) && vjp_tensor_is_view(y) && same_storage(x, y));
  vjp_tensor* base = NULL;
  OK(vjp_tensor_base(y, &base));
  CHECK(own(base) == x && strcmp(vjp_node_name(node_of(y)), "Planned") == 0);
  EQUALS(grad(sum(y), x), 7, 7);
  /* marked non-differentiable: a detached alias */
  vjp_function_call* call = begin_plan(new_plan(7), x);
  OK(vjp_function_call_mark_non_differentiable(call, &x, 1));
  y = end_one(call, x);
  CHECK(y != x && !vjp_tensor_is_view(y) && !vjp_tensor_requires_grad(y) && same_storage(x, y));
  /* not recorded: a plain view */
  vjp_tensor* plain = VEC(1, 2);
  y = end_one(begin_plan(new_plan(7), plain), plain);
  CHECK(y != plain && vjp_tensor_is_view(y) && vjp_tensor_is_leaf(y) && !vjp_tensor_requires_grad(y));
  /* saved as well: it is the argument that is kept */
  Plan* plan = new_plan(1);
  plan->save = 1;
  plan->times_saved = true;
  call = begin_plan(plan, x);
  OK(vjp_function_call_save_for_backward(call, &x, 1));
  y = end_one(call, x);
  EQUALS(grad(sum(grad_graph(sum(y), x)), x), 1, 1);
}

/* FUNC-14 */
static void func_14_views_refuse_changes(void) {
  vjp_tensor *x = leaf(VEC(1, 2)), *h = times(x, 2);
  /* the argument itself, and a part of it */
  vjp_tensor* y = end_one(begin_plan(new_plan(1), h), h);
  FAILS(VJP_ERROR_STATE, TRY_("mul", T(y), F(2)));
  SAYS("bypass");
  vjp_function_call* call = begin_plan(new_plan(1), h);
  y = end_one(call, narrow(h, 0, 0, 1));
  CHECK(vjp_tensor_is_view(y) && strcmp(vjp_node_name(node_of(y)), "Planned") == 0);
  FAILS(VJP_ERROR_STATE, TRY_("mul", T(y), F(2)));
  SAYS("bypass");
  /* several differentiable results */
  call = begin_plan(new_plan(1), h);
  vjp_tensor *results[2] = {narrow(h, 0, 0, 1), narrow(h, 0, 1, 1)}, *out[2];
  end(call, results, 2, out);
  FAILS(VJP_ERROR_STATE, TRY_("mul", T(out[0]), F(2)));
  SAYS("several");
  /* nothing requires grad, but then something does */
  vjp_tensor* plain = VEC(1, 2);
  y = end_one(begin_plan(new_plan(1), plain), plain);
  FAILS(VJP_ERROR_STATE, TRY_("mul", T(y), T(x)));
  /* applied with grad mode off: as any view made there */
  OK(vjp_grad_mode_set(false, NULL));
  y = end_one(begin_plan(new_plan(1), h), h);
  OP_("mul", T(y), F(2));
  OK(vjp_grad_mode_set(true, NULL));
  FAILS(VJP_ERROR_STATE, TRY_("mul", T(y), F(2)));
  SAYS("no_grad");
}

/* FUNC-15 */
static void func_15_the_same_result_twice(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  Plan* plan = new_plan(1);
  plan->from = 1;
  vjp_function_call* call = begin_plan(plan, x);
  vjp_tensor *y = times(x, 2), *results[2] = {y, y}, *out[2];
  end(call, results, 2, out);
  CHECK(out[0] == y && out[1] == y && vjp_tensor_output_number(y) == 1);
  EQUALS(grad(sum(times(y, 4)), x), 4, 4);
  CHECK(plan->first[0] == 0 && plan->first[1] == 4);
  /* an argument handed through twice */
  vjp_tensor* twice[2] = {x, x};
  end(begin_plan(new_plan(1), x), twice, 2, out);
  CHECK(out[0] == out[1] && out[0] != x);
  /* a dirty one */
  vjp_tensor* h = times(x, 2);
  twice[0] = twice[1] = h;
  plan = new_plan(3);
  plan->from = 1;
  end(begin_triple(plan, h), twice, 2, out);
  CHECK(out[0] == h && out[1] == h && vjp_tensor_output_number(h) == 1);
  EQUALS(grad(sum(h), x), 6, 6);
}

/* FUNC-3: results that have a history of their own are not taken away from it */
static void func_3_results_with_a_history(void) {
  vjp_tensor *x = leaf(VEC(1, 2)), *w = leaf(VEC(3, 4)), *tracked = times(w, 2);
  vjp_node* history = node_of(tracked);
  vjp_function_call* call = begin_plan(new_plan(3), x);
  vjp_tensor *results[2] = {tracked, w}, *out[2];
  end(call, results, 2, out);
  CHECK(out[0] != tracked && out[1] != w && node_of(tracked) == history && vjp_tensor_is_leaf(w));
  EQUALS(grad(sum(out[0]), x), 3, 3);
  vjp_tensor* g = NULL;
  FAILS(VJP_ERROR_INVALID, try_grad(sum(out[0]), NULL, w, false, true, &g));
  /* not recorded: they do not require grad */
  vjp_tensor* plain = VEC(1, 2);
  end(begin_plan(new_plan(3), plain), results, 2, out);
  CHECK(!vjp_tensor_requires_grad(out[0]) && !vjp_tensor_requires_grad(out[1]));
}

/* FUNC-17, FUNC-21 */
static vjp_status some_vmap(void* context, int64_t batch_size, const int64_t* in_dims, vjp_tensor* const* inputs,
                            size_t num_inputs, vjp_tensor** out, int64_t* out_dims, size_t num_results) {
  (void)context, (void)batch_size, (void)in_dims, (void)inputs, (void)num_inputs, (void)out, (void)out_dims;
  (void)num_results;
  return VJP_OK;
}
static void func_21_a_rule_or_a_generated_one(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  Plan* plan = new_plan(1);
  vjp_function f = function_of(plan);
  vjp_function_call* call = NULL;
  f.vmap = some_vmap;
  OK(vjp_function_begin(&f, &x, 1, &call));
  OK(vjp_function_abandon(call));
  f.generate_vmap = 1;
  call = NULL;
  FAILS(VJP_ERROR_INVALID, vjp_function_begin(&f, &x, 1, &call));
  SAYS("Planned");
  CHECK(call == NULL && plan->drops == 1 && vjp_grad_mode());
  f.vmap = NULL;
  OK(vjp_function_begin(&f, &x, 1, &call));
  OK(vjp_function_abandon(call));
}

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
  for (int i = 0; i < 1000000; ++i) {
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
  RUN(func_12_dirty_arguments);
  RUN(func_12_refusals);
  RUN(func_12_a_dirty_view);
  RUN(func_12_hooks_stay_and_retained_gradients_move);
  RUN(func_13_an_argument_handed_through);
  RUN(func_14_views_refuse_changes);
  RUN(func_15_the_same_result_twice);
  RUN(func_3_results_with_a_history);
  RUN(func_21_a_rule_or_a_generated_one);
  RUN(func_17_without_a_backward);
  RUN(func_18_once_differentiable);
  RUN(func_24_a_backward_that_fails);
  RUN(func_25_functions_and_grad_calls_inside_a_forward);
  RUN(func_27_a_million_applications);
  return finish();
}
