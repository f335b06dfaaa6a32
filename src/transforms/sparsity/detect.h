// Which elements of a result depend on which of the input, found by one run of the function in which every operator
// below the tape passes sets of input elements on (dependence.h). What the program computes without operators, on the
// memory itself, is not seen.
#pragma once

#include <functional>
#include <set>
#include <string_view>

#include "tensor/tensor.h"
#include "transforms/sparsity/pattern.h"

namespace vjp {

using TensorFunction = std::function<Tensor(const Tensor&)>;

struct Detected {
  Pattern pattern;
  std::set<std::string_view> dense;  // operators of which every result was taken to depend on everything
};

// A row an element of the result, a column an element of `input`, row-major.
Detected detect_jacobian(const TensorFunction& function, const Tensor& input);
// Of a function with one result: the pattern of the jacobian of its gradient, and its mirror image.
Detected detect_hessian(const TensorFunction& function, const Tensor& input);

// The gradient of a function with one result at a leaf, recorded.
Tensor gradient_at(const TensorFunction& function, const Tensor& leaf);
// A leaf of its own memory with the values of `input`.
Tensor independent_leaf(const Tensor& input);

}  // namespace vjp
