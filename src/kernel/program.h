// Program: a pointwise formula as a small SSA program. Formulas are generic lambdas; traced with Sym (kernel/trace.h)
// they become constexpr programs, which a backend runs tile by tile: all intermediate values stay in L1.
#pragma once

#include <cstdint>

namespace vjp {

// What one instruction computes, elementwise in the compute type. Comparisons and predicates give 0 or 1.
// Real functions follow C99 Annex F for special values. Complex types: those marked c.
enum class Opcode : uint8_t {
  // one operand
  Copy,        // c
  Neg,         // c
  Abs,         // c: the modulus, imaginary part 0
  Sign,        // sign(NaN) = NaN, sign(0) = 0; complex: z/|z|, 0 at 0 (sgn)
  Square,      // c
  Reciprocal,  // c
  Sqrt,        // c
  Rsqrt,       // c
  Floor,
  Ceil,
  Trunc,
  Round,  // Round: ties to even
  Exp,    // c
  Exp2,   // c
  Expm1,  // c
  Log,    // c
  Log2,   // c
  Log10,  // c
  Log1p,  // c
  Sin,
  Cos,
  Tan,
  Asin,
  Acos,
  Atan,
  Sinh,
  Cosh,
  Tanh,
  Asinh,
  Acosh,
  Atanh,    // all c
  Sigmoid,  // c: 1 / (1 + exp(-x))
  Erf,
  Erfc,
  Erfinv,
  Lgamma,
  Digamma,
  Ndtr,         // the normal distribution function: erfc(-x / sqrt(2)) / 2
  Gelu,         // x ndtr(x)
  GeluPartial,  // its derivative
  Mish,         // x tanh(log(1 + exp(x)))
  Conj,
  Real,
  Imag,
  Angle,  // c; on real types: x, x, 0, (0 or pi)
  IsNan,
  IsInf,
  IsFinite,
  Signbit,
  LogicalNot,  // c: x == 0
  BitNot,      // integers and bool
  // two operands
  Add,
  Sub,
  Mul,
  Div,  // all c; integer Div truncates and gives 0 for a zero divisor
  Pow,  // c; integers: repeated squaring, 0 for negative exponents of |x| > 1
  Atan2,
  Hypot,
  Fmod,
  Remainder,  // C's fmod; Python's modulo (sign of the divisor)
  FloorDivide,
  Max,
  Min,  // NaN if either is
  Fmax,
  Fmin,  // the other if one is NaN
  Copysign,
  Nextafter,
  Eq,
  Ne,  // c
  Lt,
  Le,
  Gt,
  Ge,
  LogicalAnd,
  LogicalOr,
  LogicalXor,  // c: operands against 0
  BitAnd,
  BitOr,
  BitXor,
  ShiftLeft,
  ShiftRight,   // integers and bool
  MakeComplex,  // c: real part of a, real part of b
  Polygamma,    // derivative a (a whole number >= 0) of digamma at b
  // three operands
  Select,  // c: a != 0 ? b : c, bitwise: what is not chosen may be NaN
  Fma,     // a * b + c, rounded once or twice
  Count_
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
  uint8_t outputs[kMaxOutputs] = {};  // value numbers
  Instruction instructions[kMaxInstructions] = {};
  double constants[kMaxConstants] = {};

  constexpr int first_parameter() const { return num_inputs; }
  constexpr int first_constant() const { return num_inputs + num_parameters; }
  constexpr int first_result() const { return num_inputs + num_parameters + num_constants; }
};

}  // namespace vjp
