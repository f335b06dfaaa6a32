#include "device/race/environment.h"

#include <cstdlib>
#include <string_view>

#include "base/error.h"
#include "device/race/detector.h"

namespace vjp::race {

void enable_from_environment() {
  const char* given = std::getenv("VJP_RACE");
  if (!given || !*given) return;
  static constexpr const char* kModes[] = {"off", "collect", "warn", "fail"};
  for (int mode = 0; mode < 4; ++mode) {
    if (std::string_view(given) != kModes[mode]) continue;
    if (mode && !instrument()) Detector::instance().set_mode(static_cast<vjp_race_mode>(mode));
    return;
  }
  fail(VJP_ERROR_INVALID, "VJP_RACE is '{}', expected off, collect, warn or fail", given);
}

}  // namespace vjp::race
