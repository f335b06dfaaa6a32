// Scans and orders: a line of elements becomes another line.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "reference.h"

namespace fuzz {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
using Line = std::vector<Complex>;

// With the sum of absolute values so far as the scale of each element.
template <class F>
Results scan(const Given& g, F f) {
  const Array x = in_dtype(g.array("input"), g);
  Array out = along(x, g.integer("dim"), f);
  Array scale = along(x, g.integer("dim"), [](const Line& line) {
    Line sums;
    double total = 0;
    for (const Complex& z : line) sums.push_back(total += std::isfinite(std::abs(z)) ? std::abs(z) : 0);
    return sums;
  });
  for (const Complex& z : scale.v) out.scale.push_back(z.real());
  return {out};
}

Line running_sum(const Line& line) {
  Line out;
  Complex total = 0;
  for (const Complex& z : line) out.push_back(total += z);
  return out;
}
Line running_product(const Line& line) {
  Line out;
  Complex total = 1;
  bool complex = false;
  for (const Complex& z : line) complex = complex || z.imag() != 0;
  for (const Complex& z : line) out.push_back(total = complex ? total * z : Complex(total.real() * z.real()));
  return out;
}
Line running_logsumexp(const Line& line) {
  Line out;
  double total = -std::numeric_limits<double>::infinity();
  for (const Complex& z : line) {
    if (z.imag() != 0) unspecified("complex numbers");
    const double m = std::max(total, z.real()), x = z.real();
    if (std::isnan(x) || std::isnan(total))
      total = kNan;
    else if (!std::isinf(m))
      total = m + std::log(std::exp(total - m) + std::exp(x - m));
    else
      total = m;
    out.push_back(total);
  }
  return out;
}

// The extreme so far, the last of equal ones, and where it stands.
Results running_extreme(const Given& g, bool large) {
  const Array x = g.array("input");
  const auto run = [large](const Line& line, bool places) {
    Line out;
    size_t best = 0;
    for (size_t i = 0; i < line.size(); ++i) {
      const bool better =
          is_nan(line[i]) ||
          (!is_nan(line[best]) && (large ? line[i].real() >= line[best].real() : line[i].real() <= line[best].real()));
      if (better) best = i;
      out.push_back(places ? Complex(static_cast<double>(best)) : line[best]);
    }
    return out;
  };
  return {along(x, g.integer("dim"), [&](const Line& l) { return run(l, false); }),
          along(x, g.integer("dim"), [&](const Line& l) { return run(l, true); })};
}

bool before(const Complex& a, const Complex& b, bool descending) {  // NaN is the largest
  if (is_nan(a) || is_nan(b)) return descending ? is_nan(a) && !is_nan(b) : !is_nan(a) && is_nan(b);
  return descending ? a.real() > b.real() : a.real() < b.real();
}
std::vector<size_t> order_of(const Line& line, bool descending) {
  std::vector<size_t> order(line.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return before(line[a], line[b], descending); });
  return order;
}
bool has_equal(const Line& line) {
  for (size_t i = 0; i < line.size(); ++i)
    for (size_t j = 0; j < i; ++j)
      if (line[i] == line[j] || (is_nan(line[i]) && is_nan(line[j]))) return true;
  return false;
}

// Values and places of the first `count` in order; equal elements have no order unless it is stable.
Results ordered(const Array& x, int64_t dim, bool descending, bool stable, int64_t count, bool values, bool places) {
  const auto run = [=](const Line& line, bool numbers) {
    if (numbers && !stable && has_equal(line)) unspecified("the order of equal elements");
    Line out;
    for (size_t at : order_of(line, descending))
      if (static_cast<int64_t>(out.size()) < count)
        out.push_back(numbers ? Complex(static_cast<double>(at)) : line[at]);
    return out;
  };
  Results out;
  if (values) out.push_back(along(x, dim, [&](const Line& l) { return run(l, false); }));
  if (places) out.push_back(along(x, dim, [&](const Line& l) { return run(l, true); }));
  return out;
}

Results kth(const Given& g) {
  const Array x = g.array("input");
  Results all = ordered(x, g.integer("dim"), false, false, x.numel(), true, true);
  for (Array& a : all) {
    const int64_t d = wrapped(g.integer("dim"), a.ndim()), k = g.integer("k") - 1;
    if (a.ndim() == 0) continue;
    Array lines = moved(a, d, 0), one(Ints(lines.shape.begin() + 1, lines.shape.end()), a.dtype);
    std::copy_n(lines.v.begin() + k * one.numel(), one.numel(), one.v.begin());
    if (g.flag("keepdim")) {
      one.shape.insert(one.shape.begin(), 1);
      one = moved(one, 0, d);
    }
    a = one;
  }
  return all;
}

Results differences(const Given& g) {
  Array x = g.array("input");
  if (g.integer("n") == 0) return {x};
  const int64_t d = wrapped(g.integer("dim"), x.ndim());
  Array lines = moved(x, d, 0);
  for (const char* name : {"prepend", "append"}) {
    if (!g.has(name)) continue;
    if (g.array(name).ndim() != x.ndim()) unspecified("a number beside a line");
    const Array more = moved(g.array(name), d, 0);
    lines.v.insert(name[0] == 'p' ? lines.v.begin() : lines.v.end(), more.v.begin(), more.v.end());
    lines.shape[0] += more.shape[0];
  }
  if (x.dtype == VJP_DTYPE_BOOL && g.integer("n")) unspecified("differences of bool");
  lines = moved(lines, 0, d);
  for (int64_t n = std::min(g.integer("n"), lines.size(d)); n > 0; --n)
    lines = along(lines, d, [](const Line& l) {
      Line out;
      for (size_t i = 1; i < l.size(); ++i) out.push_back(l[i] - l[i - 1]);
      return out;
    });
  lines.scale.assign(lines.v.size(), 0);
  for (double& s : lines.scale)
    for (const Complex& z : x.v) s = std::max(s, std::isfinite(std::abs(z)) ? 8 * std::abs(z) : 0);
  return {lines};
}

// The areas between neighbours, with positions x along the line or equal steps.
Results areas(const Given& g, bool running) {
  const Array y = g.array("y");
  const bool uniform = g.knows("dx");
  const Array x = uniform ? Array() : g.array("x");
  if (!uniform && (x.ndim() != 1 || wrapped(g.integer("dim"), y.ndim()) != y.ndim() - 1))
    unspecified("positions that broadcast");
  if (is_whole(y.dtype)) unspecified("sums of integers, which may wrap");
  const bool complex = is_complex(y.dtype) || (!uniform && is_complex(x.dtype));
  if (complex && !(all_finite(y) && all_finite(x))) unspecified("infinite complex numbers");
  const double dx = uniform ? g.real("dx") : 0;
  const auto size = [](const Complex& z) { return std::isfinite(std::abs(z)) ? std::abs(z) : 0; };
  // the areas, and what cancels in them
  const auto integral = [&](bool sizes) {
    return along(y, g.integer("dim"), [&](const Line& l) {
      Line parts;
      Complex total = 0;
      for (size_t i = 1; i < l.size(); ++i) {
        const Complex step = uniform ? Complex(dx) : sizes ? size(x.v[i]) + size(x.v[i - 1]) : x.v[i] - x.v[i - 1];
        const Complex both = sizes ? size(l[i]) + size(l[i - 1]) : l[i] + l[i - 1];
        parts.push_back(total += complex ? both * 0.5 * step : Complex(both.real() * 0.5 * step.real()));
      }
      return running ? parts : Line{total};
    });
  };
  Array out = integral(false);
  for (const Complex& z : integral(true).v) out.scale.push_back(std::min(std::abs(z), 1e308));
  if (!running) out.shape.erase(out.shape.begin() + wrapped(g.integer("dim"), y.ndim()));
  return {out};
}

}  // namespace

void add_scans(Table& t) {
  t["cumsum"] = {[](const Given& g) { return scan(g, running_sum); }, 64};
  t["cumprod"] = {[](const Given& g) { return scan(g, running_product); }, 200};
  t["logcumsumexp"] = {[](const Given& g) {
                         Results out = scan(g, running_logsumexp);
                         for (double& s : out[0].scale) s = std::max(s, 1.0);
                         return out;
                       },
                       64};
  t["cummax"] = {[](const Given& g) { return running_extreme(g, true); }};
  t["cummin"] = {[](const Given& g) { return running_extreme(g, false); }};
  t["sort"] = {[](const Given& g) {
    const Array x = g.array("input");
    return ordered(x, g.integer("dim"), g.flag("descending"), g.flag("stable"), INT64_MAX, true, true);
  }};
  t["argsort"] = {[](const Given& g) {
    const Array x = g.array("input");
    return ordered(x, g.integer("dim"), g.flag("descending"), g.flag("stable"), INT64_MAX, false, true);
  }};
  t["msort"] = {[](const Given& g) { return ordered(g.array("input"), 0, false, true, 1 << 30, true, false); }};
  t["topk"] = {[](const Given& g) {
    if (!g.flag("sorted")) unspecified("the order of the largest");
    if (g.array("input").ndim() == 0 && g.integer("k") == 0)
      unspecified("none of a number, which is a number as in the field");
    return ordered(g.array("input"), g.integer("dim"), g.flag("largest"), false, g.integer("k"), true, true);
  }};
  t["kthvalue"] = {kth};
  t["diff"] = {differences, 16};
  t["trapezoid"] = t["trapezoid.dx"] = t["trapz"] =
      t["trapz.dx"] = {[](const Given& g) { return areas(g, false); }, 64};
  t["cumulative_trapezoid"] = t["cumulative_trapezoid.dx"] = {[](const Given& g) { return areas(g, true); }, 64};
}

}  // namespace fuzz
