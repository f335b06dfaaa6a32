/* Memory while a graph is captured: SC-66, SC-67. */
#include <pthread.h>

#include "harness.h"

enum { kN = 125 };

static vjp_tensor* raw_empty(int64_t n) {
  vjp_tensor* t = NULL;
  ON(dev(0)) OK(vjp_tensor_empty(&n, 1, VJP_DTYPE_FLOAT64, &t));
  return t;
}
static vjp_memory_statistics memory_now(void) {
  vjp_memory_statistics s = VJP_MEMORY_STATISTICS_INIT;
  OK(vjp_memory_get_statistics(dev(0), &s));
  return s;
}

static vjp_sim_counters counters_of_device(void) {
  vjp_sim_counters c;
  memset(&c, 0, sizeof c);
  c.struct_size = sizeof c;
  OK(vjp_sim_device_counters(0, &c));
  return c;
}

/* SC-66, AL-9 (b, c), CG-12 */
SCENARIO(66, what_needs_events_is_put_aside) {
  NEEDS_SIM();
  vjp_stream *a = new_stream(dev(0), "a"), *s0 = new_stream(dev(0), "s0"), *s1 = new_stream(dev(0), "s1"),
             *s2 = new_stream(dev(0), "s2");
  vjp_tensor *before = NULL, *during = NULL, *again = NULL, *and_again = NULL;
  UNDER(a) {
    before = raw_empty(kN);
    during = raw_empty(2 * kN);
    OK(vjp_fill_scalar_(before, vjp_scalar_float(1)));
    OK(vjp_fill_scalar_(during, vjp_scalar_float(2)));
  }
  void *first = vjp_tensor_data(before), *second = vjp_tensor_data(during);
  wait_for(s0, a);
  sleep_ms(s0, 50);
  UNDER(s0) sum(before);
  OK(vjp_tensor_record_stream(before, s0));
  vjp_tensor_release(before);
  OK(vjp_stream_synchronize(a)); /* the sleep of s0 is still pending, or may be */
  vjp_device_graph* g = new_graph();
  vjp_tensor* inside = NULL;
  UNDER(s1) {
    OK(vjp_device_graph_capture_begin(g, dev(0), NULL, VJP_CAPTURE_GLOBAL));
    vjp_sim_counters counted = counters_of_device();
    uint64_t queries = counted.queries, events = statistics().events_recorded;
    wait_for(s2, s1);
    UNDER(s2) add(during, during);
    OK(vjp_tensor_record_stream(during, s2));
    vjp_tensor_release(during); /* s2 was recorded in the capture: its work runs with the replays, if at all */
    wait_for(s1, s2);
    inside = ones(dev(0), kN);
    counted = counters_of_device();
    CHECK(counted.queries == queries);
    CHECK(statistics().events_recorded == events + 2); /* those of the two waits */
    OK(vjp_device_graph_capture_end(g));
  }
  (void)inside;
  OK(vjp_device_synchronize(dev(0)));
  UNDER(a) {
    again = raw_empty(kN);
    and_again = raw_empty(2 * kN);
  }
  CHECK(vjp_tensor_data(again) == first);
  CHECK(vjp_tensor_data(and_again) == second);
  vjp_tensor_release(again);
  vjp_tensor_release(and_again);
}

static void* allocate(void* stream) {
  vjp_guard* g = NULL;
  vjp_tensor* t = NULL;
  vjp_status status = vjp_guard_stream((vjp_stream*)stream, &g);
  if (status == VJP_OK) t = raw_empty(kN);
  vjp_guard_exit(g);
  return t;
}

/* SC-67, AL-9 (a) */
SCENARIO(67, another_thread_on_a_joined_stream) {
  vjp_stream *s0 = new_stream(dev(0), "s0"), *s1 = new_stream(dev(0), "s1");
  vjp_device_graph* g = new_graph();
  UNDER(s0) {
    ones(dev(0), kN);
    int64_t reserved = memory_now().private_pools.reserved_bytes.current;
    OK(vjp_device_graph_capture_begin(g, dev(0), NULL, VJP_CAPTURE_RELAXED));
    wait_for(s1, s0);
    int64_t blocks = memory_now().private_pools.allocated_blocks.current;
    pthread_t thread;
    void* t = NULL;
    CHECK(pthread_create(&thread, NULL, allocate, s1) == 0);
    CHECK(pthread_join(thread, &t) == 0 && t);
    CHECK(memory_now().private_pools.allocated_blocks.current == blocks + 1);
    CHECK(memory_now().private_pools.reserved_bytes.current > reserved);
    vjp_tensor* outside = (vjp_tensor*)allocate(default_stream(dev(0))); /* which takes no part */
    CHECK(memory_now().private_pools.allocated_blocks.current == blocks + 1);
    vjp_tensor_release(outside);
    UNDER(s1) fill_((vjp_tensor*)t, 3);
    wait_for(s0, s1);
    OK(vjp_device_graph_capture_end(g));
    OK(vjp_device_graph_replay(g));
    ALL((vjp_tensor*)t, 3);
    OK(vjp_stream_synchronize(s0));
    vjp_tensor_release((vjp_tensor*)t);
  }
}
