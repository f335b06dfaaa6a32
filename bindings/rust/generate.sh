#!/bin/sh
# Writes what is generated here, or says with --check whether it is stale: vjp-sys/src/bindings.rs from the C headers by
# bindgen, vjp/src/ops_generated.rs from the operators' schemas (build/*/bin/vjp_gen).
#
#   generate.sh [--check] [--ops-only]
set -eu
here=$(cd "$(dirname "$0")" && pwd)
check= ops_only=
for argument; do
  case $argument in
    --check) check=--check ;;
    --ops-only) ops_only=yes ;;
    *) echo "usage: generate.sh [--check] [--ops-only]" >&2; exit 2 ;;
  esac
done
python3 "$here/generate.py" $check
[ -n "$ops_only" ] && exit
# An own target folder: cargo would build bindgen anew for every profile of the workspace.
export CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-$here/../../build/rust}-bindgen"
cargo run --quiet --release --locked --manifest-path "$here/bindgen/Cargo.toml" -- \
  "$here/../../include" "$here/vjp-sys/src/bindings.rs" $check
