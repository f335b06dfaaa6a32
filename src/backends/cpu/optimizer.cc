// Several tensors in one call: steps of optimizers, gradient scaling, norms of lists. The elements of all tensors are
// one range, which is cut into chunks by size, so many small tensors cost one call.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <span>
#include <vector>

#include "backends/cpu/cpu.h"
#include "backends/cpu/optimizer_simd.h"
#include "backends/cpu/reduce_simd.h"
#include "backends/cpu/rows.h"
#include "base/parallel.h"

namespace vjp::cpu {
namespace {

constexpr int64_t kGrain = 32768;  // elements a chunk
constexpr int64_t kBlock = 1024;   // elements that are converted, or summed, together

// Calls f(tensor, first element, count) over all elements of all tensors.
template <class F>
void for_pieces(const Flat* tensors, int num, F&& f) {
  std::vector<int64_t> ends(static_cast<size_t>(num));
  int64_t total = 0;
  for (int i = 0; i < num; ++i) ends[static_cast<size_t>(i)] = total += tensors[i].numel;
  parallel_for(0, total, kGrain, [&](int64_t begin, int64_t end) {
    auto i = static_cast<size_t>(std::upper_bound(ends.begin(), ends.end(), begin) - ends.begin());
    for (; begin < end; ++i) {
      const int64_t stop = std::min(end, ends[i]), start = ends[i] - tensors[i].numel;
      if (stop > begin) f(static_cast<int>(i), begin - start, stop - begin);
      begin = stop;
    }
  });
}

// Calls f(elements, count) on elements of the compute type, block by block: in place, or converted and, where `store`
// says so, converted back.
template <class C, class F>
void for_blocks(const Flat& t, int64_t begin, int64_t n, bool store, F&& f) {
  if (Dtype{t.dtype} == dtype_of<C>) {
    for (int64_t i = 0; i < n; i += kBlock) f(static_cast<C*>(t.data) + begin + i, std::min(kBlock, n - i));
    return;
  }
  C buffer[kBlock];
  for (int64_t i = 0; i < n; i += kBlock) {
    const int64_t count = std::min(kBlock, n - i);
    load_row(buffer, t.data, Dtype{t.dtype}, begin + i, 1, count);
    f(buffer, count);
    if (store) store_row(t.data, Dtype{t.dtype}, begin + i, 1, count, buffer);
  }
}

// Calls f(Type<C>{}) with the compute type of a floating dtype.
template <class F>
decltype(auto) visit_real(Dtype d, F&& f) {
  if (d == Dtype::Float64) return f(Type<double>{});
  return f(Type<float>{});
}

// ---- steps ----

// The corrections of the moments after `step` steps.
struct Corrections {
  double first = 1, second = 1;
};
Corrections corrections_of(const OptimizerArgs& a, double step) {
  if (Optimizer{a.kind} != Optimizer::Adam && Optimizer{a.kind} != Optimizer::AdamW) return {};
  return {1 - std::pow(a.beta1, step), 1 - std::pow(a.beta2, step)};
}

template <class C>
StepNumbers<C> numbers_of(const OptimizerArgs& a, double lr, double step, const Corrections& c) {
  const bool rms = Optimizer{a.kind} == Optimizer::RmsProp;
  double rate = lr / c.first;
  if (Optimizer{a.kind} == Optimizer::Adagrad) rate = lr / (1 + (step - 1) * a.lr_decay);
  StepNumbers<C> k;
  k.kind = Optimizer{a.kind};
  k.first = step == 1;
  k.decays = a.weight_decay != 0;
  k.has_momentum = a.momentum != 0;
  k.nesterov = a.nesterov;
  k.amsgrad = a.amsgrad;
  k.centered = a.centered;
  k.sign = a.maximize ? C(-1) : C(1);
  k.lr = static_cast<C>(rate);
  k.weight_decay = static_cast<C>(a.weight_decay);
  k.keep = static_cast<C>(1 - lr * a.weight_decay);
  k.momentum = static_cast<C>(a.momentum);
  k.fresh = static_cast<C>(1 - a.dampening);
  k.beta1_rest = static_cast<C>(1 - (rms ? a.alpha : a.beta1));
  k.beta2 = static_cast<C>(rms ? a.alpha : a.beta2);
  k.beta2_rest = static_cast<C>(1 - (rms ? a.alpha : a.beta2));
  k.inverse_root_correction = static_cast<C>(1 / std::sqrt(c.second));
  k.eps = static_cast<C>(a.eps);
  return k;
}

// Some elements of one tensor.
template <class C>
void step_piece(const OptimizerArgs& a, const StepNumbers<C>& numbers, int index, int64_t begin, int64_t n) {
  constexpr int kLists = 5;
  const OptimizerRuns<C>& runs = optimizer_runs<C>();
  const Flat lists[kLists] = {a.params[index], a.grads[index], a.states[0] ? a.states[0][index] : Flat(),
                              a.states[1] ? a.states[1][index] : Flat(), a.states[2] ? a.states[2][index] : Flat()};
  C buffers[kLists][kBlock];
  for (int64_t i = 0; i < n; i += kBlock) {
    const int64_t count = std::min(kBlock, n - i);
    C* x[kLists];
    for (int l = 0; l < kLists; ++l) {
      const Flat& t = lists[l];
      x[l] = Dtype{t.dtype} == dtype_of<C> && t.data ? static_cast<C*>(t.data) + begin + i
             : t.data                                ? buffers[l]
                                                     : nullptr;
      if (x[l] == buffers[l]) load_row(x[l], t.data, Dtype{t.dtype}, begin + i, 1, count);
    }
    if (a.grad_scale) runs.divide(x[1], static_cast<C>(*a.grad_scale), count);
    runs.step(numbers, x[0], x[1], x + 2, count);
    for (int l = 0; l < kLists; ++l) {
      const bool changed = l != 1 || a.grad_scale;
      if (x[l] == buffers[l] && changed) store_row(lists[l].data, Dtype{lists[l].dtype}, begin + i, 1, count, x[l]);
    }
  }
}

}  // namespace

void optimizer(const OptimizerArgs& args) {
  if (args.found_inf && *args.found_inf != 0) return;
  const double lr = args.lr_device ? static_cast<double>(*args.lr_device) : args.lr;
  std::vector<double> steps(static_cast<size_t>(args.num), 2);  // without counts: as any but the first
  std::vector<Corrections> corrections(steps.size());
  for (size_t i = 0; i < steps.size(); ++i) {
    if (args.steps) steps[i] = static_cast<double>(*args.steps[i] += 1);
    const bool same = i > 0 && steps[i] == steps[i - 1];
    corrections[i] = same ? corrections[i - 1] : corrections_of(args, steps[i]);
  }
  for_pieces(args.params, args.num, [&](int i, int64_t begin, int64_t n) {
    const auto at = static_cast<size_t>(i);
    visit_real(Dtype{args.params[i].dtype}, [&]<class C>(Type<C>) {
      step_piece<C>(args, numbers_of<C>(args, lr, steps[at], corrections[at]), i, begin, n);
    });
  });
}

// ---- scaling ----

void unscale(const UnscaleArgs& args) {
  std::atomic<bool> found{false};
  const float inverse = *args.inverse;
  for_pieces(args.grads, args.num, [&](int i, int64_t begin, int64_t n) {
    bool bad = false;
    visit_real(Dtype{args.grads[i].dtype}, [&]<class C>(Type<C>) {
      for_blocks<C>(args.grads[i], begin, n, inverse != 1,
                    [&](C* x, int64_t count) { bad |= optimizer_runs<C>().scale(x, static_cast<C>(inverse), count); });
    });
    if (bad) found.store(true, std::memory_order_relaxed);
  });
  if (found.load(std::memory_order_relaxed)) *args.found_inf = 1;
}

void scale_update(const ScaleUpdateArgs& args) {
  if (*args.found_inf > 0) {
    *args.scale = static_cast<float>(*args.scale * args.backoff_factor);
    *args.growth_tracker = 0;
    return;
  }
  if (++*args.growth_tracker < args.growth_interval) return;
  const auto grown = static_cast<float>(*args.scale * args.growth_factor);
  if (std::isfinite(grown)) *args.scale = grown;
  *args.growth_tracker = 0;
}

void multi_scale(const MultiScaleArgs& args) {
  double factor = 1;
  load_row(&factor, args.factor.data, Dtype{args.factor.dtype}, 0, 0, 1);
  for_pieces(args.tensors, args.num, [&](int i, int64_t begin, int64_t n) {
    visit_real(Dtype{args.tensors[i].dtype}, [&]<class C>(Type<C>) {
      for_blocks<C>(args.tensors[i], begin, n, true,
                    [&](C* x, int64_t count) { optimizer_runs<C>().scale(x, static_cast<C>(factor), count); });
    });
  });
}

// ---- norms ----

namespace {

template <class C>
double fold(const C* x, int64_t n, double p) {
  const RowReductions<C>& rows = row_reductions<C>();
  if (p == 2) return static_cast<double>(rows.sum_squares(x, n));
  if (p == 1) return static_cast<double>(rows.sum_abs(x, n));
  if (std::isinf(p)) return static_cast<double>(p > 0 ? rows.max_abs(x, n) : rows.min_abs(x, n));
  double sum = 0;
  for (int64_t i = 0; i < n; ++i)
    sum += p == 0 ? static_cast<double>(x[i] != 0) : std::pow(std::fabs(static_cast<double>(x[i])), p);
  return sum;
}

// What the blocks gave, in their order.
double finish(std::span<const double> parts, double p) {
  if (!std::isinf(p)) {
    double sum = 0;
    for (double part : parts) sum += part;
    return p == 2 ? std::sqrt(sum) : p == 0 || p == 1 ? sum : std::pow(sum, 1 / p);
  }
  double extreme = parts.empty() ? 0 : parts[0];
  for (double part : parts) {
    if (p > 0 ? !(part <= extreme) : !(part >= extreme)) extreme = part;  // a NaN wins
    if (std::isnan(part)) break;
  }
  return extreme;
}

}  // namespace

void multi_norm(const MultiNormArgs& args) {
  std::vector<int64_t> ends(static_cast<size_t>(args.num));
  int64_t blocks = 0;
  for (size_t i = 0; i < ends.size(); ++i) ends[i] = blocks += (args.tensors[i].numel + kBlock - 1) / kBlock;
  std::vector<double> parts(static_cast<size_t>(blocks));
  const auto first_block = [&](size_t i) { return i > 0 ? ends[i - 1] : 0; };
  parallel_for(0, blocks, kGrain / kBlock, [&](int64_t b, int64_t end) {
    for (; b < end; ++b) {
      const auto i = static_cast<size_t>(std::upper_bound(ends.begin(), ends.end(), b) - ends.begin());
      const Flat& t = args.tensors[i];
      const int64_t begin = (b - first_block(i)) * kBlock;
      visit_real(Dtype{t.dtype}, [&]<class C>(Type<C>) {
        for_blocks<C>(t, begin, std::min(kBlock, t.numel - begin), false,
                      [&](const C* x, int64_t n) { parts[static_cast<size_t>(b)] = fold(x, n, args.p); });
      });
    }
  });
  for (size_t i = 0; i < ends.size(); ++i) {
    const auto first = static_cast<size_t>(first_block(i)), last = static_cast<size_t>(ends[i]);
    const double norm = finish({parts.data() + first, last - first}, args.p);
    visit_real(Dtype{args.tensors[i].dtype},
               [&]<class C>(Type<C>) { *static_cast<C*>(args.norms[i]) = static_cast<C>(norm); });
  }
}

}  // namespace vjp::cpu
