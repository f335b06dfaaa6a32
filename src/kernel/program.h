// Program: a pointwise formula as a small SSA program. Formulas are generic lambdas; traced with Sym (kernel/trace.h)
// they become constexpr programs, which a backend runs tile by tile: all intermediate values stay in L1.
#pragma once

#include <cstdint>

#include "vjp/kernels.h"

namespace vjp {

// What one instruction computes, elementwise in the compute type. Comparisons and predicates give 0 or 1.
// Real functions follow C99 Annex F for special values. Complex types: those marked c.
enum class Opcode : uint8_t {
  // one operand
  Copy = VJP_OPCODE_COPY,              // c
  Neg = VJP_OPCODE_NEG,                // c
  Abs = VJP_OPCODE_ABS,                // c: the modulus, imaginary part 0
  Sign = VJP_OPCODE_SIGN,              // sign(NaN) = NaN, sign(0) = 0; complex: z/|z|, 0 at 0 (sgn)
  Square = VJP_OPCODE_SQUARE,          // c
  Reciprocal = VJP_OPCODE_RECIPROCAL,  // c
  Sqrt = VJP_OPCODE_SQRT,              // c
  Rsqrt = VJP_OPCODE_RSQRT,            // c
  Floor = VJP_OPCODE_FLOOR,
  Ceil = VJP_OPCODE_CEIL,
  Trunc = VJP_OPCODE_TRUNC,
  Round = VJP_OPCODE_ROUND,  // Round: ties to even
  Exp = VJP_OPCODE_EXP,      // c
  Exp2 = VJP_OPCODE_EXP2,    // c
  Expm1 = VJP_OPCODE_EXPM1,  // c
  Log = VJP_OPCODE_LOG,      // c
  Log2 = VJP_OPCODE_LOG2,    // c
  Log10 = VJP_OPCODE_LOG10,  // c
  Log1p = VJP_OPCODE_LOG1P,  // c
  Sin = VJP_OPCODE_SIN,
  Cos = VJP_OPCODE_COS,
  Tan = VJP_OPCODE_TAN,
  Asin = VJP_OPCODE_ASIN,
  Acos = VJP_OPCODE_ACOS,
  Atan = VJP_OPCODE_ATAN,
  Sinh = VJP_OPCODE_SINH,
  Cosh = VJP_OPCODE_COSH,
  Tanh = VJP_OPCODE_TANH,
  Asinh = VJP_OPCODE_ASINH,
  Acosh = VJP_OPCODE_ACOSH,
  Atanh = VJP_OPCODE_ATANH,      // all c
  Sigmoid = VJP_OPCODE_SIGMOID,  // c: 1 / (1 + exp(-x))
  Erf = VJP_OPCODE_ERF,
  Erfc = VJP_OPCODE_ERFC,
  Erfinv = VJP_OPCODE_ERFINV,
  Lgamma = VJP_OPCODE_LGAMMA,
  Digamma = VJP_OPCODE_DIGAMMA,
  Ndtr = VJP_OPCODE_NDTR,                 // the normal distribution function: erfc(-x / sqrt(2)) / 2
  Gelu = VJP_OPCODE_GELU,                 // x ndtr(x)
  GeluPartial = VJP_OPCODE_GELU_PARTIAL,  // its derivative
  Mish = VJP_OPCODE_MISH,                 // x tanh(log(1 + exp(x)))
  Conj = VJP_OPCODE_CONJ,
  Real = VJP_OPCODE_REAL,
  Imag = VJP_OPCODE_IMAG,
  Angle = VJP_OPCODE_ANGLE,  // c; on real types: x, x, 0, (0 or pi)
  IsNan = VJP_OPCODE_IS_NAN,
  IsInf = VJP_OPCODE_IS_INF,
  IsFinite = VJP_OPCODE_IS_FINITE,
  Signbit = VJP_OPCODE_SIGNBIT,
  LogicalNot = VJP_OPCODE_LOGICAL_NOT,  // c: x == 0
  BitNot = VJP_OPCODE_BIT_NOT,          // integers and bool
  // two operands
  Add = VJP_OPCODE_ADD,
  Sub = VJP_OPCODE_SUB,
  Mul = VJP_OPCODE_MUL,
  Div = VJP_OPCODE_DIV,  // all c; integer Div truncates and gives 0 for a zero divisor
  Pow = VJP_OPCODE_POW,  // c; integers: repeated squaring, 0 for negative exponents of |x| > 1
  Atan2 = VJP_OPCODE_ATAN2,
  Hypot = VJP_OPCODE_HYPOT,
  Fmod = VJP_OPCODE_FMOD,
  Remainder = VJP_OPCODE_REMAINDER,  // C's fmod; Python's modulo (sign of the divisor)
  FloorDivide = VJP_OPCODE_FLOOR_DIVIDE,
  Max = VJP_OPCODE_MAX,
  Min = VJP_OPCODE_MIN,  // NaN if either is
  Fmax = VJP_OPCODE_FMAX,
  Fmin = VJP_OPCODE_FMIN,  // the other if one is NaN
  Copysign = VJP_OPCODE_COPYSIGN,
  Nextafter = VJP_OPCODE_NEXTAFTER,
  Eq = VJP_OPCODE_EQ,
  Ne = VJP_OPCODE_NE,  // c
  Lt = VJP_OPCODE_LT,
  Le = VJP_OPCODE_LE,
  Gt = VJP_OPCODE_GT,
  Ge = VJP_OPCODE_GE,
  LogicalAnd = VJP_OPCODE_LOGICAL_AND,
  LogicalOr = VJP_OPCODE_LOGICAL_OR,
  LogicalXor = VJP_OPCODE_LOGICAL_XOR,  // c: operands against 0
  BitAnd = VJP_OPCODE_BIT_AND,
  BitOr = VJP_OPCODE_BIT_OR,
  BitXor = VJP_OPCODE_BIT_XOR,
  ShiftLeft = VJP_OPCODE_SHIFT_LEFT,
  ShiftRight = VJP_OPCODE_SHIFT_RIGHT,    // integers and bool
  MakeComplex = VJP_OPCODE_MAKE_COMPLEX,  // c: real part of a, real part of b
  Polygamma = VJP_OPCODE_POLYGAMMA,       // derivative a (a whole number >= 0) of digamma at b
  // three operands
  Select = VJP_OPCODE_SELECT,  // c: a != 0 ? b : c, bitwise: what is not chosen may be NaN
  Fma = VJP_OPCODE_FMA,        // a * b + c, rounded once or twice
  Count_ = VJP_OPCODE_COUNT
};
inline constexpr int kNumOpcodes = static_cast<int>(Opcode::Count_);
constexpr int arity_of(Opcode op) { return op < Opcode::Add ? 1 : op < Opcode::Select ? 2 : 3; }

struct Instruction {
  Opcode opcode;
  uint8_t a, b, c;  // value numbers
};

// Values are numbered: inputs, then parameters, then constants, then one per instruction, in order.
struct Program {
  static constexpr int kMaxInputs = 12, kMaxParameters = 8, kMaxConstants = 16, kMaxInstructions = 64, kMaxOutputs = 4;
  uint8_t num_inputs = 0, num_parameters = 0, num_constants = 0, num_instructions = 0, num_outputs = 0;
  uint8_t outputs[kMaxOutputs] = {};          // value numbers
  const Instruction* instructions = nullptr;  // not owned: the programs of operators lie in read-only data
  const double* constants = nullptr;

  constexpr int first_parameter() const { return num_inputs; }
  constexpr int first_constant() const { return num_inputs + num_parameters; }
  constexpr int first_result() const { return num_inputs + num_parameters + num_constants; }
};

}  // namespace vjp
