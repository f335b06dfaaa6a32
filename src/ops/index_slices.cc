// Slices picked, and added, along a dimension; embedding.
#include "ops/functions/index_slices.h"

#include <cstring>

#include "graph/meta.h"
#include "ops/batch_rules.h"
#include "ops/define.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/creation.h"
#include "ops/functions/index_gather.h"
#include "ops/functions/pointwise_comparison.h"
#include "ops/functions/pointwise_selection.h"
#include "ops/functions/view_part.h"
#include "ops/functions/view_shape.h"
#include "ops/halves.h"
#include "ops/index_common.h"
#include "ops/numbers.h"

namespace vjp {
namespace {

Tensor checked_list(const Tensor& index, int64_t size, const char* what) {
  if (index.ndim() > 1) fail(VJP_ERROR_SHAPE, "{}: 'index' has shape {}, expected one dimension", what, index.sizes());
  return checked_index(at_least_1d(index), size, what);
}

// For rules of samples that have lists of their own: the list (at least one-dimensional, of each sample) as an index of
// gather and scatter_add along `dim` of tensors of shape `sizes` without the samples.
Tensor list_of_samples(const Batch& b, int arg, const Tensor& list, const Dims& sizes, int dim) {
  const Tensor lists = at_least_one_dim(b, arg, list);
  Dims shape = Dims::filled(sizes.n + 1, 1), whole = led_by(b.size, sizes);
  shape[0] = b.size;
  shape[dim + 1] = whole[dim + 1] = lists.size(1);
  return expand(reshape(lists, shape), whole);
}

// Where a sample's dimension lies: a number counts as one-dimensional.
int dim_of_sample(const Batch& b, int arg, const Tensor& t, int64_t dim, const char* what) {
  return wrap_dim(dim, std::max(1, t.ndim() - (b.has(arg) ? 1 : 0)), what);
}
// Results whose samples are numbers were computed as one element each.
Tensor in_shape(const Tensor& out, int64_t size, const Dims& sample) {
  return out.ndim() == sample.n + 1 ? out : reshape(out, led_by(size, sample));
}

}  // namespace

struct IndexSelect : Linear {
  static constexpr Schema schema{"index_select(Tensor input, int dim, Tensor index) -> Tensor"};
  static constexpr const char* doc = "The slices of a dimension at a list of positions.";
  static Tensor forward(const Tensor& input, int64_t dim, const Tensor& index) {
    Tensor source = at_least_1d(input);
    int d = wrap_dim(dim, source.ndim(), "index_select");
    Tensor list = checked_list(index, source.size(d), "index_select");
    if (input.ndim() == 0) check_one(list.numel());
    Dims sizes(source.sizes());
    sizes[d] = list.numel();
    Tensor out = Tensor::empty(sizes, input.dtype());
    kernels().index_select({source.view(), list.view(), out.view(), d});
    return input.ndim() ? out : out.with_geometry({{}, {}, 0});
  }
  static void check_one(int64_t count) {
    if (count != 1)
      fail(VJP_ERROR_SHAPE, "index_select: of a tensor without dimensions one element is taken, not {}", count);
  }
  static Tensor batch(const Batch& b, const Tensor& input, int64_t dim, const Tensor& index) {
    const int d = dim_of_sample(b, 0, input, dim, "index_select");
    const Dims sample = sample_sizes(b, 0, input);
    if (sample.n == 0) {
      const Dims positions = sample_sizes(b, 2, index);
      check_one(positions.n ? positions[0] : 1);
    }
    if (!b.has(2)) return in_shape(index_select(at_least_one_dim(b, 0, input), d + 1, index), b.size, sample);
    if (!b.has(0)) {  // one list after the other
      Tensor lists = at_least_one_dim(b, 2, index);
      Tensor all = index_select(input.ndim() ? input : unsqueeze(input, 0), d, flatten(lists));
      return in_shape(unfolded(all, d, b.size, lists.size(1)), b.size, sample);
    }
    const Tensor from = at_least_one_dim(b, 0, input);
    const Tensor where = list_of_samples(b, 2, index, Dims(from.sizes().subspan(1)), d);
    return in_shape(gather(from, d + 1, where), b.size, sample);
  }
  static constexpr auto vjp =
      rules(wrt<"input">([](Grad g, ShapeOf<"input"> shape, In<"index"> index, Attr<"dim", int64_t> dim) -> Tensor {
        return _index_add_zeros(g, index, shape, dim);
      }));
};
VJP_DEFINE(IndexSelect);

struct IndexAddZeros : Linear {
  static constexpr Schema schema{"_index_add_zeros(Tensor source, Tensor index, int[] size, int dim) -> Tensor"};
  static constexpr const char* doc = "Zeros of a shape, with the slices of source added at a list of positions.";
  static Tensor forward(const Tensor& source, const Tensor& index, IntSpan size, int64_t dim) {
    Tensor out = Tensor::zeros(size, wide_of(source.dtype())), target = at_least_1d(out);
    int d = wrap_dim(dim, target.ndim(), "index_add");
    Tensor list = checked_list(index, target.size(d), "index_add");
    kernels().index_add(
        {target.view(), list.view(), at_least_1d(wide(source)).view(), d, byte_of(Combine::Add), Scalar(1)});
    return narrowed(out, source.dtype());
  }
  static Tensor batch(const Batch& b, const Tensor& source, const Tensor& index, IntSpan size, int64_t dim) {
    const Tensor from = at_least_one_dim(b, 0, source);
    const int d = wrap_dim(dim, std::max(1, static_cast<int>(size.size())), "index_add");
    const Dims whole = size.empty() ? Dims{b.size, 1} : led_by(b.size, size);
    const Tensor out = b.has(1) ? _scatter_zeros(from, list_of_samples(b, 1, index, Dims(from.sizes().subspan(1)), d),
                                                 whole, d + 1, true)
                                : _index_add_zeros(from, index, whole, d + 1);
    return in_shape(out, b.size, Dims(size));
  }
  static constexpr auto vjp =
      rules(wrt<"source">([](Grad g, In<"index"> index, ShapeOf<"source"> shape, Attr<"dim", int64_t> dim) -> Tensor {
        return reshape(index_select(g, dim, index), shape);
      }));
};
VJP_DEFINE(IndexAddZeros);

struct IndexAdd : Linear {
  static constexpr Schema schema{
      "index_add(Tensor input, int dim, Tensor index, Tensor source, *, Scalar alpha=1) -> Tensor"};
  static constexpr const char* doc =
      "A copy of input with alpha times the slices of source added at a list of positions; repeated ones add up.";
  static constexpr Autocast autocast = Autocast::Widest;
  static constexpr bool inplace = true;
  static Tensor forward(const Tensor& input, int64_t dim, const Tensor& index, const Tensor& source,
                        const Scalar& alpha) {
    check_whole(alpha, input.dtype(), "index_add", "alpha");
    Tensor out = is_half(input.dtype()) ? wide(input) : fresh_copy(input);
    Tensor target = at_least_1d(out), from = at_least_1d(source);
    int d = wrap_dim(dim, target.ndim(), "index_add");
    Tensor list = checked_list(index, target.size(d), "index_add");
    bool fits = from.ndim() == target.ndim() && from.dtype() == input.dtype();
    for (int i = 0; fits && i < target.ndim(); ++i) fits = from.size(i) == (i == d ? list.numel() : target.size(i));
    if (!fits) {
      fail(VJP_ERROR_SHAPE, "index_add: 'source' is {}, which does not fit {} with {} positions in dimension {}",
           source, input, list.numel(), d);
    }
    kernels().index_add({target.view(), list.view(), wide(from).view(), d, byte_of(Combine::Add), alpha});
    return narrowed(out, input.dtype());
  }
  static Tensor batch(const Batch& b, const Tensor& input, int64_t dim, const Tensor& index, const Tensor& source,
                      const Scalar& alpha) {
    check_whole(alpha, input.dtype(), "index_add", "alpha");
    const Tensor into = at_least_one_dim(b, 0, input), from = at_least_one_dim(b, 3, source);
    const int d = dim_of_sample(b, 0, input, dim, "index_add");
    // alpha 2.0 times integers would be floating
    const auto terms = [&] {
      return is_integral(from.dtype()) ? to(mul(from, alpha), from.dtype()) : mul(from, alpha);
    };
    const Tensor out =
        b.has(2) ? scatter_add(into, d + 1, list_of_samples(b, 2, index, Dims(from.sizes().subspan(1)), d), terms())
                 : index_add(into, d + 1, index, from, alpha);
    return in_shape(out, b.size, sample_sizes(b, 0, input));
  }
  static constexpr auto vjp = rules(wrt<"input">([](Grad g) -> Tensor { return g; }),
                                    wrt<"source">([](Grad g, In<"index"> index, ShapeOf<"source"> shape,
                                                     Attr<"dim", int64_t> dim, Attr<"alpha", Scalar> alpha) -> Tensor {
                                      std::complex<double> factor = std::conj(alpha.value.to_complex());
                                      Tensor part = reshape(index_select(g, dim, index), shape);
                                      return factor.imag() == 0 ? mul(part, factor.real()) : mul(part, Scalar(factor));
                                    }));
};
VJP_DEFINE(IndexAdd);

struct ZeroSlice : Linear {
  static constexpr Schema schema{"_zero_slice(Tensor input, int index) -> Tensor"};
  static constexpr const char* doc = "A copy with one slice of the first dimension set to 0.";
  static Tensor forward(const Tensor& input, int64_t index) {
    Tensor out = fresh_copy(input);
    kernels().fill(select(out, 0, index).view(), 0);
    return out;
  }
  static Tensor batch(const Batch&, const Tensor& input, int64_t index) {
    return transpose(_zero_slice(transpose(input, 0, 1), index), 0, 1);
  }
  static constexpr auto vjp =
      rules(wrt<"input">([](Grad g, Attr<"index", int64_t> index) -> Tensor { return _zero_slice(g, index); }));
};
VJP_DEFINE(ZeroSlice);

// Not of the linear family: a tangent of the padding row must not pass either.
struct Embedding : General {
  static constexpr Schema schema{"embedding(Tensor input, Tensor weight, int? padding_idx=None) -> Tensor"};
  static constexpr const char* doc =
      "The rows of weight at the integers of input. The row padding_idx gets no gradient.";
  static Tensor forward(const Tensor& input, const Tensor& weight, std::optional<int64_t> padding_idx) {
    if (weight.ndim() != 2)
      fail(VJP_ERROR_SHAPE, "embedding: 'weight' has shape {}, expected a matrix [rows, size]", weight.sizes());
    if (padding_idx) wrap_row(*padding_idx, weight.size(0));
    if (!is_integral(input.dtype()) || input.dtype() == Dtype::Bool) {
      fail(VJP_ERROR_DTYPE, "embedding: 'input' is {}, expected integers: the numbers of rows of 'weight'", input);
    }
    Tensor list = checked_index(input, weight.size(0), "embedding");
    Dims sizes(input.sizes());
    sizes.push_back(weight.size(1));
    Tensor out = Tensor::empty(sizes, weight.dtype());
    int64_t n = list.numel(), step = 1, flat[2] = {n, weight.size(1)}, strides[2] = {weight.size(1), 1};
    View index = list.view(), rows = out.view();
    index = {index.data, index.dtype, 1, &n, &step};
    rows = {rows.data, rows.dtype, 2, flat, strides};
    kernels().index_select({weight.view(), index, rows, 0});
    return out;
  }
  // A table of its own for each sample: its rows are gathered.
  static Tensor batch(const Batch& b, const Tensor& input, const Tensor& weight, std::optional<int64_t> padding_idx) {
    if (!b.has(1)) return embedding(input, weight, padding_idx);
    Tensor table = weight;
    if (padding_idx) {
      Tensor row = reshape(arange(weight.size(1)), Dims{1, weight.size(1), 1});
      table = where(eq(row, wrap_row(*padding_idx, weight.size(1))), detach(weight), weight);
    }
    Dims sizes{b.size};
    int64_t count = 1;
    for (int i = b.has(0); i < input.ndim(); ++i) sizes.push_back(input.size(i)), count *= input.size(i);
    sizes.push_back(weight.size(2));
    Tensor index = reshape(input, Dims{b.has(0) ? b.size : 1, count, 1});
    index = expand(index, Dims{b.size, index.size(1), weight.size(2)});
    return reshape(gather(table, 1, index), sizes);
  }
  static int64_t wrap_row(int64_t row, int64_t rows) {
    if (row < -rows || row >= rows)
      fail(VJP_ERROR_INVALID, "embedding: 'padding_idx' is {}, but 'weight' has {} rows", row, rows);
    return row < 0 ? row + rows : row;
  }
  static constexpr auto vjp = rules(wrt<"weight">([](Grad g, In<"input"> input, ShapeOf<"weight"> shape,
                                                     Attr<"padding_idx", std::optional<int64_t>> padding) -> Tensor {
    Tensor all = _index_add_zeros(reshape(g, Dims{input.numel(), shape[1]}), reshape(input, Dims{-1}), shape, 0);
    return padding.value ? _zero_slice(all, wrap_row(*padding.value, shape[0])) : all;
  }));
  static constexpr auto jvp = tangents(
      [](Tangent<"weight"> t, In<"input"> input, Attr<"padding_idx", std::optional<int64_t>> padding) -> Tensor {
        Tensor rows = embedding(input, t);
        if (!padding.value) return rows;
        Tensor padded = unsqueeze(eq(input, wrap_row(*padding.value, t.size(0))), -1);
        return where(padded, full({}, 0, rows.dtype()), rows);
      });
};
VJP_DEFINE(Embedding);

}  // namespace vjp
