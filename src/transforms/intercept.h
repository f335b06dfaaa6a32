// Interceptors that a program puts into its operators' chain (vjp/intercept.h).
#pragma once

#include "graph/guard.h"
#include "ops/interceptor.h"
#include "vjp/intercept.h"

namespace vjp {

class InterceptFunction {
 public:
  InterceptFunction(vjp_intercept_fn fn, void* context) : fn_(fn), context_(context) {}
  ~InterceptFunction() {
    if (drop_) drop_(context_);
  }
  static void destroy(InterceptFunction* function) noexcept { delete function; }

  void own_context(void (*drop)(void*)) { drop_ = drop; }
  vjp_status operator()(const vjp_intercepted_call& call, vjp_tensor_list* results) const {
    return fn_(context_, &call, results);
  }

  RefCount refs;

 private:
  vjp_intercept_fn fn_;
  void* context_;
  void (*drop_)(void*) = nullptr;
};

// One level of one thread.
class UserInterceptor final : public Interceptor {
 public:
  explicit UserInterceptor(Ref<InterceptFunction> function) : function_(std::move(function)) {}
  void handle(OpCall& call) override;
  std::unique_ptr<Interceptor> for_other_thread() const override {
    return std::make_unique<UserInterceptor>(function_);
  }

 private:
  Ref<InterceptFunction> function_;
};

class InterceptRegion final : public Guard {
 public:
  InterceptRegion(uint32_t place, Ref<InterceptFunction> function)
      : interceptor_(std::move(function)), scope_(place, &interceptor_) {}

 private:
  UserInterceptor interceptor_;
  InterceptScope scope_;
};

// vjp_intercept_next.
std::vector<Tensor> go_on(const vjp_intercepted_call& call, const Value* args);

}  // namespace vjp
