// In place and into a given tensor, where what is written shares memory with what is read: the result is that of
// separate memory, or an error.
#include <optional>

#include "check.h"

namespace fuzz {
namespace {

// How the second of two views of one memory lies: where the first does, one element on, or with its dimensions in
// reverse order.
enum class Lie : uint8_t { Same, Shifted, Turned };

// Two views of that shape on the memory of one tensor.
struct Pair {
  Tensor base, first, second;
};

Tensor view_of(const Tensor& base, const Ints& shape, const Ints& strides, int64_t offset) {
  Tensor out;
  golden::check(
      vjp_as_strided(base.get(), shape.data(), shape.size(), strides.data(), strides.size(), &offset, out.out()),
      "a view");
  return out;
}

std::optional<Pair> pair_of(const Drawn& like, Lie lie) {
  if (like.fill == Fill::Distinct || like.fill == Fill::Definite || numel_of(like.shape) == 0) return {};
  Drawn memory = like;
  memory.shape = {numel_of(like.shape) + 1};
  memory.strides.clear();
  memory.offset = 0;
  Pair out;
  out.base = make_tensor(memory, true);
  const Ints strides = row_major(like.shape);
  out.first = view_of(out.base, like.shape, strides, 0);
  Ints turned(like.shape.size(), 1);
  for (size_t d = 1; d < turned.size(); ++d) turned[d] = turned[d - 1] * like.shape[d - 1];
  out.second = view_of(out.base, like.shape, lie == Lie::Turned ? turned : strides, lie == Lie::Shifted ? 1 : 0);
  return out;
}

Tensor copy_of(const Tensor& t) { return make_tensor(read_tensor(t.get())); }

std::string compare(const char* what, const Operator& op, const Call& call, vjp_tensor* got, const Array& want) {
  const std::string text =
      difference(read_tensor(got), want, allowed_roundings(op) * narrowest_eps(call, want.dtype), false);
  return text.empty() ? "" : std::string(what) + " of what it reads: " + text;
}

// The target is the first argument, argument number `other` shares its memory.
std::string check_inplace(const Operator& op, const Call& call, const Drawn& like, size_t other, Lie lie) {
  std::optional<Pair> pair = pair_of(like, lie);
  if (!pair) return "";
  Arguments apart(call, true), shared(call, true);
  apart.tensors()[0] = copy_of(pair->first), apart.tensors()[other] = copy_of(pair->second);
  const Ran want = run(op, VJP_VARIANT_FUNCTIONAL, apart.values());
  if (!want.ok() || want.results.empty() || vjp_tensor_dtype(want.results[0].get()) != like.dtype) return "";
  vjp_tensor* target = pair->first.get();
  shared.tensors()[0] = std::move(pair->first), shared.tensors()[other] = std::move(pair->second);
  if (!run(op, VJP_VARIANT_INPLACE, shared.values()).ok()) return "";
  return compare("in place", op, call, target, read_tensor(want.results[0].get()));
}

// Into a view of the memory of argument number `which`.
std::string check_out(const Operator& op, const Call& call, const Drawn& like, size_t which, Lie lie) {
  std::optional<Pair> pair = pair_of(like, lie);
  if (!pair) return "";
  Arguments apart(call, true), shared(call, true);
  apart.tensors()[which] = copy_of(pair->first);
  const Ran want = run(op, VJP_VARIANT_FUNCTIONAL, apart.values());
  if (!want.ok() || want.results.size() != 1) return "";
  const Array result = read_tensor(want.results[0].get());
  if (result.dtype != like.dtype || result.shape != like.shape) return "";
  shared.tensors()[which] = std::move(pair->first);
  std::vector<vjp_value> values = shared.values();
  values.resize(op.parameters.size());
  vjp_value last{};
  last.kind = VJP_KIND_TENSOR;
  last.as.tensor = pair->second.get();
  values.push_back(last);
  if (!run(op, VJP_VARIANT_OUT, values).ok()) return "";
  return compare("out", op, call, pair->second.get(), result);
}

}  // namespace

std::string check_aliased(const Operator& op, const Call& call) {
  std::vector<const Drawn*> all;
  for (const Value& v : call.args)
    for (const Drawn& t : v.tensors) all.push_back(&t);
  if (all.empty() || draws_numbers(op, call)) return "";
  const auto lie = static_cast<Lie>(all[0]->seed % 3);
  std::string failure;
  if (vjp_op_has_inplace(op.op) && call.args[0].kind == Value::Tensor)
    for (size_t i = 1; i < all.size() && failure.empty(); ++i)
      if (all[i]->dtype == all[0]->dtype && all[i]->shape == all[0]->shape)
        failure = check_inplace(op, call, *all[i], i, lie);
  if (vjp_op_has_out(op.op))
    for (size_t i = 0; i < all.size() && failure.empty(); ++i) failure = check_out(op, call, *all[i], i, lie);
  return failure;
}

}  // namespace fuzz
