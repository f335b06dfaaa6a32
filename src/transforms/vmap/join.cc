// Operators that put tensors together, or one into the shape of another.
#include "ops/functions/join.h"

#include "ops/functions/copy.h"
#include "ops/functions/sum_to_size.h"
#include "ops/functions/view_shape.h"
#include "transforms/vmap/rules.h"

namespace vjp {
namespace {

Tensor joined(const OpDef& op, const Value* args, int more) {
  const LevelList levels = levels_of(op, args);
  std::vector<Tensor> parts;
  int rank = 0;
  bool nothing = !more;
  for (const Tensor& t : Unbox<TensorList>::get(args[0])) {
    rank = std::max(rank, t.ndim());
    nothing &= t.ndim() == 1 && t.numel() == 0;
    // cat passes over a vector of no elements, which it does not do over what has batch dimensions
    parts.push_back(t);
  }
  if (!more) std::erase_if(parts, [&](const Tensor& t) { return rank > 1 && t.ndim() == 1 && t.numel() == 0; });
  for (Tensor& t : parts) t = expanded_with(t, levels);
  Arguments own(op, args);
  // of nothing but such vectors it does not ask for the dimension, either
  own.put(1, levels.count + (nothing ? 0 : wrap_dim(args[1].as.integer, rank + more, op.schema.name)));
  own.put(0, std::move(parts));
  return make_batched(call1(op, own.data()), levels);
}

// What the target has is overwritten: only its shape and dtype count.
Tensor copied(const OpDef& op, const Value* args) {
  const LevelList levels = levels_of(op, args);
  Tensor out = make_batched(clone(expanded_with(as_tensor(args[0].as.tensor), levels)), levels);
  convert_batched(out, as_tensor(args[1].as.tensor));
  return out;
}

Tensor summed(const Value* args) {
  const Tensor& t = as_tensor(args[0].as.tensor);
  const BatchInfo& info = batch_of(*t.get());
  IntSpan to = Unbox<IntSpan>::get(args[1]);
  Dims sizes(info.physical.sizes().first(info.levels.count));
  for (int i = static_cast<int>(to.size()); i < t.ndim(); ++i) sizes.push_back(1);
  for (int64_t size : to) sizes.push_back(size);
  Tensor out = sum_to_size(info.physical, sizes);
  Dims without(info.physical.sizes().first(info.levels.count));
  for (int64_t size : to) without.push_back(size);
  return make_batched(same(out.sizes(), without) ? out : view(out, without), info.levels);
}

}  // namespace

bool batch_join(const OpDef& op, const Value* args, Tensor* outs) {
  if (&op == &op_Cat) {
    outs[0] = joined(op, args, 0);
  } else if (&op == &op_Stack) {
    outs[0] = joined(op, args, 1);
  } else if ((&op == &op_Copy || &op == &op_CopyNonBlocking) ||
             (&op == &op_Fill && args[1].kind == VJP_KIND_TENSOR && is_batched(as_tensor(args[1].as.tensor)))) {
    outs[0] = copied(op, args);
  } else if (&op == &op_Fill && args[1].kind != VJP_KIND_TENSOR) {
    outs[0] = make_batched(fill(physical_of(as_tensor(args[0].as.tensor)), scalar_of(args[1])),
                           batch_of(*impl_of(args[0].as.tensor)).levels);
  } else if (&op == &op_SumToSize) {
    outs[0] = summed(args);
  } else {
    return false;
  }
  return true;
}

}  // namespace vjp
