// The other forms of a call: in place, into a given tensor, batched.
#include <algorithm>
#include <cstring>

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

// Another sample: the same shapes, other values in tensor number `which`; all tensors where it is negative.
Call sample_of(Call call, int which, uint64_t number) {
  int next = 0;
  for (Value& v : call.args)
    for (Drawn& t : v.tensors)
      if (int mine = next++; which < 0 || mine == which) t.seed += 1000 * number;
  return call;
}

struct Batch {
  const Operator& op;
  Arguments& args;
  Ran ran;
};
vjp_status call_batched(void* context, vjp_tensor* const* inputs, size_t n, vjp_tensor_list* results) {
  auto& batch = *static_cast<Batch*>(context);
  batch.ran = run(batch.op, VJP_VARIANT_FUNCTIONAL, batch.args.values({inputs, inputs + n}));
  if (!batch.ran.ok()) return batch.ran.status;
  for (const Tensor& t : batch.ran.results)
    if (vjp_status status = vjp_tensor_list_append(results, t.get())) return status;
  return VJP_OK;
}

Array stacked(const std::vector<Array>& samples) {
  Array out;
  out.dtype = samples[0].dtype;
  out.shape = samples[0].shape;
  out.shape.insert(out.shape.begin(), static_cast<int64_t>(samples.size()));
  for (const Array& a : samples) out.v.insert(out.v.end(), a.v.begin(), a.v.end());
  return out;
}

// Two samples of one or of all tensors, by a level and by a loop. What cancels is that of the call, the first of them.
std::string check_batched(const Operator& op, const Call& call, const std::vector<Array>& results, int which) {
  std::vector<std::vector<Array>> loop;
  std::vector<std::vector<Array>> inputs;
  for (uint64_t k = 0; k < 2; ++k) {
    const Call sample = sample_of(call, which, k);
    Arguments args(sample, true);
    Ran ran = run(op, VJP_VARIANT_FUNCTIONAL, args.values());
    if (!ran.ok()) return "";  // these values do not fit
    loop.push_back(read_all(ran.results));
    inputs.push_back(read_all(args.tensors()));
    if (k && loop[1].size() != loop[0].size()) return "";
    for (size_t i = 0; k && i < loop[0].size(); ++i)
      if (loop[0][i].shape != loop[1][i].shape) return "";  // shapes that depend on values
  }
  std::vector<Tensor> made;
  std::vector<int64_t> dims;
  for (size_t i = 0; i < inputs[0].size(); ++i) {
    const bool batched = which < 0 || static_cast<size_t>(which) == i;
    made.push_back(make_tensor(batched ? stacked({inputs[0][i], inputs[1][i]}) : inputs[0][i]));
    dims.push_back(batched ? 0 : VJP_VMAP_NONE);
  }
  Arguments args(call, true);
  Batch batch{op, args, {}};
  TensorList list;
  std::vector<vjp_tensor*> borrowed = golden::borrow(made);
  const vjp_status status =
      vjp_vmap(call_batched, &batch, borrowed.data(), dims.data(), borrowed.size(), nullptr, list.out());
  if (status == VJP_ERROR_NOT_IMPLEMENTED) return "";
  if (status != VJP_OK && std::strstr(vjp_last_error(), "vmap")) return "";  // shapes that depend on values
  if (status != VJP_OK) return std::string("batched: ") + vjp_last_error();
  const std::vector<Array> got = read_all(tensors_of(list.get()));
  if (got.size() != loop[0].size()) return "batched: another number of results";
  for (size_t i = 0; i < got.size(); ++i) {
    Array want = stacked({loop[0][i], loop[1][i]});
    const std::vector<double>& scale = results[i].scale;
    if (!scale.empty()) want.scale.assign(want.v.size(), *std::max_element(scale.begin(), scale.end()));
    std::string text = difference(got[i], want, allowed_roundings(op) * narrowest_eps(call, got[i].dtype), false);
    if (!text.empty())
      return "batched" + std::string(which < 0 ? "" : " in one") + ": result " + std::to_string(i) + ": " + text;
  }
  return "";
}

}  // namespace

std::string check_forms(const Operator& op, const Call& call, const std::vector<Array>& results) {
  std::string failure = check_out(op, call, results);
  if (failure.empty()) failure = check_inplace(op, call, results);
  int tensors = 0;
  for (const Value& v : call.args) tensors += static_cast<int>(v.tensors.size());
  if (tensors == 0) return failure;
  if (failure.empty()) failure = check_batched(op, call, results, -1);
  if (failure.empty() && tensors > 1)
    failure = check_batched(op, call, results, static_cast<int>(results[0].numel() % tensors));
  return failure;
}

}  // namespace fuzz
