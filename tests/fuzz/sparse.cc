// Sparse tensors of descriptions: which elements they keep, and the members that say so.
#include <algorithm>

#include "array.h"

namespace fuzz {
namespace {

// The dimensions of the positions, then those of what lies at each.
struct Split {
  explicit Split(const Drawn& t) {
    const bool coo = t.layout == VJP_LAYOUT_COO;
    const auto cut =
        t.shape.begin() + (coo ? std::min<int64_t>(t.sparse_dims, static_cast<int64_t>(t.shape.size())) : 2);
    sparse.assign(t.shape.begin(), cut);
    dense.assign(cut, t.shape.end());
    if (t.layout == VJP_LAYOUT_BSR || t.layout == VJP_LAYOUT_BSC)
      for (int64_t& size : sparse) {
        dense.push_back(size % 2 ? 1 : 2);
        size /= dense.back();
      }
  }
  Ints sparse, dense;
};

bool is_blocked(const Drawn& t) { return t.layout == VJP_LAYOUT_BSR || t.layout == VJP_LAYOUT_BSC; }

// Half of the places, whatever lies there.
bool is_kept_place(const Drawn& t, int64_t place) {
  Drawn mask;
  mask.fill = Fill::Mask;
  mask.seed = t.seed + 77;
  return value_at(mask, place) != 0.0;
}

// The number of the element at a place and in what lies there.
int64_t element_at(const Drawn& t, const Split& split, int64_t place, int64_t inner) {
  if (!is_blocked(t)) return place * numel_of(split.dense) + inner;
  const int64_t rows = split.dense[0], columns = split.dense[1];
  const int64_t row = place / split.sparse[1] * rows + inner / columns;
  return row * t.shape[1] + place % split.sparse[1] * columns + inner % columns;
}

// One of two numbers of the dtype whose sum is that.
Complex half_of(Complex v, vjp_dtype dtype, bool first) {
  if (!is_whole(dtype)) return v * 0.5;
  if (dtype == VJP_DTYPE_BOOL) return v;
  return first ? v - 1.0 : Complex(1);
}

Array list_of(const Ints& numbers, vjp_dtype dtype) {
  Array out({static_cast<int64_t>(numbers.size())}, dtype);
  std::copy(numbers.begin(), numbers.end(), out.v.begin());
  return out;
}

// Values in memory with gaps, for some: what is read must follow strides.
Tensor values_in_memory(const Array& values, const Drawn& t) {
  Tensor plain = make_tensor(values), wide, out;
  if (t.seed % 4 != 1 || values.numel() == 0) return plain;
  vjp_tensor* both[] = {plain.get(), plain.get()};
  golden::check(vjp_stack(both, 2, -1, wide.out()), "values twice");
  golden::check(vjp_select(wide.get(), -1, 1, out.out()), "every second value");
  return out;
}

Tensor make_coo(const Drawn& t, const Split& split, const Ints& places, const Array& values) {
  const auto n = static_cast<int64_t>(places.size()), dims = static_cast<int64_t>(split.sparse.size());
  Array indices({dims, n}, t.seed % 3 ? VJP_DTYPE_INT64 : VJP_DTYPE_INT32);
  for (int64_t i = 0; i < n; ++i)
    for (int64_t d = dims, rest = places[static_cast<size_t>(i)]; d-- > 0;) {
      const int64_t size = split.sparse[static_cast<size_t>(d)];
      indices[d * n + i] = static_cast<double>(rest % size);
      rest /= size;
    }
  Tensor out, at = make_tensor(indices), what = values_in_memory(values, t);
  golden::check(vjp_sparse_coo(at.get(), what.get(), t.shape.data(), t.shape.size(), !t.twice, out.out()), "COO");
  return out;
}

Tensor make_compressed(const Drawn& t, const Split& split, const Ints& places, const Array& values) {
  const bool by_rows = t.layout == VJP_LAYOUT_CSR || t.layout == VJP_LAYOUT_BSR;
  Ints begins{0}, across;
  for (int64_t line = 0; line < split.sparse[by_rows ? 0 : 1]; ++line) {
    for (int64_t place : places) {
      const int64_t row = place / split.sparse[1], column = place % split.sparse[1];
      if ((by_rows ? row : column) == line) across.push_back(by_rows ? column : row);
    }
    begins.push_back(static_cast<int64_t>(across.size()));
  }
  const vjp_dtype whole = t.seed % 3 ? VJP_DTYPE_INT64 : VJP_DTYPE_INT32;
  Tensor out, first = make_tensor(list_of(begins, whole)), second = make_tensor(list_of(across, whole));
  Tensor what = values_in_memory(values, t);
  golden::check(
      vjp_sparse_compressed(t.layout, first.get(), second.get(), what.get(), t.shape[0], t.shape[1], out.out()),
      "a compressed matrix");
  return out;
}

}  // namespace

bool is_kept(const Drawn& t, int64_t element) {
  if (t.layout == VJP_LAYOUT_STRIDED) return true;
  const Split split(t);
  if (!is_blocked(t)) return is_kept_place(t, element / std::max<int64_t>(1, numel_of(split.dense)));
  const int64_t row = element / t.shape[1] / split.dense[0], column = element % t.shape[1] / split.dense[1];
  return is_kept_place(t, row * split.sparse[1] + column);
}

Tensor make_sparse(const Drawn& t) {
  const Split split(t);
  const Array elements = array_of(t);
  Ints places;
  for (int64_t place = 0; place < numel_of(split.sparse); ++place)
    if (is_kept_place(t, place)) places.push_back(place);
  const bool by_columns = t.layout == VJP_LAYOUT_CSC || t.layout == VJP_LAYOUT_BSC;
  if (by_columns)
    std::stable_sort(places.begin(), places.end(),
                     [&](int64_t a, int64_t b) { return a % split.sparse[1] < b % split.sparse[1]; });
  const size_t once = places.size();
  if (t.twice) {
    places.insert(places.end(), places.begin(), places.end());
    std::reverse(places.begin(), places.end());
  }
  Ints sizes = split.dense;
  sizes.insert(sizes.begin(), static_cast<int64_t>(places.size()));
  Array values(sizes, t.dtype);
  const int64_t each = numel_of(split.dense);
  for (size_t i = 0; i < places.size(); ++i)
    for (int64_t inner = 0; inner < each; ++inner) {
      const Complex v = elements[element_at(t, split, places[i], inner)];
      values[static_cast<int64_t>(i) * each + inner] = t.twice ? half_of(v, t.dtype, i < once) : v;
    }
  return t.layout == VJP_LAYOUT_COO ? make_coo(t, split, places, values) : make_compressed(t, split, places, values);
}

}  // namespace fuzz
