/* The simulator as a program sees it: streams that run late, virtual time, counters, schedules, failures to order. */
#include "check.h"

#define MS 1000000u

static vjp_device sim(int32_t index) {
  vjp_device d = {VJP_DEVICE_SIM, index};
  return d;
}
static void release_stream(void* s) { vjp_stream_release((vjp_stream*)s); }
static void release_event(void* e) { vjp_event_release((vjp_event*)e); }
static vjp_stream* stream(int32_t device) {
  vjp_stream* s = NULL;
  OK(vjp_stream_create(sim(device), 0, &s));
  return (vjp_stream*)arena_put(s, release_stream);
}
static vjp_event* event(int32_t device, bool timing) {
  vjp_event* e = NULL;
  OK(vjp_event_create(sim(device), timing, &e));
  return (vjp_event*)arena_put(e, release_event);
}
static vjp_sim_counters counters(const vjp_stream* s) {
  vjp_sim_counters c = {.struct_size = sizeof c};
  OK(vjp_sim_stream_counters(s, &c));
  return c;
}
static void start(const char* mode) {
  OK(vjp_sim_set_mode(mode));
  OK(vjp_sim_reset());
}
static uint64_t hash(void) {
  uint64_t h = 0;
  OK(vjp_sim_schedule_hash(&h));
  return h;
}

/* SC-7, SC-8, ST-6, SIM-7: time is virtual, in every mode */
static void test_time(void) {
  static const char* const modes[] = {"lazy", "inline", "random:1", "priority:3:2", "starve:default"};
  for (size_t i = 0; i < sizeof modes / sizeof modes[0]; ++i) {
    start(modes[i]);
    vjp_stream *a = stream(0), *b = stream(1);
    vjp_event *from = event(0, true), *to = event(0, true), *far = event(1, true), *plain = event(0, false);
    double ms = -1;
    OK(vjp_event_record(from, a));
    OK(vjp_sim_sleep(a, 50 * MS));
    OK(vjp_event_record(to, a));
    OK(vjp_stream_wait_event(b, to));
    OK(vjp_event_record(far, b));
    OK(vjp_event_record(plain, a));
    OK(vjp_stream_synchronize(b));
    bool done = false;
    OK(vjp_event_query(to, &done));
    CHECK(done);
    OK(vjp_stream_query(b, &done));
    CHECK(done);
    OK(vjp_stream_synchronize(a));
    OK(vjp_event_elapsed(from, to, &ms));
    CHECK(fabs(ms - 50) < 0.1);
    FAILS(VJP_ERROR_DEVICE, vjp_event_elapsed(from, far, &ms));
    FAILS(VJP_ERROR_STATE, vjp_event_elapsed(from, plain, &ms));
    FAILS(VJP_ERROR_STATE, vjp_event_elapsed(from, event(0, true), &ms));
    uint64_t end = 0;
    OK(vjp_sim_virtual_time(1, &end));
    CHECK(end == 50 * MS);
  }
}

/* SIM-4, SIM-6: lazy leaves undone what nobody waits for; a query is one step */
static void test_lazy(void) {
  start("lazy");
  vjp_stream *a = stream(0), *b = stream(0);
  for (int i = 0; i < 3; ++i) OK(vjp_sim_sleep(a, MS));
  OK(vjp_sim_sleep(b, MS));
  OK(vjp_stream_wait_stream(b, a)); /* a record and a wait */
  OK(vjp_sim_sleep(a, MS));
  CHECK(counters(a).pending == 5 && counters(b).pending == 2);
  bool done = true;
  OK(vjp_stream_query(b, &done));
  CHECK(!done);
  CHECK(counters(b).pending == 1);
  OK(vjp_stream_query(b, &done)); /* a step of a, for which b waits */
  CHECK(!done);
  CHECK(counters(a).pending == 4 && counters(b).pending == 1);
  OK(vjp_stream_synchronize(b));
  CHECK(counters(a).pending == 1 && counters(b).pending == 0);
  uint64_t ran = 0;
  OK(vjp_sim_drain(0, &ran));
  CHECK(ran == 1 && counters(a).pending == 0);
  vjp_sim_counters all = {.struct_size = sizeof all};
  OK(vjp_sim_device_counters(0, &all));
  CHECK(all.sleeps == 5 && all.records == 1 && all.waits == 1 && all.host_syncs == 1 && all.queries == 2);
  CHECK(counters(b).host_syncs == 1 && counters(a).host_syncs == 0);
}

/* Four streams that wait for each other as a seed wants. */
static void program(unsigned seed) {
  vjp_stream* s[4];
  size_t before = arena_size;
  for (int i = 0; i < 4; ++i) s[i] = stream(i % 2);
  for (int i = 0; i < 60; ++i) {
    seed = seed * 1664525u + 1013904223u;
    OK(vjp_sim_sleep(s[seed >> 30], MS));
    if (seed >> 20 & 1) OK(vjp_stream_wait_stream(s[seed >> 28 & 3], s[seed >> 26 & 3]));
    bool done;
    if ((seed >> 10 & 7) == 0) OK(vjp_stream_query(s[seed >> 13 & 3], &done));
  }
  for (int i = 0; i < 4; ++i) OK(vjp_stream_synchronize(s[i]));
  while (arena_size > before) drop_now(arena[arena_size - 1]);
}

/* SIM-5, SC-96: the same program, mode and seed give the same schedule, and so does one read from a file */
static void test_schedules(void) {
  const char* path = "vjp_sim_streams_test.schedule";
  char mode[80], replay[80];
  uint64_t first = 0;
  snprintf(replay, sizeof replay, "replay:%s", path);
  for (int seed = 0; seed < 10; ++seed) {
    snprintf(mode, sizeof mode, seed % 2 ? "random:%d" : "priority:%d:3:100", seed);
    start(mode);
    OK(vjp_sim_record_schedule(path));
    program(3);
    uint64_t want = hash();
    OK(vjp_sim_reset());
    program(3);
    CHECK(hash() == want);
    CHECK(want != first);
    first = want;
    OK(vjp_sim_set_mode(replay));
    program(3);
    CHECK(hash() == want);
    OK(vjp_sim_set_mode(replay));
    size_t before = arena_size;
    vjp_stream* other = stream(1);
    OK(vjp_sim_sleep(other, MS));
    OK(vjp_sim_sleep(other, MS));
    FAILS(VJP_ERROR_STATE, vjp_stream_synchronize(other));
    SAYS(path);
    while (arena_size > before) drop_now(arena[arena_size - 1]);
  }
  remove(path);
}

/* VJP_SIM_TRACE: the schedule from the start on. The first test, for that reason. */
static void test_environment(void) {
  const char* path = getenv("VJP_SIM_TRACE");
  char replay[80];
  CHECK(strcmp(vjp_sim_mode(), "random:77") == 0);
  program(9);
  uint64_t want = hash();
  snprintf(replay, sizeof replay, "replay:%s", path);
  OK(vjp_sim_set_mode(replay)); /* ends the writing */
  program(9);
  CHECK(hash() == want);
  remove(path);
}
/* What modes call a stream: the lowest number that is free */
static void test_numbers(void) {
  start("lazy");
  vjp_stream *standard = NULL, *a = stream(1), *b = stream(1);
  OK(vjp_stream_default(sim(1), &standard));
  int32_t device = -1, number = -1;
  uint64_t next = 99;
  OK(vjp_sim_stream_number(standard, &device, &number, NULL));
  CHECK(device == 1 && number == 0);
  OK(vjp_sim_stream_number(b, NULL, &number, &next));
  CHECK(number == 2 && next == 0);
  OK(vjp_sim_sleep(b, MS)); /* sleeps, records and waits have no index */
  OK(vjp_sim_stream_number(b, NULL, NULL, &next));
  CHECK(next == 0);
  drop_now(a);
  a = stream(1);
  OK(vjp_sim_stream_number(a, NULL, &number, NULL));
  CHECK(number == 1);
  vjp_stream_release(standard);
}

/* ST-3, ST-4, SC-1: streams that somebody else brings along */
static void test_native_streams(void) {
  start("lazy");
  void *native = NULL, *back = NULL;
  vjp_stream *one = NULL, *two = NULL;
  OK(vjp_sim_native_create(0, &native));
  OK(vjp_stream_wrap(sim(0), native, &one));
  OK(vjp_stream_wrap(sim(0), native, &two));
  CHECK(one == two);
  OK(vjp_stream_native(one, &back));
  CHECK(back == native);
  OK(vjp_sim_sleep(one, MS));
  OK(vjp_stream_synchronize(two));
  vjp_stream_forget(one);
  FAILS(VJP_ERROR_STATE, vjp_sim_sleep(one, MS));
  vjp_stream_release(one);
  vjp_stream_release(two);
  OK(vjp_sim_native_destroy(native));
  FAILS(VJP_ERROR_INVALID, vjp_sim_native_destroy(native));
  int nonsense;
  FAILS(VJP_ERROR_INVALID, vjp_stream_wrap(sim(0), &nonsense, &one));
}

/* SIM-8 */
static void test_failures(void) {
  start("lazy");
  vjp_stream *a = stream(0), *b = stream(1);
  OK(vjp_sim_fail_command(0, 2, false));
  OK(vjp_sim_sleep(a, MS));
  OK(vjp_sim_sleep(a, MS));
  OK(vjp_sim_sleep(b, MS));
  OK(vjp_stream_synchronize(b));
  FAILS(VJP_ERROR_BACKEND, vjp_stream_synchronize(a));
  SAYS("sleep failed: as ordered");
  OK(vjp_stream_synchronize(a));
  OK(vjp_sim_fail_command(0, 1, true));
  OK(vjp_sim_sleep(a, MS));
  FAILS(VJP_ERROR_BACKEND, vjp_stream_synchronize(a));
  FAILS(VJP_ERROR_BACKEND, vjp_sim_sleep(a, MS));
  SAYS("until it is reset");
  OK(vjp_sim_sleep(b, MS)); /* another device */
  OK(vjp_sim_reset());
  OK(vjp_sim_sleep(a, MS));
  OK(vjp_stream_synchronize(a));
}

/* SIM-5: after a reset the same program gives the same schedule, whatever memory and streams the one before it used. */
static void test_reset_repeats(void) {
  static const char* const modes[] = {"lazy", "inline", "random:1", "priority:3:3"};
  for (size_t i = 0; i < sizeof modes / sizeof modes[0]; ++i) {
    uint64_t first = 0;
    for (int run = 0; run < 3; ++run) {
      start(modes[i]);
      vjp_guard* there = NULL;
      OK(vjp_guard_default_device(sim(0), &there));
      for (int k = 0; k < 4; ++k) {
        vjp_guard* here = NULL;
        vjp_stream* s = NULL;
        OK(vjp_stream_create(sim(0), 0, &s));
        OK(vjp_guard_stream(s, &here));
        vjp_tensor* t = OP("ones", INTS(100 << k));
        drop_now(times(t, 2));
        drop_now(t);
        OK(vjp_guard_exit(here));
        vjp_stream_release(s);
      }
      OK(vjp_guard_exit(there));
      OK(vjp_device_synchronize(sim(0)));
      if (run == 0) first = hash();
      CHECK(hash() == first);
    }
  }
}

int main(void) {
  setenv("VJP_SIM_TRACE", "vjp_sim_streams_test.trace", 1);
  setenv("VJP_SIM_MODE", "random:77", 1);
  RUN(test_environment);
  RUN(test_time);
  RUN(test_lazy);
  RUN(test_schedules);
  RUN(test_numbers);
  RUN(test_native_streams);
  RUN(test_failures);
  RUN(test_reset_repeats);
  return finish();
}
