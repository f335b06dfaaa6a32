// libvjp for C++: nodes, and closures as hooks.
#ifndef VJP_CPP_HOOK_HPP
#define VJP_CPP_HOOK_HPP

#include "vjp/cpp/tensor.hpp"

namespace vjp {

/**
 * A hook that was added. The handle may go: the hook stays until remove(), or until its owner ends. Closures given as
 * hooks are destroyed once, then; what they throw stops the grad call, and is thrown by it.
 */
class Hook {
 public:
  Hook() noexcept = default;
  explicit Hook(vjp_hook* owned) noexcept : hook_(owned) {}
  Hook(Hook&& other) noexcept : hook_(std::exchange(other.hook_, nullptr)) {}
  Hook& operator=(Hook&& other) noexcept {
    vjp_hook_release(std::exchange(hook_, std::exchange(other.hook_, nullptr)));
    return *this;
  }
  ~Hook() { vjp_hook_release(hook_); }
  /** Takes the hook away; does nothing if it is gone. */
  void remove() noexcept { vjp_hook_remove(std::exchange(hook_, nullptr)); }
  /** What messages call it. */
  void set_label(Text label) { detail::check(vjp_hook_set_label(hook_, label.get())); }

 private:
  vjp_hook* hook_ = nullptr;
};

namespace detail {

// Gives a closure to a C function that takes (fn, context, drop, &hook); it owns the closure if it succeeds.
template <class F, class Add>
Hook add_hook(F&& hook, Add add) {
  using Closure = std::decay_t<F>;
  auto* closure = new Closure(std::forward<F>(hook));
  vjp_hook* out = nullptr;
  const vjp_status status = add(closure, &drop_closure<Closure>, &out);
  if (status != VJP_OK) delete closure;
  check(status);
  return Hook(out);
}

// Gradients that a hook of a node may replace in place; only those that changed are stored.
template <class F>
void with_replaceable(vjp_tensor** tensors, size_t count, F&& body) {
  std::vector<Tensor> mine = borrowed(tensors, count);
  body(mine);
  if (mine.size() != count)
    throw Error(VJP_ERROR_INVALID,
                "a node's hook left " + std::to_string(mine.size()) + " gradients of " + std::to_string(count));
  for (size_t i = 0; i < count; ++i) {
    if (mine[i].get() == tensors[i]) continue;
    vjp_tensor_release(tensors[i]);
    tensors[i] = mine[i].release();
  }
}

}  // namespace detail

/** A node of the graph: an operator that was recorded, or the accumulator of a leaf. */
class Node : public Handle<vjp_node, vjp_node_retain, vjp_node_release> {
 public:
  Node() noexcept = default;
  static Node take(vjp_node* owned) noexcept { return Node(owned); }

  const char* name() const noexcept { return vjp_node_name(get()); }
  size_t num_edges() const noexcept { return vjp_node_num_edges(get()); }
  /** Where an edge leads: the node, and its slot; empty for an edge to nothing. */
  std::pair<Node, uint32_t> edge(size_t index) const {
    vjp_node* next = nullptr;
    uint32_t slot = 0;
    detail::check(vjp_node_edge(get(), index, &next, &slot));
    return {Node(next), slot};
  }
  /** Adds `void(std::vector<Tensor>& grads)`, before the node runs; it may replace entries. */
  template <class F>
  Hook register_prehook(F hook) const {
    return detail::add_hook(std::move(hook), [this](F* context, void (*drop)(void*), vjp_hook** out) {
      return vjp_node_add_pre_hook(
          get(),
          [](void* c, vjp_tensor** grads, size_t count) {
            return detail::guarded([&] { detail::with_replaceable(grads, count, *static_cast<F*>(c)); });
          },
          context, drop, out);
    });
  }
  /** Adds `void(std::vector<Tensor>& results, const std::vector<Tensor>& grads)`, after the node ran. */
  template <class F>
  Hook register_hook(F hook) const {
    return detail::add_hook(std::move(hook), [this](F* context, void (*drop)(void*), vjp_hook** out) {
      return vjp_node_add_post_hook(
          get(),
          [](void* c, vjp_tensor** results, size_t num_results, vjp_tensor* const* grads, size_t num_grads) {
            return detail::guarded([&] {
              const std::vector<Tensor> came = detail::borrowed(grads, num_grads);
              detail::with_replaceable(results, num_results,
                                       [&](std::vector<Tensor>& mine) { (*static_cast<F*>(c))(mine, came); });
            });
          },
          context, drop, out);
    });
  }

 private:
  explicit Node(vjp_node* owned) noexcept : Handle(owned) {}
};

inline Node Tensor::grad_fn() const {
  vjp_node* out = nullptr;
  detail::check(vjp_tensor_grad_fn(get(), &out));
  return Node::take(out);
}

template <class F>
Hook Tensor::register_hook(F hook) const {
  return detail::add_hook(std::move(hook), [this](F* context, void (*drop)(void*), vjp_hook** out) {
    return vjp_tensor_add_hook(
        get(),
        [](void* c, vjp_tensor* grad, [[maybe_unused]] vjp_tensor** replacement) {
          return detail::guarded([&] {
            const Tensor given = Tensor::borrow(grad);
            if constexpr (std::is_void_v<std::invoke_result_t<F&, const Tensor&>>) {
              (*static_cast<F*>(c))(given);
            } else {
              *replacement = Tensor((*static_cast<F*>(c))(given)).release();
            }
          });
        },
        context, drop, out);
  });
}

template <class F>
Hook Tensor::register_post_accumulate_grad_hook(F hook) const {
  return detail::add_hook(std::move(hook), [this](F* context, void (*drop)(void*), vjp_hook** out) {
    return vjp_tensor_add_post_accumulate_hook(
        get(),
        [](void* c, vjp_tensor* leaf) { return detail::guarded([&] { (*static_cast<F*>(c))(Tensor::borrow(leaf)); }); },
        context, drop, out);
  });
}

}  // namespace vjp

#endif
