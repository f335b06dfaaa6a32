"""Operators of one element each."""
from cases import Case

# Operators of one argument, by the numbers they are asked for. bfloat16 where networks have them.
UNARY = {
    "u(n)": "abs asin atan ceil clone contiguous cos cosh deg2rad elu erf exp exp2 expm1 floor frac neg positive rad2deg relu round selu "
            "sgn sign sin sinc sinh square tan tanh tanhshrink trunc asinh erfc ndtr softsign nan_to_num angle real conj",
    "wide(n)": "celu gelu hardshrink hardsigmoid hardswish hardtanh leaky_relu logsigmoid mish relu6 sigmoid silu softplus softshrink rrelu",
    "unit(n)": "acos atanh entr erfinv logit",
    "pos(n)": "digamma lgamma log log10 log1p log2 reciprocal rsqrt sqrt",
    "above(n)": "acosh",
}
HALF = set("abs cos erf exp exp2 neg relu sin sqrt rsqrt log tanh square celu gelu hardswish leaky_relu mish sigmoid silu softplus "
           "reciprocal elu".split())
BINARY = {
    ("u(n)", "u(n)"): "add atan2 copysign fmax fmin hypot max.other maximum min.other minimum mul sub logaddexp logaddexp2",
    ("u(n)", "pos(n)"): "div true_divide fmod remainder",
    ("pos(n)", "u(n)"): "pow float_power",
    ("pos(n)", "pos(n)"): "xlogy xlog1py",
}
COMPARISONS = "eq ge gt le lt ne isclose logical_and logical_or logical_xor floor_divide"
TESTS = "isfinite isinf isnan isneginf isposinf signbit logical_not"
BITS = "bitwise_and bitwise_or bitwise_xor"

CASES = [
    *(Case(name, f"{name}(x)", half=name in HALF, x=numbers) for numbers, names in UNARY.items() for name in names.split()),
    *(Case(name, f"{name.split('.')[0]}(x, y)", half=name in ("add", "mul", "div", "sub", "maximum"), x=a, y=b)
      for (a, b), names in BINARY.items() for name in names.split()),
    *(Case(name, f"{name}(x, y)", x="fixed(u(n))", y="fixed(u(n))") for name in COMPARISONS.split()),
    *(Case(name, f"{name}(x)", x="fixed(u(n))") for name in TESTS.split()),
    *(Case(name, f"{name}(x, y)", x="ints(1000, n)", y="ints(1000, n)") for name in BITS.split()),
    *(Case(name, f"{name}(x, 3)", x="ints(1000, n)") for name in ("bitwise_left_shift", "bitwise_right_shift")),
    Case("bitwise_not", "bitwise_not(x)", x="ints(1000, n)"),
    Case("add.alpha", "add(x, y, alpha=2)", x="u(n)", y="u(n)"),
    Case("sub.alpha", "sub(x, y, alpha=2)", x="u(n)", y="u(n)"),
    Case("rsub", "rsub(x, 2)", x="u(n)"),
    Case("add:row", "add(x, y)", half=True, x="u(r, c)", y="u(c)"),
    Case("add:column", "add(x, y)", x="u(r, c)", y="u(r, 1)"),
    Case("mul:row", "mul(x, y)", half=True, x="u(r, c)", y="u(c)"),
    Case("mul:column", "mul(x, y)", x="u(r, c)", y="u(r, 1)"),
    Case("mul:number", "mul(x, 1.5)", x="u(n)"),
    Case("mul:complex", "mul(x, y)", x="z(n)", y="z(n)"),
    Case("exp:complex", "exp(x)", x="z(n)"),
    Case("abs:complex", "abs(x)", x="z(n)"),
    Case("add:transposed", "add(x, transpose(y, 0, 1))", x="u(r, c)", y="u(c, r)"),
    Case("pow:square", "pow(x, 2)", x="u(n)"),
    Case("pow:number", "pow(x, 2.5)", x="pos(n)"),
    Case("div.rounding_mode", "div(x, y, rounding_mode='floor')", x="fixed(u(n))", y="fixed(pos(n))"),
    Case("addcdiv", "addcdiv(x, y, z)", x="u(n)", y="u(n)", z="pos(n)"),
    Case("addcmul", "addcmul(x, y, z)", x="u(n)", y="u(n)", z="u(n)"),
    Case("lerp", "lerp(x, y, w)", x="u(n)", y="u(n)", w="u(n)"),
    Case("lerp:number", "lerp(x, y, 0.3)", x="u(n)", y="u(n)"),
    Case("clamp", "clamp(x, -0.5, 0.5)", x="u(n)"),
    Case("clamp_max", "clamp_max(x, 0.5)", x="u(n)"),
    Case("clamp_min", "clamp_min(x, -0.5)", x="u(n)"),
    Case("threshold", "threshold(x, 0.1, 20.0)", x="u(n)"),
    Case("ldexp", "ldexp(x, y)", x="u(n)", y="fixed(ints(5, n).astype(np.float32))"),
    Case("round.decimals", "round(x, decimals=2)", x="u(n)"),
    Case("where", "where(m, x, y)", half=True, m="mask(n)", x="u(n)", y="u(n)"),
    Case("masked_fill", "masked_fill(x, m, 0.5)", x="u(n)", m="mask(n)"),
    Case("glu", "glu(x, -1)", half=True, x="wide(r, c)"),
    Case("gelu:tanh", "gelu(x, approximate='tanh')", half=True, x="wide(n)"),
    Case("prelu", "prelu(x, w)", x="u(N, C, H, W)", w="u(C)"),
    Case("complex", "complex(x, y)", x="u(n)", y="u(n)"),
    Case("polar", "polar(x, y)", x="pos(n)", y="u(n)"),
    Case("imag", "imag(x)", x="z(n)"),
    Case("real:complex", "real(x)", x="z(n)"),
    Case("conj:complex", "conj(x)", x="z(n)"),
    Case("angle:complex", "angle(x)", x="z(n)"),
    Case("view_as_real", "view_as_real(x)", x="z(n)"),
    Case("view_as_complex", "view_as_complex(x)", x="u(n // 2, 2)"),
    Case("to", "to(x, bfloat16)", x="u(n)"),
    Case("fill", "fill(x, 0.5)", x="u(n)"),
    Case("zero", "zero(x)", x="u(n)"),
    Case("copy", "copy(x, y)", x="u(n)", y="u(n)"),
]
