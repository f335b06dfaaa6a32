// Products of matrices: batch dimensions are leading dimensions, which broadcast without a copy; what all samples share
// is multiplied once.
#include "ops/functions/matmul_products.h"
#include "ops/functions/view_shape.h"
#include "transforms/vmap/rules.h"

namespace vjp {
namespace {

Tensor multiply(const Tensor& a, const Tensor& b, const LevelList& levels) {
  return make_batched(_batched_matmul(a, b), levels);
}

// Batched rows times what all samples share: one product of all rows.
Tensor rows_times_shared(const Tensor& rows, const Tensor& shared, const LevelList& levels) {
  Dims sizes(rows.sizes());
  Dims flat{1, sizes[sizes.n - 1]};
  for (int i = 0; i + 1 < sizes.n; ++i) flat[0] *= sizes[i];
  sizes[sizes.n - 1] = shared.size(1);
  return make_batched(view(mm(reshape(rows, flat), shared), sizes), levels);
}

void check_matrices(const OpDef& op, const Tensor& a, int a_dims, const Tensor& b, int b_dims, bool fit) {
  if (a.ndim() == a_dims && b.ndim() == b_dims && fit) return;
  fail(VJP_ERROR_SHAPE, "{}: '{}' is {}, '{}' is {}: they do not fit", op.schema.name, op.schema.arg_name(0), a.sizes(),
       op.schema.arg_name(1), b.sizes());
}

Tensor batch_mm(const OpDef& op, const Tensor& a, const Tensor& b) {
  check_matrices(op, a, 2, b, 2, a.ndim() == 2 && b.ndim() == 2 && a.size(1) == b.size(0));
  LevelList levels;
  if (is_batched(a)) levels.add(batch_of(*a.get()).levels);
  if (!is_batched(b)) return rows_times_shared(physical_of(a), b, levels);
  levels.add(batch_of(*b.get()).levels);
  return multiply(is_batched(a) ? physical_with(a, levels) : a, physical_with(b, levels), levels);
}

// [n, k] times [k].
Tensor batch_mv(const OpDef& op, const Tensor& a, const Tensor& v) {
  check_matrices(op, a, 2, v, 1, a.ndim() == 2 && v.ndim() == 1 && a.size(1) == v.size(0));
  if (!is_batched(a)) return squeeze_dim(mm(unsqueeze(v, 0), t(a)), Dims{0});  // one product of all vectors
  return squeeze_dim(mm(a, unsqueeze(v, 1)), Dims{1});
}

Tensor batch_bmm(const OpDef& op, const Tensor& a, const Tensor& b) {
  check_matrices(op, a, 3, b, 3, a.ndim() == 3 && b.ndim() == 3 && a.size(0) == b.size(0) && a.size(2) == b.size(1));
  LevelList levels;
  if (is_batched(a)) levels.add(batch_of(*a.get()).levels);
  if (is_batched(b)) levels.add(batch_of(*b.get()).levels);
  return multiply(is_batched(a) ? physical_with(a, levels) : a, is_batched(b) ? physical_with(b, levels) : b, levels);
}

Tensor with_rank(const Tensor& t, int rank) {
  if (t.ndim() == rank) return t;
  Dims sizes = Dims::filled(rank - t.ndim(), 1);
  for (int64_t size : t.sizes()) sizes.push_back(size);
  return view(t, sizes);
}

// Leading dimensions of samples broadcast, too.
Tensor batch_matmul(const Tensor& a, const Tensor& b) {
  const int rank = std::max(a.ndim(), b.ndim());
  if (!is_batched(b) && b.ndim() == 2) {
    const LevelList levels = batch_of(*a.get()).levels;
    if (a.ndim() < 2 || a.size(-1) != b.size(-2))
      fail(VJP_ERROR_SHAPE, "matmul: inner sizes differ: 'input' is {}, 'other' is {}", a.sizes(), b.sizes());
    return rows_times_shared(physical_of(a), b, levels);
  }
  if (a.ndim() < 2 || b.ndim() < 2 || a.size(-1) != b.size(-2))
    fail(VJP_ERROR_SHAPE, "matmul: inner sizes differ: 'input' is {}, 'other' is {}", a.sizes(), b.sizes());
  LevelList levels;
  if (is_batched(a)) levels.add(batch_of(*a.get()).levels);
  if (is_batched(b)) levels.add(batch_of(*b.get()).levels);
  const auto physical = [&](const Tensor& t) { return is_batched(t) ? physical_with(with_rank(t, rank), levels) : t; };
  return multiply(physical(a), physical(b), levels);
}

Tensor batch_dot(const OpDef& op, const Tensor& a, const Tensor& b) {
  check_matrices(op, a, 1, b, 1, a.ndim() == 1 && b.ndim() == 1 && a.size(0) == b.size(0));
  return is_batched(b) ? squeeze_dim(mv(unsqueeze(a, 0), b), Dims{0}) : squeeze_dim(mv(unsqueeze(b, 0), a), Dims{0});
}

}  // namespace

bool batch_product(const OpDef& op, const Value* args, Tensor* outs) {
  if (op.family != Family::Bilinear) return false;
  const Tensor &a = as_tensor(args[0].as.tensor), &b = as_tensor(args[1].as.tensor);
  if (&op == &op_Mm) {
    outs[0] = batch_mm(op, a, b);
  } else if (&op == &op_Mv) {
    outs[0] = batch_mv(op, a, b);
  } else if (&op == &op_Bmm) {
    outs[0] = batch_bmm(op, a, b);
  } else if (&op == &op_BatchedMatmul) {
    outs[0] = batch_matmul(a, b);
  } else if (&op == &op_Dot) {
    outs[0] = batch_dot(op, a, b);
  } else {
    return false;
  }
  return true;
}

}  // namespace vjp
