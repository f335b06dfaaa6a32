// A call of an operator as data: drawn at random, printed as one line, read back from it, made smaller.
//
//   add(float32[2,3]/1,2+4:generic#17, 0.5)
//   mm(float64[2,3]@csr:generic#1, float64[3,2]:generic#2)
//
// A tensor is its dtype, its sizes, the strides and offset where it is not contiguous, or its layout where it is
// sparse, and what its memory is filled with.
#pragma once

#include <complex>
#include <cstdint>
#include <string>
#include <vector>

#include "vjp/vjp.h"

namespace fuzz {

using Complex = std::complex<double>;
using Ints = std::vector<int64_t>;

// What the memory of a tensor holds, by position and seed.
enum class Fill : uint8_t {
  Generic,   // of either sign, away from 0, none twice
  Ties,      // whole numbers around 0
  Special,   // generic ones among zeros, infinities, NaN, tiny and large ones
  Index,     // whole numbers from low to high - 1
  Distinct,  // low, low + 1, ... shuffled
  Mask,      // 0 or 1
  Positive,  // 0.1 to 3
  Unit,      // 0.05 to 0.95
  Definite   // symmetric matrices with large diagonals
};

struct Drawn {
  vjp_dtype dtype = VJP_DTYPE_FLOAT64;
  Ints shape, strides;  // strides: empty where contiguous
  int64_t offset = 0;
  vjp_layout layout = VJP_LAYOUT_STRIDED;
  int64_t sparse_dims = 0;  // of COO
  bool twice = false;       // of COO: every position stands there twice, in falling order
  Fill fill = Fill::Generic;
  int64_t low = 0, high = 1;
  uint64_t seed = 0;
};

struct Value {
  enum Kind : uint8_t {
    None,
    Bool,
    Int,
    Float,
    Complex,
    Tensor,
    Tensors,
    Ints,
    Floats,
    String,
    Dtype,
    Device
  } kind = None;
  int64_t integer = 0;   // Bool, Int, Dtype
  fuzz::Complex number;  // Float, Complex
  std::vector<Drawn> tensors;
  fuzz::Ints ints;
  std::vector<double> floats;
  std::string text;
};

struct Call {
  std::string op;
  std::vector<Value> args;
};

int64_t numel_of(const Ints& shape);
Ints row_major(const Ints& shape);
inline bool is_floating(vjp_dtype d) { return vjp_dtype_is_floating(d); }
inline bool is_complex(vjp_dtype d) { return vjp_dtype_is_complex(d); }
inline bool is_whole(vjp_dtype d) { return !is_floating(d) && !is_complex(d); }

std::string text_of(const Call& call);
Call read_call(const std::string& text);  // throws std::runtime_error for what is none

// The elements in row-major order, rounded to the dtype.
std::vector<Complex> elements_of(const Drawn& drawn);
// The value at a position of the memory, and of a matrix for Fill::Definite.
Complex value_at(const Drawn& drawn, int64_t position);

// Calls f(index, position) for every element in row-major order.
template <class F>
void each_index(const Ints& shape, const Ints& strides, int64_t offset, F f) {
  Ints at(shape.size(), 0);
  for (int64_t i = 0, n = numel_of(shape); i < n; ++i) {
    int64_t position = offset;
    for (size_t d = 0; d < shape.size(); ++d) position += at[d] * strides[d];
    f(i, position);
    for (size_t d = shape.size(); d-- > 0 && ++at[d] == shape[d];) at[d] = 0;
  }
}

}  // namespace fuzz
