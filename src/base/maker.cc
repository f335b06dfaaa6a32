#include "base/maker.h"

#include <exception>

#include "base/profile.h"

namespace vjp {

constinit std::atomic<uint32_t> places_wanted{0};
VJP_THREAD_SLOT(Maker, maker_here, kTravelsIfWaiting);  // a place ends with its operator

MakerScope::MakerScope(const char* op) : former_(maker_here) {
  Maker& here = maker_here.own();
  if (*op != '_' || !here.op) here.op = op;
  if (places_wanted.load(std::memory_order_relaxed) == 0 || here.place) return;
  try {
    place_ = place_in_program();
    maker_here.own().place = &place_;
  } catch (const std::exception&) {  // a storage without a place
  }
}

}  // namespace vjp
