// Elements turned and repeated: what is made of flips, transposes and index_select.
#include "graph/batched.h"
#include "ops/define.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/copy.h"
#include "ops/functions/creation.h"
#include "ops/functions/index_arrange.h"
#include "ops/functions/index_slices.h"
#include "ops/functions/reduce_scan.h"
#include "ops/functions/view_part.h"
#include "ops/functions/view_shape.h"
#include "ops/host_numbers.h"

namespace vjp {
namespace {

void need_dims(const Tensor& input, int least, const char* what) {
  if (input.ndim() < least) {
    fail(VJP_ERROR_SHAPE, "{}: 'input' has shape {}, expected at least {} dimension{}", what, input.sizes(), least,
         least == 1 ? "" : "s");
  }
}

void check_output_size(std::optional<int64_t> output_size, int64_t total) {
  if (output_size && *output_size != total) {
    fail(VJP_ERROR_INVALID, "repeat_interleave: 'output_size' is {}, but there are {} repeated elements", *output_size,
         total);
  }
}

// For each slice of the result the one of the input that it repeats: one more at the end of each run.
Tensor sources(const Tensor& repeats, int64_t total) {
  Tensor ends = cumsum(to(repeats, Dtype::Int64), 0);
  Tensor steps = _index_add_zeros(ones(Dims{ends.numel()}, Dtype::Int64), ends, Dims{total + 1}, 0);
  return narrow(cumsum(steps, 0), 0, 0, total);
}

}  // namespace

struct FlipLR : Composite {
  static constexpr Schema schema{"fliplr(Tensor input) -> Tensor"};
  static constexpr const char* doc = "The elements in reverse order along the second dimension.";
  static Tensor forward(const Tensor& input) {
    need_dims(input, 2, "fliplr");
    return flip(input, Dims{1});
  }
};
VJP_DEFINE(FlipLR);

struct FlipUD : Composite {
  static constexpr Schema schema{"flipud(Tensor input) -> Tensor"};
  static constexpr const char* doc = "The elements in reverse order along the first dimension.";
  static Tensor forward(const Tensor& input) {
    need_dims(input, 1, "flipud");
    return flip(input, Dims{0});
  }
};
VJP_DEFINE(FlipUD);

struct Rot90 : Composite {
  static constexpr Schema schema{"rot90(Tensor input, int k=1, int[]? dims=None) -> Tensor"};
  static constexpr const char* doc =
      "A copy turned k times by a quarter, from the first of two dimensions (by default 0 and 1) towards the second.";
  static Tensor forward(const Tensor& input, int64_t k, const std::optional<IntSpan>& dims) {
    if (dims && dims->size() != 2) fail(VJP_ERROR_INVALID, "rot90: 'dims' is {}, expected two dimensions", *dims);
    need_dims(input, 2, "rot90");
    const int a = wrap_dim(dims ? (*dims)[0] : 0, input.ndim(), "rot90");
    const int b = wrap_dim(dims ? (*dims)[1] : 1, input.ndim(), "rot90");
    if (a == b) fail(VJP_ERROR_INVALID, "rot90: 'dims' is {}: the two must differ", *dims);
    switch (((k % 4) + 4) % 4) {
      case 1:
        return transpose(flip(input, Dims{b}), a, b);
      case 2:
        return flip(input, Dims{a, b});
      case 3:
        return transpose(flip(input, Dims{a}), a, b);
      default:
        return clone(input);
    }
  }
};
VJP_DEFINE(Rot90);

struct RepeatInterleave : Composite {
  static constexpr Schema schema{
      "repeat_interleave(Tensor input, int repeats, int? dim=None, *, int? output_size=None) -> Tensor"};
  static constexpr const char* doc =
      "Every slice of a dimension repeated, one beside the other; without dim, the elements of the flattened tensor.";
  static Tensor forward(const Tensor& input, int64_t repeats, std::optional<int64_t> dim,
                        std::optional<int64_t> output_size) {
    if (repeats < 0) fail(VJP_ERROR_INVALID, "repeat_interleave: 'repeats' is {}, expected 0 or more", repeats);
    const Tensor x = dim && input.ndim() ? input : flatten(input);
    const int d = wrap_dim(dim.value_or(0), x.ndim(), "repeat_interleave");
    if (x.ndim() == VJP_MAX_DIMS) fail(VJP_ERROR_SHAPE, "repeat_interleave: 'input' has {} dimensions", x.ndim());
    Dims wide(x.sizes()), result(x.sizes());
    wide.insert(d + 1, repeats);
    if (__builtin_mul_overflow(x.size(d), repeats, &result[d])) {
      fail(VJP_ERROR_SHAPE, "repeat_interleave: {} times a size of {} is too large", repeats, x.size(d));
    }
    check_output_size(output_size, result[d]);
    return reshape(_row_major(expand(unsqueeze(x, d + 1), wide)), result);
  }
};
VJP_DEFINE(RepeatInterleave);

struct RepeatInterleaveTensor : Composite {
  static constexpr Schema schema{
      "repeat_interleave.tensor(Tensor input, Tensor repeats, int? dim=None, *, int? output_size=None) -> Tensor"};
  static constexpr const char* doc =
      "Every slice of a dimension repeated as often as its number says; the host reads the numbers.";
  static Tensor forward(const Tensor& input, const Tensor& repeats, std::optional<int64_t> dim,
                        std::optional<int64_t> output_size) {
    const Tensor x = dim && input.ndim() ? input : flatten(input);
    const int d = wrap_dim(dim.value_or(0), x.ndim(), "repeat_interleave");
    if (repeats.ndim() > 1 || (repeats.numel() != 1 && repeats.numel() != x.size(d))) {
      fail(VJP_ERROR_SHAPE, "repeat_interleave: 'repeats' has shape {}, expected one number or {}, one for each slice",
           repeats.sizes(), x.size(d));
    }
    int64_t total = 0;
    const bool one = repeats.numel() == 1 && x.size(d) != 1;
    for (int64_t n : host_numbers(repeats, "repeat_interleave", "repeats")) {
      if (n < 0) fail(VJP_ERROR_INVALID, "repeat_interleave: 'repeats' has {}, expected 0 or more", n);
      if (__builtin_mul_overflow(n, one ? x.size(d) : 1, &n) || __builtin_add_overflow(total, n, &total)) {
        fail(VJP_ERROR_SHAPE, "repeat_interleave: the result is too large");
      }
    }
    check_output_size(output_size, total);
    const Tensor each = expand(reshape(repeats, Dims{-1}), Dims{x.size(d)});
    return index_select(x, d, sources(each, total));
  }
};
VJP_DEFINE(RepeatInterleaveTensor);

}  // namespace vjp
