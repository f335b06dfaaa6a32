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
argwhere nonzero
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
