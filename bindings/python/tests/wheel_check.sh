#!/usr/bin/env bash
# Builds a wheel, installs it into a clean virtual environment outside the source tree, and runs the tests there.
#   wheel_check.sh [PYTHON]    PYTHON: an interpreter with build, scikit-build-core and cffi; default build/python-venv
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
root=$(cd "$here/../.." && pwd)
python=${1:-$root/build/python-venv/bin/python}
work=$root/build/wheel
fail() { echo "wheel_check: $1" >&2; echo "0 passed, 1 failed, 0 skipped"; exit 1; }

[ -x "$python" ] || fail "there is no $python; run scripts/setup"
mkdir -p "$work"
rm -rf "$work/dist" "$work/venv" "$work/tests" "$work/report.xml"
# Objects stay in build/wheel-cmake, so that the next wheel compiles only what changed. With the compilers that CMake takes
# by itself, and a folder as deep as build/release, ccache finds the library's objects of that build.
export CC=${CC:-cc} CXX=${CXX:-c++}
"$python" -m build --wheel --no-isolation --outdir "$work/dist" -Cbuild-dir="$root/build/wheel-cmake" "$here" \
  >"$work/build.log" 2>&1 ||
  { tail -n 30 "$work/build.log" >&2; fail "the wheel was not built; see build/wheel/build.log"; }
wheel=$(echo "$work"/dist/vjp-*.whl)
echo "wheel: $(basename "$wheel"), $(du -h "$wheel" | cut -f1)"
case $wheel in *-cp311-abi3-*) ;; *) fail "$(basename "$wheel") is not for the limited ABI" ;; esac

"$python" -m venv "$work/venv"
"$work/venv/bin/python" -m pip install -q --disable-pip-version-check "$wheel" numpy ml_dtypes pytest mypy array-api-strict
cp -r "$here/tests" "$work/tests"
rm -f "$work/tests/test_generated.py"  # needs the source tree
cp "$here/pyproject.toml" "$work/tests/"
cd "$work/tests"
env -u LD_LIBRARY_PATH -u PYTHONPATH "$work/venv/bin/python" - "$work/venv" <<'PY'
import sys
import vjp
assert vjp.__file__.startswith(sys.argv[1]), vjp.__file__
vjp.rand(256, 256) @ vjp.rand(256, 256)  # OpenBLAS is loaded when it is needed
libraries = {line.split()[-1] for line in open("/proc/self/maps") if "libvjp" in line or "openblas" in line}
assert libraries and all(path.startswith(sys.argv[1]) for path in libraries), libraries
PY
status=0
env -u LD_LIBRARY_PATH -u PYTHONPATH "$work/venv/bin/python" -m pytest -q -p no:cacheprovider --junitxml="$work/report.xml" . ||
  status=$?
[ -e "$work/report.xml" ] || fail "pytest wrote no report"
"$python" - "$work/report.xml" <<'PY'
import sys
import xml.etree.ElementTree as tree
suites = list(tree.parse(sys.argv[1]).getroot().iter("testsuite"))
count = {key: sum(int(suite.get(key)) for suite in suites) for key in ("tests", "failures", "errors", "skipped")}
failed = count["failures"] + count["errors"]
print(f"{count['tests'] - failed - count['skipped']} passed, {failed} failed, {count['skipped']} skipped")
PY
exit $status
