// W8: pointwise work on 16 MB: chains of ten operators, and single operators against one pass over memory.
#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>
#include <new>
#include <thread>

#include "harness.h"
#include "inputs.h"
#include "ops.h"
#include "workloads.h"

namespace bench {

namespace {

constexpr int64_t kElements = 4 * 1024 * 1024;
constexpr double kBytes = 4.0 * kElements;

Tensor cheap_chain(const Tensor& x) {
  Tensor y = relu(add(mul(x, 1.1), 0.1));
  y = sub(mul(y, 0.9), 0.05);
  y = relu(mul(mul(y, y), 2.0));
  return mul(add(y, 0.3), 0.7);
}

Tensor mixed_chain(const Tensor& x) {
  Tensor y = tanh(add(mul(x, 1.1), 0.1));
  y = sigmoid(sub(mul(y, 0.9), 0.05));
  y = relu(mul(y, 2.0));
  return mul(add(y, 0.3), 0.7);
}

// A chain that runs by a record of itself.
class Recorded {
 public:
  explicit Recorded(Tensor (*f)(const Tensor&)) : f_(f) { check(vjp_compile(run, this, nullptr, nullptr, &compiled_)); }
  ~Recorded() { vjp_compiled_release(compiled_); }
  Recorded(const Recorded&) = delete;
  Recorded& operator=(const Recorded&) = delete;

  Tensor operator()(const Tensor& x) const {
    vjp_tensor* input = x.get();
    vjp_tensor_list* list = nullptr;
    check(vjp_compiled_call(compiled_, &input, 1, nullptr, &list));
    Tensor result(vjp_tensor_retain(vjp_tensor_list_get(list, 0)));
    vjp_tensor_list_release(list);
    return result;
  }

 private:
  static vjp_status run(void* context, vjp_tensor* const* inputs, size_t, vjp_tensor_list* results) {
    const Tensor y = static_cast<Recorded*>(context)->f_(Tensor(vjp_tensor_retain(inputs[0])));
    return vjp_tensor_list_append(results, y.get());
  }

  Tensor (*f_)(const Tensor&);
  vjp_compiled* compiled_ = nullptr;
};

void chain(const std::string& name, Tensor (*f)(const Tensor&)) {
  Tensor x = fill({kElements}, 80).requires_grad(), g = fill({kElements}, 81);
  auto run = [&] {
    x.clear_grad();
    backward(f(x), g);
  };
  run();
  Case c{.workload = "W8", .name = name + ".fb"};
  double seconds = measure(c.checked(sum_of(x.grad())), run);
  const Recorded recorded(f);
  {
    Compiled region(true);
    auto run_recorded = [&] {
      x.clear_grad();
      backward(recorded(x), g);
    };
    run();
    c.mode = "compiled";
    measure(c.checked(sum_of(x.grad())), run);
    run_recorded();
    run_recorded();
    c.name = name + ".fb_function";
    measure(c.checked(sum_of(x.grad())), run_recorded);
  }
  emit_value({.workload = "W8", .name = name + ".fb.eff", .unit = "GB/s"}, 4 * kBytes / seconds / 1e9);
  Tensor plain = x.detach();
  measure({.workload = "W8", .name = name + ".fwd_no_grad", .target = 0.4}, [&] { f(plain); });
}

// A formula at its best reads each operand and writes each result once.
struct Formula {
  const char* name;
  std::function<Tensor(const Tensor&, const Tensor&)> f;
  double forward_passes, backward_passes;  // over arrays of kBytes
};

void single(const Formula& formula) {
  Tensor x = fill({kElements}, 80).requires_grad(), y = fill({kElements}, 82), g = fill({kElements}, 81);
  Tensor plain = x.detach();
  Case c{.workload = "W8", .name = std::string("one_pass.") + formula.name + ".fwd", .unit = "GB/s", .target = 0.3};
  c.work = formula.forward_passes * kBytes;
  measure(c, [&] { formula.f(plain, y); });
  if (formula.backward_passes == 0) return;
  c.name = std::string("one_pass.") + formula.name;
  c.work = formula.backward_passes * kBytes;
  measure_phases(c, {"vjp"}, [&] {
    Tensor z = formula.f(x, y);
    double begin = now();
    Tensor dx = grad(z, {x}, g)[0];
    return std::vector<double>{now() - begin};
  });
}

// An array in large pages, as the library's allocator has them.
struct Array {
  static constexpr size_t kHugePage = size_t{2} << 20;
  float* data = static_cast<float*>(std::aligned_alloc(kHugePage, kElements * sizeof(float)));
  explicit Array(float value) {
    if (!data) throw std::bad_alloc();
    madvise(data, kElements * sizeof(float), MADV_HUGEPAGE);
    std::fill_n(data, kElements, value);
  }
  ~Array() { std::free(data); }
  Array(const Array&) = delete;
  Array& operator=(const Array&) = delete;
};

// What memory gives a plain loop that reads `reads` arrays and writes one, with the threads of this run.
void limit(int reads) {
  size_t n = static_cast<size_t>(kElements);
  Array a(1), b(2), out(0);
  auto part = [&](size_t begin, size_t end) {
    const float *p = a.data, *q = b.data;
    float* r = out.data;
    if (reads == 1) {
      for (size_t i = begin; i < end; ++i) r[i] = p[i] * 1.5f;
    } else {
      for (size_t i = begin; i < end; ++i) r[i] = p[i] * q[i];
    }
  };
  size_t threads = static_cast<size_t>(options().threads);
  Case c{.workload = "W8", .name = "one_pass.limit_read" + std::to_string(reads), .unit = "GB/s", .mode = "loop"};
  c.work = (reads + 1) * kBytes;
  c.target = 0.3;
  measure(c, [&] {
    std::vector<std::thread> others;
    for (size_t t = 1; t < threads; ++t) others.emplace_back(part, n * t / threads, n * (t + 1) / threads);
    part(0, n / threads);
    for (std::thread& other : others) other.join();
  });
}

}  // namespace

void w8_pointwise() {
  chain("cheap", cheap_chain);
  chain("mix", mixed_chain);
  limit(1);
  limit(2);
  const Formula formulas[] = {
      {"add", [](const Tensor& x, const Tensor& y) { return add(x, y); }, 3, 0},
      {"mul", [](const Tensor& x, const Tensor& y) { return mul(x, y); }, 3, 3},
      {"relu", [](const Tensor& x, const Tensor&) { return relu(x); }, 2, 3},
      {"tanh", [](const Tensor& x, const Tensor&) { return tanh(x); }, 2, 3},
      {"sigmoid", [](const Tensor& x, const Tensor&) { return sigmoid(x); }, 2, 3},
      {"exp", [](const Tensor& x, const Tensor&) { return exp(x); }, 2, 3},
      {"gelu", [](const Tensor& x, const Tensor&) { return gelu(x); }, 2, 3},
  };
  for (const Formula& formula : formulas) single(formula);
}

}  // namespace bench
