// Evenly spaced numbers, on the CPU.
#pragma once

#include <cstdint>

namespace vjp {

// out[i] = start + i * step for i < count, computed in double and rounded once. For float and double.
template <class T>
void fill_sequence(T* out, int64_t count, double start, double step);
// The same, with steps back from `end`: the last of them is `end` exactly.
template <class T>
void fill_sequence_to(T* out, int64_t count, double end, double step);

}  // namespace vjp
