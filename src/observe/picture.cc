#include "observe/picture.h"

#include <algorithm>

#include "graph/cuts.h"
#include "graph/extra.h"
#include "observe/picture_order.h"
#include "observe/picture_text.h"

namespace vjp {
namespace {

constexpr size_t kMaxSources = 10;  // leaves, ports or cuts that lead to one piece alone
constexpr size_t kMaxResults = 20;
constexpr size_t kMaxLabels = 2;  // of an arrow

// What an arrow comes from, as one number: a leaf, or a result of an operator.
constexpr unsigned kSlotBits = 22;
size_t key_of(const NodeOrder::Target& t) {
  const size_t number = t.place == NodeOrder::kNone ? t.leaf : t.place << kSlotBits | t.slot;
  return number << 1 | (t.place == NodeOrder::kNone ? 1 : 0);
}
size_t key_of(size_t place, size_t slot) { return (place << kSlotBits | slot) << 1; }

struct Ports {
  Numbers in, out;
};

// Makes one level, after those of its boxes.
class PictureMaker {
 public:
  PictureMaker(const Graph& graph, const PictureOptions& options) : order_(graph, options), options_(options) {
    for (const Edge& root : graph.roots()) {
      const size_t place = order_.places[graph.find(*root.node)];
      if (place != NodeOrder::kNone) roots_[key_of(place, root.slot)] = root.slot;
    }
  }

  Picture make() {
    std::vector<Piece> pieces = pieces_of(order_, options_.fold);
    while (pieces.size() == 1 && pieces[0].repeats == 1 && !pieces[0].inside.empty()) {
      std::vector<Piece> inside = std::move(pieces[0].inside);  // one range around it all
      pieces = std::move(inside);
    }
    picture_.title = clean_text(options_.title);
    picture_.open = options_.open;
    add_level(std::move(pieces), {.last = order_.size()}, picture_.title.empty() ? "graph" : picture_.title, true);
    summarize();
    return std::move(picture_);
  }

 private:
  class LevelMaker;
  size_t add_level(std::vector<Piece> pieces, const Piece& around, std::string title, bool whole);
  void summarize();

  const NodeOrder order_;
  const PictureOptions& options_;
  Picture picture_;
  std::vector<Ports> ports_;        // by level
  std::vector<Piece> repetitions_;  // around the level that is being made
  Numbers roots_;                   // their keys
  size_t left_out_ = 0;
};

class PictureMaker::LevelMaker {
 public:
  LevelMaker(PictureMaker& maker, std::vector<Piece> pieces, const Piece& around, bool whole)
      : maker_(maker),
        order_(maker.order_),
        pieces_(std::move(pieces)),
        first_(around.first),
        last_(around.first + around.part()),
        around_(around),
        whole_(whole),
        piece_of_(last_ - first_) {
    leave_out();
    for (size_t p = 0; p < pieces_.size(); ++p)
      for (size_t place = pieces_[p].first; place < pieces_[p].last; ++place) piece_of_[place - first_] = p;
    boxes_.resize(pieces_.size());
  }

  void make() {
    for (size_t p = 0; p < pieces_.size(); ++p) add(p);
    if (whole_) {
      add_results();
    } else {
      add_out_ports();
    }
  }

  PictureLevel level;
  Ports ports;

 private:
  // What is too much for a picture is left out in the middle.
  void leave_out() {
    const size_t most = std::max<size_t>(2, maker_.options_.max_boxes), half = most / 2;
    if (pieces_.size() <= most) return;
    Piece gone{.first = pieces_[half].first, .last = pieces_[pieces_.size() - (most - half)].first, .omitted = true};
    maker_.left_out_ += gone.last - gone.first;
    pieces_.erase(pieces_.begin() + static_cast<ptrdiff_t>(half), pieces_.end() - static_cast<ptrdiff_t>(most - half));
    pieces_.insert(pieces_.begin() + static_cast<ptrdiff_t>(half), std::move(gone));
  }

  bool within(size_t place) const { return place >= first_ && place < last_; }
  size_t push(PictureBox box) {
    level.boxes.push_back(std::move(box));
    return level.boxes.size() - 1;
  }

  void add(size_t p) {
    Piece& piece = pieces_[p];
    std::vector<NodeOrder::Target> sources = sources_of(piece);
    for (size_t i = 0; i < sources.size(); ++i) {
      if (extra_.count(key_of(sources[i]))) continue;
      if (more_of(sources, i, piece)) break;
      PictureBox box = box_of(sources[i]);
      extra_[key_of(sources[i])] = push(std::move(box));
    }
    const bool node = piece.inside.empty() && piece.repeats == 1 && !piece.omitted;
    std::vector<size_t> cuts;
    if (node) cuts = add_cuts(cuts_of_node(piece.first));
    const size_t box = node ? push(operator_box(order_, piece.first)) : push(block(piece));
    boxes_[p] = box;
    for (size_t cut : cuts) level.arrows.push_back({.from = cut, .to = box, .off = false, .cut = true});
    add_arrows(piece, box);
  }

  PictureBox block(Piece& piece) {
    std::string name = name_of(piece);
    PictureBox box = block_box(order_, piece, name);
    if (piece.omitted) return box;
    std::vector<Piece> inside = std::move(piece.inside);
    box.level = maker_.add_level(std::move(inside), piece, box.lines.front(), false);
    return box;
  }

  // Called by the program, or by what the names of its leaves have in common, or by its one operator.
  std::string name_of(const Piece& piece) const {
    if (!piece.group.empty()) return clean_text(piece.group);
    if (piece.part() == 1) return title_of(order_.node(piece.first));
    std::string name =
        pattern_of(prefix_of(piece.first, piece.part()), prefix_of(piece.last - piece.part(), piece.part()));
    return name.empty() ? "Block" : name;
  }
  // What the names of the leaves of a part begin with: "blocks.0".
  std::string prefix_of(size_t first, size_t count) const {
    std::string_view prefix;
    bool any = false;
    for (size_t place = first; place < first + count; ++place) {
      for (const NodeOrder::Target& target : order_.targets(place)) {
        if (target.place != NodeOrder::kNone) continue;
        const NodeOrder::Use& use = order_.uses[target.leaf];
        if (use.first < first || use.last >= first + count) continue;
        std::string_view name = order_.graph.name_of(order_.graph.node(target.leaf), 0);
        size_t same = 0;
        while (same < std::min(name.size(), prefix.size()) && name[same] == prefix[same]) ++same;
        prefix = any ? prefix.substr(0, same) : name;
        any = true;
      }
    }
    size_t end = prefix.find_last_of("./");
    return std::string(prefix.substr(0, end == std::string_view::npos ? 0 : end));
  }

  // ---- where arrows come from ----

  // In the order of arguments, each once; what lies in the piece itself, or in the level, is not among them.
  std::vector<NodeOrder::Target> sources_of(const Piece& piece) const {
    std::vector<NodeOrder::Target> sources;
    Numbers seen;
    // Later parts take from outside what the first takes, and leaves of their own.
    for (size_t place = piece.first; place < piece.last; ++place) {
      for (const NodeOrder::Target& t : order_.targets(place)) {
        if (t.place == NodeOrder::kNone ? lies_in(t.leaf, piece) : within(t.place)) continue;
        if (seen.try_emplace(key_of(t), 0).second) sources.push_back(t);
      }
    }
    return sources;
  }
  // Whether the leaf is shown in the level of the piece, and not here.
  bool lies_in(size_t leaf, const Piece& piece) const {
    if (piece.omitted) return only_of(leaf, piece);
    if (piece.inside.empty() && piece.repeats == 1) return false;
    const NodeOrder::Use& use = order_.uses[leaf];
    const size_t part = piece.part();
    return only_of(leaf, piece) && !enters(leaf, piece) &&
           (use.first - piece.first) / part == (use.last - piece.first) / part;
  }
  // Whether later parts take from the one before what the first part takes from this leaf.
  bool enters(size_t leaf, const Piece& piece) const {
    const size_t place = order_.uses[leaf].first, part = piece.part();
    if (piece.repeats < 2 || place < piece.first || place >= piece.first + part) return false;
    std::span<const NodeOrder::Target> one = order_.targets(place), two = order_.targets(place + part);
    for (size_t t = 0; t < one.size() && t < two.size(); ++t)
      if (one[t].leaf == leaf) return two[t].place != NodeOrder::kNone;
    return false;
  }
  bool only_of(size_t leaf, const Piece& piece) const {
    return order_.uses[leaf].first >= piece.first && order_.uses[leaf].last < piece.last;
  }
  bool is_port(const NodeOrder::Target& source) const {
    if (source.place != NodeOrder::kNone) return true;
    const NodeOrder::Use& use = order_.uses[source.leaf];
    return use.first < first_ || use.last >= last_ || enters(source.leaf, around_);
  }

  // From the source numbered `i` on there are too many for a box each: those of the piece alone get one together.
  bool more_of(const std::vector<NodeOrder::Target>& sources, size_t i, const Piece& piece) {
    if (i + 1 < kMaxSources || sources.size() - i < 2) return false;
    PictureBox box;
    box.kind = BoxKind::Omitted;
    box.lines = {joined({sources.size() - i, " more"})};
    box.details = box.lines[0] + " tensors that " + (piece.omitted ? "they take" : "it takes");
    const size_t index = push(std::move(box));
    for (; i < sources.size(); ++i) extra_.try_emplace(key_of(sources[i]), index);
    return true;
  }

  PictureBox box_of(const NodeOrder::Target& source) {
    const bool leaf = source.place == NodeOrder::kNone;
    if (!is_port(source)) return leaf_box(order_, source.leaf, leaf_name(source.leaf));
    PictureBox box;
    box.kind = BoxKind::Port;
    const Node& node = leaf ? order_.graph.node(source.leaf) : order_.node(source.place);
    std::string name = clean_text(order_.graph.name_of(node, source.slot));
    if (!leaf) name = joined({name, name.empty() ? "" : ", ", title_of(node), " #", node.sequence});
    if (name.empty()) name = "a leaf";
    const bool before = leaf ? enters(source.leaf, around_) : carried(source);
    box.lines = {before ? "from the one before" : short_of("from " + name), form_of(node.slots()[source.slot])};
    box.details =
        joined({"from outside: ", name, "\n", box.lines[1], before ? "\nlater ones take it from the one before" : ""});
    ports.in[key_of(source)] = level.boxes.size();
    return box;
  }
  // Whether the next part takes from this one what this one takes from outside.
  bool carried(const NodeOrder::Target& source) const {
    if (around_.repeats < 2) return false;
    const size_t part = around_.part();
    for (size_t place : order_.consumers(source.place)) {
      if (!within(place)) continue;
      std::span<const NodeOrder::Target> one = order_.targets(place), two = order_.targets(place + part);
      for (size_t t = 0; t < one.size() && t < two.size(); ++t) {
        if (key_of(one[t]) == key_of(source) && within(two[t].place)) return true;
      }
    }
    return false;
  }
  // In a part of a repetition the leaf stands for those of all parts.
  std::string leaf_name(size_t leaf) const {
    std::string_view name = order_.graph.name_of(order_.graph.node(leaf), 0);
    std::string pattern = clean_text(name);
    size_t place = order_.uses[leaf].first;
    if (place == NodeOrder::kNone || name.empty()) return pattern;
    size_t t = 0;
    while (order_.targets(place)[t].leaf != leaf) ++t;
    for (const Piece& around : maker_.repetitions_) {
      size_t other = place + around.part() * (around.repeats - 1);
      std::span<const NodeOrder::Target> there = order_.targets(other);
      if (around.repeats < 2 || t >= there.size() || there[t].place != NodeOrder::kNone) continue;
      pattern = pattern_of(pattern, order_.graph.name_of(order_.graph.node(there[t].leaf), 0));
    }
    return pattern;
  }

  // ---- arrows ----

  void add_arrows(const Piece& piece, size_t box) {
    Numbers made;  // by the box they come from
    for (size_t place = piece.first; place < piece.last; ++place) {
      for (const NodeOrder::Target& t : order_.targets(place)) {
        size_t from = PictureBox::kNone;
        if (t.place != NodeOrder::kNone && within(t.place)) {
          if (t.place >= piece.first) continue;
          from = boxes_[piece_of_[t.place - first_]];
        } else if (auto it = extra_.find(key_of(t)); it != extra_.end()) {
          from = it->second;
        } else {
          continue;
        }
        auto [at, is_new] = made.try_emplace(from, level.arrows.size());
        if (is_new) level.arrows.push_back({.from = from, .to = box});
        describe(level.arrows[at->second], t, place);
      }
    }
  }
  void describe(PictureArrow& arrow, const NodeOrder::Target& t, size_t place) {
    const NodeState from = t.place == NodeOrder::kNone ? order_.states[t.leaf] : order_.state(t.place);
    if (from != NodeState::Off && order_.state(place) == NodeState::Runs) arrow.off = false;
    const PictureBox& consumer = level.boxes[arrow.to];
    if (consumer.level != PictureBox::kNone && arrow.to_port == PictureBox::kNone) {
      const auto& in = maker_.ports_[consumer.level].in;
      if (auto it = in.find(key_of(t)); it != in.end()) arrow.to_port = it->second;
    }
    if (t.place == NodeOrder::kNone || !within(t.place)) return;
    leave_by_port(arrow, t.place, t.slot);
    const Node& node = order_.node(t.place);
    std::string name = short_of(clean_text(order_.graph.name_of(node, t.slot)));
    add_label(arrow.label, name + (name.empty() ? "" : " ") + form_of(node.slots()[t.slot]));
  }
  // The port of the level that the arrow's box holds; each part's result leaves where that of the first does.
  void leave_by_port(PictureArrow& arrow, size_t place, size_t slot) const {
    const PictureBox& from = level.boxes[arrow.from];
    if (from.level == PictureBox::kNone || arrow.from_port != PictureBox::kNone) return;
    const Piece& piece = pieces_[piece_of_[place - first_]];
    const auto& out = maker_.ports_[from.level].out;
    auto port = out.find(key_of(piece.first + (place - piece.first) % piece.part(), slot));
    if (port != out.end()) arrow.from_port = port->second;
  }
  static void add_label(std::string& label, const std::string& part) {
    constexpr std::string_view kMore = ", \xe2\x80\xa6";
    if (part.empty() || label.ends_with(kMore) || label.find(part) != std::string::npos) return;
    // Shapes have commas of their own, but no "], ".
    size_t parts = label.empty() ? 0 : 1;
    for (size_t at = label.find("], "); at != std::string::npos; at = label.find("], ", at + 1)) ++parts;
    if (parts < kMaxLabels) {
      label += (parts ? ", " : "") + part;
    } else {
      label += kMore;
    }
  }

  // ---- cuts ----

  std::vector<const Cut*> cuts_of_node(size_t place) const {
    std::vector<const Cut*> cuts;
    if (NodeExtra* extra = order_.node(place).extra_if_any()) {
      for (const EdgeCuts& at : extra->edge_cuts)
        for (const Cut& cut : at.cuts->cuts) cuts.push_back(&cut);
    }
    return cuts;
  }
  std::vector<size_t> add_cuts(const std::vector<const Cut*>& cuts) {
    std::vector<size_t> boxes;
    for (size_t i = 0; i < cuts.size() && i < kMaxSources; ++i) {
      const size_t box = push(cut_box(order_, *cuts[i]));
      boxes.push_back(box);
      const size_t source = cuts[i]->source ? order_.graph.find(*cuts[i]->source.node) : Graph::kNone;
      if (source == Graph::kNone) continue;
      const size_t place = order_.places[source];
      if (place == NodeOrder::kNone) {
        auto leaf = extra_.find(source << 1 | 1);
        if (leaf != extra_.end()) level.arrows.push_back({.from = leaf->second, .to = box, .off = false, .cut = true});
      } else if (within(place) && piece_of_[place - first_] < boxes_.size()) {
        const size_t from = boxes_[piece_of_[place - first_]];
        if (from < box && level.boxes[from].kind != BoxKind::Leaf) {
          level.arrows.push_back({.from = from, .to = box, .off = false, .cut = true});
        }
      }
    }
    return boxes;
  }

  // ---- where arrows end ----

  void add_results() {
    const std::vector<Edge>& roots = order_.graph.roots();
    for (size_t r = 0; r < roots.size(); ++r) {
      PictureBox box;
      box.kind = BoxKind::Result;
      if (r + 1 == kMaxResults && roots.size() > kMaxResults) {
        box.kind = BoxKind::Omitted;
        box.lines = {plural_of(roots.size() - r, "more result")};
        push(std::move(box));
        return;
      }
      const Edge& root = roots[r];
      std::string name = clean_text(order_.graph.name_of(*root.node, root.slot));
      box.lines = {name.empty() ? "result" : short_of(name), form_of(root.node->slots()[root.slot])};
      box.details = joined({"root ", r, name.empty() ? "" : " ", name, ": ", box.lines[1]});
      const size_t index = order_.graph.find(*root.node), place = order_.places[index];
      PictureArrow arrow{.off = order_.states[index] == NodeState::Off};
      box.off = arrow.off;
      if (place == NodeOrder::kNone) {
        auto [it, is_new] = extra_.try_emplace(index << 1 | 1, level.boxes.size());
        if (is_new) push(leaf_box(order_, index, name));
        arrow.from = it->second;
      } else {
        arrow.from = boxes_[piece_of_[place - first_]];
        leave_by_port(arrow, place, root.slot);
      }
      arrow.to = push(std::move(box));
      level.arrows.push_back(std::move(arrow));
    }
    for (const Graph::DeadRoot& root : order_.graph.dead_roots()) {
      std::vector<const Cut*> cuts;
      if (root.cuts)
        for (const Cut& cut : root.cuts->cuts) cuts.push_back(&cut);
      std::vector<size_t> boxes = add_cuts(cuts);
      PictureBox box;
      box.kind = BoxKind::Result;
      box.off = true;
      box.lines = {"result without history", clean_text(root.text)};
      box.details = "this root does not require grad: " + box.lines[1];
      const size_t to = push(std::move(box));
      for (size_t cut : boxes) level.arrows.push_back({.from = cut, .to = to, .off = false, .cut = true});
    }
  }

  // Results that something outside takes.
  void add_out_ports() {
    for (size_t place = first_; place < last_; ++place) {
      Numbers outside;  // by slot: the first consumer
      for (size_t consumer : order_.consumers(place)) {
        if (within(consumer)) continue;
        for (const NodeOrder::Target& t : order_.targets(consumer))
          if (t.place == place) outside.try_emplace(t.slot, consumer);
      }
      for (auto root = maker_.roots_.lower_bound(key_of(place, 0));
           root != maker_.roots_.end() && root->first < key_of(place + 1, 0); ++root) {
        outside.try_emplace(root->second, NodeOrder::kNone);
      }
      for (const auto& [slot, consumer] : outside) add_out_port(place, slot, consumer);
    }
  }
  void add_out_port(size_t place, size_t slot, size_t consumer) {
    const Node& node = order_.node(place);
    PictureBox box;
    box.kind = BoxKind::Port;
    std::string to = consumer == NodeOrder::kNone
                         ? "the result"
                         : joined({title_of(order_.node(consumer)), " #", order_.node(consumer).sequence});
    box.details = joined({"to outside: ", to, "\n", form_of(node.slots()[slot])});
    if (consumer != NodeOrder::kNone && consumer < around_.last) to = "the next one";
    box.lines = {short_of("to " + to), form_of(node.slots()[slot])};
    PictureArrow arrow{.from = boxes_[piece_of_[place - first_]], .to = push(std::move(box))};
    arrow.off = order_.state(place) == NodeState::Off;
    ports.out[key_of(place, slot)] = arrow.to;
    leave_by_port(arrow, place, slot);
    level.arrows.push_back(std::move(arrow));
  }

  PictureMaker& maker_;
  const NodeOrder& order_;
  std::vector<Piece> pieces_;
  const size_t first_, last_;
  const Piece& around_;
  const bool whole_;
  std::vector<size_t> piece_of_;  // by place from first_ on
  std::vector<size_t> boxes_;     // by piece
  Numbers extra_;                 // boxes of leaves and ports
};

size_t PictureMaker::add_level(std::vector<Piece> pieces, const Piece& around, std::string title, bool whole) {
  const size_t index = picture_.levels.size();
  picture_.levels.emplace_back();
  ports_.emplace_back();
  repetitions_.push_back({.first = around.first, .last = around.last, .repeats = around.repeats});
  LevelMaker maker(*this, std::move(pieces), around, whole);
  maker.make();
  repetitions_.pop_back();
  picture_.levels[index] = std::move(maker.level);
  picture_.levels[index].title = std::move(title);
  ports_[index] = std::move(maker.ports);
  return index;
}

void PictureMaker::summarize() {
  const Graph& graph = order_.graph;
  size_t bytes = 0, runs = 0;
  for (size_t place = 0; place < order_.size(); ++place) {
    bytes += order_.node(place).saved_bytes();
    runs += order_.state(place) == NodeState::Runs;
  }
  std::string& text = picture_.summary;
  if (graph.size() == 0) text = "nothing to draw: no root requires grad";
  if (const size_t leaves = graph.size() - order_.size(); graph.size() > 0) {
    text = joined({plural_of(order_.size(), "operator"), ", ", leaves, leaves == 1 ? " leaf" : " leaves", ", saves ",
                   amount_of(bytes)});
  }
  if (order_.restricted) append(text, {"; the grad call executes ", runs, " of ", order_.size()});
  if (left_out_) append(text, {"; ", plural_of(left_out_, "operator"), " left out"});
}

}  // namespace

Picture make_picture(const Graph& graph, const PictureOptions& options) { return PictureMaker(graph, options).make(); }

}  // namespace vjp
