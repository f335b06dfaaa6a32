// Chain: calls of operators all of which are known beforehand. What comes of it is what comes of the calls one by one;
// pointwise ones in a row run as one kernel.
//
// Note: a call that can be part of a stretch (stretch.h) is put off when its turn comes, until one that cannot, or the
// end. Until then a tensor of the shape and dtype that the result will have stands for it, which nobody looks into. It
// is given as an argument of later calls, so whoever makes the calls need not know which of them have been made.
#pragma once

#include <vector>

#include "compile/stretch.h"

namespace vjp::compile {

class Chain {
 public:
  // `last`: by call, the number of the last one that reads its result.
  explicit Chain(std::vector<uint32_t> last);

  // The next call, of an operator with one result. Tensors among the arguments are borrowed until finish().
  void call(const OpDef& op, const Value* args);
  // What stands for the result of a call while there are calls left that read it.
  const Tensor& result(size_t call) const { return results_[call]; }
  // Of the last one.
  Tensor finish();

 private:
  struct Call {
    const OpDef* op;
    uint32_t args;  // its first one in args_
    uint32_t wanted;
    Fusable fusable;
  };
  static constexpr int64_t kGiven = int64_t{1} << 32;  // numbers of tensors that are no results begin here

  Call planned(const OpDef& op, const Value* args) const;
  int64_t number_of(vjp_tensor* t);
  int64_t number_of_result(const TensorImpl* t) const;
  const Tensor& at(int64_t number) const;
  void put_args(const Call& call, Value* args) const;
  void make(uint32_t number);
  void make_put_off();
  bool goes_with_put_off(const Call& call) const;
  void run(uint32_t first, const Stretch& stretch);
  void forget();

  const std::vector<uint32_t> last_;
  std::vector<Call> calls_;      // until now
  std::vector<Tensor> results_;  // of all
  std::vector<Value> args_;      // tensors by number
  std::vector<vjp_tensor*> given_;
  uint32_t num_put_off_ = 0;  // the last ones until now
  size_t operands_ = 0;       // at most so many, of these
};

}  // namespace vjp::compile
