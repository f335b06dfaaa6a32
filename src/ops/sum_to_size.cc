// The adjoint of broadcasting.
#include "ops/functions/sum_to_size.h"

#include "ops/define.h"
#include "ops/functions/view_shape.h"

namespace vjp {

struct SumToSize : Linear {
  static constexpr Schema schema{"_sum_to_size(Tensor input, int[] size) -> Tensor"};
  static constexpr const char* doc = "Sums a tensor down to a shape that broadcasts to its own.";
  static Tensor forward(const Tensor& input, IntSpan size) {
    int extra = input.ndim() - static_cast<int>(size.size());
    Dims kept(input.sizes());
    for (int i = 0; i < input.ndim(); ++i) kept[i] = i < extra ? 1 : size[static_cast<size_t>(i - extra)];
    Tensor sum = Tensor::empty(kept, input.dtype());
    ReduceArgs args{};
    args.op = byte_of(Reduction::Sum);
    args.in = input.view();
    args.out = sum.view();
    kernels().reduce(args);
    return sum.with_geometry({Dims(size), contiguous_strides(size), 0});
  }
  static constexpr auto vjp =
      rules(wrt<"input">([](Grad g, ShapeOf<"input"> shape) -> Tensor { return expand(g, shape); }));
};
VJP_DEFINE(SumToSize);

struct SumToSizeOrSelf : Composite {
  static constexpr Schema schema{"sum_to_size(Tensor input, int[] size) -> Tensor"};
  static constexpr const char* doc =
      "Sums a tensor down to a shape that broadcasts to its own; itself if it has it already.";
  static Tensor forward(const Tensor& input, IntSpan size) {
    if (same(input.sizes(), size)) return input;
    if (!broadcasts_to(size, input.sizes())) {
      fail(VJP_ERROR_SHAPE, "sum_to_size: {} does not broadcast to {}", size, input.sizes());
    }
    return _sum_to_size(input, size);
  }
};
VJP_DEFINE(SumToSizeOrSelf);

}  // namespace vjp
