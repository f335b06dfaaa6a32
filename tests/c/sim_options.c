/* The simulator is set up: by the environment first, by vjp_sim_configure until it is in use. */
#include "check.h"

static vjp_device sim(int32_t index) {
  vjp_device d = {VJP_DEVICE_SIM, index};
  return d;
}

/* SIM-1, SIM-4: how many devices, how much memory, which mode */
static void test_environment(void) {
  int32_t count = 0;
  OK(vjp_device_count(VJP_DEVICE_SIM, &count));
  CHECK(count == 3);
  CHECK(strcmp(vjp_sim_mode(), "random:5") == 0);
  vjp_device_info info = VJP_DEVICE_INFO_INIT;
  OK(vjp_device_get_info(sim(2), &info));
  CHECK(info.total_memory == 64u << 20);
  CHECK(!vjp_device_is_active(sim(0)));
}

static void test_what_is_refused(void) {
  vjp_sim_options options = VJP_SIM_OPTIONS_INIT;
  options.devices = 17;
  FAILS(VJP_ERROR_INVALID, vjp_sim_configure(&options));
  SAYS("1 to 16 devices, not 17");
  options.devices = 2;
  options.memory = 100;
  FAILS(VJP_ERROR_INVALID, vjp_sim_configure(&options));
  SAYS("not 100 bytes");
  options.memory = 0;
  options.mode = "sometimes";
  FAILS(VJP_ERROR_INVALID, vjp_sim_configure(&options));
  SAYS("'sometimes'");
  options.mode = "random:5x";
  FAILS(VJP_ERROR_INVALID, vjp_sim_configure(&options));
  SAYS("'x' is not understood");
  options.mode = NULL;
  options.overlap = 65;
  FAILS(VJP_ERROR_INVALID, vjp_sim_configure(&options));
  options.struct_size = 3;
  FAILS(VJP_ERROR_INVALID, vjp_sim_configure(&options));
  SAYS("VJP_SIM_OPTIONS_INIT");
  FAILS(VJP_ERROR_IO, vjp_sim_set_mode("replay:/nowhere"));
  CHECK(strcmp(vjp_sim_mode(), "random:5") == 0);
  int32_t count = 0;
  OK(vjp_device_count(VJP_DEVICE_SIM, &count));
  CHECK(count == 3);
}

/* SIM-7: no more streams make progress at once than allowed, in virtual time */
static void test_overlap(void) {
  vjp_sim_options options = VJP_SIM_OPTIONS_INIT;
  options.devices = 2;
  options.memory = 1 << 20;
  options.overlap = 1;
  options.mode = "lazy";
  OK(vjp_sim_configure(&options));
  int32_t count = 0;
  OK(vjp_device_count(VJP_DEVICE_SIM, &count));
  CHECK(count == 2);
  vjp_stream *a = NULL, *b = NULL, *c = NULL;
  OK(vjp_stream_create(sim(0), 0, &a));
  OK(vjp_stream_create(sim(0), 0, &b));
  OK(vjp_stream_create(sim(1), 0, &c));
  OK(vjp_sim_sleep(a, 30000000));
  OK(vjp_sim_sleep(b, 20000000));
  OK(vjp_sim_sleep(c, 45000000)); /* another device */
  OK(vjp_device_synchronize(sim(0)));
  OK(vjp_device_synchronize(sim(1)));
  uint64_t end = 0;
  OK(vjp_sim_virtual_time(0, &end));
  CHECK(end == 50000000);
  OK(vjp_sim_virtual_time(1, &end));
  CHECK(end == 45000000);
  vjp_stream_release(a);
  vjp_stream_release(b);
  vjp_stream_release(c);
}

/* Once a device is in use, only the mode changes. */
static void test_in_use(void) {
  CHECK(vjp_device_is_active(sim(0)));
  vjp_sim_options options = VJP_SIM_OPTIONS_INIT;
  options.devices = 2;
  options.memory = 1 << 20;
  options.overlap = 1;
  options.mode = "starve:side";
  OK(vjp_sim_configure(&options));
  CHECK(strcmp(vjp_sim_mode(), "starve:side") == 0);
  options.devices = 4;
  FAILS(VJP_ERROR_STATE, vjp_sim_configure(&options));
  SAYS("in use already");
  FAILS(VJP_ERROR_DEVICE, vjp_sim_virtual_time(2, &(uint64_t){0}));
}

int main(void) {
  setenv("VJP_SIM_DEVICES", "3", 1);
  setenv("VJP_SIM_MEMORY", "64M", 1);
  setenv("VJP_SIM_MODE", "random:5", 1);
  RUN(test_environment);
  RUN(test_what_is_refused);
  RUN(test_overlap);
  RUN(test_in_use);
  return finish();
}
