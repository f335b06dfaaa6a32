// Random fills: a thread makes a pair of elements of one Philox block, by the formulas that the CPU uses too, so that
// the numbers are the same, bit for bit.
#include "backends/cuda/geometry.h"
#include "backends/cuda/kernels.h"
#include "backends/cuda/opcodes.h"
#include "kernel/random_formulas.h"

namespace vjp::cuda {
namespace {

struct Random {
  Space<2> space;  // out, probability
  void* out;
  const void* probability;
  int out_dtype, probability_dtype;
  uint64_t seed, offset;
  const uint64_t* state;  // null: seed and offset are as given
  double a, b;            // normal: mean and deviation; Bernoulli: the probability
  int shift;              // uniform: bits of a number that are not used
  bool whole;             // uniform: from 0 to 1
  double unit, range, below;
  int64_t low, threshold;
  uint64_t span;
  double scale;  // of what dropout leaves
};

template <class C, int kDistribution>
__device__ inline C element_of(const Random& k, uint64_t bits, int64_t probability_at) {
  if constexpr (kDistribution == VJP_DISTRIBUTION_UNIFORM) {
    const C u = static_cast<C>(static_cast<int64_t>(bits >> k.shift)) * static_cast<C>(k.unit);
    if (k.whole) return u;
    const C v = u * static_cast<C>(k.range) + static_cast<C>(k.a), below = static_cast<C>(k.below);
    return below < v ? below : v;  // rounding must not reach the open end
  } else if constexpr (kDistribution == VJP_DISTRIBUTION_INTEGER) {
    return static_cast<C>(random_formulas::integer(bits, k.low, k.span));
  } else if constexpr (kDistribution == VJP_DISTRIBUTION_DROPOUT_MASK) {
    return static_cast<int64_t>(bits >> 32) < k.threshold ? C(0) : static_cast<C>(k.scale);
  } else {
    const double p = k.probability ? load<double>(k.probability, k.probability_dtype, probability_at) : k.a;
    return static_cast<C>(random_formulas::fraction(bits) < p);
  }
}

template <class C, int kDistribution>
__global__ void __launch_bounds__(kThreads) random_kernel(const __grid_constant__ Random k) {
  const uint64_t seed = k.state ? k.state[0] : k.seed, offset = k.state ? k.state[1] + k.offset : k.offset;
  const uint32_t key0 = static_cast<uint32_t>(seed), key1 = static_cast<uint32_t>(seed >> 32);
  for (int64_t pair = first_item(); 2 * pair < k.space.count; pair += item_step()) {
    const uint64_t counter = offset + static_cast<uint64_t>(pair);
    const PhiloxBlock block =
        philox({{static_cast<uint32_t>(counter), static_cast<uint32_t>(counter >> 32), 0, 0}}, key0, key1);
    const uint64_t bits[2] = {block.words[0] | uint64_t(block.words[1]) << 32, block.words[2] | uint64_t(block.words[3])
                                                                                                    << 32};
    int64_t at[2][2];
    k.space.offsets(2 * pair, at[0]);
    const int n = 2 * pair + 1 < k.space.count ? 2 : 1;
    if (n == 2) k.space.offsets(2 * pair + 1, at[1]);
    C v[2];
    if constexpr (kDistribution == VJP_DISTRIBUTION_NORMAL) {
      const double radius = real_sqrt(random_formulas::squared_radius(bits[0])) * k.b;
      double cosine, sine;
      random_formulas::sincos_turn(random_formulas::fraction(bits[1]), cosine, sine);
      v[0] = static_cast<C>(k.a + radius * cosine);
      v[1] = static_cast<C>(k.a + radius * sine);
    } else {
      for (int j = 0; j < n; ++j) v[j] = element_of<C, kDistribution>(k, bits[j], at[j][1]);
    }
    for (int j = 0; j < n; ++j) store(k.out, k.out_dtype, at[j][0], v[j]);
  }
}

// What the uniform distribution needs, in the type that it computes in.
template <class C>
void prepare_uniform(Random& k, const vjp_random_args& args) {
  const int precision = random_formulas::fraction_bits(args.out.dtype);
  k.shift = 64 - precision;
  k.unit = ::ldexp(1.0, -precision);
  const C a = static_cast<C>(args.a), range = static_cast<C>(args.b - args.a);
  k.a = a;
  k.range = range;
  k.below = args.b > args.a ? real_nextafter(static_cast<C>(args.b), a) : a;
  k.whole = a == C(0) && range == C(1);
}

template <class C>
void fill_random(Random& k, const vjp_random_args& args, const Launch& launch) {
  const int64_t blocks = blocks_for(launch, ceil_div(k.space.count, 2));
  const auto with = [&](void (*kernel)(Random)) { run(launch, "random", kernel, blocks, kThreads, k); };
  if constexpr (kIsReal<C>) {
    if (args.distribution == VJP_DISTRIBUTION_UNIFORM) {
      prepare_uniform<C>(k, args);
      return with(random_kernel<C, VJP_DISTRIBUTION_UNIFORM>);
    }
    if (args.distribution == VJP_DISTRIBUTION_NORMAL) return with(random_kernel<C, VJP_DISTRIBUTION_NORMAL>);
  }
  switch (args.distribution) {
    case VJP_DISTRIBUTION_BERNOULLI:
      return with(random_kernel<C, VJP_DISTRIBUTION_BERNOULLI>);
    case VJP_DISTRIBUTION_INTEGER:
      return with(random_kernel<C, VJP_DISTRIBUTION_INTEGER>);
    default:
      return with(random_kernel<C, VJP_DISTRIBUTION_DROPOUT_MASK>);
  }
}

}  // namespace

void random(const vjp_random_args& args, const Launch& launch) {
  const int dtype = args.out.dtype, compute = compute_of(dtype);
  const bool continuous = args.distribution <= VJP_DISTRIBUTION_NORMAL;
  if (dtype >= kComplex64 || (continuous && compute == kInt64)) {
    fail(VJP_ERROR_NOT_IMPLEMENTED, "random numbers of dtype %s are not implemented on cuda", dtype_name(dtype));
  }
  Random k = {};
  const bool given = args.probability.data != nullptr;
  for (int d = 0; d < args.out.ndim; ++d) {
    k.space.push(args.out.sizes[d], args.out.strides[d], given ? args.probability.strides[d] : 0);
  }
  k.space.finish();  // not sorted: positions count row-major
  if (k.space.count == 0) return;
  k.out = args.out.data;
  k.out_dtype = dtype;
  k.probability = args.probability.data;
  k.probability_dtype = args.probability.dtype;
  k.seed = args.seed;
  k.offset = args.offset;
  k.state = args.state;
  k.a = args.a;
  k.b = args.b;
  k.low = args.low;
  k.span = static_cast<uint64_t>(args.high) - static_cast<uint64_t>(args.low);
  const double p = args.a < 0 ? 0 : args.a > 1 ? 1 : args.a;
  k.threshold = static_cast<int64_t>(::ldexp(p, 32));
  k.scale = args.a < 1 ? 1.0 / (1.0 - args.a) : 0.0;
  switch (compute) {
    case kFloat32:
      return fill_random<float>(k, args, launch);
    case kFloat64:
      return fill_random<double>(k, args, launch);
    default:
      return fill_random<int64_t>(k, args, launch);
  }
}

}  // namespace vjp::cuda
