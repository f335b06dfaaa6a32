// The lanes of a batch: several variants of a sample, what the function gives for each alone, and their batches.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "function.h"

namespace golden {

inline constexpr int kLanes = 3;

// One level of batching: its size, and the dimension along which each input has it; -1: the input does not.
struct Level {
  int64_t size = kLanes;
  std::vector<int64_t> dims;
  bool has(size_t input) const { return dims[input] >= 0; }
};

// What the function gives for one lane. Empty places are zeros.
struct Alone {
  bool fails = false;
  std::vector<Tensor> outputs, gradients, tangents;
};

class Lanes {
 public:
  explicit Lanes(const Function& function);

  // Which lane of each input: all that one call sees.
  using Choice = std::vector<int>;
  // Computed once a choice. `seed`: the lane of the cotangents.
  const Alone& alone(const Choice& choice, int seed);

  // Lane 0 is the sample as recorded, lane 1 has its elements in the opposite order, lane 2 is a little smaller. A lane
  // that the function refuses is lane 0 again.
  Tensor input(size_t i, int lane) const { return variant(inputs_[i], lane); }
  Tensor tangent(size_t i, int lane) const { return variant(tangents_[i], lane); }
  Tensor cotangent(size_t i, int lane) const { return variant(cotangents_[i], lane); }

 private:
  static Tensor variant(const Tensor& recorded, int lane);

  const Function& function_;
  std::vector<Tensor> inputs_, tangents_, cotangents_;
  std::map<std::pair<Choice, int>, Alone> done_;
};

// The lane that place `at` of the batches (one number a level) has of input i, and of the cotangents.
int lane_of(const std::vector<Level>& levels, const std::vector<int64_t>& at, size_t i);
int seed_of(const std::vector<int64_t>& at);

// A tensor with a dimension for each level of `dims` that is not -1, outermost first, as vmap within vmap takes it:
// each stands in what the levels before it have left.
Tensor batch_of(const std::vector<int64_t>& sizes, const std::vector<int64_t>& dims,
                const std::function<Tensor(const std::vector<int64_t>& at)>& lane);

}  // namespace golden
