// What operators compute, by loops over float64 (complex128) elements that share nothing with the library's kernels.
#pragma once

#include <map>
#include <stdexcept>

#include "array.h"
#include "operators.h"

namespace fuzz {

// There is no one right answer for these arguments.
struct Unspecified : std::runtime_error {
  using std::runtime_error::runtime_error;
};
[[noreturn]] inline void unspecified(const char* why) { throw Unspecified(why); }

// The arguments of one call, by name, with the schema's defaults.
class Given {
 public:
  Given(const Operator& op, const Call& call);
  const std::string& op() const { return op_.name; }
  bool has(const char* name) const;
  bool knows(const char* name) const { return op_.index_of(name) >= 0; }
  Array array(const char* name) const;  // a number is an array without dimensions
  std::vector<Array> arrays(const char* name) const;
  bool is_number(const char* name) const { return value(name).kind != Value::Tensor; }
  int64_t integer(const char* name) const;
  double real(const char* name) const;
  Complex number(const char* name) const;
  bool flag(const char* name) const;
  std::string word(const char* name) const;
  Ints ints(const char* name) const;
  std::vector<double> reals(const char* name) const;

 private:
  const Value& value(const char* name) const;
  const Parameter& parameter(const char* name) const;
  const Operator& op_;
  const Call& call_;
};

using Results = std::vector<Array>;
using Reference = Results (*)(const Given&);

struct Entry {
  Reference reference = nullptr;
  // How many roundings of the narrowest dtype an element may be off, of itself or of what cancels in it.
  double roundings = 8;
};
using Table = std::map<std::string, Entry>;

// One function a family; each is a file reference_*.cc.
void add_pointwise(Table& table);
void add_reductions(Table& table);
void add_scans(Table& table);
void add_rearrangements(Table& table);
void add_indexing(Table& table);
void add_products(Table& table);
void add_windows(Table& table);
void add_norms(Table& table);
void add_losses(Table& table);
void add_creation(Table& table);
void add_linalg(Table& table);
const Table& references();

// ---- for the references ----

// A dimension from the end; of an array without dimensions, 0.
inline int64_t wrapped(int64_t d, int64_t n) { return d < 0 ? d + std::max<int64_t>(1, n) : d; }
// The common shape of broadcasting.
Ints broadcast_shape(const Ints& a, const Ints& b);
Array broadcast(const Array& a, const Ints& shape);
// The result reads element index(at) of the array: a rearrangement.
Array rearranged(const Array& a, const Ints& shape, const std::function<Ints(const Ints&)>& index);
int64_t position_of(const Ints& at, const Ints& shape);
// Calls f(at) for all places of a shape.
template <class F>
void each(const Ints& shape, F f) {
  Ints at(shape.size(), 0);
  for (int64_t n = numel_of(shape); n > 0; --n) {
    f(static_cast<const Ints&>(at));
    for (size_t d = shape.size(); d-- > 0 && ++at[d] == shape[d];) at[d] = 0;
  }
}
inline Complex& at(Array& a, const Ints& index) { return a[position_of(index, a.shape)]; }
inline const Complex& at(const Array& a, const Ints& index) { return a[position_of(index, a.shape)]; }
Array permuted(const Array& a, const Ints& dims);
Array moved(const Array& a, int64_t from, int64_t to);
inline Array reshaped(Array a, Ints shape) {
  a.shape = std::move(shape);
  return a;
}
// The line of an array along a dimension, and an array of what f makes of each line.
Array along(const Array& a, int64_t dim, const std::function<std::vector<Complex>(const std::vector<Complex>&)>& f);
// In the dtype that the call asks for, if it does.
Array in_dtype(Array a, const Given& g);
bool any_nan(const std::vector<Complex>& v);
bool all_finite(const Array& a);
inline bool is_nan(const Complex& z) { return z.real() != z.real() || z.imag() != z.imag(); }

}  // namespace fuzz
