// The Fourier transform of one line.
#pragma once

#include "backends/cpu/fourier/plan.h"

namespace vjp::cpu::fft {

// Complex numbers one after the other, `in` may be `out`; times `scale`. `inverse`: with the conjugate roots.
template <class T>
void transform_line(const Plan<T>& plan, const T* in, T* out, T scale, bool inverse);

}  // namespace vjp::cpu::fft
