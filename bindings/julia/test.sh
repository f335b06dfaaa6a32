#!/bin/sh
# Runs the tests of the Julia package against a built library: test.sh [KIND], by default build/release/lib.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
export VJP_LIB="${VJP_LIB:-$root/build/${1:-release}/lib/libvjp.so.0}"
# Compiled packages go there. No registry is asked: the package needs nothing but the standard library.
export JULIA_DEPOT_PATH="${JULIA_DEPOT_PATH:-$root/build/julia}"
exec julia --startup-file=no --color=no --threads=2 --project="$here/VJP" "$here/VJP/test/runtests.jl"
