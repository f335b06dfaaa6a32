// Chains, for every SIMD target: a block of eight vectors goes through all steps, in registers from one to the next.
#include "backends/cpu/fused_chain.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/cpu/fused_chain.cc"
#include "hwy/foreach_target.h"
// foreach_target first
#include "backends/cpu/simd_arithmetic-inl.h"
#include "hwy/highway.h"

// Opcodes that a chain computes: those of one or two vector instructions, and the slower of them.
#ifndef VJP_CHAIN_OPCODES
#define VJP_CHAIN_OPCODES
#define VJP_CHAIN_UNARY(X) \
  X(Copy, copy) X(Neg, neg) X(Abs, abs) X(Square, square) X(Reciprocal, reciprocal) X(Sqrt, sqrt)
#define VJP_CHAIN_BINARY(X) \
  X(Add, add)               \
  X(Sub, sub)               \
  X(Mul, mul) X(Div, div) X(Max, maximum) X(Min, minimum) X(Eq, eq) X(Ne, ne) X(Lt, lt) X(Le, le) X(Gt, gt) X(Ge, ge)
namespace vjp::cpu {
// A case for every opcode and whence its operands come: M memory, R the registers.
enum ChainCode : uint8_t {
  kNoChain,
#define VJP_CODES(Name, name) k##Name##M, k##Name##R,
  VJP_CHAIN_UNARY(VJP_CODES)
#undef VJP_CODES
#define VJP_CODES(Name, name) k##Name##MM, k##Name##RM, k##Name##MR, k##Name##RR,
      VJP_CHAIN_BINARY(VJP_CODES)
#undef VJP_CODES
          kSelectMMM,
  kSelectRMM,
  kSelectMRM,
  kSelectMMR,
  kLoadBFloat,
  kLoadBool,
  kStoreBFloat,
  kStoreBool
};
}  // namespace vjp::cpu
#endif

HWY_BEFORE_NAMESPACE();
namespace vjp::cpu::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// One case: an expression of the element offset `at`, the vector v in registers, and operands x, y, z in memory.
#undef VJP_EACH
#define VJP_EACH(code, ...)                                                                                          \
  case code: {                                                                                                       \
    const auto one = [&]([[maybe_unused]] V v, [[maybe_unused]] size_t at) HWY_ATTR __attribute__((always_inline)) { \
      return __VA_ARGS__;                                                                                            \
    };                                                                                                               \
    v0 = one(v0, 0), v1 = one(v1, lanes), v2 = one(v2, 2 * lanes), v3 = one(v3, 3 * lanes);                          \
    v4 = one(v4, 4 * lanes), v5 = one(v5, 5 * lanes), v6 = one(v6, 6 * lanes), v7 = one(v7, 7 * lanes);              \
    break;                                                                                                           \
  }
#undef VJP_UNARY_CASES
#define VJP_UNARY_CASES(Name, name)                            \
  VJP_EACH(k##Name##M, name##_either(d, hn::LoadU(d, x + at))) \
  VJP_EACH(k##Name##R, name##_either(d, v))
#undef VJP_BINARY_CASES
#define VJP_BINARY_CASES(Name, name)                                                  \
  VJP_EACH(k##Name##MM, name##_either(d, hn::LoadU(d, x + at), hn::LoadU(d, y + at))) \
  VJP_EACH(k##Name##RM, name##_either(d, v, hn::LoadU(d, y + at)))                    \
  VJP_EACH(k##Name##MR, name##_either(d, hn::LoadU(d, x + at), v))                    \
  VJP_EACH(k##Name##RR, name##_either(d, v, v))

#if HWY_TARGET == HWY_SSE4
// Old machines are spared the code: their tiles go through step by step.
void chain(const ChainStep*, size_t, void* const*, size_t) {}
size_t block() { return 0; }
#else
void chain(const ChainStep* steps, size_t count, void* const* values, size_t n) {
  using T = float;
  const hn::ScalableTag<T> d;
  using V = hn::Vec<decltype(d)>;
  const size_t lanes = hn::Lanes(d);
  for (size_t i = 0; i < n; i += 8 * lanes) {
    V v0 = hn::Zero(d), v1 = v0, v2 = v0, v3 = v0, v4 = v0, v5 = v0, v6 = v0, v7 = v0;
    for (const ChainStep *step = steps, *end = steps + count; step != end; ++step) {
      const T* const x = static_cast<const T*>(values[step->a]) + i;
      const T* const y = static_cast<const T*>(values[step->b]) + i;
      const T* const z = static_cast<const T*>(values[step->c]) + i;
      switch (step->code) {
        VJP_CHAIN_UNARY(VJP_UNARY_CASES)
        VJP_CHAIN_BINARY(VJP_BINARY_CASES)
        VJP_EACH(kSelectMMM, where_either(d, hn::LoadU(d, x + at), hn::LoadU(d, y + at), hn::LoadU(d, z + at)))
        VJP_EACH(kSelectRMM, where_either(d, v, hn::LoadU(d, y + at), hn::LoadU(d, z + at)))
        VJP_EACH(kSelectMRM, where_either(d, hn::LoadU(d, x + at), v, hn::LoadU(d, z + at)))
        VJP_EACH(kSelectMMR, where_either(d, hn::LoadU(d, x + at), hn::LoadU(d, y + at), v))
        VJP_EACH(kLoadBFloat, load_bfloats(d, static_cast<const uint16_t*>(values[step->a]) + i + at))
        VJP_EACH(kLoadBool, load_bools(d, static_cast<const uint8_t*>(values[step->a]) + i + at))
        case kStoreBFloat: {
          uint16_t* const out = static_cast<uint16_t*>(values[step->out]) + i;
          store_bfloats(d, v0, v1, out), store_bfloats(d, v2, v3, out + 2 * lanes);
          store_bfloats(d, v4, v5, out + 4 * lanes), store_bfloats(d, v6, v7, out + 6 * lanes);
          break;
        }
        case kStoreBool: {
          uint8_t* const out = static_cast<uint8_t*>(values[step->out]) + i;
          store_bools(d, v0, v1, v2, v3, out), store_bools(d, v4, v5, v6, v7, out + 4 * lanes);
          break;
        }
        default:
          __builtin_unreachable();
      }
      if (!step->stores) continue;
      T* const out = static_cast<T*>(values[step->out]) + i;
      hn::StoreU(v0, d, out), hn::StoreU(v1, d, out + lanes);
      hn::StoreU(v2, d, out + 2 * lanes), hn::StoreU(v3, d, out + 3 * lanes);
      hn::StoreU(v4, d, out + 4 * lanes), hn::StoreU(v5, d, out + 5 * lanes);
      hn::StoreU(v6, d, out + 6 * lanes), hn::StoreU(v7, d, out + 7 * lanes);
    }
  }
}

size_t block() { return 8 * hn::Lanes(hn::ScalableTag<float>()); }
#endif

}  // namespace
}  // namespace vjp::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace vjp::cpu {

HWY_EXPORT(chain);
HWY_EXPORT(block);

uint8_t chain_code(Opcode opcode, unsigned from) {
  uint8_t unary = kNoChain, binary = kNoChain;
  switch (opcode) {
#define VJP_CODE(Name, name) \
  case Opcode::Name:         \
    unary = k##Name##M;      \
    break;
    VJP_CHAIN_UNARY(VJP_CODE)
#undef VJP_CODE
#define VJP_CODE(Name, name) \
  case Opcode::Name:         \
    binary = k##Name##MM;    \
    break;
    VJP_CHAIN_BINARY(VJP_CODE)
#undef VJP_CODE
    case Opcode::Select:
      if (from == 0) return kSelectMMM;
      return from == 1 ? kSelectRMM : from == 2 ? kSelectMRM : from == 4 ? kSelectMMR : kNoChain;
    default:
      return kNoChain;
  }
  // in the order of the enumeration
  return static_cast<uint8_t>(unary ? unary + (from & 1) : binary + (from & 3));
}

uint8_t chain_load(Dtype dtype) {
  return dtype == Dtype::BFloat16 ? kLoadBFloat : dtype == Dtype::Bool ? kLoadBool : kNoChain;
}
uint8_t chain_store(Dtype dtype) {
  return dtype == Dtype::BFloat16 ? kStoreBFloat : dtype == Dtype::Bool ? kStoreBool : kNoChain;
}

size_t chain_block() { return HWY_DYNAMIC_DISPATCH(block)(); }

void run_chain(const ChainStep* steps, size_t count, void* const* values, size_t n) {
  HWY_DYNAMIC_DISPATCH(chain)(steps, count, values, n);
}

}  // namespace vjp::cpu
#endif
