#include "transforms/intercept.h"

#include <algorithm>

#include "base/last_error.h"
#include "device/default_device.h"
#include "graph/hook.h"
#include "graph/meta.h"
#include "graph/scope.h"
#include "ops/functions/copy.h"
#include "ops/internal.h"
#include "ops/tensor_list.h"

namespace vjp {
namespace {

vjp_intercepted_call shown(const OpCall& call) {
  vjp_intercepted_call c{};
  c.struct_size = sizeof c;
  c.op = reinterpret_cast<const vjp_op*>(&call.op);
  c.name = call.op.c_name();
  c.variant = call.form == Form::Inplace ? VJP_VARIANT_INPLACE
              : call.form == Form::Out   ? VJP_VARIANT_OUT
                                         : VJP_VARIANT_FUNCTIONAL;
  c.args = call.args;
  c.num_args = static_cast<size_t>(call.op.schema.num_args);
  c.target = call.target() ? handle_of(call.target()->get()) : nullptr;
  c.num_results = call.form == Form::Functional ? static_cast<size_t>(call.op.schema.num_outputs) : 0;
  return c;
}

// A call while the callback of a level has it.
struct Intercepted : vjp_intercepted_call {
  OpCall& call;
  const uint32_t modes = mode_word;
  const Device device = operator_device;
  const uint32_t thread = thread_serial;
  bool went_on = false;
  std::vector<Tensor> results;  // of the last time that it went on

  explicit Intercepted(OpCall& c) : vjp_intercepted_call(shown(c)), call(c) {}

  void go_on(const Value* args);
};

// What a callback has set does not reach what runs below it.
class AsCalled {
 public:
  explicit AsCalled(const Intercepted& seen) : former_(mode_word), there_(seen.device) { set_mode_word(seen.modes); }
  ~AsCalled() { set_mode_word(former_); }
  AsCalled(const AsCalled&) = delete;
  AsCalled& operator=(const AsCalled&) = delete;

 private:
  const uint32_t former_;
  OperatorDevice there_;
};

void check_arguments(const OpCall& call, const Value* args) {
  check_args(call.op, args);
  if (call.form != Form::Inplace) return;
  if (args[0].kind != VJP_KIND_TENSOR || args[0].as.tensor != call.args[0].as.tensor) {
    fail(VJP_ERROR_INVALID, "{}_: an interceptor went on with another target; the target of an in-place call stays",
         call.op.name());
  }
}

void Intercepted::go_on(const Value* args) {
  if (thread != thread_serial) {
    fail(VJP_ERROR_STATE, "{}: an interceptor goes on with a call on its own thread only", call.op.name());
  }
  if (args) check_arguments(call, args);
  AsCalled as_called(*this);
  OpCall below = call;
  std::vector<Tensor> outs(call.form == Form::Functional ? static_cast<size_t>(call.op.schema.num_outputs) : 0);
  if (call.form == Form::Functional) below.outs = outs.data();
  if (call.form == Form::List) below.list = &outs;
  next_with(below, args ? args : call.args);
  if (const Tensor* target = call.target()) outs.push_back(*target);
  went_on = true;
  results = std::move(outs);
}

bool stands_below_autograd(const OpCall& call) { return !(call.left & kAlwaysTaped); }

// Of a list below autograd the rule takes a gradient for each view; above, the program gets what is given.
size_t number_of_results(const OpCall& call, size_t given) {
  if (call.form != Form::List) return call.target() ? 1 : call.results().size();
  return stands_below_autograd(call) ? call.op.view_list(call.args).size() : given;
}

void check_results(const OpCall& call, const std::vector<Tensor>& results) {
  const size_t expected = number_of_results(call, results.size());
  if (results.size() != expected) {
    fail(VJP_ERROR_INVALID, "{}: an interceptor gave {} results, expected {}", call.op.name(), results.size(),
         expected);
  }
  for (size_t i = 0; i < results.size(); ++i)
    if (!results[i]) fail(VJP_ERROR_INVALID, "{}: an interceptor gave NULL as result {}", call.op.name(), i);
}

// A result that lies in the target's memory in another order is read whole before it is overwritten.
void copy_into(const OpCall& call, const Tensor& target, const Tensor& result, bool below) {
  if (below) {
    OperatorDevice there(target.device());
    const bool shared = result->storage == target->storage;
    write_result(call.op, target, shared ? fresh_copy(result) : result);
  } else {
    copy_(target, result);
  }
}

void give_to_target(OpCall& call, const Intercepted& seen, const Tensor& result, bool below) {
  const Tensor& target = *call.target();
  if (result.is(target)) return;
  if (call.op.family == Family::View && !seen.went_on) next(call);  // its shape first, which is no result
  copy_into(call, target, result, below);
}

// Results of the callback's own. Below autograd they get a history, so they become tensors that have none.
void give(OpCall& call, const Intercepted& seen, std::vector<Tensor> results) {
  check_results(call, results);
  const bool below = stands_below_autograd(call);
  if (call.target()) return give_to_target(call, seen, results[0], below);
  const auto is_own = [&](const Tensor& t) {
    return std::none_of(seen.results.begin(), seen.results.end(), [&](const Tensor& r) { return r.is(t); });
  };
  for (Tensor& t : results)
    if (below && is_own(t)) t = t.alias();
  if (call.form == Form::List) {
    *call.list = std::move(results);
  } else {
    std::move(results.begin(), results.end(), call.outs);
  }
}

void pass_results_on(OpCall& call, std::vector<Tensor> results) {
  if (call.form == Form::List) {
    *call.list = std::move(results);
  } else if (call.form == Form::Functional) {
    std::move(results.begin(), results.end(), call.outs);
  }
}

}  // namespace

void UserInterceptor::handle(OpCall& call) {
  Intercepted seen(call);
  auto own = Ref<vjp_tensor_list>::take(new vjp_tensor_list());
  clear_last_error();
  vjp_status status;
  {
    Callback callback;
    status = (*function_)(seen, own.get());
  }
  if (status != VJP_OK) throw_callback_error(status, "an interceptor");
  if (!own->tensors.empty()) {
    give(call, seen, std::move(own->tensors));
  } else if (seen.went_on) {
    pass_results_on(call, std::move(seen.results));
  } else {
    next(call);
  }
}

std::vector<Tensor> go_on(const vjp_intercepted_call& call, const Value* args) {
  auto& seen = static_cast<Intercepted&>(const_cast<vjp_intercepted_call&>(call));
  seen.go_on(args);
  return seen.results;
}

}  // namespace vjp
