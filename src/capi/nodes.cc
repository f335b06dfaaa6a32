// vjp/node.h: nodes.
#include <optional>

#include "capi/capi.h"
#include "device/stream.h"
#include "graph/meta.h"
#include "graph/modes.h"
#include "vjp/node.h"

using namespace vjp;

namespace {
vjp_node* give_node(Ref<Node> node) { return reinterpret_cast<vjp_node*>(node.detach()); }
}  // namespace

vjp_node* vjp_node_retain(vjp_node* node) {
  if (node) node_of(node)->refs.retain();
  return node;
}
void vjp_node_release(vjp_node* node) {
  if (node) release_node(node_of(node));
}
vjp_status vjp_tensor_grad_fn(vjp_tensor* tensor, vjp_node** out) {
  return guard([&] {
    VJP_ARG(tensor);
    VJP_ARG(out);
    *out = give_node(history_of(*tape_of(tensor)).node);
  });
}
vjp_status vjp_tensor_gradient_edge(vjp_tensor* tensor, vjp_node** node, uint32_t* slot) {
  return guard([&] {
    VJP_ARG(tensor);
    VJP_ARG(node);
    VJP_ARG(slot);
    Edge edge = gradient_edge(*tape_of(tensor));
    if (!edge) fail(VJP_ERROR_STATE, "gradient_edge: {} does not require grad", describe(*impl_of(tensor)));
    *slot = edge.slot;
    *node = give_node(std::move(edge.node));
  });
}
const char* vjp_node_name(const vjp_node* node) { return node ? node_of(node)->name() : nullptr; }
uint64_t vjp_node_sequence_number(const vjp_node* node) { return node ? node_of(node)->sequence : 0; }
vjp_status vjp_node_set_sequence_number(vjp_node* node, uint64_t sequence_number) {
  return guard([&] {
    VJP_ARG(node);
    node_of(node)->sequence = sequence_number;
  });
}
uint64_t vjp_node_topological_number(const vjp_node* node) { return node ? node_of(node)->topological : 0; }
size_t vjp_node_num_edges(const vjp_node* node) { return node ? node_of(node)->num_edges : 0; }
size_t vjp_node_num_slots(const vjp_node* node) { return node ? node_of(node)->num_slots : 0; }
vjp_status vjp_node_edge(const vjp_node* node, size_t index, vjp_node** next, uint32_t* slot) {
  return guard([&] {
    VJP_ARG(node);
    VJP_ARG(next);
    VJP_ARG(slot);
    if (index >= node_of(node)->num_edges) {
      fail(VJP_ERROR_INVALID, "{}: edge {} asked for, it has {}", node_of(node)->name(), index,
           node_of(node)->num_edges);
    }
    const Edge& edge = node_of(node)->edges()[index];
    *slot = edge.slot;
    *next = give_node(edge.node);
  });
}
vjp_status vjp_node_stream(const vjp_node* node, vjp_stream** out) {
  return guard([&] {
    VJP_ARG(node);
    VJP_ARG(out);
    Node& n = *node_of(node);
    // An accumulator that gets its first edge moves to the current stream.
    std::optional<LeafLock> lock;
    if (TensorImpl* leaf = n.accumulated_leaf()) lock.emplace(*leaf);
    *out = reinterpret_cast<vjp_stream*>(Ref<Stream>::share(n.stream()).detach());
  });
}
vjp_status vjp_node_leaf(const vjp_node* node, vjp_tensor** out) {
  return guard([&] {
    VJP_ARG(node);
    VJP_ARG(out);
    TensorImpl* leaf = node_of(node)->accumulated_leaf();
    if (!leaf) fail(VJP_ERROR_INVALID, "vjp_node_leaf: {} is not an accumulator", node_of(node)->name());
    *out = give(Tensor::share(leaf));
  });
}
vjp_status vjp_node_needs_any(const vjp_node* node, size_t first, size_t count, bool* out) {
  return guard([&] {
    VJP_ARG(node);
    VJP_ARG(out);
    size_t edges = node_of(node)->num_edges;
    if (first > edges || count > edges - first) {
      fail(VJP_ERROR_INVALID, "{}: {} edges from {} asked for, it has {}", node_of(node)->name(), count, first, edges);
    }
    *out = node_of(node)->needs_any(first, count);
  });
}
vjp_node* vjp_node_current(void) { return reinterpret_cast<vjp_node*>(executing_node.get()); }
