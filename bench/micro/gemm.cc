// The backend's matrix product by size and orientation; GFLOP/s as a rate.
#include <benchmark/benchmark.h>

#include <vector>

#include "base/parallel.h"
#include "kernel/launch.h"

namespace {

void product(benchmark::State& state, int64_t m, int64_t n, int64_t k, bool transpose_a, bool transpose_b) {
  vjp::set_num_threads(1);
  std::vector<float> a(static_cast<size_t>(m * k), 0.5f), b(static_cast<size_t>(k * n), 0.25f),
      out(static_cast<size_t>(m * n));
  vjp::GemmArgs args{};
  args.m = m;
  args.n = n;
  args.k = k;
  args.a = {a.data(), transpose_a ? 1 : k, transpose_a ? m : 1, nullptr, false};
  args.b = {b.data(), transpose_b ? 1 : n, transpose_b ? k : 1, nullptr, false};
  args.out = {out.data(), n, 1, nullptr, false};
  args.dtype = vjp::byte_of(vjp::Dtype::Float32);
  args.alpha = vjp::Scalar(1.0);
  for (auto _ : state) {
    vjp::kernels_of_cpu().gemm(args);
    benchmark::ClobberMemory();
  }
  state.counters["flop/s"] =
      benchmark::Counter(2.0 * static_cast<double>(m * n * k), benchmark::Counter::kIsIterationInvariantRate);
}

void square(benchmark::State& state) { product(state, state.range(0), state.range(0), state.range(0), false, false); }
BENCHMARK(square)->RangeMultiplier(2)->Range(2, 1024);

void square_transposed(benchmark::State& state) {
  product(state, state.range(0), state.range(0), state.range(0), false, true);
}
BENCHMARK(square_transposed)->RangeMultiplier(2)->Range(16, 1024);

// The products of a layer with 512 inputs and outputs at batch 64: forward, data gradient, weight gradient.
void layer_forward(benchmark::State& state) { product(state, 64, 512, 512, false, true); }
void layer_data(benchmark::State& state) { product(state, 64, 512, 512, false, false); }
void layer_weight(benchmark::State& state) { product(state, 512, 512, 64, true, false); }
BENCHMARK(layer_forward);
BENCHMARK(layer_data);
BENCHMARK(layer_weight);

void matrix_vector(benchmark::State& state) { product(state, state.range(0), 1, state.range(0), false, false); }
BENCHMARK(matrix_vector)->Arg(64)->Arg(512)->Arg(2048);

}  // namespace
