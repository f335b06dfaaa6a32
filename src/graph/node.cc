#include "graph/node.h"

#include <algorithm>
#include <memory>
#include <new>

#include "base/live_count.h"
#include "base/pool.h"
#include "base/thread_context.h"
#include "graph/anomaly.h"
#include "graph/extra.h"
#include "graph/modes.h"
#include "graph/saved.h"
#include "graph/weak.h"
#include "tensor/sparse.h"
#include "vjp/binding.h"

namespace vjp {

VJP_THREAD_SLOT(uint32_t, mode_word, kTravels) = 0;
VJP_THREAD_SLOT(Restriction, restriction, kTravelsInCall);
VJP_THREAD_SLOT(Node*, executing_node, kTravelsInCall) = nullptr;
VJP_THREAD_SLOT(uint64_t, node_sequence, kTravelsInCall) = 0;

namespace {

VJP_LIVE_COUNT(live_node_count);

// Nodes whose last reference went while another one was being destroyed on this thread.
struct Doomed {
  Node* head = nullptr;
  bool draining = false;
};
VJP_THREAD_SLOT(Doomed, doomed_nodes, kStays);

}  // namespace

int64_t live_nodes() { return live_node_count.sum(); }
uint64_t next_sequence_number() { return node_sequence.own()++; }
uint32_t thread_number() { return thread_serial.own(); }

const char* Node::attribute_name(size_t) const { return ""; }
int Node::attribute_kind(size_t) const { return 0; }
void Node::attribute(size_t, SavedAttribute&) {}
std::span<SavedTensor> Node::saved_tensors(size_t) { return {}; }

size_t node_bytes(size_t header, size_t num_edges, size_t num_slots, size_t dims, size_t tail) {
  return header + num_edges * sizeof(Edge) + num_slots * sizeof(SlotMeta) + dims * sizeof(int64_t) + tail;
}

Node::Node(void* memory, size_t header, size_t edges, size_t slots, size_t dims, size_t total)
    // The memory is the pool's, which has seen to it that the thread has a context.
    : thread(thread_serial.written()),
      num_slots(static_cast<uint32_t>(slots)),
      num_edges(static_cast<uint32_t>(edges)),
      bytes(static_cast<uint32_t>(total)),
      sequence(node_sequence.written()++) {
  char* at = static_cast<char*>(memory) + header;
  edges_ = reinterpret_cast<Edge*>(at);
  for (size_t i = 0; i < edges; ++i) new (edges_ + i) Edge();
  at += edges * sizeof(Edge);
  slots_ = reinterpret_cast<SlotMeta*>(at);
  for (size_t i = 0; i < slots; ++i) new (slots_ + i) SlotMeta();
  at += slots * sizeof(SlotMeta);
  dims_ = reinterpret_cast<int64_t*>(at);
  (void)dims;
  live_node_count.add(1);
  if (anomaly_mode.load(std::memory_order_relaxed)) [[unlikely]]
    note_construction(*this);
}

Node::~Node() {
  for (SlotMeta& slot : slots()) {
    if (slot.grad) Tensor::take(slot.grad);
  }
  for (size_t i = 0; i < num_edges; ++i) {
    if (edges_[i] && edges_[i].node->stream()) [[unlikely]]
      edges_[i].node->count_edge(-1);
    edges_[i].~Edge();
  }
  if (NodeExtra* extra = extra_if_any()) {
    forget_weak(*this);
    delete extra;
  }
  if (stream()) [[unlikely]]
    set_stream(nullptr);
  live_node_count.add(-1);
}

// Apart, so that the way of all others needs no room on the stack.
[[gnu::cold, gnu::noinline]] static void destroy_on_new_thread(Node* node) noexcept {
  make_thread_context();
  Node::destroy(node);
}

void Node::destroy(Node* node) noexcept {
  if (thread_context == 0) [[unlikely]]
    return destroy_on_new_thread(node);
  Doomed& doomed = doomed_nodes.written();
  // The scratch field of a dead node links the list.
  node->slots_[0].dims = reinterpret_cast<const int64_t*>(doomed.head);
  doomed.head = node;
  if (!doomed.draining) drain(doomed.head, doomed.draining);
}

void Node::drain(Node*& head, bool& draining) noexcept {
  draining = true;
  while (Node* next = head) {
    head = reinterpret_cast<Node*>(const_cast<int64_t*>(next->slots_[0].dims));
    uint32_t size = next->bytes;
    void* memory = next;  // nodes have one base, so this is where the allocation begins
    next->release_saved();
    next->~Node();
    pool_deallocate(memory, size);
  }
  draining = false;
}

VJP_FILL_PORT(release_node) = [](Node* node) noexcept {
  if (node->refs.release()) Node::destroy(node);
};

NodeExtra& Node::extra() {
  if (NodeExtra* made = extra_if_any()) return *made;
  auto fresh = std::make_unique<NodeExtra>();
  NodeExtra* other = nullptr;
  if (!extra_.compare_exchange_strong(other, fresh.get(), std::memory_order_acq_rel)) return *other;
  return *fresh.release();
}

void Node::connect(size_t edge, Edge target) {
  // What refers to this node has read its topological number.
  if (refs.count() != 1) [[unlikely]]
    fail(VJP_ERROR_INTERNAL, "{}: an edge was added to a node in use", name());
  if (target) {
    topological = std::max(topological, target.node->topological + 1);
    if (target.node->stream()) [[unlikely]]
      target.node->count_edge(1);
  }
  edges_[edge] = std::move(target);
}

void Node::describe_slot(size_t slot, const TensorImpl& output) {
  SlotMeta& meta = slots_[slot];
  meta.dtype = output.dtype;
  meta.device = output.device;
  if (output.is_sparse) [[unlikely]]
    meta.layout = static_cast<uint8_t>(layout_of(output));
  if (!output.device.is_cpu() && !stream()) [[unlikely]]
    set_stream(&current_stream(output.device));
  meta.ndim = output.ndim;
  meta.dims = dims_;
  std::copy(output.sizes().begin(), output.sizes().end(), dims_);
  dims_ += output.ndim;
}

void Node::set_stream(Stream* stream) {
  Ref<Stream>::take(stream_.exchange(Ref<Stream>::share(stream).detach(), std::memory_order_acq_rel));
}

}  // namespace vjp
