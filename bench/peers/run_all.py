"""Run the peers and libvjp one after the other and collect their JSON lines in one file.

  python3 run_all.py --torch-python PY1 --other-python PY2 --build DIR --out results.jsonl
      [--only W1,W4] [--threads 1,2] [--order peer|workload] [--scale 0.6] [--no-orig]
      [--peers machine,limits,libtorch,torch,jax,autograd,mlx,tinygrad,...]
      [--wait-quiet 60] [--append]
      [--peer 'libvjp=/path/to/vjp_bench --threads {threads} --only {only}']   (may be repeated)

PY1 (also from the variable TORCH_PYTHON) has torch and jax; --jax-python / JAX_PYTHON if jax lives elsewhere;
PY2 (OTHER_PYTHON) has autograd, mlx[cpu], tinygrad, ziglang. Paths are only taken from the arguments or variables.
order=workload interleaves the peers (every peer does W1, then every peer does W2 ...): the fairest on a machine
whose load changes; it pays an import per peer and workload.
"""
import argparse
import json
import os
import shlex
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
T1 = "W1,W2,W3,W4,W5,W6,W7,W8,W9,W10,W11,W12,W14".split(",")
T2 = "W1,W4,W5,W6,W7,W8,W9,W10,W11,W13,W14,W15".split(",")
T2_SMALL = "W1,W4,W7,W8,W9,W11,W13,W14".split(",")


def busy(sec=1.0):
    """share of all cores in use by anyone, over sec seconds"""
    def read():
        v = [int(x) for x in open("/proc/stat").readline().split()[1:9]]
        return sum(v), v[3] + v[4]
    a = read()
    time.sleep(sec)
    b = read()
    return 1.0 - (b[1] - a[1]) / max(1, b[0] - a[0])


def wait_quiet(limit):
    t0 = time.time()
    while time.time() - t0 < limit and busy() > 0.1:
        pass
    return time.time() - t0


def main():
    a = argparse.ArgumentParser()
    e = os.environ.get
    a.add_argument("--torch-python", default=e("TORCH_PYTHON", ""))
    a.add_argument("--jax-python", default=e("JAX_PYTHON", ""))
    a.add_argument("--other-python", default=e("OTHER_PYTHON", ""))
    a.add_argument("--build", default=e("PEERS_BUILD", ""))
    a.add_argument("--out", required=True)
    a.add_argument("--only", default="")
    a.add_argument("--threads", default="1,2")
    a.add_argument("--order", default="peer", choices=["peer", "workload"])
    a.add_argument("--scale", default="0.6")
    a.add_argument("--no-orig", action="store_true")
    a.add_argument("--peers", default="machine,limits,libtorch,torch,jax,autograd,mlx,tinygrad")
    a.add_argument("--peer", action="append", default=[])
    a.add_argument("--append", action="store_true")
    a.add_argument("--wait-quiet", type=float, default=0, help="before each process wait up to so many seconds for other work to stop")
    o = a.parse_args()
    jp = o.jax_python or o.torch_python
    only = [w for w in o.only.split(",") if w]
    peers = o.peers.split(",")
    extra = dict(p.split("=", 1) for p in o.peer)
    peers += [p for p in extra if p not in peers]
    if o.torch_python and o.build and ("libtorch" in peers or "limits" in peers):
        subprocess.check_call([o.torch_python, os.path.join(HERE, "build_cpp.py"), o.build])

    def script(name):
        return os.path.join(HERE, name)

    def command(peer, th, ws, orig):
        base = ["--threads", str(th), "--only", ",".join(ws), "--scale", o.scale]
        if peer == "machine":
            return [sys.executable, script("machine.py")]
        if peer == "limits":
            return [os.path.join(o.build, "limits"), "--threads", str(th)] if o.build else None
        if peer == "libtorch":
            return [os.path.join(o.build, "bench_libtorch")] + base if o.build else None
        if peer == "torch":
            return [o.torch_python, script("bench_torch.py")] + base + (["--full"] if orig else []) if o.torch_python else None
        if peer == "jax":
            return [jp, script("bench_jax.py")] + base + (["--full"] if orig else []) if jp else None
        if peer in extra:
            return shlex.split(extra[peer].format(threads=th, only=",".join(ws)))
        return [o.other_python, script("bench_other.py"), "--peer", peer] + base if o.other_python else None

    t00 = time.time()
    with open(o.out, "a" if o.append else "w") as out:
        def go(peer, th, ws, orig):
            cmd = command(peer, th, ws, orig)
            if not cmd:
                return
            waited = wait_quiet(o.wait_quiet) if o.wait_quiet else 0.0
            t0, n = time.time(), 0
            p = subprocess.Popen(cmd, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
            for line in p.stdout:
                if line.startswith("{"):
                    try:
                        d = json.loads(line)
                    except ValueError:
                        continue
                    d["t"] = round(time.time() - t00, 1)
                    out.write(json.dumps(d) + "\n")
                    out.flush()
                    n += 1
            rc = p.wait()
            print("%7.1fs  %-9s threads=%d %-40s %4d lines %6.1fs rc=%d load=%.1f%s" % (
                time.time() - t00, peer, th, ",".join(ws)[:40], n, time.time() - t0, rc, os.getloadavg()[0],
                " waited %.0fs" % waited if waited > 2 else ""), flush=True)

        for th in [int(x) for x in o.threads.split(",")]:
            lists = {}
            for p in peers:
                full = T1 if th == 1 else (T2 if p in ("torch", "jax") or p in extra else T2_SMALL)
                if p == "mlx" and th == 2:
                    full = ["W1", "W13"]
                lists[p] = [w for w in full if not only or w in only]
            for p in ("machine", "limits"):
                if p in peers and not (only and p == "limits" and "LIM" not in only and "W8" not in only):
                    go(p, th, ["LIM"], False)
            rest = [p for p in peers if p not in ("machine", "limits")]
            orig = th == 2 and not o.no_orig
            if o.order == "peer":
                for p in rest:
                    if lists[p]:
                        go(p, th, lists[p], orig)
            else:
                for w in [w for w in (T1 if th == 1 else T2)]:
                    for p in rest:
                        if w in lists[p]:
                            go(p, th, [w], orig and w == "W7")
        if "machine" in peers:
            go("machine", 0, [], False)
    print("total %.1f s" % (time.time() - t00))


if __name__ == "__main__":
    main()
