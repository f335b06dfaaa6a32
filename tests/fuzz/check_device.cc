// The same call on a device: the simulator, whose kernels are the CPU's, on other paths through the operators.
#include <algorithm>

#include "gradients.h"
#include "vjp/sim.h"

namespace fuzz {
namespace {

vjp_device simulator() {
  static const vjp_device device = [] {
    vjp_device out{};
    golden::check(vjp_device_from_name("sim:0", &out), "the simulator");
    return out;
  }();
  return device;
}

Tensor moved(vjp_tensor* t, vjp_device device) {
  Tensor out;
  golden::check(vjp_to_device(t, &device, VJP_DTYPE_NONE, false, out.out()), "a copy to a device");
  return out;
}

// Numbers in a device's tensors are not looked at, for the host would wait for them: probabilities, quantiles, weights.
bool looks_at_values(const Operator& op) {
  return op.is_random() || op.name.ends_with("quantile.tensor") || op.name == "cov" || op.name == "embedding_bag" ||
         op.name == "gaussian_nll_loss";
}

// On the simulator a wrong index is found when the host waits: now, whatever else was wrong.
bool refused_in_the_end(vjp_status status) {
  const vjp_status late = vjp_device_synchronize(simulator());
  return status != VJP_OK || late != VJP_OK;
}

// Squares of float32 that leave its range are computed again in float64, and what is resampled beside an infinite
// element goes tap by tap, where the host may look for them: on the CPU.
bool way_hangs_on_values(const Operator& op, const Call& call) {
  if (call.args.empty() || call.args[0].tensors.empty()) return false;
  if (deviates_by_roundings(op, call)) return true;
  const Drawn& first = call.args[0].tensors[0];
  const bool deviation = op.name.find("std") != op.name.npos;
  return (deviation || op.name == "interpolate" || op.name == "upsample_bilinear") && first.fill == Fill::Special;
}

bool names_device(const Call& call) {
  for (const Value& v : call.args)
    if (v.kind == Value::Device) return true;
  return false;
}

std::vector<Array> read_back(const std::vector<Tensor>& tensors) {
  std::vector<Tensor> here;
  for (const Tensor& t : tensors) here.push_back(t ? moved(t.get(), vjp_tensor_device(nullptr)) : Tensor());
  return read_all(here);
}

}  // namespace

void start_simulator() {
  vjp_sim_options options = VJP_SIM_OPTIONS_INIT;
  options.devices = 1;
  options.memory = uint64_t{256} << 20;
  golden::check(vjp_sim_configure(&options), "the simulator");
  moved(make_tensor(Drawn{}, true).get(), simulator());
}

Tensor on_device_of(vjp_tensor* like, Tensor t) {
  const vjp_device there = vjp_tensor_device(like), here = vjp_tensor_device(t.get());
  return there.kind == here.kind && there.index == here.index ? std::move(t) : moved(t.get(), there);
}

std::string check_device(const Operator& op, const Call& call, const std::vector<Array>* results) {
  if (!results && looks_at_values(op)) return "";
  Arguments args(call, true);
  if (args.tensors().empty() || names_device(call)) return "";
  for (Tensor& t : args.tensors()) t = moved(t.get(), simulator());
  Ran ran = run(op, VJP_VARIANT_FUNCTIONAL, args.values());
  if (!results) return refused_in_the_end(ran.status) ? "" : "on the simulator: taken, where the CPU refuses it";
  if (ran.status == VJP_ERROR_NOT_IMPLEMENTED) return "";
  if (!ran.ok()) return "on the simulator: " + ran.message;
  if (draws_numbers(op, call) || way_hangs_on_values(op, call)) return "";
  const std::vector<Array> got = read_back(ran.results);
  if (got.size() != results->size()) return "on the simulator: another number of results";
  for (size_t i = 0; i < got.size(); ++i) {
    std::string text =
        difference(got[i], (*results)[i], allowed_roundings(op) * narrowest_eps(call, got[i].dtype), false);
    if (!text.empty()) return "on the simulator: result " + std::to_string(i) + ": " + text;
  }
  return "";
}

std::string check_gradients_on_device(const Operator& op, const Call& call, const std::vector<Array>* want) {
  if (names_device(call) || way_hangs_on_values(op, call)) return "";
  Arguments args(call, true);
  for (Tensor& t : args.tensors()) t = moved(t.get(), simulator());
  bool tracked = false;
  std::vector<Array> got;
  try {
    got = read_back(gradients(op, call, args, tracked));
  } catch (const golden::NotImplemented&) {
    return "";
  } catch (const golden::Failure& failure) {
    return std::string("gradients on the simulator: ") + failure.what();
  }
  return want ? compare_gradients("gradients on the simulator", op, call, got, *want) : "";
}

std::string check_sparse_on_device(const Operator& op, const Call& call, const std::vector<Array>& want) {
  if (names_device(call) || draws_numbers(op, call)) return "";
  Arguments args(call, false);
  for (Tensor& t : args.tensors()) t = moved(t.get(), simulator());
  Ran ran = run(op, VJP_VARIANT_FUNCTIONAL, args.values());
  if (ran.status == VJP_ERROR_NOT_IMPLEMENTED) return "";
  if (!ran.ok()) return "on the simulator: " + ran.message;
  const std::vector<Array> got = read_back(ran.results);
  if (got.size() != want.size()) return "on the simulator: another number of results";
  for (size_t i = 0; i < got.size(); ++i) {
    const std::string text = compare_sparse("on the simulator", op, call, got[i], want[i]);
    if (!text.empty()) return text;
  }
  return "";
}

}  // namespace fuzz
