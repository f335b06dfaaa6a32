"""Files of tensors and of what programs keep beside them: safetensors, with a description where names do not say all.

    vjp.save({"model": net.state_dict(), "optimizer": optimizer.state_dict(), "epoch": 3}, "checkpoint.safetensors")
    checkpoint = vjp.load("checkpoint.safetensors")

A dict from names to tensors, such as a state_dict, becomes a plain safetensors file, which PyTorch's safetensors reads,
and plain files of others are loaded as such dicts. Nothing in a file is ever run.
"""

import json
import os
import tempfile
from collections.abc import Mapping
from os import PathLike
from typing import IO, Any

from . import InvalidError, SafetensorsFile, Tensor, device, dtype, save_safetensors

__all__ = ["load", "save"]

_KEY = "vjp.structure"
File = str | PathLike[str] | IO[bytes]


class _Writer:
    """Takes a structure apart: tensors by name, and a description of the rest for JSON."""

    def __init__(self) -> None:
        self.tensors: dict[str, Tensor] = {}
        self._names: dict[Any, str] = {}

    def describe(self, value: Any, path: tuple[Any, ...]) -> Any:
        if isinstance(value, Tensor):
            return {"tensor": self._name(value, path)}
        if value is None or isinstance(value, (bool, int, float, str)):
            return value
        if isinstance(value, complex):
            return {"complex": [value.real, value.imag]}
        if isinstance(value, dtype):
            return {"dtype": value.name}
        if isinstance(value, Mapping):
            return {"dict": [[self.describe(key, path), self.describe(item, (*path, key))]
                             for key, item in value.items()]}
        if isinstance(value, (list, tuple)):
            kind = "list" if isinstance(value, list) else "tuple"
            return {kind: [self.describe(item, (*path, i)) for i, item in enumerate(value)]}
        where = "".join(f"[{key!r}]" for key in path)
        raise TypeError(f"save: {f'obj{where}'} is {type(value).__name__}; tensors, numbers, text, None, dtypes, and "
                        "lists, tuples and dictionaries of them are saved")

    def _name(self, tensor: Tensor, path: tuple[Any, ...]) -> str:
        # The same elements are written once: parameters that two modules share.
        same = (tensor.data_ptr(), tensor.shape, tensor.stride(), tensor.dtype) if tensor.numel() else id(tensor)
        if same not in self._names:
            name = free = ".".join(map(str, path)) or "tensor"
            count = 1
            while free in self.tensors:
                count += 1
                free = f"{name}#{count}"
            self.tensors[free], self._names[same] = tensor.detach(), free
        return self._names[same]


def save(obj: Any, f: File) -> None:
    """Writes tensors, and lists, tuples and dictionaries of tensors, numbers, text, None and dtypes: to a path, or to
    an object with `write` for bytes, such as io.BytesIO.

    An older file at a path stays whole if anything fails. Tensors come back as plain ones, which require no grad.
    """
    if hasattr(f, "write"):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "saved")
            save(obj, path)
            with open(path, "rb") as written:
                f.write(written.read())
        return
    if isinstance(obj, Mapping) and obj and all(isinstance(key, str) and isinstance(value, Tensor)
                                                for key, value in obj.items()):
        save_safetensors(f, {name: tensor.detach() for name, tensor in obj.items()})
        return
    writer = _Writer()
    text = json.dumps(writer.describe(obj, ()))
    save_safetensors(f, writer.tensors, {_KEY: text})


def _restored(value: Any, tensors: dict[str, Tensor]) -> Any:
    if not isinstance(value, dict):
        return value
    (kind, content), = value.items()
    if kind == "tensor":
        return tensors[content]
    if kind == "complex":
        return complex(*content)
    if kind == "dtype":
        import vjp

        return getattr(vjp, content)
    if kind == "dict":
        return {_restored(key, tensors): _restored(item, tensors) for key, item in content}
    if kind not in ("list", "tuple"):
        raise InvalidError(f"says {kind!r}, which save never writes")
    items = [_restored(item, tensors) for item in content]
    return items if kind == "list" else tuple(items)


def load(f: File, map_location: device | str | None = None, *, mmap: bool = False,
         weights_only: bool = True) -> Any:
    """What save wrote, or the tensors by name of any safetensors file: of a path, or of what an object with `read` has
    from where it is on.

    `map_location`: the device that the tensors go to, instead of the CPU. `mmap`: they lie on the mapped file and are
    read when they are used, for which see SafetensorsFile. `weights_only` is PyTorch's and changes nothing.
    """
    if hasattr(f, "read"):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "saved")
            with open(path, "wb") as written:
                written.write(f.read())
            return load(path, map_location)
    file = SafetensorsFile(f, mmap=mmap)
    tensors = {name: file[name] for name in file.keys()}
    if map_location is not None:
        tensors = {name: tensor.to(map_location) for name, tensor in tensors.items()}
    text = file.metadata(_KEY)
    if text is None:
        return tensors
    try:
        return _restored(json.loads(text), tensors)
    except (InvalidError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise InvalidError(f"load: the description in '{os.fspath(f)}' {error}") from None
