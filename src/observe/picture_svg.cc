#include "observe/picture_svg.h"

#include <algorithm>

#include "observe/escape.h"

namespace vjp {
namespace {

constexpr double kLine = 14, kPadX = 9, kPadY = 6, kFrame = 8, kHeader = 20, kStack = 4;

// Rather too wide: fonts differ.
double width_of(std::string_view text, double size) {
  double width = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const auto byte = static_cast<unsigned char>(c);
    if ((byte & 0xc0) == 0x80) continue;
    if (byte >= 0xe2) {
      width += byte == 0xe2 ? 0.75 : 1.05;  // punctuation; letters of the east
    } else if (std::string_view("iljtfrI.,:;'|!()[]/ ").find(c) != std::string_view::npos) {
      width += 0.36;
    } else {
      width += std::string_view("mwMW@%").find(c) != std::string_view::npos ? 0.95 : 0.64;
    }
  }
  return width * size;
}

const char* class_of(BoxKind kind) {
  switch (kind) {
    case BoxKind::Leaf:
      return "leaf";
    case BoxKind::Operator:
      return "op";
    case BoxKind::Result:
      return "res";
    case BoxKind::Block:
      return "blk";
    case BoxKind::Omitted:
      return "more";
    case BoxKind::Cut:
      return "cut";
    case BoxKind::Port:
      return "port";
  }
  return "";
}

class Drawing {
 public:
  Drawing(const Picture& picture, size_t level, int depth, bool closed)
      : picture_(picture), level_(picture.levels[level]), depth_(depth), closed_(closed) {}

  DrawnLevel draw() {
    bundles_.resize(level_.boxes.size());
    for (const PictureBox& box : level_.boxes) measure(box);
    for (const PictureArrow& arrow : level_.arrows) add(arrow);
    mark_ends();
    lay_out(layout_);
    DrawnLevel drawn;
    for (size_t a = 0; a < layout_.arrows.size(); ++a) write(level_.arrows[a], layout_.arrows[a]);
    for (size_t b = 0; b < layout_.boxes.size(); ++b) write(level_.boxes[b], layout_.boxes[b], inner_[b]);
    for (size_t a = 0; a < layout_.arrows.size(); ++a) write_label(a);
    return {layout_.width, layout_.height, std::move(out_), std::move(layout_.boxes)};
  }

 private:
  bool open(const PictureBox& box) const { return !closed_ && stands_open(picture_, box, depth_); }

  void measure(const PictureBox& box) {
    inner_.emplace_back();
    PictureLayout::Box size{};
    for (size_t i = 0; i < box.lines.size(); ++i) {
      size.width = std::max(size.width, width_of(box.lines[i], i == 0 ? 11.5 : 10));
    }
    size.width += 2 * kPadX;
    size.height = kLine * static_cast<double>(box.lines.size()) + 2 * kPadY;
    if (open(box)) {
      inner_.back() = draw_level(picture_, box.level, depth_ + 1, false);
      size.width = std::max(size.width, inner_.back().width + 2 * kFrame);
      size.height = inner_.back().height + kHeader + kFrame;
    }
    if (box.repeated) size.height += kStack;
    layout_.boxes.push_back(size);
  }

  void add(const PictureArrow& arrow) {
    PictureLayout::Arrow way{arrow.from, arrow.to, layout_.arrows.size()};
    // One bundle: the same result, for the same kind of arrow. Few boxes have more than a few.
    std::vector<size_t>& bundles = bundles_[arrow.from];
    for (size_t bundle : bundles) {
      const PictureArrow& other = level_.arrows[bundle];
      const bool same = other.off == arrow.off && other.cut == arrow.cut && other.from_port == arrow.from_port;
      if (same && other.label == arrow.label) way.bundle = bundle;
    }
    if (way.bundle == layout_.arrows.size()) bundles.push_back(way.bundle);
    if (!arrow.label.empty()) way.label_width = width_of(arrow.label, 9.5) + 4;
    if (const PictureLayout::Box* port = port_of(arrow.from, arrow.from_port))
      way.leaves_at = kFrame + port->x + port->width / 2;
    if (const PictureLayout::Box* port = port_of(arrow.to, arrow.to_port))
      way.arrives_at = kFrame + port->x + port->width / 2;
    layout_.arrows.push_back(way);
  }
  const PictureLayout::Box* port_of(size_t box, size_t port) const {
    return port < inner_[box].boxes.size() ? &inner_[box].boxes[port] : nullptr;
  }

  void mark_ends() {
    std::vector<bool> taken(level_.boxes.size(), false), given(level_.boxes.size(), false);
    for (const PictureArrow& arrow : level_.arrows) given[arrow.from] = taken[arrow.to] = true;
    for (size_t b = 0; b < level_.boxes.size(); ++b) {
      if (level_.boxes[b].kind != BoxKind::Port) continue;
      (taken[b] ? layout_.boxes[b].last : layout_.boxes[b].first) = true;
    }
  }

  void write(const PictureArrow& arrow, const PictureLayout::Arrow& way) {
    const auto& w = way.way;
    double top = w.front().y, end = w.back().y;
    if (const PictureLayout::Box* port = port_of(arrow.from, arrow.from_port)) {
      top = layout_.boxes[arrow.from].y + kHeader + port->y + port->height;
    }
    if (const PictureLayout::Box* port = port_of(arrow.to, arrow.to_port)) {
      end = layout_.boxes[arrow.to].y + kHeader + port->y;
    }
    const char* look = arrow.cut ? "e ecut" : arrow.off ? "e off" : "e";
    append(out_, {"<path class=\"", look, "\" d=\"M", w[0].x, " ", top});
    for (size_t i = 1; i + 1 < w.size(); i += 2) {
      const PictureLayout::Point &a = w[i], &b = w[i + 1];
      const double middle = (a.y + b.y) / 2;
      // The label stands in a gap of the line.
      if (i == 3 && !arrow.label.empty()) {
        append(out_, {"M", a.x, " ", a.y});
      } else {
        append(out_, {"V", a.y});
      }
      if (a.x == b.x) {
        append(out_, {"V", b.y});
      } else {
        append(out_, {"C", a.x, " ", middle, " ", b.x, " ", middle, " ", b.x, " ", b.y});
      }
    }
    append(out_, {"V", end, "\"/>\n"});
  }

  void write_label(size_t a) {
    const PictureArrow& arrow = level_.arrows[a];
    const PictureLayout::Arrow& way = layout_.arrows[a];
    if (arrow.label.empty() || way.bundle != a) return;
    append(out_, {"<text class=\"lab", arrow.off ? " off" : "", "\" x=\"", way.label.x, "\" y=\"", way.label.y + 3.5,
                  "\">", escape_xml(arrow.label), "</text>\n"});
  }

  void write(const PictureBox& box, const PictureLayout::Box& at, const DrawnLevel& inner) {
    const bool is_open = open(box);
    std::string look = class_of(box.kind);
    if (box.off) look += " off";
    if (box.wanted) look += " want";
    if (box.freed) look += " freed";
    if (is_open) look += " open";
    append(out_, {"<g class=\"", look, "\" transform=\"translate(", at.x, " ", at.y, ")\""});
    if (closed_ && box.level != PictureBox::kNone) {
      append(out_, {" data-level=\"", box.level, "\" tabindex=\"0\" role=\"button\" aria-label=\"open ",
                    escape_xml(box.lines[0]), "\""});
    }
    append(out_, {"><title>", escape_xml(box.details.empty() ? box.lines[0] : box.details), "</title>"});
    const double height = at.height - (box.repeated ? kStack : 0),
                 round = box.kind == BoxKind::Leaf || box.kind == BoxKind::Result ? 11 : 4;
    if (box.repeated) rectangle(kStack, kStack, at.width, height, round);
    rectangle(0, 0, at.width, height, round);
    if (is_open) {
      append(out_, {"<text class=\"t\" x=\"", at.width / 2, "\" y=\"14\">", escape_xml(box.lines[0]), "</text>"});
      append(out_, {"<g transform=\"translate(", kFrame, " ", kHeader, ")\">\n", inner.body, "</g>"});
    } else {
      for (size_t i = 0; i < box.lines.size(); ++i) {
        append(out_, {"<text", i ? "" : " class=\"t\"", " x=\"", at.width / 2, "\" y=\"",
                      kPadY + kLine * static_cast<double>(i) + 10.5, "\">", escape_xml(box.lines[i]), "</text>"});
      }
    }
    out_ += "</g>\n";
  }
  void rectangle(double x, double y, double width, double height, double round) {
    append(out_,
           {"<rect x=\"", x, "\" y=\"", y, "\" width=\"", width, "\" height=\"", height, "\" rx=\"", round, "\"/>"});
  }

  const Picture& picture_;
  const PictureLevel& level_;
  const int depth_;
  const bool closed_;
  std::vector<DrawnLevel> inner_;  // of boxes that stand open
  PictureLayout layout_;
  std::vector<std::vector<size_t>> bundles_;  // by the box they come from
  std::string out_;
};

}  // namespace

DrawnLevel draw_level(const Picture& picture, size_t level, int depth, bool closed) {
  return Drawing(picture, level, depth, closed).draw();
}

const char* const kPictureStyle =
    ".vjp{--bg:#fff;--fg:#1d2733;--dim:#5f6b7a;--line:#8a94a3;--op:#eef1f5;--opl:#5f6b7a;--leaf:#d6e8ff;--leafl:#"
    "2f6fb5;"
    "--res:#d9f2dd;--resl:#2e8540;--blk:#fff1d6;--blkl:#b57a1d;--cut:#fde4e4;--cutl:#c0392b;background:var(--bg);"
    "font:10px Helvetica,Arial,'Liberation Sans','DejaVu Sans',sans-serif}"
    "@media(prefers-color-scheme:dark){.vjp{--bg:#14181e;--fg:#e6eaf0;--dim:#a3adba;--line:#76818f;--op:#262d36;"
    "--opl:#7d8998;--leaf:#17314f;--leafl:#5b9be0;--res:#173822;--resl:#58b06d;--blk:#3d2f12;--blkl:#d39c45;"
    "--cut:#451d1d;--cutl:#e57368}}"
    ".vjp .bg{fill:var(--bg)}.vjp text{fill:var(--fg);text-anchor:middle}.vjp .t{font-size:11.5px;font-weight:600}"
    ".vjp rect{fill:var(--op);stroke:var(--opl);stroke-width:.9}.vjp .leaf>rect{fill:var(--leaf);stroke:var(--leafl)}"
    ".vjp .res>rect{fill:var(--res);stroke:var(--resl)}.vjp .blk>rect{fill:var(--blk);stroke:var(--blkl)}"
    ".vjp .cut>rect{fill:var(--cut);stroke:var(--cutl);stroke-dasharray:4 2}"
    ".vjp .port>rect,.vjp .more>rect{fill:var(--bg);stroke-dasharray:2 3}"
    ".vjp .open>rect{fill:none}.vjp .freed>rect{stroke-dasharray:5 3}.vjp .freed>text{fill:var(--dim)}"
    ".vjp .want>rect{stroke-width:3}.vjp .e{fill:none;stroke:var(--line);stroke-width:1.1;marker-end:url(#vjp-head)}"
    ".vjp .ecut{stroke:var(--cutl);stroke-dasharray:5 3}.vjp .head{fill:var(--line)}"
    ".vjp .lab{font-size:9.5px;fill:var(--dim);stroke:var(--bg);stroke-width:3px;paint-order:stroke}"
    ".vjp .off{opacity:.32}.vjp .cap{text-anchor:start;fill:var(--dim)}.vjp .t.cap{fill:var(--fg)}";

const char* const kArrowHeads =
    "<defs><marker id=\"vjp-head\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" "
    "orient=\"auto\"><path class=\"head\" d=\"M0 .8 7.5 4 0 7.2z\"/></marker></defs>\n";

std::string to_svg(const Picture& picture) {
  DrawnLevel drawn = draw_level(picture, 0, 0, false);
  const double head = picture.title.empty() ? 18 : 34;
  const double width = std::max({drawn.width, width_of(picture.title, 11.5) + 24, width_of(picture.summary, 10) + 24});
  const double height = drawn.height + head;
  std::string out;
  append(out, {"<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"vjp\" role=\"img\" width=\"", width, "\" height=\"",
               height, "\" viewBox=\"0 0 ", width, " ", height, "\">\n<title>",
               escape_xml(picture.title.empty() ? "graph" : picture.title), "</title><desc>",
               escape_xml(picture.summary), "</desc>\n<style>", kPictureStyle, "</style>\n", kArrowHeads,
               "<rect class=\"bg\" width=\"100%\" height=\"100%\" style=\"stroke:none;fill:var(--bg)\"/>\n"});
  if (!picture.title.empty()) {
    append(out, {"<text class=\"t cap\" x=\"12\" y=\"18\">", escape_xml(picture.title), "</text>\n"});
  }
  append(out,
         {"<text class=\"cap\" x=\"12\" y=\"", head - 2, "\">", escape_xml(picture.summary), "</text>\n",
          "<g transform=\"translate(", (width - drawn.width) / 2, " ", head, ")\">\n", drawn.body, "</g>\n</svg>\n"});
  return out;
}

}  // namespace vjp
