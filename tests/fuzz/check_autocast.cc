// Calls in an autocast region: the values are those outside but for the roundings of the dtype, gradients have the
// dtype of what they are of.
#include <algorithm>
#include <cmath>

#include "autocast.h"
#include "gradients.h"

namespace fuzz {
namespace {

bool may_refuse_with(vjp_status status) {
  return status == VJP_ERROR_INVALID || status == VJP_ERROR_DTYPE || status == VJP_ERROR_NOT_IMPLEMENTED ||
         status == VJP_ERROR_MEMORY;
}

// Outside, in the lower dtype, in float32, or in the widest of the arguments.
bool may_be(vjp_dtype got, vjp_dtype outside, vjp_dtype lower) {
  if (got == outside) return true;
  return is_floating(outside) && (got == lower || got == VJP_DTYPE_FLOAT32);
}

bool is_floating_call(const Call& call) {
  bool any = false;
  for (const Value& v : call.args)
    for (const Drawn& t : v.tensors) any = any || is_floating(t.dtype);
  return any;
}

std::string check_gradients_inside(const Operator& op, const Call& call, vjp_dtype dtype) {
  Arguments args(call, false);
  bool tracked = false;
  try {
    const Region region(dtype);
    const std::vector<Tensor> found = gradients(op, call, args, tracked);
    const std::vector<vjp_tensor*> inputs = track(op, call, args);
    for (size_t i = 0; i < found.size(); ++i)
      if (found[i] && vjp_tensor_dtype(found[i].get()) != vjp_tensor_dtype(inputs[i]))
        return std::string("autocast: a gradient is ") + vjp_dtype_name(vjp_tensor_dtype(found[i].get())) + " of " +
               vjp_dtype_name(vjp_tensor_dtype(inputs[i]));
  } catch (const golden::Failure& failure) {
    if (!may_refuse_with(vjp_last_error_status())) return std::string("autocast: backward: ") + failure.what();
  }
  return "";
}

}  // namespace

std::string check_autocast(const Operator& op, const Call& call, const std::vector<Array>& results) {
  if (draws_numbers(op, call) || !is_floating_call(call)) return "";
  const vjp_dtype dtype = numel_of_all(call) % 2 ? VJP_DTYPE_BFLOAT16 : VJP_DTYPE_FLOAT16;
  Arguments args(call, false);
  Ran ran;
  {
    const Region region(dtype);
    ran = run(op, VJP_VARIANT_FUNCTIONAL, args.values());
  }
  if (!ran.ok()) return may_refuse_with(ran.status) ? "" : "autocast: " + ran.message;
  const std::vector<Array> got = read_all(ran.results);
  if (got.size() != results.size()) return "autocast: another number of results";
  for (size_t i = 0; i < got.size(); ++i) {
    Array want = results[i];
    const std::string which = "autocast: result " + std::to_string(i);
    if (!may_be(got[i].dtype, want.dtype, dtype))
      return which + " is " + vjp_dtype_name(got[i].dtype) + " and outside " + vjp_dtype_name(want.dtype);
    if (got[i].shape != want.shape) return which + " has another shape";
    double most = 1;
    for (const Complex& z : want.v) most = std::max(most, std::abs(z));
    if (!is_tame(op, call) || !(most < 100) || is_whole(want.dtype)) continue;
    want.scale.assign(want.v.size(), most);
    const double eps = std::max(eps_of(dtype), narrowest_eps(call, want.dtype));
    const std::string text = difference(got[i], want, std::max(32.0, allowed_roundings(op)) * eps, false);
    if (!text.empty()) return which + ": " + text;
  }
  const std::string failure = check_batched_inside(op, call, results, dtype);
  return failure.empty() ? check_gradients_inside(op, call, dtype) : failure;
}

}  // namespace fuzz
