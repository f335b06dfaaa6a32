/*
 * The host side of the CUDA backend on the driver of this folder: contexts, memory, captures, and errors that come
 * late. What breaks a rule of the driver ends the program with status 86, whatever the checks here say.
 */
#include <pthread.h>

#include "../c/check.h"
#include "vjp/capture.h"

/* of the fake driver and runtime */
int cuCtxGetCurrent(void** context);
int cudaGetDevice(int* device);
int cudaSetDevice(int device);
void fake_cuda_break(int after, int error);
void fake_cuda_repair(void);
size_t fake_cuda_bytes(void);

static const vjp_device kCpu = {VJP_DEVICE_CPU, 0}, kFirst = {VJP_DEVICE_CUDA, 0}, kSecond = {VJP_DEVICE_CUDA, 1};

static vjp_tensor* moved(vjp_tensor* t, vjp_device device) {
  vjp_tensor* out = NULL;
  OK(vjp_to_device(t, &device, VJP_DTYPE_NONE, false, &out));
  return own(out);
}
static void* current_context(void) {
  void* context = NULL;
  cuCtxGetCurrent(&context);
  return context;
}

/* DV-3: a device that is looked at, or worked on, leaves the thread as it was, and the others alone. First of all. */
static void contexts_are_made_when_needed(void) {
  int32_t count = 0;
  OK(vjp_device_count(VJP_DEVICE_CUDA, &count));
  CHECK(count == 2);
  vjp_device_info info = VJP_DEVICE_INFO_INIT;
  OK(vjp_device_get_info(kSecond, &info));
  CHECK(!vjp_device_is_active(kFirst) && !vjp_device_is_active(kSecond));
  vjp_tensor* x = moved(VEC(1, 2, 3), kSecond);
  EQUALS(times(x, 2), 2, 4, 6);
  CHECK(!vjp_device_is_active(kFirst) && vjp_device_is_active(kSecond));
  CHECK(current_context() == NULL);
  vjp_tensor* w = leaf(moved(VEC(1, 2, 3), kSecond));
  OK(vjp_backward(sum(mul(w, x)), NULL));
  EQUALS(grad_of(w), 1, 2, 3);
  CHECK(!vjp_device_is_active(kFirst) && current_context() == NULL);
}

/* DV-2: also where a call fails. */
static void another_user_of_the_runtime_keeps_its_device(void) {
  int device = -1;
  CHECK(cudaSetDevice(1) == 0);
  void* context = current_context();
  vjp_tensor *a = moved(VEC(1, 2, 3), kFirst), *b = moved(a, kSecond);
  EQUALS(times(a, 3), 3, 6, 9);
  EQUALS(times(b, 3), 3, 6, 9);
  EQUALS(moved(b, kCpu), 1, 2, 3);
  vjp_tensor* out = NULL;
  FAILS(VJP_ERROR_SHAPE, call_op("matmul", VJP_VARIANT_FUNCTIONAL, ARGS(T(a), T(moved(VEC(1, 2), kFirst))), 0, &out));
  CHECK(cudaGetDevice(&device) == 0 && device == 1 && current_context() == context);
}

/* Batches that cuBLAS cannot be given as strides, of matrices on odd addresses. */
static void products_of_halves_lie_anywhere(void) {
  vjp_dtype dtypes[] = {VJP_DTYPE_FLOAT16, VJP_DTYPE_BFLOAT16, VJP_DTYPE_FLOAT32};
  for (int i = 0; i < 3; ++i) {
    vjp_set_allow_tf32(i == 2);
    vjp_tensor* a = OP("transpose", T(OP("zeros_like", T(ramp(dtypes[i], 4, (int64_t[]){2, 5, 3, 8})))), I(1), I(2));
    a = OP("add", T(a), F(0.5));
    vjp_tensor* b = OP("transpose", T(ramp(dtypes[i], 4, (int64_t[]){2, 7, 3, 8})), I(1), I(2));
    vjp_tensor* there = OP("matmul", T(moved(a, kFirst)), T(OP("transpose", T(moved(b, kFirst)), I(2), I(3))));
    vjp_tensor* here = OP("matmul", T(a), T(OP("transpose", T(b), I(2), I(3))));
    CHECK(SHAPE(there, 2, 3, 5, 7));
    for (size_t e = 0; e < 2 * 3 * 5 * 7; ++e) CHECK(fabs(at(there, e) - at(here, e)) <= 0.01 * fabs(at(here, e)));
  }
  vjp_set_allow_tf32(false);
}

/* cuDNN is given what lies on 16 bytes, wherever an image lies. */
static void convolutions_of_views(void) {
  vjp_tensor* all = ramp(VJP_DTYPE_FLOAT32, 1, (int64_t[]){51});
  vjp_tensor* weight = ramp(VJP_DTYPE_FLOAT32, 4, (int64_t[]){3, 2, 3, 3});
  vjp_tensor* results[2][3];
  for (int i = 0; i < 2; ++i) {
    vjp_set_deterministic(i == 1);
    vjp_tensor* w = leaf(i ? moved(weight, kFirst) : clone(weight));
    vjp_tensor* x = leaf(i ? moved(all, kFirst) : clone(all));
    vjp_tensor* image = OP("reshape", T(narrow(x, 0, 1, 50)), INTS(1, 2, 5, 5));
    results[i][0] = OP("conv2d", T(image), T(w), NONE(), INTS(2, 1), INTS(1, 0), INTS(1, 1), I(1));
    OK(vjp_backward(sum(mul(results[i][0], results[i][0])), NULL));
    results[i][1] = grad_of(w);
    results[i][2] = grad_of(x);
  }
  vjp_set_deterministic(false);
  for (int r = 0; r < 3; ++r) {
    for (size_t e = 0; e < (size_t)vjp_tensor_numel(results[0][r]); ++e)
      CHECK(fabs(at(results[0][r], e) - at(results[1][r], e)) <= 1e-5 * fabs(at(results[0][r], e)));
  }
}

/* ---- captures ---- */

static pthread_barrier_t barrier;

static void* work_beside_a_capture(void* status) {
  vjp_status worst = VJP_OK;
  pthread_barrier_wait(&barrier); /* the capture is underway */
  double values[2048];
  int64_t size = 2048;
  for (int i = 0; i < 2048; ++i) values[i] = i;
  vjp_tensor *host = NULL, *there = NULL, *twice = NULL;
  if (!worst) worst = vjp_tensor_from_data(values, &size, 1, VJP_DTYPE_FLOAT64, &host);
  if (!worst) worst = vjp_to_device(host, &kFirst, VJP_DTYPE_NONE, false, &there);
  if (!worst) worst = call_op("add", VJP_VARIANT_FUNCTIONAL, ARGS(T(there), T(there)), 0, &twice);
  if (!worst) worst = vjp_tensor_copy_to(twice, values, sizeof values, VJP_DTYPE_FLOAT64);
  if (!worst && values[2047] != 4094) worst = VJP_ERROR_INTERNAL;
  vjp_tensor_release(host);
  vjp_tensor_release(there);
  vjp_tensor_release(twice);
  pthread_barrier_wait(&barrier);
  *(vjp_status*)status = worst;
  return NULL;
}

/* CG-1, CG-13: a capture in the strictest mode goes on while its thread allocates and meets a library for the first
 * time on this device, and while other threads use the device. */
static void captures_bear_allocation_anywhere(void) {
  vjp_device_graph* graph = NULL;
  vjp_guard* region = NULL;
  pthread_t thread;
  vjp_status beside = VJP_ERROR_INTERNAL;
  vjp_tensor* x = moved(MAT(2, 2, 1, 2, 3, 4), kSecond);
  vjp_tensor* big = moved(OP("zeros_like", T(ramp(VJP_DTYPE_FLOAT64, 1, (int64_t[]){4096}))), kSecond);
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_create(&thread, NULL, work_beside_a_capture, &beside);
  OK(vjp_device_graph_create(&graph));
  OK(vjp_guard_capture(graph, kSecond, NULL, NULL, VJP_CAPTURE_GLOBAL, &region));
  vjp_tensor* y = OP("matmul", T(x), T(x));
  vjp_tensor* longer = OP("add", T(big), F(1));
  pthread_barrier_wait(&barrier);
  pthread_barrier_wait(&barrier);
  y = add(y, y);
  OK(vjp_device_graph_capture_end(graph));
  OK(vjp_guard_exit(region));
  pthread_join(thread, NULL);
  CHECK(beside == VJP_OK);
  for (int i = 1; i <= 3; ++i) {
    OK(vjp_device_graph_replay(graph));
    EQUALS(y, 14 * i * i, 20 * i * i, 30 * i * i, 44 * i * i);
    CHECK(at(longer, 4095) == 1);
    OP_("mul", T(x), F((i + 1.0) / i));
  }
  vjp_device_graph_release(graph);
}

/* CG-3, CG-5: what is broken says so, as the capture that it was, and the next one works. */
static void a_broken_capture_keeps_its_name(void) {
  vjp_device_graph* graph = NULL;
  vjp_guard* region = NULL;
  vjp_stream* stream = NULL;
  vjp_capture_state state = VJP_CAPTURE_NONE;
  uint64_t before = 0, after = 0;
  bool done = false;
  vjp_tensor* x = moved(VEC(1, 2), kFirst);
  OK(vjp_device_graph_create(&graph));
  OK(vjp_guard_capture(graph, kFirst, NULL, NULL, VJP_CAPTURE_GLOBAL, &region));
  OK(vjp_stream_current(kFirst, &stream));
  OK(vjp_stream_capture_state(stream, &state, &before));
  CHECK(state == VJP_CAPTURE_ACTIVE && before != 0);
  FAILS(VJP_ERROR_STATE, vjp_stream_query(stream, &done));
  OK(vjp_stream_capture_state(stream, &state, &after));
  CHECK(state == VJP_CAPTURE_INVALIDATED && after == before);
  FAILS(VJP_ERROR_STATE, TRY("mul", T(x), T(x)));
  FAILS(VJP_ERROR_STATE, vjp_device_graph_capture_end(graph));
  OK(vjp_guard_exit(region));
  OK(vjp_guard_capture(graph, kFirst, NULL, NULL, VJP_CAPTURE_GLOBAL, &region));
  vjp_tensor* y = mul(x, x);
  OK(vjp_device_graph_capture_end(graph));
  OK(vjp_guard_exit(region));
  OK(vjp_device_graph_replay(graph));
  EQUALS(y, 1, 4);
  vjp_stream_release(stream);
  vjp_device_graph_release(graph);
}

/* ---- errors that come late ---- */

static void wrong_indices_are_reported_and_forgotten(void) {
  vjp_guard* guard = NULL;
  OK(vjp_guard_default_device(kFirst, &guard));
  vjp_tensor *table = VEC(1, 2, 3), *index = NULL, *out = NULL;
  OK(vjp_tensor_from_data((int64_t[]){0, 3}, (int64_t[]){2}, 1, VJP_DTYPE_INT64, &index));
  own(index);
  vjp_status status = call_op("index_select", VJP_VARIANT_FUNCTIONAL, ARGS(T(table), I(0), T(index)), 0, &out);
  double values[2];
  if (status == VJP_OK) status = vjp_tensor_copy_to(own(out), values, sizeof values, VJP_DTYPE_FLOAT64);
  CHECK(status == VJP_ERROR_INVALID);
  SAYS("index 3");
  SAYS("index_select");
  EQUALS(times(table, 2), 2, 4, 6);
  OK(vjp_guard_exit(guard));
}

/* The last of all: the backend remembers. */
static void a_broken_device_says_who_may_have_broken_it(void) {
  enum { kIllegalAddress = 700 };
  vjp_tensor* x = moved(VEC(1, 2, 3), kFirst);
  vjp_tensor* out = NULL;
  OK(vjp_device_synchronize(kFirst));
  fake_cuda_break(0, kIllegalAddress);
  vjp_status status = call_op("exp", VJP_VARIANT_FUNCTIONAL, ARGS(T(x)), 0, &out);
  if (status == VJP_OK) status = vjp_device_synchronize(kFirst);
  CHECK(status == VJP_ERROR_BACKEND);
  SAYS("illegal memory access");
  SAYS("'exp'");
  vjp_tensor_release(out);
  FAILS(VJP_ERROR_BACKEND, TRY("mul", T(x), T(x)));
  SAYS("illegal memory access");
  EQUALS(times(moved(VEC(1, 2), kSecond), 2), 2, 4); /* the other one works */
  fake_cuda_repair();
}

static void everything_goes_back(void) {
  vjp_shutdown();
  size_t records = 2 * 64; /* what kernels report in */
  CHECK(fake_cuda_bytes() <= records);
}

int main(void) {
  RUN(contexts_are_made_when_needed);
  RUN(captures_bear_allocation_anywhere);
  RUN(a_broken_capture_keeps_its_name);
  RUN(another_user_of_the_runtime_keeps_its_device);
  RUN(convolutions_of_views);
  RUN(products_of_halves_lie_anywhere);
  RUN(wrong_indices_are_reported_and_forgotten);
  RUN(everything_goes_back);
  RUN(a_broken_device_says_who_may_have_broken_it);
  return finish();
}
