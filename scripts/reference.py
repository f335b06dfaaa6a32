"""Writes the reference of the operators: docs/operators.md, a page for each file of src/ops in docs/operators, and the text that
`vjp ops` shows. scripts/generate runs it. What it is made of: the table (`vjp_gen describe`), src/ops/derivatives, the
signatures that the bindings' generators write, bindings/python/examples.txt and bindings/python/operator_facts.txt.
"""

import html
import importlib.util
import re
import sys

import api

ROOT = api.ROOT
# The files of src/ops whose operators a reader looks for under another word than the file's name; others are called as it is.
TITLES = {
    "attention": "Attention", "attention_heads": "Attention with heads", "arithmetic": "Arithmetic",
    "complex": "Complex numbers", "conv": "Convolutions",
    "copy": "Copies and conversions", "creation": "Creation", "device_copy": "Copies between devices", "diagonals": "Diagonals",
    "differences": "Differences and integrals", "distances": "Distances and covariances", "einsum": "Einstein sums",
    "embedding": "Embeddings and bags of them", "fft": "Fourier transforms", "fft_frames": "Short-time Fourier transforms",
    "grid_sample": "Sampling of grids",
    "index_advanced": "Indexing by tensors", "index_arrange": "Flips, rolls, triangles", "index_gather": "Gather and scatter",
    "index_mask": "Masks", "index_reduce": "Scatter with reductions, segments", "index_slices": "Slices by lists, embeddings",
    "index_sort": "Sorting and order", "index_turn": "Turns and repetitions", "interpolate": "Interpolation",
    "join": "Concatenation", "join_stack": "Stacks and combinations", "linalg_eig": "Linear algebra: eigenvalues",
    "linalg_functions": "Linear algebra: functions of matrices", "linalg_lu": "Linear algebra: LU", "linalg_norm": "Linear algebra: norms",
    "linalg_qr": "Linear algebra: QR", "linalg_solve": "Linear algebra: solutions, inverses, determinants",
    "linalg_svd": "Linear algebra: singular values, least squares", "linalg_triangular": "Linear algebra: Cholesky, triangles",
    "loss_class": "Losses: classification", "loss_ctc": "Losses: CTC", "loss_elementwise": "Losses: elementwise",
    "loss_likelihood": "Losses: likelihoods", "loss_margin": "Losses: margins", "masked": "Reductions with masks",
    "matmul_add": "Products added", "matmul_products": "Products", "norm": "Normalisation", "norm_batch": "Normalisation by batches",
    "norm_channels": "Normalisation of channels", "norm_native": "Normalisation with statistics", "pad": "Padding",
    "pointwise_activation": "Activations", "pointwise_comparison": "Comparisons, logic, bits",
    "pointwise_exponential": "Powers, exponentials, logarithms", "pointwise_neighbours": "Neighbouring numbers",
    "pointwise_rounding": "Rounding, signs, quotients",
    "pointwise_selection": "Selection and bounds", "pointwise_special": "Special functions", "pointwise_trigonometric": "Trigonometric and hyperbolic functions",
    "pool": "Pooling", "pool_inverse": "Adaptive pooling and its inverse", "random": "Random numbers",
    "random_distributions": "Random distributions", "random_dropout": "Dropout of channels, alpha dropout",
    "rearrange": "Shuffles of pixels and channels",
    "recurrent_layers": "Recurrent layers",
    "reduce_extreme": "Extremes", "reduce_moments": "Variances", "reduce_norm": "Vector norms", "reduce_prod": "Products of elements",
    "reduce_scan": "Running sums, logsumexp", "reduce_sum": "Sums and means", "row_distances": "Distances between rows",
    "scan_extreme": "Running extremes",
    "search": "Search and classes", "similarity": "Similarity", "softmax": "Softmax",
    "statistics": "Order statistics", "sum_to_size": "Sums to a shape", "view_copies": "Views, copied", "view_part": "Views of parts",
    "view_shape": "Views: shapes", "view_split": "Views: splits and grids", "windows": "Windows as columns",
}
FAMILIES = {
    "pointwise": "Pointwise: one kernel, fused, with a program of its own for result and tangent.",
    "linear": "Linear: the tangent is the operator of the tangents.",
    "bilinear": "Bilinear: linear in each of the arguments that have a derivative.",
    "view": "A view: the result lies in the memory of its first argument.",
    "general": "With rules of its own for gradients and tangents.",
    "composite": "Made of other operators; it leaves no node of its own in a graph.",
    "creation": "Recorded nowhere: the result does not require grad, unless it is asked to.",
}
AUTOCAST = {"lower": "In an autocast region it runs in the region's dtype.", "float32": "In an autocast region it runs in float32.",
            "widest": "In an autocast region its arguments get the widest dtype among them."}
STATUS = {"ShapeError": "VJP_ERROR_SHAPE", "DtypeError": "VJP_ERROR_DTYPE", "InvalidError": "VJP_ERROR_INVALID",
          "UnsupportedError": "VJP_ERROR_NOT_IMPLEMENTED", "StateError": "VJP_ERROR_STATE", "DeviceError": "VJP_ERROR_DEVICE"}


def generator(language):
    path = ROOT / "bindings" / language / "generate.py"
    sys.path.insert(0, str(path.parent))  # for the modules beside it
    spec = importlib.util.spec_from_file_location(f"{language}_generator", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def title_of(source):
    if source not in TITLES:
        sys.exit(f"scripts/reference.py: TITLES has no title for the operators of src/ops/{source}.cc")
    return TITLES[source]


def facts():
    """By operator: what bindings/python/operator_facts.txt says, by its first words."""
    found, name = {}, None
    path = ROOT / "bindings/python/operator_facts.txt"
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else []:
        if line.startswith("  "):
            word, _, rest = line.strip().partition(": ")
            found[name].setdefault(word, []).append(rest)
        elif line and not line.startswith("#"):
            name = line
            found[name] = {}
    return found


def joined(words):
    return ", ".join(words[:-1]) + " and " + words[-1] if len(words) > 1 else "".join(words)


class Page:
    """What is said of one operator: (title, paragraphs, lines of code) for each section."""

    def __init__(self, op, measured, signatures, example):
        self.op, self.measured, self.signatures, self.example = op, measured, signatures, example

    def sections(self):
        yield "Signature", [], self.signatures
        yield "Shapes and dtypes", self.shapes(), []
        yield "Derivative", self.derivative(), []
        yield "Errors", self.errors(), []
        yield "Example", [], self.example

    def shapes(self):
        derived = [text for text in self.op.details if not text.startswith("Derivative")]
        for call in self.measured.get("call", []):
            derived.append(f"In the example: {call.replace('->', '→')}.")
        taken = self.measured.get("dtypes", [""])[0].split()
        if taken and not any("Dtypes:" in text for text in derived):
            derived.append(f"Dtypes: {joined(taken)}.")
        return derived

    def derivative(self):
        said = [text for text in self.op.details if text.startswith("Derivative")]
        lines = [f"{line}" for line in self.op.formulas] or [text.removeprefix("Derivative: ") for text in said]
        lines = [line.removeprefix("Derivative (g: the gradient of the result): ") for line in lines]
        if not lines:
            lines = ["None: there is no tensor among the arguments."]
        lines = [part for line in lines for part in ([line] if self.op.formulas else line.rstrip(".").split("; "))]
        return [line[:1].upper() + line[1:] if re.match(r"[a-z]{2,}\b(?!:|\[)", line) else line for line in lines]

    def errors(self):
        lines = []
        refused = {}
        for item in self.measured.get("refused", [""])[0].split():
            dtype, kind = item.split(":")
            refused.setdefault(kind, []).append(dtype)
        lines += [f"{self.error(kind)} for {joined(dtypes)}." for kind, dtypes in refused.items()]
        operands = [a for a in self.op.arguments if a.type in ("Tensor", "Operand")]
        if self.op.family == "pointwise" and len(operands) > 1:
            lines.append(f"{self.error('ShapeError')} for shapes that do not broadcast.")
        if any(a.name in ("dim", "dims", "dim0") for a in self.op.arguments):
            lines.append(f"{self.error('InvalidError')} for a dimension that is not there.")
        if self.op.inplace:
            lines.append(f"{self.error('StateError')} where the form in place would change what may not be changed: a leaf that "
                         "requires grad, while recording.")
        lines += [f"`{line}`" for line in self.measured.get("error", [])]
        if any(a.type.startswith(("Tensor", "Operand")) for a in self.op.arguments):
            lines.append(f"{self.error('DeviceError')} for tensors on different devices; {self.error('InvalidError')} in C for a "
                         "tensor that is NULL and not optional.")
        else:
            lines.append(f"{self.error('InvalidError')} for numbers that do not fit.")
        return lines

    @staticmethod
    def error(kind):
        return f"{kind} ({STATUS[kind]})" if kind in STATUS else kind

    def remarks(self):
        return [text for text in (FAMILIES[self.op.family], AUTOCAST.get(self.op.autocast)) if text]


class Signatures:
    """How an operator is called in four languages."""

    def __init__(self):
        self.python, self.rust, self.julia = generator("python"), generator("rust"), generator("julia")

    def lines(self, op):
        return ["C       " + op.functions[0].c + ";", *(["        " + f.c + ";" for f in op.functions if f.variant == "inplace"][:1]),
                *self.of_python(op), "Rust    " + self.of_rust(op), "Julia   " + self.of_julia(op)]

    def of_python(self, op):
        known = sys.modules["generate_common"].Operator(op)
        yield "Python  vjp." + self.python.form_of(op.base, known)
        if known.is_method and op.inplace:
            yield "        " + self.python.form_of(op.base + "_", known, True)

    def of_rust(self, op):
        writer = self.rust.Writer(op)
        name = writer.with_name(writer.name) if writer.optional and hasattr(writer, "with_name") else writer.name
        return "vjp::ops::" + writer.head(name, "", bool(writer.optional)).removeprefix("pub fn ")

    def of_julia(self, op):
        writer = self.julia.Writer(op)
        return "VJP." + writer.signature(writer.name, list(writer.op.arguments))


def linked(name):
    return f"[`{name}`](operators/{{}}.md#{name})"


def escaped(text):
    return html.escape(text, quote=False).replace("|", "\\|").replace("*", "\\*").replace("_", "\\_")


def page_of(source, pages):
    """A page of docs/operators."""
    text = (f"# {title_of(source)}\n\n<!-- Generated by scripts/reference.py. -->\n\n"
            f"The operators of [`src/ops/{source}.cc`](../../src/ops/{source}.cc); [all operators](../operators.md), and how to read "
            "this.\n")
    for page in pages:
        text += f"\n<a id=\"{page.op.name}\"></a>\n\n## {page.op.name}\n\n{escaped(page.op.doc)} *{' '.join(page.remarks())}*\n"
        for title, paragraphs, code in page.sections():
            text += f"\n**{title}**\n\n"
            if code:
                text += ("```python\n" if title == "Example" else "```text\n") + "\n".join(code) + "\n```\n"
            text += "".join(f"* {line if line.startswith('`') else escaped(line)}\n" for line in paragraphs)
    return text


INDEX = """# Operators

<!-- Generated by scripts/reference.py. -->

A page for each part of the library's operators: how an operator is called in C, Python, Rust and Julia, shapes and dtypes, its derivative,
errors, and an example that the tests run. `vjp ops NAME` shows the same in a terminal.

**How to read the derivatives.** *g* is the gradient of the result, *g_name* that of one of several results; a line begins with the
argument whose gradient it is. *result* is what the operator gave, `*` multiplies elements, `@` matrices; ᵀ transposes, ᴴ conjugates too,
⁻ᴴ inverts as well. The gradient of a broadcast argument is summed to its shape, and has its dtype. Of complex numbers a pointwise operator
multiplies *g* with the conjugate of the factor that is shown. What is said at kinks: [kinks](kinks.md).

**How to read the rest.** Shapes and dtypes come from the operator's family, or, as those that an operator refuses, from its example, which was
run with each dtype in turn in the place of its floating (else all) tensors. A form that writes into a given tensor (`out`) is called by name in
C (`vjp_op_call` with `VJP_VARIANT_OUT`, [`vjp/registry.h`](../include/vjp/registry.h)).
"""


def index_of(by_source):
    text = INDEX
    for source, pages in by_source:
        text += f"\n## [{title_of(source)}](operators/{source}.md)\n\n| operator | family | forms | what it does |\n|---|---|---|---|\n"
        for page in pages:
            forms = " ".join(["in-place"] * page.op.inplace + ["out"] * page.op.out)
            link = linked(page.op.name).format(source)
            text += f"| {link} | {page.op.family} | {forms} | {escaped(page.op.doc)} |\n"
    return text


def terminal(pages):
    """What `vjp ops` reads: an operator begins with "=", a section with ":", a signature with ">", a line as it stands with "|"."""
    text = "# Generated by scripts/reference.py: the operators as `vjp ops` shows them (src/cli/ops.c).\n"
    for page in pages:
        text += f"={page.op.name}\t{page.op.family}\t{page.op.doc}\n" + "".join(f" {line}\n" for line in page.remarks())
        for title, paragraphs, code in page.sections():
            text += f":{title}\n" + "".join(f"{'|' if title == 'Example' else '>'}{line}\n" for line in code) + "".join(f" {line.strip('`')}\n" for line in paragraphs)
    return text


def main():
    options = api.arguments(__doc__)
    operators = sorted(api.operators(api.load_for(options)), key=lambda op: (op.base.lower(), op.name))
    signatures, measured = Signatures(), facts()
    pages = [Page(op, measured.get(op.name, {}), signatures.lines(op),
                  signatures.python.EXAMPLES.get(op.name, "").splitlines()) for op in operators]
    sources = sorted({page.op.source for page in pages}, key=lambda source: title_of(source).lower())
    by_source = [(source, [page for page in pages if page.op.source == source]) for source in sources]
    folder = ROOT / "docs/operators"
    folder.mkdir(exist_ok=True)
    status = 0
    for path in sorted(folder.glob("*.md")):
        if path.stem not in sources:
            if options.check:
                status = print(f"{path.relative_to(ROOT)} is of no file of operators; run scripts/generate", file=sys.stderr) or 1
            else:
                path.unlink()
    for source, some in by_source:
        status |= api.write_or_check(folder / f"{source}.md", page_of(source, some), options.check)
    status |= api.write_or_check(ROOT / "docs/operators.md", index_of(by_source), options.check)
    return status | api.write_or_check(ROOT / "src/cli/operators.txt", terminal(pages), options.check)


if __name__ == "__main__":
    sys.exit(main())
