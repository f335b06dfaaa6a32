#!/usr/bin/env python3
"""Writes expected.json: what each task gives, from its mathematics. The library has no part in it.

usage: tests/conformance/expected.py [--check]

Values are exact unless a task has a "tolerance": then |found - expected| <= tolerance * max(1, |expected|). "julia" are
the values of Julia where they differ: its messages count from 1.
"""

import cmath
import json
import math
import pathlib
import re
import sys

FILE = pathlib.Path(__file__).with_name("expected.json")
ROUNDING = 1e-12  # a few operations that round

TASKS = {}


def counted_from_one(text: str) -> str:
    """A message as Julia's users get it, to whom the first argument is number 1."""
    return re.sub(r"\b(root|input|output|tensor) (\d+)", lambda found: f"{found[1]} {int(found[2]) + 1}", text)


def task(tolerance=None):
    def remember(function):
        TASKS[function.__name__] = {"values": function(), **({"tolerance": tolerance} if tolerance else {})}
        return function
    return remember


@task(1e-9)  # three hundred steps
def xor():
    """The network 2-3-1 with its derivative written out."""
    data = [((0, 0), 0), ((0, 1), 1), ((1, 0), 1), ((1, 1), 0)]
    w1, b1 = [[0.5, -0.4, 0.3], [-0.2, 0.6, 0.1]], [0.1, -0.1, 0.2]
    w2, b2 = [0.7, -0.5, 0.2], 0.0

    def forward(x):
        hidden = [math.tanh(x[0] * w1[0][j] + x[1] * w1[1][j] + b1[j]) for j in range(3)]
        return hidden, 1 / (1 + math.exp(-(sum(h * w for h, w in zip(hidden, w2)) + b2)))

    def loss():
        return sum((forward(x)[1] - t) ** 2 for x, t in data) / 4

    first = loss()
    for _ in range(300):
        d1, e1, d2, e2 = [[0.0] * 3 for _ in range(2)], [0.0] * 3, [0.0] * 3, 0.0
        for x, t in data:
            hidden, y = forward(x)
            inner = 2 * (y - t) / 4 * y * (1 - y)
            e2 += inner
            for j in range(3):
                d2[j] += inner * hidden[j]
                outer = inner * w2[j] * (1 - hidden[j] ** 2)
                e1[j] += outer
                for i in range(2):
                    d1[i][j] += outer * x[i]
        b2 -= 2 * e2
        for j in range(3):
            w2[j] -= 2 * d2[j]
            b1[j] -= 2 * e1[j]
            for i in range(2):
                w1[i][j] -= 2 * d1[i][j]
    assert [round(forward(x)[1]) for x, _ in data] == [t for _, t in data], "it does not learn XOR"
    return [first, loss(), *(forward(x)[1] for x, _ in data)]


@task(ROUNDING)
def adam():
    """Kingma & Ba, algorithm 1, on c p^2."""
    found = []
    for p, c in ((1.0, 0.5), (-2.0, 3.0)):
        m = v = 0.0
        for t in range(1, 6):
            g = 2 * c * p
            m, v = 0.9 * m + 0.1 * g, 0.999 * v + 0.001 * g * g
            p -= 0.1 * (m / (1 - 0.9 ** t)) / (math.sqrt(v / (1 - 0.999 ** t)) + 1e-8)
        found.append(p)
    return found


@task()
def autocast():
    """A product of matrices is bfloat16, in which 1 + 1/256 is 1; a float32 leaf's gradient is float32, 1 b^T."""
    return ["bfloat16", 1, 4, 3, 10, "float32", 3, 1, 3, 1]


@task()
def accumulation():
    """6 x, twice; then once."""
    return [12, 24, 6, 12]


@task()
def retain_graph():
    """x^2 c with c = x detached: 2 x c = 18, again, and then VJP_ERROR_STATE."""
    return [18, 36, 5]


@task()
def no_grad():
    """requires_grad under no_grad, in inference mode; is_inference there; requires_grad and is_inference outside."""
    return [0, 0, 1, 1, 0]


@task()
def double_backward():
    """x^4 at 1 and 2: three derivatives."""
    return [4, 32, 12, 48, 24, 48]


@task()
def view_in_place():
    """y = (2, 40, 60, 8) after its middle was multiplied by 10; the gradient is 2 y dy/dx."""
    return [2, 40, 60, 8, 8, 1600, 2400, 32]


@task()
def custom_function():
    """x^3, 3 x^2, 6 x."""
    return [x ** 3 for x in (1, 2, -3)] + [3 * x * x for x in (1, 2, -3)] + [6 * x for x in (1, 2, -3)]


@task(ROUNDING)
def linear_solve():
    """x = (2, 3); db = A^-T 1, dA = -db x^T."""
    return [2, 3, -0.4, -0.6, -0.8, -1.2, 0.2, 0.4]


@task(ROUNDING)
def fft():
    """X, and sum over k of 2 Re(conj(X_k) e^(-2 pi i k n / 4))."""
    x = [1, 2, 3, 4]
    spectrum = [sum(x[n] * cmath.exp(-2j * math.pi * k * n / 4) for n in range(4)) for k in range(3)]
    gradient = [sum(2 * (spectrum[k].conjugate() * cmath.exp(-2j * math.pi * k * n / 4)).real for k in range(3))
                for n in range(4)]
    return [round(v, 12) + 0.0 for v in (*(part for c in spectrum for part in (c.real, c.imag)), *gradient)]


@task()
def sparse():
    """S D, sums of D's rows 2, 0, 2, and sums of S's columns."""
    return [15, 18, 29, 38, 11, 3, 11, 4, 4, 0, 0, 8, 8]


@task(ROUNDING)
def rosenbrock_hessian():
    """((1200 x^2 - 400 y + 2, -400 x), (-400 x, 200)) at (-1.2, 1)."""
    x, y = -1.2, 1.0
    return [1200 * x * x - 400 * y + 2, -400 * x, -400 * x, 200]


@task(ROUNDING)
def polar_jacobian():
    """((cos t, -r sin t), (sin t, r cos t)) at r = 2, t = 0.5."""
    return [math.cos(0.5), -2 * math.sin(0.5), math.sin(0.5), 2 * math.cos(0.5)]


@task()
def jvp():
    """3 x^2 v, and 6 x v."""
    return [3, 6, -27, 6, 6, -18]


@task()
def vmap():
    """(x_i w)^2, and the sum of 2 (x_i w) x_i."""
    return [0, 4, 16, 52, 64]


@task()
def gradcheck():
    """The right derivative passes, one that is 1 % too large does not."""
    return [1, 0]


@task()
def hook_clips():
    """2 x times (0.5, -3, 2, 1), clipped to [-1, 1]."""
    return [1, -4, 6, 8]


@task()
def multi_gradient_hook():
    """Called once, before it was removed: d(x y + y) = (y, x + 1)."""
    return [1, 3, 3]


@task()
def saved_value_hook():
    """x x saves both factors; each is unpacked as 2 x."""
    return [2, 2, 12]


@task(ROUNDING)
def checkpointed():
    """The region is run twice; (1 + x) e^x."""
    return [2, 1, 2 * math.e]


@task()
def two_threads():
    """Fifty times (1, 2) and fifty times (10, 20)."""
    return [550, 1100]


@task()
def simulator_streams():
    """5 x^2, and 10 x."""
    return [70, 10, 20, 30]


@task()
def safetensors():
    """What was written."""
    return [2, 1.5, -2, 0.25, 4, "float64", 7, "int64", "conformance"]


@task()
def compiled_backward():
    """y = x^5 + x^4 + x^3 + x^2 + x: its derivative; the same each time; one call records, the others run by it."""
    return [*(5 * x ** 4 + 4 * x ** 3 + 3 * x * x + 2 * x + 1 for x in (0, 1, 2)), 1, 3]


@task()
def profile():
    """The program's three products and one exp, and their derivatives; those run kernels, not these operators."""
    return [3, 1, 3, 1]


@task()
def anomaly():
    """The derivative of sqrt at 0, of a gradient of 0: VJP_ERROR_STATE, and the message's first line."""
    return [5, "SqrtBackward: its result 0 (float64[1]) has a NaN, the first one at [0]"]


@task()
def explain():
    return ["detached", "zero", "none"]


@task()
def graph_picture():
    """sum, add, mul and two leaves; sum-add, add-mul, add-x, mul-x, mul-y. No exp."""
    return [5, 5, 1, 1, 1, 0]


@task()
def error_messages():
    """Status and message."""
    return [
        "2: mm: 'input' is [2, 3], 'mat2' is [2, 3]; matrices [m, k] and [k, n] are needed",
        "2: add: shapes [2] and [3] do not broadcast",
        "2: view: shape [4] does not hold 6 elements",
        "1: backward: root 0: a gradient can be made implicitly for one-element roots only, and this one has shape [2]; "
        "give its gradient",
        "5: backward: root 0 (float64[]) does not require grad and has no grad_fn",
        "5: MulBackward: its saved tensors, other among them, were freed by an earlier backward; pass retain_graph to "
        "the first one to walk a graph twice or to read what it saved",
        "5: mul_: the target float64[1] is a leaf that requires grad; change it under no_grad",
        "6: ExpBackward: out (float64[1], output 0 of ExpBackward), needed for the gradient, was changed in place: it is at version 1, expected "
        "version 0; anomaly mode finds the forward call whose gradient this is",
        "3: requires_grad: only floating and complex tensors can require grad, not int64[2]",
        "2: item: a tensor of one element is needed, got float64[2]",
        "1: linalg_solve: the matrix is singular: pivot 1 of its LU factorisation is 0",
        "1: linalg_cholesky: the matrix is not positive definite: its leading minor of order 1 is not positive",
        "1: grad: input 1 (float64[1]) was not reached from the roots; with allow_unused its gradient is undefined "
        "instead",
        "11: nowhere.safetensors: cannot open: No such file or directory",
        "2: backward: root 0: its gradient has shape [3], expected exactly [2]",
        "3: mean: not defined for int64; convert the tensor or give a floating dtype",
        "5: mul_: the target float64[1] is a view: it was made with grad mode off, and the change is made with it on; do "
        "both inside, or both outside, the no_grad block",
        "5: mul: MulBackward: input is an inference tensor (float64[1]), which cannot be saved for backward; clone it "
        "outside inference mode to get an ordinary one",
        "2: linalg_det: 'A' is [2, 3]; square matrices [*, n, n] are needed",
        "2: stack: tensor 1 is [2, 1], but tensor 0 is [1, 2]: shapes must be equal",
    ]


TASKS["error_messages"]["julia"] = [counted_from_one(text) for text in TASKS["error_messages"]["values"]]


def main() -> int:
    arguments = sys.argv[1:]
    if arguments in (["-h"], ["--help"]):
        return print(__doc__) or 0
    if arguments not in ([], ["--check"]):
        return print(f"expected.py: unknown argument '{arguments[0]}'", file=sys.stderr) or 2
    text = json.dumps(TASKS, indent=1) + "\n"
    if arguments:
        return 0 if FILE.read_text() == text else print(f"{FILE.name} is stale: run tests/conformance/expected.py") or 1
    FILE.write_text(text)
    return 0


sys.exit(main())
