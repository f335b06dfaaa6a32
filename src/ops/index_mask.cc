// Elements chosen by a mask, positions of nonzero elements, and indices of which a mask chooses.
#include "ops/functions/index_mask.h"

#include "graph/batched.h"
#include "ops/define.h"
#include "ops/functions/copy.h"
#include "ops/functions/creation.h"
#include "ops/functions/index_advanced.h"
#include "ops/functions/pointwise_comparison.h"
#include "ops/functions/pointwise_selection.h"
#include "ops/functions/view_part.h"
#include "ops/functions/view_shape.h"
#include "ops/index_common.h"
#include "ops/numbers.h"

namespace vjp {
namespace {

void check_mask(const Tensor& mask, const char* what) {
  if (mask.dtype() != Dtype::Bool) fail(VJP_ERROR_DTYPE, "{}: 'mask' is {}, expected bool", what, mask);
}

}  // namespace

struct MaskedFill : Composite {
  static constexpr Schema schema{"masked_fill(Tensor input, Tensor mask, Operand value) -> Tensor"};
  static constexpr const char* doc =
      "input with `value`, a number or a zero-dimensional tensor, where the mask is true.";
  static constexpr bool inplace = true;
  static Tensor forward(const Tensor& input, const Tensor& mask, const Operand& value) {
    check_mask(mask, "masked_fill");
    if (!value.is_tensor()) return where(mask, full({}, value.number(), input.dtype()), input);
    if (value.tensor().ndim() != 0) {
      fail(VJP_ERROR_SHAPE, "masked_fill: 'value' has shape {}, expected a number or a tensor without dimensions",
           value.tensor().sizes());
    }
    if (is_complex(value.tensor().dtype()) && !is_complex(input.dtype()))
      fail(VJP_ERROR_DTYPE, "masked_fill: 'value' is {}, which does not fit {}", value.tensor(), input.dtype());
    return where(mask, to(value.tensor(), input.dtype()), input);
  }
};
VJP_DEFINE(MaskedFill);

struct MaskedSelect : Composite {
  static constexpr Schema schema{"masked_select(Tensor input, Tensor mask) -> Tensor"};
  static constexpr const char* doc = "The elements where the mask is true, in row-major order.";
  static Tensor forward(const Tensor& input, const Tensor& mask) {
    check_mask(mask, "masked_select");
    Dims sizes = broadcast(input.sizes(), mask.sizes(), "masked_select");
    const Tensor indices[] = {flatten(expand(mask, sizes))};
    return index_tensor(flatten(expand(input, sizes)), indices);
  }
};
VJP_DEFINE(MaskedSelect);

struct MaskedScatter : Composite {
  static constexpr Schema schema{"masked_scatter(Tensor input, Tensor mask, Tensor source) -> Tensor"};
  static constexpr const char* doc = "input with the elements of source, in order, where the mask is true.";
  static constexpr bool inplace = true;
  static Tensor forward(const Tensor& input, const Tensor& mask, const Tensor& source) {
    check_mask(mask, "masked_scatter");
    refuse_batched(*mask.get(), "masked_scatter");  // where an element goes depends on those before it
    Dims sizes = broadcast(input.sizes(), mask.sizes(), "masked_scatter");
    Tensor flat = flatten(expand(mask, sizes));
    int64_t count = number_of_nonzero(flat);
    if (count > source.numel()) {
      fail(VJP_ERROR_SHAPE, "masked_scatter: the mask selects {} elements, the source has {}", count, source.numel());
    }
    const Tensor indices[] = {flat};
    Tensor filled = index_put(flatten(expand(input, sizes)), indices, narrow(flatten(source), 0, 0, count));
    return reshape(filled, sizes);
  }
};
VJP_DEFINE(MaskedScatter);

struct Nonzero : CreationOp {
  static constexpr Schema schema{"nonzero(Tensor input) -> Tensor"};
  static constexpr const char* doc =
      "The coordinates of the elements that are not 0, one row each, in row-major order.";
  static Tensor forward(const Tensor& input) { return positions_of_nonzero(input); }
  static Tensor batch(const Batch&, const Tensor&) {
    fail(VJP_ERROR_STATE,
         "nonzero: inside vmap the number of elements that are not 0 would differ from sample to sample; use where");
  }
};
VJP_DEFINE(Nonzero);

// ---- indices of which a mask chooses ----

namespace {

std::vector<Tensor> clamped(const Tensor& input, TensorList indices, bool from_end, const char* what) {
  if (indices.size() > static_cast<size_t>(input.ndim())) {
    fail(VJP_ERROR_SHAPE, "{}: {} indices for an input of shape {}", what, indices.size(), input.sizes());
  }
  std::vector<Tensor> out;
  for (size_t i = 0; i < indices.size(); ++i) {
    const int64_t size = input.size(static_cast<int64_t>(i));
    out.push_back(indices[i] ? clamp(indices[i], Operand(from_end ? -size : 0), Operand(size - 1)) : Tensor());
  }
  return out;
}

}  // namespace

struct UnsafeMaskedIndex : Composite {
  static constexpr Schema schema{
      "_unsafe_masked_index(Tensor input, Tensor mask, Tensor?[] indices, Scalar fill) -> Tensor"};
  static constexpr const char* doc =
      "The indexed elements where the mask is true, and `fill` elsewhere; indices out of range count as the nearest.";
  static Tensor forward(const Tensor& input, const Tensor& mask, TensorList indices, const Scalar& fill) {
    if (mask.numel() == 0) return masked_fill(index_tensor(input, indices), logical_not(mask), fill);
    const Tensor found = index_tensor(input, clamped(input, indices, false, "_unsafe_masked_index"));
    return masked_fill(found, logical_not(mask), fill);
  }
};
VJP_DEFINE(UnsafeMaskedIndex);

struct UnsafeMaskedIndexPutAccumulate : Composite {
  static constexpr Schema schema{
      "_unsafe_masked_index_put_accumulate(Tensor input, Tensor mask, Tensor?[] indices, Tensor values) -> Tensor"};
  static constexpr const char* doc =
      "A copy of input with values added at the indexed elements where the mask is true; indices out of range count as "
      "the nearest.";
  static Tensor forward(const Tensor& input, const Tensor& mask, TensorList indices, const Tensor& values) {
    if (mask.numel() == 0) return clone(input);
    return index_put(input, clamped(input, indices, true, "_unsafe_masked_index_put_accumulate"),
                     masked_fill(values, logical_not(mask), 0), true);
  }
};
VJP_DEFINE(UnsafeMaskedIndexPutAccumulate);

}  // namespace vjp
