// One call in place on a view of an input: the gradients are those of the same without writing.
#include <algorithm>

#include "gradients.h"

namespace fuzz {
namespace {

bool may_refuse_with(vjp_status status) {
  switch (status) {
    case VJP_ERROR_INVALID:
    case VJP_ERROR_SHAPE:
    case VJP_ERROR_DTYPE:
    case VJP_ERROR_NOT_IMPLEMENTED:
    case VJP_ERROR_STATE:
    case VJP_ERROR_MEMORY:
      return true;
    default:
      return false;
  }
}

// The first argument as the second of three parts of a larger tensor, which lie one after the other or interleaved.
Tensor part_of(vjp_tensor* whole, bool last) {
  Tensor out;
  golden::check(vjp_select(whole, last ? -1 : 0, 1, out.out()), "a view");
  return out;
}

// The larger tensor: the first argument among others of its kind.
Array whole_of(const Drawn& first, bool last) {
  Array parts[3];
  for (uint64_t k = 0; k < 3; ++k) {
    Drawn one = first;
    one.seed += (k == 1 ? 0 : 500 + k);
    parts[k] = array_of(one);
  }
  Ints shape = first.shape;
  shape.insert(last ? shape.end() : shape.begin(), 3);
  Array out(shape, first.dtype);
  for (int64_t k = 0, n = parts[0].numel(); k < 3; ++k)
    for (int64_t i = 0; i < n; ++i) out[last ? i * 3 + k : k * n + i] = parts[k][i];
  return out;
}

struct Found {
  vjp_status status = VJP_OK;
  std::string message;
  std::vector<Array> arrays;  // the whole afterwards, then gradients: of the whole before, of the other arguments
};

Tensor written(const Operator& op, Arguments& args, vjp_tensor* whole, bool last, bool in_place) {
  Tensor copy, part;
  golden::check(vjp_clone(whole, copy.out()), "a copy");
  part = part_of(copy.get(), last);
  std::vector<vjp_tensor*> tensors = args.borrowed();
  tensors[0] = part.get();
  Ran ran = run(op, in_place ? VJP_VARIANT_INPLACE : VJP_VARIANT_FUNCTIONAL, args.values(tensors));
  golden::check(ran.status, ran.message);
  if (in_place) return copy;
  Tensor parts[3], out;
  for (int k = 0; k < 3; ++k) golden::check(vjp_select(copy.get(), last ? -1 : 0, k, parts[k].out()), "a part");
  vjp_tensor* all[] = {parts[0].get(), ran.results.at(0).get(), parts[2].get()};
  golden::check(vjp_stack(all, 3, last ? -1 : 0, out.out()), "the parts together");
  return out;
}

Found found(const Operator& op, const Call& call, const Array& elements, bool last, bool in_place) {
  Found out;
  try {
    Arguments args(call, false);
    const Tensor whole = make_tensor(elements);
    std::vector<vjp_tensor*> wanted = track(op, call, args);
    golden::check(vjp_tensor_set_requires_grad(whole.get(), true), "requires_grad");
    std::replace(wanted.begin(), wanted.end(), args.tensors()[0].get(), whole.get());
    const Tensor result = written(op, args, whole.get(), last, in_place);
    out.arrays.push_back(read_tensor(result.get()));
    if (!vjp_tensor_requires_grad(result.get())) return out;
    Drawn weight;
    weight.dtype = elements.dtype;
    weight.shape = elements.shape;
    weight.seed = 9;
    const Tensor weights = make_tensor(weight, true);
    vjp_tensor *root = result.get(), *seed = weights.get();
    vjp_grad_options options = VJP_GRAD_OPTIONS_INIT;
    options.allow_unused = 1;
    std::vector<vjp_tensor*> raw(wanted.size(), nullptr);
    golden::check(vjp_grad(&root, 1, &seed, wanted.data(), wanted.size(), &options, raw.data()), "grad");
    for (vjp_tensor* t : raw) {
      const Tensor owned(t);
      out.arrays.push_back(t ? read_tensor(t) : Array({0}, VJP_DTYPE_NONE));
    }
  } catch (const golden::Failure& failure) {
    out.status = vjp_last_error_status();
    out.message = failure.what();
  }
  return out;
}

}  // namespace

std::string check_views(const Operator& op, const Call& call, const std::vector<Array>& results) {
  if (!vjp_op_has_inplace(op.op) || op.family == "view" || call.args[0].kind != Value::Tensor ||
      draws_numbers(op, call))
    return "";
  const Drawn& first = call.args[0].tensors[0];
  if (is_whole(first.dtype) || results.empty()) return "";
  if (results[0].dtype != first.dtype || results[0].shape != first.shape) return "";
  const bool last = first.seed % 2;
  const Array whole = whole_of(first, last);
  const Found got = found(op, call, whole, last, true), want = found(op, call, whole, last, false);
  if (want.status != VJP_OK) return "";
  if (got.status != VJP_OK) return may_refuse_with(got.status) ? "" : "in place on a view: " + got.message;
  if (got.arrays.size() != want.arrays.size()) return "in place on a view: another number of gradients";
  const std::string text =
      difference(got.arrays[0], want.arrays[0], allowed_roundings(op) * narrowest_eps(call, first.dtype), false);
  if (!text.empty()) return "in place on a view: " + text;
  return compare_gradients("gradients through a view that is written", op, call, got.arrays, want.arrays);
}

}  // namespace fuzz
