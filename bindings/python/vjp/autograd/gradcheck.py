"""Derivatives beside central differences.

    vjp.autograd.gradcheck(lambda x: x.sin(), vjp.tensor([1.0, 2.0], dtype=vjp.float64, requires_grad=True))

The function is called with private copies of the inputs that require grad, so it has to compute from its arguments and
not from the tensors that it finds around it.
"""

from .. import _core
from .._core import NULL, callback, carry, check, travelling, type_name
from .._ffi import ffi, lib
from .._tensor import Tensor, borrowed

__all__ = ["GradcheckError", "gradcheck", "gradgradcheck"]


class GradcheckError(_core.InvalidError):
    """A derivative is wrong, or a backward breaks a rule; misuse is an InvalidError of another class.

    `report` has what was found: `output`, `input`, the matrices `analytic` and `numeric` (None where none were
    compared), `row`, `column` and `difference` of the worst entry.
    """

    def __init__(self, message, report=None):
        super().__init__(message)
        self.report = report


GradcheckError.__module__ = "vjp.autograd"  # where users find it: the module's name there is that of the function


class GradcheckReport:
    """What a check found."""

    __slots__ = ("analytic", "column", "difference", "input", "numeric", "output", "row")

    def __init__(self, p):
        self.output, self.input = lib.vjp_gradcheck_report_output(p), lib.vjp_gradcheck_report_input(p)
        self.row, self.column = lib.vjp_gradcheck_report_row(p), lib.vjp_gradcheck_report_column(p)
        self.difference = lib.vjp_gradcheck_report_difference(p)
        self.analytic = self._matrix(lib.vjp_gradcheck_report_analytic, p)
        self.numeric = self._matrix(lib.vjp_gradcheck_report_numeric, p)

    @staticmethod
    def _matrix(get, p):
        out = ffi.new("vjp_tensor*[1]")
        check(get(p, out))
        return Tensor(out[0]) if out[0] else None


class _Function:
    """What C calls: the function, and the arguments that are no tensors."""

    __slots__ = ("arguments", "function")

    def __init__(self, function, arguments):
        self.function = function
        self.arguments = arguments

    def run(self, inputs, results):
        arguments = [borrowed(inputs[i]) if inputs[i] else item for i, item in enumerate(self.arguments)]
        outputs = self.function(*arguments)
        if not isinstance(outputs, (Tensor, tuple, list)):
            raise TypeError("gradcheck: the function must return a tensor or a tuple of them, not "
                            f"{type_name(outputs)}")
        for item in (outputs,) if isinstance(outputs, Tensor) else outputs:
            if not isinstance(item, Tensor):
                raise TypeError(f"gradcheck: the function must return tensors, not {type(item).__name__}")
            check(lib.vjp_tensor_list_append(results, item._p))


@callback()
def python_checked_function(context, inputs, _num_inputs, results):
    try:
        ffi.from_handle(context).run(inputs, results)
        return 0
    except BaseException as error:  # must not cross C
        return carry(error)


def _tuple(value):
    return tuple(value) if isinstance(value, (tuple, list)) else (value,)


def _handles(values):
    return [item._p if isinstance(item, Tensor) else NULL for item in values]


def _options(settings):
    options = ffi.new("vjp_gradcheck_options*")
    options.struct_size = ffi.sizeof("vjp_gradcheck_options")
    for name, value in settings.items():
        setattr(options, name, float(value) if name in ("eps", "atol", "rtol", "nondet_tol") else bool(value))
    return options


def _run(entry, func, inputs, others, settings):
    """Calls vjp_gradcheck or vjp_gradgradcheck, which takes `others` too."""
    function = _Function(func, inputs)
    handle = ffi.new_handle(function)
    out = ffi.new("vjp_gradcheck_report*[1]")
    check(lib.vjp_gradcheck_report_create(out))
    report = ffi.gc(out[0], lib.vjp_gradcheck_report_release)
    with travelling():
        status = entry(lib.python_checked_function, handle, _handles(inputs), len(inputs), *others, _options(settings),
                       report)
    if lib.vjp_gradcheck_report_kind(report) == lib.VJP_GRADCHECK_NONE:
        check(status)
        return True
    if not settings["raise"]:
        return False
    raise GradcheckError(ffi.string(lib.vjp_gradcheck_report_text(report)).decode(), GradcheckReport(report))


def gradcheck(func, inputs, *, eps=1e-6, atol=1e-5, rtol=1e-3, raise_exception=True, nondet_tol=0.0,
              check_undefined_grad=True, check_grad_dtypes=False, check_batched_grad=False,
              check_batched_forward_grad=False, check_forward_ad=False, check_backward_ad=True, fast_mode=False,
              masked=None):
    """Compares the derivatives of func(*inputs) with central differences. True, or a GradcheckError; with
    `raise_exception` off False. Errors of `func` and misuse are raised as they are. `check_batched_grad` wants
    `check_backward_ad`, `check_batched_forward_grad` wants `check_forward_ad`. With `masked` the
    stored values of sparse inputs are checked, else every element, in backward mode."""
    return _run(lib.vjp_gradcheck, func, _tuple(inputs), (), {
        "eps": eps, "atol": atol, "rtol": rtol, "raise": raise_exception, "nondet_tol": nondet_tol,
        "check_undefined": check_undefined_grad, "check_dtypes": check_grad_dtypes, "check_batched": check_batched_grad,
        "check_forward": check_forward_ad, "check_backward": check_backward_ad, "fast": fast_mode,
        "check_batched_forward": check_batched_forward_grad,
        "masked": bool(masked)})


def gradgradcheck(func, inputs, grad_outputs=None, *, eps=1e-6, atol=1e-5, rtol=1e-3, gen_non_contig_grad_outputs=False,
                  raise_exception=True, nondet_tol=0.0, check_undefined_grad=True, check_grad_dtypes=False,
                  check_batched_grad=False, check_batched_forward_grad=False, check_fwd_over_rev=False,
                  check_rev_over_rev=True, fast_mode=False, masked=False):
    """The same for second derivatives: checks the function from `inputs` and `grad_outputs` (by default random) to the
    gradients of `inputs`. `check_batched_forward_grad` wants `check_fwd_over_rev`. Sparse inputs want
    `masked`: their stored values are checked."""
    given = () if grad_outputs is None else _tuple(grad_outputs)
    return _run(lib.vjp_gradgradcheck, func, _tuple(inputs), (_handles(given), len(given)), {
        "eps": eps, "atol": atol, "rtol": rtol, "raise": raise_exception, "nondet_tol": nondet_tol,
        "check_undefined": check_undefined_grad, "check_dtypes": check_grad_dtypes, "check_batched": check_batched_grad,
        "check_forward": check_fwd_over_rev, "check_backward": check_rev_over_rev, "fast": fast_mode,
        "non_contiguous": gen_non_contig_grad_outputs, "check_batched_forward": check_batched_forward_grad,
        "masked": bool(masked)})
