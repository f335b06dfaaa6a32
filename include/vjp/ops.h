/**
 * libvjp: the operators. Generated from the operator table; see docs/operators.md.
 *
 * Tensors are borrowed; results are new references. Optional tensors, numbers and lists are NULL when absent. Forms ending in
 * _scalar take a number for the last operand, vjp_scalar_<op> for the first; those ending in _ write into the first argument;
 * those ending in _out write into a tensor of the result's shape and do not record.
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
 * The dimensions in reverse order.
 *
 * T(Tensor input) -> Tensor
 */
VJP_API vjp_status vjp_T(vjp_tensor* input, vjp_tensor** out);

/**
 * Absolute value of every element, real for complex numbers.
 *
 * abs(Tensor input) -> Tensor
 */
VJP_API vjp_status vjp_abs(vjp_tensor* input, vjp_tensor** out);
VJP_API vjp_status vjp_abs_(vjp_tensor* input);
VJP_API vjp_status vjp_abs_out(vjp_tensor* input, vjp_tensor* out);

/**
 * Arc cosine of every element.
 *
 * acos(Tensor input) -> Tensor
 */
VJP_API vjp_status vjp_acos(vjp_tensor* input, vjp_tensor** out);
VJP_API vjp_status vjp_acos_(vjp_tensor* input);
VJP_API vjp_status vjp_acos_out(vjp_tensor* input, vjp_tensor* out);

/**
 * Inverse hyperbolic cosine of every element.
 *
 * acosh(Tensor input) -> Tensor
 */
VJP_API vjp_status vjp_acosh(vjp_tensor* input, vjp_tensor** out);
VJP_API vjp_status vjp_acosh_(vjp_tensor* input);
VJP_API vjp_status vjp_acosh_out(vjp_tensor* input, vjp_tensor* out);

/**
 * input + other, elementwise.
 *
 * add(Operand input, Operand other) -> Tensor
 */
VJP_API vjp_status vjp_add(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out);
VJP_API vjp_status vjp_add_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out);
VJP_API vjp_status vjp_scalar_add(vjp_scalar input, vjp_tensor* other, vjp_tensor** out);
VJP_API vjp_status vjp_add_(vjp_tensor* input, vjp_tensor* other);
VJP_API vjp_status vjp_add_scalar_(vjp_tensor* input, vjp_scalar other);
VJP_API vjp_status vjp_add_out(vjp_tensor* input, vjp_tensor* other, vjp_tensor* out);
VJP_API vjp_status vjp_add_scalar_out(vjp_tensor* input, vjp_scalar other, vjp_tensor* out);
VJP_API vjp_status vjp_scalar_add_out(vjp_scalar input, vjp_tensor* other, vjp_tensor* out);

/**
 * input + alpha * other, elementwise.
 *
 * add.alpha(Operand input, Operand other, *, Scalar alpha=1) -> Tensor
 */
VJP_API vjp_status vjp_add_alpha(vjp_tensor* input, vjp_tensor* other, vjp_scalar alpha, vjp_tensor** out);
VJP_API vjp_status vjp_add_alpha_scalar(vjp_tensor* input, vjp_scalar other, vjp_scalar alpha, vjp_tensor** out);
VJP_API vjp_status vjp_scalar_add_alpha(vjp_scalar input, vjp_tensor* other, vjp_scalar alpha, vjp_tensor** out);
VJP_API vjp_status vjp_add_alpha_(vjp_tensor* input, vjp_tensor* other, vjp_scalar alpha);
VJP_API vjp_status vjp_add_alpha_scalar_(vjp_tensor* input, vjp_scalar other, vjp_scalar alpha);
VJP_API vjp_status vjp_add_alpha_out(vjp_tensor* input, vjp_tensor* other, vjp_scalar alpha, vjp_tensor* out);
VJP_API vjp_status vjp_add_alpha_scalar_out(vjp_tensor* input, vjp_scalar other, vjp_scalar alpha, vjp_tensor* out);
VJP_API vjp_status vjp_scalar_add_alpha_out(vjp_scalar input, vjp_tensor* other, vjp_scalar alpha, vjp_tensor* out);

/**
 * input + value * tensor1 / tensor2, elementwise.
 *
 * addcdiv(Tensor input, Tensor tensor1, Tensor tensor2, *, Scalar value=1) -> Tensor
 */
VJP_API vjp_status vjp_addcdiv(vjp_tensor* input, vjp_tensor* tensor1, vjp_tensor* tensor2, vjp_scalar value,
                               vjp_tensor** out);
VJP_API vjp_status vjp_addcdiv_(vjp_tensor* input, vjp_tensor* tensor1, vjp_tensor* tensor2, vjp_scalar value);
VJP_API vjp_status vjp_addcdiv_out(vjp_tensor* input, vjp_tensor* tensor1, vjp_tensor* tensor2, vjp_scalar value,
                                   vjp_tensor* out);

/**
 * input + value * tensor1 * tensor2, elementwise.
 *
 * addcmul(Tensor input, Tensor tensor1, Tensor tensor2, *, Scalar value=1) -> Tensor
 */
VJP_API vjp_status vjp_addcmul(vjp_tensor* input, vjp_tensor* tensor1, vjp_tensor* tensor2, vjp_scalar value,
                               vjp_tensor** out);
VJP_API vjp_status vjp_addcmul_(vjp_tensor* input, vjp_tensor* tensor1, vjp_tensor* tensor2, vjp_scalar value);
VJP_API vjp_status vjp_addcmul_out(vjp_tensor* input, vjp_tensor* tensor1, vjp_tensor* tensor2, vjp_scalar value,
                                   vjp_tensor* out);

/**
 * A view of the whole tensor.
 *
 * alias(Tensor input) -> Tensor
 */
VJP_API vjp_status vjp_alias(vjp_tensor* input, vjp_tensor** out);

/**
 * The argument of every complex number; 0 or pi for real numbers.
 *
 * angle(Tensor input) -> Tensor
 */
VJP_API vjp_status vjp_angle(vjp_tensor* input, vjp_tensor** out);

/**
 * 0, 1, 2, ... before end; int64 for an integer end, otherwise float32, unless dtype is given.
 *
 * arange(Scalar end, *, dtype? dtype=None) -> Tensor
 */
VJP_API vjp_status vjp_arange(vjp_scalar end, vjp_dtype dtype, vjp_tensor** out);

/**
 * start, start + step, ... before end.
 *
 * arange.start(Scalar start, Scalar end, Scalar step=1, *, dtype? dtype=None) -> Tensor
 */
VJP_API vjp_status vjp_arange_start(vjp_scalar start, vjp_scalar end, vjp_scalar step, vjp_dtype dtype,
                                    vjp_tensor** out);

/**
 * A view of the storage with any sizes, strides and offset (in elements) that lie in it.
 *
 * as_strided(Tensor input, int[] size, int[] stride, int? storage_offset=None) -> Tensor
 */
VJP_API vjp_status vjp_as_strided(vjp_tensor* input, const int64_t* size, size_t num_size, const int64_t* stride,
                                  size_t num_stride, const int64_t* storage_offset, vjp_tensor** out);
VJP_API vjp_status vjp_as_strided_(vjp_tensor* input, const int64_t* size, size_t num_size, const int64_t* stride,
                                   size_t num_stride, const int64_t* storage_offset);

/**
 * Arc sine of every element.
 *
 * asin(Tensor input) -> Tensor
 */
VJP_API vjp_status vjp_asin(vjp_tensor* input, vjp_tensor** out);
VJP_API vjp_status vjp_asin_(vjp_tensor* input);
VJP_API vjp_status vjp_asin_out(vjp_tensor* input, vjp_tensor* out);

/**
 * Inverse hyperbolic sine of every element.
 *
 * asinh(Tensor input) -> Tensor
 */
VJP_API vjp_status vjp_asinh(vjp_tensor* input, vjp_tensor** out);
VJP_API vjp_status vjp_asinh_(vjp_tensor* input);
VJP_API vjp_status vjp_asinh_out(vjp_tensor* input, vjp_tensor* out);

/**
 * Arc tangent of every element.
 *
 * atan(Tensor input) -> Tensor
 */
VJP_API vjp_status vjp_atan(vjp_tensor* input, vjp_tensor** out);
VJP_API vjp_status vjp_atan_(vjp_tensor* input);
VJP_API vjp_status vjp_atan_out(vjp_tensor* input, vjp_tensor* out);

/**
 * The angle of the point (other, input), elementwise.
 *
 * atan2(Tensor input, Tensor other) -> Tensor
 */
VJP_API vjp_status vjp_atan2(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out);
VJP_API vjp_status vjp_atan2_(vjp_tensor* input, vjp_tensor* other);
VJP_API vjp_status vjp_atan2_out(vjp_tensor* input, vjp_tensor* other, vjp_tensor* out);

/**
 * Inverse hyperbolic tangent of every element.
 *
 * atanh(Tensor input) -> Tensor
 */
VJP_API vjp_status vjp_atanh(vjp_tensor* input, vjp_tensor** out);
VJP_API vjp_status vjp_atanh_(vjp_tensor* input);
VJP_API vjp_status vjp_atanh_out(vjp_tensor* input, vjp_tensor* out);

/**
 * Bitwise and of integers; for bool, logical_and.
 *
 * bitwise_and(Operand input, Operand other) -> Tensor
 */
VJP_API vjp_status vjp_bitwise_and(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out);
VJP_API vjp_status vjp_bitwise_and_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out);
VJP_API vjp_status vjp_scalar_bitwise_and(vjp_scalar input, vjp_tensor* other, vjp_tensor** out);
VJP_API vjp_status vjp_bitwise_and_(vjp_tensor* input, vjp_tensor* other);
VJP_API vjp_status vjp_bitwise_and_scalar_(vjp_tensor* input, vjp_scalar other);
VJP_API vjp_status vjp_bitwise_and_out(vjp_tensor* input, vjp_tensor* other, vjp_tensor* out);
VJP_API vjp_status vjp_bitwise_and_scalar_out(vjp_tensor* input, vjp_scalar other, vjp_tensor* out);
VJP_API vjp_status vjp_scalar_bitwise_and_out(vjp_scalar input, vjp_tensor* other, vjp_tensor* out);

/**
 * input shifted left by other bits.
 *
 * bitwise_left_shift(Operand input, Operand other) -> Tensor
 */
VJP_API vjp_status vjp_bitwise_left_shift(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out);
VJP_API vjp_status vjp_bitwise_left_shift_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out);
VJP_API vjp_status vjp_scalar_bitwise_left_shift(vjp_scalar input, vjp_tensor* other, vjp_tensor** out);
VJP_API vjp_status vjp_bitwise_left_shift_(vjp_tensor* input, vjp_tensor* other);
VJP_API vjp_status vjp_bitwise_left_shift_scalar_(vjp_tensor* input, vjp_scalar other);
VJP_API vjp_status vjp_bitwise_left_shift_out(vjp_tensor* input, vjp_tensor* other, vjp_tensor* out);
VJP_API vjp_status vjp_bitwise_left_shift_scalar_out(vjp_tensor* input, vjp_scalar other, vjp_tensor* out);
VJP_API vjp_status vjp_scalar_bitwise_left_shift_out(vjp_scalar input, vjp_tensor* other, vjp_tensor* out);

/**
 * Every bit inverted; for bool, logical_not.
 *
 * bitwise_not(Tensor input) -> Tensor
 */
VJP_API vjp_status vjp_bitwise_not(vjp_tensor* input, vjp_tensor** out);
VJP_API vjp_status vjp_bitwise_not_(vjp_tensor* input);
VJP_API vjp_status vjp_bitwise_not_out(vjp_tensor* input, vjp_tensor* out);

/**
 * Bitwise or of integers; for bool, logical_or.
 *
 * bitwise_or(Operand input, Operand other) -> Tensor
 */
VJP_API vjp_status vjp_bitwise_or(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out);
VJP_API vjp_status vjp_bitwise_or_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out);
VJP_API vjp_status vjp_scalar_bitwise_or(vjp_scalar input, vjp_tensor* other, vjp_tensor** out);
VJP_API vjp_status vjp_bitwise_or_(vjp_tensor* input, vjp_tensor* other);
VJP_API vjp_status vjp_bitwise_or_scalar_(vjp_tensor* input, vjp_scalar other);
VJP_API vjp_status vjp_bitwise_or_out(vjp_tensor* input, vjp_tensor* other, vjp_tensor* out);
VJP_API vjp_status vjp_bitwise_or_scalar_out(vjp_tensor* input, vjp_scalar other, vjp_tensor* out);
VJP_API vjp_status vjp_scalar_bitwise_or_out(vjp_scalar input, vjp_tensor* other, vjp_tensor* out);

/**
 * input shifted right by other bits, the sign kept.
 *
 * bitwise_right_shift(Operand input, Operand other) -> Tensor
 */
VJP_API vjp_status vjp_bitwise_right_shift(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out);
VJP_API vjp_status vjp_bitwise_right_shift_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out);
VJP_API vjp_status vjp_scalar_bitwise_right_shift(vjp_scalar input, vjp_tensor* other, vjp_tensor** out);
VJP_API vjp_status vjp_bitwise_right_shift_(vjp_tensor* input, vjp_tensor* other);
VJP_API vjp_status vjp_bitwise_right_shift_scalar_(vjp_tensor* input, vjp_scalar other);
VJP_API vjp_status vjp_bitwise_right_shift_out(vjp_tensor* input, vjp_tensor* other, vjp_tensor* out);
VJP_API vjp_status vjp_bitwise_right_shift_scalar_out(vjp_tensor* input, vjp_scalar other, vjp_tensor* out);
VJP_API vjp_status vjp_scalar_bitwise_right_shift_out(vjp_scalar input, vjp_tensor* other, vjp_tensor* out);

/**
 * Bitwise exclusive or of integers; for bool, logical_xor.
 *
 * bitwise_xor(Operand input, Operand other) -> Tensor
 */
VJP_API vjp_status vjp_bitwise_xor(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out);
VJP_API vjp_status vjp_bitwise_xor_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out);
VJP_API vjp_status vjp_scalar_bitwise_xor(vjp_scalar input, vjp_tensor* other, vjp_tensor** out);
VJP_API vjp_status vjp_bitwise_xor_(vjp_tensor* input, vjp_tensor* other);
VJP_API vjp_status vjp_bitwise_xor_scalar_(vjp_tensor* input, vjp_scalar other);
VJP_API vjp_status vjp_bitwise_xor_out(vjp_tensor* input, vjp_tensor* other, vjp_tensor* out);
VJP_API vjp_status vjp_bitwise_xor_scalar_out(vjp_tensor* input, vjp_scalar other, vjp_tensor* out);
VJP_API vjp_status vjp_scalar_bitwise_xor_out(vjp_scalar input, vjp_tensor* other, vjp_tensor* out);

/**
 * expand under its other name.
 *
 * broadcast_to(Tensor input, int[] size) -> Tensor
 */
VJP_API vjp_status vjp_broadcast_to(vjp_tensor* input, const int64_t* size, size_t num_size, vjp_tensor** out);

/**
 * The tensors one after the other along a dimension; other sizes agree. One-dimensional empty tensors are skipped.
 *
 * cat(Tensor[] tensors, int dim=0) -> Tensor
 */
VJP_API vjp_status vjp_cat(vjp_tensor* const* tensors, size_t num_tensors, int64_t dim, vjp_tensor** out);

/**
 * The smallest whole number not below each element.
 *
 * ceil(Tensor input) -> Tensor
 */
VJP_API vjp_status vjp_ceil(vjp_tensor* input, vjp_tensor** out);
VJP_API vjp_status vjp_ceil_(vjp_tensor* input);
VJP_API vjp_status vjp_ceil_out(vjp_tensor* input, vjp_tensor* out);

/**
 * input where it is positive, else alpha * (exp(input / alpha) - 1).
 *
 * celu(Tensor input, float alpha=1.0) -> Tensor
 */
VJP_API vjp_status vjp_celu(vjp_tensor* input, double alpha, vjp_tensor** out);
VJP_API vjp_status vjp_celu_(vjp_tensor* input, double alpha);
VJP_API vjp_status vjp_celu_out(vjp_tensor* input, double alpha, vjp_tensor* out);

/**
 * At most `chunks` views of equal size along a dimension; the last may be smaller.
 *
 * chunk(Tensor input, int chunks, int dim=0) -> Tensor[]
 */
VJP_API vjp_status vjp_chunk(vjp_tensor* input, int64_t chunks, int64_t dim, vjp_tensor_list** out);

/**
 * input bounded below by min and above by max, of which one may be absent.
 *
 * clamp(Tensor input, Operand? min=None, Operand? max=None) -> Tensor
 */
VJP_API vjp_status vjp_clamp(vjp_tensor* input, vjp_tensor* min, vjp_tensor* max, vjp_tensor** out);
VJP_API vjp_status vjp_clamp_scalar(vjp_tensor* input, vjp_tensor* min, vjp_scalar max, vjp_tensor** out);
VJP_API vjp_status vjp_scalar_clamp(vjp_tensor* input, vjp_scalar min, vjp_tensor* max, vjp_tensor** out);
VJP_API vjp_status vjp_clamp_(vjp_tensor* input, vjp_tensor* min, vjp_tensor* max);
VJP_API vjp_status vjp_clamp_scalar_(vjp_tensor* input, vjp_tensor* min, vjp_scalar max);
VJP_API vjp_status vjp_clamp_out(vjp_tensor* input, vjp_tensor* min, vjp_tensor* max, vjp_tensor* out);
VJP_API vjp_status vjp_clamp_scalar_out(vjp_tensor* input, vjp_tensor* min, vjp_scalar max, vjp_tensor* out);
VJP_API vjp_status vjp_scalar_clamp_out(vjp_tensor* input, vjp_scalar min, vjp_tensor* max, vjp_tensor* out);

/**
 * The smaller of input and max.
 *
 * clamp_max(Tensor input, Operand max) -> Tensor
 */
VJP_API vjp_status vjp_clamp_max(vjp_tensor* input, vjp_tensor* max, vjp_tensor** out);
VJP_API vjp_status vjp_clamp_max_scalar(vjp_tensor* input, vjp_scalar max, vjp_tensor** out);
VJP_API vjp_status vjp_clamp_max_(vjp_tensor* input, vjp_tensor* max);
VJP_API vjp_status vjp_clamp_max_scalar_(vjp_tensor* input, vjp_scalar max);
VJP_API vjp_status vjp_clamp_max_out(vjp_tensor* input, vjp_tensor* max, vjp_tensor* out);
VJP_API vjp_status vjp_clamp_max_scalar_out(vjp_tensor* input, vjp_scalar max, vjp_tensor* out);

/**
 * The larger of input and min.
 *
 * clamp_min(Tensor input, Operand min) -> Tensor
 */
VJP_API vjp_status vjp_clamp_min(vjp_tensor* input, vjp_tensor* min, vjp_tensor** out);
VJP_API vjp_status vjp_clamp_min_scalar(vjp_tensor* input, vjp_scalar min, vjp_tensor** out);
VJP_API vjp_status vjp_clamp_min_(vjp_tensor* input, vjp_tensor* min);
VJP_API vjp_status vjp_clamp_min_scalar_(vjp_tensor* input, vjp_scalar min);
VJP_API vjp_status vjp_clamp_min_out(vjp_tensor* input, vjp_tensor* min, vjp_tensor* out);
VJP_API vjp_status vjp_clamp_min_scalar_out(vjp_tensor* input, vjp_scalar min, vjp_tensor* out);

/**
 * A copy with storage of its own; dense layouts are kept, others become row-major.
 *
 * clone(Tensor input) -> Tensor
 */
VJP_API vjp_status vjp_clone(vjp_tensor* input, vjp_tensor** out);

/**
 * real + i imag, elementwise.
 *
 * complex(Tensor real, Tensor imag) -> Tensor
 */
VJP_API vjp_status vjp_complex(vjp_tensor* real, vjp_tensor* imag, vjp_tensor** out);
VJP_API vjp_status vjp_complex_out(vjp_tensor* real, vjp_tensor* imag, vjp_tensor* out);

/**
 * The complex conjugate of every element, as a new tensor.
 *
 * conj(Tensor input) -> Tensor
 */
VJP_API vjp_status vjp_conj(vjp_tensor* input, vjp_tensor** out);

/**
 * The tensor itself if it is row-major, otherwise a row-major copy.
 *
 * contiguous(Tensor input) -> Tensor
 */
VJP_API vjp_status vjp_contiguous(vjp_tensor* input, vjp_tensor** out);

/**
 * `src`, broadcast to the shape of `input` and converted to its dtype; copy_ writes it there.
 *
 * copy(Tensor input, Tensor src) -> Tensor
 */
VJP_API vjp_status vjp_copy(vjp_tensor* input, vjp_tensor* src, vjp_tensor** out);
VJP_API vjp_status vjp_copy_(vjp_tensor* input, vjp_tensor* src);

/**
 * |input| with the sign of other.
 *
 * copysign(Tensor input, Operand other) -> Tensor
 */
VJP_API vjp_status vjp_copysign(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out);
VJP_API vjp_status vjp_copysign_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out);
VJP_API vjp_status vjp_copysign_(vjp_tensor* input, vjp_tensor* other);
VJP_API vjp_status vjp_copysign_scalar_(vjp_tensor* input, vjp_scalar other);
VJP_API vjp_status vjp_copysign_out(vjp_tensor* input, vjp_tensor* other, vjp_tensor* out);
VJP_API vjp_status vjp_copysign_scalar_out(vjp_tensor* input, vjp_scalar other, vjp_tensor* out);

/**
 * Cosine of every element.
 *
 * cos(Tensor input) -> Tensor
 */
VJP_API vjp_status vjp_cos(vjp_tensor* input, vjp_tensor** out);
VJP_API vjp_status vjp_cos_(vjp_tensor* input);
VJP_API vjp_status vjp_cos_out(vjp_tensor* input, vjp_tensor* out);

/**
 * Hyperbolic cosine of every element.
 *
 * cosh(Tensor input) -> Tensor
 */
VJP_API vjp_status vjp_cosh(vjp_tensor* input, vjp_tensor** out);
VJP_API vjp_status vjp_cosh_(vjp_tensor* input);
VJP_API vjp_status vjp_cosh_out(vjp_tensor* input, vjp_tensor* out);

/**
 * Degrees to radians.
 *
 * deg2rad(Tensor input) -> Tensor
 */
VJP_API vjp_status vjp_deg2rad(vjp_tensor* input, vjp_tensor** out);
VJP_API vjp_status vjp_deg2rad_(vjp_tensor* input);
VJP_API vjp_status vjp_deg2rad_out(vjp_tensor* input, vjp_tensor* out);

/**
 * The diagonals of the matrices in two dimensions, as a new last dimension.
 *
 * diagonal(Tensor input, int offset=0, int dim1=0, int dim2=1) -> Tensor
 */
VJP_API vjp_status vjp_diagonal(vjp_tensor* input, int64_t offset, int64_t dim1, int64_t dim2, vjp_tensor** out);

/**
 * The logarithmic derivative of the gamma function.
 *
 * digamma(Tensor input) -> Tensor
 */
VJP_API vjp_status vjp_digamma(vjp_tensor* input, vjp_tensor** out);
VJP_API vjp_status vjp_digamma_(vjp_tensor* input);
VJP_API vjp_status vjp_digamma_out(vjp_tensor* input, vjp_tensor* out);

/**
 * input / other, elementwise; integers divide as float32.
 *
 * div(Operand input, Operand other) -> Tensor
 */
VJP_API vjp_status vjp_div(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out);
VJP_API vjp_status vjp_div_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out);
VJP_API vjp_status vjp_scalar_div(vjp_scalar input, vjp_tensor* other, vjp_tensor** out);
VJP_API vjp_status vjp_div_(vjp_tensor* input, vjp_tensor* other);
VJP_API vjp_status vjp_div_scalar_(vjp_tensor* input, vjp_scalar other);
VJP_API vjp_status vjp_div_out(vjp_tensor* input, vjp_tensor* other, vjp_tensor* out);
VJP_API vjp_status vjp_div_scalar_out(vjp_tensor* input, vjp_scalar other, vjp_tensor* out);
VJP_API vjp_status vjp_scalar_div_out(vjp_scalar input, vjp_tensor* other, vjp_tensor* out);

/**
 * input / other; rounding_mode "floor" rounds the quotient down, "trunc" towards 0.
 *
 * div.rounding_mode(Operand input, Operand other, *, str? rounding_mode) -> Tensor
 */
VJP_API vjp_status vjp_div_rounding_mode(vjp_tensor* input, vjp_tensor* other, const char* rounding_mode,
                                         vjp_tensor** out);
VJP_API vjp_status vjp_div_rounding_mode_scalar(vjp_tensor* input, vjp_scalar other, const char* rounding_mode,
                                                vjp_tensor** out);
VJP_API vjp_status vjp_scalar_div_rounding_mode(vjp_scalar input, vjp_tensor* other, const char* rounding_mode,
                                                vjp_tensor** out);
VJP_API vjp_status vjp_div_rounding_mode_(vjp_tensor* input, vjp_tensor* other, const char* rounding_mode);
VJP_API vjp_status vjp_div_rounding_mode_scalar_(vjp_tensor* input, vjp_scalar other, const char* rounding_mode);
VJP_API vjp_status vjp_div_rounding_mode_out(vjp_tensor* input, vjp_tensor* other, const char* rounding_mode,
                                             vjp_tensor* out);
VJP_API vjp_status vjp_div_rounding_mode_scalar_out(vjp_tensor* input, vjp_scalar other, const char* rounding_mode,
                                                    vjp_tensor* out);
VJP_API vjp_status vjp_scalar_div_rounding_mode_out(vjp_scalar input, vjp_tensor* other, const char* rounding_mode,
                                                    vjp_tensor* out);

/**
 * input where it is positive, else alpha * (exp(input) - 1).
 *
 * elu(Tensor input, float alpha=1.0) -> Tensor
 */
VJP_API vjp_status vjp_elu(vjp_tensor* input, double alpha, vjp_tensor** out);
VJP_API vjp_status vjp_elu_(vjp_tensor* input, double alpha);
VJP_API vjp_status vjp_elu_out(vjp_tensor* input, double alpha, vjp_tensor* out);

/**
 * An uninitialised row-major tensor; float32 unless dtype is given.
 *
 * empty(int[] size, *, dtype? dtype=None) -> Tensor
 */
VJP_API vjp_status vjp_empty(const int64_t* size, size_t num_size, vjp_dtype dtype, vjp_tensor** out);

/**
 * An uninitialised row-major tensor of the shape, and unless given the dtype, of `input`.
 *
 * empty_like(Tensor input, *, dtype? dtype=None) -> Tensor
 */
VJP_API vjp_status vjp_empty_like(vjp_tensor* input, vjp_dtype dtype, vjp_tensor** out);

/**
 * -input * log(input), 0 at 0 and -inf below.
 *
 * entr(Tensor input) -> Tensor
 */
VJP_API vjp_status vjp_entr(vjp_tensor* input, vjp_tensor** out);
VJP_API vjp_status vjp_entr_(vjp_tensor* input);
VJP_API vjp_status vjp_entr_out(vjp_tensor* input, vjp_tensor* out);

/**
 * input == other, elementwise.
 *
 * eq(Operand input, Operand other) -> Tensor
 */
VJP_API vjp_status vjp_eq(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out);
VJP_API vjp_status vjp_eq_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out);
VJP_API vjp_status vjp_scalar_eq(vjp_scalar input, vjp_tensor* other, vjp_tensor** out);
VJP_API vjp_status vjp_eq_(vjp_tensor* input, vjp_tensor* other);
VJP_API vjp_status vjp_eq_scalar_(vjp_tensor* input, vjp_scalar other);
VJP_API vjp_status vjp_eq_out(vjp_tensor* input, vjp_tensor* other, vjp_tensor* out);
VJP_API vjp_status vjp_eq_scalar_out(vjp_tensor* input, vjp_scalar other, vjp_tensor* out);
VJP_API vjp_status vjp_scalar_eq_out(vjp_scalar input, vjp_tensor* other, vjp_tensor* out);

/**
 * The error function.
 *
 * erf(Tensor input) -> Tensor
 */
VJP_API vjp_status vjp_erf(vjp_tensor* input, vjp_tensor** out);
VJP_API vjp_status vjp_erf_(vjp_tensor* input);
VJP_API vjp_status vjp_erf_out(vjp_tensor* input, vjp_tensor* out);

/**
 * 1 - erf(input), accurate where that is small.
 *
 * erfc(Tensor input) -> Tensor
 */
VJP_API vjp_status vjp_erfc(vjp_tensor* input, vjp_tensor** out);
VJP_API vjp_status vjp_erfc_(vjp_tensor* input);
VJP_API vjp_status vjp_erfc_out(vjp_tensor* input, vjp_tensor* out);

/**
 * The inverse of erf.
 *
 * erfinv(Tensor input) -> Tensor
 */
VJP_API vjp_status vjp_erfinv(vjp_tensor* input, vjp_tensor** out);
VJP_API vjp_status vjp_erfinv_(vjp_tensor* input);
VJP_API vjp_status vjp_erfinv_out(vjp_tensor* input, vjp_tensor* out);

/**
 * e to the power of every element.
 *
 * exp(Tensor input) -> Tensor
 */
VJP_API vjp_status vjp_exp(vjp_tensor* input, vjp_tensor** out);
VJP_API vjp_status vjp_exp_(vjp_tensor* input);
VJP_API vjp_status vjp_exp_out(vjp_tensor* input, vjp_tensor* out);

/**
 * 2 to the power of every element.
 *
 * exp2(Tensor input) -> Tensor
 */
VJP_API vjp_status vjp_exp2(vjp_tensor* input, vjp_tensor** out);
VJP_API vjp_status vjp_exp2_(vjp_tensor* input);
VJP_API vjp_status vjp_exp2_out(vjp_tensor* input, vjp_tensor* out);

/**
 * Repeats dimensions of size 1 without a copy; -1 keeps a size, new dimensions come in front.
 *
 * expand(Tensor input, int[] size) -> Tensor
 */
VJP_API vjp_status vjp_expand(vjp_tensor* input, const int64_t* size, size_t num_size, vjp_tensor** out);

/**
 * expand to the shape of another tensor.
 *
 * expand_as(Tensor input, Tensor other) -> Tensor
 */
VJP_API vjp_status vjp_expand_as(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out);

/**
 * exp(input) - 1, accurate near 0.
 *
 * expm1(Tensor input) -> Tensor
 */
VJP_API vjp_status vjp_expm1(vjp_tensor* input, vjp_tensor** out);
VJP_API vjp_status vjp_expm1_(vjp_tensor* input);
VJP_API vjp_status vjp_expm1_out(vjp_tensor* input, vjp_tensor* out);

/**
 * Ones on the diagonal of an n x m (default n x n) matrix of zeros.
 *
 * eye(int n, int? m=None, *, dtype? dtype=None) -> Tensor
 */
VJP_API vjp_status vjp_eye(int64_t n, const int64_t* m, vjp_dtype dtype, vjp_tensor** out);

/**
 * A tensor like `input` with every element equal to `value`.
 *
 * fill(Tensor input, Operand value) -> Tensor
 */
VJP_API vjp_status vjp_fill(vjp_tensor* input, vjp_tensor* value, vjp_tensor** out);
VJP_API vjp_status vjp_fill_scalar(vjp_tensor* input, vjp_scalar value, vjp_tensor** out);
VJP_API vjp_status vjp_fill_(vjp_tensor* input, vjp_tensor* value);
VJP_API vjp_status vjp_fill_scalar_(vjp_tensor* input, vjp_scalar value);

/**
 * Merges the dimensions from start_dim to end_dim into one.
 *
 * flatten(Tensor input, int start_dim=0, int end_dim=-1) -> Tensor
 */
VJP_API vjp_status vjp_flatten(vjp_tensor* input, int64_t start_dim, int64_t end_dim, vjp_tensor** out);

/**
 * input to the power of exponent, computed in float64 or complex128.
 *
 * float_power(Operand input, Operand exponent) -> Tensor
 */
VJP_API vjp_status vjp_float_power(vjp_tensor* input, vjp_tensor* exponent, vjp_tensor** out);
VJP_API vjp_status vjp_float_power_scalar(vjp_tensor* input, vjp_scalar exponent, vjp_tensor** out);
VJP_API vjp_status vjp_scalar_float_power(vjp_scalar input, vjp_tensor* exponent, vjp_tensor** out);

/**
 * The largest whole number not above each element.
 *
 * floor(Tensor input) -> Tensor
 */
VJP_API vjp_status vjp_floor(vjp_tensor* input, vjp_tensor** out);
VJP_API vjp_status vjp_floor_(vjp_tensor* input);
VJP_API vjp_status vjp_floor_out(vjp_tensor* input, vjp_tensor* out);

/**
 * The quotient rounded down, as Python's //.
 *
 * floor_divide(Operand input, Operand other) -> Tensor
 */
VJP_API vjp_status vjp_floor_divide(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out);
VJP_API vjp_status vjp_floor_divide_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out);
VJP_API vjp_status vjp_scalar_floor_divide(vjp_scalar input, vjp_tensor* other, vjp_tensor** out);
VJP_API vjp_status vjp_floor_divide_(vjp_tensor* input, vjp_tensor* other);
VJP_API vjp_status vjp_floor_divide_scalar_(vjp_tensor* input, vjp_scalar other);
VJP_API vjp_status vjp_floor_divide_out(vjp_tensor* input, vjp_tensor* other, vjp_tensor* out);
VJP_API vjp_status vjp_floor_divide_scalar_out(vjp_tensor* input, vjp_scalar other, vjp_tensor* out);
VJP_API vjp_status vjp_scalar_floor_divide_out(vjp_scalar input, vjp_tensor* other, vjp_tensor* out);

/**
 * The larger of both elements, the other if one is NaN.
 *
 * fmax(Tensor input, Tensor other) -> Tensor
 */
VJP_API vjp_status vjp_fmax(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out);
VJP_API vjp_status vjp_fmax_(vjp_tensor* input, vjp_tensor* other);
VJP_API vjp_status vjp_fmax_out(vjp_tensor* input, vjp_tensor* other, vjp_tensor* out);

/**
 * The smaller of both elements, the other if one is NaN.
 *
 * fmin(Tensor input, Tensor other) -> Tensor
 */
VJP_API vjp_status vjp_fmin(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out);
VJP_API vjp_status vjp_fmin_(vjp_tensor* input, vjp_tensor* other);
VJP_API vjp_status vjp_fmin_out(vjp_tensor* input, vjp_tensor* other, vjp_tensor* out);

/**
 * What remains of input after whole multiples of other, with the sign of input.
 *
 * fmod(Tensor input, Operand other) -> Tensor
 */
VJP_API vjp_status vjp_fmod(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out);
VJP_API vjp_status vjp_fmod_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out);
VJP_API vjp_status vjp_fmod_(vjp_tensor* input, vjp_tensor* other);
VJP_API vjp_status vjp_fmod_scalar_(vjp_tensor* input, vjp_scalar other);
VJP_API vjp_status vjp_fmod_out(vjp_tensor* input, vjp_tensor* other, vjp_tensor* out);
VJP_API vjp_status vjp_fmod_scalar_out(vjp_tensor* input, vjp_scalar other, vjp_tensor* out);

/**
 * The fractional part of each element, with its sign.
 *
 * frac(Tensor input) -> Tensor
 */
VJP_API vjp_status vjp_frac(vjp_tensor* input, vjp_tensor** out);
VJP_API vjp_status vjp_frac_(vjp_tensor* input);
VJP_API vjp_status vjp_frac_out(vjp_tensor* input, vjp_tensor* out);

/**
 * A tensor of one value; its dtype is the value's default unless it is given.
 *
 * full(int[] size, Scalar fill_value, *, dtype? dtype=None) -> Tensor
 */
VJP_API vjp_status vjp_full(const int64_t* size, size_t num_size, vjp_scalar fill_value, vjp_dtype dtype,
                            vjp_tensor** out);

/**
 * One value in the shape, and unless given the dtype, of `input`.
 *
 * full_like(Tensor input, Scalar fill_value, *, dtype? dtype=None) -> Tensor
 */
VJP_API vjp_status vjp_full_like(vjp_tensor* input, vjp_scalar fill_value, vjp_dtype dtype, vjp_tensor** out);

/**
 * input >= other, elementwise.
 *
 * ge(Operand input, Operand other) -> Tensor
 */
VJP_API vjp_status vjp_ge(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out);
VJP_API vjp_status vjp_ge_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out);
VJP_API vjp_status vjp_scalar_ge(vjp_scalar input, vjp_tensor* other, vjp_tensor** out);
VJP_API vjp_status vjp_ge_(vjp_tensor* input, vjp_tensor* other);
VJP_API vjp_status vjp_ge_scalar_(vjp_tensor* input, vjp_scalar other);
VJP_API vjp_status vjp_ge_out(vjp_tensor* input, vjp_tensor* other, vjp_tensor* out);
VJP_API vjp_status vjp_ge_scalar_out(vjp_tensor* input, vjp_scalar other, vjp_tensor* out);
VJP_API vjp_status vjp_scalar_ge_out(vjp_scalar input, vjp_tensor* other, vjp_tensor* out);

/**
 * input times the normal distribution function of input; approximate="tanh" for the usual approximation.
 *
 * gelu(Tensor input, *, str approximate="none") -> Tensor
 */
VJP_API vjp_status vjp_gelu(vjp_tensor* input, const char* approximate, vjp_tensor** out);

/**
 * The first half of `dim` times the sigmoid of the second.
 *
 * glu(Tensor input, int dim=-1) -> Tensor
 */
VJP_API vjp_status vjp_glu(vjp_tensor* input, int64_t dim, vjp_tensor** out);

/**
 * input > other, elementwise.
 *
 * gt(Operand input, Operand other) -> Tensor
 */
VJP_API vjp_status vjp_gt(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out);
VJP_API vjp_status vjp_gt_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out);
VJP_API vjp_status vjp_scalar_gt(vjp_scalar input, vjp_tensor* other, vjp_tensor** out);
VJP_API vjp_status vjp_gt_(vjp_tensor* input, vjp_tensor* other);
VJP_API vjp_status vjp_gt_scalar_(vjp_tensor* input, vjp_scalar other);
VJP_API vjp_status vjp_gt_out(vjp_tensor* input, vjp_tensor* other, vjp_tensor* out);
VJP_API vjp_status vjp_gt_scalar_out(vjp_tensor* input, vjp_scalar other, vjp_tensor* out);
VJP_API vjp_status vjp_scalar_gt_out(vjp_scalar input, vjp_tensor* other, vjp_tensor* out);

/**
 * input where its absolute value is above lambd, else 0.
 *
 * hardshrink(Tensor input, Scalar lambd=0.5) -> Tensor
 */
VJP_API vjp_status vjp_hardshrink(vjp_tensor* input, vjp_scalar lambd, vjp_tensor** out);
VJP_API vjp_status vjp_hardshrink_(vjp_tensor* input, vjp_scalar lambd);
VJP_API vjp_status vjp_hardshrink_out(vjp_tensor* input, vjp_scalar lambd, vjp_tensor* out);

/**
 * input / 6 + 1/2, clamped to [0, 1].
 *
 * hardsigmoid(Tensor input) -> Tensor
 */
VJP_API vjp_status vjp_hardsigmoid(vjp_tensor* input, vjp_tensor** out);
VJP_API vjp_status vjp_hardsigmoid_(vjp_tensor* input);
VJP_API vjp_status vjp_hardsigmoid_out(vjp_tensor* input, vjp_tensor* out);

/**
 * input * hardsigmoid(input), elementwise.
 *
 * hardswish(Tensor input) -> Tensor
 */
VJP_API vjp_status vjp_hardswish(vjp_tensor* input, vjp_tensor** out);
VJP_API vjp_status vjp_hardswish_(vjp_tensor* input);
VJP_API vjp_status vjp_hardswish_out(vjp_tensor* input, vjp_tensor* out);

/**
 * input clamped to [min_val, max_val].
 *
 * hardtanh(Tensor input, Scalar min_val=-1.0, Scalar max_val=1.0) -> Tensor
 */
VJP_API vjp_status vjp_hardtanh(vjp_tensor* input, vjp_scalar min_val, vjp_scalar max_val, vjp_tensor** out);
VJP_API vjp_status vjp_hardtanh_(vjp_tensor* input, vjp_scalar min_val, vjp_scalar max_val);
VJP_API vjp_status vjp_hardtanh_out(vjp_tensor* input, vjp_scalar min_val, vjp_scalar max_val, vjp_tensor* out);

/**
 * sqrt(input^2 + other^2), without overflow.
 *
 * hypot(Tensor input, Tensor other) -> Tensor
 */
VJP_API vjp_status vjp_hypot(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out);
VJP_API vjp_status vjp_hypot_(vjp_tensor* input, vjp_tensor* other);
VJP_API vjp_status vjp_hypot_out(vjp_tensor* input, vjp_tensor* other, vjp_tensor* out);

/**
 * The imaginary parts of a complex tensor, as a view.
 *
 * imag(Tensor input) -> Tensor
 */
VJP_API vjp_status vjp_imag(vjp_tensor* input, vjp_tensor** out);

/**
 * The elements at integer or boolean tensors, one a dimension (absent: the whole dimension), broadcast together as in
 * numpy.
 *
 * index.tensor(Tensor input, Tensor?[] indices) -> Tensor
 */
VJP_API vjp_status vjp_index_tensor(vjp_tensor* input, vjp_tensor* const* indices, size_t num_indices, vjp_tensor** out);

/**
 * A copy of `input` with `values` (broadcast) at the indexed elements; with accumulate they are added, and repeated
 * indices add up.
 *
 * index_put(Tensor input, Tensor?[] indices, Tensor values, bool accumulate=False) -> Tensor
 */
VJP_API vjp_status vjp_index_put(vjp_tensor* input, vjp_tensor* const* indices, size_t num_indices, vjp_tensor* values,
                                 bool accumulate, vjp_tensor** out);
VJP_API vjp_status vjp_index_put_(vjp_tensor* input, vjp_tensor* const* indices, size_t num_indices,
                                  vjp_tensor* values, bool accumulate);

/**
 * |input - other| <= atol + rtol * |other|, or both equal; NaN is close to nothing.
 *
 * isclose(Tensor input, Tensor other, float rtol=1e-05, float atol=1e-08) -> Tensor
 */
VJP_API vjp_status vjp_isclose(vjp_tensor* input, vjp_tensor* other, double rtol, double atol, vjp_tensor** out);
VJP_API vjp_status vjp_isclose_out(vjp_tensor* input, vjp_tensor* other, double rtol, double atol, vjp_tensor* out);

/**
 * Whether each element is neither infinite nor NaN.
 *
 * isfinite(Tensor input) -> Tensor
 */
VJP_API vjp_status vjp_isfinite(vjp_tensor* input, vjp_tensor** out);
VJP_API vjp_status vjp_isfinite_(vjp_tensor* input);
VJP_API vjp_status vjp_isfinite_out(vjp_tensor* input, vjp_tensor* out);

/**
 * Whether each element is infinite.
 *
 * isinf(Tensor input) -> Tensor
 */
VJP_API vjp_status vjp_isinf(vjp_tensor* input, vjp_tensor** out);
VJP_API vjp_status vjp_isinf_(vjp_tensor* input);
VJP_API vjp_status vjp_isinf_out(vjp_tensor* input, vjp_tensor* out);

/**
 * Whether each element is NaN.
 *
 * isnan(Tensor input) -> Tensor
 */
VJP_API vjp_status vjp_isnan(vjp_tensor* input, vjp_tensor** out);
VJP_API vjp_status vjp_isnan_(vjp_tensor* input);
VJP_API vjp_status vjp_isnan_out(vjp_tensor* input, vjp_tensor* out);

/**
 * Whether each element is -inf.
 *
 * isneginf(Tensor input) -> Tensor
 */
VJP_API vjp_status vjp_isneginf(vjp_tensor* input, vjp_tensor** out);
VJP_API vjp_status vjp_isneginf_(vjp_tensor* input);
VJP_API vjp_status vjp_isneginf_out(vjp_tensor* input, vjp_tensor* out);

/**
 * Whether each element is +inf.
 *
 * isposinf(Tensor input) -> Tensor
 */
VJP_API vjp_status vjp_isposinf(vjp_tensor* input, vjp_tensor** out);
VJP_API vjp_status vjp_isposinf_(vjp_tensor* input);
VJP_API vjp_status vjp_isposinf_out(vjp_tensor* input, vjp_tensor* out);

/**
 * input * 2^other, elementwise.
 *
 * ldexp(Tensor input, Operand other) -> Tensor
 */
VJP_API vjp_status vjp_ldexp(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out);
VJP_API vjp_status vjp_ldexp_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out);
VJP_API vjp_status vjp_ldexp_(vjp_tensor* input, vjp_tensor* other);
VJP_API vjp_status vjp_ldexp_scalar_(vjp_tensor* input, vjp_scalar other);
VJP_API vjp_status vjp_ldexp_out(vjp_tensor* input, vjp_tensor* other, vjp_tensor* out);
VJP_API vjp_status vjp_ldexp_scalar_out(vjp_tensor* input, vjp_scalar other, vjp_tensor* out);

/**
 * input <= other, elementwise.
 *
 * le(Operand input, Operand other) -> Tensor
 */
VJP_API vjp_status vjp_le(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out);
VJP_API vjp_status vjp_le_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out);
VJP_API vjp_status vjp_scalar_le(vjp_scalar input, vjp_tensor* other, vjp_tensor** out);
VJP_API vjp_status vjp_le_(vjp_tensor* input, vjp_tensor* other);
VJP_API vjp_status vjp_le_scalar_(vjp_tensor* input, vjp_scalar other);
VJP_API vjp_status vjp_le_out(vjp_tensor* input, vjp_tensor* other, vjp_tensor* out);
VJP_API vjp_status vjp_le_scalar_out(vjp_tensor* input, vjp_scalar other, vjp_tensor* out);
VJP_API vjp_status vjp_scalar_le_out(vjp_scalar input, vjp_tensor* other, vjp_tensor* out);

/**
 * input where it is positive, else negative_slope * input.
 *
 * leaky_relu(Tensor input, float negative_slope=0.01) -> Tensor
 */
VJP_API vjp_status vjp_leaky_relu(vjp_tensor* input, double negative_slope, vjp_tensor** out);
VJP_API vjp_status vjp_leaky_relu_(vjp_tensor* input, double negative_slope);
VJP_API vjp_status vjp_leaky_relu_out(vjp_tensor* input, double negative_slope, vjp_tensor* out);

/**
 * input + weight * (end - input), elementwise.
 *
 * lerp(Tensor input, Tensor end, Operand weight) -> Tensor
 */
VJP_API vjp_status vjp_lerp(vjp_tensor* input, vjp_tensor* end, vjp_tensor* weight, vjp_tensor** out);
VJP_API vjp_status vjp_lerp_scalar(vjp_tensor* input, vjp_tensor* end, vjp_scalar weight, vjp_tensor** out);
VJP_API vjp_status vjp_lerp_(vjp_tensor* input, vjp_tensor* end, vjp_tensor* weight);
VJP_API vjp_status vjp_lerp_scalar_(vjp_tensor* input, vjp_tensor* end, vjp_scalar weight);
VJP_API vjp_status vjp_lerp_out(vjp_tensor* input, vjp_tensor* end, vjp_tensor* weight, vjp_tensor* out);
VJP_API vjp_status vjp_lerp_scalar_out(vjp_tensor* input, vjp_tensor* end, vjp_scalar weight, vjp_tensor* out);

/**
 * The logarithm of the absolute value of the gamma function.
 *
 * lgamma(Tensor input) -> Tensor
 */
VJP_API vjp_status vjp_lgamma(vjp_tensor* input, vjp_tensor** out);
VJP_API vjp_status vjp_lgamma_(vjp_tensor* input);
VJP_API vjp_status vjp_lgamma_out(vjp_tensor* input, vjp_tensor* out);

/**
 * `steps` evenly spaced numbers from start to end, both included.
 *
 * linspace(Scalar start, Scalar end, int steps, *, dtype? dtype=None) -> Tensor
 */
VJP_API vjp_status vjp_linspace(vjp_scalar start, vjp_scalar end, int64_t steps, vjp_dtype dtype, vjp_tensor** out);

/**
 * Natural logarithm of every element.
 *
 * log(Tensor input) -> Tensor
 */
VJP_API vjp_status vjp_log(vjp_tensor* input, vjp_tensor** out);
VJP_API vjp_status vjp_log_(vjp_tensor* input);
VJP_API vjp_status vjp_log_out(vjp_tensor* input, vjp_tensor* out);

/**
 * Logarithm of every element in base 10.
 *
 * log10(Tensor input) -> Tensor
 */
VJP_API vjp_status vjp_log10(vjp_tensor* input, vjp_tensor** out);
VJP_API vjp_status vjp_log10_(vjp_tensor* input);
VJP_API vjp_status vjp_log10_out(vjp_tensor* input, vjp_tensor* out);

/**
 * log(1 + input), accurate near 0.
 *
 * log1p(Tensor input) -> Tensor
 */
VJP_API vjp_status vjp_log1p(vjp_tensor* input, vjp_tensor** out);
VJP_API vjp_status vjp_log1p_(vjp_tensor* input);
VJP_API vjp_status vjp_log1p_out(vjp_tensor* input, vjp_tensor* out);

/**
 * Logarithm of every element in base 2.
 *
 * log2(Tensor input) -> Tensor
 */
VJP_API vjp_status vjp_log2(vjp_tensor* input, vjp_tensor** out);
VJP_API vjp_status vjp_log2_(vjp_tensor* input);
VJP_API vjp_status vjp_log2_out(vjp_tensor* input, vjp_tensor* out);

/**
 * log(exp(input) + exp(other)), without overflow.
 *
 * logaddexp(Tensor input, Tensor other) -> Tensor
 */
VJP_API vjp_status vjp_logaddexp(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out);
VJP_API vjp_status vjp_logaddexp_(vjp_tensor* input, vjp_tensor* other);
VJP_API vjp_status vjp_logaddexp_out(vjp_tensor* input, vjp_tensor* other, vjp_tensor* out);

/**
 * log2(2^input + 2^other), without overflow.
 *
 * logaddexp2(Tensor input, Tensor other) -> Tensor
 */
VJP_API vjp_status vjp_logaddexp2(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out);
VJP_API vjp_status vjp_logaddexp2_(vjp_tensor* input, vjp_tensor* other);
VJP_API vjp_status vjp_logaddexp2_out(vjp_tensor* input, vjp_tensor* other, vjp_tensor* out);

/**
 * Whether both elements are other than 0.
 *
 * logical_and(Operand input, Operand other) -> Tensor
 */
VJP_API vjp_status vjp_logical_and(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out);
VJP_API vjp_status vjp_logical_and_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out);
VJP_API vjp_status vjp_scalar_logical_and(vjp_scalar input, vjp_tensor* other, vjp_tensor** out);
VJP_API vjp_status vjp_logical_and_(vjp_tensor* input, vjp_tensor* other);
VJP_API vjp_status vjp_logical_and_scalar_(vjp_tensor* input, vjp_scalar other);
VJP_API vjp_status vjp_logical_and_out(vjp_tensor* input, vjp_tensor* other, vjp_tensor* out);
VJP_API vjp_status vjp_logical_and_scalar_out(vjp_tensor* input, vjp_scalar other, vjp_tensor* out);
VJP_API vjp_status vjp_scalar_logical_and_out(vjp_scalar input, vjp_tensor* other, vjp_tensor* out);

/**
 * Whether each element is 0.
 *
 * logical_not(Tensor input) -> Tensor
 */
VJP_API vjp_status vjp_logical_not(vjp_tensor* input, vjp_tensor** out);
VJP_API vjp_status vjp_logical_not_(vjp_tensor* input);
VJP_API vjp_status vjp_logical_not_out(vjp_tensor* input, vjp_tensor* out);

/**
 * Whether any of both elements is other than 0.
 *
 * logical_or(Operand input, Operand other) -> Tensor
 */
VJP_API vjp_status vjp_logical_or(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out);
VJP_API vjp_status vjp_logical_or_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out);
VJP_API vjp_status vjp_scalar_logical_or(vjp_scalar input, vjp_tensor* other, vjp_tensor** out);
VJP_API vjp_status vjp_logical_or_(vjp_tensor* input, vjp_tensor* other);
VJP_API vjp_status vjp_logical_or_scalar_(vjp_tensor* input, vjp_scalar other);
VJP_API vjp_status vjp_logical_or_out(vjp_tensor* input, vjp_tensor* other, vjp_tensor* out);
VJP_API vjp_status vjp_logical_or_scalar_out(vjp_tensor* input, vjp_scalar other, vjp_tensor* out);
VJP_API vjp_status vjp_scalar_logical_or_out(vjp_scalar input, vjp_tensor* other, vjp_tensor* out);

/**
 * Whether just one of both elements is other than 0.
 *
 * logical_xor(Operand input, Operand other) -> Tensor
 */
VJP_API vjp_status vjp_logical_xor(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out);
VJP_API vjp_status vjp_logical_xor_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out);
VJP_API vjp_status vjp_scalar_logical_xor(vjp_scalar input, vjp_tensor* other, vjp_tensor** out);
VJP_API vjp_status vjp_logical_xor_(vjp_tensor* input, vjp_tensor* other);
VJP_API vjp_status vjp_logical_xor_scalar_(vjp_tensor* input, vjp_scalar other);
VJP_API vjp_status vjp_logical_xor_out(vjp_tensor* input, vjp_tensor* other, vjp_tensor* out);
VJP_API vjp_status vjp_logical_xor_scalar_out(vjp_tensor* input, vjp_scalar other, vjp_tensor* out);
VJP_API vjp_status vjp_scalar_logical_xor_out(vjp_scalar input, vjp_tensor* other, vjp_tensor* out);

/**
 * The inverse of sigmoid; with `eps`, of the input clamped to [eps, 1 - eps].
 *
 * logit(Tensor input, float? eps=None) -> Tensor
 */
VJP_API vjp_status vjp_logit(vjp_tensor* input, const double* eps, vjp_tensor** out);
VJP_API vjp_status vjp_logit_(vjp_tensor* input, const double* eps);
VJP_API vjp_status vjp_logit_out(vjp_tensor* input, const double* eps, vjp_tensor* out);

/**
 * log(sigmoid(input)), without overflow.
 *
 * logsigmoid(Tensor input) -> Tensor
 */
VJP_API vjp_status vjp_logsigmoid(vjp_tensor* input, vjp_tensor** out);
VJP_API vjp_status vjp_logsigmoid_(vjp_tensor* input);
VJP_API vjp_status vjp_logsigmoid_out(vjp_tensor* input, vjp_tensor* out);

/**
 * input < other, elementwise.
 *
 * lt(Operand input, Operand other) -> Tensor
 */
VJP_API vjp_status vjp_lt(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out);
VJP_API vjp_status vjp_lt_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out);
VJP_API vjp_status vjp_scalar_lt(vjp_scalar input, vjp_tensor* other, vjp_tensor** out);
VJP_API vjp_status vjp_lt_(vjp_tensor* input, vjp_tensor* other);
VJP_API vjp_status vjp_lt_scalar_(vjp_tensor* input, vjp_scalar other);
VJP_API vjp_status vjp_lt_out(vjp_tensor* input, vjp_tensor* other, vjp_tensor* out);
VJP_API vjp_status vjp_lt_scalar_out(vjp_tensor* input, vjp_scalar other, vjp_tensor* out);
VJP_API vjp_status vjp_scalar_lt_out(vjp_scalar input, vjp_tensor* other, vjp_tensor* out);

/**
 * The conjugate transpose over the last two dimensions.
 *
 * mH(Tensor input) -> Tensor
 */
VJP_API vjp_status vjp_mH(vjp_tensor* input, vjp_tensor** out);

/**
 * Exchanges the last two dimensions.
 *
 * mT(Tensor input) -> Tensor
 */
VJP_API vjp_status vjp_mT(vjp_tensor* input, vjp_tensor** out);

/**
 * The larger of both elements: another name of maximum.
 *
 * max.other(Tensor input, Tensor other) -> Tensor
 */
VJP_API vjp_status vjp_max_other(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out);
VJP_API vjp_status vjp_max_other_out(vjp_tensor* input, vjp_tensor* other, vjp_tensor* out);

/**
 * The larger of both elements, NaN if either is.
 *
 * maximum(Operand input, Operand other) -> Tensor
 */
VJP_API vjp_status vjp_maximum(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out);
VJP_API vjp_status vjp_maximum_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out);
VJP_API vjp_status vjp_scalar_maximum(vjp_scalar input, vjp_tensor* other, vjp_tensor** out);
VJP_API vjp_status vjp_maximum_(vjp_tensor* input, vjp_tensor* other);
VJP_API vjp_status vjp_maximum_scalar_(vjp_tensor* input, vjp_scalar other);
VJP_API vjp_status vjp_maximum_out(vjp_tensor* input, vjp_tensor* other, vjp_tensor* out);
VJP_API vjp_status vjp_maximum_scalar_out(vjp_tensor* input, vjp_scalar other, vjp_tensor* out);
VJP_API vjp_status vjp_scalar_maximum_out(vjp_scalar input, vjp_tensor* other, vjp_tensor* out);

/**
 * The smaller of both elements: another name of minimum.
 *
 * min.other(Tensor input, Tensor other) -> Tensor
 */
VJP_API vjp_status vjp_min_other(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out);
VJP_API vjp_status vjp_min_other_out(vjp_tensor* input, vjp_tensor* other, vjp_tensor* out);

/**
 * The smaller of both elements, NaN if either is.
 *
 * minimum(Operand input, Operand other) -> Tensor
 */
VJP_API vjp_status vjp_minimum(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out);
VJP_API vjp_status vjp_minimum_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out);
VJP_API vjp_status vjp_scalar_minimum(vjp_scalar input, vjp_tensor* other, vjp_tensor** out);
VJP_API vjp_status vjp_minimum_(vjp_tensor* input, vjp_tensor* other);
VJP_API vjp_status vjp_minimum_scalar_(vjp_tensor* input, vjp_scalar other);
VJP_API vjp_status vjp_minimum_out(vjp_tensor* input, vjp_tensor* other, vjp_tensor* out);
VJP_API vjp_status vjp_minimum_scalar_out(vjp_tensor* input, vjp_scalar other, vjp_tensor* out);
VJP_API vjp_status vjp_scalar_minimum_out(vjp_scalar input, vjp_tensor* other, vjp_tensor* out);

/**
 * input * tanh(softplus(input)), elementwise.
 *
 * mish(Tensor input) -> Tensor
 */
VJP_API vjp_status vjp_mish(vjp_tensor* input, vjp_tensor** out);
VJP_API vjp_status vjp_mish_(vjp_tensor* input);
VJP_API vjp_status vjp_mish_out(vjp_tensor* input, vjp_tensor* out);

/**
 * Moves dimensions to other places; the others keep their order.
 *
 * movedim(Tensor input, int[] source, int[] destination) -> Tensor
 */
VJP_API vjp_status vjp_movedim(vjp_tensor* input, const int64_t* source, size_t num_source, const int64_t* destination,
                               size_t num_destination, vjp_tensor** out);

/**
 * input * other, elementwise.
 *
 * mul(Operand input, Operand other) -> Tensor
 */
VJP_API vjp_status vjp_mul(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out);
VJP_API vjp_status vjp_mul_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out);
VJP_API vjp_status vjp_scalar_mul(vjp_scalar input, vjp_tensor* other, vjp_tensor** out);
VJP_API vjp_status vjp_mul_(vjp_tensor* input, vjp_tensor* other);
VJP_API vjp_status vjp_mul_scalar_(vjp_tensor* input, vjp_scalar other);
VJP_API vjp_status vjp_mul_out(vjp_tensor* input, vjp_tensor* other, vjp_tensor* out);
VJP_API vjp_status vjp_mul_scalar_out(vjp_tensor* input, vjp_scalar other, vjp_tensor* out);
VJP_API vjp_status vjp_scalar_mul_out(vjp_scalar input, vjp_tensor* other, vjp_tensor* out);

/**
 * input with NaN replaced by `nan` (0), infinities by `posinf` and `neginf` (the dtype's largest numbers).
 *
 * nan_to_num(Tensor input, float? nan=None, float? posinf=None, float? neginf=None) -> Tensor
 */
VJP_API vjp_status vjp_nan_to_num(vjp_tensor* input, const double* nan, const double* posinf, const double* neginf,
                                  vjp_tensor** out);
VJP_API vjp_status vjp_nan_to_num_(vjp_tensor* input, const double* nan, const double* posinf, const double* neginf);
VJP_API vjp_status vjp_nan_to_num_out(vjp_tensor* input, const double* nan, const double* posinf, const double* neginf,
                                      vjp_tensor* out);

/**
 * `length` slices of a dimension from `start` on.
 *
 * narrow(Tensor input, int dim, int start, int length) -> Tensor
 */
VJP_API vjp_status vjp_narrow(vjp_tensor* input, int64_t dim, int64_t start, int64_t length, vjp_tensor** out);

/**
 * The distribution function of the standard normal distribution.
 *
 * ndtr(Tensor input) -> Tensor
 */
VJP_API vjp_status vjp_ndtr(vjp_tensor* input, vjp_tensor** out);
VJP_API vjp_status vjp_ndtr_(vjp_tensor* input);
VJP_API vjp_status vjp_ndtr_out(vjp_tensor* input, vjp_tensor* out);

/**
 * input != other, elementwise.
 *
 * ne(Operand input, Operand other) -> Tensor
 */
VJP_API vjp_status vjp_ne(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out);
VJP_API vjp_status vjp_ne_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out);
VJP_API vjp_status vjp_scalar_ne(vjp_scalar input, vjp_tensor* other, vjp_tensor** out);
VJP_API vjp_status vjp_ne_(vjp_tensor* input, vjp_tensor* other);
VJP_API vjp_status vjp_ne_scalar_(vjp_tensor* input, vjp_scalar other);
VJP_API vjp_status vjp_ne_out(vjp_tensor* input, vjp_tensor* other, vjp_tensor* out);
VJP_API vjp_status vjp_ne_scalar_out(vjp_tensor* input, vjp_scalar other, vjp_tensor* out);
VJP_API vjp_status vjp_scalar_ne_out(vjp_scalar input, vjp_tensor* other, vjp_tensor* out);

/**
 * -input, elementwise.
 *
 * neg(Tensor input) -> Tensor
 */
VJP_API vjp_status vjp_neg(vjp_tensor* input, vjp_tensor** out);
VJP_API vjp_status vjp_neg_(vjp_tensor* input);
VJP_API vjp_status vjp_neg_out(vjp_tensor* input, vjp_tensor* out);

/**
 * A tensor of ones; float32 unless dtype is given.
 *
 * ones(int[] size, *, dtype? dtype=None) -> Tensor
 */
VJP_API vjp_status vjp_ones(const int64_t* size, size_t num_size, vjp_dtype dtype, vjp_tensor** out);

/**
 * Ones of the shape, and unless given the dtype, of `input`.
 *
 * ones_like(Tensor input, *, dtype? dtype=None) -> Tensor
 */
VJP_API vjp_status vjp_ones_like(vjp_tensor* input, vjp_dtype dtype, vjp_tensor** out);

/**
 * The dimensions in another order: dimension i of the result is dims[i] of the input.
 *
 * permute(Tensor input, int[] dims) -> Tensor
 */
VJP_API vjp_status vjp_permute(vjp_tensor* input, const int64_t* dims, size_t num_dims, vjp_tensor** out);

/**
 * abs * exp(i angle), elementwise.
 *
 * polar(Tensor abs, Tensor angle) -> Tensor
 */
VJP_API vjp_status vjp_polar(vjp_tensor* abs, vjp_tensor* angle, vjp_tensor** out);

/**
 * The n-th derivative of digamma.
 *
 * polygamma(int n, Tensor input) -> Tensor
 */
VJP_API vjp_status vjp_polygamma(int64_t n, vjp_tensor* input, vjp_tensor** out);

/**
 * input as it is.
 *
 * positive(Tensor input) -> Tensor
 */
VJP_API vjp_status vjp_positive(vjp_tensor* input, vjp_tensor** out);

/**
 * input to the power of exponent, elementwise.
 *
 * pow(Operand input, Operand exponent) -> Tensor
 */
VJP_API vjp_status vjp_pow(vjp_tensor* input, vjp_tensor* exponent, vjp_tensor** out);
VJP_API vjp_status vjp_pow_scalar(vjp_tensor* input, vjp_scalar exponent, vjp_tensor** out);
VJP_API vjp_status vjp_scalar_pow(vjp_scalar input, vjp_tensor* exponent, vjp_tensor** out);
VJP_API vjp_status vjp_pow_(vjp_tensor* input, vjp_tensor* exponent);
VJP_API vjp_status vjp_pow_scalar_(vjp_tensor* input, vjp_scalar exponent);
VJP_API vjp_status vjp_pow_out(vjp_tensor* input, vjp_tensor* exponent, vjp_tensor* out);
VJP_API vjp_status vjp_pow_scalar_out(vjp_tensor* input, vjp_scalar exponent, vjp_tensor* out);
VJP_API vjp_status vjp_scalar_pow_out(vjp_scalar input, vjp_tensor* exponent, vjp_tensor* out);

/**
 * input where it is positive, else weight * input; one weight, or one for each of dimension 1.
 *
 * prelu(Tensor input, Tensor weight) -> Tensor
 */
VJP_API vjp_status vjp_prelu(vjp_tensor* input, vjp_tensor* weight, vjp_tensor** out);

/**
 * Radians to degrees.
 *
 * rad2deg(Tensor input) -> Tensor
 */
VJP_API vjp_status vjp_rad2deg(vjp_tensor* input, vjp_tensor** out);
VJP_API vjp_status vjp_rad2deg_(vjp_tensor* input);
VJP_API vjp_status vjp_rad2deg_out(vjp_tensor* input, vjp_tensor* out);

/**
 * All elements in one dimension.
 *
 * ravel(Tensor input) -> Tensor
 */
VJP_API vjp_status vjp_ravel(vjp_tensor* input, vjp_tensor** out);

/**
 * The real parts of a complex tensor, as a view; a real tensor as it is.
 *
 * real(Tensor input) -> Tensor
 */
VJP_API vjp_status vjp_real(vjp_tensor* input, vjp_tensor** out);

/**
 * 1 / input, elementwise.
 *
 * reciprocal(Tensor input) -> Tensor
 */
VJP_API vjp_status vjp_reciprocal(vjp_tensor* input, vjp_tensor** out);
VJP_API vjp_status vjp_reciprocal_(vjp_tensor* input);
VJP_API vjp_status vjp_reciprocal_out(vjp_tensor* input, vjp_tensor* out);

/**
 * max(input, 0), elementwise.
 *
 * relu(Tensor input) -> Tensor
 */
VJP_API vjp_status vjp_relu(vjp_tensor* input, vjp_tensor** out);
VJP_API vjp_status vjp_relu_(vjp_tensor* input);
VJP_API vjp_status vjp_relu_out(vjp_tensor* input, vjp_tensor* out);

/**
 * input clamped to [0, 6].
 *
 * relu6(Tensor input) -> Tensor
 */
VJP_API vjp_status vjp_relu6(vjp_tensor* input, vjp_tensor** out);
VJP_API vjp_status vjp_relu6_(vjp_tensor* input);
VJP_API vjp_status vjp_relu6_out(vjp_tensor* input, vjp_tensor* out);

/**
 * What remains of input after whole multiples of other, with the sign of other, as Python's %.
 *
 * remainder(Operand input, Operand other) -> Tensor
 */
VJP_API vjp_status vjp_remainder(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out);
VJP_API vjp_status vjp_remainder_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out);
VJP_API vjp_status vjp_scalar_remainder(vjp_scalar input, vjp_tensor* other, vjp_tensor** out);
VJP_API vjp_status vjp_remainder_(vjp_tensor* input, vjp_tensor* other);
VJP_API vjp_status vjp_remainder_scalar_(vjp_tensor* input, vjp_scalar other);
VJP_API vjp_status vjp_remainder_out(vjp_tensor* input, vjp_tensor* other, vjp_tensor* out);
VJP_API vjp_status vjp_remainder_scalar_out(vjp_tensor* input, vjp_scalar other, vjp_tensor* out);
VJP_API vjp_status vjp_scalar_remainder_out(vjp_scalar input, vjp_tensor* other, vjp_tensor* out);

/**
 * The same elements in the same order under another shape; a view where strides allow, otherwise a copy.
 *
 * reshape(Tensor input, int[] shape) -> Tensor
 */
VJP_API vjp_status vjp_reshape(vjp_tensor* input, const int64_t* shape, size_t num_shape, vjp_tensor** out);

/**
 * reshape to the shape of another tensor.
 *
 * reshape_as(Tensor input, Tensor other) -> Tensor
 */
VJP_API vjp_status vjp_reshape_as(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out);

/**
 * The nearest whole number, ties to even.
 *
 * round(Tensor input) -> Tensor
 */
VJP_API vjp_status vjp_round(vjp_tensor* input, vjp_tensor** out);
VJP_API vjp_status vjp_round_(vjp_tensor* input);
VJP_API vjp_status vjp_round_out(vjp_tensor* input, vjp_tensor* out);

/**
 * The nearest number with this many decimals; negative: the nearest multiple of a power of 10.
 *
 * round.decimals(Tensor input, *, int decimals) -> Tensor
 */
VJP_API vjp_status vjp_round_decimals(vjp_tensor* input, int64_t decimals, vjp_tensor** out);
VJP_API vjp_status vjp_round_decimals_(vjp_tensor* input, int64_t decimals);
VJP_API vjp_status vjp_round_decimals_out(vjp_tensor* input, int64_t decimals, vjp_tensor* out);

/**
 * 1 / sqrt(input), elementwise.
 *
 * rsqrt(Tensor input) -> Tensor
 */
VJP_API vjp_status vjp_rsqrt(vjp_tensor* input, vjp_tensor** out);
VJP_API vjp_status vjp_rsqrt_(vjp_tensor* input);
VJP_API vjp_status vjp_rsqrt_out(vjp_tensor* input, vjp_tensor* out);

/**
 * other - alpha * input, elementwise.
 *
 * rsub(Tensor input, Operand other, *, Scalar alpha=1) -> Tensor
 */
VJP_API vjp_status vjp_rsub(vjp_tensor* input, vjp_tensor* other, vjp_scalar alpha, vjp_tensor** out);
VJP_API vjp_status vjp_rsub_scalar(vjp_tensor* input, vjp_scalar other, vjp_scalar alpha, vjp_tensor** out);

/**
 * The slice at one index of a dimension, which vanishes.
 *
 * select(Tensor input, int dim, int index) -> Tensor
 */
VJP_API vjp_status vjp_select(vjp_tensor* input, int64_t dim, int64_t index, vjp_tensor** out);

/**
 * The self-normalising exponential linear unit.
 *
 * selu(Tensor input) -> Tensor
 */
VJP_API vjp_status vjp_selu(vjp_tensor* input, vjp_tensor** out);
VJP_API vjp_status vjp_selu_(vjp_tensor* input);
VJP_API vjp_status vjp_selu_out(vjp_tensor* input, vjp_tensor* out);

/**
 * input / |input|, and 0 at 0.
 *
 * sgn(Tensor input) -> Tensor
 */
VJP_API vjp_status vjp_sgn(vjp_tensor* input, vjp_tensor** out);
VJP_API vjp_status vjp_sgn_(vjp_tensor* input);
VJP_API vjp_status vjp_sgn_out(vjp_tensor* input, vjp_tensor* out);

/**
 * 1 / (1 + exp(-input)), elementwise.
 *
 * sigmoid(Tensor input) -> Tensor
 */
VJP_API vjp_status vjp_sigmoid(vjp_tensor* input, vjp_tensor** out);
VJP_API vjp_status vjp_sigmoid_(vjp_tensor* input);
VJP_API vjp_status vjp_sigmoid_out(vjp_tensor* input, vjp_tensor* out);

/**
 * -1, 0 or 1 as every element is negative, 0 or positive.
 *
 * sign(Tensor input) -> Tensor
 */
VJP_API vjp_status vjp_sign(vjp_tensor* input, vjp_tensor** out);
VJP_API vjp_status vjp_sign_(vjp_tensor* input);
VJP_API vjp_status vjp_sign_out(vjp_tensor* input, vjp_tensor* out);

/**
 * Whether each element's sign bit is set, as that of -0.0 is.
 *
 * signbit(Tensor input) -> Tensor
 */
VJP_API vjp_status vjp_signbit(vjp_tensor* input, vjp_tensor** out);
VJP_API vjp_status vjp_signbit_(vjp_tensor* input);
VJP_API vjp_status vjp_signbit_out(vjp_tensor* input, vjp_tensor* out);

/**
 * input * sigmoid(input), elementwise.
 *
 * silu(Tensor input) -> Tensor
 */
VJP_API vjp_status vjp_silu(vjp_tensor* input, vjp_tensor** out);
VJP_API vjp_status vjp_silu_(vjp_tensor* input);
VJP_API vjp_status vjp_silu_out(vjp_tensor* input, vjp_tensor* out);

/**
 * Sine of every element.
 *
 * sin(Tensor input) -> Tensor
 */
VJP_API vjp_status vjp_sin(vjp_tensor* input, vjp_tensor** out);
VJP_API vjp_status vjp_sin_(vjp_tensor* input);
VJP_API vjp_status vjp_sin_out(vjp_tensor* input, vjp_tensor* out);

/**
 * sin(pi input) / (pi input), 1 at 0.
 *
 * sinc(Tensor input) -> Tensor
 */
VJP_API vjp_status vjp_sinc(vjp_tensor* input, vjp_tensor** out);
VJP_API vjp_status vjp_sinc_(vjp_tensor* input);
VJP_API vjp_status vjp_sinc_out(vjp_tensor* input, vjp_tensor* out);

/**
 * Hyperbolic sine of every element.
 *
 * sinh(Tensor input) -> Tensor
 */
VJP_API vjp_status vjp_sinh(vjp_tensor* input, vjp_tensor** out);
VJP_API vjp_status vjp_sinh_(vjp_tensor* input);
VJP_API vjp_status vjp_sinh_out(vjp_tensor* input, vjp_tensor* out);

/**
 * Every step-th slice from start to before end; bounds may count from the end.
 *
 * slice(Tensor input, int dim=0, int? start=None, int? end=None, int step=1) -> Tensor
 */
VJP_API vjp_status vjp_slice(vjp_tensor* input, int64_t dim, const int64_t* start, const int64_t* end, int64_t step,
                             vjp_tensor** out);

/**
 * log(1 + exp(beta * input)) / beta; input itself where beta * input is above the threshold.
 *
 * softplus(Tensor input, Scalar beta=1, Scalar threshold=20) -> Tensor
 */
VJP_API vjp_status vjp_softplus(vjp_tensor* input, vjp_scalar beta, vjp_scalar threshold, vjp_tensor** out);
VJP_API vjp_status vjp_softplus_(vjp_tensor* input, vjp_scalar beta, vjp_scalar threshold);
VJP_API vjp_status vjp_softplus_out(vjp_tensor* input, vjp_scalar beta, vjp_scalar threshold, vjp_tensor* out);

/**
 * input moved towards 0 by lambd, 0 within.
 *
 * softshrink(Tensor input, Scalar lambd=0.5) -> Tensor
 */
VJP_API vjp_status vjp_softshrink(vjp_tensor* input, vjp_scalar lambd, vjp_tensor** out);
VJP_API vjp_status vjp_softshrink_(vjp_tensor* input, vjp_scalar lambd);
VJP_API vjp_status vjp_softshrink_out(vjp_tensor* input, vjp_scalar lambd, vjp_tensor* out);

/**
 * input / (1 + |input|), elementwise.
 *
 * softsign(Tensor input) -> Tensor
 */
VJP_API vjp_status vjp_softsign(vjp_tensor* input, vjp_tensor** out);
VJP_API vjp_status vjp_softsign_(vjp_tensor* input);
VJP_API vjp_status vjp_softsign_out(vjp_tensor* input, vjp_tensor* out);

/**
 * Views of `split_size` slices each along a dimension; the last may be smaller.
 *
 * split(Tensor input, int split_size, int dim=0) -> Tensor[]
 */
VJP_API vjp_status vjp_split(vjp_tensor* input, int64_t split_size, int64_t dim, vjp_tensor_list** out);

/**
 * split_with_sizes under its other name.
 *
 * split.sizes(Tensor input, int[] split_size, int dim=0) -> Tensor[]
 */
VJP_API vjp_status vjp_split_sizes(vjp_tensor* input, const int64_t* split_size, size_t num_split_size, int64_t dim,
                                   vjp_tensor_list** out);

/**
 * Views of the given sizes, one after the other, along a dimension.
 *
 * split_with_sizes(Tensor input, int[] split_sizes, int dim=0) -> Tensor[]
 */
VJP_API vjp_status vjp_split_with_sizes(vjp_tensor* input, const int64_t* split_sizes, size_t num_split_sizes,
                                        int64_t dim, vjp_tensor_list** out);

/**
 * Square root of every element.
 *
 * sqrt(Tensor input) -> Tensor
 */
VJP_API vjp_status vjp_sqrt(vjp_tensor* input, vjp_tensor** out);
VJP_API vjp_status vjp_sqrt_(vjp_tensor* input);
VJP_API vjp_status vjp_sqrt_out(vjp_tensor* input, vjp_tensor* out);

/**
 * input * input, elementwise.
 *
 * square(Tensor input) -> Tensor
 */
VJP_API vjp_status vjp_square(vjp_tensor* input, vjp_tensor** out);
VJP_API vjp_status vjp_square_(vjp_tensor* input);
VJP_API vjp_status vjp_square_out(vjp_tensor* input, vjp_tensor* out);

/**
 * Drops every dimension of size 1.
 *
 * squeeze(Tensor input) -> Tensor
 */
VJP_API vjp_status vjp_squeeze(vjp_tensor* input, vjp_tensor** out);
VJP_API vjp_status vjp_squeeze_(vjp_tensor* input);

/**
 * Drops the given dimensions where their size is 1.
 *
 * squeeze.dim(Tensor input, int[] dim) -> Tensor
 */
VJP_API vjp_status vjp_squeeze_dim(vjp_tensor* input, const int64_t* dim, size_t num_dim, vjp_tensor** out);
VJP_API vjp_status vjp_squeeze_dim_(vjp_tensor* input, const int64_t* dim, size_t num_dim);

/**
 * Tensors of one shape along a new dimension.
 *
 * stack(Tensor[] tensors, int dim=0) -> Tensor
 */
VJP_API vjp_status vjp_stack(vjp_tensor* const* tensors, size_t num_tensors, int64_t dim, vjp_tensor** out);

/**
 * input - other, elementwise.
 *
 * sub(Operand input, Operand other) -> Tensor
 */
VJP_API vjp_status vjp_sub(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out);
VJP_API vjp_status vjp_sub_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out);
VJP_API vjp_status vjp_scalar_sub(vjp_scalar input, vjp_tensor* other, vjp_tensor** out);
VJP_API vjp_status vjp_sub_(vjp_tensor* input, vjp_tensor* other);
VJP_API vjp_status vjp_sub_scalar_(vjp_tensor* input, vjp_scalar other);
VJP_API vjp_status vjp_sub_out(vjp_tensor* input, vjp_tensor* other, vjp_tensor* out);
VJP_API vjp_status vjp_sub_scalar_out(vjp_tensor* input, vjp_scalar other, vjp_tensor* out);
VJP_API vjp_status vjp_scalar_sub_out(vjp_scalar input, vjp_tensor* other, vjp_tensor* out);

/**
 * input - alpha * other, elementwise.
 *
 * sub.alpha(Operand input, Operand other, *, Scalar alpha=1) -> Tensor
 */
VJP_API vjp_status vjp_sub_alpha(vjp_tensor* input, vjp_tensor* other, vjp_scalar alpha, vjp_tensor** out);
VJP_API vjp_status vjp_sub_alpha_scalar(vjp_tensor* input, vjp_scalar other, vjp_scalar alpha, vjp_tensor** out);
VJP_API vjp_status vjp_scalar_sub_alpha(vjp_scalar input, vjp_tensor* other, vjp_scalar alpha, vjp_tensor** out);
VJP_API vjp_status vjp_sub_alpha_(vjp_tensor* input, vjp_tensor* other, vjp_scalar alpha);
VJP_API vjp_status vjp_sub_alpha_scalar_(vjp_tensor* input, vjp_scalar other, vjp_scalar alpha);
VJP_API vjp_status vjp_sub_alpha_out(vjp_tensor* input, vjp_tensor* other, vjp_scalar alpha, vjp_tensor* out);
VJP_API vjp_status vjp_sub_alpha_scalar_out(vjp_tensor* input, vjp_scalar other, vjp_scalar alpha, vjp_tensor* out);
VJP_API vjp_status vjp_scalar_sub_alpha_out(vjp_scalar input, vjp_tensor* other, vjp_scalar alpha, vjp_tensor* out);

/**
 * Sums a tensor down to a shape that broadcasts to its own; itself if it has it already.
 *
 * sum_to_size(Tensor input, int[] size) -> Tensor
 */
VJP_API vjp_status vjp_sum_to_size(vjp_tensor* input, const int64_t* size, size_t num_size, vjp_tensor** out);

/**
 * The transpose of a matrix; tensors of fewer dimensions as they are.
 *
 * t(Tensor input) -> Tensor
 */
VJP_API vjp_status vjp_t(vjp_tensor* input, vjp_tensor** out);
VJP_API vjp_status vjp_t_(vjp_tensor* input);

/**
 * Tangent of every element.
 *
 * tan(Tensor input) -> Tensor
 */
VJP_API vjp_status vjp_tan(vjp_tensor* input, vjp_tensor** out);
VJP_API vjp_status vjp_tan_(vjp_tensor* input);
VJP_API vjp_status vjp_tan_out(vjp_tensor* input, vjp_tensor* out);

/**
 * Hyperbolic tangent of every element.
 *
 * tanh(Tensor input) -> Tensor
 */
VJP_API vjp_status vjp_tanh(vjp_tensor* input, vjp_tensor** out);
VJP_API vjp_status vjp_tanh_(vjp_tensor* input);
VJP_API vjp_status vjp_tanh_out(vjp_tensor* input, vjp_tensor* out);

/**
 * input - tanh(input), elementwise.
 *
 * tanhshrink(Tensor input) -> Tensor
 */
VJP_API vjp_status vjp_tanhshrink(vjp_tensor* input, vjp_tensor** out);
VJP_API vjp_status vjp_tanhshrink_(vjp_tensor* input);
VJP_API vjp_status vjp_tanhshrink_out(vjp_tensor* input, vjp_tensor* out);

/**
 * input where it is above the threshold, else value.
 *
 * threshold(Tensor input, Scalar threshold, Scalar value) -> Tensor
 */
VJP_API vjp_status vjp_threshold(vjp_tensor* input, vjp_scalar threshold, vjp_scalar value, vjp_tensor** out);
VJP_API vjp_status vjp_threshold_(vjp_tensor* input, vjp_scalar threshold, vjp_scalar value);
VJP_API vjp_status vjp_threshold_out(vjp_tensor* input, vjp_scalar threshold, vjp_scalar value, vjp_tensor* out);

/**
 * The tensor converted to a dtype; itself if it has it already.
 *
 * to(Tensor input, dtype? dtype=None) -> Tensor
 */
VJP_API vjp_status vjp_to(vjp_tensor* input, vjp_dtype dtype, vjp_tensor** out);

/**
 * Exchanges two dimensions.
 *
 * transpose(Tensor input, int dim0, int dim1) -> Tensor
 */
VJP_API vjp_status vjp_transpose(vjp_tensor* input, int64_t dim0, int64_t dim1, vjp_tensor** out);
VJP_API vjp_status vjp_transpose_(vjp_tensor* input, int64_t dim0, int64_t dim1);

/**
 * input / other: another name of div.
 *
 * true_divide(Operand input, Operand other) -> Tensor
 */
VJP_API vjp_status vjp_true_divide(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out);
VJP_API vjp_status vjp_true_divide_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out);
VJP_API vjp_status vjp_scalar_true_divide(vjp_scalar input, vjp_tensor* other, vjp_tensor** out);
VJP_API vjp_status vjp_true_divide_(vjp_tensor* input, vjp_tensor* other);
VJP_API vjp_status vjp_true_divide_scalar_(vjp_tensor* input, vjp_scalar other);
VJP_API vjp_status vjp_true_divide_out(vjp_tensor* input, vjp_tensor* other, vjp_tensor* out);
VJP_API vjp_status vjp_true_divide_scalar_out(vjp_tensor* input, vjp_scalar other, vjp_tensor* out);
VJP_API vjp_status vjp_scalar_true_divide_out(vjp_scalar input, vjp_tensor* other, vjp_tensor* out);

/**
 * The whole part of each element.
 *
 * trunc(Tensor input) -> Tensor
 */
VJP_API vjp_status vjp_trunc(vjp_tensor* input, vjp_tensor** out);
VJP_API vjp_status vjp_trunc_(vjp_tensor* input);
VJP_API vjp_status vjp_trunc_out(vjp_tensor* input, vjp_tensor* out);

/**
 * A view for every index of a dimension, which vanishes.
 *
 * unbind(Tensor input, int dim=0) -> Tensor[]
 */
VJP_API vjp_status vjp_unbind(vjp_tensor* input, int64_t dim, vjp_tensor_list** out);

/**
 * Splits a dimension into several, whose product it is; one may be -1.
 *
 * unflatten(Tensor input, int dim, int[] sizes) -> Tensor
 */
VJP_API vjp_status vjp_unflatten(vjp_tensor* input, int64_t dim, const int64_t* sizes, size_t num_sizes,
                                 vjp_tensor** out);

/**
 * All windows of `size`, `step` apart, along a dimension; the window is a new last dimension.
 *
 * unfold(Tensor input, int dimension, int size, int step) -> Tensor
 */
VJP_API vjp_status vjp_unfold(vjp_tensor* input, int64_t dimension, int64_t size, int64_t step, vjp_tensor** out);

/**
 * Inserts a dimension of size 1.
 *
 * unsqueeze(Tensor input, int dim) -> Tensor
 */
VJP_API vjp_status vjp_unsqueeze(vjp_tensor* input, int64_t dim, vjp_tensor** out);
VJP_API vjp_status vjp_unsqueeze_(vjp_tensor* input, int64_t dim);

/**
 * The same elements in the same order under another shape, without a copy; one size may be -1.
 *
 * view(Tensor input, int[] size) -> Tensor
 */
VJP_API vjp_status vjp_view(vjp_tensor* input, const int64_t* size, size_t num_size, vjp_tensor** out);

/**
 * view with the shape of another tensor.
 *
 * view_as(Tensor input, Tensor other) -> Tensor
 */
VJP_API vjp_status vjp_view_as(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out);

/**
 * Real numbers with a last dimension of (real, imaginary) as a complex tensor.
 *
 * view_as_complex(Tensor input) -> Tensor
 */
VJP_API vjp_status vjp_view_as_complex(vjp_tensor* input, vjp_tensor** out);

/**
 * A complex tensor as real numbers, with a last dimension of (real, imaginary).
 *
 * view_as_real(Tensor input) -> Tensor
 */
VJP_API vjp_status vjp_view_as_real(vjp_tensor* input, vjp_tensor** out);

/**
 * input where condition is true, else other.
 *
 * where(Tensor condition, Operand input, Operand other) -> Tensor
 */
VJP_API vjp_status vjp_where(vjp_tensor* condition, vjp_tensor* input, vjp_tensor* other, vjp_tensor** out);
VJP_API vjp_status vjp_where_scalar(vjp_tensor* condition, vjp_tensor* input, vjp_scalar other, vjp_tensor** out);
VJP_API vjp_status vjp_scalar_where(vjp_tensor* condition, vjp_scalar input, vjp_tensor* other, vjp_tensor** out);
VJP_API vjp_status vjp_where_out(vjp_tensor* condition, vjp_tensor* input, vjp_tensor* other, vjp_tensor* out);
VJP_API vjp_status vjp_where_scalar_out(vjp_tensor* condition, vjp_tensor* input, vjp_scalar other, vjp_tensor* out);
VJP_API vjp_status vjp_scalar_where_out(vjp_tensor* condition, vjp_scalar input, vjp_tensor* other, vjp_tensor* out);

/**
 * input * log1p(other), and 0 where input is 0.
 *
 * xlog1py(Operand input, Operand other) -> Tensor
 */
VJP_API vjp_status vjp_xlog1py(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out);
VJP_API vjp_status vjp_xlog1py_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out);
VJP_API vjp_status vjp_scalar_xlog1py(vjp_scalar input, vjp_tensor* other, vjp_tensor** out);
VJP_API vjp_status vjp_xlog1py_(vjp_tensor* input, vjp_tensor* other);
VJP_API vjp_status vjp_xlog1py_scalar_(vjp_tensor* input, vjp_scalar other);
VJP_API vjp_status vjp_xlog1py_out(vjp_tensor* input, vjp_tensor* other, vjp_tensor* out);
VJP_API vjp_status vjp_xlog1py_scalar_out(vjp_tensor* input, vjp_scalar other, vjp_tensor* out);
VJP_API vjp_status vjp_scalar_xlog1py_out(vjp_scalar input, vjp_tensor* other, vjp_tensor* out);

/**
 * input * log(other), and 0 where input is 0.
 *
 * xlogy(Operand input, Operand other) -> Tensor
 */
VJP_API vjp_status vjp_xlogy(vjp_tensor* input, vjp_tensor* other, vjp_tensor** out);
VJP_API vjp_status vjp_xlogy_scalar(vjp_tensor* input, vjp_scalar other, vjp_tensor** out);
VJP_API vjp_status vjp_scalar_xlogy(vjp_scalar input, vjp_tensor* other, vjp_tensor** out);
VJP_API vjp_status vjp_xlogy_(vjp_tensor* input, vjp_tensor* other);
VJP_API vjp_status vjp_xlogy_scalar_(vjp_tensor* input, vjp_scalar other);
VJP_API vjp_status vjp_xlogy_out(vjp_tensor* input, vjp_tensor* other, vjp_tensor* out);
VJP_API vjp_status vjp_xlogy_scalar_out(vjp_tensor* input, vjp_scalar other, vjp_tensor* out);
VJP_API vjp_status vjp_scalar_xlogy_out(vjp_scalar input, vjp_tensor* other, vjp_tensor* out);

/**
 * Zeros like `input`; zero_ clears it.
 *
 * zero(Tensor input) -> Tensor
 */
VJP_API vjp_status vjp_zero(vjp_tensor* input, vjp_tensor** out);
VJP_API vjp_status vjp_zero_(vjp_tensor* input);

/**
 * A tensor of zeros; float32 unless dtype is given.
 *
 * zeros(int[] size, *, dtype? dtype=None) -> Tensor
 */
VJP_API vjp_status vjp_zeros(const int64_t* size, size_t num_size, vjp_dtype dtype, vjp_tensor** out);

/**
 * Zeros of the shape, and unless given the dtype, of `input`.
 *
 * zeros_like(Tensor input, *, dtype? dtype=None) -> Tensor
 */
VJP_API vjp_status vjp_zeros_like(vjp_tensor* input, vjp_dtype dtype, vjp_tensor** out);

#ifdef __cplusplus
}
#endif
#endif
