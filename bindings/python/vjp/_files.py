"""Safetensors files."""

import os

from ._core import check, type_name
from ._ffi import ffi, lib
from ._tensor import Tensor, pointer


def _path(path, function):
    if not isinstance(path, (str, bytes, os.PathLike)):
        raise TypeError(f"{function}: path must be a path, not {type_name(path)}")
    encoded = os.fsencode(path)
    if b"\0" in encoded:
        raise ValueError(f"{function}: the path has a null character: {path!r}")
    return encoded


def _text(text, what):
    if not isinstance(text, str):
        raise TypeError(f"save_safetensors: {what} must be a str, not {type(text).__name__}")
    if "\0" in text:
        raise ValueError(f"save_safetensors: {what} has a null character: {text!r}")
    return ffi.new("char[]", text.encode())


class SafetensorsFile:
    """An open file: a mapping from names to tensors, each read when it is asked for.

    With mmap=True the tensors lie on the mapped file (copy on write), and nothing is read before it is used. The file
    must then stay as it is while a tensor of it lives (saving over it by save_safetensors is fine: that makes a new
    one): bytes that others rewrite may show up in the tensor, and what they cut off ends the process (SIGBUS).
    """

    def __init__(self, path, *, mmap=False):
        self._get = lib.vjp_safetensors_get if mmap else lib.vjp_safetensors_read
        out = ffi.new("vjp_safetensors*[1]")
        check(lib.vjp_safetensors_open(_path(path, "load_safetensors"), out))
        self._p = ffi.gc(out[0], lib.vjp_safetensors_release)

    def keys(self):
        """The names of the tensors, in the file's order."""
        return [ffi.string(lib.vjp_safetensors_name(self._p, i)).decode() for i in range(len(self))]

    def metadata(self, key):
        """The value of a key of the file's metadata, None if it is absent."""
        value = lib.vjp_safetensors_metadata(self._p, key.encode())
        return ffi.string(value).decode() if value else None

    def __len__(self):
        return lib.vjp_safetensors_count(self._p)

    def __iter__(self):
        return iter(self.keys())

    def __contains__(self, name):
        return name in self.keys()

    def __getitem__(self, name):
        if name not in self:
            raise KeyError(name)
        out = ffi.new("vjp_tensor*[1]")
        check(self._get(self._p, name.encode(), out))
        return Tensor(out[0])


def load_safetensors(path, *, mmap=False):
    """All tensors of a file, by name. With mmap=True on its mapped memory: see SafetensorsFile for what that asks."""
    file = SafetensorsFile(path, mmap=mmap)
    return {name: file[name] for name in file}


def save_safetensors(path, tensors, metadata=None):
    """Writes tensors by name. The old file stays whole if anything fails; what is no regular file is not replaced."""
    if not hasattr(tensors, "items"):
        raise TypeError(f"save_safetensors: tensors must be a mapping from names to tensors, not {type_name(tensors)}")
    names = [_text(name, "a tensor's name") for name in tensors]
    pairs = [_text(text, "the metadata") for pair in (metadata or {}).items() for text in pair]
    handles = [pointer(item, f"save_safetensors: '{name}'") for name, item in tensors.items()]
    check(lib.vjp_safetensors_save(_path(path, "save_safetensors"), names, handles, len(names), pairs, len(pairs) // 2))
