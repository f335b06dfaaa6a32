#include "engine/task_streams.h"

#include <algorithm>
#include <atomic>
#include <utility>

#include "base/forced_unwind.h"
#include "base/last_error.h"
#include "device/captures.h"
#include "device/registry.h"

namespace vjp {
namespace {

constinit std::atomic<StaleStreams> policy{StaleStreams::OverrideLeaves};

}  // namespace

void set_stale_streams(StaleStreams p) { policy.store(p); }
StaleStreams stale_streams() { return policy.load(); }

// ---- before anything runs ----

void TaskStreams::plan(Node& node) {
  Stream* stream = node.stream();
  for (const Planned& p : planned_)
    if (p.stream.get() == stream) return;
  planned_.push_back({Ref<Stream>::share(stream), &node});
}

std::vector<Device> TaskStreams::devices() const {
  std::vector<Device> devices;
  for (const Planned& p : planned_)
    if (!backend_of(p.stream->device).no_worker &&
        std::find(devices.begin(), devices.end(), p.stream->device) == devices.end())
      devices.push_back(p.stream->device);
  return devices;
}

bool TaskStreams::order_matters() const {
  return std::any_of(planned_.begin(), planned_.end(), [](const Planned& p) {
    const vjp_backend& backend = backend_of(p.stream->device);
    return backend.order_matters && backend.order_matters();
  });
}

Stream& TaskStreams::caller(Device device) const {
  Stream* stream = callers_.find(device);
  return stream ? *stream : Stream::default_of(device);
}

// What is used on other devices than the one that captures belongs to the capture, too, and their own caller streams do
// not (spec CG-11).
Stream& TaskStreams::home(const Stream& stream) const {
  return capturing_ && stream.device != capturing_->device ? *capturing_ : caller(stream.device);
}

void TaskStreams::begin() {
  for (Planned& p : planned_) {
    executing_node = p.node;  // whose stream may be forgotten
    p.captured = capture_of(*p.stream) != 0;
    Stream& mine = caller(p.stream->device);
    if (!capturing_ && capture_of(mine) != 0) capturing_ = &mine;
  }
  executing_node = nullptr;
  // Recorded now and not at the first use: what the call itself enqueues is none of its streams' business (spec GC-3).
  for (const Planned& p : planned_) {
    if (p.captured && !capturing_) {
      fail(VJP_ERROR_STATE,
           "{}: it was recorded on {}, which is being captured, but backward was called with {} current, which is not; "
           "call it with the captured stream current",
           p.node->name(), *p.stream, caller(p.stream->device));
    }
    if (is_stale(*p.stream)) continue;
    Stream& h = home(*p.stream);
    if (p.stream.get() == &h) continue;
    bool known = std::any_of(entries_.begin(), entries_.end(), [&](const Entry& e) { return e.home == &h; });
    if (!known) entries_.push_back({&h, order_.mark(h)});
  }
}

// ---- stale streams in a capture ----

// A default stream cannot be drawn into a capture; other streams are, by the fence.
bool TaskStreams::is_stale(const Stream& stream) const {
  if (!capturing_ || !stream.is_default()) return false;
  auto it = std::find_if(planned_.begin(), planned_.end(), [&](auto& p) { return p.stream.get() == &stream; });
  return it == planned_.end() || !it->captured;
}

Stream* TaskStreams::of(const Node& node) const {
  Stream* stream = node.stream();
  if (!capturing_ || !stream || !is_stale(*stream)) [[likely]]
    return stream;
  Stream& mine = caller(stream->device);
  return mine.is_default() ? capturing_ : &mine;
}

void TaskStreams::check_stale(const Node& node) const {
  if (!capturing_ || !node.stream() || !is_stale(*node.stream())) return;
  const TensorImpl* leaf = node.accumulated_leaf();
  StaleStreams p = stale_streams();
  if (p == StaleStreams::Error || (!leaf && p != StaleStreams::OverrideAll)) {
    if (leaf) {
      fail(VJP_ERROR_STATE,
           "AccumulateGrad of the leaf {}: its stream is {}, and {} is being captured; warm up on the stream of the "
           "capture, or drop the older graphs of the leaf",
           describe(*leaf), *node.stream(), *capturing_);
    }
    fail(VJP_ERROR_STATE,
         "{}: it was recorded on {} outside of the capture on {}; run the forward inside the capture, or on a stream "
         "that is not the default one",
         node.name(), *node.stream(), *capturing_);
  }
  static std::atomic<bool> told{false};
  if (told.exchange(true)) return;
  warn(format("{} runs on {} instead of {}, because that stream is being captured; further ones are not reported",
              leaf ? format("AccumulateGrad of the leaf {}", describe(*leaf)) : std::string(node.name()), *of(node),
              *node.stream()));
}

// ---- gradients on their way ----

void TaskStreams::use(Stream& stream) {
  Stream& h = home(stream);
  if (&stream == &h) return;
  for (const Ref<Stream>& known : used_)
    if (known.get() == &stream) return;
  used_.push_back(Ref<Stream>::share(&stream));
  for (const Entry& entry : entries_)
    if (entry.home == &h) order_.wait(stream, *entry.place, "fence");
}

void TaskStreams::store(const Node& node, uint32_t slot, const Tensor& grad, Stream& from, Stream& to) {
  Device device = grad.device();
  Stream& sum = device == to.device ? to : device == from.device ? from : caller(device);
  if (&to != &from || &sum != &from) ready_[{&node, slot}] = {&sum, &from, order_.mark(from)};
  if (&to != &from) mark_used(grad, to);
}

Stream& TaskStreams::meet(const Node& node, uint32_t slot, const Tensor& stored, const Tensor& grad, Stream& from,
                          Stream& to) {
  auto found = ready_.extract({&node, slot});
  Stream& sum = found ? *found.mapped().sum : to;
  Stream* before = found ? found.mapped().stream : &to;
  if (&sum != &from) {
    order_.wait(sum, *order_.mark(from), "sum");
    mark_used(grad, sum);
  }
  if (before != &sum) {
    order_.wait(sum, *found.mapped().place, "sum");
    mark_used(stored, sum);
  }
  use(sum);
  return sum;
}

void TaskStreams::receive(const Node& node, std::span<const Tensor> grads) {
  // An accumulator that gets nothing enqueues nothing, wherever it belongs (spec SC-73).
  bool idle = node.accumulated_leaf() && std::none_of(grads.begin(), grads.end(), [](const Tensor& g) { return !!g; });
  if (!idle) check_stale(node);
  Stream* stream = of(node);
  auto first = ready_.lower_bound({&node, 0}), last = ready_.lower_bound({&node, node.num_slots});
  for (auto it = first; it != last; it = ready_.erase(it)) {
    // A wait here and not where the gradient was stored: the stream may have had other work to do meanwhile.
    order_.wait(on(stream, grads[it->first.second].device()), *it->second.place, "hand-over");
  }
  if (stream) use(*stream);
  for (const Tensor& grad : grads)
    if (grad && !grad.device().is_cpu()) mark_used(grad, on(stream, grad.device()));
}

// ---- at the end ----

// Each used stream is joined with its home, unless another one of that home is joined that has waited for it.
void TaskStreams::join() {
  std::vector<Ref<Stream>> used = std::move(used_);
  std::vector<StreamOrder::Place> places;
  for (const Ref<Stream>& stream : used) places.push_back(order_.mark(*stream));
  for (size_t i = 0; i < used.size(); ++i) {
    Stream& h = home(*used[i]);
    bool comes_along = false;  // not in a capture: a backend may ask that what was drawn in is joined itself
    for (size_t k = 0; k < used.size() && !capturing_; ++k)
      comes_along = comes_along || (k != i && &home(*used[k]) == &h && StreamOrder::includes(*places[k], *places[i]));
    if (!comes_along) order_.wait(h, *places[i], "join");
  }
}

void TaskStreams::join_after_error() noexcept {
  order_.touched_all();  // who failed has not said so
  for (const Ref<Stream>& stream : std::exchange(used_, {})) {
    try {
      order_.wait(home(*stream), *order_.mark(*stream), "join");
    }
    VJP_CATCH_ALL_HERE {  // the first error is the one that counts
    }
  }
}

}  // namespace vjp
