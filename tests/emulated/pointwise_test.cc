// Pointwise programs, copies and fills against the CPU's.
#include "backends/cuda/geometry.h"
#include "backends/cuda/opcodes.h"
#include "emulated.h"

namespace vjp {
namespace {

using namespace testing;

// A program that owns its lists.
struct Listed {
  Instruction instructions[VJP_PROGRAM_MAX_INSTRUCTIONS] = {};
  double constants[VJP_PROGRAM_MAX_CONSTANTS] = {};
  Program program{};
  Listed() {
    program.instructions = instructions;
    program.constants = constants;
  }
  Listed(const Listed&) = delete;
};

void make_single(Listed& made, Opcode op) {
  Program& p = made.program;
  p.num_inputs = static_cast<uint8_t>(arity_of(op));
  p.num_instructions = p.num_outputs = 1;
  made.instructions[0] = {byte_of(op), 0, static_cast<uint8_t>(p.num_inputs > 1),
                          static_cast<uint8_t>(p.num_inputs > 2 ? 2 : 0)};
  p.outputs[0] = p.num_inputs;
}

// Where a function grows without bound, neighbouring arguments give far results: relative to that.
void expect_close(const Array& got, const Array& want, const std::string& where, double ulps, long double least) {
  const bool narrow = want.dtype() == Dtype::Float32 || want.dtype() == Dtype::Complex64;
  const long double unit = narrow ? 0x1p-23L : 0x1p-52L;
  for (int64_t i = 0; i < want.size(); ++i) {
    const Index at = want.index_of(i);
    const Number g = got.get(at), w = want.get(at);
    const auto part = [&](long double a, long double b, long double scale) {
      if (std::isnan(b)) return std::isnan(a);
      if (std::isinf(b) || a == b) return a == b;
      return std::abs(a - b) <= ulps * unit * scale + (narrow ? 1e-44L : 1e-323L);
    };
    const bool complex = is_complex(want.dtype());
    const long double scale = std::max(least, complex ? std::abs(w) : std::abs(w.real()));
    ASSERT_TRUE(part(g.real(), w.real(), scale) && part(g.imag(), w.imag(), scale))
        << where << " element " << i << ": " << g << " instead of " << w;
  }
}

// Ordinary numbers of all sizes; real types: special ones too.
Array arguments(Dtype dtype, int64_t n, std::mt19937& random, bool special) {
  Array a(dtype, {n});
  const double odd[] = {0.0, -0.0, 1, -1, 0.5, -0.5, 2, kInf, -kInf, kNan, 1e-30, 20.5, -20.5, 3, -3};
  std::uniform_real_distribution<double> real(-3, 3);
  a.fill([&](int64_t i) -> std::complex<double> {
    if (is_integral(dtype)) return static_cast<double>(static_cast<int>(random() % 41) - 20);
    if (is_complex(dtype)) return {real(random), real(random)};
    if (special && i < 15) return odd[i];
    return real(random) * (i % 3 ? 1 : 10);
  });
  return a;
}

class Opcodes : public ::testing::TestWithParam<int> {};

TEST_P(Opcodes, GiveWhatTheCpuGives) {
  const auto op = static_cast<Opcode>(GetParam());
  Listed made;
  make_single(made, op);
  const Program& program = made.program;
  std::mt19937 random(static_cast<unsigned>(GetParam()));
  for (Dtype compute : {Dtype::Int64, Dtype::Float32, Dtype::Float64, Dtype::Complex64, Dtype::Complex128}) {
    constexpr int64_t kCount = 300;
    std::vector<Array> inputs;
    for (int i = 0; i < 3; ++i) inputs.push_back(arguments(compute, kCount, random, true));
    if (op == Opcode::Polygamma) inputs[0].fill([](int64_t i) { return static_cast<double>(i % 5); });
    if (op == Opcode::Select) inputs[0].fill([](int64_t i) { return i % 3 ? 1.0 : 0.0; });
    // all pairs of special arguments
    if (is_floating(compute) && arity_of(op) == 2) {
      for (int64_t i = 0; i < 225; ++i) {
        inputs[0].set({i}, static_cast<double>(inputs[2].get({i % 15}).real()));
        inputs[1].set({i}, static_cast<double>(inputs[2].get({i / 15}).real()));
      }
      if (op == Opcode::Polygamma) inputs[0].fill([](int64_t i) { return static_cast<double>(i % 5); });
    }
    if ((op == Opcode::ShiftLeft || op == Opcode::ShiftRight || op == Opcode::BitAnd || op == Opcode::BitOr ||
         op == Opcode::BitXor || op == Opcode::BitNot) &&
        is_floating(compute)) {
      for (auto& in : inputs) in.fill([&](int64_t) { return static_cast<double>(random() % 30); });
    }
    Array out(compute, {kCount});
    PointwiseArgs args;
    const int64_t size = kCount, stride = 1;
    args.program = &program;
    args.compute = byte_of(compute);
    args.ndim = 1;
    args.sizes = &size;
    for (int i = 0; i < program.num_inputs; ++i)
      args.inputs[i] = make_operand(inputs[static_cast<size_t>(i)].view().data, compute, &stride);
    args.outputs[0] = make_operand(out.view().data, compute, &stride);
    bool defined = true;
    try {
      cpu::pointwise(args);
    } catch (const Error&) {
      defined = false;
    }
    const Array want = out;
    out.fill([](int64_t) { return 77; });
    const std::string where = "opcode " + std::to_string(GetParam()) + " in " + name_of(compute);
    if (!defined) {
      EXPECT_THROW(on_device(cuda::pointwise, args), cuda::Failure) << where;
      continue;
    }
    on_device(cuda::pointwise, args);
    const bool series = op == Opcode::Digamma || op == Opcode::Polygamma || op == Opcode::Zeta ||
                        op == Opcode::Erfinv || op == Opcode::Lgamma;
    const bool tails = op == Opcode::Gelu || op == Opcode::GeluPartial || op == Opcode::Ndtr || op == Opcode::Mish;
    const double ulps = is_complex(compute) ? (compute == Dtype::Complex128 ? 64 : 4) : series ? 1e4 : tails ? 64 : 6;
    // near a zero these are differences of numbers near 1
    const bool zeros = series || op == Opcode::GeluPartial;
    expect_close(out, want, where, ulps, zeros ? 1 : 0);
    if (HasFatalFailure()) return;
  }
}

INSTANTIATE_TEST_SUITE_P(All, Opcodes, ::testing::Range(0, kNumOpcodes));

TEST(Pointwise, RandomProgramsOnStridedOperandsOfAllDtypes) {
  std::mt19937 random(21);
  const Opcode ops[] = {Opcode::Add,    Opcode::Sub, Opcode::Mul,    Opcode::Neg,
                        Opcode::Select, Opcode::Max, Opcode::Square, Opcode::Eq};
  for (int round = 0; round < 150; ++round) {
    Listed made;
    Program& p = made.program;
    p.num_inputs = static_cast<uint8_t>(1 + random() % 4);
    p.num_parameters = static_cast<uint8_t>(random() % 3);
    p.num_constants = static_cast<uint8_t>(random() % 3);
    p.num_instructions = static_cast<uint8_t>(random() % 6);
    p.num_outputs = static_cast<uint8_t>(1 + random() % 2);
    for (auto& c : made.constants) c = static_cast<double>(static_cast<int>(random() % 5) - 2);
    for (int i = 0; i < p.num_instructions; ++i) {
      const unsigned known = static_cast<unsigned>(first_result(p) + i);
      made.instructions[i] = {byte_of(ops[random() % 8]), static_cast<uint8_t>(random() % known),
                              static_cast<uint8_t>(random() % known), static_cast<uint8_t>(random() % known)};
    }
    for (auto& o : p.outputs)
      o = static_cast<uint8_t>(random() % static_cast<unsigned>(first_result(p) + p.num_instructions));
    const Dtype computes[] = {Dtype::Int64, Dtype::Float32, Dtype::Float64};
    const Dtype compute = computes[round % 3];
    const Index shapes[] = {{}, {1}, {700}, {5, 60}, {3, 4, 5}, {2, 3, 4, 5}, {0, 3}, Index(13, 2)};
    const Index shape = shapes[random() % 8];
    std::vector<Array> inputs, outputs;
    PointwiseArgs args;
    args.program = &p;
    args.compute = byte_of(compute);
    args.ndim = static_cast<int>(shape.size());
    args.sizes = shape.data();
    Index zeros(shape.size(), 0);
    inputs.reserve(12);
    outputs.reserve(4);
    double number = 1.5;
    for (int i = 0; i < p.num_inputs; ++i) {
      const Dtype dtype = compute == Dtype::Int64 ? kAll[random() % 6] : kAll[random() % 10];
      inputs.push_back(random_array(dtype, shape, random));
      const View v = inputs.back().view();
      args.inputs[i] = make_operand(v.data, dtype, random() % 4 == 0 ? zeros.data() : v.strides);
    }
    for (int o = 0; o < p.num_outputs; ++o) {
      outputs.push_back(Array(compute == Dtype::Int64 ? Dtype::Int64 : kAll[6 + random() % 4], shape, &random));
      const View v = outputs.back().view();
      args.outputs[o] = make_operand(v.data, Dtype{v.dtype}, v.strides);
    }
    for (auto& parameter : args.parameters) parameter = Scalar(static_cast<int64_t>(random() % 4));
    // a number in host memory: the CPU takes it as an array without strides
    if (round % 4 == 0) args.inputs[0] = make_operand(&number, Dtype::Float64, zeros.data());
    cpu::pointwise(args);
    const std::vector<Array> want = outputs;
    for (auto& out : outputs) out.fill([](int64_t) { return 77; });
    if (round % 4 == 0) args.inputs[0].host = true;
    under_all_schedules([&] { on_device(cuda::pointwise, args); });
    for (size_t o = 0; o < want.size(); ++o) {
      for (int64_t i = 0; i < want[o].size(); ++i) {
        const Index at = want[o].index_of(i);
        ASSERT_EQ(outputs[o].get(at), want[o].get(at)) << "round " << round << " output " << o << " element " << i;
      }
    }
  }
}

TEST(Pointwise, AnOutputMayBeAnInput) {
  Array x(Dtype::Float32, {1000});
  x.fill([](int64_t i) { return static_cast<double>(i); });
  Listed made;
  make_single(made, Opcode::Square);
  PointwiseArgs args;
  const int64_t size = 1000, stride = 1;
  args.program = &made.program;
  args.compute = byte_of(Dtype::Float32);
  args.ndim = 1;
  args.sizes = &size;
  args.inputs[0] = args.outputs[0] = make_operand(x.view().data, Dtype::Float32, &stride);
  on_device(cuda::pointwise, args);
  for (int64_t i = 0; i < 1000; ++i) ASSERT_EQ(x.get({i}), Number(static_cast<long double>(i * i)));
}

TEST(Copy, AgreesWithTheCpu) {
  std::mt19937 random(22);
  for (Dtype from : kAll) {
    for (Dtype to : kAll) {
      for (const Index& shape : {Index{}, Index{7}, Index{40, 33}, Index{9, 64, 70}, Index{2, 3, 4, 5}, Index{3, 0}}) {
        if (from != to && Array(from, shape).size() > 2000) continue;
        const Array in = random_array(from, shape, random);
        Array out(to, shape, &random);
        const CopyArgs args{out.view(), in.view()};
        cpu::copy(args);
        const Array want = out;
        out.fill([](int64_t) { return 1; });
        under_all_schedules([&] { on_device(cuda::copy, args); });
        for (int64_t i = 0; i < out.size(); ++i) {
          const Index at = out.index_of(i);
          ASSERT_EQ(out.get(at), want.get(at)) << name_of(from) << " to " << name_of(to) << " " << text_of(shape);
        }
      }
    }
  }
}

TEST(Copy, TransposedPlanes) {
  for (Dtype dtype : {Dtype::UInt8, Dtype::Float16, Dtype::Float32, Dtype::Float64, Dtype::Complex128}) {
    std::mt19937 random(23);
    const Array in = random_array(dtype, {3, 50, 71}, random, false);
    Array out(dtype, {3, 71, 50}), want = out;
    const Index sizes = {3, 71, 50}, strides = {50 * 71, 1, 71};
    const View turned = make_view(in.view().data, dtype, 3, sizes.data(), strides.data());
    cpu::copy(want.view(), turned);
    under_all_schedules([&] {
      on_device(cuda::copy, CopyArgs{out.view(), turned});
      ASSERT_TRUE(out.same_bits(want)) << name_of(dtype);
    });
  }
}

TEST(Copy, ConversionsOfNumbersThatDoNotFit) {
  const double numbers[] = {300,   -1,   1e10,  -1e10, 1e20,  -1e20, 0.5,  -0.5,
                            255.9, kInf, -kInf, kNan,  65504, 65520, 1e-8, 3e38};
  for (Dtype from : {Dtype::Float32, Dtype::Float64}) {
    for (Dtype to : kAll) {
      Array in(from, {16}), out(to, {16});
      in.fill([&](int64_t i) { return numbers[i]; });
      cpu::copy(out.view(), in.view());
      const Array want = out;
      out.fill([](int64_t) { return 1; });
      on_device(cuda::copy, CopyArgs{out.view(), in.view()});
      for (int64_t i = 0; i < 16; ++i) {
        const Number g = out.get({i}), w = want.get({i});
        ASSERT_TRUE(g == w || (std::isnan(g.real()) && std::isnan(w.real())))
            << name_of(from) << " " << numbers[i] << " to " << name_of(to) << ": " << g << " instead of " << w;
      }
    }
  }
}

TEST(Fill, AgreesWithTheCpu) {
  std::mt19937 random(24);
  for (Dtype dtype : kAll) {
    for (const Scalar& value :
         {Scalar(0), Scalar(-3), Scalar(true), Scalar(2.5), Scalar(0.0), Scalar(std::complex<double>(1, -2))}) {
      for (const Index& shape : {Index{}, Index{300}, Index{5, 9}, Index{0}}) {
        Array out(dtype, shape, &random);
        out.fill([](int64_t) { return 1; });
        Array want = out;
        cpu::fill(want.view(), value);
        on_device(cuda::fill, FillArgs{out.view(), value});
        ASSERT_TRUE(out.same_bits(want)) << name_of(dtype);
      }
    }
  }
}

TEST(Nonzero, AgreesWithTheCpu) {
  std::mt19937 random(25);
  for (Dtype dtype : kAll) {
    for (const Index& shape : {Index{7}, Index{40, 33}, Index{2, 17, 6}, Index{7000}, Index{3, 0}}) {
      const Array in = random_array(dtype, shape, random);
      int64_t count = 0, got = -1;
      cpu::count_nonzero({in.view(), &count});
      on_device(cuda::count_nonzero, CountNonzeroArgs{in.view(), &got});
      EXPECT_EQ(got, count);
      std::vector<int64_t> want(static_cast<size_t>(count) * shape.size() + 1), coordinates = want;
      for (int64_t rows : {count, count / 2}) {  // what does not fit is left out
        std::fill(want.begin(), want.end(), -1);
        cpu::nonzero({in.view(), want.data(), rows});
        under_all_schedules([&] {
          std::fill(coordinates.begin(), coordinates.end(), -1);
          on_device(cuda::nonzero, NonzeroArgs{in.view(), coordinates.data(), rows});
          EXPECT_EQ(coordinates, want) << name_of(dtype) << " " << text_of(shape) << " " << rows << " rows";
        });
      }
    }
  }
}

TEST(Geometry, DividerIsExact) {
  std::mt19937 random(26);
  for (uint32_t d : {1u, 2u, 3u, 5u, 7u, 641u, 65535u, 65536u, 1000003u, 0x7fffffffu}) {
    const cuda::Divider divider(d);
    for (int i = 0; i < 20000; ++i) {
      const uint32_t n = i < 100   ? static_cast<uint32_t>(i)
                         : i < 200 ? 0x7fffffffu - static_cast<uint32_t>(i - 100)
                                   : static_cast<uint32_t>(random() >> 1);
      ASSERT_EQ(divider.quotient(n), n / d) << n << " / " << d;
    }
  }
}

}  // namespace
}  // namespace vjp
