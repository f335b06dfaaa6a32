/**
 * libvjp: the opcodes of pointwise programs (vjp/kernels.h), one row each. What an opcode is follows from its row
 * everywhere: its number, how many operands it reads, whether it takes complex values, the name of its function.
 *
 * X(number, NAME, Name, name, arity, complex, "text"):
 *   number   VJP_OPCODE_NAME, the row's place; never changes, so a new row comes last
 *   Name     as an enumerator in C++
 *   name     of the function that computes it
 *   arity    how many operands an instruction reads
 *   complex  1: it takes complex values, too
 *   text     how a formula in words writes it: a function's name, or what stands before or between operands
 *
 * Comparisons and predicates give 0 or 1. Real functions follow C99 Annex F for special values.
 * On int64 a function without a remark is that of double, truncated.
 */
#ifndef VJP_OPCODES_H
#define VJP_OPCODES_H

/* clang-format off */
#define VJP_OPCODES(X) \
  X(0,  COPY,         Copy,        copy,                1, 1, "") \
  X(1,  NEG,          Neg,         neg,                 1, 1, "-") \
  X(2,  ABS,          Abs,         abs,                 1, 1, "abs")       /* the modulus, imaginary part 0 */ \
  X(3,  SIGN,         Sign,        sign,                1, 1, "sign")      /* NaN at NaN, 0 at 0; complex: z/|z| */ \
  X(4,  SQUARE,       Square,      square,              1, 1, "square") \
  X(5,  RECIPROCAL,   Reciprocal,  reciprocal,          1, 1, "reciprocal") \
  X(6,  SQRT,         Sqrt,        sqrt,                1, 1, "sqrt") \
  X(7,  RSQRT,        Rsqrt,       rsqrt,               1, 1, "rsqrt") \
  X(8,  FLOOR,        Floor,       floor,               1, 0, "floor") \
  X(9,  CEIL,         Ceil,        ceil,                1, 0, "ceil") \
  X(10, TRUNC,        Trunc,       trunc,               1, 0, "trunc") \
  X(11, ROUND,        Round,       round,               1, 0, "round")     /* ties to even */ \
  X(12, EXP,          Exp,         exp,                 1, 1, "exp") \
  X(13, EXP2,         Exp2,        exp2,                1, 1, "exp2") \
  X(14, EXPM1,        Expm1,       expm1,               1, 1, "expm1") \
  X(15, LOG,          Log,         log,                 1, 1, "log") \
  X(16, LOG2,         Log2,        log2,                1, 1, "log2") \
  X(17, LOG10,        Log10,       log10,               1, 1, "log10") \
  X(18, LOG1P,        Log1p,       log1p,               1, 1, "log1p") \
  X(19, SIN,          Sin,         sin,                 1, 1, "sin") \
  X(20, COS,          Cos,         cos,                 1, 1, "cos") \
  X(21, TAN,          Tan,         tan,                 1, 1, "tan") \
  X(22, ASIN,         Asin,        asin,                1, 1, "asin") \
  X(23, ACOS,         Acos,        acos,                1, 1, "acos") \
  X(24, ATAN,         Atan,        atan,                1, 1, "atan") \
  X(25, SINH,         Sinh,        sinh,                1, 1, "sinh") \
  X(26, COSH,         Cosh,        cosh,                1, 1, "cosh") \
  X(27, TANH,         Tanh,        tanh,                1, 1, "tanh") \
  X(28, ASINH,        Asinh,       asinh,               1, 1, "asinh") \
  X(29, ACOSH,        Acosh,       acosh,               1, 1, "acosh") \
  X(30, ATANH,        Atanh,       atanh,               1, 1, "atanh") \
  X(31, SIGMOID,      Sigmoid,     sigmoid,             1, 1, "sigmoid")   /* 1 / (1 + exp(-x)) */ \
  X(32, ERF,          Erf,         erf,                 1, 0, "erf") \
  X(33, ERFC,         Erfc,        erfc,                1, 0, "erfc") \
  X(34, ERFINV,       Erfinv,      erfinv,              1, 0, "erfinv") \
  X(35, LGAMMA,       Lgamma,      lgamma,              1, 0, "lgamma") \
  X(36, DIGAMMA,      Digamma,     digamma,             1, 0, "digamma") \
  X(37, NDTR,         Ndtr,        ndtr,                1, 0, "ndtr")      /* erfc(-x / sqrt(2)) / 2 */ \
  X(38, GELU,         Gelu,        gelu,                1, 0, "gelu")      /* x ndtr(x) */ \
  X(39, GELU_PARTIAL, GeluPartial, gelu_partial,        1, 0, "gelu'")     /* the derivative of gelu */ \
  X(40, MISH,         Mish,        mish,                1, 0, "mish")      /* x tanh(log(1 + exp(x))) */ \
  X(41, CONJ,         Conj,        conj,                1, 1, "conj") \
  X(42, REAL,         Real,        real_part,           1, 1, "real") \
  X(43, IMAG,         Imag,        imag_part,           1, 1, "imag") \
  X(44, ANGLE,        Angle,       angle,               1, 1, "angle")     /* on real types: x, x, 0, (0 or pi) */ \
  X(45, IS_NAN,       IsNan,       isnan,               1, 1, "isnan") \
  X(46, IS_INF,       IsInf,       isinf,               1, 1, "isinf") \
  X(47, IS_FINITE,    IsFinite,    isfinite,            1, 1, "isfinite") \
  X(48, SIGNBIT,      Signbit,     signbit,             1, 0, "signbit") \
  X(49, LOGICAL_NOT,  LogicalNot,  logical_not,         1, 1, "not ")      /* x == 0 */ \
  X(50, BIT_NOT,      BitNot,      bitwise_not,         1, 0, "~")         /* integers and bool */ \
  X(51, ADD,          Add,         add,                 2, 1, "+") \
  X(52, SUB,          Sub,         sub,                 2, 1, "-") \
  X(53, MUL,          Mul,         mul,                 2, 1, "*") \
  X(54, DIV,          Div,         div,                 2, 1, "/")         /* integers: truncates, x / 0 = 0 */ \
  X(55, POW,          Pow,         pow,                 2, 1, "**")        /* integers: 0 for fractions */ \
  X(56, ATAN2,        Atan2,       atan2,               2, 1, "atan2") \
  X(57, HYPOT,        Hypot,       hypot,               2, 1, "hypot") \
  X(58, FMOD,         Fmod,        fmod,                2, 0, "fmod")      /* C's: the sign of the dividend */ \
  X(59, REMAINDER,    Remainder,   remainder,           2, 0, "remainder") /* Python's modulo: the sign of the divisor */ \
  X(60, FLOOR_DIVIDE, FloorDivide, floor_divide,        2, 0, "//")        /* Python's */ \
  X(61, MAX,          Max,         maximum,             2, 0, "max")       /* NaN if either is */ \
  X(62, MIN,          Min,         minimum,             2, 0, "min")       /* NaN if either is */ \
  X(63, FMAX,         Fmax,        fmax,                2, 0, "fmax")      /* the other if one is NaN */ \
  X(64, FMIN,         Fmin,        fmin,                2, 0, "fmin")      /* the other if one is NaN */ \
  X(65, COPYSIGN,     Copysign,    copysign,            2, 0, "copysign") \
  X(66, NEXTAFTER,    Nextafter,   nextafter,           2, 0, "nextafter") \
  X(67, EQ,           Eq,          eq,                  2, 1, "==") \
  X(68, NE,           Ne,          ne,                  2, 1, "!=") \
  X(69, LT,           Lt,          lt,                  2, 1, "<") \
  X(70, LE,           Le,          le,                  2, 1, "<=") \
  X(71, GT,           Gt,          gt,                  2, 1, ">") \
  X(72, GE,           Ge,          ge,                  2, 1, ">=") \
  X(73, LOGICAL_AND,  LogicalAnd,  logical_and,         2, 1, "and")       /* operands against 0 */ \
  X(74, LOGICAL_OR,   LogicalOr,   logical_or,          2, 1, "or")        /* operands against 0 */ \
  X(75, LOGICAL_XOR,  LogicalXor,  logical_xor,         2, 1, "xor")       /* operands against 0 */ \
  X(76, BIT_AND,      BitAnd,      bitwise_and,         2, 0, "&")         /* integers and bool */ \
  X(77, BIT_OR,       BitOr,       bitwise_or,          2, 0, "|")         /* integers and bool */ \
  X(78, BIT_XOR,      BitXor,      bitwise_xor,         2, 0, "^")         /* integers and bool */ \
  X(79, SHIFT_LEFT,   ShiftLeft,   bitwise_left_shift,  2, 0, "<<")        /* integers and bool */ \
  X(80, SHIFT_RIGHT,  ShiftRight,  bitwise_right_shift, 2, 0, ">>")        /* integers and bool */ \
  X(81, MAKE_COMPLEX, MakeComplex, make_complex,        2, 1, "complex")   /* real part of a, real part of b */ \
  X(82, POLYGAMMA,    Polygamma,   polygamma,           2, 0, "polygamma") /* derivative a of digamma at b */ \
  X(83, SELECT,       Select,      where,               3, 1, "where")     /* a != 0 ? b : c, bit for bit */ \
  X(84, FMA,          Fma,         fma,                 3, 1, "fma")       /* a * b + c, rounded once or twice */ \
  X(85, ERFCX,        Erfcx,       erfcx,               1, 0, "erfcx") /* exp(x^2) erfc(x) */ \
  X(86, NDTRI,        Ndtri,       ndtri,               1, 0, "ndtri") /* the inverse of ndtr */ \
  X(87, I0E,          I0e,         i0e,                 1, 0, "i0e") /* exp(-abs(x)) I0(x) */ \
  X(88, I1E,          I1e,         i1e,                 1, 0, "i1e") /* exp(-abs(x)) I1(x) */ \
  X(89, K0E,          K0e,         scaled_modified_bessel_k0, 1, 0, "scaled_modified_bessel_k0") /* exp(x) K0(x) */ \
  X(90, K1E,          K1e,         scaled_modified_bessel_k1, 1, 0, "scaled_modified_bessel_k1") /* exp(x) K1(x) */ \
  X(91, BESSEL_J0,    BesselJ0,    bessel_j0,           1, 0, "bessel_j0") \
  X(92, BESSEL_J1,    BesselJ1,    bessel_j1,           1, 0, "bessel_j1") \
  X(93, BESSEL_Y0,    BesselY0,    bessel_y0,           1, 0, "bessel_y0") \
  X(94, BESSEL_Y1,    BesselY1,    bessel_y1,           1, 0, "bessel_y1") \
  X(95, ZETA,         Zeta,        zeta,                2, 0, "zeta") /* Hurwitz's, of the exponent a from b on */
/* clang-format on */

typedef enum vjp_opcode {
#define VJP_OPCODE_ENUMERATOR(number, NAME, Name, name, arity, complex, text) VJP_OPCODE_##NAME = number,
  VJP_OPCODES(VJP_OPCODE_ENUMERATOR)
#undef VJP_OPCODE_ENUMERATOR
      VJP_OPCODE_COUNT
} vjp_opcode;

#endif
