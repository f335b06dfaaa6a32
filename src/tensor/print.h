// The text of a tensor, as numpy prints arrays.
#pragma once

#include <string>

#include "tensor/tensor.h"

namespace vjp {

struct PrintOptions {
  int precision = 4;
  int64_t threshold = 1000;  // more elements than that are summarised
  int64_t edge_items = 3;    // how many at either end of a dimension a summary shows
  size_t line_width = 75;
};

std::string to_string(const Tensor& tensor, const PrintOptions& options = {});

}  // namespace vjp
