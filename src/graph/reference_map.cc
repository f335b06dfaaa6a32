// The map of what the objects of a language keep alive.
//
// Note: how it is found. From the roots every reference is followed and counted. What has more references than were
// found is kept by something else, and so is all that it leads to. Of the rest, an object with one reference belongs to
// its holder; one with several is a group. A circle among them has a way in besides itself, so following single
// holders upward ends.
#include <algorithm>
#include <unordered_map>

#include "graph/attributes.h"
#include "graph/references.h"

namespace vjp {
namespace {

struct Item {
  Referee kind;
  void* object;
  size_t found = 0;           // references
  int64_t holder = -1;        // the first: a root r as r, item i as (roots + i)
  size_t first = 0, end = 0;  // of its references in Walk::references
  int64_t part_of = -1;       // root or group, see vjp_reference_edge; -1: not known yet
  bool live = false;
};

struct Reference {
  int64_t item;  // -1: a context or a link
  void* target;
  void (*drop)(void*);
};

class Walk {
 public:
  explicit Walk(std::span<const vjp_reference_root> roots)
      : roots_(roots), count_(static_cast<int64_t>(roots.size())) {}
  Walk(const Walk&) = delete;
  Walk& operator=(const Walk&) = delete;
  ~Walk() {
    for (const Item& item : items_) release_referee(item.kind, item.object);
  }
  Ref<ReferenceMap> run();

 private:
  int64_t find(Referee kind, void* object, int64_t holder);
  void visit(size_t index);
  void spread_life();
  void form_groups();
  int64_t part(int64_t index);
  void emit();

  std::span<const vjp_reference_root> roots_;
  const int64_t count_;
  std::vector<int64_t> of_root_;
  std::vector<Item> items_;
  std::vector<Reference> references_;
  std::unordered_map<void*, int64_t> known_;
  int64_t visiting_ = 0;
  Ref<ReferenceMap> map_ = Ref<ReferenceMap>::take(new ReferenceMap);
};

int64_t Walk::find(Referee kind, void* object, int64_t holder) {
  auto [at, fresh] = known_.try_emplace(object, static_cast<int64_t>(items_.size()));
  if (fresh) {
    items_.push_back({kind, object, 0, holder});
    refs_of(kind, object).retain();  // another thread may drop what it was found in
  }
  ++items_[static_cast<size_t>(at->second)].found;
  return at->second;
}

void Walk::visit(size_t index) {
  visiting_ = count_ + static_cast<int64_t>(index);
  ReferenceVisitor note{
      [](void* data, Referee kind, void* object, void (*drop)(void*)) {
        Walk& walk = *static_cast<Walk*>(data);
        bool inside = kind != Referee::Context && kind != Referee::Link;
        walk.references_.push_back({inside ? walk.find(kind, object, walk.visiting_) : -1, object, drop});
      },
      this};
  Referee kind = items_[index].kind;
  void* object = items_[index].object;
  items_[index].first = references_.size();
  switch (kind) {
    case Referee::Tensor:
      visit_references(*static_cast<TensorImpl*>(object), note);
      break;
    case Referee::Node:
      visit_references(*static_cast<Node*>(object), note);
      break;
    case Referee::SavedBox:
      visit_saved_box(object, note);
      break;
    case Referee::PackHooks:
      static_cast<PackHooks*>(object)->visit_context(note);
      break;
    case Referee::MultiHook:
      multi_hook.visit(object, note);
      break;
    case Referee::RawSaved:
      note(Referee::Node, static_cast<RawSaved*>(object)->node());
      break;
    default:
      break;
  }
  items_[index].end = references_.size();
}

void Walk::spread_life() {
  std::vector<size_t> open;
  for (size_t i = 0; i < items_.size(); ++i) {
    if (refs_of(items_[i].kind, items_[i].object).count() == items_[i].found + 1) continue;  // and that of the walk
    items_[i].live = true;
    open.push_back(i);
  }
  while (!open.empty()) {
    const Item item = items_[open.back()];
    open.pop_back();
    for (size_t r = item.first; r < item.end; ++r) {
      if (references_[r].item < 0) continue;
      auto child = static_cast<size_t>(references_[r].item);
      if (std::exchange(items_[child].live, true)) continue;
      open.push_back(child);
    }
  }
}

void Walk::form_groups() {
  for (Item& item : items_) {
    if (!item.live && item.found > 1) item.part_of = count_ + static_cast<int64_t>(map_->num_groups++);
  }
}

// What an item belongs to: the root or group at the end of its single holders.
int64_t Walk::part(int64_t index) {
  int64_t at = index;
  while (items_[static_cast<size_t>(at)].part_of < 0 && items_[static_cast<size_t>(at)].holder >= count_)
    at = items_[static_cast<size_t>(at)].holder - count_;
  const Item& last = items_[static_cast<size_t>(at)];
  int64_t owner = last.part_of >= 0 ? last.part_of : last.holder;
  for (at = index; items_[static_cast<size_t>(at)].part_of < 0;) {  // remembered along the way
    Item& item = items_[static_cast<size_t>(at)];
    item.part_of = owner;
    if (item.holder < count_) break;
    at = item.holder - count_;
  }
  return owner;
}

void Walk::emit() {
  auto& edges = map_->edges;
  for (int64_t r = 0; r < count_; ++r) {
    const Item& item = items_[static_cast<size_t>(of_root_[static_cast<size_t>(r)])];
    map_->live.push_back(item.live);
    if (!item.live && item.found > 1) edges.push_back({r, item.part_of, nullptr, nullptr});
  }
  for (size_t i = 0; i < items_.size(); ++i) {
    if (items_[i].live) continue;
    int64_t from = part(static_cast<int64_t>(i));
    for (size_t r = items_[i].first; r < items_[i].end; ++r) {
      const Reference& ref = references_[r];
      if (ref.item < 0) {
        edges.push_back({from, -1, ref.target, ref.drop});
      } else if (const Item& child = items_[static_cast<size_t>(ref.item)]; !child.live && child.found > 1) {
        edges.push_back({from, child.part_of, nullptr, nullptr});
      }
    }
  }
  std::stable_sort(edges.begin(), edges.end(), [](const auto& a, const auto& b) { return a.from < b.from; });
}

Ref<ReferenceMap> Walk::run() {
  for (int64_t r = 0; r < count_; ++r) {
    const vjp_reference_root& root = roots_[static_cast<size_t>(r)];
    Referee kind = Referee::Tensor;
    switch (root.kind) {
      case VJP_REFERENCE_TENSOR:
        break;
      case VJP_REFERENCE_NODE:
        kind = Referee::Node;
        break;
      case VJP_REFERENCE_RAW_SAVED:
        kind = Referee::RawSaved;
        break;
      default:
        fail(VJP_ERROR_INVALID, "reference map: root {} has no kind {}", r, root.kind);
    }
    if (!root.object) fail(VJP_ERROR_INVALID, "reference map: root {} is NULL", r);
    of_root_.push_back(find(kind, root.object, r));
  }
  for (size_t i = 0; i < items_.size(); ++i) visit(i);
  spread_life();
  form_groups();
  emit();
  return std::move(map_);
}

}  // namespace

RefCount& refs_of(Referee kind, void* object) {
  switch (kind) {
    case Referee::Tensor:
      return static_cast<TensorImpl*>(object)->refs;
    case Referee::Node:
      return static_cast<Node*>(object)->refs;
    case Referee::SavedBox:
      return saved_box_refs(object);
    case Referee::PackHooks:
      return static_cast<PackHooks*>(object)->refs;
    case Referee::MultiHook:
      return multi_hook.refs(object);
    default:
      return static_cast<RawSaved*>(object)->refs;
  }
}

void release_referee(Referee kind, void* object) noexcept {
  switch (kind) {
    case Referee::Tensor:
      Tensor::take(static_cast<TensorImpl*>(object));
      break;
    case Referee::Node:
      Ref<Node>::take(static_cast<Node*>(object));
      break;
    case Referee::SavedBox:
      release_saved_box(object);
      break;
    case Referee::PackHooks:
      Ref<PackHooks>::take(static_cast<PackHooks*>(object));
      break;
    case Referee::MultiHook:
      multi_hook.release(object);
      break;
    default:
      Ref<RawSaved>::take(static_cast<RawSaved*>(object));
      break;
  }
}

Ref<ReferenceMap> map_references(std::span<const vjp_reference_root> roots) { return Walk(roots).run(); }

}  // namespace vjp
