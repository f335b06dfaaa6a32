// Padding. `pad` lists, from the last dimension on, how many elements go before and behind; negative numbers crop.
#include "ops/functions/pad.h"

#include <algorithm>

#include "ops/define.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/copy.h"
#include "ops/functions/creation.h"
#include "ops/functions/index_slices.h"
#include "ops/functions/pointwise_comparison.h"
#include "ops/functions/pointwise_rounding.h"
#include "ops/functions/pointwise_selection.h"
#include "ops/functions/view_part.h"
#include "ops/layout.h"
#include "ops/numbers.h"

namespace vjp {
namespace {

struct Margins {
  Dims before, behind;  // a dimension
};
Margins margins_of(const Tensor& input, IntSpan pad, const char* op) {
  const int n = input.ndim();
  if (pad.size() % 2 != 0 || static_cast<int>(pad.size() / 2) > n) {
    fail(VJP_ERROR_INVALID, "{}: 'pad' is {}, expected pairs (before, behind) for at most {} dimensions", op, pad, n);
  }
  Margins m{Dims::filled(n, 0), Dims::filled(n, 0)};
  for (size_t i = 0; i < pad.size() / 2; ++i) {
    int d = n - 1 - static_cast<int>(i);
    constexpr int64_t kMost = int64_t{1} << 40;  // so that sums do not overflow
    for (int64_t p : {pad[2 * i], pad[2 * i + 1]}) {
      if (p > kMost || p < -kMost) fail(VJP_ERROR_INVALID, "{}: 'pad' {} is out of range", op, pad);
    }
    m.before[d] = pad[2 * i];
    m.behind[d] = pad[2 * i + 1];
    if (input.size(d) + m.before[d] + m.behind[d] < 0) {
      fail(VJP_ERROR_SHAPE, "{}: 'pad' {} leaves nothing of dimension {} of {}", op, pad, d, input.sizes());
    }
  }
  return m;
}

Dims negated(IntSpan pad) {
  Dims out(pad);
  for (int64_t& p : out) p = -p;
  return out;
}

}  // namespace

struct ConstantPadNd : General {
  static constexpr Schema schema{"constant_pad_nd(Tensor input, int[] pad, Scalar value=0) -> Tensor"};
  static constexpr const char* doc = "Pads with a constant; negative numbers crop.";
  static Tensor forward(const Tensor& input, IntSpan pad, const Scalar& value) {
    Margins m = margins_of(input, pad, "constant_pad_nd");
    Dims sizes(input.sizes());
    for (int d = 0; d < sizes.n; ++d) sizes[d] += m.before[d] + m.behind[d];
    Tensor out = empty_like_images(sizes, input.dtype(), input), to = out, from = input;
    bool padded = false;
    for (int d = 0; d < sizes.n; ++d) {
      int64_t first = std::max<int64_t>(0, -m.before[d]), last = input.size(d) - std::max<int64_t>(0, -m.behind[d]);
      int64_t count = std::max<int64_t>(0, last - first);
      from = narrow(from, d, std::min(first, input.size(d)), count);
      to = narrow(to, d, std::min(std::max<int64_t>(0, m.before[d]), sizes[d] - count), count);
      padded = padded || count != sizes[d];
    }
    check_number_fits(value, input.dtype(), "constant_pad_nd");
    if (padded) kernels().fill(out.view(), value);
    kernels().copy(to.view(), from.view());
    return out;
  }
  static Tensor batch(const Batch&, const Tensor& input, IntSpan pad, const Scalar& value) {
    if (static_cast<int>(pad.size()) > 2 * (input.ndim() - 1)) {
      fail(VJP_ERROR_INVALID, "constant_pad_nd: {} numbers of padding for a sample of shape {}", pad.size(),
           input.sizes().subspan(1));
    }
    return constant_pad_nd(input, pad, value);  // counted from the last dimension
  }
  static constexpr auto vjp = rules(wrt<"input">(
      [](Grad g, Attr<"pad", IntSpan> pad) -> Tensor { return constant_pad_nd(g, negated(pad.value), 0); }));
  static constexpr auto jvp =
      tangents([](Tangent<"input"> t, Attr<"pad", IntSpan> pad) -> Tensor { return constant_pad_nd(t, pad.value, 0); });
};
VJP_DEFINE(ConstantPadNd);

struct Pad : Composite {
  static constexpr Schema schema{"pad(Tensor input, int[] pad, str mode=\"constant\", Scalar? value=None) -> Tensor"};
  static constexpr const char* doc =
      "Pads the last dimensions: \"constant\" with a value, \"reflect\" mirrored at the first and last element, "
      "\"replicate\" with "
      "those elements, \"circular\" with the other end. Negative numbers crop.";
  static Tensor forward(const Tensor& input, IntSpan pad, std::string_view mode, const std::optional<Scalar>& value) {
    if (mode == "constant") return constant_pad_nd(input, pad, value.value_or(Scalar(0)));
    const bool reflect = mode == "reflect", circular = mode == "circular";
    if (!reflect && !circular && mode != "replicate") {
      fail(VJP_ERROR_INVALID, "pad: mode must be \"constant\", \"reflect\", \"replicate\" or \"circular\", got \"{}\"",
           mode);
    }
    Margins m = margins_of(input, pad, "pad");
    const Tensor rows = row_major_images(input);
    Tensor out = rows;
    for (int d = input.ndim() - 1; d >= 0; --d) {
      const int64_t n = input.size(d), before = m.before[d], behind = m.behind[d];
      if (before == 0 && behind == 0) continue;
      const int64_t most = reflect ? n - 1 : circular ? n : INT64_MAX;
      // circular padding wraps around what cropping leaves
      const int64_t first = std::max<int64_t>(0, -before), left = n - first - std::max<int64_t>(0, -behind);
      if (before > most || behind > most || (n == 0 && (before > 0 || behind > 0))) {
        fail(VJP_ERROR_SHAPE, "pad: {} before and {} behind are too many for \"{}\" and dimension {} of {}", before,
             behind, mode, d, input.sizes());
      }
      Tensor at =
          arange_start(-before, n + behind, 1, Dtype::Int64);  // the element of the input for each of the result
      if (circular) {
        at = add(remainder(sub(at, first), left), first);
      } else if (reflect) {
        at = abs(at);
        at = where(lt(at, n), at, sub(2 * (n - 1), at));
      } else {
        at = clamp(at, Operand(0), Operand(n - 1));
      }
      out = index_select(out, d, at);
    }
    return out.is(rows) ? clone(input) : laid_out_like(out, input);
  }
};
VJP_DEFINE(Pad);

}  // namespace vjp
