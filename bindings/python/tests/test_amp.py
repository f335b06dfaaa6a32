"""Autocast and gradient scaling under PyTorch's names."""

import math

import pytest

import vjp
from vjp.amp import GradScaler, custom_bwd, custom_fwd, get_autocast_dtype, is_autocast_enabled


def matrix(requires_grad=False):
    return vjp.tensor([[1.0, 2.0], [3.0, 4.0]], dtype=vjp.float32, requires_grad=requires_grad)


@pytest.mark.host
def test_autocast():
    w, x = matrix(requires_grad=True), matrix()
    with vjp.autocast("cpu"):
        assert get_autocast_dtype("cpu") is vjp.bfloat16 and is_autocast_enabled("cpu")
        y = x @ w
        assert y.dtype is vjp.bfloat16 and y.exp().dtype is vjp.float32
        with vjp.autocast("cpu", enabled=False):
            assert (x @ w).dtype is vjp.float32 and not is_autocast_enabled("cpu")
    y.sum().backward()
    assert w.grad.dtype is vjp.float32 and w.grad.tolist() == [[4.0, 4.0], [6.0, 6.0]]
    assert get_autocast_dtype("cpu") is None

    @vjp.autocast("cpu", vjp.float16)
    def product(a):
        return a @ a

    assert product(x).dtype is vjp.float16
    with pytest.raises(vjp.DeviceError):
        vjp.autocast("tpu")
    with pytest.raises(vjp.DtypeError):
        with vjp.autocast("cpu", vjp.float32):
            pass


def test_custom_functions():
    seen = []

    class Cast(vjp.Function):
        @staticmethod
        @custom_fwd(device_type="cpu", cast_inputs=vjp.float32)
        def forward(ctx, a):
            seen.append((a.dtype, is_autocast_enabled("cpu")))
            return a * 2

        @staticmethod
        @custom_bwd(device_type="cpu")
        def backward(ctx, g):
            seen.append(is_autocast_enabled("cpu"))
            return g * 2

    class Plain(vjp.Function):
        @staticmethod
        @custom_fwd(device_type="cpu")
        def forward(ctx, a):
            seen.append(is_autocast_enabled("cpu"))
            return a * 2

        @staticmethod
        @custom_bwd(device_type="cpu")
        def backward(ctx, g):
            seen.append(is_autocast_enabled("cpu"))
            return g * 2

    x = matrix(requires_grad=True)
    with vjp.autocast("cpu"):
        y = Cast.apply(x @ x)
        z = Plain.apply(x)
    assert y.dtype is vjp.float32
    y.sum().backward()
    z.sum().backward()
    assert seen == [(vjp.float32, False), True, False, True]


@pytest.mark.parametrize("capturable", [False, True])
def test_grad_scaler(capturable):
    """AMP-5, AMP-7"""
    p = vjp.tensor([1.0], dtype=vjp.float32, requires_grad=True)
    optimizer = vjp.optim.SGD([p], lr=1.0, capturable=capturable)
    scaler = GradScaler(init_scale=4.0, growth_interval=1)
    scaler.scale(p * 0.5).sum().backward()
    assert p.grad.item() == 2.0
    assert scaler.step(optimizer) is True
    scaler.update()
    assert (p.item(), p.grad.item(), scaler.get_scale()) == (0.5, 0.5, 8.0)
    p.grad = vjp.tensor([math.inf], dtype=vjp.float32)
    assert scaler.step(optimizer) is capturable
    scaler.update()
    assert (p.item(), scaler.get_scale()) == (0.5, 4.0)
    with pytest.raises(vjp.StateError, match="no finite checks"):
        scaler.update()


def test_grad_scaler_structures_and_state():
    """AMP-2, AMP-9"""
    scaler = GradScaler(init_scale=2.0)
    x = matrix()
    a, (b, c) = scaler.scale((x, [x, x * 2]))
    assert a.tolist() == b.tolist() == [[2.0, 4.0], [6.0, 8.0]] and c.tolist() == [[4.0, 8.0], [12.0, 16.0]]
    state = scaler.state_dict()
    assert state["scale"] == 2.0 and state["growth_interval"] == 2000
    other = GradScaler()
    other.load_state_dict({**state, "scale": 16.0})
    assert other.get_scale() == 16.0 and other.get_growth_factor() == 2.0
    scaler.update(32.0)
    assert scaler.get_scale() == 32.0
    off = GradScaler(enabled=False)
    assert off.scale(x) is x and off.get_scale() == 1.0 and off.state_dict() == {}
    with pytest.raises(ValueError):
        scaler.scale(3)
    scaler.set_growth_factor(3.0)
    scaler.set_backoff_factor(0.25)
    scaler.set_growth_interval(7)
    assert scaler.state_dict() == {"scale": 32.0, "growth_factor": 3.0, "backoff_factor": 0.25, "growth_interval": 7,
                                   "_growth_tracker": 0}
    with pytest.raises(vjp.InvalidError, match="growth_factor"):
        scaler.set_growth_factor(1.0)
    with pytest.raises(ValueError, match="empty"):
        scaler.load_state_dict(off.state_dict())
