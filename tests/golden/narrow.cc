#include "narrow.h"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "function.h"

namespace golden {
namespace {

struct Precision {
  double epsilon, largest, smallest;  // unit roundoff, largest and smallest normal number
};

Precision precision_of(vjp_dtype dtype) {
  switch (dtype) {
    case VJP_DTYPE_FLOAT16:
      return {0x1p-11, 65504, 0x1p-14};
    case VJP_DTYPE_BFLOAT16:
      return {0x1p-8, 0x1p127, 0x1p-126};
    default:
      return {0x1p-24, 0x1p127, 0x1p-126};
  }
}

bool is_wide(vjp_dtype dtype) { return dtype == VJP_DTYPE_FLOAT64 || dtype == VJP_DTYPE_COMPLEX128; }

// Value and VJP, all elements in one list, with what each came from.
struct Result {
  std::vector<Complex> values;
  std::vector<std::string> names;  // one an element
  std::vector<bool> exact;
};

class Narrow {
 public:
  Narrow(const Entry& entry, const Json& sample, const std::vector<Operator>& operators, vjp_dtype narrow)
      : function_(entry, sample, operators),
        narrow_(narrow),
        precision_(precision_of(narrow)),
        random_(static_cast<uint64_t>(sample.at("k").integer) + 1) {}

  Outcome run() {
    Outcome outcome;
    inputs_ = rounded(function_.make_inputs(false));
    cotangents_ = rounded(function_.cotangents(false));
    Result got;
    if (!evaluate(narrowed(inputs_), narrowed(cotangents_), &got)) {
      outcome.skipped = true;
      return outcome;
    }
    Result want;
    if (!evaluate(copies(inputs_), copies(cotangents_), &want)) throw Failure("the wide type fails");
    if (got.values.size() != want.values.size()) throw Failure("results of another number or size");
    compare(got, want, spread(want), outcome);
    return outcome;
  }

 private:
  vjp_dtype narrow_of(vjp_dtype wide) const { return wide == VJP_DTYPE_COMPLEX128 ? VJP_DTYPE_COMPLEX64 : narrow_; }

  static Tensor converted(const Tensor& t, vjp_dtype dtype) {
    std::vector<char> bytes(static_cast<size_t>(vjp_tensor_numel(t.get())) * vjp_dtype_size(dtype));
    check(vjp_tensor_copy_to(t.get(), bytes.data(), bytes.size(), dtype), "copy_to");
    Tensor out;
    check(vjp_tensor_from_data(bytes.data(), vjp_tensor_shape(t.get()), vjp_tensor_ndim(t.get()), dtype, out.out()),
          "input");
    return out;
  }

  // The same values in the narrow type, everything else as it is.
  std::vector<Tensor> narrowed(const std::vector<Tensor>& tensors) const {
    std::vector<Tensor> out;
    for (const Tensor& t : tensors) {
      vjp_dtype dtype = vjp_tensor_dtype(t.get());
      out.push_back(t && is_wide(dtype) ? converted(t, narrow_of(dtype)) : share(t.get()));
    }
    return out;
  }

  // Wide tensors whose values the narrow type has.
  std::vector<Tensor> rounded(const std::vector<Tensor>& tensors) const {
    std::vector<Tensor> out;
    for (const Tensor& t : tensors) {
      vjp_dtype dtype = vjp_tensor_dtype(t.get());
      out.push_back(t && is_wide(dtype) ? converted(converted(t, narrow_of(dtype)), dtype) : share(t.get()));
    }
    return out;
  }

  static std::vector<Tensor> copies(const std::vector<Tensor>& tensors) {
    std::vector<Tensor> out;
    for (const Tensor& t : tensors) out.push_back(t ? converted(t, vjp_tensor_dtype(t.get())) : Tensor());
    return out;
  }

  // Wide tensors with every element changed by a rounding error of the narrow type.
  std::vector<Tensor> shaken(const std::vector<Tensor>& tensors) {
    std::vector<Tensor> out = copies(tensors);
    for (Tensor& t : out) {
      if (!t || !is_wide(vjp_tensor_dtype(t.get()))) continue;
      vjp_dtype dtype = vjp_tensor_dtype(t.get());
      std::vector<double> numbers(static_cast<size_t>(vjp_tensor_numel(t.get())) * (vjp_dtype_size(dtype) / 8));
      check(vjp_tensor_copy_to(t.get(), numbers.data(), numbers.size() * 8, dtype), "copy_to");
      for (double& x : numbers) x *= 1 + precision_.epsilon * sign();
      check(vjp_tensor_copy_from(t.get(), numbers.data(), numbers.size() * 8, dtype), "copy_from");
    }
    return out;
  }

  double sign() {
    random_ = random_ * 6364136223846793005u + 1442695040888963407u;
    return random_ >> 63 ? 1 : -1;
  }

  // False if the operator refuses the type.
  bool evaluate(std::vector<Tensor> inputs, const std::vector<Tensor>& cotangents, Result* out) const {
    const auto &in = function_.inputs(), &outs = function_.outputs();
    for (size_t i = 0; i < in.size(); ++i)
      if (in[i].grad) check(vjp_tensor_set_requires_grad(inputs[i].get(), true), "requires_grad");
    try {
      std::vector<Tensor> y = function_.evaluate(inputs);
      if (y.size() != outs.size()) throw Failure("results of another number");
      std::vector<Tensor> g = function_.pull_back(inputs, y, cotangents, false);
      for (size_t i = 0; i < y.size(); ++i) append("out." + std::to_string(i), y[i], outs[i], out);
      for (size_t i = 0; i < g.size(); ++i)
        if (in[i].grad) append("vjp." + std::to_string(i), g[i], in[i], out);
      return true;
    } catch (const Failure&) {
      vjp_status status = vjp_last_error_status();
      if (status == VJP_ERROR_NOT_IMPLEMENTED || status == VJP_ERROR_DTYPE) return false;
      throw;
    }
  }

  static void append(const std::string& name, const Tensor& t, const Spec& spec, Result* out) {
    std::vector<Complex> values = t ? elements(t.get()) : std::vector<Complex>(static_cast<size_t>(spec.numel()));
    out->values.insert(out->values.end(), values.begin(), values.end());
    out->names.resize(out->values.size(), name);
    out->exact.resize(out->values.size(), !is_wide(spec.dtype));
  }

  // For each element the most that rounding errors of the inputs changed it by, and for each array the most anywhere in
  // it: an element may by luck not move although what it is computed from does.
  std::vector<double> spread(const Result& want) {
    std::vector<double> out(want.values.size());
    for (int draw = 0; draw < 4; ++draw) {
      Result moved;
      try {
        if (!evaluate(shaken(inputs_), shaken(cotangents_), &moved)) continue;
      } catch (const Failure&) {
        continue;  // the point lies at the edge of what is allowed
      }
      for (size_t i = 0; i < out.size() && i < moved.values.size(); ++i) {
        double d = std::abs(moved.values[i] - want.values[i]);
        if (d > out[i]) out[i] = d;
      }
    }
    // derivatives are often written with a kept result, whose own rounding error is as large as its values
    double scale = 1;
    for (size_t i = 0; i < out.size(); ++i)
      if (want.names[i].starts_with("out") && std::isfinite(std::abs(want.values[i]))) {
        scale = std::max(scale, std::abs(want.values[i]));
      }
    for (size_t i = 0; i < out.size();) {
      size_t end = i;
      double most = 0, size = 0;
      for (; end < out.size() && want.names[end] == want.names[i]; ++end) {
        most = std::max(most, out[end]);
        double a = std::abs(want.values[end]);
        if (std::isfinite(a)) size = std::max(size, a);
      }
      double factor = want.names[i].starts_with("vjp") ? scale : 1;
      for (; i < end; ++i)
        out[i] = (is_composite() ? 64 : 1) * kFactor * (most + precision_.epsilon * (1 + factor * size)) +
                 precision_.smallest;
    }
    return out;
  }

  void compare(const Result& got, const Result& want, const std::vector<double>& allowed, Outcome& outcome) const {
    // a value near the end of the narrow type's range: the terms of a sum may have been beyond it
    bool overflows = is_composite() || std::any_of(want.values.begin(), want.values.end(),
                                                   [&](Complex z) { return !(std::abs(z) < precision_.largest / 64); });
    for (size_t i = 0; i < want.values.size(); ++i) {
      Complex a = got.values[i], b = want.values[i];
      double size = std::abs(b);
      // what the narrow type cannot hold need not come out
      if (!want.exact[i] && !(size < precision_.largest / 4)) continue;
      if (overflows && !want.exact[i] && !std::isfinite(std::abs(a))) continue;
      double d = std::abs(a - b);
      if (std::isnan(a.real()) && std::isnan(b.real())) d = 0;
      double limit = want.exact[i] ? 0 : allowed[i];
      if (!(d <= limit)) {
        std::ostringstream text;
        text << want.names[i] << " element " << i << ": " << a << ", not " << b << " within " << limit;
        outcome.problems.push_back(text.str());
        if (outcome.problems.size() > 3) return;
      }
      double ratio = want.exact[i] ? 0 : d / allowed[i];
      if (ratio > outcome.worst) {
        outcome.worst = ratio;
        outcome.worst_at = want.names[i];
      }
    }
  }

  // A composite rounds to the narrow type between its parts.
  bool is_composite() const {
    const auto& operators = function_.operators();
    return !operators.empty() && std::string(vjp_op_family(operators[0].op)) == "composite";
  }

  static constexpr double kFactor = 16;  // roundings inside the operator, beside those of its inputs
  Function function_;
  vjp_dtype narrow_;
  Precision precision_;
  uint64_t random_;
  std::vector<Tensor> inputs_, cotangents_;
};

}  // namespace

Outcome check_narrow(const Entry& entry, const Json& sample, const std::vector<Operator>& operators, vjp_dtype narrow) {
  return Narrow(entry, sample, operators, narrow).run();
}

}  // namespace golden
