// Advanced indexing: integer and boolean tensors select elements.
#include "ops/functions/index_advanced.h"

#include <algorithm>

#include "ops/batch_rules.h"
#include "ops/define.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/creation.h"
#include "ops/functions/index_mask.h"
#include "ops/functions/pointwise_comparison.h"
#include "ops/functions/pointwise_selection.h"
#include "ops/functions/sum_to_size.h"
#include "ops/functions/view_part.h"
#include "ops/functions/view_shape.h"
#include "ops/halves.h"
#include "ops/index_common.h"
#include "ops/tensor_operators.h"

namespace vjp {
namespace {

// An index expression brought to the form that kernels take: the indexed dimensions first, integer indices of one
// shape.
struct Indexing {
  std::vector<Tensor> index;  // int64, expanded to `shape`
  Dims indexed, rest;         // dimensions of the input
  Dims shape;                 // to which the indices broadcast
  int place = 0;              // where, among the dimensions of the result, that shape stands
};

// A boolean index becomes one integer index a dimension.
void add_mask(const Tensor& input, const Tensor& mask, int dim, std::vector<Tensor>& by_dim) {
  for (int i = 0; i < mask.ndim(); ++i) {
    if (dim + i >= input.ndim() || mask.size(i) != input.size(dim + i)) {
      fail(VJP_ERROR_SHAPE, "index: a boolean index of shape {} does not fit {} from dimension {} on", mask.sizes(),
           input.sizes(), dim);
    }
  }
  Tensor positions = positions_of_nonzero(mask);
  for (int i = 0; i < mask.ndim(); ++i) by_dim.push_back(fresh_copy(select(positions, 1, i)));
}

// Negative indices count from the end; others must lie inside.
Tensor wrapped_index(const Tensor& index, int64_t size, int dim) {
  Tensor wide = Tensor::empty(index.sizes(), Dtype::Int64);
  kernels().copy(wide.view(), index.view());
  if (!wide.device().is_cpu()) {
    kernels().check_index({wide.view(), -size, size});
    return where(lt(wide, 0), add(wide, size), wide);
  }
  int64_t* at = wide.data<int64_t>();
  const int64_t n = wide.numel();
  bool outside = false;
  for (int64_t i = 0; i < n; ++i) {
    const int64_t position = at[i] + (at[i] >> 63 & size);
    outside |= static_cast<uint64_t>(position) >= static_cast<uint64_t>(size);
    at[i] = position;
  }
  for (int64_t i = 0; i < n && outside; ++i) {
    if (at[i] >= 0 && at[i] < size) continue;
    fail(VJP_ERROR_INVALID, "index: index {} is out of range for dimension {} of size {}",
         at[i] < 0 ? at[i] - size : at[i], dim, size);
  }
  return wide;
}

Indexing prepare(const Tensor& input, TensorList indices) {
  BelowAutograd guard;
  std::vector<Tensor> by_dim;
  for (const Tensor& t : indices) {
    if (!t) {
      by_dim.emplace_back();
    } else if (t.dtype() == Dtype::Bool || t.dtype() == Dtype::UInt8) {
      add_mask(input, t, static_cast<int>(by_dim.size()), by_dim);
    } else if (is_integral(t.dtype())) {
      by_dim.push_back(t);
    } else {
      fail(VJP_ERROR_DTYPE, "index: an index is {}, expected integers or bool", t);
    }
  }
  if (static_cast<int>(by_dim.size()) > input.ndim()) {
    fail(VJP_ERROR_INVALID, "index: {} indices for a tensor of shape {}", by_dim.size(), input.sizes());
  }
  by_dim.resize(static_cast<size_t>(input.ndim()));
  Indexing out;
  int first = -1, last = -1;
  for (int d = 0; d < input.ndim(); ++d) {
    const Tensor& t = by_dim[static_cast<size_t>(d)];
    if (!t) {
      out.rest.push_back(d);
      continue;
    }
    if (first < 0) first = d;
    last = d;
    out.indexed.push_back(d);
    out.shape = out.indexed.n == 1 ? Dims(t.sizes()) : broadcast(out.shape, t.sizes(), "index");
  }
  if (first < 0) fail(VJP_ERROR_INVALID, "index: no index is given");
  // Indices next to each other leave their shape in their place; separated ones move it to the front, as in numpy.
  out.place = last - first + 1 == out.indexed.n ? first : 0;
  for (int64_t d : out.indexed) {
    out.index.push_back(
        expand(wrapped_index(by_dim[static_cast<size_t>(d)], input.size(d), static_cast<int>(d)), out.shape));
  }
  return out;
}

// The input with the indexed dimensions in front.
Tensor indexed_first(const Tensor& input, const Indexing& x) {
  Dims order = x.indexed;
  for (int64_t d : x.rest) order.push_back(d);
  return permute(input, order);
}

// [shape..., rest...] seen with the index shape in its place; and the reverse order of dimensions.
Dims result_order(const Indexing& x) {
  Dims order;
  for (int i = 0; i < x.place; ++i) order.push_back(x.shape.n + i);
  for (int i = 0; i < x.shape.n; ++i) order.push_back(i);
  for (int i = x.place; i < x.rest.n; ++i) order.push_back(x.shape.n + i);
  return order;
}
Dims inverse_of(const Dims& order) {
  Dims inverse = Dims::filled(order.n, 0);
  for (int i = 0; i < order.n; ++i) inverse[static_cast<int>(order[i])] = i;
  return inverse;
}

Dims values_shape(const Tensor& input, const Indexing& x) {
  Dims sizes = x.shape;
  for (int64_t d : x.rest) sizes.push_back(input.size(d));
  return sizes;
}

IndexArgs kernel_args(const Tensor& tensor, const Indexing& x, const Tensor& values) {
  IndexArgs args{};
  args.tensor = tensor.view();
  args.num_indexed = x.indexed.n;
  for (size_t i = 0; i < x.index.size(); ++i) args.index[i] = x.index[i].view();
  args.values = values.view();
  return args;
}

// ---- batches ----

// Indices of a batch: integers alone, one place a dimension of a sample.
struct Indices {
  std::vector<Tensor> by_dim;
  std::vector<bool> own;  // each sample has its own: its dimension is in front
  int rank = 0;           // of what they broadcast to, for a sample
  int first = -1, count = 0;
  bool adjacent = true, any_own = false;

  int place() const { return adjacent ? first : 0; }
};

bool is_mask(const Tensor& t) { return t.dtype() == Dtype::Bool || t.dtype() == Dtype::UInt8; }

Indices indices_of(const Batch& b, TensorList indices, const char* op) {
  Indices out;
  for (size_t i = 0; i < indices.size(); ++i) {
    const Tensor& t = indices[i];
    if (!t || !is_mask(t)) {
      out.by_dim.push_back(t);
      out.own.push_back(t && b.has_item(i));
      continue;
    }
    if (b.has_item(i)) {
      fail(VJP_ERROR_STATE,
           "{}: inside vmap a boolean index that is not the same for all samples would choose another number of "
           "elements "
           "for each; use where",
           op);
    }
    const Tensor positions = nonzero(t);
    for (int d = 0; d < t.ndim(); ++d) {
      out.by_dim.push_back(select(positions, 1, d));
      out.own.push_back(false);
    }
  }
  int last = -1;
  for (size_t d = 0; d < out.by_dim.size(); ++d) {
    const Tensor& t = out.by_dim[d];
    if (!t) continue;
    const bool own = out.own[d];
    out.rank = std::max(out.rank, t.ndim() - own);
    out.any_own = out.any_own || own;
    last = static_cast<int>(d);
    if (out.first < 0) out.first = last;
    ++out.count;
  }
  out.adjacent = last - out.first + 1 == out.count;
  return out;
}

// [size, 1, ...]: the sample's own number, as an index of the batch dimension.
Tensor sample_numbers(int64_t size, int rank) {
  Dims sizes = Dims::filled(rank + 1, 1);
  sizes[0] = size;
  return reshape(arange(size, Dtype::Int64), sizes);
}

// Indices for the tensor of all samples, `in_front`: with its batch dimension.
std::vector<Tensor> indices_of_all(const Batch& b, const Indices& x, bool has_samples) {
  std::vector<Tensor> list;
  if (has_samples) list.push_back(x.any_own ? sample_numbers(b.size, x.rank) : Tensor());
  for (size_t d = 0; d < x.by_dim.size(); ++d) {
    Tensor t = x.by_dim[d];
    if (t && x.own[d] && t.ndim() < x.rank + 1) {
      Dims sizes{b.size};
      for (int i = t.ndim() - 1; i < x.rank; ++i) sizes.push_back(1);
      for (int64_t size : t.sizes().subspan(1)) sizes.push_back(size);
      t = reshape(t, sizes);
    }
    list.push_back(t);
  }
  return list;
}

// Where a result's dimensions come to lie: [batch, shape..., rest...] of the indices' shape, as tensors with numbers of
// samples among the indices have it, against [batch, rest before, shape..., rest behind].
Dims dims_from(int first, int count) {
  Dims dims;
  for (int i = 0; i < count; ++i) dims.push_back(first + i);
  return dims;
}
bool shape_moves(const Indices& x, bool has_samples) { return has_samples && x.any_own && x.place() > 0; }
// Of a tensor of all samples: where the batch dimension lies in what index gives.
int64_t batch_place(const Indices& x, bool has_samples) {
  if (has_samples && x.any_own) return 0;
  if (x.any_own) return x.place();
  return x.adjacent ? 0 : x.rank;
}

// A mask of each sample chooses what gets values that are the same wherever it holds.
bool broadcasts_over_mask(const Batch& b, TensorList indices, const Tensor& input, const Tensor& values) {
  if (indices.empty() || !b.has_item(0) || !indices[0] || !is_mask(indices[0])) return false;
  for (const Tensor& t : indices.subspan(1))
    if (t) return false;
  const int rest = sample_sizes(b, 0, input).n - (indices[0].ndim() - 1);
  const Dims sizes = sample_sizes(b, 2, values);
  return rest >= 0 && (sizes.n <= rest || (sizes.n == rest + 1 && sizes[0] == 1));
}
Tensor put_by_mask(const Batch& b, const Tensor& input, const Tensor& given_mask, const Tensor& given,
                   bool accumulate) {
  const int rank = sample_sizes(b, 0, input).n, rest = rank - (given_mask.ndim() - 1);
  Tensor mask = given_mask.dtype() == Dtype::Bool ? given_mask : ne(given_mask, 0);
  for (int i = 0; i < rest; ++i) mask = unsqueeze(mask, -1);
  Tensor values = given;
  if (sample_sizes(b, 2, given).n == rest + 1) values = select(given, b.has(2) ? 1 : 0, 0);
  values = aligned(b, 2, values, rank);
  return accumulate ? add(input, where(mask, values, zeros({}, values.dtype()))) : where(mask, values, input);
}

}  // namespace

struct Index : General {
  static constexpr Schema schema{"index.tensor(Tensor input, Tensor?[] indices) -> Tensor"};
  static constexpr const char* doc =
      "The elements at integer or boolean tensors, one a dimension (absent: the whole dimension), broadcast together "
      "as in numpy.";
  static Tensor forward(const Tensor& input, TensorList indices) {
    Indexing x = prepare(input, indices);
    Tensor source = indexed_first(input, x);
    Tensor values = Tensor::empty(values_shape(input, x), input.dtype());
    kernels().index_get(kernel_args(source, x, values));
    return permute(values, result_order(x)).alias();
  }
  static Tensor batch(const Batch& b, const Tensor& input, TensorList indices) {
    const Indices x = indices_of(b, indices, "index");
    const bool has_samples = b.has(0);
    Tensor out = index_tensor(input, indices_of_all(b, x, has_samples));
    if (shape_moves(x, has_samples)) return movedim(out, dims_from(1, x.rank), dims_from(1 + x.place(), x.rank));
    return movedim(out, Dims{batch_place(x, has_samples)}, Dims{0});
  }
  static constexpr auto vjp =
      rules(wrt<"input">([](Grad g, ShapeOf<"input"> shape, InList<"indices"> indices) -> Tensor {
        return index_put(zeros(shape, g.dtype()), indices, g, true);
      }));
  static constexpr auto jvp =
      tangents([](Tangent<"input"> t, InList<"indices"> indices) -> Tensor { return index_tensor(t, indices); });
};
VJP_DEFINE(Index);

struct IndexPut : General {
  static constexpr Schema schema{
      "index_put(Tensor input, Tensor?[] indices, Tensor values, bool accumulate=False) -> Tensor"};
  static constexpr const char* doc =
      "A copy of `input` with `values` (broadcast) at the indexed elements; with accumulate they are added, and "
      "repeated indices add up.";
  static constexpr Autocast autocast = Autocast::Widest;
  static constexpr bool inplace = true;
  static Tensor forward(const Tensor& input, TensorList indices, const Tensor& values, bool accumulate) {
    if (values.dtype() != input.dtype()) {
      fail(VJP_ERROR_DTYPE, "index_put: 'values' are {}, but the tensor is {}; convert them with to", values, input);
    }
    if (accumulate && is_half(input.dtype()))
      return narrowed(forward(wide(input), indices, wide(values), true), input.dtype());
    Indexing x = prepare(input, indices);
    Tensor out = fresh_copy(input);
    Tensor target = indexed_first(out, x);
    Dims order = result_order(x);
    Dims result = Dims::filled(order.n, 0), kernel_shape = values_shape(input, x);
    for (int i = 0; i < order.n; ++i) result[i] = kernel_shape[static_cast<int>(order[i])];
    if (!broadcasts_to(values.sizes(), result)) {
      fail(VJP_ERROR_SHAPE, "index_put: 'values' of shape {} do not broadcast to {}, the shape of what is indexed",
           values.sizes(), result);
    }
    Tensor source = permute(expand(values, result), inverse_of(order));
    IndexArgs args = kernel_args(target, x, source);
    args.combine = byte_of(accumulate ? Combine::Add : Combine::Set);
    kernels().index_put(args);
    return out;
  }
  static Tensor batch(const Batch& b, const Tensor& input, TensorList indices, const Tensor& values, bool accumulate) {
    if (broadcasts_over_mask(b, indices, input, values)) return put_by_mask(b, input, indices[0], values, accumulate);
    const Indices x = indices_of(b, indices, "index_put");
    const int rank = x.rank + sample_sizes(b, 0, input).n - x.count;  // of what is indexed
    Tensor source = aligned(b, 2, values, rank);
    if (source.ndim() < rank + 1) {
      Dims sizes = Dims::filled(rank + 1 - source.ndim(), 1);
      for (int64_t size : source.sizes()) sizes.push_back(size);
      source = reshape(source, sizes);
    }
    if (shape_moves(x, true)) source = movedim(source, dims_from(1 + x.place(), x.rank), dims_from(1, x.rank));
    source = movedim(source, Dims{0}, Dims{batch_place(x, true)});
    return index_put(with_batch(b, 0, input), indices_of_all(b, x, true), source, accumulate);
  }
  static constexpr auto vjp =
      rules(wrt<"input">([](Grad g, InList<"indices"> indices, ShapeOf<"values"> shape,
                            Attr<"accumulate", bool> accumulate) -> Tensor {
              return accumulate ? Tensor(g) : index_put(g, indices, zeros(shape, g.dtype()), false);
            }),
            wrt<"values">([](Grad g, InList<"indices"> indices, ShapeOf<"values"> shape) -> Tensor {
              return sum_to_size(index_tensor(g, indices), shape);
            }));
  static constexpr auto jvp = tangents([](Tangent<"input"> t, Tangent<"values"> values, In<"input"> input,
                                          InList<"indices"> indices, Attr<"accumulate", bool> accumulate) -> Tensor {
    if (!values && accumulate) return t;
    return index_put(t ? Tensor(t) : zeros_like(input), indices, values ? Tensor(values) : like(input, 0.0),
                     accumulate);
  });
};
VJP_DEFINE(IndexPut);

}  // namespace vjp
