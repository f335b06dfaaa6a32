// Finding the structure of a linear operator by running it.
//
// If every element of the result is one element of the arguments, times a factor (gather, pad, cat, flip, ...), then
// running the operator on the numbers 1, 2, 3, ... says which. If every element of the arguments goes to one element of
// the result (sum, index_add, ...), then its VJP says which. Both are confirmed by a second run on random numbers.
#pragma once

#include <optional>
#include <vector>

#include "ops/op.h"

namespace vjp {

inline constexpr int64_t kNowhere = -1;

// Positions count through the elements of all `moved` arguments, one after the other (lists: their members).
struct Moves {
  bool forward;                               // else by the VJP
  std::vector<std::vector<int64_t>> sources;  // forward: of each element of each result
  std::vector<int64_t> targets;  // by the VJP: of each element of the arguments, through the elements of all results
};

// `moved`: a mask of arguments. Nothing where the operator does more than move elements.
std::optional<Moves> probe(const OpDef& op, const Value* args, uint32_t moved);

// The elements in row-major order.
std::vector<double> values_on_host(const Tensor& t);
// The other way: float64, of the shape and on the device of `like`.
Tensor tensor_of(const std::vector<double>& values, const Tensor& like);

}  // namespace vjp
