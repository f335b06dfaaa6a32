"""What users read when something is wrong: mistakes.txt holds mistakes made, and each message's key words."""

import pathlib
import re

import numpy as np
import pytest

import vjp

pytestmark = pytest.mark.host  # devices report some of them when the host waits


def f(*sizes, **options):
    return vjp.ones(*sizes, **options)


def leaf(*sizes):
    return vjp.ones(*sizes, requires_grad=True)


def I(*values):  # noqa: E743
    return vjp.tensor(values, dtype="int64")


def backward_twice():
    x = leaf(2)
    y = (x * x).sum()
    y.backward()
    y.backward()


def hook_gives(value):
    y = leaf(2) * 2
    y.register_hook(lambda g: value)
    y.sum().backward()


def node_hook(value):
    y = leaf(2) * 2
    y.grad_fn.register_hook(lambda inputs, outputs: value)
    y.sum().backward()


def node_prehook(value):
    y = leaf(2) * 2
    y.grad_fn.register_prehook(lambda outputs: value)
    y.sum().backward()


def set_grad(value):
    leaf(2).grad = value


def dual(primal, tangent):
    with vjp.forward_ad.dual_level():
        vjp.forward_ad.make_dual(primal, tangent)


class Double(vjp.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, g):
        return g


class TooMany(Double):
    @staticmethod
    def backward(ctx, g):
        return g, g, g


class WrongShape(Double):
    @staticmethod
    def backward(ctx, g):
        return f(5)


class GivesText(Double):
    @staticmethod
    def backward(ctx, g):
        return "a"


class SavesNumber(Double):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(3)
        return x * 1


class ChangesLeaf(Double):
    @staticmethod
    def forward(ctx, x):
        ctx.mark_dirty(x)
        return x


class NoBackward(vjp.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 1


class Saves(Double):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * 1

    @staticmethod
    def backward(ctx, g):
        return g * ctx.saved_tensors[0]


def function_twice():
    y = Saves.apply(leaf(2)).sum()
    y.backward()
    y.backward()


def mistakes():
    text = (pathlib.Path(__file__).parent / "mistakes.txt").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    for code, expected in zip(lines[::2], lines[1::2]):
        kind, _, words = expected.strip().partition(": ")
        yield pytest.param(code, kind, words.split(" | "), id=code[:60])


@pytest.mark.parametrize("code, kind, words", list(mistakes()))
def test_message(code, kind, words):
    with pytest.raises(Exception) as caught:
        eval(code)
    message = str(caught.value)
    assert type(caught.value).__name__ == kind, message
    for word in words:
        assert word in message, message


def test_there_are_enough_of_them():
    assert len(list(mistakes())) >= 140


# An operator that is made of others has them fail. What they say is reported under its name.
@pytest.mark.parametrize("call", [
    lambda: vjp.einsum("ij,jk->ik", f(2, 3), f(3, 4).double()),
    lambda: vjp.group_norm(f(2, 4), 2, f(5)),
    lambda: vjp.scaled_dot_product_attention(f(1, 2, 3, 4), f(1, 2, 3, 4), f(1, 2, 3, 4), f(9, 9)),
    lambda: vjp.cross_entropy(f(2, 3), I(0, 7), label_smoothing=0.1),
    lambda: vjp.broadcast_to(f(3), (2, 4)),
    lambda: vjp.tile(f(2), (-1,)),
    lambda: vjp.norm(f(2), dim=3),
    lambda: vjp.mse_loss(f(2, 3), f(4)),
    lambda: vjp.conv2d(f(1, 3, 2, 2), f(4, 3, 3, 3)),
    lambda: vjp.max_pool2d(f(1, 1, 2, 2), 3),
    lambda: vjp.take(f(3), I(5))])
def test_no_inner_operator_is_named(call):
    with pytest.raises(vjp.Error) as caught:
        call()
    told = str(caught.value).partition(":")[0]
    assert told in call.__code__.co_names
    others = set(re.findall(r"\b(?:reshape|gather|expand|mul|mm|convolution|linalg_vector_norm|repeat|index_select):",
                            str(caught.value)))
    assert not others - {told + ":"}


def test_a_class_that_a_device_finds_is_told_under_the_users_operator():
    with pytest.raises(vjp.Error, match="cross_entropy failed: index 7 is out of range"):
        vjp.cross_entropy(f(2, 3, device="sim:0"), I(0, 7).to("sim:0")).item()


def test_files(tmp_path):
    with pytest.raises(TypeError, match="save_safetensors: tensors must be a mapping.*, not list"):
        vjp.save_safetensors(tmp_path / "x", [f(2)])
    with pytest.raises(TypeError, match="save_safetensors: 'a' must be a tensor, not int"):
        vjp.save_safetensors(tmp_path / "x", {"a": 3})
    with pytest.raises(TypeError, match="a tensor's name must be a str, not int"):
        vjp.save_safetensors(tmp_path / "x", {3: f(2)})
    with pytest.raises(TypeError, match="load_safetensors: path must be a path, not int"):
        vjp.load_safetensors(3)
    (tmp_path / "no").write_bytes(b"hello world, this is no file")
    with pytest.raises(vjp.FileError, match="no: no safetensors file, or truncated"):
        vjp.load_safetensors(tmp_path / "no")


def test_values_that_changed_in_place_are_named():
    x, w = leaf(2), f(2)
    y = (x * w).sum()
    w.add_(1)
    with pytest.raises(vjp.VersionError, match=r"MulBackward: other \(float32\[2\]\).*changed in place.*version 1"):
        y.backward()


def test_checkpoints_that_differ():
    runs = []

    def region(x):
        runs.append(x)
        return x.exp() if len(runs) == 1 else f(3).exp() * x.sum()

    with pytest.raises(vjp.utils.checkpoint.CheckpointError, match=r"value 0 was float32\[2\] and is float32\[3\]"):
        vjp.utils.checkpoint.checkpoint(region, leaf(2), use_reentrant=False).sum().backward()


def test_gradcheck_wants_tensors():
    x = vjp.ones(2, dtype="float64", requires_grad=True)
    with pytest.raises(TypeError, match="gradcheck: the function must return a tensor or a tuple of them, not None"):
        vjp.autograd.gradcheck(lambda x: None, (x,))


def test_devices_without_a_backend_show_no_paths():
    for name in ("gpu", "mps", "tpu:9"):
        with pytest.raises(vjp.DeviceError) as caught:
            vjp.zeros(2, device=name)
        message = str(caught.value)
        assert f"no backend '{name.partition(':')[0]}'" in message and "types of devices here: cpu, " in message
        assert "/" not in message and "cannot open" not in message


assert np  # for mistakes.txt
