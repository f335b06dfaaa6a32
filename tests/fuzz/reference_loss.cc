// Losses between two arrays of one shape, reduced; and what makes arrays of numbers.
#include <cmath>
#include <limits>

#include "reference.h"

namespace fuzz {
namespace {

using G = const Given&;

// each_one.scale: what cancels in each loss, where anything does.
Results reduced(G g, Array each_one, int64_t samples = 1) {
  const std::string how = g.word("reduction");
  if (how == "none") return {each_one};
  Array out({}, each_one.dtype);
  out.scale = {0};
  std::complex<long double> total = 0;
  for (size_t i = 0; i < each_one.v.size(); ++i) {
    const double size = each_one.scale.empty() ? std::abs(each_one.v[i]) : each_one.scale[i];
    total += each_one.v[i], out.scale[0] += std::isfinite(size) ? size : 0;
  }
  out[0] = Complex(total);
  const auto n = static_cast<double>(how == "batchmean" ? samples : each_one.numel());
  if (how.ends_with("mean"))
    out[0] = n ? out[0] / n : std::numeric_limits<double>::quiet_NaN(), out.scale[0] /= n ? n : 1;
  return {out};
}

template <class F>
Results between(G g, F f) {
  Array x = g.array("input"), y = g.array("target");
  if (is_complex(x.dtype) || is_complex(y.dtype)) unspecified("complex numbers");
  const Ints shape = broadcast_shape(x.shape, y.shape);
  x = broadcast(x, shape), y = broadcast(y, shape);
  x.scale.clear();
  for (int64_t i = 0; i < x.numel(); ++i) x[i] = f(x[i].real(), y[i].real());
  return reduced(g, x);
}

// target * (log(target) - input), which is 0 where the target is.
Results divergence(G g) {
  Array x = g.array("input"), y = g.array("target");
  if (is_complex(x.dtype) || is_complex(y.dtype)) unspecified("complex numbers");
  const int64_t samples = x.ndim() ? x.size(0) : 1;
  if (g.word("reduction") == "batchmean" && samples == 0) unspecified("the mean of no samples");
  const Ints shape = broadcast_shape(x.shape, y.shape);
  x = broadcast(x, shape), y = broadcast(y, shape);
  x.scale.clear();
  for (int64_t i = 0; i < x.numel(); ++i) {
    const double in = x[i].real(), to = y[i].real(), p = g.flag("log_target") ? std::exp(to) : to;
    const double log = g.flag("log_target") ? to : to == 0 ? 0 : std::log(to);
    if (!std::isfinite(in) || !std::isfinite(to)) unspecified("probabilities that are infinite");
    x[i] = p * log - p * in;
    x.scale.push_back(std::abs(p * log) + std::abs(p * in));
  }
  return reduced(g, x, samples);
}

// Of probabilities, or of logits, against targets; a weight for each loss, or each positive target.
Results cross_entropy(G g) {
  const bool logits = g.op().ends_with("logits");
  Array x = g.array("input"), y = g.array("target");
  const auto weights = [&](const char* name) {
    Array one({}, VJP_DTYPE_FLOAT64);
    one[0] = 1;
    return g.knows(name) && g.has(name) ? g.array(name) : one;
  };
  Array weight = weights("weight"), positive = weights("pos_weight");
  const Ints shape = broadcast_shape(x.shape, broadcast_shape(weight.shape, positive.shape));
  for (Array* a : {&x, &y, &weight, &positive}) *a = broadcast(*a, shape);
  if (is_whole(x.dtype)) unspecified("whole numbers as probabilities");
  x.scale.clear();
  for (int64_t i = 0; i < x.numel(); ++i) {
    if (Complex(x[i].imag(), y[i].imag()) != 0.0 || Complex(weight[i].imag(), positive[i].imag()) != 0.0)
      unspecified("complex numbers");
    const double in = x[i].real(), to = y[i].real(), w = weight[i].real(), p = positive[i].real();
    if (!std::isfinite(in + to + w + p) || (!logits && !(in >= 0 && in <= 1))) unspecified("no probabilities");
    const double tail = std::log1p(std::exp(-std::abs(in)));
    const double yes = logits ? -p * (tail + std::max(-in, 0.0)) : std::max(std::log(in), -100.0);
    const double no = logits ? -tail - std::max(in, 0.0) : std::max(std::log1p(-in), -100.0);
    x[i] = -w * (to * yes + (1 - to) * no);
    x.scale.push_back(std::abs(w) * ((1 + std::abs(to)) * (std::abs(yes) + std::abs(no))));
  }
  return reduced(g, x);
}

// arange, linspace, full and their like: `f` of the position.
template <class F>
Results made(const Ints& shape, F f) {
  Array out(shape, VJP_DTYPE_FLOAT64);
  for (int64_t i = 0; i < out.numel(); ++i) out[i] = f(i);
  out.scale.assign(out.v.size(), 8);
  return {out};
}

}  // namespace

void add_losses(Table& t) {
  t["l1_loss"] = {[](G g) { return between(g, [](double x, double y) { return std::abs(x - y); }); }, 400};
  t["mse_loss"] = {[](G g) { return between(g, [](double x, double y) { return (x - y) * (x - y); }); }, 400};
  t["huber_loss"] = {[](G g) {
                       return between(g, [d = g.real("delta")](double x, double y) {
                         const double a = std::abs(x - y);
                         return a <= d ? a * a / 2 : d * (a - d / 2);
                       });
                     },
                     64};
  t["smooth_l1_loss"] = {[](G g) {
                           return between(g, [b = g.real("beta")](double x, double y) {
                             const double a = std::abs(x - y);
                             return a < b ? a * a / 2 / b : a - b / 2;
                           });
                         },
                         64};
  t["kl_div"] = {divergence, 400};
  t["binary_cross_entropy"] = t["binary_cross_entropy_with_logits"] = {cross_entropy, 400};
  t["soft_margin_loss"] = {[](G g) {
                             return between(g, [](double x, double y) {
                               return std::max(-x * y, 0.0) + std::log1p(std::exp(-std::abs(x * y)));
                             });
                           },
                           400};
}

void add_creation(Table& t) {
  t["zeros"] = {[](G g) { return made(g.ints("size"), [](int64_t) { return 0.0; }); }};
  t["ones"] = {[](G g) { return made(g.ints("size"), [](int64_t) { return 1.0; }); }};
  t["full"] = {[](G g) { return made(g.ints("size"), [&](int64_t) { return g.number("fill_value"); }); }};
  t["zeros_like"] = t["zero"] = {[](G g) { return made(g.array("input").shape, [](int64_t) { return 0.0; }); }};
  t["ones_like"] = {[](G g) { return made(g.array("input").shape, [](int64_t) { return 1.0; }); }};
  t["full_like"] = {[](G g) { return made(g.array("input").shape, [&](int64_t) { return g.number("fill_value"); }); }};
  t["fill"] = {[](G g) {
    if (is_whole(g.array("input").dtype) && !std::isfinite(std::abs(g.array("value")[0])))
      unspecified("an integer that is not finite");
    return made(g.array("input").shape, [v = g.array("value")[0]](int64_t) { return v; });
  }};
  t["eye"] = {[](G g) {
    const int64_t n = g.integer("n"), m = g.has("m") ? g.integer("m") : n;
    return made({n, m}, [m](int64_t i) { return i / m == i % m ? 1.0 : 0.0; });
  }};
  t["linspace"] = {[](G g) {
                     const int64_t n = g.integer("steps");
                     const double a = g.real("start"), b = g.real("end");
                     if (g.has("dtype") || g.number("start").imag() != 0 || g.number("end").imag() != 0)
                       unspecified("whole numbers");
                     if (!std::isfinite(b - a)) unspecified("the steps between infinite ends");
                     return made({n}, [=](int64_t i) {
                       return n == 1 ? a : a + (b - a) * static_cast<double>(i) / static_cast<double>(n - 1);
                     });
                   },
                   16};
  t["arange.start"] = {[](G g) {
    const double a = g.real("start"), b = g.real("end"), s = g.real("step");
    if (g.has("dtype")) unspecified("whole numbers");
    return made({static_cast<int64_t>(std::ceil((b - a) / s))},
                [=](int64_t i) { return a + s * static_cast<double>(i); });
  }};
}

}  // namespace fuzz
