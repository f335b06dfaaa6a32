#include "backends/cpu/cpu.h"
#include "kernel_testing.h"

namespace vjp {
namespace {

using testing::Array;
using testing::random_int;

template <class T>
using Wide = std::conditional_t<category_of(dtype_of<T>) == 3, std::complex<double>, double>;
template <class T>
Wide<T> widen(T v) {
  if constexpr (category_of(dtype_of<T>) == 3)
    return {v.real(), v.imag()};
  else
    return static_cast<double>(static_cast<std::conditional_t<is_half(dtype_of<T>), float, T>>(v));
}
template <class T>
double tolerance(double terms) {
  double unit = std::is_same_v<T, BFloat16>                                          ? 1e-2
                : std::is_same_v<T, Float16>                                         ? 1e-3
                : std::is_same_v<T, float> || std::is_same_v<T, std::complex<float>> ? 1e-6
                                                                                     : 1e-14;
  return unit * (4 + std::sqrt(terms));
}

template <class T>
struct Case {
  int rank;
  Array<T> in, weight, bias, out;
  ConvArgs args{};

  // Channels last: of input and output always, of the weight now and then.
  Case(std::mt19937& rng, int64_t channels, int64_t size, bool channels_last = false) {
    rank = static_cast<int>(random_int(rng, 1, 3));
    args.rank = rank;
    args.groups = random_int(rng, 0, 2) ? 1 : random_int(rng, 1, 4);
    bool depthwise = random_int(rng, 0, 5) == 0;
    int64_t c = depthwise ? 1 : random_int(rng, 1, channels), o = depthwise ? 1 : random_int(rng, 1, channels);
    if (depthwise) args.groups = random_int(rng, 1, 12);
    std::vector<int64_t> in_shape = {random_int(rng, 1, 5), c * args.groups},
                         out_shape = {in_shape[0], o * args.groups};
    std::vector<int64_t> w_shape = {o * args.groups, c};
    if (rank == 3) size = std::min<int64_t>(size, 9);
    for (int d = 0; d < rank; ++d) {
      int64_t k = random_int(rng, 1, 4);
      args.stride[d] = random_int(rng, 1, 3);
      args.padding[d] = random_int(rng, 0, 3);
      args.dilation[d] = random_int(rng, 1, 2);
      int64_t reach = args.dilation[d] * (k - 1) + 1;
      int64_t n = random_int(rng, std::max<int64_t>(1, reach - 2 * args.padding[d]), size);
      n = std::max(n, reach - 2 * args.padding[d]);
      in_shape.push_back(n);
      w_shape.push_back(k);
      out_shape.push_back((n + 2 * args.padding[d] - reach) / args.stride[d] + 1);
    }
    bool strange = random_int(rng, 0, 1);
    const auto images = [&](const std::vector<int64_t>& shape, bool last) {
      return last ? Array<T>::channels_last(shape, rng) : Array<T>(shape, rng, strange && !channels_last);
    };
    in = images(in_shape, channels_last);
    weight = images(w_shape, channels_last && strange);
    out = images(out_shape, channels_last);
    bias = Array<T>({o * args.groups}, rng, strange);
    args.in = in.view();
    args.weight = weight.view();
    args.out = out.view();
    if (random_int(rng, 0, 1)) args.bias = bias.view();
  }

  static int64_t offset(const Array<T>& a, const std::vector<int64_t>& index) {
    int64_t at = 0;
    for (size_t d = 0; d < index.size(); ++d) at += index[d] * a.strides[d];
    return at;
  }
  static bool next(std::vector<int64_t>& index, const std::vector<int64_t>& sizes) {
    for (size_t d = index.size(); d-- > 0;) {
      if (++index[d] < sizes[d]) return true;
      index[d] = 0;
    }
    return false;
  }

  // Calls f(out offset, in offset, weight offset) for every product of the definition. No vector is made within the
  // loops: under a sanitizer that would be most of what the test takes.
  template <class F>
  void products(F f) {
    std::vector<int64_t> y(out.sizes.size(), 0), x(in.sizes.size(), 0), full(weight.sizes.size(), 0);
    std::vector<int64_t> k(weight.sizes.begin() + 1, weight.sizes.end()), w(k.size(), 0);
    int64_t o_group = weight.sizes[0] / args.groups;
    do {
      x[0] = y[0];
      full[0] = y[1];
      do {
        x[1] = y[1] / o_group * k[0] + w[0];
        std::copy(w.begin(), w.end(), full.begin() + 1);
        bool inside = true;
        for (size_t s = 2; s < x.size(); ++s) {
          const size_t d = s - 2;
          x[s] = y[s] * args.stride[d] + w[s - 1] * args.dilation[d] - args.padding[d];
          inside = inside && x[s] >= 0 && x[s] < in.sizes[s];
        }
        if (inside) f(offset(out, y), offset(in, x), offset(weight, full));
      } while (next(w, k));
    } while (next(y, out.sizes));
  }

  void compare(Array<T>& a, const std::vector<Wide<T>>& expected, double terms, const char* what) {
    std::vector<int64_t> i(a.sizes.size(), 0);
    do {
      int64_t at = offset(a, i);
      Wide<T> value = widen(a.data()[at]), wanted = expected[static_cast<size_t>(at)];
      ASSERT_LE(std::abs(value - wanted), tolerance<T>(terms) * (1 + std::abs(wanted))) << what << " rank " << rank;
    } while (next(i, a.sizes));
  }

  void check() {
    double terms = 1;
    for (size_t d = 1; d < weight.sizes.size(); ++d) terms *= static_cast<double>(weight.sizes[d]);
    auto zeros = [](Array<T>& a) { return std::vector<Wide<T>>(a.bytes.size() / sizeof(T)); };
    std::vector<Wide<T>> data = zeros(in), grad = zeros(weight), bias_grad = zeros(bias), forward = zeros(out);
    T *x = in.data(), *w = weight.data(), *y = out.data();
    products([&](int64_t o, int64_t i, int64_t k) {
      data[static_cast<size_t>(i)] += widen(y[o]) * widen(w[k]);
      grad[static_cast<size_t>(k)] += widen(y[o]) * widen(x[i]);
      forward[static_cast<size_t>(o)] += widen(x[i]) * widen(w[k]);
    });
    std::vector<int64_t> i(out.sizes.size(), 0);
    do {
      size_t at = static_cast<size_t>(offset(out, i)), b = static_cast<size_t>(i[1] * bias.strides[0]);
      bias_grad[b] += widen(y[at]);
      if (args.bias.data) forward[at] += widen(bias.data()[b]);
    } while (next(i, out.sizes));

    auto in_bytes = in.bytes, weight_bytes = weight.bytes, bias_bytes = bias.bytes;
    double positions = static_cast<double>(out.bytes.size());
    testing::run_on_one_two_and_four_threads(in, [&] { cpu::conv_data(args); });
    compare(in, data, terms * 4, "data");
    in.bytes = in_bytes;
    args.in = in.view();
    testing::run_on_one_two_and_four_threads(weight, [&] {
      args.weight = weight.view();
      cpu::conv_weight(args);
    });
    compare(weight, grad, positions, "weight");
    if (args.bias.data) compare(bias, bias_grad, positions, "bias");
    weight.bytes = weight_bytes;
    bias.bytes = bias_bytes;
    args.in = in.view();
    args.weight = weight.view();
    if (args.bias.data) args.bias = bias.view();
    testing::run_on_one_two_and_four_threads(out, [&] {
      args.out = out.view();
      cpu::conv_forward(args);
    });
    compare(out, forward, terms, "forward");
  }
};

template <class T>
class Convolution : public ::testing::Test {};
using Types = ::testing::Types<float, double, Float16, BFloat16, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(Convolution, Types);

TYPED_TEST(Convolution, AgreesWithTheDefinition) {
  std::mt19937 rng(3);
  for (int i = 0; i < 60; ++i) {
    Case<TypeParam> c(rng, 5, 14);
    c.check();
    if (this->HasFatalFailure()) return;
  }
}

template <class T>
void check_cases(int count, int64_t channels, int64_t size, bool channels_last) {
  std::mt19937 rng(4);
  for (int i = 0; i < count; ++i) {
    Case<T> c(rng, channels, size, channels_last);
    c.check();
    if (::testing::Test::HasFatalFailure()) return;
  }
}

TEST(Convolution, ManyChannelsAndLargerImages) { check_cases<float>(25, 24, 30, false); }
TEST(Convolution, ManyComplexChannels) { check_cases<std::complex<float>>(10, 20, 20, false); }

TYPED_TEST(Convolution, ChannelsLast) { check_cases<TypeParam>(60, 5, 14, true); }
TEST(Convolution, ManyChannelsLast) { check_cases<float>(25, 70, 20, true); }
// So many positions that the sums of a weight's gradient are cut into parts.
TEST(Convolution, ChannelsLastInParts) {
  std::mt19937 rng(5);
  auto in = Array<float>::channels_last({8, 24, 20, 20}, rng), out = Array<float>::channels_last({8, 40, 20, 20}, rng);
  Array<float> weight({40, 24, 3, 3}, rng);
  ConvArgs args{};
  args.rank = 2;
  args.groups = 1;
  for (int d = 0; d < 2; ++d) args.stride[d] = args.padding[d] = args.dilation[d] = 1;
  const auto run = [&](auto& result, void (*convolve)(const ConvArgs&)) {
    testing::run_on_one_two_and_four_threads(result, [&] {
      args.in = in.view();
      args.out = out.view();
      args.weight = weight.view();
      convolve(args);
    });
  };
  run(weight, cpu::conv_weight);
  double expected = 0;  // of the window's middle
  for (int64_t n = 0; n < 8; ++n) {
    for (int64_t i = 0; i < 400; ++i) expected += double{in.at({n, 7, 0, i})} * double{out.at({n, 33, 0, i})};
  }
  EXPECT_NEAR(weight.at({33, 7, 1, 1}), expected, 1e-3);
  run(out, cpu::conv_forward);
  run(in, cpu::conv_data);
}
TEST(Convolution, ManyChannelsLastOfDoubles) { check_cases<double>(15, 40, 20, true); }
TEST(Convolution, ManyChannelsLastOfHalves) { check_cases<BFloat16>(15, 40, 20, true); }

}  // namespace
}  // namespace vjp
