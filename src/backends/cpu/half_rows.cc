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
#else
bool has_f16c() { return false; }
void widen(const Float16*, float*, int64_t) {}
void narrow(const float*, Float16*, int64_t) {}
#endif

}  // namespace

void half_to_float(const Float16* in, float* out, int64_t n) {
  if (has_f16c()) return widen(in, out, n);
  for (int64_t i = 0; i < n; ++i) out[i] = static_cast<float>(in[i]);
}

void half_to_float(const BFloat16* in, float* out, int64_t n) {
  for (int64_t i = 0; i < n; ++i) out[i] = static_cast<float>(in[i]);
}

void float_to_half(const float* in, Float16* out, int64_t n) {
  if (has_f16c()) return narrow(in, out, n);
  for (int64_t i = 0; i < n; ++i) out[i] = Float16(in[i]);
}

void float_to_half(const float* in, BFloat16* out, int64_t n) {
  for (int64_t i = 0; i < n; ++i) out[i] = BFloat16(in[i]);
}

}  // namespace vjp::cpu
