// Index spaces: how a kernel finds its elements. The host brings dimensions into their simplest form; the device turns
// a position into offsets, by multiplication instead of division where 32 bits are enough.
#pragma once

#include "backends/cuda/numbers.h"
#include "backends/cuda/runtime.h"

namespace vjp::cuda {

inline constexpr int kMaxDims = 16;

// Division by a number that is known on the host (Granlund and Montgomery, "Division by invariant integers using
// multiplication", 1994), for numbers below 2^31.
struct Divider {
  uint32_t divisor, multiplier, shift;

  Divider() = default;
  explicit Divider(uint32_t d) : divisor(d), shift(0) {
    while (shift < 32 && (uint64_t(1) << shift) < d) ++shift;
    multiplier = static_cast<uint32_t>(((uint64_t(1) << 32) * ((uint64_t(1) << shift) - d)) / d + 1);
  }
  VJP_HD uint32_t quotient(uint32_t n) const {
    const uint32_t high = static_cast<uint32_t>((static_cast<uint64_t>(n) * multiplier) >> 32);
    return (high + n) >> shift;
  }
};

// The positions of `sizes`, row-major, with the strides of N arrays.
template <int N, int kDims = kMaxDims>
struct Space {
  int32_t ndim = 0;
  bool narrow = true;  // fewer than 2^31 positions
  int64_t count = 1;
  int64_t sizes[kDims];
  int64_t strides[N][kDims];
  Divider dividers[kDims];

  // ---- on the host ----

  template <class... Strides>
  void push(int64_t size, Strides... stride) {
    static_assert(sizeof...(Strides) == N);
    const int64_t given[N] = {static_cast<int64_t>(stride)...};
    push_all(size, given);
  }
  void push_all(int64_t size, const int64_t* given) {
    count *= size;
    if (size == 1) return;
    if (ndim == kDims) fail(VJP_ERROR_NOT_IMPLEMENTED, "cuda: an index space of more than %d dimensions", kDims);
    sizes[ndim] = size;
    for (int k = 0; k < N; ++k) strides[k][ndim] = given[k];
    ++ndim;
  }

  // Largest strides of array `leader` outermost; for loops whose order does not matter.
  void sort(int leader) {
    for (int i = 1; i < ndim; ++i) {
      for (int j = i; j > 0 && strides[leader][j - 1] < strides[leader][j]; --j) swap(j - 1, j);
    }
  }
  void swap(int a, int b) {
    exchange(sizes[a], sizes[b]);
    for (int k = 0; k < N; ++k) exchange(strides[k][a], strides[k][b]);
  }
  // Merges neighbours that all arrays walk as one; to be called once, last.
  void finish() {
    int kept = 0;
    for (int d = 1; d < ndim; ++d) {
      bool merge = true;
      for (int k = 0; k < N; ++k) merge &= strides[k][kept] == strides[k][d] * sizes[d];
      if (merge) {
        sizes[kept] *= sizes[d];
      } else {
        sizes[++kept] = sizes[d];
      }
      for (int k = 0; k < N; ++k) strides[k][kept] = strides[k][d];
    }
    if (ndim > 0) ndim = kept + 1;
    narrow = count < (int64_t(1) << 31);
    for (int d = 0; d < ndim; ++d) dividers[d] = Divider(narrow && sizes[d] > 0 ? static_cast<uint32_t>(sizes[d]) : 1u);
  }
  // Whether position i lies at offset i.
  bool linear(int k) const { return ndim == 0 || (ndim == 1 && strides[k][0] == 1); }

  // ---- on both ----

  VJP_HD void offsets(int64_t position, int64_t (&out)[N]) const {
    VJP_UNROLL
    for (int k = 0; k < N; ++k) out[k] = 0;
    if (ndim == 0) return;
    if (narrow) {
      uint32_t rest = static_cast<uint32_t>(position);
      for (int d = ndim - 1; d > 0; --d) {
        const uint32_t q = dividers[d].quotient(rest), c = rest - q * dividers[d].divisor;
        rest = q;
        VJP_UNROLL
        for (int k = 0; k < N; ++k) out[k] += static_cast<int64_t>(c) * strides[k][d];
      }
      VJP_UNROLL
      for (int k = 0; k < N; ++k) out[k] += static_cast<int64_t>(rest) * strides[k][0];
    } else {
      for (int d = ndim - 1; d > 0; --d) {
        const int64_t q = position / sizes[d], c = position - q * sizes[d];
        position = q;
        VJP_UNROLL
        for (int k = 0; k < N; ++k) out[k] += c * strides[k][d];
      }
      VJP_UNROLL
      for (int k = 0; k < N; ++k) out[k] += position * strides[k][0];
    }
  }
  // The offset in one of the arrays.
  VJP_HD int64_t offset(int64_t position, int k = 0) const {
    int64_t out = 0;
    if (ndim == 0) return 0;
    if (narrow) {
      uint32_t rest = static_cast<uint32_t>(position);
      for (int d = ndim - 1; d > 0; --d) {
        const uint32_t q = dividers[d].quotient(rest);
        out += static_cast<int64_t>(rest - q * dividers[d].divisor) * strides[k][d];
        rest = q;
      }
      return out + static_cast<int64_t>(rest) * strides[k][0];
    }
    for (int d = ndim - 1; d > 0; --d) {
      const int64_t q = position / sizes[d];
      out += (position - q * sizes[d]) * strides[k][d];
      position = q;
    }
    return out + position * strides[k][0];
  }

 private:
  static void exchange(int64_t& a, int64_t& b) {
    const int64_t c = a;
    a = b;
    b = c;
  }
};

inline int64_t count_of(const vjp_array& v) {
  int64_t n = 1;
  for (int d = 0; d < v.ndim; ++d) n *= v.sizes[d];
  return n;
}
inline int64_t size_of(int dtype) {
  constexpr int kSizes[] = {0, 1, 1, 1, 2, 4, 8, 2, 2, 4, 8, 8, 16};
  return kSizes[dtype];
}
inline int compute_of(int dtype) {
  return dtype <= kInt64 ? kInt64 : dtype == kFloat16 || dtype == kBFloat16 ? kFloat32 : dtype;
}
inline const char* dtype_name(int dtype) {
  constexpr const char* kNames[] = {"none",    "bool",     "uint8",   "int8",    "int16",     "int32",     "int64",
                                    "float16", "bfloat16", "float32", "float64", "complex64", "complex128"};
  return kNames[dtype];
}

// ---- launches ----

inline constexpr int kThreads = 256;  // of a block, where nothing speaks for another number

#if defined(__CUDACC__) || defined(__HIPCC__) || defined(VJP_EMULATE_DEVICE)

template <class... P, class... A>
void run(const Launch& launch, const char* name, void (*kernel)(P...), int64_t blocks, int threads, const A&... args) {
  if (blocks <= 0) return;
#ifdef VJP_EMULATE_DEVICE
  emulator::launch(launch.stream, name, kernel, blocks, threads, args...);
#else
  // clang-format off
  kernel<<<static_cast<unsigned>(blocks), static_cast<unsigned>(threads), 0, launch.stream>>>(args...);
  // clang-format on
#endif
  launch.check(name);
}

// How many blocks to give to n independent items; kernels go on in steps of the whole grid.
inline int64_t blocks_for(const Launch& launch, int64_t n, int items = 1) {
  const int64_t most = static_cast<int64_t>(launch.limits().multiprocessors) * 32;
  const int64_t blocks = ceil_div(n, static_cast<int64_t>(kThreads) * items);
  return blocks < most ? blocks : most;
}

__device__ inline int64_t first_item() { return static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x; }
__device__ inline int64_t item_step() { return static_cast<int64_t>(gridDim.x) * blockDim.x; }

#endif

// Calls f(T()) with the element type of `dtype`.
template <class F>
void visit_stored(int dtype, F&& f) {
  switch (dtype) {
#define VJP_CASE(d) \
  case d:           \
    return f(typename StoredType<d>::type{});
    VJP_EVERY_STORED(VJP_CASE)
#undef VJP_CASE
  }
  fail(VJP_ERROR_DTYPE, "cuda: no dtype given");
}
template <class F>
void visit_floating(int dtype, const char* what, F&& f) {
  switch (dtype) {
    case kFloat16:
      return f(Float16{});
    case kBFloat16:
      return f(BFloat16{});
    case kFloat32:
      return f(float{});
    case kFloat64:
      return f(double{});
  }
  fail(VJP_ERROR_NOT_IMPLEMENTED, "%s of dtype %s is not implemented on cuda", what, dtype_name(dtype));
}
// Elements as plain bits: one kernel a size instead of one a dtype.
struct alignas(16) Bits16 {
  uint64_t low, high;
};
template <class F>
void visit_size(int64_t size, F&& f) {
  switch (size) {
    case 1:
      return f(uint8_t{});
    case 2:
      return f(uint16_t{});
    case 4:
      return f(uint32_t{});
    case 8:
      return f(uint64_t{});
    default:
      return f(Bits16{});
  }
}

}  // namespace vjp::cuda
