/* Operators on devices: where new tensors lie, what may mix, errors that come late, and that the host does not wait. */
#include <pthread.h>

#include "check.h"

static const vjp_device kCpu = {VJP_DEVICE_CPU, 0}, kSim = {VJP_DEVICE_SIM, 0}, kOther = {VJP_DEVICE_SIM, 1};

static bool lies_on(const vjp_tensor* t, vjp_device device) {
  vjp_device found = vjp_tensor_device(t);
  return t && found.kind == device.kind && found.index == device.index;
}

static vjp_guard* enter(vjp_device device) {
  vjp_guard* guard = NULL;
  OK(vjp_guard_default_device(device, &guard));
  return guard;
}

/* Elements 0, 1, 2, ... on a device */
static vjp_tensor* counted(vjp_device device, size_t ndim, const int64_t* shape) {
  double values[256];
  size_t n = 1;
  for (size_t d = 0; d < ndim; ++d) n *= (size_t)shape[d];
  for (size_t i = 0; i < n && i < 256; ++i) values[i] = (double)i;
  vjp_guard* guard = enter(device);
  vjp_tensor* t = make_tensor(values, shape, ndim);
  OK(vjp_guard_exit(guard));
  return t;
}
#define ON(device, ...) counted((device), sizeof((int64_t[]){__VA_ARGS__}) / sizeof(int64_t), (int64_t[]){__VA_ARGS__})

static vjp_tensor* number_on(vjp_device device, double value) {
  vjp_guard* guard = enter(device);
  vjp_tensor* t = SCALAR(value);
  OK(vjp_guard_exit(guard));
  return t;
}

static vjp_tensor* integers_on(vjp_device device, const int64_t* values, size_t count) {
  vjp_tensor* t = NULL;
  vjp_guard* guard = enter(device);
  OK(vjp_tensor_from_data(values, (int64_t[]){(int64_t)count}, 1, VJP_DTYPE_INT64, &t));
  OK(vjp_guard_exit(guard));
  return own(t);
}

/* ---- the default device ---- */

static void environment_names_the_default(void) {
  vjp_device found = {9, 9};
  vjp_tensor* t = NULL;
  setenv("VJP_DEVICE", "nowhere:3", 1);
  FAILS(VJP_ERROR_DEVICE, vjp_zeros((int64_t[]){2}, 1, VJP_DTYPE_FLOAT64, &t));
  SAYS("VJP_DEVICE");
  SAYS("nowhere:3");
  CHECK(t == NULL);
  FAILS(VJP_ERROR_DEVICE, vjp_get_default_device(&found));
  CHECK(found.kind == 9);
  setenv("VJP_DEVICE", "sim:1", 1);
  OK(vjp_zeros((int64_t[]){2}, 1, VJP_DTYPE_FLOAT64, &t));
  CHECK(lies_on(own(t), kOther));
  EQUALS(t, 0, 0);
  setenv("VJP_DEVICE", "sim:0", 1); /* too late */
  OK(vjp_get_default_device(&found));
  CHECK(found.kind == VJP_DEVICE_SIM && found.index == 1);
}

static void* device_of_a_new_thread(void* out) {
  vjp_get_default_device((vjp_device*)out);
  return NULL;
}

static void threads_start_with_the_default_of_the_process(void) {
  vjp_device found = {9, 9};
  pthread_t thread;
  OK(vjp_set_default_device(kSim));
  vjp_guard* guard = enter(kOther);
  pthread_create(&thread, NULL, device_of_a_new_thread, &found);
  pthread_join(thread, NULL);
  CHECK(found.kind == VJP_DEVICE_SIM && found.index == 0);
  OK(vjp_guard_exit(guard));
  OK(vjp_set_default_device(kCpu));
  FAILS(VJP_ERROR_DEVICE, vjp_set_default_device((vjp_device){VJP_DEVICE_SIM, 15}));
  FAILS(VJP_ERROR_DEVICE, vjp_set_default_device((vjp_device){12, 0}));
  OK(vjp_get_default_device(&found));
  CHECK(found.kind == VJP_DEVICE_CPU);
}

static void regions_say_where_new_tensors_lie(void) {
  vjp_tensor* host = ON(kCpu, 2, 3);
  vjp_guard* guard = enter(kSim);
  CHECK(lies_on(OP("rand", INTS(2, 2)), kSim));
  CHECK(lies_on(OP("full", INTS(3), F(2)), kSim));
  CHECK(lies_on(OP("arange", I(4)), kSim));
  CHECK(lies_on(SCALAR(1), kSim));
  /* with tensors: where those lie, the parts of the operator too */
  CHECK(lies_on(OP("zeros_like", T(host)), kCpu));
  CHECK(lies_on(OP("rand_like", T(host)), kCpu));
  CHECK(lies_on(OP("flip", T(host), INTS(0)), kCpu));
  vjp_tensor* target = OP("argmax", T(host), I(1));
  CHECK(lies_on(OP("nll_loss", T(host), T(target)), kCpu));
  vjp_guard* inner = enter(kOther);
  CHECK(lies_on(OP("ones", INTS(1)), kOther));
  OK(vjp_guard_exit(inner));
  CHECK(lies_on(OP("ones", INTS(1)), kSim));
  OK(vjp_guard_exit(guard));
  CHECK(lies_on(OP("ones", INTS(1)), kCpu));
}

/* VALID-3: rules make tensors on the device of their node, whatever the default of the thread is by then */
static void gradients_lie_where_their_tensors_lie(void) {
  vjp_tensor *host = leaf(ON(kCpu, 4)), *device = leaf(ON(kSim, 4));
  vjp_tensor* on_host = sum(OP("max.dim", T(OP("reshape", T(host), INTS(2, 2))), I(0)));
  vjp_tensor* on_device = sum(OP("max.dim", T(OP("reshape", T(device), INTS(2, 2))), I(0)));
  vjp_guard* guard = enter(kOther);
  OK(vjp_backward(on_host, NULL));
  OK(vjp_backward(on_device, NULL));
  OK(vjp_guard_exit(guard));
  CHECK(lies_on(grad_of(host), kCpu) && lies_on(grad_of(device), kSim));
  EQUALS(grad_of(host), 0, 0, 1, 1);
  EQUALS(grad_of(device), 0, 0, 1, 1);
}

/* ---- mixing ---- */

static void other_devices_do_not_mix(void) {
  vjp_tensor *host = ON(kCpu, 3), *device = ON(kSim, 3), *other = ON(kOther, 3);
  FAILS(VJP_ERROR_DEVICE, TRY("add", T(host), T(device)));
  SAYS("add: argument 'input' is float64[3] on the CPU, but another is float64[3] on sim:0");
  FAILS(VJP_ERROR_DEVICE, TRY("add", T(device), T(other)));
  SAYS("'other' is float64[3] on sim:1");
  FAILS(VJP_ERROR_DEVICE, TRY_("add", T(host), T(number_on(kSim, 1))));
  FAILS(VJP_ERROR_DEVICE, TRY("stack", TL((vjp_tensor*[]){device, host}, 2), I(0)));
  FAILS(VJP_ERROR_DEVICE, TRY("index_select", T(device), I(0), T(integers_on(kCpu, (int64_t[]){0}, 1))));
  EQUALS(host, 0, 1, 2);
}

/* 0-dimensional tensors on the CPU go with any device */
static void numbers_of_the_cpu_mix(void) {
  vjp_tensor *device = ON(kSim, 3), *two = number_on(kCpu, 2);
  EQUALS(OP("mul", T(device), T(two)), 0, 2, 4);
  CHECK(lies_on(OP("mul", T(two), T(device)), kSim));
  EQUALS(OP("where", T(OP("gt", T(device), F(0))), T(two), T(device)), 0, 2, 2);
  EQUALS(OP("fill", T(device), T(two)), 2, 2, 2);
  EQUALS(OP("fill", T(device), T(number_on(kSim, 3))), 3, 3, 3);
  EQUALS(OP("masked_fill", T(device), T(OP("lt", T(device), F(1))), T(two)), 2, 1, 2);
  OP_("add", T(device), T(two));
  EQUALS(device, 2, 3, 4);
  vjp_tensor* pair[] = {number_on(kSim, 1), two};
  vjp_tensor* stacked = OP("stack", TL(pair, 2), I(0));
  CHECK(lies_on(stacked, kSim));
  EQUALS(stacked, 1, 2);
}

/* ---- errors of the device ---- */

/* The operator returns; the error comes when the host waits, and names the operator. */
static void wrong_indices_are_reported_when_the_host_waits(void) {
  static const char* const kOperators[] = {"index_select", "gather", "embedding"};
  for (int i = 0; i < 3; ++i) {
    vjp_tensor *table = ON(kSim, 3, 1), *index = integers_on(kSim, (int64_t[]){0, 3}, 2), *out = NULL;
    if (i == 1) index = OP("reshape", T(index), INTS(2, 1));
    out = i == 2 ? OP("embedding", T(index), T(table)) : OP(kOperators[i], T(table), I(0), T(index));
    double values[2];
    FAILS(VJP_ERROR_INVALID, vjp_tensor_copy_to(out, values, sizeof values, VJP_DTYPE_FLOAT64));
    SAYS(kOperators[i]);
    SAYS("index 3");
    OK(vjp_sim_reset());
  }
}

/* ---- the host does not wait ---- */

static uint64_t host_syncs(void) {
  vjp_stream_statistics now = VJP_STREAM_STATISTICS_INIT;
  OK(vjp_stream_get_statistics(&now));
  return now.host_syncs;
}
#define WAITS(times, call)                   \
  do {                                       \
    uint64_t before = host_syncs();          \
    call;                                    \
    CHECK(host_syncs() - before == (times)); \
  } while (0)

/* ST-8 */
static void only_operators_with_sizes_from_values_wait(void) {
  vjp_tensor *x = ON(kSim, 1, 1, 4, 4), *row = ON(kSim, 4), *index = integers_on(kSim, (int64_t[]){1, -1}, 2);
  vjp_tensor* number = number_on(kSim, 1);
  vjp_guard* guard = enter(kSim);
  WAITS(0, OP("arange", I(5)));
  WAITS(0, OP("linspace", F(0), F(1), I(5)));
  WAITS(0, OP("eye", I(3)));
  WAITS(0, OP("randperm", I(5)));
  OK(vjp_guard_exit(guard));
  WAITS(0, OP("flip", T(x), INTS(2, 3)));
  WAITS(0, OP("roll", T(x), INTS(1), INTS(3)));
  WAITS(0, OP("tril", T(x)));
  WAITS(0, OP("pad", T(x), INTS(1, 1), S("reflect")));
  WAITS(0, OP("adaptive_avg_pool2d", T(x), INTS(3, 3)));
  WAITS(0, OP("index_select", T(x), I(3), T(OP("abs", T(index)))));
  WAITS(0, OP("index.tensor", T(row), TL(&index, 1)));
  WAITS(0, OP("multinomial", T(row), I(2)));
  WAITS(0, OP("fill", T(row), T(number)));
  for (int i = 0; i < 3; ++i) {
    static const char* const kModes[] = {"nearest", "bilinear", "bicubic"};
    WAITS(0, OP("interpolate", T(x), INTS(6, 6), NONE(), S(kModes[i])));
  }
  WAITS(1, OP("nonzero", T(x)));
  WAITS(1, OP("masked_select", T(x), T(OP("gt", T(x), F(3)))));
}

static uint64_t commands(void) {
  vjp_sim_counters now = VJP_SIM_COUNTERS_INIT;
  OK(vjp_sim_device_counters(0, &now));
  return now.kernels + now.fills + now.copies;
}

/* The race detector learns from the arguments of a kernel alone what it writes: all rows, and no others. RD-3 */
static void the_detector_knows_how_many_rows_nonzero_writes(void) {
  vjp_tensor* x = ON(kSim, 2, 4); /* 7 of them are not 0 */
  uint64_t enqueued[2];
  for (int on = 0; on < 2; ++on) {
    vjp_stream *a = NULL, *b = NULL;
    OK(vjp_race_set_mode(on ? VJP_RACE_COLLECT : VJP_RACE_OFF));
    uint64_t before = commands();
    vjp_tensor* rows = OP("nonzero", T(x));
    enqueued[on] = commands() - before;
    CHECK(vjp_tensor_size(rows, 0) == 7);
    if (!on) continue;
    OP("sum", T(rows)); /* all of it was written */
    CHECK(vjp_race_count() == 0);
    /* the last row is read on another stream */
    OK(vjp_stream_create(kSim, 0, &b));
    OK(vjp_stream_current(kSim, &a));
    OK(vjp_stream_set_current(b));
    OP("neg", T(OP("narrow", T(rows), I(0), I(6), I(1))));
    OK(vjp_stream_set_current(a));
    vjp_race_finding found = VJP_RACE_FINDING_INIT;
    OK(vjp_race_get(0, &found));
    CHECK(found.kind == VJP_RACE_READ_AFTER_WRITE && strcmp(found.first.op, "nonzero") == 0);
    CHECK(found.begin == 6 * 2 * sizeof(int64_t) && found.end == 7 * 2 * sizeof(int64_t));
    OK(vjp_device_synchronize(kSim));
    vjp_stream_release(b);
    vjp_stream_release(a);
  }
  OK(vjp_race_set_mode(VJP_RACE_OFF));
  CHECK(enqueued[0] == enqueued[1]);
}

/* ---- the same numbers as on the CPU ---- */

/* RG-1 */
static void generators_of_devices_give_the_numbers_of_the_cpu(void) {
  double values[2][9];
  vjp_generator* generator = NULL;
  uint64_t seed = 0, offset[2] = {0, 0};
  OK(vjp_manual_seed(11));
  for (int i = 0; i < 2; ++i) {
    vjp_device device = i ? kSim : kCpu;
    vjp_guard* guard = enter(device);
    OK(vjp_tensor_copy_to(OP("randn", INTS(9)), values[i], sizeof values[i], VJP_DTYPE_FLOAT64));
    OK(vjp_generator_get_state(NULL, &seed, &offset[i]));
    CHECK(seed == 11 && offset[i] > 0);
    OK(vjp_default_generator(device, &generator));
    uint64_t same = 0;
    OK(vjp_generator_get_state(generator, &seed, &same));
    CHECK(same == offset[i]);
    vjp_generator_release(generator);
    OK(vjp_guard_exit(guard));
  }
  CHECK(memcmp(values[0], values[1], sizeof values[0]) == 0 && offset[0] == offset[1]);
  OK(vjp_default_generator(kOther, &generator));
  OK(vjp_generator_get_state(generator, &seed, &offset[0]));
  CHECK(seed == 11 && offset[0] == 0);
  vjp_generator_release(generator);
  FAILS(VJP_ERROR_DEVICE, vjp_default_generator((vjp_device){VJP_DEVICE_CPU, 1}, &generator));
}

static void weights_draw_the_same_indices(void) {
  for (int replacement = 0; replacement < 2; ++replacement) {
    double drawn[2][2 * 3];
    OK(vjp_manual_seed(5));
    for (int i = 0; i < 2; ++i) {
      vjp_tensor* weights = ON(i ? kSim : kCpu, 2, 5);
      vjp_tensor* out = OP("multinomial", T(weights), I(3), B(replacement));
      OK(vjp_tensor_copy_to(out, drawn[i], sizeof drawn[i], VJP_DTYPE_FLOAT64));
    }
    CHECK(memcmp(drawn[0], drawn[1], sizeof drawn[0]) == 0);
  }
}

/* Another library would take a device's address for one of the host's. */
static void only_host_memory_is_handed_over(void) {
  vjp_tensor* there = ON(kSim, 2, 5);
  void* managed = NULL;
  FAILS(VJP_ERROR_DEVICE, vjp_tensor_to_dlpack(there, false, &managed));
  SAYS("sim:0");
  CHECK(managed == NULL);
}

int main(void) {
  RUN(only_host_memory_is_handed_over);
  RUN(environment_names_the_default);
  RUN(threads_start_with_the_default_of_the_process);
  RUN(regions_say_where_new_tensors_lie);
  RUN(gradients_lie_where_their_tensors_lie);
  RUN(other_devices_do_not_mix);
  RUN(numbers_of_the_cpu_mix);
  RUN(wrong_indices_are_reported_when_the_host_waits);
  RUN(only_operators_with_sizes_from_values_wait);
  RUN(the_detector_knows_how_many_rows_nonzero_writes);
  RUN(generators_of_devices_give_the_numbers_of_the_cpu);
  RUN(weights_draw_the_same_indices);
  return finish();
}
