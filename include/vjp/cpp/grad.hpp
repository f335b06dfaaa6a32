// libvjp for C++: gradients of several roots for several inputs, and regions with modes.
#ifndef VJP_CPP_GRAD_HPP
#define VJP_CPP_GRAD_HPP

#include "vjp/cpp/tensor.hpp"

namespace vjp {

/** Options of grad: what vjp_grad_options says of each. */
struct GradOptions {
  std::optional<bool> retain_graph;  ///< absent: as create_graph
  bool create_graph = false;         ///< record the backward, so that it can be differentiated again
  std::optional<bool> allow_unused;  ///< absent: as materialize
  bool materialize = false;          ///< zeros for inputs that are not reached
  bool batched = false;              ///< the first dimension of each root gradient is a batch
};

/** Gradients of the sum of `roots` for `inputs`; leaves keep theirs. Unused inputs have empty ones, where that is
 * allowed. */
inline std::vector<Tensor> grad(const Tensors& roots, const Tensors& inputs, const std::vector<Tensor>& gradients = {},
                                const GradOptions& options = {}) {
  if (!gradients.empty() && gradients.size() != roots.size())
    throw Error(VJP_ERROR_INVALID, "grad: " + std::to_string(gradients.size()) + " gradients for " +
                                       std::to_string(roots.size()) + " roots; there is one a root, or none");
  vjp_grad_options c = VJP_GRAD_OPTIONS_INIT;
  c.retain_graph = options.retain_graph ? *options.retain_graph : -1;
  c.create_graph = options.create_graph;
  c.allow_unused = options.allow_unused ? *options.allow_unused : -1;
  c.materialize = options.materialize;
  c.batched = options.batched;
  std::vector<vjp_tensor*> out(inputs.size());
  const Tensors given(gradients);
  detail::check(vjp_grad(roots.data(), roots.size(), gradients.empty() ? nullptr : given.data(), inputs.data(),
                         inputs.size(), &c, out.data()));
  std::vector<Tensor> results(out.size());
  for (size_t i = 0; i < out.size(); ++i) results[i] = Tensor::take(out[i]);
  return results;
}

/** backward of several roots: adds to the gradients of the leaves, or of `inputs` alone where there are any. */
inline void backward(const Tensors& roots, const std::vector<Tensor>& gradients = {}, const GradOptions& options = {},
                     const std::vector<Tensor>& inputs = {}) {
  vjp_grad_options c = VJP_GRAD_OPTIONS_INIT;
  c.retain_graph = options.retain_graph ? *options.retain_graph : -1;
  c.create_graph = options.create_graph;
  c.accumulate = 1;
  struct Call {
    vjp_grad_call* call = nullptr;
    ~Call() { vjp_grad_call_release(call); }
  } holder;
  detail::check(vjp_grad_call_create(&c, &holder.call));
  for (size_t i = 0; i < roots.size(); ++i)
    detail::check(
        vjp_grad_call_add_root(holder.call, roots.data()[i], i < gradients.size() ? gradients[i].get() : nullptr));
  for (const Tensor& input : inputs) detail::check(vjp_grad_call_add_input(holder.call, input.get()));
  detail::check(vjp_grad_call_run(holder.call));
}

/**
 * A setting that holds while the object lives, on the thread that made it; such objects end in reverse order. Made by
 * the functions below, or from a guard of C.
 */
class Region {
 public:
  explicit Region(vjp_guard* guard) noexcept : guard_(guard) {}
  Region(Region&& other) noexcept : guard_(std::exchange(other.guard_, nullptr)) {}
  Region& operator=(Region&&) = delete;
  ~Region() { vjp_guard_exit(guard_); }

 private:
  vjp_guard* guard_;
};

namespace detail {
inline Region mode(vjp_mode mode, bool enabled) {
  vjp_guard* out = nullptr;
  check(vjp_guard_mode(mode, enabled, &out));
  return Region(out);
}
}  // namespace detail

/** Operators do not record: `auto region = vjp::no_grad();` */
[[nodiscard]] inline Region no_grad() { return detail::mode(VJP_MODE_GRAD, false); }
[[nodiscard]] inline Region enable_grad() { return detail::mode(VJP_MODE_GRAD, true); }
/** Nothing is recorded, and what is made can never be. */
[[nodiscard]] inline Region inference_mode() { return detail::mode(VJP_MODE_INFERENCE, true); }
/** Errors of a grad call say where the node was made; with `check_nan` a NaN in a gradient is an error. */
[[nodiscard]] inline Region detect_anomaly(bool check_nan = true) {
  vjp_guard* out = nullptr;
  detail::check(vjp_guard_anomaly(true, check_nan, &out));
  return Region(out);
}
/** Tensors are made on this device unless one is named. */
[[nodiscard]] inline Region default_device(const Device& device) {
  vjp_guard* out = nullptr;
  detail::check(vjp_guard_default_device(device.get(), &out));
  return Region(out);
}
/** Saved values are kept in host memory. */
[[nodiscard]] inline Region save_on_cpu(bool pin_memory = false) {
  vjp_guard* out = nullptr;
  detail::check(vjp_guard_save_on_cpu(pin_memory, &out));
  return Region(out);
}

/**
 * Saved values go through a pair of closures: `Packed pack(const Tensor&)`, and `Tensor unpack(const Packed&)`, whose
 * result has the shape, dtype and device of what was packed. Both may be called on other threads.
 */
template <class Pack, class Unpack>
[[nodiscard]] Region saved_tensors_hooks(Pack pack, Unpack unpack) {
  using Packed = std::decay_t<std::invoke_result_t<Pack&, const Tensor&>>;
  struct Pair {
    Pack pack;
    Unpack unpack;
  };
  vjp_saved_tensor_hooks hooks = VJP_SAVED_TENSOR_HOOKS_INIT;
  hooks.pack = [](void* c, vjp_tensor* tensor, void** packed) {
    return detail::guarded([&] { *packed = new Packed(static_cast<Pair*>(c)->pack(Tensor::borrow(tensor))); });
  };
  hooks.unpack = [](void* c, void* packed, vjp_tensor** out) {
    return detail::guarded(
        [&] { *out = Tensor(static_cast<Pair*>(c)->unpack(*static_cast<const Packed*>(packed))).release(); });
  };
  hooks.drop_packed = [](void*, void* packed) { delete static_cast<Packed*>(packed); };
  hooks.drop = &detail::drop_closure<Pair>;
  auto* pair = new Pair{std::move(pack), std::move(unpack)};
  hooks.context = pair;
  vjp_guard* out = nullptr;
  const vjp_status status = vjp_guard_saved_tensor_hooks(&hooks, &out);
  if (status != VJP_OK) delete pair;
  detail::check(status);
  return Region(out);
}

}  // namespace vjp

#endif
