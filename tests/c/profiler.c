/* Chapter 16: profiling. What devices and several threads have to do with it: profiler_devices.c. */
#include "profiler.h"

#include "custom_functions.h"

/* PROF-1: the number of the node, and -1 where none is made */
static void prof_1_operators_carry_the_number_of_their_node(void) {
  vjp_tensor *x = leaf(VEC(1, 2)), *c = VEC(3, 4);
  vjp_profiler* p = started(NULL);
  vjp_tensor *y = mul(x, c), *z = OP("sin", T(y));
  mul(c, c);
  OK(vjp_grad_mode_set(false, NULL));
  OP("cos", T(x));
  OK(vjp_grad_mode_set(true, NULL));
  vjp_tensor* w = clone(x);
  OP_("exp", T(w));
  OK(vjp_profiler_stop(p));
  CHECK(event_of(p, VJP_PROFILE_OPERATOR, "mul", 0).sequence_number == number_of(y));
  CHECK(event_of(p, VJP_PROFILE_OPERATOR, "sin", 0).sequence_number == number_of(z));
  CHECK(event_of(p, VJP_PROFILE_OPERATOR, "mul", 1).sequence_number == -1);
  CHECK(event_of(p, VJP_PROFILE_OPERATOR, "cos", 0).sequence_number == -1);
  CHECK(event_of(p, VJP_PROFILE_OPERATOR, "exp_", 0).sequence_number == number_of(w));
}

/* PROF-1: what runs inside another operator's implementation makes no node; the parts of a composite do */
static void prof_1_parts(void) {
  vjp_tensor* x = leaf(MAT(2, 2, 1, 2, 3, 4));
  vjp_profiler* p = started(NULL);
  vjp_tensor* y = OP("matmul", T(x), T(x));
  OK(vjp_profiler_stop(p));
  size_t outer = find(p, VJP_PROFILE_OPERATOR, "matmul", 0);
  int carriers = 0;
  for (size_t i = 0; i < vjp_profiler_num_events(p); ++i) {
    vjp_profile_event e = event_at(p, i);
    CHECK(i == outer || is_inside(p, i, outer));
    carriers += e.sequence_number == number_of(y);
  }
  CHECK(carriers == 1);
}

/* PROF-2: two nested events, both with number and forward thread; what the derivative calls is inside the second */
static void prof_2_nodes_are_two_nested_events(void) {
  vjp_tensor* x = leaf(MAT(2, 2, 1, 2, 3, 4));
  vjp_tensor* y = OP("cumsum", T(x), I(0));
  int64_t number = number_of(y);
  vjp_profiler* p = started(NULL);
  OK(vjp_backward(sum(y), NULL));
  OK(vjp_profiler_stop(p));
  size_t node = find(p, VJP_PROFILE_NODE, "engine evaluates CumSumBackward", 0);
  size_t derivative = find(p, VJP_PROFILE_DERIVATIVE, "CumSumBackward", 0);
  vjp_profile_event outer = event_at(p, node), inner = event_at(p, derivative);
  CHECK(inner.parent == node && outer.sequence_number == number && inner.sequence_number == number);
  CHECK(outer.forward_thread == forward_thread() && inner.forward_thread == outer.forward_thread);
  CHECK(outer.begin_ns <= inner.begin_ns && inner.end_ns <= outer.end_ns && inner.begin_ns <= inner.end_ns);
  size_t called = find(p, VJP_PROFILE_OPERATOR, "_reverse_cumsum", 0);
  CHECK(is_inside(p, called, derivative));
  CHECK(event_at(p, outer.parent).kind == VJP_PROFILE_GRAD_CALL);
}

static vjp_status in_a_range(void* context, vjp_tensor* grad, vjp_tensor** out) {
  (void)grad, (void)out;
  OK(vjp_profiler_range_push((const char*)context));
  CHECK(vjp_profiler_range_pop());
  return VJP_OK;
}
static vjp_status push_only(void* context, vjp_tensor* grad, vjp_tensor** out) {
  (void)grad, (void)out;
  return vjp_profiler_range_push((const char*)context);
}
static vjp_status pop_only(void* context, vjp_tensor* grad, vjp_tensor** out) {
  (void)grad, (void)out;
  *(bool*)context = vjp_profiler_range_pop();
  return VJP_OK;
}
static vjp_status range_at_the_end(void* context) {
  OK(vjp_profiler_range_push((const char*)context));
  vjp_profiler_range_pop();
  return VJP_OK;
}

/* PROF-2: the outer event covers hooks; PROF-6: ranges nest under the node's event */
static void prof_6_ranges_in_hooks(void) {
  vjp_tensor *x = leaf(VEC(1, 2)), *y = times(x, 2);
  OK(vjp_tensor_add_hook(y, in_a_range, "in the hook", NULL, NULL));
  vjp_grad_options options = VJP_GRAD_OPTIONS_INIT;
  options.accumulate = true;
  vjp_grad_call* call = call_of(options);
  OK(vjp_grad_call_add_root(call, sum(y), NULL));
  OK(vjp_grad_call_add_final_callback(call, range_at_the_end, "at the end", NULL));
  vjp_profiler* p = started(NULL);
  OK(vjp_profiler_range_push("around"));
  OK(vjp_grad_call_run(call));
  CHECK(vjp_profiler_range_pop());
  OK(vjp_profiler_stop(p));
  size_t around = find(p, VJP_PROFILE_RANGE, "around", 0), hook = find(p, VJP_PROFILE_RANGE, "in the hook", 0);
  size_t node = find(p, VJP_PROFILE_NODE, "engine evaluates MulBackward", 0);
  CHECK(event_at(p, hook).parent == node && is_inside(p, node, around));
  size_t last = find(p, VJP_PROFILE_RANGE, "at the end", 0);
  CHECK(event_at(p, event_at(p, last).parent).kind == VJP_PROFILE_GRAD_CALL);
  CHECK(!event_at(p, hook).unfinished && !event_at(p, around).unfinished && !event_at(p, last).unfinished);
}

/* PROF-6: opened in one node, closed in another */
static void prof_6_unfinished_ranges(void) {
  vjp_tensor *x = leaf(VEC(1, 2)), *y = times(x, 2), *z = OP("sin", T(y));
  bool popped = true;
  OK(vjp_tensor_add_hook(z, push_only, "left open", NULL, NULL));
  OK(vjp_tensor_add_hook(y, pop_only, &popped, NULL, NULL));
  vjp_profiler* p = started(NULL);
  OK(vjp_backward(sum(z), NULL));
  OK(vjp_profiler_range_push("never closed"));
  OK(vjp_profiler_stop(p));
  CHECK(!popped);
  size_t range = find(p, VJP_PROFILE_RANGE, "left open", 0);
  size_t node = find(p, VJP_PROFILE_NODE, "engine evaluates SinBackward", 0);
  vjp_profile_event e = event_at(p, range);
  CHECK(e.unfinished && e.parent == node && e.end_ns <= event_at(p, node).end_ns);
  CHECK(!event_at(p, node).unfinished);
  CHECK(event_of(p, VJP_PROFILE_RANGE, "never closed", 0).unfinished);
}

/* PROF-3: accumulators have no number and are events */
static void prof_3_accumulators(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_profiler* p = started(NULL);
  OK(vjp_backward(sum(x), NULL));
  OK(vjp_profiler_stop(p));
  CHECK(event_of(p, VJP_PROFILE_NODE, "engine evaluates AccumulateGrad", 0).sequence_number == -1);
  CHECK(event_of(p, VJP_PROFILE_DERIVATIVE, "AccumulateGrad", 0).sequence_number == -1);
}

/* PROF-4: what a derivative records has numbers of its own */
static void prof_4_create_graph(void) {
  vjp_tensor *x = leaf(VEC(1, 2)), *y = OP("sin", T(x));
  int64_t number = number_of(y);
  vjp_profiler* p = started(NULL);
  vjp_tensor* g = NULL;
  OK(try_grad(sum(y), NULL, x, true, false, &g));
  OK(vjp_profiler_stop(p));
  size_t derivative = find(p, VJP_PROFILE_DERIVATIVE, "SinBackward", 0);
  int fresh = 0;
  for (size_t i = 0; i < vjp_profiler_num_events(p); ++i) {
    vjp_profile_event e = event_at(p, i);
    if (e.kind != VJP_PROFILE_OPERATOR || !is_inside(p, i, derivative)) continue;
    CHECK(e.sequence_number != number);
    fresh += e.sequence_number > number;
  }
  CHECK(fresh >= 1);
  CHECK(event_at(p, derivative).sequence_number == number);
  own(g);
}

static vjp_status start_in_hook(void* context, vjp_tensor* grad, vjp_tensor** out) {
  (void)grad, (void)out;
  return vjp_profiler_start((vjp_profiler*)context);
}
static vjp_status stop_in_hook(void* context, vjp_tensor* grad, vjp_tensor** out) {
  (void)grad, (void)out;
  return vjp_profiler_stop((vjp_profiler*)context);
}

/* PROF-8: the node in the middle of which it begins or ends is no event; those after, or before, are */
static void prof_8_start_and_stop_in_a_node(void) {
  for (int stops = 0; stops < 2; ++stops) {
    vjp_tensor *x = leaf(VEC(1, 2)), *a = OP("sin", T(x)), *b = OP("exp", T(a)), *c = OP("tanh", T(b));
    vjp_profiler* p = profiler(NULL);
    OK(vjp_tensor_add_hook(b, stops ? stop_in_hook : start_in_hook, p, NULL, NULL));
    if (stops) OK(vjp_profiler_start(p));
    OK(vjp_backward(sum(c), NULL));
    if (!stops) OK(vjp_profiler_stop(p));
    CHECK(!vjp_profiler_is_recording(p));
    CHECK(!has(p, VJP_PROFILE_NODE, "engine evaluates ExpBackward"));
    CHECK(has(p, VJP_PROFILE_NODE, "engine evaluates SinBackward") == !stops);
    CHECK(has(p, VJP_PROFILE_NODE, "engine evaluates TanhBackward") == (stops != 0));
    /* what was around the place is not over, or began before: events inside it have no parent */
    for (size_t i = 0; i < vjp_profiler_num_events(p); ++i) {
      vjp_profile_event e = event_at(p, i);
      CHECK(e.begin_ns >= 0 && e.end_ns >= e.begin_ns && (e.parent == SIZE_MAX || e.parent < i));
    }
  }
}

/* PROF-8: another session in the hook of a node that a first one covers half */
static vjp_status change_over(void* context, vjp_tensor* grad, vjp_tensor** out) {
  (void)grad, (void)out;
  vjp_profiler** two = (vjp_profiler**)context;
  OK(vjp_profiler_stop(two[0]));
  return vjp_profiler_start(two[1]);
}
static void prof_8_one_after_the_other(void) {
  vjp_tensor *x = leaf(VEC(1, 2)), *a = OP("sin", T(x)), *b = OP("exp", T(a));
  vjp_profiler* two[] = {profiler(NULL), profiler(NULL)};
  OK(vjp_tensor_add_hook(a, change_over, two, NULL, NULL));
  OK(vjp_profiler_start(two[0]));
  OK(vjp_backward(sum(b), NULL));
  OK(vjp_profiler_stop(two[1]));
  CHECK(has(two[0], VJP_PROFILE_DERIVATIVE, "ExpBackward") && !has(two[1], VJP_PROFILE_DERIVATIVE, "ExpBackward"));
  CHECK(!has(two[0], VJP_PROFILE_NODE, "engine evaluates SinBackward"));
  CHECK(!has(two[1], VJP_PROFILE_NODE, "engine evaluates SinBackward"));
  CHECK(has(two[1], VJP_PROFILE_NODE, "engine evaluates AccumulateGrad"));
}

/* PROF-9: without a profiler nothing is recorded, and ranges are nothing */
static void prof_9_off(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  OK(vjp_profiler_range_push("nobody looks"));
  CHECK(!vjp_profiler_range_pop());
  vjp_profiler* p = started(NULL);
  OK(vjp_profiler_stop(p));
  OK(vjp_backward(sum(times(x, 2)), NULL));
  CHECK(vjp_profiler_num_events(p) == 0);
}

/* PROF-10 */
static void prof_10_custom_functions(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_profiler* p = started(NULL);
  vjp_tensor* y = apply(new_plan(3), x);
  int64_t number = number_of(y);
  OK(vjp_backward(sum(y), NULL));
  OK(vjp_profiler_stop(p));
  size_t forward = find(p, VJP_PROFILE_FUNCTION, "Planned", 0);
  CHECK(event_at(p, forward).sequence_number == number);
  CHECK(event_at(p, find(p, VJP_PROFILE_OPERATOR, "mul", 0)).parent == forward);
  CHECK(event_of(p, VJP_PROFILE_NODE, "engine evaluates PlannedBackward", 0).sequence_number == number);
  CHECK(is_inside(p, find(p, VJP_PROFILE_OPERATOR, "mul", 1), find(p, VJP_PROFILE_DERIVATIVE, "PlannedBackward", 0)));
}

/* Errors of chapter 16 */
static void errors(void) {
  vjp_profiler *p = profiler(NULL), *other = profiler(NULL);
  FAILS(VJP_ERROR_STATE, vjp_profiler_stop(p));
  FAILS(VJP_ERROR_STATE, vjp_profiler_step(p));
  OK(vjp_profiler_start(p));
  FAILS(VJP_ERROR_STATE, vjp_profiler_start(p));
  FAILS(VJP_ERROR_STATE, vjp_profiler_start(other));
  SAYS("one runs on this thread already");
  CHECK(vjp_profiler_is_recording(p) && !vjp_profiler_is_recording(other));
  OK(vjp_profiler_stop(p));
  FAILS(VJP_ERROR_STATE, vjp_profiler_stop(p));
  OK(vjp_profiler_start(other));
  OK(vjp_profiler_stop(other));
  vjp_profile_event e = VJP_PROFILE_EVENT_INIT;
  FAILS(VJP_ERROR_INVALID, vjp_profiler_get_event(p, 0, &e));
  vjp_profiler_options options = VJP_PROFILER_OPTIONS_INIT;
  options.wait = 1;
  vjp_profiler* none = NULL;
  FAILS(VJP_ERROR_INVALID, vjp_profiler_create(&options, &none));
  char* text = NULL;
  FAILS(VJP_ERROR_INVALID, vjp_profiler_table(p, false, (vjp_profile_sort)99, 0, &text));
  FAILS(VJP_ERROR_INVALID, vjp_profiler_range_push(NULL));
}

/* ---- details ---- */

static void shapes_flops_and_memory(void) {
  vjp_profiler_options options = VJP_PROFILER_OPTIONS_INIT;
  options.shapes = options.flops = options.memory = options.kernels = true;
  vjp_tensor *a = MAT(2, 3, 1, 2, 3, 4, 5, 6), *b = MAT(3, 1, 1, 2, 3);
  vjp_tensor* wide = ramp(VJP_DTYPE_FLOAT64, 1, (int64_t[]){1000});
  vjp_profiler* p = started(&options);
  OP("mm", T(a), T(b));
  vjp_tensor* twice = times(wide, 2);
  drop_now(twice);
  OK(vjp_profiler_stop(p));
  vjp_profile_event mm = event_of(p, VJP_PROFILE_OPERATOR, "mm", 0);
  CHECK(strcmp(mm.shapes, "[2, 3], [3, 1]") == 0 && mm.flops == 12);
  vjp_profile_event product = event_of(p, VJP_PROFILE_OPERATOR, "mul", 0);
  CHECK(product.flops == 1000 && product.memory >= 8000 && product.memory < 16000);
  CHECK(event_of(p, VJP_PROFILE_KERNEL, "mul", 0).parent == find(p, VJP_PROFILE_OPERATOR, "mul", 0));
  vjp_profile_event taken = event_of(p, VJP_PROFILE_ALLOCATION, "allocate", 0);
  vjp_profile_event given = event_of(p, VJP_PROFILE_ALLOCATION, "free", 0);
  CHECK(taken.memory >= 8000 && given.memory == -taken.memory && given.memory_total < taken.memory_total);
}

static void averages(void) {
  vjp_profiler_options options = VJP_PROFILER_OPTIONS_INIT;
  options.shapes = true;
  vjp_tensor *a = VEC(1, 2), *b = VEC(1, 2, 3);
  vjp_profiler* p = started(&options);
  times(a, 2), times(b, 2), times(b, 3);
  OP("sin", T(a));
  OK(vjp_profiler_stop(p));
  vjp_profile_average rows[4] = {VJP_PROFILE_AVERAGE_INIT, VJP_PROFILE_AVERAGE_INIT, VJP_PROFILE_AVERAGE_INIT,
                                 VJP_PROFILE_AVERAGE_INIT};
  size_t count = 0;
  OK(vjp_profiler_averages(p, false, VJP_PROFILE_SORT_COUNT, rows, 4, &count));
  CHECK(count == 2 && rows[0].count == 3 && strcmp(rows[0].name, "mul") == 0 && rows[1].count == 1);
  CHECK(rows[0].total_ns >= rows[0].self_ns && rows[0].self_ns > 0);
  OK(vjp_profiler_averages(p, true, VJP_PROFILE_SORT_COUNT, rows, 4, &count));
  CHECK(count == 3 && rows[0].count == 2 && strcmp(rows[0].shapes, "[3]") == 0);
  OK(vjp_profiler_averages(p, true, VJP_PROFILE_SORT_SELF, rows, 4, &count));
  CHECK(rows[0].self_ns >= rows[1].self_ns && rows[1].self_ns >= rows[2].self_ns);
  char* table = NULL;
  OK(vjp_profiler_table(p, true, VJP_PROFILE_SORT_SELF, 1, &table));
  CHECK(strstr(table, "Self %") && strstr(table, "Shapes") && strstr(table, "[3]") != strstr(table, "[2]"));
  vjp_string_free(table);
}

/* PROF-7: arrows from forward to backward, each with two ends */
static void prof_7_outputs(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_profiler* p = started(NULL);
  OK(vjp_profiler_range_push("a \"step\" <1>"));
  OK(vjp_backward(sum(times(x, 2)), NULL));
  vjp_profiler_range_pop();
  OK(vjp_profiler_stop(p));
  char* text = NULL;
  OK(vjp_profiler_chrome_trace(p, &text));
  CHECK(occurrences(text, "\"ph\": \"s\"") == 2 && occurrences(text, "\"ph\": \"f\"") == 2);
  CHECK(strstr(text, "a \\\"step\\\" <1>") && strstr(text, "\"traceEvents\": ["));
  vjp_string_free(text);
  OK(vjp_profiler_flame_graph(p, &text));
  CHECK(strncmp(text, "<svg", 4) == 0 && strstr(text, "&quot;step&quot; &lt;1&gt;") && strstr(text, "MulBackward"));
  vjp_string_free(text);
  OK(vjp_profiler_stacks(p, &text));
  CHECK(strstr(text, "a \"step\" <1>;backward;engine evaluates MulBackward;MulBackward "));
  vjp_string_free(text);
}

/* ---- schedule ---- */

static char ready_at[64];
static int ready_count;
static vjp_status note_ready(void* context, vjp_profiler* p) {
  int step = *(int*)context;
  CHECK(!vjp_profiler_is_recording(p));
  snprintf(ready_at + strlen(ready_at), sizeof ready_at - strlen(ready_at), "%d:%d ", step,
           count_of(p, VJP_PROFILE_OPERATOR, "sin"));
  ++ready_count;
  return VJP_OK;
}
static void schedule(void) {
  int step = 0;
  vjp_profiler_options options = VJP_PROFILER_OPTIONS_INIT;
  options.skip_first = 1, options.wait = 1, options.warmup = 1, options.active = 2, options.repeat = 2;
  options.on_ready = note_ready;
  options.context = &step;
  ready_at[0] = '\0';
  vjp_tensor* x = VEC(1, 2);
  vjp_profiler* p = started(&options);
  for (step = 0; step < 12; ++step) {
    bool recorded = step == 3 || step == 4 || step == 7 || step == 8;
    CHECK(vjp_profiler_is_recording(p) == recorded);
    for (int i = 0; i <= step; ++i) OP("sin", T(x));
    OK(vjp_profiler_step(p));
  }
  OK(vjp_profiler_stop(p));
  CHECK(strcmp(ready_at, "4:9 8:17 ") == 0);
  CHECK(has(p, VJP_PROFILE_RANGE, "ProfilerStep#8") && !has(p, VJP_PROFILE_RANGE, "ProfilerStep#6"));
}

int main(void) {
  RUN(prof_1_operators_carry_the_number_of_their_node);
  RUN(prof_1_parts);
  RUN(prof_2_nodes_are_two_nested_events);
  RUN(prof_3_accumulators);
  RUN(prof_4_create_graph);
  RUN(prof_6_ranges_in_hooks);
  RUN(prof_6_unfinished_ranges);
  RUN(prof_7_outputs);
  RUN(prof_8_start_and_stop_in_a_node);
  RUN(prof_8_one_after_the_other);
  RUN(prof_9_off);
  RUN(prof_10_custom_functions);
  RUN(errors);
  RUN(shapes_flops_and_memory);
  RUN(averages);
  RUN(schedule);
  return finish();
}
