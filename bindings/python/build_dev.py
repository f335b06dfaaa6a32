"""Compiles the extension modules vjp._ffi and vjp._native against a library that is built already, for use in place.

    python build_dev.py [BUILD_DIR]        # default build/release

It asks the build's vjp_gen what the headers declare. Does nothing unless the headers, ffi_build.py or the library's
place changed: the library itself may be built anew without running this again. `pip install --no-build-isolation
--no-deps -e bindings/python` does the same, and installs.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile

import ffi_build

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.normpath(os.path.join(HERE, "..", ".."))
INCLUDE = os.path.join(ROOT, "include")
STAMP = os.path.join(ROOT, "build", "python-ffi.stamp")


def module_path(name):
    """Not the name that the module has in a wheel, which must not pack this one."""
    return os.path.join(HERE, "vjp", name + sysconfig.get_config_var("EXT_SUFFIX"))


def library_dir(build=None):
    path = os.path.join(os.path.abspath(build or os.path.join(ROOT, "build", "release")), "lib")
    if not os.path.exists(os.path.join(path, "libvjp.so")):
        sys.exit(f"build_dev.py: there is no {path}/libvjp.so; build the library first (scripts/build release)")
    return path


def native():
    """The C sources of vjp._native, and their headers."""
    return [os.path.join(HERE, "native", name) for name in sorted(os.listdir(os.path.join(HERE, "native")))]


def version():
    with open(os.path.join(HERE, "pyproject.toml"), encoding="utf-8") as file:
        return next(line.split('"')[1] for line in file if line.startswith("version"))


def _fingerprint(library):
    digest = hashlib.sha256(library.encode() + sys.version.encode())
    headers = sorted(name for name in os.listdir(os.path.join(INCLUDE, "vjp")) if name.endswith(".h"))
    scripts = [ffi_build.__file__, ffi_build.api.__file__, __file__]
    for path in [os.path.join(INCLUDE, "vjp", name) for name in headers] + native() + scripts:
        with open(path, "rb") as file:
            digest.update(file.read())
    return digest.hexdigest()


def describe(library):
    """The API as the vjp_gen beside the library tells of it."""
    tool = os.path.join(os.path.dirname(library), "bin", "vjp_gen")
    if not os.path.exists(tool):
        sys.exit(f"build_dev.py: there is no {tool}; build it first (scripts/build release --target vjp_gen)")
    return ffi_build.api.load(tool)


def compile_module(library):
    """Compiles against libvjp.so in the folder `library`. False if there was nothing to do."""
    wanted = _fingerprint(library)
    if all(os.path.exists(module_path(name)) for name in ("_ffi", "_native")) and os.path.exists(STAMP):
        with open(STAMP, encoding="utf-8") as file:
            if file.read() == wanted:
                return False
    compiler = os.environ.get("CC", "cc").split()
    if shutil.which("ccache"):
        compiler.insert(0, "ccache")
    with tempfile.TemporaryDirectory() as scratch:
        source = os.path.join(scratch, "_ffi.c")
        ffi_build.emit(describe(library), source)
        sources = [path for path in native() if path.endswith(".c")]
        for name, options, files in (("_ffi", ["-O1", "-w"], [source]), ("_native", ["-O2", "-Wall"], sources)):
            module = os.path.join(scratch, name + ".so")
            subprocess.run([*compiler, *options, "-fPIC", "-shared", "-fvisibility=hidden",
                            "-DPy_LIMITED_API=0x030b0000", "-I", INCLUDE, "-I", sysconfig.get_paths()["include"],
                            *files, "-o", module, "-L", library, "-lvjp", "-Wl,-rpath," + library], check=True)
            partial = f"{module_path(name)}.{os.getpid()}"
            shutil.copy(module, partial)
            os.replace(partial, module_path(name))  # an interpreter that has the old one mapped keeps it
    with open(STAMP, "w", encoding="utf-8") as file:
        file.write(wanted)
    return True


if __name__ == "__main__":
    if len(sys.argv) > 2 or sys.argv[1:] in (["-h"], ["--help"]):
        sys.exit(__doc__)
    done = compile_module(library_dir(*sys.argv[1:]))
    print("vjp._ffi:", "compiled" if done else "up to date")
