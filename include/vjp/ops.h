/**
 * libvjp: the operators. Generated from the operator table; see docs/operators.md.
 *
 * Tensors are borrowed; results are new references. Optional tensors, numbers, lists and devices are NULL when
 * absent. Forms ending in _scalar take a number for the last operand, vjp_scalar_NAME for the first, those ending in
 * _scalars for all; those ending in _ write into the first argument. What writes into a tensor of the result's
 * shape and does not record is called by name: vjp_op_call with VJP_VARIANT_OUT (vjp/registry.h).
 *
 * A missing tensor (NULL) is VJP_ERROR_INVALID; VJP_ERROR_NOT_IMPLEMENTED is for what the operator, or the backend of
 * the device, does not compute. Messages name the operator and the argument.
 */
/* clang-format off */
#ifndef VJP_OPS_H
#define VJP_OPS_H

#include "vjp/device.h"
#include "vjp/tensor.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * The conjugate transpose of a matrix.
 *
 * H(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_H(vjp_tensor* input, vjp_tensor** out);

/**
 * The dimensions in reverse order.
 *
 * T(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_T(vjp_tensor* input, vjp_tensor** out);

/**
 * Absolute value of every element, real for complex numbers.
 *
 * abs(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_abs(vjp_tensor* input, vjp_tensor** out);
/** vjp_abs in place. @return as vjp_abs; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_abs_(vjp_tensor* input);

/**
 * Arc cosine of every element.
 *
 * acos(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_acos(vjp_tensor* input, vjp_tensor** out);
/** vjp_acos in place. @return as vjp_acos; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_acos_(vjp_tensor* input);

/**
 * Inverse hyperbolic cosine of every element.
 *
 * acosh(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_acosh(vjp_tensor* input, vjp_tensor** out);
/** vjp_acosh in place. @return as vjp_acosh; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_acosh_(vjp_tensor* input);

/**
 * The means of output_size parts of [N, C, L] that are as equal as can be.
 *
 * adaptive_avg_pool1d(Tensor input, int[] output_size) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_adaptive_avg_pool1d(vjp_tensor* input, const int64_t* output_size, size_t num_output_size,
                                           vjp_tensor** out);

/**
 * The means of output_size parts a dimension of [N, C, H, W]; a negative number keeps a size.
 *
 * adaptive_avg_pool2d(Tensor input, int[] output_size) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_adaptive_avg_pool2d(vjp_tensor* input, const int64_t* output_size, size_t num_output_size,
                                           vjp_tensor** out);

/**
 * The means of output_size parts a dimension of [N, C, D, H, W]; a negative number keeps a size.
 *
 * adaptive_avg_pool3d(Tensor input, int[] output_size) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_adaptive_avg_pool3d(vjp_tensor* input, const int64_t* output_size, size_t num_output_size,
                                           vjp_tensor** out);

/**
 * The largest elements of output_size parts a dimension of [N, C, L]; a negative number keeps a size.
 *
 * adaptive_max_pool1d(Tensor input, int[] output_size) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_adaptive_max_pool1d(vjp_tensor* input, const int64_t* output_size, size_t num_output_size,
                                           vjp_tensor** out);

/**
 * adaptive_max_pool1d, followed by the positions in the flattened channel if return_indices is true.
 *
 * adaptive_max_pool1d.indices(Tensor input, int[] output_size, bool return_indices) -> Tensor[]
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_adaptive_max_pool1d_indices(vjp_tensor* input, const int64_t* output_size,
                                                   size_t num_output_size, bool return_indices, vjp_tensor_list** out);

/**
 * The largest elements of output_size parts a dimension of [N, C, H, W]; a negative number keeps a size.
 *
 * adaptive_max_pool2d(Tensor input, int[] output_size) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_adaptive_max_pool2d(vjp_tensor* input, const int64_t* output_size, size_t num_output_size,
                                           vjp_tensor** out);

/**
 * adaptive_max_pool2d, followed by the positions in the flattened channel if return_indices is true.
 *
 * adaptive_max_pool2d.indices(Tensor input, int[] output_size, bool return_indices) -> Tensor[]
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_adaptive_max_pool2d_indices(vjp_tensor* input, const int64_t* output_size,
                                                   size_t num_output_size, bool return_indices, vjp_tensor_list** out);

/**
 * The largest elements of output_size parts a dimension of [N, C, D, H, W]; a negative number keeps a size.
 *
 * adaptive_max_pool3d(Tensor input, int[] output_size) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_adaptive_max_pool3d(vjp_tensor* input, const int64_t* output_size, size_t num_output_size,
                                           vjp_tensor** out);

/**
 * adaptive_max_pool3d, followed by the positions in the flattened channel if return_indices is true.
 *
 * adaptive_max_pool3d.indices(Tensor input, int[] output_size, bool return_indices) -> Tensor[]
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_adaptive_max_pool3d_indices(vjp_tensor* input, const int64_t* output_size,
                                                   size_t num_output_size, bool return_indices, vjp_tensor_list** out);

/**
 * input + other, elementwise.
 *
 * add(Operand input, Operand other) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_add(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out);
/** vjp_add with a number for `other`. @return as vjp_add @since 0.1 */
VJP_API vjp_status vjp_add_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out);
/** vjp_add with a number for `input`. @return as vjp_add @since 0.1 */
VJP_API vjp_status vjp_scalar_add(vjp_scalar input, vjp_tensor* other, vjp_tensor** out);
/** vjp_add in place. @return as vjp_add; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_add_(vjp_tensor* input, vjp_tensor* other);
/**
 * vjp_add in place, with a number for `other`.
 *
 * @return as vjp_add; VJP_ERROR_STATE where `input` may not be changed
 * @since 0.1
 */
VJP_API vjp_status vjp_add_scalar_(vjp_tensor* input, vjp_scalar other);

/**
 * input + alpha * other, elementwise.
 *
 * add.alpha(Operand input, Operand other, *, Scalar alpha=1) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_add_alpha(vjp_tensor* input, vjp_tensor* other, vjp_scalar alpha, vjp_tensor** out);
/** vjp_add_alpha with a number for `other`. @return as vjp_add_alpha @since 0.1 */
VJP_API vjp_status vjp_add_alpha_scalar(vjp_tensor* input, vjp_scalar other, vjp_scalar alpha, vjp_tensor** out);
/** vjp_add_alpha with a number for `input`. @return as vjp_add_alpha @since 0.1 */
VJP_API vjp_status vjp_scalar_add_alpha(vjp_scalar input, vjp_tensor* other, vjp_scalar alpha, vjp_tensor** out);
/** vjp_add_alpha in place. @return as vjp_add_alpha; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_add_alpha_(vjp_tensor* input, vjp_tensor* other, vjp_scalar alpha);
/**
 * vjp_add_alpha in place, with a number for `other`.
 *
 * @return as vjp_add_alpha; VJP_ERROR_STATE where `input` may not be changed
 * @since 0.1
 */
VJP_API vjp_status vjp_add_alpha_scalar_(vjp_tensor* input, vjp_scalar other, vjp_scalar alpha);

/**
 * beta * input + alpha * the sum of the products of all pairs of matrices.
 *
 * addbmm(Tensor input, Tensor batch1, Tensor batch2, *, Scalar beta=1, Scalar alpha=1) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_addbmm(vjp_tensor* input, vjp_tensor* batch1, vjp_tensor* batch2, vjp_scalar beta,
                              vjp_scalar alpha, vjp_tensor** out);
/** vjp_addbmm in place. @return as vjp_addbmm; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_addbmm_(vjp_tensor* input, vjp_tensor* batch1, vjp_tensor* batch2, vjp_scalar beta,
                               vjp_scalar alpha);

/**
 * input + value * tensor1 / tensor2, elementwise.
 *
 * addcdiv(Tensor input, Tensor tensor1, Tensor tensor2, *, Scalar value=1) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_addcdiv(vjp_tensor* input, vjp_tensor* tensor1, vjp_tensor* tensor2, vjp_scalar value,
                               vjp_tensor** out);
/** vjp_addcdiv in place. @return as vjp_addcdiv; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_addcdiv_(vjp_tensor* input, vjp_tensor* tensor1, vjp_tensor* tensor2, vjp_scalar value);

/**
 * input + value * tensor1 * tensor2, elementwise.
 *
 * addcmul(Tensor input, Tensor tensor1, Tensor tensor2, *, Scalar value=1) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_addcmul(vjp_tensor* input, vjp_tensor* tensor1, vjp_tensor* tensor2, vjp_scalar value,
                               vjp_tensor** out);
/** vjp_addcmul in place. @return as vjp_addcmul; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_addcmul_(vjp_tensor* input, vjp_tensor* tensor1, vjp_tensor* tensor2, vjp_scalar value);

/**
 * beta * input + alpha * (mat1 mat2). With beta = 0 the input is not read.
 *
 * addmm(Tensor input, Tensor mat1, Tensor mat2, *, Scalar beta=1, Scalar alpha=1) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_addmm(vjp_tensor* input, vjp_tensor* mat1, vjp_tensor* mat2, vjp_scalar beta, vjp_scalar alpha,
                             vjp_tensor** out);
/** vjp_addmm in place. @return as vjp_addmm; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_addmm_(vjp_tensor* input, vjp_tensor* mat1, vjp_tensor* mat2, vjp_scalar beta, vjp_scalar alpha);

/**
 * beta * input + alpha * (mat vec).
 *
 * addmv(Tensor input, Tensor mat, Tensor vec, *, Scalar beta=1, Scalar alpha=1) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_addmv(vjp_tensor* input, vjp_tensor* mat, vjp_tensor* vec, vjp_scalar beta, vjp_scalar alpha,
                             vjp_tensor** out);
/** vjp_addmv in place. @return as vjp_addmv; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_addmv_(vjp_tensor* input, vjp_tensor* mat, vjp_tensor* vec, vjp_scalar beta, vjp_scalar alpha);

/**
 * beta * input + alpha * outer(vec1, vec2).
 *
 * addr(Tensor input, Tensor vec1, Tensor vec2, *, Scalar beta=1, Scalar alpha=1) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_addr(vjp_tensor* input, vjp_tensor* vec1, vjp_tensor* vec2, vjp_scalar beta, vjp_scalar alpha,
                            vjp_tensor** out);
/** vjp_addr in place. @return as vjp_addr; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_addr_(vjp_tensor* input, vjp_tensor* vec1, vjp_tensor* vec2, vjp_scalar beta, vjp_scalar alpha);

/**
 * A view of the whole tensor.
 *
 * alias(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_alias(vjp_tensor* input, vjp_tensor** out);

/**
 * A row-major copy.
 *
 * alias_copy(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_alias_copy(vjp_tensor* input, vjp_tensor** out);

/**
 * Whether no element over the given dimensions, or at all, is 0.
 *
 * all(Tensor input, int[]? dim=None, bool keepdim=False) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_all(vjp_tensor* input, const int64_t* dim, size_t num_dim, bool keepdim, vjp_tensor** out);

/**
 * In training, elements become selu's limit at -inf with probability p, and all are scaled and shifted so that mean 0
 * and variance 1 stay what they are. A view of the input where nothing is dropped.
 *
 * alpha_dropout(Tensor input, float p=0.5, bool training=True, *, Generator? generator=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_alpha_dropout(vjp_tensor* input, double p, bool training, vjp_generator* generator,
                                     vjp_tensor** out);
/**
 * vjp_alpha_dropout in place.
 *
 * @return as vjp_alpha_dropout; VJP_ERROR_STATE where `input` may not be changed
 * @since 0.1
 */
VJP_API vjp_status vjp_alpha_dropout_(vjp_tensor* input, double p, bool training, vjp_generator* generator);

/**
 * The largest element over the given dimensions, or of all; NaN if there is one. Equal ones share the gradient.
 *
 * amax(Tensor input, int[]? dim=None, bool keepdim=False) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_amax(vjp_tensor* input, const int64_t* dim, size_t num_dim, bool keepdim, vjp_tensor** out);

/**
 * The smallest element over the given dimensions, or of all; NaN if there is one. Equal ones share the gradient.
 *
 * amin(Tensor input, int[]? dim=None, bool keepdim=False) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_amin(vjp_tensor* input, const int64_t* dim, size_t num_dim, bool keepdim, vjp_tensor** out);

/**
 * The smallest and the largest element along a dimension, or of all; NaN if there is one. Equal ones share the
 * gradient.
 *
 * aminmax(Tensor input, *, int? dim=None, bool keepdim=False) -> (Tensor min, Tensor max)
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_aminmax(vjp_tensor* input, const int64_t* dim, bool keepdim, vjp_tensor** out_min,
                               vjp_tensor** out_max);

/**
 * The argument of every complex number; 0 or pi for real numbers.
 *
 * angle(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_angle(vjp_tensor* input, vjp_tensor** out);

/**
 * Whether an element over the given dimensions, or at all, is not 0.
 *
 * any(Tensor input, int[]? dim=None, bool keepdim=False) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_any(vjp_tensor* input, const int64_t* dim, size_t num_dim, bool keepdim, vjp_tensor** out);

/**
 * 0, 1, 2, ... before end; int64 for an integer end, otherwise float32, unless dtype is given.
 *
 * arange(Scalar end, *, dtype? dtype=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_arange(vjp_scalar end, vjp_dtype dtype, vjp_tensor** out);

/**
 * start, start + step, ... before end.
 *
 * arange.start(Scalar start, Scalar end, Scalar step=1, *, dtype? dtype=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_arange_start(vjp_scalar start, vjp_scalar end, vjp_scalar step, vjp_dtype dtype,
                                    vjp_tensor** out);

/**
 * The position of the first largest element along a dimension, or in the flattened tensor.
 *
 * argmax(Tensor input, int? dim=None, bool keepdim=False) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_argmax(vjp_tensor* input, const int64_t* dim, bool keepdim, vjp_tensor** out);

/**
 * The position of the first smallest element along a dimension, or in the flattened tensor.
 *
 * argmin(Tensor input, int? dim=None, bool keepdim=False) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_argmin(vjp_tensor* input, const int64_t* dim, bool keepdim, vjp_tensor** out);

/**
 * The positions that bring the elements along a dimension into order.
 *
 * argsort(Tensor input, int dim=-1, bool descending=False, bool stable=False) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_argsort(vjp_tensor* input, int64_t dim, bool descending, bool stable, vjp_tensor** out);

/**
 * A view of the storage with any sizes, strides and offset (in elements) that lie in it.
 *
 * as_strided(Tensor input, int[] size, int[] stride, int? storage_offset=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_as_strided(vjp_tensor* input, const int64_t* size, size_t num_size, const int64_t* stride,
                                  size_t num_stride, const int64_t* storage_offset, vjp_tensor** out);
/** vjp_as_strided in place. @return as vjp_as_strided; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_as_strided_(vjp_tensor* input, const int64_t* size, size_t num_size, const int64_t* stride,
                                   size_t num_stride, const int64_t* storage_offset);

/**
 * as_strided, as a copy.
 *
 * as_strided_copy(Tensor input, int[] size, int[] stride, int? storage_offset=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_as_strided_copy(vjp_tensor* input, const int64_t* size, size_t num_size, const int64_t* stride,
                                       size_t num_stride, const int64_t* storage_offset, vjp_tensor** out);

/**
 * Arc sine of every element.
 *
 * asin(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_asin(vjp_tensor* input, vjp_tensor** out);
/** vjp_asin in place. @return as vjp_asin; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_asin_(vjp_tensor* input);

/**
 * Inverse hyperbolic sine of every element.
 *
 * asinh(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_asinh(vjp_tensor* input, vjp_tensor** out);
/** vjp_asinh in place. @return as vjp_asinh; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_asinh_(vjp_tensor* input);

/**
 * Arc tangent of every element.
 *
 * atan(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_atan(vjp_tensor* input, vjp_tensor** out);
/** vjp_atan in place. @return as vjp_atan; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_atan_(vjp_tensor* input);

/**
 * The angle of the point (other, input), elementwise.
 *
 * atan2(Tensor input, Tensor other) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_atan2(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out);
/** vjp_atan2 in place. @return as vjp_atan2; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_atan2_(vjp_tensor* input, vjp_tensor* other);

/**
 * Inverse hyperbolic tangent of every element.
 *
 * atanh(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_atanh(vjp_tensor* input, vjp_tensor** out);
/** vjp_atanh in place. @return as vjp_atanh; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_atanh_(vjp_tensor* input);

/**
 * A view with dimensions of size 1 added until there are 1; the tensor itself if it has as many.
 *
 * atleast_1d(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_atleast_1d(vjp_tensor* input, vjp_tensor** out);

/**
 * atleast_1d of each tensor.
 *
 * atleast_1d.sequence(Tensor[] tensors) -> Tensor[]
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_atleast_1d_sequence(vjp_tensor* const* tensors, size_t num_tensors, vjp_tensor_list** out);

/**
 * A view with dimensions of size 1 added until there are 2; the tensor itself if it has as many.
 *
 * atleast_2d(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_atleast_2d(vjp_tensor* input, vjp_tensor** out);

/**
 * atleast_2d of each tensor.
 *
 * atleast_2d.sequence(Tensor[] tensors) -> Tensor[]
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_atleast_2d_sequence(vjp_tensor* const* tensors, size_t num_tensors, vjp_tensor_list** out);

/**
 * A view with dimensions of size 1 added until there are 3; the tensor itself if it has as many.
 *
 * atleast_3d(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_atleast_3d(vjp_tensor* input, vjp_tensor** out);

/**
 * atleast_3d of each tensor.
 *
 * atleast_3d.sequence(Tensor[] tensors) -> Tensor[]
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_atleast_3d_sequence(vjp_tensor* const* tensors, size_t num_tensors, vjp_tensor_list** out);

/**
 * The mean of every window of [N, C, L].
 *
 * avg_pool1d(Tensor input, int[] kernel_size, int[]? stride=None, int[] padding=0, bool ceil_mode=False, bool
 * count_include_pad=True) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_avg_pool1d(vjp_tensor* input, const int64_t* kernel_size, size_t num_kernel_size,
                                  const int64_t* stride, size_t num_stride, const int64_t* padding, size_t num_padding,
                                  bool ceil_mode, bool count_include_pad, vjp_tensor** out);

/**
 * The mean of every window of [N, C, H, W].
 *
 * avg_pool2d(Tensor input, int[] kernel_size, int[]? stride=None, int[] padding=0, bool ceil_mode=False, bool
 * count_include_pad=True, int? divisor_override=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_avg_pool2d(vjp_tensor* input, const int64_t* kernel_size, size_t num_kernel_size,
                                  const int64_t* stride, size_t num_stride, const int64_t* padding, size_t num_padding,
                                  bool ceil_mode, bool count_include_pad, const int64_t* divisor_override,
                                  vjp_tensor** out);

/**
 * The mean of every window of [N, C, D, H, W].
 *
 * avg_pool3d(Tensor input, int[] kernel_size, int[]? stride=None, int[] padding=0, bool ceil_mode=False, bool
 * count_include_pad=True, int? divisor_override=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_avg_pool3d(vjp_tensor* input, const int64_t* kernel_size, size_t num_kernel_size,
                                  const int64_t* stride, size_t num_stride, const int64_t* padding, size_t num_padding,
                                  bool ceil_mode, bool count_include_pad, const int64_t* divisor_override,
                                  vjp_tensor** out);

/**
 * beta * input + alpha * bmm(batch1, batch2). With beta = 0 the input is not read.
 *
 * baddbmm(Tensor input, Tensor batch1, Tensor batch2, *, Scalar beta=1, Scalar alpha=1) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_baddbmm(vjp_tensor* input, vjp_tensor* batch1, vjp_tensor* batch2, vjp_scalar beta,
                               vjp_scalar alpha, vjp_tensor** out);
/** vjp_baddbmm in place. @return as vjp_baddbmm; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_baddbmm_(vjp_tensor* input, vjp_tensor* batch1, vjp_tensor* batch2, vjp_scalar beta,
                                vjp_scalar alpha);

/**
 * Channels (dimension 1) brought to mean 0 and variance 1, by the batch's statistics in training (the running ones
 * move towards them), else by the running ones.
 *
 * batch_norm(Tensor input, Tensor? running_mean=None, Tensor? running_var=None, Tensor? weight=None, Tensor?
 * bias=None, bool training=False, float momentum=0.1, float eps=1e-05) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_batch_norm(vjp_tensor* input, vjp_tensor* running_mean, vjp_tensor* running_var,
                                  vjp_tensor* weight, vjp_tensor* bias, bool training, double momentum, double eps,
                                  vjp_tensor** out);

/**
 * 1 with the probability that input says, else 0, elementwise. Probabilities on the CPU that are not from 0 to 1 are
 * an error; those on a device are not looked at, since the host would have to wait for them.
 *
 * bernoulli(Tensor input, *, Generator? generator=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_bernoulli(vjp_tensor* input, vjp_generator* generator, vjp_tensor** out);

/**
 * 1 with probability p, else 0, in the shape and dtype of input.
 *
 * bernoulli.p(Tensor input, float p, *, Generator? generator=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_bernoulli_p(vjp_tensor* input, double p, vjp_generator* generator, vjp_tensor** out);
/** vjp_bernoulli_p in place. @return as vjp_bernoulli_p; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_bernoulli_p_(vjp_tensor* input, double p, vjp_generator* generator);

/**
 * The Bessel function of the first kind, of order 0.
 *
 * bessel_j0(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_bessel_j0(vjp_tensor* input, vjp_tensor** out);
/** vjp_bessel_j0 in place. @return as vjp_bessel_j0; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_bessel_j0_(vjp_tensor* input);

/**
 * The Bessel function of the first kind, of order 1.
 *
 * bessel_j1(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_bessel_j1(vjp_tensor* input, vjp_tensor** out);
/** vjp_bessel_j1 in place. @return as vjp_bessel_j1; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_bessel_j1_(vjp_tensor* input);

/**
 * The Bessel function of the second kind, of order 0; NaN below 0.
 *
 * bessel_y0(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_bessel_y0(vjp_tensor* input, vjp_tensor** out);
/** vjp_bessel_y0 in place. @return as vjp_bessel_y0; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_bessel_y0_(vjp_tensor* input);

/**
 * The Bessel function of the second kind, of order 1; NaN below 0.
 *
 * bessel_y1(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_bessel_y1(vjp_tensor* input, vjp_tensor** out);
/** vjp_bessel_y1 in place. @return as vjp_bessel_y1; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_bessel_y1_(vjp_tensor* input);

/**
 * out[*, k] = input1[*, :] weight[k, :, :] input2[*, :] + bias[k].
 *
 * bilinear(Tensor input1, Tensor input2, Tensor weight, Tensor? bias=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_bilinear(vjp_tensor* input1, vjp_tensor* input2, vjp_tensor* weight, vjp_tensor* bias,
                                vjp_tensor** out);

/**
 * The cross entropy of probabilities against targets in [0, 1].
 *
 * binary_cross_entropy(Tensor input, Tensor target, Tensor? weight=None, str reduction="mean") -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_binary_cross_entropy(vjp_tensor* input, vjp_tensor* target, vjp_tensor* weight,
                                            const char* reduction, vjp_tensor** out);

/**
 * The cross entropy of sigmoid(input) against targets in [0, 1], without overflow.
 *
 * binary_cross_entropy_with_logits(Tensor input, Tensor target, Tensor? weight=None, str reduction="mean", Tensor?
 * pos_weight=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_binary_cross_entropy_with_logits(vjp_tensor* input, vjp_tensor* target, vjp_tensor* weight,
                                                        const char* reduction, vjp_tensor* pos_weight, vjp_tensor** out);

/**
 * How many of `count` trials succeed, each with probability `prob`; both are broadcast to one shape, and the result
 * has the dtype of `count`. Drawn on the host, as poisson is.
 *
 * binomial(Tensor count, Tensor prob, *, Generator? generator=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_binomial(vjp_tensor* count, vjp_tensor* prob, vjp_generator* generator, vjp_tensor** out);

/**
 * Bitwise and of integers; for bool, logical_and.
 *
 * bitwise_and(Operand input, Operand other) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_bitwise_and(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out);
/** vjp_bitwise_and with a number for `other`. @return as vjp_bitwise_and @since 0.1 */
VJP_API vjp_status vjp_bitwise_and_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out);
/** vjp_bitwise_and with a number for `input`. @return as vjp_bitwise_and @since 0.1 */
VJP_API vjp_status vjp_scalar_bitwise_and(vjp_scalar input, vjp_tensor* other, vjp_tensor** out);
/** vjp_bitwise_and in place. @return as vjp_bitwise_and; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_bitwise_and_(vjp_tensor* input, vjp_tensor* other);
/**
 * vjp_bitwise_and in place, with a number for `other`.
 *
 * @return as vjp_bitwise_and; VJP_ERROR_STATE where `input` may not be changed
 * @since 0.1
 */
VJP_API vjp_status vjp_bitwise_and_scalar_(vjp_tensor* input, vjp_scalar other);

/**
 * input shifted left by other bits.
 *
 * bitwise_left_shift(Operand input, Operand other) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_bitwise_left_shift(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out);
/** vjp_bitwise_left_shift with a number for `other`. @return as vjp_bitwise_left_shift @since 0.1 */
VJP_API vjp_status vjp_bitwise_left_shift_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out);
/** vjp_bitwise_left_shift with a number for `input`. @return as vjp_bitwise_left_shift @since 0.1 */
VJP_API vjp_status vjp_scalar_bitwise_left_shift(vjp_scalar input, vjp_tensor* other, vjp_tensor** out);
/**
 * vjp_bitwise_left_shift in place.
 *
 * @return as vjp_bitwise_left_shift; VJP_ERROR_STATE where `input` may not be changed
 * @since 0.1
 */
VJP_API vjp_status vjp_bitwise_left_shift_(vjp_tensor* input, vjp_tensor* other);
/**
 * vjp_bitwise_left_shift in place, with a number for `other`.
 *
 * @return as vjp_bitwise_left_shift; VJP_ERROR_STATE where `input` may not be changed
 * @since 0.1
 */
VJP_API vjp_status vjp_bitwise_left_shift_scalar_(vjp_tensor* input, vjp_scalar other);

/**
 * Every bit inverted; for bool, logical_not.
 *
 * bitwise_not(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_bitwise_not(vjp_tensor* input, vjp_tensor** out);
/** vjp_bitwise_not in place. @return as vjp_bitwise_not; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_bitwise_not_(vjp_tensor* input);

/**
 * Bitwise or of integers; for bool, logical_or.
 *
 * bitwise_or(Operand input, Operand other) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_bitwise_or(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out);
/** vjp_bitwise_or with a number for `other`. @return as vjp_bitwise_or @since 0.1 */
VJP_API vjp_status vjp_bitwise_or_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out);
/** vjp_bitwise_or with a number for `input`. @return as vjp_bitwise_or @since 0.1 */
VJP_API vjp_status vjp_scalar_bitwise_or(vjp_scalar input, vjp_tensor* other, vjp_tensor** out);
/** vjp_bitwise_or in place. @return as vjp_bitwise_or; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_bitwise_or_(vjp_tensor* input, vjp_tensor* other);
/**
 * vjp_bitwise_or in place, with a number for `other`.
 *
 * @return as vjp_bitwise_or; VJP_ERROR_STATE where `input` may not be changed
 * @since 0.1
 */
VJP_API vjp_status vjp_bitwise_or_scalar_(vjp_tensor* input, vjp_scalar other);

/**
 * input shifted right by other bits, the sign kept.
 *
 * bitwise_right_shift(Operand input, Operand other) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_bitwise_right_shift(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out);
/** vjp_bitwise_right_shift with a number for `other`. @return as vjp_bitwise_right_shift @since 0.1 */
VJP_API vjp_status vjp_bitwise_right_shift_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out);
/** vjp_bitwise_right_shift with a number for `input`. @return as vjp_bitwise_right_shift @since 0.1 */
VJP_API vjp_status vjp_scalar_bitwise_right_shift(vjp_scalar input, vjp_tensor* other, vjp_tensor** out);
/**
 * vjp_bitwise_right_shift in place.
 *
 * @return as vjp_bitwise_right_shift; VJP_ERROR_STATE where `input` may not be changed
 * @since 0.1
 */
VJP_API vjp_status vjp_bitwise_right_shift_(vjp_tensor* input, vjp_tensor* other);
/**
 * vjp_bitwise_right_shift in place, with a number for `other`.
 *
 * @return as vjp_bitwise_right_shift; VJP_ERROR_STATE where `input` may not be changed
 * @since 0.1
 */
VJP_API vjp_status vjp_bitwise_right_shift_scalar_(vjp_tensor* input, vjp_scalar other);

/**
 * Bitwise exclusive or of integers; for bool, logical_xor.
 *
 * bitwise_xor(Operand input, Operand other) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_bitwise_xor(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out);
/** vjp_bitwise_xor with a number for `other`. @return as vjp_bitwise_xor @since 0.1 */
VJP_API vjp_status vjp_bitwise_xor_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out);
/** vjp_bitwise_xor with a number for `input`. @return as vjp_bitwise_xor @since 0.1 */
VJP_API vjp_status vjp_scalar_bitwise_xor(vjp_scalar input, vjp_tensor* other, vjp_tensor** out);
/** vjp_bitwise_xor in place. @return as vjp_bitwise_xor; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_bitwise_xor_(vjp_tensor* input, vjp_tensor* other);
/**
 * vjp_bitwise_xor in place, with a number for `other`.
 *
 * @return as vjp_bitwise_xor; VJP_ERROR_STATE where `input` may not be changed
 * @since 0.1
 */
VJP_API vjp_status vjp_bitwise_xor_scalar_(vjp_tensor* input, vjp_scalar other);

/**
 * A matrix with the tensors (of at most two dimensions, fewer as one row) along its diagonal, and 0 elsewhere.
 *
 * block_diag(Tensor[] tensors) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_block_diag(vjp_tensor* const* tensors, size_t num_tensors, vjp_tensor** out);

/**
 * The products of two batches of matrices, [b, m, k] and [b, k, n].
 *
 * bmm(Tensor input, Tensor mat2) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_bmm(vjp_tensor* input, vjp_tensor* mat2, vjp_tensor** out);

/**
 * Views of the tensors with the shape to which all of them broadcast.
 *
 * broadcast_tensors(Tensor[] tensors) -> Tensor[]
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_broadcast_tensors(vjp_tensor* const* tensors, size_t num_tensors, vjp_tensor_list** out);

/**
 * expand under its other name.
 *
 * broadcast_to(Tensor input, int[] size) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_broadcast_to(vjp_tensor* input, const int64_t* size, size_t num_size, vjp_tensor** out);

/**
 * All combinations of one element from each vector, a row each, the last changing fastest; a single vector as it is.
 *
 * cartesian_prod(Tensor[] tensors) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_cartesian_prod(vjp_tensor* const* tensors, size_t num_tensors, vjp_tensor** out);

/**
 * The tensors one after the other along a dimension; other sizes agree. One-dimensional empty tensors are skipped.
 *
 * cat(Tensor[] tensors, int dim=0) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_cat(vjp_tensor* const* tensors, size_t num_tensors, int64_t dim, vjp_tensor** out);

/**
 * Numbers of the Cauchy distribution around median, half of them within sigma of it, in the shape and dtype of input;
 * cauchy_ writes them there.
 *
 * cauchy(Tensor input, float median=0.0, float sigma=1.0, *, Generator? generator=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_cauchy(vjp_tensor* input, double median, double sigma, vjp_generator* generator,
                              vjp_tensor** out);
/** vjp_cauchy in place. @return as vjp_cauchy; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_cauchy_(vjp_tensor* input, double median, double sigma, vjp_generator* generator);

/**
 * The p-norm distances between the rows of two batches of matrices. With p = 2 and more than 25 rows, or
 * "use_mm_for_euclid_dist", by a matrix product, unless "donot_use_mm_for_euclid_dist".
 *
 * cdist(Tensor x1, Tensor x2, float p=2, str compute_mode="use_mm_for_euclid_dist_if_necessary") -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_cdist(vjp_tensor* x1, vjp_tensor* x2, double p, const char* compute_mode, vjp_tensor** out);

/**
 * The smallest whole number not below each element.
 *
 * ceil(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_ceil(vjp_tensor* input, vjp_tensor** out);
/** vjp_ceil in place. @return as vjp_ceil; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_ceil_(vjp_tensor* input);

/**
 * input where it is positive, else alpha * (exp(input / alpha) - 1).
 *
 * celu(Tensor input, float alpha=1.0) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_celu(vjp_tensor* input, double alpha, vjp_tensor** out);
/** vjp_celu in place. @return as vjp_celu; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_celu_(vjp_tensor* input, double alpha);

/**
 * The channels (dimension 1) of `groups` equal groups taken in turns: the first of each group, then the second.
 *
 * channel_shuffle(Tensor input, int groups) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_channel_shuffle(vjp_tensor* input, int64_t groups, vjp_tensor** out);

/**
 * The inverse of A from its Cholesky factor.
 *
 * cholesky_inverse(Tensor L, bool upper=False) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_cholesky_inverse(vjp_tensor* L, bool upper, vjp_tensor** out);

/**
 * The solution of A X = B from the Cholesky factor of A.
 *
 * cholesky_solve(Tensor B, Tensor L, bool upper=False) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_cholesky_solve(vjp_tensor* B, vjp_tensor* L, bool upper, vjp_tensor** out);

/**
 * At most `chunks` views of equal size along a dimension; the last may be smaller.
 *
 * chunk(Tensor input, int chunks, int dim=0) -> Tensor[]
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_chunk(vjp_tensor* input, int64_t chunks, int64_t dim, vjp_tensor_list** out);

/**
 * input bounded below by min and above by max, of which one may be absent.
 *
 * clamp(Tensor input, Operand? min=None, Operand? max=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_clamp(vjp_tensor* input, vjp_tensor* min, vjp_tensor* max, vjp_tensor** out);
/** vjp_clamp with a number for `max`. @return as vjp_clamp @since 0.1 */
VJP_API vjp_status vjp_clamp_scalar(vjp_tensor* input, vjp_tensor* min, vjp_scalar max, vjp_tensor** out);
/** vjp_clamp with a number for `min`. @return as vjp_clamp @since 0.1 */
VJP_API vjp_status vjp_scalar_clamp(vjp_tensor* input, vjp_scalar min, vjp_tensor* max, vjp_tensor** out);
/** vjp_clamp with numbers for `min` and `max`. @return as vjp_clamp @since 0.1 */
VJP_API vjp_status vjp_clamp_scalars(vjp_tensor* input, vjp_scalar min, vjp_scalar max, vjp_tensor** out);
/** vjp_clamp in place. @return as vjp_clamp; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_clamp_(vjp_tensor* input, vjp_tensor* min, vjp_tensor* max);
/**
 * vjp_clamp in place, with a number for `max`.
 *
 * @return as vjp_clamp; VJP_ERROR_STATE where `input` may not be changed
 * @since 0.1
 */
VJP_API vjp_status vjp_clamp_scalar_(vjp_tensor* input, vjp_tensor* min, vjp_scalar max);
/**
 * vjp_clamp in place, with numbers for `min` and `max`.
 *
 * @return as vjp_clamp; VJP_ERROR_STATE where `input` may not be changed
 * @since 0.1
 */
VJP_API vjp_status vjp_clamp_scalars_(vjp_tensor* input, vjp_scalar min, vjp_scalar max);

/**
 * The smaller of input and max.
 *
 * clamp_max(Tensor input, Operand max) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_clamp_max(vjp_tensor* input, vjp_tensor* max, vjp_tensor** out);
/** vjp_clamp_max with a number for `max`. @return as vjp_clamp_max @since 0.1 */
VJP_API vjp_status vjp_clamp_max_scalar(vjp_tensor* input, vjp_scalar max, vjp_tensor** out);
/** vjp_clamp_max in place. @return as vjp_clamp_max; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_clamp_max_(vjp_tensor* input, vjp_tensor* max);
/**
 * vjp_clamp_max in place, with a number for `max`.
 *
 * @return as vjp_clamp_max; VJP_ERROR_STATE where `input` may not be changed
 * @since 0.1
 */
VJP_API vjp_status vjp_clamp_max_scalar_(vjp_tensor* input, vjp_scalar max);

/**
 * The larger of input and min.
 *
 * clamp_min(Tensor input, Operand min) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_clamp_min(vjp_tensor* input, vjp_tensor* min, vjp_tensor** out);
/** vjp_clamp_min with a number for `min`. @return as vjp_clamp_min @since 0.1 */
VJP_API vjp_status vjp_clamp_min_scalar(vjp_tensor* input, vjp_scalar min, vjp_tensor** out);
/** vjp_clamp_min in place. @return as vjp_clamp_min; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_clamp_min_(vjp_tensor* input, vjp_tensor* min);
/**
 * vjp_clamp_min in place, with a number for `min`.
 *
 * @return as vjp_clamp_min; VJP_ERROR_STATE where `input` may not be changed
 * @since 0.1
 */
VJP_API vjp_status vjp_clamp_min_scalar_(vjp_tensor* input, vjp_scalar min);

/**
 * A copy with storage of its own; dense layouts are kept, others become row-major.
 *
 * clone(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_clone(vjp_tensor* input, vjp_tensor** out);

/**
 * A copy with storage of its own in a memory format: 0 is row-major, 1 channels last of [N, C, H, W], 2 of [N, C, D,
 * H, W]; 3 keeps the layout where the tensor is dense.
 *
 * clone.memory_format(Tensor input, *, int memory_format) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_clone_memory_format(vjp_tensor* input, int64_t memory_format, vjp_tensor** out);

/**
 * The sum of windows [N, C * window, number of windows] over an image [N, C, output_size], the adjoint of im2col. The
 * field's nn.functional.fold.
 *
 * col2im(Tensor input, int[] output_size, int[] kernel_size, int[] dilation=1, int[] padding=0, int[] stride=1) ->
 * Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_col2im(vjp_tensor* input, const int64_t* output_size, size_t num_output_size,
                              const int64_t* kernel_size, size_t num_kernel_size, const int64_t* dilation,
                              size_t num_dilation, const int64_t* padding, size_t num_padding, const int64_t* stride,
                              size_t num_stride, vjp_tensor** out);

/**
 * The tensors side by side; vectors and numbers as columns.
 *
 * column_stack(Tensor[] tensors) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_column_stack(vjp_tensor* const* tensors, size_t num_tensors, vjp_tensor** out);

/**
 * All combinations of r elements of a vector, a row each, in order.
 *
 * combinations(Tensor input, int r=2, bool with_replacement=False) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_combinations(vjp_tensor* input, int64_t r, bool with_replacement, vjp_tensor** out);

/**
 * real + i imag, elementwise.
 *
 * complex(Tensor real, Tensor imag) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_complex(vjp_tensor* real, vjp_tensor* imag, vjp_tensor** out);

/**
 * The complex conjugate of every element, as a new tensor.
 *
 * conj(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_conj(vjp_tensor* input, vjp_tensor** out);

/**
 * The complex conjugate of every element; a real tensor as it is.
 *
 * conj_physical(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_conj_physical(vjp_tensor* input, vjp_tensor** out);
/**
 * vjp_conj_physical in place.
 *
 * @return as vjp_conj_physical; VJP_ERROR_STATE where `input` may not be changed
 * @since 0.1
 */
VJP_API vjp_status vjp_conj_physical_(vjp_tensor* input);

/**
 * Pads with a constant; negative numbers crop.
 *
 * constant_pad_nd(Tensor input, int[] pad, Scalar value=0) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_constant_pad_nd(vjp_tensor* input, const int64_t* pad, size_t num_pad, vjp_scalar value,
                                       vjp_tensor** out);

/**
 * The tensor itself if it is row-major, otherwise a row-major copy.
 *
 * contiguous(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_contiguous(vjp_tensor* input, vjp_tensor** out);

/**
 * The tensor itself if it lies in the memory format, otherwise a copy that does: 0 is row-major, 1 channels last of
 * [N, C, H, W], 2 of [N, C, D, H, W].
 *
 * contiguous.memory_format(Tensor input, *, int memory_format) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_contiguous_memory_format(vjp_tensor* input, int64_t memory_format, vjp_tensor** out);

/**
 * Slides filters [O, C / groups, k] over [N, C, L] (cross-correlation, as in the field).
 *
 * conv1d(Tensor input, Tensor weight, Tensor? bias=None, int[] stride=1, int[] padding=0, int[] dilation=1, int
 * groups=1) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_conv1d(vjp_tensor* input, vjp_tensor* weight, vjp_tensor* bias, const int64_t* stride,
                              size_t num_stride, const int64_t* padding, size_t num_padding, const int64_t* dilation,
                              size_t num_dilation, int64_t groups, vjp_tensor** out);

/**
 * conv1d with the padding by name: "valid" (none) or "same" (keeps the size).
 *
 * conv1d.padding(Tensor input, Tensor weight, Tensor? bias=None, int[] stride=1, str padding="valid", int[]
 * dilation=1, int groups=1) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_conv1d_padding(vjp_tensor* input, vjp_tensor* weight, vjp_tensor* bias, const int64_t* stride,
                                      size_t num_stride, const char* padding, const int64_t* dilation,
                                      size_t num_dilation, int64_t groups, vjp_tensor** out);

/**
 * Slides filters [O, C / groups, h, w] over [N, C, H, W] (cross-correlation, as in the field).
 *
 * conv2d(Tensor input, Tensor weight, Tensor? bias=None, int[] stride=1, int[] padding=0, int[] dilation=1, int
 * groups=1) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_conv2d(vjp_tensor* input, vjp_tensor* weight, vjp_tensor* bias, const int64_t* stride,
                              size_t num_stride, const int64_t* padding, size_t num_padding, const int64_t* dilation,
                              size_t num_dilation, int64_t groups, vjp_tensor** out);

/**
 * conv2d with the padding by name: "valid" (none) or "same" (keeps the size).
 *
 * conv2d.padding(Tensor input, Tensor weight, Tensor? bias=None, int[] stride=1, str padding="valid", int[]
 * dilation=1, int groups=1) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_conv2d_padding(vjp_tensor* input, vjp_tensor* weight, vjp_tensor* bias, const int64_t* stride,
                                      size_t num_stride, const char* padding, const int64_t* dilation,
                                      size_t num_dilation, int64_t groups, vjp_tensor** out);

/**
 * Slides filters [O, C / groups, d, h, w] over [N, C, D, H, W].
 *
 * conv3d(Tensor input, Tensor weight, Tensor? bias=None, int[] stride=1, int[] padding=0, int[] dilation=1, int
 * groups=1) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_conv3d(vjp_tensor* input, vjp_tensor* weight, vjp_tensor* bias, const int64_t* stride,
                              size_t num_stride, const int64_t* padding, size_t num_padding, const int64_t* dilation,
                              size_t num_dilation, int64_t groups, vjp_tensor** out);

/**
 * conv3d with the padding by name: "valid" (none) or "same" (keeps the size).
 *
 * conv3d.padding(Tensor input, Tensor weight, Tensor? bias=None, int[] stride=1, str padding="valid", int[]
 * dilation=1, int groups=1) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_conv3d_padding(vjp_tensor* input, vjp_tensor* weight, vjp_tensor* bias, const int64_t* stride,
                                      size_t num_stride, const char* padding, const int64_t* dilation,
                                      size_t num_dilation, int64_t groups, vjp_tensor** out);

/**
 * The transpose of conv1d as a linear map; weight [C, O / groups, k].
 *
 * conv_transpose1d(Tensor input, Tensor weight, Tensor? bias=None, int[] stride=1, int[] padding=0, int[]
 * output_padding=0, int groups=1, int[] dilation=1) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_conv_transpose1d(vjp_tensor* input, vjp_tensor* weight, vjp_tensor* bias, const int64_t* stride,
                                        size_t num_stride, const int64_t* padding, size_t num_padding,
                                        const int64_t* output_padding, size_t num_output_padding, int64_t groups,
                                        const int64_t* dilation, size_t num_dilation, vjp_tensor** out);

/**
 * The transpose of conv2d as a linear map; weight [C, O / groups, h, w].
 *
 * conv_transpose2d(Tensor input, Tensor weight, Tensor? bias=None, int[] stride=1, int[] padding=0, int[]
 * output_padding=0, int groups=1, int[] dilation=1) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_conv_transpose2d(vjp_tensor* input, vjp_tensor* weight, vjp_tensor* bias, const int64_t* stride,
                                        size_t num_stride, const int64_t* padding, size_t num_padding,
                                        const int64_t* output_padding, size_t num_output_padding, int64_t groups,
                                        const int64_t* dilation, size_t num_dilation, vjp_tensor** out);

/**
 * The transpose of conv3d as a linear map; weight [C, O / groups, d, h, w].
 *
 * conv_transpose3d(Tensor input, Tensor weight, Tensor? bias=None, int[] stride=1, int[] padding=0, int[]
 * output_padding=0, int groups=1, int[] dilation=1) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_conv_transpose3d(vjp_tensor* input, vjp_tensor* weight, vjp_tensor* bias, const int64_t* stride,
                                        size_t num_stride, const int64_t* padding, size_t num_padding,
                                        const int64_t* output_padding, size_t num_output_padding, int64_t groups,
                                        const int64_t* dilation, size_t num_dilation, vjp_tensor** out);

/**
 * `src`, broadcast to the shape of `input` and converted to its dtype; copy_ writes it there.
 *
 * copy(Tensor input, Tensor src) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_copy(vjp_tensor* input, vjp_tensor* src, vjp_tensor** out);
/** vjp_copy in place. @return as vjp_copy; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_copy_(vjp_tensor* input, vjp_tensor* src);

/**
 * copy; copy_ between the host and a device is then only enqueued where the host's memory is page-locked.
 *
 * copy.non_blocking(Tensor input, Tensor src, bool non_blocking) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_copy_non_blocking(vjp_tensor* input, vjp_tensor* src, bool non_blocking, vjp_tensor** out);
/**
 * vjp_copy_non_blocking in place.
 *
 * @return as vjp_copy_non_blocking; VJP_ERROR_STATE where `input` may not be changed
 * @since 0.1
 */
VJP_API vjp_status vjp_copy_non_blocking_(vjp_tensor* input, vjp_tensor* src, bool non_blocking);

/**
 * |input| with the sign of other.
 *
 * copysign(Tensor input, Operand other) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_copysign(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out);
/** vjp_copysign with a number for `other`. @return as vjp_copysign @since 0.1 */
VJP_API vjp_status vjp_copysign_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out);
/** vjp_copysign in place. @return as vjp_copysign; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_copysign_(vjp_tensor* input, vjp_tensor* other);
/**
 * vjp_copysign in place, with a number for `other`.
 *
 * @return as vjp_copysign; VJP_ERROR_STATE where `input` may not be changed
 * @since 0.1
 */
VJP_API vjp_status vjp_copysign_scalar_(vjp_tensor* input, vjp_scalar other);

/**
 * The correlation coefficients of variables, the rows of a matrix.
 *
 * corrcoef(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_corrcoef(vjp_tensor* input, vjp_tensor** out);

/**
 * Cosine of every element.
 *
 * cos(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_cos(vjp_tensor* input, vjp_tensor** out);
/** vjp_cos in place. @return as vjp_cos; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_cos_(vjp_tensor* input);

/**
 * Hyperbolic cosine of every element.
 *
 * cosh(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_cosh(vjp_tensor* input, vjp_tensor** out);
/** vjp_cosh in place. @return as vjp_cosh; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_cosh_(vjp_tensor* input);

/**
 * 1 - cos of the angle between rows [N, D] where target is 1, max(0, cos - margin) where it is -1, 0 elsewhere. Rows
 * [D] with a target [] are one pair.
 *
 * cosine_embedding_loss(Tensor input1, Tensor input2, Tensor target, float margin=0.0, str reduction="mean") -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_cosine_embedding_loss(vjp_tensor* input1, vjp_tensor* input2, vjp_tensor* target, double margin,
                                             const char* reduction, vjp_tensor** out);

/**
 * The cosine of the angle between vectors along `dim`; norms are at least eps.
 *
 * cosine_similarity(Tensor x1, Tensor x2, int dim=1, float eps=1e-08) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_cosine_similarity(vjp_tensor* x1, vjp_tensor* x2, int64_t dim, double eps, vjp_tensor** out);

/**
 * How many elements are not 0, over the given dimensions or all.
 *
 * count_nonzero(Tensor input, int[]? dim=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_count_nonzero(vjp_tensor* input, const int64_t* dim, size_t num_dim, vjp_tensor** out);

/**
 * The covariances of variables, the rows of a matrix whose columns are observations, which may be weighted: counted as
 * often as fweights says, and by aweights.
 *
 * cov(Tensor input, *, int correction=1, Tensor? fweights=None, Tensor? aweights=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_cov(vjp_tensor* input, int64_t correction, vjp_tensor* fweights, vjp_tensor* aweights,
                           vjp_tensor** out);

/**
 * linalg_cross along `dim`, or along the first dimension of 3 elements.
 *
 * cross(Tensor input, Tensor other, int? dim=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_cross(vjp_tensor* input, vjp_tensor* other, const int64_t* dim, vjp_tensor** out);

/**
 * The cross entropy of logits (classes in dimension 1, or 0 without a batch) against class numbers, or against
 * probabilities of the input's shape.
 *
 * cross_entropy(Tensor input, Tensor target, Tensor? weight=None, int ignore_index=-100, str reduction="mean", float
 * label_smoothing=0.0) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_cross_entropy(vjp_tensor* input, vjp_tensor* target, vjp_tensor* weight, int64_t ignore_index,
                                     const char* reduction, double label_smoothing, vjp_tensor** out);

/**
 * -log of the probability of each sequence of labels, given log probabilities [T, N, C] of the classes at each time,
 * one of which is the blank. targets: [N, S], or all sequences in a row. "mean" divides by the lengths first;
 * zero_infinity gives 0 where a sequence is too long for its time.
 *
 * ctc_loss(Tensor log_probs, Tensor targets, Tensor input_lengths, Tensor target_lengths, int blank=0, str
 * reduction="mean", bool zero_infinity=False) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_ctc_loss(vjp_tensor* log_probs, vjp_tensor* targets, vjp_tensor* input_lengths,
                                vjp_tensor* target_lengths, int64_t blank, const char* reduction, bool zero_infinity,
                                vjp_tensor** out);

/**
 * ctc_loss with lengths that are given as numbers.
 *
 * ctc_loss.lengths(Tensor log_probs, Tensor targets, int[] input_lengths, int[] target_lengths, int blank=0, str
 * reduction="mean", bool zero_infinity=False) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_ctc_loss_lengths(vjp_tensor* log_probs, vjp_tensor* targets, const int64_t* input_lengths,
                                        size_t num_input_lengths, const int64_t* target_lengths,
                                        size_t num_target_lengths, int64_t blank, const char* reduction,
                                        bool zero_infinity, vjp_tensor** out);

/**
 * The largest elements so far along a dimension, and the positions of the last of them. NaN stays.
 *
 * cummax(Tensor input, int dim) -> (Tensor values, Tensor indices)
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_cummax(vjp_tensor* input, int64_t dim, vjp_tensor** out_values, vjp_tensor** out_indices);

/**
 * The smallest elements so far along a dimension, and the positions of the last of them. NaN stays.
 *
 * cummin(Tensor input, int dim) -> (Tensor values, Tensor indices)
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_cummin(vjp_tensor* input, int64_t dim, vjp_tensor** out_values, vjp_tensor** out_indices);

/**
 * Running products along a dimension.
 *
 * cumprod(Tensor input, int dim, *, dtype? dtype=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_cumprod(vjp_tensor* input, int64_t dim, vjp_dtype dtype, vjp_tensor** out);
/** vjp_cumprod in place. @return as vjp_cumprod; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_cumprod_(vjp_tensor* input, int64_t dim, vjp_dtype dtype);

/**
 * Running sums along a dimension.
 *
 * cumsum(Tensor input, int dim, *, dtype? dtype=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_cumsum(vjp_tensor* input, int64_t dim, vjp_dtype dtype, vjp_tensor** out);
/** vjp_cumsum in place. @return as vjp_cumsum; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_cumsum_(vjp_tensor* input, int64_t dim, vjp_dtype dtype);

/**
 * The running integrals of y, sampled at x, along a dimension by trapezoids.
 *
 * cumulative_trapezoid(Tensor y, Tensor x, *, int dim=-1) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_cumulative_trapezoid(vjp_tensor* y, vjp_tensor* x, int64_t dim, vjp_tensor** out);

/**
 * cumulative_trapezoid of samples that lie dx apart.
 *
 * cumulative_trapezoid.dx(Tensor y, *, float dx=1, int dim=-1) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_cumulative_trapezoid_dx(vjp_tensor* y, double dx, int64_t dim, vjp_tensor** out);

/**
 * Degrees to radians.
 *
 * deg2rad(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_deg2rad(vjp_tensor* input, vjp_tensor** out);
/** vjp_deg2rad in place. @return as vjp_deg2rad; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_deg2rad_(vjp_tensor* input);

/**
 * Of a vector: a matrix with it on a diagonal. Of a matrix: a copy of that diagonal.
 *
 * diag(Tensor input, int diagonal=0) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_diag(vjp_tensor* input, int64_t diagonal, vjp_tensor** out);

/**
 * Matrices in two new dimensions with the last dimension's elements on a diagonal, and 0 elsewhere.
 *
 * diag_embed(Tensor input, int offset=0, int dim1=-2, int dim2=-1) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_diag_embed(vjp_tensor* input, int64_t offset, int64_t dim1, int64_t dim2, vjp_tensor** out);

/**
 * A matrix with all elements of the tensor on a diagonal, and 0 elsewhere.
 *
 * diagflat(Tensor input, int offset=0) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_diagflat(vjp_tensor* input, int64_t offset, vjp_tensor** out);

/**
 * The diagonals of the matrices in two dimensions, as a new last dimension.
 *
 * diagonal(Tensor input, int offset=0, int dim1=0, int dim2=1) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_diagonal(vjp_tensor* input, int64_t offset, int64_t dim1, int64_t dim2, vjp_tensor** out);

/**
 * diagonal, as a copy.
 *
 * diagonal_copy(Tensor input, int offset=0, int dim1=0, int dim2=1) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_diagonal_copy(vjp_tensor* input, int64_t offset, int64_t dim1, int64_t dim2, vjp_tensor** out);

/**
 * A copy of the input with `src` in the place of a diagonal.
 *
 * diagonal_scatter(Tensor input, Tensor src, int offset=0, int dim1=0, int dim2=1) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_diagonal_scatter(vjp_tensor* input, vjp_tensor* src, int64_t offset, int64_t dim1, int64_t dim2,
                                        vjp_tensor** out);

/**
 * The n-th differences of neighbours along a dimension, of `prepend`, `input` and `append` joined.
 *
 * diff(Tensor input, int n=1, int dim=-1, Tensor? prepend=None, Tensor? append=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_diff(vjp_tensor* input, int64_t n, int64_t dim, vjp_tensor* prepend, vjp_tensor* append,
                            vjp_tensor** out);

/**
 * The logarithmic derivative of the gamma function.
 *
 * digamma(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_digamma(vjp_tensor* input, vjp_tensor** out);
/** vjp_digamma in place. @return as vjp_digamma; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_digamma_(vjp_tensor* input);

/**
 * The p-norm of input - other, broadcast against each other.
 *
 * dist(Tensor input, Tensor other, float p=2) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_dist(vjp_tensor* input, vjp_tensor* other, double p, vjp_tensor** out);

/**
 * input / other, elementwise; integers divide as float32.
 *
 * div(Operand input, Operand other) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_div(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out);
/** vjp_div with a number for `other`. @return as vjp_div @since 0.1 */
VJP_API vjp_status vjp_div_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out);
/** vjp_div with a number for `input`. @return as vjp_div @since 0.1 */
VJP_API vjp_status vjp_scalar_div(vjp_scalar input, vjp_tensor* other, vjp_tensor** out);
/** vjp_div in place. @return as vjp_div; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_div_(vjp_tensor* input, vjp_tensor* other);
/**
 * vjp_div in place, with a number for `other`.
 *
 * @return as vjp_div; VJP_ERROR_STATE where `input` may not be changed
 * @since 0.1
 */
VJP_API vjp_status vjp_div_scalar_(vjp_tensor* input, vjp_scalar other);

/**
 * input / other; rounding_mode "floor" rounds the quotient down, "trunc" towards 0.
 *
 * div.rounding_mode(Operand input, Operand other, *, str? rounding_mode) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_div_rounding_mode(vjp_tensor* input, vjp_tensor* other, const char* rounding_mode,
                                         vjp_tensor** out);
/** vjp_div_rounding_mode with a number for `other`. @return as vjp_div_rounding_mode @since 0.1 */
VJP_API vjp_status vjp_div_rounding_mode_scalar(vjp_tensor* input, vjp_scalar other, const char* rounding_mode,
                                                vjp_tensor** out);
/** vjp_div_rounding_mode with a number for `input`. @return as vjp_div_rounding_mode @since 0.1 */
VJP_API vjp_status vjp_scalar_div_rounding_mode(vjp_scalar input, vjp_tensor* other, const char* rounding_mode,
                                                vjp_tensor** out);
/**
 * vjp_div_rounding_mode in place.
 *
 * @return as vjp_div_rounding_mode; VJP_ERROR_STATE where `input` may not be changed
 * @since 0.1
 */
VJP_API vjp_status vjp_div_rounding_mode_(vjp_tensor* input, vjp_tensor* other, const char* rounding_mode);
/**
 * vjp_div_rounding_mode in place, with a number for `other`.
 *
 * @return as vjp_div_rounding_mode; VJP_ERROR_STATE where `input` may not be changed
 * @since 0.1
 */
VJP_API vjp_status vjp_div_rounding_mode_scalar_(vjp_tensor* input, vjp_scalar other, const char* rounding_mode);

/**
 * The sum of the products of two vectors' elements; nothing is conjugated.
 *
 * dot(Tensor input, Tensor other) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_dot(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out);

/**
 * In training, elements are set to 0 with probability p and the others scaled by 1 / (1 - p). A view of the input
 * where nothing is dropped: not in training, or with p = 0.
 *
 * dropout(Tensor input, float p=0.5, bool training=True, *, Generator? generator=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_dropout(vjp_tensor* input, double p, bool training, vjp_generator* generator, vjp_tensor** out);
/** vjp_dropout in place. @return as vjp_dropout; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_dropout_(vjp_tensor* input, double p, bool training, vjp_generator* generator);

/**
 * dropout of whole channels of [N, C, *] or [C, *], where * are 1 dimensions. A view of the input where nothing is
 * dropped.
 *
 * dropout1d(Tensor input, float p=0.5, bool training=True, *, Generator? generator=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_dropout1d(vjp_tensor* input, double p, bool training, vjp_generator* generator, vjp_tensor** out);
/** vjp_dropout1d in place. @return as vjp_dropout1d; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_dropout1d_(vjp_tensor* input, double p, bool training, vjp_generator* generator);

/**
 * dropout of whole channels of [N, C, *] or [C, *], where * are 2 dimensions. A view of the input where nothing is
 * dropped.
 *
 * dropout2d(Tensor input, float p=0.5, bool training=True, *, Generator? generator=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_dropout2d(vjp_tensor* input, double p, bool training, vjp_generator* generator, vjp_tensor** out);
/** vjp_dropout2d in place. @return as vjp_dropout2d; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_dropout2d_(vjp_tensor* input, double p, bool training, vjp_generator* generator);

/**
 * dropout of whole channels of [N, C, *] or [C, *], where * are 3 dimensions. A view of the input where nothing is
 * dropped.
 *
 * dropout3d(Tensor input, float p=0.5, bool training=True, *, Generator? generator=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_dropout3d(vjp_tensor* input, double p, bool training, vjp_generator* generator, vjp_tensor** out);
/** vjp_dropout3d in place. @return as vjp_dropout3d; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_dropout3d_(vjp_tensor* input, double p, bool training, vjp_generator* generator);

/**
 * Views of a number of equal sections along the third dimension.
 *
 * dsplit(Tensor input, int indices_or_sections) -> Tensor[]
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_dsplit(vjp_tensor* input, int64_t indices_or_sections, vjp_tensor_list** out);

/**
 * Views of the third dimension, cut before each of the indices as slices are.
 *
 * dsplit.indices(Tensor input, int[] indices_or_sections) -> Tensor[]
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_dsplit_indices(vjp_tensor* input, const int64_t* indices_or_sections,
                                      size_t num_indices_or_sections, vjp_tensor_list** out);

/**
 * The tensors one behind the other along the third dimension; what has fewer gets dimensions of size 1.
 *
 * dstack(Tensor[] tensors) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_dstack(vjp_tensor* const* tensors, size_t num_tensors, vjp_tensor** out);

/**
 * Sums of products by Einstein's convention, e.g. "bij,bjk->bik"; "..." stands for broadcast dimensions. A view where
 * nothing is summed or multiplied.
 *
 * einsum(str equation, Tensor[] operands) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_einsum(const char* equation, vjp_tensor* const* operands, size_t num_operands, vjp_tensor** out);

/**
 * input where it is positive, else alpha * (exp(input) - 1).
 *
 * elu(Tensor input, float alpha=1.0) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_elu(vjp_tensor* input, double alpha, vjp_tensor** out);
/** vjp_elu in place. @return as vjp_elu; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_elu_(vjp_tensor* input, double alpha);

/**
 * The rows of weight at the integers of input. The row padding_idx gets no gradient.
 *
 * embedding(Tensor input, Tensor weight, int? padding_idx=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_embedding(vjp_tensor* input, vjp_tensor* weight, const int64_t* padding_idx, vjp_tensor** out);

/**
 * embedding; before, rows that are looked up and whose norm is above max_norm are scaled to it, in weight itself.
 * scale_grad_by_freq: a row's gradient is divided by how often it is looked up. sparse: the gradient of weight is a
 * COO tensor of the rows that are looked up.
 *
 * embedding.max_norm(Tensor input, Tensor weight, int? padding_idx=None, float? max_norm=None, float norm_type=2.0,
 * bool scale_grad_by_freq=False, bool sparse=False) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_embedding_max_norm(vjp_tensor* input, vjp_tensor* weight, const int64_t* padding_idx,
                                          const double* max_norm, double norm_type, bool scale_grad_by_freq,
                                          bool sparse, vjp_tensor** out);

/**
 * Bags of rows of weight, each reduced by mode "sum", "mean" or "max". The bags are the rows of a matrix input, or
 * begin at ascending offsets in a list; include_last_offset: the last offset is an end and begins none. Sums weigh
 * each row by per_sample_weights. Rows padding_idx do not count. An empty bag gives zeros. max_norm,
 * scale_grad_by_freq and sparse as in embedding.max_norm.
 *
 * embedding_bag(Tensor input, Tensor weight, Tensor? offsets=None, float? max_norm=None, float norm_type=2.0, bool
 * scale_grad_by_freq=False, str mode="mean", bool sparse=False, *, Tensor? per_sample_weights=None, bool
 * include_last_offset=False, int? padding_idx=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_embedding_bag(vjp_tensor* input, vjp_tensor* weight, vjp_tensor* offsets,
                                     const double* max_norm, double norm_type, bool scale_grad_by_freq,
                                     const char* mode, bool sparse, vjp_tensor* per_sample_weights,
                                     bool include_last_offset, const int64_t* padding_idx, vjp_tensor** out);

/**
 * An uninitialised row-major tensor; float32 unless dtype is given.
 *
 * empty(int[] size, *, dtype? dtype=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_empty(const int64_t* size, size_t num_size, vjp_dtype dtype, vjp_tensor** out);

/**
 * An uninitialised tensor in a memory format: 0 is row-major, 1 channels last of [N, C, H, W], 2 of [N, C, D, H, W].
 *
 * empty.memory_format(int[] size, *, dtype? dtype=None, int memory_format) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_empty_memory_format(const int64_t* size, size_t num_size, vjp_dtype dtype,
                                           int64_t memory_format, vjp_tensor** out);

/**
 * An uninitialised tensor of the shape, and unless given the dtype, of `input`; laid out as it is where it is dense,
 * else row-major.
 *
 * empty_like(Tensor input, *, dtype? dtype=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_empty_like(vjp_tensor* input, vjp_dtype dtype, vjp_tensor** out);

/**
 * empty_like in a memory format: 0 is row-major, 1 channels last of [N, C, H, W], 2 of [N, C, D, H, W]; 3 keeps the
 * layout where `input` is dense.
 *
 * empty_like.memory_format(Tensor input, *, dtype? dtype=None, int memory_format) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_empty_like_memory_format(vjp_tensor* input, vjp_dtype dtype, int64_t memory_format,
                                                vjp_tensor** out);

/**
 * -input * log(input), 0 at 0 and -inf below.
 *
 * entr(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_entr(vjp_tensor* input, vjp_tensor** out);
/** vjp_entr in place. @return as vjp_entr; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_entr_(vjp_tensor* input);

/**
 * input == other, elementwise.
 *
 * eq(Operand input, Operand other) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_eq(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out);
/** vjp_eq with a number for `other`. @return as vjp_eq @since 0.1 */
VJP_API vjp_status vjp_eq_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out);
/** vjp_eq with a number for `input`. @return as vjp_eq @since 0.1 */
VJP_API vjp_status vjp_scalar_eq(vjp_scalar input, vjp_tensor* other, vjp_tensor** out);
/** vjp_eq in place. @return as vjp_eq; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_eq_(vjp_tensor* input, vjp_tensor* other);
/**
 * vjp_eq in place, with a number for `other`.
 *
 * @return as vjp_eq; VJP_ERROR_STATE where `input` may not be changed
 * @since 0.1
 */
VJP_API vjp_status vjp_eq_scalar_(vjp_tensor* input, vjp_scalar other);

/**
 * The error function.
 *
 * erf(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_erf(vjp_tensor* input, vjp_tensor** out);
/** vjp_erf in place. @return as vjp_erf; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_erf_(vjp_tensor* input);

/**
 * 1 - erf(input), accurate where that is small.
 *
 * erfc(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_erfc(vjp_tensor* input, vjp_tensor** out);
/** vjp_erfc in place. @return as vjp_erfc; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_erfc_(vjp_tensor* input);

/**
 * exp(input^2) erfc(input), which stays in range where erfc is tiny.
 *
 * erfcx(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_erfcx(vjp_tensor* input, vjp_tensor** out);
/** vjp_erfcx in place. @return as vjp_erfcx; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_erfcx_(vjp_tensor* input);

/**
 * The inverse of erf.
 *
 * erfinv(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_erfinv(vjp_tensor* input, vjp_tensor** out);
/** vjp_erfinv in place. @return as vjp_erfinv; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_erfinv_(vjp_tensor* input);

/**
 * e to the power of every element.
 *
 * exp(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_exp(vjp_tensor* input, vjp_tensor** out);
/** vjp_exp in place. @return as vjp_exp; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_exp_(vjp_tensor* input);

/**
 * 2 to the power of every element.
 *
 * exp2(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_exp2(vjp_tensor* input, vjp_tensor** out);
/** vjp_exp2 in place. @return as vjp_exp2; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_exp2_(vjp_tensor* input);

/**
 * Repeats dimensions of size 1 without a copy; -1 keeps a size, new dimensions come in front.
 *
 * expand(Tensor input, int[] size) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_expand(vjp_tensor* input, const int64_t* size, size_t num_size, vjp_tensor** out);

/**
 * expand to the shape of another tensor.
 *
 * expand_as(Tensor input, Tensor other) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_expand_as(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out);

/**
 * expand, as a copy.
 *
 * expand_copy(Tensor input, int[] size) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_expand_copy(vjp_tensor* input, const int64_t* size, size_t num_size, vjp_tensor** out);

/**
 * exp(input) - 1, accurate near 0.
 *
 * expm1(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_expm1(vjp_tensor* input, vjp_tensor** out);
/** vjp_expm1 in place. @return as vjp_expm1; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_expm1_(vjp_tensor* input);

/**
 * Numbers of the exponential distribution with rate lambd, in the shape and dtype of input; exponential_ writes them
 * there.
 *
 * exponential(Tensor input, float lambd=1.0, *, Generator? generator=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_exponential(vjp_tensor* input, double lambd, vjp_generator* generator, vjp_tensor** out);
/** vjp_exponential in place. @return as vjp_exponential; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_exponential_(vjp_tensor* input, double lambd, vjp_generator* generator);

/**
 * Ones on the diagonal of an n x m (default n x n) matrix of zeros.
 *
 * eye(int n, int? m=None, *, dtype? dtype=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_eye(int64_t n, const int64_t* m, vjp_dtype dtype, vjp_tensor** out);

/**
 * alpha_dropout of whole channels of [N, C, *]. A view of the input where nothing is dropped.
 *
 * feature_alpha_dropout(Tensor input, float p=0.5, bool training=True, *, Generator? generator=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_feature_alpha_dropout(vjp_tensor* input, double p, bool training, vjp_generator* generator,
                                             vjp_tensor** out);
/**
 * vjp_feature_alpha_dropout in place.
 *
 * @return as vjp_feature_alpha_dropout; VJP_ERROR_STATE where `input` may not be changed
 * @since 0.1
 */
VJP_API vjp_status vjp_feature_alpha_dropout_(vjp_tensor* input, double p, bool training, vjp_generator* generator);

/**
 * dropout of whole channels of [N, C, *]. A view of the input where nothing is dropped.
 *
 * feature_dropout(Tensor input, float p=0.5, bool training=True, *, Generator? generator=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_feature_dropout(vjp_tensor* input, double p, bool training, vjp_generator* generator,
                                       vjp_tensor** out);
/**
 * vjp_feature_dropout in place.
 *
 * @return as vjp_feature_dropout; VJP_ERROR_STATE where `input` may not be changed
 * @since 0.1
 */
VJP_API vjp_status vjp_feature_dropout_(vjp_tensor* input, double p, bool training, vjp_generator* generator);

/**
 * The discrete Fourier transform, along one dimension of `n` elements, for which `input` is cut or padded with zeros.
 * norm says where a factor 1 / n is: "backward" (the default): in the inverse; "forward"; or "ortho": its root in
 * both.
 *
 * fft_fft(Tensor input, int? n=None, int dim=-1, str? norm=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_fft_fft(vjp_tensor* input, const int64_t* n, int64_t dim, const char* norm, vjp_tensor** out);

/**
 * fft_fftn along two dimensions.
 *
 * fft_fft2(Tensor input, int[]? s=None, int[] dim=[-2, -1], str? norm=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_fft_fft2(vjp_tensor* input, const int64_t* s, size_t num_s, const int64_t* dim, size_t num_dim,
                                const char* norm, vjp_tensor** out);

/**
 * The frequencies of fft_fft of n elements that are `d` apart: 0, 1, ... and, from the middle on, those below 0, by n
 * d; float32 unless dtype is given.
 *
 * fft_fftfreq(int n, float d=1.0, *, dtype? dtype=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_fft_fftfreq(int64_t n, double d, vjp_dtype dtype, vjp_tensor** out);

/**
 * The discrete Fourier transform, along several dimensions: those of `dim`, the last ones that `s` has sizes for, or
 * all. A size of -1 is the dimension's own; what is half is the last of the dimensions. norm as in fft_fft.
 *
 * fft_fftn(Tensor input, int[]? s=None, int[]? dim=None, str? norm=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_fft_fftn(vjp_tensor* input, const int64_t* s, size_t num_s, const int64_t* dim, size_t num_dim,
                                const char* norm, vjp_tensor** out);

/**
 * Rolled by half of a dimension, of all or of `dim`, so that frequency 0 stands in the middle.
 *
 * fft_fftshift(Tensor input, int[]? dim=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_fft_fftshift(vjp_tensor* input, const int64_t* dim, size_t num_dim, vjp_tensor** out);

/**
 * The transform, which is real, of what has conjugate halves, along one dimension of `n` elements, for which `input`
 * is cut or padded with zeros. norm says where a factor 1 / n is: "backward" (the default): in the inverse; "forward";
 * or "ortho": its root in both.
 *
 * fft_hfft(Tensor input, int? n=None, int dim=-1, str? norm=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_fft_hfft(vjp_tensor* input, const int64_t* n, int64_t dim, const char* norm, vjp_tensor** out);

/**
 * fft_hfftn along two dimensions.
 *
 * fft_hfft2(Tensor input, int[]? s=None, int[] dim=[-2, -1], str? norm=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_fft_hfft2(vjp_tensor* input, const int64_t* s, size_t num_s, const int64_t* dim, size_t num_dim,
                                 const char* norm, vjp_tensor** out);

/**
 * The transform, which is real, of what has conjugate halves, along several dimensions: those of `dim`, the last ones
 * that `s` has sizes for, or all. A size of -1 is the dimension's own; what is half is the last of the dimensions.
 * norm as in fft_hfft.
 *
 * fft_hfftn(Tensor input, int[]? s=None, int[]? dim=None, str? norm=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_fft_hfftn(vjp_tensor* input, const int64_t* s, size_t num_s, const int64_t* dim, size_t num_dim,
                                 const char* norm, vjp_tensor** out);

/**
 * The inverse discrete Fourier transform, along one dimension of `n` elements, for which `input` is cut or padded with
 * zeros. norm says where a factor 1 / n is: "backward" (the default): in the inverse; "forward"; or "ortho": its root
 * in both.
 *
 * fft_ifft(Tensor input, int? n=None, int dim=-1, str? norm=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_fft_ifft(vjp_tensor* input, const int64_t* n, int64_t dim, const char* norm, vjp_tensor** out);

/**
 * fft_ifftn along two dimensions.
 *
 * fft_ifft2(Tensor input, int[]? s=None, int[] dim=[-2, -1], str? norm=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_fft_ifft2(vjp_tensor* input, const int64_t* s, size_t num_s, const int64_t* dim, size_t num_dim,
                                 const char* norm, vjp_tensor** out);

/**
 * The inverse discrete Fourier transform, along several dimensions: those of `dim`, the last ones that `s` has sizes
 * for, or all. A size of -1 is the dimension's own; what is half is the last of the dimensions. norm as in fft_ifft.
 *
 * fft_ifftn(Tensor input, int[]? s=None, int[]? dim=None, str? norm=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_fft_ifftn(vjp_tensor* input, const int64_t* s, size_t num_s, const int64_t* dim, size_t num_dim,
                                 const char* norm, vjp_tensor** out);

/**
 * Takes fft_fftshift back.
 *
 * fft_ifftshift(Tensor input, int[]? dim=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_fft_ifftshift(vjp_tensor* input, const int64_t* dim, size_t num_dim, vjp_tensor** out);

/**
 * The first half of the inverse transform of real numbers, along one dimension of `n` elements, for which `input` is
 * cut or padded with zeros. norm says where a factor 1 / n is: "backward" (the default): in the inverse; "forward"; or
 * "ortho": its root in both.
 *
 * fft_ihfft(Tensor input, int? n=None, int dim=-1, str? norm=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_fft_ihfft(vjp_tensor* input, const int64_t* n, int64_t dim, const char* norm, vjp_tensor** out);

/**
 * fft_ihfftn along two dimensions.
 *
 * fft_ihfft2(Tensor input, int[]? s=None, int[] dim=[-2, -1], str? norm=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_fft_ihfft2(vjp_tensor* input, const int64_t* s, size_t num_s, const int64_t* dim,
                                  size_t num_dim, const char* norm, vjp_tensor** out);

/**
 * The first half of the inverse transform of real numbers, along several dimensions: those of `dim`, the last ones
 * that `s` has sizes for, or all. A size of -1 is the dimension's own; what is half is the last of the dimensions.
 * norm as in fft_ihfft.
 *
 * fft_ihfftn(Tensor input, int[]? s=None, int[]? dim=None, str? norm=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_fft_ihfftn(vjp_tensor* input, const int64_t* s, size_t num_s, const int64_t* dim,
                                  size_t num_dim, const char* norm, vjp_tensor** out);

/**
 * The real numbers of which `input` is the first half of the transform, along one dimension of `n` elements, for which
 * `input` is cut or padded with zeros. norm says where a factor 1 / n is: "backward" (the default): in the inverse;
 * "forward"; or "ortho": its root in both.
 *
 * fft_irfft(Tensor input, int? n=None, int dim=-1, str? norm=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_fft_irfft(vjp_tensor* input, const int64_t* n, int64_t dim, const char* norm, vjp_tensor** out);

/**
 * fft_irfftn along two dimensions.
 *
 * fft_irfft2(Tensor input, int[]? s=None, int[] dim=[-2, -1], str? norm=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_fft_irfft2(vjp_tensor* input, const int64_t* s, size_t num_s, const int64_t* dim,
                                  size_t num_dim, const char* norm, vjp_tensor** out);

/**
 * The real numbers of which `input` is the first half of the transform, along several dimensions: those of `dim`, the
 * last ones that `s` has sizes for, or all. A size of -1 is the dimension's own; what is half is the last of the
 * dimensions. norm as in fft_irfft.
 *
 * fft_irfftn(Tensor input, int[]? s=None, int[]? dim=None, str? norm=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_fft_irfftn(vjp_tensor* input, const int64_t* s, size_t num_s, const int64_t* dim,
                                  size_t num_dim, const char* norm, vjp_tensor** out);

/**
 * The first half of the transform of real numbers, whose rest is its conjugates, along one dimension of `n` elements,
 * for which `input` is cut or padded with zeros. norm says where a factor 1 / n is: "backward" (the default): in the
 * inverse; "forward"; or "ortho": its root in both.
 *
 * fft_rfft(Tensor input, int? n=None, int dim=-1, str? norm=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_fft_rfft(vjp_tensor* input, const int64_t* n, int64_t dim, const char* norm, vjp_tensor** out);

/**
 * fft_rfftn along two dimensions.
 *
 * fft_rfft2(Tensor input, int[]? s=None, int[] dim=[-2, -1], str? norm=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_fft_rfft2(vjp_tensor* input, const int64_t* s, size_t num_s, const int64_t* dim, size_t num_dim,
                                 const char* norm, vjp_tensor** out);

/**
 * The frequencies of fft_rfft of n elements that are `d` apart: 0, 1, ... to n / 2, by n d; float32 unless dtype is
 * given.
 *
 * fft_rfftfreq(int n, float d=1.0, *, dtype? dtype=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_fft_rfftfreq(int64_t n, double d, vjp_dtype dtype, vjp_tensor** out);

/**
 * The first half of the transform of real numbers, whose rest is its conjugates, along several dimensions: those of
 * `dim`, the last ones that `s` has sizes for, or all. A size of -1 is the dimension's own; what is half is the last
 * of the dimensions. norm as in fft_rfft.
 *
 * fft_rfftn(Tensor input, int[]? s=None, int[]? dim=None, str? norm=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_fft_rfftn(vjp_tensor* input, const int64_t* s, size_t num_s, const int64_t* dim, size_t num_dim,
                                 const char* norm, vjp_tensor** out);

/**
 * A tensor like `input` with every element equal to `value`.
 *
 * fill(Tensor input, Operand value) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_fill(vjp_tensor* input, vjp_tensor* value, vjp_tensor** out);
/** vjp_fill with a number for `value`. @return as vjp_fill @since 0.1 */
VJP_API vjp_status vjp_fill_scalar(vjp_tensor* input, vjp_scalar value, vjp_tensor** out);
/** vjp_fill in place. @return as vjp_fill; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_fill_(vjp_tensor* input, vjp_tensor* value);
/**
 * vjp_fill in place, with a number for `value`.
 *
 * @return as vjp_fill; VJP_ERROR_STATE where `input` may not be changed
 * @since 0.1
 */
VJP_API vjp_status vjp_fill_scalar_(vjp_tensor* input, vjp_scalar value);

/**
 * Merges the dimensions from start_dim to end_dim into one.
 *
 * flatten(Tensor input, int start_dim=0, int end_dim=-1) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_flatten(vjp_tensor* input, int64_t start_dim, int64_t end_dim, vjp_tensor** out);

/**
 * The elements in reverse order along the given dimensions.
 *
 * flip(Tensor input, int[] dims) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_flip(vjp_tensor* input, const int64_t* dims, size_t num_dims, vjp_tensor** out);

/**
 * The elements in reverse order along the second dimension.
 *
 * fliplr(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_fliplr(vjp_tensor* input, vjp_tensor** out);

/**
 * The elements in reverse order along the first dimension.
 *
 * flipud(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_flipud(vjp_tensor* input, vjp_tensor** out);

/**
 * input to the power of exponent, computed in float64 or complex128.
 *
 * float_power(Operand input, Operand exponent) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_float_power(vjp_tensor* input, vjp_tensor* exponent, vjp_tensor** out);
/** vjp_float_power with a number for `exponent`. @return as vjp_float_power @since 0.1 */
VJP_API vjp_status vjp_float_power_scalar(vjp_tensor* input, vjp_scalar exponent, vjp_tensor** out);
/** vjp_float_power with a number for `input`. @return as vjp_float_power @since 0.1 */
VJP_API vjp_status vjp_scalar_float_power(vjp_scalar input, vjp_tensor* exponent, vjp_tensor** out);
/** vjp_float_power in place. @return as vjp_float_power; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_float_power_(vjp_tensor* input, vjp_tensor* exponent);
/**
 * vjp_float_power in place, with a number for `exponent`.
 *
 * @return as vjp_float_power; VJP_ERROR_STATE where `input` may not be changed
 * @since 0.1
 */
VJP_API vjp_status vjp_float_power_scalar_(vjp_tensor* input, vjp_scalar exponent);

/**
 * The largest whole number not above each element.
 *
 * floor(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_floor(vjp_tensor* input, vjp_tensor** out);
/** vjp_floor in place. @return as vjp_floor; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_floor_(vjp_tensor* input);

/**
 * The quotient rounded down, as Python's //.
 *
 * floor_divide(Operand input, Operand other) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_floor_divide(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out);
/** vjp_floor_divide with a number for `other`. @return as vjp_floor_divide @since 0.1 */
VJP_API vjp_status vjp_floor_divide_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out);
/** vjp_floor_divide with a number for `input`. @return as vjp_floor_divide @since 0.1 */
VJP_API vjp_status vjp_scalar_floor_divide(vjp_scalar input, vjp_tensor* other, vjp_tensor** out);
/**
 * vjp_floor_divide in place.
 *
 * @return as vjp_floor_divide; VJP_ERROR_STATE where `input` may not be changed
 * @since 0.1
 */
VJP_API vjp_status vjp_floor_divide_(vjp_tensor* input, vjp_tensor* other);
/**
 * vjp_floor_divide in place, with a number for `other`.
 *
 * @return as vjp_floor_divide; VJP_ERROR_STATE where `input` may not be changed
 * @since 0.1
 */
VJP_API vjp_status vjp_floor_divide_scalar_(vjp_tensor* input, vjp_scalar other);

/**
 * The larger of both elements, the other if one is NaN.
 *
 * fmax(Tensor input, Tensor other) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_fmax(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out);
/** vjp_fmax in place. @return as vjp_fmax; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_fmax_(vjp_tensor* input, vjp_tensor* other);

/**
 * The smaller of both elements, the other if one is NaN.
 *
 * fmin(Tensor input, Tensor other) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_fmin(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out);
/** vjp_fmin in place. @return as vjp_fmin; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_fmin_(vjp_tensor* input, vjp_tensor* other);

/**
 * What remains of input after whole multiples of other, with the sign of input.
 *
 * fmod(Tensor input, Operand other) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_fmod(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out);
/** vjp_fmod with a number for `other`. @return as vjp_fmod @since 0.1 */
VJP_API vjp_status vjp_fmod_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out);
/** vjp_fmod in place. @return as vjp_fmod; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_fmod_(vjp_tensor* input, vjp_tensor* other);
/**
 * vjp_fmod in place, with a number for `other`.
 *
 * @return as vjp_fmod; VJP_ERROR_STATE where `input` may not be changed
 * @since 0.1
 */
VJP_API vjp_status vjp_fmod_scalar_(vjp_tensor* input, vjp_scalar other);

/**
 * The fractional part of each element, with its sign.
 *
 * frac(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_frac(vjp_tensor* input, vjp_tensor** out);
/** vjp_frac in place. @return as vjp_frac; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_frac_(vjp_tensor* input);

/**
 * Fractions from 0.5 to 1, and whole numbers (int32), so that input is mantissa * 2^exponent. Of 0, infinities and NaN
 * the exponent is 0.
 *
 * frexp(Tensor input) -> (Tensor mantissa, Tensor exponent)
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_frexp(vjp_tensor* input, vjp_tensor** out_mantissa, vjp_tensor** out_exponent);

/**
 * A tensor of one value; its dtype is the value's default unless it is given.
 *
 * full(int[] size, Scalar fill_value, *, dtype? dtype=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_full(const int64_t* size, size_t num_size, vjp_scalar fill_value, vjp_dtype dtype,
                            vjp_tensor** out);

/**
 * One value in the shape, and unless given the dtype, of `input`.
 *
 * full_like(Tensor input, Scalar fill_value, *, dtype? dtype=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_full_like(vjp_tensor* input, vjp_scalar fill_value, vjp_dtype dtype, vjp_tensor** out);

/**
 * out[i][j] = input[index[i][j]][j] for dim 0, and so on. sparse_grad: the gradient of input is a COO tensor.
 *
 * gather(Tensor input, int dim, Tensor index, *, bool sparse_grad=False) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_gather(vjp_tensor* input, int64_t dim, vjp_tensor* index, bool sparse_grad, vjp_tensor** out);

/**
 * (log(var) + (input - target)^2 / var) / 2, with variances of at least eps; with full, log(2 pi) / 2 is added. 'var'
 * has the shape of 'input', or 1 or nothing for its last dimension.
 *
 * gaussian_nll_loss(Tensor input, Tensor target, Tensor var, bool full=False, float eps=1e-06, str reduction="mean")
 * -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_gaussian_nll_loss(vjp_tensor* input, vjp_tensor* target, vjp_tensor* var, bool full, double eps,
                                         const char* reduction, vjp_tensor** out);

/**
 * input >= other, elementwise.
 *
 * ge(Operand input, Operand other) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_ge(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out);
/** vjp_ge with a number for `other`. @return as vjp_ge @since 0.1 */
VJP_API vjp_status vjp_ge_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out);
/** vjp_ge with a number for `input`. @return as vjp_ge @since 0.1 */
VJP_API vjp_status vjp_scalar_ge(vjp_scalar input, vjp_tensor* other, vjp_tensor** out);
/** vjp_ge in place. @return as vjp_ge; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_ge_(vjp_tensor* input, vjp_tensor* other);
/**
 * vjp_ge in place, with a number for `other`.
 *
 * @return as vjp_ge; VJP_ERROR_STATE where `input` may not be changed
 * @since 0.1
 */
VJP_API vjp_status vjp_ge_scalar_(vjp_tensor* input, vjp_scalar other);

/**
 * input times the normal distribution function of input; approximate="tanh" for the usual approximation.
 *
 * gelu(Tensor input, *, str approximate="none") -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_gelu(vjp_tensor* input, const char* approximate, vjp_tensor** out);

/**
 * How many trials of probability p it takes until the first succeeds, from 1 on, in the shape and dtype of input;
 * geometric_ writes them there.
 *
 * geometric(Tensor input, float p, *, Generator? generator=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_geometric(vjp_tensor* input, double p, vjp_generator* generator, vjp_tensor** out);
/** vjp_geometric in place. @return as vjp_geometric; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_geometric_(vjp_tensor* input, double p, vjp_generator* generator);

/**
 * outer under its other name.
 *
 * ger(Tensor input, Tensor vec2) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_ger(vjp_tensor* input, vjp_tensor* vec2, vjp_tensor** out);

/**
 * The first half of `dim` times the sigmoid of the second.
 *
 * glu(Tensor input, int dim=-1) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_glu(vjp_tensor* input, int64_t dim, vjp_tensor** out);

/**
 * The derivatives of a sampled function along each dimension (or those given), by central differences; its samples lie
 * `spacing` apart, 1 by default. edge_order: of the one-sided differences at both ends.
 *
 * gradient(Tensor input, *, float? spacing=None, int[]? dim=None, int edge_order=1) -> Tensor[]
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_gradient(vjp_tensor* input, const double* spacing, const int64_t* dim, size_t num_dim,
                                int64_t edge_order, vjp_tensor_list** out);

/**
 * gradient with the coordinates of the samples along each dimension.
 *
 * gradient.coordinates(Tensor input, *, Tensor[] spacing, int[]? dim=None, int edge_order=1) -> Tensor[]
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_gradient_coordinates(vjp_tensor* input, vjp_tensor* const* spacing, size_t num_spacing,
                                            const int64_t* dim, size_t num_dim, int64_t edge_order,
                                            vjp_tensor_list** out);

/**
 * gradient with a spacing for each dimension.
 *
 * gradient.spacings(Tensor input, *, float[] spacing, int[]? dim=None, int edge_order=1) -> Tensor[]
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_gradient_spacings(vjp_tensor* input, const double* spacing, size_t num_spacing,
                                         const int64_t* dim, size_t num_dim, int64_t edge_order, vjp_tensor_list** out);

/**
 * [N, C, H, W] read at [N, h, w, 2] places (x, y) from -1 to 1, or [N, C, D, H, W] at (x, y, z): mode "bilinear",
 * "nearest" or "bicubic"; beyond the border "zeros", the "border" again, or its "reflection".
 *
 * grid_sample(Tensor input, Tensor grid, str mode="bilinear", str padding_mode="zeros", bool align_corners=False) ->
 * Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_grid_sample(vjp_tensor* input, vjp_tensor* grid, const char* mode, const char* padding_mode,
                                   bool align_corners, vjp_tensor** out);

/**
 * grid_sample of images; modes by number: bilinear, nearest, bicubic; zeros, border, reflection.
 *
 * grid_sampler_2d(Tensor input, Tensor grid, int interpolation_mode, int padding_mode, bool align_corners) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_grid_sampler_2d(vjp_tensor* input, vjp_tensor* grid, int64_t interpolation_mode,
                                       int64_t padding_mode, bool align_corners, vjp_tensor** out);

/**
 * grid_sample of volumes; modes by number: bilinear, nearest; zeros, border, reflection.
 *
 * grid_sampler_3d(Tensor input, Tensor grid, int interpolation_mode, int padding_mode, bool align_corners) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_grid_sampler_3d(vjp_tensor* input, vjp_tensor* grid, int64_t interpolation_mode,
                                       int64_t padding_mode, bool align_corners, vjp_tensor** out);

/**
 * Groups of channels (dimension 1) brought to mean 0 and variance 1, then scaled and shifted a channel.
 *
 * group_norm(Tensor input, int num_groups, Tensor? weight=None, Tensor? bias=None, float eps=1e-05) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_group_norm(vjp_tensor* input, int64_t num_groups, vjp_tensor* weight, vjp_tensor* bias,
                                  double eps, vjp_tensor** out);

/**
 * Layers of GRU cells, of gates r, z and n, over [steps, batch, features] (batch first with batch_first). hx: states
 * before the first step, [layers * directions, batch, size]. params: for each layer and direction w_ih, w_hh, and with
 * has_biases b_ih, b_hh.
 *
 * gru(Tensor input, Tensor hx, Tensor[] params, bool has_biases, int num_layers, float dropout, bool train, bool
 * bidirectional, bool batch_first, *, Generator? generator=None) -> (Tensor output, Tensor h_n)
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_gru(vjp_tensor* input, vjp_tensor* hx, vjp_tensor* const* params, size_t num_params,
                           bool has_biases, int64_t num_layers, double dropout, bool train, bool bidirectional,
                           bool batch_first, vjp_generator* generator, vjp_tensor** out_output, vjp_tensor** out_h_n);

/**
 * gru over sequences of several lengths, longest first: data has the rows of the first step, then of the second, ...;
 * batch_sizes how many each has.
 *
 * gru.data(Tensor data, Tensor batch_sizes, Tensor hx, Tensor[] params, bool has_biases, int num_layers, float
 * dropout, bool train, bool bidirectional, *, Generator? generator=None) -> (Tensor output, Tensor h_n)
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_gru_data(vjp_tensor* data, vjp_tensor* batch_sizes, vjp_tensor* hx, vjp_tensor* const* params,
                                size_t num_params, bool has_biases, int64_t num_layers, double dropout, bool train,
                                bool bidirectional, vjp_generator* generator, vjp_tensor** out_output,
                                vjp_tensor** out_h_n);

/**
 * One step of GRU cells, of gates r, z and n,, [batch, features] and states [batch, size], or both without batch.
 *
 * gru_cell(Tensor input, Tensor hx, Tensor w_ih, Tensor w_hh, Tensor? b_ih=None, Tensor? b_hh=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_gru_cell(vjp_tensor* input, vjp_tensor* hx, vjp_tensor* w_ih, vjp_tensor* w_hh,
                                vjp_tensor* b_ih, vjp_tensor* b_hh, vjp_tensor** out);

/**
 * input > other, elementwise.
 *
 * gt(Operand input, Operand other) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_gt(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out);
/** vjp_gt with a number for `other`. @return as vjp_gt @since 0.1 */
VJP_API vjp_status vjp_gt_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out);
/** vjp_gt with a number for `input`. @return as vjp_gt @since 0.1 */
VJP_API vjp_status vjp_scalar_gt(vjp_scalar input, vjp_tensor* other, vjp_tensor** out);
/** vjp_gt in place. @return as vjp_gt; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_gt_(vjp_tensor* input, vjp_tensor* other);
/**
 * vjp_gt in place, with a number for `other`.
 *
 * @return as vjp_gt; VJP_ERROR_STATE where `input` may not be changed
 * @since 0.1
 */
VJP_API vjp_status vjp_gt_scalar_(vjp_tensor* input, vjp_scalar other);

/**
 * input where its absolute value is above lambd, else 0.
 *
 * hardshrink(Tensor input, Scalar lambd=0.5) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_hardshrink(vjp_tensor* input, vjp_scalar lambd, vjp_tensor** out);
/** vjp_hardshrink in place. @return as vjp_hardshrink; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_hardshrink_(vjp_tensor* input, vjp_scalar lambd);

/**
 * input / 6 + 1/2, clamped to [0, 1].
 *
 * hardsigmoid(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_hardsigmoid(vjp_tensor* input, vjp_tensor** out);
/** vjp_hardsigmoid in place. @return as vjp_hardsigmoid; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_hardsigmoid_(vjp_tensor* input);

/**
 * input * hardsigmoid(input), elementwise.
 *
 * hardswish(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_hardswish(vjp_tensor* input, vjp_tensor** out);
/** vjp_hardswish in place. @return as vjp_hardswish; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_hardswish_(vjp_tensor* input);

/**
 * input clamped to [min_val, max_val].
 *
 * hardtanh(Tensor input, Scalar min_val=-1.0, Scalar max_val=1.0) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_hardtanh(vjp_tensor* input, vjp_scalar min_val, vjp_scalar max_val, vjp_tensor** out);
/** vjp_hardtanh in place. @return as vjp_hardtanh; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_hardtanh_(vjp_tensor* input, vjp_scalar min_val, vjp_scalar max_val);

/**
 * Of distances: input where target is 1, max(0, margin - input) where it is -1, and their sum elsewhere.
 *
 * hinge_embedding_loss(Tensor input, Tensor target, float margin=1.0, str reduction="mean") -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_hinge_embedding_loss(vjp_tensor* input, vjp_tensor* target, double margin,
                                            const char* reduction, vjp_tensor** out);

/**
 * Views of a number of equal sections along the second dimension (of a vector: the first).
 *
 * hsplit(Tensor input, int indices_or_sections) -> Tensor[]
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_hsplit(vjp_tensor* input, int64_t indices_or_sections, vjp_tensor_list** out);

/**
 * Views of the second dimension (of a vector: the first), cut before each of the indices as slices are.
 *
 * hsplit.indices(Tensor input, int[] indices_or_sections) -> Tensor[]
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_hsplit_indices(vjp_tensor* input, const int64_t* indices_or_sections,
                                      size_t num_indices_or_sections, vjp_tensor_list** out);

/**
 * The tensors one after the other along the second dimension; vectors end to end.
 *
 * hstack(Tensor[] tensors) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_hstack(vjp_tensor* const* tensors, size_t num_tensors, vjp_tensor** out);

/**
 * Half the squared error up to delta, beyond it a line of slope delta.
 *
 * huber_loss(Tensor input, Tensor target, str reduction="mean", float delta=1.0) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_huber_loss(vjp_tensor* input, vjp_tensor* target, const char* reduction, double delta,
                                  vjp_tensor** out);

/**
 * sqrt(input^2 + other^2), without overflow.
 *
 * hypot(Tensor input, Tensor other) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_hypot(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out);
/** vjp_hypot in place. @return as vjp_hypot; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_hypot_(vjp_tensor* input, vjp_tensor* other);

/**
 * The modified Bessel function of the first kind, of order 0.
 *
 * i0(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_i0(vjp_tensor* input, vjp_tensor** out);
/** vjp_i0 in place. @return as vjp_i0; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_i0_(vjp_tensor* input);

/**
 * i0(input) exp(-abs(input)), which does not overflow.
 *
 * i0e(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_i0e(vjp_tensor* input, vjp_tensor** out);
/** vjp_i0e in place. @return as vjp_i0e; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_i0e_(vjp_tensor* input);

/**
 * The modified Bessel function of the first kind, of order 1.
 *
 * i1(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_i1(vjp_tensor* input, vjp_tensor** out);
/** vjp_i1 in place. @return as vjp_i1; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_i1_(vjp_tensor* input);

/**
 * i1(input) exp(-abs(input)), which does not overflow.
 *
 * i1e(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_i1e(vjp_tensor* input, vjp_tensor** out);
/** vjp_i1e in place. @return as vjp_i1e; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_i1e_(vjp_tensor* input);

/**
 * The windows of [N, C, H, W], or [C, H, W], as columns [N, C * window, number of windows], zeros beyond the border.
 * The field's nn.functional.unfold.
 *
 * im2col(Tensor input, int[] kernel_size, int[] dilation=1, int[] padding=0, int[] stride=1) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_im2col(vjp_tensor* input, const int64_t* kernel_size, size_t num_kernel_size,
                              const int64_t* dilation, size_t num_dilation, const int64_t* padding, size_t num_padding,
                              const int64_t* stride, size_t num_stride, vjp_tensor** out);

/**
 * The imaginary parts of a complex tensor, as a view.
 *
 * imag(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_imag(vjp_tensor* input, vjp_tensor** out);

/**
 * The elements at integer or boolean tensors, one a dimension (absent: the whole dimension), broadcast together as in
 * numpy.
 *
 * index.tensor(Tensor input, Tensor?[] indices) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_index_tensor(vjp_tensor* input, vjp_tensor* const* indices, size_t num_indices, vjp_tensor** out);

/**
 * A copy of input with alpha times the slices of source added at a list of positions; repeated ones add up.
 *
 * index_add(Tensor input, int dim, Tensor index, Tensor source, *, Scalar alpha=1) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_index_add(vjp_tensor* input, int64_t dim, vjp_tensor* index, vjp_tensor* source,
                                 vjp_scalar alpha, vjp_tensor** out);
/** vjp_index_add in place. @return as vjp_index_add; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_index_add_(vjp_tensor* input, int64_t dim, vjp_tensor* index, vjp_tensor* source,
                                  vjp_scalar alpha);

/**
 * A copy of input with the slices of source at a list of positions, which must not repeat.
 *
 * index_copy(Tensor input, int dim, Tensor index, Tensor source) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_index_copy(vjp_tensor* input, int64_t dim, vjp_tensor* index, vjp_tensor* source,
                                  vjp_tensor** out);
/** vjp_index_copy in place. @return as vjp_index_copy; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_index_copy_(vjp_tensor* input, int64_t dim, vjp_tensor* index, vjp_tensor* source);

/**
 * A copy of input with one value in the slices at a list of positions.
 *
 * index_fill(Tensor input, int dim, Tensor index, Operand value) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_index_fill(vjp_tensor* input, int64_t dim, vjp_tensor* index, vjp_tensor* value,
                                  vjp_tensor** out);
/** vjp_index_fill with a number for `value`. @return as vjp_index_fill @since 0.1 */
VJP_API vjp_status vjp_index_fill_scalar(vjp_tensor* input, int64_t dim, vjp_tensor* index, vjp_scalar value,
                                         vjp_tensor** out);
/** vjp_index_fill in place. @return as vjp_index_fill; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_index_fill_(vjp_tensor* input, int64_t dim, vjp_tensor* index, vjp_tensor* value);
/**
 * vjp_index_fill in place, with a number for `value`.
 *
 * @return as vjp_index_fill; VJP_ERROR_STATE where `input` may not be changed
 * @since 0.1
 */
VJP_API vjp_status vjp_index_fill_scalar_(vjp_tensor* input, int64_t dim, vjp_tensor* index, vjp_scalar value);

/**
 * A copy of `input` with `values` (broadcast) at the indexed elements; with accumulate they are added, and repeated
 * indices add up.
 *
 * index_put(Tensor input, Tensor?[] indices, Tensor values, bool accumulate=False) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_index_put(vjp_tensor* input, vjp_tensor* const* indices, size_t num_indices, vjp_tensor* values,
                                 bool accumulate, vjp_tensor** out);
/** vjp_index_put in place. @return as vjp_index_put; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_index_put_(vjp_tensor* input, vjp_tensor* const* indices, size_t num_indices,
                                  vjp_tensor* values, bool accumulate);

/**
 * scatter_reduce of whole slices: those of source are reduced into the slices at a list of positions.
 *
 * index_reduce(Tensor input, int dim, Tensor index, Tensor source, str reduce, *, bool include_self=True) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_index_reduce(vjp_tensor* input, int64_t dim, vjp_tensor* index, vjp_tensor* source,
                                    const char* reduce, bool include_self, vjp_tensor** out);
/**
 * vjp_index_reduce in place.
 *
 * @return as vjp_index_reduce; VJP_ERROR_STATE where `input` may not be changed
 * @since 0.1
 */
VJP_API vjp_status vjp_index_reduce_(vjp_tensor* input, int64_t dim, vjp_tensor* index, vjp_tensor* source,
                                     const char* reduce, bool include_self);

/**
 * The slices of a dimension at a list of positions.
 *
 * index_select(Tensor input, int dim, Tensor index) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_index_select(vjp_tensor* input, int64_t dim, vjp_tensor* index, vjp_tensor** out);

/**
 * The sums of products over the last dimensions of both; a product if one has no dimension.
 *
 * inner(Tensor input, Tensor other) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_inner(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out);

/**
 * Each channel of each sample of [N, C, *] brought to mean 0 and variance 1, then scaled and shifted a channel; by the
 * running statistics where use_input_stats is false. Otherwise these move towards the mean over the samples.
 *
 * instance_norm(Tensor input, Tensor? running_mean=None, Tensor? running_var=None, Tensor? weight=None, Tensor?
 * bias=None, bool use_input_stats=True, float momentum=0.1, float eps=1e-05) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_instance_norm(vjp_tensor* input, vjp_tensor* running_mean, vjp_tensor* running_var,
                                     vjp_tensor* weight, vjp_tensor* bias, bool use_input_stats, double momentum,
                                     double eps, vjp_tensor** out);

/**
 * Resamples the spatial dimensions of [N, C, *] to `size`, or by `scale_factor`: "nearest", "nearest-exact", "linear",
 * "bilinear", "trilinear", "bicubic" or "area".
 *
 * interpolate(Tensor input, int[]? size=None, float[]? scale_factor=None, str mode="nearest", bool
 * align_corners=False, bool recompute_scale_factor=False) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_interpolate(vjp_tensor* input, const int64_t* size, size_t num_size, const double* scale_factor,
                                   size_t num_scale_factor, const char* mode, bool align_corners,
                                   bool recompute_scale_factor, vjp_tensor** out);

/**
 * |input - other| <= atol + rtol * |other|, or both equal; NaN is close to nothing, but to NaN if equal_nan is true.
 *
 * isclose(Tensor input, Tensor other, float rtol=1e-05, float atol=1e-08, bool equal_nan=False) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_isclose(vjp_tensor* input, vjp_tensor* other, double rtol, double atol, bool equal_nan,
                               vjp_tensor** out);

/**
 * Whether each element is neither infinite nor NaN.
 *
 * isfinite(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_isfinite(vjp_tensor* input, vjp_tensor** out);
/** vjp_isfinite in place. @return as vjp_isfinite; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_isfinite_(vjp_tensor* input);

/**
 * Whether each element is infinite.
 *
 * isinf(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_isinf(vjp_tensor* input, vjp_tensor** out);
/** vjp_isinf in place. @return as vjp_isinf; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_isinf_(vjp_tensor* input);

/**
 * Whether each element is NaN.
 *
 * isnan(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_isnan(vjp_tensor* input, vjp_tensor** out);
/** vjp_isnan in place. @return as vjp_isnan; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_isnan_(vjp_tensor* input);

/**
 * Whether each element is -inf.
 *
 * isneginf(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_isneginf(vjp_tensor* input, vjp_tensor** out);
/** vjp_isneginf in place. @return as vjp_isneginf; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_isneginf_(vjp_tensor* input);

/**
 * Whether each element is +inf.
 *
 * isposinf(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_isposinf(vjp_tensor* input, vjp_tensor** out);
/** vjp_isposinf in place. @return as vjp_isposinf; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_isposinf_(vjp_tensor* input);

/**
 * The signal whose stft comes closest to `input`: the frames, times the window, added up and divided by the sum of the
 * squared windows, which must not vanish. onesided: 1 unless `input` has n_fft frequencies. `length` elements of it,
 * with zeros behind where it ends; else what is left without the padding of `center`. return_complex: the signal is
 * complex.
 *
 * istft(Tensor input, int n_fft, int? hop_length=None, int? win_length=None, Tensor? window=None, bool center=True,
 * bool normalized=False, int? onesided=None, int? length=None, bool return_complex=False) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_istft(vjp_tensor* input, int64_t n_fft, const int64_t* hop_length, const int64_t* win_length,
                             vjp_tensor* window, bool center, bool normalized, const int64_t* onesided,
                             const int64_t* length, bool return_complex, vjp_tensor** out);

/**
 * target * (log(target) - input): the divergence of log probabilities `input` from probabilities, or log
 * probabilities, `target`.
 *
 * kl_div(Tensor input, Tensor target, str reduction="mean", bool log_target=False) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_kl_div(vjp_tensor* input, vjp_tensor* target, const char* reduction, bool log_target,
                              vjp_tensor** out);

/**
 * The Kronecker product: every element of the first times the whole second.
 *
 * kron(Tensor input, Tensor other) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_kron(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out);

/**
 * The k-th smallest elements along a dimension, counted from 1, and where they are.
 *
 * kthvalue(Tensor input, int k, int dim=-1, bool keepdim=False) -> (Tensor values, Tensor indices)
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_kthvalue(vjp_tensor* input, int64_t k, int64_t dim, bool keepdim, vjp_tensor** out_values,
                                vjp_tensor** out_indices);

/**
 * The absolute error: of each element, its mean, or its sum.
 *
 * l1_loss(Tensor input, Tensor target, str reduction="mean") -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_l1_loss(vjp_tensor* input, vjp_tensor* target, const char* reduction, vjp_tensor** out);

/**
 * Rows over the last dimensions brought to mean 0 and variance 1, then scaled and shifted by weight and bias.
 *
 * layer_norm(Tensor input, int[] normalized_shape, Tensor? weight=None, Tensor? bias=None, float eps=1e-05) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_layer_norm(vjp_tensor* input, const int64_t* normalized_shape, size_t num_normalized_shape,
                                  vjp_tensor* weight, vjp_tensor* bias, double eps, vjp_tensor** out);

/**
 * input * 2^other, elementwise.
 *
 * ldexp(Tensor input, Operand other) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_ldexp(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out);
/** vjp_ldexp with a number for `other`. @return as vjp_ldexp @since 0.1 */
VJP_API vjp_status vjp_ldexp_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out);
/** vjp_ldexp in place. @return as vjp_ldexp; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_ldexp_(vjp_tensor* input, vjp_tensor* other);
/**
 * vjp_ldexp in place, with a number for `other`.
 *
 * @return as vjp_ldexp; VJP_ERROR_STATE where `input` may not be changed
 * @since 0.1
 */
VJP_API vjp_status vjp_ldexp_scalar_(vjp_tensor* input, vjp_scalar other);

/**
 * input <= other, elementwise.
 *
 * le(Operand input, Operand other) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_le(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out);
/** vjp_le with a number for `other`. @return as vjp_le @since 0.1 */
VJP_API vjp_status vjp_le_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out);
/** vjp_le with a number for `input`. @return as vjp_le @since 0.1 */
VJP_API vjp_status vjp_scalar_le(vjp_scalar input, vjp_tensor* other, vjp_tensor** out);
/** vjp_le in place. @return as vjp_le; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_le_(vjp_tensor* input, vjp_tensor* other);
/**
 * vjp_le in place, with a number for `other`.
 *
 * @return as vjp_le; VJP_ERROR_STATE where `input` may not be changed
 * @since 0.1
 */
VJP_API vjp_status vjp_le_scalar_(vjp_tensor* input, vjp_scalar other);

/**
 * input where it is positive, else negative_slope * input.
 *
 * leaky_relu(Tensor input, float negative_slope=0.01) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_leaky_relu(vjp_tensor* input, double negative_slope, vjp_tensor** out);
/** vjp_leaky_relu in place. @return as vjp_leaky_relu; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_leaky_relu_(vjp_tensor* input, double negative_slope);

/**
 * input + weight * (end - input), elementwise.
 *
 * lerp(Tensor input, Tensor end, Operand weight) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_lerp(vjp_tensor* input, vjp_tensor* end, vjp_tensor* weight, vjp_tensor** out);
/** vjp_lerp with a number for `weight`. @return as vjp_lerp @since 0.1 */
VJP_API vjp_status vjp_lerp_scalar(vjp_tensor* input, vjp_tensor* end, vjp_scalar weight, vjp_tensor** out);
/** vjp_lerp in place. @return as vjp_lerp; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_lerp_(vjp_tensor* input, vjp_tensor* end, vjp_tensor* weight);
/**
 * vjp_lerp in place, with a number for `weight`.
 *
 * @return as vjp_lerp; VJP_ERROR_STATE where `input` may not be changed
 * @since 0.1
 */
VJP_API vjp_status vjp_lerp_scalar_(vjp_tensor* input, vjp_tensor* end, vjp_scalar weight);

/**
 * The logarithm of the absolute value of the gamma function.
 *
 * lgamma(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_lgamma(vjp_tensor* input, vjp_tensor** out);
/** vjp_lgamma in place. @return as vjp_lgamma; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_lgamma_(vjp_tensor* input);

/**
 * L of A = L L^H, of a Hermitian positive definite matrix of which the lower triangle is read; `upper`: L^H, of the
 * upper one.
 *
 * linalg_cholesky(Tensor A, *, bool upper=False) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_linalg_cholesky(vjp_tensor* A, bool upper, vjp_tensor** out);

/**
 * linalg_cholesky with the order of the first minor that is not positive, or 0, instead of an error.
 *
 * linalg_cholesky_ex(Tensor A, *, bool upper=False, bool check_errors=False) -> (Tensor L, Tensor info)
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_linalg_cholesky_ex(vjp_tensor* A, bool upper, bool check_errors, vjp_tensor** out_L,
                                          vjp_tensor** out_info);

/**
 * The condition number: the norm p of a matrix times that of its inverse, infinite where there is none; by default,
 * and for 2, the largest singular value over the smallest.
 *
 * linalg_cond(Tensor A, float? p=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_linalg_cond(vjp_tensor* A, const double* p, vjp_tensor** out);

/**
 * The condition number by the norm called "fro" or "nuc".
 *
 * linalg_cond.named(Tensor A, str p) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_linalg_cond_named(vjp_tensor* A, const char* p, vjp_tensor** out);

/**
 * The cross product of vectors along a dimension of 3 elements; the others broadcast.
 *
 * linalg_cross(Tensor input, Tensor other, *, int dim=-1) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_linalg_cross(vjp_tensor* input, vjp_tensor* other, int64_t dim, vjp_tensor** out);

/**
 * The determinant of a square matrix; differentiable where that is singular too.
 *
 * linalg_det(Tensor A) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_linalg_det(vjp_tensor* A, vjp_tensor** out);

/**
 * A view of a diagonal, of matrices in the last two dimensions by default.
 *
 * linalg_diagonal(Tensor A, *, int offset=0, int dim1=-2, int dim2=-1) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_linalg_diagonal(vjp_tensor* A, int64_t offset, int64_t dim1, int64_t dim2, vjp_tensor** out);

/**
 * The eigenvalues and eigenvectors of a square matrix: complex, in LAPACK's order. Derivatives of vectors need
 * distinct values.
 *
 * linalg_eig(Tensor A) -> (Tensor eigenvalues, Tensor eigenvectors)
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_linalg_eig(vjp_tensor* A, vjp_tensor** out_eigenvalues, vjp_tensor** out_eigenvectors);

/**
 * The eigenvalues, rising, and eigenvectors of a Hermitian matrix, of which the triangle UPLO is read. Derivatives of
 * vectors need distinct values.
 *
 * linalg_eigh(Tensor A, str UPLO="L") -> (Tensor eigenvalues, Tensor eigenvectors)
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_linalg_eigh(vjp_tensor* A, const char* UPLO, vjp_tensor** out_eigenvalues,
                                   vjp_tensor** out_eigenvectors);

/**
 * The eigenvalues of a square matrix: complex, in LAPACK's order.
 *
 * linalg_eigvals(Tensor A) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_linalg_eigvals(vjp_tensor* A, vjp_tensor** out);

/**
 * The eigenvalues, rising, of a Hermitian matrix, of which the triangle UPLO is read.
 *
 * linalg_eigvalsh(Tensor A, str UPLO="L") -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_linalg_eigvalsh(vjp_tensor* A, const char* UPLO, vjp_tensor** out);

/**
 * The first columns of the product of reflections 1 - tau v v^H, whose v lie below the diagonal of `input`.
 *
 * linalg_householder_product(Tensor input, Tensor tau) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_linalg_householder_product(vjp_tensor* input, vjp_tensor* tau, vjp_tensor** out);

/**
 * The inverse of a square matrix.
 *
 * linalg_inv(Tensor A) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_linalg_inv(vjp_tensor* A, vjp_tensor** out);

/**
 * linalg_inv with the number, from 1, of the first pivot that is 0, or 0, instead of an error.
 *
 * linalg_inv_ex(Tensor A, *, bool check_errors=False) -> (Tensor inverse, Tensor info)
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_linalg_inv_ex(vjp_tensor* A, bool check_errors, vjp_tensor** out_inverse, vjp_tensor** out_info);

/**
 * X that minimises |A X - B|, of the least norm. driver: "gelsy" (the default), "gels" (full rank is taken for
 * granted), "gelsd" or "gelss"; the last two give the singular values. Residuals where they are sums of squares.
 *
 * linalg_lstsq(Tensor A, Tensor B, float? rcond=None, *, str? driver=None) -> (Tensor solution, Tensor residuals,
 * Tensor rank, Tensor singular_values)
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_linalg_lstsq(vjp_tensor* A, vjp_tensor* B, const double* rcond, const char* driver,
                                    vjp_tensor** out_solution, vjp_tensor** out_residuals, vjp_tensor** out_rank,
                                    vjp_tensor** out_singular_values);

/**
 * A = P L U: a permutation, a lower triangle with ones on the diagonal, an upper triangle.
 *
 * linalg_lu(Tensor A, *, bool pivot=True) -> (Tensor P, Tensor L, Tensor U)
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_linalg_lu(vjp_tensor* A, bool pivot, vjp_tensor** out_P, vjp_tensor** out_L, vjp_tensor** out_U);

/**
 * The factors L and U of A = P L U in one matrix, and the rows, from 1, that were exchanged in turn.
 *
 * linalg_lu_factor(Tensor A, *, bool pivot=True) -> (Tensor LU, Tensor pivots)
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_linalg_lu_factor(vjp_tensor* A, bool pivot, vjp_tensor** out_LU, vjp_tensor** out_pivots);

/**
 * linalg_lu_factor with the number, from 1, of the first pivot that is 0, or 0, instead of an error.
 *
 * linalg_lu_factor_ex(Tensor A, *, bool pivot=True, bool check_errors=False) -> (Tensor LU, Tensor pivots, Tensor
 * info)
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_linalg_lu_factor_ex(vjp_tensor* A, bool pivot, bool check_errors, vjp_tensor** out_LU,
                                           vjp_tensor** out_pivots, vjp_tensor** out_info);

/**
 * The solution of A X = B, or X A = B where not `left`, from linalg_lu_factor(A); of A's adjoint where `adjoint`.
 *
 * linalg_lu_solve(Tensor LU, Tensor pivots, Tensor B, *, bool left=True, bool adjoint=False) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_linalg_lu_solve(vjp_tensor* LU, vjp_tensor* pivots, vjp_tensor* B, bool left, bool adjoint,
                                       vjp_tensor** out);

/**
 * The norm of matrices: 1 and inf are the largest sum of a column's or a row's magnitudes, 2 the largest singular
 * value; negative ones the smallest.
 *
 * linalg_matrix_norm(Tensor A, float ord, int[] dim=[-2, -1], bool keepdim=False, *, dtype? dtype=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_linalg_matrix_norm(vjp_tensor* A, double ord, const int64_t* dim, size_t num_dim, bool keepdim,
                                          vjp_dtype dtype, vjp_tensor** out);

/**
 * The norm of matrices called "fro", the root of the sum of squares, or "nuc", the sum of singular values.
 *
 * linalg_matrix_norm.named(Tensor A, str ord="fro", int[] dim=[-2, -1], bool keepdim=False, *, dtype? dtype=None) ->
 * Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_linalg_matrix_norm_named(vjp_tensor* A, const char* ord, const int64_t* dim, size_t num_dim,
                                                bool keepdim, vjp_dtype dtype, vjp_tensor** out);

/**
 * A square matrix times itself, n times; of its inverse where n is negative.
 *
 * linalg_matrix_power(Tensor A, int n) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_linalg_matrix_power(vjp_tensor* A, int64_t n, vjp_tensor** out);

/**
 * The square root of a Hermitian positive semidefinite matrix, of which the lower triangle is read; NaN where there is
 * a negative eigenvalue.
 *
 * linalg_matrix_sqrth(Tensor A) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_linalg_matrix_sqrth(vjp_tensor* A, vjp_tensor** out);

/**
 * The product of a chain of matrices in the order that costs least; the ends may be vectors.
 *
 * linalg_multi_dot(Tensor[] tensors) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_linalg_multi_dot(vjp_tensor* const* tensors, size_t num_tensors, vjp_tensor** out);

/**
 * linalg_vector_norm over one dimension, linalg_matrix_norm over two; without `dim` of a vector or a matrix, and
 * without `ord` the root of the sum of squares of all.
 *
 * linalg_norm(Tensor A, float? ord=None, int[]? dim=None, bool keepdim=False, *, dtype? dtype=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_linalg_norm(vjp_tensor* A, const double* ord, const int64_t* dim, size_t num_dim, bool keepdim,
                                   vjp_dtype dtype, vjp_tensor** out);

/**
 * The matrix norm called "fro" or "nuc".
 *
 * linalg_norm.named(Tensor A, str ord, int[]? dim=None, bool keepdim=False, *, dtype? dtype=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_linalg_norm_named(vjp_tensor* A, const char* ord, const int64_t* dim, size_t num_dim,
                                         bool keepdim, vjp_dtype dtype, vjp_tensor** out);

/**
 * The pseudoinverse; singular values up to max(atol, rtol * the largest) count as 0. rtol is the larger size times the
 * dtype's epsilon where neither is given.
 *
 * linalg_pinv(Tensor A, *, float? atol=None, float? rtol=None, bool hermitian=False) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_linalg_pinv(vjp_tensor* A, const double* atol, const double* rtol, bool hermitian,
                                   vjp_tensor** out);

/**
 * linalg_pinv with tolerances of each matrix, which broadcast to the batch.
 *
 * linalg_pinv.tensor(Tensor A, *, Tensor? atol=None, Tensor? rtol=None, bool hermitian=False) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_linalg_pinv_tensor(vjp_tensor* A, vjp_tensor* atol, vjp_tensor* rtol, bool hermitian,
                                          vjp_tensor** out);

/**
 * A = U P: orthonormal columns, and a Hermitian positive semidefinite matrix; A has as many rows as columns, or more.
 * Differentiable where its rank is full.
 *
 * linalg_polar(Tensor A) -> (Tensor U, Tensor P)
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_linalg_polar(vjp_tensor* A, vjp_tensor** out_U, vjp_tensor** out_P);

/**
 * A = Q R with orthonormal columns and an upper triangle. mode "complete": Q is square; "r": R alone.
 *
 * linalg_qr(Tensor A, str mode="reduced") -> (Tensor Q, Tensor R)
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_linalg_qr(vjp_tensor* A, const char* mode, vjp_tensor** out_Q, vjp_tensor** out_R);

/**
 * The sign, or the phase, of the determinant, and the logarithm of its magnitude.
 *
 * linalg_slogdet(Tensor A) -> (Tensor sign, Tensor logabsdet)
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_linalg_slogdet(vjp_tensor* A, vjp_tensor** out_sign, vjp_tensor** out_logabsdet);

/**
 * The solution of A X = B, or X A = B where not `left`; B may be a vector for each matrix.
 *
 * linalg_solve(Tensor A, Tensor B, *, bool left=True) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_linalg_solve(vjp_tensor* A, vjp_tensor* B, bool left, vjp_tensor** out);

/**
 * linalg_solve with the number, from 1, of the first pivot that is 0, or 0, instead of an error.
 *
 * linalg_solve_ex(Tensor A, Tensor B, *, bool left=True, bool check_errors=False) -> (Tensor result, Tensor info)
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_linalg_solve_ex(vjp_tensor* A, vjp_tensor* B, bool left, bool check_errors,
                                       vjp_tensor** out_result, vjp_tensor** out_info);

/**
 * The solution of A X = B, or X A = B where not `left`, with a triangle A of `input`; the rest is not read.
 *
 * linalg_solve_triangular(Tensor input, Tensor B, *, bool upper, bool left=True, bool unitriangular=False) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_linalg_solve_triangular(vjp_tensor* input, vjp_tensor* B, bool upper, bool left,
                                               bool unitriangular, vjp_tensor** out);

/**
 * A = U diag(S) Vh, the singular values falling. Derivatives of U and Vh need distinct ones, and values alone do not.
 *
 * linalg_svd(Tensor A, bool full_matrices=True, *, str? driver=None) -> (Tensor U, Tensor S, Tensor Vh)
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_linalg_svd(vjp_tensor* A, bool full_matrices, const char* driver, vjp_tensor** out_U,
                                  vjp_tensor** out_S, vjp_tensor** out_Vh);

/**
 * The singular values of a matrix, falling.
 *
 * linalg_svdvals(Tensor A, *, str? driver=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_linalg_svdvals(vjp_tensor* A, const char* driver, vjp_tensor** out);

/**
 * The inverse of tensordot(A, *, ind): the first `ind` dimensions are the rows.
 *
 * linalg_tensorinv(Tensor A, int ind=2) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_linalg_tensorinv(vjp_tensor* A, int64_t ind, vjp_tensor** out);

/**
 * X of tensordot(A, X, X.ndim) = B, after the dimensions `dims` of A were moved behind the others.
 *
 * linalg_tensorsolve(Tensor A, Tensor B, int[]? dims=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_linalg_tensorsolve(vjp_tensor* A, vjp_tensor* B, const int64_t* dims, size_t num_dims,
                                          vjp_tensor** out);

/**
 * Rows of the powers 0 to N - 1 of each element of vectors; N is their length where not given.
 *
 * linalg_vander(Tensor x, *, int? N=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_linalg_vander(vjp_tensor* x, const int64_t* N, vjp_tensor** out);

/**
 * Dot products along a dimension, the first operand conjugated; the other dimensions broadcast.
 *
 * linalg_vecdot(Tensor input, Tensor other, *, int dim=-1) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_linalg_vecdot(vjp_tensor* input, vjp_tensor* other, int64_t dim, vjp_tensor** out);

/**
 * (sum |x|^ord)^(1/ord) over the given dimensions, or all; for 0 the number of nonzero elements, for inf and -inf the
 * largest and smallest magnitude.
 *
 * linalg_vector_norm(Tensor input, float ord=2, int[]? dim=None, bool keepdim=False, *, dtype? dtype=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_linalg_vector_norm(vjp_tensor* input, double ord, const int64_t* dim, size_t num_dim,
                                          bool keepdim, vjp_dtype dtype, vjp_tensor** out);

/**
 * input weight^T + bias: the affine map of a layer, over the last dimension.
 *
 * linear(Tensor input, Tensor weight, Tensor? bias=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_linear(vjp_tensor* input, vjp_tensor* weight, vjp_tensor* bias, vjp_tensor** out);

/**
 * The cross entropy of the logits linear(input, linear_weight, linear_bias), of input [N, D] or [D], linear_weight [C,
 * *, D] and linear_bias [C, *], with targets [N, *].
 *
 * linear_cross_entropy(Tensor input, Tensor linear_weight, Tensor target, Tensor? linear_bias=None, Tensor?
 * weight=None, str reduction="mean", int? ignore_index=None, float label_smoothing=0.0) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_linear_cross_entropy(vjp_tensor* input, vjp_tensor* linear_weight, vjp_tensor* target,
                                            vjp_tensor* linear_bias, vjp_tensor* weight, const char* reduction,
                                            const int64_t* ignore_index, double label_smoothing, vjp_tensor** out);

/**
 * `steps` evenly spaced numbers from start to end, both included.
 *
 * linspace(Scalar start, Scalar end, int steps, *, dtype? dtype=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_linspace(vjp_scalar start, vjp_scalar end, int64_t steps, vjp_dtype dtype, vjp_tensor** out);

/**
 * input / (k + alpha * s)^beta, s being the mean of the squares of `size` neighbouring channels of [N, C, *], with
 * zeros beyond the first and last.
 *
 * local_response_norm(Tensor input, int size, float alpha=0.0001, float beta=0.75, float k=1.0) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_local_response_norm(vjp_tensor* input, int64_t size, double alpha, double beta, double k,
                                           vjp_tensor** out);

/**
 * Natural logarithm of every element.
 *
 * log(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_log(vjp_tensor* input, vjp_tensor** out);
/** vjp_log in place. @return as vjp_log; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_log_(vjp_tensor* input);

/**
 * Logarithm of every element in base 10.
 *
 * log10(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_log10(vjp_tensor* input, vjp_tensor** out);
/** vjp_log10 in place. @return as vjp_log10; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_log10_(vjp_tensor* input);

/**
 * log(1 + input), accurate near 0.
 *
 * log1p(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_log1p(vjp_tensor* input, vjp_tensor** out);
/** vjp_log1p in place. @return as vjp_log1p; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_log1p_(vjp_tensor* input);

/**
 * Logarithm of every element in base 2.
 *
 * log2(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_log2(vjp_tensor* input, vjp_tensor** out);
/** vjp_log2 in place. @return as vjp_log2; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_log2_(vjp_tensor* input);

/**
 * The logarithm of ndtr, accurate in both tails.
 *
 * log_ndtr(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_log_ndtr(vjp_tensor* input, vjp_tensor** out);
/** vjp_log_ndtr in place. @return as vjp_log_ndtr; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_log_ndtr_(vjp_tensor* input);

/**
 * Numbers whose logarithms are normal with this mean and standard deviation, in the shape and dtype of input;
 * log_normal_ writes them there.
 *
 * log_normal(Tensor input, float mean=1.0, float std=2.0, *, Generator? generator=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_log_normal(vjp_tensor* input, double mean, double std, vjp_generator* generator,
                                  vjp_tensor** out);
/** vjp_log_normal in place. @return as vjp_log_normal; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_log_normal_(vjp_tensor* input, double mean, double std, vjp_generator* generator);

/**
 * The logarithm of softmax, computed without overflow.
 *
 * log_softmax(Tensor input, int dim, *, dtype? dtype=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_log_softmax(vjp_tensor* input, int64_t dim, vjp_dtype dtype, vjp_tensor** out);

/**
 * log(exp(input) + exp(other)), without overflow.
 *
 * logaddexp(Tensor input, Tensor other) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_logaddexp(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out);
/** vjp_logaddexp in place. @return as vjp_logaddexp; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_logaddexp_(vjp_tensor* input, vjp_tensor* other);

/**
 * log2(2^input + 2^other), without overflow.
 *
 * logaddexp2(Tensor input, Tensor other) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_logaddexp2(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out);
/** vjp_logaddexp2 in place. @return as vjp_logaddexp2; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_logaddexp2_(vjp_tensor* input, vjp_tensor* other);

/**
 * log(cumsum(exp(input))) along a dimension, without overflow.
 *
 * logcumsumexp(Tensor input, int dim) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_logcumsumexp(vjp_tensor* input, int64_t dim, vjp_tensor** out);

/**
 * The logarithm of the determinant; NaN where that is negative, -inf where it is 0.
 *
 * logdet(Tensor A) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_logdet(vjp_tensor* A, vjp_tensor** out);

/**
 * Whether both elements are other than 0.
 *
 * logical_and(Operand input, Operand other) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_logical_and(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out);
/** vjp_logical_and with a number for `other`. @return as vjp_logical_and @since 0.1 */
VJP_API vjp_status vjp_logical_and_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out);
/** vjp_logical_and with a number for `input`. @return as vjp_logical_and @since 0.1 */
VJP_API vjp_status vjp_scalar_logical_and(vjp_scalar input, vjp_tensor* other, vjp_tensor** out);
/** vjp_logical_and in place. @return as vjp_logical_and; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_logical_and_(vjp_tensor* input, vjp_tensor* other);
/**
 * vjp_logical_and in place, with a number for `other`.
 *
 * @return as vjp_logical_and; VJP_ERROR_STATE where `input` may not be changed
 * @since 0.1
 */
VJP_API vjp_status vjp_logical_and_scalar_(vjp_tensor* input, vjp_scalar other);

/**
 * Whether each element is 0.
 *
 * logical_not(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_logical_not(vjp_tensor* input, vjp_tensor** out);
/** vjp_logical_not in place. @return as vjp_logical_not; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_logical_not_(vjp_tensor* input);

/**
 * Whether any of both elements is other than 0.
 *
 * logical_or(Operand input, Operand other) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_logical_or(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out);
/** vjp_logical_or with a number for `other`. @return as vjp_logical_or @since 0.1 */
VJP_API vjp_status vjp_logical_or_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out);
/** vjp_logical_or with a number for `input`. @return as vjp_logical_or @since 0.1 */
VJP_API vjp_status vjp_scalar_logical_or(vjp_scalar input, vjp_tensor* other, vjp_tensor** out);
/** vjp_logical_or in place. @return as vjp_logical_or; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_logical_or_(vjp_tensor* input, vjp_tensor* other);
/**
 * vjp_logical_or in place, with a number for `other`.
 *
 * @return as vjp_logical_or; VJP_ERROR_STATE where `input` may not be changed
 * @since 0.1
 */
VJP_API vjp_status vjp_logical_or_scalar_(vjp_tensor* input, vjp_scalar other);

/**
 * Whether just one of both elements is other than 0.
 *
 * logical_xor(Operand input, Operand other) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_logical_xor(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out);
/** vjp_logical_xor with a number for `other`. @return as vjp_logical_xor @since 0.1 */
VJP_API vjp_status vjp_logical_xor_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out);
/** vjp_logical_xor with a number for `input`. @return as vjp_logical_xor @since 0.1 */
VJP_API vjp_status vjp_scalar_logical_xor(vjp_scalar input, vjp_tensor* other, vjp_tensor** out);
/** vjp_logical_xor in place. @return as vjp_logical_xor; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_logical_xor_(vjp_tensor* input, vjp_tensor* other);
/**
 * vjp_logical_xor in place, with a number for `other`.
 *
 * @return as vjp_logical_xor; VJP_ERROR_STATE where `input` may not be changed
 * @since 0.1
 */
VJP_API vjp_status vjp_logical_xor_scalar_(vjp_tensor* input, vjp_scalar other);

/**
 * The inverse of sigmoid; with `eps`, of the input bounded to [eps, 1 - eps].
 *
 * logit(Tensor input, float? eps=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_logit(vjp_tensor* input, const double* eps, vjp_tensor** out);
/** vjp_logit in place. @return as vjp_logit; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_logit_(vjp_tensor* input, const double* eps);

/**
 * log(sigmoid(input)), without overflow.
 *
 * logsigmoid(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_logsigmoid(vjp_tensor* input, vjp_tensor** out);
/** vjp_logsigmoid in place. @return as vjp_logsigmoid; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_logsigmoid_(vjp_tensor* input);

/**
 * log(sum(exp(input))) over the given dimensions, without overflow.
 *
 * logsumexp(Tensor input, int[] dim, bool keepdim=False) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_logsumexp(vjp_tensor* input, const int64_t* dim, size_t num_dim, bool keepdim, vjp_tensor** out);

/**
 * Layers of LSTM cells over [steps, batch, features] (batch first with batch_first). hx: hidden states and cells
 * before the first step, [layers * directions, batch, size]; a smaller hidden state is projected. params: for each
 * layer and direction w_ih, w_hh, with has_biases b_ih, b_hh, and the projection if there is one; gates i, f, g, o.
 *
 * lstm(Tensor input, Tensor[] hx, Tensor[] params, bool has_biases, int num_layers, float dropout, bool train, bool
 * bidirectional, bool batch_first, *, Generator? generator=None) -> (Tensor output, Tensor h_n, Tensor c_n)
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_lstm(vjp_tensor* input, vjp_tensor* const* hx, size_t num_hx, vjp_tensor* const* params,
                            size_t num_params, bool has_biases, int64_t num_layers, double dropout, bool train,
                            bool bidirectional, bool batch_first, vjp_generator* generator, vjp_tensor** out_output,
                            vjp_tensor** out_h_n, vjp_tensor** out_c_n);

/**
 * lstm over sequences of several lengths, longest first: data has the rows of the first step, then of the second, ...;
 * batch_sizes how many each has.
 *
 * lstm.data(Tensor data, Tensor batch_sizes, Tensor[] hx, Tensor[] params, bool has_biases, int num_layers, float
 * dropout, bool train, bool bidirectional, *, Generator? generator=None) -> (Tensor output, Tensor h_n, Tensor c_n)
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_lstm_data(vjp_tensor* data, vjp_tensor* batch_sizes, vjp_tensor* const* hx, size_t num_hx,
                                 vjp_tensor* const* params, size_t num_params, bool has_biases, int64_t num_layers,
                                 double dropout, bool train, bool bidirectional, vjp_generator* generator,
                                 vjp_tensor** out_output, vjp_tensor** out_h_n, vjp_tensor** out_c_n);

/**
 * One step of an LSTM: c = f c + i g, h = o tanh(c). [batch, features], and hx the hidden state and the cell, [batch,
 * size], or all without batch.
 *
 * lstm_cell(Tensor input, Tensor[] hx, Tensor w_ih, Tensor w_hh, Tensor? b_ih=None, Tensor? b_hh=None) -> (Tensor h,
 * Tensor c)
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_lstm_cell(vjp_tensor* input, vjp_tensor* const* hx, size_t num_hx, vjp_tensor* w_ih,
                                 vjp_tensor* w_hh, vjp_tensor* b_ih, vjp_tensor* b_hh, vjp_tensor** out_h,
                                 vjp_tensor** out_c);

/**
 * input < other, elementwise.
 *
 * lt(Operand input, Operand other) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_lt(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out);
/** vjp_lt with a number for `other`. @return as vjp_lt @since 0.1 */
VJP_API vjp_status vjp_lt_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out);
/** vjp_lt with a number for `input`. @return as vjp_lt @since 0.1 */
VJP_API vjp_status vjp_scalar_lt(vjp_scalar input, vjp_tensor* other, vjp_tensor** out);
/** vjp_lt in place. @return as vjp_lt; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_lt_(vjp_tensor* input, vjp_tensor* other);
/**
 * vjp_lt in place, with a number for `other`.
 *
 * @return as vjp_lt; VJP_ERROR_STATE where `input` may not be changed
 * @since 0.1
 */
VJP_API vjp_status vjp_lt_scalar_(vjp_tensor* input, vjp_scalar other);

/**
 * linalg_lu_factor under its former name: LU, pivots and, if wanted, infos.
 *
 * lu(Tensor A, bool pivot=True, bool get_infos=False) -> Tensor[]
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_lu(vjp_tensor* A, bool pivot, bool get_infos, vjp_tensor_list** out);

/**
 * linalg_lu_solve under its former name.
 *
 * lu_solve(Tensor b, Tensor LU_data, Tensor LU_pivots) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_lu_solve(vjp_tensor* b, vjp_tensor* LU_data, vjp_tensor* LU_pivots, vjp_tensor** out);

/**
 * The matrices P, L and U of A = P L U; empty ones where they are not wanted.
 *
 * lu_unpack(Tensor LU_data, Tensor LU_pivots, bool unpack_data=True, bool unpack_pivots=True) -> (Tensor P, Tensor L,
 * Tensor U)
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_lu_unpack(vjp_tensor* LU_data, vjp_tensor* LU_pivots, bool unpack_data, bool unpack_pivots,
                                 vjp_tensor** out_P, vjp_tensor** out_L, vjp_tensor** out_U);

/**
 * The conjugate transpose over the last two dimensions.
 *
 * mH(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_mH(vjp_tensor* input, vjp_tensor** out);

/**
 * Exchanges the last two dimensions.
 *
 * mT(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_mT(vjp_tensor* input, vjp_tensor** out);

/**
 * max(0, margin - target * (input1 - input2)): with a target of 1 the first should be the larger one, with -1 the
 * second.
 *
 * margin_ranking_loss(Tensor input1, Tensor input2, Tensor target, float margin=0.0, str reduction="mean") -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_margin_ranking_loss(vjp_tensor* input1, vjp_tensor* input2, vjp_tensor* target, double margin,
                                           const char* reduction, vjp_tensor** out);

/**
 * The largest of the elements where the mask is true. Equal ones share the gradient.
 *
 * masked_amax(Tensor input, int[]? dim=None, *, bool keepdim=False, dtype? dtype=None, Tensor? mask=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_masked_amax(vjp_tensor* input, const int64_t* dim, size_t num_dim, bool keepdim,
                                   vjp_dtype dtype, vjp_tensor* mask, vjp_tensor** out);

/**
 * The smallest of the elements where the mask is true. Equal ones share the gradient.
 *
 * masked_amin(Tensor input, int[]? dim=None, *, bool keepdim=False, dtype? dtype=None, Tensor? mask=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_masked_amin(vjp_tensor* input, const int64_t* dim, size_t num_dim, bool keepdim,
                                   vjp_dtype dtype, vjp_tensor* mask, vjp_tensor** out);

/**
 * Running products of the elements where the mask is true.
 *
 * masked_cumprod(Tensor input, int dim, *, dtype? dtype=None, Tensor? mask=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_masked_cumprod(vjp_tensor* input, int64_t dim, vjp_dtype dtype, vjp_tensor* mask,
                                      vjp_tensor** out);

/**
 * Running sums of the elements where the mask is true.
 *
 * masked_cumsum(Tensor input, int dim, *, dtype? dtype=None, Tensor? mask=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_masked_cumsum(vjp_tensor* input, int64_t dim, vjp_dtype dtype, vjp_tensor* mask,
                                     vjp_tensor** out);

/**
 * input with `value`, a number or a zero-dimensional tensor, where the mask is true.
 *
 * masked_fill(Tensor input, Tensor mask, Operand value) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_masked_fill(vjp_tensor* input, vjp_tensor* mask, vjp_tensor* value, vjp_tensor** out);
/** vjp_masked_fill with a number for `value`. @return as vjp_masked_fill @since 0.1 */
VJP_API vjp_status vjp_masked_fill_scalar(vjp_tensor* input, vjp_tensor* mask, vjp_scalar value, vjp_tensor** out);
/** vjp_masked_fill in place. @return as vjp_masked_fill; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_masked_fill_(vjp_tensor* input, vjp_tensor* mask, vjp_tensor* value);
/**
 * vjp_masked_fill in place, with a number for `value`.
 *
 * @return as vjp_masked_fill; VJP_ERROR_STATE where `input` may not be changed
 * @since 0.1
 */
VJP_API vjp_status vjp_masked_fill_scalar_(vjp_tensor* input, vjp_tensor* mask, vjp_scalar value);

/**
 * log_softmax along a dimension of the elements where the mask is true.
 *
 * masked_log_softmax(Tensor input, int dim, *, dtype? dtype=None, Tensor? mask=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_masked_log_softmax(vjp_tensor* input, int64_t dim, vjp_dtype dtype, vjp_tensor* mask,
                                          vjp_tensor** out);

/**
 * log(exp(input) + exp(other)) of what the masks leave of each.
 *
 * masked_logaddexp(Tensor input, Tensor other, *, dtype? dtype=None, Tensor? input_mask=None, Tensor? other_mask=None)
 * -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_masked_logaddexp(vjp_tensor* input, vjp_tensor* other, vjp_dtype dtype, vjp_tensor* input_mask,
                                        vjp_tensor* other_mask, vjp_tensor** out);

/**
 * log(sum(exp(input))) of the elements where the mask is true, without overflow.
 *
 * masked_logsumexp(Tensor input, int[]? dim=None, *, bool keepdim=False, dtype? dtype=None, Tensor? mask=None) ->
 * Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_masked_logsumexp(vjp_tensor* input, const int64_t* dim, size_t num_dim, bool keepdim,
                                        vjp_dtype dtype, vjp_tensor* mask, vjp_tensor** out);

/**
 * The mean of the elements where the mask is true.
 *
 * masked_mean(Tensor input, int[]? dim=None, *, bool keepdim=False, dtype? dtype=None, Tensor? mask=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_masked_mean(vjp_tensor* input, const int64_t* dim, size_t num_dim, bool keepdim,
                                   vjp_dtype dtype, vjp_tensor* mask, vjp_tensor** out);

/**
 * The median along a dimension (the lower of two) of the elements where the mask is true and that are not NaN.
 *
 * masked_median(Tensor input, int dim=-1, *, bool keepdim=False, dtype? dtype=None, Tensor? mask=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_masked_median(vjp_tensor* input, int64_t dim, bool keepdim, vjp_dtype dtype, vjp_tensor* mask,
                                     vjp_tensor** out);

/**
 * The norm of order `ord` of the elements where the mask is true, as a vector.
 *
 * masked_norm(Tensor input, float ord=2, int[]? dim=None, *, bool keepdim=False, dtype? dtype=None, Tensor? mask=None)
 * -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_masked_norm(vjp_tensor* input, double ord, const int64_t* dim, size_t num_dim, bool keepdim,
                                   vjp_dtype dtype, vjp_tensor* mask, vjp_tensor** out);

/**
 * The elements where the mask is true over their norm along a dimension, which is taken to be at least eps.
 *
 * masked_normalize(Tensor input, float ord, int dim, *, float eps=1e-12, dtype? dtype=None, Tensor? mask=None) ->
 * Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_masked_normalize(vjp_tensor* input, double ord, int64_t dim, double eps, vjp_dtype dtype,
                                        vjp_tensor* mask, vjp_tensor** out);

/**
 * The product of the elements where the mask is true; a tensor without dimensions, and without a mask, as it is.
 *
 * masked_prod(Tensor input, int[]? dim=None, *, bool keepdim=False, dtype? dtype=None, Tensor? mask=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_masked_prod(vjp_tensor* input, const int64_t* dim, size_t num_dim, bool keepdim,
                                   vjp_dtype dtype, vjp_tensor* mask, vjp_tensor** out);

/**
 * input with the elements of source, in order, where the mask is true.
 *
 * masked_scatter(Tensor input, Tensor mask, Tensor source) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_masked_scatter(vjp_tensor* input, vjp_tensor* mask, vjp_tensor* source, vjp_tensor** out);
/**
 * vjp_masked_scatter in place.
 *
 * @return as vjp_masked_scatter; VJP_ERROR_STATE where `input` may not be changed
 * @since 0.1
 */
VJP_API vjp_status vjp_masked_scatter_(vjp_tensor* input, vjp_tensor* mask, vjp_tensor* source);

/**
 * The elements where the mask is true, in row-major order.
 *
 * masked_select(Tensor input, Tensor mask) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_masked_select(vjp_tensor* input, vjp_tensor* mask, vjp_tensor** out);

/**
 * softmax along a dimension of the elements where the mask is true, 0 elsewhere.
 *
 * masked_softmax(Tensor input, int dim, *, dtype? dtype=None, Tensor? mask=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_masked_softmax(vjp_tensor* input, int64_t dim, vjp_dtype dtype, vjp_tensor* mask,
                                      vjp_tensor** out);

/**
 * softmin along a dimension of the elements where the mask is true, 0 elsewhere.
 *
 * masked_softmin(Tensor input, int dim, *, dtype? dtype=None, Tensor? mask=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_masked_softmin(vjp_tensor* input, int64_t dim, vjp_dtype dtype, vjp_tensor* mask,
                                      vjp_tensor** out);

/**
 * The standard deviation of the elements where the mask is true.
 *
 * masked_std(Tensor input, int[]? dim=None, *, float? correction=1, bool keepdim=False, dtype? dtype=None, Tensor?
 * mask=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_masked_std(vjp_tensor* input, const int64_t* dim, size_t num_dim, const double* correction,
                                  bool keepdim, vjp_dtype dtype, vjp_tensor* mask, vjp_tensor** out);

/**
 * The standard deviation of the elements where the mask is true; unbiased: of their count less 1.
 *
 * masked_std.unbiased(Tensor input, int[]? dim, bool unbiased=True, *, bool keepdim=False, dtype? dtype=None, Tensor?
 * mask=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_masked_std_unbiased(vjp_tensor* input, const int64_t* dim, size_t num_dim, bool unbiased,
                                           bool keepdim, vjp_dtype dtype, vjp_tensor* mask, vjp_tensor** out);

/**
 * The sum of the elements where the mask is true.
 *
 * masked_sum(Tensor input, int[]? dim=None, *, bool keepdim=False, dtype? dtype=None, Tensor? mask=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_masked_sum(vjp_tensor* input, const int64_t* dim, size_t num_dim, bool keepdim, vjp_dtype dtype,
                                  vjp_tensor* mask, vjp_tensor** out);

/**
 * The variance of the elements where the mask is true.
 *
 * masked_var(Tensor input, int[]? dim=None, *, float? correction=1, bool keepdim=False, dtype? dtype=None, Tensor?
 * mask=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_masked_var(vjp_tensor* input, const int64_t* dim, size_t num_dim, const double* correction,
                                  bool keepdim, vjp_dtype dtype, vjp_tensor* mask, vjp_tensor** out);

/**
 * The variance of the elements where the mask is true; unbiased: divided by their count less 1.
 *
 * masked_var.unbiased(Tensor input, int[]? dim, bool unbiased=True, *, bool keepdim=False, dtype? dtype=None, Tensor?
 * mask=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_masked_var_unbiased(vjp_tensor* input, const int64_t* dim, size_t num_dim, bool unbiased,
                                           bool keepdim, vjp_dtype dtype, vjp_tensor* mask, vjp_tensor** out);

/**
 * The product over the last dimension of the first and the last but one of the second. A vector counts as a row on the
 * left and as a column on the right, and its dimension vanishes; leading dimensions broadcast.
 *
 * matmul(Tensor input, Tensor other) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_matmul(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out);

/**
 * The exponential of square matrices.
 *
 * matrix_exp(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_matrix_exp(vjp_tensor* input, vjp_tensor** out);

/**
 * The largest element.
 *
 * max(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_max(vjp_tensor* input, vjp_tensor** out);

/**
 * The largest elements along a dimension, and the positions of the first of them.
 *
 * max.dim(Tensor input, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_max_dim(vjp_tensor* input, int64_t dim, bool keepdim, vjp_tensor** out_values,
                               vjp_tensor** out_indices);

/**
 * The larger of both elements: another name of maximum.
 *
 * max.other(Tensor input, Tensor other) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_max_other(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out);

/**
 * The largest element of every window of [N, C, L].
 *
 * max_pool1d(Tensor input, int[] kernel_size, int[]? stride=None, int[] padding=0, int[] dilation=1, bool
 * ceil_mode=False) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_max_pool1d(vjp_tensor* input, const int64_t* kernel_size, size_t num_kernel_size,
                                  const int64_t* stride, size_t num_stride, const int64_t* padding, size_t num_padding,
                                  const int64_t* dilation, size_t num_dilation, bool ceil_mode, vjp_tensor** out);

/**
 * max_pool1d, followed by the positions in the flattened channel if return_indices is true.
 *
 * max_pool1d.indices(Tensor input, int[] kernel_size, int[]? stride=None, int[] padding=0, int[] dilation=1, bool
 * ceil_mode=False, *, bool return_indices) -> Tensor[]
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_max_pool1d_indices(vjp_tensor* input, const int64_t* kernel_size, size_t num_kernel_size,
                                          const int64_t* stride, size_t num_stride, const int64_t* padding,
                                          size_t num_padding, const int64_t* dilation, size_t num_dilation,
                                          bool ceil_mode, bool return_indices, vjp_tensor_list** out);

/**
 * The largest element of every window of [N, C, H, W].
 *
 * max_pool2d(Tensor input, int[] kernel_size, int[]? stride=None, int[] padding=0, int[] dilation=1, bool
 * ceil_mode=False) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_max_pool2d(vjp_tensor* input, const int64_t* kernel_size, size_t num_kernel_size,
                                  const int64_t* stride, size_t num_stride, const int64_t* padding, size_t num_padding,
                                  const int64_t* dilation, size_t num_dilation, bool ceil_mode, vjp_tensor** out);

/**
 * max_pool2d, followed by the positions in the flattened channel if return_indices is true.
 *
 * max_pool2d.indices(Tensor input, int[] kernel_size, int[]? stride=None, int[] padding=0, int[] dilation=1, bool
 * ceil_mode=False, *, bool return_indices) -> Tensor[]
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_max_pool2d_indices(vjp_tensor* input, const int64_t* kernel_size, size_t num_kernel_size,
                                          const int64_t* stride, size_t num_stride, const int64_t* padding,
                                          size_t num_padding, const int64_t* dilation, size_t num_dilation,
                                          bool ceil_mode, bool return_indices, vjp_tensor_list** out);

/**
 * The largest element of every window of [N, C, D, H, W].
 *
 * max_pool3d(Tensor input, int[] kernel_size, int[]? stride=None, int[] padding=0, int[] dilation=1, bool
 * ceil_mode=False) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_max_pool3d(vjp_tensor* input, const int64_t* kernel_size, size_t num_kernel_size,
                                  const int64_t* stride, size_t num_stride, const int64_t* padding, size_t num_padding,
                                  const int64_t* dilation, size_t num_dilation, bool ceil_mode, vjp_tensor** out);

/**
 * max_pool3d, followed by the positions in the flattened channel if return_indices is true.
 *
 * max_pool3d.indices(Tensor input, int[] kernel_size, int[]? stride=None, int[] padding=0, int[] dilation=1, bool
 * ceil_mode=False, *, bool return_indices) -> Tensor[]
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_max_pool3d_indices(vjp_tensor* input, const int64_t* kernel_size, size_t num_kernel_size,
                                          const int64_t* stride, size_t num_stride, const int64_t* padding,
                                          size_t num_padding, const int64_t* dilation, size_t num_dilation,
                                          bool ceil_mode, bool return_indices, vjp_tensor_list** out);

/**
 * Zeros of [N, C, L] with each element at its position in the flattened channel: the inverse of max_pool1d up to what
 * did not win. Where a position is given twice, either element counts.
 *
 * max_unpool1d(Tensor input, Tensor indices, int[] kernel_size, int[]? stride=None, int[] padding=0, int[]?
 * output_size=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_max_unpool1d(vjp_tensor* input, vjp_tensor* indices, const int64_t* kernel_size,
                                    size_t num_kernel_size, const int64_t* stride, size_t num_stride,
                                    const int64_t* padding, size_t num_padding, const int64_t* output_size,
                                    size_t num_output_size, vjp_tensor** out);

/**
 * Zeros of [N, C, H, W] with each element at its position in the flattened channel: the inverse of max_pool2d up to
 * what did not win. Where a position is given twice, either element counts.
 *
 * max_unpool2d(Tensor input, Tensor indices, int[] kernel_size, int[]? stride=None, int[] padding=0, int[]?
 * output_size=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_max_unpool2d(vjp_tensor* input, vjp_tensor* indices, const int64_t* kernel_size,
                                    size_t num_kernel_size, const int64_t* stride, size_t num_stride,
                                    const int64_t* padding, size_t num_padding, const int64_t* output_size,
                                    size_t num_output_size, vjp_tensor** out);

/**
 * Zeros of [N, C, D, H, W] with each element at its position in the flattened channel: the inverse of max_pool3d up to
 * what did not win. Where a position is given twice, either element counts.
 *
 * max_unpool3d(Tensor input, Tensor indices, int[] kernel_size, int[]? stride=None, int[] padding=0, int[]?
 * output_size=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_max_unpool3d(vjp_tensor* input, vjp_tensor* indices, const int64_t* kernel_size,
                                    size_t num_kernel_size, const int64_t* stride, size_t num_stride,
                                    const int64_t* padding, size_t num_padding, const int64_t* output_size,
                                    size_t num_output_size, vjp_tensor** out);

/**
 * The larger of both elements, NaN if either is.
 *
 * maximum(Operand input, Operand other) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_maximum(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out);
/** vjp_maximum with a number for `other`. @return as vjp_maximum @since 0.1 */
VJP_API vjp_status vjp_maximum_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out);
/** vjp_maximum with a number for `input`. @return as vjp_maximum @since 0.1 */
VJP_API vjp_status vjp_scalar_maximum(vjp_scalar input, vjp_tensor* other, vjp_tensor** out);
/** vjp_maximum in place. @return as vjp_maximum; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_maximum_(vjp_tensor* input, vjp_tensor* other);
/**
 * vjp_maximum in place, with a number for `other`.
 *
 * @return as vjp_maximum; VJP_ERROR_STATE where `input` may not be changed
 * @since 0.1
 */
VJP_API vjp_status vjp_maximum_scalar_(vjp_tensor* input, vjp_scalar other);

/**
 * The mean over the given dimensions, or over all; of floating and complex tensors.
 *
 * mean(Tensor input, int[]? dim=None, bool keepdim=False, *, dtype? dtype=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_mean(vjp_tensor* input, const int64_t* dim, size_t num_dim, bool keepdim, vjp_dtype dtype,
                            vjp_tensor** out);

/**
 * The median of all elements (the lower of two). Equal ones share the gradient.
 *
 * median(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_median(vjp_tensor* input, vjp_tensor** out);

/**
 * The medians along a dimension (the lower of two), and where they are. NaN if there is one.
 *
 * median.dim(Tensor input, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_median_dim(vjp_tensor* input, int64_t dim, bool keepdim, vjp_tensor** out_values,
                                  vjp_tensor** out_indices);

/**
 * The coordinates of a grid, given by those along each dimension, as views of the grid's shape. Indexing "xy"
 * exchanges the first two dimensions.
 *
 * meshgrid(Tensor[] tensors, *, str indexing="ij") -> Tensor[]
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_meshgrid(vjp_tensor* const* tensors, size_t num_tensors, const char* indexing,
                                vjp_tensor_list** out);

/**
 * The smallest element.
 *
 * min(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_min(vjp_tensor* input, vjp_tensor** out);

/**
 * The smallest elements along a dimension, and the positions of the first of them.
 *
 * min.dim(Tensor input, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_min_dim(vjp_tensor* input, int64_t dim, bool keepdim, vjp_tensor** out_values,
                               vjp_tensor** out_indices);

/**
 * The smaller of both elements: another name of minimum.
 *
 * min.other(Tensor input, Tensor other) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_min_other(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out);

/**
 * The smaller of both elements, NaN if either is.
 *
 * minimum(Operand input, Operand other) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_minimum(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out);
/** vjp_minimum with a number for `other`. @return as vjp_minimum @since 0.1 */
VJP_API vjp_status vjp_minimum_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out);
/** vjp_minimum with a number for `input`. @return as vjp_minimum @since 0.1 */
VJP_API vjp_status vjp_scalar_minimum(vjp_scalar input, vjp_tensor* other, vjp_tensor** out);
/** vjp_minimum in place. @return as vjp_minimum; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_minimum_(vjp_tensor* input, vjp_tensor* other);
/**
 * vjp_minimum in place, with a number for `other`.
 *
 * @return as vjp_minimum; VJP_ERROR_STATE where `input` may not be changed
 * @since 0.1
 */
VJP_API vjp_status vjp_minimum_scalar_(vjp_tensor* input, vjp_scalar other);

/**
 * input * tanh(softplus(input)), elementwise.
 *
 * mish(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_mish(vjp_tensor* input, vjp_tensor** out);
/** vjp_mish in place. @return as vjp_mish; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_mish_(vjp_tensor* input);

/**
 * The product of two matrices.
 *
 * mm(Tensor input, Tensor mat2) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_mm(vjp_tensor* input, vjp_tensor* mat2, vjp_tensor** out);

/**
 * The most frequent elements along a dimension, the smallest of several, and the positions of the last of them.
 *
 * mode.dim(Tensor input, int dim=-1, bool keepdim=False) -> (Tensor values, Tensor indices)
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_mode_dim(vjp_tensor* input, int64_t dim, bool keepdim, vjp_tensor** out_values,
                                vjp_tensor** out_indices);

/**
 * i0 under its long name.
 *
 * modified_bessel_i0(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_modified_bessel_i0(vjp_tensor* input, vjp_tensor** out);
/**
 * vjp_modified_bessel_i0 in place.
 *
 * @return as vjp_modified_bessel_i0; VJP_ERROR_STATE where `input` may not be changed
 * @since 0.1
 */
VJP_API vjp_status vjp_modified_bessel_i0_(vjp_tensor* input);

/**
 * i1 under its long name.
 *
 * modified_bessel_i1(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_modified_bessel_i1(vjp_tensor* input, vjp_tensor** out);
/**
 * vjp_modified_bessel_i1 in place.
 *
 * @return as vjp_modified_bessel_i1; VJP_ERROR_STATE where `input` may not be changed
 * @since 0.1
 */
VJP_API vjp_status vjp_modified_bessel_i1_(vjp_tensor* input);

/**
 * The modified Bessel function of the second kind, of order 0; NaN below 0.
 *
 * modified_bessel_k0(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_modified_bessel_k0(vjp_tensor* input, vjp_tensor** out);
/**
 * vjp_modified_bessel_k0 in place.
 *
 * @return as vjp_modified_bessel_k0; VJP_ERROR_STATE where `input` may not be changed
 * @since 0.1
 */
VJP_API vjp_status vjp_modified_bessel_k0_(vjp_tensor* input);

/**
 * The modified Bessel function of the second kind, of order 1; NaN below 0.
 *
 * modified_bessel_k1(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_modified_bessel_k1(vjp_tensor* input, vjp_tensor** out);
/**
 * vjp_modified_bessel_k1 in place.
 *
 * @return as vjp_modified_bessel_k1; VJP_ERROR_STATE where `input` may not be changed
 * @since 0.1
 */
VJP_API vjp_status vjp_modified_bessel_k1_(vjp_tensor* input);

/**
 * Moves dimensions to other places; the others keep their order.
 *
 * movedim(Tensor input, int[] source, int[] destination) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_movedim(vjp_tensor* input, const int64_t* source, size_t num_source, const int64_t* destination,
                               size_t num_destination, vjp_tensor** out);

/**
 * The squared error: of each element, its mean, or its sum.
 *
 * mse_loss(Tensor input, Tensor target, str reduction="mean") -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_mse_loss(vjp_tensor* input, vjp_tensor* target, const char* reduction, vjp_tensor** out);

/**
 * The elements along the first dimension in order.
 *
 * msort(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_msort(vjp_tensor* input, vjp_tensor** out);

/**
 * input * other, elementwise.
 *
 * mul(Operand input, Operand other) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_mul(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out);
/** vjp_mul with a number for `other`. @return as vjp_mul @since 0.1 */
VJP_API vjp_status vjp_mul_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out);
/** vjp_mul with a number for `input`. @return as vjp_mul @since 0.1 */
VJP_API vjp_status vjp_scalar_mul(vjp_scalar input, vjp_tensor* other, vjp_tensor** out);
/** vjp_mul in place. @return as vjp_mul; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_mul_(vjp_tensor* input, vjp_tensor* other);
/**
 * vjp_mul in place, with a number for `other`.
 *
 * @return as vjp_mul; VJP_ERROR_STATE where `input` may not be changed
 * @since 0.1
 */
VJP_API vjp_status vjp_mul_scalar_(vjp_tensor* input, vjp_scalar other);

/**
 * Queries [L, B, E] (or [L, E]), keys and values [S, B, *], projected, attended to in num_heads heads, and projected
 * back. in_proj_weight is [3 E, E], or use_separate_proj_weight has one for each. A mask is added, or true where a key
 * is not seen: key_padding_mask [B, S], attn_mask [L, S] or [B num_heads, L, S]; is_causal: query i sees the keys up
 * to i, where no attn_mask says so. bias_k, bias_v and add_zero_attn append keys. A query that sees nothing gives
 * zeros. weights [B, L, S], of each head unless average_attn_weights; empty without need_weights.
 *
 * multi_head_attention_forward(Tensor query, Tensor key, Tensor value, int embed_dim_to_check, int num_heads, Tensor?
 * in_proj_weight, Tensor? in_proj_bias, Tensor? bias_k, Tensor? bias_v, bool add_zero_attn, float dropout_p, Tensor
 * out_proj_weight, Tensor? out_proj_bias, bool training=True, Tensor? key_padding_mask=None, bool need_weights=True,
 * Tensor? attn_mask=None, bool use_separate_proj_weight=False, Tensor? q_proj_weight=None, Tensor? k_proj_weight=None,
 * Tensor? v_proj_weight=None, Tensor? static_k=None, Tensor? static_v=None, bool average_attn_weights=True, bool
 * is_causal=False, *, Generator? generator=None) -> (Tensor values, Tensor weights)
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_multi_head_attention_forward(vjp_tensor* query, vjp_tensor* key, vjp_tensor* value,
                                                    int64_t embed_dim_to_check, int64_t num_heads,
                                                    vjp_tensor* in_proj_weight, vjp_tensor* in_proj_bias,
                                                    vjp_tensor* bias_k, vjp_tensor* bias_v, bool add_zero_attn,
                                                    double dropout_p, vjp_tensor* out_proj_weight,
                                                    vjp_tensor* out_proj_bias, bool training,
                                                    vjp_tensor* key_padding_mask, bool need_weights,
                                                    vjp_tensor* attn_mask, bool use_separate_proj_weight,
                                                    vjp_tensor* q_proj_weight, vjp_tensor* k_proj_weight,
                                                    vjp_tensor* v_proj_weight, vjp_tensor* static_k,
                                                    vjp_tensor* static_v, bool average_attn_weights, bool is_causal,
                                                    vjp_generator* generator, vjp_tensor** out_values,
                                                    vjp_tensor** out_weights);

/**
 * Of scores x [N, C] and classes y [N]: the sum over the other classes c of max(0, margin - x[y] + x[c])^p, times
 * weight[y], divided by C. p is 1 or 2.
 *
 * multi_margin_loss(Tensor input, Tensor target, Scalar p=1, Scalar margin=1.0, Tensor? weight=None, str
 * reduction="mean") -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_multi_margin_loss(vjp_tensor* input, vjp_tensor* target, vjp_scalar p, vjp_scalar margin,
                                         vjp_tensor* weight, const char* reduction, vjp_tensor** out);

/**
 * mvlgamma under its other name.
 *
 * multigammaln(Tensor input, int p) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_multigammaln(vjp_tensor* input, int64_t p, vjp_tensor** out);

/**
 * Of scores x [N, C] and lists of classes [N, C], each ended by -1: the sum over the classes y of a list and the
 * classes c outside of it of max(0, 1 - x[y] + x[c]), divided by C.
 *
 * multilabel_margin_loss(Tensor input, Tensor target, str reduction="mean") -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_multilabel_margin_loss(vjp_tensor* input, vjp_tensor* target, const char* reduction,
                                              vjp_tensor** out);

/**
 * The binary cross entropy of logits [*, C] and targets between 0 and 1, times weight, averaged over the classes.
 *
 * multilabel_soft_margin_loss(Tensor input, Tensor target, Tensor? weight=None, str reduction="mean") -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_multilabel_soft_margin_loss(vjp_tensor* input, vjp_tensor* target, vjp_tensor* weight,
                                                   const char* reduction, vjp_tensor** out);

/**
 * Indices drawn from every row of weights, which need not sum to 1.
 *
 * multinomial(Tensor input, int num_samples, bool replacement=False, *, Generator? generator=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_multinomial(vjp_tensor* input, int64_t num_samples, bool replacement, vjp_generator* generator,
                                   vjp_tensor** out);

/**
 * The product of a matrix and a vector.
 *
 * mv(Tensor input, Tensor vec) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_mv(vjp_tensor* input, vjp_tensor* vec, vjp_tensor** out);

/**
 * The logarithm of the multivariate gamma function of dimension p.
 *
 * mvlgamma(Tensor input, int p) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_mvlgamma(vjp_tensor* input, int64_t p, vjp_tensor** out);
/** vjp_mvlgamma in place. @return as vjp_mvlgamma; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_mvlgamma_(vjp_tensor* input, int64_t p);

/**
 * input with NaN replaced by `nan` (0), infinities by `posinf` and `neginf` (the dtype's largest numbers).
 *
 * nan_to_num(Tensor input, float? nan=None, float? posinf=None, float? neginf=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_nan_to_num(vjp_tensor* input, const double* nan, const double* posinf, const double* neginf,
                                  vjp_tensor** out);
/** vjp_nan_to_num in place. @return as vjp_nan_to_num; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_nan_to_num_(vjp_tensor* input, const double* nan, const double* posinf, const double* neginf);

/**
 * The mean of the elements that are not NaN.
 *
 * nanmean(Tensor input, int[]? dim=None, bool keepdim=False, *, dtype? dtype=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_nanmean(vjp_tensor* input, const int64_t* dim, size_t num_dim, bool keepdim, vjp_dtype dtype,
                               vjp_tensor** out);

/**
 * The median of all elements that are not NaN (the lower of two). Equal ones share the gradient.
 *
 * nanmedian(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_nanmedian(vjp_tensor* input, vjp_tensor** out);

/**
 * The medians along a dimension of what is not NaN (the lower of two), and where they are; NaN where all are.
 *
 * nanmedian.dim(Tensor input, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_nanmedian_dim(vjp_tensor* input, int64_t dim, bool keepdim, vjp_tensor** out_values,
                                     vjp_tensor** out_indices);

/**
 * quantile of the elements that are not NaN.
 *
 * nanquantile(Tensor input, float q, int? dim=None, bool keepdim=False, *, str interpolation="linear") -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_nanquantile(vjp_tensor* input, double q, const int64_t* dim, bool keepdim,
                                   const char* interpolation, vjp_tensor** out);

/**
 * Several quantiles of the elements that are not NaN, in a new first dimension.
 *
 * nanquantile.tensor(Tensor input, Tensor q, int? dim=None, bool keepdim=False, *, str interpolation="linear") ->
 * Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_nanquantile_tensor(vjp_tensor* input, vjp_tensor* q, const int64_t* dim, bool keepdim,
                                          const char* interpolation, vjp_tensor** out);

/**
 * The sum with NaN counted as 0.
 *
 * nansum(Tensor input, int[]? dim=None, bool keepdim=False, *, dtype? dtype=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_nansum(vjp_tensor* input, const int64_t* dim, size_t num_dim, bool keepdim, vjp_dtype dtype,
                              vjp_tensor** out);

/**
 * `length` slices of a dimension from `start` on.
 *
 * narrow(Tensor input, int dim, int start, int length) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_narrow(vjp_tensor* input, int64_t dim, int64_t start, int64_t length, vjp_tensor** out);

/**
 * narrow, as a copy.
 *
 * narrow_copy(Tensor input, int dim, int start, int length) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_narrow_copy(vjp_tensor* input, int64_t dim, int64_t start, int64_t length, vjp_tensor** out);

/**
 * batch_norm, with mean and 1 / sqrt(variance + eps) of each channel in training, else empty tensors.
 *
 * native_batch_norm(Tensor input, Tensor? weight, Tensor? bias, Tensor? running_mean, Tensor? running_var, bool
 * training, float momentum, float eps) -> (Tensor out, Tensor save_mean, Tensor save_invstd)
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_native_batch_norm(vjp_tensor* input, vjp_tensor* weight, vjp_tensor* bias,
                                         vjp_tensor* running_mean, vjp_tensor* running_var, bool training,
                                         double momentum, double eps, vjp_tensor** out_out, vjp_tensor** out_save_mean,
                                         vjp_tensor** out_save_invstd);

/**
 * grad_output * scale where mask is true, else 0: what a dropout passes back.
 *
 * native_dropout_backward(Tensor grad_output, Tensor mask, float scale) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_native_dropout_backward(vjp_tensor* grad_output, vjp_tensor* mask, double scale,
                                               vjp_tensor** out);

/**
 * group_norm of [N, C, *] with HxW elements a channel; with mean and 1 / sqrt(variance + eps), [N, group], which can
 * be differentiated.
 *
 * native_group_norm(Tensor input, Tensor? weight, Tensor? bias, int N, int C, int HxW, int group, float eps) ->
 * (Tensor out, Tensor mean, Tensor rstd)
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_native_group_norm(vjp_tensor* input, vjp_tensor* weight, vjp_tensor* bias, int64_t N, int64_t C,
                                         int64_t HxW, int64_t group, double eps, vjp_tensor** out_out,
                                         vjp_tensor** out_mean, vjp_tensor** out_rstd);

/**
 * layer_norm, with mean and 1 / sqrt(variance + eps) of each row.
 *
 * native_layer_norm(Tensor input, int[] normalized_shape, Tensor? weight=None, Tensor? bias=None, float eps=1e-05) ->
 * (Tensor out, Tensor mean, Tensor rstd)
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_native_layer_norm(vjp_tensor* input, const int64_t* normalized_shape,
                                         size_t num_normalized_shape, vjp_tensor* weight, vjp_tensor* bias, double eps,
                                         vjp_tensor** out_out, vjp_tensor** out_mean, vjp_tensor** out_rstd);

/**
 * The distribution function of the standard normal distribution.
 *
 * ndtr(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_ndtr(vjp_tensor* input, vjp_tensor** out);
/** vjp_ndtr in place. @return as vjp_ndtr; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_ndtr_(vjp_tensor* input);

/**
 * The inverse of ndtr: quantiles of the standard normal distribution.
 *
 * ndtri(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_ndtri(vjp_tensor* input, vjp_tensor** out);
/** vjp_ndtri in place. @return as vjp_ndtri; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_ndtri_(vjp_tensor* input);

/**
 * input != other, elementwise.
 *
 * ne(Operand input, Operand other) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_ne(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out);
/** vjp_ne with a number for `other`. @return as vjp_ne @since 0.1 */
VJP_API vjp_status vjp_ne_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out);
/** vjp_ne with a number for `input`. @return as vjp_ne @since 0.1 */
VJP_API vjp_status vjp_scalar_ne(vjp_scalar input, vjp_tensor* other, vjp_tensor** out);
/** vjp_ne in place. @return as vjp_ne; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_ne_(vjp_tensor* input, vjp_tensor* other);
/**
 * vjp_ne in place, with a number for `other`.
 *
 * @return as vjp_ne; VJP_ERROR_STATE where `input` may not be changed
 * @since 0.1
 */
VJP_API vjp_status vjp_ne_scalar_(vjp_tensor* input, vjp_scalar other);

/**
 * -input, elementwise.
 *
 * neg(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_neg(vjp_tensor* input, vjp_tensor** out);
/** vjp_neg in place. @return as vjp_neg; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_neg_(vjp_tensor* input);

/**
 * The floating-point number that follows each of input in the direction of other; other itself where they are equal.
 *
 * nextafter(Tensor input, Tensor other) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_nextafter(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out);
/** vjp_nextafter in place. @return as vjp_nextafter; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_nextafter_(vjp_tensor* input, vjp_tensor* other);

/**
 * Minus the log probabilities `input` (classes in dimension 1) at the target classes; the mean is weighted.
 *
 * nll_loss(Tensor input, Tensor target, Tensor? weight=None, int ignore_index=-100, str reduction="mean") -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_nll_loss(vjp_tensor* input, vjp_tensor* target, vjp_tensor* weight, int64_t ignore_index,
                                const char* reduction, vjp_tensor** out);

/**
 * The coordinates of the elements that are not 0, one row each, in row-major order.
 *
 * nonzero(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_nonzero(vjp_tensor* input, vjp_tensor** out);

/**
 * linalg_vector_norm of order p, by default 2.
 *
 * norm(Tensor input, float? p=None, int[]? dim=None, bool keepdim=False, *, dtype? dtype=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_norm(vjp_tensor* input, const double* p, const int64_t* dim, size_t num_dim, bool keepdim,
                            vjp_dtype dtype, vjp_tensor** out);

/**
 * The norm called "fro", of order 2, or "nuc", of matrices: the sum of the singular values.
 *
 * norm.named(Tensor input, str p, int[]? dim=None, bool keepdim=False, *, dtype? dtype=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_norm_named(vjp_tensor* input, const char* p, const int64_t* dim, size_t num_dim, bool keepdim,
                                  vjp_dtype dtype, vjp_tensor** out);

/**
 * Normal random numbers in the shape and dtype of input; normal_ writes them there.
 *
 * normal(Tensor input, float mean=0.0, float std=1.0, *, Generator? generator=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_normal(vjp_tensor* input, double mean, double std, vjp_generator* generator, vjp_tensor** out);
/** vjp_normal in place. @return as vjp_normal; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_normal_(vjp_tensor* input, double mean, double std, vjp_generator* generator);

/**
 * Normal random numbers of one mean, each with its own standard deviation.
 *
 * normal.float_tensor(float mean, Tensor std, *, Generator? generator=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_normal_float_tensor(double mean, vjp_tensor* std, vjp_generator* generator, vjp_tensor** out);

/**
 * Normal random numbers of a mean and a standard deviation.
 *
 * normal.size(float mean, float std, int[] size, *, dtype? dtype=None, Generator? generator=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_normal_size(double mean, double std, const int64_t* size, size_t num_size, vjp_dtype dtype,
                                   vjp_generator* generator, vjp_tensor** out);

/**
 * Normal random numbers, each with its own mean and standard deviation; both are broadcast to one shape.
 *
 * normal.tensor(Tensor mean, Tensor std, *, Generator? generator=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_normal_tensor(vjp_tensor* mean, vjp_tensor* std, vjp_generator* generator, vjp_tensor** out);

/**
 * input / max(norm, eps), with the p-norm along `dim`.
 *
 * normalize(Tensor input, float p=2.0, int[] dim=1, float eps=1e-12) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_normalize(vjp_tensor* input, double p, const int64_t* dim, size_t num_dim, double eps,
                                 vjp_tensor** out);

/**
 * For each class from 0 to before num_classes a row of zeros with a 1 at its place, int64; -1: as many as there are.
 *
 * one_hot(Tensor input, int num_classes=-1) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_one_hot(vjp_tensor* input, int64_t num_classes, vjp_tensor** out);

/**
 * A tensor of ones; float32 unless dtype is given.
 *
 * ones(int[] size, *, dtype? dtype=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_ones(const int64_t* size, size_t num_size, vjp_dtype dtype, vjp_tensor** out);

/**
 * Ones of the shape, and unless given the dtype, of `input`.
 *
 * ones_like(Tensor input, *, dtype? dtype=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_ones_like(vjp_tensor* input, vjp_dtype dtype, vjp_tensor** out);

/**
 * Q other, or other Q where not `left`, with the square product Q of linalg_householder_product's reflections; with
 * its adjoint where `transpose`.
 *
 * ormqr(Tensor input, Tensor tau, Tensor other, bool left=True, bool transpose=False) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_ormqr(vjp_tensor* input, vjp_tensor* tau, vjp_tensor* other, bool left, bool transpose,
                             vjp_tensor** out);

/**
 * All products of an element of the one vector and an element of the other.
 *
 * outer(Tensor input, Tensor vec2) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_outer(vjp_tensor* input, vjp_tensor* vec2, vjp_tensor** out);

/**
 * Pads the last dimensions: "constant" with a value, "reflect" mirrored at the first and last element, "replicate"
 * with those elements, "circular" with the other end. Negative numbers crop.
 *
 * pad(Tensor input, int[] pad, str mode="constant", Scalar? value=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_pad(vjp_tensor* input, const int64_t* pad, size_t num_pad, const char* mode,
                           const vjp_scalar* value, vjp_tensor** out);

/**
 * The p-norm of x1 - x2 + eps along the last dimension.
 *
 * pairwise_distance(Tensor x1, Tensor x2, float p=2.0, float eps=1e-06, bool keepdim=False) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_pairwise_distance(vjp_tensor* x1, vjp_tensor* x2, double p, double eps, bool keepdim,
                                         vjp_tensor** out);

/**
 * The p-norms of the differences of all pairs of rows of [N, M], first with second, first with third, ...: [N (N - 1)
 * / 2].
 *
 * pdist(Tensor input, float p=2.0) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_pdist(vjp_tensor* input, double p, vjp_tensor** out);

/**
 * The dimensions in another order: dimension i of the result is dims[i] of the input.
 *
 * permute(Tensor input, int[] dims) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_permute(vjp_tensor* input, const int64_t* dims, size_t num_dims, vjp_tensor** out);

/**
 * permute, as a copy.
 *
 * permute_copy(Tensor input, int[] dims) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_permute_copy(vjp_tensor* input, const int64_t* dims, size_t num_dims, vjp_tensor** out);

/**
 * linalg_pinv under its former name, with rtol = rcond.
 *
 * pinverse(Tensor input, float rcond=1e-15) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_pinverse(vjp_tensor* input, double rcond, vjp_tensor** out);

/**
 * [*, C r r, H, W] as [*, C, H r, W r]: r*r channels become a square of pixels, r being upscale_factor.
 *
 * pixel_shuffle(Tensor input, int upscale_factor) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_pixel_shuffle(vjp_tensor* input, int64_t upscale_factor, vjp_tensor** out);

/**
 * [*, C, H r, W r] as [*, C r r, H, W]: the inverse of pixel_shuffle, r being downscale_factor.
 *
 * pixel_unshuffle(Tensor input, int downscale_factor) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_pixel_unshuffle(vjp_tensor* input, int64_t downscale_factor, vjp_tensor** out);

/**
 * Numbers of the Poisson distributions whose rates input has, in its dtype. They are drawn on the host: rates on a
 * device are copied there, for which the host waits.
 *
 * poisson(Tensor input, *, Generator? generator=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_poisson(vjp_tensor* input, vjp_generator* generator, vjp_tensor** out);

/**
 * exp(input) - target * input, or, where log_input is false, input - target * log(input + eps); with full, Stirling's
 * log(target!) = target log(target) - target + log(2 pi target) / 2 is added where target is above 1.
 *
 * poisson_nll_loss(Tensor input, Tensor target, bool log_input=True, bool full=False, float eps=1e-08, str
 * reduction="mean") -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_poisson_nll_loss(vjp_tensor* input, vjp_tensor* target, bool log_input, bool full, double eps,
                                        const char* reduction, vjp_tensor** out);

/**
 * abs * exp(i angle), elementwise.
 *
 * polar(Tensor abs, Tensor angle) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_polar(vjp_tensor* abs, vjp_tensor* angle, vjp_tensor** out);

/**
 * The n-th derivative of digamma.
 *
 * polygamma(int n, Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_polygamma(int64_t n, vjp_tensor* input, vjp_tensor** out);

/**
 * The n-th derivative of digamma, as a method.
 *
 * polygamma.input(Tensor input, int n) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_polygamma_input(vjp_tensor* input, int64_t n, vjp_tensor** out);
/**
 * vjp_polygamma_input in place.
 *
 * @return as vjp_polygamma_input; VJP_ERROR_STATE where `input` may not be changed
 * @since 0.1
 */
VJP_API vjp_status vjp_polygamma_input_(vjp_tensor* input, int64_t n);

/**
 * input as it is.
 *
 * positive(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_positive(vjp_tensor* input, vjp_tensor** out);

/**
 * input to the power of exponent, elementwise.
 *
 * pow(Operand input, Operand exponent) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_pow(vjp_tensor* input, vjp_tensor* exponent, vjp_tensor** out);
/** vjp_pow with a number for `exponent`. @return as vjp_pow @since 0.1 */
VJP_API vjp_status vjp_pow_scalar(vjp_tensor* input, vjp_scalar exponent, vjp_tensor** out);
/** vjp_pow with a number for `input`. @return as vjp_pow @since 0.1 */
VJP_API vjp_status vjp_scalar_pow(vjp_scalar input, vjp_tensor* exponent, vjp_tensor** out);
/** vjp_pow in place. @return as vjp_pow; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_pow_(vjp_tensor* input, vjp_tensor* exponent);
/**
 * vjp_pow in place, with a number for `exponent`.
 *
 * @return as vjp_pow; VJP_ERROR_STATE where `input` may not be changed
 * @since 0.1
 */
VJP_API vjp_status vjp_pow_scalar_(vjp_tensor* input, vjp_scalar exponent);

/**
 * input where it is positive, else weight * input; one weight, or one for each of dimension 1.
 *
 * prelu(Tensor input, Tensor weight) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_prelu(vjp_tensor* input, vjp_tensor* weight, vjp_tensor** out);

/**
 * The product of all elements.
 *
 * prod(Tensor input, *, dtype? dtype=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_prod(vjp_tensor* input, vjp_dtype dtype, vjp_tensor** out);

/**
 * The product over one dimension. Integers and bool are multiplied as int64 unless dtype is given.
 *
 * prod.dim(Tensor input, int dim, bool keepdim=False, *, dtype? dtype=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_prod_dim(vjp_tensor* input, int64_t dim, bool keepdim, vjp_dtype dtype, vjp_tensor** out);

/**
 * A copy of input with the elements of source at positions of the flattened tensor, of which one wins where they
 * repeat; with accumulate they are added.
 *
 * put(Tensor input, Tensor index, Tensor source, bool accumulate=False) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_put(vjp_tensor* input, vjp_tensor* index, vjp_tensor* source, bool accumulate, vjp_tensor** out);
/** vjp_put in place. @return as vjp_put; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_put_(vjp_tensor* input, vjp_tensor* index, vjp_tensor* source, bool accumulate);

/**
 * The quantile q of a dimension, or of all elements, between neighbours by "linear", "lower", "higher", "midpoint" or
 * "nearest"; NaN if there is one.
 *
 * quantile(Tensor input, float q, int? dim=None, bool keepdim=False, *, str interpolation="linear") -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_quantile(vjp_tensor* input, double q, const int64_t* dim, bool keepdim,
                                const char* interpolation, vjp_tensor** out);

/**
 * Several quantiles, in a new first dimension.
 *
 * quantile.tensor(Tensor input, Tensor q, int? dim=None, bool keepdim=False, *, str interpolation="linear") -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_quantile_tensor(vjp_tensor* input, vjp_tensor* q, const int64_t* dim, bool keepdim,
                                       const char* interpolation, vjp_tensor** out);

/**
 * Radians to degrees.
 *
 * rad2deg(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_rad2deg(vjp_tensor* input, vjp_tensor** out);
/** vjp_rad2deg in place. @return as vjp_rad2deg; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_rad2deg_(vjp_tensor* input);

/**
 * Uniform random numbers from 0 to before 1.
 *
 * rand(int[] size, *, dtype? dtype=None, Generator? generator=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_rand(const int64_t* size, size_t num_size, vjp_dtype dtype, vjp_generator* generator,
                            vjp_tensor** out);

/**
 * Uniform random numbers from 0 to before 1, in the shape of input.
 *
 * rand_like(Tensor input, *, dtype? dtype=None, Generator? generator=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_rand_like(vjp_tensor* input, vjp_dtype dtype, vjp_generator* generator, vjp_tensor** out);

/**
 * Random integers from 0 to before high; int64 unless dtype is given.
 *
 * randint(int high, int[] size, *, dtype? dtype=None, Generator? generator=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_randint(int64_t high, const int64_t* size, size_t num_size, vjp_dtype dtype,
                               vjp_generator* generator, vjp_tensor** out);

/**
 * Random integers from low to before high; int64 unless dtype is given.
 *
 * randint.low(int low, int high, int[] size, *, dtype? dtype=None, Generator? generator=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_randint_low(int64_t low, int64_t high, const int64_t* size, size_t num_size, vjp_dtype dtype,
                                   vjp_generator* generator, vjp_tensor** out);

/**
 * Normal random numbers of mean 0 and variance 1.
 *
 * randn(int[] size, *, dtype? dtype=None, Generator? generator=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_randn(const int64_t* size, size_t num_size, vjp_dtype dtype, vjp_generator* generator,
                             vjp_tensor** out);

/**
 * Normal random numbers of mean 0 and variance 1, in the shape of input.
 *
 * randn_like(Tensor input, *, dtype? dtype=None, Generator? generator=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_randn_like(vjp_tensor* input, vjp_dtype dtype, vjp_generator* generator, vjp_tensor** out);

/**
 * The integers from 0 to before n in random order.
 *
 * randperm(int n, *, dtype? dtype=None, Generator? generator=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_randperm(int64_t n, vjp_dtype dtype, vjp_generator* generator, vjp_tensor** out);

/**
 * All elements in one dimension.
 *
 * ravel(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_ravel(vjp_tensor* input, vjp_tensor** out);

/**
 * The real parts of a complex tensor, as a view; a real tensor as it is.
 *
 * real(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_real(vjp_tensor* input, vjp_tensor** out);

/**
 * 1 / input, elementwise.
 *
 * reciprocal(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_reciprocal(vjp_tensor* input, vjp_tensor** out);
/** vjp_reciprocal in place. @return as vjp_reciprocal; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_reciprocal_(vjp_tensor* input);

/**
 * max(input, 0), elementwise.
 *
 * relu(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_relu(vjp_tensor* input, vjp_tensor** out);
/** vjp_relu in place. @return as vjp_relu; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_relu_(vjp_tensor* input);

/**
 * input clamped to [0, 6].
 *
 * relu6(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_relu6(vjp_tensor* input, vjp_tensor** out);
/** vjp_relu6 in place. @return as vjp_relu6; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_relu6_(vjp_tensor* input);

/**
 * What remains of input after whole multiples of other, with the sign of other, as Python's %.
 *
 * remainder(Operand input, Operand other) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_remainder(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out);
/** vjp_remainder with a number for `other`. @return as vjp_remainder @since 0.1 */
VJP_API vjp_status vjp_remainder_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out);
/** vjp_remainder with a number for `input`. @return as vjp_remainder @since 0.1 */
VJP_API vjp_status vjp_scalar_remainder(vjp_scalar input, vjp_tensor* other, vjp_tensor** out);
/** vjp_remainder in place. @return as vjp_remainder; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_remainder_(vjp_tensor* input, vjp_tensor* other);
/**
 * vjp_remainder in place, with a number for `other`.
 *
 * @return as vjp_remainder; VJP_ERROR_STATE where `input` may not be changed
 * @since 0.1
 */
VJP_API vjp_status vjp_remainder_scalar_(vjp_tensor* input, vjp_scalar other);

/**
 * The slices of a dimension whose p-norm is above maxnorm scaled down to it.
 *
 * renorm(Tensor input, float p, int dim, float maxnorm) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_renorm(vjp_tensor* input, double p, int64_t dim, double maxnorm, vjp_tensor** out);
/** vjp_renorm in place. @return as vjp_renorm; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_renorm_(vjp_tensor* input, double p, int64_t dim, double maxnorm);

/**
 * A copy of the tensor repeated along every dimension; more numbers than dimensions make new ones in front.
 *
 * repeat(Tensor input, int[] repeats) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_repeat(vjp_tensor* input, const int64_t* repeats, size_t num_repeats, vjp_tensor** out);

/**
 * Every slice of a dimension repeated, one beside the other; without dim, the elements of the flattened tensor.
 *
 * repeat_interleave(Tensor input, int repeats, int? dim=None, *, int? output_size=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_repeat_interleave(vjp_tensor* input, int64_t repeats, const int64_t* dim,
                                         const int64_t* output_size, vjp_tensor** out);

/**
 * Every slice of a dimension repeated as often as its number says; the host reads the numbers.
 *
 * repeat_interleave.tensor(Tensor input, Tensor repeats, int? dim=None, *, int? output_size=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_repeat_interleave_tensor(vjp_tensor* input, vjp_tensor* repeats, const int64_t* dim,
                                                const int64_t* output_size, vjp_tensor** out);

/**
 * The same elements in the same order under another shape; a view where strides allow, otherwise a copy.
 *
 * reshape(Tensor input, int[] shape) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_reshape(vjp_tensor* input, const int64_t* shape, size_t num_shape, vjp_tensor** out);

/**
 * reshape to the shape of another tensor.
 *
 * reshape_as(Tensor input, Tensor other) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_reshape_as(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out);

/**
 * The same tensor: conjugates are never left to be computed later.
 *
 * resolve_conj(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_resolve_conj(vjp_tensor* input, vjp_tensor** out);

/**
 * The same tensor: signs are never left to be computed later.
 *
 * resolve_neg(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_resolve_neg(vjp_tensor* input, vjp_tensor** out);

/**
 * Rows over the last dimensions divided by their root mean square, then scaled by weight. eps defaults to the dtype's
 * epsilon.
 *
 * rms_norm(Tensor input, int[] normalized_shape, Tensor? weight=None, float? eps=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_rms_norm(vjp_tensor* input, const int64_t* normalized_shape, size_t num_normalized_shape,
                                vjp_tensor* weight, const double* eps, vjp_tensor** out);

/**
 * Layers of cells relu(w_ih x + b_ih + w_hh h + b_hh) over [steps, batch, features] (batch first with batch_first).
 * hx: states before the first step, [layers * directions, batch, size]. params: for each layer and direction w_ih,
 * w_hh, and with has_biases b_ih, b_hh.
 *
 * rnn_relu(Tensor input, Tensor hx, Tensor[] params, bool has_biases, int num_layers, float dropout, bool train, bool
 * bidirectional, bool batch_first, *, Generator? generator=None) -> (Tensor output, Tensor h_n)
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_rnn_relu(vjp_tensor* input, vjp_tensor* hx, vjp_tensor* const* params, size_t num_params,
                                bool has_biases, int64_t num_layers, double dropout, bool train, bool bidirectional,
                                bool batch_first, vjp_generator* generator, vjp_tensor** out_output,
                                vjp_tensor** out_h_n);

/**
 * rnn_relu over sequences of several lengths, longest first: data has the rows of the first step, then of the second,
 * ...; batch_sizes how many each has.
 *
 * rnn_relu.data(Tensor data, Tensor batch_sizes, Tensor hx, Tensor[] params, bool has_biases, int num_layers, float
 * dropout, bool train, bool bidirectional, *, Generator? generator=None) -> (Tensor output, Tensor h_n)
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_rnn_relu_data(vjp_tensor* data, vjp_tensor* batch_sizes, vjp_tensor* hx,
                                     vjp_tensor* const* params, size_t num_params, bool has_biases, int64_t num_layers,
                                     double dropout, bool train, bool bidirectional, vjp_generator* generator,
                                     vjp_tensor** out_output, vjp_tensor** out_h_n);

/**
 * One step of cells relu(w_ih x + b_ih + w_hh h + b_hh), [batch, features] and states [batch, size], or both without
 * batch.
 *
 * rnn_relu_cell(Tensor input, Tensor hx, Tensor w_ih, Tensor w_hh, Tensor? b_ih=None, Tensor? b_hh=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_rnn_relu_cell(vjp_tensor* input, vjp_tensor* hx, vjp_tensor* w_ih, vjp_tensor* w_hh,
                                     vjp_tensor* b_ih, vjp_tensor* b_hh, vjp_tensor** out);

/**
 * Layers of cells tanh(w_ih x + b_ih + w_hh h + b_hh) over [steps, batch, features] (batch first with batch_first).
 * hx: states before the first step, [layers * directions, batch, size]. params: for each layer and direction w_ih,
 * w_hh, and with has_biases b_ih, b_hh.
 *
 * rnn_tanh(Tensor input, Tensor hx, Tensor[] params, bool has_biases, int num_layers, float dropout, bool train, bool
 * bidirectional, bool batch_first, *, Generator? generator=None) -> (Tensor output, Tensor h_n)
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_rnn_tanh(vjp_tensor* input, vjp_tensor* hx, vjp_tensor* const* params, size_t num_params,
                                bool has_biases, int64_t num_layers, double dropout, bool train, bool bidirectional,
                                bool batch_first, vjp_generator* generator, vjp_tensor** out_output,
                                vjp_tensor** out_h_n);

/**
 * rnn_tanh over sequences of several lengths, longest first: data has the rows of the first step, then of the second,
 * ...; batch_sizes how many each has.
 *
 * rnn_tanh.data(Tensor data, Tensor batch_sizes, Tensor hx, Tensor[] params, bool has_biases, int num_layers, float
 * dropout, bool train, bool bidirectional, *, Generator? generator=None) -> (Tensor output, Tensor h_n)
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_rnn_tanh_data(vjp_tensor* data, vjp_tensor* batch_sizes, vjp_tensor* hx,
                                     vjp_tensor* const* params, size_t num_params, bool has_biases, int64_t num_layers,
                                     double dropout, bool train, bool bidirectional, vjp_generator* generator,
                                     vjp_tensor** out_output, vjp_tensor** out_h_n);

/**
 * One step of cells tanh(w_ih x + b_ih + w_hh h + b_hh), [batch, features] and states [batch, size], or both without
 * batch.
 *
 * rnn_tanh_cell(Tensor input, Tensor hx, Tensor w_ih, Tensor w_hh, Tensor? b_ih=None, Tensor? b_hh=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_rnn_tanh_cell(vjp_tensor* input, vjp_tensor* hx, vjp_tensor* w_ih, vjp_tensor* w_hh,
                                     vjp_tensor* b_ih, vjp_tensor* b_hh, vjp_tensor** out);

/**
 * The elements moved along the given dimensions, those that fall off coming back at the other end; without dims, in
 * the flattened tensor.
 *
 * roll(Tensor input, int[] shifts, int[]? dims=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_roll(vjp_tensor* input, const int64_t* shifts, size_t num_shifts, const int64_t* dims,
                            size_t num_dims, vjp_tensor** out);

/**
 * A copy turned k times by a quarter, from the first of two dimensions (by default 0 and 1) towards the second.
 *
 * rot90(Tensor input, int k=1, int[]? dims=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_rot90(vjp_tensor* input, int64_t k, const int64_t* dims, size_t num_dims, vjp_tensor** out);

/**
 * The nearest whole number, ties to even.
 *
 * round(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_round(vjp_tensor* input, vjp_tensor** out);
/** vjp_round in place. @return as vjp_round; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_round_(vjp_tensor* input);

/**
 * The nearest number with this many decimals; negative: the nearest multiple of a power of 10.
 *
 * round.decimals(Tensor input, *, int decimals) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_round_decimals(vjp_tensor* input, int64_t decimals, vjp_tensor** out);
/**
 * vjp_round_decimals in place.
 *
 * @return as vjp_round_decimals; VJP_ERROR_STATE where `input` may not be changed
 * @since 0.1
 */
VJP_API vjp_status vjp_round_decimals_(vjp_tensor* input, int64_t decimals);

/**
 * input where it is positive, else input times a slope: in training drawn between lower and upper for each element,
 * otherwise the middle of both.
 *
 * rrelu(Tensor input, float lower=0.125, float upper=0.3333333333333333, bool training=False, *, Generator?
 * generator=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_rrelu(vjp_tensor* input, double lower, double upper, bool training, vjp_generator* generator,
                             vjp_tensor** out);
/** vjp_rrelu in place. @return as vjp_rrelu; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_rrelu_(vjp_tensor* input, double lower, double upper, bool training, vjp_generator* generator);

/**
 * 1 / sqrt(input), elementwise.
 *
 * rsqrt(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_rsqrt(vjp_tensor* input, vjp_tensor** out);
/** vjp_rsqrt in place. @return as vjp_rsqrt; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_rsqrt_(vjp_tensor* input);

/**
 * other - alpha * input, elementwise.
 *
 * rsub(Tensor input, Operand other, *, Scalar alpha=1) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_rsub(vjp_tensor* input, vjp_tensor* other, vjp_scalar alpha, vjp_tensor** out);
/** vjp_rsub with a number for `other`. @return as vjp_rsub @since 0.1 */
VJP_API vjp_status vjp_rsub_scalar(vjp_tensor* input, vjp_scalar other, vjp_scalar alpha, vjp_tensor** out);

/**
 * softmax(scale query key^T + mask) value over the last two dimensions. A boolean mask is true where a query may see a
 * key, another one is added; is_causal: query i sees the keys up to i; scale is 1 / sqrt(D) unless given; enable_gqa:
 * keys and values may have fewer heads. A query that sees nothing gives zeros.
 *
 * scaled_dot_product_attention(Tensor query, Tensor key, Tensor value, Tensor? attn_mask=None, float dropout_p=0.0,
 * bool is_causal=False, *, float? scale=None, bool enable_gqa=False, Generator? generator=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_scaled_dot_product_attention(vjp_tensor* query, vjp_tensor* key, vjp_tensor* value,
                                                    vjp_tensor* attn_mask, double dropout_p, bool is_causal,
                                                    const double* scale, bool enable_gqa, vjp_generator* generator,
                                                    vjp_tensor** out);

/**
 * modified_bessel_k0(input) exp(input), which does not underflow.
 *
 * scaled_modified_bessel_k0(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_scaled_modified_bessel_k0(vjp_tensor* input, vjp_tensor** out);
/**
 * vjp_scaled_modified_bessel_k0 in place.
 *
 * @return as vjp_scaled_modified_bessel_k0; VJP_ERROR_STATE where `input` may not be changed
 * @since 0.1
 */
VJP_API vjp_status vjp_scaled_modified_bessel_k0_(vjp_tensor* input);

/**
 * modified_bessel_k1(input) exp(input), which does not underflow.
 *
 * scaled_modified_bessel_k1(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_scaled_modified_bessel_k1(vjp_tensor* input, vjp_tensor** out);
/**
 * vjp_scaled_modified_bessel_k1 in place.
 *
 * @return as vjp_scaled_modified_bessel_k1; VJP_ERROR_STATE where `input` may not be changed
 * @since 0.1
 */
VJP_API vjp_status vjp_scaled_modified_bessel_k1_(vjp_tensor* input);

/**
 * A copy of input with out[index[i][j]][j] = src[i][j] for dim 0, and so on.
 *
 * scatter(Tensor input, int dim, Tensor index, Tensor src) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_scatter(vjp_tensor* input, int64_t dim, vjp_tensor* index, vjp_tensor* src, vjp_tensor** out);
/** vjp_scatter in place. @return as vjp_scatter; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_scatter_(vjp_tensor* input, int64_t dim, vjp_tensor* index, vjp_tensor* src);

/**
 * A copy of input with one value at the indexed positions.
 *
 * scatter.value(Tensor input, int dim, Tensor index, Scalar value) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_scatter_value(vjp_tensor* input, int64_t dim, vjp_tensor* index, vjp_scalar value,
                                     vjp_tensor** out);
/**
 * vjp_scatter_value in place.
 *
 * @return as vjp_scatter_value; VJP_ERROR_STATE where `input` may not be changed
 * @since 0.1
 */
VJP_API vjp_status vjp_scatter_value_(vjp_tensor* input, int64_t dim, vjp_tensor* index, vjp_scalar value);

/**
 * A copy of input with src added at the indexed positions; repeated ones add up.
 *
 * scatter_add(Tensor input, int dim, Tensor index, Tensor src) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_scatter_add(vjp_tensor* input, int64_t dim, vjp_tensor* index, vjp_tensor* src, vjp_tensor** out);
/** vjp_scatter_add in place. @return as vjp_scatter_add; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_scatter_add_(vjp_tensor* input, int64_t dim, vjp_tensor* index, vjp_tensor* src);

/**
 * A copy of input in which the elements of src are reduced ("sum", "prod", "mean", "amax" or "amin") into the indexed
 * positions, with what was there before or, without include_self, without it. Equal extremes share the gradient.
 *
 * scatter_reduce(Tensor input, int dim, Tensor index, Tensor src, str reduce, *, bool include_self=True) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_scatter_reduce(vjp_tensor* input, int64_t dim, vjp_tensor* index, vjp_tensor* src,
                                      const char* reduce, bool include_self, vjp_tensor** out);
/**
 * vjp_scatter_reduce in place.
 *
 * @return as vjp_scatter_reduce; VJP_ERROR_STATE where `input` may not be changed
 * @since 0.1
 */
VJP_API vjp_status vjp_scatter_reduce_(vjp_tensor* input, int64_t dim, vjp_tensor* index, vjp_tensor* src,
                                       const char* reduce, bool include_self);

/**
 * Where the elements of input would stand in rows in ascending order, one row or one for each of input's: before equal
 * elements, or behind them if right is true or side is "right". sorter: the positions that sort the rows.
 *
 * searchsorted(Tensor sorted_sequence, Operand input, *, bool out_int32=False, bool right=False, str? side=None,
 * Tensor? sorter=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_searchsorted(vjp_tensor* sorted_sequence, vjp_tensor* input, bool out_int32, bool right,
                                    const char* side, vjp_tensor* sorter, vjp_tensor** out);
/** vjp_searchsorted with a number for `input`. @return as vjp_searchsorted @since 0.1 */
VJP_API vjp_status vjp_searchsorted_scalar(vjp_tensor* sorted_sequence, vjp_scalar input, bool out_int32, bool right,
                                           const char* side, vjp_tensor* sorter, vjp_tensor** out);

/**
 * Neighbouring slices reduced ("sum", "mean", "max", "min" or "prod") by segments, given by lengths or offsets along
 * the axis; `initial` stands before each.
 *
 * segment_reduce(Tensor data, str reduce, *, Tensor? lengths=None, Tensor? indices=None, Tensor? offsets=None, int
 * axis=0, bool unsafe=False, Scalar? initial=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_segment_reduce(vjp_tensor* data, const char* reduce, vjp_tensor* lengths, vjp_tensor* indices,
                                      vjp_tensor* offsets, int64_t axis, bool unsafe, const vjp_scalar* initial,
                                      vjp_tensor** out);

/**
 * The slice at one index of a dimension, which vanishes.
 *
 * select(Tensor input, int dim, int index) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_select(vjp_tensor* input, int64_t dim, int64_t index, vjp_tensor** out);

/**
 * A copy of the input with `src` in the place of one slice of a dimension.
 *
 * select_scatter(Tensor input, Tensor src, int dim, int index) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_select_scatter(vjp_tensor* input, vjp_tensor* src, int64_t dim, int64_t index, vjp_tensor** out);

/**
 * The self-normalising exponential linear unit.
 *
 * selu(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_selu(vjp_tensor* input, vjp_tensor** out);
/** vjp_selu in place. @return as vjp_selu; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_selu_(vjp_tensor* input);

/**
 * input / |input|, and 0 at 0.
 *
 * sgn(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_sgn(vjp_tensor* input, vjp_tensor** out);
/** vjp_sgn in place. @return as vjp_sgn; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_sgn_(vjp_tensor* input);

/**
 * 1 / (1 + exp(-input)), elementwise.
 *
 * sigmoid(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_sigmoid(vjp_tensor* input, vjp_tensor** out);
/** vjp_sigmoid in place. @return as vjp_sigmoid; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_sigmoid_(vjp_tensor* input);

/**
 * -1, 0 or 1 as every element is negative, 0 or positive.
 *
 * sign(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_sign(vjp_tensor* input, vjp_tensor** out);
/** vjp_sign in place. @return as vjp_sign; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_sign_(vjp_tensor* input);

/**
 * Whether each element's sign bit is set, as that of -0.0 is.
 *
 * signbit(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_signbit(vjp_tensor* input, vjp_tensor** out);
/** vjp_signbit in place. @return as vjp_signbit; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_signbit_(vjp_tensor* input);

/**
 * input * sigmoid(input), elementwise.
 *
 * silu(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_silu(vjp_tensor* input, vjp_tensor** out);
/** vjp_silu in place. @return as vjp_silu; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_silu_(vjp_tensor* input);

/**
 * Sine of every element.
 *
 * sin(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_sin(vjp_tensor* input, vjp_tensor** out);
/** vjp_sin in place. @return as vjp_sin; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_sin_(vjp_tensor* input);

/**
 * sin(pi input) / (pi input), 1 at 0.
 *
 * sinc(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_sinc(vjp_tensor* input, vjp_tensor** out);
/** vjp_sinc in place. @return as vjp_sinc; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_sinc_(vjp_tensor* input);

/**
 * Hyperbolic sine of every element.
 *
 * sinh(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_sinh(vjp_tensor* input, vjp_tensor** out);
/** vjp_sinh in place. @return as vjp_sinh; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_sinh_(vjp_tensor* input);

/**
 * Every step-th slice from start to before end; bounds may count from the end.
 *
 * slice(Tensor input, int dim=0, int? start=None, int? end=None, int step=1) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_slice(vjp_tensor* input, int64_t dim, const int64_t* start, const int64_t* end, int64_t step,
                             vjp_tensor** out);

/**
 * A copy of the input with `src` in the place of every step-th slice from start to before end.
 *
 * slice_scatter(Tensor input, Tensor src, int dim=0, int? start=None, int? end=None, int step=1) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_slice_scatter(vjp_tensor* input, vjp_tensor* src, int64_t dim, const int64_t* start,
                                     const int64_t* end, int64_t step, vjp_tensor** out);

/**
 * The absolute error, rounded off by a parabola where it is below beta.
 *
 * smooth_l1_loss(Tensor input, Tensor target, str reduction="mean", float beta=1.0) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_smooth_l1_loss(vjp_tensor* input, vjp_tensor* target, const char* reduction, double beta,
                                      vjp_tensor** out);

/**
 * log(1 + exp(-target * input)), for targets of 1 and -1.
 *
 * soft_margin_loss(Tensor input, Tensor target, str reduction="mean") -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_soft_margin_loss(vjp_tensor* input, vjp_tensor* target, const char* reduction, vjp_tensor** out);

/**
 * exp(input) along a dimension, scaled to sum to 1; computed without overflow.
 *
 * softmax(Tensor input, int dim, *, dtype? dtype=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_softmax(vjp_tensor* input, int64_t dim, vjp_dtype dtype, vjp_tensor** out);

/**
 * softmax of -input.
 *
 * softmin(Tensor input, int dim, *, dtype? dtype=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_softmin(vjp_tensor* input, int64_t dim, vjp_dtype dtype, vjp_tensor** out);

/**
 * log(1 + exp(beta * input)) / beta; input itself where beta * input is above the threshold.
 *
 * softplus(Tensor input, Scalar beta=1, Scalar threshold=20) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_softplus(vjp_tensor* input, vjp_scalar beta, vjp_scalar threshold, vjp_tensor** out);
/** vjp_softplus in place. @return as vjp_softplus; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_softplus_(vjp_tensor* input, vjp_scalar beta, vjp_scalar threshold);

/**
 * input moved towards 0 by lambd, 0 within.
 *
 * softshrink(Tensor input, Scalar lambd=0.5) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_softshrink(vjp_tensor* input, vjp_scalar lambd, vjp_tensor** out);
/** vjp_softshrink in place. @return as vjp_softshrink; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_softshrink_(vjp_tensor* input, vjp_scalar lambd);

/**
 * input / (1 + |input|), elementwise.
 *
 * softsign(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_softsign(vjp_tensor* input, vjp_tensor** out);

/**
 * The elements along a dimension in order, and where they were. NaN counts as the largest; always stable.
 *
 * sort(Tensor input, int dim=-1, bool descending=False, bool stable=False) -> (Tensor values, Tensor indices)
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_sort(vjp_tensor* input, int64_t dim, bool descending, bool stable, vjp_tensor** out_values,
                            vjp_tensor** out_indices);

/**
 * The spherical Bessel function of the first kind of order 0, sin(input) / input.
 *
 * spherical_bessel_j0(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_spherical_bessel_j0(vjp_tensor* input, vjp_tensor** out);
/**
 * vjp_spherical_bessel_j0 in place.
 *
 * @return as vjp_spherical_bessel_j0; VJP_ERROR_STATE where `input` may not be changed
 * @since 0.1
 */
VJP_API vjp_status vjp_spherical_bessel_j0_(vjp_tensor* input);

/**
 * Views of `split_size` slices each along a dimension; the last may be smaller.
 *
 * split(Tensor input, int split_size, int dim=0) -> Tensor[]
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_split(vjp_tensor* input, int64_t split_size, int64_t dim, vjp_tensor_list** out);

/**
 * split_with_sizes under its other name.
 *
 * split.sizes(Tensor input, int[] split_size, int dim=0) -> Tensor[]
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_split_sizes(vjp_tensor* input, const int64_t* split_size, size_t num_split_size, int64_t dim,
                                   vjp_tensor_list** out);

/**
 * Views of the given sizes, one after the other, along a dimension.
 *
 * split_with_sizes(Tensor input, int[] split_sizes, int dim=0) -> Tensor[]
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_split_with_sizes(vjp_tensor* input, const int64_t* split_sizes, size_t num_split_sizes,
                                        int64_t dim, vjp_tensor_list** out);

/**
 * split_with_sizes, as copies.
 *
 * split_with_sizes_copy(Tensor input, int[] split_sizes, int dim=0) -> Tensor[]
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_split_with_sizes_copy(vjp_tensor* input, const int64_t* split_sizes, size_t num_split_sizes,
                                             int64_t dim, vjp_tensor_list** out);

/**
 * Square root of every element.
 *
 * sqrt(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_sqrt(vjp_tensor* input, vjp_tensor** out);
/** vjp_sqrt in place. @return as vjp_sqrt; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_sqrt_(vjp_tensor* input);

/**
 * input * input, elementwise.
 *
 * square(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_square(vjp_tensor* input, vjp_tensor** out);
/** vjp_square in place. @return as vjp_square; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_square_(vjp_tensor* input);

/**
 * Drops every dimension of size 1.
 *
 * squeeze(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_squeeze(vjp_tensor* input, vjp_tensor** out);
/** vjp_squeeze in place. @return as vjp_squeeze; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_squeeze_(vjp_tensor* input);

/**
 * Drops the given dimensions where their size is 1.
 *
 * squeeze.dim(Tensor input, int[] dim) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_squeeze_dim(vjp_tensor* input, const int64_t* dim, size_t num_dim, vjp_tensor** out);
/** vjp_squeeze_dim in place. @return as vjp_squeeze_dim; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_squeeze_dim_(vjp_tensor* input, const int64_t* dim, size_t num_dim);

/**
 * squeeze, as a copy.
 *
 * squeeze_copy(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_squeeze_copy(vjp_tensor* input, vjp_tensor** out);

/**
 * squeeze of the given dimensions, as a copy.
 *
 * squeeze_copy.dim(Tensor input, int[] dim) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_squeeze_copy_dim(vjp_tensor* input, const int64_t* dim, size_t num_dim, vjp_tensor** out);

/**
 * Tensors of one shape along a new dimension.
 *
 * stack(Tensor[] tensors, int dim=0) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_stack(vjp_tensor* const* tensors, size_t num_tensors, int64_t dim, vjp_tensor** out);

/**
 * The square root of the variance. Where it is 0 the gradient is taken to be 0.
 *
 * std(Tensor input, int[]? dim=None, *, float? correction=1, bool keepdim=False) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_std(vjp_tensor* input, const int64_t* dim, size_t num_dim, const double* correction,
                           bool keepdim, vjp_tensor** out);

/**
 * The standard deviation of all elements; unbiased: divided by n - 1, not n.
 *
 * std.unbiased(Tensor input, bool unbiased) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_std_unbiased(vjp_tensor* input, bool unbiased, vjp_tensor** out);

/**
 * The standard deviation over the given dimensions; unbiased: divided by n - 1, not n.
 *
 * std.unbiased_dim(Tensor input, int[]? dim, bool unbiased, bool keepdim=False) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_std_unbiased_dim(vjp_tensor* input, const int64_t* dim, size_t num_dim, bool unbiased,
                                        bool keepdim, vjp_tensor** out);

/**
 * Standard deviation and mean.
 *
 * std_mean(Tensor input, int[]? dim=None, *, float? correction=1, bool keepdim=False) -> (Tensor std, Tensor mean)
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_std_mean(vjp_tensor* input, const int64_t* dim, size_t num_dim, const double* correction,
                                bool keepdim, vjp_tensor** out_std, vjp_tensor** out_mean);

/**
 * Standard deviation and mean of all elements.
 *
 * std_mean.unbiased(Tensor input, bool unbiased) -> (Tensor std, Tensor mean)
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_std_mean_unbiased(vjp_tensor* input, bool unbiased, vjp_tensor** out_std, vjp_tensor** out_mean);

/**
 * Standard deviation and mean over the given dimensions.
 *
 * std_mean.unbiased_dim(Tensor input, int[]? dim, bool unbiased, bool keepdim=False) -> (Tensor std, Tensor mean)
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_std_mean_unbiased_dim(vjp_tensor* input, const int64_t* dim, size_t num_dim, bool unbiased,
                                             bool keepdim, vjp_tensor** out_std, vjp_tensor** out_mean);

/**
 * The transforms of frames of `n_fft` elements, `hop_length` (a fourth of n_fft) apart, times a window of `win_length`
 * that stands in the middle of the frame: [batch, frequencies, frames] of a signal [batch, time] or [time]. center:
 * frame t has its middle at t * hop_length of the signal, which is padded as `pad` does. normalized: divided by the
 * root of n_fft. onesided (1 for real numbers, else 0): the first half of the frequencies. align_to_window, where
 * center is false: the first window, not the first frame, starts at 0. return_complex false: as view_as_real.
 *
 * stft(Tensor input, int n_fft, int? hop_length=None, int? win_length=None, Tensor? window=None, bool center=True, str
 * pad_mode="reflect", bool normalized=False, int? onesided=None, bool return_complex=True, bool align_to_window=False)
 * -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_stft(vjp_tensor* input, int64_t n_fft, const int64_t* hop_length, const int64_t* win_length,
                            vjp_tensor* window, bool center, const char* pad_mode, bool normalized,
                            const int64_t* onesided, bool return_complex, bool align_to_window, vjp_tensor** out);

/**
 * input - other, elementwise.
 *
 * sub(Operand input, Operand other) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_sub(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out);
/** vjp_sub with a number for `other`. @return as vjp_sub @since 0.1 */
VJP_API vjp_status vjp_sub_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out);
/** vjp_sub with a number for `input`. @return as vjp_sub @since 0.1 */
VJP_API vjp_status vjp_scalar_sub(vjp_scalar input, vjp_tensor* other, vjp_tensor** out);
/** vjp_sub in place. @return as vjp_sub; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_sub_(vjp_tensor* input, vjp_tensor* other);
/**
 * vjp_sub in place, with a number for `other`.
 *
 * @return as vjp_sub; VJP_ERROR_STATE where `input` may not be changed
 * @since 0.1
 */
VJP_API vjp_status vjp_sub_scalar_(vjp_tensor* input, vjp_scalar other);

/**
 * input - alpha * other, elementwise.
 *
 * sub.alpha(Operand input, Operand other, *, Scalar alpha=1) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_sub_alpha(vjp_tensor* input, vjp_tensor* other, vjp_scalar alpha, vjp_tensor** out);
/** vjp_sub_alpha with a number for `other`. @return as vjp_sub_alpha @since 0.1 */
VJP_API vjp_status vjp_sub_alpha_scalar(vjp_tensor* input, vjp_scalar other, vjp_scalar alpha, vjp_tensor** out);
/** vjp_sub_alpha with a number for `input`. @return as vjp_sub_alpha @since 0.1 */
VJP_API vjp_status vjp_scalar_sub_alpha(vjp_scalar input, vjp_tensor* other, vjp_scalar alpha, vjp_tensor** out);
/** vjp_sub_alpha in place. @return as vjp_sub_alpha; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_sub_alpha_(vjp_tensor* input, vjp_tensor* other, vjp_scalar alpha);
/**
 * vjp_sub_alpha in place, with a number for `other`.
 *
 * @return as vjp_sub_alpha; VJP_ERROR_STATE where `input` may not be changed
 * @since 0.1
 */
VJP_API vjp_status vjp_sub_alpha_scalar_(vjp_tensor* input, vjp_scalar other, vjp_scalar alpha);

/**
 * The sum over the given dimensions, or over all. Integers and bool are summed as int64 unless dtype is given.
 *
 * sum(Tensor input, int[]? dim=None, bool keepdim=False, *, dtype? dtype=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_sum(vjp_tensor* input, const int64_t* dim, size_t num_dim, bool keepdim, vjp_dtype dtype,
                           vjp_tensor** out);

/**
 * Sums a tensor down to a shape that broadcasts to its own; itself if it has it already.
 *
 * sum_to_size(Tensor input, int[] size) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_sum_to_size(vjp_tensor* input, const int64_t* size, size_t num_size, vjp_tensor** out);

/**
 * linalg_svd under its former name: V, and not its adjoint; zeros without vectors.
 *
 * svd(Tensor input, bool some=True, bool compute_uv=True) -> (Tensor U, Tensor S, Tensor V)
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_svd(vjp_tensor* input, bool some, bool compute_uv, vjp_tensor** out_U, vjp_tensor** out_S,
                           vjp_tensor** out_V);

/**
 * The transpose of a matrix; tensors of fewer dimensions as they are.
 *
 * t(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_t(vjp_tensor* input, vjp_tensor** out);
/** vjp_t in place. @return as vjp_t; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_t_(vjp_tensor* input);

/**
 * t, as a copy.
 *
 * t_copy(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_t_copy(vjp_tensor* input, vjp_tensor** out);

/**
 * The elements of the flattened tensor at the index, whose shape the result has.
 *
 * take(Tensor input, Tensor index) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_take(vjp_tensor* input, vjp_tensor* index, vjp_tensor** out);

/**
 * gather with other sizes broadcast; without dim, from the flattened tensor.
 *
 * take_along_dim(Tensor input, Tensor indices, int? dim=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_take_along_dim(vjp_tensor* input, vjp_tensor* indices, const int64_t* dim, vjp_tensor** out);

/**
 * Tangent of every element.
 *
 * tan(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_tan(vjp_tensor* input, vjp_tensor** out);
/** vjp_tan in place. @return as vjp_tan; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_tan_(vjp_tensor* input);

/**
 * Hyperbolic tangent of every element.
 *
 * tanh(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_tanh(vjp_tensor* input, vjp_tensor** out);
/** vjp_tanh in place. @return as vjp_tanh; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_tanh_(vjp_tensor* input);

/**
 * input - tanh(input), elementwise.
 *
 * tanhshrink(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_tanhshrink(vjp_tensor* input, vjp_tensor** out);
/** vjp_tanhshrink in place. @return as vjp_tanhshrink; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_tanhshrink_(vjp_tensor* input);

/**
 * Views of a number of sections along a dimension; the first of them are one larger where the size is no multiple.
 *
 * tensor_split(Tensor input, int indices_or_sections, int dim=0) -> Tensor[]
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_tensor_split(vjp_tensor* input, int64_t indices_or_sections, int64_t dim, vjp_tensor_list** out);

/**
 * Views of a dimension, cut before each of the indices as slices are.
 *
 * tensor_split.indices(Tensor input, int[] indices_or_sections, int dim=0) -> Tensor[]
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_tensor_split_indices(vjp_tensor* input, const int64_t* indices_or_sections,
                                            size_t num_indices_or_sections, int64_t dim, vjp_tensor_list** out);

/**
 * tensor_split with the indices, or the number of sections, in a tensor; waits for its device.
 *
 * tensor_split.tensor(Tensor input, Tensor indices_or_sections, int dim=0) -> Tensor[]
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_tensor_split_tensor(vjp_tensor* input, vjp_tensor* indices_or_sections, int64_t dim,
                                           vjp_tensor_list** out);

/**
 * Sums products over the last `dims` dimensions of a and the first `dims` of b.
 *
 * tensordot(Tensor a, Tensor b, int dims=2) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_tensordot(vjp_tensor* a, vjp_tensor* b, int64_t dims, vjp_tensor** out);

/**
 * Sums products over the given dimensions of a and of b, paired in order.
 *
 * tensordot.axes(Tensor a, Tensor b, int[] dims_a, int[] dims_b) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_tensordot_axes(vjp_tensor* a, vjp_tensor* b, const int64_t* dims_a, size_t num_dims_a,
                                      const int64_t* dims_b, size_t num_dims_b, vjp_tensor** out);

/**
 * input where it is above the threshold, else value.
 *
 * threshold(Tensor input, Scalar threshold, Scalar value) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_threshold(vjp_tensor* input, vjp_scalar threshold, vjp_scalar value, vjp_tensor** out);
/** vjp_threshold in place. @return as vjp_threshold; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_threshold_(vjp_tensor* input, vjp_scalar threshold, vjp_scalar value);

/**
 * repeat, with missing numbers in front taken as 1.
 *
 * tile(Tensor input, int[] dims) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_tile(vjp_tensor* input, const int64_t* dims, size_t num_dims, vjp_tensor** out);

/**
 * The tensor converted to a dtype; itself if it has it already.
 *
 * to(Tensor input, dtype? dtype=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_to(vjp_tensor* input, vjp_dtype dtype, vjp_tensor** out);

/**
 * The tensor on a device, converted to a dtype there or here; itself if it has both already. Copies between the host
 * and a device are done on return, unless `non_blocking` is given and the memory of the host is page-locked (a result
 * on the host then is): then they are enqueued on the current stream of the device. Copies between devices are
 * enqueued on the source's current stream, which waits for the destination's before and makes it wait after.
 *
 * to.device(Tensor input, Device? device, dtype? dtype=None, bool non_blocking=False) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_to_device(vjp_tensor* input, const vjp_device* device, vjp_dtype dtype, bool non_blocking,
                                 vjp_tensor** out);

/**
 * The tensor on a device, in a memory format; see the forms without either.
 *
 * to.device_memory_format(Tensor input, Device? device, dtype? dtype=None, bool non_blocking=False, *, int
 * memory_format) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_to_device_memory_format(vjp_tensor* input, const vjp_device* device, vjp_dtype dtype,
                                               bool non_blocking, int64_t memory_format, vjp_tensor** out);

/**
 * The tensor converted to a dtype, in a memory format: 0 is row-major, 1 channels last of [N, C, H, W], 2 of [N, C, D,
 * H, W]; 3 keeps the layout where the tensor is dense. Itself if it is as wanted already.
 *
 * to.memory_format(Tensor input, dtype? dtype=None, *, int memory_format) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_to_memory_format(vjp_tensor* input, vjp_dtype dtype, int64_t memory_format, vjp_tensor** out);

/**
 * The k largest, or smallest, elements along a dimension in order, and where they were.
 *
 * topk(Tensor input, int k, int dim=-1, bool largest=True, bool sorted=True) -> (Tensor values, Tensor indices)
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_topk(vjp_tensor* input, int64_t k, int64_t dim, bool largest, bool sorted,
                            vjp_tensor** out_values, vjp_tensor** out_indices);

/**
 * The sum of a matrix's diagonal.
 *
 * trace(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_trace(vjp_tensor* input, vjp_tensor** out);

/**
 * Exchanges two dimensions.
 *
 * transpose(Tensor input, int dim0, int dim1) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_transpose(vjp_tensor* input, int64_t dim0, int64_t dim1, vjp_tensor** out);
/** vjp_transpose in place. @return as vjp_transpose; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_transpose_(vjp_tensor* input, int64_t dim0, int64_t dim1);

/**
 * transpose, as a copy.
 *
 * transpose_copy(Tensor input, int dim0, int dim1) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_transpose_copy(vjp_tensor* input, int64_t dim0, int64_t dim1, vjp_tensor** out);

/**
 * The integral of y, sampled at x, along a dimension by trapezoids.
 *
 * trapezoid(Tensor y, Tensor x, *, int dim=-1) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_trapezoid(vjp_tensor* y, vjp_tensor* x, int64_t dim, vjp_tensor** out);

/**
 * trapezoid of samples that lie dx apart.
 *
 * trapezoid.dx(Tensor y, *, float dx=1, int dim=-1) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_trapezoid_dx(vjp_tensor* y, double dx, int64_t dim, vjp_tensor** out);

/**
 * trapezoid under its other name.
 *
 * trapz(Tensor y, Tensor x, *, int dim=-1) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_trapz(vjp_tensor* y, vjp_tensor* x, int64_t dim, vjp_tensor** out);

/**
 * trapezoid of samples that lie dx apart, under its other name.
 *
 * trapz.dx(Tensor y, *, float dx=1, int dim=-1) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_trapz_dx(vjp_tensor* y, double dx, int64_t dim, vjp_tensor** out);

/**
 * linalg_solve_triangular under its former name, and a copy of A.
 *
 * triangular_solve(Tensor b, Tensor A, bool upper=True, bool transpose=False, bool unitriangular=False) -> (Tensor
 * solution, Tensor cloned_coefficient)
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_triangular_solve(vjp_tensor* b, vjp_tensor* A, bool upper, bool transpose, bool unitriangular,
                                        vjp_tensor** out_solution, vjp_tensor** out_cloned_coefficient);

/**
 * The lower triangles of matrices, up to a diagonal; 0 elsewhere.
 *
 * tril(Tensor input, int diagonal=0) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_tril(vjp_tensor* input, int64_t diagonal, vjp_tensor** out);
/** vjp_tril in place. @return as vjp_tril; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_tril_(vjp_tensor* input, int64_t diagonal);

/**
 * max(0, d(anchor, positive) - d(anchor, negative) + margin), d being the pairwise distance; with swap, the smaller
 * one of the negative's distances to anchor and positive counts.
 *
 * triplet_margin_loss(Tensor anchor, Tensor positive, Tensor negative, float margin=1.0, float p=2.0, float eps=1e-06,
 * bool swap=False, str reduction="mean") -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_triplet_margin_loss(vjp_tensor* anchor, vjp_tensor* positive, vjp_tensor* negative,
                                           double margin, double p, double eps, bool swap, const char* reduction,
                                           vjp_tensor** out);

/**
 * The upper triangles of matrices, from a diagonal on; 0 elsewhere.
 *
 * triu(Tensor input, int diagonal=0) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_triu(vjp_tensor* input, int64_t diagonal, vjp_tensor** out);
/** vjp_triu in place. @return as vjp_triu; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_triu_(vjp_tensor* input, int64_t diagonal);

/**
 * input / other: another name of div.
 *
 * true_divide(Operand input, Operand other) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_true_divide(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out);
/** vjp_true_divide with a number for `other`. @return as vjp_true_divide @since 0.1 */
VJP_API vjp_status vjp_true_divide_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out);
/** vjp_true_divide with a number for `input`. @return as vjp_true_divide @since 0.1 */
VJP_API vjp_status vjp_scalar_true_divide(vjp_scalar input, vjp_tensor* other, vjp_tensor** out);
/** vjp_true_divide in place. @return as vjp_true_divide; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_true_divide_(vjp_tensor* input, vjp_tensor* other);
/**
 * vjp_true_divide in place, with a number for `other`.
 *
 * @return as vjp_true_divide; VJP_ERROR_STATE where `input` may not be changed
 * @since 0.1
 */
VJP_API vjp_status vjp_true_divide_scalar_(vjp_tensor* input, vjp_scalar other);

/**
 * The whole part of each element.
 *
 * trunc(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_trunc(vjp_tensor* input, vjp_tensor** out);
/** vjp_trunc in place. @return as vjp_trunc; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_trunc_(vjp_tensor* input);

/**
 * A view for every index of a dimension, which vanishes.
 *
 * unbind(Tensor input, int dim=0) -> Tensor[]
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_unbind(vjp_tensor* input, int64_t dim, vjp_tensor_list** out);

/**
 * unbind, as copies.
 *
 * unbind_copy(Tensor input, int dim=0) -> Tensor[]
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_unbind_copy(vjp_tensor* input, int64_t dim, vjp_tensor_list** out);

/**
 * Splits a dimension into several, whose product it is; one may be -1.
 *
 * unflatten(Tensor input, int dim, int[] sizes) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_unflatten(vjp_tensor* input, int64_t dim, const int64_t* sizes, size_t num_sizes,
                                 vjp_tensor** out);

/**
 * All windows of `size`, `step` apart, along a dimension; the window is a new last dimension.
 *
 * unfold(Tensor input, int dimension, int size, int step) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_unfold(vjp_tensor* input, int64_t dimension, int64_t size, int64_t step, vjp_tensor** out);

/**
 * unfold, as a copy.
 *
 * unfold_copy(Tensor input, int dimension, int size, int step) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_unfold_copy(vjp_tensor* input, int64_t dimension, int64_t size, int64_t step, vjp_tensor** out);

/**
 * Uniform random numbers from low to before high in the shape and dtype of input; uniform_ writes them there.
 *
 * uniform(Tensor input, float low=0.0, float high=1.0, *, Generator? generator=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_uniform(vjp_tensor* input, double low, double high, vjp_generator* generator, vjp_tensor** out);
/** vjp_uniform in place. @return as vjp_uniform; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_uniform_(vjp_tensor* input, double low, double high, vjp_generator* generator);

/**
 * chunk, but the results are not tracked as views: each may be changed in place, and the others' graphs do not see it.
 *
 * unsafe_chunk(Tensor input, int chunks, int dim=0) -> Tensor[]
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_unsafe_chunk(vjp_tensor* input, int64_t chunks, int64_t dim, vjp_tensor_list** out);

/**
 * split, but the results are not tracked as views: each may be changed in place, and the others' graphs do not see it.
 *
 * unsafe_split(Tensor input, int split_size, int dim=0) -> Tensor[]
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_unsafe_split(vjp_tensor* input, int64_t split_size, int64_t dim, vjp_tensor_list** out);

/**
 * split_with_sizes, but the results are not tracked as views: each may be changed in place, and the others' graphs do
 * not see it.
 *
 * unsafe_split_with_sizes(Tensor input, int[] split_sizes, int dim=0) -> Tensor[]
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_unsafe_split_with_sizes(vjp_tensor* input, const int64_t* split_sizes, size_t num_split_sizes,
                                               int64_t dim, vjp_tensor_list** out);

/**
 * Inserts a dimension of size 1.
 *
 * unsqueeze(Tensor input, int dim) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_unsqueeze(vjp_tensor* input, int64_t dim, vjp_tensor** out);
/** vjp_unsqueeze in place. @return as vjp_unsqueeze; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_unsqueeze_(vjp_tensor* input, int64_t dim);

/**
 * unsqueeze, as a copy.
 *
 * unsqueeze_copy(Tensor input, int dim) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_unsqueeze_copy(vjp_tensor* input, int64_t dim, vjp_tensor** out);

/**
 * interpolate with mode "bilinear" and align_corners.
 *
 * upsample_bilinear(Tensor input, int[]? size=None, float[]? scale_factor=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_upsample_bilinear(vjp_tensor* input, const int64_t* size, size_t num_size,
                                         const double* scale_factor, size_t num_scale_factor, vjp_tensor** out);

/**
 * interpolate with mode "nearest".
 *
 * upsample_nearest(Tensor input, int[]? size=None, float[]? scale_factor=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_upsample_nearest(vjp_tensor* input, const int64_t* size, size_t num_size,
                                        const double* scale_factor, size_t num_scale_factor, vjp_tensor** out);

/**
 * The variance over the given dimensions, or of all elements: the sum of |x - mean|^2 over n - correction.
 *
 * var(Tensor input, int[]? dim=None, *, float? correction=1, bool keepdim=False) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_var(vjp_tensor* input, const int64_t* dim, size_t num_dim, const double* correction,
                           bool keepdim, vjp_tensor** out);

/**
 * The variance of all elements; unbiased: divided by n - 1, not n.
 *
 * var.unbiased(Tensor input, bool unbiased) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_var_unbiased(vjp_tensor* input, bool unbiased, vjp_tensor** out);

/**
 * The variance over the given dimensions; unbiased: divided by n - 1, not n.
 *
 * var.unbiased_dim(Tensor input, int[]? dim, bool unbiased, bool keepdim=False) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_var_unbiased_dim(vjp_tensor* input, const int64_t* dim, size_t num_dim, bool unbiased,
                                        bool keepdim, vjp_tensor** out);

/**
 * Variance and mean.
 *
 * var_mean(Tensor input, int[]? dim=None, *, float? correction=1, bool keepdim=False) -> (Tensor var, Tensor mean)
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_var_mean(vjp_tensor* input, const int64_t* dim, size_t num_dim, const double* correction,
                                bool keepdim, vjp_tensor** out_var, vjp_tensor** out_mean);

/**
 * Variance and mean of all elements.
 *
 * var_mean.unbiased(Tensor input, bool unbiased) -> (Tensor var, Tensor mean)
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_var_mean_unbiased(vjp_tensor* input, bool unbiased, vjp_tensor** out_var, vjp_tensor** out_mean);

/**
 * Variance and mean over the given dimensions.
 *
 * var_mean.unbiased_dim(Tensor input, int[]? dim, bool unbiased, bool keepdim=False) -> (Tensor var, Tensor mean)
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_var_mean_unbiased_dim(vjp_tensor* input, const int64_t* dim, size_t num_dim, bool unbiased,
                                             bool keepdim, vjp_tensor** out_var, vjp_tensor** out_mean);

/**
 * The dot product of the first vector's conjugate and the second.
 *
 * vdot(Tensor input, Tensor other) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_vdot(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out);

/**
 * The same elements in the same order under another shape, without a copy; one size may be -1.
 *
 * view(Tensor input, int[] size) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_view(vjp_tensor* input, const int64_t* size, size_t num_size, vjp_tensor** out);

/**
 * view with the shape of another tensor.
 *
 * view_as(Tensor input, Tensor other) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_view_as(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out);

/**
 * Real numbers with a last dimension of (real, imaginary) as a complex tensor.
 *
 * view_as_complex(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_view_as_complex(vjp_tensor* input, vjp_tensor** out);

/**
 * A complex tensor as real numbers, with a last dimension of (real, imaginary).
 *
 * view_as_real(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_view_as_real(vjp_tensor* input, vjp_tensor** out);

/**
 * view, as a copy.
 *
 * view_copy(Tensor input, int[] size) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_view_copy(vjp_tensor* input, const int64_t* size, size_t num_size, vjp_tensor** out);

/**
 * Views of a number of equal sections along the first dimension.
 *
 * vsplit(Tensor input, int indices_or_sections) -> Tensor[]
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_vsplit(vjp_tensor* input, int64_t indices_or_sections, vjp_tensor_list** out);

/**
 * Views of the first dimension, cut before each of the indices as slices are.
 *
 * vsplit.indices(Tensor input, int[] indices_or_sections) -> Tensor[]
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_vsplit_indices(vjp_tensor* input, const int64_t* indices_or_sections,
                                      size_t num_indices_or_sections, vjp_tensor_list** out);

/**
 * The tensors one below the other; vectors as rows.
 *
 * vstack(Tensor[] tensors) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_vstack(vjp_tensor* const* tensors, size_t num_tensors, vjp_tensor** out);

/**
 * input where condition (bool, or uint8) is true, else other.
 *
 * where(Tensor condition, Operand input, Operand other) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_where(vjp_tensor* condition, vjp_tensor* input, vjp_tensor* other, vjp_tensor** out);
/** vjp_where with a number for `other`. @return as vjp_where @since 0.1 */
VJP_API vjp_status vjp_where_scalar(vjp_tensor* condition, vjp_tensor* input, vjp_scalar other, vjp_tensor** out);
/** vjp_where with a number for `input`. @return as vjp_where @since 0.1 */
VJP_API vjp_status vjp_scalar_where(vjp_tensor* condition, vjp_scalar input, vjp_tensor* other, vjp_tensor** out);
/** vjp_where with numbers for `input` and `other`. @return as vjp_where @since 0.1 */
VJP_API vjp_status vjp_where_scalars(vjp_tensor* condition, vjp_scalar input, vjp_scalar other, vjp_tensor** out);

/**
 * input * log1p(other), and 0 where input is 0.
 *
 * xlog1py(Operand input, Operand other) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_xlog1py(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out);
/** vjp_xlog1py with a number for `other`. @return as vjp_xlog1py @since 0.1 */
VJP_API vjp_status vjp_xlog1py_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out);
/** vjp_xlog1py with a number for `input`. @return as vjp_xlog1py @since 0.1 */
VJP_API vjp_status vjp_scalar_xlog1py(vjp_scalar input, vjp_tensor* other, vjp_tensor** out);
/** vjp_xlog1py in place. @return as vjp_xlog1py; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_xlog1py_(vjp_tensor* input, vjp_tensor* other);
/**
 * vjp_xlog1py in place, with a number for `other`.
 *
 * @return as vjp_xlog1py; VJP_ERROR_STATE where `input` may not be changed
 * @since 0.1
 */
VJP_API vjp_status vjp_xlog1py_scalar_(vjp_tensor* input, vjp_scalar other);

/**
 * input * log(other), and 0 where input is 0.
 *
 * xlogy(Operand input, Operand other) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_xlogy(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out);
/** vjp_xlogy with a number for `other`. @return as vjp_xlogy @since 0.1 */
VJP_API vjp_status vjp_xlogy_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out);
/** vjp_xlogy with a number for `input`. @return as vjp_xlogy @since 0.1 */
VJP_API vjp_status vjp_scalar_xlogy(vjp_scalar input, vjp_tensor* other, vjp_tensor** out);
/** vjp_xlogy in place. @return as vjp_xlogy; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_xlogy_(vjp_tensor* input, vjp_tensor* other);
/**
 * vjp_xlogy in place, with a number for `other`.
 *
 * @return as vjp_xlogy; VJP_ERROR_STATE where `input` may not be changed
 * @since 0.1
 */
VJP_API vjp_status vjp_xlogy_scalar_(vjp_tensor* input, vjp_scalar other);

/**
 * Zeros like `input`; zero_ clears it.
 *
 * zero(Tensor input) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_zero(vjp_tensor* input, vjp_tensor** out);
/** vjp_zero in place. @return as vjp_zero; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_zero_(vjp_tensor* input);

/**
 * A tensor of zeros; float32 unless dtype is given.
 *
 * zeros(int[] size, *, dtype? dtype=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_zeros(const int64_t* size, size_t num_size, vjp_dtype dtype, vjp_tensor** out);

/**
 * Zeros of the shape, and unless given the dtype, of `input`.
 *
 * zeros_like(Tensor input, *, dtype? dtype=None) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_zeros_like(vjp_tensor* input, vjp_dtype dtype, vjp_tensor** out);

/**
 * Hurwitz's zeta function: the sum over k >= 0 of (other + k)^-input. There is no derivative for input.
 *
 * zeta(Operand input, Operand other) -> Tensor
 *
 * @return VJP_OK; VJP_ERROR_INVALID, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for arguments that do not fit;
 *         VJP_ERROR_NOT_IMPLEMENTED; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_zeta(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out);
/** vjp_zeta with a number for `other`. @return as vjp_zeta @since 0.1 */
VJP_API vjp_status vjp_zeta_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out);
/** vjp_zeta with a number for `input`. @return as vjp_zeta @since 0.1 */
VJP_API vjp_status vjp_scalar_zeta(vjp_scalar input, vjp_tensor* other, vjp_tensor** out);
/** vjp_zeta in place. @return as vjp_zeta; VJP_ERROR_STATE where `input` may not be changed @since 0.1 */
VJP_API vjp_status vjp_zeta_(vjp_tensor* input, vjp_tensor* other);
/**
 * vjp_zeta in place, with a number for `other`.
 *
 * @return as vjp_zeta; VJP_ERROR_STATE where `input` may not be changed
 * @since 0.1
 */
VJP_API vjp_status vjp_zeta_scalar_(vjp_tensor* input, vjp_scalar other);

#ifdef __cplusplus
}
#endif
#endif
