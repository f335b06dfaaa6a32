#include "backends/cpu/cpu.h"
#include "backends/cpu/loops.h"
#include "base/error.h"
#include "vjp/tensor.h"

namespace vjp::cpu {

void check_index(const CheckIndexArgs& args) {
  auto check = [&](int64_t value) {
    if (value < args.low || value >= args.high)
      fail(VJP_ERROR_INVALID, "index {} is out of range: it must be at least {} and below {}", value, args.low,
           args.high);
  };
  auto run = [&]<class T>(const T*) {
    const View& v = args.index;
    int64_t position[VJP_MAX_DIMS] = {}, total = 1, offset = 0;
    for (int d = 0; d < v.ndim; ++d) total *= v.sizes[d];
    for (int64_t i = 0; i < total; ++i) {
      check(static_cast<const T*>(v.data)[offset]);
      for (int d = v.ndim - 1; d >= 0; --d) {
        offset += v.strides[d];
        if (++position[d] < v.sizes[d]) break;
        offset -= position[d] * v.strides[d];
        position[d] = 0;
      }
    }
  };
  Dtype{args.index.dtype} == Dtype::Int32 ? run(static_cast<const int32_t*>(nullptr))
                                          : run(static_cast<const int64_t*>(nullptr));
}

}  // namespace vjp::cpu
