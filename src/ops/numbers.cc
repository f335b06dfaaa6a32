#include "ops/numbers.h"

#include <cmath>

#include "graph/batched.h"
#include "ops/op.h"

namespace vjp {

void check_number_fits(const Scalar& value, Dtype dtype, std::string_view what) {
  if (value.category() == 3 && !is_complex(dtype)) {
    fail(VJP_ERROR_DTYPE, "{}: the complex number {}{}{}j does not fit {}", what, value.real,
         value.imaginary < 0 ? "" : "+", value.imaginary, dtype);
  }
  if (!is_integral(dtype) || dtype == Dtype::Bool || value.category() == 0) return;
  const int bits = 8 * static_cast<int>(size_of(dtype)) - (dtype == Dtype::UInt8 ? 0 : 1);
  const double end = std::ldexp(1.0, bits), begin = dtype == Dtype::UInt8 ? 0 : -end;
  if (value.category() == 1 && bits == 63) return;
  const double v = std::trunc(value.to_double());
  if (v >= begin && v < end) return;
  const std::string text = value.category() == 1 ? format("{}", value.to_int()) : format("{}", value.to_double());
  fail(VJP_ERROR_INVALID, "{}: {} does not fit {}, which holds whole numbers from {} to {}", what, text, dtype,
       dtype == Dtype::UInt8 ? int64_t{0} : -(int64_t{1} << (bits - 1)) * 2,
       dtype == Dtype::UInt8 ? int64_t{255} : ((int64_t{1} << (bits - 1)) - 1) * 2 + 1);
}

void check_whole(const Scalar& value, Dtype dtype, std::string_view what, std::string_view argument) {
  if (!is_integral(dtype) || value.category() < 2) return;
  if (value.category() == 3) return check_number_fits(value, dtype, what);
  const double v = value.to_double();
  if (std::isfinite(v) && v == std::trunc(v)) return check_number_fits(value, Dtype::Int64, what);
  fail(VJP_ERROR_DTYPE, "{}: '{}' is {}, but the result is {}; a whole number would be right", what, argument, v,
       dtype);
}

void check_probability(double p, std::string_view what) {
  if (!(p >= 0 && p <= 1)) fail(VJP_ERROR_INVALID, "{}: a probability is from 0 to 1, got {}", what, p);
}

void refuse_bools(std::string_view op, Dtype promoted, std::string_view instead) {
  if (promoted == Dtype::Bool) fail(VJP_ERROR_DTYPE, "{}: not defined for bools; use {}, or integers", op, instead);
}

bool may_look_at(const Tensor& t) { return t.device().is_cpu() && !is_batched(t); }

}  // namespace vjp
