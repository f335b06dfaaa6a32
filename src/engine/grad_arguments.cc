#include "engine/grad_arguments.h"

#include "engine/run.h"
#include "graph/batched.h"
#include "ops/functions/copy.h"
#include "ops/functions/device_copy.h"
#include "ops/internal.h"

namespace vjp {
namespace {

Tensor one_for(const Likeness& root, const GradArgument& argument) {
  if (root.layout != Layout::Strided) {
    fail(VJP_ERROR_INVALID, "{}: a gradient can be made implicitly for strided roots only, and this one is {}; give it",
         argument, name_of(root.layout));
  }
  int64_t count = 1;
  for (int64_t size : root.sizes) count *= size;
  if (count != 1) {
    fail(VJP_ERROR_INVALID,
         "{}: a gradient can be made implicitly for one-element roots only, and this one has shape {}; give its "
         "gradient",
         argument, root.sizes);
  }
  if (!is_floating(root.dtype)) {
    fail(VJP_ERROR_DTYPE, "{}: a gradient can be made implicitly for real roots only, and this one is {}", argument,
         root.dtype);
  }
  OperatorDevice there(root.device);  // on the caller's stream (spec GC-4)
  Tensor one = Tensor::empty(root.sizes, root.dtype);
  if (root.device.is_cpu()) {
    visit_dtype(root.dtype, [&]<class T>(Type<T>) { *one.data<T>() = T(1); });
  } else {
    kernels().fill(one.view(), 1.0);
  }
  return one;
}

}  // namespace

std::string to_text(const GradArgument& argument) {
  return format("{}: {} {}", argument.accumulate ? "backward" : "grad", argument.role, argument.index);
}

Likeness likeness_of(const Tensor& tensor, const Edge& edge) {
  if (tensor) return {tensor.sizes(), tensor.dtype(), tensor.device(), layout_of(tensor)};
  const SlotMeta& slot = edge.node->slots()[edge.slot];
  return {slot.sizes(), slot.dtype, slot.device, static_cast<Layout>(slot.layout)};
}

void check_slot(const Edge& edge, const GradArgument& argument) {
  if (edge.slot < edge.node->num_slots) return;
  fail(VJP_ERROR_INVALID, "{}: slot {} of {}, which has {}", argument, edge.slot, edge.node->name(),
       edge.node->num_slots);
}

Tensor checked_root_gradient(const Likeness& root, const Tensor& given, const GradArgument& argument) {
  if (!given) return one_for(root, argument);
  if (!same(given.sizes(), root.sizes)) {
    fail(VJP_ERROR_SHAPE, "{}: its gradient has shape {}, expected exactly {}", argument, given.sizes(), root.sizes);
  }
  if (is_complex(given.dtype()) != is_complex(root.dtype)) {
    fail(VJP_ERROR_DTYPE, "{}: its gradient is {}, but the root is {}", argument, given.dtype(), root.dtype);
  }
  if (is_sparse(given)) check_layout(root.layout, given, format("{}: its gradient", argument));
  Tensor gradient = given.dtype() == root.dtype ? given : to(given, root.dtype);
  if (gradient.device() == root.device) return gradient;
  if (gradient.ndim() > 0) {
    fail(VJP_ERROR_DEVICE, "{}: its gradient is on {}, but the root is on {}", argument, given.device(), root.device);
  }
  return to_device(gradient, root.device);
}

Edge edge_or_fail(const Tensor& tensor, const GradArgument& argument) {
  Edge edge = gradient_edge(on_tape(*tensor.get()));
  if (!edge) {
    bool dead_view = tensor->is_view && requires_grad(tensor);
    fail(VJP_ERROR_STATE, "{} ({}) does not require grad and has no grad_fn{}", argument, tensor,
         dead_view ? "; it is a view that was made with grad mode off" : "");
  }
  return edge;
}

Dims in_front(int64_t first, IntSpan rest) {
  Dims dims{first};
  for (int64_t size : rest) dims.push_back(size);
  return dims;
}

int64_t batch_of(const GradCall& call) {
  std::span<const GradCall::Root> roots = call.roots();
  int64_t batch = -1;
  for (size_t i = 0; i < roots.size(); ++i) {
    const Tensor& g = roots[i].gradient;
    if (!roots[i].tensor)
      fail(VJP_ERROR_INVALID, "{}: a batched call takes tensors as roots, not edges", call.root_name(i));
    if (!g) continue;
    if (g.ndim() == 0)
      fail(VJP_ERROR_SHAPE, "{}: its gradient has shape [], without a batch in front", call.root_name(i));
    if (batch < 0) batch = g.sizes()[0];
    if (g.sizes()[0] == batch) continue;
    fail(VJP_ERROR_SHAPE, "{}: the batch of its gradient is {}, but that of an earlier one is {}", call.root_name(i),
         g.sizes()[0], batch);
  }
  if (batch < 0) fail(VJP_ERROR_INVALID, "a batched call needs a gradient for at least one root");
  return batch;
}

void check_batched_roots(const GradCall& call, int64_t batch) {
  std::span<const GradCall::Root> roots = call.roots();
  for (size_t i = 0; i < roots.size(); ++i) {
    const Tensor &root = roots[i].tensor, &g = roots[i].gradient;
    edge_or_fail(root, call.root_name(i));
    Dims wanted = in_front(batch, root.sizes());
    if (g && !same(g.sizes(), wanted)) {
      fail(VJP_ERROR_SHAPE, "{}: its gradient has shape {}, expected {}, a batch of the root's shape",
           call.root_name(i), g.sizes(), IntSpan(wanted));
    }
    if (batch > 0) continue;
    OperatorDevice there(g ? g.device() : root.device());
    checked_root_gradient(likeness_of(root, {}), g ? Tensor::zeros(root.sizes(), g.dtype()) : g, call.root_name(i));
  }
}

}  // namespace vjp
