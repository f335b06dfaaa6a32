// Derivatives by central differences, and the elements of tensors as numbers.
#include <cmath>

#include "device/transfer.h"
#include "graph/meta.h"
#include "graph/modes.h"
#include "ops/functions/copy.h"
#include "ops/internal.h"
#include "ops/sparse.h"
#include "tensor/place.h"
#include "transforms/gradcheck_parts.h"

namespace vjp {
namespace {

using Values = std::vector<std::complex<double>>;

// What the function gets: of a sparse input that is perturbed as a dense one a tensor of its layout.
std::vector<Tensor> arguments_of(const Problem& p, TensorList inputs) {
  std::vector<Tensor> out(inputs.begin(), inputs.end());
  for (const CheckedInput& c : p.checked)
    if (is_sparse(p.input(c)) && !is_sparse(out[c.input])) out[c.input] = everywhere(out[c.input], p.input(c));
  return out;
}

// The outputs at the present values of `inputs`; only their values may depend on those.
std::vector<Values> outputs_at(const Problem& p, TensorList inputs) {
  std::vector<Tensor> outputs = p.function(arguments_of(p, inputs));
  if (outputs.size() != p.outputs.size()) {
    fail(VJP_ERROR_INVALID, "{}: the function gave {} outputs, and {} where an input was perturbed", p.words.check,
         p.outputs.size(), outputs.size());
  }
  std::vector<Values> values(outputs.size());
  for (const OutputPart& part : p.parts) {
    const Tensor &before = p.output(part), &now = outputs[part.output];
    auto where = static_cast<int64_t>(part.output);
    if (!now || !same(before.sizes(), now.sizes())) {
      fail(VJP_ERROR_SHAPE, "{}: {} was {}, and {} where an input was perturbed", p.words.check, p.words.output(where),
           before, now);
    }
    if (before.dtype() != now.dtype()) {
      fail(VJP_ERROR_DTYPE, "{}: {} was {}, and {} where an input was perturbed", p.words.check, p.words.output(where),
           before, now);
    }
    if (values[part.output].empty()) values[part.output] = elements_of(now);
  }
  return values;
}

// Steps from the input's values along one basis vector; the values come back at the end.
class Perturbation {
 public:
  Perturbation(Tensor target, const Basis& basis) : target_(std::move(target)), basis_(basis) {
    original_ = elements_of(target_);
  }
  ~Perturbation() { step(column_, 0); }
  Perturbation(const Perturbation&) = delete;
  Perturbation& operator=(const Perturbation&) = delete;

  void step(size_t column, std::complex<double> length) {
    if (basis_.weights.empty()) {
      if (original_.empty()) return;
      set_element(target_, static_cast<int64_t>(column), original_[column] + length);
    } else {
      for (size_t i = 0; i < original_.size(); ++i)
        set_element(target_, static_cast<int64_t>(i), original_[i] + length * basis_.weights[i]);
    }
    target_->bump_version();
    column_ = column;
  }

 private:
  Tensor target_;
  const Basis& basis_;
  Values original_;
  size_t column_ = 0;
};

void fill_column(const Problem& p, Jacobians& out, size_t c, size_t column, std::vector<Tensor>& inputs,
                 Perturbation& x) {
  double eps = p.options.eps;
  for (bool imaginary : {false, true}) {
    if (imaginary && !p.checked[c].complex) continue;
    std::complex<double> unit = imaginary ? std::complex<double>(0, 1) : 1;
    x.step(column, eps * unit);
    std::vector<Values> above = outputs_at(p, inputs);
    x.step(column, -eps * unit);
    std::vector<Values> below = outputs_at(p, inputs);
    x.step(column, 0);
    for (size_t part = 0; part < p.parts.size(); ++part) {
      const OutputPart& o = p.parts[part];
      for (size_t row = 0; row < o.basis.size(); ++row) {
        std::complex<double> difference = o.basis.dot(row, above[o.output]) - o.basis.dot(row, below[o.output]);
        out[part][c].at(row, column) += unit * (o.of(difference) / (2 * eps));
      }
    }
  }
}

// A strided tensor as it is.
Tensor dense_copy(const Tensor& t) {
  BelowAutograd below;
  return to_dense(detach(t));
}

bool is_nan(std::complex<double> v) { return std::isnan(v.real()) || std::isnan(v.imag()); }

}  // namespace

Jacobians empty_jacobians(const Problem& p) {
  Jacobians out;
  for (const OutputPart& part : p.parts) {
    out.emplace_back();
    for (const CheckedInput& c : p.checked) out.back().emplace_back(part.basis.size(), c.basis.size(), c.complex);
  }
  return out;
}

Jacobians numeric_jacobians(const Problem& p) {
  Jacobians out = empty_jacobians(p);
  std::vector<Tensor> inputs = p.inputs;  // perturbed are copies: the graph of p.outputs has saved the others
  for (const CheckedInput& c : p.checked) inputs[c.input] = private_copy(dense_copy(p.input(c)));
  for (size_t c = 0; c < p.checked.size(); ++c) {
    Perturbation x(inputs[p.checked[c].input], p.checked[c].basis);
    for (size_t column = 0; column < p.checked[c].basis.size(); ++column) fill_column(p, out, c, column, inputs, x);
  }
  return out;
}

// The outputs are those of the inputs, which have their values again.
std::string describe_unsteady(const Problem& p) {
  const std::vector<Values> again = outputs_at(p, p.inputs);
  for (const OutputPart& part : p.parts) {
    const Values first = elements_of(p.output(part));
    for (size_t i = 0; i < first.size(); ++i) {
      const std::complex<double> a = first[i], b = again[part.output][i];
      if (a == b || (is_nan(a) && is_nan(b))) continue;
      return format(
          "; but the function does not give the same for the same inputs ({} changed by {}), so there is nothing to "
          "compare with",
          p.words.output(static_cast<int64_t>(part.output)), std::abs(b - a));
    }
  }
  return {};
}

// ---- bases and matrices ----

double Basis::weight(size_t k, int64_t element) const {
  if (weights.empty()) return static_cast<int64_t>(k) == element ? 1 : 0;
  return weights[static_cast<size_t>(element)];
}

std::complex<double> Basis::dot(size_t k, std::span<const std::complex<double>> values) const {
  if (weights.empty()) return values[k];
  std::complex<double> sum = 0;
  for (size_t i = 0; i < values.size(); ++i) sum += weights[i] * values[i];
  return sum;
}

double Basis::sum() const {
  if (weights.empty()) return 1;
  double sum = 0;
  for (double w : weights) sum += w;
  return sum;
}

Tensor Matrix::tensor() const {
  const int64_t sizes[] = {static_cast<int64_t>(rows), static_cast<int64_t>(columns)};
  OperatorDevice here({});
  Tensor out = Tensor::empty(sizes, complex ? Dtype::Complex128 : Dtype::Float64);
  for (size_t i = 0; i < values.size(); ++i) set_element(out, static_cast<int64_t>(i), values[i]);
  return out;
}

// ---- elements ----

std::vector<std::complex<double>> elements_of(const Tensor& t) {
  BelowAutograd below;
  Tensor plain = on_host(fresh_copy(to(is_sparse(t) ? to_dense(detach(t)) : t, Dtype::Complex128)));
  const auto* data = plain.data<std::complex<double>>();
  return {data, data + plain.numel()};
}

void set_element(const Tensor& t, int64_t element, std::complex<double> value) {
  int64_t offset = 0;
  for (int d = t.ndim() - 1; d >= 0; --d) {
    auto i = static_cast<size_t>(d);
    offset += element % t.sizes()[i] * t.strides()[i];
    element /= t.sizes()[i];
  }
  visit_dtype(t.dtype(), [&]<class T>(Type<T>) {
    auto put = [&](T element) { copy_bytes(t.device(), t.data<T>() + offset, {}, &element, sizeof element); };
    if constexpr (is_differentiable(dtype_of<T>)) {
      if constexpr (is_complex(dtype_of<T>)) {
        put(T(static_cast<typename T::value_type>(value.real()), static_cast<typename T::value_type>(value.imag())));
      } else {
        put(static_cast<T>(value.real()));
      }
    }
  });
}

namespace {
// Zeros in storage of its own, with the sizes and strides given.
Tensor zeros_strided(Device device, IntSpan sizes, IntSpan strides, Dtype dtype) {
  int64_t extent = 1;
  for (size_t d = 0; d < sizes.size(); ++d) extent += std::max<int64_t>(sizes[d] - 1, 0) * strides[d];
  const int64_t shape[] = {extent};
  Tensor storage = zeros_on(device, shape, dtype);
  Geometry geometry = storage.geometry();
  geometry.sizes = Dims(sizes);
  geometry.strides = Dims(strides);
  return storage.with_geometry(geometry);
}
}  // namespace

Tensor private_copy(const Tensor& t) {
  if (is_sparse(t)) {
    BelowAutograd below;
    Tensor copy = clone(detach(t));
    copy->requires_grad = true;
    return copy;
  }
  Tensor copy = zeros_strided(t.device(), t.sizes(), t.strides(), t.dtype());
  {
    BelowAutograd below;
    copy_(copy, detach(t));
  }
  copy->requires_grad = true;
  return copy;
}

Tensor basis_tensor(const Basis& basis, size_t k, const Tensor& like, std::complex<double> unit) {
  Tensor out = zeros_on(like.device(), like.sizes(), like.dtype());
  if (basis.weights.empty()) {
    set_element(out, static_cast<int64_t>(k), unit);
    return out;
  }
  for (int64_t i = 0; i < like.numel(); ++i) set_element(out, i, basis.weight(k, i) * unit);
  return out;
}

// SplitMix64 (Steele, Lea and Flood 2014).
double RepeatableRandom::unit() {
  uint64_t z = state_ += 0x9e3779b97f4a7c15;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
  z = (z ^ z >> 27) * 0x94d049bb133111eb;
  return static_cast<double>((z ^ z >> 31) >> 11) * 0x1p-53;
}

Tensor random_tensor(const Tensor& like, bool non_contiguous, RepeatableRandom& random) {
  Dims strides = is_dense(like.sizes(), like.strides()) ? Dims(like.strides()) : contiguous_strides(like.sizes());
  if (non_contiguous)
    for (int64_t& s : strides) s *= 2;
  Tensor out = zeros_strided(like.device(), like.sizes(), strides, like.dtype());
  for (int64_t i = 0; i < out.numel(); ++i) {
    double re = 2 * random.unit() - 1, im = is_complex(out.dtype()) ? 2 * random.unit() - 1 : 0;
    set_element(out, i, {re, im});
  }
  return out;
}

}  // namespace vjp
