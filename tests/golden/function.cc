#include "function.h"

namespace golden {
namespace {

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

}  // namespace

Function::Function(const Entry& entry, const Json& sample, const std::vector<Operator>& operators)
    : entry_(entry),
      sample_(sample),
      operators_(operators),
      number_(sample.at("k").integer),
      inputs_(read_specs(sample.at("inputs"))),
      outputs_(read_specs(sample.at("outputs"))) {}

bool Function::has(const char* group) const {
  for (const Json& item : sample_.at("has").items)
    if (item.text == group) return true;
  return false;
}

Tensor Function::recorded(const char* role, size_t index) const { return entry_.array(number_, role, index); }

std::vector<Tensor> Function::make_inputs(bool requires_grad) const {
  std::vector<Tensor> out;
  for (size_t i = 0; i < inputs_.size(); ++i) {
    out.push_back(lay_out(inputs_[i], recorded("in", i)));
    if (requires_grad && inputs_[i].grad) check(vjp_tensor_set_requires_grad(out[i].get(), true), "requires_grad");
  }
  return out;
}

std::vector<Tensor> Function::cotangents(bool requires_grad) const {
  std::vector<Tensor> out(outputs_.size());
  for (size_t i = 0; i < outputs_.size(); ++i) {
    if (!outputs_[i].grad) continue;
    out[i] = lay_out(Spec{outputs_[i].name, outputs_[i].dtype, outputs_[i].shape, {}, 0, -1, false}, recorded("ct", i));
    if (requires_grad) check(vjp_tensor_set_requires_grad(out[i].get(), true), "requires_grad");
  }
  return out;
}

std::vector<Tensor> Function::evaluate(const std::vector<Tensor>& inputs) const {
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

std::vector<Tensor> gradients_of(const std::vector<vjp_tensor*>& roots, const std::vector<vjp_tensor*>& gradients,
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

std::vector<Tensor> Function::pull_back(const std::vector<Tensor>& inputs, const std::vector<Tensor>& outputs,
                                        const std::vector<Tensor>& cotangents, bool create_graph) const {
  std::vector<vjp_tensor*> roots, gradients, wanted;
  for (size_t i = 0; i < outputs_.size(); ++i) {
    if (!outputs_[i].grad) continue;
    if (!vjp_tensor_requires_grad(outputs[i].get())) continue;  // it depends on none of these inputs
    roots.push_back(outputs[i].get());
    gradients.push_back(cotangents[i].get());
  }
  if (roots.empty()) throw Failure("no result requires grad");
  for (size_t i = 0; i < inputs_.size(); ++i)
    if (inputs_[i].grad) wanted.push_back(inputs[i].get());
  std::vector<Tensor> found = gradients_of(roots, gradients, wanted, create_graph), out(inputs_.size());
  for (size_t i = 0, n = 0; i < inputs_.size(); ++i)
    if (inputs_[i].grad) out[i] = std::move(found[n++]);
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

}  // namespace golden
