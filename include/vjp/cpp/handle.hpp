// libvjp for C++: handles that count their references, and what functions take: lists of integers, numbers, tensors.
#ifndef VJP_CPP_HANDLE_HPP
#define VJP_CPP_HANDLE_HPP

#include <complex>
#include <cstdint>
#include <initializer_list>
#include <type_traits>
#include <utility>
#include <vector>

#include "vjp/cpp/error.hpp"

namespace vjp {

/**
 * A reference to one of the library's objects, or to none. Copies share the object; the last one ends it. Different
 * handles may be used on different threads, one handle by one thread at a time.
 */
template <class T, T* (*Retain)(T*), void (*Release)(T*)>
class Handle {
 public:
  Handle() noexcept = default;
  Handle(const Handle& other) noexcept : object_(Retain(other.object_)) {}
  Handle(Handle&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  Handle& operator=(Handle other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~Handle() { Release(object_); }

  /** Whether there is an object. */
  explicit operator bool() const noexcept { return object_ != nullptr; }
  /** The C handle, borrowed: for what this header does not wrap. */
  T* get() const noexcept { return object_; }
  /** Hands the reference over to the caller; the handle is empty then. */
  T* release() noexcept { return std::exchange(object_, nullptr); }
  /** Whether both refer to the same object. */
  bool is(const Handle& other) const noexcept { return object_ == other.object_; }

 protected:
  // Takes over a reference.
  explicit Handle(T* owned) noexcept : object_(owned) {}

 private:
  T* object_ = nullptr;
};

using Dtype = vjp_dtype;
inline constexpr Dtype bool_ = VJP_DTYPE_BOOL, uint8 = VJP_DTYPE_UINT8, int8 = VJP_DTYPE_INT8, int16 = VJP_DTYPE_INT16,
                       int32 = VJP_DTYPE_INT32, int64 = VJP_DTYPE_INT64, float16 = VJP_DTYPE_FLOAT16,
                       bfloat16 = VJP_DTYPE_BFLOAT16, float32 = VJP_DTYPE_FLOAT32, float64 = VJP_DTYPE_FLOAT64,
                       complex64 = VJP_DTYPE_COMPLEX64, complex128 = VJP_DTYPE_COMPLEX128;

/** The dtype of a C++ type. */
template <class T>
constexpr Dtype dtype_of() {
  if constexpr (std::is_same_v<T, bool>) {
    return bool_;
  } else if constexpr (std::is_same_v<T, std::complex<float>>) {
    return complex64;
  } else if constexpr (std::is_same_v<T, std::complex<double>>) {
    return complex128;
  } else if constexpr (std::is_same_v<T, float>) {
    return float32;
  } else if constexpr (std::is_same_v<T, double>) {
    return float64;
  } else if constexpr (std::is_integral_v<T> && sizeof(T) == 1) {
    return std::is_signed_v<T> ? int8 : uint8;
  } else {
    static_assert(std::is_integral_v<T> && std::is_signed_v<T>, "libvjp has no dtype for this type");
    return sizeof(T) == 2 ? int16 : sizeof(T) == 4 ? int32 : int64;
  }
}

/** A number as an operator takes it: bool, integer, real or complex. It takes part in promotion by its kind only. */
class Scalar {
 public:
  template <class T, class = std::enable_if_t<std::is_arithmetic_v<T>>>
  Scalar(T value) noexcept {
    if constexpr (std::is_same_v<T, bool>) {
      scalar_ = vjp_scalar_bool(value);
    } else if constexpr (std::is_integral_v<T>) {
      scalar_ = vjp_scalar_int(static_cast<int64_t>(value));
    } else {
      scalar_ = vjp_scalar_float(static_cast<double>(value));
    }
  }
  template <class T>
  Scalar(std::complex<T> value) noexcept : scalar_(vjp_scalar_complex(value.real(), value.imag())) {}
  Scalar(vjp_scalar value) noexcept : scalar_(value) {}

  const vjp_scalar& get() const noexcept { return scalar_; }

 private:
  vjp_scalar scalar_;
};

namespace detail {

/** A list that an argument borrows for the call: one value, {a, b}, or a vector. */
template <class T>
class List {
 public:
  List(std::initializer_list<T> values) noexcept : size_(values.size()) { data_ = values.begin(); }
  List(const std::vector<T>& values) noexcept : data_(values.data()), size_(values.size()) {}
  List(const T* data, size_t size) noexcept : data_(data), size_(size) {}
  template <class U, class = std::enable_if_t<std::is_arithmetic_v<U> && !std::is_same_v<U, bool>>>
  List(U value) noexcept : size_(1), one_(static_cast<T>(value)), is_one_(true) {}

  const T* data() const noexcept { return is_one_ ? &one_ : data_ ? data_ : &one_; }
  size_t size() const noexcept { return size_; }

 private:
  const T* data_ = nullptr;
  size_t size_ = 0;
  T one_{};
  bool is_one_ = false;
};

}  // namespace detail

/** Integers: sizes, strides, dimensions. `2`, `{2, 3}` or a std::vector<int64_t>. */
using Ints = detail::List<int64_t>;
/** Real numbers, likewise. */
using Floats = detail::List<double>;

/** A string that an argument borrows for the call; nullptr: absent. */
class Text {
 public:
  Text(const char* text) noexcept : text_(text) {}
  Text(const std::string& text) noexcept : text_(text.c_str()) {}
  const char* get() const noexcept { return text_; }

 private:
  const char* text_;
};

/** A source of random numbers; an empty one stands for the device's own. */
class Generator : public Handle<vjp_generator, vjp_generator_retain, vjp_generator_release> {
 public:
  Generator() noexcept = default;
  explicit Generator(uint64_t seed) : Generator(made(seed)) {}
  void set_seed(uint64_t seed) { detail::check(vjp_generator_set_seed(get(), seed)); }

 private:
  explicit Generator(vjp_generator* owned) noexcept : Handle(owned) {}
  static vjp_generator* made(uint64_t seed) {
    vjp_generator* out = nullptr;
    detail::check(vjp_generator_create(seed, &out));
    return out;
  }
};

/** Seeds the generators of all devices. */
inline void manual_seed(uint64_t seed) { detail::check(vjp_manual_seed(seed)); }

/** A device by its name: "cpu", "sim:1", "cuda". */
class Device {
 public:
  Device() noexcept : device_{0, 0} {}
  Device(vjp_device device) noexcept : device_(device) {}
  Device(const char* name) { detail::check(vjp_device_from_name(name, &device_)); }
  Device(const std::string& name) : Device(name.c_str()) {}
  const vjp_device& get() const noexcept { return device_; }
  std::string name() const {
    char text[64];
    detail::check(vjp_device_name(device_, text, sizeof(text)));
    return text;
  }
  void synchronize() const { detail::check(vjp_device_synchronize(device_)); }
  friend bool operator==(const Device& a, const Device& b) noexcept {
    return a.device_.kind == b.device_.kind && a.device_.index == b.device_.index;
  }
  friend bool operator!=(const Device& a, const Device& b) noexcept { return !(a == b); }

 private:
  vjp_device device_;
};

}  // namespace vjp

#endif
