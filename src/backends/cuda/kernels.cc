// The table of kernels: every primitive in the frame of an entry, but for the optional ones, which it lacks.
#include "backends/cuda/kernels.h"

#include "backends/cuda/entry.h"
#include "backends/cuda/faults.h"
#include "backends/cuda/graphs.h"
#include "backends/cuda/table.h"

namespace vjp::cuda {
namespace {

// Waits for the launch, so that what went wrong is this operator's. What is captured does not run now.
void wait_for(const Launch& launch) {
  if (is_capturing(launch.stream)) return;
  cudaError_t error = cudaStreamSynchronize(launch.stream);
  if (error != cudaSuccess && is_sticky(error)) note_sticky(launch.device, error, launch.op);
  check(error, launch.op);
  check_reports(launch.device);
}

template <auto kPrimitive, class Args>
vjp_status run(const Args* args, const vjp_launch* launch) {
  return guarded_on(launch->device, [&] {
    check_reports(launch->device);
    Launch l{static_cast<cudaStream_t>(launch->stream),
             launch->device,
             launch->deterministic,
             launch->allow_tf32,
             launch->op ? launch->op : "",
             fault_record(launch->device)};
    // What another user of the runtime left behind in this thread is not this kernel's; what stays is.
    (void)cudaGetLastError();
    note_launch(*launch);
    kPrimitive(*args, l);
    l.check(l.op);
    if (blocking()) wait_for(l);
  });
}

}  // namespace

constinit const vjp_kernels kKernels = {.size = sizeof(vjp_kernels),
#define VJP_CUDA_ROW(name, Args) .name = run<name, Args>,
                                        VJP_NEEDED_PRIMITIVES(VJP_CUDA_ROW)
#undef VJP_CUDA_ROW
};

}  // namespace vjp::cuda
