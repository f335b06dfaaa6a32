"""JSON lines of libvjp and its peers -> the rows of targets.json, as a table."""
import fnmatch
import json
import os
import statistics

HERE = os.path.dirname(os.path.abspath(__file__))
RATES = ("GB/s", "GFLOP/s", "x")


def load_rows(on_device=False):
    with open(os.path.join(HERE, "targets.json")) as f:
        return [row for row in json.load(f)["rows"] if row.get("device", False) == on_device]


def threads_of(row):
    return row.get("threads", [1, 2])


class Results:
    """The best line of each case; values that are differences of cases are taken from the kept cases."""

    def __init__(self):
        self.best, self.errors = {}, []

    def add(self, line):
        if line["w"] in ("MACHINE", "INFO"):
            return
        if "error" in line:
            self.errors.append(line)
            return
        key = (line["peer"], line["mode"], line["threads"], line["w"], line["case"])
        old = self.best.get(key)
        if old is None:
            self.best[key] = dict(line)
        elif (line["value"] > old["value"]) == (line["unit"] in RATES):
            self.best[key] = dict(line)

    def get(self, peer, mode, threads, w, case):
        return self.best.get((peer, mode, threads, w, case))

    def value(self, peer, mode, threads, w, case, extra=None):
        line = self.get(peer, mode, threads, w, case)
        if line is None:
            return None
        if extra:
            return line.get("extra", {}).get(extra)
        if case.endswith(".per_hook"):
            return self._per_hook(peer, mode, threads, w, case, line["value"])
        if case.endswith(".prune_gain"):
            tag = case.split(".")[0]
            everything, x_only = (self.get(peer, mode, threads, w, tag + s) for s in (".grad_all", ".grad_x_only"))
            return everything["value"] / x_only["value"] if everything and x_only else line["value"]
        return line["value"]

    def _per_hook(self, peer, mode, threads, w, case, single):
        hook = case[: -len(".per_hook")]
        family = "wide" if hook == "post_acc_hook" else "chain"
        without = self.get(peer, mode, threads, w, family + ".no_hook.bwd")
        for suffix, count in (("", 1), ("_x4", 4), ("_x8", 8)):
            with_hook = self.get(peer, mode, threads, w, "%s.%s%s.bwd" % (family, hook, suffix))
            if without and with_hook:
                return (with_hook["value"] - without["value"]) / count
        return single

    def cases(self, peer, mode, threads, w, pattern):
        return [k[4] for k in self.best if k[:4] == (peer, mode, threads, w) and fnmatch.fnmatch(k[4], pattern)]


def total(results, side, threads, row, cases):
    peer, mode = side.split("/", 1)
    values = [results.value(peer, mode, threads, row["w"], c, row.get("extra")) for c in cases]
    return None if None in values else sum(values)


def disagreement(results, side, threads, row, cases, peer_cases):
    """The case in which libvjp and the peer computed different numbers, or None."""
    ours = "libvjp", row.get("mode", "c")
    for mine, theirs in zip(cases, peer_cases):
        a, b = results.get(*ours, threads, row["w"], mine), results.get(*side.split("/", 1), threads, row["w"], theirs)
        if a and b and "check" in a and "check" in b:
            if abs(a["check"] - b["check"]) > 2e-3 * max(abs(b["check"]), 1e-6) + 1e-5:
                return mine
    return None


def evaluate(results, row, threads, peers, title=None, cases=None):
    cases = cases or row["cases"]
    ours = total(results, "libvjp/" + row.get("mode", "c"), threads, row, cases)
    if ours is None:
        return None
    line = results.get("libvjp", row.get("mode", "c"), threads, row["w"], cases[0])
    unit = row.get("unit", line["unit"])
    rate = unit in RATES
    peer_cases = row.get("peer_cases", cases)
    found = []
    for side in row["peers"]:
        if side.split("/")[0] in peers or side.startswith("libvjp/"):
            value = total(results, side, threads, row, peer_cases)
            if value and value > 0:  # a difference of two cases may be lost in the noise
                found.append((value, side))
    out = dict(w=row["w"], row=title or row["row"], threads=threads, unit=unit.replace("/op", ""), libvjp=ours, met=None)
    if found:
        value, side = max(found) if rate else min(found)
        out.update(peer=value, peer_name=side, ratio=ours / value if rate else value / ours)
        different = disagreement(results, side, threads, row, cases, peer_cases)
        if different:
            out["differs"] = different
    if "ratio" in row:
        out["target"] = ">= %gx" % row["ratio"]
        if found:
            out["met"] = out["ratio"] >= row["ratio"]
    elif "within" in row:
        out["target"] = "<= peer + %g %s" % (row["within"], out["unit"])
        if found:
            out["met"] = ours <= out["peer"] + row["within"]
    elif "at_most" in row:
        out.update(target="<= %g %s" % (row["at_most"], out["unit"]), met=ours <= row["at_most"])
    elif "at_least" in row:
        out.update(target=">= %g" % row["at_least"], met=ours >= row["at_least"])
    return out


def evaluate_each(results, row, threads, peers):
    rows = [evaluate(results, row, threads, peers, title=c[: -len(row["each"].lstrip("*"))] or c, cases=[c])
            for c in results.cases("libvjp", row.get("mode", "c"), threads, row["w"], row["each"])]
    rows = [r for r in rows if r]
    ratios = [r["ratio"] for r in rows if "ratio" in r]
    if ratios and "median" in row:
        median = statistics.median(ratios)
        rows.append(dict(w=row["w"], row="median of the ratios", threads=threads, unit="", libvjp=None, ratio=median,
                         target=">= %gx" % row["median"], met=median >= row["median"]))
    return rows


def evaluate_all(results, rows, threads, peers):
    out = []
    for row in rows:
        for count in threads:
            if count in threads_of(row):
                out += evaluate_each(results, row, count, peers) if "each" in row else [evaluate(results, row, count, peers)]
    return [r for r in out if r]


def number(value):
    if value is None:
        return ""
    return "%.0f" % value if abs(value) >= 1000 else "%.3g" % value


def print_table(rows):
    head = ("", "row", "threads", "libvjp", "peer", "ratio", "target", "")
    cells = [head]
    for r in rows:
        peer = "%s %s" % (number(r["peer"]), r["peer_name"]) if "peer" in r else ""
        verdict = {True: "ok", False: "MISSED", None: ""}[r["met"]]
        if "differs" in r:
            verdict += " (other result than the peer in %s)" % r["differs"]
        cells.append((r["w"], r["row"], str(r["threads"]), ("%s %s" % (number(r["libvjp"]), r["unit"])).strip(), peer,
                      "%.2fx" % r["ratio"] if "ratio" in r else "", r.get("target", ""), verdict))
    width = [max(len(row[i]) for row in cells) for i in range(len(head))]
    for i, row in enumerate(cells):
        print("  ".join(cell.ljust(w) for cell, w in zip(row, width)).rstrip())
        if i == 0:
            print("  ".join("-" * w for w in width))
    judged = [r for r in rows if r["met"] is not None]
    print("\n%d of %d targets met" % (sum(r["met"] for r in judged), len(judged)))
