# Printed by generate.py from the library's registry; not to be edited.
# ruff: noqa
"""The operators, as functions and as methods of Tensor."""

from builtins import len
from collections import namedtuple

from . import _native
from ._call import binary, binary_inplace, call, call_inplace, call_out, explain, floats, overloaded, unpacked
from ._core import NULL, device_struct, dtype, dtype_code, failure, ints, on_device, scalar, scalar_struct
from ._ffi import ffi, lib
from ._tensor import Tensor, from_list, like_on

# What Python and cffi raise when an argument is not of the type that C wants.
UNFIT = (AttributeError, TypeError, OverflowError, ValueError)


_c_T = lib.call_T
_c_abs = lib.call_abs
_c_abs_ = lib.call_abs_
_c_acos = lib.call_acos
_c_acos_ = lib.call_acos_
_c_acosh = lib.call_acosh
_c_acosh_ = lib.call_acosh_
_c_adaptive_avg_pool1d = lib.call_adaptive_avg_pool1d
_c_adaptive_avg_pool2d = lib.call_adaptive_avg_pool2d
_c_adaptive_avg_pool3d = lib.call_adaptive_avg_pool3d
_c_add = lib.call_add
_c_add_ = lib.call_add_
_c_add_alpha = lib.call_add_alpha
_c_add_alpha_ = lib.call_add_alpha_
_c_add_alpha_scalar = lib.call_add_alpha_scalar
_c_add_alpha_scalar_ = lib.call_add_alpha_scalar_
_c_add_scalar = lib.call_add_scalar
_c_add_scalar_ = lib.call_add_scalar_
_c_addbmm = lib.call_addbmm
_c_addbmm_ = lib.call_addbmm_
_c_addcdiv = lib.call_addcdiv
_c_addcdiv_ = lib.call_addcdiv_
_c_addcmul = lib.call_addcmul
_c_addcmul_ = lib.call_addcmul_
_c_addmm = lib.call_addmm
_c_addmm_ = lib.call_addmm_
_c_addmv = lib.call_addmv
_c_addmv_ = lib.call_addmv_
_c_addr = lib.call_addr
_c_addr_ = lib.call_addr_
_c_alias = lib.call_alias
_c_all = lib.call_all
_c_amax = lib.call_amax
_c_amin = lib.call_amin
_c_angle = lib.call_angle
_c_any = lib.call_any
_c_arange = lib.call_arange
_c_arange_start = lib.call_arange_start
_c_argmax = lib.call_argmax
_c_argmin = lib.call_argmin
_c_argsort = lib.call_argsort
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
_c_avg_pool1d = lib.call_avg_pool1d
_c_avg_pool2d = lib.call_avg_pool2d
_c_avg_pool3d = lib.call_avg_pool3d
_c_baddbmm = lib.call_baddbmm
_c_baddbmm_ = lib.call_baddbmm_
_c_batch_norm = lib.call_batch_norm
_c_bernoulli = lib.call_bernoulli
_c_bernoulli_p = lib.call_bernoulli_p
_c_bernoulli_p_ = lib.call_bernoulli_p_
_c_bilinear = lib.call_bilinear
_c_binary_cross_entropy = lib.call_binary_cross_entropy
_c_binary_cross_entropy_with_logits = lib.call_binary_cross_entropy_with_logits
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
_c_bmm = lib.call_bmm
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
_c_constant_pad_nd = lib.call_constant_pad_nd
_c_contiguous = lib.call_contiguous
_c_conv1d = lib.call_conv1d
_c_conv1d_padding = lib.call_conv1d_padding
_c_conv2d = lib.call_conv2d
_c_conv2d_padding = lib.call_conv2d_padding
_c_conv3d = lib.call_conv3d
_c_conv3d_padding = lib.call_conv3d_padding
_c_conv_transpose1d = lib.call_conv_transpose1d
_c_conv_transpose2d = lib.call_conv_transpose2d
_c_conv_transpose3d = lib.call_conv_transpose3d
_c_copy = lib.call_copy
_c_copy_ = lib.call_copy_
_c_copy_non_blocking = lib.call_copy_non_blocking
_c_copy_non_blocking_ = lib.call_copy_non_blocking_
_c_copysign = lib.call_copysign
_c_copysign_ = lib.call_copysign_
_c_copysign_scalar = lib.call_copysign_scalar
_c_copysign_scalar_ = lib.call_copysign_scalar_
_c_cos = lib.call_cos
_c_cos_ = lib.call_cos_
_c_cosh = lib.call_cosh
_c_cosh_ = lib.call_cosh_
_c_cosine_similarity = lib.call_cosine_similarity
_c_count_nonzero = lib.call_count_nonzero
_c_cross_entropy = lib.call_cross_entropy
_c_cumprod = lib.call_cumprod
_c_cumprod_ = lib.call_cumprod_
_c_cumsum = lib.call_cumsum
_c_cumsum_ = lib.call_cumsum_
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
_c_dot = lib.call_dot
_c_dropout = lib.call_dropout
_c_dropout_ = lib.call_dropout_
_c_einsum = lib.call_einsum
_c_elu = lib.call_elu
_c_elu_ = lib.call_elu_
_c_embedding = lib.call_embedding
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
_c_flip = lib.call_flip
_c_float_power = lib.call_float_power
_c_float_power_ = lib.call_float_power_
_c_float_power_scalar = lib.call_float_power_scalar
_c_float_power_scalar_ = lib.call_float_power_scalar_
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
_c_gather = lib.call_gather
_c_ge = lib.call_ge
_c_ge_ = lib.call_ge_
_c_ge_scalar = lib.call_ge_scalar
_c_ge_scalar_ = lib.call_ge_scalar_
_c_gelu = lib.call_gelu
_c_ger = lib.call_ger
_c_glu = lib.call_glu
_c_group_norm = lib.call_group_norm
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
_c_huber_loss = lib.call_huber_loss
_c_hypot = lib.call_hypot
_c_hypot_ = lib.call_hypot_
_c_imag = lib.call_imag
_c_index_add = lib.call_index_add
_c_index_add_ = lib.call_index_add_
_c_index_put = lib.call_index_put
_c_index_put_ = lib.call_index_put_
_c_index_select = lib.call_index_select
_c_index_tensor = lib.call_index_tensor
_c_inner = lib.call_inner
_c_interpolate = lib.call_interpolate
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
_c_kl_div = lib.call_kl_div
_c_kron = lib.call_kron
_c_kthvalue = lib.call_kthvalue
_c_l1_loss = lib.call_l1_loss
_c_layer_norm = lib.call_layer_norm
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
_c_linalg_multi_dot = lib.call_linalg_multi_dot
_c_linalg_vecdot = lib.call_linalg_vecdot
_c_linalg_vector_norm = lib.call_linalg_vector_norm
_c_linear = lib.call_linear
_c_linspace = lib.call_linspace
_c_log = lib.call_log
_c_log10 = lib.call_log10
_c_log10_ = lib.call_log10_
_c_log1p = lib.call_log1p
_c_log1p_ = lib.call_log1p_
_c_log2 = lib.call_log2
_c_log2_ = lib.call_log2_
_c_log_ = lib.call_log_
_c_log_softmax = lib.call_log_softmax
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
_c_logsumexp = lib.call_logsumexp
_c_lt = lib.call_lt
_c_lt_ = lib.call_lt_
_c_lt_scalar = lib.call_lt_scalar
_c_lt_scalar_ = lib.call_lt_scalar_
_c_mH = lib.call_mH
_c_mT = lib.call_mT
_c_masked_fill = lib.call_masked_fill
_c_masked_fill_ = lib.call_masked_fill_
_c_masked_fill_scalar = lib.call_masked_fill_scalar
_c_masked_fill_scalar_ = lib.call_masked_fill_scalar_
_c_masked_scatter = lib.call_masked_scatter
_c_masked_scatter_ = lib.call_masked_scatter_
_c_masked_select = lib.call_masked_select
_c_matmul = lib.call_matmul
_c_max = lib.call_max
_c_max_dim = lib.call_max_dim
_c_max_other = lib.call_max_other
_c_max_pool1d = lib.call_max_pool1d
_c_max_pool1d_indices = lib.call_max_pool1d_indices
_c_max_pool2d = lib.call_max_pool2d
_c_max_pool2d_indices = lib.call_max_pool2d_indices
_c_max_pool3d = lib.call_max_pool3d
_c_max_pool3d_indices = lib.call_max_pool3d_indices
_c_maximum = lib.call_maximum
_c_maximum_ = lib.call_maximum_
_c_maximum_scalar = lib.call_maximum_scalar
_c_maximum_scalar_ = lib.call_maximum_scalar_
_c_mean = lib.call_mean
_c_median = lib.call_median
_c_median_dim = lib.call_median_dim
_c_min = lib.call_min
_c_min_dim = lib.call_min_dim
_c_min_other = lib.call_min_other
_c_minimum = lib.call_minimum
_c_minimum_ = lib.call_minimum_
_c_minimum_scalar = lib.call_minimum_scalar
_c_minimum_scalar_ = lib.call_minimum_scalar_
_c_mish = lib.call_mish
_c_mish_ = lib.call_mish_
_c_mm = lib.call_mm
_c_movedim = lib.call_movedim
_c_mse_loss = lib.call_mse_loss
_c_mul = lib.call_mul
_c_mul_ = lib.call_mul_
_c_mul_scalar = lib.call_mul_scalar
_c_mul_scalar_ = lib.call_mul_scalar_
_c_multinomial = lib.call_multinomial
_c_mv = lib.call_mv
_c_nan_to_num = lib.call_nan_to_num
_c_nan_to_num_ = lib.call_nan_to_num_
_c_nanmean = lib.call_nanmean
_c_nansum = lib.call_nansum
_c_narrow = lib.call_narrow
_c_ndtr = lib.call_ndtr
_c_ndtr_ = lib.call_ndtr_
_c_ne = lib.call_ne
_c_ne_ = lib.call_ne_
_c_ne_scalar = lib.call_ne_scalar
_c_ne_scalar_ = lib.call_ne_scalar_
_c_neg = lib.call_neg
_c_neg_ = lib.call_neg_
_c_nll_loss = lib.call_nll_loss
_c_nonzero = lib.call_nonzero
_c_norm = lib.call_norm
_c_norm_named = lib.call_norm_named
_c_normal = lib.call_normal
_c_normal_ = lib.call_normal_
_c_normal_size = lib.call_normal_size
_c_normalize = lib.call_normalize
_c_ones = lib.call_ones
_c_ones_like = lib.call_ones_like
_c_outer = lib.call_outer
_c_pad = lib.call_pad
_c_permute = lib.call_permute
_c_polar = lib.call_polar
_c_positive = lib.call_positive
_c_pow = lib.call_pow
_c_pow_ = lib.call_pow_
_c_pow_scalar = lib.call_pow_scalar
_c_pow_scalar_ = lib.call_pow_scalar_
_c_prelu = lib.call_prelu
_c_prod = lib.call_prod
_c_prod_dim = lib.call_prod_dim
_c_rad2deg = lib.call_rad2deg
_c_rad2deg_ = lib.call_rad2deg_
_c_rand = lib.call_rand
_c_rand_like = lib.call_rand_like
_c_randint = lib.call_randint
_c_randint_low = lib.call_randint_low
_c_randn = lib.call_randn
_c_randn_like = lib.call_randn_like
_c_randperm = lib.call_randperm
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
_c_repeat = lib.call_repeat
_c_reshape = lib.call_reshape
_c_reshape_as = lib.call_reshape_as
_c_rms_norm = lib.call_rms_norm
_c_roll = lib.call_roll
_c_round = lib.call_round
_c_round_ = lib.call_round_
_c_round_decimals = lib.call_round_decimals
_c_round_decimals_ = lib.call_round_decimals_
_c_rsqrt = lib.call_rsqrt
_c_rsqrt_ = lib.call_rsqrt_
_c_rsub = lib.call_rsub
_c_rsub_scalar = lib.call_rsub_scalar
_c_scaled_dot_product_attention = lib.call_scaled_dot_product_attention
_c_scatter = lib.call_scatter
_c_scatter_ = lib.call_scatter_
_c_scatter_add = lib.call_scatter_add
_c_scatter_add_ = lib.call_scatter_add_
_c_scatter_value = lib.call_scatter_value
_c_scatter_value_ = lib.call_scatter_value_
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
_c_smooth_l1_loss = lib.call_smooth_l1_loss
_c_softmax = lib.call_softmax
_c_softplus = lib.call_softplus
_c_softplus_ = lib.call_softplus_
_c_softshrink = lib.call_softshrink
_c_softshrink_ = lib.call_softshrink_
_c_softsign = lib.call_softsign
_c_sort = lib.call_sort
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
_c_std = lib.call_std
_c_std_mean = lib.call_std_mean
_c_std_mean_unbiased = lib.call_std_mean_unbiased
_c_std_mean_unbiased_dim = lib.call_std_mean_unbiased_dim
_c_std_unbiased = lib.call_std_unbiased
_c_std_unbiased_dim = lib.call_std_unbiased_dim
_c_sub = lib.call_sub
_c_sub_ = lib.call_sub_
_c_sub_alpha = lib.call_sub_alpha
_c_sub_alpha_ = lib.call_sub_alpha_
_c_sub_alpha_scalar = lib.call_sub_alpha_scalar
_c_sub_alpha_scalar_ = lib.call_sub_alpha_scalar_
_c_sub_scalar = lib.call_sub_scalar
_c_sub_scalar_ = lib.call_sub_scalar_
_c_sum = lib.call_sum
_c_sum_to_size = lib.call_sum_to_size
_c_t = lib.call_t
_c_t_ = lib.call_t_
_c_take = lib.call_take
_c_take_along_dim = lib.call_take_along_dim
_c_tan = lib.call_tan
_c_tan_ = lib.call_tan_
_c_tanh = lib.call_tanh
_c_tanh_ = lib.call_tanh_
_c_tanhshrink = lib.call_tanhshrink
_c_tanhshrink_ = lib.call_tanhshrink_
_c_tensordot = lib.call_tensordot
_c_tensordot_axes = lib.call_tensordot_axes
_c_threshold = lib.call_threshold
_c_threshold_ = lib.call_threshold_
_c_tile = lib.call_tile
_c_to = lib.call_to
_c_to_device = lib.call_to_device
_c_topk = lib.call_topk
_c_transpose = lib.call_transpose
_c_transpose_ = lib.call_transpose_
_c_tril = lib.call_tril
_c_tril_ = lib.call_tril_
_c_triu = lib.call_triu
_c_triu_ = lib.call_triu_
_c_true_divide = lib.call_true_divide
_c_true_divide_ = lib.call_true_divide_
_c_true_divide_scalar = lib.call_true_divide_scalar
_c_true_divide_scalar_ = lib.call_true_divide_scalar_
_c_trunc = lib.call_trunc
_c_trunc_ = lib.call_trunc_
_c_unbind = lib.call_unbind
_c_unflatten = lib.call_unflatten
_c_unfold = lib.call_unfold
_c_uniform = lib.call_uniform
_c_uniform_ = lib.call_uniform_
_c_unsafe_chunk = lib.call_unsafe_chunk
_c_unsafe_split = lib.call_unsafe_split
_c_unsafe_split_with_sizes = lib.call_unsafe_split_with_sizes
_c_unsqueeze = lib.call_unsqueeze
_c_unsqueeze_ = lib.call_unsqueeze_
_c_var = lib.call_var
_c_var_mean = lib.call_var_mean
_c_var_mean_unbiased = lib.call_var_mean_unbiased
_c_var_mean_unbiased_dim = lib.call_var_mean_unbiased_dim
_c_var_unbiased = lib.call_var_unbiased
_c_var_unbiased_dim = lib.call_var_unbiased_dim
_c_vdot = lib.call_vdot
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


kthvalue_result = namedtuple("kthvalue_result", ("values", "indices"))


max_dim_result = namedtuple("max_dim_result", ("values", "indices"))


median_dim_result = namedtuple("median_dim_result", ("values", "indices"))


min_dim_result = namedtuple("min_dim_result", ("values", "indices"))


sort_result = namedtuple("sort_result", ("values", "indices"))


std_mean_result = namedtuple("std_mean_result", ("std", "mean"))


std_mean_unbiased_result = namedtuple("std_mean_unbiased_result", ("std", "mean"))


std_mean_unbiased_dim_result = namedtuple("std_mean_unbiased_dim_result", ("std", "mean"))


topk_result = namedtuple("topk_result", ("values", "indices"))


var_mean_result = namedtuple("var_mean_result", ("var", "mean"))


var_mean_unbiased_result = namedtuple("var_mean_unbiased_result", ("var", "mean"))


var_mean_unbiased_dim_result = namedtuple("var_mean_unbiased_dim_result", ("var", "mean"))


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


def adaptive_avg_pool1d(input, output_size):
    """The means of output_size parts of [N, C, L] that are as equal as can be."""
    try:
        output_size = ints(output_size)
        p = _c_adaptive_avg_pool1d(input._p, output_size, len(output_size))
    except UNFIT as error:
        raise explain("adaptive_avg_pool1d", (input, output_size), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _adaptive_avg_pool1d_method(input, *output_size, **keywords):
    return adaptive_avg_pool1d(input, unpacked(output_size, keywords, "output_size"), **keywords)


def adaptive_avg_pool2d(input, output_size):
    """The means of output_size parts a dimension of [N, C, H, W]; a negative number keeps a size."""
    try:
        output_size = ints(output_size)
        p = _c_adaptive_avg_pool2d(input._p, output_size, len(output_size))
    except UNFIT as error:
        raise explain("adaptive_avg_pool2d", (input, output_size), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _adaptive_avg_pool2d_method(input, *output_size, **keywords):
    return adaptive_avg_pool2d(input, unpacked(output_size, keywords, "output_size"), **keywords)


def adaptive_avg_pool3d(input, output_size):
    """The means of output_size parts a dimension of [N, C, D, H, W]; a negative number keeps a size."""
    try:
        output_size = ints(output_size)
        p = _c_adaptive_avg_pool3d(input._p, output_size, len(output_size))
    except UNFIT as error:
        raise explain("adaptive_avg_pool3d", (input, output_size), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _adaptive_avg_pool3d_method(input, *output_size, **keywords):
    return adaptive_avg_pool3d(input, unpacked(output_size, keywords, "output_size"), **keywords)


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


def addbmm(input, batch1, batch2, *, beta=1, alpha=1):
    """beta * input + alpha * the sum of the products of all pairs of matrices."""
    try:
        p = _c_addbmm(input._p, batch1._p, batch2._p, *scalar(beta), *scalar(alpha))
    except UNFIT as error:
        raise explain("addbmm", (input, batch1, batch2, beta, alpha), error) from None
    if p:
        return Tensor(p)
    raise failure()


def addbmm_(input, batch1, batch2, *, beta=1, alpha=1):
    """addbmm, written into the tensor itself."""
    try:
        status = _c_addbmm_(input._p, batch1._p, batch2._p, *scalar(beta), *scalar(alpha))
    except UNFIT as error:
        raise explain("addbmm", (input, batch1, batch2, beta, alpha), error) from None
    if status:
        raise failure()
    return input


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


def addmm(input, mat1, mat2, *, beta=1, alpha=1, out=None):
    """beta * input + alpha * (mat1 mat2). With beta = 0 the input is not read."""
    if out is not None:
        return call_out("addmm", (input, mat1, mat2, beta, alpha), out)
    try:
        p = _c_addmm(input._p, mat1._p, mat2._p, *scalar(beta), *scalar(alpha))
    except UNFIT as error:
        raise explain("addmm", (input, mat1, mat2, beta, alpha), error) from None
    if p:
        return Tensor(p)
    raise failure()


def addmm_(input, mat1, mat2, *, beta=1, alpha=1):
    """addmm, written into the tensor itself."""
    try:
        status = _c_addmm_(input._p, mat1._p, mat2._p, *scalar(beta), *scalar(alpha))
    except UNFIT as error:
        raise explain("addmm", (input, mat1, mat2, beta, alpha), error) from None
    if status:
        raise failure()
    return input


def addmv(input, mat, vec, *, beta=1, alpha=1):
    """beta * input + alpha * (mat vec)."""
    try:
        p = _c_addmv(input._p, mat._p, vec._p, *scalar(beta), *scalar(alpha))
    except UNFIT as error:
        raise explain("addmv", (input, mat, vec, beta, alpha), error) from None
    if p:
        return Tensor(p)
    raise failure()


def addmv_(input, mat, vec, *, beta=1, alpha=1):
    """addmv, written into the tensor itself."""
    try:
        status = _c_addmv_(input._p, mat._p, vec._p, *scalar(beta), *scalar(alpha))
    except UNFIT as error:
        raise explain("addmv", (input, mat, vec, beta, alpha), error) from None
    if status:
        raise failure()
    return input


def addr(input, vec1, vec2, *, beta=1, alpha=1):
    """beta * input + alpha * outer(vec1, vec2)."""
    try:
        p = _c_addr(input._p, vec1._p, vec2._p, *scalar(beta), *scalar(alpha))
    except UNFIT as error:
        raise explain("addr", (input, vec1, vec2, beta, alpha), error) from None
    if p:
        return Tensor(p)
    raise failure()


def addr_(input, vec1, vec2, *, beta=1, alpha=1):
    """addr, written into the tensor itself."""
    try:
        status = _c_addr_(input._p, vec1._p, vec2._p, *scalar(beta), *scalar(alpha))
    except UNFIT as error:
        raise explain("addr", (input, vec1, vec2, beta, alpha), error) from None
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


def all(input, dim=None, keepdim=False):
    """Whether no element over the given dimensions, or at all, is 0."""
    try:
        dim = () if dim is None else ints(dim)
        p = _c_all(input._p, dim or NULL, len(dim), keepdim)
    except UNFIT as error:
        raise explain("all", (input, dim, keepdim), error) from None
    if p:
        return Tensor(p)
    raise failure()


def amax(input, dim=None, keepdim=False):
    """The largest element over the given dimensions, or of all; NaN if there is one. Equal ones share the gradient."""
    try:
        dim = () if dim is None else ints(dim)
        p = _c_amax(input._p, dim or NULL, len(dim), keepdim)
    except UNFIT as error:
        raise explain("amax", (input, dim, keepdim), error) from None
    if p:
        return Tensor(p)
    raise failure()


def amin(input, dim=None, keepdim=False):
    """The smallest element over the given dimensions, or of all; NaN if there is one. Equal ones share the gradient."""
    try:
        dim = () if dim is None else ints(dim)
        p = _c_amin(input._p, dim or NULL, len(dim), keepdim)
    except UNFIT as error:
        raise explain("amin", (input, dim, keepdim), error) from None
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


def any(input, dim=None, keepdim=False):
    """Whether an element over the given dimensions, or at all, is not 0."""
    try:
        dim = () if dim is None else ints(dim)
        p = _c_any(input._p, dim or NULL, len(dim), keepdim)
    except UNFIT as error:
        raise explain("any", (input, dim, keepdim), error) from None
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


def argmax(input, dim=None, keepdim=False):
    """The position of the first largest element along a dimension, or in the flattened tensor."""
    try:
        p = _c_argmax(input._p, NULL if dim is None else [dim], keepdim)
    except UNFIT as error:
        raise explain("argmax", (input, dim, keepdim), error) from None
    if p:
        return Tensor(p)
    raise failure()


def argmin(input, dim=None, keepdim=False):
    """The position of the first smallest element along a dimension, or in the flattened tensor."""
    try:
        p = _c_argmin(input._p, NULL if dim is None else [dim], keepdim)
    except UNFIT as error:
        raise explain("argmin", (input, dim, keepdim), error) from None
    if p:
        return Tensor(p)
    raise failure()


def argsort(input, dim=-1, descending=False, stable=False):
    """The positions that bring the elements along a dimension into order."""
    try:
        p = _c_argsort(input._p, dim, descending, stable)
    except UNFIT as error:
        raise explain("argsort", (input, dim, descending, stable), error) from None
    if p:
        return Tensor(p)
    raise failure()


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


def avg_pool1d(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True):
    """The mean of every window of [N, C, L]."""
    try:
        kernel_size = ints(kernel_size)
        stride = () if stride is None else ints(stride)
        padding = ints(padding)
        p = _c_avg_pool1d(input._p, kernel_size, len(kernel_size), stride or NULL, len(stride), padding, len(padding),
                          ceil_mode, count_include_pad)
    except UNFIT as error:
        raise explain("avg_pool1d", (input, kernel_size, stride, padding, ceil_mode,
                                     count_include_pad), error) from None
    if p:
        return Tensor(p)
    raise failure()


def avg_pool2d(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True,
               divisor_override=None):
    """The mean of every window of [N, C, H, W]."""
    try:
        kernel_size = ints(kernel_size)
        stride = () if stride is None else ints(stride)
        padding = ints(padding)
        p = _c_avg_pool2d(input._p, kernel_size, len(kernel_size), stride or NULL, len(stride), padding, len(padding),
                          ceil_mode, count_include_pad, NULL if divisor_override is None else [divisor_override])
    except UNFIT as error:
        raise explain("avg_pool2d", (input, kernel_size, stride, padding, ceil_mode, count_include_pad,
                                     divisor_override), error) from None
    if p:
        return Tensor(p)
    raise failure()


def avg_pool3d(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True,
               divisor_override=None):
    """The mean of every window of [N, C, D, H, W]."""
    try:
        kernel_size = ints(kernel_size)
        stride = () if stride is None else ints(stride)
        padding = ints(padding)
        p = _c_avg_pool3d(input._p, kernel_size, len(kernel_size), stride or NULL, len(stride), padding, len(padding),
                          ceil_mode, count_include_pad, NULL if divisor_override is None else [divisor_override])
    except UNFIT as error:
        raise explain("avg_pool3d", (input, kernel_size, stride, padding, ceil_mode, count_include_pad,
                                     divisor_override), error) from None
    if p:
        return Tensor(p)
    raise failure()


def baddbmm(input, batch1, batch2, *, beta=1, alpha=1, out=None):
    """beta * input + alpha * bmm(batch1, batch2). With beta = 0 the input is not read."""
    if out is not None:
        return call_out("baddbmm", (input, batch1, batch2, beta, alpha), out)
    try:
        p = _c_baddbmm(input._p, batch1._p, batch2._p, *scalar(beta), *scalar(alpha))
    except UNFIT as error:
        raise explain("baddbmm", (input, batch1, batch2, beta, alpha), error) from None
    if p:
        return Tensor(p)
    raise failure()


def baddbmm_(input, batch1, batch2, *, beta=1, alpha=1):
    """baddbmm, written into the tensor itself."""
    try:
        status = _c_baddbmm_(input._p, batch1._p, batch2._p, *scalar(beta), *scalar(alpha))
    except UNFIT as error:
        raise explain("baddbmm", (input, batch1, batch2, beta, alpha), error) from None
    if status:
        raise failure()
    return input


def batch_norm(input, running_mean=None, running_var=None, weight=None, bias=None, training=False, momentum=0.1,
               eps=1e-05):
    """Channels (dimension 1) brought to mean 0 and variance 1, by the batch's statistics in training (the running
    ones move towards them), else by the running ones.
    """
    try:
        p = _c_batch_norm(input._p, NULL if running_mean is None else running_mean._p,
                          NULL if running_var is None else running_var._p, NULL if weight is None else weight._p,
                          NULL if bias is None else bias._p, training, momentum, eps)
    except UNFIT as error:
        raise explain("batch_norm", (input, running_mean, running_var, weight, bias, training, momentum,
                                     eps), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _bernoulli(input, generator=None):
    try:
        p = _c_bernoulli(input._p, NULL if generator is None else generator._p)
    except UNFIT as error:
        raise explain("bernoulli", (input, generator), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _bernoulli_p(input, p, generator=None):
    try:
        p = _c_bernoulli_p(input._p, p, NULL if generator is None else generator._p)
    except UNFIT as error:
        raise explain("bernoulli.p", (input, p, generator), error) from None
    if p:
        return Tensor(p)
    raise failure()


bernoulli = overloaded("bernoulli", ("bernoulli", _bernoulli), ("bernoulli.p", _bernoulli_p))


def _bernoulli_p_(input, p, generator=None):
    try:
        status = _c_bernoulli_p_(input._p, p, NULL if generator is None else generator._p)
    except UNFIT as error:
        raise explain("bernoulli.p", (input, p, generator), error) from None
    if status:
        raise failure()
    return input


bernoulli_ = overloaded("bernoulli_", ("bernoulli.p", _bernoulli_p_))


def bilinear(input1, input2, weight, bias=None):
    """out[*, k] = input1[*, :] weight[k, :, :] input2[*, :] + bias[k]."""
    try:
        p = _c_bilinear(input1._p, input2._p, weight._p, NULL if bias is None else bias._p)
    except UNFIT as error:
        raise explain("bilinear", (input1, input2, weight, bias), error) from None
    if p:
        return Tensor(p)
    raise failure()


def binary_cross_entropy(input, target, weight=None, reduction="mean"):
    """The cross entropy of probabilities against targets in [0, 1]."""
    try:
        p = _c_binary_cross_entropy(input._p, target._p, NULL if weight is None else weight._p, reduction.encode())
    except UNFIT as error:
        raise explain("binary_cross_entropy", (input, target, weight, reduction), error) from None
    if p:
        return Tensor(p)
    raise failure()


def binary_cross_entropy_with_logits(input, target, weight=None, reduction="mean", pos_weight=None):
    """The cross entropy of sigmoid(input) against targets in [0, 1], without overflow."""
    try:
        p = _c_binary_cross_entropy_with_logits(input._p, target._p, NULL if weight is None else weight._p,
                                                reduction.encode(), NULL if pos_weight is None else pos_weight._p)
    except UNFIT as error:
        raise explain("binary_cross_entropy_with_logits", (input, target, weight, reduction,
                                                           pos_weight), error) from None
    if p:
        return Tensor(p)
    raise failure()


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


def bmm(input, mat2, *, out=None):
    """The products of two batches of matrices, [b, m, k] and [b, k, n]."""
    if out is not None:
        return call_out("bmm", (input, mat2), out)
    try:
        p = _c_bmm(input._p, mat2._p)
    except UNFIT as error:
        raise explain("bmm", (input, mat2), error) from None
    if p:
        return Tensor(p)
    raise failure()


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


def constant_pad_nd(input, pad, value=0):
    """Pads with a constant; negative numbers crop."""
    try:
        pad = ints(pad)
        p = _c_constant_pad_nd(input._p, pad, len(pad), *scalar(value))
    except UNFIT as error:
        raise explain("constant_pad_nd", (input, pad, value), error) from None
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


def _conv1d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    try:
        stride = ints(stride)
        padding = ints(padding)
        dilation = ints(dilation)
        p = _c_conv1d(input._p, weight._p, NULL if bias is None else bias._p, stride, len(stride), padding,
                      len(padding), dilation, len(dilation), groups)
    except UNFIT as error:
        raise explain("conv1d", (input, weight, bias, stride, padding, dilation, groups), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _conv1d_padding(input, weight, bias=None, stride=1, padding="valid", dilation=1, groups=1):
    try:
        stride = ints(stride)
        dilation = ints(dilation)
        p = _c_conv1d_padding(input._p, weight._p, NULL if bias is None else bias._p, stride, len(stride),
                              padding.encode(), dilation, len(dilation), groups)
    except UNFIT as error:
        raise explain("conv1d.padding", (input, weight, bias, stride, padding, dilation, groups), error) from None
    if p:
        return Tensor(p)
    raise failure()


conv1d = overloaded("conv1d", ("conv1d", _conv1d), ("conv1d.padding", _conv1d_padding))


def _conv2d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    try:
        stride = ints(stride)
        padding = ints(padding)
        dilation = ints(dilation)
        p = _c_conv2d(input._p, weight._p, NULL if bias is None else bias._p, stride, len(stride), padding,
                      len(padding), dilation, len(dilation), groups)
    except UNFIT as error:
        raise explain("conv2d", (input, weight, bias, stride, padding, dilation, groups), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _conv2d_padding(input, weight, bias=None, stride=1, padding="valid", dilation=1, groups=1):
    try:
        stride = ints(stride)
        dilation = ints(dilation)
        p = _c_conv2d_padding(input._p, weight._p, NULL if bias is None else bias._p, stride, len(stride),
                              padding.encode(), dilation, len(dilation), groups)
    except UNFIT as error:
        raise explain("conv2d.padding", (input, weight, bias, stride, padding, dilation, groups), error) from None
    if p:
        return Tensor(p)
    raise failure()


conv2d = overloaded("conv2d", ("conv2d", _conv2d), ("conv2d.padding", _conv2d_padding))


def _conv3d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    try:
        stride = ints(stride)
        padding = ints(padding)
        dilation = ints(dilation)
        p = _c_conv3d(input._p, weight._p, NULL if bias is None else bias._p, stride, len(stride), padding,
                      len(padding), dilation, len(dilation), groups)
    except UNFIT as error:
        raise explain("conv3d", (input, weight, bias, stride, padding, dilation, groups), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _conv3d_padding(input, weight, bias=None, stride=1, padding="valid", dilation=1, groups=1):
    try:
        stride = ints(stride)
        dilation = ints(dilation)
        p = _c_conv3d_padding(input._p, weight._p, NULL if bias is None else bias._p, stride, len(stride),
                              padding.encode(), dilation, len(dilation), groups)
    except UNFIT as error:
        raise explain("conv3d.padding", (input, weight, bias, stride, padding, dilation, groups), error) from None
    if p:
        return Tensor(p)
    raise failure()


conv3d = overloaded("conv3d", ("conv3d", _conv3d), ("conv3d.padding", _conv3d_padding))


def conv_transpose1d(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1):
    """The transpose of conv1d as a linear map; weight [C, O / groups, k]."""
    try:
        stride = ints(stride)
        padding = ints(padding)
        output_padding = ints(output_padding)
        dilation = ints(dilation)
        p = _c_conv_transpose1d(input._p, weight._p, NULL if bias is None else bias._p, stride, len(stride), padding,
                                len(padding), output_padding, len(output_padding), groups, dilation, len(dilation))
    except UNFIT as error:
        raise explain("conv_transpose1d", (input, weight, bias, stride, padding, output_padding, groups,
                                           dilation), error) from None
    if p:
        return Tensor(p)
    raise failure()


def conv_transpose2d(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1):
    """The transpose of conv2d as a linear map; weight [C, O / groups, h, w]."""
    try:
        stride = ints(stride)
        padding = ints(padding)
        output_padding = ints(output_padding)
        dilation = ints(dilation)
        p = _c_conv_transpose2d(input._p, weight._p, NULL if bias is None else bias._p, stride, len(stride), padding,
                                len(padding), output_padding, len(output_padding), groups, dilation, len(dilation))
    except UNFIT as error:
        raise explain("conv_transpose2d", (input, weight, bias, stride, padding, output_padding, groups,
                                           dilation), error) from None
    if p:
        return Tensor(p)
    raise failure()


def conv_transpose3d(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1):
    """The transpose of conv3d as a linear map; weight [C, O / groups, d, h, w]."""
    try:
        stride = ints(stride)
        padding = ints(padding)
        output_padding = ints(output_padding)
        dilation = ints(dilation)
        p = _c_conv_transpose3d(input._p, weight._p, NULL if bias is None else bias._p, stride, len(stride), padding,
                                len(padding), output_padding, len(output_padding), groups, dilation, len(dilation))
    except UNFIT as error:
        raise explain("conv_transpose3d", (input, weight, bias, stride, padding, output_padding, groups,
                                           dilation), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _copy(input, src):
    try:
        p = _c_copy(input._p, src._p)
    except UNFIT as error:
        raise explain("copy", (input, src), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _copy_non_blocking(input, src, non_blocking):
    try:
        p = _c_copy_non_blocking(input._p, src._p, non_blocking)
    except UNFIT as error:
        raise explain("copy.non_blocking", (input, src, non_blocking), error) from None
    if p:
        return Tensor(p)
    raise failure()


copy = overloaded("copy", ("copy", _copy), ("copy.non_blocking", _copy_non_blocking))


def _copy_(input, src):
    try:
        status = _c_copy_(input._p, src._p)
    except UNFIT as error:
        raise explain("copy", (input, src), error) from None
    if status:
        raise failure()
    return input


def _copy_non_blocking_(input, src, non_blocking):
    try:
        status = _c_copy_non_blocking_(input._p, src._p, non_blocking)
    except UNFIT as error:
        raise explain("copy.non_blocking", (input, src, non_blocking), error) from None
    if status:
        raise failure()
    return input


copy_ = overloaded("copy_", ("copy", _copy_), ("copy.non_blocking", _copy_non_blocking_))


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


def cosine_similarity(x1, x2, dim=1, eps=1e-08):
    """The cosine of the angle between vectors along `dim`; norms are at least eps."""
    try:
        p = _c_cosine_similarity(x1._p, x2._p, dim, eps)
    except UNFIT as error:
        raise explain("cosine_similarity", (x1, x2, dim, eps), error) from None
    if p:
        return Tensor(p)
    raise failure()


def count_nonzero(input, dim=None):
    """How many elements are not 0, over the given dimensions or all."""
    try:
        dim = () if dim is None else ints(dim)
        p = _c_count_nonzero(input._p, dim or NULL, len(dim))
    except UNFIT as error:
        raise explain("count_nonzero", (input, dim), error) from None
    if p:
        return Tensor(p)
    raise failure()


def cross_entropy(input, target, weight=None, ignore_index=-100, reduction="mean", label_smoothing=0.0):
    """The cross entropy of logits (classes in dimension 1, or 0 without a batch) against class numbers, or against
    probabilities of the input's shape.
    """
    try:
        p = _c_cross_entropy(input._p, target._p, NULL if weight is None else weight._p, ignore_index,
                             reduction.encode(), label_smoothing)
    except UNFIT as error:
        raise explain("cross_entropy", (input, target, weight, ignore_index, reduction,
                                        label_smoothing), error) from None
    if p:
        return Tensor(p)
    raise failure()


def cumprod(input, dim, *, dtype=None):
    """Running products along a dimension."""
    try:
        p = _c_cumprod(input._p, dim, dtype_code(dtype))
    except UNFIT as error:
        raise explain("cumprod", (input, dim, dtype), error) from None
    if p:
        return Tensor(p)
    raise failure()


def cumprod_(input, dim, *, dtype=None):
    """cumprod, written into the tensor itself."""
    try:
        status = _c_cumprod_(input._p, dim, dtype_code(dtype))
    except UNFIT as error:
        raise explain("cumprod", (input, dim, dtype), error) from None
    if status:
        raise failure()
    return input


def cumsum(input, dim, *, dtype=None):
    """Running sums along a dimension."""
    try:
        p = _c_cumsum(input._p, dim, dtype_code(dtype))
    except UNFIT as error:
        raise explain("cumsum", (input, dim, dtype), error) from None
    if p:
        return Tensor(p)
    raise failure()


def cumsum_(input, dim, *, dtype=None):
    """cumsum, written into the tensor itself."""
    try:
        status = _c_cumsum_(input._p, dim, dtype_code(dtype))
    except UNFIT as error:
        raise explain("cumsum", (input, dim, dtype), error) from None
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


def dot(input, other, *, out=None):
    """The sum of the products of two vectors' elements; nothing is conjugated."""
    if out is not None:
        return call_out("dot", (input, other), out)
    try:
        p = _c_dot(input._p, other._p)
    except UNFIT as error:
        raise explain("dot", (input, other), error) from None
    if p:
        return Tensor(p)
    raise failure()


def dropout(input, p=0.5, training=True, *, generator=None):
    """In training, elements are set to 0 with probability p and the others scaled by 1 / (1 - p). A view of the
    input where nothing is dropped: not in training, or with p = 0.
    """
    try:
        p = _c_dropout(input._p, p, training, NULL if generator is None else generator._p)
    except UNFIT as error:
        raise explain("dropout", (input, p, training, generator), error) from None
    if p:
        return Tensor(p)
    raise failure()


def dropout_(input, p=0.5, training=True, *, generator=None):
    """dropout, written into the tensor itself."""
    try:
        status = _c_dropout_(input._p, p, training, NULL if generator is None else generator._p)
    except UNFIT as error:
        raise explain("dropout", (input, p, training, generator), error) from None
    if status:
        raise failure()
    return input


def einsum(equation, *operands, **keywords):
    """Sums of products by Einstein's convention, e.g. "bij,bjk->bik"; "..." stands for broadcast dimensions. A view
    where nothing is summed or multiplied.
    """
    operands = unpacked(operands, keywords, "operands")
    if keywords:
        raise TypeError("einsum: unknown keyword {}".format(*keywords))
    try:
        operands = [item._p for item in operands]
        p = _c_einsum(equation.encode(), operands, len(operands))
    except UNFIT as error:
        raise explain("einsum", (equation, operands), error) from None
    if p:
        return Tensor(p)
    raise failure()


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


def embedding(input, weight, padding_idx=None):
    """The rows of weight at the integers of input. The row padding_idx gets no gradient."""
    try:
        p = _c_embedding(input._p, weight._p, NULL if padding_idx is None else [padding_idx])
    except UNFIT as error:
        raise explain("embedding", (input, weight, padding_idx), error) from None
    if p:
        return Tensor(p)
    raise failure()


def empty(*size, dtype=None, device=None, requires_grad=False, **keywords):
    """An uninitialised row-major tensor; float32 unless dtype is given."""
    size = unpacked(size, keywords, "size")
    if keywords:
        raise TypeError("empty: unknown keyword {}".format(*keywords))
    if device is not None:
        with on_device(device):
            return empty(size, dtype=dtype, requires_grad=requires_grad)
    try:
        size = ints(size)
        p = _c_empty(size, len(size), dtype_code(dtype))
    except UNFIT as error:
        raise explain("empty", (size, dtype), error) from None
    if p:
        return Tensor(p).requires_grad_() if requires_grad else Tensor(p)
    raise failure()


def empty_like(input, *, dtype=None, device=None, requires_grad=False):
    """An uninitialised row-major tensor of the shape, and unless given the dtype, of `input`."""
    if device is not None:
        input = like_on(input, device)
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


def eye(n, m=None, *, dtype=None, device=None, requires_grad=False):
    """Ones on the diagonal of an n x m (default n x n) matrix of zeros."""
    if device is not None:
        with on_device(device):
            return eye(n, m=m, dtype=dtype, requires_grad=requires_grad)
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


def flip(input, dims):
    """The elements in reverse order along the given dimensions."""
    try:
        dims = ints(dims)
        p = _c_flip(input._p, dims, len(dims))
    except UNFIT as error:
        raise explain("flip", (input, dims), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _flip_method(input, *dims, **keywords):
    return flip(input, unpacked(dims, keywords, "dims"), **keywords)


def float_power(input, exponent, *, out=None):
    """input to the power of exponent, computed in float64 or complex128."""
    if out is not None:
        return call_out("float_power", (input, exponent), out)
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


def float_power_(input, exponent):
    """float_power, written into the tensor itself."""
    kind = exponent.__class__
    if input.__class__ is not Tensor or (kind is not Tensor and kind is not float and kind is not int):
        return call_inplace("float_power", (input, exponent))
    try:
        if kind is Tensor:
            status = _c_float_power_(input._p, exponent._p)
        elif kind is float:
            status = _c_float_power_scalar_(input._p, 3, 0, exponent, 0.0)
        else:
            status = _c_float_power_scalar_(input._p, 2, exponent, 0.0, 0.0)
    except UNFIT as error:
        raise explain("float_power", (input, exponent), error) from None
    if status:
        raise failure()
    return input


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


def full(size, fill_value, *, dtype=None, device=None, requires_grad=False):
    """A tensor of one value; its dtype is the value's default unless it is given."""
    if device is not None:
        with on_device(device):
            return full(size, fill_value, dtype=dtype, requires_grad=requires_grad)
    try:
        size = ints(size)
        p = _c_full(size, len(size), *scalar(fill_value), dtype_code(dtype))
    except UNFIT as error:
        raise explain("full", (size, fill_value, dtype), error) from None
    if p:
        return Tensor(p).requires_grad_() if requires_grad else Tensor(p)
    raise failure()


def full_like(input, fill_value, *, dtype=None, device=None, requires_grad=False):
    """One value in the shape, and unless given the dtype, of `input`."""
    if device is not None:
        input = like_on(input, device)
    try:
        p = _c_full_like(input._p, *scalar(fill_value), dtype_code(dtype))
    except UNFIT as error:
        raise explain("full_like", (input, fill_value, dtype), error) from None
    if p:
        return Tensor(p).requires_grad_() if requires_grad else Tensor(p)
    raise failure()


def gather(input, dim, index, *, sparse_grad=False):
    """out[i][j] = input[index[i][j]][j] for dim 0, and so on."""
    try:
        p = _c_gather(input._p, dim, index._p, sparse_grad)
    except UNFIT as error:
        raise explain("gather", (input, dim, index, sparse_grad), error) from None
    if p:
        return Tensor(p)
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


def ger(input, vec2):
    """outer under its other name."""
    try:
        p = _c_ger(input._p, vec2._p)
    except UNFIT as error:
        raise explain("ger", (input, vec2), error) from None
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


def group_norm(input, num_groups, weight=None, bias=None, eps=1e-05):
    """Groups of channels (dimension 1) brought to mean 0 and variance 1, then scaled and shifted a channel."""
    try:
        p = _c_group_norm(input._p, num_groups, NULL if weight is None else weight._p,
                          NULL if bias is None else bias._p, eps)
    except UNFIT as error:
        raise explain("group_norm", (input, num_groups, weight, bias, eps), error) from None
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


def huber_loss(input, target, reduction="mean", delta=1.0):
    """Half the squared error up to delta, beyond it a line of slope delta."""
    try:
        p = _c_huber_loss(input._p, target._p, reduction.encode(), delta)
    except UNFIT as error:
        raise explain("huber_loss", (input, target, reduction, delta), error) from None
    if p:
        return Tensor(p)
    raise failure()


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


def index_add(input, dim, index, source, *, alpha=1):
    """A copy of input with alpha times the slices of source added at a list of positions; repeated ones add up."""
    try:
        p = _c_index_add(input._p, dim, index._p, source._p, *scalar(alpha))
    except UNFIT as error:
        raise explain("index_add", (input, dim, index, source, alpha), error) from None
    if p:
        return Tensor(p)
    raise failure()


def index_add_(input, dim, index, source, *, alpha=1):
    """index_add, written into the tensor itself."""
    try:
        status = _c_index_add_(input._p, dim, index._p, source._p, *scalar(alpha))
    except UNFIT as error:
        raise explain("index_add", (input, dim, index, source, alpha), error) from None
    if status:
        raise failure()
    return input


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


def index_select(input, dim, index):
    """The slices of a dimension at a list of positions."""
    try:
        p = _c_index_select(input._p, dim, index._p)
    except UNFIT as error:
        raise explain("index_select", (input, dim, index), error) from None
    if p:
        return Tensor(p)
    raise failure()


def inner(input, other):
    """The sums of products over the last dimensions of both; a product if one has no dimension."""
    try:
        p = _c_inner(input._p, other._p)
    except UNFIT as error:
        raise explain("inner", (input, other), error) from None
    if p:
        return Tensor(p)
    raise failure()


def interpolate(input, size=None, scale_factor=None, mode="nearest", align_corners=False,
                recompute_scale_factor=False):
    """Resamples the spatial dimensions of [N, C, *] to `size`, or by `scale_factor`: "nearest", "nearest-exact",
    "linear", "bilinear", "trilinear", "bicubic" or "area".
    """
    try:
        size = () if size is None else ints(size)
        scale_factor = () if scale_factor is None else floats(scale_factor)
        p = _c_interpolate(input._p, size or NULL, len(size), scale_factor or NULL, len(scale_factor), mode.encode(),
                           align_corners, recompute_scale_factor)
    except UNFIT as error:
        raise explain("interpolate", (input, size, scale_factor, mode, align_corners,
                                      recompute_scale_factor), error) from None
    if p:
        return Tensor(p)
    raise failure()


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


def kl_div(input, target, reduction="mean", log_target=False):
    """target * (log(target) - input): the divergence of log probabilities `input` from probabilities, or log
    probabilities, `target`.
    """
    try:
        p = _c_kl_div(input._p, target._p, reduction.encode(), log_target)
    except UNFIT as error:
        raise explain("kl_div", (input, target, reduction, log_target), error) from None
    if p:
        return Tensor(p)
    raise failure()


def kron(input, other):
    """The Kronecker product: every element of the first times the whole second."""
    try:
        p = _c_kron(input._p, other._p)
    except UNFIT as error:
        raise explain("kron", (input, other), error) from None
    if p:
        return Tensor(p)
    raise failure()


def kthvalue(input, k, dim=-1, keepdim=False):
    """The k-th smallest elements along a dimension, counted from 1, and where they are."""
    outs = ffi.new("vjp_tensor*[2]")
    try:
        status = _c_kthvalue(input._p, k, dim, keepdim, outs)
    except UNFIT as error:
        raise explain("kthvalue", (input, k, dim, keepdim), error) from None
    if status:
        raise failure()
    return kthvalue_result(Tensor(outs[0]), Tensor(outs[1]))


def l1_loss(input, target, reduction="mean"):
    """The absolute error: of each element, its mean, or its sum."""
    try:
        p = _c_l1_loss(input._p, target._p, reduction.encode())
    except UNFIT as error:
        raise explain("l1_loss", (input, target, reduction), error) from None
    if p:
        return Tensor(p)
    raise failure()


def layer_norm(input, normalized_shape, weight=None, bias=None, eps=1e-05):
    """Rows over the last dimensions brought to mean 0 and variance 1, then scaled and shifted by weight and bias."""
    try:
        normalized_shape = ints(normalized_shape)
        p = _c_layer_norm(input._p, normalized_shape, len(normalized_shape), NULL if weight is None else weight._p,
                          NULL if bias is None else bias._p, eps)
    except UNFIT as error:
        raise explain("layer_norm", (input, normalized_shape, weight, bias, eps), error) from None
    if p:
        return Tensor(p)
    raise failure()


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


def linalg_multi_dot(tensors):
    """The product of a chain of matrices in the order that costs least; the ends may be vectors."""
    try:
        tensors = [item._p for item in tensors]
        p = _c_linalg_multi_dot(tensors, len(tensors))
    except UNFIT as error:
        raise explain("linalg_multi_dot", (tensors,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def linalg_vecdot(input, other, *, dim=-1):
    """Dot products along a dimension, the first operand conjugated; the other dimensions broadcast."""
    try:
        p = _c_linalg_vecdot(input._p, other._p, dim)
    except UNFIT as error:
        raise explain("linalg_vecdot", (input, other, dim), error) from None
    if p:
        return Tensor(p)
    raise failure()


def linalg_vector_norm(input, ord=2, dim=None, keepdim=False, *, dtype=None):
    """(sum |x|^ord)^(1/ord) over the given dimensions, or all; for 0 the number of nonzero elements, for inf and
    -inf the largest and smallest magnitude.
    """
    try:
        dim = () if dim is None else ints(dim)
        p = _c_linalg_vector_norm(input._p, ord, dim or NULL, len(dim), keepdim, dtype_code(dtype))
    except UNFIT as error:
        raise explain("linalg_vector_norm", (input, ord, dim, keepdim, dtype), error) from None
    if p:
        return Tensor(p)
    raise failure()


def linear(input, weight, bias=None):
    """input weight^T + bias: the affine map of a layer, over the last dimension."""
    try:
        p = _c_linear(input._p, weight._p, NULL if bias is None else bias._p)
    except UNFIT as error:
        raise explain("linear", (input, weight, bias), error) from None
    if p:
        return Tensor(p)
    raise failure()


def linspace(start, end, steps, *, dtype=None, device=None, requires_grad=False):
    """`steps` evenly spaced numbers from start to end, both included."""
    if device is not None:
        with on_device(device):
            return linspace(start, end, steps, dtype=dtype, requires_grad=requires_grad)
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


def log_softmax(input, dim, *, dtype=None):
    """The logarithm of softmax, computed without overflow."""
    try:
        p = _c_log_softmax(input._p, dim, dtype_code(dtype))
    except UNFIT as error:
        raise explain("log_softmax", (input, dim, dtype), error) from None
    if p:
        return Tensor(p)
    raise failure()


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
    """The inverse of sigmoid; with `eps`, of the input bounded to [eps, 1 - eps]."""
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


def logsumexp(input, dim, keepdim=False):
    """log(sum(exp(input))) over the given dimensions, without overflow."""
    try:
        dim = ints(dim)
        p = _c_logsumexp(input._p, dim, len(dim), keepdim)
    except UNFIT as error:
        raise explain("logsumexp", (input, dim, keepdim), error) from None
    if p:
        return Tensor(p)
    raise failure()


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


def masked_fill(input, mask, value):
    """input with `value`, a number or a zero-dimensional tensor, where the mask is true."""
    kind = value.__class__
    if kind is not Tensor and kind is not float and kind is not int:
        return call("masked_fill", (input, mask, value))
    try:
        if kind is Tensor:
            p = _c_masked_fill(input._p, mask._p, value._p)
        elif kind is float:
            p = _c_masked_fill_scalar(input._p, mask._p, 3, 0, value, 0.0)
        else:
            p = _c_masked_fill_scalar(input._p, mask._p, 2, value, 0.0, 0.0)
    except UNFIT as error:
        raise explain("masked_fill", (input, mask, value), error) from None
    if p:
        return Tensor(p)
    raise failure()


def masked_fill_(input, mask, value):
    """masked_fill, written into the tensor itself."""
    kind = value.__class__
    if kind is not Tensor and kind is not float and kind is not int:
        return call_inplace("masked_fill", (input, mask, value))
    try:
        if kind is Tensor:
            status = _c_masked_fill_(input._p, mask._p, value._p)
        elif kind is float:
            status = _c_masked_fill_scalar_(input._p, mask._p, 3, 0, value, 0.0)
        else:
            status = _c_masked_fill_scalar_(input._p, mask._p, 2, value, 0.0, 0.0)
    except UNFIT as error:
        raise explain("masked_fill", (input, mask, value), error) from None
    if status:
        raise failure()
    return input


def masked_scatter(input, mask, source):
    """input with the elements of source, in order, where the mask is true."""
    try:
        p = _c_masked_scatter(input._p, mask._p, source._p)
    except UNFIT as error:
        raise explain("masked_scatter", (input, mask, source), error) from None
    if p:
        return Tensor(p)
    raise failure()


def masked_scatter_(input, mask, source):
    """masked_scatter, written into the tensor itself."""
    try:
        status = _c_masked_scatter_(input._p, mask._p, source._p)
    except UNFIT as error:
        raise explain("masked_scatter", (input, mask, source), error) from None
    if status:
        raise failure()
    return input


def masked_select(input, mask):
    """The elements where the mask is true, in row-major order."""
    try:
        p = _c_masked_select(input._p, mask._p)
    except UNFIT as error:
        raise explain("masked_select", (input, mask), error) from None
    if p:
        return Tensor(p)
    raise failure()


def matmul(input, other):
    """The product over the last dimension of the first and the last but one of the second. A vector counts as a row
    on the left and as a column on the right, and its dimension vanishes; leading dimensions broadcast.
    """
    try:
        p = _c_matmul(input._p, other._p)
    except UNFIT as error:
        raise explain("matmul", (input, other), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _max(input):
    try:
        p = _c_max(input._p)
    except UNFIT as error:
        raise explain("max", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _max_dim(input, dim, keepdim=False):
    outs = ffi.new("vjp_tensor*[2]")
    try:
        status = _c_max_dim(input._p, dim, keepdim, outs)
    except UNFIT as error:
        raise explain("max.dim", (input, dim, keepdim), error) from None
    if status:
        raise failure()
    return max_dim_result(Tensor(outs[0]), Tensor(outs[1]))


def _max_other(input, other):
    try:
        p = _c_max_other(input._p, other._p)
    except UNFIT as error:
        raise explain("max.other", (input, other), error) from None
    if p:
        return Tensor(p)
    raise failure()


max = overloaded("max", ("max", _max), ("max.dim", _max_dim), ("max.other", _max_other))


def _max_pool1d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False):
    try:
        kernel_size = ints(kernel_size)
        stride = () if stride is None else ints(stride)
        padding = ints(padding)
        dilation = ints(dilation)
        p = _c_max_pool1d(input._p, kernel_size, len(kernel_size), stride or NULL, len(stride), padding, len(padding),
                          dilation, len(dilation), ceil_mode)
    except UNFIT as error:
        raise explain("max_pool1d", (input, kernel_size, stride, padding, dilation, ceil_mode), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _max_pool1d_indices(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=None):
    try:
        kernel_size = ints(kernel_size)
        stride = () if stride is None else ints(stride)
        padding = ints(padding)
        dilation = ints(dilation)
        p = _c_max_pool1d_indices(input._p, kernel_size, len(kernel_size), stride or NULL, len(stride), padding,
                                  len(padding), dilation, len(dilation), ceil_mode, return_indices)
    except UNFIT as error:
        raise explain("max_pool1d.indices", (input, kernel_size, stride, padding, dilation, ceil_mode,
                                             return_indices), error) from None
    if p:
        return from_list(p)
    raise failure()


max_pool1d = overloaded("max_pool1d", ("max_pool1d", _max_pool1d), ("max_pool1d.indices", _max_pool1d_indices))


def _max_pool2d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False):
    try:
        kernel_size = ints(kernel_size)
        stride = () if stride is None else ints(stride)
        padding = ints(padding)
        dilation = ints(dilation)
        p = _c_max_pool2d(input._p, kernel_size, len(kernel_size), stride or NULL, len(stride), padding, len(padding),
                          dilation, len(dilation), ceil_mode)
    except UNFIT as error:
        raise explain("max_pool2d", (input, kernel_size, stride, padding, dilation, ceil_mode), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _max_pool2d_indices(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=None):
    try:
        kernel_size = ints(kernel_size)
        stride = () if stride is None else ints(stride)
        padding = ints(padding)
        dilation = ints(dilation)
        p = _c_max_pool2d_indices(input._p, kernel_size, len(kernel_size), stride or NULL, len(stride), padding,
                                  len(padding), dilation, len(dilation), ceil_mode, return_indices)
    except UNFIT as error:
        raise explain("max_pool2d.indices", (input, kernel_size, stride, padding, dilation, ceil_mode,
                                             return_indices), error) from None
    if p:
        return from_list(p)
    raise failure()


max_pool2d = overloaded("max_pool2d", ("max_pool2d", _max_pool2d), ("max_pool2d.indices", _max_pool2d_indices))


def _max_pool3d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False):
    try:
        kernel_size = ints(kernel_size)
        stride = () if stride is None else ints(stride)
        padding = ints(padding)
        dilation = ints(dilation)
        p = _c_max_pool3d(input._p, kernel_size, len(kernel_size), stride or NULL, len(stride), padding, len(padding),
                          dilation, len(dilation), ceil_mode)
    except UNFIT as error:
        raise explain("max_pool3d", (input, kernel_size, stride, padding, dilation, ceil_mode), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _max_pool3d_indices(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=None):
    try:
        kernel_size = ints(kernel_size)
        stride = () if stride is None else ints(stride)
        padding = ints(padding)
        dilation = ints(dilation)
        p = _c_max_pool3d_indices(input._p, kernel_size, len(kernel_size), stride or NULL, len(stride), padding,
                                  len(padding), dilation, len(dilation), ceil_mode, return_indices)
    except UNFIT as error:
        raise explain("max_pool3d.indices", (input, kernel_size, stride, padding, dilation, ceil_mode,
                                             return_indices), error) from None
    if p:
        return from_list(p)
    raise failure()


max_pool3d = overloaded("max_pool3d", ("max_pool3d", _max_pool3d), ("max_pool3d.indices", _max_pool3d_indices))


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


def mean(input, dim=None, keepdim=False, *, dtype=None):
    """The mean over the given dimensions, or over all; of floating and complex tensors."""
    try:
        dim = () if dim is None else ints(dim)
        p = _c_mean(input._p, dim or NULL, len(dim), keepdim, dtype_code(dtype))
    except UNFIT as error:
        raise explain("mean", (input, dim, keepdim, dtype), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _median(input):
    try:
        p = _c_median(input._p)
    except UNFIT as error:
        raise explain("median", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _median_dim(input, dim, keepdim=False):
    outs = ffi.new("vjp_tensor*[2]")
    try:
        status = _c_median_dim(input._p, dim, keepdim, outs)
    except UNFIT as error:
        raise explain("median.dim", (input, dim, keepdim), error) from None
    if status:
        raise failure()
    return median_dim_result(Tensor(outs[0]), Tensor(outs[1]))


median = overloaded("median", ("median", _median), ("median.dim", _median_dim))


def _min(input):
    try:
        p = _c_min(input._p)
    except UNFIT as error:
        raise explain("min", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _min_dim(input, dim, keepdim=False):
    outs = ffi.new("vjp_tensor*[2]")
    try:
        status = _c_min_dim(input._p, dim, keepdim, outs)
    except UNFIT as error:
        raise explain("min.dim", (input, dim, keepdim), error) from None
    if status:
        raise failure()
    return min_dim_result(Tensor(outs[0]), Tensor(outs[1]))


def _min_other(input, other):
    try:
        p = _c_min_other(input._p, other._p)
    except UNFIT as error:
        raise explain("min.other", (input, other), error) from None
    if p:
        return Tensor(p)
    raise failure()


min = overloaded("min", ("min", _min), ("min.dim", _min_dim), ("min.other", _min_other))


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


def mm(input, mat2, *, out=None):
    """The product of two matrices."""
    if out is not None:
        return call_out("mm", (input, mat2), out)
    try:
        p = _c_mm(input._p, mat2._p)
    except UNFIT as error:
        raise explain("mm", (input, mat2), error) from None
    if p:
        return Tensor(p)
    raise failure()


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


def mse_loss(input, target, reduction="mean"):
    """The squared error: of each element, its mean, or its sum."""
    try:
        p = _c_mse_loss(input._p, target._p, reduction.encode())
    except UNFIT as error:
        raise explain("mse_loss", (input, target, reduction), error) from None
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


def multinomial(input, num_samples, replacement=False, *, generator=None):
    """Indices drawn from every row of weights, which need not sum to 1."""
    try:
        p = _c_multinomial(input._p, num_samples, replacement, NULL if generator is None else generator._p)
    except UNFIT as error:
        raise explain("multinomial", (input, num_samples, replacement, generator), error) from None
    if p:
        return Tensor(p)
    raise failure()


def mv(input, vec, *, out=None):
    """The product of a matrix and a vector."""
    if out is not None:
        return call_out("mv", (input, vec), out)
    try:
        p = _c_mv(input._p, vec._p)
    except UNFIT as error:
        raise explain("mv", (input, vec), error) from None
    if p:
        return Tensor(p)
    raise failure()


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


def nanmean(input, dim=None, keepdim=False, *, dtype=None):
    """The mean of the elements that are not NaN."""
    try:
        dim = () if dim is None else ints(dim)
        p = _c_nanmean(input._p, dim or NULL, len(dim), keepdim, dtype_code(dtype))
    except UNFIT as error:
        raise explain("nanmean", (input, dim, keepdim, dtype), error) from None
    if p:
        return Tensor(p)
    raise failure()


def nansum(input, dim=None, keepdim=False, *, dtype=None):
    """The sum with NaN counted as 0."""
    try:
        dim = () if dim is None else ints(dim)
        p = _c_nansum(input._p, dim or NULL, len(dim), keepdim, dtype_code(dtype))
    except UNFIT as error:
        raise explain("nansum", (input, dim, keepdim, dtype), error) from None
    if p:
        return Tensor(p)
    raise failure()


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


def nll_loss(input, target, weight=None, ignore_index=-100, reduction="mean"):
    """Minus the log probabilities `input` (classes in dimension 1) at the target classes; the mean is weighted."""
    try:
        p = _c_nll_loss(input._p, target._p, NULL if weight is None else weight._p, ignore_index, reduction.encode())
    except UNFIT as error:
        raise explain("nll_loss", (input, target, weight, ignore_index, reduction), error) from None
    if p:
        return Tensor(p)
    raise failure()


def nonzero(input):
    """The coordinates of the elements that are not 0, one row each, in row-major order."""
    try:
        p = _c_nonzero(input._p)
    except UNFIT as error:
        raise explain("nonzero", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _norm(input, p=None, dim=None, keepdim=False, dtype=None):
    try:
        dim = () if dim is None else ints(dim)
        p = _c_norm(input._p, NULL if p is None else [p], dim or NULL, len(dim), keepdim, dtype_code(dtype))
    except UNFIT as error:
        raise explain("norm", (input, p, dim, keepdim, dtype), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _norm_named(input, p, dim=None, keepdim=False, dtype=None):
    try:
        dim = () if dim is None else ints(dim)
        p = _c_norm_named(input._p, p.encode(), dim or NULL, len(dim), keepdim, dtype_code(dtype))
    except UNFIT as error:
        raise explain("norm.named", (input, p, dim, keepdim, dtype), error) from None
    if p:
        return Tensor(p)
    raise failure()


norm = overloaded("norm", ("norm", _norm), ("norm.named", _norm_named))


def _normal(input, mean=0.0, std=1.0, generator=None):
    try:
        p = _c_normal(input._p, mean, std, NULL if generator is None else generator._p)
    except UNFIT as error:
        raise explain("normal", (input, mean, std, generator), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _normal_size(mean, std, size, dtype=None, generator=None):
    try:
        size = ints(size)
        p = _c_normal_size(mean, std, size, len(size), dtype_code(dtype), NULL if generator is None else generator._p)
    except UNFIT as error:
        raise explain("normal.size", (mean, std, size, dtype, generator), error) from None
    if p:
        return Tensor(p)
    raise failure()


normal = overloaded("normal", ("normal", _normal), ("normal.size", _normal_size), creation=True)


def _normal_(input, mean=0.0, std=1.0, generator=None):
    try:
        status = _c_normal_(input._p, mean, std, NULL if generator is None else generator._p)
    except UNFIT as error:
        raise explain("normal", (input, mean, std, generator), error) from None
    if status:
        raise failure()
    return input


normal_ = overloaded("normal_", ("normal", _normal_))


def normalize(input, p=2.0, dim=1, eps=1e-12):
    """input / max(norm, eps), with the p-norm along `dim`."""
    try:
        dim = ints(dim)
        p = _c_normalize(input._p, p, dim, len(dim), eps)
    except UNFIT as error:
        raise explain("normalize", (input, p, dim, eps), error) from None
    if p:
        return Tensor(p)
    raise failure()


def ones(*size, dtype=None, device=None, requires_grad=False, **keywords):
    """A tensor of ones; float32 unless dtype is given."""
    size = unpacked(size, keywords, "size")
    if keywords:
        raise TypeError("ones: unknown keyword {}".format(*keywords))
    if device is not None:
        with on_device(device):
            return ones(size, dtype=dtype, requires_grad=requires_grad)
    try:
        size = ints(size)
        p = _c_ones(size, len(size), dtype_code(dtype))
    except UNFIT as error:
        raise explain("ones", (size, dtype), error) from None
    if p:
        return Tensor(p).requires_grad_() if requires_grad else Tensor(p)
    raise failure()


def ones_like(input, *, dtype=None, device=None, requires_grad=False):
    """Ones of the shape, and unless given the dtype, of `input`."""
    if device is not None:
        input = like_on(input, device)
    try:
        p = _c_ones_like(input._p, dtype_code(dtype))
    except UNFIT as error:
        raise explain("ones_like", (input, dtype), error) from None
    if p:
        return Tensor(p).requires_grad_() if requires_grad else Tensor(p)
    raise failure()


def outer(input, vec2):
    """All products of an element of the one vector and an element of the other."""
    try:
        p = _c_outer(input._p, vec2._p)
    except UNFIT as error:
        raise explain("outer", (input, vec2), error) from None
    if p:
        return Tensor(p)
    raise failure()


def pad(input, pad, mode="constant", value=None):
    """Pads the last dimensions: "constant" with a value, "reflect" mirrored at the first and last element,
    "replicate" with those elements, "circular" with the other end. Negative numbers crop.
    """
    try:
        pad = ints(pad)
        p = _c_pad(input._p, pad, len(pad), mode.encode(), NULL if value is None else scalar_struct(value))
    except UNFIT as error:
        raise explain("pad", (input, pad, mode, value), error) from None
    if p:
        return Tensor(p)
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


def _prod(input, dtype=None):
    try:
        p = _c_prod(input._p, dtype_code(dtype))
    except UNFIT as error:
        raise explain("prod", (input, dtype), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _prod_dim(input, dim, keepdim=False, dtype=None):
    try:
        p = _c_prod_dim(input._p, dim, keepdim, dtype_code(dtype))
    except UNFIT as error:
        raise explain("prod.dim", (input, dim, keepdim, dtype), error) from None
    if p:
        return Tensor(p)
    raise failure()


prod = overloaded("prod", ("prod", _prod), ("prod.dim", _prod_dim))


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


def rand(*size, dtype=None, generator=None, device=None, requires_grad=False, **keywords):
    """Uniform random numbers from 0 to before 1."""
    size = unpacked(size, keywords, "size")
    if keywords:
        raise TypeError("rand: unknown keyword {}".format(*keywords))
    if device is not None:
        with on_device(device):
            return rand(size, dtype=dtype, generator=generator, requires_grad=requires_grad)
    try:
        size = ints(size)
        p = _c_rand(size, len(size), dtype_code(dtype), NULL if generator is None else generator._p)
    except UNFIT as error:
        raise explain("rand", (size, dtype, generator), error) from None
    if p:
        return Tensor(p).requires_grad_() if requires_grad else Tensor(p)
    raise failure()


def rand_like(input, *, dtype=None, generator=None, device=None, requires_grad=False):
    """Uniform random numbers from 0 to before 1, in the shape of input."""
    if device is not None:
        input = like_on(input, device)
    try:
        p = _c_rand_like(input._p, dtype_code(dtype), NULL if generator is None else generator._p)
    except UNFIT as error:
        raise explain("rand_like", (input, dtype, generator), error) from None
    if p:
        return Tensor(p).requires_grad_() if requires_grad else Tensor(p)
    raise failure()


def _randint(high, size, dtype=None, generator=None):
    try:
        size = ints(size)
        p = _c_randint(high, size, len(size), dtype_code(dtype), NULL if generator is None else generator._p)
    except UNFIT as error:
        raise explain("randint", (high, size, dtype, generator), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _randint_low(low, high, size, dtype=None, generator=None):
    try:
        size = ints(size)
        p = _c_randint_low(low, high, size, len(size), dtype_code(dtype), NULL if generator is None else generator._p)
    except UNFIT as error:
        raise explain("randint.low", (low, high, size, dtype, generator), error) from None
    if p:
        return Tensor(p)
    raise failure()


randint = overloaded("randint", ("randint", _randint), ("randint.low", _randint_low), creation=True)


def randn(*size, dtype=None, generator=None, device=None, requires_grad=False, **keywords):
    """Normal random numbers of mean 0 and variance 1."""
    size = unpacked(size, keywords, "size")
    if keywords:
        raise TypeError("randn: unknown keyword {}".format(*keywords))
    if device is not None:
        with on_device(device):
            return randn(size, dtype=dtype, generator=generator, requires_grad=requires_grad)
    try:
        size = ints(size)
        p = _c_randn(size, len(size), dtype_code(dtype), NULL if generator is None else generator._p)
    except UNFIT as error:
        raise explain("randn", (size, dtype, generator), error) from None
    if p:
        return Tensor(p).requires_grad_() if requires_grad else Tensor(p)
    raise failure()


def randn_like(input, *, dtype=None, generator=None, device=None, requires_grad=False):
    """Normal random numbers of mean 0 and variance 1, in the shape of input."""
    if device is not None:
        input = like_on(input, device)
    try:
        p = _c_randn_like(input._p, dtype_code(dtype), NULL if generator is None else generator._p)
    except UNFIT as error:
        raise explain("randn_like", (input, dtype, generator), error) from None
    if p:
        return Tensor(p).requires_grad_() if requires_grad else Tensor(p)
    raise failure()


def randperm(n, *, dtype=None, generator=None, device=None, requires_grad=False):
    """The integers from 0 to before n in random order."""
    if device is not None:
        with on_device(device):
            return randperm(n, dtype=dtype, generator=generator, requires_grad=requires_grad)
    try:
        p = _c_randperm(n, dtype_code(dtype), NULL if generator is None else generator._p)
    except UNFIT as error:
        raise explain("randperm", (n, dtype, generator), error) from None
    if p:
        return Tensor(p).requires_grad_() if requires_grad else Tensor(p)
    raise failure()


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


def repeat(input, repeats):
    """A copy of the tensor repeated along every dimension; more numbers than dimensions make new ones in front."""
    try:
        repeats = ints(repeats)
        p = _c_repeat(input._p, repeats, len(repeats))
    except UNFIT as error:
        raise explain("repeat", (input, repeats), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _repeat_method(input, *repeats, **keywords):
    return repeat(input, unpacked(repeats, keywords, "repeats"), **keywords)


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


def rms_norm(input, normalized_shape, weight=None, eps=None):
    """Rows over the last dimensions divided by their root mean square, then scaled by weight. eps defaults to the
    dtype's epsilon.
    """
    try:
        normalized_shape = ints(normalized_shape)
        p = _c_rms_norm(input._p, normalized_shape, len(normalized_shape), NULL if weight is None else weight._p,
                        NULL if eps is None else [eps])
    except UNFIT as error:
        raise explain("rms_norm", (input, normalized_shape, weight, eps), error) from None
    if p:
        return Tensor(p)
    raise failure()


def roll(input, shifts, dims=None):
    """The elements moved along the given dimensions, those that fall off coming back at the other end; without dims,
    in the flattened tensor.
    """
    try:
        shifts = ints(shifts)
        dims = () if dims is None else ints(dims)
        p = _c_roll(input._p, shifts, len(shifts), dims or NULL, len(dims))
    except UNFIT as error:
        raise explain("roll", (input, shifts, dims), error) from None
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


def scaled_dot_product_attention(query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, *, scale=None,
                                 enable_gqa=False, generator=None):
    """softmax(scale query key^T + mask) value over the last two dimensions. A boolean mask is true where a query may
    see a key, another one is added; is_causal: query i sees the keys up to i; scale is 1 / sqrt(D) unless given;
    enable_gqa: keys and values may have fewer heads. A query that sees nothing gives zeros.
    """
    try:
        p = _c_scaled_dot_product_attention(query._p, key._p, value._p, NULL if attn_mask is None else attn_mask._p,
                                            dropout_p, is_causal, NULL if scale is None else [scale], enable_gqa,
                                            NULL if generator is None else generator._p)
    except UNFIT as error:
        raise explain("scaled_dot_product_attention", (query, key, value, attn_mask, dropout_p, is_causal, scale,
                                                       enable_gqa, generator), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _scatter(input, dim, index, src):
    try:
        p = _c_scatter(input._p, dim, index._p, src._p)
    except UNFIT as error:
        raise explain("scatter", (input, dim, index, src), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _scatter_value(input, dim, index, value):
    try:
        p = _c_scatter_value(input._p, dim, index._p, *scalar(value))
    except UNFIT as error:
        raise explain("scatter.value", (input, dim, index, value), error) from None
    if p:
        return Tensor(p)
    raise failure()


scatter = overloaded("scatter", ("scatter", _scatter), ("scatter.value", _scatter_value))


def _scatter_(input, dim, index, src):
    try:
        status = _c_scatter_(input._p, dim, index._p, src._p)
    except UNFIT as error:
        raise explain("scatter", (input, dim, index, src), error) from None
    if status:
        raise failure()
    return input


def _scatter_value_(input, dim, index, value):
    try:
        status = _c_scatter_value_(input._p, dim, index._p, *scalar(value))
    except UNFIT as error:
        raise explain("scatter.value", (input, dim, index, value), error) from None
    if status:
        raise failure()
    return input


scatter_ = overloaded("scatter_", ("scatter", _scatter_), ("scatter.value", _scatter_value_))


def scatter_add(input, dim, index, src):
    """A copy of input with src added at the indexed positions; repeated ones add up."""
    try:
        p = _c_scatter_add(input._p, dim, index._p, src._p)
    except UNFIT as error:
        raise explain("scatter_add", (input, dim, index, src), error) from None
    if p:
        return Tensor(p)
    raise failure()


def scatter_add_(input, dim, index, src):
    """scatter_add, written into the tensor itself."""
    try:
        status = _c_scatter_add_(input._p, dim, index._p, src._p)
    except UNFIT as error:
        raise explain("scatter_add", (input, dim, index, src), error) from None
    if status:
        raise failure()
    return input


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


def smooth_l1_loss(input, target, reduction="mean", beta=1.0):
    """The absolute error, rounded off by a parabola where it is below beta."""
    try:
        p = _c_smooth_l1_loss(input._p, target._p, reduction.encode(), beta)
    except UNFIT as error:
        raise explain("smooth_l1_loss", (input, target, reduction, beta), error) from None
    if p:
        return Tensor(p)
    raise failure()


def softmax(input, dim, *, dtype=None):
    """exp(input) along a dimension, scaled to sum to 1; computed without overflow."""
    try:
        p = _c_softmax(input._p, dim, dtype_code(dtype))
    except UNFIT as error:
        raise explain("softmax", (input, dim, dtype), error) from None
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


def softsign(input):
    """input / (1 + |input|), elementwise."""
    try:
        p = _c_softsign(input._p)
    except UNFIT as error:
        raise explain("softsign", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def sort(input, dim=-1, descending=False, stable=False):
    """The elements along a dimension in order, and where they were. NaN counts as the largest; always stable."""
    outs = ffi.new("vjp_tensor*[2]")
    try:
        status = _c_sort(input._p, dim, descending, stable, outs)
    except UNFIT as error:
        raise explain("sort", (input, dim, descending, stable), error) from None
    if status:
        raise failure()
    return sort_result(Tensor(outs[0]), Tensor(outs[1]))


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


def _std(input, dim=None, correction=1, keepdim=False):
    try:
        dim = () if dim is None else ints(dim)
        p = _c_std(input._p, dim or NULL, len(dim), NULL if correction is None else [correction], keepdim)
    except UNFIT as error:
        raise explain("std", (input, dim, correction, keepdim), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _std_unbiased(input, unbiased):
    try:
        p = _c_std_unbiased(input._p, unbiased)
    except UNFIT as error:
        raise explain("std.unbiased", (input, unbiased), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _std_unbiased_dim(input, dim, unbiased, keepdim=False):
    try:
        dim = () if dim is None else ints(dim)
        p = _c_std_unbiased_dim(input._p, dim or NULL, len(dim), unbiased, keepdim)
    except UNFIT as error:
        raise explain("std.unbiased_dim", (input, dim, unbiased, keepdim), error) from None
    if p:
        return Tensor(p)
    raise failure()


std = overloaded("std", ("std", _std), ("std.unbiased", _std_unbiased), ("std.unbiased_dim", _std_unbiased_dim))


def _std_mean(input, dim=None, correction=1, keepdim=False):
    outs = ffi.new("vjp_tensor*[2]")
    try:
        dim = () if dim is None else ints(dim)
        status = _c_std_mean(input._p, dim or NULL, len(dim), NULL if correction is None else [correction], keepdim,
                             outs)
    except UNFIT as error:
        raise explain("std_mean", (input, dim, correction, keepdim), error) from None
    if status:
        raise failure()
    return std_mean_result(Tensor(outs[0]), Tensor(outs[1]))


def _std_mean_unbiased(input, unbiased):
    outs = ffi.new("vjp_tensor*[2]")
    try:
        status = _c_std_mean_unbiased(input._p, unbiased, outs)
    except UNFIT as error:
        raise explain("std_mean.unbiased", (input, unbiased), error) from None
    if status:
        raise failure()
    return std_mean_unbiased_result(Tensor(outs[0]), Tensor(outs[1]))


def _std_mean_unbiased_dim(input, dim, unbiased, keepdim=False):
    outs = ffi.new("vjp_tensor*[2]")
    try:
        dim = () if dim is None else ints(dim)
        status = _c_std_mean_unbiased_dim(input._p, dim or NULL, len(dim), unbiased, keepdim, outs)
    except UNFIT as error:
        raise explain("std_mean.unbiased_dim", (input, dim, unbiased, keepdim), error) from None
    if status:
        raise failure()
    return std_mean_unbiased_dim_result(Tensor(outs[0]), Tensor(outs[1]))


std_mean = overloaded("std_mean", ("std_mean", _std_mean), ("std_mean.unbiased", _std_mean_unbiased),
                      ("std_mean.unbiased_dim", _std_mean_unbiased_dim))


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


def sum(input, dim=None, keepdim=False, *, dtype=None):
    """The sum over the given dimensions, or over all. Integers and bool are summed as int64 unless dtype is given."""
    try:
        dim = () if dim is None else ints(dim)
        p = _c_sum(input._p, dim or NULL, len(dim), keepdim, dtype_code(dtype))
    except UNFIT as error:
        raise explain("sum", (input, dim, keepdim, dtype), error) from None
    if p:
        return Tensor(p)
    raise failure()


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


def take(input, index):
    """The elements of the flattened tensor at the index, whose shape the result has."""
    try:
        p = _c_take(input._p, index._p)
    except UNFIT as error:
        raise explain("take", (input, index), error) from None
    if p:
        return Tensor(p)
    raise failure()


def take_along_dim(input, indices, dim=None):
    """gather with other sizes broadcast; without dim, from the flattened tensor."""
    try:
        p = _c_take_along_dim(input._p, indices._p, NULL if dim is None else [dim])
    except UNFIT as error:
        raise explain("take_along_dim", (input, indices, dim), error) from None
    if p:
        return Tensor(p)
    raise failure()


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


def _tensordot(a, b, dims=2):
    try:
        p = _c_tensordot(a._p, b._p, dims)
    except UNFIT as error:
        raise explain("tensordot", (a, b, dims), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _tensordot_axes(a, b, dims_a, dims_b):
    try:
        dims_a = ints(dims_a)
        dims_b = ints(dims_b)
        p = _c_tensordot_axes(a._p, b._p, dims_a, len(dims_a), dims_b, len(dims_b))
    except UNFIT as error:
        raise explain("tensordot.axes", (a, b, dims_a, dims_b), error) from None
    if p:
        return Tensor(p)
    raise failure()


tensordot = overloaded("tensordot", ("tensordot", _tensordot), ("tensordot.axes", _tensordot_axes))


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


def tile(input, dims):
    """repeat, with missing numbers in front taken as 1."""
    try:
        dims = ints(dims)
        p = _c_tile(input._p, dims, len(dims))
    except UNFIT as error:
        raise explain("tile", (input, dims), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _tile_method(input, *dims, **keywords):
    return tile(input, unpacked(dims, keywords, "dims"), **keywords)


def _to(input, dtype=None):
    try:
        p = _c_to(input._p, dtype_code(dtype))
    except UNFIT as error:
        raise explain("to", (input, dtype), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _to_device(input, device, dtype=None, non_blocking=False):
    try:
        p = _c_to_device(input._p, NULL if device is None else device_struct(device), dtype_code(dtype), non_blocking)
    except UNFIT as error:
        raise explain("to.device", (input, device, dtype, non_blocking), error) from None
    if p:
        return Tensor(p)
    raise failure()


to = overloaded("to", ("to", _to), ("to.device", _to_device))


def topk(input, k, dim=-1, largest=True, sorted=True):
    """The k largest, or smallest, elements along a dimension in order, and where they were."""
    outs = ffi.new("vjp_tensor*[2]")
    try:
        status = _c_topk(input._p, k, dim, largest, sorted, outs)
    except UNFIT as error:
        raise explain("topk", (input, k, dim, largest, sorted), error) from None
    if status:
        raise failure()
    return topk_result(Tensor(outs[0]), Tensor(outs[1]))


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


def tril(input, diagonal=0):
    """The lower triangles of matrices, up to a diagonal; 0 elsewhere."""
    try:
        p = _c_tril(input._p, diagonal)
    except UNFIT as error:
        raise explain("tril", (input, diagonal), error) from None
    if p:
        return Tensor(p)
    raise failure()


def tril_(input, diagonal=0):
    """tril, written into the tensor itself."""
    try:
        status = _c_tril_(input._p, diagonal)
    except UNFIT as error:
        raise explain("tril", (input, diagonal), error) from None
    if status:
        raise failure()
    return input


def triu(input, diagonal=0):
    """The upper triangles of matrices, from a diagonal on; 0 elsewhere."""
    try:
        p = _c_triu(input._p, diagonal)
    except UNFIT as error:
        raise explain("triu", (input, diagonal), error) from None
    if p:
        return Tensor(p)
    raise failure()


def triu_(input, diagonal=0):
    """triu, written into the tensor itself."""
    try:
        status = _c_triu_(input._p, diagonal)
    except UNFIT as error:
        raise explain("triu", (input, diagonal), error) from None
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


def uniform(input, low=0.0, high=1.0, *, generator=None):
    """Uniform random numbers from low to before high in the shape and dtype of input; uniform_ writes them there."""
    try:
        p = _c_uniform(input._p, low, high, NULL if generator is None else generator._p)
    except UNFIT as error:
        raise explain("uniform", (input, low, high, generator), error) from None
    if p:
        return Tensor(p)
    raise failure()


def uniform_(input, low=0.0, high=1.0, *, generator=None):
    """uniform, written into the tensor itself."""
    try:
        status = _c_uniform_(input._p, low, high, NULL if generator is None else generator._p)
    except UNFIT as error:
        raise explain("uniform", (input, low, high, generator), error) from None
    if status:
        raise failure()
    return input


def unsafe_chunk(input, chunks, dim=0):
    """chunk, but the results are not tracked as views: each may be changed in place, and the others' graphs do not
    see it.
    """
    try:
        p = _c_unsafe_chunk(input._p, chunks, dim)
    except UNFIT as error:
        raise explain("unsafe_chunk", (input, chunks, dim), error) from None
    if p:
        return from_list(p)
    raise failure()


def unsafe_split(input, split_size, dim=0):
    """split, but the results are not tracked as views: each may be changed in place, and the others' graphs do not
    see it.
    """
    try:
        p = _c_unsafe_split(input._p, split_size, dim)
    except UNFIT as error:
        raise explain("unsafe_split", (input, split_size, dim), error) from None
    if p:
        return from_list(p)
    raise failure()


def unsafe_split_with_sizes(input, split_sizes, dim=0):
    """split_with_sizes, but the results are not tracked as views: each may be changed in place, and the others'
    graphs do not see it.
    """
    try:
        split_sizes = ints(split_sizes)
        p = _c_unsafe_split_with_sizes(input._p, split_sizes, len(split_sizes), dim)
    except UNFIT as error:
        raise explain("unsafe_split_with_sizes", (input, split_sizes, dim), error) from None
    if p:
        return from_list(p)
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


def _var(input, dim=None, correction=1, keepdim=False):
    try:
        dim = () if dim is None else ints(dim)
        p = _c_var(input._p, dim or NULL, len(dim), NULL if correction is None else [correction], keepdim)
    except UNFIT as error:
        raise explain("var", (input, dim, correction, keepdim), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _var_unbiased(input, unbiased):
    try:
        p = _c_var_unbiased(input._p, unbiased)
    except UNFIT as error:
        raise explain("var.unbiased", (input, unbiased), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _var_unbiased_dim(input, dim, unbiased, keepdim=False):
    try:
        dim = () if dim is None else ints(dim)
        p = _c_var_unbiased_dim(input._p, dim or NULL, len(dim), unbiased, keepdim)
    except UNFIT as error:
        raise explain("var.unbiased_dim", (input, dim, unbiased, keepdim), error) from None
    if p:
        return Tensor(p)
    raise failure()


var = overloaded("var", ("var", _var), ("var.unbiased", _var_unbiased), ("var.unbiased_dim", _var_unbiased_dim))


def _var_mean(input, dim=None, correction=1, keepdim=False):
    outs = ffi.new("vjp_tensor*[2]")
    try:
        dim = () if dim is None else ints(dim)
        status = _c_var_mean(input._p, dim or NULL, len(dim), NULL if correction is None else [correction], keepdim,
                             outs)
    except UNFIT as error:
        raise explain("var_mean", (input, dim, correction, keepdim), error) from None
    if status:
        raise failure()
    return var_mean_result(Tensor(outs[0]), Tensor(outs[1]))


def _var_mean_unbiased(input, unbiased):
    outs = ffi.new("vjp_tensor*[2]")
    try:
        status = _c_var_mean_unbiased(input._p, unbiased, outs)
    except UNFIT as error:
        raise explain("var_mean.unbiased", (input, unbiased), error) from None
    if status:
        raise failure()
    return var_mean_unbiased_result(Tensor(outs[0]), Tensor(outs[1]))


def _var_mean_unbiased_dim(input, dim, unbiased, keepdim=False):
    outs = ffi.new("vjp_tensor*[2]")
    try:
        dim = () if dim is None else ints(dim)
        status = _c_var_mean_unbiased_dim(input._p, dim or NULL, len(dim), unbiased, keepdim, outs)
    except UNFIT as error:
        raise explain("var_mean.unbiased_dim", (input, dim, unbiased, keepdim), error) from None
    if status:
        raise failure()
    return var_mean_unbiased_dim_result(Tensor(outs[0]), Tensor(outs[1]))


var_mean = overloaded("var_mean", ("var_mean", _var_mean), ("var_mean.unbiased", _var_mean_unbiased),
                      ("var_mean.unbiased_dim", _var_mean_unbiased_dim))


def vdot(input, other):
    """The dot product of the first vector's conjugate and the second."""
    try:
        p = _c_vdot(input._p, other._p)
    except UNFIT as error:
        raise explain("vdot", (input, other), error) from None
    if p:
        return Tensor(p)
    raise failure()


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


def zeros(*size, dtype=None, device=None, requires_grad=False, **keywords):
    """A tensor of zeros; float32 unless dtype is given."""
    size = unpacked(size, keywords, "size")
    if keywords:
        raise TypeError("zeros: unknown keyword {}".format(*keywords))
    if device is not None:
        with on_device(device):
            return zeros(size, dtype=dtype, requires_grad=requires_grad)
    try:
        size = ints(size)
        p = _c_zeros(size, len(size), dtype_code(dtype))
    except UNFIT as error:
        raise explain("zeros", (size, dtype), error) from None
    if p:
        return Tensor(p).requires_grad_() if requires_grad else Tensor(p)
    raise failure()


def zeros_like(input, *, dtype=None, device=None, requires_grad=False):
    """Zeros of the shape, and unless given the dtype, of `input`."""
    if device is not None:
        input = like_on(input, device)
    try:
        p = _c_zeros_like(input._p, dtype_code(dtype))
    except UNFIT as error:
        raise explain("zeros_like", (input, dtype), error) from None
    if p:
        return Tensor(p).requires_grad_() if requires_grad else Tensor(p)
    raise failure()


# C takes the names over, and asks the functions above about all that is not plain; see native/operators.h.
behind = _native.attach_operators(globals(), dtype, binary, binary_inplace)
Tensor.T = property(T)
Tensor.clamp_ = clamp_
Tensor.imag = property(imag)
Tensor.mH = property(mH)
Tensor.mT = property(mT)
Tensor.real = property(real)


__all__ = ["T", "abs", "acos", "acosh", "adaptive_avg_pool1d", "adaptive_avg_pool2d", "adaptive_avg_pool3d", "add",
           "addbmm", "addcdiv", "addcmul", "addmm", "addmv", "addr", "alias", "all", "amax", "amin", "angle", "any",
           "arange", "argmax", "argmin", "argsort", "as_strided", "asin", "asinh", "atan", "atan2", "atanh",
           "avg_pool1d", "avg_pool2d", "avg_pool3d", "baddbmm", "batch_norm", "bernoulli", "bilinear",
           "binary_cross_entropy", "binary_cross_entropy_with_logits", "bitwise_and", "bitwise_left_shift",
           "bitwise_not", "bitwise_or", "bitwise_right_shift", "bitwise_xor", "bmm", "broadcast_to", "cat", "ceil",
           "celu", "chunk", "clamp", "clamp_max", "clamp_min", "clone", "complex", "conj", "constant_pad_nd",
           "contiguous", "conv1d", "conv2d", "conv3d", "conv_transpose1d", "conv_transpose2d", "conv_transpose3d",
           "copy", "copysign", "cos", "cosh", "cosine_similarity", "count_nonzero", "cross_entropy", "cumprod",
           "cumsum", "deg2rad", "diagonal", "digamma", "div", "dot", "dropout", "einsum", "elu", "embedding", "empty",
           "empty_like", "entr", "eq", "erf", "erfc", "erfinv", "exp", "exp2", "expand", "expand_as", "expm1", "eye",
           "fill", "flatten", "flip", "float_power", "floor", "floor_divide", "fmax", "fmin", "fmod", "frac", "full",
           "full_like", "gather", "ge", "gelu", "ger", "glu", "group_norm", "gt", "hardshrink", "hardsigmoid",
           "hardswish", "hardtanh", "huber_loss", "hypot", "imag", "index", "index_add", "index_put", "index_select",
           "inner", "interpolate", "isclose", "isfinite", "isinf", "isnan", "isneginf", "isposinf", "kl_div", "kron",
           "kthvalue", "kthvalue_result", "l1_loss", "layer_norm", "ldexp", "le", "leaky_relu", "lerp", "lgamma",
           "linalg_multi_dot", "linalg_vecdot", "linalg_vector_norm", "linear", "linspace", "log", "log10", "log1p",
           "log2", "log_softmax", "logaddexp", "logaddexp2", "logical_and", "logical_not", "logical_or",
           "logical_xor", "logit", "logsigmoid", "logsumexp", "lt", "mH", "mT", "masked_fill", "masked_scatter",
           "masked_select", "matmul", "max", "max_dim_result", "max_pool1d", "max_pool2d", "max_pool3d", "maximum",
           "mean", "median", "median_dim_result", "min", "min_dim_result", "minimum", "mish", "mm", "movedim",
           "mse_loss", "mul", "multinomial", "mv", "nan_to_num", "nanmean", "nansum", "narrow", "ndtr", "ne", "neg",
           "nll_loss", "nonzero", "norm", "normal", "normalize", "ones", "ones_like", "outer", "pad", "permute",
           "polar", "positive", "pow", "prelu", "prod", "rad2deg", "rand", "rand_like", "randint", "randn",
           "randn_like", "randperm", "ravel", "real", "reciprocal", "relu", "relu6", "remainder", "repeat", "reshape",
           "reshape_as", "rms_norm", "roll", "round", "rsqrt", "rsub", "scaled_dot_product_attention", "scatter",
           "scatter_add", "select", "selu", "sgn", "sigmoid", "sign", "signbit", "silu", "sin", "sinc", "sinh",
           "slice", "smooth_l1_loss", "softmax", "softplus", "softshrink", "softsign", "sort", "sort_result", "split",
           "split_with_sizes", "sqrt", "square", "squeeze", "stack", "std", "std_mean", "std_mean_result",
           "std_mean_unbiased_dim_result", "std_mean_unbiased_result", "sub", "sum", "sum_to_size", "t", "take",
           "take_along_dim", "tan", "tanh", "tanhshrink", "tensordot", "threshold", "tile", "to", "topk",
           "topk_result", "transpose", "tril", "triu", "true_divide", "trunc", "unbind", "unflatten", "unfold",
           "uniform", "unsafe_chunk", "unsafe_split", "unsafe_split_with_sizes", "unsqueeze", "var", "var_mean",
           "var_mean_result", "var_mean_unbiased_dim_result", "var_mean_unbiased_result", "vdot", "view", "view_as",
           "view_as_complex", "view_as_real", "where", "xlog1py", "xlogy", "zero", "zeros", "zeros_like"]
