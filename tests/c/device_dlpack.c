/* DLPack and memory of devices. A variant of the toy backend called "hip" stands for a device that DLPack knows. */
#include <stdint.h>
#include <stdlib.h>

#include "check.h"

static const vjp_device kSim = {VJP_DEVICE_SIM, 0};

/* As DLPack 1.0 declares them. */
typedef struct {
  void* data;
  struct {
    int32_t type, id;
  } device;
  int32_t ndim;
  struct {
    uint8_t code, bits;
    uint16_t lanes;
  } dtype;
  int64_t *shape, *strides;
  uint64_t byte_offset;
} DlTensor;
typedef struct Versioned {
  struct {
    uint32_t major, minor;
  } version;
  void* context;
  void (*deleter)(struct Versioned*);
  uint64_t flags;
  DlTensor array;
} Versioned;

static vjp_device hip(int index) {
  vjp_device device = {0, 0};
  setenv("VJP_BACKEND_PATH", VJP_TEST_PLUGINS, 1);
  OK(vjp_device_from_name(index ? "hip:1" : "hip:0", &device));
  return device;
}
static vjp_tensor* on(vjp_device device, vjp_tensor* t) {
  vjp_tensor* out = NULL;
  OK(vjp_to_device(t, &device, VJP_DTYPE_NONE, false, &out));
  return own(out);
}
static vjp_stream* stream_of(vjp_device device, bool standard) {
  vjp_stream* s = NULL;
  OK(standard ? vjp_stream_default(device, &s) : vjp_stream_create(device, 0, &s));
  return s;
}
static uint64_t waits(void) {
  vjp_stream_statistics s = VJP_STREAM_STATISTICS_INIT;
  OK(vjp_stream_get_statistics(&s));
  return s.event_waits;
}

static void devices_have_numbers(void) {
  int32_t type = -1, id = -1;
  vjp_device back = kSim;
  OK(vjp_tensor_dlpack_device(on(hip(1), VEC(1, 2)), &type, &id));
  CHECK(type == 10 && id == 1);
  OK(vjp_device_from_dlpack(type, id, &back));
  CHECK(back.kind == hip(1).kind && back.index == 1);
  OK(vjp_tensor_dlpack_device(VEC(1, 2), &type, &id));
  CHECK(type == 1 && id == 0);
  for (int32_t host = 1; host <= 11; host += host == 1 ? 2 : 8) {
    OK(vjp_device_from_dlpack(host, 0, &back));
    CHECK(back.kind == VJP_DEVICE_CPU);
  }
  FAILS(VJP_ERROR_DEVICE, vjp_tensor_dlpack_device(on(kSim, VEC(1, 2)), &type, &id));
  SAYS("sim");
  SAYS("to the host");
  CHECK(type == 1);
  FAILS(VJP_ERROR_DEVICE, vjp_device_from_dlpack(8, 0, &back));
  FAILS(VJP_ERROR_DEVICE, vjp_device_from_dlpack(10, 2, &back));
  FAILS(VJP_ERROR_DEVICE, vjp_device_from_dlpack(10, -1, &back));
}

static void memory_goes_there_and_back(void) {
  for (int versioned = 0; versioned < 2; ++versioned) {
    vjp_tensor *x = on(hip(1), MAT(2, 3, 1, 2, 3, 4, 5, 6)), *back = NULL, *t = NULL;
    void* managed = NULL;
    OK(vjp_transpose(x, 0, 1, &t));
    OK(vjp_tensor_to_dlpack(own(t), versioned, &managed));
    DlTensor* array = versioned ? &((Versioned*)managed)->array : (DlTensor*)managed;
    CHECK(array->device.type == 10 && array->device.id == 1 && array->data == vjp_tensor_data(x));
    OK(vjp_tensor_from_dlpack(managed, versioned, &back));
    own(back);
    CHECK(vjp_tensor_device(back).kind == hip(1).kind && vjp_tensor_device(back).index == 1);
    CHECK(vjp_tensor_data(back) == vjp_tensor_data(x));
    EQUALS(back, 1, 4, 2, 5, 3, 6);
    EQUALS(mul(back, back), 1, 16, 4, 25, 9, 36); /* it is computed with where it lies */
    vjp_device there = vjp_tensor_device(mul(back, back));
    CHECK(there.kind == hip(1).kind && there.index == 1);
  }
}

/* Whose deleter counts, for memory that the receiver may not write. */
static int deleted;
static void count_deletion(Versioned* v) {
  (void)v;
  ++deleted;
}
static void read_only_memory_is_copied(void) {
  vjp_tensor *x = on(hip(0), VEC(1, 2, 3, 4)), *t = NULL;
  int64_t shape[] = {2}, strides[] = {2};
  Versioned v = {.version = {1, 0}, .deleter = count_deletion, .flags = 1};
  v.array = (DlTensor){vjp_tensor_data(x), {10, 0}, 1, {2, 64, 1}, shape, strides, 8};
  OK(vjp_tensor_from_dlpack(&v, true, &t));
  own(t);
  CHECK(deleted == 1 && vjp_tensor_data(t) != (char*)vjp_tensor_data(x) + 8);
  OK(vjp_zero_(x));
  EQUALS(t, 2, 4);
}

/* The array API's numbers: who waits for whom */
static void the_readers_stream_waits(void) {
  vjp_device d = hip(0);
  vjp_stream *side = stream_of(d, false), *writer = stream_of(d, false), *standard = stream_of(d, true);
  vjp_tensor* x = on(d, VEC(1, 2));
  int64_t number = -7, none = -1;
  void* managed = NULL;
  vjp_guard* region = NULL;
  OK(vjp_stream_dlpack_number(standard, &number));
  CHECK(number == 0);
  OK(vjp_stream_dlpack_number(side, &number));
  void* native = NULL;
  OK(vjp_stream_native(side, &native));
  CHECK(number == (int64_t)(intptr_t)native && number > 2);
  OK(vjp_guard_stream(writer, &region));
  struct {
    const int64_t* stream;
    uint64_t waits;
  } cases[] = {{NULL, 1}, {&none, 0}, {&number, 1}};
  for (size_t i = 0; i < 3; ++i) {
    uint64_t before = waits();
    OK(vjp_tensor_to_dlpack_stream(x, true, cases[i].stream, &managed));
    CHECK(waits() - before == cases[i].waits);
    ((Versioned*)managed)->deleter((Versioned*)managed);
  }
  int64_t own_number = 0;
  OK(vjp_stream_dlpack_number(writer, &own_number));
  uint64_t before = waits();
  OK(vjp_tensor_to_dlpack_stream(x, true, &own_number, &managed)); /* it is the stream itself */
  CHECK(waits() == before);
  ((Versioned*)managed)->deleter((Versioned*)managed);
  managed = NULL;
  for (int64_t wrong = -2; wrong <= 2; wrong += wrong == -2 ? 3 : 1) { /* -2, 1, 2 */
    FAILS(VJP_ERROR_INVALID, vjp_tensor_to_dlpack_stream(x, true, &wrong, &managed));
    SAYS("hip:0");
  }
  FAILS(VJP_ERROR_INVALID, vjp_tensor_to_dlpack_stream(VEC(1), true, &none, &managed));
  SAYS("on the host");
  CHECK(managed == NULL);
  OK(vjp_guard_exit(region));
  vjp_stream_release(side);
  vjp_stream_release(writer);
  vjp_stream_release(standard);
}

/* AL-3: the default stream of the device may still read when the receiver gives the memory back */
static void the_default_streams_use_is_recorded(void) {
  vjp_device d = hip(0);
  vjp_stream* writer = stream_of(d, false);
  vjp_guard* region = NULL;
  void* managed = NULL;
  vjp_stream_statistics before = VJP_STREAM_STATISTICS_INIT, after = VJP_STREAM_STATISTICS_INIT;
  OK(vjp_guard_stream(writer, &region));
  vjp_tensor* x = NULL;
  OK(vjp_to_device(VEC(1, 2), &d, VJP_DTYPE_NONE, false, &x));
  OK(vjp_tensor_to_dlpack(x, false, &managed));
  vjp_tensor_release(x);
  OK(vjp_stream_get_statistics(&before));
  vjp_tensor* back = NULL;
  OK(vjp_tensor_from_dlpack(managed, false, &back));
  vjp_tensor_release(back);
  OK(vjp_stream_get_statistics(&after));
  CHECK(after.events_recorded == before.events_recorded + 1);
  OK(vjp_guard_exit(region));
  vjp_stream_release(writer);
}

int main(void) {
  RUN(devices_have_numbers);
  RUN(memory_goes_there_and_back);
  RUN(read_only_memory_is_copied);
  RUN(the_readers_stream_waits);
  RUN(the_default_streams_use_is_recorded);
  return finish();
}
