"""Second names that PyTorch has for operators: (name, operator). The generator of the stubs reads them, too."""

# As functions, and as methods where the operator is one.
BOTH = tuple(pair.split() for pair in """
absolute abs
arccos acos
arccosh acosh
arcsin asin
arcsinh asinh
arctan atan
arctan2 atan2
arctanh atanh
clip clamp
divide div
fix trunc
greater gt
greater_equal ge
less lt
less_equal le
moveaxis movedim
multiply mul
negative neg
not_equal ne
subtract sub
""".strip().splitlines())
# As functions alone.
FUNCTIONS = tuple(pair.split() for pair in """
concat cat
concatenate cat
row_stack vstack
orgqr linalg_householder_product
det linalg_det
inverse linalg_inv
slogdet linalg_slogdet
matrix_power linalg_matrix_power
""".strip().splitlines())
# As methods alone; the functions of the first five are above, the others have their own names.
METHODS = tuple(pair.split() for pair in """
det linalg_det
inverse linalg_inv
slogdet linalg_slogdet
matrix_power linalg_matrix_power
orgqr linalg_householder_product
cholesky_inverse cholesky_inverse
cholesky_solve cholesky_solve
logdet logdet
lu lu
lu_solve lu_solve
triangular_solve triangular_solve
""".strip().splitlines())
# Methods that work in place and have a function of their name, too.
IN_PLACE = tuple("""
abs_ acos_ acosh_ addmv_ arccos_ arccosh_ arcsin_ arcsinh_ arctan_ arctanh_ as_strided_ asin_ asinh_ atan_ atanh_
ceil_ celu_ clamp_ clamp_max_ clamp_min_ clip_ conj_physical_ cos_ cosh_ deg2rad_ detach_ dropout_ elu_ erf_ erfc_
exp2_ exp_ expm1_ fill_ fix_ floor_ frac_ gcd_ hardtanh_ i0_ index_put_ lcm_ ldexp_ leaky_relu_ log10_ log1p_ log2_
log_ logit_ nan_to_num_ neg_ negative_ rad2deg_ reciprocal_ relu_ round_ rrelu_ rsqrt_ selu_ sigmoid_ sin_ sinc_
sinh_ sqrt_ square_ tan_ tanh_ threshold_ trunc_ xlogy_ zero_
""".split())
