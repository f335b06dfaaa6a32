// W20: solving and factorising, forward and backward: a batch of small matrices, and one large.
#include "harness.h"
#include "inputs.h"
#include "ops.h"
#include "workloads.h"

namespace bench {

namespace {

// A^T A / n + 1: symmetric, its eigenvalues positive and distinct.
Tensor positive(const Shape& shape, uint64_t seed) {
  const int64_t n = shape.back();
  const Tensor a = fill(shape, seed);
  const Tensor turned = Tensor::made([&](vjp_tensor** out) { return vjp_transpose(a.get(), -2, -1, out); });
  const Tensor one = Tensor::made([&](vjp_tensor** out) { return vjp_eye(n, nullptr, VJP_DTYPE_FLOAT32, out); });
  return add(mul(matmul(turned, a), 1.0 / static_cast<double>(n)), one);
}

Shape shape_of(const Tensor& x) {
  const int64_t* sizes = vjp_tensor_shape(x.get());
  return Shape(sizes, sizes + vjp_tensor_ndim(x.get()));
}

struct Factoring {
  const char* name;
  // The results for the inputs.
  std::function<Tensors(const Tensors&)> run;
  bool solves;  // the inputs are a matrix and eight right sides
  bool signs;   // a result is right with other signs too: nothing to compare
};

template <class F>
Tensors results(size_t count, const F& call) {
  vjp_tensor* out[3] = {};
  check(call(out));
  Tensors all;
  for (size_t i = 0; i < count; ++i) all.emplace_back(out[i]);
  return all;
}

const Factoring kFactorings[] = {
    {"solve",
     [](const Tensors& x) {
       return results(1, [&](vjp_tensor** o) { return vjp_linalg_solve(x[0].get(), x[1].get(), true, o); });
     },
     true, false},
    {"cholesky",
     [](const Tensors& x) {
       return results(1, [&](vjp_tensor** o) { return vjp_linalg_cholesky(x[0].get(), false, o); });
     },
     false, false},
    {"svd",
     [](const Tensors& x) {
       return results(3,
                      [&](vjp_tensor** o) { return vjp_linalg_svd(x[0].get(), false, nullptr, &o[0], &o[1], &o[2]); });
     },
     false, true},
    {"eigh",
     [](const Tensors& x) {
       return results(2, [&](vjp_tensor** o) { return vjp_linalg_eigh(x[0].get(), "L", &o[0], &o[1]); });
     },
     false, true},
};

// The gradients of all results together.
Tensors gradients_of(const Tensors& results, const Tensors& inputs, const Tensors& given) {
  std::vector<vjp_tensor*> roots, seeds, in, out(inputs.size(), nullptr);
  for (const Tensor& r : results) roots.push_back(r.get());
  for (const Tensor& g : given) seeds.push_back(g.get());
  for (const Tensor& x : inputs) in.push_back(x.get());
  check(vjp_grad(roots.data(), roots.size(), seeds.data(), in.data(), in.size(), nullptr, out.data()));
  Tensors gradients;
  for (vjp_tensor* handle : out) gradients.emplace_back(handle);
  return gradients;
}

void measure_factoring(const Factoring& f, const Shape& shape, const std::string& name) {
  Tensors inputs = {positive(shape, 200).detach().requires_grad()};
  Shape right = shape;
  right.back() = 8;
  if (f.solves) inputs.push_back(fill(right, 201).requires_grad());
  Tensors given;
  for (const Tensor& r : f.run(inputs)) given.push_back(fill(shape_of(r), 202 + given.size()));
  Case c{.workload = "W20", .name = name, .unit = "ms"};
  if (!f.signs) c.checked(sum_of_abs(gradients_of(f.run(inputs), inputs, given)[0]));
  measure_phases(c, {"fwd", "fb"}, [&] {
    const double t0 = now();
    const Tensors y = f.run(inputs);
    const double t1 = now();
    gradients_of(y, inputs, given);
    return std::vector<double>{t1 - t0, now() - t0};
  });
}

}  // namespace

void w20_linalg() {
  for (const Factoring& f : kFactorings) {
    for (const auto& [shape, size] :
         {std::pair{Shape{1000, 8, 8}, "1000x8x8"}, std::pair{Shape{512, 512}, "512x512"}}) {
      const std::string name = f.name + std::string(".") + size;
      guard("W20", name, [&] { measure_factoring(f, shape, name); });
    }
  }
}

}  // namespace bench
