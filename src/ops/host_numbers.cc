#include "ops/host_numbers.h"

#include "base/untraced.h"
#include "graph/batched.h"
#include "ops/internal.h"

namespace vjp {

std::vector<int64_t> host_numbers(const Tensor& t, const char* what, const char* argument) {
  if (!is_integral(t.dtype()) || t.dtype() == Dtype::Bool) {
    fail(VJP_ERROR_DTYPE, "{}: '{}' is {}, expected integers", what, argument, t);
  }
  if (is_batched(t)) {
    fail(VJP_ERROR_STATE,
         "{}: inside vmap '{}' would give each sample a result of another shape; it must be the same for all samples",
         what, argument);
  }
  note_untraced_shape(what);
  Tensor host = t.device().is_cpu() ? fresh_copy(t) : copied_to(t, Device{}, false);
  std::vector<int64_t> numbers;
  visit_dtype(host.dtype(), [&]<class T>(Type<T>) {
    if constexpr (std::is_integral_v<T>) {
      const Tensor dense = host.contiguous() ? host : fresh_copy(host);
      numbers.assign(dense.data<T>(), dense.data<T>() + dense.numel());
    }
  });
  return numbers;
}

}  // namespace vjp
