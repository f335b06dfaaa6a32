// Advanced indexing: integer and boolean tensors select elements.
#include "ops/functions/index_advanced.h"

#include <algorithm>

#include "ops/define.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/creation.h"
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
  for (int64_t i = 0; i < wide.numel(); ++i) {
    if (at[i] < -size || at[i] >= size) {
      fail(VJP_ERROR_INVALID, "index: index {} is out of range for dimension {} of size {}", at[i], dim, size);
    }
    if (at[i] < 0) at[i] += size;
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
