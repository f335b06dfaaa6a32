// Elements and slices combined at indexed positions: scatter_reduce, index_reduce, index_copy, index_fill, put,
// segments.
#include "ops/functions/index_reduce.h"

#include "graph/batched.h"
#include "ops/batch_rules.h"
#include "ops/define.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/complex.h"
#include "ops/functions/copy.h"
#include "ops/functions/creation.h"
#include "ops/functions/index_advanced.h"
#include "ops/functions/index_gather.h"
#include "ops/functions/index_mask.h"
#include "ops/functions/index_slices.h"
#include "ops/functions/join.h"
#include "ops/functions/pointwise_comparison.h"
#include "ops/functions/pointwise_rounding.h"
#include "ops/functions/pointwise_selection.h"
#include "ops/functions/reduce_scan.h"
#include "ops/functions/reduce_sum.h"
#include "ops/functions/scan_extreme.h"
#include "ops/functions/segment_sum.h"
#include "ops/functions/strided.h"
#include "ops/functions/view_part.h"
#include "ops/functions/view_shape.h"
#include "ops/halves.h"
#include "ops/host_numbers.h"
#include "ops/index_common.h"
#include "ops/loops.h"
#include "ops/numbers.h"

namespace vjp {
namespace {

enum class Reduce { Sum, Prod, Mean, Max, Min };

Reduce reduce_of(std::string_view name, const char* what) {
  constexpr std::string_view names[] = {"sum", "prod", "mean", "amax", "amin"};
  for (size_t i = 0; i < std::size(names); ++i)
    if (names[i] == name) return static_cast<Reduce>(i);
  fail(VJP_ERROR_INVALID, "{}: 'reduce' must be \"sum\", \"prod\", \"mean\", \"amax\" or \"amin\", got \"{}\"", what,
       name);
}

// What combines with every element to that element.
Scalar identity_of(Reduce reduce, Dtype dtype) {
  if (reduce == Reduce::Prod) return 1;
  if (reduce == Reduce::Sum || reduce == Reduce::Mean) return 0;
  const bool max = reduce == Reduce::Max;
  if (is_floating(dtype)) return max ? -INFINITY : INFINITY;
  if (dtype == Dtype::Bool || dtype == Dtype::UInt8) return max ? 0 : dtype == Dtype::Bool ? 1 : 255;
  const int bits = static_cast<int>(size_of(dtype)) * 8;
  const int64_t low = INT64_MIN >> (64 - bits);
  return max ? low : -(low + 1);
}

Combine combine_of(Reduce reduce) {
  switch (reduce) {
    case Reduce::Prod:
      return Combine::Mul;
    case Reduce::Max:
      return Combine::Max;
    case Reduce::Min:
      return Combine::Min;
    default:
      return Combine::Add;
  }
}

// The part of src that the index reads, and a gradient of that part as one of src.
Tensor read_part(const Tensor& src, IntSpan sizes) {
  Tensor part = src;
  for (int d = 0; d < part.ndim(); ++d)
    if (part.size(d) != sizes[static_cast<size_t>(d)]) part = narrow(part, d, 0, sizes[static_cast<size_t>(d)]);
  return part;
}
Tensor whole_gradient(const Tensor& part, IntSpan shape) {
  if (same(part.sizes(), shape)) return part;
  const Dims strides = contiguous_strides(shape);
  return _strided_scatter(part, part.sizes(), strides, 0, shape, strides, 0);
}

// How often each position is written to, `before` before.
Tensor counts(const Tensor& index, IntSpan shape, int64_t dim, bool before, Dtype dtype) {
  Tensor n = full(shape, before ? 1 : 0, dtype);
  return scatter_add(n, dim, index, ones(index.sizes(), dtype));
}
// 1 where the former element counts: everywhere, or where nothing is written.
Tensor kept(const Tensor& like, int64_t dim, const Tensor& index, bool include_self) {
  Tensor all = ones(like.sizes(), like.dtype());
  return include_self ? all : scatter(all, dim, index, zeros(index.sizes(), like.dtype()));
}

// The result's derivatives: in the former element, and in each element of the source (in its part). One that is not
// defined is 1 everywhere.
struct Slopes {
  Tensor input, src;
};
Tensor times(const Tensor& t, const Tensor& slope) { return slope ? mul(t, slope) : t; }
Tensor pulled(const Tensor& g, const Tensor& slope) { return slope ? mul(g, conj(slope)) : g; }

Slopes slopes_of_extreme(const Tensor& x, int64_t dim, const Tensor& index, const Tensor& part, const Tensor& out,
                         bool include_self) {
  Tensor own = to(eq(x, out), x.dtype());
  if (!include_self) own = mul(own, kept(x, dim, index, false));
  Tensor theirs = to(eq(part, gather(out, dim, index)), x.dtype());
  const Tensor share = scatter_add(own, dim, index, theirs);  // equal ones share
  const Tensor each = where(eq(share, 0), 0, reciprocal(share));
  return {mul(own, each), mul(theirs, gather(each, dim, index))};
}

// Without dividing by 0: where one factor alone is 0 its derivative is the product of the others.
Slopes slopes_of_product(const Tensor& x, int64_t dim, const Tensor& index, const Tensor& part, const Tensor& out,
                         bool include_self) {
  const auto product = [&](const Tensor& from, const Tensor& of) {
    return scatter_reduce(from, dim, index, of, "prod", include_self);
  };
  const Tensor own_zero = eq(x, 0), zero = eq(part, 0);
  const Tensor filled = where(own_zero, 1, x);
  Slopes s;
  s.input = mul(kept(x, dim, index, include_self), div(product(filled, part), filled));
  const Tensor zeros_there = scatter_add(zeros(x.sizes(), x.dtype()), dim, index, to(zero, x.dtype()));
  const Tensor alone = logical_and(zero, eq(gather(zeros_there, dim, index), 1));
  const Tensor others = gather(product(x, where(alone, 1, part)), dim, index);
  s.src = where(alone, others, div(gather(out, dim, index), where(zero, 1, part)));
  return s;
}

Slopes slopes(const Tensor& x, int64_t dim, const Tensor& index, const Tensor& src, const Tensor& out, Reduce reduce,
              bool include_self) {
  const Tensor part = read_part(src, index.sizes());
  switch (reduce) {
    case Reduce::Sum:
      return {include_self ? Tensor() : kept(x, dim, index, false), Tensor()};
    case Reduce::Prod:
      return slopes_of_product(x, dim, index, part, out, include_self);
    case Reduce::Max:
    case Reduce::Min:
      return slopes_of_extreme(x, dim, index, part, out, include_self);
    case Reduce::Mean:
      break;
  }
  const Tensor each = reciprocal(clamp_min(counts(index, x.sizes(), dim, include_self, x.dtype()), 1));
  return {mul(kept(x, dim, index, include_self), each), gather(each, dim, index)};
}

Tensor divided(const Tensor& total, const Tensor& count) {
  return is_integral(total.dtype()) ? floor_divide(total, count) : div(total, count);
}

void check_shapes(const Tensor& target, const Tensor& index, const Tensor& src, int dim, const char* what) {
  bool fits = index.ndim() == target.ndim() && src.ndim() == index.ndim();
  for (int d = 0; fits && d < index.ndim(); ++d)
    fits = index.size(d) <= src.size(d) && (d == dim || index.size(d) <= target.size(d));
  if (!fits) {
    fail(VJP_ERROR_SHAPE,
         "{}: 'index' has shape {}, which must not exceed that of 'src', {}, nor that of 'input', {}, outside of "
         "dimension {}",
         what, index.sizes(), src.sizes(), target.sizes(), dim);
  }
}

}  // namespace

struct ScatterReduce : General {
  static constexpr Schema schema{
      "scatter_reduce(Tensor input, int dim, Tensor index, Tensor src, str reduce, *, bool include_self=True) -> "
      "Tensor"};
  static constexpr const char* doc =
      "A copy of input in which the elements of src are reduced (\"sum\", \"prod\", \"mean\", \"amax\" or \"amin\") "
      "into "
      "the indexed positions, with what was there before or, without include_self, without it. Equal extremes share "
      "the gradient.";
  static constexpr Autocast autocast = Autocast::Widest;
  static constexpr bool inplace = true;
  static Tensor forward(const Tensor& input, int64_t dim, const Tensor& index, const Tensor& src,
                        std::string_view reduce, bool include_self) {
    constexpr const char* what = "scatter_reduce";
    const Reduce kind = reduce_of(reduce, what);
    if (src.dtype() != input.dtype()) {
      fail(VJP_ERROR_DTYPE, "{}: 'src' is {}, but 'input' is {}; convert one with to", what, src.dtype(),
           input.dtype());
    }
    if (is_complex(input.dtype()) && (kind == Reduce::Max || kind == Reduce::Min)) {
      fail(VJP_ERROR_DTYPE, "{}: complex numbers have no order", what);
    }
    const int d = wrap_dim(dim, std::max(1, input.ndim()), what);
    Tensor out = is_half(input.dtype()) ? fresh_copy(wide(input)) : fresh_copy(input);
    if (index.numel() == 0) return narrowed(out, input.dtype());
    const Tensor target = at_least_1d(out), source = at_least_1d(wide(src));
    check_shapes(target, at_least_1d(index), source, d, what);
    const Tensor where_to = checked_places(at_least_1d(index), target.size(d), what);
    if (!include_self) {
      const Tensor none = expand(full({}, identity_of(kind, out.dtype()), out.dtype()), where_to.sizes());
      kernels().scatter({target.view(), where_to.view(), none.view(), d, byte_of(Combine::Set)});
    }
    View part = source.view();
    part.sizes = where_to.sizes().data();
    kernels().scatter({target.view(), where_to.view(), part, d, byte_of(combine_of(kind))});
    if (kind == Reduce::Mean) {
      const Tensor n = counts(where_to, target.sizes(), d, include_self, target.dtype());
      out = reshape(divided(target, clamp_min(n, 1)), input.sizes());
    }
    return narrowed(out, input.dtype());
  }
  static Tensor batch(const Batch& b, const Tensor& input, int64_t dim, const Tensor& index, const Tensor& src,
                      std::string_view reduce, bool include_self) {
    const Dims sample = sample_sizes(b, 0, input);
    const int64_t d = 1 + wrap_dim(dim, std::max(1, sample.n), "scatter_reduce");
    const Tensor out = scatter_reduce(at_least_one_dim(b, 0, input), d, at_least_one_dim(b, 2, index),
                                      at_least_one_dim(b, 3, src), std::string(reduce).c_str(), include_self);
    return out.ndim() == sample.n + 1 ? out : reshape(out, led_by(b.size, sample));
  }
  static constexpr auto vjp = rules(wrt<"input", "src">(
      [](Grad grad, In<"input"> input, In<"index"> index, In<"src"> src, Out<> out, Attr<"dim", int64_t> dim,
         Attr<"reduce", std::string_view> reduce, Attr<"include_self", bool> include_self) -> std::array<Tensor, 2> {
        if (index.numel() == 0) return {grad, zeros_like(src)};
        const Reduce kind = reduce_of(reduce.value, "scatter_reduce");
        const Slopes s = slopes(wide(input), dim, index, wide(src), wide(out), kind, include_self);
        const Tensor g = wide(grad);
        return {pulled(g, s.input), whole_gradient(pulled(gather(g, dim, index), s.src), src.sizes())};
      }));
  static constexpr auto jvp =
      tangents([](Tangent<"input"> ti, Tangent<"src"> ts, In<"input"> input, In<"index"> index, In<"src"> src,
                  Out<> out, Attr<"dim", int64_t> dim, Attr<"reduce", std::string_view> reduce,
                  Attr<"include_self", bool> include_self) -> Tensor {
        if (index.numel() == 0) return ti ? Tensor(ti) : zeros_like(out);
        const Reduce kind = reduce_of(reduce.value, "scatter_reduce");
        const Slopes s = slopes(wide(input), dim, index, wide(src), wide(out), kind, include_self);
        const Tensor own = ti ? times(wide(ti), s.input) : zeros_like(wide(out));
        if (!ts) return own;
        return scatter_add(own, dim, index, times(read_part(wide(ts), index.sizes()), s.src));
      });
};
VJP_DEFINE(ScatterReduce);

// ---- slices ----

namespace {

// A list of positions and the slices that go there.
struct Slices {
  Tensor target, list, source;
  int dim;
};
Slices slices_of(const Tensor& out, int64_t dim, const Tensor& index, const Tensor& source, const char* what) {
  Slices s{at_least_1d(out), {}, at_least_1d(source), 0};
  s.dim = wrap_dim(dim, s.target.ndim(), what);
  if (index.ndim() > 1) {
    fail(VJP_ERROR_SHAPE, "{}: 'index' has shape {}, expected at most one dimension", what, index.sizes());
  }
  s.list = checked_index(at_least_1d(index), s.target.size(s.dim), what);
  bool fits = s.source.ndim() == s.target.ndim();
  for (int d = 0; fits && d < s.target.ndim(); ++d)
    fits = s.source.size(d) == (d == s.dim ? s.list.numel() : s.target.size(d));
  if (!fits) {
    fail(VJP_ERROR_SHAPE, "{}: 'source' has shape {}, which does not fit {} with {} positions in dimension {}", what,
         source.sizes(), out.sizes(), s.list.numel(), s.dim);
  }
  return s;
}
void put_slices(const Slices& s) {
  if (s.source.numel() == 0) return;
  kernels().index_add({s.target.view(), s.list.view(), s.source.view(), s.dim, byte_of(Combine::Set), Scalar(1)});
}

// The list of positions as an index of the shape of the slices.
Tensor index_of_slices(const Tensor& index, IntSpan sizes, int d) {
  Dims line = Dims::filled(static_cast<int>(sizes.size()), 1);
  line[d] = sizes[static_cast<size_t>(d)];
  return expand(reshape(index, line), sizes);
}
Tensor index_of_batched_slices(const Batch& b, int arg, const Tensor& index, const Tensor& from, int d) {
  const Tensor lists = at_least_one_dim(b, arg, index);
  Dims line = Dims::filled(from.ndim(), 1);
  line[0] = b.size;
  line[d] = lists.size(1);
  return expand(reshape(lists, line), from.sizes());
}

}  // namespace

struct IndexCopy : Linear {
  static constexpr Schema schema{"index_copy(Tensor input, int dim, Tensor index, Tensor source) -> Tensor"};
  static constexpr const char* doc =
      "A copy of input with the slices of source at a list of positions, which must not repeat.";
  static constexpr Autocast autocast = Autocast::Widest;
  static constexpr bool inplace = true;
  static Tensor forward(const Tensor& input, int64_t dim, const Tensor& index, const Tensor& source) {
    if (source.dtype() != input.dtype()) {
      fail(VJP_ERROR_DTYPE, "index_copy: 'source' is {}, but 'input' is {}; convert one with to", source.dtype(),
           input.dtype());
    }
    Tensor out = fresh_copy(input);
    put_slices(slices_of(out, dim, index, source, "index_copy"));
    return out;
  }
  static Tensor batch(const Batch& b, const Tensor& input, int64_t dim, const Tensor& index, const Tensor& source) {
    const Tensor to = at_least_one_dim(b, 0, input), from = at_least_one_dim(b, 3, source);
    const Dims sample = sample_sizes(b, 0, input);
    const int d = 1 + wrap_dim(dim, std::max(1, sample.n), "index_copy");
    const Tensor out =
        b.has(2) ? scatter(to, d, index_of_batched_slices(b, 2, index, from, d), from) : index_copy(to, d, index, from);
    return out.ndim() == sample.n + 1 ? out : reshape(out, led_by(b.size, sample));
  }
  static constexpr auto vjp =
      rules(wrt<"input">([](Grad g, In<"index"> index, ShapeOf<"source"> shape, Attr<"dim", int64_t> dim) -> Tensor {
              return index_copy(g, dim, index, zeros(shape, g.dtype()));
            }),
            wrt<"source">([](Grad g, In<"index"> index, ShapeOf<"source"> shape, Attr<"dim", int64_t> dim) -> Tensor {
              return reshape(index_select(g, dim, index), shape);
            }));
};
VJP_DEFINE(IndexCopy);

struct IndexFill : Composite {
  static constexpr Schema schema{"index_fill(Tensor input, int dim, Tensor index, Operand value) -> Tensor"};
  static constexpr const char* doc = "A copy of input with one value in the slices at a list of positions.";
  static constexpr bool inplace = true;
  static Tensor forward(const Tensor& input, int64_t dim, const Tensor& index, const Operand& value) {
    if (value.is_tensor() && value.tensor().ndim() != 0) {
      fail(VJP_ERROR_SHAPE, "index_fill: 'value' has shape {}, expected a number or no dimensions",
           value.tensor().sizes());
    }
    const int d = wrap_dim(dim, input.ndim(), "index_fill");
    const int64_t size = input.ndim() ? input.size(d) : 1;
    const Tensor list = reshape(index, Dims{-1});
    const Tensor where_to = where(lt(list, 0), add(list, size), list);
    const Tensor found = index_copy(zeros(Dims{size}, Dtype::Bool), 0, where_to, ones(list.sizes(), Dtype::Bool));
    Dims line = Dims::filled(input.ndim(), 1);
    if (input.ndim()) line[d] = size;
    return masked_fill(input, reshape(found, line), value);
  }
};
VJP_DEFINE(IndexFill);

struct IndexReduce : Composite {
  static constexpr Schema schema{
      "index_reduce(Tensor input, int dim, Tensor index, Tensor source, str reduce, *, bool include_self=True) -> "
      "Tensor"};
  static constexpr const char* doc =
      "scatter_reduce of whole slices: those of source are reduced into the slices at a list of positions.";
  static constexpr Autocast autocast = Autocast::Widest;
  static constexpr bool inplace = true;
  static Tensor forward(const Tensor& input, int64_t dim, const Tensor& index, const Tensor& source,
                        std::string_view reduce, bool include_self) {
    reduce_of(reduce, "index_reduce");
    if (index.ndim() > 1 || source.ndim() != input.ndim() || (source.ndim() && source.size(dim) != index.numel())) {
      fail(VJP_ERROR_SHAPE, "index_reduce: 'source' has shape {}, which does not fit {} with an index of shape {}",
           source.sizes(), input.sizes(), index.sizes());
    }
    const Tensor where_to = source.ndim()
                                ? index_of_slices(index, source.sizes(), wrap_dim(dim, source.ndim(), "index_reduce"))
                                : reshape(index, Dims{});
    return scatter_reduce(input, dim, where_to, source, std::string(reduce).c_str(), include_self);
  }
};
VJP_DEFINE(IndexReduce);

struct Put : Composite {
  static constexpr Schema schema{"put(Tensor input, Tensor index, Tensor source, bool accumulate=False) -> Tensor"};
  static constexpr const char* doc =
      "A copy of input with the elements of source at positions of the flattened tensor, of which one wins where they "
      "repeat; with accumulate they are added.";
  static constexpr bool inplace = true;
  static Tensor forward(const Tensor& input, const Tensor& index, const Tensor& source, bool accumulate) {
    if (index.numel() != source.numel()) {
      fail(VJP_ERROR_SHAPE, "put: 'index' has {} elements, but 'source' has {}", index.numel(), source.numel());
    }
    const Tensor flat = reshape(input, Dims{-1}), from = reshape(source, Dims{-1}), list = reshape(index, Dims{-1});
    const Tensor where_to = where(lt(list, 0), add(list, input.numel()), list);
    if (from.dtype() != flat.dtype()) {
      fail(VJP_ERROR_DTYPE, "put: 'source' is {}, but 'input' is {}; convert one with to", from.dtype(), flat.dtype());
    }
    if (list.numel() == 0) return reshape(scatter(flat, 0, where_to, from), input.sizes());
    if (accumulate) return reshape(scatter_add(flat, 0, where_to, from), input.sizes());
    // which element of the source each position gets, so that of repeated ones the same has the gradient
    const Tensor none = full(flat.sizes(), -1, Dtype::Int64);
    const Tensor winner = scatter(none, 0, where_to, arange(list.numel(), Dtype::Int64));
    const Tensor put_there = gather(from, 0, clamp_min(winner, 0));
    return reshape(where(ge(winner, 0), put_there, flat), input.sizes());
  }
};
VJP_DEFINE(Put);

// ---- segments ----

namespace {

// Where segments begin and end along the last dimension, from their lengths.
Tensor offsets_of(const Tensor& lengths) {
  Dims first(lengths.sizes());
  first[lengths.ndim() - 1] = 1;
  const Tensor parts[] = {zeros(first, Dtype::Int64), cumsum(to(lengths, Dtype::Int64), -1)};
  return cat(parts, -1);
}

// For each of n positions the number of offsets at or before it: 0 before the first segment, then 1 and so on.
Tensor segment_numbers(const Tensor& offsets, int64_t n) {
  Dims marks(offsets.sizes());
  marks[offsets.ndim() - 1] = n + 1;
  const Tensor at = _scatter_zeros(ones(offsets.sizes(), Dtype::Int64), clamp(offsets, Operand(0), Operand(n)), marks,
                                   offsets.ndim() - 1, true);
  return narrow(cumsum(at, -1), -1, 0, n);
}

// Segments one after the other that reach the end of the data exactly; not asked where each sample of a batch has its
// own.
void check_segments(const Tensor& offsets, int64_t n) {
  if (is_batched(offsets)) return;
  const int64_t per_row = offsets.size(-1);
  const std::vector<int64_t> all = host_numbers(offsets, "segment_reduce", "lengths");
  for (size_t i = 0; i < all.size(); ++i) {
    const int64_t at = static_cast<int64_t>(i) % per_row;
    if (at > 0 && all[i] < all[i - 1]) {
      fail(VJP_ERROR_INVALID, "segment_reduce: segment {} has {} elements; a length must not be negative", at - 1,
           all[i] - all[i - 1]);
    }
    if (at == per_row - 1 && all[i] != n) {
      fail(VJP_ERROR_INVALID, "segment_reduce: the segments have {} elements together, but the data has {}", all[i], n);
    }
  }
}

}  // namespace

struct SegmentReduce : Composite {
  static constexpr Schema schema{
      "segment_reduce(Tensor data, str reduce, *, Tensor? lengths=None, Tensor? indices=None, Tensor? offsets=None, "
      "int axis=0, bool unsafe=False, Scalar? initial=None) -> Tensor"};
  static constexpr const char* doc =
      "Neighbouring slices reduced (\"sum\", \"mean\", \"max\", \"min\" or \"prod\") by segments, given by lengths or "
      "offsets along the axis; `initial` stands before each.";
  static Tensor forward(const Tensor& data, std::string_view reduce, const Tensor& lengths, const Tensor& indices,
                        const Tensor& given, int64_t axis, bool unsafe, const std::optional<Scalar>& initial) {
    constexpr const char* what = "segment_reduce";
    if (indices) fail(VJP_ERROR_NOT_IMPLEMENTED, "{}: 'indices' are not implemented; give lengths or offsets", what);
    if (bool(lengths) == bool(given)) {
      fail(VJP_ERROR_INVALID, "{}: expected either 'lengths' or 'offsets'", what);
    }
    const int d = wrap_dim(axis, data.ndim(), what);
    const Tensor& segments = lengths ? lengths : given;
    bool fits = data.ndim() > d && segments.ndim() == d + 1;
    for (int i = 0; fits && i < d; ++i) fits = segments.size(i) == data.size(i);
    if (!fits || (given && given.size(d) < 1)) {
      fail(VJP_ERROR_SHAPE, "{}: '{}' has shape {}, expected the sizes of 'data' ({}) before dimension {}, and the {}",
           what, lengths ? "lengths" : "offsets", segments.sizes(), data.sizes(), d, lengths ? "segments" : "offsets");
    }
    Tensor offsets = lengths ? offsets_of(lengths) : to(given, Dtype::Int64);
    const int64_t n = data.size(d), count = offsets.size(d) - 1;
    if (unsafe) {
      offsets = cummax(offsets, d)[0];  // one that begins before the end of the one before begins there
    } else {
      check_segments(offsets, n);
    }
    return reduced(data, offsets, d, n, count, reduce, initial);
  }
  static Tensor reduced(const Tensor& data, const Tensor& offsets, int d, int64_t n, int64_t count,
                        std::string_view reduce, const std::optional<Scalar>& initial) {
    const std::string_view name = reduce == "max" ? "amax" : reduce == "min" ? "amin" : reduce;
    const Reduce kind = reduce_of(name, "segment_reduce");
    Dims per_segment(offsets.sizes()), numbers(offsets.sizes()), shape(data.sizes());
    shape[d] = count + 2;  // what lies before the first and behind the last segment is thrown away
    numbers[d] = n;
    per_segment[d] = count;
    for (int i = d + 1; i < data.ndim(); ++i) numbers.push_back(1), per_segment.push_back(1);
    const auto mean = [&](const Tensor& sums) {
      const Tensor size = reshape(sub(narrow(offsets, d, 1, count), narrow(offsets, d, 0, count)), per_segment);
      return div(sums, initial ? clamp_min(size, 1) : size);
    };
    const bool loops = in_loops(data, Primitive::segments);
    if (loops && (kind == Reduce::Max || kind == Reduce::Min)) {
      return _segment_extreme(data, offsets, initial.value_or(identity_of(kind, data.dtype())), kind == Reduce::Max, d);
    }
    if (loops && (kind == Reduce::Sum || kind == Reduce::Mean)) {
      Tensor sums = _segment_sum(data, offsets, d);
      if (initial) sums = add(sums, *initial);
      return kind == Reduce::Mean ? mean(sums) : sums;
    }
    const Tensor number = segment_numbers(offsets, n);
    const Tensor base = full(shape, initial.value_or(identity_of(kind, data.dtype())), data.dtype());
    const char* how = kind == Reduce::Mean   ? "sum"
                      : kind == Reduce::Max  ? "amax"
                      : kind == Reduce::Min  ? "amin"
                      : kind == Reduce::Prod ? "prod"
                                             : "sum";
    const bool whole_slices = d == 0 && data.ndim() > 1 && how == std::string_view("sum");
    const Tensor out =
        narrow(whole_slices ? index_add(base, 0, number, data)
                            : scatter_reduce(base, d, expand(reshape(number, numbers), data.sizes()), data, how),
               d, 1, count);
    return kind == Reduce::Mean ? mean(out) : contiguous(out);
  }
};
VJP_DEFINE(SegmentReduce);

}  // namespace vjp
