// vjp/observe.h
#include "vjp/observe.h"

#include "capi/capi.h"
#include "engine/trace.h"
#include "graph/cuts.h"
#include "graph/meta.h"
#include "observe/explain.h"
#include "observe/graph.h"
#include "observe/picture.h"
#include "observe/profile.h"
#include "vjp/node.h"

using namespace vjp;

namespace {

Graph* graph_of(const vjp_graph* graph) { return reinterpret_cast<Graph*>(const_cast<vjp_graph*>(graph)); }
TensorList tensors_of(vjp_tensor* const* handles, size_t count) {
  return TensorList(reinterpret_cast<const Tensor*>(handles), count);
}

Explanation* explanation_of(const vjp_explanation* explanation) {
  return reinterpret_cast<Explanation*>(const_cast<vjp_explanation*>(explanation));
}
void write_answer(const Answer& answer, vjp_gradient_answer* out) {
  checked(out, "vjp_gradient_answer", "VJP_GRADIENT_ANSWER_INIT");
  out->obstacle = answer.obstacle;
  out->node = reinterpret_cast<vjp_node*>(answer.node.get());
  out->edge = answer.edge;
  out->used_by = reinterpret_cast<vjp_node*>(answer.use.get());
  out->used_edge = answer.use_edge;
  out->place = answer.place.c_str();
  out->text = answer.text.c_str();
}
PictureOptions convert(const vjp_graph_picture_options* given) {
  vjp_graph_picture_options o = VJP_GRAPH_PICTURE_OPTIONS_INIT;
  if (given) o = checked(given, "vjp_graph_picture_options", "VJP_GRAPH_PICTURE_OPTIONS_INIT");
  if (o.num_inputs > 0 && !o.inputs) fail(VJP_ERROR_INVALID, "vjp_graph_picture_options: inputs is NULL");
  if (o.fold != 0 && o.fold != 1) {
    fail(VJP_ERROR_INVALID, "vjp_graph_picture_options: fold is {}, expected 0 or 1", o.fold);
  }
  if (o.open < -1) fail(VJP_ERROR_INVALID, "vjp_graph_picture_options: open is {}, expected -1 or more", o.open);
  PictureOptions options;
  options.inputs = tensors_of(o.inputs, o.num_inputs);
  options.fold = o.fold;
  options.open = o.open;
  if (o.max_boxes) options.max_boxes = o.max_boxes;
  if (o.title) options.title = o.title;
  return options;
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
    *out = reinterpret_cast<vjp_graph*>(new Graph(tensors_of(roots, num_roots)));
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
vjp_status vjp_graph_set_group(vjp_graph* graph, size_t index, const char* path) {
  return guard([&] {
    VJP_ARG(graph);
    VJP_ARG(path);
    const size_t size = graph_of(graph)->size();
    if (index >= size) fail(VJP_ERROR_INVALID, "vjp_graph_set_group: node {} of {}", index, size);
    graph_of(graph)->set_group(index, path);
  });
}
vjp_status vjp_graph_add_groups(vjp_graph* graph, const vjp_profiler* profiler, size_t* found) {
  return guard([&] {
    VJP_ARG(graph);
    VJP_ARG(profiler);
    auto add = [&](const Profile& profile) { return graph_of(graph)->add_groups(profile); };
    size_t count = reinterpret_cast<const Profiler*>(profiler)->look(add);
    if (found) *found = count;
  });
}
vjp_status vjp_graph_picture(const vjp_graph* graph, vjp_picture_format format,
                             const vjp_graph_picture_options* options, char** out) {
  return guard([&] {
    VJP_ARG(graph);
    VJP_ARG(out);
    const PictureOptions converted = convert(options);
    switch (format) {
      case VJP_PICTURE_DOT:
        *out = give_text(to_dot(make_picture(*graph_of(graph), converted)));
        return;
      case VJP_PICTURE_SVG:
        *out = give_text(to_svg(make_picture(*graph_of(graph), converted)));
        return;
      case VJP_PICTURE_HTML:
        *out = give_text(to_html(make_picture(*graph_of(graph), converted)));
        return;
    }
    fail(VJP_ERROR_INVALID, "vjp_graph_picture: format is {}, expected a vjp_picture_format", int{format});
  });
}

// ---- why a gradient is missing ----

vjp_status vjp_guard_record_cuts(vjp_guard** out) {
  return guard([&] {
    VJP_ARG(out);
    *out = give_guard(new ModeRegion(kModeRecordCuts, 0));
  });
}
vjp_status vjp_explain_gradient(vjp_tensor* tensor, vjp_tensor* const* roots, size_t num_roots, vjp_explanation** out) {
  return guard([&] {
    VJP_ARG(tensor);
    if (num_roots > 0) VJP_ARG(roots);
    VJP_ARG(out);
    *out = reinterpret_cast<vjp_explanation*>(explain_gradient(borrow(tensor), tensors_of(roots, num_roots)).detach());
  });
}
vjp_explanation* vjp_explanation_retain(vjp_explanation* explanation) {
  if (explanation) explanation_of(explanation)->refs.retain();
  return explanation;
}
void vjp_explanation_release(vjp_explanation* explanation) {
  if (explanation) Ref<Explanation>::take(explanation_of(explanation));
}
vjp_status vjp_explanation_answer(const vjp_explanation* explanation, vjp_gradient_answer* out) {
  return guard([&] {
    VJP_ARG(explanation);
    VJP_ARG(out);
    write_answer(*explanation_of(explanation), out);
  });
}
size_t vjp_explanation_num_uses(const vjp_explanation* explanation) {
  return explanation ? explanation_of(explanation)->uses.size() : 0;
}
vjp_status vjp_explanation_use(const vjp_explanation* explanation, size_t index, vjp_gradient_answer* out) {
  return guard([&] {
    VJP_ARG(explanation);
    VJP_ARG(out);
    const auto& uses = explanation_of(explanation)->uses;
    if (index >= uses.size()) fail(VJP_ERROR_INVALID, "vjp_explanation_use: {} of {} uses", index, uses.size());
    write_answer(uses[index], out);
  });
}
