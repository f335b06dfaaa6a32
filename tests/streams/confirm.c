/*
 * Races that change results: SC-97, and SC-12, SC-33, SC-35, SC-36 without what makes them clean. Each program is run
 * as it is, and again with the two commands of its race the other way round.
 */
#include "harness.h"

enum { kN = 1000 };

/* What a program has computed: the first element on the device, which is waited for. Then nothing of it is left, so
 * that its streams have the same numbers when it runs again. */
static vjp_status give(vjp_tensor* t, void* results) {
  OK(vjp_device_synchronize(vjp_tensor_device(t)));
  vjp_status status = vjp_tensor_copy_to(narrow(t, 0, 0, 1), results, sizeof(double), VJP_DTYPE_FLOAT64);
  arena_clear();
  return status;
}

/* SC-12 without the last wait: the gradient is used on the default stream. */
static vjp_status no_wait_for_the_gradient(void* context, void* results, size_t bytes) {
  (void)context, (void)bytes;
  vjp_stream *d0 = default_stream(dev(0)), *s = new_stream(dev(0), "s");
  vjp_tensor* x = leaf(ones(dev(0), kN));
  UNDER(s) {
    wait_for(s, d0);
    backward(sum(mul_s(x, 2)), NULL);
  }
  return give(times(grad_of(x), 1), results);
}

/* SC-33 without the wait of this number. */
static vjp_status without_a_wait(void* number, void* results, size_t bytes) {
  (void)bytes;
  vjp_stream *amb0 = new_stream(dev(0), "amb0"), *amb1 = new_stream(dev(1), "amb1"), *s1 = new_stream(dev(1), "s1");
  vjp_stream* own_way = new_stream(dev(1), "private");
  vjp_tensor *w = NULL, *twice = NULL;
  UNDER(amb1) UNDER(amb0) {
    UNDER(s1) {
      w = leaf(filled(dev(1), kN, 3));
      twice = mul_s(w, 2);
    }
    wait_for(amb1, s1);
    OK(vjp_tensor_set_grad(w, filled(dev(1), kN, 7)));
    vjp_tensor* loss = sum(copy_with_own_way(twice, 0, own_way));
    OP_("zero", T(grad_of(w)));
    vjp_debug_drop_engine_wait(*(int64_t*)number);
    backward(loss, NULL);
    vjp_debug_drop_engine_wait(-1);
  }
  OK(vjp_device_synchronize(dev(0)));
  return give(grad_of(w), results);
}
/* The number of the wait that is described so. */
static int64_t number_of_wait(const char* description) {
  for (int64_t i = 0; i < 10; ++i) {
    double result = 0;
    char* text = NULL;
    OK(without_a_wait(&i, &result, sizeof result));
    OK(vjp_debug_dropped_wait(&text));
    bool found = text && strcmp(text, description) == 0;
    vjp_string_free(text);
    if (found) return i;
  }
  CHECK(!"there is no such wait");
  return -1;
}

/* SC-35 without GC-7: the gradient's memory goes back to s1 while amb still reads it. */
static vjp_status no_mark_of_results(void* context, void* results, size_t bytes) {
  (void)context, (void)bytes;
  vjp_stream *amb = new_stream(dev(0), "amb"), *s1 = new_stream(dev(0), "s1");
  vjp_tensor *p = NULL, *y = NULL;
  UNDER(s1) {
    p = leaf(filled(dev(0), kN, 5));
    y = mul_s(p, 2);
  }
  UNDER(amb) {
    wait_for(amb, s1);
    vjp_debug_engine_marks_memory(false);
    backward(y, ones(dev(0), kN));
    vjp_debug_engine_marks_memory(true);
    vjp_tensor* g = grad_of(p);
    vjp_guard* off = NULL;
    OK(vjp_guard_mode(VJP_MODE_GRAD, false, &off));
    drop_now(OP_("sub", T(p), T(g)));
    leave(off);
    clear_grad(p);
    drop_now(g);
    UNDER(s1) filled(dev(0), kN, 99);
  }
  return give(p, results);
}

/* SC-36 without GC-8: a saved tensor's memory goes back to s1 while s2 still reads it. */
static vjp_status no_mark_of_saved_values(void* context, void* results, size_t bytes) {
  (void)context, (void)bytes;
  vjp_stream *s1 = new_stream(dev(0), "s1"), *s2 = new_stream(dev(0), "s2");
  vjp_tensor *k = NULL, *x = NULL;
  UNDER(s1) k = filled(dev(0), kN, 3);
  UNDER(s2) {
    x = leaf(ones(dev(0), kN));
    wait_for(s2, s1);
    vjp_debug_engine_marks_memory(false);
    vjp_tensor* y = mul(x, k);
    vjp_debug_engine_marks_memory(true);
    drop_now(k);
    backward(y, ones(dev(0), kN));
    UNDER(s1) filled(dev(0), kN, 99);
  }
  return give(grad_of(x), results);
}

/* The program has a race of that kind between streams of those names, and it changes what is computed. */
static void confirmed(vjp_race_program_fn program, void* context, vjp_race_kind kind, const char* first,
                      const char* second) {
  int found = 0, tried = 0;
  char mode[64];
  snprintf(mode, sizeof mode, "%s", vjp_sim_mode());
  OK(vjp_race_confirm(program, context, sizeof(double)));
  CHECK(strcmp(vjp_sim_mode(), mode) == 0 && detector_on());
  for (size_t i = 0; i < vjp_race_count(); ++i) {
    vjp_race_finding f = VJP_RACE_FINDING_INIT;
    OK(vjp_race_get(i, &f));
    tried += f.confirmation != VJP_RACE_NOT_TRIED;
    if (f.kind != kind || strcmp(f.first.stream, first) != 0 || strcmp(f.second.stream, second) != 0) continue;
    ++found;
    CHECK(f.confirmation == VJP_RACE_CONFIRMED);
  }
  CHECK(found == 1 && tried >= 1);
  char* report = NULL;
  OK(vjp_race_report(false, &report));
  CHECK(report && strstr(report, "confirmed: in the other order the results are different"));
  vjp_string_free(report);
  OK(vjp_race_report(true, &report));
  CHECK(report && strstr(report, "\"confirmation\": \"confirmed\""));
  vjp_string_free(report);
  vjp_race_clear();
}

/* SC-97, SC-12, SIM-4, RD-6 */
SCENARIO(97, use_of_a_gradient_without_a_wait) {
  NEEDS_SIM();
  if (!detector_on()) return;
  confirmed(no_wait_for_the_gradient, NULL, VJP_RACE_READ_AFTER_WRITE, "s", "sim:0 default stream");
}

/* SC-97, SC-33, GC-3 */
SCENARIO(97, no_entry_fence) {
  NEEDS_SIM();
  NEEDS_DEVICES(2);
  if (!detector_on()) return;
  int64_t number = number_of_wait("fence: s1 for amb1");
  confirmed(without_a_wait, &number, VJP_RACE_WRITE_AFTER_WRITE, "amb1", "s1");
}

/* SC-97, SC-35, GC-7 */
SCENARIO(97, results_are_not_marked) {
  NEEDS_SIM();
  if (detector_on()) confirmed(no_mark_of_results, NULL, VJP_RACE_LIFETIME, "amb", "s1");
}

/* SC-97, SC-36, GC-8 */
SCENARIO(97, saved_values_are_not_marked) {
  NEEDS_SIM();
  if (detector_on()) confirmed(no_mark_of_saved_values, NULL, VJP_RACE_LIFETIME, "s2", "s1");
}

static vjp_status nothing_races(void* context, void* results, size_t bytes) {
  (void)bytes;
  ++*(int*)context;
  vjp_stream *a = new_stream(dev(0), "a"), *b = new_stream(dev(0), "b");
  vjp_tensor* t = NULL;
  UNDER(a) t = ones(dev(0), kN);
  wait_for(b, a);
  OK(vjp_tensor_record_stream(t, b));
  UNDER(b) t = times(t, 2);
  return give(t, results);
}
static vjp_status wrong_program(void* context, void* results, size_t bytes) {
  (void)context, (void)results, (void)bytes;
  vjp_error_raise(VJP_ERROR_IO, "no data", NULL, NULL);
  return VJP_ERROR_IO;
}
/* The same value is written in either order: a race, and nobody sees it. */
static vjp_status same_value(void* context, void* results, size_t bytes) {
  (void)context, (void)bytes;
  vjp_stream *a = new_stream(dev(0), "a"), *b = new_stream(dev(0), "b");
  vjp_tensor* t = NULL;
  UNDER(a) t = ones(dev(0), kN);
  wait_for(b, a);
  OK(vjp_tensor_record_stream(t, b));
  UNDER(a) fill_(t, 4);
  UNDER(b) fill_(t, 4);
  return give(t, results);
}

/* RD-6 */
SCENARIO(97, what_is_not_confirmed) {
  NEEDS_SIM();
  if (!detector_on()) return;
  int runs = 0;
  OK(vjp_race_confirm(nothing_races, &runs, sizeof(double)));
  CHECK(runs == 1 && vjp_race_count() == 0);
  OK(vjp_race_confirm(same_value, NULL, sizeof(double)));
  vjp_race_finding f = VJP_RACE_FINDING_INIT;
  OK(vjp_race_get(0, &f));
  CHECK(f.kind == VJP_RACE_WRITE_AFTER_WRITE && f.confirmation == VJP_RACE_SAME_RESULTS);
  vjp_race_clear();
  FAILS(VJP_ERROR_IO, vjp_race_confirm(wrong_program, NULL, 0));
  SAYS("no data");
}
