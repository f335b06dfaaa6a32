// W19: Fourier transforms, forward and forward + backward: long lines, batches, real numbers, two dimensions.
#include "harness.h"
#include "inputs.h"
#include "ops.h"
#include "workloads.h"

namespace bench {

namespace {

Tensor complex_of(const Tensor& pairs) {
  return contiguous(Tensor::made([&](vjp_tensor** out) { return vjp_view_as_complex(pairs.get(), out); }));
}
Tensor complex_fill(Shape shape, uint64_t seed) {
  shape.push_back(2);
  return complex_of(fill(shape, seed));
}
double sum_of_parts(const Tensor& x) {
  return sum_of_abs(Tensor::made([&](vjp_tensor** out) { return vjp_view_as_real(x.get(), out); }));
}

struct Transform {
  const char* name;
  Shape shape;
  bool real;
};

Tensor transform(const Transform& t, const Tensor& x) {
  return Tensor::made([&](vjp_tensor** out) {
    const int64_t dims[] = {-2, -1};
    if (t.name[0] == 'r') return vjp_fft_rfft(x.get(), nullptr, -1, nullptr, out);
    if (t.name[0] == '2') return vjp_fft_fft2(x.get(), nullptr, 0, dims, 2, nullptr, out);
    return vjp_fft_fft(x.get(), nullptr, -1, nullptr, out);
  });
}

void measure_transform(const Transform& t) {
  Tensor x = (t.real ? fill(t.shape, 190) : complex_fill(t.shape, 190)).requires_grad();
  Shape result = t.shape;
  if (t.real) result.back() = result.back() / 2 + 1;
  const Tensor g = complex_fill(result, 191);
  backward(transform(t, x), g);
  const Tensor dx = x.grad();
  Case c{.workload = "W19", .name = t.name, .unit = "us"};
  measure_phases(c.checked(t.real ? sum_of_abs(dx) : sum_of_parts(dx)), {"fwd", "fb"}, [&] {
    clear_grads({x});
    const double t0 = now();
    const Tensor y = transform(t, x);
    const double t1 = now();
    backward(y, g);
    return std::vector<double>{t1 - t0, now() - t0};
  });
}

}  // namespace

void w19_fourier() {
  const Transform transforms[] = {{"fft.65536", {65536}, false},        {"fft.1048576", {1048576}, false},
                                  {"fft.1000x256", {1000, 256}, false}, {"fft.64x4096", {64, 4096}, false},
                                  {"rfft.1048576", {1048576}, true},    {"rfft.1000x256", {1000, 256}, true},
                                  {"rfft.64x4096", {64, 4096}, true},   {"2d.512x512", {512, 512}, false}};
  for (const Transform& t : transforms) guard("W19", t.name, [&] { measure_transform(t); });
}

}  // namespace bench
