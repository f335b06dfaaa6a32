#include "backends/cpu/philox.h"

#include <bit>
#include <cstring>

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

using D = hn::ScalableTag<uint32_t>;
using V = hn::Vec<D>;

// Ten rounds on as many vectors of blocks as `chains`, side by side, so that their multiplications overlap.
template <int chains>
HWY_INLINE void blocks_at(uint64_t seed, uint64_t first, uint32_t* out) {
  const D d;
  const size_t lanes = hn::Lanes(d);
  const V m0 = hn::Set(d, 0xD2511F53u), m1 = hn::Set(d, 0xCD9E8D57u);
  V c0[chains], c1[chains], c2[chains], c3[chains];
  for (int k = 0; k < chains; ++k) {
    const uint64_t counter = first + static_cast<uint64_t>(k) * lanes;
    const V low = hn::Set(d, static_cast<uint32_t>(counter)), high = hn::Set(d, static_cast<uint32_t>(counter >> 32));
    c0[k] = hn::Add(low, hn::Iota(d, 0));
    c1[k] = hn::IfThenElse(hn::Lt(c0[k], low), hn::Add(high, hn::Set(d, 1)), high);
    c2[k] = c3[k] = hn::Zero(d);
  }
  uint32_t key0 = static_cast<uint32_t>(seed), key1 = static_cast<uint32_t>(seed >> 32);
  for (int round = 0; round < 10; ++round, key0 += 0x9E3779B9u, key1 += 0xBB67AE85u) {
    const V k0 = hn::Set(d, key0), k1 = hn::Set(d, key1);
    for (int k = 0; k < chains; ++k) {
      V high0, low0, high1, low1;
      multiply(d, c0[k], m0, high0, low0);
      multiply(d, c2[k], m1, high1, low1);
      c0[k] = hn::Xor3(high1, c1[k], k0);
      c1[k] = low1;
      c2[k] = hn::Xor3(high0, c3[k], k1);
      c3[k] = low0;
    }
  }
  for (int k = 0; k < chains; ++k) {
    hn::StoreInterleaved4(c0[k], c1[k], c2[k], c3[k], d, out + 4 * static_cast<size_t>(k) * lanes);
  }
}

void fill(uint64_t seed, uint64_t first, int64_t blocks, uint64_t* out) {
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(D()));
  int64_t i = 0;
  const auto at = [&] { return reinterpret_cast<uint32_t*>(out + 2 * i); };
  for (; i + 2 * lanes <= blocks; i += 2 * lanes) blocks_at<2>(seed, first + static_cast<uint64_t>(i), at());
  for (; i + lanes <= blocks; i += lanes) blocks_at<1>(seed, first + static_cast<uint64_t>(i), at());
  if (i == blocks) return;
  HWY_ALIGN uint32_t rest[4 * HWY_MAX_LANES_D(D)];
  blocks_at<1>(seed, first + static_cast<uint64_t>(i), rest);
  std::memcpy(at(), rest, static_cast<size_t>(blocks - i) * 16);
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
