// A CUDA driver and runtime of the host's memory, under the names and with the rules of the real ones, so that the host
// side of the CUDA backend runs without a device: kernels are those of src/backends/cuda, emulated; everything else is
// the backend as it is, linked with this instead of the runtime.
//
// What is enqueued becomes a node that waits for others. Nodes run when somebody waits for them (FAKE_CUDA_MODE=lazy)
// or at once (eager, the default). A call that the real ones refuse is refused with their error. A call that they might
// let pass, or that would crash, is a breach: it is printed, and the process ends with status 86.
#pragma once

#include <cuda.h>
#include <cuda_runtime_api.h>

#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

namespace fake {

using Lock = std::unique_lock<std::mutex>;

struct Node {
  enum State { Waiting, Running, Done };
  std::function<void()> work;
  std::vector<std::shared_ptr<Node>> after;
  int device = 0;
  bool of_host = false;  // runs without the lock: it may wait for threads that call
  State state = Waiting;
};
using NodeRef = std::shared_ptr<Node>;

struct GraphNode {
  std::function<void()> work;
  std::vector<size_t> after;
  bool of_host;
  const char* name;
};

struct Capture {
  uint64_t id;
  cudaStreamCaptureMode mode;
  std::thread::id thread;
  CUstream_st* origin;
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusActive;
  std::vector<GraphNode> nodes;
};
using CaptureRef = std::shared_ptr<Capture>;

struct Allocation {
  size_t bytes;
  int device;  // -1: page-locked memory of the host
};

}  // namespace fake

struct CUctx_st {
  int device;
  bool active;
};
struct CUstream_st {
  int device;
  fake::NodeRef tail;
  std::vector<fake::NodeRef> waits;
  size_t pending = 0;
  fake::CaptureRef capture;
  std::vector<size_t> after;  // in the capture
};
struct CUevent_st {
  int device;
  bool timing;
  fake::NodeRef node;  // null: never recorded, or in a capture
  std::shared_ptr<double> time;
  fake::CaptureRef capture;
  std::vector<size_t> after;
};
struct CUgraph_st {
  std::vector<fake::GraphNode> nodes;
};
struct CUgraphExec_st {
  std::vector<fake::GraphNode> nodes;
  fake::NodeRef last;
  int device;
};

namespace fake {

constexpr int kDevices = 2;

struct Device {
  CUctx_st context;
  CUstream_st legacy;
  size_t used = 0;
  cudaError_t sticky = cudaSuccess;
  std::set<int> peers;
};

struct World {
  std::mutex mutex;
  std::condition_variable changed;
  Device devices[kDevices];
  std::map<uintptr_t, Allocation> memory;
  std::set<CUstream_st*> streams;
  std::set<CUevent_st*> events;
  std::set<CUgraph_st*> graphs;
  std::set<CUgraphExec_st*> executables;
  std::set<CaptureRef> captures;  // that have begun and not ended
  uint64_t next_capture = 1;
  int kernels_until_fault = -1;
  cudaError_t fault = cudaSuccess;
  bool lazy;
  World();
};
World& world();

// Prints it; the process will end with status 86.
void breach(const char* format, ...) __attribute__((format(printf, 1, 2)));

// What a call answers: kept for cudaGetLastError.
cudaError_t answer(cudaError_t error);

// Of the thread's current context, which a call of the real runtime would make if there is none: a breach.
int current_device(const char* call);
// The device's error that stays, else success.
cudaError_t health(const char* call);

// The stream that a handle means; null after a breach: it was destroyed, or is of another device than the current.
CUstream_st* stream_of(cudaStream_t handle, const char* call);

void enqueue(CUstream_st& stream, const char* name, bool of_host, std::function<void()> work, Lock& lock);
void finish(const NodeRef& node, Lock& lock);
void finish(CUstream_st& stream, Lock& lock);
void finish_device(int device, Lock& lock);

// Success, or the error of a call that a capture forbids; then the capture is invalid.
cudaError_t unsafe_call();
cudaError_t invalidate(const CaptureRef& capture, cudaError_t error);

// Whether all of it is memory of the device (-1: page-locked).
bool is_memory(const void* data, size_t bytes, int device);
bool is_pinned(const void* data, size_t bytes);

}  // namespace fake

// How calls begin.
#define FAKE_BEGIN(call)                \
  fake::Lock lock(fake::world().mutex); \
  if (cudaError_t sick = fake::health(#call)) return fake::answer(sick)
#define FAKE_STREAM(call)                               \
  FAKE_BEGIN(call);                                     \
  CUstream_st* stream = fake::stream_of(handle, #call); \
  if (!stream) return fake::answer(cudaErrorInvalidResourceHandle)

extern "C" {
// The next kernel but `after` to run breaks its device with the error.
void fake_cuda_break(int after, int error);
void fake_cuda_repair(void);
// Device and page-locked memory that was allocated and not freed.
size_t fake_cuda_bytes(void);
}
