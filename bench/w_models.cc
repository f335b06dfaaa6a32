// W4 to W6: whole training steps. A perceptron, a transformer block, a convolutional network.
#include "harness.h"
#include "inputs.h"
#include "models.h"
#include "workloads.h"

namespace bench {

namespace {

// A model in training: its loss, its parameters, and what it was before the first step.
struct Training {
  std::string workload, tag;
  Tensors parameters;
  std::function<Tensor()> loss;
  double flops;

  void forward_backward() const {
    clear_grads(parameters);
    backward(loss());
  }

  void measure_gradient() const {
    double first = loss().item();
    Case c{.workload = workload, .name = tag + ".fb"};
    double seconds = measure(c.checked(first), [&] { forward_backward(); });
    emit_value({.workload = workload, .name = tag + ".fb.rate", .unit = "GFLOP/s"}, flops / seconds / 1e9);
  }

  template <class Optimizer>
  void measure_step(const char* name, Optimizer optimizer) const {
    measure({.workload = workload, .name = tag + "." + name}, [&] {
      forward_backward();
      optimizer.step();
    });
  }
};

// Products only, a multiply and an add count two; the gradient of the first input is not wanted.
double mlp_flops(const Shape& sizes, double batch) {
  double forward = 0;
  for (size_t k = 0; k + 1 < sizes.size(); ++k) forward += 2.0 * batch * static_cast<double>(sizes[k] * sizes[k + 1]);
  return 3 * forward - 2.0 * batch * static_cast<double>(sizes[0] * sizes[1]);
}

double block_flops() {
  const double d = Block::kWidth, s = Block::kLength, b = Block::kBatch, h = Block::kHidden;
  return 3 * (2 * b * s * (4 * d * d + 2 * d * h) + 4 * b * s * s * d);
}

double cnn_flops() {
  const double b = Cnn::kBatch, first = 2 * b * 32 * 32 * 9 * 3 * 32;
  return 3 * (first + 2 * b * 16 * 16 * 9 * 32 * 64 + 2 * b * 8 * 8 * 9 * 64 * 64 + 2 * b * 64 * 16 * 10) - first;
}

}  // namespace

void w4_mlp() {
  const Shape sizes{784, 512, 512, 10};
  for (int64_t batch : {64, 1024}) {
    Mlp model(sizes, Mlp::Activation::Relu, 1);
    Tensor x = fill({batch, 784}, 40), labels = ints({batch}, 41, 10);
    Training t{"W4", "b" + std::to_string(batch), model.parameters(), [&] { return cross_entropy(model(x), labels); },
               mlp_flops(sizes, static_cast<double>(batch))};
    t.measure_gradient();
    t.measure_step("sgd", Sgd(t.parameters, 0.01, 0.9));
    t.measure_step("adamw", AdamW(t.parameters, 1e-3));
  }
}

void w5_transformer() {
  const Shape shape{Block::kBatch, Block::kLength, Block::kWidth};
  Tensor x = fill(shape, 50), y = fill(shape, 51);
  for (bool fused : {true, false}) {
    Block model(fused);
    Training t{"W5", fused ? "sdpa" : "explicit", model.parameters(), [&] { return mean(square(sub(model(x), y))); },
               block_flops()};
    t.measure_gradient();
    if (fused) t.measure_step("adamw", AdamW(t.parameters, 1e-3));
  }
}

void w6_cnn() {
  for (bool last : {false, true}) {
    Cnn model(last);
    Tensor x = fill({Cnn::kBatch, 3, 32, 32}, 60), labels = ints({Cnn::kBatch}, 61, 10);
    if (last) x = channels_last(x);
    Training t{"W6", last ? "b64.channels_last" : "b64", model.parameters(),
               [&] { return cross_entropy(model(x), labels); }, cnn_flops()};
    t.measure_gradient();
    t.measure_step("sgd", Sgd(t.parameters, 0.01, 0.9));
  }
}

}  // namespace bench
