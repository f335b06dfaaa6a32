// What moves elements, and computes none.
#include "reference.h"

namespace fuzz {
namespace {

Ints with_dim(Ints at, int64_t d, int64_t value) {
  at[static_cast<size_t>(d)] = value;
  return at;
}
Ints inserted(Ints at, int64_t d, int64_t value) {
  at.insert(at.begin() + d, value);
  return at;
}
Ints erased(Ints at, int64_t d) {
  at.erase(at.begin() + d);
  return at;
}
int64_t positive_modulo(int64_t a, int64_t n) { return n ? ((a % n) + n) % n : 0; }

Array part(const Array& x, int64_t d, int64_t start, int64_t count, int64_t step = 1) {
  return rearranged(x, with_dim(x.shape, d, count),
                    [&](const Ints& to) { return with_dim(to, d, start + to[static_cast<size_t>(d)] * step); });
}
Results parts(const Array& x, int64_t d, const Ints& sizes) {
  Results out;
  int64_t start = 0;
  for (int64_t n : sizes) out.push_back(part(x, d, start, n)), start += n;
  return out;
}
// Cuts before these places.
Results cut_at(const Array& x, int64_t d, const Ints& places) {
  Results out;
  int64_t start = 0;
  const int64_t n = x.size(d);
  for (size_t i = 0; i <= places.size(); ++i) {
    int64_t end = i == places.size() ? n : places[i] < 0 ? std::max<int64_t>(0, places[i] + n) : std::min(places[i], n);
    out.push_back(part(x, d, std::min(start, n), std::max<int64_t>(0, end - start)));
    start = end;
  }
  return out;
}
Ints pieces(int64_t n, int64_t each) {
  Ints out;
  for (; n > 0; n -= each) out.push_back(std::min(n, each));
  return out.empty() ? Ints{0} : out;
}
Results even_sections(const Array& x, int64_t d, int64_t count) {
  Ints sizes;
  for (int64_t i = 0; i < count; ++i) sizes.push_back(x.size(d) / count + (i < x.size(d) % count));
  return parts(x, d, sizes);
}

Array joined(const std::vector<Array>& all, int64_t dim) {
  std::vector<Array> some;
  for (const Array& a : all)
    if (a.shape != Ints{0}) some.push_back(a);
  if (some.empty()) return all.at(0);
  const int64_t d = wrapped(dim, some[0].ndim());
  Array out = moved(some[0], d, 0);
  for (size_t i = 1; i < some.size(); ++i) {
    const Array more = moved(some[i], d, 0);
    out.v.insert(out.v.end(), more.v.begin(), more.v.end());
    out.shape[0] += more.shape[0];
  }
  return moved(out, 0, d);
}
Array at_least(Array x, int64_t n) {
  if (x.ndim() == 0 && n >= 1) x.shape = {1};
  if (x.ndim() == 1 && n >= 2) x.shape = {1, x.shape[0]};
  if (x.ndim() == 2 && n >= 3) x.shape = {x.shape[0], x.shape[1], 1};
  return x;
}

Array diagonal(const Array& x, int64_t offset, int64_t dim1, int64_t dim2) {
  const int64_t a = wrapped(dim1, x.ndim()), b = wrapped(dim2, x.ndim());
  offset = std::clamp(offset, -x.size(a), x.size(b));  // beyond, there is none
  const int64_t row = std::max<int64_t>(0, -offset), column = std::max<int64_t>(0, offset);
  const int64_t n = std::max<int64_t>(0, std::min(x.size(a) - row, x.size(b) - column));
  Ints shape = erased(erased(x.shape, std::max(a, b)), std::min(a, b));
  shape.push_back(n);
  return rearranged(x, shape, [&](const Ints& to) {
    Ints from(to.begin(), to.end() - 1);
    const int64_t i = to.back();
    from = a < b ? inserted(inserted(from, a, i + row), b, i + column)
                 : inserted(inserted(from, b, i + column), a, i + row);
    return from;
  });
}
Array diag_matrix(const Array& x, int64_t offset) {  // of the last dimension
  const int64_t n = x.size(-1), m = n + std::abs(offset);
  Ints shape = x.shape;
  shape.back() = m;
  shape.push_back(m);
  Array out(shape, x.dtype);
  int64_t i = 0;
  each(x.shape, [&](Ints to) {
    const int64_t k = to.back();
    to.back() = k + std::max<int64_t>(0, -offset);
    to.push_back(k + std::max<int64_t>(0, offset));
    at(out, to) = x[i++];
  });
  return out;
}
Array triangle(Array x, int64_t diagonal, bool lower) {
  int64_t i = 0;
  each(Ints(x.shape), [&](const Ints& to) {
    const int64_t off = to.back() - to[to.size() - 2];
    if (lower ? off > diagonal : off < diagonal) x[i] = 0;
    ++i;
  });
  return x;
}
Array resized(const Array& x, Ints shape) {
  int64_t known = 1;
  for (int64_t n : shape) known *= n == -1 ? 1 : n;
  for (int64_t& n : shape)
    if (n == -1) n = known ? x.numel() / known : 0;
  return reshaped(x, shape);
}
Array expanded(const Array& x, Ints shape) {
  for (size_t d = 0; d < shape.size(); ++d)
    if (shape[d] == -1) shape[d] = x.shape[d - (shape.size() - x.shape.size())];
  return broadcast(x, shape);
}
Array turned(const Array& x, const Ints& dims) {
  return rearranged(x, x.shape, [&](Ints to) {
    for (int64_t d : dims)
      if (x.ndim())
        to[static_cast<size_t>(wrapped(d, x.ndim()))] = x.size(d) - 1 - to[static_cast<size_t>(wrapped(d, x.ndim()))];
    return to;
  });
}
Array repeated(Array x, const Ints& times) {
  while (x.shape.size() < times.size()) x.shape.insert(x.shape.begin(), 1);
  Ints shape = x.shape;
  for (size_t d = 0; d < shape.size(); ++d) shape[d] *= times[d];
  return rearranged(x, shape, [&](Ints to) {
    for (size_t d = 0; d < to.size(); ++d) to[d] %= x.shape[d];
    return to;
  });
}
Array swapped(const Array& x, int64_t a, int64_t b) {
  Ints dims;
  for (int64_t d = 0; d < x.ndim(); ++d) dims.push_back(d);
  if (x.ndim())
    std::swap(dims[static_cast<size_t>(wrapped(a, x.ndim()))], dims[static_cast<size_t>(wrapped(b, x.ndim()))]);
  return permuted(x, dims);
}
Ints squeezed(const Array& x, const Ints* dims) {
  Ints out;
  for (int64_t d = 0; d < x.ndim(); ++d) {
    bool named = !dims;
    for (size_t i = 0; dims && i < dims->size(); ++i) named = named || wrapped((*dims)[i], x.ndim()) == d;
    if (!(named && x.size(d) == 1)) out.push_back(x.size(d));
  }
  return out;
}

using G = const Given&;
// An operator and its copy have one reference.
void both(Table& t, const std::string& name, Reference f) {
  const size_t dot = name.find('.');
  t[name] = {f};
  t[name.substr(0, dot) + "_copy" + (dot == name.npos ? "" : name.substr(dot))] = {f};
}

void add_shapes(Table& t) {
  for (const char* name :
       {"alias", "alias_copy", "clone", "clone.memory_format", "contiguous", "contiguous.memory_format", "to",
        "to.device", "to.device_memory_format", "to.memory_format"})
    t[name] = {[](G g) { return Results{in_dtype(g.array("input"), g)}; }};
  for (const char* name : {"view", "view_copy"})
    t[name] = {[](G g) { return Results{resized(g.array("input"), g.ints("size"))}; }};
  t["reshape"] = {[](G g) { return Results{resized(g.array("input"), g.ints("shape"))}; }};
  for (const char* name : {"view_as", "reshape_as"})
    t[name] = {[](G g) { return Results{reshaped(g.array("input"), g.array("other").shape)}; }};
  t["ravel"] = {[](G g) { return Results{resized(g.array("input"), {-1})}; }};
  for (const char* name : {"expand", "expand_copy", "broadcast_to"})
    t[name] = {[](G g) { return Results{expanded(g.array("input"), g.ints("size"))}; }};
  t["expand_as"] = {[](G g) { return Results{broadcast(g.array("input"), g.array("other").shape)}; }};
  t["flatten"] = {[](G g) {
    const Array x = g.array("input");
    if (x.ndim() == 0) return Results{reshaped(x, {1})};
    const int64_t a = wrapped(g.integer("start_dim"), x.ndim()), b = wrapped(g.integer("end_dim"), x.ndim());
    Ints shape(x.shape.begin(), x.shape.begin() + a);
    shape.push_back(numel_of(Ints(x.shape.begin() + a, x.shape.begin() + b + 1)));
    shape.insert(shape.end(), x.shape.begin() + b + 1, x.shape.end());
    return Results{reshaped(x, shape)};
  }};
  t["unflatten"] = {[](G g) {
    const Array x = g.array("input");
    const int64_t d = wrapped(g.integer("dim"), x.ndim());
    Ints shape = erased(x.shape, d), sizes = g.ints("sizes");
    for (int64_t n : sizes)
      if (n < 0) unspecified("a size that follows");
    shape.insert(shape.begin() + d, sizes.begin(), sizes.end());
    return Results{reshaped(x, shape)};
  }};
  both(t, "squeeze", [](G g) {
    const Array x = g.array("input");
    return Results{reshaped(x, squeezed(x, nullptr))};
  });
  both(t, "squeeze.dim", [](G g) {
    const Array x = g.array("input");
    const Ints d = g.ints("dim");
    return Results{reshaped(x, squeezed(x, &d))};
  });
  both(t, "unsqueeze", [](G g) {
    const Array x = g.array("input");
    return Results{reshaped(x, inserted(x.shape, wrapped(g.integer("dim"), x.ndim() + 1), 1))};
  });
  t["atleast_1d"] = {[](G g) { return Results{at_least(g.array("input"), 1)}; }};
  t["atleast_2d"] = {[](G g) { return Results{at_least(g.array("input"), 2)}; }};
  t["atleast_3d"] = {[](G g) { return Results{at_least(g.array("input"), 3)}; }};
  for (const char* name : {"atleast_1d.sequence", "atleast_2d.sequence", "atleast_3d.sequence"})
    t[name] = {[](G g) {
      Results out;
      for (const Array& a : g.arrays("tensors")) out.push_back(at_least(a, g.op()[8] - '0'));
      return out;
    }};
  t["broadcast_tensors"] = {[](G g) {
    Results out = g.arrays("tensors");
    Ints shape;
    for (const Array& a : out) shape = broadcast_shape(shape, a.shape);
    for (Array& a : out) a = broadcast(a, shape);
    return out;
  }};
  t["meshgrid"] = {[](G g) {
    const std::vector<Array> in = g.arrays("tensors");
    Ints shape;
    for (const Array& a : in) shape.push_back(a.numel());
    Results out;
    for (size_t i = 0; i < in.size(); ++i) {
      Array a = rearranged(reshaped(in[i], {in[i].numel()}), shape, [&](const Ints& to) { return Ints{to[i]}; });
      out.push_back(g.word("indexing") == "xy" && in.size() > 1 ? swapped(a, 0, 1) : a);
    }
    return out;
  }};
}

void add_orders(Table& t) {
  for (const char* name : {"permute", "permute_copy"})
    t[name] = {[](G g) { return Results{permuted(g.array("input"), g.ints("dims"))}; }};
  for (const char* name : {"transpose", "transpose_copy"})
    t[name] = {[](G g) { return Results{swapped(g.array("input"), g.integer("dim0"), g.integer("dim1"))}; }};
  for (const char* name : {"t", "t_copy"})
    t[name] = {[](G g) {
      const Array x = g.array("input");
      return Results{x.ndim() < 2 ? x : swapped(x, 0, 1)};
    }};
  t["mT"] = {[](G g) { return Results{swapped(g.array("input"), -1, -2)}; }};
  for (const char* name : {"mH", "H"})
    t[name] = {[](G g) {
      Array x = g.array("input");
      if (x.ndim()) x = swapped(x, -1, -2);
      for (Complex& z : x.v) z = std::conj(z);
      return Results{x};
    }};
  t["T"] = {[](G g) {
    const Array x = g.array("input");
    Ints dims;
    for (int64_t d = x.ndim(); d-- > 0;) dims.push_back(d);
    return Results{permuted(x, dims)};
  }};
  t["movedim"] = {[](G g) {
    const Array x = g.array("input");
    if (x.ndim() == 0) return Results{x};
    const Ints from = g.ints("source"), to = g.ints("destination");
    Ints dims(x.shape.size(), -1);
    std::vector<bool> used(x.shape.size());
    for (size_t i = 0; i < from.size(); ++i) {
      dims[static_cast<size_t>(wrapped(to[i], x.ndim()))] = wrapped(from[i], x.ndim());
      used[static_cast<size_t>(wrapped(from[i], x.ndim()))] = true;
    }
    size_t next = 0;
    for (int64_t& d : dims) {
      if (d >= 0) continue;
      while (used[next]) ++next;
      d = static_cast<int64_t>(next++);
    }
    return Results{permuted(x, dims)};
  }};
  t["flip"] = {[](G g) { return Results{turned(g.array("input"), g.ints("dims"))}; }};
  t["flipud"] = {[](G g) { return Results{turned(g.array("input"), {0})}; }};
  t["fliplr"] = {[](G g) { return Results{turned(g.array("input"), {1})}; }};
  t["rot90"] = {[](G g) {
    Array x = g.array("input");
    const Ints dims = g.has("dims") ? g.ints("dims") : Ints{0, 1};
    for (int64_t k = positive_modulo(g.integer("k"), 4); k > 0; --k)
      x = turned(swapped(x, dims[0], dims[1]), {dims[0]});
    return Results{x};
  }};
  t["roll"] = {[](G g) {
    Array x = g.array("input");
    const Ints shifts = g.ints("shifts"), dims = g.has("dims") ? g.ints("dims") : Ints{};
    const Ints shape = x.shape;
    if (dims.empty()) x.shape = {x.numel()};
    for (size_t i = 0; i < shifts.size(); ++i) {
      const auto d = static_cast<size_t>(dims.empty() ? 0 : wrapped(dims[i], x.ndim()));
      x = rearranged(x, x.shape, [&](const Ints& to) {
        return with_dim(to, static_cast<int64_t>(d), positive_modulo(to[d] - shifts[i] % x.shape[d], x.shape[d]));
      });
    }
    return Results{reshaped(x, shape)};
  }};
  t["repeat"] = {[](G g) { return Results{repeated(g.array("input"), g.ints("repeats"))}; }};
  t["tile"] = {[](G g) {
    Ints times = g.ints("dims");
    const Array x = g.array("input");
    while (times.size() < x.shape.size()) times.insert(times.begin(), 1);
    return Results{repeated(x, times)};
  }};
}

void add_pieces(Table& t) {
  t["select"] = {[](G g) {
    const Array x = g.array("input");
    const int64_t d = wrapped(g.integer("dim"), x.ndim()), i = g.integer("index");
    return Results{
        rearranged(x, erased(x.shape, d), [&](const Ints& to) { return inserted(to, d, i < 0 ? i + x.size(d) : i); })};
  }};
  for (const char* name : {"narrow", "narrow_copy"})
    t[name] = {[](G g) {
      const Array x = g.array("input");
      const int64_t d = wrapped(g.integer("dim"), x.ndim()), start = g.integer("start");
      return Results{part(x, d, start < 0 ? start + x.size(d) : start, g.integer("length"))};
    }};
  t["slice"] = {[](G g) {
    const Array x = g.array("input");
    const int64_t d = wrapped(g.integer("dim"), x.ndim()), n = x.size(d), step = g.integer("step");
    const auto bound = [n](int64_t i) { return std::min(n, std::max<int64_t>(0, i < 0 ? i + n : i)); };
    const int64_t start = g.has("start") ? bound(g.integer("start")) : 0,
                  end = g.has("end") ? bound(g.integer("end")) : n;
    return Results{part(x, d, start, end > start ? (end - start - 1) / step + 1 : 0, step)};
  }};
  for (const char* name : {"split", "unsafe_split"})
    t[name] = {[](G g) {
      const Array x = g.array("input");
      const int64_t d = wrapped(g.integer("dim"), x.ndim());
      if (g.integer("split_size") == 0) unspecified("pieces of nothing");
      return parts(x, d, pieces(x.size(d), g.integer("split_size")));
    }};
  for (const char* name : {"chunk", "unsafe_chunk"})
    t[name] = {[](G g) {
      const Array x = g.array("input");
      const int64_t d = wrapped(g.integer("dim"), x.ndim()), n = g.integer("chunks");
      if (x.size(d) == 0) unspecified("chunks of nothing");
      return parts(x, d, pieces(x.size(d), (x.size(d) + n - 1) / n));
    }};
  for (const char* name : {"split_with_sizes", "split_with_sizes_copy", "unsafe_split_with_sizes"})
    t[name] = {[](G g) {
      const Array x = g.array("input");
      return parts(x, wrapped(g.integer("dim"), x.ndim()), g.ints("split_sizes"));
    }};
  t["split.sizes"] = {[](G g) {
    const Array x = g.array("input");
    return parts(x, wrapped(g.integer("dim"), x.ndim()), g.ints("split_size"));
  }};
  t["tensor_split"] = {[](G g) {
    const Array x = g.array("input");
    return even_sections(x, wrapped(g.integer("dim"), x.ndim()), g.integer("indices_or_sections"));
  }};
  t["tensor_split.indices"] = {[](G g) {
    const Array x = g.array("input");
    return cut_at(x, wrapped(g.integer("dim"), x.ndim()), g.ints("indices_or_sections"));
  }};
  t["hsplit"] = {[](G g) {
    const Array x = g.array("input");
    return even_sections(x, x.ndim() == 1 ? 0 : 1, g.integer("indices_or_sections"));
  }};
  t["vsplit"] = {[](G g) { return even_sections(g.array("input"), 0, g.integer("indices_or_sections")); }};
  t["dsplit"] = {[](G g) { return even_sections(g.array("input"), 2, g.integer("indices_or_sections")); }};
  t["hsplit.indices"] = {[](G g) {
    const Array x = g.array("input");
    return cut_at(x, x.ndim() == 1 ? 0 : 1, g.ints("indices_or_sections"));
  }};
  t["vsplit.indices"] = {[](G g) { return cut_at(g.array("input"), 0, g.ints("indices_or_sections")); }};
  t["dsplit.indices"] = {[](G g) { return cut_at(g.array("input"), 2, g.ints("indices_or_sections")); }};
  for (const char* name : {"unbind", "unbind_copy"})
    t[name] = {[](G g) {
      const Array x = g.array("input");
      const int64_t d = wrapped(g.integer("dim"), x.ndim());
      Results out = parts(x, d, Ints(static_cast<size_t>(x.size(d)), 1));
      for (Array& a : out) a.shape = erased(a.shape, d);
      return out;
    }};
  t["cat"] = {[](G g) { return Results{joined(g.arrays("tensors"), g.integer("dim"))}; }};
  t["stack"] = {[](G g) {
    std::vector<Array> in = g.arrays("tensors");
    const int64_t d = wrapped(g.integer("dim"), in.at(0).ndim() + 1);
    for (Array& a : in) a.shape = inserted(a.shape, d, 1);
    return Results{joined(in, d)};
  }};
  for (const char* name : {"hstack", "vstack", "dstack", "column_stack"})
    t[name] = {[](G g) {
      std::vector<Array> in = g.arrays("tensors");
      const char kind = g.op()[0];
      for (Array& a : in) {
        if (kind == 'c')
          a.shape = a.ndim() < 2 ? Ints{a.numel(), 1} : a.shape;
        else
          a = at_least(a, kind == 'h' ? 1 : kind == 'v' ? 2 : 3);
      }
      return Results{joined(in, kind == 'v' ? 0 : kind == 'd' ? 2 : kind == 'h' && in.at(0).ndim() == 1 ? 0 : 1)};
    }};
}

void add_planes(Table& t) {
  for (const char* name : {"diagonal", "diagonal_copy"})
    t[name] = {[](G g) {
      return Results{diagonal(g.array("input"), g.integer("offset"), g.integer("dim1"), g.integer("dim2"))};
    }};
  t["linalg_diagonal"] = {
      [](G g) { return Results{diagonal(g.array("A"), g.integer("offset"), g.integer("dim1"), g.integer("dim2"))}; }};
  t["diag"] = {[](G g) {
    const Array x = g.array("input");
    return Results{x.ndim() == 1 ? diag_matrix(x, g.integer("diagonal")) : diagonal(x, g.integer("diagonal"), 0, 1)};
  }};
  t["diagflat"] = {[](G g) { return Results{diag_matrix(resized(g.array("input"), {-1}), g.integer("offset"))}; }};
  t["diag_embed"] = {[](G g) {
    if (g.integer("dim1") != -2 || g.integer("dim2") != -1) unspecified("other dimensions");
    return Results{diag_matrix(g.array("input"), g.integer("offset"))};
  }};
  t["tril"] = {[](G g) { return Results{triangle(g.array("input"), g.integer("diagonal"), true)}; }};
  t["triu"] = {[](G g) { return Results{triangle(g.array("input"), g.integer("diagonal"), false)}; }};
  for (const char* name : {"unfold", "unfold_copy"})
    t[name] = {[](G g) {
      const Array x = g.array("input");
      const int64_t size = g.integer("size"), step = g.integer("step");
      if (x.ndim() == 0) unspecified("windows over a number");
      const int64_t d = wrapped(g.integer("dimension"), x.ndim());
      Ints shape = with_dim(x.shape, d, (x.size(d) - size) / step + 1);
      shape.push_back(size);
      return Results{rearranged(x, shape, [&](const Ints& to) {
        return with_dim(Ints(to.begin(), to.end() - 1), d, to[static_cast<size_t>(d)] * step + to.back());
      })};
    }};
  t["pixel_shuffle"] = t["pixel_unshuffle"] = {[](G g) {
    const Array x = g.array("input");
    const bool up = g.op() == "pixel_shuffle";
    const int64_t r = g.integer(up ? "upscale_factor" : "downscale_factor"), n = x.ndim();
    Ints shape = x.shape;
    auto c = static_cast<size_t>(n - 3);
    shape[c] = up ? shape[c] / (r * r) : shape[c] * r * r;
    for (size_t k = 1; k < 3; ++k) shape[c + k] = up ? shape[c + k] * r : shape[c + k] / r;
    return Results{rearranged(x, shape, [&](Ints to) {
      if (up)
        to[c] = to[c] * r * r + to[c + 1] % r * r + to[c + 2] % r, to[c + 1] /= r, to[c + 2] /= r;
      else
        to[c + 1] = to[c + 1] * r + to[c] / r % r, to[c + 2] = to[c + 2] * r + to[c] % r, to[c] /= r * r;
      return to;
    })};
  }};
  t["channel_shuffle"] = {[](G g) {
    const Array x = g.array("input");
    const int64_t groups = g.integer("groups"), each_one = x.size(1) / groups;
    return Results{rearranged(x, x.shape, [&](Ints to) {
      to[1] = to[1] % groups * each_one + to[1] / groups;
      return to;
    })};
  }};
  t["view_as_real"] = {[](G g) {
    const Array x = g.array("input");
    Ints shape = x.shape;
    shape.push_back(2);
    Array out(shape, VJP_DTYPE_FLOAT64);
    for (int64_t i = 0; i < x.numel(); ++i) out[2 * i] = x[i].real(), out[2 * i + 1] = x[i].imag();
    return Results{out};
  }};
  t["view_as_complex"] = {[](G g) {
    const Array x = g.array("input");
    Array out(Ints(x.shape.begin(), x.shape.end() - 1), VJP_DTYPE_COMPLEX128);
    for (int64_t i = 0; i < out.numel(); ++i) out[i] = {x[2 * i].real(), x[2 * i + 1].real()};
    return Results{out};
  }};
  t["copy"] = t["copy.non_blocking"] = {[](G g) { return Results{broadcast(g.array("src"), g.array("input").shape)}; }};
}

}  // namespace

void add_rearrangements(Table& table) {
  add_shapes(table);
  add_orders(table);
  add_pieces(table);
  add_planes(table);
}

}  // namespace fuzz
