#include "inputs.h"

#include <algorithm>
#include <cmath>

namespace bench {

static int64_t count(const Shape& shape) {
  int64_t n = 1;
  for (int64_t size : shape) n *= size;
  return n;
}

static std::vector<float> uniform(int64_t n, uint64_t seed, float scale) {
  std::vector<float> values(static_cast<size_t>(n));
  for (int64_t i = 0; i < n; ++i) {
    uint64_t z = static_cast<uint64_t>(i) + (seed << 32);
    z = z * 0x9E3779B97F4A7C15ull + 0x9E3779B97F4A7C15ull;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    z = z ^ (z >> 31);
    values[static_cast<size_t>(i)] = (static_cast<float>(z >> 40) * (1.0f / (1 << 24)) * 2.0f - 1.0f) * scale;
  }
  return values;
}

static Tensor from(const void* data, const Shape& shape, vjp_dtype dtype) {
  return Tensor::made(
      [&](vjp_tensor** out) { return vjp_tensor_from_data(data, shape.data(), shape.size(), dtype, out); });
}

Tensor fill(const Shape& shape, uint64_t seed, double scale) {
  return from(uniform(count(shape), seed, static_cast<float>(scale)).data(), shape, VJP_DTYPE_FLOAT32);
}

Tensor ints(const Shape& shape, uint64_t seed, int64_t high) {
  std::vector<int64_t> values;
  for (float u : uniform(count(shape), seed, 1.0f)) {
    float unit = static_cast<float>((u + 1.0) * 0.5);
    values.push_back(std::min(static_cast<int64_t>(unit * static_cast<float>(high)), high - 1));
  }
  return from(values.data(), shape, VJP_DTYPE_INT64);
}

Tensor constant(const Shape& shape, float value) {
  return from(std::vector<float>(static_cast<size_t>(count(shape)), value).data(), shape, VJP_DTYPE_FLOAT32);
}

double sum_of(const Tensor& x) {
  double sum = 0;
  for (double v : x.to_doubles()) sum += v;
  return sum;
}

double sum_of_abs(const Tensor& x) {
  double sum = 0;
  for (double v : x.to_doubles()) sum += std::abs(v);
  return sum;
}

}  // namespace bench
