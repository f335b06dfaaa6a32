// An autocast region.
#pragma once

#include "../golden/handle.h"

namespace fuzz {

class Region {
 public:
  explicit Region(vjp_dtype dtype) {
    vjp_autocast_options options = VJP_AUTOCAST_OPTIONS_INIT;
    options.dtype = dtype;
    golden::check(vjp_guard_autocast(&options, &guard_), "autocast");
  }
  ~Region() { vjp_guard_exit(guard_); }
  Region(const Region&) = delete;

 private:
  vjp_guard* guard_ = nullptr;
};

}  // namespace fuzz
