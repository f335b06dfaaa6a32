"""Safetensors files."""

import os
import stat

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


def test_what_others_do_to_the_file_does_not_reach_its_tensors(tmp_path):
    path = tmp_path / "a.safetensors"
    vjp.save_safetensors(path, {"x": vjp.arange(200000)})
    x, file = vjp.load_safetensors(path)["x"], vjp.SafetensorsFile(path)
    os.truncate(path, 4096)
    assert x.sum().item() == 19999900000
    with pytest.raises(OSError, match="cut short"):
        file["x"]


def test_mapped_tensors_share_the_file(tmp_path):
    path = tmp_path / "a.safetensors"
    vjp.save_safetensors(path, {"x": vjp.arange(3)})
    mapped, read = vjp.SafetensorsFile(path, mmap=True), vjp.SafetensorsFile(path)
    assert mapped["x"].data_ptr() == mapped["x"].data_ptr() and read["x"].tolist() == [0, 1, 2]
    first, second = read["x"], read["x"]
    assert first.data_ptr() != second.data_ptr()
    assert vjp.load_safetensors(path, mmap=True)["x"].tolist() == [0, 1, 2]


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


def test_only_regular_files_are_replaced_and_their_mode_stays(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(vjp.Error, match="not a regular file"):
        vjp.save_safetensors(pipe, {"a": vjp.ones(1)})
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    private = tmp_path / "private"
    private.touch(0o600)
    vjp.save_safetensors(private, {"a": vjp.ones(1)})
    assert stat.S_IMODE(private.stat().st_mode) == 0o600
    assert sorted(os.listdir(tmp_path)) == ["pipe", "private"]


def test_names_are_not_cut_at_a_null_character(tmp_path):
    path = tmp_path / "x"
    with pytest.raises(ValueError, match="name has a null character"):
        vjp.save_safetensors(path, {"a\0b": vjp.ones(1)})
    with pytest.raises(ValueError, match="metadata has a null character"):
        vjp.save_safetensors(path, {"a": vjp.ones(1)}, {"k": "v\0w"})
    for function in (lambda p: vjp.save_safetensors(p, {"a": vjp.ones(1)}), vjp.load_safetensors):
        with pytest.raises(ValueError, match="path has a null character"):
            function(str(path) + "\0")
    with pytest.raises(TypeError, match="name must be a str"):
        vjp.save_safetensors(path, {1: vjp.ones(1)})
    assert not path.exists()
