// Linear algebra by elimination with pivots.
#include <cmath>

#include "reference.h"

namespace fuzz {
namespace {

using G = const Given&;

// Solves a x = b in place for [n, n] and [n, m], and gives the determinant.
Complex eliminate(std::vector<Complex> a, Complex* b, int64_t n, int64_t m) {
  Complex determinant = 1;
  const auto at = [&](int64_t i, int64_t j) -> Complex& { return a[static_cast<size_t>(i * n + j)]; };
  for (int64_t k = 0; k < n; ++k) {
    int64_t best = k;
    for (int64_t i = k; i < n; ++i)
      if (std::abs(at(i, k)) > std::abs(at(best, k))) best = i;
    if (std::abs(at(best, k)) < 0.05) unspecified("matrices that are nearly singular");
    for (int64_t j = 0; j < n; ++j) std::swap(at(k, j), at(best, j));
    for (int64_t j = 0; j < m; ++j) std::swap(b[k * m + j], b[best * m + j]);
    determinant *= best == k ? at(k, k) : -at(k, k);
    for (int64_t i = 0; i < n; ++i) {
      if (i == k) continue;
      const Complex f = at(i, k) / at(k, k);
      for (int64_t j = k; j < n; ++j) at(i, j) -= f * at(k, j);
      for (int64_t j = 0; j < m; ++j) b[i * m + j] -= f * b[k * m + j];
    }
  }
  for (int64_t i = 0; i < n; ++i)
    for (int64_t j = 0; j < m; ++j) b[i * m + j] /= at(i, i);
  return determinant;
}

struct Planes {
  Array a;
  int64_t n, count;
  std::vector<Complex> plane(int64_t p) const { return {a.v.begin() + p * n * n, a.v.begin() + (p + 1) * n * n}; }
};
Planes planes_of(G g) {
  Array a = g.array("A");
  for (const Complex& z : a.v)
    if (!std::isfinite(std::abs(z)) || std::abs(z) > 100) unspecified("matrices that are not finite");
  const int64_t n = a.size(-1);
  return {a, n, numel_of(Ints(a.shape.begin(), a.shape.end() - 2))};
}

Array inverse(G g) {
  const Planes p = planes_of(g);
  Array out(p.a.shape, p.a.dtype);
  for (int64_t k = 0; k < p.count; ++k) {
    for (int64_t i = 0; i < p.n; ++i) out[(k * p.n + i) * p.n + i] = 1;
    if (p.n) eliminate(p.plane(k), &out[k * p.n * p.n], p.n, p.n);
  }
  out.scale.assign(out.v.size(), 4);
  return out;
}
Array determinants(G g) {
  const Planes p = planes_of(g);
  Array out(Ints(p.a.shape.begin(), p.a.shape.end() - 2), p.a.dtype);
  for (int64_t k = 0; k < p.count; ++k) out[k] = eliminate(p.plane(k), nullptr, p.n, 0);
  return out;
}

}  // namespace

void add_linalg(Table& t) {
  t["linalg_inv"] = {[](G g) { return Results{inverse(g)}; }, 3000};
  t["linalg_det"] = {[](G g) { return Results{determinants(g)}; }, 3000};
  t["linalg_slogdet"] = {[](G g) {
                           Array sign = determinants(g), size = sign;
                           for (int64_t i = 0; i < sign.numel(); ++i)
                             size[i] = std::log(std::abs(sign[i])), sign[i] /= std::abs(sign[i]);
                           size.scale.assign(size.v.size(), 4);
                           return Results{sign, size};
                         },
                         3000};
  t["logdet"] = {[](G g) {
                   Array out = determinants(g);
                   for (Complex& z : out.v) {
                     if (z.imag() != 0 || z.real() < 0) unspecified("logarithms of what is not positive");
                     z = std::log(z.real());
                   }
                   out.scale.assign(out.v.size(), 4);
                   return Results{out};
                 },
                 3000};
}

}  // namespace fuzz
