"""Every failure is an exception of the right kind with the library's message."""

import pytest

import vjp


def test_kinds():
    assert issubclass(vjp.Error, RuntimeError)
    for cls, base in ((vjp.InvalidError, ValueError), (vjp.ShapeError, ValueError), (vjp.DtypeError, TypeError),
                      (vjp.OutOfMemoryError, MemoryError), (vjp.UnsupportedError, NotImplementedError),
                      (vjp.FileError, OSError), (vjp.OutOfRangeError, IndexError)):
        assert issubclass(cls, vjp.Error) and issubclass(cls, base)


def test_shapes():
    with pytest.raises(vjp.ShapeError, match=r"\[2, 3\].*\[5, 4\]"):
        vjp.ones(2, 3) @ vjp.ones(5, 4)
    with pytest.raises(ValueError, match=r"add.*\[2, 3\].*\[4\]"):
        vjp.ones(2, 3) + vjp.ones(4)
    with pytest.raises(vjp.Error):
        vjp.ones(6).view(4, 2)


def test_memory():
    with pytest.raises((MemoryError, ValueError)):
        vjp.zeros(1 << 40, 1 << 40)
    with pytest.raises(MemoryError):
        vjp.zeros(1 << 55)
    assert vjp.zeros(2).tolist() == [0, 0]


def test_missing_files():
    with pytest.raises(OSError, match="no-such-file"):
        vjp.load_safetensors("/tmp/no-such-file.safetensors")


def test_not_one_element():
    with pytest.raises(vjp.Error):
        vjp.ones(2).item()
    with pytest.raises(vjp.Error):
        bool(vjp.ones(2))
    with pytest.raises(TypeError):
        len(vjp.tensor(1.0))
    with pytest.raises(TypeError):
        iter(vjp.tensor(1.0))
        list(vjp.tensor(1.0))


@pytest.mark.parametrize("call, message", [
    (lambda x: vjp.sin(3), "sin: input must be a tensor, not int"),
    (lambda x: vjp.sin(None), "sin: input must be a tensor, not None"),
    (lambda x: x.sum(dim="a"), "sum: dim must be integers, not str"),
    (lambda x: vjp.cat([x, 3]), "cat: tensors must be a sequence of tensors"),
    (lambda x: vjp.mul(x, "two"), "mul: other must be a tensor or a number, not str"),
    (lambda x: x.sum(dtype="float3"), "sum: dtype must be a dtype"),
    (lambda x: vjp.zeros(2, colour="red"), "zeros: unknown keyword colour"),
    (lambda x: vjp.rand(2, generator=7), "rand: generator must be a Generator"),
    (lambda x: x.sin_(1), "positional argument"),
    (lambda x: x + "a", "unsupported operand"),
    (lambda x: "a" + x, "must be str|concatenate|unsupported operand"),
    (lambda x: x @ None, "unsupported operand"),
    (lambda x: x.backward(gradient=1), "gradient must be a tensor, not int"),
    (lambda x: vjp.grad(x, [3]), "grad: inputs must be a tensor or a gradient edge, not int"),
    (lambda x: setattr(x, "grad", 3), "grad must be a tensor, not int")])
def test_arguments_of_the_wrong_type(call, message):
    with pytest.raises(TypeError, match=message):
        call(vjp.ones(2))


def test_comparison_with_what_is_no_number():
    x = vjp.ones(1)
    assert (x == None) is False and (x != None) is True and (x == "a") is False  # noqa: E711


def test_a_grad_of_another_shape():
    x = vjp.ones(2)
    with pytest.raises(vjp.Error):
        x.grad = vjp.ones(3)
    with pytest.raises(AttributeError):
        x.shape = (2, 1)


def test_the_state_survives_errors():
    x = vjp.ones(2, requires_grad=True)
    with pytest.raises(vjp.Error):
        x @ vjp.ones(3)
    (x * 2).sum().backward()
    assert x.grad.tolist() == [2, 2]
