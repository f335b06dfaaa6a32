#!/bin/sh
# Runs the tests of the Rust crates against a built library: test.sh [KIND], by default build/release/lib.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
export VJP_LIB_DIR="${VJP_LIB_DIR:-$root/build/${1:-release}/lib}"
# Tests have the folder as their run path; the examples in comments are linked without it.
export LD_LIBRARY_PATH="$VJP_LIB_DIR${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-$root/build/rust}"
cd "$here"
if command -v rustfmt >/dev/null; then cargo fmt --check; fi
# The oldest Rust that Cargo.toml promises: itself where rustup has it, otherwise what the lint knows about it.
oldest=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
toolchain=$(rustup toolchain list 2>/dev/null | sed -n "s/^\($oldest[.0-9]*-[^ ]*\).*/\1/p" | head -n 1)
if [ -n "$toolchain" ]; then
  CARGO_TARGET_DIR="$CARGO_TARGET_DIR/oldest" cargo "+$toolchain" check --quiet --locked --all-targets
elif cargo clippy --version >/dev/null 2>&1; then
  cargo clippy --quiet --locked --all-targets -- -D clippy::incompatible_msrv
fi
# What comes and goes with other crates, from a registry; the rest needs none.
exec cargo test --locked --features half,ndarray,safetensors,serde,sprs
