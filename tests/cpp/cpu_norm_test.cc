// The CPU backend's softmax and normalisations against naive references.
#include "array_testing.h"
#include "backends/cpu/rows.h"

namespace vjp {
namespace {

using namespace testing;

// ---- softmax ----

TEST(Softmax, ForwardAndBackwardMatchTheReference) {
  std::mt19937 random(12);
  for (Dtype dtype :
       {Dtype::Float16, Dtype::BFloat16, Dtype::Float32, Dtype::Float64, Dtype::Complex64, Dtype::Complex128}) {
    for (const Index& shape : kShapes) {
      if (Array(dtype, shape).size() > 2000) continue;  // the reference is quadratic
      const int dim = shape.empty() ? 0 : static_cast<int>(random() % shape.size());
      const size_t d = static_cast<size_t>(dim);
      const int64_t n = shape.empty() ? 1 : shape[d];
      const Array in = random_array(dtype, shape, random), grad = random_array(dtype, shape, random);
      for (bool log : {false, true}) {
        Array out(dtype, shape, &random), grad_in(dtype, shape, &random);
        cpu::softmax({in.view(), out.view(), dim, log});
        cpu::softmax_backward({grad.view(), out.view(), grad_in.view(), dim, log});
        for (int64_t i = 0; i < in.size(); ++i) {
          Index at = in.index_of(i);
          Number sum = 0, dot = 0, total = 0;
          for (int64_t k = 0; k < n; ++k) {
            Index from = at;
            if (!shape.empty()) from[d] = k;
            sum += std::exp(in.get(from));
            dot += grad.get(from) * std::conj(out.get(from));
            total += grad.get(from);
          }
          const Number want = log ? in.get(at) - std::log(sum) : std::exp(in.get(at)) / sum;
          const Number got = out.get(at);
          // the sum of complex exponentials may nearly vanish
          const double scale = is_complex(dtype) ? 1 + 8 / static_cast<double>(std::abs(sum)) : 1;
          if (log && is_complex(dtype)) {
            expect_near(std::exp(got), std::exp(want), scale * scale, dtype, "log_softmax");
          } else {
            expect_near(got, want, scale, dtype, "softmax");
          }
          const Number y = out.get(at), g = grad.get(at);
          const Number back = log ? g - std::conj(std::exp(y)) * total : std::conj(y) * (g - dot);
          expect_near(grad_in.get(at), back, 4 + static_cast<double>(n) * 0.05, dtype, "softmax backward");
          if (HasFatalFailure()) return;
        }
      }
    }
  }
}

TEST(Softmax, SpecialValues) {
  Array in(Dtype::Float32, {4, 3}), out(Dtype::Float32, {4, 3});
  const double rows[4][3] = {{-kInf, 0, 0}, {kNan, 0, 0}, {-kInf, -kInf, -kInf}, {1e30, -1e30, 0}};
  in.fill([&](int64_t i) { return rows[i / 3][i % 3]; });
  cpu::softmax({in.view(), out.view(), 1, false});
  EXPECT_EQ(out.get({0, 0}).real(), 0);
  EXPECT_EQ(out.get({0, 1}).real(), 0.5);
  for (int64_t j = 0; j < 3; ++j) {
    EXPECT_TRUE(std::isnan(out.get({1, j}).real()));
    EXPECT_TRUE(std::isnan(out.get({2, j}).real()));
  }
  EXPECT_EQ(out.get({3, 0}).real(), 1);
  EXPECT_EQ(out.get({3, 1}).real(), 0);
}

TEST(Softmax, ExpIsAccurate) {  // softmax of {0, x} gives exp(x) / (1 + exp(x))
  for (int i = 0; i < 20000; ++i) {
    const double x = -i * 0.0371;
    Array in(Dtype::Float64, {2}), out(Dtype::Float64, {2});
    in.set({1}, x);
    cpu::softmax({in.view(), out.view(), 0, false});
    const long double want = std::exp(static_cast<long double>(x)) / (1 + std::exp(static_cast<long double>(x)));
    ASSERT_LE(std::abs(out.get({1}).real() - want), 6e-16L * want + 5e-324L) << x;
  }
}

// ---- normalisation ----

TEST(Norm, ForwardAndBackwardMatchTheReference) {
  std::mt19937 random(13);
  for (Dtype dtype : kReal) {
    for (const auto& [rows, inner] : {std::pair<int64_t, int64_t>{1, 1}, {3, 7}, {70, 33}, {5, 256}, {200, 48}}) {
      const Dtype compute = compute_of(dtype);
      const Array x = random_array(dtype, {rows, inner}, random, false),
                  weight = random_array(dtype, {inner}, random, false),
                  bias = random_array(dtype, {inner}, random, false),
                  grad = random_array(dtype, {rows, inner}, random, false);
      for (int form = 0; form < 8; ++form) {
        const bool rms = form & 1, has_weight = form & 2, has_bias = form & 4;
        Array y(dtype, {rows, inner}), mean(compute, {rows}), rstd(compute, {rows}), grad_x(dtype, {rows, inner}),
            grad_weight(dtype, {inner}), grad_bias(dtype, {inner});
        const double eps = 1e-3;
        cpu::norm({byte_of(dtype), rows, inner, x.view().data, has_weight ? weight.view().data : nullptr,
                   has_bias ? bias.view().data : nullptr, y.view().data, rms ? nullptr : mean.view().data,
                   rstd.view().data, eps});
        cpu::norm_backward({byte_of(dtype), rows, inner, grad.view().data, x.view().data,
                            has_weight ? weight.view().data : nullptr, rms ? nullptr : mean.view().data,
                            rstd.view().data, grad_x.view().data, grad_weight.view().data, grad_bias.view().data});
        std::vector<long double> want_weight(static_cast<size_t>(inner)), want_bias(static_cast<size_t>(inner));
        for (int64_t r = 0; r < rows; ++r) {
          const long double n = static_cast<long double>(inner);
          long double m = 0, v = 0, sum_h = 0, sum_hx = 0;
          for (int64_t j = 0; j < inner && !rms; ++j) m += x.get({r, j}).real() / n;
          for (int64_t j = 0; j < inner; ++j) v += (x.get({r, j}).real() - m) * (x.get({r, j}).real() - m) / n;
          const long double s = 1 / std::sqrt(v + eps);
          const auto xhat = [&](int64_t j) { return (x.get({r, j}).real() - m) * s; };
          const auto h = [&](int64_t j) { return grad.get({r, j}).real() * (has_weight ? weight.get({j}).real() : 1); };
          for (int64_t j = 0; j < inner; ++j) {
            sum_h += h(j) / n;
            sum_hx += h(j) * xhat(j) / n;
            want_weight[static_cast<size_t>(j)] += grad.get({r, j}).real() * xhat(j);
            want_bias[static_cast<size_t>(j)] += grad.get({r, j}).real();
          }
          for (int64_t j = 0; j < inner; ++j) {
            const long double w = has_weight ? weight.get({j}).real() : 1, b = has_bias ? bias.get({j}).real() : 0;
            expect_near(y.get({r, j}), xhat(j) * w + b, 8, dtype, "norm");
            const long double want = s * (h(j) - (rms ? 0 : sum_h) - xhat(j) * sum_hx);
            expect_near(grad_x.get({r, j}), want, 8 * static_cast<double>(s), dtype, "norm backward");
            if (HasFatalFailure()) return;
          }
        }
        for (int64_t j = 0; j < inner; ++j) {
          const double scale = 10 * std::sqrt(static_cast<double>(rows));
          expect_near(grad_weight.get({j}), want_weight[static_cast<size_t>(j)], scale, dtype, "grad_weight");
          expect_near(grad_bias.get({j}), want_bias[static_cast<size_t>(j)], scale, dtype, "grad_bias");
        }
      }
    }
  }
}

}  // namespace
}  // namespace vjp
