#include "backends/cpu/linalg/lapack.h"

#include <dlfcn.h>

#include <atomic>
#include <string>

#include "backends/cpu/blas_library.h"
#include "base/error.h"

#define VJP_TEXT_(x) #x
#define VJP_TEXT(x) VJP_TEXT_(x)

namespace vjp::cpu {
namespace {

struct Names {
  const char *real, *complex;
};
constexpr Names kNames[] = {{"trsm", "trsm"},   {"getrf", "getrf"}, {"potrf", "potrf"}, {"geqrf", "geqrf"},
                            {"orgqr", "ungqr"}, {"gesdd", "gesdd"}, {"syevd", "heevd"}, {"geev", "geev"}};

std::string symbol_of(Routine routine, Dtype dtype) {
  const Names& names = kNames[static_cast<int>(routine)];
  const char letter = dtype == Dtype::Float32     ? 's'
                      : dtype == Dtype::Float64   ? 'd'
                      : dtype == Dtype::Complex64 ? 'c'
                                                  : 'z';
  return std::string(VJP_TEXT(VJP_BLAS_PREFIX)) + letter + (is_complex(dtype) ? names.complex : names.real) + "_";
}

}  // namespace

bool has_lapack() { return !find_blas().missing; }

void* find_lapack(Routine routine, Dtype dtype, const char* op) {
  static constinit std::atomic<void*> found[std::size(kNames)][kNumDtypes] = {};
  std::atomic<void*>& place = found[static_cast<int>(routine)][static_cast<int>(dtype)];
  if (void* address = place.load(std::memory_order_acquire)) return address;
  const BlasLibrary& library = find_blas();
  if (library.missing) {
    fail(VJP_ERROR_NOT_IMPLEMENTED,
         "{}: needs LAPACK, which OpenBLAS has, and there is no OpenBLAS: {}; vjp doctor says more", op, library.name);
  }
  const std::string name = symbol_of(routine, dtype);
  void* address = dlsym(library.handle, name.c_str());
  if (!address) fail(VJP_ERROR_NOT_IMPLEMENTED, "{}: needs LAPACK's {}, and {} has none", op, name, library.name);
  place.store(address, std::memory_order_release);
  return address;
}

}  // namespace vjp::cpu
