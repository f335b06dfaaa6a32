/**
 * libvjp: sparse tensors, which are tensors of another layout.
 *
 * A COO tensor has positions (an int64 matrix, a column for each value) and values, which may have dimensions of their
 * own: the dense ones. A position may stand there more than once; its values then mean their sum, and coalescing adds
 * them up. The compressed layouts are of matrices: CSR by rows, CSC by columns, BSR and BSC the same of blocks.
 *
 * Operators take sparse tensors where they have something for them, and refuse them by name elsewhere; a gradient of a
 * sparse tensor is at the places of its values. What is made here is recorded under grad mode like everything else.
 */
#ifndef VJP_SPARSE_H
#define VJP_SPARSE_H

#include "vjp/tensor.h"

#ifdef __cplusplus
extern "C" {
#endif

/** How the elements of a tensor are kept. Values never change. */
typedef enum vjp_layout {
  VJP_LAYOUT_STRIDED = 0, /**< all of them, in a memory with strides */
  VJP_LAYOUT_COO = 1,     /**< positions and values */
  VJP_LAYOUT_CSR = 2,     /**< by rows: where each begins, the columns, the values */
  VJP_LAYOUT_CSC = 3,     /**< by columns */
  VJP_LAYOUT_BSR = 4,     /**< blocks, by rows of blocks */
  VJP_LAYOUT_BSC = 5      /**< blocks, by columns of blocks */
} vjp_layout;

/** The layout; VJP_LAYOUT_STRIDED for NULL. @since 0.1 */
VJP_API vjp_layout vjp_tensor_layout(const vjp_tensor* tensor);

/**
 * A COO tensor on the memory of `values`.
 *
 * @param indices    [sparse dimensions, values], int64 or int32, on the device of `values`
 * @param values     [values, dense dimensions...]
 * @param shape      the sizes, sparse dimensions first; NULL: as large as the positions ask for
 * @param ndim       of `shape`
 * @param coalesced  the positions rise, in row-major order, and none stands there twice
 * @param out        receives a handle, which the caller releases
 * @return VJP_OK; VJP_ERROR_INVALID for NULL, indices that are no such matrix, positions that do not rise where
 *         `coalesced` says so; VJP_ERROR_SHAPE, VJP_ERROR_DEVICE where the parts do not go together;
 *         VJP_ERROR_STATE for batched parts; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_sparse_coo(vjp_tensor* indices, vjp_tensor* values, const int64_t* shape, size_t ndim,
                                  bool coalesced, vjp_tensor** out);

/**
 * A compressed matrix on the memory of `values`.
 *
 * @param layout         VJP_LAYOUT_CSR, _CSC, _BSR or _BSC
 * @param begins         where each row (column, row or column of blocks) begins among the values, then their number
 * @param plain_indices  the other coordinate of each value or block; it rises within a row (column)
 * @param values         [values], or [blocks, rows, columns]
 * @param rows           of the matrix
 * @param columns        of the matrix
 * @param out            receives a handle, which the caller releases
 * @return VJP_OK; VJP_ERROR_INVALID for NULL, another layout, parts that are no such lists; VJP_ERROR_SHAPE,
 *         VJP_ERROR_DEVICE where they do not go together;
 *         VJP_ERROR_STATE for batched parts; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_sparse_compressed(vjp_layout layout, vjp_tensor* begins, vjp_tensor* plain_indices,
                                         vjp_tensor* values, int64_t rows, int64_t columns, vjp_tensor** out);

/** How many values (of BSR and BSC blocks) are kept; the number of elements of a strided tensor, 0 for NULL. @since 0.1
 */
VJP_API int64_t vjp_tensor_nnz(const vjp_tensor* tensor);
/** How many of the dimensions are sparse: 0 of a strided tensor, 2 of a compressed one. @since 0.1 */
VJP_API size_t vjp_tensor_sparse_dims(const vjp_tensor* tensor);
/** Whether no position stands there twice, and they rise. True of compressed tensors, false of strided ones. @since 0.1
 */
VJP_API bool vjp_tensor_is_coalesced(const vjp_tensor* tensor);

/**
 * The positions of a COO tensor, [sparse dimensions, values]. Shares their memory, which is not to be changed.
 *
 * @param out  receives a handle, which the caller releases
 * @return VJP_OK; VJP_ERROR_INVALID for NULL and other layouts; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_tensor_indices(vjp_tensor* tensor, vjp_tensor** out);
/**
 * Where each row (of CSC and BSC: column) of a compressed tensor begins, and the number of values. As
 * vjp_tensor_indices.
 *
 * @return VJP_OK; VJP_ERROR_INVALID for NULL and other layouts; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_tensor_compressed_indices(vjp_tensor* tensor, vjp_tensor** out);
/**
 * The column (of CSC and BSC: row) of each value of a compressed tensor. As vjp_tensor_indices.
 *
 * @return VJP_OK; VJP_ERROR_INVALID for NULL and other layouts; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_tensor_plain_indices(vjp_tensor* tensor, vjp_tensor** out);
/**
 * The values, recorded; on the memory of the tensor.
 *
 * @param raw  also of a COO tensor that is not coalesced: then without a history
 * @param out  receives a handle, which the caller releases
 * @return VJP_OK; VJP_ERROR_INVALID for NULL and a strided tensor; VJP_ERROR_STATE for a COO tensor that is not
 *         coalesced, unless `raw`; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_tensor_values(vjp_tensor* tensor, bool raw, vjp_tensor** out);

/**
 * Every position once, rising, with the sum of its values. The tensor itself where it is so already.
 *
 * @param out  receives a handle, which the caller releases
 * @return VJP_OK; VJP_ERROR_INVALID for NULL and a strided tensor; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_tensor_coalesce(vjp_tensor* tensor, vjp_tensor** out);
/**
 * A strided tensor of the same elements; the tensor itself where it is one.
 *
 * @param masked_grad  the gradient is what there is at the places of the values; else the whole, strided one
 * @param out          receives a handle, which the caller releases
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_tensor_to_dense(vjp_tensor* tensor, bool masked_grad, vjp_tensor** out);
/**
 * The tensor in another layout; the tensor itself where it has that one. Of strided tensors elements that are 0 are
 * left out, of blocks those that have none.
 *
 * @param layout       any
 * @param sparse_dims  how many dimensions of VJP_LAYOUT_COO are sparse; -1: as they are, of other tensors all
 * @param block_rows, block_columns  of VJP_LAYOUT_BSR and _BSC
 * @param out          receives a handle, which the caller releases
 * @return VJP_OK; VJP_ERROR_INVALID for NULL and an unknown layout; VJP_ERROR_SHAPE for a compressed layout of what is
 * no matrix, and for blocks that do not fill it; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_tensor_to_layout(vjp_tensor* tensor, vjp_layout layout, int64_t sparse_dims, int64_t block_rows,
                                        int64_t block_columns, vjp_tensor** out);
/**
 * The elements of `tensor` at the places of `mask`, in its layout. A strided tensor's gradient is COO.
 *
 * @param mask  sparse, of the sizes and the device of `tensor`
 * @param out   receives a handle, which the caller releases
 * @return VJP_OK; VJP_ERROR_INVALID for NULL and a strided mask; VJP_ERROR_SHAPE, VJP_ERROR_DEVICE; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_tensor_sparse_mask(vjp_tensor* tensor, vjp_tensor* mask, vjp_tensor** out);
/**
 * beta * input + alpha * (mat1 mat2), computed at the places of `input` only.
 *
 * @param input  CSR or COO; of [n, m]
 * @param mat1   strided, [n, k]
 * @param mat2   strided, [k, m]
 * @param out    receives a handle, which the caller releases
 * @return VJP_OK; VJP_ERROR_INVALID for NULL and other layouts; VJP_ERROR_SHAPE, VJP_ERROR_DTYPE; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_sparse_sampled_addmm(vjp_tensor* input, vjp_tensor* mat1, vjp_tensor* mat2, double beta,
                                            double alpha, vjp_tensor** out);

#ifdef __cplusplus
}
#endif
#endif
