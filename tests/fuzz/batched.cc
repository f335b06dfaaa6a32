#include "batched.h"

#include <algorithm>
#include <cstring>

namespace fuzz {
namespace {

constexpr uint64_t kSamples = 2;

// The same shapes, other values in the tensors that are batched.
Call sample_of(Call call, const std::vector<bool>& batched, uint64_t number) {
  size_t next = 0;
  for (Value& v : call.args)
    for (Drawn& t : v.tensors)
      if (batched[next++]) t.seed += 1000 * number;
  return call;
}

Array stacked(const std::vector<Array>& samples) {
  Array out;
  out.dtype = samples[0].dtype;
  out.shape = samples[0].shape;
  out.shape.insert(out.shape.begin(), static_cast<int64_t>(samples.size()));
  for (const Array& a : samples) out.v.insert(out.v.end(), a.v.begin(), a.v.end());
  return out;
}

std::vector<Tensor> tensors_for(const Call& call, const std::vector<bool>& batched, bool by_level) {
  std::vector<Tensor> out;
  for (const Value& v : call.args)
    for (const Drawn& t : v.tensors) {
      if (!by_level || !batched[out.size()]) {
        out.push_back(make_tensor(t, t.layout == VJP_LAYOUT_STRIDED));
        continue;
      }
      std::vector<Array> samples;
      for (uint64_t k = 0; k < kSamples; ++k) {
        Drawn one = t;
        one.seed += 1000 * k;
        samples.push_back(array_of(one));
      }
      out.push_back(make_tensor(stacked(samples)));
    }
  return out;
}

// Results of each sample; false: one does not fit, or shapes depend on values.
bool by_loop(const Call& call, const std::vector<bool>& batched, const Sampled& f, std::vector<Array>& out) {
  std::vector<std::vector<Array>> samples;
  for (uint64_t k = 0; k < kSamples; ++k) {
    const std::vector<Tensor> inputs = tensors_for(sample_of(call, batched, k), batched, false);
    try {
      std::vector<Tensor> results = f(golden::borrow(inputs));
      std::erase_if(results, [](const Tensor& t) { return !t; });
      samples.push_back(read_all(results));
    } catch (const golden::Failure&) {
      return false;
    }
    if (samples[k].size() != samples[0].size()) return false;
  }
  for (size_t i = 0; i < samples[0].size(); ++i) {
    if (samples[0][i].shape != samples[1][i].shape || samples[0][i].dtype != samples[1][i].dtype) return false;
    out.push_back(stacked({samples[0][i], samples[1][i]}));
  }
  return true;
}

vjp_status run_batched(void* context, vjp_tensor* const* inputs, size_t n, vjp_tensor_list* results) {
  try {
    for (const Tensor& t : (*static_cast<const Sampled*>(context))({inputs, inputs + n}))
      if (t) golden::check(vjp_tensor_list_append(results, t.get()), "a result");
  } catch (const golden::Failure&) {
    return vjp_last_error_status();
  }
  return VJP_OK;
}

}  // namespace

std::vector<bool> all_strided(const Call& call) {
  std::vector<bool> out;
  for (const Value& v : call.args)
    for (const Drawn& t : v.tensors) out.push_back(t.layout == VJP_LAYOUT_STRIDED);
  return out;
}

std::vector<bool> one_of(const std::vector<bool>& some, int64_t number) {
  std::vector<bool> out(some.size());
  const int64_t count = std::count(some.begin(), some.end(), true);
  for (size_t i = 0, left = count ? static_cast<size_t>(number % count) : 0; i < some.size(); ++i)
    if (some[i] && left-- == 0) return out[i] = true, out;
  return out;
}

std::vector<Tensor> in_level(const Sampled& f, const std::vector<vjp_tensor*>& tensors, const Ints& dims) {
  TensorList list;
  Sampled context = f;
  golden::check(vjp_vmap(run_batched, &context, tensors.data(), dims.data(), tensors.size(), nullptr, list.out()),
                "a level");
  return tensors_of(list.get());
}

BothWays both_ways(const Call& call, const std::vector<bool>& batched, const Sampled& f) {
  BothWays out;
  if (!std::count(batched.begin(), batched.end(), true) || !by_loop(call, batched, f, out.want)) return out;
  const std::vector<Tensor> made = tensors_for(call, batched, true);
  const std::vector<vjp_tensor*> inputs = golden::borrow(made);
  std::vector<int64_t> dims;
  for (const bool own : batched) dims.push_back(own ? 0 : VJP_VMAP_NONE);
  try {
    out.got = read_all(in_level(f, inputs, dims));
  } catch (const golden::NotImplemented&) {
    return out;
  } catch (const golden::Failure& failure) {
    if (!std::strstr(vjp_last_error(), "vmap")) out.failure = failure.what();  // else shapes that depend on values
    return out;
  }
  out.comparable = true;
  if (out.got.size() != out.want.size()) out.failure = "another number of results";
  return out;
}

}  // namespace fuzz
