#include "observe/evidence.h"

#include <cmath>
#include <limits>

#include "graph/attributes.h"
#include "graph/batched.h"
#include "graph/modes.h"
#include "tensor/place.h"

namespace vjp {
namespace {

constexpr int kMaxValues = 3;

double magnitude(double v) { return std::fabs(v); }
template <class T>
double magnitude(const std::complex<T>& v) {
  if (std::isnan(v.real()) || std::isnan(v.imag())) return std::numeric_limits<double>::quiet_NaN();
  return std::hypot(static_cast<double>(v.real()), static_cast<double>(v.imag()));
}
template <class T>
double magnitude_of(T v) {
  if constexpr (std::is_same_v<T, std::complex<float>> || std::is_same_v<T, std::complex<double>>) {
    return magnitude(v);
  } else {
    return magnitude(static_cast<double>(v));
  }
}

// The smallest number that has all its digits.
double smallest_normal(Dtype dtype) {
  switch (dtype) {
    case Dtype::Float16:
      return std::ldexp(1.0, -14);
    case Dtype::Float64:
    case Dtype::Complex128:
      return std::numeric_limits<double>::min();
    default:
      return static_cast<double>(std::numeric_limits<float>::min());
  }
}

// Steps through the elements of a tensor on the host in row-major order, in units of one element.
class Walk {
 public:
  explicit Walk(const Tensor& t) : sizes_(t.sizes()), strides_(t.strides()), index_(t.sizes()) {
    for (int d = 0; d < index_.n; ++d) index_[d] = 0;
  }
  int64_t offset() const { return offset_; }
  void next() {
    for (int d = index_.n - 1; d >= 0; --d) {
      offset_ += strides_[static_cast<size_t>(d)];
      if (++index_[d] < sizes_[static_cast<size_t>(d)]) return;
      offset_ -= index_[d] * strides_[static_cast<size_t>(d)];
      index_[d] = 0;
    }
  }

 private:
  IntSpan sizes_, strides_;
  Dims index_;
  int64_t offset_ = 0;
};

int64_t offset_of(const Tensor& t, int64_t position) {
  Dims index = index_of(position, t.sizes());
  int64_t offset = 0;
  for (int d = 0; d < index.n; ++d) offset += index[d] * t.strides()[static_cast<size_t>(d)];
  return offset;
}

template <class F>
void with_element(const Tensor& given, int64_t position, F&& f) {
  BelowAutograd guard;
  const Tensor t = on_host(physical_of(given));
  visit_dtype(t.dtype(), [&]<class T>(Type<T>) { f(t.data<T>()[offset_of(t, position)]); });
}

// Where an element of a result lies in a tensor that was broadcast to it; -1 if it was not.
int64_t position_in(IntSpan from, IntSpan sizes, int64_t position) {
  if (from.size() > sizes.size()) return -1;
  Dims index = index_of(position, sizes);
  size_t lead = sizes.size() - from.size();
  int64_t at = 0;
  for (size_t d = 0; d < from.size(); ++d) {
    if (from[d] != 1 && from[d] != sizes[lead + d]) return -1;
    at = at * from[d] + (from[d] == 1 ? 0 : index[static_cast<int>(lead + d)]);
  }
  return at;
}

// What is saved under an attribute, as far as it can be looked at without hooks.
std::vector<Tensor> plain_tensors(Node& node, size_t attribute) {
  std::vector<SavedTensor> all;
  {
    SavedLock lock(node);
    const std::span<SavedTensor> there = node.saved_tensors(attribute);
    all.assign(there.begin(), there.end());
  }
  std::vector<Tensor> list;
  for (const SavedTensor& saved : all) {
    saved.store();
    if (Tensor t = saved.plain()) list.push_back(std::move(t));
  }
  return list;
}

void describe_number(Node& node, size_t attribute, SavedValues& out) {
  if (node.freed) return;
  int kind = node.attribute_kind(attribute);
  if (kind != VJP_KIND_FLOAT && kind != VJP_KIND_INT) return;
  SavedAttribute saved;
  node.attribute(attribute, saved);
  double v = kind == VJP_KIND_FLOAT ? saved.value.as.real : static_cast<double>(saved.value.as.integer);
  out.text += format("{}{} = {}", out.text.empty() ? "" : ", ", node.attribute_name(attribute), v);
  out.zero = out.zero || v == 0;
  out.not_finite = out.not_finite || !std::isfinite(v);
}

}  // namespace

Elements look_at_elements(const Tensor& given) {
  Elements e;
  BelowAutograd guard;
  const Tensor t = on_host(physical_of(given));
  e.count = t.numel();
  if (!is_differentiable(t.dtype())) return e;
  visit_dtype(t.dtype(), [&]<class T>(Type<T>) {
    if constexpr (!std::is_integral_v<T>) {
      const T* data = t.data<T>();
      Walk walk(t);
      for (int64_t i = 0; i < e.count; ++i, walk.next()) {
        double size = magnitude_of(data[walk.offset()]);
        if (!std::isfinite(size)) {
          if (e.bad++ == 0) e.first_bad = i;
        } else if (size == 0) {
          if (e.zeros++ == 0) e.first_zero = i;
        } else if (size > e.largest) {
          e.largest = size;
        }
      }
    }
  });
  e.vanishing = e.bad == 0 && e.largest > 0 && e.largest < smallest_normal(t.dtype());
  return e;
}

std::string element_text(const Tensor& t, int64_t position) {
  std::string text;
  with_element(t, position, [&]<class T>(const T& v) {
    if constexpr (std::is_same_v<T, std::complex<float>> || std::is_same_v<T, std::complex<double>>) {
      text = format("({}, {}j)", static_cast<double>(v.real()), static_cast<double>(v.imag()));
    } else {
      text = std::isnan(static_cast<double>(v)) ? "nan" : detail::to_text(static_cast<double>(v));
    }
  });
  return text;
}

double magnitude_at(const Tensor& t, int64_t position) {
  double size = 0;
  with_element(t, position, [&]<class T>(const T& v) { size = magnitude_of(v); });
  return size;
}

SavedValues saved_at(Node& node, IntSpan sizes, int64_t position) {
  SavedValues out;
  int shown = 0;
  for (size_t i = 0; i < node.num_attributes() && shown < kMaxValues; ++i) {
    std::vector<Tensor> list = plain_tensors(node, i);
    if (list.empty()) {
      try {
        describe_number(node, i, out);
      } catch (const Error&) {  // freed meanwhile
      }
    }
    for (const Tensor& t : list) {
      int64_t at = position_in(t.sizes(), sizes, position);
      if (at < 0 || at >= t.numel() || ++shown > kMaxValues) continue;
      double size = magnitude_at(t, at);
      out.zero = out.zero || size == 0;
      out.not_finite = out.not_finite || !std::isfinite(size);
      out.text += format("{}{} = {}", out.text.empty() ? "" : ", ", node.attribute_name(i), element_text(t, at));
    }
  }
  return out;
}

Tensor saved_on_memory_of(Node& node, const Tensor& t) {
  for (size_t i = 0; i < node.num_attributes(); ++i)
    for (Tensor& saved : plain_tensors(node, i))
      if (saved->storage.get() == t->storage.get()) return saved;
  return {};
}

double safe_factor(Dtype dtype, double largest) {
  double limit = dtype == Dtype::Float16                                 ? std::ldexp(1.0, 12)
                 : dtype == Dtype::Float64 || dtype == Dtype::Complex128 ? std::ldexp(1.0, 900)
                                                                         : std::ldexp(1.0, 100);
  int exponent = 0;
  std::frexp(limit / largest, &exponent);
  return std::ldexp(1.0, std::min(exponent - 1, 1000));
}

}  // namespace vjp
