"""Linear algebra, under the names of torch.linalg: factorisations, solutions, eigenvalues, norms.

    vjp.linalg.solve(vjp.tensor([[2.0, 1.0], [1.0, 3.0]]), vjp.tensor([3.0, 5.0]))

Matrices are the last two dimensions, those in front are batches. Each is the operator linalg_NAME of vjp.
"""

from ._core import LinAlgError
from ._generated_ops import linalg_cholesky as cholesky
from ._generated_ops import linalg_cholesky_ex as cholesky_ex
from ._generated_ops import linalg_cond as cond
from ._generated_ops import linalg_cross as cross
from ._generated_ops import linalg_det as det
from ._generated_ops import linalg_diagonal as diagonal
from ._generated_ops import linalg_eig as eig
from ._generated_ops import linalg_eigh as eigh
from ._generated_ops import linalg_eigvals as eigvals
from ._generated_ops import linalg_eigvalsh as eigvalsh
from ._generated_ops import linalg_householder_product as householder_product
from ._generated_ops import linalg_inv as inv
from ._generated_ops import linalg_inv_ex as inv_ex
from ._generated_ops import linalg_lstsq as lstsq
from ._generated_ops import linalg_lu as lu
from ._generated_ops import linalg_lu_factor as lu_factor
from ._generated_ops import linalg_lu_factor_ex as lu_factor_ex
from ._generated_ops import linalg_lu_solve as lu_solve
from ._generated_ops import linalg_matrix_norm as matrix_norm
from ._generated_ops import linalg_matrix_power as matrix_power
from ._generated_ops import linalg_matrix_sqrth as matrix_sqrth
from ._generated_ops import linalg_multi_dot as multi_dot
from ._generated_ops import linalg_norm as norm
from ._generated_ops import linalg_pinv as pinv
from ._generated_ops import linalg_polar as polar
from ._generated_ops import linalg_qr as qr
from ._generated_ops import linalg_slogdet as slogdet
from ._generated_ops import linalg_solve as solve
from ._generated_ops import linalg_solve_ex as solve_ex
from ._generated_ops import linalg_solve_triangular as solve_triangular
from ._generated_ops import linalg_svd as svd
from ._generated_ops import linalg_svdvals as svdvals
from ._generated_ops import linalg_tensorinv as tensorinv
from ._generated_ops import linalg_tensorsolve as tensorsolve
from ._generated_ops import linalg_vander as vander
from ._generated_ops import linalg_vecdot as vecdot
from ._generated_ops import linalg_vector_norm as vector_norm
from ._generated_ops import matmul, matrix_exp
from ._names.products import matrix_rank

__all__ = ["LinAlgError",
           "cholesky", "cholesky_ex", "cond", "cross", "det", "diagonal", "eig", "eigh", "eigvals", "eigvalsh",
           "householder_product", "inv", "inv_ex", "lstsq", "lu", "lu_factor", "lu_factor_ex", "lu_solve",
           "matmul", "matrix_exp", "matrix_norm", "matrix_power", "matrix_rank", "matrix_sqrth", "multi_dot", "norm",
           "pinv", "polar", "qr", "slogdet", "solve", "solve_ex", "solve_triangular", "svd", "svdvals", "tensorinv",
           "tensorsolve",
           "vander", "vecdot", "vector_norm"]
