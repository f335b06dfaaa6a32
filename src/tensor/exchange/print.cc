#include "tensor/print.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <vector>

#include "tensor/place.h"

namespace vjp {
namespace {

// A real number with the precision it is stored in, which decides what its shortest digits are.
struct Real {
  double value;
  bool single;
};

// The decimal number with the fewest digits that rounds to the same half: 0.1 and not 0.0999755859375.
template <class Half>
double shortest_of(Half x) {
  float exact = x;
  if (!std::isfinite(exact)) return exact;
  for (int digits = 0;; ++digits) {
    char text[32];
    auto written = std::to_chars(text, text + sizeof text, exact, std::chars_format::scientific, digits);
    double value;
    std::from_chars(text, written.ptr, value);
    if (Half(static_cast<float>(value)).bits == x.bits) return value;
  }
}

std::string digits_of(Real x, std::chars_format form, int precision) {
  char text[400];
  auto write = [&](auto v) {
    char* end = text + sizeof text;
    auto shortest = std::to_chars(text, end, v, form);
    std::string_view found(text, static_cast<size_t>(shortest.ptr - text));
    size_t point = found.find('.'), stop = std::min(found.find('e'), found.size());
    if (point != std::string_view::npos && stop - point - 1 > static_cast<size_t>(precision)) {
      shortest = std::to_chars(text, end, v, form, precision);
    }
    return std::string(text, static_cast<size_t>(shortest.ptr - text));
  };
  return x.single ? write(static_cast<float>(x.value)) : write(x.value);
}

// A number cut in "-12", "34" and, in the exponent form, "+05".
struct Parts {
  std::string whole, fraction, exponent;
};

Parts parts_of(Real x, bool scientific, int precision, bool plus) {
  std::string text = digits_of(x, scientific ? std::chars_format::scientific : std::chars_format::fixed, precision);
  Parts out;
  if (size_t e = text.find('e'); e != std::string::npos) {
    out.exponent = text.substr(e + 1);
    text.resize(e);
  }
  size_t point = text.find('.');
  out.whole = text.substr(0, point);
  if (point != std::string::npos) out.fraction = text.substr(point + 1);
  while (!out.fraction.empty() && out.fraction.back() == '0') out.fraction.pop_back();
  if (plus && out.whole[0] != '-') out.whole.insert(size_t{0}, 1, '+');
  return out;
}

// How all numbers of one tensor are written: the same width, decimal points under each other.
class RealFormat {
 public:
  RealFormat(const std::vector<Real>& values, int precision, bool plus) : precision_(precision), plus_(plus) {
    bool negative_infinity = false, all_finite = true, any_finite = false;
    double largest = 0, smallest = INFINITY;
    for (Real x : values) {
      negative_infinity |= x.value == -INFINITY;
      all_finite &= std::isfinite(x.value);
      any_finite |= std::isfinite(x.value);
      if (!std::isfinite(x.value) || x.value == 0) continue;
      largest = std::max(largest, std::abs(x.value));
      smallest = std::min(smallest, std::abs(x.value));
    }
    scientific_ = largest > 0 && (largest >= 1e8 || smallest < 1e-4 || largest / smallest > 1000);
    for (Real x : values)
      if (std::isfinite(x.value)) widen(parts_of(x, scientific_, precision, plus));
    // what stands right of the point, as far as words are concerned
    tail_ = scientific_ && any_finite ? fraction_ + exponent_ + 1 : fraction_;
    if (!all_finite) {
      size_t room = tail_ + 1, infinity = 3 + (negative_infinity || plus ? 1 : 0);
      whole_ = std::max({whole_, 3 > room ? 3 - room : 0, infinity > room ? infinity - room : 0});
    }
  }

  std::string operator()(Real x) const {
    if (!std::isfinite(x.value)) return word(x.value);
    Parts p = parts_of(x, scientific_, precision_, plus_);
    std::string out(whole_ - p.whole.size(), ' ');
    out += p.whole + "." + p.fraction + std::string(fraction_ - p.fraction.size(), scientific_ ? '0' : ' ');
    if (scientific_) {
      // numpy writes every exponent with as many digits as the longest has
      out += "e" + p.exponent.substr(0, 1) + std::string(exponent_ - p.exponent.size(), '0') + p.exponent.substr(1);
    }
    return out;
  }

 private:
  void widen(const Parts& p) {
    whole_ = std::max(whole_, p.whole.size());
    fraction_ = std::max(fraction_, p.fraction.size());
    exponent_ = std::max(exponent_, p.exponent.size());
  }
  std::string word(double x) const {
    std::string text = std::isnan(x) ? "nan" : x < 0 ? "-inf" : "inf";
    if (plus_ && text[0] != '-') text.insert(size_t{0}, 1, '+');
    size_t width = whole_ + tail_ + 1;
    return std::string(width > text.size() ? width - text.size() : 0, ' ') + text;
  }

  int precision_;
  bool plus_, scientific_ = false;
  size_t whole_ = 0, fraction_ = 0, exponent_ = 0, tail_ = 0;
};

// The elements that are shown, as text of one width, and how they are laid out in brackets.
class Printer {
 public:
  Printer(const Tensor& tensor, const PrintOptions& options) : tensor_(on_host(tensor)), options_(options) {
    summary_ = tensor.numel() > options.threshold;
  }

  std::string print() {
    if (tensor_.numel() == 0) return "[]";
    gather(0, 0);
    format_elements();
    return write(0, " ", options_.line_width);
  }

 private:
  bool cut(int64_t size) const { return summary_ && size > 2 * options_.edge_items; }

  // Calls f(i) for the positions of a dimension that are shown.
  template <class F>
  void each_shown(int64_t size, F&& f) const {
    int64_t head = cut(size) ? options_.edge_items : size;
    for (int64_t i = 0; i < head; ++i) f(i);
    if (cut(size))
      for (int64_t i = size - options_.edge_items; i < size; ++i) f(i);
  }

  void gather(int dim, int64_t offset) {
    if (dim == tensor_.ndim()) {
      offsets_.push_back(offset);
      return;
    }
    each_shown(tensor_.sizes()[dim], [&](int64_t i) { gather(dim + 1, offset + i * tensor_.strides()[dim]); });
  }

  void format_elements() {
    Dtype dtype = tensor_.dtype();
    visit_dtype(dtype, [&]<class T>(Type<T>) {
      const T* data = tensor_.data<T>();
      if constexpr (std::is_same_v<T, bool>) {
        for (int64_t at : offsets_) words_.push_back(data[at] ? (tensor_.ndim() ? " True" : "True") : "False");
      } else if constexpr (std::is_integral_v<T>) {
        for (int64_t at : offsets_) words_.push_back(std::to_string(data[at]));
        justify();
      } else if constexpr (std::is_same_v<T, std::complex<float>> || std::is_same_v<T, std::complex<double>>) {
        format_complex(data);
      } else {
        std::vector<Real> values;
        for (int64_t at : offsets_) {
          if constexpr (std::is_floating_point_v<T>) {
            values.push_back({data[at], std::is_same_v<T, float>});
          } else {
            values.push_back({shortest_of(data[at]), false});
          }
        }
        RealFormat format(values, options_.precision, false);
        for (Real x : values) words_.push_back(format(x));
      }
    });
  }

  template <class T>
  void format_complex(const std::complex<T>* data) {
    std::vector<Real> real, imaginary;
    for (int64_t at : offsets_) {
      real.push_back({data[at].real(), std::is_same_v<T, float>});
      imaginary.push_back({data[at].imag(), std::is_same_v<T, float>});
    }
    RealFormat left(real, options_.precision, false), right(imaginary, options_.precision, true);
    for (size_t i = 0; i < real.size(); ++i) {
      std::string text = right(imaginary[i]);
      text.insert(text.find_last_not_of(' ') + 1, 1, 'j');
      words_.push_back(left(real[i]) + text);
    }
  }

  void justify() {
    size_t width = 0;
    for (const std::string& word : words_) width = std::max(width, word.size());
    for (std::string& word : words_) word.insert(0, width - word.size(), ' ');
  }

  std::string write(int dim, const std::string& indent, size_t width) {
    if (dim == tensor_.ndim()) return words_[next_++];
    int64_t size = tensor_.sizes()[dim];
    std::string out =
        dim + 1 == tensor_.ndim() ? write_row(size, indent, width) : write_block(dim, size, indent, width);
    out.insert(size_t{0}, 1, '[');
    out += ']';
    return out;
  }

  // The innermost dimension: words, broken over lines where they do not fit.
  std::string write_row(int64_t size, const std::string& indent, size_t width) {
    std::string out, line = indent;
    bool first = true;
    int64_t shown = 0;
    auto add = [&](const std::string& word) {
      if (!first) line += ' ';
      first = false;
      if (line.size() + word.size() > width - 1 && line.size() > indent.size()) {
        while (!line.empty() && line.back() == ' ') line.pop_back();
        out += line + "\n";
        line = indent;
      }
      line += word;
    };
    each_shown(size, [&](int64_t) {
      if (cut(size) && shown == options_.edge_items) add("...");
      ++shown;
      add(words_[next_++]);
    });
    return (out + line).substr(indent.size());
  }

  std::string write_block(int dim, int64_t size, const std::string& indent, size_t width) {
    std::string out, separator(static_cast<size_t>(tensor_.ndim() - dim - 1), '\n');
    int64_t shown = 0;
    each_shown(size, [&](int64_t) {
      if (shown) out += separator + indent;
      if (cut(size) && shown == options_.edge_items) out += "..." + separator + indent;
      ++shown;
      out += write(dim + 1, indent + " ", width - 1);
    });
    return out;
  }

  const Tensor tensor_;
  const PrintOptions& options_;
  bool summary_;
  std::vector<int64_t> offsets_;  // of the elements shown, in row-major order
  std::vector<std::string> words_;
  size_t next_ = 0;
};

}  // namespace

std::string to_string(const Tensor& tensor, const PrintOptions& options) { return Printer(tensor, options).print(); }

}  // namespace vjp
