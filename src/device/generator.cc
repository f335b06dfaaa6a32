#include "device/generator.h"

namespace vjp {
namespace {

constinit Generator the_default;

}  // namespace

Generator& default_generator() { return the_default; }

void Generator::destroy(Generator* generator) noexcept {
  // the default one holds the reference it began with; one release too many by a caller must not free it
  if (generator != &the_default) delete generator;
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
