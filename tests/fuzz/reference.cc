#include "reference.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace fuzz {

Given::Given(const Operator& op, const Call& call) : op_(op), call_(call) {}

const Parameter& Given::parameter(const char* name) const {
  const int i = op_.index_of(name);
  if (i < 0) throw std::logic_error(op_.name + " has no argument '" + name + "'");
  return op_.parameters[static_cast<size_t>(i)];
}

const Value& Given::value(const char* name) const {
  static const Value none;
  parameter(name);
  const auto i = static_cast<size_t>(op_.index_of(name));
  return i < call_.args.size() ? call_.args[i] : none;
}

bool Given::has(const char* name) const {
  if (!knows(name)) return false;
  return value(name).kind != Value::None || (parameter(name).has_fallback && parameter(name).fallback != "None");
}

Array Given::array(const char* name) const {
  const Value& v = value(name);
  if (v.kind == Value::Tensor) return array_of(v.tensors[0]);
  Array out({}, VJP_DTYPE_NONE);
  out[0] = number(name);
  return out;
}

std::vector<Array> Given::arrays(const char* name) const {
  std::vector<Array> out;
  for (const Drawn& t : value(name).tensors) out.push_back(array_of(t));
  return out;
}

int64_t Given::integer(const char* name) const {
  const Value& v = value(name);
  return v.kind == Value::None ? std::atoll(parameter(name).fallback.c_str()) : v.integer;
}

Complex Given::number(const char* name) const {
  const Value& v = value(name);
  if (v.kind == Value::Float || v.kind == Value::Complex) return v.number;
  if (v.kind == Value::Int || v.kind == Value::Bool) return static_cast<double>(v.integer);
  return std::strtod(parameter(name).fallback.c_str(), nullptr);
}
double Given::real(const char* name) const { return number(name).real(); }

bool Given::flag(const char* name) const {
  const Value& v = value(name);
  return v.kind == Value::None ? parameter(name).fallback == "True" : v.integer != 0;
}

std::string Given::word(const char* name) const {
  const Value& v = value(name);
  const std::string& text = parameter(name).fallback;
  return v.kind == Value::String ? v.text : text.substr(1, text.size() - 2);
}

Ints Given::ints(const char* name) const {
  const Value& v = value(name);
  if (v.kind == Value::Ints) return v.ints;
  if (v.kind == Value::Int) return {v.integer};
  Ints out;
  for (const char* s = parameter(name).fallback.c_str(); *s;) {
    char* end = nullptr;
    const int64_t n = std::strtoll(s, &end, 10);
    if (end == s)
      ++s;
    else
      out.push_back(n), s = end;
  }
  return out;
}

std::vector<double> Given::reals(const char* name) const { return value(name).floats; }

const Table& references() {
  static const Table table = [] {
    Table out;
    for (auto add : {add_pointwise, add_reductions, add_scans, add_rearrangements, add_indexing, add_products,
                     add_windows, add_norms, add_losses, add_creation, add_linalg})
      add(out);
    return out;
  }();
  return table;
}

Ints broadcast_shape(const Ints& a, const Ints& b) {
  Ints out = a.size() < b.size() ? b : a;
  const Ints& other = a.size() < b.size() ? a : b;
  for (size_t i = 0; i < other.size(); ++i) {
    int64_t& size = out[out.size() - 1 - i];
    const int64_t mine = other[other.size() - 1 - i];
    if (size == 1)
      size = mine;
    else if (mine != 1 && mine != size)
      throw std::logic_error("shapes that do not broadcast were accepted");
  }
  return out;
}

int64_t position_of(const Ints& at, const Ints& shape) {
  int64_t position = 0;
  for (size_t d = 0; d < shape.size(); ++d) position = position * shape[d] + at[d];
  return position;
}

Array rearranged(const Array& a, const Ints& shape, const std::function<Ints(const Ints&)>& index) {
  Array out(shape, a.dtype);
  int64_t i = 0;
  each(shape, [&](const Ints& to) { out[i++] = at(a, index(to)); });
  return out;
}

Array broadcast(const Array& a, const Ints& shape) {
  if (a.shape.size() > shape.size()) throw std::logic_error("an array has more dimensions than it is broadcast to");
  const size_t skip = shape.size() - a.shape.size();
  return rearranged(a, shape, [&](const Ints& to) {
    Ints from(to.begin() + static_cast<int64_t>(skip), to.end());
    for (size_t d = 0; d < from.size(); ++d)
      if (a.shape[d] == 1) from[d] = 0;
    return from;
  });
}

Array permuted(const Array& a, const Ints& dims) {
  Ints shape;
  for (int64_t d : dims) shape.push_back(a.size(d));
  return rearranged(a, shape, [&](const Ints& to) {
    Ints from(to.size());
    for (size_t d = 0; d < to.size(); ++d) from[static_cast<size_t>(wrapped(dims[d], a.ndim()))] = to[d];
    return from;
  });
}

Array moved(const Array& a, int64_t from, int64_t to) {
  Ints dims;
  for (int64_t d = 0; d < a.ndim(); ++d)
    if (d != wrapped(from, a.ndim())) dims.push_back(d);
  dims.insert(dims.begin() + wrapped(to, a.ndim()), wrapped(from, a.ndim()));
  return permuted(a, dims);
}

Array along(const Array& a, int64_t dim, const std::function<std::vector<Complex>(const std::vector<Complex>&)>& f) {
  if (a.ndim() == 0) {
    Array out = a;
    out.v = f(a.v);
    if (out.v.size() != 1) out.shape = {out.numel()};
    return out;
  }
  const int64_t last = a.ndim() - 1, d = wrapped(dim, a.ndim());
  Array lines = moved(a, d, last), out;
  const int64_t n = lines.size(-1), rows = numel_of(Ints(lines.shape.begin(), lines.shape.end() - 1));
  std::vector<Complex> all;
  int64_t length = n ? n : static_cast<int64_t>(f({}).size());
  for (int64_t r = 0; r < rows; ++r) {
    std::vector<Complex> made = f(std::vector<Complex>(lines.v.begin() + r * n, lines.v.begin() + (r + 1) * n));
    length = static_cast<int64_t>(made.size());
    all.insert(all.end(), made.begin(), made.end());
  }
  if (rows == 0) {  // of numbers that differ, which have an order
    std::vector<Complex> line(static_cast<size_t>(n));
    for (size_t i = 0; i < line.size(); ++i) line[i] = static_cast<double>(i);
    length = static_cast<int64_t>(f(line).size());
  }
  lines.shape.back() = length;
  lines.v = std::move(all);
  return moved(lines, last, d);
}

Array in_dtype(Array a, const Given& g) {
  if (!g.knows("dtype") || !g.has("dtype")) return a;
  a.dtype = static_cast<vjp_dtype>(g.integer("dtype"));
  for (Complex& z : a.v) {
    if (is_whole(a.dtype) && a.dtype != VJP_DTYPE_BOOL && !(std::abs(z) < 0x1p31))
      unspecified("an integer that has no place in it");
    z = rounded(z, a.dtype);
  }
  return a;
}

bool all_finite(const Array& a) {
  for (const Complex& z : a.v)
    if (!std::isfinite(z.real()) || !std::isfinite(z.imag())) return false;
  return true;
}
bool any_nan(const std::vector<Complex>& v) { return std::any_of(v.begin(), v.end(), is_nan); }

}  // namespace fuzz
