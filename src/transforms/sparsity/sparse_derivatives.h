// Jacobians and hessians of known pattern: a product for each colour instead of one for each row, and each entry taken
// from the product that shows it alone.
#pragma once

#include "transforms/sparsity/detect.h"

namespace vjp {

enum class Products : uint8_t { Cheaper, Forward, Reverse };  // columns by tangents, or rows by gradients

struct SparseOptions {
  Products products = Products::Cheaper;
  bool create_graph = false;  // by gradients only
  bool check = true;          // one product more, with a random vector, against what the entries give
};

// The entries in the order of the pattern, of the dtype of `input`. Throws where the check finds an entry missing.
Tensor sparse_jacobian(const TensorFunction& function, const Tensor& input, const Pattern& pattern,
                       const SparseOptions& options);
Tensor sparse_hessian(const TensorFunction& function, const Tensor& input, const Pattern& pattern,
                      const SparseOptions& options);

}  // namespace vjp
