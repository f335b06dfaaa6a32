#include "ops/indexing.h"

#include "ops/functions/copy.h"
#include "ops/functions/index_advanced.h"
#include "ops/functions/view_part.h"
#include "ops/functions/view_shape.h"
#include "ops/telling.h"

namespace vjp {
namespace {

// How many dimensions an item uses up: a boolean tensor as many as it has.
int consumed_dims(const vjp_index& item) {
  switch (item.kind) {
    case VJP_INDEX_INT:
    case VJP_INDEX_SLICE:
      return 1;
    case VJP_INDEX_TENSOR: {
      const TensorImpl* t = impl_of(item.tensor);
      return t->dtype == Dtype::Bool ? t->ndim : 1;
    }
    default:
      return 0;
  }
}

std::optional<int64_t> bound(int64_t v) {
  if (v == VJP_INDEX_ABSENT) return std::nullopt;
  return v;
}

// In terms of the input: the operators below see views of which dimensions have gone already.
void check_item(const vjp_index& item, const Tensor& input, int dim) {
  if (item.kind == VJP_INDEX_INT) {
    const int64_t size = input.size(dim);
    if (item.start < -size || item.start >= size) {
      fail(VJP_ERROR_INVALID, "index: index {} is out of range for dimension {} of size {}", item.start, dim, size);
    }
  } else if (item.kind == VJP_INDEX_SLICE && item.step != VJP_INDEX_ABSENT && item.step < 1) {
    fail(VJP_ERROR_INVALID, "index: a slice's step must be at least 1, got {}; flip turns a dimension round",
         item.step);
  } else if (item.kind == VJP_INDEX_TENSOR) {
    const Tensor& t = as_tensor(item.tensor);
    for (int i = 0; t.dtype() == Dtype::Bool && i < t.ndim(); ++i) {
      if (t.size(i) == input.size(dim + i)) continue;
      fail(VJP_ERROR_SHAPE, "index: a boolean index of shape {} does not fit {} from dimension {} on", t.sizes(),
           input.sizes(), dim);
    }
  }
}

// The views that integers, slices and new axes make; what is left for advanced indexing goes to `indices`, by
// dimension.
Tensor apply_views(const Tensor& input, std::span<const vjp_index> items, std::vector<Tensor>& indices) {
  int used = 0, ellipses = 0;
  for (const vjp_index& item : items) {
    if (item.kind < VJP_INDEX_INT || item.kind > VJP_INDEX_TENSOR) {
      fail(VJP_ERROR_INVALID, "index: an item has kind {}, which is none", item.kind);
    }
    if (item.kind == VJP_INDEX_TENSOR && !item.tensor) fail(VJP_ERROR_INVALID, "index: a tensor item has tensor NULL");
    ellipses += item.kind == VJP_INDEX_ELLIPSIS;
    used += consumed_dims(item);
  }
  if (ellipses > 1) fail(VJP_ERROR_INVALID, "index: at most one ellipsis is possible, got {}", ellipses);
  if (used > input.ndim()) {
    fail(VJP_ERROR_INVALID, "index: {} indices for a tensor of shape {}", used, input.sizes());
  }
  Tensor view = input;
  int dim = 0, from = 0;  // of the view, and of the input
  for (const vjp_index& item : items) {
    check_item(item, input, from);
    from += item.kind == VJP_INDEX_ELLIPSIS ? input.ndim() - used : consumed_dims(item);
    switch (item.kind) {
      case VJP_INDEX_INT:
        view = select(view, dim, item.start);
        break;
      case VJP_INDEX_SLICE:
        view = slice(view, dim, bound(item.start), bound(item.stop), item.step == VJP_INDEX_ABSENT ? 1 : item.step);
        ++dim;
        break;
      case VJP_INDEX_NEW_AXIS:
        view = unsqueeze(view, dim);
        ++dim;
        break;
      case VJP_INDEX_ELLIPSIS:
        dim += input.ndim() - used;
        break;
      default: {
        const Tensor& t = as_tensor(item.tensor);
        indices.resize(static_cast<size_t>(dim));
        if (t.dtype() == Dtype::Bool && t.ndim() == 0) {  // x[True]: a new dimension of size 0 or 1
          view = unsqueeze(view, dim);
          indices.push_back(reshape(t, Dims{1}));
          ++dim;
        } else {
          indices.push_back(t);
          dim += consumed_dims(item);
          indices.resize(static_cast<size_t>(dim));
        }
      }
    }
  }
  return view;
}

// A boolean tensor stands for as many integer ones as it has dimensions; index and index_put take it as one entry.
std::vector<Tensor> by_entry(const std::vector<Tensor>& by_dim) {
  std::vector<Tensor> entries;
  for (size_t i = 0; i < by_dim.size();) {
    entries.push_back(by_dim[i]);
    i += by_dim[i] && by_dim[i].dtype() == Dtype::Bool ? static_cast<size_t>(by_dim[i].ndim()) : 1;
  }
  return entries;
}

}  // namespace

static Tensor expression(const Tensor& input, std::span<const vjp_index> items) {
  std::vector<Tensor> indices;
  Tensor view = apply_views(input, items, indices);
  if (!indices.empty()) return index_tensor(view, by_entry(indices));
  return view.get() == input.get() ? alias(input) : view;
}

Tensor index_expression(const Tensor& input, std::span<const vjp_index> items) {
  return told_as("index", [&] { return expression(input, items); });
}

static void assign(const Tensor& input, std::span<const vjp_index> items, const Tensor& value) {
  std::vector<Tensor> indices;
  Tensor view = apply_views(input, items, indices);
  Tensor source = value.dtype() == input.dtype() || is_complex(input.dtype()) || !is_complex(value.dtype())
                      ? to(value, input.dtype())
                      : value;
  // leading sizes of 1 that the place does not have say nothing
  int extra = 0;
  while (extra < source.ndim() && source.size(extra) == 1 && (!indices.empty() || source.ndim() - extra > view.ndim()))
    ++extra;
  if (extra) source = reshape(source, source.sizes().subspan(static_cast<size_t>(extra)));
  if (indices.empty()) {
    if (!broadcasts_to(source.sizes(), view.sizes())) {
      fail(VJP_ERROR_SHAPE, "index_put: a value of shape {} does not broadcast to {}, the shape of what is indexed",
           source.sizes(), view.sizes());
    }
    copy_(view, source);
  } else {
    index_put_(view, by_entry(indices), source, false);
  }
}

void assign_index_expression(const Tensor& input, std::span<const vjp_index> items, const Tensor& value) {
  told_as("index_put", [&] { assign(input, items, value); });
}

}  // namespace vjp
