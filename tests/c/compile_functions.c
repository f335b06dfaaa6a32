/* Compiled functions: what a record does is what the function does (COMP-14, WI-1, WI-3, WI-4, DF-1). */
#include "compiled_functions.h"
#include "custom_functions.h"

static vjp_tensor* weight; /* from outside */

/* Every form of call: results, several, a list of views, in place, into a tensor, a number drawn, modes. */
static vjp_status everything(vjp_tensor* const* in, vjp_tensor_list* results) {
  vjp_tensor* h = OP("tanh", T(OP("matmul", T(in[0]), T(weight))));
  vjp_tensor* copy = clone(h);
  OP_("mul", T(narrow(copy, 1, 0, 1)), F(3)); /* a view that is changed */
  OP_("add", T(copy), T(in[1]));
  vjp_tensor* dropped = OP("dropout", T(copy), F(0.5), B(true));
  vjp_value both[] = {TL((vjp_tensor*[]){h, dropped, in[0]}, 3), I(0)};
  vjp_tensor* joined = must_call("cat", VJP_VARIANT_FUNCTIONAL, both, 2, 0, __FILE__, __LINE__);
  vjp_tensor* second = RESULT("chunk", 1, T(joined), I(2), I(1));
  vjp_tensor* most = RESULT("max.dim", 0, T(second), I(1));
  vjp_tensor* place = RESULT("max.dim", 1, T(second), I(1));
  vjp_guard* quiet = enter_mode(VJP_MODE_GRAD, false);
  vjp_tensor* constant = OP("exp", T(OP("mul", T(in[1]), F(0.125))));
  vjp_tensor* into = OP("zeros_like", T(constant));
  vjp_value out[] = {T(constant), T(constant), T(into)};
  OK(call_op("mul", VJP_VARIANT_OUT, out, 3, 0, NULL));
  OK(vjp_guard_exit(quiet));
  dropped = add(dropped, detached(times(h, 0.5)));
  OP_("mul", T(in[2]), F(2)); /* an argument of the caller's */
  vjp_status status = give_result(results, OP("add", T(sum(mul(most, most))), T(sum(mul(dropped, into)))));
  if (status == VJP_OK) status = give_result(results, place);
  if (status == VJP_OK) status = give_result(results, in[2]);
  if (status == VJP_OK) status = give_result(results, weight);
  return status;
}

static void note_graph(vjp_tensor* t) {
  vjp_node* n = node_of(t);
  for (int depth = 0; n && depth < 40; ++depth) {
    note(" %s(%d)", vjp_node_name(n), (int)vjp_node_num_edges(n));
    vjp_node* next = NULL;
    for (size_t e = 0; e < vjp_node_num_edges(n) && !next; ++e) {
      uint32_t slot = 0;
      OK(vjp_node_edge(n, e, &next, &slot));
      own_node(next);
    }
    n = next;
  }
  note("\n");
}

static void one_call(vjp_compiled* compiled, int round) {
  static Hook hook = {"of the result", 0.5, false};
  OK(vjp_manual_seed((uint64_t)round));
  vjp_tensor *x = FRESH(round, 3, 2), *y = FRESH(round + 7, 3, 2), *changed = detached(FRESH(round, 4)), *r[4];
  vjp_tensor* in[] = {x, y, changed};
  OK(call_function(compiled, everything, in, 3, r, 4));
  note_tensor("loss", r[0]);
  note_tensor("place", r[1]);
  CHECK(r[2] == changed && r[3] == weight);
  note_tensor("changed", changed);
  note("version %d\n", (int)version_of(changed));
  note_graph(r[0]);
  hook_tensor(r[0], &hook);
  vjp_tensor* g = grad_graph(r[0], x); /* and once more */
  note_tensor("slope", g);
  note_tensor("curvature", grad_graph(sum(mul(g, g)), x));
  OK(vjp_backward(r[0], NULL));
  note_grad("x", x);
  note_grad("y", y);
  note_grad("w", weight);
  OK(vjp_tensor_set_grad(weight, NULL));
  note_tensor("drawn after it", OP("rand", INTS(2)));
  OP_("mul", T(detached(weight)), F(1.5)); /* the record reads what is there by then */
  arena_clear();
}

static vjp_tensor* make_weight(void) { return vjp_tensor_retain(leaf(detached(MAT(2, 2, 0.5, -0.25, 0.125, 1)))); }

static void test_a_record_does_what_the_function_does(void) {
  static char eager[sizeof scene_log];
  scene_log_size = 0;
  weight = make_weight();
  for (int round = 0; round < 4; ++round) one_call(NULL, round);
  vjp_tensor_release(weight);
  memcpy(eager, scene_log, scene_log_size + 1);

  scene_log_size = 0;
  weight = make_weight();
  arena_clear();
  int64_t tensors = vjp_debug_live_tensors();
  Function f = {everything, 0, 0};
  vjp_compiled* compiled = compile_function(&f, NULL);
  vjp_compile_counters before = counters();
  for (int round = 0; round < 4; ++round) one_call(compiled, round);
  vjp_compile_counters after = counters();
  CHECK(f.calls == 1);
  CHECK(after.function_calls - before.function_calls == 4 && after.function_hits - before.function_hits == 3);
  CHECK(after.function_records - before.function_records == 1 && after.fallbacks == before.fallbacks);
  if (strcmp(eager, scene_log) != 0) printf("-- eager\n%s\n-- compiled\n%s\n", eager, scene_log);
  CHECK(strcmp(eager, scene_log) == 0);
  char* text = NULL;
  OK(vjp_compiled_text(compiled, &text));
  CHECK(text && strstr(text, "%0 = matmul(input 0, outside 0)\n%1 = tanh(%0)\n") && strstr(text, "mul_(%3, 3"));
  vjp_string_free(text);
  vjp_compiled_release(compiled);
  CHECK(f.drops == 1);
  arena_clear();
  CHECK(vjp_debug_live_tensors() == tensors);
  vjp_tensor_release(weight);
}

/* What a function could have seen is in the key. */
static vjp_status twice(vjp_tensor* const* in, vjp_tensor_list* results) {
  return give_result(results, in[1] ? add(in[0], in[1]) : times(in[0], 2));
}
static int calls_for(Function* f, vjp_compiled* compiled, vjp_tensor* a, vjp_tensor* b) {
  int before = f->calls;
  vjp_tensor* r = NULL;
  for (int i = 0; i < 2; ++i) {
    OK(call_function(compiled, twice, (vjp_tensor*[]){a, b}, 2, &r, 1));
    NEAR(at(r, 0), at(a, 0) + at(b ? b : a, 0));
    CHECK(vjp_tensor_requires_grad(r) ==
          (vjp_grad_mode() && (vjp_tensor_requires_grad(a) || vjp_tensor_requires_grad(b))));
  }
  return f->calls - before;
}

static void test_keys(void) {
  Function f = {twice, 0, 0};
  vjp_compile_options options = VJP_COMPILE_OPTIONS_INIT;
  options.max_records = 1000;
  vjp_compiled* compiled = compile_function(&f, &options);
  vjp_tensor *a = MAT(2, 2, 1, 2, 3, 4), *b = MAT(2, 2, 5, 6, 7, 8);
  CHECK(calls_for(&f, compiled, a, b) == 1);
  CHECK(calls_for(&f, compiled, b, a) == 0);
  CHECK(calls_for(&f, compiled, a, a) == 1); /* one tensor */
  CHECK(last_miss_says("arguments and modes like these"));
  CHECK(calls_for(&f, compiled, a, NULL) == 1);
  CHECK(calls_for(&f, compiled, MAT(1, 2, 1, 2), b) == 1);
  CHECK(calls_for(&f, compiled, clone(OP("t", T(a))), b) == 1);                 /* strides */
  CHECK(calls_for(&f, compiled, OP("t", T(a)), b) == 1);                        /* and a view */
  CHECK(calls_for(&f, compiled, OP("to", T(a), D(VJP_DTYPE_FLOAT32)), b) == 1); /* dtype */
  CHECK(calls_for(&f, compiled, leaf(clone(a)), b) == 1);                       /* requires grad */
  CHECK(calls_for(&f, compiled, times(leaf(clone(a)), 1), b) == 1);             /* and is no leaf */
  CHECK(calls_for(&f, compiled, leaf(clone(a)), b) == 0);
  vjp_guard* region = enter_mode(VJP_MODE_GRAD, false);
  CHECK(calls_for(&f, compiled, a, b) == 1);
  OK(vjp_guard_exit(region));
  region = enter_mode(VJP_MODE_INFERENCE, true);
  CHECK(calls_for(&f, compiled, a, b) == 1);
  OK(vjp_guard_exit(region));
  vjp_autocast_options half = VJP_AUTOCAST_OPTIONS_INIT;
  OK(vjp_guard_autocast(&half, &region));
  CHECK(calls_for(&f, compiled, a, b) == 1);
  OK(vjp_guard_exit(region));
  CHECK(calls_for(&f, compiled, a, b) == 0);
  vjp_compiled_clear(compiled);
  CHECK(calls_for(&f, compiled, a, b) == 1);
  vjp_compiled_release(compiled);
}

/* Which of the arguments are one tensor. */
static vjp_status outer_two(vjp_tensor* const* in, vjp_tensor_list* results) {
  return give_result(results, add(in[0], times(in[2], 10)));
}
static void test_arguments_that_are_one_tensor(void) {
  Function f = {outer_two, 0, 0};
  vjp_compiled* compiled = compile_function(&f, NULL);
  vjp_tensor *a = VEC(1), *b = VEC(2), *r = NULL;
  for (int i = 0; i < 2; ++i) {
    OK(call_function(compiled, outer_two, (vjp_tensor*[]){a, b, a}, 3, &r, 1));
    EQUALS(r, 11);
    OK(call_function(compiled, outer_two, (vjp_tensor*[]){a, b, b}, 3, &r, 1));
    EQUALS(r, 21);
  }
  CHECK(f.calls == 2);
  vjp_compiled_release(compiled);
}

/* A tensor from outside whose flags or shape are others is no longer the one that was recorded. */
static vjp_status by_weight(vjp_tensor* const* in, vjp_tensor_list* results) {
  return give_result(results, mul(in[0], weight));
}
static void test_tensors_from_outside(void) {
  weight = make_weight();
  Function f = {by_weight, 0, 0};
  vjp_compiled* compiled = compile_function(&f, NULL);
  vjp_tensor *x = MAT(2, 2, 1, 2, 3, 4), *r = NULL;
  for (int i = 0; i < 2; ++i) OK(call_function(compiled, by_weight, &x, 1, &r, 1));
  CHECK(f.calls == 1 && vjp_tensor_requires_grad(r));
  OK(vjp_tensor_set_requires_grad(weight, false));
  for (int i = 0; i < 2; ++i) OK(call_function(compiled, by_weight, &x, 1, &r, 1));
  CHECK(f.calls == 2 && !vjp_tensor_requires_grad(r));
  CHECK(last_miss_says("tensor 0 from outside"));
  vjp_compiled_release(compiled);
  vjp_tensor_release(weight);
}

/* The error of an operator is the call's, with the same words, and the arguments are whole. */
static vjp_status by_index(vjp_tensor* const* in, vjp_tensor_list* results) {
  vjp_tensor* picked = NULL;
  vjp_status status = call_op("index_select", VJP_VARIANT_FUNCTIONAL, ARGS(T(in[0]), I(0), T(in[1])), 0, &picked);
  if (status == VJP_OK) status = give_result(results, own(picked));
  return status;
}
static void test_errors(void) {
  vjp_guard* host = NULL; /* devices report it later */
  OK(vjp_guard_default_device((vjp_device){VJP_DEVICE_CPU, 0}, &host));
  Function f = {by_index, 0, 0};
  vjp_compiled* compiled = compile_function(&f, NULL);
  vjp_tensor *good = OP("to", T(VEC(0, 1)), D(VJP_DTYPE_INT64)), *bad = OP("add", T(good), I(5)), *r = NULL;
  vjp_tensor *right[] = {VEC(1, 2), good}, *wrong[] = {right[0], bad};
  char words[300];
  vjp_status want = call_function(NULL, by_index, wrong, 2, &r, 1);
  snprintf(words, sizeof words, "%s", vjp_last_error());
  CHECK(want != VJP_OK && strstr(words, "5"));
  FAILS(want, call_function(compiled, by_index, wrong, 2, &r, 1)); /* no record is made */
  OK(call_function(compiled, by_index, right, 2, &r, 1));
  CHECK(f.calls == 2);
  FAILS(want, call_function(compiled, by_index, wrong, 2, &r, 1));
  CHECK(f.calls == 2);
  CHECK(strcmp(vjp_last_error(), words) == 0);
  OK(call_function(compiled, by_index, right, 2, &r, 1));
  EQUALS(r, 1, 2);
  vjp_compiled_release(compiled);
  OK(vjp_guard_exit(host));
}

/* ---- what cannot be recorded ---- */

static Plan plan;
static vjp_status reads(vjp_tensor* const* in, vjp_tensor_list* results) {
  double value = 0;
  vjp_status status = vjp_tensor_item_float(sum(in[0]), &value);
  return status == VJP_OK ? give_result(results, times(in[0], value)) : status;
}
static vjp_status looks(vjp_tensor* const* in, vjp_tensor_list* results) {
  return give_result(results, times(in[0], *(const double*)vjp_tensor_data(in[0])));
}
static vjp_status differentiates(vjp_tensor* const* in, vjp_tensor_list* results) {
  return give_result(results, grad(sum(mul(in[0], in[0])), in[0]));
}
static vjp_status hooks(vjp_tensor* const* in, vjp_tensor_list* results) {
  static Hook hook = {"inside", 0, false};
  vjp_tensor* y = times(in[0], 2);
  hook_tensor(y, &hook);
  return give_result(results, y);
}
static vjp_status selects(vjp_tensor* const* in, vjp_tensor_list* results) {
  return give_result(results, OP("masked_select", T(in[0]), T(OP("gt", T(in[0]), F(1)))));
}
static vjp_status counts_itself(vjp_tensor* const* in, vjp_tensor_list* results) {
  static const double kOne[] = {1, 1};
  (void)in;
  return give_result(results, make_tensor(kOne, (int64_t[]){2}, 1));
}
static vjp_status custom(vjp_tensor* const* in, vjp_tensor_list* results) {
  plan = (Plan){.factor = {7}};
  return give_result(results, apply(&plan, in[0]));
}
static vjp_status survives(vjp_tensor* const* in, vjp_tensor_list* results) {
  CHECK(TRY("reshape", T(in[0]), INTS(3, 3)) != VJP_OK);
  return give_result(results, times(in[0], 2));
}

static void test_what_cannot_be_recorded(void) {
  const struct {
    Body body;
    const char* reason;
  } cases[] = {{reads, "vjp_tensor_item_float is no operator"},
               {looks, "vjp_tensor_data is no operator"},
               {differentiates, "vjp_"},
               {hooks, "vjp_tensor_add_hook is no operator"},
               {selects, "nonzero gives a shape"},
               {counts_itself, "vjp_tensor_from_data is no operator"},
               {survives, "reshape failed"},
               {custom, "vjp_function_begin is no operator"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
    Function f = {cases[i].body, 0, 0};
    vjp_compiled* compiled = compile_function(&f, NULL);
    vjp_tensor *x = leaf(VEC(1, 2)), *want = NULL, *r = NULL;
    uint64_t before = fallbacks_for("what no record has");
    for (int k = 0; k < 3; ++k) {
      OK(call_function(NULL, cases[i].body, &x, 1, &want, 1));
      OK(call_function(compiled, cases[i].body, &x, 1, &r, 1));
      CHECK(vjp_tensor_numel(r) == vjp_tensor_numel(want) && at(r, 0) == at(want, 0));
      CHECK(last_miss_says(cases[i].reason));
    }
    CHECK(f.calls == 3 && fallbacks_for("what no record has") - before == 3);
    char* text = NULL;
    OK(vjp_compiled_text(compiled, &text));
    CHECK(text && strstr(text, cases[i].reason) && strncmp(text, "not recorded", 12) == 0);
    vjp_string_free(text);
    vjp_compiled_release(compiled);

    vjp_compile_options strict = VJP_COMPILE_OPTIONS_INIT;
    strict.strict = 1;
    compiled = compile_function(&f, &strict);
    FAILS(VJP_ERROR_NOT_IMPLEMENTED, call_function(compiled, cases[i].body, &x, 1, &r, 1));
    SAYS(cases[i].reason);
    vjp_compiled_release(compiled);
  }
}

/* And what is on around a call. */
static vjp_status nothing_else(void* context, const vjp_intercepted_call* call, vjp_tensor_list* results) {
  (void)context, (void)call, (void)results;
  return VJP_OK;
}
static void test_what_is_on_around_it(void) {
  Function f = {twice, 0, 0};
  vjp_compiled* compiled = compile_function(&f, NULL);
  vjp_tensor *a = VEC(1, 2), *b = VEC(3, 4);
  CHECK(calls_for(&f, compiled, a, b) == 1);
  vjp_guard* region = NULL;
  OK(vjp_guard_anomaly(true, false, &region));
  CHECK(calls_for(&f, compiled, a, b) == 2);
  CHECK(last_miss_says("places where operators are called"));
  OK(vjp_guard_exit(region));
  OK(vjp_guard_intercept(VJP_INTERCEPT_BELOW_AUTOGRAD, nothing_else, NULL, NULL, &region));
  CHECK(calls_for(&f, compiled, a, b) == 2);
  CHECK(last_miss_says("interceptor"));
  OK(vjp_guard_exit(region));
  int64_t level = 0;
  OK(vjp_guard_vmap(2, VJP_RANDOMNESS_ERROR, &level, &region));
  CHECK(calls_for(&f, compiled, a, b) == 2);
  CHECK(last_miss_says("batched"));
  OK(vjp_guard_exit(region));
  CHECK(calls_for(&f, compiled, a, b) == 0);
  vjp_compiled_release(compiled);
}

/* KY-4: not for ever. */
static void test_limit(void) {
  Function f = {twice, 0, 0};
  vjp_compile_options options = VJP_COMPILE_OPTIONS_INIT;
  options.max_records = 2;
  vjp_compiled* compiled = compile_function(&f, &options);
  vjp_tensor* r = NULL;
  for (int64_t n = 1; n <= 6; ++n) {
    vjp_tensor* x = ramp(VJP_DTYPE_FLOAT64, 1, &n);
    for (int i = 0; i < 2; ++i) OK(call_function(compiled, twice, (vjp_tensor*[]){x, NULL}, 2, &r, 1));
    CHECK(f.calls == (n <= 3 ? n : 3 + 2 * (n - 3)));
  }
  CHECK(last_miss_says("change too often"));
  vjp_compiled_release(compiled);
}

/* One that calls another one: its calls are a part of the outer record. */
static vjp_compiled* inner;
static vjp_status outer(vjp_tensor* const* in, vjp_tensor_list* results) {
  vjp_tensor* r = NULL;
  vjp_status status = call_function(inner, twice, in, 2, &r, 1);
  return status == VJP_OK ? give_result(results, mul(r, r)) : status;
}
static void test_nesting(void) {
  Function f = {twice, 0, 0}, g = {outer, 0, 0};
  inner = compile_function(&f, NULL);
  vjp_compiled* compiled = compile_function(&g, NULL);
  vjp_tensor *x = VEC(1, 2), *r = NULL;
  for (int i = 0; i < 3; ++i) {
    OK(call_function(compiled, outer, (vjp_tensor*[]){x, x}, 2, &r, 1));
    EQUALS(r, 4, 16);
  }
  CHECK(f.calls == 1 && g.calls == 1);
  char* text = NULL;
  OK(vjp_compiled_text(compiled, &text));
  CHECK(text && strcmp(text, "%0 = add(input 0, input 0)\n%1 = mul(%0, %0)\nreturn %1\n") == 0);
  vjp_string_free(text);
  vjp_compiled_release(compiled);
  vjp_compiled_release(inner);
}

static void test_bad_arguments(void) {
  Function f = {twice, 0, 0};
  vjp_compiled* compiled = NULL;
  FAILS(VJP_ERROR_INVALID, vjp_compile(NULL, &f, NULL, NULL, &compiled));
  FAILS(VJP_ERROR_INVALID, vjp_compile(run_function, &f, drop_function, NULL, NULL));
  vjp_compile_options options = VJP_COMPILE_OPTIONS_INIT;
  options.strict = 2;
  FAILS(VJP_ERROR_INVALID, vjp_compile(run_function, &f, drop_function, &options, &compiled));
  SAYS("strict is 2, expected 0 or 1");
  CHECK(!compiled && f.drops == 0);
  vjp_tensor_list* list = NULL;
  FAILS(VJP_ERROR_INVALID, vjp_compiled_call(NULL, NULL, 0, NULL, &list));
  compiled = compile_function(&f, NULL);
  FAILS(VJP_ERROR_INVALID, vjp_compiled_call(compiled, NULL, 1, NULL, &list));
  FAILS(VJP_ERROR_INVALID, vjp_compiled_call(compiled, NULL, 0, NULL, NULL));
  FAILS(VJP_ERROR_INVALID, vjp_compiled_text(compiled, NULL));
  CHECK(vjp_compiled_retain(compiled) == compiled);
  vjp_compiled_release(compiled);
  CHECK(f.drops == 0);
  vjp_compiled_release(compiled);
  CHECK(f.drops == 1);
  vjp_compiled_release(NULL);
  vjp_compiled_clear(NULL);
}

int main(void) {
  RUN(test_a_record_does_what_the_function_does);
  RUN(test_keys);
  RUN(test_arguments_that_are_one_tensor);
  RUN(test_tensors_from_outside);
  RUN(test_errors);
  RUN(test_what_cannot_be_recorded);
  RUN(test_what_is_on_around_it);
  RUN(test_limit);
  RUN(test_nesting);
  RUN(test_bad_arguments);
  return finish();
}
