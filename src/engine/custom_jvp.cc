// Forward mode of custom functions (spec FUNC-20): the tangents of an application's results.
#include <algorithm>

#include "engine/custom_call.h"
#include "graph/hook.h"
#include "graph/modes.h"
#include "graph/scope.h"
#include "ops/functions/copy.h"
#include "ops/tangent.h"

namespace vjp {
namespace {

bool same_memory(const Tensor& a, const Tensor& b) { return a->storage.get() == b->storage.get(); }

// Whether the tangent lies over `base_tangent` as the result lies over the argument. Where argument and tangent are
// laid out differently, positions cannot be compared.
bool same_view(const Tensor& result, const Tensor& argument, const Tensor& tangent, const Tensor& base_tangent) {
  if (!same_memory(tangent, base_tangent)) return false;
  if (!same(argument.strides(), base_tangent.strides()) || argument.dtype() != base_tangent.dtype()) return true;
  return same(tangent.strides(), result.strides()) &&
         tangent->offset() - base_tangent->offset() == result->offset() - argument->offset();
}

}  // namespace

void FunctionCall::note_tangents() {
  follow_forward_level();
  if (!(mode_word & kModeForward)) return;
  for (const Tensor& input : inputs_) {
    if (!input) continue;
    each_tangent_level(*input.get(), [&](ForwardLevel level) {
      auto at = std::find_if(tangents_.begin(), tangents_.end(),
                             [&](const Tangents& other) { return other.level.order >= level.order; });
      if (at == tangents_.end() || at->level.number != level.number)
        tangents_.insert(at, {level, std::vector<Tensor>(inputs_.size())});
    });
  }
  if (!tangents_.empty() && !function_.jvp)
    fail(VJP_ERROR_NOT_IMPLEMENTED, "{}: the function has no jvp, and an argument has a tangent", name_);
  for (Tangents& at : tangents_)
    for (size_t i = 0; i < inputs_.size(); ++i) at.of_inputs[i] = tangent_of(inputs_[i], at.level);
}

// Once a level, the lowest first: what a jvp of a higher one reads has its tangents of those below.
void FunctionCall::run_jvps(const Ref<Node>& node, TensorList given, std::span<const Result> results) {
  save_as_given_back(saved_for_forward_, given, results);
  for (const Tangents& at : tangents_) {
    run_jvp(at, given, results);
    for (size_t i = 0; node && i < saved_.size(); ++i) {
      if (FunctionNode::slot_of(saved_[i], results) >= 0)
        static_cast<FunctionNode&>(*node).keep_tangent(i, saved_[i], at.level);
    }
  }
}

void FunctionCall::run_jvp(const Tangents& at, TensorList given, std::span<const Result> results) {
  BelowLevel below(at.level);
  std::vector<Tensor> tangents = at.of_inputs, out(results.size());
  std::vector<uint32_t> versions(tangents.size());
  for (size_t i = 0; function_.materialize_grads && i < inputs_.size(); ++i) {
    const Tensor& t = inputs_[i];
    if (!t || tangents[i] || !is_differentiable(t.dtype())) continue;
    OperatorDevice there(t.device());
    tangents[i] = Tensor::zeros(t.sizes(), t.dtype());
  }
  for (size_t i = 0; i < tangents.size(); ++i) {
    if (tangents[i]) versions[i] = tangents[i]->version().load(std::memory_order_relaxed);
  }
  vjp_status status;
  {
    Callback callback(out);  // in the caller's grad mode: tangents may be differentiated in turn
    status = function_.jvp(function_.context, reinterpret_cast<vjp_function_call*>(this),
                           reinterpret_cast<vjp_tensor* const*>(tangents.data()), tangents.size(),
                           reinterpret_cast<vjp_tensor**>(out.data()), out.size());
  }
  if (status != VJP_OK) throw_callback_error(status, name_.c_str());
  for (size_t i = 0; i < results.size(); ++i) check_tangent(at, i, given[i], results[i], out[i], tangents, versions);
  for (size_t i = 0; i < results.size(); ++i) {
    if (out[i]) take_tangent(at.level, results[i].tensor, std::move(out[i]), tangents);
  }
}

void FunctionCall::take_tangent(ForwardLevel level, const Tensor& result, Tensor tangent, TensorList tangents) const {
  // A change in place: of the tangent itself, which is done, or of none.
  if (is_dirty(result)) {
    if (!tangent_of(result, level)) write_tangent(result, level, {}, tangent);
    return;
  }
  // A view's is a part of its argument's; where that has none, zeros stood in.
  bool is_part = std::any_of(inputs_.begin(), inputs_.end(),
                             [&](const Tensor& t) { return t && result->is_view && same_memory(result, t); });
  if (is_part) return;
  bool shared =
      std::any_of(tangents.begin(), tangents.end(), [&](const Tensor& t) { return t && same_memory(t, tangent); });
  put_tangent(result, level, shared ? clone(tangent) : std::move(tangent));
}

void FunctionCall::check_tangent(const Tangents& at, size_t index, const Tensor& given, const Result& result,
                                 const Tensor& tangent, TensorList tangents, std::span<const uint32_t> versions) const {
  if (!result.differentiable) {
    if (tangent) {
      fail(VJP_ERROR_INVALID, "{}: jvp gave a tangent ({}) for result {}, which is not differentiable", name_, tangent,
           index);
    }
    return;
  }
  if (tangent && !same(tangent.sizes(), result.tensor.sizes())) {
    fail(VJP_ERROR_SHAPE, "{}: jvp gave the tangent {} for result {}, which is {}", name_, tangent, index,
         result.tensor);
  }
  if (tangent && !is_differentiable(tangent.dtype())) {
    fail(VJP_ERROR_DTYPE, "{}: jvp gave the tangent {} for result {}, expected a floating or complex dtype", name_,
         tangent, index);
  }
  for (size_t i = 0; i < inputs_.size(); ++i) {
    if (!inputs_[i] || !tangents[i]) continue;
    if (inputs_[i].is(given) && is_dirty(given)) {
      if (!at.of_inputs[i]) return;  // the argument had none: any tangent can become its own
      if (tangent.is(tangents[i]) && tangent->version().load(std::memory_order_relaxed) != versions[i]) return;
      fail(VJP_ERROR_INVALID,
           "{}: argument {} was changed in place; jvp must change its tangent in place and return it as result {}",
           name_, i, index);
    }
    if (result.tensor->is_view && same_memory(result.tensor, inputs_[i])) {
      if (tangent && same_view(result.tensor, inputs_[i], tangent, tangents[i])) return;
      fail(VJP_ERROR_INVALID,
           "{}: result {} is a view of argument {}; jvp must return the same view of the argument's tangent", name_,
           index, i);
    }
  }
}

}  // namespace vjp
