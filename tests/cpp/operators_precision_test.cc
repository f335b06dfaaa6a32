// Reductions, indexing, losses and normalisations in float32 and the half types against float64, on strided inputs too;
// their fused gradients against those that recording gives; and what they refuse.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "device/generator.h"
#include "engine/grad_call.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/copy.h"
#include "ops/functions/creation.h"
#include "ops/functions/index_arrange.h"
#include "ops/functions/index_gather.h"
#include "ops/functions/index_slices.h"
#include "ops/functions/index_sort.h"
#include "ops/functions/loss_class.h"
#include "ops/functions/loss_elementwise.h"
#include "ops/functions/norm.h"
#include "ops/functions/norm_batch.h"
#include "ops/functions/pointwise_comparison.h"
#include "ops/functions/pointwise_rounding.h"
#include "ops/functions/pointwise_selection.h"
#include "ops/functions/random.h"
#include "ops/functions/reduce_extreme.h"
#include "ops/functions/reduce_moments.h"
#include "ops/functions/reduce_norm.h"
#include "ops/functions/reduce_prod.h"
#include "ops/functions/reduce_scan.h"
#include "ops/functions/reduce_sum.h"
#include "ops/functions/softmax.h"
#include "ops/functions/view_part.h"
#include "ops/functions/view_shape.h"
#include "ops/internal.h"

namespace vjp {
namespace {

// Values that the half types hold exactly, so that all dtypes compute from the same numbers.
Tensor sample(IntSpan sizes, uint64_t seed, double low = -2, double high = 2) {
  Tensor t = Tensor::empty(sizes, Dtype::Float64);
  uint64_t state = seed * 0x9E3779B97F4A7C15u + 1;
  for (int64_t i = 0; i < t.numel(); ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    double u = static_cast<double>(state >> 40) / 16777216.0;
    t.data<double>()[i] = std::round((low + (high - low) * u) * 64) / 64;
  }
  return t;
}

Tensor integers(IntSpan sizes, uint64_t seed, int64_t limit) {
  Tensor t = to(floor(sample(sizes, seed, 0, static_cast<double>(limit) - 0.01)), Dtype::Int64);
  return clamp_max(t, limit - 1);
}

Tensor column_major(const Tensor& t) { return t.ndim() < 2 ? t : transpose(fresh_copy(transpose(t, 0, 1)), 0, 1); }

Tensor gradient(const Tensor& y, const Tensor& x, const Tensor& v, bool recorded) {
  GradCall call({.create_graph = recorded, .allow_unused = true});
  call.add_root(y, v);
  call.add_input(x);
  call.run();
  return call.results()[0];
}

double largest_difference(const Tensor& a, const Tensor& b) {
  Tensor x = fresh_copy(to(a, Dtype::Float64)), y = fresh_copy(to(b, Dtype::Float64));
  EXPECT_TRUE(same(x.sizes(), y.sizes()));
  double worst = 0;
  for (int64_t i = 0; i < x.numel(); ++i) {
    double want = y.data<double>()[i], error = std::abs(x.data<double>()[i] - want) / (1 + std::abs(want));
    if (std::isnan(error)) error = std::isnan(want) ? 0 : INFINITY;
    worst = std::max(worst, error);
  }
  return worst;
}

struct Case {
  const char* name;
  std::function<Tensor(const Tensor&)> f;
  bool positive = false;  // inputs in (0, 1)
  double factor = 1;      // of the tolerance, where errors add up
};

IntSpan dims(std::initializer_list<int64_t> list) { return {list.begin(), list.size()}; }

Tensor as(const Tensor& model, const Tensor& t) { return to(t, model.dtype()); }

const Dims kShape{12, 20};

std::vector<Case> cases() {
  static const Tensor kColumns = integers(Dims{12, 9}, 3, 20), kRows = integers(Dims{15}, 4, 12),
                      kClasses = integers(Dims{12}, 5, 20), kWeights = sample(Dims{20}, 6, 0.5, 1.5),
                      kOther = sample(kShape, 7, 0.1, 0.9), kSource = sample(Dims{15, 20}, 8);
  return {
      {"sum", [](const Tensor& x) { return sum(x); }, false, 8},
      {"sum_0", [](const Tensor& x) { return sum(x, dims({0})); }, false, 4},
      {"mean_1", [](const Tensor& x) { return mean(x, dims({1}), true); }},
      {"prod", [](const Tensor& x) { return prod_dim(narrow(x, 1, 0, 4), 1); }, false, 4},
      {"amax", [](const Tensor& x) { return amax(x, dims({1})); }},
      {"max", [](const Tensor& x) { return max_dim(x, 1)[0]; }},
      {"min", [](const Tensor& x) { return min_dim(x, 0, true)[0]; }},
      {"var", [](const Tensor& x) { return var(x, dims({0})); }, false, 2},
      {"std", [](const Tensor& x) { return std(x, dims({1})); }, false, 2},
      {"norm", [](const Tensor& x) { return norm(x, 2.0, dims({1})); }, false, 2},
      {"norm_3", [](const Tensor& x) { return norm(x, 3.0, dims({1})); }, false, 8},
      {"logsumexp", [](const Tensor& x) { return logsumexp(x, dims({1})); }, false, 2},
      {"cumsum", [](const Tensor& x) { return cumsum(x, 1); }, false, 8},
      {"cumprod", [](const Tensor& x) { return cumprod(narrow(x, 1, 0, 4), 1); }, false, 8},
      {"gather", [](const Tensor& x) { return gather(x, 1, kColumns); }},
      {"scatter", [](const Tensor& x) { return scatter(x, 1, kColumns, as(x, narrow(kOther, 1, 0, 9))); }},
      {"scatter_add", [](const Tensor& x) { return scatter_add(x, 1, kColumns, as(x, narrow(kOther, 1, 0, 9))); },
       false, 2},
      {"index_select", [](const Tensor& x) { return index_select(x, 0, kRows); }},
      {"index_add", [](const Tensor& x) { return index_add(x, 0, kRows, as(x, kSource), 2); }, false, 4},
      {"embedding", [](const Tensor& x) { return embedding(kRows, x, 3); }},
      {"sort", [](const Tensor& x) { return vjp::sort(x, 1, true)[0]; }},
      {"topk", [](const Tensor& x) { return topk(x, 5, 0)[0]; }},
      {"median", [](const Tensor& x) { return median_dim(x, 1)[0]; }},
      {"flip",
       [](const Tensor& x) {
         return flip(x, dims({0, 1}));
       }},
      {"roll", [](const Tensor& x) { return roll(x, dims({3}), dims({1})); }},
      {"tril", [](const Tensor& x) { return tril(x, 2); }},
      {"repeat",
       [](const Tensor& x) {
         return repeat(x, dims({2, 1, 3}));
       }},
      {"softmax", [](const Tensor& x) { return softmax(x, 1); }},
      {"softmax_0", [](const Tensor& x) { return softmax(x, 0); }},
      {"log_softmax", [](const Tensor& x) { return log_softmax(x, 1); }, false, 2},
      {"cross_entropy", [](const Tensor& x) { return cross_entropy(x, kClasses); }, false, 2},
      {"cross_entropy_smooth",
       [](const Tensor& x) { return cross_entropy(x, kClasses, as(x, kWeights), -100, "mean", 0.1); }, false, 4},
      {"cross_entropy_ignore", [](const Tensor& x) { return cross_entropy(x, kClasses, {}, 4, "sum"); }, false, 4},
      {"mse_loss", [](const Tensor& x) { return mse_loss(x, as(x, kOther)); }, false, 2},
      {"huber_loss", [](const Tensor& x) { return huber_loss(x, as(x, kOther), "sum", 0.7); }, false, 8},
      {"bce", [](const Tensor& x) { return binary_cross_entropy(x, as(x, kOther)); }, true, 4},
      {"bce_logits", [](const Tensor& x) { return binary_cross_entropy_with_logits(x, as(x, kOther)); }, false, 2},
      {"layer_norm", [](const Tensor& x) { return layer_norm(x, dims({20}), as(x, kWeights), as(x, kWeights)); }, false,
       4},
      {"rms_norm", [](const Tensor& x) { return rms_norm(x, dims({20}), as(x, kWeights), 1e-5); }, false, 4},
      {"batch_norm", [](const Tensor& x) { return batch_norm(x, {}, {}, as(x, kWeights), as(x, kWeights), true); },
       false, 8},
      {"group_norm", [](const Tensor& x) { return group_norm(x, 4, as(x, kWeights), {}, 1e-5); }, false, 8},
  };
}

Tensor input_of(const Case& c, Dtype dtype) {
  Tensor x = fresh_copy(to(sample(kShape, 1, c.positive ? 0.1 : -2, c.positive ? 0.9 : 2), dtype));
  x->requires_grad = true;
  return x;
}

TEST(Precision, EveryFloatingDtypeComputesWhatFloat64Does) {
  for (const Case& c : cases()) {
    Tensor x = input_of(c, Dtype::Float64), y = c.f(x), v = sample(y.sizes(), 2), g = gradient(y, x, v, false);
    for (auto [dtype, tolerance] : {std::pair{Dtype::Float32, 2e-6}, {Dtype::Float16, 4e-3}, {Dtype::BFloat16, 3e-2}}) {
      SCOPED_TRACE(std::string(c.name) + " " + name_of(dtype));
      Tensor low = input_of(c, dtype), out = c.f(low);
      EXPECT_EQ(out.dtype(), dtype);
      EXPECT_LE(largest_difference(out, y), c.factor * tolerance);
      Tensor back = gradient(out, low, to(v, dtype), false);
      EXPECT_EQ(back.dtype(), dtype);
      EXPECT_LE(largest_difference(back, g), 2 * c.factor * tolerance);
    }
  }
}

TEST(Precision, StridesDoNotMatter) {
  for (const Case& c : cases()) {
    SCOPED_TRACE(c.name);
    Tensor x = input_of(c, Dtype::Float64), y = c.f(x), v = sample(y.sizes(), 2), g = gradient(y, x, v, false);
    Tensor other = column_major(detach(x)).alias();
    other->requires_grad = true;
    Tensor out = c.f(other);
    EXPECT_LE(largest_difference(out, y), 1e-13);
    EXPECT_LE(largest_difference(gradient(out, other, column_major(v), false), g), 1e-13);
  }
}

// A rule may run a kernel of its own where it is not recorded.
TEST(Precision, RecordedGradientsEqualThoseOfKernels) {
  for (const Case& c : cases()) {
    SCOPED_TRACE(c.name);
    Tensor x = input_of(c, Dtype::Float64), y = c.f(x), v = sample(y.sizes(), 2);
    Tensor again = c.f(x);
    EXPECT_LE(largest_difference(gradient(y, x, v, false), gradient(again, x, v, true)), 1e-12);
  }
}

TEST(Refusals, MessagesNameTheOperatorAndWhatIsWrong) {
  Tensor x = sample(Dims{3, 4}, 1), index = Tensor::empty(Dims{2, 4}, Dtype::Int64);
  for (int64_t i = 0; i < 8; ++i) index.data<int64_t>()[i] = i == 5 ? 7 : 0;
  const auto message = [](auto f) -> std::string {
    try {
      f();
    } catch (const Error& e) {
      return e.what();
    }
    return "nothing was thrown";
  };
  const auto expect = [&](auto f, const char* part) {
    std::string text = message(f);
    EXPECT_NE(text.find(part), std::string::npos) << text;
  };
  expect([&] { gather(x, 0, index); }, "gather: index 7 is out of range for a dimension of size 3");
  expect([&] { gather(x, 1, index); }, "gather: index 7 is out of range for a dimension of size 4");
  expect([&] { gather(x, 2, index); }, "gather");
  expect([&] { scatter_add(x, 0, index, to(index, Dtype::Float64)); }, "scatter_add: index 7");
  expect([&] { index_select(x, 0, select(index, 0, 1)); }, "index_select: index 7");
  expect([&] { embedding(index, x); }, "embedding: index 7");
  expect([&] { embedding(index, x, 9); }, "'padding_idx' is 9, but 'weight' has");
  expect([&] { sum(x, dims({0, 0})); }, "sum: dimension 0 is given twice");
  expect([&] { mean(index); }, "mean: not defined for int64");
  expect([&] { amax(sample(Dims{0, 3}, 1), dims({0})); }, "amax: nothing to choose from");
  expect([&] { topk(x, 9); }, "topk: k is 9");
  expect([&] { layer_norm(x, dims({3})); }, "layer_norm: 'normalized_shape' [3]");
  expect([&] { cross_entropy(x, select(index, 1, 0)); }, "cross_entropy: 'target' has shape [2], expected [3]");
  expect([&] { mse_loss(x, x, "average"); }, "mse_loss: reduction is \"average\"");
  expect([&] { dropout(x, 1.5); }, "dropout: a probability is from 0 to 1, got 1.5");
  expect([&] { batch_norm(x); }, "'running_mean' and 'running_var' are needed");
  Tensor wrong = integers(Dims{3}, 1, 4);
  wrong.data<int64_t>()[1] = 4;
  expect([&] { cross_entropy(x, wrong); },
         "cross_entropy: 'target' holds class 4, but the input has 4 classes: 0 to 3");
}

TEST(BatchNorm, RunningStatisticsMoveTowardsTheBatch) {
  Tensor x = sample(Dims{50, 2, 3}, 1), mean_now = Tensor::zeros(Dims{2}, Dtype::Float64),
         var_now = ones(Dims{2}, Dtype::Float64);
  batch_norm(x, mean_now, var_now, {}, {}, true, 0.25);
  const int64_t over[] = {0, 2};
  Tensor m = mean(x, IntSpan(over)), v = var(x, IntSpan(over));
  EXPECT_LE(largest_difference(mean_now, mul(m, 0.25)), 1e-14);
  EXPECT_LE(largest_difference(var_now, add(mul(v, 0.25), 0.75)), 1e-14);
}

TEST(RandomOperators, AGeneratorRepeatsItsNumbers) {
  auto a = Ref<Generator>::take(new Generator(7)), b = Ref<Generator>::take(new Generator(7));
  Tensor x = randn(Dims{101}, Dtype::Float32, a.get()), y = randn(Dims{101}, Dtype::Float32, b.get());
  EXPECT_EQ(largest_difference(x, y), 0);
  EXPECT_GT(largest_difference(randn(Dims{101}, Dtype::Float32, a.get()), x), 0.1);  // the next ones are others
  EXPECT_EQ(a->state().offset, 2u * 51u);
  Tensor order = randperm(100, Dtype::None, a.get());
  EXPECT_EQ(sum(eq(vjp::sort(order)[0], arange(100))).item().to_int(), 100);
}

TEST(RandomOperators, DropoutKeepsTheMean) {
  Tensor x = ones(Dims{40000}, Dtype::Float32), y = dropout(x, 0.3);
  EXPECT_NEAR(mean(y).item().to_double(), 1, 0.02);
  EXPECT_NEAR(static_cast<double>(count_nonzero(y).item().to_int()), 28000, 600);
  EXPECT_EQ(count_nonzero(dropout(x, 1)).item().to_int(), 0);
  EXPECT_EQ(count_nonzero(dropout(x, 0.3, false)).item().to_int(), 40000);
}

TEST(RandomOperators, MultinomialFollowsTheWeights) {
  Tensor w = Tensor::zeros(Dims{4}, Dtype::Float64);
  w.data<double>()[1] = 3;
  w.data<double>()[3] = 1;
  Tensor drawn = multinomial(w, 8000, true);
  EXPECT_NEAR(static_cast<double>(sum(eq(drawn, 1)).item().to_int()), 6000, 200);
  EXPECT_EQ(sum(eq(drawn, 0)).item().to_int() + sum(eq(drawn, 2)).item().to_int(), 0);
}

}  // namespace
}  // namespace vjp
