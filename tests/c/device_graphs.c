/* Captures that cannot be, and what they leave behind: CG-2, CG-3, RG-4. */
#include "check.h"

static const vjp_device kDevice = {VJP_DEVICE_SIM, 0};

static void arena_graph_release(void* p) { vjp_device_graph_release((vjp_device_graph*)p); }
static vjp_device_graph* new_graph(void) {
  vjp_device_graph* g = NULL;
  OK(vjp_device_graph_create(&g));
  return (vjp_device_graph*)arena_put(g, arena_graph_release);
}
static vjp_status capture(vjp_device_graph* g, vjp_guard** out) {
  return vjp_guard_capture(g, kDevice, NULL, NULL, VJP_CAPTURE_GLOBAL, out);
}
static vjp_tensor* ones(int64_t n) {
  vjp_guard* there = NULL;
  OK(vjp_guard_default_device(kDevice, &there));
  vjp_tensor* t = OP("ones", INTS(n));
  OK(vjp_guard_exit(there));
  return t;
}
/* Captures t + 1 and replays it. */
static void capture_something(void) {
  vjp_tensor *t = ones(4), *sum = NULL;
  vjp_device_graph* g = new_graph();
  vjp_guard* region = NULL;
  OK(capture(g, &region));
  sum = OP("add", T(t), F(1));
  OK(vjp_device_graph_capture_end(g));
  OK(vjp_guard_exit(region));
  OK(vjp_device_graph_replay(g));
  EQUALS(sum, 2, 2, 2, 2);
}

/* A region that could not begin is no region: the one around it ends as usual. */
static void test_regions_that_fail_to_begin(void) {
  vjp_guard *outer = NULL, *inner = NULL;
  OK(vjp_guard_mode(VJP_MODE_GRAD, false, &outer));
  vjp_device_graph* g = new_graph();
  OK(capture(g, &inner));
  times(ones(4), 2);
  OK(vjp_device_graph_capture_end(g));
  OK(vjp_guard_exit(inner));
  FAILS(VJP_ERROR_STATE, capture(g, &inner)); /* it holds a capture */
  SAYS("reset");
  OK(vjp_guard_exit(outer));
  CHECK(vjp_mode_enabled(VJP_MODE_GRAD));
  capture_something();
}

/* CG-2, CG-3 */
static void test_captures_inside_each_other(void) {
  vjp_tensor *t = ones(4), *sum = NULL;
  vjp_device_graph *outer = new_graph(), *inner = new_graph();
  vjp_guard *region = NULL, *refused = NULL;
  OK(capture(outer, &region));
  FAILS(VJP_ERROR_STATE, capture(inner, &refused));
  SAYS("no part of another");
  sum = OP("add", T(t), F(1)); /* the outer one goes on */
  OK(vjp_device_graph_capture_end(outer));
  OK(vjp_guard_exit(region));
  OK(vjp_device_graph_replay(outer));
  EQUALS(sum, 2, 2, 2, 2);
}

/* RG-4 */
static void test_generators_are_registered(void) {
  vjp_generator* generator = NULL;
  OK(vjp_generator_create(3, &generator));
  for (int registered = 0; registered < 2; ++registered) {
    vjp_device_graph* g = new_graph();
    vjp_guard *region = NULL, *there = NULL;
    if (registered) OK(vjp_device_graph_register_generator(g, generator));
    uint64_t seed = 0, before = 0, after = 0;
    OK(vjp_generator_get_state(generator, &seed, &before));
    OK(capture(g, &region));
    OK(vjp_guard_default_device(kDevice, &there));
    vjp_tensor* t = NULL;
    vjp_status status = vjp_rand((int64_t[]){4}, 1, VJP_DTYPE_FLOAT64, generator, &t);
    OK(vjp_guard_exit(there));
    if (registered) {
      CHECK(status == VJP_OK);
      own(t);
      OK(vjp_device_graph_capture_end(g));
    } else {
      CHECK(status == VJP_ERROR_STATE);
      SAYS("rand");
      SAYS("not registered");
    }
    OK(vjp_guard_exit(region)); /* drops the capture that was not ended */
    OK(vjp_generator_get_state(generator, &seed, &after));
    CHECK(after == before);
    if (!registered) continue;
    OK(vjp_device_graph_replay(g));
    double first = at(t, 0);
    OK(vjp_device_graph_replay(g));
    CHECK(at(t, 0) != first);
  }
  vjp_generator_release(generator);
  capture_something();
}

/* SC-60, CG-3: what the host reads back is named. */
static void test_reading_back_is_named(void) {
  for (int what = 0; what < 2; ++what) {
    vjp_tensor* t = ones(1);
    vjp_device_graph* g = new_graph();
    vjp_guard* region = NULL;
    OK(capture(g, &region));
    double value = 0;
    if (what == 0) {
      FAILS(VJP_ERROR_STATE, vjp_tensor_item_float(t, &value));
      SAYS("'item'");
    } else {
      FAILS(VJP_ERROR_STATE, vjp_tensor_copy_to(t, &value, sizeof value, VJP_DTYPE_FLOAT64));
      SAYS("'copy_to'");
    }
    FAILS(VJP_ERROR_STATE, vjp_device_graph_capture_end(g));
    OK(vjp_guard_exit(region));
    capture_something();
  }
}

int main(void) {
  RUN(test_regions_that_fail_to_begin);
  RUN(test_captures_inside_each_other);
  RUN(test_generators_are_registered);
  RUN(test_reading_back_is_named);
  return finish();
}
