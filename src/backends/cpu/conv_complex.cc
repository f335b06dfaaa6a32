// Complex convolutions, by the definition: rare, and small where they occur.
#include "backends/cpu/conv_geometry.h"
#include "base/parallel.h"

namespace vjp::cpu {
namespace {

// A complex convolution, by the definition: rare, and small where it occurs. `visit(out index, in index, weight index)`
// is called for every product, on one thread for `grain` output channels.
template <class F>
void for_each_product(const Geometry& g, int64_t grain, F&& visit) {
  parallel_for(0, g.groups * g.out_channels, grain, [&](int64_t begin, int64_t end) {
    for (int64_t o = begin; o < end; ++o) {
      for (int64_t n = 0; n < g.batch; ++n) {
        for (int64_t i = 0; i < g.in_channels; ++i) {
          for_each_tap(g, [&](const Index3& k, int64_t tap) {
            Index3 y;
            int64_t in_channel = o / g.out_channels * g.in_channels + i;
            for (y[0] = 0; y[0] < g.out_size[0]; ++y[0]) {
              for (y[1] = 0; y[1] < g.out_size[1]; ++y[1]) {
                for (y[2] = 0; y[2] < g.out_size[2]; ++y[2]) {
                  int64_t in = n * g.in_batch + in_channel * g.in_channel, out = n * g.out_batch + o * g.out_channel;
                  bool inside = true;
                  for (int d = 0; d < 3; ++d) {
                    int64_t x = y[d] * g.stride[d] + k[d] * g.dilation[d] - g.padding[d];
                    inside = inside && x >= 0 && x < g.in_size[d];
                    in += x * g.in_stride[d];
                    out += y[d] * g.out_stride[d];
                  }
                  if (inside) visit(out, in, o * g.weight_out + i * g.weight_in + tap);
                }
              }
            }
          });
        }
      }
    }
  });
}

}  // namespace

template <class S>
void forward_complex(const ConvArgs& a, const Geometry& g) {
  Correlation<S> c = forward_correlation<S>(a, g);
  fill_output(c);
  for_each_product(g, 1, [&](int64_t out, int64_t in, int64_t w) { c.out[out] += c.in[in] * c.weight[w]; });
}

template <class S>
void data_complex(const ConvArgs& a, const Geometry& g) {
  S* in = static_cast<S*>(a.in.data);
  const S* out = static_cast<const S*>(a.out.data);
  const S* weight = static_cast<const S*>(a.weight.data);
  fill_view<S>(a.in, S(0));
  // the output channels of a group write the same inputs: they stay in one chunk
  for_each_product(g, g.out_channels, [&](int64_t o, int64_t i, int64_t w) { in[i] += out[o] * weight[w]; });
}

template <class S>
void weight_complex(const ConvArgs& a, const Geometry& g) {
  const S* in = static_cast<const S*>(a.in.data);
  const S* out = static_cast<const S*>(a.out.data);
  S* weight = static_cast<S*>(a.weight.data);
  fill_view<S>(a.weight, S(0));
  for_each_product(g, 1, [&](int64_t o, int64_t i, int64_t w) { weight[w] += out[o] * in[i]; });
}

#define VJP_INSTANTIATE(S)                                            \
  template void forward_complex<S>(const ConvArgs&, const Geometry&); \
  template void data_complex<S>(const ConvArgs&, const Geometry&);    \
  template void weight_complex<S>(const ConvArgs&, const Geometry&);
VJP_INSTANTIATE(std::complex<float>)
VJP_INSTANTIATE(std::complex<double>)

}  // namespace vjp::cpu
