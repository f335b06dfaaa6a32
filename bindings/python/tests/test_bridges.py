"""vjp.interop beside PyTorch and JAX, which are no dependency: `scripts/bench --setup-peers` puts them into
.deps/peers, whose interpreter runs bridge_cases.py."""

import pathlib
import subprocess
import sys

import pytest

import vjp

pytestmark = pytest.mark.host

HERE = pathlib.Path(__file__).resolve().parent
PEERS = HERE.parents[2] / ".deps/peers/bin/python"
# The peers' packages come first: theirs is the numpy they were built for. pytest and what vjp needs come from here.
START = """
import sys
sys.path[:0] = [sys.argv[1], sys.argv[2]]
sys.path += sys.argv[3].split(":")
import pytest
sys.exit(pytest.main(["-q", "-p", "no:cacheprovider", sys.argv[2] + "/bridge_cases.py", "-k", sys.argv[4]]))
"""


@pytest.mark.parametrize("case, module", [("TestTorch", "torch"), ("TestJax", "jax")])
def test_the_bridges(case, module, tmp_path):
    if not PEERS.exists() or subprocess.run([PEERS, "-c", f"import {module}"], capture_output=True).returncode:
        pytest.skip(f"{module} is not in .deps/peers: scripts/bench --setup-peers installs it")
    package = pathlib.Path(vjp.__file__).parent.parent
    packages = ":".join(path for path in sys.path if path.endswith("site-packages"))
    ran = subprocess.run([PEERS, "-c", START, package, HERE, packages, case], cwd=tmp_path, capture_output=True,
                         text=True)
    assert ran.returncode == 0 and " passed" in ran.stdout and "skipped" not in ran.stdout, ran.stdout + ran.stderr


def test_without_the_other_library():
    """The functions say which module is missing, and importing vjp needs neither."""
    for call, module in ((vjp.interop.to_torch, "torch"), (vjp.interop.from_jax, "jax")):
        try:
            __import__(module)
        except ModuleNotFoundError:
            with pytest.raises(ModuleNotFoundError, match=module):
                call(abs)
