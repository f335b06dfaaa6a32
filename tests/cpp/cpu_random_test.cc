// The CPU backend's random numbers: published values, moments, independence of layout.
#include "array_testing.h"
#include "backends/cpu/philox.h"
#include "backends/cpu/random_normal.h"
#include "kernel/random_formulas.h"
#include "target_testing.h"

namespace vjp {
namespace {

using namespace testing;

TEST(Random, PhiloxGivesThePublishedNumbers) {
  const PhiloxBlock zero = philox({{0, 0, 0, 0}}, 0, 0);
  const uint32_t want_zero[] = {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8};
  const PhiloxBlock ones = philox({{~0u, ~0u, ~0u, ~0u}}, ~0u, ~0u);
  const uint32_t want_ones[] = {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd};
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(zero.words[i], want_zero[i]);
    EXPECT_EQ(ones.words[i], want_ones[i]);
  }
}

TEST(Random, VectorsOfBlocksAreTheScalarOnes) {
  const uint64_t seed = 0x0123456789abcdef;
  for_each_target([&](const std::string& target) {
    // crosses the low word's end at its first block, in a vector, between two, and in what is left of them
    for (uint64_t first : {0xfffffffeu, 0xffffffefu, 0xfffffff0u, 0xffffffd5u}) {
      for (int64_t blocks : {1, 2, 7, 16, 37, 67}) {
        std::vector<uint64_t> out(static_cast<size_t>(2 * blocks + 1), 7);
        cpu::philox_fill(seed, first, blocks, out.data());
        for (size_t i = 0; i < static_cast<size_t>(blocks); ++i) {
          const uint64_t counter = first + i;
          const PhiloxBlock b = philox({{static_cast<uint32_t>(counter), static_cast<uint32_t>(counter >> 32), 0, 0}},
                                       static_cast<uint32_t>(seed), static_cast<uint32_t>(seed >> 32));
          ASSERT_EQ(out[2 * i], b.words[0] | uint64_t(b.words[1]) << 32) << target << ", block " << i;
          ASSERT_EQ(out[2 * i + 1], b.words[2] | uint64_t(b.words[3]) << 32) << target << ", block " << i;
        }
        ASSERT_EQ(out.back(), 7u) << target << ": wrote beyond the end";
      }
    }
  });
}

// On every SIMD target of the machine, also where the last vector is not full.
TEST(Random, VectorsOfNormalNumbersAreTheFormulas) {
  uint64_t bits[2 * 301 + cpu::kNormalPadding];
  double out[2 * 301 + cpu::kNormalPadding];
  for_each_target([&](const std::string& target) {
    for (int64_t n : {1, 2, 3, 7, 8, 9, 301}) {
      cpu::philox_fill(5, 9, n, bits);
      bits[0] = 0, bits[1] = ~uint64_t{0};  // the ends: log of 2^-53, and just before a whole turn
      cpu::normal_pairs(bits, n, 0.25, 3, out);
      for (int64_t i = 0; i < n; ++i) {
        const double radius = std::sqrt(random_formulas::squared_radius(bits[2 * i])) * 3;
        double cosine, sine;
        random_formulas::sincos_turn(random_formulas::fraction(bits[2 * i + 1]), cosine, sine);
        ASSERT_EQ(out[2 * i], 0.25 + radius * cosine) << target << ", pair " << i;
        ASSERT_EQ(out[2 * i + 1], 0.25 + radius * sine) << target << ", pair " << i;
      }
    }
  });
}

Array drawn(Dtype dtype, Distribution distribution, const Index& sizes, double a, double b, uint64_t offset = 0,
            int64_t low = 0, int64_t high = 1, std::mt19937* order = nullptr) {
  Array out(dtype, sizes, order);
  RandomArgs args{};
  args.distribution = byte_of(distribution);
  args.out = out.view();
  args.a = a;
  args.b = b;
  args.low = low;
  args.high = high;
  args.seed = 42;
  args.offset = offset;
  cpu::random(args);
  return out;
}

TEST(Random, ElementsDependOnTheirPositionOnly) {
  std::mt19937 random(14);
  for (Distribution d : {Distribution::Uniform, Distribution::Normal, Distribution::DropoutMask}) {
    const Array whole = drawn(Dtype::Float32, d, {4000}, 0.25, 1, 7),
                strided = drawn(Dtype::Float32, d, {40, 100}, 0.25, 1, 7, 0, 1, &random);
    const Array later = drawn(Dtype::Float32, d, {3000}, 0.25, 1, 7 + 500);
    for (int64_t i = 0; i < 4000; ++i) ASSERT_EQ(whole.get({i}), strided.get({i / 100, i % 100}));
    for (int64_t i = 0; i < 3000; ++i) ASSERT_EQ(whole.get({i + 1000}), later.get({i}));
    expect_same_for_any_thread_count([&] { return std::vector<Array>{drawn(Dtype::Float64, d, {100001}, 0.25, 1)}; });
  }
}

TEST(Random, DistributionsHaveTheirMoments) {
  const int64_t n = 400000;
  for (Dtype dtype : kReal) {
    const auto moments = [&](Distribution d, double a, double b) {
      const Array x = drawn(dtype, d, {n}, a, b);
      long double sum = 0, squares = 0, cubes = 0;
      for (int64_t i = 0; i < n; ++i) {
        const long double v = x.get({i}).real();
        sum += v;
        squares += v * v;
        cubes += v * v * v * v;
        if (d == Distribution::Uniform) {
          EXPECT_TRUE(v >= a && v < b) << name_of(dtype);
        }
      }
      return std::array<double, 3>{static_cast<double>(sum / n), static_cast<double>(squares / n),
                                   static_cast<double>(cubes / n)};
    };
    const auto uniform = moments(Distribution::Uniform, -1, 1);
    EXPECT_NEAR(uniform[0], 0, 0.01);
    EXPECT_NEAR(uniform[1], 1.0 / 3, 0.01);
    const auto normal = moments(Distribution::Normal, 0, 1);
    EXPECT_NEAR(normal[0], 0, 0.01);
    EXPECT_NEAR(normal[1], 1, 0.015);
    EXPECT_NEAR(normal[2], 3, 0.1);
    const auto dropout = moments(Distribution::DropoutMask, 0.2, 0);
    EXPECT_NEAR(dropout[0], 1, 0.01);
    EXPECT_NEAR(dropout[1], 1.25, 0.015);
    const auto bernoulli = moments(Distribution::Bernoulli, 0.3, 0);
    EXPECT_NEAR(bernoulli[0], 0.3, 0.01);
  }
}

TEST(Random, NormalPairsAreBoxMullerToDoublePrecision) {
  const Array x = drawn(Dtype::Float64, Distribution::Normal, {20000}, 0, 1);
  uint64_t bits[20000];
  cpu::philox_fill(42, 0, 10000, bits);
  for (int64_t i = 0; i < 20000; i += 2) {
    const long double u = static_cast<long double>((bits[i] >> 11) + 1) * 0x1p-53L,
                      v = static_cast<long double>(bits[i + 1] >> 11) * 0x1p-53L;
    const long double radius = std::sqrt(-2 * std::log(u)), angle = 6.283185307179586476925L * v;
    ASSERT_NEAR(static_cast<double>(x.get({i}).real()), static_cast<double>(radius * std::cos(angle)), 4e-15);
    ASSERT_NEAR(static_cast<double>(x.get({i + 1}).real()), static_cast<double>(radius * std::sin(angle)), 4e-15);
  }
}

TEST(Random, IntegersCoverTheirRange) {
  for (Dtype dtype : {Dtype::UInt8, Dtype::Int32, Dtype::Int64, Dtype::Float32}) {
    const Array x = drawn(dtype, Distribution::Integer, {60000}, 0, 0, 0, 3, 9);
    int64_t counts[6] = {};
    for (int64_t i = 0; i < 60000; ++i) {
      const int64_t v = static_cast<int64_t>(x.get({i}).real());
      ASSERT_TRUE(v >= 3 && v < 9);
      ++counts[v - 3];
    }
    for (int64_t c : counts) EXPECT_NEAR(static_cast<double>(c), 10000, 400);
  }
}

TEST(Random, BernoulliTakesAProbabilityAnElement) {
  Array p(Dtype::Float32, {2, 50000}), out(Dtype::Bool, {2, 50000});
  p.fill([](int64_t i) { return i < 50000 ? 0.0 : i % 2 ? 1.0 : 0.5; });
  RandomArgs args{};
  args.distribution = byte_of(Distribution::Bernoulli);
  args.out = out.view();
  args.probability = p.view();
  cpu::random(args);
  int64_t half = 0;
  for (int64_t i = 0; i < 50000; ++i) {
    ASSERT_EQ(out.get({0, i}).real(), 0);
    if (i % 2) {
      ASSERT_EQ(out.get({1, i}).real(), 1);
    } else {
      half += out.get({1, i}).real() != 0;
    }
  }
  EXPECT_NEAR(static_cast<double>(half), 12500, 500);
}

}  // namespace
}  // namespace vjp
