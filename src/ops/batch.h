// What a batching rule of an operator is told. A rule is a function `batch` in the operator's struct, beside `forward`:
//
//   static Tensor batch(const Batch& b, const Tensor& input, const Tensor& weight, double eps);
//
// It takes what forward takes. Tensors that are batched have the batch dimension in front, the others are as they are;
// at least one is batched. All results have the batch dimension in front. It computes with operators, since what it is
// given may be batched at other levels, recorded, or carry tangents. It returns what forward returns.
//
// Operators of one tensor need no rule where a dimension in front changes nothing but the numbers of the others
// (transforms/vmap/README.md says which that are).
#pragma once

#include <cstdint>

namespace vjp {

struct Batch {
  int64_t size;      // of the batch dimension
  uint32_t batched;  // one bit an argument: it has the dimension in front; of a list: some tensor of it has
  uint32_t items;    // of the list among the arguments, one bit a tensor

  bool has(int arg) const { return batched >> arg & 1; }
  bool has_item(size_t i) const { return items >> i & 1; }
};

}  // namespace vjp
