/* The program around the scenarios: which of them, in which schedules. */
#include "harness.h"

#include <pthread.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "mutation.h"

extern char** environ;

enum { kDevices = 4 };

static Scenario* scenarios; /* in order of numbers and names */
static const char* device_type = "sim";
static int32_t kind, num_devices;

void scenario_register(Scenario* scenario) {
  Scenario** place = &scenarios;
  while (*place && ((*place)->number < scenario->number ||
                    ((*place)->number == scenario->number && strcmp((*place)->name, scenario->name) < 0)))
    place = &(*place)->next;
  scenario->next = *place;
  *place = scenario;
}

int harness_devices(void) { return num_devices; }
bool on_sim(void) { return strcmp(device_type, "sim") == 0; }
vjp_device dev(int index) {
  vjp_device d = {kind, index};
  return d;
}
vjp_device cpu(void) {
  vjp_device d = {VJP_DEVICE_CPU, 0};
  return d;
}

int harness_failures(void) { return checks_failed; }

/* ---- custom functions ---- */

vjp_status raw_times(vjp_tensor* x, double k, vjp_tensor** out) {
  return call_op("mul", VJP_VARIANT_FUNCTIONAL, ARGS(T(x), F(k)), 0, out);
}

vjp_stream* stream_now(vjp_device d) {
  vjp_stream* now = NULL;
  OK(vjp_stream_current(d, &now));
  vjp_stream_release(now);
  return now;
}

static vjp_status custom_backward(void* context, vjp_node* node, vjp_tensor* const* grads, size_t num_grads,
                                  vjp_tensor** out, size_t num_inputs) {
  (void)node, (void)num_grads, (void)num_inputs;
  Custom* self = (Custom*)context;
  return self->backward(self, grads, out);
}

static void custom_drop(void* context) {
  vjp_stream_release(((Custom*)context)->stream);
  free(context);
}

void run_custom(const Custom* custom, vjp_tensor* x, vjp_tensor** out) {
  enum { kMost = 8 };
  Custom* self = (Custom*)malloc(sizeof *self);
  *self = *custom;
  self->stream = NULL;
  size_t n = self->results ? self->results : 1;
  vjp_device d = vjp_tensor_device(x);
  if (d.kind != VJP_DEVICE_CPU) OK(vjp_stream_current(d, &self->stream));
  vjp_function f = VJP_FUNCTION_INIT;
  f.name = self->name;
  f.backward = custom_backward;
  f.context = self;
  f.drop = custom_drop;
  f.materialize_grads = !self->undefined;
  vjp_function_call* call = NULL;
  OK(vjp_function_begin(&f, &x, 1, &call));
  vjp_tensor* results[kMost] = {NULL};
  OK(self->forward ? self->forward(self, x, results) : raw_times(x, self->factor, results));
  OK(vjp_function_end(call, results, n, out));
  for (size_t i = 0; i < n; ++i) vjp_tensor_release(results[i]);
}

vjp_status mul_s_backward(Custom* self, vjp_tensor* const* grads, vjp_tensor** out) {
  CHECK(stream_now(vjp_tensor_device(grads[0])) == self->stream);
  sleep_ms(self->stream, 5);
  return raw_times(grads[0], self->factor, out);
}

vjp_status leave_device(Custom* self, vjp_tensor* x, vjp_tensor** out) {
  return raw_to_device(x, dev((int)self->factor), out);
}
vjp_status return_by_own_way(Custom* self, vjp_tensor* const* grads, vjp_tensor** out) {
  vjp_guard* g = NULL;
  OK(vjp_guard_stream((vjp_stream*)self->more, &g));
  vjp_status status = raw_to_device(grads[0], vjp_stream_device((vjp_stream*)self->more), out);
  OK(vjp_guard_exit(g));
  return status;
}

/* ---- running ---- */

static struct {
  int seeds;
  const char* only; /* "SC-12,SC-20"; NULL: all */
  const char* mode; /* NULL: all */
  const char* name; /* of a scenario; NULL: all of its number */
  bool alone;       /* this process was started for one scenario */
  bool mutate;
  int soak; /* how often the random programs run */
  const char* program;
} options = {10, NULL, NULL, NULL, false, false, 0, NULL};

static bool skipped; /* the scenario that runs now */
void skip_scenario(void) { skipped = true; }
static int this_round;
int soak_round(void) { return this_round; }

/* ---- the race detector ---- */

bool detector_on(void) { return vjp_race_get_mode() != VJP_RACE_OFF; }
int detector_findings(void) {
  int count = (int)vjp_race_count();
  if (count && options.mode && !options.alone) { /* one mode: somebody is looking */
    char* report = NULL;
    OK(vjp_race_report(false, &report));
    printf("%s", report);
    vjp_string_free(report);
  }
  vjp_race_clear();
  return count;
}
/* It forgets what it knew of memory and streams. */
static void detector_anew(void) {
  OK(vjp_race_set_mode(VJP_RACE_OFF));
  OK(vjp_race_set_mode(VJP_RACE_COLLECT));
}

static bool chosen(const Scenario* s) {
  if (options.name && strcmp(options.name, s->name) != 0) return false;
  if (!options.only) return true;
  for (const char* at = options.only; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL) {
    int number = 0;
    if (sscanf(at, "SC-%d", &number) == 1 && number == s->number) return true;
  }
  return false;
}

/* In a process of its own: whether it failed. */
static bool run_alone(const Scenario* s, const char* mode) {
  char only[16];
  snprintf(only, sizeof only, "SC-%d", s->number);
  char* arguments[] = {
      (char*)options.program, "--alone", "--only", only, "--name", (char*)s->name, "--mode", (char*)mode, "--device",
      (char*)device_type,     NULL};
  pid_t child;
  int status = 1;
  if (posix_spawn(&child, options.program, NULL, NULL, arguments, environ) != 0) return true;
  while (waitpid(child, &status, 0) < 0) {
  }
  return status != 0;
}

/* Cached memory keeps its stream: without it a scenario finds the same numbers of streams again. */
static void forget_memory(void) {
  for (int i = 0; i < num_devices; ++i) {
    if (!vjp_device_is_active(dev(i))) continue;
    OK(vjp_device_synchronize(dev(i)));
    OK(vjp_memory_empty_cache(dev(i)));
  }
}

static int run_in(const Scenario* s, const char* mode) {
  bool failed;
  if (s->alone && !options.alone) {
    failed = run_alone(s, mode);
  } else {
    if (on_sim() && (vjp_sim_set_mode(mode) != VJP_OK || vjp_sim_reset() != VJP_OK)) {
      printf("FAILED SC-%d: mode %s: %s\n", s->number, mode, vjp_last_error());
      return 1;
    }
    forget_memory();
    detector_anew();
    failed = s->run() != 0;
  }
  if (failed && !options.alone) {
    printf("FAILED SC-%d %s in mode %s; to repeat: %s --only SC-%d --name %s --mode %s --device %s\n", s->number,
           s->name, mode, options.program, s->number, s->name, mode, device_type);
    fflush(stdout);
  }
  return failed;
}

static int run_scenario_in_all_modes(const Scenario* s) {
  if (!on_sim()) return run_in(s, "device");
  if (options.mode) return run_in(s, options.mode);
  static const char* const fixed[] = {"inline", "lazy", "starve:default", "starve:side"};
  int failures = 0;
  for (size_t i = 0; i < sizeof fixed / sizeof fixed[0]; ++i) failures += run_in(s, fixed[i]);
  for (int seed = 1; seed <= options.seeds; ++seed) {
    char mode[32];
    snprintf(mode, sizeof mode, "random:%d", seed);
    failures += run_in(s, mode);
    if (failures > 8) break; /* more say nothing new */
  }
  return failures;
}

bool scenario_fails_in(const Scenario* s, const char* mode, int64_t dropped) {
  OK(vjp_sim_set_mode(mode));
  OK(vjp_sim_reset());
  forget_memory();
  vjp_debug_drop_engine_wait(dropped);
  detector_anew();
  return s->run() != 0;
}

/* Whether the random programs passed in round after round, each with programs of its own. */
static bool soak(void) {
  enum { kFirst = 99, kLast = 100 };
  const char* mode = !on_sim() ? "device" : options.mode ? options.mode : "threads:4";
  int passed = 0, failed = 0;
  for (this_round = 1; this_round <= options.soak && failed < 8; ++this_round) {
    for (const Scenario* s = scenarios; s; s = s->next) {
      if (s->number < kFirst || s->number > kLast) continue;
      if (run_in(s, mode)) {
        ++failed;
        printf("FAILED in round %d; to repeat: %s --soak %d --mode %s --device %s\n", this_round, options.program,
               this_round, mode, device_type);
      } else {
        ++passed;
      }
    }
  }
  printf("%d passed, %d failed, 0 skipped\n", passed, failed);
  return failed == 0 && passed > 0;
}

static bool set_up(void) {
  if (on_sim()) {
    vjp_sim_options sim = VJP_SIM_OPTIONS_INIT;
    sim.devices = kDevices;
    if (vjp_sim_configure(&sim) != VJP_OK) return false;
  }
  vjp_device first;
  if (vjp_device_from_name(device_type, &first) != VJP_OK) return false;
  kind = first.kind;
  return vjp_device_count(kind, &num_devices) == VJP_OK;
}

static int usage(void) {
  printf(
      "streams_test [--list] [--only SC-12,SC-20] [--name NAME] [--seeds N] [--mode MODE] [--device sim|cuda|...] "
      "[--mutate] [--soak ROUNDS]\n");
  return 2;
}

int main(int argc, char** argv) {
  options.program = argv[0];
  bool list = false;
  for (int i = 1; i < argc; ++i) {
    const char* next = i + 1 < argc ? argv[i + 1] : NULL;
    if (strcmp(argv[i], "--list") == 0) {
      list = true;
    } else if (strcmp(argv[i], "--alone") == 0) {
      options.alone = true;
    } else if (strcmp(argv[i], "--mutate") == 0) {
      options.mutate = true;
    } else if (!next) {
      return usage();
    } else {
      ++i;
      if (strcmp(argv[i - 1], "--only") == 0)
        options.only = next;
      else if (strcmp(argv[i - 1], "--name") == 0)
        options.name = next;
      else if (strcmp(argv[i - 1], "--seeds") == 0)
        options.seeds = atoi(next);
      else if (strcmp(argv[i - 1], "--soak") == 0)
        options.soak = atoi(next);
      else if (strcmp(argv[i - 1], "--mode") == 0)
        options.mode = next;
      else if (strcmp(argv[i - 1], "--device") == 0)
        device_type = next;
      else
        return usage();
    }
  }
  if (!list && !set_up()) {
    printf("%s: %s\n", device_type, vjp_last_error());
    return 1;
  }
  if (options.mutate && !list) {
    bool good = on_sim() && mutate_all(scenarios, chosen, "tests/streams/covered_waits.txt", !options.only);
    vjp_shutdown();
    return good ? 0 : 1;
  }
  if (options.soak > 0 && !list) {
    bool good = soak();
    vjp_shutdown();
    return good ? 0 : 1;
  }
  int passed = 0, failed = 0, left_out = 0;
  for (const Scenario* s = scenarios; s; s = s->next) {
    if (!chosen(s)) continue;
    skipped = false;
    if (list) {
      printf("SC-%d %s%s\n", s->number, s->name, s->alone ? " (alone)" : "");
    } else if (run_scenario_in_all_modes(s)) {
      ++failed;
    } else {
      ++*(skipped ? &left_out : &passed);
    }
  }
  if (list) return 0;
  if (!options.alone) printf("%d passed, %d failed, %d skipped\n", passed, failed, left_out);
  vjp_shutdown();
  return failed || passed + left_out == 0 ? 1 : 0;
}
