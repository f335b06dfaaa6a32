// Value: an argument of an operator, boxed; the C API's vjp_value itself, so nothing is translated at the boundary.
// Boxing and unboxing between C++ types and values. Everything in a value is borrowed.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "tensor/tensor.h"
#include "vjp/registry.h"

namespace vjp {

class Generator;
using Value = vjp_value;
using TensorList = std::span<const Tensor>;

// A tensor or a number.
class Operand {
 public:
  Operand() : number_(0) {}
  Operand(const Tensor& t) : tensor_(&t), number_(0) {}
  Operand(const Scalar& s) : number_(s) {}
  Operand(double v) : number_(v) {}
  Operand(int v) : number_(v) {}
  Operand(int64_t v) : number_(v) {}
  Operand(bool v) : number_(v) {}
  bool is_tensor() const { return tensor_ != nullptr; }
  const Tensor& tensor() const { return *tensor_; }
  const Scalar& number() const { return number_; }

 private:
  const Tensor* tensor_ = nullptr;
  Scalar number_;
};

// A handle and a Tensor are both one pointer to a TensorImpl (built with -fno-strict-aliasing for this).
static_assert(sizeof(Tensor) == sizeof(vjp_tensor*));
inline const Tensor& as_tensor(vjp_tensor* const& handle) { return reinterpret_cast<const Tensor&>(handle); }
inline TensorImpl* impl_of(const vjp_tensor* handle) {
  return reinterpret_cast<TensorImpl*>(const_cast<vjp_tensor*>(handle));
}
inline vjp_tensor* handle_of(TensorImpl* impl) { return reinterpret_cast<vjp_tensor*>(impl); }

inline Value box() { return Value{VJP_KIND_NONE, 0, {}}; }
inline Value box(const Tensor& t) {
  Value v{t ? VJP_KIND_TENSOR : VJP_KIND_NONE, 0, {}};
  v.as.tensor = handle_of(t.get());
  return v;
}
inline Value box(const Scalar& s) {
  Value v{s.kind, 0, {}};
  if (s.kind <= VJP_KIND_INT) {
    v.as.integer = s.integer;
  } else {
    v.as.complex_value[0] = s.real;
    v.as.complex_value[1] = s.imaginary;
  }
  return v;
}
inline Value box(const Operand& o) { return o.is_tensor() ? box(o.tensor()) : box(o.number()); }
inline Value box(int64_t i) { return box(Scalar(i)); }
inline Value box(int i) { return box(Scalar(i)); }
inline Value box(double d) { return box(Scalar(d)); }
inline Value box(bool b) { return box(Scalar(b)); }
inline Value box(TensorList list) {
  Value v{VJP_KIND_TENSOR_LIST, static_cast<uint32_t>(list.size()), {}};
  v.as.tensors = reinterpret_cast<vjp_tensor* const*>(list.data());
  return v;
}
inline Value box(const std::vector<Tensor>& list) { return box(TensorList(list)); }
inline Value box(IntSpan ints) {
  Value v{VJP_KIND_INT_LIST, static_cast<uint32_t>(ints.size()), {}};
  v.as.ints = ints.data();
  return v;
}
inline Value box(const Dims& dims) { return box(IntSpan(dims)); }
inline Value box(std::span<const double> floats) {
  Value v{VJP_KIND_FLOAT_LIST, static_cast<uint32_t>(floats.size()), {}};
  v.as.floats = floats.data();
  return v;
}
inline Value box(const char* s) {
  Value v{s ? VJP_KIND_STRING : VJP_KIND_NONE, 0, {}};
  v.as.string = s;
  return v;
}
inline Value box(Dtype d) {
  Value v{d == Dtype::None ? VJP_KIND_NONE : VJP_KIND_DTYPE, 0, {}};
  v.as.integer = static_cast<int64_t>(d);
  return v;
}
inline Value box(Generator* g) {
  Value v{g ? VJP_KIND_GENERATOR : VJP_KIND_NONE, 0, {}};
  v.as.generator = reinterpret_cast<vjp_generator*>(g);
  return v;
}
inline Value box(Device d) {
  Value v{VJP_KIND_DEVICE, 0, {}};
  v.as.device = {static_cast<int32_t>(d.type), d.index};
  return v;
}
template <class T>
Value box(const std::optional<T>& o) {
  return o ? box(*o) : box();
}

inline Scalar scalar_of(const Value& v) {
  switch (v.kind) {
    case VJP_KIND_BOOL:
      return Scalar(v.as.integer != 0);
    case VJP_KIND_INT:
      return Scalar(v.as.integer);
    case VJP_KIND_FLOAT:
      return Scalar(v.as.real);
    default:
      return Scalar(std::complex<double>(v.as.complex_value[0], v.as.complex_value[1]));
  }
}

// Unbox<T>::get(value): the C++ argument of a value whose kind was checked.
template <class T>
struct Unbox;
template <>
struct Unbox<Tensor> {
  static const Tensor& get(const Value& v) {
    static constinit vjp_tensor* const none = nullptr;
    return as_tensor(v.kind == VJP_KIND_TENSOR ? v.as.tensor : none);
  }
};
template <>
struct Unbox<Operand> {
  static Operand get(const Value& v) {
    return v.kind == VJP_KIND_TENSOR ? Operand(as_tensor(v.as.tensor)) : Operand(scalar_of(v));
  }
};
template <>
struct Unbox<TensorList> {
  static TensorList get(const Value& v) { return {reinterpret_cast<const Tensor*>(v.as.tensors), v.count}; }
};
template <>
struct Unbox<Scalar> {
  static Scalar get(const Value& v) { return scalar_of(v); }
};
template <>
struct Unbox<int64_t> {
  static int64_t get(const Value& v) { return v.as.integer; }
};
template <>
struct Unbox<double> {
  static double get(const Value& v) { return v.kind == VJP_KIND_FLOAT ? v.as.real : static_cast<double>(v.as.integer); }
};
template <>
struct Unbox<bool> {
  static bool get(const Value& v) { return v.as.integer != 0; }
};
template <>
struct Unbox<IntSpan> {
  static IntSpan get(const Value& v) { return {v.as.ints, v.count}; }
};
template <>
struct Unbox<std::span<const double>> {
  static std::span<const double> get(const Value& v) { return {v.as.floats, v.count}; }
};
template <>
struct Unbox<std::string_view> {
  static std::string_view get(const Value& v) { return v.kind == VJP_KIND_STRING ? v.as.string : std::string_view(); }
};
template <>
struct Unbox<Dtype> {
  static Dtype get(const Value& v) { return v.kind == VJP_KIND_DTYPE ? static_cast<Dtype>(v.as.integer) : Dtype::None; }
};
template <>
struct Unbox<Generator*> {
  static Generator* get(const Value& v) {
    return v.kind == VJP_KIND_GENERATOR ? reinterpret_cast<Generator*>(v.as.generator) : nullptr;
  }
};
template <>
struct Unbox<Device> {
  static Device get(const Value& v) { return {static_cast<DeviceType>(v.as.device.kind), v.as.device.index}; }
};
template <class T>
struct Unbox<std::optional<T>> {
  static std::optional<T> get(const Value& v) {
    if (v.kind == VJP_KIND_NONE) return std::nullopt;
    return Unbox<T>::get(v);
  }
};

}  // namespace vjp
