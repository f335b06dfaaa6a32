/* What is saved on the CPU for tensors of devices, page-locked copies in the graph, gradients and metadata of devices.
 */
#include "check.h"
#include "vjp/memory.h"
#include "vjp/sim.h"

static const vjp_device kCpu = {VJP_DEVICE_CPU, 0}, kSim = {VJP_DEVICE_SIM, 0};

static vjp_tensor* moved(vjp_tensor* t, vjp_device device) {
  vjp_tensor* out = NULL;
  OK(vjp_to_device(t, &device, VJP_DTYPE_NONE, false, &out));
  return own(out);
}
static bool lies_on(const vjp_tensor* t, vjp_device device) {
  vjp_device d = vjp_tensor_device(t);
  return t && d.kind == device.kind && d.index == device.index;
}
static int64_t allocated(void) {
  vjp_memory_statistics s = VJP_MEMORY_STATISTICS_INIT;
  OK(vjp_device_synchronize(kSim));
  OK(vjp_memory_get_statistics(kSim, &s));
  return (int64_t)s.all.allocated_bytes.current;
}

/* (x + 1)^2, whose derivative needs the sum; how much memory of the device goes when the program lets go of it */
static void memory_of_the_device_is_given_back(bool pinned) {
  vjp_tensor* x = leaf(moved(ramp(VJP_DTYPE_FLOAT64, 1, (int64_t[]){1000}), kSim));
  vjp_guard* region = NULL;
  OK(vjp_guard_save_on_cpu(pinned, &region));
  vjp_tensor* a = OP("add", T(x), F(1));
  vjp_tensor* y = sum(mul(a, a));
  int64_t with = allocated();
  drop_now(a);
  CHECK(with - allocated() >= 8000);
  OK(vjp_guard_exit(region));
  OK(vjp_backward(y, NULL));
  vjp_tensor* g = grad_of(x);
  CHECK(lies_on(g, kSim));
  NEAR(at(moved(g, kCpu), 0), 3);
  NEAR(at(moved(g, kCpu), 999), 1002);
}
/* SHOOK-10 */
static void shook_10_saved_in_host_memory(void) { memory_of_the_device_is_given_back(false); }
static void shook_10_pinned(void) { memory_of_the_device_is_given_back(true); }

/* SHOOK-10: the copy is enqueued on the stream of the forward; a backward on another one waits for it */
static void shook_10_pinned_on_another_stream(void) {
  vjp_stream* other = NULL;
  vjp_guard *region = NULL, *there = NULL;
  vjp_tensor* x = leaf(moved(ramp(VJP_DTYPE_FLOAT64, 1, (int64_t[]){1000}), kSim));
  OK(vjp_stream_create(kSim, 0, &other));
  OK(vjp_guard_save_on_cpu(true, &region));
  vjp_tensor* a = OP("exp", T(times(x, 1e-3)));
  OK(vjp_guard_exit(region));
  OK(vjp_guard_stream(other, &there));
  vjp_saved_attribute* saved = NULL;
  OK(vjp_node_saved(node_of(a), "out", &saved));
  vjp_tensor* kept = vjp_saved_attribute_value(saved)->as.tensor;
  CHECK(lies_on(kept, kSim));
  ABOUT(at(moved(times(kept, 2), kCpu), 999), 2 * exp(0.5), 1e-12);
  vjp_saved_attribute_release(saved);
  OK(vjp_guard_exit(there));
  OK(vjp_device_synchronize(kSim));
  vjp_stream_release(other);
}

/* SHOOK-10: what lies on the host is not copied, and changes of it are noticed */
static void shook_10_of_the_host(void) {
  vjp_tensor *x = leaf(VEC(1, 2)), *out = NULL;
  vjp_guard* region = NULL;
  OK(vjp_guard_save_on_cpu(true, &region));
  vjp_tensor* a = clone(x);
  vjp_tensor* y = sum(mul(a, a));
  OK(vjp_guard_exit(region));
  OP_("add", T(a), F(1));
  FAILS(VJP_ERROR_VERSION, try_grad(y, NULL, x, false, false, &out));
  SAYS("changed in place");
}

/* DET-7 */
static void det_7_gradient_of_another_device(void) {
  vjp_tensor *x = leaf(VEC(1, 2)), *there = moved(VEC(1, 1), kSim);
  FAILS(VJP_ERROR_DEVICE, vjp_tensor_set_grad(x, there));
  SAYS("sim:0");
  SAYS("cpu");
  CHECK(grad_of(x) == NULL);
  vjp_tensor* on_device = leaf(moved(VEC(1, 2), kSim));
  FAILS(VJP_ERROR_DEVICE, vjp_tensor_set_grad(on_device, VEC(1, 1)));
  OK(vjp_tensor_set_grad(on_device, there));
  CHECK(grad_of(on_device) == there);
}

static void pinning_is_recorded(void) {
  vjp_tensor *x = leaf(VEC(1, 2)), *pinned = NULL;
  OK(vjp_tensor_pin_memory(x, VJP_DEVICE_SIM, &pinned));
  own(pinned);
  CHECK(vjp_tensor_is_pinned(pinned) && vjp_tensor_requires_grad(pinned));
  EQUALS(grad(sum(times(pinned, 3)), x), 3, 3);
  vjp_tensor* again = NULL;
  OK(vjp_tensor_pin_memory(pinned, VJP_DEVICE_SIM, &again));
  CHECK(own(again) == pinned);
}

int main(void) {
  RUN(shook_10_saved_in_host_memory);
  RUN(shook_10_pinned);
  RUN(shook_10_pinned_on_another_stream);
  RUN(shook_10_of_the_host);
  RUN(det_7_gradient_of_another_device);
  RUN(pinning_is_recorded);
  return finish();
}
