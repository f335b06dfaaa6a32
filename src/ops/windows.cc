// Windows over images as columns of a matrix, and back.
#include "ops/windows.h"

#include "ops/define.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/copy.h"
#include "ops/functions/creation.h"
#include "ops/functions/index_slices.h"
#include "ops/functions/pad.h"
#include "ops/functions/view_part.h"

namespace vjp {
namespace {

struct ImageWindows {
  Dims kernel, dilation, padding, stride;
  Dims reach;  // from a window's first element to its last, and one more
};

ImageWindows image_windows(const char* op, IntSpan kernel_size, IntSpan dilation, IntSpan padding, IntSpan stride) {
  ImageWindows w;
  w.kernel = at_least(per_dimension(kernel_size, 2, op, "kernel_size"), 1, op, "kernel_size");
  w.dilation = at_least(per_dimension(dilation, 2, op, "dilation"), 1, op, "dilation");
  w.padding = at_least(per_dimension(padding, 2, op, "padding"), 0, op, "padding");
  w.stride = at_least(per_dimension(stride, 2, op, "stride"), 1, op, "stride");
  for (int d = 0; d < 2; ++d) w.reach.push_back(w.dilation[d] * (w.kernel[d] - 1) + 1);
  return w;
}

// How many windows fit, a dimension.
Dims window_counts(const char* op, const ImageWindows& w, IntSpan size) {
  Dims counts;
  for (int d = 0; d < 2; ++d) {
    const int64_t room = size[static_cast<size_t>(d)] + 2 * w.padding[d] - w.reach[d];
    if (room < 0) {
      fail(VJP_ERROR_SHAPE, "{}: 'kernel_size' {} with 'dilation' {} does not fit into {} with 'padding' {}", op,
           w.kernel, w.dilation, size, w.padding);
    }
    counts.push_back(room / w.stride[d] + 1);
  }
  return counts;
}

}  // namespace

struct Im2col : Composite {
  static constexpr Schema schema{
      "im2col(Tensor input, int[] kernel_size, int[] dilation=1, int[] padding=0, int[] stride=1) -> Tensor"};
  static constexpr const char* doc =
      "The windows of [N, C, H, W], or [C, H, W], as columns [N, C * window, number of windows], zeros beyond the "
      "border. The field's nn.functional.unfold.";
  static Tensor forward(const Tensor& given, IntSpan kernel_size, IntSpan dilation, IntSpan padding, IntSpan stride) {
    Tensor input = given;
    const bool added = add_batch(input, 2, "im2col");
    const ImageWindows w = image_windows("im2col", kernel_size, dilation, padding, stride);
    const Dims counts = window_counts("im2col", w, input.sizes().subspan(2));
    if (w.padding[0] || w.padding[1])
      input = constant_pad_nd(input, Dims{w.padding[1], w.padding[1], w.padding[0], w.padding[0]});
    Tensor windows = unfold(unfold(input, 2, w.reach[0], w.stride[0]), 3, w.reach[1], w.stride[1]);
    for (int d = 0; d < 2; ++d)
      if (w.dilation[d] > 1) windows = slice(windows, 4 + d, {}, {}, w.dilation[d]);
    const Dims sizes{input.size(0), input.size(1) * w.kernel[0] * w.kernel[1], counts[0] * counts[1]};
    return without_batch(reshape(_row_major(permute(windows, Dims{0, 1, 4, 5, 2, 3})), sizes), added);
  }
};
VJP_DEFINE(Im2col);

struct Col2im : Composite {
  static constexpr Schema schema{
      "col2im(Tensor input, int[] output_size, int[] kernel_size, int[] dilation=1, int[] padding=0, int[] stride=1) "
      "-> "
      "Tensor"};
  static constexpr const char* doc =
      "The sum of windows [N, C * window, number of windows] over an image [N, C, output_size], the adjoint of im2col. "
      "The field's nn.functional.fold.";
  static constexpr bool widens_halves = true;
  static Tensor forward(const Tensor& given, IntSpan output_size, IntSpan kernel_size, IntSpan dilation,
                        IntSpan padding, IntSpan stride) {
    Tensor input = given.ndim() == 2 ? unsqueeze(given, 0) : given;
    const ImageWindows w = image_windows("col2im", kernel_size, dilation, padding, stride);
    const Dims size = at_least(per_dimension(output_size, 2, "col2im", "output_size"), 1, "col2im", "output_size");
    const Dims counts = window_counts("col2im", w, size);
    const int64_t window = w.kernel[0] * w.kernel[1];
    if (input.ndim() != 3 || input.size(1) % window != 0 || input.size(2) != counts[0] * counts[1]) {
      fail(VJP_ERROR_SHAPE, "col2im: 'input' is {}, expected [N, C * {}, {}] for an image of {}", given, window,
           counts[0] * counts[1], size);
    }
    Dims padded;
    Tensor at[2];  // [window, count] of each dimension
    for (int d = 0; d < 2; ++d) {
      padded.push_back(size[d] + 2 * w.padding[d]);
      at[d] = add(unsqueeze(mul(arange(w.kernel[d], Dtype::Int64), w.dilation[d]), 1),
                  mul(arange(counts[d], Dtype::Int64), w.stride[d]));
    }
    Tensor row = reshape(mul(at[0], padded[1]), Dims{w.kernel[0], 1, counts[0], 1});
    Tensor place = flatten(add(row, reshape(at[1], Dims{1, w.kernel[1], 1, counts[1]})));
    const int64_t n = input.size(0), c = input.size(1) / window;
    Tensor image = zeros(Dims{n, c, padded[0] * padded[1]}, input.dtype());
    image = index_add(image, 2, place, reshape(input, Dims{n, c, window * counts[0] * counts[1]}));
    image = reshape(image, Dims{n, c, padded[0], padded[1]});
    for (int d = 0; d < 2; ++d)
      if (w.padding[d]) image = narrow(image, 2 + d, w.padding[d], size[d]);
    image = contiguous(image);
    return given.ndim() == 2 ? squeeze_dim(image, Dims{0}) : image;
  }
};
VJP_DEFINE(Col2im);

}  // namespace vjp
