// The derivative of a function at a point, as the linear map that it is: the function is called once, and then the map
// is applied as often as one likes, from either side.
#pragma once

#include <memory>

#include "transforms/functional/request.h"

namespace vjp {

class Linearization {
 public:
  Linearization(const DifferentiatedFunction& function, TensorList inputs, const FunctionalOptions& options);

  const FunctionValues& values() const { return closed_; }
  std::vector<Tensor> pull_back(TensorList vectors);      // vT J, one an input
  std::vector<Tensor> push_forward(TensorList tangents);  // J v, one an output

  RefCount refs;

 private:
  Request request_;
  FunctionValues values_, closed_;
  std::unique_ptr<PushForward> push_;  // made when first asked for
};

}  // namespace vjp
