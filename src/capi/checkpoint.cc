// vjp/checkpoint.h: checkpointing.
#include "transforms/checkpoint.h"

#include "base/forced_unwind.h"
#include "capi/capi.h"
#include "transforms/kept_results.h"
#include "vjp/checkpoint.h"

using namespace vjp;

namespace {

// Takes over the context: it is dropped whatever becomes of the call.
Ref<CheckpointFunction> adopt(const vjp_checkpoint_function* function, const char* caller) {
  if (!function) fail(VJP_ERROR_INVALID, "{}: the function is NULL", caller);
  checked(function, "vjp_checkpoint_function", "VJP_CHECKPOINT_FUNCTION_INIT");
  auto adopted = Ref<CheckpointFunction>::take(new CheckpointFunction(*function));
  if (!function->run) fail(VJP_ERROR_INVALID, "vjp_checkpoint_function: run is NULL");
  return adopted;
}

void check_option(const char* name, int32_t value, int32_t low) {
  if (value < low || value > 1) {
    fail(VJP_ERROR_INVALID, "vjp_checkpoint_options: {} is {}, expected {}0 or 1", name, value, low < 0 ? "-1, " : "");
  }
}

CheckpointOptions convert(const vjp_checkpoint_options* given) {
  vjp_checkpoint_options o = VJP_CHECKPOINT_OPTIONS_INIT;
  if (given) {
    checked(given, "vjp_checkpoint_options", "VJP_CHECKPOINT_OPTIONS_INIT");
    o = *given;
  }
  check_option("reentrant", o.reentrant, 0);
  check_option("preserve_random_state", o.preserve_random_state, 0);
  check_option("check_determinism", o.check_determinism, 0);
  check_option("early_stop", o.early_stop, -1);
  check_option("debug", o.debug, -1);
  if (o.reentrant && (!o.check_determinism || o.early_stop >= 0 || o.debug >= 0)) {
    fail(VJP_ERROR_INVALID,
         "vjp_checkpoint_options: the reentrant kind takes neither check_determinism nor early_stop nor debug; leave "
         "them at their defaults");
  }
  CheckpointOptions out;
  out.reentrant = o.reentrant == 1;
  out.preserve_random_state = o.preserve_random_state == 1;
  out.check_determinism = o.check_determinism == 1;
  out.early_stop = o.early_stop < 0 ? checkpoint_settings->early_stop : o.early_stop == 1;
  out.debug = o.debug < 0 ? checkpoint_settings->debug : o.debug == 1;
  return out;
}

std::vector<Tensor> collect(vjp_tensor* const* inputs, size_t count) {
  if (count > 0) VJP_ARG(inputs);
  std::vector<Tensor> list;
  for (size_t i = 0; i < count; ++i) list.push_back(borrow(inputs[i]));
  return list;
}

vjp_guard* handle_of_region(const CheckpointSettings& settings) { return give_guard(new CheckpointRegion(settings)); }

}  // namespace

vjp_status vjp_checkpoint(const vjp_checkpoint_function* function, vjp_tensor* const* inputs, size_t num_inputs,
                          const vjp_checkpoint_options* options, vjp_tensor_list** out) {
  return guard([&] {
    Ref<CheckpointFunction> region = adopt(function, "vjp_checkpoint");
    VJP_ARG(out);
    CheckpointOptions converted = convert(options);
    *out = give_list(checkpoint(std::move(region), collect(inputs, num_inputs), converted));
  });
}

vjp_status vjp_checkpoint_sequential(const vjp_checkpoint_function* functions, size_t num_functions, size_t segments,
                                     vjp_tensor* const* inputs, size_t num_inputs,
                                     const vjp_checkpoint_options* options, vjp_tensor_list** out) {
  return guard([&] {
    if (num_functions > 0) VJP_ARG(functions);
    std::vector<Ref<CheckpointFunction>> chain;
    std::exception_ptr refused;  // after which the other contexts are taken over all the same
    for (size_t i = 0; i < num_functions; ++i) {
      try {
        chain.push_back(adopt(&functions[i], "vjp_checkpoint_sequential"));
      }
      VJP_CATCH_ALL {
        if (!refused) refused = std::current_exception();
      }
    }
    if (refused) std::rethrow_exception(refused);
    VJP_ARG(out);
    CheckpointOptions converted = convert(options);
    *out = give_list(checkpoint_sequential(std::move(chain), segments, collect(inputs, num_inputs), converted));
  });
}

bool vjp_checkpoint_stopping(void) { return checkpoint_stopping(); }

vjp_status vjp_guard_checkpoint_early_stop(bool enabled, vjp_guard** out) {
  return guard([&] {
    VJP_ARG(out);
    CheckpointSettings settings = checkpoint_settings;
    settings.early_stop = enabled;
    *out = handle_of_region(settings);
  });
}

vjp_status vjp_guard_checkpoint_debug(bool enabled, vjp_guard** out) {
  return guard([&] {
    VJP_ARG(out);
    CheckpointSettings settings = checkpoint_settings;
    settings.debug = enabled;
    *out = handle_of_region(settings);
  });
}

// ---- results that are kept ----

namespace {
KeptResults* kept_of(vjp_kept_results* kept) { return reinterpret_cast<KeptResults*>(kept); }
}  // namespace

vjp_status vjp_kept_results_create(vjp_checkpoint_policy_fn policy, void* context, void (*drop)(void*),
                                   bool allow_mutation, vjp_kept_results** out) {
  return guard([&] {
    VJP_ARG(policy);
    VJP_ARG(out);
    *out = reinterpret_cast<vjp_kept_results*>(new KeptResults(policy, context, drop, allow_mutation));
  });
}

vjp_kept_results* vjp_kept_results_retain(vjp_kept_results* kept) {
  if (kept) kept_of(kept)->refs.retain();
  return kept;
}

void vjp_kept_results_release(vjp_kept_results* kept) { Ref<KeptResults>::take(kept_of(kept)); }

vjp_status vjp_guard_kept_results(vjp_kept_results* kept, bool recomputing, vjp_guard** out) {
  return guard([&] {
    VJP_ARG(kept);
    VJP_ARG(out);
    auto* region = new KeepRegion(Ref<KeptResults>::share(kept_of(kept)), recomputing);
    *out = give_guard(region);
  });
}
