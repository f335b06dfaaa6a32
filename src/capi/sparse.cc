// vjp/sparse.h: tensors of sparse layouts.
#include "vjp/sparse.h"

#include <algorithm>

#include "capi/capi.h"
#include "ops/sparse.h"

using namespace vjp;

namespace {

const SparseMembers& members(vjp_tensor* tensor, const char* what, bool compressed) {
  const TensorImpl& t = *impl_of(tensor);
  if (!t.is_sparse || is_compressed(members_of(t).layout) != compressed)
    fail(VJP_ERROR_INVALID, "{}: {} is not a {} tensor", what, describe(t), compressed ? "compressed" : "COO");
  return members_of(t);
}

void check_sparse(const TensorImpl& t, const char* what) {
  if (!t.is_sparse) fail(VJP_ERROR_INVALID, "{}: {} is strided, expected a sparse tensor", what, describe(t));
}

}  // namespace

vjp_layout vjp_tensor_layout(const vjp_tensor* t) {
  return t ? static_cast<vjp_layout>(layout_of(*impl_of(t))) : VJP_LAYOUT_STRIDED;
}

vjp_status vjp_sparse_coo(vjp_tensor* indices, vjp_tensor* values, const int64_t* shape, size_t ndim, bool coalesced,
                          vjp_tensor** out) {
  return guard([&] {
    VJP_ARG(indices);
    VJP_ARG(values);
    VJP_ARG(out);
    std::optional<IntSpan> sizes;
    if (shape) sizes = IntSpan(shape, ndim);
    *out = give(sparse_coo(borrow(indices), borrow(values), sizes, coalesced));
  });
}

vjp_status vjp_sparse_compressed(vjp_layout layout, vjp_tensor* begins, vjp_tensor* plain_indices, vjp_tensor* values,
                                 int64_t rows, int64_t columns, vjp_tensor** out) {
  return guard([&] {
    VJP_ARG(begins);
    VJP_ARG(plain_indices);
    VJP_ARG(values);
    VJP_ARG(out);
    if (layout < VJP_LAYOUT_CSR || layout > VJP_LAYOUT_BSC)
      fail(VJP_ERROR_INVALID, "vjp_sparse_compressed: layout {} is none of CSR, CSC, BSR and BSC", int{layout});
    const Dims sizes{rows, columns};
    *out = give(
        sparse_compressed(static_cast<Layout>(layout), borrow(begins), borrow(plain_indices), borrow(values), sizes));
  });
}

int64_t vjp_tensor_nnz(const vjp_tensor* t) {
  if (!t) return 0;
  return impl_of(t)->is_sparse ? members_of(*impl_of(t)).values.size(0) : impl_of(t)->numel;
}
size_t vjp_tensor_sparse_dims(const vjp_tensor* t) {
  return t && impl_of(t)->is_sparse ? static_cast<size_t>(members_of(*impl_of(t)).sparse_dims()) : 0;
}
bool vjp_tensor_is_coalesced(const vjp_tensor* t) {
  return t && impl_of(t)->is_sparse && members_of(*impl_of(t)).coalesced;
}

vjp_status vjp_tensor_indices(vjp_tensor* tensor, vjp_tensor** out) {
  return guard([&] {
    VJP_ARG(tensor);
    VJP_ARG(out);
    *out = give(members(tensor, "indices", false).first.alias());
  });
}
vjp_status vjp_tensor_compressed_indices(vjp_tensor* tensor, vjp_tensor** out) {
  return guard([&] {
    VJP_ARG(tensor);
    VJP_ARG(out);
    *out = give(members(tensor, "compressed_indices", true).first.alias());
  });
}
vjp_status vjp_tensor_plain_indices(vjp_tensor* tensor, vjp_tensor** out) {
  return guard([&] {
    VJP_ARG(tensor);
    VJP_ARG(out);
    *out = give(members(tensor, "plain_indices", true).second.alias());
  });
}
vjp_status vjp_tensor_values(vjp_tensor* tensor, bool raw, vjp_tensor** out) {
  return guard([&] {
    VJP_ARG(tensor);
    VJP_ARG(out);
    const TensorImpl& t = *impl_of(tensor);
    check_sparse(t, "values");
    if (!raw && !members_of(t).coalesced) {
      fail(VJP_ERROR_STATE, "values: {} is not coalesced, so its values are no function of its elements; coalesce it",
           describe(t));
    }
    *out = give(raw ? raw_values(borrow(tensor)) : values_of(borrow(tensor)));
  });
}

vjp_status vjp_tensor_coalesce(vjp_tensor* tensor, vjp_tensor** out) {
  return guard([&] {
    VJP_ARG(tensor);
    VJP_ARG(out);
    check_sparse(*impl_of(tensor), "coalesce");
    *out = give(coalesce(borrow(tensor)));
  });
}
vjp_status vjp_tensor_to_dense(vjp_tensor* tensor, bool masked_grad, vjp_tensor** out) {
  return guard([&] {
    VJP_ARG(tensor);
    VJP_ARG(out);
    *out = give(to_dense(borrow(tensor), masked_grad));
  });
}
vjp_status vjp_tensor_to_layout(vjp_tensor* tensor, vjp_layout layout, int64_t sparse_dims, int64_t block_rows,
                                int64_t block_columns, vjp_tensor** out) {
  return guard([&] {
    VJP_ARG(tensor);
    VJP_ARG(out);
    if (layout < VJP_LAYOUT_STRIDED || layout > VJP_LAYOUT_BSC)
      fail(VJP_ERROR_INVALID, "vjp_tensor_to_layout: {} is no vjp_layout", int{layout});
    refuse_batched(*impl_of(tensor), "to_sparse");
    const Dims block{block_rows, block_columns};
    *out = give(to_layout(borrow(tensor), static_cast<Layout>(layout),
                          static_cast<int>(std::clamp<int64_t>(sparse_dims, -1, VJP_MAX_DIMS + 1)), block));
  });
}
vjp_status vjp_tensor_sparse_mask(vjp_tensor* tensor, vjp_tensor* mask, vjp_tensor** out) {
  return guard([&] {
    VJP_ARG(tensor);
    VJP_ARG(mask);
    VJP_ARG(out);
    check_sparse(*impl_of(mask), "sparse_mask");
    const Tensor &t = borrow(tensor), &m = borrow(mask);
    if (!same(t.sizes(), m.sizes())) fail(VJP_ERROR_SHAPE, "sparse_mask: 'mask' is {}, expected the sizes of {}", m, t);
    if (t.device() != m.device()) fail(VJP_ERROR_DEVICE, "sparse_mask: 'mask' is {}, expected the device of {}", m, t);
    *out = give(sparse_mask(t, m));
  });
}
vjp_status vjp_sparse_sampled_addmm(vjp_tensor* input, vjp_tensor* mat1, vjp_tensor* mat2, double beta, double alpha,
                                    vjp_tensor** out) {
  return guard([&] {
    VJP_ARG(input);
    VJP_ARG(mat1);
    VJP_ARG(mat2);
    VJP_ARG(out);
    check_sparse(*impl_of(input), "sampled_addmm");
    *out = give(sampled_addmm(borrow(input), borrow(mat1), borrow(mat2), beta, alpha));
  });
}
