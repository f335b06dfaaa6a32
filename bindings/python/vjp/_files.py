"""Safetensors files."""

import os

from ._core import check
from ._ffi import ffi, lib
from ._tensor import Tensor, pointer


class SafetensorsFile:
    """An open file: a mapping from names to tensors that share the file's mapped memory."""

    def __init__(self, path):
        out = ffi.new("vjp_safetensors*[1]")
        check(lib.vjp_safetensors_open(os.fsencode(path), out))
        self._p = ffi.gc(out[0], lib.vjp_safetensors_release)

    def keys(self):
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
        check(lib.vjp_safetensors_get(self._p, name.encode(), out))
        return Tensor(out[0])


def load_safetensors(path):
    """All tensors of a file, by name."""
    file = SafetensorsFile(path)
    return {name: file[name] for name in file}


def save_safetensors(path, tensors, metadata=None):
    """Writes tensors by name. The old file stays whole if anything fails."""
    names = [ffi.new("char[]", name.encode()) for name in tensors]
    pairs = [ffi.new("char[]", text.encode()) for pair in (metadata or {}).items() for text in pair]
    handles = [pointer(item, f"save_safetensors: '{name}'") for name, item in tensors.items()]
    check(lib.vjp_safetensors_save(os.fsencode(path), names, handles, len(names), pairs, len(pairs) // 2))
