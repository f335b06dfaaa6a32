"""The build backend: wheels by scikit-build-core, with the library inside; editable ones on the library in build/.

`pip install --no-build-isolation --no-deps -e bindings/python` therefore compiles the extension module alone.
"""

import base64
import hashlib
import os
import zipfile

from scikit_build_core import build as skbuild

import build_dev


def get_requires_for_build_wheel(config_settings=None):
    return skbuild.get_requires_for_build_wheel(config_settings)


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    settings = dict(config_settings or {})
    if not os.path.exists(os.path.join(build_dev.ROOT, ".deps", "openblas")):  # no scripts/setup: pip brought it
        import scipy_openblas32

        settings.setdefault("cmake.define.VJP_OPENBLAS_ROOT", os.path.dirname(scipy_openblas32.get_lib_dir()))
    return skbuild.build_wheel(wheel_directory, settings, metadata_directory)


def get_requires_for_build_editable(config_settings=None):
    return ["cffi>=1.16"]


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    build_dev.compile_module(build_dev.library_dir((config_settings or {}).get("build")))
    version = build_dev.version()
    info = f"vjp-{version}.dist-info"
    files = {
        "_vjp_editable.pth": build_dev.HERE + "\n",
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: vjp\nVersion: {version}\nRequires-Dist: cffi>=1.16\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: vjp\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = ""
    name = f"vjp-{version}-py3-none-any.whl"
    with zipfile.ZipFile(os.path.join(wheel_directory, name), "w") as wheel:
        for path, text in files.items():
            digest = base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=").decode()
            record += f"{path},sha256={digest},{len(text.encode())}\n"
            wheel.writestr(path, text)
        wheel.writestr(f"{info}/RECORD", record + f"{info}/RECORD,,\n")
    return name
