"""What PyTorch's programs ask of torch.cuda, for devices of the type "cuda"."""

from . import Stream, device
from . import current_stream as _current_stream
from . import device_count as _device_count
from . import is_available as _is_available
from . import manual_seed as _manual_seed
from . import synchronize as _synchronize

__all__ = ["current_stream", "device_count", "is_available", "manual_seed", "manual_seed_all", "synchronize"]


def is_available() -> bool:
    """Whether there is a CUDA device."""
    return _is_available("cuda")


def device_count() -> int:
    """How many CUDA devices there are."""
    return _device_count("cuda")


def synchronize(device: device | str | None = None) -> None:
    """Waits for all work of a CUDA device, the first unless one is given."""
    _synchronize("cuda:0" if device is None else device)


def current_stream(device: device | str | None = None) -> Stream:
    """The stream that work on a CUDA device goes to, the first unless one is given."""
    return _current_stream("cuda:0" if device is None else device)


def manual_seed(seed: int) -> None:
    """vjp.manual_seed, which is for all devices."""
    _manual_seed(seed)


def manual_seed_all(seed: int) -> None:
    """vjp.manual_seed, which is for all devices."""
    _manual_seed(seed)
