// The walk down the tree: what a call costs that is compiled, and so compiled for speed.
#include "compile/cache.h"

namespace vjp::compile {

namespace {

Found failed(const Walk& walk, const Segment* at, size_t site) {
  // numbers that do not fall: the other way says whether the heap's order is another one
  if (walk.failure() == Fallback::Order) return {Found::Miss, nullptr, at, site};
  return {Found::Failed, nullptr, nullptr, 0};
}

}  // namespace

Found Cache::find(Walk& walk, bool accumulate) {
  if (!walk.begin(accumulate)) return failed(walk, nullptr, 0);
  const Segment* segment = nullptr;
  for (const auto& top : tops_)
    if (same_words(top->head, walk.key())) segment = &top->first;
  if (!segment) return {Found::Miss};
  for (;;) {
    if (walk.complete()) {
      if (!segment->leaf) return {Found::Miss};
      Leaf& leaf = *segment->leaf;
      return {Found::OtherSizes, &leaf};
    }
    // Which of the children: where several go on with the same node, its key is written once.
    const Segment* next = nullptr;
    const Walk::Mark mark = walk.mark();
    const bool alone = segment->children.size() == 1;
    uint32_t tried = Walk::kAbsent;
    for (const auto& child : segment->children) {
      const Site& first = child->sites.front();
      const std::span<const uint64_t> key = child->key(first);
      if (first.number != tried) {
        if (tried != Walk::kAbsent) walk.back_to(mark);
        tried = first.number;
        if (!walk.visit(walk.node(tried), alone ? key : std::span<const uint64_t>()))
          return failed(walk, child.get(), 0);
      }
      if (alone ? walk.as_expected() : same_words(key, walk.key())) {
        next = child.get();
        break;
      }
    }
    if (!next) return {Found::Miss, nullptr, segment->children.empty() ? nullptr : segment->children[0].get(), 0};
    walk.go_on(walk.node(tried));
    segment = next;
    const uint64_t* const words = segment->words.data();
    for (size_t i = 1; i < segment->sites.size(); ++i) {
      const Site& site = segment->sites[i];
      Node& node = walk.node(site.number);
      if (!walk.visit(node, {words + site.key_at, site.key_size})) return failed(walk, segment, i);
      if (!walk.as_expected()) return {Found::Miss, nullptr, segment, i};
      walk.go_on(node);
    }
  }
}

}  // namespace vjp::compile
