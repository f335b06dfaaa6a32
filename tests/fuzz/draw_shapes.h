// The dtype and the shapes of one call being drawn, and what the words of arguments.txt say about sizes and integers.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "draw.h"

namespace fuzz {

extern const std::vector<vjp_dtype> kAll, kFloating, kComplex;

// The parts of a text, without what stands in brackets.
std::vector<std::string> cut(const std::string& text, char at);

class Shapes {
 protected:
  Shapes(const Operator& op, const Recipes::Recipe* recipe, Manner manner, uint64_t seed)
      : op_(op), recipe_(recipe), manner_(manner), random_(seed * 2654435761u + 17) {}

  bool smooth() const { return manner_ == Manner::Smooth; }
  bool wild() const { return manner_ == Manner::Wild; }

  void choose_dtype();
  void choose_common_shape();
  int64_t any_size();
  Ints any_shape();

  const std::string* said(const std::string& name) const;  // what the line says of an argument; null: nothing
  void declare();                                          // "$k=1..3": a variable of the line

  // Sizes and integers: "3", "C", "g*C", "1..4", "a-", "A+1".
  int64_t atom(const std::string& text);
  int64_t expression(const std::string& text);
  int64_t integer(const std::string& how);
  // "[N,C,...]" with "?N" that the whole call has or has not, "..." the batch, "@" the shape of the call.
  Ints sizes(const std::string& text, bool loose);
  Ints broadcast();  // a shape that broadcasts to the common one

  const Operator& op_;
  const Recipes::Recipe* recipe_;
  Manner manner_;
  Random random_;
  vjp_dtype dtype_ = VJP_DTYPE_FLOAT64;
  bool special_ = false, ties_ = false, with_optional_ = false;
  Ints common_, batch_;
  std::map<std::string, int64_t> variables_;
};

}  // namespace fuzz
