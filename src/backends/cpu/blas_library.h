// OpenBLAS, opened when the first matrix product needs it.
//
// Linked in the usual way it would start threads of its own as soon as libvjp is loaded. Opened here it starts none,
// and a process that never multiplies matrices does not have it at all.
#pragma once

#include <cblas.h>

#ifndef VJP_BLAS_PREFIX
#define VJP_BLAS_PREFIX
#endif
#define VJP_CAT_(a, b) a##b
#define VJP_CAT(a, b) VJP_CAT_(a, b)
#define VJP_BLAS(name) VJP_CAT(VJP_BLAS_PREFIX, name)

namespace vjp::cpu {

struct BlasLibrary {
  decltype(&VJP_BLAS(cblas_sgemm)) sgemm;
  decltype(&VJP_BLAS(cblas_dgemm)) dgemm;
  decltype(&VJP_BLAS(cblas_cgemm)) cgemm;
  decltype(&VJP_BLAS(cblas_zgemm)) zgemm;
  decltype(&VJP_BLAS(cblas_sgemv)) sgemv;
  decltype(&VJP_BLAS(cblas_dgemv)) dgemv;
  decltype(&VJP_BLAS(cblas_cgemv)) cgemv;
  decltype(&VJP_BLAS(cblas_zgemv)) zgemv;
  decltype(&VJP_BLAS(openblas_get_config)) get_config;
  decltype(&VJP_BLAS(openblas_get_corename)) get_corename;
};

// Throws VJP_ERROR_BACKEND if the library cannot be loaded; a later call tries again. Once loaded it stays.
const BlasLibrary& blas_library();

}  // namespace vjp::cpu
