// The checks of one sample.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "bind.h"
#include "entry.h"

namespace golden {

// A hash of numbers bit by bit; all NaNs are alike.
class Digest {
 public:
  void add(const std::vector<Complex>& numbers) {
    for (const Complex& z : numbers) {
      add(z.real());
      add(z.imag());
    }
  }
  void add(const Digest& other) { mix(other.value_); }
  uint64_t value() const { return value_; }

 private:
  void add(double x) {
    uint64_t bits = 0;
    if (!std::isnan(x)) std::memcpy(&bits, &x, sizeof bits);
    mix(std::isnan(x) ? ~uint64_t{0} : bits);
  }
  void mix(uint64_t word) {  // FNV-1a, a word at a time
    value_ = (value_ ^ word) * 1099511628211u;
    value_ ^= value_ >> 32;
  }
  uint64_t value_ = 14695981039346656037u;
};

// What became of one sample.
struct Outcome {
  std::vector<std::string> problems;
  double worst = 0;  // largest |a - b| / (1 + |b|)
  std::string worst_at;
  bool skipped = false;
  std::string refusal;  // why it was skipped: what the library said
  Digest digest;        // of everything that was compared
};

// Compares value, VJP, JVP, second order, in-place form, memory and mutated inputs with what was recorded.
Outcome check_sample(const Entry& entry, const Json& sample, const std::vector<Operator>& operators);

}  // namespace golden
