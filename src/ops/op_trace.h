// OpTrace writes down what a thread runs: "mul(float64[2], 3)".
#pragma once

#include <string>
#include <vector>

#include "ops/interceptor.h"

namespace vjp {

// An argument of an operator: "float64[2]", "3", "[1, 2]".
std::string to_text(const Value& v);

class OpTrace final : public Interceptor {
 public:
  void handle(OpCall& call) override;
  std::string text() const;  // one a line

 private:
  std::vector<std::string> lines_;
};

}  // namespace vjp
