"""Safetensors files."""

import pytest

import vjp


def test_round_trip(tmp_path):
    path = tmp_path / "model.safetensors"
    tensors = {"weight": vjp.rand(3, 4), "bias": vjp.arange(3), "half": vjp.ones(2, dtype=vjp.bfloat16),
               "scalar": vjp.tensor(2.5), "leaf": vjp.ones(1, requires_grad=True),
               "strided": vjp.arange(6).view(2, 3).T}
    vjp.save_safetensors(path, tensors, {"epoch": "3"})
    loaded = vjp.load_safetensors(str(path))
    assert set(loaded) == set(tensors)
    for name, tensor in tensors.items():
        assert loaded[name].tolist() == tensor.tolist() and loaded[name].dtype is tensor.dtype
    file = vjp.SafetensorsFile(path)
    assert file.metadata("epoch") == "3" and file.metadata("other") is None
    assert len(file) == len(tensors) and set(file) == set(file.keys()) and "weight" in file
    with pytest.raises(KeyError):
        file["nothing"]


def test_tensors_outlive_the_file(tmp_path):
    path = tmp_path / "a.safetensors"
    vjp.save_safetensors(path, {"x": vjp.arange(1000)})
    x = vjp.load_safetensors(path)["x"]
    path.unlink()
    assert x.sum().item() == 499500
    x[0] = 5  # copy on write
    assert x[0].item() == 5


def test_failures(tmp_path):
    path = tmp_path / "a.safetensors"
    with pytest.raises(OSError):
        vjp.load_safetensors(path)
    path.write_bytes(b"no safetensors at all")
    with pytest.raises(vjp.Error):
        vjp.load_safetensors(path)
    with pytest.raises(OSError):
        vjp.save_safetensors(tmp_path / "no folder" / "a.safetensors", {"x": vjp.ones(1)})
    with pytest.raises(TypeError, match="'x' must be a tensor"):
        vjp.save_safetensors(path, {"x": 3})
    assert path.read_bytes() == b"no safetensors at all"
