// Fused programs: the chain of W8 and its derivative, on one thread and on two.
#include "ops/fused.h"

#include <benchmark/benchmark.h>

#include <vector>

#include "base/parallel.h"
#include "kernel/launch.h"

namespace {

using namespace vjp;

FusedStep step(Opcode opcode, int a, int b = 0) {
  return {opcode, Dtype::Float32, static_cast<uint16_t>(a), static_cast<uint16_t>(b)};
}

// y = ((relu((relu(x * s + s) * s - s)^2 * s) + s) * s, with tanh and sigmoid in the mixed chain: x is value 0, s
// value 1.
FusedProgram forward(bool mixed) {
  FusedProgram p{Dtype::Float32, 1, 2, {}, {}};  // value 2: zero
  int v = 3;
  const auto then = [&](Opcode opcode, int b) {
    p.steps.push_back(step(opcode, p.steps.empty() ? 0 : v - 1, b));
    ++v;
  };
  const auto f = [&](Opcode opcode) { mixed ? then(opcode, 0) : then(Opcode::Max, 2); };
  then(Opcode::Mul, 1), then(Opcode::Add, 1), f(Opcode::Tanh);
  then(Opcode::Mul, 1), then(Opcode::Sub, 1);
  if (mixed) {
    f(Opcode::Sigmoid);
  } else {
    then(Opcode::Mul, v - 1);
  }
  then(Opcode::Mul, 1), then(Opcode::Max, 2), then(Opcode::Add, 1), then(Opcode::Mul, 1);
  p.outputs = {{static_cast<uint16_t>(v - 1), Dtype::Float32}};
  return p;
}

// As many steps again that use a gradient and values on the way: what a backward that computes anew runs.
FusedProgram both() {
  FusedProgram p = forward(false);
  p.num_inputs = 2;  // the gradient is value 1: what was 1, 2, ... moves up
  for (FusedStep& s : p.steps) s.a += s.a >= 1, s.b += s.b >= 1;
  int v = p.num_values();
  p.steps.push_back(step(Opcode::Mul, 1, 2));
  for (int i = 0; i < 5; ++i) {
    p.steps.push_back(step(Opcode::Gt, 4 + 2 * i, 3));
    p.steps.push_back(step(Opcode::Mul, v, v + 1));
    p.steps.push_back(step(Opcode::Mul, v + 2, 2));
    v += 3;
  }
  p.outputs = {{static_cast<uint16_t>(v), Dtype::Float32}};
  return p;
}

void run(benchmark::State& state, const FusedProgram& p, decltype(run_fused)& f,
         const std::vector<FusedResult>& results = {}) {
  set_num_threads(static_cast<int>(state.range(0)));
  const int64_t n = state.range(1);
  std::vector<Tensor> inputs;
  for (int i = 0; i < p.num_inputs; ++i) {
    inputs.push_back(Tensor::empty(Dims{n}, Dtype::Float32));
    kernels().fill(inputs.back().view(), Scalar(0.3));
  }
  const std::vector<Scalar> scalars = {Scalar(1.1), Scalar(0.0)};
  for (auto _ : state) benchmark::DoNotOptimize(f(p, inputs, scalars, results));
  state.SetBytesProcessed(state.iterations() * n * 4 * (p.num_inputs + 1));
}

#define VJP_ROWS Args({1, 4 << 20})->Args({2, 4 << 20})->Args({1, 4096})->Args({1, 64})->UseRealTime()
BENCHMARK_CAPTURE(run, one, FusedProgram({Dtype::Float32, 1, 2, {step(Opcode::Mul, 0, 1)}, {{3, Dtype::Float32}}}),
                  run_fused)
    ->VJP_ROWS;
BENCHMARK_CAPTURE(run, cheap, forward(false), run_fused)->VJP_ROWS;
BENCHMARK_CAPTURE(run, cheap_composed, forward(false), run_fused_composed)->VJP_ROWS;
BENCHMARK_CAPTURE(run, cheap_both, both(), run_fused)->VJP_ROWS;
BENCHMARK_CAPTURE(run, cheap_both_composed, both(), run_fused_composed)->VJP_ROWS;
BENCHMARK_CAPTURE(run, cheap_summed, forward(false), run_fused, {{{}, Dims{}}})->VJP_ROWS;
BENCHMARK_CAPTURE(run, mixed, forward(true), run_fused)->VJP_ROWS;
BENCHMARK_CAPTURE(run, mixed_composed, forward(true), run_fused_composed)->VJP_ROWS;

}  // namespace
