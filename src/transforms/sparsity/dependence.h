// What the elements of an operator's results depend on: for each of them the union of the sets of those elements of
// the arguments that it is computed from, by the operator's structure and not by the values at which it runs. Where
// the structure is not known, every element of a result depends on every element of the arguments.
//
// Most of it follows from what an operator is:
// - pointwise: the element at the same place of each argument that has a partial derivative;
// - linear, and what only moves elements: found by running the operator, or its VJP, on numbers that say where they
// come
//   from (probe.h);
// - along dimensions (softmax, norms, scans, sorting, ...): the lines in these dimensions;
// - products of matrices: a row and a column; of a factor that depends on no input, only where it is not zero;
// - convolutions: what lies under the window, the same way.
#pragma once

#include <optional>
#include <set>
#include <string_view>

#include "ops/handler.h"
#include "transforms/sparsity/tracked_memory.h"

namespace vjp {

// An argument, or one of a list.
struct TrackedArgument {
  int number;
  Tensor tensor;
  ElementSets sets;
  bool tracked;  // depends on an input
};

// Made before the call runs, which may write over an argument.
class Dependence {
 public:
  Dependence(const OpDef& op, const Value* args, const TrackedMemory& memory, IndexSets& sets);
  bool any() const { return any_; }  // else no result depends on an input
  // Of each result, after the call. `dense` receives the operator's name where its structure is not known.
  std::vector<ElementSets> of(std::span<const Tensor> results, std::set<std::string_view>& dense) const;

 private:
  ElementSets elementwise(const Tensor& result, uint32_t arguments) const;
  ElementSets lines(const TrackedArgument& argument, uint32_t dims, const Tensor& result) const;
  ElementSets product(size_t first, size_t second, const Tensor& result) const;
  ElementSets convolution(const Tensor& result) const;
  ElementSets everything(const Tensor& result) const;
  ElementSets structured(const Tensor& result, bool& known) const;
  std::optional<std::vector<ElementSets>> moved(std::span<const Tensor> results) const;
  ElementSets taken(const ElementSets& from, const std::vector<int64_t>& sources) const;
  ElementSets gathered(const ElementSets& from, const std::vector<int64_t>& targets, size_t begin, size_t size) const;
  void add(ElementSets& to, const ElementSets& from) const;

  const OpDef& op_;
  const Value* args_;
  IndexSets& sets_;
  std::vector<TrackedArgument> arguments_;
  bool any_ = false;
};

}  // namespace vjp
