"""Devices, copies between them, and their memory, on the simulator."""

import copy
import pickle

import numpy as np
import pytest

import vjp

pytestmark = pytest.mark.host


def test_a_device_is_a_value():  # DV-5
    a, b = vjp.device("sim:0"), vjp.device("sim", 0)
    assert a == b and hash(a) == hash(b) and a != vjp.device("sim:1")
    assert (a.type, a.index, str(a), repr(a)) == ("sim", 0, "sim:0", "device('sim:0')")
    assert a == "sim:0" and {"sim:0": 1}[a] == 1 and vjp.device("sim") == a
    assert pickle.loads(pickle.dumps(a)) == a and vjp.device(a) == a
    assert vjp.ones(2).device == vjp.device("cpu") == "cpu"
    for wrong in ("nowhere:0", "sim:99", "sim:x"):
        with pytest.raises(vjp.DeviceError):
            vjp.device(wrong)
    with pytest.raises(TypeError):
        vjp.device(3)


def test_to_moves_and_converts():
    x = vjp.tensor([[1.5, -2.0, 3.0], [4.0, 5.0, 6.0]])
    y = x.to("sim:1")
    assert y.device == "sim:1" and y.dtype is vjp.float32 and y.cpu().tolist() == x.tolist()
    assert y.to(vjp.device("sim:1")) is not None and y.to("sim:1").data_ptr() == y.data_ptr()
    assert x.cpu().data_ptr() == x.data_ptr()
    z = x.to("sim:0", vjp.int64)
    assert z.dtype is vjp.int64 and z.device == "sim:0" and z.tolist() == [[1, -2, 3], [4, 5, 6]]
    assert x.to(device="sim:0", dtype="float64").dtype is vjp.float64
    assert x.to("float64").dtype is vjp.float64 and x.to(vjp.float64).device == "cpu"
    t = y.T.to("sim:0")  # between devices; the layout is kept
    assert t.stride() == y.T.stride() and t.tolist() == x.T.tolist()
    assert y[:, ::2].to("sim:0").tolist() == [[1.5, 3.0], [4.0, 6.0]]


def test_gradients_come_back_to_where_the_tensor_is():
    x = vjp.tensor([1.0, 2.0, 3.0], requires_grad=True)
    y = x.to("sim:0")
    z = (y * y).to("sim:1", vjp.float64)
    (z.cpu() * vjp.tensor([1.0, 10.0, 100.0], dtype="float64")).sum().backward()
    assert x.grad.device == "cpu" and x.grad.dtype is vjp.float32 and x.grad.tolist() == [2.0, 40.0, 600.0]


def test_copy_crosses_devices():
    x = vjp.tensor([1.0, 2.0, 3.0])
    y = vjp.zeros(2, 3).to("sim:0")
    y.copy_(x)
    assert y.tolist() == [[1.0, 2.0, 3.0]] * 2 and y._version == 1
    target = vjp.zeros(3, dtype="int64")
    target.copy_(y[1], non_blocking=True)
    assert target.tolist() == [1, 2, 3]
    w = vjp.tensor([1.0, 2.0, 3.0], requires_grad=True)
    out = vjp.zeros(3).to("sim:1")
    out.copy_(w * 2)
    (out * out).sum().cpu().backward()
    assert w.grad.device == "cpu" and w.grad.tolist() == [8.0, 16.0, 24.0]
    with pytest.raises(vjp.ShapeError):
        y.copy_(vjp.ones(4))


def test_pinned_memory():  # CP-3
    x = vjp.arange(6, dtype="float32").reshape(2, 3)
    assert not x.is_pinned()
    p = x.pin_memory("sim")
    assert p.is_pinned() and p.tolist() == x.tolist() and p.pin_memory("sim").data_ptr() == p.data_ptr()
    y = p.to("sim:0", non_blocking=True)
    back = y.to("cpu", non_blocking=True)
    assert back.is_pinned() and y.tolist() == x.tolist()
    with pytest.raises(vjp.DeviceError, match="CPU"):
        y.pin_memory("sim")


def test_printing_says_where_the_tensor_is():
    x = vjp.tensor([1.0, 2.5])
    assert repr(x.to("sim:1")) == "tensor([1. , 2.5], device='sim:1')"
    assert repr(x) == "tensor([1. , 2.5])"


def test_copies_and_pickles_stay_where_they_were():
    x = vjp.tensor([[1.0, 2.0]], device="sim:1", requires_grad=True)
    for y in (pickle.loads(pickle.dumps(x)), copy.deepcopy(x), copy.copy(x)):
        assert y.device == "sim:1" and y.tolist() == x.tolist() and y.requires_grad
    with vjp.device("sim:0"):
        assert pickle.loads(pickle.dumps(vjp.ones(1, device="cpu"))).device == "cpu"


def test_numpy_wants_the_cpu():
    y = vjp.ones(3).to("sim:0")
    with pytest.raises(vjp.DeviceError, match=r"x\.cpu\(\)"):
        y.numpy()
    with pytest.raises(vjp.DeviceError):
        np.asarray(y)
    assert y.cpu().numpy().tolist() == [1.0, 1.0, 1.0]


def test_memory_figures():  # AL-7
    device = "sim:1"
    before = vjp.memory.memory_allocated(device)
    x = vjp.zeros(1000).to(device)
    assert vjp.memory.memory_allocated(device) - before == 4096
    assert vjp.memory.max_memory_allocated(device) >= before + 4096
    assert vjp.memory.memory_reserved(device) >= 2 << 20
    stats = vjp.memory.memory_stats(device)
    assert stats["allocated_bytes.all.current"] == vjp.memory.memory_allocated(device)
    assert stats["segments.small.current"] >= 1
    found = [block for segment in vjp.memory.memory_snapshot(device)["segments"] for block in segment["blocks"]
             if segment["address"] + block["offset"] == x.data_ptr()]
    assert len(found) == 1 and found[0]["state"] == "in_use" and found[0]["requested"] == 4000
    assert found[0]["op"] == "to"
    assert "allocated" in vjp.memory.memory_summary(device) and "to " in vjp.memory.memory_summary(device)
    free, total = vjp.memory.mem_get_info(device)
    assert 0 < free <= total
    del x
    assert vjp.memory.memory_allocated(device) == before
    vjp.memory.reset_peak_memory_stats(device)
    assert vjp.memory.max_memory_allocated(device) == before
    vjp.memory.empty_cache(device)


def test_out_of_memory_names_the_holders():  # AL-5
    device = "sim:1"
    vjp.memory.empty_cache(device)
    vjp.memory.set_memory_limit(vjp.memory.memory_reserved(device) + (24 << 20), device)
    try:
        x = vjp.zeros(4 << 20).to(device)  # 16 MiB
        with pytest.raises(vjp.OutOfMemoryError, match=r"16\.00 MiB requested.*to 16\.00 MiB in 1 block"):
            x * 2
    finally:
        vjp.memory.set_memory_limit(None, device)
    assert (x * 2)[0].item() == 0.0


def test_cuda_is_a_device_like_others():
    x = vjp.ones(2)
    assert not x.is_cuda and vjp.cuda.is_available() is (vjp.cuda.device_count() > 0)
    if not vjp.cuda.is_available():
        for call in (x.cuda, lambda: x.cuda(1), lambda: vjp.nn.Linear(2, 2).cuda(), lambda: vjp.cuda.synchronize()):
            with pytest.raises(vjp.DeviceError, match="cuda"):
                call()
