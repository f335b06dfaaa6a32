#include "base/striped_count.h"

namespace vjp {

VJP_THREAD_SLOT(unsigned, own_stripe, kStays) = 0;

unsigned StripedCount::choose_cell() noexcept {
  static constinit std::atomic<unsigned> next{0};
  return own_stripe = next.fetch_add(1, std::memory_order_relaxed) % kCells + 1;
}

}  // namespace vjp
