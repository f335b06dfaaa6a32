/* Streams, events and what is current: SC-1, SC-2, SC-3, SC-7, SC-8. */
#include <pthread.h>

#include "harness.h"

static void* look_at_current(void* out) {
  vjp_stream* now = NULL;
  if (vjp_stream_current(dev(0), &now) == VJP_OK) {
    *(uint64_t*)out = vjp_stream_id(now);
    vjp_stream_release(now);
  }
  return NULL;
}

/* SC-1, ST-1 */
SCENARIO(1, a_new_thread_has_the_defaults) {
  vjp_stream *d0 = default_stream(dev(0)), *s = new_stream(dev(0), "s");
  uint64_t seen = 0;
  UNDER(s) {
    pthread_t thread;
    CHECK(pthread_create(&thread, NULL, look_at_current, &seen) == 0);
    CHECK(pthread_join(thread, NULL) == 0);
  }
  CHECK(seen == vjp_stream_id(d0));
}

/* SC-1, ST-3 */
SCENARIO(1, one_native_handle_one_stream) {
  NEEDS_SIM();
  void* native = NULL;
  OK(vjp_sim_native_create(0, &native));
  vjp_stream *a = NULL, *b = NULL, *fresh = new_stream(dev(0), "fresh");
  OK(vjp_stream_wrap(dev(0), native, &a));
  OK(vjp_stream_wrap(dev(0), native, &b));
  CHECK(a == b && vjp_stream_id(a) == vjp_stream_id(b) && a != fresh);
  vjp_stream_release(a);
  vjp_stream_release(b);
  OK(vjp_sim_native_destroy(native));
}

/* SC-2, ST-2 */
SCENARIO(2, nested_scopes) {
  NEEDS_DEVICES(2);
  vjp_stream *s1 = new_stream(dev(1), "s1"), *s2 = new_stream(dev(0), "s2"), *s0 = new_stream(dev(0), "s0");
  vjp_stream *d0 = default_stream(dev(0)), *d1 = default_stream(dev(1));
  int before = current_device();
  UNDER(s1) {
    CHECK(current_device() == 1 && stream_now(dev(1)) == s1 && stream_now(dev(0)) == d0);
    UNDER(s2) {
      CHECK(current_device() == 0 && stream_now(dev(0)) == s2 && stream_now(dev(1)) == s1);
      UNDER(s0) CHECK(current_device() == 0 && stream_now(dev(0)) == s0 && stream_now(dev(1)) == s1);
      CHECK(current_device() == 0 && stream_now(dev(0)) == s2 && stream_now(dev(1)) == s1);
    }
    CHECK(current_device() == 1 && stream_now(dev(1)) == s1 && stream_now(dev(0)) == d0);
  }
  CHECK(current_device() == before && stream_now(dev(0)) == d0 && stream_now(dev(1)) == d1);
}

static vjp_event* event_of(vjp_device d, bool timing) {
  vjp_event* e = NULL;
  OK(vjp_event_create(d, timing, &e));
  return own_event(e);
}

/* SC-3, ST-5 */
SCENARIO(3, an_event_that_was_never_recorded) {
  vjp_stream *a = new_stream(dev(0), "a"), *b = new_stream(dev(0), "b");
  vjp_event* e = event_of(dev(0), false);
  bool done = false;
  OK(vjp_event_query(e, &done));
  CHECK(done);
  OK(vjp_event_synchronize(e));
  vjp_tensor* t = NULL;
  UNDER(a) t = ones(dev(0), 100);
  OK(vjp_stream_wait_event(b, e)); /* orders nothing */
  OK(vjp_tensor_record_stream(t, b));
  UNDER(b) sum(t);
  RACE();
}

/* SC-7 */
SCENARIO(7, waiting_across_devices) {
  NEEDS_DEVICES(2);
  vjp_stream *a = new_stream(dev(0), "a"), *b = new_stream(dev(1), "b");
  vjp_event* e = event_of(dev(0), false);
  sleep_ms(a, 50);
  OK(vjp_event_record(e, a));
  OK(vjp_stream_wait_event(b, e));
  OK(vjp_stream_synchronize(b));
  bool done = false;
  OK(vjp_event_query(e, &done));
  CHECK(done);
  OK(vjp_stream_query(b, &done));
  CHECK(done);
}

/* SC-8, ST-6 */
SCENARIO(8, elapsed_time) {
  NEEDS_DEVICES(2);
  NEEDS_SIM();
  vjp_stream *a = new_stream(dev(0), "a"), *b = new_stream(dev(1), "b");
  vjp_event *from = event_of(dev(0), true), *to = event_of(dev(0), true), *plain = event_of(dev(0), false);
  vjp_event* other = event_of(dev(1), true);
  OK(vjp_event_record(from, a));
  sleep_ms(a, 50);
  OK(vjp_event_record(to, a));
  OK(vjp_event_record(plain, a));
  OK(vjp_event_record(other, b));
  OK(vjp_stream_synchronize(a));
  OK(vjp_stream_synchronize(b));
  double ms = 0;
  OK(vjp_event_elapsed(from, to, &ms));
  ABOUT(ms, 50, 0.002);
  FAILS(VJP_ERROR_DEVICE, vjp_event_elapsed(from, other, &ms));
  FAILS(VJP_ERROR_STATE, vjp_event_elapsed(from, plain, &ms));
  SAYS("timing");
}
