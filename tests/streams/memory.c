/* Copies between devices, page-locked memory, and the memory of streams: SC-9, SC-11, SC-51 to SC-57. */
#include "harness.h"

enum { kN = 1000 };
#define MIB (INT64_C(1) << 20)

static void release(vjp_tensor* t) { vjp_tensor_release(t); }
/* n elements that nobody writes, on the current stream; to be released */
static vjp_tensor* raw_empty(int64_t n) {
  vjp_tensor* t = NULL;
  ON(dev(0)) OK(vjp_tensor_empty(&n, 1, VJP_DTYPE_FLOAT64, &t));
  return t;
}
static vjp_memory_statistics memory_of(vjp_device d) {
  vjp_memory_statistics s = VJP_MEMORY_STATISTICS_INIT;
  OK(vjp_memory_get_statistics(d, &s));
  return s;
}
/* Nothing is cached, nothing waits. */
static void clean_slate(void) {
  OK(vjp_device_synchronize(dev(0)));
  release(raw_empty(1)); /* what is done comes back */
  OK(vjp_memory_empty_cache(dev(0)));
}
static bool busy(vjp_stream* s) { return on_sim() && counters(s).pending > 0; }

/* ---- copies ---- */

static void copies_land_in_order(vjp_device from, vjp_device to) {
  vjp_tensor *x = filled(from, kN, 3), *x1 = OP("add", T(x), T(ones(from, kN))), *y = filled(to, kN, 0);
  vjp_stream *s0 = new_stream(from, "s0"), *s1 = new_stream(to, "s1"), *s2 = new_stream(from, "s2"),
             *s3 = new_stream(to, "s3");
  OK(vjp_device_synchronize(from));
  OK(vjp_device_synchronize(to));
  sleep_ms(s0, 50);
  UNDER(s0) UNDER(s1) OK(vjp_copy_(y, x1));
  UNDER(s2) UNDER(s1) OK(vjp_copy_(y, x));
  OK(vjp_stream_synchronize(s1));
  ALL(y, 3);
  CLEAN();
  sleep_ms(s1, 50);
  UNDER(s0) UNDER(s1) OK(vjp_copy_(y, x1));
  bool one = from.index == to.index;
  if (one) wait_for(s3, s1); /* there the destination's stream is the only one */
  UNDER(s0) UNDER(s3) OK(vjp_copy_(y, x));
  OK(vjp_stream_synchronize(s3));
  ALL(y, 3);
}
/* SC-9, CP-2 */
SCENARIO(9, between_devices) {
  NEEDS_DEVICES(2);
  copies_land_in_order(dev(0), dev(1));
}
/* SC-9, CP-1 */
SCENARIO(9, on_one_device) { copies_land_in_order(dev(0), dev(0)); }

/* SC-11, CP-3: the copy runs on device `where`, the next request is made under device 0 */
static void pinned_waits_for_its_copy(int where) {
  vjp_device d = dev(where);
  vjp_stream* s = new_stream(d, "s");
  int64_t n = kN;
  vjp_tensor *host = NULL, *pinned = NULL, *copy = NULL, *next = NULL, *again = NULL;
  OK(vjp_tensor_empty(&n, 1, VJP_DTYPE_FLOAT64, &host));
  OK(vjp_fill_scalar_(host, vjp_scalar_float(7)));
  OK(vjp_tensor_pin_memory(host, d.kind, &pinned));
  CHECK(vjp_tensor_is_pinned(pinned) && !vjp_tensor_is_pinned(host));
  void* data = vjp_tensor_data(pinned);
  sleep_ms(s, 50);
  uint64_t syncs = statistics().host_syncs;
  UNDER(s) OK(vjp_to_device(pinned, &d, VJP_DTYPE_NONE, true, &copy));
  CHECK(statistics().host_syncs == syncs);
  release(pinned);
  OK(vjp_tensor_pin_memory(host, d.kind, &next));
  CHECK(vjp_tensor_data(next) != data || !busy(s));
  OK(vjp_stream_synchronize(s));
  if (vjp_tensor_data(next) == data) release(next), next = NULL;
  OK(vjp_tensor_pin_memory(host, d.kind, &again));
  CHECK(vjp_tensor_data(again) == data);
  UNDER(s) ALL(own(copy), 7);
  release(host), release(next), release(again);
}
SCENARIO(11, pinned_memory) { pinned_waits_for_its_copy(0); }
SCENARIO(11, pinned_memory_and_another_device) {
  NEEDS_DEVICES(2);
  pinned_waits_for_its_copy(1);
}
/* CP-3: pageable memory is complete on return, whatever was asked for */
SCENARIO(11, pageable_memory_is_complete_on_return) {
  vjp_device d = dev(0), host = cpu();
  vjp_stream* s = new_stream(d, "s");
  double values[kN];
  for (int i = 0; i < kN; ++i) values[i] = 5;
  vjp_tensor *source = NULL, *x = NULL, *back = NULL;
  int64_t n = kN;
  OK(vjp_tensor_from_memory(values, &n, NULL, 1, VJP_DTYPE_FLOAT64, NULL, NULL, &source));
  sleep_ms(s, 50);
  UNDER(s) OK(vjp_to_device(source, &d, VJP_DTYPE_NONE, true, &x));
  for (int i = 0; i < kN; ++i) values[i] = 6;
  OK(vjp_tensor_empty(&n, 1, VJP_DTYPE_FLOAT64, &back));
  UNDER(s) OK(vjp_copy_non_blocking_(back, x, true));
  CHECK(((double*)vjp_tensor_data(back))[kN - 1] == 5);
  (void)host;
  release(source), release(x), release(back);
}

/* ---- the caching allocator ---- */

static void use_on_another_stream(bool record, int64_t view_at) {
  clean_slate();
  vjp_stream *s = new_stream(dev(0), "s"), *amb = default_stream(dev(0));
  vjp_tensor *t = NULL, *source = filled(dev(0), 10, 2), *sum = filled(dev(0), 10 - view_at, 0);
  wait_for(s, amb);
  UNDER(s) {
    t = raw_empty(10);
    OK(vjp_copy_(t, source));
  }
  wait_for(amb, s);
  vjp_tensor* view = NULL;
  OK(vjp_narrow(t, 0, view_at, 10 - view_at, &view));
  if (record) OK(vjp_tensor_record_stream(view, amb));
  sleep_ms(amb, 50);
  OK(vjp_add_(sum, view));
  void* data = vjp_tensor_data(t);
  release(view), release(t);
  vjp_tensor *next = NULL, *again = NULL;
  UNDER(s) {
    next = raw_empty(10);
    if (record) CHECK(vjp_tensor_data(next) != data || !busy(amb));
    OK(vjp_fill_scalar_(next, vjp_scalar_float(9)));
    if (vjp_tensor_data(next) == data) release(next), next = NULL;
  }
  OK(vjp_stream_synchronize(amb));
  UNDER(s) again = raw_empty(10);
  CHECK(vjp_tensor_data(again) == data);
  release(next), release(again);
  OK(vjp_stream_synchronize(s));
  if (record) {
    ALL(sum, 2);
  } else {
    RACE();
  }
}
/* SC-51, AL-3, AL-4 */
SCENARIO(51, recorded_stream_holds_the_block) { use_on_another_stream(true, 0); }
SCENARIO(51, without_it_a_race) { use_on_another_stream(false, 0); }
/* SC-52, AL-3 */
SCENARIO(52, recorded_through_a_view) { use_on_another_stream(true, 5); }

/* SC-53, AL-5: memory for ten, and a hundred are used, each held by an event for a while */
SCENARIO(53, memory_is_found_by_waiting) {
  clean_slate();
  int64_t reserved = memory_of(dev(0)).all.reserved_bytes.current, n = MIB / 8;
  vjp_stream* s = new_stream(dev(0), "s");
  vjp_tensor* y = NULL;
  OK(vjp_memory_set_limit(dev(0), (uint64_t)(reserved + 12 * MIB)));
  UNDER(s) {
    y = raw_empty(n);
    OK(vjp_fill_scalar_(y, vjp_scalar_float(0)));
  }
  for (int i = 0; i < 100; ++i) {
    vjp_tensor* x = raw_empty(n);
    OK(vjp_fill_scalar_(x, vjp_scalar_float(1)));
    wait_for(s, default_stream(dev(0)));
    UNDER(s) OK(vjp_add_(y, x));
    OK(vjp_tensor_record_stream(x, s));
    release(x);
  }
  OK(vjp_memory_set_limit(dev(0), UINT64_MAX));
  UNDER(s) ALL(own(y), 100);
  CHECK(memory_of(dev(0)).all.reserved_bytes.peak <= reserved + 12 * MIB || memory_of(dev(0)).out_of_memory == 0);
}

/* SC-54, AL-2 */
SCENARIO(54, reused_on_its_stream_only) {
  clean_slate();
  vjp_stream* s = new_stream(dev(0), "s");
  vjp_tensor* t = raw_empty(kN);
  void* data = vjp_tensor_data(t);
  OK(vjp_fill_scalar_(t, vjp_scalar_float(1)));
  release(t);
  vjp_tensor *other = NULL, *same = NULL;
  UNDER(s) other = raw_empty(kN);
  same = raw_empty(kN);
  CHECK(vjp_tensor_data(other) != data);
  CHECK(vjp_tensor_data(same) == data);
  release(other), release(same);
}

/* SC-55, AL-1, AL-7 */
SCENARIO(55, segments) {
  static const int64_t kRows[][2] = {{512, 2}, {MIB + 512, 20}, {10 * MIB + 512, 12}};
  clean_slate();
  vjp_stream* s = new_stream(dev(0), "s"); /* nobody has memory there */
  for (size_t i = 0; i < 3; ++i) {
    vjp_memory_statistics before = memory_of(dev(0)), now;
    vjp_tensor* t = NULL;
    UNDER(s) t = raw_empty(kRows[i][0] / 8);
    now = memory_of(dev(0));
    CHECK(now.all.reserved_bytes.current - before.all.reserved_bytes.current == kRows[i][1] * MIB);
    CHECK(now.all.segments.current - before.all.segments.current == 1);
    release(t);
    OK(vjp_memory_empty_cache(dev(0)));
  }
  vjp_memory_statistics before = memory_of(dev(0)), now;
  vjp_tensor* two[2] = {NULL, NULL};
  UNDER(s) {
    two[0] = raw_empty(MIB / 8);
    two[1] = raw_empty(MIB / 8);
  }
  now = memory_of(dev(0));
  CHECK(now.small.segments.current - before.small.segments.current == 1);
  CHECK(now.all.reserved_bytes.current - before.all.reserved_bytes.current == 2 * MIB);
  CHECK(now.all.active_blocks.current - before.all.active_blocks.current == 2);
  release(two[0]), release(two[1]);
}

/* SC-56, AL-6 */
static void first_use_elsewhere(bool ordered) {
  vjp_stream *s = new_stream(dev(0), "s"), *amb = default_stream(dev(0));
  vjp_tensor* former = raw_empty(kN);
  sleep_ms(amb, 50);
  OK(vjp_fill_scalar_(former, vjp_scalar_float(1)));
  release(former);
  vjp_tensor* t = raw_empty(kN);
  if (ordered) wait_for(s, amb);
  UNDER(s) OK(vjp_fill_scalar_(t, vjp_scalar_float(2)));
  OK(vjp_stream_synchronize(s));
  if (ordered) {
    UNDER(s) ALL(t, 2);
  } else {
    OK(vjp_stream_synchronize(amb));
    RACE();
  }
  release(t);
}
SCENARIO(56, ordered_first_use) { first_use_elsewhere(true); }
SCENARIO(56, unordered_first_use) { first_use_elsewhere(false); }

/* SC-57, AL-3 */
SCENARIO(57, own_stream_costs_no_event) {
  vjp_stream* s = new_stream(dev(0), "s");
  vjp_tensor* t = NULL;
  UNDER(s) t = raw_empty(kN);
  OK(vjp_tensor_record_stream(t, s));
  uint64_t events = statistics().events_recorded;
  release(t);
  CHECK(statistics().events_recorded == events);
}
