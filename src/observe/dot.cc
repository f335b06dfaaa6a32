// The picture of a graph (spec INTRO-12): leaves as rounded boxes, operators as plain ones, shapes on the arrows.
#include <algorithm>

#include "observe/graph.h"

namespace vjp {
namespace {

constexpr const char* kHead =
    "digraph vjp {\n"
    "  graph [rankdir=TB, nodesep=0.35, ranksep=0.4, bgcolor=\"white\"];\n"
    "  node [fontname=\"Helvetica,Arial,sans-serif\", fontsize=11, shape=box, style=\"filled\", penwidth=0.8,\n"
    "        color=\"#5f6b7a\", fillcolor=\"#eef1f5\", margin=\"0.12,0.06\", height=0.3];\n"
    "  edge [fontname=\"Helvetica,Arial,sans-serif\", fontsize=9, color=\"#8a94a3\", fontcolor=\"#5f6b7a\", "
    "penwidth=0.9,\n"
    "        arrowsize=0.6];\n";
constexpr const char* kLeaf = "style=\"filled,rounded\", fillcolor=\"#d6e8ff\", color=\"#2f6fb5\"";
constexpr const char* kResult = "style=\"filled,rounded\", fillcolor=\"#d9f2dd\", color=\"#2e8540\"";
constexpr const char* kFreed = ", style=\"filled,dashed\", fontcolor=\"#8a94a3\"";

// The contents of a quoted string.
std::string quoted(std::string_view text) {
  std::string out;
  for (char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  return out;
}

std::string form_of(const SlotMeta& slot) {
  return slot.dtype == Dtype::None ? "" : name_of(slot.dtype) + detail::to_text(slot.sizes());
}

// "1.5 MiB"
std::string amount(size_t bytes) {
  static constexpr const char* kUnits[] = {"B", "KiB", "MiB", "GiB", "TiB"};
  auto value = static_cast<double>(bytes);
  int unit = 0;
  for (; value >= 1024 && unit < 4; ++unit) value /= 1024;
  char text[32];
  std::snprintf(text, sizeof text, unit > 0 && value < 100 ? "%.1f %s" : "%.0f %s", value, kUnits[unit]);
  return text;
}

// What a user calls the operation: "mul" of "MulBackward" reads better than the node's name, which says nothing more.
std::string title_of(const Node& node) {
  std::string title = node.name();
  constexpr std::string_view kSuffix = "Backward";
  if (title.size() > kSuffix.size() && title.ends_with(kSuffix)) title.resize(title.size() - kSuffix.size());
  return title;
}

std::string leaf_line(const Graph& graph, size_t index) {
  Node& node = graph.node(index);
  std::string name = graph.name_of({Ref<Node>::share(&node), 0});
  std::string text = form_of(node.slots()[0]);
  return format("  n{} [label=\"{}{}{}\", {}];\n", index, quoted(name), name.empty() ? "" : "\\n", text, kLeaf);
}

std::string operator_line(const Graph& graph, size_t index) {
  Node& node = graph.node(index);
  std::string label = quoted(title_of(node));
  size_t bytes = node.saved_bytes();
  if (bytes > 0) label += "\\nsaves " + amount(bytes);
  if (node.freed) label += "\\nfreed";
  return format("  n{} [label=\"{}\", tooltip=\"{} #{}\"{}];\n", index, label, quoted(node.name()), node.sequence,
                node.freed ? kFreed : "");
}

std::string arrow(const std::string& from, const std::string& to, const std::string& label, bool dashed) {
  return format("  {} -> {} [label=\" {}\"{}];\n", from, to, label, dashed ? ", style=dashed" : "");
}

}  // namespace

std::string to_dot(const Graph& graph) {
  std::string dot = kHead;
  auto id = [](size_t index) { return format("n{}", index); };
  for (size_t i = graph.size(); i-- > 0;) {
    dot += graph.node(i).accumulated_leaf() ? leaf_line(graph, i) : operator_line(graph, i);
  }
  // An edge leads the gradient from consumer to producer; the data flowed the other way.
  for (size_t i = graph.links().size(); i-- > 0;) {
    const Graph::Link& link = graph.links()[i];
    Node& producer = graph.node(link.to);
    bool leaf = producer.accumulated_leaf();
    std::string label = leaf ? "" : form_of(producer.slots()[link.slot]);
    std::string name = leaf ? "" : graph.name_of({Ref<Node>::share(&producer), static_cast<uint32_t>(link.slot)});
    dot += arrow(id(link.to), id(link.from), name.empty() ? label : quoted(name) + "\\n " + label, false);
  }
  for (size_t r = 0; r < graph.roots().size(); ++r) {
    const Edge& root = graph.roots()[r];
    std::string name = graph.name_of(root);
    dot += format("  r{} [label=\"{}\\n{}\", {}];\n", r, name.empty() ? "result" : quoted(name),
                  form_of(root.node->slots()[root.slot]), kResult);
    dot += arrow(id(graph.find(*root.node)), format("r{}", r), "", false);
  }
  return dot + "}\n";
}

}  // namespace vjp
