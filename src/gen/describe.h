// The API as data, in JSON; the shape is in README.md.
#pragma once

#include <string>

#include "gen/c_header.h"
#include "gen/derivatives.h"
#include "gen/emit.h"
#include "gen/json.h"

namespace vjp::gen {

std::string describe(const Ops& ops, const Headers& headers, const Derivatives& derivatives);

// The parts: operators.cc and headers.cc.
void describe_operators(Json& json, const Ops& ops, const Derivatives& derivatives);
void describe_headers(Json& json, const Headers& headers);

}  // namespace vjp::gen
