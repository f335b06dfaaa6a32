# Printed by generate.py from the library's registry; not to be edited.
# ruff: noqa
"""The operators, as functions and as methods of Tensor."""

from builtins import len
from collections import namedtuple

from . import _native
from ._call import binary, binary_inplace, call, call_inplace, call_out, explain, floats, overloaded, unpacked
from ._core import NULL, device_struct, dtype, dtype_code, failure, ints, on_device, scalar, scalar_struct
from ._default_dtype import new_code
from ._view import view_of_dtype
from ._ffi import ffi, lib
from ._tensor import Tensor, from_list, like_on

# What Python and cffi raise when an argument is not of the type that C wants.
UNFIT = (AttributeError, TypeError, OverflowError, ValueError)


_c_H = lib.call_H
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
_c_adaptive_max_pool1d = lib.call_adaptive_max_pool1d
_c_adaptive_max_pool1d_indices = lib.call_adaptive_max_pool1d_indices
_c_adaptive_max_pool2d = lib.call_adaptive_max_pool2d
_c_adaptive_max_pool2d_indices = lib.call_adaptive_max_pool2d_indices
_c_adaptive_max_pool3d = lib.call_adaptive_max_pool3d
_c_adaptive_max_pool3d_indices = lib.call_adaptive_max_pool3d_indices
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
_c_alias_copy = lib.call_alias_copy
_c_all = lib.call_all
_c_alpha_dropout = lib.call_alpha_dropout
_c_alpha_dropout_ = lib.call_alpha_dropout_
_c_amax = lib.call_amax
_c_amin = lib.call_amin
_c_aminmax = lib.call_aminmax
_c_angle = lib.call_angle
_c_any = lib.call_any
_c_arange = lib.call_arange
_c_arange_start = lib.call_arange_start
_c_argmax = lib.call_argmax
_c_argmin = lib.call_argmin
_c_argsort = lib.call_argsort
_c_as_strided = lib.call_as_strided
_c_as_strided_ = lib.call_as_strided_
_c_as_strided_copy = lib.call_as_strided_copy
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
_c_atleast_1d = lib.call_atleast_1d
_c_atleast_1d_sequence = lib.call_atleast_1d_sequence
_c_atleast_2d = lib.call_atleast_2d
_c_atleast_2d_sequence = lib.call_atleast_2d_sequence
_c_atleast_3d = lib.call_atleast_3d
_c_atleast_3d_sequence = lib.call_atleast_3d_sequence
_c_avg_pool1d = lib.call_avg_pool1d
_c_avg_pool2d = lib.call_avg_pool2d
_c_avg_pool3d = lib.call_avg_pool3d
_c_baddbmm = lib.call_baddbmm
_c_baddbmm_ = lib.call_baddbmm_
_c_batch_norm = lib.call_batch_norm
_c_bernoulli = lib.call_bernoulli
_c_bernoulli_p = lib.call_bernoulli_p
_c_bernoulli_p_ = lib.call_bernoulli_p_
_c_bessel_j0 = lib.call_bessel_j0
_c_bessel_j0_ = lib.call_bessel_j0_
_c_bessel_j1 = lib.call_bessel_j1
_c_bessel_j1_ = lib.call_bessel_j1_
_c_bessel_y0 = lib.call_bessel_y0
_c_bessel_y0_ = lib.call_bessel_y0_
_c_bessel_y1 = lib.call_bessel_y1
_c_bessel_y1_ = lib.call_bessel_y1_
_c_bilinear = lib.call_bilinear
_c_binary_cross_entropy = lib.call_binary_cross_entropy
_c_binary_cross_entropy_with_logits = lib.call_binary_cross_entropy_with_logits
_c_binomial = lib.call_binomial
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
_c_block_diag = lib.call_block_diag
_c_bmm = lib.call_bmm
_c_broadcast_tensors = lib.call_broadcast_tensors
_c_broadcast_to = lib.call_broadcast_to
_c_cartesian_prod = lib.call_cartesian_prod
_c_cat = lib.call_cat
_c_cauchy = lib.call_cauchy
_c_cauchy_ = lib.call_cauchy_
_c_cdist = lib.call_cdist
_c_ceil = lib.call_ceil
_c_ceil_ = lib.call_ceil_
_c_celu = lib.call_celu
_c_celu_ = lib.call_celu_
_c_channel_shuffle = lib.call_channel_shuffle
_c_cholesky_inverse = lib.call_cholesky_inverse
_c_cholesky_solve = lib.call_cholesky_solve
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
_c_clone_memory_format = lib.call_clone_memory_format
_c_col2im = lib.call_col2im
_c_column_stack = lib.call_column_stack
_c_combinations = lib.call_combinations
_c_complex = lib.call_complex
_c_conj = lib.call_conj
_c_conj_physical = lib.call_conj_physical
_c_conj_physical_ = lib.call_conj_physical_
_c_constant_pad_nd = lib.call_constant_pad_nd
_c_contiguous = lib.call_contiguous
_c_contiguous_memory_format = lib.call_contiguous_memory_format
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
_c_corrcoef = lib.call_corrcoef
_c_cos = lib.call_cos
_c_cos_ = lib.call_cos_
_c_cosh = lib.call_cosh
_c_cosh_ = lib.call_cosh_
_c_cosine_embedding_loss = lib.call_cosine_embedding_loss
_c_cosine_similarity = lib.call_cosine_similarity
_c_count_nonzero = lib.call_count_nonzero
_c_cov = lib.call_cov
_c_cross = lib.call_cross
_c_cross_entropy = lib.call_cross_entropy
_c_ctc_loss = lib.call_ctc_loss
_c_ctc_loss_lengths = lib.call_ctc_loss_lengths
_c_cummax = lib.call_cummax
_c_cummin = lib.call_cummin
_c_cumprod = lib.call_cumprod
_c_cumprod_ = lib.call_cumprod_
_c_cumsum = lib.call_cumsum
_c_cumsum_ = lib.call_cumsum_
_c_cumulative_trapezoid = lib.call_cumulative_trapezoid
_c_cumulative_trapezoid_dx = lib.call_cumulative_trapezoid_dx
_c_deg2rad = lib.call_deg2rad
_c_deg2rad_ = lib.call_deg2rad_
_c_diag = lib.call_diag
_c_diag_embed = lib.call_diag_embed
_c_diagflat = lib.call_diagflat
_c_diagonal = lib.call_diagonal
_c_diagonal_copy = lib.call_diagonal_copy
_c_diagonal_scatter = lib.call_diagonal_scatter
_c_diff = lib.call_diff
_c_digamma = lib.call_digamma
_c_digamma_ = lib.call_digamma_
_c_dist = lib.call_dist
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
_c_dropout1d = lib.call_dropout1d
_c_dropout1d_ = lib.call_dropout1d_
_c_dropout2d = lib.call_dropout2d
_c_dropout2d_ = lib.call_dropout2d_
_c_dropout3d = lib.call_dropout3d
_c_dropout3d_ = lib.call_dropout3d_
_c_dropout_ = lib.call_dropout_
_c_dsplit = lib.call_dsplit
_c_dsplit_indices = lib.call_dsplit_indices
_c_dstack = lib.call_dstack
_c_einsum = lib.call_einsum
_c_elu = lib.call_elu
_c_elu_ = lib.call_elu_
_c_embedding = lib.call_embedding
_c_embedding_bag = lib.call_embedding_bag
_c_embedding_max_norm = lib.call_embedding_max_norm
_c_empty = lib.call_empty
_c_empty_like = lib.call_empty_like
_c_empty_like_memory_format = lib.call_empty_like_memory_format
_c_empty_memory_format = lib.call_empty_memory_format
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
_c_erfcx = lib.call_erfcx
_c_erfcx_ = lib.call_erfcx_
_c_erfinv = lib.call_erfinv
_c_erfinv_ = lib.call_erfinv_
_c_exp = lib.call_exp
_c_exp2 = lib.call_exp2
_c_exp2_ = lib.call_exp2_
_c_exp_ = lib.call_exp_
_c_expand = lib.call_expand
_c_expand_as = lib.call_expand_as
_c_expand_copy = lib.call_expand_copy
_c_expm1 = lib.call_expm1
_c_expm1_ = lib.call_expm1_
_c_exponential = lib.call_exponential
_c_exponential_ = lib.call_exponential_
_c_eye = lib.call_eye
_c_feature_alpha_dropout = lib.call_feature_alpha_dropout
_c_feature_alpha_dropout_ = lib.call_feature_alpha_dropout_
_c_feature_dropout = lib.call_feature_dropout
_c_feature_dropout_ = lib.call_feature_dropout_
_c_fft_fft = lib.call_fft_fft
_c_fft_fft2 = lib.call_fft_fft2
_c_fft_fftfreq = lib.call_fft_fftfreq
_c_fft_fftn = lib.call_fft_fftn
_c_fft_fftshift = lib.call_fft_fftshift
_c_fft_hfft = lib.call_fft_hfft
_c_fft_hfft2 = lib.call_fft_hfft2
_c_fft_hfftn = lib.call_fft_hfftn
_c_fft_ifft = lib.call_fft_ifft
_c_fft_ifft2 = lib.call_fft_ifft2
_c_fft_ifftn = lib.call_fft_ifftn
_c_fft_ifftshift = lib.call_fft_ifftshift
_c_fft_ihfft = lib.call_fft_ihfft
_c_fft_ihfft2 = lib.call_fft_ihfft2
_c_fft_ihfftn = lib.call_fft_ihfftn
_c_fft_irfft = lib.call_fft_irfft
_c_fft_irfft2 = lib.call_fft_irfft2
_c_fft_irfftn = lib.call_fft_irfftn
_c_fft_rfft = lib.call_fft_rfft
_c_fft_rfft2 = lib.call_fft_rfft2
_c_fft_rfftfreq = lib.call_fft_rfftfreq
_c_fft_rfftn = lib.call_fft_rfftn
_c_fill = lib.call_fill
_c_fill_ = lib.call_fill_
_c_fill_scalar = lib.call_fill_scalar
_c_fill_scalar_ = lib.call_fill_scalar_
_c_flatten = lib.call_flatten
_c_flip = lib.call_flip
_c_fliplr = lib.call_fliplr
_c_flipud = lib.call_flipud
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
_c_frexp = lib.call_frexp
_c_full = lib.call_full
_c_full_like = lib.call_full_like
_c_gather = lib.call_gather
_c_gaussian_nll_loss = lib.call_gaussian_nll_loss
_c_ge = lib.call_ge
_c_ge_ = lib.call_ge_
_c_ge_scalar = lib.call_ge_scalar
_c_ge_scalar_ = lib.call_ge_scalar_
_c_gelu = lib.call_gelu
_c_geometric = lib.call_geometric
_c_geometric_ = lib.call_geometric_
_c_ger = lib.call_ger
_c_glu = lib.call_glu
_c_gradient = lib.call_gradient
_c_gradient_coordinates = lib.call_gradient_coordinates
_c_gradient_spacings = lib.call_gradient_spacings
_c_grid_sample = lib.call_grid_sample
_c_grid_sampler_2d = lib.call_grid_sampler_2d
_c_grid_sampler_3d = lib.call_grid_sampler_3d
_c_group_norm = lib.call_group_norm
_c_gru = lib.call_gru
_c_gru_cell = lib.call_gru_cell
_c_gru_data = lib.call_gru_data
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
_c_hinge_embedding_loss = lib.call_hinge_embedding_loss
_c_hsplit = lib.call_hsplit
_c_hsplit_indices = lib.call_hsplit_indices
_c_hstack = lib.call_hstack
_c_huber_loss = lib.call_huber_loss
_c_hypot = lib.call_hypot
_c_hypot_ = lib.call_hypot_
_c_i0 = lib.call_i0
_c_i0_ = lib.call_i0_
_c_i0e = lib.call_i0e
_c_i0e_ = lib.call_i0e_
_c_i1 = lib.call_i1
_c_i1_ = lib.call_i1_
_c_i1e = lib.call_i1e
_c_i1e_ = lib.call_i1e_
_c_im2col = lib.call_im2col
_c_imag = lib.call_imag
_c_index_add = lib.call_index_add
_c_index_add_ = lib.call_index_add_
_c_index_copy = lib.call_index_copy
_c_index_copy_ = lib.call_index_copy_
_c_index_fill = lib.call_index_fill
_c_index_fill_ = lib.call_index_fill_
_c_index_fill_scalar = lib.call_index_fill_scalar
_c_index_fill_scalar_ = lib.call_index_fill_scalar_
_c_index_put = lib.call_index_put
_c_index_put_ = lib.call_index_put_
_c_index_reduce = lib.call_index_reduce
_c_index_reduce_ = lib.call_index_reduce_
_c_index_select = lib.call_index_select
_c_index_tensor = lib.call_index_tensor
_c_inner = lib.call_inner
_c_instance_norm = lib.call_instance_norm
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
_c_istft = lib.call_istft
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
_c_linalg_cholesky = lib.call_linalg_cholesky
_c_linalg_cholesky_ex = lib.call_linalg_cholesky_ex
_c_linalg_cond = lib.call_linalg_cond
_c_linalg_cond_named = lib.call_linalg_cond_named
_c_linalg_cross = lib.call_linalg_cross
_c_linalg_det = lib.call_linalg_det
_c_linalg_diagonal = lib.call_linalg_diagonal
_c_linalg_eig = lib.call_linalg_eig
_c_linalg_eigh = lib.call_linalg_eigh
_c_linalg_eigvals = lib.call_linalg_eigvals
_c_linalg_eigvalsh = lib.call_linalg_eigvalsh
_c_linalg_householder_product = lib.call_linalg_householder_product
_c_linalg_inv = lib.call_linalg_inv
_c_linalg_inv_ex = lib.call_linalg_inv_ex
_c_linalg_lstsq = lib.call_linalg_lstsq
_c_linalg_lu = lib.call_linalg_lu
_c_linalg_lu_factor = lib.call_linalg_lu_factor
_c_linalg_lu_factor_ex = lib.call_linalg_lu_factor_ex
_c_linalg_lu_solve = lib.call_linalg_lu_solve
_c_linalg_matrix_norm = lib.call_linalg_matrix_norm
_c_linalg_matrix_norm_named = lib.call_linalg_matrix_norm_named
_c_linalg_matrix_power = lib.call_linalg_matrix_power
_c_linalg_matrix_sqrth = lib.call_linalg_matrix_sqrth
_c_linalg_multi_dot = lib.call_linalg_multi_dot
_c_linalg_norm = lib.call_linalg_norm
_c_linalg_norm_named = lib.call_linalg_norm_named
_c_linalg_pinv = lib.call_linalg_pinv
_c_linalg_pinv_tensor = lib.call_linalg_pinv_tensor
_c_linalg_polar = lib.call_linalg_polar
_c_linalg_qr = lib.call_linalg_qr
_c_linalg_slogdet = lib.call_linalg_slogdet
_c_linalg_solve = lib.call_linalg_solve
_c_linalg_solve_ex = lib.call_linalg_solve_ex
_c_linalg_solve_triangular = lib.call_linalg_solve_triangular
_c_linalg_svd = lib.call_linalg_svd
_c_linalg_svdvals = lib.call_linalg_svdvals
_c_linalg_tensorinv = lib.call_linalg_tensorinv
_c_linalg_tensorsolve = lib.call_linalg_tensorsolve
_c_linalg_vander = lib.call_linalg_vander
_c_linalg_vecdot = lib.call_linalg_vecdot
_c_linalg_vector_norm = lib.call_linalg_vector_norm
_c_linear = lib.call_linear
_c_linear_cross_entropy = lib.call_linear_cross_entropy
_c_linspace = lib.call_linspace
_c_local_response_norm = lib.call_local_response_norm
_c_log = lib.call_log
_c_log10 = lib.call_log10
_c_log10_ = lib.call_log10_
_c_log1p = lib.call_log1p
_c_log1p_ = lib.call_log1p_
_c_log2 = lib.call_log2
_c_log2_ = lib.call_log2_
_c_log_ = lib.call_log_
_c_log_ndtr = lib.call_log_ndtr
_c_log_ndtr_ = lib.call_log_ndtr_
_c_log_normal = lib.call_log_normal
_c_log_normal_ = lib.call_log_normal_
_c_log_softmax = lib.call_log_softmax
_c_logaddexp = lib.call_logaddexp
_c_logaddexp2 = lib.call_logaddexp2
_c_logaddexp2_ = lib.call_logaddexp2_
_c_logaddexp_ = lib.call_logaddexp_
_c_logcumsumexp = lib.call_logcumsumexp
_c_logdet = lib.call_logdet
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
_c_lstm = lib.call_lstm
_c_lstm_cell = lib.call_lstm_cell
_c_lstm_data = lib.call_lstm_data
_c_lt = lib.call_lt
_c_lt_ = lib.call_lt_
_c_lt_scalar = lib.call_lt_scalar
_c_lt_scalar_ = lib.call_lt_scalar_
_c_lu = lib.call_lu
_c_lu_solve = lib.call_lu_solve
_c_lu_unpack = lib.call_lu_unpack
_c_mH = lib.call_mH
_c_mT = lib.call_mT
_c_margin_ranking_loss = lib.call_margin_ranking_loss
_c_masked_amax = lib.call_masked_amax
_c_masked_amin = lib.call_masked_amin
_c_masked_cumprod = lib.call_masked_cumprod
_c_masked_cumsum = lib.call_masked_cumsum
_c_masked_fill = lib.call_masked_fill
_c_masked_fill_ = lib.call_masked_fill_
_c_masked_fill_scalar = lib.call_masked_fill_scalar
_c_masked_fill_scalar_ = lib.call_masked_fill_scalar_
_c_masked_log_softmax = lib.call_masked_log_softmax
_c_masked_logaddexp = lib.call_masked_logaddexp
_c_masked_logsumexp = lib.call_masked_logsumexp
_c_masked_mean = lib.call_masked_mean
_c_masked_median = lib.call_masked_median
_c_masked_norm = lib.call_masked_norm
_c_masked_normalize = lib.call_masked_normalize
_c_masked_prod = lib.call_masked_prod
_c_masked_scatter = lib.call_masked_scatter
_c_masked_scatter_ = lib.call_masked_scatter_
_c_masked_select = lib.call_masked_select
_c_masked_softmax = lib.call_masked_softmax
_c_masked_softmin = lib.call_masked_softmin
_c_masked_std = lib.call_masked_std
_c_masked_std_unbiased = lib.call_masked_std_unbiased
_c_masked_sum = lib.call_masked_sum
_c_masked_var = lib.call_masked_var
_c_masked_var_unbiased = lib.call_masked_var_unbiased
_c_matmul = lib.call_matmul
_c_matrix_exp = lib.call_matrix_exp
_c_max = lib.call_max
_c_max_dim = lib.call_max_dim
_c_max_other = lib.call_max_other
_c_max_pool1d = lib.call_max_pool1d
_c_max_pool1d_indices = lib.call_max_pool1d_indices
_c_max_pool2d = lib.call_max_pool2d
_c_max_pool2d_indices = lib.call_max_pool2d_indices
_c_max_pool3d = lib.call_max_pool3d
_c_max_pool3d_indices = lib.call_max_pool3d_indices
_c_max_unpool1d = lib.call_max_unpool1d
_c_max_unpool2d = lib.call_max_unpool2d
_c_max_unpool3d = lib.call_max_unpool3d
_c_maximum = lib.call_maximum
_c_maximum_ = lib.call_maximum_
_c_maximum_scalar = lib.call_maximum_scalar
_c_maximum_scalar_ = lib.call_maximum_scalar_
_c_mean = lib.call_mean
_c_median = lib.call_median
_c_median_dim = lib.call_median_dim
_c_meshgrid = lib.call_meshgrid
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
_c_mode_dim = lib.call_mode_dim
_c_modified_bessel_i0 = lib.call_modified_bessel_i0
_c_modified_bessel_i0_ = lib.call_modified_bessel_i0_
_c_modified_bessel_i1 = lib.call_modified_bessel_i1
_c_modified_bessel_i1_ = lib.call_modified_bessel_i1_
_c_modified_bessel_k0 = lib.call_modified_bessel_k0
_c_modified_bessel_k0_ = lib.call_modified_bessel_k0_
_c_modified_bessel_k1 = lib.call_modified_bessel_k1
_c_modified_bessel_k1_ = lib.call_modified_bessel_k1_
_c_movedim = lib.call_movedim
_c_mse_loss = lib.call_mse_loss
_c_msort = lib.call_msort
_c_mul = lib.call_mul
_c_mul_ = lib.call_mul_
_c_mul_scalar = lib.call_mul_scalar
_c_mul_scalar_ = lib.call_mul_scalar_
_c_multi_head_attention_forward = lib.call_multi_head_attention_forward
_c_multi_margin_loss = lib.call_multi_margin_loss
_c_multigammaln = lib.call_multigammaln
_c_multilabel_margin_loss = lib.call_multilabel_margin_loss
_c_multilabel_soft_margin_loss = lib.call_multilabel_soft_margin_loss
_c_multinomial = lib.call_multinomial
_c_mv = lib.call_mv
_c_mvlgamma = lib.call_mvlgamma
_c_mvlgamma_ = lib.call_mvlgamma_
_c_nan_to_num = lib.call_nan_to_num
_c_nan_to_num_ = lib.call_nan_to_num_
_c_nanmean = lib.call_nanmean
_c_nanmedian = lib.call_nanmedian
_c_nanmedian_dim = lib.call_nanmedian_dim
_c_nanquantile = lib.call_nanquantile
_c_nanquantile_tensor = lib.call_nanquantile_tensor
_c_nansum = lib.call_nansum
_c_narrow = lib.call_narrow
_c_narrow_copy = lib.call_narrow_copy
_c_native_batch_norm = lib.call_native_batch_norm
_c_native_dropout_backward = lib.call_native_dropout_backward
_c_native_group_norm = lib.call_native_group_norm
_c_native_layer_norm = lib.call_native_layer_norm
_c_ndtr = lib.call_ndtr
_c_ndtr_ = lib.call_ndtr_
_c_ndtri = lib.call_ndtri
_c_ndtri_ = lib.call_ndtri_
_c_ne = lib.call_ne
_c_ne_ = lib.call_ne_
_c_ne_scalar = lib.call_ne_scalar
_c_ne_scalar_ = lib.call_ne_scalar_
_c_neg = lib.call_neg
_c_neg_ = lib.call_neg_
_c_nextafter = lib.call_nextafter
_c_nextafter_ = lib.call_nextafter_
_c_nll_loss = lib.call_nll_loss
_c_nonzero = lib.call_nonzero
_c_norm = lib.call_norm
_c_norm_named = lib.call_norm_named
_c_normal = lib.call_normal
_c_normal_ = lib.call_normal_
_c_normal_float_tensor = lib.call_normal_float_tensor
_c_normal_size = lib.call_normal_size
_c_normal_tensor = lib.call_normal_tensor
_c_normalize = lib.call_normalize
_c_one_hot = lib.call_one_hot
_c_ones = lib.call_ones
_c_ones_like = lib.call_ones_like
_c_ormqr = lib.call_ormqr
_c_outer = lib.call_outer
_c_pad = lib.call_pad
_c_pairwise_distance = lib.call_pairwise_distance
_c_pdist = lib.call_pdist
_c_permute = lib.call_permute
_c_permute_copy = lib.call_permute_copy
_c_pinverse = lib.call_pinverse
_c_pixel_shuffle = lib.call_pixel_shuffle
_c_pixel_unshuffle = lib.call_pixel_unshuffle
_c_poisson = lib.call_poisson
_c_poisson_nll_loss = lib.call_poisson_nll_loss
_c_polar = lib.call_polar
_c_polygamma = lib.call_polygamma
_c_polygamma_input = lib.call_polygamma_input
_c_polygamma_input_ = lib.call_polygamma_input_
_c_positive = lib.call_positive
_c_pow = lib.call_pow
_c_pow_ = lib.call_pow_
_c_pow_scalar = lib.call_pow_scalar
_c_pow_scalar_ = lib.call_pow_scalar_
_c_prelu = lib.call_prelu
_c_prod = lib.call_prod
_c_prod_dim = lib.call_prod_dim
_c_put = lib.call_put
_c_put_ = lib.call_put_
_c_quantile = lib.call_quantile
_c_quantile_tensor = lib.call_quantile_tensor
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
_c_renorm = lib.call_renorm
_c_renorm_ = lib.call_renorm_
_c_repeat = lib.call_repeat
_c_repeat_interleave = lib.call_repeat_interleave
_c_repeat_interleave_tensor = lib.call_repeat_interleave_tensor
_c_reshape = lib.call_reshape
_c_reshape_as = lib.call_reshape_as
_c_resolve_conj = lib.call_resolve_conj
_c_resolve_neg = lib.call_resolve_neg
_c_rms_norm = lib.call_rms_norm
_c_rnn_relu = lib.call_rnn_relu
_c_rnn_relu_cell = lib.call_rnn_relu_cell
_c_rnn_relu_data = lib.call_rnn_relu_data
_c_rnn_tanh = lib.call_rnn_tanh
_c_rnn_tanh_cell = lib.call_rnn_tanh_cell
_c_rnn_tanh_data = lib.call_rnn_tanh_data
_c_roll = lib.call_roll
_c_rot90 = lib.call_rot90
_c_round = lib.call_round
_c_round_ = lib.call_round_
_c_round_decimals = lib.call_round_decimals
_c_round_decimals_ = lib.call_round_decimals_
_c_rrelu = lib.call_rrelu
_c_rrelu_ = lib.call_rrelu_
_c_rsqrt = lib.call_rsqrt
_c_rsqrt_ = lib.call_rsqrt_
_c_rsub = lib.call_rsub
_c_rsub_scalar = lib.call_rsub_scalar
_c_scaled_dot_product_attention = lib.call_scaled_dot_product_attention
_c_scaled_modified_bessel_k0 = lib.call_scaled_modified_bessel_k0
_c_scaled_modified_bessel_k0_ = lib.call_scaled_modified_bessel_k0_
_c_scaled_modified_bessel_k1 = lib.call_scaled_modified_bessel_k1
_c_scaled_modified_bessel_k1_ = lib.call_scaled_modified_bessel_k1_
_c_scatter = lib.call_scatter
_c_scatter_ = lib.call_scatter_
_c_scatter_add = lib.call_scatter_add
_c_scatter_add_ = lib.call_scatter_add_
_c_scatter_reduce = lib.call_scatter_reduce
_c_scatter_reduce_ = lib.call_scatter_reduce_
_c_scatter_value = lib.call_scatter_value
_c_scatter_value_ = lib.call_scatter_value_
_c_searchsorted = lib.call_searchsorted
_c_searchsorted_scalar = lib.call_searchsorted_scalar
_c_segment_reduce = lib.call_segment_reduce
_c_select = lib.call_select
_c_select_scatter = lib.call_select_scatter
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
_c_slice_scatter = lib.call_slice_scatter
_c_smooth_l1_loss = lib.call_smooth_l1_loss
_c_soft_margin_loss = lib.call_soft_margin_loss
_c_softmax = lib.call_softmax
_c_softmin = lib.call_softmin
_c_softplus = lib.call_softplus
_c_softplus_ = lib.call_softplus_
_c_softshrink = lib.call_softshrink
_c_softshrink_ = lib.call_softshrink_
_c_softsign = lib.call_softsign
_c_sort = lib.call_sort
_c_spherical_bessel_j0 = lib.call_spherical_bessel_j0
_c_spherical_bessel_j0_ = lib.call_spherical_bessel_j0_
_c_split = lib.call_split
_c_split_sizes = lib.call_split_sizes
_c_split_with_sizes = lib.call_split_with_sizes
_c_split_with_sizes_copy = lib.call_split_with_sizes_copy
_c_sqrt = lib.call_sqrt
_c_sqrt_ = lib.call_sqrt_
_c_square = lib.call_square
_c_square_ = lib.call_square_
_c_squeeze = lib.call_squeeze
_c_squeeze_ = lib.call_squeeze_
_c_squeeze_copy = lib.call_squeeze_copy
_c_squeeze_copy_dim = lib.call_squeeze_copy_dim
_c_squeeze_dim = lib.call_squeeze_dim
_c_squeeze_dim_ = lib.call_squeeze_dim_
_c_stack = lib.call_stack
_c_std = lib.call_std
_c_std_mean = lib.call_std_mean
_c_std_mean_unbiased = lib.call_std_mean_unbiased
_c_std_mean_unbiased_dim = lib.call_std_mean_unbiased_dim
_c_std_unbiased = lib.call_std_unbiased
_c_std_unbiased_dim = lib.call_std_unbiased_dim
_c_stft = lib.call_stft
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
_c_svd = lib.call_svd
_c_t = lib.call_t
_c_t_ = lib.call_t_
_c_t_copy = lib.call_t_copy
_c_take = lib.call_take
_c_take_along_dim = lib.call_take_along_dim
_c_tan = lib.call_tan
_c_tan_ = lib.call_tan_
_c_tanh = lib.call_tanh
_c_tanh_ = lib.call_tanh_
_c_tanhshrink = lib.call_tanhshrink
_c_tanhshrink_ = lib.call_tanhshrink_
_c_tensor_split = lib.call_tensor_split
_c_tensor_split_indices = lib.call_tensor_split_indices
_c_tensor_split_tensor = lib.call_tensor_split_tensor
_c_tensordot = lib.call_tensordot
_c_tensordot_axes = lib.call_tensordot_axes
_c_threshold = lib.call_threshold
_c_threshold_ = lib.call_threshold_
_c_tile = lib.call_tile
_c_to = lib.call_to
_c_to_device = lib.call_to_device
_c_to_device_memory_format = lib.call_to_device_memory_format
_c_to_memory_format = lib.call_to_memory_format
_c_topk = lib.call_topk
_c_trace = lib.call_trace
_c_transpose = lib.call_transpose
_c_transpose_ = lib.call_transpose_
_c_transpose_copy = lib.call_transpose_copy
_c_trapezoid = lib.call_trapezoid
_c_trapezoid_dx = lib.call_trapezoid_dx
_c_trapz = lib.call_trapz
_c_trapz_dx = lib.call_trapz_dx
_c_triangular_solve = lib.call_triangular_solve
_c_tril = lib.call_tril
_c_tril_ = lib.call_tril_
_c_triplet_margin_loss = lib.call_triplet_margin_loss
_c_triu = lib.call_triu
_c_triu_ = lib.call_triu_
_c_true_divide = lib.call_true_divide
_c_true_divide_ = lib.call_true_divide_
_c_true_divide_scalar = lib.call_true_divide_scalar
_c_true_divide_scalar_ = lib.call_true_divide_scalar_
_c_trunc = lib.call_trunc
_c_trunc_ = lib.call_trunc_
_c_unbind = lib.call_unbind
_c_unbind_copy = lib.call_unbind_copy
_c_unflatten = lib.call_unflatten
_c_unfold = lib.call_unfold
_c_unfold_copy = lib.call_unfold_copy
_c_uniform = lib.call_uniform
_c_uniform_ = lib.call_uniform_
_c_unsafe_chunk = lib.call_unsafe_chunk
_c_unsafe_split = lib.call_unsafe_split
_c_unsafe_split_with_sizes = lib.call_unsafe_split_with_sizes
_c_unsqueeze = lib.call_unsqueeze
_c_unsqueeze_ = lib.call_unsqueeze_
_c_unsqueeze_copy = lib.call_unsqueeze_copy
_c_upsample_bilinear = lib.call_upsample_bilinear
_c_upsample_nearest = lib.call_upsample_nearest
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
_c_view_copy = lib.call_view_copy
_c_vsplit = lib.call_vsplit
_c_vsplit_indices = lib.call_vsplit_indices
_c_vstack = lib.call_vstack
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
_c_zeta = lib.call_zeta
_c_zeta_ = lib.call_zeta_
_c_zeta_scalar = lib.call_zeta_scalar
_c_zeta_scalar_ = lib.call_zeta_scalar_


aminmax_result = namedtuple("aminmax_result", ("min", "max"))
aminmax_result.__doc__ = "What the operator `aminmax` gives."


cummax_result = namedtuple("cummax_result", ("values", "indices"))
cummax_result.__doc__ = "What the operator `cummax` gives."


cummin_result = namedtuple("cummin_result", ("values", "indices"))
cummin_result.__doc__ = "What the operator `cummin` gives."


frexp_result = namedtuple("frexp_result", ("mantissa", "exponent"))
frexp_result.__doc__ = "What the operator `frexp` gives."


gru_result = namedtuple("gru_result", ("output", "h_n"))
gru_result.__doc__ = "What the operator `gru` gives."


gru_data_result = namedtuple("gru_data_result", ("output", "h_n"))
gru_data_result.__doc__ = "What the operator `gru` gives."


kthvalue_result = namedtuple("kthvalue_result", ("values", "indices"))
kthvalue_result.__doc__ = "What the operator `kthvalue` gives."


linalg_cholesky_ex_result = namedtuple("linalg_cholesky_ex_result", ("L", "info"))
linalg_cholesky_ex_result.__doc__ = "What the operator `linalg_cholesky_ex` gives."


linalg_eig_result = namedtuple("linalg_eig_result", ("eigenvalues", "eigenvectors"))
linalg_eig_result.__doc__ = "What the operator `linalg_eig` gives."


linalg_eigh_result = namedtuple("linalg_eigh_result", ("eigenvalues", "eigenvectors"))
linalg_eigh_result.__doc__ = "What the operator `linalg_eigh` gives."


linalg_inv_ex_result = namedtuple("linalg_inv_ex_result", ("inverse", "info"))
linalg_inv_ex_result.__doc__ = "What the operator `linalg_inv_ex` gives."


linalg_lstsq_result = namedtuple("linalg_lstsq_result", ("solution", "residuals", "rank", "singular_values"))
linalg_lstsq_result.__doc__ = "What the operator `linalg_lstsq` gives."


linalg_lu_result = namedtuple("linalg_lu_result", ("P", "L", "U"))
linalg_lu_result.__doc__ = "What the operator `linalg_lu` gives."


linalg_lu_factor_result = namedtuple("linalg_lu_factor_result", ("LU", "pivots"))
linalg_lu_factor_result.__doc__ = "What the operator `linalg_lu_factor` gives."


linalg_lu_factor_ex_result = namedtuple("linalg_lu_factor_ex_result", ("LU", "pivots", "info"))
linalg_lu_factor_ex_result.__doc__ = "What the operator `linalg_lu_factor_ex` gives."


linalg_polar_result = namedtuple("linalg_polar_result", ("U", "P"))
linalg_polar_result.__doc__ = "What the operator `linalg_polar` gives."


linalg_qr_result = namedtuple("linalg_qr_result", ("Q", "R"))
linalg_qr_result.__doc__ = "What the operator `linalg_qr` gives."


linalg_slogdet_result = namedtuple("linalg_slogdet_result", ("sign", "logabsdet"))
linalg_slogdet_result.__doc__ = "What the operator `linalg_slogdet` gives."


linalg_solve_ex_result = namedtuple("linalg_solve_ex_result", ("result", "info"))
linalg_solve_ex_result.__doc__ = "What the operator `linalg_solve_ex` gives."


linalg_svd_result = namedtuple("linalg_svd_result", ("U", "S", "Vh"))
linalg_svd_result.__doc__ = "What the operator `linalg_svd` gives."


lstm_result = namedtuple("lstm_result", ("output", "h_n", "c_n"))
lstm_result.__doc__ = "What the operator `lstm` gives."


lstm_data_result = namedtuple("lstm_data_result", ("output", "h_n", "c_n"))
lstm_data_result.__doc__ = "What the operator `lstm` gives."


lstm_cell_result = namedtuple("lstm_cell_result", ("h", "c"))
lstm_cell_result.__doc__ = "What the operator `lstm_cell` gives."


lu_unpack_result = namedtuple("lu_unpack_result", ("P", "L", "U"))
lu_unpack_result.__doc__ = "What the operator `lu_unpack` gives."


max_dim_result = namedtuple("max_dim_result", ("values", "indices"))
max_dim_result.__doc__ = "What the operator `max` gives."


median_dim_result = namedtuple("median_dim_result", ("values", "indices"))
median_dim_result.__doc__ = "What the operator `median` gives."


min_dim_result = namedtuple("min_dim_result", ("values", "indices"))
min_dim_result.__doc__ = "What the operator `min` gives."


mode_dim_result = namedtuple("mode_dim_result", ("values", "indices"))
mode_dim_result.__doc__ = "What the operator `mode` gives."


multi_head_attention_forward_result = namedtuple("multi_head_attention_forward_result", ("values", "weights"))
multi_head_attention_forward_result.__doc__ = "What the operator `multi_head_attention_forward` gives."


nanmedian_dim_result = namedtuple("nanmedian_dim_result", ("values", "indices"))
nanmedian_dim_result.__doc__ = "What the operator `nanmedian` gives."


native_batch_norm_result = namedtuple("native_batch_norm_result", ("out", "save_mean", "save_invstd"))
native_batch_norm_result.__doc__ = "What the operator `native_batch_norm` gives."


native_group_norm_result = namedtuple("native_group_norm_result", ("out", "mean", "rstd"))
native_group_norm_result.__doc__ = "What the operator `native_group_norm` gives."


native_layer_norm_result = namedtuple("native_layer_norm_result", ("out", "mean", "rstd"))
native_layer_norm_result.__doc__ = "What the operator `native_layer_norm` gives."


rnn_relu_result = namedtuple("rnn_relu_result", ("output", "h_n"))
rnn_relu_result.__doc__ = "What the operator `rnn_relu` gives."


rnn_relu_data_result = namedtuple("rnn_relu_data_result", ("output", "h_n"))
rnn_relu_data_result.__doc__ = "What the operator `rnn_relu` gives."


rnn_tanh_result = namedtuple("rnn_tanh_result", ("output", "h_n"))
rnn_tanh_result.__doc__ = "What the operator `rnn_tanh` gives."


rnn_tanh_data_result = namedtuple("rnn_tanh_data_result", ("output", "h_n"))
rnn_tanh_data_result.__doc__ = "What the operator `rnn_tanh` gives."


sort_result = namedtuple("sort_result", ("values", "indices"))
sort_result.__doc__ = "What the operator `sort` gives."


std_mean_result = namedtuple("std_mean_result", ("std", "mean"))
std_mean_result.__doc__ = "What the operator `std_mean` gives."


std_mean_unbiased_result = namedtuple("std_mean_unbiased_result", ("std", "mean"))
std_mean_unbiased_result.__doc__ = "What the operator `std_mean` gives."


std_mean_unbiased_dim_result = namedtuple("std_mean_unbiased_dim_result", ("std", "mean"))
std_mean_unbiased_dim_result.__doc__ = "What the operator `std_mean` gives."


svd_result = namedtuple("svd_result", ("U", "S", "V"))
svd_result.__doc__ = "What the operator `svd` gives."


topk_result = namedtuple("topk_result", ("values", "indices"))
topk_result.__doc__ = "What the operator `topk` gives."


triangular_solve_result = namedtuple("triangular_solve_result", ("solution", "cloned_coefficient"))
triangular_solve_result.__doc__ = "What the operator `triangular_solve` gives."


var_mean_result = namedtuple("var_mean_result", ("var", "mean"))
var_mean_result.__doc__ = "What the operator `var_mean` gives."


var_mean_unbiased_result = namedtuple("var_mean_unbiased_result", ("var", "mean"))
var_mean_unbiased_result.__doc__ = "What the operator `var_mean` gives."


var_mean_unbiased_dim_result = namedtuple("var_mean_unbiased_dim_result", ("var", "mean"))
var_mean_unbiased_dim_result.__doc__ = "What the operator `var_mean` gives."


def H(input):
    """The conjugate transpose of a matrix.

    Derivative (g: the gradient of the result): input: gᴴ.

    >>> vjp.tensor([[1.0, 2.0], [3.0, 4.0]]).H
    tensor([[1., 3.],
            [2., 4.]])
    """
    try:
        p = _c_H(input._p)
    except UNFIT as error:
        raise explain("H", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def T(input):
    """The dimensions in reverse order.

    Derivative (g: the gradient of the result): input: g with its dimensions back in the order of input.

    >>> vjp.ones(2, 3).T.shape
    (3, 2)
    """
    try:
        p = _c_T(input._p)
    except UNFIT as error:
        raise explain("T", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def abs(input, *, out=None):
    """Absolute value of every element, real for complex numbers.

    The input's shape. Dtypes: any; the result has the real dtype of the same size.
    Derivative (g: the gradient of the result): input: g * sign(input).

    >>> vjp.abs(vjp.tensor([-1.0, 2.0]))
    tensor([1., 2.])
    """
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
    """As `abs`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes on
    with this operation, and its derivative is that of `abs`; a leaf that requires grad is not changed while
    recording.
    """
    try:
        status = _c_abs_(input._p)
    except UNFIT as error:
        raise explain("abs", (input,), error) from None
    if status:
        raise failure()
    return input


def acos(input, *, out=None):
    """Arc cosine of every element.

    The input's shape. Dtypes: any; the result has the promoted dtype, float32 for integers.
    Derivative (g: the gradient of the result): input: g * (-rsqrt((1 - input) * (input + 1))).

    >>> vjp.acos(vjp.tensor([0.25, 0.5]))
    tensor([1.3181, 1.0472])
    """
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
    """As `acos`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes on
    with this operation, and its derivative is that of `acos`; a leaf that requires grad is not changed while
    recording.
    """
    try:
        status = _c_acos_(input._p)
    except UNFIT as error:
        raise explain("acos", (input,), error) from None
    if status:
        raise failure()
    return input


def acosh(input, *, out=None):
    """Inverse hyperbolic cosine of every element.

    The input's shape. Dtypes: any; the result has the promoted dtype, float32 for integers.
    Derivative (g: the gradient of the result): input: g * (rsqrt(input - 1) * rsqrt(input + 1)).

    >>> vjp.acosh(vjp.tensor([[1.0, 2.0], [3.0, 4.0]]))
    tensor([[0.    , 1.317 ],
            [1.7627, 2.0634]])
    """
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
    """As `acosh`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes
    on with this operation, and its derivative is that of `acosh`; a leaf that requires grad is not changed while
    recording.
    """
    try:
        status = _c_acosh_(input._p)
    except UNFIT as error:
        raise explain("acosh", (input,), error) from None
    if status:
        raise failure()
    return input


def adaptive_avg_pool1d(input, output_size):
    """The means of output_size parts of [N, C, L] that are as equal as can be.

    Derivative (g: the gradient of the result): input: g over the number that the window's sum is divided by,
    added to each element of the window.

    >>> vjp.adaptive_avg_pool1d(vjp.tensor([[1.0, 2.0], [3.0, 4.0]]), (2,))
    tensor([[1., 2.],
            [3., 4.]])
    """
    try:
        output_size = ints(output_size)
        p = _c_adaptive_avg_pool1d(input._p, output_size, len(output_size))
    except UNFIT as error:
        raise explain("adaptive_avg_pool1d", (input, output_size), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _adaptive_avg_pool1d_method(input, *output_size, **keywords):
    """The means of output_size parts of [N, C, L] that are as equal as can be.

    Derivative (g: the gradient of the result): input: g over the number that the window's sum is divided by,
    added to each element of the window.

    >>> vjp.adaptive_avg_pool1d(vjp.tensor([[1.0, 2.0], [3.0, 4.0]]), (2,))
    tensor([[1., 2.],
            [3., 4.]])
    """
    return adaptive_avg_pool1d(input, unpacked(output_size, keywords, "output_size"), **keywords)


def adaptive_avg_pool2d(input, output_size):
    """The means of output_size parts a dimension of [N, C, H, W]; a negative number keeps a size.

    Derivative (g: the gradient of the result): input: g over the number that the window's sum is divided by,
    added to each element of the window.

    >>> vjp.adaptive_avg_pool2d(vjp.ones(1, 1, 2), (2,))
    tensor([[[1., 1.],
             [1., 1.]]])
    """
    try:
        output_size = ints(output_size)
        p = _c_adaptive_avg_pool2d(input._p, output_size, len(output_size))
    except UNFIT as error:
        raise explain("adaptive_avg_pool2d", (input, output_size), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _adaptive_avg_pool2d_method(input, *output_size, **keywords):
    """The means of output_size parts a dimension of [N, C, H, W]; a negative number keeps a size.

    Derivative (g: the gradient of the result): input: g over the number that the window's sum is divided by,
    added to each element of the window.

    >>> vjp.adaptive_avg_pool2d(vjp.ones(1, 1, 2), (2,))
    tensor([[[1., 1.],
             [1., 1.]]])
    """
    return adaptive_avg_pool2d(input, unpacked(output_size, keywords, "output_size"), **keywords)


def adaptive_avg_pool3d(input, output_size):
    """The means of output_size parts a dimension of [N, C, D, H, W]; a negative number keeps a size.

    Derivative (g: the gradient of the result): input: g over the number that the window's sum is divided by,
    added to each element of the window.

    >>> vjp.adaptive_avg_pool3d(vjp.ones(1, 1, 2, 2), (2,)).shape
    (1, 2, 2, 2)
    """
    try:
        output_size = ints(output_size)
        p = _c_adaptive_avg_pool3d(input._p, output_size, len(output_size))
    except UNFIT as error:
        raise explain("adaptive_avg_pool3d", (input, output_size), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _adaptive_avg_pool3d_method(input, *output_size, **keywords):
    """The means of output_size parts a dimension of [N, C, D, H, W]; a negative number keeps a size.

    Derivative (g: the gradient of the result): input: g over the number that the window's sum is divided by,
    added to each element of the window.

    >>> vjp.adaptive_avg_pool3d(vjp.ones(1, 1, 2, 2), (2,)).shape
    (1, 2, 2, 2)
    """
    return adaptive_avg_pool3d(input, unpacked(output_size, keywords, "output_size"), **keywords)


def _adaptive_max_pool1d(input, output_size):
    try:
        output_size = ints(output_size)
        p = _c_adaptive_max_pool1d(input._p, output_size, len(output_size))
    except UNFIT as error:
        raise explain("adaptive_max_pool1d", (input, output_size), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _adaptive_max_pool1d_indices(input, output_size, return_indices):
    try:
        output_size = ints(output_size)
        p = _c_adaptive_max_pool1d_indices(input._p, output_size, len(output_size), return_indices)
    except UNFIT as error:
        raise explain("adaptive_max_pool1d.indices", (input, output_size, return_indices), error) from None
    if p:
        return from_list(p)
    raise failure()


adaptive_max_pool1d = overloaded("adaptive_max_pool1d", ("adaptive_max_pool1d", _adaptive_max_pool1d),
                                 ("adaptive_max_pool1d.indices", _adaptive_max_pool1d_indices))
adaptive_max_pool1d.__doc__ = """adaptive_max_pool1d(input, output_size)
adaptive_max_pool1d(input, output_size, return_indices)

The largest elements of output_size parts a dimension of [N, C, L]; a negative number keeps a size.

Derivative (g: the gradient of the result): input: g added at the element of each window that became the
result.

>>> vjp.adaptive_max_pool1d(vjp.tensor([[1.0, 5.0, 2.0, 4.0]]), 2)
tensor([[5., 4.]])

adaptive_max_pool1d, followed by the positions in the flattened channel if return_indices is true.

Derivative: that of the operators it is made of, of any order.

>>> vjp.adaptive_max_pool1d(vjp.tensor([[1.0, 5.0, 2.0, 4.0]]), 2, return_indices=True)[1]
tensor([[1, 3]])
"""


def _adaptive_max_pool2d(input, output_size):
    try:
        output_size = ints(output_size)
        p = _c_adaptive_max_pool2d(input._p, output_size, len(output_size))
    except UNFIT as error:
        raise explain("adaptive_max_pool2d", (input, output_size), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _adaptive_max_pool2d_indices(input, output_size, return_indices):
    try:
        output_size = ints(output_size)
        p = _c_adaptive_max_pool2d_indices(input._p, output_size, len(output_size), return_indices)
    except UNFIT as error:
        raise explain("adaptive_max_pool2d.indices", (input, output_size, return_indices), error) from None
    if p:
        return from_list(p)
    raise failure()


adaptive_max_pool2d = overloaded("adaptive_max_pool2d", ("adaptive_max_pool2d", _adaptive_max_pool2d),
                                 ("adaptive_max_pool2d.indices", _adaptive_max_pool2d_indices))
adaptive_max_pool2d.__doc__ = """adaptive_max_pool2d(input, output_size)
adaptive_max_pool2d(input, output_size, return_indices)

The largest elements of output_size parts a dimension of [N, C, H, W]; a negative number keeps a size.

Derivative (g: the gradient of the result): input: g added at the element of each window that became the
result.

>>> vjp.adaptive_max_pool2d(vjp.arange(16.0).view(1, 4, 4), 2)
tensor([[[ 5.,  7.],
         [13., 15.]]])

adaptive_max_pool2d, followed by the positions in the flattened channel if return_indices is true.

Derivative: that of the operators it is made of, of any order.

>>> vjp.adaptive_max_pool2d(vjp.arange(16.0).view(1, 4, 4), 2, return_indices=True)[1]
tensor([[[ 5,  7],
         [13, 15]]])
"""


def _adaptive_max_pool3d(input, output_size):
    try:
        output_size = ints(output_size)
        p = _c_adaptive_max_pool3d(input._p, output_size, len(output_size))
    except UNFIT as error:
        raise explain("adaptive_max_pool3d", (input, output_size), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _adaptive_max_pool3d_indices(input, output_size, return_indices):
    try:
        output_size = ints(output_size)
        p = _c_adaptive_max_pool3d_indices(input._p, output_size, len(output_size), return_indices)
    except UNFIT as error:
        raise explain("adaptive_max_pool3d.indices", (input, output_size, return_indices), error) from None
    if p:
        return from_list(p)
    raise failure()


adaptive_max_pool3d = overloaded("adaptive_max_pool3d", ("adaptive_max_pool3d", _adaptive_max_pool3d),
                                 ("adaptive_max_pool3d.indices", _adaptive_max_pool3d_indices))
adaptive_max_pool3d.__doc__ = """adaptive_max_pool3d(input, output_size)
adaptive_max_pool3d(input, output_size, return_indices)

The largest elements of output_size parts a dimension of [N, C, D, H, W]; a negative number keeps a size.

Derivative (g: the gradient of the result): input: g added at the element of each window that became the
result.

>>> vjp.adaptive_max_pool3d(vjp.ones(1, 2, 4, 4), 2).shape
(1, 2, 2, 2)

adaptive_max_pool3d, followed by the positions in the flattened channel if return_indices is true.

Derivative: that of the operators it is made of, of any order.

>>> vjp.adaptive_max_pool3d(vjp.ones(1, 2, 4, 4), 2, return_indices=True)[1].shape
(1, 2, 2, 2)
"""


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
add.__doc__ = """add(input, other, *, out=None)
add(input, other, *, alpha=1, out=None)

input + other, elementwise.

Shapes broadcast. Dtypes: any; the result has the promoted dtype.
Derivative (g: the gradient of the result): input: g; other: g.

>>> vjp.add(vjp.tensor([0.25, 0.5]), vjp.tensor([0.25, 0.5]))
tensor([0.5, 1. ])

input + alpha * other, elementwise.

Shapes broadcast. Dtypes: any; the result has the promoted dtype.
Derivative (g: the gradient of the result): input: g; other: g * alpha.

>>> vjp.add(vjp.tensor([1.0, 2.0]), vjp.tensor([10.0, 20.0]), alpha=2)
tensor([21., 42.])
"""


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
add_.__doc__ = """x.add_(other)
x.add_(other, *, alpha=1)

As `add`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes on
with this operation, and its derivative is that of `add`; a leaf that requires grad is not changed while
recording.
"""


def addbmm(input, batch1, batch2, *, beta=1, alpha=1):
    """beta * input + alpha * the sum of the products of all pairs of matrices.

    Derivative (g: the gradient of the result): input: conj(beta) * g, summed to its shape; batch1[b]: conj(alpha)
    * g @ batch2[b]ᴴ; batch2[b]: conj(alpha) * batch1[b]ᴴ @ g.

    >>> vjp.addbmm(vjp.zeros(1, 1), vjp.ones(2, 1, 2), vjp.ones(2, 2, 1))
    tensor([[4.]])
    """
    try:
        p = _c_addbmm(input._p, batch1._p, batch2._p, *scalar(beta), *scalar(alpha))
    except UNFIT as error:
        raise explain("addbmm", (input, batch1, batch2, beta, alpha), error) from None
    if p:
        return Tensor(p)
    raise failure()


def addbmm_(input, batch1, batch2, *, beta=1, alpha=1):
    """As `addbmm`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes
    on with this operation, and its derivative is that of `addbmm`; a leaf that requires grad is not changed while
    recording.
    """
    try:
        status = _c_addbmm_(input._p, batch1._p, batch2._p, *scalar(beta), *scalar(alpha))
    except UNFIT as error:
        raise explain("addbmm", (input, batch1, batch2, beta, alpha), error) from None
    if status:
        raise failure()
    return input


def addcdiv(input, tensor1, tensor2, *, value=1, out=None):
    """input + value * tensor1 / tensor2, elementwise.

    Shapes broadcast. Dtypes: any; the result has the promoted dtype, float32 for integers.
    Derivative (g: the gradient of the result): input: g; tensor1: g * (value / tensor2); tensor2: g * ((-(value *
    (tensor1 / tensor2))) / tensor2).

    >>> vjp.addcdiv(vjp.tensor([0.25, 0.5]), vjp.tensor([0.25, 0.5]), vjp.tensor([0.25, 0.5]))
    tensor([1.25, 1.5 ])
    """
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
    """As `addcdiv`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes
    on with this operation, and its derivative is that of `addcdiv`; a leaf that requires grad is not changed
    while recording.
    """
    try:
        status = _c_addcdiv_(input._p, tensor1._p, tensor2._p, *scalar(value))
    except UNFIT as error:
        raise explain("addcdiv", (input, tensor1, tensor2, value), error) from None
    if status:
        raise failure()
    return input


def addcmul(input, tensor1, tensor2, *, value=1, out=None):
    """input + value * tensor1 * tensor2, elementwise.

    Shapes broadcast. Dtypes: any; the result has the promoted dtype.
    Derivative (g: the gradient of the result): input: g; tensor1: g * (tensor2 * value); tensor2: g * (tensor1 *
    value).

    >>> vjp.addcmul(vjp.tensor([0.25, 0.5]), vjp.tensor([0.25, 0.5]), vjp.tensor([0.25, 0.5]))
    tensor([0.3125, 0.75  ])
    """
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
    """As `addcmul`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes
    on with this operation, and its derivative is that of `addcmul`; a leaf that requires grad is not changed
    while recording.
    """
    try:
        status = _c_addcmul_(input._p, tensor1._p, tensor2._p, *scalar(value))
    except UNFIT as error:
        raise explain("addcmul", (input, tensor1, tensor2, value), error) from None
    if status:
        raise failure()
    return input


def addmm(input, mat1, mat2, *, beta=1, alpha=1, out=None):
    """beta * input + alpha * (mat1 mat2). With beta = 0 the input is not read.

    Derivative (g: the gradient of the result): input: conj(beta) * g, summed to its shape; mat1: conj(alpha) * g
    @ mat2ᴴ; mat2: conj(alpha) * mat1ᴴ @ g.

    >>> vjp.addmm(vjp.tensor([0.25, 0.5]), vjp.tensor([[1.0, 2.0], [3.0, 4.0]]), vjp.tensor([[1.0, 2.0], [3.0, 4.0]]))
    tensor([[ 7.25, 10.5 ],
            [15.25, 22.5 ]])
    """
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
    """As `addmm`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes
    on with this operation, and its derivative is that of `addmm`; a leaf that requires grad is not changed while
    recording.
    """
    try:
        status = _c_addmm_(input._p, mat1._p, mat2._p, *scalar(beta), *scalar(alpha))
    except UNFIT as error:
        raise explain("addmm", (input, mat1, mat2, beta, alpha), error) from None
    if status:
        raise failure()
    return input


def addmv(input, mat, vec, *, beta=1, alpha=1):
    """beta * input + alpha * (mat vec).

    Derivative (g: the gradient of the result): input: conj(beta) * g, summed to its shape; mat: conj(alpha) * g ⊗
    conj(vec); vec: conj(alpha) * matᴴ @ g.

    >>> vjp.addmv(vjp.tensor([0.25, 0.5]), vjp.tensor([[1.0, 2.0], [3.0, 4.0]]), vjp.tensor([0.25, 0.5]))
    tensor([1.5 , 3.25])
    """
    try:
        p = _c_addmv(input._p, mat._p, vec._p, *scalar(beta), *scalar(alpha))
    except UNFIT as error:
        raise explain("addmv", (input, mat, vec, beta, alpha), error) from None
    if p:
        return Tensor(p)
    raise failure()


def addmv_(input, mat, vec, *, beta=1, alpha=1):
    """As `addmv`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes
    on with this operation, and its derivative is that of `addmv`; a leaf that requires grad is not changed while
    recording.
    """
    try:
        status = _c_addmv_(input._p, mat._p, vec._p, *scalar(beta), *scalar(alpha))
    except UNFIT as error:
        raise explain("addmv", (input, mat, vec, beta, alpha), error) from None
    if status:
        raise failure()
    return input


def addr(input, vec1, vec2, *, beta=1, alpha=1):
    """beta * input + alpha * outer(vec1, vec2).

    Derivative (g: the gradient of the result): input: conj(beta) * g, summed to its shape; vec1: conj(alpha) * g
    @ conj(vec2); vec2: conj(alpha) * gᵀ @ conj(vec1).

    >>> vjp.addr(vjp.tensor([0.25, 0.5]), vjp.tensor([0.25, 0.5]), vjp.tensor([0.25, 0.5]))
    tensor([[0.3125, 0.625 ],
            [0.375 , 0.75  ]])
    """
    try:
        p = _c_addr(input._p, vec1._p, vec2._p, *scalar(beta), *scalar(alpha))
    except UNFIT as error:
        raise explain("addr", (input, vec1, vec2, beta, alpha), error) from None
    if p:
        return Tensor(p)
    raise failure()


def addr_(input, vec1, vec2, *, beta=1, alpha=1):
    """As `addr`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes on
    with this operation, and its derivative is that of `addr`; a leaf that requires grad is not changed while
    recording.
    """
    try:
        status = _c_addr_(input._p, vec1._p, vec2._p, *scalar(beta), *scalar(alpha))
    except UNFIT as error:
        raise explain("addr", (input, vec1, vec2, beta, alpha), error) from None
    if status:
        raise failure()
    return input


def alias(input):
    """A view of the whole tensor.

    Dtypes: any; a view of the same memory.
    Derivative: the gradient goes back to the elements that the result shows; the others get 0.

    >>> vjp.alias(vjp.tensor([0.25, 0.5]))
    tensor([0.25, 0.5 ])
    """
    try:
        p = _c_alias(input._p)
    except UNFIT as error:
        raise explain("alias", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def alias_copy(input):
    """A row-major copy.

    Derivative (g: the gradient of the result): input: g.

    >>> vjp.alias_copy(vjp.tensor([1.0, 2.0, 4.0]))
    tensor([1., 2., 4.])
    """
    try:
        p = _c_alias_copy(input._p)
    except UNFIT as error:
        raise explain("alias_copy", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def all(input, dim=None, keepdim=False):
    """Whether no element over the given dimensions, or at all, is 0.

    Derivative: none; the result does not require grad.

    >>> vjp.all(vjp.tensor([0.25, 0.5]))
    tensor(True)
    """
    try:
        dim = () if dim is None else ints(dim)
        p = _c_all(input._p, dim or NULL, len(dim), keepdim)
    except UNFIT as error:
        raise explain("all", (input, dim, keepdim), error) from None
    if p:
        return Tensor(p)
    raise failure()


def alpha_dropout(input, p=0.5, training=True, *, generator=None):
    """In training, elements become selu's limit at -inf with probability p, and all are scaled and shifted so that
    mean 0 and variance 1 stay what they are. A view of the input where nothing is dropped.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.alpha_dropout(vjp.tensor([1.0, 2.0]), 0.5, training=False)
    tensor([1., 2.])
    """
    try:
        p = _c_alpha_dropout(input._p, p, training, NULL if generator is None else generator._p)
    except UNFIT as error:
        raise explain("alpha_dropout", (input, p, training, generator), error) from None
    if p:
        return Tensor(p)
    raise failure()


def alpha_dropout_(input, p=0.5, training=True, *, generator=None):
    """As `alpha_dropout`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its
    history goes on with this operation, and its derivative is that of `alpha_dropout`; a leaf that requires grad
    is not changed while recording.
    """
    try:
        status = _c_alpha_dropout_(input._p, p, training, NULL if generator is None else generator._p)
    except UNFIT as error:
        raise explain("alpha_dropout", (input, p, training, generator), error) from None
    if status:
        raise failure()
    return input


def amax(input, dim=None, keepdim=False):
    """The largest element over the given dimensions, or of all; NaN if there is one. Equal ones share the gradient.

    Derivative (g: the gradient of the result): input: g * [input = result] / n, n being the number of elements of
    the reduced dimensions that equal the result; if it is NaN, g / n at the NaNs.

    >>> vjp.amax(vjp.tensor([0.25, 0.5]))
    tensor(0.5)
    """
    try:
        dim = () if dim is None else ints(dim)
        p = _c_amax(input._p, dim or NULL, len(dim), keepdim)
    except UNFIT as error:
        raise explain("amax", (input, dim, keepdim), error) from None
    if p:
        return Tensor(p)
    raise failure()


def amin(input, dim=None, keepdim=False):
    """The smallest element over the given dimensions, or of all; NaN if there is one. Equal ones share the gradient.

    Derivative (g: the gradient of the result): input: g * [input = result] / n, n being the number of elements of
    the reduced dimensions that equal the result; if it is NaN, g / n at the NaNs.

    >>> vjp.amin(vjp.tensor([0.25, 0.5]))
    tensor(0.25)
    """
    try:
        dim = () if dim is None else ints(dim)
        p = _c_amin(input._p, dim or NULL, len(dim), keepdim)
    except UNFIT as error:
        raise explain("amin", (input, dim, keepdim), error) from None
    if p:
        return Tensor(p)
    raise failure()


def aminmax(input, *, dim=None, keepdim=False):
    """The smallest and the largest element along a dimension, or of all; NaN if there is one. Equal ones share the
    gradient.

    Results, by these names: min, max.
    Derivative (g: the gradient of the result): input: g_min * [input = min] / n_min + g_max * [input = max] /
    n_max, n being the number of elements that equal it.

    >>> vjp.aminmax(vjp.tensor([1.0, 2.0, 4.0])).max
    tensor(4.)
    """
    outs = ffi.new("vjp_tensor*[2]")
    try:
        status = _c_aminmax(input._p, NULL if dim is None else [dim], keepdim, outs)
    except UNFIT as error:
        raise explain("aminmax", (input, dim, keepdim), error) from None
    if status:
        raise failure()
    return aminmax_result(Tensor(outs[0]), Tensor(outs[1]))


def angle(input):
    """The argument of every complex number; 0 or pi for real numbers.

    Derivative (g: the gradient of the result): input: g * i * input / |input|²; 0 for real numbers and at 0.

    >>> vjp.angle(vjp.tensor([0.25, 0.5]))
    tensor([0., 0.])
    """
    try:
        p = _c_angle(input._p)
    except UNFIT as error:
        raise explain("angle", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def any(input, dim=None, keepdim=False):
    """Whether an element over the given dimensions, or at all, is not 0.

    Derivative: none; the result does not require grad.

    >>> vjp.any(vjp.tensor([0.25, 0.5]))
    tensor(True)
    """
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
        p = _c_arange(*scalar(end), new_code(dtype, end))
    except UNFIT as error:
        raise explain("arange", (end, dtype), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _arange_start(start, end, step=1, dtype=None):
    try:
        p = _c_arange_start(*scalar(start), *scalar(end), *scalar(step), new_code(dtype, start, end, step))
    except UNFIT as error:
        raise explain("arange.start", (start, end, step, dtype), error) from None
    if p:
        return Tensor(p)
    raise failure()


arange = overloaded("arange", ("arange", _arange), ("arange.start", _arange_start), creation=True)
arange.__doc__ = """arange(end, *, dtype=None, device=None, requires_grad=False)
arange(start, end, step=1, *, dtype=None, device=None, requires_grad=False)

0, 1, 2, ... before end; int64 for an integer end, otherwise float32, unless dtype is given.

>>> vjp.arange(3)
tensor([0, 1, 2])

start, start + step, ... before end.

>>> vjp.arange(1, 7, 2)
tensor([1, 3, 5])
"""


def argmax(input, dim=None, keepdim=False):
    """The position of the first largest element along a dimension, or in the flattened tensor.

    Derivative: none; the result does not require grad.

    >>> vjp.argmax(vjp.tensor([0.25, 0.5]))
    tensor(1)
    """
    try:
        p = _c_argmax(input._p, NULL if dim is None else [dim], keepdim)
    except UNFIT as error:
        raise explain("argmax", (input, dim, keepdim), error) from None
    if p:
        return Tensor(p)
    raise failure()


def argmin(input, dim=None, keepdim=False):
    """The position of the first smallest element along a dimension, or in the flattened tensor.

    Derivative: none; the result does not require grad.

    >>> vjp.argmin(vjp.tensor([0.25, 0.5]))
    tensor(0)
    """
    try:
        p = _c_argmin(input._p, NULL if dim is None else [dim], keepdim)
    except UNFIT as error:
        raise explain("argmin", (input, dim, keepdim), error) from None
    if p:
        return Tensor(p)
    raise failure()


def argsort(input, dim=-1, descending=False, stable=False):
    """The positions that bring the elements along a dimension into order.

    Derivative: none; the result does not require grad.

    >>> vjp.argsort(vjp.tensor([0.25, 0.5]))
    tensor([0, 1])
    """
    try:
        p = _c_argsort(input._p, dim, descending, stable)
    except UNFIT as error:
        raise explain("argsort", (input, dim, descending, stable), error) from None
    if p:
        return Tensor(p)
    raise failure()


def as_strided(input, size, stride, storage_offset=None):
    """A view of the storage with any sizes, strides and offset (in elements) that lie in it.

    Dtypes: any; a view of the same memory.
    Derivative: the gradient goes back to the elements that the result shows; the others get 0.

    >>> vjp.as_strided(vjp.tensor([1, 2, 3, 4]), (2, 2), (1, 2))
    tensor([[1, 3],
            [2, 4]])
    """
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
    """As `as_strided`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history
    goes on with this operation, and its derivative is that of `as_strided`; a leaf that requires grad is not
    changed while recording.
    """
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


def as_strided_copy(input, size, stride, storage_offset=None):
    """as_strided, as a copy.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.as_strided_copy(vjp.tensor([1.0, 2.0, 4.0]), (2,), (2,))
    tensor([1., 4.])
    """
    try:
        size = ints(size)
        stride = ints(stride)
        p = _c_as_strided_copy(input._p, size, len(size), stride, len(stride),
                               NULL if storage_offset is None else [storage_offset])
    except UNFIT as error:
        raise explain("as_strided_copy", (input, size, stride, storage_offset), error) from None
    if p:
        return Tensor(p)
    raise failure()


def asin(input, *, out=None):
    """Arc sine of every element.

    The input's shape. Dtypes: any; the result has the promoted dtype, float32 for integers.
    Derivative (g: the gradient of the result): input: g * rsqrt((1 - input) * (input + 1)).

    >>> vjp.asin(vjp.tensor([0.25, 0.5]))
    tensor([0.2527, 0.5236])
    """
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
    """As `asin`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes on
    with this operation, and its derivative is that of `asin`; a leaf that requires grad is not changed while
    recording.
    """
    try:
        status = _c_asin_(input._p)
    except UNFIT as error:
        raise explain("asin", (input,), error) from None
    if status:
        raise failure()
    return input


def asinh(input, *, out=None):
    """Inverse hyperbolic sine of every element.

    The input's shape. Dtypes: any; the result has the promoted dtype, float32 for integers.
    Derivative (g: the gradient of the result): input: g * where(abs(input) > 1e+09, reciprocal(abs(input)),
    rsqrt(square(input) + 1)).

    >>> vjp.asinh(vjp.tensor([0.25, 0.5]))
    tensor([0.2475, 0.4812])
    """
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
    """As `asinh`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes
    on with this operation, and its derivative is that of `asinh`; a leaf that requires grad is not changed while
    recording.
    """
    try:
        status = _c_asinh_(input._p)
    except UNFIT as error:
        raise explain("asinh", (input,), error) from None
    if status:
        raise failure()
    return input


def atan(input, *, out=None):
    """Arc tangent of every element.

    The input's shape. Dtypes: any; the result has the promoted dtype, float32 for integers.
    Derivative (g: the gradient of the result): input: g * reciprocal(square(input) + 1).

    >>> vjp.atan(vjp.tensor([0.25, 0.5]))
    tensor([0.245 , 0.4636])
    """
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
    """As `atan`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes on
    with this operation, and its derivative is that of `atan`; a leaf that requires grad is not changed while
    recording.
    """
    try:
        status = _c_atan_(input._p)
    except UNFIT as error:
        raise explain("atan", (input,), error) from None
    if status:
        raise failure()
    return input


def atan2(input, other, *, out=None):
    """The angle of the point (other, input), elementwise.

    Shapes broadcast. Dtypes: real; the result has the promoted dtype, float32 for integers.
    Derivative (g: the gradient of the result): input: g * other / (input² + other²), 0 at (0, 0); other: -g *
    input / (input² + other²), 0 at (0, 0).

    >>> vjp.atan2(vjp.tensor([0.25, 0.5]), vjp.tensor([0.25, 0.5]))
    tensor([0.7854, 0.7854])
    """
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
    """As `atan2`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes
    on with this operation, and its derivative is that of `atan2`; a leaf that requires grad is not changed while
    recording.
    """
    try:
        status = _c_atan2_(input._p, other._p)
    except UNFIT as error:
        raise explain("atan2", (input, other), error) from None
    if status:
        raise failure()
    return input


def atanh(input, *, out=None):
    """Inverse hyperbolic tangent of every element.

    The input's shape. Dtypes: any; the result has the promoted dtype, float32 for integers.
    Derivative (g: the gradient of the result): input: g * reciprocal((1 - input) * (input + 1)).

    >>> vjp.atanh(vjp.tensor([0.25, 0.5]))
    tensor([0.2554, 0.5493])
    """
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
    """As `atanh`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes
    on with this operation, and its derivative is that of `atanh`; a leaf that requires grad is not changed while
    recording.
    """
    try:
        status = _c_atanh_(input._p)
    except UNFIT as error:
        raise explain("atanh", (input,), error) from None
    if status:
        raise failure()
    return input


def _atleast_1d(input):
    try:
        p = _c_atleast_1d(input._p)
    except UNFIT as error:
        raise explain("atleast_1d", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _atleast_1d_sequence(tensors):
    try:
        tensors = [item._p for item in tensors]
        p = _c_atleast_1d_sequence(tensors, len(tensors))
    except UNFIT as error:
        raise explain("atleast_1d.sequence", (tensors,), error) from None
    if p:
        return from_list(p)
    raise failure()


atleast_1d = overloaded("atleast_1d", ("atleast_1d", _atleast_1d), ("atleast_1d.sequence", _atleast_1d_sequence))
atleast_1d.__doc__ = """atleast_1d(input)
atleast_1d(tensors)

A view with dimensions of size 1 added until there are 1; the tensor itself if it has as many.

Derivative: that of the operators it is made of, of any order.

>>> vjp.atleast_1d(vjp.tensor(2.0))
tensor([2.])

atleast_1d of each tensor.

Derivative: that of the operators it is made of, of any order.

>>> vjp.atleast_1d([vjp.tensor(1.0), vjp.ones(2)])
(tensor([1.]), tensor([1., 1.]))
"""


def _atleast_2d(input):
    try:
        p = _c_atleast_2d(input._p)
    except UNFIT as error:
        raise explain("atleast_2d", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _atleast_2d_sequence(tensors):
    try:
        tensors = [item._p for item in tensors]
        p = _c_atleast_2d_sequence(tensors, len(tensors))
    except UNFIT as error:
        raise explain("atleast_2d.sequence", (tensors,), error) from None
    if p:
        return from_list(p)
    raise failure()


atleast_2d = overloaded("atleast_2d", ("atleast_2d", _atleast_2d), ("atleast_2d.sequence", _atleast_2d_sequence))
atleast_2d.__doc__ = """atleast_2d(input)
atleast_2d(tensors)

A view with dimensions of size 1 added until there are 2; the tensor itself if it has as many.

Derivative: that of the operators it is made of, of any order.

>>> vjp.atleast_2d(vjp.tensor([1.0, 2.0, 4.0]))
tensor([[1., 2., 4.]])

atleast_2d of each tensor.

Derivative: that of the operators it is made of, of any order.

>>> [x.shape for x in vjp.atleast_2d([vjp.tensor(1.0), vjp.ones(2)])]
[(1, 1), (1, 2)]
"""


def _atleast_3d(input):
    try:
        p = _c_atleast_3d(input._p)
    except UNFIT as error:
        raise explain("atleast_3d", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _atleast_3d_sequence(tensors):
    try:
        tensors = [item._p for item in tensors]
        p = _c_atleast_3d_sequence(tensors, len(tensors))
    except UNFIT as error:
        raise explain("atleast_3d.sequence", (tensors,), error) from None
    if p:
        return from_list(p)
    raise failure()


atleast_3d = overloaded("atleast_3d", ("atleast_3d", _atleast_3d), ("atleast_3d.sequence", _atleast_3d_sequence))
atleast_3d.__doc__ = """atleast_3d(input)
atleast_3d(tensors)

A view with dimensions of size 1 added until there are 3; the tensor itself if it has as many.

Derivative: that of the operators it is made of, of any order.

>>> vjp.atleast_3d(vjp.tensor([1.0, 2.0, 4.0])).shape
(1, 3, 1)

atleast_3d of each tensor.

Derivative: that of the operators it is made of, of any order.

>>> [x.shape for x in vjp.atleast_3d([vjp.tensor(1.0), vjp.ones(2)])]
[(1, 1, 1), (1, 2, 1)]
"""


def avg_pool1d(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True):
    """The mean of every window of [N, C, L].

    Derivative (g: the gradient of the result): input: g over the number that the window's sum is divided by,
    added to each element of the window.

    >>> vjp.avg_pool1d(vjp.tensor([[1.0, 2.0], [3.0, 4.0]]), (2,))
    tensor([[1.5],
            [3.5]])
    """
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
    """The mean of every window of [N, C, H, W].

    Derivative (g: the gradient of the result): input: g over the number that the window's sum is divided by,
    added to each element of the window.

    >>> vjp.avg_pool2d(vjp.ones(1, 1, 2), (1,))
    tensor([[[1., 1.]]])
    """
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
    """The mean of every window of [N, C, D, H, W].

    Derivative (g: the gradient of the result): input: g over the number that the window's sum is divided by,
    added to each element of the window.

    >>> vjp.avg_pool3d(vjp.ones(1, 1, 2, 2), (1,))
    tensor([[[[1., 1.],
              [1., 1.]]]])
    """
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
    """beta * input + alpha * bmm(batch1, batch2). With beta = 0 the input is not read.

    Derivative (g: the gradient of the result): input: conj(beta) * g, summed to its shape; batch1: conj(alpha) *
    g @ batch2ᴴ; batch2: conj(alpha) * batch1ᴴ @ g.

    >>> vjp.baddbmm(vjp.zeros(1, 1, 1), vjp.ones(1, 1, 2), vjp.ones(1, 2, 1))
    tensor([[[2.]]])
    """
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
    """As `baddbmm`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes
    on with this operation, and its derivative is that of `baddbmm`; a leaf that requires grad is not changed
    while recording.
    """
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

    Derivative (g: the gradient of the result): in training x̂ = (input - mean) * r, r = 1 / √(variance + eps), h
    = g * weight: input: r * (h - mean(h) - x̂ * mean(h * x̂)) over what a channel's statistics are of; else:
    input: g * weight * r, r from the running variance; weight: Σ g * x̂ of a channel; bias: Σ g of a channel.

    >>> vjp.batch_norm(vjp.tensor([[1.0], [3.0]]), training=True)
    tensor([[-1.],
            [ 1.]])
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
bernoulli.__doc__ = """bernoulli(input, *, generator=None)
bernoulli(input, p, *, generator=None)

1 with the probability that input says, else 0, elementwise. Probabilities on the CPU that are not from 0 to 1
are an error; those on a device are not looked at, since the host would have to wait for them.

Derivative: none; the result does not require grad.

>>> vjp.bernoulli(vjp.tensor([0.25, 0.5])).shape
(2,)

1 with probability p, else 0, in the shape and dtype of input.

Derivative: none; the result does not require grad.

>>> vjp.bernoulli(vjp.tensor([0.25, 0.5]), 0.5).shape
(2,)
"""


def _bernoulli_p_(input, p, generator=None):
    try:
        status = _c_bernoulli_p_(input._p, p, NULL if generator is None else generator._p)
    except UNFIT as error:
        raise explain("bernoulli.p", (input, p, generator), error) from None
    if status:
        raise failure()
    return input


bernoulli_ = overloaded("bernoulli_", ("bernoulli.p", _bernoulli_p_))
bernoulli_.__doc__ = """x.bernoulli_(p, *, generator=None)

As `bernoulli`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history
goes on with this operation, and its derivative is that of `bernoulli`; a leaf that requires grad is not
changed while recording.
"""


def bessel_j0(input, *, out=None):
    """The Bessel function of the first kind, of order 0.

    The input's shape. Dtypes: real; the result has the promoted dtype, float32 for integers.
    Derivative (g: the gradient of the result): input: g * (-bessel_j1(input)).

    >>> vjp.bessel_j0(vjp.tensor([0.25, 0.5]))
    tensor([0.9844, 0.9385])
    """
    if out is not None:
        return call_out("bessel_j0", (input,), out)
    try:
        p = _c_bessel_j0(input._p)
    except UNFIT as error:
        raise explain("bessel_j0", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def bessel_j0_(input):
    """As `bessel_j0`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history
    goes on with this operation, and its derivative is that of `bessel_j0`; a leaf that requires grad is not
    changed while recording.
    """
    try:
        status = _c_bessel_j0_(input._p)
    except UNFIT as error:
        raise explain("bessel_j0", (input,), error) from None
    if status:
        raise failure()
    return input


def bessel_j1(input, *, out=None):
    """The Bessel function of the first kind, of order 1.

    The input's shape. Dtypes: real; the result has the promoted dtype, float32 for integers.
    Derivative (g: the gradient of the result): input: g * (bessel_j0(input) - result / input), g / 2 at 0.

    >>> vjp.bessel_j1(vjp.tensor([0.25, 0.5]))
    tensor([0.124 , 0.2423])
    """
    if out is not None:
        return call_out("bessel_j1", (input,), out)
    try:
        p = _c_bessel_j1(input._p)
    except UNFIT as error:
        raise explain("bessel_j1", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def bessel_j1_(input):
    """As `bessel_j1`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history
    goes on with this operation, and its derivative is that of `bessel_j1`; a leaf that requires grad is not
    changed while recording.
    """
    try:
        status = _c_bessel_j1_(input._p)
    except UNFIT as error:
        raise explain("bessel_j1", (input,), error) from None
    if status:
        raise failure()
    return input


def bessel_y0(input, *, out=None):
    """The Bessel function of the second kind, of order 0; NaN below 0.

    The input's shape. Dtypes: real; the result has the promoted dtype, float32 for integers.
    Derivative (g: the gradient of the result): input: g * (-bessel_y1(input)).

    >>> vjp.bessel_y0(vjp.tensor([0.25, 0.5]))
    tensor([-0.9316, -0.4445])
    """
    if out is not None:
        return call_out("bessel_y0", (input,), out)
    try:
        p = _c_bessel_y0(input._p)
    except UNFIT as error:
        raise explain("bessel_y0", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def bessel_y0_(input):
    """As `bessel_y0`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history
    goes on with this operation, and its derivative is that of `bessel_y0`; a leaf that requires grad is not
    changed while recording.
    """
    try:
        status = _c_bessel_y0_(input._p)
    except UNFIT as error:
        raise explain("bessel_y0", (input,), error) from None
    if status:
        raise failure()
    return input


def bessel_y1(input, *, out=None):
    """The Bessel function of the second kind, of order 1; NaN below 0.

    The input's shape. Dtypes: real; the result has the promoted dtype, float32 for integers.
    Derivative (g: the gradient of the result): input: g * (bessel_y0(input) - (result / input)).

    >>> vjp.bessel_y1(vjp.tensor([0.25, 0.5]))
    tensor([-2.7041, -1.4715])
    """
    if out is not None:
        return call_out("bessel_y1", (input,), out)
    try:
        p = _c_bessel_y1(input._p)
    except UNFIT as error:
        raise explain("bessel_y1", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def bessel_y1_(input):
    """As `bessel_y1`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history
    goes on with this operation, and its derivative is that of `bessel_y1`; a leaf that requires grad is not
    changed while recording.
    """
    try:
        status = _c_bessel_y1_(input._p)
    except UNFIT as error:
        raise explain("bessel_y1", (input,), error) from None
    if status:
        raise failure()
    return input


def bilinear(input1, input2, weight, bias=None):
    """out[*, k] = input1[*, :] weight[k, :, :] input2[*, :] + bias[k].

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.bilinear(vjp.tensor([1.0, 2.0]), vjp.tensor([3.0]), vjp.ones(1, 2, 1))
    tensor([9.])
    """
    try:
        p = _c_bilinear(input1._p, input2._p, weight._p, NULL if bias is None else bias._p)
    except UNFIT as error:
        raise explain("bilinear", (input1, input2, weight, bias), error) from None
    if p:
        return Tensor(p)
    raise failure()


def binary_cross_entropy(input, target, weight=None, reduction="mean"):
    """The cross entropy of probabilities against targets in [0, 1].

    Derivative (g: the gradient of the result): input: g * weight * (input - target) / (input (1 - input)), over n
    with "mean"; target: g * weight * (log(1 - input) - log(input)), over n with "mean".

    >>> vjp.binary_cross_entropy(vjp.tensor([0.25, 0.5]), vjp.tensor([0.25, 0.5]))
    tensor(0.6277)
    """
    try:
        p = _c_binary_cross_entropy(input._p, target._p, NULL if weight is None else weight._p, reduction.encode())
    except UNFIT as error:
        raise explain("binary_cross_entropy", (input, target, weight, reduction), error) from None
    if p:
        return Tensor(p)
    raise failure()


def binary_cross_entropy_with_logits(input, target, weight=None, reduction="mean", pos_weight=None):
    """The cross entropy of sigmoid(input) against targets in [0, 1], without overflow.

    Derivative (g: the gradient of the result): input: g * weight * (sigmoid(input) - target), over n with "mean";
    with p = pos_weight g * weight * ((1 - target) * sigmoid(input) - p * target * sigmoid(-input)); target: -g *
    weight * input, over n with "mean", without pos_weight.

    >>> vjp.binary_cross_entropy_with_logits(vjp.tensor([0.25, 0.5]), vjp.tensor([0.25, 0.5]))
    tensor(0.7438)
    """
    try:
        p = _c_binary_cross_entropy_with_logits(input._p, target._p, NULL if weight is None else weight._p,
                                                reduction.encode(), NULL if pos_weight is None else pos_weight._p)
    except UNFIT as error:
        raise explain("binary_cross_entropy_with_logits", (input, target, weight, reduction,
                                                           pos_weight), error) from None
    if p:
        return Tensor(p)
    raise failure()


def binomial(count, prob, *, generator=None):
    """How many of `count` trials succeed, each with probability `prob`; both are broadcast to one shape, and the
    result has the dtype of `count`. Drawn on the host, as poisson is.

    Derivative: none; the result does not require grad.

    >>> vjp.binomial(vjp.tensor([3.0, 4.0]), vjp.tensor([0.0, 1.0]))
    tensor([0., 4.])
    """
    try:
        p = _c_binomial(count._p, prob._p, NULL if generator is None else generator._p)
    except UNFIT as error:
        raise explain("binomial", (count, prob, generator), error) from None
    if p:
        return Tensor(p)
    raise failure()


def bitwise_and(input, other, *, out=None):
    """Bitwise and of integers; for bool, logical_and.

    Derivative: none; the result does not require grad.

    >>> vjp.bitwise_and(vjp.tensor([3, 4]), vjp.tensor([3, 4]))
    tensor([3, 4])
    """
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
    """As `bitwise_and`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history
    goes on with this operation, and its derivative is that of `bitwise_and`; a leaf that requires grad is not
    changed while recording.
    """
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
    """input shifted left by other bits.

    Derivative: none; the result does not require grad.

    >>> vjp.bitwise_left_shift(vjp.tensor([3, 4]), vjp.tensor([3, 4]))
    tensor([24, 64])
    """
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
    """As `bitwise_left_shift`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its
    history goes on with this operation, and its derivative is that of `bitwise_left_shift`; a leaf that requires
    grad is not changed while recording.
    """
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
    """Every bit inverted; for bool, logical_not.

    Derivative: none; the result does not require grad.

    >>> vjp.bitwise_not(vjp.tensor([1, 0]))
    tensor([-2, -1])
    """
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
    """As `bitwise_not`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history
    goes on with this operation, and its derivative is that of `bitwise_not`; a leaf that requires grad is not
    changed while recording.
    """
    try:
        status = _c_bitwise_not_(input._p)
    except UNFIT as error:
        raise explain("bitwise_not", (input,), error) from None
    if status:
        raise failure()
    return input


def bitwise_or(input, other, *, out=None):
    """Bitwise or of integers; for bool, logical_or.

    Derivative: none; the result does not require grad.

    >>> vjp.bitwise_or(vjp.tensor([3, 4]), vjp.tensor([3, 4]))
    tensor([3, 4])
    """
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
    """As `bitwise_or`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history
    goes on with this operation, and its derivative is that of `bitwise_or`; a leaf that requires grad is not
    changed while recording.
    """
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
    """input shifted right by other bits, the sign kept.

    Derivative: none; the result does not require grad.

    >>> vjp.bitwise_right_shift(vjp.tensor([3, 4]), vjp.tensor([3, 4]))
    tensor([0, 0])
    """
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
    """As `bitwise_right_shift`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its
    history goes on with this operation, and its derivative is that of `bitwise_right_shift`; a leaf that requires
    grad is not changed while recording.
    """
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
    """Bitwise exclusive or of integers; for bool, logical_xor.

    Derivative: none; the result does not require grad.

    >>> vjp.bitwise_xor(vjp.tensor([3, 4]), vjp.tensor([3, 4]))
    tensor([0, 0])
    """
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
    """As `bitwise_xor`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history
    goes on with this operation, and its derivative is that of `bitwise_xor`; a leaf that requires grad is not
    changed while recording.
    """
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


def block_diag(*tensors, **keywords):
    """A matrix with the tensors (of at most two dimensions, fewer as one row) along its diagonal, and 0 elsewhere.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.block_diag(vjp.tensor([[1.0, 2.0], [3.0, 4.0]]), vjp.ones(1))
    tensor([[1., 2., 0.],
            [3., 4., 0.],
            [0., 0., 1.]])
    """
    tensors = unpacked(tensors, keywords, "tensors")
    if keywords:
        raise TypeError("block_diag: unknown keyword {}".format(*keywords))
    try:
        tensors = [item._p for item in tensors]
        p = _c_block_diag(tensors, len(tensors))
    except UNFIT as error:
        raise explain("block_diag", (tensors,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def bmm(input, mat2, *, out=None):
    """The products of two batches of matrices, [b, m, k] and [b, k, n].

    Derivative (g: the gradient of the result): input: g @ mat2ᴴ; mat2: inputᴴ @ g.

    >>> vjp.bmm(vjp.ones(2, 2, 2), vjp.ones(2, 2, 2)).shape
    (2, 2, 2)
    """
    if out is not None:
        return call_out("bmm", (input, mat2), out)
    try:
        p = _c_bmm(input._p, mat2._p)
    except UNFIT as error:
        raise explain("bmm", (input, mat2), error) from None
    if p:
        return Tensor(p)
    raise failure()


def broadcast_tensors(*tensors, **keywords):
    """Views of the tensors with the shape to which all of them broadcast.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.broadcast_tensors(vjp.ones(2, 1), vjp.ones(3))[1].shape
    (2, 3)
    """
    tensors = unpacked(tensors, keywords, "tensors")
    if keywords:
        raise TypeError("broadcast_tensors: unknown keyword {}".format(*keywords))
    try:
        tensors = [item._p for item in tensors]
        p = _c_broadcast_tensors(tensors, len(tensors))
    except UNFIT as error:
        raise explain("broadcast_tensors", (tensors,), error) from None
    if p:
        return from_list(p)
    raise failure()


def broadcast_to(input, size):
    """expand under its other name.

    Derivative (g: the gradient of the result): input: g, summed to the shape of input.

    >>> vjp.broadcast_to(vjp.tensor([0.25, 0.5]), (2,))
    tensor([0.25, 0.5 ])
    """
    try:
        size = ints(size)
        p = _c_broadcast_to(input._p, size, len(size))
    except UNFIT as error:
        raise explain("broadcast_to", (input, size), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _broadcast_to_method(input, *size, **keywords):
    """expand under its other name.

    Derivative (g: the gradient of the result): input: g, summed to the shape of input.

    >>> vjp.broadcast_to(vjp.tensor([0.25, 0.5]), (2,))
    tensor([0.25, 0.5 ])
    """
    return broadcast_to(input, unpacked(size, keywords, "size"), **keywords)


def cartesian_prod(*tensors, **keywords):
    """All combinations of one element from each vector, a row each, the last changing fastest; a single vector as it
    is.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.cartesian_prod(vjp.tensor([1, 2]), vjp.tensor([3, 4]))
    tensor([[1, 3],
            [1, 4],
            [2, 3],
            [2, 4]])
    """
    tensors = unpacked(tensors, keywords, "tensors")
    if keywords:
        raise TypeError("cartesian_prod: unknown keyword {}".format(*keywords))
    try:
        tensors = [item._p for item in tensors]
        p = _c_cartesian_prod(tensors, len(tensors))
    except UNFIT as error:
        raise explain("cartesian_prod", (tensors,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def cat(tensors, dim=0):
    """The tensors one after the other along a dimension; other sizes agree. One-dimensional empty tensors are
    skipped.

    Derivative (g: the gradient of the result): tensors[k]: the part of g that tensors[k] became.

    >>> vjp.cat([vjp.tensor([1, 2]), vjp.tensor([3])])
    tensor([1, 2, 3])
    """
    try:
        tensors = [item._p for item in tensors]
        p = _c_cat(tensors, len(tensors), dim)
    except UNFIT as error:
        raise explain("cat", (tensors, dim), error) from None
    if p:
        return Tensor(p)
    raise failure()


def cauchy(input, median=0.0, sigma=1.0, *, generator=None):
    """Numbers of the Cauchy distribution around median, half of them within sigma of it, in the shape and dtype of
    input; cauchy_ writes them there.

    Derivative: none; the result does not require grad.

    >>> vjp.cauchy(vjp.tensor([0.25, 0.5])).shape
    (2,)
    """
    try:
        p = _c_cauchy(input._p, median, sigma, NULL if generator is None else generator._p)
    except UNFIT as error:
        raise explain("cauchy", (input, median, sigma, generator), error) from None
    if p:
        return Tensor(p)
    raise failure()


def cauchy_(input, median=0.0, sigma=1.0, *, generator=None):
    """As `cauchy`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes
    on with this operation, and its derivative is that of `cauchy`; a leaf that requires grad is not changed while
    recording.
    """
    try:
        status = _c_cauchy_(input._p, median, sigma, NULL if generator is None else generator._p)
    except UNFIT as error:
        raise explain("cauchy", (input, median, sigma, generator), error) from None
    if status:
        raise failure()
    return input


def cdist(x1, x2, p=2, compute_mode="use_mm_for_euclid_dist_if_necessary"):
    """The p-norm distances between the rows of two batches of matrices. With p = 2 and more than 25 rows, or
    "use_mm_for_euclid_dist", by a matrix product, unless "donot_use_mm_for_euclid_dist".

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.cdist(vjp.tensor([[1.0, 2.0], [3.0, 4.0]]), vjp.zeros(1, 2), p=1.0)
    tensor([[3.],
            [7.]])
    """
    try:
        p = _c_cdist(x1._p, x2._p, p, compute_mode.encode())
    except UNFIT as error:
        raise explain("cdist", (x1, x2, p, compute_mode), error) from None
    if p:
        return Tensor(p)
    raise failure()


def ceil(input, *, out=None):
    """The smallest whole number not below each element.

    The input's shape. Dtypes: real; the result has the promoted dtype.
    Derivative (g: the gradient of the result): input: 0 * g.

    >>> vjp.ceil(vjp.tensor([0.25, 0.5]))
    tensor([1., 1.])
    """
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
    """As `ceil`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes on
    with this operation, and its derivative is that of `ceil`; a leaf that requires grad is not changed while
    recording.
    """
    try:
        status = _c_ceil_(input._p)
    except UNFIT as error:
        raise explain("ceil", (input,), error) from None
    if status:
        raise failure()
    return input


def celu(input, alpha=1.0, *, out=None):
    """input where it is positive, else alpha * (exp(input / alpha) - 1).

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.celu(vjp.tensor([0.25, 0.5]))
    tensor([0.25, 0.5 ])
    """
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
    """As `celu`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes on
    with this operation, and its derivative is that of `celu`; a leaf that requires grad is not changed while
    recording.
    """
    try:
        status = _c_celu_(input._p, alpha)
    except UNFIT as error:
        raise explain("celu", (input, alpha), error) from None
    if status:
        raise failure()
    return input


def channel_shuffle(input, groups):
    """The channels (dimension 1) of `groups` equal groups taken in turns: the first of each group, then the second.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.channel_shuffle(vjp.arange(4.0).view(1, 4, 1), 2).flatten()
    tensor([0., 2., 1., 3.])
    """
    try:
        p = _c_channel_shuffle(input._p, groups)
    except UNFIT as error:
        raise explain("channel_shuffle", (input, groups), error) from None
    if p:
        return Tensor(p)
    raise failure()


def cholesky_inverse(L, upper=False):
    """The inverse of A from its Cholesky factor.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.cholesky_inverse(vjp.tensor([[2.0, 0.0], [1.0, 1.0]]))
    tensor([[ 0.5, -0.5],
            [-0.5,  1. ]])
    """
    try:
        p = _c_cholesky_inverse(L._p, upper)
    except UNFIT as error:
        raise explain("cholesky_inverse", (L, upper), error) from None
    if p:
        return Tensor(p)
    raise failure()


def cholesky_solve(B, L, upper=False):
    """The solution of A X = B from the Cholesky factor of A.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.cholesky_solve(vjp.tensor([[4.0], [3.0]]), vjp.tensor([[2.0, 0.0], [1.0, 1.0]]))
    tensor([[0.5],
            [1. ]])
    """
    try:
        p = _c_cholesky_solve(B._p, L._p, upper)
    except UNFIT as error:
        raise explain("cholesky_solve", (B, L, upper), error) from None
    if p:
        return Tensor(p)
    raise failure()


def chunk(input, chunks, dim=0):
    """At most `chunks` views of equal size along a dimension; the last may be smaller.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.chunk(vjp.tensor([0.25, 0.5]), 1)
    (tensor([0.25, 0.5 ]),)
    """
    try:
        p = _c_chunk(input._p, chunks, dim)
    except UNFIT as error:
        raise explain("chunk", (input, chunks, dim), error) from None
    if p:
        return from_list(p)
    raise failure()


def clamp(input, min=None, max=None, *, out=None):
    """input bounded below by min and above by max, of which one may be absent.

    Derivative (g: the gradient of the result): input: g where min ≤ input ≤ max, else 0; min, a tensor: g where
    input < min and min ≤ max, summed to its shape; max, a tensor: g where the larger of input and min exceeds it,
    summed to its shape.

    >>> vjp.clamp(vjp.tensor([-1.0, 0.5, 2.0]), 0.0, 1.0)
    tensor([0. , 0.5, 1. ])
    """
    if out is not None:
        return call_out("clamp", (input, min, max), out)
    return call("clamp", (input, min, max))


def clamp_(input, min=None, max=None):
    """As `clamp`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes
    on with this operation, and its derivative is that of `clamp`; a leaf that requires grad is not changed while
    recording.
    """
    return call_inplace("clamp", (input, min, max))


def clamp_max(input, max, *, out=None):
    """The smaller of input and max.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.clamp_max(vjp.tensor([0.25, 0.5]), vjp.tensor([0.25, 0.5]))
    tensor([0.25, 0.5 ])
    """
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
    """As `clamp_max`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history
    goes on with this operation, and its derivative is that of `clamp_max`; a leaf that requires grad is not
    changed while recording.
    """
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
    """The larger of input and min.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.clamp_min(vjp.tensor([0.25, 0.5]), vjp.tensor([0.25, 0.5]))
    tensor([0.25, 0.5 ])
    """
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
    """As `clamp_min`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history
    goes on with this operation, and its derivative is that of `clamp_min`; a leaf that requires grad is not
    changed while recording.
    """
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


def _clone_memory_format(input, memory_format):
    try:
        p = _c_clone_memory_format(input._p, memory_format)
    except UNFIT as error:
        raise explain("clone.memory_format", (input, memory_format), error) from None
    if p:
        return Tensor(p)
    raise failure()


def clone(input, *, memory_format=None):
    """A copy with storage of its own; dense layouts are kept, others become row-major.

    Derivative (g: the gradient of the result): input: g.

    >>> vjp.clone(vjp.tensor([0.25, 0.5]))
    tensor([0.25, 0.5 ])
    """
    if memory_format is not None:
        return _clone_memory_format(input, memory_format)
    try:
        p = _c_clone(input._p)
    except UNFIT as error:
        raise explain("clone", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def col2im(input, output_size, kernel_size, dilation=1, padding=0, stride=1):
    """The sum of windows [N, C * window, number of windows] over an image [N, C, output_size], the adjoint of
    im2col. The field's nn.functional.fold.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.col2im(vjp.ones(1, 4, 4), (3, 3), 2)
    tensor([[[[1., 2., 1.],
              [2., 4., 2.],
              [1., 2., 1.]]]])
    """
    try:
        output_size = ints(output_size)
        kernel_size = ints(kernel_size)
        dilation = ints(dilation)
        padding = ints(padding)
        stride = ints(stride)
        p = _c_col2im(input._p, output_size, len(output_size), kernel_size, len(kernel_size), dilation, len(dilation),
                      padding, len(padding), stride, len(stride))
    except UNFIT as error:
        raise explain("col2im", (input, output_size, kernel_size, dilation, padding, stride), error) from None
    if p:
        return Tensor(p)
    raise failure()


def column_stack(tensors):
    """The tensors side by side; vectors and numbers as columns.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.column_stack([vjp.tensor([1.0, 2.0, 4.0]), vjp.tensor([3.0, 1.0, 2.0])])
    tensor([[1., 3.],
            [2., 1.],
            [4., 2.]])
    """
    try:
        tensors = [item._p for item in tensors]
        p = _c_column_stack(tensors, len(tensors))
    except UNFIT as error:
        raise explain("column_stack", (tensors,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def combinations(input, r=2, with_replacement=False):
    """All combinations of r elements of a vector, a row each, in order.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.combinations(vjp.tensor([1.0, 2.0, 4.0]))
    tensor([[1., 2.],
            [1., 4.],
            [2., 4.]])
    """
    try:
        p = _c_combinations(input._p, r, with_replacement)
    except UNFIT as error:
        raise explain("combinations", (input, r, with_replacement), error) from None
    if p:
        return Tensor(p)
    raise failure()


def complex(real, imag, *, out=None):
    """real + i imag, elementwise.

    Shapes broadcast. Dtypes: any; the result has the complex dtype.
    Derivative (g: the gradient of the result): real: g; imag: g * complex(0, 1).

    >>> vjp.complex(vjp.tensor([0.25, 0.5]), vjp.tensor([0.25, 0.5]))
    tensor([0.25+0.25j, 0.5 +0.5j ])
    """
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
    """The complex conjugate of every element, as a new tensor.

    Derivative (g: the gradient of the result): input: conj(g).

    >>> vjp.conj(vjp.tensor([0.25, 0.5]))
    tensor([0.25, 0.5 ])
    """
    try:
        p = _c_conj(input._p)
    except UNFIT as error:
        raise explain("conj", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def conj_physical(input):
    """The complex conjugate of every element; a real tensor as it is.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.conj_physical(vjp.tensor([1 + 2j, 3 - 1j]))
    tensor([1.-2.j, 3.+1.j])
    """
    try:
        p = _c_conj_physical(input._p)
    except UNFIT as error:
        raise explain("conj_physical", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def conj_physical_(input):
    """As `conj_physical`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its
    history goes on with this operation, and its derivative is that of `conj_physical`; a leaf that requires grad
    is not changed while recording.
    """
    try:
        status = _c_conj_physical_(input._p)
    except UNFIT as error:
        raise explain("conj_physical", (input,), error) from None
    if status:
        raise failure()
    return input


def constant_pad_nd(input, pad, value=0):
    """Pads with a constant; negative numbers crop.

    Derivative (g: the gradient of the result): input: g with the padding cut off, and 0 where pad was negative.

    >>> vjp.constant_pad_nd(vjp.tensor([1.0, 2.0]), (1, 1))
    tensor([0., 1., 2., 0.])
    """
    try:
        pad = ints(pad)
        p = _c_constant_pad_nd(input._p, pad, len(pad), *scalar(value))
    except UNFIT as error:
        raise explain("constant_pad_nd", (input, pad, value), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _contiguous_memory_format(input, memory_format):
    try:
        p = _c_contiguous_memory_format(input._p, memory_format)
    except UNFIT as error:
        raise explain("contiguous.memory_format", (input, memory_format), error) from None
    if p:
        return Tensor(p)
    raise failure()


def contiguous(input, *, memory_format=None):
    """The tensor itself if it is row-major, otherwise a row-major copy.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.contiguous(vjp.tensor([0.25, 0.5]))
    tensor([0.25, 0.5 ])
    """
    if memory_format is not None:
        return _contiguous_memory_format(input, memory_format)
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
conv1d.__doc__ = """conv1d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1)
conv1d(input, weight, bias=None, stride=1, padding="valid", dilation=1, groups=1)

Slides filters [O, C / groups, k] over [N, C, L] (cross-correlation, as in the field).

Derivative (g: the gradient of the result): input: the transposed convolution of g with conj(weight); weight:
the correlation of conj(input) with g; bias: Σ g over everything but the channels.

>>> vjp.conv1d(vjp.ones(1, 1, 3), vjp.ones(1, 1, 2))
tensor([[[2., 2.]]])

conv1d with the padding by name: "valid" (none) or "same" (keeps the size).

Derivative (g: the gradient of the result): input: the transposed convolution of g with conj(weight); weight:
the correlation of conj(input) with g; bias: Σ g over everything but the channels.

>>> vjp.conv1d(vjp.ones(1, 1, 3), vjp.ones(1, 1, 2), padding="same").shape
(1, 1, 3)
"""


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
conv2d.__doc__ = """conv2d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1)
conv2d(input, weight, bias=None, stride=1, padding="valid", dilation=1, groups=1)

Slides filters [O, C / groups, h, w] over [N, C, H, W] (cross-correlation, as in the field).

Derivative (g: the gradient of the result): input: the transposed convolution of g with conj(weight); weight:
the correlation of conj(input) with g; bias: Σ g over everything but the channels.

>>> vjp.conv2d(vjp.ones(1, 1, 3, 3), vjp.ones(1, 1, 2, 2))
tensor([[[[4., 4.],
          [4., 4.]]]])

conv2d with the padding by name: "valid" (none) or "same" (keeps the size).

Derivative (g: the gradient of the result): input: the transposed convolution of g with conj(weight); weight:
the correlation of conj(input) with g; bias: Σ g over everything but the channels.

>>> vjp.conv2d(vjp.ones(1, 1, 3, 3), vjp.ones(1, 1, 2, 2), padding="same").shape
(1, 1, 3, 3)
"""


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
conv3d.__doc__ = """conv3d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1)
conv3d(input, weight, bias=None, stride=1, padding="valid", dilation=1, groups=1)

Slides filters [O, C / groups, d, h, w] over [N, C, D, H, W].

Derivative (g: the gradient of the result): input: the transposed convolution of g with conj(weight); weight:
the correlation of conj(input) with g; bias: Σ g over everything but the channels.

>>> vjp.conv3d(vjp.ones(1, 1, 3, 3, 3), vjp.ones(1, 1, 2, 2, 2)).shape
(1, 1, 2, 2, 2)

conv3d with the padding by name: "valid" (none) or "same" (keeps the size).

Derivative (g: the gradient of the result): input: the transposed convolution of g with conj(weight); weight:
the correlation of conj(input) with g; bias: Σ g over everything but the channels.

>>> vjp.conv3d(vjp.ones(1, 1, 3, 3, 3), vjp.ones(1, 1, 2, 2, 2), padding="same").shape
(1, 1, 3, 3, 3)
"""


def conv_transpose1d(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1):
    """The transpose of conv1d as a linear map; weight [C, O / groups, k].

    Derivative (g: the gradient of the result): input: the convolution of g with conj(weight); weight: the
    correlation of g with conj(input); bias: Σ g over everything but the channels.

    >>> vjp.conv_transpose1d(vjp.ones(1, 1, 3), vjp.ones(1, 1, 2)).shape
    (1, 1, 4)
    """
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
    """The transpose of conv2d as a linear map; weight [C, O / groups, h, w].

    Derivative (g: the gradient of the result): input: the convolution of g with conj(weight); weight: the
    correlation of g with conj(input); bias: Σ g over everything but the channels.

    >>> vjp.conv_transpose2d(vjp.ones(1, 1, 3, 3), vjp.ones(1, 1, 2, 2)).shape
    (1, 1, 4, 4)
    """
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
    """The transpose of conv3d as a linear map; weight [C, O / groups, d, h, w].

    Derivative (g: the gradient of the result): input: the convolution of g with conj(weight); weight: the
    correlation of g with conj(input); bias: Σ g over everything but the channels.

    >>> vjp.conv_transpose3d(vjp.ones(1, 1, 3, 3, 3), vjp.ones(1, 1, 2, 2, 2)).shape
    (1, 1, 4, 4, 4)
    """
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
copy.__doc__ = """copy(input, src)
copy(input, src, non_blocking)

`src`, broadcast to the shape of `input` and converted to its dtype; copy_ writes it there.

Derivative (g: the gradient of the result): input: 0; src: g, summed to the shape of src, in its dtype and on
its device.

>>> vjp.copy(vjp.tensor([0.25, 0.5]), vjp.tensor([0.25, 0.5]))
tensor([0.25, 0.5 ])

copy; copy_ between the host and a device is then only enqueued where the host's memory is page-locked.

Derivative (g: the gradient of the result): input: 0; src: g, summed to the shape of src, in its dtype and on
its device.

>>> vjp.copy(vjp.tensor([0.25, 0.5]), vjp.tensor([0.25, 0.5]), True)
tensor([0.25, 0.5 ])
"""


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
copy_.__doc__ = """x.copy_(src)
x.copy_(src, non_blocking)

As `copy`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes on
with this operation, and its derivative is that of `copy`; a leaf that requires grad is not changed while
recording.
"""


def copysign(input, other, *, out=None):
    """|input| with the sign of other.

    Shapes broadcast. Dtypes: real; the result has the promoted dtype, float32 for integers.
    Derivative (g: the gradient of the result): input: g * (sign(input) * copysign(1, result)); other: 0 * g.

    >>> vjp.copysign(vjp.tensor([0.25, 0.5]), vjp.tensor([0.25, 0.5]))
    tensor([0.25, 0.5 ])
    """
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
    """As `copysign`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history
    goes on with this operation, and its derivative is that of `copysign`; a leaf that requires grad is not
    changed while recording.
    """
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


def corrcoef(input):
    """The correlation coefficients of variables, the rows of a matrix.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.corrcoef(vjp.tensor([[1.0, 2.0], [3.0, 4.0]]))
    tensor([[1., 1.],
            [1., 1.]])
    """
    try:
        p = _c_corrcoef(input._p)
    except UNFIT as error:
        raise explain("corrcoef", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def cos(input, *, out=None):
    """Cosine of every element.

    The input's shape. Dtypes: any; the result has the promoted dtype, float32 for integers.
    Derivative (g: the gradient of the result): input: g * (-sin(input)).

    >>> vjp.cos(vjp.tensor([0.25, 0.5]))
    tensor([0.9689, 0.8776])
    """
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
    """As `cos`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes on
    with this operation, and its derivative is that of `cos`; a leaf that requires grad is not changed while
    recording.
    """
    try:
        status = _c_cos_(input._p)
    except UNFIT as error:
        raise explain("cos", (input,), error) from None
    if status:
        raise failure()
    return input


def cosh(input, *, out=None):
    """Hyperbolic cosine of every element.

    The input's shape. Dtypes: any; the result has the promoted dtype, float32 for integers.
    Derivative (g: the gradient of the result): input: g * sinh(input).

    >>> vjp.cosh(vjp.tensor([0.25, 0.5]))
    tensor([1.0314, 1.1276])
    """
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
    """As `cosh`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes on
    with this operation, and its derivative is that of `cosh`; a leaf that requires grad is not changed while
    recording.
    """
    try:
        status = _c_cosh_(input._p)
    except UNFIT as error:
        raise explain("cosh", (input,), error) from None
    if status:
        raise failure()
    return input


def cosine_embedding_loss(input1, input2, target, margin=0.0, reduction="mean"):
    """1 - cos of the angle between rows [N, D] where target is 1, max(0, cos - margin) where it is -1, 0 elsewhere.
    Rows [D] with a target [] are one pair.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.cosine_embedding_loss(vjp.tensor([[1.0, 0.0]]), vjp.tensor([[1.0, 1.0]]), vjp.tensor([1.0]))
    tensor(0.2929)
    """
    try:
        p = _c_cosine_embedding_loss(input1._p, input2._p, target._p, margin, reduction.encode())
    except UNFIT as error:
        raise explain("cosine_embedding_loss", (input1, input2, target, margin, reduction), error) from None
    if p:
        return Tensor(p)
    raise failure()


def cosine_similarity(x1, x2, dim=1, eps=1e-08):
    """The cosine of the angle between vectors along `dim`; norms are at least eps.

    Derivative (g: the gradient of the result): a = x1 / |x1|, b = x2 / |x2|, c = result, norms above eps, real
    numbers: x1: g * (b - c * a) / |x1|; x2: g * (a - c * b) / |x2|.

    >>> vjp.cosine_similarity(vjp.tensor([0.25, 0.5]), vjp.tensor([[1.0, 2.0], [3.0, 4.0]]))
    tensor([1.    , 0.9839])
    """
    try:
        p = _c_cosine_similarity(x1._p, x2._p, dim, eps)
    except UNFIT as error:
        raise explain("cosine_similarity", (x1, x2, dim, eps), error) from None
    if p:
        return Tensor(p)
    raise failure()


def count_nonzero(input, dim=None):
    """How many elements are not 0, over the given dimensions or all.

    Derivative: none; the result does not require grad.

    >>> vjp.count_nonzero(vjp.tensor([0.25, 0.5]))
    tensor(2)
    """
    try:
        dim = () if dim is None else ints(dim)
        p = _c_count_nonzero(input._p, dim or NULL, len(dim))
    except UNFIT as error:
        raise explain("count_nonzero", (input, dim), error) from None
    if p:
        return Tensor(p)
    raise failure()


def cov(input, *, correction=1, fweights=None, aweights=None):
    """The covariances of variables, the rows of a matrix whose columns are observations, which may be weighted:
    counted as often as fweights says, and by aweights.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.cov(vjp.tensor([[1.0, 2.0], [3.0, 4.0]]))
    tensor([[0.5, 0.5],
            [0.5, 0.5]])
    """
    try:
        p = _c_cov(input._p, correction, NULL if fweights is None else fweights._p,
                   NULL if aweights is None else aweights._p)
    except UNFIT as error:
        raise explain("cov", (input, correction, fweights, aweights), error) from None
    if p:
        return Tensor(p)
    raise failure()


def cross(input, other, dim=None):
    """linalg_cross along `dim`, or along the first dimension of 3 elements.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.cross(vjp.tensor([1.0, 0.0, 0.0]), vjp.tensor([0.0, 1.0, 0.0]))
    tensor([0., 0., 1.])
    """
    try:
        p = _c_cross(input._p, other._p, NULL if dim is None else [dim])
    except UNFIT as error:
        raise explain("cross", (input, other, dim), error) from None
    if p:
        return Tensor(p)
    raise failure()


def cross_entropy(input, target, weight=None, ignore_index=-100, reduction="mean", label_smoothing=0.0):
    """The cross entropy of logits (classes in dimension 1, or 0 without a batch) against class numbers, or against
    probabilities of the input's shape.

    Derivative (g: the gradient of the result): classes as indices, no label_smoothing: input: g * weight[target]
    * (softmax(input) - onehot(target)) over what the mean divides by, 0 where target is ignore_index.

    >>> vjp.cross_entropy(vjp.tensor([[2.0, 0.0, 0.0]]), vjp.tensor([0]))
    tensor(0.2395)
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


def _ctc_loss(log_probs, targets, input_lengths, target_lengths, blank=0, reduction="mean", zero_infinity=False):
    try:
        p = _c_ctc_loss(log_probs._p, targets._p, input_lengths._p, target_lengths._p, blank, reduction.encode(),
                        zero_infinity)
    except UNFIT as error:
        raise explain("ctc_loss", (log_probs, targets, input_lengths, target_lengths, blank, reduction,
                                   zero_infinity), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _ctc_loss_lengths(log_probs, targets, input_lengths, target_lengths, blank=0, reduction="mean",
                      zero_infinity=False):
    try:
        input_lengths = ints(input_lengths)
        target_lengths = ints(target_lengths)
        p = _c_ctc_loss_lengths(log_probs._p, targets._p, input_lengths, len(input_lengths), target_lengths,
                                len(target_lengths), blank, reduction.encode(), zero_infinity)
    except UNFIT as error:
        raise explain("ctc_loss.lengths", (log_probs, targets, input_lengths, target_lengths, blank, reduction,
                                           zero_infinity), error) from None
    if p:
        return Tensor(p)
    raise failure()


ctc_loss = overloaded("ctc_loss", ("ctc_loss", _ctc_loss), ("ctc_loss.lengths", _ctc_loss_lengths))
ctc_loss.__doc__ = """ctc_loss(log_probs, targets, input_lengths, target_lengths, blank=0, reduction="mean", zero_infinity=False)
ctc_loss(log_probs, targets, input_lengths, target_lengths, blank=0, reduction="mean", zero_infinity=False)

-log of the probability of each sequence of labels, given log probabilities [T, N, C] of the classes at each
time, one of which is the blank. targets: [N, S], or all sequences in a row. "mean" divides by the lengths
first; zero_infinity gives 0 where a sequence is too long for its time.

Derivative: that of the operators it is made of, of any order.

>>> vjp.ctc_loss(vjp.log_softmax(vjp.zeros(3, 1, 2), -1), vjp.tensor([[1]]), vjp.tensor([3]), vjp.tensor([1]))
tensor(0.2877)

ctc_loss with lengths that are given as numbers.

Derivative: that of the operators it is made of, of any order.

>>> vjp.ctc_loss(vjp.log_softmax(vjp.zeros(3, 1, 2), -1), vjp.tensor([[1]]), [3], [1])
tensor(0.2877)
"""


def cummax(input, dim):
    """The largest elements so far along a dimension, and the positions of the last of them. NaN stays.

    Results, by these names: values, indices.
    Derivative (g: the gradient of the result): input: the sum of g_values[k] over the places k whose indices name
    the element.

    >>> vjp.cummax(vjp.tensor([3.0, 1.0, 2.0]), 0).indices
    tensor([0, 0, 0])
    """
    outs = ffi.new("vjp_tensor*[2]")
    try:
        status = _c_cummax(input._p, dim, outs)
    except UNFIT as error:
        raise explain("cummax", (input, dim), error) from None
    if status:
        raise failure()
    return cummax_result(Tensor(outs[0]), Tensor(outs[1]))


def cummin(input, dim):
    """The smallest elements so far along a dimension, and the positions of the last of them. NaN stays.

    Results, by these names: values, indices.
    Derivative (g: the gradient of the result): input: the sum of g_values[k] over the places k whose indices name
    the element.

    >>> vjp.cummin(vjp.tensor([3.0, 1.0, 2.0]), 0).values
    tensor([3., 1., 1.])
    """
    outs = ffi.new("vjp_tensor*[2]")
    try:
        status = _c_cummin(input._p, dim, outs)
    except UNFIT as error:
        raise explain("cummin", (input, dim), error) from None
    if status:
        raise failure()
    return cummin_result(Tensor(outs[0]), Tensor(outs[1]))


def cumprod(input, dim, *, dtype=None):
    """Running products along a dimension.

    Derivative (g: the gradient of the result): input[i]: Σ g[k] * conj(result[k] / input[i]) over k ≥ i along
    dim, the quotient being the product of the others where input has zeros.

    >>> vjp.cumprod(vjp.tensor([0.25, 0.5]), 0)
    tensor([0.25 , 0.125])
    """
    try:
        p = _c_cumprod(input._p, dim, dtype_code(dtype))
    except UNFIT as error:
        raise explain("cumprod", (input, dim, dtype), error) from None
    if p:
        return Tensor(p)
    raise failure()


def cumprod_(input, dim, *, dtype=None):
    """As `cumprod`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes
    on with this operation, and its derivative is that of `cumprod`; a leaf that requires grad is not changed
    while recording.
    """
    try:
        status = _c_cumprod_(input._p, dim, dtype_code(dtype))
    except UNFIT as error:
        raise explain("cumprod", (input, dim, dtype), error) from None
    if status:
        raise failure()
    return input


def cumsum(input, dim, *, dtype=None):
    """Running sums along a dimension.

    Derivative (g: the gradient of the result): input[i]: Σ g[k] over k ≥ i along dim.

    >>> vjp.cumsum(vjp.tensor([0.25, 0.5]), 0)
    tensor([0.25, 0.75])
    """
    try:
        p = _c_cumsum(input._p, dim, dtype_code(dtype))
    except UNFIT as error:
        raise explain("cumsum", (input, dim, dtype), error) from None
    if p:
        return Tensor(p)
    raise failure()


def cumsum_(input, dim, *, dtype=None):
    """As `cumsum`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes
    on with this operation, and its derivative is that of `cumsum`; a leaf that requires grad is not changed while
    recording.
    """
    try:
        status = _c_cumsum_(input._p, dim, dtype_code(dtype))
    except UNFIT as error:
        raise explain("cumsum", (input, dim, dtype), error) from None
    if status:
        raise failure()
    return input


def _cumulative_trapezoid(y, x, dim=-1):
    try:
        p = _c_cumulative_trapezoid(y._p, x._p, dim)
    except UNFIT as error:
        raise explain("cumulative_trapezoid", (y, x, dim), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _cumulative_trapezoid_dx(y, dx=1, dim=-1):
    try:
        p = _c_cumulative_trapezoid_dx(y._p, dx, dim)
    except UNFIT as error:
        raise explain("cumulative_trapezoid.dx", (y, dx, dim), error) from None
    if p:
        return Tensor(p)
    raise failure()


cumulative_trapezoid = overloaded("cumulative_trapezoid", ("cumulative_trapezoid", _cumulative_trapezoid),
                                  ("cumulative_trapezoid.dx", _cumulative_trapezoid_dx))
cumulative_trapezoid.__doc__ = """cumulative_trapezoid(y, x, *, dim=-1)
cumulative_trapezoid(y, *, dx=1, dim=-1)

The running integrals of y, sampled at x, along a dimension by trapezoids.

Derivative: that of the operators it is made of, of any order.

>>> vjp.cumulative_trapezoid(vjp.tensor([3.0, 1.0, 2.0]), vjp.tensor([1.0, 2.0, 4.0]))
tensor([2., 5.])

cumulative_trapezoid of samples that lie dx apart.

Derivative: that of the operators it is made of, of any order.

>>> vjp.cumulative_trapezoid(vjp.tensor([3.0, 1.0, 2.0]), dx=2.0)
tensor([4., 7.])
"""


def deg2rad(input, *, out=None):
    """Degrees to radians.

    The input's shape. Dtypes: real; the result has the promoted dtype, float32 for integers.
    Derivative (g: the gradient of the result): input: 0.0174533 * g.

    >>> vjp.deg2rad(vjp.tensor([0.25, 0.5]))
    tensor([0.0044, 0.0087])
    """
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
    """As `deg2rad`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes
    on with this operation, and its derivative is that of `deg2rad`; a leaf that requires grad is not changed
    while recording.
    """
    try:
        status = _c_deg2rad_(input._p)
    except UNFIT as error:
        raise explain("deg2rad", (input,), error) from None
    if status:
        raise failure()
    return input


def diag(input, diagonal=0):
    """Of a vector: a matrix with it on a diagonal. Of a matrix: a copy of that diagonal.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.diag(vjp.tensor([1.0, 2.0]))
    tensor([[1., 0.],
            [0., 2.]])
    """
    try:
        p = _c_diag(input._p, diagonal)
    except UNFIT as error:
        raise explain("diag", (input, diagonal), error) from None
    if p:
        return Tensor(p)
    raise failure()


def diag_embed(input, offset=0, dim1=-2, dim2=-1):
    """Matrices in two new dimensions with the last dimension's elements on a diagonal, and 0 elsewhere.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.diag_embed(vjp.ones(2, 3)).shape
    (2, 3, 3)
    """
    try:
        p = _c_diag_embed(input._p, offset, dim1, dim2)
    except UNFIT as error:
        raise explain("diag_embed", (input, offset, dim1, dim2), error) from None
    if p:
        return Tensor(p)
    raise failure()


def diagflat(input, offset=0):
    """A matrix with all elements of the tensor on a diagonal, and 0 elsewhere.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.diagflat(vjp.tensor([1.0, 2.0]), 1)
    tensor([[0., 1., 0.],
            [0., 0., 2.],
            [0., 0., 0.]])
    """
    try:
        p = _c_diagflat(input._p, offset)
    except UNFIT as error:
        raise explain("diagflat", (input, offset), error) from None
    if p:
        return Tensor(p)
    raise failure()


def diagonal(input, offset=0, dim1=0, dim2=1):
    """The diagonals of the matrices in two dimensions, as a new last dimension.

    Dtypes: any; a view of the same memory.
    Derivative: the gradient goes back to the elements that the result shows; the others get 0.

    >>> vjp.diagonal(vjp.tensor([[1.0, 2.0], [3.0, 4.0]]))
    tensor([1., 4.])
    """
    try:
        p = _c_diagonal(input._p, offset, dim1, dim2)
    except UNFIT as error:
        raise explain("diagonal", (input, offset, dim1, dim2), error) from None
    if p:
        return Tensor(p)
    raise failure()


def diagonal_copy(input, offset=0, dim1=0, dim2=1):
    """diagonal, as a copy.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.diagonal_copy(vjp.tensor([[1.0, 2.0], [3.0, 4.0]]))
    tensor([1., 4.])
    """
    try:
        p = _c_diagonal_copy(input._p, offset, dim1, dim2)
    except UNFIT as error:
        raise explain("diagonal_copy", (input, offset, dim1, dim2), error) from None
    if p:
        return Tensor(p)
    raise failure()


def diagonal_scatter(input, src, offset=0, dim1=0, dim2=1):
    """A copy of the input with `src` in the place of a diagonal.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.diagonal_scatter(vjp.tensor([[1.0, 2.0], [3.0, 4.0]]), vjp.zeros(2))
    tensor([[0., 2.],
            [3., 0.]])
    """
    try:
        p = _c_diagonal_scatter(input._p, src._p, offset, dim1, dim2)
    except UNFIT as error:
        raise explain("diagonal_scatter", (input, src, offset, dim1, dim2), error) from None
    if p:
        return Tensor(p)
    raise failure()


def diff(input, n=1, dim=-1, prepend=None, append=None):
    """The n-th differences of neighbours along a dimension, of `prepend`, `input` and `append` joined.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.diff(vjp.tensor([1.0, 2.0, 4.0]))
    tensor([1., 2.])
    """
    try:
        p = _c_diff(input._p, n, dim, NULL if prepend is None else prepend._p, NULL if append is None else append._p)
    except UNFIT as error:
        raise explain("diff", (input, n, dim, prepend, append), error) from None
    if p:
        return Tensor(p)
    raise failure()


def digamma(input, *, out=None):
    """The logarithmic derivative of the gamma function.

    The input's shape. Dtypes: real; the result has the promoted dtype, float32 for integers.
    Derivative (g: the gradient of the result): input: g * polygamma(1, input).

    >>> vjp.digamma(vjp.tensor([0.25, 0.5]))
    tensor([-4.2275, -1.9635])
    """
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
    """As `digamma`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes
    on with this operation, and its derivative is that of `digamma`; a leaf that requires grad is not changed
    while recording.
    """
    try:
        status = _c_digamma_(input._p)
    except UNFIT as error:
        raise explain("digamma", (input,), error) from None
    if status:
        raise failure()
    return input


def dist(input, other, p=2):
    """The p-norm of input - other, broadcast against each other.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.dist(vjp.tensor([1.0, 2.0, 4.0]), vjp.tensor([3.0, 1.0, 2.0]), 1.0)
    tensor(5.)
    """
    try:
        p = _c_dist(input._p, other._p, p)
    except UNFIT as error:
        raise explain("dist", (input, other, p), error) from None
    if p:
        return Tensor(p)
    raise failure()


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
div.__doc__ = """div(input, other, *, out=None)
div(input, other, *, rounding_mode, out=None)

input / other, elementwise; integers divide as float32.

Shapes broadcast. Dtypes: any; the result has the promoted dtype, float32 for integers.
Derivative (g: the gradient of the result): input: g * reciprocal(other); other: g * ((-(input *
reciprocal(other))) * reciprocal(other)).

>>> vjp.div(vjp.tensor([0.25, 0.5]), vjp.tensor([0.25, 0.5]))
tensor([1., 1.])

input / other; rounding_mode "floor" rounds the quotient down, "trunc" towards 0.

Derivative: that of the operators it is made of, of any order.

>>> vjp.div(vjp.tensor([0.25, 0.5]), vjp.tensor([0.25, 0.5]), rounding_mode="floor")
tensor([1., 1.])
"""


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
div_.__doc__ = """x.div_(other)
x.div_(other, *, rounding_mode)

As `div`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes on
with this operation, and its derivative is that of `div`; a leaf that requires grad is not changed while
recording.
"""


def dot(input, other, *, out=None):
    """The sum of the products of two vectors' elements; nothing is conjugated.

    Derivative (g: the gradient of the result): input: g * conj(other); other: g * conj(input).

    >>> vjp.dot(vjp.tensor([0.25, 0.5]), vjp.tensor([0.25, 0.5]))
    tensor(0.3125)
    """
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

    Derivative (g: the gradient of the result): input: g / (1 - p), 0 where the element was dropped; g where not
    training.

    >>> vjp.dropout(vjp.tensor([0.25, 0.5])).shape
    (2,)
    """
    try:
        p = _c_dropout(input._p, p, training, NULL if generator is None else generator._p)
    except UNFIT as error:
        raise explain("dropout", (input, p, training, generator), error) from None
    if p:
        return Tensor(p)
    raise failure()


def dropout_(input, p=0.5, training=True, *, generator=None):
    """As `dropout`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes
    on with this operation, and its derivative is that of `dropout`; a leaf that requires grad is not changed
    while recording.
    """
    try:
        status = _c_dropout_(input._p, p, training, NULL if generator is None else generator._p)
    except UNFIT as error:
        raise explain("dropout", (input, p, training, generator), error) from None
    if status:
        raise failure()
    return input


def dropout1d(input, p=0.5, training=True, *, generator=None):
    """dropout of whole channels of [N, C, *] or [C, *], where * are 1 dimensions. A view of the input where nothing
    is dropped.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.dropout1d(vjp.ones(2, 3, 4)).shape
    (2, 3, 4)
    """
    try:
        p = _c_dropout1d(input._p, p, training, NULL if generator is None else generator._p)
    except UNFIT as error:
        raise explain("dropout1d", (input, p, training, generator), error) from None
    if p:
        return Tensor(p)
    raise failure()


def dropout1d_(input, p=0.5, training=True, *, generator=None):
    """As `dropout1d`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history
    goes on with this operation, and its derivative is that of `dropout1d`; a leaf that requires grad is not
    changed while recording.
    """
    try:
        status = _c_dropout1d_(input._p, p, training, NULL if generator is None else generator._p)
    except UNFIT as error:
        raise explain("dropout1d", (input, p, training, generator), error) from None
    if status:
        raise failure()
    return input


def dropout2d(input, p=0.5, training=True, *, generator=None):
    """dropout of whole channels of [N, C, *] or [C, *], where * are 2 dimensions. A view of the input where nothing
    is dropped.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.dropout2d(vjp.ones(1, 3, 2, 2)).shape
    (1, 3, 2, 2)
    """
    try:
        p = _c_dropout2d(input._p, p, training, NULL if generator is None else generator._p)
    except UNFIT as error:
        raise explain("dropout2d", (input, p, training, generator), error) from None
    if p:
        return Tensor(p)
    raise failure()


def dropout2d_(input, p=0.5, training=True, *, generator=None):
    """As `dropout2d`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history
    goes on with this operation, and its derivative is that of `dropout2d`; a leaf that requires grad is not
    changed while recording.
    """
    try:
        status = _c_dropout2d_(input._p, p, training, NULL if generator is None else generator._p)
    except UNFIT as error:
        raise explain("dropout2d", (input, p, training, generator), error) from None
    if status:
        raise failure()
    return input


def dropout3d(input, p=0.5, training=True, *, generator=None):
    """dropout of whole channels of [N, C, *] or [C, *], where * are 3 dimensions. A view of the input where nothing
    is dropped.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.dropout3d(vjp.ones(1, 3, 2, 2, 2), 1.0).sum()
    tensor(0.)
    """
    try:
        p = _c_dropout3d(input._p, p, training, NULL if generator is None else generator._p)
    except UNFIT as error:
        raise explain("dropout3d", (input, p, training, generator), error) from None
    if p:
        return Tensor(p)
    raise failure()


def dropout3d_(input, p=0.5, training=True, *, generator=None):
    """As `dropout3d`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history
    goes on with this operation, and its derivative is that of `dropout3d`; a leaf that requires grad is not
    changed while recording.
    """
    try:
        status = _c_dropout3d_(input._p, p, training, NULL if generator is None else generator._p)
    except UNFIT as error:
        raise explain("dropout3d", (input, p, training, generator), error) from None
    if status:
        raise failure()
    return input


def _dsplit(input, indices_or_sections):
    try:
        p = _c_dsplit(input._p, indices_or_sections)
    except UNFIT as error:
        raise explain("dsplit", (input, indices_or_sections), error) from None
    if p:
        return from_list(p)
    raise failure()


def _dsplit_indices(input, indices_or_sections):
    try:
        indices_or_sections = ints(indices_or_sections)
        p = _c_dsplit_indices(input._p, indices_or_sections, len(indices_or_sections))
    except UNFIT as error:
        raise explain("dsplit.indices", (input, indices_or_sections), error) from None
    if p:
        return from_list(p)
    raise failure()


dsplit = overloaded("dsplit", ("dsplit", _dsplit), ("dsplit.indices", _dsplit_indices))
dsplit.__doc__ = """dsplit(input, indices_or_sections)
dsplit(input, indices_or_sections)

Views of a number of equal sections along the third dimension.

Derivative: that of the operators it is made of, of any order.

>>> vjp.dsplit(vjp.ones(1, 1, 2), 2)
(tensor([[[1.]]]), tensor([[[1.]]]))

Views of the third dimension, cut before each of the indices as slices are.

Derivative: that of the operators it is made of, of any order.

>>> [x.shape for x in vjp.dsplit(vjp.ones(1, 2, 4), [1])]
[(1, 2, 1), (1, 2, 3)]
"""


def dstack(tensors):
    """The tensors one behind the other along the third dimension; what has fewer gets dimensions of size 1.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.dstack([vjp.tensor([1.0, 2.0, 4.0]), vjp.tensor([3.0, 1.0, 2.0])]).shape
    (1, 3, 2)
    """
    try:
        tensors = [item._p for item in tensors]
        p = _c_dstack(tensors, len(tensors))
    except UNFIT as error:
        raise explain("dstack", (tensors,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def einsum(equation, *operands, **keywords):
    """Sums of products by Einstein's convention, e.g. "bij,bjk->bik"; "..." stands for broadcast dimensions. A view
    where nothing is summed or multiplied.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.einsum("ij,jk->ik", vjp.tensor([[1.0, 2.0]]), vjp.tensor([[3.0], [4.0]]))
    tensor([[11.]])
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
    """input where it is positive, else alpha * (exp(input) - 1).

    The input's shape. Dtypes: real; the result has the promoted dtype, float32 for integers.
    Derivative (g: the gradient of the result): input: g * where(input > 0, 1, alpha * exp(where(input >= 0, 0,
    input))).

    >>> vjp.elu(vjp.tensor([0.25, 0.5]))
    tensor([0.25, 0.5 ])
    """
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
    """As `elu`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes on
    with this operation, and its derivative is that of `elu`; a leaf that requires grad is not changed while
    recording.
    """
    try:
        status = _c_elu_(input._p, alpha)
    except UNFIT as error:
        raise explain("elu", (input, alpha), error) from None
    if status:
        raise failure()
    return input


def _embedding(input, weight, padding_idx=None):
    try:
        p = _c_embedding(input._p, weight._p, NULL if padding_idx is None else [padding_idx])
    except UNFIT as error:
        raise explain("embedding", (input, weight, padding_idx), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _embedding_max_norm(input, weight, padding_idx=None, max_norm=None, norm_type=2.0, scale_grad_by_freq=False,
                        sparse=False):
    try:
        p = _c_embedding_max_norm(input._p, weight._p, NULL if padding_idx is None else [padding_idx],
                                  NULL if max_norm is None else [max_norm], norm_type, scale_grad_by_freq, sparse)
    except UNFIT as error:
        raise explain("embedding.max_norm", (input, weight, padding_idx, max_norm, norm_type, scale_grad_by_freq,
                                             sparse), error) from None
    if p:
        return Tensor(p)
    raise failure()


embedding = overloaded("embedding", ("embedding", _embedding), ("embedding.max_norm", _embedding_max_norm))
embedding.__doc__ = """embedding(input, weight, padding_idx=None)
embedding(input, weight, padding_idx=None, max_norm=None, norm_type=2.0, scale_grad_by_freq=False, sparse=False)

The rows of weight at the integers of input. The row padding_idx gets no gradient.

Derivative (g: the gradient of the result): weight: zeros with the rows of g added at input, repeated ones
summed; the row padding_idx 0.

>>> vjp.embedding(vjp.tensor([1, 0]), vjp.tensor([[1.0, 2.0], [3.0, 4.0]]))
tensor([[3., 4.],
        [1., 2.]])

embedding; before, rows that are looked up and whose norm is above max_norm are scaled to it, in weight
itself. scale_grad_by_freq: a row's gradient is divided by how often it is looked up. sparse: the gradient of
weight is a COO tensor of the rows that are looked up.

Derivative: that of the operators it is made of, of any order.

>>> vjp.embedding(vjp.tensor([0]), vjp.tensor([[3.0, 4.0]]), max_norm=1.0)
tensor([[0.6, 0.8]])
"""


def embedding_bag(input, weight, offsets=None, max_norm=None, norm_type=2.0, scale_grad_by_freq=False, mode="mean",
                  sparse=False, *, per_sample_weights=None, include_last_offset=False, padding_idx=None):
    """Bags of rows of weight, each reduced by mode "sum", "mean" or "max". The bags are the rows of a matrix input,
    or begin at ascending offsets in a list; include_last_offset: the last offset is an end and begins none. Sums
    weigh each row by per_sample_weights. Rows padding_idx do not count. An empty bag gives zeros. max_norm,
    scale_grad_by_freq and sparse as in embedding.max_norm.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.embedding_bag(vjp.tensor([0, 1, 1]), vjp.tensor([[1.0, 2.0], [3.0, 4.0]]), vjp.tensor([0, 2]), mode="sum")
    tensor([[4., 6.],
            [3., 4.]])
    """
    try:
        p = _c_embedding_bag(input._p, weight._p, NULL if offsets is None else offsets._p,
                             NULL if max_norm is None else [max_norm], norm_type, scale_grad_by_freq, mode.encode(),
                             sparse, NULL if per_sample_weights is None else per_sample_weights._p,
                             include_last_offset, NULL if padding_idx is None else [padding_idx])
    except UNFIT as error:
        raise explain("embedding_bag", (input, weight, offsets, max_norm, norm_type, scale_grad_by_freq, mode, sparse,
                                        per_sample_weights, include_last_offset, padding_idx), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _empty_memory_format(size, dtype=None, memory_format=None):
    try:
        size = ints(size)
        p = _c_empty_memory_format(size, len(size), new_code(dtype), memory_format)
    except UNFIT as error:
        raise explain("empty.memory_format", (size, dtype, memory_format), error) from None
    if p:
        return Tensor(p)
    raise failure()


def empty(*size, dtype=None, memory_format=None, device=None, requires_grad=False, **keywords):
    """An uninitialised row-major tensor; float32 unless dtype is given.

    >>> vjp.empty((2,)).shape
    (2,)
    """
    size = unpacked(size, keywords, "size")
    if keywords:
        raise TypeError("empty: unknown keyword {}".format(*keywords))
    if device is not None:
        with on_device(device):
            return empty(size, dtype=dtype, memory_format=memory_format, requires_grad=requires_grad)
    if memory_format is not None:
        made = _empty_memory_format(size, dtype, memory_format)
        return made.requires_grad_() if requires_grad else made
    try:
        size = ints(size)
        p = _c_empty(size, len(size), new_code(dtype))
    except UNFIT as error:
        raise explain("empty", (size, dtype), error) from None
    if p:
        return Tensor(p).requires_grad_() if requires_grad else Tensor(p)
    raise failure()


def _empty_like_memory_format(input, dtype=None, memory_format=None):
    try:
        p = _c_empty_like_memory_format(input._p, dtype_code(dtype), memory_format)
    except UNFIT as error:
        raise explain("empty_like.memory_format", (input, dtype, memory_format), error) from None
    if p:
        return Tensor(p)
    raise failure()


def empty_like(input, *, dtype=None, memory_format=None, device=None, requires_grad=False):
    """An uninitialised tensor of the shape, and unless given the dtype, of `input`; laid out as it is where it is
    dense, else row-major.

    Derivative: none; the result does not require grad.

    >>> vjp.empty_like(vjp.tensor([0.25, 0.5])).shape
    (2,)
    """
    if device is not None:
        input = like_on(input, device)
    if memory_format is not None:
        made = _empty_like_memory_format(input, dtype, memory_format)
        return made.requires_grad_() if requires_grad else made
    try:
        p = _c_empty_like(input._p, dtype_code(dtype))
    except UNFIT as error:
        raise explain("empty_like", (input, dtype), error) from None
    if p:
        return Tensor(p).requires_grad_() if requires_grad else Tensor(p)
    raise failure()


def entr(input, *, out=None):
    """-input * log(input), 0 at 0 and -inf below.

    The input's shape. Dtypes: real; the result has the promoted dtype, float32 for integers.
    Derivative (g: the gradient of the result): input: g * ((-log(input)) - 1).

    >>> vjp.entr(vjp.tensor([0.25, 0.5]))
    tensor([0.3466, 0.3466])
    """
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
    """As `entr`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes on
    with this operation, and its derivative is that of `entr`; a leaf that requires grad is not changed while
    recording.
    """
    try:
        status = _c_entr_(input._p)
    except UNFIT as error:
        raise explain("entr", (input,), error) from None
    if status:
        raise failure()
    return input


def eq(input, other, *, out=None):
    """input == other, elementwise.

    Shapes broadcast. Dtypes: any; the result has bool.
    Derivative: none; the result does not require grad.

    >>> vjp.eq(vjp.tensor([0.25, 0.5]), vjp.tensor([0.25, 0.5]))
    tensor([ True,  True])
    """
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
    """As `eq`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes on
    with this operation, and its derivative is that of `eq`; a leaf that requires grad is not changed while
    recording.
    """
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
    """The error function.

    The input's shape. Dtypes: real; the result has the promoted dtype, float32 for integers.
    Derivative (g: the gradient of the result): input: g * (1.12838 * exp(-square(input))).

    >>> vjp.erf(vjp.tensor([0.25, 0.5]))
    tensor([0.2763, 0.5205])
    """
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
    """As `erf`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes on
    with this operation, and its derivative is that of `erf`; a leaf that requires grad is not changed while
    recording.
    """
    try:
        status = _c_erf_(input._p)
    except UNFIT as error:
        raise explain("erf", (input,), error) from None
    if status:
        raise failure()
    return input


def erfc(input, *, out=None):
    """1 - erf(input), accurate where that is small.

    The input's shape. Dtypes: real; the result has the promoted dtype, float32 for integers.
    Derivative (g: the gradient of the result): input: g * ((-1.12838) * exp(-square(input))).

    >>> vjp.erfc(vjp.tensor([0.25, 0.5]))
    tensor([0.7237, 0.4795])
    """
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
    """As `erfc`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes on
    with this operation, and its derivative is that of `erfc`; a leaf that requires grad is not changed while
    recording.
    """
    try:
        status = _c_erfc_(input._p)
    except UNFIT as error:
        raise explain("erfc", (input,), error) from None
    if status:
        raise failure()
    return input


def erfcx(input, *, out=None):
    """exp(input^2) erfc(input), which stays in range where erfc is tiny.

    The input's shape. Dtypes: real; the result has the promoted dtype, float32 for integers.
    Derivative (g: the gradient of the result): input: g * (2 * input * result - 2 / sqrt(pi)).

    >>> vjp.erfcx(vjp.tensor([0.25, 0.5]))
    tensor([0.7703, 0.6157])
    """
    if out is not None:
        return call_out("erfcx", (input,), out)
    try:
        p = _c_erfcx(input._p)
    except UNFIT as error:
        raise explain("erfcx", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def erfcx_(input):
    """As `erfcx`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes
    on with this operation, and its derivative is that of `erfcx`; a leaf that requires grad is not changed while
    recording.
    """
    try:
        status = _c_erfcx_(input._p)
    except UNFIT as error:
        raise explain("erfcx", (input,), error) from None
    if status:
        raise failure()
    return input


def erfinv(input, *, out=None):
    """The inverse of erf.

    The input's shape. Dtypes: real; the result has the promoted dtype, float32 for integers.
    Derivative (g: the gradient of the result): input: g * (0.886227 * exp(square(result))).

    >>> vjp.erfinv(vjp.tensor([0.25, 0.5]))
    tensor([0.2253, 0.4769])
    """
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
    """As `erfinv`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes
    on with this operation, and its derivative is that of `erfinv`; a leaf that requires grad is not changed while
    recording.
    """
    try:
        status = _c_erfinv_(input._p)
    except UNFIT as error:
        raise explain("erfinv", (input,), error) from None
    if status:
        raise failure()
    return input


def exp(input, *, out=None):
    """e to the power of every element.

    The input's shape. Dtypes: any; the result has the promoted dtype, float32 for integers.
    Derivative (g: the gradient of the result): input: g * result.

    >>> vjp.exp(vjp.tensor([0.25, 0.5]))
    tensor([1.284 , 1.6487])
    """
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
    """As `exp`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes on
    with this operation, and its derivative is that of `exp`; a leaf that requires grad is not changed while
    recording.
    """
    try:
        status = _c_exp_(input._p)
    except UNFIT as error:
        raise explain("exp", (input,), error) from None
    if status:
        raise failure()
    return input


def exp2(input, *, out=None):
    """2 to the power of every element.

    The input's shape. Dtypes: any; the result has the promoted dtype, float32 for integers.
    Derivative (g: the gradient of the result): input: g * (result * 0.693147).

    >>> vjp.exp2(vjp.tensor([0.25, 0.5]))
    tensor([1.1892, 1.4142])
    """
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
    """As `exp2`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes on
    with this operation, and its derivative is that of `exp2`; a leaf that requires grad is not changed while
    recording.
    """
    try:
        status = _c_exp2_(input._p)
    except UNFIT as error:
        raise explain("exp2", (input,), error) from None
    if status:
        raise failure()
    return input


def expand(input, size):
    """Repeats dimensions of size 1 without a copy; -1 keeps a size, new dimensions come in front.

    Dtypes: any; a view of the same memory.
    Derivative: the gradient goes back to the elements that the result shows; the others get 0.

    >>> vjp.expand(vjp.tensor([[1], [2]]), (2, 3))
    tensor([[1, 1, 1],
            [2, 2, 2]])
    """
    try:
        size = ints(size)
        p = _c_expand(input._p, size, len(size))
    except UNFIT as error:
        raise explain("expand", (input, size), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _expand_method(input, *size, **keywords):
    """Repeats dimensions of size 1 without a copy; -1 keeps a size, new dimensions come in front.

    Dtypes: any; a view of the same memory.
    Derivative: the gradient goes back to the elements that the result shows; the others get 0.

    >>> vjp.expand(vjp.tensor([[1], [2]]), (2, 3))
    tensor([[1, 1, 1],
            [2, 2, 2]])
    """
    return expand(input, unpacked(size, keywords, "size"), **keywords)


def expand_as(input, other):
    """expand to the shape of another tensor.

    Derivative (g: the gradient of the result): input: g, summed to the shape of input.

    >>> vjp.expand_as(vjp.tensor([0.25, 0.5]), vjp.tensor([0.25, 0.5]))
    tensor([0.25, 0.5 ])
    """
    try:
        p = _c_expand_as(input._p, other._p)
    except UNFIT as error:
        raise explain("expand_as", (input, other), error) from None
    if p:
        return Tensor(p)
    raise failure()


def expand_copy(input, size):
    """expand, as a copy.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.expand_copy(vjp.ones(1), (3,))
    tensor([1., 1., 1.])
    """
    try:
        size = ints(size)
        p = _c_expand_copy(input._p, size, len(size))
    except UNFIT as error:
        raise explain("expand_copy", (input, size), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _expand_copy_method(input, *size, **keywords):
    """expand, as a copy.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.expand_copy(vjp.ones(1), (3,))
    tensor([1., 1., 1.])
    """
    return expand_copy(input, unpacked(size, keywords, "size"), **keywords)


def expm1(input, *, out=None):
    """exp(input) - 1, accurate near 0.

    The input's shape. Dtypes: any; the result has the promoted dtype, float32 for integers.
    Derivative (g: the gradient of the result): input: g * exp(input).

    >>> vjp.expm1(vjp.tensor([0.25, 0.5]))
    tensor([0.284 , 0.6487])
    """
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
    """As `expm1`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes
    on with this operation, and its derivative is that of `expm1`; a leaf that requires grad is not changed while
    recording.
    """
    try:
        status = _c_expm1_(input._p)
    except UNFIT as error:
        raise explain("expm1", (input,), error) from None
    if status:
        raise failure()
    return input


def exponential(input, lambd=1.0, *, generator=None):
    """Numbers of the exponential distribution with rate lambd, in the shape and dtype of input; exponential_ writes
    them there.

    Derivative: none; the result does not require grad.

    >>> vjp.exponential(vjp.tensor([0.25, 0.5])).shape
    (2,)
    """
    try:
        p = _c_exponential(input._p, lambd, NULL if generator is None else generator._p)
    except UNFIT as error:
        raise explain("exponential", (input, lambd, generator), error) from None
    if p:
        return Tensor(p)
    raise failure()


def exponential_(input, lambd=1.0, *, generator=None):
    """As `exponential`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history
    goes on with this operation, and its derivative is that of `exponential`; a leaf that requires grad is not
    changed while recording.
    """
    try:
        status = _c_exponential_(input._p, lambd, NULL if generator is None else generator._p)
    except UNFIT as error:
        raise explain("exponential", (input, lambd, generator), error) from None
    if status:
        raise failure()
    return input


def eye(n, m=None, *, dtype=None, device=None, requires_grad=False):
    """Ones on the diagonal of an n x m (default n x n) matrix of zeros.

    >>> vjp.eye(0)
    tensor([], size=(0, 0))
    """
    if device is not None:
        with on_device(device):
            return eye(n, m=m, dtype=dtype, requires_grad=requires_grad)
    try:
        p = _c_eye(n, NULL if m is None else [m], new_code(dtype))
    except UNFIT as error:
        raise explain("eye", (n, m, dtype), error) from None
    if p:
        return Tensor(p).requires_grad_() if requires_grad else Tensor(p)
    raise failure()


def feature_alpha_dropout(input, p=0.5, training=True, *, generator=None):
    """alpha_dropout of whole channels of [N, C, *]. A view of the input where nothing is dropped.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.feature_alpha_dropout(vjp.ones(2, 3, 4), 1.0).sum()
    tensor(0.)
    """
    try:
        p = _c_feature_alpha_dropout(input._p, p, training, NULL if generator is None else generator._p)
    except UNFIT as error:
        raise explain("feature_alpha_dropout", (input, p, training, generator), error) from None
    if p:
        return Tensor(p)
    raise failure()


def feature_alpha_dropout_(input, p=0.5, training=True, *, generator=None):
    """As `feature_alpha_dropout`, written into the tensor itself, whose shape and dtype stay; returns the tensor.
    Its history goes on with this operation, and its derivative is that of `feature_alpha_dropout`; a leaf that
    requires grad is not changed while recording.
    """
    try:
        status = _c_feature_alpha_dropout_(input._p, p, training, NULL if generator is None else generator._p)
    except UNFIT as error:
        raise explain("feature_alpha_dropout", (input, p, training, generator), error) from None
    if status:
        raise failure()
    return input


def feature_dropout(input, p=0.5, training=True, *, generator=None):
    """dropout of whole channels of [N, C, *]. A view of the input where nothing is dropped.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.feature_dropout(vjp.ones(2, 3), 0.0)
    tensor([[1., 1., 1.],
            [1., 1., 1.]])
    """
    try:
        p = _c_feature_dropout(input._p, p, training, NULL if generator is None else generator._p)
    except UNFIT as error:
        raise explain("feature_dropout", (input, p, training, generator), error) from None
    if p:
        return Tensor(p)
    raise failure()


def feature_dropout_(input, p=0.5, training=True, *, generator=None):
    """As `feature_dropout`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its
    history goes on with this operation, and its derivative is that of `feature_dropout`; a leaf that requires
    grad is not changed while recording.
    """
    try:
        status = _c_feature_dropout_(input._p, p, training, NULL if generator is None else generator._p)
    except UNFIT as error:
        raise explain("feature_dropout", (input, p, training, generator), error) from None
    if status:
        raise failure()
    return input


def fft_fft(input, n=None, dim=-1, norm=None):
    """The discrete Fourier transform, along one dimension of `n` elements, for which `input` is cut or padded with
    zeros. norm says where a factor 1 / n is: "backward" (the default): in the inverse; "forward"; or "ortho": its
    root in both.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.fft.fft(vjp.tensor([1.0, 2.0, 3.0, 4.0]))
    tensor([10.+0.j, -2.+2.j, -2.+0.j, -2.-2.j])
    """
    try:
        p = _c_fft_fft(input._p, NULL if n is None else [n], dim, NULL if norm is None else norm.encode())
    except UNFIT as error:
        raise explain("fft_fft", (input, n, dim, norm), error) from None
    if p:
        return Tensor(p)
    raise failure()


def fft_fft2(input, s=None, dim=(-2, -1), norm=None):
    """fft_fftn along two dimensions.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.fft.fft2(vjp.tensor([[1.0, 2.0], [3.0, 4.0]]))
    tensor([[10.+0.j, -2.+0.j],
            [-4.+0.j,  0.+0.j]])
    """
    try:
        s = () if s is None else ints(s)
        dim = ints(dim)
        p = _c_fft_fft2(input._p, s or NULL, len(s), dim, len(dim), NULL if norm is None else norm.encode())
    except UNFIT as error:
        raise explain("fft_fft2", (input, s, dim, norm), error) from None
    if p:
        return Tensor(p)
    raise failure()


def fft_fftfreq(n, d=1.0, *, dtype=None, device=None, requires_grad=False):
    """The frequencies of fft_fft of n elements that are `d` apart: 0, 1, ... and, from the middle on, those below 0,
    by n d; float32 unless dtype is given.

    >>> vjp.fft.fftfreq(5, d=0.5)
    tensor([ 0. ,  0.4,  0.8, -0.8, -0.4])
    """
    if device is not None:
        with on_device(device):
            return fft_fftfreq(n, d=d, dtype=dtype, requires_grad=requires_grad)
    try:
        p = _c_fft_fftfreq(n, d, new_code(dtype))
    except UNFIT as error:
        raise explain("fft_fftfreq", (n, d, dtype), error) from None
    if p:
        return Tensor(p).requires_grad_() if requires_grad else Tensor(p)
    raise failure()


def fft_fftn(input, s=None, dim=None, norm=None):
    """The discrete Fourier transform, along several dimensions: those of `dim`, the last ones that `s` has sizes
    for, or all. A size of -1 is the dimension's own; what is half is the last of the dimensions. norm as in
    fft_fft.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.fft.fftn(vjp.tensor([[1.0, 2.0], [3.0, 4.0]]), dim=(0, 1))
    tensor([[10.+0.j, -2.+0.j],
            [-4.+0.j,  0.+0.j]])
    """
    try:
        s = () if s is None else ints(s)
        dim = () if dim is None else ints(dim)
        p = _c_fft_fftn(input._p, s or NULL, len(s), dim or NULL, len(dim), NULL if norm is None else norm.encode())
    except UNFIT as error:
        raise explain("fft_fftn", (input, s, dim, norm), error) from None
    if p:
        return Tensor(p)
    raise failure()


def fft_fftshift(input, dim=None):
    """Rolled by half of a dimension, of all or of `dim`, so that frequency 0 stands in the middle.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.fft.fftshift(vjp.tensor([0.0, 1.0, 2.0, -2.0, -1.0]))
    tensor([-2., -1.,  0.,  1.,  2.])
    """
    try:
        dim = () if dim is None else ints(dim)
        p = _c_fft_fftshift(input._p, dim or NULL, len(dim))
    except UNFIT as error:
        raise explain("fft_fftshift", (input, dim), error) from None
    if p:
        return Tensor(p)
    raise failure()


def fft_hfft(input, n=None, dim=-1, norm=None):
    """The transform, which is real, of what has conjugate halves, along one dimension of `n` elements, for which
    `input` is cut or padded with zeros. norm says where a factor 1 / n is: "backward" (the default): in the
    inverse; "forward"; or "ortho": its root in both.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.fft.hfft(vjp.tensor([10.0, -2.0, -2.0]))
    tensor([ 4., 12., 12., 12.])
    """
    try:
        p = _c_fft_hfft(input._p, NULL if n is None else [n], dim, NULL if norm is None else norm.encode())
    except UNFIT as error:
        raise explain("fft_hfft", (input, n, dim, norm), error) from None
    if p:
        return Tensor(p)
    raise failure()


def fft_hfft2(input, s=None, dim=(-2, -1), norm=None):
    """fft_hfftn along two dimensions.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.fft.hfft2(vjp.tensor([[1.0, 2.0], [3.0, 4.0]]))
    tensor([[10., -2.],
            [-4.,  0.]])
    """
    try:
        s = () if s is None else ints(s)
        dim = ints(dim)
        p = _c_fft_hfft2(input._p, s or NULL, len(s), dim, len(dim), NULL if norm is None else norm.encode())
    except UNFIT as error:
        raise explain("fft_hfft2", (input, s, dim, norm), error) from None
    if p:
        return Tensor(p)
    raise failure()


def fft_hfftn(input, s=None, dim=None, norm=None):
    """The transform, which is real, of what has conjugate halves, along several dimensions: those of `dim`, the last
    ones that `s` has sizes for, or all. A size of -1 is the dimension's own; what is half is the last of the
    dimensions. norm as in fft_hfft.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.fft.hfftn(vjp.tensor([[1.0, 2.0], [3.0, 4.0]]), s=(2, 3))
    tensor([[16., -2., -2.],
            [-6.,  0.,  0.]])
    """
    try:
        s = () if s is None else ints(s)
        dim = () if dim is None else ints(dim)
        p = _c_fft_hfftn(input._p, s or NULL, len(s), dim or NULL, len(dim), NULL if norm is None else norm.encode())
    except UNFIT as error:
        raise explain("fft_hfftn", (input, s, dim, norm), error) from None
    if p:
        return Tensor(p)
    raise failure()


def fft_ifft(input, n=None, dim=-1, norm=None):
    """The inverse discrete Fourier transform, along one dimension of `n` elements, for which `input` is cut or
    padded with zeros. norm says where a factor 1 / n is: "backward" (the default): in the inverse; "forward"; or
    "ortho": its root in both.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.fft.ifft(vjp.tensor([1.0, 2.0, 3.0, 4.0]))
    tensor([ 2.5+0.j , -0.5-0.5j, -0.5+0.j , -0.5+0.5j])
    """
    try:
        p = _c_fft_ifft(input._p, NULL if n is None else [n], dim, NULL if norm is None else norm.encode())
    except UNFIT as error:
        raise explain("fft_ifft", (input, n, dim, norm), error) from None
    if p:
        return Tensor(p)
    raise failure()


def fft_ifft2(input, s=None, dim=(-2, -1), norm=None):
    """fft_ifftn along two dimensions.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.fft.ifft2(vjp.tensor([[1.0, 2.0], [3.0, 4.0]]))
    tensor([[ 2.5+0.j, -0.5+0.j],
            [-1. +0.j,  0. +0.j]])
    """
    try:
        s = () if s is None else ints(s)
        dim = ints(dim)
        p = _c_fft_ifft2(input._p, s or NULL, len(s), dim, len(dim), NULL if norm is None else norm.encode())
    except UNFIT as error:
        raise explain("fft_ifft2", (input, s, dim, norm), error) from None
    if p:
        return Tensor(p)
    raise failure()


def fft_ifftn(input, s=None, dim=None, norm=None):
    """The inverse discrete Fourier transform, along several dimensions: those of `dim`, the last ones that `s` has
    sizes for, or all. A size of -1 is the dimension's own; what is half is the last of the dimensions. norm as in
    fft_ifft.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.fft.ifftn(vjp.tensor([[1.0, 2.0], [3.0, 4.0]]), dim=(0, 1))
    tensor([[ 2.5+0.j, -0.5+0.j],
            [-1. +0.j,  0. +0.j]])
    """
    try:
        s = () if s is None else ints(s)
        dim = () if dim is None else ints(dim)
        p = _c_fft_ifftn(input._p, s or NULL, len(s), dim or NULL, len(dim), NULL if norm is None else norm.encode())
    except UNFIT as error:
        raise explain("fft_ifftn", (input, s, dim, norm), error) from None
    if p:
        return Tensor(p)
    raise failure()


def fft_ifftshift(input, dim=None):
    """Takes fft_fftshift back.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.fft.ifftshift(vjp.tensor([-2.0, -1.0, 0.0, 1.0, 2.0]))
    tensor([ 0.,  1.,  2., -2., -1.])
    """
    try:
        dim = () if dim is None else ints(dim)
        p = _c_fft_ifftshift(input._p, dim or NULL, len(dim))
    except UNFIT as error:
        raise explain("fft_ifftshift", (input, dim), error) from None
    if p:
        return Tensor(p)
    raise failure()


def fft_ihfft(input, n=None, dim=-1, norm=None):
    """The first half of the inverse transform of real numbers, along one dimension of `n` elements, for which
    `input` is cut or padded with zeros. norm says where a factor 1 / n is: "backward" (the default): in the
    inverse; "forward"; or "ortho": its root in both.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.fft.ihfft(vjp.tensor([1.0, 2.0, 3.0, 4.0]))
    tensor([ 2.5+0.j , -0.5-0.5j, -0.5+0.j ])
    """
    try:
        p = _c_fft_ihfft(input._p, NULL if n is None else [n], dim, NULL if norm is None else norm.encode())
    except UNFIT as error:
        raise explain("fft_ihfft", (input, n, dim, norm), error) from None
    if p:
        return Tensor(p)
    raise failure()


def fft_ihfft2(input, s=None, dim=(-2, -1), norm=None):
    """fft_ihfftn along two dimensions.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.fft.ihfft2(vjp.tensor([[1.0, 2.0], [3.0, 4.0]]))
    tensor([[ 2.5+0.j, -0.5+0.j],
            [-1. +0.j,  0. +0.j]])
    """
    try:
        s = () if s is None else ints(s)
        dim = ints(dim)
        p = _c_fft_ihfft2(input._p, s or NULL, len(s), dim, len(dim), NULL if norm is None else norm.encode())
    except UNFIT as error:
        raise explain("fft_ihfft2", (input, s, dim, norm), error) from None
    if p:
        return Tensor(p)
    raise failure()


def fft_ihfftn(input, s=None, dim=None, norm=None):
    """The first half of the inverse transform of real numbers, along several dimensions: those of `dim`, the last
    ones that `s` has sizes for, or all. A size of -1 is the dimension's own; what is half is the last of the
    dimensions. norm as in fft_ihfft.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.fft.ihfftn(vjp.tensor([[1.0, 2.0], [3.0, 4.0]]), dim=(0, 1))
    tensor([[ 2.5+0.j, -0.5+0.j],
            [-1. +0.j,  0. +0.j]])
    """
    try:
        s = () if s is None else ints(s)
        dim = () if dim is None else ints(dim)
        p = _c_fft_ihfftn(input._p, s or NULL, len(s), dim or NULL, len(dim), NULL if norm is None else norm.encode())
    except UNFIT as error:
        raise explain("fft_ihfftn", (input, s, dim, norm), error) from None
    if p:
        return Tensor(p)
    raise failure()


def fft_irfft(input, n=None, dim=-1, norm=None):
    """The real numbers of which `input` is the first half of the transform, along one dimension of `n` elements, for
    which `input` is cut or padded with zeros. norm says where a factor 1 / n is: "backward" (the default): in the
    inverse; "forward"; or "ortho": its root in both.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.fft.irfft(vjp.tensor([10.0, -2.0, -2.0]))
    tensor([1., 3., 3., 3.])
    """
    try:
        p = _c_fft_irfft(input._p, NULL if n is None else [n], dim, NULL if norm is None else norm.encode())
    except UNFIT as error:
        raise explain("fft_irfft", (input, n, dim, norm), error) from None
    if p:
        return Tensor(p)
    raise failure()


def fft_irfft2(input, s=None, dim=(-2, -1), norm=None):
    """fft_irfftn along two dimensions.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.fft.irfft2(vjp.tensor([[1.0, 2.0], [3.0, 4.0]]))
    tensor([[ 2.5, -0.5],
            [-1. ,  0. ]])
    """
    try:
        s = () if s is None else ints(s)
        dim = ints(dim)
        p = _c_fft_irfft2(input._p, s or NULL, len(s), dim, len(dim), NULL if norm is None else norm.encode())
    except UNFIT as error:
        raise explain("fft_irfft2", (input, s, dim, norm), error) from None
    if p:
        return Tensor(p)
    raise failure()


def fft_irfftn(input, s=None, dim=None, norm=None):
    """The real numbers of which `input` is the first half of the transform, along several dimensions: those of
    `dim`, the last ones that `s` has sizes for, or all. A size of -1 is the dimension's own; what is half is the
    last of the dimensions. norm as in fft_irfft.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.fft.irfftn(vjp.tensor([[1.0, 2.0], [3.0, 4.0]]), s=(2, 3))
    tensor([[ 2.6667, -0.3333, -0.3333],
            [-1.    ,  0.    ,  0.    ]])
    """
    try:
        s = () if s is None else ints(s)
        dim = () if dim is None else ints(dim)
        p = _c_fft_irfftn(input._p, s or NULL, len(s), dim or NULL, len(dim), NULL if norm is None else norm.encode())
    except UNFIT as error:
        raise explain("fft_irfftn", (input, s, dim, norm), error) from None
    if p:
        return Tensor(p)
    raise failure()


def fft_rfft(input, n=None, dim=-1, norm=None):
    """The first half of the transform of real numbers, whose rest is its conjugates, along one dimension of `n`
    elements, for which `input` is cut or padded with zeros. norm says where a factor 1 / n is: "backward" (the
    default): in the inverse; "forward"; or "ortho": its root in both.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.fft.rfft(vjp.tensor([1.0, 2.0, 3.0, 4.0]))
    tensor([10.+0.j, -2.+2.j, -2.+0.j])
    """
    try:
        p = _c_fft_rfft(input._p, NULL if n is None else [n], dim, NULL if norm is None else norm.encode())
    except UNFIT as error:
        raise explain("fft_rfft", (input, n, dim, norm), error) from None
    if p:
        return Tensor(p)
    raise failure()


def fft_rfft2(input, s=None, dim=(-2, -1), norm=None):
    """fft_rfftn along two dimensions.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.fft.rfft2(vjp.tensor([[1.0, 2.0], [3.0, 4.0]]))
    tensor([[10.+0.j, -2.+0.j],
            [-4.+0.j,  0.+0.j]])
    """
    try:
        s = () if s is None else ints(s)
        dim = ints(dim)
        p = _c_fft_rfft2(input._p, s or NULL, len(s), dim, len(dim), NULL if norm is None else norm.encode())
    except UNFIT as error:
        raise explain("fft_rfft2", (input, s, dim, norm), error) from None
    if p:
        return Tensor(p)
    raise failure()


def fft_rfftfreq(n, d=1.0, *, dtype=None, device=None, requires_grad=False):
    """The frequencies of fft_rfft of n elements that are `d` apart: 0, 1, ... to n / 2, by n d; float32 unless dtype
    is given.

    >>> vjp.fft.rfftfreq(5, d=0.5)
    tensor([0. , 0.4, 0.8])
    """
    if device is not None:
        with on_device(device):
            return fft_rfftfreq(n, d=d, dtype=dtype, requires_grad=requires_grad)
    try:
        p = _c_fft_rfftfreq(n, d, new_code(dtype))
    except UNFIT as error:
        raise explain("fft_rfftfreq", (n, d, dtype), error) from None
    if p:
        return Tensor(p).requires_grad_() if requires_grad else Tensor(p)
    raise failure()


def fft_rfftn(input, s=None, dim=None, norm=None):
    """The first half of the transform of real numbers, whose rest is its conjugates, along several dimensions: those
    of `dim`, the last ones that `s` has sizes for, or all. A size of -1 is the dimension's own; what is half is
    the last of the dimensions. norm as in fft_rfft.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.fft.rfftn(vjp.tensor([[1.0, 2.0], [3.0, 4.0]]), dim=(0, 1))
    tensor([[10.+0.j, -2.+0.j],
            [-4.+0.j,  0.+0.j]])
    """
    try:
        s = () if s is None else ints(s)
        dim = () if dim is None else ints(dim)
        p = _c_fft_rfftn(input._p, s or NULL, len(s), dim or NULL, len(dim), NULL if norm is None else norm.encode())
    except UNFIT as error:
        raise explain("fft_rfftn", (input, s, dim, norm), error) from None
    if p:
        return Tensor(p)
    raise failure()


def fill(input, value):
    """A tensor like `input` with every element equal to `value`.

    Derivative (g: the gradient of the result): input: 0; value: Σ g.

    >>> vjp.fill(vjp.tensor([0.25, 0.5]), 2.0)
    tensor([2., 2.])
    """
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
    """As `fill`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes on
    with this operation, and its derivative is that of `fill`; a leaf that requires grad is not changed while
    recording.
    """
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
    """Merges the dimensions from start_dim to end_dim into one.

    Derivative (g: the gradient of the result): input: g in the shape of input.

    >>> vjp.flatten(vjp.tensor([0.25, 0.5]))
    tensor([0.25, 0.5 ])
    """
    try:
        p = _c_flatten(input._p, start_dim, end_dim)
    except UNFIT as error:
        raise explain("flatten", (input, start_dim, end_dim), error) from None
    if p:
        return Tensor(p)
    raise failure()


def flip(input, dims):
    """The elements in reverse order along the given dimensions.

    Derivative (g: the gradient of the result): input: g flipped over the same dimensions.

    >>> vjp.flip(vjp.tensor([0.25, 0.5]), (0,))
    tensor([0.5 , 0.25])
    """
    try:
        dims = ints(dims)
        p = _c_flip(input._p, dims, len(dims))
    except UNFIT as error:
        raise explain("flip", (input, dims), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _flip_method(input, *dims, **keywords):
    """The elements in reverse order along the given dimensions.

    Derivative (g: the gradient of the result): input: g flipped over the same dimensions.

    >>> vjp.flip(vjp.tensor([0.25, 0.5]), (0,))
    tensor([0.5 , 0.25])
    """
    return flip(input, unpacked(dims, keywords, "dims"), **keywords)


def fliplr(input):
    """The elements in reverse order along the second dimension.

    Derivative (g: the gradient of the result): input: g flipped over the same dimensions.

    >>> vjp.fliplr(vjp.tensor([[1.0, 2.0], [3.0, 4.0]]))
    tensor([[2., 1.],
            [4., 3.]])
    """
    try:
        p = _c_fliplr(input._p)
    except UNFIT as error:
        raise explain("fliplr", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def flipud(input):
    """The elements in reverse order along the first dimension.

    Derivative (g: the gradient of the result): input: g flipped over the same dimensions.

    >>> vjp.flipud(vjp.tensor([[1.0, 2.0], [3.0, 4.0]]))
    tensor([[3., 4.],
            [1., 2.]])
    """
    try:
        p = _c_flipud(input._p)
    except UNFIT as error:
        raise explain("flipud", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def float_power(input, exponent, *, out=None):
    """input to the power of exponent, computed in float64 or complex128.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.float_power(vjp.tensor([0.25, 0.5]), vjp.tensor([0.25, 0.5]))
    tensor([0.7071, 0.7071], dtype=vjp.float64)
    """
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
    """As `float_power`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history
    goes on with this operation, and its derivative is that of `float_power`; a leaf that requires grad is not
    changed while recording.
    """
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
    """The largest whole number not above each element.

    The input's shape. Dtypes: real; the result has the promoted dtype.
    Derivative (g: the gradient of the result): input: 0 * g.

    >>> vjp.floor(vjp.tensor([0.25, 0.5]))
    tensor([0., 0.])
    """
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
    """As `floor`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes
    on with this operation, and its derivative is that of `floor`; a leaf that requires grad is not changed while
    recording.
    """
    try:
        status = _c_floor_(input._p)
    except UNFIT as error:
        raise explain("floor", (input,), error) from None
    if status:
        raise failure()
    return input


def floor_divide(input, other, *, out=None):
    """The quotient rounded down, as Python's //.

    Shapes broadcast. Dtypes: real; the result has the promoted dtype.
    Derivative (g: the gradient of the result): input: 0 * g; other: 0 * g.

    >>> vjp.floor_divide(vjp.tensor([0.25, 0.5]), vjp.tensor([0.25, 0.5]))
    tensor([1., 1.])
    """
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
    """As `floor_divide`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history
    goes on with this operation, and its derivative is that of `floor_divide`; a leaf that requires grad is not
    changed while recording.
    """
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
    """The larger of both elements, the other if one is NaN.

    Shapes broadcast. Dtypes: real; the result has the promoted dtype.
    Derivative (g: the gradient of the result): input: where((input >= other) or isnan(other), g * where(input ==
    other, 0.5, 1), 0); other: where((input > other) or isnan(other), 0, g * where(input == other, 0.5, 1)).

    >>> vjp.fmax(vjp.tensor([0.25, 0.5]), vjp.tensor([0.25, 0.5]))
    tensor([0.25, 0.5 ])
    """
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
    """As `fmax`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes on
    with this operation, and its derivative is that of `fmax`; a leaf that requires grad is not changed while
    recording.
    """
    try:
        status = _c_fmax_(input._p, other._p)
    except UNFIT as error:
        raise explain("fmax", (input, other), error) from None
    if status:
        raise failure()
    return input


def fmin(input, other, *, out=None):
    """The smaller of both elements, the other if one is NaN.

    Shapes broadcast. Dtypes: real; the result has the promoted dtype.
    Derivative (g: the gradient of the result): input: where((input <= other) or isnan(other), g * where(input ==
    other, 0.5, 1), 0); other: where((input < other) or isnan(other), 0, g * where(input == other, 0.5, 1)).

    >>> vjp.fmin(vjp.tensor([0.25, 0.5]), vjp.tensor([0.25, 0.5]))
    tensor([0.25, 0.5 ])
    """
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
    """As `fmin`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes on
    with this operation, and its derivative is that of `fmin`; a leaf that requires grad is not changed while
    recording.
    """
    try:
        status = _c_fmin_(input._p, other._p)
    except UNFIT as error:
        raise explain("fmin", (input, other), error) from None
    if status:
        raise failure()
    return input


def fmod(input, other, *, out=None):
    """What remains of input after whole multiples of other, with the sign of input.

    Shapes broadcast. Dtypes: real; the result has the promoted dtype.
    Derivative (g: the gradient of the result): input: g; other: g * (-trunc(input / other)).

    >>> vjp.fmod(vjp.tensor([0.25, 0.5]), vjp.tensor([0.25, 0.5]))
    tensor([0., 0.])
    """
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
    """As `fmod`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes on
    with this operation, and its derivative is that of `fmod`; a leaf that requires grad is not changed while
    recording.
    """
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
    """The fractional part of each element, with its sign.

    The input's shape. Dtypes: real; the result has the promoted dtype.
    Derivative (g: the gradient of the result): input: g.

    >>> vjp.frac(vjp.tensor([0.25, 0.5]))
    tensor([0.25, 0.5 ])
    """
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
    """As `frac`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes on
    with this operation, and its derivative is that of `frac`; a leaf that requires grad is not changed while
    recording.
    """
    try:
        status = _c_frac_(input._p)
    except UNFIT as error:
        raise explain("frac", (input,), error) from None
    if status:
        raise failure()
    return input


def frexp(input):
    """Fractions from 0.5 to 1, and whole numbers (int32), so that input is mantissa * 2^exponent. Of 0, infinities
    and NaN the exponent is 0.

    Results, by these names: mantissa, exponent.
    Derivative (g: the gradient of the result): input: g_mantissa / 2^exponent.

    >>> vjp.frexp(vjp.tensor([0.5, 6.0, -10.0]))
    frexp_result(mantissa=tensor([ 0.5  ,  0.75 , -0.625]), exponent=tensor([0, 3, 4], dtype=vjp.int32))
    """
    outs = ffi.new("vjp_tensor*[2]")
    try:
        status = _c_frexp(input._p, outs)
    except UNFIT as error:
        raise explain("frexp", (input,), error) from None
    if status:
        raise failure()
    return frexp_result(Tensor(outs[0]), Tensor(outs[1]))


def full(size, fill_value, *, dtype=None, device=None, requires_grad=False):
    """A tensor of one value; its dtype is the value's default unless it is given.

    >>> vjp.full((2,), 2.0)
    tensor([2., 2.])
    """
    if device is not None:
        with on_device(device):
            return full(size, fill_value, dtype=dtype, requires_grad=requires_grad)
    try:
        size = ints(size)
        p = _c_full(size, len(size), *scalar(fill_value), new_code(dtype, fill_value))
    except UNFIT as error:
        raise explain("full", (size, fill_value, dtype), error) from None
    if p:
        return Tensor(p).requires_grad_() if requires_grad else Tensor(p)
    raise failure()


def full_like(input, fill_value, *, dtype=None, device=None, requires_grad=False):
    """One value in the shape, and unless given the dtype, of `input`.

    Derivative: none; the result does not require grad.

    >>> vjp.full_like(vjp.tensor([0.25, 0.5]), 2.0)
    tensor([2., 2.])
    """
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
    """out[i][j] = input[index[i][j]][j] for dim 0, and so on. sparse_grad: the gradient of input is a COO tensor.

    Derivative (g: the gradient of the result): input: zeros with g added at the positions of index, repeated ones
    summed; with sparse_grad a COO tensor.

    >>> vjp.gather(vjp.tensor([[1.0, 2.0], [3.0, 4.0]]), 1, vjp.tensor([[0], [1]]))
    tensor([[1.],
            [4.]])
    """
    try:
        p = _c_gather(input._p, dim, index._p, sparse_grad)
    except UNFIT as error:
        raise explain("gather", (input, dim, index, sparse_grad), error) from None
    if p:
        return Tensor(p)
    raise failure()


def gaussian_nll_loss(input, target, var, full=False, eps=1e-06, reduction="mean"):
    """(log(var) + (input - target)^2 / var) / 2, with variances of at least eps; with full, log(2 pi) / 2 is added.
    'var' has the shape of 'input', or 1 or nothing for its last dimension.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.gaussian_nll_loss(vjp.tensor([1.0]), vjp.tensor([3.0]), vjp.tensor([4.0]))
    tensor(1.1931)
    """
    try:
        p = _c_gaussian_nll_loss(input._p, target._p, var._p, full, eps, reduction.encode())
    except UNFIT as error:
        raise explain("gaussian_nll_loss", (input, target, var, full, eps, reduction), error) from None
    if p:
        return Tensor(p)
    raise failure()


def ge(input, other, *, out=None):
    """input >= other, elementwise.

    Shapes broadcast. Dtypes: real; the result has bool.
    Derivative: none; the result does not require grad.

    >>> vjp.ge(vjp.tensor([0.25, 0.5]), vjp.tensor([0.25, 0.5]))
    tensor([ True,  True])
    """
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
    """As `ge`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes on
    with this operation, and its derivative is that of `ge`; a leaf that requires grad is not changed while
    recording.
    """
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
    """input times the normal distribution function of input; approximate="tanh" for the usual approximation.

    Derivative (g: the gradient of the result): input: g * (Φ(input) + input * φ(input)), Φ and φ being the normal
    distribution and its density; "tanh": of 0.5 x (1 + tanh(√(2/π) (x + 0.044715 x³))).

    >>> vjp.gelu(vjp.tensor([0.25, 0.5]))
    tensor([0.1497, 0.3457])
    """
    try:
        p = _c_gelu(input._p, approximate.encode())
    except UNFIT as error:
        raise explain("gelu", (input, approximate), error) from None
    if p:
        return Tensor(p)
    raise failure()


def geometric(input, p, *, generator=None):
    """How many trials of probability p it takes until the first succeeds, from 1 on, in the shape and dtype of
    input; geometric_ writes them there.

    Derivative: none; the result does not require grad.

    >>> vjp.geometric(vjp.tensor([0.25, 0.5]), 0.5).shape
    (2,)
    """
    try:
        p = _c_geometric(input._p, p, NULL if generator is None else generator._p)
    except UNFIT as error:
        raise explain("geometric", (input, p, generator), error) from None
    if p:
        return Tensor(p)
    raise failure()


def geometric_(input, p, *, generator=None):
    """As `geometric`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history
    goes on with this operation, and its derivative is that of `geometric`; a leaf that requires grad is not
    changed while recording.
    """
    try:
        status = _c_geometric_(input._p, p, NULL if generator is None else generator._p)
    except UNFIT as error:
        raise explain("geometric", (input, p, generator), error) from None
    if status:
        raise failure()
    return input


def ger(input, vec2):
    """outer under its other name.

    Derivative (g: the gradient of the result): input: g @ conj(vec2); vec2: gᵀ @ conj(input).

    >>> vjp.ger(vjp.tensor([0.25, 0.5]), vjp.tensor([0.25, 0.5]))
    tensor([[0.0625, 0.125 ],
            [0.125 , 0.25  ]])
    """
    try:
        p = _c_ger(input._p, vec2._p)
    except UNFIT as error:
        raise explain("ger", (input, vec2), error) from None
    if p:
        return Tensor(p)
    raise failure()


def glu(input, dim=-1):
    """The first half of `dim` times the sigmoid of the second.

    Derivative (g: the gradient of the result): a, b = the halves of input: a: g * sigmoid(b); b: g * a *
    sigmoid(b) * (1 - sigmoid(b)).

    >>> vjp.glu(vjp.tensor([0.25, 0.5]))
    tensor([0.1556])
    """
    try:
        p = _c_glu(input._p, dim)
    except UNFIT as error:
        raise explain("glu", (input, dim), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _gradient(input, spacing=None, dim=None, edge_order=1):
    try:
        dim = () if dim is None else ints(dim)
        p = _c_gradient(input._p, NULL if spacing is None else [spacing], dim or NULL, len(dim), edge_order)
    except UNFIT as error:
        raise explain("gradient", (input, spacing, dim, edge_order), error) from None
    if p:
        return from_list(p)
    raise failure()


def _gradient_coordinates(input, spacing, dim=None, edge_order=1):
    try:
        spacing = [item._p for item in spacing]
        dim = () if dim is None else ints(dim)
        p = _c_gradient_coordinates(input._p, spacing, len(spacing), dim or NULL, len(dim), edge_order)
    except UNFIT as error:
        raise explain("gradient.coordinates", (input, spacing, dim, edge_order), error) from None
    if p:
        return from_list(p)
    raise failure()


def _gradient_spacings(input, spacing, dim=None, edge_order=1):
    try:
        spacing = floats(spacing)
        dim = () if dim is None else ints(dim)
        p = _c_gradient_spacings(input._p, spacing, len(spacing), dim or NULL, len(dim), edge_order)
    except UNFIT as error:
        raise explain("gradient.spacings", (input, spacing, dim, edge_order), error) from None
    if p:
        return from_list(p)
    raise failure()


gradient = overloaded("gradient", ("gradient", _gradient), ("gradient.coordinates", _gradient_coordinates),
                      ("gradient.spacings", _gradient_spacings))
gradient.__doc__ = """gradient(input, *, spacing=None, dim=None, edge_order=1)
gradient(input, *, spacing, dim=None, edge_order=1)
gradient(input, *, spacing, dim=None, edge_order=1)

The derivatives of a sampled function along each dimension (or those given), by central differences; its
samples lie `spacing` apart, 1 by default. edge_order: of the one-sided differences at both ends.

Derivative: that of the operators it is made of, of any order.

>>> vjp.gradient(vjp.tensor([1.0, 2.0, 4.0]))
(tensor([1. , 1.5, 2. ]),)

gradient with the coordinates of the samples along each dimension.

Derivative: that of the operators it is made of, of any order.

>>> vjp.gradient(vjp.tensor([3.0, 1.0, 2.0]), spacing=[vjp.tensor([1.0, 2.0, 4.0])])
(tensor([-2.    , -1.1667,  0.5   ]),)

gradient with a spacing for each dimension.

Derivative: that of the operators it is made of, of any order.

>>> vjp.gradient(vjp.tensor([1.0, 2.0, 4.0]), spacing=[2.0])
(tensor([0.5 , 0.75, 1.  ]),)
"""


def grid_sample(input, grid, mode="bilinear", padding_mode="zeros", align_corners=False):
    """[N, C, H, W] read at [N, h, w, 2] places (x, y) from -1 to 1, or [N, C, D, H, W] at (x, y, z): mode
    "bilinear", "nearest" or "bicubic"; beyond the border "zeros", the "border" again, or its "reflection".

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.grid_sample(vjp.tensor([[[[1.0, 2.0], [3.0, 4.0]]]]), vjp.zeros(1, 1, 1, 2))
    tensor([[[[2.5]]]])
    """
    try:
        p = _c_grid_sample(input._p, grid._p, mode.encode(), padding_mode.encode(), align_corners)
    except UNFIT as error:
        raise explain("grid_sample", (input, grid, mode, padding_mode, align_corners), error) from None
    if p:
        return Tensor(p)
    raise failure()


def grid_sampler_2d(input, grid, interpolation_mode, padding_mode, align_corners):
    """grid_sample of images; modes by number: bilinear, nearest, bicubic; zeros, border, reflection.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.grid_sampler_2d(vjp.tensor([[[[1.0, 2.0], [3.0, 4.0]]]]), vjp.zeros(1, 1, 1, 2), 0, 0, False)
    tensor([[[[2.5]]]])
    """
    try:
        p = _c_grid_sampler_2d(input._p, grid._p, interpolation_mode, padding_mode, align_corners)
    except UNFIT as error:
        raise explain("grid_sampler_2d", (input, grid, interpolation_mode, padding_mode,
                                          align_corners), error) from None
    if p:
        return Tensor(p)
    raise failure()


def grid_sampler_3d(input, grid, interpolation_mode, padding_mode, align_corners):
    """grid_sample of volumes; modes by number: bilinear, nearest; zeros, border, reflection.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.grid_sampler_3d(vjp.ones(1, 1, 2, 2, 2), vjp.zeros(1, 1, 1, 1, 3), 0, 0, False)
    tensor([[[[[1.]]]]])
    """
    try:
        p = _c_grid_sampler_3d(input._p, grid._p, interpolation_mode, padding_mode, align_corners)
    except UNFIT as error:
        raise explain("grid_sampler_3d", (input, grid, interpolation_mode, padding_mode,
                                          align_corners), error) from None
    if p:
        return Tensor(p)
    raise failure()


def group_norm(input, num_groups, weight=None, bias=None, eps=1e-05):
    """Groups of channels (dimension 1) brought to mean 0 and variance 1, then scaled and shifted a channel.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.group_norm(vjp.tensor([[1.0, 3.0]]), 1)
    tensor([[-1.,  1.]])
    """
    try:
        p = _c_group_norm(input._p, num_groups, NULL if weight is None else weight._p,
                          NULL if bias is None else bias._p, eps)
    except UNFIT as error:
        raise explain("group_norm", (input, num_groups, weight, bias, eps), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _gru(input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first, generator=None):
    outs = ffi.new("vjp_tensor*[2]")
    try:
        params = [item._p for item in params]
        status = _c_gru(input._p, hx._p, params, len(params), has_biases, num_layers, dropout, train, bidirectional,
                        batch_first, NULL if generator is None else generator._p, outs)
    except UNFIT as error:
        raise explain("gru", (input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first,
                              generator), error) from None
    if status:
        raise failure()
    return gru_result(Tensor(outs[0]), Tensor(outs[1]))


def _gru_data(data, batch_sizes, hx, params, has_biases, num_layers, dropout, train, bidirectional, generator=None):
    outs = ffi.new("vjp_tensor*[2]")
    try:
        params = [item._p for item in params]
        status = _c_gru_data(data._p, batch_sizes._p, hx._p, params, len(params), has_biases, num_layers, dropout,
                             train, bidirectional, NULL if generator is None else generator._p, outs)
    except UNFIT as error:
        raise explain("gru.data", (data, batch_sizes, hx, params, has_biases, num_layers, dropout, train,
                                   bidirectional, generator), error) from None
    if status:
        raise failure()
    return gru_data_result(Tensor(outs[0]), Tensor(outs[1]))


gru = overloaded("gru", ("gru", _gru), ("gru.data", _gru_data))
gru.__doc__ = """gru(input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first, *, generator=None)
gru(data, batch_sizes, hx, params, has_biases, num_layers, dropout, train, bidirectional, *, generator=None)

Layers of GRU cells, of gates r, z and n, over [steps, batch, features] (batch first with batch_first). hx:
states before the first step, [layers * directions, batch, size]. params: for each layer and direction w_ih,
w_hh, and with has_biases b_ih, b_hh.

Results, by these names: output, h_n.
Derivative (g: the gradient of the result): each step, with g_h what comes into h and q = w_hn @ h_before +
b_hn: d_n = g_h * (1 - z) * (1 - n²), d_z = g_h * (h_before - n) * z * (1 - z), d_r = d_n * q * r * (1 - r), D
= [d_r, d_z, d_n], E = [d_r, d_z, d_n * r]; input: D @ w_ih; hx: E @ w_hh + g_h * z, of the first step;
params: Σ Dᵀ @ input and Σ Eᵀ @ h_before over the steps, Σ D and Σ E for the biases.

>>> params = [vjp.ones(3, 1), vjp.ones(3, 1)]
>>> vjp.gru(vjp.ones(2, 1, 1), vjp.zeros(1, 1, 1), params, False, 1, 0.0, False, False, False)[0].flatten()
tensor([0.2048, 0.3468])

gru over sequences of several lengths, longest first: data has the rows of the first step, then of the second,
...; batch_sizes how many each has.

Results, by these names: output, h_n.
Derivative (g: the gradient of the result): each step, with g_h what comes into h and q = w_hn @ h_before +
b_hn: d_n = g_h * (1 - z) * (1 - n²), d_z = g_h * (h_before - n) * z * (1 - z), d_r = d_n * q * r * (1 - r), D
= [d_r, d_z, d_n], E = [d_r, d_z, d_n * r]; input: D @ w_ih; hx: E @ w_hh + g_h * z, of the first step;
params: Σ Dᵀ @ input and Σ Eᵀ @ h_before over the steps, Σ D and Σ E for the biases.

>>> params = [vjp.ones(3, 1), vjp.ones(3, 1)]
>>> vjp.gru(vjp.ones(3, 1), vjp.tensor([2, 1]), vjp.zeros(1, 2, 1), params, False, 1, 0.0, False, False)[0].flatten()
tensor([0.2048, 0.2048, 0.3468])
"""


def gru_cell(input, hx, w_ih, w_hh, b_ih=None, b_hh=None):
    """One step of GRU cells, of gates r, z and n,, [batch, features] and states [batch, size], or both without
    batch.

    Derivative (g: the gradient of the result): each step, with g_h what comes into h and q = w_hn @ h_before +
    b_hn: d_n = g_h * (1 - z) * (1 - n²), d_z = g_h * (h_before - n) * z * (1 - z), d_r = d_n * q * r * (1 - r), D
    = [d_r, d_z, d_n], E = [d_r, d_z, d_n * r]; input: D @ w_ih; hx: E @ w_hh + g_h * z, of the first step;
    params: Σ Dᵀ @ input and Σ Eᵀ @ h_before over the steps, Σ D and Σ E for the biases.

    >>> vjp.gru_cell(vjp.ones(1, 1), vjp.zeros(1, 1), vjp.ones(3, 1), vjp.ones(3, 1))
    tensor([[0.2048]])
    """
    try:
        p = _c_gru_cell(input._p, hx._p, w_ih._p, w_hh._p, NULL if b_ih is None else b_ih._p,
                        NULL if b_hh is None else b_hh._p)
    except UNFIT as error:
        raise explain("gru_cell", (input, hx, w_ih, w_hh, b_ih, b_hh), error) from None
    if p:
        return Tensor(p)
    raise failure()


def gt(input, other, *, out=None):
    """input > other, elementwise.

    Shapes broadcast. Dtypes: real; the result has bool.
    Derivative: none; the result does not require grad.

    >>> vjp.gt(vjp.tensor([0.25, 0.5]), vjp.tensor([0.25, 0.5]))
    tensor([False, False])
    """
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
    """As `gt`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes on
    with this operation, and its derivative is that of `gt`; a leaf that requires grad is not changed while
    recording.
    """
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
    """input where its absolute value is above lambd, else 0.

    The input's shape. Dtypes: real; the result has the promoted dtype, float32 for integers.
    Derivative (g: the gradient of the result): input: where(abs(input) <= lambd, 0, g).

    >>> vjp.hardshrink(vjp.tensor([0.25, 0.5]))
    tensor([0., 0.])
    """
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
    """As `hardshrink`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history
    goes on with this operation, and its derivative is that of `hardshrink`; a leaf that requires grad is not
    changed while recording.
    """
    try:
        status = _c_hardshrink_(input._p, *scalar(lambd))
    except UNFIT as error:
        raise explain("hardshrink", (input, lambd), error) from None
    if status:
        raise failure()
    return input


def hardsigmoid(input, *, out=None):
    """input / 6 + 1/2, clamped to [0, 1].

    The input's shape. Dtypes: real; the result has the promoted dtype, float32 for integers.
    Derivative (g: the gradient of the result): input: where(abs(input) < 3, g * 0.166667, 0).

    >>> vjp.hardsigmoid(vjp.tensor([0.25, 0.5]))
    tensor([0.5417, 0.5833])
    """
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
    """As `hardsigmoid`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history
    goes on with this operation, and its derivative is that of `hardsigmoid`; a leaf that requires grad is not
    changed while recording.
    """
    try:
        status = _c_hardsigmoid_(input._p)
    except UNFIT as error:
        raise explain("hardsigmoid", (input,), error) from None
    if status:
        raise failure()
    return input


def hardswish(input, *, out=None):
    """input * hardsigmoid(input), elementwise.

    The input's shape. Dtypes: real; the result has the promoted dtype, float32 for integers.
    Derivative (g: the gradient of the result): input: where(input <= (-3), 0, g * where(input < 3, (input *
    0.333333) + 0.5, 1)).

    >>> vjp.hardswish(vjp.tensor([0.25, 0.5]))
    tensor([0.1354, 0.2917])
    """
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
    """As `hardswish`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history
    goes on with this operation, and its derivative is that of `hardswish`; a leaf that requires grad is not
    changed while recording.
    """
    try:
        status = _c_hardswish_(input._p)
    except UNFIT as error:
        raise explain("hardswish", (input,), error) from None
    if status:
        raise failure()
    return input


def hardtanh(input, min_val=-1.0, max_val=1.0, *, out=None):
    """input clamped to [min_val, max_val].

    The input's shape. Dtypes: real; the result has the promoted dtype.
    Derivative (g: the gradient of the result): input: where((input < min_val) or (input > max_val), 0, g).

    >>> vjp.hardtanh(vjp.tensor([0.25, 0.5]))
    tensor([0.25, 0.5 ])
    """
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
    """As `hardtanh`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history
    goes on with this operation, and its derivative is that of `hardtanh`; a leaf that requires grad is not
    changed while recording.
    """
    try:
        status = _c_hardtanh_(input._p, *scalar(min_val), *scalar(max_val))
    except UNFIT as error:
        raise explain("hardtanh", (input, min_val, max_val), error) from None
    if status:
        raise failure()
    return input


def hinge_embedding_loss(input, target, margin=1.0, reduction="mean"):
    """Of distances: input where target is 1, max(0, margin - input) where it is -1, and their sum elsewhere.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.hinge_embedding_loss(vjp.tensor([0.25, 0.5]), vjp.tensor([1, -1]))
    tensor(0.375)
    """
    try:
        p = _c_hinge_embedding_loss(input._p, target._p, margin, reduction.encode())
    except UNFIT as error:
        raise explain("hinge_embedding_loss", (input, target, margin, reduction), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _hsplit(input, indices_or_sections):
    try:
        p = _c_hsplit(input._p, indices_or_sections)
    except UNFIT as error:
        raise explain("hsplit", (input, indices_or_sections), error) from None
    if p:
        return from_list(p)
    raise failure()


def _hsplit_indices(input, indices_or_sections):
    try:
        indices_or_sections = ints(indices_or_sections)
        p = _c_hsplit_indices(input._p, indices_or_sections, len(indices_or_sections))
    except UNFIT as error:
        raise explain("hsplit.indices", (input, indices_or_sections), error) from None
    if p:
        return from_list(p)
    raise failure()


hsplit = overloaded("hsplit", ("hsplit", _hsplit), ("hsplit.indices", _hsplit_indices))
hsplit.__doc__ = """hsplit(input, indices_or_sections)
hsplit(input, indices_or_sections)

Views of a number of equal sections along the second dimension (of a vector: the first).

Derivative: that of the operators it is made of, of any order.

>>> vjp.hsplit(vjp.tensor([1.0, 2.0]), 2)
(tensor([1.]), tensor([2.]))

Views of the second dimension (of a vector: the first), cut before each of the indices as slices are.

Derivative: that of the operators it is made of, of any order.

>>> vjp.hsplit(vjp.tensor([1.0, 2.0, 4.0]), [1])
(tensor([1.]), tensor([2., 4.]))
"""


def hstack(tensors):
    """The tensors one after the other along the second dimension; vectors end to end.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.hstack([vjp.tensor([1.0, 2.0, 4.0]), vjp.ones(1)])
    tensor([1., 2., 4., 1.])
    """
    try:
        tensors = [item._p for item in tensors]
        p = _c_hstack(tensors, len(tensors))
    except UNFIT as error:
        raise explain("hstack", (tensors,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def huber_loss(input, target, reduction="mean", delta=1.0):
    """Half the squared error up to delta, beyond it a line of slope delta.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.huber_loss(vjp.tensor([0.25, 0.5]), vjp.tensor([0.25, 0.5]))
    tensor(0.)
    """
    try:
        p = _c_huber_loss(input._p, target._p, reduction.encode(), delta)
    except UNFIT as error:
        raise explain("huber_loss", (input, target, reduction, delta), error) from None
    if p:
        return Tensor(p)
    raise failure()


def hypot(input, other, *, out=None):
    """sqrt(input^2 + other^2), without overflow.

    Shapes broadcast. Dtypes: real; the result has the promoted dtype, float32 for integers.
    Derivative (g: the gradient of the result): input: g * (input / where(result == 0, 1, result)); other: g *
    (other / where(result == 0, 1, result)).

    >>> vjp.hypot(vjp.tensor([0.25, 0.5]), vjp.tensor([0.25, 0.5]))
    tensor([0.3536, 0.7071])
    """
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
    """As `hypot`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes
    on with this operation, and its derivative is that of `hypot`; a leaf that requires grad is not changed while
    recording.
    """
    try:
        status = _c_hypot_(input._p, other._p)
    except UNFIT as error:
        raise explain("hypot", (input, other), error) from None
    if status:
        raise failure()
    return input


def i0(input, *, out=None):
    """The modified Bessel function of the first kind, of order 0.

    The input's shape. Dtypes: real; the result has the promoted dtype, float32 for integers.
    Derivative: by input, elementwise.

    >>> vjp.i0(vjp.tensor([0.25, 0.5]))
    tensor([1.0157, 1.0635])
    """
    if out is not None:
        return call_out("i0", (input,), out)
    try:
        p = _c_i0(input._p)
    except UNFIT as error:
        raise explain("i0", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def i0_(input):
    """As `i0`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes on
    with this operation, and its derivative is that of `i0`; a leaf that requires grad is not changed while
    recording.
    """
    try:
        status = _c_i0_(input._p)
    except UNFIT as error:
        raise explain("i0", (input,), error) from None
    if status:
        raise failure()
    return input


def i0e(input, *, out=None):
    """i0(input) exp(-abs(input)), which does not overflow.

    The input's shape. Dtypes: real; the result has the promoted dtype, float32 for integers.
    Derivative (g: the gradient of the result): input: g * (i1e(input) - (sign(input) * i0e(input))).

    >>> vjp.i0e(vjp.tensor([0.25, 0.5]))
    tensor([0.791, 0.645])
    """
    if out is not None:
        return call_out("i0e", (input,), out)
    try:
        p = _c_i0e(input._p)
    except UNFIT as error:
        raise explain("i0e", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def i0e_(input):
    """As `i0e`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes on
    with this operation, and its derivative is that of `i0e`; a leaf that requires grad is not changed while
    recording.
    """
    try:
        status = _c_i0e_(input._p)
    except UNFIT as error:
        raise explain("i0e", (input,), error) from None
    if status:
        raise failure()
    return input


def i1(input, *, out=None):
    """The modified Bessel function of the first kind, of order 1.

    The input's shape. Dtypes: real; the result has the promoted dtype, float32 for integers.
    Derivative (g: the gradient of the result): input: g * (i0(input) - result / input), g / 2 at 0.

    >>> vjp.i1(vjp.tensor([0.25, 0.5]))
    tensor([0.126 , 0.2579])
    """
    if out is not None:
        return call_out("i1", (input,), out)
    try:
        p = _c_i1(input._p)
    except UNFIT as error:
        raise explain("i1", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def i1_(input):
    """As `i1`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes on
    with this operation, and its derivative is that of `i1`; a leaf that requires grad is not changed while
    recording.
    """
    try:
        status = _c_i1_(input._p)
    except UNFIT as error:
        raise explain("i1", (input,), error) from None
    if status:
        raise failure()
    return input


def i1e(input, *, out=None):
    """i1(input) exp(-abs(input)), which does not overflow.

    The input's shape. Dtypes: real; the result has the promoted dtype, float32 for integers.
    Derivative (g: the gradient of the result): input: g * (i0e(input) - result / input - sign(input) * result), g
    / 2 at 0.

    >>> vjp.i1e(vjp.tensor([0.25, 0.5]))
    tensor([0.0981, 0.1564])
    """
    if out is not None:
        return call_out("i1e", (input,), out)
    try:
        p = _c_i1e(input._p)
    except UNFIT as error:
        raise explain("i1e", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def i1e_(input):
    """As `i1e`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes on
    with this operation, and its derivative is that of `i1e`; a leaf that requires grad is not changed while
    recording.
    """
    try:
        status = _c_i1e_(input._p)
    except UNFIT as error:
        raise explain("i1e", (input,), error) from None
    if status:
        raise failure()
    return input


def im2col(input, kernel_size, dilation=1, padding=0, stride=1):
    """The windows of [N, C, H, W], or [C, H, W], as columns [N, C * window, number of windows], zeros beyond the
    border. The field's nn.functional.unfold.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.im2col(vjp.arange(9.0).view(1, 3, 3), 2)
    tensor([[0., 1., 3., 4.],
            [1., 2., 4., 5.],
            [3., 4., 6., 7.],
            [4., 5., 7., 8.]])
    """
    try:
        kernel_size = ints(kernel_size)
        dilation = ints(dilation)
        padding = ints(padding)
        stride = ints(stride)
        p = _c_im2col(input._p, kernel_size, len(kernel_size), dilation, len(dilation), padding, len(padding), stride,
                      len(stride))
    except UNFIT as error:
        raise explain("im2col", (input, kernel_size, dilation, padding, stride), error) from None
    if p:
        return Tensor(p)
    raise failure()


def imag(input):
    """The imaginary parts of a complex tensor, as a view.

    Dtypes: any; a view of the same memory.
    Derivative: the gradient goes back to the elements that the result shows; the others get 0.

    >>> vjp.tensor([1.0 + 2.0j]).imag
    tensor([2.])
    """
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

    Derivative (g: the gradient of the result): input: zeros with g added at the indexed elements, repeated ones
    summed.

    >>> vjp.index(vjp.tensor([0.25, 0.5]), [vjp.tensor([1, 0])])
    tensor([0.5 , 0.25])
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
    """A copy of input with alpha times the slices of source added at a list of positions; repeated ones add up.

    Derivative (g: the gradient of the result): input: g; source: conj(alpha) * index_select(g, dim, index).

    >>> vjp.index_add(vjp.zeros(2), 0, vjp.tensor([1, 1]), vjp.tensor([1.0, 2.0]))
    tensor([0., 3.])
    """
    try:
        p = _c_index_add(input._p, dim, index._p, source._p, *scalar(alpha))
    except UNFIT as error:
        raise explain("index_add", (input, dim, index, source, alpha), error) from None
    if p:
        return Tensor(p)
    raise failure()


def index_add_(input, dim, index, source, *, alpha=1):
    """As `index_add`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history
    goes on with this operation, and its derivative is that of `index_add`; a leaf that requires grad is not
    changed while recording.
    """
    try:
        status = _c_index_add_(input._p, dim, index._p, source._p, *scalar(alpha))
    except UNFIT as error:
        raise explain("index_add", (input, dim, index, source, alpha), error) from None
    if status:
        raise failure()
    return input


def index_copy(input, dim, index, source):
    """A copy of input with the slices of source at a list of positions, which must not repeat.

    Derivative (g: the gradient of the result): input: g, 0 in the slices at index; source: index_select(g, dim,
    index).

    >>> vjp.index_copy(vjp.tensor([1.0, 2.0, 4.0]), 0, vjp.tensor([2]), vjp.tensor([9.0]))
    tensor([1., 2., 9.])
    """
    try:
        p = _c_index_copy(input._p, dim, index._p, source._p)
    except UNFIT as error:
        raise explain("index_copy", (input, dim, index, source), error) from None
    if p:
        return Tensor(p)
    raise failure()


def index_copy_(input, dim, index, source):
    """As `index_copy`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history
    goes on with this operation, and its derivative is that of `index_copy`; a leaf that requires grad is not
    changed while recording.
    """
    try:
        status = _c_index_copy_(input._p, dim, index._p, source._p)
    except UNFIT as error:
        raise explain("index_copy", (input, dim, index, source), error) from None
    if status:
        raise failure()
    return input


def index_fill(input, dim, index, value):
    """A copy of input with one value in the slices at a list of positions.

    Derivative (g: the gradient of the result): input: g, 0 in the slices at index; value: Σ g over the slices at
    index.

    >>> vjp.index_fill(vjp.tensor([1.0, 2.0, 4.0]), 0, vjp.tensor([0, 2]), -1.0)
    tensor([-1.,  2., -1.])
    """
    kind = value.__class__
    if kind is not Tensor and kind is not float and kind is not int:
        return call("index_fill", (input, dim, index, value))
    try:
        if kind is Tensor:
            p = _c_index_fill(input._p, dim, index._p, value._p)
        elif kind is float:
            p = _c_index_fill_scalar(input._p, dim, index._p, 3, 0, value, 0.0)
        else:
            p = _c_index_fill_scalar(input._p, dim, index._p, 2, value, 0.0, 0.0)
    except UNFIT as error:
        raise explain("index_fill", (input, dim, index, value), error) from None
    if p:
        return Tensor(p)
    raise failure()


def index_fill_(input, dim, index, value):
    """As `index_fill`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history
    goes on with this operation, and its derivative is that of `index_fill`; a leaf that requires grad is not
    changed while recording.
    """
    kind = value.__class__
    if kind is not Tensor and kind is not float and kind is not int:
        return call_inplace("index_fill", (input, dim, index, value))
    try:
        if kind is Tensor:
            status = _c_index_fill_(input._p, dim, index._p, value._p)
        elif kind is float:
            status = _c_index_fill_scalar_(input._p, dim, index._p, 3, 0, value, 0.0)
        else:
            status = _c_index_fill_scalar_(input._p, dim, index._p, 2, value, 0.0, 0.0)
    except UNFIT as error:
        raise explain("index_fill", (input, dim, index, value), error) from None
    if status:
        raise failure()
    return input


def index_put(input, indices, values, accumulate=False):
    """A copy of `input` with `values` (broadcast) at the indexed elements; with accumulate they are added, and
    repeated indices add up.

    Derivative (g: the gradient of the result): accumulate: input: g; else g, 0 at the indexed elements; values: g
    at the indexed elements, summed to the shape of values.

    >>> vjp.index_put(vjp.zeros(3), [vjp.tensor([2])], vjp.tensor([7.0]))
    tensor([0., 0., 7.])
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
    """As `index_put`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history
    goes on with this operation, and its derivative is that of `index_put`; a leaf that requires grad is not
    changed while recording.
    """
    try:
        indices = [NULL if item is None else item._p for item in indices]
        status = _c_index_put_(input._p, indices, len(indices), values._p, accumulate)
    except UNFIT as error:
        raise explain("index_put", (input, indices, values, accumulate), error) from None
    if status:
        raise failure()
    return input


def index_reduce(input, dim, index, source, reduce, *, include_self=True):
    """scatter_reduce of whole slices: those of source are reduced into the slices at a list of positions.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.index_reduce(vjp.tensor([1.0, 2.0, 4.0]), 0, vjp.tensor([1, 1]), vjp.tensor([5.0, 3.0]), "amax")
    tensor([1., 5., 4.])
    """
    try:
        p = _c_index_reduce(input._p, dim, index._p, source._p, reduce.encode(), include_self)
    except UNFIT as error:
        raise explain("index_reduce", (input, dim, index, source, reduce, include_self), error) from None
    if p:
        return Tensor(p)
    raise failure()


def index_reduce_(input, dim, index, source, reduce, *, include_self=True):
    """As `index_reduce`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history
    goes on with this operation, and its derivative is that of `index_reduce`; a leaf that requires grad is not
    changed while recording.
    """
    try:
        status = _c_index_reduce_(input._p, dim, index._p, source._p, reduce.encode(), include_self)
    except UNFIT as error:
        raise explain("index_reduce", (input, dim, index, source, reduce, include_self), error) from None
    if status:
        raise failure()
    return input


def index_select(input, dim, index):
    """The slices of a dimension at a list of positions.

    Derivative (g: the gradient of the result): input: zeros with the slices of g added at index, repeated ones
    summed.

    >>> vjp.index_select(vjp.tensor([0.25, 0.5]), 0, vjp.tensor([1, 0]))
    tensor([0.5 , 0.25])
    """
    try:
        p = _c_index_select(input._p, dim, index._p)
    except UNFIT as error:
        raise explain("index_select", (input, dim, index), error) from None
    if p:
        return Tensor(p)
    raise failure()


def inner(input, other):
    """The sums of products over the last dimensions of both; a product if one has no dimension.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.inner(vjp.tensor([0.25, 0.5]), vjp.tensor([0.25, 0.5]))
    tensor(0.3125)
    """
    try:
        p = _c_inner(input._p, other._p)
    except UNFIT as error:
        raise explain("inner", (input, other), error) from None
    if p:
        return Tensor(p)
    raise failure()


def instance_norm(input, running_mean=None, running_var=None, weight=None, bias=None, use_input_stats=True,
                  momentum=0.1, eps=1e-05):
    """Each channel of each sample of [N, C, *] brought to mean 0 and variance 1, then scaled and shifted a channel;
    by the running statistics where use_input_stats is false. Otherwise these move towards the mean over the
    samples.

    Derivative (g: the gradient of the result): in training x̂ = (input - mean) * r, r = 1 / √(variance + eps), h
    = g * weight: input: r * (h - mean(h) - x̂ * mean(h * x̂)) over what a channel's statistics are of; else:
    input: g * weight * r, r from the running variance; weight: Σ g * x̂ of a channel; bias: Σ g of a channel.

    >>> vjp.instance_norm(vjp.tensor([[[1.0, 3.0]]]))
    tensor([[[-1.,  1.]]])
    """
    try:
        p = _c_instance_norm(input._p, NULL if running_mean is None else running_mean._p,
                             NULL if running_var is None else running_var._p, NULL if weight is None else weight._p,
                             NULL if bias is None else bias._p, use_input_stats, momentum, eps)
    except UNFIT as error:
        raise explain("instance_norm", (input, running_mean, running_var, weight, bias, use_input_stats, momentum,
                                        eps), error) from None
    if p:
        return Tensor(p)
    raise failure()


def interpolate(input, size=None, scale_factor=None, mode="nearest", align_corners=False,
                recompute_scale_factor=False):
    """Resamples the spatial dimensions of [N, C, *] to `size`, or by `scale_factor`: "nearest", "nearest-exact",
    "linear", "bilinear", "trilinear", "bicubic" or "area".

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.interpolate(vjp.tensor([[[1.0, 2.0]]]), size=(4,))
    tensor([[[1., 1., 2., 2.]]])
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


def isclose(input, other, rtol=1e-05, atol=1e-08, equal_nan=False, *, out=None):
    """|input - other| <= atol + rtol * |other|, or both equal; NaN is close to nothing, but to NaN if equal_nan is
    true.

    Shapes broadcast. Dtypes: any; the result has bool.
    Derivative: none; the result does not require grad.

    >>> vjp.isclose(vjp.tensor([0.25, 0.5]), vjp.tensor([0.25, 0.5]))
    tensor([ True,  True])
    """
    if out is not None:
        return call_out("isclose", (input, other, rtol, atol, equal_nan), out)
    try:
        p = _c_isclose(input._p, other._p, rtol, atol, equal_nan)
    except UNFIT as error:
        raise explain("isclose", (input, other, rtol, atol, equal_nan), error) from None
    if p:
        return Tensor(p)
    raise failure()


def isfinite(input, *, out=None):
    """Whether each element is neither infinite nor NaN.

    The input's shape. Dtypes: any; the result has bool.
    Derivative: none; the result does not require grad.

    >>> vjp.isfinite(vjp.tensor([0.25, 0.5]))
    tensor([ True,  True])
    """
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
    """As `isfinite`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history
    goes on with this operation, and its derivative is that of `isfinite`; a leaf that requires grad is not
    changed while recording.
    """
    try:
        status = _c_isfinite_(input._p)
    except UNFIT as error:
        raise explain("isfinite", (input,), error) from None
    if status:
        raise failure()
    return input


def isinf(input, *, out=None):
    """Whether each element is infinite.

    The input's shape. Dtypes: any; the result has bool.
    Derivative: none; the result does not require grad.

    >>> vjp.isinf(vjp.tensor([0.25, 0.5]))
    tensor([False, False])
    """
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
    """As `isinf`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes
    on with this operation, and its derivative is that of `isinf`; a leaf that requires grad is not changed while
    recording.
    """
    try:
        status = _c_isinf_(input._p)
    except UNFIT as error:
        raise explain("isinf", (input,), error) from None
    if status:
        raise failure()
    return input


def isnan(input, *, out=None):
    """Whether each element is NaN.

    The input's shape. Dtypes: any; the result has bool.
    Derivative: none; the result does not require grad.

    >>> vjp.isnan(vjp.tensor([0.25, 0.5]))
    tensor([False, False])
    """
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
    """As `isnan`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes
    on with this operation, and its derivative is that of `isnan`; a leaf that requires grad is not changed while
    recording.
    """
    try:
        status = _c_isnan_(input._p)
    except UNFIT as error:
        raise explain("isnan", (input,), error) from None
    if status:
        raise failure()
    return input


def isneginf(input, *, out=None):
    """Whether each element is -inf.

    The input's shape. Dtypes: real; the result has bool.
    Derivative: none; the result does not require grad.

    >>> vjp.isneginf(vjp.tensor([0.25, 0.5]))
    tensor([False, False])
    """
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
    """As `isneginf`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history
    goes on with this operation, and its derivative is that of `isneginf`; a leaf that requires grad is not
    changed while recording.
    """
    try:
        status = _c_isneginf_(input._p)
    except UNFIT as error:
        raise explain("isneginf", (input,), error) from None
    if status:
        raise failure()
    return input


def isposinf(input, *, out=None):
    """Whether each element is +inf.

    The input's shape. Dtypes: real; the result has bool.
    Derivative: none; the result does not require grad.

    >>> vjp.isposinf(vjp.tensor([0.25, 0.5]))
    tensor([False, False])
    """
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
    """As `isposinf`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history
    goes on with this operation, and its derivative is that of `isposinf`; a leaf that requires grad is not
    changed while recording.
    """
    try:
        status = _c_isposinf_(input._p)
    except UNFIT as error:
        raise explain("isposinf", (input,), error) from None
    if status:
        raise failure()
    return input


def istft(input, n_fft, hop_length=None, win_length=None, window=None, center=True, normalized=False, onesided=None,
          length=None, return_complex=False):
    """The signal whose stft comes closest to `input`: the frames, times the window, added up and divided by the sum
    of the squared windows, which must not vanish. onesided: 1 unless `input` has n_fft frequencies. `length`
    elements of it, with zeros behind where it ends; else what is left without the padding of `center`.
    return_complex: the signal is complex.

    Derivative: that of the operators it is made of, of any order.

    >>> spectra = vjp.stft(vjp.tensor([1.0, 2.0, 3.0, 4.0, 5.0, 6.0]), 4)
    >>> vjp.istft(spectra, 4)
    tensor([1., 2., 3., 4., 5., 6.])
    """
    try:
        p = _c_istft(input._p, n_fft, NULL if hop_length is None else [hop_length],
                     NULL if win_length is None else [win_length], NULL if window is None else window._p, center,
                     normalized, NULL if onesided is None else [onesided], NULL if length is None else [length],
                     return_complex)
    except UNFIT as error:
        raise explain("istft", (input, n_fft, hop_length, win_length, window, center, normalized, onesided, length,
                                return_complex), error) from None
    if p:
        return Tensor(p)
    raise failure()


def kl_div(input, target, reduction="mean", log_target=False):
    """target * (log(target) - input): the divergence of log probabilities `input` from probabilities, or log
    probabilities, `target`.

    Derivative (g: the gradient of the result): input: -g * target (with log_target -g * exp(target)), over what
    the mean divides by; target: g * (log(target) + 1 - input) (with log_target g * exp(target) * (target - input
    + 1)), over the same.

    >>> vjp.kl_div(vjp.tensor([0.25, 0.5]), vjp.tensor([0.25, 0.5]))
    tensor(-0.5028)
    """
    try:
        p = _c_kl_div(input._p, target._p, reduction.encode(), log_target)
    except UNFIT as error:
        raise explain("kl_div", (input, target, reduction, log_target), error) from None
    if p:
        return Tensor(p)
    raise failure()


def kron(input, other):
    """The Kronecker product: every element of the first times the whole second.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.kron(vjp.tensor([0.25, 0.5]), vjp.tensor([0.25, 0.5]))
    tensor([0.0625, 0.125 , 0.125 , 0.25  ])
    """
    try:
        p = _c_kron(input._p, other._p)
    except UNFIT as error:
        raise explain("kron", (input, other), error) from None
    if p:
        return Tensor(p)
    raise failure()


def kthvalue(input, k, dim=-1, keepdim=False):
    """The k-th smallest elements along a dimension, counted from 1, and where they are.

    Results, by these names: values, indices.
    Derivative (g: the gradient of the result): input: g_values at indices, 0 elsewhere; no gradient by indices.

    >>> vjp.kthvalue(vjp.tensor([3.0, 1.0, 2.0]), 2)
    kthvalue_result(values=tensor(2.), indices=tensor(2))
    """
    outs = ffi.new("vjp_tensor*[2]")
    try:
        status = _c_kthvalue(input._p, k, dim, keepdim, outs)
    except UNFIT as error:
        raise explain("kthvalue", (input, k, dim, keepdim), error) from None
    if status:
        raise failure()
    return kthvalue_result(Tensor(outs[0]), Tensor(outs[1]))


def l1_loss(input, target, reduction="mean"):
    """The absolute error: of each element, its mean, or its sum.

    Derivative (g: the gradient of the result): input: g * sgn(input - target), over n with "mean"; target: minus
    that.

    >>> vjp.l1_loss(vjp.tensor([0.25, 0.5]), vjp.tensor([0.25, 0.5]))
    tensor(0.)
    """
    try:
        p = _c_l1_loss(input._p, target._p, reduction.encode())
    except UNFIT as error:
        raise explain("l1_loss", (input, target, reduction), error) from None
    if p:
        return Tensor(p)
    raise failure()


def layer_norm(input, normalized_shape, weight=None, bias=None, eps=1e-05):
    """Rows over the last dimensions brought to mean 0 and variance 1, then scaled and shifted by weight and bias.

    Derivative (g: the gradient of the result): x̂ = (input - mean) * r, r = 1 / √(variance + eps), h = g *
    weight: input: r * (h - mean(h) - x̂ * mean(h * x̂)) over the normalised dimensions; weight: Σ g * x̂ over the
    rows; bias: Σ g over the rows.

    >>> vjp.layer_norm(vjp.tensor([1.0, 3.0]), (2,))
    tensor([-1.,  1.])
    """
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
    """input * 2^other, elementwise.

    Shapes broadcast. Dtypes: any; the result has the promoted dtype, float32 for integers.
    Derivative (g: the gradient of the result): input: g * exp2(other); other: g * (result * 0.693147).

    >>> vjp.ldexp(vjp.tensor([0.25, 0.5]), vjp.tensor([0.25, 0.5]))
    tensor([0.2973, 0.7071])
    """
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
    """As `ldexp`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes
    on with this operation, and its derivative is that of `ldexp`; a leaf that requires grad is not changed while
    recording.
    """
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
    """input <= other, elementwise.

    Shapes broadcast. Dtypes: real; the result has bool.
    Derivative: none; the result does not require grad.

    >>> vjp.le(vjp.tensor([0.25, 0.5]), vjp.tensor([0.25, 0.5]))
    tensor([ True,  True])
    """
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
    """As `le`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes on
    with this operation, and its derivative is that of `le`; a leaf that requires grad is not changed while
    recording.
    """
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
    """input where it is positive, else negative_slope * input.

    The input's shape. Dtypes: real; the result has the promoted dtype, float32 for integers.
    Derivative (g: the gradient of the result): input: g * where(input > 0, 1, negative_slope).

    >>> vjp.leaky_relu(vjp.tensor([0.25, 0.5]))
    tensor([0.25, 0.5 ])
    """
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
    """As `leaky_relu`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history
    goes on with this operation, and its derivative is that of `leaky_relu`; a leaf that requires grad is not
    changed while recording.
    """
    try:
        status = _c_leaky_relu_(input._p, negative_slope)
    except UNFIT as error:
        raise explain("leaky_relu", (input, negative_slope), error) from None
    if status:
        raise failure()
    return input


def lerp(input, end, weight, *, out=None):
    """input + weight * (end - input), elementwise.

    Shapes broadcast. Dtypes: any; the result has the promoted dtype.
    Derivative (g: the gradient of the result): input: g * (1 - weight); end: g * weight; weight: g * (end -
    input).

    >>> vjp.lerp(vjp.tensor([0.25, 0.5]), vjp.tensor([0.25, 0.5]), vjp.tensor([0.25, 0.5]))
    tensor([0.25, 0.5 ])
    """
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
    """As `lerp`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes on
    with this operation, and its derivative is that of `lerp`; a leaf that requires grad is not changed while
    recording.
    """
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
    """The logarithm of the absolute value of the gamma function.

    The input's shape. Dtypes: real; the result has the promoted dtype, float32 for integers.
    Derivative (g: the gradient of the result): input: g * digamma(input).

    >>> vjp.lgamma(vjp.tensor([0.25, 0.5]))
    tensor([1.288 , 0.5724])
    """
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
    """As `lgamma`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes
    on with this operation, and its derivative is that of `lgamma`; a leaf that requires grad is not changed while
    recording.
    """
    try:
        status = _c_lgamma_(input._p)
    except UNFIT as error:
        raise explain("lgamma", (input,), error) from None
    if status:
        raise failure()
    return input


def linalg_cholesky(A, *, upper=False):
    """L of A = L L^H, of a Hermitian positive definite matrix of which the lower triangle is read; `upper`: L^H, of
    the upper one.

    Derivative (g: the gradient of the result): A: ½ L⁻ᴴ (Φ + Φᴴ) L⁻¹, Φ being the lower triangle of Lᴴ g with
    half of its diagonal, L the lower factor.

    >>> vjp.linalg.cholesky(vjp.tensor([[4.0, 2.0], [2.0, 2.0]]))
    tensor([[2., 0.],
            [1., 1.]])
    """
    try:
        p = _c_linalg_cholesky(A._p, upper)
    except UNFIT as error:
        raise explain("linalg_cholesky", (A, upper), error) from None
    if p:
        return Tensor(p)
    raise failure()


def linalg_cholesky_ex(A, *, upper=False, check_errors=False):
    """linalg_cholesky with the order of the first minor that is not positive, or 0, instead of an error.

    Results, by these names: L, info.
    Derivative: that of the operators it is made of, of any order.

    >>> vjp.linalg.cholesky_ex(vjp.tensor([[1.0, 0.0], [0.0, -1.0]])).info
    tensor(2, dtype=vjp.int32)
    """
    outs = ffi.new("vjp_tensor*[2]")
    try:
        status = _c_linalg_cholesky_ex(A._p, upper, check_errors, outs)
    except UNFIT as error:
        raise explain("linalg_cholesky_ex", (A, upper, check_errors), error) from None
    if status:
        raise failure()
    return linalg_cholesky_ex_result(Tensor(outs[0]), Tensor(outs[1]))


def _linalg_cond(A, p=None):
    try:
        p = _c_linalg_cond(A._p, NULL if p is None else [p])
    except UNFIT as error:
        raise explain("linalg_cond", (A, p), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _linalg_cond_named(A, p):
    try:
        p = _c_linalg_cond_named(A._p, p.encode())
    except UNFIT as error:
        raise explain("linalg_cond.named", (A, p), error) from None
    if p:
        return Tensor(p)
    raise failure()


linalg_cond = overloaded("linalg_cond", ("linalg_cond", _linalg_cond), ("linalg_cond.named", _linalg_cond_named))
linalg_cond.__doc__ = """linalg_cond(A, p=None)
linalg_cond(A, p)

The condition number: the norm p of a matrix times that of its inverse, infinite where there is none; by
default, and for 2, the largest singular value over the smallest.

Derivative: that of the operators it is made of, of any order.

>>> vjp.linalg.cond(vjp.tensor([[2.0, 0.0], [0.0, 0.5]]))
tensor(4.)

The condition number by the norm called "fro" or "nuc".

Derivative: that of the operators it is made of, of any order.

>>> vjp.linalg.cond(vjp.tensor([[1.0, 0.0], [0.0, 1.0]]), "fro")
tensor(2.)
"""


def linalg_cross(input, other, *, dim=-1):
    """The cross product of vectors along a dimension of 3 elements; the others broadcast.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.linalg.cross(vjp.tensor([1.0, 0.0, 0.0]), vjp.tensor([0.0, 1.0, 0.0]))
    tensor([0., 0., 1.])
    """
    try:
        p = _c_linalg_cross(input._p, other._p, dim)
    except UNFIT as error:
        raise explain("linalg_cross", (input, other, dim), error) from None
    if p:
        return Tensor(p)
    raise failure()


def linalg_det(A):
    """The determinant of a square matrix; differentiable where that is singular too.

    Derivative (g: the gradient of the result): A: g * conj(result) * A⁻ᴴ.

    >>> vjp.linalg.det(vjp.tensor([[1.0, 2.0], [3.0, 5.0]]))
    tensor(-1.)
    """
    try:
        p = _c_linalg_det(A._p)
    except UNFIT as error:
        raise explain("linalg_det", (A,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def linalg_diagonal(A, *, offset=0, dim1=-2, dim2=-1):
    """A view of a diagonal, of matrices in the last two dimensions by default.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.linalg.diagonal(vjp.tensor([[1.0, 2.0], [3.0, 4.0]]))
    tensor([1., 4.])
    """
    try:
        p = _c_linalg_diagonal(A._p, offset, dim1, dim2)
    except UNFIT as error:
        raise explain("linalg_diagonal", (A, offset, dim1, dim2), error) from None
    if p:
        return Tensor(p)
    raise failure()


def linalg_eig(A):
    """The eigenvalues and eigenvectors of a square matrix: complex, in LAPACK's order. Derivatives of vectors need
    distinct values.

    Results, by these names: eigenvalues, eigenvectors.
    Derivative (g: the gradient of the result): V = vectors, λ = values, Eᵢⱼ = λⱼ - λᵢ: A: V⁻ᴴ (diag(g_λ) + (Vᴴ
    g_V - VᴴV diag(Re(Vᴴ g_V))) / conj(E)) Vᴴ.

    >>> vjp.linalg.eig(vjp.tensor([[0.0, -1.0], [1.0, 0.0]])).eigenvalues
    tensor([0.+1.j, 0.-1.j])
    """
    outs = ffi.new("vjp_tensor*[2]")
    try:
        status = _c_linalg_eig(A._p, outs)
    except UNFIT as error:
        raise explain("linalg_eig", (A,), error) from None
    if status:
        raise failure()
    return linalg_eig_result(Tensor(outs[0]), Tensor(outs[1]))


def linalg_eigh(A, UPLO="L"):
    """The eigenvalues, rising, and eigenvectors of a Hermitian matrix, of which the triangle UPLO is read.
    Derivatives of vectors need distinct values.

    Results, by these names: eigenvalues, eigenvectors.
    Derivative (g: the gradient of the result): V = vectors, λ = values, Eᵢⱼ = λⱼ - λᵢ: A: V (diag(g_λ) + (Vᴴ g_V)
    / E off the diagonal) Vᴴ, its Hermitian part; none where values coincide and g_V is given.

    >>> vjp.linalg.eigh(vjp.tensor([[2.0, 1.0], [1.0, 2.0]])).eigenvalues
    tensor([1., 3.])
    """
    outs = ffi.new("vjp_tensor*[2]")
    try:
        status = _c_linalg_eigh(A._p, UPLO.encode(), outs)
    except UNFIT as error:
        raise explain("linalg_eigh", (A, UPLO), error) from None
    if status:
        raise failure()
    return linalg_eigh_result(Tensor(outs[0]), Tensor(outs[1]))


def linalg_eigvals(A):
    """The eigenvalues of a square matrix: complex, in LAPACK's order.

    Derivative (g: the gradient of the result): V = the eigenvectors: A: V⁻ᴴ diag(g) Vᴴ.

    >>> vjp.linalg.eigvals(vjp.tensor([[0.0, -1.0], [1.0, 0.0]]))
    tensor([0.+1.j, 0.-1.j])
    """
    try:
        p = _c_linalg_eigvals(A._p)
    except UNFIT as error:
        raise explain("linalg_eigvals", (A,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def linalg_eigvalsh(A, UPLO="L"):
    """The eigenvalues, rising, of a Hermitian matrix, of which the triangle UPLO is read.

    Derivative (g: the gradient of the result): V = the eigenvectors: A: V diag(g) Vᴴ.

    >>> vjp.linalg.eigvalsh(vjp.tensor([[2.0, 1.0], [1.0, 2.0]]))
    tensor([1., 3.])
    """
    try:
        p = _c_linalg_eigvalsh(A._p, UPLO.encode())
    except UNFIT as error:
        raise explain("linalg_eigvalsh", (A, UPLO), error) from None
    if p:
        return Tensor(p)
    raise failure()


def linalg_householder_product(input, tau):
    """The first columns of the product of reflections 1 - tau v v^H, whose v lie below the diagonal of `input`.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.linalg.householder_product(vjp.tensor([[0.0], [1.0]]), vjp.tensor([1.0]))
    tensor([[ 0.],
            [-1.]])
    """
    try:
        p = _c_linalg_householder_product(input._p, tau._p)
    except UNFIT as error:
        raise explain("linalg_householder_product", (input, tau), error) from None
    if p:
        return Tensor(p)
    raise failure()


def linalg_inv(A):
    """The inverse of a square matrix.

    Derivative (g: the gradient of the result): A: -resultᴴ g resultᴴ.

    >>> vjp.linalg.inv(vjp.tensor([[1.0, 2.0], [3.0, 5.0]]))
    tensor([[-5.,  2.],
            [ 3., -1.]])
    """
    try:
        p = _c_linalg_inv(A._p)
    except UNFIT as error:
        raise explain("linalg_inv", (A,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def linalg_inv_ex(A, *, check_errors=False):
    """linalg_inv with the number, from 1, of the first pivot that is 0, or 0, instead of an error.

    Results, by these names: inverse, info.
    Derivative: that of the operators it is made of, of any order.

    >>> vjp.linalg.inv_ex(vjp.tensor([[1.0, 2.0], [2.0, 4.0]])).info
    tensor(2, dtype=vjp.int32)
    """
    outs = ffi.new("vjp_tensor*[2]")
    try:
        status = _c_linalg_inv_ex(A._p, check_errors, outs)
    except UNFIT as error:
        raise explain("linalg_inv_ex", (A, check_errors), error) from None
    if status:
        raise failure()
    return linalg_inv_ex_result(Tensor(outs[0]), Tensor(outs[1]))


def linalg_lstsq(A, B, rcond=None, *, driver=None):
    """X that minimises |A X - B|, of the least norm. driver: "gelsy" (the default), "gels" (full rank is taken for
    granted), "gelsd" or "gelss"; the last two give the singular values. Residuals where they are sums of squares.

    Results, by these names: solution, residuals, rank, singular_values.
    Derivative: that of the operators it is made of, of any order.

    >>> vjp.linalg.lstsq(vjp.tensor([[1.0, 0.0], [1.0, 1.0], [1.0, 2.0]]), vjp.tensor([[1.0], [3.0], [5.0]])).solution
    tensor([[1.],
            [2.]])
    """
    outs = ffi.new("vjp_tensor*[4]")
    try:
        status = _c_linalg_lstsq(A._p, B._p, NULL if rcond is None else [rcond],
                                 NULL if driver is None else driver.encode(), outs)
    except UNFIT as error:
        raise explain("linalg_lstsq", (A, B, rcond, driver), error) from None
    if status:
        raise failure()
    return linalg_lstsq_result(Tensor(outs[0]), Tensor(outs[1]), Tensor(outs[2]), Tensor(outs[3]))


def linalg_lu(A, *, pivot=True):
    """A = P L U: a permutation, a lower triangle with ones on the diagonal, an upper triangle.

    Results, by these names: P, L, U.
    Derivative: that of the operators it is made of, of any order.

    >>> vjp.linalg.lu(vjp.tensor([[1.0, 2.0], [2.0, 2.0]])).U
    tensor([[2., 2.],
            [0., 1.]])
    """
    outs = ffi.new("vjp_tensor*[3]")
    try:
        status = _c_linalg_lu(A._p, pivot, outs)
    except UNFIT as error:
        raise explain("linalg_lu", (A, pivot), error) from None
    if status:
        raise failure()
    return linalg_lu_result(Tensor(outs[0]), Tensor(outs[1]), Tensor(outs[2]))


def linalg_lu_factor(A, *, pivot=True):
    """The factors L and U of A = P L U in one matrix, and the rows, from 1, that were exchanged in turn.

    Results, by these names: LU, pivots.
    Derivative: that of the operators it is made of, of any order.

    >>> vjp.linalg.lu_factor(vjp.tensor([[1.0, 2.0], [2.0, 2.0]])).pivots
    tensor([2, 2], dtype=vjp.int32)
    """
    outs = ffi.new("vjp_tensor*[2]")
    try:
        status = _c_linalg_lu_factor(A._p, pivot, outs)
    except UNFIT as error:
        raise explain("linalg_lu_factor", (A, pivot), error) from None
    if status:
        raise failure()
    return linalg_lu_factor_result(Tensor(outs[0]), Tensor(outs[1]))


def linalg_lu_factor_ex(A, *, pivot=True, check_errors=False):
    """linalg_lu_factor with the number, from 1, of the first pivot that is 0, or 0, instead of an error.

    Results, by these names: LU, pivots, info.
    Derivative: that of the operators it is made of, of any order.

    >>> vjp.linalg.lu_factor_ex(vjp.tensor([[1.0, 2.0], [2.0, 4.0]])).info
    tensor(2, dtype=vjp.int32)
    """
    outs = ffi.new("vjp_tensor*[3]")
    try:
        status = _c_linalg_lu_factor_ex(A._p, pivot, check_errors, outs)
    except UNFIT as error:
        raise explain("linalg_lu_factor_ex", (A, pivot, check_errors), error) from None
    if status:
        raise failure()
    return linalg_lu_factor_ex_result(Tensor(outs[0]), Tensor(outs[1]), Tensor(outs[2]))


def linalg_lu_solve(LU, pivots, B, *, left=True, adjoint=False):
    """The solution of A X = B, or X A = B where not `left`, from linalg_lu_factor(A); of A's adjoint where
    `adjoint`.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.linalg.lu_solve(*vjp.linalg.lu_factor(vjp.tensor([[1.0, 2.0], [2.0, 2.0]])), vjp.tensor([[3.0], [4.0]]))
    tensor([[1.],
            [1.]])
    """
    try:
        p = _c_linalg_lu_solve(LU._p, pivots._p, B._p, left, adjoint)
    except UNFIT as error:
        raise explain("linalg_lu_solve", (LU, pivots, B, left, adjoint), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _linalg_matrix_norm(A, ord, dim=(-2, -1), keepdim=False, dtype=None):
    try:
        dim = ints(dim)
        p = _c_linalg_matrix_norm(A._p, ord, dim, len(dim), keepdim, dtype_code(dtype))
    except UNFIT as error:
        raise explain("linalg_matrix_norm", (A, ord, dim, keepdim, dtype), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _linalg_matrix_norm_named(A, ord="fro", dim=(-2, -1), keepdim=False, dtype=None):
    try:
        dim = ints(dim)
        p = _c_linalg_matrix_norm_named(A._p, ord.encode(), dim, len(dim), keepdim, dtype_code(dtype))
    except UNFIT as error:
        raise explain("linalg_matrix_norm.named", (A, ord, dim, keepdim, dtype), error) from None
    if p:
        return Tensor(p)
    raise failure()


linalg_matrix_norm = overloaded("linalg_matrix_norm", ("linalg_matrix_norm", _linalg_matrix_norm),
                                ("linalg_matrix_norm.named", _linalg_matrix_norm_named))
linalg_matrix_norm.__doc__ = """linalg_matrix_norm(A, ord, dim=(-2, -1), keepdim=False, *, dtype=None)
linalg_matrix_norm(A, ord="fro", dim=(-2, -1), keepdim=False, *, dtype=None)

The norm of matrices: 1 and inf are the largest sum of a column's or a row's magnitudes, 2 the largest
singular value; negative ones the smallest.

Derivative: that of the operators it is made of, of any order.

>>> vjp.linalg.matrix_norm(vjp.tensor([[1.0, -2.0], [3.0, 5.0]]), 1)
tensor(7.)

The norm of matrices called "fro", the root of the sum of squares, or "nuc", the sum of singular values.

Derivative: that of the operators it is made of, of any order.

>>> vjp.linalg.matrix_norm(vjp.tensor([[1.0, -1.0], [1.0, 1.0]]), "fro")
tensor(2.)
"""


def linalg_matrix_power(A, n):
    """A square matrix times itself, n times; of its inverse where n is negative.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.linalg.matrix_power(vjp.tensor([[1.0, 1.0], [0.0, 1.0]]), 5)
    tensor([[1., 5.],
            [0., 1.]])
    """
    try:
        p = _c_linalg_matrix_power(A._p, n)
    except UNFIT as error:
        raise explain("linalg_matrix_power", (A, n), error) from None
    if p:
        return Tensor(p)
    raise failure()


def linalg_matrix_sqrth(A):
    """The square root of a Hermitian positive semidefinite matrix, of which the lower triangle is read; NaN where
    there is a negative eigenvalue.

    Derivative (g: the gradient of the result): A: the X of result @ X + X @ result = the Hermitian part of g.

    >>> vjp.linalg.matrix_sqrth(vjp.tensor([[4.0, 0.0], [0.0, 9.0]]))
    tensor([[2., 0.],
            [0., 3.]])
    """
    try:
        p = _c_linalg_matrix_sqrth(A._p)
    except UNFIT as error:
        raise explain("linalg_matrix_sqrth", (A,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def linalg_multi_dot(tensors):
    """The product of a chain of matrices in the order that costs least; the ends may be vectors.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.linalg_multi_dot([vjp.ones(2, 3), vjp.ones(3, 1)])
    tensor([[3.],
            [3.]])
    """
    try:
        tensors = [item._p for item in tensors]
        p = _c_linalg_multi_dot(tensors, len(tensors))
    except UNFIT as error:
        raise explain("linalg_multi_dot", (tensors,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _linalg_norm(A, ord=None, dim=None, keepdim=False, dtype=None):
    try:
        dim = () if dim is None else ints(dim)
        p = _c_linalg_norm(A._p, NULL if ord is None else [ord], dim or NULL, len(dim), keepdim, dtype_code(dtype))
    except UNFIT as error:
        raise explain("linalg_norm", (A, ord, dim, keepdim, dtype), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _linalg_norm_named(A, ord, dim=None, keepdim=False, dtype=None):
    try:
        dim = () if dim is None else ints(dim)
        p = _c_linalg_norm_named(A._p, ord.encode(), dim or NULL, len(dim), keepdim, dtype_code(dtype))
    except UNFIT as error:
        raise explain("linalg_norm.named", (A, ord, dim, keepdim, dtype), error) from None
    if p:
        return Tensor(p)
    raise failure()


linalg_norm = overloaded("linalg_norm", ("linalg_norm", _linalg_norm), ("linalg_norm.named", _linalg_norm_named))
linalg_norm.__doc__ = """linalg_norm(A, ord=None, dim=None, keepdim=False, *, dtype=None)
linalg_norm(A, ord, dim=None, keepdim=False, *, dtype=None)

linalg_vector_norm over one dimension, linalg_matrix_norm over two; without `dim` of a vector or a matrix, and
without `ord` the root of the sum of squares of all.

Derivative: that of the operators it is made of, of any order.

>>> vjp.linalg.norm(vjp.tensor([3.0, 4.0]))
tensor(5.)

The matrix norm called "fro" or "nuc".

Derivative: that of the operators it is made of, of any order.

>>> vjp.linalg.norm(vjp.tensor([[3.0, 0.0], [0.0, 4.0]]), "nuc")
tensor(7.)
"""


def _linalg_pinv(A, atol=None, rtol=None, hermitian=False):
    try:
        p = _c_linalg_pinv(A._p, NULL if atol is None else [atol], NULL if rtol is None else [rtol], hermitian)
    except UNFIT as error:
        raise explain("linalg_pinv", (A, atol, rtol, hermitian), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _linalg_pinv_tensor(A, atol=None, rtol=None, hermitian=False):
    try:
        p = _c_linalg_pinv_tensor(A._p, NULL if atol is None else atol._p, NULL if rtol is None else rtol._p,
                                  hermitian)
    except UNFIT as error:
        raise explain("linalg_pinv.tensor", (A, atol, rtol, hermitian), error) from None
    if p:
        return Tensor(p)
    raise failure()


linalg_pinv = overloaded("linalg_pinv", ("linalg_pinv", _linalg_pinv), ("linalg_pinv.tensor", _linalg_pinv_tensor))
linalg_pinv.__doc__ = """linalg_pinv(A, *, atol=None, rtol=None, hermitian=False)
linalg_pinv(A, *, atol=None, rtol=None, hermitian=False)

The pseudoinverse; singular values up to max(atol, rtol * the largest) count as 0. rtol is the larger size
times the dtype's epsilon where neither is given.

Derivative (g: the gradient of the result): P = result: A: -Pᴴ g Pᴴ + (1 - A P) gᴴ P Pᴴ + Pᴴ P gᴴ (1 - P A),
for constant rank.

>>> vjp.linalg.pinv(vjp.tensor([[2.0, 0.0], [0.0, 0.0]]))
tensor([[0.5, 0. ],
        [0. , 0. ]])

linalg_pinv with tolerances of each matrix, which broadcast to the batch.

Derivative (g: the gradient of the result): P = result: A: -Pᴴ g Pᴴ + (1 - A P) gᴴ P Pᴴ + Pᴴ P gᴴ (1 - P A),
for constant rank.

>>> vjp.linalg.pinv(vjp.tensor([[2.0, 0.0], [0.0, 0.1]]), rtol=vjp.tensor(0.5))
tensor([[0.5, 0. ],
        [0. , 0. ]])
"""


def linalg_polar(A):
    """A = U P: orthonormal columns, and a Hermitian positive semidefinite matrix; A has as many rows as columns, or
    more. Differentiable where its rank is full.

    Results, by these names: U, P.
    Derivative (g: the gradient of the result): X = the solution of P X + X P = Uᴴ g_U - g_P P: A: U (X - Xᴴ +
    g_P), and for more rows than columns (1 - U Uᴴ) g_U P⁻¹ more.

    >>> vjp.linalg.polar(vjp.tensor([[0.0, -2.0], [2.0, 0.0]])).P
    tensor([[2., 0.],
            [0., 2.]])
    """
    outs = ffi.new("vjp_tensor*[2]")
    try:
        status = _c_linalg_polar(A._p, outs)
    except UNFIT as error:
        raise explain("linalg_polar", (A,), error) from None
    if status:
        raise failure()
    return linalg_polar_result(Tensor(outs[0]), Tensor(outs[1]))


def linalg_qr(A, mode="reduced"):
    """A = Q R with orthonormal columns and an upper triangle. mode "complete": Q is square; "r": R alone.

    Results, by these names: Q, R.
    Derivative (g: the gradient of the result): A: (g_Q + Q H) R⁻ᴴ where A has full rank and no more columns than
    rows, H being Hermitian with the upper triangle of g_R Rᴴ - Qᴴ g_Q.

    >>> vjp.linalg.qr(vjp.tensor([[3.0, 1.0], [4.0, 2.0]])).R.abs()
    tensor([[5. , 2.2],
            [0. , 0.4]])
    """
    outs = ffi.new("vjp_tensor*[2]")
    try:
        status = _c_linalg_qr(A._p, mode.encode(), outs)
    except UNFIT as error:
        raise explain("linalg_qr", (A, mode), error) from None
    if status:
        raise failure()
    return linalg_qr_result(Tensor(outs[0]), Tensor(outs[1]))


def linalg_slogdet(A):
    """The sign, or the phase, of the determinant, and the logarithm of its magnitude.

    Results, by these names: sign, logabsdet.
    Derivative (g: the gradient of the result): A: g_logabsdet * A⁻ᴴ; of complex matrices (g_logabsdet - i
    Im(conj(g_sign) sign)) * A⁻ᴴ.

    >>> vjp.linalg.slogdet(vjp.tensor([[1.0, 2.0], [3.0, 5.0]])).sign
    tensor(-1.)
    """
    outs = ffi.new("vjp_tensor*[2]")
    try:
        status = _c_linalg_slogdet(A._p, outs)
    except UNFIT as error:
        raise explain("linalg_slogdet", (A,), error) from None
    if status:
        raise failure()
    return linalg_slogdet_result(Tensor(outs[0]), Tensor(outs[1]))


def linalg_solve(A, B, *, left=True):
    """The solution of A X = B, or X A = B where not `left`; B may be a vector for each matrix.

    Derivative (g: the gradient of the result): B: A⁻ᴴ g (with left false g A⁻ᴴ); A: -(A⁻ᴴ g) resultᴴ (with left
    false -resultᴴ (g A⁻ᴴ)).

    >>> vjp.linalg.solve(vjp.tensor([[1.0, 2.0], [3.0, 5.0]]), vjp.tensor([5.0, 13.0]))
    tensor([1., 2.])
    """
    try:
        p = _c_linalg_solve(A._p, B._p, left)
    except UNFIT as error:
        raise explain("linalg_solve", (A, B, left), error) from None
    if p:
        return Tensor(p)
    raise failure()


def linalg_solve_ex(A, B, *, left=True, check_errors=False):
    """linalg_solve with the number, from 1, of the first pivot that is 0, or 0, instead of an error.

    Results, by these names: result, info.
    Derivative: that of the operators it is made of, of any order.

    >>> vjp.linalg.solve_ex(vjp.tensor([[1.0, 2.0], [3.0, 5.0]]), vjp.tensor([5.0, 13.0])).result
    tensor([1., 2.])
    """
    outs = ffi.new("vjp_tensor*[2]")
    try:
        status = _c_linalg_solve_ex(A._p, B._p, left, check_errors, outs)
    except UNFIT as error:
        raise explain("linalg_solve_ex", (A, B, left, check_errors), error) from None
    if status:
        raise failure()
    return linalg_solve_ex_result(Tensor(outs[0]), Tensor(outs[1]))


def linalg_solve_triangular(input, B, *, upper, left=True, unitriangular=False):
    """The solution of A X = B, or X A = B where not `left`, with a triangle A of `input`; the rest is not read.

    Derivative (g: the gradient of the result): B: A⁻ᴴ g (with left false g A⁻ᴴ); A: its triangle of -(A⁻ᴴ g)
    resultᴴ (with left false of -resultᴴ (g A⁻ᴴ)); with unitriangular 0 on the diagonal.

    >>> vjp.linalg.solve_triangular(vjp.tensor([[2.0, 0.0], [1.0, 1.0]]), vjp.tensor([[2.0], [3.0]]), upper=False)
    tensor([[1.],
            [2.]])
    """
    try:
        p = _c_linalg_solve_triangular(input._p, B._p, upper, left, unitriangular)
    except UNFIT as error:
        raise explain("linalg_solve_triangular", (input, B, upper, left, unitriangular), error) from None
    if p:
        return Tensor(p)
    raise failure()


def linalg_svd(A, full_matrices=True, *, driver=None):
    """A = U diag(S) Vh, the singular values falling. Derivatives of U and Vh need distinct ones, and values alone do
    not.

    Results, by these names: U, S, Vh.
    Derivative (g: the gradient of the result): A = U diag(S) Vᴴ, Eᵢⱼ = Sⱼ² - Sᵢ²: A: U (diag(g_S) + (skew(Uᴴ g_U)
    / E) S + S (skew(Vᴴ g_V) / E)) Vᴴ, skew(M) being M - Mᴴ, and the parts of g_U and g_V across U and V, over S.

    >>> vjp.linalg.svd(vjp.tensor([[3.0, 0.0], [0.0, -4.0]])).S
    tensor([4., 3.])
    """
    outs = ffi.new("vjp_tensor*[3]")
    try:
        status = _c_linalg_svd(A._p, full_matrices, NULL if driver is None else driver.encode(), outs)
    except UNFIT as error:
        raise explain("linalg_svd", (A, full_matrices, driver), error) from None
    if status:
        raise failure()
    return linalg_svd_result(Tensor(outs[0]), Tensor(outs[1]), Tensor(outs[2]))


def linalg_svdvals(A, *, driver=None):
    """The singular values of a matrix, falling.

    Derivative (g: the gradient of the result): A = U diag(S) Vh: A: U diag(g) Vh.

    >>> vjp.linalg.svdvals(vjp.tensor([[3.0, 0.0], [0.0, -4.0]]))
    tensor([4., 3.])
    """
    try:
        p = _c_linalg_svdvals(A._p, NULL if driver is None else driver.encode())
    except UNFIT as error:
        raise explain("linalg_svdvals", (A, driver), error) from None
    if p:
        return Tensor(p)
    raise failure()


def linalg_tensorinv(A, ind=2):
    """The inverse of tensordot(A, *, ind): the first `ind` dimensions are the rows.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.linalg.tensorinv(vjp.ones(1, 1) * 2, ind=1)
    tensor([[0.5]])
    """
    try:
        p = _c_linalg_tensorinv(A._p, ind)
    except UNFIT as error:
        raise explain("linalg_tensorinv", (A, ind), error) from None
    if p:
        return Tensor(p)
    raise failure()


def linalg_tensorsolve(A, B, dims=None):
    """X of tensordot(A, X, X.ndim) = B, after the dimensions `dims` of A were moved behind the others.

    Derivative (g: the gradient of the result): B: A⁻ᴴ g (with left false g A⁻ᴴ); A: -(A⁻ᴴ g) resultᴴ (with left
    false -resultᴴ (g A⁻ᴴ)).

    >>> vjp.linalg.tensorsolve(2 * vjp.eye(4).reshape(2, 2, 2, 2), vjp.ones(2, 2))
    tensor([[0.5, 0.5],
            [0.5, 0.5]])
    """
    try:
        dims = () if dims is None else ints(dims)
        p = _c_linalg_tensorsolve(A._p, B._p, dims or NULL, len(dims))
    except UNFIT as error:
        raise explain("linalg_tensorsolve", (A, B, dims), error) from None
    if p:
        return Tensor(p)
    raise failure()


def linalg_vander(x, *, N=None):
    """Rows of the powers 0 to N - 1 of each element of vectors; N is their length where not given.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.linalg.vander(vjp.tensor([2.0, 3.0]), N=3)
    tensor([[1., 2., 4.],
            [1., 3., 9.]])
    """
    try:
        p = _c_linalg_vander(x._p, NULL if N is None else [N])
    except UNFIT as error:
        raise explain("linalg_vander", (x, N), error) from None
    if p:
        return Tensor(p)
    raise failure()


def linalg_vecdot(input, other, *, dim=-1):
    """Dot products along a dimension, the first operand conjugated; the other dimensions broadcast.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.linalg_vecdot(vjp.tensor([0.25, 0.5]), vjp.tensor([0.25, 0.5]))
    tensor(0.3125)
    """
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

    Derivative (g: the gradient of the result): ord 2: input: g * input / result, 0 where the result is 0; ord 1:
    input: g * sgn(input); ord inf, -inf: input: g * sgn(input) * [|input| = result] / n, n being the number of
    elements that reach it; ord 0: input: 0; ord p: input: g * sgn(input) * |input|^(p-1) / result^(p-1), 0 where
    the result is 0 and p > 1.

    >>> vjp.linalg_vector_norm(vjp.tensor([0.25, 0.5]))
    tensor(0.559)
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
    """input weight^T + bias: the affine map of a layer, over the last dimension.

    Derivative (g: the gradient of the result): input: g @ conj(weight); weight: Σ over rows of gᵀ @ conj(input);
    bias: Σ over rows of g.

    >>> vjp.linear(vjp.tensor([[1.0, 2.0]]), vjp.tensor([[3.0, 4.0]]), vjp.tensor([0.5]))
    tensor([[11.5]])
    """
    try:
        p = _c_linear(input._p, weight._p, NULL if bias is None else bias._p)
    except UNFIT as error:
        raise explain("linear", (input, weight, bias), error) from None
    if p:
        return Tensor(p)
    raise failure()


def linear_cross_entropy(input, linear_weight, target, linear_bias=None, weight=None, reduction="mean",
                         ignore_index=None, label_smoothing=0.0):
    """The cross entropy of the logits linear(input, linear_weight, linear_bias), of input [N, D] or [D],
    linear_weight [C, *, D] and linear_bias [C, *], with targets [N, *].

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.linear_cross_entropy(vjp.zeros(1, 3), vjp.ones(2, 3), vjp.tensor([0]))
    tensor(0.6931)
    """
    try:
        p = _c_linear_cross_entropy(input._p, linear_weight._p, target._p,
                                    NULL if linear_bias is None else linear_bias._p,
                                    NULL if weight is None else weight._p, reduction.encode(),
                                    NULL if ignore_index is None else [ignore_index], label_smoothing)
    except UNFIT as error:
        raise explain("linear_cross_entropy", (input, linear_weight, target, linear_bias, weight, reduction,
                                               ignore_index, label_smoothing), error) from None
    if p:
        return Tensor(p)
    raise failure()


def linspace(start, end, steps, *, dtype=None, device=None, requires_grad=False):
    """`steps` evenly spaced numbers from start to end, both included.

    >>> vjp.linspace(2.0, 2.0, 0)
    tensor([])
    """
    if device is not None:
        with on_device(device):
            return linspace(start, end, steps, dtype=dtype, requires_grad=requires_grad)
    try:
        p = _c_linspace(*scalar(start), *scalar(end), steps, new_code(dtype))
    except UNFIT as error:
        raise explain("linspace", (start, end, steps, dtype), error) from None
    if p:
        return Tensor(p).requires_grad_() if requires_grad else Tensor(p)
    raise failure()


def local_response_norm(input, size, alpha=0.0001, beta=0.75, k=1.0):
    """input / (k + alpha * s)^beta, s being the mean of the squares of `size` neighbouring channels of [N, C, *],
    with zeros beyond the first and last.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.local_response_norm(vjp.ones(1, 2, 1), 2, alpha=1.0)
    tensor([[[0.7378],
             [0.5946]]])
    """
    try:
        p = _c_local_response_norm(input._p, size, alpha, beta, k)
    except UNFIT as error:
        raise explain("local_response_norm", (input, size, alpha, beta, k), error) from None
    if p:
        return Tensor(p)
    raise failure()


def log(input, *, out=None):
    """Natural logarithm of every element.

    The input's shape. Dtypes: any; the result has the promoted dtype, float32 for integers.
    Derivative (g: the gradient of the result): input: g * reciprocal(input).

    >>> vjp.log(vjp.tensor([0.25, 0.5]))
    tensor([-1.3863, -0.6931])
    """
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
    """As `log`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes on
    with this operation, and its derivative is that of `log`; a leaf that requires grad is not changed while
    recording.
    """
    try:
        status = _c_log_(input._p)
    except UNFIT as error:
        raise explain("log", (input,), error) from None
    if status:
        raise failure()
    return input


def log10(input, *, out=None):
    """Logarithm of every element in base 10.

    The input's shape. Dtypes: any; the result has the promoted dtype, float32 for integers.
    Derivative (g: the gradient of the result): input: g * (reciprocal(input) * 0.434294).

    >>> vjp.log10(vjp.tensor([0.25, 0.5]))
    tensor([-0.6021, -0.301 ])
    """
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
    """As `log10`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes
    on with this operation, and its derivative is that of `log10`; a leaf that requires grad is not changed while
    recording.
    """
    try:
        status = _c_log10_(input._p)
    except UNFIT as error:
        raise explain("log10", (input,), error) from None
    if status:
        raise failure()
    return input


def log1p(input, *, out=None):
    """log(1 + input), accurate near 0.

    The input's shape. Dtypes: any; the result has the promoted dtype, float32 for integers.
    Derivative (g: the gradient of the result): input: g * reciprocal(input + 1).

    >>> vjp.log1p(vjp.tensor([0.25, 0.5]))
    tensor([0.2231, 0.4055])
    """
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
    """As `log1p`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes
    on with this operation, and its derivative is that of `log1p`; a leaf that requires grad is not changed while
    recording.
    """
    try:
        status = _c_log1p_(input._p)
    except UNFIT as error:
        raise explain("log1p", (input,), error) from None
    if status:
        raise failure()
    return input


def log2(input, *, out=None):
    """Logarithm of every element in base 2.

    The input's shape. Dtypes: any; the result has the promoted dtype, float32 for integers.
    Derivative (g: the gradient of the result): input: g * (reciprocal(input) * 1.4427).

    >>> vjp.log2(vjp.tensor([0.25, 0.5]))
    tensor([-2., -1.])
    """
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
    """As `log2`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes on
    with this operation, and its derivative is that of `log2`; a leaf that requires grad is not changed while
    recording.
    """
    try:
        status = _c_log2_(input._p)
    except UNFIT as error:
        raise explain("log2", (input,), error) from None
    if status:
        raise failure()
    return input


def log_ndtr(input, *, out=None):
    """The logarithm of ndtr, accurate in both tails.

    The input's shape. Dtypes: real; the result has the promoted dtype, float32 for integers.
    Derivative (g: the gradient of the result): input: g * exp(-input^2 / 2) / (sqrt(2 pi) * ndtr(input)).

    >>> vjp.log_ndtr(vjp.tensor([0.25, 0.5]))
    tensor([-0.513 , -0.3689])
    """
    if out is not None:
        return call_out("log_ndtr", (input,), out)
    try:
        p = _c_log_ndtr(input._p)
    except UNFIT as error:
        raise explain("log_ndtr", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def log_ndtr_(input):
    """As `log_ndtr`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history
    goes on with this operation, and its derivative is that of `log_ndtr`; a leaf that requires grad is not
    changed while recording.
    """
    try:
        status = _c_log_ndtr_(input._p)
    except UNFIT as error:
        raise explain("log_ndtr", (input,), error) from None
    if status:
        raise failure()
    return input


def log_normal(input, mean=1.0, std=2.0, *, generator=None):
    """Numbers whose logarithms are normal with this mean and standard deviation, in the shape and dtype of input;
    log_normal_ writes them there.

    Derivative: none; the result does not require grad.

    >>> vjp.log_normal(vjp.tensor([0.25, 0.5])).shape
    (2,)
    """
    try:
        p = _c_log_normal(input._p, mean, std, NULL if generator is None else generator._p)
    except UNFIT as error:
        raise explain("log_normal", (input, mean, std, generator), error) from None
    if p:
        return Tensor(p)
    raise failure()


def log_normal_(input, mean=1.0, std=2.0, *, generator=None):
    """As `log_normal`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history
    goes on with this operation, and its derivative is that of `log_normal`; a leaf that requires grad is not
    changed while recording.
    """
    try:
        status = _c_log_normal_(input._p, mean, std, NULL if generator is None else generator._p)
    except UNFIT as error:
        raise explain("log_normal", (input, mean, std, generator), error) from None
    if status:
        raise failure()
    return input


def log_softmax(input, dim, *, dtype=None):
    """The logarithm of softmax, computed without overflow.

    Derivative (g: the gradient of the result): input: g - conj(exp(result)) * Σ g along dim.

    >>> vjp.log_softmax(vjp.tensor([0.25, 0.5]), 0)
    tensor([-0.8259, -0.5759])
    """
    try:
        p = _c_log_softmax(input._p, dim, dtype_code(dtype))
    except UNFIT as error:
        raise explain("log_softmax", (input, dim, dtype), error) from None
    if p:
        return Tensor(p)
    raise failure()


def logaddexp(input, other, *, out=None):
    """log(exp(input) + exp(other)), without overflow.

    Shapes broadcast. Dtypes: any; the result has the promoted dtype, float32 for integers.
    Derivative (g: the gradient of the result): input: g * exp(input - result); other: g * exp(other - result).

    >>> vjp.logaddexp(vjp.tensor([0.25, 0.5]), vjp.tensor([0.25, 0.5]))
    tensor([0.9431, 1.1931])
    """
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
    """As `logaddexp`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history
    goes on with this operation, and its derivative is that of `logaddexp`; a leaf that requires grad is not
    changed while recording.
    """
    try:
        status = _c_logaddexp_(input._p, other._p)
    except UNFIT as error:
        raise explain("logaddexp", (input, other), error) from None
    if status:
        raise failure()
    return input


def logaddexp2(input, other, *, out=None):
    """log2(2^input + 2^other), without overflow.

    Shapes broadcast. Dtypes: real; the result has the promoted dtype, float32 for integers.
    Derivative (g: the gradient of the result): input: g * 2^(input - result); other: g * 2^(other - result).

    >>> vjp.logaddexp2(vjp.tensor([0.25, 0.5]), vjp.tensor([0.25, 0.5]))
    tensor([1.25, 1.5 ])
    """
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
    """As `logaddexp2`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history
    goes on with this operation, and its derivative is that of `logaddexp2`; a leaf that requires grad is not
    changed while recording.
    """
    try:
        status = _c_logaddexp2_(input._p, other._p)
    except UNFIT as error:
        raise explain("logaddexp2", (input, other), error) from None
    if status:
        raise failure()
    return input


def logcumsumexp(input, dim):
    """log(cumsum(exp(input))) along a dimension, without overflow.

    Derivative (g: the gradient of the result): input[i]: Σ g[k] * conj(exp(input[i] - result[k])) over k ≥ i
    along dim.

    >>> vjp.logcumsumexp(vjp.tensor([1.0, 2.0, 4.0]), 0)
    tensor([1.    , 2.3133, 4.1698])
    """
    try:
        p = _c_logcumsumexp(input._p, dim)
    except UNFIT as error:
        raise explain("logcumsumexp", (input, dim), error) from None
    if p:
        return Tensor(p)
    raise failure()


def logdet(A):
    """The logarithm of the determinant; NaN where that is negative, -inf where it is 0.

    Derivative (g: the gradient of the result): input: g * input⁻ᴴ.

    >>> vjp.logdet(vjp.tensor([[2.0, 0.0], [0.0, 3.0]]))
    tensor(1.7918)
    """
    try:
        p = _c_logdet(A._p)
    except UNFIT as error:
        raise explain("logdet", (A,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def logical_and(input, other, *, out=None):
    """Whether both elements are other than 0.

    Shapes broadcast. Dtypes: any; the result has bool.
    Derivative: none; the result does not require grad.

    >>> vjp.logical_and(vjp.tensor([0.25, 0.5]), vjp.tensor([0.25, 0.5]))
    tensor([ True,  True])
    """
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
    """As `logical_and`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history
    goes on with this operation, and its derivative is that of `logical_and`; a leaf that requires grad is not
    changed while recording.
    """
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
    """Whether each element is 0.

    The input's shape. Dtypes: any; the result has bool.
    Derivative: none; the result does not require grad.

    >>> vjp.logical_not(vjp.tensor([0.25, 0.5]))
    tensor([False, False])
    """
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
    """As `logical_not`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history
    goes on with this operation, and its derivative is that of `logical_not`; a leaf that requires grad is not
    changed while recording.
    """
    try:
        status = _c_logical_not_(input._p)
    except UNFIT as error:
        raise explain("logical_not", (input,), error) from None
    if status:
        raise failure()
    return input


def logical_or(input, other, *, out=None):
    """Whether any of both elements is other than 0.

    Shapes broadcast. Dtypes: any; the result has bool.
    Derivative: none; the result does not require grad.

    >>> vjp.logical_or(vjp.tensor([0.25, 0.5]), vjp.tensor([0.25, 0.5]))
    tensor([ True,  True])
    """
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
    """As `logical_or`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history
    goes on with this operation, and its derivative is that of `logical_or`; a leaf that requires grad is not
    changed while recording.
    """
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
    """Whether just one of both elements is other than 0.

    Shapes broadcast. Dtypes: any; the result has bool.
    Derivative: none; the result does not require grad.

    >>> vjp.logical_xor(vjp.tensor([0.25, 0.5]), vjp.tensor([0.25, 0.5]))
    tensor([False, False])
    """
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
    """As `logical_xor`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history
    goes on with this operation, and its derivative is that of `logical_xor`; a leaf that requires grad is not
    changed while recording.
    """
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
    """The inverse of sigmoid; with `eps`, of the input bounded to [eps, 1 - eps].

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.logit(vjp.tensor([0.25, 0.5]))
    tensor([-1.0986,  0.    ])
    """
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
    """As `logit`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes
    on with this operation, and its derivative is that of `logit`; a leaf that requires grad is not changed while
    recording.
    """
    try:
        status = _c_logit_(input._p, NULL if eps is None else [eps])
    except UNFIT as error:
        raise explain("logit", (input, eps), error) from None
    if status:
        raise failure()
    return input


def logsigmoid(input, *, out=None):
    """log(sigmoid(input)), without overflow.

    The input's shape. Dtypes: real; the result has the promoted dtype, float32 for integers.
    Derivative (g: the gradient of the result): input: g * sigmoid(-input).

    >>> vjp.logsigmoid(vjp.tensor([0.25, 0.5]))
    tensor([-0.5759, -0.4741])
    """
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
    """As `logsigmoid`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history
    goes on with this operation, and its derivative is that of `logsigmoid`; a leaf that requires grad is not
    changed while recording.
    """
    try:
        status = _c_logsigmoid_(input._p)
    except UNFIT as error:
        raise explain("logsigmoid", (input,), error) from None
    if status:
        raise failure()
    return input


def logsumexp(input, dim, keepdim=False):
    """log(sum(exp(input))) over the given dimensions, without overflow.

    Derivative (g: the gradient of the result): input: g * conj(exp(input - result)), 0 where the result is -inf.

    >>> vjp.logsumexp(vjp.tensor([0.25, 0.5]), (0,))
    tensor(1.0759)
    """
    try:
        dim = ints(dim)
        p = _c_logsumexp(input._p, dim, len(dim), keepdim)
    except UNFIT as error:
        raise explain("logsumexp", (input, dim, keepdim), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _lstm(input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first, generator=None):
    outs = ffi.new("vjp_tensor*[3]")
    try:
        hx = [item._p for item in hx]
        params = [item._p for item in params]
        status = _c_lstm(input._p, hx, len(hx), params, len(params), has_biases, num_layers, dropout, train,
                         bidirectional, batch_first, NULL if generator is None else generator._p, outs)
    except UNFIT as error:
        raise explain("lstm", (input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first,
                               generator), error) from None
    if status:
        raise failure()
    return lstm_result(Tensor(outs[0]), Tensor(outs[1]), Tensor(outs[2]))


def _lstm_data(data, batch_sizes, hx, params, has_biases, num_layers, dropout, train, bidirectional, generator=None):
    outs = ffi.new("vjp_tensor*[3]")
    try:
        hx = [item._p for item in hx]
        params = [item._p for item in params]
        status = _c_lstm_data(data._p, batch_sizes._p, hx, len(hx), params, len(params), has_biases, num_layers,
                              dropout, train, bidirectional, NULL if generator is None else generator._p, outs)
    except UNFIT as error:
        raise explain("lstm.data", (data, batch_sizes, hx, params, has_biases, num_layers, dropout, train,
                                    bidirectional, generator), error) from None
    if status:
        raise failure()
    return lstm_data_result(Tensor(outs[0]), Tensor(outs[1]), Tensor(outs[2]))


lstm = overloaded("lstm", ("lstm", _lstm), ("lstm.data", _lstm_data))
lstm.__doc__ = """lstm(input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first, *, generator=None)
lstm(data, batch_sizes, hx, params, has_biases, num_layers, dropout, train, bidirectional, *, generator=None)

Layers of LSTM cells over [steps, batch, features] (batch first with batch_first). hx: hidden states and cells
before the first step, [layers * directions, batch, size]; a smaller hidden state is projected. params: for
each layer and direction w_ih, w_hh, with has_biases b_ih, b_hh, and the projection if there is one; gates i,
f, g, o.

Results, by these names: output, h_n, c_n.
Derivative (g: the gradient of the result): each step, with g_h and g_c what comes into h and c, and t =
tanh(c): d_c = g_c + g_h * o * (1 - t²), d_o = g_h * t * o * (1 - o), d_i = d_c * g * i * (1 - i), d_f = d_c *
c_before * f * (1 - f), d_g = d_c * i * (1 - g²), D = [d_i, d_f, d_g, d_o]; input: D @ w_ih; hx: D @ w_hh and
d_c * f, of the first step; params: Σ Dᵀ @ input and Σ Dᵀ @ h_before over the steps, and Σ D for both biases.

>>> states, params = [vjp.zeros(1, 1, 1), vjp.zeros(1, 1, 1)], [vjp.ones(4, 1), vjp.ones(4, 1)]
>>> vjp.lstm(vjp.ones(2, 1, 1), states, params, False, 1, 0.0, False, False, False)[0].flatten()
tensor([0.3696, 0.6505])

lstm over sequences of several lengths, longest first: data has the rows of the first step, then of the
second, ...; batch_sizes how many each has.

Results, by these names: output, h_n, c_n.
Derivative (g: the gradient of the result): each step, with g_h and g_c what comes into h and c, and t =
tanh(c): d_c = g_c + g_h * o * (1 - t²), d_o = g_h * t * o * (1 - o), d_i = d_c * g * i * (1 - i), d_f = d_c *
c_before * f * (1 - f), d_g = d_c * i * (1 - g²), D = [d_i, d_f, d_g, d_o]; input: D @ w_ih; hx: D @ w_hh and
d_c * f, of the first step; params: Σ Dᵀ @ input and Σ Dᵀ @ h_before over the steps, and Σ D for both biases.

>>> states, params = [vjp.zeros(1, 2, 1), vjp.zeros(1, 2, 1)], [vjp.ones(4, 1), vjp.ones(4, 1)]
>>> vjp.lstm(vjp.ones(3, 1), vjp.tensor([2, 1]), states, params, False, 1, 0.0, False, False)[0].flatten()
tensor([0.3696, 0.3696, 0.6505])
"""


def lstm_cell(input, hx, w_ih, w_hh, b_ih=None, b_hh=None):
    """One step of an LSTM: c = f c + i g, h = o tanh(c). [batch, features], and hx the hidden state and the cell,
    [batch, size], or all without batch.

    Results, by these names: h, c.
    Derivative (g: the gradient of the result): each step, with g_h and g_c what comes into h and c, and t =
    tanh(c): d_c = g_c + g_h * o * (1 - t²), d_o = g_h * t * o * (1 - o), d_i = d_c * g * i * (1 - i), d_f = d_c *
    c_before * f * (1 - f), d_g = d_c * i * (1 - g²), D = [d_i, d_f, d_g, d_o]; input: D @ w_ih; hx: D @ w_hh and
    d_c * f, of the first step; params: Σ Dᵀ @ input and Σ Dᵀ @ h_before over the steps, and Σ D for both biases.

    >>> vjp.lstm_cell(vjp.ones(1, 1), [vjp.zeros(1, 1), vjp.zeros(1, 1)], vjp.ones(4, 1), vjp.ones(4, 1))[0]
    tensor([[0.3696]])
    """
    outs = ffi.new("vjp_tensor*[2]")
    try:
        hx = [item._p for item in hx]
        status = _c_lstm_cell(input._p, hx, len(hx), w_ih._p, w_hh._p, NULL if b_ih is None else b_ih._p,
                              NULL if b_hh is None else b_hh._p, outs)
    except UNFIT as error:
        raise explain("lstm_cell", (input, hx, w_ih, w_hh, b_ih, b_hh), error) from None
    if status:
        raise failure()
    return lstm_cell_result(Tensor(outs[0]), Tensor(outs[1]))


def lt(input, other, *, out=None):
    """input < other, elementwise.

    Shapes broadcast. Dtypes: real; the result has bool.
    Derivative: none; the result does not require grad.

    >>> vjp.lt(vjp.tensor([0.25, 0.5]), vjp.tensor([0.25, 0.5]))
    tensor([False, False])
    """
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
    """As `lt`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes on
    with this operation, and its derivative is that of `lt`; a leaf that requires grad is not changed while
    recording.
    """
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


def lu(A, pivot=True, get_infos=False):
    """linalg_lu_factor under its former name: LU, pivots and, if wanted, infos.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.lu(vjp.tensor([[1.0, 2.0], [2.0, 2.0]]))[1]
    tensor([2, 2], dtype=vjp.int32)
    """
    try:
        p = _c_lu(A._p, pivot, get_infos)
    except UNFIT as error:
        raise explain("lu", (A, pivot, get_infos), error) from None
    if p:
        return from_list(p)
    raise failure()


def lu_solve(b, LU_data, LU_pivots):
    """linalg_lu_solve under its former name.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.lu_solve(vjp.tensor([[3.0], [4.0]]), *vjp.lu(vjp.tensor([[1.0, 2.0], [2.0, 2.0]])))
    tensor([[1.],
            [1.]])
    """
    try:
        p = _c_lu_solve(b._p, LU_data._p, LU_pivots._p)
    except UNFIT as error:
        raise explain("lu_solve", (b, LU_data, LU_pivots), error) from None
    if p:
        return Tensor(p)
    raise failure()


def lu_unpack(LU_data, LU_pivots, unpack_data=True, unpack_pivots=True):
    """The matrices P, L and U of A = P L U; empty ones where they are not wanted.

    Results, by these names: P, L, U.
    Derivative: that of the operators it is made of, of any order.

    >>> vjp.lu_unpack(*vjp.lu(vjp.tensor([[1.0, 2.0], [2.0, 2.0]]))).P
    tensor([[0., 1.],
            [1., 0.]])
    """
    outs = ffi.new("vjp_tensor*[3]")
    try:
        status = _c_lu_unpack(LU_data._p, LU_pivots._p, unpack_data, unpack_pivots, outs)
    except UNFIT as error:
        raise explain("lu_unpack", (LU_data, LU_pivots, unpack_data, unpack_pivots), error) from None
    if status:
        raise failure()
    return lu_unpack_result(Tensor(outs[0]), Tensor(outs[1]), Tensor(outs[2]))


def mH(input):
    """The conjugate transpose over the last two dimensions.

    Derivative (g: the gradient of the result): input: gᴴ.

    >>> vjp.tensor([[1.0, 2.0], [3.0, 4.0]]).mH
    tensor([[1., 3.],
            [2., 4.]])
    """
    try:
        p = _c_mH(input._p)
    except UNFIT as error:
        raise explain("mH", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def mT(input):
    """Exchanges the last two dimensions.

    Derivative (g: the gradient of the result): input: g with the same dimensions exchanged.

    >>> vjp.tensor([[1.0, 2.0], [3.0, 4.0]]).mT
    tensor([[1., 3.],
            [2., 4.]])
    """
    try:
        p = _c_mT(input._p)
    except UNFIT as error:
        raise explain("mT", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def margin_ranking_loss(input1, input2, target, margin=0.0, reduction="mean"):
    """max(0, margin - target * (input1 - input2)): with a target of 1 the first should be the larger one, with -1
    the second.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.margin_ranking_loss(vjp.tensor([1.0, 2.0]), vjp.tensor([3.0, 1.0]), vjp.tensor([1.0, 1.0]))
    tensor(1.)
    """
    try:
        p = _c_margin_ranking_loss(input1._p, input2._p, target._p, margin, reduction.encode())
    except UNFIT as error:
        raise explain("margin_ranking_loss", (input1, input2, target, margin, reduction), error) from None
    if p:
        return Tensor(p)
    raise failure()


def masked_amax(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    """The largest of the elements where the mask is true. Equal ones share the gradient.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.masked.amax(vjp.tensor([1.0, 2.0, 4.0]), mask=vjp.tensor([True, False, True]))
    tensor(4.)
    """
    try:
        dim = () if dim is None else ints(dim)
        p = _c_masked_amax(input._p, dim or NULL, len(dim), keepdim, dtype_code(dtype),
                           NULL if mask is None else mask._p)
    except UNFIT as error:
        raise explain("masked_amax", (input, dim, keepdim, dtype, mask), error) from None
    if p:
        return Tensor(p)
    raise failure()


def masked_amin(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    """The smallest of the elements where the mask is true. Equal ones share the gradient.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.masked.amin(vjp.tensor([1.0, 2.0, 4.0]), mask=vjp.tensor([True, False, True]))
    tensor(1.)
    """
    try:
        dim = () if dim is None else ints(dim)
        p = _c_masked_amin(input._p, dim or NULL, len(dim), keepdim, dtype_code(dtype),
                           NULL if mask is None else mask._p)
    except UNFIT as error:
        raise explain("masked_amin", (input, dim, keepdim, dtype, mask), error) from None
    if p:
        return Tensor(p)
    raise failure()


def masked_cumprod(input, dim, *, dtype=None, mask=None):
    """Running products of the elements where the mask is true.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.masked.cumprod(vjp.tensor([1.0, 2.0, 4.0]), 0, mask=vjp.tensor([True, False, True]))
    tensor([1., 1., 4.])
    """
    try:
        p = _c_masked_cumprod(input._p, dim, dtype_code(dtype), NULL if mask is None else mask._p)
    except UNFIT as error:
        raise explain("masked_cumprod", (input, dim, dtype, mask), error) from None
    if p:
        return Tensor(p)
    raise failure()


def masked_cumsum(input, dim, *, dtype=None, mask=None):
    """Running sums of the elements where the mask is true.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.masked.cumsum(vjp.tensor([1.0, 2.0, 4.0]), 0, mask=vjp.tensor([True, False, True]))
    tensor([1., 1., 5.])
    """
    try:
        p = _c_masked_cumsum(input._p, dim, dtype_code(dtype), NULL if mask is None else mask._p)
    except UNFIT as error:
        raise explain("masked_cumsum", (input, dim, dtype, mask), error) from None
    if p:
        return Tensor(p)
    raise failure()


def masked_fill(input, mask, value):
    """input with `value`, a number or a zero-dimensional tensor, where the mask is true.

    Derivative (g: the gradient of the result): input: g, 0 where mask is true; value: Σ g where mask is true.

    >>> vjp.masked_fill(vjp.tensor([0.25, 0.5]), vjp.tensor([True, False]), 2.0)
    tensor([2. , 0.5])
    """
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
    """As `masked_fill`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history
    goes on with this operation, and its derivative is that of `masked_fill`; a leaf that requires grad is not
    changed while recording.
    """
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


def masked_log_softmax(input, dim, *, dtype=None, mask=None):
    """log_softmax along a dimension of the elements where the mask is true.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.masked.log_softmax(vjp.tensor([1.0, 2.0, 4.0]), 0, mask=vjp.tensor([True, False, True]))
    tensor([-3.0486,    -inf, -0.0486])
    """
    try:
        p = _c_masked_log_softmax(input._p, dim, dtype_code(dtype), NULL if mask is None else mask._p)
    except UNFIT as error:
        raise explain("masked_log_softmax", (input, dim, dtype, mask), error) from None
    if p:
        return Tensor(p)
    raise failure()


def masked_logaddexp(input, other, *, dtype=None, input_mask=None, other_mask=None):
    """log(exp(input) + exp(other)) of what the masks leave of each.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.masked.logaddexp(vjp.ones(1), vjp.ones(1), other_mask=vjp.tensor([False]))
    tensor([1.])
    """
    try:
        p = _c_masked_logaddexp(input._p, other._p, dtype_code(dtype), NULL if input_mask is None else input_mask._p,
                                NULL if other_mask is None else other_mask._p)
    except UNFIT as error:
        raise explain("masked_logaddexp", (input, other, dtype, input_mask, other_mask), error) from None
    if p:
        return Tensor(p)
    raise failure()


def masked_logsumexp(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    """log(sum(exp(input))) of the elements where the mask is true, without overflow.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.masked.logsumexp(vjp.tensor([1.0, 2.0, 4.0]), mask=vjp.tensor([True, False, True]))
    tensor(4.0486)
    """
    try:
        dim = () if dim is None else ints(dim)
        p = _c_masked_logsumexp(input._p, dim or NULL, len(dim), keepdim, dtype_code(dtype),
                                NULL if mask is None else mask._p)
    except UNFIT as error:
        raise explain("masked_logsumexp", (input, dim, keepdim, dtype, mask), error) from None
    if p:
        return Tensor(p)
    raise failure()


def masked_mean(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    """The mean of the elements where the mask is true.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.masked.mean(vjp.tensor([1.0, 2.0, 4.0]), mask=vjp.tensor([True, False, True]))
    tensor(2.5)
    """
    try:
        dim = () if dim is None else ints(dim)
        p = _c_masked_mean(input._p, dim or NULL, len(dim), keepdim, dtype_code(dtype),
                           NULL if mask is None else mask._p)
    except UNFIT as error:
        raise explain("masked_mean", (input, dim, keepdim, dtype, mask), error) from None
    if p:
        return Tensor(p)
    raise failure()


def masked_median(input, dim=-1, *, keepdim=False, dtype=None, mask=None):
    """The median along a dimension (the lower of two) of the elements where the mask is true and that are not NaN.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.masked.median(vjp.tensor([1.0, 2.0, 4.0]), mask=vjp.tensor([True, False, True]))
    tensor(1.)
    """
    try:
        p = _c_masked_median(input._p, dim, keepdim, dtype_code(dtype), NULL if mask is None else mask._p)
    except UNFIT as error:
        raise explain("masked_median", (input, dim, keepdim, dtype, mask), error) from None
    if p:
        return Tensor(p)
    raise failure()


def masked_norm(input, ord=2, dim=None, *, keepdim=False, dtype=None, mask=None):
    """The norm of order `ord` of the elements where the mask is true, as a vector.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.masked.norm(vjp.tensor([1.0, 2.0, 4.0]), mask=vjp.tensor([True, False, True]))
    tensor(4.1231)
    """
    try:
        dim = () if dim is None else ints(dim)
        p = _c_masked_norm(input._p, ord, dim or NULL, len(dim), keepdim, dtype_code(dtype),
                           NULL if mask is None else mask._p)
    except UNFIT as error:
        raise explain("masked_norm", (input, ord, dim, keepdim, dtype, mask), error) from None
    if p:
        return Tensor(p)
    raise failure()


def masked_normalize(input, ord, dim, *, eps=1e-12, dtype=None, mask=None):
    """The elements where the mask is true over their norm along a dimension, which is taken to be at least eps.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.masked.normalize(vjp.tensor([1.0, 2.0, 4.0]), 1.0, 0, mask=vjp.tensor([True, False, True]))
    tensor([0.2, 0. , 0.8])
    """
    try:
        p = _c_masked_normalize(input._p, ord, dim, eps, dtype_code(dtype), NULL if mask is None else mask._p)
    except UNFIT as error:
        raise explain("masked_normalize", (input, ord, dim, eps, dtype, mask), error) from None
    if p:
        return Tensor(p)
    raise failure()


def masked_prod(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    """The product of the elements where the mask is true; a tensor without dimensions, and without a mask, as it is.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.masked.prod(vjp.tensor([1.0, 2.0, 4.0]), mask=vjp.tensor([True, False, True]))
    tensor(4.)
    """
    try:
        dim = () if dim is None else ints(dim)
        p = _c_masked_prod(input._p, dim or NULL, len(dim), keepdim, dtype_code(dtype),
                           NULL if mask is None else mask._p)
    except UNFIT as error:
        raise explain("masked_prod", (input, dim, keepdim, dtype, mask), error) from None
    if p:
        return Tensor(p)
    raise failure()


def masked_scatter(input, mask, source):
    """input with the elements of source, in order, where the mask is true.

    Derivative (g: the gradient of the result): input: g, 0 where mask is true; source: its first elements get g
    where mask is true, in order; the others 0.

    >>> vjp.masked_scatter(vjp.zeros(3), vjp.tensor([True, False, True]), vjp.tensor([1.0, 2.0]))
    tensor([1., 0., 2.])
    """
    try:
        p = _c_masked_scatter(input._p, mask._p, source._p)
    except UNFIT as error:
        raise explain("masked_scatter", (input, mask, source), error) from None
    if p:
        return Tensor(p)
    raise failure()


def masked_scatter_(input, mask, source):
    """As `masked_scatter`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its
    history goes on with this operation, and its derivative is that of `masked_scatter`; a leaf that requires grad
    is not changed while recording.
    """
    try:
        status = _c_masked_scatter_(input._p, mask._p, source._p)
    except UNFIT as error:
        raise explain("masked_scatter", (input, mask, source), error) from None
    if status:
        raise failure()
    return input


def masked_select(input, mask):
    """The elements where the mask is true, in row-major order.

    Derivative (g: the gradient of the result): input: zeros with g, in order, where mask is true.

    >>> vjp.masked_select(vjp.tensor([0.25, 0.5]), vjp.tensor([True, False]))
    tensor([0.25])
    """
    try:
        p = _c_masked_select(input._p, mask._p)
    except UNFIT as error:
        raise explain("masked_select", (input, mask), error) from None
    if p:
        return Tensor(p)
    raise failure()


def masked_softmax(input, dim, *, dtype=None, mask=None):
    """softmax along a dimension of the elements where the mask is true, 0 elsewhere.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.masked.softmax(vjp.tensor([1.0, 2.0, 4.0]), 0, mask=vjp.tensor([True, False, True]))
    tensor([0.0474, 0.    , 0.9526])
    """
    try:
        p = _c_masked_softmax(input._p, dim, dtype_code(dtype), NULL if mask is None else mask._p)
    except UNFIT as error:
        raise explain("masked_softmax", (input, dim, dtype, mask), error) from None
    if p:
        return Tensor(p)
    raise failure()


def masked_softmin(input, dim, *, dtype=None, mask=None):
    """softmin along a dimension of the elements where the mask is true, 0 elsewhere.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.masked.softmin(vjp.tensor([1.0, 2.0, 4.0]), 0, mask=vjp.tensor([True, False, True]))
    tensor([0.9526, 0.    , 0.0474])
    """
    try:
        p = _c_masked_softmin(input._p, dim, dtype_code(dtype), NULL if mask is None else mask._p)
    except UNFIT as error:
        raise explain("masked_softmin", (input, dim, dtype, mask), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _masked_std(input, dim=None, correction=1, keepdim=False, dtype=None, mask=None):
    try:
        dim = () if dim is None else ints(dim)
        p = _c_masked_std(input._p, dim or NULL, len(dim), NULL if correction is None else [correction], keepdim,
                          dtype_code(dtype), NULL if mask is None else mask._p)
    except UNFIT as error:
        raise explain("masked_std", (input, dim, correction, keepdim, dtype, mask), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _masked_std_unbiased(input, dim, unbiased=True, keepdim=False, dtype=None, mask=None):
    try:
        dim = () if dim is None else ints(dim)
        p = _c_masked_std_unbiased(input._p, dim or NULL, len(dim), unbiased, keepdim, dtype_code(dtype),
                                   NULL if mask is None else mask._p)
    except UNFIT as error:
        raise explain("masked_std.unbiased", (input, dim, unbiased, keepdim, dtype, mask), error) from None
    if p:
        return Tensor(p)
    raise failure()


masked_std = overloaded("masked_std", ("masked_std", _masked_std), ("masked_std.unbiased", _masked_std_unbiased))
masked_std.__doc__ = """masked_std(input, dim=None, *, correction=1, keepdim=False, dtype=None, mask=None)
masked_std(input, dim, unbiased=True, *, keepdim=False, dtype=None, mask=None)

The standard deviation of the elements where the mask is true.

Derivative: that of the operators it is made of, of any order.

>>> vjp.masked.std(vjp.tensor([1.0, 2.0, 4.0]), mask=vjp.tensor([True, False, True]))
tensor(2.1213)

The standard deviation of the elements where the mask is true; unbiased: of their count less 1.

Derivative: that of the operators it is made of, of any order.

>>> vjp.masked.std(vjp.tensor([1.0, 2.0, 4.0]), 0, False, mask=vjp.tensor([True, False, True]))
tensor(1.5)
"""


def masked_sum(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    """The sum of the elements where the mask is true.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.masked.sum(vjp.tensor([1.0, 2.0, 4.0]), mask=vjp.tensor([True, False, True]))
    tensor(5.)
    """
    try:
        dim = () if dim is None else ints(dim)
        p = _c_masked_sum(input._p, dim or NULL, len(dim), keepdim, dtype_code(dtype),
                          NULL if mask is None else mask._p)
    except UNFIT as error:
        raise explain("masked_sum", (input, dim, keepdim, dtype, mask), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _masked_var(input, dim=None, correction=1, keepdim=False, dtype=None, mask=None):
    try:
        dim = () if dim is None else ints(dim)
        p = _c_masked_var(input._p, dim or NULL, len(dim), NULL if correction is None else [correction], keepdim,
                          dtype_code(dtype), NULL if mask is None else mask._p)
    except UNFIT as error:
        raise explain("masked_var", (input, dim, correction, keepdim, dtype, mask), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _masked_var_unbiased(input, dim, unbiased=True, keepdim=False, dtype=None, mask=None):
    try:
        dim = () if dim is None else ints(dim)
        p = _c_masked_var_unbiased(input._p, dim or NULL, len(dim), unbiased, keepdim, dtype_code(dtype),
                                   NULL if mask is None else mask._p)
    except UNFIT as error:
        raise explain("masked_var.unbiased", (input, dim, unbiased, keepdim, dtype, mask), error) from None
    if p:
        return Tensor(p)
    raise failure()


masked_var = overloaded("masked_var", ("masked_var", _masked_var), ("masked_var.unbiased", _masked_var_unbiased))
masked_var.__doc__ = """masked_var(input, dim=None, *, correction=1, keepdim=False, dtype=None, mask=None)
masked_var(input, dim, unbiased=True, *, keepdim=False, dtype=None, mask=None)

The variance of the elements where the mask is true.

Derivative: that of the operators it is made of, of any order.

>>> vjp.masked.var(vjp.tensor([1.0, 2.0, 4.0]), mask=vjp.tensor([True, False, True]))
tensor(4.5)

The variance of the elements where the mask is true; unbiased: divided by their count less 1.

Derivative: that of the operators it is made of, of any order.

>>> vjp.masked.var(vjp.tensor([1.0, 2.0, 4.0]), 0, False, mask=vjp.tensor([True, False, True]))
tensor(2.25)
"""


def matmul(input, other):
    """The product over the last dimension of the first and the last but one of the second. A vector counts as a row
    on the left and as a column on the right, and its dimension vanishes; leading dimensions broadcast.

    Derivative (g: the gradient of the result): input: g @ otherᴴ, summed over broadcast dimensions; a vector
    counts as a row; other: inputᴴ @ g, summed over broadcast dimensions; a vector counts as a column.

    >>> vjp.matmul(vjp.tensor([[1.0, 2.0], [3.0, 4.0]]), vjp.tensor([1.0, 1.0]))
    tensor([3., 7.])
    """
    try:
        p = _c_matmul(input._p, other._p)
    except UNFIT as error:
        raise explain("matmul", (input, other), error) from None
    if p:
        return Tensor(p)
    raise failure()


def matrix_exp(input):
    """The exponential of square matrices.

    Derivative (g: the gradient of the result): input: the Fréchet derivative of the exponential at inputᴴ along
    g, the upper right block of exp [[inputᴴ, g], [0, inputᴴ]].

    >>> vjp.matrix_exp(vjp.tensor([[0.0, 1.0], [0.0, 0.0]]))
    tensor([[1., 1.],
            [0., 1.]])
    """
    try:
        p = _c_matrix_exp(input._p)
    except UNFIT as error:
        raise explain("matrix_exp", (input,), error) from None
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
max.__doc__ = """max(input)
max(input, dim, keepdim=False)
max(input, other, *, out=None)

The largest element.

Derivative (g: the gradient of the result): input: g * [input = result] / n, n being the number of elements
that equal the result; if it is NaN, g / n at the NaNs.

>>> vjp.max(vjp.tensor([0.25, 0.5]))
tensor(0.5)

The largest elements along a dimension, and the positions of the first of them.

Results, by these names: values, indices.
Derivative (g: the gradient of the result): input: g_values at indices, 0 elsewhere; no gradient by indices.

>>> vjp.max(vjp.tensor([0.25, 0.5]), 0)
max_dim_result(values=tensor(0.5), indices=tensor(1))

The larger of both elements: another name of maximum.

Derivative: that of the operators it is made of, of any order.

>>> vjp.max(vjp.tensor([0.25, 0.5]), vjp.tensor([0.25, 0.5]))
tensor([0.25, 0.5 ])
"""


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
max_pool1d.__doc__ = """max_pool1d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False)
max_pool1d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, *, return_indices)

The largest element of every window of [N, C, L].

Derivative (g: the gradient of the result): input: g added at the element of each window that became the
result.

>>> vjp.max_pool1d(vjp.tensor([[1.0, 2.0], [3.0, 4.0]]), (2,))
tensor([[2.],
        [4.]])

max_pool1d, followed by the positions in the flattened channel if return_indices is true.

Derivative: that of the operators it is made of, of any order.

>>> vjp.max_pool1d(vjp.tensor([[1.0, 2.0], [3.0, 4.0]]), (2,), return_indices=True)
(tensor([[2.],
        [4.]]), tensor([[1],
        [1]]))
"""


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
max_pool2d.__doc__ = """max_pool2d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False)
max_pool2d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, *, return_indices)

The largest element of every window of [N, C, H, W].

Derivative (g: the gradient of the result): input: g added at the element of each window that became the
result.

>>> vjp.max_pool2d(vjp.ones(1, 1, 2), (1,))
tensor([[[1., 1.]]])

max_pool2d, followed by the positions in the flattened channel if return_indices is true.

Derivative: that of the operators it is made of, of any order.

>>> vjp.max_pool2d(vjp.ones(1, 1, 2), (1,), return_indices=True)
(tensor([[[1., 1.]]]), tensor([[[0, 1]]]))
"""


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
max_pool3d.__doc__ = """max_pool3d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False)
max_pool3d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, *, return_indices)

The largest element of every window of [N, C, D, H, W].

Derivative (g: the gradient of the result): input: g added at the element of each window that became the
result.

>>> vjp.max_pool3d(vjp.ones(1, 1, 2, 2), (1,))
tensor([[[[1., 1.],
          [1., 1.]]]])

max_pool3d, followed by the positions in the flattened channel if return_indices is true.

Derivative: that of the operators it is made of, of any order.

>>> vjp.max_pool3d(vjp.ones(1, 1, 2, 2), (1,), return_indices=True)
(tensor([[[[1., 1.],
          [1., 1.]]]]), tensor([[[[0, 1],
          [2, 3]]]]))
"""


def max_unpool1d(input, indices, kernel_size, stride=None, padding=0, output_size=None):
    """Zeros of [N, C, L] with each element at its position in the flattened channel: the inverse of max_pool1d up to
    what did not win. Where a position is given twice, either element counts.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.max_unpool1d(vjp.tensor([[5.0, 4.0]]), vjp.tensor([[1, 3]]), 2)
    tensor([[0., 5., 0., 4.]])
    """
    try:
        kernel_size = ints(kernel_size)
        stride = () if stride is None else ints(stride)
        padding = ints(padding)
        output_size = () if output_size is None else ints(output_size)
        p = _c_max_unpool1d(input._p, indices._p, kernel_size, len(kernel_size), stride or NULL, len(stride), padding,
                            len(padding), output_size or NULL, len(output_size))
    except UNFIT as error:
        raise explain("max_unpool1d", (input, indices, kernel_size, stride, padding, output_size), error) from None
    if p:
        return Tensor(p)
    raise failure()


def max_unpool2d(input, indices, kernel_size, stride=None, padding=0, output_size=None):
    """Zeros of [N, C, H, W] with each element at its position in the flattened channel: the inverse of max_pool2d up
    to what did not win. Where a position is given twice, either element counts.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.max_unpool2d(vjp.tensor([[[5.0]]]), vjp.tensor([[[3]]]), 2)
    tensor([[[0., 0.],
             [0., 5.]]])
    """
    try:
        kernel_size = ints(kernel_size)
        stride = () if stride is None else ints(stride)
        padding = ints(padding)
        output_size = () if output_size is None else ints(output_size)
        p = _c_max_unpool2d(input._p, indices._p, kernel_size, len(kernel_size), stride or NULL, len(stride), padding,
                            len(padding), output_size or NULL, len(output_size))
    except UNFIT as error:
        raise explain("max_unpool2d", (input, indices, kernel_size, stride, padding, output_size), error) from None
    if p:
        return Tensor(p)
    raise failure()


def max_unpool3d(input, indices, kernel_size, stride=None, padding=0, output_size=None):
    """Zeros of [N, C, D, H, W] with each element at its position in the flattened channel: the inverse of max_pool3d
    up to what did not win. Where a position is given twice, either element counts.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.max_unpool3d(vjp.tensor([[[[5.0]]]]), vjp.tensor([[[[7]]]]), 2).shape
    (1, 2, 2, 2)
    """
    try:
        kernel_size = ints(kernel_size)
        stride = () if stride is None else ints(stride)
        padding = ints(padding)
        output_size = () if output_size is None else ints(output_size)
        p = _c_max_unpool3d(input._p, indices._p, kernel_size, len(kernel_size), stride or NULL, len(stride), padding,
                            len(padding), output_size or NULL, len(output_size))
    except UNFIT as error:
        raise explain("max_unpool3d", (input, indices, kernel_size, stride, padding, output_size), error) from None
    if p:
        return Tensor(p)
    raise failure()


def maximum(input, other, *, out=None):
    """The larger of both elements, NaN if either is.

    Shapes broadcast. Dtypes: real; the result has the promoted dtype.
    Derivative (g: the gradient of the result): input: where(input < other, 0, g * where(input == other, 0.5, 1));
    other: where(input > other, 0, g * where(input == other, 0.5, 1)).

    >>> vjp.maximum(vjp.tensor([0.25, 0.5]), vjp.tensor([0.25, 0.5]))
    tensor([0.25, 0.5 ])
    """
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
    """As `maximum`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes
    on with this operation, and its derivative is that of `maximum`; a leaf that requires grad is not changed
    while recording.
    """
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
    """The mean over the given dimensions, or over all; of floating and complex tensors.

    Derivative (g: the gradient of the result): input: g / n, expanded over the n reduced elements.

    >>> vjp.mean(vjp.tensor([1.0, 2.0, 6.0]))
    tensor(3.)
    """
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
median.__doc__ = """median(input)
median(input, dim, keepdim=False)

The median of all elements (the lower of two). Equal ones share the gradient.

Derivative (g: the gradient of the result): input: g * [input = result] / n, n being the number of elements
that equal the result; if it is NaN, g / n at the NaNs.

>>> vjp.median(vjp.tensor([0.25, 0.5]))
tensor(0.25)

The medians along a dimension (the lower of two), and where they are. NaN if there is one.

Results, by these names: values, indices.
Derivative (g: the gradient of the result): input: g_values at indices, 0 elsewhere; no gradient by indices.

>>> vjp.median(vjp.tensor([0.25, 0.5]), 0)
median_dim_result(values=tensor(0.25), indices=tensor(0))
"""


def meshgrid(*tensors, indexing="ij", **keywords):
    """The coordinates of a grid, given by those along each dimension, as views of the grid's shape. Indexing "xy"
    exchanges the first two dimensions.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.meshgrid(vjp.tensor([1, 2]), vjp.tensor([3, 4]))[1]
    tensor([[3, 4],
            [3, 4]])
    """
    tensors = unpacked(tensors, keywords, "tensors")
    if keywords:
        raise TypeError("meshgrid: unknown keyword {}".format(*keywords))
    try:
        tensors = [item._p for item in tensors]
        p = _c_meshgrid(tensors, len(tensors), indexing.encode())
    except UNFIT as error:
        raise explain("meshgrid", (tensors, indexing), error) from None
    if p:
        return from_list(p)
    raise failure()


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
min.__doc__ = """min(input)
min(input, dim, keepdim=False)
min(input, other, *, out=None)

The smallest element.

Derivative (g: the gradient of the result): input: g * [input = result] / n, n being the number of elements
that equal the result; if it is NaN, g / n at the NaNs.

>>> vjp.min(vjp.tensor([0.25, 0.5]))
tensor(0.25)

The smallest elements along a dimension, and the positions of the first of them.

Results, by these names: values, indices.
Derivative (g: the gradient of the result): input: g_values at indices, 0 elsewhere; no gradient by indices.

>>> vjp.min(vjp.tensor([0.25, 0.5]), 0)
min_dim_result(values=tensor(0.25), indices=tensor(0))

The smaller of both elements: another name of minimum.

Derivative: that of the operators it is made of, of any order.

>>> vjp.min(vjp.tensor([0.25, 0.5]), vjp.tensor([0.25, 0.5]))
tensor([0.25, 0.5 ])
"""


def minimum(input, other, *, out=None):
    """The smaller of both elements, NaN if either is.

    Shapes broadcast. Dtypes: real; the result has the promoted dtype.
    Derivative (g: the gradient of the result): input: where(input > other, 0, g * where(input == other, 0.5, 1));
    other: where(input < other, 0, g * where(input == other, 0.5, 1)).

    >>> vjp.minimum(vjp.tensor([0.25, 0.5]), vjp.tensor([0.25, 0.5]))
    tensor([0.25, 0.5 ])
    """
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
    """As `minimum`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes
    on with this operation, and its derivative is that of `minimum`; a leaf that requires grad is not changed
    while recording.
    """
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
    """input * tanh(softplus(input)), elementwise.

    The input's shape. Dtypes: real; the result has the promoted dtype, float32 for integers.
    Derivative (g: the gradient of the result): t = tanh(softplus(input)): input: g * (t + input * sigmoid(input)
    * (1 - t²)).

    >>> vjp.mish(vjp.tensor([0.25, 0.5]))
    tensor([0.1696, 0.3752])
    """
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
    """As `mish`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes on
    with this operation, and its derivative is that of `mish`; a leaf that requires grad is not changed while
    recording.
    """
    try:
        status = _c_mish_(input._p)
    except UNFIT as error:
        raise explain("mish", (input,), error) from None
    if status:
        raise failure()
    return input


def mm(input, mat2, *, out=None):
    """The product of two matrices.

    Derivative (g: the gradient of the result): input: g @ mat2ᴴ; mat2: inputᴴ @ g.

    >>> vjp.mm(vjp.tensor([[1.0, 2.0], [3.0, 4.0]]), vjp.tensor([[1.0, 2.0], [3.0, 4.0]]))
    tensor([[ 7., 10.],
            [15., 22.]])
    """
    if out is not None:
        return call_out("mm", (input, mat2), out)
    try:
        p = _c_mm(input._p, mat2._p)
    except UNFIT as error:
        raise explain("mm", (input, mat2), error) from None
    if p:
        return Tensor(p)
    raise failure()


def mode(input, dim=-1, keepdim=False):
    """The most frequent elements along a dimension, the smallest of several, and the positions of the last of them.

    Results, by these names: values, indices.
    Derivative (g: the gradient of the result): input: g_values at indices, 0 elsewhere; no gradient by indices.

    >>> vjp.mode(vjp.tensor([2.0, 1.0, 2.0])).indices
    tensor(2)
    """
    outs = ffi.new("vjp_tensor*[2]")
    try:
        status = _c_mode_dim(input._p, dim, keepdim, outs)
    except UNFIT as error:
        raise explain("mode.dim", (input, dim, keepdim), error) from None
    if status:
        raise failure()
    return mode_dim_result(Tensor(outs[0]), Tensor(outs[1]))


def modified_bessel_i0(input, *, out=None):
    """i0 under its long name.

    The input's shape. Dtypes: real; the result has the promoted dtype, float32 for integers.
    Derivative: by input, elementwise.

    >>> vjp.modified_bessel_i0(vjp.tensor([0.25, 0.5]))
    tensor([1.0157, 1.0635])
    """
    if out is not None:
        return call_out("modified_bessel_i0", (input,), out)
    try:
        p = _c_modified_bessel_i0(input._p)
    except UNFIT as error:
        raise explain("modified_bessel_i0", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def modified_bessel_i0_(input):
    """As `modified_bessel_i0`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its
    history goes on with this operation, and its derivative is that of `modified_bessel_i0`; a leaf that requires
    grad is not changed while recording.
    """
    try:
        status = _c_modified_bessel_i0_(input._p)
    except UNFIT as error:
        raise explain("modified_bessel_i0", (input,), error) from None
    if status:
        raise failure()
    return input


def modified_bessel_i1(input, *, out=None):
    """i1 under its long name.

    The input's shape. Dtypes: real; the result has the promoted dtype, float32 for integers.
    Derivative (g: the gradient of the result): input: g * (i0(input) - result / input), g / 2 at 0.

    >>> vjp.modified_bessel_i1(vjp.tensor([0.25, 0.5]))
    tensor([0.126 , 0.2579])
    """
    if out is not None:
        return call_out("modified_bessel_i1", (input,), out)
    try:
        p = _c_modified_bessel_i1(input._p)
    except UNFIT as error:
        raise explain("modified_bessel_i1", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def modified_bessel_i1_(input):
    """As `modified_bessel_i1`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its
    history goes on with this operation, and its derivative is that of `modified_bessel_i1`; a leaf that requires
    grad is not changed while recording.
    """
    try:
        status = _c_modified_bessel_i1_(input._p)
    except UNFIT as error:
        raise explain("modified_bessel_i1", (input,), error) from None
    if status:
        raise failure()
    return input


def modified_bessel_k0(input, *, out=None):
    """The modified Bessel function of the second kind, of order 0; NaN below 0.

    The input's shape. Dtypes: real; the result has the promoted dtype, float32 for integers.
    Derivative (g: the gradient of the result): input: g * (-(scaled_modified_bessel_k1(input) * exp(-input))).

    >>> vjp.modified_bessel_k0(vjp.tensor([0.25, 0.5]))
    tensor([1.5415, 0.9244])
    """
    if out is not None:
        return call_out("modified_bessel_k0", (input,), out)
    try:
        p = _c_modified_bessel_k0(input._p)
    except UNFIT as error:
        raise explain("modified_bessel_k0", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def modified_bessel_k0_(input):
    """As `modified_bessel_k0`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its
    history goes on with this operation, and its derivative is that of `modified_bessel_k0`; a leaf that requires
    grad is not changed while recording.
    """
    try:
        status = _c_modified_bessel_k0_(input._p)
    except UNFIT as error:
        raise explain("modified_bessel_k0", (input,), error) from None
    if status:
        raise failure()
    return input


def modified_bessel_k1(input, *, out=None):
    """The modified Bessel function of the second kind, of order 1; NaN below 0.

    The input's shape. Dtypes: real; the result has the promoted dtype, float32 for integers.
    Derivative (g: the gradient of the result): input: g * ((-(scaled_modified_bessel_k0(input) * exp(-input))) -
    (result / input)).

    >>> vjp.modified_bessel_k1(vjp.tensor([0.25, 0.5]))
    tensor([3.747 , 1.6564])
    """
    if out is not None:
        return call_out("modified_bessel_k1", (input,), out)
    try:
        p = _c_modified_bessel_k1(input._p)
    except UNFIT as error:
        raise explain("modified_bessel_k1", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def modified_bessel_k1_(input):
    """As `modified_bessel_k1`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its
    history goes on with this operation, and its derivative is that of `modified_bessel_k1`; a leaf that requires
    grad is not changed while recording.
    """
    try:
        status = _c_modified_bessel_k1_(input._p)
    except UNFIT as error:
        raise explain("modified_bessel_k1", (input,), error) from None
    if status:
        raise failure()
    return input


def movedim(input, source, destination):
    """Moves dimensions to other places; the others keep their order.

    Derivative (g: the gradient of the result): input: g with its dimensions back in the order of input.

    >>> vjp.movedim(vjp.ones(2, 3, 4), (0,), (2,)).shape
    (3, 4, 2)
    """
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
    """The squared error: of each element, its mean, or its sum.

    Derivative (g: the gradient of the result): input: g * 2 (input - target), over n with "mean"; target: minus
    that.

    >>> vjp.mse_loss(vjp.tensor([0.25, 0.5]), vjp.tensor([0.25, 0.5]))
    tensor(0.)
    """
    try:
        p = _c_mse_loss(input._p, target._p, reduction.encode())
    except UNFIT as error:
        raise explain("mse_loss", (input, target, reduction), error) from None
    if p:
        return Tensor(p)
    raise failure()


def msort(input):
    """The elements along the first dimension in order.

    Derivative (g: the gradient of the result): input: g brought back to where the elements were.

    >>> vjp.msort(vjp.tensor([3.0, 1.0, 2.0]))
    tensor([1., 2., 3.])
    """
    try:
        p = _c_msort(input._p)
    except UNFIT as error:
        raise explain("msort", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def mul(input, other, *, out=None):
    """input * other, elementwise.

    Shapes broadcast. Dtypes: any; the result has the promoted dtype.
    Derivative (g: the gradient of the result): input: g * other; other: g * input.

    >>> vjp.mul(vjp.tensor([0.25, 0.5]), vjp.tensor([0.25, 0.5]))
    tensor([0.0625, 0.25  ])
    """
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
    """As `mul`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes on
    with this operation, and its derivative is that of `mul`; a leaf that requires grad is not changed while
    recording.
    """
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


def multi_head_attention_forward(query, key, value, embed_dim_to_check, num_heads, in_proj_weight, in_proj_bias,
                                 bias_k, bias_v, add_zero_attn, dropout_p, out_proj_weight, out_proj_bias,
                                 training=True, key_padding_mask=None, need_weights=True, attn_mask=None,
                                 use_separate_proj_weight=False, q_proj_weight=None, k_proj_weight=None,
                                 v_proj_weight=None, static_k=None, static_v=None, average_attn_weights=True,
                                 is_causal=False, *, generator=None):
    """Queries [L, B, E] (or [L, E]), keys and values [S, B, *], projected, attended to in num_heads heads, and
    projected back. in_proj_weight is [3 E, E], or use_separate_proj_weight has one for each. A mask is added, or
    true where a key is not seen: key_padding_mask [B, S], attn_mask [L, S] or [B num_heads, L, S]; is_causal:
    query i sees the keys up to i, where no attn_mask says so. bias_k, bias_v and add_zero_attn append keys. A
    query that sees nothing gives zeros. weights [B, L, S], of each head unless average_attn_weights; empty
    without need_weights.

    Results, by these names: values, weights.
    Derivative: that of the operators it is made of, of any order.

    >>> x, w = vjp.ones(3, 1, 2), vjp.ones(6, 2)
    >>> vjp.multi_head_attention_forward(x, x, x, 2, 1, w, None, None, None, False, 0.0, vjp.ones(2, 2), None)[0].shape
    (3, 1, 2)
    """
    outs = ffi.new("vjp_tensor*[2]")
    try:
        status = _c_multi_head_attention_forward(query._p, key._p, value._p, embed_dim_to_check, num_heads,
                                                 NULL if in_proj_weight is None else in_proj_weight._p,
                                                 NULL if in_proj_bias is None else in_proj_bias._p,
                                                 NULL if bias_k is None else bias_k._p,
                                                 NULL if bias_v is None else bias_v._p, add_zero_attn, dropout_p,
                                                 out_proj_weight._p,
                                                 NULL if out_proj_bias is None else out_proj_bias._p, training,
                                                 NULL if key_padding_mask is None else key_padding_mask._p,
                                                 need_weights, NULL if attn_mask is None else attn_mask._p,
                                                 use_separate_proj_weight,
                                                 NULL if q_proj_weight is None else q_proj_weight._p,
                                                 NULL if k_proj_weight is None else k_proj_weight._p,
                                                 NULL if v_proj_weight is None else v_proj_weight._p,
                                                 NULL if static_k is None else static_k._p,
                                                 NULL if static_v is None else static_v._p, average_attn_weights,
                                                 is_causal, NULL if generator is None else generator._p, outs)
    except UNFIT as error:
        raise explain("multi_head_attention_forward", (query, key, value, embed_dim_to_check, num_heads,
                                                       in_proj_weight, in_proj_bias, bias_k, bias_v, add_zero_attn,
                                                       dropout_p, out_proj_weight, out_proj_bias, training,
                                                       key_padding_mask, need_weights, attn_mask,
                                                       use_separate_proj_weight, q_proj_weight, k_proj_weight,
                                                       v_proj_weight, static_k, static_v, average_attn_weights,
                                                       is_causal, generator), error) from None
    if status:
        raise failure()
    return multi_head_attention_forward_result(Tensor(outs[0]), Tensor(outs[1]))


def multi_margin_loss(input, target, p=1, margin=1.0, weight=None, reduction="mean"):
    """Of scores x [N, C] and classes y [N]: the sum over the other classes c of max(0, margin - x[y] + x[c])^p,
    times weight[y], divided by C. p is 1 or 2.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.multi_margin_loss(vjp.tensor([[0.5, 1.0, 0.25]]), vjp.tensor([1]))
    tensor(0.25)
    """
    try:
        p = _c_multi_margin_loss(input._p, target._p, *scalar(p), *scalar(margin),
                                 NULL if weight is None else weight._p, reduction.encode())
    except UNFIT as error:
        raise explain("multi_margin_loss", (input, target, p, margin, weight, reduction), error) from None
    if p:
        return Tensor(p)
    raise failure()


def multigammaln(input, p):
    """mvlgamma under its other name.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.multigammaln(vjp.tensor([2.0, 3.0]), 2)
    tensor([0.4516, 1.5502])
    """
    try:
        p = _c_multigammaln(input._p, p)
    except UNFIT as error:
        raise explain("multigammaln", (input, p), error) from None
    if p:
        return Tensor(p)
    raise failure()


def multilabel_margin_loss(input, target, reduction="mean"):
    """Of scores x [N, C] and lists of classes [N, C], each ended by -1: the sum over the classes y of a list and the
    classes c outside of it of max(0, 1 - x[y] + x[c]), divided by C.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.multilabel_margin_loss(vjp.tensor([0.1, 0.2, 0.4, 0.8]), vjp.tensor([3, 0, -1, 1]))
    tensor(0.85)
    """
    try:
        p = _c_multilabel_margin_loss(input._p, target._p, reduction.encode())
    except UNFIT as error:
        raise explain("multilabel_margin_loss", (input, target, reduction), error) from None
    if p:
        return Tensor(p)
    raise failure()


def multilabel_soft_margin_loss(input, target, weight=None, reduction="mean"):
    """The binary cross entropy of logits [*, C] and targets between 0 and 1, times weight, averaged over the
    classes.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.multilabel_soft_margin_loss(vjp.tensor([[0.0, 2.0]]), vjp.tensor([[1.0, 1.0]]))
    tensor(0.41)
    """
    try:
        p = _c_multilabel_soft_margin_loss(input._p, target._p, NULL if weight is None else weight._p,
                                           reduction.encode())
    except UNFIT as error:
        raise explain("multilabel_soft_margin_loss", (input, target, weight, reduction), error) from None
    if p:
        return Tensor(p)
    raise failure()


def multinomial(input, num_samples, replacement=False, *, generator=None):
    """Indices drawn from every row of weights, which need not sum to 1.

    Derivative: none; the result does not require grad.

    >>> vjp.multinomial(vjp.tensor([0.0, 1.0]), 1)
    tensor([1])
    """
    try:
        p = _c_multinomial(input._p, num_samples, replacement, NULL if generator is None else generator._p)
    except UNFIT as error:
        raise explain("multinomial", (input, num_samples, replacement, generator), error) from None
    if p:
        return Tensor(p)
    raise failure()


def mv(input, vec, *, out=None):
    """The product of a matrix and a vector.

    Derivative (g: the gradient of the result): input: g ⊗ conj(vec); vec: inputᴴ @ g.

    >>> vjp.mv(vjp.tensor([[1.0, 2.0], [3.0, 4.0]]), vjp.tensor([0.25, 0.5]))
    tensor([1.25, 2.75])
    """
    if out is not None:
        return call_out("mv", (input, vec), out)
    try:
        p = _c_mv(input._p, vec._p)
    except UNFIT as error:
        raise explain("mv", (input, vec), error) from None
    if p:
        return Tensor(p)
    raise failure()


def mvlgamma(input, p, *, out=None):
    """The logarithm of the multivariate gamma function of dimension p.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.mvlgamma(vjp.tensor([2.0, 3.0]), 2)
    tensor([0.4516, 1.5502])
    """
    if out is not None:
        return call_out("mvlgamma", (input, p), out)
    try:
        p = _c_mvlgamma(input._p, p)
    except UNFIT as error:
        raise explain("mvlgamma", (input, p), error) from None
    if p:
        return Tensor(p)
    raise failure()


def mvlgamma_(input, p):
    """As `mvlgamma`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history
    goes on with this operation, and its derivative is that of `mvlgamma`; a leaf that requires grad is not
    changed while recording.
    """
    try:
        status = _c_mvlgamma_(input._p, p)
    except UNFIT as error:
        raise explain("mvlgamma", (input, p), error) from None
    if status:
        raise failure()
    return input


def nan_to_num(input, nan=None, posinf=None, neginf=None, *, out=None):
    """input with NaN replaced by `nan` (0), infinities by `posinf` and `neginf` (the dtype's largest numbers).

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.nan_to_num(vjp.tensor([0.25, 0.5]))
    tensor([0.25, 0.5 ])
    """
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
    """As `nan_to_num`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history
    goes on with this operation, and its derivative is that of `nan_to_num`; a leaf that requires grad is not
    changed while recording.
    """
    try:
        status = _c_nan_to_num_(input._p, NULL if nan is None else [nan], NULL if posinf is None else [posinf],
                                NULL if neginf is None else [neginf])
    except UNFIT as error:
        raise explain("nan_to_num", (input, nan, posinf, neginf), error) from None
    if status:
        raise failure()
    return input


def nanmean(input, dim=None, keepdim=False, *, dtype=None):
    """The mean of the elements that are not NaN.

    Derivative (g: the gradient of the result): input: g / n, expanded, n being the number of elements that are
    not NaN; 0 where input is NaN.

    >>> vjp.nanmean(vjp.tensor([0.25, 0.5]))
    tensor(0.375)
    """
    try:
        dim = () if dim is None else ints(dim)
        p = _c_nanmean(input._p, dim or NULL, len(dim), keepdim, dtype_code(dtype))
    except UNFIT as error:
        raise explain("nanmean", (input, dim, keepdim, dtype), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _nanmedian(input):
    try:
        p = _c_nanmedian(input._p)
    except UNFIT as error:
        raise explain("nanmedian", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _nanmedian_dim(input, dim, keepdim=False):
    outs = ffi.new("vjp_tensor*[2]")
    try:
        status = _c_nanmedian_dim(input._p, dim, keepdim, outs)
    except UNFIT as error:
        raise explain("nanmedian.dim", (input, dim, keepdim), error) from None
    if status:
        raise failure()
    return nanmedian_dim_result(Tensor(outs[0]), Tensor(outs[1]))


nanmedian = overloaded("nanmedian", ("nanmedian", _nanmedian), ("nanmedian.dim", _nanmedian_dim))
nanmedian.__doc__ = """nanmedian(input)
nanmedian(input, dim, keepdim=False)

The median of all elements that are not NaN (the lower of two). Equal ones share the gradient.

Derivative (g: the gradient of the result): input: g * [input = result] / n, n being the number of elements
that equal the result.

>>> vjp.nanmedian(vjp.tensor([3.0, float("nan"), 1.0]))
tensor(1.)

The medians along a dimension of what is not NaN (the lower of two), and where they are; NaN where all are.

Results, by these names: values, indices.
Derivative (g: the gradient of the result): input: g_values at indices, 0 elsewhere; no gradient by indices.

>>> vjp.nanmedian(vjp.tensor([3.0, float("nan"), 1.0]), 0).indices
tensor(2)
"""


def _nanquantile(input, q, dim=None, keepdim=False, interpolation="linear"):
    try:
        p = _c_nanquantile(input._p, q, NULL if dim is None else [dim], keepdim, interpolation.encode())
    except UNFIT as error:
        raise explain("nanquantile", (input, q, dim, keepdim, interpolation), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _nanquantile_tensor(input, q, dim=None, keepdim=False, interpolation="linear"):
    try:
        p = _c_nanquantile_tensor(input._p, q._p, NULL if dim is None else [dim], keepdim, interpolation.encode())
    except UNFIT as error:
        raise explain("nanquantile.tensor", (input, q, dim, keepdim, interpolation), error) from None
    if p:
        return Tensor(p)
    raise failure()


nanquantile = overloaded("nanquantile", ("nanquantile", _nanquantile), ("nanquantile.tensor", _nanquantile_tensor))
nanquantile.__doc__ = """nanquantile(input, q, dim=None, keepdim=False, *, interpolation="linear")
nanquantile(input, q, dim=None, keepdim=False, *, interpolation="linear")

quantile of the elements that are not NaN.

Derivative: that of the operators it is made of, of any order.

>>> vjp.nanquantile(vjp.tensor([3.0, float("nan"), 1.0]), 0.5)
tensor(2.)

Several quantiles of the elements that are not NaN, in a new first dimension.

Derivative: that of the operators it is made of, of any order.

>>> vjp.nanquantile(vjp.tensor([3.0, float("nan"), 1.0]), vjp.tensor([0.0, 0.5]))
tensor([1., 2.])
"""


def nansum(input, dim=None, keepdim=False, *, dtype=None):
    """The sum with NaN counted as 0.

    Derivative (g: the gradient of the result): input: g, expanded, and 0 where input is NaN.

    >>> vjp.nansum(vjp.tensor([0.25, 0.5]))
    tensor(0.75)
    """
    try:
        dim = () if dim is None else ints(dim)
        p = _c_nansum(input._p, dim or NULL, len(dim), keepdim, dtype_code(dtype))
    except UNFIT as error:
        raise explain("nansum", (input, dim, keepdim, dtype), error) from None
    if p:
        return Tensor(p)
    raise failure()


def narrow(input, dim, start, length):
    """`length` slices of a dimension from `start` on.

    Dtypes: any; a view of the same memory.
    Derivative: the gradient goes back to the elements that the result shows; the others get 0.

    >>> vjp.narrow(vjp.tensor([0.25, 0.5]), 0, 0, 0)
    tensor([])
    """
    try:
        p = _c_narrow(input._p, dim, start, length)
    except UNFIT as error:
        raise explain("narrow", (input, dim, start, length), error) from None
    if p:
        return Tensor(p)
    raise failure()


def narrow_copy(input, dim, start, length):
    """narrow, as a copy.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.narrow_copy(vjp.tensor([1.0, 2.0, 4.0]), 0, 1, 2)
    tensor([2., 4.])
    """
    try:
        p = _c_narrow_copy(input._p, dim, start, length)
    except UNFIT as error:
        raise explain("narrow_copy", (input, dim, start, length), error) from None
    if p:
        return Tensor(p)
    raise failure()


def native_batch_norm(input, weight, bias, running_mean, running_var, training, momentum, eps):
    """batch_norm, with mean and 1 / sqrt(variance + eps) of each channel in training, else empty tensors.

    Results, by these names: out, save_mean, save_invstd.
    Derivative: that of the operators it is made of, of any order.

    >>> vjp.native_batch_norm(vjp.tensor([[1.0], [3.0]]), None, None, None, None, True, 0.1, 0.0)[0]
    tensor([[-1.],
            [ 1.]])
    """
    outs = ffi.new("vjp_tensor*[3]")
    try:
        status = _c_native_batch_norm(input._p, NULL if weight is None else weight._p,
                                      NULL if bias is None else bias._p,
                                      NULL if running_mean is None else running_mean._p,
                                      NULL if running_var is None else running_var._p, training, momentum, eps, outs)
    except UNFIT as error:
        raise explain("native_batch_norm", (input, weight, bias, running_mean, running_var, training, momentum,
                                            eps), error) from None
    if status:
        raise failure()
    return native_batch_norm_result(Tensor(outs[0]), Tensor(outs[1]), Tensor(outs[2]))


def native_dropout_backward(grad_output, mask, scale):
    """grad_output * scale where mask is true, else 0: what a dropout passes back.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.native_dropout_backward(vjp.ones(2), vjp.tensor([True, False]), 2.0)
    tensor([2., 0.])
    """
    try:
        p = _c_native_dropout_backward(grad_output._p, mask._p, scale)
    except UNFIT as error:
        raise explain("native_dropout_backward", (grad_output, mask, scale), error) from None
    if p:
        return Tensor(p)
    raise failure()


def native_group_norm(input, weight, bias, N, C, HxW, group, eps):
    """group_norm of [N, C, *] with HxW elements a channel; with mean and 1 / sqrt(variance + eps), [N, group], which
    can be differentiated.

    Results, by these names: out, mean, rstd.
    Derivative: that of the operators it is made of, of any order.

    >>> vjp.native_group_norm(vjp.tensor([[1.0, 3.0]]), None, None, 1, 2, 1, 1, 0.0)[0]
    tensor([[-1.,  1.]])
    """
    outs = ffi.new("vjp_tensor*[3]")
    try:
        status = _c_native_group_norm(input._p, NULL if weight is None else weight._p,
                                      NULL if bias is None else bias._p, N, C, HxW, group, eps, outs)
    except UNFIT as error:
        raise explain("native_group_norm", (input, weight, bias, N, C, HxW, group, eps), error) from None
    if status:
        raise failure()
    return native_group_norm_result(Tensor(outs[0]), Tensor(outs[1]), Tensor(outs[2]))


def native_layer_norm(input, normalized_shape, weight=None, bias=None, eps=1e-05):
    """layer_norm, with mean and 1 / sqrt(variance + eps) of each row.

    Results, by these names: out, mean, rstd.
    Derivative: that of the operators it is made of, of any order.

    >>> vjp.native_layer_norm(vjp.tensor([[1.0, 3.0]]), (2,))[1]
    tensor([[2.]])
    """
    outs = ffi.new("vjp_tensor*[3]")
    try:
        normalized_shape = ints(normalized_shape)
        status = _c_native_layer_norm(input._p, normalized_shape, len(normalized_shape),
                                      NULL if weight is None else weight._p, NULL if bias is None else bias._p, eps,
                                      outs)
    except UNFIT as error:
        raise explain("native_layer_norm", (input, normalized_shape, weight, bias, eps), error) from None
    if status:
        raise failure()
    return native_layer_norm_result(Tensor(outs[0]), Tensor(outs[1]), Tensor(outs[2]))


def ndtr(input, *, out=None):
    """The distribution function of the standard normal distribution.

    The input's shape. Dtypes: real; the result has the promoted dtype, float32 for integers.
    Derivative (g: the gradient of the result): input: g * (0.398942 * exp((-0.5) * square(input))).

    >>> vjp.ndtr(vjp.tensor([0.25, 0.5]))
    tensor([0.5987, 0.6915])
    """
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
    """As `ndtr`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes on
    with this operation, and its derivative is that of `ndtr`; a leaf that requires grad is not changed while
    recording.
    """
    try:
        status = _c_ndtr_(input._p)
    except UNFIT as error:
        raise explain("ndtr", (input,), error) from None
    if status:
        raise failure()
    return input


def ndtri(input, *, out=None):
    """The inverse of ndtr: quantiles of the standard normal distribution.

    The input's shape. Dtypes: real; the result has the promoted dtype, float32 for integers.
    Derivative (g: the gradient of the result): input: g * (2.50663 * exp(0.5 * square(result))).

    >>> vjp.ndtri(vjp.tensor([0.25, 0.5]))
    tensor([-0.6745,  0.    ])
    """
    if out is not None:
        return call_out("ndtri", (input,), out)
    try:
        p = _c_ndtri(input._p)
    except UNFIT as error:
        raise explain("ndtri", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def ndtri_(input):
    """As `ndtri`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes
    on with this operation, and its derivative is that of `ndtri`; a leaf that requires grad is not changed while
    recording.
    """
    try:
        status = _c_ndtri_(input._p)
    except UNFIT as error:
        raise explain("ndtri", (input,), error) from None
    if status:
        raise failure()
    return input


def ne(input, other, *, out=None):
    """input != other, elementwise.

    Shapes broadcast. Dtypes: any; the result has bool.
    Derivative: none; the result does not require grad.

    >>> vjp.ne(vjp.tensor([0.25, 0.5]), vjp.tensor([0.25, 0.5]))
    tensor([False, False])
    """
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
    """As `ne`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes on
    with this operation, and its derivative is that of `ne`; a leaf that requires grad is not changed while
    recording.
    """
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
    """-input, elementwise.

    The input's shape. Dtypes: any; the result has the promoted dtype.
    Derivative (g: the gradient of the result): input: -g.

    >>> vjp.neg(vjp.tensor([0.25, 0.5]))
    tensor([-0.25, -0.5 ])
    """
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
    """As `neg`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes on
    with this operation, and its derivative is that of `neg`; a leaf that requires grad is not changed while
    recording.
    """
    try:
        status = _c_neg_(input._p)
    except UNFIT as error:
        raise explain("neg", (input,), error) from None
    if status:
        raise failure()
    return input


def nextafter(input, other):
    """The floating-point number that follows each of input in the direction of other; other itself where they are
    equal.

    Derivative (g: the gradient of the result): input: g where input != other, else 0; other: 0.

    >>> vjp.nextafter(vjp.tensor([1.0, 2.0]), vjp.tensor([2.0, 2.0])) - 1
    tensor([1.1921e-07, 1.0000e+00])
    """
    try:
        p = _c_nextafter(input._p, other._p)
    except UNFIT as error:
        raise explain("nextafter", (input, other), error) from None
    if p:
        return Tensor(p)
    raise failure()


def nextafter_(input, other):
    """As `nextafter`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history
    goes on with this operation, and its derivative is that of `nextafter`; a leaf that requires grad is not
    changed while recording.
    """
    try:
        status = _c_nextafter_(input._p, other._p)
    except UNFIT as error:
        raise explain("nextafter", (input, other), error) from None
    if status:
        raise failure()
    return input


def nll_loss(input, target, weight=None, ignore_index=-100, reduction="mean"):
    """Minus the log probabilities `input` (classes in dimension 1) at the target classes; the mean is weighted.

    Derivative (g: the gradient of the result): input: -g * weight[target] at target, over what the mean divides
    by; 0 elsewhere and where target is ignore_index.

    >>> vjp.nll_loss(vjp.tensor([[-0.5, -1.0, -2.0]]), vjp.tensor([1]))
    tensor(1.)
    """
    try:
        p = _c_nll_loss(input._p, target._p, NULL if weight is None else weight._p, ignore_index, reduction.encode())
    except UNFIT as error:
        raise explain("nll_loss", (input, target, weight, ignore_index, reduction), error) from None
    if p:
        return Tensor(p)
    raise failure()


def nonzero(input):
    """The coordinates of the elements that are not 0, one row each, in row-major order.

    Derivative: none; the result does not require grad.

    >>> vjp.nonzero(vjp.tensor([0.25, 0.5]))
    tensor([[0],
            [1]])
    """
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
norm.__doc__ = """norm(input, p=None, dim=None, keepdim=False, *, dtype=None)
norm(input, p, dim=None, keepdim=False, *, dtype=None)

linalg_vector_norm of order p, by default 2.

Derivative: that of the operators it is made of, of any order.

>>> vjp.norm(vjp.tensor([0.25, 0.5]))
tensor(0.559)

The norm called "fro", of order 2, or "nuc", of matrices: the sum of the singular values.

Derivative: that of the operators it is made of, of any order.

>>> vjp.norm(vjp.tensor([3.0, 4.0]), "fro")
tensor(5.)
"""


def _normal(input, mean=0.0, std=1.0, generator=None):
    try:
        p = _c_normal(input._p, mean, std, NULL if generator is None else generator._p)
    except UNFIT as error:
        raise explain("normal", (input, mean, std, generator), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _normal_float_tensor(mean, std, generator=None):
    try:
        p = _c_normal_float_tensor(mean, std._p, NULL if generator is None else generator._p)
    except UNFIT as error:
        raise explain("normal.float_tensor", (mean, std, generator), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _normal_size(mean, std, size, dtype=None, generator=None):
    try:
        size = ints(size)
        p = _c_normal_size(mean, std, size, len(size), new_code(dtype), NULL if generator is None else generator._p)
    except UNFIT as error:
        raise explain("normal.size", (mean, std, size, dtype, generator), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _normal_tensor(mean, std, generator=None):
    try:
        p = _c_normal_tensor(mean._p, std._p, NULL if generator is None else generator._p)
    except UNFIT as error:
        raise explain("normal.tensor", (mean, std, generator), error) from None
    if p:
        return Tensor(p)
    raise failure()


normal = overloaded("normal", ("normal", _normal), ("normal.float_tensor", _normal_float_tensor),
                    ("normal.size", _normal_size), ("normal.tensor", _normal_tensor), creation=True)
normal.__doc__ = """normal(input, mean=0.0, std=1.0, *, generator=None)
normal(mean, std, *, generator=None)
normal(mean, std, size, *, dtype=None, generator=None, device=None, requires_grad=False)
normal(mean, std, *, generator=None)

Normal random numbers in the shape and dtype of input; normal_ writes them there.

Derivative: none; the result does not require grad.

>>> vjp.normal(vjp.tensor([0.25, 0.5])).shape
(2,)

Normal random numbers of one mean, each with its own standard deviation.

Derivative: none; the result does not require grad.

>>> vjp.normal(0.5, vjp.tensor([1.0, 2.0])).shape
(2,)

Normal random numbers of a mean and a standard deviation.

>>> vjp.normal(0.5, 0.5, (2,)).shape
(2,)

Normal random numbers, each with its own mean and standard deviation; both are broadcast to one shape.

Derivative: none; the result does not require grad.

>>> vjp.normal(vjp.tensor([0.25, 0.5]), vjp.tensor([1.0, 2.0])).shape
(2,)
"""


def _normal_(input, mean=0.0, std=1.0, generator=None):
    try:
        status = _c_normal_(input._p, mean, std, NULL if generator is None else generator._p)
    except UNFIT as error:
        raise explain("normal", (input, mean, std, generator), error) from None
    if status:
        raise failure()
    return input


normal_ = overloaded("normal_", ("normal", _normal_))
normal_.__doc__ = """x.normal_(mean=0.0, std=1.0, *, generator=None)

As `normal`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes
on with this operation, and its derivative is that of `normal`; a leaf that requires grad is not changed while
recording.
"""


def normalize(input, p=2.0, dim=1, eps=1e-12):
    """input / max(norm, eps), with the p-norm along `dim`.

    Derivative (g: the gradient of the result): y = result, r = max(norm, eps): input: for p = 2 (g - y * Σ y * g)
    / r; g / r where the norm is below eps.

    >>> vjp.normalize(vjp.tensor([[1.0, 2.0], [3.0, 4.0]]))
    tensor([[0.4472, 0.8944],
            [0.6   , 0.8   ]])
    """
    try:
        dim = ints(dim)
        p = _c_normalize(input._p, p, dim, len(dim), eps)
    except UNFIT as error:
        raise explain("normalize", (input, p, dim, eps), error) from None
    if p:
        return Tensor(p)
    raise failure()


def one_hot(input, num_classes=-1):
    """For each class from 0 to before num_classes a row of zeros with a 1 at its place, int64; -1: as many as there
    are.

    Derivative: none; the result does not require grad.

    >>> vjp.one_hot(vjp.tensor([0, 2]), 3)
    tensor([[1, 0, 0],
            [0, 0, 1]])
    """
    try:
        p = _c_one_hot(input._p, num_classes)
    except UNFIT as error:
        raise explain("one_hot", (input, num_classes), error) from None
    if p:
        return Tensor(p)
    raise failure()


def ones(*size, dtype=None, device=None, requires_grad=False, **keywords):
    """A tensor of ones; float32 unless dtype is given.

    >>> vjp.ones((2,))
    tensor([1., 1.])
    """
    size = unpacked(size, keywords, "size")
    if keywords:
        raise TypeError("ones: unknown keyword {}".format(*keywords))
    if device is not None:
        with on_device(device):
            return ones(size, dtype=dtype, requires_grad=requires_grad)
    try:
        size = ints(size)
        p = _c_ones(size, len(size), new_code(dtype))
    except UNFIT as error:
        raise explain("ones", (size, dtype), error) from None
    if p:
        return Tensor(p).requires_grad_() if requires_grad else Tensor(p)
    raise failure()


def ones_like(input, *, dtype=None, device=None, requires_grad=False):
    """Ones of the shape, and unless given the dtype, of `input`.

    Derivative: none; the result does not require grad.

    >>> vjp.ones_like(vjp.tensor([0.25, 0.5]))
    tensor([1., 1.])
    """
    if device is not None:
        input = like_on(input, device)
    try:
        p = _c_ones_like(input._p, dtype_code(dtype))
    except UNFIT as error:
        raise explain("ones_like", (input, dtype), error) from None
    if p:
        return Tensor(p).requires_grad_() if requires_grad else Tensor(p)
    raise failure()


def ormqr(input, tau, other, left=True, transpose=False):
    """Q other, or other Q where not `left`, with the square product Q of linalg_householder_product's reflections;
    with its adjoint where `transpose`.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.ormqr(vjp.tensor([[0.0], [1.0]]), vjp.tensor([1.0]), vjp.tensor([[1.0], [2.0]]))
    tensor([[-2.],
            [-1.]])
    """
    try:
        p = _c_ormqr(input._p, tau._p, other._p, left, transpose)
    except UNFIT as error:
        raise explain("ormqr", (input, tau, other, left, transpose), error) from None
    if p:
        return Tensor(p)
    raise failure()


def outer(input, vec2):
    """All products of an element of the one vector and an element of the other.

    Derivative (g: the gradient of the result): input: g @ conj(vec2); vec2: gᵀ @ conj(input).

    >>> vjp.outer(vjp.tensor([0.25, 0.5]), vjp.tensor([0.25, 0.5]))
    tensor([[0.0625, 0.125 ],
            [0.125 , 0.25  ]])
    """
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

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.pad(vjp.tensor([1.0, 2.0]), (1, 1))
    tensor([0., 1., 2., 0.])
    """
    try:
        pad = ints(pad)
        p = _c_pad(input._p, pad, len(pad), mode.encode(), NULL if value is None else scalar_struct(value))
    except UNFIT as error:
        raise explain("pad", (input, pad, mode, value), error) from None
    if p:
        return Tensor(p)
    raise failure()


def pairwise_distance(x1, x2, p=2.0, eps=1e-06, keepdim=False):
    """The p-norm of x1 - x2 + eps along the last dimension.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.pairwise_distance(vjp.tensor([[3.0, 4.0]]), vjp.zeros(1, 2))
    tensor([5.])
    """
    try:
        p = _c_pairwise_distance(x1._p, x2._p, p, eps, keepdim)
    except UNFIT as error:
        raise explain("pairwise_distance", (x1, x2, p, eps, keepdim), error) from None
    if p:
        return Tensor(p)
    raise failure()


def pdist(input, p=2.0):
    """The p-norms of the differences of all pairs of rows of [N, M], first with second, first with third, ...: [N (N
    - 1) / 2].

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.pdist(vjp.tensor([[0.0, 0.0], [3.0, 4.0], [3.0, 0.0]]))
    tensor([5., 3., 4.])
    """
    try:
        p = _c_pdist(input._p, p)
    except UNFIT as error:
        raise explain("pdist", (input, p), error) from None
    if p:
        return Tensor(p)
    raise failure()


def permute(input, dims):
    """The dimensions in another order: dimension i of the result is dims[i] of the input.

    Dtypes: any; a view of the same memory.
    Derivative: the gradient goes back to the elements that the result shows; the others get 0.

    >>> vjp.permute(vjp.ones(2, 3), (1, 0)).shape
    (3, 2)
    """
    try:
        dims = ints(dims)
        p = _c_permute(input._p, dims, len(dims))
    except UNFIT as error:
        raise explain("permute", (input, dims), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _permute_method(input, *dims, **keywords):
    """The dimensions in another order: dimension i of the result is dims[i] of the input.

    Dtypes: any; a view of the same memory.
    Derivative: the gradient goes back to the elements that the result shows; the others get 0.

    >>> vjp.permute(vjp.ones(2, 3), (1, 0)).shape
    (3, 2)
    """
    return permute(input, unpacked(dims, keywords, "dims"), **keywords)


def permute_copy(input, dims):
    """permute, as a copy.

    Derivative (g: the gradient of the result): input: g with its dimensions back in the order of input.

    >>> vjp.permute_copy(vjp.tensor([[1.0, 2.0], [3.0, 4.0]]), (1, 0))
    tensor([[1., 3.],
            [2., 4.]])
    """
    try:
        dims = ints(dims)
        p = _c_permute_copy(input._p, dims, len(dims))
    except UNFIT as error:
        raise explain("permute_copy", (input, dims), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _permute_copy_method(input, *dims, **keywords):
    """permute, as a copy.

    Derivative (g: the gradient of the result): input: g with its dimensions back in the order of input.

    >>> vjp.permute_copy(vjp.tensor([[1.0, 2.0], [3.0, 4.0]]), (1, 0))
    tensor([[1., 3.],
            [2., 4.]])
    """
    return permute_copy(input, unpacked(dims, keywords, "dims"), **keywords)


def pinverse(input, rcond=1e-15):
    """linalg_pinv under its former name, with rtol = rcond.

    Derivative (g: the gradient of the result): P = result: A: -Pᴴ g Pᴴ + (1 - A P) gᴴ P Pᴴ + Pᴴ P gᴴ (1 - P A),
    for constant rank.

    >>> vjp.pinverse(vjp.tensor([[2.0, 0.0], [0.0, 4.0]]))
    tensor([[0.5 , 0.  ],
            [0.  , 0.25]])
    """
    try:
        p = _c_pinverse(input._p, rcond)
    except UNFIT as error:
        raise explain("pinverse", (input, rcond), error) from None
    if p:
        return Tensor(p)
    raise failure()


def pixel_shuffle(input, upscale_factor):
    """[*, C r r, H, W] as [*, C, H r, W r]: r*r channels become a square of pixels, r being upscale_factor.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.pixel_shuffle(vjp.arange(4.0).view(4, 1, 1), 2)
    tensor([[[0., 1.],
             [2., 3.]]])
    """
    try:
        p = _c_pixel_shuffle(input._p, upscale_factor)
    except UNFIT as error:
        raise explain("pixel_shuffle", (input, upscale_factor), error) from None
    if p:
        return Tensor(p)
    raise failure()


def pixel_unshuffle(input, downscale_factor):
    """[*, C, H r, W r] as [*, C r r, H, W]: the inverse of pixel_shuffle, r being downscale_factor.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.pixel_unshuffle(vjp.arange(4.0).view(1, 2, 2), 2).flatten()
    tensor([0., 1., 2., 3.])
    """
    try:
        p = _c_pixel_unshuffle(input._p, downscale_factor)
    except UNFIT as error:
        raise explain("pixel_unshuffle", (input, downscale_factor), error) from None
    if p:
        return Tensor(p)
    raise failure()


def poisson(input, *, generator=None):
    """Numbers of the Poisson distributions whose rates input has, in its dtype. They are drawn on the host: rates on
    a device are copied there, for which the host waits.

    Derivative: none; the result does not require grad.

    >>> vjp.poisson(vjp.tensor([0.25, 0.5])).shape
    (2,)
    """
    try:
        p = _c_poisson(input._p, NULL if generator is None else generator._p)
    except UNFIT as error:
        raise explain("poisson", (input, generator), error) from None
    if p:
        return Tensor(p)
    raise failure()


def poisson_nll_loss(input, target, log_input=True, full=False, eps=1e-08, reduction="mean"):
    """exp(input) - target * input, or, where log_input is false, input - target * log(input + eps); with full,
    Stirling's log(target!) = target log(target) - target + log(2 pi target) / 2 is added where target is above 1.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.poisson_nll_loss(vjp.tensor([0.0]), vjp.tensor([2.0]))
    tensor(1.)
    """
    try:
        p = _c_poisson_nll_loss(input._p, target._p, log_input, full, eps, reduction.encode())
    except UNFIT as error:
        raise explain("poisson_nll_loss", (input, target, log_input, full, eps, reduction), error) from None
    if p:
        return Tensor(p)
    raise failure()


def polar(abs, angle):
    """abs * exp(i angle), elementwise.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.polar(vjp.tensor([0.25, 0.5]), vjp.tensor([0.25, 0.5]))
    tensor([0.2422+0.0619j, 0.4388+0.2397j])
    """
    try:
        p = _c_polar(abs._p, angle._p)
    except UNFIT as error:
        raise explain("polar", (abs, angle), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _polygamma(n, input):
    try:
        p = _c_polygamma(n, input._p)
    except UNFIT as error:
        raise explain("polygamma", (n, input), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _polygamma_input(input, n):
    try:
        p = _c_polygamma_input(input._p, n)
    except UNFIT as error:
        raise explain("polygamma.input", (input, n), error) from None
    if p:
        return Tensor(p)
    raise failure()


polygamma = overloaded("polygamma", ("polygamma", _polygamma), ("polygamma.input", _polygamma_input))
polygamma.__doc__ = """polygamma(n, input, *, out=None)
polygamma(input, n)

The n-th derivative of digamma.

Derivative: that of the operators it is made of, of any order.

>>> vjp.polygamma(1, vjp.tensor([0.25, 0.5]))
tensor([17.1973,  4.9348])

The n-th derivative of digamma, as a method.

Derivative: that of the operators it is made of, of any order.

>>> vjp.tensor([0.25, 0.5]).polygamma(2)
tensor([-129.3277,  -16.8288])
"""


def _polygamma_input_(input, n):
    try:
        status = _c_polygamma_input_(input._p, n)
    except UNFIT as error:
        raise explain("polygamma.input", (input, n), error) from None
    if status:
        raise failure()
    return input


polygamma_ = overloaded("polygamma_", ("polygamma.input", _polygamma_input_))
polygamma_.__doc__ = """x.polygamma_(n)

As `polygamma`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history
goes on with this operation, and its derivative is that of `polygamma`; a leaf that requires grad is not
changed while recording.
"""


def positive(input):
    """input as it is.

    The input's shape. Dtypes: any; the result has the promoted dtype.
    Derivative (g: the gradient of the result): input: g.

    >>> vjp.positive(vjp.tensor([0.25, 0.5]))
    tensor([0.25, 0.5 ])
    """
    try:
        p = _c_positive(input._p)
    except UNFIT as error:
        raise explain("positive", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def pow(input, exponent, *, out=None):
    """input to the power of exponent, elementwise.

    Derivative (g: the gradient of the result): input: g * conj(exponent * input^(exponent-1)), 0 where exponent
    is 0; exponent: g * conj(result * log(input)), 0 where input is 0 and exponent ≥ 0.

    >>> vjp.pow(vjp.tensor([0.25, 0.5]), vjp.tensor([0.25, 0.5]))
    tensor([0.7071, 0.7071])
    """
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
    """As `pow`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes on
    with this operation, and its derivative is that of `pow`; a leaf that requires grad is not changed while
    recording.
    """
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
    """input where it is positive, else weight * input; one weight, or one for each of dimension 1.

    Derivative (g: the gradient of the result): input: g where input > 0, else weight * g; weight: Σ g * input
    where input ≤ 0, by channel or over all.

    >>> vjp.prelu(vjp.tensor([-1.0, 2.0]), vjp.tensor([0.1]))
    tensor([-0.1,  2. ])
    """
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
prod.__doc__ = """prod(input, *, dtype=None)
prod(input, dim, keepdim=False, *, dtype=None)

The product of all elements.

Derivative (g: the gradient of the result): input: g * conj(Π of the other elements), which is result / input
where nothing is 0.

>>> vjp.prod(vjp.tensor([0.25, 0.5]))
tensor(0.125)

The product over one dimension. Integers and bool are multiplied as int64 unless dtype is given.

Derivative (g: the gradient of the result): input: g * conj(Π of the other elements), which is result / input
where nothing is 0.

>>> vjp.prod(vjp.tensor([0.25, 0.5]), 0)
tensor(0.125)
"""


def put(input, index, source, accumulate=False):
    """A copy of input with the elements of source at positions of the flattened tensor, of which one wins where they
    repeat; with accumulate they are added.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.put(vjp.tensor([1.0, 2.0, 4.0]), vjp.tensor([-1]), vjp.tensor([9.0]))
    tensor([1., 2., 9.])
    """
    try:
        p = _c_put(input._p, index._p, source._p, accumulate)
    except UNFIT as error:
        raise explain("put", (input, index, source, accumulate), error) from None
    if p:
        return Tensor(p)
    raise failure()


def put_(input, index, source, accumulate=False):
    """As `put`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes on
    with this operation, and its derivative is that of `put`; a leaf that requires grad is not changed while
    recording.
    """
    try:
        status = _c_put_(input._p, index._p, source._p, accumulate)
    except UNFIT as error:
        raise explain("put", (input, index, source, accumulate), error) from None
    if status:
        raise failure()
    return input


def _quantile(input, q, dim=None, keepdim=False, interpolation="linear"):
    try:
        p = _c_quantile(input._p, q, NULL if dim is None else [dim], keepdim, interpolation.encode())
    except UNFIT as error:
        raise explain("quantile", (input, q, dim, keepdim, interpolation), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _quantile_tensor(input, q, dim=None, keepdim=False, interpolation="linear"):
    try:
        p = _c_quantile_tensor(input._p, q._p, NULL if dim is None else [dim], keepdim, interpolation.encode())
    except UNFIT as error:
        raise explain("quantile.tensor", (input, q, dim, keepdim, interpolation), error) from None
    if p:
        return Tensor(p)
    raise failure()


quantile = overloaded("quantile", ("quantile", _quantile), ("quantile.tensor", _quantile_tensor))
quantile.__doc__ = """quantile(input, q, dim=None, keepdim=False, *, interpolation="linear")
quantile(input, q, dim=None, keepdim=False, *, interpolation="linear")

The quantile q of a dimension, or of all elements, between neighbours by "linear", "lower", "higher",
"midpoint" or "nearest"; NaN if there is one.

Derivative: that of the operators it is made of, of any order.

>>> vjp.quantile(vjp.tensor([1.0, 2.0, 4.0]), 0.75)
tensor(3.)

Several quantiles, in a new first dimension.

Derivative: that of the operators it is made of, of any order.

>>> vjp.quantile(vjp.tensor([1.0, 2.0, 4.0]), vjp.tensor([0.0, 0.5]))
tensor([1., 2.])
"""


def rad2deg(input, *, out=None):
    """Radians to degrees.

    The input's shape. Dtypes: real; the result has the promoted dtype, float32 for integers.
    Derivative (g: the gradient of the result): input: 57.2958 * g.

    >>> vjp.rad2deg(vjp.tensor([0.25, 0.5]))
    tensor([14.3239, 28.6479])
    """
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
    """As `rad2deg`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes
    on with this operation, and its derivative is that of `rad2deg`; a leaf that requires grad is not changed
    while recording.
    """
    try:
        status = _c_rad2deg_(input._p)
    except UNFIT as error:
        raise explain("rad2deg", (input,), error) from None
    if status:
        raise failure()
    return input


def rand(*size, dtype=None, generator=None, device=None, requires_grad=False, **keywords):
    """Uniform random numbers from 0 to before 1.

    >>> vjp.rand((2,)).shape
    (2,)
    """
    size = unpacked(size, keywords, "size")
    if keywords:
        raise TypeError("rand: unknown keyword {}".format(*keywords))
    if device is not None:
        with on_device(device):
            return rand(size, dtype=dtype, generator=generator, requires_grad=requires_grad)
    try:
        size = ints(size)
        p = _c_rand(size, len(size), new_code(dtype), NULL if generator is None else generator._p)
    except UNFIT as error:
        raise explain("rand", (size, dtype, generator), error) from None
    if p:
        return Tensor(p).requires_grad_() if requires_grad else Tensor(p)
    raise failure()


def rand_like(input, *, dtype=None, generator=None, device=None, requires_grad=False):
    """Uniform random numbers from 0 to before 1, in the shape of input.

    Derivative: none; the result does not require grad.

    >>> vjp.rand_like(vjp.tensor([0.25, 0.5])).shape
    (2,)
    """
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
randint.__doc__ = """randint(high, size, *, dtype=None, generator=None, device=None, requires_grad=False)
randint(low, high, size, *, dtype=None, generator=None, device=None, requires_grad=False)

Random integers from 0 to before high; int64 unless dtype is given.

>>> vjp.randint(1, (2,)).shape
(2,)

Random integers from low to before high; int64 unless dtype is given.

>>> vjp.randint(0, 1, (2,)).shape
(2,)
"""


def randn(*size, dtype=None, generator=None, device=None, requires_grad=False, **keywords):
    """Normal random numbers of mean 0 and variance 1.

    >>> vjp.randn((2,)).shape
    (2,)
    """
    size = unpacked(size, keywords, "size")
    if keywords:
        raise TypeError("randn: unknown keyword {}".format(*keywords))
    if device is not None:
        with on_device(device):
            return randn(size, dtype=dtype, generator=generator, requires_grad=requires_grad)
    try:
        size = ints(size)
        p = _c_randn(size, len(size), new_code(dtype), NULL if generator is None else generator._p)
    except UNFIT as error:
        raise explain("randn", (size, dtype, generator), error) from None
    if p:
        return Tensor(p).requires_grad_() if requires_grad else Tensor(p)
    raise failure()


def randn_like(input, *, dtype=None, generator=None, device=None, requires_grad=False):
    """Normal random numbers of mean 0 and variance 1, in the shape of input.

    Derivative: none; the result does not require grad.

    >>> vjp.randn_like(vjp.tensor([0.25, 0.5])).shape
    (2,)
    """
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
    """The integers from 0 to before n in random order.

    >>> vjp.randperm(4).sort().values
    tensor([0, 1, 2, 3])
    """
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
    """All elements in one dimension.

    Derivative (g: the gradient of the result): input: g in the shape of input.

    >>> vjp.ravel(vjp.tensor([0.25, 0.5]))
    tensor([0.25, 0.5 ])
    """
    try:
        p = _c_ravel(input._p)
    except UNFIT as error:
        raise explain("ravel", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def real(input):
    """The real parts of a complex tensor, as a view; a real tensor as it is.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.tensor([0.25, 0.5]).real
    tensor([0.25, 0.5 ])
    """
    try:
        p = _c_real(input._p)
    except UNFIT as error:
        raise explain("real", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def reciprocal(input, *, out=None):
    """1 / input, elementwise.

    The input's shape. Dtypes: any; the result has the promoted dtype, float32 for integers.
    Derivative (g: the gradient of the result): input: g * (-square(result)).

    >>> vjp.reciprocal(vjp.tensor([0.25, 0.5]))
    tensor([4., 2.])
    """
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
    """As `reciprocal`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history
    goes on with this operation, and its derivative is that of `reciprocal`; a leaf that requires grad is not
    changed while recording.
    """
    try:
        status = _c_reciprocal_(input._p)
    except UNFIT as error:
        raise explain("reciprocal", (input,), error) from None
    if status:
        raise failure()
    return input


def relu(input, *, out=None):
    """max(input, 0), elementwise.

    The input's shape. Dtypes: real; the result has the promoted dtype.
    Derivative (g: the gradient of the result): input: where(result <= 0, 0, g).

    >>> vjp.relu(vjp.tensor([-1.0, 2.0]))
    tensor([0., 2.])
    """
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
    """As `relu`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes on
    with this operation, and its derivative is that of `relu`; a leaf that requires grad is not changed while
    recording.
    """
    try:
        status = _c_relu_(input._p)
    except UNFIT as error:
        raise explain("relu", (input,), error) from None
    if status:
        raise failure()
    return input


def relu6(input, *, out=None):
    """input clamped to [0, 6].

    The input's shape. Dtypes: real; the result has the promoted dtype.
    Derivative (g: the gradient of the result): input: where((result <= 0) or (result >= 6), 0, g).

    >>> vjp.relu6(vjp.tensor([0.25, 0.5]))
    tensor([0.25, 0.5 ])
    """
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
    """As `relu6`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes
    on with this operation, and its derivative is that of `relu6`; a leaf that requires grad is not changed while
    recording.
    """
    try:
        status = _c_relu6_(input._p)
    except UNFIT as error:
        raise explain("relu6", (input,), error) from None
    if status:
        raise failure()
    return input


def remainder(input, other, *, out=None):
    """What remains of input after whole multiples of other, with the sign of other, as Python's %.

    Shapes broadcast. Dtypes: real; the result has the promoted dtype.
    Derivative (g: the gradient of the result): input: g; other: g * (-(input // other)).

    >>> vjp.remainder(vjp.tensor([0.25, 0.5]), vjp.tensor([0.25, 0.5]))
    tensor([0., 0.])
    """
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
    """As `remainder`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history
    goes on with this operation, and its derivative is that of `remainder`; a leaf that requires grad is not
    changed while recording.
    """
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


def renorm(input, p, dim, maxnorm):
    """The slices of a dimension whose p-norm is above maxnorm scaled down to it.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.renorm(vjp.tensor([[1.0, 2.0], [3.0, 4.0]]), 1.0, 0, 3.0)
    tensor([[1.    , 2.    ],
            [1.2857, 1.7143]])
    """
    try:
        p = _c_renorm(input._p, p, dim, maxnorm)
    except UNFIT as error:
        raise explain("renorm", (input, p, dim, maxnorm), error) from None
    if p:
        return Tensor(p)
    raise failure()


def renorm_(input, p, dim, maxnorm):
    """As `renorm`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes
    on with this operation, and its derivative is that of `renorm`; a leaf that requires grad is not changed while
    recording.
    """
    try:
        status = _c_renorm_(input._p, p, dim, maxnorm)
    except UNFIT as error:
        raise explain("renorm", (input, p, dim, maxnorm), error) from None
    if status:
        raise failure()
    return input


def repeat(input, repeats):
    """A copy of the tensor repeated along every dimension; more numbers than dimensions make new ones in front.

    Derivative (g: the gradient of the result): input: Σ of g over the repetitions.

    >>> vjp.repeat(vjp.tensor([0.25, 0.5]), (2,))
    tensor([0.25, 0.5 , 0.25, 0.5 ])
    """
    try:
        repeats = ints(repeats)
        p = _c_repeat(input._p, repeats, len(repeats))
    except UNFIT as error:
        raise explain("repeat", (input, repeats), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _repeat_method(input, *repeats, **keywords):
    """A copy of the tensor repeated along every dimension; more numbers than dimensions make new ones in front.

    Derivative (g: the gradient of the result): input: Σ of g over the repetitions.

    >>> vjp.repeat(vjp.tensor([0.25, 0.5]), (2,))
    tensor([0.25, 0.5 , 0.25, 0.5 ])
    """
    return repeat(input, unpacked(repeats, keywords, "repeats"), **keywords)


def _repeat_interleave(input, repeats, dim=None, output_size=None):
    try:
        p = _c_repeat_interleave(input._p, repeats, NULL if dim is None else [dim],
                                 NULL if output_size is None else [output_size])
    except UNFIT as error:
        raise explain("repeat_interleave", (input, repeats, dim, output_size), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _repeat_interleave_tensor(input, repeats, dim=None, output_size=None):
    try:
        p = _c_repeat_interleave_tensor(input._p, repeats._p, NULL if dim is None else [dim],
                                        NULL if output_size is None else [output_size])
    except UNFIT as error:
        raise explain("repeat_interleave.tensor", (input, repeats, dim, output_size), error) from None
    if p:
        return Tensor(p)
    raise failure()


repeat_interleave = overloaded("repeat_interleave", ("repeat_interleave", _repeat_interleave),
                               ("repeat_interleave.tensor", _repeat_interleave_tensor))
repeat_interleave.__doc__ = """repeat_interleave(input, repeats, dim=None, *, output_size=None)
repeat_interleave(input, repeats, dim=None, *, output_size=None)

Every slice of a dimension repeated, one beside the other; without dim, the elements of the flattened tensor.

Derivative (g: the gradient of the result): input: Σ of g over the repetitions.

>>> vjp.repeat_interleave(vjp.tensor([1.0, 2.0, 4.0]), 2)
tensor([1., 1., 2., 2., 4., 4.])

Every slice of a dimension repeated as often as its number says; the host reads the numbers.

Derivative (g: the gradient of the result): input: Σ of g over the repetitions.

>>> vjp.repeat_interleave(vjp.tensor([1.0, 2.0, 4.0]), vjp.tensor([1, 0, 2]))
tensor([1., 4., 4.])
"""


def reshape(input, shape):
    """The same elements in the same order under another shape; a view where strides allow, otherwise a copy.

    Derivative (g: the gradient of the result): input: g in the shape of input.

    >>> vjp.reshape(vjp.tensor([1, 2, 3, 4]), (2, 2))
    tensor([[1, 2],
            [3, 4]])
    """
    try:
        shape = ints(shape)
        p = _c_reshape(input._p, shape, len(shape))
    except UNFIT as error:
        raise explain("reshape", (input, shape), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _reshape_method(input, *shape, **keywords):
    """The same elements in the same order under another shape; a view where strides allow, otherwise a copy.

    Derivative (g: the gradient of the result): input: g in the shape of input.

    >>> vjp.reshape(vjp.tensor([1, 2, 3, 4]), (2, 2))
    tensor([[1, 2],
            [3, 4]])
    """
    return reshape(input, unpacked(shape, keywords, "shape"), **keywords)


def reshape_as(input, other):
    """reshape to the shape of another tensor.

    Derivative (g: the gradient of the result): input: g in the shape of input.

    >>> vjp.reshape_as(vjp.tensor([0.25, 0.5]), vjp.tensor([0.25, 0.5]))
    tensor([0.25, 0.5 ])
    """
    try:
        p = _c_reshape_as(input._p, other._p)
    except UNFIT as error:
        raise explain("reshape_as", (input, other), error) from None
    if p:
        return Tensor(p)
    raise failure()


def resolve_conj(input):
    """The same tensor: conjugates are never left to be computed later.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.resolve_conj(vjp.tensor([1 + 2j]).conj())
    tensor([1.-2.j])
    """
    try:
        p = _c_resolve_conj(input._p)
    except UNFIT as error:
        raise explain("resolve_conj", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def resolve_neg(input):
    """The same tensor: signs are never left to be computed later.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.resolve_neg(vjp.tensor([1 + 2j]).conj().imag)
    tensor([-2.])
    """
    try:
        p = _c_resolve_neg(input._p)
    except UNFIT as error:
        raise explain("resolve_neg", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def rms_norm(input, normalized_shape, weight=None, eps=None):
    """Rows over the last dimensions divided by their root mean square, then scaled by weight. eps defaults to the
    dtype's epsilon.

    Derivative (g: the gradient of the result): r = 1 / √(mean(input²) + eps), h = g * weight: input: r * (h -
    input * r² * mean(h * input)); weight: Σ g * input * r over the rows.

    >>> vjp.rms_norm(vjp.tensor([0.25, 0.5]), (2,))
    tensor([0.6325, 1.2649])
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


def _rnn_relu(input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first, generator=None):
    outs = ffi.new("vjp_tensor*[2]")
    try:
        params = [item._p for item in params]
        status = _c_rnn_relu(input._p, hx._p, params, len(params), has_biases, num_layers, dropout, train,
                             bidirectional, batch_first, NULL if generator is None else generator._p, outs)
    except UNFIT as error:
        raise explain("rnn_relu", (input, hx, params, has_biases, num_layers, dropout, train, bidirectional,
                                   batch_first, generator), error) from None
    if status:
        raise failure()
    return rnn_relu_result(Tensor(outs[0]), Tensor(outs[1]))


def _rnn_relu_data(data, batch_sizes, hx, params, has_biases, num_layers, dropout, train, bidirectional,
                   generator=None):
    outs = ffi.new("vjp_tensor*[2]")
    try:
        params = [item._p for item in params]
        status = _c_rnn_relu_data(data._p, batch_sizes._p, hx._p, params, len(params), has_biases, num_layers,
                                  dropout, train, bidirectional, NULL if generator is None else generator._p, outs)
    except UNFIT as error:
        raise explain("rnn_relu.data", (data, batch_sizes, hx, params, has_biases, num_layers, dropout, train,
                                        bidirectional, generator), error) from None
    if status:
        raise failure()
    return rnn_relu_data_result(Tensor(outs[0]), Tensor(outs[1]))


rnn_relu = overloaded("rnn_relu", ("rnn_relu", _rnn_relu), ("rnn_relu.data", _rnn_relu_data))
rnn_relu.__doc__ = """rnn_relu(input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first, *, generator=None)
rnn_relu(data, batch_sizes, hx, params, has_biases, num_layers, dropout, train, bidirectional, *, generator=None)

Layers of cells relu(w_ih x + b_ih + w_hh h + b_hh) over [steps, batch, features] (batch first with
batch_first). hx: states before the first step, [layers * directions, batch, size]. params: for each layer and
direction w_ih, w_hh, and with has_biases b_ih, b_hh.

Results, by these names: output, h_n.
Derivative: that of the operators it is made of, of any order.

>>> params = [vjp.ones(1, 1), vjp.ones(1, 1)]
>>> vjp.rnn_relu(vjp.ones(2, 1, 1), vjp.zeros(1, 1, 1), params, False, 1, 0.0, False, False, False)[0].flatten()
tensor([1., 2.])

rnn_relu over sequences of several lengths, longest first: data has the rows of the first step, then of the
second, ...; batch_sizes how many each has.

Results, by these names: output, h_n.
Derivative: that of the operators it is made of, of any order.

>>> params = [vjp.ones(1, 1), vjp.ones(1, 1)]
>>> vjp.rnn_relu(vjp.ones(3, 1), vjp.tensor([2, 1]), vjp.zeros(1, 2, 1), params, False, 1, 0.0, False, False)[0].flatten()
tensor([1., 1., 2.])
"""


def rnn_relu_cell(input, hx, w_ih, w_hh, b_ih=None, b_hh=None):
    """One step of cells relu(w_ih x + b_ih + w_hh h + b_hh), [batch, features] and states [batch, size], or both
    without batch.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.rnn_relu_cell(vjp.ones(1, 1), vjp.zeros(1, 1), vjp.ones(1, 1), vjp.ones(1, 1))
    tensor([[1.]])
    """
    try:
        p = _c_rnn_relu_cell(input._p, hx._p, w_ih._p, w_hh._p, NULL if b_ih is None else b_ih._p,
                             NULL if b_hh is None else b_hh._p)
    except UNFIT as error:
        raise explain("rnn_relu_cell", (input, hx, w_ih, w_hh, b_ih, b_hh), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _rnn_tanh(input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first, generator=None):
    outs = ffi.new("vjp_tensor*[2]")
    try:
        params = [item._p for item in params]
        status = _c_rnn_tanh(input._p, hx._p, params, len(params), has_biases, num_layers, dropout, train,
                             bidirectional, batch_first, NULL if generator is None else generator._p, outs)
    except UNFIT as error:
        raise explain("rnn_tanh", (input, hx, params, has_biases, num_layers, dropout, train, bidirectional,
                                   batch_first, generator), error) from None
    if status:
        raise failure()
    return rnn_tanh_result(Tensor(outs[0]), Tensor(outs[1]))


def _rnn_tanh_data(data, batch_sizes, hx, params, has_biases, num_layers, dropout, train, bidirectional,
                   generator=None):
    outs = ffi.new("vjp_tensor*[2]")
    try:
        params = [item._p for item in params]
        status = _c_rnn_tanh_data(data._p, batch_sizes._p, hx._p, params, len(params), has_biases, num_layers,
                                  dropout, train, bidirectional, NULL if generator is None else generator._p, outs)
    except UNFIT as error:
        raise explain("rnn_tanh.data", (data, batch_sizes, hx, params, has_biases, num_layers, dropout, train,
                                        bidirectional, generator), error) from None
    if status:
        raise failure()
    return rnn_tanh_data_result(Tensor(outs[0]), Tensor(outs[1]))


rnn_tanh = overloaded("rnn_tanh", ("rnn_tanh", _rnn_tanh), ("rnn_tanh.data", _rnn_tanh_data))
rnn_tanh.__doc__ = """rnn_tanh(input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first, *, generator=None)
rnn_tanh(data, batch_sizes, hx, params, has_biases, num_layers, dropout, train, bidirectional, *, generator=None)

Layers of cells tanh(w_ih x + b_ih + w_hh h + b_hh) over [steps, batch, features] (batch first with
batch_first). hx: states before the first step, [layers * directions, batch, size]. params: for each layer and
direction w_ih, w_hh, and with has_biases b_ih, b_hh.

Results, by these names: output, h_n.
Derivative (g: the gradient of the result): each step: D = g_h * (1 - h²); input: D @ w_ih; hx: D @ w_hh, of
the first step; params: Σ Dᵀ @ input and Σ Dᵀ @ h_before over the steps, and Σ D for both biases.

>>> params = [vjp.ones(1, 1), vjp.ones(1, 1)]
>>> vjp.rnn_tanh(vjp.ones(2, 1, 1), vjp.zeros(1, 1, 1), params, False, 1, 0.0, False, False, False)[0].flatten()
tensor([0.7616, 0.9427])

rnn_tanh over sequences of several lengths, longest first: data has the rows of the first step, then of the
second, ...; batch_sizes how many each has.

Results, by these names: output, h_n.
Derivative (g: the gradient of the result): each step: D = g_h * (1 - h²); input: D @ w_ih; hx: D @ w_hh, of
the first step; params: Σ Dᵀ @ input and Σ Dᵀ @ h_before over the steps, and Σ D for both biases.

>>> params = [vjp.ones(1, 1), vjp.ones(1, 1)]
>>> vjp.rnn_tanh(vjp.ones(3, 1), vjp.tensor([2, 1]), vjp.zeros(1, 2, 1), params, False, 1, 0.0, False, False)[0].flatten()
tensor([0.7616, 0.7616, 0.9427])
"""


def rnn_tanh_cell(input, hx, w_ih, w_hh, b_ih=None, b_hh=None):
    """One step of cells tanh(w_ih x + b_ih + w_hh h + b_hh), [batch, features] and states [batch, size], or both
    without batch.

    Derivative (g: the gradient of the result): each step: D = g_h * (1 - h²); input: D @ w_ih; hx: D @ w_hh, of
    the first step; params: Σ Dᵀ @ input and Σ Dᵀ @ h_before over the steps, and Σ D for both biases.

    >>> vjp.rnn_tanh_cell(vjp.ones(1, 1), vjp.zeros(1, 1), vjp.ones(1, 1), vjp.ones(1, 1))
    tensor([[0.7616]])
    """
    try:
        p = _c_rnn_tanh_cell(input._p, hx._p, w_ih._p, w_hh._p, NULL if b_ih is None else b_ih._p,
                             NULL if b_hh is None else b_hh._p)
    except UNFIT as error:
        raise explain("rnn_tanh_cell", (input, hx, w_ih, w_hh, b_ih, b_hh), error) from None
    if p:
        return Tensor(p)
    raise failure()


def roll(input, shifts, dims=None):
    """The elements moved along the given dimensions, those that fall off coming back at the other end; without dims,
    in the flattened tensor.

    Derivative (g: the gradient of the result): input: g rolled by -shifts.

    >>> vjp.roll(vjp.tensor([0.25, 0.5]), (2,))
    tensor([0.25, 0.5 ])
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


def rot90(input, k=1, dims=None):
    """A copy turned k times by a quarter, from the first of two dimensions (by default 0 and 1) towards the second.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.rot90(vjp.tensor([[1.0, 2.0], [3.0, 4.0]]))
    tensor([[2., 4.],
            [1., 3.]])
    """
    try:
        dims = () if dims is None else ints(dims)
        p = _c_rot90(input._p, k, dims or NULL, len(dims))
    except UNFIT as error:
        raise explain("rot90", (input, k, dims), error) from None
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
round.__doc__ = """round(input, *, out=None)
round(input, *, decimals, out=None)

The nearest whole number, ties to even.

The input's shape. Dtypes: real; the result has the promoted dtype.
Derivative (g: the gradient of the result): input: 0 * g.

>>> vjp.round(vjp.tensor([0.25, 0.5]))
tensor([0., 0.])

The nearest number with this many decimals; negative: the nearest multiple of a power of 10.

Derivative: that of the operators it is made of, of any order.

>>> vjp.round(vjp.tensor([0.25, 0.5]), decimals=0)
tensor([0., 0.])
"""


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
round_.__doc__ = """x.round_()
x.round_(*, decimals)

As `round`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes
on with this operation, and its derivative is that of `round`; a leaf that requires grad is not changed while
recording.
"""


def rrelu(input, lower=0.125, upper=0.3333333333333333, training=False, *, generator=None):
    """input where it is positive, else input times a slope: in training drawn between lower and upper for each
    element, otherwise the middle of both.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.rrelu(vjp.tensor([-2.0, 2.0]), 0.25, 0.75)
    tensor([-1.,  2.])
    """
    try:
        p = _c_rrelu(input._p, lower, upper, training, NULL if generator is None else generator._p)
    except UNFIT as error:
        raise explain("rrelu", (input, lower, upper, training, generator), error) from None
    if p:
        return Tensor(p)
    raise failure()


def rrelu_(input, lower=0.125, upper=0.3333333333333333, training=False, *, generator=None):
    """As `rrelu`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes
    on with this operation, and its derivative is that of `rrelu`; a leaf that requires grad is not changed while
    recording.
    """
    try:
        status = _c_rrelu_(input._p, lower, upper, training, NULL if generator is None else generator._p)
    except UNFIT as error:
        raise explain("rrelu", (input, lower, upper, training, generator), error) from None
    if status:
        raise failure()
    return input


def rsqrt(input, *, out=None):
    """1 / sqrt(input), elementwise.

    The input's shape. Dtypes: any; the result has the promoted dtype, float32 for integers.
    Derivative (g: the gradient of the result): input: g * ((-0.5) * (square(result) * result)).

    >>> vjp.rsqrt(vjp.tensor([0.25, 0.5]))
    tensor([2.    , 1.4142])
    """
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
    """As `rsqrt`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes
    on with this operation, and its derivative is that of `rsqrt`; a leaf that requires grad is not changed while
    recording.
    """
    try:
        status = _c_rsqrt_(input._p)
    except UNFIT as error:
        raise explain("rsqrt", (input,), error) from None
    if status:
        raise failure()
    return input


def rsub(input, other, *, alpha=1):
    """other - alpha * input, elementwise.

    Shapes broadcast. Dtypes: any; the result has the promoted dtype.
    Derivative (g: the gradient of the result): input: g * (-alpha); other: g.

    >>> vjp.rsub(vjp.tensor([0.25, 0.5]), vjp.tensor([0.25, 0.5]))
    tensor([0., 0.])
    """
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

    Derivative (g: the gradient of the result): P = softmax(scale * query @ keyᵀ + attn_mask), dP = g @ valueᵀ, dS
    = P * (dP - Σ P * dP along the keys); a dropout's mask multiplies P in the result and dP; query: scale * dS @
    key; key: scale * dSᵀ @ query; value: Pᵀ @ g; attn_mask: dS, summed to its shape.

    >>> vjp.scaled_dot_product_attention(vjp.ones(1, 2), vjp.ones(3, 2), vjp.ones(3, 2))
    tensor([[1., 1.]])
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


def scaled_modified_bessel_k0(input, *, out=None):
    """modified_bessel_k0(input) exp(input), which does not underflow.

    The input's shape. Dtypes: real; the result has the promoted dtype, float32 for integers.
    Derivative (g: the gradient of the result): input: g * (result - scaled_modified_bessel_k1(input)).

    >>> vjp.scaled_modified_bessel_k0(vjp.tensor([0.25, 0.5]))
    tensor([1.9793, 1.5241])
    """
    if out is not None:
        return call_out("scaled_modified_bessel_k0", (input,), out)
    try:
        p = _c_scaled_modified_bessel_k0(input._p)
    except UNFIT as error:
        raise explain("scaled_modified_bessel_k0", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def scaled_modified_bessel_k0_(input):
    """As `scaled_modified_bessel_k0`, written into the tensor itself, whose shape and dtype stay; returns the
    tensor. Its history goes on with this operation, and its derivative is that of `scaled_modified_bessel_k0`; a
    leaf that requires grad is not changed while recording.
    """
    try:
        status = _c_scaled_modified_bessel_k0_(input._p)
    except UNFIT as error:
        raise explain("scaled_modified_bessel_k0", (input,), error) from None
    if status:
        raise failure()
    return input


def scaled_modified_bessel_k1(input, *, out=None):
    """modified_bessel_k1(input) exp(input), which does not underflow.

    The input's shape. Dtypes: real; the result has the promoted dtype, float32 for integers.
    Derivative (g: the gradient of the result): input: g * ((result - scaled_modified_bessel_k0(input)) - (result
    / input)).

    >>> vjp.scaled_modified_bessel_k1(vjp.tensor([0.25, 0.5]))
    tensor([4.8113, 2.731 ])
    """
    if out is not None:
        return call_out("scaled_modified_bessel_k1", (input,), out)
    try:
        p = _c_scaled_modified_bessel_k1(input._p)
    except UNFIT as error:
        raise explain("scaled_modified_bessel_k1", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def scaled_modified_bessel_k1_(input):
    """As `scaled_modified_bessel_k1`, written into the tensor itself, whose shape and dtype stay; returns the
    tensor. Its history goes on with this operation, and its derivative is that of `scaled_modified_bessel_k1`; a
    leaf that requires grad is not changed while recording.
    """
    try:
        status = _c_scaled_modified_bessel_k1_(input._p)
    except UNFIT as error:
        raise explain("scaled_modified_bessel_k1", (input,), error) from None
    if status:
        raise failure()
    return input


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
scatter.__doc__ = """scatter(input, dim, index, src)
scatter(input, dim, index, value)

A copy of input with out[index[i][j]][j] = src[i][j] for dim 0, and so on.

Derivative (g: the gradient of the result): input: g, 0 at the positions of index; src: gather(g, dim, index).

>>> vjp.scatter(vjp.zeros(3), 0, vjp.tensor([2, 0]), vjp.tensor([1.0, 2.0]))
tensor([2., 0., 1.])

A copy of input with one value at the indexed positions.

Derivative (g: the gradient of the result): input: g, 0 at the positions of index.

>>> vjp.scatter(vjp.zeros(3), 0, vjp.tensor([2, 0]), 5.0)
tensor([5., 0., 5.])
"""


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
scatter_.__doc__ = """x.scatter_(dim, index, src)
x.scatter_(dim, index, value)

As `scatter`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes
on with this operation, and its derivative is that of `scatter`; a leaf that requires grad is not changed
while recording.
"""


def scatter_add(input, dim, index, src):
    """A copy of input with src added at the indexed positions; repeated ones add up.

    Derivative (g: the gradient of the result): input: g; src: gather(g, dim, index).

    >>> vjp.scatter_add(vjp.zeros(2), 0, vjp.tensor([1, 1]), vjp.tensor([1.0, 2.0]))
    tensor([0., 3.])
    """
    try:
        p = _c_scatter_add(input._p, dim, index._p, src._p)
    except UNFIT as error:
        raise explain("scatter_add", (input, dim, index, src), error) from None
    if p:
        return Tensor(p)
    raise failure()


def scatter_add_(input, dim, index, src):
    """As `scatter_add`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history
    goes on with this operation, and its derivative is that of `scatter_add`; a leaf that requires grad is not
    changed while recording.
    """
    try:
        status = _c_scatter_add_(input._p, dim, index._p, src._p)
    except UNFIT as error:
        raise explain("scatter_add", (input, dim, index, src), error) from None
    if status:
        raise failure()
    return input


def scatter_reduce(input, dim, index, src, reduce, *, include_self=True):
    """A copy of input in which the elements of src are reduced ("sum", "prod", "mean", "amax" or "amin") into the
    indexed positions, with what was there before or, without include_self, without it. Equal extremes share the
    gradient.

    Derivative (g: the gradient of the result): sum: input: g (0 at the positions of index without include_self);
    src: gather(g, dim, index); mean: both as sum, divided by how many were averaged at a position; prod: g *
    conj(Π of the other factors at the position); amax, amin: g shared equally by those at a position that equal
    the result.

    >>> vjp.scatter_reduce(vjp.ones(2), 0, vjp.tensor([1, 1]), vjp.tensor([5.0, 3.0]), "mean")
    tensor([1., 3.])
    """
    try:
        p = _c_scatter_reduce(input._p, dim, index._p, src._p, reduce.encode(), include_self)
    except UNFIT as error:
        raise explain("scatter_reduce", (input, dim, index, src, reduce, include_self), error) from None
    if p:
        return Tensor(p)
    raise failure()


def scatter_reduce_(input, dim, index, src, reduce, *, include_self=True):
    """As `scatter_reduce`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its
    history goes on with this operation, and its derivative is that of `scatter_reduce`; a leaf that requires grad
    is not changed while recording.
    """
    try:
        status = _c_scatter_reduce_(input._p, dim, index._p, src._p, reduce.encode(), include_self)
    except UNFIT as error:
        raise explain("scatter_reduce", (input, dim, index, src, reduce, include_self), error) from None
    if status:
        raise failure()
    return input


def searchsorted(sorted_sequence, input, *, out_int32=False, right=False, side=None, sorter=None):
    """Where the elements of input would stand in rows in ascending order, one row or one for each of input's: before
    equal elements, or behind them if right is true or side is "right". sorter: the positions that sort the rows.

    Derivative: none; the result does not require grad.

    >>> vjp.searchsorted(vjp.tensor([1.0, 3.0, 5.0]), vjp.tensor([3.0, 4.0]))
    tensor([1, 2])
    """
    kind = input.__class__
    if kind is not Tensor and kind is not float and kind is not int:
        return call("searchsorted", (sorted_sequence, input, out_int32, right, side, sorter))
    try:
        if kind is Tensor:
            p = _c_searchsorted(sorted_sequence._p, input._p, out_int32, right,
                                NULL if side is None else side.encode(), NULL if sorter is None else sorter._p)
        elif kind is float:
            p = _c_searchsorted_scalar(sorted_sequence._p, 3, 0, input, 0.0, out_int32, right,
                                       NULL if side is None else side.encode(), NULL if sorter is None else sorter._p)
        else:
            p = _c_searchsorted_scalar(sorted_sequence._p, 2, input, 0.0, 0.0, out_int32, right,
                                       NULL if side is None else side.encode(), NULL if sorter is None else sorter._p)
    except UNFIT as error:
        raise explain("searchsorted", (sorted_sequence, input, out_int32, right, side, sorter), error) from None
    if p:
        return Tensor(p)
    raise failure()


def segment_reduce(data, reduce, *, lengths=None, indices=None, offsets=None, axis=0, unsafe=False, initial=None):
    """Neighbouring slices reduced ("sum", "mean", "max", "min" or "prod") by segments, given by lengths or offsets
    along the axis; `initial` stands before each.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.segment_reduce(vjp.tensor([1.0, 2.0, 4.0]), "sum", lengths=vjp.tensor([2, 1]))
    tensor([3., 4.])
    """
    try:
        p = _c_segment_reduce(data._p, reduce.encode(), NULL if lengths is None else lengths._p,
                              NULL if indices is None else indices._p, NULL if offsets is None else offsets._p, axis,
                              unsafe, NULL if initial is None else scalar_struct(initial))
    except UNFIT as error:
        raise explain("segment_reduce", (data, reduce, lengths, indices, offsets, axis, unsafe,
                                         initial), error) from None
    if p:
        return Tensor(p)
    raise failure()


def select(input, dim, index):
    """The slice at one index of a dimension, which vanishes.

    Dtypes: any; a view of the same memory.
    Derivative: the gradient goes back to the elements that the result shows; the others get 0.

    >>> vjp.select(vjp.tensor([0.25, 0.5]), 0, 0)
    tensor(0.25)
    """
    try:
        p = _c_select(input._p, dim, index)
    except UNFIT as error:
        raise explain("select", (input, dim, index), error) from None
    if p:
        return Tensor(p)
    raise failure()


def select_scatter(input, src, dim, index):
    """A copy of the input with `src` in the place of one slice of a dimension.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.select_scatter(vjp.tensor([[1.0, 2.0], [3.0, 4.0]]), vjp.zeros(2), 0, 1)
    tensor([[1., 2.],
            [0., 0.]])
    """
    try:
        p = _c_select_scatter(input._p, src._p, dim, index)
    except UNFIT as error:
        raise explain("select_scatter", (input, src, dim, index), error) from None
    if p:
        return Tensor(p)
    raise failure()


def selu(input, *, out=None):
    """The self-normalising exponential linear unit.

    The input's shape. Dtypes: real; the result has the promoted dtype, float32 for integers.
    Derivative (g: the gradient of the result): input: g * where(input > 0, 1.0507, exp(where(input >= 0, 0,
    input)) * 1.7581).

    >>> vjp.selu(vjp.tensor([0.25, 0.5]))
    tensor([0.2627, 0.5254])
    """
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
    """As `selu`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes on
    with this operation, and its derivative is that of `selu`; a leaf that requires grad is not changed while
    recording.
    """
    try:
        status = _c_selu_(input._p)
    except UNFIT as error:
        raise explain("selu", (input,), error) from None
    if status:
        raise failure()
    return input


def sgn(input, *, out=None):
    """input / |input|, and 0 at 0.

    Derivative (g: the gradient of the result): s = result: input: (g - s * Re(conj(s) * g)) / |input|; 0 for real
    numbers and at 0.

    >>> vjp.sgn(vjp.tensor([0.25, 0.5]))
    tensor([1., 1.])
    """
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
    """As `sgn`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes on
    with this operation, and its derivative is that of `sgn`; a leaf that requires grad is not changed while
    recording.
    """
    try:
        status = _c_sgn_(input._p)
    except UNFIT as error:
        raise explain("sgn", (input,), error) from None
    if status:
        raise failure()
    return input


def sigmoid(input, *, out=None):
    """1 / (1 + exp(-input)), elementwise.

    The input's shape. Dtypes: any; the result has the promoted dtype, float32 for integers.
    Derivative (g: the gradient of the result): input: g * (result * (1 - result)).

    >>> vjp.sigmoid(vjp.tensor([0.25, 0.5]))
    tensor([0.5622, 0.6225])
    """
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
    """As `sigmoid`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes
    on with this operation, and its derivative is that of `sigmoid`; a leaf that requires grad is not changed
    while recording.
    """
    try:
        status = _c_sigmoid_(input._p)
    except UNFIT as error:
        raise explain("sigmoid", (input,), error) from None
    if status:
        raise failure()
    return input


def sign(input, *, out=None):
    """-1, 0 or 1 as every element is negative, 0 or positive.

    The input's shape. Dtypes: real; the result has the promoted dtype.
    Derivative (g: the gradient of the result): input: 0 * g.

    >>> vjp.sign(vjp.tensor([0.25, 0.5]))
    tensor([1., 1.])
    """
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
    """As `sign`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes on
    with this operation, and its derivative is that of `sign`; a leaf that requires grad is not changed while
    recording.
    """
    try:
        status = _c_sign_(input._p)
    except UNFIT as error:
        raise explain("sign", (input,), error) from None
    if status:
        raise failure()
    return input


def signbit(input, *, out=None):
    """Whether each element's sign bit is set, as that of -0.0 is.

    The input's shape. Dtypes: real; the result has bool.
    Derivative: none; the result does not require grad.

    >>> vjp.signbit(vjp.tensor([0.25, 0.5]))
    tensor([False, False])
    """
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
    """As `signbit`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes
    on with this operation, and its derivative is that of `signbit`; a leaf that requires grad is not changed
    while recording.
    """
    try:
        status = _c_signbit_(input._p)
    except UNFIT as error:
        raise explain("signbit", (input,), error) from None
    if status:
        raise failure()
    return input


def silu(input, *, out=None):
    """input * sigmoid(input), elementwise.

    The input's shape. Dtypes: any; the result has the promoted dtype, float32 for integers.
    Derivative (g: the gradient of the result): s = sigmoid(input): input: g * s * (1 + input * (1 - s)).

    >>> vjp.silu(vjp.tensor([0.25, 0.5]))
    tensor([0.1405, 0.3112])
    """
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
    """As `silu`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes on
    with this operation, and its derivative is that of `silu`; a leaf that requires grad is not changed while
    recording.
    """
    try:
        status = _c_silu_(input._p)
    except UNFIT as error:
        raise explain("silu", (input,), error) from None
    if status:
        raise failure()
    return input


def sin(input, *, out=None):
    """Sine of every element.

    The input's shape. Dtypes: any; the result has the promoted dtype, float32 for integers.
    Derivative (g: the gradient of the result): input: g * cos(input).

    >>> vjp.sin(vjp.tensor([0.25, 0.5]))
    tensor([0.2474, 0.4794])
    """
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
    """As `sin`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes on
    with this operation, and its derivative is that of `sin`; a leaf that requires grad is not changed while
    recording.
    """
    try:
        status = _c_sin_(input._p)
    except UNFIT as error:
        raise explain("sin", (input,), error) from None
    if status:
        raise failure()
    return input


def sinc(input, *, out=None):
    """sin(pi input) / (pi input), 1 at 0.

    The input's shape. Dtypes: any; the result has the promoted dtype, float32 for integers.
    Derivative (g: the gradient of the result): input: g * (cos(π input) - sinc(input)) / input, 0 at 0.

    >>> vjp.sinc(vjp.tensor([0.25, 0.5]))
    tensor([0.9003, 0.6366])
    """
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
    """As `sinc`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes on
    with this operation, and its derivative is that of `sinc`; a leaf that requires grad is not changed while
    recording.
    """
    try:
        status = _c_sinc_(input._p)
    except UNFIT as error:
        raise explain("sinc", (input,), error) from None
    if status:
        raise failure()
    return input


def sinh(input, *, out=None):
    """Hyperbolic sine of every element.

    The input's shape. Dtypes: any; the result has the promoted dtype, float32 for integers.
    Derivative (g: the gradient of the result): input: g * cosh(input).

    >>> vjp.sinh(vjp.tensor([0.25, 0.5]))
    tensor([0.2526, 0.5211])
    """
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
    """As `sinh`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes on
    with this operation, and its derivative is that of `sinh`; a leaf that requires grad is not changed while
    recording.
    """
    try:
        status = _c_sinh_(input._p)
    except UNFIT as error:
        raise explain("sinh", (input,), error) from None
    if status:
        raise failure()
    return input


def slice(input, dim=0, start=None, end=None, step=1):
    """Every step-th slice from start to before end; bounds may count from the end.

    Dtypes: any; a view of the same memory.
    Derivative: the gradient goes back to the elements that the result shows; the others get 0.

    >>> vjp.slice(vjp.tensor([0.25, 0.5]))
    tensor([0.25, 0.5 ])
    """
    try:
        p = _c_slice(input._p, dim, NULL if start is None else [start], NULL if end is None else [end], step)
    except UNFIT as error:
        raise explain("slice", (input, dim, start, end, step), error) from None
    if p:
        return Tensor(p)
    raise failure()


def slice_scatter(input, src, dim=0, start=None, end=None, step=1):
    """A copy of the input with `src` in the place of every step-th slice from start to before end.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.slice_scatter(vjp.tensor([1.0, 2.0, 4.0]), vjp.zeros(2), 0, 1)
    tensor([1., 0., 0.])
    """
    try:
        p = _c_slice_scatter(input._p, src._p, dim, NULL if start is None else [start],
                             NULL if end is None else [end], step)
    except UNFIT as error:
        raise explain("slice_scatter", (input, src, dim, start, end, step), error) from None
    if p:
        return Tensor(p)
    raise failure()


def smooth_l1_loss(input, target, reduction="mean", beta=1.0):
    """The absolute error, rounded off by a parabola where it is below beta.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.smooth_l1_loss(vjp.tensor([0.25, 0.5]), vjp.tensor([0.25, 0.5]))
    tensor(0.)
    """
    try:
        p = _c_smooth_l1_loss(input._p, target._p, reduction.encode(), beta)
    except UNFIT as error:
        raise explain("smooth_l1_loss", (input, target, reduction, beta), error) from None
    if p:
        return Tensor(p)
    raise failure()


def soft_margin_loss(input, target, reduction="mean"):
    """log(1 + exp(-target * input)), for targets of 1 and -1.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.soft_margin_loss(vjp.tensor([0.0, 2.0]), vjp.tensor([1.0, -1.0]))
    tensor(1.41)
    """
    try:
        p = _c_soft_margin_loss(input._p, target._p, reduction.encode())
    except UNFIT as error:
        raise explain("soft_margin_loss", (input, target, reduction), error) from None
    if p:
        return Tensor(p)
    raise failure()


def softmax(input, dim, *, dtype=None):
    """exp(input) along a dimension, scaled to sum to 1; computed without overflow.

    Derivative (g: the gradient of the result): y = result: input: conj(y) * (g - Σ conj(y) * g) along dim;
    softmin: minus that.

    >>> vjp.softmax(vjp.tensor([0.0, 0.0]), 0)
    tensor([0.5, 0.5])
    """
    try:
        p = _c_softmax(input._p, dim, dtype_code(dtype))
    except UNFIT as error:
        raise explain("softmax", (input, dim, dtype), error) from None
    if p:
        return Tensor(p)
    raise failure()


def softmin(input, dim, *, dtype=None):
    """softmax of -input.

    Derivative (g: the gradient of the result): y = result: input: conj(y) * (g - Σ conj(y) * g) along dim;
    softmin: minus that.

    >>> vjp.softmin(vjp.tensor([1.0, 1.0]), 0)
    tensor([0.5, 0.5])
    """
    try:
        p = _c_softmin(input._p, dim, dtype_code(dtype))
    except UNFIT as error:
        raise explain("softmin", (input, dim, dtype), error) from None
    if p:
        return Tensor(p)
    raise failure()


def softplus(input, beta=1, threshold=20, *, out=None):
    """log(1 + exp(beta * input)) / beta; input itself where beta * input is above the threshold.

    The input's shape. Dtypes: real; the result has the promoted dtype, float32 for integers.
    Derivative (g: the gradient of the result): input: g * where((input * beta) > threshold, 1, sigmoid(input *
    beta)).

    >>> vjp.softplus(vjp.tensor([0.25, 0.5]))
    tensor([0.8259, 0.9741])
    """
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
    """As `softplus`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history
    goes on with this operation, and its derivative is that of `softplus`; a leaf that requires grad is not
    changed while recording.
    """
    try:
        status = _c_softplus_(input._p, *scalar(beta), *scalar(threshold))
    except UNFIT as error:
        raise explain("softplus", (input, beta, threshold), error) from None
    if status:
        raise failure()
    return input


def softshrink(input, lambd=0.5, *, out=None):
    """input moved towards 0 by lambd, 0 within.

    The input's shape. Dtypes: real; the result has the promoted dtype, float32 for integers.
    Derivative (g: the gradient of the result): input: where(abs(input) <= lambd, 0, g).

    >>> vjp.softshrink(vjp.tensor([0.25, 0.5]))
    tensor([0., 0.])
    """
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
    """As `softshrink`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history
    goes on with this operation, and its derivative is that of `softshrink`; a leaf that requires grad is not
    changed while recording.
    """
    try:
        status = _c_softshrink_(input._p, *scalar(lambd))
    except UNFIT as error:
        raise explain("softshrink", (input, lambd), error) from None
    if status:
        raise failure()
    return input


def softsign(input):
    """input / (1 + |input|), elementwise.

    Derivative (g: the gradient of the result): input: g / (1 + |input|)².

    >>> vjp.softsign(vjp.tensor([0.25, 0.5]))
    tensor([0.2   , 0.3333])
    """
    try:
        p = _c_softsign(input._p)
    except UNFIT as error:
        raise explain("softsign", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def sort(input, dim=-1, descending=False, stable=False):
    """The elements along a dimension in order, and where they were. NaN counts as the largest; always stable.

    Results, by these names: values, indices.
    Derivative (g: the gradient of the result): input: g_values brought back to indices, 0 elsewhere; no gradient
    by indices.

    >>> vjp.sort(vjp.tensor([0.25, 0.5]))
    sort_result(values=tensor([0.25, 0.5 ]), indices=tensor([0, 1]))
    """
    outs = ffi.new("vjp_tensor*[2]")
    try:
        status = _c_sort(input._p, dim, descending, stable, outs)
    except UNFIT as error:
        raise explain("sort", (input, dim, descending, stable), error) from None
    if status:
        raise failure()
    return sort_result(Tensor(outs[0]), Tensor(outs[1]))


def spherical_bessel_j0(input, *, out=None):
    """The spherical Bessel function of the first kind of order 0, sin(input) / input.

    The input's shape. Dtypes: real; the result has the promoted dtype, float32 for integers.
    Derivative: by input, elementwise.

    >>> vjp.spherical_bessel_j0(vjp.tensor([0.0, 1.0, 3.0]))
    tensor([1.    , 0.8415, 0.047 ])
    """
    if out is not None:
        return call_out("spherical_bessel_j0", (input,), out)
    try:
        p = _c_spherical_bessel_j0(input._p)
    except UNFIT as error:
        raise explain("spherical_bessel_j0", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def spherical_bessel_j0_(input):
    """As `spherical_bessel_j0`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its
    history goes on with this operation, and its derivative is that of `spherical_bessel_j0`; a leaf that requires
    grad is not changed while recording.
    """
    try:
        status = _c_spherical_bessel_j0_(input._p)
    except UNFIT as error:
        raise explain("spherical_bessel_j0", (input,), error) from None
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
split.__doc__ = """split(input, split_size, dim=0)
split(input, split_size, dim=0)

Views of `split_size` slices each along a dimension; the last may be smaller.

Derivative: that of the operators it is made of, of any order.

>>> vjp.split(vjp.tensor([1, 2, 3]), 2)
(tensor([1, 2]), tensor([3]))

split_with_sizes under its other name.

Derivative: that of the operators it is made of, of any order.

>>> vjp.split(vjp.tensor([0.25, 0.5]), (2,))
(tensor([0.25, 0.5 ]),)
"""


def split_with_sizes(input, split_sizes, dim=0):
    """Views of the given sizes, one after the other, along a dimension.

    Dtypes: any; a view of the same memory.
    Derivative: the gradient goes back to the elements that the result shows; the others get 0.

    >>> vjp.split_with_sizes(vjp.tensor([1, 2, 3]), (2, 1))
    (tensor([1, 2]), tensor([3]))
    """
    try:
        split_sizes = ints(split_sizes)
        p = _c_split_with_sizes(input._p, split_sizes, len(split_sizes), dim)
    except UNFIT as error:
        raise explain("split_with_sizes", (input, split_sizes, dim), error) from None
    if p:
        return from_list(p)
    raise failure()


def split_with_sizes_copy(input, split_sizes, dim=0):
    """split_with_sizes, as copies.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.split_with_sizes_copy(vjp.tensor([1.0, 2.0, 4.0]), (1, 2))
    (tensor([1.]), tensor([2., 4.]))
    """
    try:
        split_sizes = ints(split_sizes)
        p = _c_split_with_sizes_copy(input._p, split_sizes, len(split_sizes), dim)
    except UNFIT as error:
        raise explain("split_with_sizes_copy", (input, split_sizes, dim), error) from None
    if p:
        return from_list(p)
    raise failure()


def sqrt(input, *, out=None):
    """Square root of every element.

    The input's shape. Dtypes: any; the result has the promoted dtype, float32 for integers.
    Derivative (g: the gradient of the result): input: g * (0.5 / result).

    >>> vjp.sqrt(vjp.tensor([0.25, 0.5]))
    tensor([0.5   , 0.7071])
    """
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
    """As `sqrt`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes on
    with this operation, and its derivative is that of `sqrt`; a leaf that requires grad is not changed while
    recording.
    """
    try:
        status = _c_sqrt_(input._p)
    except UNFIT as error:
        raise explain("sqrt", (input,), error) from None
    if status:
        raise failure()
    return input


def square(input, *, out=None):
    """input * input, elementwise.

    The input's shape. Dtypes: any; the result has the promoted dtype.
    Derivative (g: the gradient of the result): input: g * (2 * input).

    >>> vjp.square(vjp.tensor([0.25, 0.5]))
    tensor([0.0625, 0.25  ])
    """
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
    """As `square`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes
    on with this operation, and its derivative is that of `square`; a leaf that requires grad is not changed while
    recording.
    """
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
squeeze.__doc__ = """squeeze(input)
squeeze(input, dim)

Drops every dimension of size 1.

Dtypes: any; a view of the same memory.
Derivative: the gradient goes back to the elements that the result shows; the others get 0.

>>> vjp.squeeze(vjp.ones(1, 2))
tensor([1., 1.])

Drops the given dimensions where their size is 1.

Dtypes: any; a view of the same memory.
Derivative: the gradient goes back to the elements that the result shows; the others get 0.

>>> vjp.squeeze(vjp.ones(1, 2), 0)
tensor([1., 1.])
"""


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
squeeze_.__doc__ = """x.squeeze_()
x.squeeze_(dim)

As `squeeze`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes
on with this operation, and its derivative is that of `squeeze`; a leaf that requires grad is not changed
while recording.
"""


def _squeeze_copy(input):
    try:
        p = _c_squeeze_copy(input._p)
    except UNFIT as error:
        raise explain("squeeze_copy", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _squeeze_copy_dim(input, dim):
    try:
        dim = ints(dim)
        p = _c_squeeze_copy_dim(input._p, dim, len(dim))
    except UNFIT as error:
        raise explain("squeeze_copy.dim", (input, dim), error) from None
    if p:
        return Tensor(p)
    raise failure()


squeeze_copy = overloaded("squeeze_copy", ("squeeze_copy", _squeeze_copy), ("squeeze_copy.dim", _squeeze_copy_dim))
squeeze_copy.__doc__ = """squeeze_copy(input)
squeeze_copy(input, dim)

squeeze, as a copy.

Derivative: that of the operators it is made of, of any order.

>>> vjp.squeeze_copy(vjp.ones(1, 2))
tensor([1., 1.])

squeeze of the given dimensions, as a copy.

Derivative: that of the operators it is made of, of any order.

>>> vjp.squeeze_copy(vjp.ones(1, 2, 1), (0,)).shape
(2, 1)
"""


def stack(tensors, dim=0):
    """Tensors of one shape along a new dimension.

    Derivative (g: the gradient of the result): tensors[k]: g selected at k along dim.

    >>> vjp.stack([vjp.tensor([1.0]), vjp.tensor([2.0])])
    tensor([[1.],
            [2.]])
    """
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
std.__doc__ = """std(input, dim=None, *, correction=1, keepdim=False)
std(input, unbiased)
std(input, dim, unbiased, keepdim=False)

The square root of the variance. Where it is 0 the gradient is taken to be 0.

Derivative (g: the gradient of the result): input: g * (input - mean) / ((n - correction) * result), 0 where
the result is 0.

>>> vjp.std(vjp.tensor([0.25, 0.5]))
tensor(0.1768)

The standard deviation of all elements; unbiased: divided by n - 1, not n.

Derivative (g: the gradient of the result): input: g * (input - mean) / ((n - correction) * result), 0 where
the result is 0.

>>> vjp.std(vjp.tensor([0.25, 0.5]), True)
tensor(0.1768)

The standard deviation over the given dimensions; unbiased: divided by n - 1, not n.

Derivative (g: the gradient of the result): input: g * (input - mean) / ((n - correction) * result), 0 where
the result is 0.

>>> vjp.std(vjp.tensor([0.25, 0.5]), None, True)
tensor(0.1768)
"""


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
std_mean.__doc__ = """std_mean(input, dim=None, *, correction=1, keepdim=False)
std_mean(input, unbiased)
std_mean(input, dim, unbiased, keepdim=False)

Standard deviation and mean.

Results, by these names: std, mean.
Derivative (g: the gradient of the result): input: g_std * (input - mean) / ((n - correction) * std) + g_mean
/ n, the first term 0 where std is 0.

>>> vjp.std_mean(vjp.tensor([0.25, 0.5]))
std_mean_result(std=tensor(0.1768), mean=tensor(0.375))

Standard deviation and mean of all elements.

Results, by these names: std, mean.
Derivative (g: the gradient of the result): input: g_std * (input - mean) / ((n - correction) * std) + g_mean
/ n, the first term 0 where std is 0.

>>> vjp.std_mean(vjp.tensor([0.25, 0.5]), True)
std_mean_unbiased_result(std=tensor(0.1768), mean=tensor(0.375))

Standard deviation and mean over the given dimensions.

Results, by these names: std, mean.
Derivative (g: the gradient of the result): input: g_std * (input - mean) / ((n - correction) * std) + g_mean
/ n, the first term 0 where std is 0.

>>> vjp.std_mean(vjp.tensor([0.25, 0.5]), None, True)
std_mean_unbiased_dim_result(std=tensor(0.1768), mean=tensor(0.375))
"""


def stft(input, n_fft, hop_length=None, win_length=None, window=None, center=True, pad_mode="reflect",
         normalized=False, onesided=None, return_complex=True, align_to_window=False):
    """The transforms of frames of `n_fft` elements, `hop_length` (a fourth of n_fft) apart, times a window of
    `win_length` that stands in the middle of the frame: [batch, frequencies, frames] of a signal [batch, time] or
    [time]. center: frame t has its middle at t * hop_length of the signal, which is padded as `pad` does.
    normalized: divided by the root of n_fft. onesided (1 for real numbers, else 0): the first half of the
    frequencies. align_to_window, where center is false: the first window, not the first frame, starts at 0.
    return_complex false: as view_as_real.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.stft(vjp.tensor([1.0, 2.0, 3.0, 4.0]), 2, hop_length=2, center=False)
    tensor([[ 3.+0.j,  7.+0.j],
            [-1.+0.j, -1.+0.j]])
    """
    try:
        p = _c_stft(input._p, n_fft, NULL if hop_length is None else [hop_length],
                    NULL if win_length is None else [win_length], NULL if window is None else window._p, center,
                    pad_mode.encode(), normalized, NULL if onesided is None else [onesided], return_complex,
                    align_to_window)
    except UNFIT as error:
        raise explain("stft", (input, n_fft, hop_length, win_length, window, center, pad_mode, normalized, onesided,
                               return_complex, align_to_window), error) from None
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
sub.__doc__ = """sub(input, other, *, out=None)
sub(input, other, *, alpha=1, out=None)

input - other, elementwise.

Shapes broadcast. Dtypes: any; the result has the promoted dtype.
Derivative (g: the gradient of the result): input: g; other: -g.

>>> vjp.sub(vjp.tensor([0.25, 0.5]), vjp.tensor([0.25, 0.5]))
tensor([0., 0.])

input - alpha * other, elementwise.

Shapes broadcast. Dtypes: any; the result has the promoted dtype.
Derivative (g: the gradient of the result): input: g; other: g * (-alpha).

>>> vjp.sub(vjp.tensor([0.25, 0.5]), vjp.tensor([0.25, 0.5]), alpha=2.0)
tensor([-0.25, -0.5 ])
"""


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
sub_.__doc__ = """x.sub_(other)
x.sub_(other, *, alpha=1)

As `sub`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes on
with this operation, and its derivative is that of `sub`; a leaf that requires grad is not changed while
recording.
"""


def sum(input, dim=None, keepdim=False, *, dtype=None):
    """The sum over the given dimensions, or over all. Integers and bool are summed as int64 unless dtype is given.

    Derivative (g: the gradient of the result): input: g, expanded over the reduced dimensions.

    >>> vjp.sum(vjp.tensor([[1.0, 2.0], [3.0, 4.0]]), 0)
    tensor([4., 6.])
    """
    try:
        dim = () if dim is None else ints(dim)
        p = _c_sum(input._p, dim or NULL, len(dim), keepdim, dtype_code(dtype))
    except UNFIT as error:
        raise explain("sum", (input, dim, keepdim, dtype), error) from None
    if p:
        return Tensor(p)
    raise failure()


def sum_to_size(input, size):
    """Sums a tensor down to a shape that broadcasts to its own; itself if it has it already.

    Derivative (g: the gradient of the result): input: g, expanded.

    >>> vjp.sum_to_size(vjp.tensor([0.25, 0.5]), (2,))
    tensor([0.25, 0.5 ])
    """
    try:
        size = ints(size)
        p = _c_sum_to_size(input._p, size, len(size))
    except UNFIT as error:
        raise explain("sum_to_size", (input, size), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _sum_to_size_method(input, *size, **keywords):
    """Sums a tensor down to a shape that broadcasts to its own; itself if it has it already.

    Derivative (g: the gradient of the result): input: g, expanded.

    >>> vjp.sum_to_size(vjp.tensor([0.25, 0.5]), (2,))
    tensor([0.25, 0.5 ])
    """
    return sum_to_size(input, unpacked(size, keywords, "size"), **keywords)


def svd(input, some=True, compute_uv=True):
    """linalg_svd under its former name: V, and not its adjoint; zeros without vectors.

    Results, by these names: U, S, V.
    Derivative (g: the gradient of the result): A = U diag(S) Vᴴ, Eᵢⱼ = Sⱼ² - Sᵢ²: A: U (diag(g_S) + (skew(Uᴴ g_U)
    / E) S + S (skew(Vᴴ g_V) / E)) Vᴴ, skew(M) being M - Mᴴ, and the parts of g_U and g_V across U and V, over S.

    >>> vjp.svd(vjp.tensor([[3.0, 0.0], [0.0, -4.0]])).S
    tensor([4., 3.])
    """
    outs = ffi.new("vjp_tensor*[3]")
    try:
        status = _c_svd(input._p, some, compute_uv, outs)
    except UNFIT as error:
        raise explain("svd", (input, some, compute_uv), error) from None
    if status:
        raise failure()
    return svd_result(Tensor(outs[0]), Tensor(outs[1]), Tensor(outs[2]))


def t(input):
    """The transpose of a matrix; tensors of fewer dimensions as they are.

    Dtypes: any; a view of the same memory.
    Derivative: the gradient goes back to the elements that the result shows; the others get 0.

    >>> vjp.t(vjp.tensor([0.25, 0.5]))
    tensor([0.25, 0.5 ])
    """
    try:
        p = _c_t(input._p)
    except UNFIT as error:
        raise explain("t", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def t_(input):
    """As `t`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes on
    with this operation, and its derivative is that of `t`; a leaf that requires grad is not changed while
    recording.
    """
    try:
        status = _c_t_(input._p)
    except UNFIT as error:
        raise explain("t", (input,), error) from None
    if status:
        raise failure()
    return input


def t_copy(input):
    """t, as a copy.

    Derivative (g: the gradient of the result): input: g transposed.

    >>> vjp.t_copy(vjp.tensor([[1.0, 2.0], [3.0, 4.0]]))
    tensor([[1., 3.],
            [2., 4.]])
    """
    try:
        p = _c_t_copy(input._p)
    except UNFIT as error:
        raise explain("t_copy", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def take(input, index):
    """The elements of the flattened tensor at the index, whose shape the result has.

    Derivative (g: the gradient of the result): input: zeros with g added at index in the flattened tensor,
    repeated ones summed.

    >>> vjp.take(vjp.tensor([0.25, 0.5]), vjp.tensor([1, 0]))
    tensor([0.5 , 0.25])
    """
    try:
        p = _c_take(input._p, index._p)
    except UNFIT as error:
        raise explain("take", (input, index), error) from None
    if p:
        return Tensor(p)
    raise failure()


def take_along_dim(input, indices, dim=None):
    """gather with other sizes broadcast; without dim, from the flattened tensor.

    Derivative (g: the gradient of the result): input: zeros with g added at the positions of indices, repeated
    ones summed.

    >>> vjp.take_along_dim(vjp.tensor([[3.0, 1.0]]), vjp.tensor([[1, 0]]), 1)
    tensor([[1., 3.]])
    """
    try:
        p = _c_take_along_dim(input._p, indices._p, NULL if dim is None else [dim])
    except UNFIT as error:
        raise explain("take_along_dim", (input, indices, dim), error) from None
    if p:
        return Tensor(p)
    raise failure()


def tan(input, *, out=None):
    """Tangent of every element.

    The input's shape. Dtypes: any; the result has the promoted dtype, float32 for integers.
    Derivative (g: the gradient of the result): input: g * (square(result) + 1).

    >>> vjp.tan(vjp.tensor([0.25, 0.5]))
    tensor([0.2553, 0.5463])
    """
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
    """As `tan`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes on
    with this operation, and its derivative is that of `tan`; a leaf that requires grad is not changed while
    recording.
    """
    try:
        status = _c_tan_(input._p)
    except UNFIT as error:
        raise explain("tan", (input,), error) from None
    if status:
        raise failure()
    return input


def tanh(input, *, out=None):
    """Hyperbolic tangent of every element.

    The input's shape. Dtypes: any; the result has the promoted dtype, float32 for integers.
    Derivative (g: the gradient of the result): input: g * (1 - square(result)).

    >>> vjp.tanh(vjp.tensor([0.25, 0.5]))
    tensor([0.2449, 0.4621])
    """
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
    """As `tanh`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes on
    with this operation, and its derivative is that of `tanh`; a leaf that requires grad is not changed while
    recording.
    """
    try:
        status = _c_tanh_(input._p)
    except UNFIT as error:
        raise explain("tanh", (input,), error) from None
    if status:
        raise failure()
    return input


def tanhshrink(input, *, out=None):
    """input - tanh(input), elementwise.

    The input's shape. Dtypes: any; the result has the promoted dtype, float32 for integers.
    Derivative (g: the gradient of the result): input: g * square(tanh(input)).

    >>> vjp.tanhshrink(vjp.tensor([0.25, 0.5]))
    tensor([0.0051, 0.0379])
    """
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
    """As `tanhshrink`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history
    goes on with this operation, and its derivative is that of `tanhshrink`; a leaf that requires grad is not
    changed while recording.
    """
    try:
        status = _c_tanhshrink_(input._p)
    except UNFIT as error:
        raise explain("tanhshrink", (input,), error) from None
    if status:
        raise failure()
    return input


def _tensor_split(input, indices_or_sections, dim=0):
    try:
        p = _c_tensor_split(input._p, indices_or_sections, dim)
    except UNFIT as error:
        raise explain("tensor_split", (input, indices_or_sections, dim), error) from None
    if p:
        return from_list(p)
    raise failure()


def _tensor_split_indices(input, indices_or_sections, dim=0):
    try:
        indices_or_sections = ints(indices_or_sections)
        p = _c_tensor_split_indices(input._p, indices_or_sections, len(indices_or_sections), dim)
    except UNFIT as error:
        raise explain("tensor_split.indices", (input, indices_or_sections, dim), error) from None
    if p:
        return from_list(p)
    raise failure()


def _tensor_split_tensor(input, indices_or_sections, dim=0):
    try:
        p = _c_tensor_split_tensor(input._p, indices_or_sections._p, dim)
    except UNFIT as error:
        raise explain("tensor_split.tensor", (input, indices_or_sections, dim), error) from None
    if p:
        return from_list(p)
    raise failure()


tensor_split = overloaded("tensor_split", ("tensor_split", _tensor_split),
                          ("tensor_split.indices", _tensor_split_indices),
                          ("tensor_split.tensor", _tensor_split_tensor))
tensor_split.__doc__ = """tensor_split(input, indices_or_sections, dim=0)
tensor_split(input, indices_or_sections, dim=0)
tensor_split(input, indices_or_sections, dim=0)

Views of a number of sections along a dimension; the first of them are one larger where the size is no
multiple.

Derivative: that of the operators it is made of, of any order.

>>> vjp.tensor_split(vjp.tensor([1.0, 2.0, 4.0]), 2)
(tensor([1., 2.]), tensor([4.]))

Views of a dimension, cut before each of the indices as slices are.

Derivative: that of the operators it is made of, of any order.

>>> vjp.tensor_split(vjp.tensor([1.0, 2.0, 4.0]), (1, 2))
(tensor([1.]), tensor([2.]), tensor([4.]))

tensor_split with the indices, or the number of sections, in a tensor; waits for its device.

Derivative: that of the operators it is made of, of any order.

>>> vjp.tensor_split(vjp.tensor([1.0, 2.0, 4.0]), vjp.tensor([1]))
(tensor([1.]), tensor([2., 4.]))
"""


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
tensordot.__doc__ = """tensordot(a, b, dims=2)
tensordot(a, b, dims_a, dims_b)

Sums products over the last `dims` dimensions of a and the first `dims` of b.

Derivative: that of the operators it is made of, of any order.

>>> vjp.tensordot(vjp.tensor([[1.0, 2.0], [3.0, 4.0]]), vjp.tensor([[1.0, 2.0], [3.0, 4.0]]))
tensor(30.)

Sums products over the given dimensions of a and of b, paired in order.

Derivative: that of the operators it is made of, of any order.

>>> vjp.tensordot(vjp.ones(2, 3), vjp.ones(3, 2), dims_a=(1,), dims_b=(0,))
tensor([[3., 3.],
        [3., 3.]])
"""


def threshold(input, threshold, value, *, out=None):
    """input where it is above the threshold, else value.

    The input's shape. Dtypes: real; the result has the promoted dtype.
    Derivative (g: the gradient of the result): input: where(input <= threshold, 0, g).

    >>> vjp.threshold(vjp.tensor([0.25, 0.5]), 2.0, 2.0)
    tensor([2., 2.])
    """
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
    """As `threshold`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history
    goes on with this operation, and its derivative is that of `threshold`; a leaf that requires grad is not
    changed while recording.
    """
    try:
        status = _c_threshold_(input._p, *scalar(threshold), *scalar(value))
    except UNFIT as error:
        raise explain("threshold", (input, threshold, value), error) from None
    if status:
        raise failure()
    return input


def tile(input, dims):
    """repeat, with missing numbers in front taken as 1.

    Derivative (g: the gradient of the result): input: Σ of g over the repetitions.

    >>> vjp.tile(vjp.tensor([0.25, 0.5]), (2,))
    tensor([0.25, 0.5 , 0.25, 0.5 ])
    """
    try:
        dims = ints(dims)
        p = _c_tile(input._p, dims, len(dims))
    except UNFIT as error:
        raise explain("tile", (input, dims), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _tile_method(input, *dims, **keywords):
    """repeat, with missing numbers in front taken as 1.

    Derivative (g: the gradient of the result): input: Σ of g over the repetitions.

    >>> vjp.tile(vjp.tensor([0.25, 0.5]), (2,))
    tensor([0.25, 0.5 , 0.25, 0.5 ])
    """
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


def _to_device_memory_format(input, device, dtype=None, non_blocking=False, memory_format=None):
    try:
        p = _c_to_device_memory_format(input._p, NULL if device is None else device_struct(device), dtype_code(dtype),
                                       non_blocking, memory_format)
    except UNFIT as error:
        raise explain("to.device_memory_format", (input, device, dtype, non_blocking, memory_format), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _to_memory_format(input, dtype=None, memory_format=None):
    try:
        p = _c_to_memory_format(input._p, dtype_code(dtype), memory_format)
    except UNFIT as error:
        raise explain("to.memory_format", (input, dtype, memory_format), error) from None
    if p:
        return Tensor(p)
    raise failure()


to = overloaded("to", ("to", _to), ("to.device", _to_device), ("to.device_memory_format", _to_device_memory_format),
                ("to.memory_format", _to_memory_format))
to.__doc__ = """to(input, dtype=None)
to(input, device, dtype=None, non_blocking=False)
to(input, device, dtype=None, non_blocking=False, *, memory_format)
to(input, dtype=None, *, memory_format)

The tensor converted to a dtype; itself if it has it already.

Derivative: that of the operators it is made of, of any order.

>>> vjp.to(vjp.tensor([0.25, 0.5]))
tensor([0.25, 0.5 ])

The tensor on a device, converted to a dtype there or here; itself if it has both already. Copies between the
host and a device are done on return, unless `non_blocking` is given and the memory of the host is page-locked
(a result on the host then is): then they are enqueued on the current stream of the device. Copies between
devices are enqueued on the source's current stream, which waits for the destination's before and makes it
wait after.

Derivative: that of the operators it is made of, of any order.

>>> vjp.to(vjp.tensor([1.0]), "cpu")
tensor([1.])

The tensor on a device, in a memory format; see the forms without either.

Derivative: that of the operators it is made of, of any order.

>>> vjp.to(vjp.ones(1, 3, 2, 2), "cpu", memory_format=vjp.channels_last).stride()
(12, 1, 6, 3)

The tensor converted to a dtype, in a memory format: 0 is row-major, 1 channels last of [N, C, H, W], 2 of [N,
C, D, H, W]; 3 keeps the layout where the tensor is dense. Itself if it is as wanted already.

Derivative (g: the gradient of the result): input: g.

>>> vjp.to(vjp.ones(1, 3, 2, 2), vjp.float64, memory_format=vjp.channels_last).stride()
(12, 1, 6, 3)
"""


def topk(input, k, dim=-1, largest=True, sorted=True):
    """The k largest, or smallest, elements along a dimension in order, and where they were.

    Results, by these names: values, indices.
    Derivative (g: the gradient of the result): input: g_values brought back to indices, 0 elsewhere; no gradient
    by indices.

    >>> vjp.topk(vjp.tensor([3.0, 1.0, 2.0]), 2)
    topk_result(values=tensor([3., 2.]), indices=tensor([0, 2]))
    """
    outs = ffi.new("vjp_tensor*[2]")
    try:
        status = _c_topk(input._p, k, dim, largest, sorted, outs)
    except UNFIT as error:
        raise explain("topk", (input, k, dim, largest, sorted), error) from None
    if status:
        raise failure()
    return topk_result(Tensor(outs[0]), Tensor(outs[1]))


def trace(input):
    """The sum of a matrix's diagonal.

    Derivative (g: the gradient of the result): input: g * identity.

    >>> vjp.trace(vjp.tensor([[1.0, 2.0], [3.0, 4.0]]))
    tensor(5.)
    """
    try:
        p = _c_trace(input._p)
    except UNFIT as error:
        raise explain("trace", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def transpose(input, dim0, dim1):
    """Exchanges two dimensions.

    Dtypes: any; a view of the same memory.
    Derivative: the gradient goes back to the elements that the result shows; the others get 0.

    >>> vjp.transpose(vjp.tensor([0.25, 0.5]), 0, 0)
    tensor([0.25, 0.5 ])
    """
    try:
        p = _c_transpose(input._p, dim0, dim1)
    except UNFIT as error:
        raise explain("transpose", (input, dim0, dim1), error) from None
    if p:
        return Tensor(p)
    raise failure()


def transpose_(input, dim0, dim1):
    """As `transpose`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history
    goes on with this operation, and its derivative is that of `transpose`; a leaf that requires grad is not
    changed while recording.
    """
    try:
        status = _c_transpose_(input._p, dim0, dim1)
    except UNFIT as error:
        raise explain("transpose", (input, dim0, dim1), error) from None
    if status:
        raise failure()
    return input


def transpose_copy(input, dim0, dim1):
    """transpose, as a copy.

    Derivative (g: the gradient of the result): input: g with the same dimensions exchanged.

    >>> vjp.transpose_copy(vjp.tensor([[1.0, 2.0], [3.0, 4.0]]), 0, 1)
    tensor([[1., 3.],
            [2., 4.]])
    """
    try:
        p = _c_transpose_copy(input._p, dim0, dim1)
    except UNFIT as error:
        raise explain("transpose_copy", (input, dim0, dim1), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _trapezoid(y, x, dim=-1):
    try:
        p = _c_trapezoid(y._p, x._p, dim)
    except UNFIT as error:
        raise explain("trapezoid", (y, x, dim), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _trapezoid_dx(y, dx=1, dim=-1):
    try:
        p = _c_trapezoid_dx(y._p, dx, dim)
    except UNFIT as error:
        raise explain("trapezoid.dx", (y, dx, dim), error) from None
    if p:
        return Tensor(p)
    raise failure()


trapezoid = overloaded("trapezoid", ("trapezoid", _trapezoid), ("trapezoid.dx", _trapezoid_dx))
trapezoid.__doc__ = """trapezoid(y, x, *, dim=-1)
trapezoid(y, *, dx=1, dim=-1)

The integral of y, sampled at x, along a dimension by trapezoids.

Derivative: that of the operators it is made of, of any order.

>>> vjp.trapezoid(vjp.tensor([3.0, 1.0, 2.0]), vjp.tensor([1.0, 2.0, 4.0]))
tensor(5.)

trapezoid of samples that lie dx apart.

Derivative: that of the operators it is made of, of any order.

>>> vjp.trapezoid(vjp.tensor([3.0, 1.0, 2.0]), dx=2.0)
tensor(7.)
"""


def _trapz(y, x, dim=-1):
    try:
        p = _c_trapz(y._p, x._p, dim)
    except UNFIT as error:
        raise explain("trapz", (y, x, dim), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _trapz_dx(y, dx=1, dim=-1):
    try:
        p = _c_trapz_dx(y._p, dx, dim)
    except UNFIT as error:
        raise explain("trapz.dx", (y, dx, dim), error) from None
    if p:
        return Tensor(p)
    raise failure()


trapz = overloaded("trapz", ("trapz", _trapz), ("trapz.dx", _trapz_dx))
trapz.__doc__ = """trapz(y, x, *, dim=-1)
trapz(y, *, dx=1, dim=-1)

trapezoid under its other name.

Derivative: that of the operators it is made of, of any order.

>>> vjp.trapz(vjp.tensor([3.0, 1.0, 2.0]), vjp.tensor([1.0, 2.0, 4.0]))
tensor(5.)

trapezoid of samples that lie dx apart, under its other name.

Derivative: that of the operators it is made of, of any order.

>>> vjp.trapz(vjp.tensor([3.0, 1.0, 2.0]))
tensor(3.5)
"""


def triangular_solve(b, A, upper=True, transpose=False, unitriangular=False):
    """linalg_solve_triangular under its former name, and a copy of A.

    Results, by these names: solution, cloned_coefficient.
    Derivative: that of the operators it is made of, of any order.

    >>> vjp.triangular_solve(vjp.tensor([[2.0], [3.0]]), vjp.tensor([[2.0, 0.0], [1.0, 1.0]]), upper=False).solution
    tensor([[1.],
            [2.]])
    """
    outs = ffi.new("vjp_tensor*[2]")
    try:
        status = _c_triangular_solve(b._p, A._p, upper, transpose, unitriangular, outs)
    except UNFIT as error:
        raise explain("triangular_solve", (b, A, upper, transpose, unitriangular), error) from None
    if status:
        raise failure()
    return triangular_solve_result(Tensor(outs[0]), Tensor(outs[1]))


def tril(input, diagonal=0):
    """The lower triangles of matrices, up to a diagonal; 0 elsewhere.

    Derivative (g: the gradient of the result): input: tril(g, diagonal).

    >>> vjp.tril(vjp.tensor([[1.0, 2.0], [3.0, 4.0]]))
    tensor([[1., 0.],
            [3., 4.]])
    """
    try:
        p = _c_tril(input._p, diagonal)
    except UNFIT as error:
        raise explain("tril", (input, diagonal), error) from None
    if p:
        return Tensor(p)
    raise failure()


def tril_(input, diagonal=0):
    """As `tril`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes on
    with this operation, and its derivative is that of `tril`; a leaf that requires grad is not changed while
    recording.
    """
    try:
        status = _c_tril_(input._p, diagonal)
    except UNFIT as error:
        raise explain("tril", (input, diagonal), error) from None
    if status:
        raise failure()
    return input


def triplet_margin_loss(anchor, positive, negative, margin=1.0, p=2.0, eps=1e-06, swap=False, reduction="mean"):
    """max(0, d(anchor, positive) - d(anchor, negative) + margin), d being the pairwise distance; with swap, the
    smaller one of the negative's distances to anchor and positive counts.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.triplet_margin_loss(vjp.zeros(1, 2), vjp.ones(1, 2), vjp.ones(1, 2) * 2)
    tensor(0.)
    """
    try:
        p = _c_triplet_margin_loss(anchor._p, positive._p, negative._p, margin, p, eps, swap, reduction.encode())
    except UNFIT as error:
        raise explain("triplet_margin_loss", (anchor, positive, negative, margin, p, eps, swap,
                                              reduction), error) from None
    if p:
        return Tensor(p)
    raise failure()


def triu(input, diagonal=0):
    """The upper triangles of matrices, from a diagonal on; 0 elsewhere.

    Derivative (g: the gradient of the result): input: triu(g, diagonal).

    >>> vjp.triu(vjp.tensor([[1.0, 2.0], [3.0, 4.0]]))
    tensor([[1., 2.],
            [0., 4.]])
    """
    try:
        p = _c_triu(input._p, diagonal)
    except UNFIT as error:
        raise explain("triu", (input, diagonal), error) from None
    if p:
        return Tensor(p)
    raise failure()


def triu_(input, diagonal=0):
    """As `triu`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes on
    with this operation, and its derivative is that of `triu`; a leaf that requires grad is not changed while
    recording.
    """
    try:
        status = _c_triu_(input._p, diagonal)
    except UNFIT as error:
        raise explain("triu", (input, diagonal), error) from None
    if status:
        raise failure()
    return input


def true_divide(input, other, *, out=None):
    """input / other: another name of div.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.true_divide(vjp.tensor([0.25, 0.5]), vjp.tensor([0.25, 0.5]))
    tensor([1., 1.])
    """
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
    """As `true_divide`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history
    goes on with this operation, and its derivative is that of `true_divide`; a leaf that requires grad is not
    changed while recording.
    """
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
    """The whole part of each element.

    The input's shape. Dtypes: real; the result has the promoted dtype.
    Derivative (g: the gradient of the result): input: 0 * g.

    >>> vjp.trunc(vjp.tensor([0.25, 0.5]))
    tensor([0., 0.])
    """
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
    """As `trunc`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes
    on with this operation, and its derivative is that of `trunc`; a leaf that requires grad is not changed while
    recording.
    """
    try:
        status = _c_trunc_(input._p)
    except UNFIT as error:
        raise explain("trunc", (input,), error) from None
    if status:
        raise failure()
    return input


def unbind(input, dim=0):
    """A view for every index of a dimension, which vanishes.

    Dtypes: any; a view of the same memory.
    Derivative: the gradient goes back to the elements that the result shows; the others get 0.

    >>> vjp.unbind(vjp.tensor([0.25, 0.5]))
    (tensor(0.25), tensor(0.5))
    """
    try:
        p = _c_unbind(input._p, dim)
    except UNFIT as error:
        raise explain("unbind", (input, dim), error) from None
    if p:
        return from_list(p)
    raise failure()


def unbind_copy(input, dim=0):
    """unbind, as copies.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.unbind_copy(vjp.ones(2, 2))
    (tensor([1., 1.]), tensor([1., 1.]))
    """
    try:
        p = _c_unbind_copy(input._p, dim)
    except UNFIT as error:
        raise explain("unbind_copy", (input, dim), error) from None
    if p:
        return from_list(p)
    raise failure()


def unflatten(input, dim, sizes):
    """Splits a dimension into several, whose product it is; one may be -1.

    Derivative (g: the gradient of the result): input: g in the shape of input.

    >>> vjp.unflatten(vjp.tensor([1, 2, 3, 4]), 0, (2, 2))
    tensor([[1, 2],
            [3, 4]])
    """
    try:
        sizes = ints(sizes)
        p = _c_unflatten(input._p, dim, sizes, len(sizes))
    except UNFIT as error:
        raise explain("unflatten", (input, dim, sizes), error) from None
    if p:
        return Tensor(p)
    raise failure()


def unfold(input, dimension, size, step):
    """All windows of `size`, `step` apart, along a dimension; the window is a new last dimension.

    Dtypes: any; a view of the same memory.
    Derivative: the gradient goes back to the elements that the result shows; the others get 0.

    >>> vjp.unfold(vjp.tensor([1, 2, 3]), 0, 2, 1)
    tensor([[1, 2],
            [2, 3]])
    """
    try:
        p = _c_unfold(input._p, dimension, size, step)
    except UNFIT as error:
        raise explain("unfold", (input, dimension, size, step), error) from None
    if p:
        return Tensor(p)
    raise failure()


def unfold_copy(input, dimension, size, step):
    """unfold, as a copy.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.unfold_copy(vjp.tensor([1.0, 2.0, 4.0]), 0, 2, 1)
    tensor([[1., 2.],
            [2., 4.]])
    """
    try:
        p = _c_unfold_copy(input._p, dimension, size, step)
    except UNFIT as error:
        raise explain("unfold_copy", (input, dimension, size, step), error) from None
    if p:
        return Tensor(p)
    raise failure()


def uniform(input, low=0.0, high=1.0, *, generator=None):
    """Uniform random numbers from low to before high in the shape and dtype of input; uniform_ writes them there.

    Derivative: none; the result does not require grad.

    >>> vjp.uniform(vjp.tensor([0.25, 0.5])).shape
    (2,)
    """
    try:
        p = _c_uniform(input._p, low, high, NULL if generator is None else generator._p)
    except UNFIT as error:
        raise explain("uniform", (input, low, high, generator), error) from None
    if p:
        return Tensor(p)
    raise failure()


def uniform_(input, low=0.0, high=1.0, *, generator=None):
    """As `uniform`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes
    on with this operation, and its derivative is that of `uniform`; a leaf that requires grad is not changed
    while recording.
    """
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

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.unsafe_chunk(vjp.tensor([0.25, 0.5]), 1)
    (tensor([0.25, 0.5 ]),)
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

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.unsafe_split(vjp.tensor([0.25, 0.5]), 1)
    (tensor([0.25]), tensor([0.5]))
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

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.unsafe_split_with_sizes(vjp.tensor([0.25, 0.5]), (2,))
    (tensor([0.25, 0.5 ]),)
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
    """Inserts a dimension of size 1.

    Dtypes: any; a view of the same memory.
    Derivative: the gradient goes back to the elements that the result shows; the others get 0.

    >>> vjp.unsqueeze(vjp.tensor([1, 2]), 0)
    tensor([[1, 2]])
    """
    try:
        p = _c_unsqueeze(input._p, dim)
    except UNFIT as error:
        raise explain("unsqueeze", (input, dim), error) from None
    if p:
        return Tensor(p)
    raise failure()


def unsqueeze_(input, dim):
    """As `unsqueeze`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history
    goes on with this operation, and its derivative is that of `unsqueeze`; a leaf that requires grad is not
    changed while recording.
    """
    try:
        status = _c_unsqueeze_(input._p, dim)
    except UNFIT as error:
        raise explain("unsqueeze", (input, dim), error) from None
    if status:
        raise failure()
    return input


def unsqueeze_copy(input, dim):
    """unsqueeze, as a copy.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.unsqueeze_copy(vjp.tensor([1.0, 2.0, 4.0]), 0)
    tensor([[1., 2., 4.]])
    """
    try:
        p = _c_unsqueeze_copy(input._p, dim)
    except UNFIT as error:
        raise explain("unsqueeze_copy", (input, dim), error) from None
    if p:
        return Tensor(p)
    raise failure()


def upsample_bilinear(input, size=None, scale_factor=None):
    """interpolate with mode "bilinear" and align_corners.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.upsample_bilinear(vjp.tensor([[[[1.0, 3.0]]]]), (1, 3))
    tensor([[[[1., 2., 3.]]]])
    """
    try:
        size = () if size is None else ints(size)
        scale_factor = () if scale_factor is None else floats(scale_factor)
        p = _c_upsample_bilinear(input._p, size or NULL, len(size), scale_factor or NULL, len(scale_factor))
    except UNFIT as error:
        raise explain("upsample_bilinear", (input, size, scale_factor), error) from None
    if p:
        return Tensor(p)
    raise failure()


def upsample_nearest(input, size=None, scale_factor=None):
    """interpolate with mode "nearest".

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.upsample_nearest(vjp.tensor([[[1.0, 3.0]]]), 4)
    tensor([[[1., 1., 3., 3.]]])
    """
    try:
        size = () if size is None else ints(size)
        scale_factor = () if scale_factor is None else floats(scale_factor)
        p = _c_upsample_nearest(input._p, size or NULL, len(size), scale_factor or NULL, len(scale_factor))
    except UNFIT as error:
        raise explain("upsample_nearest", (input, size, scale_factor), error) from None
    if p:
        return Tensor(p)
    raise failure()


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
var.__doc__ = """var(input, dim=None, *, correction=1, keepdim=False)
var(input, unbiased)
var(input, dim, unbiased, keepdim=False)

The variance over the given dimensions, or of all elements: the sum of |x - mean|^2 over n - correction.

Derivative (g: the gradient of the result): input: g * 2 (input - mean) / (n - correction).

>>> vjp.var(vjp.tensor([0.25, 0.5]))
tensor(0.0312)

The variance of all elements; unbiased: divided by n - 1, not n.

Derivative (g: the gradient of the result): input: g * 2 (input - mean) / (n - correction).

>>> vjp.var(vjp.tensor([0.25, 0.5]), True)
tensor(0.0312)

The variance over the given dimensions; unbiased: divided by n - 1, not n.

Derivative (g: the gradient of the result): input: g * 2 (input - mean) / (n - correction).

>>> vjp.var(vjp.tensor([0.25, 0.5]), None, True)
tensor(0.0312)
"""


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
var_mean.__doc__ = """var_mean(input, dim=None, *, correction=1, keepdim=False)
var_mean(input, unbiased)
var_mean(input, dim, unbiased, keepdim=False)

Variance and mean.

Results, by these names: var, mean.
Derivative (g: the gradient of the result): input: g_var * 2 (input - mean) / (n - correction) + g_mean / n.

>>> vjp.var_mean(vjp.tensor([0.25, 0.5]))
var_mean_result(var=tensor(0.0312), mean=tensor(0.375))

Variance and mean of all elements.

Results, by these names: var, mean.
Derivative (g: the gradient of the result): input: g_var * 2 (input - mean) / (n - correction) + g_mean / n.

>>> vjp.var_mean(vjp.tensor([0.25, 0.5]), True)
var_mean_unbiased_result(var=tensor(0.0312), mean=tensor(0.375))

Variance and mean over the given dimensions.

Results, by these names: var, mean.
Derivative (g: the gradient of the result): input: g_var * 2 (input - mean) / (n - correction) + g_mean / n.

>>> vjp.var_mean(vjp.tensor([0.25, 0.5]), None, True)
var_mean_unbiased_dim_result(var=tensor(0.0312), mean=tensor(0.375))
"""


def vdot(input, other):
    """The dot product of the first vector's conjugate and the second.

    Derivative (g: the gradient of the result): input: conj(g) * other; other: g * input.

    >>> vjp.vdot(vjp.tensor([0.25, 0.5]), vjp.tensor([0.25, 0.5]))
    tensor(0.3125)
    """
    try:
        p = _c_vdot(input._p, other._p)
    except UNFIT as error:
        raise explain("vdot", (input, other), error) from None
    if p:
        return Tensor(p)
    raise failure()


def view(input, size):
    """The same elements in the same order under another shape, without a copy; one size may be -1.

    Dtypes: any; a view of the same memory.
    Derivative: the gradient goes back to the elements that the result shows; the others get 0.

    >>> vjp.tensor([1, 2, 3, 4]).view(2, 2)
    tensor([[1, 2],
            [3, 4]])
    """
    try:
        size = ints(size)
        p = _c_view(input._p, size, len(size))
    except UNFIT as error:
        raise explain("view", (input, size), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _view_method(input, *size, **keywords):
    """The same elements in the same order under another shape, without a copy; one size may be -1.

    Dtypes: any; a view of the same memory.
    Derivative: the gradient goes back to the elements that the result shows; the others get 0.

    >>> vjp.tensor([1, 2, 3, 4]).view(2, 2)
    tensor([[1, 2],
            [3, 4]])
    """
    if len(size) == 1 and isinstance(size[0], dtype):
        return view_of_dtype(input, size[0])
    return view(input, unpacked(size, keywords, "size"), **keywords)


def view_as(input, other):
    """view with the shape of another tensor.

    Derivative (g: the gradient of the result): input: g in the shape of input.

    >>> vjp.view_as(vjp.tensor([0.25, 0.5]), vjp.tensor([0.25, 0.5]))
    tensor([0.25, 0.5 ])
    """
    try:
        p = _c_view_as(input._p, other._p)
    except UNFIT as error:
        raise explain("view_as", (input, other), error) from None
    if p:
        return Tensor(p)
    raise failure()


def view_as_complex(input):
    """Real numbers with a last dimension of (real, imaginary) as a complex tensor.

    Dtypes: any; a view of the same memory.
    Derivative: the gradient goes back to the elements that the result shows; the others get 0.

    >>> vjp.view_as_complex(vjp.tensor([[1.0, 2.0]]))
    tensor([1.+2.j])
    """
    try:
        p = _c_view_as_complex(input._p)
    except UNFIT as error:
        raise explain("view_as_complex", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def view_as_real(input):
    """A complex tensor as real numbers, with a last dimension of (real, imaginary).

    Dtypes: any; a view of the same memory.
    Derivative: the gradient goes back to the elements that the result shows; the others get 0.

    >>> vjp.view_as_real(vjp.tensor([1.0 + 2.0j]))
    tensor([[1., 2.]])
    """
    try:
        p = _c_view_as_real(input._p)
    except UNFIT as error:
        raise explain("view_as_real", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def view_copy(input, size):
    """view, as a copy.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.view_copy(vjp.tensor([[1.0, 2.0], [3.0, 4.0]]), (4,))
    tensor([1., 2., 3., 4.])
    """
    try:
        size = ints(size)
        p = _c_view_copy(input._p, size, len(size))
    except UNFIT as error:
        raise explain("view_copy", (input, size), error) from None
    if p:
        return Tensor(p)
    raise failure()


def _view_copy_method(input, *size, **keywords):
    """view, as a copy.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.view_copy(vjp.tensor([[1.0, 2.0], [3.0, 4.0]]), (4,))
    tensor([1., 2., 3., 4.])
    """
    return view_copy(input, unpacked(size, keywords, "size"), **keywords)


def _vsplit(input, indices_or_sections):
    try:
        p = _c_vsplit(input._p, indices_or_sections)
    except UNFIT as error:
        raise explain("vsplit", (input, indices_or_sections), error) from None
    if p:
        return from_list(p)
    raise failure()


def _vsplit_indices(input, indices_or_sections):
    try:
        indices_or_sections = ints(indices_or_sections)
        p = _c_vsplit_indices(input._p, indices_or_sections, len(indices_or_sections))
    except UNFIT as error:
        raise explain("vsplit.indices", (input, indices_or_sections), error) from None
    if p:
        return from_list(p)
    raise failure()


vsplit = overloaded("vsplit", ("vsplit", _vsplit), ("vsplit.indices", _vsplit_indices))
vsplit.__doc__ = """vsplit(input, indices_or_sections)
vsplit(input, indices_or_sections)

Views of a number of equal sections along the first dimension.

Derivative: that of the operators it is made of, of any order.

>>> vjp.vsplit(vjp.tensor([[1.0, 2.0], [3.0, 4.0]]), 2)
(tensor([[1., 2.]]), tensor([[3., 4.]]))

Views of the first dimension, cut before each of the indices as slices are.

Derivative: that of the operators it is made of, of any order.

>>> vjp.vsplit(vjp.tensor([[1.0, 2.0], [3.0, 4.0]]), [1])
(tensor([[1., 2.]]), tensor([[3., 4.]]))
"""


def vstack(tensors):
    """The tensors one below the other; vectors as rows.

    Derivative: that of the operators it is made of, of any order.

    >>> vjp.vstack([vjp.tensor([1.0, 2.0, 4.0]), vjp.tensor([3.0, 1.0, 2.0])])
    tensor([[1., 2., 4.],
            [3., 1., 2.]])
    """
    try:
        tensors = [item._p for item in tensors]
        p = _c_vstack(tensors, len(tensors))
    except UNFIT as error:
        raise explain("vstack", (tensors,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def where(condition, input, other, *, out=None):
    """input where condition (bool, or uint8) is true, else other.

    Shapes broadcast. Dtypes: any; the result has the promoted dtype.
    Derivative (g: the gradient of the result): input: where(condition, g, 0); other: where(condition, 0, g).

    >>> vjp.where(vjp.tensor([True, False]), vjp.tensor([1.0, 2.0]), 0.0)
    tensor([1., 0.])
    """
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
    """input * log1p(other), and 0 where input is 0.

    Shapes broadcast. Dtypes: real; the result has the promoted dtype, float32 for integers.
    Derivative (g: the gradient of the result): input: where((input == 0) and (other <= (-1)), 0, g *
    log1p(other)); other: g * (input / (other + 1)).

    >>> vjp.xlog1py(vjp.tensor([0.25, 0.5]), vjp.tensor([0.25, 0.5]))
    tensor([0.0558, 0.2027])
    """
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
    """As `xlog1py`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes
    on with this operation, and its derivative is that of `xlog1py`; a leaf that requires grad is not changed
    while recording.
    """
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
    """input * log(other), and 0 where input is 0.

    Shapes broadcast. Dtypes: real; the result has the promoted dtype, float32 for integers.
    Derivative (g: the gradient of the result): input: where((input == 0) and (other <= 0), 0, g * log(other));
    other: g * (input / other).

    >>> vjp.xlogy(vjp.tensor([0.25, 0.5]), vjp.tensor([0.25, 0.5]))
    tensor([-0.3466, -0.3466])
    """
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
    """As `xlogy`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes
    on with this operation, and its derivative is that of `xlogy`; a leaf that requires grad is not changed while
    recording.
    """
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
    """Zeros like `input`; zero_ clears it.

    Derivative (g: the gradient of the result): input: 0.

    >>> vjp.zero(vjp.tensor([0.25, 0.5]))
    tensor([0., 0.])
    """
    try:
        p = _c_zero(input._p)
    except UNFIT as error:
        raise explain("zero", (input,), error) from None
    if p:
        return Tensor(p)
    raise failure()


def zero_(input):
    """As `zero`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes on
    with this operation, and its derivative is that of `zero`; a leaf that requires grad is not changed while
    recording.
    """
    try:
        status = _c_zero_(input._p)
    except UNFIT as error:
        raise explain("zero", (input,), error) from None
    if status:
        raise failure()
    return input


def zeros(*size, dtype=None, device=None, requires_grad=False, **keywords):
    """A tensor of zeros; float32 unless dtype is given.

    >>> vjp.zeros((2,))
    tensor([0., 0.])
    """
    size = unpacked(size, keywords, "size")
    if keywords:
        raise TypeError("zeros: unknown keyword {}".format(*keywords))
    if device is not None:
        with on_device(device):
            return zeros(size, dtype=dtype, requires_grad=requires_grad)
    try:
        size = ints(size)
        p = _c_zeros(size, len(size), new_code(dtype))
    except UNFIT as error:
        raise explain("zeros", (size, dtype), error) from None
    if p:
        return Tensor(p).requires_grad_() if requires_grad else Tensor(p)
    raise failure()


def zeros_like(input, *, dtype=None, device=None, requires_grad=False):
    """Zeros of the shape, and unless given the dtype, of `input`.

    Derivative: none; the result does not require grad.

    >>> vjp.zeros_like(vjp.tensor([0.25, 0.5]))
    tensor([0., 0.])
    """
    if device is not None:
        input = like_on(input, device)
    try:
        p = _c_zeros_like(input._p, dtype_code(dtype))
    except UNFIT as error:
        raise explain("zeros_like", (input, dtype), error) from None
    if p:
        return Tensor(p).requires_grad_() if requires_grad else Tensor(p)
    raise failure()


def zeta(input, other, *, out=None):
    """Hurwitz's zeta function: the sum over k >= 0 of (other + k)^-input. There is no derivative for input.

    Shapes broadcast. Dtypes: real; the result has the promoted dtype, float32 for integers.
    Derivative (g: the gradient of the result): other: g * (-(input * zeta(input + 1, other))).

    >>> vjp.zeta(vjp.tensor([2.0, 3.0]), vjp.tensor([1.0, 1.0]))
    tensor([1.6449, 1.2021])
    """
    if out is not None:
        return call_out("zeta", (input, other), out)
    kind = other.__class__
    if input.__class__ is not Tensor or (kind is not Tensor and kind is not float and kind is not int):
        return call("zeta", (input, other))
    try:
        if kind is Tensor:
            p = _c_zeta(input._p, other._p)
        elif kind is float:
            p = _c_zeta_scalar(input._p, 3, 0, other, 0.0)
        else:
            p = _c_zeta_scalar(input._p, 2, other, 0.0, 0.0)
    except UNFIT as error:
        raise explain("zeta", (input, other), error) from None
    if p:
        return Tensor(p)
    raise failure()


def zeta_(input, other):
    """As `zeta`, written into the tensor itself, whose shape and dtype stay; returns the tensor. Its history goes on
    with this operation, and its derivative is that of `zeta`; a leaf that requires grad is not changed while
    recording.
    """
    kind = other.__class__
    if input.__class__ is not Tensor or (kind is not Tensor and kind is not float and kind is not int):
        return call_inplace("zeta", (input, other))
    try:
        if kind is Tensor:
            status = _c_zeta_(input._p, other._p)
        elif kind is float:
            status = _c_zeta_scalar_(input._p, 3, 0, other, 0.0)
        else:
            status = _c_zeta_scalar_(input._p, 2, other, 0.0, 0.0)
    except UNFIT as error:
        raise explain("zeta", (input, other), error) from None
    if status:
        raise failure()
    return input


# C takes the names over, and asks the functions above about all that is not plain; see native/operators.h.
behind = _native.attach_operators(globals(), dtype, binary, binary_inplace)
Tensor.H = property(H)
Tensor.T = property(T)
Tensor.clamp_ = clamp_
Tensor.imag = property(imag)
Tensor.mH = property(mH)
Tensor.mT = property(mT)
Tensor.real = property(real)


__all__ = ["H", "T", "abs", "acos", "acosh", "adaptive_avg_pool1d", "adaptive_avg_pool2d", "adaptive_avg_pool3d",
           "adaptive_max_pool1d", "adaptive_max_pool2d", "adaptive_max_pool3d", "add", "addbmm", "addcdiv", "addcmul",
           "addmm", "addmv", "addr", "alias", "alias_copy", "all", "alpha_dropout", "amax", "amin", "aminmax",
           "aminmax_result", "angle", "any", "arange", "argmax", "argmin", "argsort", "as_strided", "as_strided_copy",
           "asin", "asinh", "atan", "atan2", "atanh", "atleast_1d", "atleast_2d", "atleast_3d", "avg_pool1d",
           "avg_pool2d", "avg_pool3d", "baddbmm", "batch_norm", "bernoulli", "bessel_j0", "bessel_j1", "bessel_y0",
           "bessel_y1", "bilinear", "binary_cross_entropy", "binary_cross_entropy_with_logits", "binomial",
           "bitwise_and", "bitwise_left_shift", "bitwise_not", "bitwise_or", "bitwise_right_shift", "bitwise_xor",
           "block_diag", "bmm", "broadcast_tensors", "broadcast_to", "cartesian_prod", "cat", "cauchy", "cdist",
           "ceil", "celu", "channel_shuffle", "cholesky_inverse", "cholesky_solve", "chunk", "clamp", "clamp_max",
           "clamp_min", "clone", "col2im", "column_stack", "combinations", "complex", "conj", "conj_physical",
           "constant_pad_nd", "contiguous", "conv1d", "conv2d", "conv3d", "conv_transpose1d", "conv_transpose2d",
           "conv_transpose3d", "copy", "copysign", "corrcoef", "cos", "cosh", "cosine_embedding_loss",
           "cosine_similarity", "count_nonzero", "cov", "cross", "cross_entropy", "ctc_loss", "cummax",
           "cummax_result", "cummin", "cummin_result", "cumprod", "cumsum", "cumulative_trapezoid", "deg2rad", "diag",
           "diag_embed", "diagflat", "diagonal", "diagonal_copy", "diagonal_scatter", "diff", "digamma", "dist",
           "div", "dot", "dropout", "dropout1d", "dropout2d", "dropout3d", "dsplit", "dstack", "einsum", "elu",
           "embedding", "embedding_bag", "empty", "empty_like", "entr", "eq", "erf", "erfc", "erfcx", "erfinv", "exp",
           "exp2", "expand", "expand_as", "expand_copy", "expm1", "exponential", "eye", "feature_alpha_dropout",
           "feature_dropout", "fft_fft", "fft_fft2", "fft_fftfreq", "fft_fftn", "fft_fftshift", "fft_hfft",
           "fft_hfft2", "fft_hfftn", "fft_ifft", "fft_ifft2", "fft_ifftn", "fft_ifftshift", "fft_ihfft", "fft_ihfft2",
           "fft_ihfftn", "fft_irfft", "fft_irfft2", "fft_irfftn", "fft_rfft", "fft_rfft2", "fft_rfftfreq",
           "fft_rfftn", "fill", "flatten", "flip", "fliplr", "flipud", "float_power", "floor", "floor_divide", "fmax",
           "fmin", "fmod", "frac", "frexp", "frexp_result", "full", "full_like", "gather", "gaussian_nll_loss", "ge",
           "gelu", "geometric", "ger", "glu", "gradient", "grid_sample", "grid_sampler_2d", "grid_sampler_3d",
           "group_norm", "gru", "gru_cell", "gru_data_result", "gru_result", "gt", "hardshrink", "hardsigmoid",
           "hardswish", "hardtanh", "hinge_embedding_loss", "hsplit", "hstack", "huber_loss", "hypot", "i0", "i0e",
           "i1", "i1e", "im2col", "imag", "index", "index_add", "index_copy", "index_fill", "index_put",
           "index_reduce", "index_select", "inner", "instance_norm", "interpolate", "isclose", "isfinite", "isinf",
           "isnan", "isneginf", "isposinf", "istft", "kl_div", "kron", "kthvalue", "kthvalue_result", "l1_loss",
           "layer_norm", "ldexp", "le", "leaky_relu", "lerp", "lgamma", "linalg_cholesky", "linalg_cholesky_ex",
           "linalg_cholesky_ex_result", "linalg_cond", "linalg_cross", "linalg_det", "linalg_diagonal", "linalg_eig",
           "linalg_eig_result", "linalg_eigh", "linalg_eigh_result", "linalg_eigvals", "linalg_eigvalsh",
           "linalg_householder_product", "linalg_inv", "linalg_inv_ex", "linalg_inv_ex_result", "linalg_lstsq",
           "linalg_lstsq_result", "linalg_lu", "linalg_lu_factor", "linalg_lu_factor_ex",
           "linalg_lu_factor_ex_result", "linalg_lu_factor_result", "linalg_lu_result", "linalg_lu_solve",
           "linalg_matrix_norm", "linalg_matrix_power", "linalg_matrix_sqrth", "linalg_multi_dot", "linalg_norm",
           "linalg_pinv", "linalg_polar", "linalg_polar_result", "linalg_qr", "linalg_qr_result", "linalg_slogdet",
           "linalg_slogdet_result", "linalg_solve", "linalg_solve_ex", "linalg_solve_ex_result",
           "linalg_solve_triangular", "linalg_svd", "linalg_svd_result", "linalg_svdvals", "linalg_tensorinv",
           "linalg_tensorsolve", "linalg_vander", "linalg_vecdot", "linalg_vector_norm", "linear",
           "linear_cross_entropy", "linspace", "local_response_norm", "log", "log10", "log1p", "log2", "log_ndtr",
           "log_normal", "log_softmax", "logaddexp", "logaddexp2", "logcumsumexp", "logdet", "logical_and",
           "logical_not", "logical_or", "logical_xor", "logit", "logsigmoid", "logsumexp", "lstm", "lstm_cell",
           "lstm_cell_result", "lstm_data_result", "lstm_result", "lt", "lu", "lu_solve", "lu_unpack",
           "lu_unpack_result", "mH", "mT", "margin_ranking_loss", "masked_amax", "masked_amin", "masked_cumprod",
           "masked_cumsum", "masked_fill", "masked_log_softmax", "masked_logaddexp", "masked_logsumexp",
           "masked_mean", "masked_median", "masked_norm", "masked_normalize", "masked_prod", "masked_scatter",
           "masked_select", "masked_softmax", "masked_softmin", "masked_std", "masked_sum", "masked_var", "matmul",
           "matrix_exp", "max", "max_dim_result", "max_pool1d", "max_pool2d", "max_pool3d", "max_unpool1d",
           "max_unpool2d", "max_unpool3d", "maximum", "mean", "median", "median_dim_result", "meshgrid", "min",
           "min_dim_result", "minimum", "mish", "mm", "mode", "mode_dim_result", "modified_bessel_i0",
           "modified_bessel_i1", "modified_bessel_k0", "modified_bessel_k1", "movedim", "mse_loss", "msort", "mul",
           "multi_head_attention_forward", "multi_head_attention_forward_result", "multi_margin_loss", "multigammaln",
           "multilabel_margin_loss", "multilabel_soft_margin_loss", "multinomial", "mv", "mvlgamma", "nan_to_num",
           "nanmean", "nanmedian", "nanmedian_dim_result", "nanquantile", "nansum", "narrow", "narrow_copy",
           "native_batch_norm", "native_batch_norm_result", "native_dropout_backward", "native_group_norm",
           "native_group_norm_result", "native_layer_norm", "native_layer_norm_result", "ndtr", "ndtri", "ne", "neg",
           "nextafter", "nll_loss", "nonzero", "norm", "normal", "normalize", "one_hot", "ones", "ones_like", "ormqr",
           "outer", "pad", "pairwise_distance", "pdist", "permute", "permute_copy", "pinverse", "pixel_shuffle",
           "pixel_unshuffle", "poisson", "poisson_nll_loss", "polar", "polygamma", "positive", "pow", "prelu", "prod",
           "put", "quantile", "rad2deg", "rand", "rand_like", "randint", "randn", "randn_like", "randperm", "ravel",
           "real", "reciprocal", "relu", "relu6", "remainder", "renorm", "repeat", "repeat_interleave", "reshape",
           "reshape_as", "resolve_conj", "resolve_neg", "rms_norm", "rnn_relu", "rnn_relu_cell",
           "rnn_relu_data_result", "rnn_relu_result", "rnn_tanh", "rnn_tanh_cell", "rnn_tanh_data_result",
           "rnn_tanh_result", "roll", "rot90", "round", "rrelu", "rsqrt", "rsub", "scaled_dot_product_attention",
           "scaled_modified_bessel_k0", "scaled_modified_bessel_k1", "scatter", "scatter_add", "scatter_reduce",
           "searchsorted", "segment_reduce", "select", "select_scatter", "selu", "sgn", "sigmoid", "sign", "signbit",
           "silu", "sin", "sinc", "sinh", "slice", "slice_scatter", "smooth_l1_loss", "soft_margin_loss", "softmax",
           "softmin", "softplus", "softshrink", "softsign", "sort", "sort_result", "spherical_bessel_j0", "split",
           "split_with_sizes", "split_with_sizes_copy", "sqrt", "square", "squeeze", "squeeze_copy", "stack", "std",
           "std_mean", "std_mean_result", "std_mean_unbiased_dim_result", "std_mean_unbiased_result", "stft", "sub",
           "sum", "sum_to_size", "svd", "svd_result", "t", "t_copy", "take", "take_along_dim", "tan", "tanh",
           "tanhshrink", "tensor_split", "tensordot", "threshold", "tile", "to", "topk", "topk_result", "trace",
           "transpose", "transpose_copy", "trapezoid", "trapz", "triangular_solve", "triangular_solve_result", "tril",
           "triplet_margin_loss", "triu", "true_divide", "trunc", "unbind", "unbind_copy", "unflatten", "unfold",
           "unfold_copy", "uniform", "unsafe_chunk", "unsafe_split", "unsafe_split_with_sizes", "unsqueeze",
           "unsqueeze_copy", "upsample_bilinear", "upsample_nearest", "var", "var_mean", "var_mean_result",
           "var_mean_unbiased_dim_result", "var_mean_unbiased_result", "vdot", "view", "view_as", "view_as_complex",
           "view_as_real", "view_copy", "vsplit", "vstack", "where", "xlog1py", "xlogy", "zero", "zeros",
           "zeros_like", "zeta"]
