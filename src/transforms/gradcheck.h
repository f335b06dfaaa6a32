// Checking gradients numerically (spec chapter 22): the derivatives that the engine computes beside central
// differences.
//
// A derivative is a matrix with a row for each element of an output and a column for each element of an input. Complex
// numbers count as pairs: an output has a matrix for its real and one for its imaginary part, and in the column of a
// complex input x + iy stands d/dx + i d/dy, which is what the engine gives as gradient (spec CPLX-1).
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "ops/value.h"
#include "vjp/gradcheck.h"

namespace vjp {

// What is checked. Results may be undefined: such a place is skipped.
using CheckedFunction = std::function<std::vector<Tensor>(TensorList inputs)>;

struct GradcheckOptions {
  double eps = 1e-6, atol = 1e-5, rtol = 1e-3;
  double nondet_tol = 0;
  bool undefined = true;  // undefined gradients too
  bool dtypes = false;
  bool batched = false;          // gradients; needs `backward`
  bool batched_forward = false;  // tangents; needs `forward`
  bool forward = false;
  bool backward = true;
  bool fast = false;
  bool masked = false;  // of sparse inputs the stored values, and not every element
};

enum class Gradcheck : int32_t {
  None = VJP_GRADCHECK_NONE,
  NotDifferentiable = VJP_GRADCHECK_NOT_DIFFERENTIABLE,
  ForwardValues = VJP_GRADCHECK_FORWARD_VALUES,
  ForwardMissing = VJP_GRADCHECK_FORWARD_MISSING,
  BackwardValues = VJP_GRADCHECK_BACKWARD_VALUES,
  BackwardForm = VJP_GRADCHECK_BACKWARD_FORM,
  BackwardRepeated = VJP_GRADCHECK_BACKWARD_REPEATED,
  BackwardZero = VJP_GRADCHECK_BACKWARD_ZERO,
  BackwardUndefined = VJP_GRADCHECK_BACKWARD_UNDEFINED,
  BackwardBatched = VJP_GRADCHECK_BACKWARD_BATCHED,
  ForwardBatched = VJP_GRADCHECK_FORWARD_BATCHED,
};

// The derivative is wrong, or the backward breaks a rule.
struct GradcheckFailure {
  Gradcheck check = Gradcheck::None;
  int64_t output = -1, input = -1;  // -1: not about one
  Tensor analytic, numeric;         // where matrices were compared
  int64_t row = -1, column = -1;    // of the worst entry
  double difference = 0;            // there
  std::string summary;              // a line
  std::string text;                 // the same with the matrices around the worst entry
};

// Errors of the function and misuse are thrown.
std::optional<GradcheckFailure> gradcheck(const CheckedFunction& function, TensorList inputs,
                                          const GradcheckOptions& options);

struct GradgradcheckOptions : GradcheckOptions {
  bool non_contiguous = false;  // the random gradients of outputs
};
// Checks the function from inputs and gradients of outputs to gradients of inputs: `backward` is reverse over reverse,
// `forward` forward over reverse. No `grad_outputs`: random ones.
std::optional<GradcheckFailure> gradgradcheck(const CheckedFunction& function, TensorList inputs,
                                              TensorList grad_outputs, const GradgradcheckOptions& options);

}  // namespace vjp
