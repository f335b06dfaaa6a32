// Batching rules: how an operator of batched tensors is computed by operators of their physical ones.
#pragma once

#include <algorithm>
#include <list>

#include "ops/batched.h"
#include "ops/handler.h"

namespace vjp {

// Calls f(tensor, argument) with every batched tensor among the arguments.
template <class F>
void each_batched(const OpDef& op, const Value* args, F&& f) {
  for (int a = 0; a < op.schema.num_args; ++a) {
    if (args[a].kind == VJP_KIND_TENSOR) {
      if (const Tensor& t = as_tensor(args[a].as.tensor); is_batched(t)) f(t, a);
    } else if (args[a].kind == VJP_KIND_TENSOR_LIST) {
      for (const Tensor& t : Unbox<TensorList>::get(args[a]))
        if (is_batched(t)) f(t, a);
    }
  }
}
LevelList levels_of(const OpDef& op, const Value* args);  // of all arguments

// Arguments in which some are replaced; owns what the values point to.
class Arguments {
 public:
  Arguments(const OpDef& op, const Value* from) { std::copy(from, from + op.schema.num_args, values_); }
  Arguments(const Arguments&) = delete;
  Arguments& operator=(const Arguments&) = delete;

  void put(int a, Tensor t) {
    tensors_[a] = std::move(t);
    values_[a] = box(tensors_[a]);
  }
  void put(int a, std::vector<Tensor> list) {
    lists_.push_back(std::move(list));
    values_[a] = box(lists_.back());
  }
  void put(int a, const Dims& dims) {  // of one argument
    dims_ = dims;
    values_[a] = box(dims_);
  }
  void put(int a, int64_t number) { values_[a] = box(number); }
  const Value& operator[](int a) const { return values_[a]; }
  const Value* data() const { return values_; }

 private:
  Value values_[Schema::kMaxArgs];
  Tensor tensors_[Schema::kMaxArgs];
  std::list<std::vector<Tensor>> lists_;  // which stay where they are
  Dims dims_;
};

// ---- by family; `outs` are the results, batched ----

void batch_pointwise(const OpDef& op, const Value* args, Tensor* outs);
void batch_pointwise_inplace(const OpDef& op, const Value* args, const Tensor& target);
void batch_view(const OpDef& op, const Value* args, Tensor& out);
void batch_view_list(const OpDef& op, const Value* args, std::vector<Tensor>& outs);
// Of the physical tensor, by the view operator that has the same effect on each sample.
Tensor physical_view(const OpDef& op, const Value* args);
// By the rule of the operator's struct, one level after the other from the innermost.
void batch_by_rule(const OpDef& op, const Value* args, Tensor* outs);
// Of one tensor, with its batch dimensions in front. False: the operator's other arguments do not say that this is
// right.
bool batch_in_front(const OpDef& op, const Value* args, Tensor* outs);
// Operators with rules of their own in this room; false: there is none.
bool batch_product(const OpDef& op, const Value* args, Tensor* outs);
bool batch_join(const OpDef& op, const Value* args, Tensor* outs);
void batch_loop(const OpDef& op, const Value* args, Tensor* outs);

// ---- random operators (random.cc) ----

bool is_random(const OpDef& op);
// Answers a call of a random operator inside a level; false: it runs as it is.
bool batch_random(OpCall& call);

// The result of an operator, batched or not, into a batched target, whose dtype must be able to hold it.
void copy_batched(const OpDef& op, const Tensor& target, const Tensor& src);
// The same for any dtype, which the elements are converted to.
void convert_batched(const Tensor& target, const Tensor& src);
// A state error unless the target has all levels of the arguments (spec HIGH-11).
void check_target_levels(const OpDef& op, const Tensor& target, BatchLevels levels);

uint64_t calls_by_loop() noexcept;  // in the process, so far

}  // namespace vjp
