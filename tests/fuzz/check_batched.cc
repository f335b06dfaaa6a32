// Calls for several samples at once: values, gradients and tangents of a level of vmap are those of a loop.
#include <algorithm>
#include <cmath>

#include "autocast.h"
#include "batched.h"
#include "gradients.h"

namespace fuzz {
namespace {

bool has_special(const Call& call) {
  for (const Value& v : call.args) {
    if (!std::isfinite(std::abs(v.number))) return true;
    for (const Drawn& t : v.tensors)
      if (t.fill == Fill::Special) return true;
  }
  return false;
}

// Statistics that a call brings up to date, which no function of samples may share.
bool writes_statistics(const Operator& op, const Call& call) {
  const int i = op.index_of("running_mean"), k = op.index_of("running_var");
  return i >= 0 && (call.args[static_cast<size_t>(i)].kind != Value::None ||
                    call.args[static_cast<size_t>(k)].kind != Value::None);
}

// A product of two elements may leave the range of the dtype.
bool may_overflow(const Call& call, vjp_dtype dtype) {
  double most = 1;
  for (const Value& v : call.args)
    for (const Drawn& t : v.tensors)
      for (const Complex& z : array_of(t).v)
        if (std::isfinite(std::abs(z))) most = std::max(most, std::abs(z));
  return most >= largest_of(dtype) / most;
}

// Whether a term that overflows meets an infinite bias before it is rounded (a fused multiplication, to which the bias
// is given first) or after makes an infinity or NaN of it, and a sigmoid behind makes that finite again. Operators with
// a reference are told which sums these are; of the others one way may have NaN where the other has none.
void forgive_overflow(const Operator& op, const Call& call, BothWays& both) {
  if (!has_special(call) || references().count(op.name)) return;
  for (size_t i = 0; i < both.got.size() && i < both.want.size(); ++i) {
    Array &got = both.got[i], &want = both.want[i];
    if (got.v.size() != want.v.size() || !may_overflow(call, got.dtype)) continue;
    for (int64_t e = 0; e < got.numel(); ++e)
      if (is_nan(got[e]) != is_nan(want[e])) got[e] = want[e];
  }
}

// `least`: a step of the dtype that something on the way may have had.
std::string compare(const std::string& what, const BothWays& both, double roundings, const Call& call,
                    double least = 0) {
  if (!both.comparable && both.failure.empty()) return "";
  if (!both.failure.empty()) return what + ": " + both.failure;
  for (size_t i = 0; i < both.got.size(); ++i) {
    const Array &got = both.got[i], &want = both.want[i];
    const std::string which = what + ": result " + std::to_string(i);
    if (got.dtype != want.dtype)
      return which + " is " + vjp_dtype_name(got.dtype) + " and not " + vjp_dtype_name(want.dtype);
    const double eps = std::max(least, narrowest_eps(call, got.dtype));
    const std::string text = difference(got, want, roundings * eps, false);
    if (!text.empty()) return which + ": " + text;
  }
  return "";
}

// What cancels is that of the call, the first of the samples.
void take_scales(BothWays& both, const std::vector<Array>& results) {
  for (size_t i = 0; i < both.want.size() && i < results.size(); ++i) {
    const std::vector<double>& scale = results[i].scale;
    if (!scale.empty()) both.want[i].scale.assign(both.want[i].v.size(), *std::max_element(scale.begin(), scale.end()));
  }
}

std::string check_sampled_values(const char* what, const Operator& op, const Call& call,
                                 const std::vector<Array>& results, const std::vector<bool>& batched) {
  Arguments args(call, true);
  BothWays both = both_ways(call, batched, [&](const std::vector<vjp_tensor*>& tensors) {
    Ran ran = run(op, VJP_VARIANT_FUNCTIONAL, args.values(tensors));
    golden::check(ran.status, ran.message);
    return std::move(ran.results);
  });
  take_scales(both, results);
  forgive_overflow(op, call, both);
  return compare(what, both, allowed_roundings(op), call);
}

// A level within a level: two samples of all tensors, of each of which one has two of its own, or all have. The inner
// level alone is held against a loop elsewhere, the outer one here.
std::string check_levels(const Operator& op, const Call& call, const std::vector<Array>& results,
                         const std::vector<bool>& inner) {
  Call larger = call;
  Ints dims;
  for (Value& v : larger.args)
    for (Drawn& t : v.tensors) {
      const bool own = inner[dims.size()];
      dims.push_back(own ? 0 : VJP_VMAP_NONE);
      if (!own) continue;
      if (t.fill == Fill::Distinct || t.fill == Fill::Definite) return "";  // of a sample, not of both together
      t.shape.insert(t.shape.begin(), 2);
      t.strides.clear(), t.offset = 0;
    }
  Arguments args(call, true);
  const Sampled one = [&](const std::vector<vjp_tensor*>& tensors) {
    Ran ran = run(op, VJP_VARIANT_FUNCTIONAL, args.values(tensors));
    golden::check(ran.status, ran.message);
    return std::move(ran.results);
  };
  BothWays both = both_ways(larger, all_strided(larger),
                            [&](const std::vector<vjp_tensor*>& tensors) { return in_level(one, tensors, dims); });
  take_scales(both, results);
  forgive_overflow(op, call, both);
  return compare("batched twice", both, allowed_roundings(op), call);
}

// In place on a part of a larger tensor of each sample.
std::string check_sampled_views(const Operator& op, const Call& call, const std::vector<Array>& results) {
  if (!vjp_op_has_inplace(op.op) || op.family == "view" || call.args[0].kind != Value::Tensor || results.empty())
    return "";
  const Drawn& first = call.args[0].tensors[0];
  if (results[0].dtype != first.dtype || results[0].shape != first.shape) return "";
  const int64_t dim = first.seed % 2 ? -1 : 0;
  Arguments args(call, true);
  BothWays both = both_ways(call, all_strided(call), [&](std::vector<vjp_tensor*> tensors) {
    vjp_tensor* alike[] = {tensors[0], tensors[0], tensors[0]};
    Tensor whole, part;
    golden::check(vjp_stack(alike, 3, dim, whole.out()), "three parts");
    golden::check(vjp_select(whole.get(), dim, 1, part.out()), "a view");
    tensors[0] = part.get();
    const Ran ran = run(op, VJP_VARIANT_INPLACE, args.values(tensors));
    golden::check(ran.status, ran.message);
    std::vector<Tensor> out;
    out.push_back(std::move(whole));
    return out;
  });
  take_scales(both, results);
  forgive_overflow(op, call, both);
  return compare("batched, in place on a view", both, allowed_roundings(op), call);
}

// ---- derivatives ----

// One call as a function of its tensors that have derivatives.
struct Differentiated {
  const Operator& op;
  Arguments& args;
  static vjp_status call(void* context, vjp_tensor* const* inputs, size_t n, vjp_tensor_list* outputs,
                         vjp_tensor_list*) {
    auto& self = *static_cast<Differentiated*>(context);
    const Ran ran = run(self.op, VJP_VARIANT_FUNCTIONAL, self.args.values({inputs, inputs + n}));
    if (!ran.ok()) return ran.status;
    for (const Tensor& t : ran.results)
      if (t && !is_whole(vjp_tensor_dtype(t.get())))
        if (const vjp_status status = vjp_tensor_list_append(outputs, t.get())) return status;
    return VJP_OK;
  }
};

// The places of tensors with derivatives.
std::vector<size_t> derived(const Operator& op, const Call& call) {
  std::vector<size_t> out;
  size_t next = 0;
  for (const Value& v : call.args)
    for (const Drawn& t : v.tensors) {
      if (!is_whole(t.dtype) && (next || op.name != "zeta")) out.push_back(next);
      ++next;
    }
  return out;
}

std::vector<Tensor> directions(const std::vector<Drawn>& like) {
  std::vector<Tensor> out;
  for (const Drawn& t : like) out.push_back(make_tensor(t, true));
  return out;
}

Drawn direction(vjp_dtype dtype, const Ints& shape, uint64_t seed) {
  Drawn t;
  t.dtype = dtype, t.shape = shape, t.seed = seed;
  return t;
}

std::string check_sampled_derivatives(const char* what, bool forward, const Operator& op, const Call& call,
                                      const std::vector<Array>& results, const std::vector<bool>& batched) {
  const std::vector<size_t> inputs = derived(op, call);
  std::vector<Drawn> vectors;
  if (forward) {
    size_t next = 0;
    for (const Value& v : call.args)
      for (const Drawn& t : v.tensors)
        if (std::count(inputs.begin(), inputs.end(), next++)) vectors.push_back(direction(t.dtype, t.shape, 50 + next));
  } else {
    for (const Array& a : results)
      if (a.dtype != VJP_DTYPE_NONE && !is_whole(a.dtype)) vectors.push_back(direction(a.dtype, a.shape, 7));
  }
  if (inputs.empty() || vectors.empty()) return "";
  Arguments args(call, true);
  Differentiated f{op, args};
  vjp_functional_options options = VJP_FUNCTIONAL_OPTIONS_INIT;
  options.argnums = inputs.data(), options.num_argnums = inputs.size();
  BothWays both = both_ways(call, batched, [&](const std::vector<vjp_tensor*>& tensors) {
    const std::vector<Tensor> v = directions(vectors);
    TensorList list;
    const auto derive = forward ? vjp_functional_jvp : vjp_functional_vjp;
    golden::check(derive(Differentiated::call, &f, tensors.data(), tensors.size(), golden::borrow(v).data(), v.size(),
                         &options, nullptr, list.out()),
                  "a derivative");
    return tensors_of(list.get());
  });
  for (Array& a : both.want) a.scale.assign(a.v.size(), 1 + std::sqrt(static_cast<double>(numel_of_all(call))));
  return compare(what, both, allowed_roundings(op), call);
}

}  // namespace

std::string check_batched(const Operator& op, const Call& call, const std::vector<Array>& results) {
  const std::vector<bool> all = all_strided(call);
  const int64_t number = results.empty() ? 0 : results[0].numel();
  const std::vector<bool> one = one_of(all, number);
  std::string failure = check_sampled_values("batched", op, call, results, all);
  if (failure.empty() && one != all) failure = check_sampled_values("batched in one", op, call, results, one);
  if (!failure.empty() || draws_numbers(op, call)) return failure;
  const std::vector<bool>& some = number % 2 ? all : one;
  failure = check_levels(op, call, results, some);
  if (failure.empty()) failure = check_sampled_views(op, call, results);
  if (!failure.empty()) return failure;
  if (!is_tame(op, call) || has_special(call) || writes_statistics(op, call)) return failure;
  failure = check_sampled_derivatives("gradients of samples", false, op, call, results, some);
  if (failure.empty()) failure = check_sampled_derivatives("tangents of samples", true, op, call, results, some);
  return failure;
}

std::string check_batched_inside(const Operator& op, const Call& call, const std::vector<Array>& results,
                                 vjp_dtype dtype) {
  Arguments args(call, true);
  BothWays both = both_ways(call, all_strided(call), [&](const std::vector<vjp_tensor*>& tensors) {
    const Region region(dtype);
    Ran ran = run(op, VJP_VARIANT_FUNCTIONAL, args.values(tensors));
    golden::check(ran.status, ran.message);
    return std::move(ran.results);
  });
  double most = 1;
  for (const Array& a : results)
    for (const Complex& z : a.v) most = std::max(most, std::abs(z));
  if (!is_tame(op, call) || !(most < 100)) return both.failure.empty() ? "" : "autocast: batched: " + both.failure;
  for (Array& a : both.want) a.scale.assign(a.v.size(), most);
  return compare("autocast: batched", both, std::max(32.0, allowed_roundings(op)), call, eps_of(dtype));
}

std::string check_sparse_batched(const Operator& op, const Call& call) {
  if (draws_numbers(op, call)) return "";
  Arguments args(call, false);
  BothWays both = both_ways(call, all_strided(call), [&](const std::vector<vjp_tensor*>& tensors) {
    Ran ran = run(op, VJP_VARIANT_FUNCTIONAL, args.values(tensors));
    golden::check(ran.status, ran.message);
    return std::move(ran.results);
  });
  if (has_special(call)) return both.failure.empty() ? "" : "batched: " + both.failure;
  for (Array& a : both.want) a.scale.assign(a.v.size(), 1 + std::sqrt(static_cast<double>(numel_of_all(call))));
  return compare("batched", both, allowed_roundings(op), call);
}

}  // namespace fuzz
