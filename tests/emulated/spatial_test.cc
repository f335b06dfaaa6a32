// Pooling, convolution and attention against the CPU's.
#include "emulated.h"

namespace vjp {
namespace {

using namespace testing;

const Dtype kFloating[] = {Dtype::Float16, Dtype::BFloat16, Dtype::Float32, Dtype::Float64};

struct Spatial {
  int rank;
  int64_t in[3], kernel[3], stride[3], padding[3], dilation[3];
  Index out(const Index& lead) const {
    Index sizes = lead;
    for (int d = 0; d < rank; ++d)
      sizes.push_back((in[d] + 2 * padding[d] - (kernel[d] - 1) * dilation[d] - 1) / stride[d] + 1);
    return sizes;
  }
  Index in_sizes(const Index& lead) const {
    Index sizes = lead;
    sizes.insert(sizes.end(), in, in + rank);
    return sizes;
  }
  template <class Args>
  void fill(Args& args) const {
    args.rank = rank;
    for (int d = 0; d < rank; ++d) {
      if constexpr (requires { args.kernel[0]; }) args.kernel[d] = kernel[d];
      args.stride[d] = stride[d];
      args.padding[d] = padding[d];
      args.dilation[d] = dilation[d];
    }
  }
};

Spatial random_spatial(std::mt19937& random) {
  const auto up_to = [&](int64_t n) { return 1 + static_cast<int64_t>(random() % static_cast<uint64_t>(n)); };
  Spatial s{};
  s.rank = static_cast<int>(up_to(3));
  for (int d = 0; d < s.rank; ++d) {
    s.kernel[d] = up_to(3);
    s.stride[d] = up_to(3);
    s.dilation[d] = up_to(2);
    s.padding[d] = static_cast<int64_t>(random() % static_cast<uint64_t>(s.kernel[d] / 2 + 1));
    s.in[d] = (s.kernel[d] - 1) * s.dilation[d] + up_to(6);
  }
  return s;
}

TEST(Pool, AgreesWithTheCpu) {
  std::mt19937 random(11);
  for (int round = 0; round < 120; ++round) {
    Spatial s = random_spatial(random);
    const Dtype dtype = round % 8 == 7 ? Dtype::Int16 : kFloating[round % 4];
    const bool average = is_floating(dtype) && round % 3 == 0;
    for (auto& d : s.dilation) d = average ? 1 : d;
    Array in = random_array(dtype, s.in_sizes({2, 3}), random);
    if (is_floating(dtype) && round % 5 == 0 && !average) in.set(in.index_of(in.size() / 2), kNan);
    Array out(dtype, s.out({2, 3}), &random), indices(Dtype::Int64, s.out({2, 3}), &random);
    PoolArgs args{};
    s.fill(args);
    args.in = in.view();
    args.out = out.view();
    args.count_include_pad = round % 2;
    args.divisor = round % 7 == 0 ? 5 : 0;
    if (!average) args.indices = indices.view();
    (average ? cpu::avg_pool : cpu::max_pool)(args);
    const Array want = out, want_indices = indices;
    on_device(average ? cuda::avg_pool : cuda::max_pool, args);
    const std::string where = "round " + std::to_string(round) + " " + name_of(dtype);
    expect_same(out, want, where);
    expect_same(indices, want_indices, where + " indices");
    if (!is_floating(dtype)) continue;
    Array grad = random_array(dtype, s.out({2, 3}), random), grad_in(dtype, s.in_sizes({2, 3}), &random);
    args.in = grad_in.view();
    args.out = grad.view();
    if (!average) {  // as the operator asks: the positions say all, whatever windows they come from, if any
      for (int d = 0; d < s.rank; ++d) args.kernel[d] = args.stride[d] = args.dilation[d] = 1, args.padding[d] = 0;
      const auto positions = static_cast<uint64_t>(s.in[0] * (s.rank > 1 ? s.in[1] : 1) * (s.rank > 2 ? s.in[2] : 1));
      if (round % 2) indices.fill([&](int64_t) { return static_cast<int64_t>(random() % positions); });
    }
    (average ? cpu::avg_pool_backward : cpu::max_pool_backward)(args);
    const Array want_grad = grad_in;
    grad_in.fill([](int64_t) { return 99; });
    on_device(average ? cuda::avg_pool_backward : cuda::max_pool_backward, args);
    expect_same(grad_in, want_grad, where + " backward", 6);
    if (HasFatalFailure()) return;
  }
}

TEST(Conv, AgreesWithTheCpu) {
  std::mt19937 random(12);
  const Dtype dtypes[] = {Dtype::Float32,   Dtype::Float64, Dtype::BFloat16,
                          Dtype::Complex64, Dtype::Float16, Dtype::Complex128};
  for (int round = 0; round < 60; ++round) {
    const Spatial s = random_spatial(random);
    const Dtype dtype = dtypes[round % 6];
    const int64_t groups = 1 + static_cast<int64_t>(random() % 2), in_channels = groups * 2, out_channels = groups * 3;
    Index weight_sizes = {out_channels, in_channels / groups};
    weight_sizes.insert(weight_sizes.end(), s.kernel, s.kernel + s.rank);
    const Array in = random_array(dtype, s.in_sizes({2, in_channels}), random),
                weight = random_array(dtype, weight_sizes, random);
    const Array bias = random_array(dtype, {out_channels}, random),
                out_grad = random_array(dtype, s.out({2, out_channels}), random);
    Array out(dtype, s.out({2, out_channels}), &random);
    ConvArgs args{};
    s.fill(args);
    args.groups = groups;
    args.in = in.view();
    args.weight = weight.view();
    args.out = out.view();
    if (round % 2) args.bias = bias.view();
    cpu::conv_forward(args);
    const Array want = out;
    on_device(cuda::conv_forward, args);
    const std::string where = "round " + std::to_string(round) + " " + name_of(dtype);
    expect_same(out, want, where, 60);

    Array in_grad(dtype, in.sizes(), &random);
    args.in = in_grad.view();
    args.out = out_grad.view();
    cpu::conv_data(args);
    const Array want_in = in_grad;
    in_grad.fill([](int64_t) { return 99; });
    on_device(cuda::conv_data, args);
    expect_same(in_grad, want_in, where + " data", 60);

    Array weight_grad(dtype, weight_sizes, &random), bias_grad(dtype, {out_channels}, &random);
    args.in = in.view();
    args.weight = weight_grad.view();
    if (round % 2) args.bias = bias_grad.view();
    cpu::conv_weight(args);
    const Array want_weight = weight_grad, want_bias = bias_grad;
    weight_grad.fill([](int64_t) { return 99; });
    bias_grad.fill([](int64_t) { return 99; });
    under_all_schedules([&] { on_device(cuda::conv_weight, args); });
    expect_same(weight_grad, want_weight, where + " weight", 200);
    if (round % 2) expect_same(bias_grad, want_bias, where + " bias", 200);
    if (HasFatalFailure()) return;
  }
}

TEST(Attention, AgreesWithTheCpu) {
  std::mt19937 random(13);
  struct Case {
    int64_t batch, heads, key_heads, queries, keys, dim, dim_v;
  };
  const Case cases[] = {{1, 1, 1, 1, 1, 1, 1},      {2, 4, 2, 5, 7, 3, 4}, {1, 2, 2, 40, 70, 16, 16},
                        {1, 2, 1, 33, 33, 40, 140}, {1, 1, 1, 0, 3, 2, 2}, {2, 2, 1, 17, 50, 130, 8}};
  int round = 0;
  for (const Case& c : cases) {
    for (Dtype dtype : kFloating) {
      for (int mask_kind = 0; mask_kind < 3; ++mask_kind) {
        for (bool causal : {false, true}) {
          if (++round % 3 != 0 && dtype != Dtype::Float32) continue;
          const Array q = random_array(dtype, {c.batch, c.heads, c.queries, c.dim}, random);
          const Array k = random_array(dtype, {c.batch, c.key_heads, c.keys, c.dim}, random);
          const Array v = random_array(dtype, {c.batch, c.key_heads, c.keys, c.dim_v}, random);
          Array mask =
              random_array(mask_kind == 1 ? Dtype::Bool : dtype, {c.batch, c.heads, c.queries, c.keys}, random);
          for (int64_t j = 0; mask_kind == 1 && c.queries > 2 && j < c.keys; ++j)
            mask.set({0, 0, 2, j}, 0);  // a query without keys
          Array out(dtype, {c.batch, c.heads, c.queries, c.dim_v}, &random),
              lse(compute_of(dtype), {c.batch, c.heads, c.queries}, &random);
          AttentionArgs args{};
          args.q = q.view();
          args.k = k.view();
          args.v = v.view();
          if (mask_kind) args.mask = mask.view();
          args.out = out.view();
          args.logsumexp = lse.view();
          args.scale = 0.3;
          args.causal = causal;
          cpu::attention(args);
          const Array want = out, want_lse = lse;
          out.fill([](int64_t) { return 99; });
          under_all_schedules([&] { on_device(cuda::attention, args); });
          const std::string where = "round " + std::to_string(round) + " " + name_of(dtype);
          expect_same(out, want, where, 8);
          expect_same(lse, want_lse, where + " logsumexp", 8);
          if (HasFatalFailure()) return;

          const Array grad = random_array(dtype, out.sizes(), random);
          Array gq(dtype, q.sizes(), &random), gk(dtype, k.sizes(), &random), gv(dtype, v.sizes(), &random);
          AttentionBackwardArgs back{args, grad.view(), gq.view(), gk.view(), gv.view()};
          if (round % 4 == 1) back.grad_q.data = nullptr;
          if (round % 4 == 2) back.grad_k.data = nullptr;
          if (round % 4 == 3) back.grad_v.data = nullptr;
          cpu::attention_backward(back);
          const Array want_q = gq, want_k = gk, want_v = gv;
          under_all_schedules([&] { on_device(cuda::attention_backward, back); });
          expect_same(gq, want_q, where + " grad q", 60);
          expect_same(gk, want_k, where + " grad k", 60);
          expect_same(gv, want_v, where + " grad v", 60);
          if (HasFatalFailure()) return;
        }
      }
    }
  }
}

}  // namespace
}  // namespace vjp
