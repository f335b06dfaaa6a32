// Factorisations of matrices: the device has none yet.
#include "backends/cuda/entry.h"
#include "backends/cuda/kernels.h"

namespace vjp::cuda {

void factor(const vjp_factor_args& args, const Launch&) {
  fail(VJP_ERROR_NOT_IMPLEMENTED, "%s: not on CUDA, which has no factorisations of matrices yet; compute it on the CPU",
       args.name);
}

}  // namespace vjp::cuda
