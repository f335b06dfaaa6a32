// Sym: the value type with which a formula is traced into a Program, at compile time.
//
// A formula is a generic lambda over values with +, -, *, /, comparisons and the functions below, e.g.
//   [](auto x) { return x / (1.0 + abs(x)); }
// Comparisons give 0 or 1; where(c, a, b) chooses. The lambdas of derivatives run on tensors, too, which is
// how a formula is differentiated again: for each function that they call ops/functions has an operator of its name.
#pragma once

#include <algorithm>
#include <array>
#include <bit>

#include "kernel/program.h"

namespace vjp {

// A traced program with room for the largest.
struct Trace {
  Program program{};
  Instruction instructions[VJP_PROGRAM_MAX_INSTRUCTIONS] = {};
  double constants[VJP_PROGRAM_MAX_CONSTANTS] = {};
};

// Numbers while tracing: inputs from 0, parameters from 32, constants from 64, results from 128.
class Tracer {
 public:
  Program program{};
  bool complex = false;

  constexpr uint8_t emit(Opcode op, int a, int b = 0, int c = 0) {
    Instruction i{static_cast<uint8_t>(op), static_cast<uint8_t>(a), static_cast<uint8_t>(b), static_cast<uint8_t>(c)};
    for (int k = 0; k < program.num_instructions; ++k) {  // the same value is computed once
      const Instruction& other = instructions_[k];
      if (other.opcode == i.opcode && other.a == i.a && other.b == i.b && other.c == i.c)
        return static_cast<uint8_t>(128 + k);
    }
    if (program.num_instructions == VJP_PROGRAM_MAX_INSTRUCTIONS) throw "formula: too many instructions";
    instructions_[program.num_instructions] = i;
    return static_cast<uint8_t>(128 + program.num_instructions++);
  }
  constexpr uint8_t constant(double v) {
    for (int k = 0; k < program.num_constants; ++k)
      if (std::bit_cast<uint64_t>(constants_[k]) == std::bit_cast<uint64_t>(v)) return static_cast<uint8_t>(64 + k);
    if (program.num_constants == VJP_PROGRAM_MAX_CONSTANTS) throw "formula: too many constants";
    constants_[program.num_constants] = v;
    return static_cast<uint8_t>(64 + program.num_constants++);
  }
  // Numbers the values as a Program does.
  constexpr Trace finish(uint8_t output) {
    auto renumber = [&](uint8_t id) -> uint8_t {
      if (id >= 128) return static_cast<uint8_t>(first_result(program) + id - 128);
      if (id >= 64) return static_cast<uint8_t>(first_constant(program) + id - 64);
      if (id >= 32) return static_cast<uint8_t>(first_parameter(program) + id - 32);
      return id;
    };
    for (int k = 0; k < program.num_instructions; ++k) {
      Instruction& i = instructions_[k];
      i.a = renumber(i.a);
      if (arity_of(i) > 1) i.b = renumber(i.b);
      if (arity_of(i) > 2) i.c = renumber(i.c);
    }
    if (output < 128) {  // a program ends in an instruction
      instructions_[program.num_instructions] = {VJP_OPCODE_COPY, renumber(output), 0, 0};
      output = static_cast<uint8_t>(128 + program.num_instructions++);
    }
    program.outputs[0] = renumber(output);
    program.num_outputs = 1;
    Trace trace{program};
    std::copy_n(instructions_, program.num_instructions, trace.instructions);
    std::copy_n(constants_, program.num_constants, trace.constants);
    return trace;
  }

 private:
  Instruction instructions_[VJP_PROGRAM_MAX_INSTRUCTIONS] = {};
  double constants_[VJP_PROGRAM_MAX_CONSTANTS] = {};
};

// The program of Formula::trace(), in no more memory than it needs.
template <class Formula>
class Traced {
  static constexpr Trace kTrace = Formula::trace();
  template <size_t N, class T>
  static constexpr std::array<T, N> first(const T* from) {
    std::array<T, N> all{};
    std::copy_n(from, N, all.data());
    return all;
  }
  static constexpr auto kInstructions = first<kTrace.program.num_instructions>(kTrace.instructions);
  static constexpr auto kConstants = first<kTrace.program.num_constants>(kTrace.constants);
  static constexpr Program make() {
    Program p = kTrace.program;
    p.instructions = kInstructions.data();
    if (p.num_constants) p.constants = kConstants.data();
    return p;
  }

 public:
  static constexpr Program kProgram = make();
};

struct Sym {
  Tracer* tracer = nullptr;
  uint8_t id = 0;
};

namespace detail {
constexpr Sym lift(Tracer& t, const Sym& s) {
  (void)t;
  return s;
}
constexpr Sym lift(Tracer& t, double v) { return {&t, t.constant(v)}; }
// Conjugation and the real part are the identity where the program is traced for real types.
constexpr Sym unary(Opcode op, Sym a) {
  if ((op == Opcode::Conj || op == Opcode::Real) && !a.tracer->complex) return a;
  return {a.tracer, a.tracer->emit(op, a.id)};
}
constexpr Sym binary(Opcode op, Sym a, Sym b) { return {a.tracer, a.tracer->emit(op, a.id, b.id)}; }
}  // namespace detail

// A function for each opcode, under the name in its row.
#define VJP_SYM_1(name, opcode) \
  constexpr Sym name(Sym a) { return detail::unary(Opcode::opcode, a); }
#define VJP_SYM_2(name, opcode)                                                                                 \
  constexpr Sym name(Sym a, Sym b) { return detail::binary(Opcode::opcode, a, b); }                             \
  constexpr Sym name(Sym a, double b) { return detail::binary(Opcode::opcode, a, detail::lift(*a.tracer, b)); } \
  constexpr Sym name(double a, Sym b) { return detail::binary(Opcode::opcode, detail::lift(*b.tracer, a), b); }
#define VJP_SYM_3(name, opcode) \
  constexpr Sym name(Sym a, Sym b, Sym c) { return {a.tracer, a.tracer->emit(Opcode::opcode, a.id, b.id, c.id)}; }
#define VJP_SYM(number, NAME, Name, name, arity, complex, text) VJP_SYM_##arity(name, Name)
VJP_OPCODES(VJP_SYM)
// and what formulas call otherwise
VJP_SYM_1(operator-, Neg)
VJP_SYM_1(sgn, Sign)
VJP_SYM_1(_gelu_partial, GeluPartial)
VJP_SYM_2(operator+, Add)
VJP_SYM_2(operator-, Sub)
VJP_SYM_2(operator*, Mul)
VJP_SYM_2(operator/, Div)
VJP_SYM_2(operator==, Eq)
VJP_SYM_2(operator!=, Ne)
VJP_SYM_2(operator<, Lt)
VJP_SYM_2(operator<=, Le)
VJP_SYM_2(operator>, Gt)
VJP_SYM_2(operator>=, Ge)
VJP_SYM_2(_polygamma, Polygamma)
#undef VJP_SYM
#undef VJP_SYM_1
#undef VJP_SYM_2
#undef VJP_SYM_3

constexpr Sym where(Sym c, Sym a, double b) { return where(c, a, detail::lift(*c.tracer, b)); }
constexpr Sym where(Sym c, double a, Sym b) { return where(c, detail::lift(*c.tracer, a), b); }
constexpr Sym where(Sym c, double a, double b) {
  return where(c, detail::lift(*c.tracer, a), detail::lift(*c.tracer, b));
}

// What a partial derivative is where an operator chooses: `value` (1 if that is a One) where the condition holds, or
// where it does not if Holds is false. Elsewhere nothing is left of what comes in, be it infinite or NaN: it is not
// multiplied by 0.
struct One {};
template <class C, class V, bool Holds>
struct Chosen {
  static constexpr bool holds = Holds;
  C condition;
  V value;
};
template <class C>
constexpr Chosen<C, One, true> one_where(C condition) {
  return {condition, {}};
}
template <class C, class V>
constexpr Chosen<C, V, true> only_where(C condition, V value) {
  return {condition, value};
}
template <class C>
constexpr Chosen<C, One, false> zero_where(C condition) {
  return {condition, {}};
}
template <class C, class V>
constexpr Chosen<C, V, false> zero_where(C condition, V value) {
  return {condition, value};
}

// A number of the type of x: on tensors a plain number beside another would be a float32.
constexpr Sym like(Sym x, double v) { return detail::lift(*x.tracer, v); }
constexpr Sym like(Sym, Sym v) { return v; }
constexpr Sym imaginary_unit(Sym x) { return make_complex(like(x, 0.0), like(x, 1.0)); }

}  // namespace vjp
