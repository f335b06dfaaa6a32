#include "backends/cpu/pool_simd.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/cpu/pool_simd.cc"
#include "hwy/foreach_target.h"
//
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace vjp::cpu {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// Whole vectors of the tag's size; returns how many outputs that made.
template <class D>
int64_t pool_vectors(D d, const float* top, const float* bottom, int64_t count, int64_t first, int64_t width,
                     float* out, int64_t* index) {
  const hn::RebindToSigned<D> di;
  const hn::Repartition<int64_t, decltype(di)> dl;
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d)), half = lanes / 2;
  using V = hn::Vec<D>;
  int64_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    V a, b, c, e;
    hn::LoadInterleaved2(d, top + 2 * i, a, b);
    hn::LoadInterleaved2(d, bottom + 2 * i, c, e);
    const auto take_b = hn::Or(hn::Gt(b, a), hn::IsNaN(b));
    V best = hn::IfThenElse(take_b, b, a);
    auto at = hn::IfThenElseZero(hn::RebindMask(di, take_b), hn::Set(di, 1));
    const auto take_c = hn::Or(hn::Gt(c, best), hn::IsNaN(c));
    best = hn::IfThenElse(take_c, c, best);
    at = hn::IfThenElse(hn::RebindMask(di, take_c), hn::Set(di, static_cast<int32_t>(width)), at);
    const auto take_e = hn::Or(hn::Gt(e, best), hn::IsNaN(e));
    best = hn::IfThenElse(take_e, e, best);
    at = hn::IfThenElse(hn::RebindMask(di, take_e), hn::Set(di, static_cast<int32_t>(width) + 1), at);
    hn::StoreU(best, d, out + i);
    if (index) {
      at = hn::Add(at, hn::Add(hn::Iota(di, 0), hn::Iota(di, 0)));
      const auto base = hn::Set(dl, first + 2 * i);
      hn::StoreU(hn::Add(base, hn::PromoteLowerTo(dl, at)), dl, index + i);
      hn::StoreU(hn::Add(base, hn::PromoteUpperTo(dl, at)), dl, index + i + half);
    }
  }
  return i;
}

void max_pool_2x2(const float* top, const float* bottom, int64_t count, int64_t first, int64_t width, float* out,
                  int64_t* index) {
  int64_t done = 0;
  auto continue_with = [&](auto d) {
    done += pool_vectors(d, top + 2 * done, bottom + 2 * done, count - done, first + 2 * done, width, out + done,
                         index ? index + done : nullptr);
  };
  // rows are short: what whole vectors leave over goes to smaller ones
  continue_with(hn::ScalableTag<float>());
  continue_with(hn::CappedTag<float, 8>());
  continue_with(hn::CappedTag<float, 4>());
  for (int64_t i = done; i < count; ++i) {
    const float values[4] = {top[2 * i], top[2 * i + 1], bottom[2 * i], bottom[2 * i + 1]};
    const int64_t steps[4] = {0, 1, width, width + 1};
    int best = 0;
    for (int j = 1; j < 4; ++j) best = values[j] > values[best] || values[j] != values[j] ? j : best;
    out[i] = values[best];
    if (index) index[i] = first + 2 * i + steps[best];
  }
}

// A vector of channels from `c` on, the first `used` of which exist.
template <class D>
void max_vector(D d, const hn::TFromD<D>* const* rows, const int64_t* positions, int64_t count, int64_t c, size_t used,
                hn::TFromD<D>* out, int64_t* index) {
  const hn::RebindToSigned<D> di;
  using I = hn::TFromD<decltype(di)>;
  auto best = hn::Neg(hn::Inf(d));
  auto at = hn::Set(di, I(-1));
  for (int64_t k = 0; k < count; ++k) {
    const auto x = hn::LoadN(d, rows[k] + c, used);
    const auto take = k == 0 ? hn::Eq(hn::Zero(d), hn::Zero(d)) : hn::Or(hn::Gt(x, best), hn::IsNaN(x));
    best = hn::IfThenElse(take, x, best);
    at = hn::IfThenElse(hn::RebindMask(di, take), hn::Set(di, static_cast<I>(positions[k])), at);
  }
  hn::StoreN(best, d, out + c, used);
  if (!index) return;
  I places[hn::MaxLanes(di)];
  hn::StoreU(at, di, places);
  for (size_t i = 0; i < used; ++i) index[c + static_cast<int64_t>(i)] = places[i];
}

template <class T>
void max_of_pixels(const T* const* rows, const int64_t* positions, int64_t count, int64_t channels, T* out,
                   int64_t* index) {
  const hn::ScalableTag<T> d;
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
  for (int64_t c = 0; c < channels; c += lanes) {
    max_vector(d, rows, positions, count, c, static_cast<size_t>(HWY_MIN(lanes, channels - c)), out, index);
  }
}
void max_of_pixels_float(const float* const* rows, const int64_t* positions, int64_t count, int64_t channels,
                         float* out, int64_t* index) {
  max_of_pixels(rows, positions, count, channels, out, index);
}
void max_of_pixels_double(const double* const* rows, const int64_t* positions, int64_t count, int64_t channels,
                          double* out, int64_t* index) {
  max_of_pixels(rows, positions, count, channels, out, index);
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace vjp::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace vjp::cpu {

HWY_EXPORT(max_pool_2x2);
HWY_EXPORT(max_of_pixels_float);
HWY_EXPORT(max_of_pixels_double);

void max_pool_2x2(const float* top, const float* bottom, int64_t count, int64_t first, int64_t width, float* out,
                  int64_t* index) {
  HWY_DYNAMIC_DISPATCH(max_pool_2x2)(top, bottom, count, first, width, out, index);
}

void max_of_pixels(const float* const* rows, const int64_t* positions, int64_t count, int64_t channels, float* out,
                   int64_t* index) {
  HWY_DYNAMIC_DISPATCH(max_of_pixels_float)(rows, positions, count, channels, out, index);
}
void max_of_pixels(const double* const* rows, const int64_t* positions, int64_t count, int64_t channels, double* out,
                   int64_t* index) {
  HWY_DYNAMIC_DISPATCH(max_of_pixels_double)(rows, positions, count, channels, out, index);
}

}  // namespace vjp::cpu
#endif
