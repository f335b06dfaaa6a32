"""Rows of `scripts/bench ops` -> a table, worst ratio first."""
import json
import os
import statistics

HERE = os.path.dirname(os.path.abspath(__file__))
TARGET_MEDIAN, TARGET_LEAST = 1.5, 0.9


def ratio(row):
    """How many times faster libvjp is than the faster peer, and which that is; None where there is nobody to compare with."""
    mine, others = row["times"].get("libvjp"), {k: v for k, v in row["times"].items() if k != "libvjp"}
    if not mine or not others:
        return None, None
    peer = min(others, key=others.get)
    return others[peer] / mine, peer


def disagrees(row):
    """The peer that computed other numbers than libvjp, or None."""
    mine = row["checks"].get("libvjp")
    tolerance = 0.03 if row["dtype"] == "bfloat16" else 3e-3
    for peer, theirs in row["checks"].items():
        if mine is not None and theirs is not None and not abs(mine - theirs) <= tolerance * max(abs(mine), abs(theirs), 1e-3):
            return peer
    return None


def seconds(t):
    return f"{t * 1e6:.1f} us" if t < 1e-3 else f"{t * 1e3:.2f} ms" if t < 1 else f"{t:.2f} s"


def line(row):
    """A row, for the terminal."""
    found, peer = ratio(row)
    times = "  ".join(f"{k} {seconds(v)}" for k, v in row["times"].items())
    notes = [f"{k}: {v}" for k, v in row["absent"].items() if v != "has no such function"]
    if disagrees(row):
        notes.append(f"computes other numbers than {disagrees(row)}: {row['checks']}")
    return f"{row['case']:28} {row['n']:>8} {row['dtype'][0]}{row['threads']}  {f'{found:6.2f}' if found else '     -'}  {times}  {'; '.join(notes)}"


def text(rows, limit):
    """The worst rows and the summary, for the terminal."""
    compared = sorted((row for row in rows if ratio(row)[0]), key=lambda row: ratio(row)[0])
    return "\n".join([line(row) for row in compared[:limit]] + summary(rows))


def summary(rows):
    found = []
    for threads in sorted({row["threads"] for row in rows}):
        for dtype in sorted({row["dtype"] for row in rows}, reverse=True):
            ratios = [ratio(row)[0] for row in rows if (row["threads"], row["dtype"]) == (threads, dtype) and ratio(row)[0]]
            if ratios:
                found.append(f"{dtype}, {threads} thread{'s' * (threads > 1)}: {len(ratios)} rows compared, median ratio {statistics.median(ratios):.2f} "
                             f"(target {TARGET_MEDIAN}), {sum(r < TARGET_LEAST for r in ratios)} below {TARGET_LEAST}")
    return found


def reasons():
    """{case: what holds it back}, written by hand where somebody looked."""
    with open(os.path.join(HERE, "reasons.json")) as f:
        return json.load(f)


def cell(row):
    if row is None:
        return ""
    found, peer = ratio(row)
    if found is None:
        return "–"
    return f"{found:.2f}{'j' if peer == 'jax' else ''}{'?' if disagrees(row) else ''}"


HEAD = """# Speed of every operator

Written by `scripts/bench ops --table docs/operators-speed.md`. Forward and backward of every operator, through Python on
every side: libvjp's time beside the faster one of PyTorch (eager) and JAX (compiled; where it has the operator, and was asked), in one run on one machine, samples taken turn by turn.
A number says how many times faster libvjp is; `j`: JAX is the faster peer; `–`: no peer has the operator; `?`: the sides compute
different numbers. With one thread the time is the process's own (the median of the samples), with several the best sample. `f` is float32,
`b` bfloat16, with the number of threads; sizes are counts of elements (matrices of 512x512 and the like stand under the smallest size). The cases are in
`bench/operators`: a case after a colon is a variant of the operator.

"""


def markdown(rows, facts, names):
    parts = [HEAD, f"{facts['cpu']}, {facts['cores']} cores, {facts['time']}, load {facts['load']:.1f} at the start"
             f"{', VJP_SIMD=' + facts['simd'] if facts.get('simd') else ''}.\n\n"]
    parts += [f"* {entry}\n" for entry in summary(rows)]
    peers = sorted({peer for row in rows for peer in row["times"]} - {"libvjp"})
    parts.append(f"* peers of these rows: {', '.join(peers) or 'none'}\n")
    by_case = {}
    for row in rows:
        by_case.setdefault(row["case"], {})[(row["dtype"], row["threads"], row["n"])] = row
    def settled(case):
        found = [ratio(row)[0] for row in by_case[case].values() if ratio(row)[0]]
        return min(found) if found else float("inf")
    sizes = sorted({row["n"] for row in rows} & {1000, 100_000, 10_000_000})
    kinds = sorted({(row["dtype"], row["threads"]) for row in rows}, key=lambda k: (k[0] != "float32", k[1]))
    why = reasons()
    parts.append("\n| case | worst | " + " | ".join(f"{d[0]}{t} {n:.0e}".replace("e+0", "e") for d, t in kinds for n in sizes) + " | what holds it back |\n")
    parts.append("|---|---|" + "---|" * (len(kinds) * len(sizes)) + "---|\n")
    for case in sorted(by_case, key=lambda c: (settled(c), c)):
        worst = settled(case)
        cells = " | ".join(cell(by_case[case].get((d, t, n))) for d, t in kinds for n in sizes)
        parts.append(f"| {case} | {worst:.2f} | {cells} | {why.get(case, '')} |\n" if worst < float("inf") else f"| {case} | | {cells} | |\n")
    if names:
        without = sorted(set(names) - {case.split(":")[0] for case in by_case} - {case.split(":")[0].split(".")[0] for case in by_case})
        if without:
            parts.append(f"\nNo case yet: {', '.join(without)}.\n")
    return "".join(parts)
