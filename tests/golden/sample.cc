#include "sample.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstring>
#include <fstream>
#include <sstream>

namespace golden {
namespace {

using Complex = std::complex<double>;

std::string text_of(const int64_t* shape, size_t ndim) {
  std::string out;
  for (size_t i = 0; i < ndim; ++i) out += (i ? ", " : "") + std::to_string(shape[i]);
  return "[" + out + "]";
}

Spec read_spec(const Json& json) {
  Spec spec;
  spec.name = json.at("dtype").text;
  spec.dtype = vjp_dtype_from_name(spec.name.c_str());
  spec.shape = json.at("shape").ints();
  if (const Json* strides = json.find("strides")) spec.strides = strides->ints();
  if (const Json* offset = json.find("offset")) spec.offset = offset->integer;
  if (const Json* view = json.find("view_of")) spec.view_of = view->integer;
  spec.grad = json.flag("grad");
  return spec;
}

std::vector<Spec> read_specs(const Json& list) {
  std::vector<Spec> out;
  for (const Json& item : list.items) out.push_back(read_spec(item));
  return out;
}

// All elements as complex numbers; exact for integers below 2^53.
std::vector<Complex> elements(vjp_tensor* tensor) {
  std::vector<Complex> out(static_cast<size_t>(vjp_tensor_numel(tensor)));
  check(vjp_tensor_copy_to(tensor, out.data(), out.size() * sizeof(Complex), VJP_DTYPE_COMPLEX128), "copy_to");
  return out;
}

// The recorded values laid out in memory as the sample says.
Tensor lay_out(const Spec& spec, const Tensor& values) {
  size_t ndim = spec.shape.size(), size = vjp_dtype_size(spec.dtype);
  Tensor out;
  const char* from = static_cast<const char*>(vjp_tensor_data(values.get()));
  if (spec.strides.empty() || spec.numel() == 0) {
    check(vjp_tensor_from_data(from, spec.shape.data(), ndim, spec.dtype, out.out()), "input");
    return out;
  }
  int64_t extent = spec.offset + 1;
  for (size_t d = 0; d < ndim; ++d) extent += (spec.shape[d] - 1) * spec.strides[d];
  // the places between the elements hold what must never be read
  auto* memory = new std::vector<char>(static_cast<size_t>(extent) * size, '\x7f');
  std::vector<int64_t> at(ndim, 0);
  for (int64_t i = 0; i < spec.numel(); ++i) {
    int64_t place = spec.offset;
    for (size_t d = 0; d < ndim; ++d) place += at[d] * spec.strides[d];
    std::memcpy(memory->data() + static_cast<size_t>(place) * size, from + static_cast<size_t>(i) * size, size);
    for (size_t d = ndim; d-- > 0 && ++at[d] == spec.shape[d];) at[d] = 0;
  }
  auto drop = [](void* context) { delete static_cast<std::vector<char>*>(context); };
  vjp_status status =
      vjp_tensor_from_memory(memory->data() + static_cast<size_t>(spec.offset) * size, spec.shape.data(),
                             spec.strides.data(), ndim, spec.dtype, memory, drop, out.out());
  if (status != VJP_OK) drop(memory);
  check(status, "strided input");
  return out;
}

// What is applied before and after the recorded operator: see "Conventions" in the description of the format.
Tensor apply_pre(const std::string& name, const Tensor& x, const Json& kwargs) {
  bool upper = kwargs.flag("upper");
  if (name == "add_adjoint") return call("add", {x, call("conj", {call("transpose", {x, -2, -1})})});
  if (name == "triangle") return call(upper ? "triu" : "tril", {x});
  if (name == "unit_triangle") {
    Tensor inside = call(upper ? "triu" : "tril", {x, upper ? 1 : -1});
    Tensor ones = call("ones_like", {x});
    Tensor diagonal = call("tril", {call("triu", {ones})});
    return call("add", {inside, diagonal});
  }
  if (name == "log_softmax_2") return call("log_softmax", {x, 2});
  throw Failure("unknown pre function '" + name + "'");
}

std::vector<Tensor> apply_post(const std::string& name, std::vector<Tensor> outputs) {
  auto cut = [](const Tensor& x, int64_t dim, int64_t count) { return call("narrow", {x, dim, int64_t{0}, count}); };
  std::vector<Tensor> out;
  bool svd = name == "svd" || name == "svd_h";
  if (!svd && name != "eig" && name != "abs_all") throw Failure("unknown post function '" + name + "'");
  int64_t k = svd ? vjp_tensor_size(outputs.at(1).get(), -1) : 0;
  for (size_t i = 0; i < outputs.size(); ++i) {
    bool keep = (svd && i == 1) || (name == "eig" && i == 0);
    if (keep) {
      out.push_back(std::move(outputs[i]));
    } else {
      bool rows = name == "svd_h" && i == 2;
      out.push_back(call("abs", {svd ? cut(outputs[i], rows ? -2 : -1, k) : std::move(outputs[i])}));
    }
  }
  return out;
}

class Check {
 public:
  Check(const Entry& entry, const Json& sample, const std::vector<Operator>& operators)
      : entry_(entry),
        sample_(sample),
        operators_(operators),
        number_(sample.at("k").integer),
        inputs_(read_specs(sample.at("inputs"))),
        outputs_(read_specs(sample.at("outputs"))) {
    const Json& t = entry.head().at("tolerance");
    first_ = {t.number("rtol"), t.number("atol")};
    second_ = {t.number("rtol2"), t.number("atol2")};
  }

  Outcome run() {
    attempt("reverse", [&] { check_reverse(); });
    if (has("jvp")) attempt("forward", [&] { check_forward(); });
    if (sample_.flag("inplace")) attempt("in place", [&] { check_inplace(); });
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

  bool has(const char* group) const {
    for (const Json& item : sample_.at("has").items)
      if (item.text == group) return true;
    return false;
  }

  Tensor recorded(const char* role, size_t index) const { return entry_.array(number_, role, index); }

  std::vector<Tensor> make_inputs(bool requires_grad) const {
    std::vector<Tensor> out;
    for (size_t i = 0; i < inputs_.size(); ++i) {
      out.push_back(lay_out(inputs_[i], recorded("in", i)));
      if (requires_grad && inputs_[i].grad) check(vjp_tensor_set_requires_grad(out[i].get(), true), "requires_grad");
    }
    return out;
  }

  std::vector<Tensor> cotangents(bool requires_grad) const {
    std::vector<Tensor> out(outputs_.size());
    for (size_t i = 0; i < outputs_.size(); ++i) {
      if (!outputs_[i].grad) continue;
      out[i] =
          lay_out(Spec{outputs_[i].name, outputs_[i].dtype, outputs_[i].shape, {}, 0, -1, false}, recorded("ct", i));
      if (requires_grad) check(vjp_tensor_set_requires_grad(out[i].get(), true), "requires_grad");
    }
    return out;
  }

  // The recorded function: pre, operator, post, and zeros where omask says that nothing is defined.
  std::vector<Tensor> evaluate(const std::vector<Tensor>& inputs) const {
    std::vector<vjp_tensor*> tensors = borrow(inputs);
    Tensor prepared;
    const Json& kwargs = sample_.at("kwargs");
    const auto& args = sample_.at("args").items;
    if (const Json* pre = entry_.head().find("pre"); pre && !pre->is_null()) {
      auto index = static_cast<size_t>(args.at(static_cast<size_t>(pre->at("arg").integer)).at("t").integer);
      prepared = apply_pre(pre->at("fn").text, inputs.at(index), kwargs);
      tensors[index] = prepared.get();
    }
    std::vector<Tensor> out;
    if (operators_.empty()) {
      out.push_back(get_item(tensors.at(static_cast<size_t>(args.at(0).at("t").integer)), args.at(1), tensors));
    } else {
      out = Call(operators_, args, kwargs, tensors).run();
    }
    if (const Json* post = entry_.head().find("post"); post && !post->is_null())
      out = apply_post(post->text, std::move(out));
    for (size_t i = 0; i < out.size() && i < outputs_.size(); ++i)
      if (Tensor mask = recorded("omask", i)) out[i] = call("where", {mask, out[i], call("zeros_like", {out[i]})});
    return out;
  }

  void check_reverse() {
    std::vector<Tensor> x = make_inputs(true);
    std::vector<Tensor> y = evaluate(x);
    if (y.size() != outputs_.size())
      throw Failure("gives " + std::to_string(y.size()) + " results, not " + std::to_string(outputs_.size()));
    for (size_t i = 0; i < y.size(); ++i) {
      compare("out", i, y[i].get(), outputs_[i], first_);
      check_view(x, y[i].get(), i);
    }
    check_mutated(x);
    bool second = has("second");
    std::vector<Tensor> ct = cotangents(second);
    std::vector<Tensor> g = pull_back(x, y, ct, second);
    if (second) check_second(x, ct, g);
  }

  // The gradients of the differentiable inputs, compared with the recorded ones; one place an input.
  std::vector<Tensor> pull_back(const std::vector<Tensor>& x, const std::vector<Tensor>& y,
                                const std::vector<Tensor>& ct, bool create_graph) {
    std::vector<vjp_tensor*> roots, gradients, wanted;
    for (size_t i = 0; i < outputs_.size(); ++i) {
      if (!outputs_[i].grad) continue;
      if (!vjp_tensor_requires_grad(y[i].get()))
        throw Failure("result " + std::to_string(i) + " does not require grad");
      roots.push_back(y[i].get());
      gradients.push_back(ct[i].get());
    }
    for (size_t i = 0; i < inputs_.size(); ++i)
      if (inputs_[i].grad) wanted.push_back(x[i].get());
    std::vector<Tensor> found = gradients_of(roots, gradients, wanted, create_graph);
    std::vector<Tensor> out(inputs_.size());
    for (size_t i = 0, n = 0; i < inputs_.size(); ++i) {
      if (!inputs_[i].grad) continue;
      out[i] = std::move(found[n++]);
      compare("vjp", i, out[i].get(), inputs_[i], first_);
    }
    return out;
  }

  static std::vector<Tensor> gradients_of(const std::vector<vjp_tensor*>& roots,
                                          const std::vector<vjp_tensor*>& gradients,
                                          const std::vector<vjp_tensor*>& wanted, bool create_graph) {
    vjp_grad_options options = VJP_GRAD_OPTIONS_INIT;
    options.create_graph = create_graph;
    options.allow_unused = 1;
    std::vector<vjp_tensor*> raw(wanted.size(), nullptr);
    check(vjp_grad(roots.data(), roots.size(), gradients.data(), wanted.data(), wanted.size(), &options, raw.data()),
          "grad");
    std::vector<Tensor> out;
    for (vjp_tensor* t : raw) out.emplace_back(t);
    return out;
  }

  // phi = sum Re <vjp, dir>: its gradient for a vjp is dir, so phi itself need not be formed.
  void check_second(const std::vector<Tensor>& x, const std::vector<Tensor>& ct, const std::vector<Tensor>& g) {
    std::vector<vjp_tensor*> roots, wanted;
    std::vector<Tensor> directions;
    for (size_t i = 0; i < inputs_.size(); ++i) {
      if (!inputs_[i].grad || !g[i] || !vjp_tensor_requires_grad(g[i].get())) continue;
      roots.push_back(g[i].get());
      directions.push_back(recorded("dir", i));
    }
    for (size_t i = 0; i < inputs_.size(); ++i)
      if (inputs_[i].grad) wanted.push_back(x[i].get());
    for (size_t i = 0; i < outputs_.size(); ++i)
      if (outputs_[i].grad) wanted.push_back(ct[i].get());
    std::vector<Tensor> found = gradients_of(roots, borrow(directions), wanted, false);
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
    std::vector<Tensor> x = make_inputs(false);
    for (size_t i = 0; i < inputs_.size(); ++i) {
      if (!inputs_[i].grad) continue;
      Tensor dual, tangent = recorded("tan", i);
      check(vjp_make_dual(x[i].get(), tangent.get(), dual.out()), "make_dual");
      x[i] = std::move(dual);
    }
    std::vector<Tensor> y = evaluate(x);
    for (size_t i = 0; i < outputs_.size() && i < y.size(); ++i) {
      if (!outputs_[i].grad) continue;
      Tensor tangent;
      check(vjp_tensor_tangent(y[i].get(), tangent.out()), "tangent");
      compare("jvp", i, tangent.get(), outputs_[i], first_);
    }
  }

  void check_inplace() {
    std::vector<Tensor> x = make_inputs(true);
    std::vector<Json> args = sample_.at("args").items;
    auto receiver = static_cast<size_t>(args.at(0).at("t").integer);
    // only the receiver becomes the clone: x.add_(x) reads the original
    std::vector<vjp_tensor*> tensors = borrow(x);
    std::vector<Tensor> y;
    y.push_back(call("clone", {x[receiver]}));
    args[0].members[0].second.integer = static_cast<int64_t>(tensors.size());
    tensors.push_back(y[0].get());
    Call bound(operators_, args, sample_.at("kwargs"), tensors);
    if (!vjp_op_has_inplace(bound.op())) throw Failure(std::string(vjp_op_name(bound.op())) + " has no in-place form");
    bound.run(VJP_VARIANT_INPLACE);
    compare("out", 0, y[0].get(), outputs_.at(0), first_);
    pull_back(x, y, cotangents(false), false);
  }

  void check_mutated(const std::vector<Tensor>& x) {
    const Json* mutates = sample_.find("mutates");
    if (!mutates) return;
    for (int64_t index : mutates->ints()) {
      auto i = static_cast<size_t>(index);
      compare("mut", i, x[i].get(), inputs_[i], first_);
    }
  }

  // An operator that computes may copy where the field, by luck, does not.
  bool may_be_view() const {
    std::string family = operators_.empty() ? "view" : vjp_op_family(operators_[0].op);
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
    const char* memory =
        static_cast<const char*>(vjp_tensor_data(x)) - input.offset * static_cast<int64_t>(vjp_dtype_size(input.dtype));
    const char* want = static_cast<const char*>(vjp_tensor_data(recorded.get()));
    std::vector<int64_t> at(output.shape.size(), 0), strides = strides_of(output);
    for (int64_t i = 0; i < output.numel(); ++i) {
      int64_t place = output.offset;
      for (size_t d = 0; d < at.size(); ++d) place += at[d] * strides[d];
      if (std::memcmp(memory + place * static_cast<int64_t>(size), want + i * static_cast<int64_t>(size), size) != 0)
        return false;
      for (size_t d = at.size(); d-- > 0 && ++at[d] == output.shape[d];) at[d] = 0;
    }
    return true;
  }

  void check_view(const std::vector<Tensor>& x, vjp_tensor* y, size_t index) {
    const Spec& spec = outputs_[index];
    if (spec.view_of < 0 || spec.numel() == 0 || !may_be_view()) return;
    auto from = static_cast<size_t>(spec.view_of);
    if (!lies_in(x[from].get(), inputs_[from], spec, recorded("out", index))) return;
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
    Tensor want = recorded(role, index);
    std::vector<Complex> zeros(static_cast<size_t>(spec.numel()));
    std::vector<Complex> a = found ? elements(found) : zeros, b = want ? elements(want.get()) : zeros;
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

  const Entry& entry_;
  const Json& sample_;
  const std::vector<Operator>& operators_;
  int64_t number_;
  std::vector<Spec> inputs_, outputs_;
  Tolerance first_, second_;
  Outcome outcome_;
};

std::string read_text(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw Failure("cannot read " + path);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

}  // namespace

int64_t Spec::numel() const {
  int64_t n = 1;
  for (int64_t size : shape) n *= size;
  return n;
}

Entry::Entry(const std::string& path) : head_(parse_json(read_text(path + ".json"))) {
  check(vjp_safetensors_open((path + ".safetensors").c_str(), file_.out()), path + ".safetensors");
}

std::vector<std::string> Entry::names() const {
  std::vector<std::string> out{head_.at("op").text, head_.at("call").at("name").text};
  if (const Json* aliases = head_.find("aliases"))
    for (const Json& alias : aliases->items) out.push_back(alias.text);
  return out;
}

Tensor Entry::array(int64_t sample, const char* role, size_t index) const {
  std::string name = std::to_string(sample) + "." + role + "." + std::to_string(index);
  Tensor out;
  // a group without the array means zeros, and whether it may be absent was decided when the files were made
  if (vjp_safetensors_get(file_.get(), name.c_str(), out.out()) != VJP_OK) return {};
  const char* list = std::string(role) == "in" || std::string(role) == "vjp" || std::string(role) == "tan" ||
                             std::string(role) == "dir" || std::string(role) == "gin" || std::string(role) == "mut"
                         ? "inputs"
                         : "outputs";
  const Json& described = samples().at(static_cast<size_t>(sample)).at(list).items.at(index);
  if (described.at("dtype").text != "complex128" || std::string(role) == "omask") return out;
  // stored as pairs of float64, in one more dimension
  std::vector<int64_t> shape = described.at("shape").ints();
  Tensor pairs = std::move(out);
  check(vjp_tensor_from_data(vjp_tensor_data(pairs.get()), shape.data(), shape.size(), VJP_DTYPE_COMPLEX128, out.out()),
        name);
  return out;
}

bool binds_any(const Entry& entry, const std::vector<Operator>& operators) {
  for (const Json& sample : entry.samples()) {
    std::vector<Tensor> inputs;
    std::vector<Spec> specs = read_specs(sample.at("inputs"));
    for (size_t i = 0; i < specs.size(); ++i)
      inputs.push_back(lay_out(specs[i], entry.array(sample.at("k").integer, "in", i)));
    try {
      std::vector<vjp_tensor*> tensors = borrow(inputs);
      Call call(operators, sample.at("args").items, sample.at("kwargs"), tensors);
      return true;
    } catch (const Failure&) {
    }
  }
  return false;
}

Outcome check_sample(const Entry& entry, const Json& sample, const std::vector<Operator>& operators) {
  return Check(entry, sample, operators).run();
}

}  // namespace golden
