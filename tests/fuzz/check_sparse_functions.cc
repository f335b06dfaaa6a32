// Functions of sparse tensors that are no operators: sparse_mask and sampled_addmm, against plain loops, with their
// gradients; and for two samples of their strided tensors.
#include <cmath>

#include "batched.h"
#include "gradients.h"

namespace fuzz {
namespace {

using Function = std::function<vjp_status(const std::vector<vjp_tensor*>&, vjp_tensor**)>;

// What one of them gives, and should give: the result, then gradients of its tensors under a weight for each element.
struct Wanted {
  Array result;
  std::vector<Array> gradients;
};

Drawn strided(const Drawn& like, Ints shape, uint64_t seed) {
  Drawn t;
  t.dtype = like.dtype, t.shape = std::move(shape), t.seed = seed;
  if (t.shape.size() == 2 && seed % 2) t.strides = {1, std::max<int64_t>(1, t.shape[0])};
  return t;
}

Drawn weight_for(const Drawn& like) {
  Drawn t;
  t.dtype = like.dtype, t.shape = like.shape, t.seed = 7;
  return t;
}

bool is_special(const Drawn& t) { return t.fill == Fill::Special; }

std::string compare(const std::string& what, const Array& got, Array want, double terms) {
  if (got.dtype != want.dtype) return what + ": " + vjp_dtype_name(got.dtype);
  if (!is_whole(want.dtype)) want.scale.assign(want.v.size(), 1 + 12 * terms);
  const std::string text = difference(got, want, 64 * eps_of(want.dtype), false);
  return text.empty() ? "" : what + ": " + text;
}

Tensor dense(vjp_tensor* t) {
  Tensor out;
  golden::check(vjp_tensor_to_dense(t, true, out.out()), "to_dense");
  return out;
}

std::string check_one(const char* name, const Function& f, const Call& call, const Wanted& want, double terms) {
  const Drawn& sparse = call.args[0].tensors[0];
  std::vector<Tensor> tensors;
  for (const Value& v : call.args)
    for (const Drawn& t : v.tensors) tensors.push_back(make_tensor(t, false));
  const std::vector<vjp_tensor*> inputs = golden::borrow(tensors);
  const bool derives = !is_whole(sparse.dtype);
  for (vjp_tensor* t : inputs)
    if (derives) golden::check(vjp_tensor_set_requires_grad(t, true), "requires_grad");
  Tensor result;
  const vjp_status status = f(inputs, result.out());
  if (status == VJP_ERROR_DTYPE || status == VJP_ERROR_NOT_IMPLEMENTED) return "";
  if (status != VJP_OK) return std::string(name) + ": " + vjp_last_error();
  std::string text = check_members(result.get());
  if (!text.empty()) return std::string(name) + ": " + text;
  if (vjp_tensor_layout(result.get()) != sparse.layout) return std::string(name) + ": another layout";
  if (is_special(sparse)) return "";
  text = compare(name, read_tensor(result.get()), want.result, terms);
  if (!text.empty() || !derives) return text;
  const Tensor root = dense(result.get()), weight = make_tensor(weight_for(sparse), true);
  vjp_tensor *y = root.get(), *w = weight.get();
  vjp_grad_options options = VJP_GRAD_OPTIONS_INIT;
  options.allow_unused = 1;
  std::vector<vjp_tensor*> raw(inputs.size(), nullptr);
  golden::check(vjp_grad(&y, 1, &w, inputs.data(), inputs.size(), &options, raw.data()), name);
  for (size_t i = 0; i < raw.size(); ++i) {
    const Tensor owned(raw[i]);
    if (!owned) continue;
    text =
        compare(std::string(name) + ": gradient " + std::to_string(i), read_tensor(raw[i]), want.gradients[i], terms);
    if (!text.empty()) return text;
  }
  return "";
}

std::string check_samples(const char* name, const Function& f, const Call& call, double terms) {
  const BothWays both = both_ways(call, all_strided(call), [&](const std::vector<vjp_tensor*>& tensors) {
    Tensor result;
    golden::check(f(tensors, result.out()), name);
    std::vector<Tensor> out;
    out.push_back(dense(result.get()));
    return out;
  });
  const std::string what = std::string(name) + " batched";
  if (!both.failure.empty()) return what + ": " + both.failure;
  if (!both.comparable || is_special(call.args[0].tensors[0])) return "";
  return compare(what, both.got.at(0), both.want.at(0), terms);
}

Call call_of(const char* name, const std::vector<Drawn>& tensors) {
  Call out{name, {}};
  for (const Drawn& t : tensors) {
    out.args.emplace_back();
    out.args.back().kind = Value::Tensor;
    out.args.back().tensors.push_back(t);
  }
  return out;
}

void keep_places(const Drawn& t, Array& a) {
  for (int64_t i = 0; i < a.numel(); ++i)
    if (!is_kept(t, i)) a[i] = 0;
}

// The mask's own elements do not matter, and there is no gradient of them.
std::string check_sparse_mask(const Drawn& mask) {
  const Drawn whole = strided(mask, mask.shape, mask.seed + 5);
  Wanted want{array_of(whole), {Array(mask.shape, mask.dtype), array_of(weight_for(mask))}};
  keep_places(mask, want.result), keep_places(mask, want.gradients[1]);
  const Function f = [](const std::vector<vjp_tensor*>& t, vjp_tensor** out) {
    return vjp_tensor_sparse_mask(t[1], t[0], out);
  };
  const Call call = call_of("sparse_mask", {mask, whole});
  const std::string failure = check_one("sparse_mask", f, call, want, 1);
  return failure.empty() ? check_samples("sparse_mask", f, call, 1) : failure;
}

Array conjugated(Array a) {
  for (Complex& z : a.v) z = std::conj(z);
  return a;
}
Array turned(const Array& a) { return permuted(a, {1, 0}); }
Array product(const Array& a, const Array& b, double factor) {
  Array out({a.size(0), b.size(1)}, a.dtype);
  for (int64_t i = 0; i < a.size(0); ++i)
    for (int64_t j = 0; j < b.size(1); ++j)
      for (int64_t k = 0; k < a.size(1); ++k)
        out[i * b.size(1) + j] += factor * a[i * a.size(1) + k] * b[k * b.size(1) + j];
  return out;
}

std::string check_sampled_addmm(const Drawn& input) {
  constexpr double kFactors[] = {1, 0.5, -2, 0};
  const double beta = kFactors[input.seed % 4], alpha = kFactors[input.seed / 4 % 4];
  const auto inner = static_cast<int64_t>(input.seed / 16 % 4);
  const Drawn first = strided(input, {input.shape[0], inner}, input.seed + 11),
              second = strided(input, {inner, input.shape[1]}, input.seed + 12);
  const Array a = array_of(first), b = array_of(second);
  Array weight = array_of(weight_for(input));
  keep_places(input, weight);
  Wanted want{product(a, b, alpha), {weight}};
  const Array old = array_of(input);
  for (int64_t i = 0; i < old.numel(); ++i) want.result[i] += beta * old[i];
  for (Complex& z : want.gradients[0].v) z *= beta;
  keep_places(input, want.result);
  want.gradients.push_back(product(weight, turned(conjugated(b)), alpha));
  want.gradients.push_back(product(turned(conjugated(a)), weight, alpha));
  const Function f = [=](const std::vector<vjp_tensor*>& t, vjp_tensor** out) {
    return vjp_sparse_sampled_addmm(t[0], t[1], t[2], beta, alpha, out);
  };
  const Call call = call_of("sampled_addmm", {input, first, second});
  const auto terms = static_cast<double>(1 + inner + input.shape[0] + input.shape[1]);
  const std::string failure = check_one("sampled_addmm", f, call, want, terms);
  return failure.empty() ? check_samples("sampled_addmm", f, call, terms) : failure;
}

}  // namespace

std::string check_sparse_functions(const Drawn& t) {
  const std::string failure = check_sparse_mask(t);
  const bool is_matrix = t.layout == VJP_LAYOUT_CSR || (t.layout == VJP_LAYOUT_COO && t.shape.size() == 2);
  if (!failure.empty() || !is_matrix || (t.layout == VJP_LAYOUT_COO && t.sparse_dims != 2)) return failure;
  return check_sampled_addmm(t);
}

}  // namespace fuzz
