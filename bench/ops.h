// The operators that the workloads use, as calls of the C ABI on Tensor.
#pragma once

#include <cmath>

#include "tensor.h"

namespace bench {

#define BENCH_UNARY(name)                                                            \
  inline Tensor name(const Tensor& x) {                                              \
    return Tensor::made([&](vjp_tensor** out) { return vjp_##name(x.get(), out); }); \
  }
#define BENCH_BINARY(name)                                                                                         \
  inline Tensor name(const Tensor& a, const Tensor& b) {                                                           \
    return Tensor::made([&](vjp_tensor** out) { return vjp_##name(a.get(), b.get(), out); });                      \
  }                                                                                                                \
  inline Tensor name(const Tensor& a, double b) {                                                                  \
    return Tensor::made([&](vjp_tensor** out) { return vjp_##name##_scalar(a.get(), vjp_scalar_float(b), out); }); \
  }

BENCH_UNARY(clone)
BENCH_UNARY(contiguous)
BENCH_UNARY(exp)
BENCH_UNARY(relu)
BENCH_UNARY(sigmoid)
BENCH_UNARY(sin)
BENCH_UNARY(sqrt)
BENCH_UNARY(square)
BENCH_UNARY(tanh)
BENCH_BINARY(add)
BENCH_BINARY(mul)
BENCH_BINARY(sub)

#undef BENCH_UNARY
#undef BENCH_BINARY

// ---- reductions

inline Tensor sum(const Tensor& x) {
  return Tensor::made([&](vjp_tensor** out) { return vjp_sum(x.get(), nullptr, 0, false, VJP_DTYPE_NONE, out); });
}
inline Tensor sum(const Tensor& x, int64_t dim) {
  return Tensor::made([&](vjp_tensor** out) { return vjp_sum(x.get(), &dim, 1, false, VJP_DTYPE_NONE, out); });
}
inline Tensor mean(const Tensor& x) {
  return Tensor::made([&](vjp_tensor** out) { return vjp_mean(x.get(), nullptr, 0, false, VJP_DTYPE_NONE, out); });
}
inline Tensor max_values(const Tensor& x, int64_t dim) {
  vjp_tensor* indices = nullptr;
  Tensor values = Tensor::made([&](vjp_tensor** out) { return vjp_max_dim(x.get(), dim, false, out, &indices); });
  vjp_tensor_release(indices);
  return values;
}

// ---- shape

inline Tensor view(const Tensor& x, const Shape& shape) {
  return Tensor::made([&](vjp_tensor** out) { return vjp_view(x.get(), shape.data(), shape.size(), out); });
}
inline Tensor reshape(const Tensor& x, const Shape& shape) {
  return Tensor::made([&](vjp_tensor** out) { return vjp_reshape(x.get(), shape.data(), shape.size(), out); });
}
inline Tensor permute(const Tensor& x, const Shape& dims) {
  return Tensor::made([&](vjp_tensor** out) { return vjp_permute(x.get(), dims.data(), dims.size(), out); });
}
inline Tensor transpose(const Tensor& x, int64_t a, int64_t b) {
  return Tensor::made([&](vjp_tensor** out) { return vjp_transpose(x.get(), a, b, out); });
}
inline Tensor flatten(const Tensor& x, int64_t start) {
  return Tensor::made([&](vjp_tensor** out) { return vjp_flatten(x.get(), start, -1, out); });
}
inline Tensor select(const Tensor& x, int64_t dim, int64_t index) {
  return Tensor::made([&](vjp_tensor** out) { return vjp_select(x.get(), dim, index, out); });
}

inline std::vector<vjp_tensor*> handles_of(const Tensors& xs) {
  std::vector<vjp_tensor*> handles;
  handles.reserve(xs.size());
  for (const Tensor& x : xs) handles.push_back(x.get());
  return handles;
}
inline Tensor stack(const Tensors& xs) {
  std::vector<vjp_tensor*> handles = handles_of(xs);
  return Tensor::made([&](vjp_tensor** out) { return vjp_stack(handles.data(), handles.size(), 0, out); });
}
inline Tensor cat(const Tensors& xs, int64_t dim) {
  std::vector<vjp_tensor*> handles = handles_of(xs);
  return Tensor::made([&](vjp_tensor** out) { return vjp_cat(handles.data(), handles.size(), dim, out); });
}
inline Tensor zeros(const Shape& shape) {
  return Tensor::made([&](vjp_tensor** out) { return vjp_zeros(shape.data(), shape.size(), VJP_DTYPE_NONE, out); });
}

// ---- indexing

inline Tensor gather(const Tensor& x, int64_t dim, const Tensor& index) {
  return Tensor::made([&](vjp_tensor** out) { return vjp_gather(x.get(), dim, index.get(), false, out); });
}
inline Tensor scatter_add(const Tensor& x, int64_t dim, const Tensor& index, const Tensor& src) {
  return Tensor::made([&](vjp_tensor** out) { return vjp_scatter_add(x.get(), dim, index.get(), src.get(), out); });
}
inline Tensor embedding(const Tensor& index, const Tensor& table) {
  return Tensor::made([&](vjp_tensor** out) { return vjp_embedding(index.get(), table.get(), nullptr, out); });
}
inline Tensor masked_fill(const Tensor& x, const Tensor& mask, double value) {
  return Tensor::made(
      [&](vjp_tensor** out) { return vjp_masked_fill_scalar(x.get(), mask.get(), vjp_scalar_float(value), out); });
}

// ---- networks

inline Tensor matmul(const Tensor& a, const Tensor& b) {
  return Tensor::made([&](vjp_tensor** out) { return vjp_matmul(a.get(), b.get(), out); });
}
inline Tensor linear(const Tensor& x, const Tensor& weight, const Tensor& bias) {
  return Tensor::made([&](vjp_tensor** out) { return vjp_linear(x.get(), weight.get(), bias.get(), out); });
}
inline Tensor gelu(const Tensor& x) {
  return Tensor::made([&](vjp_tensor** out) { return vjp_gelu(x.get(), "none", out); });
}
inline Tensor softmax(const Tensor& x, int64_t dim) {
  return Tensor::made([&](vjp_tensor** out) { return vjp_softmax(x.get(), dim, VJP_DTYPE_NONE, out); });
}
inline Tensor cross_entropy(const Tensor& x, const Tensor& target) {
  return Tensor::made(
      [&](vjp_tensor** out) { return vjp_cross_entropy(x.get(), target.get(), nullptr, -100, "mean", 0.0, out); });
}
inline Tensor layer_norm(const Tensor& x, const Shape& shape, const Tensor& weight, const Tensor& bias) {
  return Tensor::made([&](vjp_tensor** out) {
    return vjp_layer_norm(x.get(), shape.data(), shape.size(), weight.get(), bias.get(), 1e-5, out);
  });
}
inline Tensor causal_attention(const Tensor& q, const Tensor& k, const Tensor& v) {
  return Tensor::made([&](vjp_tensor** out) {
    return vjp_scaled_dot_product_attention(q.get(), k.get(), v.get(), nullptr, 0.0, true, nullptr, false, nullptr,
                                            out);
  });
}
inline Tensor conv2d(const Tensor& x, const Tensor& weight, const Tensor& bias, int64_t padding) {
  const int64_t one[] = {1, 1}, pad[] = {padding, padding};
  return Tensor::made(
      [&](vjp_tensor** out) { return vjp_conv2d(x.get(), weight.get(), bias.get(), one, 2, pad, 2, one, 2, 1, out); });
}
inline Tensor channels_last(const Tensor& x) {
  return Tensor::made(
      [&](vjp_tensor** out) { return vjp_clone_memory_format(x.get(), VJP_MEMORY_FORMAT_CHANNELS_LAST, out); });
}
inline Tensor max_pool2d(const Tensor& x, int64_t size) {
  const int64_t kernel[] = {size, size}, none[] = {0, 0}, one[] = {1, 1};
  return Tensor::made(
      [&](vjp_tensor** out) { return vjp_max_pool2d(x.get(), kernel, 2, kernel, 2, none, 2, one, 2, false, out); });
}

// ---- in place

inline void mul_(const Tensor& x, double factor) { check(vjp_mul_scalar_(x.get(), vjp_scalar_float(factor))); }
inline void add_(const Tensor& x, double value) { check(vjp_add_scalar_(x.get(), vjp_scalar_float(value))); }
inline void add_(const Tensor& x, const Tensor& y, double factor) {
  check(vjp_add_alpha_(x.get(), y.get(), vjp_scalar_float(factor)));
}
inline void lerp_(const Tensor& x, const Tensor& end, double weight) {
  check(vjp_lerp_scalar_(x.get(), end.get(), vjp_scalar_float(weight)));
}
inline void addcmul_(const Tensor& x, const Tensor& a, const Tensor& b, double value) {
  check(vjp_addcmul_(x.get(), a.get(), b.get(), vjp_scalar_float(value)));
}
inline void addcdiv_(const Tensor& x, const Tensor& a, const Tensor& b, double value) {
  check(vjp_addcdiv_(x.get(), a.get(), b.get(), vjp_scalar_float(value)));
}

}  // namespace bench
