// What must hold of every call.
#pragma once

#include "reference.h"
#include "run.h"

namespace fuzz {

enum class Verdict : uint8_t { Refused, Accepted, Compared };  // compared: with a reference

struct Outcome {
  Verdict verdict = Verdict::Refused;
  std::string failure;  // "" where all is well
};

// Values: the reference, other layouts, other forms, other numbers of threads, batches. Errors: of a kind that callers
// can act upon, naming the operator, the same for every layout.
Outcome check_values(const Operator& op, const Call& call);
// Other forms of an accepted call: in place, into a given tensor, batched.
std::string check_forms(const Operator& op, const Call& call, const std::vector<Array>& results);
// Derivatives against differences, once and twice, backward and forward; those of views against those of copies.
std::string check_derivatives(const Operator& op, const Call& call);

double allowed_roundings(const Operator& op);

}  // namespace fuzz
