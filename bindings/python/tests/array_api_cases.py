"""What test_array_api.py asks of vjp.array_api and of array-api-strict, the standard's reference implementation.

A case is an expression of `xp`, the namespace, and of the arrays below, evaluated in every dtype of its kind.
"""

import numpy as np

BOOL, INTEGERS, FLOATS, COMPLEX = ["bool"], ["uint8", "int8", "int16", "int32", "int64"], ["float32", "float64"], [
    "complex64", "complex128"]
REAL, FLOATING = INTEGERS + FLOATS, FLOATS + COMPLEX
NUMERIC, ALL = INTEGERS + FLOATING, BOOL + INTEGERS + FLOATING

_SPECIAL = [0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, -2.5, 3.0, -3.0, 1e-30, 1e30, np.inf, -np.inf, np.nan]
_COMPLEX_SPECIAL = [complex(a, b) for a in (0.0, -0.0, 1.0, -1.5, np.inf, -np.inf, np.nan)
                    for b in (0.0, -0.0, 0.75, -2.0, np.inf, -np.inf, np.nan)]


def arrays(dtype):
    """The arrays of a dtype, by name, as numpy's."""
    random = np.random.default_rng(0)
    shapes = {"x": (2, 3), "y": (2, 3), "row": (3,), "column": (2, 1), "scalar": (), "empty": (0, 3), "cube": (2, 3, 4),
              "square": (3, 3), "squares": (2, 3, 3), "one": (1, 3, 1)}
    made = {}
    for name, shape in shapes.items():
        if dtype == "bool":
            value = random.integers(0, 2, shape)
        elif dtype in INTEGERS:
            value = random.integers(1 if dtype == "uint8" or name in ("y", "row", "column") else -5, 6, shape)
        else:
            value = random.normal(size=shape) * 2
            if dtype in COMPLEX:
                value = value + 1j * random.normal(size=shape)
        made[name] = np.asarray(value).astype(dtype)
    made["sorted"] = np.sort(made["cube"].reshape(-1)).astype(dtype)
    if dtype in FLOATS + COMPLEX:
        s = made["square"]
        made["positive"] = (s @ s.conj().T + 3 * np.eye(3)).astype(dtype)
        made["hermitian"] = ((s + s.conj().T) / 2).astype(dtype)
    if dtype in FLOATS:
        made["special"] = np.array(_SPECIAL, dtype)
        made["units"] = np.clip(made["x"] / 8, -0.9, 0.9).astype(dtype)
        made["nans"] = np.array([[1, np.nan, 0], [np.nan, np.nan, 2]], dtype)
    elif dtype in COMPLEX:
        made["special"] = np.array(_COMPLEX_SPECIAL, dtype)
        made["units"] = made["x"] / 8
    else:
        made["special"] = np.array([0, 1, 0, 1] if dtype == "bool" else [np.iinfo(dtype).min, 0, 1, np.iinfo(dtype).max],
                                   dtype)
    made["repeated"] = np.array([[0, 1, 1], [1, 0, 0]]).astype(dtype)
    return made


# ---- functions of each element ----

UNARY = {
    **dict.fromkeys(["abs", "negative", "square"], NUMERIC),
    **dict.fromkeys(["positive", "isfinite", "isinf", "isnan", "sign", "conj", "real"], NUMERIC),
    **dict.fromkeys(["ceil", "floor", "trunc"], REAL), "round": NUMERIC, "imag": COMPLEX, "signbit": FLOATS,
    **dict.fromkeys(["asinh", "atan", "cos", "cosh", "exp", "expm1", "log", "log10", "log1p", "log2", "reciprocal",
                     "sin", "sinh", "sqrt", "tan", "tanh"], FLOATING),
    **dict.fromkeys(["acos", "acosh", "asin", "atanh"], FLOATING),
    "bitwise_invert": BOOL + INTEGERS, "logical_not": BOOL,
}
UNARY_TRIES = ["xp.{f}(x)", "xp.{f}(scalar)", "xp.{f}(empty)", "xp.{f}(special)", "xp.{f}(cube[:, 1:, ::2])"]

BINARY = {
    **dict.fromkeys(["add", "subtract", "multiply"], NUMERIC), **dict.fromkeys(["divide"], FLOATING),
    "pow": REAL, **dict.fromkeys(["floor_divide", "remainder", "maximum", "minimum"], REAL),
    **dict.fromkeys(["less", "less_equal", "greater", "greater_equal"], REAL),
    **dict.fromkeys(["equal", "not_equal"], ALL),
    **dict.fromkeys(["atan2", "copysign", "hypot", "logaddexp", "nextafter"], FLOATS),
    **dict.fromkeys(["bitwise_and", "bitwise_or", "bitwise_xor"], BOOL + INTEGERS),
    **dict.fromkeys(["bitwise_left_shift", "bitwise_right_shift"], INTEGERS),
    **dict.fromkeys(["logical_and", "logical_or", "logical_xor"], BOOL),
}
_POSITIVE = ["xp.{f}(y, row)", "xp.{f}(column, row)", "xp.{f}(y, y)", "xp.{f}(y, row[0])", "xp.{f}(row[0], row[1])",
             "xp.{f}(empty, row)", "xp.{f}(row, {one})", "xp.{f}({one}, row)"]
_ANY = ["xp.{f}(x, y)", "xp.{f}(cube, cube[:, :, :1])", "xp.{f}(special[:, None], special[None, :])"]
# What integers leave undefined: powers of negative exponents, shifts by as many bits as there are, divisions by 0.
_BOUNDED = {"pow", "bitwise_left_shift", "bitwise_right_shift", "floor_divide", "remainder"}

OPERATORS = {"+": ("add", NUMERIC), "-": ("subtract", NUMERIC), "*": ("multiply", NUMERIC), "/": ("divide", FLOATING),
             "//": ("floor_divide", REAL), "%": ("remainder", REAL), "**": ("pow", REAL), "&": ("bitwise_and", BOOL + INTEGERS),
             "|": ("bitwise_or", BOOL + INTEGERS), "^": ("bitwise_xor", BOOL + INTEGERS),
             "<<": ("bitwise_left_shift", INTEGERS), ">>": ("bitwise_right_shift", INTEGERS), "<": ("less", REAL),
             "<=": ("less_equal", REAL), ">": ("greater", REAL), ">=": ("greater_equal", REAL), "==": ("equal", ALL),
             "!=": ("not_equal", ALL)}


def _one(dtype):
    return "True" if dtype in BOOL else "2" if dtype in INTEGERS else "2.5" if dtype in FLOATS else "(1+2j)"


def _binary_tries(name, dtype):
    tries = list(_POSITIVE)
    if dtype not in COMPLEX and not (name in _BOUNDED and dtype in INTEGERS):
        tries += _ANY
    elif dtype in COMPLEX:
        tries += _ANY[:2]
    return [text.format(f=name, one=_one(dtype)) for text in tries]


def _operator_tries(sign, dtype):
    return [f"y {sign} row", f"y {sign} y", f"y {sign} {_one(dtype)}", f"{_one(dtype)} {sign} y",
            f"row[0] {sign} row[1]"]


# ---- everything else: (function, dtypes, expressions) ----

TABLE = [
    ("sum", NUMERIC, "xp.sum(x); xp.sum(x, axis=1); xp.sum(x, axis=-2, keepdims=True); xp.sum(cube, axis=(0, 2)); xp.sum(empty, axis=0); "
     "xp.sum(scalar); xp.sum(x, axis=()); xp.sum(x, dtype=x.dtype); xp.sum(special)"),
    ("prod", NUMERIC, "xp.prod(row); xp.prod(y, axis=1); xp.prod(y, axis=-2, keepdims=True); xp.prod(cube, axis=(0, 2), keepdims=True); "
     "xp.prod(empty, axis=0); xp.prod(scalar); xp.prod(row, dtype=row.dtype)"),
    ("max", REAL, "xp.max(x); xp.max(x, axis=1); xp.max(cube, axis=(0, -1), keepdims=True); xp.max(scalar); xp.max(special)"),
    ("min", REAL, "xp.min(x); xp.min(x, axis=1); xp.min(cube, axis=(0, -1), keepdims=True); xp.min(scalar); xp.min(special)"),
    ("mean", FLOATING, "xp.mean(x); xp.mean(x, axis=1); xp.mean(cube, axis=(0, -1), keepdims=True); xp.mean(scalar)"),
    ("var", FLOATS, "xp.var(x); xp.var(x, axis=1, correction=1); xp.var(cube, axis=(0, 2), correction=0.5, keepdims=True); xp.var(scalar)"),
    ("std", FLOATS, "xp.std(x); xp.std(x, axis=1, correction=1); xp.std(cube, axis=(0, 2), correction=0.5, keepdims=True); xp.std(scalar)"),
    ("all", ALL, "xp.all(x); xp.all(x, axis=1); xp.all(cube, axis=(0, 2), keepdims=True); xp.all(empty); xp.all(empty, axis=0); xp.all(scalar)"),
    ("any", ALL, "xp.any(x); xp.any(x, axis=1); xp.any(cube, axis=(0, 2), keepdims=True); xp.any(empty); xp.any(empty, axis=0); xp.any(scalar)"),
    ("count_nonzero", ALL, "xp.count_nonzero(x); xp.count_nonzero(x, axis=1); xp.count_nonzero(cube, axis=(0, 2), keepdims=True); xp.count_nonzero(empty)"),
    ("cumulative_sum", NUMERIC, "xp.cumulative_sum(row); xp.cumulative_sum(x, axis=1); xp.cumulative_sum(cube, axis=-2, include_initial=True); "
     "xp.cumulative_sum(row, dtype=row.dtype); xp.cumulative_sum(empty, axis=0)"),
    ("cumulative_prod", NUMERIC, "xp.cumulative_prod(row); xp.cumulative_prod(y, axis=1); xp.cumulative_prod(y, axis=0, include_initial=True); "
     "xp.cumulative_prod(row, dtype=row.dtype)"),
    ("diff", NUMERIC, "xp.diff(x); xp.diff(x, axis=0); xp.diff(cube, axis=1, n=2); xp.diff(x, prepend=column, append=column)"),
    ("argmax", REAL, "xp.argmax(x); xp.argmax(x, axis=1); xp.argmax(x, keepdims=True); xp.argmax(cube, axis=-2, keepdims=True); xp.argmax(repeated, axis=0)"),
    ("argmin", REAL, "xp.argmin(x); xp.argmin(x, axis=1); xp.argmin(x, keepdims=True); xp.argmin(cube, axis=-2, keepdims=True); xp.argmin(repeated, axis=0)"),
    ("sort", REAL, "xp.sort(x); xp.sort(cube, axis=1); xp.sort(x, axis=0, descending=True); xp.sort(empty); xp.sort(repeated)"),
    ("argsort", REAL, "xp.argsort(x); xp.argsort(cube, axis=1); xp.argsort(repeated, axis=1, descending=True); xp.argsort(repeated)"),
    ("searchsorted", REAL, "xp.searchsorted(sorted, x); xp.searchsorted(sorted, x, side='right'); "
     "xp.searchsorted(sorted, x, sorter=xp.arange(24))"),
    ("nonzero", ALL, "xp.nonzero(x); xp.nonzero(repeated); xp.nonzero(empty)"),
    ("where", ALL, "xp.where(x == y, x, y); xp.where(xp.asarray([True, False, True]), row, column); xp.where(xp.asarray(True), scalar, x)"),
    ("take", ALL, "xp.take(row, xp.asarray([2, 0, 0])); xp.take(cube, xp.asarray([1, 0]), axis=1); xp.take(cube, xp.asarray([1]), axis=-1)"),
    ("take_along_axis", ALL, "xp.take_along_axis(x, xp.asarray([[2, 0], [0, 1]]), axis=1); xp.take_along_axis(x, xp.asarray([[1, 0, 1]]), axis=0)"),
    ("unique_values", ALL, "xp.unique_values(repeated); xp.unique_values(x); xp.unique_values(scalar)"),
    ("unique_counts", ALL, "xp.unique_counts(repeated); xp.unique_counts(x)"),
    ("unique_inverse", ALL, "xp.unique_inverse(repeated); xp.unique_inverse(cube)"),
    ("unique_all", ALL, "xp.unique_all(repeated); xp.unique_all(cube)"),
    ("unique_values", FLOATS, "xp.unique_values(nans)"), ("unique_all", FLOATS, "xp.unique_all(nans)"),
    ("isin", INTEGERS, "xp.isin(x, row); xp.isin(x, row, invert=True)"),
    ("clip", REAL, "xp.clip(y, 1, 3); xp.clip(y, min=2); xp.clip(y, max=row); xp.clip(y, column, xp.abs(row) + column); xp.clip(y)"),
    ("clip", FLOATS, "xp.clip(special, -1.0, 1.0)"),
    ("broadcast_to", ALL, "xp.broadcast_to(row, (2, 3)); xp.broadcast_to(scalar, (2,)); xp.broadcast_to(column, (4, 2, 3))"),
    ("broadcast_arrays", ALL, "xp.broadcast_arrays(row, column); xp.broadcast_arrays(scalar, x, cube[:, :, :1][:, 0:1, 0])"),
    ("concat", ALL, "xp.concat([x, y]); xp.concat((x, y), axis=1); xp.concat([x, row, scalar[None]], axis=None); xp.concat([x, empty], axis=0)"),
    ("stack", ALL, "xp.stack([x, y]); xp.stack((x, y), axis=-1); xp.stack([x], axis=1)"),
    ("unstack", ALL, "xp.unstack(x); xp.unstack(cube, axis=-1)"),
    ("expand_dims", ALL, "xp.expand_dims(x, axis=0); xp.expand_dims(x, axis=-1); xp.expand_dims(x, axis=1); xp.expand_dims(scalar, axis=0)"),
    ("squeeze", ALL, "xp.squeeze(one, axis=0); xp.squeeze(one, axis=(0, -1)); xp.squeeze(column, axis=1)"),
    ("reshape", ALL, "xp.reshape(cube, (6, 4)); xp.reshape(cube, (-1,)); xp.reshape(xp.permute_dims(x, (1, 0)), (2, 3)); xp.reshape(scalar, (1, 1)); xp.reshape(x, (3, 2), copy=True)"),
    ("permute_dims", ALL, "xp.permute_dims(cube, (2, 0, 1)); xp.permute_dims(x, axes=(1, 0))"),
    ("moveaxis", ALL, "xp.moveaxis(cube, 0, 2); xp.moveaxis(cube, (0, 1), (-1, 0))"),
    ("flip", ALL, "xp.flip(x); xp.flip(x, axis=0); xp.flip(cube, axis=(0, -1))"),
    ("roll", ALL, "xp.roll(x, 1); xp.roll(x, -2, axis=1); xp.roll(cube, (1, 2), axis=(0, 2)); xp.roll(cube, 1, axis=(0, 1))"),
    ("repeat", ALL, "xp.repeat(x, 2); xp.repeat(x, 2, axis=0); xp.repeat(x, xp.asarray([1, 0, 2]), axis=1)"),
    ("tile", ALL, "xp.tile(x, (2,)); xp.tile(x, (2, 1, 3)); xp.tile(scalar, (2,))"),
    ("tril", ALL, "xp.tril(square); xp.tril(x, k=1); xp.tril(squares, k=-1)"),
    ("triu", ALL, "xp.triu(square); xp.triu(x, k=1); xp.triu(squares, k=-1)"),
    ("meshgrid", NUMERIC, "xp.meshgrid(row, sorted[:2]); xp.meshgrid(row, sorted[:2], indexing='ij'); xp.meshgrid(row)"),
    ("astype", ALL, "xp.astype(x, x.dtype); xp.astype(x, xp.complex128)"),
    ("astype", BOOL + REAL, "xp.astype(x, xp.bool); xp.astype(x, xp.float32); xp.astype(x, xp.int64); xp.astype(y, xp.uint8); xp.astype(x, xp.int16, copy=False)"),
    ("asarray", ALL, "xp.asarray(x); xp.asarray(x, copy=True); xp.asarray([[1, 0], [0, 1]], dtype=x.dtype); xp.asarray(1, dtype=x.dtype); xp.asarray((), dtype=x.dtype); "
     "xp.asarray(scalar)"),
    ("zeros", ALL, "xp.zeros((2, 3), dtype=x.dtype); xp.zeros(3, dtype=x.dtype); xp.zeros((), dtype=x.dtype); xp.zeros_like(x); xp.zeros_like(x, dtype=xp.int16)"),
    ("ones", ALL, "xp.ones((2, 3), dtype=x.dtype); xp.ones(3, dtype=x.dtype); xp.ones((0, 2), dtype=x.dtype); xp.ones_like(x); xp.ones_like(x, dtype=xp.float64)"),
    ("full", ALL, "xp.full((2, 3), 1, dtype=x.dtype); xp.full(3, True, dtype=x.dtype); xp.full_like(x, 1); xp.full_like(x, 2, dtype=xp.int32)"),
    ("empty", ALL, "xp.empty((2, 3), dtype=x.dtype).shape; xp.empty_like(x).shape; xp.empty_like(x, dtype=xp.int8).dtype"),
    ("eye", ALL, "xp.eye(3, dtype=x.dtype); xp.eye(2, 3, dtype=x.dtype); xp.eye(3, 2, k=1, dtype=x.dtype); xp.eye(3, k=-1, dtype=x.dtype)"),
    ("linspace", FLOATING, "xp.linspace(0, 1, 5, dtype=x.dtype); xp.linspace(0., 1., 5, dtype=x.dtype, endpoint=False); xp.linspace(2., -1., 4, dtype=x.dtype); xp.linspace(0., 1., 1, dtype=x.dtype); "
     "xp.linspace(0., 1., 0, dtype=x.dtype)"),
    ("arange", REAL, "xp.arange(5, dtype=x.dtype); xp.arange(1, 7, 2, dtype=x.dtype); xp.arange(5, 1, -2, dtype=x.dtype); xp.arange(5, 1, dtype=x.dtype); xp.arange(3, 3, dtype=x.dtype)"),
    ("arange", ["int64"], "xp.arange(4); xp.arange(2, 4); xp.arange(4, 0, -1)"),
    ("matmul", NUMERIC, "xp.matmul(x, square); xp.matmul(squares, square); xp.matmul(row, row); xp.matmul(x, row); xp.matmul(squares, row); x @ square; row @ square"),
    ("matrix_transpose", ALL, "xp.matrix_transpose(cube); xp.matrix_transpose(x); x.mT; x.T; cube.mT"),
    ("tensordot", NUMERIC, "xp.tensordot(x, square, axes=1); xp.tensordot(x, y); xp.tensordot(row, row, axes=0); xp.tensordot(cube, squares, axes=((0, 1), (0, 2)))"),
    ("vecdot", NUMERIC, "xp.vecdot(x, y); xp.vecdot(x, row); xp.vecdot(cube, cube[:, :1, :]); xp.vecdot(x, y, axis=-2)"),
    ("linalg.outer", NUMERIC, "xp.linalg.outer(row, sorted[:4])"),
    ("linalg.cross", NUMERIC, "xp.linalg.cross(x, y); xp.linalg.cross(x, row); xp.linalg.cross(square, square.mT, axis=-2)"),
    ("linalg.diagonal", ALL, "xp.linalg.diagonal(square); xp.linalg.diagonal(squares, offset=1); xp.linalg.diagonal(x, offset=-1)"),
    ("linalg.trace", NUMERIC, "xp.linalg.trace(square); xp.linalg.trace(squares, offset=1); xp.linalg.trace(x, offset=-1, dtype=x.dtype)"),
    ("linalg.matmul", NUMERIC, "xp.linalg.matmul(x, square)"), ("linalg.vecdot", NUMERIC, "xp.linalg.vecdot(x, y)"),
    ("linalg.tensordot", NUMERIC, "xp.linalg.tensordot(x, y)"), ("linalg.matrix_transpose", NUMERIC, "xp.linalg.matrix_transpose(cube)"),
    ("linalg.cholesky", FLOATING, "xp.linalg.cholesky(positive); xp.linalg.cholesky(positive, upper=True)"),
    ("linalg.det", FLOATING, "xp.linalg.det(square); xp.linalg.det(squares)"),
    ("linalg.slogdet", FLOATING, "xp.linalg.slogdet(square); xp.linalg.slogdet(squares)"),
    ("linalg.eigvalsh", FLOATING, "xp.linalg.eigvalsh(hermitian)"),
    ("linalg.eigh", FLOATING, "xp.linalg.eigh(hermitian).eigenvalues; xp.abs((v := xp.linalg.eigh(hermitian)).eigenvectors @ xp.astype(xp.eye(3) * v.eigenvalues, hermitian.dtype) @ xp.conj(v.eigenvectors).mT)"),
    ("linalg.inv", FLOATING, "xp.linalg.inv(positive); xp.linalg.inv(squares)"),
    ("linalg.pinv", FLOATING, "xp.linalg.pinv(x); xp.linalg.pinv(squares, rtol=1e-2)"),
    ("linalg.matrix_rank", FLOATING, "xp.linalg.matrix_rank(squares); xp.linalg.matrix_rank(x, rtol=1e-3); xp.linalg.matrix_rank(xp.ones((3, 3), dtype=x.dtype))"),
    ("linalg.pinv", FLOATS, "xp.linalg.pinv(squares, rtol=xp.asarray([0.5, 1e-3], dtype=x.dtype))"),
    ("linalg.matrix_rank", FLOATS, "xp.linalg.matrix_rank(squares, rtol=xp.asarray([0.9, 1e-3], dtype=x.dtype))"),
    ("linalg.matrix_power", FLOATING, "xp.linalg.matrix_power(square, 3); xp.linalg.matrix_power(squares, 0); xp.linalg.matrix_power(positive, -1)"),
    ("linalg.solve", FLOATING, "xp.linalg.solve(positive, row); xp.linalg.solve(positive, square); xp.linalg.solve(squares, square); xp.linalg.solve(positive, squares)"),
    ("linalg.qr", FLOATING, "xp.abs(xp.linalg.qr(x).R); xp.linalg.qr(cube).Q @ xp.linalg.qr(cube).R; xp.abs(xp.linalg.qr(x.mT, mode='complete').Q); [f for f in xp.linalg.qr(x)._fields]"),
    ("linalg.svd", FLOATING, "xp.linalg.svd(x).S; xp.linalg.svd(x).Vh.shape; xp.linalg.svd(x, full_matrices=False).Vh.shape; xp.abs(xp.linalg.svd(x, full_matrices=False).U); list(xp.linalg.svd(x)._fields)"),
    ("linalg.svdvals", FLOATING, "xp.linalg.svdvals(cube)"),
    ("linalg.matrix_norm", FLOATING, "; ".join(f"xp.linalg.matrix_norm(cube, ord={o!r})" for o in ("fro", "nuc", 1, -1, 2, -2)) + "; xp.linalg.matrix_norm(x, keepdims=True); "
     "xp.linalg.matrix_norm(x, ord=float('inf')); xp.linalg.matrix_norm(x, ord=-float('inf'))"),
    ("linalg.vector_norm", FLOATING, "xp.linalg.vector_norm(x); xp.linalg.vector_norm(x, axis=1, ord=1); xp.linalg.vector_norm(cube, axis=(0, 2), ord=3, keepdims=True); "
     "xp.linalg.vector_norm(x, ord=float('inf')); xp.linalg.vector_norm(x, ord=-float('inf'), axis=0); xp.linalg.vector_norm(x, ord=0); xp.linalg.vector_norm(x, ord=0.5); xp.linalg.vector_norm(x, keepdims=True)"),
    ("fft.fft", COMPLEX, "xp.fft.fft(x); xp.fft.fft(cube, n=5, axis=1); xp.fft.fft(cube, axis=0, norm='ortho')"),
    ("fft.ifft", COMPLEX, "xp.fft.ifft(x); xp.fft.ifft(cube, n=2, axis=1, norm='forward')"),
    ("fft.fftn", COMPLEX, "xp.fft.fftn(x); xp.fft.fftn(cube, axes=(0, 2)); xp.fft.fftn(cube, s=(3, 5), axes=(0, 2), norm='ortho')"),
    ("fft.ifftn", COMPLEX, "xp.fft.ifftn(x); xp.fft.ifftn(cube, axes=(0, 2))"),
    ("fft.rfft", FLOATS, "xp.fft.rfft(x); xp.fft.rfft(cube, n=5, axis=1)"),
    ("fft.irfft", COMPLEX, "xp.fft.irfft(x); xp.fft.irfft(cube, n=5, axis=1)"),
    ("fft.rfftn", FLOATS, "xp.fft.rfftn(x); xp.fft.rfftn(cube, axes=(0, 1))"),
    ("fft.irfftn", COMPLEX, "xp.fft.irfftn(xp.fft.fftn(x), s=(2, 4), axes=(0, 1)); xp.fft.irfftn(xp.fft.rfftn(xp.real(cube)), axes=(0, 1, 2))"),
    ("fft.hfft", COMPLEX, "xp.fft.hfft(x); xp.fft.hfft(cube, n=5, axis=1)"),
    ("fft.ihfft", FLOATS, "xp.fft.ihfft(x); xp.fft.ihfft(cube, n=5, axis=1)"),
    ("fft.fftfreq", FLOATS, "xp.fft.fftfreq(5, dtype=x.dtype); xp.fft.fftfreq(4, d=0.5, dtype=x.dtype)"),
    ("fft.rfftfreq", FLOATS, "xp.fft.rfftfreq(5, dtype=x.dtype); xp.fft.rfftfreq(4, d=0.5, dtype=x.dtype)"),
    ("fft.fftshift", FLOATING, "xp.fft.fftshift(x); xp.fft.fftshift(cube, axes=1); xp.fft.fftshift(cube, axes=(0, 2))"),
    ("fft.ifftshift", FLOATING, "xp.fft.ifftshift(x); xp.fft.ifftshift(cube, axes=1); xp.fft.ifftshift(cube, axes=(0, 2))"),
    ("finfo", FLOATING, "xp.finfo(x.dtype).bits; xp.finfo(x.dtype).eps; xp.finfo(x.dtype).max; xp.finfo(x.dtype).min; xp.finfo(x.dtype).smallest_normal; xp.finfo(x.dtype).dtype; xp.finfo(x).eps"),
    ("iinfo", INTEGERS, "xp.iinfo(x.dtype).bits; xp.iinfo(x.dtype).max; xp.iinfo(x.dtype).min; xp.iinfo(x.dtype).dtype; xp.iinfo(x).max"),
    ("isdtype", ALL, "; ".join(f"xp.isdtype(x.dtype, {k!r})" for k in ("bool", "signed integer", "unsigned integer", "integral", "real floating", "complex floating", "numeric", ("bool", "integral")))
     + "; xp.isdtype(x.dtype, xp.int32); xp.isdtype(x.dtype, (xp.int32, 'bool'))"),
    ("can_cast", ALL, "; ".join(f"xp.can_cast(x.dtype, xp.{d})" for d in ALL)),
    ("result_type", NUMERIC, "xp.result_type(x); xp.result_type(x, y.dtype); xp.result_type(x, 1); xp.result_type(1, x.dtype, x)"),
    ("result_type", FLOATING, "xp.result_type(x, 1.5); xp.result_type(x.dtype, xp.complex64); xp.result_type(x, xp.float64)"),
    ("result_type", INTEGERS, "; ".join(f"xp.result_type(x, xp.{d})" for d in INTEGERS)),
    ("broadcast_shapes", ["int64"], "xp.broadcast_shapes((2, 1), (3,)); xp.broadcast_shapes((), (4, 1)); xp.broadcast_shapes((0, 1), (5,))"),
    ("from_dlpack", NUMERIC, "xp.from_dlpack(x); xp.from_dlpack(cube[:, 1:, ::2])"),
    ("__getitem__", ALL, "x[0, ...]; row[1]; x[-1, 1]; x[:, ::2]; cube[..., 0]; cube[1:, :, 2:]; x[None, ...]; x[:, None, 1:]; x[x == x]; row[row == row[0]]; scalar[()]; scalar[...]; "
     "cube[0, ..., None]; x[xp.asarray([1, 0]), xp.asarray([2, 2])]; row[xp.asarray([0, 2])]; row[-2:]"),
    ("__setitem__", ALL, "put(x, (0, Ellipsis), y[1, 1]); put(x, (slice(None), 1), scalar); put(x, (0, 1), y[1, 1]); put(x, x == x, scalar); put(cube, (Ellipsis, 0), x); put(x, (slice(0, 1), slice(None)), y[:1, :]); put(scalar, (), row[0])"),
    ("__setitem__", NUMERIC, "put(x, (0, Ellipsis), 1); put(x, (slice(None), 1), 0); put(x, x == x, 1); put(scalar, (), 1)"),
    ("__abs__", NUMERIC, "abs(x)"), ("__neg__", NUMERIC, "-x"), ("__pos__", NUMERIC, "+x"), ("__invert__", BOOL + INTEGERS, "~x"),
    ("__bool__", ALL, "bool(scalar)"), ("__int__", BOOL + REAL, "int(scalar)"), ("__float__", BOOL + REAL, "float(scalar)"),
    ("__complex__", ALL, "complex(scalar)"), ("__index__", INTEGERS, "[0, 1, 2, 3, 4, 5][row[0]]"),
    ("to_device", ALL, "x.to_device(x.device)"), ("ndim", ALL, "x.ndim; scalar.ndim; cube.ndim"), ("shape", ALL, "x.shape; scalar.shape; empty.shape"),
    ("size", ALL, "x.size"), ("dtype", ALL, "x.dtype"),
    ("__array_namespace__", ["float32"], "x.__array_namespace__() is xp; x.__array_namespace__(api_version='2023.12') is xp"),
    ("__dlpack_device__", ["float32"], "tuple(map(int, x.__dlpack_device__()))"),
    ("constants", ["float32"], "xp.e; xp.pi; xp.inf; xp.nan; xp.newaxis"),
    # Where no dtype is given, the default one: the reference's is wider.
    ("defaults", ["int64"], "widest(xp.zeros(2)); widest(xp.ones(2)); widest(xp.asarray(1.5)); widest(xp.asarray([1, 2])); widest(xp.asarray([True])); widest(xp.asarray(1j)); widest(xp.full(2, 1.5)); "
     "widest(xp.full(2, 3)); widest(xp.full(2, True)); widest(xp.eye(2)); widest(xp.linspace(0, 1, 3)); widest(xp.arange(0., 2., 0.5)); widest(xp.fft.fftfreq(3)); "
     "widest(xp.linspace(0., 1j, 3)); widest(xp.full(2, 1j)); widest(xp.empty(2)[:0])"),
]
ERRORS = [
    ("squeeze", "xp.squeeze(x, axis=0)"), ("concat", "xp.concat([x, row])"), ("reshape", "xp.reshape(x, (4,))"), ("stack", "xp.stack([x, row])"),
    ("broadcast_to", "xp.broadcast_to(x, (2, 4))"), ("matmul", "xp.matmul(x, x)"), ("matmul", "xp.matmul(x, scalar)"),
    ("cumulative_sum", "xp.cumulative_sum(x)"), ("nonzero", "xp.nonzero(scalar)"), ("take", "xp.take(x, xp.asarray([0]))"),
    ("expand_dims", "xp.expand_dims(x, axis=3)"), ("expand_dims", "xp.expand_dims(x, axis=-4)"), ("vecdot", "xp.vecdot(x, xp.asarray([1.0, 2.0], dtype=x.dtype))"),
    ("sum", "xp.sum(x, axis=2)"), ("max", "xp.max(empty)"), ("argmax", "xp.argmax(empty)"), ("__bool__", "bool(x)"), ("__float__", "float(x)"),
    ("isdtype", "xp.isdtype(x.dtype, 'numbers')"), ("meshgrid", "xp.meshgrid(row, row, indexing='yx')"), ("result_type", "xp.result_type(1, 2)"),
    ("__getitem__", "x[5]"), ("__getitem__", "x[0, 0, 0]"), ("astype", "xp.astype(xp.astype(x, xp.complex64), xp.float32)"),
    ("add", "xp.add(1, 2)"), ("__array_namespace__", "x.__array_namespace__(api_version='1999.01')"), ("__index__", "[1, 2][scalar]"),
    ("linalg.cross", "xp.linalg.cross(x[:, :2], x[:, :2])"), ("linalg.cross", "xp.linalg.cross(square, square, axis=0)"), ("matrix_transpose", "xp.matrix_transpose(row)"), ("permute_dims", "xp.permute_dims(x, (0, 0))"),
]


def cases():
    """(function, dtype, expression) of everything."""
    for name, dtypes in UNARY.items():
        for dtype in dtypes:
            yield from ((name, dtype, text.format(f=name)) for text in UNARY_TRIES)
    for name, dtypes in BINARY.items():
        for dtype in dtypes:
            yield from ((name, dtype, text) for text in _binary_tries(name, dtype))
    for sign, (name, dtypes) in OPERATORS.items():
        for dtype in dtypes:
            yield from ((f"operator {sign}", dtype, text) for text in _operator_tries(sign, dtype))
            if name not in ("less", "less_equal", "greater", "greater_equal", "equal", "not_equal"):
                yield f"operator {sign}=", dtype, f"inplace(y, {sign + '='!r}, row)"
                yield f"operator {sign}=", dtype, f"inplace(y, {sign + '='!r}, {_one(dtype)})"
    for name, dtypes, texts in TABLE:
        for dtype in dtypes:
            yield from ((name, dtype, text) for text in texts.split("; "))
    for family in (INTEGERS, FLOATING):
        for one in family:
            for other in family:
                for name in ("add", "multiply", "equal", "where"):
                    first = "xp.asarray([True, False]), " if name == "where" else ""
                    yield name, one, f"xp.{name}({first}xp.asarray([1, 2], dtype=x.dtype), xp.asarray([3, 1], dtype=xp.{other}))"
                    yield name, one, f"xp.{name}({first}xp.asarray(1, dtype=x.dtype), xp.asarray([3, 1], dtype=xp.{other}))"
                yield "concat", one, f"xp.concat([xp.asarray([1], dtype=x.dtype), xp.asarray([2], dtype=xp.{other})])"
                yield "operator +", one, f"xp.asarray([1], dtype=x.dtype) + xp.asarray([2], dtype=xp.{other})"
                yield "operator +", one, f"xp.asarray(1, dtype=x.dtype) + xp.asarray([2], dtype=xp.{other})"
