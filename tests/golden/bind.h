// Finds the operator that a recorded call means and binds the call's arguments to its schema, as the field's own parser
// does.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "handle.h"
#include "json.h"

namespace golden {

struct Parameter {
  std::string type;  // "int", "Tensor", ... without suffixes
  bool list = false, optional = false, keyword_only = false, has_default = false;
  std::string name;
};

struct Operator {
  const vjp_op* op;
  std::vector<Parameter> parameters;
  bool reflected = false;                  // __radd__ and its like: of two arguments, the second comes first
  vjp_dtype converts_to = VJP_DTYPE_NONE;  // double, cdouble: its argument `dtype`
};

// All overloads of the first of `names` that the registry has, in its order; empty if it knows none. Names are as the
// field spells them: "torch.nn.functional.relu", "Tensor.view", "linalg.vector_norm"; "Tensor.zero_" means zero, and
// "Tensor.__rsub__" sub with its arguments exchanged.
std::vector<Operator> find_operators(const std::vector<std::string>& names);
std::string plain_name(std::string name);

// The arguments of one call, with all that they point to.
class Call {
 public:
  // Binds to the first operator that takes the arguments. `tensors` are what {"t": i} names.
  Call(const std::vector<Operator>& operators, const std::vector<Json>& args, const Json& kwargs,
       const std::vector<vjp_tensor*>& tensors);
  const vjp_op* op() const { return op_; }
  std::vector<Tensor> run(vjp_variant variant = VJP_VARIANT_FUNCTIONAL) const;

 private:
  bool bind(const Operator& candidate, const std::vector<Json>& args, const Json& kwargs);
  bool convert(const Parameter& parameter, const Json& arg, vjp_value& out);
  bool convert_one(const std::string& type, const Json& arg, vjp_value& out);
  bool convert_list(const Parameter& parameter, const std::vector<Json>& items, vjp_value& out);
  vjp_tensor* tensor_of(const Json& arg) const;

  const vjp_op* op_ = nullptr;
  const std::vector<vjp_tensor*>* tensors_;
  std::vector<vjp_value> values_;
  std::deque<std::vector<int64_t>> int_lists_;
  std::deque<std::vector<double>> float_lists_;
  std::deque<std::vector<vjp_tensor*>> tensor_lists_;
  std::deque<std::string> strings_;
};

// The call of an in-place form. The receiver of a method comes first: polygamma(n, x) is x.polygamma_(n).
Call bind_in_place(const std::vector<Operator>& operators, std::vector<Json> args, const Json& kwargs,
                   const std::vector<vjp_tensor*>& tensors);

// Calls a functional operator by its full name, for what `pre` and `post` want.
struct Value {
  vjp_value value{};
  Value(vjp_tensor* t) { value.kind = VJP_KIND_TENSOR, value.as.tensor = t; }
  Value(const Tensor& t) : Value(t.get()) {}
  Value(int i) { value.kind = VJP_KIND_INT, value.as.integer = i; }
  Value(int64_t i) { value.kind = VJP_KIND_INT, value.as.integer = i; }
};
Tensor call(const char* name, std::initializer_list<Value> args);

// x[index], where `index` is what __getitem__ was recorded with.
Tensor get_item(vjp_tensor* x, const Json& index, const std::vector<vjp_tensor*>& tensors);

}  // namespace golden
