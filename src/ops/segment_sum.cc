// Sums and extremes of neighbouring slices, of given lengths, and the way back, where a backend has loops for them.
#include "ops/functions/segment_sum.h"

#include "ops/batch_rules.h"
#include "ops/define.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/copy.h"
#include "ops/functions/pointwise_comparison.h"
#include "ops/functions/pointwise_selection.h"
#include "ops/loops.h"

namespace vjp {
namespace {

Dims resized(IntSpan sizes, int64_t d, int64_t size) {
  Dims out(sizes);
  out[static_cast<int>(d)] = size;
  return out;
}
// `shape`: of the rows, which lie along d.
Tensor run_segments(Segments kind, const Tensor& given, const Tensor& offsets, IntSpan shape, int64_t d, const char* op,
                    double initial = 0) {
  check_loops(given, Primitive::segments, op);
  const Tensor in = contiguous(given), at = contiguous(offsets);
  const int64_t rows = shape[static_cast<size_t>(d)], count = offsets.size(-1) - 1;
  Tensor out = Tensor::empty(resized(shape, d, kind == Segments::Spread ? rows : count), in.dtype());
  SegmentsArgs args{.in = in.raw(),
                    .offsets = at.data<int64_t>(),
                    .out = out.raw(),
                    .outer = 1,
                    .rows = rows,
                    .inner = 1,
                    .count = count,
                    .initial = initial,
                    .kind = static_cast<uint8_t>(kind),
                    .dtype = byte_of(in.dtype())};
  for (size_t i = 0; i < shape.size(); ++i) {
    if (static_cast<int64_t>(i) < d) args.outer *= shape[i];
    if (static_cast<int64_t>(i) > d) args.inner *= shape[i];
  }
  kernels().segments(args);
  return out;
}

}  // namespace

// Along a dimension from 0; offsets are int64, of the sizes before it and one more than there are segments.
struct SegmentSum : Linear {
  static constexpr Schema schema{"_segment_sum(Tensor data, Tensor offsets, int dim) -> Tensor"};
  static constexpr const char* doc = "The sums of neighbouring slices, from one offset to before the next.";
  static Tensor forward(const Tensor& data, const Tensor& offsets, int64_t d) {
    return run_segments(Segments::Sum, data, offsets, data.sizes(), d, "_segment_sum");
  }
  static Tensor batch(const Batch& b, const Tensor& data, const Tensor& offsets, int64_t d) {
    return _segment_sum(with_batch(b, 0, data), with_batch(b, 1, offsets), d + 1);
  }
  static constexpr auto vjp =
      rules(wrt<"data">([](Grad g, ShapeOf<"data"> shape, In<"offsets"> offsets, Attr<"dim", int64_t> d) -> Tensor {
        return _segment_spread(g, offsets, shape[static_cast<int>(d.value)], d);
      }));
};
VJP_DEFINE(SegmentSum);

struct SegmentSpread : Linear {
  static constexpr Schema schema{"_segment_spread(Tensor values, Tensor offsets, int size, int dim) -> Tensor"};
  static constexpr const char* doc = "`size` slices, each the value of its segment, or 0 in none.";
  static Tensor forward(const Tensor& values, const Tensor& offsets, int64_t size, int64_t d) {
    return run_segments(Segments::Spread, values, offsets, resized(values.sizes(), d, size), d, "_segment_spread");
  }
  static Tensor batch(const Batch& b, const Tensor& values, const Tensor& offsets, int64_t size, int64_t d) {
    return _segment_spread(with_batch(b, 0, values), with_batch(b, 1, offsets), size, d + 1);
  }
  static constexpr auto vjp = rules(wrt<"values">(
      [](Grad g, In<"offsets"> offsets, Attr<"dim", int64_t> d) -> Tensor { return _segment_sum(g, offsets, d); }));
};
VJP_DEFINE(SegmentSpread);

namespace {

// Which elements equal their segment's extreme, and what one of them has of its derivative: equal ones share, `initial`
// among them.
struct Shares {
  Tensor equal, each;
};
Shares shares_of(const Tensor& data, const Tensor& offsets, const Tensor& out, const Scalar& initial, int64_t d) {
  const Tensor equal = eq(data, _segment_spread(out, offsets, data.size(d), d));
  const Tensor count = add(_segment_sum(to(equal, data.dtype()), offsets, d), to(eq(out, initial), data.dtype()));
  return {equal, where(eq(count, 0), 0, reciprocal(count))};  // 0: the extreme is NaN
}

}  // namespace

struct SegmentExtreme : General {
  static constexpr Schema schema{
      "_segment_extreme(Tensor data, Tensor offsets, Scalar initial, bool largest, int dim) -> Tensor"};
  static constexpr const char* doc =
      "The largest or smallest of `initial` and each of neighbouring slices, from one offset to before the next.";
  static Tensor forward(const Tensor& data, const Tensor& offsets, const Scalar& initial, bool largest, int64_t d) {
    return run_segments(largest ? Segments::Max : Segments::Min, data, offsets, data.sizes(), d, "_segment_extreme",
                        initial.to_double());
  }
  static Tensor batch(const Batch& b, const Tensor& data, const Tensor& offsets, const Scalar& initial, bool largest,
                      int64_t d) {
    return _segment_extreme(with_batch(b, 0, data), with_batch(b, 1, offsets), initial, largest, d + 1);
  }
  static constexpr auto vjp = rules(wrt<"data">([](Grad g, In<"data"> data, In<"offsets"> offsets, Out<> out,
                                                   Attr<"initial", Scalar> initial, Attr<"dim", int64_t> d) -> Tensor {
    const Shares s = shares_of(data, offsets, out, initial, d);
    return where(s.equal, _segment_spread(mul(g, s.each), offsets, Tensor(data).size(d), d), 0);
  }));
  static constexpr auto jvp = tangents([](Tangent<"data"> t, In<"data"> data, In<"offsets"> offsets, Out<> out,
                                          Attr<"initial", Scalar> initial, Attr<"dim", int64_t> d) -> Tensor {
    const Shares s = shares_of(data, offsets, out, initial, d);
    return mul(_segment_sum(where(s.equal, t, 0), offsets, d), s.each);
  });
};
VJP_DEFINE(SegmentExtreme);

}  // namespace vjp
