// vjp/gradcheck.h: checking derivatives numerically.
#include "transforms/gradcheck.h"

#include "capi/capi.h"
#include "graph/hook.h"
#include "graph/scope.h"
#include "vjp/gradcheck.h"

using namespace vjp;

struct vjp_gradcheck_report {
  RefCount refs;
  GradcheckFailure failure;
};

namespace {

struct Options : GradgradcheckOptions {
  bool raise = true;
};

Options convert(const vjp_gradcheck_options* given) {
  vjp_gradcheck_options o = VJP_GRADCHECK_OPTIONS_INIT;
  if (given) {
    checked(given, "vjp_gradcheck_options", "VJP_GRADCHECK_OPTIONS_INIT");
    o = *given;
  }
  Options out;
  out.eps = o.eps;
  out.atol = o.atol;
  out.rtol = o.rtol;
  out.nondet_tol = o.nondet_tol;
  out.raise = flag_of("vjp_gradcheck_options", "raise", o.raise);
  out.undefined = flag_of("vjp_gradcheck_options", "check_undefined", o.check_undefined);
  out.dtypes = flag_of("vjp_gradcheck_options", "check_dtypes", o.check_dtypes);
  out.batched = flag_of("vjp_gradcheck_options", "check_batched", o.check_batched);
  out.batched_forward = flag_of("vjp_gradcheck_options", "check_batched_forward", o.check_batched_forward);
  out.forward = flag_of("vjp_gradcheck_options", "check_forward", o.check_forward);
  out.backward = flag_of("vjp_gradcheck_options", "check_backward", o.check_backward);
  out.fast = flag_of("vjp_gradcheck_options", "fast", o.fast);
  out.masked = flag_of("vjp_gradcheck_options", "masked", o.masked);
  out.non_contiguous = flag_of("vjp_gradcheck_options", "non_contiguous", o.non_contiguous);
  return out;
}

CheckedFunction convert(vjp_gradcheck_fn fn, void* context) {
  return [=](TensorList inputs) {
    Ref<vjp_tensor_list> results = Ref<vjp_tensor_list>::take(give_list({}));
    auto handles = reinterpret_cast<vjp_tensor* const*>(inputs.data());
    vjp_status status;
    {
      Callback callback;
      status = fn(context, handles, inputs.size(), results.get());
    }
    if (status != VJP_OK) throw_callback_error(status, "the function that is checked");
    return results->tensors;
  };
}

// Entries may be NULL, the list only if it is empty.
template <class Check>
vjp_status run(vjp_gradcheck_report* report, const vjp_gradcheck_options* given, Check&& check) {
  return guard([&] {
    if (report) report->failure = {};
    Options options = convert(given);
    std::optional<GradcheckFailure> failure = check(options);
    if (!failure) return;
    if (report) report->failure = *failure;
    if (options.raise) throw Error(VJP_ERROR_INVALID, failure->summary);
  });
}

const GradcheckFailure& failure_of(const vjp_gradcheck_report* report) {
  static const GradcheckFailure& none = *new GradcheckFailure();
  return report ? report->failure : none;
}

vjp_status give_matrix(const vjp_gradcheck_report* report, Tensor GradcheckFailure::*matrix, vjp_tensor** out) {
  return guard([&] {
    VJP_ARG(report);
    VJP_ARG(out);
    *out = give(report->failure.*matrix);
  });
}

}  // namespace

vjp_status vjp_gradcheck(vjp_gradcheck_fn fn, void* context, vjp_tensor* const* inputs, size_t num_inputs,
                         const vjp_gradcheck_options* options, vjp_gradcheck_report* report) {
  return run(report, options, [&](const Options& o) {
    VJP_ARG(fn);
    return gradcheck(convert(fn, context), list_of(inputs, num_inputs, "inputs"), o);
  });
}

vjp_status vjp_gradgradcheck(vjp_gradcheck_fn fn, void* context, vjp_tensor* const* inputs, size_t num_inputs,
                             vjp_tensor* const* grad_outputs, size_t num_grad_outputs,
                             const vjp_gradcheck_options* options, vjp_gradcheck_report* report) {
  return run(report, options, [&](const Options& o) {
    VJP_ARG(fn);
    return gradgradcheck(convert(fn, context), list_of(inputs, num_inputs, "inputs"),
                         list_of(grad_outputs, num_grad_outputs, "grad_outputs"), o);
  });
}

vjp_status vjp_gradcheck_report_create(vjp_gradcheck_report** out) {
  return guard([&] {
    VJP_ARG(out);
    *out = new vjp_gradcheck_report();
  });
}
vjp_gradcheck_report* vjp_gradcheck_report_retain(vjp_gradcheck_report* report) {
  if (report) report->refs.retain();
  return report;
}
void vjp_gradcheck_report_release(vjp_gradcheck_report* report) {
  if (report && report->refs.release()) delete report;
}
vjp_gradcheck_kind vjp_gradcheck_report_kind(const vjp_gradcheck_report* report) {
  return static_cast<vjp_gradcheck_kind>(failure_of(report).check);
}
int64_t vjp_gradcheck_report_output(const vjp_gradcheck_report* report) { return failure_of(report).output; }
int64_t vjp_gradcheck_report_input(const vjp_gradcheck_report* report) { return failure_of(report).input; }
vjp_status vjp_gradcheck_report_analytic(const vjp_gradcheck_report* report, vjp_tensor** out) {
  return give_matrix(report, &GradcheckFailure::analytic, out);
}
vjp_status vjp_gradcheck_report_numeric(const vjp_gradcheck_report* report, vjp_tensor** out) {
  return give_matrix(report, &GradcheckFailure::numeric, out);
}
int64_t vjp_gradcheck_report_row(const vjp_gradcheck_report* report) { return failure_of(report).row; }
int64_t vjp_gradcheck_report_column(const vjp_gradcheck_report* report) { return failure_of(report).column; }
double vjp_gradcheck_report_difference(const vjp_gradcheck_report* report) { return failure_of(report).difference; }
const char* vjp_gradcheck_report_text(const vjp_gradcheck_report* report) { return failure_of(report).text.c_str(); }
