// The two linear maps behind views: reading a geometry out of a tensor, and adding one into zeros.
#include "ops/functions/strided.h"

#include <algorithm>
#include <vector>

#include "ops/batch_rules.h"
#include "ops/define.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/copy.h"
#include "ops/functions/creation.h"
#include "ops/functions/view_shape.h"
#include "ops/halves.h"

namespace vjp {
namespace {

// Positions (in elements) that a geometry reaches: [first, last].
void extend(IntSpan sizes, IntSpan strides, int64_t offset, int64_t& first, int64_t& last) {
  int64_t end = offset;
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] == 0) return;
    end += (sizes[i] - 1) * strides[i];
  }
  first = std::min(first, offset);
  last = std::max(last, end);
}

// A run of memory in which both geometries lie, `first` being where it begins.
struct Buffer {
  Tensor flat;
  int64_t first = 0;
};
Buffer make_buffer(const Geometry& a, const Geometry& b, Dtype dtype) {
  int64_t first = INT64_MAX, last = -1;
  extend(a.sizes, a.strides, a.offset, first, last);
  extend(b.sizes, b.strides, b.offset, first, last);
  if (last < 0) first = 0;
  return {Tensor::zeros(Dims{last - first + 1}, dtype), first};
}

template <class T>
void add_element(T& to, const T& from) {
  if constexpr (std::is_same_v<T, Float16> || std::is_same_v<T, BFloat16>) {
    to = T(float(to) + float(from));
  } else if constexpr (std::is_same_v<T, bool>) {
    to = to || from;
  } else {
    to = static_cast<T>(to + from);
  }
}

// out[...] += in[...], one element after the other: `out` may reach an element twice.
template <class T>
void add_overlapping(T* out, IntSpan out_strides, const T* in, IntSpan in_strides, IntSpan sizes) {
  if (sizes.empty()) {
    add_element(*out, *in);
    return;
  }
  for (int64_t i = 0; i < sizes[0]; ++i) {
    add_overlapping(out + i * out_strides[0], out_strides.subspan(1), in + i * in_strides[0], in_strides.subspan(1),
                    sizes.subspan(1));
  }
}

// Windows that overlap: for each place in a window the elements of all windows at once, among which no two meet. False
// where a geometry has no dimensions of windows that are short enough for this to pay.
bool add_windows(const Tensor& place, const Tensor& values) {
  Geometry to = place.geometry(), from = values.geometry();
  int64_t places = 1;
  std::vector<int> within;
  while (may_overlap(to.sizes, to.strides)) {
    int shortest = -1;
    for (int d = 0; d < to.sizes.n; ++d)
      if (to.sizes[d] > 1 && (shortest < 0 || to.sizes[d] < to.sizes[shortest])) shortest = d;
    within.push_back(shortest);
    places *= to.sizes[shortest];
    to.sizes[shortest] = 1;
  }
  if (place.dtype() == Dtype::Bool || values.numel() < 256 * places) return false;
  from.sizes = to.sizes;
  for (int64_t k = 0; k < places; ++k) {
    Geometry part = to, added = from;
    int64_t rest = k;
    for (int d : within) {
      const int64_t i = rest % place.size(d);
      rest /= place.size(d);
      part.offset += i * to.strides[d], added.offset += i * from.strides[d];
    }
    add_(place.with_geometry(part), values.with_geometry(added));
  }
  return true;
}

// The same on a device: the elements by their positions in the buffer.
void add_by_position(const Buffer& buffer, const Geometry& g, const Tensor& values) {
  Tensor position = full({}, g.offset - buffer.first, Dtype::Int64);
  for (int d = 0; d < g.sizes.n; ++d) {
    position = add(unsqueeze(position, -1), mul(arange(g.sizes[d], Dtype::Int64), g.strides[d]));
  }
  Tensor list = flatten(contiguous(position)), source = flatten(fresh_copy(values));
  kernels().index_add({buffer.flat.view(), list.view(), source.view(), 0, byte_of(Combine::Add), Scalar(1)});
}

void add_at(const Buffer& buffer, const Geometry& g, const Tensor& values) {
  if (values.numel() == 0) return;
  Tensor place = buffer.flat.with_geometry({g.sizes, g.strides, g.offset - buffer.first});
  if (!may_overlap(g.sizes, g.strides)) {
    kernels().copy(place.view(), values.view());
    return;
  }
  if (!values.device().is_cpu()) {
    add_by_position(buffer, g, values);
    return;
  }
  if (add_windows(place, values)) return;
  visit_dtype(values.dtype(), [&]<class T>(Type<T>) {
    add_overlapping(place.data<T>(), place.strides(), values.data<T>(), values.strides(), values.sizes());
  });
}

// The buffer with `values` added under the geometry `in`; in float32 where halves meet.
Buffer buffer_of(const Tensor& values, const Geometry& in, const Geometry& out) {
  Tensor added = may_overlap(in.sizes, in.strides) ? wide(values) : values;
  Buffer buffer = make_buffer(in, out, added.dtype());
  add_at(buffer, in, added);
  return buffer;
}

// What the buffer holds under a geometry, as a tensor of its own.
Tensor read_back(const Buffer& buffer, const Geometry& g) {
  Tensor place = buffer.flat.with_geometry({g.sizes, g.strides, g.offset - buffer.first});
  if (is_contiguous(g.sizes, g.strides) && buffer.flat.numel() == place.numel()) return place;
  return fresh_copy(place);
}

// One more than the largest position that either shows: the samples' memories lie that far apart.
int64_t reach_of(const Geometry& a, const Geometry& b) {
  const auto end = [](const Geometry& g) {
    int64_t last = g.offset;
    for (int d = 0; d < g.sizes.n; ++d) last += std::max<int64_t>(0, g.sizes[d] - 1) * g.strides[d];
    return last + 1;
  };
  return std::max(end(a), end(b));
}
Geometry of_samples(const Geometry& g, int64_t size, int64_t apart) {
  return {led_by(size, g.sizes), led_by(apart, g.strides), g.offset};
}

}  // namespace

struct StridedScatter : Linear {
  static constexpr Schema schema{
      "_strided_scatter(Tensor input, int[] size, int[] stride, int storage_offset, int[] out_size, int[] out_stride, "
      "int out_offset) -> Tensor"};
  static constexpr const char* doc =
      "The adjoint of a view: zeros of shape out_size, laid out by out_stride and out_offset, with `input` added where "
      "size, "
      "stride and storage_offset say.";
  static Tensor forward(const Tensor& input, IntSpan size, IntSpan stride, int64_t storage_offset, IntSpan out_size,
                        IntSpan out_stride, int64_t out_offset) {
    Geometry in{Dims(size), Dims(stride), storage_offset}, out{Dims(out_size), Dims(out_stride), out_offset};
    return narrowed(read_back(buffer_of(input, in, out), out), input.dtype());
  }
  static Tensor batch(const Batch& b, const Tensor& input, IntSpan size, IntSpan stride, int64_t storage_offset,
                      IntSpan out_size, IntSpan out_stride, int64_t out_offset) {
    Geometry in{Dims(size), Dims(stride), storage_offset}, out{Dims(out_size), Dims(out_stride), out_offset};
    const int64_t apart = reach_of(in, out);
    in = of_samples(in, b.size, apart), out = of_samples(out, b.size, apart);
    return _strided_scatter(input, in.sizes, in.strides, in.offset, out.sizes, out.strides, out.offset);
  }
  static constexpr auto vjp =
      rules(wrt<"input">([](Grad g, Attr<"size", IntSpan> size, Attr<"stride", IntSpan> stride,
                            Attr<"storage_offset", int64_t> offset, Attr<"out_size", IntSpan> out_size,
                            Attr<"out_stride", IntSpan> out_stride, Attr<"out_offset", int64_t> out_offset) -> Tensor {
        return _strided_gather(g, size, stride, offset, out_size, out_stride, out_offset);
      }));
};
VJP_DEFINE(StridedScatter);

struct StridedGather : Linear {
  static constexpr Schema schema{
      "_strided_gather(Tensor input, int[] size, int[] stride, int storage_offset, int[] in_size, int[] in_stride, "
      "int in_offset) -> Tensor"};
  static constexpr const char* doc =
      "What a view of size, stride and storage_offset shows of `input`, laid out by in_stride and in_offset; a copy.";
  static Tensor forward(const Tensor& input, IntSpan size, IntSpan stride, int64_t storage_offset, IntSpan in_size,
                        IntSpan in_stride, int64_t in_offset) {
    Geometry in{Dims(in_size), Dims(in_stride), in_offset}, out{Dims(size), Dims(stride), storage_offset};
    Buffer buffer = buffer_of(input, in, out);
    Tensor shown = buffer.flat.with_geometry({out.sizes, out.strides, out.offset - buffer.first});
    return buffer.flat.dtype() == input.dtype() ? fresh_copy(shown) : to(shown, input.dtype());
  }
  static Tensor batch(const Batch& b, const Tensor& input, IntSpan size, IntSpan stride, int64_t storage_offset,
                      IntSpan in_size, IntSpan in_stride, int64_t in_offset) {
    Geometry in{Dims(in_size), Dims(in_stride), in_offset}, out{Dims(size), Dims(stride), storage_offset};
    const int64_t apart = reach_of(in, out);
    in = of_samples(in, b.size, apart), out = of_samples(out, b.size, apart);
    return _strided_gather(input, out.sizes, out.strides, out.offset, in.sizes, in.strides, in.offset);
  }
  static constexpr auto vjp =
      rules(wrt<"input">([](Grad g, Attr<"size", IntSpan> size, Attr<"stride", IntSpan> stride,
                            Attr<"storage_offset", int64_t> offset, Attr<"in_size", IntSpan> in_size,
                            Attr<"in_stride", IntSpan> in_stride, Attr<"in_offset", int64_t> in_offset) -> Tensor {
        return _strided_scatter(g, size, stride, offset, in_size, in_stride, in_offset);
      }));
};
VJP_DEFINE(StridedGather);

}  // namespace vjp
