// vjp/function.h: custom functions.
#include <memory>

#include "capi/capi.h"
#include "engine/custom_call.h"
#include "vjp/function.h"
#include "vjp/node.h"

using namespace vjp;

namespace {

FunctionCall& call_of(vjp_function_call* call) { return *reinterpret_cast<FunctionCall*>(call); }

TensorList list(vjp_tensor* const* handles, size_t n) { return {reinterpret_cast<const Tensor*>(handles), n}; }

FunctionNode* function_of(const vjp_node* node) {
  return dynamic_cast<FunctionNode*>(reinterpret_cast<Node*>(const_cast<vjp_node*>(node)));
}

// What a custom function says about some tensors of its open call.
template <class F>
vjp_status tell(vjp_function_call* call, vjp_tensor* const* tensors, size_t count, const char* what, F&& method) {
  return guard([&] {
    VJP_ARG(call);
    if (count > 0) VJP_ARG(tensors);
    call_of(call).check_open(what);
    (call_of(call).*method)(list(tensors, count));
  });
}

}  // namespace

vjp_status vjp_function_begin(const vjp_function* function, vjp_tensor* const* inputs, size_t num_inputs,
                              vjp_function_call** out) {
  return guard([&] {
    VJP_ARG(function);
    if (num_inputs > 0) VJP_ARG(inputs);
    VJP_ARG(out);
    auto call = std::make_unique<FunctionCall>(*function, list(inputs, num_inputs));
    call->open();
    call->own_context();
    *out = reinterpret_cast<vjp_function_call*>(call.release());
  });
}

vjp_status vjp_function_call_save_for_backward(vjp_function_call* call, vjp_tensor* const* tensors, size_t count) {
  return tell(call, tensors, count, "save_for_backward", &FunctionCall::save_for_backward);
}
vjp_status vjp_function_call_save_for_forward(vjp_function_call* call, vjp_tensor* const* tensors, size_t count) {
  return tell(call, tensors, count, "save_for_forward", &FunctionCall::save_for_forward);
}
vjp_status vjp_function_call_mark_dirty(vjp_function_call* call, vjp_tensor* const* tensors, size_t count) {
  return tell(call, tensors, count, "mark_dirty", &FunctionCall::mark_dirty);
}
vjp_status vjp_function_call_mark_non_differentiable(vjp_function_call* call, vjp_tensor* const* tensors,
                                                     size_t count) {
  return tell(call, tensors, count, "mark_non_differentiable", &FunctionCall::mark_non_differentiable);
}
vjp_status vjp_function_call_set_materialize_grads(vjp_function_call* call, bool materialize) {
  return guard([&] {
    VJP_ARG(call);
    call_of(call).check_open("set_materialize_grads");
    call_of(call).set_materialize(materialize);
  });
}
vjp_status vjp_function_call_saved_for_forward(vjp_function_call* call, size_t index, vjp_tensor** out) {
  return guard([&] {
    VJP_ARG(call);
    VJP_ARG(out);
    *out = give(call_of(call).saved_for_forward(index));
  });
}
bool vjp_function_call_needs_input_grad(const vjp_function_call* call, size_t input) {
  return call && reinterpret_cast<const FunctionCall*>(call)->needs_input(input);
}

vjp_status vjp_function_end(vjp_function_call* call, vjp_tensor* const* results, size_t num_results, vjp_tensor** out) {
  return guard([&] {
    VJP_ARG(call);
    call_of(call).close();
    std::unique_ptr<FunctionCall> ended(&call_of(call));
    if (num_results > 0) {
      VJP_ARG(results);
      VJP_ARG(out);
    }
    std::vector<Tensor> given = ended->finish(list(results, num_results));
    for (size_t i = 0; i < num_results; ++i) out[i] = give(std::move(given[i]));
  });
}
vjp_status vjp_function_abandon(vjp_function_call* call) {
  return guard([&] {
    if (!call) return;
    call_of(call).close();
    delete &call_of(call);
  });
}

vjp_status vjp_function_record(const vjp_function* function, vjp_tensor* const* inputs, size_t num_inputs,
                               vjp_tensor* const* results, size_t num_results, vjp_tensor* const* saved,
                               size_t num_saved) {
  return guard([&] {
    VJP_ARG(function);
    if (num_inputs > 0) VJP_ARG(inputs);
    VJP_ARG(results);
    if (num_saved > 0) VJP_ARG(saved);
    record_function(*function, list(inputs, num_inputs), list(results, num_results), list(saved, num_saved));
  });
}
vjp_status vjp_function_saved(vjp_node* node, size_t index, vjp_tensor** out) {
  return guard([&] {
    VJP_ARG(node);
    VJP_ARG(out);
    FunctionNode* function = function_of(node);
    if (!function) {
      fail(VJP_ERROR_INVALID, "vjp_function_saved: {} is not a custom function's node",
           reinterpret_cast<Node*>(node)->name());
    }
    *out = give(function->unpack(index));
  });
}
size_t vjp_function_num_saved(const vjp_node* node) {
  FunctionNode* function = function_of(node);
  return function ? function->num_saved() : 0;
}
bool vjp_function_needs_input_grad(const vjp_node* node, size_t input) {
  if (FunctionNode* function = function_of(node)) return function->needs_input(input);
  const Node* other = reinterpret_cast<const Node*>(node);
  return other && input < other->num_edges && other->needs(input);
}
void* vjp_function_context(const vjp_node* node) {
  FunctionNode* function = function_of(node);
  return function ? function->context() : nullptr;
}
void* vjp_function_context_of(const vjp_node* node, void (*drop)(void* context)) {
  FunctionNode* function = function_of(node);
  return function && function->drop() == drop ? function->context() : nullptr;
}
