// What is said of a node that failed.
#pragma once

#include <exception>

namespace vjp {

// Inside a handler: what is reported of a node that failed on this thread, in the error itself and, in anomaly mode, as
// a warning.
void tell_of_failure() noexcept;

// The error of a task that goes on without a thread which a callback has ended.
std::exception_ptr thread_has_ended() noexcept;

}  // namespace vjp
