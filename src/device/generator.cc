#include "device/generator.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/error.h"
#include "device/registry.h"

namespace vjp {
namespace {

constinit Generator defaults[kMaxDeviceKeys];

}  // namespace

// ---- states ----

GeneratorState::~GeneratorState() {
  if (words_) free_device(words_);
}

GeneratorState::Value GeneratorState::reserve(uint64_t blocks) {
  std::lock_guard lock(mutex_);
  if (capturing_) return {0, std::exchange(captured_, captured_ + blocks), words()};
  return {seed_, std::exchange(offset_, offset_ + blocks)};
}

GeneratorState::Value GeneratorState::value() {
  std::lock_guard lock(mutex_);
  if (capturing_) return {0, captured_, words()};
  return {seed_, offset_};
}

void GeneratorState::set(Value value) {
  std::lock_guard lock(mutex_);
  if (capturing_) {
    if (!value.words) {
      fail(
          VJP_ERROR_STATE,
          "a generator cannot be seeded, or given another state, while a graph is captured that it is registered with");
    }
    captured_ = value.offset;
    return;
  }
  seed_ = value.seed;
  offset_ = value.offset;
}

void GeneratorState::prepare_capture(Device device) {
  constexpr size_t kBytes = 512;
  std::lock_guard lock(mutex_);
  if (!words_) {
    OperatorDevice here(device);
    words_ = allocate_device(device, kBytes);
  }
  ++graphs_;
}

void GeneratorState::forget_capture() noexcept {
  std::lock_guard lock(mutex_);
  if (--graphs_ > 0) return;
  free_device(std::exchange(words_, nullptr));
}

void GeneratorState::begin_capture() {
  std::lock_guard lock(mutex_);
  capturing_ = true;
  captured_ = 0;
}

uint64_t GeneratorState::end_capture() noexcept {
  std::lock_guard lock(mutex_);
  capturing_ = false;
  return captured_;
}

bool GeneratorState::capturing() {
  std::lock_guard lock(mutex_);
  return capturing_;
}

uint64_t* GeneratorState::words() const { return reinterpret_cast<uint64_t*>(block_data(words_)); }

GeneratorState::Value GeneratorState::advance(uint64_t blocks) {
  std::lock_guard lock(mutex_);
  return {seed_, std::exchange(offset_, offset_ + blocks)};
}

// ---- generators ----

void Generator::destroy(Generator* generator) noexcept {
  // a default one holds the reference it began with; one release too many by a caller must not free it
  if (generator < std::begin(defaults) || generator >= std::end(defaults)) delete generator;
}

Ref<GeneratorState> Generator::share_state() {
  std::lock_guard lock(mutex_);
  if (!state_) state_ = Ref<GeneratorState>::take(new GeneratorState(seed_));
  return state_;
}

Generator::State Generator::state() {
  std::lock_guard lock(mutex_);
  return state_ ? state_->value() : State{seed_, 0};
}

void Generator::set_state(State value) {
  std::lock_guard lock(mutex_);
  if (state_) {
    state_->set(value);
  } else if (value.offset == 0) {
    seed_ = value.seed;
  } else {
    state_ = Ref<GeneratorState>::take(new GeneratorState(value.seed));
    state_->set(value);
  }
}

bool Generator::capturing() {
  std::lock_guard lock(mutex_);
  return state_ && state_->capturing();
}

void Generator::swap_states(Generator& a, Generator& b) {
  if (&a == &b) return;
  a.share_state();
  b.share_state();
  std::scoped_lock lock(a.mutex_, b.mutex_);
  std::swap(a.state_, b.state_);
}

Generator& default_generator(Device device) { return defaults[device.key()]; }

void seed_default_generators(uint64_t seed) {
  for (Generator& generator : defaults) {
    if (generator.capturing()) fail(VJP_ERROR_STATE, "generators cannot be seeded while a graph is captured");
  }
  for (Generator& generator : defaults) generator.set_state({seed, 0});
}

DefaultGeneratorStates DefaultGeneratorStates::now() {
  DefaultGeneratorStates states;
  states.cpu_ = default_generator({}).state();
  for (int t = 1; t < kMaxDeviceTypes; ++t) {
    auto type = static_cast<DeviceType>(t);
    if (!loaded_backend(type)) continue;
    for (int i = 0; i < kMaxDevices; ++i) {
      Device device(type, i);
      states.others_.push_back({device, default_generator(device).state(), context_active(device)});
    }
  }
  return states;
}

bool DefaultGeneratorStates::knew(Device device) const {
  return std::any_of(others_.begin(), others_.end(), [&](const Entry& e) { return e.device == device && e.active; });
}

void DefaultGeneratorStates::check_devices(const char* what) const {
  for (Device device : active_devices()) {
    if (knew(device) || default_generator(device).state().offset == 0) continue;
    fail(VJP_ERROR_STATE,
         "{}: {} was first used inside, and its random numbers were drawn before the state of its generator could be "
         "stored; use the device before, or do not preserve the random state",
         what, to_text(device));
  }
}

void DefaultGeneratorStates::put_in_force() const {
  default_generator({}).set_state(cpu_);
  for (const Entry& entry : others_) default_generator(entry.device).set_state(entry.state);
}

}  // namespace vjp
