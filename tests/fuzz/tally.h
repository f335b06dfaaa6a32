// What a run has seen of each operator: how many calls were drawn and taken, and which arguments were given in those.
#pragma once

#include <string>
#include <vector>

#include "check.h"

namespace fuzz {

// In memory that processes share: numbers only.
struct Tally {
  static constexpr size_t kMost = 24;  // parameters
  int64_t drawn = 0, taken = 0, compared = 0, differences = 0;
  int64_t given[kMost] = {};

  void count(const Call& call, Verdict verdict);
  void count(const Differences& done);
};

// The parameters that no taken call has given.
std::vector<std::string> never_given(const Operator& op, const Tally& tally);
// A line an operator: "NAME: 40 drawn, 31 taken, 30 compared, 4 with differences; never given: a, b".
std::string text_of(const Operator& op, const Tally& tally);

}  // namespace fuzz
