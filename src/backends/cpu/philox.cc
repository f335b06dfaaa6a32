#include "backends/cpu/philox.h"

#include <bit>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/cpu/philox.cc"
#include "hwy/foreach_target.h"
//
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace vjp::cpu {
namespace HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

// High and low halves of the 64-bit products of every lane with `m`.
template <class D, class V>
HWY_INLINE void multiply(D d, V a, V m, V& high, V& low) {
  const hn::RepartitionToWide<D> d64;
  const auto even = hn::MulEven(a, m);
  const auto odd = hn::MulEven(hn::BitCast(d, hn::ShiftRight<32>(hn::BitCast(d64, a))), m);
  low = hn::OddEven(hn::BitCast(d, hn::ShiftLeft<32>(odd)), hn::BitCast(d, even));
  high = hn::OddEven(hn::BitCast(d, odd), hn::BitCast(d, hn::ShiftRight<32>(even)));
}

void fill(uint64_t seed, uint64_t first, int64_t blocks, uint64_t* out) {
  const hn::ScalableTag<uint32_t> d;
  using V = hn::Vec<decltype(d)>;
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
  const V m0 = hn::Set(d, 0xD2511F53u), m1 = hn::Set(d, 0xCD9E8D57u);
  HWY_ALIGN uint32_t low_words[HWY_MAX_LANES_D(decltype(d))];
  HWY_ALIGN uint32_t high_words[HWY_MAX_LANES_D(decltype(d))];
  HWY_ALIGN uint32_t tail[4 * HWY_MAX_LANES_D(decltype(d))];
  for (int64_t i = 0; i < blocks; i += lanes) {
    for (int64_t j = 0; j < lanes; ++j) {
      const uint64_t counter = first + static_cast<uint64_t>(i + j);
      low_words[j] = static_cast<uint32_t>(counter);
      high_words[j] = static_cast<uint32_t>(counter >> 32);
    }
    V c0 = hn::Load(d, low_words), c1 = hn::Load(d, high_words), c2 = hn::Zero(d), c3 = c2;
    uint32_t key0 = static_cast<uint32_t>(seed), key1 = static_cast<uint32_t>(seed >> 32);
    for (int round = 0; round < 10; ++round) {
      V high0, low0, high1, low1;
      multiply(d, c0, m0, high0, low0);
      multiply(d, c2, m1, high1, low1);
      c0 = hn::Xor(hn::Xor(high1, c1), hn::Set(d, key0));
      c1 = low1;
      c2 = hn::Xor(hn::Xor(high0, c3), hn::Set(d, key1));
      c3 = low0;
      key0 += 0x9E3779B9u;
      key1 += 0xBB67AE85u;
    }
    const bool whole = blocks - i >= lanes;
    uint32_t* to = whole ? reinterpret_cast<uint32_t*>(out + 2 * i) : tail;
    hn::StoreInterleaved4(c0, c1, c2, c3, d, to);
    if (!whole) {
      for (int64_t j = 0; j < 2 * (blocks - i); ++j) out[2 * i + j] = tail[2 * j] | uint64_t(tail[2 * j + 1]) << 32;
    }
  }
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace vjp::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace vjp::cpu {

static_assert(std::endian::native == std::endian::little, "two 32-bit words are stored as one 64-bit number");

HWY_EXPORT(fill);

void philox_fill(uint64_t seed, uint64_t first, int64_t blocks, uint64_t* out) {
  HWY_DYNAMIC_DISPATCH(fill)(seed, first, blocks, out);
}

}  // namespace vjp::cpu
#endif
