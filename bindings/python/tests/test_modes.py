"""Modes, data and the grad field, as users of Python meet them."""

import warnings

import pytest

import vjp


def test_inference_mode_as_a_block():
    """MODE-4, MODE-5, MODE-6: what is made inside, and what it cannot do."""
    x = vjp.tensor([1.0, 2.0], requires_grad=True)
    with vjp.inference_mode():
        assert vjp.is_inference_mode_enabled() and not vjp.is_grad_enabled()
        y = x * 2
        with vjp.inference_mode(False):
            assert not vjp.is_inference_mode_enabled() and vjp.is_grad_enabled()
            assert (x * 2).requires_grad
        with vjp.enable_grad():
            assert not (x * 2).requires_grad
    assert not vjp.is_inference_mode_enabled() and vjp.is_grad_enabled()
    assert y.is_inference() and not y.requires_grad and not x.is_inference()
    with pytest.raises(vjp.StateError, match="version"):
        y._version
    with pytest.raises(vjp.StateError, match="clone"):
        y.mul_(2)
    assert not y.clone().is_inference()


def test_inference_mode_ends_with_an_error():
    """MODE-1"""
    with pytest.raises(KeyError):
        with vjp.inference_mode():
            raise KeyError
    assert not vjp.is_inference_mode_enabled()


@pytest.mark.parametrize("decorator", [vjp.inference_mode, vjp.inference_mode(), vjp.inference_mode(True)])
def test_inference_mode_as_a_decorator(decorator):
    @decorator
    def double(x):
        """doubles"""
        return x * 2

    assert double(vjp.tensor([1.0], requires_grad=True)).is_inference()
    assert double.__doc__ == "doubles" and not vjp.is_inference_mode_enabled()


@pytest.mark.parametrize("mode, inside", [(vjp.inference_mode, vjp.is_inference_mode_enabled),
                                          (vjp.no_grad, lambda: not vjp.is_grad_enabled())])
def test_generators_keep_their_mode_to_themselves(mode, inside):
    """MODE-1"""
    @mode()
    def numbers():
        for i in range(3):
            assert inside()
            yield i

    for _ in numbers():
        assert not inside()


def test_exceptions_reach_decorated_generators():
    """MODE-1"""
    seen = []

    @vjp.no_grad()
    def numbers():
        try:
            yield 1
        except ValueError:
            assert not vjp.is_grad_enabled()
            yield 2
        try:
            yield 3
        finally:
            seen.append(vjp.is_grad_enabled())

    generator = numbers()
    assert next(generator) == 1
    assert generator.throw(ValueError()) == 2
    assert generator.send(None) == 3
    generator.close()
    assert seen == [False] and vjp.is_grad_enabled()
    generator = numbers()
    next(generator)
    with pytest.raises(KeyError):
        generator.throw(KeyError())


def test_numpy_under_no_grad():
    x = vjp.ones(1, requires_grad=True, device="cpu")
    with pytest.raises(vjp.StateError, match="detach"):
        x.numpy()
    with vjp.no_grad():
        assert x.numpy().tolist() == [1.0]


def test_data_is_read_and_replaced():
    """DET-5, DET-6"""
    x = vjp.tensor([1.0, 2.0], requires_grad=True)
    y = (x * x).sum()
    x.data.mul_(1.0)
    assert x._version == 0
    x.data = vjp.tensor([3.0, 4.0])
    assert x.requires_grad and x.tolist() == [3.0, 4.0]
    y.backward()
    assert x.grad.tolist() == [6.0, 8.0]
    with pytest.raises(vjp.DtypeError):
        x.data = vjp.tensor([1, 2])
    with pytest.raises(TypeError):
        x.data = [1.0, 2.0]


def test_assigning_grad():
    """DET-7"""
    x = vjp.tensor([1.0, 2.0], requires_grad=True)
    x.grad = vjp.tensor([5.0, 6.0])
    assert x.grad.tolist() == [5.0, 6.0]
    with pytest.raises(vjp.ShapeError):
        x.grad = vjp.tensor([1.0])
    with pytest.raises(vjp.DtypeError):
        x.grad = vjp.tensor([1, 2])
    with pytest.raises(vjp.InvalidError):
        x.grad = x
    with pytest.raises(TypeError):
        x.grad = 3
    assert x.grad.tolist() == [5.0, 6.0]
    x.grad = None
    assert x.grad is None


def test_grad_of_a_non_leaf_warns():
    """DET-8"""
    x = vjp.tensor([1.0], requires_grad=True)
    y = x * 2
    with pytest.warns(UserWarning, match="retain_grad"):
        assert y.grad is None
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert x.grad is None
        y.retain_grad()
        assert y.grad is None
        y.backward()
        assert y.grad.tolist() == [1.0]


def test_resize():
    """GRAPH-18"""
    x = vjp.tensor([1.0, 2.0, 3.0, 4.0])
    assert x.resize_(2, 2).shape == (2, 2) and x._version == 1
    assert x.resize_([4])[3].item() == 4.0
    with pytest.raises(vjp.StateError):
        vjp.tensor([1.0], requires_grad=True).resize_(2)
