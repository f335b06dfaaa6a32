#include "transforms/region.h"

#include "base/last_error.h"
#include "graph/scope.h"
#include "ops/tensor_list.h"

namespace vjp {

std::vector<Tensor> run_region(RegionFn run, void* context, bool flag, TensorList inputs, const char* what) {
  auto list = Ref<vjp_tensor_list>::take(new vjp_tensor_list());
  clear_last_error();
  vjp_status status;
  {
    Callback callback;
    status = run(context, flag, reinterpret_cast<vjp_tensor* const*>(inputs.data()), inputs.size(), list.get());
  }
  if (status == VJP_OK) return list->tensors;
  CallbackError error(status, what);
  if (last_error_status() == status && *last_error_message()) error.message() = last_error_message();
  throw error;
}

}  // namespace vjp
