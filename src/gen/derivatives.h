// The mathematics of derivatives, which the rules of src/ops/NAME.cc compute: src/ops/derivatives/NAME.txt.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "gen/emit.h"

namespace vjp::gen {

// By full name: lines, "input: g @ mat2ᴴ".
using Derivatives = std::map<std::string, std::vector<std::string>>;

// Fails with a HeaderError where a file cannot be understood, or names no operator of the table.
Derivatives read_derivatives(const std::string& root, const Ops& ops);

}  // namespace vjp::gen
