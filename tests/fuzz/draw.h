// Calls at random. What fits together is said in arguments.txt, a line an operator; the rest follows from the schema.
#pragma once

#include <map>
#include <random>

#include "call.h"
#include "operators.h"

namespace fuzz {

// The lines of arguments.txt: for an operator the ways to draw it, each a list of argument = how.
class Recipes {
 public:
  using Recipe = std::vector<std::pair<std::string, std::string>>;
  explicit Recipes(const std::string& path);
  const std::vector<Recipe>* find(const std::string& op) const;
  const std::map<std::string, std::vector<Recipe>>& all() const { return recipes_; }

 private:
  std::map<std::string, std::vector<Recipe>> recipes_;
};

class Random {
 public:
  explicit Random(uint64_t seed) : engine_(seed) {}
  int64_t operator()(int64_t low, int64_t high) {  // both included
    return low + static_cast<int64_t>(engine_() % static_cast<uint64_t>(high - low + 1));
  }
  bool chance(double p) { return static_cast<double>(engine_() >> 11) * 0x1p-53 < p; }
  template <class T>
  const T& one(const std::vector<T>& list) {
    return list[static_cast<size_t>((*this)(0, static_cast<int64_t>(list.size()) - 1))];
  }

 private:
  std::mt19937_64 engine_;
};

enum class Manner {
  Fitting,  // arguments that the operator should take
  Smooth,   // the same in float64 or complex128, away from kinks: for derivatives
  Large,    // the same with many elements: for threads
  Sparse,   // arguments of which some are sparse, and most fit
  Wild      // anything that the schema's types allow
};

// What an operator draws follows from its name: others that come or go do not change it.
uint64_t seed_of(const Operator& op, uint64_t seed, int64_t round);
Call draw(const Operator& op, const Recipes& recipes, Manner manner, uint64_t seed);

}  // namespace fuzz
