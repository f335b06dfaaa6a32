"""Shared by every peer's script: argument parsing, timing, JSON lines, memory, inputs.

Every script prints one JSON object per line:
  w, case      the workload's name in workloads.md and the case in it
  peer, mode   e.g. torch / eager; jax / jit
  threads      1 (the process is pinned to one core) or N
  min_s, median_s, runs     seconds for ONE execution of the timed body
  value, unit  the number to compare (from min_s); lower is better unless unit is GB/s or GFLOP/s
  check        a number every peer must agree on (loss, sum of gradients ...), where the case has one
  extra        whatever else (rss, compile seconds ...)
  noise        (median-min)/min of these runs
Only the standard library is imported here; numpy is imported by the input makers.
"""
import argparse
import gc
import json
import os
import resource
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))


# ------------------------------------------------------------------ arguments, pinning
def parse_args(peer, extra=None):
    p = argparse.ArgumentParser(description=peer)
    p.add_argument("--threads", type=int, default=1)
    p.add_argument("--only", default="", help="comma list, e.g. W1,W4")
    p.add_argument("--skip", default="")
    p.add_argument("--full", action="store_true", help="also the original sizes of W7 (minutes)")
    p.add_argument("--scale", type=float, default=1.0, help="time budget of each case, 1.0 = about 0.6 s")
    p.add_argument("--device", default="", help="where tensors lie, e.g. cuda:0 (torch only: W7, W16)")
    p.add_argument("--child", default="", help=argparse.SUPPRESS)
    if extra:
        extra(p)
    a = p.parse_args()
    a.only = [s for s in a.only.split(",") if s]
    a.skip = [s for s in a.skip.split(",") if s]
    global SCALE, PEER, THREADS
    SCALE, PEER, THREADS = a.scale, peer, a.threads
    pin(a.threads)
    return a


SCALE, PEER, THREADS = 1.0, "?", 1


def _cpu_idle():
    out = {}
    with open("/proc/stat") as f:
        for line in f:
            if line.startswith("cpu") and line[3].isdigit():
                v = line.split()
                out[int(v[0][3:])] = int(v[4])
    return out


def pin(threads):
    """threads=1: pin to the least busy core, so that no peer's hidden helper thread gets
    a second core. Set the usual variables before the numeric libraries load."""
    for k in ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS", "VECLIB_MAXIMUM_THREADS"):
        os.environ.setdefault(k, str(threads))
    if os.environ.get("PEERS_NO_PIN"):
        return
    cpus = sorted(os.sched_getaffinity(0))
    if threads < len(cpus):
        a = _cpu_idle()
        time.sleep(0.15)
        b = _cpu_idle()
        best = sorted(cpus, key=lambda c: -(b.get(c, 0) - a.get(c, 0)))[:threads]
        os.sched_setaffinity(0, set(best))


def wanted(args, w):
    return (not args.only or w in args.only) and w not in args.skip


# ------------------------------------------------------------------ output
def emit(w, case, mode, times, n=1, unit="ms", check=None, extra=None, work=None, peer=None):
    """times: seconds of each run. unit: ms, us, s, ns/op (divides by n), GB/s or GFLOP/s (work/1e9/s)."""
    t = sorted(times)
    mn, md = t[0], t[len(t) // 2]
    if unit in ("GB/s", "GFLOP/s"):
        val = work / mn / 1e9
    else:
        k = {"s": 1.0, "ms": 1e3, "us": 1e6}.get(unit, 1e9)
        val = mn * k / n
    d = dict(w=w, case=case, peer=peer or PEER, mode=mode, threads=THREADS, min_s=_r(mn), median_s=_r(md),
             runs=len(t), value=_r(val), unit=unit, noise=_r((md - mn) / mn if mn else 0, 3))
    if check is not None:
        d["check"] = _r(float(check), 6)
    if extra:
        d["extra"] = {k: (_r(v) if isinstance(v, float) else v) for k, v in extra.items()}
    print(json.dumps(d), flush=True)
    return mn


def emit_value(w, case, mode, value, unit, extra=None, peer=None, check=None):
    d = dict(w=w, case=case, peer=peer or PEER, mode=mode, threads=THREADS, value=_r(float(value)), unit=unit, runs=1)
    if check is not None:
        d["check"] = _r(float(check), 6)
    if extra:
        d["extra"] = {k: (_r(v) if isinstance(v, float) else v) for k, v in extra.items()}
    print(json.dumps(d), flush=True)


def emit_error(w, case, mode, e):
    print(json.dumps(dict(w=w, case=case, peer=PEER, mode=mode, threads=THREADS,
                          error=(type(e).__name__ + ": " + str(e)).replace("\n", " ")[:200])), flush=True)


def _r(x, nd=5):
    return float("%.*g" % (nd, x))


# ------------------------------------------------------------------ timing
pc = time.perf_counter


def _wait_ns():
    """ns this thread was ready to run but had no core: others were using the machine"""
    try:
        with open("/proc/thread-self/schedstat") as f:
            return int(f.read().split()[1])
    except (OSError, IndexError, ValueError):
        return 0


class Clean:
    """Counts samples during which this thread hardly waited for a core."""

    def __init__(self):
        self.w0, self.best = 0, None

    def start(self):
        self.w0 = _wait_ns()

    def stop(self, wall):
        frac = (_wait_ns() - self.w0) * 1e-9 / max(wall, 1e-9)
        if self.best is None or frac < self.best:
            self.best = frac
        return frac < 0.03


def finish():
    """waits for a device; a peer that has one replaces it"""


def bench(w, case, mode, fn, n=1, unit="ms", check=None, extra=None, work=None, warmup=3, target=0.6,
          min_runs=7, max_runs=41, peer=None):
    """fn() is one execution. At least min_runs samples (3 when one takes > 1.5 s); each sample is
    repeated inside until it lasts >= 1 ms."""
    t0 = pc()
    fn()
    finish()
    first = pc() - t0
    best = first
    for _ in range(warmup - 1):
        if first > 1.5:
            break
        t0 = pc()
        fn()
        finish()
        best = min(best, pc() - t0)
    inner = 1 if best >= 1e-3 else max(1, int(1e-3 / max(best, 1e-8)))
    per = best * inner
    runs = int(target * SCALE / max(per, 1e-9))
    if per > 1.5:
        min_runs = 3
    runs = max(min_runs, min(max_runs, runs))
    ts, clean, cl, k, t_start = [], 0, Clean(), 0, pc()
    if warmup == 0:                                   # the slow sizes: the first call is a sample too
        ts, k = [first], 1
    # at least `runs` samples; go on (up to 2.5x the time) until three samples were not disturbed
    while k < runs or (clean < 3 and k < 4 * runs and pc() - t_start < 2.5 * max(target * SCALE, min(2.0, runs * per))):
        cl.start()
        t0 = pc()
        if inner == 1:
            fn()
            finish()
            dt = pc() - t0
        else:
            for _ in range(inner):
                fn()
            finish()
            dt = pc() - t0
        clean += cl.stop(dt)
        ts.append(dt / inner)
        k += 1
    if clean < 3:
        extra = dict(extra or {}, clean_runs=clean, wait_frac=cl.best)
    emit(w, case, mode, ts, n, unit, check, extra, work, peer)
    return min(ts)


def bench_phases(w, case, mode, fn, phases, n=1, unit="ns/op", target=0.6, min_runs=7, max_runs=25, warmup=2,
                 check=None, extra=None):
    """fn() returns a tuple of seconds, one for each name in phases; one line per phase."""
    t0 = pc()
    for _ in range(warmup):
        fn()
    per = (pc() - t0) / warmup
    runs = max(min_runs, min(max_runs, int(target * SCALE / max(per, 1e-9))))
    acc = [[] for _ in phases]
    clean, cl, k, t_start = 0, Clean(), 0, pc()
    while k < runs or (clean < 3 and k < 4 * runs and pc() - t_start < 2.5 * max(target * SCALE, min(2.0, runs * per))):
        cl.start()
        t0 = pc()
        r = fn()
        clean += cl.stop(pc() - t0)
        for a, v in zip(acc, r):
            a.append(v)
        k += 1
    if clean < 3:
        extra = dict(extra or {}, clean_runs=clean, wait_frac=cl.best)
    for name, a in zip(phases, acc):
        if name:
            emit(w, case + "." + name, mode, a, n, unit, check, extra)
    return [min(a) for a in acc]


def guard(w, case, mode, fn):
    """Run fn(); on failure print an error line instead of stopping the whole script."""
    try:
        return fn()
    except KeyboardInterrupt:
        raise
    except BaseException as e:  # noqa
        emit_error(w, case, mode, e)
        return None
    finally:
        gc.collect()


# ------------------------------------------------------------------ memory
def _status(key):
    with open("/proc/self/status") as f:
        for line in f:
            if line.startswith(key + ":"):
                return int(line.split()[1]) / 1024.0
    return 0.0


def rss_mb():
    return _status("VmRSS")


def peak_mb():
    return max(_status("VmHWM"), 0.0)


def reset_peak():
    try:
        with open("/proc/self/clear_refs", "w") as f:
            f.write("5")
        return True
    except OSError:
        return False


def trim():
    """give freed memory back, so that a base RSS is what is really in use"""
    gc.collect()
    try:
        import ctypes
        ctypes.CDLL(None).malloc_trim(0)
    except (OSError, AttributeError):
        pass


def so_bytes():
    """(count, MB on disk) of the shared objects mapped into this process."""
    seen = {}
    with open("/proc/self/maps") as f:
        for line in f:
            parts = line.split(None, 5)
            if len(parts) == 6:
                path = parts[5].strip()
                if ".so" in os.path.basename(path) and os.path.exists(path):
                    seen[os.path.realpath(path)] = os.path.getsize(os.path.realpath(path))
    return len(seen), sum(seen.values()) / 1e6, seen


def run_child(script, child, args, extra_env=None, timeout=600):
    """Run the same script with --child NAME in a fresh process; pass its stdout through."""
    env = dict(os.environ)
    env.update(extra_env or {})
    cmd = [sys.executable, script, "--threads", str(args.threads), "--child", child, "--scale", str(args.scale)]
    r = subprocess.run(cmd, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=timeout, text=True)
    sys.stdout.write(r.stdout)
    sys.stdout.flush()
    if r.returncode != 0:
        emit_error(child.split(":")[0], child, "child", RuntimeError("rc %d %s" % (r.returncode, r.stderr[-150:])))
    return r


def time_process(cmd, runs=7, env=None):
    """Wall seconds of a whole process, start to exit, and the output of the last run."""
    ts, out = [], ""
    for i in range(runs + 1):
        t0 = pc()
        r = subprocess.run(cmd, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env)
        dt = pc() - t0
        if r.returncode != 0:
            raise RuntimeError("rc %d: %s" % (r.returncode, r.stderr[-200:]))
        out = r.stdout
        if i:
            ts.append(dt)
    return ts, out


# A program to be run with python -c: prints import seconds, seconds to the first gradient, RSS, libraries.
STARTUP = r"""
import time, os, sys
t0 = time.perf_counter()
{imp}
t1 = time.perf_counter()
{grad}
t2 = time.perf_counter()
seen = {{}}
for line in open('/proc/self/maps'):
    p = line.split(None, 5)
    if len(p) == 6 and '.so' in os.path.basename(p[5].strip()) and os.path.exists(p[5].strip()):
        q = os.path.realpath(p[5].strip()); seen[q] = os.path.getsize(q)
rss = [int(l.split()[1]) / 1024 for l in open('/proc/self/status') if l.startswith('VmRSS')][0]
print(t1 - t0, t2 - t1, rss, len(seen), sum(seen.values()) / 1e6, len(sys.modules))
"""


def startup(w, case, mode, imp, grad, runs=7, env=None, peer=None):
    code = STARTUP.format(imp=imp, grad=grad)
    ts, out = time_process([sys.executable, "-c", code], runs, env)
    v = [float(x) for x in out.split()]
    emit(w, case, mode, ts, 1, "ms", peer=peer,
         extra=dict(import_ms=v[0] * 1e3, first_grad_ms=v[1] * 1e3, rss_mb=v[2], so_count=int(v[3]), so_mb=v[4], modules=int(v[5])))


# ------------------------------------------------------------------ inputs, the same bits for every peer
def fill(shape, seed, scale=1.0):
    """Uniform in [-scale, scale): splitmix64(seed*2^32 + i), top 24 bits. Easy to repeat in any language."""
    import numpy as np
    n = 1
    for s in shape:
        n *= s
    with np.errstate(over="ignore"):
        z = np.arange(n, dtype=np.uint64) + (np.uint64(seed) << np.uint64(32))
        z = z * np.uint64(0x9E3779B97F4A7C15) + np.uint64(0x9E3779B97F4A7C15)
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        z = z ^ (z >> np.uint64(31))
    u = (z >> np.uint64(40)).astype(np.float32) * np.float32(1.0 / (1 << 24))
    return ((u * np.float32(2) - np.float32(1)) * np.float32(scale)).reshape(shape)


def ints(shape, seed, hi):
    """Integers in [0, hi), same generator."""
    import numpy as np
    u = (fill(shape, seed) + 1.0) * 0.5
    return np.minimum((u * hi).astype(np.int64), hi - 1)


def mlp_params(sizes, seed=1):
    """[(W [out,in], b [out])], scale 1/sqrt(in) for both."""
    out = []
    for k in range(len(sizes) - 1):
        s = 1.0 / sizes[k] ** 0.5
        out.append((fill((sizes[k + 1], sizes[k]), seed * 100 + 2 * k, s), fill((sizes[k + 1],), seed * 100 + 2 * k + 1, s)))
    return out


W4_SIZES = [784, 512, 512, 10]
W4_BATCH = [64, 1024]
W5 = dict(d=256, heads=8, seq=128, batch=8, ff=1024)
W6 = dict(batch=64, ch=[3, 32, 64, 64])
W7_D1, W7_D2 = 2, 3
W7_CASES = [("S", 256, 64), ("M", 256, 128), ("L", 1024, 512)]   # name, batch, width; 6 hidden layers
W7_ORIG = ("ORIG", 10000, 512)                                    # the sizes of that benchmark
W7B = (64, 64)                                                    # inputs, width; scalar output, one sample
W8_N = 4 * 1024 * 1024
W9_WIDTH, W9_LAYERS, W9_BATCH = 1024, 4, [64, 256]
W10_SIZES = [100_000, 1_000_000, 10_000_000]
W11_SIZES = [64, 128, 256, 512, 1024, 2048]
W11_SHAPES = [(4096, 64, 512), (64, 4096, 512), (512, 64, 4096), (8192, 16, 256)]   # m, n, k: tall, wide, deep, thin
W14_BATCH = 64
W15_MLP_BATCH, W15_TF_BATCH = 16384, 64
W15_LAYERS, W15_LAYERS_BATCH = 8, 16                              # blocks one after the other, each checkpointed
W18_BATCH, W18_N = 256, 10000
W19 = (("fft", (65536,)), ("fft", (1048576,)), ("fft", (1000, 256)), ("fft", (64, 4096)),
       ("rfft", (1048576,)), ("rfft", (1000, 256)), ("rfft", (64, 4096)), ("2d", (512, 512)))
W20_SHAPES = ((1000, 8, 8), (512, 512))


def w7_sizes(width):
    return [W7_D1] + [width] * 6 + [W7_D2]


def transformer_params(seed=5):
    d, ff = W5["d"], W5["ff"]
    s, sf = d ** -0.5, ff ** -0.5
    return dict(wqkv=fill((3 * d, d), seed * 100 + 1, s), bqkv=fill((3 * d,), seed * 100 + 2, s),
                wo=fill((d, d), seed * 100 + 3, s), bo=fill((d,), seed * 100 + 4, s),
                w1=fill((ff, d), seed * 100 + 5, s), b1=fill((ff,), seed * 100 + 6, s),
                w2=fill((d, ff), seed * 100 + 7, sf), b2=fill((d,), seed * 100 + 8, sf))


def cnn_params(seed=6):
    c = W6["ch"]
    out = []
    for k in range(3):
        s = (c[k] * 9) ** -0.5
        out.append((fill((c[k + 1], c[k], 3, 3), seed * 100 + 2 * k, s), fill((c[k + 1],), seed * 100 + 2 * k + 1, s)))
    f = c[3] * 16
    out.append((fill((10, f), seed * 100 + 6, f ** -0.5), fill((10,), seed * 100 + 7, f ** -0.5)))
    return out


# FLOPs counted as multiply+add = 2, matmuls only
def mlp_flops(sizes, b, need_dx=False):
    fwd = sum(2.0 * b * sizes[k] * sizes[k + 1] for k in range(len(sizes) - 1))
    return 3 * fwd - (0 if need_dx else 2.0 * b * sizes[0] * sizes[1])


def tf_flops():
    d, s, b, ff = W5["d"], W5["seq"], W5["batch"], W5["ff"]
    lin = 2.0 * b * s * (4 * d * d + 2 * d * ff)
    att = 2.0 * 2 * b * s * s * d          # no discount for the causal mask
    return 3 * (lin + att)


def cnn_flops():
    c, b = W6["ch"], W6["batch"]
    f = [2.0 * b * 32 * 32 * 9 * c[0] * c[1], 2.0 * b * 16 * 16 * 9 * c[1] * c[2], 2.0 * b * 8 * 8 * 9 * c[2] * c[3], 2.0 * b * c[3] * 16 * 10]
    return 3 * sum(f) - f[0]


def w7_flops(b, w):
    """(pruned, unpruned) FLOPs of the manual loops: one forward, D2 jacobian passes, D1*D2 second-order
    passes of two chains each; only the five w x w layers are counted."""
    p = 5 * 2.0 * b * w * w
    d1, d2 = W7_D1, W7_D2
    return p * (1 + d2 + 2 * d1 * d2), p * (1 + 2 * d2 + 4 * d1 * d2)
