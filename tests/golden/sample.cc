#include "sample.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <sstream>

#include "function.h"

namespace golden {
namespace {

struct Tolerance {
  double relative = 1e-7, absolute = 1e-7;
};

class Check {
 public:
  Check(const Entry& entry, const Json& sample, const std::vector<Operator>& operators)
      : function_(entry, sample, operators), inputs_(function_.inputs()), outputs_(function_.outputs()) {
    const Json& t = entry.head().at("tolerance");
    first_ = {t.number("rtol"), t.number("atol")};
    second_ = {t.number("rtol2"), t.number("atol2")};
  }

  Outcome run() {
    try {
      function_.evaluate(function_.make_inputs(false));
    } catch (const NotImplemented& e) {
      outcome_.skipped = true;
      outcome_.refusal = e.what();
      return std::move(outcome_);
    } catch (const Failure&) {
      // comes again below, with its reason
    }
    attempt("reverse", [&] { check_reverse(); });
    if (function_.has("jvp")) attempt("forward", [&] { check_forward(); });
    if (function_.sample().flag("inplace")) attempt("in place", [&] { check_inplace(); });
    return std::move(outcome_);
  }

 private:
  template <class F>
  void attempt(const char* what, F&& body) {
    try {
      body();
    } catch (const std::exception& e) {
      outcome_.problems.push_back(std::string(what) + ": " + e.what());
    }
  }

  void check_reverse() {
    std::vector<Tensor> x = function_.make_inputs(true);
    std::vector<Tensor> y = function_.evaluate(x);
    if (y.size() != outputs_.size())
      throw Failure("gives " + std::to_string(y.size()) + " results, not " + std::to_string(outputs_.size()));
    for (size_t i = 0; i < y.size(); ++i) {
      compare("out", i, y[i].get(), outputs_[i], first_);
      check_view(x, y[i].get(), i);
    }
    check_mutated(x);
    bool second = function_.has("second");
    std::vector<Tensor> ct = function_.cotangents(second);
    std::vector<Tensor> g = pull_back(x, y, ct, second);
    if (second) check_second(x, ct, g);
  }

  std::vector<Tensor> pull_back(const std::vector<Tensor>& x, const std::vector<Tensor>& y,
                                const std::vector<Tensor>& ct, bool create_graph) {
    std::vector<Tensor> g = function_.pull_back(x, y, ct, create_graph);
    for (size_t i = 0; i < inputs_.size(); ++i)
      if (inputs_[i].grad) compare("vjp", i, g[i].get(), inputs_[i], first_);
    return g;
  }

  // phi = sum Re <vjp, dir>: its gradient for a vjp is dir, so phi itself need not be formed.
  void check_second(const std::vector<Tensor>& x, const std::vector<Tensor>& ct, const std::vector<Tensor>& g) {
    std::vector<vjp_tensor*> roots, wanted;
    std::vector<Tensor> directions;
    for (size_t i = 0; i < inputs_.size(); ++i) {
      if (!inputs_[i].grad || !g[i] || !vjp_tensor_requires_grad(g[i].get())) continue;
      roots.push_back(g[i].get());
      directions.push_back(function_.recorded("dir", i));
    }
    for (size_t i = 0; i < inputs_.size(); ++i)
      if (inputs_[i].grad) wanted.push_back(x[i].get());
    for (size_t i = 0; i < outputs_.size(); ++i)
      if (outputs_[i].grad) wanted.push_back(ct[i].get());
    std::vector<Tensor> found = golden::gradients_of(roots, borrow(directions), wanted, false);
    size_t n = 0;
    for (size_t i = 0; i < inputs_.size(); ++i)
      if (inputs_[i].grad) compare("gin", i, found[n++].get(), inputs_[i], second_);
    for (size_t i = 0; i < outputs_.size(); ++i)
      if (outputs_[i].grad) compare("gct", i, found[n++].get(), outputs_[i], first_);
  }

  void check_forward() {
    GradMode off(false);
    check(vjp_forward_mode_enter(), "enter forward mode");
    struct Leave {
      ~Leave() { vjp_forward_mode_exit(); }
    } leave;
    std::vector<Tensor> x = function_.make_inputs(false);
    for (size_t i = 0; i < inputs_.size(); ++i) {
      if (!inputs_[i].grad) continue;
      Tensor dual, tangent = function_.recorded("tan", i);
      check(vjp_make_dual(x[i].get(), tangent.get(), dual.out()), "make_dual");
      x[i] = std::move(dual);
    }
    std::vector<Tensor> y = function_.evaluate(x);
    for (size_t i = 0; i < outputs_.size() && i < y.size(); ++i) {
      if (!outputs_[i].grad) continue;
      Tensor tangent;
      check(vjp_tensor_tangent(y[i].get(), tangent.out()), "tangent");
      compare("jvp", i, tangent.get(), outputs_[i], first_);
    }
    check_mutated(x);
  }

  void check_inplace() {
    std::vector<Tensor> x = function_.make_inputs(true);
    std::vector<Json> args = function_.sample().at("args").items;
    auto place = std::find_if(args.begin(), args.end(), [](const Json& arg) { return arg.find("t") != nullptr; });
    if (place == args.end()) throw Failure("no argument is a tensor");
    auto receiver = static_cast<size_t>(place->at("t").integer);
    // the field resizes the target of some operators; libvjp writes into what is there, and views alone change shape
    bool resizes = inputs_[receiver].shape != outputs_.at(0).shape;
    if (resizes && std::string(vjp_op_family(function_.operators().at(0).op)) != "view") return;
    // only the receiver becomes the clone: x.add_(x) reads the original
    std::vector<vjp_tensor*> tensors = borrow(x);
    std::vector<Tensor> y;
    y.push_back(call("clone", {x[receiver]}));
    place->members[0].second.integer = static_cast<int64_t>(tensors.size());
    tensors.push_back(y[0].get());
    Call bound = bind_in_place(function_.operators(), args, function_.sample().at("kwargs"), tensors);
    if (!vjp_op_has_inplace(bound.op())) throw Failure(std::string(vjp_op_name(bound.op())) + " has no in-place form");
    bound.run(VJP_VARIANT_INPLACE);
    compare("out", 0, y[0].get(), outputs_.at(0), first_);
    pull_back(x, y, function_.cotangents(false), false);
  }

  void check_mutated(const std::vector<Tensor>& x) {
    const Json* mutates = function_.sample().find("mutates");
    if (!mutates) return;
    for (int64_t index : mutates->ints()) {
      auto i = static_cast<size_t>(index);
      compare("mut", i, x[i].get(), inputs_[i], first_);
    }
  }

  // An operator that computes may copy where the field, by luck, does not.
  bool may_be_view() const {
    std::string family = function_.operators().empty() ? "view" : vjp_op_family(function_.operators()[0].op);
    return family == "view" || family == "composite";
  }

  static std::vector<int64_t> strides_of(const Spec& spec) {
    if (!spec.strides.empty()) return spec.strides;
    std::vector<int64_t> strides(spec.shape.size(), 1);
    for (size_t d = strides.size(); d-- > 1;) strides[d - 1] = strides[d] * spec.shape[d];
    return strides;
  }

  // Whether the recorded result is what lies in the input's memory at the recorded places: the field's lazy conjugate
  // does not.
  static bool lies_in(vjp_tensor* x, const Spec& input, const Spec& output, const Tensor& recorded) {
    size_t size = vjp_dtype_size(output.dtype);
    const std::vector<char> memory = memory_of(x, input), want = bytes_of(recorded.get());
    std::vector<int64_t> at(output.shape.size(), 0), strides = strides_of(output);
    for (int64_t i = 0; i < output.numel(); ++i) {
      int64_t place = output.offset;
      for (size_t d = 0; d < at.size(); ++d) place += at[d] * strides[d];
      size_t from = static_cast<size_t>(place) * size;
      if (from + size > memory.size() || std::memcmp(&memory[from], &want[static_cast<size_t>(i) * size], size) != 0)
        return false;
      for (size_t d = at.size(); d-- > 0 && ++at[d] == output.shape[d];) at[d] = 0;
    }
    return true;
  }

  void check_view(const std::vector<Tensor>& x, vjp_tensor* y, size_t index) {
    const Spec& spec = outputs_[index];
    if (spec.view_of < 0 || spec.numel() == 0 || !may_be_view()) return;
    auto from = static_cast<size_t>(spec.view_of);
    if (!lies_in(x[from].get(), inputs_[from], spec, function_.recorded("out", index))) return;
    std::string name = "out." + std::to_string(index);
    if (!vjp_tensor_shares_storage(x[from].get(), y)) {
      outcome_.problems.push_back(name + " does not share the storage of input " + std::to_string(from));
      return;
    }
    std::vector<int64_t> strides = strides_of(spec);
    // in bytes: the real part of a complex tensor counts in other elements than the tensor does
    auto size = static_cast<int64_t>(vjp_dtype_size(spec.dtype)),
         size_from = static_cast<int64_t>(vjp_dtype_size(inputs_[from].dtype));
    bool same = vjp_tensor_storage_offset(y) * size - vjp_tensor_storage_offset(x[from].get()) * size_from ==
                spec.offset * size - inputs_[from].offset * size_from;
    for (size_t d = 0; d < strides.size(); ++d)
      same = same && (spec.shape[d] == 1 || vjp_tensor_strides(y)[d] == strides[d]);
    if (!same) {
      outcome_.problems.push_back(name + " has strides " + text_of(vjp_tensor_strides(y), strides.size()) + ", not " +
                                  text_of(strides.data(), strides.size()) + ", or another offset");
    }
  }

  // NULL stands for zeros on both sides.
  void compare(const char* role, size_t index, vjp_tensor* found, const Spec& spec, Tolerance tolerance) {
    std::string name = std::string(role) + "." + std::to_string(index);
    if (found) {
      size_t ndim = vjp_tensor_ndim(found);
      if (vjp_tensor_dtype(found) != spec.dtype || ndim != spec.shape.size() ||
          !std::equal(spec.shape.begin(), spec.shape.end(), vjp_tensor_shape(found))) {
        outcome_.problems.push_back(name + " is " + vjp_dtype_name(vjp_tensor_dtype(found)) +
                                    text_of(vjp_tensor_shape(found), ndim) + ", not " + spec.name +
                                    text_of(spec.shape.data(), spec.shape.size()));
        return;
      }
    }
    Tensor want = function_.recorded(role, index);
    std::vector<Complex> zeros(static_cast<size_t>(spec.numel()));
    std::vector<Complex> a = found ? elements(found) : zeros, b = want ? elements(want.get()) : zeros;
    outcome_.digest.add(a);
    bool exact = !vjp_dtype_is_floating(spec.dtype) && !vjp_dtype_is_complex(spec.dtype);
    if (exact) tolerance = {0, 0};
    compare_elements(name, a, b, tolerance);
  }

  // Parts that are infinite or NaN must agree exactly.
  static double distance(Complex a, Complex b) {
    auto part = [](double p, double q) { return p == q || (std::isnan(p) && std::isnan(q)) ? 0.0 : std::abs(p - q); };
    double d = std::hypot(part(a.real(), b.real()), part(a.imag(), b.imag()));
    return std::isnan(d) ? INFINITY : d;
  }

  void compare_elements(const std::string& name, const std::vector<Complex>& a, const std::vector<Complex>& b,
                        Tolerance tolerance) {
    size_t bad = 0, where = 0;
    double largest = -1;
    for (size_t i = 0; i < a.size(); ++i) {
      double d = distance(a[i], b[i]), size = std::isfinite(std::abs(b[i])) ? std::abs(b[i]) : 0;
      if (d / (1 + size) > outcome_.worst) {
        outcome_.worst = d / (1 + size);
        outcome_.worst_at = name;
      }
      if (d <= tolerance.absolute + tolerance.relative * size) continue;
      ++bad;
      if (d > largest) largest = d, where = i;
    }
    if (bad == 0) return;
    std::ostringstream out;
    out.precision(10);
    out << name << ": " << bad << " of " << a.size() << " differ, most at " << where << ": " << number(a[where])
        << ", not " << number(b[where]);
    outcome_.problems.push_back(out.str());
  }

  static std::string number(Complex z) {
    std::ostringstream out;
    out.precision(10);
    out << z.real();
    if (z.imag() != 0) out << (z.imag() < 0 ? "" : "+") << z.imag() << "i";
    return out.str();
  }

  Function function_;
  const std::vector<Spec>&inputs_, &outputs_;
  Tolerance first_, second_;
  Outcome outcome_;
};

}  // namespace

Outcome check_sample(const Entry& entry, const Json& sample, const std::vector<Operator>& operators) {
  return Check(entry, sample, operators).run();
}

}  // namespace golden
