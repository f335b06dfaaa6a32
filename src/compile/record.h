// Record: the operators that a function called, and how they are called again (spec WI-1).
//
// Note: what a record is. Each call as the function made it, above everything that the library does about it:
// composites whole, before autocast, with the modes that were on. So running a record is making the same calls, and
// what comes of them is what the function would get: tensors, nodes, versions, numbers drawn, errors. Tensors are named
// by where they came from: an argument of the function, the result of a call, or outside, when the record holds them.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "compile/stretch.h"
#include "device/generator.h"
#include "engine/compiled.h"
#include "ops/handler.h"

namespace vjp::compile {

// What is no operator, but can be done again with the tensors that stand in the places of those which it was done with:
// a backward, an optimizer's step. The engine or the optimizer does it each time, so hooks, gradients and errors are
// theirs. `how`: of the function, for grad calls; off where it is not compiled.
using Deed = std::function<void(TensorList tensors, const CompileOptions& how)>;

// What a function can see of a tensor without reading it, appended to a key.
void describe(std::vector<uint64_t>& key, const Tensor& t);

class Record {
 public:
  RefCount refs;
  static void destroy(Record* record) noexcept { delete record; }

  bool holds_for(std::span<const uint64_t> key) const;
  // Which was not what it was when it was recorded; for texts. -1: all are.
  int changed_outside() const;
  std::vector<Tensor> run(TensorList inputs) const;
  std::string text() const;

  const std::vector<uint64_t>& key() const { return key_; }
  // Why the function cannot be run by it; empty: it can.
  const std::string& obstacle() const { return obstacle_; }

 private:
  friend class Recorder;
  class Running;
  // Numbers of values: arguments, then results of steps; those from outside have a bit.
  static constexpr int64_t kOutside = int64_t{1} << 32, kNothing = -1;
  struct Doing;
  struct Step {
    const OpDef* op;  // null: it detaches its argument, or is a deed
    Form form;
    uint32_t modes;
    uint32_t args;  // its first one in args_; of the out form the target follows them
    uint32_t results, num_results;
    const Doing* doing = nullptr;  // a deed
  };
  struct Doing {
    const char* name;
    Deed deed;
    size_t num_tensors;
  };
  struct Last {  // use of a value, which is given up after the step
    uint32_t step, value;
  };

  std::span<const Value> args_of(const Step& step) const {
    const size_t count = step.op      ? static_cast<size_t>(step.op->schema.num_args)
                         : step.doing ? step.doing->num_tensors
                                      : 1;
    return std::span(args_).subspan(step.args, count);
  }
  void finish(std::span<const Fusable> fusable, int64_t budget);
  void fuse(std::span<const Fusable> fusable, std::span<const uint32_t> last, int64_t budget);

  std::vector<uint64_t> key_, outside_key_;
  std::string obstacle_;
  std::vector<Tensor> outside_;
  std::vector<Step> steps_;
  std::vector<Stretch> stretches_;  // in their order
  std::vector<Value> args_;         // tensors by number: as.integer, in lists as.ints
  std::vector<std::unique_ptr<std::byte[]>> lists_;
  std::vector<Ref<Generator>> generators_;
  std::vector<std::unique_ptr<Doing>> doings_;
  CompileOptions how_;  // of the function
  std::vector<int64_t> results_;
  std::vector<Last> last_;
  uint32_t num_inputs_ = 0, num_values_ = 0;
  size_t longest_list_ = 0;  // of tensors, all those of a call
};

}  // namespace vjp::compile
