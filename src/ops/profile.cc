// What the profiler says of a call on demand: shapes, and how many additions and products its formula has.
#include "ops/profile.h"

#include <algorithm>
#include <functional>
#include <numeric>

#include "ops/internal.h"
#include "ops/value.h"

namespace vjp {
namespace {

std::string text_of(const Value& v) {
  switch (v.kind) {
    case VJP_KIND_TENSOR:
      return v.as.tensor ? detail::to_text(as_tensor(v.as.tensor).sizes()) : "None";
    case VJP_KIND_TENSOR_LIST: {
      std::string text = "(";
      for (const Tensor& t : Unbox<TensorList>::get(v))
        text += (text.size() > 1 ? ", " : "") + (t ? detail::to_text(t.sizes()) : std::string("None"));
      return text + ")";
    }
    default:
      return "";
  }
}

const Tensor* tensor_argument(const OpCall& call, int a) {
  if (a >= call.op.schema.num_args || call.args[a].kind != VJP_KIND_TENSOR || !call.args[a].as.tensor) return nullptr;
  return &as_tensor(call.args[a].as.tensor);
}

int64_t elements(IntSpan sizes) {
  return std::accumulate(sizes.begin(), sizes.end(), int64_t{1}, std::multiplies<int64_t>());
}

// The products of matrices by the sizes that are summed over; convolutions by the weight that each result meets.
int64_t products(const OpCall& call, std::string_view name, int64_t results) {
  const Tensor* first = tensor_argument(call, name == "addmm" || name == "baddbmm" ? 1 : 0);
  const Tensor* second = tensor_argument(call, 1);
  if (!first) return 0;
  if (name.starts_with("conv")) {
    if (!second || second->ndim() < 2) return 0;
    const bool transposed = name.find("transpose") != std::string_view::npos;
    const int64_t met = elements(second->sizes()) / std::max<int64_t>(1, second->sizes()[0]);
    return 2 * met * (transposed ? elements(first->sizes()) : results);
  }
  return first->ndim() == 0 ? 0 : 2 * results * first->sizes().back();
}

}  // namespace

std::string shapes_of(const OpCall& call) {
  std::string text;
  for (int a = 0; a < call.op.schema.num_args; ++a) {
    std::string one = text_of(call.args[a]);
    if (one.empty()) continue;
    if (!text.empty()) text += ", ";
    text += one;
  }
  return text;
}

int64_t flops_of(const OpCall& call) {
  const Tensor* target = call.target();
  const Tensor* out = target ? target : call.form == Form::Functional ? call.outs : nullptr;
  if (!out || !*out || call.op.family == Family::Composite || call.op.family == Family::View) return 0;
  const int64_t results = elements(out->sizes());
  if (call.op.family == Family::Pointwise) return results;
  const std::string_view name = call.op.schema.name;
  for (std::string_view product : {"matmul", "mm", "bmm", "mv", "dot", "addmm", "baddbmm", "linear"})
    if (name == product) return products(call, name, results);
  return name.starts_with("conv") ? products(call, name, results) : 0;
}

}  // namespace vjp
