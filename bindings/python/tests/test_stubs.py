"""The stubs: mypy accepts a program that uses them, refuses wrong ones, and they name what is there."""

import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).parent


def test_a_typed_program(tmp_path):
    program = tmp_path / "typed_program.py"
    program.write_text((HERE / "typed_program.py").read_text())
    result = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--config-file=", f"--cache-dir={tmp_path}", "typed_program.py"],
        cwd=tmp_path, capture_output=True, text=True, env=_environment())
    assert result.returncode == 0, result.stdout + result.stderr


def test_the_stubs_agree_with_the_package(tmp_path):
    allowed, config = tmp_path / "allowed", tmp_path / "mypy.ini"
    config.write_text("[mypy]\n[mypy-vjp.*]\nignore_errors = True\nignore_missing_imports = True\n")
    # Insides have no stubs; a metaclass makes @no_grad work without brackets; -x is the function neg, `out` and all.
    # Tensor is C's type, which mypy wants marked by a decorator that only its newest versions know. clip_ is clamp_.
    allowed.write_text("vjp\\._.*\nvjp\\.interop\\._.*\nvjp\\.(Index|Number|DTypeLike|DeviceLike)\nvjp\\.(no|enable)_grad\n"
                       "vjp\\.Tensor\\.__(abs|invert|neg|pos)__\n"
                       "vjp\\.Tensor\\.clip_\n"
                       "vjp\\.Tensor\n")
    result = subprocess.run(
        [sys.executable, "-m", "mypy.stubtest", "vjp", "--ignore-missing-stub", "--concise", "--ignore-positional-only",
         f"--allowlist={allowed}", f"--mypy-config-file={config}", "--ignore-unused-allowlist"],
        cwd=tmp_path, capture_output=True, text=True, env=_environment())
    # Methods are the functions themselves, whose first parameter is `input`, or a matrix `A`.
    wrong = [line for line in result.stdout.splitlines()
             if not line.endswith(('stub parameter "self" differs from runtime parameter "input"',
                                   'stub parameter "self" differs from runtime parameter "A"'))]
    assert not wrong and not result.stderr, "\n".join(wrong) + result.stderr


def _environment():
    import os

    import vjp

    # An installed wheel is found by itself; mypy needs the path of a source tree.
    where = pathlib.Path(vjp.__file__).parent.parent
    return os.environ if where.name == "site-packages" else dict(os.environ, MYPYPATH=str(where))
