// Sets of input elements, each kept once and known by a number, so that most unions are found and not computed.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace vjp {

using SetId = uint32_t;
inline constexpr SetId kEmptySet = 0;

class IndexSets {
 public:
  IndexSets();
  SetId single(int64_t index);
  SetId unite(SetId a, SetId b);
  SetId unite(std::span<const SetId> sets);
  std::span<const int64_t> elements(SetId set) const { return sets_[set]; }  // ascending

 private:
  SetId intern(std::vector<int64_t> elements);

  std::vector<std::vector<int64_t>> sets_;
  std::unordered_multimap<uint64_t, SetId> by_hash_;
  std::unordered_map<uint64_t, SetId> unions_;  // by the two numbers, the lesser one first
};

}  // namespace vjp
