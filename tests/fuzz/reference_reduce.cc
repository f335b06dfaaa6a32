// Reductions: a line of elements becomes a number.
#include <algorithm>
#include <cmath>
#include <limits>

#include "reference.h"

namespace fuzz {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity(), kNan = std::numeric_limits<double>::quiet_NaN();
using Line = std::vector<Complex>;

// The reduced dimensions as the last one, and the shape of the result.
struct Lines {
  Array rows;
  Ints shape;
  int64_t count() const { return numel_of(shape); }
  Line line(int64_t r) const {
    const int64_t n = rows.size(-1);
    return Line(rows.v.begin() + r * n, rows.v.begin() + (r + 1) * n);
  }
};

Lines lines_of(const Array& x, const Ints& dims, bool keepdim) {
  std::vector<bool> gone(x.shape.size(), dims.empty());
  for (int64_t d : dims)
    if (x.ndim()) gone[static_cast<size_t>(wrapped(d, x.ndim()))] = true;
  Ints order, shape;
  int64_t length = 1;
  for (int64_t d = 0; d < x.ndim(); ++d) {
    if (!gone[static_cast<size_t>(d)]) order.push_back(d);
    if (!gone[static_cast<size_t>(d)] || keepdim) shape.push_back(gone[static_cast<size_t>(d)] ? 1 : x.size(d));
  }
  for (int64_t d = 0; d < x.ndim(); ++d)
    if (gone[static_cast<size_t>(d)]) order.push_back(d), length *= x.size(d);
  Array rows = permuted(x, order);
  rows.shape = {numel_of(shape), length};
  return {rows, shape};
}

Ints dims_of(const Given& g) {
  if (!g.knows("dim") || !g.has("dim")) return {};
  return g.ints("dim");
}

// What cancels in a sum of the line.
double size_of(const Line& line) {
  double out = 0;
  for (const Complex& z : line) out += std::isfinite(std::abs(z)) ? std::abs(z) : 0;
  return out;
}

template <class F>
Results reduce(const Given& g, const char* name, F f) {
  const Array x = in_dtype(g.array(name), g);
  const Lines lines = lines_of(x, dims_of(g), g.knows("keepdim") && g.flag("keepdim"));
  Array out(lines.shape, x.dtype);
  out.scale.assign(out.v.size(), 0);
  for (int64_t r = 0; r < lines.count(); ++r) {
    const Line line = lines.line(r);
    out[r] = f(line);
    out.scale[static_cast<size_t>(r)] = size_of(line);
  }
  return {out};
}

bool less(const Complex& a, const Complex& b) {
  return is_nan(b) ? !is_nan(a) : a.real() < b.real();
}  // NaN is the largest
Line sorted(Line line) {
  std::stable_sort(line.begin(), line.end(), less);
  return line;
}
Line without_nan(const Line& line) {
  Line out;
  for (const Complex& z : line)
    if (!is_nan(z)) out.push_back(z);
  return out;
}

// In more digits than float64 has: long sums are compared with sums in another order.
Complex sum(const Line& line) {
  std::complex<long double> out = 0;
  for (const Complex& z : line) out += z;
  return Complex(out);
}
Complex product(const Line& line) {
  Complex out = 1;
  bool complex = false;
  for (const Complex& z : line) complex = complex || z.imag() != 0;
  for (const Complex& z : line) out = complex ? out * z : Complex(out.real() * z.real());
  // Parts of a product, which may be any of its factors, can leave the range of float32 where the whole does not.
  double up = 0, down = 0;
  for (const Complex& z : line) {
    const double exponent = std::log2(std::abs(z));
    if (std::isfinite(exponent)) (exponent > 0 ? up : down) += std::abs(exponent);
  }
  if (std::max(up, down) > (complex ? 60 : 125)) unspecified("a product whose parts leave the range");
  return out;
}
Complex mean(const Line& line) { return line.empty() ? Complex(kNan) : sum(line) / static_cast<double>(line.size()); }
double variance(const Line& line, double correction) {
  const Complex m = mean(line);
  long double squares = 0;
  for (const Complex& z : line) squares += std::norm(z - m);
  return static_cast<double>(squares / std::max(0.0, static_cast<double>(line.size()) - correction));
}
// What roundings of means, or of differences from them, may do to a variance, besides a part of itself: parts of a line
// have means of their own, and what these are off by is multiplied with deviations when the parts are merged.
double variance_scale(const Line& line, double v, double eps) {
  double most = 0;
  for (const Complex& z : line) most = std::max(most, std::isfinite(std::abs(z)) ? std::abs(z) : 0);
  return (std::isfinite(v) ? v + most * std::sqrt(v) : 0) + 64 * eps * most * most;
}
double largest(const Line& line) {
  double out = -kInf;
  for (const Complex& z : line) out = is_nan(z) || std::isnan(out) ? kNan : std::max(out, z.real());
  return out;
}
double smallest(const Line& line) {
  double out = kInf;
  for (const Complex& z : line) out = is_nan(z) || std::isnan(out) ? kNan : std::min(out, z.real());
  return out;
}
double median(const Line& line) {
  if (line.empty()) return kNan;
  return any_nan(line) ? kNan : sorted(line)[(line.size() - 1) / 2].real();
}

double norm(const Line& line, double p) {
  // an infinite part decides over one that is NaN
  if (std::any_of(line.begin(), line.end(), [](Complex z) { return std::isnan(std::hypot(z.real(), z.imag())); })) {
    if (p == 0) unspecified("how many NaN are not 0");
    return kNan;
  }
  long double out = p == -kInf ? kInf : 0;
  if (p == -kInf && line.empty()) unspecified("the smallest of nothing");
  for (const Complex& z : line) {
    const double a = std::hypot(z.real(), z.imag());
    if (p == kInf)
      out = std::max<long double>(out, a);
    else if (p == -kInf)
      out = std::min<long double>(out, a);
    else if (p == 0)
      out += a != 0;
    else
      out += std::pow(static_cast<long double>(a), p);
  }
  const bool powers = p != 0 && !std::isinf(p);
  if (powers && out > 0 && std::isfinite(static_cast<double>(out)) &&
      std::abs(std::log2(static_cast<double>(out))) > 120)
    unspecified("powers that leave the range of float32");
  return static_cast<double>(powers ? std::pow(out, 1 / static_cast<long double>(p)) : out);
}

double logsumexp(const Line& line) {
  for (const Complex& z : line)
    if (z.imag() != 0) unspecified("complex numbers");
  const double m = largest(line);
  if (std::isinf(m) || std::isnan(m)) return m;
  double total = 0;
  for (const Complex& z : line) total += std::exp(z.real() - m);
  return m + std::log(total);
}

double correction_of(const Given& g) {
  if (g.knows("unbiased")) return g.flag("unbiased");
  return g.real("correction");
}

template <bool Root>
Results spread(const Given& g) {
  std::vector<double> scale;
  const double eps = eps_of(g.array("input").dtype);
  Results out = reduce(g, "input", [&](const Line& line) -> Complex {
    const double v = variance(line, correction_of(g));
    scale.push_back(variance_scale(line, v, eps));
    return Root ? std::sqrt(v) : v;
  });
  if (!Root) out[0].scale = scale;
  return out;
}
template <bool Root>
Results spread_and_mean(const Given& g) {
  return {spread<Root>(g)[0], reduce(g, "input", mean)[0]};
}

// Values and positions of one element of each line. `pick` gives a place in the line.
template <class F>
Results pick_one(const Given& g, bool with_index, F pick) {
  const Array x = g.array("input");
  const Lines lines = lines_of(x, g.has("dim") ? Ints{g.integer("dim")} : Ints{}, g.flag("keepdim"));
  Array values(lines.shape, x.dtype), places(lines.shape, VJP_DTYPE_INT64);
  for (int64_t r = 0; r < lines.count(); ++r) {
    const Line line = lines.line(r);
    const size_t at = pick(line);
    values[r] = line.at(at);
    places[r] = static_cast<double>(at);
  }
  if (!with_index) return {places};
  return {values, places};
}
size_t first_extreme(const Line& line, bool large) {
  size_t best = 0;
  for (size_t i = 0; i < line.size(); ++i) {
    if (is_nan(line[best])) return best;
    if (is_nan(line[i]) || (large ? line[i].real() > line[best].real() : line[i].real() < line[best].real())) best = i;
  }
  return best;
}

double quantile_of(Line line, double q, const std::string& how) {
  line = sorted(line);
  const double at = q * static_cast<double>(line.size() - 1), low = std::floor(at), part = at - low;
  const double a = line[static_cast<size_t>(low)].real(),
               b = line[std::min(line.size() - 1, static_cast<size_t>(low) + 1)].real();
  if (std::abs(part - 0.5) < 1e-6 && how == "nearest") unspecified("half way");
  if ((part < 1e-6 || part > 1 - 1e-6) && part != 0) unspecified("a position that rounding decides");
  if (how == "lower") return a;
  if (how == "higher") return part > 0 ? b : a;
  if (how == "nearest") return part < 0.5 ? a : b;
  if (how == "midpoint") return part > 0 ? (a + b) / 2 : a;
  if (part > 0 && (std::isinf(a) || std::isinf(b))) unspecified("between infinities");
  return part > 0 ? a + part * (b - a) : a;
}

Results quantile(const Given& g) {
  const bool skip_nan = g.op().starts_with("nan"), many = !g.is_number("q");
  const Array x = g.array("input"), q = g.array("q");
  const Lines lines = lines_of(x, g.has("dim") ? Ints{g.integer("dim")} : Ints{}, g.flag("keepdim"));
  Ints shape = lines.shape;
  if (many) shape.insert(shape.begin(), q.shape.begin(), q.shape.end());
  Array out(shape, x.dtype);
  out.scale.assign(out.v.size(), 4);
  for (int64_t k = 0, i = 0; k < q.numel(); ++k)
    for (int64_t r = 0; r < lines.count(); ++r, ++i) {
      Line line = lines.line(r);
      if (skip_nan) line = without_nan(line);
      out[i] = line.empty() || any_nan(line) ? kNan : quantile_of(line, q[k].real(), g.word("interpolation"));
    }
  return {out};
}

// The elements that a mask keeps, reduced.
template <class F>
Results masked(const Given& g, F f) {
  const Array x = in_dtype(g.array("input"), g);
  Array kept(x.shape, x.dtype);
  for (Complex& z : kept.v) z = 1;
  if (g.has("mask")) kept = broadcast(g.array("mask"), x.shape);
  const bool keepdim = g.flag("keepdim");
  const Lines lines = lines_of(x, dims_of(g), keepdim), masks = lines_of(kept, dims_of(g), keepdim);
  Array out(lines.shape, x.dtype);
  out.scale.assign(out.v.size(), 0);
  for (int64_t r = 0; r < lines.count(); ++r) {
    Line line, all = lines.line(r), mask = masks.line(r);
    for (size_t i = 0; i < all.size(); ++i)
      if (mask[i] != 0.0) line.push_back(all[i]);
    out.scale[static_cast<size_t>(r)] = size_of(line);
    if (line.empty() && is_whole(x.dtype)) unspecified("an extreme of no integers");
    out[r] = f(line);
  }
  return {out};
}

void add_plain(Table& t) {
  t["sum"] = {[](const Given& g) { return reduce(g, "input", sum); }, 64};
  t["nansum"] = {[](const Given& g) { return reduce(g, "input", [](const Line& l) { return sum(without_nan(l)); }); },
                 64};
  t["mean"] = {[](const Given& g) { return reduce(g, "input", mean); }, 64};
  t["nanmean"] = {[](const Given& g) { return reduce(g, "input", [](const Line& l) { return mean(without_nan(l)); }); },
                  64};
  t["prod"] = {[](const Given& g) { return reduce(g, "input", product); }, 200};
  t["prod.dim"] = {[](const Given& g) { return reduce(g, "input", product); }, 200};
  t["amax"] = {[](const Given& g) { return reduce(g, "input", [](const Line& l) -> Complex { return largest(l); }); }};
  t["amin"] = {[](const Given& g) { return reduce(g, "input", [](const Line& l) -> Complex { return smallest(l); }); }};
  t["max"] = {[](const Given& g) { return reduce(g, "input", [](const Line& l) -> Complex { return largest(l); }); }};
  t["min"] = {[](const Given& g) { return reduce(g, "input", [](const Line& l) -> Complex { return smallest(l); }); }};
  t["aminmax"] = {[](const Given& g) {
    return Results{reduce(g, "input", [](const Line& l) -> Complex { return smallest(l); })[0],
                   reduce(g, "input", [](const Line& l) -> Complex { return largest(l); })[0]};
  }};
  t["median"] = {[](const Given& g) { return reduce(g, "input", [](const Line& l) -> Complex { return median(l); }); }};
  t["nanmedian"] = {[](const Given& g) {
    return reduce(g, "input", [](const Line& l) -> Complex { return median(without_nan(l)); });
  }};
  t["all"] = {[](const Given& g) {
    return reduce(g, "input", [](const Line& l) {
      return Complex(std::all_of(l.begin(), l.end(), [](Complex z) { return z != 0.0; }));
    });
  }};
  t["any"] = {[](const Given& g) {
    return reduce(g, "input", [](const Line& l) {
      return Complex(std::any_of(l.begin(), l.end(), [](Complex z) { return z != 0.0; }));
    });
  }};
  t["count_nonzero"] = {[](const Given& g) {
    return reduce(g, "input", [](const Line& l) {
      return Complex(static_cast<double>(std::count_if(l.begin(), l.end(), [](Complex z) { return z != 0.0; })));
    });
  }};
  t["logsumexp"] = {[](const Given& g) {
                      Results out = reduce(g, "input", [](const Line& l) -> Complex { return logsumexp(l); });
                      for (double& s : out[0].scale) s = std::max(s, 1.0);
                      return out;
                    },
                    32};
}

void add_moments(Table& t) {
  for (const char* name : {"var", "var.unbiased", "var.unbiased_dim"}) t[name] = {spread<false>, 100};
  for (const char* name : {"std", "std.unbiased", "std.unbiased_dim"}) t[name] = {spread<true>, 100};
  for (const char* name : {"var_mean", "var_mean.unbiased", "var_mean.unbiased_dim"})
    t[name] = {spread_and_mean<false>, 100};
  for (const char* name : {"std_mean", "std_mean.unbiased", "std_mean.unbiased_dim"})
    t[name] = {spread_and_mean<true>, 100};
  t["linalg_vector_norm"] = {[](const Given& g) {
                               return reduce(g, "input",
                                             [p = g.real("ord")](const Line& l) -> Complex { return norm(l, p); });
                             },
                             800};
  t["norm"] = {[](const Given& g) {
                 return reduce(g, "input",
                               [p = g.has("p") ? g.real("p") : 2](const Line& l) -> Complex { return norm(l, p); });
               },
               800};
}

void add_picks(Table& t) {
  t["max.dim"] = {
      [](const Given& g) { return pick_one(g, true, [](const Line& l) { return first_extreme(l, true); }); }};
  t["min.dim"] = {
      [](const Given& g) { return pick_one(g, true, [](const Line& l) { return first_extreme(l, false); }); }};
  t["argmax"] = {
      [](const Given& g) { return pick_one(g, false, [](const Line& l) { return first_extreme(l, true); }); }};
  t["argmin"] = {
      [](const Given& g) { return pick_one(g, false, [](const Line& l) { return first_extreme(l, false); }); }};
  t["quantile"] = t["quantile.tensor"] = t["nanquantile"] = t["nanquantile.tensor"] = {quantile, 32};
}

void add_masked(Table& t) {
  t["masked_sum"] = {[](const Given& g) { return masked(g, sum); }, 64};
  t["masked_mean"] = {[](const Given& g) { return masked(g, mean); }, 64};
  t["masked_prod"] = {[](const Given& g) { return masked(g, product); }, 200};
  t["masked_amax"] = {[](const Given& g) { return masked(g, [](const Line& l) -> Complex { return largest(l); }); }};
  t["masked_amin"] = {[](const Given& g) { return masked(g, [](const Line& l) -> Complex { return smallest(l); }); }};
  t["masked_logsumexp"] = {
      [](const Given& g) { return masked(g, [](const Line& l) -> Complex { return logsumexp(l); }); }, 32};
  t["masked_norm"] = {[](const Given& g) {
                        if (g.real("ord") < 0) unspecified("what is masked counts as 0");
                        return masked(g, [p = g.real("ord")](const Line& l) -> Complex { return norm(l, p); });
                      },
                      800};
  t["masked_var"] = t["masked_var.unbiased"] = {[](const Given& g) {
                                                  std::vector<double> scale;
                                                  const double eps = eps_of(g.array("input").dtype);
                                                  Results out = masked(g, [&](const Line& l) -> Complex {
                                                    const double v = variance(l, correction_of(g));
                                                    scale.push_back(variance_scale(l, v, eps));
                                                    return v;
                                                  });
                                                  out[0].scale = scale;
                                                  return out;
                                                },
                                                100};
  t["masked_std"] = t["masked_std.unbiased"] = {
      [](const Given& g) {
        return masked(g, [&](const Line& l) -> Complex { return std::sqrt(variance(l, correction_of(g))); });
      },
      100};
}

}  // namespace

void add_reductions(Table& table) {
  add_plain(table);
  add_moments(table);
  add_picks(table);
  add_masked(table);
}

}  // namespace fuzz
