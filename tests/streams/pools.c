/* Memory of captured graphs: SC-65 to SC-67. */
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

/* SC-65, CG-6, AL-1: five blocks of a size at once, in a pool of the graph's own */
SCENARIO(65, memory_of_a_graph) {
  enum { kBlocks = 5, kMiB = 1 << 20 };
  static const struct {
    int64_t bytes, segments, mib;
  } kRows[] = {{512, 1, 2}, {kMiB, 3, 6}, {kMiB + 512, 1, 20}, {10 * kMiB - 512, 3, 60}, {10 * kMiB + 512, 5, 60}};
  size_t rows = on_sim() && strncmp(vjp_sim_mode(), "random", 6) == 0 ? 3 : 5; /* the last two move much memory */
  vjp_stream* s = new_stream(dev(0), "s");
  for (size_t i = 0; i < rows; ++i) {
    int64_t n = kRows[i].bytes / 8;
    vjp_tensor* kept[kBlocks];
    vjp_device_graph* g = NULL;
    OK(vjp_device_graph_create(&g));
    UNDER(s) {
      vjp_tensor* one = ones(dev(0), n);
      vjp_memory_pool_statistics before = memory_now().private_pools, now;
      OK(vjp_device_graph_capture_begin(g, dev(0), NULL, VJP_CAPTURE_GLOBAL));
      for (int k = 0; k < kBlocks; ++k) kept[k] = add(k ? kept[k - 1] : one, one);
      OK(vjp_device_graph_capture_end(g));
      now = memory_now().private_pools;
      CHECK(now.segments.current - before.segments.current == kRows[i].segments);
      CHECK(now.reserved_bytes.current - before.reserved_bytes.current == kRows[i].mib * kMiB);
      CHECK(now.allocated_blocks.current - before.allocated_blocks.current == kBlocks);
      for (int k = 0; k + 1 < kBlocks; ++k) drop_now(kept[k]);
      OK(vjp_device_graph_replay(g));
      NEAR(at(sum(kept[kBlocks - 1]), 0), 6.0 * (double)n);
      OK(vjp_stream_synchronize(s));
      vjp_device_graph_release(g);
      OK(vjp_memory_empty_cache(dev(0)));
      NEAR(at(sum(kept[kBlocks - 1]), 0), 6.0 * (double)n);
      now = memory_now().private_pools;
      CHECK(now.allocated_blocks.current - before.allocated_blocks.current == 1);
      CHECK(now.segments.current - before.segments.current == 1);
      drop_now(kept[kBlocks - 1]);
      drop_now(one);
      OK(vjp_stream_synchronize(s));
      OK(vjp_memory_empty_cache(dev(0)));
      now = memory_now().private_pools;
      CHECK(now.segments.current == before.segments.current);
      CHECK(now.reserved_bytes.current == before.reserved_bytes.current);
    }
  }
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
