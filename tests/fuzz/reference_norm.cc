// Softmax and norms over dimensions.
#include <cmath>
#include <limits>

#include "reference.h"

namespace fuzz {
namespace {

using G = const Given&;
using Line = std::vector<Complex>;
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

Line softmax(const Line& line, double sign, bool log) {
  double most = -std::numeric_limits<double>::infinity(), total = 0;
  for (const Complex& z : line) most = std::max(most, sign * z.real());
  if (any_nan(line) || std::isinf(most)) return Line(line.size(), kNan);
  for (const Complex& z : line) total += std::exp(sign * z.real() - most);
  Line out;
  for (const Complex& z : line) {
    const double shifted = sign * z.real() - most;
    out.push_back(log ? shifted - std::log(total) : std::exp(shifted) / total);
  }
  return out;
}
Results softmax_of(G g, double sign, bool log) {
  const Array x = in_dtype(g.array("input"), g);
  if (is_complex(x.dtype)) unspecified("complex numbers");
  Array out = along(x, g.integer("dim"), [=](const Line& l) { return softmax(l, sign, log); });
  out.scale.assign(out.v.size(), log ? 4 : 0);
  return {out};
}

// (x - mean) / sqrt(var + eps) of each line of `inner` elements. In more digits than float64 has: where all elements
// are alike, a rounding of their mean would be divided by sqrt(eps).
void standardise(Array& x, int64_t inner, double eps, bool centre) {
  for (int64_t r = 0; inner && r < x.numel() / inner; ++r) {
    long double mean = 0, variance = 0;
    for (int64_t i = 0; i < inner && centre; ++i) mean += x[r * inner + i].real();
    mean /= static_cast<long double>(inner);
    for (int64_t i = 0; i < inner; ++i) variance += std::pow(x[r * inner + i].real() - mean, 2);
    const long double spread = std::sqrt(variance / static_cast<long double>(inner) + eps);
    for (int64_t i = 0; i < inner; ++i)
      x[r * inner + i] = static_cast<double>((x[r * inner + i].real() - mean) / spread);
  }
}
// What is standardised by a small variance has lost digits.
void allow(Array& x) { x.scale.assign(x.v.size(), 50); }

template <class F>
void scale_by(Array& x, G g, F channel) {
  for (const char* name : {"weight", "bias"}) {
    if (!g.has(name)) continue;
    const Array w = g.array(name);
    for (int64_t i = 0; i < x.numel(); ++i) {
      const Complex c = w[channel(i)];
      x[i] = name[0] == 'w' ? x[i].real() * c.real() : x[i].real() + c.real();
    }
  }
}
void must_be_finite(const Array& x) {
  for (const Complex& z : x.v)
    if (!std::isfinite(z.real()) || std::abs(z.real()) > 100) unspecified("variances of what is not finite");
}

Results layer_norm(G g, bool centre) {
  Array x = g.array("input");
  must_be_finite(x);
  const int64_t inner = numel_of(g.ints("normalized_shape"));
  double eps = g.has("eps") ? g.real("eps") : 0;
  if (!g.has("eps")) unspecified("the dtype's own eps");
  if (is_complex(x.dtype)) unspecified("squares of complex numbers, not their sizes");
  standardise(x, inner, eps, centre);
  for (const char* name : {"weight", "bias"})
    if (g.has(name)) must_be_finite(g.array(name));
  Array out = x;
  if (g.has("weight"))
    for (int64_t i = 0; i < out.numel(); ++i) out[i] = out[i].real() * g.array("weight")[i % inner].real();
  if (centre && g.has("bias"))
    for (int64_t i = 0; i < out.numel(); ++i) out[i] += g.array("bias")[i % inner].real();
  allow(out);
  return {out};
}

Results group_norm(G g) {
  Array x = g.array("input");
  must_be_finite(x);
  const int64_t n = x.size(0), c = x.size(1), groups = g.integer("num_groups"), inner = n && c ? x.numel() / n / c : 0;
  standardise(x, c / groups * inner, g.real("eps"), true);
  scale_by(x, g, [=](int64_t i) { return i / inner % c; });
  allow(x);
  return {x};
}

Results normalised(G g) {
  const Array x = g.array("input");
  must_be_finite(x);
  const double p = g.real("p"), eps = g.real("eps");
  if (g.ints("dim").size() != 1) unspecified("several dimensions");
  Array out = along(x, g.ints("dim")[0], [=](Line l) {
    double total = 0, largest = 0;
    for (const Complex& z : l) {
      total += p == 0 ? z != 0.0 : std::pow(std::abs(z), p);
      largest = std::max(largest, std::abs(z));
    }
    const double norm = std::isinf(p) && p > 0 ? largest : p == 0 ? total : std::pow(total, 1 / p);
    for (Complex& z : l) z /= std::max(norm, eps);
    return l;
  });
  allow(out);
  return {out};
}

}  // namespace

void add_norms(Table& t) {
  t["softmax"] = {[](G g) { return softmax_of(g, 1, false); }, 32};
  t["softmin"] = {[](G g) { return softmax_of(g, -1, false); }, 32};
  t["log_softmax"] = {[](G g) { return softmax_of(g, 1, true); }, 32};
  t["layer_norm"] = {[](G g) { return layer_norm(g, true); }, 64};
  t["rms_norm"] = {[](G g) { return layer_norm(g, false); }, 64};
  t["group_norm"] = {group_norm, 64};
  t["normalize"] = {normalised, 64};
  t["glu"] = {[](G g) {
                const Array x = g.array("input");
                if (is_complex(x.dtype)) unspecified("complex numbers");
                return Results{along(x, g.integer("dim"), [](const Line& l) {
                  Line out;
                  for (size_t i = 0; i < l.size() / 2; ++i)
                    out.push_back(l[i].real() / (1 + std::exp(-l[i + l.size() / 2].real())));
                  return out;
                })};
              },
              16};
}

}  // namespace fuzz
