// Derivatives of functions (spec chapter 19): what a program asks for, a function in, its derivative out.
//
// Note: levels of reverse mode. There is one tape. A request differentiates by variables of its own: new tensors that
// share the memory of the inputs, and are recorded views of those that require grad. So requests nest to any depth, one
// within the function of another, and cannot be confused: each asks the tape for gradients of its own variables, which
// nobody else has. What a request returns must not lead to its variables, which end with it, but has to lead to what
// was there before: request.h finds that out.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "ops/value.h"

namespace vjp {

// What a function gives: `aux` is handed on beside, and not differentiated.
struct FunctionValues {
  std::vector<Tensor> outputs, aux;
};
using DifferentiatedFunction = std::function<FunctionValues(TensorList inputs)>;

// Whether results are differentiable by what the inputs, and what the function captures, were computed from.
enum class Attach { No, Yes, AsNeeded };  // as needed: where the caller records, and it leads to something
enum class Strategy { Auto, Reverse, Forward };

struct FunctionalOptions {
  Attach attach = Attach::AsNeeded;
  bool strict = false;     // what does not depend on an input is an error
  bool vectorize = false;  // rows of a jacobian together
  Strategy strategy = Strategy::Auto;
  int64_t chunk = 0;                          // how many rows together; 0: all
  std::optional<std::vector<size_t>> wanted;  // the inputs that are differentiated; absent: all
};

struct Derivatives {
  FunctionValues values;
  // One an input, or one an output for jvp; jacobian: outputs outside, inputs inside; hessian: inputs twice.
  std::vector<Tensor> results;
};

// The gradients of the one element that the function gives.
Derivatives gradients_of_function(const DifferentiatedFunction& function, TensorList inputs,
                                  const FunctionalOptions& options);
// No vectors: one, for a single output (vjp) or input (others) of one element.
Derivatives vector_jacobian(const DifferentiatedFunction& function, TensorList inputs, TensorList vectors,
                            const FunctionalOptions& options);
Derivatives jacobian_vector(const DifferentiatedFunction& function, TensorList inputs, TensorList vectors,
                            const FunctionalOptions& options);
Derivatives jacobian(const DifferentiatedFunction& function, TensorList inputs, const FunctionalOptions& options);
Derivatives hessian(const DifferentiatedFunction& function, TensorList inputs, const FunctionalOptions& options);
Derivatives vector_hessian(const DifferentiatedFunction& function, TensorList inputs, TensorList vectors,
                           const FunctionalOptions& options);
Derivatives hessian_vector(const DifferentiatedFunction& function, TensorList inputs, TensorList vectors,
                           const FunctionalOptions& options);

}  // namespace vjp
