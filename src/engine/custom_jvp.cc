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

void FunctionCall::run_jvp(TensorList given, std::span<const Result> results) {
  std::vector<Tensor> tangents = tangents_, out(results.size());
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
    // The caller's grad mode: tangents may be differentiated in turn.
    ModeGuard mode(kModeForwardOff, kModeForward);
    Callback callback(out);
    status = function_.jvp(function_.context, reinterpret_cast<vjp_function_call*>(this),
                           reinterpret_cast<vjp_tensor* const*>(tangents.data()), tangents.size(),
                           reinterpret_cast<vjp_tensor**>(out.data()), out.size());
  }
  if (status != VJP_OK) throw_callback_error(status, name_.c_str());
  for (size_t i = 0; i < results.size(); ++i) check_tangent(i, given[i], results[i], out[i], tangents, versions);
  for (size_t i = 0; i < results.size(); ++i) {
    if (out[i]) take_tangent(results[i].tensor, std::move(out[i]), tangents);
  }
}

void FunctionCall::take_tangent(const Tensor& result, Tensor tangent, TensorList tangents) const {
  // A change in place: of the tangent itself, which is done, or of none.
  if (is_dirty(result)) {
    if (!tangent_of(result)) write_tangent(result, {}, tangent);
    return;
  }
  // A view's is a part of its argument's; where that has none, zeros stood in.
  bool is_part = std::any_of(inputs_.begin(), inputs_.end(),
                             [&](const Tensor& t) { return t && result->is_view && same_memory(result, t); });
  if (is_part) return;
  bool shared =
      std::any_of(tangents.begin(), tangents.end(), [&](const Tensor& t) { return t && same_memory(t, tangent); });
  put_tangent(result, shared ? clone(tangent) : std::move(tangent));
}

void FunctionCall::check_tangent(size_t index, const Tensor& given, const Result& result, const Tensor& tangent,
                                 TensorList tangents, std::span<const uint32_t> versions) const {
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
      if (!tangents_[i]) return;  // the argument had none: any tangent can become its own
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
