#include "device/instrument.h"

namespace vjp {

constinit std::atomic<Instrument*> installed_instrument{nullptr};
constinit thread_local Attribution attribution;
constinit thread_local bool waiting_for_memory = false;

void set_instrument(Instrument* instrument) { installed_instrument.store(instrument, std::memory_order_release); }

}  // namespace vjp
