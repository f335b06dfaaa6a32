// The arithmetic that everything else leans on. (All pointwise families follow this pattern.)
#include "ops/functions/arithmetic.h"

#include "ops/define.h"
#include "ops/numbers.h"
#include "ops/tensor_operators.h"

namespace vjp {

namespace {
void refuse_difference(Dtype promoted, const Value*) { refuse_bools("sub", promoted, "bitwise_xor"); }
}  // namespace

struct Add : Pointwise {
  static constexpr Schema schema{"add(Operand input, Operand other) -> Tensor"};
  static constexpr const char* doc = "input + other, elementwise.";
  static constexpr auto formula = [](auto a, auto b) { return a + b; };
  static constexpr auto partials = rules(partial<"input">([] { return 1.0; }), partial<"other">([] { return 1.0; }));
};
VJP_DEFINE(Add);

struct AddAlpha : Pointwise {
  static constexpr Schema schema{"add.alpha(Operand input, Operand other, *, Scalar alpha=1) -> Tensor"};
  static constexpr const char* doc = "input + alpha * other, elementwise.";
  static constexpr auto formula = [](auto a, auto b, auto alpha) { return a + alpha * b; };
  static constexpr auto partials = rules(partial<"input">([] { return 1.0; }),
                                         partial<"other", Attr<"alpha", Scalar>>([](auto alpha) { return alpha; }));
};
VJP_DEFINE(AddAlpha);

struct Sub : Pointwise {
  static constexpr Schema schema{"sub(Operand input, Operand other) -> Tensor"};
  static constexpr const char* doc = "input - other, elementwise.";
  static constexpr auto check = refuse_difference;
  static constexpr auto formula = [](auto a, auto b) { return a - b; };
  static constexpr auto partials = rules(partial<"input">([] { return 1.0; }), partial<"other">([] { return -1.0; }));
};
VJP_DEFINE(Sub);

struct SubAlpha : Pointwise {
  static constexpr Schema schema{"sub.alpha(Operand input, Operand other, *, Scalar alpha=1) -> Tensor"};
  static constexpr const char* doc = "input - alpha * other, elementwise.";
  static constexpr auto check = refuse_difference;
  static constexpr auto formula = [](auto a, auto b, auto alpha) { return a - alpha * b; };
  static constexpr auto partials = rules(partial<"input">([] { return 1.0; }),
                                         partial<"other", Attr<"alpha", Scalar>>([](auto alpha) { return -alpha; }));
};
VJP_DEFINE(SubAlpha);

struct Mul : Pointwise {
  static constexpr Schema schema{"mul(Operand input, Operand other) -> Tensor"};
  static constexpr const char* doc = "input * other, elementwise.";
  static constexpr auto formula = [](auto a, auto b) { return a * b; };
  static constexpr auto partials = rules(partial<"input", In<"other">>([](auto b) { return b; }),
                                         partial<"other", In<"input">>([](auto a) { return a; }));
};
VJP_DEFINE(Mul);

struct Div : Pointwise {
  static constexpr Schema schema{"div(Operand input, Operand other) -> Tensor"};
  static constexpr const char* doc = "input / other, elementwise; integers divide as float32.";
  static constexpr ResultType result = ResultType::PromoteFloat;
  static constexpr auto formula = [](auto a, auto b) { return a / b; };
  static constexpr auto partials = rules(partial<"input", In<"other">>([](auto b) { return reciprocal(b); }),
                                         partial<"other", In<"input">, In<"other">>([](auto a, auto b) {
                                           auto r = reciprocal(b);  // not over the square, which may overflow
                                           return -(a * r) * r;
                                         }));
};
VJP_DEFINE(Div);

struct Neg : Pointwise {
  static constexpr Schema schema{"neg(Tensor input) -> Tensor"};
  static constexpr const char* doc = "-input, elementwise.";
  static void check(Dtype promoted, const Value*) { refuse_bools("neg", promoted, "logical_not"); }
  static constexpr auto formula = [](auto x) { return -x; };
  static constexpr auto partials = rules(partial<"input">([] { return -1.0; }));
};
VJP_DEFINE(Neg);

struct Reciprocal : Pointwise {
  static constexpr Schema schema{"reciprocal(Tensor input) -> Tensor"};
  static constexpr const char* doc = "1 / input, elementwise.";
  static constexpr Autocast autocast = Autocast::Float32;
  static constexpr ResultType result = ResultType::PromoteFloat;
  static constexpr auto formula = [](auto x) { return reciprocal(x); };
  static constexpr auto partials = rules(partial<"input", Out<>>([](auto y) { return -square(y); }));
};
VJP_DEFINE(Reciprocal);

struct Square : Pointwise {
  static constexpr Schema schema{"square(Tensor input) -> Tensor"};
  static constexpr const char* doc = "input * input, elementwise.";
  static constexpr auto formula = [](auto x) { return square(x); };
  static constexpr auto partials = rules(partial<"input", In<"input">>([](auto x) { return 2.0 * x; }));
};
VJP_DEFINE(Square);

struct Sin : Pointwise {
  static constexpr Schema schema{"sin(Tensor input) -> Tensor"};
  static constexpr const char* doc = "Sine of every element.";
  static constexpr ResultType result = ResultType::PromoteFloat;
  static constexpr auto formula = [](auto x) { return sin(x); };
  static constexpr auto partials = rules(partial<"input", In<"input">>([](auto x) { return cos(x); }));
};
VJP_DEFINE(Sin);

struct Cos : Pointwise {
  static constexpr Schema schema{"cos(Tensor input) -> Tensor"};
  static constexpr const char* doc = "Cosine of every element.";
  static constexpr ResultType result = ResultType::PromoteFloat;
  static constexpr auto formula = [](auto x) { return cos(x); };
  static constexpr auto partials = rules(partial<"input", In<"input">>([](auto x) { return -sin(x); }));
};
VJP_DEFINE(Cos);

}  // namespace vjp
