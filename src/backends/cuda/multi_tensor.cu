// Several tensors in one launch: steps of optimizers, gradient scaling, norms of lists. Lists travel as arguments of
// the kernel, some dozens of tensors at a time, so that a captured graph holds them; a block takes a chunk of one
// tensor.
//
// The formulas of the steps are those of the CPU's, product by product.
#include "backends/cuda/kernels.h"
#include "backends/cuda/lanes.h"
#include "backends/cuda/opcodes.h"
#include "backends/cuda/reductions.h"

namespace vjp::cuda {
namespace {

constexpr int kMaxTensors = 40;
constexpr int64_t kChunk = 16384;  // elements of a block

// The tensors [first, first + num) of a list, cut into chunks.
struct Chunks {
  int num, first;
  int32_t ends[kMaxTensors];  // blocks up to and with this tensor
  int64_t numel[kMaxTensors];
};
__device__ inline int tensor_of_block(const Chunks& c, int64_t& begin, int64_t& end) {
  const int block = static_cast<int>(blockIdx.x);
  int i = 0;
  while (c.ends[i] <= block) ++i;
  begin = static_cast<int64_t>(block - (i > 0 ? c.ends[i - 1] : 0)) * kChunk;
  end = begin + kChunk < c.numel[i] ? begin + kChunk : c.numel[i];
  return i;
}

// Calls f(chunks, blocks) for the list in pieces whose tensors compute in one type: `wide` says which, double or float.
// Tensors without elements take part with no block.
template <class F>
void for_chunks(const vjp_flat* list, int num, bool wide, F&& f) {
  Chunks c = {};
  int64_t blocks = 0;
  const auto flush = [&] {
    if (c.num > 0) f(c, blocks);
    c.num = 0;
    blocks = 0;
  };
  for (int i = 0; i < num; ++i) {
    const int64_t more = ceil_div(list[i].numel, kChunk);
    if (c.num == kMaxTensors || blocks + more > 0x3fffffff || (list[i].dtype == kFloat64) != wide) flush();
    if ((list[i].dtype == kFloat64) != wide) continue;
    if (c.num == 0) c.first = i;
    c.ends[c.num] = static_cast<int32_t>(blocks += more);
    c.numel[c.num++] = list[i].numel;
  }
  flush();
}
template <class F>
void for_each_type(const vjp_flat* list, int num, F&& f) {
  for_chunks(list, num, false, [&](const Chunks& c, int64_t blocks) { f(float{}, c, blocks); });
  for_chunks(list, num, true, [&](const Chunks& c, int64_t blocks) { f(double{}, c, blocks); });
}

void check_floating(const vjp_flat* list, int num, const char* what) {
  for (int i = 0; i < num; ++i) {
    if (compute_of(list[i].dtype) == kInt64 || list[i].dtype >= kComplex64) {
      fail(VJP_ERROR_NOT_IMPLEMENTED, "%s of dtype %s is not implemented on cuda", what, dtype_name(list[i].dtype));
    }
  }
}

// ---- steps of optimizers ----

struct Settings {
  int kind;
  double lr, momentum, dampening, beta1, beta2, eps, weight_decay, lr_decay, alpha;
  const float* lr_device;
  const float *grad_scale, *found_inf;
  bool nesterov, amsgrad, maximize, centered;
};

struct StepLists {
  Chunks chunks;
  void *params[kMaxTensors], *grads[kMaxTensors], *states[3][kMaxTensors];
  float* steps[kMaxTensors];
  uint8_t dtypes[kMaxTensors], grad_dtypes[kMaxTensors];
};
static_assert(sizeof(StepLists) + sizeof(Settings) <= 4096, "arguments of a kernel");

// What one step of one parameter needs, as numbers of the compute type.
template <class T>
struct StepNumbers {
  bool first;  // no step was made before
  T sign, lr, weight_decay, keep, momentum, fresh, beta1_rest, beta2, beta2_rest, inverse_root_correction, eps;
};
template <class T>
__device__ inline StepNumbers<T> numbers_of(const Settings& a, double step) {
  const bool adam = a.kind == VJP_OPTIMIZER_ADAM || a.kind == VJP_OPTIMIZER_ADAMW,
             rms = a.kind == VJP_OPTIMIZER_RMSPROP;
  const double first = adam ? 1 - real_pow(a.beta1, step) : 1, second = adam ? 1 - real_pow(a.beta2, step) : 1;
  const double lr = a.lr_device ? static_cast<double>(*a.lr_device) : a.lr;
  StepNumbers<T> k;
  k.first = step == 1;
  k.sign = a.maximize ? T(-1) : T(1);
  k.lr = static_cast<T>(a.kind == VJP_OPTIMIZER_ADAGRAD ? lr / (1 + (step - 1) * a.lr_decay) : lr / first);
  k.weight_decay = static_cast<T>(a.weight_decay);
  k.keep = static_cast<T>(1 - lr * a.weight_decay);
  k.momentum = static_cast<T>(a.momentum);
  k.fresh = static_cast<T>(1 - a.dampening);
  k.beta1_rest = static_cast<T>(1 - (rms ? a.alpha : a.beta1));
  k.beta2 = static_cast<T>(rms ? a.alpha : a.beta2);
  k.beta2_rest = static_cast<T>(1 - (rms ? a.alpha : a.beta2));
  k.inverse_root_correction = static_cast<T>(1 / real_sqrt(second));
  k.eps = static_cast<T>(a.eps);
  return k;
}

template <class T>
__device__ inline T lerp(T state, T weight, T value) {
  return state + weight * (value - state);
}

// The new value of a parameter; the states change in place.
template <class T>
__device__ inline T stepped(const Settings& a, const StepNumbers<T>& k, T p, T g, T (&s)[3]) {
  g *= k.sign;
  if (a.kind == VJP_OPTIMIZER_ADAMW) {
    p *= k.keep;
  } else if (a.weight_decay != 0) {
    g += k.weight_decay * p;
  }
  switch (a.kind) {
    case VJP_OPTIMIZER_SGD:
      if (a.momentum != 0) {
        s[0] = k.first ? g : k.momentum * s[0] + k.fresh * g;
        g = a.nesterov ? g + k.momentum * s[0] : s[0];
      }
      return real_fma(-k.lr, g, p);  // one rounding, as on the CPU
    case VJP_OPTIMIZER_ADAM:
    case VJP_OPTIMIZER_ADAMW: {
      s[0] = lerp(s[0], k.beta1_rest, g);
      s[1] = k.beta2 * s[1] + k.beta2_rest * (g * g);
      T v = s[1];
      if (a.amsgrad) v = s[2] = s[2] > v ? s[2] : v;  // a NaN in v stays
      return p - k.lr * (s[0] / (real_sqrt(v) * k.inverse_root_correction + k.eps));
    }
    case VJP_OPTIMIZER_ADAGRAD:
      s[0] += g * g;
      return p - k.lr * (g / (real_sqrt(s[0]) + k.eps));
    default: {
      s[0] = k.beta2 * s[0] + k.beta2_rest * (g * g);
      T v = s[0];
      if (a.centered) {
        s[2] = lerp(s[2], k.beta1_rest, g);
        v -= s[2] * s[2];
        if (v < 0) v = T(0);  // of rounding
      }
      T change = g / (real_sqrt(v) + k.eps);
      if (a.momentum != 0) change = s[1] = k.momentum * s[1] + change;
      return p - k.lr * change;
    }
  }
}

__global__ void __launch_bounds__(kThreads)
    count_steps_kernel(const __grid_constant__ StepLists k, const float* found_inf) {
  if (found_inf && *found_inf != 0) return;
  for (int i = static_cast<int>(threadIdx.x); i < k.chunks.num; i += kThreads) *k.steps[i] += 1;
}

template <class T>
__global__ void __launch_bounds__(kThreads)
    step_kernel(const __grid_constant__ StepLists k, const __grid_constant__ Settings a) {
  __shared__ StepNumbers<T> numbers;
  if (a.found_inf && *a.found_inf != 0) return;
  int64_t begin, end;
  const int t = tensor_of_block(k.chunks, begin, end);
  // without counts: as any step but the first
  if (threadIdx.x == 0) numbers = numbers_of<T>(a, k.steps[t] ? static_cast<double>(*k.steps[t]) : 2.0);
  __syncthreads();
  const int dtype = k.dtypes[t], grad_dtype = k.grad_dtypes[t];
  const T scale = a.grad_scale ? static_cast<T>(*a.grad_scale) : T(1);
  for (int64_t i = begin + threadIdx.x; i < end; i += kThreads) {
    T g = load<T>(k.grads[t], grad_dtype, i), s[3];
    if (a.grad_scale) {
      g /= scale;
      store(k.grads[t], grad_dtype, i, g);
    }
    for (int j = 0; j < 3; ++j) s[j] = k.states[j][t] ? load_computed<T>(k.states[j][t], dtype, i) : T(0);
    store(k.params[t], dtype, i, stepped(a, numbers, load_computed<T>(k.params[t], dtype, i), g, s));
    for (int j = 0; j < 3; ++j) {
      if (k.states[j][t]) store(k.states[j][t], dtype, i, s[j]);
    }
  }
}

// ---- scaling ----

struct ScaleLists {
  Chunks chunks;
  void* data[kMaxTensors];
  uint8_t dtypes[kMaxTensors];
};
ScaleLists scale_lists(const vjp_flat* list, const Chunks& c) {
  ScaleLists k = {};
  k.chunks = c;
  for (int i = 0; i < c.num; ++i) {
    k.data[i] = list[c.first + i].data;
    k.dtypes[i] = list[c.first + i].dtype;
  }
  return k;
}

template <class T>
__global__ void __launch_bounds__(kThreads)
    unscale_kernel(const __grid_constant__ ScaleLists k, const float* inverse, float* found_inf) {
  int64_t begin, end;
  const int t = tensor_of_block(k.chunks, begin, end);
  const T factor = static_cast<T>(*inverse);
  bool bad = false;
  for (int64_t i = begin + threadIdx.x; i < end; i += kThreads) {
    const T v = load_computed<T>(k.data[t], k.dtypes[t], i);
    bad |= !is_finite(v);
    if (factor != T(1)) store(k.data[t], k.dtypes[t], i, v * factor);
  }
  if (bad) *found_inf = 1;  // all threads that write, write the same
}

template <class T>
__global__ void __launch_bounds__(kThreads)
    multi_scale_kernel(const __grid_constant__ ScaleLists k, const void* factor, int factor_dtype) {
  int64_t begin, end;
  const int t = tensor_of_block(k.chunks, begin, end);
  const T f = static_cast<T>(load<double>(factor, factor_dtype, 0));
  for (int64_t i = begin + threadIdx.x; i < end; i += kThreads) {
    store(k.data[t], k.dtypes[t], i, load_computed<T>(k.data[t], k.dtypes[t], i) * f);
  }
}

__global__ void scale_update_kernel(const vjp_scale_update_args a) {
  if (*a.found_inf > 0) {
    *a.scale = static_cast<float>(*a.scale * a.backoff_factor);
    *a.growth_tracker = 0;
    return;
  }
  if (++*a.growth_tracker < a.growth_interval) return;
  const float grown = static_cast<float>(*a.scale * a.growth_factor);
  if (is_finite(grown)) *a.scale = grown;
  *a.growth_tracker = 0;
}

// ---- norms ----

constexpr int kNormOther = 0, kNormMax = 1, kNormMin = 2;
struct NormKind {
  double p;
  int extreme;  // which
  __device__ double identity() const { return extreme == kNormMin ? scalar::infinity<double>() : 0; }
  __device__ double of(double x) const {
    x = real_abs(x);
    if (extreme != kNormOther || p == 1) return x;
    return p == 2 ? x * x : p == 0 ? (x != 0 ? 1.0 : 0.0) : real_pow(x, p);
  }
  __device__ double merge(double a, double b) const {
    if (extreme == kNormOther) return a + b;
    if (a != a || b != b) return a != a ? a : b;  // a NaN wins
    return extreme == kNormMax ? (b > a ? b : a) : (b < a ? b : a);
  }
  __device__ double finish(double sum) const {
    if (extreme != kNormOther || p == 1 || p == 0) return sum;
    return p == 2 ? real_sqrt(sum) : real_pow(sum, 1 / p);
  }
};

template <class T>
__global__ void __launch_bounds__(kThreads)
    norm_parts_kernel(const __grid_constant__ ScaleLists k, NormKind norm, double* parts) {
  __shared__ double states[kThreads];
  const Lanes lanes = {1, kThreads, false};
  int64_t begin, end;
  const int t = tensor_of_block(k.chunks, begin, end);
  double mine = norm.identity();
  for (int64_t i = begin + threadIdx.x; i < end; i += kThreads) {
    mine = norm.merge(mine, norm.of(static_cast<double>(load_computed<T>(k.data[t], k.dtypes[t], i))));
  }
  const double all = merge_lanes(states, mine, lanes, [&](double a, double b) { return norm.merge(a, b); });
  if (threadIdx.x == 0) parts[blockIdx.x] = all;
}

struct NormOutputs {
  int32_t ends[kMaxTensors];
  void* norms[kMaxTensors];
};
// A block a tensor.
template <class T>
__global__ void __launch_bounds__(kThreads)
    norm_finish_kernel(const __grid_constant__ NormOutputs k, NormKind norm, const double* parts) {
  __shared__ double states[kThreads];
  const Lanes lanes = {1, kThreads, false};
  const int t = static_cast<int>(blockIdx.x), first = t > 0 ? k.ends[t - 1] : 0, last = k.ends[t];
  double mine = norm.identity();
  for (int i = first + static_cast<int>(threadIdx.x); i < last; i += kThreads) mine = norm.merge(mine, parts[i]);
  const double all = merge_lanes(states, mine, lanes, [&](double a, double b) { return norm.merge(a, b); });
  if (threadIdx.x == 0) *static_cast<T*>(k.norms[t]) = static_cast<T>(first == last ? 0.0 : norm.finish(all));
}

}  // namespace

void optimizer(const vjp_optimizer_args& args, const Launch& launch) {
  check_floating(args.params, args.num, "an optimizer's step");
  check_floating(args.grads, args.num, "an optimizer's step");
  const Settings a = {args.kind,      args.lr,           args.momentum, args.dampening, args.beta1,     args.beta2,
                      args.eps,       args.weight_decay, args.lr_decay, args.alpha,     args.lr_device, args.grad_scale,
                      args.found_inf, args.nesterov,     args.amsgrad,  args.maximize,  args.centered};
  for_each_type(args.params, args.num, [&](auto type, const Chunks& c, int64_t blocks) {
    StepLists k = {};
    k.chunks = c;
    for (int i = 0; i < c.num; ++i) {
      const int at = c.first + i;
      k.params[i] = args.params[at].data;
      k.grads[i] = args.grads[at].data;
      k.dtypes[i] = args.params[at].dtype;
      k.grad_dtypes[i] = args.grads[at].dtype;
      k.steps[i] = args.steps ? args.steps[at] : nullptr;
      for (int j = 0; j < 3; ++j) k.states[j][i] = args.states[j] ? args.states[j][at].data : nullptr;
    }
    if (args.steps) run(launch, "optimizer", count_steps_kernel, 1, kThreads, k, args.found_inf);
    run(launch, "optimizer", step_kernel<decltype(type)>, blocks, kThreads, k, a);
  });
}

void unscale(const vjp_unscale_args& args, const Launch& launch) {
  check_floating(args.grads, args.num, "unscaling");
  for_each_type(args.grads, args.num, [&](auto type, const Chunks& c, int64_t blocks) {
    run(launch, "unscale", unscale_kernel<decltype(type)>, blocks, kThreads, scale_lists(args.grads, c), args.inverse,
        args.found_inf);
  });
}

void scale_update(const vjp_scale_update_args& args, const Launch& launch) {
  run(launch, "scale_update", scale_update_kernel, 1, 1, args);
}

void multi_norm(const vjp_multi_norm_args& args, const Launch& launch) {
  check_floating(args.tensors, args.num, "a norm");
  const bool extreme = is_inf(args.p);
  const NormKind norm = {args.p, !extreme ? kNormOther : args.p > 0 ? kNormMax : kNormMin};
  for_each_type(args.tensors, args.num, [&](auto type, const Chunks& c, int64_t blocks) {
    using T = decltype(type);
    const Workspace parts(launch, static_cast<size_t>(blocks) * sizeof(double));
    NormOutputs out = {};
    for (int i = 0; i < c.num; ++i) {
      out.ends[i] = c.ends[i];
      out.norms[i] = args.norms[c.first + i];
    }
    run(launch, "multi_norm", norm_parts_kernel<T>, blocks, kThreads, scale_lists(args.tensors, c), norm,
        parts.as<double>());
    run(launch, "multi_norm", norm_finish_kernel<T>, c.num, kThreads, out, norm, parts.as<double>());
  });
}

void multi_scale(const vjp_multi_scale_args& args, const Launch& launch) {
  check_floating(args.tensors, args.num, "scaling");
  for_each_type(args.tensors, args.num, [&](auto type, const Chunks& c, int64_t blocks) {
    run(launch, "multi_scale", multi_scale_kernel<decltype(type)>, blocks, kThreads, scale_lists(args.tensors, c),
        args.factor.data, static_cast<int>(args.factor.dtype));
  });
}

}  // namespace vjp::cuda
