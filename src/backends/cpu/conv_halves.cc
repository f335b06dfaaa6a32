// Convolutions of halves whose channels lie side by side: on floats that lie so too, for the kernels of pixels.
#include "backends/cpu/conv_pixels.h"
#include "backends/cpu/cpu.h"
#include "backends/cpu/workspace.h"

namespace vjp::cpu {
namespace {

int64_t numel_of(const View& v) {
  int64_t count = 1;
  for (int d = 0; d < v.ndim; ++d) count *= v.sizes[d];
  return count;
}

// Floats in place of an argument, without gaps: as the argument lies where that is [N, *, C], else row-major.
struct Floats {
  View view{};
  int64_t strides[5];

  Floats() = default;
  Floats(const View& of, float* memory) {
    const bool last = of.ndim > 2 && of.strides[1] == 1;
    int64_t step = last ? of.sizes[1] : 1;
    if (last) strides[1] = 1;
    for (int d = of.ndim - 1; d >= 0; --d) {
      if (last && d == 1) continue;
      strides[d] = step;
      step *= of.sizes[d];
    }
    view = make_view(memory, Dtype::Float32, of.ndim, of.sizes, strides);
  }
};

}  // namespace

bool are_pixels_of_halves(const ConvArgs& a) {
  const int64_t channels = a.out.sizes[1] / std::max<int64_t>(1, a.groups);
  return is_half(Dtype{a.in.dtype}) && a.in.strides[1] == 1 && a.out.strides[1] == 1 && a.in.sizes[1] > 1 &&
         2 * channels >= pixel_kernels(0.0f).lanes;
}

void convolve_halves(const ConvArgs& a, void (*convolve)(const ConvArgs&), View ConvArgs::*result) {
  size_t bytes = 0;
  for (const View* v : {&a.in, &a.out, &a.weight}) {
    bytes += Workspace::round_up(static_cast<size_t>(numel_of(*v)) * sizeof(float));
  }
  const int64_t channels = a.bias.data ? a.bias.sizes[0] : 0;
  Workspace memory(bytes + Workspace::round_up(static_cast<size_t>(channels) * sizeof(float)));
  ConvArgs args = a;
  Floats floats[4];
  int i = 0;
  for (View ConvArgs::*part : {&ConvArgs::in, &ConvArgs::out, &ConvArgs::weight, &ConvArgs::bias}) {
    if (!(a.*part).data) continue;
    floats[i] = Floats(a.*part, memory.take<float>(numel_of(a.*part)));
    // the strides move with the struct
    floats[i].view.strides = floats[i].strides;
    args.*part = floats[i++].view;
    const bool made = part == result || (part == &ConvArgs::bias && result == &ConvArgs::weight);
    if (!made) copy(args.*part, a.*part);
  }
  convolve(args);
  copy(a.*result, args.*result);
  if (result == &ConvArgs::weight && a.bias.data) copy(a.bias, args.bias);
}

}  // namespace vjp::cpu
