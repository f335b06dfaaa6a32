// Fourier transforms: the device has none yet.
#include "backends/cuda/entry.h"
#include "backends/cuda/kernels.h"

namespace vjp::cuda {

void fourier(const vjp_fourier_args&, const Launch& launch) {
  fail(VJP_ERROR_NOT_IMPLEMENTED, "%s: not on CUDA, which has no Fourier transforms yet; compute it on the CPU",
       launch.op);
}

}  // namespace vjp::cuda
