// Second derivatives of calls as they are drawn: the gradients of gradients are those of copies, and of float64.
#include <algorithm>
#include <cmath>

#include "gradients.h"

namespace fuzz {
namespace {

bool may_refuse_with(vjp_status status) {
  return status == VJP_ERROR_INVALID || status == VJP_ERROR_DTYPE || status == VJP_ERROR_NOT_IMPLEMENTED ||
         status == VJP_ERROR_MEMORY;
}

struct Second {
  vjp_status status = VJP_OK;
  std::string message;
  std::vector<Array> arrays;
};

Tensor weight_of(vjp_tensor* t, uint64_t seed) {
  Drawn weight;
  weight.dtype = vjp_tensor_dtype(t);
  weight.shape = Ints(vjp_tensor_shape(t), vjp_tensor_shape(t) + vjp_tensor_ndim(t));
  weight.seed = seed;
  return make_tensor(weight, true);
}

std::vector<Tensor> grad(const std::vector<Tensor>& results, const std::vector<vjp_tensor*>& wanted, uint64_t seed,
                         bool again) {
  std::vector<vjp_tensor*> roots;
  std::vector<Tensor> weights;
  for (const Tensor& t : results)
    if (t && vjp_tensor_requires_grad(t.get())) {
      roots.push_back(t.get());
      weights.push_back(weight_of(t.get(), seed + weights.size()));
    }
  if (roots.empty()) return {};
  vjp_grad_options options = VJP_GRAD_OPTIONS_INIT;
  options.allow_unused = 1;
  options.create_graph = again;
  std::vector<vjp_tensor*> raw(wanted.size(), nullptr);
  golden::check(vjp_grad(roots.data(), roots.size(), golden::borrow(weights).data(), wanted.data(), wanted.size(),
                         &options, raw.data()),
                "grad");
  std::vector<Tensor> out;
  for (vjp_tensor* t : raw) out.emplace_back(t);
  return out;
}

Second second(const Operator& op, const Call& call, Arguments& args) {
  Second out;
  try {
    const std::vector<vjp_tensor*> wanted = track(op, call, args);
    Ran ran = run(op, VJP_VARIANT_FUNCTIONAL, args.values());
    golden::check(ran.status, ran.message);
    const std::vector<Tensor> first = grad(ran.results, wanted, 7, true);
    const std::vector<Tensor> again = grad(first, wanted, 50, false);
    for (size_t i = 0; i < again.size(); ++i) {
      if (again[i] && vjp_tensor_dtype(again[i].get()) != vjp_tensor_dtype(wanted[i]))
        throw golden::Failure("a second gradient of another dtype");
      out.arrays.push_back(again[i] ? read_tensor(again[i].get()) : Array({0}, VJP_DTYPE_NONE));
    }
  } catch (const golden::Failure& failure) {
    out.status = vjp_last_error_status() == VJP_OK ? VJP_ERROR_INTERNAL : vjp_last_error_status();
    out.message = failure.what();
  }
  return out;
}

// Deviations from a mean are off by its rounding, eps |x|, and a second derivative of the standard deviation s divides
// them by s twice: of two elements, where all of it cancels, eps |x| / s^2 stays, times weights of up to 3.3 twice.
double left_of_means(const Operator& op, const Call& call, const std::vector<Array>& results) {
  if (op.name.find("std") == op.name.npos || results.empty()) return 0;
  double least = HUGE_VAL, most = 0;
  for (const Complex& z : results[0].v)
    if (std::abs(z) > 0) least = std::min(least, std::abs(z));
  for (const Complex& z : array_of(call.args[0].tensors[0]).v) most = std::max(most, std::abs(z));
  return 11 * narrowest_eps(call, VJP_DTYPE_FLOAT32) * most / (least * least);
}

// Second derivatives of a normalisation have terms of 1 / s^2 for a spread s, off by eps |x| / s of themselves; of two
// elements nearly all of them cancels. With 20 for |x| / s float32 leaves 20 * 400 * 1.2e-7, a thousandth, and what
// comes is compared to a thousandth. Lines are of neighbours, or they are longer, and their spread larger.
bool has_small_spread(const Operator& op, const Call& call) {
  if (op.name.find("norm") == op.name.npos || call.args[0].tensors.empty()) return false;
  const Array x = array_of(call.args[0].tensors[0]);
  double most = 0, least = HUGE_VAL;
  for (int64_t i = 0; i < x.numel(); ++i) {
    most = std::max(most, std::abs(x[i]));
    if (i > 0) least = std::min(least, std::abs(x[i] - x[i - 1]) / 2);
  }
  return most > 20 * least;
}

}  // namespace

std::string check_second(const Operator& op, const Call& call, const std::vector<Array>& results) {
  if (draws_numbers(op, call)) return "";
  Arguments args(call, false), copies(call, true);
  const Second mine = second(op, call, args);
  if (mine.status != VJP_OK) return may_refuse_with(mine.status) ? "" : "backward twice: " + mine.message;
  if (mine.arrays.empty()) return "";
  const Second plain = second(op, call, copies);
  if (plain.status != VJP_OK) return "backward twice, of contiguous copies: " + plain.message;
  if (!is_tame(op, call)) return "";
  const double terms = std::sqrt(static_cast<double>(numel_of_all(call)));  // of sums, which may cancel
  const std::string text =
      compare_gradients("second gradients of contiguous copies", op, call, mine.arrays, plain.arrays, 1 + terms);
  if (!text.empty()) return text;
  if (has_small_spread(op, call)) return "";
  Arguments wide(call, true);
  // in halves terms that are large and cancel leave nothing to compare
  if (narrowest_eps(call, VJP_DTYPE_FLOAT32) > eps_of(VJP_DTYPE_FLOAT32) || !widen(call, wide)) return "";
  const Second want = second(op, call, wide);
  if (want.status != VJP_OK || want.arrays.size() != mine.arrays.size()) return "";
  const double rest = left_of_means(op, call, results);
  for (size_t i = 0; i < want.arrays.size(); ++i) {
    const std::string far = far_from_wide(call, mine.arrays[i], want.arrays[i], rest);
    if (!far.empty()) return "second gradient " + std::to_string(i) + far;
  }
  return "";
}

}  // namespace fuzz
