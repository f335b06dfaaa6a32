#include "engine/trace.h"

#include <cstdio>

#include "graph/scope.h"

namespace vjp {

VJP_THREAD_SLOT(Tracer*, current_tracer, kTravelsInCall) = nullptr;

namespace {

void print(const vjp_trace_event& event, std::span<const Tensor> grads) {
  std::string line = format("libvjp: grad call {}: {}", event.grad_call, event.name);
  if (event.sequence_number != UINT64_MAX) line += format(" #{}", event.sequence_number);
  for (size_t i = 0; i < grads.size(); ++i) line += format("{}{}", i == 0 ? ": " : ", ", grads[i]);
  std::fprintf(stderr, "%s\n", line.c_str());
}

}  // namespace

void Tracer::call(const Node& node, std::span<const Tensor> grads, int64_t grad_call) const {
  vjp_trace_event event{};
  event.struct_size = sizeof event;
  event.node = reinterpret_cast<const vjp_node*>(&node);
  event.name = node.name();
  event.sequence_number = node.sequence;
  event.grad_call = grad_call;
  event.grads = reinterpret_cast<vjp_tensor* const*>(grads.data());
  event.num_grads = grads.size();
  Callback callback;
  fn_ ? fn_(context_, &event) : print(event, grads);
}

}  // namespace vjp
