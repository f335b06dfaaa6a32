/*
 * What graphs take of a device's memory: SC-62, SC-65, SC-69, CG-6, AL-1. Figures change on the host when the calls are
 * made, so one order of execution shows them.
 */
#include "check.h"

static const vjp_device kDevice = {VJP_DEVICE_SIM, 0};
enum { kUnit = 512, kMiB = 1 << 20, kSmallSegment = 2 * kMiB, kMediumSegment = 20 * kMiB };

static void arena_graph_release(void* p) { vjp_device_graph_release((vjp_device_graph*)p); }
static void arena_pool_release(void* p) { vjp_memory_pool_release((vjp_memory_pool*)p); }
static void arena_stream_release(void* p) { vjp_stream_release((vjp_stream*)p); }
static void arena_generator_release(void* p) { vjp_generator_release((vjp_generator*)p); }

static vjp_device_graph* new_graph(void) {
  vjp_device_graph* g = NULL;
  OK(vjp_device_graph_create(&g));
  return (vjp_device_graph*)arena_put(g, arena_graph_release);
}
static vjp_memory_pool* new_pool(void) {
  vjp_memory_pool* pool = NULL;
  OK(vjp_memory_pool_create(kDevice, &pool));
  return (vjp_memory_pool*)arena_put(pool, arena_pool_release);
}
static vjp_memory_pool* pool_of(vjp_device_graph* g) {
  vjp_memory_pool* pool = NULL;
  OK(vjp_device_graph_pool(g, &pool));
  return (vjp_memory_pool*)arena_put(pool, arena_pool_release);
}
static void begin(vjp_device_graph* g, vjp_memory_pool* pool) {
  OK(vjp_device_graph_capture_begin(g, kDevice, pool, VJP_CAPTURE_GLOBAL));
}
static void end(vjp_device_graph* g) { OK(vjp_device_graph_capture_end(g)); }
static vjp_memory_statistics figures(void) {
  vjp_memory_statistics s = VJP_MEMORY_STATISTICS_INIT;
  OK(vjp_memory_get_statistics(kDevice, &s));
  return s;
}
static void empty_cache(void) {
  OK(vjp_device_synchronize(kDevice));
  OK(vjp_memory_empty_cache(kDevice));
}
static vjp_tensor* full(int64_t n, double value, vjp_dtype dtype) {
  vjp_guard* there = NULL;
  OK(vjp_guard_default_device(kDevice, &there));
  vjp_tensor* t = OP("full", INTS(n), F(value), D(dtype));
  OK(vjp_guard_exit(there));
  return t;
}
static double total(vjp_tensor* t) {
  vjp_tensor* s = sum(t);
  double value = at(s, 0);
  drop_now(s);
  return value;
}
/* The test on a stream of its own, with nothing cached before. */
static void on_a_stream(void (*body)(void)) {
  vjp_stream* s = NULL;
  vjp_guard* here = NULL;
  OK(vjp_stream_create(kDevice, 0, &s));
  arena_put(s, arena_stream_release);
  OK(vjp_guard_stream(s, &here));
  vjp_device_graph* first = new_graph(); /* while there is a graph, the default generator has words on the device */
  begin(first, NULL);
  drop_now(full(1, 1, VJP_DTYPE_FLOAT32));
  end(first);
  empty_cache();
  body();
  OK(vjp_stream_synchronize(s));
  OK(vjp_guard_exit(here));
}

static vjp_tensor* twice_plus(vjp_tensor* t, double v) {
  vjp_tensor *a = OP("add", T(t), F(v)), *b = OP("add", T(t), F(v)), *c = OP("add", T(a), T(b));
  drop_now(a);
  drop_now(b);
  drop_now(t);
  return c;
}

/* SC-62, CG-6: what is reserved for two graphs; how they share: 0 not, 1 the second names the first's pool, 2 both a
 * third's. */
static int64_t reserved_for_two(int sharing) {
  empty_cache();
  vjp_tensor* start = full(1000, 1, VJP_DTYPE_FLOAT64);
  vjp_device_graph *g0 = new_graph(), *g1 = new_graph();
  int64_t before = figures().all.reserved_bytes.current;
  begin(g0, sharing == 2 ? new_pool() : NULL);
  vjp_tensor* b = OP("clone", T(start));
  for (int i = 0; i < 5; ++i) b = twice_plus(b, 1);
  end(g0);
  begin(g1, sharing ? pool_of(g0) : NULL);
  vjp_tensor* kept = b;
  b = OP("clone", T(b));
  for (int i = 0; i < 5; ++i) b = twice_plus(b, 1);
  end(g1);
  int64_t after = figures().all.reserved_bytes.current;
  OK(vjp_device_graph_replay(g0));
  OK(vjp_device_graph_replay(g1));
  NEAR(total(b), 1000 * 3070);
  OK(vjp_device_synchronize(kDevice));
  drop_now(b);
  drop_now(kept);
  return after - before;
}
static void shared_pools(void) {
  int64_t apart = reserved_for_two(0);
  CHECK(apart == 2 * kSmallSegment);
  CHECK(reserved_for_two(1) == apart - kSmallSegment);
  CHECK(reserved_for_two(2) == apart - kSmallSegment);
}

/* SC-65, CG-6, AL-1: three blocks are alive at the same time, whatever their number over time. */
static void segments_of_a_graph(void) {
  const struct {
    int64_t bytes, segments, segment; /* what the capture takes */
    bool small;
  } rows[] = {
      {kUnit, 1, kSmallSegment, true},
      {kMiB, 2, kSmallSegment, true},                /* two in each */
      {kMiB + kUnit, 1, kMediumSegment, false},      /* up to 10 MiB they share one of 20 */
      {10 * kMiB - kUnit, 2, kMediumSegment, false}, /* two in each */
      {10 * kMiB + kUnit, 3, 12 * kMiB, false},      /* one each, in units of 2 MiB */
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    int64_t n = rows[i].bytes / 4;
    vjp_tensor* a = full(n, 1, VJP_DTYPE_FLOAT32);
    empty_cache();
    vjp_memory_statistics before = figures();
    vjp_device_graph* g = new_graph();
    begin(g, NULL);
    vjp_tensor* b = OP("clone", T(a));
    for (int k = 0; k < 5; ++k) {
      vjp_tensor *c = OP("clone", T(b)), *next = OP("add", T(c), F(1));
      drop_now(c);
      drop_now(b);
      b = next;
    }
    end(g);
    vjp_memory_statistics after = figures();
    CHECK(after.all.segments.current - before.all.segments.current == rows[i].segments);
    CHECK(after.all.reserved_bytes.current - before.all.reserved_bytes.current == rows[i].segments * rows[i].segment);
    vjp_memory_pool_statistics was_private = before.private_pools, is_private = after.private_pools;
    CHECK(is_private.segments.current - was_private.segments.current == rows[i].segments);
    CHECK(is_private.allocated_blocks.current - was_private.allocated_blocks.current == 1); /* b */
    CHECK(is_private.allocated_bytes.current - was_private.allocated_bytes.current == rows[i].bytes);
    const vjp_memory_pool_statistics *kind = rows[i].small ? &after.small : &after.large,
                                     *was = rows[i].small ? &before.small : &before.large;
    CHECK(kind->segments.current - was->segments.current == rows[i].segments);
    empty_cache(); /* nothing of a live graph */
    CHECK(figures().private_pools.segments.current == is_private.segments.current);
    OK(vjp_device_graph_replay(g));
    NEAR(total(b), 6.0 * (double)n);
    drop_now(g);
    empty_cache();
    NEAR(total(b), 6.0 * (double)n); /* the result outlives the graph, and its block alone is left of the pool */
    empty_cache();
    vjp_memory_pool_statistics left = figures().private_pools;
    CHECK(left.segments.current - was_private.segments.current == 1);
    CHECK(left.reserved_bytes.current - was_private.reserved_bytes.current == rows[i].segment);
    CHECK(left.allocated_blocks.current - was_private.allocated_blocks.current == 1);
    CHECK(left.allocated_bytes.current - was_private.allocated_bytes.current == rows[i].bytes);
    drop_now(b);
    empty_cache();
    CHECK(figures().private_pools.reserved_bytes.current == was_private.reserved_bytes.current);
    CHECK(figures().all.reserved_bytes.current == before.all.reserved_bytes.current);
    drop_now(a);
  }
}

/*
 * SC-69, RG-2: seed and offset of a generator are two words of 8 bytes. They share a block of 512, the least there is;
 * with a block each (the peer's way, 40 for 20 generators) it would be twice as much for nothing.
 */
static void blocks_of_generators(void) {
  enum { kGraphs = 10, kGenerators = 20 };
  vjp_memory_statistics before = figures();
  vjp_generator* generators[kGenerators];
  for (int i = 0; i < kGenerators; ++i) {
    OK(vjp_generator_create((uint64_t)i, &generators[i]));
    arena_put(generators[i], arena_generator_release);
  }
  vjp_device_graph* graphs[kGraphs];
  for (int g = 0; g < kGraphs; ++g) {
    graphs[g] = new_graph();
    for (int i = 0; i < kGenerators; ++i) OK(vjp_device_graph_register_generator(graphs[g], generators[i]));
    begin(graphs[g], NULL);
    drop_now(full(4, 1, VJP_DTYPE_FLOAT32));
    end(graphs[g]); /* they share the generators' words */
    CHECK(figures().all.active_blocks.current - before.all.active_blocks.current == kGenerators);
    CHECK(figures().all.active_bytes.current - before.all.active_bytes.current == kGenerators * kUnit);
  }
  for (int g = 0; g < kGraphs; ++g) drop_now(graphs[g]);
  for (int i = 0; i < kGenerators; ++i) drop_now(generators[i]);
  CHECK(figures().all.active_blocks.current == before.all.active_blocks.current);
  empty_cache();
  CHECK(figures().all.active_bytes.current == before.all.active_bytes.current);
}

static void test_shared_pools(void) { on_a_stream(shared_pools); }
static void test_segments_of_a_graph(void) { on_a_stream(segments_of_a_graph); }
static void test_blocks_of_generators(void) { on_a_stream(blocks_of_generators); }

int main(void) {
  RUN(test_shared_pools);
  RUN(test_segments_of_a_graph);
  RUN(test_blocks_of_generators);
  return finish();
}
