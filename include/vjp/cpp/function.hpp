// libvjp for C++: closures as functions: custom derivatives, checkpoints, derivatives of functions, vmap.
#ifndef VJP_CPP_FUNCTION_HPP
#define VJP_CPP_FUNCTION_HPP

#include "vjp/cpp/grad.hpp"

namespace vjp {

/** What a custom function's backward is told: the tensors that were saved, and which gradients are wanted. */
class BackwardContext {
 public:
  explicit BackwardContext(vjp_node* node) noexcept : node_(node) {}
  /** A tensor that forward gave to save, with the checks of saved values. */
  Tensor saved(size_t index) const {
    vjp_tensor* out = nullptr;
    detail::check(vjp_function_saved(node_, index, &out));
    return Tensor::take(out);
  }
  size_t num_saved() const noexcept { return vjp_function_num_saved(node_); }
  bool needs_input_grad(size_t input) const noexcept { return vjp_function_needs_input_grad(node_, input); }

 private:
  vjp_node* node_;
};

/** What a custom function's forward may say. */
class ForwardContext {
 public:
  explicit ForwardContext(vjp_function_call* call) noexcept : call_(call) {}
  /** Keeps tensors for backward: inputs, results, intermediates. */
  void save_for_backward(const Tensors& tensors) {
    detail::check(vjp_function_call_save_for_backward(call_, tensors.data(), tensors.size()));
  }
  /** Declares inputs that were changed in place; each must be a result. */
  void mark_dirty(const Tensors& tensors) {
    detail::check(vjp_function_call_mark_dirty(call_, tensors.data(), tensors.size()));
  }
  void mark_non_differentiable(const Tensors& tensors) {
    detail::check(vjp_function_call_mark_non_differentiable(call_, tensors.data(), tensors.size()));
  }
  void set_materialize_grads(bool value) { detail::check(vjp_function_call_set_materialize_grads(call_, value)); }
  bool needs_input_grad(size_t input) const noexcept { return vjp_function_call_needs_input_grad(call_, input); }

 private:
  vjp_function_call* call_;
};

/**
 * Applies a function whose derivative the program computes.
 *
 * `forward(ForwardContext&, const std::vector<Tensor>& inputs)` gives the results; it runs with grad mode off.
 * `backward(BackwardContext&, const std::vector<Tensor>& grads)` gives one gradient an input, empty ones for none; it
 * lives as long as the node, and may run on another thread. What either throws is thrown by whoever called.
 */
template <class Forward, class Backward>
std::vector<Tensor> apply_function(Text name, const std::vector<Tensor>& inputs, Forward&& forward, Backward backward) {
  vjp_function function = VJP_FUNCTION_INIT;
  function.name = name.get();
  function.backward = [](void* c, vjp_node* node, vjp_tensor* const* grads, size_t num_grads, vjp_tensor** out,
                         size_t num_inputs) {
    return detail::guarded([&] {
      BackwardContext context(node);
      std::vector<Tensor> results = (*static_cast<Backward*>(c))(context, detail::borrowed(grads, num_grads));
      if (results.size() != num_inputs)
        throw Error(VJP_ERROR_INVALID, std::string(vjp_node_name(node)) + ": backward gave " +
                                           std::to_string(results.size()) + " gradients for " +
                                           std::to_string(num_inputs) + " inputs");
      for (size_t i = 0; i < num_inputs; ++i) out[i] = results[i].release();
    });
  };
  function.drop = &detail::drop_closure<Backward>;
  auto* closure = new Backward(std::move(backward));
  function.context = closure;
  const Tensors given(inputs);
  vjp_function_call* call = nullptr;
  const vjp_status begun = vjp_function_begin(&function, given.data(), given.size(), &call);
  if (begun != VJP_OK) delete closure;
  detail::check(begun);
  std::vector<Tensor> results;
  try {
    ForwardContext context(call);
    results = forward(context, inputs);
  } catch (...) {
    vjp_function_abandon(call);
    throw;
  }
  std::vector<vjp_tensor*> out(results.size());
  const Tensors made(results);
  detail::check(vjp_function_end(call, made.data(), made.size(), out.data()));
  for (size_t i = 0; i < out.size(); ++i) results[i] = Tensor::take(out[i]);
  return results;
}

namespace detail {

inline std::vector<Tensor> as_list(Tensor one) {
  std::vector<Tensor> list;
  list.push_back(std::move(one));
  return list;
}
inline std::vector<Tensor> as_list(std::vector<Tensor> list) { return list; }

inline void append(vjp_tensor_list* list, const std::vector<Tensor>& tensors) {
  for (const Tensor& tensor : tensors) check(vjp_tensor_list_append(list, tensor.get()));
}

using Derivative = vjp_status (*)(vjp_functional_fn, void*, vjp_tensor* const*, size_t, const vjp_functional_options*,
                                  vjp_tensor_list**, vjp_tensor_list**);
using Product = vjp_status (*)(vjp_functional_fn, void*, vjp_tensor* const*, size_t, vjp_tensor* const*, size_t,
                               const vjp_functional_options*, vjp_tensor_list**, vjp_tensor_list**);

// A closure `Tensor(const std::vector<Tensor>&)`, or one that gives a vector of them, as what the functions below call.
template <class F>
vjp_status call_functional(void* c, vjp_tensor* const* inputs, size_t count, vjp_tensor_list* outputs,
                           vjp_tensor_list*) {
  return guarded([&] { append(outputs, as_list((*static_cast<F*>(c))(borrowed(inputs, count)))); });
}
template <class F>
std::vector<Tensor> derivative(Derivative of, F& fn, const Tensors& inputs) {
  vjp_tensor_list* out = nullptr;
  check(of(&call_functional<F>, &fn, inputs.data(), inputs.size(), nullptr, nullptr, &out));
  return take_list(out);
}
template <class F>
std::vector<Tensor> product(Product of, F& fn, const Tensors& inputs, const Tensors& vectors) {
  vjp_tensor_list* out = nullptr;
  check(of(&call_functional<F>, &fn, inputs.data(), inputs.size(), vectors.data(), vectors.size(), nullptr, nullptr,
           &out));
  return take_list(out);
}

}  // namespace detail

/** Derivatives of closures `Tensor(const std::vector<Tensor>& inputs)`, or such that give several; nested at will. */
namespace func {

/** One gradient an input, of a function that gives one element. */
template <class F>
std::vector<Tensor> grad(F fn, const Tensors& inputs) {
  return detail::derivative(vjp_functional_grad, fn, inputs);
}
/** All pairs of outputs and inputs, outputs first: [output sizes..., input sizes...]. */
template <class F>
std::vector<Tensor> jacobian(F fn, const Tensors& inputs) {
  return detail::derivative(vjp_functional_jacobian, fn, inputs);
}
/** All pairs of inputs, of a function that gives one element. */
template <class F>
std::vector<Tensor> hessian(F fn, const Tensors& inputs) {
  return detail::derivative(vjp_functional_hessian, fn, inputs);
}
/** vᵀ J: one gradient an input; a vector an output. */
template <class F>
std::vector<Tensor> vjp(F fn, const Tensors& inputs, const Tensors& vectors) {
  return detail::product(vjp_functional_vjp, fn, inputs, vectors);
}
/** J v: one tangent an output; a vector an input. */
template <class F>
std::vector<Tensor> jvp(F fn, const Tensors& inputs, const Tensors& vectors) {
  return detail::product(vjp_functional_jvp, fn, inputs, vectors);
}
/** H v of a function that gives one element: one an input; a vector an input. */
template <class F>
std::vector<Tensor> hvp(F fn, const Tensors& inputs, const Tensors& vectors) {
  return detail::product(vjp_functional_hvp, fn, inputs, vectors);
}

}  // namespace func

/** A closure of one sample on a batch: `in_dims` says where the samples of each input lie, by default in dimension 0.
 */
template <class F>
std::vector<Tensor> vmap(F fn, const Tensors& inputs, std::vector<int64_t> in_dims = {}) {
  if (in_dims.empty()) in_dims.assign(inputs.size(), 0);
  if (in_dims.size() != inputs.size())
    throw Error(VJP_ERROR_INVALID, "vmap: " + std::to_string(in_dims.size()) + " dimensions for " +
                                       std::to_string(inputs.size()) + " inputs");
  vjp_tensor_list* out = nullptr;
  detail::check(vjp_vmap(
      [](void* c, vjp_tensor* const* given, size_t count, vjp_tensor_list* results) {
        return detail::guarded(
            [&] { detail::append(results, detail::as_list((*static_cast<F*>(c))(detail::borrowed(given, count)))); });
      },
      &fn, inputs.data(), in_dims.data(), inputs.size(), nullptr, &out));
  return detail::take_list(out);
}

/**
 * Runs a closure without keeping what its backward needs, and runs it again in backward. It lives as long as a graph
 * can need it, and computes the same both times.
 */
template <class F>
std::vector<Tensor> checkpoint(F fn, const Tensors& inputs) {
  vjp_checkpoint_function function = VJP_CHECKPOINT_FUNCTION_INIT;
  function.run = [](void* c, bool, vjp_tensor* const* given, size_t count, vjp_tensor_list* results) {
    try {
      detail::append(results, detail::as_list((*static_cast<F*>(c))(detail::borrowed(given, count))));
      return VJP_OK;
    } catch (const Error& e) {
      // Nothing more is needed of a recomputation: no failure, and the library's own status goes back as it came.
      if (e.status() == VJP_ERROR_CANCELLED && vjp_checkpoint_stopping()) return VJP_ERROR_CANCELLED;
      return detail::raise_current();
    } catch (...) {
      return detail::raise_current();
    }
  };
  function.context = new F(std::move(fn));
  function.drop = &detail::drop_closure<F>;
  vjp_tensor_list* out = nullptr;
  detail::check(vjp_checkpoint(&function, inputs.data(), inputs.size(), nullptr,
                               &out));  // its context is dropped on failure, too
  return detail::take_list(out);
}

}  // namespace vjp

#endif
