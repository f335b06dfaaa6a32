// libvjp for C++: tensors.
#ifndef VJP_CPP_TENSOR_HPP
#define VJP_CPP_TENSOR_HPP

#include <optional>
#include <ostream>
#include <tuple>

#include "vjp/cpp/handle.hpp"
#include "vjp/cpp/operator_methods.hpp"

namespace vjp {

class Node;
class Hook;

/**
 * A tensor: a handle, whose copies are the same tensor. Every operator is a function of namespace vjp and, where its
 * first argument is a tensor, a method too. An empty handle stands for an absent argument or result.
 *
 * Results belong to the handle that a function returns; a scope of C (vjp_scope_begin) that is open meanwhile would
 * release them, too, so this header and scopes do not mix.
 */
class Tensor : public Handle<vjp_tensor, vjp_tensor_retain, vjp_tensor_release>,
               public detail::OperatorMethods<Tensor> {
 public:
  Tensor() noexcept = default;
  /** Takes over a reference that the caller owns. */
  static Tensor take(vjp_tensor* owned) noexcept { return Tensor(owned); }
  /** A reference of its own to a tensor that is borrowed. */
  static Tensor borrow(vjp_tensor* borrowed) noexcept { return Tensor(vjp_tensor_retain(borrowed)); }

  // ---- what it is ----

  int64_t dim() const noexcept { return static_cast<int64_t>(vjp_tensor_ndim(get())); }
  std::vector<int64_t> sizes() const {
    const int64_t* s = vjp_tensor_shape(get());
    return s ? std::vector<int64_t>(s, s + dim()) : std::vector<int64_t>();
  }
  /** Of one dimension, negative from the end; -1 if there is no such dimension. */
  int64_t size(int64_t dim) const noexcept { return vjp_tensor_size(get(), dim); }
  int64_t numel() const noexcept { return vjp_tensor_numel(get()); }
  Dtype dtype() const noexcept { return vjp_tensor_dtype(get()); }
  Device device() const noexcept { return vjp_tensor_device(get()); }
  bool is_contiguous() const noexcept { return vjp_tensor_is_contiguous(get()); }

  // ---- elements ----

  /** The one element, converted; waits for the tensor's device. */
  template <class T = double>
  T item() const {
    vjp_scalar number;
    detail::check(vjp_tensor_item(get(), &number));
    switch (number.kind) {
      case VJP_KIND_FLOAT:
        return converted<T>(number.as.real, 0);
      case VJP_KIND_COMPLEX:
        return converted<T>(number.as.complex_value[0], number.as.complex_value[1]);
      default:
        return converted<T>(number.as.integer, 0);
    }
  }
  /** All elements in row-major order, converted to T by the library; waits for the tensor's device. */
  template <class T>
  std::vector<T> to_vector() const {
    static_assert(!std::is_same_v<T, bool>, "std::vector<bool> has no elements: take uint8_t");
    std::vector<T> values(static_cast<size_t>(numel()));
    detail::check(vjp_tensor_copy_to(get(), values.data(), values.size() * sizeof(T), dtype_of<T>()));
    return values;
  }
  /** The first element in host memory, borrowed; nullptr where the tensor lies elsewhere. The dtype must be T's. */
  template <class T>
  T* data() const {
    if (dtype() != dtype_of<T>())
      throw Error(VJP_ERROR_DTYPE, std::string("data: the tensor has dtype ") + vjp_dtype_name(dtype()) + ", not " +
                                       vjp_dtype_name(dtype_of<T>()));
    return static_cast<T*>(vjp_tensor_data(get()));
  }
  /** As text; `precision` digits, -1: as many as the elements need. */
  std::string str(int precision = -1) const {
    char* text = nullptr;
    detail::check(vjp_tensor_to_string(get(), precision, &text));
    return detail::take_string(text);
  }
  /** The part at an index of the first dimension, negative from the end. */
  Tensor operator[](int64_t index) const;

  // ---- gradients ----

  bool requires_grad() const noexcept { return vjp_tensor_requires_grad(get()); }
  Tensor& set_requires_grad(bool value = true) {
    detail::check(vjp_tensor_set_requires_grad(get(), value));
    return *this;
  }
  bool is_leaf() const noexcept { return vjp_tensor_is_leaf(get()); }
  /** The accumulated gradient; empty if there is none yet. */
  Tensor grad() const {
    vjp_tensor* out = nullptr;
    detail::check(vjp_tensor_grad(get(), &out));
    return Tensor(out);
  }
  /** Replaces the gradient; an empty one takes it away. */
  void set_grad(const Tensor& grad) { detail::check(vjp_tensor_set_grad(get(), grad.get())); }
  /** Keeps the gradient of a tensor that is no leaf in grad(), too. */
  void retain_grad() { detail::check(vjp_tensor_retain_grad(get())); }
  /** Adds d this / d leaf to every leaf's gradient and frees the graph; `gradient` is needed unless there is one
   * element. */
  void backward(const Tensor& gradient = {}) const { detail::check(vjp_backward(get(), gradient.get())); }
  /** The same elements without a history. */
  Tensor detach() const {
    vjp_tensor* out = nullptr;
    detail::check(vjp_tensor_detach(get(), &out));
    return Tensor(out);
  }
  /** The node that made it; empty for a leaf. In vjp/cpp/hook.hpp, as the following. */
  Node grad_fn() const;
  /** Adds a hook `Tensor(const Tensor& grad)` or `void(const Tensor& grad)` on the gradient. */
  template <class F>
  Hook register_hook(F hook) const;
  /** Adds a hook `void(const Tensor& leaf)` after each accumulation into a leaf. */
  template <class F>
  Hook register_post_accumulate_grad_hook(F hook) const;

 private:
  explicit Tensor(vjp_tensor* owned) noexcept : Handle(owned) {}
  template <class T, class V>
  static T converted(V real, double imaginary) {
    if constexpr (std::is_arithmetic_v<T>) {
      if (imaginary != 0)
        throw Error(VJP_ERROR_DTYPE, "item: a complex number is no real one; take item<std::complex<double>>()");
      return static_cast<T>(real);
    } else {
      using Part = typename T::value_type;
      return T(static_cast<Part>(real), static_cast<Part>(imaginary));
    }
  }
};

static_assert(sizeof(Tensor) == sizeof(vjp_tensor*), "lists of tensors are handed over as they lie");

namespace detail {

/** Tensors that an argument borrows for the call: one, {a, b}, or a vector. */
class Tensors {
 public:
  Tensors(std::initializer_list<Tensor> tensors) noexcept : size_(tensors.size()) { data_ = tensors.begin(); }
  Tensors(const std::vector<Tensor>& tensors) noexcept : data_(tensors.data()), size_(tensors.size()) {}
  Tensors(const Tensor& tensor) noexcept : data_(&tensor), size_(1) {}
  // The C handles: a Tensor is one pointer.
  vjp_tensor* const* data() const noexcept { return reinterpret_cast<vjp_tensor* const*>(size_ ? data_ : &empty_); }
  size_t size() const noexcept { return size_; }

 private:
  const Tensor* data_;
  size_t size_;
  Tensor empty_;
};

// The tensors of a list, which is released; absent ones are empty.
inline std::vector<Tensor> take_list(vjp_tensor_list* list) {
  struct Release {
    vjp_tensor_list* list;
    ~Release() { vjp_tensor_list_release(list); }
  } release{list};
  std::vector<Tensor> tensors;
  tensors.reserve(vjp_tensor_list_size(list));
  for (size_t i = 0; i < vjp_tensor_list_size(list); ++i)
    tensors.push_back(Tensor::borrow(vjp_tensor_list_get(list, i)));
  return tensors;
}

// What a callback is given, with references of its own.
inline std::vector<Tensor> borrowed(vjp_tensor* const* tensors, size_t count) {
  std::vector<Tensor> copy;
  copy.reserve(count);
  for (size_t i = 0; i < count; ++i) copy.push_back(Tensor::borrow(tensors[i]));
  return copy;
}

}  // namespace detail

using Tensors = detail::Tensors;

/** A tensor of one dimension with a copy of the values: tensor({1.0, 2.0}). Its dtype is dtype_of<T>(). */
template <class T, class = std::enable_if_t<!std::is_same_v<T, bool>>>
Tensor tensor(const std::vector<T>& values, std::optional<Ints> sizes = std::nullopt) {
  const int64_t count = static_cast<int64_t>(values.size());
  const Ints shape = sizes ? *sizes : Ints(&count, 1);
  int64_t wanted = 1;
  for (size_t i = 0; i < shape.size(); ++i) wanted *= shape.data()[i];
  if (wanted != count)
    throw Error(VJP_ERROR_SHAPE, "tensor: the sizes are those of " + std::to_string(wanted) +
                                     " elements, and there are " + std::to_string(count));
  vjp_tensor* out = nullptr;
  detail::check(vjp_tensor_from_data(values.data(), shape.data(), shape.size(), dtype_of<T>(), &out));
  return Tensor::take(out);
}
template <class T, class = std::enable_if_t<!std::is_same_v<T, bool>>>
Tensor tensor(std::initializer_list<T> values, std::optional<Ints> sizes = std::nullopt) {
  return tensor(std::vector<T>(values), sizes);
}
/** A tensor without dimensions. */
inline Tensor tensor(Scalar value, Dtype dtype = VJP_DTYPE_NONE) {
  vjp_tensor* out = nullptr;
  detail::check(vjp_tensor_from_scalar(value.get(), dtype, &out));
  return Tensor::take(out);
}
/** A tensor on memory of the caller, who keeps it alive as long as a tensor uses it, or whom `done()` tells. */
template <class T, class Done>
Tensor from_blob(T* data, Ints sizes, Done done) {
  auto* context = new Done(std::move(done));
  vjp_tensor* out = nullptr;
  const vjp_status status = vjp_tensor_from_memory(
      data, sizes.data(), nullptr, sizes.size(), dtype_of<T>(), context,
      [](void* c) {
        (*static_cast<Done*>(c))();
        delete static_cast<Done*>(c);
      },
      &out);
  if (status != VJP_OK) delete context;
  detail::check(status);
  return Tensor::take(out);
}
template <class T>
Tensor from_blob(T* data, Ints sizes) {
  return from_blob(data, sizes, [] {});
}

inline std::ostream& operator<<(std::ostream& stream, const Tensor& tensor) {
  return stream << (tensor ? tensor.str() : "(no tensor)");
}

}  // namespace vjp

#endif
