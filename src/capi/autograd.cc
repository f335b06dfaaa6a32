// vjp/autograd.h: tensors, modes, grad calls. Nodes are in nodes.cc, hooks in hooks.cc.
#include "capi/capi.h"
#include "engine/grad_call.h"
#include "graph/modes.h"

using namespace vjp;

namespace {

GradCall* call_of(vjp_grad_call* call) { return reinterpret_cast<GradCall*>(call); }
const GradCall* call_of(const vjp_grad_call* call) { return reinterpret_cast<const GradCall*>(call); }

GradOptions convert(const vjp_grad_options* given, bool accumulate) {
  vjp_grad_options o = VJP_GRAD_OPTIONS_INIT;
  if (given) {
    if (given->struct_size < sizeof o) {
      fail(VJP_ERROR_INVALID, "vjp_grad_options: struct_size is {}, expected at least {}; use VJP_GRAD_OPTIONS_INIT",
           given->struct_size, sizeof o);
    }
    o = *given;
  }
  auto check = [](const char* name, int32_t v, int32_t low) {
    if (v < low || v > 1) fail(VJP_ERROR_INVALID, "vjp_grad_options: {} is {}, expected {}, 0 or 1", name, v, low);
  };
  check("retain_graph", o.retain_graph, -1);
  check("create_graph", o.create_graph, 0);
  check("allow_unused", o.allow_unused, -1);
  check("materialize", o.materialize, 0);
  GradOptions out;
  out.create_graph = o.create_graph == 1;
  out.retain_graph = o.retain_graph < 0 ? out.create_graph : o.retain_graph == 1;
  out.materialize = o.materialize == 1;
  out.allow_unused = accumulate || (o.allow_unused < 0 ? out.materialize : o.allow_unused == 1);
  out.accumulate = accumulate;
  return out;
}

void check_grad(const TensorImpl& t, const vjp_tensor* handle) {
  const TensorImpl& g = *impl_of(handle);
  if (&g == &t) fail(VJP_ERROR_INVALID, "set_grad: a tensor cannot be its own gradient");
  if (!same(g.sizes(), t.sizes())) {
    fail(VJP_ERROR_SHAPE, "set_grad: the gradient is {}, the tensor {}", describe(g), describe(t));
  }
  if (g.dtype != t.dtype)
    fail(VJP_ERROR_DTYPE, "set_grad: the gradient is {}, the tensor {}", describe(g), describe(t));
}

}  // namespace

bool vjp_tensor_requires_grad(const vjp_tensor* t) { return t && requires_grad(*impl_of(t)); }
vjp_status vjp_tensor_set_requires_grad(vjp_tensor* tensor, bool on) {
  return guard([&] {
    VJP_ARG(tensor);
    set_requires_grad(*impl_of(tensor), on);
  });
}
bool vjp_tensor_is_leaf(const vjp_tensor* t) { return t && is_leaf(*impl_of(t)); }

vjp_status vjp_tensor_grad(const vjp_tensor* tensor, vjp_tensor** out) {
  return guard([&] {
    VJP_ARG(tensor);
    VJP_ARG(out);
    LeafLock lock(*impl_of(tensor));
    *out = give(impl_of(tensor)->meta ? impl_of(tensor)->meta->grad : Tensor());
  });
}
vjp_status vjp_tensor_set_grad(vjp_tensor* tensor, vjp_tensor* grad) {
  return guard([&] {
    VJP_ARG(tensor);
    TensorImpl& t = *impl_of(tensor);
    if (grad) check_grad(t, grad);
    if (!grad && !t.meta) return;
    LeafLock lock(t);
    meta_of(t).grad = Tensor::share(impl_of(grad));
  });
}

vjp_status vjp_tensor_detach(vjp_tensor* tensor, vjp_tensor** out) {
  return guard([&] {
    VJP_ARG(tensor);
    VJP_ARG(out);
    *out = give(detach(borrow(tensor)));
  });
}
vjp_status vjp_tensor_detach_(vjp_tensor* tensor) {
  return guard([&] {
    VJP_ARG(tensor);
    detach_in_place(*impl_of(tensor));
  });
}
vjp_status vjp_tensor_data_alias(vjp_tensor* tensor, vjp_tensor** out) {
  return guard([&] {
    VJP_ARG(tensor);
    VJP_ARG(out);
    *out = give(data_alias(borrow(tensor)));
  });
}
vjp_status vjp_tensor_retain_grad(vjp_tensor* tensor) {
  return guard([&] {
    VJP_ARG(tensor);
    retain_grad(*impl_of(tensor));
  });
}
bool vjp_tensor_retains_grad(const vjp_tensor* t) { return t && impl_of(t)->meta && impl_of(t)->meta->retains_grad; }
vjp_status vjp_tensor_version(const vjp_tensor* tensor, int64_t* out) {
  return guard([&] {
    VJP_ARG(tensor);
    VJP_ARG(out);
    const TensorImpl& t = *impl_of(tensor);
    if (t.storage->inference) {
      fail(VJP_ERROR_STATE, "vjp_tensor_version: {} was made in inference mode and has no version", describe(t));
    }
    *out = t.version().load(std::memory_order_relaxed);
  });
}
vjp_status vjp_tensor_version_advance(vjp_tensor* tensor) {
  return guard([&] {
    VJP_ARG(tensor);
    if (!impl_of(tensor)->storage->inference) impl_of(tensor)->bump_version();
  });
}
bool vjp_tensor_is_inference(const vjp_tensor* t) { return t && impl_of(t)->storage->inference; }
bool vjp_tensor_is_view(const vjp_tensor* t) { return t && impl_of(t)->is_view; }
vjp_status vjp_tensor_base(const vjp_tensor* tensor, vjp_tensor** out) {
  return guard([&] {
    VJP_ARG(tensor);
    VJP_ARG(out);
    if (!impl_of(tensor)->is_view)
      fail(VJP_ERROR_STATE, "vjp_tensor_base: {} is not a view", describe(*impl_of(tensor)));
    *out = give(impl_of(tensor)->meta->view->base);
  });
}
uint32_t vjp_tensor_output_number(const vjp_tensor* t) { return t ? impl_of(t)->output_number : 0; }

bool vjp_grad_mode(void) { return grad_enabled(); }
vjp_status vjp_grad_mode_set(bool enabled, bool* previous) {
  if (previous) *previous = grad_enabled();
  bool on = enabled && !(mode_word & kModeInference);  // nothing records in inference mode
  mode_word = on ? mode_word & ~uint32_t{kModeNoGrad} : mode_word | kModeNoGrad;
  return VJP_OK;
}

vjp_status vjp_backward(vjp_tensor* root, vjp_tensor* gradient) {
  return guard([&] {
    VJP_ARG(root);
    GradCall call(convert(nullptr, true));
    call.roots.push_back(borrow(root));
    call.root_gradients.push_back(borrow(gradient));
    call.run();
  });
}

vjp_status vjp_grad(vjp_tensor* const* roots, size_t num_roots, vjp_tensor* const* gradients, vjp_tensor* const* inputs,
                    size_t num_inputs, const vjp_grad_options* options, vjp_tensor** out) {
  return guard([&] {
    if (num_roots > 0) VJP_ARG(roots);
    if (num_inputs > 0) VJP_ARG(inputs);
    VJP_ARG(out);
    GradCall call(convert(options, false));
    for (size_t i = 0; i < num_roots; ++i) {
      if (!roots[i]) fail(VJP_ERROR_INVALID, "vjp_grad: root {} is NULL", i);
      call.roots.push_back(borrow(roots[i]));
      call.root_gradients.push_back(gradients ? borrow(gradients[i]) : Tensor());
    }
    for (size_t i = 0; i < num_inputs; ++i) {
      if (!inputs[i]) fail(VJP_ERROR_INVALID, "vjp_grad: input {} is NULL", i);
      call.inputs.push_back(borrow(inputs[i]));
    }
    call.run();
    for (size_t i = 0; i < num_inputs; ++i) out[i] = give(std::move(call.results[i]));
  });
}

// ---- grad calls ----

vjp_status vjp_grad_call_create(const vjp_grad_options* options, vjp_grad_call** out) {
  return guard([&] {
    VJP_ARG(out);
    bool accumulate = options && options->struct_size >= sizeof *options && options->accumulate == 1;
    *out = reinterpret_cast<vjp_grad_call*>(new GradCall(convert(options, accumulate)));
  });
}
vjp_grad_call* vjp_grad_call_retain(vjp_grad_call* call) {
  if (call) call_of(call)->refs.retain();
  return call;
}
void vjp_grad_call_release(vjp_grad_call* call) {
  if (call) Ref<GradCall>::take(call_of(call));
}
vjp_status vjp_grad_call_add_root(vjp_grad_call* call, vjp_tensor* root, vjp_tensor* gradient) {
  return guard([&] {
    VJP_ARG(call);
    VJP_ARG(root);
    GradCall& c = *call_of(call);
    c.root_gradients.reserve(c.roots.size() + 1);
    c.roots.push_back(borrow(root));
    c.root_gradients.push_back(borrow(gradient));
  });
}
vjp_status vjp_grad_call_set_root_gradient(vjp_grad_call* call, size_t index, vjp_tensor* gradient) {
  return guard([&] {
    VJP_ARG(call);
    GradCall& c = *call_of(call);
    if (index >= c.roots.size()) fail(VJP_ERROR_INVALID, "grad call: root {} of {}", index, c.roots.size());
    c.root_gradients[index] = borrow(gradient);
  });
}
vjp_status vjp_grad_call_add_input(vjp_grad_call* call, vjp_tensor* input) {
  return guard([&] {
    VJP_ARG(call);
    VJP_ARG(input);
    call_of(call)->inputs.push_back(borrow(input));
    call_of(call)->has_inputs = true;
  });
}
vjp_status vjp_grad_call_run(vjp_grad_call* call) {
  return guard([&] {
    VJP_ARG(call);
    Ref<GradCall> alive = Ref<GradCall>::share(call_of(call));  // a hook may release the caller's handle
    alive->run();
  });
}
size_t vjp_grad_call_num_roots(const vjp_grad_call* call) { return call ? call_of(call)->roots.size() : 0; }
size_t vjp_grad_call_num_inputs(const vjp_grad_call* call) { return call ? call_of(call)->inputs.size() : 0; }
vjp_status vjp_grad_call_result(vjp_grad_call* call, size_t input, vjp_tensor** out) {
  return guard([&] {
    VJP_ARG(call);
    VJP_ARG(out);
    GradCall& c = *call_of(call);
    if (input >= c.results.size()) {
      fail(VJP_ERROR_INVALID, "grad call: result {} asked for, the last run left {}", input, c.results.size());
    }
    *out = give(c.results[input]);
  });
}
vjp_tensor* vjp_grad_call_root(const vjp_grad_call* call, size_t index) {
  return call && index < call_of(call)->roots.size() ? handle_of(call_of(call)->roots[index].get()) : nullptr;
}
vjp_tensor* vjp_grad_call_root_gradient(const vjp_grad_call* call, size_t index) {
  return call && index < call_of(call)->root_gradients.size() ? handle_of(call_of(call)->root_gradients[index].get())
                                                              : nullptr;
}
vjp_grad_call* vjp_grad_call_current(void) { return reinterpret_cast<vjp_grad_call*>(current_grad_call()); }
int64_t vjp_grad_call_current_id(void) { return current_grad_call_id(); }
