// The picture in the language of Graphviz; boxes that stand open are clusters.
#include <string_view>

#include "observe/picture.h"

namespace vjp {
namespace {

constexpr const char* kHead =
    "digraph vjp {\n"
    "  graph [rankdir=TB, nodesep=0.35, ranksep=0.4, bgcolor=\"white\", fontname=\"Helvetica,Arial,sans-serif\",\n"
    "         fontsize=11, color=\"#5f6b7a\", style=rounded];\n"
    "  node [fontname=\"Helvetica,Arial,sans-serif\", fontsize=11, shape=box, style=\"filled\", penwidth=0.8,\n"
    "        color=\"#5f6b7a\", fillcolor=\"#eef1f5\", margin=\"0.12,0.06\", height=0.3];\n"
    "  edge [fontname=\"Helvetica,Arial,sans-serif\", fontsize=9, color=\"#8a94a3\", fontcolor=\"#5f6b7a\", "
    "penwidth=0.9,\n"
    "        arrowsize=0.6];\n";

// The contents of a quoted string.
std::string quoted(std::string_view text) {
  std::string out;
  for (char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (c == '\n') out += "\\n";
    if (c != '\n') out += c;
  }
  return out;
}

const char* look_of(BoxKind kind) {
  switch (kind) {
    case BoxKind::Leaf:
      return ", style=\"filled,rounded\", fillcolor=\"#d6e8ff\", color=\"#2f6fb5\"";
    case BoxKind::Result:
      return ", style=\"filled,rounded\", fillcolor=\"#d9f2dd\", color=\"#2e8540\"";
    case BoxKind::Block:
      return ", fillcolor=\"#fff1d6\", color=\"#b57a1d\"";
    case BoxKind::Cut:
      return ", style=\"filled,rounded,dashed\", fillcolor=\"#fde4e4\", color=\"#c0392b\"";
    case BoxKind::Omitted:
    case BoxKind::Port:
      return ", style=\"dashed\"";
    case BoxKind::Operator:
      break;
  }
  return "";
}

class Writer {
 public:
  explicit Writer(const Picture& picture) : picture_(picture) {}

  std::string text() {
    out_ = kHead;
    if (!picture_.title.empty() || !picture_.summary.empty()) {
      std::string label = picture_.title + (picture_.title.empty() ? "" : "\n") + picture_.summary;
      append(out_, {"  label=\"", quoted(label), "\";\n"});
    }
    write(0, 0);
    return std::move(out_) + "}\n";
  }

 private:
  static std::string id(size_t level, size_t box) {
    return level == 0 ? joined({"n", box}) : joined({"n", level, "_", box});
  }

  void write(size_t index, int depth) {
    const PictureLevel& level = picture_.levels[index];
    for (size_t b = 0; b < level.boxes.size(); ++b) {
      const PictureBox& box = level.boxes[b];
      if (stands_open(picture_, box, depth)) {
        append(out_, {"  subgraph cluster_", box.level, " {\n  label=\"", quoted(box.lines[0]), "\";\n"});
        write(box.level, depth + 1);
        out_ += "  }\n";
      } else {
        write(id(index, b), box);
      }
    }
    for (const PictureArrow& arrow : level.arrows) write(index, depth, arrow);
  }

  void write(const std::string& name, const PictureBox& box) {
    std::string label;
    for (const std::string& line : box.lines) label += (label.empty() ? "" : "\n") + line;
    append(out_,
           {"  ", name, " [label=\"", quoted(label), "\", tooltip=\"", quoted(box.details), "\"", look_of(box.kind)});
    if (box.freed && box.kind == BoxKind::Operator) out_ += ", style=\"filled,dashed\", fontcolor=\"#8a94a3\"";
    if (box.wanted) out_ += ", penwidth=2.4";
    if (box.off) out_ += ", fillcolor=\"#ffffff\", color=\"#c9ced6\", fontcolor=\"#b0b7c1\"";
    out_ += "];\n";
  }

  void write(size_t index, int depth, const PictureArrow& arrow) {
    std::string from = end(index, depth, arrow.from, arrow.from_port), to = end(index, depth, arrow.to, arrow.to_port);
    append(out_, {"  ", from, " -> ", to, " [label=\" ", quoted(arrow.label), "\""});
    if (arrow.cut) out_ += ", style=dashed, color=\"#c0392b\"";
    if (arrow.off) out_ += ", color=\"#d5d9df\", fontcolor=\"#c0c6cf\"";
    out_ += "];\n";
  }

  // Of a box that stands open a port, or where the arrow has none, what stands in it first.
  std::string end(size_t index, int depth, size_t box, size_t port) const {
    const PictureBox* at = &picture_.levels[index].boxes[box];
    while (stands_open(picture_, *at, depth++)) {
      index = at->level;
      box = port == PictureBox::kNone ? 0 : port;
      port = PictureBox::kNone;
      at = &picture_.levels[index].boxes[box];
    }
    return id(index, box);
  }

  const Picture& picture_;
  std::string out_;
};

}  // namespace

std::string to_dot(const Picture& picture) { return Writer(picture).text(); }

}  // namespace vjp
