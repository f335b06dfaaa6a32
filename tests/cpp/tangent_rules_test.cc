// JVP rules: every operator has one, and what it gives is the derivative, for every choice of the arguments that have
// tangents, recorded or not, and when it is differentiated again.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <functional>
#include <string>

#include "derivative_samples.h"
#include "engine/grad_call.h"
#include "graph/modes.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/attention.h"
#include "ops/functions/conv.h"
#include "ops/functions/creation.h"
#include "ops/functions/index_advanced.h"
#include "ops/functions/index_slices.h"
#include "ops/functions/index_sort.h"
#include "ops/functions/loss_class.h"
#include "ops/functions/matmul_add.h"
#include "ops/functions/norm.h"
#include "ops/functions/norm_batch.h"
#include "ops/functions/pad.h"
#include "ops/functions/pointwise_comparison.h"
#include "ops/functions/pointwise_exponential.h"
#include "ops/functions/pointwise_selection.h"
#include "ops/functions/pointwise_trigonometric.h"
#include "ops/functions/pool.h"
#include "ops/functions/reduce_extreme.h"
#include "ops/functions/reduce_moments.h"
#include "ops/functions/reduce_norm.h"
#include "ops/functions/reduce_prod.h"
#include "ops/functions/reduce_scan.h"
#include "ops/functions/reduce_sum.h"
#include "ops/functions/smooth.h"
#include "ops/functions/softmax.h"
#include "ops/functions/view_shape.h"
#include "transforms/forward.h"

namespace vjp::testing {
namespace {

using Tensors = std::vector<Tensor>;

struct Sample {
  const char* name;
  Tensors at;
  std::function<Tensor(const Tensors&)> f;
};

// Numbers without symmetry, none of them twice.
Tensor values(Dims sizes, int which) {
  Tensor t = Tensor::empty(sizes, Dtype::Float64);
  for (int64_t i = 0; i < t.numel(); ++i)
    t.data<double>()[i] = std::sin(1.7 * static_cast<double>(i) + 2.3 * which + 0.4) + 0.01 * static_cast<double>(i);
  return t;
}
Tensor with_zeros(Dims sizes, std::initializer_list<int64_t> where) {
  Tensor t = values(sizes, 2);
  for (int64_t i : where) t.data<double>()[i] = 0;
  return t;
}
Tensor integers(Dims sizes, std::initializer_list<int64_t> numbers) {
  Tensor t = Tensor::empty(sizes, Dtype::Int64);
  std::copy(numbers.begin(), numbers.end(), t.data<int64_t>());
  return t;
}

Sample of_one(const char* name, Tensor x, std::function<Tensor(const Tensor&)> f) {
  return {name, {std::move(x)}, [f = std::move(f)](const Tensors& a) { return f(a[0]); }};
}

std::vector<Sample> layers() {
  return {
      {"addmm",
       {values({3}, 0), values({2, 4}, 1), values({4, 3}, 2)},
       [](const Tensors& a) { return addmm(a[0], a[1], a[2], 0.7, -1.3); }},
      {"addmm, beta 0",
       {values({2, 3}, 0), values({2, 4}, 1), values({4, 3}, 2)},
       [](const Tensors& a) { return addmm(a[0], a[1], a[2], 0, 1); }},
      {"baddbmm",
       {values({2, 1, 3}, 0), values({2, 2, 4}, 1), values({2, 4, 3}, 2)},
       [](const Tensors& a) { return baddbmm(a[0], a[1], a[2], 1, 0.5); }},
      {"linear",
       {values({2, 3, 4}, 0), values({5, 4}, 1), values({5}, 2)},
       [](const Tensors& a) { return linear(a[0], a[1], a[2]); }},
      {"linear by a vector", {values({3, 4}, 0), values({4}, 1)}, [](const Tensors& a) { return linear(a[0], a[1]); }},
      {"conv1d",
       {values({2, 2, 7}, 0), values({4, 1, 3}, 1), values({4}, 2)},
       [](const Tensors& a) { return conv1d(a[0], a[1], a[2], Dims{2}, Dims{1}, Dims{1}, 2); }},
      {"conv2d",
       {values({2, 2, 4, 5}, 0), values({3, 2, 2, 2}, 1), values({3}, 2)},
       [](const Tensors& a) { return conv2d(a[0], a[1], a[2], Dims{1}, Dims{0}, Dims{1}, 1); }},
      {"layer_norm",
       {values({2, 3, 4}, 0), values({3, 4}, 1), values({3, 4}, 2)},
       [](const Tensors& a) {
         return layer_norm(a[0], Dims{3, 4}, a[1], a[2]);
       }},
      {"layer_norm without bias",
       {values({5, 4}, 0), values({4}, 1)},
       [](const Tensors& a) { return layer_norm(a[0], Dims{4}, a[1]); }},
      {"rms_norm", {values({3, 4}, 0), values({4}, 1)}, [](const Tensors& a) { return rms_norm(a[0], Dims{4}, a[1]); }},
      {"batch_norm",
       {values({4, 3, 2}, 0), values({3}, 1), values({3}, 2)},
       [](const Tensors& a) { return batch_norm(a[0], {}, {}, a[1], a[2], true); }},
      {"batch_norm without weights",
       {values({4, 3}, 0)},
       [](const Tensors& a) { return batch_norm(a[0], {}, {}, {}, {}, true); }},
      {"attention",
       {values({2, 2, 3, 4}, 0), values({2, 2, 5, 4}, 1), values({2, 2, 5, 3}, 2)},
       [](const Tensors& a) { return scaled_dot_product_attention(a[0], a[1], a[2]); }},
      {"attention, causal",
       {values({1, 2, 3, 4}, 0), values({1, 2, 3, 4}, 1), values({1, 2, 3, 2}, 2)},
       [](const Tensors& a) { return scaled_dot_product_attention(a[0], a[1], a[2], {}, 0, true); }},
      {"attention, masked, shared heads",
       {values({1, 4, 2, 3}, 0), values({1, 2, 3, 3}, 1), values({1, 2, 3, 2}, 2)},
       [](const Tensors& a) {
         Tensor mask = reshape(integers({6}, {1, 0, 1, 0, 0, 0}), Dims{2, 3});  // one query sees nothing
         return scaled_dot_product_attention(a[0], a[1], a[2], to(mask, Dtype::Bool), 0, false, 0.4, true);
       }},
      {"index_put",
       {values({4, 3}, 0), values({2, 3}, 1)},
       [](const Tensors& a) {
         const Tensor index[] = {integers({2}, {2, 0})};
         return index_put(a[0], index, a[1], false);
       }},
      {"index_put, accumulate",
       {values({4, 3}, 0), values({3}, 1)},
       [](const Tensors& a) {
         const Tensor index[] = {integers({3}, {2, 0, 2})};
         return index_put(a[0], index, a[1], true);
       }},
      {"addcmul",
       {values({2, 3}, 0), values({2, 3}, 1), values({3}, 2)},
       [](const Tensors& a) { return addcmul(a[0], a[1], a[2], -0.6); }},
      {"sigmoid", {values({2, 3}, 0)}, [](const Tensors& a) { return sigmoid(a[0]); }},
      {"pow",
       {vjp::add(values({2, 3}, 0), 3.0), values({2, 3}, 1)},
       [](const Tensors& a) { return vjp::pow(a[0], a[1]); }},
      {"hypot", {values({2, 3}, 0), values({2, 3}, 1)}, [](const Tensors& a) { return vjp::hypot(a[0], a[1]); }},
      {"div", {values({2, 3}, 0), add(values({3}, 1), 3.0)}, [](const Tensors& a) { return vjp::div(a[0], a[1]); }},
  };
}

std::vector<Sample> reductions() {
  Tensor x = values({3, 4}, 0), targets = integers({3}, {2, -100, 0});
  return {
      of_one("softmax", x, [](const Tensor& t) { return softmax(t, 0); }),
      of_one("log_softmax", x, [](const Tensor& t) { return log_softmax(t, 1); }),
      of_one("logsumexp", x, [](const Tensor& t) { return logsumexp(t, Dims{1}); }),
      of_one("cross_entropy", x, [=](const Tensor& t) { return cross_entropy(t, targets, {}, -100, "none"); }),
      of_one("amax", x, [](const Tensor& t) { return amax(t, Dims{0}); }),
      of_one("amin of all", x, [](const Tensor& t) { return amin(t); }),
      of_one("max.dim", x, [](const Tensor& t) { return max_dim(t, 1)[0]; }),
      of_one("min.dim", x, [](const Tensor& t) { return min_dim(t, 0, true)[0]; }),
      of_one("median", x, [](const Tensor& t) { return median(t); }),
      of_one("median.dim", x, [](const Tensor& t) { return median_dim(t, 0)[0]; }),
      of_one("kthvalue", x, [](const Tensor& t) { return kthvalue(t, 2, 1, true)[0]; }),
      of_one("sort", x, [](const Tensor& t) { return sort(t, 1, true)[0]; }),
      of_one("topk", x, [](const Tensor& t) { return topk(t, 2, 0)[0]; }),
      of_one("var", x, [](const Tensor& t) { return var(t, Dims{0}); }),
      of_one("std", x, [](const Tensor& t) { return std(t, Dims{1}, 0.0, true); }),
      of_one("norm of order 2", x, [](const Tensor& t) { return linalg_vector_norm(t, 2, Dims{0}); }),
      of_one("norm of order 1", x, [](const Tensor& t) { return linalg_vector_norm(t, 1); }),
      of_one("norm of order 3", x, [](const Tensor& t) { return linalg_vector_norm(t, 3, Dims{1}, true); }),
      of_one("norm of order 1.5", x, [](const Tensor& t) { return linalg_vector_norm(t, 1.5, Dims{1}); }),
      of_one("norm of order 0.5", x, [](const Tensor& t) { return linalg_vector_norm(t, 0.5, Dims{0}); }),
      of_one("norm of order inf", x, [](const Tensor& t) { return linalg_vector_norm(t, INFINITY, Dims{1}); }),
      of_one("prod.dim", x, [](const Tensor& t) { return prod_dim(t, 1, true); }),
      of_one("prod with a zero", with_zeros({3, 4}, {1, 6, 7}), [](const Tensor& t) { return prod_dim(t, 1); }),
      of_one("cumprod", x, [](const Tensor& t) { return cumprod(t, 0); }),
      of_one("cumprod with zeros", with_zeros({3, 4}, {1, 6, 7}), [](const Tensor& t) { return cumprod(t, 1); }),
      of_one("constant_pad_nd", x,
             [](const Tensor& t) {
               return constant_pad_nd(t, Dims{1, -1, 0, 2}, 7);
             }),
      of_one("max_pool2d", values({1, 2, 5, 4}, 0),
             [](const Tensor& t) {
               return max_pool2d(t, Dims{2, 2}, Dims{2, 1}, Dims{1, 1}, Dims{1}, false);
             }),
      of_one("index", x,
             [](const Tensor& t) {
               const Tensor index[] = {integers({3}, {2, 0, 2})};
               return index_tensor(t, index);
             }),
      of_one("embedding", values({4, 3}, 0),
             [](const Tensor& t) {
               return embedding(integers({2, 2}, {3, 0, 3, 1}), t);
             }),
      of_one("sinc", x, [](const Tensor& t) { return _sinc_derivative(t, 1); }),
  };
}

std::vector<Sample> samples() {
  std::vector<Sample> all = layers(), more = reductions();
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

Tensor direction(const Tensor& like, size_t i) { return values(Dims(like.sizes()), static_cast<int>(i) + 11); }

// The arguments moved by h along the directions of those that `mask` names.
Tensors moved(const Tensors& at, unsigned mask, double h) {
  Tensors out;
  for (size_t i = 0; i < at.size(); ++i) out.push_back(mask >> i & 1 ? add(at[i], mul(direction(at[i], i), h)) : at[i]);
  return out;
}

double largest_difference(const Tensor& a, const Tensor& b) {
  if (!a || !b || !same(a.sizes(), b.sizes())) return INFINITY;
  Tensor x = fresh_copy(detach(a)), y = fresh_copy(detach(b));
  double largest = 0;
  for (int64_t i = 0; i < x.numel(); ++i) {
    const double p = x.data<double>()[i], q = y.data<double>()[i];
    const double d = std::abs(p - q) / (1 + std::abs(q));
    if (std::isnan(d)) return INFINITY;
    largest = std::max(largest, d);
  }
  return largest;
}

struct Level {
  Level() { enter_forward_level(); }
  ~Level() { leave_forward_level(); }
};

Tensors leaves_of(const Tensors& at) {
  Tensors out;
  for (const Tensor& t : at) {
    out.push_back(fresh_copy(t));
    out.back()->requires_grad = true;
  }
  return out;
}
Tensors duals_of(const Tensors& at, unsigned mask) {
  Tensors out;
  for (size_t i = 0; i < at.size(); ++i) out.push_back(mask >> i & 1 ? make_dual(at[i], direction(at[i], i)) : at[i]);
  return out;
}

Tensors gradients(const Tensor& of, const Tensor& seed, const Tensors& inputs, bool create_graph = false) {
  GradCall call({.create_graph = create_graph, .allow_unused = true});
  call.add_root(of, seed);
  for (const Tensor& input : inputs) call.add_input(input);
  call.run();
  return call.results();
}
Tensor or_zeros(const Tensor& t, const Tensor& like) { return t ? detach(t) : zeros_like(like); }

constexpr double kStep = 1e-5, kTolerance = 2e-8;

// Calls f(sample, mask) for every sample and every choice of arguments.
template <class F>
void each_choice(F f) {
  for (const Sample& sample : samples()) {
    for (unsigned mask = 1; mask < 1u << sample.at.size(); ++mask) {
      SCOPED_TRACE(std::string(sample.name) + ", tangents " + std::to_string(mask));
      f(sample, mask);
    }
  }
}

Tensor difference_quotient(const Sample& s, unsigned mask) {
  NoGrad off;
  return div(sub(s.f(moved(s.at, mask, kStep)), s.f(moved(s.at, mask, -kStep))), 2 * kStep);
}

// FWD-6
TEST(TangentRules, AreTheDerivatives) {
  each_choice([](const Sample& s, unsigned mask) {
    Tensor want = difference_quotient(s, mask);
    Level level;
    NoGrad off;
    EXPECT_LT(largest_difference(current_tangent(s.f(duals_of(s.at, mask))), want), kTolerance);
  });
}

// FWD-6
TEST(TangentRules, AreTheDerivativesWhereTheyAreRecorded) {
  each_choice([](const Sample& s, unsigned mask) {
    Tensor want = difference_quotient(s, mask);
    Level level;
    EXPECT_LT(largest_difference(current_tangent(s.f(duals_of(leaves_of(s.at), mask))), want), kTolerance);
  });
}

// The derivative of <seed, f>'s gradients along the directions of all arguments.
Tensors second_quotient(const Sample& s, const Tensor& seed) {
  Tensors out;
  const unsigned all = (1u << s.at.size()) - 1;
  Tensors up = leaves_of(moved(s.at, all, kStep)), down = leaves_of(moved(s.at, all, -kStep));
  Tensors a = gradients(s.f(up), seed, up), b = gradients(s.f(down), seed, down);
  for (size_t i = 0; i < s.at.size(); ++i)
    out.push_back(div(sub(or_zeros(a[i], s.at[i]), or_zeros(b[i], s.at[i])), 2 * kStep));
  return out;
}

// FWD-6: reverse over forward
TEST(TangentRules, GradientsOfTangents) {
  for (const Sample& s : samples()) {
    SCOPED_TRACE(s.name);
    Level level;
    Tensors leaves = leaves_of(s.at);
    Tensor y = s.f(duals_of(leaves, ~0u)), seed = direction(y, 5), tangent = current_tangent(y);
    Tensors want = second_quotient(s, seed);
    Tensors got(leaves.size());
    if (requires_grad(tangent)) got = gradients(tangent, seed, leaves);
    for (size_t i = 0; i < leaves.size(); ++i)
      EXPECT_LT(largest_difference(or_zeros(got[i], leaves[i]), want[i]), 10 * kTolerance) << "argument " << i;
  }
}

// FWD-13: forward over reverse
TEST(TangentRules, TangentsOfGradients) {
  for (const Sample& s : samples()) {
    SCOPED_TRACE(s.name);
    Level level;
    Tensors duals = duals_of(leaves_of(s.at), ~0u);
    Tensor y = s.f(duals), seed = direction(y, 5);
    Tensors want = second_quotient(s, seed), got = gradients(y, seed, duals);
    for (size_t i = 0; i < duals.size(); ++i) {
      Tensor tangent = got[i] ? current_tangent(got[i]) : Tensor();
      EXPECT_LT(largest_difference(or_zeros(tangent, s.at[i]), want[i]), 10 * kTolerance) << "argument " << i;
    }
  }
}

// Gradients at the arguments and the seed, all moved by h along those directions that `mask` names; bit 31 is the seed.
constexpr unsigned kSeed = 1u << 31;
Tensors gradients_of_moved(const Sample& s, const Tensor& seed, unsigned mask, double h) {
  Tensors at = leaves_of(moved(s.at, mask, h)), out;
  Tensor moved_seed = mask & kSeed ? add(seed, mul(direction(seed, 7), h)) : seed;
  Tensors got = gradients(s.f(at), moved_seed, at);
  for (size_t i = 0; i < at.size(); ++i) out.push_back(or_zeros(got[i], s.at[i]));
  return out;
}

// The tangents of the gradients at arguments that are leaves or duals, at the innermost level.
Tensors tangents_of_gradients(const Sample& s, const Tensors& at, const Tensor& seed, unsigned mask) {
  Tensors duals = duals_of(at, mask), out;
  Tensor y = s.f(duals), g = mask & kSeed ? make_dual(seed, direction(seed, 7)) : seed;
  Tensors got = gradients(y, g, duals);
  for (size_t i = 0; i < duals.size(); ++i) out.push_back(got[i] ? current_tangent(got[i]) : Tensor());
  return out;
}

// FWD-13: of some arguments, of the seed, and of both
TEST(TangentRules, TangentsOfGradientsAlongSomeArguments) {
  for (const Sample& s : samples()) {
    NoGrad off;
    Tensor y = s.f(s.at), seed = direction(y, 5);
    const unsigned all = (1u << s.at.size()) - 1;
    for (unsigned choice = 1; choice <= 2 * all + 1; ++choice) {
      const unsigned mask = (choice >> 1) | (choice & 1 ? kSeed : 0u);
      SCOPED_TRACE(std::string(s.name) + ", tangents " + std::to_string(choice));
      GradMode on(true);
      Tensors up = gradients_of_moved(s, seed, mask, kStep), down = gradients_of_moved(s, seed, mask, -kStep);
      Level level;
      Tensors got = tangents_of_gradients(s, leaves_of(s.at), seed, mask);
      for (size_t i = 0; i < got.size(); ++i) {
        Tensor want = div(sub(up[i], down[i]), 2 * kStep);
        EXPECT_LT(largest_difference(or_zeros(got[i], s.at[i]), want), 10 * kTolerance) << "argument " << i;
      }
    }
  }
}

// FWD-13, FWD-10: forward over forward over reverse
TEST(TangentRules, TangentsOfTangentsOfGradients) {
  for (const Sample& s : samples()) {
    SCOPED_TRACE(s.name);
    const unsigned all = (1u << s.at.size()) - 1;
    Tensor seed = direction(s.f(s.at), 5);
    const auto at_distance = [&](double h) {
      Level level;
      return tangents_of_gradients(s, leaves_of(moved(s.at, all, h)), seed, all | kSeed);
    };
    Tensors up = at_distance(kStep), down = at_distance(-kStep);
    Level outer;
    const ForwardLevel below = innermost_forward_level();
    Tensors duals;
    for (size_t i = 0; i < s.at.size(); ++i) duals.push_back(make_dual(leaves_of({s.at[i]})[0], direction(s.at[i], i)));
    Level inner;
    Tensors got = tangents_of_gradients(s, duals, seed, all | kSeed);
    for (size_t i = 0; i < got.size(); ++i) {
      Tensor want = up[i] ? div(sub(up[i], down[i]), 2 * kStep) : zeros_like(s.at[i]);
      Tensor second = got[i] ? tangent_of(got[i], below) : Tensor();
      EXPECT_LT(largest_difference(or_zeros(second, s.at[i]), detach(want)), 1e-6) << "argument " << i;
    }
  }
}

// What is computed in parts, of samples and of heads, is what operators give that are recorded and so see all of it.
TEST(TangentRules, OfAttentionInParts) {
  for (const auto& [heads, length] : {std::pair<int64_t, int64_t>{2, 190}, {4, 100}}) {
    const auto small = [](Dims sizes, int which) { return vjp::sin(values(sizes, which)); };
    const Sample s{
        "attention in parts",
        {small({3, 4, length, 2}, 0), small({3, heads, length, 2}, 1), small({3, heads, length, 3}, 2)},
        [](const Tensors& a) { return scaled_dot_product_attention(a[0], a[1], a[2], {}, 0, true, {}, true); }};
    Level level;
    Tensors duals = duals_of(leaves_of(s.at), ~0u);
    Tensor y = s.f(duals), seed = make_dual(direction(detach(y), 5), direction(detach(y), 6));
    {
      NoGrad off;
      EXPECT_LT(largest_difference(current_tangent(s.f(duals)), current_tangent(y)), 1e-12);
    }
    Tensors want = gradients(y, seed, duals, true), got = gradients(s.f(duals), seed, duals);
    for (size_t i = 0; i < got.size(); ++i) {
      EXPECT_LT(largest_difference(got[i], want[i]), 1e-11) << i;
      EXPECT_LT(largest_difference(current_tangent(got[i]), current_tangent(want[i])), 1e-11) << i;
    }
  }
}

// A gradient that is the seed itself has the seed's tangent, and leaves it as it is.
TEST(TangentRules, OfAGradientThatIsTheSeed) {
  Level level;
  Tensors at = leaves_of({values({3, 4}, 0), values({3, 4}, 1), values({3, 4}, 2)});
  Tensor tangent = values({3, 4}, 4), seed = make_dual(values({3, 4}, 3), tangent), before = current_tangent(seed);
  Tensors got = gradients(layer_norm(at[0], Dims{3, 4}, at[1], at[2]), seed, at);
  EXPECT_EQ(largest_difference(current_tangent(got[2]), tangent), 0);
  EXPECT_TRUE(current_tangent(seed).is(before));
}

// Computed in one kernel with their tangents or alone, results have the same bits; and several tangents together are
// the sum of what each gives.
TEST(TangentRules, OfPointwiseOperatorsLeaveResultsAsTheyAre) {
  int compared = 0;
  for (const OpDef* op : op_table()) {
    if (op->family != Family::Pointwise || !op->differentiable) continue;
    auto recipe = find_recipe(*op);
    if (!recipe) continue;
    for (Dtype dtype : {Dtype::Float32, Dtype::Float64}) {
      SCOPED_TRACE(op->name());
      Recipe large = *recipe;
      large.first = large.rest = Dims{50, 41};  // many tiles' ends
      Arguments args(*op, large, {Place{dtype, {}}}, Fill::Generic);
      Level level;
      NoGrad off;
      args.renew(false);
      Tensor plain = run(*op, args.values())[0], parts;
      Tensors primals = args.tensors();
      const auto dual = [&](size_t i) {
        if (is_differentiable(primals[i].dtype()))
          args.put(i, make_dual(primals[i], filled(primals[i].sizes(), Fill::Generic, static_cast<int>(i) + 3, dtype)));
      };
      for (size_t i = 0; i < primals.size(); ++i) {
        dual(i);
        Tensor part = current_tangent(run(*op, args.values())[0]);
        if (part) parts = parts ? add(parts, part) : part;
        args.put(i, primals[i]);
      }
      for (size_t i = 0; i < primals.size(); ++i) dual(i);
      Tensor out = run(*op, args.values())[0];
      ASSERT_EQ(std::memcmp(out.raw(), plain.raw(), static_cast<size_t>(out.numel()) * size_of(dtype)), 0);
      if (!current_tangent(out) || all(isfinite(out)).item().to_int() == 0) continue;
      const double off_by = largest_difference(to(current_tangent(out), Dtype::Float64), to(parts, Dtype::Float64));
      EXPECT_LT(off_by, dtype == Dtype::Float32 ? 1e-4 : 1e-11);
      ++compared;
    }
  }
  EXPECT_GT(compared, 200);
}

// A tangent of an argument that is not read does not reach the result.
TEST(TangentRules, OfPaddingRowsAreZero) {
  Level level;
  NoGrad off;
  Tensor table = values({3, 2}, 0), dual = make_dual(table, ones(Dims{3, 2}, Dtype::Float64));
  Tensor tangent = current_tangent(embedding(integers({3}, {0, 2, 1}), dual, -1));
  const double want[] = {1, 1, 0, 0, 1, 1};
  for (int i = 0; i < 6; ++i) EXPECT_EQ(tangent.data<double>()[i], want[i]) << i;
}

// Equal elements share the gradient, and so the tangent is the mean of theirs; that of an infinite one among the others
// does not matter.
TEST(TangentRules, OfExtremesAreMeansOfEqualElements) {
  Level level;
  NoGrad off;
  Tensor x = zeros(Dims{2, 3}, Dtype::Float64), t = values({2, 3}, 0);
  const double numbers[] = {4, 4, 1, 2, NAN, 2};
  std::copy_n(numbers, 6, x.data<double>());
  t.data<double>()[2] = INFINITY;
  Tensor tangent = current_tangent(amax(make_dual(x, t), Dims{1}));
  EXPECT_DOUBLE_EQ(tangent.data<double>()[0], (t.data<double>()[0] + t.data<double>()[1]) / 2);
  EXPECT_DOUBLE_EQ(tangent.data<double>()[1], t.data<double>()[4]);
}

// FWD-14: a derivative of zero is a tangent of zeros.
TEST(TangentRules, OfConstantsAreZeros) {
  Level level;
  NoGrad off;
  Tensor x = values({4}, 0), dual = make_dual(x, values({4}, 1));
  Tensor count = linalg_vector_norm(dual, 0);
  ASSERT_TRUE(current_tangent(count).defined());
  EXPECT_EQ(current_tangent(count).item().to_double(), 0);
}

// FWD-7: what would be transposed, two grad calls a call, if it were named here.
TEST(TangentRules, NoOperatorIsWithout) {
  std::string without;
  for (const OpDef* op : op_table()) {
    if (op->differentiable && op->family == Family::General && !op->jvp) without += op->name() + " ";
  }
  EXPECT_EQ(without, "");
}

}  // namespace
}  // namespace vjp::testing
