// Rows of half precision numbers to float and back.
#include "backends/cpu/gemm.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace vjp::cpu {
namespace {

#if defined(__x86_64__)
bool has_f16c() {
  static const bool has = __builtin_cpu_supports("f16c") && __builtin_cpu_supports("avx");
  return has;
}

[[gnu::target("avx,f16c")]] void widen(const Float16* in, float* out, int64_t n) {
  int64_t i = 0;
  for (; i + 8 <= n; i += 8) {
    __m128i bits = _mm_loadu_si128(reinterpret_cast<const __m128i*>(in + i));
    _mm256_storeu_ps(out + i, _mm256_cvtph_ps(bits));
  }
  for (; i < n; ++i) out[i] = _cvtsh_ss(in[i].bits);
}

[[gnu::target("avx,f16c")]] void narrow(const float* in, Float16* out, int64_t n) {
  int64_t i = 0;
  for (; i + 8 <= n; i += 8) {
    __m128i bits = _mm256_cvtps_ph(_mm256_loadu_ps(in + i), _MM_FROUND_TO_NEAREST_INT);
    _mm_storeu_si128(reinterpret_cast<__m128i*>(out + i), bits);
  }
  for (; i < n; ++i) out[i].bits = static_cast<uint16_t>(_cvtss_sh(in[i], _MM_FROUND_TO_NEAREST_INT));
}

bool has_avx2() {
  static const bool has = __builtin_cpu_supports("avx2");
  return has;
}

[[gnu::target("avx2")]] void widen(const BFloat16* in, float* out, int64_t n) {
  int64_t i = 0;
  for (; i + 8 <= n; i += 8) {
    const __m256i bits = _mm256_cvtepu16_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i*>(in + i)));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(out + i), _mm256_slli_epi32(bits, 16));
  }
  for (; i < n; ++i) out[i] = static_cast<float>(in[i]);
}

// The upper halves, rounded to nearest even; a NaN stays one.
[[gnu::target("avx2")]] inline __m256i upper_halves(const float* in) {
  const __m256 x = _mm256_loadu_ps(in);
  const __m256i bits = _mm256_castps_si256(x), high = _mm256_srli_epi32(bits, 16);
  const __m256i odd = _mm256_and_si256(high, _mm256_set1_epi32(1));
  const __m256i rounded =
      _mm256_srli_epi32(_mm256_add_epi32(bits, _mm256_add_epi32(odd, _mm256_set1_epi32(0x7fff))), 16);
  const __m256i quiet = _mm256_or_si256(high, _mm256_set1_epi32(0x40));
  return _mm256_blendv_epi8(rounded, quiet, _mm256_castps_si256(_mm256_cmp_ps(x, x, _CMP_UNORD_Q)));
}
[[gnu::target("avx2")]] void narrow(const float* in, BFloat16* out, int64_t n) {
  int64_t i = 0;
  for (; i + 16 <= n; i += 16) {
    const __m256i packed = _mm256_packus_epi32(upper_halves(in + i), upper_halves(in + i + 8));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(out + i), _mm256_permute4x64_epi64(packed, 0xd8));
  }
  for (; i < n; ++i) out[i] = BFloat16(in[i]);
}
#else
bool has_f16c() { return false; }
bool has_avx2() { return false; }
void widen(const BFloat16*, float*, int64_t) {}
void narrow(const float*, BFloat16*, int64_t) {}
void widen(const Float16*, float*, int64_t) {}
void narrow(const float*, Float16*, int64_t) {}
#endif

}  // namespace

void half_to_float(const Float16* in, float* out, int64_t n) {
  if (has_f16c()) return widen(in, out, n);
  for (int64_t i = 0; i < n; ++i) out[i] = static_cast<float>(in[i]);
}

void half_to_float(const BFloat16* in, float* out, int64_t n) {
  if (has_avx2()) return widen(in, out, n);
  for (int64_t i = 0; i < n; ++i) out[i] = static_cast<float>(in[i]);
}

void float_to_half(const float* in, Float16* out, int64_t n) {
  if (has_f16c()) return narrow(in, out, n);
  for (int64_t i = 0; i < n; ++i) out[i] = Float16(in[i]);
}

void float_to_half(const float* in, BFloat16* out, int64_t n) {
  if (has_avx2()) return narrow(in, out, n);
  for (int64_t i = 0; i < n; ++i) out[i] = BFloat16(in[i]);
}

}  // namespace vjp::cpu
