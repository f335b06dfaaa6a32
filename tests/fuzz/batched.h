// A function of a call's tensors for two samples: by a level of vmap, and by a loop.
#pragma once

#include <functional>

#include "check.h"

namespace fuzz {

// Throws golden::Failure. Is given the tensors of one sample, or batched ones.
using Sampled = std::function<std::vector<Tensor>(const std::vector<vjp_tensor*>& tensors)>;

// Which tensors have a sample of their own; the others are shared, and the sparse ones among them stay sparse.
std::vector<bool> all_strided(const Call& call);
std::vector<bool> one_of(const std::vector<bool>& some, int64_t number);

// f in a level of its own over these dimensions, VJP_VMAP_NONE of what is shared. Throws golden::Failure.
std::vector<Tensor> in_level(const Sampled& f, const std::vector<vjp_tensor*>& tensors, const Ints& dims);

struct BothWays {
  bool comparable = false;       // a sample that does not fit, or a level that has no rule: there is nothing to compare
  std::string failure;           // an error of the level, where the loop has none
  std::vector<Array> got, want;  // of the level, and the loop's samples stacked
};
BothWays both_ways(const Call& call, const std::vector<bool>& batched, const Sampled& f);

}  // namespace fuzz
