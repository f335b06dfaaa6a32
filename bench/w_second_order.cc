// W7: hessians of a small network by two rounds of gradients. W14: a gradient penalty and a third derivative.
#include "harness.h"
#include "inputs.h"
#include "models.h"
#include "workloads.h"

namespace bench {

// ---- W7

namespace {

constexpr int kInputs = 2, kOutputs = 3;

// The rows of the jacobian and then of the hessian, each by a gradient of its own. `unpruned` asks for the weights'
// gradients too, which is what not to compute when they are not asked for saves.
Tensor hessian(const Mlp& model, const Tensor& data, const Tensor& ones, bool unpruned) {
  Tensor x = clone(data).requires_grad();
  Tensor prediction = model(x);
  Tensors inputs{x};
  if (unpruned) {
    for (const Tensor& p : model.parameters()) inputs.push_back(p);
  }
  Tensors jacobian, rows;
  for (int i = 0; i < kOutputs; ++i) {
    jacobian.push_back(grad(select(prediction, 1, i), inputs, ones, {.create_graph = true})[0]);
  }
  for (int i = 0; i < kOutputs; ++i) {
    for (int j = 0; j < kInputs; ++j) {
      const GradFlags flags{.create_graph = true, .materialize = true};
      rows.push_back(grad(select(jacobian[static_cast<size_t>(i)], 1, j), inputs, ones, flags)[0]);
    }
  }
  return transpose(stack(rows), 0, 1);
}

void network_hessian(const std::string& name, int64_t batch, int64_t width, Mlp::Activation activation, bool unpruned) {
  Shape sizes{kInputs, width, width, width, width, width, width, kOutputs};
  Mlp model(sizes, activation, 7);
  Tensors parameters = model.parameters();
  Tensor x = fill({batch, kInputs}, 70), ones = constant({batch}, 1);
  std::string tag = name + (activation == Mlp::Activation::Tanh ? ".tanh" : ".relu");
  Case c{.workload = "W7", .name = tag + ".no_backward", .mode = unpruned ? "c:unpruned" : "c:manual"};
  c.checked(sum_of_abs(hessian(model, x, ones, unpruned).detach()));
  measure(c, [&] { hessian(model, x, ones, unpruned); });
  c.name = tag + ".with_backward";
  measure(c, [&] {
    Tensor h = hessian(model, x, ones, unpruned);
    clear_grads(parameters);
    backward(sum(h));
  });
}

// A level of forward mode, and one of vmap.
class ForwardLevel {
 public:
  ForwardLevel() { check(vjp_forward_mode_enter()); }
  ~ForwardLevel() { vjp_forward_mode_exit(); }
  ForwardLevel(const ForwardLevel&) = delete;
  ForwardLevel& operator=(const ForwardLevel&) = delete;
};
class BatchLevel {
 public:
  explicit BatchLevel(int64_t size) { check(vjp_guard_vmap(size, VJP_RANDOMNESS_ERROR, &level_, &guard_)); }
  ~BatchLevel() { vjp_guard_exit(guard_); }
  BatchLevel(const BatchLevel&) = delete;
  BatchLevel& operator=(const BatchLevel&) = delete;
  Tensor wrap(const Tensor& t) const {
    return Tensor::made([&](vjp_tensor** out) { return vjp_vmap_wrap(t.get(), 0, level_, out); });
  }
  Tensor unwrap(const Tensor& t) const {
    return Tensor::made([&](vjp_tensor** out) { return vjp_vmap_unwrap(t.get(), 0, level_, out); });
  }

 private:
  int64_t level_ = 0;
  vjp_guard* guard_ = nullptr;
};

Tensor dual(const Tensor& primal, const Tensor& tangent) {
  return Tensor::made([&](vjp_tensor** out) { return vjp_make_dual(primal.get(), tangent.get(), out); });
}
Tensor tangent_of(const Tensor& t) {  // empty: zero everywhere
  return Tensor::made([&](vjp_tensor** out) { return vjp_tensor_tangent(t.get(), out); });
}

// Forward over forward: both directions of both levels at once, as lanes of two batches. [2, 2, batch, outputs]; where
// no operator has a second derivative the tangent is empty, and nothing has been computed for it.
Tensor forward_hessian(const Mlp& model, const Tensor& data, const Tensor& directions) {
  BatchLevel first(kInputs), second(kInputs);
  ForwardLevel outer;
  Tensor x = dual(data, first.wrap(directions)), slope;
  {
    ForwardLevel inner;
    slope = tangent_of(model(dual(x, second.wrap(directions))));
  }
  Tensor curvature = tangent_of(slope);
  return curvature ? first.unwrap(second.unwrap(curvature)) : constant({kInputs, kInputs, data.size(0), kOutputs}, 0);
}

void forward_network_hessian(const std::string& name, int64_t batch, int64_t width, Mlp::Activation activation) {
  Mlp model({kInputs, width, width, width, width, width, width, kOutputs}, activation, 7);
  Tensors parameters = model.parameters(), units;
  for (int64_t i = 0; i < kInputs; ++i) {
    Tensors columns;
    for (int64_t j = 0; j < kInputs; ++j) columns.push_back(constant({batch}, i == j));
    units.push_back(transpose(stack(columns), 0, 1));
  }
  Tensor x = fill({batch, kInputs}, 70), directions = stack(units);
  const std::string tag = name + (activation == Mlp::Activation::Tanh ? ".tanh" : ".relu");
  Case c{.workload = "W7", .name = tag + ".no_backward", .mode = "c:forward"};
  {
    GradMode values_only(false);
    c.checked(sum_of_abs(forward_hessian(model, x, directions)));
    measure(c, [&] { forward_hessian(model, x, directions); });
  }
  c.name = tag + ".with_backward";
  measure(c, [&] {
    Tensor h = forward_hessian(model, x, directions);
    clear_grads(parameters);
    if (vjp_tensor_requires_grad(h.get())) backward(sum(h));
  });
}

// One sample of 64 inputs, a scalar output: the full hessian, row by row.
void single_sample() {
  const int64_t inputs = 64, width = 64;
  Mlp model({inputs, width, width, width, width, width, width, 1}, Mlp::Activation::Tanh, 8);
  for (Tensor& p : model.weights) p.requires_grad(false);
  for (Tensor& p : model.biases) p.requires_grad(false);
  Tensor data = fill({inputs}, 71);
  auto rows = [&] {
    Tensor x = clone(data).requires_grad();
    Tensor g = grad(select(model(x), 0, 0), {x}, {}, {.create_graph = true})[0];
    Tensors h;
    for (int64_t i = 0; i < inputs; ++i) h.push_back(grad(select(g, 0, i), {x}, {}, {.retain_graph = true})[0]);
    return stack(h);
  };
  Case c{.workload = "W7", .name = "single64.tanh", .mode = "c:manual loop"};
  measure(c.checked(sum_of_abs(rows().detach())), [&] { rows(); });
}

}  // namespace

void w7_hessian() {
  for (auto activation : {Mlp::Activation::Relu, Mlp::Activation::Tanh}) {
    network_hessian("S", 256, 64, activation, false);
    network_hessian("S", 256, 64, activation, true);
    network_hessian("M", 256, 128, activation, false);
    forward_network_hessian("S", 256, 64, activation);
    forward_network_hessian("M", 256, 128, activation);
  }
  if (!options().device.empty()) network_hessian("ORIG", 10000, 512, Mlp::Activation::Relu, false);
  single_sample();
}

// ---- W14

static void gradient_penalty(Mlp::Activation activation) {
  const int64_t batch = 64;
  Mlp model({784, 512, 512, 1}, activation, 14);
  Tensors parameters = model.parameters();
  Tensor x = fill({batch, 784}, 140).requires_grad();
  auto penalty = [&] {
    Tensor g = grad(sum(model(x)), {x}, {}, {.create_graph = true})[0];
    Tensor norm = sqrt(add(sum(square(g), 1), 1e-12));
    return mean(square(sub(norm, 1.0)));
  };
  Case c{.workload = "W14",
         .name = std::string("gradient_penalty.") + (activation == Mlp::Activation::Tanh ? "tanh" : "relu") + ".b64"};
  measure(c.checked(penalty().item()), [&] {
    clear_grads(parameters);
    backward(penalty());
  });
}

void w14_gradient_penalty() {
  gradient_penalty(Mlp::Activation::Tanh);
  gradient_penalty(Mlp::Activation::Relu);
  Tensor s = constant({1}, 0.7f).requires_grad();
  auto third = [&] {
    Tensor y = mul(mul(sin(s), s), s);
    for (int i = 0; i < 3; ++i) y = grad(y, {s}, {}, {.create_graph = true})[0];
    return y;
  };
  Case c{.workload = "W14", .name = "scalar_third_derivative", .unit = "us"};
  measure(c.checked(third().item()), [&] { third(); });
}

}  // namespace bench
