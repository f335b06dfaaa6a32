#include "optim/schedule.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace vjp {
namespace {

// How far `step` is on the way from 0 to `total`, in [0, 1].
double part(double step, double total) { return total > 0 ? std::clamp(step / total, 0.0, 1.0) : 1; }

double between(double from, double to, double part, bool linear) {
  return linear ? from + (to - from) * part : to + (from - to) / 2 * (1 + std::cos(std::numbers::pi * part));
}

}  // namespace

double lr_step(double base, int64_t step, int64_t step_size, double gamma) {
  return base * std::pow(gamma, static_cast<double>(step / std::max<int64_t>(1, step_size)));
}

double lr_exponential(double base, int64_t step, double gamma) {
  return base * std::pow(gamma, static_cast<double>(step));
}

double lr_linear(double base, int64_t step, double start_factor, double end_factor, int64_t total) {
  return base * between(start_factor, end_factor, part(static_cast<double>(step), static_cast<double>(total)), true);
}

double lr_cosine(double base, int64_t step, double lowest, int64_t total) {
  return between(base, lowest, part(static_cast<double>(step), static_cast<double>(total)), false);
}

// The top and the end are reached at whole steps: the last of each phase has its final rate.
double lr_one_cycle(const vjp_one_cycle& c, int64_t step) {
  const double now = static_cast<double>(step), last = static_cast<double>(c.total - 1);
  const double top = c.rising * static_cast<double>(c.total) - 1;
  const double start = c.highest / c.start_divisor, end = start / c.final_divisor;
  if (now <= top) return between(start, c.highest, part(now, top), c.linear);
  return between(c.highest, end, part(now - top, last - top), c.linear);
}

double lr_plateau_observe(vjp_lr_plateau& p, double metric, double lr) {
  const double sign = p.maximize ? 1 : -1;
  const double margin = p.absolute ? p.threshold : p.threshold * p.best;
  if (!p.has_best || sign * (metric - p.best) > margin) {
    p.has_best = 1;
    p.best = metric;
    p.bad = 0;
  } else {
    ++p.bad;
  }
  if (p.cooling > 0) {
    --p.cooling;
    p.bad = 0;
  }
  if (p.bad <= p.patience) return lr;
  p.cooling = p.cooldown;
  p.bad = 0;
  const double lowered = std::max(lr * p.factor, p.lowest);
  return lr - lowered > p.eps ? lowered : lr;
}

}  // namespace vjp
