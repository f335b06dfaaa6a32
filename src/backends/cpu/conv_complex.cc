// Complex convolutions, as real ones of twice the channels. With the real and imaginary parts of a group's channels
// beside each other, out = W in is [re; im] of out = [Wr, -Wi; Wi, Wr] [re; im] of in: one convolution by the fast
// kernels, and likewise its adjoints.
#include "backends/cpu/conv_geometry.h"
#include "backends/cpu/cpu.h"
#include "backends/cpu/workspace.h"
#include "base/parallel.h"

namespace vjp::cpu {
namespace {

int64_t numel_of(const View& v) {
  int64_t count = 1;
  for (int d = 0; d < v.ndim; ++d) count *= v.sizes[d];
  return count;
}

// Calls f(offset, i) for the spatial positions of a tensor, i = 0, 1, ... in row-major order.
template <class F>
void for_each_position(const View& v, F&& f) {
  int64_t n[3] = {1, 1, 1}, stride[3] = {}, i = 0;
  for (int d = 2; d < v.ndim; ++d) n[d + 3 - v.ndim] = v.sizes[d], stride[d + 3 - v.ndim] = v.strides[d];
  for (int64_t z = 0; z < n[0]; ++z) {
    for (int64_t y = 0; y < n[1]; ++y) {
      for (int64_t x = 0; x < n[2]; ++x) f(z * stride[0] + y * stride[1] + x * stride[2], i++);
    }
  }
}

// A complex tensor [N, C, *] as a real one, [N, groups, re and im, C / groups, *] seen as [N, 2 C, *].
template <class R>
class Planes {
 public:
  using Complex = std::complex<R>;

  Planes(const View& of, int64_t groups, R* memory) : of_(of), groups_(groups), memory_(memory) {
    int64_t step = 1;
    for (int d = of.ndim - 1; d >= 0; --d) {
      sizes_[d] = d == 1 ? 2 * of.sizes[1] : of.sizes[d];
      strides_[d] = step;
      step *= sizes_[d];
    }
    for (int d = 2; d < of.ndim; ++d) positions_ *= of.sizes[d];
  }
  View view() const { return make_view(memory_, dtype_of<R>, of_.ndim, sizes_, strides_); }

  void load() {
    for_each_channel([&](Complex* from, R* re, R* im, int64_t) {
      for_each_position(of_, [&](int64_t offset, int64_t i) {
        re[i] = from[offset].real();
        im[i] = from[offset].imag();
      });
    });
  }
  void store(const View& bias) const {
    for_each_channel([&](Complex* to, const R* re, const R* im, int64_t channel) {
      const Complex shift = bias.data ? static_cast<const Complex*>(bias.data)[channel * bias.strides[0]] : Complex(0);
      for_each_position(of_, [&](int64_t offset, int64_t i) { to[offset] = Complex(re[i], im[i]) + shift; });
    });
  }

 private:
  template <class F>
  void for_each_channel(F&& f) const {
    const int64_t channels = of_.sizes[1], group = channels / groups_;
    const int64_t grain = std::max<int64_t>(1, 50000 / std::max<int64_t>(1, positions_));
    parallel_for(0, of_.sizes[0] * channels, grain, [&](int64_t begin, int64_t end) {
      for (int64_t p = begin; p < end; ++p) {
        const int64_t n = p / channels, c = p % channels;
        R* re = memory_ + (n * 2 * channels + c / group * 2 * group + c % group) * positions_;
        f(static_cast<Complex*>(of_.data) + n * of_.strides[0] + c * of_.strides[1], re, re + group * positions_, c);
      }
    });
  }

  const View& of_;
  int64_t groups_, positions_ = 1;
  R* memory_;
  int64_t sizes_[5], strides_[5];
};

// The weight [O, C, *] as [groups, re and im of out, O / groups, re and im of in, C, *] seen as [2 O, 2 C, *].
template <class R>
class Weights {
 public:
  using Complex = std::complex<R>;

  Weights(const View& of, int64_t groups, R* memory) : of_(of), group_(of.sizes[0] / groups), memory_(memory) {
    int64_t step = 1;
    for (int d = of.ndim - 1; d >= 0; --d) {
      sizes_[d] = d < 2 ? 2 * of.sizes[d] : of.sizes[d];
      strides_[d] = step;
      step *= sizes_[d];
    }
  }
  View view() const { return make_view(memory_, dtype_of<R>, of_.ndim, sizes_, strides_); }

  // [re, -im; im, re]; its transpose, which the gradient for the input takes, is to be that of the weight as it is:
  // then the signs are the other way round.
  void load(bool transposed) {
    const R sign = transposed ? R(-1) : R(1);
    for_each([&](Complex* w, R* rr, R* ri, R* ir, R* ii) {
      *rr = *ii = w->real();
      *ir = sign * w->imag();
      *ri = -sign * w->imag();
    });
  }
  // What the products of the parts of out (first) and in sum up to.
  void store() const {
    for_each([](Complex* w, R* rr, R* ri, R* ir, R* ii) { *w = Complex(*rr - *ii, *ri + *ir); });
  }

 private:
  template <class F>
  void for_each(F&& f) const {
    for (int64_t o = 0; o < of_.sizes[0]; ++o) {
      R* row = memory_ + (o / group_ * 2 * group_ + o % group_) * strides_[0];
      for (int64_t c = 0; c < of_.sizes[1]; ++c) {
        Complex* w = static_cast<Complex*>(of_.data) + o * of_.strides[0] + c * of_.strides[1];
        R* re = row + c * strides_[1];
        const int64_t to_im = of_.sizes[1] * strides_[1], im_row = group_ * strides_[0];
        for_each_position(of_, [&](int64_t offset, int64_t i) {
          f(w + offset, re + i, re + to_im + i, re + im_row + i, re + im_row + to_im + i);
        });
      }
    }
  }

  const View& of_;
  int64_t group_;
  R* memory_;
  int64_t sizes_[5], strides_[5];
};

// The arguments in real numbers, in memory for as long as this lives.
template <class R>
struct RealArgs {
  explicit RealArgs(const ConvArgs& a)
      : memory(static_cast<size_t>(2 * numel_of(a.in) + 2 * numel_of(a.out) + 4 * numel_of(a.weight)) * sizeof(R) +
               192),
        in(a.in, a.groups, memory.template take<R>(2 * numel_of(a.in))),
        out(a.out, a.groups, memory.template take<R>(2 * numel_of(a.out))),
        weight(a.weight, a.groups, memory.template take<R>(4 * numel_of(a.weight))),
        args(a) {
    args.in = in.view();
    args.out = out.view();
    args.weight = weight.view();
    args.bias = {};
  }

  Workspace memory;
  Planes<R> in, out;
  Weights<R> weight;
  ConvArgs args;
};

}  // namespace

template <class S>
void forward_complex(const ConvArgs& a) {
  RealArgs<typename S::value_type> real(a);
  real.in.load();
  real.weight.load(false);
  conv_forward(real.args);
  real.out.store(a.bias);
}

template <class S>
void data_complex(const ConvArgs& a) {
  RealArgs<typename S::value_type> real(a);
  real.out.load();
  real.weight.load(true);
  conv_data(real.args);
  real.in.store({});
}

template <class S>
void weight_complex(const ConvArgs& a) {
  RealArgs<typename S::value_type> real(a);
  real.in.load();
  real.out.load();
  conv_weight(real.args);
  real.weight.store();
}

#define VJP_INSTANTIATE(S)                           \
  template void forward_complex<S>(const ConvArgs&); \
  template void data_complex<S>(const ConvArgs&);    \
  template void weight_complex<S>(const ConvArgs&);
VJP_INSTANTIATE(std::complex<float>)
VJP_INSTANTIATE(std::complex<double>)

}  // namespace vjp::cpu
