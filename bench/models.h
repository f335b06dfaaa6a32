// The models of the workloads, with the parameters of bench/peers/common.py,
// and two optimizers.
#pragma once

#include <functional>
#include <memory>

#include "ops.h"

namespace bench {

struct Mlp {
  enum class Activation { Relu, Tanh };
  Mlp(const Shape& sizes, Activation activation, int seed);
  Tensor operator()(Tensor x) const;
  Tensors parameters() const;

  Tensors weights, biases;
  Activation activation;
};

// A pre-norm transformer block. `fused`: with scaled_dot_product_attention;
// otherwise the attention is written out.
struct Block {
  static constexpr int64_t kWidth = 256, kHeads = 8, kLength = 128, kBatch = 8, kHidden = 1024;
  explicit Block(bool fused);
  Tensor operator()(const Tensor& x) const;
  Tensors parameters() const { return {wqkv, bqkv, wo, bo, w1, b1, w2, b2, g1, c1, g2, c2}; }

  bool fused;
  Tensor wqkv, bqkv, wo, bo, w1, b1, w2, b2;
  Tensor g1, c1, g2, c2;  // the gains and offsets of the two normalisations
  Tensor future;          // true where a query may not look

 private:
  Tensor attention(const Tensor& x) const;
};

struct Cnn {
  static constexpr int64_t kBatch = 64;
  explicit Cnn(bool channels_last = false);  // of the filters
  Tensor operator()(Tensor x) const;
  Tensors parameters() const;

  Tensors weights, biases;
};

// The library's optimizers. Copies share one.
class Steps {
 public:
  void step() { check(vjp_optimizer_step(handle_.get())); }

 protected:
  using Make = vjp_status (*)(vjp_tensor* const*, size_t, const vjp_optimizer_options*, vjp_optimizer**);
  Steps(Make make, const Tensors& parameters, const vjp_optimizer_options& options);

 private:
  std::shared_ptr<vjp_optimizer> handle_;
};

struct Sgd : Steps {
  Sgd(const Tensors& parameters, double rate, double momentum);
};
// With the field's constants: betas 0.9 and 0.999, epsilon 1e-8, weight decay
// 0.01.
struct AdamW : Steps {
  AdamW(const Tensors& parameters, double rate);
};

}  // namespace bench
