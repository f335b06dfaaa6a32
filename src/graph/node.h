// Node: one vertex of the recorded graph. Slots receive the gradients of a forward operation's outputs, edges carry the
// gradients of its differentiable arguments onward.
//
// A node, its edges and its slots lie in one allocation. Nodes are destroyed without recursion, however deep the graph.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <string>

#include "base/ref.h"
#include "device/stream.h"
#include "tensor/tensor.h"

namespace vjp {

struct Edge {
  Ref<Node> node;  // null: nothing is wanted here
  uint32_t slot = 0;
  explicit operator bool() const { return static_cast<bool>(node); }
};

// What the gradient of an output must look like.
struct SlotMeta {
  Dtype dtype = Dtype::None;  // None: a placeholder
  uint8_t ndim = 0;
  uint8_t layout = 0;  // Layout, tensor/sparse.h
  Device device;
  const int64_t* dims = nullptr;
  TensorImpl* grad = nullptr;  // scratch of the task that owns the node: what has arrived so far
  IntSpan sizes() const { return {dims, ndim}; }
};

// A flag that threads set and read without order.
class RelaxedFlag {
 public:
  operator bool() const { return value_.load(std::memory_order_relaxed); }
  RelaxedFlag& operator=(bool value) {
    value_.store(value, std::memory_order_relaxed);
    return *this;
  }

 private:
  std::atomic<bool> value_{false};
};

class Collector;          // collect.h
class NodeExtra;          // the rare things: hooks, metadata (extra.h)
class SavedTensor;        // saved.h
struct SavedAttribute;    // attributes.h
struct ReferenceVisitor;  // references.h

class Node {
 public:
  // The derivative: `grads` has one entry a slot, `out` one an edge; entries may be undefined on both sides.
  virtual void apply(std::span<Tensor> grads, std::span<Tensor> out) = 0;
  // Drops what was saved; a later apply that needs it is a state error. True if it was this call that freed the node.
  virtual bool release_saved() noexcept { return false; }
  virtual const char* name() const = 0;
  virtual TensorImpl* accumulated_leaf() const { return nullptr; }
  virtual bool takes_turns() const { return false; }   // one thread at a time: the user's code runs in it
  virtual bool takes_sparse() const { return false; }  // gradients of a sparse layout, as they are
  // An edge to this node was made, or has gone; or a task relies on its stream. Called if the node has one.
  virtual void count_edge(int) {}
  // The context of the user's, if it has one.
  virtual void visit_context(const ReferenceVisitor&) {}
  virtual size_t saved_bytes() const { return 0; }  // of saved tensors that are not packed by hooks

  // Declares what the derivative reads, what it keeps itself and no more: edges, slots and hooks are the node's and
  // known. False: there is no description, and grad calls over the node are not compiled. Runs none of the user's code.
  virtual bool collect(Collector&) const { return false; }

  // What was kept for the derivative, by position (spec INTRO-5; attributes.h). Names and kinds (vjp_kind) outlive the
  // freeing; `attribute` unpacks, with all checks of saved values. `saved_tensors` is the raw form, to be looked at
  // under SavedLock: where the values lie, empty for what is no tensor, is absent, or was freed.
  virtual size_t num_attributes() const { return 0; }
  virtual const char* attribute_name(size_t index) const;
  virtual int attribute_kind(size_t index) const;
  virtual void attribute(size_t index, SavedAttribute& out);
  virtual std::span<SavedTensor> saved_tensors(size_t index);

  Node(const Node&) = delete;
  Node& operator=(const Node&) = delete;
  static void destroy(Node* node) noexcept;
  // Destroys the nodes of a list, and those that go meanwhile.
  static void drain(Node*& head, bool& draining) noexcept;

  std::span<Edge> edges() const { return {edges_, num_edges}; }
  std::span<SlotMeta> slots() const { return {slots_, num_slots}; }
  // True where the edge is valid and, inside a restricted task, its target is wanted.
  bool needs(size_t edge) const;
  bool needs_any(size_t first, size_t count) const {
    for (size_t i = first; i < first + count; ++i)
      if (needs(i)) return true;
    return false;
  }
  NodeExtra& extra();  // makes it if there is none; from any thread
  NodeExtra* extra_if_any() const { return extra_.load(std::memory_order_acquire); }
  void connect(size_t edge, Edge target);  // while the node is made
  void describe_slot(size_t slot, const TensorImpl& output);
  // Where the node runs: the stream that was current for the device of its first slot on an accelerator when that slot
  // was described (spec STREAM-1, STREAM-2, NS-1). Null: a node of the host.
  Stream* stream() const { return stream_.load(std::memory_order_relaxed); }
  void set_stream(Stream* stream);

  RefCount refs;
  // -- scratch of the running task (engine/plan.h) --
  int32_t pending = 0;
  std::atomic<uint64_t> owner{0};  // the task that uses the scratch: its id and one
  bool wanted = true;              // in a restricted task: the derivative is to run
  bool captured = false;           // in a restricted task: some slot is a result
  // -- structure --
  RelaxedFlag freed;                            // saved values were released
  mutable std::atomic<bool> saved_held{false};  // see SavedLock
  uint32_t thread;                              // that recorded it: (thread, sequence) names a forward operation
  uint32_t num_slots;
  uint32_t num_edges;
  uint32_t topological = 0;
  uint32_t bytes;  // of the allocation
  uint64_t sequence;

 protected:
  Node(void* memory, size_t header, size_t num_edges, size_t num_slots, size_t dims, size_t total);
  virtual ~Node();

  Edge* edges_;
  SlotMeta* slots_;
  int64_t* dims_;  // room for the slots' sizes, filled from the front

 private:
  std::atomic<NodeExtra*> extra_{nullptr};  // owned
  std::atomic<Stream*> stream_{nullptr};    // counted
};

int64_t live_nodes();
uint64_t next_sequence_number();  // of this thread
uint32_t thread_number();         // of this thread: small, never used again

// What the task that runs on this thread is restricted to; set by the engine. Id 0: nothing is restricted.
struct Restriction {
  uint64_t id = 0;
  void* task = nullptr;
  bool (*wants)(void* task, Node& node) = nullptr;  // for nodes whose scratch another task has claimed
};
extern const ThreadSlot<Restriction> restriction;
// The node that this thread is executing, in hooks too; set by the engine. Null outside.
extern const ThreadSlot<Node*> executing_node;
extern const ThreadSlot<uint64_t> node_sequence;  // the number of the next node

inline bool Node::needs(size_t edge) const {
  const Edge& e = edges_[edge];
  if (!e) return false;
  const Restriction& within = restriction;
  if (within.id == 0) return true;
  if (e.node->owner.load(std::memory_order_relaxed) == within.id) return e.node->wanted || e.node->captured;
  return within.wants(within.task, *e.node);
}

// A node's memory: its object, edges, slots, sizes and `tail` more bytes, zero-initialised where pointers live.
size_t node_bytes(size_t header, size_t num_edges, size_t num_slots, size_t dims, size_t tail);

}  // namespace vjp
