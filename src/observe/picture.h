// Picture: what is drawn of a graph, before it is known in which language (docs/semantics, DRAW).
//
// Words: a *piece* is a stretch of the order in which operators were recorded: one node, a range that the program has
// named, or a part that comes several times in a row. A *level* holds the boxes of one picture: that of the whole
// graph, and one for what each box holds. A *port* stands in a level for what lies outside of it.
#pragma once

#include <initializer_list>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "observe/graph.h"

namespace vjp {

struct PictureOptions {
  std::span<const Tensor> inputs;  // of the grad call that is shown; none: it goes to every leaf
  bool fold = true;
  int open = 0;            // so many levels of boxes are drawn with what they hold; -1: all
  size_t max_boxes = 250;  // pieces of a level; what is more is left out
  std::string title;       // "": none
};

enum class BoxKind : uint8_t { Leaf, Operator, Result, Block, Omitted, Cut, Port };

struct PictureBox {
  static constexpr size_t kNone = SIZE_MAX;
  BoxKind kind = BoxKind::Operator;
  bool off = false;     // the grad call does not execute it
  bool wanted = false;  // the grad call takes a gradient here
  bool freed = false;
  bool repeated = false;
  size_t level = kNone;              // of what it holds
  std::vector<std::string> lines{};  // the first is its title
  std::string details{};             // a fact a line
};

struct PictureArrow {
  size_t from = 0, to = 0;  // boxes of the level, as the data flowed
  bool off = true, cut = false;
  std::string label{};
  // Which port of the levels that the boxes hold the arrow goes to; kNone: no such level, or no such port.
  size_t from_port = PictureBox::kNone, to_port = PictureBox::kNone;
};

struct PictureLevel {
  std::string title;
  std::vector<PictureBox> boxes;  // no arrow leads back
  std::vector<PictureArrow> arrows;
};

struct Picture {
  std::string title, summary;
  int open = 0;
  std::vector<PictureLevel> levels;  // the first is that of the whole graph
};

Picture make_picture(const Graph& graph, const PictureOptions& options);

// Leaves on top, results below, arrows as the data flowed.
std::string to_dot(const Picture& picture);
std::string to_svg(const Picture& picture);
std::string to_html(const Picture& picture);

// ---- what the parts of a picture share ----

// A part of a text. Texts are put together of views and numbers, with nothing to destroy on the way: there are many,
// and the code of each is small so.
class Part {
 public:
  Part(const char* text) : text_(text), size_(std::string_view(text).size()) {}
  Part(std::string_view text) : text_(text.data()), size_(text.size()) {}
  Part(const std::string& text) : text_(text.data()), size_(text.size()) {}
  Part(size_t number);
  Part(double number);  // with one digit behind the point, or none
  Part(const Part&) = delete;
  Part& operator=(const Part&) = delete;
  std::string_view view() const { return {text_ ? text_ : digits_, size_}; }

 private:
  const char* text_;  // null: the digits
  size_t size_;
  char digits_[24];
};
using Parts = std::initializer_list<Part>;
void append(std::string& text, Parts parts);
std::string joined(Parts parts);

// Well-formed UTF-8 without control characters: a name may be anything.
std::string clean_text(std::string_view text);
// One kind of map for all of a picture.
using Numbers = std::map<size_t, size_t>;
// Of every box: whether it is drawn with what it holds, `depth` levels down.
inline bool stands_open(const Picture& picture, const PictureBox& box, int depth) {
  return box.level != PictureBox::kNone && (picture.open < 0 || depth < picture.open);
}

}  // namespace vjp
