"""The conformance tasks in Python: prints a JSON line a task, {"task": NAME, "values": [...]}. See ../README.md."""

import json
import pathlib
import sys
import tempfile
import threading
import warnings

import vjp
from vjp import float32, float64, int64
from vjp.autograd.functional import hessian, hvp, jacobian
from vjp.observe import Graph, explain_missing_grad, record_cuts
from vjp.utils.checkpoint import checkpoint

TASKS = []


def task(function):
    TASKS.append(function)
    return function


def constant(values):
    return vjp.tensor(values, dtype=float64)


def leaf(values, dtype=float64):
    return vjp.tensor(values, dtype=dtype, requires_grad=True)


def numbers(*tensors):
    """The elements of all of them, one after the other."""
    return [number for tensor in tensors for number in tensor.detach().reshape(-1).tolist()]


# ---- training ----


@task
def xor():
    inputs, targets = constant([[0, 0], [0, 1], [1, 0], [1, 1]]), constant([[0], [1], [1], [0]])
    w1, b1 = leaf([[0.5, -0.4, 0.3], [-0.2, 0.6, 0.1]]), leaf([0.1, -0.1, 0.2])
    w2, b2 = leaf([[0.7], [-0.5], [0.2]]), leaf([0.0])
    optimizer = vjp.optim.SGD([w1, b1, w2, b2], lr=2.0)

    def predictions():
        return vjp.sigmoid(vjp.tanh(inputs @ w1 + b1) @ w2 + b2)

    def loss():
        error = predictions() - targets
        return (error * error).mean()

    first = loss()
    for _ in range(300):
        optimizer.zero_grad()
        loss().backward()
        optimizer.step()
    return numbers(first, loss(), predictions())


@task
def adam():
    p, c = leaf([1.0, -2.0]), constant([0.5, 3.0])
    optimizer = vjp.optim.Adam([p], lr=0.1)
    for _ in range(5):
        optimizer.zero_grad()
        (c * p * p).sum().backward()
        optimizer.step()
    return numbers(p)


@task
def autocast():
    a = leaf([[1.00390625, 2.0], [3.0, 4.0]], float32)  # 1 + 1/256 is 1 in bfloat16
    b = vjp.tensor([[1.0, 2.0], [0.0, 1.0]], dtype=float32)
    with vjp.amp.autocast("cpu", dtype=vjp.bfloat16):
        y = a @ b
    y.sum().backward()
    return [y.dtype.name, *numbers(y.to(float64)), a.grad.dtype.name, *numbers(a.grad)]


# ---- gradients ----


@task
def accumulation():
    x = leaf([1.0, 2.0])
    for _ in range(2):
        (x * x * 3).sum().backward()
    twice = numbers(x.grad)
    x.grad = None
    (x * x * 3).sum().backward()
    return twice + numbers(x.grad)


@task
def retain_graph():
    x = leaf([3.0])
    y = (x * x * x.detach()).sum()
    y.backward(retain_graph=True)
    once = numbers(x.grad)
    y.backward()
    try:
        y.backward()
    except vjp.Error as error:
        return once + numbers(x.grad) + [error.status]


@task
def no_grad():
    x = leaf([1.0])
    with vjp.no_grad():
        silent = x * 2
    with vjp.inference_mode():
        inference = x * 2
    recorded = x * 2
    return [int(flag) for flag in (silent.requires_grad, inference.requires_grad, inference.is_inference(),
                                   recorded.requires_grad, silent.is_inference())]


@task
def double_backward():
    x = leaf([1.0, 2.0])
    value, found = (x * x) * (x * x), []
    for _ in range(3):
        value, = vjp.grad(value.sum(), [x], create_graph=True)
        found += numbers(value)
    return found


@task
def view_in_place():
    x = leaf([1.0, 2.0, 3.0, 4.0])
    y = x * 2
    y[1:3].mul_(10)
    (y * y).sum().backward()
    return numbers(y, x.grad)


class Cube(vjp.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x * x

    @staticmethod
    def backward(ctx, grad):
        x, = ctx.saved_tensors
        return grad * 3 * x * x


@task
def custom_function():
    x = leaf([1.0, 2.0, -3.0])
    y = Cube.apply(x)
    first, = vjp.grad(y.sum(), [x], create_graph=True)
    second, = vjp.grad(first.sum(), [x])
    return numbers(y, first, second)


@task
def linear_solve():
    a, b = leaf([[3.0, 1.0], [1.0, 2.0]]), leaf([9.0, 8.0])
    x = vjp.linalg.solve(a, b)
    x.sum().backward()
    return numbers(x, a.grad, b.grad)


@task
def fft():
    x = leaf([1.0, 2.0, 3.0, 4.0])
    parts = vjp.view_as_real(vjp.fft.rfft(x))
    (parts * parts).sum().backward()
    return numbers(parts, x.grad)


@task
def sparse():
    values, dense = leaf([3.0, 4.0, 5.0]), leaf([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
    matrix = vjp.sparse_coo_tensor(vjp.tensor([[0, 1, 1], [2, 0, 2]], dtype=int64), values, (2, 3))
    y = vjp.mm(matrix, dense)
    y.sum().backward()
    return numbers(y, values.grad, dense.grad)


# ---- functions ----


@task
def rosenbrock_hessian():
    def rosenbrock(v):
        x, y = v[0], v[1]
        return 100 * (y - x * x) * (y - x * x) + (1 - x) * (1 - x)

    return numbers(hessian(rosenbrock, constant([-1.2, 1.0])))


@task
def polar_jacobian():
    def cartesian(v):
        return vjp.stack([v[0] * vjp.cos(v[1]), v[0] * vjp.sin(v[1])])

    return numbers(jacobian(cartesian, constant([2.0, 0.5])))


@task
def jvp():
    x, v = constant([1.0, 2.0, 3.0]), constant([1.0, 0.5, -1.0])
    _, along = vjp.func.jvp(lambda x: x * x * x, (x,), (v,))
    _, curved = hvp(lambda x: (x * x * x).sum(), x, v)
    return numbers(along, curved)


@task
def vmap():
    x, w = constant([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]), leaf([2.0, -1.0])

    def square(row, w):
        product = (row * w).sum()
        return product * product

    y = vjp.func.vmap(square, in_dims=(0, None))(x, w)
    y.sum().backward()
    return numbers(y, w.grad)


@task
def gradcheck():
    class Wrong(Cube):
        @staticmethod
        def backward(ctx, grad):
            return Cube.backward(ctx, grad) * 1.01

    x = leaf([0.5, -1.5])
    return [int(vjp.autograd.gradcheck(function.apply, (x,), raise_exception=False)) for function in (Cube, Wrong)]


# ---- hooks and saved values ----


@task
def hook_clips():
    x, c = leaf([1.0, 2.0, 3.0, 4.0]), constant([0.5, -3.0, 2.0, 1.0])
    y = x * x
    y.register_hook(lambda grad: grad.clamp(-1, 1))
    (y * c).sum().backward()
    return numbers(x.grad)


@task
def multi_gradient_hook():
    x, y, calls = leaf([2.0]), leaf([3.0]), []
    handle = vjp.autograd.graph.register_multi_grad_hook([x, y], calls.append)
    (x * y + y).sum().backward()
    handle.remove()
    (x * y + y).sum().backward()
    return [len(calls), *numbers(*calls[0])]


@task
def saved_value_hook():
    packed, unpacked = [], []

    def pack(tensor):
        packed.append(tensor)
        return tensor.detach()

    def unpack(kept):
        unpacked.append(kept)
        return kept * 2

    x = leaf([3.0])
    with vjp.autograd.graph.saved_tensors_hooks(pack, unpack):
        y = (x * x).sum()
    y.backward()
    return [len(packed), len(unpacked), *numbers(x.grad)]


@task
def checkpointed():
    calls = []

    def region(x):
        calls.append(vjp.is_grad_enabled())
        return vjp.exp(x) * x

    x = leaf([0.0, 1.0])
    checkpoint(region, x, use_reentrant=False).sum().backward()
    return [len(calls), *numbers(x.grad)]


# ---- threads and devices ----


@task
def two_threads():
    x = leaf([1.0, 2.0])

    def work(factors):
        for _ in range(50):
            (x * constant(factors)).sum().backward()

    threads = [threading.Thread(target=work, args=(factors,)) for factors in ([1.0, 2.0], [10.0, 20.0])]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return numbers(x.grad)


@task
def simulator_streams():
    with vjp.sim.mode("random:7"):
        x = constant([1.0, 2.0, 3.0]).to("sim:0").requires_grad_()
        main, side = vjp.current_stream("sim:0"), vjp.Stream("sim:0")
        side.wait_stream(main)
        with side:
            loss = (x * x * 5).sum()
        main.wait_stream(side)
        loss.backward()
        return numbers(loss.to("cpu"), x.grad.to("cpu"))


# ---- files ----


@task
def safetensors():
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "model.safetensors"
        vjp.save_safetensors(path, {"weight": constant([[1.5, -2.0], [0.25, 4.0]]), "steps": vjp.tensor([7], dtype=int64)},
                             {"task": "conformance"})
        file = vjp.SafetensorsFile(path)
        weight, steps = file["weight"], file["steps"]
        return [len(file), *numbers(weight), weight.dtype.name, *numbers(steps), steps.dtype.name, file.metadata("task")]


# ---- tools ----


@task
def compiled_backward():
    def gradient():
        x = leaf([0.0, 1.0, 2.0])
        y = x
        for _ in range(4):
            y = y * x + x
        y.sum().backward()
        return numbers(x.grad)

    vjp.compile.clear()
    eager, before = gradient(), vjp.compile.counters()["hits"]
    with vjp.compiled():
        compiled = [gradient() for _ in range(4)]
    hits = vjp.compile.counters()["hits"] - before
    return [*eager, int(all(found == eager for found in compiled)), hits]


@task
def profile():
    x = leaf([1.0, 2.0])
    with vjp.profiler.profile() as profiler:
        (x * x * x * x).exp().sum().backward()
    wanted = [("mul", "operator"), ("exp", "operator"), ("MulBackward", "derivative"), ("ExpBackward", "derivative")]
    rows = {(row.key, row.kind): row.count for row in profiler.key_averages()}
    return [rows.get(name, 0) for name in wanted]


@task
def anomaly():
    x = leaf([0.0])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # where it was recorded
        with vjp.autograd.detect_anomaly():
            y = (x.sqrt() * 0).sum()
            try:
                y.backward()
            except vjp.Error as error:
                return [error.status, str(error).split("\n")[0]]


@task
def explain():
    x, w = leaf([1.0, 2.0]), leaf([3.0, 4.0])
    with record_cuts():
        cut = (x.detach() * w).sum()
        dead = vjp.relu(-(x * x)).sum()
        fine = (x * w).sum()
    return [explain_missing_grad(x, root).reason for root in (cut, dead)] + [explain_missing_grad(x, fine).reason or "none"]


@task
def graph_picture():
    x, y = leaf([1.0, 2.0]), leaf([3.0, 4.0])
    graph = Graph((x * y + x).sum())
    dot = graph.picture("dot")
    return [len(graph), len(graph.links), *(int(name in dot) for name in ("MulBackward", "AddBackward", "SumBackward", "ExpBackward"))]


# ---- errors ----


def mistakes():
    """Twenty programs that are wrong, each in its own way."""
    def matrix(rows, columns):
        return vjp.zeros(rows, columns, dtype=float64)

    def freed():
        x = leaf([2.0])
        y = (x * x).sum()
        y.backward()
        y.backward()

    def changed():
        y = leaf([2.0]).exp()
        y.add_(1)
        y.sum().backward()

    def unused():
        x, y = leaf([2.0]), leaf([3.0])
        vjp.grad((x * x).sum(), [x, y])

    def view_of_no_grad():
        x = leaf([1.0, 2.0])
        with vjp.no_grad():
            view = x[0:1]
        view.mul_(2)

    def inference():
        with vjp.inference_mode():
            x = constant([1.0])
        x * leaf([2.0])

    return [
        lambda: vjp.mm(matrix(2, 3), matrix(2, 3)),
        lambda: vjp.add(constant([1.0, 2.0]), constant([1.0, 2.0, 3.0])),
        lambda: matrix(2, 3).view(4),
        lambda: (leaf([1.0, 2.0]) * 2).backward(),
        lambda: constant([1.0]).sum().backward(),
        freed,
        lambda: leaf([2.0]).mul_(3),
        changed,
        lambda: vjp.tensor([1, 2], dtype=int64).requires_grad_(),
        lambda: constant([1.0, 2.0]).item(),
        lambda: vjp.linalg.solve(matrix(2, 2), matrix(2, 2)),
        lambda: vjp.linalg.cholesky(matrix(2, 2)),
        unused,
        lambda: vjp.SafetensorsFile("nowhere.safetensors"),
        lambda: (leaf([1.0, 2.0]) * 2).backward(constant([1.0, 2.0, 3.0])),
        lambda: vjp.tensor([1, 2], dtype=int64).mean(),
        view_of_no_grad,
        inference,
        lambda: vjp.linalg.det(matrix(2, 3)),
        lambda: vjp.stack([matrix(1, 2), matrix(2, 1)]),
    ]


@task
def error_messages():
    found = []
    for mistake in mistakes():
        try:
            mistake()
            found.append("no error")
        except vjp.Error as error:
            found.append(f"{error.status}: {error}")
    return found


def main() -> int:
    wanted = sys.argv[1:]
    for function in TASKS:
        if wanted and function.__name__ not in wanted:
            continue
        line = {"task": function.__name__}
        try:
            line["values"] = function()
        except Exception as error:  # the other tasks still run
            line["error"] = f"{type(error).__name__}: {error}"
        print(json.dumps(line), flush=True)
    return 0


sys.exit(main())
