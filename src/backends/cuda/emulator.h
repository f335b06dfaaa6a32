// The device language on the host, so that tests run the very kernels without a device: a grid is a loop over its
// blocks, the threads of a block are contexts that take turns at barriers. In which order they take turns is the test's
// to choose: a kernel whose result depends on it lacks a barrier.
//
// Only for tests: compat.h includes this where VJP_EMULATE_DEVICE is defined. With VJP_EMULATE_RUNTIME, too, launches
// are enqueued by a runtime of the tests (tests/fake_cuda), which runs them when their turn comes.
#pragma once

#ifdef VJP_EMULATE_RUNTIME
#include <cuda_runtime_api.h>
#undef __host__
#undef __device__
#undef __global__
#undef __shared__
#undef __forceinline__
#undef __launch_bounds__
#undef __grid_constant__
#endif

#ifdef __SANITIZE_ADDRESS__
#include <dlfcn.h>
#endif
#include <setjmp.h>
#include <ucontext.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <random>
#include <vector>

#define __host__
#define __device__
#define __global__
#define __shared__ static
#define __forceinline__ inline
#define __launch_bounds__(...)
#define __grid_constant__

#ifdef VJP_EMULATE_RUNTIME
namespace fake {
void launch_kernel(cudaStream_t stream, const char* name, int64_t blocks, int64_t threads, std::function<void()> body);
}
#else
using cudaError_t = int;
using cudaStream_t = void*;
inline constexpr int cudaSuccess = 0;
inline cudaError_t cudaGetLastError() { return cudaSuccess; }
inline cudaError_t cudaMemsetAsync(void* to, int value, size_t bytes, cudaStream_t) {
  std::memset(to, value, bytes);
  return cudaSuccess;
}

enum cudaMemcpyKind { cudaMemcpyDeviceToDevice };
inline cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t bytes, cudaMemcpyKind, cudaStream_t) {
  std::memcpy(to, from, bytes);
  return cudaSuccess;
}
#endif

namespace vjp::cuda {

inline constexpr int kWarp = 32;

namespace emulator {

// 0: threads in their order; 1: backwards; others: shuffled at every turn, by this seed.
inline uint32_t schedule = 0;

struct Index {
  unsigned x = 0, y = 0, z = 0;
};

// A thread's turn ends or begins. The address sanitizer takes every jump for the end of the frames above it, and clears
// what it knows of the stack: nearly all of such a test's time. Here the frames stay; so it is given the C library's
// own.
#ifdef __SANITIZE_ADDRESS__
inline void jump(jmp_buf& to) {  // does not return, but says so to nobody
  using Jump = void (*)(jmp_buf, int);
  static const auto own = reinterpret_cast<Jump>(dlsym(dlopen("libc.so.6", RTLD_NOW), "_longjmp"));
  own(to, 1);
}
#else
inline void jump(jmp_buf& to) { _longjmp(to, 1); }
#endif

class Block {
 public:
  static constexpr size_t kStack = 128 * 1024;

  void run(unsigned threads, const std::function<void()>& body) {
    body_ = &body;
    while (fibers_.size() < threads) fibers_.emplace_back(new Fiber);
    count_ = threads;
    for (unsigned t = 0; t < threads; ++t) fibers_[t]->state = kReady;
    std::mt19937 random(schedule);
    std::vector<unsigned> order(threads);
    for (unsigned t = 0; t < threads; ++t) order[t] = schedule == 1 ? threads - 1 - t : t;
    for (;;) {
      if (schedule > 1) std::shuffle(order.begin(), order.end(), random);
      for (unsigned t : order) {
        if (fibers_[t]->state == kReady) resume(t);
      }
      if (!release()) return;
    }
  }

  void wait(bool warp) {
    fibers_[current_]->state = warp ? kAtWarp : kAtBlock;
    leave();
  }
  unsigned thread() const { return current_; }
  unsigned threads() const { return count_; }
  // What a lane shows to the others of its warp.
  unsigned char (*slots())[16] { return slots_ + current_ / kWarp * kWarp; }

  static Block& current() {
    static Block block;
    return block;
  }

 private:
  enum State { kReady, kAtWarp, kAtBlock, kDone };
  struct Fiber {
    State state = kReady;
    bool started = false;
    jmp_buf at;  // where it goes on: contexts are only for their beginning, as changing them is a system call
    ucontext_t context;
    char stack[kStack];
  };

  static void enter() {
    Block& self = current();
    for (;;) {
      (*self.body_)();
      self.fibers_[self.current_]->state = kDone;
      self.leave();
    }
  }
  void leave() {
    if (_setjmp(fibers_[current_]->at) == 0) jump(scheduler_);
  }
  void resume(unsigned t);

  // Lets go whom all others have reached. False when all are done.
  bool release() {
    bool any = false, live = false, all_at_block = true;
    for (unsigned first = 0; first < count_; first += kWarp) {
      bool at_warp = true, some = false;
      for (unsigned t = first; t < count_ && t < first + kWarp; ++t) {
        const State s = fibers_[t]->state;
        if (s == kDone) continue;
        live = some = true;
        at_warp &= s == kAtWarp;
        all_at_block &= s == kAtBlock;
      }
      if (!some || !at_warp) continue;
      any = true;
      for (unsigned t = first; t < count_ && t < first + kWarp; ++t) {
        if (fibers_[t]->state == kAtWarp) fibers_[t]->state = kReady;
      }
    }
    if (!live) return false;
    if (all_at_block) {
      any = true;
      for (unsigned t = 0; t < count_; ++t) {
        if (fibers_[t]->state == kAtBlock) fibers_[t]->state = kReady;
      }
    }
    if (!any) {
      std::fprintf(stderr, "emulator: threads of a block wait at different barriers\n");
      std::abort();
    }
    return true;
  }

  const std::function<void()>* body_ = nullptr;
  std::vector<std::unique_ptr<Fiber>> fibers_;
  jmp_buf scheduler_;
  unsigned count_ = 0, current_ = 0;
  unsigned char slots_[1024][16];
};

}  // namespace emulator

inline emulator::Index threadIdx, blockIdx, blockDim, gridDim;

namespace emulator {

inline void Block::resume(unsigned t) {
  current_ = t;
  threadIdx.x = t;
  Fiber& f = *fibers_[t];
  if (_setjmp(scheduler_) != 0) return;
  if (f.started) jump(f.at);
  f.started = true;
  getcontext(&f.context);
  f.context.uc_stack.ss_sp = f.stack;
  f.context.uc_stack.ss_size = sizeof f.stack;
  f.context.uc_link = nullptr;
  makecontext(&f.context, &Block::enter, 0);
  setcontext(&f.context);
}

inline void run_grid(int64_t blocks, int threads, const std::function<void()>& body) {
  gridDim.x = static_cast<unsigned>(blocks);
  blockDim.x = static_cast<unsigned>(threads);
  for (int64_t b = 0; b < blocks; ++b) {
    // the order of blocks is nobody's to rely on, either
    blockIdx.x = static_cast<unsigned>(schedule == 1 ? blocks - 1 - b : b);
    Block::current().run(static_cast<unsigned>(threads), body);
  }
}

template <class... P, class... A>
void launch(cudaStream_t stream, const char* name, void (*kernel)(P...), int64_t blocks, int threads,
            const A&... args) {
#ifdef VJP_EMULATE_RUNTIME
  fake::launch_kernel(stream, name, blocks, threads, [kernel, blocks, threads, ... args = args] {
    run_grid(blocks, threads, [&] { kernel(args...); });
  });
#else
  (void)stream, (void)name;
  run_grid(blocks, threads, [&] { kernel(args...); });
#endif
}

template <class T>
T exchange(T value, unsigned from_lane) {
  static_assert(sizeof(T) <= 16);
  Block& block = Block::current();
  const unsigned lane = block.thread() % kWarp, first = block.thread() - lane;
  auto slots = block.slots();
  std::memcpy(slots[lane], &value, sizeof(T));
  block.wait(true);
  T other = value;
  if (from_lane < kWarp && first + from_lane < block.threads()) std::memcpy(&other, slots[from_lane], sizeof(T));
  block.wait(true);
  return other;
}

}  // namespace emulator

inline void __syncthreads() { emulator::Block::current().wait(false); }
inline void __syncwarp() { emulator::Block::current().wait(true); }
inline void __threadfence() {}
inline void __threadfence_system() {}
inline unsigned emulated_lane() { return emulator::Block::current().thread() % kWarp; }
template <class T>
T __shfl_sync(unsigned, T value, int lane) {
  return emulator::exchange(value, static_cast<unsigned>(lane) % kWarp);
}
template <class T>
T __shfl_xor_sync(unsigned, T value, int lanes) {
  return emulator::exchange(value, emulated_lane() ^ static_cast<unsigned>(lanes));
}
template <class T>
T __shfl_down_sync(unsigned, T value, unsigned delta) {
  return emulator::exchange(value, emulated_lane() + delta);
}
template <class T>
T __shfl_up_sync(unsigned, T value, unsigned delta) {
  return emulator::exchange(value, delta > emulated_lane() ? emulated_lane() : emulated_lane() - delta);
}
template <class T, class V>
T atomicAdd(T* to, V value) {
  const T before = *to;
  *to = before + static_cast<T>(value);
  return before;
}
template <class T>
T atomicCAS(T* to, T expected, T value) {
  const T before = *to;
  if (before == expected) *to = value;
  return before;
}
template <class T>
T atomicCAS_system(T* to, T expected, T value) {
  return atomicCAS(to, expected, value);
}

}  // namespace vjp::cuda
