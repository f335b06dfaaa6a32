// W9: what pruning saves. W11: matrix products against the BLAS alone.
#include <dlfcn.h>

#include "harness.h"
#include "inputs.h"
#include "models.h"
#include "workloads.h"

namespace bench {

void w9_pruning() {
  for (int64_t batch : {64, 256}) {
    Mlp model({1024, 1024, 1024, 1024, 1024}, Mlp::Activation::Relu, 9);
    Tensors weights = model.parameters(), all = weights;
    Tensor x = fill({batch, 1024}, 90).requires_grad();
    all.insert(all.begin(), x);
    auto loss = [&] { return mean(square(model(x))); };
    double check = sum_of_abs(grad(loss(), {x})[0]);
    std::string tag = "b" + std::to_string(batch);
    auto timed = [&](const char* name, const std::function<void()>& body) {
      Case c{.workload = "W9", .name = tag + "." + name};
      return measure(c.checked(check), body);
    };
    timed("fwd", [&] { loss(); });
    double everything = timed("grad_all", [&] { grad(loss(), all); });
    double x_only = timed("grad_x_only", [&] { grad(loss(), {x}); });
    timed("grad_w_only", [&] { grad(loss(), weights); });
    for (Tensor& p : weights) p.requires_grad(false);
    timed("grad_x_frozen_weights", [&] { grad(loss(), {x}); });
    emit_value({.workload = "W9", .name = tag + ".prune_gain", .unit = "x"}, everything / x_only);
  }
}

// ---- W11

namespace {

// The BLAS that libvjp has opened: by a first product, under the prefixed name or the plain one.
struct Blas {
  using Sgemm = void (*)(int order, int ta, int tb, int m, int n, int k, float alpha, const float* a, int lda,
                         const float* b, int ldb, float beta, float* c, int ldc);
  using SetThreads = void (*)(int threads);
  Sgemm sgemm = nullptr;
  SetThreads set_threads = nullptr;

  Blas() {
    // products of float may not need it
    const Tensor one = Tensor::made([](vjp_tensor** out) { return vjp_eye(64, nullptr, VJP_DTYPE_FLOAT64, out); });
    matmul(one, one);
    for (auto [file, prefix] : {std::pair{"libscipy_openblas.so", "scipy_"}, std::pair{"libopenblas.so.0", ""}}) {
      void* handle = dlopen(file, RTLD_NOW | RTLD_NOLOAD);
      if (!handle) continue;
      sgemm = reinterpret_cast<Sgemm>(dlsym(handle, (prefix + std::string("cblas_sgemm")).c_str()));
      set_threads =
          reinterpret_cast<SetThreads>(dlsym(handle, (prefix + std::string("openblas_set_num_threads")).c_str()));
      return;
    }
  }
};

// The library keeps the BLAS at one thread; the BLAS alone gets as many as the run has, and gives them back.
struct Size {
  std::string name;
  int m, n, k;
};

void raw_sgemm(const Blas& blas, const Size& s, const Tensor& a, const Tensor& b, double flops) {
  constexpr int kRowMajor = 101, kNoTrans = 111;
  auto data = [](const Tensor& t) { return static_cast<float*>(vjp_tensor_data(t.get())); };
  Tensor out = constant({s.m, s.n}, 0);
  if (blas.set_threads) blas.set_threads(options().threads);
  Case c{.workload = "W11", .name = s.name + ".raw_sgemm", .unit = "GFLOP/s", .work = flops, .mode = "openblas"};
  c.target = 0.4;
  measure(c, [&] {
    blas.sgemm(kRowMajor, kNoTrans, kNoTrans, s.m, s.n, s.k, 1, data(a), s.k, data(b), s.n, 0, data(out), s.n);
  });
  if (blas.set_threads) blas.set_threads(1);
}

}  // namespace

namespace {

// Every row has values in a hundredth of the columns, at places that differ from row to row.
Tensor one_percent(int64_t n) {
  const int64_t each = n / 100;
  std::vector<int64_t> begins, columns;
  for (int64_t i = 0; i <= n; ++i) begins.push_back(i * each);
  for (int64_t i = 0; i < n; ++i)
    for (int64_t k = 0; k < each; ++k) columns.push_back(k * 100 + i * 37 % 100);
  const auto list = [](const std::vector<int64_t>& numbers) {
    const int64_t count = static_cast<int64_t>(numbers.size());
    return Tensor::made(
        [&](vjp_tensor** out) { return vjp_tensor_from_data(numbers.data(), &count, 1, VJP_DTYPE_INT64, out); });
  };
  const Tensor first = list(begins), second = list(columns), values = fill({n * each}, 113);
  return Tensor::made([&](vjp_tensor** out) {
    return vjp_sparse_compressed(VJP_LAYOUT_CSR, first.get(), second.get(), values.get(), n, n, out);
  });
}

// A sparse matrix times a strided one, and the gradients of both.
void sparse_times_dense(int64_t n, int64_t width) {
  Tensor a = one_percent(n).requires_grad(), b = fill({n, width}, 114).requires_grad(), g = fill({n, width}, 115);
  Case c{.workload = "W11", .name = "sparse.n" + std::to_string(n) + ".fb", .unit = "ms", .target = 0.4};
  const auto step = [&] {
    clear_grads({a, b});
    backward(matmul(a, b), g);
  };
  step();
  measure(c.checked(sum_of_abs(b.grad())), step);
}

}  // namespace

void w11_matmul() {
  const Blas blas;
  std::vector<Size> sizes;
  for (int n : {64, 128, 256, 512, 1024, 2048}) sizes.push_back({"n" + std::to_string(n), n, n, n});
  for (auto [m, n, k] : {std::tuple{4096, 64, 512}, {64, 4096, 512}, {512, 64, 4096}, {8192, 16, 256}}) {
    sizes.push_back({"m" + std::to_string(m) + ".n" + std::to_string(n) + ".k" + std::to_string(k), m, n, k});
  }
  for (const Size& s : sizes) {
    Tensor a = fill({s.m, s.k}, 110).requires_grad(), b = fill({s.k, s.n}, 111).requires_grad();
    Tensor g = fill({s.m, s.n}, 112), plain_a = a.detach(), plain_b = b.detach();
    double flops = 2.0 * s.m * s.n * s.k;
    Case c{.workload = "W11", .name = s.name + ".fwd", .unit = "GFLOP/s", .work = flops, .target = 0.4};
    measure(c, [&] { matmul(plain_a, plain_b); });
    c.name = s.name + ".fb";
    c.work = 3 * flops;
    measure(c, [&] {
      clear_grads({a, b});
      backward(matmul(a, b), g);
    });
  }
  sparse_times_dense(4000, 64);
  // Last: threads of the BLAS go on looking for work for a while after it, on the processors that ours need.
  for (const Size& s : sizes) {
    const Tensor a = fill({s.m, s.k}, 110), b = fill({s.k, s.n}, 111);
    if (blas.sgemm) raw_sgemm(blas, s, a, b, 2.0 * s.m * s.n * s.k);
  }
}

}  // namespace bench
