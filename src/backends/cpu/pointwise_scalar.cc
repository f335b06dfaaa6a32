// Tile kernels on int64 and on complex numbers: no vectors.
#include "backends/cpu/pointwise_scalar.h"

namespace vjp::cpu {
namespace {

using namespace scalar;

template <class T>
void fill(Kernels& k, ComputeType t) {
#define VJP_SET(number, NAME, Name, name, arity, complex, text) \
  if constexpr (complex || !kIsComplex<T>) k.set(t, Opcode::Name, scalar_kernel<T, arity, op_##name<T>>);
  VJP_OPCODES(VJP_SET)
#undef VJP_SET
}

}  // namespace

void fill_scalar_kernels(Kernels& k) {
  fill<int64_t>(k, kI64);
  fill<Complex<float>>(k, kC64);
  fill<Complex<double>>(k, kC128);
}

}  // namespace vjp::cpu
