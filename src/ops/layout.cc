#include "ops/layout.h"

#include <algorithm>

#include "ops/functions/copy.h"
#include "ops/functions/view_shape.h"

namespace vjp {

Tensor copy_in_layout(const Tensor& t, IntSpan strides) {
  // Row-major with the dimensions in order of their strides, seen in their own order again.
  int n = t.ndim();
  Dims order, inverse = Dims::filled(n, 0);
  for (int i = 0; i < n; ++i) order.push_back(i);
  std::stable_sort(order.begin(), order.end(), [&](int64_t a, int64_t b) {
    return strides[static_cast<size_t>(a)] > strides[static_cast<size_t>(b)];
  });
  for (int i = 0; i < n; ++i) inverse[static_cast<int>(order[i])] = i;
  return permute(_row_major(permute(t, order)), inverse);
}

vjp_memory_format format_argument(int64_t memory_format, const char* op) {
  if (memory_format < VJP_MEMORY_FORMAT_CONTIGUOUS || memory_format > VJP_MEMORY_FORMAT_PRESERVE) {
    fail(VJP_ERROR_INVALID,
         "{}: memory_format must be 0 (contiguous), 1 (channels last), 2 (channels last of 3 dimensions) or 3 "
         "(preserve), got {}",
         op, memory_format);
  }
  return static_cast<vjp_memory_format>(memory_format);
}

Tensor laid_out(const Tensor& t, int64_t memory_format, const char* op) {
  return format_argument(memory_format, op) == VJP_MEMORY_FORMAT_PRESERVE ? t
                                                                          : contiguous_memory_format(t, memory_format);
}

bool has_channels_last(const Tensor& images) {
  return format_of(images.sizes(), images.strides()) != VJP_MEMORY_FORMAT_CONTIGUOUS;
}

Tensor empty_images(IntSpan sizes, Dtype dtype, bool channels_last) {
  if (!channels_last) return Tensor::empty(sizes, dtype);
  const auto format = sizes.size() == 4 ? VJP_MEMORY_FORMAT_CHANNELS_LAST : VJP_MEMORY_FORMAT_CHANNELS_LAST_3D;
  return Tensor::empty_strided(sizes, strides_in(format, sizes, "result"), dtype);
}

Tensor empty_like_images(IntSpan sizes, Dtype dtype, const Tensor& a, const Tensor& b) {
  return empty_images(sizes, dtype, has_channels_last(a) || (b && has_channels_last(b)));
}

Tensor row_major_images(const Tensor& images) {
  if (!has_channels_last(images)) return images;
  return _in_memory_format(images, VJP_MEMORY_FORMAT_CONTIGUOUS, format_of(images.sizes(), images.strides()));
}

Tensor laid_out_like(const Tensor& result, const Tensor& input) {
  return contiguous_memory_format(result, format_of(input.sizes(), input.strides()));
}

}  // namespace vjp
