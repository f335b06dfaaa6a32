"""The tests run on the device that VJP_DEVICE names as well: what looks at values through numpy copies them first."""

import os

import pytest

import vjp

DEVICE = os.environ.get("VJP_DEVICE", "cpu")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "host: about host memory, or about the thread of the CPU's nodes")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if DEVICE == "cpu":
        return
    host = [item for item in items if item.get_closest_marker("host")]
    items[:] = [item for item in items if not item.get_closest_marker("host")]
    config.hook.pytest_deselected(items=host)


@pytest.fixture(autouse=True)
def values_come_to_the_host(monkeypatch: pytest.MonkeyPatch) -> None:
    if DEVICE == "cpu":
        return
    numpy, array = vjp.Tensor.numpy, vjp.Tensor.__array__
    monkeypatch.setattr(vjp.Tensor, "numpy", lambda self, **options: numpy(self.cpu(), **options))
    monkeypatch.setattr(vjp.Tensor, "__array__", lambda self, *args, **options: array(self.cpu(), *args, **options))
