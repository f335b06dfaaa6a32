#include "transforms/sparsity/detect.h"

#include <algorithm>

#include "engine/grad_call.h"
#include "graph/meta.h"
#include "ops/functions/creation.h"
#include "ops/interceptor.h"
#include "ops/internal.h"
#include "transforms/recording.h"
#include "transforms/sparsity/dependence.h"

namespace vjp {
namespace {

class SetTracer final : public Interceptor {
 public:
  explicit SetTracer(const Tensor& input) : memory_(sets_) {
    ElementSets singles;
    for (int64_t i = 0; i < input.numel(); ++i) singles.push_back(sets_.single(i));
    memory_.write(input, singles);
  }

  void handle(OpCall& call) override {
    const Dependence dependence(call.op, call.args, memory_, sets_);
    next(call);
    const std::span<const Tensor> results = call.target() ? std::span(call.target(), 1) : call.results();
    if (call.op.family == Family::View) return;  // the same memory
    if (dependence.any()) {
      std::vector<ElementSets> sets = dependence.of(results, dense);
      for (size_t i = 0; i < results.size(); ++i)
        if (results[i]) memory_.write(results[i], sets[i]);
    } else if (call.target() && memory_.tracks(*call.target())) {
      memory_.write(*call.target(), ElementSets(static_cast<size_t>(call.target()->numel()), kEmptySet));
    }
  }

  Pattern rows_of(const Tensor& result, int64_t columns) const {
    std::vector<int64_t> begins{0}, entries;
    for (SetId set : memory_.read(result)) {
      std::span<const int64_t> row = sets_.elements(set);
      entries.insert(entries.end(), row.begin(), row.end());
      begins.push_back(static_cast<int64_t>(entries.size()));
    }
    return Pattern(result.numel(), columns, std::move(begins), std::move(entries));
  }

  std::set<std::string_view> dense;

 private:
  IndexSets sets_;
  TrackedMemory memory_;
};

Pattern symmetric(const Pattern& p) {
  const Pattern mirror = p.transposed();
  std::vector<int64_t> begins{0}, entries;
  for (int64_t r = 0; r < p.rows(); ++r) {
    std::ranges::set_union(p.row(r), mirror.row(r), std::back_inserter(entries));
    begins.push_back(static_cast<int64_t>(entries.size()));
  }
  return Pattern(p.rows(), p.columns(), std::move(begins), std::move(entries));
}

Detected detect(const TensorFunction& function, const Tensor& leaf) {
  Recording recording;
  SetTracer tracer(leaf);
  Tensor result;
  {
    InterceptScope scope(kModeInterceptKernels, &tracer);
    result = function(leaf);
  }
  return {tracer.rows_of(result, leaf.numel()), std::move(tracer.dense)};
}

}  // namespace

Tensor independent_leaf(const Tensor& input) {
  if (!is_floating(input.dtype()))
    fail(VJP_ERROR_DTYPE, "sparse derivatives: 'input' is {}, expected a real floating tensor", input);
  Recording recording;
  Tensor leaf = fresh_copy(input);
  set_requires_grad(*leaf.get(), true);
  return leaf;
}

Tensor gradient_at(const TensorFunction& function, const Tensor& leaf) {
  Tensor value = function(leaf);
  if (value.numel() != 1) fail(VJP_ERROR_SHAPE, "sparse hessian: the function gave {}, expected one element", value);
  if (!requires_grad(value)) return zeros_like(leaf);
  GradCall call({.retain_graph = true, .create_graph = true, .allow_unused = true, .materialize = true});
  call.add_root(value, {});
  call.add_input(leaf);
  call.run();
  return call.take_results()[0];
}

Detected detect_jacobian(const TensorFunction& function, const Tensor& input) {
  return detect(function, independent_leaf(input));
}

Detected detect_hessian(const TensorFunction& function, const Tensor& input) {
  Detected found = detect([&](const Tensor& leaf) { return gradient_at(function, leaf); }, independent_leaf(input));
  return {symmetric(found.pattern), std::move(found.dense)};
}

}  // namespace vjp
