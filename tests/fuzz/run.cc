#include "run.h"

#include <cmath>
#include <cstdio>

#include "../golden/entry.h"

namespace fuzz {

Arguments::Arguments(const Call& call, bool contiguous) : call_(call) {
  for (const Value& v : call.args)
    for (const Drawn& t : v.tensors) tensors_.push_back(make_tensor(t, contiguous));
}

const std::vector<vjp_value>& Arguments::values(const std::vector<vjp_tensor*>& tensors) {
  values_.clear();
  lists_.clear();
  size_t next = 0;
  for (const Value& v : call_.args) {
    vjp_value out{};
    switch (v.kind) {
      case Value::None:
        break;
      case Value::Bool:
      case Value::Int:
      case Value::Dtype:
        out.kind = v.kind == Value::Bool ? VJP_KIND_BOOL : v.kind == Value::Int ? VJP_KIND_INT : VJP_KIND_DTYPE;
        out.as.integer = v.integer;
        break;
      case Value::Float:
        out.kind = VJP_KIND_FLOAT;
        out.as.real = v.number.real();
        break;
      case Value::Complex:
        out.kind = VJP_KIND_COMPLEX;
        out.as.complex_value[0] = v.number.real();
        out.as.complex_value[1] = v.number.imag();
        break;
      case Value::Tensor:
        out.kind = VJP_KIND_TENSOR;
        out.as.tensor = tensors.at(next++);
        break;
      case Value::Tensors:
        lists_.emplace_back(tensors.begin() + static_cast<int64_t>(next),
                            tensors.begin() + static_cast<int64_t>(next + v.tensors.size()));
        next += v.tensors.size();
        out.kind = VJP_KIND_TENSOR_LIST;
        out.count = static_cast<uint32_t>(v.tensors.size());
        out.as.tensors = lists_.back().data();
        break;
      case Value::Ints:
        out.kind = VJP_KIND_INT_LIST;
        out.count = static_cast<uint32_t>(v.ints.size());
        out.as.ints = v.ints.data();
        break;
      case Value::Floats:
        out.kind = VJP_KIND_FLOAT_LIST;
        out.count = static_cast<uint32_t>(v.floats.size());
        out.as.floats = v.floats.data();
        break;
      case Value::Device:
        out.kind = VJP_KIND_DEVICE;
        out.as.device = vjp_tensor_device(nullptr);  // the CPU
        break;
      case Value::String:
        out.kind = VJP_KIND_STRING;
        out.as.string = v.text.c_str();
        break;
    }
    values_.push_back(out);
  }
  return values_;
}

std::vector<Tensor> tensors_of(vjp_tensor_list* list) {
  std::vector<Tensor> out;
  for (size_t i = 0; i < vjp_tensor_list_size(list); ++i) out.push_back(golden::share(vjp_tensor_list_get(list, i)));
  return out;
}

Ran run(const Operator& op, vjp_variant variant, const std::vector<vjp_value>& values) {
  Ran out;
  TensorList list;
  out.status = vjp_op_call(op.op, variant, values.data(), values.size(), list.out());
  if (out.ok())
    out.results = tensors_of(list.get());
  else
    out.message = vjp_last_error();
  return out;
}

std::vector<Array> read_all(const std::vector<Tensor>& tensors) {
  std::vector<Array> out;
  for (const Tensor& t : tensors) out.push_back(t ? read_tensor(t.get()) : Array({0}, VJP_DTYPE_NONE));
  return out;
}

std::string text_of_shape(const Ints& shape) { return golden::text_of(shape.data(), shape.size()); }

double largest_of(vjp_dtype d) {
  return d == VJP_DTYPE_FLOAT16 ? 65504 : d == VJP_DTYPE_FLOAT64 || d == VJP_DTYPE_COMPLEX128 ? 1.7e308 : 3.3e38;
}

namespace {
bool close(double a, double b, double allowed) {
  return a == b || (std::isnan(a) && std::isnan(b)) || std::abs(a - b) <= allowed;
}
double magnitude(const Complex& z) { return std::isfinite(std::abs(z)) ? std::abs(z) : 0; }
double smallest_of(vjp_dtype d) {
  return d == VJP_DTYPE_FLOAT16 ? 6e-5 : d == VJP_DTYPE_FLOAT64 || d == VJP_DTYPE_COMPLEX128 ? 3e-308 : 1.2e-38;
}
}  // namespace

std::string difference(const Array& got, const Array& want, double tolerance, bool separate) {
  if (got.shape != want.shape)
    return "the shape is " + text_of_shape(got.shape) + " and not " + text_of_shape(want.shape);
  double whole = 0;
  if (!separate)
    for (const Complex& z : want.v) whole = std::max(whole, magnitude(z));
  const double top = largest_of(got.dtype) * (1 - 4 * eps_of(got.dtype)), bottom = smallest_of(got.dtype);
  for (int64_t i = 0; i < got.numel(); ++i) {
    if (is_whole(got.dtype) && std::abs(want[i]) > 0x1p53) continue;  // a double does not know the last digits
    const Complex a = got[i], b = is_whole(got.dtype)     ? rounded(want[i], got.dtype)
                                  : is_complex(got.dtype) ? want[i]
                                                          : Complex(want[i].real());
    const double scale = std::max({whole, magnitude(b), want.scale.empty() ? 0 : want.scale[static_cast<size_t>(i)]});
    const double allowed = tolerance * scale + bottom;
    if (is_complex(got.dtype)) {  // of numbers that are not finite the parts depend on how a product is written
      if (!std::isfinite(std::abs(a)) && (!std::isfinite(std::abs(b)) || std::abs(b) >= std::sqrt(top))) continue;
      if (!std::isfinite(std::abs(b)) && std::abs(a) >= std::sqrt(top)) continue;
      if (std::abs(a - b) <= 2 * allowed) continue;
    } else if (close(a.real(), b.real(), allowed) ||
               (std::abs(b.real()) >= top && std::abs(a.real()) >= top && a.real() * b.real() > 0) ||
               (scale >= top && !std::isfinite(a.real()))) {  // terms that overflow cancel
      continue;
    }
    char text[200];
    std::snprintf(text, sizeof text, "element %lld is %.17g%+.17gi and not %.17g%+.17gi (%.3g allowed)",
                  static_cast<long long>(i), a.real(), a.imag(), b.real(), b.imag(), allowed);
    return text;
  }
  return "";
}

double narrowest_eps(const Call& call, vjp_dtype result) {
  double eps = eps_of(result);
  for (const Value& v : call.args) {
    for (const Drawn& t : v.tensors) eps = std::max(eps, eps_of(t.dtype));
    if (v.kind == Value::Dtype) eps = std::max(eps, eps_of(static_cast<vjp_dtype>(v.integer)));
  }
  return eps;
}

}  // namespace fuzz
