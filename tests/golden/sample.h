// The checks of one sample.
#pragma once

#include <string>
#include <vector>

#include "bind.h"
#include "entry.h"

namespace golden {

// What became of one sample.
struct Outcome {
  std::vector<std::string> problems;
  double worst = 0;  // largest |a - b| / (1 + |b|)
  std::string worst_at;
  bool skipped = false;
};

// Compares value, VJP, JVP, second order, in-place form, memory and mutated inputs with what was recorded.
Outcome check_sample(const Entry& entry, const Json& sample, const std::vector<Operator>& operators);

}  // namespace golden
