// Gradients of calls as they are drawn: halves and float32, zero sizes, ties, NaN, many elements. Differences would say
// nothing of them; float64 and other ways to the same gradients do.
#include <algorithm>
#include <cmath>

#include "gradients.h"

namespace fuzz {
namespace {

// What a backward may say of a call whose forward was taken.
bool may_refuse_with(vjp_status status) {
  return status == VJP_ERROR_INVALID || status == VJP_ERROR_DTYPE || status == VJP_ERROR_NOT_IMPLEMENTED ||
         status == VJP_ERROR_MEMORY;
}

struct Backward {
  bool tracked = false;
  vjp_status status = VJP_OK;
  std::string message;
  std::vector<Tensor> tensors;
  bool ok() const { return status == VJP_OK; }
};
Backward backward(const Operator& op, const Call& call, Arguments& args) {
  Backward out;
  try {
    out.tensors = gradients(op, call, args, out.tracked);
  } catch (const golden::Failure& failure) {
    out.status = vjp_last_error_status();
    out.message = failure.what();
  }
  return out;
}

// A gradient has the shape and the dtype of what it is of.
std::string check_forms_of(const std::vector<Tensor>& gradients, const std::vector<vjp_tensor*>& inputs) {
  for (size_t i = 0; i < gradients.size(); ++i) {
    if (!gradients[i]) continue;
    const vjp_dtype got = vjp_tensor_dtype(gradients[i].get()), want = vjp_tensor_dtype(inputs[i]);
    if (got != want)
      return "gradient " + std::to_string(i) + " is " + vjp_dtype_name(got) + " of " + vjp_dtype_name(want);
    const int64_t *mine = vjp_tensor_shape(gradients[i].get()), *its = vjp_tensor_shape(inputs[i]);
    const Ints sizes(mine, mine + vjp_tensor_ndim(gradients[i].get())), input(its, its + vjp_tensor_ndim(inputs[i]));
    if (sizes != input)
      return "gradient " + std::to_string(i) + " has the shape " + text_of_shape(sizes) + " of " + text_of_shape(input);
  }
  return "";
}

std::string check_threads(const Operator& op, const Call& call, const std::vector<Tensor>& want) {
  const int32_t before = vjp_get_num_threads();
  std::string failure;
  for (int32_t n : {1, 2, 4}) {
    vjp_set_num_threads(n);
    Arguments args(call, false);
    const Backward again = backward(op, call, args);
    for (size_t i = 0; i < want.size() && failure.empty(); ++i)
      if (!again.ok() || (want[i] && bytes_of(again.tensors[i].get()) != bytes_of(want[i].get())))
        failure = "other bits with " + std::to_string(n) + " threads: gradient " + std::to_string(i);
  }
  vjp_set_num_threads(before);
  return failure;
}

vjp_dtype widest(vjp_dtype d) { return is_complex(d) ? VJP_DTYPE_COMPLEX128 : is_floating(d) ? VJP_DTYPE_FLOAT64 : d; }

bool has_special(const Call& call) {
  for (const Value& v : call.args)
    for (const Drawn& t : v.tensors)
      if (t.fill == Fill::Special) return true;
  return false;
}

double largest_of(const Array& a) {
  double most = 0;
  for (const Complex& z : a.v) most = std::max(most, std::isfinite(std::abs(z)) ? std::abs(z) : HUGE_VAL);
  return most;
}

// The same numbers in float64. What is off by more than a few roundings of the narrow dtype is another formula.
std::string check_wide(const Operator& op, const Call& call, const std::vector<Array>& got) {
  if (!is_tame(op, call)) return "";
  Arguments args(call, true);
  if (!widen(call, args)) return "";
  const Backward wide = backward(op, call, args);
  if (!wide.ok() || wide.tensors.size() != got.size()) return "";
  const std::vector<Array> want = read_all(wide.tensors);
  for (size_t i = 0; i < got.size(); ++i) {
    const std::string text = far_from_wide(call, got[i], want[i]);
    if (!text.empty()) return "gradient " + std::to_string(i) + text;
  }
  return "";
}

}  // namespace

// Numbers among which narrow dtypes lose digits and nothing else: no two alike, where rounding chooses the branch, as
// elements that share memory are. Eigenvalues come in an order of their own.
bool is_tame(const Operator& op, const Call& call) {
  if (has_special(call) || op.name == "linalg_eig" || op.name == "linalg_eigvals") return false;
  if (op.name == "rms_norm" && call.args.back().kind == Value::None) return false;  // eps is the dtype's own
  for (const Value& v : call.args) {
    if (v.kind == Value::Dtype) return false;
    for (const Drawn& t : v.tensors)
      if (t.fill == Fill::Ties || std::count(t.strides.begin(), t.strides.end(), 0)) return false;
  }
  return true;
}

bool deviates_by_roundings(const Operator& op, const Call& call) {
  if (op.name.find("std") == op.name.npos || call.args[0].tensors.empty()) return false;
  const Drawn& first = call.args[0].tensors[0];
  return std::count(first.strides.begin(), first.strides.end(), 0) > 0;
}

double moved_by_steps(const Operator& op, const Call& call, const std::vector<Array>& want,
                      const std::function<std::vector<Array>(Arguments&)>& derivatives) {
  if (op.name.find("norm") == op.name.npos) return 0;
  Arguments args(call, true);
  size_t next = 0;
  for (const Value& v : call.args)
    for (const Drawn& t : v.tensors) {
      if (t.fill == Fill::Ties) return 0;
      Array numbers = array_of(t);
      for (int64_t i = 0; i < numbers.numel(); ++i) numbers[i] *= 1 + (i % 2 ? -1 : 1) * eps_of(t.dtype);
      args.tensors()[next++] = make_tensor(numbers);
    }
  const std::vector<Array> near = derivatives(args);
  double most = 0;
  for (size_t i = 0; i < want.size() && i < near.size(); ++i)
    for (int64_t e = 0; e < std::min(want[i].numel(), near[i].numel()); ++e)
      if (const double size = std::abs(near[i][e] - want[i][e]); std::isfinite(size)) most = std::max(most, size);
  return most;
}

bool widen(const Call& call, Arguments& args) {
  bool any = false;
  size_t next = 0;
  for (const Value& v : call.args)
    for (const Drawn& t : v.tensors) {
      Array numbers = array_of(t);
      any |= widest(numbers.dtype) != numbers.dtype;
      numbers.dtype = widest(numbers.dtype);
      args.tensors()[next++] = make_tensor(numbers);
    }
  return any;
}

std::string far_from_wide(const Call& call, const Array& got, const Array& want, double rest) {
  const double most = largest_of(want);
  if (got.dtype == VJP_DTYPE_NONE || want.dtype == got.dtype || most > 100) return "";
  if (got.shape != want.shape) return ": another shape in float64";
  const double eps = narrowest_eps(call, got.dtype), terms = std::sqrt(static_cast<double>(numel_of_all(call)));
  const double allowed =
      std::max(32 * eps, 1e-3) * std::max(most, 1.0) + eps * terms + rest;  // each is rounded, then summed
  for (int64_t e = 0; e < got.numel(); ++e)
    if (!(std::abs(got[e] - want[e]) <= allowed))
      return std::string(" (") + vjp_dtype_name(got.dtype) + "): element " + std::to_string(e) + " is " +
             std::to_string(got[e].real()) + " and in float64 " + std::to_string(want[e].real());
  return "";
}

std::string compare_gradients(const char* what, const Operator& op, const Call& call, const std::vector<Array>& got,
                              const std::vector<Array>& want, double scale) {
  if (deviates_by_roundings(op, call)) return "";
  if (got.size() != want.size()) return std::string(what) + ": another number of them";
  for (size_t i = 0; i < got.size(); ++i) {
    Array wanted = want[i];
    wanted.scale.assign(wanted.v.size(), scale);  // what cancels
    const std::string text =
        difference(got[i], wanted, allowed_roundings(op) * narrowest_eps(call, got[i].dtype), false);
    if (!text.empty())
      return std::string(what) + ": " + std::to_string(i) + " (" + vjp_dtype_name(got[i].dtype) + "): " + text;
  }
  return "";
}

std::string check_gradients(const Operator& op, const Call& call) {
  if (draws_numbers(op, call)) return "";
  Arguments args(call, false);
  const Backward mine = backward(op, call, args);
  if (!mine.ok()) return may_refuse_with(mine.status) ? "" : "backward: " + mine.message;
  if (!mine.tracked) return "";
  std::string failure = check_forms_of(mine.tensors, track(op, call, args));
  if (!failure.empty()) return failure;
  failure = check_threads(op, call, mine.tensors);
  if (!failure.empty()) return failure;
  const std::vector<Array> got = read_all(mine.tensors);
  Arguments copies(call, true);
  const Backward plain = backward(op, call, copies);
  if (!plain.ok()) return "backward of contiguous copies: " + plain.message;
  const std::vector<Array> of_copies = read_all(plain.tensors);
  failure = compare_gradients("gradients of contiguous copies", op, call, of_copies, got);
  if (!failure.empty()) {
    const double moved = moved_by_steps(op, call, of_copies,
                                        [&](Arguments& near) { return read_all(backward(op, call, near).tensors); });
    failure = compare_gradients("gradients of contiguous copies", op, call, of_copies, got,
                                1 + moved / narrowest_eps(call, VJP_DTYPE_FLOAT64));
  }
  if (failure.empty()) failure = check_wide(op, call, got);
  if (failure.empty() && numel_of_all(call) < 10000)
    failure = check_gradients_on_device(op, call, has_special(call) ? nullptr : &got);
  return failure;
}

}  // namespace fuzz
