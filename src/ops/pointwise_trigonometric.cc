// Trigonometric and hyperbolic functions and their inverses; angles.
#include "ops/functions/pointwise_trigonometric.h"

#include "ops/define.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/pointwise_exponential.h"
#include "ops/functions/smooth.h"
#include "ops/pointwise_kinds.h"
#include "ops/smooth.h"
#include "ops/tensor_operators.h"

namespace vjp {
namespace {

constexpr double kPi = 3.14159265358979323846;

}  // namespace

struct Tan : FloatingPointwise {
  static constexpr Schema schema{"tan(Tensor input) -> Tensor"};
  static constexpr const char* doc = "Tangent of every element.";
  static constexpr Autocast autocast = Autocast::Float32;
  static constexpr auto formula = [](auto x) { return tan(x); };
  static constexpr auto partials = rules(partial<"input", Out<>>([](auto y) { return square(y) + 1.0; }));
};
VJP_DEFINE(Tan);

struct Asin : FloatingPointwise {
  static constexpr Schema schema{"asin(Tensor input) -> Tensor"};
  static constexpr const char* doc = "Arc sine of every element.";
  static constexpr Autocast autocast = Autocast::Float32;
  static constexpr auto formula = [](auto x) { return asin(x); };
  static constexpr auto partials =
      rules(partial<"input", In<"input">>([](auto x) { return rsqrt(_one_minus_square(x)); }));
};
VJP_DEFINE(Asin);

struct Acos : FloatingPointwise {
  static constexpr Schema schema{"acos(Tensor input) -> Tensor"};
  static constexpr const char* doc = "Arc cosine of every element.";
  static constexpr Autocast autocast = Autocast::Float32;
  static constexpr auto formula = [](auto x) { return acos(x); };
  static constexpr auto partials =
      rules(partial<"input", In<"input">>([](auto x) { return -rsqrt(_one_minus_square(x)); }));
};
VJP_DEFINE(Acos);

struct Atan : FloatingPointwise {
  static constexpr Schema schema{"atan(Tensor input) -> Tensor"};
  static constexpr const char* doc = "Arc tangent of every element.";
  static constexpr auto formula = [](auto x) { return atan(x); };
  static constexpr auto partials =
      rules(partial<"input", In<"input">>([](auto x) { return reciprocal(square(x) + 1.0); }));
};
VJP_DEFINE(Atan);

struct Sinh : FloatingPointwise {
  static constexpr Schema schema{"sinh(Tensor input) -> Tensor"};
  static constexpr const char* doc = "Hyperbolic sine of every element.";
  static constexpr Autocast autocast = Autocast::Float32;
  static constexpr auto formula = [](auto x) { return sinh(x); };
  static constexpr auto partials = rules(partial<"input", In<"input">>([](auto x) { return cosh(x); }));
};
VJP_DEFINE(Sinh);

struct Cosh : FloatingPointwise {
  static constexpr Schema schema{"cosh(Tensor input) -> Tensor"};
  static constexpr const char* doc = "Hyperbolic cosine of every element.";
  static constexpr Autocast autocast = Autocast::Float32;
  static constexpr auto formula = [](auto x) { return cosh(x); };
  static constexpr auto partials = rules(partial<"input", In<"input">>([](auto x) { return sinh(x); }));
};
VJP_DEFINE(Cosh);

struct Tanh : FloatingPointwise {
  static constexpr Schema schema{"tanh(Tensor input) -> Tensor"};
  static constexpr const char* doc = "Hyperbolic tangent of every element.";
  static constexpr auto formula = [](auto x) { return tanh(x); };
  // with the output: cosh is never called
  static constexpr auto partials = rules(partial<"input", Out<>>([](auto y) { return 1.0 - square(y); }));
};
VJP_DEFINE(Tanh);

struct Asinh : FloatingPointwise {
  static constexpr Schema schema{"asinh(Tensor input) -> Tensor"};
  static constexpr const char* doc = "Inverse hyperbolic sine of every element.";
  static constexpr auto formula = [](auto x) { return asinh(x); };
  static constexpr auto partials = rules(partial<"input", In<"input">>([](auto x) { return asinh_slope(x); }));
};
VJP_DEFINE(Asinh);

struct Acosh : FloatingPointwise {
  static constexpr Schema schema{"acosh(Tensor input) -> Tensor"};
  static constexpr const char* doc = "Inverse hyperbolic cosine of every element.";
  static constexpr auto formula = [](auto x) { return acosh(x); };
  // two roots: one of the product would take another branch for complex numbers
  static constexpr auto partials =
      rules(partial<"input", In<"input">>([](auto x) { return rsqrt(x - 1.0) * rsqrt(x + 1.0); }));
};
VJP_DEFINE(Acosh);

struct Atanh : FloatingPointwise {
  static constexpr Schema schema{"atanh(Tensor input) -> Tensor"};
  static constexpr const char* doc = "Inverse hyperbolic tangent of every element.";
  static constexpr auto formula = [](auto x) { return atanh(x); };
  static constexpr auto partials =
      rules(partial<"input", In<"input">>([](auto x) { return reciprocal(_one_minus_square(x)); }));
};
VJP_DEFINE(Atanh);

struct Atan2 : RealFloatingPointwise {
  static constexpr Schema schema{"atan2(Tensor input, Tensor other) -> Tensor"};
  static constexpr const char* doc = "The angle of the point (other, input), elementwise.";
  static constexpr Autocast autocast = Autocast::Widest;
  static constexpr auto formula = [](auto y, auto x) { return atan2(y, x); };
  // x / r^2 and -y / r^2, without the square
  static constexpr auto partials = rules(partial<"input", In<"input">, In<"other">>([](auto y, auto x) {
                                           return _hypot_slope(x, y) / divisor_of(hypot(x, y));
                                         }),
                                         partial<"other", In<"input">, In<"other">>([](auto y, auto x) {
                                           return -_hypot_slope(y, x) / divisor_of(hypot(y, x));
                                         }));
};
VJP_DEFINE(Atan2);

struct Hypot : RealFloatingPointwise {
  static constexpr Schema schema{"hypot(Tensor input, Tensor other) -> Tensor"};
  static constexpr const char* doc = "sqrt(input^2 + other^2), without overflow.";
  static constexpr auto formula = [](auto x, auto y) { return hypot(x, y); };
  static constexpr auto partials = rules(
      partial<"input", In<"input">, In<"other">, Out<>>([](auto x, auto y, auto r) { return hypot_slope(x, y, r); }),
      partial<"other", In<"input">, In<"other">, Out<>>([](auto x, auto y, auto r) { return hypot_slope(y, x, r); }));
};
VJP_DEFINE(Hypot);

struct Deg2rad : RealFloatingPointwise {
  static constexpr Schema schema{"deg2rad(Tensor input) -> Tensor"};
  static constexpr const char* doc = "Degrees to radians.";
  static constexpr auto formula = [](auto x) { return x * (kPi / 180); };
  static constexpr auto partials = rules(partial<"input">([] { return kPi / 180; }));
};
VJP_DEFINE(Deg2rad);

struct Rad2deg : RealFloatingPointwise {
  static constexpr Schema schema{"rad2deg(Tensor input) -> Tensor"};
  static constexpr const char* doc = "Radians to degrees.";
  static constexpr auto formula = [](auto x) { return x * (180 / kPi); };
  static constexpr auto partials = rules(partial<"input">([] { return 180 / kPi; }));
};
VJP_DEFINE(Rad2deg);

struct Sinc : FloatingPointwise {
  static constexpr Schema schema{"sinc(Tensor input) -> Tensor"};
  static constexpr const char* doc = "sin(pi input) / (pi input), 1 at 0.";
  static constexpr auto formula = [](auto x) { return sinc_value(x); };
  static constexpr auto partials = rules(partial<"input", In<"input">>([](auto x) { return sinc_slope(x); }));
};
VJP_DEFINE(Sinc);

}  // namespace vjp
