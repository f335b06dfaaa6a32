#include "ops/halves.h"

#include <algorithm>

#include "ops/internal.h"

namespace vjp {
namespace {

bool is_half_argument(const Value& v) { return v.kind == VJP_KIND_TENSOR && is_half(as_tensor(v.as.tensor).dtype()); }

}  // namespace

bool call_widened(const OpDef& op, const Value* args, Tensor* outs) {
  const int n = op.schema.num_args;
  if (std::none_of(args, args + n, is_half_argument)) return false;
  Promotion promotion;
  Value values[Schema::kMaxArgs];
  Tensor tensors[Schema::kMaxArgs];
  for (int a = 0; a < n; ++a) {
    values[a] = args[a];
    if (args[a].kind == VJP_KIND_DTYPE) return false;  // the caller said what to compute in
    if (args[a].kind != VJP_KIND_TENSOR) continue;
    promotion.add(as_tensor(args[a].as.tensor));
    values[a] = box(tensors[a] = wide(as_tensor(args[a].as.tensor)));
  }
  op.forward(values, outs);
  const Dtype dtype = promotion.result();
  for (int i = 0; i < op.schema.num_outputs; ++i)
    if (outs[i]) outs[i] = narrowed(outs[i], dtype);
  return true;
}

}  // namespace vjp
