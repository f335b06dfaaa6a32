// What the kernels of the CUDA backend need from its runtime, on the host.
#include <cstdarg>
#include <cstdio>
#include <cstdlib>

#include "backends/cuda/conv_cudnn.h"
#include "backends/cuda/fused_plan.h"
#include "backends/cuda/kernels.h"

namespace vjp::cuda {

void fail(vjp_status status, const char* format, ...) {
  Failure failure;
  failure.status = status;
  va_list list;
  va_start(list, format);
  std::vsnprintf(failure.text, sizeof failure.text, format, list);
  va_end(list);
  throw failure;
}
void fail_of_cuda(cudaError_t, const char* what) { fail(VJP_ERROR_INTERNAL, "%s", what); }

const DeviceLimits& limits_of(int) {
  static const DeviceLimits limits = {80, 1, 2048, 48 * 1024, 96 * 1024, int64_t(1) << 20};
  return limits;
}

Workspace::Workspace(const Launch&, size_t bytes) : data_(std::malloc(bytes + 1)) {
  std::memset(data_, 0xa5, bytes);  // nobody may count on zeros
}
Workspace::~Workspace() { std::free(data_); }

// There is neither cuDNN nor NVRTC.
bool conv_by_cudnn(Convolution, const vjp_conv_args&, const Launch&) { return false; }
bool pointwise_fused(const vjp_pointwise_args&, const Launch&) { return false; }

}  // namespace vjp::cuda
