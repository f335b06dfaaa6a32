#include "array.h"

#include <cmath>
#include <cstring>
#include <memory>

namespace fuzz {
namespace {

#if defined(__aarch64__)
using Half = __fp16;  // g++ before 13 has no other name for it there
#else
using Half = _Float16;
#endif

uint16_t to_bfloat(float v) {
  uint32_t bits;
  std::memcpy(&bits, &v, 4);
  if (std::isnan(v)) return static_cast<uint16_t>((bits >> 16) | 0x40);
  return static_cast<uint16_t>((bits + 0x7fff + ((bits >> 16) & 1)) >> 16);
}
float from_bfloat(uint16_t v) {
  uint32_t bits = static_cast<uint32_t>(v) << 16;
  float out;
  std::memcpy(&out, &bits, 4);
  return out;
}

// A bfloat16 by the nearest float32 would round twice: to odd first.
uint16_t to_bfloat(double v) {
  float f = static_cast<float>(v);
  if (std::isfinite(f) && static_cast<double>(f) != v) {
    uint32_t bits;
    std::memcpy(&bits, &f, 4);
    if (std::abs(static_cast<double>(f)) > std::abs(v)) --bits;
    bits |= 1;
    std::memcpy(&f, &bits, 4);
  }
  return to_bfloat(f);
}

template <class T>
void put(void* at, T v) {
  std::memcpy(at, &v, sizeof v);
}
template <class T>
T get(const void* at) {
  T v;
  std::memcpy(&v, at, sizeof v);
  return v;
}

// Whole numbers modulo the range of T; what a double cannot hold exactly is nothing that a test relies on.
template <class T>
T whole(double v) {
  if (!(std::abs(v) < 9e18)) return 0;
  return static_cast<T>(static_cast<int64_t>(v));
}

void encode(Complex v, vjp_dtype dtype, void* at) {
  const double re = v.real();
  switch (dtype) {
    case VJP_DTYPE_BOOL:
      return put<uint8_t>(at, v != 0.0);
    case VJP_DTYPE_UINT8:
      return put(at, whole<uint8_t>(re));
    case VJP_DTYPE_INT8:
      return put(at, whole<int8_t>(re));
    case VJP_DTYPE_INT16:
      return put(at, whole<int16_t>(re));
    case VJP_DTYPE_INT32:
      return put(at, whole<int32_t>(re));
    case VJP_DTYPE_INT64:
      return put(at, whole<int64_t>(re));
    case VJP_DTYPE_FLOAT16:
      return put(at, static_cast<Half>(re));
    case VJP_DTYPE_BFLOAT16:
      return put(at, to_bfloat(re));
    case VJP_DTYPE_FLOAT32:
      return put(at, static_cast<float>(re));
    case VJP_DTYPE_FLOAT64:
      return put(at, re);
    case VJP_DTYPE_COMPLEX64:
      return put(at, std::complex<float>(v));
    default:
      return put(at, v);
  }
}

Complex decode(const void* at, vjp_dtype dtype) {
  switch (dtype) {
    case VJP_DTYPE_BOOL:
    case VJP_DTYPE_UINT8:
      return get<uint8_t>(at);
    case VJP_DTYPE_INT8:
      return get<int8_t>(at);
    case VJP_DTYPE_INT16:
      return get<int16_t>(at);
    case VJP_DTYPE_INT32:
      return get<int32_t>(at);
    case VJP_DTYPE_INT64:
      return static_cast<double>(get<int64_t>(at));
    case VJP_DTYPE_FLOAT16:
      return static_cast<double>(get<Half>(at));
    case VJP_DTYPE_BFLOAT16:
      return from_bfloat(get<uint16_t>(at));
    case VJP_DTYPE_FLOAT32:
      return get<float>(at);
    case VJP_DTYPE_FLOAT64:
      return get<double>(at);
    case VJP_DTYPE_COMPLEX64:
      return Complex(get<std::complex<float>>(at));
    default:
      return get<Complex>(at);
  }
}

// Distinct numbers follow the elements, not the memory: what lies between them is not among the numbers.
Complex value_of(const Drawn& t, int64_t element, int64_t position) {
  return value_at(t, t.fill == Fill::Distinct ? element : position);
}

Tensor on_memory(std::unique_ptr<char[]> memory, const Drawn& t, const Ints& strides, size_t offset) {
  auto drop = [](void* context) { delete[] static_cast<char*>(context); };
  Tensor out;
  golden::check(vjp_tensor_from_memory(memory.get() + offset * vjp_dtype_size(t.dtype), t.shape.data(), strides.data(),
                                       t.shape.size(), t.dtype, memory.get(), drop, out.out()),
                "a tensor on memory");
  memory.release();
  return out;
}

}  // namespace

double eps_of(vjp_dtype dtype) {
  switch (dtype) {
    case VJP_DTYPE_FLOAT16:
      return 0x1p-10;
    case VJP_DTYPE_BFLOAT16:
      return 0x1p-7;
    case VJP_DTYPE_FLOAT32:
    case VJP_DTYPE_COMPLEX64:
      return 0x1p-23;
    case VJP_DTYPE_FLOAT64:
    case VJP_DTYPE_COMPLEX128:
      return 0x1p-52;
    default:
      return 0;
  }
}

Complex rounded(Complex v, vjp_dtype dtype) {
  char memory[16];
  encode(v, dtype, memory);
  return decode(memory, dtype);
}

Array array_of(const Drawn& t) {
  Array out(t.shape, t.dtype);
  const Ints strides = t.strides.empty() ? row_major(t.shape) : t.strides;
  each_index(t.shape, strides, t.offset, [&](int64_t i, int64_t at) {
    if (is_kept(t, i)) out[i] = rounded(value_of(t, i, at), t.dtype);
  });
  return out;
}

Tensor make_tensor(const Drawn& t, bool contiguous) {
  if (contiguous) return make_tensor(array_of(t));
  if (t.layout != VJP_LAYOUT_STRIDED) return make_sparse(t);
  const Ints strides = t.strides.empty() ? row_major(t.shape) : t.strides;
  int64_t extent = numel_of(t.shape) ? t.offset + 1 : 0;
  if (extent)
    for (size_t d = 0; d < t.shape.size(); ++d) extent += (t.shape[d] - 1) * strides[d];
  const size_t size = vjp_dtype_size(t.dtype);
  std::unique_ptr<char[]> memory(new char[static_cast<size_t>(extent) * size + (extent == 0)]);
  std::memset(memory.get(), 0x7f, static_cast<size_t>(extent) * size);  // what lies between must never be read
  each_index(t.shape, strides, t.offset, [&](int64_t i, int64_t at) {
    encode(value_of(t, i, at), t.dtype, memory.get() + static_cast<size_t>(at) * size);
  });
  return on_memory(std::move(memory), t, strides, extent ? static_cast<size_t>(t.offset) : 0);
}

Tensor make_tensor(const Array& array) {
  const size_t size = vjp_dtype_size(array.dtype);
  std::unique_ptr<char[]> memory(new char[array.v.size() * size + array.v.empty()]);
  for (size_t i = 0; i < array.v.size(); ++i) encode(array.v[i], array.dtype, memory.get() + i * size);
  Drawn t;
  t.dtype = array.dtype;
  t.shape = array.shape;
  return on_memory(std::move(memory), t, row_major(array.shape), 0);
}

namespace {
template <class F>
void each_place(vjp_tensor* tensor, F f) {
  if (vjp_tensor_layout(tensor) != VJP_LAYOUT_STRIDED) {
    vjp_tensor* elements = nullptr;
    golden::check(vjp_tensor_to_dense(tensor, true, &elements), "the elements of a sparse result");
    return each_place(Tensor(elements).get(), f);
  }
  const size_t n = vjp_tensor_ndim(tensor);
  if (vjp_tensor_numel(tensor) == 0) return;
  const int64_t *sizes = vjp_tensor_shape(tensor), *steps = vjp_tensor_strides(tensor);
  const auto* data = static_cast<const char*>(vjp_tensor_data(tensor));
  if (!data) golden::check(vjp_last_error_status(), "the memory of a result");
  const auto size = static_cast<int64_t>(vjp_dtype_size(vjp_tensor_dtype(tensor)));
  each_index(Ints(sizes, sizes + n), Ints(steps, steps + n), 0, [&](int64_t i, int64_t at) { f(i, data + at * size); });
}
}  // namespace

Array read_tensor(vjp_tensor* tensor) {
  const int64_t* sizes = vjp_tensor_shape(tensor);
  Array out(Ints(sizes, sizes + vjp_tensor_ndim(tensor)), vjp_tensor_dtype(tensor));
  each_place(tensor, [&](int64_t i, const char* at) { out[i] = decode(at, out.dtype); });
  return out;
}

std::vector<char> bytes_of(vjp_tensor* tensor) {
  const size_t size = vjp_dtype_size(vjp_tensor_dtype(tensor));
  std::vector<char> out(static_cast<size_t>(vjp_tensor_numel(tensor)) * size);
  each_place(tensor, [&](int64_t i, const char* at) { std::memcpy(&out[static_cast<size_t>(i) * size], at, size); });
  return out;
}

}  // namespace fuzz
