// The other forms of a call: in place, into a given tensor; batched: check_batched.cc.
#include <algorithm>

#include "check.h"

namespace fuzz {
namespace {

// A tensor of that shape whose dimensions lie in reverse order with gaps, so that what writes must follow strides.
Tensor strided_like(const Array& like, uint64_t seed) {
  Drawn t;
  t.dtype = like.dtype;
  t.shape = like.shape;
  t.seed = seed;
  t.strides.assign(t.shape.size(), 1);
  int64_t stride = 2;
  for (size_t d = 0; d < t.shape.size(); ++d) t.strides[d] = stride, stride *= std::max<int64_t>(1, t.shape[d]);
  return make_tensor(t, false);
}

std::string check_out(const Operator& op, const Call& call, const std::vector<Array>& results) {
  if (!vjp_op_has_out(op.op) || results.size() != 1) return "";
  Arguments args(call, false);
  std::vector<vjp_value> values = args.values();
  values.resize(op.parameters.size());
  Tensor into = strided_like(results[0], 5);
  vjp_value last{};
  last.kind = VJP_KIND_TENSOR;
  last.as.tensor = into.get();
  values.push_back(last);
  Ran ran = run(op, VJP_VARIANT_OUT, values);
  if (!ran.ok()) return "out: " + ran.message;
  std::string text = difference(read_tensor(into.get()), results[0],
                                allowed_roundings(op) * narrowest_eps(call, results[0].dtype), false);
  return text.empty() ? "" : "out: " + text;
}

bool overlaps(const Drawn& t) {
  if (t.strides.empty()) return false;
  std::vector<int64_t> seen;
  each_index(t.shape, t.strides, 0, [&](int64_t, int64_t at) { seen.push_back(at); });
  std::sort(seen.begin(), seen.end());
  return std::adjacent_find(seen.begin(), seen.end()) != seen.end();
}

// Refusals are fine: shapes that grow, dtypes that do not fit, elements that share memory.
std::string check_inplace(const Operator& op, const Call& call, const std::vector<Array>& results) {
  if (!vjp_op_has_inplace(op.op) || results.empty() || call.args[0].kind != Value::Tensor) return "";
  const Drawn& first = call.args[0].tensors[0];
  Arguments args(call, false);
  Ran ran = run(op, VJP_VARIANT_INPLACE, args.values());
  if (!ran.ok()) {
    if (first.dtype != results[0].dtype || first.shape != results[0].shape || overlaps(first)) return "";
    return "in place: " + ran.message;
  }
  if (overlaps(first)) return "in place: elements that share memory were written";
  if (first.dtype != results[0].dtype) return "";  // rounded to what it is written into
  std::string text = difference(read_tensor(args.tensors()[0].get()), results[0],
                                allowed_roundings(op) * narrowest_eps(call, first.dtype), false);
  return text.empty() ? "" : "in place: " + text;
}

}  // namespace

std::string check_forms(const Operator& op, const Call& call, const std::vector<Array>& results) {
  std::string failure = check_out(op, call, results);
  if (failure.empty()) failure = check_inplace(op, call, results);
  return failure.empty() ? check_batched(op, call, results) : failure;
}

}  // namespace fuzz
