#include "device/instrument.h"

namespace vjp {

constinit std::atomic<Instrument*> installed_instrument{nullptr};
VJP_THREAD_SLOT(Attribution, attribution, kTravelsInCall);
VJP_THREAD_SLOT(bool, waiting_for_memory, kTravelsInCall) = false;

void set_instrument(Instrument* instrument) { installed_instrument.store(instrument, std::memory_order_release); }

}  // namespace vjp
