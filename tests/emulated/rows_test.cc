// Softmax and normalisation against the CPU's.
#include "emulated.h"

namespace vjp {
namespace {

using namespace testing;

const Dtype kFloating[] = {Dtype::Float16, Dtype::BFloat16,  Dtype::Float32,
                           Dtype::Float64, Dtype::Complex64, Dtype::Complex128};

TEST(Softmax, AgreesWithTheCpu) {
  std::mt19937 random(1);
  const Index shapes[] = {{}, {1}, {7}, {300}, {40, 33}, {2, 17, 6}, {70, 5}, {3, 2, 1500}, {0, 3}};
  for (Dtype dtype : kFloating) {
    for (const Index& shape : shapes) {
      if (too_long(dtype, shape)) continue;
      for (int dim = 0; dim < std::max<int>(1, static_cast<int>(shape.size())); ++dim) {
        for (bool log : {false, true}) {
          const Array in = random_array(dtype, shape, random), grad = random_array(dtype, shape, random);
          Array y(dtype, shape, &random), grad_in(dtype, shape, &random);
          const SoftmaxArgs args{in.view(), y.view(), dim, log};
          cpu::softmax(args);
          const Array want = y;
          const std::string where = std::string(name_of(dtype)) + " " + text_of(shape) + " dim " + std::to_string(dim);
          under_all_schedules([&] {
            on_device(cuda::softmax, args);
            expect_same(y, want, where, 4);
          });
          const SoftmaxBackwardArgs back{grad.view(), y.view(), grad_in.view(), dim, log};
          cpu::softmax_backward(back);
          const Array want_grad = grad_in;
          on_device(cuda::softmax_backward, back);
          expect_same(grad_in, want_grad, where + " backward", 8 + std::sqrt(static_cast<double>(in.size())));
          if (HasFatalFailure()) return;
        }
      }
    }
  }
}

TEST(Softmax, RowsWithInfinitiesAndNans) {
  const double rows[][4] = {
      {kInf, 0, 1, 2}, {-kInf, -kInf, -kInf, -kInf}, {-kInf, 0, 1, 2}, {kNan, 0, 1, 2}, {0, kInf, kInf, -kInf}};
  for (const auto& row : rows) {
    for (bool log : {false, true}) {
      Array in(Dtype::Float32, {4}), y(Dtype::Float32, {4});
      in.fill([&](int64_t i) { return row[i]; });
      const SoftmaxArgs args{in.view(), y.view(), 0, log};
      cpu::softmax(args);
      const Array want = y;
      on_device(cuda::softmax, args);
      expect_same(y, want, "row from " + std::to_string(row[0]));
    }
  }
}

TEST(Norm, AgreesWithTheCpu) {
  std::mt19937 random(2);
  for (Dtype dtype : {Dtype::Float16, Dtype::BFloat16, Dtype::Float32, Dtype::Float64}) {
    const Dtype compute = compute_of(dtype);
    for (const auto& [rows, inner] :
         {std::pair<int64_t, int64_t>{1, 1}, {5, 3}, {17, 64}, {3, 700}, {200, 20}, {0, 4}}) {
      for (int options = 0; options < 8; ++options) {
        const bool layer = options & 1;
        const Array x = random_array(dtype, {rows, inner}, random, false),
                    g = random_array(dtype, {rows, inner}, random, false);
        const Array w = random_array(dtype, {inner}, random, false), b = random_array(dtype, {inner}, random, false);
        Array y(dtype, {rows, inner}), mean(compute, {rows}), rstd(compute, {rows});
        NormArgs args{byte_of(dtype),
                      rows,
                      inner,
                      x.view().data,
                      options & 2 ? w.view().data : nullptr,
                      options & 4 ? b.view().data : nullptr,
                      y.view().data,
                      layer ? mean.view().data : nullptr,
                      rstd.view().data,
                      1e-5};
        cpu::norm(args);
        const Array want_y = y, want_mean = mean, want_rstd = rstd;
        const std::string where = std::string(name_of(dtype)) + " " + std::to_string(rows) + " x " +
                                  std::to_string(inner) + " options " + std::to_string(options);
        under_all_schedules([&] { on_device(cuda::norm, args); });
        expect_same(y, want_y, where, 8);
        expect_same(mean, want_mean, where, 4);
        expect_same(rstd, want_rstd, where, 4);

        Array gx(dtype, {rows, inner}), gw(dtype, {inner}), gb(dtype, {inner});
        NormBackwardArgs back{byte_of(dtype),
                              rows,
                              inner,
                              g.view().data,
                              x.view().data,
                              options & 2 ? w.view().data : nullptr,
                              layer ? mean.view().data : nullptr,
                              rstd.view().data,
                              options != 5 ? gx.view().data : nullptr,
                              options != 6 ? gw.view().data : nullptr,
                              options & 4 ? gb.view().data : nullptr};
        cpu::norm_backward(back);
        const Array want_gx = gx, want_gw = gw, want_gb = gb;
        under_all_schedules([&] { on_device(cuda::norm_backward, back); });
        const double scale = std::sqrt(static_cast<double>(std::max<int64_t>(1, rows)));
        // one value a row: it is not there to be normalised, and 1 / sqrt(eps) is what is left
        expect_same(gx, want_gx, where + " grad x", inner == 1 ? 1e4 : 40);
        expect_same(gw, want_gw, where + " grad weight", 8 * scale);
        expect_same(gb, want_gb, where + " grad bias", 8 * scale);
        if (HasFatalFailure()) return;
      }
    }
  }
}

}  // namespace
}  // namespace vjp
