// What the two kinds of checkpoints share: the region's callbacks, and chains cut into regions.
#include "transforms/checkpoint.h"

#include "base/last_error.h"
#include "graph/modes.h"
#include "graph/references.h"
#include "transforms/region.h"

namespace vjp {

CheckpointFunction::~CheckpointFunction() {
  if (callbacks_.drop) callbacks_.drop(callbacks_.context);
}

std::vector<Tensor> CheckpointFunction::run(TensorList inputs, bool recomputing) {
  WantedDevice there(recomputing ? device_ : wanted_device.get());
  return run_region(callbacks_.run, callbacks_.context, recomputing, inputs, "a checkpointed function");
}

void CheckpointFunction::visit_context(const ReferenceVisitor& visit) const {
  if (callbacks_.drop) visit(Referee::Context, callbacks_.context, callbacks_.drop);
}

void visit_function(const Ref<CheckpointFunction>& function, const ReferenceVisitor& visit) {
  if (function && function->refs.count() == 1) function->visit_context(visit);
}

void CheckpointFunction::fail_region(vjp_status status, const std::string& message) {
  if (!callbacks_.failure) fail(status, "{}", message);
  set_last_error(status, message);
  vjp_status described = callbacks_.failure(callbacks_.context, status, message.c_str());
  if (described == VJP_OK) described = status;
  CallbackError error(described, "a checkpointed region");
  if (last_error_status() == described && *last_error_message()) error.message() = last_error_message();
  throw error;
}

std::vector<Tensor> checkpoint(Ref<CheckpointFunction> function, TensorList inputs, const CheckpointOptions& options) {
  if (!grad_enabled()) return function->run(inputs, false);
  return options.reentrant ? checkpoint_reentrant(std::move(function), inputs, options)
                           : checkpoint_recompute(std::move(function), inputs, options);
}

namespace {

// Several functions as one region: each takes the results of the one before.
class Chain final : public CheckpointFunction {
 public:
  explicit Chain(std::vector<Ref<CheckpointFunction>> functions) : functions_(std::move(functions)) {}

  std::vector<Tensor> run(TensorList inputs, bool recomputing) override {
    std::vector<Tensor> values(inputs.begin(), inputs.end());
    for (const Ref<CheckpointFunction>& function : functions_) values = function->run(values, recomputing);
    return values;
  }
  void fail_region(vjp_status status, const std::string& message) override {
    functions_.front()->fail_region(status, message);
  }
  void visit_context(const ReferenceVisitor& visit) const override {
    for (const Ref<CheckpointFunction>& function : functions_) visit_function(function, visit);
  }

 private:
  std::vector<Ref<CheckpointFunction>> functions_;
};

}  // namespace

std::vector<Tensor> checkpoint_sequential(std::vector<Ref<CheckpointFunction>> functions, size_t segments,
                                          TensorList inputs, const CheckpointOptions& options) {
  size_t count = functions.size();
  if (count == 0) fail(VJP_ERROR_INVALID, "checkpoint_sequential: there is no function");
  if (segments == 0 || segments > count) {
    fail(VJP_ERROR_INVALID, "checkpoint_sequential: {} functions cannot be cut into {} segments", count, segments);
  }
  size_t length = count / segments, begin = 0;
  auto chain = [&](size_t from, size_t to) {
    auto first = functions.begin();
    std::vector<Ref<CheckpointFunction>> part(first + static_cast<ptrdiff_t>(from), first + static_cast<ptrdiff_t>(to));
    return Ref<CheckpointFunction>::take(new Chain(std::move(part)));
  };
  std::vector<Tensor> values(inputs.begin(), inputs.end());
  for (; begin < length * (segments - 1); begin += length) {
    values = checkpoint(chain(begin, begin + length), values, options);
  }
  return chain(begin, count)->run(values, false);
}

}  // namespace vjp
