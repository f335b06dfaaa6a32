// What the generator prints from the operator table: one function a file.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "ops/op.h"

namespace vjp::gen {

using Ops = std::vector<const OpDef*>;  // ordered by full name

std::string c_header(const Ops& ops);  // include/vjp/ops.h
std::string c_glue(const Ops& ops);    // src/capi/ops_generated.cc
// src/ops/functions/NAME.h, one a file of operators: name and text.
std::vector<std::pair<std::string, std::string>> op_functions(const Ops& ops);
// "arithmetic": the file of src/ops in which it is defined.
std::string source_name(const OpDef& op);
// Dtypes, shapes and the derivative in words, by `formulas` where they are written down.
std::vector<std::string> details(const OpDef& op, const std::vector<std::string>& formulas);

}  // namespace vjp::gen
