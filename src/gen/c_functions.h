// The C functions of an operator.
#pragma once

#include <string>
#include <vector>

#include "ops/op.h"

namespace vjp::gen {

struct CFunction {
  std::string name, prototype;       // "vjp_add_scalar", "vjp_status vjp_add_scalar(vjp_tensor* a, ...)"
  std::string variant;               // "functional", "inplace"
  std::vector<std::string> numbers;  // operands that are numbers in this form
};
std::vector<CFunction> c_functions(const OpDef& op);  // none of the library's own operators

}  // namespace vjp::gen
