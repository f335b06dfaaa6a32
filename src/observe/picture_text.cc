#include "observe/picture_text.h"

#include <algorithm>
#include <cstdio>

#include "graph/extra.h"
#include "graph/meta.h"
#include "graph/saved.h"

namespace vjp {
namespace {

constexpr size_t kFits = 30;  // letters of a line in a box

// How many bytes the character at the front has; 0 where the text is no UTF-8, or a control character.
size_t character(std::string_view text) {
  auto at = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = at(0);
  if (first < 0x80) return first >= 0x20 && first != 0x7f ? 1 : 0;
  const size_t length = first >= 0xf0 && first < 0xf5 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < length) return 0;
  uint32_t code = first & (0xffu >> (length + 1));
  for (size_t i = 1; i < length; ++i) {
    if ((at(i) & 0xc0) != 0x80) return 0;
    code = code << 6 | (at(i) & 0x3fu);
  }
  const bool too_long = (length == 3 && code < 0x800) || (length == 4 && (code < 0x10000 || code > 0x10ffff));
  const bool no_character =
      (code >= 0xd800 && code < 0xe000) || (code & 0xfffe) == 0xfffe || (code >= 0x80 && code < 0xa0);
  return too_long || no_character ? 0 : length;
}

void add_line(std::string& text, Parts line) {
  if (!text.empty()) text += '\n';
  append(text, line);
}

std::string bytes_of(const SavedTensor& saved) {
  if (saved.has_hooks()) return "packed by hooks";
  Tensor t = saved.plain(true);
  return joined({t ? describe(*t.get()) + ", " : "", amount_of(saved.bytes())});
}

void add_saved(Node& node, std::string& details) {
  for (size_t a = 0; a < node.num_attributes(); ++a) {
    std::vector<SavedTensor> saved;
    {
      SavedLock lock(node);
      std::span<SavedTensor> there = node.saved_tensors(a);
      saved.assign(there.begin(), there.end());
    }
    size_t some = 0, bytes = 0;
    for (const SavedTensor& s : saved) {
      some += s ? 1 : 0;
      bytes += s.bytes();
    }
    if (some == 0) continue;
    std::string what = some > 1 ? joined({plural_of(some, "tensor"), ", ", amount_of(bytes)}) : bytes_of(saved.front());
    add_line(details, {"saved ", clean_text(node.attribute_name(a)), ": ", what});
  }
}

const char* words_of(NodeState state) {
  switch (state) {
    case NodeState::Off:
      return "the grad call does not execute it";
    case NodeState::Taken:
      return "the grad call takes a gradient here";
    case NodeState::Runs:
      break;
  }
  return "the grad call executes it";
}

void add_hooks(const Node& node, PictureBox& box) {
  if (size_t hooks = hooks_of(node)) {
    box.lines.push_back(plural_of(hooks, "hook"));
    add_line(box.details, {box.lines.back()});
  }
}

}  // namespace

Part::Part(size_t number)
    : text_(nullptr), size_(static_cast<size_t>(std::snprintf(digits_, sizeof digits_, "%zu", number))) {}
Part::Part(double number) : text_(nullptr) {
  size_ = static_cast<size_t>(std::snprintf(digits_, sizeof digits_, "%.1f", number));
  if (std::string_view(digits_, size_).ends_with(".0")) size_ -= 2;
}
void append(std::string& text, Parts parts) {
  for (const Part& part : parts) text += part.view();
}
std::string joined(Parts parts) {
  std::string text;
  append(text, parts);
  return text;
}

std::string clean_text(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    size_t length = character(text);
    if (length == 0 && static_cast<unsigned char>(text[0]) < 0x80) {
      out += ' ';
    } else if (length == 0) {
      out += "\xef\xbf\xbd";
    } else {
      out += text.substr(0, length);
    }
    text.remove_prefix(std::max<size_t>(1, length));
  }
  return out;
}

std::string amount_of(size_t bytes) {
  static constexpr const char* kUnits[] = {"B", "KiB", "MiB", "GiB", "TiB"};
  auto value = static_cast<double>(bytes);
  int unit = 0;
  for (; value >= 1024 && unit < 4; ++unit) value /= 1024;
  char text[32];
  std::snprintf(text, sizeof text, unit > 0 && value < 100 ? "%.1f %s" : "%.0f %s", value, kUnits[unit]);
  return text;
}

std::string plural_of(size_t count, const char* noun) { return joined({count, " ", noun, count == 1 ? "" : "s"}); }

std::string form_of(const SlotMeta& slot) {
  return slot.dtype == Dtype::None ? "" : name_of(slot.dtype) + detail::to_text(slot.sizes());
}

std::string title_of(const Node& node) { return title_of(node.name()); }
std::string title_of(std::string_view name) {
  std::string title = clean_text(name);
  constexpr std::string_view kSuffix = "Backward";
  if (title.size() > kSuffix.size() && title.ends_with(kSuffix)) title.resize(title.size() - kSuffix.size());
  return title;
}

// The beginning and the end say most of a long name.
std::string short_of(std::string_view text) {
  std::vector<std::string_view> letters;
  for (std::string_view rest = text; !rest.empty(); rest.remove_prefix(letters.back().size())) {
    letters.push_back(rest.substr(0, std::max<size_t>(1, character(rest))));
  }
  if (letters.size() <= kFits) return std::string(text);
  std::string out;
  for (size_t i = 0; i < kFits / 2; ++i) out += letters[i];
  out += "\xe2\x80\xa6";
  for (size_t i = letters.size() - kFits / 2; i < letters.size(); ++i) out += letters[i];
  return out;
}

size_t hooks_of(const Node& node) {
  size_t count = 0;
  if (NodeExtra* extra = node.extra_if_any()) {
    count = extra->tensor_hooks.size() + extra->pre_hooks.size() + extra->post_hooks.size() + extra->num_retained();
  }
  if (TensorImpl* leaf = node.accumulated_leaf(); leaf && leaf->meta) {
    count += leaf->meta->tensor_hooks.size() + leaf->meta->post_accumulate_hooks.size();
  }
  return count;
}

const char* reason_of(CutReason reason) {
  switch (reason) {
    case CutReason::Detached:
      return "detached";
    case CutReason::GradModeOff:
      return "grad mode off";
    case CutReason::NotDifferentiable:
      return "not differentiable";
    case CutReason::IntegerDtype:
      return "integers";
    case CutReason::DataAlias:
      return "data without history";
    case CutReason::DeadView:
      return "view made with grad mode off";
    case CutReason::Inference:
      return "inference mode";
  }
  return "";
}

std::string pattern_of(std::string_view one, std::string_view two) {
  if (one == two) return std::string(one);
  auto digit = [](char c) { return c >= '0' && c <= '9'; };
  const size_t most = std::min(one.size(), two.size());
  size_t front = 0, back = 0;
  while (front < most && one[front] == two[front]) ++front;
  while (back < most - front && one[one.size() - 1 - back] == two[two.size() - 1 - back]) ++back;
  while (front > 0 && digit(one[front - 1])) --front;
  while (back > 0 && digit(one[one.size() - back])) --back;
  if (front == 0 && back == 0) return "";
  return clean_text(joined({one.substr(0, front), "*", one.substr(one.size() - back)}));
}

PictureBox operator_box(const NodeOrder& order, size_t place) {
  Node& node = order.node(place);
  PictureBox box;
  box.off = order.state(place) == NodeState::Off;
  box.wanted = order.state(place) == NodeState::Taken;
  box.freed = node.freed;
  box.lines.push_back(joined({short_of(title_of(node)), " #", node.sequence}));
  box.details = joined({clean_text(node.name()), " #", node.sequence, ", recorded by thread ", size_t{node.thread}});
  if (std::string_view group = order.graph.group_of(order.nodes[place]); !group.empty()) {
    add_line(box.details, {"in ", clean_text(group)});
  }
  for (size_t s = 0; s < node.num_slots; ++s) {
    std::string name = clean_text(order.graph.name_of(node, s));
    add_line(box.details, {"result ", s, ": ", name, name.empty() ? "" : " ", form_of(node.slots()[s])});
  }
  add_saved(node, box.details);
  if (size_t bytes = node.saved_bytes()) box.lines.push_back(joined({"saves ", amount_of(bytes)}));
  if (box.freed) {
    box.lines.push_back("freed");
    add_line(box.details, {"saved values were freed"});
  }
  add_hooks(node, box);
  if (order.restricted) add_line(box.details, {words_of(order.state(place))});
  if (auto* site = static_cast<const char*>(metadata(node, kCallSiteKey))) {
    add_line(box.details, {"made at"});
    for (std::string_view rest = site; !rest.empty();) {
      size_t end = std::min(rest.find('\n'), rest.size());
      add_line(box.details, {clean_text(rest.substr(0, end))});
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }
  return box;
}

PictureBox leaf_box(const NodeOrder& order, size_t leaf, const std::string& name) {
  Node& node = order.graph.node(leaf);
  PictureBox box;
  box.kind = BoxKind::Leaf;
  box.off = order.states[leaf] == NodeState::Off;
  box.wanted = order.states[leaf] == NodeState::Taken;
  if (!name.empty()) box.lines.push_back(short_of(name));
  box.lines.push_back(form_of(node.slots()[0]));
  box.details = joined({"leaf ", name, name.empty() ? "" : ": ", box.lines.back()});
  add_hooks(node, box);
  if (order.restricted) add_line(box.details, {words_of(order.states[leaf])});
  return box;
}

PictureBox cut_box(const NodeOrder& order, const Cut& cut) {
  PictureBox box;
  box.kind = BoxKind::Cut;
  box.lines = {short_of(joined({"cut by ", clean_text(cut.operation)})), reason_of(cut.reason)};
  box.details = joined({clean_text(cut.operation), " cut the history here: ", reason_of(cut.reason)});
  if (cut.source) {
    const Node& node = *cut.source.node;
    const bool leaf = node.accumulated_leaf() != nullptr;
    std::string name = clean_text(order.graph.name_of(node, cut.source.slot));
    if (name.empty()) {
      name = leaf ? joined({"a leaf, ", form_of(node.slots()[0])}) : joined({title_of(node), " #", node.sequence});
    }
    add_line(box.details, {"behind it lies ", name});
    if (!leaf || name.find(',') == std::string::npos) box.lines.push_back(short_of(joined({"of ", name})));
  }
  return box;
}

Contents::Contents(const NodeOrder& order, const Piece& piece) : nodes(piece.last - piece.first) {
  for (size_t place = piece.first; place < piece.last; ++place) {
    const Node& node = order.node(place);
    bytes += node.saved_bytes();
    runs += order.state(place) == NodeState::Runs;
    freed += node.freed ? 1 : 0;
    hooks += hooks_of(node);
    if (NodeExtra* extra = node.extra_if_any()) {
      for (const EdgeCuts& at : extra->edge_cuts) cuts += at.cuts->cuts.size();
    }
    lowest = std::min(lowest, node.sequence);
    highest = std::max(highest, node.sequence);
    auto same = [&](const auto& of) { return of.first == node.name(); };
    auto found = std::find_if(operators.begin(), operators.end(), same);
    if (found == operators.end()) found = operators.insert(found, {node.name(), 0});
    ++found->second;
    for (; found != operators.begin() && found[-1].second < found->second; --found) std::swap(found[-1], *found);
  }
}

PictureBox block_box(const NodeOrder& order, const Piece& piece, const std::string& name) {
  Contents held(order, piece);
  PictureBox box;
  box.kind = piece.omitted ? BoxKind::Omitted : BoxKind::Block;
  box.off = held.runs == 0;
  box.freed = held.freed == held.nodes;
  box.repeated = piece.repeats > 1;
  std::string title = piece.omitted ? joined({plural_of(held.nodes, "operator"), " left out"}) : short_of(name);
  if (piece.repeats > 1) append(title, {" \xc3\x97", piece.repeats});
  box.lines.push_back(title);
  box.details = title;
  const size_t each = held.nodes / piece.repeats;
  const bool several = each > 1 && !piece.omitted;
  if (several) {
    box.lines.push_back(joined({plural_of(each, "operator"), piece.repeats > 1 ? " each" : ""}));
    add_line(box.details, {box.lines.back(), ", ", plural_of(held.nodes, "node"), " in all"});
  }
  add_line(box.details, {"#", held.lowest, " to #", held.highest});
  std::string list, shown;
  for (const auto& [operation, times] : held.operators) {
    const size_t count = times / piece.repeats;
    append(list, {list.empty() ? "" : ", ", title_of(operation)});
    if (count > 1) append(list, {" ", count});
    if (list.size() <= kFits) shown = list;
  }
  if (shown.size() < list.size()) shown += shown.empty() ? short_of(list) : ", \xe2\x80\xa6";
  if (each > 1) box.lines.push_back(shown);
  add_line(box.details, {"holds ", list});
  auto fact = [&](size_t count, Parts parts) {
    if (count == 0) return;
    box.lines.push_back(joined(parts));
    add_line(box.details, parts);
  };
  fact(held.bytes, {"saves ", amount_of(held.bytes)});
  fact(held.freed, {held.freed == held.nodes ? "" : plural_of(held.freed, "node") + " ", "freed"});
  fact(held.hooks, {plural_of(held.hooks, "hook")});
  fact(held.cuts, {plural_of(held.cuts, "cut")});
  if (order.restricted && held.runs > 0) fact(held.nodes - held.runs, {held.runs, " of ", held.nodes, " run"});
  return box;
}

}  // namespace vjp
