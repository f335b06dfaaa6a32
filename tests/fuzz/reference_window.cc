// Convolution and pooling by their definition, in any number of dimensions.
#include <cmath>
#include <limits>

#include "reference.h"

namespace fuzz {
namespace {

using G = const Given&;
constexpr double kInf = std::numeric_limits<double>::infinity();

Ints for_each_dim(Ints list, size_t n, int64_t otherwise) {
  if (list.empty()) list = {otherwise};
  if (list.size() == 1) list.assign(n, list[0]);
  return list;
}
Ints option(G g, const char* name, size_t n, int64_t otherwise) {
  return for_each_dim(g.knows(name) && g.has(name) ? g.ints(name) : Ints{}, n, otherwise);
}
// [N, C, ...] of an input that may lack N.
Array with_batch(Array x, size_t n) {
  if (x.shape.size() == n + 1) x.shape.insert(x.shape.begin(), 1);
  return x;
}
Results without_batch(Results out, bool batched) {
  for (Array& a : out)
    if (!batched) a.shape.erase(a.shape.begin());
  return out;
}
Ints concatenated(int64_t a, int64_t b, const Ints& rest) {
  Ints out{a, b};
  out.insert(out.end(), rest.begin(), rest.end());
  return out;
}

// Zeros beside the input, times an infinite weight, are read by some algorithms and not by others.
void must_be_finite(const Array& weight) {
  for (const Complex& z : weight.v)
    if (!std::isfinite(std::abs(z))) unspecified("what is not finite");
}
void accumulate(Array& out, int64_t at, Complex x, Complex w, bool complex) {
  out[at] += complex ? x * w : Complex(x.real() * w.real());
  const double size = std::abs(x) * std::abs(w);
  if (std::isfinite(size)) out.scale[static_cast<size_t>(at)] += size;
}
void add_bias(G g, Array& out) {
  if (!g.has("bias")) return;
  const Array b = g.array("bias");
  int64_t i = 0;
  each(Ints(out.shape), [&](const Ints& to) {
    out[i] += b[to[1]];
    if (std::isfinite(std::abs(b[to[1]]))) out.scale[static_cast<size_t>(i)] += std::abs(b[to[1]]);
    ++i;
  });
}

Results convolution(G g, size_t n) {
  const bool batched = g.array("input").shape.size() == n + 2;
  const Array x = with_batch(g.array("input"), n), w = g.array("weight");
  must_be_finite(w);
  const Ints stride = option(g, "stride", n, 1), dilation = option(g, "dilation", n, 1);
  Ints before(n), after(n);
  const bool named = g.op().ends_with(".padding");
  for (size_t d = 0; d < n; ++d) {
    const int64_t total = dilation[d] * (w.shape[d + 2] - 1);
    before[d] = !named ? option(g, "padding", n, 0)[d] : g.word("padding") == "same" ? total / 2 : 0;
    after[d] = !named ? before[d] : g.word("padding") == "same" ? total - total / 2 : 0;
  }
  const int64_t groups = g.integer("groups"), per_group = w.shape[0] / groups, channels = w.shape[1];
  Ints inner, kernel(w.shape.begin() + 2, w.shape.end());
  for (size_t d = 0; d < n; ++d)
    inner.push_back((x.shape[d + 2] + before[d] + after[d] - dilation[d] * (kernel[d] - 1) - 1) / stride[d] + 1);
  Array out(concatenated(x.shape[0], w.shape[0], inner), x.dtype);
  out.scale.assign(out.v.size(), 0);
  const bool complex = is_complex(x.dtype);
  int64_t i = 0;
  each(out.shape, [&](const Ints& to) {
    for (int64_t c = 0; c < channels; ++c)
      each(kernel, [&](const Ints& k) {
        Ints from = concatenated(to[0], to[1] / per_group * channels + c, {}), tap = concatenated(to[1], c, k);
        for (size_t d = 0; d < n; ++d) {
          from.push_back(to[d + 2] * stride[d] - before[d] + k[d] * dilation[d]);
          if (from.back() < 0 || from.back() >= x.shape[d + 2]) return;
        }
        accumulate(out, i, at(x, from), at(w, tap), complex);
      });
    ++i;
  });
  add_bias(g, out);
  return without_batch({out}, batched);
}

Results transposed_convolution(G g, size_t n) {
  const bool batched = g.array("input").shape.size() == n + 2;
  const Array x = with_batch(g.array("input"), n), w = g.array("weight");
  must_be_finite(w);
  const Ints stride = option(g, "stride", n, 1), dilation = option(g, "dilation", n, 1),
             pad = option(g, "padding", n, 0), more = option(g, "output_padding", n, 0);
  const int64_t groups = g.integer("groups"), per_group = w.shape[1], channels = w.shape[0] / groups;
  Ints inner, kernel(w.shape.begin() + 2, w.shape.end());
  for (size_t d = 0; d < n; ++d)
    inner.push_back((x.shape[d + 2] - 1) * stride[d] - 2 * pad[d] + dilation[d] * (kernel[d] - 1) + more[d] + 1);
  Array out(concatenated(x.shape[0], groups * per_group, inner), x.dtype);
  out.scale.assign(out.v.size(), 0);
  const bool complex = is_complex(x.dtype);
  int64_t i = 0;
  each(x.shape, [&](const Ints& from) {
    for (int64_t o = 0; o < per_group; ++o)
      each(kernel, [&](const Ints& k) {
        Ints to = concatenated(from[0], from[1] / channels * per_group + o, {}), tap = concatenated(from[1], o, k);
        for (size_t d = 0; d < n; ++d) {
          to.push_back(from[d + 2] * stride[d] - pad[d] + k[d] * dilation[d]);
          if (to.back() < 0 || to.back() >= out.shape[d + 2]) return;
        }
        accumulate(out, position_of(to, out.shape), x[i], at(w, tap), complex);
      });
    ++i;
  });
  add_bias(g, out);
  return without_batch({out}, batched);
}

// How many windows fit; with ceil_mode one more that begins inside the input or its left padding.
int64_t windows(int64_t size, int64_t kernel, int64_t stride, int64_t pad, int64_t dilation, bool ceil_mode) {
  const int64_t span = size + 2 * pad - dilation * (kernel - 1) - 1;
  int64_t count = (span + (ceil_mode ? stride - 1 : 0)) / stride + 1;
  if (ceil_mode && (count - 1) * stride >= size + pad) --count;
  return count;
}

Results pooled(G g, size_t n, bool average, bool indices) {
  const bool batched = g.array("input").shape.size() == n + 2;
  const Array x = with_batch(g.array("input"), n);
  const Ints kernel = option(g, "kernel_size", n, 1), dilation = option(g, "dilation", n, 1),
             pad = option(g, "padding", n, 0);
  const Ints stride = g.has("stride") && !g.ints("stride").empty() ? option(g, "stride", n, 1) : kernel;
  Ints inner;
  for (size_t d = 0; d < n; ++d)
    inner.push_back(windows(x.shape[d + 2], kernel[d], stride[d], pad[d], dilation[d], g.flag("ceil_mode")));
  Array out(concatenated(x.shape[0], x.shape[1], inner), x.dtype), places(out.shape, VJP_DTYPE_INT64);
  out.scale.assign(out.v.size(), 1);
  int64_t i = 0;
  each(out.shape, [&](const Ints& to) {
    double best = -kInf, total = 0, area = 1;
    int64_t place = -1;
    for (size_t d = 0; d < n; ++d) {
      const int64_t start = to[d + 2] * stride[d] - pad[d], end = std::min(start + kernel[d], x.shape[d + 2] + pad[d]);
      area *= static_cast<double>(end - start);
    }
    int64_t inside = 0;
    each(kernel, [&](const Ints& k) {
      Ints from = concatenated(to[0], to[1], {});
      int64_t p = 0;
      for (size_t d = 0; d < n; ++d) {
        from.push_back(to[d + 2] * stride[d] - pad[d] + k[d] * dilation[d]);
        if (from.back() < 0 || from.back() >= x.shape[d + 2]) return;
        p = p * x.shape[d + 2] + from.back();
      }
      const double v = at(x, from).real();
      total += v, ++inside;
      if (place < 0 || v > best || (std::isnan(v) && !std::isnan(best))) best = v, place = p;
    });
    if (average && !g.flag("count_include_pad")) area = static_cast<double>(inside);
    if (average && g.knows("divisor_override") && g.has("divisor_override"))
      area = static_cast<double>(g.integer("divisor_override"));
    if (indices && std::isnan(best)) unspecified("which of several NaN");
    out[i] = average ? total / area : best;
    places[i++] = static_cast<double>(place);
  });
  Results all{out};
  if (indices) all.push_back(places);
  return without_batch(all, batched);
}

Results adaptive(G g, size_t n, bool average, bool indices) {
  const bool batched = g.array("input").shape.size() == n + 2;
  const Array x = with_batch(g.array("input"), n);
  if (is_complex(x.dtype)) unspecified("complex numbers");
  Ints inner = option(g, "output_size", n, 1);
  for (size_t d = 0; d < n; ++d)
    if (inner[d] < 0) inner[d] = x.shape[d + 2];
  Array out(concatenated(x.shape[0], x.shape[1], inner), x.dtype), places(out.shape, VJP_DTYPE_INT64);
  out.scale.assign(out.v.size(), 1);
  int64_t i = 0;
  each(out.shape, [&](const Ints& to) {
    Ints start, size;
    for (size_t d = 0; d < n; ++d) {
      const int64_t m = x.shape[d + 2], o = to[d + 2];
      start.push_back(o * m / inner[d]);
      size.push_back(((o + 1) * m + inner[d] - 1) / inner[d] - start.back());
    }
    double total = 0, best = -kInf;
    int64_t place = -1;
    each(size, [&](const Ints& k) {
      Ints from = concatenated(to[0], to[1], {});
      int64_t p = 0;
      for (size_t d = 0; d < n; ++d) from.push_back(start[d] + k[d]), p = p * x.shape[d + 2] + from.back();
      const double v = at(x, from).real();
      total += v;
      if (place < 0 || v > best || (std::isnan(v) && !std::isnan(best))) best = v, place = p;
    });
    if (indices && std::isnan(best)) unspecified("which of several NaN");
    out[i] = average ? total / static_cast<double>(numel_of(size)) : best;
    places[i++] = static_cast<double>(place);
  });
  Results all{out};
  if (indices) all.push_back(places);
  return without_batch(all, batched);
}

// The number of spatial dimensions stands in the name: conv2d, max_pool3d.indices.
size_t dims_in(const std::string& name) { return static_cast<size_t>(name[name.find_first_of("123")] - '0'); }

}  // namespace

void add_windows(Table& t) {
  for (const char* n : {"1d", "2d", "3d"}) {
    for (const char* form : {"", ".padding"})
      t[std::string("conv") + n + form] = {[](G g) { return convolution(g, dims_in(g.op())); }, 64};
    t[std::string("conv_transpose") + n] = {[](G g) { return transposed_convolution(g, dims_in(g.op())); }, 64};
    t[std::string("avg_pool") + n] = {[](G g) { return pooled(g, dims_in(g.op()), true, false); }, 32};
    t[std::string("max_pool") + n] = {[](G g) { return pooled(g, dims_in(g.op()), false, false); }};
    t[std::string("max_pool") + n + ".indices"] = {
        [](G g) { return pooled(g, dims_in(g.op()), false, g.flag("return_indices")); }};
    t[std::string("adaptive_avg_pool") + n] = {[](G g) { return adaptive(g, dims_in(g.op()), true, false); }, 32};
    t[std::string("adaptive_max_pool") + n] = {[](G g) { return adaptive(g, dims_in(g.op()), false, false); }};
    t[std::string("adaptive_max_pool") + n + ".indices"] = {
        [](G g) { return adaptive(g, dims_in(g.op()), false, g.flag("return_indices")); }};
  }
}

}  // namespace fuzz
