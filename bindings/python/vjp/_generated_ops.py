# Printed by generate.py from the library's registry; not to be edited.
# ruff: noqa
"""The operators, as functions and as methods of Tensor."""

from builtins import len
from collections import namedtuple

from ._call import binary, binary_inplace, call, call_inplace, call_out, explain, floats, overloaded, unpacked
from ._core import NULL, dtype_code, failure, ints, scalar, scalar_struct
from ._ffi import ffi, lib
from ._tensor import Tensor, from_list

# What Python and cffi raise when an argument is not of the type that C wants.
UNFIT = (AttributeError, TypeError, OverflowError, ValueError)


_c_T = lib.call_T
_c_abs = lib.call_abs
_c_abs_ = lib.call_abs_
_c_acos = lib.call_acos
_c_acos_ = lib.call_acos_
_c_acosh = lib.call_acosh
_c_acosh_ = lib.call_acosh_
_c_add = lib.call_add
_c_add_ = lib.call_add_
_c_add_alpha = lib.call_add_alpha
_c_add_alpha_ = lib.call_add_alpha_
_c_add_alpha_scalar = lib.call_add_alpha_scalar
_c_add_alpha_scalar_ = lib.call_add_alpha_scalar_
_c_add_scalar = lib.call_add_scalar
_c_add_scalar_ = lib.call_add_scalar_
_c_addcdiv = lib.call_addcdiv
_c_addcdiv_ = lib.call_addcdiv_
_c_addcmul = lib.call_addcmul
_c_addcmul_ = lib.call_addcmul_
_c_alias = lib.call_alias
_c_angle = lib.call_angle
_c_arange = lib.call_arange
_c_arange_start = lib.call_arange_start
_c_as_strided = lib.call_as_strided
_c_as_strided_ = lib.call_as_strided_
_c_asin = lib.call_asin
_c_asin_ = lib.call_asin_
_c_asinh = lib.call_asinh
_c_asinh_ = lib.call_asinh_
_c_atan = lib.call_atan
_c_atan2 = lib.call_atan2
_c_atan2_ = lib.call_atan2_
_c_atan_ = lib.call_atan_
_c_atanh = lib.call_atanh
_c_atanh_ = lib.call_atanh_
_c_bitwise_and = lib.call_bitwise_and
_c_bitwise_and_ = lib.call_bitwise_and_
_c_bitwise_and_scalar = lib.call_bitwise_and_scalar
_c_bitwise_and_scalar_ = lib.call_bitwise_and_scalar_
_c_bitwise_left_shift = lib.call_bitwise_left_shift
_c_bitwise_left_shift_ = lib.call_bitwise_left_shift_
_c_bitwise_left_shift_scalar = lib.call_bitwise_left_shift_scalar
_c_bitwise_left_shift_scalar_ = lib.call_bitwise_left_shift_scalar_
_c_bitwise_not = lib.call_bitwise_not
_c_bitwise_not_ = lib.call_bitwise_not_
_c_bitwise_or = lib.call_bitwise_or
_c_bitwise_or_ = lib.call_bitwise_or_
_c_bitwise_or_scalar = lib.call_bitwise_or_scalar
_c_bitwise_or_scalar_ = lib.call_bitwise_or_scalar_
_c_bitwise_right_shift = lib.call_bitwise_right_shift
_c_bitwise_right_shift_ = lib.call_bitwise_right_shift_
_c_bitwise_right_shift_scalar = lib.call_bitwise_right_shift_scalar
_c_bitwise_right_shift_scalar_ = lib.call_bitwise_right_shift_scalar_
_c_bitwise_xor = lib.call_bitwise_xor
_c_bitwise_xor_ = lib.call_bitwise_xor_
_c_bitwise_xor_scalar = lib.call_bitwise_xor_scalar
_c_bitwise_xor_scalar_ = lib.call_bitwise_xor_scalar_
_c_broadcast_to = lib.call_broadcast_to
_c_cat = lib.call_cat
_c_ceil = lib.call_ceil
_c_ceil_ = lib.call_ceil_
_c_celu = lib.call_celu
_c_celu_ = lib.call_celu_
_c_chunk = lib.call_chunk
_c_clamp_max = lib.call_clamp_max
_c_clamp_max_ = lib.call_clamp_max_
_c_clamp_max_scalar = lib.call_clamp_max_scalar
_c_clamp_max_scalar_ = lib.call_clamp_max_scalar_
_c_clamp_min = lib.call_clamp_min
_c_clamp_min_ = lib.call_clamp_min_
_c_clamp_min_scalar = lib.call_clamp_min_scalar
_c_clamp_min_scalar_ = lib.call_clamp_min_scalar_
_c_clone = lib.call_clone
_c_complex = lib.call_complex
_c_conj = lib.call_conj
_c_contiguous = lib.call_contiguous
_c_copy = lib.call_copy
_c_copy_ = lib.call_copy_
_c_copysign = lib.call_copysign
_c_copysign_ = lib.call_copysign_
_c_copysign_scalar = lib.call_copysign_scalar
_c_copysign_scalar_ = lib.call_copysign_scalar_
_c_cos = lib.call_cos
_c_cos_ = lib.call_cos_
_c_cosh = lib.call_cosh
_c_cosh_ = lib.call_cosh_
_c_deg2rad = lib.call_deg2rad
_c_deg2rad_ = lib.call_deg2rad_
_c_diagonal = lib.call_diagonal
_c_digamma = lib.call_digamma
_c_digamma_ = lib.call_digamma_
_c_div = lib.call_div
_c_div_ = lib.call_div_
_c_div_rounding_mode = lib.call_div_rounding_mode
_c_div_rounding_mode_ = lib.call_div_rounding_mode_
_c_div_rounding_mode_scalar = lib.call_div_rounding_mode_scalar
_c_div_rounding_mode_scalar_ = lib.call_div_rounding_mode_scalar_
_c_div_scalar = lib.call_div_scalar
_c_div_scalar_ = lib.call_div_scalar_
_c_elu = lib.call_elu
_c_elu_ = lib.call_elu_
_c_empty = lib.call_empty
_c_empty_like = lib.call_empty_like
_c_entr = lib.call_entr
_c_entr_ = lib.call_entr_
_c_eq = lib.call_eq
_c_eq_ = lib.call_eq_
_c_eq_scalar = lib.call_eq_scalar
_c_eq_scalar_ = lib.call_eq_scalar_
_c_erf = lib.call_erf
_c_erf_ = lib.call_erf_
_c_erfc = lib.call_erfc
_c_erfc_ = lib.call_erfc_
_c_erfinv = lib.call_erfinv
_c_erfinv_ = lib.call_erfinv_
_c_exp = lib.call_exp
_c_exp2 = lib.call_exp2
_c_exp2_ = lib.call_exp2_
_c_exp_ = lib.call_exp_
_c_expand = lib.call_expand
_c_expand_as = lib.call_expand_as
_c_expm1 = lib.call_expm1
_c_expm1_ = lib.call_expm1_
_c_eye = lib.call_eye
_c_fill = lib.call_fill
_c_fill_ = lib.call_fill_
_c_fill_scalar = lib.call_fill_scalar
_c_fill_scalar_ = lib.call_fill_scalar_
_c_flatten = lib.call_flatten
_c_float_power = lib.call_float_power
_c_float_power_scalar = lib.call_float_power_scalar
_c_floor = lib.call_floor
_c_floor_ = lib.call_floor_
_c_floor_divide = lib.call_floor_divide
_c_floor_divide_ = lib.call_floor_divide_
_c_floor_divide_scalar = lib.call_floor_divide_scalar
_c_floor_divide_scalar_ = lib.call_floor_divide_scalar_
_c_fmax = lib.call_fmax
_c_fmax_ = lib.call_fmax_
_c_fmin = lib.call_fmin
_c_fmin_ = lib.call_fmin_
_c_fmod = lib.call_fmod
_c_fmod_ = lib.call_fmod_
_c_fmod_scalar = lib.call_fmod_scalar
_c_fmod_scalar_ = lib.call_fmod_scalar_
_c_frac = lib.call_frac
_c_frac_ = lib.call_frac_
_c_full = lib.call_full
_c_full_like = lib.call_full_like
_c_ge = lib.call_ge
_c_ge_ = lib.call_ge_
_c_ge_scalar = lib.call_ge_scalar
_c_ge_scalar_ = lib.call_ge_scalar_
_c_gelu = lib.call_gelu
_c_glu = lib.call_glu
_c_gt = lib.call_gt
_c_gt_ = lib.call_gt_
_c_gt_scalar = lib.call_gt_scalar
_c_gt_scalar_ = lib.call_gt_scalar_
_c_hardshrink = lib.call_hardshrink
_c_hardshrink_ = lib.call_hardshrink_
_c_hardsigmoid = lib.call_hardsigmoid
_c_hardsigmoid_ = lib.call_hardsigmoid_
_c_hardswish = lib.call_hardswish
_c_hardswish_ = lib.call_hardswish_
_c_hardtanh = lib.call_hardtanh
_c_hardtanh_ = lib.call_hardtanh_
_c_hypot = lib.call_hypot
_c_hypot_ = lib.call_hypot_
_c_imag = lib.call_imag
_c_index_put = lib.call_index_put
_c_index_put_ = lib.call_index_put_
_c_index_tensor = lib.call_index_tensor
_c_isclose = lib.call_isclose
_c_isfinite = lib.call_isfinite
_c_isfinite_ = lib.call_isfinite_
_c_isinf = lib.call_isinf
_c_isinf_ = lib.call_isinf_
_c_isnan = lib.call_isnan
_c_isnan_ = lib.call_isnan_
_c_isneginf = lib.call_isneginf
_c_isneginf_ = lib.call_isneginf_
_c_isposinf = lib.call_isposinf
_c_isposinf_ = lib.call_isposinf_
_c_ldexp = lib.call_ldexp
_c_ldexp_ = lib.call_ldexp_
_c_ldexp_scalar = lib.call_ldexp_scalar
_c_ldexp_scalar_ = lib.call_ldexp_scalar_
_c_le = lib.call_le
_c_le_ = lib.call_le_
_c_le_scalar = lib.call_le_scalar
_c_le_scalar_ = lib.call_le_scalar_
_c_leaky_relu = lib.call_leaky_relu
_c_leaky_relu_ = lib.call_leaky_relu_
_c_lerp = lib.call_lerp
_c_lerp_ = lib.call_lerp_
_c_lerp_scalar = lib.call_lerp_scalar
_c_lerp_scalar_ = lib.call_lerp_scalar_
_c_lgamma = lib.call_lgamma
_c_lgamma_ = lib.call_lgamma_
_c_linspace = lib.call_linspace
_c_log = lib.call_log
_c_log10 = lib.call_log10
_c_log10_ = lib.call_log10_
_c_log1p = lib.call_log1p
_c_log1p_ = lib.call_log1p_
_c_log2 = lib.call_log2
_c_log2_ = lib.call_log2_
_c_log_ = lib.call_log_
_c_logaddexp = lib.call_logaddexp
_c_logaddexp2 = lib.call_logaddexp2
_c_logaddexp2_ = lib.call_logaddexp2_
_c_logaddexp_ = lib.call_logaddexp_
_c_logical_and = lib.call_logical_and
_c_logical_and_ = lib.call_logical_and_
_c_logical_and_scalar = lib.call_logical_and_scalar
_c_logical_and_scalar_ = lib.call_logical_and_scalar_
_c_logical_not = lib.call_logical_not
_c_logical_not_ = lib.call_logical_not_
_c_logical_or = lib.call_logical_or
_c_logical_or_ = lib.call_logical_or_
_c_logical_or_scalar = lib.call_logical_or_scalar
_c_logical_or_scalar_ = lib.call_logical_or_scalar_
_c_logical_xor = lib.call_logical_xor
_c_logical_xor_ = lib.call_logical_xor_
_c_logical_xor_scalar = lib.call_logical_xor_scalar
_c_logical_xor_scalar_ = lib.call_logical_xor_scalar_
_c_logit = lib.call_logit
_c_logit_ = lib.call_logit_
_c_logsigmoid = lib.call_logsigmoid
_c_logsigmoid_ = lib.call_logsigmoid_
_c_lt = lib.call_lt
_c_lt_ = lib.call_lt_
_c_lt_scalar = lib.call_lt_scalar
_c_lt_scalar_ = lib.call_lt_scalar_
_c_mH = lib.call_mH
_c_mT = lib.call_mT
_c_max_other = lib.call_max_other
_c_maximum = lib.call_maximum
_c_maximum_ = lib.call_maximum_
_c_maximum_scalar = lib.call_maximum_scalar
_c_maximum_scalar_ = lib.call_maximum_scalar_
_c_min_other = lib.call_min_other
_c_minimum = lib.call_minimum
_c_minimum_ = lib.call_minimum_
_c_minimum_scalar = lib.call_minimum_scalar
_c_minimum_scalar_ = lib.call_minimum_scalar_
_c_mish = lib.call_mish
_c_mish_ = lib.call_mish_
_c_movedim = lib.call_movedim
_c_mul = lib.call_mul
_c_mul_ = lib.call_mul_
_c_mul_scalar = lib.call_mul_scalar
_c_mul_scalar_ = lib.call_mul_scalar_
_c_nan_to_num = lib.call_nan_to_num
_c_nan_to_num_ = lib.call_nan_to_num_
_c_narrow = lib.call_narrow
_c_ndtr = lib.call_ndtr
_c_ndtr_ = lib.call_ndtr_
_c_ne = lib.call_ne
_c_ne_ = lib.call_ne_
_c_ne_scalar = lib.call_ne_scalar
_c_ne_scalar_ = lib.call_ne_scalar_
_c_neg = lib.call_neg
_c_neg_ = lib.call_neg_
_c_ones = lib.call_ones
_c_ones_like = lib.call_ones_like
_c_permute = lib.call_permute
_c_polar = lib.call_polar
_c_polygamma = lib.call_polygamma
_c_positive = lib.call_positive
_c_pow = lib.call_pow
_c_pow_ = lib.call_pow_
_c_pow_scalar = lib.call_pow_scalar
_c_pow_scalar_ = lib.call_pow_scalar_
_c_prelu = lib.call_prelu
_c_rad2deg = lib.call_rad2deg
_c_rad2deg_ = lib.call_rad2deg_
_c_ravel = lib.call_ravel
_c_real = lib.call_real
_c_reciprocal = lib.call_reciprocal
_c_reciprocal_ = lib.call_reciprocal_
_c_relu = lib.call_relu
_c_relu6 = lib.call_relu6
_c_relu6_ = lib.call_relu6_
_c_relu_ = lib.call_relu_
_c_remainder = lib.call_remainder
_c_remainder_ = lib.call_remainder_
_c_remainder_scalar = lib.call_remainder_scalar
_c_remainder_scalar_ = lib.call_remainder_scalar_
_c_reshape = lib.call_reshape
_c_reshape_as = lib.call_reshape_as
_c_round = lib.call_round
_c_round_ = lib.call_round_
_c_round_decimals = lib.call_round_decimals
_c_round_decimals_ = lib.call_round_decimals_
_c_rsqrt = lib.call_rsqrt
_c_rsqrt_ = lib.call_rsqrt_
_c_rsub = lib.call_rsub
_c_rsub_scalar = lib.call_rsub_scalar
_c_scalar_add = lib.call_scalar_add
_c_scalar_bitwise_and = lib.call_scalar_bitwise_and
_c_scalar_bitwise_or = lib.call_scalar_bitwise_or
_c_scalar_bitwise_xor = lib.call_scalar_bitwise_xor
_c_scalar_div = lib.call_scalar_div
_c_scalar_floor_divide = lib.call_scalar_floor_divide
_c_scalar_mul = lib.call_scalar_mul
_c_scalar_pow = lib.call_scalar_pow
_c_scalar_remainder = lib.call_scalar_remainder
_c_scalar_sub = lib.call_scalar_sub
_c_select = lib.call_select
_c_selu = lib.call_selu
_c_selu_ = lib.call_selu_
_c_sgn = lib.call_sgn
_c_sgn_ = lib.call_sgn_
_c_sigmoid = lib.call_sigmoid
_c_sigmoid_ = lib.call_sigmoid_
_c_sign = lib.call_sign
_c_sign_ = lib.call_sign_
_c_signbit = lib.call_signbit
_c_signbit_ = lib.call_signbit_
_c_silu = lib.call_silu
_c_silu_ = lib.call_silu_
_c_sin = lib.call_sin
_c_sin_ = lib.call_sin_
_c_sinc = lib.call_sinc
_c_sinc_ = lib.call_sinc_
_c_sinh = lib.call_sinh
_c_sinh_ = lib.call_sinh_
_c_slice = lib.call_slice
_c_softplus = lib.call_softplus
_c_softplus_ = lib.call_softplus_
_c_softshrink = lib.call_softshrink
_c_softshrink_ = lib.call_softshrink_
_c_softsign = lib.call_softsign
_c_softsign_ = lib.call_softsign_
_c_split = lib.call_split
_c_split_sizes = lib.call_split_sizes
_c_split_with_sizes = lib.call_split_with_sizes
_c_sqrt = lib.call_sqrt
_c_sqrt_ = lib.call_sqrt_
_c_square = lib.call_square
_c_square_ = lib.call_square_
_c_squeeze = lib.call_squeeze
_c_squeeze_ = lib.call_squeeze_
_c_squeeze_dim = lib.call_squeeze_dim
_c_squeeze_dim_ = lib.call_squeeze_dim_
_c_stack = lib.call_stack
_c_sub = lib.call_sub
_c_sub_ = lib.call_sub_
_c_sub_alpha = lib.call_sub_alpha
_c_sub_alpha_ = lib.call_sub_alpha_
_c_sub_alpha_scalar = lib.call_sub_alpha_scalar
_c_sub_alpha_scalar_ = lib.call_sub_alpha_scalar_
_c_sub_scalar = lib.call_sub_scalar
_c_sub_scalar_ = lib.call_sub_scalar_
_c_sum_to_size = lib.call_sum_to_size
_c_t = lib.call_t
_c_t_ = lib.call_t_
_c_tan = lib.call_tan
_c_tan_ = lib.call_tan_
_c_tanh = lib.call_tanh
_c_tanh_ = lib.call_tanh_
_c_tanhshrink = lib.call_tanhshrink
_c_tanhshrink_ = lib.call_tanhshrink_
_c_threshold = lib.call_threshold
_c_threshold_ = lib.call_threshold_
_c_to = lib.call_to
_c_transpose = lib.call_transpose
_c_transpose_ = lib.call_transpose_
_c_true_divide = lib.call_true_divide
_c_true_divide_ = lib.call_true_divide_
_c_true_divide_scalar = lib.call_true_divide_scalar
_c_true_divide_scalar_ = lib.call_true_divide_scalar_
_c_trunc = lib.call_trunc
_c_trunc_ = lib.call_trunc_
_c_unbind = lib.call_unbind
_c_unflatten = lib.call_unflatten
_c_unfold = lib.call_unfold
_c_unsqueeze = lib.call_unsqueeze
_c_unsqueeze_ = lib.call_unsqueeze_
_c_view = lib.call_view
_c_view_as = lib.call_view_as
_c_view_as_complex = lib.call_view_as_complex
_c_view_as_real = lib.call_view_as_real
_c_where = lib.call_where
_c_where_scalar = lib.call_where_scalar
_c_xlog1py = lib.call_xlog1py
_c_xlog1py_ = lib.call_xlog1py_
_c_xlog1py_scalar = lib.call_xlog1py_scalar
_c_xlog1py_scalar_ = lib.call_xlog1py_scalar_
_c_xlogy = lib.call_xlogy
_c_xlogy_ = lib.call_xlogy_
_c_xlogy_scalar = lib.call_xlogy_scalar
_c_xlogy_scalar_ = lib.call_xlogy_scalar_
_c_zero = lib.call_zero
_c_zero_ = lib.call_zero_
_c_zeros = lib.call_zeros
_c_zeros_like = lib.call_zeros_like


def T(input):
    """The dimensions in reverse order."""
    try:
        p = _c_T(input._p)
    except UNFIT as error:
        raise explain("T", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def abs(input, *, out=None):
    """Absolute value of every element, real for complex numbers."""
    if out is not None:
        return call_out("abs", (input,), out)
    try:
        p = _c_abs(input._p)
    except UNFIT as error:
        raise explain("abs", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def abs_(input):
    """abs, written into the tensor itself."""
    try:
        status = _c_abs_(input._p)
    except UNFIT as error:
        raise explain("abs", (input,), error) from None
    if status:
        raise failure()
    return input


def acos(input, *, out=None):
    """Arc cosine of every element."""
    if out is not None:
        return call_out("acos", (input,), out)
    try:
        p = _c_acos(input._p)
    except UNFIT as error:
        raise explain("acos", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def acos_(input):
    """acos, written into the tensor itself."""
    try:
        status = _c_acos_(input._p)
    except UNFIT as error:
        raise explain("acos", (input,), error) from None
    if status:
        raise failure()
    return input


def acosh(input, *, out=None):
    """Inverse hyperbolic cosine of every element."""
    if out is not None:
        return call_out("acosh", (input,), out)
    try:
        p = _c_acosh(input._p)
    except UNFIT as error:
        raise explain("acosh", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def acosh_(input):
    """acosh, written into the tensor itself."""
    try:
        status = _c_acosh_(input._p)
    except UNFIT as error:
        raise explain("acosh", (input,), error) from None
    if status:
        raise failure()
    return input


def _add(input, other):
    kind = other.__class__
    if input.__class__ is not Tensor or (kind is not Tensor and kind is not float and kind is not int):
        return call("add", (input, other))
    try:
        if kind is Tensor:
            p = _c_add(input._p, other._p)
        elif kind is float:
            p = _c_add_scalar(input._p, 3, 0, other, 0.0)
        else:
            p = _c_add_scalar(input._p, 2, other, 0.0, 0.0)
    except UNFIT as error:
        raise explain("add", (input, other), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _add_alpha(input, other, alpha=1):
    kind = other.__class__
    if input.__class__ is not Tensor or (kind is not Tensor and kind is not float and kind is not int):
        return call("add.alpha", (input, other, alpha))
    try:
        if kind is Tensor:
            p = _c_add_alpha(input._p, other._p, *scalar(alpha))
        elif kind is float:
            p = _c_add_alpha_scalar(input._p, 3, 0, other, 0.0, *scalar(alpha))
        else:
            p = _c_add_alpha_scalar(input._p, 2, other, 0.0, 0.0, *scalar(alpha))
    except UNFIT as error:
        raise explain("add.alpha", (input, other, alpha), error) from None
    if p:
        return Tensor(p)
    raise failure()


add = overloaded("add", ("add", _add), ("add.alpha", _add_alpha))


def _add_(input, other):
    kind = other.__class__
    if input.__class__ is not Tensor or (kind is not Tensor and kind is not float and kind is not int):
        return call_inplace("add", (input, other))
    try:
        if kind is Tensor:
            status = _c_add_(input._p, other._p)
        elif kind is float:
            status = _c_add_scalar_(input._p, 3, 0, other, 0.0)
        else:
            status = _c_add_scalar_(input._p, 2, other, 0.0, 0.0)
    except UNFIT as error:
        raise explain("add", (input, other), error) from None
    if status:
        raise failure()
    return input


def _add_alpha_(input, other, alpha=1):
    kind = other.__class__
    if input.__class__ is not Tensor or (kind is not Tensor and kind is not float and kind is not int):
        return call_inplace("add.alpha", (input, other, alpha))
    try:
        if kind is Tensor:
            status = _c_add_alpha_(input._p, other._p, *scalar(alpha))
        elif kind is float:
            status = _c_add_alpha_scalar_(input._p, 3, 0, other, 0.0, *scalar(alpha))
        else:
            status = _c_add_alpha_scalar_(input._p, 2, other, 0.0, 0.0, *scalar(alpha))
    except UNFIT as error:
        raise explain("add.alpha", (input, other, alpha), error) from None
    if status:
        raise failure()
    return input


add_ = overloaded("add_", ("add", _add_), ("add.alpha", _add_alpha_))


def addcdiv(input, tensor1, tensor2, *, value=1, out=None):
    """input + value * tensor1 / tensor2, elementwise."""
    if out is not None:
        return call_out("addcdiv", (input, tensor1, tensor2, value), out)
    try:
        p = _c_addcdiv(input._p, tensor1._p, tensor2._p, *scalar(value))
    except UNFIT as error:
        raise explain("addcdiv", (input, tensor1, tensor2, value), error) from None
    if p:
        return Tensor(p)
    raise failure()


def addcdiv_(input, tensor1, tensor2, *, value=1):
    """addcdiv, written into the tensor itself."""
    try:
        status = _c_addcdiv_(input._p, tensor1._p, tensor2._p, *scalar(value))
    except UNFIT as error:
        raise explain("addcdiv", (input, tensor1, tensor2, value), error) from None
    if status:
        raise failure()
    return input


def addcmul(input, tensor1, tensor2, *, value=1, out=None):
    """input + value * tensor1 * tensor2, elementwise."""
    if out is not None:
        return call_out("addcmul", (input, tensor1, tensor2, value), out)
    try:
        p = _c_addcmul(input._p, tensor1._p, tensor2._p, *scalar(value))
    except UNFIT as error:
        raise explain("addcmul", (input, tensor1, tensor2, value), error) from None
    if p:
        return Tensor(p)
    raise failure()


def addcmul_(input, tensor1, tensor2, *, value=1):
    """addcmul, written into the tensor itself."""
    try:
        status = _c_addcmul_(input._p, tensor1._p, tensor2._p, *scalar(value))
    except UNFIT as error:
        raise explain("addcmul", (input, tensor1, tensor2, value), error) from None
    if status:
        raise failure()
    return input


def alias(input):
    """A view of the whole tensor."""
    try:
        p = _c_alias(input._p)
    except UNFIT as error:
        raise explain("alias", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def angle(input):
    """The argument of every complex number; 0 or pi for real numbers."""
    try:
        p = _c_angle(input._p)
    except UNFIT as error:
        raise explain("angle", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _arange(end, dtype=None):
    try:
        p = _c_arange(*scalar(end), dtype_code(dtype))
    except UNFIT as error:
        raise explain("arange", (end, dtype), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _arange_start(start, end, step=1, dtype=None):
    try:
        p = _c_arange_start(*scalar(start), *scalar(end), *scalar(step), dtype_code(dtype))
    except UNFIT as error:
        raise explain("arange.start", (start, end, step, dtype), error) from None
    if p:
        return Tensor(p)
    raise failure()


arange = overloaded("arange", ("arange", _arange), ("arange.start", _arange_start), creation=True)


def as_strided(input, size, stride, storage_offset=None):
    """A view of the storage with any sizes, strides and offset (in elements) that lie in it."""
    try:
        size = ints(size)
        stride = ints(stride)
        p = _c_as_strided(input._p, size, len(size), stride, len(stride),
                          NULL if storage_offset is None else [storage_offset])
    except UNFIT as error:
        raise explain("as_strided", (input, size, stride, storage_offset), error) from None
    if p:
        return Tensor(p)
    raise failure()


def as_strided_(input, size, stride, storage_offset=None):
    """as_strided, written into the tensor itself."""
    try:
        size = ints(size)
        stride = ints(stride)
        status = _c_as_strided_(input._p, size, len(size), stride, len(stride),
                                NULL if storage_offset is None else [storage_offset])
    except UNFIT as error:
        raise explain("as_strided", (input, size, stride, storage_offset), error) from None
    if status:
        raise failure()
    return input


def asin(input, *, out=None):
    """Arc sine of every element."""
    if out is not None:
        return call_out("asin", (input,), out)
    try:
        p = _c_asin(input._p)
    except UNFIT as error:
        raise explain("asin", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def asin_(input):
    """asin, written into the tensor itself."""
    try:
        status = _c_asin_(input._p)
    except UNFIT as error:
        raise explain("asin", (input,), error) from None
    if status:
        raise failure()
    return input


def asinh(input, *, out=None):
    """Inverse hyperbolic sine of every element."""
    if out is not None:
        return call_out("asinh", (input,), out)
    try:
        p = _c_asinh(input._p)
    except UNFIT as error:
        raise explain("asinh", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def asinh_(input):
    """asinh, written into the tensor itself."""
    try:
        status = _c_asinh_(input._p)
    except UNFIT as error:
        raise explain("asinh", (input,), error) from None
    if status:
        raise failure()
    return input


def atan(input, *, out=None):
    """Arc tangent of every element."""
    if out is not None:
        return call_out("atan", (input,), out)
    try:
        p = _c_atan(input._p)
    except UNFIT as error:
        raise explain("atan", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def atan_(input):
    """atan, written into the tensor itself."""
    try:
        status = _c_atan_(input._p)
    except UNFIT as error:
        raise explain("atan", (input,), error) from None
    if status:
        raise failure()
    return input


def atan2(input, other, *, out=None):
    """The angle of the point (other, input), elementwise."""
    if out is not None:
        return call_out("atan2", (input, other), out)
    try:
        p = _c_atan2(input._p, other._p)
    except UNFIT as error:
        raise explain("atan2", (input, other), error) from None
    if p:
        return Tensor(p)
    raise failure()


def atan2_(input, other):
    """atan2, written into the tensor itself."""
    try:
        status = _c_atan2_(input._p, other._p)
    except UNFIT as error:
        raise explain("atan2", (input, other), error) from None
    if status:
        raise failure()
    return input


def atanh(input, *, out=None):
    """Inverse hyperbolic tangent of every element."""
    if out is not None:
        return call_out("atanh", (input,), out)
    try:
        p = _c_atanh(input._p)
    except UNFIT as error:
        raise explain("atanh", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def atanh_(input):
    """atanh, written into the tensor itself."""
    try:
        status = _c_atanh_(input._p)
    except UNFIT as error:
        raise explain("atanh", (input,), error) from None
    if status:
        raise failure()
    return input


def bitwise_and(input, other, *, out=None):
    """Bitwise and of integers; for bool, logical_and."""
    if out is not None:
        return call_out("bitwise_and", (input, other), out)
    kind = other.__class__
    if input.__class__ is not Tensor or (kind is not Tensor and kind is not float and kind is not int):
        return call("bitwise_and", (input, other))
    try:
        if kind is Tensor:
            p = _c_bitwise_and(input._p, other._p)
        elif kind is float:
            p = _c_bitwise_and_scalar(input._p, 3, 0, other, 0.0)
        else:
            p = _c_bitwise_and_scalar(input._p, 2, other, 0.0, 0.0)
    except UNFIT as error:
        raise explain("bitwise_and", (input, other), error) from None
    if p:
        return Tensor(p)
    raise failure()


def bitwise_and_(input, other):
    """bitwise_and, written into the tensor itself."""
    kind = other.__class__
    if input.__class__ is not Tensor or (kind is not Tensor and kind is not float and kind is not int):
        return call_inplace("bitwise_and", (input, other))
    try:
        if kind is Tensor:
            status = _c_bitwise_and_(input._p, other._p)
        elif kind is float:
            status = _c_bitwise_and_scalar_(input._p, 3, 0, other, 0.0)
        else:
            status = _c_bitwise_and_scalar_(input._p, 2, other, 0.0, 0.0)
    except UNFIT as error:
        raise explain("bitwise_and", (input, other), error) from None
    if status:
        raise failure()
    return input


def bitwise_left_shift(input, other, *, out=None):
    """input shifted left by other bits."""
    if out is not None:
        return call_out("bitwise_left_shift", (input, other), out)
    kind = other.__class__
    if input.__class__ is not Tensor or (kind is not Tensor and kind is not float and kind is not int):
        return call("bitwise_left_shift", (input, other))
    try:
        if kind is Tensor:
            p = _c_bitwise_left_shift(input._p, other._p)
        elif kind is float:
            p = _c_bitwise_left_shift_scalar(input._p, 3, 0, other, 0.0)
        else:
            p = _c_bitwise_left_shift_scalar(input._p, 2, other, 0.0, 0.0)
    except UNFIT as error:
        raise explain("bitwise_left_shift", (input, other), error) from None
    if p:
        return Tensor(p)
    raise failure()


def bitwise_left_shift_(input, other):
    """bitwise_left_shift, written into the tensor itself."""
    kind = other.__class__
    if input.__class__ is not Tensor or (kind is not Tensor and kind is not float and kind is not int):
        return call_inplace("bitwise_left_shift", (input, other))
    try:
        if kind is Tensor:
            status = _c_bitwise_left_shift_(input._p, other._p)
        elif kind is float:
            status = _c_bitwise_left_shift_scalar_(input._p, 3, 0, other, 0.0)
        else:
            status = _c_bitwise_left_shift_scalar_(input._p, 2, other, 0.0, 0.0)
    except UNFIT as error:
        raise explain("bitwise_left_shift", (input, other), error) from None
    if status:
        raise failure()
    return input


def bitwise_not(input, *, out=None):
    """Every bit inverted; for bool, logical_not."""
    if out is not None:
        return call_out("bitwise_not", (input,), out)
    try:
        p = _c_bitwise_not(input._p)
    except UNFIT as error:
        raise explain("bitwise_not", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def bitwise_not_(input):
    """bitwise_not, written into the tensor itself."""
    try:
        status = _c_bitwise_not_(input._p)
    except UNFIT as error:
        raise explain("bitwise_not", (input,), error) from None
    if status:
        raise failure()
    return input


def bitwise_or(input, other, *, out=None):
    """Bitwise or of integers; for bool, logical_or."""
    if out is not None:
        return call_out("bitwise_or", (input, other), out)
    kind = other.__class__
    if input.__class__ is not Tensor or (kind is not Tensor and kind is not float and kind is not int):
        return call("bitwise_or", (input, other))
    try:
        if kind is Tensor:
            p = _c_bitwise_or(input._p, other._p)
        elif kind is float:
            p = _c_bitwise_or_scalar(input._p, 3, 0, other, 0.0)
        else:
            p = _c_bitwise_or_scalar(input._p, 2, other, 0.0, 0.0)
    except UNFIT as error:
        raise explain("bitwise_or", (input, other), error) from None
    if p:
        return Tensor(p)
    raise failure()


def bitwise_or_(input, other):
    """bitwise_or, written into the tensor itself."""
    kind = other.__class__
    if input.__class__ is not Tensor or (kind is not Tensor and kind is not float and kind is not int):
        return call_inplace("bitwise_or", (input, other))
    try:
        if kind is Tensor:
            status = _c_bitwise_or_(input._p, other._p)
        elif kind is float:
            status = _c_bitwise_or_scalar_(input._p, 3, 0, other, 0.0)
        else:
            status = _c_bitwise_or_scalar_(input._p, 2, other, 0.0, 0.0)
    except UNFIT as error:
        raise explain("bitwise_or", (input, other), error) from None
    if status:
        raise failure()
    return input


def bitwise_right_shift(input, other, *, out=None):
    """input shifted right by other bits, the sign kept."""
    if out is not None:
        return call_out("bitwise_right_shift", (input, other), out)
    kind = other.__class__
    if input.__class__ is not Tensor or (kind is not Tensor and kind is not float and kind is not int):
        return call("bitwise_right_shift", (input, other))
    try:
        if kind is Tensor:
            p = _c_bitwise_right_shift(input._p, other._p)
        elif kind is float:
            p = _c_bitwise_right_shift_scalar(input._p, 3, 0, other, 0.0)
        else:
            p = _c_bitwise_right_shift_scalar(input._p, 2, other, 0.0, 0.0)
    except UNFIT as error:
        raise explain("bitwise_right_shift", (input, other), error) from None
    if p:
        return Tensor(p)
    raise failure()


def bitwise_right_shift_(input, other):
    """bitwise_right_shift, written into the tensor itself."""
    kind = other.__class__
    if input.__class__ is not Tensor or (kind is not Tensor and kind is not float and kind is not int):
        return call_inplace("bitwise_right_shift", (input, other))
    try:
        if kind is Tensor:
            status = _c_bitwise_right_shift_(input._p, other._p)
        elif kind is float:
            status = _c_bitwise_right_shift_scalar_(input._p, 3, 0, other, 0.0)
        else:
            status = _c_bitwise_right_shift_scalar_(input._p, 2, other, 0.0, 0.0)
    except UNFIT as error:
        raise explain("bitwise_right_shift", (input, other), error) from None
    if status:
        raise failure()
    return input


def bitwise_xor(input, other, *, out=None):
    """Bitwise exclusive or of integers; for bool, logical_xor."""
    if out is not None:
        return call_out("bitwise_xor", (input, other), out)
    kind = other.__class__
    if input.__class__ is not Tensor or (kind is not Tensor and kind is not float and kind is not int):
        return call("bitwise_xor", (input, other))
    try:
        if kind is Tensor:
            p = _c_bitwise_xor(input._p, other._p)
        elif kind is float:
            p = _c_bitwise_xor_scalar(input._p, 3, 0, other, 0.0)
        else:
            p = _c_bitwise_xor_scalar(input._p, 2, other, 0.0, 0.0)
    except UNFIT as error:
        raise explain("bitwise_xor", (input, other), error) from None
    if p:
        return Tensor(p)
    raise failure()


def bitwise_xor_(input, other):
    """bitwise_xor, written into the tensor itself."""
    kind = other.__class__
    if input.__class__ is not Tensor or (kind is not Tensor and kind is not float and kind is not int):
        return call_inplace("bitwise_xor", (input, other))
    try:
        if kind is Tensor:
            status = _c_bitwise_xor_(input._p, other._p)
        elif kind is float:
            status = _c_bitwise_xor_scalar_(input._p, 3, 0, other, 0.0)
        else:
            status = _c_bitwise_xor_scalar_(input._p, 2, other, 0.0, 0.0)
    except UNFIT as error:
        raise explain("bitwise_xor", (input, other), error) from None
    if status:
        raise failure()
    return input


def broadcast_to(input, size):
    """expand under its other name."""
    try:
        size = ints(size)
        p = _c_broadcast_to(input._p, size, len(size))
    except UNFIT as error:
        raise explain("broadcast_to", (input, size), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _broadcast_to_method(input, *size, **keywords):
    return broadcast_to(input, unpacked(size, keywords, "size"), **keywords)


def cat(tensors, dim=0):
    """The tensors one after the other along a dimension; other sizes agree. One-dimensional empty tensors are
    skipped.
    """
    try:
        tensors = [item._p for item in tensors]
        p = _c_cat(tensors, len(tensors), dim)
    except UNFIT as error:
        raise explain("cat", (tensors, dim), error) from None
    if p:
        return Tensor(p)
    raise failure()


def ceil(input, *, out=None):
    """The smallest whole number not below each element."""
    if out is not None:
        return call_out("ceil", (input,), out)
    try:
        p = _c_ceil(input._p)
    except UNFIT as error:
        raise explain("ceil", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def ceil_(input):
    """ceil, written into the tensor itself."""
    try:
        status = _c_ceil_(input._p)
    except UNFIT as error:
        raise explain("ceil", (input,), error) from None
    if status:
        raise failure()
    return input


def celu(input, alpha=1.0, *, out=None):
    """input where it is positive, else alpha * (exp(input / alpha) - 1)."""
    if out is not None:
        return call_out("celu", (input, alpha), out)
    try:
        p = _c_celu(input._p, alpha)
    except UNFIT as error:
        raise explain("celu", (input, alpha), error) from None
    if p:
        return Tensor(p)
    raise failure()


def celu_(input, alpha=1.0):
    """celu, written into the tensor itself."""
    try:
        status = _c_celu_(input._p, alpha)
    except UNFIT as error:
        raise explain("celu", (input, alpha), error) from None
    if status:
        raise failure()
    return input


def chunk(input, chunks, dim=0):
    """At most `chunks` views of equal size along a dimension; the last may be smaller."""
    try:
        p = _c_chunk(input._p, chunks, dim)
    except UNFIT as error:
        raise explain("chunk", (input, chunks, dim), error) from None
    if p:
        return from_list(p)
    raise failure()


def clamp(input, min=None, max=None, *, out=None):
    """input bounded below by min and above by max, of which one may be absent."""
    if out is not None:
        return call_out("clamp", (input, min, max), out)
    return call("clamp", (input, min, max))


def clamp_(input, min=None, max=None):
    """clamp, written into the tensor itself."""
    return call_inplace("clamp", (input, min, max))


def clamp_max(input, max, *, out=None):
    """The smaller of input and max."""
    if out is not None:
        return call_out("clamp_max", (input, max), out)
    kind = max.__class__
    if kind is not Tensor and kind is not float and kind is not int:
        return call("clamp_max", (input, max))
    try:
        if kind is Tensor:
            p = _c_clamp_max(input._p, max._p)
        elif kind is float:
            p = _c_clamp_max_scalar(input._p, 3, 0, max, 0.0)
        else:
            p = _c_clamp_max_scalar(input._p, 2, max, 0.0, 0.0)
    except UNFIT as error:
        raise explain("clamp_max", (input, max), error) from None
    if p:
        return Tensor(p)
    raise failure()


def clamp_max_(input, max):
    """clamp_max, written into the tensor itself."""
    kind = max.__class__
    if kind is not Tensor and kind is not float and kind is not int:
        return call_inplace("clamp_max", (input, max))
    try:
        if kind is Tensor:
            status = _c_clamp_max_(input._p, max._p)
        elif kind is float:
            status = _c_clamp_max_scalar_(input._p, 3, 0, max, 0.0)
        else:
            status = _c_clamp_max_scalar_(input._p, 2, max, 0.0, 0.0)
    except UNFIT as error:
        raise explain("clamp_max", (input, max), error) from None
    if status:
        raise failure()
    return input


def clamp_min(input, min, *, out=None):
    """The larger of input and min."""
    if out is not None:
        return call_out("clamp_min", (input, min), out)
    kind = min.__class__
    if kind is not Tensor and kind is not float and kind is not int:
        return call("clamp_min", (input, min))
    try:
        if kind is Tensor:
            p = _c_clamp_min(input._p, min._p)
        elif kind is float:
            p = _c_clamp_min_scalar(input._p, 3, 0, min, 0.0)
        else:
            p = _c_clamp_min_scalar(input._p, 2, min, 0.0, 0.0)
    except UNFIT as error:
        raise explain("clamp_min", (input, min), error) from None
    if p:
        return Tensor(p)
    raise failure()


def clamp_min_(input, min):
    """clamp_min, written into the tensor itself."""
    kind = min.__class__
    if kind is not Tensor and kind is not float and kind is not int:
        return call_inplace("clamp_min", (input, min))
    try:
        if kind is Tensor:
            status = _c_clamp_min_(input._p, min._p)
        elif kind is float:
            status = _c_clamp_min_scalar_(input._p, 3, 0, min, 0.0)
        else:
            status = _c_clamp_min_scalar_(input._p, 2, min, 0.0, 0.0)
    except UNFIT as error:
        raise explain("clamp_min", (input, min), error) from None
    if status:
        raise failure()
    return input


def clone(input):
    """A copy with storage of its own; dense layouts are kept, others become row-major."""
    try:
        p = _c_clone(input._p)
    except UNFIT as error:
        raise explain("clone", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def complex(real, imag, *, out=None):
    """real + i imag, elementwise."""
    if out is not None:
        return call_out("complex", (real, imag), out)
    try:
        p = _c_complex(real._p, imag._p)
    except UNFIT as error:
        raise explain("complex", (real, imag), error) from None
    if p:
        return Tensor(p)
    raise failure()


def conj(input):
    """The complex conjugate of every element, as a new tensor."""
    try:
        p = _c_conj(input._p)
    except UNFIT as error:
        raise explain("conj", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def contiguous(input):
    """The tensor itself if it is row-major, otherwise a row-major copy."""
    try:
        p = _c_contiguous(input._p)
    except UNFIT as error:
        raise explain("contiguous", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def copy(input, src):
    """`src`, broadcast to the shape of `input` and converted to its dtype; copy_ writes it there."""
    try:
        p = _c_copy(input._p, src._p)
    except UNFIT as error:
        raise explain("copy", (input, src), error) from None
    if p:
        return Tensor(p)
    raise failure()


def copy_(input, src):
    """copy, written into the tensor itself."""
    try:
        status = _c_copy_(input._p, src._p)
    except UNFIT as error:
        raise explain("copy", (input, src), error) from None
    if status:
        raise failure()
    return input


def copysign(input, other, *, out=None):
    """|input| with the sign of other."""
    if out is not None:
        return call_out("copysign", (input, other), out)
    kind = other.__class__
    if kind is not Tensor and kind is not float and kind is not int:
        return call("copysign", (input, other))
    try:
        if kind is Tensor:
            p = _c_copysign(input._p, other._p)
        elif kind is float:
            p = _c_copysign_scalar(input._p, 3, 0, other, 0.0)
        else:
            p = _c_copysign_scalar(input._p, 2, other, 0.0, 0.0)
    except UNFIT as error:
        raise explain("copysign", (input, other), error) from None
    if p:
        return Tensor(p)
    raise failure()


def copysign_(input, other):
    """copysign, written into the tensor itself."""
    kind = other.__class__
    if kind is not Tensor and kind is not float and kind is not int:
        return call_inplace("copysign", (input, other))
    try:
        if kind is Tensor:
            status = _c_copysign_(input._p, other._p)
        elif kind is float:
            status = _c_copysign_scalar_(input._p, 3, 0, other, 0.0)
        else:
            status = _c_copysign_scalar_(input._p, 2, other, 0.0, 0.0)
    except UNFIT as error:
        raise explain("copysign", (input, other), error) from None
    if status:
        raise failure()
    return input


def cos(input, *, out=None):
    """Cosine of every element."""
    if out is not None:
        return call_out("cos", (input,), out)
    try:
        p = _c_cos(input._p)
    except UNFIT as error:
        raise explain("cos", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def cos_(input):
    """cos, written into the tensor itself."""
    try:
        status = _c_cos_(input._p)
    except UNFIT as error:
        raise explain("cos", (input,), error) from None
    if status:
        raise failure()
    return input


def cosh(input, *, out=None):
    """Hyperbolic cosine of every element."""
    if out is not None:
        return call_out("cosh", (input,), out)
    try:
        p = _c_cosh(input._p)
    except UNFIT as error:
        raise explain("cosh", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def cosh_(input):
    """cosh, written into the tensor itself."""
    try:
        status = _c_cosh_(input._p)
    except UNFIT as error:
        raise explain("cosh", (input,), error) from None
    if status:
        raise failure()
    return input


def deg2rad(input, *, out=None):
    """Degrees to radians."""
    if out is not None:
        return call_out("deg2rad", (input,), out)
    try:
        p = _c_deg2rad(input._p)
    except UNFIT as error:
        raise explain("deg2rad", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def deg2rad_(input):
    """deg2rad, written into the tensor itself."""
    try:
        status = _c_deg2rad_(input._p)
    except UNFIT as error:
        raise explain("deg2rad", (input,), error) from None
    if status:
        raise failure()
    return input


def diagonal(input, offset=0, dim1=0, dim2=1):
    """The diagonals of the matrices in two dimensions, as a new last dimension."""
    try:
        p = _c_diagonal(input._p, offset, dim1, dim2)
    except UNFIT as error:
        raise explain("diagonal", (input, offset, dim1, dim2), error) from None
    if p:
        return Tensor(p)
    raise failure()


def digamma(input, *, out=None):
    """The logarithmic derivative of the gamma function."""
    if out is not None:
        return call_out("digamma", (input,), out)
    try:
        p = _c_digamma(input._p)
    except UNFIT as error:
        raise explain("digamma", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def digamma_(input):
    """digamma, written into the tensor itself."""
    try:
        status = _c_digamma_(input._p)
    except UNFIT as error:
        raise explain("digamma", (input,), error) from None
    if status:
        raise failure()
    return input


def _div(input, other):
    kind = other.__class__
    if input.__class__ is not Tensor or (kind is not Tensor and kind is not float and kind is not int):
        return call("div", (input, other))
    try:
        if kind is Tensor:
            p = _c_div(input._p, other._p)
        elif kind is float:
            p = _c_div_scalar(input._p, 3, 0, other, 0.0)
        else:
            p = _c_div_scalar(input._p, 2, other, 0.0, 0.0)
    except UNFIT as error:
        raise explain("div", (input, other), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _div_rounding_mode(input, other, rounding_mode):
    kind = other.__class__
    if input.__class__ is not Tensor or (kind is not Tensor and kind is not float and kind is not int):
        return call("div.rounding_mode", (input, other, rounding_mode))
    try:
        if kind is Tensor:
            p = _c_div_rounding_mode(input._p, other._p, NULL if rounding_mode is None else rounding_mode.encode())
        elif kind is float:
            p = _c_div_rounding_mode_scalar(input._p, 3, 0, other, 0.0,
                                            NULL if rounding_mode is None else rounding_mode.encode())
        else:
            p = _c_div_rounding_mode_scalar(input._p, 2, other, 0.0, 0.0,
                                            NULL if rounding_mode is None else rounding_mode.encode())
    except UNFIT as error:
        raise explain("div.rounding_mode", (input, other, rounding_mode), error) from None
    if p:
        return Tensor(p)
    raise failure()


div = overloaded("div", ("div", _div), ("div.rounding_mode", _div_rounding_mode))


def _div_(input, other):
    kind = other.__class__
    if input.__class__ is not Tensor or (kind is not Tensor and kind is not float and kind is not int):
        return call_inplace("div", (input, other))
    try:
        if kind is Tensor:
            status = _c_div_(input._p, other._p)
        elif kind is float:
            status = _c_div_scalar_(input._p, 3, 0, other, 0.0)
        else:
            status = _c_div_scalar_(input._p, 2, other, 0.0, 0.0)
    except UNFIT as error:
        raise explain("div", (input, other), error) from None
    if status:
        raise failure()
    return input


def _div_rounding_mode_(input, other, rounding_mode):
    kind = other.__class__
    if input.__class__ is not Tensor or (kind is not Tensor and kind is not float and kind is not int):
        return call_inplace("div.rounding_mode", (input, other, rounding_mode))
    try:
        if kind is Tensor:
            status = _c_div_rounding_mode_(input._p, other._p,
                                           NULL if rounding_mode is None else rounding_mode.encode())
        elif kind is float:
            status = _c_div_rounding_mode_scalar_(input._p, 3, 0, other, 0.0,
                                                  NULL if rounding_mode is None else rounding_mode.encode())
        else:
            status = _c_div_rounding_mode_scalar_(input._p, 2, other, 0.0, 0.0,
                                                  NULL if rounding_mode is None else rounding_mode.encode())
    except UNFIT as error:
        raise explain("div.rounding_mode", (input, other, rounding_mode), error) from None
    if status:
        raise failure()
    return input


div_ = overloaded("div_", ("div", _div_), ("div.rounding_mode", _div_rounding_mode_))


def elu(input, alpha=1.0, *, out=None):
    """input where it is positive, else alpha * (exp(input) - 1)."""
    if out is not None:
        return call_out("elu", (input, alpha), out)
    try:
        p = _c_elu(input._p, alpha)
    except UNFIT as error:
        raise explain("elu", (input, alpha), error) from None
    if p:
        return Tensor(p)
    raise failure()


def elu_(input, alpha=1.0):
    """elu, written into the tensor itself."""
    try:
        status = _c_elu_(input._p, alpha)
    except UNFIT as error:
        raise explain("elu", (input, alpha), error) from None
    if status:
        raise failure()
    return input


def empty(*size, dtype=None, requires_grad=False, **keywords):
    """An uninitialised row-major tensor; float32 unless dtype is given."""
    size = unpacked(size, keywords, "size")
    if keywords:
        raise TypeError("empty: unknown keyword {}".format(*keywords))
    try:
        size = ints(size)
        p = _c_empty(size, len(size), dtype_code(dtype))
    except UNFIT as error:
        raise explain("empty", (size, dtype), error) from None
    if p:
        return Tensor(p).requires_grad_() if requires_grad else Tensor(p)
    raise failure()


def empty_like(input, *, dtype=None, requires_grad=False):
    """An uninitialised row-major tensor of the shape, and unless given the dtype, of `input`."""
    try:
        p = _c_empty_like(input._p, dtype_code(dtype))
    except UNFIT as error:
        raise explain("empty_like", (input, dtype), error) from None
    if p:
        return Tensor(p).requires_grad_() if requires_grad else Tensor(p)
    raise failure()


def entr(input, *, out=None):
    """-input * log(input), 0 at 0 and -inf below."""
    if out is not None:
        return call_out("entr", (input,), out)
    try:
        p = _c_entr(input._p)
    except UNFIT as error:
        raise explain("entr", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def entr_(input):
    """entr, written into the tensor itself."""
    try:
        status = _c_entr_(input._p)
    except UNFIT as error:
        raise explain("entr", (input,), error) from None
    if status:
        raise failure()
    return input


def eq(input, other, *, out=None):
    """input == other, elementwise."""
    if out is not None:
        return call_out("eq", (input, other), out)
    kind = other.__class__
    if input.__class__ is not Tensor or (kind is not Tensor and kind is not float and kind is not int):
        return call("eq", (input, other))
    try:
        if kind is Tensor:
            p = _c_eq(input._p, other._p)
        elif kind is float:
            p = _c_eq_scalar(input._p, 3, 0, other, 0.0)
        else:
            p = _c_eq_scalar(input._p, 2, other, 0.0, 0.0)
    except UNFIT as error:
        raise explain("eq", (input, other), error) from None
    if p:
        return Tensor(p)
    raise failure()


def eq_(input, other):
    """eq, written into the tensor itself."""
    kind = other.__class__
    if input.__class__ is not Tensor or (kind is not Tensor and kind is not float and kind is not int):
        return call_inplace("eq", (input, other))
    try:
        if kind is Tensor:
            status = _c_eq_(input._p, other._p)
        elif kind is float:
            status = _c_eq_scalar_(input._p, 3, 0, other, 0.0)
        else:
            status = _c_eq_scalar_(input._p, 2, other, 0.0, 0.0)
    except UNFIT as error:
        raise explain("eq", (input, other), error) from None
    if status:
        raise failure()
    return input


def erf(input, *, out=None):
    """The error function."""
    if out is not None:
        return call_out("erf", (input,), out)
    try:
        p = _c_erf(input._p)
    except UNFIT as error:
        raise explain("erf", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def erf_(input):
    """erf, written into the tensor itself."""
    try:
        status = _c_erf_(input._p)
    except UNFIT as error:
        raise explain("erf", (input,), error) from None
    if status:
        raise failure()
    return input


def erfc(input, *, out=None):
    """1 - erf(input), accurate where that is small."""
    if out is not None:
        return call_out("erfc", (input,), out)
    try:
        p = _c_erfc(input._p)
    except UNFIT as error:
        raise explain("erfc", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def erfc_(input):
    """erfc, written into the tensor itself."""
    try:
        status = _c_erfc_(input._p)
    except UNFIT as error:
        raise explain("erfc", (input,), error) from None
    if status:
        raise failure()
    return input


def erfinv(input, *, out=None):
    """The inverse of erf."""
    if out is not None:
        return call_out("erfinv", (input,), out)
    try:
        p = _c_erfinv(input._p)
    except UNFIT as error:
        raise explain("erfinv", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def erfinv_(input):
    """erfinv, written into the tensor itself."""
    try:
        status = _c_erfinv_(input._p)
    except UNFIT as error:
        raise explain("erfinv", (input,), error) from None
    if status:
        raise failure()
    return input


def exp(input, *, out=None):
    """e to the power of every element."""
    if out is not None:
        return call_out("exp", (input,), out)
    try:
        p = _c_exp(input._p)
    except UNFIT as error:
        raise explain("exp", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def exp_(input):
    """exp, written into the tensor itself."""
    try:
        status = _c_exp_(input._p)
    except UNFIT as error:
        raise explain("exp", (input,), error) from None
    if status:
        raise failure()
    return input


def exp2(input, *, out=None):
    """2 to the power of every element."""
    if out is not None:
        return call_out("exp2", (input,), out)
    try:
        p = _c_exp2(input._p)
    except UNFIT as error:
        raise explain("exp2", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def exp2_(input):
    """exp2, written into the tensor itself."""
    try:
        status = _c_exp2_(input._p)
    except UNFIT as error:
        raise explain("exp2", (input,), error) from None
    if status:
        raise failure()
    return input


def expand(input, size):
    """Repeats dimensions of size 1 without a copy; -1 keeps a size, new dimensions come in front."""
    try:
        size = ints(size)
        p = _c_expand(input._p, size, len(size))
    except UNFIT as error:
        raise explain("expand", (input, size), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _expand_method(input, *size, **keywords):
    return expand(input, unpacked(size, keywords, "size"), **keywords)


def expand_as(input, other):
    """expand to the shape of another tensor."""
    try:
        p = _c_expand_as(input._p, other._p)
    except UNFIT as error:
        raise explain("expand_as", (input, other), error) from None
    if p:
        return Tensor(p)
    raise failure()


def expm1(input, *, out=None):
    """exp(input) - 1, accurate near 0."""
    if out is not None:
        return call_out("expm1", (input,), out)
    try:
        p = _c_expm1(input._p)
    except UNFIT as error:
        raise explain("expm1", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def expm1_(input):
    """expm1, written into the tensor itself."""
    try:
        status = _c_expm1_(input._p)
    except UNFIT as error:
        raise explain("expm1", (input,), error) from None
    if status:
        raise failure()
    return input


def eye(n, m=None, *, dtype=None, requires_grad=False):
    """Ones on the diagonal of an n x m (default n x n) matrix of zeros."""
    try:
        p = _c_eye(n, NULL if m is None else [m], dtype_code(dtype))
    except UNFIT as error:
        raise explain("eye", (n, m, dtype), error) from None
    if p:
        return Tensor(p).requires_grad_() if requires_grad else Tensor(p)
    raise failure()


def fill(input, value):
    """A tensor like `input` with every element equal to `value`."""
    kind = value.__class__
    if kind is not Tensor and kind is not float and kind is not int:
        return call("fill", (input, value))
    try:
        if kind is Tensor:
            p = _c_fill(input._p, value._p)
        elif kind is float:
            p = _c_fill_scalar(input._p, 3, 0, value, 0.0)
        else:
            p = _c_fill_scalar(input._p, 2, value, 0.0, 0.0)
    except UNFIT as error:
        raise explain("fill", (input, value), error) from None
    if p:
        return Tensor(p)
    raise failure()


def fill_(input, value):
    """fill, written into the tensor itself."""
    kind = value.__class__
    if kind is not Tensor and kind is not float and kind is not int:
        return call_inplace("fill", (input, value))
    try:
        if kind is Tensor:
            status = _c_fill_(input._p, value._p)
        elif kind is float:
            status = _c_fill_scalar_(input._p, 3, 0, value, 0.0)
        else:
            status = _c_fill_scalar_(input._p, 2, value, 0.0, 0.0)
    except UNFIT as error:
        raise explain("fill", (input, value), error) from None
    if status:
        raise failure()
    return input


def flatten(input, start_dim=0, end_dim=-1):
    """Merges the dimensions from start_dim to end_dim into one."""
    try:
        p = _c_flatten(input._p, start_dim, end_dim)
    except UNFIT as error:
        raise explain("flatten", (input, start_dim, end_dim), error) from None
    if p:
        return Tensor(p)
    raise failure()


def float_power(input, exponent):
    """input to the power of exponent, computed in float64 or complex128."""
    kind = exponent.__class__
    if input.__class__ is not Tensor or (kind is not Tensor and kind is not float and kind is not int):
        return call("float_power", (input, exponent))
    try:
        if kind is Tensor:
            p = _c_float_power(input._p, exponent._p)
        elif kind is float:
            p = _c_float_power_scalar(input._p, 3, 0, exponent, 0.0)
        else:
            p = _c_float_power_scalar(input._p, 2, exponent, 0.0, 0.0)
    except UNFIT as error:
        raise explain("float_power", (input, exponent), error) from None
    if p:
        return Tensor(p)
    raise failure()


def floor(input, *, out=None):
    """The largest whole number not above each element."""
    if out is not None:
        return call_out("floor", (input,), out)
    try:
        p = _c_floor(input._p)
    except UNFIT as error:
        raise explain("floor", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def floor_(input):
    """floor, written into the tensor itself."""
    try:
        status = _c_floor_(input._p)
    except UNFIT as error:
        raise explain("floor", (input,), error) from None
    if status:
        raise failure()
    return input


def floor_divide(input, other, *, out=None):
    """The quotient rounded down, as Python's //."""
    if out is not None:
        return call_out("floor_divide", (input, other), out)
    kind = other.__class__
    if input.__class__ is not Tensor or (kind is not Tensor and kind is not float and kind is not int):
        return call("floor_divide", (input, other))
    try:
        if kind is Tensor:
            p = _c_floor_divide(input._p, other._p)
        elif kind is float:
            p = _c_floor_divide_scalar(input._p, 3, 0, other, 0.0)
        else:
            p = _c_floor_divide_scalar(input._p, 2, other, 0.0, 0.0)
    except UNFIT as error:
        raise explain("floor_divide", (input, other), error) from None
    if p:
        return Tensor(p)
    raise failure()


def floor_divide_(input, other):
    """floor_divide, written into the tensor itself."""
    kind = other.__class__
    if input.__class__ is not Tensor or (kind is not Tensor and kind is not float and kind is not int):
        return call_inplace("floor_divide", (input, other))
    try:
        if kind is Tensor:
            status = _c_floor_divide_(input._p, other._p)
        elif kind is float:
            status = _c_floor_divide_scalar_(input._p, 3, 0, other, 0.0)
        else:
            status = _c_floor_divide_scalar_(input._p, 2, other, 0.0, 0.0)
    except UNFIT as error:
        raise explain("floor_divide", (input, other), error) from None
    if status:
        raise failure()
    return input


def fmax(input, other, *, out=None):
    """The larger of both elements, the other if one is NaN."""
    if out is not None:
        return call_out("fmax", (input, other), out)
    try:
        p = _c_fmax(input._p, other._p)
    except UNFIT as error:
        raise explain("fmax", (input, other), error) from None
    if p:
        return Tensor(p)
    raise failure()


def fmax_(input, other):
    """fmax, written into the tensor itself."""
    try:
        status = _c_fmax_(input._p, other._p)
    except UNFIT as error:
        raise explain("fmax", (input, other), error) from None
    if status:
        raise failure()
    return input


def fmin(input, other, *, out=None):
    """The smaller of both elements, the other if one is NaN."""
    if out is not None:
        return call_out("fmin", (input, other), out)
    try:
        p = _c_fmin(input._p, other._p)
    except UNFIT as error:
        raise explain("fmin", (input, other), error) from None
    if p:
        return Tensor(p)
    raise failure()


def fmin_(input, other):
    """fmin, written into the tensor itself."""
    try:
        status = _c_fmin_(input._p, other._p)
    except UNFIT as error:
        raise explain("fmin", (input, other), error) from None
    if status:
        raise failure()
    return input


def fmod(input, other, *, out=None):
    """What remains of input after whole multiples of other, with the sign of input."""
    if out is not None:
        return call_out("fmod", (input, other), out)
    kind = other.__class__
    if kind is not Tensor and kind is not float and kind is not int:
        return call("fmod", (input, other))
    try:
        if kind is Tensor:
            p = _c_fmod(input._p, other._p)
        elif kind is float:
            p = _c_fmod_scalar(input._p, 3, 0, other, 0.0)
        else:
            p = _c_fmod_scalar(input._p, 2, other, 0.0, 0.0)
    except UNFIT as error:
        raise explain("fmod", (input, other), error) from None
    if p:
        return Tensor(p)
    raise failure()


def fmod_(input, other):
    """fmod, written into the tensor itself."""
    kind = other.__class__
    if kind is not Tensor and kind is not float and kind is not int:
        return call_inplace("fmod", (input, other))
    try:
        if kind is Tensor:
            status = _c_fmod_(input._p, other._p)
        elif kind is float:
            status = _c_fmod_scalar_(input._p, 3, 0, other, 0.0)
        else:
            status = _c_fmod_scalar_(input._p, 2, other, 0.0, 0.0)
    except UNFIT as error:
        raise explain("fmod", (input, other), error) from None
    if status:
        raise failure()
    return input


def frac(input, *, out=None):
    """The fractional part of each element, with its sign."""
    if out is not None:
        return call_out("frac", (input,), out)
    try:
        p = _c_frac(input._p)
    except UNFIT as error:
        raise explain("frac", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def frac_(input):
    """frac, written into the tensor itself."""
    try:
        status = _c_frac_(input._p)
    except UNFIT as error:
        raise explain("frac", (input,), error) from None
    if status:
        raise failure()
    return input


def full(size, fill_value, *, dtype=None, requires_grad=False):
    """A tensor of one value; its dtype is the value's default unless it is given."""
    try:
        size = ints(size)
        p = _c_full(size, len(size), *scalar(fill_value), dtype_code(dtype))
    except UNFIT as error:
        raise explain("full", (size, fill_value, dtype), error) from None
    if p:
        return Tensor(p).requires_grad_() if requires_grad else Tensor(p)
    raise failure()


def full_like(input, fill_value, *, dtype=None, requires_grad=False):
    """One value in the shape, and unless given the dtype, of `input`."""
    try:
        p = _c_full_like(input._p, *scalar(fill_value), dtype_code(dtype))
    except UNFIT as error:
        raise explain("full_like", (input, fill_value, dtype), error) from None
    if p:
        return Tensor(p).requires_grad_() if requires_grad else Tensor(p)
    raise failure()


def ge(input, other, *, out=None):
    """input >= other, elementwise."""
    if out is not None:
        return call_out("ge", (input, other), out)
    kind = other.__class__
    if input.__class__ is not Tensor or (kind is not Tensor and kind is not float and kind is not int):
        return call("ge", (input, other))
    try:
        if kind is Tensor:
            p = _c_ge(input._p, other._p)
        elif kind is float:
            p = _c_ge_scalar(input._p, 3, 0, other, 0.0)
        else:
            p = _c_ge_scalar(input._p, 2, other, 0.0, 0.0)
    except UNFIT as error:
        raise explain("ge", (input, other), error) from None
    if p:
        return Tensor(p)
    raise failure()


def ge_(input, other):
    """ge, written into the tensor itself."""
    kind = other.__class__
    if input.__class__ is not Tensor or (kind is not Tensor and kind is not float and kind is not int):
        return call_inplace("ge", (input, other))
    try:
        if kind is Tensor:
            status = _c_ge_(input._p, other._p)
        elif kind is float:
            status = _c_ge_scalar_(input._p, 3, 0, other, 0.0)
        else:
            status = _c_ge_scalar_(input._p, 2, other, 0.0, 0.0)
    except UNFIT as error:
        raise explain("ge", (input, other), error) from None
    if status:
        raise failure()
    return input


def gelu(input, *, approximate="none"):
    """input times the normal distribution function of input; approximate="tanh" for the usual approximation."""
    try:
        p = _c_gelu(input._p, approximate.encode())
    except UNFIT as error:
        raise explain("gelu", (input, approximate), error) from None
    if p:
        return Tensor(p)
    raise failure()


def glu(input, dim=-1):
    """The first half of `dim` times the sigmoid of the second."""
    try:
        p = _c_glu(input._p, dim)
    except UNFIT as error:
        raise explain("glu", (input, dim), error) from None
    if p:
        return Tensor(p)
    raise failure()


def gt(input, other, *, out=None):
    """input > other, elementwise."""
    if out is not None:
        return call_out("gt", (input, other), out)
    kind = other.__class__
    if input.__class__ is not Tensor or (kind is not Tensor and kind is not float and kind is not int):
        return call("gt", (input, other))
    try:
        if kind is Tensor:
            p = _c_gt(input._p, other._p)
        elif kind is float:
            p = _c_gt_scalar(input._p, 3, 0, other, 0.0)
        else:
            p = _c_gt_scalar(input._p, 2, other, 0.0, 0.0)
    except UNFIT as error:
        raise explain("gt", (input, other), error) from None
    if p:
        return Tensor(p)
    raise failure()


def gt_(input, other):
    """gt, written into the tensor itself."""
    kind = other.__class__
    if input.__class__ is not Tensor or (kind is not Tensor and kind is not float and kind is not int):
        return call_inplace("gt", (input, other))
    try:
        if kind is Tensor:
            status = _c_gt_(input._p, other._p)
        elif kind is float:
            status = _c_gt_scalar_(input._p, 3, 0, other, 0.0)
        else:
            status = _c_gt_scalar_(input._p, 2, other, 0.0, 0.0)
    except UNFIT as error:
        raise explain("gt", (input, other), error) from None
    if status:
        raise failure()
    return input


def hardshrink(input, lambd=0.5, *, out=None):
    """input where its absolute value is above lambd, else 0."""
    if out is not None:
        return call_out("hardshrink", (input, lambd), out)
    try:
        p = _c_hardshrink(input._p, *scalar(lambd))
    except UNFIT as error:
        raise explain("hardshrink", (input, lambd), error) from None
    if p:
        return Tensor(p)
    raise failure()


def hardshrink_(input, lambd=0.5):
    """hardshrink, written into the tensor itself."""
    try:
        status = _c_hardshrink_(input._p, *scalar(lambd))
    except UNFIT as error:
        raise explain("hardshrink", (input, lambd), error) from None
    if status:
        raise failure()
    return input


def hardsigmoid(input, *, out=None):
    """input / 6 + 1/2, clamped to [0, 1]."""
    if out is not None:
        return call_out("hardsigmoid", (input,), out)
    try:
        p = _c_hardsigmoid(input._p)
    except UNFIT as error:
        raise explain("hardsigmoid", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def hardsigmoid_(input):
    """hardsigmoid, written into the tensor itself."""
    try:
        status = _c_hardsigmoid_(input._p)
    except UNFIT as error:
        raise explain("hardsigmoid", (input,), error) from None
    if status:
        raise failure()
    return input


def hardswish(input, *, out=None):
    """input * hardsigmoid(input), elementwise."""
    if out is not None:
        return call_out("hardswish", (input,), out)
    try:
        p = _c_hardswish(input._p)
    except UNFIT as error:
        raise explain("hardswish", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def hardswish_(input):
    """hardswish, written into the tensor itself."""
    try:
        status = _c_hardswish_(input._p)
    except UNFIT as error:
        raise explain("hardswish", (input,), error) from None
    if status:
        raise failure()
    return input


def hardtanh(input, min_val=-1.0, max_val=1.0, *, out=None):
    """input clamped to [min_val, max_val]."""
    if out is not None:
        return call_out("hardtanh", (input, min_val, max_val), out)
    try:
        p = _c_hardtanh(input._p, *scalar(min_val), *scalar(max_val))
    except UNFIT as error:
        raise explain("hardtanh", (input, min_val, max_val), error) from None
    if p:
        return Tensor(p)
    raise failure()


def hardtanh_(input, min_val=-1.0, max_val=1.0):
    """hardtanh, written into the tensor itself."""
    try:
        status = _c_hardtanh_(input._p, *scalar(min_val), *scalar(max_val))
    except UNFIT as error:
        raise explain("hardtanh", (input, min_val, max_val), error) from None
    if status:
        raise failure()
    return input


def hypot(input, other, *, out=None):
    """sqrt(input^2 + other^2), without overflow."""
    if out is not None:
        return call_out("hypot", (input, other), out)
    try:
        p = _c_hypot(input._p, other._p)
    except UNFIT as error:
        raise explain("hypot", (input, other), error) from None
    if p:
        return Tensor(p)
    raise failure()


def hypot_(input, other):
    """hypot, written into the tensor itself."""
    try:
        status = _c_hypot_(input._p, other._p)
    except UNFIT as error:
        raise explain("hypot", (input, other), error) from None
    if status:
        raise failure()
    return input


def imag(input):
    """The imaginary parts of a complex tensor, as a view."""
    try:
        p = _c_imag(input._p)
    except UNFIT as error:
        raise explain("imag", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def index(input, indices):
    """The elements at integer or boolean tensors, one a dimension (absent: the whole dimension), broadcast together
    as in numpy.
    """
    try:
        indices = [NULL if item is None else item._p for item in indices]
        p = _c_index_tensor(input._p, indices, len(indices))
    except UNFIT as error:
        raise explain("index.tensor", (input, indices), error) from None
    if p:
        return Tensor(p)
    raise failure()


def index_put(input, indices, values, accumulate=False):
    """A copy of `input` with `values` (broadcast) at the indexed elements; with accumulate they are added, and
    repeated indices add up.
    """
    try:
        indices = [NULL if item is None else item._p for item in indices]
        p = _c_index_put(input._p, indices, len(indices), values._p, accumulate)
    except UNFIT as error:
        raise explain("index_put", (input, indices, values, accumulate), error) from None
    if p:
        return Tensor(p)
    raise failure()


def index_put_(input, indices, values, accumulate=False):
    """index_put, written into the tensor itself."""
    try:
        indices = [NULL if item is None else item._p for item in indices]
        status = _c_index_put_(input._p, indices, len(indices), values._p, accumulate)
    except UNFIT as error:
        raise explain("index_put", (input, indices, values, accumulate), error) from None
    if status:
        raise failure()
    return input


def isclose(input, other, rtol=1e-05, atol=1e-08, *, out=None):
    """|input - other| <= atol + rtol * |other|, or both equal; NaN is close to nothing."""
    if out is not None:
        return call_out("isclose", (input, other, rtol, atol), out)
    try:
        p = _c_isclose(input._p, other._p, rtol, atol)
    except UNFIT as error:
        raise explain("isclose", (input, other, rtol, atol), error) from None
    if p:
        return Tensor(p)
    raise failure()


def isfinite(input, *, out=None):
    """Whether each element is neither infinite nor NaN."""
    if out is not None:
        return call_out("isfinite", (input,), out)
    try:
        p = _c_isfinite(input._p)
    except UNFIT as error:
        raise explain("isfinite", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def isfinite_(input):
    """isfinite, written into the tensor itself."""
    try:
        status = _c_isfinite_(input._p)
    except UNFIT as error:
        raise explain("isfinite", (input,), error) from None
    if status:
        raise failure()
    return input


def isinf(input, *, out=None):
    """Whether each element is infinite."""
    if out is not None:
        return call_out("isinf", (input,), out)
    try:
        p = _c_isinf(input._p)
    except UNFIT as error:
        raise explain("isinf", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def isinf_(input):
    """isinf, written into the tensor itself."""
    try:
        status = _c_isinf_(input._p)
    except UNFIT as error:
        raise explain("isinf", (input,), error) from None
    if status:
        raise failure()
    return input


def isnan(input, *, out=None):
    """Whether each element is NaN."""
    if out is not None:
        return call_out("isnan", (input,), out)
    try:
        p = _c_isnan(input._p)
    except UNFIT as error:
        raise explain("isnan", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def isnan_(input):
    """isnan, written into the tensor itself."""
    try:
        status = _c_isnan_(input._p)
    except UNFIT as error:
        raise explain("isnan", (input,), error) from None
    if status:
        raise failure()
    return input


def isneginf(input, *, out=None):
    """Whether each element is -inf."""
    if out is not None:
        return call_out("isneginf", (input,), out)
    try:
        p = _c_isneginf(input._p)
    except UNFIT as error:
        raise explain("isneginf", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def isneginf_(input):
    """isneginf, written into the tensor itself."""
    try:
        status = _c_isneginf_(input._p)
    except UNFIT as error:
        raise explain("isneginf", (input,), error) from None
    if status:
        raise failure()
    return input


def isposinf(input, *, out=None):
    """Whether each element is +inf."""
    if out is not None:
        return call_out("isposinf", (input,), out)
    try:
        p = _c_isposinf(input._p)
    except UNFIT as error:
        raise explain("isposinf", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def isposinf_(input):
    """isposinf, written into the tensor itself."""
    try:
        status = _c_isposinf_(input._p)
    except UNFIT as error:
        raise explain("isposinf", (input,), error) from None
    if status:
        raise failure()
    return input


def ldexp(input, other, *, out=None):
    """input * 2^other, elementwise."""
    if out is not None:
        return call_out("ldexp", (input, other), out)
    kind = other.__class__
    if kind is not Tensor and kind is not float and kind is not int:
        return call("ldexp", (input, other))
    try:
        if kind is Tensor:
            p = _c_ldexp(input._p, other._p)
        elif kind is float:
            p = _c_ldexp_scalar(input._p, 3, 0, other, 0.0)
        else:
            p = _c_ldexp_scalar(input._p, 2, other, 0.0, 0.0)
    except UNFIT as error:
        raise explain("ldexp", (input, other), error) from None
    if p:
        return Tensor(p)
    raise failure()


def ldexp_(input, other):
    """ldexp, written into the tensor itself."""
    kind = other.__class__
    if kind is not Tensor and kind is not float and kind is not int:
        return call_inplace("ldexp", (input, other))
    try:
        if kind is Tensor:
            status = _c_ldexp_(input._p, other._p)
        elif kind is float:
            status = _c_ldexp_scalar_(input._p, 3, 0, other, 0.0)
        else:
            status = _c_ldexp_scalar_(input._p, 2, other, 0.0, 0.0)
    except UNFIT as error:
        raise explain("ldexp", (input, other), error) from None
    if status:
        raise failure()
    return input


def le(input, other, *, out=None):
    """input <= other, elementwise."""
    if out is not None:
        return call_out("le", (input, other), out)
    kind = other.__class__
    if input.__class__ is not Tensor or (kind is not Tensor and kind is not float and kind is not int):
        return call("le", (input, other))
    try:
        if kind is Tensor:
            p = _c_le(input._p, other._p)
        elif kind is float:
            p = _c_le_scalar(input._p, 3, 0, other, 0.0)
        else:
            p = _c_le_scalar(input._p, 2, other, 0.0, 0.0)
    except UNFIT as error:
        raise explain("le", (input, other), error) from None
    if p:
        return Tensor(p)
    raise failure()


def le_(input, other):
    """le, written into the tensor itself."""
    kind = other.__class__
    if input.__class__ is not Tensor or (kind is not Tensor and kind is not float and kind is not int):
        return call_inplace("le", (input, other))
    try:
        if kind is Tensor:
            status = _c_le_(input._p, other._p)
        elif kind is float:
            status = _c_le_scalar_(input._p, 3, 0, other, 0.0)
        else:
            status = _c_le_scalar_(input._p, 2, other, 0.0, 0.0)
    except UNFIT as error:
        raise explain("le", (input, other), error) from None
    if status:
        raise failure()
    return input


def leaky_relu(input, negative_slope=0.01, *, out=None):
    """input where it is positive, else negative_slope * input."""
    if out is not None:
        return call_out("leaky_relu", (input, negative_slope), out)
    try:
        p = _c_leaky_relu(input._p, negative_slope)
    except UNFIT as error:
        raise explain("leaky_relu", (input, negative_slope), error) from None
    if p:
        return Tensor(p)
    raise failure()


def leaky_relu_(input, negative_slope=0.01):
    """leaky_relu, written into the tensor itself."""
    try:
        status = _c_leaky_relu_(input._p, negative_slope)
    except UNFIT as error:
        raise explain("leaky_relu", (input, negative_slope), error) from None
    if status:
        raise failure()
    return input


def lerp(input, end, weight, *, out=None):
    """input + weight * (end - input), elementwise."""
    if out is not None:
        return call_out("lerp", (input, end, weight), out)
    kind = weight.__class__
    if kind is not Tensor and kind is not float and kind is not int:
        return call("lerp", (input, end, weight))
    try:
        if kind is Tensor:
            p = _c_lerp(input._p, end._p, weight._p)
        elif kind is float:
            p = _c_lerp_scalar(input._p, end._p, 3, 0, weight, 0.0)
        else:
            p = _c_lerp_scalar(input._p, end._p, 2, weight, 0.0, 0.0)
    except UNFIT as error:
        raise explain("lerp", (input, end, weight), error) from None
    if p:
        return Tensor(p)
    raise failure()


def lerp_(input, end, weight):
    """lerp, written into the tensor itself."""
    kind = weight.__class__
    if kind is not Tensor and kind is not float and kind is not int:
        return call_inplace("lerp", (input, end, weight))
    try:
        if kind is Tensor:
            status = _c_lerp_(input._p, end._p, weight._p)
        elif kind is float:
            status = _c_lerp_scalar_(input._p, end._p, 3, 0, weight, 0.0)
        else:
            status = _c_lerp_scalar_(input._p, end._p, 2, weight, 0.0, 0.0)
    except UNFIT as error:
        raise explain("lerp", (input, end, weight), error) from None
    if status:
        raise failure()
    return input


def lgamma(input, *, out=None):
    """The logarithm of the absolute value of the gamma function."""
    if out is not None:
        return call_out("lgamma", (input,), out)
    try:
        p = _c_lgamma(input._p)
    except UNFIT as error:
        raise explain("lgamma", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def lgamma_(input):
    """lgamma, written into the tensor itself."""
    try:
        status = _c_lgamma_(input._p)
    except UNFIT as error:
        raise explain("lgamma", (input,), error) from None
    if status:
        raise failure()
    return input


def linspace(start, end, steps, *, dtype=None, requires_grad=False):
    """`steps` evenly spaced numbers from start to end, both included."""
    try:
        p = _c_linspace(*scalar(start), *scalar(end), steps, dtype_code(dtype))
    except UNFIT as error:
        raise explain("linspace", (start, end, steps, dtype), error) from None
    if p:
        return Tensor(p).requires_grad_() if requires_grad else Tensor(p)
    raise failure()


def log(input, *, out=None):
    """Natural logarithm of every element."""
    if out is not None:
        return call_out("log", (input,), out)
    try:
        p = _c_log(input._p)
    except UNFIT as error:
        raise explain("log", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def log_(input):
    """log, written into the tensor itself."""
    try:
        status = _c_log_(input._p)
    except UNFIT as error:
        raise explain("log", (input,), error) from None
    if status:
        raise failure()
    return input


def log10(input, *, out=None):
    """Logarithm of every element in base 10."""
    if out is not None:
        return call_out("log10", (input,), out)
    try:
        p = _c_log10(input._p)
    except UNFIT as error:
        raise explain("log10", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def log10_(input):
    """log10, written into the tensor itself."""
    try:
        status = _c_log10_(input._p)
    except UNFIT as error:
        raise explain("log10", (input,), error) from None
    if status:
        raise failure()
    return input


def log1p(input, *, out=None):
    """log(1 + input), accurate near 0."""
    if out is not None:
        return call_out("log1p", (input,), out)
    try:
        p = _c_log1p(input._p)
    except UNFIT as error:
        raise explain("log1p", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def log1p_(input):
    """log1p, written into the tensor itself."""
    try:
        status = _c_log1p_(input._p)
    except UNFIT as error:
        raise explain("log1p", (input,), error) from None
    if status:
        raise failure()
    return input


def log2(input, *, out=None):
    """Logarithm of every element in base 2."""
    if out is not None:
        return call_out("log2", (input,), out)
    try:
        p = _c_log2(input._p)
    except UNFIT as error:
        raise explain("log2", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def log2_(input):
    """log2, written into the tensor itself."""
    try:
        status = _c_log2_(input._p)
    except UNFIT as error:
        raise explain("log2", (input,), error) from None
    if status:
        raise failure()
    return input


def logaddexp(input, other, *, out=None):
    """log(exp(input) + exp(other)), without overflow."""
    if out is not None:
        return call_out("logaddexp", (input, other), out)
    try:
        p = _c_logaddexp(input._p, other._p)
    except UNFIT as error:
        raise explain("logaddexp", (input, other), error) from None
    if p:
        return Tensor(p)
    raise failure()


def logaddexp_(input, other):
    """logaddexp, written into the tensor itself."""
    try:
        status = _c_logaddexp_(input._p, other._p)
    except UNFIT as error:
        raise explain("logaddexp", (input, other), error) from None
    if status:
        raise failure()
    return input


def logaddexp2(input, other, *, out=None):
    """log2(2^input + 2^other), without overflow."""
    if out is not None:
        return call_out("logaddexp2", (input, other), out)
    try:
        p = _c_logaddexp2(input._p, other._p)
    except UNFIT as error:
        raise explain("logaddexp2", (input, other), error) from None
    if p:
        return Tensor(p)
    raise failure()


def logaddexp2_(input, other):
    """logaddexp2, written into the tensor itself."""
    try:
        status = _c_logaddexp2_(input._p, other._p)
    except UNFIT as error:
        raise explain("logaddexp2", (input, other), error) from None
    if status:
        raise failure()
    return input


def logical_and(input, other, *, out=None):
    """Whether both elements are other than 0."""
    if out is not None:
        return call_out("logical_and", (input, other), out)
    kind = other.__class__
    if input.__class__ is not Tensor or (kind is not Tensor and kind is not float and kind is not int):
        return call("logical_and", (input, other))
    try:
        if kind is Tensor:
            p = _c_logical_and(input._p, other._p)
        elif kind is float:
            p = _c_logical_and_scalar(input._p, 3, 0, other, 0.0)
        else:
            p = _c_logical_and_scalar(input._p, 2, other, 0.0, 0.0)
    except UNFIT as error:
        raise explain("logical_and", (input, other), error) from None
    if p:
        return Tensor(p)
    raise failure()


def logical_and_(input, other):
    """logical_and, written into the tensor itself."""
    kind = other.__class__
    if input.__class__ is not Tensor or (kind is not Tensor and kind is not float and kind is not int):
        return call_inplace("logical_and", (input, other))
    try:
        if kind is Tensor:
            status = _c_logical_and_(input._p, other._p)
        elif kind is float:
            status = _c_logical_and_scalar_(input._p, 3, 0, other, 0.0)
        else:
            status = _c_logical_and_scalar_(input._p, 2, other, 0.0, 0.0)
    except UNFIT as error:
        raise explain("logical_and", (input, other), error) from None
    if status:
        raise failure()
    return input


def logical_not(input, *, out=None):
    """Whether each element is 0."""
    if out is not None:
        return call_out("logical_not", (input,), out)
    try:
        p = _c_logical_not(input._p)
    except UNFIT as error:
        raise explain("logical_not", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def logical_not_(input):
    """logical_not, written into the tensor itself."""
    try:
        status = _c_logical_not_(input._p)
    except UNFIT as error:
        raise explain("logical_not", (input,), error) from None
    if status:
        raise failure()
    return input


def logical_or(input, other, *, out=None):
    """Whether any of both elements is other than 0."""
    if out is not None:
        return call_out("logical_or", (input, other), out)
    kind = other.__class__
    if input.__class__ is not Tensor or (kind is not Tensor and kind is not float and kind is not int):
        return call("logical_or", (input, other))
    try:
        if kind is Tensor:
            p = _c_logical_or(input._p, other._p)
        elif kind is float:
            p = _c_logical_or_scalar(input._p, 3, 0, other, 0.0)
        else:
            p = _c_logical_or_scalar(input._p, 2, other, 0.0, 0.0)
    except UNFIT as error:
        raise explain("logical_or", (input, other), error) from None
    if p:
        return Tensor(p)
    raise failure()


def logical_or_(input, other):
    """logical_or, written into the tensor itself."""
    kind = other.__class__
    if input.__class__ is not Tensor or (kind is not Tensor and kind is not float and kind is not int):
        return call_inplace("logical_or", (input, other))
    try:
        if kind is Tensor:
            status = _c_logical_or_(input._p, other._p)
        elif kind is float:
            status = _c_logical_or_scalar_(input._p, 3, 0, other, 0.0)
        else:
            status = _c_logical_or_scalar_(input._p, 2, other, 0.0, 0.0)
    except UNFIT as error:
        raise explain("logical_or", (input, other), error) from None
    if status:
        raise failure()
    return input


def logical_xor(input, other, *, out=None):
    """Whether just one of both elements is other than 0."""
    if out is not None:
        return call_out("logical_xor", (input, other), out)
    kind = other.__class__
    if input.__class__ is not Tensor or (kind is not Tensor and kind is not float and kind is not int):
        return call("logical_xor", (input, other))
    try:
        if kind is Tensor:
            p = _c_logical_xor(input._p, other._p)
        elif kind is float:
            p = _c_logical_xor_scalar(input._p, 3, 0, other, 0.0)
        else:
            p = _c_logical_xor_scalar(input._p, 2, other, 0.0, 0.0)
    except UNFIT as error:
        raise explain("logical_xor", (input, other), error) from None
    if p:
        return Tensor(p)
    raise failure()


def logical_xor_(input, other):
    """logical_xor, written into the tensor itself."""
    kind = other.__class__
    if input.__class__ is not Tensor or (kind is not Tensor and kind is not float and kind is not int):
        return call_inplace("logical_xor", (input, other))
    try:
        if kind is Tensor:
            status = _c_logical_xor_(input._p, other._p)
        elif kind is float:
            status = _c_logical_xor_scalar_(input._p, 3, 0, other, 0.0)
        else:
            status = _c_logical_xor_scalar_(input._p, 2, other, 0.0, 0.0)
    except UNFIT as error:
        raise explain("logical_xor", (input, other), error) from None
    if status:
        raise failure()
    return input


def logit(input, eps=None, *, out=None):
    """The inverse of sigmoid; with `eps`, of the input clamped to [eps, 1 - eps]."""
    if out is not None:
        return call_out("logit", (input, eps), out)
    try:
        p = _c_logit(input._p, NULL if eps is None else [eps])
    except UNFIT as error:
        raise explain("logit", (input, eps), error) from None
    if p:
        return Tensor(p)
    raise failure()


def logit_(input, eps=None):
    """logit, written into the tensor itself."""
    try:
        status = _c_logit_(input._p, NULL if eps is None else [eps])
    except UNFIT as error:
        raise explain("logit", (input, eps), error) from None
    if status:
        raise failure()
    return input


def logsigmoid(input, *, out=None):
    """log(sigmoid(input)), without overflow."""
    if out is not None:
        return call_out("logsigmoid", (input,), out)
    try:
        p = _c_logsigmoid(input._p)
    except UNFIT as error:
        raise explain("logsigmoid", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def logsigmoid_(input):
    """logsigmoid, written into the tensor itself."""
    try:
        status = _c_logsigmoid_(input._p)
    except UNFIT as error:
        raise explain("logsigmoid", (input,), error) from None
    if status:
        raise failure()
    return input


def lt(input, other, *, out=None):
    """input < other, elementwise."""
    if out is not None:
        return call_out("lt", (input, other), out)
    kind = other.__class__
    if input.__class__ is not Tensor or (kind is not Tensor and kind is not float and kind is not int):
        return call("lt", (input, other))
    try:
        if kind is Tensor:
            p = _c_lt(input._p, other._p)
        elif kind is float:
            p = _c_lt_scalar(input._p, 3, 0, other, 0.0)
        else:
            p = _c_lt_scalar(input._p, 2, other, 0.0, 0.0)
    except UNFIT as error:
        raise explain("lt", (input, other), error) from None
    if p:
        return Tensor(p)
    raise failure()


def lt_(input, other):
    """lt, written into the tensor itself."""
    kind = other.__class__
    if input.__class__ is not Tensor or (kind is not Tensor and kind is not float and kind is not int):
        return call_inplace("lt", (input, other))
    try:
        if kind is Tensor:
            status = _c_lt_(input._p, other._p)
        elif kind is float:
            status = _c_lt_scalar_(input._p, 3, 0, other, 0.0)
        else:
            status = _c_lt_scalar_(input._p, 2, other, 0.0, 0.0)
    except UNFIT as error:
        raise explain("lt", (input, other), error) from None
    if status:
        raise failure()
    return input


def mH(input):
    """The conjugate transpose over the last two dimensions."""
    try:
        p = _c_mH(input._p)
    except UNFIT as error:
        raise explain("mH", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def mT(input):
    """Exchanges the last two dimensions."""
    try:
        p = _c_mT(input._p)
    except UNFIT as error:
        raise explain("mT", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def max(input, other, *, out=None):
    """The larger of both elements: another name of maximum."""
    if out is not None:
        return call_out("max.other", (input, other), out)
    try:
        p = _c_max_other(input._p, other._p)
    except UNFIT as error:
        raise explain("max.other", (input, other), error) from None
    if p:
        return Tensor(p)
    raise failure()


def maximum(input, other, *, out=None):
    """The larger of both elements, NaN if either is."""
    if out is not None:
        return call_out("maximum", (input, other), out)
    kind = other.__class__
    if input.__class__ is not Tensor or (kind is not Tensor and kind is not float and kind is not int):
        return call("maximum", (input, other))
    try:
        if kind is Tensor:
            p = _c_maximum(input._p, other._p)
        elif kind is float:
            p = _c_maximum_scalar(input._p, 3, 0, other, 0.0)
        else:
            p = _c_maximum_scalar(input._p, 2, other, 0.0, 0.0)
    except UNFIT as error:
        raise explain("maximum", (input, other), error) from None
    if p:
        return Tensor(p)
    raise failure()


def maximum_(input, other):
    """maximum, written into the tensor itself."""
    kind = other.__class__
    if input.__class__ is not Tensor or (kind is not Tensor and kind is not float and kind is not int):
        return call_inplace("maximum", (input, other))
    try:
        if kind is Tensor:
            status = _c_maximum_(input._p, other._p)
        elif kind is float:
            status = _c_maximum_scalar_(input._p, 3, 0, other, 0.0)
        else:
            status = _c_maximum_scalar_(input._p, 2, other, 0.0, 0.0)
    except UNFIT as error:
        raise explain("maximum", (input, other), error) from None
    if status:
        raise failure()
    return input


def min(input, other, *, out=None):
    """The smaller of both elements: another name of minimum."""
    if out is not None:
        return call_out("min.other", (input, other), out)
    try:
        p = _c_min_other(input._p, other._p)
    except UNFIT as error:
        raise explain("min.other", (input, other), error) from None
    if p:
        return Tensor(p)
    raise failure()


def minimum(input, other, *, out=None):
    """The smaller of both elements, NaN if either is."""
    if out is not None:
        return call_out("minimum", (input, other), out)
    kind = other.__class__
    if input.__class__ is not Tensor or (kind is not Tensor and kind is not float and kind is not int):
        return call("minimum", (input, other))
    try:
        if kind is Tensor:
            p = _c_minimum(input._p, other._p)
        elif kind is float:
            p = _c_minimum_scalar(input._p, 3, 0, other, 0.0)
        else:
            p = _c_minimum_scalar(input._p, 2, other, 0.0, 0.0)
    except UNFIT as error:
        raise explain("minimum", (input, other), error) from None
    if p:
        return Tensor(p)
    raise failure()


def minimum_(input, other):
    """minimum, written into the tensor itself."""
    kind = other.__class__
    if input.__class__ is not Tensor or (kind is not Tensor and kind is not float and kind is not int):
        return call_inplace("minimum", (input, other))
    try:
        if kind is Tensor:
            status = _c_minimum_(input._p, other._p)
        elif kind is float:
            status = _c_minimum_scalar_(input._p, 3, 0, other, 0.0)
        else:
            status = _c_minimum_scalar_(input._p, 2, other, 0.0, 0.0)
    except UNFIT as error:
        raise explain("minimum", (input, other), error) from None
    if status:
        raise failure()
    return input


def mish(input, *, out=None):
    """input * tanh(softplus(input)), elementwise."""
    if out is not None:
        return call_out("mish", (input,), out)
    try:
        p = _c_mish(input._p)
    except UNFIT as error:
        raise explain("mish", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def mish_(input):
    """mish, written into the tensor itself."""
    try:
        status = _c_mish_(input._p)
    except UNFIT as error:
        raise explain("mish", (input,), error) from None
    if status:
        raise failure()
    return input


def movedim(input, source, destination):
    """Moves dimensions to other places; the others keep their order."""
    try:
        source = ints(source)
        destination = ints(destination)
        p = _c_movedim(input._p, source, len(source), destination, len(destination))
    except UNFIT as error:
        raise explain("movedim", (input, source, destination), error) from None
    if p:
        return Tensor(p)
    raise failure()


def mul(input, other, *, out=None):
    """input * other, elementwise."""
    if out is not None:
        return call_out("mul", (input, other), out)
    kind = other.__class__
    if input.__class__ is not Tensor or (kind is not Tensor and kind is not float and kind is not int):
        return call("mul", (input, other))
    try:
        if kind is Tensor:
            p = _c_mul(input._p, other._p)
        elif kind is float:
            p = _c_mul_scalar(input._p, 3, 0, other, 0.0)
        else:
            p = _c_mul_scalar(input._p, 2, other, 0.0, 0.0)
    except UNFIT as error:
        raise explain("mul", (input, other), error) from None
    if p:
        return Tensor(p)
    raise failure()


def mul_(input, other):
    """mul, written into the tensor itself."""
    kind = other.__class__
    if input.__class__ is not Tensor or (kind is not Tensor and kind is not float and kind is not int):
        return call_inplace("mul", (input, other))
    try:
        if kind is Tensor:
            status = _c_mul_(input._p, other._p)
        elif kind is float:
            status = _c_mul_scalar_(input._p, 3, 0, other, 0.0)
        else:
            status = _c_mul_scalar_(input._p, 2, other, 0.0, 0.0)
    except UNFIT as error:
        raise explain("mul", (input, other), error) from None
    if status:
        raise failure()
    return input


def nan_to_num(input, nan=None, posinf=None, neginf=None, *, out=None):
    """input with NaN replaced by `nan` (0), infinities by `posinf` and `neginf` (the dtype's largest numbers)."""
    if out is not None:
        return call_out("nan_to_num", (input, nan, posinf, neginf), out)
    try:
        p = _c_nan_to_num(input._p, NULL if nan is None else [nan], NULL if posinf is None else [posinf],
                          NULL if neginf is None else [neginf])
    except UNFIT as error:
        raise explain("nan_to_num", (input, nan, posinf, neginf), error) from None
    if p:
        return Tensor(p)
    raise failure()


def nan_to_num_(input, nan=None, posinf=None, neginf=None):
    """nan_to_num, written into the tensor itself."""
    try:
        status = _c_nan_to_num_(input._p, NULL if nan is None else [nan], NULL if posinf is None else [posinf],
                                NULL if neginf is None else [neginf])
    except UNFIT as error:
        raise explain("nan_to_num", (input, nan, posinf, neginf), error) from None
    if status:
        raise failure()
    return input


def narrow(input, dim, start, length):
    """`length` slices of a dimension from `start` on."""
    try:
        p = _c_narrow(input._p, dim, start, length)
    except UNFIT as error:
        raise explain("narrow", (input, dim, start, length), error) from None
    if p:
        return Tensor(p)
    raise failure()


def ndtr(input, *, out=None):
    """The distribution function of the standard normal distribution."""
    if out is not None:
        return call_out("ndtr", (input,), out)
    try:
        p = _c_ndtr(input._p)
    except UNFIT as error:
        raise explain("ndtr", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def ndtr_(input):
    """ndtr, written into the tensor itself."""
    try:
        status = _c_ndtr_(input._p)
    except UNFIT as error:
        raise explain("ndtr", (input,), error) from None
    if status:
        raise failure()
    return input


def ne(input, other, *, out=None):
    """input != other, elementwise."""
    if out is not None:
        return call_out("ne", (input, other), out)
    kind = other.__class__
    if input.__class__ is not Tensor or (kind is not Tensor and kind is not float and kind is not int):
        return call("ne", (input, other))
    try:
        if kind is Tensor:
            p = _c_ne(input._p, other._p)
        elif kind is float:
            p = _c_ne_scalar(input._p, 3, 0, other, 0.0)
        else:
            p = _c_ne_scalar(input._p, 2, other, 0.0, 0.0)
    except UNFIT as error:
        raise explain("ne", (input, other), error) from None
    if p:
        return Tensor(p)
    raise failure()


def ne_(input, other):
    """ne, written into the tensor itself."""
    kind = other.__class__
    if input.__class__ is not Tensor or (kind is not Tensor and kind is not float and kind is not int):
        return call_inplace("ne", (input, other))
    try:
        if kind is Tensor:
            status = _c_ne_(input._p, other._p)
        elif kind is float:
            status = _c_ne_scalar_(input._p, 3, 0, other, 0.0)
        else:
            status = _c_ne_scalar_(input._p, 2, other, 0.0, 0.0)
    except UNFIT as error:
        raise explain("ne", (input, other), error) from None
    if status:
        raise failure()
    return input


def neg(input, *, out=None):
    """-input, elementwise."""
    if out is not None:
        return call_out("neg", (input,), out)
    try:
        p = _c_neg(input._p)
    except UNFIT as error:
        raise explain("neg", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def neg_(input):
    """neg, written into the tensor itself."""
    try:
        status = _c_neg_(input._p)
    except UNFIT as error:
        raise explain("neg", (input,), error) from None
    if status:
        raise failure()
    return input


def ones(*size, dtype=None, requires_grad=False, **keywords):
    """A tensor of ones; float32 unless dtype is given."""
    size = unpacked(size, keywords, "size")
    if keywords:
        raise TypeError("ones: unknown keyword {}".format(*keywords))
    try:
        size = ints(size)
        p = _c_ones(size, len(size), dtype_code(dtype))
    except UNFIT as error:
        raise explain("ones", (size, dtype), error) from None
    if p:
        return Tensor(p).requires_grad_() if requires_grad else Tensor(p)
    raise failure()


def ones_like(input, *, dtype=None, requires_grad=False):
    """Ones of the shape, and unless given the dtype, of `input`."""
    try:
        p = _c_ones_like(input._p, dtype_code(dtype))
    except UNFIT as error:
        raise explain("ones_like", (input, dtype), error) from None
    if p:
        return Tensor(p).requires_grad_() if requires_grad else Tensor(p)
    raise failure()


def permute(input, dims):
    """The dimensions in another order: dimension i of the result is dims[i] of the input."""
    try:
        dims = ints(dims)
        p = _c_permute(input._p, dims, len(dims))
    except UNFIT as error:
        raise explain("permute", (input, dims), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _permute_method(input, *dims, **keywords):
    return permute(input, unpacked(dims, keywords, "dims"), **keywords)


def polar(abs, angle):
    """abs * exp(i angle), elementwise."""
    try:
        p = _c_polar(abs._p, angle._p)
    except UNFIT as error:
        raise explain("polar", (abs, angle), error) from None
    if p:
        return Tensor(p)
    raise failure()


def polygamma(n, input):
    """The n-th derivative of digamma."""
    try:
        p = _c_polygamma(n, input._p)
    except UNFIT as error:
        raise explain("polygamma", (n, input), error) from None
    if p:
        return Tensor(p)
    raise failure()


def positive(input):
    """input as it is."""
    try:
        p = _c_positive(input._p)
    except UNFIT as error:
        raise explain("positive", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def pow(input, exponent, *, out=None):
    """input to the power of exponent, elementwise."""
    if out is not None:
        return call_out("pow", (input, exponent), out)
    kind = exponent.__class__
    if input.__class__ is not Tensor or (kind is not Tensor and kind is not float and kind is not int):
        return call("pow", (input, exponent))
    try:
        if kind is Tensor:
            p = _c_pow(input._p, exponent._p)
        elif kind is float:
            p = _c_pow_scalar(input._p, 3, 0, exponent, 0.0)
        else:
            p = _c_pow_scalar(input._p, 2, exponent, 0.0, 0.0)
    except UNFIT as error:
        raise explain("pow", (input, exponent), error) from None
    if p:
        return Tensor(p)
    raise failure()


def pow_(input, exponent):
    """pow, written into the tensor itself."""
    kind = exponent.__class__
    if input.__class__ is not Tensor or (kind is not Tensor and kind is not float and kind is not int):
        return call_inplace("pow", (input, exponent))
    try:
        if kind is Tensor:
            status = _c_pow_(input._p, exponent._p)
        elif kind is float:
            status = _c_pow_scalar_(input._p, 3, 0, exponent, 0.0)
        else:
            status = _c_pow_scalar_(input._p, 2, exponent, 0.0, 0.0)
    except UNFIT as error:
        raise explain("pow", (input, exponent), error) from None
    if status:
        raise failure()
    return input


def prelu(input, weight):
    """input where it is positive, else weight * input; one weight, or one for each of dimension 1."""
    try:
        p = _c_prelu(input._p, weight._p)
    except UNFIT as error:
        raise explain("prelu", (input, weight), error) from None
    if p:
        return Tensor(p)
    raise failure()


def rad2deg(input, *, out=None):
    """Radians to degrees."""
    if out is not None:
        return call_out("rad2deg", (input,), out)
    try:
        p = _c_rad2deg(input._p)
    except UNFIT as error:
        raise explain("rad2deg", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def rad2deg_(input):
    """rad2deg, written into the tensor itself."""
    try:
        status = _c_rad2deg_(input._p)
    except UNFIT as error:
        raise explain("rad2deg", (input,), error) from None
    if status:
        raise failure()
    return input


def ravel(input):
    """All elements in one dimension."""
    try:
        p = _c_ravel(input._p)
    except UNFIT as error:
        raise explain("ravel", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def real(input):
    """The real parts of a complex tensor, as a view; a real tensor as it is."""
    try:
        p = _c_real(input._p)
    except UNFIT as error:
        raise explain("real", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def reciprocal(input, *, out=None):
    """1 / input, elementwise."""
    if out is not None:
        return call_out("reciprocal", (input,), out)
    try:
        p = _c_reciprocal(input._p)
    except UNFIT as error:
        raise explain("reciprocal", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def reciprocal_(input):
    """reciprocal, written into the tensor itself."""
    try:
        status = _c_reciprocal_(input._p)
    except UNFIT as error:
        raise explain("reciprocal", (input,), error) from None
    if status:
        raise failure()
    return input


def relu(input, *, out=None):
    """max(input, 0), elementwise."""
    if out is not None:
        return call_out("relu", (input,), out)
    try:
        p = _c_relu(input._p)
    except UNFIT as error:
        raise explain("relu", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def relu_(input):
    """relu, written into the tensor itself."""
    try:
        status = _c_relu_(input._p)
    except UNFIT as error:
        raise explain("relu", (input,), error) from None
    if status:
        raise failure()
    return input


def relu6(input, *, out=None):
    """input clamped to [0, 6]."""
    if out is not None:
        return call_out("relu6", (input,), out)
    try:
        p = _c_relu6(input._p)
    except UNFIT as error:
        raise explain("relu6", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def relu6_(input):
    """relu6, written into the tensor itself."""
    try:
        status = _c_relu6_(input._p)
    except UNFIT as error:
        raise explain("relu6", (input,), error) from None
    if status:
        raise failure()
    return input


def remainder(input, other, *, out=None):
    """What remains of input after whole multiples of other, with the sign of other, as Python's %."""
    if out is not None:
        return call_out("remainder", (input, other), out)
    kind = other.__class__
    if input.__class__ is not Tensor or (kind is not Tensor and kind is not float and kind is not int):
        return call("remainder", (input, other))
    try:
        if kind is Tensor:
            p = _c_remainder(input._p, other._p)
        elif kind is float:
            p = _c_remainder_scalar(input._p, 3, 0, other, 0.0)
        else:
            p = _c_remainder_scalar(input._p, 2, other, 0.0, 0.0)
    except UNFIT as error:
        raise explain("remainder", (input, other), error) from None
    if p:
        return Tensor(p)
    raise failure()


def remainder_(input, other):
    """remainder, written into the tensor itself."""
    kind = other.__class__
    if input.__class__ is not Tensor or (kind is not Tensor and kind is not float and kind is not int):
        return call_inplace("remainder", (input, other))
    try:
        if kind is Tensor:
            status = _c_remainder_(input._p, other._p)
        elif kind is float:
            status = _c_remainder_scalar_(input._p, 3, 0, other, 0.0)
        else:
            status = _c_remainder_scalar_(input._p, 2, other, 0.0, 0.0)
    except UNFIT as error:
        raise explain("remainder", (input, other), error) from None
    if status:
        raise failure()
    return input


def reshape(input, shape):
    """The same elements in the same order under another shape; a view where strides allow, otherwise a copy."""
    try:
        shape = ints(shape)
        p = _c_reshape(input._p, shape, len(shape))
    except UNFIT as error:
        raise explain("reshape", (input, shape), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _reshape_method(input, *shape, **keywords):
    return reshape(input, unpacked(shape, keywords, "shape"), **keywords)


def reshape_as(input, other):
    """reshape to the shape of another tensor."""
    try:
        p = _c_reshape_as(input._p, other._p)
    except UNFIT as error:
        raise explain("reshape_as", (input, other), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _round(input):
    try:
        p = _c_round(input._p)
    except UNFIT as error:
        raise explain("round", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _round_decimals(input, decimals):
    try:
        p = _c_round_decimals(input._p, decimals)
    except UNFIT as error:
        raise explain("round.decimals", (input, decimals), error) from None
    if p:
        return Tensor(p)
    raise failure()


round = overloaded("round", ("round", _round), ("round.decimals", _round_decimals))


def _round_(input):
    try:
        status = _c_round_(input._p)
    except UNFIT as error:
        raise explain("round", (input,), error) from None
    if status:
        raise failure()
    return input


def _round_decimals_(input, decimals):
    try:
        status = _c_round_decimals_(input._p, decimals)
    except UNFIT as error:
        raise explain("round.decimals", (input, decimals), error) from None
    if status:
        raise failure()
    return input


round_ = overloaded("round_", ("round", _round_), ("round.decimals", _round_decimals_))


def rsqrt(input, *, out=None):
    """1 / sqrt(input), elementwise."""
    if out is not None:
        return call_out("rsqrt", (input,), out)
    try:
        p = _c_rsqrt(input._p)
    except UNFIT as error:
        raise explain("rsqrt", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def rsqrt_(input):
    """rsqrt, written into the tensor itself."""
    try:
        status = _c_rsqrt_(input._p)
    except UNFIT as error:
        raise explain("rsqrt", (input,), error) from None
    if status:
        raise failure()
    return input


def rsub(input, other, *, alpha=1):
    """other - alpha * input, elementwise."""
    kind = other.__class__
    if kind is not Tensor and kind is not float and kind is not int:
        return call("rsub", (input, other, alpha))
    try:
        if kind is Tensor:
            p = _c_rsub(input._p, other._p, *scalar(alpha))
        elif kind is float:
            p = _c_rsub_scalar(input._p, 3, 0, other, 0.0, *scalar(alpha))
        else:
            p = _c_rsub_scalar(input._p, 2, other, 0.0, 0.0, *scalar(alpha))
    except UNFIT as error:
        raise explain("rsub", (input, other, alpha), error) from None
    if p:
        return Tensor(p)
    raise failure()


def select(input, dim, index):
    """The slice at one index of a dimension, which vanishes."""
    try:
        p = _c_select(input._p, dim, index)
    except UNFIT as error:
        raise explain("select", (input, dim, index), error) from None
    if p:
        return Tensor(p)
    raise failure()


def selu(input, *, out=None):
    """The self-normalising exponential linear unit."""
    if out is not None:
        return call_out("selu", (input,), out)
    try:
        p = _c_selu(input._p)
    except UNFIT as error:
        raise explain("selu", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def selu_(input):
    """selu, written into the tensor itself."""
    try:
        status = _c_selu_(input._p)
    except UNFIT as error:
        raise explain("selu", (input,), error) from None
    if status:
        raise failure()
    return input


def sgn(input, *, out=None):
    """input / |input|, and 0 at 0."""
    if out is not None:
        return call_out("sgn", (input,), out)
    try:
        p = _c_sgn(input._p)
    except UNFIT as error:
        raise explain("sgn", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def sgn_(input):
    """sgn, written into the tensor itself."""
    try:
        status = _c_sgn_(input._p)
    except UNFIT as error:
        raise explain("sgn", (input,), error) from None
    if status:
        raise failure()
    return input


def sigmoid(input, *, out=None):
    """1 / (1 + exp(-input)), elementwise."""
    if out is not None:
        return call_out("sigmoid", (input,), out)
    try:
        p = _c_sigmoid(input._p)
    except UNFIT as error:
        raise explain("sigmoid", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def sigmoid_(input):
    """sigmoid, written into the tensor itself."""
    try:
        status = _c_sigmoid_(input._p)
    except UNFIT as error:
        raise explain("sigmoid", (input,), error) from None
    if status:
        raise failure()
    return input


def sign(input, *, out=None):
    """-1, 0 or 1 as every element is negative, 0 or positive."""
    if out is not None:
        return call_out("sign", (input,), out)
    try:
        p = _c_sign(input._p)
    except UNFIT as error:
        raise explain("sign", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def sign_(input):
    """sign, written into the tensor itself."""
    try:
        status = _c_sign_(input._p)
    except UNFIT as error:
        raise explain("sign", (input,), error) from None
    if status:
        raise failure()
    return input


def signbit(input, *, out=None):
    """Whether each element's sign bit is set, as that of -0.0 is."""
    if out is not None:
        return call_out("signbit", (input,), out)
    try:
        p = _c_signbit(input._p)
    except UNFIT as error:
        raise explain("signbit", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def signbit_(input):
    """signbit, written into the tensor itself."""
    try:
        status = _c_signbit_(input._p)
    except UNFIT as error:
        raise explain("signbit", (input,), error) from None
    if status:
        raise failure()
    return input


def silu(input, *, out=None):
    """input * sigmoid(input), elementwise."""
    if out is not None:
        return call_out("silu", (input,), out)
    try:
        p = _c_silu(input._p)
    except UNFIT as error:
        raise explain("silu", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def silu_(input):
    """silu, written into the tensor itself."""
    try:
        status = _c_silu_(input._p)
    except UNFIT as error:
        raise explain("silu", (input,), error) from None
    if status:
        raise failure()
    return input


def sin(input, *, out=None):
    """Sine of every element."""
    if out is not None:
        return call_out("sin", (input,), out)
    try:
        p = _c_sin(input._p)
    except UNFIT as error:
        raise explain("sin", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def sin_(input):
    """sin, written into the tensor itself."""
    try:
        status = _c_sin_(input._p)
    except UNFIT as error:
        raise explain("sin", (input,), error) from None
    if status:
        raise failure()
    return input


def sinc(input, *, out=None):
    """sin(pi input) / (pi input), 1 at 0."""
    if out is not None:
        return call_out("sinc", (input,), out)
    try:
        p = _c_sinc(input._p)
    except UNFIT as error:
        raise explain("sinc", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def sinc_(input):
    """sinc, written into the tensor itself."""
    try:
        status = _c_sinc_(input._p)
    except UNFIT as error:
        raise explain("sinc", (input,), error) from None
    if status:
        raise failure()
    return input


def sinh(input, *, out=None):
    """Hyperbolic sine of every element."""
    if out is not None:
        return call_out("sinh", (input,), out)
    try:
        p = _c_sinh(input._p)
    except UNFIT as error:
        raise explain("sinh", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def sinh_(input):
    """sinh, written into the tensor itself."""
    try:
        status = _c_sinh_(input._p)
    except UNFIT as error:
        raise explain("sinh", (input,), error) from None
    if status:
        raise failure()
    return input


def slice(input, dim=0, start=None, end=None, step=1):
    """Every step-th slice from start to before end; bounds may count from the end."""
    try:
        p = _c_slice(input._p, dim, NULL if start is None else [start], NULL if end is None else [end], step)
    except UNFIT as error:
        raise explain("slice", (input, dim, start, end, step), error) from None
    if p:
        return Tensor(p)
    raise failure()


def softplus(input, beta=1, threshold=20, *, out=None):
    """log(1 + exp(beta * input)) / beta; input itself where beta * input is above the threshold."""
    if out is not None:
        return call_out("softplus", (input, beta, threshold), out)
    try:
        p = _c_softplus(input._p, *scalar(beta), *scalar(threshold))
    except UNFIT as error:
        raise explain("softplus", (input, beta, threshold), error) from None
    if p:
        return Tensor(p)
    raise failure()


def softplus_(input, beta=1, threshold=20):
    """softplus, written into the tensor itself."""
    try:
        status = _c_softplus_(input._p, *scalar(beta), *scalar(threshold))
    except UNFIT as error:
        raise explain("softplus", (input, beta, threshold), error) from None
    if status:
        raise failure()
    return input


def softshrink(input, lambd=0.5, *, out=None):
    """input moved towards 0 by lambd, 0 within."""
    if out is not None:
        return call_out("softshrink", (input, lambd), out)
    try:
        p = _c_softshrink(input._p, *scalar(lambd))
    except UNFIT as error:
        raise explain("softshrink", (input, lambd), error) from None
    if p:
        return Tensor(p)
    raise failure()


def softshrink_(input, lambd=0.5):
    """softshrink, written into the tensor itself."""
    try:
        status = _c_softshrink_(input._p, *scalar(lambd))
    except UNFIT as error:
        raise explain("softshrink", (input, lambd), error) from None
    if status:
        raise failure()
    return input


def softsign(input, *, out=None):
    """input / (1 + |input|), elementwise."""
    if out is not None:
        return call_out("softsign", (input,), out)
    try:
        p = _c_softsign(input._p)
    except UNFIT as error:
        raise explain("softsign", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def softsign_(input):
    """softsign, written into the tensor itself."""
    try:
        status = _c_softsign_(input._p)
    except UNFIT as error:
        raise explain("softsign", (input,), error) from None
    if status:
        raise failure()
    return input


def _split(input, split_size, dim=0):
    try:
        p = _c_split(input._p, split_size, dim)
    except UNFIT as error:
        raise explain("split", (input, split_size, dim), error) from None
    if p:
        return from_list(p)
    raise failure()


def _split_sizes(input, split_size, dim=0):
    try:
        split_size = ints(split_size)
        p = _c_split_sizes(input._p, split_size, len(split_size), dim)
    except UNFIT as error:
        raise explain("split.sizes", (input, split_size, dim), error) from None
    if p:
        return from_list(p)
    raise failure()


split = overloaded("split", ("split", _split), ("split.sizes", _split_sizes))


def split_with_sizes(input, split_sizes, dim=0):
    """Views of the given sizes, one after the other, along a dimension."""
    try:
        split_sizes = ints(split_sizes)
        p = _c_split_with_sizes(input._p, split_sizes, len(split_sizes), dim)
    except UNFIT as error:
        raise explain("split_with_sizes", (input, split_sizes, dim), error) from None
    if p:
        return from_list(p)
    raise failure()


def sqrt(input, *, out=None):
    """Square root of every element."""
    if out is not None:
        return call_out("sqrt", (input,), out)
    try:
        p = _c_sqrt(input._p)
    except UNFIT as error:
        raise explain("sqrt", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def sqrt_(input):
    """sqrt, written into the tensor itself."""
    try:
        status = _c_sqrt_(input._p)
    except UNFIT as error:
        raise explain("sqrt", (input,), error) from None
    if status:
        raise failure()
    return input


def square(input, *, out=None):
    """input * input, elementwise."""
    if out is not None:
        return call_out("square", (input,), out)
    try:
        p = _c_square(input._p)
    except UNFIT as error:
        raise explain("square", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def square_(input):
    """square, written into the tensor itself."""
    try:
        status = _c_square_(input._p)
    except UNFIT as error:
        raise explain("square", (input,), error) from None
    if status:
        raise failure()
    return input


def _squeeze(input):
    try:
        p = _c_squeeze(input._p)
    except UNFIT as error:
        raise explain("squeeze", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _squeeze_dim(input, dim):
    try:
        dim = ints(dim)
        p = _c_squeeze_dim(input._p, dim, len(dim))
    except UNFIT as error:
        raise explain("squeeze.dim", (input, dim), error) from None
    if p:
        return Tensor(p)
    raise failure()


squeeze = overloaded("squeeze", ("squeeze", _squeeze), ("squeeze.dim", _squeeze_dim))


def _squeeze_(input):
    try:
        status = _c_squeeze_(input._p)
    except UNFIT as error:
        raise explain("squeeze", (input,), error) from None
    if status:
        raise failure()
    return input


def _squeeze_dim_(input, dim):
    try:
        dim = ints(dim)
        status = _c_squeeze_dim_(input._p, dim, len(dim))
    except UNFIT as error:
        raise explain("squeeze.dim", (input, dim), error) from None
    if status:
        raise failure()
    return input


squeeze_ = overloaded("squeeze_", ("squeeze", _squeeze_), ("squeeze.dim", _squeeze_dim_))


def stack(tensors, dim=0):
    """Tensors of one shape along a new dimension."""
    try:
        tensors = [item._p for item in tensors]
        p = _c_stack(tensors, len(tensors), dim)
    except UNFIT as error:
        raise explain("stack", (tensors, dim), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _sub(input, other):
    kind = other.__class__
    if input.__class__ is not Tensor or (kind is not Tensor and kind is not float and kind is not int):
        return call("sub", (input, other))
    try:
        if kind is Tensor:
            p = _c_sub(input._p, other._p)
        elif kind is float:
            p = _c_sub_scalar(input._p, 3, 0, other, 0.0)
        else:
            p = _c_sub_scalar(input._p, 2, other, 0.0, 0.0)
    except UNFIT as error:
        raise explain("sub", (input, other), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _sub_alpha(input, other, alpha=1):
    kind = other.__class__
    if input.__class__ is not Tensor or (kind is not Tensor and kind is not float and kind is not int):
        return call("sub.alpha", (input, other, alpha))
    try:
        if kind is Tensor:
            p = _c_sub_alpha(input._p, other._p, *scalar(alpha))
        elif kind is float:
            p = _c_sub_alpha_scalar(input._p, 3, 0, other, 0.0, *scalar(alpha))
        else:
            p = _c_sub_alpha_scalar(input._p, 2, other, 0.0, 0.0, *scalar(alpha))
    except UNFIT as error:
        raise explain("sub.alpha", (input, other, alpha), error) from None
    if p:
        return Tensor(p)
    raise failure()


sub = overloaded("sub", ("sub", _sub), ("sub.alpha", _sub_alpha))


def _sub_(input, other):
    kind = other.__class__
    if input.__class__ is not Tensor or (kind is not Tensor and kind is not float and kind is not int):
        return call_inplace("sub", (input, other))
    try:
        if kind is Tensor:
            status = _c_sub_(input._p, other._p)
        elif kind is float:
            status = _c_sub_scalar_(input._p, 3, 0, other, 0.0)
        else:
            status = _c_sub_scalar_(input._p, 2, other, 0.0, 0.0)
    except UNFIT as error:
        raise explain("sub", (input, other), error) from None
    if status:
        raise failure()
    return input


def _sub_alpha_(input, other, alpha=1):
    kind = other.__class__
    if input.__class__ is not Tensor or (kind is not Tensor and kind is not float and kind is not int):
        return call_inplace("sub.alpha", (input, other, alpha))
    try:
        if kind is Tensor:
            status = _c_sub_alpha_(input._p, other._p, *scalar(alpha))
        elif kind is float:
            status = _c_sub_alpha_scalar_(input._p, 3, 0, other, 0.0, *scalar(alpha))
        else:
            status = _c_sub_alpha_scalar_(input._p, 2, other, 0.0, 0.0, *scalar(alpha))
    except UNFIT as error:
        raise explain("sub.alpha", (input, other, alpha), error) from None
    if status:
        raise failure()
    return input


sub_ = overloaded("sub_", ("sub", _sub_), ("sub.alpha", _sub_alpha_))


def sum_to_size(input, size):
    """Sums a tensor down to a shape that broadcasts to its own; itself if it has it already."""
    try:
        size = ints(size)
        p = _c_sum_to_size(input._p, size, len(size))
    except UNFIT as error:
        raise explain("sum_to_size", (input, size), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _sum_to_size_method(input, *size, **keywords):
    return sum_to_size(input, unpacked(size, keywords, "size"), **keywords)


def t(input):
    """The transpose of a matrix; tensors of fewer dimensions as they are."""
    try:
        p = _c_t(input._p)
    except UNFIT as error:
        raise explain("t", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def t_(input):
    """t, written into the tensor itself."""
    try:
        status = _c_t_(input._p)
    except UNFIT as error:
        raise explain("t", (input,), error) from None
    if status:
        raise failure()
    return input


def tan(input, *, out=None):
    """Tangent of every element."""
    if out is not None:
        return call_out("tan", (input,), out)
    try:
        p = _c_tan(input._p)
    except UNFIT as error:
        raise explain("tan", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def tan_(input):
    """tan, written into the tensor itself."""
    try:
        status = _c_tan_(input._p)
    except UNFIT as error:
        raise explain("tan", (input,), error) from None
    if status:
        raise failure()
    return input


def tanh(input, *, out=None):
    """Hyperbolic tangent of every element."""
    if out is not None:
        return call_out("tanh", (input,), out)
    try:
        p = _c_tanh(input._p)
    except UNFIT as error:
        raise explain("tanh", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def tanh_(input):
    """tanh, written into the tensor itself."""
    try:
        status = _c_tanh_(input._p)
    except UNFIT as error:
        raise explain("tanh", (input,), error) from None
    if status:
        raise failure()
    return input


def tanhshrink(input, *, out=None):
    """input - tanh(input), elementwise."""
    if out is not None:
        return call_out("tanhshrink", (input,), out)
    try:
        p = _c_tanhshrink(input._p)
    except UNFIT as error:
        raise explain("tanhshrink", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def tanhshrink_(input):
    """tanhshrink, written into the tensor itself."""
    try:
        status = _c_tanhshrink_(input._p)
    except UNFIT as error:
        raise explain("tanhshrink", (input,), error) from None
    if status:
        raise failure()
    return input


def threshold(input, threshold, value, *, out=None):
    """input where it is above the threshold, else value."""
    if out is not None:
        return call_out("threshold", (input, threshold, value), out)
    try:
        p = _c_threshold(input._p, *scalar(threshold), *scalar(value))
    except UNFIT as error:
        raise explain("threshold", (input, threshold, value), error) from None
    if p:
        return Tensor(p)
    raise failure()


def threshold_(input, threshold, value):
    """threshold, written into the tensor itself."""
    try:
        status = _c_threshold_(input._p, *scalar(threshold), *scalar(value))
    except UNFIT as error:
        raise explain("threshold", (input, threshold, value), error) from None
    if status:
        raise failure()
    return input


def to(input, dtype=None):
    """The tensor converted to a dtype; itself if it has it already."""
    try:
        p = _c_to(input._p, dtype_code(dtype))
    except UNFIT as error:
        raise explain("to", (input, dtype), error) from None
    if p:
        return Tensor(p)
    raise failure()


def transpose(input, dim0, dim1):
    """Exchanges two dimensions."""
    try:
        p = _c_transpose(input._p, dim0, dim1)
    except UNFIT as error:
        raise explain("transpose", (input, dim0, dim1), error) from None
    if p:
        return Tensor(p)
    raise failure()


def transpose_(input, dim0, dim1):
    """transpose, written into the tensor itself."""
    try:
        status = _c_transpose_(input._p, dim0, dim1)
    except UNFIT as error:
        raise explain("transpose", (input, dim0, dim1), error) from None
    if status:
        raise failure()
    return input


def true_divide(input, other, *, out=None):
    """input / other: another name of div."""
    if out is not None:
        return call_out("true_divide", (input, other), out)
    kind = other.__class__
    if input.__class__ is not Tensor or (kind is not Tensor and kind is not float and kind is not int):
        return call("true_divide", (input, other))
    try:
        if kind is Tensor:
            p = _c_true_divide(input._p, other._p)
        elif kind is float:
            p = _c_true_divide_scalar(input._p, 3, 0, other, 0.0)
        else:
            p = _c_true_divide_scalar(input._p, 2, other, 0.0, 0.0)
    except UNFIT as error:
        raise explain("true_divide", (input, other), error) from None
    if p:
        return Tensor(p)
    raise failure()


def true_divide_(input, other):
    """true_divide, written into the tensor itself."""
    kind = other.__class__
    if input.__class__ is not Tensor or (kind is not Tensor and kind is not float and kind is not int):
        return call_inplace("true_divide", (input, other))
    try:
        if kind is Tensor:
            status = _c_true_divide_(input._p, other._p)
        elif kind is float:
            status = _c_true_divide_scalar_(input._p, 3, 0, other, 0.0)
        else:
            status = _c_true_divide_scalar_(input._p, 2, other, 0.0, 0.0)
    except UNFIT as error:
        raise explain("true_divide", (input, other), error) from None
    if status:
        raise failure()
    return input


def trunc(input, *, out=None):
    """The whole part of each element."""
    if out is not None:
        return call_out("trunc", (input,), out)
    try:
        p = _c_trunc(input._p)
    except UNFIT as error:
        raise explain("trunc", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def trunc_(input):
    """trunc, written into the tensor itself."""
    try:
        status = _c_trunc_(input._p)
    except UNFIT as error:
        raise explain("trunc", (input,), error) from None
    if status:
        raise failure()
    return input


def unbind(input, dim=0):
    """A view for every index of a dimension, which vanishes."""
    try:
        p = _c_unbind(input._p, dim)
    except UNFIT as error:
        raise explain("unbind", (input, dim), error) from None
    if p:
        return from_list(p)
    raise failure()


def unflatten(input, dim, sizes):
    """Splits a dimension into several, whose product it is; one may be -1."""
    try:
        sizes = ints(sizes)
        p = _c_unflatten(input._p, dim, sizes, len(sizes))
    except UNFIT as error:
        raise explain("unflatten", (input, dim, sizes), error) from None
    if p:
        return Tensor(p)
    raise failure()


def unfold(input, dimension, size, step):
    """All windows of `size`, `step` apart, along a dimension; the window is a new last dimension."""
    try:
        p = _c_unfold(input._p, dimension, size, step)
    except UNFIT as error:
        raise explain("unfold", (input, dimension, size, step), error) from None
    if p:
        return Tensor(p)
    raise failure()


def unsqueeze(input, dim):
    """Inserts a dimension of size 1."""
    try:
        p = _c_unsqueeze(input._p, dim)
    except UNFIT as error:
        raise explain("unsqueeze", (input, dim), error) from None
    if p:
        return Tensor(p)
    raise failure()


def unsqueeze_(input, dim):
    """unsqueeze, written into the tensor itself."""
    try:
        status = _c_unsqueeze_(input._p, dim)
    except UNFIT as error:
        raise explain("unsqueeze", (input, dim), error) from None
    if status:
        raise failure()
    return input


def view(input, size):
    """The same elements in the same order under another shape, without a copy; one size may be -1."""
    try:
        size = ints(size)
        p = _c_view(input._p, size, len(size))
    except UNFIT as error:
        raise explain("view", (input, size), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _view_method(input, *size, **keywords):
    return view(input, unpacked(size, keywords, "size"), **keywords)


def view_as(input, other):
    """view with the shape of another tensor."""
    try:
        p = _c_view_as(input._p, other._p)
    except UNFIT as error:
        raise explain("view_as", (input, other), error) from None
    if p:
        return Tensor(p)
    raise failure()


def view_as_complex(input):
    """Real numbers with a last dimension of (real, imaginary) as a complex tensor."""
    try:
        p = _c_view_as_complex(input._p)
    except UNFIT as error:
        raise explain("view_as_complex", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def view_as_real(input):
    """A complex tensor as real numbers, with a last dimension of (real, imaginary)."""
    try:
        p = _c_view_as_real(input._p)
    except UNFIT as error:
        raise explain("view_as_real", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def where(condition, input, other, *, out=None):
    """input where condition is true, else other."""
    if out is not None:
        return call_out("where", (condition, input, other), out)
    kind = other.__class__
    if input.__class__ is not Tensor or (kind is not Tensor and kind is not float and kind is not int):
        return call("where", (condition, input, other))
    try:
        if kind is Tensor:
            p = _c_where(condition._p, input._p, other._p)
        elif kind is float:
            p = _c_where_scalar(condition._p, input._p, 3, 0, other, 0.0)
        else:
            p = _c_where_scalar(condition._p, input._p, 2, other, 0.0, 0.0)
    except UNFIT as error:
        raise explain("where", (condition, input, other), error) from None
    if p:
        return Tensor(p)
    raise failure()


def xlog1py(input, other, *, out=None):
    """input * log1p(other), and 0 where input is 0."""
    if out is not None:
        return call_out("xlog1py", (input, other), out)
    kind = other.__class__
    if input.__class__ is not Tensor or (kind is not Tensor and kind is not float and kind is not int):
        return call("xlog1py", (input, other))
    try:
        if kind is Tensor:
            p = _c_xlog1py(input._p, other._p)
        elif kind is float:
            p = _c_xlog1py_scalar(input._p, 3, 0, other, 0.0)
        else:
            p = _c_xlog1py_scalar(input._p, 2, other, 0.0, 0.0)
    except UNFIT as error:
        raise explain("xlog1py", (input, other), error) from None
    if p:
        return Tensor(p)
    raise failure()


def xlog1py_(input, other):
    """xlog1py, written into the tensor itself."""
    kind = other.__class__
    if input.__class__ is not Tensor or (kind is not Tensor and kind is not float and kind is not int):
        return call_inplace("xlog1py", (input, other))
    try:
        if kind is Tensor:
            status = _c_xlog1py_(input._p, other._p)
        elif kind is float:
            status = _c_xlog1py_scalar_(input._p, 3, 0, other, 0.0)
        else:
            status = _c_xlog1py_scalar_(input._p, 2, other, 0.0, 0.0)
    except UNFIT as error:
        raise explain("xlog1py", (input, other), error) from None
    if status:
        raise failure()
    return input


def xlogy(input, other, *, out=None):
    """input * log(other), and 0 where input is 0."""
    if out is not None:
        return call_out("xlogy", (input, other), out)
    kind = other.__class__
    if input.__class__ is not Tensor or (kind is not Tensor and kind is not float and kind is not int):
        return call("xlogy", (input, other))
    try:
        if kind is Tensor:
            p = _c_xlogy(input._p, other._p)
        elif kind is float:
            p = _c_xlogy_scalar(input._p, 3, 0, other, 0.0)
        else:
            p = _c_xlogy_scalar(input._p, 2, other, 0.0, 0.0)
    except UNFIT as error:
        raise explain("xlogy", (input, other), error) from None
    if p:
        return Tensor(p)
    raise failure()


def xlogy_(input, other):
    """xlogy, written into the tensor itself."""
    kind = other.__class__
    if input.__class__ is not Tensor or (kind is not Tensor and kind is not float and kind is not int):
        return call_inplace("xlogy", (input, other))
    try:
        if kind is Tensor:
            status = _c_xlogy_(input._p, other._p)
        elif kind is float:
            status = _c_xlogy_scalar_(input._p, 3, 0, other, 0.0)
        else:
            status = _c_xlogy_scalar_(input._p, 2, other, 0.0, 0.0)
    except UNFIT as error:
        raise explain("xlogy", (input, other), error) from None
    if status:
        raise failure()
    return input


def zero(input):
    """Zeros like `input`; zero_ clears it."""
    try:
        p = _c_zero(input._p)
    except UNFIT as error:
        raise explain("zero", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def zero_(input):
    """zero, written into the tensor itself."""
    try:
        status = _c_zero_(input._p)
    except UNFIT as error:
        raise explain("zero", (input,), error) from None
    if status:
        raise failure()
    return input


def zeros(*size, dtype=None, requires_grad=False, **keywords):
    """A tensor of zeros; float32 unless dtype is given."""
    size = unpacked(size, keywords, "size")
    if keywords:
        raise TypeError("zeros: unknown keyword {}".format(*keywords))
    try:
        size = ints(size)
        p = _c_zeros(size, len(size), dtype_code(dtype))
    except UNFIT as error:
        raise explain("zeros", (size, dtype), error) from None
    if p:
        return Tensor(p).requires_grad_() if requires_grad else Tensor(p)
    raise failure()


def zeros_like(input, *, dtype=None, requires_grad=False):
    """Zeros of the shape, and unless given the dtype, of `input`."""
    try:
        p = _c_zeros_like(input._p, dtype_code(dtype))
    except UNFIT as error:
        raise explain("zeros_like", (input, dtype), error) from None
    if p:
        return Tensor(p).requires_grad_() if requires_grad else Tensor(p)
    raise failure()


def __add__(self, other):
    kind = other.__class__
    if kind is Tensor:
        p = _c_add(self._p, other._p)
    elif kind is float:
        p = _c_add_scalar(self._p, 3, 0, other, 0.0)
    elif kind is int:
        p = _c_add_scalar(self._p, 2, other, 0.0, 0.0)
    else:
        return binary("add", self, other)
    if p:
        return Tensor(p)
    raise failure()


def __radd__(self, other):
    kind = other.__class__
    if kind is float:
        p = _c_scalar_add(3, 0, other, 0.0, self._p)
    elif kind is int:
        p = _c_scalar_add(2, other, 0.0, 0.0, self._p)
    else:
        return binary("add", other, self)
    if p:
        return Tensor(p)
    raise failure()


def __iadd__(self, other):
    if other.__class__ is Tensor:
        return _add_(self, other)
    return binary_inplace("add", self, other)


def __sub__(self, other):
    kind = other.__class__
    if kind is Tensor:
        p = _c_sub(self._p, other._p)
    elif kind is float:
        p = _c_sub_scalar(self._p, 3, 0, other, 0.0)
    elif kind is int:
        p = _c_sub_scalar(self._p, 2, other, 0.0, 0.0)
    else:
        return binary("sub", self, other)
    if p:
        return Tensor(p)
    raise failure()


def __rsub__(self, other):
    kind = other.__class__
    if kind is float:
        p = _c_scalar_sub(3, 0, other, 0.0, self._p)
    elif kind is int:
        p = _c_scalar_sub(2, other, 0.0, 0.0, self._p)
    else:
        return binary("sub", other, self)
    if p:
        return Tensor(p)
    raise failure()


def __isub__(self, other):
    if other.__class__ is Tensor:
        return _sub_(self, other)
    return binary_inplace("sub", self, other)


def __mul__(self, other):
    kind = other.__class__
    if kind is Tensor:
        p = _c_mul(self._p, other._p)
    elif kind is float:
        p = _c_mul_scalar(self._p, 3, 0, other, 0.0)
    elif kind is int:
        p = _c_mul_scalar(self._p, 2, other, 0.0, 0.0)
    else:
        return binary("mul", self, other)
    if p:
        return Tensor(p)
    raise failure()


def __rmul__(self, other):
    kind = other.__class__
    if kind is float:
        p = _c_scalar_mul(3, 0, other, 0.0, self._p)
    elif kind is int:
        p = _c_scalar_mul(2, other, 0.0, 0.0, self._p)
    else:
        return binary("mul", other, self)
    if p:
        return Tensor(p)
    raise failure()


def __imul__(self, other):
    if other.__class__ is Tensor:
        return mul_(self, other)
    return binary_inplace("mul", self, other)


def __truediv__(self, other):
    kind = other.__class__
    if kind is Tensor:
        p = _c_div(self._p, other._p)
    elif kind is float:
        p = _c_div_scalar(self._p, 3, 0, other, 0.0)
    elif kind is int:
        p = _c_div_scalar(self._p, 2, other, 0.0, 0.0)
    else:
        return binary("div", self, other)
    if p:
        return Tensor(p)
    raise failure()


def __rtruediv__(self, other):
    kind = other.__class__
    if kind is float:
        p = _c_scalar_div(3, 0, other, 0.0, self._p)
    elif kind is int:
        p = _c_scalar_div(2, other, 0.0, 0.0, self._p)
    else:
        return binary("div", other, self)
    if p:
        return Tensor(p)
    raise failure()


def __itruediv__(self, other):
    if other.__class__ is Tensor:
        return _div_(self, other)
    return binary_inplace("div", self, other)


def __floordiv__(self, other):
    kind = other.__class__
    if kind is Tensor:
        p = _c_floor_divide(self._p, other._p)
    elif kind is float:
        p = _c_floor_divide_scalar(self._p, 3, 0, other, 0.0)
    elif kind is int:
        p = _c_floor_divide_scalar(self._p, 2, other, 0.0, 0.0)
    else:
        return binary("floor_divide", self, other)
    if p:
        return Tensor(p)
    raise failure()


def __rfloordiv__(self, other):
    kind = other.__class__
    if kind is float:
        p = _c_scalar_floor_divide(3, 0, other, 0.0, self._p)
    elif kind is int:
        p = _c_scalar_floor_divide(2, other, 0.0, 0.0, self._p)
    else:
        return binary("floor_divide", other, self)
    if p:
        return Tensor(p)
    raise failure()


def __ifloordiv__(self, other):
    if other.__class__ is Tensor:
        return floor_divide_(self, other)
    return binary_inplace("floor_divide", self, other)


def __mod__(self, other):
    kind = other.__class__
    if kind is Tensor:
        p = _c_remainder(self._p, other._p)
    elif kind is float:
        p = _c_remainder_scalar(self._p, 3, 0, other, 0.0)
    elif kind is int:
        p = _c_remainder_scalar(self._p, 2, other, 0.0, 0.0)
    else:
        return binary("remainder", self, other)
    if p:
        return Tensor(p)
    raise failure()


def __rmod__(self, other):
    kind = other.__class__
    if kind is float:
        p = _c_scalar_remainder(3, 0, other, 0.0, self._p)
    elif kind is int:
        p = _c_scalar_remainder(2, other, 0.0, 0.0, self._p)
    else:
        return binary("remainder", other, self)
    if p:
        return Tensor(p)
    raise failure()


def __imod__(self, other):
    if other.__class__ is Tensor:
        return remainder_(self, other)
    return binary_inplace("remainder", self, other)


def __pow__(self, other):
    kind = other.__class__
    if kind is Tensor:
        p = _c_pow(self._p, other._p)
    elif kind is float:
        p = _c_pow_scalar(self._p, 3, 0, other, 0.0)
    elif kind is int:
        p = _c_pow_scalar(self._p, 2, other, 0.0, 0.0)
    else:
        return binary("pow", self, other)
    if p:
        return Tensor(p)
    raise failure()


def __rpow__(self, other):
    kind = other.__class__
    if kind is float:
        p = _c_scalar_pow(3, 0, other, 0.0, self._p)
    elif kind is int:
        p = _c_scalar_pow(2, other, 0.0, 0.0, self._p)
    else:
        return binary("pow", other, self)
    if p:
        return Tensor(p)
    raise failure()


def __ipow__(self, other):
    if other.__class__ is Tensor:
        return pow_(self, other)
    return binary_inplace("pow", self, other)


def __and__(self, other):
    kind = other.__class__
    if kind is Tensor:
        p = _c_bitwise_and(self._p, other._p)
    elif kind is float:
        p = _c_bitwise_and_scalar(self._p, 3, 0, other, 0.0)
    elif kind is int:
        p = _c_bitwise_and_scalar(self._p, 2, other, 0.0, 0.0)
    else:
        return binary("bitwise_and", self, other)
    if p:
        return Tensor(p)
    raise failure()


def __rand__(self, other):
    kind = other.__class__
    if kind is float:
        p = _c_scalar_bitwise_and(3, 0, other, 0.0, self._p)
    elif kind is int:
        p = _c_scalar_bitwise_and(2, other, 0.0, 0.0, self._p)
    else:
        return binary("bitwise_and", other, self)
    if p:
        return Tensor(p)
    raise failure()


def __iand__(self, other):
    if other.__class__ is Tensor:
        return bitwise_and_(self, other)
    return binary_inplace("bitwise_and", self, other)


def __or__(self, other):
    kind = other.__class__
    if kind is Tensor:
        p = _c_bitwise_or(self._p, other._p)
    elif kind is float:
        p = _c_bitwise_or_scalar(self._p, 3, 0, other, 0.0)
    elif kind is int:
        p = _c_bitwise_or_scalar(self._p, 2, other, 0.0, 0.0)
    else:
        return binary("bitwise_or", self, other)
    if p:
        return Tensor(p)
    raise failure()


def __ror__(self, other):
    kind = other.__class__
    if kind is float:
        p = _c_scalar_bitwise_or(3, 0, other, 0.0, self._p)
    elif kind is int:
        p = _c_scalar_bitwise_or(2, other, 0.0, 0.0, self._p)
    else:
        return binary("bitwise_or", other, self)
    if p:
        return Tensor(p)
    raise failure()


def __ior__(self, other):
    if other.__class__ is Tensor:
        return bitwise_or_(self, other)
    return binary_inplace("bitwise_or", self, other)


def __xor__(self, other):
    kind = other.__class__
    if kind is Tensor:
        p = _c_bitwise_xor(self._p, other._p)
    elif kind is float:
        p = _c_bitwise_xor_scalar(self._p, 3, 0, other, 0.0)
    elif kind is int:
        p = _c_bitwise_xor_scalar(self._p, 2, other, 0.0, 0.0)
    else:
        return binary("bitwise_xor", self, other)
    if p:
        return Tensor(p)
    raise failure()


def __rxor__(self, other):
    kind = other.__class__
    if kind is float:
        p = _c_scalar_bitwise_xor(3, 0, other, 0.0, self._p)
    elif kind is int:
        p = _c_scalar_bitwise_xor(2, other, 0.0, 0.0, self._p)
    else:
        return binary("bitwise_xor", other, self)
    if p:
        return Tensor(p)
    raise failure()


def __ixor__(self, other):
    if other.__class__ is Tensor:
        return bitwise_xor_(self, other)
    return binary_inplace("bitwise_xor", self, other)


def __lt__(self, other):
    kind = other.__class__
    if kind is Tensor:
        p = _c_lt(self._p, other._p)
    elif kind is float:
        p = _c_lt_scalar(self._p, 3, 0, other, 0.0)
    elif kind is int:
        p = _c_lt_scalar(self._p, 2, other, 0.0, 0.0)
    else:
        return binary("lt", self, other)
    if p:
        return Tensor(p)
    raise failure()


def __le__(self, other):
    kind = other.__class__
    if kind is Tensor:
        p = _c_le(self._p, other._p)
    elif kind is float:
        p = _c_le_scalar(self._p, 3, 0, other, 0.0)
    elif kind is int:
        p = _c_le_scalar(self._p, 2, other, 0.0, 0.0)
    else:
        return binary("le", self, other)
    if p:
        return Tensor(p)
    raise failure()


def __gt__(self, other):
    kind = other.__class__
    if kind is Tensor:
        p = _c_gt(self._p, other._p)
    elif kind is float:
        p = _c_gt_scalar(self._p, 3, 0, other, 0.0)
    elif kind is int:
        p = _c_gt_scalar(self._p, 2, other, 0.0, 0.0)
    else:
        return binary("gt", self, other)
    if p:
        return Tensor(p)
    raise failure()


def __ge__(self, other):
    kind = other.__class__
    if kind is Tensor:
        p = _c_ge(self._p, other._p)
    elif kind is float:
        p = _c_ge_scalar(self._p, 3, 0, other, 0.0)
    elif kind is int:
        p = _c_ge_scalar(self._p, 2, other, 0.0, 0.0)
    else:
        return binary("ge", self, other)
    if p:
        return Tensor(p)
    raise failure()


def __eq__(self, other):
    kind = other.__class__
    if kind is Tensor:
        p = _c_eq(self._p, other._p)
    elif kind is float:
        p = _c_eq_scalar(self._p, 3, 0, other, 0.0)
    elif kind is int:
        p = _c_eq_scalar(self._p, 2, other, 0.0, 0.0)
    else:
        return binary("eq", self, other)
    if p:
        return Tensor(p)
    raise failure()


def __ne__(self, other):
    kind = other.__class__
    if kind is Tensor:
        p = _c_ne(self._p, other._p)
    elif kind is float:
        p = _c_ne_scalar(self._p, 3, 0, other, 0.0)
    elif kind is int:
        p = _c_ne_scalar(self._p, 2, other, 0.0, 0.0)
    else:
        return binary("ne", self, other)
    if p:
        return Tensor(p)
    raise failure()


Tensor.T = property(T)
Tensor.abs = abs
Tensor.abs_ = abs_
Tensor.acos = acos
Tensor.acos_ = acos_
Tensor.acosh = acosh
Tensor.acosh_ = acosh_
Tensor.add = add
Tensor.add_ = add_
Tensor.addcdiv = addcdiv
Tensor.addcdiv_ = addcdiv_
Tensor.addcmul = addcmul
Tensor.addcmul_ = addcmul_
Tensor.alias = alias
Tensor.angle = angle
Tensor.as_strided = as_strided
Tensor.as_strided_ = as_strided_
Tensor.asin = asin
Tensor.asin_ = asin_
Tensor.asinh = asinh
Tensor.asinh_ = asinh_
Tensor.atan = atan
Tensor.atan_ = atan_
Tensor.atan2 = atan2
Tensor.atan2_ = atan2_
Tensor.atanh = atanh
Tensor.atanh_ = atanh_
Tensor.bitwise_and = bitwise_and
Tensor.bitwise_and_ = bitwise_and_
Tensor.bitwise_left_shift = bitwise_left_shift
Tensor.bitwise_left_shift_ = bitwise_left_shift_
Tensor.bitwise_not = bitwise_not
Tensor.bitwise_not_ = bitwise_not_
Tensor.bitwise_or = bitwise_or
Tensor.bitwise_or_ = bitwise_or_
Tensor.bitwise_right_shift = bitwise_right_shift
Tensor.bitwise_right_shift_ = bitwise_right_shift_
Tensor.bitwise_xor = bitwise_xor
Tensor.bitwise_xor_ = bitwise_xor_
Tensor.broadcast_to = _broadcast_to_method
Tensor.ceil = ceil
Tensor.ceil_ = ceil_
Tensor.celu = celu
Tensor.celu_ = celu_
Tensor.chunk = chunk
Tensor.clamp = clamp
Tensor.clamp_ = clamp_
Tensor.clamp_max = clamp_max
Tensor.clamp_max_ = clamp_max_
Tensor.clamp_min = clamp_min
Tensor.clamp_min_ = clamp_min_
Tensor.clone = clone
Tensor.conj = conj
Tensor.contiguous = contiguous
Tensor.copy = copy
Tensor.copy_ = copy_
Tensor.copysign = copysign
Tensor.copysign_ = copysign_
Tensor.cos = cos
Tensor.cos_ = cos_
Tensor.cosh = cosh
Tensor.cosh_ = cosh_
Tensor.deg2rad = deg2rad
Tensor.deg2rad_ = deg2rad_
Tensor.diagonal = diagonal
Tensor.digamma = digamma
Tensor.digamma_ = digamma_
Tensor.div = div
Tensor.div_ = div_
Tensor.elu = elu
Tensor.elu_ = elu_
Tensor.entr = entr
Tensor.entr_ = entr_
Tensor.eq = eq
Tensor.eq_ = eq_
Tensor.erf = erf
Tensor.erf_ = erf_
Tensor.erfc = erfc
Tensor.erfc_ = erfc_
Tensor.erfinv = erfinv
Tensor.erfinv_ = erfinv_
Tensor.exp = exp
Tensor.exp_ = exp_
Tensor.exp2 = exp2
Tensor.exp2_ = exp2_
Tensor.expand = _expand_method
Tensor.expand_as = expand_as
Tensor.expm1 = expm1
Tensor.expm1_ = expm1_
Tensor.fill = fill
Tensor.fill_ = fill_
Tensor.flatten = flatten
Tensor.float_power = float_power
Tensor.floor = floor
Tensor.floor_ = floor_
Tensor.floor_divide = floor_divide
Tensor.floor_divide_ = floor_divide_
Tensor.fmax = fmax
Tensor.fmax_ = fmax_
Tensor.fmin = fmin
Tensor.fmin_ = fmin_
Tensor.fmod = fmod
Tensor.fmod_ = fmod_
Tensor.frac = frac
Tensor.frac_ = frac_
Tensor.ge = ge
Tensor.ge_ = ge_
Tensor.gelu = gelu
Tensor.glu = glu
Tensor.gt = gt
Tensor.gt_ = gt_
Tensor.hardshrink = hardshrink
Tensor.hardshrink_ = hardshrink_
Tensor.hardsigmoid = hardsigmoid
Tensor.hardsigmoid_ = hardsigmoid_
Tensor.hardswish = hardswish
Tensor.hardswish_ = hardswish_
Tensor.hardtanh = hardtanh
Tensor.hardtanh_ = hardtanh_
Tensor.hypot = hypot
Tensor.hypot_ = hypot_
Tensor.imag = property(imag)
Tensor.index = index
Tensor.index_put = index_put
Tensor.index_put_ = index_put_
Tensor.isclose = isclose
Tensor.isfinite = isfinite
Tensor.isfinite_ = isfinite_
Tensor.isinf = isinf
Tensor.isinf_ = isinf_
Tensor.isnan = isnan
Tensor.isnan_ = isnan_
Tensor.isneginf = isneginf
Tensor.isneginf_ = isneginf_
Tensor.isposinf = isposinf
Tensor.isposinf_ = isposinf_
Tensor.ldexp = ldexp
Tensor.ldexp_ = ldexp_
Tensor.le = le
Tensor.le_ = le_
Tensor.leaky_relu = leaky_relu
Tensor.leaky_relu_ = leaky_relu_
Tensor.lerp = lerp
Tensor.lerp_ = lerp_
Tensor.lgamma = lgamma
Tensor.lgamma_ = lgamma_
Tensor.log = log
Tensor.log_ = log_
Tensor.log10 = log10
Tensor.log10_ = log10_
Tensor.log1p = log1p
Tensor.log1p_ = log1p_
Tensor.log2 = log2
Tensor.log2_ = log2_
Tensor.logaddexp = logaddexp
Tensor.logaddexp_ = logaddexp_
Tensor.logaddexp2 = logaddexp2
Tensor.logaddexp2_ = logaddexp2_
Tensor.logical_and = logical_and
Tensor.logical_and_ = logical_and_
Tensor.logical_not = logical_not
Tensor.logical_not_ = logical_not_
Tensor.logical_or = logical_or
Tensor.logical_or_ = logical_or_
Tensor.logical_xor = logical_xor
Tensor.logical_xor_ = logical_xor_
Tensor.logit = logit
Tensor.logit_ = logit_
Tensor.logsigmoid = logsigmoid
Tensor.logsigmoid_ = logsigmoid_
Tensor.lt = lt
Tensor.lt_ = lt_
Tensor.mH = property(mH)
Tensor.mT = property(mT)
Tensor.max = max
Tensor.maximum = maximum
Tensor.maximum_ = maximum_
Tensor.min = min
Tensor.minimum = minimum
Tensor.minimum_ = minimum_
Tensor.mish = mish
Tensor.mish_ = mish_
Tensor.movedim = movedim
Tensor.mul = mul
Tensor.mul_ = mul_
Tensor.nan_to_num = nan_to_num
Tensor.nan_to_num_ = nan_to_num_
Tensor.narrow = narrow
Tensor.ndtr = ndtr
Tensor.ndtr_ = ndtr_
Tensor.ne = ne
Tensor.ne_ = ne_
Tensor.neg = neg
Tensor.neg_ = neg_
Tensor.permute = _permute_method
Tensor.positive = positive
Tensor.pow = pow
Tensor.pow_ = pow_
Tensor.prelu = prelu
Tensor.rad2deg = rad2deg
Tensor.rad2deg_ = rad2deg_
Tensor.ravel = ravel
Tensor.real = property(real)
Tensor.reciprocal = reciprocal
Tensor.reciprocal_ = reciprocal_
Tensor.relu = relu
Tensor.relu_ = relu_
Tensor.relu6 = relu6
Tensor.relu6_ = relu6_
Tensor.remainder = remainder
Tensor.remainder_ = remainder_
Tensor.reshape = _reshape_method
Tensor.reshape_as = reshape_as
Tensor.round = round
Tensor.round_ = round_
Tensor.rsqrt = rsqrt
Tensor.rsqrt_ = rsqrt_
Tensor.rsub = rsub
Tensor.select = select
Tensor.selu = selu
Tensor.selu_ = selu_
Tensor.sgn = sgn
Tensor.sgn_ = sgn_
Tensor.sigmoid = sigmoid
Tensor.sigmoid_ = sigmoid_
Tensor.sign = sign
Tensor.sign_ = sign_
Tensor.signbit = signbit
Tensor.signbit_ = signbit_
Tensor.silu = silu
Tensor.silu_ = silu_
Tensor.sin = sin
Tensor.sin_ = sin_
Tensor.sinc = sinc
Tensor.sinc_ = sinc_
Tensor.sinh = sinh
Tensor.sinh_ = sinh_
Tensor.slice = slice
Tensor.softplus = softplus
Tensor.softplus_ = softplus_
Tensor.softshrink = softshrink
Tensor.softshrink_ = softshrink_
Tensor.softsign = softsign
Tensor.softsign_ = softsign_
Tensor.split = split
Tensor.split_with_sizes = split_with_sizes
Tensor.sqrt = sqrt
Tensor.sqrt_ = sqrt_
Tensor.square = square
Tensor.square_ = square_
Tensor.squeeze = squeeze
Tensor.squeeze_ = squeeze_
Tensor.sub = sub
Tensor.sub_ = sub_
Tensor.sum_to_size = _sum_to_size_method
Tensor.t = t
Tensor.t_ = t_
Tensor.tan = tan
Tensor.tan_ = tan_
Tensor.tanh = tanh
Tensor.tanh_ = tanh_
Tensor.tanhshrink = tanhshrink
Tensor.tanhshrink_ = tanhshrink_
Tensor.threshold = threshold
Tensor.threshold_ = threshold_
Tensor.to = to
Tensor.transpose = transpose
Tensor.transpose_ = transpose_
Tensor.true_divide = true_divide
Tensor.true_divide_ = true_divide_
Tensor.trunc = trunc
Tensor.trunc_ = trunc_
Tensor.unbind = unbind
Tensor.unflatten = unflatten
Tensor.unfold = unfold
Tensor.unsqueeze = unsqueeze
Tensor.unsqueeze_ = unsqueeze_
Tensor.view = _view_method
Tensor.view_as = view_as
Tensor.view_as_complex = view_as_complex
Tensor.view_as_real = view_as_real
Tensor.xlog1py = xlog1py
Tensor.xlog1py_ = xlog1py_
Tensor.xlogy = xlogy
Tensor.xlogy_ = xlogy_
Tensor.zero = zero
Tensor.zero_ = zero_
Tensor.__add__ = __add__
Tensor.__radd__ = __radd__
Tensor.__iadd__ = __iadd__
Tensor.__sub__ = __sub__
Tensor.__rsub__ = __rsub__
Tensor.__isub__ = __isub__
Tensor.__mul__ = __mul__
Tensor.__rmul__ = __rmul__
Tensor.__imul__ = __imul__
Tensor.__truediv__ = __truediv__
Tensor.__rtruediv__ = __rtruediv__
Tensor.__itruediv__ = __itruediv__
Tensor.__floordiv__ = __floordiv__
Tensor.__rfloordiv__ = __rfloordiv__
Tensor.__ifloordiv__ = __ifloordiv__
Tensor.__mod__ = __mod__
Tensor.__rmod__ = __rmod__
Tensor.__imod__ = __imod__
Tensor.__pow__ = __pow__
Tensor.__rpow__ = __rpow__
Tensor.__ipow__ = __ipow__
Tensor.__and__ = __and__
Tensor.__rand__ = __rand__
Tensor.__iand__ = __iand__
Tensor.__or__ = __or__
Tensor.__ror__ = __ror__
Tensor.__ior__ = __ior__
Tensor.__xor__ = __xor__
Tensor.__rxor__ = __rxor__
Tensor.__ixor__ = __ixor__
Tensor.__lt__ = __lt__
Tensor.__le__ = __le__
Tensor.__gt__ = __gt__
Tensor.__ge__ = __ge__
Tensor.__eq__ = __eq__
Tensor.__ne__ = __ne__
Tensor.__pos__ = positive
Tensor.__neg__ = neg
Tensor.__abs__ = abs
Tensor.__invert__ = bitwise_not


__all__ = ["T", "abs", "acos", "acosh", "add", "addcdiv", "addcmul", "alias", "angle", "arange", "as_strided", "asin",
           "asinh", "atan", "atan2", "atanh", "bitwise_and", "bitwise_left_shift", "bitwise_not", "bitwise_or",
           "bitwise_right_shift", "bitwise_xor", "broadcast_to", "cat", "ceil", "celu", "chunk", "clamp", "clamp_max",
           "clamp_min", "clone", "complex", "conj", "contiguous", "copy", "copysign", "cos", "cosh", "deg2rad",
           "diagonal", "digamma", "div", "elu", "empty", "empty_like", "entr", "eq", "erf", "erfc", "erfinv", "exp",
           "exp2", "expand", "expand_as", "expm1", "eye", "fill", "flatten", "float_power", "floor", "floor_divide",
           "fmax", "fmin", "fmod", "frac", "full", "full_like", "ge", "gelu", "glu", "gt", "hardshrink",
           "hardsigmoid", "hardswish", "hardtanh", "hypot", "imag", "index", "index_put", "isclose", "isfinite",
           "isinf", "isnan", "isneginf", "isposinf", "ldexp", "le", "leaky_relu", "lerp", "lgamma", "linspace", "log",
           "log10", "log1p", "log2", "logaddexp", "logaddexp2", "logical_and", "logical_not", "logical_or",
           "logical_xor", "logit", "logsigmoid", "lt", "mH", "mT", "max", "maximum", "min", "minimum", "mish",
           "movedim", "mul", "nan_to_num", "narrow", "ndtr", "ne", "neg", "ones", "ones_like", "permute", "polar",
           "polygamma", "positive", "pow", "prelu", "rad2deg", "ravel", "real", "reciprocal", "relu", "relu6",
           "remainder", "reshape", "reshape_as", "round", "rsqrt", "rsub", "select", "selu", "sgn", "sigmoid", "sign",
           "signbit", "silu", "sin", "sinc", "sinh", "slice", "softplus", "softshrink", "softsign", "split",
           "split_with_sizes", "sqrt", "square", "squeeze", "stack", "sub", "sum_to_size", "t", "tan", "tanh",
           "tanhshrink", "threshold", "to", "transpose", "true_divide", "trunc", "unbind", "unflatten", "unfold",
           "unsqueeze", "view", "view_as", "view_as_complex", "view_as_real", "where", "xlog1py", "xlogy", "zero",
           "zeros", "zeros_like"]
