// One call, made: its tensors, its status, its results.
#pragma once

#include <deque>

#include "array.h"
#include "operators.h"

namespace fuzz {

class Arguments {
 public:
  Arguments(const Call& call, bool contiguous);
  Arguments(const Arguments&) = delete;
  // All tensors, of lists too, in the order of the arguments.
  std::vector<Tensor>& tensors() { return tensors_; }
  std::vector<vjp_tensor*> borrowed() const { return golden::borrow(tensors_); }
  // The values with these in the places of the tensors.
  const std::vector<vjp_value>& values(const std::vector<vjp_tensor*>& tensors);
  const std::vector<vjp_value>& values() { return values(borrowed()); }

 private:
  const Call& call_;
  std::vector<Tensor> tensors_;
  std::vector<vjp_value> values_;
  std::deque<std::vector<vjp_tensor*>> lists_;
};

struct Ran {
  vjp_status status = VJP_OK;
  std::string message;
  std::vector<Tensor> results;
  bool ok() const { return status == VJP_OK; }
};
Ran run(const Operator& op, vjp_variant variant, const std::vector<vjp_value>& values);
std::vector<Tensor> tensors_of(vjp_tensor_list* list);

std::vector<Array> read_all(const std::vector<Tensor>& tensors);

// "" or what differs first. `eps` of what was computed in.
std::string difference(const Array& got, const Array& want, double tolerance, bool separate);
double largest_of(vjp_dtype dtype);
// The rounding of the narrowest dtype among the arguments and the result; numbers count as float32 where nothing
// floats.
double narrowest_eps(const Call& call, vjp_dtype result);
std::string text_of_shape(const Ints& shape);

}  // namespace fuzz
