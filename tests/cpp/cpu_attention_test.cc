#include <cmath>

#include "backends/cpu/cpu.h"
#include "kernel_testing.h"

namespace vjp {
namespace {

using testing::Array;
using testing::random_int;

template <class T>
using Wide = std::conditional_t<is_half(dtype_of<T>), float, T>;
template <class T>
double widen(T v) {
  return static_cast<double>(static_cast<Wide<T>>(v));
}
template <class T>
constexpr double kTolerance = std::is_same_v<T, double>    ? 1e-12
                              : std::is_same_v<T, float>   ? 2e-5
                              : std::is_same_v<T, Float16> ? 4e-3
                                                           : 3e-2;

template <class T>
struct Attention {
  int64_t batch, heads, kv_heads, queries, keys, dim, dim_v;
  Array<T> q, k, v, out, grad, grad_q, grad_k, grad_v, additive;
  Array<bool> boolean;
  Array<Wide<T>> logsumexp;
  AttentionBackwardArgs args{};

  Attention(std::mt19937& rng, int64_t limit) {
    batch = random_int(rng, 1, 3);
    kv_heads = random_int(rng, 1, 3);
    heads = kv_heads * random_int(rng, 1, 2);
    queries = random_int(rng, 1, limit);
    keys = random_int(rng, 1, limit);
    dim = random_int(rng, 1, 20);
    dim_v = random_int(rng, 1, 20);
    bool strange = random_int(rng, 0, 1);
    auto make = [&](int64_t h, int64_t l, int64_t d) { return Array<T>({batch, h, l, d}, rng, strange); };
    q = make(heads, queries, dim);
    k = make(kv_heads, keys, dim);
    v = make(kv_heads, keys, dim_v);
    out = make(heads, queries, dim_v);
    grad = make(heads, queries, dim_v);
    grad_q = make(heads, queries, dim);
    grad_k = make(kv_heads, keys, dim);
    grad_v = make(kv_heads, keys, dim_v);
    logsumexp = Array<Wide<T>>({batch, heads, queries}, rng, strange);
    AttentionArgs& a = args.forward;
    int64_t kind = random_int(rng, 0, 3);
    additive = make(heads, queries, keys);
    boolean = Array<bool>({batch, heads, queries, keys}, rng);
    if (kind == 1) {
      a.mask = additive.view();
      if (random_int(rng, 0, 1)) additive.strides[0] = additive.strides[1] = 0;
    } else if (kind == 2) {
      for (int64_t j = 0; j < keys; ++j) boolean.at({0, 0, 0, j}) = false;  // a query that sees nothing
      a.mask = boolean.view();
    }
    a.causal = random_int(rng, 0, 1);
    a.scale = 0.7;
    bind();
  }
  void bind() {
    AttentionArgs& a = args.forward;
    a.q = q.view();
    a.k = k.view();
    a.v = v.view();
    a.out = out.view();
    a.logsumexp = logsumexp.view();
    args.grad = grad.view();
    args.grad_q = grad_q.view();
    args.grad_k = grad_k.view();
    args.grad_v = grad_v.view();
  }

  std::vector<double> probabilities(int64_t b, int64_t h, int64_t i) {
    const AttentionArgs& a = args.forward;
    std::vector<double> p(static_cast<size_t>(keys));
    double max = -INFINITY, sum = 0;
    for (int64_t j = 0; j < keys; ++j) {
      double s = 0;
      for (int64_t c = 0; c < dim; ++c) s += widen(q.at({b, h, i, c})) * widen(k.at({b, h / (heads / kv_heads), j, c}));
      s *= a.scale;
      if (Dtype{a.mask.dtype} == Dtype::Bool && a.mask.data && !boolean.at({b, h, i, j})) s = -INFINITY;
      if (Dtype{a.mask.dtype} == dtype_of<T> && a.mask.data) s += widen(additive.at({b, h, i, j}));
      if (a.causal && j > i) s = -INFINITY;
      p[static_cast<size_t>(j)] = s;
      max = std::max(max, s);
    }
    for (double& x : p) sum += x = max == -INFINITY ? 0 : std::exp(x - max);
    for (double& x : p) x = sum == 0 ? 0 : x / sum;
    return p;
  }

  void check() {
    testing::run_on_one_two_and_four_threads(out, [&] {
      bind();
      cpu::attention(args.forward);
    });
    Array<double> dq, dk, dv;
    std::mt19937 rng(0);
    auto zeros = [&](Array<double>& x, const Array<T>& like) {
      x = Array<double>(like.sizes, rng);
      std::fill(x.bytes.begin(), x.bytes.end(), 0);
    };
    zeros(dq, grad_q);
    zeros(dk, grad_k);
    zeros(dv, grad_v);
    for (int64_t b = 0; b < batch; ++b) {
      for (int64_t h = 0; h < heads; ++h) {
        int64_t kv = h / (heads / kv_heads);
        for (int64_t i = 0; i < queries; ++i) {
          std::vector<double> p = probabilities(b, h, i), dp(p.size());
          double delta = 0;
          for (int64_t c = 0; c < dim_v; ++c) {
            double sum = 0;
            for (int64_t j = 0; j < keys; ++j) sum += p[static_cast<size_t>(j)] * widen(v.at({b, kv, j, c}));
            ASSERT_NEAR(widen(out.at({b, h, i, c})), sum, kTolerance<T>);
          }
          for (int64_t j = 0; j < keys; ++j) {
            size_t s = static_cast<size_t>(j);
            for (int64_t c = 0; c < dim_v; ++c) {
              double g = widen(grad.at({b, h, i, c}));
              dp[s] += g * widen(v.at({b, kv, j, c}));
              dv.at({b, kv, j, c}) += p[s] * g;
            }
            delta += p[s] * dp[s];
          }
          for (int64_t j = 0; j < keys; ++j) {
            size_t s = static_cast<size_t>(j);
            double ds = p[s] * (dp[s] - delta) * args.forward.scale;
            for (int64_t c = 0; c < dim; ++c) {
              dq.at({b, h, i, c}) += ds * widen(k.at({b, kv, j, c}));
              dk.at({b, kv, j, c}) += ds * widen(q.at({b, h, i, c}));
            }
          }
        }
      }
    }
    for (Array<T>* x : {&grad_q, &grad_k, &grad_v}) {
      testing::run_on_one_two_and_four_threads(*x, [&] {
        bind();
        cpu::attention_backward(args);
      });
    }
    auto compare = [&](Array<T>& x, Array<double>& expected) {
      for (int64_t b = 0; b < batch; ++b) {
        for (int64_t h = 0; h < x.sizes[1]; ++h) {
          for (int64_t i = 0; i < x.sizes[2]; ++i) {
            for (int64_t c = 0; c < x.sizes[3]; ++c) {
              double e = expected.at({b, h, i, c});
              ASSERT_NEAR(widen(x.at({b, h, i, c})), e, 8 * kTolerance<T> * (1 + std::abs(e)));
            }
          }
        }
      }
    };
    compare(grad_q, dq);
    compare(grad_k, dk);
    compare(grad_v, dv);
  }
};

template <class T>
class AttentionTest : public ::testing::Test {};
using Types = ::testing::Types<float, double, Float16, BFloat16>;
TYPED_TEST_SUITE(AttentionTest, Types);

TYPED_TEST(AttentionTest, AgreesWithTheDefinition) {
  std::mt19937 rng(5);
  for (int i = 0; i < 30; ++i) {
    Attention<TypeParam> a(rng, 20);
    a.check();
    if (this->HasFatalFailure()) return;
  }
}

TYPED_TEST(AttentionTest, SeveralBlocksOfKeysAndQueries) {
  std::mt19937 rng(6);
  for (int i = 0; i < 3; ++i) {
    Attention<TypeParam> a(rng, 280);
    a.check();
    if (this->HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace vjp
