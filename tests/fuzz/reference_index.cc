// Gathering and scattering by indices.
#include <algorithm>
#include <cmath>
#include <set>

#include "reference.h"

namespace fuzz {
namespace {

using G = const Given&;

int64_t whole(const Complex& z) { return static_cast<int64_t>(z.real()); }
int64_t from_end(const Complex& z, int64_t n) { return whole(z) < 0 ? whole(z) + n : whole(z); }
bool repeats(const Array& index) {
  std::set<int64_t> seen;
  for (const Complex& z : index.v)
    if (!seen.insert(whole(z)).second) return true;
  return false;
}

Array gathered(const Array& x, int64_t dim, const Array& index) {
  if (x.ndim() == 0 || index.ndim() == 0) unspecified("numbers without dimensions");
  const auto d = static_cast<size_t>(wrapped(dim, x.ndim()));
  int64_t i = 0;
  return rearranged(x, index.shape, [&](Ints to) {
    to[d] = from_end(index[i++], x.shape[d]);
    return to;
  });
}

// Calls f(position in x, source element) for each index.
template <class F>
void scatter(const Array& x, int64_t dim, const Array& index, F f) {
  if (x.ndim() == 0 || index.ndim() == 0) unspecified("numbers without dimensions");
  const auto d = static_cast<size_t>(wrapped(dim, x.ndim()));
  int64_t i = 0;
  each(index.shape, [&](const Ints& from) {
    Ints to = from;
    to[d] = from_end(index[i++], x.shape[d]);
    f(position_of(to, x.shape), from);
  });
}

Results scattered(G g, bool add) {
  Array x = g.array("input");
  const Array source = g.array("src"), index = g.array("index");
  x.scale.assign(x.v.size(), 8);
  std::set<int64_t> seen;
  scatter(x, g.integer("dim"), index, [&](int64_t to, const Ints& from) {
    if (!add && !seen.insert(to).second) unspecified("the last of several writers");
    x[to] = add ? x[to] + at(source, from) : at(source, from);
  });
  return {x};
}

// For each index of a vector: f(position in x, position in the source), over all other dimensions.
template <class F>
void by_index(const Array& x, int64_t dim, const Array& index, const Ints& source, F f) {
  if (x.ndim() == 0) unspecified("numbers without dimensions");
  const auto d = static_cast<size_t>(wrapped(dim, x.ndim()));
  Ints shape = x.shape;
  shape[d] = index.numel();
  each(shape, [&](const Ints& from) {
    Ints to = from;
    to[d] = from_end(index[from[d]], x.shape[d]);
    f(position_of(to, x.shape), source.empty() ? 0 : position_of(from, source));
  });
}

void add_gathers(Table& t) {
  t["gather"] = {[](G g) { return Results{gathered(g.array("input"), g.integer("dim"), g.array("index"))}; }};
  t["take"] = {[](G g) {
    const Array x = g.array("input"), index = g.array("index");
    Array out(index.shape, x.dtype);
    for (int64_t i = 0; i < out.numel(); ++i) out[i] = x[from_end(index[i], x.numel())];
    return Results{out};
  }};
  t["take_along_dim"] = {[](G g) {
    Array x = g.array("input"), index = g.array("indices");
    if (g.has("dim")) {  // all other dimensions broadcast
      const auto d = static_cast<size_t>(wrapped(g.integer("dim"), x.ndim()));
      Ints one = x.shape, other = index.shape;
      if (one.empty()) unspecified("a number without dimensions");
      one[d] = other[d] = 1;
      Ints shape = broadcast_shape(one, other);
      shape[d] = x.shape[d], x = broadcast(x, shape);
      shape[d] = index.shape[d], index = broadcast(index, shape);
    }
    if (!g.has("dim")) return Results{gathered(reshaped(x, {x.numel()}), 0, reshaped(index, {index.numel()}))};
    return Results{gathered(x, g.integer("dim"), index)};
  }};
  t["index_select"] = {[](G g) {
    const Array x = g.array("input"), index = g.array("index");
    Ints shape = x.shape;
    if (shape.empty()) unspecified("a number without dimensions");
    shape[static_cast<size_t>(wrapped(g.integer("dim"), x.ndim()))] = index.numel();
    Array out(shape, x.dtype);
    by_index(x, g.integer("dim"), index, shape, [&](int64_t from, int64_t to) { out[to] = x[from]; });
    return Results{out};
  }};
  t["embedding"] = {[](G g) {
    const Array index = g.array("input"), w = g.array("weight");
    Ints shape = index.shape;
    shape.push_back(w.size(1));
    return Results{rearranged(w, shape, [&](const Ints& to) {
      return Ints{whole(at(index, Ints(to.begin(), to.end() - 1))), to.back()};
    })};
  }};
  t["one_hot"] = {[](G g) {
    const Array x = g.array("input");
    int64_t classes = g.integer("num_classes");
    if (classes == -1)
      for (const Complex& z : x.v) classes = std::max(classes, whole(z) + 1);
    Ints shape = x.shape;
    shape.push_back(classes);
    Array out(shape, VJP_DTYPE_INT64);
    for (int64_t i = 0; i < x.numel(); ++i) out[i * classes + whole(x[i])] = 1;
    return Results{out};
  }};
  t["nonzero"] = {[](G g) {
    const Array x = g.array("input");
    Array out({0, x.ndim()}, VJP_DTYPE_INT64);
    int64_t i = 0;
    each(x.shape, [&](const Ints& at) {
      if (x[i++] == 0.0) return;
      ++out.shape[0];
      for (int64_t k : at) out.v.emplace_back(static_cast<double>(k));
    });
    return Results{out};
  }};
  t["masked_select"] = {[](G g) {
    Array x = g.array("input"), mask = g.array("mask");
    const Ints shape = broadcast_shape(x.shape, mask.shape);
    x = broadcast(x, shape), mask = broadcast(mask, shape);
    Array out({0}, x.dtype);
    for (int64_t i = 0; i < x.numel(); ++i)
      if (mask[i] != 0.0) out.v.push_back(x[i]), ++out.shape[0];
    return Results{out};
  }};
}

void add_scatters(Table& t) {
  t["scatter"] = {[](G g) { return scattered(g, false); }};
  t["scatter_add"] = {[](G g) { return scattered(g, true); }, 32};
  t["scatter.value"] = {[](G g) {
    Array x = g.array("input");
    scatter(x, g.integer("dim"), g.array("index"), [&](int64_t to, const Ints&) { x[to] = g.number("value"); });
    return Results{x};
  }};
  t["index_add"] = {[](G g) {
                      Array x = g.array("input");
                      const Array source = g.array("source");
                      x.scale.assign(x.v.size(), 8);
                      if (is_complex(x.dtype)) unspecified("parts of complex products");
                      by_index(x, g.integer("dim"), g.array("index"), source.shape,
                               [&](int64_t to, int64_t from) { x[to] += g.real("alpha") * source[from].real(); });
                      return Results{x};
                    },
                    64};
  t["index_copy"] = {[](G g) {
    Array x = g.array("input");
    const Array source = g.array("source"), index = g.array("index");
    if (repeats(index)) unspecified("the last of several writers");
    by_index(x, g.integer("dim"), index, source.shape, [&](int64_t to, int64_t from) { x[to] = source[from]; });
    return Results{x};
  }};
  t["index_fill"] = {[](G g) {
    Array x = g.array("input");
    const Complex value = g.array("value")[0];
    by_index(x, g.integer("dim"), g.array("index"), {}, [&](int64_t to, int64_t) { x[to] = value; });
    return Results{x};
  }};
  t["put"] = {[](G g) {
                Array x = g.array("input");
                const Array source = g.array("source"), index = g.array("index");
                const bool add = g.flag("accumulate");
                if (!add && repeats(index)) unspecified("the last of several writers");
                x.scale.assign(x.v.size(), 8);
                for (int64_t i = 0; i < index.numel(); ++i) {
                  Complex& to = x[from_end(index[i], x.numel())];
                  to = add ? to + source[i] : source[i];
                }
                return Results{x};
              },
              32};
  t["masked_scatter"] = {[](G g) {
    const Array input = g.array("input"), given = g.array("mask"), source = g.array("source");
    const Ints shape = broadcast_shape(input.shape, given.shape);
    Array x = broadcast(input, shape);
    const Array mask = broadcast(given, shape);
    for (int64_t i = 0, next = 0; i < x.numel(); ++i)
      if (mask[i] != 0.0) x[i] = source[next++];
    return Results{x};
  }};
  t["repeat_interleave"] = {[](G g) {
    Array x = g.array("input");
    const int64_t n = g.integer("repeats");
    if (!g.has("dim"))
      x.shape = {x.numel()};
    else if (x.ndim() == 0)
      unspecified("a number without dimensions");
    const auto d = static_cast<size_t>(g.has("dim") ? wrapped(g.integer("dim"), x.ndim()) : 0);
    Ints shape = x.shape;
    shape[d] *= n;
    return Results{rearranged(x, shape, [&](Ints to) {
      to[d] /= n;
      return to;
    })};
  }};
}

}  // namespace

void add_indexing(Table& table) {
  add_gathers(table);
  add_scatters(table);
}

}  // namespace fuzz
