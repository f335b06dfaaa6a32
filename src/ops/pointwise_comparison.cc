// Comparisons, predicates, logic and bits.
#include "ops/functions/pointwise_comparison.h"

#include "ops/define.h"
#include "ops/pointwise_kinds.h"

namespace vjp {
namespace {

struct Predicate : Pointwise {
  static constexpr ResultType result = ResultType::Bool;
};
struct RealPredicate : Predicate {
  static constexpr bool complex_ok = false;
};

}  // namespace

struct Eq : Predicate {
  static constexpr Schema schema{"eq(Operand input, Operand other) -> Tensor"};
  static constexpr const char* doc = "input == other, elementwise.";
  static constexpr auto formula = [](auto a, auto b) { return eq(a, b); };
};
VJP_DEFINE(Eq);

struct Ne : Predicate {
  static constexpr Schema schema{"ne(Operand input, Operand other) -> Tensor"};
  static constexpr const char* doc = "input != other, elementwise.";
  static constexpr auto formula = [](auto a, auto b) { return ne(a, b); };
};
VJP_DEFINE(Ne);

struct Lt : RealPredicate {
  static constexpr Schema schema{"lt(Operand input, Operand other) -> Tensor"};
  static constexpr const char* doc = "input < other, elementwise.";
  static constexpr auto formula = [](auto a, auto b) { return lt(a, b); };
};
VJP_DEFINE(Lt);

struct Le : RealPredicate {
  static constexpr Schema schema{"le(Operand input, Operand other) -> Tensor"};
  static constexpr const char* doc = "input <= other, elementwise.";
  static constexpr auto formula = [](auto a, auto b) { return le(a, b); };
};
VJP_DEFINE(Le);

struct Gt : RealPredicate {
  static constexpr Schema schema{"gt(Operand input, Operand other) -> Tensor"};
  static constexpr const char* doc = "input > other, elementwise.";
  static constexpr auto formula = [](auto a, auto b) { return gt(a, b); };
};
VJP_DEFINE(Gt);

struct Ge : RealPredicate {
  static constexpr Schema schema{"ge(Operand input, Operand other) -> Tensor"};
  static constexpr const char* doc = "input >= other, elementwise.";
  static constexpr auto formula = [](auto a, auto b) { return ge(a, b); };
};
VJP_DEFINE(Ge);

struct IsNan : Predicate {
  static constexpr Schema schema{"isnan(Tensor input) -> Tensor"};
  static constexpr const char* doc = "Whether each element is NaN.";
  static constexpr auto formula = [](auto x) { return isnan(x); };
};
VJP_DEFINE(IsNan);

struct IsInf : Predicate {
  static constexpr Schema schema{"isinf(Tensor input) -> Tensor"};
  static constexpr const char* doc = "Whether each element is infinite.";
  static constexpr auto formula = [](auto x) { return isinf(x); };
};
VJP_DEFINE(IsInf);

struct IsFinite : Predicate {
  static constexpr Schema schema{"isfinite(Tensor input) -> Tensor"};
  static constexpr const char* doc = "Whether each element is neither infinite nor NaN.";
  static constexpr auto formula = [](auto x) { return isfinite(x); };
};
VJP_DEFINE(IsFinite);

// Infinite, if it is no 0: right for integers too, which no number for infinity is.
constexpr Sym is_its_double(Sym x) { return eq(x + x, x); }

struct IsPosInf : RealPredicate {
  static constexpr Schema schema{"isposinf(Tensor input) -> Tensor"};
  static constexpr const char* doc = "Whether each element is +inf.";
  static constexpr auto formula = [](auto x) { return is_its_double(maximum(x, 1.0)); };
};
VJP_DEFINE(IsPosInf);

struct IsNegInf : RealPredicate {
  static constexpr Schema schema{"isneginf(Tensor input) -> Tensor"};
  static constexpr const char* doc = "Whether each element is -inf.";
  static constexpr auto formula = [](auto x) { return is_its_double(minimum(x, -1.0)); };
};
VJP_DEFINE(IsNegInf);

struct Signbit : RealPredicate {
  static constexpr Schema schema{"signbit(Tensor input) -> Tensor"};
  static constexpr const char* doc = "Whether each element's sign bit is set, as that of -0.0 is.";
  static constexpr auto formula = [](auto x) { return signbit(x); };
};
VJP_DEFINE(Signbit);

struct IsClose : Predicate {
  static constexpr Schema schema{
      "isclose(Tensor input, Tensor other, float rtol=1e-05, float atol=1e-08, bool equal_nan=False) -> Tensor"};
  static constexpr const char* doc =
      "|input - other| <= atol + rtol * |other|, or both equal; NaN is close to nothing, but to NaN if equal_nan is "
      "true.";
  static constexpr bool inplace = false;
  static constexpr auto formula = [](auto a, auto b, auto rtol, auto atol, auto equal_nan) {
    auto near = logical_and(isfinite(b), le(abs(a - b), atol + rtol * abs(b)));
    return logical_or(logical_or(eq(a, b), near), logical_and(equal_nan, logical_and(isnan(a), isnan(b))));
  };
};
VJP_DEFINE(IsClose);

// ---- logic ----

struct LogicalNot : Predicate {
  static constexpr Schema schema{"logical_not(Tensor input) -> Tensor"};
  static constexpr const char* doc = "Whether each element is 0.";
  static constexpr auto formula = [](auto x) { return logical_not(x); };
};
VJP_DEFINE(LogicalNot);

struct LogicalAnd : Predicate {
  static constexpr Schema schema{"logical_and(Operand input, Operand other) -> Tensor"};
  static constexpr const char* doc = "Whether both elements are other than 0.";
  static constexpr auto formula = [](auto a, auto b) { return logical_and(a, b); };
};
VJP_DEFINE(LogicalAnd);

struct LogicalOr : Predicate {
  static constexpr Schema schema{"logical_or(Operand input, Operand other) -> Tensor"};
  static constexpr const char* doc = "Whether any of both elements is other than 0.";
  static constexpr auto formula = [](auto a, auto b) { return logical_or(a, b); };
};
VJP_DEFINE(LogicalOr);

struct LogicalXor : Predicate {
  static constexpr Schema schema{"logical_xor(Operand input, Operand other) -> Tensor"};
  static constexpr const char* doc = "Whether just one of both elements is other than 0.";
  static constexpr auto formula = [](auto a, auto b) { return logical_xor(a, b); };
};
VJP_DEFINE(LogicalXor);

// ---- bits ----

namespace {

void check_bits(std::string_view name, const Operand& o) {
  const bool integral = o.is_tensor() ? is_integral(o.tensor().dtype()) : o.number().category() <= 1;
  if (!integral) {
    fail(VJP_ERROR_DTYPE, "{}: not defined for floating or complex numbers; expected integers or bool", name);
  }
}
// The kernels are operators' table entries that are in no table: what is checked there first differs.
template <class Kernel>
Tensor run_bits(const Operand& input, const Operand& other) {
  static constinit const OpDef kernel = make_op<Kernel>("bitwise", "");
  check_bits(kernel.schema.name, input);
  check_bits(kernel.schema.name, other);
  const Value args[] = {box(input), box(other)};
  return run_pointwise(kernel, args, {});
}

struct NotKernel : RealPointwise {
  static constexpr Schema schema{"bitwise_not(Tensor input) -> Tensor"};
  static constexpr const char* doc = "";
  static constexpr auto formula = [](auto x) { return bitwise_not(x); };
};
struct AndKernel : RealPointwise {
  static constexpr Schema schema{"bitwise_and(Operand input, Operand other) -> Tensor"};
  static constexpr const char* doc = "";
  static constexpr auto formula = [](auto a, auto b) { return bitwise_and(a, b); };
};
struct OrKernel : RealPointwise {
  static constexpr Schema schema{"bitwise_or(Operand input, Operand other) -> Tensor"};
  static constexpr const char* doc = "";
  static constexpr auto formula = [](auto a, auto b) { return bitwise_or(a, b); };
};
struct XorKernel : RealPointwise {
  static constexpr Schema schema{"bitwise_xor(Operand input, Operand other) -> Tensor"};
  static constexpr const char* doc = "";
  static constexpr auto formula = [](auto a, auto b) { return bitwise_xor(a, b); };
};
struct LeftShiftKernel : RealPointwise {
  static constexpr Schema schema{"bitwise_left_shift(Operand input, Operand other) -> Tensor"};
  static constexpr const char* doc = "";
  static constexpr auto formula = [](auto a, auto b) { return bitwise_left_shift(a, b); };
};
struct RightShiftKernel : RealPointwise {
  static constexpr Schema schema{"bitwise_right_shift(Operand input, Operand other) -> Tensor"};
  static constexpr const char* doc = "";
  static constexpr auto formula = [](auto a, auto b) { return bitwise_right_shift(a, b); };
};

struct Bits : General {
  static constexpr bool inplace = true, out_variant = true;
};

}  // namespace

struct BitwiseNot : Bits {
  static constexpr Schema schema{"bitwise_not(Tensor input) -> Tensor"};
  static constexpr const char* doc = "Every bit inverted; for bool, logical_not.";
  static Tensor forward(const Tensor& input) {
    if (input.dtype() == Dtype::Bool) return logical_not(input);
    check_bits("bitwise_not", input);
    static constinit const OpDef kernel = make_op<NotKernel>("bitwise", "");
    const Value args[] = {box(input)};
    return run_pointwise(kernel, args, {});
  }
};
VJP_DEFINE(BitwiseNot);

struct BitwiseAnd : Bits {
  static constexpr Schema schema{"bitwise_and(Operand input, Operand other) -> Tensor"};
  static constexpr const char* doc = "Bitwise and of integers; for bool, logical_and.";
  static Tensor forward(const Operand& input, const Operand& other) { return run_bits<AndKernel>(input, other); }
};
VJP_DEFINE(BitwiseAnd);

struct BitwiseOr : Bits {
  static constexpr Schema schema{"bitwise_or(Operand input, Operand other) -> Tensor"};
  static constexpr const char* doc = "Bitwise or of integers; for bool, logical_or.";
  static Tensor forward(const Operand& input, const Operand& other) { return run_bits<OrKernel>(input, other); }
};
VJP_DEFINE(BitwiseOr);

struct BitwiseXor : Bits {
  static constexpr Schema schema{"bitwise_xor(Operand input, Operand other) -> Tensor"};
  static constexpr const char* doc = "Bitwise exclusive or of integers; for bool, logical_xor.";
  static Tensor forward(const Operand& input, const Operand& other) { return run_bits<XorKernel>(input, other); }
};
VJP_DEFINE(BitwiseXor);

struct BitwiseLeftShift : Bits {
  static constexpr Schema schema{"bitwise_left_shift(Operand input, Operand other) -> Tensor"};
  static constexpr const char* doc = "input shifted left by other bits.";
  static Tensor forward(const Operand& input, const Operand& other) { return run_bits<LeftShiftKernel>(input, other); }
};
VJP_DEFINE(BitwiseLeftShift);

struct BitwiseRightShift : Bits {
  static constexpr Schema schema{"bitwise_right_shift(Operand input, Operand other) -> Tensor"};
  static constexpr const char* doc = "input shifted right by other bits, the sign kept.";
  static Tensor forward(const Operand& input, const Operand& other) { return run_bits<RightShiftKernel>(input, other); }
};
VJP_DEFINE(BitwiseRightShift);

}  // namespace vjp
