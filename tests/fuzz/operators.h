// The operators as their schemas describe them.
#pragma once

#include <string>
#include <vector>

#include "vjp/vjp.h"

namespace fuzz {

struct Parameter {
  std::string type;  // as the schema writes it: "Tensor?", "int[]"
  std::string name, fallback;
  bool has_fallback = false;
  bool optional() const { return has_fallback || type.find('?') != std::string::npos; }
};

struct Operator {
  const vjp_op* op = nullptr;
  std::string name, family;
  std::vector<Parameter> parameters;
  int index_of(const std::string& parameter) const;  // -1 if there is none
  bool is_random() const;                            // it draws numbers
};

Operator read_operator(const vjp_op* op);
// All that programs call: names that begin with _ are parts of others, and trust the arguments that those make.
const std::vector<Operator>& all_operators();
const Operator* find_operator(const std::string& name);

}  // namespace fuzz
