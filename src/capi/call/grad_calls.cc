// vjp/grad.h, vjp/thread.h: backward, grad, grad calls, and what can be asked while one runs.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "capi/capi.h"
#include "compile/recorder.h"
#include "engine/grad_call.h"
#include "engine/helper_threads.h"
#include "engine/stand_in.h"
#include "engine/thread_callbacks.h"
#include "vjp/grad.h"
#include "vjp/grad_store.h"
#include "vjp/node.h"
#include "vjp/thread.h"

using namespace vjp;

namespace {

GradCall* call_of(vjp_grad_call* call) { return reinterpret_cast<GradCall*>(call); }
const GradCall* call_of(const vjp_grad_call* call) { return reinterpret_cast<const GradCall*>(call); }

GradOptions convert(const vjp_grad_options* given, bool accumulate) {
  vjp_grad_options o = VJP_GRAD_OPTIONS_INIT;
  if (given) {
    constexpr size_t kFirst = offsetof(vjp_grad_options, batched);  // what the first version had
    check_struct_size(given->struct_size, kFirst, "vjp_grad_options", "VJP_GRAD_OPTIONS_INIT");
    std::memcpy(&o, given, std::min(given->struct_size, sizeof o));
  }
  auto check = [](const char* name, int32_t v, int32_t low) {
    if (v < low || v > 1) fail(VJP_ERROR_INVALID, "vjp_grad_options: {} is {}, expected {}, 0 or 1", name, v, low);
  };
  check("retain_graph", o.retain_graph, -1);
  check("create_graph", o.create_graph, 0);
  check("allow_unused", o.allow_unused, -1);
  check("materialize", o.materialize, 0);
  check("batched", o.batched, 0);
  GradOptions out;
  out.create_graph = o.create_graph == 1;
  out.retain_graph = o.retain_graph < 0 ? out.create_graph : o.retain_graph == 1;
  out.materialize = o.materialize == 1;
  out.allow_unused = accumulate || (o.allow_unused < 0 ? out.materialize : o.allow_unused == 1);
  out.accumulate = accumulate;
  out.batched = o.batched == 1;
  return out;
}

Edge edge_to(vjp_node* node, uint32_t slot) { return {Ref<Node>::share(reinterpret_cast<Node*>(node)), slot}; }
vjp_node* give_node(Ref<Node> node) { return reinterpret_cast<vjp_node*>(node.detach()); }

}  // namespace

// ---- short forms ----

vjp_status vjp_backward(vjp_tensor* root, vjp_tensor* gradient) {
  return guard_recordable([&] {
    VJP_ARG(root);
    const Tensor tensors[] = {borrow(root), borrow(gradient)};
    compile::perform("vjp_backward", tensors, [](TensorList given, const CompileOptions& how) {
      GradCall call(convert(nullptr, true));
      call.add_root(given[0], given[1]);
      if (how.on) call.set_compiled(how);
      call.run();
    });
  });
}

vjp_status vjp_grad(vjp_tensor* const* roots, size_t num_roots, vjp_tensor* const* gradients, vjp_tensor* const* inputs,
                    size_t num_inputs, const vjp_grad_options* options, vjp_tensor** out) {
  return guard([&] {
    if (num_roots > 0) VJP_ARG(roots);
    if (num_inputs > 0) VJP_ARG(inputs);
    VJP_ARG(out);
    GradCall call(convert(options, false));
    for (size_t i = 0; i < num_roots; ++i) call.add_root(borrow(roots[i]), gradients ? borrow(gradients[i]) : Tensor());
    for (size_t i = 0; i < num_inputs; ++i) call.add_input(borrow(inputs[i]));
    call.run();
    std::vector<Tensor> results = call.take_results();
    for (size_t i = 0; i < num_inputs; ++i) out[i] = give(std::move(results[i]));
  });
}

// ---- grad calls ----

vjp_status vjp_grad_call_create(const vjp_grad_options* options, vjp_grad_call** out) {
  return guard([&] {
    VJP_ARG(out);
    *out = reinterpret_cast<vjp_grad_call*>(new GradCall(convert(options, options && options->accumulate == 1)));
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
    call_of(call)->add_root(borrow(root), borrow(gradient));
  });
}
vjp_status vjp_grad_call_add_root_edge(vjp_grad_call* call, vjp_node* node, uint32_t slot, vjp_tensor* gradient) {
  return guard([&] {
    VJP_ARG(call);
    VJP_ARG(node);
    call_of(call)->add_root(edge_to(node, slot), borrow(gradient));
  });
}
vjp_status vjp_grad_call_set_root_gradient(vjp_grad_call* call, size_t index, vjp_tensor* gradient) {
  return guard([&] {
    VJP_ARG(call);
    call_of(call)->set_root_gradient(index, borrow(gradient));
  });
}
vjp_status vjp_grad_call_add_input(vjp_grad_call* call, vjp_tensor* input) {
  return guard([&] {
    VJP_ARG(call);
    VJP_ARG(input);
    call_of(call)->add_input(borrow(input));
  });
}
vjp_status vjp_grad_call_add_input_edge(vjp_grad_call* call, vjp_node* node, uint32_t slot) {
  return guard([&] {
    VJP_ARG(call);
    VJP_ARG(node);
    call_of(call)->add_input(edge_to(node, slot));
  });
}
vjp_status vjp_grad_call_add_final_callback(vjp_grad_call* call, vjp_final_callback_fn fn, void* context,
                                            void (*drop)(void*)) {
  return guard([&] {
    VJP_ARG(call);
    VJP_ARG(fn);
    call_of(call)->add_final_callback(fn, context, drop);
  });
}
vjp_status vjp_grad_call_set_store(vjp_grad_call* call, vjp_take_gradient_fn fn, void* context, void (*drop)(void*)) {
  return guard([&] {
    VJP_ARG(call);
    call_of(call)->set_store(fn, context, drop);
  });
}
vjp_status vjp_grad_call_run(vjp_grad_call* call) {
  return guard([&] {
    VJP_ARG(call);
    Ref<GradCall> alive = Ref<GradCall>::share(call_of(call));  // a hook may release the caller's handle
    alive->run();
  });
}
size_t vjp_grad_call_num_roots(const vjp_grad_call* call) { return call ? call_of(call)->roots().size() : 0; }
size_t vjp_grad_call_num_inputs(const vjp_grad_call* call) { return call ? call_of(call)->inputs().size() : 0; }
vjp_status vjp_grad_call_result(vjp_grad_call* call, size_t input, vjp_tensor** out) {
  return guard([&] {
    VJP_ARG(call);
    VJP_ARG(out);
    *out = give(call_of(call)->result(input));
  });
}
vjp_tensor* vjp_grad_call_root(const vjp_grad_call* call, size_t index) {
  if (!call || index >= call_of(call)->roots().size()) return nullptr;
  return handle_of(call_of(call)->roots()[index].tensor.get());
}
vjp_tensor* vjp_grad_call_root_gradient(const vjp_grad_call* call, size_t index) {
  if (!call || index >= call_of(call)->roots().size()) return nullptr;
  return handle_of(call_of(call)->roots()[index].gradient.get());
}
vjp_status vjp_grad_call_options(const vjp_grad_call* call, vjp_grad_options* out) {
  return guard([&] {
    VJP_ARG(call);
    VJP_ARG(out);
    const GradOptions& o = call_of(call)->options;
    *out = {sizeof(vjp_grad_options),
            o.retain_graph,
            o.create_graph,
            o.allow_unused,
            o.materialize,
            o.accumulate,
            o.batched};
  });
}

// ---- inside a grad call ----

vjp_grad_call* vjp_grad_call_current(void) { return reinterpret_cast<vjp_grad_call*>(current_grad_call()); }
int64_t vjp_grad_call_current_id(void) { return current_grad_call_id(); }
bool vjp_grad_call_keeps_graph(void) { return current_call_keeps_graph(); }
bool vjp_grad_call_is_unrestricted(void) { return current_call_unrestricted(); }
bool vjp_in_backward(void) { return in_backward(); }

vjp_status vjp_will_execute(vjp_node* node, bool* executes, bool* captured_only) {
  return guard([&] {
    VJP_ARG(node);
    VJP_ARG(executes);
    Fate fate = fate_of(*reinterpret_cast<Node*>(node));
    *executes = fate.executes;
    if (captured_only) *captured_only = fate.captured_only;
  });
}
vjp_status vjp_execution_order(vjp_node** nodes, size_t capacity, size_t* count) {
  return guard([&] {
    if (capacity > 0) VJP_ARG(nodes);
    VJP_ARG(count);
    std::vector<Ref<Node>> order = execution_order();
    *count = order.size();
    for (size_t i = 0; i < std::min(capacity, order.size()); ++i) nodes[i] = give_node(std::move(order[i]));
  });
}
vjp_status vjp_queue_final_callback(vjp_final_callback_fn fn, void* context, void (*drop)(void*)) {
  return guard([&] {
    VJP_ARG(fn);
    queue_final_callback(fn, context, drop);
  });
}
vjp_status vjp_warn(const char* message) {
  return guard([&] {
    VJP_ARG(message);
    warn(message);
  });
}

// ---- threads ----

vjp_status vjp_thread_callbacks_add(const vjp_thread_callbacks* callbacks, int64_t* out) {
  return guard([&] {
    VJP_ARG(callbacks);
    VJP_ARG(out);
    *out = add_thread_callbacks(*callbacks);
  });
}
vjp_status vjp_thread_callbacks_remove(int64_t id) {
  return guard([&] { remove_thread_callbacks(id); });
}
vjp_status vjp_set_nesting_threads(bool allowed) {
  return guard([&] { allow_stand_ins(allowed); });
}
vjp_status vjp_set_shutdown_timeout(double seconds) {
  return guard([&] {
    if (!(seconds >= 0) || std::isinf(seconds)) {
      fail(VJP_ERROR_INVALID, "vjp_set_shutdown_timeout: expected a number of seconds from 0, got {}", seconds);
    }
    set_shutdown_timeout(seconds);
  });
}
