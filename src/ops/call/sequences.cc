#include "ops/call/sequences.h"

#include <algorithm>

namespace vjp {
namespace {

// Calls value(i) with i as a double, which it is exactly. Vectors can convert integers of 32 bits only.
template <class T, class F>
void fill(T* out, int64_t count, F&& value) {
  constexpr int64_t kPart = 1 << 30;
  for (int64_t first = 0; first < count; first += kPart) {
    const double base = static_cast<double>(first);
    const int32_t n = static_cast<int32_t>(std::min(kPart, count - first));
    T* part = out + first;
    for (int32_t i = 0; i < n; ++i) part[i] = static_cast<T>(value(base + i));
  }
}

}  // namespace

template <class T>
void fill_sequence(T* out, int64_t count, double start, double step) {
  fill(out, count, [=](double i) { return start + i * step; });
}

template <class T>
void fill_sequence_to(T* out, int64_t count, double end, double step) {
  const double last = static_cast<double>(count - 1);
  fill(out, count, [=](double i) { return end - (last - i) * step; });
}

template void fill_sequence(float*, int64_t, double, double);
template void fill_sequence(double*, int64_t, double, double);
template void fill_sequence_to(float*, int64_t, double, double);
template void fill_sequence_to(double*, int64_t, double, double);

}  // namespace vjp
