"""One side of `scripts/bench ops`: reads what to measure as JSON lines, answers as JSON lines.
   <python> side.py libvjp|torch|jax --threads N"""
import gc
import json
import os
import sys
import time

SIDE, THREADS = sys.argv[1], int(sys.argv[sys.argv.index("--threads") + 1])
for variable in ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ[variable] = str(THREADS)
if SIDE == "jax" and THREADS == 1:
    os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.dont_write_bytecode = True
import numpy as np  # noqa: E402

import cases  # noqa: E402


def leaves(value):
    """The tensors of a result, which may be nested lists and tuples."""
    if isinstance(value, (list, tuple)):
        return [leaf for part in value for leaf in leaves(part)]
    return [value]


def cotangents(shapes_and_kinds):
    random = np.random.default_rng(7)
    found = []
    for shape, is_complex in shapes_and_kinds:
        g = random.random(shape, dtype=np.float32) * 2 - 1
        found.append((g + 1j * g).astype(np.complex64) if is_complex else np.asarray(g, np.float32))
    return found


def checksum(arrays):
    return float(sum(np.abs(np.nan_to_num(np.asarray(a), posinf=0, neginf=0)).sum(dtype=np.float64) for a in arrays))


def function_of(case, names, numbers, find):
    """The call's text as a function of the arrays; the names it uses are looked up now, not in what is measured."""
    code = compile(f"lambda {', '.join(names)}: {case.call}", case.name, "eval")
    used = {c for c in code.co_consts if hasattr(c, "co_names")}
    scope = dict(numbers)
    called = {n for c in used for n in c.co_names} - set(numbers) - {"float", "max", "min"} | {case.call.split("(")[0]}
    for name in called:
        scope[name] = find(name)
        if scope[name] is None:
            raise NotImplementedError(name)
    return eval(code, scope)  # noqa: S307 (our own texts)


class Eager:
    """libvjp and torch: a call, then the gradients of what it gave."""

    def __init__(self, library, find, from_numpy):
        self.library, self.find, self.from_numpy = library, find, from_numpy

    def prepare(self, case, n, dtype):
        arrays, wanted, numbers = case.inputs(n)
        f = function_of(case, list(arrays), numbers, self.find)
        made = {}
        for name, array in arrays.items():
            made[name] = self.from_numpy(np.ascontiguousarray(array))
            if dtype == "bfloat16" and array.dtype == np.float32:
                made[name] = made[name].to(self.library.bfloat16)
            if name in wanted:
                made[name].requires_grad_(True)
        inputs, arguments = [made[name] for name in wanted], list(made.values())
        out = leaves(f(*arguments))
        at = [i for i, y in enumerate(out) if y.requires_grad]
        if not at:
            return lambda: f(*arguments), lambda: [self.to_numpy(y) for y in out]
        seeds = []
        for g, y in zip(cotangents([(tuple(out[i].shape), "complex" in str(out[i].dtype)) for i in at]), (out[i] for i in at)):
            g = self.from_numpy(g)
            seeds.append(g if g.dtype == y.dtype else g.to(y.dtype))
        grad, one = self.library.autograd.grad if SIDE == "torch" else self.library.grad, len(out) == 1

        def step():
            y = f(*arguments)
            return grad([y] if one and not isinstance(y, (list, tuple)) else [leaves(y)[i] for i in at], inputs, seeds, allow_unused=True)

        return step, lambda: [self.to_numpy(y) for y in leaves(f(*arguments)) + [g for g in step() if g is not None]]

    def to_numpy(self, t):
        t = t.detach()
        if "bfloat16" in str(t.dtype):
            t = t.to(self.library.float32)
        return t.numpy(force=True) if SIDE == "torch" else t.numpy()


class Jitted:
    """JAX: the call and its gradients in one compiled function."""

    def prepare(self, case, n, dtype):
        import jax
        import jax.numpy as jnp
        import names_jax

        arrays, wanted, numbers = case.inputs(n)
        names = list(arrays)
        f = function_of(case, names, numbers, names_jax.find)
        half = dtype == "bfloat16"
        made = {k: jnp.asarray(v, jnp.bfloat16 if half and v.dtype == np.float32 else None) for k, v in arrays.items()}
        rest = {k: v for k, v in made.items() if k not in wanted}
        inputs = {k: made[k] for k in wanted}

        def split(inputs, rest):
            out = leaves(f(**{**inputs, **rest}))
            if any(y is None for y in out):
                raise NotImplementedError(case.name)
            differentiable = [y for y in out if jnp.issubdtype(y.dtype, jnp.inexact)]
            return differentiable, [y for y in out if not jnp.issubdtype(y.dtype, jnp.inexact)]

        shapes = jax.eval_shape(split, inputs, rest)[0]
        if not wanted or not shapes:
            compiled = jax.jit(split)
            return (lambda: jax.block_until_ready(compiled(inputs, rest))), lambda: leaves(list(compiled(inputs, rest)))
        seeds = [jnp.asarray(g, y.dtype) for g, y in zip(cotangents([(y.shape, jnp.issubdtype(y.dtype, jnp.complexfloating)) for y in shapes]), shapes)]

        @jax.jit
        def both(inputs, rest, seeds):
            out, back, more = jax.vjp(lambda i: split(i, rest), inputs, has_aux=True)
            return out, more, back(seeds)[0]

        def values():
            out, more, gradients = both(inputs, rest, seeds)
            return [np.asarray(a, np.float32) if a.dtype == jnp.bfloat16 else a for a in out + more + [gradients[k] for k in wanted]]

        return (lambda: jax.block_until_ready(both(inputs, rest, seeds))), values


def engine():
    if SIDE == "jax":
        return Jitted()
    if SIDE == "torch":
        import torch
        import names_torch
        torch.set_num_threads(THREADS)
        return Eager(torch, names_torch.find, torch.from_numpy)
    import vjp
    vjp.set_num_threads(THREADS)
    return Eager(vjp, lambda name: getattr(vjp, name, None), vjp.from_numpy)


def sample(step, count):
    wall, cpu = time.perf_counter(), time.process_time()
    for _ in range(count):
        step()
    return (time.perf_counter() - wall) / count, (time.process_time() - cpu) / count


def main():
    made, every, step = engine(), cases.all_cases(), None
    gc.freeze()
    for line in sys.stdin:
        request = json.loads(line)
        try:
            if request["do"] == "prepare":
                step = None
                gc.collect()
                case = every[request["case"]]
                step, values = made.prepare(case, request["n"], request["dtype"])
                check = checksum(values()) if case.check else None
                del values
                step()
                reply = dict(check=check, per=min(sample(step, 1)[0] for _ in range(2)))
            elif request["do"] == "sample":
                wall, cpu = sample(step, request["count"])
                reply = dict(wall=wall, cpu=cpu)
            else:
                step, reply = None, dict(names=operator_names() if request["do"] == "names" else None)
        except NotImplementedError as e:
            step, reply = None, dict(absent=str(e))
        except Exception as e:  # noqa: BLE001 (whatever a side says is the answer)
            step, reply = None, dict(error=f"{type(e).__name__}: {e}".replace("\n", " ")[:300])
        print(json.dumps(reply), flush=True)


def operator_names():
    from vjp import _generated_schemas
    return list(_generated_schemas.SCHEMAS)


main()
