#!/usr/bin/env python3
"""Takes from a folder of golden vectors the part that the repository keeps.

    make_subset.py SOURCE LIBRARY [--budget MIB]

Keeps every entry whose operator LIBRARY (libvjp.so) knows, and of each the first samples of every kind (as recorded,
strided, in place, with a mutated argument) as long as they are small. Writes float64/ and complex128/ beside this file.
Run it again when operators have been added.
"""
import argparse
import ctypes
import json
import pathlib
import shutil
import struct

HERE = pathlib.Path(__file__).resolve().parent
PREFIXES = ("torch.", "ops.", "aten.", "nn.functional.", "special.", "Tensor.")
SIZES = {"F64": 8, "F32": 4, "I64": 8, "I32": 4, "U8": 1, "BOOL": 1}


# What tests/golden/bind.cc finds under another name.
OTHER_NAMES = {"__radd__": "add", "__rsub__": "sub", "__rmul__": "mul", "__rdiv__": "div", "__rpow__": "pow",
               "__rmod__": "remainder", "__rmatmul__": "matmul", "nn.functional.unfold": "im2col",
               "_segment_reduce": "segment_reduce", "double": "to", "cdouble": "to"}


# Ids of samples that are off, and why.
WRONG = {
    # its gradient is 1.5e-6 away from -y1(5.011244511737418) ct by 30 digits, its tolerance 1.26e-6
    "811a01f8fb25ce9a",
}


def plain(name):
    name = name.removeprefix("torch.")
    other = OTHER_NAMES.get(name.removeprefix("Tensor."))
    if other:
        return other
    name = name.removesuffix(".default")
    for prefix in PREFIXES:
        name = name.removeprefix(prefix)
    return name.replace(".", "_")


def known_operators(library):
    lib = ctypes.CDLL(library)
    lib.vjp_op_count.restype = ctypes.c_size_t
    lib.vjp_op_at.restype = ctypes.c_void_p
    lib.vjp_op_at.argtypes = [ctypes.c_size_t]
    lib.vjp_op_name.restype = ctypes.c_char_p
    lib.vjp_op_name.argtypes = [ctypes.c_void_p]
    names = (lib.vjp_op_name(lib.vjp_op_at(i)).decode() for i in range(lib.vjp_op_count()))
    lib.vjp_op_find.restype = ctypes.c_void_p
    listed = {name.split(".")[0] for name in names} | {"__getitem__"}
    # the library's own operators are found by name, but not listed; in-place methods mean their operators
    return lambda name: name in listed or name.removesuffix("_") in listed or bool(lib.vjp_op_find(name.encode()))


def read_arrays(path):
    raw = path.read_bytes()
    n, = struct.unpack_from("<Q", raw)
    header = json.loads(raw[8:8 + n])
    header.pop("__metadata__", None)
    return {name: (d["dtype"], d["shape"], raw[8 + n + d["data_offsets"][0]:8 + n + d["data_offsets"][1]])
            for name, d in header.items()}


def write_arrays(path, arrays):
    header, data = {}, b""
    for name, (dtype, shape, content) in sorted(arrays.items(), key=lambda item: -SIZES[item[1][0]]):
        header[name] = {"dtype": dtype, "shape": shape, "data_offsets": [len(data), len(data) + len(content)]}
        data += content
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-(8 + len(text)) % 8)
    path.write_bytes(struct.pack("<Q", len(text)) + text + data)


def form(value):
    """What overloads differ by: tensors, numbers, and lists of them; nothing for the rest."""
    if isinstance(value, list):
        return ["list"] + [form(item) for item in value[:1]]
    if isinstance(value, dict):
        return "tensor" if "t" in value else None
    return "number" if isinstance(value, (int, float)) and not isinstance(value, bool) else None


def forms(sample):
    given = [form(a) for a in sample["args"]] + [[k, form(v)] for k, v in sorted(sample["kwargs"].items()) if form(v)]
    return str([item for item in given if item])


def kind(sample):
    """Samples of one kind stand for each other."""
    return (sample["source"], sample.get("inplace", False), bool(sample.get("mutates")), sample.get("smooth", True),
            tuple(sorted(sample["kwargs"])), len(sample["args"]), forms(sample), len(sample["outputs"]))


def choose(samples, size_of, budget, all_forms):
    """Numbers of the samples to keep: where `all_forms`, the smallest of each; one of each kind, small ones first, then
    more while there is room."""
    seen, needed, first, more = set(), [], [], []
    for s in sorted(samples, key=lambda s: size_of[s["k"]]):
        (needed if all_forms and forms(s) not in seen else more if kind(s) in seen else first).append(s["k"])
        seen |= {kind(s), forms(s)}
    kept, used = list(needed), sum(size_of[k] for k in needed)
    for k in first + more:
        if kept and used + size_of[k] > budget:
            continue
        kept.append(k)
        used += size_of[k]
    return sorted(kept)


class Source:
    """One entry of the source folder, read once."""

    def __init__(self, path):
        self.entry = json.loads(path.read_text())
        self.entry["samples"] = [s for s in self.entry["samples"] if s["id"] not in WRONG]
        self.arrays = read_arrays(path.with_suffix(".safetensors"))
        self.names = {}
        for name in self.arrays:
            self.names.setdefault(int(name.split(".")[0]), []).append(name)
        # what a sample adds to both files: its arrays, their descriptions in the header, its line of JSON
        self.size_of = {s["k"]: sum(len(self.arrays[n][2]) + 75 for n in self.names[s["k"]]) + len(json.dumps(s))
                        for s in self.entry["samples"]}

    def choose(self, budget):
        return choose(self.entry["samples"], self.size_of, budget, self.entry["dtype"] == "float64")

    def size(self, budget):
        return 1000 + sum(self.size_of[k] for k in self.choose(budget))

    def write(self, target, budget):
        samples, chosen = [], {}
        sample_of = {s["k"]: s for s in self.entry["samples"]}
        for new, old in enumerate(self.choose(budget)):
            samples.append(json.dumps(dict(sample_of[old], k=new), separators=(",", ":")))
            for name in self.names[old]:
                chosen[f"{new}.{name.split('.', 1)[1]}"] = self.arrays[name]
        head = json.dumps({k: v for k, v in self.entry.items() if k != "samples"}, indent=1)
        target.write_text(head[:-2] + ',\n "samples": [\n' + ",\n".join(samples) + "\n ]\n}\n")
        write_arrays(target.with_suffix(".safetensors"), chosen)
        return len(samples)


def largest_share(sources, budget):
    """The most bytes an entry may have so that all together stay within the budget."""
    low, high = 0, 2**20
    while high - low > 64:
        middle = (low + high) // 2
        if sum(s.size(middle) for s in sources) <= budget:
            low = middle
        else:
            high = middle
    return low


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", type=pathlib.Path)
    parser.add_argument("library")
    parser.add_argument("--budget", type=float, default=7.5, help="MiB for all files together")
    options = parser.parse_args()
    known = known_operators(options.library)
    chosen = {}
    for dtype in ("float64", "complex128"):
        for path in sorted((options.source / dtype).glob("*.json")):
            entry = json.loads(path.read_text())
            names = [entry["op"], entry["call"]["name"], *entry.get("aliases", [])]
            if any(known(plain(name)) for name in names):
                chosen[dtype, path.name] = Source(path)
        shutil.rmtree(HERE / dtype, ignore_errors=True)
        (HERE / dtype).mkdir()
    share = largest_share(chosen.values(), options.budget * 2**20)
    count = sum(source.write(HERE / dtype / name, share) for (dtype, name), source in chosen.items())
    size = sum(f.stat().st_size for d in ("float64", "complex128") for f in (HERE / d).iterdir())
    print(f"{len(chosen)} entries, {count} samples, {size / 2**20:.2f} MiB")


main()
