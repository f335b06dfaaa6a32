// Integer constants of the headers: numbers, names of others, and the operators between them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "gen/c_tokens.h"

namespace vjp::gen {

// Nothing where the tokens are not such a constant.
std::optional<int64_t> constant(const Tokens& tokens, const std::map<std::string, int64_t>& known);

}  // namespace vjp::gen
