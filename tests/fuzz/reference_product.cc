// Products: sums over a dimension that two arrays share.
#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>

#include "reference.h"

namespace fuzz {
namespace {

using G = const Given&;

// Sums over all letters that the result does not have, with the sum of absolute values as the scale.
Array contracted(const std::string& result, const std::vector<std::pair<std::string, Array>>& factors) {
  std::map<char, int64_t> sizes;
  std::string letters = result;
  bool complex = false;
  for (const auto& [names, a] : factors)
    for (size_t d = 0; d < names.size(); ++d) {
      complex = complex || is_complex(a.dtype);
      int64_t& n = sizes.emplace(names[d], a.shape[d]).first->second;
      if (n == 1) n = a.shape[d];
      if (letters.find(names[d]) == letters.npos) letters += names[d];
    }
  Ints shape, all;
  for (char c : letters) all.push_back(sizes.at(c));
  shape.assign(all.begin(), all.begin() + static_cast<int64_t>(result.size()));
  Array out(shape, factors[0].second.dtype);
  out.scale.assign(out.v.size(), 0);
  each(all, [&](const Ints& to) {
    Complex term = 1;
    double size = 1;
    for (const auto& [names, a] : factors) {
      Ints from;
      for (size_t d = 0; d < names.size(); ++d) from.push_back(a.shape[d] == 1 ? 0 : to[letters.find(names[d])]);
      const Complex z = at(a, from);
      term = complex ? term * z : Complex(term.real() * z.real());
      size *= std::abs(z);
    }
    const int64_t i = position_of(Ints(to.begin(), to.begin() + static_cast<int64_t>(result.size())), shape);
    out[i] += term;
    if (std::isfinite(size)) out.scale[static_cast<size_t>(i)] += size;
  });
  return out;
}

// beta * input + alpha * product
Results added(G g, const Array& product) {
  const Complex alpha = g.number("alpha"), beta = g.number("beta");
  const Array input = broadcast(g.array("input"), product.shape);
  Array out = product;
  if (alpha == 0.0) unspecified("whether 0 times what is not finite is computed");
  const bool complex = is_complex(product.dtype) || is_complex(input.dtype);
  for (int64_t i = 0; i < out.numel(); ++i) {
    const Complex scaled = complex ? alpha * product[i] : Complex(alpha.real() * product[i].real());
    out[i] = beta == 0.0 ? scaled : scaled + (complex ? beta * input[i] : Complex(beta.real() * input[i].real()));
    double& s = out.scale[static_cast<size_t>(i)];
    s = s * std::abs(alpha) + (std::isfinite(std::abs(input[i])) ? std::abs(beta * input[i]) : 0);
  }
  return {out};
}

std::string letters(int64_t n) {
  std::string out;
  for (int64_t i = 0; i < n; ++i) out += static_cast<char>('A' + i);
  return out;
}

Array matmul(Array a, Array b) {
  const bool row = a.ndim() == 1, column = b.ndim() == 1;
  if (row) a.shape = {1, a.numel()};
  if (column) b.shape = {b.numel(), 1};
  const Ints batch =
      broadcast_shape(Ints(a.shape.begin(), a.shape.end() - 2), Ints(b.shape.begin(), b.shape.end() - 2));
  for (Array* x : {&a, &b}) {
    Ints shape = batch;
    shape.insert(shape.end(), x->shape.end() - 2, x->shape.end());
    *x = broadcast(*x, shape);
  }
  const std::string names = letters(static_cast<int64_t>(batch.size()));
  Array out = contracted(names + "nm", {{names + "nk", a}, {names + "km", b}});
  if (column) out.shape.pop_back();
  if (row) out.shape.erase(out.shape.end() - (column ? 1 : 2));
  return out;
}

// Without an arrow the result has the letters that are there once, in the order of the alphabet.
std::string letters_once(std::string equation) {
  std::sort(equation.begin(), equation.end());
  std::string once;
  for (char c : equation)
    if (std::isalpha(static_cast<unsigned char>(c)) && std::count(equation.begin(), equation.end(), c) == 1) once += c;
  return once;
}
Array einsum(std::string equation, const std::vector<Array>& operands) {
  const size_t arrow = equation.find("->");
  std::vector<std::pair<std::string, Array>> factors;
  std::string name;
  for (char c : equation.substr(0, arrow) + ",") {
    if (c == ',')
      factors.emplace_back(std::exchange(name, {}), operands.at(factors.size()));
    else
      name += c;
  }
  return contracted(arrow == std::string::npos ? letters_once(equation) : equation.substr(arrow + 2), factors);
}

Array conjugated(Array a) {
  for (Complex& z : a.v) z = std::conj(z);
  return a;
}

double distance(const Array& a, const Array& b, int64_t i, int64_t j, int64_t n, double p, double eps = 0) {
  double out = 0;
  for (int64_t k = 0; k < n; ++k) {
    const double d = std::abs(a[i * n + k] - b[j * n + k] + eps);
    if (std::isnan(d) && p == 0) unspecified("whether NaN counts as different");
    if (std::isnan(d)) return std::numeric_limits<double>::quiet_NaN();
    out = p == 0 ? out + (d != 0) : std::isinf(p) ? std::max(out, d) : out + std::pow(d, p);
  }
  if (p == 0 || std::isinf(p)) return out;
  if (out > 1e37 || (out > 0 && out < 1e-37)) unspecified("powers that leave the range of float32");
  return std::pow(out, 1 / p);
}
// Differences of numbers of this size cancel.
void set_scale(Array& out, std::initializer_list<const Array*> from) {
  double most = 0;
  for (const Array* a : from)
    for (const Complex& z : a->v) most = std::max(most, std::isfinite(std::abs(z)) ? std::abs(z) : 0);
  out.scale.assign(out.v.size(), most);
}
bool has_infinite(const Array& a) {
  for (const Complex& z : a.v)
    if (std::isinf(std::abs(z))) return true;
  return false;
}

Results cdist(G g) {
  Array a = g.array("x1"), b = g.array("x2");
  if (has_infinite(a) || has_infinite(b)) unspecified("distances of what is infinite");
  const Ints batch =
      broadcast_shape(Ints(a.shape.begin(), a.shape.end() - 2), Ints(b.shape.begin(), b.shape.end() - 2));
  const int64_t n = a.size(-2), m = b.size(-2), k = a.size(-1), p_count = numel_of(batch);
  for (Array* x : {&a, &b}) {
    Ints shape = batch;
    shape.insert(shape.end(), x->shape.end() - 2, x->shape.end());
    *x = broadcast(*x, shape);
  }
  Ints shape = batch;
  shape.insert(shape.end(), {n, m});
  Array out(shape, a.dtype);
  for (int64_t q = 0, o = 0; q < p_count; ++q)
    for (int64_t i = 0; i < n; ++i)
      for (int64_t j = 0; j < m; ++j) out[o++] = distance(a, b, q * n + i, q * m + j, k, g.real("p"));
  set_scale(out, {&a, &b});
  return {out};
}

Results pdist(G g) {
  const Array x = g.array("input");
  if (has_infinite(x)) unspecified("distances of what is infinite");
  Array out({x.size(0) * (x.size(0) - 1) / 2}, x.dtype);
  for (int64_t i = 0, o = 0; i < x.size(0); ++i)
    for (int64_t j = i + 1; j < x.size(0); ++j) out[o++] = distance(x, x, i, j, x.size(1), g.real("p"));
  set_scale(out, {&x});
  return {out};
}

// Means are off by roundings of the largest element of a row, and so are deviations from them.
Results covariance(G g) {
  Array x = g.array("input");
  if (x.ndim() != 2 || g.has("fweights") || g.has("aweights")) unspecified("weights");
  const int64_t n = x.size(0), m = x.size(1);
  const double divisor = std::max<double>(0, static_cast<double>(m - g.integer("correction")));
  if (divisor == 0) unspecified("no degrees of freedom");
  std::vector<double> most(static_cast<size_t>(n), 0);
  for (int64_t i = 0; i < n; ++i) {
    Complex mean = 0;
    for (int64_t j = 0; j < m; ++j) mean += x[i * m + j] / static_cast<double>(m);
    for (int64_t j = 0; j < m; ++j) {
      const double size = std::abs(x[i * m + j]);
      if (std::isfinite(size)) most[static_cast<size_t>(i)] = std::max(most[static_cast<size_t>(i)], size);
      x[i * m + j] -= mean;
    }
  }
  Array out = contracted("ij", {{"ik", x}, {"jk", conjugated(x)}});
  for (Complex& z : out.v) z /= divisor;
  const auto spread = [&](int64_t i) {
    const double v = std::sqrt(std::abs(out[i * n + i]));
    return std::isfinite(v) ? v : 0;
  };
  const double eps = eps_of(x.dtype);
  out.scale.assign(out.v.size(), 20);
  for (int64_t i = 0; i < n; ++i)
    for (int64_t j = 0; j < n; ++j) {
      const double a = most[static_cast<size_t>(i)], b = most[static_cast<size_t>(j)];
      out.scale[static_cast<size_t>(i * n + j)] += a * spread(j) + b * spread(i) + 64 * eps * a * b;
    }
  return {out.ndim() == 2 && n == 1 ? reshaped(out, {}) : out};
}

void add_matrices(Table& t) {
  t["mm"] = {[](G g) { return Results{contracted("nm", {{"nk", g.array("input")}, {"km", g.array("mat2")}})}; }, 64};
  t["bmm"] = {[](G g) {
                return Results{contracted("bnm", {{"bnk", g.array("input")}, {"bkm", g.array("mat2")}})};
              },
              64};
  t["mv"] = {[](G g) { return Results{contracted("n", {{"nk", g.array("input")}, {"k", g.array("vec")}})}; }, 64};
  t["dot"] = {[](G g) { return Results{contracted("", {{"k", g.array("input")}, {"k", g.array("other")}})}; }, 64};
  t["vdot"] = {[](G g) {
                 return Results{contracted("", {{"k", conjugated(g.array("input"))}, {"k", g.array("other")}})};
               },
               64};
  t["matmul"] = {[](G g) { return Results{matmul(g.array("input"), g.array("other"))}; }, 64};
  t["addmm"] = {[](G g) { return added(g, contracted("nm", {{"nk", g.array("mat1")}, {"km", g.array("mat2")}})); }, 64};
  t["addmv"] = {[](G g) { return added(g, contracted("n", {{"nk", g.array("mat")}, {"k", g.array("vec")}})); }, 64};
  t["addr"] = {[](G g) { return added(g, contracted("nm", {{"n", g.array("vec1")}, {"m", g.array("vec2")}})); }, 64};
  t["baddbmm"] = {[](G g) {
                    return added(g, contracted("bnm", {{"bnk", g.array("batch1")}, {"bkm", g.array("batch2")}}));
                  },
                  64};
  t["addbmm"] = {[](G g) {
                   return added(g, contracted("nm", {{"bnk", g.array("batch1")}, {"bkm", g.array("batch2")}}));
                 },
                 64};
  t["outer"] = t["ger"] = {[](G g) {
    return Results{contracted("nm", {{"n", g.array("input")}, {"m", g.array("vec2")}})};
  }};
  t["inner"] = {[](G g) {
                  const Array a = g.array("input"), b = g.array("other");
                  if (a.ndim() == 0 || b.ndim() == 0) unspecified("products with a number");
                  const std::string i = letters(a.ndim() - 1);
                  std::string j = letters(b.ndim() - 1);
                  for (char& c : j) c = static_cast<char>(c + 32);
                  return Results{contracted(i + j, {{i + "0", a}, {j + "0", b}})};
                },
                64};
  t["tensordot"] = {
      [](G g) {
        const Array a = g.array("a"), b = g.array("b");
        const int64_t n = g.integer("dims");
        for (int64_t d = 0; d < n; ++d) {
          if (a.shape[static_cast<size_t>(a.ndim() - n + d)] != b.shape[static_cast<size_t>(d)] &&
              !(all_finite(a) && all_finite(b)))
            unspecified("a dimension of one element stands for several: the other's are added up first");
        }
        std::string i = letters(a.ndim()), j = i.substr(static_cast<size_t>(a.ndim() - n));
        for (int64_t d = n; d < b.ndim(); ++d) j += static_cast<char>('a' + d);
        return Results{contracted(i.substr(0, static_cast<size_t>(a.ndim() - n)) + j.substr(static_cast<size_t>(n)),
                                  {{i, a}, {j, b}})};
      },
      64};
  t["einsum"] = {[](G g) {
                   const std::vector<Array> operands = g.arrays("operands");
                   for (const Array& a : operands)
                     if (operands.size() > 2 && !all_finite(a)) unspecified("which of them are multiplied first");
                   return Results{einsum(g.word("equation"), operands)};
                 },
                 64};
  t["linalg_multi_dot"] = {[](G g) {
                             std::vector<Array> in = g.arrays("tensors");
                             Array out = in.at(0);
                             for (const Array& a : in)
                               for (const Complex& z : a.v)
                                 if (!std::isfinite(std::abs(z)))
                                   unspecified("the order of products of what is not finite");
                             for (size_t i = 1; i < in.size(); ++i) out = matmul(out, in[i]);
                             for (double& s : out.scale) s = std::max(s, 64.0);
                             return Results{out};
                           },
                           128};
  t["kron"] = {[](G g) {
    Array a = g.array("input"), b = g.array("other");
    while (a.ndim() < b.ndim()) a.shape.insert(a.shape.begin(), 1);
    while (b.ndim() < a.ndim()) b.shape.insert(b.shape.begin(), 1);
    Ints shape = a.shape;
    for (size_t d = 0; d < shape.size(); ++d) shape[d] *= b.shape[d];
    Array out(shape, a.dtype);
    each(shape, [&](const Ints& to) {
      Ints i = to, j = to;
      for (size_t d = 0; d < to.size(); ++d) i[d] /= b.shape[d], j[d] %= b.shape[d];
      const Complex x = at(a, i), y = at(b, j);
      at(out, to) = is_complex(a.dtype) || is_complex(b.dtype) ? x * y : Complex(x.real() * y.real());
    });
    return Results{out};
  }};
  t["linear"] = {[](G g) {
                   const Array x = g.array("input"), w = g.array("weight");
                   const std::string i = letters(x.ndim() - 1);
                   Array out = w.ndim() == 1 ? contracted(i, {{i + "k", x}, {"k", w}})
                                             : contracted(i + "m", {{i + "k", x}, {"mk", w}});
                   if (g.has("bias")) {
                     const Array b = broadcast(g.array("bias"), out.shape);
                     for (int64_t e = 0; e < out.numel(); ++e)
                       out[e] += b[e],
                           out.scale[static_cast<size_t>(e)] += std::isfinite(std::abs(b[e])) ? std::abs(b[e]) : 0;
                   }
                   return Results{out};
                 },
                 64};
  t["bilinear"] = {[](G g) {
                     const Array a = g.array("input1"), b = g.array("input2");
                     const std::string i = letters(a.ndim() - 1);
                     if (!all_finite(a) || !all_finite(b) || !all_finite(g.array("weight")))
                       unspecified("which of the three are multiplied first");
                     Array out = contracted(i + "o", {{i + "a", a}, {i + "b", b}, {"oab", g.array("weight")}});
                     if (g.has("bias")) {
                       const Array c = broadcast(g.array("bias"), out.shape);
                       for (int64_t e = 0; e < out.numel(); ++e) out[e] += c[e];
                     }
                     for (double& s : out.scale) s += 4;
                     return Results{out};
                   },
                   128};
}

void add_vectors(Table& t) {
  t["cross"] = t["linalg_cross"] = {[](G g) {
                                      if (!g.has("dim") || g.integer("dim") != 1 || g.array("input").ndim() != 2)
                                        unspecified("another dimension");
                                      Array a = g.array("input"), b = g.array("other");
                                      const Ints shape = broadcast_shape(a.shape, b.shape);
                                      a = broadcast(a, shape), b = broadcast(b, shape);
                                      Array out(a.shape, a.dtype);
                                      for (int64_t r = 0; r < a.size(0); ++r)
                                        for (int64_t i = 0; i < 3; ++i) {
                                          const int64_t j = 3 * r + (i + 1) % 3, k = 3 * r + (i + 2) % 3;
                                          out[3 * r + i] = a[j] * b[k] - a[k] * b[j];
                                          if (!is_complex(a.dtype) && !is_complex(b.dtype))
                                            out[3 * r + i] = a[j].real() * b[k].real() - a[k].real() * b[j].real();
                                        }
                                      if (has_infinite(a) || has_infinite(b)) unspecified("what is infinite");
                                      out.scale.assign(out.v.size(), 16);
                                      return Results{out};
                                    },
                                    16};
  t["linalg_vecdot"] = {[](G g) {
                          Array a = g.array("input"), b = g.array("other");
                          const Ints shape = broadcast_shape(a.shape, b.shape);
                          if (a.shape != shape && b.shape != shape && g.integer("dim") >= 0)
                            unspecified("whose dimension it is");
                          a = broadcast(a, shape), b = broadcast(b, shape);
                          if (shape.empty()) a.shape = b.shape = {1};  // a number is a vector of one
                          const int64_t d = wrapped(g.integer("dim"), a.ndim());
                          const std::string all = letters(a.ndim());
                          std::string rest = all;
                          rest.erase(static_cast<size_t>(d), 1);
                          return Results{contracted(rest, {{all, conjugated(a)}, {all, b}})};
                        },
                        64};
  t["trace"] = {[](G g) {
                  const Array x = g.array("input");
                  Array out({}, x.dtype);
                  out.scale = {16};
                  for (int64_t i = 0; i < std::min(x.size(0), x.size(1)); ++i) out[0] += x[i * x.size(1) + i];
                  return Results{out};
                },
                16};
  t["cov"] = {[](G g) { return covariance(g); }, 64};
  t["cdist"] = {cdist, 200};
  t["pdist"] = {pdist, 200};
  t["dist"] = {[](G g) {
                 Array a = g.array("input"), b = g.array("other");
                 if (has_infinite(a) || has_infinite(b)) unspecified("distances of what is infinite");
                 const Ints shape = broadcast_shape(a.shape, b.shape);
                 a = broadcast(a, shape), b = broadcast(b, shape);
                 Array out({}, a.dtype);
                 out[0] = distance(a, b, 0, 0, a.numel(), g.real("p"));
                 set_scale(out, {&a, &b});
                 return Results{out};
               },
               1000};
  t["linalg_vander"] = {[](G g) {
                          Array x = g.array("x");
                          if (x.shape.empty()) x.shape = {1};
                          const int64_t n = g.has("N") ? g.integer("N") : x.size(-1);
                          Ints shape = x.shape;
                          shape.push_back(n);
                          Array out(shape, x.dtype);
                          for (int64_t i = 0; i < x.numel(); ++i)
                            for (int64_t k = 0; k < n; ++k)
                              out[i * n + k] = is_complex(x.dtype)
                                                   ? (k ? out[i * n + k - 1] * x[i] : Complex(1))
                                                   : Complex(std::pow(x[i].real(), static_cast<double>(k)));
                          return Results{out};
                        },
                        64};
}

}  // namespace

void add_products(Table& table) {
  add_matrices(table);
  add_vectors(table);
}

}  // namespace fuzz
