#include "backends/cpu/cpu.h"

#include "kernel/backends.h"

namespace vjp {

constinit const Backend kCpuBackend = {
    "cpu",
    cpu::pointwise,
    cpu::copy,
    cpu::fill,
    cpu::reduce,
    cpu::scan,
    cpu::gemm,
    cpu::conv_forward,
    cpu::conv_data,
    cpu::conv_weight,
    cpu::max_pool,
    cpu::max_pool_backward,
    cpu::avg_pool,
    cpu::avg_pool_backward,
    cpu::gather,
    cpu::scatter,
    cpu::index_select,
    cpu::index_add,
    cpu::index_get,
    cpu::index_put,
    cpu::sort,
    cpu::softmax,
    cpu::softmax_backward,
    cpu::norm,
    cpu::norm_backward,
    cpu::attention,
    cpu::attention_backward,
    cpu::random,
    cpu::count_nonzero,
    cpu::nonzero,
};

}  // namespace vjp
