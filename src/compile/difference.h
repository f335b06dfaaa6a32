// What two keys differ in, in words (spec OB-2).
#pragma once

#include <span>
#include <string>
#include <vector>

#include "graph/collect.h"

namespace vjp::compile {

// `fields`: what the words of `now` are.
std::string difference(std::span<const uint64_t> before, std::span<const uint64_t> now,
                       const std::vector<Collector::Field>& fields);

}  // namespace vjp::compile
