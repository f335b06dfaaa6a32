// Captures and graphs.
#include <algorithm>
#include <cstdio>

#include "fake.h"

using namespace fake;

namespace {

// Every stream that takes part leaves.
void end(const CaptureRef& capture) {
  for (CUstream_st* stream : world().streams) {
    if (stream->capture != capture) continue;
    stream->capture = nullptr;
    stream->after.clear();
  }
  world().captures.erase(capture);
}

// Whether everything leads to where the origin stream is.
bool is_joined(const Capture& capture) {
  std::vector<bool> reached(capture.nodes.size());
  std::vector<size_t> path = capture.origin->after;
  while (!path.empty()) {
    size_t node = path.back();
    path.pop_back();
    if (reached[node]) continue;
    reached[node] = true;
    for (size_t before : capture.nodes[node].after) path.push_back(before);
  }
  return std::find(reached.begin(), reached.end(), false) == reached.end();
}

bool same_shape(const std::vector<GraphNode>& a, const std::vector<GraphNode>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const GraphNode& x, const GraphNode& y) {
    return x.after == y.after && x.of_host == y.of_host && std::string(x.name) == y.name;
  });
}

}  // namespace

#define FAKE_KNOWN(set, item, call)                \
  if (!world().set.count(item)) {                  \
    breach(#call ": the graph does not exist");    \
    return answer(cudaErrorInvalidResourceHandle); \
  }

cudaError_t cudaStreamBeginCapture(cudaStream_t handle, cudaStreamCaptureMode mode) {
  FAKE_STREAM(cudaStreamBeginCapture);
  if (stream == &world().devices[stream->device].legacy) return answer(cudaErrorStreamCaptureUnsupported);
  if (stream->capture) return answer(cudaErrorIllegalState);
  auto capture = std::make_shared<Capture>();
  capture->id = world().next_capture++;
  capture->mode = mode;
  capture->thread = std::this_thread::get_id();
  capture->origin = stream;
  stream->capture = capture;
  stream->after.clear();
  world().captures.insert(capture);
  return cudaSuccess;
}

cudaError_t cudaStreamEndCapture(cudaStream_t handle, cudaGraph_t* out) {
  FAKE_STREAM(cudaStreamEndCapture);
  *out = nullptr;
  CaptureRef capture = stream->capture;
  if (!capture) return answer(cudaErrorIllegalState);
  if (capture->origin != stream) return answer(invalidate(capture, cudaErrorStreamCaptureUnmatched));
  if (capture->mode != cudaStreamCaptureModeRelaxed && capture->thread != std::this_thread::get_id())
    return answer(cudaErrorStreamCaptureWrongThread);
  const bool valid = capture->status == cudaStreamCaptureStatusActive, joined = is_joined(*capture);
  end(capture);
  if (!valid) return answer(cudaErrorStreamCaptureInvalidated);
  if (!joined) return answer(cudaErrorStreamCaptureUnjoined);
  auto* graph = new CUgraph_st{capture->nodes};
  world().graphs.insert(graph);
  *out = graph;
  return cudaSuccess;
}

cudaError_t cudaStreamIsCapturing(cudaStream_t handle, cudaStreamCaptureStatus* status) {
  FAKE_BEGIN(cudaStreamIsCapturing);
  // of any device
  const bool known = handle && handle != cudaStreamLegacy && world().streams.count(handle);
  *status = known && handle->capture ? handle->capture->status : cudaStreamCaptureStatusNone;
  return cudaSuccess;
}

cudaError_t cudaStreamGetCaptureInfo(cudaStream_t handle, cudaStreamCaptureStatus* status, unsigned long long* id,
                                     cudaGraph_t*, const cudaGraphNode_t**, const cudaGraphEdgeData**, size_t*) {
  FAKE_STREAM(cudaStreamGetCaptureInfo);
  *status = stream->capture ? stream->capture->status : cudaStreamCaptureStatusNone;
  // of a capture that is not active nothing but the status is reported
  if (stream->capture && *status == cudaStreamCaptureStatusActive) *id = stream->capture->id;
  return cudaSuccess;
}

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t*, size_t* count) {
  FAKE_BEGIN(cudaGraphGetNodes);
  FAKE_KNOWN(graphs, graph, cudaGraphGetNodes);
  *count = graph->nodes.size();
  return cudaSuccess;
}
cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  FAKE_BEGIN(cudaGraphDestroy);
  FAKE_KNOWN(graphs, graph, cudaGraphDestroy);
  world().graphs.erase(graph);
  delete graph;
  return cudaSuccess;
}
cudaError_t cudaGraphDebugDotPrint(cudaGraph_t graph, const char* path, unsigned) {
  FAKE_BEGIN(cudaGraphDebugDotPrint);
  FAKE_KNOWN(graphs, graph, cudaGraphDebugDotPrint);
  FILE* file = std::fopen(path, "w");
  if (!file) return answer(cudaErrorOperatingSystem);
  std::fputs("digraph dot {\n", file);
  for (size_t i = 0; i < graph->nodes.size(); ++i) {
    std::fprintf(file, "n%zu [label=\"%s\"];\n", i, graph->nodes[i].name);
    for (size_t before : graph->nodes[i].after) std::fprintf(file, "n%zu -> n%zu;\n", before, i);
  }
  std::fputs("}\n", file);
  std::fclose(file);
  return cudaSuccess;
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* out, cudaGraph_t graph, unsigned long long) {
  FAKE_BEGIN(cudaGraphInstantiate);
  FAKE_KNOWN(graphs, graph, cudaGraphInstantiate);
  if (cudaError_t error = unsafe_call()) return answer(error);
  auto* executable = new CUgraphExec_st{graph->nodes, nullptr, current_device("cudaGraphInstantiate")};
  world().executables.insert(executable);
  *out = executable;
  return cudaSuccess;
}
cudaError_t cudaGraphExecUpdate(cudaGraphExec_t executable, cudaGraph_t graph, cudaGraphExecUpdateResultInfo* info) {
  FAKE_BEGIN(cudaGraphExecUpdate);
  FAKE_KNOWN(graphs, graph, cudaGraphExecUpdate);
  FAKE_KNOWN(executables, executable, cudaGraphExecUpdate);
  const bool same = same_shape(executable->nodes, graph->nodes);
  info->result = same ? cudaGraphExecUpdateSuccess : cudaGraphExecUpdateErrorTopologyChanged;
  if (!same) return answer(cudaErrorGraphExecUpdateFailure);
  executable->nodes = graph->nodes;
  return cudaSuccess;
}
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t executable) {
  FAKE_BEGIN(cudaGraphExecDestroy);
  FAKE_KNOWN(executables, executable, cudaGraphExecDestroy);
  world().executables.erase(executable);
  delete executable;  // what was launched has its own copy
  return cudaSuccess;
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t executable, cudaStream_t handle) {
  FAKE_STREAM(cudaGraphLaunch);
  FAKE_KNOWN(executables, executable, cudaGraphLaunch);
  if (stream->capture) {
    if (stream->capture->status != cudaStreamCaptureStatusActive) return answer(cudaErrorStreamCaptureInvalidated);
    auto& nodes = stream->capture->nodes;
    const size_t first = nodes.size();
    std::vector<size_t> ends;
    for (const GraphNode& node : executable->nodes) {
      GraphNode copy = node;
      for (size_t& before : copy.after) before += first;
      if (copy.after.empty()) copy.after = stream->after;
      ends.push_back(nodes.size());
      nodes.push_back(std::move(copy));
    }
    if (!ends.empty()) stream->after = ends;
    return cudaSuccess;
  }
  // After what the stream has, and after the same executable's launch before.
  enqueue(*stream, "graph begins", false, nullptr, lock);
  NodeRef begin = stream->tail;
  if (executable->last) {
    if (begin->state == Node::Done)
      finish(executable->last, lock);
    else
      begin->after.push_back(executable->last);
  }
  std::vector<NodeRef> nodes;
  for (const GraphNode& from : executable->nodes) {
    auto node = std::make_shared<Node>();
    node->work = from.work;
    node->of_host = from.of_host;
    node->device = stream->device;
    node->after.push_back(begin);
    for (size_t before : from.after) node->after.push_back(nodes[before]);
    nodes.push_back(std::move(node));
  }
  for (NodeRef& node : nodes) stream->waits.push_back(std::move(node));
  enqueue(*stream, "graph ends", false, nullptr, lock);
  executable->last = stream->tail;
  return answer(health("cudaGraphLaunch"));
}
