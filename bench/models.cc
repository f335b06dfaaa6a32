#include "models.h"

#include <cmath>

#include "inputs.h"

namespace bench {

static double scale_of(int64_t inputs) { return 1.0 / std::sqrt(static_cast<double>(inputs)); }

static Tensor parameter(const Shape& shape, int seed, double scale) {
  return fill(shape, static_cast<uint64_t>(seed), scale).requires_grad();
}

static Tensors interleave(const Tensors& weights, const Tensors& biases) {
  Tensors all;
  for (size_t i = 0; i < weights.size(); ++i) {
    all.push_back(weights[i]);
    all.push_back(biases[i]);
  }
  return all;
}

// ---- Mlp

Mlp::Mlp(const Shape& sizes, Activation activation_, int seed) : activation(activation_) {
  for (size_t k = 0; k + 1 < sizes.size(); ++k) {
    int first = seed * 100 + 2 * static_cast<int>(k);
    weights.push_back(parameter({sizes[k + 1], sizes[k]}, first, scale_of(sizes[k])));
    biases.push_back(parameter({sizes[k + 1]}, first + 1, scale_of(sizes[k])));
  }
}

Tensor Mlp::operator()(Tensor x) const {
  for (size_t k = 0; k < weights.size(); ++k) {
    x = linear(x, weights[k], biases[k]);
    if (k + 1 < weights.size()) x = activation == Activation::Tanh ? tanh(x) : relu(x);
  }
  return x;
}

Tensors Mlp::parameters() const { return interleave(weights, biases); }

// ---- Block

Block::Block(bool fused_) : fused(fused_) {
  const int seed = 500;
  const double s = scale_of(kWidth), sh = scale_of(kHidden);
  wqkv = parameter({3 * kWidth, kWidth}, seed + 1, s);
  bqkv = parameter({3 * kWidth}, seed + 2, s);
  wo = parameter({kWidth, kWidth}, seed + 3, s);
  bo = parameter({kWidth}, seed + 4, s);
  w1 = parameter({kHidden, kWidth}, seed + 5, s);
  b1 = parameter({kHidden}, seed + 6, s);
  w2 = parameter({kWidth, kHidden}, seed + 7, sh);
  b2 = parameter({kWidth}, seed + 8, sh);
  g1 = constant({kWidth}, 1).requires_grad();
  c1 = constant({kWidth}, 0).requires_grad();
  g2 = constant({kWidth}, 1).requires_grad();
  c2 = constant({kWidth}, 0).requires_grad();
  std::vector<uint8_t> later(kLength * kLength);
  for (int64_t i = 0; i < kLength * kLength; ++i) later[static_cast<size_t>(i)] = i % kLength > i / kLength;
  const int64_t square[] = {kLength, kLength};
  future = Tensor::made(
      [&](vjp_tensor** out) { return vjp_tensor_from_data(later.data(), square, 2, VJP_DTYPE_BOOL, out); });
}

Tensor Block::attention(const Tensor& x) const {
  const int64_t batch = x.size(0), length = x.size(1), depth = kWidth / kHeads;
  Tensor packed = permute(view(linear(x, wqkv, bqkv), {batch, length, 3, kHeads, depth}), {2, 0, 3, 1, 4});
  Tensor q = select(packed, 0, 0), k = select(packed, 0, 1), v = select(packed, 0, 2), mixed;
  if (fused) {
    mixed = causal_attention(q, k, v);
  } else {
    Tensor scores = mul(matmul(q, transpose(k, -1, -2)), scale_of(depth));
    mixed = matmul(softmax(masked_fill(scores, future, -HUGE_VAL), -1), v);
  }
  return linear(reshape(transpose(mixed, 1, 2), {batch, length, kWidth}), wo, bo);
}

Tensor Block::operator()(const Tensor& x) const {
  Tensor mixed = add(x, attention(layer_norm(x, {kWidth}, g1, c1)));
  Tensor hidden = gelu(linear(layer_norm(mixed, {kWidth}, g2, c2), w1, b1));
  return add(mixed, linear(hidden, w2, b2));
}

// ---- Cnn

Cnn::Cnn(bool channels_last) {
  const int64_t channels[] = {3, 32, 64, 64};
  for (int k = 0; k < 3; ++k) {
    double s = scale_of(channels[k] * 9);
    Tensor filters = parameter({channels[k + 1], channels[k], 3, 3}, 600 + 2 * k, s);
    if (channels_last) filters = bench::channels_last(filters.detach()).requires_grad();
    weights.push_back(filters);
    biases.push_back(parameter({channels[k + 1]}, 601 + 2 * k, s));
  }
  const int64_t features = channels[3] * 16;
  weights.push_back(parameter({10, features}, 606, scale_of(features)));
  biases.push_back(parameter({10}, 607, scale_of(features)));
}

Tensor Cnn::operator()(Tensor x) const {
  for (size_t k = 0; k < 3; ++k) x = max_pool2d(relu(conv2d(x, weights[k], biases[k], 1)), 2);
  return linear(flatten(x, 1), weights[3], biases[3]);
}

Tensors Cnn::parameters() const { return interleave(weights, biases); }

// ---- optimizers

Steps::Steps(Make make, const Tensors& parameters, const vjp_optimizer_options& options) {
  std::vector<vjp_tensor*> handles;
  for (const Tensor& p : parameters) handles.push_back(p.get());
  vjp_optimizer* made = nullptr;
  check(make(handles.data(), handles.size(), &options, &made));
  handle_ = {made, vjp_optimizer_release};
}

Sgd::Sgd(const Tensors& parameters, double rate, double momentum)
    : Steps(vjp_optimizer_sgd, parameters, [&] {
        vjp_optimizer_options options = VJP_SGD_OPTIONS_INIT;
        options.lr = rate;
        options.momentum = momentum;
        return options;
      }()) {}

AdamW::AdamW(const Tensors& parameters, double rate)
    : Steps(vjp_optimizer_adamw, parameters, [&] {
        vjp_optimizer_options options = VJP_ADAMW_OPTIONS_INIT;
        options.lr = rate;
        return options;
      }()) {}

}  // namespace bench
