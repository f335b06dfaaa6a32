// Special functions of single numbers, in double for every type: by series-inl.h, each compiled once and called.
#pragma once

#include "kernel/scalar_formulas.h"
#include "kernel/series_tables.h"

#ifdef __CUDACC__
#define VJP_APART __noinline__
#else
#define VJP_APART [[gnu::noinline]]
#endif

namespace vjp::scalar::special {

// The arithmetic that series-inl.h asks for.
struct Numbers {
  VJP_HD static double set(double a) { return a; }
  VJP_HD static double add(double a, double b) { return a + b; }
  VJP_HD static double sub(double a, double b) { return a - b; }
  VJP_HD static double mul(double a, double b) { return a * b; }
  VJP_HD static double div(double a, double b) { return a / b; }
  VJP_HD static double mul_add(double a, double b, double c) { return a * b + c; }
  VJP_HD static double square_error(double a, double square) { return ::fma(a, a, -square); }
  VJP_HD static double sqrt(double a) { return ::sqrt(a); }
  VJP_HD static double exp(double a) { return ::exp(a); }
  VJP_HD static double log(double a) { return ::log(a); }
  VJP_HD static double abs(double a) { return ::fabs(a); }
  VJP_HD static double copy_sign(double a, double b) { return ::copysign(a, b); }
  VJP_HD static bool less(double a, double b) { return a < b; }
  VJP_HD static bool equal(double a, double b) { return a == b; }
  VJP_HD static double select(bool c, double a, double b) { return c ? a : b; }
};

#define VJP_SERIES VJP_HD inline
#include "kernel/series-inl.h"
#undef VJP_SERIES

VJP_APART VJP_HD inline double erfcx(double x) { return erfcx_of(Numbers(), x); }
VJP_APART VJP_HD inline double ndtri(double x) { return ndtri_of(Numbers(), x); }
VJP_APART VJP_HD inline double i0e(double x) { return i0e_of(Numbers(), x); }
VJP_APART VJP_HD inline double i1e(double x) { return i1e_of(Numbers(), x); }
VJP_APART VJP_HD inline double k0e(double x) { return k0e_of(Numbers(), x); }
VJP_APART VJP_HD inline double k1e(double x) { return k1e_of(Numbers(), x); }

// The library's, with no value left of 0 whatever its mode of errors.
VJP_HD inline double y0(double x) { return x > 0 ? ::y0(x) : x == 0 ? -infinity<double>() : not_a_number<double>(); }
VJP_HD inline double y1(double x) { return x > 0 ? ::y1(x) : x == 0 ? -infinity<double>() : not_a_number<double>(); }

}  // namespace vjp::scalar::special
