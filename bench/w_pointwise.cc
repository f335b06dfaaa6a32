// W8: pointwise work on 16 MB: chains of ten operators, and single operators against one pass over memory.
#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <new>
#include <thread>
#include <utility>

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

// A function that runs by a record of itself.
class Recorded {
 public:
  using Body = std::function<Tensor(const Tensors&)>;

  explicit Recorded(Body body) : body_(std::move(body)) { check(vjp_compile(run, this, nullptr, nullptr, &compiled_)); }
  ~Recorded() { vjp_compiled_release(compiled_); }
  Recorded(const Recorded&) = delete;
  Recorded& operator=(const Recorded&) = delete;

  Tensor operator()(std::initializer_list<vjp_tensor*> inputs) const {
    vjp_tensor_list* list = nullptr;
    check(vjp_compiled_call(compiled_, inputs.begin(), inputs.size(), nullptr, &list));
    Tensor result(vjp_tensor_retain(vjp_tensor_list_get(list, 0)));
    vjp_tensor_list_release(list);
    return result;
  }

 private:
  static vjp_status run(void* context, vjp_tensor* const* inputs, size_t count, vjp_tensor_list* results) {
    Tensors given;
    for (size_t i = 0; i < count; ++i) given.emplace_back(vjp_tensor_retain(inputs[i]));
    const Tensor y = static_cast<Recorded*>(context)->body_(given);
    return vjp_tensor_list_append(results, y.get());
  }

  const Body body_;
  vjp_compiled* compiled_ = nullptr;
};

// Forward and backward, compiled in three ways: the grad call alone; the chain by a record as well; both by one record.
void compiled_chain(const std::string& name, Tensor (*f)(const Tensor&), const Tensor& x, const Tensor& g) {
  Case c{.workload = "W8", .mode = "compiled"};
  const auto way = [&](const char* suffix, const std::function<void()>& body) {
    const auto run = [&] {
      x.clear_grad();
      body();
    };
    run();
    run();  // what the first one recorded
    c.name = name + suffix;
    measure(c.checked(sum_of(x.grad())), run);
  };
  Compiled region(true);
  way(".fb", [&] { backward(f(x), g); });
  const Recorded forward([&](const Tensors& in) { return f(in[0]); });
  way(".fb_function", [&] { backward(forward({x.get()}), g); });
  const Recorded both([&](const Tensors& in) {
    Tensor y = f(in[0]);
    backward(y, in[1]);
    return y;
  });
  way(".fb_record", [&] { both({x.get(), g.get()}); });
}

void chain(const std::string& name, Tensor (*f)(const Tensor&)) {
  Tensor x = fill({kElements}, 80).requires_grad(), g = fill({kElements}, 81);
  auto run = [&] {
    x.clear_grad();
    backward(f(x), g);
  };
  run();
  double seconds = measure(Case{.workload = "W8", .name = name + ".fb"}.checked(sum_of(x.grad())), run);
  compiled_chain(name, f, x, g);
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

// Runs parts of the elements on the threads of this run.
void in_parts(const std::function<void(size_t begin, size_t end)>& part) {
  const size_t n = static_cast<size_t>(kElements), threads = static_cast<size_t>(options().threads);
  std::vector<std::thread> others;
  for (size_t t = 1; t < threads; ++t) others.emplace_back(part, n * t / threads, n * (t + 1) / threads);
  part(0, n / threads);
  for (std::thread& other : others) other.join();
}

// What memory gives a plain loop that reads `reads` arrays and writes one.
void limit(int reads) {
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
  Case c{.workload = "W8", .name = "one_pass.limit_read" + std::to_string(reads), .unit = "GB/s", .mode = "loop"};
  c.work = (reads + 1) * kBytes;
  c.target = 0.3;
  measure(c, [&] { in_parts(part); });
}

// The time that memory needs for forward and backward of a chain, whatever is computed: x and g are read, y and x's
// gradient written, into memory that is there.
void chain_limit() {
  Array x(1), g(2), y(0), dx(0);
  measure({.workload = "W8", .name = "chain.limit", .mode = "loop", .target = 0.3}, [&] {
    in_parts([&](size_t begin, size_t end) {
      for (size_t i = begin; i < end; ++i) {
        y.data[i] = x.data[i] * 1.5f;
        dx.data[i] = g.data[i] * x.data[i];
      }
    });
  });
}

}  // namespace

void w8_pointwise() {
  chain("cheap", cheap_chain);
  chain("mix", mixed_chain);
  chain_limit();
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
