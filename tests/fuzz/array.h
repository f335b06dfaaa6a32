// Plain arrays that references compute with, and the way between them and tensors: memory is read and written here,
// element by element, and not by the library.
#pragma once

#include <functional>

#include "../golden/handle.h"
#include "call.h"

namespace fuzz {

using golden::Tensor;
using golden::TensorList;

struct Array {
  vjp_dtype dtype = VJP_DTYPE_FLOAT64;
  Ints shape;
  std::vector<Complex> v;     // row-major
  std::vector<double> scale;  // of what cancels, an element each; empty: of the values themselves

  Array() = default;
  Array(Ints sizes, vjp_dtype type) : dtype(type), shape(std::move(sizes)), v(static_cast<size_t>(numel_of(shape))) {}
  int64_t numel() const { return static_cast<int64_t>(v.size()); }
  int64_t ndim() const { return static_cast<int64_t>(shape.size()); }
  int64_t size(int64_t d) const { return shape[static_cast<size_t>(d < 0 ? d + ndim() : d)]; }
  Complex& operator[](int64_t i) { return v[static_cast<size_t>(i)]; }
  const Complex& operator[](int64_t i) const { return v[static_cast<size_t>(i)]; }
};

// A step of the dtype at 1; 0 for whole numbers.
double eps_of(vjp_dtype dtype);
// As the dtype holds it: rounded, or whole numbers modulo their range.
Complex rounded(Complex v, vjp_dtype dtype);

// The tensor of the description, in memory of exactly its extent; a contiguous, strided copy where asked.
Tensor make_tensor(const Drawn& drawn, bool contiguous);
Tensor make_tensor(const Array& array);
Array array_of(const Drawn& drawn);
// One in a layout of its own (sparse.cc), and whether an element of it is kept.
Tensor make_sparse(const Drawn& drawn);
bool is_kept(const Drawn& drawn, int64_t element);
Array read_tensor(vjp_tensor* tensor);
// Bytes of all elements, row-major.
std::vector<char> bytes_of(vjp_tensor* tensor);

}  // namespace fuzz
