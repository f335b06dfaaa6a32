// What the tests of emulated kernels share: a launch, and running a primitive of the CUDA backend on memory of the host
// under several orders of threads.
#pragma once

#include "array_testing.h"
#include "backends/cuda/kernels.h"

namespace vjp::testing {

inline const cuda::Launch kLaunch = {
    .stream = nullptr, .device = 0, .deterministic = true, .allow_tf32 = false, .op = "test", .fault = nullptr};

template <class Args>
void on_device(void (*primitive)(const Args&, const cuda::Launch&), const Args& args,
               const cuda::Launch& launch = kLaunch) {
  primitive(args, launch);
}

inline std::string text_of(const Index& sizes) { return format("{}", std::span<const int64_t>(sizes)); }

// The orders in which threads and blocks take turns. A sanitizer looks for other mistakes than an order shows, and
// takes ten times as long: two of them for it.
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
inline constexpr uint32_t kSchedules[] = {0, 7};
#else
inline constexpr uint32_t kSchedules[] = {0, 1, 7};
#endif

template <class F>
void under_all_schedules(F&& f) {
  for (uint32_t schedule : kSchedules) {
    cuda::emulator::schedule = schedule;
    f();
  }
  cuda::emulator::schedule = 0;
}

// Every element of `got` is near that of `want`, in units of the dtype's tolerance.
inline void expect_same(const Array& got, const Array& want, const std::string& where, double slack = 1) {
  for (int64_t i = 0; i < want.size(); ++i) {
    const Index at = want.index_of(i);
    expect_near(got.get(at), want.get(at), slack, want.dtype(), where + " element " + std::to_string(i));
    if (::testing::Test::HasFatalFailure()) return;
  }
}

}  // namespace vjp::testing
