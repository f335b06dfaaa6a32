// The backend's pointwise loop: what a launch costs, and how far a fused program is from its first instruction.
#include <benchmark/benchmark.h>

#include <vector>

#include "base/parallel.h"
#include "kernel/launch.h"

namespace {

using vjp::Opcode;
using vjp::Program;

// y = op(op(...(x))) with `count` instructions.
Program repeated(Opcode opcode, int count) {
  static vjp::Instruction steps[VJP_PROGRAM_MAX_INSTRUCTIONS];
  Program p{};
  p.num_inputs = 1;
  p.num_instructions = static_cast<uint8_t>(count);
  p.num_outputs = 1;
  for (int i = 0; i < count; ++i)
    steps[i] = {vjp::byte_of(opcode), static_cast<uint8_t>(i), static_cast<uint8_t>(i), 0};
  p.instructions = steps;
  p.outputs[0] = static_cast<uint8_t>(count);
  return p;
}

void run(benchmark::State& state, const Program& program, int64_t n) {
  vjp::set_num_threads(1);
  std::vector<float> in(static_cast<size_t>(n), 0.3f), out(static_cast<size_t>(n));
  const int64_t stride = 1;
  vjp::PointwiseArgs args{};
  args.program = &program;
  args.compute = vjp::byte_of(vjp::Dtype::Float32);
  args.ndim = 1;
  args.sizes = &n;
  args.inputs[0] = vjp::make_operand(in.data(), vjp::Dtype::Float32, &stride);
  args.outputs[0] = vjp::make_operand(out.data(), vjp::Dtype::Float32, &stride);
  for (auto _ : state) {
    vjp::kernels_of_cpu().pointwise(args);
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * n);
}

void size(benchmark::State& state) { run(state, repeated(Opcode::Square, 1), state.range(0)); }
BENCHMARK(size)->Arg(1)->Arg(16)->Arg(100)->Arg(1000)->Arg(10000)->Arg(100000)->Arg(4 << 20);

void fused(benchmark::State& state) {
  run(state, repeated(Opcode::Mul, static_cast<int>(state.range(0))), state.range(1));
}
BENCHMARK(fused)->Args({1, 4096})->Args({10, 4096})->Args({1, 4 << 20})->Args({4, 4 << 20})->Args({10, 4 << 20});

template <Opcode opcode>
void function(benchmark::State& state) {
  run(state, repeated(opcode, 1), 4096);
}
BENCHMARK(function<Opcode::Exp>);
BENCHMARK(function<Opcode::Log>);
BENCHMARK(function<Opcode::Sin>);
BENCHMARK(function<Opcode::Tanh>);
BENCHMARK(function<Opcode::Sigmoid>);
BENCHMARK(function<Opcode::Erf>);
BENCHMARK(function<Opcode::Sqrt>);
BENCHMARK(function<Opcode::Reciprocal>);

}  // namespace
