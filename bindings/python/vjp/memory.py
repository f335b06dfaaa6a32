"""Memory of devices: how much there is, who holds it, and what is kept for later.

    vjp.memory.memory_allocated("sim:0")
    print(vjp.memory.memory_summary("sim:0"))

Memory of tensors on a device is cached, one cache a stream. `vjp.memory_allocated()` and its like without a device are
about the CPU.
"""

import json as _json

from ._core import check as _check
from ._core import device_pair as _pair
from ._ffi import ffi as _ffi
from ._ffi import lib as _lib

_POOLS = ("all", "small", "large", "private_pools")
_FIGURES = ("allocated_bytes", "allocated_blocks", "active_bytes", "active_blocks", "reserved_bytes", "segments")
_COUNTS = ("blocks_handed_out", "raw_allocations", "raw_frees", "retries", "out_of_memory")


def _statistics(device):
    out = _ffi.new("vjp_memory_statistics*", {"struct_size": _ffi.sizeof("vjp_memory_statistics")})
    _check(_lib.vjp_memory_get_statistics(_pair(device), out))
    return out


def memory_stats(device):
    """All figures: {"allocated_bytes.all.current": ..., "raw_allocations": ...}."""
    found, stats = _statistics(device), {}
    for figure in _FIGURES:
        for pool in _POOLS:
            for when in ("current", "peak"):
                stats[f"{figure}.{pool}.{when}"] = getattr(getattr(getattr(found, pool), figure), when)
    stats.update({count: getattr(found, count) for count in _COUNTS})
    return stats


def memory_allocated(device):
    """Bytes that tensors on the device hold."""
    return _statistics(device).all.allocated_bytes.current


def max_memory_allocated(device):
    """The most of these since the start or reset_peak_memory_stats."""
    return _statistics(device).all.allocated_bytes.peak


def memory_reserved(device):
    """Bytes taken from the device: those of tensors and those kept for later."""
    return _statistics(device).all.reserved_bytes.current


def max_memory_reserved(device):
    """The most bytes of a device that the library held since the start, or since reset_peak_memory_stats."""
    return _statistics(device).all.reserved_bytes.peak


def reset_peak_memory_stats(device):
    """Lets the peaks of a device begin anew with what is in use now."""
    _check(_lib.vjp_memory_reset_peaks(_pair(device)))


def mem_get_info(device):
    """(free, total) bytes of the device, whoever uses it."""
    out = _ffi.new("uint64_t[2]")
    _check(_lib.vjp_memory_get_info(_pair(device), out, out + 1))
    return out[0], out[1]


def empty_cache(device):
    """Gives what is kept for later and unused back to the device."""
    _check(_lib.vjp_memory_empty_cache(_pair(device)))


def set_memory_limit(nbytes, device):
    """At most so many bytes are taken from the device; None takes the limit away."""
    _check(_lib.vjp_memory_set_limit(_pair(device), 2**64 - 1 if nbytes is None else nbytes))


def set_per_process_memory_fraction(fraction, device):
    """The same as a part of what the device has."""
    _check(_lib.vjp_memory_set_fraction(_pair(device), fraction))


def _text(function, device):
    out = _ffi.new("char*[1]")
    _check(function(_pair(device), out))
    text = _ffi.string(out[0]).decode()
    _lib.vjp_string_free(out[0])
    return text


def memory_summary(device):
    """A table for people."""
    return _text(_lib.vjp_memory_summary, device)


def memory_snapshot(device):
    """Every segment with its blocks, as a dictionary."""
    return _json.loads(_text(_lib.vjp_memory_snapshot, device))


__all__ = [name for name in globals() if not name.startswith("_")]
