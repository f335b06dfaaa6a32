// For every SIMD target: the compiler leaves the loops of pointwise_scalar.cc without vectors, or with narrow ones.
#include "backends/cpu/pointwise_integer.h"

#include "backends/cpu/pointwise_kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/cpu/pointwise_integer.cc"
#include "hwy/foreach_target.h"
//
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace vjp::cpu::HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;
using D = hn::ScalableTag<int64_t>;
using V = hn::Vec<D>;

// The same values as kernel/opcode_functions.h: 1 or 0 for what is true or not, shifts by less than 0 or more than 63
// as by 64.
HWY_INLINE V one_if(hn::Mask<D> mask) { return hn::IfThenElseZero(mask, hn::Set(D(), 1)); }
HWY_INLINE hn::Mask<D> truth(V x) { return hn::Not(hn::Eq(x, hn::Zero(D()))); }
HWY_INLINE hn::Mask<D> fits(V bits) { return hn::Eq(hn::AndNot(hn::Set(D(), 63), bits), hn::Zero(D())); }
HWY_INLINE V shift_left(V x, V bits) {
  return hn::IfThenElseZero(fits(bits), hn::Shl(x, hn::And(bits, hn::Set(D(), 63))));
}
HWY_INLINE V shift_right(V x, V bits) { return hn::Shr(x, hn::IfThenElse(fits(bits), bits, hn::Set(D(), 63))); }

#define VJP_INTEGER_LANES(X)                            \
  X(BitNot, 1, hn::Not(x))                              \
  X(LogicalNot, 1, one_if(hn::Eq(x, hn::Zero(D()))))    \
  X(Max, 2, hn::Max(x, y))                              \
  X(Min, 2, hn::Min(x, y))                              \
  X(Eq, 2, one_if(hn::Eq(x, y)))                        \
  X(Ne, 2, one_if(hn::Not(hn::Eq(x, y))))               \
  X(Lt, 2, one_if(hn::Lt(x, y)))                        \
  X(Le, 2, one_if(hn::Le(x, y)))                        \
  X(Gt, 2, one_if(hn::Gt(x, y)))                        \
  X(Ge, 2, one_if(hn::Ge(x, y)))                        \
  X(LogicalAnd, 2, one_if(hn::And(truth(x), truth(y)))) \
  X(LogicalOr, 2, one_if(truth(hn::Or(x, y))))          \
  X(LogicalXor, 2, one_if(hn::Xor(truth(x), truth(y)))) \
  X(ShiftLeft, 2, shift_left(x, y))                     \
  X(ShiftRight, 2, shift_right(x, y))                   \
  X(Select, 3, hn::IfThenElse(truth(x), y, z))

// Lanes beyond the end are 0, which every function above takes.
template <int arity, class F>
HWY_INLINE void map(void* out, const void* a, const void* b, const void* c, size_t n, F&& f) {
  const D d;
  const size_t lanes = hn::Lanes(d);
  auto* o = static_cast<int64_t*>(out);
  const auto *x = static_cast<const int64_t*>(a), *y = static_cast<const int64_t*>(arity > 1 ? b : a),
             *z = static_cast<const int64_t*>(arity > 2 ? c : a);
  size_t i = 0;
  for (; i + lanes <= n; i += lanes) {
    hn::StoreU(f(hn::LoadU(d, x + i), hn::LoadU(d, y + i), hn::LoadU(d, z + i)), d, o + i);
  }
  if (const size_t m = n - i)
    hn::StoreN(f(hn::LoadN(d, x + i, m), hn::LoadN(d, y + i, m), hn::LoadN(d, z + i, m)), d, o + i, m);
}

#define VJP_KERNEL(Name, arity, expression)                                                                           \
  void run_##Name(void* out, const void* a, const void* b, const void* c, size_t n) {                                 \
    map<arity>(out, a, b, c, n, [](V x, [[maybe_unused]] V y, [[maybe_unused]] V z) HWY_ATTR { return expression; }); \
  }
VJP_INTEGER_LANES(VJP_KERNEL)
#undef VJP_KERNEL

void fill_integers(Kernels& k) {
#define VJP_SET(Name, arity, expression) k.set(kI64, Opcode::Name, run_##Name);
  VJP_INTEGER_LANES(VJP_SET)
#undef VJP_SET
}
#undef VJP_INTEGER_LANES

}  // namespace
}  // namespace vjp::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace vjp::cpu {
HWY_EXPORT(fill_integers);
void fill_integer_kernels(Kernels& k) { HWY_DYNAMIC_DISPATCH(fill_integers)(k); }
}  // namespace vjp::cpu
#endif
