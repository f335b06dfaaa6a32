#include "device/generator.h"

#include <iterator>

#include "device/registry.h"

namespace vjp {
namespace {

constinit Generator defaults[kMaxDeviceKeys];

}  // namespace

Generator& default_generator(Device device) { return defaults[device.key()]; }

void seed_default_generators(uint64_t seed) {
  for (Generator& generator : defaults) generator.set_state({seed, 0});
}

DefaultGeneratorStates DefaultGeneratorStates::now() {
  DefaultGeneratorStates states;
  states.cpu_ = default_generator({}).state();
  for (int t = 1; t < kMaxDeviceTypes; ++t) {
    auto type = static_cast<DeviceType>(t);
    if (!loaded_backend(type)) continue;
    for (int i = 0; i < kMaxDevices; ++i) {
      states.others_.push_back({Device(type, i), default_generator(Device(type, i)).state()});
    }
  }
  return states;
}

void DefaultGeneratorStates::put_in_force() const {
  default_generator({}).set_state(cpu_);
  for (const Entry& entry : others_) default_generator(entry.device).set_state(entry.state);
}

void Generator::destroy(Generator* generator) noexcept {
  // a default one holds the reference it began with; one release too many by a caller must not free it
  if (generator < std::begin(defaults) || generator >= std::end(defaults)) delete generator;
}

Generator::State Generator::reserve(uint64_t blocks) {
  std::lock_guard lock(mutex_);
  State first{seed_, offset_};
  offset_ += blocks;
  return first;
}

Generator::State Generator::state() {
  std::lock_guard lock(mutex_);
  return {seed_, offset_};
}

void Generator::set_state(State state) {
  std::lock_guard lock(mutex_);
  seed_ = state.seed;
  offset_ = state.offset;
}

}  // namespace vjp
