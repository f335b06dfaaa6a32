#!/usr/bin/env bash
# What recipe.yaml builds: everything into $PREFIX, of which each package takes its part.
set -euo pipefail

# No archive: conda's packages have shared libraries. An empty root is the environment's own Highway and OpenBLAS.
# shellcheck disable=SC2086,SC2154
cmake -S . -B build/release -G Ninja ${CMAKE_ARGS:-} \
  -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX="$PREFIX" -DCMAKE_INSTALL_LIBDIR=lib -DCMAKE_INSTALL_RPATH='$ORIGIN' \
  -DVJP_TESTS=OFF -DVJP_STATIC=OFF -DVJP_CUDA=OFF -DVJP_HIGHWAY_ROOT="${VJP_HIGHWAY_ROOT:-}" -DVJP_OPENBLAS_ROOT= \
  -DVJP_PYTHON=ON -DVJP_PYTHON_FOLDER="${SP_DIR#"$PREFIX/"}" -DPython3_EXECUTABLE="$PYTHON"
cmake --build build/release --parallel "${CPU_COUNT:-1}"
cmake --install build/release --strip
