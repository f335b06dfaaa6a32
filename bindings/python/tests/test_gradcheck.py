"""gradcheck and gradgradcheck from Python: what torch's users write, and exceptions that come home."""

import warnings

import pytest

import vjp
from vjp.autograd import Function, GradcheckError, gradcheck, gradgradcheck


def vector(*values):
    return vjp.tensor(list(values), dtype=vjp.float64, requires_grad=True)


class WrongCube(Function):
    """x ** 3 with 2 x ** 2 for its derivative."""

    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x ** 3

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return 2 * x ** 2 * grad


class ConstantSecond(Function):
    """x ** 2, whose derivative takes x for a constant."""

    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x ** 2

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return 2 * x.detach() * grad


def test_right_derivatives_are_true():
    """GCHK-1: one function, several inputs and results, numbers among the arguments; full and fast."""
    def f(x, exponent, y):
        return x ** exponent * y, x.sin().sum()

    inputs = (vector(1, 2), 3, vector(0.5, -1))
    for fast in (False, True):
        assert gradcheck(f, inputs, fast_mode=fast, check_forward_ad=True) is True
        assert gradgradcheck(f, inputs, fast_mode=fast, gen_non_contig_grad_outputs=fast) is True
    assert gradcheck(vjp.exp, vector(1, 2))
    assert gradcheck(vjp.exp, [vector(1, 2)])
    assert gradgradcheck(vjp.exp, vector(1, 2), vector(3, -1), check_fwd_over_rev=True)


def test_wrong_derivatives_say_where():
    """GCHK-4: output, input, both matrices, the worst entry."""
    with pytest.raises(GradcheckError, match="output 0 by input 0") as caught:
        gradcheck(WrongCube.apply, vector(1, 2))
    report = caught.value.report
    assert (report.output, report.input, report.row, report.column) == (0, 0, 1, 1)
    assert report.analytic.tolist() == [[2, 0], [0, 8]]
    assert report.numeric[1, 1].item() == pytest.approx(12)
    assert report.difference == pytest.approx(4)
    assert isinstance(caught.value, vjp.InvalidError) and "analytic" in str(caught.value)


def test_second_derivatives():
    """GCHK-12: right at first order, wrong at second."""
    assert gradcheck(ConstantSecond.apply, vector(1, 2))
    with pytest.raises(GradcheckError, match="the gradient of input 0 by input 0"):
        gradgradcheck(ConstantSecond.apply, vector(1, 2))
    assert gradgradcheck(ConstantSecond.apply, vector(1, 2), raise_exception=False) is False


def test_raise_exception_off_gives_false():
    """GCHK-10: for wrong derivatives, and for nothing else."""
    assert gradcheck(WrongCube.apply, vector(1, 2), raise_exception=False) is False
    with pytest.raises(vjp.InvalidError, match="requires grad") as caught:
        gradcheck(vjp.exp, vjp.tensor([1.0], dtype=vjp.float64), raise_exception=False)
    assert not isinstance(caught.value, GradcheckError)

    class Mine(Exception):
        pass

    error = Mine("mine")

    def fails(x):
        raise error

    with pytest.raises(Mine) as caught:
        gradcheck(fails, vector(1), raise_exception=False)
    assert caught.value is error
    with pytest.raises(TypeError, match="must return tensors"):
        gradcheck(lambda x: [3], vector(1))


def test_single_precision_is_warned_of():
    """GCHK-2."""
    x = vjp.tensor([1.0, 2.0], requires_grad=True)
    with pytest.warns(RuntimeWarning, match="float32"):
        gradcheck(vjp.exp, x, eps=1e-2, atol=1e-2, rtol=1e-2)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        gradcheck(vjp.exp, vector(1, 2))


def test_complex_numbers():
    """GCHK-3."""
    z = vjp.tensor([1 + 2j, -0.5j], dtype=vjp.complex128, requires_grad=True)
    assert gradcheck(lambda z: (z * z.conj() * z, z.abs()), z, check_forward_ad=True)
    assert gradgradcheck(lambda z: z * z.conj() * z, z)


def test_batches():
    """GCHK-6, GCHK-7: gradients and tangents, of first and second derivatives."""
    def f(x, y):
        return x.sin() * y, x.exp()

    inputs = (vector(1, 2), vector(3, 4))
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # no loop
        assert gradcheck(f, inputs, check_batched_grad=True, check_forward_ad=True, check_batched_forward_grad=True)
        assert gradgradcheck(f, inputs, check_batched_grad=True, check_fwd_over_rev=True,
                             check_batched_forward_grad=True)


class OnlyPlain(Function):
    """x ** 2, whose derivatives are wrong where what they get is batched: as if they fetched the numbers."""

    @staticmethod
    def forward(x):
        return x ** 2

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.save_for_backward(*inputs)
        ctx.save_for_forward(*inputs)

    @staticmethod
    def backward(ctx, grad):
        return (3 if vjp._core.lib.vjp_tensor_is_batched(grad._p) else 2) * ctx.saved_tensors[0] * grad

    @staticmethod
    def jvp(ctx, tangent):
        return (3 if vjp._core.lib.vjp_tensor_is_batched(tangent._p) else 2) * ctx.saved_tensors[0] * tangent


@pytest.mark.parametrize(("option", "message"), [
    ("check_batched_grad", "the gradient of output 0 by input 0 in a batch differs"),
    ("check_batched_forward_grad", "the tangent of output 0 along input 0 in a batch differs")])
def test_wrong_batches(option, message):
    """GCHK-6, GCHK-7."""
    assert gradcheck(OnlyPlain.apply, vector(1, 2), check_forward_ad=True)
    with pytest.raises(GradcheckError, match=message) as caught:
        gradcheck(OnlyPlain.apply, vector(1, 2), check_forward_ad=True, **{option: True})
    assert (caught.value.report.output, caught.value.report.input) == (0, 0)
    assert gradcheck(OnlyPlain.apply, vector(1, 2), check_forward_ad=True, raise_exception=False,
                     **{option: True}) is False


def test_batches_want_their_mode():
    """GCHK-1."""
    with pytest.raises(vjp.InvalidError, match="gradcheck: batched tangents .* but forward mode is off"):
        gradcheck(vjp.exp, vector(1), check_batched_forward_grad=True)
    with pytest.raises(vjp.InvalidError, match="gradgradcheck: batched gradients .* but backward mode is off"):
        gradgradcheck(vjp.exp, vector(1), check_batched_grad=True, check_fwd_over_rev=True, check_rev_over_rev=False)
