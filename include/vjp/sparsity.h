/**
 * libvjp: jacobians and hessians with few entries that are not zero.
 *
 * Where the pattern of these entries is known, a handful of products gives all of them: columns (or rows) that share no
 * row (column) get one colour, and one product the entries of a whole colour. The pattern can be found by one run of
 * the function.
 *
 * Matrices are in compressed rows (CSR): a row is an element of the result, a column one of the input, both row-major.
 */
#ifndef VJP_SPARSITY_H
#define VJP_SPARSITY_H

#include "vjp/tensor.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * The function that is differentiated. Called once to find a pattern, and once or more for derivatives.
 *
 * @param input  borrowed: of the shape, dtype and device of the input that was given
 * @param out    receives the result, a reference that the library releases
 * @return VJP_OK, or a status to fail with
 */
typedef vjp_status (*vjp_sparse_fn)(void* context, vjp_tensor* input, vjp_tensor** out);

/** The places of a matrix where it may not be zero. Never changes; may be used by several threads at once. */
typedef struct vjp_sparsity vjp_sparsity;

/**
 * A pattern that is known.
 *
 * @param columns           at least 0
 * @param crow_indices      where each row begins in `col_indices`, then `num_entries`
 * @param num_crow_indices  the number of rows and one more
 * @param col_indices       the columns of the entries, which rise in each row; may be NULL where there are none
 * @param num_entries       how many there are
 * @param out               receives a handle, which the caller releases
 * @return VJP_OK; VJP_ERROR_INVALID for NULL and for numbers that are no such pattern; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_sparsity_create(int64_t columns, const int64_t* crow_indices, size_t num_crow_indices,
                                       const int64_t* col_indices, size_t num_entries, vjp_sparsity** out);
/**
 * Finds the pattern of a jacobian: runs `fn` once, and lets every operator pass on which elements of the input its
 * results depend on, by its structure: both branches of a `where` count, and a product with a tensor of zeros does too;
 * only matrices that do not depend on the input count where they are not zero. What `fn` chooses by values is found for
 * the values given. What `fn` computes on memory, past the operators, is not found: vjp_sparse_jacobian's check is for
 * that.
 *
 * @param input  real floating
 * @param out    receives a handle, which the caller releases
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_DTYPE; what `fn` returned; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_sparsity_of_jacobian(vjp_sparse_fn fn, void* context, vjp_tensor* input, vjp_sparsity** out);
/**
 * Finds the pattern of the hessian of a function with one element: of the jacobian of its gradient, and its mirror
 * image.
 *
 * @param input  real floating
 * @param out    receives a handle, which the caller releases
 * @return as vjp_sparsity_of_jacobian; VJP_ERROR_SHAPE where the result has not one element
 * @since 0.1
 */
VJP_API vjp_status vjp_sparsity_of_hessian(vjp_sparse_fn fn, void* context, vjp_tensor* input, vjp_sparsity** out);
/** Adds a reference, which vjp_sparsity_release gives back; returns `sparsity`. NULL does nothing. @since 0.1 */
VJP_API vjp_sparsity* vjp_sparsity_retain(vjp_sparsity* sparsity);
/** Gives a reference back; with the last one the pattern ends. NULL does nothing. @since 0.1 */
VJP_API void vjp_sparsity_release(vjp_sparsity* sparsity);
/** How many rows the matrix has; 0 for NULL. @since 0.1 */
VJP_API int64_t vjp_sparsity_rows(const vjp_sparsity* sparsity);
/** How many columns the matrix has; 0 for NULL. @since 0.1 */
VJP_API int64_t vjp_sparsity_columns(const vjp_sparsity* sparsity);
/** How many entries the pattern has; 0 for NULL. @since 0.1 */
VJP_API int64_t vjp_sparsity_entries(const vjp_sparsity* sparsity);
/** Where each row begins among the entries: rows + 1 numbers, borrowed; NULL for NULL. @since 0.1 */
VJP_API const int64_t* vjp_sparsity_crow_indices(const vjp_sparsity* sparsity);
/** The columns of the entries, borrowed; NULL for NULL. @since 0.1 */
VJP_API const int64_t* vjp_sparsity_col_indices(const vjp_sparsity* sparsity);
/**
 * The operators of which every result was taken to depend on all of their arguments, because their structure is not
 * known, with commas between them; "" where there were none, and for patterns that were given. Borrowed.
 *
 * @since 0.1
 */
VJP_API const char* vjp_sparsity_dense_operators(const vjp_sparsity* sparsity);

/** How a pattern is coloured. Values never change. */
typedef enum vjp_coloring {
  VJP_COLORING_COLUMNS = 0,  /**< for products with tangents: columns of a colour share no row */
  VJP_COLORING_ROWS = 1,     /**< for products with gradients: rows of a colour share no column */
  VJP_COLORING_SYMMETRIC = 2 /**< for hessians: one of an entry and its mirror image stands alone (star colouring) */
} vjp_coloring;
/**
 * Colours a pattern, with few colours but not the fewest that there could be, which nobody can find quickly.
 *
 * @param colors      receives a colour from 0 on for each row or column; may be NULL
 * @param num_colors  receives how many there are: so many products the derivative takes; may be NULL
 * @return VJP_OK; VJP_ERROR_INVALID for NULL, and for a symmetric colouring of a pattern that is not; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_sparsity_color(const vjp_sparsity* sparsity, vjp_coloring coloring, int32_t* colors,
                                      int32_t* num_colors);

/** Which products a sparse jacobian is made of. Values never change. */
typedef enum vjp_sparse_strategy {
  VJP_SPARSE_AUTO = 0,    /**< whichever takes less, by the numbers of colours */
  VJP_SPARSE_FORWARD = 1, /**< columns, by forward mode: `fn` runs for several colours at a time */
  VJP_SPARSE_REVERSE = 2  /**< rows, by grad calls: `fn` runs once */
} vjp_sparse_strategy;

/** Options of vjp_sparse_jacobian and vjp_sparse_hessian. Grows at the end. */
typedef struct vjp_sparse_options {
  size_t struct_size;           /**< set by the caller: VJP_SPARSE_OPTIONS_INIT */
  vjp_sparse_strategy strategy; /**< a hessian does not look at it */
  int32_t create_graph;         /**< 1: the entries can be differentiated again; not with VJP_SPARSE_FORWARD */
  int32_t check;                /**< 1 (default): one product more finds out whether the pattern lacks an entry */
} vjp_sparse_options;
#define VJP_SPARSE_OPTIONS_INIT \
  { sizeof(vjp_sparse_options), VJP_SPARSE_AUTO, 0, 1 }

/**
 * The entries of a jacobian.
 *
 * @param input     real floating
 * @param sparsity  the pattern; NULL: it is found first (vjp_sparsity_of_jacobian)
 * @param options   NULL for the defaults
 * @param used      receives a handle to the pattern, which the caller releases; may be NULL where `sparsity` is given
 * @param entries   receives a tensor of as many elements as the pattern has entries, in their order, of the dtype of
 *                  `input`; the caller releases it
 * @return VJP_OK; VJP_ERROR_INVALID for NULL, and where the pattern lacks an entry; VJP_ERROR_SHAPE where the pattern
 * is of another size; VJP_ERROR_DTYPE; VJP_ERROR_NOT_IMPLEMENTED for create_graph with VJP_SPARSE_FORWARD; what `fn`
 * returned; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_sparse_jacobian(vjp_sparse_fn fn, void* context, vjp_tensor* input, vjp_sparsity* sparsity,
                                       const vjp_sparse_options* options, vjp_sparsity** used, vjp_tensor** entries);
/**
 * The entries of the hessian of a function with one element.
 *
 * @param input     real floating
 * @param sparsity  a symmetric pattern; NULL: it is found first (vjp_sparsity_of_hessian)
 * @param options   NULL for the defaults
 * @param used      receives a handle to the pattern, which the caller releases; may be NULL where `sparsity` is given
 * @param entries   receives a tensor of as many elements as the pattern has entries, in their order, of the dtype of
 *                  `input`; the caller releases it
 * @return as vjp_sparse_jacobian; VJP_ERROR_INVALID too where the pattern is not symmetric, VJP_ERROR_SHAPE where the
 *         result has not one element
 * @since 0.1
 */
VJP_API vjp_status vjp_sparse_hessian(vjp_sparse_fn fn, void* context, vjp_tensor* input, vjp_sparsity* sparsity,
                                      const vjp_sparse_options* options, vjp_sparsity** used, vjp_tensor** entries);

#ifdef __cplusplus
}
#endif

#endif
