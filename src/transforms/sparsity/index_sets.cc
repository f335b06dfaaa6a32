#include "transforms/sparsity/index_sets.h"

#include <algorithm>

namespace vjp {
namespace {

uint64_t hash_of(std::span<const int64_t> elements) {
  uint64_t h = 0x9e3779b97f4a7c15;
  for (int64_t e : elements) h = (h ^ static_cast<uint64_t>(e)) * 0xff51afd7ed558ccd, h ^= h >> 32;
  return h;
}

}  // namespace

IndexSets::IndexSets() { intern({}); }

SetId IndexSets::intern(std::vector<int64_t> elements) {
  const uint64_t hash = hash_of(elements);
  auto [first, last] = by_hash_.equal_range(hash);
  for (; first != last; ++first)
    if (sets_[first->second] == elements) return first->second;
  const SetId id = static_cast<SetId>(sets_.size());
  sets_.push_back(std::move(elements));
  by_hash_.emplace(hash, id);
  return id;
}

SetId IndexSets::single(int64_t index) { return intern({index}); }

SetId IndexSets::unite(SetId a, SetId b) {
  if (a == b || b == kEmptySet) return a;
  if (a == kEmptySet) return b;
  const uint64_t key = uint64_t{std::min(a, b)} << 32 | std::max(a, b);
  if (auto found = unions_.find(key); found != unions_.end()) return found->second;
  std::vector<int64_t> both;
  both.reserve(sets_[a].size() + sets_[b].size());
  std::ranges::set_union(sets_[a], sets_[b], std::back_inserter(both));
  return unions_[key] = intern(std::move(both));
}

// Of many sets at once: their elements are sorted one time instead of once a pair.
SetId IndexSets::unite(std::span<const SetId> sets) {
  std::vector<SetId> different(sets.begin(), sets.end());
  std::ranges::sort(different);
  const auto [first, last] = std::ranges::unique(different);
  different.erase(first, last);
  if (!different.empty() && different.front() == kEmptySet) different.erase(different.begin());
  if (different.size() <= 2) {
    return different.empty() ? kEmptySet : unite(different.front(), different.back());
  }
  std::vector<int64_t> all;
  for (SetId s : different) all.insert(all.end(), sets_[s].begin(), sets_[s].end());
  std::ranges::sort(all);
  all.erase(std::ranges::unique(all).begin(), all.end());
  return intern(std::move(all));
}

}  // namespace vjp
