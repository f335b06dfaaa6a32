// What it costs to hand work to the pool: one chunk runs inline, more wake the others.
#include "base/parallel.h"

#include <benchmark/benchmark.h>

namespace {

void empty_chunks(benchmark::State& state) {
  vjp::set_num_threads(static_cast<int>(state.range(0)));
  const int64_t chunks = state.range(1);
  for (auto _ : state) {
    vjp::parallel_for(0, chunks, 1, [](int64_t begin, int64_t) { benchmark::DoNotOptimize(begin); });
  }
}
BENCHMARK(empty_chunks)
    ->Args({1, 1})
    ->Args({1, 8})
    ->Args({2, 1})
    ->Args({2, 2})
    ->Args({2, 8})
    ->Args({2, 64})
    ->UseRealTime();

// Chunks of some microseconds: how near two threads come to half the time.
void busy_chunks(benchmark::State& state) {
  vjp::set_num_threads(static_cast<int>(state.range(0)));
  const int64_t steps = state.range(1);
  for (auto _ : state) {
    vjp::parallel_for(0, 8, 1, [steps](int64_t begin, int64_t) {
      double x = static_cast<double>(begin);
      for (int64_t i = 0; i < steps; ++i) benchmark::DoNotOptimize(x += 1.0);
    });
  }
}
BENCHMARK(busy_chunks)->Args({1, 1000})->Args({2, 1000})->Args({1, 20000})->Args({2, 20000})->UseRealTime();

}  // namespace
