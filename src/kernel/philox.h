// Philox 4x32-10 (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", 2011): a block of four 32-bit numbers
// from a 128-bit counter and a 64-bit key. Counting blocks instead of stepping a state makes every element's numbers
// independent of the thread that computes them.
#pragma once

#include <stdint.h>

#include "kernel/device_code.h"

namespace vjp {

struct PhiloxBlock {
  uint32_t words[4];
};

VJP_HD constexpr PhiloxBlock philox(PhiloxBlock counter, uint32_t key0, uint32_t key1) {
  for (int round = 0; round < 10; ++round) {
    const uint64_t p0 = uint64_t(0xD2511F53u) * counter.words[0], p1 = uint64_t(0xCD9E8D57u) * counter.words[2];
    counter = {{static_cast<uint32_t>(p1 >> 32) ^ counter.words[1] ^ key0, static_cast<uint32_t>(p1),
                static_cast<uint32_t>(p0 >> 32) ^ counter.words[3] ^ key1, static_cast<uint32_t>(p0)}};
    key0 += 0x9E3779B9u;
    key1 += 0xBB67AE85u;
  }
  return counter;
}

}  // namespace vjp
