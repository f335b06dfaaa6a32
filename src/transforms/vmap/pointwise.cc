// Pointwise operators: physical tensors of one logical rank, so that batch dimensions broadcast with one another.
#include <algorithm>

#include "ops/functions/copy.h"
#include "ops/functions/view_shape.h"
#include "ops/internal.h"
#include "transforms/vmap/rules.h"

namespace vjp {
namespace {

bool takes_part(const OpDef& op, int a) {
  return op.schema.is_tensor_like(a) && !(op.pointwise && op.pointwise->unpromoted >> a & 1);
}

Dtype promoted(const OpDef& op, const Value* args) {
  Promotion promotion;
  for (int a = 0; a < op.schema.num_args; ++a) {
    if (!takes_part(op, a)) continue;
    if (args[a].kind == VJP_KIND_TENSOR) {
      promotion.add(as_tensor(args[a].as.tensor));
    } else if (args[a].kind != VJP_KIND_NONE) {
      promotion.add(scalar_of(args[a]));
    }
  }
  return promotion.result();
}

// A sample without dimensions has some in its physical tensor, which then counts for more in promotion. It becomes what
// a kernel computes in, so that nothing of its value is lost before; the result is then to be of the dtype that is
// given back (None: it is already).
Dtype keep_promotion(const OpDef& op, const Value* args, Arguments& own, int first) {
  bool any = false;
  for (int a = 0; a < op.schema.num_args; ++a)
    any |= args[a].kind == VJP_KIND_TENSOR && is_batched(as_tensor(args[a].as.tensor)) &&
           impl_of(args[a].as.tensor)->ndim == 0;
  if (!any) return Dtype::None;
  const Dtype type = promoted(op, args), wide = op.pointwise ? compute_of(type) : type;
  if (type == promoted(op, own.data())) return Dtype::None;
  for (int a = first; a < op.schema.num_args; ++a) {
    if (args[a].kind != VJP_KIND_TENSOR || !takes_part(op, a)) continue;
    const Tensor& t = as_tensor(args[a].as.tensor);
    if (is_batched(t) && t.ndim() == 0 && t.dtype() != wide) own.put(a, to(as_tensor(own[a].as.tensor), wide));
  }
  if (wide == type || !op.pointwise) return Dtype::None;
  const ResultType result = op.pointwise->result;
  const bool follows = result == ResultType::Promote || result == ResultType::Real ||
                       (result == ResultType::PromoteFloat && is_half(type));
  return follows ? type : Dtype::None;
}

// `first`: the first argument that may be converted, which a target may not.
Dtype align(const OpDef& op, const Value* args, const LevelList& levels, Arguments& own, int first) {
  int rank = 0;
  for (int a = 0; a < op.schema.num_args; ++a)
    if (args[a].kind == VJP_KIND_TENSOR) rank = std::max<int>(rank, impl_of(args[a].as.tensor)->ndim);
  for (int a = 0; a < op.schema.num_args; ++a)
    if (args[a].kind == VJP_KIND_TENSOR) own.put(a, aligned_with(as_tensor(args[a].as.tensor), levels, rank));
  return keep_promotion(op, args, own, first);
}

}  // namespace

void batch_pointwise(const OpDef& op, const Value* args, Tensor* outs) {
  const LevelList levels = levels_of(op, args);
  Arguments own(op, args);
  const Dtype narrow = align(op, args, levels, own, 0);
  call(op, own.data(), outs);
  for (int i = 0; i < op.schema.num_outputs; ++i) {
    if (narrow != Dtype::None) outs[i] = to(outs[i], narrow);
    outs[i] = make_batched(std::move(outs[i]), levels);
  }
}

void batch_pointwise_inplace(const OpDef& op, const Value* args, const Tensor& target) {
  const LevelList levels = batch_of(*target.get()).levels;
  Arguments own(op, args);
  align(op, args, levels, own, 1);
  call_inplace(op, own.data());
}

void copy_batched(const OpDef& op, const Tensor& target, const Tensor& src) {
  if (category_of(src.dtype()) > category_of(target.dtype())) {
    fail(VJP_ERROR_DTYPE, "{}: a result of {} cannot be written into a tensor of {}", op.schema.name, src.dtype(),
         target.dtype());
  }
  convert_batched(target, src);
}

void convert_batched(const Tensor& target, const Tensor& src) {
  const Value args[] = {box(target), box(src)};
  batch_pointwise_inplace(op_Copy, args, target);
}

}  // namespace vjp
