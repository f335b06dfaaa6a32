// What the library gives to backends (vjp_backend_host), and the text of their last error.
#pragma once

#include <string>

#include "base/port.h"
#include "vjp/backend.h"

namespace vjp {

VJP_PORT(vjp_backend_host, kBackendHost);  // kernel/backend_host.cc: it offers kernels

// The entry of the simulator, which is built in (backends/sim).
VJP_PORT(vjp_backend_entry_fn, sim_backend_entry);

void set_backend_error(const char* text) noexcept;  // of this thread
void clear_backend_error() noexcept;
// The text, which is forgotten; `otherwise` if there is none.
std::string backend_error_or(const char* otherwise);

}  // namespace vjp
