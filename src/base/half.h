// Float16 and BFloat16: storage types that convert to and from float with round to nearest even.
#pragma once

#include <bit>
#include <cstdint>

namespace vjp {

struct BFloat16 {
  uint16_t bits = 0;
  BFloat16() = default;
  constexpr explicit BFloat16(float v) {
    uint32_t u = std::bit_cast<uint32_t>(v);
    // a NaN must not round to infinity
    bits = (u & 0x7fffffffu) > 0x7f800000u ? static_cast<uint16_t>((u >> 16) | 0x40u)
                                           : static_cast<uint16_t>((u + 0x7fffu + ((u >> 16) & 1u)) >> 16);
  }
  constexpr operator float() const { return std::bit_cast<float>(static_cast<uint32_t>(bits) << 16); }
};

struct Float16 {
  uint16_t bits = 0;
  Float16() = default;
  constexpr explicit Float16(float v) {
    uint32_t u = std::bit_cast<uint32_t>(v), sign = (u >> 16) & 0x8000u, a = u & 0x7fffffffu;
    if (a > 0x7f800000u) {
      bits = static_cast<uint16_t>(sign | 0x7e00u);  // NaN
    } else if (a >= 0x477ff000u) {
      bits = static_cast<uint16_t>(sign | 0x7c00u);  // rounds to infinity
    } else if (a < 0x38800000u) {
      // subnormal: adding 0.5 shifts the mantissa into place and rounds it as the hardware does
      float shifted = std::bit_cast<float>(a) + 0.5f;
      bits = static_cast<uint16_t>(sign | (std::bit_cast<uint32_t>(shifted) - 0x3f000000u));
    } else {
      uint32_t r = a + 0xc8000fffu + ((a >> 13) & 1u);
      bits = static_cast<uint16_t>(sign | (r >> 13));
    }
  }
  constexpr operator float() const {
    uint32_t sign = (bits & 0x8000u) << 16, exponent = (bits >> 10) & 31u, mantissa = bits & 0x3ffu;
    if (exponent == 31) return std::bit_cast<float>(sign | 0x7f800000u | (mantissa << 13));
    if (exponent == 0) {
      float value = static_cast<float>(mantissa) * 0x1p-24f;
      return sign ? -value : value;
    }
    return std::bit_cast<float>(sign | ((exponent + 112u) << 23) | (mantissa << 13));
  }
};

}  // namespace vjp
