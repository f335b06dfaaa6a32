#include <cmath>

#include "backends/cpu/cpu.h"
#include "kernel_testing.h"

namespace vjp {
namespace {

using testing::Array;
using testing::random_int;

template <class T>
struct Accumulate {
  using type = double;
  static double tolerance(int64_t k) {
    double unit = is_half(dtype_of<T>) ? (std::is_same_v<T, Float16> ? 1e-3 : 8e-3) : sizeof(T) == 4 ? 1e-6 : 1e-14;
    return std::is_integral_v<T> ? 0 : unit * (4 + std::sqrt(static_cast<double>(k)));
  }
};
template <class R>
struct Accumulate<std::complex<R>> {
  using type = std::complex<double>;
  static double tolerance(int64_t k) {
    return (sizeof(R) == 4 ? 2e-6 : 2e-14) * (4 + std::sqrt(static_cast<double>(k)));
  }
};
template <class T>
typename Accumulate<T>::type widen(T v) {
  if constexpr (category_of(dtype_of<T>) == 3)
    return {v.real(), v.imag()};
  else
    return static_cast<double>(static_cast<std::conditional_t<is_half(dtype_of<T>), float, T>>(v));
}

template <class T>
void check_random(std::mt19937& rng, int64_t limit, int64_t max_batch) {
  using W = typename Accumulate<T>::type;
  int64_t m = random_int(rng, 1, limit), n = random_int(rng, 1, limit), k = random_int(rng, 0, limit);
  if (random_int(rng, 0, 4) == 0) m = 1;
  if (random_int(rng, 0, 4) == 0) n = 1;
  if (random_int(rng, 0, 6) == 0) k = 1;
  int64_t b0 = random_int(rng, 1, max_batch), b1 = random_int(rng, 1, max_batch);
  bool strange = random_int(rng, 0, 1);
  Array<T> a({b0, b1, m, k}, rng, strange), b({b0, b1, k, n}, rng, strange), out({b0, b1, m, n}, rng, strange);
  if (random_int(rng, 0, 3) == 0) b.strides[0] = b.strides[1] = 0;  // one matrix for all
  if (random_int(rng, 0, 5) == 0) a.strides[2] = 0;                 // one row repeated
  bool complex = category_of(dtype_of<T>) == 3, integer = std::is_integral_v<T>;
  bool conj_a = complex && random_int(rng, 0, 1), conj_b = complex && random_int(rng, 0, 1);
  Scalar alpha = random_int(rng, 0, 1) ? Scalar(1) : integer ? Scalar(3) : Scalar(0.75);
  Scalar beta = random_int(rng, 0, 1) ? Scalar(0) : integer ? Scalar(2) : Scalar(-0.5);
  std::vector<int64_t> batch = {b0, b1};

  std::vector<W> expected;
  for (int64_t p = 0; p < b0; ++p) {
    for (int64_t q = 0; q < b1; ++q) {
      for (int64_t i = 0; i < m; ++i) {
        for (int64_t j = 0; j < n; ++j) {
          W sum = 0;
          for (int64_t l = 0; l < k; ++l) {
            W x = widen(a.at({p, q, i, l})), y = widen(b.at({p, q, l, j}));
            if constexpr (category_of(dtype_of<T>) == 3) {
              if (conj_a) x = std::conj(x);
              if (conj_b) y = std::conj(y);
            }
            sum += x * y;
          }
          sum *= alpha.to_double();
          if (beta.to_double() != 0) sum += beta.to_double() * widen(out.at({p, q, i, j}));
          expected.push_back(sum);
          // beta == 0 must not read what is there
          if constexpr (!std::is_integral_v<T>) {
            if (beta.to_double() == 0) out.at({p, q, i, j}) = T(NAN);
          }
        }
      }
    }
  }
  GemmArgs args{};
  args.m = m;
  args.n = n;
  args.k = k;
  args.batch_ndim = 2;
  args.batch_sizes = batch.data();
  args.a = {a.data(), a.strides[2], a.strides[3], a.strides.data(), conj_a};
  args.b = {b.data(), b.strides[2], b.strides[3], b.strides.data(), conj_b};
  args.out = {out.data(), out.strides[2], out.strides[3], out.strides.data(), false};
  args.dtype = byte_of(dtype_of<T>);
  args.alpha = alpha;
  args.beta = beta;
  testing::run_on_one_two_and_four_threads(out, [&] { cpu::gemm(args); });
  size_t e = 0;
  for (int64_t p = 0; p < b0; ++p) {
    for (int64_t q = 0; q < b1; ++q) {
      for (int64_t i = 0; i < m; ++i) {
        for (int64_t j = 0; j < n; ++j, ++e) {
          W value = widen(out.at({p, q, i, j}));
          if constexpr (std::is_integral_v<T>) {
            ASSERT_EQ(static_cast<T>(static_cast<int64_t>(expected[e])), static_cast<T>(value));
          } else {
            ASSERT_LE(std::abs(value - expected[e]), Accumulate<T>::tolerance(k) * (1 + std::abs(expected[e])))
                << name_of(dtype_of<T>) << " " << m << "x" << n << "x" << k << " at " << i << "," << j;
          }
        }
      }
    }
  }
}

template <class T>
class Gemm : public ::testing::Test {};
using Types = ::testing::Types<float, double, std::complex<float>, std::complex<double>, Float16, BFloat16, uint8_t,
                               int8_t, int16_t, int32_t, int64_t>;
TYPED_TEST_SUITE(Gemm, Types);

TYPED_TEST(Gemm, AgreesWithTheDefinitionForAnyStrides) {
  std::mt19937 rng(7);
  for (int i = 0; i < 300; ++i) check_random<TypeParam>(rng, i < 250 ? 20 : 70, 3);
}

TYPED_TEST(Gemm, AgreesWithTheDefinitionForLargerMatrices) {
  std::mt19937 rng(8);
  for (int i = 0; i < 5; ++i) check_random<TypeParam>(rng, 220, 1);
}

TEST(Gemm, LargeProductsHaveTheSameBitsOnAnyNumberOfThreads) {
  std::mt19937 rng(9);
  for (int64_t n : {257, 512, 700}) {
    Array<float> a({n, n}, rng), b({n, n}, rng), out({n, n}, rng);
    GemmArgs args{};
    args.m = args.n = args.k = n;
    args.a = {a.data(), n, 1, nullptr, false};
    args.b = {b.data(), 1, n, nullptr, false};
    args.out = {out.data(), n, 1, nullptr, false};
    args.dtype = byte_of(Dtype::Float32);
    args.alpha = Scalar(1.0);
    testing::run_on_one_two_and_four_threads(out, [&] { cpu::gemm(args); });
  }
}

TEST(Gemm, BoolIsAny) {
  bool a[4] = {true, true, false, false}, b[4] = {true, false, true, false}, out[4];
  GemmArgs args{};
  args.m = args.n = args.k = 2;
  args.a = {a, 2, 1, nullptr, false};
  args.b = {b, 2, 1, nullptr, false};
  args.out = {out, 2, 1, nullptr, false};
  args.dtype = byte_of(Dtype::Bool);
  args.alpha = Scalar(1);
  args.beta = Scalar(0);
  cpu::gemm(args);
  EXPECT_TRUE(out[0]);
  EXPECT_FALSE(out[1]);
  EXPECT_FALSE(out[2]);
  EXPECT_FALSE(out[3]);
}

}  // namespace
}  // namespace vjp
