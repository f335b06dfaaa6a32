// What the library gives to backends (vjp_backend_host), and the text of their last error.
#pragma once

#include <string>

#include "base/forced_unwind.h"
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

// The frame of an entry in a table that is built in: what the body throws becomes a status, and its text that of the
// backend's error. Only the end of a thread goes through (base/forced_unwind.h).
vjp_status report_in_flight() noexcept;  // of the exception that is being handled
template <class F>
vjp_status as_status(F&& body) {
  try {
    body();
    return VJP_OK;
  }
  VJP_CATCH_ALL { return report_in_flight(); }
}

}  // namespace vjp
