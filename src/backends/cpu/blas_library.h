// OpenBLAS, opened when the first matrix product needs it.
//
// Linked in the usual way it would start threads of its own as soon as libvjp is loaded. Opened here it starts none,
// and a process that never multiplies matrices does not have it at all.
#pragma once

#include <cblas.h>

#include <string>

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
  std::string name;        // "OpenBLAS 0.3.34, Haswell"; "none (why)" where there is none
  void* handle = nullptr;  // the library itself
  bool missing = false;    // the products are blas_plain.cc's
};

// Throws VJP_ERROR_MEMORY, and VJP_ERROR_BACKEND for a library that is no OpenBLAS; a later call tries again. What was
// found once stays.
const BlasLibrary& find_blas();
// The same for a kernel that computes: warns once if it is slow because there is no OpenBLAS.
const BlasLibrary& blas_library();

// Products without an OpenBLAS (blas_plain.cc).
void use_plain_blas(BlasLibrary& library);

}  // namespace vjp::cpu
