#include "device/instrument.h"

namespace vjp {

constinit std::atomic<Instrument*> installed_instrument{nullptr};
constinit thread_local Attribution attribution;

void set_instrument(Instrument* instrument) { installed_instrument.store(instrument, std::memory_order_release); }

CommandInfo command_info() {
  const Attribution& a = attribution;
  return {a.op ? a.op : "", a.node, a.node_sequence, a.grad_call};
}

}  // namespace vjp
