#include "engine/failure.h"

#include "base/forced_unwind.h"
#include "engine/anomaly.h"
#include "graph/modes.h"
#include "graph/node.h"

namespace vjp {
namespace {

// Adds where it happened, outside-in: "... (in node MulBackward > SinBackward)".
void name_node(Error& error) {
  constexpr std::string_view kMark = " (in node ";
  constexpr size_t kLong = 1000;  // of thousands of levels the inner ones suffice
  std::string& text = error.message();
  if (!executing_node || text.size() > kLong) return;
  std::string_view name = executing_node.get()->name();
  size_t at = text.rfind(kMark);
  if (at != std::string::npos && text.ends_with(")")) {
    text.insert(at + kMark.size(), format("{} > ", name));
  } else if (!text.starts_with(name)) {
    text += format("{}{})", kMark, name);
  }
}

}  // namespace

void tell_of_failure() noexcept {
  if (executing_node && anomaly_mode.load(std::memory_order_relaxed)) warn_of_failure(*executing_node.get());
  try {
    throw;
  } catch (Error& error) {
    try {
      name_node(error);
    } catch (const std::bad_alloc&) {  // then the error comes without the name
    }
  }
  VJP_CATCH_ALL_HERE {}
}

std::exception_ptr thread_has_ended() noexcept {
  try {
    return std::make_exception_ptr(Error(VJP_ERROR_STATE, "a callback of the grad call has ended its thread"));
  }
  VJP_CATCH_ALL_HERE { return std::current_exception(); }
}

}  // namespace vjp
