// Sparse layouts of a tensor: COO (positions and values) and the compressed ones.
//
// Note: what a sparse tensor is. It has sizes, and no memory: `data` is null and its strides mean nothing. Its storage
// holds the members, which are tensors, so that all handles of it (detached ones too) see the same ones, and a change
// in place puts others there. It shares one version counter with its values (spec SPARSE-6). Members have no history:
// the graph is of sparse tensors, and operators that read members say what the derivative is (ops/sparse.h).
#pragma once

#include <string_view>

#include "tensor/tensor.h"

namespace vjp {

enum class Layout : uint8_t { Strided, Coo, Csr, Csc, Bsr, Bsc };  // vjp_layout
const char* name_of(Layout layout);                                // "COO"
inline bool is_compressed(Layout l) { return l >= Layout::Csr; }
inline bool is_blocked(Layout l) { return l >= Layout::Bsr; }
inline bool by_columns(Layout l) { return l == Layout::Csc || l == Layout::Bsc; }

struct SparseMembers {
  Layout layout;
  bool coalesced;  // of COO: every position once, in row-major order. True of the others
  // COO: the positions [sparse dimensions, count], int64. Else, by rows: where each row begins, [rows + 1]; by columns
  // the same of columns. Of blocks, of the rows of blocks.
  Tensor first;
  Tensor second;  // undefined; the other coordinate of each, [count]
  Tensor values;  // [count, dense dimensions...]; [count, rows of a block, columns of a block]
  int sparse_dims() const { return layout == Layout::Coo ? static_cast<int>(first.size(0)) : 2; }
};

inline bool is_sparse(const TensorImpl& t) { return t.is_sparse; }
inline bool is_sparse(const Tensor& t) { return t && t->is_sparse; }
inline SparseMembers& members_of(const TensorImpl& sparse) {
  return *static_cast<SparseMembers*>(sparse.storage->wrapped());
}
inline const SparseMembers& members_of(const Tensor& sparse) { return members_of(*sparse.get()); }
inline Layout layout_of(const TensorImpl& t) { return t.is_sparse ? members_of(t).layout : Layout::Strided; }
inline Layout layout_of(const Tensor& t) { return layout_of(*t.get()); }

// The members are taken as they are, without their history.
Tensor make_sparse(const SparseMembers& members, IntSpan sizes);
// All handles of the tensor see the new members. Counts no change.
void replace_members(const TensorImpl& sparse, const SparseMembers& members);
// Whether both have their values at the same places because they share the tensors that say where.
bool same_pattern(const SparseMembers& a, const SparseMembers& b);

// A state error for a sparse tensor, where strides, a storage or a memory are asked for (spec SPARSE-5).
[[noreturn, gnu::cold]] void fail_sparse(const TensorImpl& t, std::string_view what);
inline void refuse_sparse(const TensorImpl& t, std::string_view what) {
  if (t.is_sparse) [[unlikely]]
    fail_sparse(t, what);
}

}  // namespace vjp
