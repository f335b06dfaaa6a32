// Channels and pixels in another order.
#include "ops/define.h"
#include "ops/functions/copy.h"
#include "ops/functions/view_shape.h"

namespace vjp {
namespace {

// All but the last three dimensions as one, which is taken apart again afterwards.
Tensor as_planes(const Tensor& input, const char* op) {
  if (input.ndim() < 3)
    fail(VJP_ERROR_SHAPE, "{}: 'input' has shape {}, expected [*, channels, height, width]", op, input.sizes());
  int64_t planes = 1;
  for (int d = 0; d < input.ndim() - 3; ++d) planes *= input.size(d);
  return reshape(input, Dims{planes, input.size(-3), input.size(-2), input.size(-1)});
}

Tensor with_leading(const Tensor& out, const Tensor& input, int64_t channels, int64_t height, int64_t width) {
  Dims sizes(input.sizes().first(static_cast<size_t>(input.ndim() - 3)));
  sizes.push_back(channels);
  sizes.push_back(height);
  sizes.push_back(width);
  return reshape(out, sizes);
}

}  // namespace

struct ChannelShuffle : Composite {
  static constexpr Schema schema{"channel_shuffle(Tensor input, int groups) -> Tensor"};
  static constexpr const char* doc =
      "The channels (dimension 1) of `groups` equal groups taken in turns: the first of each group, then the second.";
  static Tensor forward(const Tensor& input, int64_t groups) {
    if (input.ndim() < 3)
      fail(VJP_ERROR_SHAPE, "channel_shuffle: 'input' has shape {}, expected [N, C, *]", input.sizes());
    const int64_t channels = input.size(1);
    if (groups < 1 || channels % groups != 0)
      fail(VJP_ERROR_INVALID, "channel_shuffle: {} channels do not fall into {} groups", channels, groups);
    Tensor apart = unflatten(input, 1, Dims{groups, channels / groups});
    return reshape(_row_major(transpose(apart, 1, 2)), input.sizes());
  }
};
VJP_DEFINE(ChannelShuffle);

struct PixelShuffle : Composite {
  static constexpr Schema schema{"pixel_shuffle(Tensor input, int upscale_factor) -> Tensor"};
  static constexpr const char* doc =
      "[*, C r r, H, W] as [*, C, H r, W r]: r*r channels become a square of pixels, r being upscale_factor.";
  static Tensor forward(const Tensor& input, int64_t r) {
    Tensor x = as_planes(input, "pixel_shuffle");
    const int64_t n = x.size(0), h = x.size(2), w = x.size(3);
    if (r < 1 || r > (int64_t{1} << 20) || x.size(1) % (r * r) != 0) {
      fail(VJP_ERROR_SHAPE, "pixel_shuffle: {} channels do not fall into squares of upscale_factor {}", x.size(1), r);
    }
    const int64_t c = x.size(1) / (r * r);
    Tensor squares = _row_major(permute(reshape(x, Dims{n, c, r, r, h, w}), Dims{0, 1, 4, 2, 5, 3}));
    return with_leading(squares, input, c, h * r, w * r);
  }
};
VJP_DEFINE(PixelShuffle);

struct PixelUnshuffle : Composite {
  static constexpr Schema schema{"pixel_unshuffle(Tensor input, int downscale_factor) -> Tensor"};
  static constexpr const char* doc =
      "[*, C, H r, W r] as [*, C r r, H, W]: the inverse of pixel_shuffle, r being downscale_factor.";
  static Tensor forward(const Tensor& input, int64_t r) {
    Tensor x = as_planes(input, "pixel_unshuffle");
    const int64_t n = x.size(0), c = x.size(1);
    if (r < 1 || r > (int64_t{1} << 20) || x.size(2) % r != 0 || x.size(3) % r != 0) {
      fail(VJP_ERROR_SHAPE, "pixel_unshuffle: pixels {} by {} do not fall into squares of downscale_factor {}",
           x.size(2), x.size(3), r);
    }
    const int64_t h = x.size(2) / r, w = x.size(3) / r;
    Tensor squares = _row_major(permute(reshape(x, Dims{n, c, h, r, w, r}), Dims{0, 1, 3, 5, 2, 4}));
    return with_leading(squares, input, c * r * r, h, w);
  }
};
VJP_DEFINE(PixelUnshuffle);

}  // namespace vjp
