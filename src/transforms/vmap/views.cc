// Views: the same view of the physical tensor, with batch dimensions in front.
#include "ops/functions/complex.h"
#include "ops/functions/view_part.h"
#include "ops/functions/view_shape.h"
#include "transforms/vmap/rules.h"

namespace vjp {
namespace {

// The logical tensor, and where its dimensions lie in the physical one.
struct Sample {
  const Tensor& logical;
  const Tensor& physical;
  const int batch;  // dimensions

  explicit Sample(const Value* args)
      : logical(as_tensor(args[0].as.tensor)),
        physical(vjp::batch_of(*logical.get()).physical),
        batch(vjp::batch_of(*logical.get()).levels.count) {}
  int64_t dim(const Value& v, const OpDef& op, int more = 0) const {
    return batch + wrap_dim(v.as.integer, logical.ndim() + more, op.schema.name);
  }
  Dims dims(const Value& v, const OpDef& op) const {
    Dims moved;
    for (int64_t d : Unbox<IntSpan>::get(v)) moved.push_back(batch + wrap_dim(d, logical.ndim(), op.schema.name));
    return moved;
  }
  Dims batch_sizes() const { return Dims(physical.sizes().first(static_cast<size_t>(batch))); }
  Dims with_batch(IntSpan sizes) const {
    Dims all = batch_sizes();
    for (int64_t size : sizes) all.push_back(size);
    return all;
  }
};

// The positions of a view of a sample count from the sample's storage as the first sample has it.
Tensor strided(const Sample& s, const Value* args) {
  IntSpan sizes = Unbox<IntSpan>::get(args[1]), strides = Unbox<IntSpan>::get(args[2]);
  if (sizes.size() != strides.size())
    fail(VJP_ERROR_INVALID, "as_strided: {} sizes and {} strides", sizes.size(), strides.size());
  Dims all_strides(s.physical.strides().first(static_cast<size_t>(s.batch)));
  for (int64_t stride : strides) all_strides.push_back(stride);
  const int64_t offset = args[3].kind == VJP_KIND_NONE ? s.physical->offset() : args[3].as.integer;
  return as_strided(s.physical, s.with_batch(sizes), all_strides, offset);
}

Tensor expanded(const Sample& s, const OpDef& op, const Value* args) {
  const Geometry shape = op.view(args);
  const int more = shape.sizes.n - s.logical.ndim();
  Dims padded = s.batch_sizes();
  for (int i = 0; i < more; ++i) padded.push_back(1);
  for (int64_t size : s.logical.sizes()) padded.push_back(size);
  return expand(more ? view(s.physical, padded) : s.physical, s.with_batch(shape.sizes));
}

Tensor without_ones(const Sample& s) {
  Dims ones;
  for (int i = 0; i < s.logical.ndim(); ++i)
    if (s.logical.size(i) == 1) ones.push_back(s.batch + i);
  return ones.n ? squeeze_dim(s.physical, ones) : alias(s.physical);
}

Tensor permuted(const Sample& s, const OpDef& op, const Value* args) {
  Dims order;
  for (int i = 0; i < s.batch; ++i) order.push_back(i);
  for (int64_t d : s.dims(args[1], op)) order.push_back(d);
  return permute(s.physical, order);
}

}  // namespace

Tensor physical_view(const OpDef& op, const Value* args) {
  const Sample s(args);
  if (&op == &op_AsStrided) return strided(s, args);
  const Geometry shape = op.view(args);  // its errors speak of the sample
  if (&op == &op_Expand) return expanded(s, op, args);
  if (&op == &op_View_) return view(s.physical, s.with_batch(shape.sizes));
  if (&op == &op_Permute) return permuted(s, op, args);
  if (&op == &op_Squeeze) return without_ones(s);
  if (&op == &op_T_) return s.logical.ndim() < 2 ? alias(s.physical) : transpose(s.physical, s.batch, s.batch + 1);
  if (s.logical.ndim() == 0 && &op != &op_Unsqueeze && !shape.dtype && same(shape.sizes, s.logical.sizes()))
    return alias(s.physical);                      // of no dimension: a transposition, a squeeze
  if (&op == &op_Unfold && s.logical.ndim() == 0)  // the window of a number is its one element
    return narrow(unsqueeze(s.physical, s.batch), s.batch, 0, shape.sizes[0]);
  Arguments own(op, args);
  own.put(0, s.physical);
  if (&op == &op_Unsqueeze) {
    own.put(1, s.dim(args[1], op, 1));
  } else if (&op == &op_SqueezeDims) {
    own.put(1, s.dims(args[1], op));
  } else if (&op == &op_Transpose) {
    own.put(1, s.dim(args[1], op));
    own.put(2, s.dim(args[2], op));
  } else if (&op == &op_Diagonal) {
    own.put(2, s.dim(args[2], op));
    own.put(3, s.dim(args[3], op));
  } else if (&op == &op_Select || &op == &op_Slice || &op == &op_Narrow || &op == &op_Unfold) {
    own.put(1, s.dim(args[1], op));
  } else if (&op != &op_Alias && &op != &op_RealPart && &op != &op_ImagPart && &op != &op_ViewAsReal &&
             &op != &op_ViewAsComplex) {
    fail(VJP_ERROR_NOT_IMPLEMENTED, "{}: this view has no batching rule", op.schema.name);
  }
  return call1(op, own.data());
}

void batch_view(const OpDef& op, const Value* args, Tensor& out) {
  const LevelList levels = batch_of(*impl_of(args[0].as.tensor)).levels;
  out = make_batched(physical_view(op, args), levels);
}

void batch_view_list(const OpDef& op, const Value* args, std::vector<Tensor>& outs) {
  const Sample s(args);
  const LevelList levels = batch_of(*s.logical.get()).levels;
  op.view_list(args);  // its errors speak of the sample
  Arguments own(op, args);
  own.put(0, s.physical);
  const int dim = &op == &op_Unbind ? 1 : 2;
  own.put(dim, s.dim(args[dim], op));
  for (Tensor& part : call_list(op, own.data())) outs.push_back(make_batched(std::move(part), levels));
}

}  // namespace vjp
