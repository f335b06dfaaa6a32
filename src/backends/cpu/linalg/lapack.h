// LAPACK, as OpenBLAS has it: routines found by name when they are first called.
//
// A Fortran routine takes addresses only, so one call serves every element type: what differs is the letter in front
// of the name.
#pragma once

#include <cblas.h>

#include "tensor/dtype.h"

namespace vjp::cpu {

using Int = blasint;
static_assert(sizeof(Int) == 4, "pivots and infos are int32");

enum class Routine : uint8_t { Trsm, Getrf, Potrf, Geqrf, Orgqr, Gesdd, Syevd, Geev };

// Whether there is a library: where there is none, only the loops of small.h compute.
bool has_lapack();
// Throws VJP_ERROR_NOT_IMPLEMENTED, in the name of `op`, where there is none.
void* find_lapack(Routine routine, Dtype dtype, const char* op);

// A routine of one element type; the lengths of texts follow the arguments, as gfortran passes them.
class Lapack {
 public:
  Lapack(Routine routine, Dtype dtype, const char* op) : address_(find_lapack(routine, dtype, op)) {}
  template <class... Args>
  void operator()(Args*... args) const {
    using Length = size_t;
    reinterpret_cast<void (*)(Args * ..., Length, Length, Length, Length)>(address_)(args..., 1, 1, 1, 1);
  }

 private:
  void* address_;
};

}  // namespace vjp::cpu
