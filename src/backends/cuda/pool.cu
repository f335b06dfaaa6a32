// Max and average pooling of rank 1 to 3. Forward: a thread an output. Backward of averages: a thread an input, which
// collects from all windows over it, so that gradients are summed in a fixed order. Backward of maxima: a scatter to
// the positions, which need not be those of any windows.
#include "backends/cuda/geometry.h"
#include "backends/cuda/kernels.h"
#include "backends/cuda/opcodes.h"

namespace vjp::cuda {
namespace {

// With three spatial dimensions: missing ones lead and have size 1.
struct Pool {
  int64_t batch, channels;
  int64_t in_size[3], in_stride[3], out_size[3], out_stride[3], index_stride[3];
  int64_t kernel[3], stride[3], padding[3], dilation[3];
  int64_t in_batch, in_channel, out_batch, out_channel, index_batch, index_channel;
  void *in, *out;
  int64_t* indices;
  bool count_include_pad;
  int64_t divisor;
};

Pool pool_of(const vjp_pool_args& a) {
  Pool g = {};
  const bool indexed = a.indices.data != nullptr;
  g.batch = a.in.sizes[0];
  g.channels = a.in.sizes[1];
  g.in_batch = a.in.strides[0];
  g.in_channel = a.in.strides[1];
  g.out_batch = a.out.strides[0];
  g.out_channel = a.out.strides[1];
  g.index_batch = indexed ? a.indices.strides[0] : 0;
  g.index_channel = indexed ? a.indices.strides[1] : 0;
  for (int d = 0; d < 3; ++d) {
    const int s = d - (3 - a.rank);
    const bool has = s >= 0;
    g.in_size[d] = has ? a.in.sizes[2 + s] : 1;
    g.in_stride[d] = has ? a.in.strides[2 + s] : 0;
    g.out_size[d] = has ? a.out.sizes[2 + s] : 1;
    g.out_stride[d] = has ? a.out.strides[2 + s] : 0;
    g.index_stride[d] = has && indexed ? a.indices.strides[2 + s] : 0;
    g.kernel[d] = has ? a.kernel[s] : 1;
    g.stride[d] = has ? a.stride[s] : 1;
    g.padding[d] = has ? a.padding[s] : 0;
    g.dilation[d] = has && a.dilation[s] > 1 ? a.dilation[s] : 1;
  }
  g.in = a.in.data;
  g.out = a.out.data;
  g.indices = static_cast<int64_t*>(a.indices.data);
  g.count_include_pad = a.count_include_pad;
  g.divisor = a.divisor;
  return g;
}

// Position i of [batch, channels, size...], taken apart.
struct Place {
  int64_t n, c, x[3];
};
VJP_HD inline Place place_of(int64_t i, int64_t channels, const int64_t* size) {
  Place p;
  for (int d = 2; d >= 0; --d) {
    p.x[d] = i % size[d];
    i /= size[d];
  }
  p.c = i % channels;
  p.n = i / channels;
  return p;
}
VJP_HD inline int64_t at(const int64_t* x, const int64_t* stride) {
  return x[0] * stride[0] + x[1] * stride[1] + x[2] * stride[2];
}

// The inputs begin, begin + dilation, ... below end that lie under the window of output position `y`.
VJP_HD inline void window_of(const Pool& g, int d, int64_t y, int64_t& begin, int64_t& end) {
  begin = y * g.stride[d] - g.padding[d];
  end = begin + (g.kernel[d] - 1) * g.dilation[d] + 1;
  if (begin < 0) begin += (-begin + g.dilation[d] - 1) / g.dilation[d] * g.dilation[d];
  if (end > g.in_size[d]) end = g.in_size[d];
}
// The outputs [begin, end) whose windows span the input position `x`.
VJP_HD inline void outputs_over(const Pool& g, int d, int64_t x, int64_t& begin, int64_t& end) {
  const int64_t first = x + g.padding[d] - (g.kernel[d] - 1) * g.dilation[d];
  begin = first <= 0 ? 0 : (first + g.stride[d] - 1) / g.stride[d];
  end = (x + g.padding[d]) / g.stride[d] + 1;
  if (end > g.out_size[d]) end = g.out_size[d];
}

// Numbers are compared in their own type, halves in float.
template <class S>
struct ComparedType {
  using type = S;
};
template <>
struct ComparedType<Float16> {
  using type = float;
};
template <>
struct ComparedType<BFloat16> {
  using type = float;
};

template <class T>
VJP_HD constexpr T lowest() {
  if constexpr (kIsReal<T>) {
    return -scalar::infinity<T>();
  } else {
    return T(-1) < T(0) ? static_cast<T>(uint64_t(1) << (8 * sizeof(T) - 1)) : T(0);
  }
}

template <class S>
__global__ void __launch_bounds__(kThreads) max_pool_kernel(const __grid_constant__ Pool g) {
  using T = typename ComparedType<S>::type;
  const int64_t count = g.batch * g.channels * g.out_size[0] * g.out_size[1] * g.out_size[2];
  for (int64_t o = first_item(); o < count; o += item_step()) {
    const Place p = place_of(o, g.channels, g.out_size);
    const S* in = static_cast<const S*>(g.in) + p.n * g.in_batch + p.c * g.in_channel;
    int64_t begin[3], end[3];
    for (int d = 0; d < 3; ++d) window_of(g, d, p.x[d], begin[d], end[d]);
    T best = lowest<T>();
    int64_t position = -1;
    for (int64_t i = begin[0]; i < end[0]; i += g.dilation[0]) {
      for (int64_t j = begin[1]; j < end[1]; j += g.dilation[1]) {
        for (int64_t k = begin[2]; k < end[2]; k += g.dilation[2]) {
          const int64_t x[3] = {i, j, k};
          const T value = convert<T>(in[at(x, g.in_stride)]);
          if (value > best || value != value || position < 0) {
            best = value;
            position = (i * g.in_size[1] + j) * g.in_size[2] + k;
          }
        }
      }
    }
    static_cast<S*>(g.out)[p.n * g.out_batch + p.c * g.out_channel + at(p.x, g.out_stride)] = convert<S>(best);
    if (g.indices) {
      g.indices[p.n * g.index_batch + p.c * g.index_channel + at(p.x, g.index_stride)] = position;
    }
  }
}

// One over the number of elements that an average divides by.
template <class T>
VJP_HD inline T average_factor(const Pool& g, const int64_t* y) {
  if (g.divisor != 0) return T(1) / static_cast<T>(g.divisor);
  int64_t count = 1;
  for (int d = 0; d < 3; ++d) {
    int64_t begin = y[d] * g.stride[d] - g.padding[d], end = begin + g.kernel[d];
    if (end > g.in_size[d] + g.padding[d]) end = g.in_size[d] + g.padding[d];
    if (!g.count_include_pad) {
      if (begin < 0) begin = 0;
      if (end > g.in_size[d]) end = g.in_size[d];
    }
    count *= end - begin;
  }
  return T(1) / static_cast<T>(count);
}

template <class S>
__global__ void __launch_bounds__(kThreads) average_pool_kernel(const __grid_constant__ Pool g) {
  using T = Compute<S>;
  const int64_t count = g.batch * g.channels * g.out_size[0] * g.out_size[1] * g.out_size[2];
  for (int64_t o = first_item(); o < count; o += item_step()) {
    const Place p = place_of(o, g.channels, g.out_size);
    const S* in = static_cast<const S*>(g.in) + p.n * g.in_batch + p.c * g.in_channel;
    int64_t begin[3], end[3];
    bool empty = false;
    for (int d = 0; d < 3; ++d) {
      window_of(g, d, p.x[d], begin[d], end[d]);
      empty |= end[d] <= begin[d];
    }
    T sum = T(0);
    for (int64_t i = begin[0]; i < end[0]; ++i) {
      for (int64_t j = begin[1]; j < end[1]; ++j) {
        for (int64_t k = begin[2]; k < end[2]; ++k) {
          const int64_t x[3] = {i, j, k};
          sum += convert<T>(in[at(x, g.in_stride)]);
        }
      }
    }
    const T value = empty ? T(0) : sum * average_factor<T>(g, p.x);
    static_cast<S*>(g.out)[p.n * g.out_batch + p.c * g.out_channel + at(p.x, g.out_stride)] = convert<S>(value);
  }
}

template <class S>
__global__ void __launch_bounds__(kThreads) average_pool_backward_kernel(const __grid_constant__ Pool g) {
  using T = Compute<S>;
  const int64_t count = g.batch * g.channels * g.in_size[0] * g.in_size[1] * g.in_size[2];
  for (int64_t i = first_item(); i < count; i += item_step()) {
    const Place p = place_of(i, g.channels, g.in_size);
    const S* out = static_cast<const S*>(g.out) + p.n * g.out_batch + p.c * g.out_channel;
    int64_t begin[3], end[3], y[3];
    for (int d = 0; d < 3; ++d) outputs_over(g, d, p.x[d], begin[d], end[d]);
    T sum = T(0);
    for (y[0] = begin[0]; y[0] < end[0]; ++y[0]) {
      for (y[1] = begin[1]; y[1] < end[1]; ++y[1]) {
        for (y[2] = begin[2]; y[2] < end[2]; ++y[2]) {
          sum += convert<T>(out[at(y, g.out_stride)]) * average_factor<T>(g, y);
        }
      }
    }
    static_cast<S*>(g.in)[p.n * g.in_batch + p.c * g.in_channel + at(p.x, g.in_stride)] = convert<S>(sum);
  }
}

int64_t outputs_of(const Pool& g) { return g.batch * g.channels * g.out_size[0] * g.out_size[1] * g.out_size[2]; }
int64_t inputs_of(const Pool& g) { return g.batch * g.channels * g.in_size[0] * g.in_size[1] * g.in_size[2]; }

// [N, C, *] as [N, C, positions] of a dtype: what lies otherwise, or is of another one, is copied.
class Planes {
 public:
  Planes(const vjp_array& a, int dtype, const Launch& launch)
      : array_(a),
        dtype_(static_cast<uint8_t>(dtype)),
        direct_(is_flat(a) && a.dtype == dtype),
        memory_(launch, direct_ ? 0 : static_cast<size_t>(count_of(a) * size_of(dtype))) {
    sizes_[0] = a.sizes[0], sizes_[1] = a.sizes[1], sizes_[2] = 1;
    strides_[0] = a.strides[0], strides_[1] = a.strides[1], strides_[2] = 1;
    int64_t stride = 1;
    for (int d = a.ndim - 1; d >= 0; --d) {
      if (d >= 2 && sizes_[2] == 1 && a.sizes[d] != 1) strides_[2] = a.strides[d];
      if (d >= 2) sizes_[2] *= a.sizes[d];
      dense_[d] = stride;
      stride *= a.sizes[d];
    }
    if (!direct_) strides_[0] = dense_[0], strides_[1] = dense_[1], strides_[2] = 1;
  }
  vjp_array view() const { return {direct_ ? array_.data : memory_.as(), dtype_, 3, sizes_, strides_}; }
  void read(const Launch& launch) const {
    if (!direct_) copy({dense(), array_}, launch);
  }
  void write_back(const Launch& launch) const {
    if (!direct_) copy({array_, dense()}, launch);
  }

 private:
  static bool is_flat(const vjp_array& a) {
    int64_t next = -1;  // stride of the dimension outside
    for (int d = a.ndim - 1; d >= 2; --d) {
      if (a.sizes[d] == 1) continue;
      if (next >= 0 && a.strides[d] != next) return false;
      next = a.strides[d] * a.sizes[d];
    }
    return true;
  }
  vjp_array dense() const { return {memory_.as(), dtype_, array_.ndim, array_.sizes, dense_}; }

  const vjp_array& array_;
  uint8_t dtype_;
  bool direct_;
  Workspace memory_;
  int64_t sizes_[3], strides_[3], dense_[kMaxDims];
};

}  // namespace

void max_pool(const vjp_pool_args& args, const Launch& launch) {
  if (args.in.dtype == kBool || args.in.dtype >= kComplex64) {
    fail(VJP_ERROR_NOT_IMPLEMENTED, "max_pool of dtype %s is not implemented on cuda", dtype_name(args.in.dtype));
  }
  const Pool g = pool_of(args);
  visit_stored(args.in.dtype, [&](auto type) {
    using S = decltype(type);
    if constexpr (!kIsComplex<S> && !kSame<S, bool>) {
      run(launch, "max_pool", max_pool_kernel<S>, blocks_for(launch, outputs_of(g)), kThreads, g);
    }
  });
}

void max_pool_backward(const vjp_pool_args& args, const Launch& launch) {
  if (compute_of(args.in.dtype) == kInt64 || args.in.dtype >= kComplex64) {
    fail(VJP_ERROR_NOT_IMPLEMENTED, "max_pool of dtype %s is not implemented on cuda", dtype_name(args.in.dtype));
  }
  // Sums of halves run in float: they are better, and can be added atomically.
  const int dtype = compute_of(args.in.dtype);
  const Planes in(args.in, dtype, launch), out(args.out, dtype, launch), indices(args.indices, kInt64, launch);
  out.read(launch);
  indices.read(launch);
  vjp_number zero = {};
  zero.kind = VJP_KIND_FLOAT;
  vjp_scatter_args scattered = {};
  scattered.out = in.view();
  scattered.index = indices.view();
  scattered.src = out.view();
  scattered.dim = 2;
  scattered.combine = VJP_COMBINE_ADD;
  fill({scattered.out, zero}, launch);
  scatter(scattered, launch);
  in.write_back(launch);
}

void avg_pool(const vjp_pool_args& args, const Launch& launch) {
  const Pool g = pool_of(args);
  visit_floating(args.in.dtype, "avg_pool", [&](auto type) {
    run(launch, "avg_pool", average_pool_kernel<decltype(type)>, blocks_for(launch, outputs_of(g)), kThreads, g);
  });
}

void avg_pool_backward(const vjp_pool_args& args, const Launch& launch) {
  const Pool g = pool_of(args);
  visit_floating(args.in.dtype, "avg_pool", [&](auto type) {
    run(launch, "avg_pool_backward", average_pool_backward_kernel<decltype(type)>, blocks_for(launch, inputs_of(g)),
        kThreads, g);
  });
}

}  // namespace vjp::cuda
