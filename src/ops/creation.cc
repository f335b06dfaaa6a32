// Tensors made from nothing.
#include "ops/functions/creation.h"

#include <cmath>

#include "ops/call/sequences.h"
#include "ops/define.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/copy.h"
#include "ops/functions/pointwise_comparison.h"
#include "ops/functions/pointwise_selection.h"
#include "ops/functions/reduce_scan.h"
#include "ops/functions/view_part.h"
#include "ops/layout.h"
#include "ops/numbers.h"

namespace vjp {
namespace {

Dtype or_default(Dtype dtype) { return dtype == Dtype::None ? Dtype::Float32 : dtype; }

Dtype dtype_of_number(const Scalar& s) {
  static constexpr Dtype kTypes[] = {Dtype::Bool, Dtype::Int64, Dtype::Float32, Dtype::Complex64};
  return kTypes[s.category()];
}

Tensor filled(IntSpan size, const Scalar& value, Dtype dtype, const char* what) {
  check_number_fits(value, dtype, what);
  Tensor out = Tensor::empty(size, dtype);
  kernels().fill(out.view(), value);
  return out;
}

Dtype of_input(const Tensor& input, Dtype dtype) { return dtype == Dtype::None ? input.dtype() : dtype; }

// In the layout of a dense tensor, else row-major.
Tensor like(const Tensor& input, Dtype dtype) {
  const Dtype type = of_input(input, dtype);
  if (input.contiguous() || !is_dense(input.sizes(), input.strides())) return Tensor::empty(input.sizes(), type);
  return Tensor::empty_strided(input.sizes(), input.strides(), type);
}

Tensor filled_like(const Tensor& input, const Scalar& value, Dtype dtype, const char* what) {
  check_number_fits(value, of_input(input, dtype), what);
  Tensor out = like(input, dtype);
  kernels().fill(out.view(), value);
  return out;
}

Tensor empty_in_format(IntSpan size, Dtype dtype, int64_t memory_format, const char* op) {
  checked_numel(size, op);  // before strides are computed, which would leave the integers
  return Tensor::empty_strided(size, strides_in(format_argument(memory_format, op), size, op), dtype);
}

// 0, 1, 2, ... as int64 or float64, on a device.
Tensor counted(int64_t count, bool integers) {
  Tensor ones = filled(Dims{count}, 1, Dtype::Int64, "arange");
  Tensor numbers = sub(cumsum(ones, 0), 1);
  return integers ? numbers : to(numbers, Dtype::Float64);
}

// On the host, a tensor of `dtype` that fill(data) computes in float32 or, for the other dtypes, in float64.
template <class F>
Tensor computed(int64_t count, Dtype dtype, F&& fill) {
  if (dtype != Dtype::Float32) {
    Tensor out = Tensor::empty(Dims{count}, Dtype::Float64);
    fill(out.data<double>());
    return to(out, dtype);
  }
  Tensor out = Tensor::empty(Dims{count}, dtype);
  fill(out.data<float>());
  return out;
}

Tensor counted_from(int64_t count, int64_t start, int64_t step) {
  Tensor out = Tensor::empty(Dims{count}, Dtype::Int64);
  int64_t* data = out.data<int64_t>();
  for (int64_t i = 0; i < count; ++i) data[i] = start + i * step;
  return out;
}

// Element i is start + i * step, computed in double (or in integers) and rounded once.
Tensor sequence(int64_t count, const Scalar& start, const Scalar& step, Dtype dtype) {
  if (!operator_device->is_cpu()) {
    if (is_integral(dtype)) return to(add(mul(counted(count, true), step.to_int()), start.to_int()), dtype);
    return to(add(mul(counted(count, false), step.to_double()), start.to_double()), dtype);
  }
  if (is_integral(dtype)) return to(counted_from(count, start.to_int(), step.to_int()), dtype);
  return computed(count, dtype, [&](auto* out) { fill_sequence(out, count, start.to_double(), step.to_double()); });
}

}  // namespace

struct Empty : CreationOp {
  static constexpr Schema schema{"empty(int[] size, *, dtype? dtype=None) -> Tensor"};
  static constexpr const char* doc = "An uninitialised row-major tensor; float32 unless dtype is given.";
  static Tensor forward(IntSpan size, Dtype dtype) { return Tensor::empty(size, or_default(dtype)); }
};
VJP_DEFINE(Empty);

struct EmptyInFormat : CreationOp {
  static constexpr Schema schema{"empty.memory_format(int[] size, *, dtype? dtype=None, int memory_format) -> Tensor"};
  static constexpr const char* doc =
      "An uninitialised tensor in a memory format: 0 is row-major, 1 channels last of [N, C, H, W], 2 of [N, C, D, H, "
      "W].";
  static Tensor forward(IntSpan size, Dtype dtype, int64_t memory_format) {
    return empty_in_format(size, or_default(dtype), memory_format, "empty");
  }
};
VJP_DEFINE(EmptyInFormat);

struct Zeros : CreationOp {
  static constexpr Schema schema{"zeros(int[] size, *, dtype? dtype=None) -> Tensor"};
  static constexpr const char* doc = "A tensor of zeros; float32 unless dtype is given.";
  static Tensor forward(IntSpan size, Dtype dtype) { return Tensor::zeros(size, or_default(dtype)); }
};
VJP_DEFINE(Zeros);

struct Ones : CreationOp {
  static constexpr Schema schema{"ones(int[] size, *, dtype? dtype=None) -> Tensor"};
  static constexpr const char* doc = "A tensor of ones; float32 unless dtype is given.";
  static Tensor forward(IntSpan size, Dtype dtype) { return filled(size, 1, or_default(dtype), "ones"); }
};
VJP_DEFINE(Ones);

struct Full : CreationOp {
  static constexpr Schema schema{"full(int[] size, Scalar fill_value, *, dtype? dtype=None) -> Tensor"};
  static constexpr const char* doc = "A tensor of one value; its dtype is the value's default unless it is given.";
  static Tensor forward(IntSpan size, const Scalar& fill_value, Dtype dtype) {
    return filled(size, fill_value, dtype == Dtype::None ? dtype_of_number(fill_value) : dtype, "full");
  }
};
VJP_DEFINE(Full);

struct EmptyLike : CreationOp {
  static constexpr Schema schema{"empty_like(Tensor input, *, dtype? dtype=None) -> Tensor"};
  static constexpr const char* doc =
      "An uninitialised tensor of the shape, and unless given the dtype, of `input`; laid out as it is where it is "
      "dense, "
      "else row-major.";
  static Tensor forward(const Tensor& input, Dtype dtype) { return like(input, dtype); }
};
VJP_DEFINE(EmptyLike);

struct EmptyLikeInFormat : CreationOp {
  static constexpr Schema schema{
      "empty_like.memory_format(Tensor input, *, dtype? dtype=None, int memory_format) -> Tensor"};
  static constexpr const char* doc =
      "empty_like in a memory format: 0 is row-major, 1 channels last of [N, C, H, W], 2 of [N, C, D, H, W]; 3 keeps "
      "the "
      "layout where `input` is dense.";
  static Tensor forward(const Tensor& input, Dtype dtype, int64_t memory_format) {
    return memory_format == VJP_MEMORY_FORMAT_PRESERVE
               ? like(input, dtype)
               : empty_in_format(input.sizes(), of_input(input, dtype), memory_format, "empty_like");
  }
};
VJP_DEFINE(EmptyLikeInFormat);

struct ZerosLike : CreationOp {
  static constexpr Schema schema{"zeros_like(Tensor input, *, dtype? dtype=None) -> Tensor"};
  static constexpr const char* doc = "Zeros of the shape, and unless given the dtype, of `input`.";
  static Tensor forward(const Tensor& input, Dtype dtype) {
    if (input.contiguous()) return Tensor::zeros(input.sizes(), of_input(input, dtype));
    return filled_like(input, 0, dtype, "zeros_like");
  }
};
VJP_DEFINE(ZerosLike);

struct OnesLike : CreationOp {
  static constexpr Schema schema{"ones_like(Tensor input, *, dtype? dtype=None) -> Tensor"};
  static constexpr const char* doc = "Ones of the shape, and unless given the dtype, of `input`.";
  static Tensor forward(const Tensor& input, Dtype dtype) { return filled_like(input, 1, dtype, "ones_like"); }
};
VJP_DEFINE(OnesLike);

struct FullLike : CreationOp {
  static constexpr Schema schema{"full_like(Tensor input, Scalar fill_value, *, dtype? dtype=None) -> Tensor"};
  static constexpr const char* doc = "One value in the shape, and unless given the dtype, of `input`.";
  static Tensor forward(const Tensor& input, const Scalar& fill_value, Dtype dtype) {
    return filled_like(input, fill_value, dtype, "full_like");
  }
};
VJP_DEFINE(FullLike);

struct Arange : CreationOp {
  static constexpr Schema schema{"arange(Scalar end, *, dtype? dtype=None) -> Tensor"};
  static constexpr const char* doc =
      "0, 1, 2, ... before end; int64 for an integer end, otherwise float32, unless dtype is given.";
  static Tensor forward(const Scalar& end, Dtype dtype) { return arange_start(0, end, 1, dtype); }
};
VJP_DEFINE(Arange);

struct ArangeStart : CreationOp {
  static constexpr Schema schema{
      "arange.start(Scalar start, Scalar end, Scalar step=1, *, dtype? dtype=None) -> Tensor"};
  static constexpr const char* doc = "start, start + step, ... before end.";
  static Tensor forward(const Scalar& start, const Scalar& end, const Scalar& step, Dtype dtype) {
    bool integers = start.category() <= 1 && end.category() <= 1 && step.category() <= 1;
    double width = end.to_double() - start.to_double(), by = step.to_double();
    if (by == 0 || !std::isfinite(width) || !std::isfinite(by) || width / by < 0) {
      fail(VJP_ERROR_INVALID, "arange: from {} to {} in steps of {} is no finite sequence", start.to_double(),
           end.to_double(), by);
    }
    if (!(width / by < 0x1p62)) {
      fail(VJP_ERROR_INVALID, "arange: from {} to {} in steps of {} are {} numbers, more than a tensor can have",
           start.to_double(), end.to_double(), by, std::ceil(width / by));
    }
    auto count = static_cast<int64_t>(std::ceil(width / by));
    return sequence(count, start, step, dtype != Dtype::None ? dtype : integers ? Dtype::Int64 : Dtype::Float32);
  }
};
VJP_DEFINE(ArangeStart);

namespace {
// As the host computes it below.
Tensor linspace_on_device(double a, double b, double step, int64_t steps) {
  Tensor i = counted(steps, false);
  if (steps == 1) return add(mul(i, step), a);
  Tensor from_start = add(mul(i, step), a);
  Tensor from_end = sub(b, mul(sub(static_cast<double>(steps - 1), i), step));
  return where(lt(i, static_cast<double>(steps / 2)), from_start, from_end);
}

}  // namespace

struct Linspace : CreationOp {
  static constexpr Schema schema{"linspace(Scalar start, Scalar end, int steps, *, dtype? dtype=None) -> Tensor"};
  static constexpr const char* doc = "`steps` evenly spaced numbers from start to end, both included.";
  static Tensor forward(const Scalar& start, const Scalar& end, int64_t steps, Dtype dtype) {
    if (steps < 0) fail(VJP_ERROR_INVALID, "linspace: steps must not be negative, got {}", steps);
    double a = start.to_double(), b = end.to_double(), step = steps > 1 ? (b - a) / static_cast<double>(steps - 1) : 0;
    if (!operator_device->is_cpu()) return to(linspace_on_device(a, b, step, steps), or_default(dtype));
    const int64_t half = steps == 1 ? 1 : steps / 2;
    return computed(steps, or_default(dtype), [&](auto* out) {
      fill_sequence(out, half, a, step);
      fill_sequence_to(out + half, steps - half, b, step);  // so that the last number is `b` exactly
    });
  }
};
VJP_DEFINE(Linspace);

struct Eye : CreationOp {
  static constexpr Schema schema{"eye(int n, int? m=None, *, dtype? dtype=None) -> Tensor"};
  static constexpr const char* doc = "Ones on the diagonal of an n x m (default n x n) matrix of zeros.";
  static Tensor forward(int64_t n, std::optional<int64_t> m, Dtype dtype) {
    Tensor out = Tensor::zeros(Dims{n, m.value_or(n)}, or_default(dtype));
    if (out.numel() > 0) kernels().fill(diagonal(out).view(), 1);
    return out;
  }
};
VJP_DEFINE(Eye);

}  // namespace vjp
