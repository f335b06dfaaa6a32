#include "ops/handler.h"

#include <bit>

#include "base/error.h"

// Made by the linker around the section in which VJP_HANDLER puts one pointer a handler.
extern "C" {
[[gnu::visibility("hidden")]] extern const vjp::Handler* const __start_vjp_handlers[];
[[gnu::visibility("hidden")]] extern const vjp::Handler* const __stop_vjp_handlers[];
}

namespace vjp {
namespace {

constexpr int kPlaces = std::popcount(kHandlers);
int number_of(uint32_t place) { return std::countr_zero(place) - std::countr_zero(kHandlers); }

// By their places.
const std::array<const Handler*, kPlaces>& handlers() {
  static const auto* table = [] {
    auto* made = new std::array<const Handler*, kPlaces>();
    for (auto* h = __start_vjp_handlers; h != __stop_vjp_handlers; ++h) {
      const Handler*& there = (*made)[static_cast<size_t>(number_of((*h)->place))];
      if (there) fail(VJP_ERROR_INTERNAL, "two handlers of operator calls stand at place {}", number_of((*h)->place));
      there = *h;
    }
    return made;
  }();
  return *table;
}

// The rest of the chain below a place, until the handler there returns.
class Left {
 public:
  Left(OpCall& call, const Handler& handler) : call_(call), former_(call.left) {
    call.left &= handler.levels ? ~(handler.place - 1) : ~(handler.place | (handler.place - 1));
  }
  ~Left() { call_.left = former_; }

 private:
  OpCall& call_;
  uint32_t former_;
};

}  // namespace

void next(OpCall& call) {
  const auto& table = handlers();
  for (uint32_t on = (mode_word | kAlwaysOn) & call.left; on; on &= on - 1) {
    const Handler* handler = table[static_cast<size_t>(number_of(on & -on))];
    if (!handler || !(handler->forms >> static_cast<int>(call.form) & 1)) continue;
    Left rest(call, *handler);
    handler->handle(call);
    return;
  }
}

}  // namespace vjp
