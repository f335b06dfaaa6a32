// What the tests of kernels share: random tensors in storages with gaps and strides, and comparison.
#pragma once

#include <gtest/gtest.h>

#include <complex>
#include <cstring>
#include <random>
#include <vector>

#include "base/parallel.h"
#include "kernel/backend.h"

namespace vjp::testing {

template <class T>
T random_value(std::mt19937& rng) {
  double u = std::uniform_real_distribution<double>(-1, 1)(rng), v = std::uniform_real_distribution<double>(-1, 1)(rng);
  if constexpr (std::is_same_v<T, std::complex<float>> || std::is_same_v<T, std::complex<double>>) {
    return T(typename T::value_type(u), typename T::value_type(v));
  } else if constexpr (std::is_same_v<T, bool>) {
    return u > 0;
  } else if constexpr (std::is_integral_v<T>) {
    return static_cast<T>(u * 20);
  } else {
    return T(static_cast<float>(u));
  }
}

inline int64_t random_int(std::mt19937& rng, int64_t low, int64_t high) {
  return std::uniform_int_distribution<int64_t>(low, high)(rng);
}

// A strided array that owns its storage. Strides: a random permutation of the dimensions with random gaps, if wished.
template <class T>
struct Array {
  std::vector<int64_t> sizes, strides;
  std::vector<unsigned char> bytes;

  Array() = default;
  Array(std::vector<int64_t> shape, std::mt19937& rng, bool shuffled = false) : sizes(std::move(shape)) {
    size_t ndim = sizes.size();
    strides.assign(ndim, 0);
    std::vector<size_t> order(ndim);
    for (size_t i = 0; i < ndim; ++i) order[i] = i;
    if (shuffled) std::shuffle(order.begin(), order.end(), rng);
    int64_t stride = shuffled ? random_int(rng, 1, 2) : 1;
    for (size_t i = ndim; i-- > 0;) {
      strides[order[i]] = stride;
      stride *= sizes[order[i]] + (shuffled ? random_int(rng, 0, 2) : 0);
    }
    bytes.resize((static_cast<size_t>(stride) + 16) * sizeof(T));
    for (size_t i = 0; i < bytes.size() / sizeof(T); ++i) data()[i] = random_value<T>(rng);
  }
  // [N, C, *] whose channels lie side by side, without gaps.
  static Array channels_last(const std::vector<int64_t>& shape, std::mt19937& rng) {
    Array a(shape, rng);
    a.strides[1] = 1;
    int64_t stride = shape[1];
    for (size_t i = shape.size(); i-- > 2; stride *= shape[i]) a.strides[i] = stride;
    a.strides[0] = stride;
    return a;
  }
  T* data() { return reinterpret_cast<T*>(bytes.data()); }
  T& at(std::initializer_list<int64_t> index) {
    int64_t offset = 0;
    size_t d = 0;
    for (int64_t i : index) offset += i * strides[d++];
    return data()[offset];
  }
  View view() { return make_view(data(), dtype_of<T>, static_cast<int>(sizes.size()), sizes.data(), strides.data()); }
};

// Runs f with one, two and four threads on copies of `out`, and checks that all bytes agree; leaves the result in
// `out`.
template <class A, class F>
void run_on_one_two_and_four_threads(A& out, F&& f) {
  const auto before = out.bytes;
  decltype(out.bytes) first;
  for (const int threads : {4, 2, 1}) {
    out.bytes = before;
    set_num_threads(threads);
    f();
    if (first.empty()) first = out.bytes;
    ASSERT_EQ(0, std::memcmp(first.data(), out.bytes.data(), first.size()))
        << threads << " threads give other bits than four";
  }
}

}  // namespace vjp::testing
