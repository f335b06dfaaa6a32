"""Writes the tables of docs/kinks.md from the cases of kinks.txt: our, PyTorch's and JAX's answers beside each other.

    scripts/python scripts/kinks.py        # after scripts/build and scripts/bench --setup-peers, whose Python has the two

bindings/python/tests/test_kinks.py checks what stands there of us, and that no case is missing, without the two."""

import json
import math
import pathlib
import re
import subprocess
import sys
import types

ROOT = pathlib.Path(__file__).resolve().parent.parent
PEERS = ROOT / ".deps/peers/bin/python"
CASES, PAGE = ROOT / "scripts/kinks.txt", ROOT / "docs/kinks.md"
VARIABLES = "xyz"


def numbers(text):
    return [float(n) for n in text.strip("[] ").split(",") if n.strip()]


def shown(value):
    """A number as the table has it: exact where it is short, else to six digits."""
    if value is None:
        return "–"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(shown(v) for v in value) + "]"
    if value == 0:
        return "-0" if math.copysign(1, value) < 0 else "0"
    return f"{value:.6g}"


class Case:
    """A line of the file: `expression` of tensors that hold `inputs`."""

    def __init__(self, line):
        cells = [c.strip() for c in line.split(" | ")]
        self.expression, self.inputs, self.others = cells[0], [], {}
        for cell in cells[1:]:
            other = re.match(r"(torch|jax): (.*)", cell)
            if other:
                self.others[other[1]] = other[2]
            else:
                self.inputs.append(numbers(cell))
        self.at = ", ".join(f"{name} = {shown(v)}" for name, v in zip(VARIABLES, self.inputs))

    def spelled(self, library):
        return self.others.get(library, self.expression)


class Kink:
    """A row of the gradients: an operator, of `input` among other arguments."""

    def __init__(self, line):
        self.operator, self.arguments, self.input = (c.strip() for c in line.split(" | "))
        self.inputs = [numbers(self.input)]
        self.others = {}
        name, _, overload = self.operator.partition(".")
        written, vectors = [], []
        for a in re.findall(r"\[[^]]*\]|\S+", self.arguments):
            vectors += [numbers(a)] if a[0] == "[" else []
            written.append("x" if a == "input" else "None" if a == "none" else f"c{len(vectors) - 1}" if a[0] == "[" else a)
        self.constants = vectors
        if name.startswith("_"):
            name = {"_prelu": "prelu", "_smooth_l1": "smooth_l1_loss", "_huber": "huber_loss"}[name]
            if name == "smooth_l1_loss":
                written[2] = "beta=" + written[2]
            if name == "huber_loss":
                written[2] = "delta=" + written[2]
        self.expression = f"{name}({', '.join(written)})"

    def spelled(self, library):
        return self.expression


def read_cases():
    """{title: [case]}, in the order of the file."""
    out, title = {}, None
    for line in CASES.read_text().splitlines():
        if line.startswith("== "):
            title = line[3:]
            out[title] = []
        elif line and not line.startswith("#"):
            out[title].append(Kink(line) if title == "gradients" else Case(line))
    return out


# ---- libraries: value and gradients of an expression ----

class Names(dict):
    """What an expression may say: the names of some modules, one after the other."""

    def __init__(self, modules, own):
        super().__init__(inf=math.inf, nan=math.nan, None_=None, **own)
        self.modules = modules

    def __missing__(self, name):
        for module in self.modules:
            found = getattr(module, name, None)
            if found is not None:
                return found
        raise NameError(name)


def first(result):
    """The values of a pair of values and indices; a mean loss of one element is that element."""
    return result[0] if isinstance(result, (tuple, list)) else result


class Ours:
    def __init__(self):
        import vjp
        self.vjp = vjp
        self.names = lambda own: Names([vjp], own)

    def tensor(self, values, leaf=True):
        return self.vjp.tensor(values, dtype=self.vjp.float64, requires_grad=leaf)

    def answer(self, case):
        inputs = [self.tensor(v) for v in case.inputs]
        own = dict(zip(VARIABLES, inputs))
        own.update({f"c{i}": self.tensor(v, False) for i, v in enumerate(getattr(case, "constants", []))})
        try:
            y = first(eval(case.spelled("vjp"), {"__builtins__": {}}, self.names(own)))
            value = y.tolist()
            if not y.requires_grad:
                return value, None
            g = self.vjp.grad(y.sum(), inputs, allow_unused=True)
            return value, [None if t is None else t.tolist() for t in g]
        except self.vjp.Error:
            return "error", None


class Torch:
    def __init__(self):
        import torch
        import torch.nn.functional as functional
        self.torch = torch
        extra = types.SimpleNamespace(norm=torch.linalg.vector_norm, softplus=functional.softplus,
                                      linalg_vector_norm=torch.linalg.vector_norm)
        self.names = lambda own: Names([extra, torch, functional], own)

    def answer(self, case):
        torch = self.torch
        inputs = [torch.tensor(v, dtype=torch.float64, requires_grad=True) for v in case.inputs]
        own = dict(zip(VARIABLES, inputs))
        own.update({f"c{i}": torch.tensor(v, dtype=torch.float64) for i, v in enumerate(getattr(case, "constants", []))})
        try:
            y = first(eval(case.spelled("torch"), {"__builtins__": {}}, self.names(own)))
            value = y.tolist()
            if not y.requires_grad:
                return value, None
            g = torch.autograd.grad(y.sum(), inputs, allow_unused=True)
            return value, [None if t is None else t.tolist() for t in g]
        except NameError:
            return None, None
        except Exception:  # whatever it is that says no
            return "error", None


class Jax:
    def __init__(self):
        import jax
        import jax.numpy as jnp
        jax.config.update("jax_enable_x64", True)
        self.jax, self.jnp = jax, jnp
        extra = types.SimpleNamespace(clamp=jnp.clip, xlogy=jax.scipy.special.xlogy, erfinv=jax.scipy.special.erfinv,
                                      logsumexp=jax.scipy.special.logsumexp,
                                      linalg_vector_norm=lambda x, ord=None: jnp.linalg.norm(x, ord))
        self.names = lambda own: Names([extra, jnp, jax.nn, jax.lax], own)

    def answer(self, case):
        inputs = [self.jnp.array(v, dtype=self.jnp.float64) for v in case.inputs]
        constants = {f"c{i}": self.jnp.array(v, dtype=self.jnp.float64)
                     for i, v in enumerate(getattr(case, "constants", []))}

        def f(*inputs):
            own = dict(zip(VARIABLES, inputs), **constants)
            return first(eval(case.spelled("jax"), {"__builtins__": {}}, self.names(own)))
        try:
            y = f(*inputs)
            value = y.tolist()
            if not self.jnp.issubdtype(y.dtype, self.jnp.floating):
                return value, None
            g = self.jax.grad(lambda *i: f(*i).sum(), argnums=tuple(range(len(inputs))))(*inputs)
            return value, [t.tolist() for t in g]
        except NameError:
            return None, None
        except TypeError:  # another function of that name
            return None, None
        except Exception:
            return "error", None


# ---- limits ----

def one_sided(ours, case):
    """The limits of the quotients from the left and from the right, at each element; one where they agree."""
    def at(values):
        y = ours.answer(types.SimpleNamespace(inputs=[values], constants=case.constants, spelled=lambda _: case.expression))[0]
        return y if isinstance(y, list) else [y]

    def slope(i, step):
        moved = list(case.inputs[0])
        moved[i] += step
        changes = [a - b for a, b in zip(at(moved), at(case.inputs[0]))]
        known = [c for c in changes if not math.isnan(c)]
        return sum(known) / step if known else math.nan

    def side(i, h):
        far, near = slope(i, h), slope(i, h / 16)
        if math.isfinite(near) and abs(near) > 3 * abs(far) + 1:  # it grows as the step shrinks
            return math.copysign(math.inf, near)
        return round(near, 3) + 0.0

    out = []
    for i, x in enumerate(case.inputs[0]):
        left, right = side(i, -1e-5), side(i, 1e-5)
        out.append("–" if not math.isfinite(x) or math.isnan(left) and math.isnan(right) else
                   shown(left) if left == right else f"{shown(left)} / {shown(right)}")
    return "[" + ", ".join(out) + "]"


def beside(value, sign):
    """A number that lies beside one that is an edge: 0, an infinity, the end of a domain."""
    if math.isinf(value):
        return math.copysign(1e300, value)
    if value == 0:
        return sign * 1e-300
    return value * (1 - 1e-12) if abs(value) == 1 else value


def rounded(value):
    if isinstance(value, list):
        return [rounded(v) for v in value]
    if value is None or not isinstance(value, float) or math.isnan(value):
        return value
    return math.copysign(math.inf, value) if abs(value) > 500 else float(f"{value:.4g}") if abs(value) > 1e-5 else 0.0


def limit_cell(ours, case):
    """What is computed beside the edges: from below and from above where that differs."""
    edges = [v for values in case.inputs for v in values]
    if not edges or any(math.isnan(v) for v in edges):
        return "–"
    found = []
    for sign in (-1, 1):
        moved = types.SimpleNamespace(inputs=[[beside(v, sign) for v in values] for values in case.inputs],
                                      spelled=lambda _: case.expression)
        value, gradients = ours.answer(moved)
        text = text_of(rounded(value)) + ("" if gradients is None else f"; {gradients_of(rounded(gradients))}")
        found += [text] if text not in found else []
    return " or ".join(found)


# ---- the page ----

def exactly(gradient):
    return "[" + ", ".join(repr(g).removesuffix(".0") if g else "0" for g in gradient) + "]"


def text_of(value):
    return value if isinstance(value, str) else shown(value)


def gradients_of(answer):
    return "–" if answer is None else "; ".join(shown(g) for g in answer)


def kink_cells(case, answer):
    gradient = answer[1][0] if answer[1] and answer[1][0] else [0.0] * len(case.inputs[0])  # of what is constant none
    return [case.operator, case.arguments, case.input, exactly(gradient)]


def value_cells(case, answer):
    return [f"`{case.expression}`", case.at, text_of(answer[0]), gradients_of(answer[1])]


def other_cell(answer, ours):
    """What another library says, "same" where it says what we do."""
    value, gradients = text_of(answer[0]), gradients_of(answer[1])
    if answer[0] is None:
        return "–"
    return "same" if (value, gradients) == ours else value if gradients == "–" else f"{value}; {gradients}"


def answers_of_peers():
    """[[PyTorch's answer, JAX's]], case by case, from the Python that has both."""
    said = subprocess.run([PEERS, __file__, "--peers"], check=True, capture_output=True, text=True).stdout
    return iter(json.loads(said))


def row(cells):
    return "| " + " | ".join(cells) + " |"


def page():
    ours, peers = Ours(), answers_of_peers()
    head = PAGE.read_text().split("\n| operator |")[0].rstrip()
    lines = [head, "", row(["operator", "arguments", "input", "gradient", "PyTorch", "JAX", "limits"]), row(["---"] * 7)]
    for title, cases in read_cases().items():
        if title != "gradients":
            lines += ["", f"## Values and gradients {title}" if title.startswith("of") else f"## {title[0].upper()}{title[1:]}", "",
                      row(["expression", "at", "value", "gradient", "PyTorch", "JAX", "beside"]), row(["---"] * 7)]
        for case in cases:
            mine, theirs = ours.answer(case), next(peers)
            if title == "gradients":
                cells = kink_cells(case, mine)
                others = ["–" if a[0] in (None, "error") else
                          "same" if kink_cells(case, a)[3] == cells[3] else kink_cells(case, a)[3] for a in theirs]
                lines.append(row(cells + others + [one_sided(ours, case)]))
            else:
                cells = value_cells(case, mine)
                others = [other_cell(a, (cells[2], cells[3])) for a in theirs]
                lines.append(row(cells + others + [limit_cell(ours, case)]))
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    if sys.argv[1:] == ["--peers"]:
        libraries = Torch(), Jax()
        print(json.dumps([[library.answer(case) for library in libraries] for cases in read_cases().values() for case in cases]))
    else:
        PAGE.write_text(page())
