"""scripts/bench ops: every operator, forward and backward, beside torch and JAX, worst ratio first.

The sides are processes that stay: for each row they prepare the same call on the same numbers, and then take samples turn by turn, so
that all of them see the same machine. Rows that were measured are kept in the file of --json, and are not measured again.
"""
import argparse
import json
import os
import statistics
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path[:0] = [HERE, os.path.dirname(HERE)]
import cases  # noqa: E402
import environment  # noqa: E402
import table  # noqa: E402

PEER_PYTHON = os.path.join(ROOT, ".deps", "peers", "bin", "python")
PEERS = ("torch", "jax")
SECONDS = 0.01   # a sample lasts about this long, or one call
LONGEST = 20.0   # a call that takes longer is measured once


class Side:
    """A process that prepares calls and takes samples of them."""

    def __init__(self, name, threads, simd):
        python = os.path.join(ROOT, "scripts", "python") if name == "libvjp" else PEER_PYTHON
        variables = dict(environment.measured(os.environ), PYTHONWARNINGS="ignore", **({"VJP_SIMD": simd} if simd else {}))
        self.name, self.threads, self.simd = name, threads, simd
        self.process = subprocess.Popen([python, os.path.join(HERE, "side.py"), name, "--threads", str(threads)], env=variables, text=True,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)

    def ask(self, **request):
        """The answer; that of a process which ended says so, and the next question goes to a new one."""
        try:
            self.process.stdin.write(json.dumps(request) + "\n")
            self.process.stdin.flush()
            line = self.process.stdout.readline()
        except BrokenPipeError:
            line = ""
        if line:
            return json.loads(line)
        status = self.process.wait()
        self.__init__(self.name, self.threads, self.simd)
        return dict(error=f"the process ended with status {status}")

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def measure(sides, case, n, dtype, threads, rounds):
    """A row: the time of each side, what it computed, and why a side has none."""
    row = dict(case=case.name, n=n, dtype=dtype, threads=threads, times={}, absent={}, checks={})
    counts, samples = {}, {}
    for side in sides:
        reply = side.ask(do="prepare", case=case.name, n=n, dtype=dtype)
        if "per" in reply:
            counts[side] = max(1, min(2000, int(SECONDS / max(reply["per"], 1e-7))))
            samples[side], row["checks"][side.name] = [], reply["check"]
            if reply["per"] > LONGEST:
                rounds = 1
        else:
            row["absent"][side.name] = reply.get("error") or "has no such function"
    start = time.time()
    for done in range(rounds):
        if done >= 3 and time.time() - start > LONGEST:
            break
        for side in counts:
            reply = side.ask(do="sample", count=counts[side])
            if "wall" in reply:
                samples[side].append(reply)
            else:
                row["absent"][side.name] = reply.get("error")
    # One thread: the time of the process, which others on the machine do not lengthen. Several: the best, for the same reason.
    for side, found in samples.items():
        if found:
            row["times"][side.name] = statistics.median(x["cpu"] for x in found) if threads == 1 else min(x["wall"] for x in found)
    for side in sides:
        side.ask(do="drop")
    return row


def plan(a):
    for threads in a.threads:
        for n in cases.QUICK if a.quick else a.sizes:
            for case in a.cases:
                if n > case.upto and not (n == min(a.sizes) or a.quick):
                    continue
                for dtype in ["float32"] + ["bfloat16"] * (case.half and not a.quick):
                    yield threads, case, min(n, case.upto), dtype


def key(row):
    return (row["case"], row["n"], row["dtype"], row["threads"])


def load(file):
    try:
        with open(file) as f:
            return json.load(f)["rows"]
    except FileNotFoundError:
        return []


def save(file, facts, rows):
    with open(file + ".new", "w") as f:
        json.dump(dict(machine=facts, rows=rows), f, indent=0)
    os.replace(file + ".new", file)


def run(a, facts):
    kept = {key(row): row for row in load(a.json)}
    wanted = [(t, c, n, d) for t, c, n, d in plan(a) if a.again or (c.name, n, d, t) not in kept]
    start, sides, threads_now = time.time(), [], None
    for i, (threads, case, n, dtype) in enumerate(wanted):
        if threads != threads_now:
            for side in sides:
                side.close()
            sides, threads_now = [Side(name, threads, a.simd if name == "libvjp" else "") for name in ("libvjp", *a.peer)], threads
        row = measure(sides, case, n, dtype, threads, a.rounds)
        kept[key(row)] = row
        left = (time.time() - start) / (i + 1) * (len(wanted) - i - 1)
        print(f"{i + 1:5}/{len(wanted)}  {left / 60:4.0f} min left  {table.line(row)}", file=sys.stderr, flush=True)
        if i % 20 == 19 or i + 1 == len(wanted):
            save(a.json, facts, list(kept.values()))
    names = sides[0].ask(do="names").get("names") if sides else None
    for side in sides:
        side.close()
    return list(kept.values()), names


def parse(arguments, bad):
    class Parser(argparse.ArgumentParser):
        def error(self, message):
            self.exit(2, f"scripts/bench: {message}; see scripts/bench ops --help\n")

    p = Parser(prog="scripts/bench ops", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--operator", action="append", metavar="NAME", help="only the cases of that operator, or that case (may be repeated)")
    p.add_argument("--quick", action="store_true", help="one size (1e5), float32")
    p.add_argument("--sizes", default=",".join(map(str, cases.SIZES)), help="counts of elements (default: 1000,100000,10000000)")
    p.add_argument("--threads", default="1,2", help="thread counts (default: 1,2)")
    p.add_argument("--peer", default=",".join(PEERS), help="which peers: torch,jax, or none (default: both)")
    p.add_argument("--rounds", type=int, default=7, help="samples of each side (default: 7)")
    p.add_argument("--simd", default="", help="limit libvjp's vector instructions: AVX2 or SSE4")
    p.add_argument("--json", metavar="FILE", default=os.path.join(ROOT, "build", "operators-speed.json"),
                   help="where rows are kept (default: build/operators-speed.json)")
    p.add_argument("--again", action="store_true", help="measure also what FILE has")
    p.add_argument("--table", metavar="FILE", help="write the table there, e.g. docs/operators-speed.md")
    a = p.parse_args(arguments)
    try:
        a.threads, a.sizes = [int(x) for x in a.threads.split(",")], [int(float(x)) for x in a.sizes.split(",")]
    except ValueError:
        bad("--threads and --sizes want numbers")
    a.peer = [x for x in a.peer.split(",") if x and x != "none"]
    for x in a.peer:
        if x not in PEERS:
            bad(f"unknown peer '{x}': {', '.join(PEERS)}, or none")
    every = cases.all_cases()
    a.cases = [c for c in every.values() if not a.operator or {c.name, c.operator, c.operator.split(".")[0]} & set(a.operator)]
    for x in a.operator or []:
        if not any(x in (c.name, c.operator, c.operator.split(".")[0]) for c in a.cases):
            bad(f"no case is called '{x}'")
    return a


def main(arguments, facts, build, bad):
    a = parse(arguments, bad)
    build("vjp")
    if a.peer and not os.path.exists(PEER_PYTHON):
        bad("the peers are not installed (scripts/bench --setup-peers, or --peer none)")
    os.makedirs(os.path.dirname(os.path.abspath(a.json)), exist_ok=True)
    rows, names = run(a, dict(facts, simd=a.simd))
    chosen = {c.name for c in a.cases}
    rows = [row for row in rows if row["case"] in chosen]
    print(table.text(rows, limit=None if a.operator else 40))
    if a.table:
        with open(a.table, "w") as f:
            f.write(table.markdown(rows, dict(facts, simd=a.simd), names))
