// Launches of the CPU backend's pointwise kernels: strides, broadcasts, aliasing, threads, integers and complex
// numbers.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <cstring>
#include <functional>
#include <limits>
#include <numeric>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

#include "backends/cpu/cpu.h"
#include "backends/cpu/pointwise_kernels.h"
#include "backends/cpu/pointwise_scalar.h"
#include "base/parallel.h"
#include "own_program.h"
#include "target_testing.h"

namespace vjp {
namespace {

using namespace testing;
using cpu::Kernels;
using Long = long double;

TEST(CpuPointwise, StridesAndBroadcastsOfEveryShape) {
  // y = (a * b + 3) - p, checked exactly: small whole numbers
  const OwnProgram p(2, {{Opcode::Mul, 0, 1, 0}, {Opcode::Add, 4, 3, 0}, {Opcode::Sub, 5, 2, 0}}, {3.0}, 1);
  struct Case {
    std::vector<int64_t> sizes;
    Strides a, b, out;
  };
  const std::vector<Case> cases = {
      {{}, {}, {}, {}},
      {{1}, {1}, {5}, {1}},
      {{1000}, {1}, {1}, {1}},
      {{5000}, {1}, {0}, {1}},
      {{5000}, {2}, {1}, {1}},
      {{5000}, {1}, {3}, {2}},
      {{70, 3}, {3, 1}, {0, 1}, {3, 1}},
      {{70, 3}, {3, 1}, {1, 0}, {3, 1}},
      {{300, 200}, {200, 1}, {0, 1}, {200, 1}},
      {{300, 200}, {200, 1}, {1, 0}, {200, 1}},
      {{300, 200}, {1, 300}, {200, 1}, {200, 1}},
      {{300, 200}, {1, 300}, {1, 300}, {1, 300}},
      {{7, 5, 3, 2}, {30, 6, 2, 1}, {0, 2, 0, 1}, {2, 14, 70, 210}},
      {{2, 1, 900, 2}, {1800, 7, 2, 1}, {900, 0, 1, 0}, {3600, 1, 4, 2}},
      {{3, 1500}, {0, 1}, {1500, 1}, {1, 3}},
  };
  for (const Case& c : cases) {
    const auto extent = [&](const Strides& s) {
      int64_t n = 1;
      for (size_t i = 0; i < s.size(); ++i) n += (c.sizes[i] - 1) * s[i];
      return static_cast<size_t>(n);
    };
    std::vector<float> a(extent(c.a)), b(extent(c.b)), out(extent(c.out), -1);
    for (size_t i = 0; i < a.size(); ++i) a[i] = static_cast<float>(i % 97);
    for (size_t i = 0; i < b.size(); ++i) b[i] = static_cast<float>(i % 89);
    PointwiseArgs args;
    args.program = &p;
    args.compute = byte_of(Dtype::Float32);
    args.ndim = static_cast<int>(c.sizes.size());
    args.sizes = c.sizes.data();
    args.inputs[0] = make_operand(a.data(), Dtype::Float32, c.a.data());
    args.inputs[1] = make_operand(b.data(), Dtype::Float32, c.b.data());
    args.outputs[0] = make_operand(out.data(), Dtype::Float32, c.out.data());
    args.parameters[0] = Scalar(2.0);
    cpu::pointwise(args);
    int64_t wrong = 0;
    for_each_index(c.sizes, [&](const std::vector<int64_t>& i) {
      const auto x = a[static_cast<size_t>(offset_of(i, c.a))], y = b[static_cast<size_t>(offset_of(i, c.b))];
      wrong += out[static_cast<size_t>(offset_of(i, c.out))] != x * y + 3 - 2;
    });
    EXPECT_EQ(wrong, 0) << "case " << &c - cases.data();
  }
}

TEST(CpuPointwise, AnOutputMayBeAnInput) {
  // y = (x + 1) * x: x is read after the first instruction
  const OwnProgram p(1, {{Opcode::Add, 0, 1, 0}, {Opcode::Mul, 2, 0, 0}}, {1.0});
  std::vector<double> x(10000), want;
  std::iota(x.begin(), x.end(), 0.0);
  for (double v : x) want.push_back((v + 1) * v);
  const int64_t n = 10000, stride = 1;
  PointwiseArgs args;
  args.program = &p;
  args.compute = byte_of(Dtype::Float64);
  args.ndim = 1;
  args.sizes = &n;
  args.inputs[0] = args.outputs[0] = make_operand(x.data(), Dtype::Float64, &stride);
  cpu::pointwise(args);
  EXPECT_EQ(x, want);
}

// A launch over n elements in a row, which all have one.
PointwiseArgs row_of(const Program& p, const int64_t& n, std::initializer_list<std::pair<const void*, Dtype>> inputs,
                     std::initializer_list<std::pair<void*, Dtype>> outputs) {
  static constexpr int64_t kStride = 1;
  PointwiseArgs args;
  args.program = &p;
  args.compute = byte_of(Dtype::Float32);
  args.ndim = 1;
  args.sizes = &n;
  int at = 0;
  for (auto [data, dtype] : inputs) args.inputs[at++] = make_operand(const_cast<void*>(data), dtype, &kStride);
  at = 0;
  for (auto [data, dtype] : outputs) args.outputs[at++] = make_operand(data, dtype, &kStride);
  return args;
}

TEST(CpuPointwise, SeveralOutputsAndPlainInputsAsOutputs) {
  OwnProgram p(1, {{Opcode::Square, 0, 0, 0}, {Opcode::Add, 1, 0, 0}});
  p.num_outputs = 4;
  p.outputs[0] = 1, p.outputs[1] = 2, p.outputs[2] = 0, p.outputs[3] = 2;
  const int64_t n = 3000, stride = 1;
  std::vector<float> x(3000), square(3000), sum(3000);
  std::vector<int32_t> same(3000);
  std::vector<double> twice(6000);
  std::iota(x.begin(), x.end(), 0.0f);
  const int64_t two = 2;
  PointwiseArgs args;
  args.program = &p;
  args.compute = byte_of(Dtype::Float32);
  args.ndim = 1;
  args.sizes = &n;
  args.inputs[0] = make_operand(x.data(), Dtype::Float32, &stride);
  args.outputs[0] = make_operand(square.data(), Dtype::Float32, &stride);
  args.outputs[1] = make_operand(sum.data(), Dtype::Float32, &stride);
  args.outputs[2] = make_operand(same.data(), Dtype::Int32, &stride);
  args.outputs[3] = make_operand(twice.data(), Dtype::Float64, &two);
  cpu::pointwise(args);
  for (size_t i = 0; i < 3000; ++i) {
    const auto v = static_cast<float>(i);
    ASSERT_EQ(square[i], v * v);
    ASSERT_EQ(sum[i], v * v + v);
    ASSERT_EQ(same[i], static_cast<int32_t>(i));
    ASSERT_EQ(twice[2 * i], static_cast<double>(v * v + v));
  }
}

TEST(CpuPointwise, ASingleElementHasTheBitsOfAVector) {
  for_each_target([](const std::string& target) {
    for (int op = 0; op < kNumOpcodes; ++op) {
      const auto opcode = static_cast<Opcode>(op);
      const int arity = arity_of(opcode);
      const OwnProgram p(arity, {{opcode, 0, 1, 2}});
      const std::vector<float> x = arguments<float>(300, 11), y = arguments<float>(301, 12),
                               z = arguments<float>(302, 13);
      std::vector<float> all(300), one(300);
      const auto launch = [&](size_t from, int64_t n, float* out) {
        constexpr Dtype kFloat = Dtype::Float32;
        const auto args =
            row_of(p, n, {{x.data() + from, kFloat}, {y.data() + from, kFloat}, {z.data() + from, kFloat}},
                   {{out + from, kFloat}});
        cpu::pointwise(args);
      };
      launch(0, 300, all.data());
      for (size_t i = 0; i < 300; ++i) launch(i, 1, one.data());
      for (size_t i = 0; i < 300; ++i) {
        if (std::isnan(all[i]) && std::isnan(one[i])) continue;
        ASSERT_EQ(std::memcmp(&all[i], &one[i], sizeof(float)), 0) << target << " opcode " << op << " at " << x[i];
      }
    }
  });
}

// Programs on inputs of every dtype that chains load, into one that chains store: in tiles, and by single elements.
TEST(CpuPointwise, LongTilesHaveTheBitsOfSingleElements) {
  constexpr int64_t kElements = 2600;  // two tiles and what is no block
  const std::vector<float> x = arguments<float>(kElements, 21), y = arguments<float>(kElements, 22);
  std::vector<BFloat16> halves;
  std::vector<uint8_t> flags;
  for (float v : y) halves.emplace_back(v), flags.push_back(v > 0.5f);
  for_each_target([&](const std::string& target) {
    std::mt19937 random(3);
    for (int round = 0; round < 150; ++round) {
      constexpr Opcode kOpcodes[] = {Opcode::Neg, Opcode::Add, Opcode::Mul, Opcode::Max, Opcode::Select,
                                     Opcode::Lt,  Opcode::Abs, Opcode::Exp, Opcode::Sub, Opcode::Div};
      std::vector<OwnProgram::Step> steps;
      for (unsigned count = 1 + random() % 6, known = 4; steps.size() < count; ++known) {
        const auto any = [&] { return static_cast<uint8_t>(random() % 2 ? known - 1 : random() % known); };
        steps.push_back({kOpcodes[random() % std::size(kOpcodes)], any(), any(), any()});
      }
      OwnProgram p(3, steps, {0.75});
      const Dtype to = std::vector{Dtype::Float32, Dtype::BFloat16, Dtype::Bool}[random() % 3];
      if (random() % 4 == 0) p.outputs[p.num_outputs++] = static_cast<uint8_t>(random() % (4 + steps.size()));
      const auto launch = [&](int64_t from, int64_t n, std::vector<char>& out, std::vector<char>& second) {
        const auto args = row_of(
            p, n,
            {{x.data() + from, Dtype::Float32},
             {halves.data() + from, Dtype::BFloat16},
             {flags.data() + from, Dtype::Bool}},
            {{out.data() + from * static_cast<int64_t>(size_of(to)), to}, {second.data() + 4 * from, Dtype::Float32}});
        cpu::pointwise(args);
      };
      std::vector<char> all[2], one[2];
      for (auto* list : {all, one}) list[0].resize(4 * kElements), list[1].resize(4 * kElements);
      launch(0, kElements, all[0], all[1]);
      for (int64_t i = 0; i < kElements; ++i) launch(i, 1, one[0], one[1]);
      const auto number = [&](const std::vector<char>& list, size_t i, Dtype dtype) {
        if (dtype == Dtype::Float32) return reinterpret_cast<const float*>(list.data())[i];
        if (dtype == Dtype::Bool) return static_cast<float>(list[i]);
        return static_cast<float>(reinterpret_cast<const BFloat16*>(list.data())[i]);
      };
      for (size_t i = 0; i < kElements; ++i) {
        for (int o = 0; o < 2; ++o) {
          const float a = number(all[o], i, o ? Dtype::Float32 : to), b = number(one[o], i, o ? Dtype::Float32 : to);
          if (std::isnan(a) && std::isnan(b)) continue;
          ASSERT_EQ(std::memcmp(&a, &b, sizeof a), 0) << target << " round " << round << " output " << o << " at " << i;
        }
      }
    }
  });
}

// Which opcodes run on lanes follows from the names of functions: one whose name changes would be slow, and right.
template <class T>
std::string opcodes_without_lanes(cpu::ComputeType type) {
  std::string names;
  const auto look = [&](Opcode op, const char* name, cpu::TileKernel scalar) {
    if (op > Opcode::Fma) return;  // newer than the lists below: as its author likes
    if (cpu::kernels().tile[type][static_cast<int>(op)] == scalar) names += std::string(name) + " ";
  };
#define VJP_LOOK(number, NAME, Name, name, arity, complex, text) \
  look(Opcode::Name, #name, cpu::scalar_kernel<T, arity, scalar::op_##name<T>>);
  VJP_OPCODES(VJP_LOOK)
#undef VJP_LOOK
  return names;
}
TEST(CpuPointwise, OpcodesRunOnLanes) {
  const std::string division = "fmod remainder floor_divide ",
                    rest =
                        "nextafter bitwise_and bitwise_or bitwise_xor bitwise_left_shift bitwise_right_shift "
                        "make_complex ";
  for_each_target([&](const std::string& target) {
    EXPECT_EQ(opcodes_without_lanes<float>(cpu::kF32), "bitwise_not " + rest) << target;
    EXPECT_EQ(opcodes_without_lanes<double>(cpu::kF64), "asinh acosh atanh bitwise_not atan2 " + division + rest)
        << target;
  });
}

TEST(CpuPointwise, LanesOfIntegersAreTheFunctions) {
  const int64_t edges[] = {0, 1, -1, 2, 3, 5, 62, 63, 64, 65, -63, -64, 1 << 20, INT64_MAX, INT64_MIN, INT64_MIN + 1};
  std::vector<int64_t> x, y, z;
  for (int64_t a : edges) {
    for (int64_t b : edges) x.push_back(a), y.push_back(b), z.push_back(a ^ b);
  }
  for_each_target([&](const std::string& target) {
    std::string on_lanes;
    const auto check = [&](Opcode op, const char* name, cpu::TileKernel scalar) {
      const cpu::TileKernel kernel = cpu::kernels().tile[cpu::kI64][static_cast<int>(op)];
      if (kernel == scalar) return;
      on_lanes += std::string(name) + " ";
      for (size_t first : {size_t(0), size_t(1)}) {
        for (size_t n : {size_t(1), size_t(7), size_t(8), size_t(19), x.size() - 1}) {
          std::vector<int64_t> got(n + 1, 99), want(n);
          kernel(got.data(), x.data() + first, y.data() + first, z.data() + first, n);
          scalar(want.data(), x.data() + first, y.data() + first, z.data() + first, n);
          for (size_t i = 0; i < n; ++i) {
            ASSERT_EQ(got[i], want[i]) << target << " " << name << " of " << x[first + i] << ", " << y[first + i];
          }
          ASSERT_EQ(got[n], 99) << target << " " << name << ": wrote beyond the end";
        }
      }
    };
#define VJP_CHECK_LANES(number, NAME, Name, name, arity, complex, text) \
  check(Opcode::Name, #name, cpu::scalar_kernel<int64_t, arity, scalar::op_##name<int64_t>>);
    VJP_OPCODES(VJP_CHECK_LANES)
#undef VJP_CHECK_LANES
    EXPECT_EQ(on_lanes,
              "logical_not bitwise_not maximum minimum eq ne lt le gt ge logical_and logical_or logical_xor "
              "bitwise_left_shift bitwise_right_shift where ")
        << target;
  });
}

TEST(CpuPointwise, ThreadsDoNotChangeBits) {
  const OwnProgram p(2, {{Opcode::Tanh, 0, 0, 0}, {Opcode::Mul, 3, 1, 0}, {Opcode::Add, 4, 2, 0}}, {0.3});
  const int64_t n = 300001, stride = 1;
  std::vector<float> a = arguments<float>(static_cast<size_t>(n), 1), b = arguments<float>(static_cast<size_t>(n), 2),
                     y[2];
  const int before = num_threads();
  for (int t = 0; t < 2; ++t) {
    set_num_threads(t + 1);
    y[t].resize(static_cast<size_t>(n));
    PointwiseArgs args;
    args.program = &p;
    args.compute = byte_of(Dtype::Float32);
    args.ndim = 1;
    args.sizes = &n;
    args.inputs[0] = make_operand(a.data(), Dtype::Float32, &stride);
    args.inputs[1] = make_operand(b.data(), Dtype::Float32, &stride);
    args.outputs[0] = make_operand(y[t].data(), Dtype::Float32, &stride);
    cpu::pointwise(args);
  }
  set_num_threads(before);
  EXPECT_EQ(std::memcmp(y[0].data(), y[1].data(), y[0].size() * sizeof(float)), 0);
}

// ---- integers and complex numbers ----

TEST(CpuPointwise, IntegersWrapAroundAndDivideWithoutTrapping) {
  const auto run = [](Opcode op, int64_t a, int64_t b) {
    int64_t out;
    cpu::kernels().tile[cpu::kI64][static_cast<int>(op)](&out, &a, &b, nullptr, 1);
    return out;
  };
  const int64_t min = std::numeric_limits<int64_t>::min(), max = std::numeric_limits<int64_t>::max();
  EXPECT_EQ(run(Opcode::Add, max, 1), min);
  EXPECT_EQ(run(Opcode::Div, min, -1), min);
  EXPECT_EQ(run(Opcode::Div, 5, 0), 0);
  EXPECT_EQ(run(Opcode::Div, -7, 2), -3);
  EXPECT_EQ(run(Opcode::FloorDivide, -7, 2), -4);
  EXPECT_EQ(run(Opcode::Remainder, -7, 3), 2);
  EXPECT_EQ(run(Opcode::Fmod, -7, 3), -1);
  EXPECT_EQ(run(Opcode::Remainder, min, -1), 0);
  EXPECT_EQ(run(Opcode::Pow, 3, 4), 81);
  EXPECT_EQ(run(Opcode::Pow, 2, -1), 0);
  EXPECT_EQ(run(Opcode::Pow, -1, -3), -1);
  EXPECT_EQ(run(Opcode::ShiftLeft, 1, 62), int64_t{1} << 62);
  EXPECT_EQ(run(Opcode::BitXor, 12, 10), 6);
}

TEST(CpuPointwise, ComplexFunctionsAgreeWithLongDouble) {
  using L = std::complex<Long>;
  struct Case {
    Opcode opcode;
    const char* name;
    L (*reference)(const L&, const L&);
    bool argument_only = false;
  };
  const Case cases[] = {
      {Opcode::Add, "add", [](const L& a, const L& b) { return a + b; }},
      {Opcode::Sub, "sub", [](const L& a, const L& b) { return a - b; }},
      {Opcode::Mul, "mul", [](const L& a, const L& b) { return a * b; }},
      {Opcode::Div, "div", [](const L& a, const L& b) { return a / b; }},
      {Opcode::Pow, "pow", [](const L& a, const L& b) { return std::pow(a, b); }},
      {Opcode::Neg, "neg", [](const L& a, const L&) { return -a; }},
      {Opcode::Abs, "abs", [](const L& a, const L&) { return L(std::abs(a)); }},
      {Opcode::Sign, "sgn", [](const L& a, const L&) { return a / std::abs(a); }},
      {Opcode::Square, "square", [](const L& a, const L&) { return a * a; }},
      {Opcode::Reciprocal, "reciprocal", [](const L& a, const L&) { return Long(1) / a; }},
      {Opcode::Sqrt, "sqrt", [](const L& a, const L&) { return std::sqrt(a); }},
      {Opcode::Rsqrt, "rsqrt", [](const L& a, const L&) { return Long(1) / std::sqrt(a); }},
      {Opcode::Exp, "exp", [](const L& a, const L&) { return std::exp(a); }},
      {Opcode::Exp2, "exp2", [](const L& a, const L&) { return std::pow(L(2), a); }},
      {Opcode::Expm1, "expm1", [](const L& a, const L&) { return std::exp(a) - Long(1); }},
      {Opcode::Log, "log", [](const L& a, const L&) { return std::log(a); }},
      {Opcode::Log2, "log2", [](const L& a, const L&) { return std::log(a) / std::log(Long(2)); }},
      {Opcode::Log10, "log10", [](const L& a, const L&) { return std::log10(a); }},
      {Opcode::Log1p, "log1p", [](const L& a, const L&) { return std::log(Long(1) + a); }},
      {Opcode::Sin, "sin", [](const L& a, const L&) { return std::sin(a); }},
      {Opcode::Cos, "cos", [](const L& a, const L&) { return std::cos(a); }},
      {Opcode::Tan, "tan", [](const L& a, const L&) { return std::tan(a); }},
      {Opcode::Asin, "asin", [](const L& a, const L&) { return std::asin(a); }},
      {Opcode::Acos, "acos", [](const L& a, const L&) { return std::acos(a); }},
      {Opcode::Atan, "atan", [](const L& a, const L&) { return std::atan(a); }},
      {Opcode::Sinh, "sinh", [](const L& a, const L&) { return std::sinh(a); }},
      {Opcode::Cosh, "cosh", [](const L& a, const L&) { return std::cosh(a); }},
      {Opcode::Tanh, "tanh", [](const L& a, const L&) { return std::tanh(a); }},
      {Opcode::Asinh, "asinh", [](const L& a, const L&) { return std::asinh(a); }},
      {Opcode::Acosh, "acosh", [](const L& a, const L&) { return std::acosh(a); }},
      {Opcode::Atanh, "atanh", [](const L& a, const L&) { return std::atanh(a); }},
      {Opcode::Sigmoid, "sigmoid", [](const L& a, const L&) { return Long(1) / (Long(1) + std::exp(-a)); }},
      {Opcode::Conj, "conj", [](const L& a, const L&) { return std::conj(a); }},
      {Opcode::Angle, "angle", [](const L& a, const L&) { return L(std::arg(a)); }},
      {Opcode::MakeComplex, "complex", [](const L& a, const L& b) { return L(a.real(), b.real()); }},
  };
  std::mt19937_64 random(9);
  std::uniform_real_distribution<double> unit(-3, 3);
  std::vector<std::complex<double>> a, b;
  for (int i = 0; i < 2000; ++i) {
    a.emplace_back(unit(random), unit(random));
    b.emplace_back(unit(random), unit(random));
  }
  std::vector<std::complex<float>> af(a.begin(), a.end()), bf(b.begin(), b.end()), outf(a.size());
  std::vector<std::complex<double>> out(a.size());
  for (const Case& c : cases) {
    cpu::kernels().tile[cpu::kC128][static_cast<int>(c.opcode)](out.data(), a.data(), b.data(), nullptr, a.size());
    cpu::kernels().tile[cpu::kC64][static_cast<int>(c.opcode)](outf.data(), af.data(), bf.data(), nullptr, a.size());
    double worst = 0, worst_float = 0;
    for (size_t i = 0; i < a.size(); ++i) {
      const L exact = c.reference(L(a[i]), L(b[i])), exact_float = c.reference(L(af[i]), L(bf[i]));
      worst = std::max(worst, static_cast<double>(std::abs(L(out[i]) - exact) / std::abs(exact)));
      worst_float =
          std::max(worst_float, static_cast<double>(std::abs(L(outf[i]) - exact_float) / std::abs(exact_float)));
    }
    EXPECT_LE(worst, 40 * 0x1p-53) << c.name;
    EXPECT_LE(worst_float, 8 * 0x1p-24) << c.name;
  }
}

}  // namespace
}  // namespace vjp
