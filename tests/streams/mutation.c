/*
 * Mutation: every wait that a grad call makes is left out once, and some scenario must notice, by a value or by what
 * the race detector says. A wait that none misses is one too many, or stands in covered_waits.txt with the reason.
 *
 * What a grad call promises goes further than what most scenarios look at: all that its caller enqueued before comes
 * before all that it does, and that before all that the caller enqueues afterwards (GC-1). So each call is surrounded
 * by probes: a tensor that the caller writes before the call and after it, and that every node reads.
 */
#include "mutation.h"

#include <unistd.h>

#undef vjp_backward
#undef vjp_grad
#undef vjp_grad_call_run

enum { kMost = 4 };

struct Probe {
  vjp_tensor* values[kMost];
  vjp_stream* callers[kMost]; /* not counted */
  vjp_guard* trace;
};

static bool with_probes;
static __thread bool inside; /* of a call, or of a node: calls within are part of it */

bool probing(void) { return with_probes; }

static void read_probes(void* context, const vjp_trace_event* event) {
  Probe* p = (Probe*)context;
  (void)event;
  bool outer = inside;
  inside = true;
  for (int i = 0; i < kMost; ++i) {
    if (!p->values[i] || stream_now(dev(i)) == p->callers[i]) continue; /* the caller's own order is no question */
    vjp_tensor* sum = NULL;
    OK(call_op("sum", VJP_VARIANT_FUNCTIONAL, ARGS(T(p->values[i]), NONE()), 0, &sum));
    vjp_tensor_release(sum);
  }
  inside = outer;
}

Probe* probe_begin(void) {
  if (!with_probes || inside) return NULL;
  inside = true;
  Probe* p = (Probe*)calloc(1, sizeof *p);
  for (int i = 0; i < kMost && i < harness_devices(); ++i) {
    if (!vjp_device_is_active(dev(i))) continue;
    p->callers[i] = stream_now(dev(i));
    vjp_guard* there = NULL;
    OK(vjp_guard_default_device(dev(i), &there));
    OK(call_op("full", VJP_VARIANT_FUNCTIONAL, ARGS(INTS(8), F(1), D(VJP_DTYPE_FLOAT64)), 0, &p->values[i]));
    OK(vjp_guard_exit(there));
  }
  OK(vjp_guard_trace(read_probes, p, NULL, &p->trace));
  return p;
}

vjp_status probe_end(Probe* p, vjp_status status) {
  if (!p) return status;
  OK(vjp_guard_exit(p->trace));
  for (int i = 0; i < kMost; ++i) {
    if (!p->values[i]) continue;
    OK(call_op("fill", VJP_VARIANT_INPLACE, ARGS(T(p->values[i]), F(2)), 0, NULL));
    vjp_tensor_release(p->values[i]);
  }
  free(p);
  inside = false;
  return status;
}

/* ---- the list of waits that others cover ---- */

/* One line each: "SC-14 name: join: amb for s1 | the reason". */
static struct {
  char* text;
  bool seen;
} covered[64];
static int num_covered;

static bool read_covered(const char* path) {
  FILE* file = fopen(path, "r");
  if (!file) {
    printf("FAILED: %s is not here\n", path);
    return false;
  }
  char line[400];
  while (fgets(line, sizeof line, file)) {
    char* reason = strstr(line, " | ");
    if (line[0] == '#' || line[0] == '\n') continue;
    if (!reason || num_covered == sizeof covered / sizeof covered[0]) {
      printf("FAILED: %s: no reason, or too many lines: %s", path, line);
      fclose(file);
      return false;
    }
    *reason = '\0';
    covered[num_covered++].text = strdup(line);
  }
  fclose(file);
  return true;
}

static bool is_covered(const char* what) {
  for (int i = 0; i < num_covered; ++i) {
    if (strcmp(covered[i].text, what) == 0) return covered[i].seen = true;
  }
  return false;
}

/* ---- leaving out ---- */

static bool noticed(const Scenario* s, int64_t dropped, char* what, size_t size) {
  enum { kOrders = 20 };
  static const char* const fixed[] = {"lazy", "starve:side", "starve:default"};
  bool failed = false;
  for (int k = 0; k < 3 + kOrders && !failed; ++k) {
    char mode[32];
    if (k < 3)
      snprintf(mode, sizeof mode, "%s", fixed[k]);
    else
      snprintf(mode, sizeof mode, "random:%d", k - 2);
    failed = scenario_fails_in(s, mode, dropped);
    char* text = NULL;
    OK(vjp_debug_dropped_wait(&text));
    if (text) snprintf(what, size, "SC-%d %s: %s", s->number, s->name, text);
    vjp_string_free(text);
  }
  return failed;
}

static int silence(void) {
  fflush(stdout);
  int terminal = dup(1);
  if (!freopen("/dev/null", "w", stdout)) return terminal;
  return terminal;
}
static void speak(int terminal) {
  fflush(stdout);
  dup2(terminal, 1);
  close(terminal);
}

/* How many waits of the scenario can be left out in silence, each with a line. */
static int mutate(const Scenario* s) {
  if (s->alone || s->number == 97) return 0; /* those leave things out themselves */
  int terminal = silence(), silent = 0;
  with_probes = true;
  if (scenario_fails_in(s, "lazy", -1)) { /* it counts what is enqueued, say */
    with_probes = false;
    bool broken = scenario_fails_in(s, "lazy", -1);
    speak(terminal);
    printf("%sSC-%d %s: %s\n", broken ? "FAILED " : "", s->number, s->name,
           broken ? "fails with all waits" : "runs without probes");
    if (broken) return 1;
    terminal = silence();
  }
  int64_t waits = vjp_debug_engine_waits();
  for (int64_t i = 0; i < waits; ++i) {
    char what[300] = "";
    if (noticed(s, i, what, sizeof what) || is_covered(what)) continue;
    ++silent;
    speak(terminal);
    printf("FAILED %s: nobody misses this wait (number %d of %d)\n", what, (int)i, (int)waits);
    terminal = silence();
  }
  speak(terminal);
  vjp_debug_drop_engine_wait(-1);
  with_probes = false;
  return silent;
}

bool mutate_all(const Scenario* first, bool (*chosen)(const Scenario*), const char* list, bool whole) {
  int passed = 0, failed = 0;
  if (!read_covered(list)) return false;
  for (const Scenario* s = first; s; s = s->next) {
    if (!chosen(s)) continue;
    if (mutate(s))
      ++failed;
    else
      ++passed;
  }
  for (int i = 0; i < num_covered; ++i) {
    if (whole && !covered[i].seen) {
      printf("FAILED %s: %s: there is no such wait, or it is missed\n", list, covered[i].text);
      ++failed;
    }
    free(covered[i].text);
  }
  printf("%d passed, %d failed, 0 skipped\n", passed, failed);
  return failed == 0 && passed > 0;
}
