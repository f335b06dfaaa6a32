#include "transforms/device_graph.h"

#include <atomic>
#include <utility>

#include "base/forced_unwind.h"
#include "base/last_error.h"
#include "device/backend_host.h"
#include "device/captures.h"
#include "device/device_memory.h"
#include "device/instrument.h"
#include "device/registry.h"
#include "graph/node.h"
#include "kernel/launch.h"

namespace vjp {
namespace {

constinit std::atomic<uint64_t> next_id{0};

const char* text_of(int32_t fault) {
  switch (fault) {
    case VJP_CAPTURE_FAULT_UNJOINED:
      return "a stream was drawn into the capture and never joined with its origin again";
    case VJP_CAPTURE_FAULT_ISOLATION:
      return "a captured stream waits for work outside the capture, or the reverse";
    case VJP_CAPTURE_FAULT_IMPLICIT:
      return "the default stream would be drawn into the capture";
    case VJP_CAPTURE_FAULT_UNSUPPORTED:
      return "the host waited for captured work, or asked for its state";
    case VJP_CAPTURE_FAULT_WRONG_STREAM:
      return "the capture was ended on another stream or thread than it began on";
    default:
      return "the capture is invalid";
  }
}

// What the random kernels of a replay will read, in the order of the stream.
void fill_words(GeneratorState& state, uint64_t blocks) {
  GeneratorState::Value now = state.advance(blocks);
  const uint64_t values[] = {now.seed, now.offset};
  for (int i = 0; i < 2; ++i) {
    View word = make_view(state.words() + i, Dtype::Int64, 0, nullptr, nullptr);
    kernels().fill(word, Scalar(static_cast<int64_t>(values[i])));
  }
}

}  // namespace

DeviceGraph::~DeviceGraph() {
  if (capturing()) abort();
  reset();
}

void DeviceGraph::register_generator(Generator& generator) {
  if (capturing() || executable_)
    fail(VJP_ERROR_STATE, "register_generator: the graph is captured already; register generators before");
  registered_.push_back(Ref<Generator>::share(&generator));
}

void DeviceGraph::set_elide_cpu_work(bool on) {
  if (capturing()) {
    fail(VJP_ERROR_STATE, "set_elide_cpu_work: the graph is being captured; set it before the capture begins");
  }
  elide_cpu_work_ = on;
}

void DeviceGraph::begin(Device device, Ref<MemoryPool> pool, vjp_capture_mode mode) {
  if (capturing()) fail(VJP_ERROR_STATE, "capture_begin: the graph is being captured already");
  if (executable_) fail(VJP_ERROR_STATE, "capture_begin: the graph holds a capture; reset it first");
  if (pool && pool->device != device) {
    fail(VJP_ERROR_DEVICE, "capture_begin: the memory pool is of {}, and the capture is on {}", pool->device, device);
  }
  const vjp_backend& backend = backend_of(device);
  if (!backend.capture_begin) throw_missing_entry(device, "capture_begin");
  Ref<Stream> origin = Ref<Stream>::share(&current_stream(device));
  if (origin->is_default()) {
    fail(VJP_ERROR_STATE,
         "capture_begin: the current stream of {} is its default stream, and a capture needs a non-default one; make "
         "another stream current",
         device);
  }
  give_up_dead_streams(device, true);  // while that is possible: in the capture nothing can be given back
  Ref<MemoryPool> into = pool ? std::move(pool) : MemoryPool::create(device);
  // Device memory of generators lies outside the pool, so it is there before the capture.
  std::vector<Draw> draws;
  draws.reserve(registered_.size() + 1);
  draws.emplace_back(default_generator(device).share_state(), device);
  for (const Ref<Generator>& generator : registered_) draws.emplace_back(generator->share_state(), device);
  auto routing = std::make_unique<CaptureRouting>(into, elide_cpu_work_);
  check_backend(backend.capture_begin(device.index, origin->handle(), mode), device, "capture_begin");
  device_ = device;
  origin_ = std::move(origin);
  thread_ = thread_number();
  mode_ = mode;
  id_ = next_id.fetch_add(1, std::memory_order_relaxed) + 1;
  pool_ = std::move(into);
  draws_ = std::move(draws);
  routing_ = std::move(routing);
  for (Draw& draw : draws_) draw.state->begin_capture();
  try {
    routing_->set_capture(capture_info(*origin_).id);
    if (Instrument* i = instrument()) i->capture_began(*origin_, id_, pool_->id);
  }
  VJP_CATCH_ALL {
    abort();
    throw;
  }
}

// Leaves nothing underway.
vjp_status DeviceGraph::end_capture(void** graph) noexcept {
  vjp_status status = backend_of(device_).capture_end(device_.index, origin_->handle(), graph);
  routing_.reset();
  for (Draw& draw : draws_) draw.blocks = draw.state->end_capture();
  try {
    if (Instrument* i = instrument()) i->capture_ended(id_, status == VJP_OK);
  }
  VJP_CATCH_ALL_HERE {  // it was not asked
  }
  return status;
}

void DeviceGraph::end(bool warn_if_empty) {
  if (!capturing()) fail(VJP_ERROR_STATE, "capture_end: the graph is not being captured");
  if (&current_stream(device_) != origin_.get()) {
    fail(VJP_ERROR_STATE, "capture_end: the capture began on {}, and the current stream is {}; end it where it began",
         *origin_, current_stream(device_));
  }
  if (mode_ != VJP_CAPTURE_RELAXED && thread_ != thread_number())
    fail(VJP_ERROR_STATE, "capture_end: the capture began on another thread; end it there, or capture in relaxed mode");
  vjp_capture_info info = capture_info(*origin_);
  vjp_status status = end_capture(&graph_);
  try {
    if (status != VJP_OK) {
      graph_ = nullptr;
      std::string text = backend_error_or("");
      fail(status, "capture on {}: {}{}", device_, info.fault ? std::string(text_of(info.fault)) + "; " : std::string(),
           text.empty() ? status_name(status) : text);
    }
    check_backend(backend_of(device_).graph_instantiate(graph_, &executable_), device_, "graph_instantiate");
    if (warn_if_empty && node_count() == 0) warn(format("the graph that was captured on {} is empty", *origin_));
  }
  VJP_CATCH_ALL {
    reset();
    throw;
  }
}

void DeviceGraph::abort() noexcept {
  if (!capturing()) return;
  void* graph = nullptr;
  if (end_capture(&graph) == VJP_OK && graph) backend_of(device_).graph_destroy(graph);
  reset();
}

void DeviceGraph::reset() {
  if (capturing()) fail(VJP_ERROR_STATE, "reset: the graph is being captured; end that first");
  if (id_) {
    const vjp_backend& backend = backend_of(device_);
    if (executable_) backend.executable_destroy(executable_);
    if (graph_) backend.graph_destroy(graph_);
    if (Instrument* i = instrument()) i->graph_destroyed(id_);
  }
  executable_ = graph_ = nullptr;
  id_ = 0;
  draws_.clear();
  pool_.reset();
  origin_.reset();
}

void DeviceGraph::check_captured(const char* what) const {
  if (!executable_) fail(VJP_ERROR_STATE, "{}: nothing was captured into the graph", what);
}

void DeviceGraph::replay() {
  check_captured("replay");
  Stream& stream = current_stream(device_);
  // Its random numbers would be those of the outer capture for ever, and its memory that of nobody.
  if (capture_underway() && capture_of(stream)) {
    fail(VJP_ERROR_STATE,
         "replay: {} is being captured, and a graph is no part of another; do there what was captured, or replay on "
         "another stream",
         stream);
  }
  OperatorDevice here(device_);
  for (Draw& draw : draws_) {
    if (draw.blocks) fill_words(*draw.state, draw.blocks);
  }
  if (Instrument* i = instrument()) i->replayed(id_, stream);
  pool_->replayed(id_);
  check_backend(backend_of(device_).executable_launch(executable_, device_.index, stream.handle()), device_,
                "executable_launch");
}

uint64_t DeviceGraph::node_count() const {
  if (!graph_) return 0;
  uint64_t count = 0;
  check_backend(backend_of(device_).graph_node_count(graph_, &count), device_, "graph_node_count");
  return count;
}

std::string DeviceGraph::dot() const {
  check_captured("dot");
  std::string text;
  auto write = [](void* context, const char* piece, size_t length) {
    static_cast<std::string*>(context)->append(piece, length);
  };
  check_backend(backend_of(device_).graph_dot(graph_, write, &text), device_, "graph_dot");
  return text;
}

// ---- the region ----

CaptureRegion::CaptureRegion(Ref<DeviceGraph> graph, Device device, Stream* stream, Ref<MemoryPool> pool,
                             vjp_capture_mode mode)
    : stream_(stream ? Ref<Stream>::share(stream) : Stream::create(device)), graph_(std::move(graph)) {
  // What follows would break a capture that is underway here, and two cannot be inside each other anyway.
  if (Stream& now = current_stream(device); capture_underway() && capture_of(now)) {
    fail(VJP_ERROR_STATE,
         "capture: the stream '{}' is being captured already, and a graph is no part of another; end that first", now);
  }
  synchronize_device(device);
  empty_device_cache(device);
  scope_ = std::make_unique<StreamScope>(*stream_);
  graph_->begin(device, std::move(pool), mode);
}

CaptureRegion::~CaptureRegion() { graph_->abort(); }

}  // namespace vjp
