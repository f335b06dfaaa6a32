// What the objects of an operator cost: memory from the pool, storage from the allocator, tensors.
#include <benchmark/benchmark.h>

#include <vector>

#include "base/pool.h"
#include "device/allocator.h"

namespace {

void pool(benchmark::State& state) {
  const size_t bytes = static_cast<size_t>(state.range(0));
  for (auto _ : state) {
    void* memory = vjp::pool_allocate(bytes);
    benchmark::DoNotOptimize(memory);
    vjp::pool_deallocate(memory, bytes);
  }
}
BENCHMARK(pool)->Arg(64)->Arg(160)->Arg(256)->Arg(1024);

// A graph is built as a whole and then freed as a whole: the pool runs empty and full again.
void pool_burst(benchmark::State& state) {
  const size_t bytes = static_cast<size_t>(state.range(0)), count = static_cast<size_t>(state.range(1));
  std::vector<void*> taken(count);
  for (auto _ : state) {
    for (void*& memory : taken) memory = vjp::pool_allocate(bytes);
    for (void* memory : taken) vjp::pool_deallocate(memory, bytes);
  }
  state.SetItemsProcessed(state.iterations() * static_cast<int64_t>(count));
}
BENCHMARK(pool_burst)->Args({160, 1000})->Args({160, 100000})->Args({256, 100000});

void operator_new(benchmark::State& state) {
  const size_t bytes = static_cast<size_t>(state.range(0));
  for (auto _ : state) {
    void* memory = ::operator new(bytes);
    benchmark::DoNotOptimize(memory);
    ::operator delete(memory);
  }
}
BENCHMARK(operator_new)->Arg(64)->Arg(160)->Arg(256)->Arg(1024);

void storage_block(benchmark::State& state) {
  const size_t bytes = static_cast<size_t>(state.range(0));
  for (auto _ : state) {
    vjp::Block block = vjp::allocate_block(bytes);
    benchmark::DoNotOptimize(block.data);
    vjp::free_block(block);
  }
}
BENCHMARK(storage_block)->Arg(4)->Arg(1 << 10)->Arg(1 << 20)->Arg(16 << 20)->Arg(256 << 20);

}  // namespace
