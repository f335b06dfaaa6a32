// Numbers of further distributions, made of uniform and normal ones.
#include "ops/functions/random_distributions.h"

#include <cmath>

#include "base/parallel.h"
#include "device/generator.h"
#include "kernel/philox.h"
#include "kernel/random_formulas.h"
#include "kernel/real_functions.h"
#include "ops/define.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/copy.h"
#include "ops/functions/creation.h"
#include "ops/functions/device_copy.h"
#include "ops/functions/pointwise_comparison.h"
#include "ops/functions/pointwise_exponential.h"
#include "ops/functions/pointwise_rounding.h"
#include "ops/functions/pointwise_selection.h"
#include "ops/functions/pointwise_trigonometric.h"
#include "ops/functions/random.h"
#include "ops/functions/reduce_sum.h"
#include "ops/functions/view_shape.h"

namespace vjp {
namespace {

void check_real(const Tensor& input, const char* what) {
  if (!is_floating(input.dtype()))
    fail(VJP_ERROR_DTYPE, "{}: 'input' is {}, expected a real floating dtype", what, input);
}
void check_positive(double value, const char* what, const char* name) {
  if (!(value > 0) || std::isinf(value))
    fail(VJP_ERROR_INVALID, "{}: '{}' is {}, expected a finite number above 0", what, name, value);
}

// As many uniform numbers as input has elements: in float64, whose 53 bits reach far into a distribution's tails.
Tensor uniform_numbers(const Tensor& input, Generator* generator) {
  return rand_like(input, Dtype::Float64, generator);
}
// -log of a uniform number from above 0 to 1: exponential with rate 1.
Tensor exponential_numbers(const Tensor& input, Generator* generator) {
  return neg(log1p(neg(uniform_numbers(input, generator))));
}

}  // namespace

struct Exponential : CreationOp {
  static constexpr Schema schema{"exponential(Tensor input, float lambd=1.0, *, Generator? generator=None) -> Tensor"};
  static constexpr const char* doc =
      "Numbers of the exponential distribution with rate lambd, in the shape and dtype of input; exponential_ writes "
      "them there.";
  static constexpr bool inplace = true;
  static Tensor forward(const Tensor& input, double lambd, Generator* generator) {
    check_real(input, "exponential");
    check_positive(lambd, "exponential", "lambd");
    return to(div(exponential_numbers(input, generator), lambd), input.dtype());
  }
};
VJP_DEFINE(Exponential);

struct Geometric : CreationOp {
  static constexpr Schema schema{"geometric(Tensor input, float p, *, Generator? generator=None) -> Tensor"};
  static constexpr const char* doc =
      "How many trials of probability p it takes until the first succeeds, from 1 on, in the shape and dtype of input; "
      "geometric_ writes them there.";
  static constexpr bool inplace = true;
  static Tensor forward(const Tensor& input, double p, Generator* generator) {
    if (!(p > 0 && p < 1)) fail(VJP_ERROR_INVALID, "geometric: 'p' is {}, expected a probability between 0 and 1", p);
    if (is_complex(input.dtype()) || input.dtype() == Dtype::Bool)
      fail(VJP_ERROR_DTYPE, "geometric: 'input' is {}, expected an integer or real floating dtype", input);
    const Tensor trials = ceil(div(exponential_numbers(input, generator), -std::log1p(-p)));
    return to(maximum(trials, ones({}, Dtype::Float64)), input.dtype());
  }
};
VJP_DEFINE(Geometric);

struct Cauchy : CreationOp {
  static constexpr Schema schema{
      "cauchy(Tensor input, float median=0.0, float sigma=1.0, *, Generator? generator=None) -> Tensor"};
  static constexpr const char* doc =
      "Numbers of the Cauchy distribution around median, half of them within sigma of it, in the shape and dtype of "
      "input; cauchy_ writes them there.";
  static constexpr bool inplace = true;
  static Tensor forward(const Tensor& input, double median, double sigma, Generator* generator) {
    check_real(input, "cauchy");
    check_positive(sigma, "cauchy", "sigma");
    const Tensor angle = mul(sub(uniform_numbers(input, generator), 0.5), M_PI);
    return to(add(mul(tan(angle), sigma), median), input.dtype());
  }
};
VJP_DEFINE(Cauchy);

struct LogNormal : CreationOp {
  static constexpr Schema schema{
      "log_normal(Tensor input, float mean=1.0, float std=2.0, *, Generator? generator=None) -> Tensor"};
  static constexpr const char* doc =
      "Numbers whose logarithms are normal with this mean and standard deviation, in the shape and dtype of input; "
      "log_normal_ writes them there.";
  static constexpr bool inplace = true;
  static Tensor forward(const Tensor& input, double mean, double std, Generator* generator) {
    check_real(input, "log_normal");
    check_positive(std, "log_normal", "std");
    return to(exp(add(mul(randn_like(input, Dtype::Float64, generator), std), mean)), input.dtype());
  }
};
VJP_DEFINE(LogNormal);

namespace {

void check_fixed(const Tensor& t, const char* what, const char* name) {
  if (grad_enabled() && requires_grad(t)) {
    fail(VJP_ERROR_INVALID,
         "{}: argument '{}' ({}) requires grad, but a sample is not differentiated; detach it, or write "
         "mean + std * randn_like(std)",
         what, name, t);
  }
}
// Elements on a device are not looked at, since the host would have to wait for them.
void check_not_negative(const Tensor& t, const char* what, const char* name) {
  if (t.device().is_cpu() && number_of_nonzero(ge(t, 0)) < t.numel())
    fail(VJP_ERROR_INVALID, "{}: '{}' has elements that are negative or NaN, expected none", what, name);
}

}  // namespace

struct NormalTensor : CreationOp {
  static constexpr Schema schema{"normal.tensor(Tensor mean, Tensor std, *, Generator? generator=None) -> Tensor"};
  static constexpr const char* doc =
      "Normal random numbers, each with its own mean and standard deviation; both are broadcast to one shape.";
  static Tensor forward(const Tensor& mean, const Tensor& std, Generator* generator) {
    check_fixed(mean, "normal", "mean");
    check_fixed(std, "normal", "std");
    check_real(mean, "normal");
    check_real(std, "normal");
    check_not_negative(std, "normal", "std");
    return add(mul(randn_like(add(mean, std), Dtype::None, generator), std), mean);
  }
};
VJP_DEFINE(NormalTensor);

struct NormalFloatTensor : CreationOp {
  static constexpr Schema schema{"normal.float_tensor(float mean, Tensor std, *, Generator? generator=None) -> Tensor"};
  static constexpr const char* doc = "Normal random numbers of one mean, each with its own standard deviation.";
  static Tensor forward(double mean, const Tensor& std, Generator* generator) {
    check_fixed(std, "normal", "std");
    check_real(std, "normal");
    check_not_negative(std, "normal", "std");
    return add(mul(randn_like(std, Dtype::None, generator), std), mean);
  }
};
VJP_DEFINE(NormalFloatTensor);

namespace {

// The uniform numbers of one element: as many as it asks for, two from each block. The third word of a block's counter
// counts them from 1 on and the fourth tells the two elements of a block apart, so no other operator draws the same.
class Numbers {
 public:
  Numbers(Generator::State state, int64_t element)
      : state_(state), block_(state.offset + static_cast<uint64_t>(element) / 2) {
    counter_ = {
        {static_cast<uint32_t>(block_), static_cast<uint32_t>(block_ >> 32), 0, static_cast<uint32_t>(element & 1)}};
  }
  double next() {
    if (left_ == 0) {
      ++counter_.words[2];
      bits_ = philox(counter_, static_cast<uint32_t>(state_.seed), static_cast<uint32_t>(state_.seed >> 32));
      left_ = 2;
    }
    --left_;
    return random_formulas::fraction(bits_.words[2 * left_] | static_cast<uint64_t>(bits_.words[2 * left_ + 1]) << 32);
  }

 private:
  Generator::State state_;
  uint64_t block_;
  PhiloxBlock counter_{}, bits_{};
  int left_ = 0;
};

// Small rates: the number of factors below 1 until the product falls under exp(-rate).
double poisson_by_product(double rate, Numbers& numbers) {
  const double limit = std::exp(-rate);
  double count = 0;
  for (double product = numbers.next(); product > limit; product *= numbers.next()) ++count;
  return count;
}
// PTRS of W. Hörmann, "The transformed rejection method for generating Poisson random variables", 1993.
double poisson_by_rejection(double rate, Numbers& numbers) {
  const double root = std::sqrt(rate), log_rate = std::log(rate), b = 0.931 + 2.53 * root, a = -0.059 + 0.02483 * b;
  const double inverse_alpha = 1.1239 + 1.1328 / (b - 3.4), accepted = 0.9277 - 3.6224 / (b - 2);
  for (;;) {
    const double u = numbers.next() - 0.5, v = numbers.next(), us = 0.5 - std::fabs(u);
    const double k = std::floor((2 * a / us + b) * u + rate + 0.43);
    if (us >= 0.07 && v <= accepted) return k;
    if (k < 0 || (us < 0.013 && v > us)) continue;
    if (std::log(v) + std::log(inverse_alpha) - std::log(a / (us * us) + b) <=
        k * log_rate - rate - scalar::log_gamma(k + 1))
      return k;
  }
}
double poisson_number(double rate, Numbers& numbers) {
  if (rate == 0) return 0;
  return rate < 10 ? poisson_by_product(rate, numbers) : poisson_by_rejection(rate, numbers);
}

// Few successes: how many waits for the next one, each geometric, fit into all trials.
double binomial_by_waiting(double trials, double p, Numbers& numbers) {
  const double log_failure = std::log1p(-p);
  double successes = 0;
  for (double at = 0;; ++successes) {
    at += std::floor(std::log1p(-numbers.next()) / log_failure) + 1;
    if (!(at <= trials)) return successes;
  }
}
// BTRS of W. Hörmann, "The generation of binomial random variates", 1993; p at most 1/2.
double binomial_by_rejection(double trials, double p, Numbers& numbers) {
  const double deviation = std::sqrt(trials * p * (1 - p)), log_odds = std::log(p / (1 - p)),
               b = 1.15 + 2.53 * deviation, a = -0.0873 + 0.0248 * b + 0.01 * p, alpha = (2.83 + 5.1 / b) * deviation,
               accepted = 0.92 - 4.2 / b, mode = std::floor((trials + 1) * p),
               top = scalar::log_gamma(mode + 1) + scalar::log_gamma(trials - mode + 1);
  for (;;) {
    const double u = numbers.next() - 0.5, v = numbers.next(), us = 0.5 - std::fabs(u);
    const double k = std::floor((2 * a / us + b) * u + trials * p + 0.5);
    if (us >= 0.07 && v <= accepted) return k;
    if (!(k >= 0 && k <= trials)) continue;
    if (std::log(v * alpha / (a / (us * us) + b)) <=
        top - scalar::log_gamma(k + 1) - scalar::log_gamma(trials - k + 1) + (k - mode) * log_odds)
      return k;
  }
}
double binomial_number(double trials, double p, Numbers& numbers) {
  if (p > 0.5) return trials - binomial_number(trials, 1 - p, numbers);
  if (p == 0 || trials == 0) return 0;
  return trials * p < 10 ? binomial_by_waiting(trials, p, numbers) : binomial_by_rejection(trials, p, numbers);
}

// Whole numbers for the elements of lists on the host, float64, that draw(i, numbers) makes.
template <class F>
Tensor drawn_on_host(const Tensor& like, Generator& source, const F& draw) {
  const int64_t n = like.numel();
  const Generator::State state = source.reserve(static_cast<uint64_t>(random_blocks(n)));
  Tensor drawn = fresh_copy(like);  // which lies on the host, whatever the default device is
  double* out = drawn.data<double>();
  parallel_for(0, n, 256, [&](int64_t from, int64_t till) {
    for (int64_t i = from; i < till; ++i) {
      Numbers numbers(state, i);
      out[i] = draw(i, numbers);
    }
  });
  return drawn;
}
// In a row, whatever its dtype and device.
Tensor doubles_on_host(const Tensor& t) {
  return to(contiguous(t.device().is_cpu() ? t : to_device(t, Device{})), Dtype::Float64);
}

}  // namespace

struct Poisson : CreationOp {
  static constexpr Schema schema{"poisson(Tensor input, *, Generator? generator=None) -> Tensor"};
  static constexpr const char* doc =
      "Numbers of the Poisson distributions whose rates input has, in its dtype. They are drawn on the host: rates on "
      "a "
      "device are copied there, for which the host waits.";
  static Tensor forward(const Tensor& input, Generator* generator) {
    check_fixed(input, "poisson", "input");
    check_real(input, "poisson");
    Generator& source = generator ? *generator : default_generator(input.device());
    const Tensor rates = doubles_on_host(input);
    const double* rate = rates.data<double>();
    for (int64_t i = 0; i < rates.numel(); ++i) {
      if (!(rate[i] >= 0) || std::isinf(rate[i]))
        fail(VJP_ERROR_INVALID, "poisson: a rate is {}, expected finite numbers from 0 on", rate[i]);
    }
    const auto draw = [rate](int64_t i, Numbers& numbers) { return poisson_number(rate[i], numbers); };
    return to_device(to(drawn_on_host(rates, source, draw), input.dtype()), input.device());
  }
};
VJP_DEFINE(Poisson);

struct Binomial : CreationOp {
  static constexpr Schema schema{"binomial(Tensor count, Tensor prob, *, Generator? generator=None) -> Tensor"};
  static constexpr const char* doc =
      "How many of `count` trials succeed, each with probability `prob`; both are broadcast to one shape, and the "
      "result has the dtype of `count`. Drawn on the host, as poisson is.";
  static Tensor forward(const Tensor& count, const Tensor& prob, Generator* generator) {
    check_fixed(count, "binomial", "count");
    check_fixed(prob, "binomial", "prob");
    if (!is_floating(count.dtype()) && !is_integral(count.dtype()))
      fail(VJP_ERROR_DTYPE, "binomial: 'count' is {}, expected a real dtype", count);
    if (!is_floating(prob.dtype()))
      fail(VJP_ERROR_DTYPE, "binomial: 'prob' is {}, expected a real floating dtype", prob);
    const Dims sizes = broadcast(count.sizes(), prob.sizes(), "binomial");
    Generator& source = generator ? *generator : default_generator(count.device());
    const Tensor trials = doubles_on_host(expand(count, sizes)), probabilities = doubles_on_host(expand(prob, sizes));
    const double *n = trials.data<double>(), *p = probabilities.data<double>();
    for (int64_t i = 0; i < trials.numel(); ++i) {
      if (!(n[i] >= 0 && n[i] <= kMostTrials && std::floor(n[i]) == n[i]))
        fail(VJP_ERROR_INVALID, "binomial: a count is {}, expected whole numbers from 0 to 2^40", n[i]);
      if (!(p[i] >= 0 && p[i] <= 1))
        fail(VJP_ERROR_INVALID, "binomial: a probability is {}, expected numbers from 0 to 1", p[i]);
    }
    const auto draw = [n, p](int64_t i, Numbers& numbers) { return binomial_number(n[i], p[i], numbers); };
    return to_device(to(drawn_on_host(trials, source, draw), count.dtype()), count.device());
  }
  // Beyond it, differences of logarithms of factorials have too few digits for the rejection.
  static constexpr double kMostTrials = 1099511627776;
};
VJP_DEFINE(Binomial);

}  // namespace vjp
