#include "gradients.h"

namespace fuzz {
namespace {

// Of the first argument of these there is no derivative.
bool can_have_gradient(const Operator& op, const Call& call, size_t number, vjp_tensor* t) {
  if (number == 0 && op.name == "zeta" && call.args[0].kind == Value::Tensor) return false;
  return !is_whole(vjp_tensor_dtype(t));
}

}  // namespace

std::vector<vjp_tensor*> track(const Operator& op, const Call& call, Arguments& args) {
  std::vector<vjp_tensor*> tracked;
  for (size_t i = 0; i < args.tensors().size(); ++i) {
    vjp_tensor* t = args.tensors()[i].get();
    if (!can_have_gradient(op, call, i, t)) continue;
    golden::check(vjp_tensor_set_requires_grad(t, true), "requires_grad");
    tracked.push_back(t);
  }
  return tracked;
}

std::vector<Tensor> gradients(const Operator& op, const Call& call, Arguments& args, bool& tracked) {
  const std::vector<vjp_tensor*> wanted = track(op, call, args);
  Ran ran = run(op, VJP_VARIANT_FUNCTIONAL, args.values());
  golden::check(ran.status, ran.message);
  std::vector<vjp_tensor*> roots, weights;
  std::vector<Tensor> owned;
  for (const Tensor& t : ran.results) {
    if (!t || !vjp_tensor_requires_grad(t.get())) continue;
    Drawn weight;
    weight.dtype = vjp_tensor_dtype(t.get());
    weight.shape = Ints(vjp_tensor_shape(t.get()), vjp_tensor_shape(t.get()) + vjp_tensor_ndim(t.get()));
    weight.seed = 7 + owned.size();
    owned.push_back(on_device_of(t.get(), make_tensor(weight, true)));
    roots.push_back(t.get());
    weights.push_back(owned.back().get());
  }
  tracked = !roots.empty();
  if (!tracked) return {};
  vjp_grad_options options = VJP_GRAD_OPTIONS_INIT;
  options.allow_unused = 1;
  std::vector<vjp_tensor*> raw(wanted.size(), nullptr);
  golden::check(
      vjp_grad(roots.data(), roots.size(), weights.data(), wanted.data(), wanted.size(), &options, raw.data()), "grad");
  std::vector<Tensor> found;
  for (vjp_tensor* t : raw) found.emplace_back(t);
  return found;
}

}  // namespace fuzz
