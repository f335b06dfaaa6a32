// What every kernel of this backend is written with: errors, the launch it belongs to, memory for its duration.
//
// Note: how an entry runs. The table's entry (kernels.cc) makes the device's context current, notes the operator, calls
// the primitive with a Launch, and turns what it throws into a status. A primitive enqueues on launch.stream and
// returns; it refuses before it has enqueued anything.
#pragma once

#include <cstddef>
#include <cstdint>

#include "backends/cuda/compat.h"
#include "backends/cuda/fault.h"
#include "vjp/backend.h"

namespace vjp::cuda {

// ---- errors: thrown where they are known, caught by the entry ----

struct Failure {
  vjp_status status;
  char text[480];
};
[[noreturn]] void fail(vjp_status status, const char* format, ...) __attribute__((format(printf, 2, 3), cold));
// Throws with what CUDA says of its error; forgets it where it does not stay.
[[noreturn]] void fail_of_cuda(cudaError_t error, const char* what) __attribute__((cold));
inline void check(cudaError_t error, const char* what) {
  if (__builtin_expect(error != cudaSuccess, 0)) fail_of_cuda(error, what);
}
#define VJP_CUDA(call) ::vjp::cuda::check(call, #call)

// ---- a launch ----

struct DeviceLimits {
  int compute_capability;  // 80, 90, ...
  int multiprocessors;
  int threads_per_multiprocessor;
  int shared_memory_per_block;        // without asking
  int shared_memory_per_block_optin;  // with cudaFuncSetAttribute
  int64_t l2_bytes;
};
const DeviceLimits& limits_of(int device);

struct Launch {
  cudaStream_t stream;
  int device;
  bool deterministic;
  bool allow_tf32;     // operands of float32 products may be rounded
  const char* op;      // a static string
  FaultRecord* fault;  // where kernels report what they find wrong with their data; device address

  const DeviceLimits& limits() const { return limits_of(device); }
  // After <<<>>>: a launch that was refused throws with the kernel's name.
  void check(const char* kernel) const { cuda::check(cudaGetLastError(), kernel); }
};

// Device memory of the launch's stream, out of the library's cache (in a capture: out of the graph's pool). It may go
// out of scope once the kernels that use it are enqueued: what gets it next on this stream runs after them.
class Workspace {
 public:
  Workspace(const Launch& launch, size_t bytes);
  ~Workspace();
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;
  template <class T = void>
  T* as() const {
    return static_cast<T*>(data_);
  }

 private:
  void* data_ = nullptr;
  void* block_ = nullptr;
};

// ---- sizes of launches ----

constexpr int64_t ceil_div(int64_t a, int64_t b) { return (a + b - 1) / b; }
constexpr size_t round_up(size_t bytes, size_t to = 256) { return (bytes + to - 1) / to * to; }

}  // namespace vjp::cuda
