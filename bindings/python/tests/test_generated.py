"""Generated files are what the generator prints now. (A source tree's test: a wheel does not hold the generator.)"""

import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).parents[1]


def test_generated_files_are_fresh():
    gen = ROOT.parents[1] / "build" / "release" / "bin" / "vjp_gen"
    result = subprocess.run([sys.executable, ROOT / "generate.py", "--check", "--gen", gen], capture_output=True,
                            text=True)
    assert result.returncode == 0, result.stderr
