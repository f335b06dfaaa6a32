// Positions of the elements that are not zero.
#include <algorithm>

#include "backends/cpu/cpu.h"
#include "backends/cpu/elements.h"
#include "backends/cpu/loops.h"

namespace vjp::cpu {
namespace {

// The bits in which a number differs from zero: everything but the signs of floating-point numbers, of which zeros have
// two.
uint64_t magnitude_bits(Dtype d) {
  switch (d) {
    case Dtype::Float16:
    case Dtype::BFloat16:
      return 0x7fff;
    case Dtype::Float32:
      return 0x7fffffff;
    case Dtype::Complex64:
      return 0x7fffffff'7fffffff;
    case Dtype::Float64:
    case Dtype::Complex128:
      return 0x7fffffff'ffffffff;
    default:
      return ~uint64_t{0};
  }
}
uint64_t bits_of(uint64_t v) { return v; }
uint64_t bits_of(const Bytes16& v) { return v.words[0] | v.words[1]; }

// Of one dimension with its elements side by side: without a branch on what an element is. At most `rows` positions.
template <class T>
int64_t positions(const T* data, int64_t n, uint64_t mask, int64_t* out, int64_t rows) {
  int64_t found = 0;
  for (int64_t i = 0; i < n && found < rows; ++i) {
    out[found] = i;
    found += (bits_of(data[i]) & mask) != 0;
  }
  return found;
}

}  // namespace

void count_nonzero(const CountNonzeroArgs& args) { *args.count = count_nonzero(args.in); }

void nonzero(const NonzeroArgs& args) {
  const View& in = args.in;
  Loop<1> loop;
  for (int d = 0; d < in.ndim; ++d) loop.add(in.sizes[d], in.strides[d]);
  const int64_t n = loop.count();
  if (n == 0 || in.ndim == 0) return;
  loop.coalesce();
  const uint64_t mask = magnitude_bits(Dtype{in.dtype});
  visit_size(Dtype{in.dtype}, [&](auto type) {
    using T = typename decltype(type)::type;
    const T* data = static_cast<const T*>(in.data);
    Cursor<1> at(loop, 0);
    int64_t* coordinates = args.coordinates;
    int64_t* const end = coordinates + args.rows * in.ndim;
    if (in.ndim == 1 && in.strides[0] == 1) {
      coordinates += positions(data, n, mask, coordinates, args.rows);
      std::fill(coordinates, end, 0);
      return;
    }
    for (int64_t i = 0; i < n && coordinates != end; ++i, at.next()) {
      if ((bits_of(data[at.offset[0]]) & mask) == 0) continue;
      int64_t position = i;
      for (int d = in.ndim - 1; d >= 0; --d) {
        coordinates[d] = position % in.sizes[d];
        position /= in.sizes[d];
      }
      coordinates += in.ndim;
    }
    std::fill(coordinates, end, 0);  // fewer than were counted: they have changed meanwhile
  });
}

}  // namespace vjp::cpu
