// Fused programs against their steps one by one: bit for bit, whatever the strides, dtypes, threads and vectors.
#include "ops/fused.h"

#include <gtest/gtest.h>

#include <cstring>
#include <iterator>
#include <random>

#include "base/error.h"
#include "base/parallel.h"
#include "device/registry.h"
#include "kernel/launch.h"
#include "ops/internal.h"
#include "target_testing.h"

namespace vjp {
namespace {

using Results = std::vector<FusedResult>;

class Maker {
 public:
  explicit Maker(unsigned seed) : random_(seed) {}
  int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }

  // A tensor that broadcasts to `sizes`, in some layout.
  Tensor operand(const Dims& sizes, Dtype dtype) {
    Dims own(sizes);
    for (int i = 0; i < own.n; ++i) {
      if (below(5) == 0) own[i] = 1;
    }
    Tensor t = full(own, dtype);
    if (own.n < 2 || below(3)) return t;
    Dims turned(own), strides(t.strides());  // the last two dimensions lie the other way round
    std::swap(turned[own.n - 1], turned[own.n - 2]);
    strides = contiguous_strides(turned);
    std::swap(strides[own.n - 1], strides[own.n - 2]);
    return t.with_geometry({own, strides, 0});
  }
  Tensor full(const Dims& sizes, Dtype dtype) {
    const Tensor numbers = Tensor::empty(sizes, Dtype::Float64), t = Tensor::empty(sizes, dtype);
    std::normal_distribution<double> normal(0, 2);
    auto* at = reinterpret_cast<double*>(numbers.raw());
    for (int64_t i = 0; i < numbers.numel(); ++i) at[i] = below(50) ? normal(random_) : 0;
    kernels().copy(t.view(), numbers.view());
    return t;
  }

  FusedProgram program(Dtype compute, int inputs, int scalars, int steps, int outputs) {
    static constexpr Opcode kCheap[] = {Opcode::Add, Opcode::Sub,    Opcode::Mul,  Opcode::Mul,  Opcode::Div,
                                        Opcode::Max, Opcode::Min,    Opcode::Neg,  Opcode::Abs,  Opcode::Square,
                                        Opcode::Gt,  Opcode::Select, Opcode::Sqrt, Opcode::Copy, Opcode::Fma};
    static constexpr Opcode kDear[] = {Opcode::Tanh, Opcode::Exp, Opcode::Sigmoid, Opcode::Pow, Opcode::Erf};
    FusedProgram p{compute, inputs, scalars, {}, {}};
    for (int i = 0; i < steps; ++i) {
      const int values = p.num_values();
      const auto value = [&] {  // mostly a late one
        const int near = below(3) ? std::min(values, 4) : values;
        return static_cast<uint16_t>(values - 1 - below(near));
      };
      const Opcode opcode = below(6) ? kCheap[below(std::size(kCheap))] : kDear[below(std::size(kDear))];
      Dtype dtype = compute;
      if (opcode == Opcode::Gt) dtype = Dtype::Bool;
      if (compute == Dtype::Float32 && opcode != Opcode::Gt && below(3) == 0)
        dtype = below(2) ? Dtype::Float16 : Dtype::BFloat16;
      p.steps.push_back({opcode, dtype, value(), value(), value()});
    }
    for (int o = 0; o < outputs; ++o) {
      const int value = below(6) ? p.num_values() - 1 - below(std::min(steps, 6)) : below(p.num_values());
      static constexpr Dtype kStored[] = {Dtype::Float16, Dtype::BFloat16, Dtype::Bool, Dtype::Float64};
      p.outputs.push_back({static_cast<uint16_t>(value), below(2) ? compute : kStored[below(4)]});
    }
    return p;
  }

 private:
  std::mt19937 random_;
};

// Row-major.
Tensor packed(const Tensor& t) {
  Tensor copy = Tensor::empty(t.sizes(), t.dtype());
  kernels().copy(copy.view(), t.view());
  return copy;
}
double number(const Tensor& t, int64_t at) {
  double v;
  View to{}, from{};
  to.data = &v;
  to.dtype = byte_of(Dtype::Float64);
  from.data = t.raw() + at * static_cast<int64_t>(size_of(t.dtype()));
  from.dtype = byte_of(t.dtype());
  kernels().copy(to, from);
  return v;
}
void expect_same(const std::vector<Tensor>& got, const std::vector<Tensor>& want, const std::string& where) {
  ASSERT_EQ(got.size(), want.size()) << where;
  for (size_t o = 0; o < got.size(); ++o) {
    ASSERT_EQ(got[o].dtype(), want[o].dtype()) << where;
    ASSERT_TRUE(same(got[o].sizes(), want[o].sizes())) << where;
    const Tensor a = packed(got[o]), b = packed(want[o]);
    const auto size = static_cast<int64_t>(size_of(a.dtype()));
    for (int64_t i = 0; i < a.numel(); ++i) {
      if (std::memcmp(a.raw() + i * size, b.raw() + i * size, static_cast<size_t>(size)) == 0) continue;
      const double x = number(a, i), y = number(b, i);
      // single elements are computed by scalar instructions, which may give NaN another sign
      if (x != x && y != y && a.numel() == 1) continue;
      ADD_FAILURE() << where << ", output " << o << ", element " << i << ": " << x << ", expected " << y;
      break;
    }
  }
}

const std::vector<Dims> kShapes = {{},       {1},       {7},         {40000},       {0},
                                   {3, 0},   {300, 70}, {70, 3},     {5, 4, 3},     {2, 3, 500},
                                   {130, 1}, {1, 900},  {64, 1, 33}, {6, 5, 4, 31}, {3, 5000}};

void random_programs(Dtype compute, unsigned seeds, const std::string& where) {
  for (unsigned seed = 0; seed < seeds; ++seed) {
    Maker make(seed);
    const Dims& sizes = kShapes[seed % kShapes.size()];
    const int inputs = 1 + make.below(seed % 4 ? 4 : 20);
    const FusedProgram p =
        make.program(compute, inputs, make.below(5), 1 + make.below(seed % 5 ? 12 : 150), 1 + make.below(4));
    static constexpr Dtype kRead[] = {Dtype::Float16, Dtype::BFloat16, Dtype::Bool, Dtype::Int64, Dtype::Int32};
    std::vector<Tensor> tensors;
    for (int i = 0; i < inputs; ++i)
      tensors.push_back(make.operand(sizes, make.below(3) ? compute : kRead[make.below(5)]));
    tensors[0] = make.full(sizes, compute);
    std::vector<Scalar> scalars;
    for (int i = 0; i < p.num_scalars; ++i) scalars.push_back(Scalar(make.below(7) * 0.3 - 1));
    Results results(p.outputs.size());
    if (make.below(2)) {
      results[0].sum_to = Dims(sizes);
      for (int i = 0; i < sizes.n; ++i) {
        if (make.below(2)) (*results[0].sum_to)[i] = 1;
      }
    }
    set_num_threads(1);
    const auto want = run_fused_composed(p, tensors, scalars, results);
    for (int threads : {1, 2, 4}) {
      set_num_threads(threads);
      expect_same(run_fused(p, tensors, scalars, results), want,
                  where + ", seed " + std::to_string(seed) + ", threads " + std::to_string(threads));
    }
  }
}

TEST(Fused, RandomProgramsOfFloatAreTheirSteps) {
  testing::for_each_target([](const std::string& target) { random_programs(Dtype::Float32, 90, target); });
}
TEST(Fused, RandomProgramsOfDoubleAreTheirSteps) {
  testing::for_each_target([](const std::string& target) { random_programs(Dtype::Float64, 45, target); });
}

TEST(Fused, HalvesAreRoundedAfterEveryStep) {
  // (1 + 2^-11) - 1 is 0 where the sum is a float16, else 2^-11
  for (const auto& [dtype, expected] : {std::pair{Dtype::Float16, 0.0f}, {Dtype::Float32, 0x1p-11f}}) {
    FusedProgram p{Dtype::Float32, 1, 1, {{Opcode::Add, dtype, 0, 1}, {Opcode::Sub, dtype, 2, 1}}, {}};
    p.outputs = {{3, Dtype::Float32}};
    const Tensor x = Tensor::empty(Dims{1000}, Dtype::Float32);
    kernels().fill(x.view(), Scalar(0x1p-11));
    const Scalar one(1.0);
    const Tensor y = run_fused(p, {&x, 1}, {&one, 1})[0];
    for (int i = 0; i < 1000; ++i) ASSERT_EQ(reinterpret_cast<const float*>(y.raw())[i], expected) << name_of(dtype);
  }
}

// Long enough to be cut into pieces: everything, bias gradients, rows; halves, whose sums are of floats.
TEST(Fused, LongSumsAreThoseOfAReduction) {
  struct Case {
    Dims sizes, sum_to;
  };
  const std::vector<Case> cases = {
      {{300001}, {}},           {{1000, 700}, {700}},         {{3, 500, 400}, {1, 400}}, {{513, 700}, {513, 1}},
      {{300, 1100}, {1, 1100}}, {{40, 30, 300}, {40, 30, 1}}, {{4, 200000}, {4, 1}},     {{2, 300000}, {2, 1}},
      {{100001, 3}, {3}},       {{5, 300, 200}, {300, 1}},    {{600, 500}, {1, 1}}};
  for (size_t c = 0; c < cases.size(); ++c) {
    for (Dtype dtype : {Dtype::Float32, Dtype::BFloat16, Dtype::Float64}) {
      if (dtype != Dtype::Float32 && c % 3 == 1) continue;
      const Dims &sizes = cases[c].sizes, &sum_to = cases[c].sum_to;
      Maker make(static_cast<unsigned>(c));
      const Dtype compute = dtype == Dtype::Float64 ? dtype : Dtype::Float32;
      FusedProgram p{compute, 2, 1, {{Opcode::Mul, compute, 0, 1}, {Opcode::Add, compute, 3, 2}}, {}};
      p.outputs = {{4, dtype}, {3, compute}, {3, dtype}};
      const std::vector<Tensor> inputs = {make.full(sizes, dtype), make.full(Dims{sizes[sizes.n - 1]}, compute)};
      const Scalar number(0.1);
      Results results(3);
      results[0].sum_to = results[2].sum_to = sum_to;
      set_num_threads(1);
      const auto want = run_fused_composed(p, inputs, {&number, 1}, results);
      for (int threads : {1, 3}) {
        set_num_threads(threads);
        expect_same(run_fused(p, inputs, {&number, 1}, results), want,
                    "case " + std::to_string(c) + " " + std::string(name_of(dtype)));
      }
    }
  }
}

TEST(Fused, OutputsMayBeInputs) {
  // a, b = b + 1, a: what is written over is read by then
  for (const Dims& sizes : {Dims{5000}, Dims{90, 70}, Dims{100}, Dims{1}}) {
    Maker make(3);
    FusedProgram p{Dtype::Float32, 2, 1, {{Opcode::Add, Dtype::Float32, 1, 2}}, {}};
    p.outputs = {{3, Dtype::Float32}, {0, Dtype::Float32}};
    const std::vector<Tensor> inputs = {make.full(sizes, Dtype::Float32), make.full(sizes, Dtype::Float32)};
    const std::vector<Tensor> copies = {packed(inputs[0]), packed(inputs[1])};
    const Scalar one(1.0);
    const auto want = run_fused(p, copies, {&one, 1});
    const Results in_place = {{inputs[0], {}}, {inputs[1], {}}};
    const auto got = run_fused(p, inputs, {&one, 1}, in_place);
    EXPECT_EQ(got[0].raw(), inputs[0].raw());
    expect_same(got, want, "in place");
    const Results of_copies = {{copies[0], {}}, {copies[1], {}}};
    expect_same(run_fused_composed(p, copies, {&one, 1}, of_copies), want, "composed in place");
  }
}

TEST(Fused, OtherDevicesRunTheSteps) {
  const Device sim = parse_device("sim:0");
  Maker make(5);
  const FusedProgram p = make.program(Dtype::Float32, 3, 2, 30, 3);
  const std::vector<Tensor> here = {make.full(Dims{60, 50}, Dtype::Float32), make.full(Dims{50}, Dtype::Float16),
                                    make.full(Dims{}, Dtype::Float32)};
  const std::vector<Tensor> there = {copied_to(here[0], sim, false), copied_to(here[1], sim, false), here[2]};
  const std::vector<Scalar> scalars = {Scalar(0.4), Scalar(-1.5)};
  Results results(3);
  results[1].sum_to = Dims{60, 1};
  std::vector<Tensor> back;
  for (const Tensor& t : run_fused(p, there, scalars, results)) {
    EXPECT_EQ(t.device(), sim);
    back.push_back(copied_to(t, Device{}, false));
  }
  expect_same(back, run_fused(p, here, scalars, results), "sim:0");
  try {
    run_fused(p, std::vector<Tensor>{there[0], here[1], here[2]}, scalars);
    ADD_FAILURE() << "no error";
  } catch (const Error& e) {
    EXPECT_STREQ(e.what(), "fused region: an input is on sim:0, another on cpu");
  }
}

TEST(Fused, ErrorsSayWhatWasWrong) {
  const Tensor x = Tensor::empty(Dims{3}, Dtype::Float32);
  const auto message = [&](const FusedProgram& p, size_t inputs, const Results& results = {}) {
    try {
      run_fused(p, std::vector<Tensor>(inputs, x), {}, results);
    } catch (const Error& e) {
      return std::string(e.what());
    }
    return std::string("no error");
  };
  FusedProgram p{Dtype::Float32, 1, 0, {{Opcode::Neg, Dtype::Float32, 0}}, {{1, Dtype::Float32}}};
  EXPECT_EQ(message(p, 1), "no error");
  EXPECT_NE(message(p, 2).find("2 inputs, 0 scalars"), std::string::npos) << message(p, 2);
  EXPECT_NE(message(p, 1, {{Tensor::empty(Dims{4}, Dtype::Float32), {}}}).find("[4]"), std::string::npos);
  EXPECT_NE(message(p, 1, {{{}, Dims{2}}}).find("does not broadcast"), std::string::npos);
  p.steps[0].a = 1;
  EXPECT_NE(message(p, 1).find("value 1 is read where there are 1"), std::string::npos) << message(p, 1);
  p.compute = Dtype::Complex64;
  p.steps[0] = {Opcode::Floor, Dtype::Complex64, 0};
  EXPECT_NE(message(p, 1).find("not defined for complex64"), std::string::npos) << message(p, 1);
}

}  // namespace
}  // namespace vjp
