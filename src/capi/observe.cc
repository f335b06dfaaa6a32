// vjp/observe.h
#include "vjp/observe.h"

#include "capi/capi.h"
#include "engine/trace.h"
#include "graph/cuts.h"
#include "graph/meta.h"
#include "observe/explain.h"
#include "observe/graph.h"
#include "vjp/node.h"

using namespace vjp;

namespace {

Graph* graph_of(const vjp_graph* graph) { return reinterpret_cast<Graph*>(const_cast<vjp_graph*>(graph)); }
TensorList list_of(vjp_tensor* const* handles, size_t count) {
  return TensorList(reinterpret_cast<const Tensor*>(handles), count);
}

}  // namespace

vjp_status vjp_guard_trace(vjp_trace_fn fn, void* context, void (*drop)(void*), vjp_guard** out) {
  return guard([&] {
    VJP_ARG(out);
    auto tracer = Ref<Tracer>::take(new Tracer(fn, context, drop));
    *out = give_guard(new TraceRegion(std::move(tracer)));
  });
}

// ---- the recorded graph ----

vjp_status vjp_graph_create(vjp_tensor* const* roots, size_t num_roots, vjp_graph** out) {
  return guard([&] {
    if (num_roots > 0) VJP_ARG(roots);
    VJP_ARG(out);
    *out = reinterpret_cast<vjp_graph*>(new Graph(list_of(roots, num_roots)));
  });
}
vjp_graph* vjp_graph_retain(vjp_graph* graph) {
  if (graph) graph_of(graph)->refs.retain();
  return graph;
}
void vjp_graph_release(vjp_graph* graph) {
  if (graph) Ref<Graph>::take(graph_of(graph));
}
size_t vjp_graph_num_nodes(const vjp_graph* graph) { return graph ? graph_of(graph)->size() : 0; }
vjp_node* vjp_graph_node(const vjp_graph* graph, size_t index) {
  if (!graph || index >= graph_of(graph)->size()) return nullptr;
  return reinterpret_cast<vjp_node*>(&graph_of(graph)->node(index));
}
size_t vjp_graph_saved_bytes(const vjp_graph* graph, size_t index) {
  return graph && index < graph_of(graph)->size() ? graph_of(graph)->node(index).saved_bytes() : 0;
}
size_t vjp_graph_num_links(const vjp_graph* graph) { return graph ? graph_of(graph)->links().size() : 0; }
vjp_status vjp_graph_get_link(const vjp_graph* graph, size_t index, vjp_graph_link* out) {
  return guard([&] {
    VJP_ARG(graph);
    VJP_ARG(out);
    const auto& links = graph_of(graph)->links();
    if (index >= links.size()) fail(VJP_ERROR_INVALID, "vjp_graph_get_link: {} of {} links", index, links.size());
    *out = {links[index].from, links[index].edge, links[index].to, links[index].slot};
  });
}
vjp_status vjp_graph_set_name(vjp_graph* graph, vjp_tensor* tensor, const char* name) {
  return guard([&] {
    VJP_ARG(graph);
    VJP_ARG(tensor);
    VJP_ARG(name);
    Edge edge = gradient_edge(*tape_of(tensor));
    if (!edge) fail(VJP_ERROR_STATE, "vjp_graph_set_name: {} does not require grad", describe(*impl_of(tensor)));
    graph_of(graph)->set_name(edge, name);
  });
}
vjp_status vjp_graph_dot(const vjp_graph* graph, char** out) {
  return guard([&] {
    VJP_ARG(graph);
    VJP_ARG(out);
    *out = give_text(to_dot(*graph_of(graph)));
  });
}

// ---- why a gradient is missing ----

vjp_status vjp_guard_record_cuts(vjp_guard** out) {
  return guard([&] {
    VJP_ARG(out);
    *out = give_guard(new ModeRegion(kModeRecordCuts, 0));
  });
}
vjp_status vjp_explain_gradient(vjp_tensor* tensor, vjp_tensor* const* roots, size_t num_roots,
                                vjp_gradient_obstacle* obstacle, vjp_node** node, size_t* edge, char** text) {
  return guard([&] {
    VJP_ARG(tensor);
    if (num_roots > 0) VJP_ARG(roots);
    VJP_ARG(text);
    Explanation e = explain_gradient(Tensor::share(tape_of(tensor)), list_of(roots, num_roots));
    *text = give_text(e.text);
    if (obstacle) *obstacle = e.obstacle;
    if (edge) *edge = e.edge;
    if (node) *node = reinterpret_cast<vjp_node*>(e.node.detach());
  });
}
