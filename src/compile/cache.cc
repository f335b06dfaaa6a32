#include "compile/cache.h"

#include <algorithm>

#include "base/error.h"

namespace vjp::compile {

// ---- sizes ----

bool Program::holds_for(std::span<const int64_t> given) const {
  if (given.size() != sizes.size()) return false;
  for (size_t i = 0; i < given.size(); ++i)
    if (given[i] != sizes[i].value && (!sizes[i].open || given[i] < 2)) return false;
  return true;
}

bool Program::could_hold_for(std::span<const int64_t> given) const {
  if (given.size() != sizes.size()) return false;
  for (size_t i = 0; i < given.size(); ++i)
    if (given[i] != sizes[i].value && (given[i] < 2 || sizes[i].value < 2)) return false;
  return true;
}

// ---- the tree ----

size_t Segment::memory() const {
  return sizeof *this + sites.capacity() * sizeof(Site) + words.capacity() * sizeof(uint64_t) +
         edges.capacity() * sizeof(EdgeTarget) + children.capacity() * sizeof(children[0]) + (leaf ? sizeof(Leaf) : 0);
}

Cache& Cache::of_process() {
  static auto* cache = new Cache();  // never destroyed: nothing is registered to run at exit
  return *cache;
}

// Makes two segments of one, the second of which begins with the site; returns the first.
Segment& Cache::cut(Segment& segment, size_t site) {
  auto rest = std::make_unique<Segment>();
  rest->parent = &segment;
  rest->children.reserve(std::max<size_t>(segment.children.size(), 1));
  const Site& first = segment.sites[site];
  const uint32_t words = first.key_at, edges = first.edges_at;
  rest->sites.assign(segment.sites.begin() + static_cast<ptrdiff_t>(site), segment.sites.end());
  rest->words.assign(segment.words.begin() + words, segment.words.end());
  rest->edges.assign(segment.edges.begin() + edges, segment.edges.end());
  for (Site& s : rest->sites) s.key_at -= words, s.edges_at -= edges;
  std::vector<std::unique_ptr<Segment>> alone;
  alone.reserve(2);
  // Nothing fails from here on.
  segment.sites.resize(site);
  segment.words.resize(words);
  segment.edges.resize(edges);
  rest->children = std::move(segment.children);
  for (auto& child : rest->children) child->parent = rest.get();
  rest->leaf = std::move(segment.leaf);
  if (rest->leaf) rest->leaf->segment = rest.get();
  alone.push_back(std::move(rest));
  segment.children = std::move(alone);
  return segment;
}

Leaf& Cache::insert(const Segment& whole, std::span<const uint64_t> head) {
  Segment* segment = nullptr;
  for (const auto& top : tops_)
    if (same_words(top->head, head)) segment = &top->first;
  if (!segment) {
    auto top = std::make_unique<Top>();
    top->head.assign(head.begin(), head.end());
    tops_.push_back(std::move(top));
    segment = &tops_.back()->first;
  }
  size_t next = 0;  // site of `whole`
  const auto alike = [&](const Segment& there, size_t site) {
    return there.sites[site].number == whole.sites[next].number &&
           same_words(there.key(there.sites[site]), whole.key(whole.sites[next]));
  };
  while (next < whole.sites.size()) {
    const auto child =
        std::find_if(segment->children.begin(), segment->children.end(), [&](const auto& c) { return alike(*c, 0); });
    if (child == segment->children.end()) break;
    segment = child->get();
    size_t i = 0;
    while (i < segment->sites.size() && next < whole.sites.size() && alike(*segment, i)) ++i, ++next;
    if (i < segment->sites.size()) segment = &cut(*segment, i);
  }
  if (next < whole.sites.size()) {
    auto rest = std::make_unique<Segment>();
    rest->parent = segment;
    const Site& first = whole.sites[next];
    rest->sites.assign(whole.sites.begin() + static_cast<ptrdiff_t>(next), whole.sites.end());
    rest->words.assign(whole.words.begin() + first.key_at, whole.words.end());
    rest->edges.assign(whole.edges.begin() + first.edges_at, whole.edges.end());
    for (Site& s : rest->sites) s.key_at -= first.key_at, s.edges_at -= first.edges_at;
    segment->children.push_back(std::move(rest));
    segment = segment->children.back().get();
  }
  if (!segment->leaf) {
    auto leaf = std::make_unique<Leaf>();
    leaf->segment = segment;
    leaves_.push_back(leaf.get());
    segment->leaf = std::move(leaf);
  }
  return *segment->leaf;
}

void Cache::record(Leaf& leaf, std::span<const int64_t> sizes, size_t num_tensors, const CompileOptions& how,
                   std::string& changed) {
  auto program = std::make_unique<Program>();
  program->id = ++next_id_;
  program->num_tensors = num_tensors;
  for (int64_t size : sizes) program->sizes.push_back({size, how.dynamic && size >= 2});
  leaf.programs.reserve(leaf.programs.size() + 1);
  const auto former =
      std::find_if(leaf.programs.begin(), leaf.programs.end(), [&](const auto& p) { return p->could_hold_for(sizes); });
  if (former != leaf.programs.end()) {
    bool named = false;
    for (size_t i = 0; i < sizes.size(); ++i) {
      const SizeInput& before = (*former)->sizes[i];
      if (!before.open && before.value == sizes[i]) continue;
      program->sizes[i].open = true;
      if (before.open || named) continue;
      changed = format("size input {} is open from now on ({} then, {} now)", i, before.value, sizes[i]);
      named = true;
    }
    leaf.programs.erase(former);
    --num_programs_;
    ++counters.rerecords;
  }
  leaf.programs.insert(leaf.programs.begin(), std::move(program));
  ++num_programs_;
  ++counters.records;
  ++leaf.records;
  newest_ = &leaf;
  use(leaf);
  drop_beyond(how.max_programs, leaf);
}

// ---- its size ----

void Cache::drop_beyond(size_t limit, const Leaf& keep) {
  while (num_programs_ > limit) {
    Leaf* oldest = nullptr;
    for (Leaf* leaf : leaves_)
      if (leaf != &keep && !leaf->programs.empty() && (!oldest || leaf->last_use < oldest->last_use)) oldest = leaf;
    if (!oldest) return;
    counters.dropped += oldest->programs.size();
    remove(*oldest);
  }
}

void Cache::remove(Leaf& leaf) {
  num_programs_ -= leaf.programs.size();
  if (newest_ == &leaf) newest_ = nullptr;
  leaves_.remove(&leaf);
  Segment* segment = leaf.segment;
  segment->leaf.reset();
  while (segment->parent && !segment->leaf && segment->children.empty()) {
    Segment* parent = segment->parent;
    std::erase_if(parent->children, [&](const auto& child) { return child.get() == segment; });
    segment = parent;
  }
}

void Cache::clear() {
  leaves_.clear();
  tops_.clear();
  newest_ = nullptr;
  num_programs_ = 0;
}

size_t Cache::bytes() const {
  size_t sum = 0;
  std::vector<const Segment*> open;
  for (const auto& top : tops_) {
    sum += sizeof *top + top->head.capacity() * sizeof(uint64_t);
    open.push_back(&top->first);
  }
  while (!open.empty()) {
    const Segment& segment = *open.back();
    open.pop_back();
    sum += segment.memory();
    if (segment.leaf)
      for (const auto& program : segment.leaf->programs) sum += program->bytes();
    for (const auto& child : segment.children) open.push_back(child.get());
  }
  return sum;
}

// ---- rooms for walks ----

std::unique_ptr<Scratch> Cache::take_scratch() {
  Scratch* idle = idle_.exchange(nullptr, std::memory_order_acquire);
  return idle ? std::unique_ptr<Scratch>(idle) : std::make_unique<Scratch>();
}

void Cache::give_back(std::unique_ptr<Scratch> scratch) noexcept {
  constexpr size_t kLarge = size_t{1} << 20;
  Scratch* none = nullptr;
  if (scratch->nodes.size() > kLarge) return;  // its memory goes
  if (idle_.compare_exchange_strong(none, scratch.get(), std::memory_order_release)) scratch.release();
}

const char* name_of(Fallback why) {
  static constexpr const char* kNames[] = {
      "none",
      "the graph is smaller than min_sites",
      "the structure was not seen often enough",
      "a node has no description",
      "the graph was freed",
      "another grad call walks the graph",
      "several threads have recorded the graph",
      "the graph has nodes of devices",
      "anomaly mode looks for NaN",
      "tensors are batched",
      "a level of forward mode is active",
      "an interceptor sees the library's operators",
      "its sizes change too often",
      "there is no memory for a program",
      "the places where operators are called are asked for",
      "the function does what no record has",
  };
  static_assert(std::size(kNames) == static_cast<size_t>(Fallback::kCount));
  return kNames[static_cast<size_t>(why)];
}

}  // namespace vjp::compile
