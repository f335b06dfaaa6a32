/*
 * What the race detector must see besides commands of streams (tests/streams/races.c has those): the host itself,
 * memory from before it was on, orders that a program has by asking, and none where the library waited for its own
 * sake.
 */
#include "check.h"

static const vjp_device kDevice = {VJP_DEVICE_SIM, 0};
enum { kN = 256 };

static void arena_stream_release(void* p) { vjp_stream_release((vjp_stream*)p); }
static void arena_event_release(void* p) { vjp_event_release((vjp_event*)p); }

static vjp_tensor* full(double value) {
  vjp_guard* there = NULL;
  OK(vjp_guard_default_device(kDevice, &there));
  vjp_tensor* t = OP("full", INTS(kN), F(value), D(VJP_DTYPE_FLOAT64));
  OK(vjp_guard_exit(there));
  return t;
}
static vjp_stream* stream(const char* name) {
  vjp_stream *s = NULL, *now = NULL;
  OK(vjp_stream_create(kDevice, 0, &s));
  OK(vjp_stream_set_name(s, name));
  OK(vjp_stream_current(kDevice, &now));
  OK(vjp_stream_wait_stream(s, now));
  vjp_stream_release(now);
  return (vjp_stream*)arena_put(s, arena_stream_release);
}
#define UNDER(s) for (vjp_guard* here_ = enter(s); here_; here_ = leave(here_))
static vjp_guard* enter(vjp_stream* s) {
  vjp_guard* g = NULL;
  OK(vjp_guard_stream(s, &g));
  return g;
}
static vjp_guard* leave(vjp_guard* g) {
  OK(vjp_guard_exit(g));
  return NULL;
}
static void detect(void) {
  OK(vjp_device_synchronize(kDevice));
  OK(vjp_race_set_mode(VJP_RACE_OFF));
  OK(vjp_race_set_mode(VJP_RACE_COLLECT));
}
/* How many findings there were since detect(); the first one's kind. */
static size_t findings(vjp_race_kind* kind) {
  size_t n = vjp_race_count();
  vjp_race_finding f = VJP_RACE_FINDING_INIT;
  if (n > 0) OK(vjp_race_get(0, &f));
  if (kind) *kind = f.kind;
  OK(vjp_device_synchronize(kDevice));
  OK(vjp_race_set_mode(VJP_RACE_OFF));
  return n;
}

/* ---- the host: RD-4 ---- */

static vjp_tensor* pinned(double value) {
  vjp_tensor* p = NULL;
  vjp_tensor* t = OP("full", INTS(kN), F(value), D(VJP_DTYPE_FLOAT64));
  OK(vjp_tensor_pin_memory(t, VJP_DEVICE_SIM, &p));
  return own(p);
}
static vjp_tensor* upload(vjp_tensor* host) {
  vjp_tensor* t = NULL;
  OK(vjp_to_device(host, &kDevice, VJP_DTYPE_NONE, true, &t));
  return own(t);
}
static void write_fill(vjp_tensor* t) { OP_("fill", T(t), F(3)); }
static void write_add(vjp_tensor* t) { OP_("add", T(t), F(3)); }
static void write_part(vjp_tensor* t) { OP_("zero", T(narrow(t, 0, 100, 5))); }
static void write_copy(vjp_tensor* t) { OP_("copy", T(t), T(OP("zeros", INTS(kN), D(VJP_DTYPE_FLOAT64)))); }
static void write_out(vjp_tensor* t) {
  vjp_tensor* z = OP("zeros", INTS(kN), D(VJP_DTYPE_FLOAT64));
  OK(TRY_OUT("add", T(z), T(z), T(t)));
}
static void write_from(vjp_tensor* t) {
  double data[kN] = {0};
  OK(vjp_tensor_copy_from(t, data, sizeof data, VJP_DTYPE_FLOAT64));
}
static void read_sum(vjp_tensor* t) { sum(t); }
static void read_part(vjp_tensor* t) { times(narrow(t, 0, 7, 2), 2); }
static void read_item(vjp_tensor* t) { at(narrow(t, 0, 7, 1), 0); }
static void read_elements(vjp_tensor* t) { at(t, 5); }

/* RD-4, CP-3: the host writes what a copy to the device still reads. */
static void test_host_writes(void) {
  void (*const kWays[])(vjp_tensor*) = {write_fill, write_add, write_part, write_copy, write_out, write_from};
  for (size_t way = 0; way < sizeof kWays / sizeof kWays[0]; ++way) {
    for (int mended = 0; mended < 2; ++mended) {
      vjp_tensor* host = pinned(1);
      detect();
      vjp_tensor* t = upload(host);
      if (mended) OK(vjp_device_synchronize(kDevice));
      kWays[way](host);
      vjp_race_kind kind;
      size_t n = findings(&kind);
      CHECK(mended ? n == 0 : n == 1 && kind == VJP_RACE_HOST);
      drop_now(t);
    }
  }
}

/* The host reads what a copy from the device still writes; it may read what a copy reads. */
static void test_host_reads(void) {
  void (*const kWays[])(vjp_tensor*) = {read_sum, read_part, read_item, read_elements, write_fill};
  for (size_t way = 0; way < sizeof kWays / sizeof kWays[0]; ++way) {
    for (int mended = 0; mended < 2; ++mended) {
      vjp_tensor *host = pinned(1), *t = full(2);
      detect();
      OK(vjp_copy_non_blocking_(host, t, true));
      if (mended) OK(vjp_device_synchronize(kDevice));
      kWays[way](host);
      vjp_race_kind kind;
      size_t n = findings(&kind);
      CHECK(mended ? n == 0 : n == 1 && kind == VJP_RACE_HOST);
    }
  }
  vjp_tensor* host = pinned(1);
  detect();
  upload(host);
  read_sum(host);
  OP("select", T(host), I(0), I(0)); /* a view touches nothing */
  CHECK(findings(NULL) == 0);
}

/* RD-3: bytes count, not tensors; and memory that comes back from the cache is other memory. */
static void test_host_memory(void) {
  vjp_tensor* host = pinned(1);
  detect();
  upload(narrow(host, 0, 0, 100));
  OP_("fill", T(narrow(host, 0, 100, 50)), F(3));
  CHECK(findings(NULL) == 0);

  detect();
  for (int i = 0; i < 4; ++i) {
    vjp_tensor* staged = pinned(i);
    upload(staged);
    drop_now(staged);
  }
  CHECK(findings(NULL) == 0);
}

/* ---- memory from before ---- */

/* RD-3: what it has seen of memory that was there before it was on overlaps as memory does. */
static void test_memory_from_before(void) {
  static const struct {
    int64_t first, length, again, size;
    bool race;
  } kCases[] = {{64, 64, 0, 256, true}, {0, 64, 0, 256, true},    {0, 256, 64, 64, true}, {64, 64, 32, 64, true},
                {64, 64, 96, 64, true}, {64, 64, 128, 64, false}, {64, 64, 0, 64, false}};
  vjp_tensor* t = full(1);
  for (size_t i = 0; i < sizeof kCases / sizeof kCases[0]; ++i) {
    detect();
    vjp_stream *a = stream("A"), *b = stream("B");
    UNDER(a) OP_("fill", T(narrow(t, 0, kCases[i].first, kCases[i].length)), F(2));
    UNDER(b) sum(narrow(t, 0, kCases[i].again, kCases[i].size));
    CHECK((findings(NULL) > 0) == kCases[i].race);
  }
  detect(); /* several pieces, and one that spans them */
  vjp_stream *a = stream("A"), *b = stream("B");
  UNDER(b) sum(narrow(t, 0, 100, 10));
  UNDER(a) OP_("fill", T(narrow(t, 0, 200, 10)), F(2));
  UNDER(b) sum(narrow(t, 0, 50, 180));
  CHECK(findings(NULL) == 1);
}

/* RD-3, SC-94: however many pieces there are, they are kept apart. */
static void test_interleaved_views(void) {
  static const struct {
    int64_t rows, columns, first, again;
    bool race;
  } kCases[] = {{64, 64, 0, 1, false}, {64, 64, 0, 2, true}, {3000, 200, 1, 0, false}, {100000, 2, 0, 1, false}};
  for (size_t i = 0; i < sizeof kCases / sizeof kCases[0]; ++i) {
    vjp_guard* there = NULL;
    OK(vjp_guard_default_device(kDevice, &there));
    vjp_tensor* t = OP("zeros", INTS(kCases[i].rows, kCases[i].columns), D(VJP_DTYPE_UINT8));
    OK(vjp_guard_exit(there));
    detect();
    vjp_stream *a = stream("A"), *b = stream("B");
    UNDER(a) OP_("add", T(OP("slice", T(t), I(1), I(kCases[i].first), NONE(), I(2))), I(1));
    UNDER(b) OP_("add", T(OP("slice", T(t), I(1), I(kCases[i].again), NONE(), I(2))), I(1));
    CHECK((findings(NULL) > 0) == kCases[i].race);
  }
  /* windows that overlap each other have pieces in no order */
  for (int shift = 0; shift < 2; ++shift) {
    vjp_tensor* t = full(0);
    detect();
    vjp_stream *a = stream("A"), *b = stream("B");
    UNDER(a) clone(OP("as_strided", T(t), INTS(5, 4), INTS(4, 6), I(0)));
    UNDER(b) OP_("fill", T(OP("as_strided", T(t), INTS(20), INTS(2), I(1 - shift))), F(1));
    CHECK((findings(NULL) > 0) == (shift == 1));
  }
}

/* ---- orders ---- */

/* RD-2: a program that has seen a stream or an event done may count on it; never recorded, it says nothing (SC-3). */
static void test_asking_orders(void) {
  for (int way = 0; way < 4; ++way) {
    vjp_tensor* t = full(1);
    vjp_event *e = NULL, *fresh = NULL;
    OK(vjp_event_create(kDevice, false, &e));
    OK(vjp_event_create(kDevice, false, &fresh));
    arena_put(e, arena_event_release);
    arena_put(fresh, arena_event_release);
    detect();
    vjp_stream* a = stream("A");
    UNDER(a) OP_("add", T(t), F(1));
    OK(vjp_event_record(e, a));
    bool done = way == 0;
    while (!done) OK(way == 1 ? vjp_stream_query(a, &done) : vjp_event_query(way == 2 ? e : fresh, &done));
    sum(t);
    CHECK(findings(NULL) == (way == 1 || way == 2 ? 0 : 1));
  }
}

/* RD-8: a race is one also where memory was short and the library had to wait for the device. */
static void test_waiting_for_memory_hides_nothing(void) {
  enum { kBlock = 16 << 20 };
  vjp_guard* there = NULL;
  OK(vjp_memory_set_limit(kDevice, UINT64_C(40) << 20));
  detect();
  vjp_tensor* t = full(1);
  vjp_stream *a = stream("A"), *b = stream("B");
  OK(vjp_guard_default_device(kDevice, &there));
  UNDER(a) {
    OP_("add", T(t), F(1));
    drop_now(OP("zeros", INTS(kBlock / 8), D(VJP_DTYPE_FLOAT64)));
  }
  vjp_memory_statistics before = VJP_MEMORY_STATISTICS_INIT, after = VJP_MEMORY_STATISTICS_INIT;
  OK(vjp_memory_get_statistics(kDevice, &before));
  vjp_tensor* large = NULL;
  UNDER(b) {
    large = OP("zeros", INTS(3 * kBlock / 16), D(VJP_DTYPE_FLOAT64)); /* what A has cached must go first */
    OP_("fill", T(t), F(5));
  }
  OK(vjp_guard_exit(there));
  OK(vjp_memory_get_statistics(kDevice, &after));
  CHECK(after.retries > before.retries);
  vjp_race_kind kind;
  CHECK(findings(&kind) >= 1 && kind == VJP_RACE_WRITE_AFTER_WRITE);
  drop_now(large);
  OK(vjp_memory_set_limit(kDevice, UINT64_MAX));
}

int main(void) {
  RUN(test_host_writes);
  RUN(test_host_reads);
  RUN(test_host_memory);
  RUN(test_memory_from_before);
  RUN(test_interleaved_views);
  RUN(test_asking_orders);
  RUN(test_waiting_for_memory_hides_nothing);
  return finish();
}
