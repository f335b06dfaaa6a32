/* vjp/memory.h, and tensors that move between devices: AL-5, AL-7, CP-1 to CP-4. */
#include "check.h"
#include "vjp/sim.h"

static const vjp_device kSim0 = {VJP_DEVICE_SIM, 0}, kSim1 = {VJP_DEVICE_SIM, 1}, kCpu = {VJP_DEVICE_CPU, 0};
#define MIB (UINT64_C(1) << 20)

static vjp_tensor* moved(vjp_tensor* t, vjp_device device) {
  vjp_tensor* out = NULL;
  OK(vjp_to_device(t, &device, VJP_DTYPE_NONE, false, &out));
  return own(out);
}
static bool lies_on(vjp_tensor* t, vjp_device device) {
  vjp_device d = vjp_tensor_device(t);
  return d.kind == device.kind && d.index == device.index;
}
static vjp_memory_statistics statistics(vjp_device device) {
  vjp_memory_statistics s = VJP_MEMORY_STATISTICS_INIT;
  OK(vjp_memory_get_statistics(device, &s));
  return s;
}

/* ---- copies ---- */

/* CP-1, CP-2 */
static void there_and_back(void) {
  vjp_tensor* x = VEC(1, 2, 3);
  vjp_tensor *a = moved(x, kSim0), *b = moved(a, kSim1), *c = moved(b, kCpu);
  CHECK(lies_on(a, kSim0) && lies_on(b, kSim1) && lies_on(c, kCpu));
  EQUALS(c, 1, 2, 3);
  CHECK(vjp_tensor_data(moved(a, kSim0)) == vjp_tensor_data(a)); /* itself */
  CHECK(vjp_tensor_data(moved(x, kCpu)) == vjp_tensor_data(x));
  vjp_device wrong = {VJP_DEVICE_SIM, 99};
  vjp_tensor* out = NULL;
  FAILS(VJP_ERROR_DEVICE, vjp_to_device(x, &wrong, VJP_DTYPE_NONE, false, &out));
  CHECK(out == NULL);
}

/* CP-4: half as many bytes travel */
static void conversion_happens_at_the_source(void) {
  vjp_tensor *x = moved(ramp(VJP_DTYPE_FLOAT64, 1, (int64_t[]){1000}), kSim0), *y = NULL;
  vjp_sim_counters before[2], after[2];
  memset(before, 0, sizeof before), memset(after, 0, sizeof after);
  for (int i = 0; i < 2; ++i) {
    before[i].struct_size = after[i].struct_size = sizeof(vjp_sim_counters);
    OK(vjp_sim_device_counters(i, &before[i]));
  }
  OK(vjp_to_device(x, &kSim1, VJP_DTYPE_FLOAT32, false, &y));
  for (int i = 0; i < 2; ++i) OK(vjp_sim_device_counters(i, &after[i]));
  CHECK(after[0].kernels == before[0].kernels + 1 && after[0].copies == before[0].copies + 1);
  CHECK(after[1].kernels == before[1].kernels && after[1].copies == before[1].copies);
  CHECK(lies_on(own(y), kSim1) && vjp_tensor_dtype(y) == VJP_DTYPE_FLOAT32);
  CHECK(at(moved(y, kCpu), 999) == at(moved(x, kCpu), 999));
}

static void views_and_broadcasts(void) {
  vjp_tensor* m = MAT(2, 3, 1, 2, 3, 4, 5, 6);
  vjp_tensor* t = OP("transpose", T(m), I(0), I(1));
  vjp_tensor* there = moved(t, kSim0);
  CHECK(vjp_tensor_strides(there)[0] == 1 && vjp_tensor_strides(there)[1] == 3);
  EQUALS(moved(there, kCpu), 1, 4, 2, 5, 3, 6);
  vjp_tensor* part = narrow(there, 0, 1, 2); /* with gaps */
  EQUALS(moved(moved(part, kSim1), kCpu), 2, 5, 3, 6);
  OK(vjp_copy_(part, VEC(7, 8)));
  EQUALS(moved(there, kCpu), 1, 4, 7, 8, 7, 8);
  vjp_tensor* host = MAT(2, 2, 0, 0, 0, 0);
  OK(vjp_copy_(OP("transpose", T(host), I(0), I(1)), part));
  EQUALS(host, 7, 7, 8, 8);
  CHECK(version_of(host) == 1);
  FAILS(VJP_ERROR_SHAPE, vjp_copy_(there, moved(VEC(1, 2, 3), kSim1)));
  vjp_tensor* none = moved(ramp(VJP_DTYPE_FLOAT64, 1, (int64_t[]){0}), kSim0);
  CHECK(vjp_tensor_numel(none) == 0 && lies_on(none, kSim0));
}

/* The gradient of a copy is a copy back. */
static void gradients_travel_back(void) {
  vjp_tensor* x = leaf(VEC(1, 2, 3));
  vjp_tensor* y = moved(times(moved(moved(x, kSim0), kSim1), 3), kCpu);
  OK(vjp_backward(sum(mul(y, y)), NULL));
  EQUALS(grad_of(x), 18, 36, 54);
  CHECK(lies_on(grad_of(x), kCpu));
}
static void gradients_of_copy_(void) {
  vjp_tensor *x = leaf(VEC(1, 2, 3)), *target = moved(MAT(2, 3, 0, 0, 0, 0, 0, 0), kSim0);
  OK(vjp_copy_(target, times(x, 2)));
  OK(vjp_backward(moved(sum(mul(target, target)), kCpu), NULL));
  EQUALS(grad_of(x), 16, 32, 48);
}
static void second_order(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* y = moved(x, kSim0);
  vjp_tensor* g = grad_graph(moved(sum(mul(mul(y, y), y)), kCpu), x);
  EQUALS(g, 3, 12);
  EQUALS(grad(sum(g), x), 6, 12);
}

/* ---- page-locked memory ---- */

/* CP-3 */
static void pinned_tensors(void) {
  vjp_tensor *x = VEC(1, 2, 3), *p = NULL, *same = NULL, *y = NULL;
  OK(vjp_tensor_pin_memory(x, VJP_DEVICE_SIM, &p));
  CHECK(vjp_tensor_is_pinned(own(p)) && !vjp_tensor_is_pinned(x) && !vjp_tensor_is_pinned(NULL));
  EQUALS(p, 1, 2, 3);
  OK(vjp_tensor_pin_memory(p, VJP_DEVICE_SIM, &same));
  CHECK(vjp_tensor_data(own(same)) == vjp_tensor_data(p));
  vjp_stream_statistics before = VJP_STREAM_STATISTICS_INIT, after = before;
  OK(vjp_stream_get_statistics(&before));
  OK(vjp_to_device(p, &kSim0, VJP_DTYPE_NONE, true, &y));
  OK(vjp_stream_get_statistics(&after));
  CHECK(after.host_syncs == before.host_syncs);
  vjp_tensor* back = NULL;
  OK(vjp_to_device(own(y), &kCpu, VJP_DTYPE_NONE, true, &back));
  CHECK(vjp_tensor_is_pinned(own(back)));
  OK(vjp_device_synchronize(kSim0));
  EQUALS(back, 1, 2, 3);
  FAILS(VJP_ERROR_DEVICE, vjp_tensor_pin_memory(y, VJP_DEVICE_SIM, &same));
  FAILS(VJP_ERROR_DEVICE, vjp_tensor_pin_memory(x, VJP_DEVICE_CPU, &same));
}

/* ---- figures and limits ---- */

/* AL-7 */
static void figures(void) {
  vjp_memory_statistics before = statistics(kSim0), now;
  vjp_tensor* x = moved(VEC(1, 2, 3), kSim0);
  now = statistics(kSim0);
  CHECK(now.all.allocated_bytes.current == before.all.allocated_bytes.current + 512);
  CHECK(now.all.allocated_blocks.current == before.all.allocated_blocks.current + 1);
  CHECK(now.blocks_handed_out == before.blocks_handed_out + 1);
  drop_now(x);
  now = statistics(kSim0);
  CHECK(now.all.allocated_bytes.current == before.all.allocated_bytes.current);
  CHECK(now.all.allocated_bytes.peak >= before.all.allocated_bytes.current + 512);
  OK(vjp_memory_reset_peaks(kSim0));
  now = statistics(kSim0);
  CHECK(now.all.allocated_bytes.peak == now.all.allocated_bytes.current);
  now.struct_size = 8;
  FAILS(VJP_ERROR_INVALID, vjp_memory_get_statistics(kSim0, &now));
  vjp_device nowhere = {VJP_DEVICE_SIM, 1000};
  FAILS(VJP_ERROR_DEVICE, vjp_memory_get_statistics(nowhere, &before));
}

/* DV-3 */
static void asking_touches_no_device(void) {
  vjp_device untouched = {VJP_DEVICE_CUDA, 3};
  vjp_memory_statistics s = statistics(untouched);
  CHECK(s.all.reserved_bytes.current == 0 && s.raw_allocations == 0);
  OK(vjp_memory_empty_cache(untouched));
  OK(vjp_memory_reset_peaks(untouched));
  CHECK(!vjp_device_is_active(untouched));
}

static bool contains(const char* text, const char* part) { return strstr(text, part) != NULL; }

static void reports(void) {
  vjp_tensor* x = times(moved(VEC(1, 2, 3), kSim0), 2);
  char* text = NULL;
  OK(vjp_memory_summary(kSim0, &text));
  CHECK(contains(text, "memory of sim:0") && contains(text, "mul 512 B in 1 block"));
  vjp_string_free(text);
  OK(vjp_memory_snapshot(kSim0, &text));
  CHECK(contains(text, "\"op\": \"mul\"") && contains(text, "\"requested\": 24") &&
        contains(text, "\"pool\": \"small\""));
  vjp_string_free(text);
  uint64_t free_bytes = 0, total = 0;
  OK(vjp_memory_get_info(kSim0, &free_bytes, &total));
  CHECK(free_bytes < total);
  (void)x;
}

/* AL-5, AL-8 */
static void limits(void) {
  OK(vjp_memory_empty_cache(kSim1));
  uint64_t reserved = (uint64_t)statistics(kSim1).all.reserved_bytes.current;
  OK(vjp_memory_set_limit(kSim1, reserved + 30 * MIB));
  vjp_tensor* x = moved(ramp(VJP_DTYPE_FLOAT64, 1, (int64_t[]){2 << 20}), kSim1); /* 16 MiB */
  FAILS(VJP_ERROR_MEMORY, TRY("mul", T(x), F(2)));
  SAYS("mul: sim:1: out of memory: 16.00 MiB requested");
  SAYS("to 16.00 MiB in 1 block");
  OK(vjp_memory_set_limit(kSim1, UINT64_MAX));
  times(x, 2);
  FAILS(VJP_ERROR_INVALID, vjp_memory_set_fraction(kSim1, 1.5));
  FAILS(VJP_ERROR_INVALID, vjp_memory_set_fraction(kSim1, NAN));
  OK(vjp_memory_set_fraction(kSim1, 0.125)); /* of 256 MiB, and 32 MiB are in use */
  FAILS(VJP_ERROR_MEMORY, TRY("mul", T(x), F(2)));
  OK(vjp_memory_set_limit(kSim1, UINT64_MAX));
}

/* ---- the caller's allocation ---- */

typedef struct Raw {
  int allocated, freed, dropped;
  bool refuse;
  void* arena; /* what it hands out: memory of sim:1 */
} Raw;
static vjp_status raw_allocate(void* context, int32_t device, uint64_t bytes, void** out) {
  Raw* raw = (Raw*)context;
  if (raw->refuse || device != 1) return VJP_ERROR_MEMORY;
  if (bytes > 2 * MIB || raw->allocated++) return VJP_ERROR_MEMORY;
  *out = raw->arena;
  return VJP_OK;
}
static void raw_deallocate(void* context, int32_t device, void* memory, uint64_t bytes) {
  Raw* raw = (Raw*)context;
  CHECK(device == 1 && bytes == 2 * MIB && memory == raw->arena);
  ++raw->freed;
}
static void raw_drop(void* context) { ++((Raw*)context)->dropped; }

static void callers_allocation(void) {
  vjp_tensor* arena = moved(ramp(VJP_DTYPE_FLOAT64, 1, (int64_t[]){1 << 18}), kSim1);
  Raw raw = {0, 0, 0, false, vjp_tensor_data(arena)};
  vjp_raw_allocator mine = {sizeof mine, raw_allocate, raw_deallocate, &raw, raw_drop};
  vjp_stream* s = NULL; /* without memory of its own yet */
  OK(vjp_stream_create(kSim1, 0, &s));
  OK(vjp_memory_set_raw_allocator(VJP_DEVICE_SIM, &mine));
  vjp_guard* g = NULL;
  OK(vjp_guard_stream(s, &g));
  vjp_tensor* x = moved(VEC(1, 2, 3), kSim1);
  CHECK(raw.allocated == 1);
  raw.refuse = true;
  FAILS(VJP_ERROR_MEMORY, vjp_to_device(ramp(VJP_DTYPE_FLOAT64, 1, (int64_t[]){3 << 20}), &kSim1, VJP_DTYPE_NONE, false,
                                        &(vjp_tensor*){NULL}));
  OK(vjp_memory_set_raw_allocator(VJP_DEVICE_SIM, NULL));
  CHECK(raw.freed == 0 && raw.dropped == 0); /* x lies there */
  EQUALS(moved(times(x, 2), kCpu), 2, 4, 6);
  OK(vjp_guard_exit(g));
  arena_clear();
  OK(vjp_device_synchronize(kSim1));
  OK(vjp_memory_empty_cache(kSim1));
  CHECK(raw.freed == 1 && raw.dropped == 1);
  vjp_stream_release(s);
  mine.struct_size = 0;
  FAILS(VJP_ERROR_INVALID, vjp_memory_set_raw_allocator(VJP_DEVICE_SIM, &mine));
  FAILS(VJP_ERROR_DEVICE, vjp_memory_set_raw_allocator(VJP_DEVICE_CPU, NULL));
}

struct pressure {
  vjp_tensor** held;
  int asked, dropped;
};
static bool let_go(void* context, vjp_device device, uint64_t bytes) {
  struct pressure* pressure = (struct pressure*)context;
  CHECK(device.kind == VJP_DEVICE_SIM && device.index == 1 && bytes == 40 * MIB);
  ++pressure->asked;
  if (!*pressure->held) return false;
  vjp_tensor_release(*pressure->held);
  *pressure->held = NULL;
  return true;
}
static void count_drop(void* context) { ++((struct pressure*)context)->dropped; }

/* AL-5: before an allocation fails the program is asked to let go of what it does not need */
static void memory_under_pressure(void) {
  const int64_t large = 10 * MIB;
  vjp_tensor *held = NULL, *x = NULL;
  struct pressure pressure = {&held, 0, 0};
  vjp_guard* g = NULL;
  OK(vjp_device_synchronize(kSim1));
  OK(vjp_memory_empty_cache(kSim1));
  OK(vjp_memory_set_limit(kSim1, 64 * MIB));
  OK(vjp_guard_default_device(kSim1, &g));
  OK(vjp_memory_set_pressure_handler(let_go, &pressure, count_drop));
  OK(vjp_zeros(&large, 1, VJP_DTYPE_FLOAT32, &held));
  OK(vjp_zeros(&large, 1, VJP_DTYPE_FLOAT32, &x));
  CHECK(pressure.asked == 1 && !held);
  FAILS(VJP_ERROR_MEMORY, vjp_zeros(&large, 1, VJP_DTYPE_FLOAT32, &held));
  CHECK(pressure.asked == 2 && pressure.dropped == 0);
  OK(vjp_memory_set_pressure_handler(NULL, NULL, NULL));
  CHECK(pressure.dropped == 1);
  FAILS(VJP_ERROR_MEMORY, vjp_zeros(&large, 1, VJP_DTYPE_FLOAT32, &held));
  CHECK(pressure.asked == 2);
  OK(vjp_memory_set_pressure_handler(NULL, &pressure, count_drop)); /* nobody will ask for the context */
  CHECK(pressure.dropped == 2);
  vjp_tensor_release(x);
  OK(vjp_guard_exit(g));
  OK(vjp_memory_set_limit(kSim1, UINT64_MAX));
}

/* AL-3: what has no stream has nothing to record */
static void record_stream_elsewhere(void) {
  vjp_stream* s = NULL;
  OK(vjp_stream_default(kSim0, &s));
  OK(vjp_tensor_record_stream(VEC(1), s));
  FAILS(VJP_ERROR_INVALID, vjp_tensor_record_stream(VEC(1), NULL));
  vjp_stream_release(s);
}

/* ST-4: the handle of a wrapped stream may end once nothing of the program refers to the stream, although memory of it
 * is still cached. And a default stream cannot be given back. */
static void wrapped_streams_end(void) {
  for (int i = 0; i < 3; ++i) {
    void* native = NULL;
    vjp_stream* stream = NULL;
    vjp_guard *here = NULL, *there = NULL;
    OK(vjp_sim_native_create(0, &native));
    OK(vjp_stream_wrap(kSim0, native, &stream));
    OK(vjp_guard_default_device(kSim0, &there));
    OK(vjp_guard_stream(stream, &here));
    drop_now(OP("ones", INTS(1000)));
    OK(vjp_guard_exit(here));
    OK(vjp_guard_exit(there));
    OK(vjp_stream_synchronize(stream));
    vjp_stream_release(stream);
    OK(vjp_sim_native_destroy(native));
    if (i > 0) OK(vjp_memory_empty_cache(kSim0)); /* and at the first time the next stream gets the same handle */
  }
  vjp_stream* standard = NULL;
  bool done = false;
  OK(vjp_stream_default(kSim0, &standard));
  vjp_stream_forget(standard);
  OK(vjp_stream_query(standard, &done));
  vjp_stream_release(standard);
}

/* A stream's memory goes with it: at once where its work is done, and else when memory is next asked for. */
static void memory_of_dead_streams(void) {
  OK(vjp_device_synchronize(kSim0));
  OK(vjp_memory_empty_cache(kSim0));
  int64_t before = statistics(kSim0).all.reserved_bytes.current;
  vjp_stream* streams[20];
  for (int i = 0; i < 20; ++i) {
    vjp_guard* there = NULL;
    OK(vjp_stream_create(kSim0, 0, &streams[i]));
    OK(vjp_guard_stream(streams[i], &there));
    drop_now(moved(VEC(1, 2, 3), kSim0));
    OK(vjp_guard_exit(there));
  }
  CHECK(statistics(kSim0).all.reserved_bytes.current >= before + (int64_t)(20 * 2 * MIB));
  OK(vjp_device_synchronize(kSim0));
  for (int i = 0; i < 20; ++i) vjp_stream_release(streams[i]);
  CHECK(statistics(kSim0).all.reserved_bytes.current == before);
}

/* Streams that end while their work is underway: a capture finds the memory that they leave. */
static void memory_of_dead_streams_before_a_capture(void) {
  OK(vjp_device_synchronize(kSim1));
  OK(vjp_memory_empty_cache(kSim1));
  OK(vjp_memory_set_limit(kSim1, 20 * MIB));
  vjp_tensor* x = moved(VEC(1, 2, 3), kSim1); /* a segment of the default stream's */
  for (int i = 0; i < 7; ++i) {
    vjp_stream* stream = NULL;
    vjp_guard* there = NULL;
    OK(vjp_stream_create(kSim1, 0, &stream));
    OK(vjp_guard_stream(stream, &there));
    OK(vjp_stream_wait_stream(stream, stream));
    vjp_tensor* t = moved(VEC(1, 2, 3), kSim1);
    drop_now(times(t, 2));
    drop_now(t);
    OK(vjp_guard_exit(there));
    vjp_stream_release(stream);
  }
  vjp_device_graph* graph = NULL;
  vjp_stream* stream = NULL;
  vjp_guard* there = NULL;
  OK(vjp_device_graph_create(&graph));
  OK(vjp_stream_create(kSim1, 0, &stream));
  OK(vjp_device_synchronize(kSim1));
  OK(vjp_guard_stream(stream, &there));
  OK(vjp_device_graph_capture_begin(graph, kSim1, NULL, VJP_CAPTURE_GLOBAL));
  times(x, 2);
  vjp_guard* on_device = NULL;
  OK(vjp_guard_default_device(kSim1, &on_device));
  vjp_tensor* large = NULL;
  OK(vjp_tensor_empty((int64_t[]){14 << 17}, 1, VJP_DTYPE_FLOAT64, &large)); /* 14 of the 20 MiB */
  vjp_tensor_release(large);
  OK(vjp_guard_exit(on_device));
  OK(vjp_device_graph_capture_end(graph));
  OK(vjp_guard_exit(there));
  OK(vjp_device_synchronize(kSim1));
  vjp_device_graph_release(graph);
  vjp_stream_release(stream);
  OK(vjp_memory_set_limit(kSim1, UINT64_MAX));
}

int main(void) {
  RUN(there_and_back);
  RUN(conversion_happens_at_the_source);
  RUN(views_and_broadcasts);
  RUN(gradients_travel_back);
  RUN(gradients_of_copy_);
  RUN(second_order);
  RUN(pinned_tensors);
  RUN(figures);
  RUN(asking_touches_no_device);
  RUN(reports);
  RUN(limits);
  RUN(callers_allocation);
  RUN(memory_under_pressure);
  RUN(record_stream_elsewhere);
  RUN(wrapped_streams_end);
  RUN(memory_of_dead_streams);
  RUN(memory_of_dead_streams_before_a_capture);
  return finish();
}
