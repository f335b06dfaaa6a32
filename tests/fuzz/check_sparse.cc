// Calls that are given sparse tensors: what strided tensors of the same elements give, in values and in gradients, or
// an error that says which operator has nothing for them.
#include <algorithm>
#include <cmath>
#include <set>

#include "gradients.h"

namespace fuzz {
namespace {

bool may_refuse_with(vjp_status status) {
  return status == VJP_ERROR_INVALID || status == VJP_ERROR_SHAPE || status == VJP_ERROR_DTYPE ||
         status == VJP_ERROR_NOT_IMPLEMENTED || status == VJP_ERROR_MEMORY;
}

std::string said(const Ran& ran) { return std::string(vjp_status_name(ran.status)) + ": " + ran.message; }

std::string check_refusal(const Operator& op, const char* form, const Ran& ran) {
  if (!may_refuse_with(ran.status))
    return std::string(form) + "an error of a kind that layouts do not make: " + said(ran);
  const std::string plain = op.name.substr(0, op.name.find('.'));
  if (ran.status == VJP_ERROR_MEMORY || ran.message.find(plain) != ran.message.npos) return "";
  return std::string(form) + "an error that does not name the operator: " + said(ran);
}

// Elements that are not kept do not count there: their exponentials are 0, not they.
bool is_softmax(const Operator& op) { return op.name.find("softmax") != op.name.npos; }
bool has_special(const Call& call) {
  for (const Value& v : call.args)
    for (const Drawn& t : v.tensors)
      if (t.fill == Fill::Special) return true;
  return false;
}
bool is_compared(const Operator& op, const Call& call) { return !has_special(call) && !draws_numbers(op, call); }

// What is not kept stays as it is: neither result nor gradient.
void keep_places(const Drawn& t, Array& a) {
  for (int64_t i = 0; i < a.numel(); ++i)
    if (!is_kept(t, i)) a[i] = 0;
}

// The strided tensors whose results are the right ones.
void exclude_what_is_not_kept(const Operator& op, const Call& call, Arguments& dense) {
  if (!is_softmax(op)) return;
  const Drawn& t = call.args[0].tensors[0];
  Array elements = array_of(t);
  if (is_whole(t.dtype)) elements.dtype = VJP_DTYPE_FLOAT64;  // of whole numbers in a floating dtype
  for (int64_t i = 0; i < elements.numel(); ++i)
    if (!is_kept(t, i)) elements[i] = -HUGE_VAL;
  dense.tensors()[0] = make_tensor(elements);
}

Ints read_integers(vjp_tensor* t) {
  Ints out;
  for (const Complex& z : read_tensor(t).v) out.push_back(static_cast<int64_t>(z.real()));
  return out;
}
Tensor member(vjp_status (*get)(vjp_tensor*, vjp_tensor**), vjp_tensor* t) {
  Tensor out;
  golden::check(get(t, out.out()), "a member of a sparse result");
  return out;
}

// Positions inside of the sizes, and rising where the tensor says that they do.
std::string check_positions(vjp_tensor* t) {
  const Tensor indices = member(vjp_tensor_indices, t);
  const int64_t dims = vjp_tensor_size(indices.get(), 0), n = vjp_tensor_size(indices.get(), 1);
  const Ints at = read_integers(indices.get());
  if (n != vjp_tensor_nnz(t)) return "positions are not as many as values";
  int64_t before = -1;
  for (int64_t i = 0; i < n; ++i) {
    int64_t key = 0;
    for (int64_t d = 0; d < dims; ++d) {
      const int64_t one = at[static_cast<size_t>(d * n + i)], size = vjp_tensor_size(t, d);
      if (one < 0 || one >= size) return "position " + std::to_string(one) + " of " + std::to_string(size);
      key = key * size + one;
    }
    if (vjp_tensor_is_coalesced(t) && key <= before) return "coalesced, and positions do not rise";
    before = key;
  }
  return "";
}

std::string check_lines(vjp_tensor* t) {
  const Ints begins = read_integers(member(vjp_tensor_compressed_indices, t).get());
  const Ints across = read_integers(member(vjp_tensor_plain_indices, t).get());
  if (begins.empty() || begins[0] != 0 || begins.back() != static_cast<int64_t>(across.size()) ||
      begins.back() != vjp_tensor_nnz(t))
    return "lines do not end at the number of values";
  for (size_t line = 0; line + 1 < begins.size(); ++line) {
    if (begins[line + 1] < begins[line]) return "lines fall";
    for (int64_t k = begins[line]; k + 1 < begins[line + 1]; ++k)
      if (across[static_cast<size_t>(k) + 1] <= across[static_cast<size_t>(k)]) return "indices of a line do not rise";
  }
  return "";
}

}  // namespace

std::string check_members(vjp_tensor* t) {
  const vjp_layout layout = vjp_tensor_layout(t);
  if (layout == VJP_LAYOUT_STRIDED) return "";
  return layout == VJP_LAYOUT_COO ? check_positions(t) : check_lines(t);
}

namespace {

std::string check_results(const char* what, const Operator& op, const Call& call, const std::vector<Tensor>& got,
                          const std::vector<Array>& want) {
  if (got.size() != want.size()) return std::string(what) + ": another number of results";
  for (size_t i = 0; i < got.size(); ++i) {
    if (!got[i]) continue;
    std::string text = check_members(got[i].get());
    if (!text.empty()) return std::string(what) + ": result " + std::to_string(i) + ": " + text;
    text = compare_sparse(what, op, call, read_tensor(got[i].get()), want[i]);
    if (!text.empty()) return text;
  }
  return "";
}

std::string check_inplace(const Operator& op, const Call& call, const std::vector<Array>& want) {
  if (!vjp_op_has_inplace(op.op) || call.args[0].kind != Value::Tensor) return "";
  Arguments args(call, false);
  const Ran ran = run(op, VJP_VARIANT_INPLACE, args.values());
  if (!ran.ok()) return check_refusal(op, "in place: ", ran);
  vjp_tensor* target = args.tensors()[0].get();
  const std::string text = check_members(target);
  if (!text.empty()) return "in place: " + text;
  const Array got = read_tensor(target);
  return want.empty() || got.dtype != want[0].dtype ? "" : compare_sparse("in place", op, call, got, want[0]);
}

std::string check_out(const Operator& op, const Call& call) {
  if (!vjp_op_has_out(op.op)) return "";
  Arguments args(call, false);
  std::vector<vjp_value> values = args.values();
  values.resize(op.parameters.size());
  const Tensor into = make_tensor(Drawn{}, true);
  vjp_value last{};
  last.kind = VJP_KIND_TENSOR;
  last.as.tensor = into.get();
  values.push_back(last);
  const Ran ran = run(op, VJP_VARIANT_OUT, values);
  return ran.ok() ? "" : check_refusal(op, "out: ", ran);
}

// The same elements in every other layout, and positions that are right there.
std::string check_conversions(const Drawn& t) {
  const Array want = array_of(t);
  const auto n = static_cast<int64_t>(t.shape.size());
  for (int layout = VJP_LAYOUT_STRIDED; layout <= (n == 2 ? VJP_LAYOUT_BSC : VJP_LAYOUT_COO); ++layout) {
    const bool first_only = layout == VJP_LAYOUT_COO && n > 1 && t.seed % 2;
    const bool splits = n == 2 && t.shape[0] % 2 == 0 && t.shape[1] % 3 == 0;
    const Tensor from = make_tensor(t, false);
    Tensor to;
    const vjp_status status = vjp_tensor_to_layout(from.get(), static_cast<vjp_layout>(layout), first_only ? 1 : -1,
                                                   splits ? 2 : 1, splits ? 3 : 1, to.out());
    const std::string what = "converted to layout " + std::to_string(layout);
    if (status != VJP_OK && !may_refuse_with(status)) return what + ": " + vjp_last_error();
    if (status != VJP_OK) continue;
    std::string text = check_members(to.get());
    if (text.empty()) text = difference(read_tensor(to.get()), want, 0, true);
    if (!text.empty()) return what + ": " + text;
  }
  return "";
}

struct Gradients {
  vjp_status status = VJP_OK;
  std::string message;
  std::vector<Tensor> tensors;
};

// Of all tensors that can have one, those of the elements of the results.
Gradients gradients_of(const Operator& op, const Call& call, Arguments& args) {
  Gradients out;
  try {
    const std::vector<vjp_tensor*> wanted = track(op, call, args);
    Ran ran = run(op, VJP_VARIANT_FUNCTIONAL, args.values());
    golden::check(ran.status, ran.message);
    std::vector<Tensor> dense, weights;
    for (const Tensor& t : ran.results) {
      if (!t || !vjp_tensor_requires_grad(t.get())) continue;
      dense.emplace_back();
      golden::check(vjp_tensor_to_dense(t.get(), true, dense.back().out()), "to_dense");
      Drawn weight;
      weight.dtype = vjp_tensor_dtype(t.get());
      weight.shape = Ints(vjp_tensor_shape(t.get()), vjp_tensor_shape(t.get()) + vjp_tensor_ndim(t.get()));
      weight.seed = 7 + weights.size();
      weights.push_back(on_device_of(t.get(), make_tensor(weight, true)));
    }
    if (dense.empty()) return out;
    vjp_grad_options options = VJP_GRAD_OPTIONS_INIT;
    options.allow_unused = 1;
    std::vector<vjp_tensor*> raw(wanted.size(), nullptr);
    golden::check(vjp_grad(golden::borrow(dense).data(), dense.size(), golden::borrow(weights).data(), wanted.data(),
                           wanted.size(), &options, raw.data()),
                  "grad");
    for (vjp_tensor* t : raw) out.tensors.emplace_back(t);
  } catch (const golden::Failure& failure) {
    out.status = vjp_last_error_status();
    out.message = failure.what();
  }
  return out;
}

// Of a sparse tensor it is at the places of its values.
std::string check_sparse_gradients(const Operator& op, const Call& call) {
  Arguments sparse(call, false), dense(call, true);
  exclude_what_is_not_kept(op, call, dense);
  const Gradients mine = gradients_of(op, call, sparse), plain = gradients_of(op, call, dense);
  if (mine.status != VJP_OK) return may_refuse_with(mine.status) ? "" : "backward: " + mine.message;
  if (plain.status != VJP_OK) return "";
  // terms of one gradient are those of another times numbers of about 1: of b in x / b they are g / b times x / b
  double most = 1;
  for (const Tensor& t : plain.tensors)
    if (t)
      for (const Complex& z : read_tensor(t.get()).v)
        if (std::isfinite(std::abs(z))) most = std::max(most, std::abs(z));
  size_t next = 0;
  for (const Value& v : call.args)
    for (const Drawn& t : v.tensors) {
      if (is_whole(t.dtype) || next >= mine.tensors.size() || next >= plain.tensors.size()) continue;
      const size_t i = next++;
      if (!mine.tensors[i] || !plain.tensors[i]) continue;
      std::string text = check_members(mine.tensors[i].get());
      if (!text.empty()) return "gradient " + std::to_string(i) + ": " + text;
      Array got = read_tensor(mine.tensors[i].get()), want = read_tensor(plain.tensors[i].get());
      if (got.shape == want.shape) keep_places(t, got), keep_places(t, want);
      text = compare_sparse("gradient", op, call, got, want, most);
      if (!text.empty()) return text + " (of tensor " + std::to_string(i) + ")";
    }
  return "";
}

}  // namespace

std::string compare_sparse(const char* what, const Operator& op, const Call& call, Array got, Array want, double term) {
  if (got.dtype != want.dtype)
    return std::string(what) + ": " + vjp_dtype_name(got.dtype) + " and not " + vjp_dtype_name(want.dtype);
  if (got.shape != want.shape)
    return std::string(what) + ": the shape is " + text_of_shape(got.shape) + " and not " + text_of_shape(want.shape);
  if (!is_compared(op, call)) return "";
  if (is_softmax(op)) keep_places(call.args[0].tensors[0], got), keep_places(call.args[0].tensors[0], want);
  for (int64_t i = 0; i < got.numel(); ++i)  // products with what is not kept are not computed: no NaN of 0 times inf
    if (!std::isfinite(std::abs(want[i]))) want[i] = got[i];
  const double terms = std::sqrt(static_cast<double>(numel_of_all(call)));  // sums in another order, and what cancels
  want.scale.assign(want.v.size(), is_whole(want.dtype) ? 0 : 1 + terms * term);
  const std::string text = difference(got, want, allowed_roundings(op) * narrowest_eps(call, got.dtype), false);
  return text.empty() ? "" : std::string(what) + ": " + text;
}

bool has_sparse(const Call& call) {
  for (const Value& v : call.args)
    for (const Drawn& t : v.tensors)
      if (t.layout != VJP_LAYOUT_STRIDED) return true;
  return false;
}

Outcome check_sparse(const Operator& op, const Call& call) {
  Arguments args(call, false);
  const Ran ran = run(op, VJP_VARIANT_FUNCTIONAL, args.values());
  if (!ran.ok()) {
    std::string failure = check_refusal(op, "", ran);
    if (failure.empty()) failure = check_inplace(op, call, {});
    if (failure.empty()) failure = check_out(op, call);
    return {Verdict::Refused, failure};
  }
  Outcome out{Verdict::Accepted, ""};
  Arguments dense(call, true);
  exclude_what_is_not_kept(op, call, dense);
  const Ran plain = run(op, VJP_VARIANT_FUNCTIONAL, dense.values());
  if (!plain.ok()) return {Verdict::Accepted, "taken, where strided tensors get an error: " + plain.message};
  const std::vector<Array> want = read_all(plain.results);
  out.failure = check_results("not what strided tensors give", op, call, ran.results, want);
  if (out.failure.empty()) out.failure = check_inplace(op, call, want);
  if (out.failure.empty()) out.failure = check_out(op, call);
  // of a logarithm the strided result has elements that are not kept, and they depend on those that are
  if (out.failure.empty() && !draws_numbers(op, call) && op.name != "log_softmax")
    out.failure = check_sparse_gradients(op, call);
  if (out.failure.empty() && !draws_numbers(op, call) && !is_softmax(op)) out.failure = check_sparse_forward(op, call);
  if (out.failure.empty()) out.failure = check_sparse_batched(op, call);
  if (out.failure.empty()) out.failure = check_sparse_on_device(op, call, want);
  for (const Value& v : call.args)
    for (const Drawn& t : v.tensors)
      if (out.failure.empty() && t.layout != VJP_LAYOUT_STRIDED) {
        out.failure = check_conversions(t);
        if (out.failure.empty()) out.failure = check_sparse_functions(t);
      }
  return out;
}

}  // namespace fuzz
