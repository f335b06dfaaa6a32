// Folding: what comes several times in a row becomes one piece.
//
// Passes over the list of pieces look for neighbours that look the same, first for parts of one piece, then of two, and
// so on; what has been folded is one piece of the list from then on, so that repeats of repeats are found. That a part
// repeats is seen from the kinds of its nodes, and then made sure of edge by edge: each edge of the next part leads to
// what lies as far ahead, to the same node outside, or to a leaf of its own.
#include <algorithm>

#include "observe/picture_order.h"
#include "observe/picture_text.h"

namespace vjp {
namespace {

constexpr size_t kWorthwhile = 8;          // nodes that go out of the picture
constexpr size_t kNear = 32;               // places where a name is looked for
constexpr size_t kMaxDepth = 16;           // of groups
constexpr size_t kPassWork = 30'000'000;   // pieces that are looked at in all passes
constexpr size_t kMatchWork = 30'000'000;  // edges that are compared in all

class Folder {
 public:
  explicit Folder(const NodeOrder& order) : order_(order) {}

  std::vector<Piece> fold(std::vector<Piece> list) {
    for (size_t period = 1; 2 * period <= list.size() && pass_work_ > list.size(); ++period) {
      pass_work_ -= list.size();
      pass(list, period);
    }
    return list;
  }

 private:
  void pass(std::vector<Piece>& list, size_t period) {
    // For how many pieces from here on the one a period later looks the same.
    runs_.assign(list.size(), 0);
    bool any = false;
    for (size_t i = list.size() - period; i-- > 0;) {
      if (list[i].kind != list[i + period].kind) continue;
      runs_[i] = (i + 1 < runs_.size() ? runs_[i + 1] : 0) + 1;
      any = any || runs_[i] >= period;
    }
    if (!any) return;
    std::vector<Piece> out;
    for (size_t i = 0; i < list.size();) {
      size_t begin = i, repeats = runs_[i] >= period ? find(list, i, period, begin) : 1;
      size_t end = repeats > 1 ? begin + repeats * period : i + 1;
      if (repeats == 1) begin = i + 1;
      for (size_t single = i; single < begin; ++single) out.push_back(std::move(list[single]));
      if (repeats > 1) out.push_back(join(list, begin, period, repeats));
      i = end;
    }
    list = std::move(out);
  }

  static size_t length(const std::vector<Piece>& list, size_t begin, size_t period) {
    return list[begin + period - 1].last - list[begin].first;
  }
  static bool worthwhile(size_t repeats, size_t nodes) { return repeats > 1 && (repeats - 1) * nodes >= kWorthwhile; }

  // How often what begins somewhere in [i, i + period) repeats, and where: at the place where the least goes from one
  // part to the next, for that is where a person would divide it.
  size_t find(const std::vector<Piece>& list, size_t i, size_t period, size_t& begin) {
    const size_t stretch = runs_[i] + period, most = stretch / period;
    begin = i;
    for (size_t at = i + 1; at < i + period && (stretch - (at - i)) / period >= std::max<size_t>(2, most - 1); ++at) {
      // One part less is a price, for its pieces stay single then.
      const size_t factor = (stretch - (at - i)) / period < most ? 2 : 1;
      const size_t one = list[begin + period].first, two = list[at + period].first;
      const size_t best = order_.width(one), here = factor * order_.width(two);
      if (here < best || (here == best && factor == 1 && bond(two) < bond(one))) begin = at;
    }
    const size_t nodes = length(list, begin, period);
    size_t possible = (stretch - (begin - i)) / period, repeats = 1;
    if (!worthwhile(possible, nodes)) return 1;
    const size_t first = list[begin].first;
    while (repeats < possible && same(first + (repeats - 1) * nodes, nodes, repeats == 1)) ++repeats;
    return worthwhile(repeats, nodes) ? repeats : 1;
  }

  // How much the names of the leaves right before and after a place have in common: least between two layers.
  size_t bond(size_t place) const {
    std::string_view before, after;
    for (size_t d = 1; d <= kNear && d <= place && before.empty(); ++d) before = name_at(place - d, true);
    for (size_t d = 0; d < kNear && place + d < order_.size() && after.empty(); ++d) after = name_at(place + d, false);
    return static_cast<size_t>(std::mismatch(before.begin(), before.end(), after.begin(), after.end()).first -
                               before.begin());
  }
  std::string_view name_at(size_t place, bool last) const {
    std::string_view name;
    for (const NodeOrder::Target& t : order_.targets(place)) {
      if (t.place != NodeOrder::kNone || (!last && !name.empty())) continue;
      name = order_.graph.name_of(order_.graph.node(t.leaf), 0);
    }
    return name;
  }

  // Whether the part at `a` and the one after it are the same.
  bool same(size_t a, size_t nodes, bool first) {
    leaves_.clear();
    for (size_t place = a; place < a + nodes; ++place) {
      std::span<const NodeOrder::Target> one = order_.targets(place), two = order_.targets(place + nodes);
      if (one.size() != two.size() || match_work_ < one.size()) return false;
      match_work_ -= one.size();
      for (size_t t = 0; t < one.size(); ++t)
        if (!same(one[t], two[t], a, nodes, first)) return false;
    }
    return true;
  }
  bool same(const NodeOrder::Target& one, const NodeOrder::Target& two, size_t a, size_t nodes, bool first) {
    if (one.edge != two.edge) return false;
    const bool leaf = one.place == NodeOrder::kNone;
    // What the first part takes from outside, the next one takes from the first.
    if (first && two.place != NodeOrder::kNone && two.place >= a && two.place < a + nodes && (leaf || one.place < a)) {
      return true;
    }
    if (one.slot != two.slot || leaf != (two.place == NodeOrder::kNone)) return false;
    if (leaf) {
      const bool own = one.leaf == two.leaf || order_.uses[two.leaf].first >= a + nodes;
      return own && leaves_.try_emplace(one.leaf, two.leaf).first->second == two.leaf;
    }
    return one.place + nodes == two.place || (one.place == two.place && one.place < a);
  }

  static Piece join(std::vector<Piece>& list, size_t begin, size_t period, size_t repeats) {
    Piece whole;
    whole.first = list[begin].first;
    whole.last = list[begin + repeats * period - 1].last;
    whole.repeats = repeats;
    whole.kind = repeats;
    for (size_t i = begin; i < begin + period; ++i) {
      whole.kind = (whole.kind ^ list[i].kind) * 0x9e3779b97f4a7c15u;
      whole.kind ^= whole.kind >> 31;
    }
    if (!list[begin].group.empty() && period == 1) {
      whole.group = pattern_of(list[begin].group, list[begin + repeats - 1].group);
      if (whole.group.empty()) whole.group = list[begin].group;
    }
    if (period == 1 && list[begin].repeats == 1 && !list[begin].inside.empty()) {
      whole.inside = std::move(list[begin].inside);  // of one group after another, what the first holds
    } else {
      for (size_t i = begin; i < begin + period; ++i) whole.inside.push_back(std::move(list[i]));
    }
    return whole;
  }

  const NodeOrder& order_;
  size_t pass_work_ = kPassWork, match_work_ = kMatchWork;
  std::vector<size_t> runs_;
  Numbers leaves_;  // of one part, those of the next
};

// The part of a path "encoder/layer 3/attention" that names the group `depth` levels down; "" if it ends before.
std::string_view component(std::string_view path, size_t depth) {
  for (; depth > 0; --depth) {
    size_t slash = path.find('/');
    if (slash == std::string_view::npos) return {};
    path.remove_prefix(slash + 1);
  }
  return path.substr(0, path.find('/'));
}

// Layers are numbered: without its numbers a name says which groups may be the same.
uint64_t kind_of_group(std::string_view name, const std::vector<Piece>& inside) {
  uint64_t kind = 0x84222325u;
  auto add = [&](uint64_t value) { kind = ((kind ^ value) * 0x9e3779b97f4a7c15u) ^ (kind >> 31); };
  for (char c : name)
    if (c < '0' || c > '9') add(static_cast<unsigned char>(c));
  for (const Piece& piece : inside) add(piece.kind);
  return kind;
}

class Divider {
 public:
  Divider(const NodeOrder& order, bool fold) : order_(order), fold_(fold), folder_(order) {}

  std::vector<Piece> divide(size_t first, size_t last, size_t depth) {
    std::vector<Piece> list;
    for (size_t place = first; place < last;) {
      std::string_view name = depth < kMaxDepth ? component(path(place), depth) : std::string_view();
      size_t end = place + 1;
      while (!name.empty() && end < last && component(path(end), depth) == name) ++end;
      if (end - place > 1) {
        Piece group{.first = place, .last = end, .group = std::string(name)};
        group.inside = divide(place, end, depth + 1);
        group.kind = kind_of_group(name, group.inside);
        list.push_back(std::move(group));
      } else {
        list.push_back({.first = place, .last = end, .kind = order_.kinds[place]});
      }
      place = end;
    }
    return fold_ ? folder_.fold(std::move(list)) : list;
  }

 private:
  std::string_view path(size_t place) const { return order_.graph.group_of(order_.nodes[place]); }

  const NodeOrder& order_;
  const bool fold_;
  Folder folder_;
};

}  // namespace

std::vector<Piece> pieces_of(const NodeOrder& order, bool fold) {
  return Divider(order, fold).divide(0, order.size(), 0);
}

}  // namespace vjp
