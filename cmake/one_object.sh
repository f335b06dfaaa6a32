#!/bin/sh
# one_object.sh OUT COMPILER NM OBJCOPY LINKED...: everything linked to the object OUT, whose global names are vjp_*.
set -eu
out=$1 compiler=$2 nm=$3 objcopy=$4
shift 4
# Groups of inline functions are resolved: a program with one of the same name would take its own for ours.
"$compiler" -r -nostdlib -Wl,--force-group-allocation -o "$out" "$@"
# Tables that are found by __start_ and __stop_ of their section: a linker that collects garbage (rustc's does, with lld) keeps
# a section that code refers to, and lld does not count those two names.
readelf --section-headers --wide "$out" | sed 's/^ *\[ *[0-9]*\] *//' |
  awk '$1 ~ /^[A-Za-z_][A-Za-z0-9_]*$/ && $2 == "PROGBITS" { print $1, tolower($7) }' |
  while read -r section flags; do
    printf '.section %s,"%s",%%progbits\n1:\n.text\n.reloc ., BFD_RELOC_NONE, 1b\n' "$section" "$flags"
  done >"$out.kept.s"
echo '.section .note.GNU-stack,"",%progbits' >>"$out.kept.s"
"$compiler" -c -o "$out.kept.o" "$out.kept.s"
"$compiler" -r -nostdlib -o "$out.all" "$out" "$out.kept.o"
mv "$out.all" "$out"
# Names that are unique in a process (u) stay what they are under --keep-global-symbol, unless they are weak before.
"$nm" --defined-only "$out" | awk '$2 == "u" { print $3 }' >"$out.unique"
"$objcopy" --weaken-symbols="$out.unique" "$out"
"$objcopy" --wildcard --keep-global-symbol='vjp_*' --strip-unneeded "$out"
