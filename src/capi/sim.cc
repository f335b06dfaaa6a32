// The simulator: vjp/sim.h.
#include "vjp/sim.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string>

#include "backends/sim/simulator.h"
#include "capi/capi.h"
#include "device/device_memory.h"
#include "device/stream.h"

using namespace vjp;

namespace {

sim::Simulator& simulator() { return sim::Simulator::get(); }

struct ModeText {
  char characters[256];
};
VJP_THREAD_SLOT(ModeText, mode_text, kStays);

// What the simulator knows the stream by.
sim::Stream& queue_of(const vjp_stream* handle) {
  VJP_ARG(handle);
  auto& stream = *reinterpret_cast<Stream*>(const_cast<vjp_stream*>(handle));
  if (stream.device.type != DeviceType::Sim) fail(VJP_ERROR_DEVICE, "{} is no stream of a simulated device", stream);
  return *static_cast<sim::Stream*>(stream.handle());
}

void give_counters(vjp_sim_counters counters, vjp_sim_counters* out) {
  counters.struct_size = out->struct_size;
  std::memcpy(out, &counters, std::min(out->struct_size, sizeof counters));
}

}  // namespace

vjp_status vjp_sim_configure(const vjp_sim_options* options) {
  return guard([&] {
    VJP_ARG(options);
    check_struct_size(options->struct_size, offsetof(vjp_sim_options, mode) + sizeof(options->mode), "vjp_sim_options",
                      "VJP_SIM_OPTIONS_INIT");
    simulator().configure(*options);
  });
}

vjp_status vjp_sim_set_mode(const char* mode) {
  return guard([&] {
    VJP_ARG(mode);
    simulator().set_mode(mode);
  });
}

const char* vjp_sim_mode(void) {
  ModeText& text = mode_text.own();
  text.characters[0] = 0;
  guard([&] { copy_text(simulator().mode_text(), text.characters, sizeof text.characters); });
  return text.characters;
}

vjp_status vjp_sim_reset(void) {
  return guard([] {
    simulator().reset();  // everything has run now, so all that is cached can go
    for (int i = 0; i < kMaxDevices; ++i) empty_device_cache({DeviceType::Sim, i});
    simulator().reset();
  });
}

vjp_status vjp_sim_drain(int32_t device, uint64_t* ran) {
  return guard([&] {
    uint64_t left = simulator().drain(device);
    if (ran) *ran = left;
  });
}

// ---- what was done ----

vjp_status vjp_sim_stream_counters(const vjp_stream* stream, vjp_sim_counters* out) {
  return guard([&] {
    sim::Stream& queue = queue_of(stream);
    VJP_ARG(out);
    give_counters(simulator().counters_of(queue), out);
  });
}

vjp_status vjp_sim_device_counters(int32_t device, vjp_sim_counters* out) {
  return guard([&] {
    VJP_ARG(out);
    give_counters(simulator().counters_of_device(device), out);
  });
}

vjp_status vjp_sim_stream_number(const vjp_stream* stream, int32_t* device, int32_t* number, uint64_t* next) {
  return guard([&] {
    uint64_t index = 0;
    sim::StreamName name = simulator().name_of(queue_of(stream), index);
    if (device) *device = name.device;
    if (number) *number = name.ordinal;
    if (next) *next = index;
  });
}

vjp_status vjp_sim_virtual_time(int32_t device, uint64_t* nanoseconds) {
  return guard([&] {
    VJP_ARG(nanoseconds);
    *nanoseconds = simulator().virtual_time(device);
  });
}

vjp_status vjp_sim_schedule_hash(uint64_t* out) {
  return guard([&] {
    VJP_ARG(out);
    *out = simulator().schedule_hash();
  });
}

vjp_status vjp_sim_record_schedule(const char* path) {
  return guard([&] { simulator().record_schedule(path ? path : ""); });
}

vjp_status vjp_sim_reversal_state(size_t index, vjp_sim_reversal* out) {
  return guard([&] {
    VJP_ARG(out);
    *out = simulator().reversal(index);
  });
}

// ---- what a program may ask of simulated devices only ----

vjp_status vjp_sim_sleep(vjp_stream* stream, uint64_t nanoseconds) {
  return guard([&] { simulator().sleep(queue_of(stream), nanoseconds); });
}

vjp_status vjp_sim_native_create(int32_t device, void** native) {
  return guard([&] {
    VJP_ARG(native);
    *native = simulator().create_stream(device, 0);
  });
}

vjp_status vjp_sim_native_destroy(void* native) {
  return guard([&] { simulator().destroy_native(native); });
}

vjp_status vjp_sim_fail_allocation(int32_t device, uint64_t nth, uint64_t count) {
  return guard([&] { simulator().fail_allocation(device, nth, count); });
}

vjp_status vjp_sim_fail_command(int32_t device, uint64_t nth, bool sticky) {
  return guard([&] { simulator().fail_command(device, nth, sticky); });
}

vjp_status vjp_sim_set_peer_access(bool possible) {
  return guard([&] { simulator().set_peer_access(possible); });
}
