#include "backends/cpu/optimizer_simd.h"

#include <algorithm>
#include <cmath>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/cpu/optimizer_simd.cc"
#include "hwy/foreach_target.h"
//
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace vjp::cpu {
namespace HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

constexpr size_t kStates = 3, kMostLanes = 16;
template <class T>
using Vectors = hn::CappedTag<T, kMostLanes>;

// The gradient of the objective to be made small, with the weight decay that is part of it.
template <class D, class T, class V>
HWY_INLINE V descent(D d, const StepNumbers<T>& k, V p, V g) {
  g = hn::Mul(g, hn::Set(d, k.sign));
  return k.decays ? hn::Add(g, hn::Mul(hn::Set(d, k.weight_decay), p)) : g;
}

// state = a * state + b * value
template <class D, class T, class V>
HWY_INLINE V blend(D d, T* HWY_RESTRICT state, T a, T b, V value) {
  const V out = hn::Add(hn::Mul(hn::Set(d, a), hn::LoadU(d, state)), hn::Mul(hn::Set(d, b), value));
  hn::StoreU(out, d, state);
  return out;
}
// state += weight * (value - state)
template <class D, class T, class V>
HWY_INLINE V lerp(D d, T* HWY_RESTRICT state, T weight, V value) {
  const V old = hn::LoadU(d, state);
  const V out = hn::Add(old, hn::Mul(hn::Set(d, weight), hn::Sub(value, old)));
  hn::StoreU(out, d, state);
  return out;
}

// p - lr g in one rounding, on every target: what "0.5 - 0.1 * 5" leaves in float32 is -7.45e-9 and not 0.
template <class D, class T, class V>
HWY_INLINE V descend(D d, T lr, V g, V p) {
#if HWY_NATIVE_FMA
  return hn::NegMulAdd(hn::Set(d, lr), g, p);
#else
  HWY_ALIGN T gs[kMostLanes], ps[kMostLanes];
  hn::Store(g, d, gs);
  hn::Store(p, d, ps);
  for (size_t i = 0; i < hn::Lanes(d); ++i) ps[i] = std::fma(-lr, gs[i], ps[i]);
  return hn::Load(d, ps);
#endif
}

template <class D, class T, class V>
HWY_INLINE V sgd(D d, const StepNumbers<T>& k, V p, V g, T* const* s, int64_t i) {
  g = descent(d, k, p, g);
  if (k.has_momentum) {
    V m = g;
    if (k.first) {
      hn::StoreU(m, d, s[0] + i);
    } else {
      m = blend(d, s[0] + i, k.momentum, k.fresh, g);
    }
    g = k.nesterov ? hn::Add(g, hn::Mul(hn::Set(d, k.momentum), m)) : m;
  }
  return descend(d, k.lr, g, p);
}

template <class D, class T, class V>
HWY_INLINE V adam(D d, const StepNumbers<T>& k, V p, V g, T* const* s, int64_t i) {
  if (k.kind == Optimizer::AdamW) {
    g = hn::Mul(g, hn::Set(d, k.sign));
    p = hn::Mul(p, hn::Set(d, k.keep));
  } else {
    g = descent(d, k, p, g);
  }
  const V m = lerp(d, s[0] + i, k.beta1_rest, g);
  V v = blend(d, s[1] + i, k.beta2, k.beta2_rest, hn::Mul(g, g));
  if (k.amsgrad) {
    const V largest = hn::LoadU(d, s[2] + i);
    v = hn::IfThenElse(hn::Gt(largest, v), largest, v);  // a NaN in v stays
    hn::StoreU(v, d, s[2] + i);
  }
  const V root = hn::Add(hn::Mul(hn::Sqrt(v), hn::Set(d, k.inverse_root_correction)), hn::Set(d, k.eps));
  return hn::Sub(p, hn::Mul(hn::Set(d, k.lr), hn::Div(m, root)));
}

template <class D, class T, class V>
HWY_INLINE V adagrad(D d, const StepNumbers<T>& k, V p, V g, T* const* s, int64_t i) {
  g = descent(d, k, p, g);
  const V sum = hn::Add(hn::LoadU(d, s[0] + i), hn::Mul(g, g));
  hn::StoreU(sum, d, s[0] + i);
  return hn::Sub(p, hn::Mul(hn::Set(d, k.lr), hn::Div(g, hn::Add(hn::Sqrt(sum), hn::Set(d, k.eps)))));
}

template <class D, class T, class V>
HWY_INLINE V rmsprop(D d, const StepNumbers<T>& k, V p, V g, T* const* s, int64_t i) {
  g = descent(d, k, p, g);
  V v = blend(d, s[0] + i, k.beta2, k.beta2_rest, hn::Mul(g, g));
  if (k.centered) {
    const V mean = lerp(d, s[2] + i, k.beta1_rest, g);
    v = hn::Sub(v, hn::Mul(mean, mean));
    v = hn::IfThenElse(hn::Lt(v, hn::Zero(d)), hn::Zero(d), v);  // of rounding
  }
  V change = hn::Div(g, hn::Add(hn::Sqrt(v), hn::Set(d, k.eps)));
  if (k.has_momentum) change = blend(d, s[1] + i, k.momentum, T(1), change);
  return hn::Sub(p, hn::Mul(hn::Set(d, k.lr), change));
}

// n is a multiple of the lanes.
template <class T>
void whole_vectors(const StepNumbers<T>& k, T* HWY_RESTRICT param, const T* HWY_RESTRICT grad, T* const* states,
                   int64_t n) {
  const Vectors<T> d;
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
  T* const s[kStates] = {states[0], states[1], states[2]};
  const auto run = [&](auto step) HWY_ATTR {
    for (int64_t i = 0; i < n; i += lanes)
      hn::StoreU(step(hn::LoadU(d, param + i), hn::LoadU(d, grad + i), i), d, param + i);
  };
  switch (k.kind) {
    case Optimizer::Sgd:
      return run([&](auto p, auto g, int64_t i) HWY_ATTR { return sgd(d, k, p, g, s, i); });
    case Optimizer::Adam:
    case Optimizer::AdamW:
      return run([&](auto p, auto g, int64_t i) HWY_ATTR { return adam(d, k, p, g, s, i); });
    case Optimizer::Adagrad:
      return run([&](auto p, auto g, int64_t i) HWY_ATTR { return adagrad(d, k, p, g, s, i); });
    case Optimizer::RmsProp:
      return run([&](auto p, auto g, int64_t i) HWY_ATTR { return rmsprop(d, k, p, g, s, i); });
  }
}

template <class T>
void step(const StepNumbers<T>& k, T* param, const T* grad, T* const* states, int64_t n) {
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(Vectors<T>()));
  const int64_t whole = n / lanes * lanes, left = n - whole;
  if (whole > 0) whole_vectors(k, param, grad, states, whole);
  if (left == 0) return;
  // what is left over, as a vector filled up with zeros
  T p[kMostLanes] = {}, g[kMostLanes] = {}, s[kStates][kMostLanes] = {};
  T* rest[kStates] = {s[0], s[1], s[2]};
  std::copy_n(param + whole, left, p);
  std::copy_n(grad + whole, left, g);
  for (size_t j = 0; j < kStates; ++j)
    if (states[j]) std::copy_n(states[j] + whole, left, s[j]);
  whole_vectors(k, p, g, rest, lanes);
  std::copy_n(p, left, param + whole);
  for (size_t j = 0; j < kStates; ++j)
    if (states[j]) std::copy_n(s[j], left, states[j] + whole);
}

template <class T>
void divide(T* x, T divisor, int64_t n) {
  for (int64_t i = 0; i < n; ++i) x[i] /= divisor;
}

template <class T>
bool scale(T* HWY_RESTRICT x, T factor, int64_t n) {
  const Vectors<T> d;
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
  const auto f = hn::Set(d, factor), most = hn::Set(d, std::numeric_limits<T>::max());
  auto finite = hn::FirstN(d, hn::Lanes(d));
  int64_t i = 0;
  for (; i + lanes <= n; i += lanes) {
    const auto v = hn::LoadU(d, x + i);
    finite = hn::And(finite, hn::Le(hn::Abs(v), most));
    hn::StoreU(hn::Mul(v, f), d, x + i);
  }
  bool all = hn::AllTrue(d, finite);
  for (; i < n; ++i) {
    all &= x[i] >= -std::numeric_limits<T>::max() && x[i] <= std::numeric_limits<T>::max();
    x[i] *= factor;
  }
  return !all;
}

template <class T>
const OptimizerRuns<T>* table() {
  static constexpr OptimizerRuns<T> kTable = {step<T>, divide<T>, scale<T>};
  return &kTable;
}
const OptimizerRuns<float>* optimizer_table_float() { return table<float>(); }
const OptimizerRuns<double>* optimizer_table_double() { return table<double>(); }

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace vjp::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace vjp::cpu {

HWY_EXPORT(optimizer_table_float);
HWY_EXPORT(optimizer_table_double);

template <>
const OptimizerRuns<float>& optimizer_runs<float>() {
  static const OptimizerRuns<float>& chosen = *HWY_DYNAMIC_DISPATCH(optimizer_table_float)();
  return chosen;
}
template <>
const OptimizerRuns<double>& optimizer_runs<double>() {
  static const OptimizerRuns<double>& chosen = *HWY_DYNAMIC_DISPATCH(optimizer_table_double)();
  return chosen;
}

}  // namespace vjp::cpu
#endif
