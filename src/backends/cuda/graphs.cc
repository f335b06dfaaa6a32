// Graphs: a stream's commands recorded instead of run.
#include "backends/cuda/graphs.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "backends/cuda/entry.h"
#include "backends/cuda/faults.h"
#include "backends/cuda/table.h"

namespace vjp::cuda {
namespace {

struct Graph {
  cudaGraph_t graph;
  int device;
};
struct Executable {
  cudaGraphExec_t executable;
  int device;
};

// The driver says that a capture is invalid, but not why: the reason is the error of the call that broke it.
struct Capture {
  int device;
  cudaStream_t origin;
  uint64_t id;
  bool underway;
  int fault;
};
std::mutex captures_mutex;
std::vector<Capture> captures;  // one for each stream on which a capture ever began

Capture* find_capture(int device, cudaStream_t stream) {
  for (Capture& capture : captures) {
    if (capture.device == device && capture.origin == stream) return &capture;
  }
  return nullptr;
}

// The id of the invalid capture that the stream is in, which the driver does not report any more. With the lock held.
// Of a stream that was drawn in: of the one that is invalid; of several at once it may be another's.
uint64_t broken_capture(int device, cudaStream_t stream) {
  if (const Capture* own = find_capture(device, stream); own && own->underway) return own->id;
  for (const Capture& capture : captures) {
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    if (capture.underway && cudaStreamIsCapturing(capture.origin, &status) == cudaSuccess &&
        status == cudaStreamCaptureStatusInvalidated) {
      return capture.id;
    }
  }
  return 0;
}

int fault_of(cudaError_t error) {
  switch (error) {
    case cudaErrorStreamCaptureUnjoined:
      return VJP_CAPTURE_FAULT_UNJOINED;
    case cudaErrorStreamCaptureIsolation:
    case cudaErrorStreamCaptureMerge:
      return VJP_CAPTURE_FAULT_ISOLATION;
    case cudaErrorStreamCaptureImplicit:
      return VJP_CAPTURE_FAULT_IMPLICIT;
    case cudaErrorStreamCaptureUnsupported:
    case cudaErrorCapturedEvent:
      return VJP_CAPTURE_FAULT_UNSUPPORTED;
    case cudaErrorStreamCaptureWrongThread:
    case cudaErrorStreamCaptureUnmatched:
      return VJP_CAPTURE_FAULT_WRONG_STREAM;
    default:
      return VJP_CAPTURE_FAULT_NONE;
  }
}

cudaStream_t stream_of(void* handle) { return static_cast<cudaStream_t>(handle); }

}  // namespace

bool note_capture_fault(cudaError_t error) {
  int fault = fault_of(error);
  if (fault == VJP_CAPTURE_FAULT_NONE) return error == cudaErrorStreamCaptureInvalidated;
  std::lock_guard lock(captures_mutex);
  for (Capture& capture : captures) {
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    if (!capture.underway || capture.fault) continue;
    if (cudaStreamIsCapturing(capture.origin, &status) == cudaSuccess && status == cudaStreamCaptureStatusInvalidated) {
      capture.fault = fault;
    }
  }
  return true;
}

bool is_capturing(cudaStream_t stream) {
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  // Of the default stream this is an error while another stream captures; the default stream itself never does.
  if (cudaStreamIsCapturing(stream, &status) != cudaSuccess) (void)cudaGetLastError();
  return status != cudaStreamCaptureStatusNone;
}

void forget_capture(int device, cudaStream_t stream) {
  std::lock_guard lock(captures_mutex);
  std::erase_if(captures, [&](const Capture& c) { return c.device == device && c.origin == stream; });
}

vjp_status capture_begin(int32_t device, void* stream, int32_t mode) {
  return guarded_on(device, [&] {
    if (!stream) fail(VJP_ERROR_STATE, "the default stream cannot be captured: make a non-default stream current");
    cudaStreamCaptureMode modes[] = {cudaStreamCaptureModeGlobal, cudaStreamCaptureModeThreadLocal,
                                     cudaStreamCaptureModeRelaxed};
    if (mode < 0 || mode > 2) fail(VJP_ERROR_INVALID, "capture mode %d: expected 0, 1 or 2", mode);
    VJP_CUDA(cudaStreamBeginCapture(stream_of(stream), modes[mode]));
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    unsigned long long id = 0;
    VJP_CUDA(cudaStreamGetCaptureInfo(stream_of(stream), &status, &id, nullptr, nullptr, nullptr, nullptr));
    std::lock_guard lock(captures_mutex);
    Capture* known = find_capture(device, stream_of(stream));
    if (!known) known = &captures.emplace_back();
    *known = {device, stream_of(stream), id, true, VJP_CAPTURE_FAULT_NONE};
  });
}

vjp_status capture_end(int32_t device, void* stream, void** out) {
  return guarded_on(device, [&] {
    cudaGraph_t graph = nullptr;
    cudaError_t error = cudaStreamEndCapture(stream_of(stream), &graph);
    int fault;
    {
      std::lock_guard lock(captures_mutex);
      Capture* capture = find_capture(device, stream_of(stream));
      if (capture && capture->underway) {
        // In another thread the capture goes on; any other end is the end.
        capture->underway = error == cudaErrorStreamCaptureWrongThread;
        if (!capture->fault) capture->fault = fault_of(error);
      }
      fault = capture && capture->fault ? capture->fault : fault_of(error);
    }
    if (error != cudaSuccess) {
      (void)cudaGetLastError();
      static const char* const kReasons[] = {
          "the capture was invalidated",
          "a stream that was drawn into the capture was not joined with the origin stream again",
          "a dependency crosses the boundary of the capture",
          "the default stream would be drawn into the capture",
          "a captured stream was synchronised, queried or read back",
          "a capture must end on the stream, and in the thread, in which it began"};
      fail(VJP_ERROR_STATE, "cudaStreamEndCapture: %s (%s)", kReasons[fault], cudaGetErrorName(error));
    }
    if (!graph) fail(VJP_ERROR_STATE, "cudaStreamEndCapture: the capture was invalidated");
    *out = new Graph{graph, device};
  });
}

vjp_status capture_info(int32_t device, void* stream, vjp_capture_info* out) {
  return guarded_on(device, [&] {
    vjp_capture_info info{};
    info.struct_size = out->struct_size;
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    unsigned long long id = 0;
    cudaError_t error = cudaStreamGetCaptureInfo(stream_of(stream), &status, &id, nullptr, nullptr, nullptr, nullptr);
    if (error == cudaErrorStreamCaptureImplicit && !stream) {  // another stream captures, and this one cannot
      (void)cudaGetLastError();
    } else {
      check(error, "cudaStreamGetCaptureInfo");
    }
    info.state = status == cudaStreamCaptureStatusNone     ? VJP_CAPTURE_NONE
                 : status == cudaStreamCaptureStatusActive ? VJP_CAPTURE_ACTIVE
                                                           : VJP_CAPTURE_INVALIDATED;
    info.id = status == cudaStreamCaptureStatusNone ? 0 : id;
    {
      std::lock_guard lock(captures_mutex);
      if (const Capture* capture = find_capture(device, stream_of(stream))) info.fault = capture->fault;
      if (status == cudaStreamCaptureStatusInvalidated) info.id = broken_capture(device, stream_of(stream));
    }
    size_t bytes = out->struct_size < sizeof info ? out->struct_size : sizeof info;
    std::memcpy(out, &info, bytes);
  });
}

vjp_status graph_node_count(void* graph, uint64_t* count) {
  auto* g = static_cast<Graph*>(graph);
  return guarded_on(g->device, [&] {
    size_t nodes = 0;
    VJP_CUDA(cudaGraphGetNodes(g->graph, nullptr, &nodes));
    *count = nodes;
  });
}

vjp_status graph_destroy(void* graph) {
  const std::unique_ptr<Graph> g(static_cast<Graph*>(graph));
  return guarded_on(g->device, [&] { VJP_CUDA(cudaGraphDestroy(g->graph)); });
}

vjp_status graph_dot(void* graph, vjp_write_fn write, void* context) {
  auto* g = static_cast<Graph*>(graph);
  return guarded_on(g->device, [&] {
    const char* folder = std::getenv("TMPDIR");
    std::string path = std::string(folder && *folder ? folder : "/tmp") + "/vjp-graph-XXXXXX";
    int file = mkstemp(path.data());
    if (file < 0) fail(VJP_ERROR_IO, "cannot make a file like %s: %s", path.c_str(), std::strerror(errno));
    cudaError_t error = cudaGraphDebugDotPrint(g->graph, path.c_str(), cudaGraphDebugDotFlagsVerbose);
    char buffer[4096];
    ssize_t length;
    while (error == cudaSuccess && (length = read(file, buffer, sizeof buffer)) > 0) {
      write(context, buffer, static_cast<size_t>(length));
    }
    close(file);
    unlink(path.c_str());
    check(error, "cudaGraphDebugDotPrint");
  });
}

vjp_status graph_instantiate(void* graph, void** out) {
  auto* g = static_cast<Graph*>(graph);
  return guarded_on(g->device, [&] {
    cudaGraphExec_t executable = nullptr;
    RelaxedCapture relaxed;
    VJP_CUDA(cudaGraphInstantiate(&executable, g->graph, 0));
    *out = new Executable{executable, g->device};
  });
}

vjp_status executable_update(void* executable, void* graph, bool* updated) {
  auto* e = static_cast<Executable*>(executable);
  return guarded_on(e->device, [&] {
    cudaGraphExecUpdateResultInfo info{};
    cudaError_t error = cudaGraphExecUpdate(e->executable, static_cast<Graph*>(graph)->graph, &info);
    if (error == cudaErrorGraphExecUpdateFailure) {
      (void)cudaGetLastError();
      *updated = false;
      return;
    }
    check(error, "cudaGraphExecUpdate");
    *updated = true;
  });
}

vjp_status executable_launch(void* executable, int32_t device, void* stream) {
  return guarded_on(device, [&] {
    check_reports(device);
    VJP_CUDA(cudaGraphLaunch(static_cast<Executable*>(executable)->executable, stream_of(stream)));
    if (blocking() && !is_capturing(stream_of(stream))) {
      VJP_CUDA(cudaStreamSynchronize(stream_of(stream)));
      check_reports(device);
    }
  });
}

vjp_status executable_destroy(void* executable) {
  const std::unique_ptr<Executable> e(static_cast<Executable*>(executable));
  return guarded_on(e->device, [&] {
    RelaxedCapture relaxed;
    VJP_CUDA(cudaGraphExecDestroy(e->executable));
  });
}

}  // namespace vjp::cuda
