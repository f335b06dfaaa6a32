#include "call.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <stdexcept>

namespace fuzz {
namespace {

constexpr const char* kFills[] = {"generic", "ties",     "special", "index",   "distinct",
                                  "mask",    "positive", "unit",    "definite"};

constexpr const char* kLayouts[] = {"strided", "coo", "csr", "csc", "bsr", "bsc"};

std::string text_of(const Ints& list) {
  std::string out;
  for (size_t i = 0; i < list.size(); ++i) out += (i ? "," : "") + std::to_string(list[i]);
  return out;
}

std::string text_of(double v) {
  if (std::isnan(v)) return "nan";
  if (std::isinf(v)) return v < 0 ? "-inf" : "inf";
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", v);
  for (int digits = 1; digits < 17; ++digits) {
    char shorter[40];
    std::snprintf(shorter, sizeof shorter, "%.*g", digits, v);
    if (std::strtod(shorter, nullptr) == v) {
      std::memcpy(text, shorter, sizeof text);
      break;
    }
  }
  return strpbrk(text, ".e") ? text : std::string(text) + ".";
}

std::string text_of(const Drawn& t) {
  std::string out = std::string(vjp_dtype_name(t.dtype)) + "[" + text_of(t.shape) + "]";
  if (!t.strides.empty()) out += "/" + text_of(t.strides);
  if (t.offset) out += "+" + std::to_string(t.offset);
  if (t.layout != VJP_LAYOUT_STRIDED) out += std::string("@") + kLayouts[t.layout];
  if (t.layout == VJP_LAYOUT_COO) out += std::to_string(t.sparse_dims) + (t.twice ? "twice" : "");
  out += std::string(":") + kFills[static_cast<int>(t.fill)];
  if (t.fill == Fill::Index || t.fill == Fill::Distinct) out += "(" + text_of(Ints{t.low, t.high}) + ")";
  return out + "#" + std::to_string(t.seed);
}

std::string text_of(const Value& v) {
  std::string out;
  switch (v.kind) {
    case Value::None:
      return "none";
    case Value::Bool:
      return v.integer ? "true" : "false";
    case Value::Int:
      return std::to_string(v.integer);
    case Value::Float:
      return text_of(v.number.real());
    case Value::Complex:
      return "z(" + text_of(v.number.real()) + "," + text_of(v.number.imag()) + ")";
    case Value::Tensor:
      return text_of(v.tensors[0]);
    case Value::Tensors:
      for (const Drawn& t : v.tensors) out += (out.empty() ? "" : ", ") + text_of(t);
      return "{" + out + "}";
    case Value::Ints:
      return "[" + text_of(v.ints) + "]";
    case Value::Floats:
      for (double x : v.floats) out += (out.empty() ? "" : ",") + text_of(x);
      return "f[" + out + "]";
    case Value::String:
      return "\"" + v.text + "\"";
    case Value::Device:
      return "cpu";
    case Value::Dtype:
      return std::string("dtype:") + vjp_dtype_name(static_cast<vjp_dtype>(v.integer));
  }
  return out;
}

class Reader {
 public:
  explicit Reader(const std::string& text) : at_(text.c_str()) {}
  Call call() {
    Call out;
    while (*at_ && *at_ != '(') out.op += *at_++;
    want('(');
    while (!take(')')) {
      out.args.push_back(value());
      take(',');
    }
    return out;
  }

 private:
  [[noreturn]] void bad() const { throw std::runtime_error(std::string("a call is wanted at '") + at_ + "'"); }
  void space() {
    while (*at_ == ' ') ++at_;
  }
  bool take(char c) {
    space();
    if (*at_ != c) return false;
    ++at_;
    return true;
  }
  bool take(const char* word) {
    space();
    size_t n = std::strlen(word);
    if (std::strncmp(at_, word, n) != 0) return false;
    at_ += n;
    return true;
  }
  void want(char c) {
    if (!take(c)) bad();
  }
  int64_t integer() {
    char* end = nullptr;
    int64_t v = std::strtoll(at_, &end, 10);
    if (end == at_) bad();
    at_ = end;
    return v;
  }
  double real() {
    char* end = nullptr;
    double v = std::strtod(at_, &end);
    if (end == at_) bad();
    at_ = end;
    return v;
  }
  Ints ints(char close) {
    Ints out;
    while (!take(close)) {
      out.push_back(integer());
      take(',');
    }
    return out;
  }
  std::string word() {
    std::string out;
    space();
    while (std::isalnum(static_cast<unsigned char>(*at_))) out += *at_++;
    return out;
  }
  // The number of the word among these.
  template <size_t n>
  size_t one_of(const char* const (&words)[n]) {
    std::string mine;
    space();
    while (std::isalpha(static_cast<unsigned char>(*at_))) mine += *at_++;
    for (size_t i = 0; i < n; ++i)
      if (mine == words[i]) return i;
    bad();
  }
  void layout(Drawn& t) {
    t.layout = static_cast<vjp_layout>(one_of(kLayouts));
    if (t.layout != VJP_LAYOUT_COO) return;
    t.sparse_dims = integer();
    t.twice = take("twice");
  }
  Drawn tensor(const std::string& dtype) {
    Drawn t;
    t.dtype = vjp_dtype_from_name(dtype.c_str());
    if (t.dtype == VJP_DTYPE_NONE) bad();
    want('[');
    t.shape = ints(']');
    if (take('/')) do
        t.strides.push_back(integer());
      while (take(','));
    if (take('+')) t.offset = integer();
    if (take('@')) layout(t);
    want(':');
    t.fill = static_cast<Fill>(one_of(kFills));
    if (take('(')) {
      Ints range = ints(')');
      if (range.size() != 2) bad();
      t.low = range[0], t.high = range[1];
    }
    want('#');
    t.seed = static_cast<uint64_t>(integer());
    return t;
  }
  Value number() {
    Value v;
    const char* end = at_ + 1;
    bool whole = true;
    for (; *end && *end != ',' && *end != ')' && *end != ' '; ++end)
      whole = whole && std::isdigit(static_cast<unsigned char>(*end));
    if (*at_ == 'i' || *at_ == 'n') whole = false;
    v.kind = whole ? Value::Int : Value::Float;
    if (whole)
      v.integer = integer();
    else
      v.number = real();
    return v;
  }
  Value value() {
    Value v;
    space();
    if (take("none")) return v;
    if (take("true") || take("false")) {
      v.kind = Value::Bool;
      v.integer = at_[-2] == 'u';
    } else if (take("z(")) {
      v.kind = Value::Complex;
      double re = real();
      want(',');
      v.number = {re, real()};
      want(')');
    } else if (take("f[")) {
      v.kind = Value::Floats;
      while (!take(']')) {
        v.floats.push_back(real());
        take(',');
      }
    } else if (take('[')) {
      v.kind = Value::Ints;
      v.ints = ints(']');
    } else if (take('{')) {
      v.kind = Value::Tensors;
      while (!take('}')) {
        v.tensors.push_back(tensor(word()));
        take(',');
      }
    } else if (take('"')) {
      v.kind = Value::String;
      while (*at_ && *at_ != '"') v.text += *at_++;
      want('"');
    } else if (take("cpu")) {
      v.kind = Value::Device;
    } else if (take("dtype:")) {
      v.kind = Value::Dtype;
      v.integer = vjp_dtype_from_name(word().c_str());
    } else if (std::isdigit(static_cast<unsigned char>(*at_)) || *at_ == '-' || !std::strncmp(at_, "inf", 3) ||
               !std::strncmp(at_, "nan", 3)) {
      return number();
    } else {
      v.kind = Value::Tensor;
      v.tensors.push_back(tensor(word()));
    }
    return v;
  }

  const char* at_;
};

uint64_t mixed(uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}
// 0 to 1
double uniform(uint64_t seed, int64_t position) {
  return static_cast<double>(mixed(seed * 0x100000001b3u + static_cast<uint64_t>(position)) >> 11) * 0x1p-53;
}

double special_at(double u, bool half) {
  constexpr double inf = std::numeric_limits<double>::infinity();
  const double all[] = {
      0., -0., inf, -inf, std::numeric_limits<double>::quiet_NaN(), 1., -1., half ? 3e4 : 1e30, half ? 1e-4 : 1e-30,
      0.5};
  const auto which = static_cast<size_t>(u * 20);
  return which < std::size(all) ? all[which] : (u * 20 - 15) * 0.7;
}

double real_at(const Drawn& t, uint64_t seed, int64_t position) {
  const double u = uniform(seed, position);
  switch (t.fill) {
    case Fill::Ties:
      return std::floor(u * 7) - 3;
    case Fill::Special:
      return is_whole(t.dtype) ? std::floor(u * 9) - 4
                               : special_at(u, t.dtype == VJP_DTYPE_FLOAT16 || t.dtype == VJP_DTYPE_BFLOAT16);
    case Fill::Index:
      return static_cast<double>(t.low) + std::floor(u * static_cast<double>(std::max<int64_t>(1, t.high - t.low)));
    case Fill::Distinct: {
      const int64_t n = std::max<int64_t>(1, t.high - t.low);
      return static_cast<double>(t.low + (position * 1 + static_cast<int64_t>(seed % 97)) % n);
    }
    case Fill::Mask:
      return u < 0.5 ? 0 : 1;
    case Fill::Positive:
      return is_whole(t.dtype) ? 1 + std::floor(u * 5) : 0.1 + 2.9 * u;
    case Fill::Unit:
      return is_whole(t.dtype) ? std::floor(u * 2) : 0.05 + 0.9 * u;
    default:
      if (is_whole(t.dtype)) return std::floor(u * 9) - 4;
      return u < 0.5 ? -2 + 3.8 * u : 0.1 + 3.8 * (u - 0.5);
  }
}

}  // namespace

int64_t numel_of(const Ints& shape) {
  int64_t n = 1;
  for (int64_t size : shape) n *= size;
  return n;
}

Ints row_major(const Ints& shape) {
  Ints strides(shape.size(), 1);
  for (size_t d = shape.size(); d-- > 1;) strides[d - 1] = strides[d] * std::max<int64_t>(1, shape[d]);
  return strides;
}

std::string text_of(const Call& call) {
  std::string out = call.op + "(";
  for (size_t i = 0; i < call.args.size(); ++i) out += (i ? ", " : "") + text_of(call.args[i]);
  return out + ")";
}

Call read_call(const std::string& text) { return Reader(text).call(); }

Complex value_at(const Drawn& t, int64_t position) {
  double re = real_at(t, t.seed, position), im = 0;
  if (t.fill == Fill::Definite && t.shape.size() >= 2) {
    const int64_t n = t.shape.back(), i = position / n % n, j = position % n;
    if (i == j) return 2.0 * static_cast<double>(n) + 1 + uniform(t.seed, position);
    const int64_t plane = position / (n * n) * n * n;
    re = uniform(t.seed, plane + std::min(i, j) * n + std::max(i, j));
    if (is_complex(t.dtype)) im = (i < j ? 0.5 : -0.5) * re;
    return {re, im};
  }
  if (is_complex(t.dtype)) im = real_at(t, t.seed + 0x5bd1e995, position);
  if (t.dtype == VJP_DTYPE_UINT8) re = std::abs(re);
  return {re, im};
}

}  // namespace fuzz
