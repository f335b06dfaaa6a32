/*
 * Batched tensors beside what is compiled: only those that a call is given, or a level that its thread is in, make it
 * run by itself. Others that are alive somewhere in the process change nothing (FB-2, HIGH-11).
 */
#include <pthread.h>

#include "compiled_functions.h"
#include "vmap.h"

enum { kMany = 8192 }; /* elements, so that pointwise operators go into one kernel */

static vjp_tensor* outside;

static vjp_status pointwise(vjp_tensor* const* in, vjp_tensor_list* results) {
  vjp_tensor* y = OP("tanh", T(mul(in[0], in[0])));
  return give_result(results, OP("add", T(OP("exp", T(y))), T(in[0])));
}
static vjp_status with_outside(vjp_tensor* const* in, vjp_tensor_list* results) {
  return give_result(results, mul(in[0], outside));
}

static vjp_tensor* many(int round) { return FRESH(round, kMany); }

static bool text_says(vjp_compiled* compiled, const char* words) {
  char* text = NULL;
  OK(vjp_compiled_text(compiled, &text));
  const bool says = text && strstr(text, words);
  if (!says) printf("%s\n", text ? text : "no text");
  vjp_string_free(text);
  return says;
}

/* Calls it, and checks the result and the gradient that a compiled backward gives. */
static void use(vjp_compiled* compiled, int round) {
  vjp_tensor *x = many(round), *r = NULL;
  OK(call_function(compiled, pointwise, &x, 1, &r, 1));
  vjp_guard* region = compile_with(any_size());
  OK(vjp_backward(sum(r), NULL));
  OK(vjp_guard_exit(region));
  const double value = at(x, 1), y = tanh(value * value);
  NEAR(at(r, 1), exp(y) + value);
  NEAR(at(grad_of(x), 1), exp(y) * (1 - y * y) * 2 * value + 1);
}

/* As often as they are called both run by what is there, or is made by the first call. */
typedef struct {
  vjp_compiled* compiled;
  bool first;
} Use;
static void* runs_compiled(void* context) {
  const Use u = *(Use*)context;
  const vjp_compile_counters before = counters();
  const uint64_t batched = fallbacks_for("batched");
  for (int round = 0; round < 3; ++round) use(u.compiled, round);
  const vjp_compile_counters after = counters();
  CHECK(fallbacks_for("batched") == batched);
  CHECK(after.function_records - before.function_records == (u.first ? 1 : 0));
  CHECK(after.function_hits - before.function_hits == (u.first ? 2 : 3));
  if (!check_on_cpu()) return NULL; /* grad calls of devices are the engine's */
  CHECK(after.fallbacks == before.fallbacks);
  CHECK(after.records - before.records == (u.first ? 1 : 0));
  CHECK(after.hits - before.hits == (u.first ? 2 : 3));
  CHECK(after.fused_kernels - before.fused_kernels == 3);
  CHECK(text_says(u.compiled, "fused float64 %0 to %3"));
  return NULL;
}

/* Its level has ended, and it is still there. */
static vjp_tensor* left_behind(void) {
  batch b = enter(2);
  vjp_tensor* x = wrap(b, MAT(2, 2, 1, 2, 3, 4));
  leave(b);
  CHECK(vjp_tensor_is_batched(x) && vjp_vmap_level() == 0);
  return x;
}

static vjp_compiled* compiled_anew(Function* f) {
  vjp_compile_clear();
  return compile_function(f, NULL);
}

static void test_one_that_is_left_behind(void) {
  Function f = {pointwise, 0, 0};
  vjp_compiled* compiled = compiled_anew(&f);
  left_behind();
  runs_compiled(&(Use){compiled, true}); /* recorded beside it, and run */
  arena_clear();
  runs_compiled(&(Use){compiled, false}); /* and when it is gone */
  vjp_compiled_release(compiled);

  compiled = compiled_anew(&f);
  runs_compiled(&(Use){compiled, true});
  left_behind();
  runs_compiled(&(Use){compiled, false}); /* recorded without it */
  CHECK(f.calls == 2);
  vjp_compiled_release(compiled);
}

static void test_those_of_another_thread(void) {
  Function f = {pointwise, 0, 0};
  vjp_compiled* compiled = compiled_anew(&f);
  batch b = enter(2);
  vjp_tensor* x = wrap(b, leaf(MAT(2, 2, 1, 2, 3, 4)));
  mul(x, x);
  for (int first = 1; first >= 0; --first) {
    pthread_t thread;
    Use u = {compiled, first == 1};
    CHECK(pthread_create(&thread, NULL, runs_compiled, &u) == 0);
    pthread_join(thread, NULL);
  }
  leave(b);
  vjp_compiled_release(compiled);
}

/* What it is given is batched: the function runs, for each call, and says why. */
static void test_a_batched_argument(void) {
  Function f = {pointwise, 0, 0};
  vjp_compiled* compiled = compiled_anew(&f);
  batch b = enter(2);
  vjp_tensor* x = wrap(b, MAT(2, 2, 0.5, 1, 1.5, 2));
  const uint64_t before = fallbacks_for("batched");
  for (int i = 0; i < 2; ++i) {
    vjp_tensor* r = NULL;
    OK(call_function(compiled, pointwise, &x, 1, &r, 1));
    EQUALS(unwrap(b, r), exp(tanh(0.25)) + 0.5, exp(tanh(1.0)) + 1, exp(tanh(2.25)) + 1.5, exp(tanh(4.0)) + 2);
    CHECK(last_miss_says("batched"));
  }
  CHECK(f.calls == 2 && fallbacks_for("batched") - before == 2);
  leave(b);
  vjp_compiled_release(compiled);
}

/* On a thread that is in no level, too; and a function that finds one outside does with it what it would. */
static vjp_tensor* given;
static void* computes_with_it(void* context) {
  vjp_compiled* compiled = (vjp_compiled*)context;
  const uint64_t before = fallbacks_for("batched");
  vjp_tensor* r = NULL;
  OK(call_function(compiled, with_outside, &given, 1, &r, 1));
  CHECK(fallbacks_for("batched") - before == 1 && vjp_tensor_is_batched(r));
  vjp_tensor* plain = VEC(1, 10);
  for (int i = 0; i < 2; ++i) {
    OK(call_function(compiled, with_outside, &plain, 1, &r, 1));
    CHECK(vjp_tensor_is_batched(r));
  }
  given = r;
  return NULL;
}
static void test_an_argument_on_another_thread(void) {
  Function f = {with_outside, 0, 0};
  vjp_compiled* compiled = compiled_anew(&f);
  batch b = enter(2);
  given = outside = wrap(b, MAT(2, 2, 1, 2, 3, 4));
  pthread_t thread;
  CHECK(pthread_create(&thread, NULL, computes_with_it, compiled) == 0);
  pthread_join(thread, NULL);
  EQUALS(unwrap(b, given), 1, 20, 3, 40);
  leave(b);
  vjp_compiled_release(compiled);
}

/* One batched tensor more than what was recorded: it is another argument. */
static void test_a_tensor_outside_becomes_batched(void) {
  Function f = {with_outside, 0, 0};
  vjp_compiled* compiled = compiled_anew(&f);
  outside = VEC(1, 2);
  vjp_tensor *x = VEC(1, 10), *r = NULL;
  for (int i = 0; i < 2; ++i) OK(call_function(compiled, with_outside, &x, 1, &r, 1));
  CHECK(f.calls == 1);
  batch b = enter(2);
  vjp_tensor* samples = wrap(b, MAT(2, 2, 1, 2, 3, 4));
  OK(call_function(compiled, with_outside, &samples, 1, &r, 1));
  EQUALS(unwrap(b, r), 1, 4, 3, 8);
  CHECK(f.calls == 2 && last_miss_says("batched"));
  leave(b);
  OK(call_function(compiled, with_outside, &x, 1, &r, 1));
  CHECK(f.calls == 2);
  vjp_compiled_release(compiled);
}

/* A function that batches by itself is none that can be recorded. */
static vjp_status batches(vjp_tensor* const* in, vjp_tensor_list* results) {
  batch b = enter(2);
  vjp_tensor* x = wrap(b, in[0]);
  vjp_tensor* r = unwrap(b, mul(x, x));
  leave(b);
  return give_result(results, r);
}
static void test_a_function_that_batches(void) {
  Function f = {batches, 0, 0};
  vjp_compiled* compiled = compiled_anew(&f);
  vjp_tensor *x = VEC(2, 3), *r = NULL;
  for (int i = 0; i < 2; ++i) {
    OK(call_function(compiled, batches, &x, 1, &r, 1));
    EQUALS(r, 4, 9);
    CHECK(last_miss_says("what no record has"));
  }
  CHECK(f.calls == 2);
  vjp_compiled_release(compiled);
}

/* A grad call computes with the physical tensors of batched roots; only a gradient that is batched makes it the
 * engine's. */
static void test_gradients(void) {
  vjp_compile_clear();
  vjp_tensor* w = leaf(MAT(2, 2, 0.5, 1, 1.5, 2));
  vjp_guard* region = compile_with(any_size());
  batch b = enter(2);
  const vjp_compile_counters before = counters();
  for (int i = 0; i < 2; ++i) {
    vjp_tensor* x = wrap(b, w);
    EQUALS(unwrap(b, grad(sum(OP("sin", T(x))), x)), cos(0.5), cos(1.0), cos(1.5), cos(2.0));
  }
  CHECK(!check_on_cpu() || counters().hits - before.hits == 1);
  CHECK(!check_on_cpu() || counters().fallbacks == before.fallbacks);

  const uint64_t engine = fallbacks_for("batched");
  vjp_tensor *x = FRESH(0, 2), *y = OP("sin", T(x)), *g = NULL;
  OK(try_grad(y, wrap(b, MAT(2, 2, 1, 2, 3, 4)), x, false, true, &g));
  EQUALS(unwrap(b, own(g)), cos(0.5), 2 * cos(1.0), 3 * cos(0.5), 4 * cos(1.0));
  leave(b);
  CHECK(!check_on_cpu() || fallbacks_for("batched") - engine == 1);
  OK(vjp_guard_exit(region));
}

int main(void) {
  RUN(test_one_that_is_left_behind);
  RUN(test_those_of_another_thread);
  RUN(test_a_batched_argument);
  RUN(test_an_argument_on_another_thread);
  RUN(test_a_tensor_outside_becomes_batched);
  RUN(test_a_function_that_batches);
  RUN(test_gradients);
  return finish();
}
