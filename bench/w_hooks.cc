// W12: hooks, custom functions, and gradients computed inside a gradient.
#include <unistd.h>

#include <thread>

#include "harness.h"
#include "inputs.h"
#include "ops.h"
#include "workloads.h"

namespace bench {

namespace {

constexpr long kNodes = 10000;

Case hook_case(const std::string& name, double n) {
  return {.workload = "W12", .name = name, .unit = "ns/op", .n = n, .target = 0.6, .max_runs = 25};
}

vjp_status keep_gradient(void*, vjp_tensor*, vjp_tensor**) { return VJP_OK; }
vjp_status keep_gradients(void*, vjp_tensor**, size_t) { return VJP_OK; }
vjp_status keep_results(void*, vjp_tensor**, size_t, vjp_tensor* const*, size_t) { return VJP_OK; }
vjp_status see_leaf(void*, vjp_tensor*) { return VJP_OK; }

// The node that made a tensor, for the time of a call.
template <class F>
void with_node(const Tensor& y, F&& use) {
  vjp_node* node = nullptr;
  check(vjp_tensor_grad_fn(y.get(), &node));
  vjp_status status = use(node);
  vjp_node_release(node);
  check(status);
}

using Register = void (*)(const Tensor&);

void add_tensor_hook(const Tensor& y) { check(vjp_tensor_add_hook(y.get(), keep_gradient, nullptr, nullptr, nullptr)); }
void add_pre_hook(const Tensor& y) {
  with_node(y, [](vjp_node* node) { return vjp_node_add_pre_hook(node, keep_gradients, nullptr, nullptr, nullptr); });
}
void add_post_hook(const Tensor& y) {
  with_node(y, [](vjp_node* node) { return vjp_node_add_post_hook(node, keep_results, nullptr, nullptr, nullptr); });
}
void retain(const Tensor& y) { check(vjp_tensor_retain_grad(y.get())); }

// The backward of a chain with `count` hooks on every node, in seconds.
double chain_with(const std::string& name, Register add_hook, int count) {
  Tensor x = constant({1}, 0.5f).requires_grad(), c = constant({1}, 1);
  return measure_phases(hook_case(name, kNodes), {"bwd"}, [&] {
    Tensor y = x;
    for (long i = 0; i < kNodes; ++i) {
      y = mul(y, c);
      for (int k = 0; k < count; ++k) add_hook(y);
    }
    double begin = now();
    backward(y);
    double seconds = now() - begin;
    x.clear_grad();
    return std::vector<double>{seconds};
  })[0];
}

void node_hooks() {
  struct Kind {
    const char* name;
    Register add_hook;
    int count;  // eight a node stand out of the noise
  };
  const Kind kinds[] = {{"tensor_hook", add_tensor_hook, 8},
                        {"node_prehook", add_pre_hook, 8},
                        {"node_posthook", add_post_hook, 8},
                        {"retain_grad", retain, 1}};
  double without = chain_with("chain.no_hook", retain, 0);
  for (const Kind& kind : kinds) {
    double with =
        chain_with(std::string("chain.") + kind.name + (kind.count > 1 ? "_x8" : ""), kind.add_hook, kind.count);
    emit_value(hook_case(std::string(kind.name) + ".per_hook", 1), (with - without) / kNodes / kind.count * 1e9);
  }
}

void leaf_hooks() {
  Tensor c = constant({1}, 1);
  Tensors xs;
  for (long i = 0; i < kNodes; ++i) xs.push_back(constant({1}, 0.001f * static_cast<float>(i)).requires_grad());
  auto wide = [&] {
    clear_grads(xs);
    Tensors ys;
    for (const Tensor& x : xs) ys.push_back(mul(x, c));
    Tensor s = sum(stack(ys));
    double begin = now();
    backward(s);
    return std::vector<double>{now() - begin};
  };
  double without = measure_phases(hook_case("wide.no_hook", kNodes), {"bwd"}, wide)[0];
  for (const Tensor& x : xs) check(vjp_tensor_add_post_accumulate_hook(x.get(), see_leaf, nullptr, nullptr, nullptr));
  double with = measure_phases(hook_case("wide.post_acc_hook", kNodes), {"bwd"}, wide)[0];
  emit_value(hook_case("post_acc_hook.per_hook", 1), (with - without) / kNodes * 1e9);
}

// ---- custom functions

vjp_function function_of(decltype(vjp_function::backward) backward_fn, void* context = nullptr,
                         void (*drop)(void*) = nullptr) {
  vjp_function f = VJP_FUNCTION_INIT;
  f.name = "BenchFunction";
  f.backward = backward_fn;
  f.context = context;
  f.drop = drop;
  return f;
}

// A product whose derivative is the caller's: saves one tensor, returns one gradient.
vjp_status mul_backward(void*, vjp_node* node, vjp_tensor* const* grads, size_t, vjp_tensor** out, size_t) {
  vjp_tensor* saved = nullptr;
  vjp_status status = vjp_function_saved(node, 0, &saved);
  if (status == VJP_OK) status = vjp_mul(grads[0], saved, &out[0]);
  vjp_tensor_release(saved);
  return status;
}

Tensor custom_mul(const Tensor& a, const Tensor& b) {
  Tensor y;
  {
    GradMode off(false);
    y = mul(a, b);
  }
  static const vjp_function function = function_of(mul_backward);
  vjp_tensor *inputs[] = {a.get(), b.get()}, *results[] = {y.get()}, *saved[] = {b.get()};
  check(vjp_function_record(&function, inputs, 2, results, 1, saved, 1));
  return y;
}

void custom_functions() {
  Tensor x = constant({1}, 0.5f).requires_grad(), c = constant({1}, 1);
  measure_phases(hook_case("custom_function", kNodes), {"fwd", "bwd"}, [&] {
    Tensor y = x;
    double t0 = now();
    for (long i = 0; i < kNodes; ++i) y = custom_mul(y, c);
    double t1 = now();
    backward(y);
    double t2 = now();
    x.clear_grad();
    return std::vector<double>{t1 - t0, t2 - t1};
  });
}

// ---- a backward inside a backward

// A copy of `x` with a derivative of the caller's.
Tensor custom_copy(const Tensor& x, const vjp_function& function) {
  Tensor y;
  {
    GradMode off(false);
    y = clone(x);
  }
  vjp_tensor *inputs[] = {x.get()}, *results[] = {y.get()};
  check(vjp_function_record(&function, inputs, 1, results, 1, nullptr, 0));
  return y;
}

// Runs a block that throws as a callback must: with a status.
template <class F>
vjp_status as_callback(F&& body) {
  try {
    body();
    return VJP_OK;
  } catch (const std::exception& e) {
    return vjp_error_raise(VJP_ERROR_CANCELLED, e.what(), nullptr, nullptr);
  }
}

Tensor borrowed(vjp_tensor* handle) { return Tensor(vjp_tensor_retain(handle)); }

vjp_status reentrant_backward(void* context, vjp_node*, vjp_tensor* const* grads, size_t, vjp_tensor** out, size_t) {
  return as_callback([&] {
    GradMode on(true);
    Tensor z = borrowed(grads[0]).detach().requires_grad();
    backward(mul(z, *static_cast<const Tensor*>(context)));
    out[0] = vjp_tensor_retain(grads[0]);
  });
}

void reentrant() {
  const long calls = 2000;
  Tensor x = constant({1}, 0.5f).requires_grad(), c = constant({1}, 1);
  const vjp_function function = function_of(reentrant_backward, &c);
  measure_phases(hook_case("reentrant_backward", calls), {"bwd"}, [&] {
    Tensor y = x;
    for (long i = 0; i < calls; ++i) y = custom_copy(y, function);
    double begin = now();
    backward(y);
    double seconds = now() - begin;
    x.clear_grad();
    return std::vector<double>{seconds};
  });
}

void drop_depth(void* depth) { delete static_cast<int*>(depth); }
Tensor descend(const Tensor& x, int depth);

vjp_status descending_backward(void* context, vjp_node*, vjp_tensor* const* grads, size_t, vjp_tensor** out, size_t) {
  return as_callback([&] {
    if (int depth = *static_cast<int*>(context); depth > 0) {
      GradMode on(true);
      backward(descend(borrowed(grads[0]).detach().requires_grad(), depth - 1));
    }
    out[0] = vjp_tensor_retain(grads[0]);
  });
}

Tensor descend(const Tensor& x, int depth) {
  return custom_copy(x, function_of(descending_backward, new int(depth), drop_depth));
}

void nested() {
  Tensor x = constant({1}, 0.5f).requires_grad();
  measure_phases(hook_case("reentrant_nested_100", 101), {"bwd"}, [&] {
    Tensor y = descend(x, 100);
    double begin = now();
    backward(y);
    return std::vector<double>{now() - begin};
  });
}

}  // namespace

void w12_hooks() {
  // With more than one thread the process has one more that only waits: locks and counts are then those of programs
  // with threads, and every call still runs on the measuring one.
  if (options().threads > 1) std::thread([] { pause(); }).detach();
  guard("W12", "node_hooks", node_hooks);
  guard("W12", "leaf_hooks", leaf_hooks);
  guard("W12", "custom_function", custom_functions);
  guard("W12", "reentrant_backward", reentrant);
  guard("W12", "reentrant_nested_100", nested);
}

}  // namespace bench
