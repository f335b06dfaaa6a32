// Elements picked, and put, one by one along a dimension.
#include "ops/functions/index_gather.h"

#include <algorithm>
#include <atomic>

#include "base/parallel.h"
#include "graph/batched.h"
#include "ops/batch_rules.h"
#include "ops/define.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/copy.h"
#include "ops/functions/creation.h"
#include "ops/functions/join.h"
#include "ops/functions/pointwise_comparison.h"
#include "ops/functions/pointwise_selection.h"
#include "ops/functions/sparse_layout.h"
#include "ops/functions/strided.h"
#include "ops/functions/view_shape.h"
#include "ops/halves.h"
#include "ops/index_common.h"
#include "tensor/sparse.h"

namespace vjp {
namespace {

// Sizes of `index` outside the dimension must not exceed those of `t`.
void check_fits(const Tensor& index, const Tensor& t, int dim, const char* what) {
  bool fits = index.ndim() == t.ndim();
  for (int d = 0; fits && d < t.ndim(); ++d) fits = d == dim || index.size(d) <= t.size(d);
  if (!fits) {
    fail(VJP_ERROR_SHAPE,
         "{}: 'index' has shape {}, which does not fit {}: sizes of the index may exceed the tensor's in the given "
         "dimension only",
         what, index.sizes(), t.sizes());
  }
}

// Negative positions counted from the end.
Tensor from_end(const Tensor& index, int64_t size) { return where(lt(index, 0), add(index, size), index); }

// `view` from position `first` of dimension 0 on, `sizes` large.
View part_of(const View& view, int64_t first, const Dims& sizes) {
  View part = view;
  part.data =
      static_cast<char*>(view.data) + first * view.strides[0] * static_cast<int64_t>(size_of(Dtype{view.dtype}));
  part.sizes = sizes.v;
  return part;
}

Dims with_rows(IntSpan sizes, int64_t rows) {
  Dims d(sizes);
  d[0] = rows;
  return d;
}

// Checks the index and calls run(first, count) for blocks of its dimension 0, so that it comes from memory once.
// `index` is as kernel_index gives it.
template <class F>
void in_checked_blocks(const Tensor& index, int64_t size, const char* what, F&& run) {
  const int64_t rows = index.size(0), row = index.numel() / rows;
  if (!index.device().is_cpu()) {
    kernels().check_index({index.view(), 0, size});
    run(0, rows);
    return;
  }
  std::atomic<bool> outside{false};
  parallel_for(0, rows, std::max<int64_t>(1, 16384 / row), [&](int64_t begin, int64_t end) {
    if (has_outside(index, begin * row, end * row, size)) {
      outside.store(true, std::memory_order_relaxed);
    } else {
      OperatorDevice here({});  // a thread of the pool has a default of its own
      run(begin, end - begin);
    }
  });
  if (outside.load(std::memory_order_relaxed)) refuse_index(index, size, what);
}

// `base` (absent: zeros of a shape) with src combined into the indexed positions along `dim`. Where rows are
// independent each block is made and scattered into while it is in the cache.
Tensor scattered(const Tensor& base, IntSpan size, int64_t dim, const Tensor& index, const Tensor& src, Combine combine,
                 const char* what) {
  if (base && base.dtype() != src.dtype()) {
    fail(VJP_ERROR_DTYPE, "{}: the source is {}, but the tensor is {}; convert one with to", what, src.dtype(),
         base.dtype());
  }
  if (combine == Combine::Add && is_half(src.dtype())) {
    return narrowed(scattered(wide(base), size, dim, index, wide(src), combine, what), src.dtype());
  }
  int d = wrap_dim(dim, std::max<int>(1, static_cast<int>(size.size())), what);
  if (index.numel() == 0) return base ? fresh_copy(base) : Tensor::zeros(size, src.dtype());
  Tensor out = Tensor::empty(size, src.dtype());
  Tensor target = at_least_1d(out), where = at_least_1d(index), source = at_least_1d(src), from;
  if (base) from = at_least_1d(base);
  check_fits(where, target, d, what);
  check_fits(where, source, -1, what);
  const auto start = [&](int64_t first, int64_t count) {
    const Dims whole = with_rows(target.sizes(), count);
    View part = part_of(target.view(), first, whole);
    if (base) {
      kernels().copy(part, part_of(from.view(), first, whole));
    } else {
      kernels().fill(part, 0);
    }
  };
  // rows meet in their destinations; or a block's index is as good as none
  if (d == 0 || is_repeated(where)) {
    where = checked_places(where, target.size(d), what);
    start(0, target.size(0));
    View part = source.view();
    part.sizes = where.sizes().data();
    kernels().scatter({target.view(), where.view(), part, d, byte_of(combine)});
    return out;
  }
  where = kernel_index(where, what);
  in_checked_blocks(where, target.size(d), what, [&](int64_t first, int64_t count) {
    start(first, count);
    const Dims sizes = with_rows(where.sizes(), count), whole = with_rows(target.sizes(), count);
    kernels().scatter({part_of(target.view(), first, whole), part_of(where.view(), first, sizes),
                       part_of(source.view(), first, sizes), d, byte_of(combine)});
  });
  if (target.size(0) > where.size(0)) start(where.size(0), target.size(0) - where.size(0));
  return out;
}

// The dimension of a sample (argument `arg`; a number is one-dimensional) in the tensor of all.
int64_t behind_batch(const Batch& b, int arg, const Tensor& t, int64_t dim, const char* what) {
  return 1 + wrap_dim(dim, std::max(1, sample_sizes(b, arg, t).n), what);
}
Tensor in_shape_of_samples(const Batch& b, int arg, const Tensor& like, const Tensor& out) {
  const Dims sample = sample_sizes(b, arg, like);
  return out.ndim() == sample.n + 1 ? out : reshape(out, led_by(b.size, sample));
}

}  // namespace

namespace {

// The gradient of gather's input: a COO tensor with a value for each element of `places`, which has the dimensions of
// the input but where it has none, or no elements.
Tensor gathered_from(const Tensor& g, const Tensor& places, IntSpan sizes, int64_t dim) {
  const Tensor index =
      places.numel() == 0 ? reshape(places, Dims::filled(static_cast<int>(sizes.size()), 0)) : at_least_1d(places);
  const int d = wrap_dim(dim, index.ndim(), "gather");
  std::vector<Tensor> rows;
  for (int k = 0; k < index.ndim(); ++k) {
    Dims along = Dims::filled(index.ndim(), 1);
    along[k] = index.size(k);
    const Tensor place =
        k == d ? to(index, Dtype::Int64) : expand(reshape(arange(index.size(k)), along), index.sizes());
    rows.push_back(flatten(place));
  }
  return _sparse_make(flatten(g), stack(rows), {}, sizes, static_cast<int64_t>(Layout::Coo), false);
}

}  // namespace

struct Gather : Linear {
  static constexpr Schema schema{"gather(Tensor input, int dim, Tensor index, *, bool sparse_grad=False) -> Tensor"};
  static constexpr const char* doc =
      "out[i][j] = input[index[i][j]][j] for dim 0, and so on. sparse_grad: the gradient of input is a COO tensor.";
  static Tensor forward(const Tensor& input, int64_t dim, const Tensor& index, bool) {
    Tensor source = at_least_1d(input), where = at_least_1d(index);
    int d = wrap_dim(dim, source.ndim(), "gather");
    Tensor out = Tensor::empty(index.sizes(), input.dtype());
    if (index.numel() == 0) return out;
    check_fits(where, source, d, "gather");
    Tensor target = at_least_1d(out);
    if (is_repeated(where)) {
      where = checked_places(where, source.size(d), "gather");
      kernels().gather({source.view(), where.view(), target.view(), d});
      return out;
    }
    where = kernel_index(where, "gather");
    in_checked_blocks(where, source.size(d), "gather", [&](int64_t first, int64_t count) {
      const Dims sizes = with_rows(where.sizes(), count), whole = with_rows(source.sizes(), count);
      View from = d == 0 ? source.view() : part_of(source.view(), first, whole);
      kernels().gather({from, part_of(where.view(), first, sizes), part_of(target.view(), first, sizes), d});
    });
    return out;
  }
  static Tensor batch(const Batch& b, const Tensor& input, int64_t dim, const Tensor& index, bool) {
    const Tensor out =
        gather(at_least_one_dim(b, 0, input), behind_batch(b, 0, input, dim, "gather"), at_least_one_dim(b, 2, index));
    return in_shape_of_samples(b, 2, index, out);
  }
  static constexpr auto vjp =
      rules(wrt<"input">([](Grad g, ShapeOf<"input"> shape, In<"index"> index, Attr<"dim", int64_t> dim,
                            Attr<"sparse_grad", bool> sparse_grad) -> Tensor {
        if (sparse_grad && !IntSpan(shape).empty() && !is_batched(g) && !is_batched(index))
          return gathered_from(g, index, shape, dim);
        return _scatter_zeros(g, index, shape, dim, true);
      }));
};
VJP_DEFINE(Gather);

struct ScatterZeros : Linear {
  static constexpr Schema schema{
      "_scatter_zeros(Tensor src, Tensor index, int[] size, int dim, bool accumulate) -> Tensor"};
  static constexpr const char* doc =
      "Zeros of a shape, with src at the indexed positions; accumulate: repeated ones add up.";
  static Tensor forward(const Tensor& src, const Tensor& index, IntSpan size, int64_t dim, bool accumulate) {
    return scattered({}, size, dim, index, src, accumulate ? Combine::Add : Combine::Set, "scatter");
  }
  static Tensor batch(const Batch& b, const Tensor& src, const Tensor& index, IntSpan size, int64_t dim,
                      bool accumulate) {
    const int d = wrap_dim(dim, std::max(1, static_cast<int>(size.size())), "scatter");
    const Dims whole = size.empty() ? Dims{b.size, 1} : led_by(b.size, size);
    const Tensor out =
        _scatter_zeros(at_least_one_dim(b, 0, src), at_least_one_dim(b, 1, index), whole, d + 1, accumulate);
    return size.empty() ? reshape(out, Dims{b.size}) : out;
  }
  static constexpr auto vjp = rules(
      wrt<"src">([](Grad g, In<"index"> index, Attr<"dim", int64_t> dim) -> Tensor { return gather(g, dim, index); }));
};
VJP_DEFINE(ScatterZeros);

// The gradient of a source of this shape, of which only the part as large as the index was read.
static Tensor gathered_to(const Tensor& g, int64_t dim, const Tensor& index, IntSpan shape) {
  Tensor part = gather(g, dim, index);
  if (same(part.sizes(), shape)) return part;
  Dims strides = contiguous_strides(shape);
  return _strided_scatter(part, part.sizes(), strides, 0, shape, strides, 0);
}

struct Scatter : Linear {
  static constexpr Schema schema{"scatter(Tensor input, int dim, Tensor index, Tensor src) -> Tensor"};
  static constexpr const char* doc = "A copy of input with out[index[i][j]][j] = src[i][j] for dim 0, and so on.";
  static constexpr Autocast autocast = Autocast::Widest;
  static constexpr bool inplace = true;
  static Tensor forward(const Tensor& input, int64_t dim, const Tensor& index, const Tensor& src) {
    return scattered(input, input.sizes(), dim, index, src, Combine::Set, "scatter");
  }
  static Tensor batch(const Batch& b, const Tensor& input, int64_t dim, const Tensor& index, const Tensor& src) {
    const Tensor out = scatter(at_least_one_dim(b, 0, input), behind_batch(b, 0, input, dim, "scatter"),
                               at_least_one_dim(b, 2, index), at_least_one_dim(b, 3, src));
    return in_shape_of_samples(b, 0, input, out);
  }
  static constexpr auto vjp =
      rules(wrt<"input">([](Grad g, In<"index"> index, Attr<"dim", int64_t> dim) -> Tensor {
              return scatter(g, dim, index, zeros(index.sizes(), g.dtype()));
            }),
            wrt<"src">([](Grad g, In<"index"> index, ShapeOf<"src"> shape, Attr<"dim", int64_t> dim) -> Tensor {
              return gathered_to(g, dim, index, shape);
            }));
};
VJP_DEFINE(Scatter);

struct ScatterValue : Composite {
  static constexpr Schema schema{"scatter.value(Tensor input, int dim, Tensor index, Scalar value) -> Tensor"};
  static constexpr const char* doc = "A copy of input with one value at the indexed positions.";
  static constexpr Autocast autocast = Autocast::Widest;
  static constexpr bool inplace = true;
  static Tensor forward(const Tensor& input, int64_t dim, const Tensor& index, const Scalar& value) {
    return scatter(input, dim, index, full(index.sizes(), value, input.dtype()));
  }
};
VJP_DEFINE(ScatterValue);

struct ScatterAdd : Linear {
  static constexpr Schema schema{"scatter_add(Tensor input, int dim, Tensor index, Tensor src) -> Tensor"};
  static constexpr const char* doc = "A copy of input with src added at the indexed positions; repeated ones add up.";
  static constexpr Autocast autocast = Autocast::Widest;
  static constexpr bool inplace = true;
  static Tensor forward(const Tensor& input, int64_t dim, const Tensor& index, const Tensor& src) {
    return scattered(input, input.sizes(), dim, index, src, Combine::Add, "scatter_add");
  }
  static Tensor batch(const Batch& b, const Tensor& input, int64_t dim, const Tensor& index, const Tensor& src) {
    const Tensor out = scatter_add(at_least_one_dim(b, 0, input), behind_batch(b, 0, input, dim, "scatter_add"),
                                   at_least_one_dim(b, 2, index), at_least_one_dim(b, 3, src));
    return in_shape_of_samples(b, 0, input, out);
  }
  static constexpr auto vjp =
      rules(wrt<"input">([](Grad g) -> Tensor { return g; }),
            wrt<"src">([](Grad g, In<"index"> index, ShapeOf<"src"> shape, Attr<"dim", int64_t> dim) -> Tensor {
              return gathered_to(g, dim, index, shape);
            }));
};
VJP_DEFINE(ScatterAdd);

struct TakeAlongDim : Composite {
  static constexpr Schema schema{"take_along_dim(Tensor input, Tensor indices, int? dim=None) -> Tensor"};
  static constexpr const char* doc = "gather with other sizes broadcast; without dim, from the flattened tensor.";
  static Tensor forward(const Tensor& input, const Tensor& indices, std::optional<int64_t> dim) {
    if (!dim) return gather(flatten(input), 0, from_end(flatten(indices), input.numel()));
    int d = wrap_dim(*dim, input.ndim(), "take_along_dim");
    if (input.ndim() != indices.ndim()) {
      fail(VJP_ERROR_SHAPE, "take_along_dim: 'input' is {} and 'indices' is {}: they need equally many dimensions",
           input.sizes(), indices.sizes());
    }
    if (input.ndim() == 0) return gather(input, 0, from_end(indices, 1));
    Dims a(input.sizes()), b(indices.sizes());
    a[d] = b[d] = 1;
    Dims common = broadcast(a, b, "take_along_dim"), from = common, which = common;
    from[d] = input.size(d);
    which[d] = indices.size(d);
    return gather(expand(input, from), d, expand(from_end(indices, input.size(d)), which));
  }
};
VJP_DEFINE(TakeAlongDim);

struct Take : Composite {
  static constexpr Schema schema{"take(Tensor input, Tensor index) -> Tensor"};
  static constexpr const char* doc = "The elements of the flattened tensor at the index, whose shape the result has.";
  static Tensor forward(const Tensor& input, const Tensor& index) {
    return reshape(gather(flatten(input), 0, from_end(flatten(index), input.numel())), index.sizes());
  }
};
VJP_DEFINE(Take);

}  // namespace vjp
