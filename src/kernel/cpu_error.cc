#include "kernel/cpu_error.h"

#include <exception>
#include <new>
#include <utility>

#include "base/error.h"
#include "base/thread_context.h"
#include "device/backend_host.h"

namespace vjp {
namespace {

VJP_THREAD_SLOT(std::exception_ptr*, kept, kStays) = nullptr;
void forget_kept() noexcept {
  if (!kept) return;
  delete kept.get();
  kept = nullptr;
}
VJP_AT_THREAD_END(forget, kEnds, forget_kept);

}  // namespace

vjp_status keep_cpu_error() noexcept {
  forget_kept();
  kept = new (std::nothrow) std::exception_ptr(std::current_exception());
  return report_in_flight();
}

void throw_cpu_error(vjp_status status) {
  if (kept) {
    std::exception_ptr error = *kept.get();
    forget_kept();
    clear_backend_error();
    std::rethrow_exception(std::move(error));
  }
  throw Error(status, backend_error_or(status_name(status)));
}

}  // namespace vjp
