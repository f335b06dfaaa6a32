// Random programs of views and changes in place: drawn from a seed, and shrunk where one is wrong. A test says what the
// instructions are (an enumeration `Do` with View first and Count last) and what a right program is.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "engine/grad_call.h"
#include "tensor/tensor.h"

namespace vjp::testing {

enum class Outcome { Right, Wrong, Conflict };

// What an instruction works on is drawn modulo what there is, so that every part of a program is a program.
template <class Do>
struct ProgramOf {
  struct Instruction {
    Do what;
    unsigned tensor, a, b;
  };
  unsigned base;  // how it begins
  std::vector<Instruction> body;
};

template <class Do>
std::string to_string(const ProgramOf<Do>& program, const char* const* names) {
  std::ostringstream out;
  out << "base " << program.base << "\n";
  for (const auto& i : program.body) {
    out << "  " << names[static_cast<int>(i.what)] << " tensor " << i.tensor << ", " << i.a << ", " << i.b << "\n";
  }
  return out.str();
}

// Of 3 instructions and up to `more` besides.
template <class Do>
ProgramOf<Do> draw(uint32_t seed, unsigned more) {
  std::mt19937 random(seed);
  ProgramOf<Do> program{static_cast<unsigned>(random()), {}};
  size_t length = 3 + random() % (more + 1);
  for (size_t i = 0; i < length; ++i) {
    auto what = static_cast<Do>(random() % static_cast<unsigned>(Do::Count));
    if (random() % 4 == 0) what = Do::View;
    program.body.push_back({what, static_cast<unsigned>(random() % 16), static_cast<unsigned>(random() % 16),
                            static_cast<unsigned>(random() % 16)});
  }
  return program;
}

// Leaves out what can be left out. check(program, why) gives an outcome.
template <class Do, class Check>
ProgramOf<Do> shrink(ProgramOf<Do> program, std::string& why, const Check& check) {
  for (bool smaller = true; smaller;) {
    smaller = false;
    for (size_t i = 0; i < program.body.size(); ++i) {
      ProgramOf<Do> less = program;
      less.body.erase(less.body.begin() + static_cast<std::ptrdiff_t>(i));
      if (check(less, why) == Outcome::Wrong) {
        program = std::move(less);
        smaller = true;
        break;
      }
    }
  }
  check(program, why);
  return program;
}

// How many were right; stops at the first that is wrong.
template <class Do, class Check>
int run_programs(uint32_t first, uint32_t count, unsigned more, const char* const* names, const Check& check) {
  int right = 0;
  for (uint32_t seed = first; seed < first + count; ++seed) {
    ProgramOf<Do> program = draw<Do>(seed, more);
    std::string why;
    Outcome outcome = check(program, why);
    if (outcome == Outcome::Wrong) {
      program = shrink(program, why, check);
      ADD_FAILURE() << "seed " << seed << ": " << why << "\n" << to_string(program, names);
      return right;
    }
    right += outcome == Outcome::Right;
  }
  return right;
}

inline Tensor vector_of(const std::vector<double>& values) {
  Tensor t = Tensor::empty(Dims{static_cast<int64_t>(values.size())}, Dtype::Float64);
  std::copy(values.begin(), values.end(), t.data<double>());
  return t;
}

inline std::vector<Tensor> gradients(const Tensor& root, const std::vector<Tensor>& inputs) {
  GradCall call({.retain_graph = true, .allow_unused = true, .materialize = true});
  call.add_root(root, {});
  for (const Tensor& input : inputs) call.add_input(input);
  call.run();
  return call.take_results();
}

inline bool differ(double a, double b, double tolerance) { return !(std::abs(a - b) <= tolerance * (1 + std::abs(b))); }

}  // namespace vjp::testing
