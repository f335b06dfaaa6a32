#!/bin/sh
# one_object.sh OUT COMPILER NM OBJCOPY LINKED...: everything linked to the object OUT, whose global names are vjp_*.
set -eu
out=$1 compiler=$2 nm=$3 objcopy=$4
shift 4
# Groups of inline functions are resolved: a program with one of the same name would take its own for ours.
"$compiler" -r -nostdlib -Wl,--force-group-allocation -o "$out" "$@"
# Names that are unique in a process (u) stay what they are under --keep-global-symbol, unless they are weak before.
"$nm" --defined-only "$out" | awk '$2 == "u" { print $3 }' >"$out.unique"
"$objcopy" --weaken-symbols="$out.unique" "$out"
"$objcopy" --wildcard --keep-global-symbol='vjp_*' --strip-unneeded "$out"
