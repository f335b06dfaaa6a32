// C entry points: random generators.
#include "device/generator.h"

#include "capi/capi.h"
#include "device/default_device.h"
#include "device/registry.h"
#include "vjp/device.h"

using namespace vjp;

namespace {

Generator* generator_of(vjp_generator* handle) { return reinterpret_cast<Generator*>(handle); }
// NULL stands for that of the thread's default device.
Generator& generator_or_default(vjp_generator* handle) {
  return handle ? *generator_of(handle) : default_generator(default_device());
}

}  // namespace

extern "C" {

vjp_status vjp_generator_create(uint64_t seed, vjp_generator** out) {
  return guard([&] {
    VJP_ARG(out);
    *out = reinterpret_cast<vjp_generator*>(new Generator(seed));
  });
}

vjp_generator* vjp_generator_retain(vjp_generator* generator) {
  if (generator) generator_of(generator)->refs.retain();
  return generator;
}

void vjp_generator_release(vjp_generator* generator) { Ref<Generator>::take(generator_of(generator)); }

vjp_status vjp_generator_set_seed(vjp_generator* generator, uint64_t seed) {
  return guard([&] { generator_or_default(generator).set_state({seed, 0}); });
}

vjp_status vjp_generator_get_state(vjp_generator* generator, uint64_t* seed, uint64_t* offset) {
  return guard([&] {
    VJP_ARG(seed);
    VJP_ARG(offset);
    Generator::State state = generator_or_default(generator).state();
    *seed = state.seed;
    *offset = state.offset;
  });
}

vjp_status vjp_generator_set_state(vjp_generator* generator, uint64_t seed, uint64_t offset) {
  return guard([&] { generator_or_default(generator).set_state({seed, offset}); });
}

vjp_status vjp_manual_seed(uint64_t seed) {
  return guard([&] { seed_default_generators(seed); });
}

vjp_status vjp_default_generator(vjp_device device, vjp_generator** out) {
  return guard([&] {
    VJP_ARG(out);
    Generator& generator = default_generator(device_from_c(device, "vjp_default_generator", "device"));
    generator.refs.retain();
    *out = reinterpret_cast<vjp_generator*>(&generator);
  });
}

}  // extern "C"
