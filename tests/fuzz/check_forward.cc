// Tangents of calls as they are drawn: narrow dtypes, strides, zero sizes, NaN. Differences would say nothing of them;
// copies, float64 and the values without tangents do.
#include <cmath>

#include "gradients.h"

namespace fuzz {
namespace {

bool may_refuse_with(vjp_status status) {
  return status == VJP_ERROR_INVALID || status == VJP_ERROR_DTYPE || status == VJP_ERROR_NOT_IMPLEMENTED ||
         status == VJP_ERROR_MEMORY;
}

class Level {
 public:
  Level() { golden::check(vjp_forward_mode_enter(), "a level"); }
  ~Level() { vjp_forward_mode_exit(); }
  Level(const Level&) = delete;
};

struct Forward {
  vjp_status status = VJP_OK;
  std::string message;
  std::vector<Array> values, tangents;  // a tangent without dtype: there is none
};

// In the dtype of the tensor, and sparse where it is: at the same places, which the seed says.
Tensor tangent_for(const Drawn& t, vjp_tensor* primal) {
  Drawn direction = t;
  direction.fill = t.fill == Fill::Positive ? Fill::Generic : Fill::Positive;
  if (vjp_tensor_layout(primal) != VJP_LAYOUT_STRIDED) return make_tensor(direction, false);
  if (t.layout == VJP_LAYOUT_STRIDED) direction.seed += 31, direction.fill = Fill::Generic;
  Array numbers = array_of(direction);
  numbers.dtype = vjp_tensor_dtype(primal);
  return make_tensor(numbers);
}

Forward forward(const Operator& op, const Call& call, Arguments& args) {
  Forward out;
  const Level level;
  std::vector<Tensor> duals;
  size_t next = 0;
  for (const Value& v : call.args)
    for (const Drawn& t : v.tensors) {
      vjp_tensor* primal = args.tensors()[next++].get();
      duals.push_back(golden::share(primal));
      if (is_whole(t.dtype) || (duals.size() == 1 && op.name == "zeta")) continue;
      const Tensor tangent = tangent_for(t, primal);
      golden::check(vjp_make_dual(primal, tangent.get(), duals.back().out()), "a dual");
    }
  Ran ran = run(op, VJP_VARIANT_FUNCTIONAL, args.values(golden::borrow(duals)));
  out.status = ran.status, out.message = ran.message;
  for (const Tensor& t : ran.results) {
    Tensor primal, tangent;
    if (t) golden::check(vjp_unpack_dual(t.get(), primal.out(), tangent.out()), "unpack_dual");
    out.values.push_back(t ? read_tensor(primal.get()) : Array({0}, VJP_DTYPE_NONE));
    out.tangents.push_back(tangent ? read_tensor(tangent.get()) : Array({0}, VJP_DTYPE_NONE));
  }
  return out;
}

std::string check_shapes(const Forward& f) {
  for (size_t i = 0; i < f.values.size(); ++i) {
    const Array &value = f.values[i], &tangent = f.tangents[i];
    if (tangent.dtype == VJP_DTYPE_NONE) continue;
    if (tangent.dtype != value.dtype)
      return std::string("a tangent is ") + vjp_dtype_name(tangent.dtype) + " of " + vjp_dtype_name(value.dtype);
    if (tangent.shape != value.shape)
      return "a tangent has the shape " + text_of_shape(tangent.shape) + " of " + text_of_shape(value.shape);
  }
  return "";
}

// Vectors that are unique up to a factor, and so are their tangents.
bool has_free_factor(const Operator& op) { return op.name == "linalg_eigh" || op.name.ends_with("svd"); }

// The same numbers in float64.
std::string check_wide(const Operator& op, const Call& call, const Forward& narrow) {
  if (!is_tame(op, call) || has_free_factor(op)) return "";
  Arguments args(call, true);
  if (!widen(call, args)) return "";
  const Forward wide = forward(op, call, args);
  if (wide.status != VJP_OK || wide.tangents.size() != narrow.tangents.size()) return "";
  for (size_t i = 0; i < narrow.tangents.size(); ++i) {
    const std::string text = far_from_wide(call, narrow.tangents[i], wide.tangents[i]);
    if (!text.empty()) return "tangent " + std::to_string(i) + text;
  }
  return "";
}

}  // namespace

std::string check_forward(const Operator& op, const Call& call, const std::vector<Array>& results) {
  if (draws_numbers(op, call)) return "";
  Arguments args(call, false), copies(call, true);
  const Forward mine = forward(op, call, args);
  if (mine.status != VJP_OK) return may_refuse_with(mine.status) ? "" : "forward: " + mine.message;
  std::string failure = check_shapes(mine);
  if (!failure.empty()) return failure;
  for (size_t i = 0; i < mine.values.size(); ++i) {
    Array want = results[i];
    const std::string text =
        difference(mine.values[i], want, allowed_roundings(op) * narrowest_eps(call, want.dtype), false);
    if (!text.empty()) return "another value with tangents: " + text;
  }
  const Forward plain = forward(op, call, copies);
  if (plain.status != VJP_OK) return "tangents of contiguous copies: " + plain.message;
  const double terms = std::sqrt(static_cast<double>(numel_of_all(call)));  // of a sum, which may cancel
  failure = compare_gradients("tangents of contiguous copies", op, call, mine.tangents, plain.tangents, 1 + terms);
  if (!failure.empty()) {
    const double moved =
        moved_by_steps(op, call, plain.tangents, [&](Arguments& near) { return forward(op, call, near).tangents; });
    failure = compare_gradients("tangents of contiguous copies", op, call, mine.tangents, plain.tangents,
                                1 + terms + moved / narrowest_eps(call, VJP_DTYPE_FLOAT64));
  }
  return failure.empty() ? check_wide(op, call, mine) : failure;
}

std::string check_sparse_forward(const Operator& op, const Call& call) {
  Arguments args(call, false), dense(call, true);
  const Forward mine = forward(op, call, args), plain = forward(op, call, dense);
  if (mine.status != VJP_OK) return may_refuse_with(mine.status) ? "" : "forward: " + mine.message;
  if (plain.status != VJP_OK || plain.tangents.size() != mine.tangents.size()) return "";
  const std::string failure = check_shapes(mine);
  if (!failure.empty()) return failure;
  for (size_t i = 0; i < mine.tangents.size(); ++i) {
    const Array &got = mine.tangents[i], &want = plain.tangents[i];
    if (got.dtype == VJP_DTYPE_NONE || want.dtype == VJP_DTYPE_NONE) continue;
    const std::string text = compare_sparse("tangent", op, call, got, want);
    if (!text.empty()) return text;
  }
  return "";
}

}  // namespace fuzz
