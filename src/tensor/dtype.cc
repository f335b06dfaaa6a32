#include "tensor/dtype.h"

namespace vjp {

Dtype promote(Dtype a, Dtype b) {
  if (a == b) return a;
  if (a == Dtype::None) return b;
  if (b == Dtype::None) return a;
  int ca = category_of(a), cb = category_of(b);
  if (ca != cb) {
    Dtype high = ca > cb ? a : b, low = ca > cb ? b : a;
    // a double beside a complex64 keeps its precision
    if (is_complex(high) && low == Dtype::Float64) return Dtype::Complex128;
    return high;
  }
  if (ca == 1) {
    if (a == Dtype::UInt8 || b == Dtype::UInt8) {
      Dtype other = a == Dtype::UInt8 ? b : a;
      return other == Dtype::Int8 ? Dtype::Int16 : other;
    }
    return a > b ? a : b;
  }
  if (ca == 2 && is_half(a) && is_half(b)) return Dtype::Float32;  // float16 with bfloat16
  return a > b ? a : b;
}

}  // namespace vjp
