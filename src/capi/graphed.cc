// vjp/graphed.h: functions that run as graphs.
#include "vjp/graphed.h"

#include <exception>

#include "base/forced_unwind.h"
#include "capi/capi.h"
#include "device/registry.h"
#include "transforms/graphed.h"
#include "vjp/capture.h"

using namespace vjp;

namespace {

Graphed* graphed_of(vjp_graphed* handle) { return reinterpret_cast<Graphed*>(handle); }

std::vector<Tensor> collect(vjp_tensor* const* tensors, size_t count, const char* what) {
  if (count > 0 && !tensors) fail(VJP_ERROR_INVALID, "vjp_graphed_function: {} is NULL", what);
  std::vector<Tensor> list;
  for (size_t i = 0; i < count; ++i) list.push_back(borrow(tensors[i]));
  return list;
}

// Takes over the context: it is dropped whatever becomes of the call.
Ref<GraphedFunction> adopt(const vjp_graphed_function* given) {
  VJP_ARG(given);
  checked(given, "vjp_graphed_function", "VJP_GRAPHED_FUNCTION_INIT");
  Ref<GraphedFunction> function;
  try {
    function = Ref<GraphedFunction>::take(new GraphedFunction());
  }
  VJP_CATCH_ALL {
    if (given->drop) given->drop(given->context);
    throw;
  }
  function->run = given->run;
  function->context = given->context;
  function->drop = given->drop;
  if (!given->run) fail(VJP_ERROR_INVALID, "vjp_graphed_function: run is NULL");
  if (given->training < 0 || given->training > 1)
    fail(VJP_ERROR_INVALID, "vjp_graphed_function: training is {}, expected 0 or 1", given->training);
  function->training = given->training == 1;
  function->samples = collect(given->inputs, given->num_inputs, "inputs");
  std::vector<Tensor> parameters = collect(given->parameters, given->num_parameters, "parameters");
  for (size_t i = 0; i < parameters.size(); ++i) {
    if (!parameters[i]) fail(VJP_ERROR_INVALID, "vjp_graphed_function: parameter {} is NULL", i);
    const char* name = given->parameter_names ? given->parameter_names[i] : nullptr;
    const void* memory = parameters[i].raw();
    function->parameters.push_back({std::move(parameters[i]), name ? format("'{}'", name) : format("{}", i), memory});
  }
  return function;
}

GraphedOptions convert(const vjp_graphed_options* given) {
  GraphedOptions out;
  if (!given) return out;
  checked(given, "vjp_graphed_options", "VJP_GRAPHED_OPTIONS_INIT");
  if (given->num_warmup < 0)
    fail(VJP_ERROR_INVALID, "vjp_graphed_options: num_warmup is {}, expected 0 or more", given->num_warmup);
  if (given->mode < VJP_CAPTURE_GLOBAL || given->mode > VJP_CAPTURE_RELAXED)
    fail(VJP_ERROR_INVALID, "vjp_graphed_options: {} is no mode of a capture", static_cast<int>(given->mode));
  out.device = device_from_c(given->device, "vjp_make_graphed", "device");
  out.num_warmup = given->num_warmup;
  out.allow_unused = flag_of("vjp_graphed_options", "allow_unused", given->allow_unused);
  out.elide_cpu_work = flag_of("vjp_graphed_options", "elide_cpu_work", given->elide_cpu_work);
  out.mode = given->mode;
  out.pool = Ref<MemoryPool>::share(reinterpret_cast<MemoryPool*>(given->pool));
  return out;
}

}  // namespace

extern "C" {

vjp_status vjp_make_graphed(const vjp_graphed_function* const* functions, size_t num_functions,
                            const vjp_graphed_options* options, vjp_graphed** out) {
  return guard([&] {
    if (num_functions > 0) VJP_ARG(functions);
    std::vector<Ref<GraphedFunction>> adopted;
    std::exception_ptr refused;  // after which the other contexts are taken over all the same
    for (size_t i = 0; i < num_functions; ++i) {
      try {
        adopted.push_back(adopt(functions[i]));
      }
      VJP_CATCH_ALL {
        if (!refused) refused = std::current_exception();
      }
    }
    if (refused) std::rethrow_exception(refused);
    VJP_ARG(out);
    GraphedOptions converted = convert(options);
    std::vector<Ref<Graphed>> made = make_graphed(std::move(adopted), converted);
    for (size_t i = 0; i < made.size(); ++i) out[i] = reinterpret_cast<vjp_graphed*>(made[i].detach());
  });
}

vjp_status vjp_graphed_call(vjp_graphed* graphed, vjp_tensor* const* inputs, size_t num_inputs, bool training,
                            vjp_tensor_list** out) {
  return guard([&] {
    VJP_ARG(graphed);
    if (num_inputs > 0) VJP_ARG(inputs);
    VJP_ARG(out);
    std::vector<Tensor> list;
    for (size_t i = 0; i < num_inputs; ++i) list.push_back(borrow(inputs[i]));
    *out = give_list(graphed_of(graphed)->call(list, training));
  });
}

vjp_graphed* vjp_graphed_retain(vjp_graphed* graphed) {
  if (graphed) graphed_of(graphed)->refs.retain();
  return graphed;
}
void vjp_graphed_release(vjp_graphed* graphed) { Ref<Graphed>::take(graphed_of(graphed)); }

}  // extern "C"
