/* Printed by generate.py from the library's registry; not to be edited. */
#include <math.h>

#include "operators.h"

static parameter parameters_T[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_T(const slot* a, vjp_tensor** out) { return vjp_T(a[0].as.tensor, out); }
static form form_T = {"T", parameters_T, 1, 1, 1, .number = -1, .call = call_T};

static parameter parameters_abs[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_abs(const slot* a, vjp_tensor** out) { return vjp_abs(a[0].as.tensor, out); }
static vjp_status inplace_abs(const slot* a, vjp_tensor** out) { return vjp_abs_(a[0].as.tensor); }
static form form_abs = {"abs", parameters_abs, 1, 1, 1, .number = -1, .call = call_abs, .inplace = inplace_abs};

static parameter parameters_acos[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_acos(const slot* a, vjp_tensor** out) { return vjp_acos(a[0].as.tensor, out); }
static vjp_status inplace_acos(const slot* a, vjp_tensor** out) { return vjp_acos_(a[0].as.tensor); }
static form form_acos = {"acos", parameters_acos, 1, 1, 1, .number = -1, .call = call_acos, .inplace = inplace_acos};

static parameter parameters_acosh[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_acosh(const slot* a, vjp_tensor** out) { return vjp_acosh(a[0].as.tensor, out); }
static vjp_status inplace_acosh(const slot* a, vjp_tensor** out) { return vjp_acosh_(a[0].as.tensor); }
static form form_acosh = {
    "acosh", parameters_acosh, 1, 1, 1, .number = -1, .call = call_acosh, .inplace = inplace_acosh};

static parameter parameters_adaptive_avg_pool1d[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                                     {"output_size", KIND_INTS, 0, 0, {.given = 0}}};
static vjp_status call_adaptive_avg_pool1d(const slot* a, vjp_tensor** out) {
  return vjp_adaptive_avg_pool1d(a[0].as.tensor, a[1].as.ints, a[1].count, out);
}
static form form_adaptive_avg_pool1d = {"adaptive_avg_pool1d", parameters_adaptive_avg_pool1d,  2, 2, 1,
                                        .number = -1,          .call = call_adaptive_avg_pool1d};

static parameter parameters_adaptive_avg_pool2d[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                                     {"output_size", KIND_INTS, 0, 0, {.given = 0}}};
static vjp_status call_adaptive_avg_pool2d(const slot* a, vjp_tensor** out) {
  return vjp_adaptive_avg_pool2d(a[0].as.tensor, a[1].as.ints, a[1].count, out);
}
static form form_adaptive_avg_pool2d = {"adaptive_avg_pool2d", parameters_adaptive_avg_pool2d,  2, 2, 1,
                                        .number = -1,          .call = call_adaptive_avg_pool2d};

static parameter parameters_adaptive_avg_pool3d[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                                     {"output_size", KIND_INTS, 0, 0, {.given = 0}}};
static vjp_status call_adaptive_avg_pool3d(const slot* a, vjp_tensor** out) {
  return vjp_adaptive_avg_pool3d(a[0].as.tensor, a[1].as.ints, a[1].count, out);
}
static form form_adaptive_avg_pool3d = {"adaptive_avg_pool3d", parameters_adaptive_avg_pool3d,  2, 2, 1,
                                        .number = -1,          .call = call_adaptive_avg_pool3d};

static parameter parameters_add[] = {{"input", KIND_OPERAND, 0, 0, {.given = 0}},
                                     {"other", KIND_OPERAND, 0, 0, {.given = 0}}};
static vjp_status call_add(const slot* a, vjp_tensor** out) { return vjp_add(a[0].as.tensor, a[1].as.tensor, out); }
static vjp_status call_add_scalar(const slot* a, vjp_tensor** out) {
  return vjp_add_scalar(a[0].as.tensor, a[1].as.scalar, out);
}
static vjp_status call_scalar_add(const slot* a, vjp_tensor** out) {
  return vjp_scalar_add(a[0].as.scalar, a[1].as.tensor, out);
}
static vjp_status inplace_add(const slot* a, vjp_tensor** out) { return vjp_add_(a[0].as.tensor, a[1].as.tensor); }
static vjp_status inplace_add_scalar(const slot* a, vjp_tensor** out) {
  return vjp_add_scalar_(a[0].as.tensor, a[1].as.scalar);
}
static form form_add = {"add",
                        parameters_add,
                        2,
                        2,
                        1,
                        .number = 1,
                        .call = call_add,
                        .with_number = call_add_scalar,
                        .number_first = call_scalar_add,
                        .inplace = inplace_add,
                        .inplace_number = inplace_add_scalar};

static parameter parameters_add_alpha[] = {
    {"input", KIND_OPERAND, 0, 0, {.given = 0}},
    {"other", KIND_OPERAND, 0, 0, {.given = 0}},
    {"alpha", KIND_SCALAR, 1, 1, {.as.scalar = {.kind = VJP_KIND_INT, .as.integer = 1}, .given = 1}}};
static vjp_status call_add_alpha(const slot* a, vjp_tensor** out) {
  return vjp_add_alpha(a[0].as.tensor, a[1].as.tensor, a[2].as.scalar, out);
}
static vjp_status call_add_alpha_scalar(const slot* a, vjp_tensor** out) {
  return vjp_add_alpha_scalar(a[0].as.tensor, a[1].as.scalar, a[2].as.scalar, out);
}
static vjp_status call_scalar_add_alpha(const slot* a, vjp_tensor** out) {
  return vjp_scalar_add_alpha(a[0].as.scalar, a[1].as.tensor, a[2].as.scalar, out);
}
static vjp_status inplace_add_alpha(const slot* a, vjp_tensor** out) {
  return vjp_add_alpha_(a[0].as.tensor, a[1].as.tensor, a[2].as.scalar);
}
static vjp_status inplace_add_alpha_scalar(const slot* a, vjp_tensor** out) {
  return vjp_add_alpha_scalar_(a[0].as.tensor, a[1].as.scalar, a[2].as.scalar);
}
static form form_add_alpha = {"add.alpha",
                              parameters_add_alpha,
                              3,
                              2,
                              1,
                              .number = 1,
                              .call = call_add_alpha,
                              .with_number = call_add_alpha_scalar,
                              .number_first = call_scalar_add_alpha,
                              .inplace = inplace_add_alpha,
                              .inplace_number = inplace_add_alpha_scalar};

static parameter parameters_addbmm[] = {
    {"input", KIND_TENSOR, 0, 0, {.given = 0}},
    {"batch1", KIND_TENSOR, 0, 0, {.given = 0}},
    {"batch2", KIND_TENSOR, 0, 0, {.given = 0}},
    {"beta", KIND_SCALAR, 1, 1, {.as.scalar = {.kind = VJP_KIND_INT, .as.integer = 1}, .given = 1}},
    {"alpha", KIND_SCALAR, 1, 1, {.as.scalar = {.kind = VJP_KIND_INT, .as.integer = 1}, .given = 1}}};
static vjp_status call_addbmm(const slot* a, vjp_tensor** out) {
  return vjp_addbmm(a[0].as.tensor, a[1].as.tensor, a[2].as.tensor, a[3].as.scalar, a[4].as.scalar, out);
}
static vjp_status inplace_addbmm(const slot* a, vjp_tensor** out) {
  return vjp_addbmm_(a[0].as.tensor, a[1].as.tensor, a[2].as.tensor, a[3].as.scalar, a[4].as.scalar);
}
static form form_addbmm = {
    "addbmm", parameters_addbmm, 5, 3, 1, .number = -1, .call = call_addbmm, .inplace = inplace_addbmm};

static parameter parameters_addcdiv[] = {
    {"input", KIND_TENSOR, 0, 0, {.given = 0}},
    {"tensor1", KIND_TENSOR, 0, 0, {.given = 0}},
    {"tensor2", KIND_TENSOR, 0, 0, {.given = 0}},
    {"value", KIND_SCALAR, 1, 1, {.as.scalar = {.kind = VJP_KIND_INT, .as.integer = 1}, .given = 1}}};
static vjp_status call_addcdiv(const slot* a, vjp_tensor** out) {
  return vjp_addcdiv(a[0].as.tensor, a[1].as.tensor, a[2].as.tensor, a[3].as.scalar, out);
}
static vjp_status inplace_addcdiv(const slot* a, vjp_tensor** out) {
  return vjp_addcdiv_(a[0].as.tensor, a[1].as.tensor, a[2].as.tensor, a[3].as.scalar);
}
static form form_addcdiv = {
    "addcdiv", parameters_addcdiv, 4, 3, 1, .number = -1, .call = call_addcdiv, .inplace = inplace_addcdiv};

static parameter parameters_addcmul[] = {
    {"input", KIND_TENSOR, 0, 0, {.given = 0}},
    {"tensor1", KIND_TENSOR, 0, 0, {.given = 0}},
    {"tensor2", KIND_TENSOR, 0, 0, {.given = 0}},
    {"value", KIND_SCALAR, 1, 1, {.as.scalar = {.kind = VJP_KIND_INT, .as.integer = 1}, .given = 1}}};
static vjp_status call_addcmul(const slot* a, vjp_tensor** out) {
  return vjp_addcmul(a[0].as.tensor, a[1].as.tensor, a[2].as.tensor, a[3].as.scalar, out);
}
static vjp_status inplace_addcmul(const slot* a, vjp_tensor** out) {
  return vjp_addcmul_(a[0].as.tensor, a[1].as.tensor, a[2].as.tensor, a[3].as.scalar);
}
static form form_addcmul = {
    "addcmul", parameters_addcmul, 4, 3, 1, .number = -1, .call = call_addcmul, .inplace = inplace_addcmul};

static parameter parameters_addmm[] = {
    {"input", KIND_TENSOR, 0, 0, {.given = 0}},
    {"mat1", KIND_TENSOR, 0, 0, {.given = 0}},
    {"mat2", KIND_TENSOR, 0, 0, {.given = 0}},
    {"beta", KIND_SCALAR, 1, 1, {.as.scalar = {.kind = VJP_KIND_INT, .as.integer = 1}, .given = 1}},
    {"alpha", KIND_SCALAR, 1, 1, {.as.scalar = {.kind = VJP_KIND_INT, .as.integer = 1}, .given = 1}}};
static vjp_status call_addmm(const slot* a, vjp_tensor** out) {
  return vjp_addmm(a[0].as.tensor, a[1].as.tensor, a[2].as.tensor, a[3].as.scalar, a[4].as.scalar, out);
}
static vjp_status inplace_addmm(const slot* a, vjp_tensor** out) {
  return vjp_addmm_(a[0].as.tensor, a[1].as.tensor, a[2].as.tensor, a[3].as.scalar, a[4].as.scalar);
}
static form form_addmm = {
    "addmm", parameters_addmm, 5, 3, 1, .number = -1, .call = call_addmm, .inplace = inplace_addmm};

static parameter parameters_addmv[] = {
    {"input", KIND_TENSOR, 0, 0, {.given = 0}},
    {"mat", KIND_TENSOR, 0, 0, {.given = 0}},
    {"vec", KIND_TENSOR, 0, 0, {.given = 0}},
    {"beta", KIND_SCALAR, 1, 1, {.as.scalar = {.kind = VJP_KIND_INT, .as.integer = 1}, .given = 1}},
    {"alpha", KIND_SCALAR, 1, 1, {.as.scalar = {.kind = VJP_KIND_INT, .as.integer = 1}, .given = 1}}};
static vjp_status call_addmv(const slot* a, vjp_tensor** out) {
  return vjp_addmv(a[0].as.tensor, a[1].as.tensor, a[2].as.tensor, a[3].as.scalar, a[4].as.scalar, out);
}
static vjp_status inplace_addmv(const slot* a, vjp_tensor** out) {
  return vjp_addmv_(a[0].as.tensor, a[1].as.tensor, a[2].as.tensor, a[3].as.scalar, a[4].as.scalar);
}
static form form_addmv = {
    "addmv", parameters_addmv, 5, 3, 1, .number = -1, .call = call_addmv, .inplace = inplace_addmv};

static parameter parameters_addr[] = {
    {"input", KIND_TENSOR, 0, 0, {.given = 0}},
    {"vec1", KIND_TENSOR, 0, 0, {.given = 0}},
    {"vec2", KIND_TENSOR, 0, 0, {.given = 0}},
    {"beta", KIND_SCALAR, 1, 1, {.as.scalar = {.kind = VJP_KIND_INT, .as.integer = 1}, .given = 1}},
    {"alpha", KIND_SCALAR, 1, 1, {.as.scalar = {.kind = VJP_KIND_INT, .as.integer = 1}, .given = 1}}};
static vjp_status call_addr(const slot* a, vjp_tensor** out) {
  return vjp_addr(a[0].as.tensor, a[1].as.tensor, a[2].as.tensor, a[3].as.scalar, a[4].as.scalar, out);
}
static vjp_status inplace_addr(const slot* a, vjp_tensor** out) {
  return vjp_addr_(a[0].as.tensor, a[1].as.tensor, a[2].as.tensor, a[3].as.scalar, a[4].as.scalar);
}
static form form_addr = {"addr", parameters_addr, 5, 3, 1, .number = -1, .call = call_addr, .inplace = inplace_addr};

static parameter parameters_alias[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_alias(const slot* a, vjp_tensor** out) { return vjp_alias(a[0].as.tensor, out); }
static form form_alias = {"alias", parameters_alias, 1, 1, 1, .number = -1, .call = call_alias};

static parameter parameters_all[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                     {"dim", KIND_OPTIONAL_INTS, 1, 0, {.given = 0}},
                                     {"keepdim", KIND_BOOL, 1, 0, {.as.truth = 0, .given = 1}}};
static vjp_status call_all(const slot* a, vjp_tensor** out) {
  return vjp_all(a[0].as.tensor, a[1].as.ints, a[1].count, a[2].as.truth, out);
}
static form form_all = {"all", parameters_all, 3, 3, 1, .number = -1, .call = call_all};

static parameter parameters_amax[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                      {"dim", KIND_OPTIONAL_INTS, 1, 0, {.given = 0}},
                                      {"keepdim", KIND_BOOL, 1, 0, {.as.truth = 0, .given = 1}}};
static vjp_status call_amax(const slot* a, vjp_tensor** out) {
  return vjp_amax(a[0].as.tensor, a[1].as.ints, a[1].count, a[2].as.truth, out);
}
static form form_amax = {"amax", parameters_amax, 3, 3, 1, .number = -1, .call = call_amax};

static parameter parameters_amin[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                      {"dim", KIND_OPTIONAL_INTS, 1, 0, {.given = 0}},
                                      {"keepdim", KIND_BOOL, 1, 0, {.as.truth = 0, .given = 1}}};
static vjp_status call_amin(const slot* a, vjp_tensor** out) {
  return vjp_amin(a[0].as.tensor, a[1].as.ints, a[1].count, a[2].as.truth, out);
}
static form form_amin = {"amin", parameters_amin, 3, 3, 1, .number = -1, .call = call_amin};

static parameter parameters_angle[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_angle(const slot* a, vjp_tensor** out) { return vjp_angle(a[0].as.tensor, out); }
static form form_angle = {"angle", parameters_angle, 1, 1, 1, .number = -1, .call = call_angle};

static parameter parameters_any[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                     {"dim", KIND_OPTIONAL_INTS, 1, 0, {.given = 0}},
                                     {"keepdim", KIND_BOOL, 1, 0, {.as.truth = 0, .given = 1}}};
static vjp_status call_any(const slot* a, vjp_tensor** out) {
  return vjp_any(a[0].as.tensor, a[1].as.ints, a[1].count, a[2].as.truth, out);
}
static form form_any = {"any", parameters_any, 3, 3, 1, .number = -1, .call = call_any};

static parameter parameters_arange[] = {{"end", KIND_SCALAR, 0, 0, {.given = 0}},
                                        {"dtype", KIND_DTYPE, 1, 1, {.given = 0}}};
static vjp_status call_arange(const slot* a, vjp_tensor** out) {
  return vjp_arange(a[0].as.scalar, a[1].as.dtype, out);
}
static form form_arange = {"arange", parameters_arange, 2, 1, 1, .number = -1, .call = call_arange};

static parameter parameters_arange_start[] = {
    {"start", KIND_SCALAR, 0, 0, {.given = 0}},
    {"end", KIND_SCALAR, 0, 0, {.given = 0}},
    {"step", KIND_SCALAR, 1, 0, {.as.scalar = {.kind = VJP_KIND_INT, .as.integer = 1}, .given = 1}},
    {"dtype", KIND_DTYPE, 1, 1, {.given = 0}}};
static vjp_status call_arange_start(const slot* a, vjp_tensor** out) {
  return vjp_arange_start(a[0].as.scalar, a[1].as.scalar, a[2].as.scalar, a[3].as.dtype, out);
}
static form form_arange_start = {"arange.start", parameters_arange_start,  4, 3, 1,
                                 .number = -1,   .call = call_arange_start};

static parameter parameters_argmax[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                        {"dim", KIND_OPTIONAL_INT, 1, 0, {.given = 0}},
                                        {"keepdim", KIND_BOOL, 1, 0, {.as.truth = 0, .given = 1}}};
static vjp_status call_argmax(const slot* a, vjp_tensor** out) {
  return vjp_argmax(a[0].as.tensor, a[1].given ? &a[1].as.integer : NULL, a[2].as.truth, out);
}
static form form_argmax = {"argmax", parameters_argmax, 3, 3, 1, .number = -1, .call = call_argmax};

static parameter parameters_argmin[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                        {"dim", KIND_OPTIONAL_INT, 1, 0, {.given = 0}},
                                        {"keepdim", KIND_BOOL, 1, 0, {.as.truth = 0, .given = 1}}};
static vjp_status call_argmin(const slot* a, vjp_tensor** out) {
  return vjp_argmin(a[0].as.tensor, a[1].given ? &a[1].as.integer : NULL, a[2].as.truth, out);
}
static form form_argmin = {"argmin", parameters_argmin, 3, 3, 1, .number = -1, .call = call_argmin};

static parameter parameters_argsort[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                         {"dim", KIND_INT, 1, 0, {.as.integer = -1, .given = 1}},
                                         {"descending", KIND_BOOL, 1, 0, {.as.truth = 0, .given = 1}},
                                         {"stable", KIND_BOOL, 1, 0, {.as.truth = 0, .given = 1}}};
static vjp_status call_argsort(const slot* a, vjp_tensor** out) {
  return vjp_argsort(a[0].as.tensor, a[1].as.integer, a[2].as.truth, a[3].as.truth, out);
}
static form form_argsort = {"argsort", parameters_argsort, 4, 4, 1, .number = -1, .call = call_argsort};

static parameter parameters_as_strided[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                            {"size", KIND_INTS, 0, 0, {.given = 0}},
                                            {"stride", KIND_INTS, 0, 0, {.given = 0}},
                                            {"storage_offset", KIND_OPTIONAL_INT, 1, 0, {.given = 0}}};
static vjp_status call_as_strided(const slot* a, vjp_tensor** out) {
  return vjp_as_strided(a[0].as.tensor, a[1].as.ints, a[1].count, a[2].as.ints, a[2].count,
                        a[3].given ? &a[3].as.integer : NULL, out);
}
static vjp_status inplace_as_strided(const slot* a, vjp_tensor** out) {
  return vjp_as_strided_(a[0].as.tensor, a[1].as.ints, a[1].count, a[2].as.ints, a[2].count,
                         a[3].given ? &a[3].as.integer : NULL);
}
static form form_as_strided = {
    "as_strided", parameters_as_strided, 4, 4, 1, .number = -1, .call = call_as_strided, .inplace = inplace_as_strided};

static parameter parameters_asin[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_asin(const slot* a, vjp_tensor** out) { return vjp_asin(a[0].as.tensor, out); }
static vjp_status inplace_asin(const slot* a, vjp_tensor** out) { return vjp_asin_(a[0].as.tensor); }
static form form_asin = {"asin", parameters_asin, 1, 1, 1, .number = -1, .call = call_asin, .inplace = inplace_asin};

static parameter parameters_asinh[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_asinh(const slot* a, vjp_tensor** out) { return vjp_asinh(a[0].as.tensor, out); }
static vjp_status inplace_asinh(const slot* a, vjp_tensor** out) { return vjp_asinh_(a[0].as.tensor); }
static form form_asinh = {
    "asinh", parameters_asinh, 1, 1, 1, .number = -1, .call = call_asinh, .inplace = inplace_asinh};

static parameter parameters_atan[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_atan(const slot* a, vjp_tensor** out) { return vjp_atan(a[0].as.tensor, out); }
static vjp_status inplace_atan(const slot* a, vjp_tensor** out) { return vjp_atan_(a[0].as.tensor); }
static form form_atan = {"atan", parameters_atan, 1, 1, 1, .number = -1, .call = call_atan, .inplace = inplace_atan};

static parameter parameters_atan2[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                       {"other", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_atan2(const slot* a, vjp_tensor** out) { return vjp_atan2(a[0].as.tensor, a[1].as.tensor, out); }
static vjp_status inplace_atan2(const slot* a, vjp_tensor** out) { return vjp_atan2_(a[0].as.tensor, a[1].as.tensor); }
static form form_atan2 = {
    "atan2", parameters_atan2, 2, 2, 1, .number = -1, .call = call_atan2, .inplace = inplace_atan2};

static parameter parameters_atanh[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_atanh(const slot* a, vjp_tensor** out) { return vjp_atanh(a[0].as.tensor, out); }
static vjp_status inplace_atanh(const slot* a, vjp_tensor** out) { return vjp_atanh_(a[0].as.tensor); }
static form form_atanh = {
    "atanh", parameters_atanh, 1, 1, 1, .number = -1, .call = call_atanh, .inplace = inplace_atanh};

static const int64_t default_avg_pool1d_3[] = {0};
static parameter parameters_avg_pool1d[] = {
    {"input", KIND_TENSOR, 0, 0, {.given = 0}},
    {"kernel_size", KIND_INTS, 0, 0, {.given = 0}},
    {"stride", KIND_OPTIONAL_INTS, 1, 0, {.given = 0}},
    {"padding", KIND_INTS, 1, 0, {.as.ints = default_avg_pool1d_3, .count = 1, .given = 1}},
    {"ceil_mode", KIND_BOOL, 1, 0, {.as.truth = 0, .given = 1}},
    {"count_include_pad", KIND_BOOL, 1, 0, {.as.truth = 1, .given = 1}}};
static vjp_status call_avg_pool1d(const slot* a, vjp_tensor** out) {
  return vjp_avg_pool1d(a[0].as.tensor, a[1].as.ints, a[1].count, a[2].as.ints, a[2].count, a[3].as.ints, a[3].count,
                        a[4].as.truth, a[5].as.truth, out);
}
static form form_avg_pool1d = {"avg_pool1d", parameters_avg_pool1d, 6, 6, 1, .number = -1, .call = call_avg_pool1d};

static const int64_t default_avg_pool2d_3[] = {0};
static parameter parameters_avg_pool2d[] = {
    {"input", KIND_TENSOR, 0, 0, {.given = 0}},
    {"kernel_size", KIND_INTS, 0, 0, {.given = 0}},
    {"stride", KIND_OPTIONAL_INTS, 1, 0, {.given = 0}},
    {"padding", KIND_INTS, 1, 0, {.as.ints = default_avg_pool2d_3, .count = 1, .given = 1}},
    {"ceil_mode", KIND_BOOL, 1, 0, {.as.truth = 0, .given = 1}},
    {"count_include_pad", KIND_BOOL, 1, 0, {.as.truth = 1, .given = 1}},
    {"divisor_override", KIND_OPTIONAL_INT, 1, 0, {.given = 0}}};
static vjp_status call_avg_pool2d(const slot* a, vjp_tensor** out) {
  return vjp_avg_pool2d(a[0].as.tensor, a[1].as.ints, a[1].count, a[2].as.ints, a[2].count, a[3].as.ints, a[3].count,
                        a[4].as.truth, a[5].as.truth, a[6].given ? &a[6].as.integer : NULL, out);
}
static form form_avg_pool2d = {"avg_pool2d", parameters_avg_pool2d, 7, 7, 1, .number = -1, .call = call_avg_pool2d};

static const int64_t default_avg_pool3d_3[] = {0};
static parameter parameters_avg_pool3d[] = {
    {"input", KIND_TENSOR, 0, 0, {.given = 0}},
    {"kernel_size", KIND_INTS, 0, 0, {.given = 0}},
    {"stride", KIND_OPTIONAL_INTS, 1, 0, {.given = 0}},
    {"padding", KIND_INTS, 1, 0, {.as.ints = default_avg_pool3d_3, .count = 1, .given = 1}},
    {"ceil_mode", KIND_BOOL, 1, 0, {.as.truth = 0, .given = 1}},
    {"count_include_pad", KIND_BOOL, 1, 0, {.as.truth = 1, .given = 1}},
    {"divisor_override", KIND_OPTIONAL_INT, 1, 0, {.given = 0}}};
static vjp_status call_avg_pool3d(const slot* a, vjp_tensor** out) {
  return vjp_avg_pool3d(a[0].as.tensor, a[1].as.ints, a[1].count, a[2].as.ints, a[2].count, a[3].as.ints, a[3].count,
                        a[4].as.truth, a[5].as.truth, a[6].given ? &a[6].as.integer : NULL, out);
}
static form form_avg_pool3d = {"avg_pool3d", parameters_avg_pool3d, 7, 7, 1, .number = -1, .call = call_avg_pool3d};

static parameter parameters_baddbmm[] = {
    {"input", KIND_TENSOR, 0, 0, {.given = 0}},
    {"batch1", KIND_TENSOR, 0, 0, {.given = 0}},
    {"batch2", KIND_TENSOR, 0, 0, {.given = 0}},
    {"beta", KIND_SCALAR, 1, 1, {.as.scalar = {.kind = VJP_KIND_INT, .as.integer = 1}, .given = 1}},
    {"alpha", KIND_SCALAR, 1, 1, {.as.scalar = {.kind = VJP_KIND_INT, .as.integer = 1}, .given = 1}}};
static vjp_status call_baddbmm(const slot* a, vjp_tensor** out) {
  return vjp_baddbmm(a[0].as.tensor, a[1].as.tensor, a[2].as.tensor, a[3].as.scalar, a[4].as.scalar, out);
}
static vjp_status inplace_baddbmm(const slot* a, vjp_tensor** out) {
  return vjp_baddbmm_(a[0].as.tensor, a[1].as.tensor, a[2].as.tensor, a[3].as.scalar, a[4].as.scalar);
}
static form form_baddbmm = {
    "baddbmm", parameters_baddbmm, 5, 3, 1, .number = -1, .call = call_baddbmm, .inplace = inplace_baddbmm};

static parameter parameters_batch_norm[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                            {"running_mean", KIND_OPTIONAL_TENSOR, 1, 0, {.given = 0}},
                                            {"running_var", KIND_OPTIONAL_TENSOR, 1, 0, {.given = 0}},
                                            {"weight", KIND_OPTIONAL_TENSOR, 1, 0, {.given = 0}},
                                            {"bias", KIND_OPTIONAL_TENSOR, 1, 0, {.given = 0}},
                                            {"training", KIND_BOOL, 1, 0, {.as.truth = 0, .given = 1}},
                                            {"momentum", KIND_FLOAT, 1, 0, {.as.real = 0.1, .given = 1}},
                                            {"eps", KIND_FLOAT, 1, 0, {.as.real = 1e-05, .given = 1}}};
static vjp_status call_batch_norm(const slot* a, vjp_tensor** out) {
  return vjp_batch_norm(a[0].as.tensor, a[1].as.tensor, a[2].as.tensor, a[3].as.tensor, a[4].as.tensor, a[5].as.truth,
                        a[6].as.real, a[7].as.real, out);
}
static form form_batch_norm = {"batch_norm", parameters_batch_norm, 8, 8, 1, .number = -1, .call = call_batch_norm};

static parameter parameters_bernoulli[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                           {"generator", KIND_GENERATOR, 1, 1, {.given = 0}}};
static vjp_status call_bernoulli(const slot* a, vjp_tensor** out) {
  return vjp_bernoulli(a[0].as.tensor, a[1].as.generator, out);
}
static form form_bernoulli = {"bernoulli", parameters_bernoulli, 2, 1, 1, .number = -1, .call = call_bernoulli};

static parameter parameters_bernoulli_p[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                             {"p", KIND_FLOAT, 0, 0, {.given = 0}},
                                             {"generator", KIND_GENERATOR, 1, 1, {.given = 0}}};
static vjp_status call_bernoulli_p(const slot* a, vjp_tensor** out) {
  return vjp_bernoulli_p(a[0].as.tensor, a[1].as.real, a[2].as.generator, out);
}
static vjp_status inplace_bernoulli_p(const slot* a, vjp_tensor** out) {
  return vjp_bernoulli_p_(a[0].as.tensor, a[1].as.real, a[2].as.generator);
}
static form form_bernoulli_p = {"bernoulli.p",
                                parameters_bernoulli_p,
                                3,
                                2,
                                1,
                                .number = -1,
                                .call = call_bernoulli_p,
                                .inplace = inplace_bernoulli_p};

static parameter parameters_bilinear[] = {{"input1", KIND_TENSOR, 0, 0, {.given = 0}},
                                          {"input2", KIND_TENSOR, 0, 0, {.given = 0}},
                                          {"weight", KIND_TENSOR, 0, 0, {.given = 0}},
                                          {"bias", KIND_OPTIONAL_TENSOR, 1, 0, {.given = 0}}};
static vjp_status call_bilinear(const slot* a, vjp_tensor** out) {
  return vjp_bilinear(a[0].as.tensor, a[1].as.tensor, a[2].as.tensor, a[3].as.tensor, out);
}
static form form_bilinear = {"bilinear", parameters_bilinear, 4, 4, 1, .number = -1, .call = call_bilinear};

static parameter parameters_binary_cross_entropy[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                                      {"target", KIND_TENSOR, 0, 0, {.given = 0}},
                                                      {"weight", KIND_OPTIONAL_TENSOR, 1, 0, {.given = 0}},
                                                      {"reduction", KIND_TEXT, 1, 0, {.as.text = "mean", .given = 1}}};
static vjp_status call_binary_cross_entropy(const slot* a, vjp_tensor** out) {
  return vjp_binary_cross_entropy(a[0].as.tensor, a[1].as.tensor, a[2].as.tensor, a[3].as.text, out);
}
static form form_binary_cross_entropy = {"binary_cross_entropy", parameters_binary_cross_entropy,  4, 4, 1,
                                         .number = -1,           .call = call_binary_cross_entropy};

static parameter parameters_binary_cross_entropy_with_logits[] = {
    {"input", KIND_TENSOR, 0, 0, {.given = 0}},
    {"target", KIND_TENSOR, 0, 0, {.given = 0}},
    {"weight", KIND_OPTIONAL_TENSOR, 1, 0, {.given = 0}},
    {"reduction", KIND_TEXT, 1, 0, {.as.text = "mean", .given = 1}},
    {"pos_weight", KIND_OPTIONAL_TENSOR, 1, 0, {.given = 0}}};
static vjp_status call_binary_cross_entropy_with_logits(const slot* a, vjp_tensor** out) {
  return vjp_binary_cross_entropy_with_logits(a[0].as.tensor, a[1].as.tensor, a[2].as.tensor, a[3].as.text,
                                              a[4].as.tensor, out);
}
static form form_binary_cross_entropy_with_logits = {
    "binary_cross_entropy_with_logits",           parameters_binary_cross_entropy_with_logits, 5, 5, 1, .number = -1,
    .call = call_binary_cross_entropy_with_logits};

static parameter parameters_bitwise_and[] = {{"input", KIND_OPERAND, 0, 0, {.given = 0}},
                                             {"other", KIND_OPERAND, 0, 0, {.given = 0}}};
static vjp_status call_bitwise_and(const slot* a, vjp_tensor** out) {
  return vjp_bitwise_and(a[0].as.tensor, a[1].as.tensor, out);
}
static vjp_status call_bitwise_and_scalar(const slot* a, vjp_tensor** out) {
  return vjp_bitwise_and_scalar(a[0].as.tensor, a[1].as.scalar, out);
}
static vjp_status call_scalar_bitwise_and(const slot* a, vjp_tensor** out) {
  return vjp_scalar_bitwise_and(a[0].as.scalar, a[1].as.tensor, out);
}
static vjp_status inplace_bitwise_and(const slot* a, vjp_tensor** out) {
  return vjp_bitwise_and_(a[0].as.tensor, a[1].as.tensor);
}
static vjp_status inplace_bitwise_and_scalar(const slot* a, vjp_tensor** out) {
  return vjp_bitwise_and_scalar_(a[0].as.tensor, a[1].as.scalar);
}
static form form_bitwise_and = {"bitwise_and",
                                parameters_bitwise_and,
                                2,
                                2,
                                1,
                                .number = 1,
                                .call = call_bitwise_and,
                                .with_number = call_bitwise_and_scalar,
                                .number_first = call_scalar_bitwise_and,
                                .inplace = inplace_bitwise_and,
                                .inplace_number = inplace_bitwise_and_scalar};

static parameter parameters_bitwise_left_shift[] = {{"input", KIND_OPERAND, 0, 0, {.given = 0}},
                                                    {"other", KIND_OPERAND, 0, 0, {.given = 0}}};
static vjp_status call_bitwise_left_shift(const slot* a, vjp_tensor** out) {
  return vjp_bitwise_left_shift(a[0].as.tensor, a[1].as.tensor, out);
}
static vjp_status call_bitwise_left_shift_scalar(const slot* a, vjp_tensor** out) {
  return vjp_bitwise_left_shift_scalar(a[0].as.tensor, a[1].as.scalar, out);
}
static vjp_status call_scalar_bitwise_left_shift(const slot* a, vjp_tensor** out) {
  return vjp_scalar_bitwise_left_shift(a[0].as.scalar, a[1].as.tensor, out);
}
static vjp_status inplace_bitwise_left_shift(const slot* a, vjp_tensor** out) {
  return vjp_bitwise_left_shift_(a[0].as.tensor, a[1].as.tensor);
}
static vjp_status inplace_bitwise_left_shift_scalar(const slot* a, vjp_tensor** out) {
  return vjp_bitwise_left_shift_scalar_(a[0].as.tensor, a[1].as.scalar);
}
static form form_bitwise_left_shift = {"bitwise_left_shift",
                                       parameters_bitwise_left_shift,
                                       2,
                                       2,
                                       1,
                                       .number = 1,
                                       .call = call_bitwise_left_shift,
                                       .with_number = call_bitwise_left_shift_scalar,
                                       .number_first = call_scalar_bitwise_left_shift,
                                       .inplace = inplace_bitwise_left_shift,
                                       .inplace_number = inplace_bitwise_left_shift_scalar};

static parameter parameters_bitwise_not[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_bitwise_not(const slot* a, vjp_tensor** out) { return vjp_bitwise_not(a[0].as.tensor, out); }
static vjp_status inplace_bitwise_not(const slot* a, vjp_tensor** out) { return vjp_bitwise_not_(a[0].as.tensor); }
static form form_bitwise_not = {"bitwise_not",
                                parameters_bitwise_not,
                                1,
                                1,
                                1,
                                .number = -1,
                                .call = call_bitwise_not,
                                .inplace = inplace_bitwise_not};

static parameter parameters_bitwise_or[] = {{"input", KIND_OPERAND, 0, 0, {.given = 0}},
                                            {"other", KIND_OPERAND, 0, 0, {.given = 0}}};
static vjp_status call_bitwise_or(const slot* a, vjp_tensor** out) {
  return vjp_bitwise_or(a[0].as.tensor, a[1].as.tensor, out);
}
static vjp_status call_bitwise_or_scalar(const slot* a, vjp_tensor** out) {
  return vjp_bitwise_or_scalar(a[0].as.tensor, a[1].as.scalar, out);
}
static vjp_status call_scalar_bitwise_or(const slot* a, vjp_tensor** out) {
  return vjp_scalar_bitwise_or(a[0].as.scalar, a[1].as.tensor, out);
}
static vjp_status inplace_bitwise_or(const slot* a, vjp_tensor** out) {
  return vjp_bitwise_or_(a[0].as.tensor, a[1].as.tensor);
}
static vjp_status inplace_bitwise_or_scalar(const slot* a, vjp_tensor** out) {
  return vjp_bitwise_or_scalar_(a[0].as.tensor, a[1].as.scalar);
}
static form form_bitwise_or = {"bitwise_or",
                               parameters_bitwise_or,
                               2,
                               2,
                               1,
                               .number = 1,
                               .call = call_bitwise_or,
                               .with_number = call_bitwise_or_scalar,
                               .number_first = call_scalar_bitwise_or,
                               .inplace = inplace_bitwise_or,
                               .inplace_number = inplace_bitwise_or_scalar};

static parameter parameters_bitwise_right_shift[] = {{"input", KIND_OPERAND, 0, 0, {.given = 0}},
                                                     {"other", KIND_OPERAND, 0, 0, {.given = 0}}};
static vjp_status call_bitwise_right_shift(const slot* a, vjp_tensor** out) {
  return vjp_bitwise_right_shift(a[0].as.tensor, a[1].as.tensor, out);
}
static vjp_status call_bitwise_right_shift_scalar(const slot* a, vjp_tensor** out) {
  return vjp_bitwise_right_shift_scalar(a[0].as.tensor, a[1].as.scalar, out);
}
static vjp_status call_scalar_bitwise_right_shift(const slot* a, vjp_tensor** out) {
  return vjp_scalar_bitwise_right_shift(a[0].as.scalar, a[1].as.tensor, out);
}
static vjp_status inplace_bitwise_right_shift(const slot* a, vjp_tensor** out) {
  return vjp_bitwise_right_shift_(a[0].as.tensor, a[1].as.tensor);
}
static vjp_status inplace_bitwise_right_shift_scalar(const slot* a, vjp_tensor** out) {
  return vjp_bitwise_right_shift_scalar_(a[0].as.tensor, a[1].as.scalar);
}
static form form_bitwise_right_shift = {"bitwise_right_shift",
                                        parameters_bitwise_right_shift,
                                        2,
                                        2,
                                        1,
                                        .number = 1,
                                        .call = call_bitwise_right_shift,
                                        .with_number = call_bitwise_right_shift_scalar,
                                        .number_first = call_scalar_bitwise_right_shift,
                                        .inplace = inplace_bitwise_right_shift,
                                        .inplace_number = inplace_bitwise_right_shift_scalar};

static parameter parameters_bitwise_xor[] = {{"input", KIND_OPERAND, 0, 0, {.given = 0}},
                                             {"other", KIND_OPERAND, 0, 0, {.given = 0}}};
static vjp_status call_bitwise_xor(const slot* a, vjp_tensor** out) {
  return vjp_bitwise_xor(a[0].as.tensor, a[1].as.tensor, out);
}
static vjp_status call_bitwise_xor_scalar(const slot* a, vjp_tensor** out) {
  return vjp_bitwise_xor_scalar(a[0].as.tensor, a[1].as.scalar, out);
}
static vjp_status call_scalar_bitwise_xor(const slot* a, vjp_tensor** out) {
  return vjp_scalar_bitwise_xor(a[0].as.scalar, a[1].as.tensor, out);
}
static vjp_status inplace_bitwise_xor(const slot* a, vjp_tensor** out) {
  return vjp_bitwise_xor_(a[0].as.tensor, a[1].as.tensor);
}
static vjp_status inplace_bitwise_xor_scalar(const slot* a, vjp_tensor** out) {
  return vjp_bitwise_xor_scalar_(a[0].as.tensor, a[1].as.scalar);
}
static form form_bitwise_xor = {"bitwise_xor",
                                parameters_bitwise_xor,
                                2,
                                2,
                                1,
                                .number = 1,
                                .call = call_bitwise_xor,
                                .with_number = call_bitwise_xor_scalar,
                                .number_first = call_scalar_bitwise_xor,
                                .inplace = inplace_bitwise_xor,
                                .inplace_number = inplace_bitwise_xor_scalar};

static parameter parameters_bmm[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                     {"mat2", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_bmm(const slot* a, vjp_tensor** out) { return vjp_bmm(a[0].as.tensor, a[1].as.tensor, out); }
static form form_bmm = {"bmm", parameters_bmm, 2, 2, 1, .number = -1, .call = call_bmm};

static parameter parameters_broadcast_to[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                              {"size", KIND_INTS, 0, 0, {.given = 0}}};
static vjp_status call_broadcast_to(const slot* a, vjp_tensor** out) {
  return vjp_broadcast_to(a[0].as.tensor, a[1].as.ints, a[1].count, out);
}
static form form_broadcast_to = {"broadcast_to", parameters_broadcast_to,  2, 2, 1,
                                 .number = -1,   .call = call_broadcast_to};

static parameter parameters_cat[] = {{"tensors", KIND_TENSORS, 0, 0, {.given = 0}},
                                     {"dim", KIND_INT, 1, 0, {.as.integer = 0, .given = 1}}};
static vjp_status call_cat(const slot* a, vjp_tensor** out) {
  return vjp_cat(a[0].as.tensors, a[0].count, a[1].as.integer, out);
}
static form form_cat = {"cat", parameters_cat, 2, 2, 1, .number = -1, .call = call_cat};

static parameter parameters_ceil[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_ceil(const slot* a, vjp_tensor** out) { return vjp_ceil(a[0].as.tensor, out); }
static vjp_status inplace_ceil(const slot* a, vjp_tensor** out) { return vjp_ceil_(a[0].as.tensor); }
static form form_ceil = {"ceil", parameters_ceil, 1, 1, 1, .number = -1, .call = call_ceil, .inplace = inplace_ceil};

static parameter parameters_celu[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                      {"alpha", KIND_FLOAT, 1, 0, {.as.real = 1.0, .given = 1}}};
static vjp_status call_celu(const slot* a, vjp_tensor** out) { return vjp_celu(a[0].as.tensor, a[1].as.real, out); }
static vjp_status inplace_celu(const slot* a, vjp_tensor** out) { return vjp_celu_(a[0].as.tensor, a[1].as.real); }
static form form_celu = {"celu", parameters_celu, 2, 2, 1, .number = -1, .call = call_celu, .inplace = inplace_celu};

static parameter parameters_chunk[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                       {"chunks", KIND_INT, 0, 0, {.given = 0}},
                                       {"dim", KIND_INT, 1, 0, {.as.integer = 0, .given = 1}}};
static vjp_status call_chunk(const slot* a, vjp_tensor** out) {
  return vjp_chunk(a[0].as.tensor, a[1].as.integer, a[2].as.integer, (vjp_tensor_list**)out);
}
static form form_chunk = {"chunk", parameters_chunk, 3, 3, 0, .number = -1, .call = call_chunk};

static parameter parameters_clamp[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                       {"min", KIND_OPTIONAL_OPERAND, 1, 0, {.given = 0}},
                                       {"max", KIND_OPTIONAL_OPERAND, 1, 0, {.given = 0}}};
static form form_clamp = {"clamp", parameters_clamp, 3, 3, 1, .number = -1};

static parameter parameters_clamp_max[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                           {"max", KIND_OPERAND, 0, 0, {.given = 0}}};
static vjp_status call_clamp_max(const slot* a, vjp_tensor** out) {
  return vjp_clamp_max(a[0].as.tensor, a[1].as.tensor, out);
}
static vjp_status call_clamp_max_scalar(const slot* a, vjp_tensor** out) {
  return vjp_clamp_max_scalar(a[0].as.tensor, a[1].as.scalar, out);
}
static vjp_status inplace_clamp_max(const slot* a, vjp_tensor** out) {
  return vjp_clamp_max_(a[0].as.tensor, a[1].as.tensor);
}
static vjp_status inplace_clamp_max_scalar(const slot* a, vjp_tensor** out) {
  return vjp_clamp_max_scalar_(a[0].as.tensor, a[1].as.scalar);
}
static form form_clamp_max = {"clamp_max",
                              parameters_clamp_max,
                              2,
                              2,
                              1,
                              .number = 1,
                              .call = call_clamp_max,
                              .with_number = call_clamp_max_scalar,
                              .inplace = inplace_clamp_max,
                              .inplace_number = inplace_clamp_max_scalar};

static parameter parameters_clamp_min[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                           {"min", KIND_OPERAND, 0, 0, {.given = 0}}};
static vjp_status call_clamp_min(const slot* a, vjp_tensor** out) {
  return vjp_clamp_min(a[0].as.tensor, a[1].as.tensor, out);
}
static vjp_status call_clamp_min_scalar(const slot* a, vjp_tensor** out) {
  return vjp_clamp_min_scalar(a[0].as.tensor, a[1].as.scalar, out);
}
static vjp_status inplace_clamp_min(const slot* a, vjp_tensor** out) {
  return vjp_clamp_min_(a[0].as.tensor, a[1].as.tensor);
}
static vjp_status inplace_clamp_min_scalar(const slot* a, vjp_tensor** out) {
  return vjp_clamp_min_scalar_(a[0].as.tensor, a[1].as.scalar);
}
static form form_clamp_min = {"clamp_min",
                              parameters_clamp_min,
                              2,
                              2,
                              1,
                              .number = 1,
                              .call = call_clamp_min,
                              .with_number = call_clamp_min_scalar,
                              .inplace = inplace_clamp_min,
                              .inplace_number = inplace_clamp_min_scalar};

static parameter parameters_clone[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_clone(const slot* a, vjp_tensor** out) { return vjp_clone(a[0].as.tensor, out); }
static form form_clone = {"clone", parameters_clone, 1, 1, 1, .number = -1, .call = call_clone};

static parameter parameters_complex[] = {{"real", KIND_TENSOR, 0, 0, {.given = 0}},
                                         {"imag", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_complex(const slot* a, vjp_tensor** out) {
  return vjp_complex(a[0].as.tensor, a[1].as.tensor, out);
}
static form form_complex = {"complex", parameters_complex, 2, 2, 1, .number = -1, .call = call_complex};

static parameter parameters_conj[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_conj(const slot* a, vjp_tensor** out) { return vjp_conj(a[0].as.tensor, out); }
static form form_conj = {"conj", parameters_conj, 1, 1, 1, .number = -1, .call = call_conj};

static parameter parameters_constant_pad_nd[] = {
    {"input", KIND_TENSOR, 0, 0, {.given = 0}},
    {"pad", KIND_INTS, 0, 0, {.given = 0}},
    {"value", KIND_SCALAR, 1, 0, {.as.scalar = {.kind = VJP_KIND_INT, .as.integer = 0}, .given = 1}}};
static vjp_status call_constant_pad_nd(const slot* a, vjp_tensor** out) {
  return vjp_constant_pad_nd(a[0].as.tensor, a[1].as.ints, a[1].count, a[2].as.scalar, out);
}
static form form_constant_pad_nd = {"constant_pad_nd", parameters_constant_pad_nd,  3, 3, 1,
                                    .number = -1,      .call = call_constant_pad_nd};

static parameter parameters_contiguous[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_contiguous(const slot* a, vjp_tensor** out) { return vjp_contiguous(a[0].as.tensor, out); }
static form form_contiguous = {"contiguous", parameters_contiguous, 1, 1, 1, .number = -1, .call = call_contiguous};

static const int64_t default_conv1d_3[] = {1};
static const int64_t default_conv1d_4[] = {0};
static const int64_t default_conv1d_5[] = {1};
static parameter parameters_conv1d[] = {
    {"input", KIND_TENSOR, 0, 0, {.given = 0}},
    {"weight", KIND_TENSOR, 0, 0, {.given = 0}},
    {"bias", KIND_OPTIONAL_TENSOR, 1, 0, {.given = 0}},
    {"stride", KIND_INTS, 1, 0, {.as.ints = default_conv1d_3, .count = 1, .given = 1}},
    {"padding", KIND_INTS, 1, 0, {.as.ints = default_conv1d_4, .count = 1, .given = 1}},
    {"dilation", KIND_INTS, 1, 0, {.as.ints = default_conv1d_5, .count = 1, .given = 1}},
    {"groups", KIND_INT, 1, 0, {.as.integer = 1, .given = 1}}};
static vjp_status call_conv1d(const slot* a, vjp_tensor** out) {
  return vjp_conv1d(a[0].as.tensor, a[1].as.tensor, a[2].as.tensor, a[3].as.ints, a[3].count, a[4].as.ints, a[4].count,
                    a[5].as.ints, a[5].count, a[6].as.integer, out);
}
static form form_conv1d = {"conv1d", parameters_conv1d, 7, 7, 1, .number = -1, .call = call_conv1d};

static const int64_t default_conv1d_padding_3[] = {1};
static const int64_t default_conv1d_padding_5[] = {1};
static parameter parameters_conv1d_padding[] = {
    {"input", KIND_TENSOR, 0, 0, {.given = 0}},
    {"weight", KIND_TENSOR, 0, 0, {.given = 0}},
    {"bias", KIND_OPTIONAL_TENSOR, 1, 0, {.given = 0}},
    {"stride", KIND_INTS, 1, 0, {.as.ints = default_conv1d_padding_3, .count = 1, .given = 1}},
    {"padding", KIND_TEXT, 1, 0, {.as.text = "valid", .given = 1}},
    {"dilation", KIND_INTS, 1, 0, {.as.ints = default_conv1d_padding_5, .count = 1, .given = 1}},
    {"groups", KIND_INT, 1, 0, {.as.integer = 1, .given = 1}}};
static vjp_status call_conv1d_padding(const slot* a, vjp_tensor** out) {
  return vjp_conv1d_padding(a[0].as.tensor, a[1].as.tensor, a[2].as.tensor, a[3].as.ints, a[3].count, a[4].as.text,
                            a[5].as.ints, a[5].count, a[6].as.integer, out);
}
static form form_conv1d_padding = {"conv1d.padding", parameters_conv1d_padding,  7, 7, 1,
                                   .number = -1,     .call = call_conv1d_padding};

static const int64_t default_conv2d_3[] = {1};
static const int64_t default_conv2d_4[] = {0};
static const int64_t default_conv2d_5[] = {1};
static parameter parameters_conv2d[] = {
    {"input", KIND_TENSOR, 0, 0, {.given = 0}},
    {"weight", KIND_TENSOR, 0, 0, {.given = 0}},
    {"bias", KIND_OPTIONAL_TENSOR, 1, 0, {.given = 0}},
    {"stride", KIND_INTS, 1, 0, {.as.ints = default_conv2d_3, .count = 1, .given = 1}},
    {"padding", KIND_INTS, 1, 0, {.as.ints = default_conv2d_4, .count = 1, .given = 1}},
    {"dilation", KIND_INTS, 1, 0, {.as.ints = default_conv2d_5, .count = 1, .given = 1}},
    {"groups", KIND_INT, 1, 0, {.as.integer = 1, .given = 1}}};
static vjp_status call_conv2d(const slot* a, vjp_tensor** out) {
  return vjp_conv2d(a[0].as.tensor, a[1].as.tensor, a[2].as.tensor, a[3].as.ints, a[3].count, a[4].as.ints, a[4].count,
                    a[5].as.ints, a[5].count, a[6].as.integer, out);
}
static form form_conv2d = {"conv2d", parameters_conv2d, 7, 7, 1, .number = -1, .call = call_conv2d};

static const int64_t default_conv2d_padding_3[] = {1};
static const int64_t default_conv2d_padding_5[] = {1};
static parameter parameters_conv2d_padding[] = {
    {"input", KIND_TENSOR, 0, 0, {.given = 0}},
    {"weight", KIND_TENSOR, 0, 0, {.given = 0}},
    {"bias", KIND_OPTIONAL_TENSOR, 1, 0, {.given = 0}},
    {"stride", KIND_INTS, 1, 0, {.as.ints = default_conv2d_padding_3, .count = 1, .given = 1}},
    {"padding", KIND_TEXT, 1, 0, {.as.text = "valid", .given = 1}},
    {"dilation", KIND_INTS, 1, 0, {.as.ints = default_conv2d_padding_5, .count = 1, .given = 1}},
    {"groups", KIND_INT, 1, 0, {.as.integer = 1, .given = 1}}};
static vjp_status call_conv2d_padding(const slot* a, vjp_tensor** out) {
  return vjp_conv2d_padding(a[0].as.tensor, a[1].as.tensor, a[2].as.tensor, a[3].as.ints, a[3].count, a[4].as.text,
                            a[5].as.ints, a[5].count, a[6].as.integer, out);
}
static form form_conv2d_padding = {"conv2d.padding", parameters_conv2d_padding,  7, 7, 1,
                                   .number = -1,     .call = call_conv2d_padding};

static const int64_t default_conv3d_3[] = {1};
static const int64_t default_conv3d_4[] = {0};
static const int64_t default_conv3d_5[] = {1};
static parameter parameters_conv3d[] = {
    {"input", KIND_TENSOR, 0, 0, {.given = 0}},
    {"weight", KIND_TENSOR, 0, 0, {.given = 0}},
    {"bias", KIND_OPTIONAL_TENSOR, 1, 0, {.given = 0}},
    {"stride", KIND_INTS, 1, 0, {.as.ints = default_conv3d_3, .count = 1, .given = 1}},
    {"padding", KIND_INTS, 1, 0, {.as.ints = default_conv3d_4, .count = 1, .given = 1}},
    {"dilation", KIND_INTS, 1, 0, {.as.ints = default_conv3d_5, .count = 1, .given = 1}},
    {"groups", KIND_INT, 1, 0, {.as.integer = 1, .given = 1}}};
static vjp_status call_conv3d(const slot* a, vjp_tensor** out) {
  return vjp_conv3d(a[0].as.tensor, a[1].as.tensor, a[2].as.tensor, a[3].as.ints, a[3].count, a[4].as.ints, a[4].count,
                    a[5].as.ints, a[5].count, a[6].as.integer, out);
}
static form form_conv3d = {"conv3d", parameters_conv3d, 7, 7, 1, .number = -1, .call = call_conv3d};

static const int64_t default_conv3d_padding_3[] = {1};
static const int64_t default_conv3d_padding_5[] = {1};
static parameter parameters_conv3d_padding[] = {
    {"input", KIND_TENSOR, 0, 0, {.given = 0}},
    {"weight", KIND_TENSOR, 0, 0, {.given = 0}},
    {"bias", KIND_OPTIONAL_TENSOR, 1, 0, {.given = 0}},
    {"stride", KIND_INTS, 1, 0, {.as.ints = default_conv3d_padding_3, .count = 1, .given = 1}},
    {"padding", KIND_TEXT, 1, 0, {.as.text = "valid", .given = 1}},
    {"dilation", KIND_INTS, 1, 0, {.as.ints = default_conv3d_padding_5, .count = 1, .given = 1}},
    {"groups", KIND_INT, 1, 0, {.as.integer = 1, .given = 1}}};
static vjp_status call_conv3d_padding(const slot* a, vjp_tensor** out) {
  return vjp_conv3d_padding(a[0].as.tensor, a[1].as.tensor, a[2].as.tensor, a[3].as.ints, a[3].count, a[4].as.text,
                            a[5].as.ints, a[5].count, a[6].as.integer, out);
}
static form form_conv3d_padding = {"conv3d.padding", parameters_conv3d_padding,  7, 7, 1,
                                   .number = -1,     .call = call_conv3d_padding};

static const int64_t default_conv_transpose1d_3[] = {1};
static const int64_t default_conv_transpose1d_4[] = {0};
static const int64_t default_conv_transpose1d_5[] = {0};
static const int64_t default_conv_transpose1d_7[] = {1};
static parameter parameters_conv_transpose1d[] = {
    {"input", KIND_TENSOR, 0, 0, {.given = 0}},
    {"weight", KIND_TENSOR, 0, 0, {.given = 0}},
    {"bias", KIND_OPTIONAL_TENSOR, 1, 0, {.given = 0}},
    {"stride", KIND_INTS, 1, 0, {.as.ints = default_conv_transpose1d_3, .count = 1, .given = 1}},
    {"padding", KIND_INTS, 1, 0, {.as.ints = default_conv_transpose1d_4, .count = 1, .given = 1}},
    {"output_padding", KIND_INTS, 1, 0, {.as.ints = default_conv_transpose1d_5, .count = 1, .given = 1}},
    {"groups", KIND_INT, 1, 0, {.as.integer = 1, .given = 1}},
    {"dilation", KIND_INTS, 1, 0, {.as.ints = default_conv_transpose1d_7, .count = 1, .given = 1}}};
static vjp_status call_conv_transpose1d(const slot* a, vjp_tensor** out) {
  return vjp_conv_transpose1d(a[0].as.tensor, a[1].as.tensor, a[2].as.tensor, a[3].as.ints, a[3].count, a[4].as.ints,
                              a[4].count, a[5].as.ints, a[5].count, a[6].as.integer, a[7].as.ints, a[7].count, out);
}
static form form_conv_transpose1d = {"conv_transpose1d", parameters_conv_transpose1d,  8, 8, 1,
                                     .number = -1,       .call = call_conv_transpose1d};

static const int64_t default_conv_transpose2d_3[] = {1};
static const int64_t default_conv_transpose2d_4[] = {0};
static const int64_t default_conv_transpose2d_5[] = {0};
static const int64_t default_conv_transpose2d_7[] = {1};
static parameter parameters_conv_transpose2d[] = {
    {"input", KIND_TENSOR, 0, 0, {.given = 0}},
    {"weight", KIND_TENSOR, 0, 0, {.given = 0}},
    {"bias", KIND_OPTIONAL_TENSOR, 1, 0, {.given = 0}},
    {"stride", KIND_INTS, 1, 0, {.as.ints = default_conv_transpose2d_3, .count = 1, .given = 1}},
    {"padding", KIND_INTS, 1, 0, {.as.ints = default_conv_transpose2d_4, .count = 1, .given = 1}},
    {"output_padding", KIND_INTS, 1, 0, {.as.ints = default_conv_transpose2d_5, .count = 1, .given = 1}},
    {"groups", KIND_INT, 1, 0, {.as.integer = 1, .given = 1}},
    {"dilation", KIND_INTS, 1, 0, {.as.ints = default_conv_transpose2d_7, .count = 1, .given = 1}}};
static vjp_status call_conv_transpose2d(const slot* a, vjp_tensor** out) {
  return vjp_conv_transpose2d(a[0].as.tensor, a[1].as.tensor, a[2].as.tensor, a[3].as.ints, a[3].count, a[4].as.ints,
                              a[4].count, a[5].as.ints, a[5].count, a[6].as.integer, a[7].as.ints, a[7].count, out);
}
static form form_conv_transpose2d = {"conv_transpose2d", parameters_conv_transpose2d,  8, 8, 1,
                                     .number = -1,       .call = call_conv_transpose2d};

static const int64_t default_conv_transpose3d_3[] = {1};
static const int64_t default_conv_transpose3d_4[] = {0};
static const int64_t default_conv_transpose3d_5[] = {0};
static const int64_t default_conv_transpose3d_7[] = {1};
static parameter parameters_conv_transpose3d[] = {
    {"input", KIND_TENSOR, 0, 0, {.given = 0}},
    {"weight", KIND_TENSOR, 0, 0, {.given = 0}},
    {"bias", KIND_OPTIONAL_TENSOR, 1, 0, {.given = 0}},
    {"stride", KIND_INTS, 1, 0, {.as.ints = default_conv_transpose3d_3, .count = 1, .given = 1}},
    {"padding", KIND_INTS, 1, 0, {.as.ints = default_conv_transpose3d_4, .count = 1, .given = 1}},
    {"output_padding", KIND_INTS, 1, 0, {.as.ints = default_conv_transpose3d_5, .count = 1, .given = 1}},
    {"groups", KIND_INT, 1, 0, {.as.integer = 1, .given = 1}},
    {"dilation", KIND_INTS, 1, 0, {.as.ints = default_conv_transpose3d_7, .count = 1, .given = 1}}};
static vjp_status call_conv_transpose3d(const slot* a, vjp_tensor** out) {
  return vjp_conv_transpose3d(a[0].as.tensor, a[1].as.tensor, a[2].as.tensor, a[3].as.ints, a[3].count, a[4].as.ints,
                              a[4].count, a[5].as.ints, a[5].count, a[6].as.integer, a[7].as.ints, a[7].count, out);
}
static form form_conv_transpose3d = {"conv_transpose3d", parameters_conv_transpose3d,  8, 8, 1,
                                     .number = -1,       .call = call_conv_transpose3d};

static parameter parameters_copy[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                      {"src", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_copy(const slot* a, vjp_tensor** out) { return vjp_copy(a[0].as.tensor, a[1].as.tensor, out); }
static vjp_status inplace_copy(const slot* a, vjp_tensor** out) { return vjp_copy_(a[0].as.tensor, a[1].as.tensor); }
static form form_copy = {"copy", parameters_copy, 2, 2, 1, .number = -1, .call = call_copy, .inplace = inplace_copy};

static parameter parameters_copy_non_blocking[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                                   {"src", KIND_TENSOR, 0, 0, {.given = 0}},
                                                   {"non_blocking", KIND_BOOL, 0, 0, {.given = 0}}};
static vjp_status call_copy_non_blocking(const slot* a, vjp_tensor** out) {
  return vjp_copy_non_blocking(a[0].as.tensor, a[1].as.tensor, a[2].as.truth, out);
}
static vjp_status inplace_copy_non_blocking(const slot* a, vjp_tensor** out) {
  return vjp_copy_non_blocking_(a[0].as.tensor, a[1].as.tensor, a[2].as.truth);
}
static form form_copy_non_blocking = {"copy.non_blocking",
                                      parameters_copy_non_blocking,
                                      3,
                                      3,
                                      1,
                                      .number = -1,
                                      .call = call_copy_non_blocking,
                                      .inplace = inplace_copy_non_blocking};

static parameter parameters_copysign[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                          {"other", KIND_OPERAND, 0, 0, {.given = 0}}};
static vjp_status call_copysign(const slot* a, vjp_tensor** out) {
  return vjp_copysign(a[0].as.tensor, a[1].as.tensor, out);
}
static vjp_status call_copysign_scalar(const slot* a, vjp_tensor** out) {
  return vjp_copysign_scalar(a[0].as.tensor, a[1].as.scalar, out);
}
static vjp_status inplace_copysign(const slot* a, vjp_tensor** out) {
  return vjp_copysign_(a[0].as.tensor, a[1].as.tensor);
}
static vjp_status inplace_copysign_scalar(const slot* a, vjp_tensor** out) {
  return vjp_copysign_scalar_(a[0].as.tensor, a[1].as.scalar);
}
static form form_copysign = {"copysign",
                             parameters_copysign,
                             2,
                             2,
                             1,
                             .number = 1,
                             .call = call_copysign,
                             .with_number = call_copysign_scalar,
                             .inplace = inplace_copysign,
                             .inplace_number = inplace_copysign_scalar};

static parameter parameters_cos[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_cos(const slot* a, vjp_tensor** out) { return vjp_cos(a[0].as.tensor, out); }
static vjp_status inplace_cos(const slot* a, vjp_tensor** out) { return vjp_cos_(a[0].as.tensor); }
static form form_cos = {"cos", parameters_cos, 1, 1, 1, .number = -1, .call = call_cos, .inplace = inplace_cos};

static parameter parameters_cosh[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_cosh(const slot* a, vjp_tensor** out) { return vjp_cosh(a[0].as.tensor, out); }
static vjp_status inplace_cosh(const slot* a, vjp_tensor** out) { return vjp_cosh_(a[0].as.tensor); }
static form form_cosh = {"cosh", parameters_cosh, 1, 1, 1, .number = -1, .call = call_cosh, .inplace = inplace_cosh};

static parameter parameters_cosine_similarity[] = {{"x1", KIND_TENSOR, 0, 0, {.given = 0}},
                                                   {"x2", KIND_TENSOR, 0, 0, {.given = 0}},
                                                   {"dim", KIND_INT, 1, 0, {.as.integer = 1, .given = 1}},
                                                   {"eps", KIND_FLOAT, 1, 0, {.as.real = 1e-08, .given = 1}}};
static vjp_status call_cosine_similarity(const slot* a, vjp_tensor** out) {
  return vjp_cosine_similarity(a[0].as.tensor, a[1].as.tensor, a[2].as.integer, a[3].as.real, out);
}
static form form_cosine_similarity = {"cosine_similarity", parameters_cosine_similarity,  4, 4, 1,
                                      .number = -1,        .call = call_cosine_similarity};

static parameter parameters_count_nonzero[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                               {"dim", KIND_OPTIONAL_INTS, 1, 0, {.given = 0}}};
static vjp_status call_count_nonzero(const slot* a, vjp_tensor** out) {
  return vjp_count_nonzero(a[0].as.tensor, a[1].as.ints, a[1].count, out);
}
static form form_count_nonzero = {"count_nonzero", parameters_count_nonzero,  2, 2, 1,
                                  .number = -1,    .call = call_count_nonzero};

static parameter parameters_cross_entropy[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                               {"target", KIND_TENSOR, 0, 0, {.given = 0}},
                                               {"weight", KIND_OPTIONAL_TENSOR, 1, 0, {.given = 0}},
                                               {"ignore_index", KIND_INT, 1, 0, {.as.integer = -100, .given = 1}},
                                               {"reduction", KIND_TEXT, 1, 0, {.as.text = "mean", .given = 1}},
                                               {"label_smoothing", KIND_FLOAT, 1, 0, {.as.real = 0.0, .given = 1}}};
static vjp_status call_cross_entropy(const slot* a, vjp_tensor** out) {
  return vjp_cross_entropy(a[0].as.tensor, a[1].as.tensor, a[2].as.tensor, a[3].as.integer, a[4].as.text, a[5].as.real,
                           out);
}
static form form_cross_entropy = {"cross_entropy", parameters_cross_entropy,  6, 6, 1,
                                  .number = -1,    .call = call_cross_entropy};

static parameter parameters_cumprod[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                         {"dim", KIND_INT, 0, 0, {.given = 0}},
                                         {"dtype", KIND_DTYPE, 1, 1, {.given = 0}}};
static vjp_status call_cumprod(const slot* a, vjp_tensor** out) {
  return vjp_cumprod(a[0].as.tensor, a[1].as.integer, a[2].as.dtype, out);
}
static vjp_status inplace_cumprod(const slot* a, vjp_tensor** out) {
  return vjp_cumprod_(a[0].as.tensor, a[1].as.integer, a[2].as.dtype);
}
static form form_cumprod = {
    "cumprod", parameters_cumprod, 3, 2, 1, .number = -1, .call = call_cumprod, .inplace = inplace_cumprod};

static parameter parameters_cumsum[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                        {"dim", KIND_INT, 0, 0, {.given = 0}},
                                        {"dtype", KIND_DTYPE, 1, 1, {.given = 0}}};
static vjp_status call_cumsum(const slot* a, vjp_tensor** out) {
  return vjp_cumsum(a[0].as.tensor, a[1].as.integer, a[2].as.dtype, out);
}
static vjp_status inplace_cumsum(const slot* a, vjp_tensor** out) {
  return vjp_cumsum_(a[0].as.tensor, a[1].as.integer, a[2].as.dtype);
}
static form form_cumsum = {
    "cumsum", parameters_cumsum, 3, 2, 1, .number = -1, .call = call_cumsum, .inplace = inplace_cumsum};

static parameter parameters_deg2rad[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_deg2rad(const slot* a, vjp_tensor** out) { return vjp_deg2rad(a[0].as.tensor, out); }
static vjp_status inplace_deg2rad(const slot* a, vjp_tensor** out) { return vjp_deg2rad_(a[0].as.tensor); }
static form form_deg2rad = {
    "deg2rad", parameters_deg2rad, 1, 1, 1, .number = -1, .call = call_deg2rad, .inplace = inplace_deg2rad};

static parameter parameters_diagonal[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                          {"offset", KIND_INT, 1, 0, {.as.integer = 0, .given = 1}},
                                          {"dim1", KIND_INT, 1, 0, {.as.integer = 0, .given = 1}},
                                          {"dim2", KIND_INT, 1, 0, {.as.integer = 1, .given = 1}}};
static vjp_status call_diagonal(const slot* a, vjp_tensor** out) {
  return vjp_diagonal(a[0].as.tensor, a[1].as.integer, a[2].as.integer, a[3].as.integer, out);
}
static form form_diagonal = {"diagonal", parameters_diagonal, 4, 4, 1, .number = -1, .call = call_diagonal};

static parameter parameters_digamma[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_digamma(const slot* a, vjp_tensor** out) { return vjp_digamma(a[0].as.tensor, out); }
static vjp_status inplace_digamma(const slot* a, vjp_tensor** out) { return vjp_digamma_(a[0].as.tensor); }
static form form_digamma = {
    "digamma", parameters_digamma, 1, 1, 1, .number = -1, .call = call_digamma, .inplace = inplace_digamma};

static parameter parameters_div[] = {{"input", KIND_OPERAND, 0, 0, {.given = 0}},
                                     {"other", KIND_OPERAND, 0, 0, {.given = 0}}};
static vjp_status call_div(const slot* a, vjp_tensor** out) { return vjp_div(a[0].as.tensor, a[1].as.tensor, out); }
static vjp_status call_div_scalar(const slot* a, vjp_tensor** out) {
  return vjp_div_scalar(a[0].as.tensor, a[1].as.scalar, out);
}
static vjp_status call_scalar_div(const slot* a, vjp_tensor** out) {
  return vjp_scalar_div(a[0].as.scalar, a[1].as.tensor, out);
}
static vjp_status inplace_div(const slot* a, vjp_tensor** out) { return vjp_div_(a[0].as.tensor, a[1].as.tensor); }
static vjp_status inplace_div_scalar(const slot* a, vjp_tensor** out) {
  return vjp_div_scalar_(a[0].as.tensor, a[1].as.scalar);
}
static form form_div = {"div",
                        parameters_div,
                        2,
                        2,
                        1,
                        .number = 1,
                        .call = call_div,
                        .with_number = call_div_scalar,
                        .number_first = call_scalar_div,
                        .inplace = inplace_div,
                        .inplace_number = inplace_div_scalar};

static parameter parameters_div_rounding_mode[] = {{"input", KIND_OPERAND, 0, 0, {.given = 0}},
                                                   {"other", KIND_OPERAND, 0, 0, {.given = 0}},
                                                   {"rounding_mode", KIND_OPTIONAL_TEXT, 0, 1, {.given = 0}}};
static vjp_status call_div_rounding_mode(const slot* a, vjp_tensor** out) {
  return vjp_div_rounding_mode(a[0].as.tensor, a[1].as.tensor, a[2].as.text, out);
}
static vjp_status call_div_rounding_mode_scalar(const slot* a, vjp_tensor** out) {
  return vjp_div_rounding_mode_scalar(a[0].as.tensor, a[1].as.scalar, a[2].as.text, out);
}
static vjp_status call_scalar_div_rounding_mode(const slot* a, vjp_tensor** out) {
  return vjp_scalar_div_rounding_mode(a[0].as.scalar, a[1].as.tensor, a[2].as.text, out);
}
static vjp_status inplace_div_rounding_mode(const slot* a, vjp_tensor** out) {
  return vjp_div_rounding_mode_(a[0].as.tensor, a[1].as.tensor, a[2].as.text);
}
static vjp_status inplace_div_rounding_mode_scalar(const slot* a, vjp_tensor** out) {
  return vjp_div_rounding_mode_scalar_(a[0].as.tensor, a[1].as.scalar, a[2].as.text);
}
static form form_div_rounding_mode = {"div.rounding_mode",
                                      parameters_div_rounding_mode,
                                      3,
                                      2,
                                      1,
                                      .number = 1,
                                      .call = call_div_rounding_mode,
                                      .with_number = call_div_rounding_mode_scalar,
                                      .number_first = call_scalar_div_rounding_mode,
                                      .inplace = inplace_div_rounding_mode,
                                      .inplace_number = inplace_div_rounding_mode_scalar};

static parameter parameters_dot[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                     {"other", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_dot(const slot* a, vjp_tensor** out) { return vjp_dot(a[0].as.tensor, a[1].as.tensor, out); }
static form form_dot = {"dot", parameters_dot, 2, 2, 1, .number = -1, .call = call_dot};

static parameter parameters_dropout[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                         {"p", KIND_FLOAT, 1, 0, {.as.real = 0.5, .given = 1}},
                                         {"training", KIND_BOOL, 1, 0, {.as.truth = 1, .given = 1}},
                                         {"generator", KIND_GENERATOR, 1, 1, {.given = 0}}};
static vjp_status call_dropout(const slot* a, vjp_tensor** out) {
  return vjp_dropout(a[0].as.tensor, a[1].as.real, a[2].as.truth, a[3].as.generator, out);
}
static vjp_status inplace_dropout(const slot* a, vjp_tensor** out) {
  return vjp_dropout_(a[0].as.tensor, a[1].as.real, a[2].as.truth, a[3].as.generator);
}
static form form_dropout = {
    "dropout", parameters_dropout, 4, 3, 1, .number = -1, .call = call_dropout, .inplace = inplace_dropout};

static parameter parameters_einsum[] = {{"equation", KIND_TEXT, 0, 0, {.given = 0}},
                                        {"operands", KIND_TENSORS, 0, 0, {.given = 0}}};
static vjp_status call_einsum(const slot* a, vjp_tensor** out) {
  return vjp_einsum(a[0].as.text, a[1].as.tensors, a[1].count, out);
}
static form form_einsum = {"einsum", parameters_einsum, 2, 2, 1, .number = -1, .call = call_einsum};

static parameter parameters_elu[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                     {"alpha", KIND_FLOAT, 1, 0, {.as.real = 1.0, .given = 1}}};
static vjp_status call_elu(const slot* a, vjp_tensor** out) { return vjp_elu(a[0].as.tensor, a[1].as.real, out); }
static vjp_status inplace_elu(const slot* a, vjp_tensor** out) { return vjp_elu_(a[0].as.tensor, a[1].as.real); }
static form form_elu = {"elu", parameters_elu, 2, 2, 1, .number = -1, .call = call_elu, .inplace = inplace_elu};

static parameter parameters_embedding[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                           {"weight", KIND_TENSOR, 0, 0, {.given = 0}},
                                           {"padding_idx", KIND_OPTIONAL_INT, 1, 0, {.given = 0}}};
static vjp_status call_embedding(const slot* a, vjp_tensor** out) {
  return vjp_embedding(a[0].as.tensor, a[1].as.tensor, a[2].given ? &a[2].as.integer : NULL, out);
}
static form form_embedding = {"embedding", parameters_embedding, 3, 3, 1, .number = -1, .call = call_embedding};

static parameter parameters_empty[] = {{"size", KIND_INTS, 0, 0, {.given = 0}},
                                       {"dtype", KIND_DTYPE, 1, 1, {.given = 0}}};
static vjp_status call_empty(const slot* a, vjp_tensor** out) {
  return vjp_empty(a[0].as.ints, a[0].count, a[1].as.dtype, out);
}
static form form_empty = {"empty", parameters_empty, 2, 1, 1, .number = -1, .call = call_empty};

static parameter parameters_empty_like[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                            {"dtype", KIND_DTYPE, 1, 1, {.given = 0}}};
static vjp_status call_empty_like(const slot* a, vjp_tensor** out) {
  return vjp_empty_like(a[0].as.tensor, a[1].as.dtype, out);
}
static form form_empty_like = {"empty_like", parameters_empty_like, 2, 1, 1, .number = -1, .call = call_empty_like};

static parameter parameters_entr[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_entr(const slot* a, vjp_tensor** out) { return vjp_entr(a[0].as.tensor, out); }
static vjp_status inplace_entr(const slot* a, vjp_tensor** out) { return vjp_entr_(a[0].as.tensor); }
static form form_entr = {"entr", parameters_entr, 1, 1, 1, .number = -1, .call = call_entr, .inplace = inplace_entr};

static parameter parameters_eq[] = {{"input", KIND_OPERAND, 0, 0, {.given = 0}},
                                    {"other", KIND_OPERAND, 0, 0, {.given = 0}}};
static vjp_status call_eq(const slot* a, vjp_tensor** out) { return vjp_eq(a[0].as.tensor, a[1].as.tensor, out); }
static vjp_status call_eq_scalar(const slot* a, vjp_tensor** out) {
  return vjp_eq_scalar(a[0].as.tensor, a[1].as.scalar, out);
}
static vjp_status call_scalar_eq(const slot* a, vjp_tensor** out) {
  return vjp_scalar_eq(a[0].as.scalar, a[1].as.tensor, out);
}
static vjp_status inplace_eq(const slot* a, vjp_tensor** out) { return vjp_eq_(a[0].as.tensor, a[1].as.tensor); }
static vjp_status inplace_eq_scalar(const slot* a, vjp_tensor** out) {
  return vjp_eq_scalar_(a[0].as.tensor, a[1].as.scalar);
}
static form form_eq = {"eq",
                       parameters_eq,
                       2,
                       2,
                       1,
                       .number = 1,
                       .call = call_eq,
                       .with_number = call_eq_scalar,
                       .number_first = call_scalar_eq,
                       .inplace = inplace_eq,
                       .inplace_number = inplace_eq_scalar};

static parameter parameters_erf[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_erf(const slot* a, vjp_tensor** out) { return vjp_erf(a[0].as.tensor, out); }
static vjp_status inplace_erf(const slot* a, vjp_tensor** out) { return vjp_erf_(a[0].as.tensor); }
static form form_erf = {"erf", parameters_erf, 1, 1, 1, .number = -1, .call = call_erf, .inplace = inplace_erf};

static parameter parameters_erfc[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_erfc(const slot* a, vjp_tensor** out) { return vjp_erfc(a[0].as.tensor, out); }
static vjp_status inplace_erfc(const slot* a, vjp_tensor** out) { return vjp_erfc_(a[0].as.tensor); }
static form form_erfc = {"erfc", parameters_erfc, 1, 1, 1, .number = -1, .call = call_erfc, .inplace = inplace_erfc};

static parameter parameters_erfinv[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_erfinv(const slot* a, vjp_tensor** out) { return vjp_erfinv(a[0].as.tensor, out); }
static vjp_status inplace_erfinv(const slot* a, vjp_tensor** out) { return vjp_erfinv_(a[0].as.tensor); }
static form form_erfinv = {
    "erfinv", parameters_erfinv, 1, 1, 1, .number = -1, .call = call_erfinv, .inplace = inplace_erfinv};

static parameter parameters_exp[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_exp(const slot* a, vjp_tensor** out) { return vjp_exp(a[0].as.tensor, out); }
static vjp_status inplace_exp(const slot* a, vjp_tensor** out) { return vjp_exp_(a[0].as.tensor); }
static form form_exp = {"exp", parameters_exp, 1, 1, 1, .number = -1, .call = call_exp, .inplace = inplace_exp};

static parameter parameters_exp2[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_exp2(const slot* a, vjp_tensor** out) { return vjp_exp2(a[0].as.tensor, out); }
static vjp_status inplace_exp2(const slot* a, vjp_tensor** out) { return vjp_exp2_(a[0].as.tensor); }
static form form_exp2 = {"exp2", parameters_exp2, 1, 1, 1, .number = -1, .call = call_exp2, .inplace = inplace_exp2};

static parameter parameters_expand[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                        {"size", KIND_INTS, 0, 0, {.given = 0}}};
static vjp_status call_expand(const slot* a, vjp_tensor** out) {
  return vjp_expand(a[0].as.tensor, a[1].as.ints, a[1].count, out);
}
static form form_expand = {"expand", parameters_expand, 2, 2, 1, .number = -1, .call = call_expand};

static parameter parameters_expand_as[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                           {"other", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_expand_as(const slot* a, vjp_tensor** out) {
  return vjp_expand_as(a[0].as.tensor, a[1].as.tensor, out);
}
static form form_expand_as = {"expand_as", parameters_expand_as, 2, 2, 1, .number = -1, .call = call_expand_as};

static parameter parameters_expm1[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_expm1(const slot* a, vjp_tensor** out) { return vjp_expm1(a[0].as.tensor, out); }
static vjp_status inplace_expm1(const slot* a, vjp_tensor** out) { return vjp_expm1_(a[0].as.tensor); }
static form form_expm1 = {
    "expm1", parameters_expm1, 1, 1, 1, .number = -1, .call = call_expm1, .inplace = inplace_expm1};

static parameter parameters_eye[] = {{"n", KIND_INT, 0, 0, {.given = 0}},
                                     {"m", KIND_OPTIONAL_INT, 1, 0, {.given = 0}},
                                     {"dtype", KIND_DTYPE, 1, 1, {.given = 0}}};
static vjp_status call_eye(const slot* a, vjp_tensor** out) {
  return vjp_eye(a[0].as.integer, a[1].given ? &a[1].as.integer : NULL, a[2].as.dtype, out);
}
static form form_eye = {"eye", parameters_eye, 3, 2, 1, .number = -1, .call = call_eye};

static parameter parameters_fill[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                      {"value", KIND_OPERAND, 0, 0, {.given = 0}}};
static vjp_status call_fill(const slot* a, vjp_tensor** out) { return vjp_fill(a[0].as.tensor, a[1].as.tensor, out); }
static vjp_status call_fill_scalar(const slot* a, vjp_tensor** out) {
  return vjp_fill_scalar(a[0].as.tensor, a[1].as.scalar, out);
}
static vjp_status inplace_fill(const slot* a, vjp_tensor** out) { return vjp_fill_(a[0].as.tensor, a[1].as.tensor); }
static vjp_status inplace_fill_scalar(const slot* a, vjp_tensor** out) {
  return vjp_fill_scalar_(a[0].as.tensor, a[1].as.scalar);
}
static form form_fill = {"fill",
                         parameters_fill,
                         2,
                         2,
                         1,
                         .number = 1,
                         .call = call_fill,
                         .with_number = call_fill_scalar,
                         .inplace = inplace_fill,
                         .inplace_number = inplace_fill_scalar};

static parameter parameters_flatten[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                         {"start_dim", KIND_INT, 1, 0, {.as.integer = 0, .given = 1}},
                                         {"end_dim", KIND_INT, 1, 0, {.as.integer = -1, .given = 1}}};
static vjp_status call_flatten(const slot* a, vjp_tensor** out) {
  return vjp_flatten(a[0].as.tensor, a[1].as.integer, a[2].as.integer, out);
}
static form form_flatten = {"flatten", parameters_flatten, 3, 3, 1, .number = -1, .call = call_flatten};

static parameter parameters_flip[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                      {"dims", KIND_INTS, 0, 0, {.given = 0}}};
static vjp_status call_flip(const slot* a, vjp_tensor** out) {
  return vjp_flip(a[0].as.tensor, a[1].as.ints, a[1].count, out);
}
static form form_flip = {"flip", parameters_flip, 2, 2, 1, .number = -1, .call = call_flip};

static parameter parameters_float_power[] = {{"input", KIND_OPERAND, 0, 0, {.given = 0}},
                                             {"exponent", KIND_OPERAND, 0, 0, {.given = 0}}};
static vjp_status call_float_power(const slot* a, vjp_tensor** out) {
  return vjp_float_power(a[0].as.tensor, a[1].as.tensor, out);
}
static vjp_status call_float_power_scalar(const slot* a, vjp_tensor** out) {
  return vjp_float_power_scalar(a[0].as.tensor, a[1].as.scalar, out);
}
static vjp_status call_scalar_float_power(const slot* a, vjp_tensor** out) {
  return vjp_scalar_float_power(a[0].as.scalar, a[1].as.tensor, out);
}
static vjp_status inplace_float_power(const slot* a, vjp_tensor** out) {
  return vjp_float_power_(a[0].as.tensor, a[1].as.tensor);
}
static vjp_status inplace_float_power_scalar(const slot* a, vjp_tensor** out) {
  return vjp_float_power_scalar_(a[0].as.tensor, a[1].as.scalar);
}
static form form_float_power = {"float_power",
                                parameters_float_power,
                                2,
                                2,
                                1,
                                .number = 1,
                                .call = call_float_power,
                                .with_number = call_float_power_scalar,
                                .number_first = call_scalar_float_power,
                                .inplace = inplace_float_power,
                                .inplace_number = inplace_float_power_scalar};

static parameter parameters_floor[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_floor(const slot* a, vjp_tensor** out) { return vjp_floor(a[0].as.tensor, out); }
static vjp_status inplace_floor(const slot* a, vjp_tensor** out) { return vjp_floor_(a[0].as.tensor); }
static form form_floor = {
    "floor", parameters_floor, 1, 1, 1, .number = -1, .call = call_floor, .inplace = inplace_floor};

static parameter parameters_floor_divide[] = {{"input", KIND_OPERAND, 0, 0, {.given = 0}},
                                              {"other", KIND_OPERAND, 0, 0, {.given = 0}}};
static vjp_status call_floor_divide(const slot* a, vjp_tensor** out) {
  return vjp_floor_divide(a[0].as.tensor, a[1].as.tensor, out);
}
static vjp_status call_floor_divide_scalar(const slot* a, vjp_tensor** out) {
  return vjp_floor_divide_scalar(a[0].as.tensor, a[1].as.scalar, out);
}
static vjp_status call_scalar_floor_divide(const slot* a, vjp_tensor** out) {
  return vjp_scalar_floor_divide(a[0].as.scalar, a[1].as.tensor, out);
}
static vjp_status inplace_floor_divide(const slot* a, vjp_tensor** out) {
  return vjp_floor_divide_(a[0].as.tensor, a[1].as.tensor);
}
static vjp_status inplace_floor_divide_scalar(const slot* a, vjp_tensor** out) {
  return vjp_floor_divide_scalar_(a[0].as.tensor, a[1].as.scalar);
}
static form form_floor_divide = {"floor_divide",
                                 parameters_floor_divide,
                                 2,
                                 2,
                                 1,
                                 .number = 1,
                                 .call = call_floor_divide,
                                 .with_number = call_floor_divide_scalar,
                                 .number_first = call_scalar_floor_divide,
                                 .inplace = inplace_floor_divide,
                                 .inplace_number = inplace_floor_divide_scalar};

static parameter parameters_fmax[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                      {"other", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_fmax(const slot* a, vjp_tensor** out) { return vjp_fmax(a[0].as.tensor, a[1].as.tensor, out); }
static vjp_status inplace_fmax(const slot* a, vjp_tensor** out) { return vjp_fmax_(a[0].as.tensor, a[1].as.tensor); }
static form form_fmax = {"fmax", parameters_fmax, 2, 2, 1, .number = -1, .call = call_fmax, .inplace = inplace_fmax};

static parameter parameters_fmin[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                      {"other", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_fmin(const slot* a, vjp_tensor** out) { return vjp_fmin(a[0].as.tensor, a[1].as.tensor, out); }
static vjp_status inplace_fmin(const slot* a, vjp_tensor** out) { return vjp_fmin_(a[0].as.tensor, a[1].as.tensor); }
static form form_fmin = {"fmin", parameters_fmin, 2, 2, 1, .number = -1, .call = call_fmin, .inplace = inplace_fmin};

static parameter parameters_fmod[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                      {"other", KIND_OPERAND, 0, 0, {.given = 0}}};
static vjp_status call_fmod(const slot* a, vjp_tensor** out) { return vjp_fmod(a[0].as.tensor, a[1].as.tensor, out); }
static vjp_status call_fmod_scalar(const slot* a, vjp_tensor** out) {
  return vjp_fmod_scalar(a[0].as.tensor, a[1].as.scalar, out);
}
static vjp_status inplace_fmod(const slot* a, vjp_tensor** out) { return vjp_fmod_(a[0].as.tensor, a[1].as.tensor); }
static vjp_status inplace_fmod_scalar(const slot* a, vjp_tensor** out) {
  return vjp_fmod_scalar_(a[0].as.tensor, a[1].as.scalar);
}
static form form_fmod = {"fmod",
                         parameters_fmod,
                         2,
                         2,
                         1,
                         .number = 1,
                         .call = call_fmod,
                         .with_number = call_fmod_scalar,
                         .inplace = inplace_fmod,
                         .inplace_number = inplace_fmod_scalar};

static parameter parameters_frac[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_frac(const slot* a, vjp_tensor** out) { return vjp_frac(a[0].as.tensor, out); }
static vjp_status inplace_frac(const slot* a, vjp_tensor** out) { return vjp_frac_(a[0].as.tensor); }
static form form_frac = {"frac", parameters_frac, 1, 1, 1, .number = -1, .call = call_frac, .inplace = inplace_frac};

static parameter parameters_full[] = {{"size", KIND_INTS, 0, 0, {.given = 0}},
                                      {"fill_value", KIND_SCALAR, 0, 0, {.given = 0}},
                                      {"dtype", KIND_DTYPE, 1, 1, {.given = 0}}};
static vjp_status call_full(const slot* a, vjp_tensor** out) {
  return vjp_full(a[0].as.ints, a[0].count, a[1].as.scalar, a[2].as.dtype, out);
}
static form form_full = {"full", parameters_full, 3, 2, 1, .number = -1, .call = call_full};

static parameter parameters_full_like[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                           {"fill_value", KIND_SCALAR, 0, 0, {.given = 0}},
                                           {"dtype", KIND_DTYPE, 1, 1, {.given = 0}}};
static vjp_status call_full_like(const slot* a, vjp_tensor** out) {
  return vjp_full_like(a[0].as.tensor, a[1].as.scalar, a[2].as.dtype, out);
}
static form form_full_like = {"full_like", parameters_full_like, 3, 2, 1, .number = -1, .call = call_full_like};

static parameter parameters_gather[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                        {"dim", KIND_INT, 0, 0, {.given = 0}},
                                        {"index", KIND_TENSOR, 0, 0, {.given = 0}},
                                        {"sparse_grad", KIND_BOOL, 1, 1, {.as.truth = 0, .given = 1}}};
static vjp_status call_gather(const slot* a, vjp_tensor** out) {
  return vjp_gather(a[0].as.tensor, a[1].as.integer, a[2].as.tensor, a[3].as.truth, out);
}
static form form_gather = {"gather", parameters_gather, 4, 3, 1, .number = -1, .call = call_gather};

static parameter parameters_ge[] = {{"input", KIND_OPERAND, 0, 0, {.given = 0}},
                                    {"other", KIND_OPERAND, 0, 0, {.given = 0}}};
static vjp_status call_ge(const slot* a, vjp_tensor** out) { return vjp_ge(a[0].as.tensor, a[1].as.tensor, out); }
static vjp_status call_ge_scalar(const slot* a, vjp_tensor** out) {
  return vjp_ge_scalar(a[0].as.tensor, a[1].as.scalar, out);
}
static vjp_status call_scalar_ge(const slot* a, vjp_tensor** out) {
  return vjp_scalar_ge(a[0].as.scalar, a[1].as.tensor, out);
}
static vjp_status inplace_ge(const slot* a, vjp_tensor** out) { return vjp_ge_(a[0].as.tensor, a[1].as.tensor); }
static vjp_status inplace_ge_scalar(const slot* a, vjp_tensor** out) {
  return vjp_ge_scalar_(a[0].as.tensor, a[1].as.scalar);
}
static form form_ge = {"ge",
                       parameters_ge,
                       2,
                       2,
                       1,
                       .number = 1,
                       .call = call_ge,
                       .with_number = call_ge_scalar,
                       .number_first = call_scalar_ge,
                       .inplace = inplace_ge,
                       .inplace_number = inplace_ge_scalar};

static parameter parameters_gelu[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                      {"approximate", KIND_TEXT, 1, 1, {.as.text = "none", .given = 1}}};
static vjp_status call_gelu(const slot* a, vjp_tensor** out) { return vjp_gelu(a[0].as.tensor, a[1].as.text, out); }
static form form_gelu = {"gelu", parameters_gelu, 2, 1, 1, .number = -1, .call = call_gelu};

static parameter parameters_ger[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                     {"vec2", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_ger(const slot* a, vjp_tensor** out) { return vjp_ger(a[0].as.tensor, a[1].as.tensor, out); }
static form form_ger = {"ger", parameters_ger, 2, 2, 1, .number = -1, .call = call_ger};

static parameter parameters_glu[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                     {"dim", KIND_INT, 1, 0, {.as.integer = -1, .given = 1}}};
static vjp_status call_glu(const slot* a, vjp_tensor** out) { return vjp_glu(a[0].as.tensor, a[1].as.integer, out); }
static form form_glu = {"glu", parameters_glu, 2, 2, 1, .number = -1, .call = call_glu};

static parameter parameters_group_norm[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                            {"num_groups", KIND_INT, 0, 0, {.given = 0}},
                                            {"weight", KIND_OPTIONAL_TENSOR, 1, 0, {.given = 0}},
                                            {"bias", KIND_OPTIONAL_TENSOR, 1, 0, {.given = 0}},
                                            {"eps", KIND_FLOAT, 1, 0, {.as.real = 1e-05, .given = 1}}};
static vjp_status call_group_norm(const slot* a, vjp_tensor** out) {
  return vjp_group_norm(a[0].as.tensor, a[1].as.integer, a[2].as.tensor, a[3].as.tensor, a[4].as.real, out);
}
static form form_group_norm = {"group_norm", parameters_group_norm, 5, 5, 1, .number = -1, .call = call_group_norm};

static parameter parameters_gt[] = {{"input", KIND_OPERAND, 0, 0, {.given = 0}},
                                    {"other", KIND_OPERAND, 0, 0, {.given = 0}}};
static vjp_status call_gt(const slot* a, vjp_tensor** out) { return vjp_gt(a[0].as.tensor, a[1].as.tensor, out); }
static vjp_status call_gt_scalar(const slot* a, vjp_tensor** out) {
  return vjp_gt_scalar(a[0].as.tensor, a[1].as.scalar, out);
}
static vjp_status call_scalar_gt(const slot* a, vjp_tensor** out) {
  return vjp_scalar_gt(a[0].as.scalar, a[1].as.tensor, out);
}
static vjp_status inplace_gt(const slot* a, vjp_tensor** out) { return vjp_gt_(a[0].as.tensor, a[1].as.tensor); }
static vjp_status inplace_gt_scalar(const slot* a, vjp_tensor** out) {
  return vjp_gt_scalar_(a[0].as.tensor, a[1].as.scalar);
}
static form form_gt = {"gt",
                       parameters_gt,
                       2,
                       2,
                       1,
                       .number = 1,
                       .call = call_gt,
                       .with_number = call_gt_scalar,
                       .number_first = call_scalar_gt,
                       .inplace = inplace_gt,
                       .inplace_number = inplace_gt_scalar};

static parameter parameters_hardshrink[] = {
    {"input", KIND_TENSOR, 0, 0, {.given = 0}},
    {"lambd", KIND_SCALAR, 1, 0, {.as.scalar = {.kind = VJP_KIND_FLOAT, .as.real = 0.5}, .given = 1}}};
static vjp_status call_hardshrink(const slot* a, vjp_tensor** out) {
  return vjp_hardshrink(a[0].as.tensor, a[1].as.scalar, out);
}
static vjp_status inplace_hardshrink(const slot* a, vjp_tensor** out) {
  return vjp_hardshrink_(a[0].as.tensor, a[1].as.scalar);
}
static form form_hardshrink = {
    "hardshrink", parameters_hardshrink, 2, 2, 1, .number = -1, .call = call_hardshrink, .inplace = inplace_hardshrink};

static parameter parameters_hardsigmoid[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_hardsigmoid(const slot* a, vjp_tensor** out) { return vjp_hardsigmoid(a[0].as.tensor, out); }
static vjp_status inplace_hardsigmoid(const slot* a, vjp_tensor** out) { return vjp_hardsigmoid_(a[0].as.tensor); }
static form form_hardsigmoid = {"hardsigmoid",
                                parameters_hardsigmoid,
                                1,
                                1,
                                1,
                                .number = -1,
                                .call = call_hardsigmoid,
                                .inplace = inplace_hardsigmoid};

static parameter parameters_hardswish[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_hardswish(const slot* a, vjp_tensor** out) { return vjp_hardswish(a[0].as.tensor, out); }
static vjp_status inplace_hardswish(const slot* a, vjp_tensor** out) { return vjp_hardswish_(a[0].as.tensor); }
static form form_hardswish = {
    "hardswish", parameters_hardswish, 1, 1, 1, .number = -1, .call = call_hardswish, .inplace = inplace_hardswish};

static parameter parameters_hardtanh[] = {
    {"input", KIND_TENSOR, 0, 0, {.given = 0}},
    {"min_val", KIND_SCALAR, 1, 0, {.as.scalar = {.kind = VJP_KIND_FLOAT, .as.real = -1.0}, .given = 1}},
    {"max_val", KIND_SCALAR, 1, 0, {.as.scalar = {.kind = VJP_KIND_FLOAT, .as.real = 1.0}, .given = 1}}};
static vjp_status call_hardtanh(const slot* a, vjp_tensor** out) {
  return vjp_hardtanh(a[0].as.tensor, a[1].as.scalar, a[2].as.scalar, out);
}
static vjp_status inplace_hardtanh(const slot* a, vjp_tensor** out) {
  return vjp_hardtanh_(a[0].as.tensor, a[1].as.scalar, a[2].as.scalar);
}
static form form_hardtanh = {
    "hardtanh", parameters_hardtanh, 3, 3, 1, .number = -1, .call = call_hardtanh, .inplace = inplace_hardtanh};

static parameter parameters_huber_loss[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                            {"target", KIND_TENSOR, 0, 0, {.given = 0}},
                                            {"reduction", KIND_TEXT, 1, 0, {.as.text = "mean", .given = 1}},
                                            {"delta", KIND_FLOAT, 1, 0, {.as.real = 1.0, .given = 1}}};
static vjp_status call_huber_loss(const slot* a, vjp_tensor** out) {
  return vjp_huber_loss(a[0].as.tensor, a[1].as.tensor, a[2].as.text, a[3].as.real, out);
}
static form form_huber_loss = {"huber_loss", parameters_huber_loss, 4, 4, 1, .number = -1, .call = call_huber_loss};

static parameter parameters_hypot[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                       {"other", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_hypot(const slot* a, vjp_tensor** out) { return vjp_hypot(a[0].as.tensor, a[1].as.tensor, out); }
static vjp_status inplace_hypot(const slot* a, vjp_tensor** out) { return vjp_hypot_(a[0].as.tensor, a[1].as.tensor); }
static form form_hypot = {
    "hypot", parameters_hypot, 2, 2, 1, .number = -1, .call = call_hypot, .inplace = inplace_hypot};

static parameter parameters_imag[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_imag(const slot* a, vjp_tensor** out) { return vjp_imag(a[0].as.tensor, out); }
static form form_imag = {"imag", parameters_imag, 1, 1, 1, .number = -1, .call = call_imag};

static parameter parameters_index_tensor[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                              {"indices", KIND_OPTIONAL_TENSORS, 0, 0, {.given = 0}}};
static vjp_status call_index_tensor(const slot* a, vjp_tensor** out) {
  return vjp_index_tensor(a[0].as.tensor, a[1].as.tensors, a[1].count, out);
}
static form form_index_tensor = {"index.tensor", parameters_index_tensor,  2, 2, 1,
                                 .number = -1,   .call = call_index_tensor};

static parameter parameters_index_add[] = {
    {"input", KIND_TENSOR, 0, 0, {.given = 0}},
    {"dim", KIND_INT, 0, 0, {.given = 0}},
    {"index", KIND_TENSOR, 0, 0, {.given = 0}},
    {"source", KIND_TENSOR, 0, 0, {.given = 0}},
    {"alpha", KIND_SCALAR, 1, 1, {.as.scalar = {.kind = VJP_KIND_INT, .as.integer = 1}, .given = 1}}};
static vjp_status call_index_add(const slot* a, vjp_tensor** out) {
  return vjp_index_add(a[0].as.tensor, a[1].as.integer, a[2].as.tensor, a[3].as.tensor, a[4].as.scalar, out);
}
static vjp_status inplace_index_add(const slot* a, vjp_tensor** out) {
  return vjp_index_add_(a[0].as.tensor, a[1].as.integer, a[2].as.tensor, a[3].as.tensor, a[4].as.scalar);
}
static form form_index_add = {
    "index_add", parameters_index_add, 5, 4, 1, .number = -1, .call = call_index_add, .inplace = inplace_index_add};

static parameter parameters_index_put[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                           {"indices", KIND_OPTIONAL_TENSORS, 0, 0, {.given = 0}},
                                           {"values", KIND_TENSOR, 0, 0, {.given = 0}},
                                           {"accumulate", KIND_BOOL, 1, 0, {.as.truth = 0, .given = 1}}};
static vjp_status call_index_put(const slot* a, vjp_tensor** out) {
  return vjp_index_put(a[0].as.tensor, a[1].as.tensors, a[1].count, a[2].as.tensor, a[3].as.truth, out);
}
static vjp_status inplace_index_put(const slot* a, vjp_tensor** out) {
  return vjp_index_put_(a[0].as.tensor, a[1].as.tensors, a[1].count, a[2].as.tensor, a[3].as.truth);
}
static form form_index_put = {
    "index_put", parameters_index_put, 4, 4, 1, .number = -1, .call = call_index_put, .inplace = inplace_index_put};

static parameter parameters_index_select[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                              {"dim", KIND_INT, 0, 0, {.given = 0}},
                                              {"index", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_index_select(const slot* a, vjp_tensor** out) {
  return vjp_index_select(a[0].as.tensor, a[1].as.integer, a[2].as.tensor, out);
}
static form form_index_select = {"index_select", parameters_index_select,  3, 3, 1,
                                 .number = -1,   .call = call_index_select};

static parameter parameters_inner[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                       {"other", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_inner(const slot* a, vjp_tensor** out) { return vjp_inner(a[0].as.tensor, a[1].as.tensor, out); }
static form form_inner = {"inner", parameters_inner, 2, 2, 1, .number = -1, .call = call_inner};

static parameter parameters_interpolate[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                             {"size", KIND_OPTIONAL_INTS, 1, 0, {.given = 0}},
                                             {"scale_factor", KIND_OPTIONAL_FLOATS, 1, 0, {.given = 0}},
                                             {"mode", KIND_TEXT, 1, 0, {.as.text = "nearest", .given = 1}},
                                             {"align_corners", KIND_BOOL, 1, 0, {.as.truth = 0, .given = 1}},
                                             {"recompute_scale_factor", KIND_BOOL, 1, 0, {.as.truth = 0, .given = 1}}};
static vjp_status call_interpolate(const slot* a, vjp_tensor** out) {
  return vjp_interpolate(a[0].as.tensor, a[1].as.ints, a[1].count, a[2].as.floats, a[2].count, a[3].as.text,
                         a[4].as.truth, a[5].as.truth, out);
}
static form form_interpolate = {"interpolate", parameters_interpolate, 6, 6, 1, .number = -1, .call = call_interpolate};

static parameter parameters_isclose[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                         {"other", KIND_TENSOR, 0, 0, {.given = 0}},
                                         {"rtol", KIND_FLOAT, 1, 0, {.as.real = 1e-05, .given = 1}},
                                         {"atol", KIND_FLOAT, 1, 0, {.as.real = 1e-08, .given = 1}}};
static vjp_status call_isclose(const slot* a, vjp_tensor** out) {
  return vjp_isclose(a[0].as.tensor, a[1].as.tensor, a[2].as.real, a[3].as.real, out);
}
static form form_isclose = {"isclose", parameters_isclose, 4, 4, 1, .number = -1, .call = call_isclose};

static parameter parameters_isfinite[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_isfinite(const slot* a, vjp_tensor** out) { return vjp_isfinite(a[0].as.tensor, out); }
static vjp_status inplace_isfinite(const slot* a, vjp_tensor** out) { return vjp_isfinite_(a[0].as.tensor); }
static form form_isfinite = {
    "isfinite", parameters_isfinite, 1, 1, 1, .number = -1, .call = call_isfinite, .inplace = inplace_isfinite};

static parameter parameters_isinf[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_isinf(const slot* a, vjp_tensor** out) { return vjp_isinf(a[0].as.tensor, out); }
static vjp_status inplace_isinf(const slot* a, vjp_tensor** out) { return vjp_isinf_(a[0].as.tensor); }
static form form_isinf = {
    "isinf", parameters_isinf, 1, 1, 1, .number = -1, .call = call_isinf, .inplace = inplace_isinf};

static parameter parameters_isnan[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_isnan(const slot* a, vjp_tensor** out) { return vjp_isnan(a[0].as.tensor, out); }
static vjp_status inplace_isnan(const slot* a, vjp_tensor** out) { return vjp_isnan_(a[0].as.tensor); }
static form form_isnan = {
    "isnan", parameters_isnan, 1, 1, 1, .number = -1, .call = call_isnan, .inplace = inplace_isnan};

static parameter parameters_isneginf[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_isneginf(const slot* a, vjp_tensor** out) { return vjp_isneginf(a[0].as.tensor, out); }
static vjp_status inplace_isneginf(const slot* a, vjp_tensor** out) { return vjp_isneginf_(a[0].as.tensor); }
static form form_isneginf = {
    "isneginf", parameters_isneginf, 1, 1, 1, .number = -1, .call = call_isneginf, .inplace = inplace_isneginf};

static parameter parameters_isposinf[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_isposinf(const slot* a, vjp_tensor** out) { return vjp_isposinf(a[0].as.tensor, out); }
static vjp_status inplace_isposinf(const slot* a, vjp_tensor** out) { return vjp_isposinf_(a[0].as.tensor); }
static form form_isposinf = {
    "isposinf", parameters_isposinf, 1, 1, 1, .number = -1, .call = call_isposinf, .inplace = inplace_isposinf};

static parameter parameters_kl_div[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                        {"target", KIND_TENSOR, 0, 0, {.given = 0}},
                                        {"reduction", KIND_TEXT, 1, 0, {.as.text = "mean", .given = 1}},
                                        {"log_target", KIND_BOOL, 1, 0, {.as.truth = 0, .given = 1}}};
static vjp_status call_kl_div(const slot* a, vjp_tensor** out) {
  return vjp_kl_div(a[0].as.tensor, a[1].as.tensor, a[2].as.text, a[3].as.truth, out);
}
static form form_kl_div = {"kl_div", parameters_kl_div, 4, 4, 1, .number = -1, .call = call_kl_div};

static parameter parameters_kron[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                      {"other", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_kron(const slot* a, vjp_tensor** out) { return vjp_kron(a[0].as.tensor, a[1].as.tensor, out); }
static form form_kron = {"kron", parameters_kron, 2, 2, 1, .number = -1, .call = call_kron};

static parameter parameters_kthvalue[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                          {"k", KIND_INT, 0, 0, {.given = 0}},
                                          {"dim", KIND_INT, 1, 0, {.as.integer = -1, .given = 1}},
                                          {"keepdim", KIND_BOOL, 1, 0, {.as.truth = 0, .given = 1}}};
static vjp_status call_kthvalue(const slot* a, vjp_tensor** out) {
  return vjp_kthvalue(a[0].as.tensor, a[1].as.integer, a[2].as.integer, a[3].as.truth, &out[0], &out[1]);
}
static form form_kthvalue = {
    "kthvalue", parameters_kthvalue, 4, 4, 2, .number = -1, .call = call_kthvalue, .result_type = "kthvalue_result"};

static parameter parameters_l1_loss[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                         {"target", KIND_TENSOR, 0, 0, {.given = 0}},
                                         {"reduction", KIND_TEXT, 1, 0, {.as.text = "mean", .given = 1}}};
static vjp_status call_l1_loss(const slot* a, vjp_tensor** out) {
  return vjp_l1_loss(a[0].as.tensor, a[1].as.tensor, a[2].as.text, out);
}
static form form_l1_loss = {"l1_loss", parameters_l1_loss, 3, 3, 1, .number = -1, .call = call_l1_loss};

static parameter parameters_layer_norm[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                            {"normalized_shape", KIND_INTS, 0, 0, {.given = 0}},
                                            {"weight", KIND_OPTIONAL_TENSOR, 1, 0, {.given = 0}},
                                            {"bias", KIND_OPTIONAL_TENSOR, 1, 0, {.given = 0}},
                                            {"eps", KIND_FLOAT, 1, 0, {.as.real = 1e-05, .given = 1}}};
static vjp_status call_layer_norm(const slot* a, vjp_tensor** out) {
  return vjp_layer_norm(a[0].as.tensor, a[1].as.ints, a[1].count, a[2].as.tensor, a[3].as.tensor, a[4].as.real, out);
}
static form form_layer_norm = {"layer_norm", parameters_layer_norm, 5, 5, 1, .number = -1, .call = call_layer_norm};

static parameter parameters_ldexp[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                       {"other", KIND_OPERAND, 0, 0, {.given = 0}}};
static vjp_status call_ldexp(const slot* a, vjp_tensor** out) { return vjp_ldexp(a[0].as.tensor, a[1].as.tensor, out); }
static vjp_status call_ldexp_scalar(const slot* a, vjp_tensor** out) {
  return vjp_ldexp_scalar(a[0].as.tensor, a[1].as.scalar, out);
}
static vjp_status inplace_ldexp(const slot* a, vjp_tensor** out) { return vjp_ldexp_(a[0].as.tensor, a[1].as.tensor); }
static vjp_status inplace_ldexp_scalar(const slot* a, vjp_tensor** out) {
  return vjp_ldexp_scalar_(a[0].as.tensor, a[1].as.scalar);
}
static form form_ldexp = {"ldexp",
                          parameters_ldexp,
                          2,
                          2,
                          1,
                          .number = 1,
                          .call = call_ldexp,
                          .with_number = call_ldexp_scalar,
                          .inplace = inplace_ldexp,
                          .inplace_number = inplace_ldexp_scalar};

static parameter parameters_le[] = {{"input", KIND_OPERAND, 0, 0, {.given = 0}},
                                    {"other", KIND_OPERAND, 0, 0, {.given = 0}}};
static vjp_status call_le(const slot* a, vjp_tensor** out) { return vjp_le(a[0].as.tensor, a[1].as.tensor, out); }
static vjp_status call_le_scalar(const slot* a, vjp_tensor** out) {
  return vjp_le_scalar(a[0].as.tensor, a[1].as.scalar, out);
}
static vjp_status call_scalar_le(const slot* a, vjp_tensor** out) {
  return vjp_scalar_le(a[0].as.scalar, a[1].as.tensor, out);
}
static vjp_status inplace_le(const slot* a, vjp_tensor** out) { return vjp_le_(a[0].as.tensor, a[1].as.tensor); }
static vjp_status inplace_le_scalar(const slot* a, vjp_tensor** out) {
  return vjp_le_scalar_(a[0].as.tensor, a[1].as.scalar);
}
static form form_le = {"le",
                       parameters_le,
                       2,
                       2,
                       1,
                       .number = 1,
                       .call = call_le,
                       .with_number = call_le_scalar,
                       .number_first = call_scalar_le,
                       .inplace = inplace_le,
                       .inplace_number = inplace_le_scalar};

static parameter parameters_leaky_relu[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                            {"negative_slope", KIND_FLOAT, 1, 0, {.as.real = 0.01, .given = 1}}};
static vjp_status call_leaky_relu(const slot* a, vjp_tensor** out) {
  return vjp_leaky_relu(a[0].as.tensor, a[1].as.real, out);
}
static vjp_status inplace_leaky_relu(const slot* a, vjp_tensor** out) {
  return vjp_leaky_relu_(a[0].as.tensor, a[1].as.real);
}
static form form_leaky_relu = {
    "leaky_relu", parameters_leaky_relu, 2, 2, 1, .number = -1, .call = call_leaky_relu, .inplace = inplace_leaky_relu};

static parameter parameters_lerp[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                      {"end", KIND_TENSOR, 0, 0, {.given = 0}},
                                      {"weight", KIND_OPERAND, 0, 0, {.given = 0}}};
static vjp_status call_lerp(const slot* a, vjp_tensor** out) {
  return vjp_lerp(a[0].as.tensor, a[1].as.tensor, a[2].as.tensor, out);
}
static vjp_status call_lerp_scalar(const slot* a, vjp_tensor** out) {
  return vjp_lerp_scalar(a[0].as.tensor, a[1].as.tensor, a[2].as.scalar, out);
}
static vjp_status inplace_lerp(const slot* a, vjp_tensor** out) {
  return vjp_lerp_(a[0].as.tensor, a[1].as.tensor, a[2].as.tensor);
}
static vjp_status inplace_lerp_scalar(const slot* a, vjp_tensor** out) {
  return vjp_lerp_scalar_(a[0].as.tensor, a[1].as.tensor, a[2].as.scalar);
}
static form form_lerp = {"lerp",
                         parameters_lerp,
                         3,
                         3,
                         1,
                         .number = 2,
                         .call = call_lerp,
                         .with_number = call_lerp_scalar,
                         .inplace = inplace_lerp,
                         .inplace_number = inplace_lerp_scalar};

static parameter parameters_lgamma[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_lgamma(const slot* a, vjp_tensor** out) { return vjp_lgamma(a[0].as.tensor, out); }
static vjp_status inplace_lgamma(const slot* a, vjp_tensor** out) { return vjp_lgamma_(a[0].as.tensor); }
static form form_lgamma = {
    "lgamma", parameters_lgamma, 1, 1, 1, .number = -1, .call = call_lgamma, .inplace = inplace_lgamma};

static parameter parameters_linalg_multi_dot[] = {{"tensors", KIND_TENSORS, 0, 0, {.given = 0}}};
static vjp_status call_linalg_multi_dot(const slot* a, vjp_tensor** out) {
  return vjp_linalg_multi_dot(a[0].as.tensors, a[0].count, out);
}
static form form_linalg_multi_dot = {"linalg_multi_dot", parameters_linalg_multi_dot,  1, 1, 1,
                                     .number = -1,       .call = call_linalg_multi_dot};

static parameter parameters_linalg_vecdot[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                               {"other", KIND_TENSOR, 0, 0, {.given = 0}},
                                               {"dim", KIND_INT, 1, 1, {.as.integer = -1, .given = 1}}};
static vjp_status call_linalg_vecdot(const slot* a, vjp_tensor** out) {
  return vjp_linalg_vecdot(a[0].as.tensor, a[1].as.tensor, a[2].as.integer, out);
}
static form form_linalg_vecdot = {"linalg_vecdot", parameters_linalg_vecdot,  3, 2, 1,
                                  .number = -1,    .call = call_linalg_vecdot};

static parameter parameters_linalg_vector_norm[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                                    {"ord", KIND_FLOAT, 1, 0, {.as.real = 2, .given = 1}},
                                                    {"dim", KIND_OPTIONAL_INTS, 1, 0, {.given = 0}},
                                                    {"keepdim", KIND_BOOL, 1, 0, {.as.truth = 0, .given = 1}},
                                                    {"dtype", KIND_DTYPE, 1, 1, {.given = 0}}};
static vjp_status call_linalg_vector_norm(const slot* a, vjp_tensor** out) {
  return vjp_linalg_vector_norm(a[0].as.tensor, a[1].as.real, a[2].as.ints, a[2].count, a[3].as.truth, a[4].as.dtype,
                                out);
}
static form form_linalg_vector_norm = {"linalg_vector_norm", parameters_linalg_vector_norm,  5, 4, 1,
                                       .number = -1,         .call = call_linalg_vector_norm};

static parameter parameters_linear[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                        {"weight", KIND_TENSOR, 0, 0, {.given = 0}},
                                        {"bias", KIND_OPTIONAL_TENSOR, 1, 0, {.given = 0}}};
static vjp_status call_linear(const slot* a, vjp_tensor** out) {
  return vjp_linear(a[0].as.tensor, a[1].as.tensor, a[2].as.tensor, out);
}
static form form_linear = {"linear", parameters_linear, 3, 3, 1, .number = -1, .call = call_linear};

static parameter parameters_linspace[] = {{"start", KIND_SCALAR, 0, 0, {.given = 0}},
                                          {"end", KIND_SCALAR, 0, 0, {.given = 0}},
                                          {"steps", KIND_INT, 0, 0, {.given = 0}},
                                          {"dtype", KIND_DTYPE, 1, 1, {.given = 0}}};
static vjp_status call_linspace(const slot* a, vjp_tensor** out) {
  return vjp_linspace(a[0].as.scalar, a[1].as.scalar, a[2].as.integer, a[3].as.dtype, out);
}
static form form_linspace = {"linspace", parameters_linspace, 4, 3, 1, .number = -1, .call = call_linspace};

static parameter parameters_log[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_log(const slot* a, vjp_tensor** out) { return vjp_log(a[0].as.tensor, out); }
static vjp_status inplace_log(const slot* a, vjp_tensor** out) { return vjp_log_(a[0].as.tensor); }
static form form_log = {"log", parameters_log, 1, 1, 1, .number = -1, .call = call_log, .inplace = inplace_log};

static parameter parameters_log10[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_log10(const slot* a, vjp_tensor** out) { return vjp_log10(a[0].as.tensor, out); }
static vjp_status inplace_log10(const slot* a, vjp_tensor** out) { return vjp_log10_(a[0].as.tensor); }
static form form_log10 = {
    "log10", parameters_log10, 1, 1, 1, .number = -1, .call = call_log10, .inplace = inplace_log10};

static parameter parameters_log1p[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_log1p(const slot* a, vjp_tensor** out) { return vjp_log1p(a[0].as.tensor, out); }
static vjp_status inplace_log1p(const slot* a, vjp_tensor** out) { return vjp_log1p_(a[0].as.tensor); }
static form form_log1p = {
    "log1p", parameters_log1p, 1, 1, 1, .number = -1, .call = call_log1p, .inplace = inplace_log1p};

static parameter parameters_log2[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_log2(const slot* a, vjp_tensor** out) { return vjp_log2(a[0].as.tensor, out); }
static vjp_status inplace_log2(const slot* a, vjp_tensor** out) { return vjp_log2_(a[0].as.tensor); }
static form form_log2 = {"log2", parameters_log2, 1, 1, 1, .number = -1, .call = call_log2, .inplace = inplace_log2};

static parameter parameters_log_softmax[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                             {"dim", KIND_INT, 0, 0, {.given = 0}},
                                             {"dtype", KIND_DTYPE, 1, 1, {.given = 0}}};
static vjp_status call_log_softmax(const slot* a, vjp_tensor** out) {
  return vjp_log_softmax(a[0].as.tensor, a[1].as.integer, a[2].as.dtype, out);
}
static form form_log_softmax = {"log_softmax", parameters_log_softmax, 3, 2, 1, .number = -1, .call = call_log_softmax};

static parameter parameters_logaddexp[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                           {"other", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_logaddexp(const slot* a, vjp_tensor** out) {
  return vjp_logaddexp(a[0].as.tensor, a[1].as.tensor, out);
}
static vjp_status inplace_logaddexp(const slot* a, vjp_tensor** out) {
  return vjp_logaddexp_(a[0].as.tensor, a[1].as.tensor);
}
static form form_logaddexp = {
    "logaddexp", parameters_logaddexp, 2, 2, 1, .number = -1, .call = call_logaddexp, .inplace = inplace_logaddexp};

static parameter parameters_logaddexp2[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                            {"other", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_logaddexp2(const slot* a, vjp_tensor** out) {
  return vjp_logaddexp2(a[0].as.tensor, a[1].as.tensor, out);
}
static vjp_status inplace_logaddexp2(const slot* a, vjp_tensor** out) {
  return vjp_logaddexp2_(a[0].as.tensor, a[1].as.tensor);
}
static form form_logaddexp2 = {
    "logaddexp2", parameters_logaddexp2, 2, 2, 1, .number = -1, .call = call_logaddexp2, .inplace = inplace_logaddexp2};

static parameter parameters_logical_and[] = {{"input", KIND_OPERAND, 0, 0, {.given = 0}},
                                             {"other", KIND_OPERAND, 0, 0, {.given = 0}}};
static vjp_status call_logical_and(const slot* a, vjp_tensor** out) {
  return vjp_logical_and(a[0].as.tensor, a[1].as.tensor, out);
}
static vjp_status call_logical_and_scalar(const slot* a, vjp_tensor** out) {
  return vjp_logical_and_scalar(a[0].as.tensor, a[1].as.scalar, out);
}
static vjp_status call_scalar_logical_and(const slot* a, vjp_tensor** out) {
  return vjp_scalar_logical_and(a[0].as.scalar, a[1].as.tensor, out);
}
static vjp_status inplace_logical_and(const slot* a, vjp_tensor** out) {
  return vjp_logical_and_(a[0].as.tensor, a[1].as.tensor);
}
static vjp_status inplace_logical_and_scalar(const slot* a, vjp_tensor** out) {
  return vjp_logical_and_scalar_(a[0].as.tensor, a[1].as.scalar);
}
static form form_logical_and = {"logical_and",
                                parameters_logical_and,
                                2,
                                2,
                                1,
                                .number = 1,
                                .call = call_logical_and,
                                .with_number = call_logical_and_scalar,
                                .number_first = call_scalar_logical_and,
                                .inplace = inplace_logical_and,
                                .inplace_number = inplace_logical_and_scalar};

static parameter parameters_logical_not[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_logical_not(const slot* a, vjp_tensor** out) { return vjp_logical_not(a[0].as.tensor, out); }
static vjp_status inplace_logical_not(const slot* a, vjp_tensor** out) { return vjp_logical_not_(a[0].as.tensor); }
static form form_logical_not = {"logical_not",
                                parameters_logical_not,
                                1,
                                1,
                                1,
                                .number = -1,
                                .call = call_logical_not,
                                .inplace = inplace_logical_not};

static parameter parameters_logical_or[] = {{"input", KIND_OPERAND, 0, 0, {.given = 0}},
                                            {"other", KIND_OPERAND, 0, 0, {.given = 0}}};
static vjp_status call_logical_or(const slot* a, vjp_tensor** out) {
  return vjp_logical_or(a[0].as.tensor, a[1].as.tensor, out);
}
static vjp_status call_logical_or_scalar(const slot* a, vjp_tensor** out) {
  return vjp_logical_or_scalar(a[0].as.tensor, a[1].as.scalar, out);
}
static vjp_status call_scalar_logical_or(const slot* a, vjp_tensor** out) {
  return vjp_scalar_logical_or(a[0].as.scalar, a[1].as.tensor, out);
}
static vjp_status inplace_logical_or(const slot* a, vjp_tensor** out) {
  return vjp_logical_or_(a[0].as.tensor, a[1].as.tensor);
}
static vjp_status inplace_logical_or_scalar(const slot* a, vjp_tensor** out) {
  return vjp_logical_or_scalar_(a[0].as.tensor, a[1].as.scalar);
}
static form form_logical_or = {"logical_or",
                               parameters_logical_or,
                               2,
                               2,
                               1,
                               .number = 1,
                               .call = call_logical_or,
                               .with_number = call_logical_or_scalar,
                               .number_first = call_scalar_logical_or,
                               .inplace = inplace_logical_or,
                               .inplace_number = inplace_logical_or_scalar};

static parameter parameters_logical_xor[] = {{"input", KIND_OPERAND, 0, 0, {.given = 0}},
                                             {"other", KIND_OPERAND, 0, 0, {.given = 0}}};
static vjp_status call_logical_xor(const slot* a, vjp_tensor** out) {
  return vjp_logical_xor(a[0].as.tensor, a[1].as.tensor, out);
}
static vjp_status call_logical_xor_scalar(const slot* a, vjp_tensor** out) {
  return vjp_logical_xor_scalar(a[0].as.tensor, a[1].as.scalar, out);
}
static vjp_status call_scalar_logical_xor(const slot* a, vjp_tensor** out) {
  return vjp_scalar_logical_xor(a[0].as.scalar, a[1].as.tensor, out);
}
static vjp_status inplace_logical_xor(const slot* a, vjp_tensor** out) {
  return vjp_logical_xor_(a[0].as.tensor, a[1].as.tensor);
}
static vjp_status inplace_logical_xor_scalar(const slot* a, vjp_tensor** out) {
  return vjp_logical_xor_scalar_(a[0].as.tensor, a[1].as.scalar);
}
static form form_logical_xor = {"logical_xor",
                                parameters_logical_xor,
                                2,
                                2,
                                1,
                                .number = 1,
                                .call = call_logical_xor,
                                .with_number = call_logical_xor_scalar,
                                .number_first = call_scalar_logical_xor,
                                .inplace = inplace_logical_xor,
                                .inplace_number = inplace_logical_xor_scalar};

static parameter parameters_logit[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                       {"eps", KIND_OPTIONAL_FLOAT, 1, 0, {.given = 0}}};
static vjp_status call_logit(const slot* a, vjp_tensor** out) {
  return vjp_logit(a[0].as.tensor, a[1].given ? &a[1].as.real : NULL, out);
}
static vjp_status inplace_logit(const slot* a, vjp_tensor** out) {
  return vjp_logit_(a[0].as.tensor, a[1].given ? &a[1].as.real : NULL);
}
static form form_logit = {
    "logit", parameters_logit, 2, 2, 1, .number = -1, .call = call_logit, .inplace = inplace_logit};

static parameter parameters_logsigmoid[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_logsigmoid(const slot* a, vjp_tensor** out) { return vjp_logsigmoid(a[0].as.tensor, out); }
static vjp_status inplace_logsigmoid(const slot* a, vjp_tensor** out) { return vjp_logsigmoid_(a[0].as.tensor); }
static form form_logsigmoid = {
    "logsigmoid", parameters_logsigmoid, 1, 1, 1, .number = -1, .call = call_logsigmoid, .inplace = inplace_logsigmoid};

static parameter parameters_logsumexp[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                           {"dim", KIND_INTS, 0, 0, {.given = 0}},
                                           {"keepdim", KIND_BOOL, 1, 0, {.as.truth = 0, .given = 1}}};
static vjp_status call_logsumexp(const slot* a, vjp_tensor** out) {
  return vjp_logsumexp(a[0].as.tensor, a[1].as.ints, a[1].count, a[2].as.truth, out);
}
static form form_logsumexp = {"logsumexp", parameters_logsumexp, 3, 3, 1, .number = -1, .call = call_logsumexp};

static parameter parameters_lt[] = {{"input", KIND_OPERAND, 0, 0, {.given = 0}},
                                    {"other", KIND_OPERAND, 0, 0, {.given = 0}}};
static vjp_status call_lt(const slot* a, vjp_tensor** out) { return vjp_lt(a[0].as.tensor, a[1].as.tensor, out); }
static vjp_status call_lt_scalar(const slot* a, vjp_tensor** out) {
  return vjp_lt_scalar(a[0].as.tensor, a[1].as.scalar, out);
}
static vjp_status call_scalar_lt(const slot* a, vjp_tensor** out) {
  return vjp_scalar_lt(a[0].as.scalar, a[1].as.tensor, out);
}
static vjp_status inplace_lt(const slot* a, vjp_tensor** out) { return vjp_lt_(a[0].as.tensor, a[1].as.tensor); }
static vjp_status inplace_lt_scalar(const slot* a, vjp_tensor** out) {
  return vjp_lt_scalar_(a[0].as.tensor, a[1].as.scalar);
}
static form form_lt = {"lt",
                       parameters_lt,
                       2,
                       2,
                       1,
                       .number = 1,
                       .call = call_lt,
                       .with_number = call_lt_scalar,
                       .number_first = call_scalar_lt,
                       .inplace = inplace_lt,
                       .inplace_number = inplace_lt_scalar};

static parameter parameters_mH[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_mH(const slot* a, vjp_tensor** out) { return vjp_mH(a[0].as.tensor, out); }
static form form_mH = {"mH", parameters_mH, 1, 1, 1, .number = -1, .call = call_mH};

static parameter parameters_mT[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_mT(const slot* a, vjp_tensor** out) { return vjp_mT(a[0].as.tensor, out); }
static form form_mT = {"mT", parameters_mT, 1, 1, 1, .number = -1, .call = call_mT};

static parameter parameters_masked_fill[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                             {"mask", KIND_TENSOR, 0, 0, {.given = 0}},
                                             {"value", KIND_OPERAND, 0, 0, {.given = 0}}};
static vjp_status call_masked_fill(const slot* a, vjp_tensor** out) {
  return vjp_masked_fill(a[0].as.tensor, a[1].as.tensor, a[2].as.tensor, out);
}
static vjp_status call_masked_fill_scalar(const slot* a, vjp_tensor** out) {
  return vjp_masked_fill_scalar(a[0].as.tensor, a[1].as.tensor, a[2].as.scalar, out);
}
static vjp_status inplace_masked_fill(const slot* a, vjp_tensor** out) {
  return vjp_masked_fill_(a[0].as.tensor, a[1].as.tensor, a[2].as.tensor);
}
static vjp_status inplace_masked_fill_scalar(const slot* a, vjp_tensor** out) {
  return vjp_masked_fill_scalar_(a[0].as.tensor, a[1].as.tensor, a[2].as.scalar);
}
static form form_masked_fill = {"masked_fill",
                                parameters_masked_fill,
                                3,
                                3,
                                1,
                                .number = 2,
                                .call = call_masked_fill,
                                .with_number = call_masked_fill_scalar,
                                .inplace = inplace_masked_fill,
                                .inplace_number = inplace_masked_fill_scalar};

static parameter parameters_masked_scatter[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                                {"mask", KIND_TENSOR, 0, 0, {.given = 0}},
                                                {"source", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_masked_scatter(const slot* a, vjp_tensor** out) {
  return vjp_masked_scatter(a[0].as.tensor, a[1].as.tensor, a[2].as.tensor, out);
}
static vjp_status inplace_masked_scatter(const slot* a, vjp_tensor** out) {
  return vjp_masked_scatter_(a[0].as.tensor, a[1].as.tensor, a[2].as.tensor);
}
static form form_masked_scatter = {"masked_scatter",
                                   parameters_masked_scatter,
                                   3,
                                   3,
                                   1,
                                   .number = -1,
                                   .call = call_masked_scatter,
                                   .inplace = inplace_masked_scatter};

static parameter parameters_masked_select[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                               {"mask", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_masked_select(const slot* a, vjp_tensor** out) {
  return vjp_masked_select(a[0].as.tensor, a[1].as.tensor, out);
}
static form form_masked_select = {"masked_select", parameters_masked_select,  2, 2, 1,
                                  .number = -1,    .call = call_masked_select};

static parameter parameters_matmul[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                        {"other", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_matmul(const slot* a, vjp_tensor** out) {
  return vjp_matmul(a[0].as.tensor, a[1].as.tensor, out);
}
static form form_matmul = {"matmul", parameters_matmul, 2, 2, 1, .number = -1, .call = call_matmul};

static parameter parameters_max[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_max(const slot* a, vjp_tensor** out) { return vjp_max(a[0].as.tensor, out); }
static form form_max = {"max", parameters_max, 1, 1, 1, .number = -1, .call = call_max};

static parameter parameters_max_dim[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                         {"dim", KIND_INT, 0, 0, {.given = 0}},
                                         {"keepdim", KIND_BOOL, 1, 0, {.as.truth = 0, .given = 1}}};
static vjp_status call_max_dim(const slot* a, vjp_tensor** out) {
  return vjp_max_dim(a[0].as.tensor, a[1].as.integer, a[2].as.truth, &out[0], &out[1]);
}
static form form_max_dim = {
    "max.dim", parameters_max_dim, 3, 3, 2, .number = -1, .call = call_max_dim, .result_type = "max_dim_result"};

static parameter parameters_max_other[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                           {"other", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_max_other(const slot* a, vjp_tensor** out) {
  return vjp_max_other(a[0].as.tensor, a[1].as.tensor, out);
}
static form form_max_other = {"max.other", parameters_max_other, 2, 2, 1, .number = -1, .call = call_max_other};

static const int64_t default_max_pool1d_3[] = {0};
static const int64_t default_max_pool1d_4[] = {1};
static parameter parameters_max_pool1d[] = {
    {"input", KIND_TENSOR, 0, 0, {.given = 0}},
    {"kernel_size", KIND_INTS, 0, 0, {.given = 0}},
    {"stride", KIND_OPTIONAL_INTS, 1, 0, {.given = 0}},
    {"padding", KIND_INTS, 1, 0, {.as.ints = default_max_pool1d_3, .count = 1, .given = 1}},
    {"dilation", KIND_INTS, 1, 0, {.as.ints = default_max_pool1d_4, .count = 1, .given = 1}},
    {"ceil_mode", KIND_BOOL, 1, 0, {.as.truth = 0, .given = 1}}};
static vjp_status call_max_pool1d(const slot* a, vjp_tensor** out) {
  return vjp_max_pool1d(a[0].as.tensor, a[1].as.ints, a[1].count, a[2].as.ints, a[2].count, a[3].as.ints, a[3].count,
                        a[4].as.ints, a[4].count, a[5].as.truth, out);
}
static form form_max_pool1d = {"max_pool1d", parameters_max_pool1d, 6, 6, 1, .number = -1, .call = call_max_pool1d};

static const int64_t default_max_pool1d_indices_3[] = {0};
static const int64_t default_max_pool1d_indices_4[] = {1};
static parameter parameters_max_pool1d_indices[] = {
    {"input", KIND_TENSOR, 0, 0, {.given = 0}},
    {"kernel_size", KIND_INTS, 0, 0, {.given = 0}},
    {"stride", KIND_OPTIONAL_INTS, 1, 0, {.given = 0}},
    {"padding", KIND_INTS, 1, 0, {.as.ints = default_max_pool1d_indices_3, .count = 1, .given = 1}},
    {"dilation", KIND_INTS, 1, 0, {.as.ints = default_max_pool1d_indices_4, .count = 1, .given = 1}},
    {"ceil_mode", KIND_BOOL, 1, 0, {.as.truth = 0, .given = 1}},
    {"return_indices", KIND_BOOL, 0, 1, {.given = 0}}};
static vjp_status call_max_pool1d_indices(const slot* a, vjp_tensor** out) {
  return vjp_max_pool1d_indices(a[0].as.tensor, a[1].as.ints, a[1].count, a[2].as.ints, a[2].count, a[3].as.ints,
                                a[3].count, a[4].as.ints, a[4].count, a[5].as.truth, a[6].as.truth,
                                (vjp_tensor_list**)out);
}
static form form_max_pool1d_indices = {"max_pool1d.indices", parameters_max_pool1d_indices,  7, 6, 0,
                                       .number = -1,         .call = call_max_pool1d_indices};

static const int64_t default_max_pool2d_3[] = {0};
static const int64_t default_max_pool2d_4[] = {1};
static parameter parameters_max_pool2d[] = {
    {"input", KIND_TENSOR, 0, 0, {.given = 0}},
    {"kernel_size", KIND_INTS, 0, 0, {.given = 0}},
    {"stride", KIND_OPTIONAL_INTS, 1, 0, {.given = 0}},
    {"padding", KIND_INTS, 1, 0, {.as.ints = default_max_pool2d_3, .count = 1, .given = 1}},
    {"dilation", KIND_INTS, 1, 0, {.as.ints = default_max_pool2d_4, .count = 1, .given = 1}},
    {"ceil_mode", KIND_BOOL, 1, 0, {.as.truth = 0, .given = 1}}};
static vjp_status call_max_pool2d(const slot* a, vjp_tensor** out) {
  return vjp_max_pool2d(a[0].as.tensor, a[1].as.ints, a[1].count, a[2].as.ints, a[2].count, a[3].as.ints, a[3].count,
                        a[4].as.ints, a[4].count, a[5].as.truth, out);
}
static form form_max_pool2d = {"max_pool2d", parameters_max_pool2d, 6, 6, 1, .number = -1, .call = call_max_pool2d};

static const int64_t default_max_pool2d_indices_3[] = {0};
static const int64_t default_max_pool2d_indices_4[] = {1};
static parameter parameters_max_pool2d_indices[] = {
    {"input", KIND_TENSOR, 0, 0, {.given = 0}},
    {"kernel_size", KIND_INTS, 0, 0, {.given = 0}},
    {"stride", KIND_OPTIONAL_INTS, 1, 0, {.given = 0}},
    {"padding", KIND_INTS, 1, 0, {.as.ints = default_max_pool2d_indices_3, .count = 1, .given = 1}},
    {"dilation", KIND_INTS, 1, 0, {.as.ints = default_max_pool2d_indices_4, .count = 1, .given = 1}},
    {"ceil_mode", KIND_BOOL, 1, 0, {.as.truth = 0, .given = 1}},
    {"return_indices", KIND_BOOL, 0, 1, {.given = 0}}};
static vjp_status call_max_pool2d_indices(const slot* a, vjp_tensor** out) {
  return vjp_max_pool2d_indices(a[0].as.tensor, a[1].as.ints, a[1].count, a[2].as.ints, a[2].count, a[3].as.ints,
                                a[3].count, a[4].as.ints, a[4].count, a[5].as.truth, a[6].as.truth,
                                (vjp_tensor_list**)out);
}
static form form_max_pool2d_indices = {"max_pool2d.indices", parameters_max_pool2d_indices,  7, 6, 0,
                                       .number = -1,         .call = call_max_pool2d_indices};

static const int64_t default_max_pool3d_3[] = {0};
static const int64_t default_max_pool3d_4[] = {1};
static parameter parameters_max_pool3d[] = {
    {"input", KIND_TENSOR, 0, 0, {.given = 0}},
    {"kernel_size", KIND_INTS, 0, 0, {.given = 0}},
    {"stride", KIND_OPTIONAL_INTS, 1, 0, {.given = 0}},
    {"padding", KIND_INTS, 1, 0, {.as.ints = default_max_pool3d_3, .count = 1, .given = 1}},
    {"dilation", KIND_INTS, 1, 0, {.as.ints = default_max_pool3d_4, .count = 1, .given = 1}},
    {"ceil_mode", KIND_BOOL, 1, 0, {.as.truth = 0, .given = 1}}};
static vjp_status call_max_pool3d(const slot* a, vjp_tensor** out) {
  return vjp_max_pool3d(a[0].as.tensor, a[1].as.ints, a[1].count, a[2].as.ints, a[2].count, a[3].as.ints, a[3].count,
                        a[4].as.ints, a[4].count, a[5].as.truth, out);
}
static form form_max_pool3d = {"max_pool3d", parameters_max_pool3d, 6, 6, 1, .number = -1, .call = call_max_pool3d};

static const int64_t default_max_pool3d_indices_3[] = {0};
static const int64_t default_max_pool3d_indices_4[] = {1};
static parameter parameters_max_pool3d_indices[] = {
    {"input", KIND_TENSOR, 0, 0, {.given = 0}},
    {"kernel_size", KIND_INTS, 0, 0, {.given = 0}},
    {"stride", KIND_OPTIONAL_INTS, 1, 0, {.given = 0}},
    {"padding", KIND_INTS, 1, 0, {.as.ints = default_max_pool3d_indices_3, .count = 1, .given = 1}},
    {"dilation", KIND_INTS, 1, 0, {.as.ints = default_max_pool3d_indices_4, .count = 1, .given = 1}},
    {"ceil_mode", KIND_BOOL, 1, 0, {.as.truth = 0, .given = 1}},
    {"return_indices", KIND_BOOL, 0, 1, {.given = 0}}};
static vjp_status call_max_pool3d_indices(const slot* a, vjp_tensor** out) {
  return vjp_max_pool3d_indices(a[0].as.tensor, a[1].as.ints, a[1].count, a[2].as.ints, a[2].count, a[3].as.ints,
                                a[3].count, a[4].as.ints, a[4].count, a[5].as.truth, a[6].as.truth,
                                (vjp_tensor_list**)out);
}
static form form_max_pool3d_indices = {"max_pool3d.indices", parameters_max_pool3d_indices,  7, 6, 0,
                                       .number = -1,         .call = call_max_pool3d_indices};

static parameter parameters_maximum[] = {{"input", KIND_OPERAND, 0, 0, {.given = 0}},
                                         {"other", KIND_OPERAND, 0, 0, {.given = 0}}};
static vjp_status call_maximum(const slot* a, vjp_tensor** out) {
  return vjp_maximum(a[0].as.tensor, a[1].as.tensor, out);
}
static vjp_status call_maximum_scalar(const slot* a, vjp_tensor** out) {
  return vjp_maximum_scalar(a[0].as.tensor, a[1].as.scalar, out);
}
static vjp_status call_scalar_maximum(const slot* a, vjp_tensor** out) {
  return vjp_scalar_maximum(a[0].as.scalar, a[1].as.tensor, out);
}
static vjp_status inplace_maximum(const slot* a, vjp_tensor** out) {
  return vjp_maximum_(a[0].as.tensor, a[1].as.tensor);
}
static vjp_status inplace_maximum_scalar(const slot* a, vjp_tensor** out) {
  return vjp_maximum_scalar_(a[0].as.tensor, a[1].as.scalar);
}
static form form_maximum = {"maximum",
                            parameters_maximum,
                            2,
                            2,
                            1,
                            .number = 1,
                            .call = call_maximum,
                            .with_number = call_maximum_scalar,
                            .number_first = call_scalar_maximum,
                            .inplace = inplace_maximum,
                            .inplace_number = inplace_maximum_scalar};

static parameter parameters_mean[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                      {"dim", KIND_OPTIONAL_INTS, 1, 0, {.given = 0}},
                                      {"keepdim", KIND_BOOL, 1, 0, {.as.truth = 0, .given = 1}},
                                      {"dtype", KIND_DTYPE, 1, 1, {.given = 0}}};
static vjp_status call_mean(const slot* a, vjp_tensor** out) {
  return vjp_mean(a[0].as.tensor, a[1].as.ints, a[1].count, a[2].as.truth, a[3].as.dtype, out);
}
static form form_mean = {"mean", parameters_mean, 4, 3, 1, .number = -1, .call = call_mean};

static parameter parameters_median[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_median(const slot* a, vjp_tensor** out) { return vjp_median(a[0].as.tensor, out); }
static form form_median = {"median", parameters_median, 1, 1, 1, .number = -1, .call = call_median};

static parameter parameters_median_dim[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                            {"dim", KIND_INT, 0, 0, {.given = 0}},
                                            {"keepdim", KIND_BOOL, 1, 0, {.as.truth = 0, .given = 1}}};
static vjp_status call_median_dim(const slot* a, vjp_tensor** out) {
  return vjp_median_dim(a[0].as.tensor, a[1].as.integer, a[2].as.truth, &out[0], &out[1]);
}
static form form_median_dim = {"median.dim",
                               parameters_median_dim,
                               3,
                               3,
                               2,
                               .number = -1,
                               .call = call_median_dim,
                               .result_type = "median_dim_result"};

static parameter parameters_min[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_min(const slot* a, vjp_tensor** out) { return vjp_min(a[0].as.tensor, out); }
static form form_min = {"min", parameters_min, 1, 1, 1, .number = -1, .call = call_min};

static parameter parameters_min_dim[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                         {"dim", KIND_INT, 0, 0, {.given = 0}},
                                         {"keepdim", KIND_BOOL, 1, 0, {.as.truth = 0, .given = 1}}};
static vjp_status call_min_dim(const slot* a, vjp_tensor** out) {
  return vjp_min_dim(a[0].as.tensor, a[1].as.integer, a[2].as.truth, &out[0], &out[1]);
}
static form form_min_dim = {
    "min.dim", parameters_min_dim, 3, 3, 2, .number = -1, .call = call_min_dim, .result_type = "min_dim_result"};

static parameter parameters_min_other[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                           {"other", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_min_other(const slot* a, vjp_tensor** out) {
  return vjp_min_other(a[0].as.tensor, a[1].as.tensor, out);
}
static form form_min_other = {"min.other", parameters_min_other, 2, 2, 1, .number = -1, .call = call_min_other};

static parameter parameters_minimum[] = {{"input", KIND_OPERAND, 0, 0, {.given = 0}},
                                         {"other", KIND_OPERAND, 0, 0, {.given = 0}}};
static vjp_status call_minimum(const slot* a, vjp_tensor** out) {
  return vjp_minimum(a[0].as.tensor, a[1].as.tensor, out);
}
static vjp_status call_minimum_scalar(const slot* a, vjp_tensor** out) {
  return vjp_minimum_scalar(a[0].as.tensor, a[1].as.scalar, out);
}
static vjp_status call_scalar_minimum(const slot* a, vjp_tensor** out) {
  return vjp_scalar_minimum(a[0].as.scalar, a[1].as.tensor, out);
}
static vjp_status inplace_minimum(const slot* a, vjp_tensor** out) {
  return vjp_minimum_(a[0].as.tensor, a[1].as.tensor);
}
static vjp_status inplace_minimum_scalar(const slot* a, vjp_tensor** out) {
  return vjp_minimum_scalar_(a[0].as.tensor, a[1].as.scalar);
}
static form form_minimum = {"minimum",
                            parameters_minimum,
                            2,
                            2,
                            1,
                            .number = 1,
                            .call = call_minimum,
                            .with_number = call_minimum_scalar,
                            .number_first = call_scalar_minimum,
                            .inplace = inplace_minimum,
                            .inplace_number = inplace_minimum_scalar};

static parameter parameters_mish[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_mish(const slot* a, vjp_tensor** out) { return vjp_mish(a[0].as.tensor, out); }
static vjp_status inplace_mish(const slot* a, vjp_tensor** out) { return vjp_mish_(a[0].as.tensor); }
static form form_mish = {"mish", parameters_mish, 1, 1, 1, .number = -1, .call = call_mish, .inplace = inplace_mish};

static parameter parameters_mm[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                    {"mat2", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_mm(const slot* a, vjp_tensor** out) { return vjp_mm(a[0].as.tensor, a[1].as.tensor, out); }
static form form_mm = {"mm", parameters_mm, 2, 2, 1, .number = -1, .call = call_mm};

static parameter parameters_movedim[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                         {"source", KIND_INTS, 0, 0, {.given = 0}},
                                         {"destination", KIND_INTS, 0, 0, {.given = 0}}};
static vjp_status call_movedim(const slot* a, vjp_tensor** out) {
  return vjp_movedim(a[0].as.tensor, a[1].as.ints, a[1].count, a[2].as.ints, a[2].count, out);
}
static form form_movedim = {"movedim", parameters_movedim, 3, 3, 1, .number = -1, .call = call_movedim};

static parameter parameters_mse_loss[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                          {"target", KIND_TENSOR, 0, 0, {.given = 0}},
                                          {"reduction", KIND_TEXT, 1, 0, {.as.text = "mean", .given = 1}}};
static vjp_status call_mse_loss(const slot* a, vjp_tensor** out) {
  return vjp_mse_loss(a[0].as.tensor, a[1].as.tensor, a[2].as.text, out);
}
static form form_mse_loss = {"mse_loss", parameters_mse_loss, 3, 3, 1, .number = -1, .call = call_mse_loss};

static parameter parameters_mul[] = {{"input", KIND_OPERAND, 0, 0, {.given = 0}},
                                     {"other", KIND_OPERAND, 0, 0, {.given = 0}}};
static vjp_status call_mul(const slot* a, vjp_tensor** out) { return vjp_mul(a[0].as.tensor, a[1].as.tensor, out); }
static vjp_status call_mul_scalar(const slot* a, vjp_tensor** out) {
  return vjp_mul_scalar(a[0].as.tensor, a[1].as.scalar, out);
}
static vjp_status call_scalar_mul(const slot* a, vjp_tensor** out) {
  return vjp_scalar_mul(a[0].as.scalar, a[1].as.tensor, out);
}
static vjp_status inplace_mul(const slot* a, vjp_tensor** out) { return vjp_mul_(a[0].as.tensor, a[1].as.tensor); }
static vjp_status inplace_mul_scalar(const slot* a, vjp_tensor** out) {
  return vjp_mul_scalar_(a[0].as.tensor, a[1].as.scalar);
}
static form form_mul = {"mul",
                        parameters_mul,
                        2,
                        2,
                        1,
                        .number = 1,
                        .call = call_mul,
                        .with_number = call_mul_scalar,
                        .number_first = call_scalar_mul,
                        .inplace = inplace_mul,
                        .inplace_number = inplace_mul_scalar};

static parameter parameters_multinomial[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                             {"num_samples", KIND_INT, 0, 0, {.given = 0}},
                                             {"replacement", KIND_BOOL, 1, 0, {.as.truth = 0, .given = 1}},
                                             {"generator", KIND_GENERATOR, 1, 1, {.given = 0}}};
static vjp_status call_multinomial(const slot* a, vjp_tensor** out) {
  return vjp_multinomial(a[0].as.tensor, a[1].as.integer, a[2].as.truth, a[3].as.generator, out);
}
static form form_multinomial = {"multinomial", parameters_multinomial, 4, 3, 1, .number = -1, .call = call_multinomial};

static parameter parameters_mv[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                    {"vec", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_mv(const slot* a, vjp_tensor** out) { return vjp_mv(a[0].as.tensor, a[1].as.tensor, out); }
static form form_mv = {"mv", parameters_mv, 2, 2, 1, .number = -1, .call = call_mv};

static parameter parameters_nan_to_num[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                            {"nan", KIND_OPTIONAL_FLOAT, 1, 0, {.given = 0}},
                                            {"posinf", KIND_OPTIONAL_FLOAT, 1, 0, {.given = 0}},
                                            {"neginf", KIND_OPTIONAL_FLOAT, 1, 0, {.given = 0}}};
static vjp_status call_nan_to_num(const slot* a, vjp_tensor** out) {
  return vjp_nan_to_num(a[0].as.tensor, a[1].given ? &a[1].as.real : NULL, a[2].given ? &a[2].as.real : NULL,
                        a[3].given ? &a[3].as.real : NULL, out);
}
static vjp_status inplace_nan_to_num(const slot* a, vjp_tensor** out) {
  return vjp_nan_to_num_(a[0].as.tensor, a[1].given ? &a[1].as.real : NULL, a[2].given ? &a[2].as.real : NULL,
                         a[3].given ? &a[3].as.real : NULL);
}
static form form_nan_to_num = {
    "nan_to_num", parameters_nan_to_num, 4, 4, 1, .number = -1, .call = call_nan_to_num, .inplace = inplace_nan_to_num};

static parameter parameters_nanmean[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                         {"dim", KIND_OPTIONAL_INTS, 1, 0, {.given = 0}},
                                         {"keepdim", KIND_BOOL, 1, 0, {.as.truth = 0, .given = 1}},
                                         {"dtype", KIND_DTYPE, 1, 1, {.given = 0}}};
static vjp_status call_nanmean(const slot* a, vjp_tensor** out) {
  return vjp_nanmean(a[0].as.tensor, a[1].as.ints, a[1].count, a[2].as.truth, a[3].as.dtype, out);
}
static form form_nanmean = {"nanmean", parameters_nanmean, 4, 3, 1, .number = -1, .call = call_nanmean};

static parameter parameters_nansum[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                        {"dim", KIND_OPTIONAL_INTS, 1, 0, {.given = 0}},
                                        {"keepdim", KIND_BOOL, 1, 0, {.as.truth = 0, .given = 1}},
                                        {"dtype", KIND_DTYPE, 1, 1, {.given = 0}}};
static vjp_status call_nansum(const slot* a, vjp_tensor** out) {
  return vjp_nansum(a[0].as.tensor, a[1].as.ints, a[1].count, a[2].as.truth, a[3].as.dtype, out);
}
static form form_nansum = {"nansum", parameters_nansum, 4, 3, 1, .number = -1, .call = call_nansum};

static parameter parameters_narrow[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                        {"dim", KIND_INT, 0, 0, {.given = 0}},
                                        {"start", KIND_INT, 0, 0, {.given = 0}},
                                        {"length", KIND_INT, 0, 0, {.given = 0}}};
static vjp_status call_narrow(const slot* a, vjp_tensor** out) {
  return vjp_narrow(a[0].as.tensor, a[1].as.integer, a[2].as.integer, a[3].as.integer, out);
}
static form form_narrow = {"narrow", parameters_narrow, 4, 4, 1, .number = -1, .call = call_narrow};

static parameter parameters_ndtr[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_ndtr(const slot* a, vjp_tensor** out) { return vjp_ndtr(a[0].as.tensor, out); }
static vjp_status inplace_ndtr(const slot* a, vjp_tensor** out) { return vjp_ndtr_(a[0].as.tensor); }
static form form_ndtr = {"ndtr", parameters_ndtr, 1, 1, 1, .number = -1, .call = call_ndtr, .inplace = inplace_ndtr};

static parameter parameters_ne[] = {{"input", KIND_OPERAND, 0, 0, {.given = 0}},
                                    {"other", KIND_OPERAND, 0, 0, {.given = 0}}};
static vjp_status call_ne(const slot* a, vjp_tensor** out) { return vjp_ne(a[0].as.tensor, a[1].as.tensor, out); }
static vjp_status call_ne_scalar(const slot* a, vjp_tensor** out) {
  return vjp_ne_scalar(a[0].as.tensor, a[1].as.scalar, out);
}
static vjp_status call_scalar_ne(const slot* a, vjp_tensor** out) {
  return vjp_scalar_ne(a[0].as.scalar, a[1].as.tensor, out);
}
static vjp_status inplace_ne(const slot* a, vjp_tensor** out) { return vjp_ne_(a[0].as.tensor, a[1].as.tensor); }
static vjp_status inplace_ne_scalar(const slot* a, vjp_tensor** out) {
  return vjp_ne_scalar_(a[0].as.tensor, a[1].as.scalar);
}
static form form_ne = {"ne",
                       parameters_ne,
                       2,
                       2,
                       1,
                       .number = 1,
                       .call = call_ne,
                       .with_number = call_ne_scalar,
                       .number_first = call_scalar_ne,
                       .inplace = inplace_ne,
                       .inplace_number = inplace_ne_scalar};

static parameter parameters_neg[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_neg(const slot* a, vjp_tensor** out) { return vjp_neg(a[0].as.tensor, out); }
static vjp_status inplace_neg(const slot* a, vjp_tensor** out) { return vjp_neg_(a[0].as.tensor); }
static form form_neg = {"neg", parameters_neg, 1, 1, 1, .number = -1, .call = call_neg, .inplace = inplace_neg};

static parameter parameters_nll_loss[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                          {"target", KIND_TENSOR, 0, 0, {.given = 0}},
                                          {"weight", KIND_OPTIONAL_TENSOR, 1, 0, {.given = 0}},
                                          {"ignore_index", KIND_INT, 1, 0, {.as.integer = -100, .given = 1}},
                                          {"reduction", KIND_TEXT, 1, 0, {.as.text = "mean", .given = 1}}};
static vjp_status call_nll_loss(const slot* a, vjp_tensor** out) {
  return vjp_nll_loss(a[0].as.tensor, a[1].as.tensor, a[2].as.tensor, a[3].as.integer, a[4].as.text, out);
}
static form form_nll_loss = {"nll_loss", parameters_nll_loss, 5, 5, 1, .number = -1, .call = call_nll_loss};

static parameter parameters_nonzero[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_nonzero(const slot* a, vjp_tensor** out) { return vjp_nonzero(a[0].as.tensor, out); }
static form form_nonzero = {"nonzero", parameters_nonzero, 1, 1, 1, .number = -1, .call = call_nonzero};

static parameter parameters_norm[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                      {"p", KIND_OPTIONAL_FLOAT, 1, 0, {.given = 0}},
                                      {"dim", KIND_OPTIONAL_INTS, 1, 0, {.given = 0}},
                                      {"keepdim", KIND_BOOL, 1, 0, {.as.truth = 0, .given = 1}},
                                      {"dtype", KIND_DTYPE, 1, 1, {.given = 0}}};
static vjp_status call_norm(const slot* a, vjp_tensor** out) {
  return vjp_norm(a[0].as.tensor, a[1].given ? &a[1].as.real : NULL, a[2].as.ints, a[2].count, a[3].as.truth,
                  a[4].as.dtype, out);
}
static form form_norm = {"norm", parameters_norm, 5, 4, 1, .number = -1, .call = call_norm};

static parameter parameters_norm_named[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                            {"p", KIND_TEXT, 0, 0, {.given = 0}},
                                            {"dim", KIND_OPTIONAL_INTS, 1, 0, {.given = 0}},
                                            {"keepdim", KIND_BOOL, 1, 0, {.as.truth = 0, .given = 1}},
                                            {"dtype", KIND_DTYPE, 1, 1, {.given = 0}}};
static vjp_status call_norm_named(const slot* a, vjp_tensor** out) {
  return vjp_norm_named(a[0].as.tensor, a[1].as.text, a[2].as.ints, a[2].count, a[3].as.truth, a[4].as.dtype, out);
}
static form form_norm_named = {"norm.named", parameters_norm_named, 5, 4, 1, .number = -1, .call = call_norm_named};

static parameter parameters_normal[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                        {"mean", KIND_FLOAT, 1, 0, {.as.real = 0.0, .given = 1}},
                                        {"std", KIND_FLOAT, 1, 0, {.as.real = 1.0, .given = 1}},
                                        {"generator", KIND_GENERATOR, 1, 1, {.given = 0}}};
static vjp_status call_normal(const slot* a, vjp_tensor** out) {
  return vjp_normal(a[0].as.tensor, a[1].as.real, a[2].as.real, a[3].as.generator, out);
}
static vjp_status inplace_normal(const slot* a, vjp_tensor** out) {
  return vjp_normal_(a[0].as.tensor, a[1].as.real, a[2].as.real, a[3].as.generator);
}
static form form_normal = {
    "normal", parameters_normal, 4, 3, 1, .number = -1, .call = call_normal, .inplace = inplace_normal};

static parameter parameters_normal_size[] = {{"mean", KIND_FLOAT, 0, 0, {.given = 0}},
                                             {"std", KIND_FLOAT, 0, 0, {.given = 0}},
                                             {"size", KIND_INTS, 0, 0, {.given = 0}},
                                             {"dtype", KIND_DTYPE, 1, 1, {.given = 0}},
                                             {"generator", KIND_GENERATOR, 1, 1, {.given = 0}}};
static vjp_status call_normal_size(const slot* a, vjp_tensor** out) {
  return vjp_normal_size(a[0].as.real, a[1].as.real, a[2].as.ints, a[2].count, a[3].as.dtype, a[4].as.generator, out);
}
static form form_normal_size = {"normal.size", parameters_normal_size, 5, 3, 1, .number = -1, .call = call_normal_size};

static const int64_t default_normalize_2[] = {1};
static parameter parameters_normalize[] = {
    {"input", KIND_TENSOR, 0, 0, {.given = 0}},
    {"p", KIND_FLOAT, 1, 0, {.as.real = 2.0, .given = 1}},
    {"dim", KIND_INTS, 1, 0, {.as.ints = default_normalize_2, .count = 1, .given = 1}},
    {"eps", KIND_FLOAT, 1, 0, {.as.real = 1e-12, .given = 1}}};
static vjp_status call_normalize(const slot* a, vjp_tensor** out) {
  return vjp_normalize(a[0].as.tensor, a[1].as.real, a[2].as.ints, a[2].count, a[3].as.real, out);
}
static form form_normalize = {"normalize", parameters_normalize, 4, 4, 1, .number = -1, .call = call_normalize};

static parameter parameters_ones[] = {{"size", KIND_INTS, 0, 0, {.given = 0}},
                                      {"dtype", KIND_DTYPE, 1, 1, {.given = 0}}};
static vjp_status call_ones(const slot* a, vjp_tensor** out) {
  return vjp_ones(a[0].as.ints, a[0].count, a[1].as.dtype, out);
}
static form form_ones = {"ones", parameters_ones, 2, 1, 1, .number = -1, .call = call_ones};

static parameter parameters_ones_like[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                           {"dtype", KIND_DTYPE, 1, 1, {.given = 0}}};
static vjp_status call_ones_like(const slot* a, vjp_tensor** out) {
  return vjp_ones_like(a[0].as.tensor, a[1].as.dtype, out);
}
static form form_ones_like = {"ones_like", parameters_ones_like, 2, 1, 1, .number = -1, .call = call_ones_like};

static parameter parameters_outer[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                       {"vec2", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_outer(const slot* a, vjp_tensor** out) { return vjp_outer(a[0].as.tensor, a[1].as.tensor, out); }
static form form_outer = {"outer", parameters_outer, 2, 2, 1, .number = -1, .call = call_outer};

static parameter parameters_pad[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                     {"pad", KIND_INTS, 0, 0, {.given = 0}},
                                     {"mode", KIND_TEXT, 1, 0, {.as.text = "constant", .given = 1}},
                                     {"value", KIND_OPTIONAL_SCALAR, 1, 0, {.given = 0}}};
static vjp_status call_pad(const slot* a, vjp_tensor** out) {
  return vjp_pad(a[0].as.tensor, a[1].as.ints, a[1].count, a[2].as.text, a[3].given ? &a[3].as.scalar : NULL, out);
}
static form form_pad = {"pad", parameters_pad, 4, 4, 1, .number = -1, .call = call_pad};

static parameter parameters_permute[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                         {"dims", KIND_INTS, 0, 0, {.given = 0}}};
static vjp_status call_permute(const slot* a, vjp_tensor** out) {
  return vjp_permute(a[0].as.tensor, a[1].as.ints, a[1].count, out);
}
static form form_permute = {"permute", parameters_permute, 2, 2, 1, .number = -1, .call = call_permute};

static parameter parameters_polar[] = {{"abs", KIND_TENSOR, 0, 0, {.given = 0}},
                                       {"angle", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_polar(const slot* a, vjp_tensor** out) { return vjp_polar(a[0].as.tensor, a[1].as.tensor, out); }
static form form_polar = {"polar", parameters_polar, 2, 2, 1, .number = -1, .call = call_polar};

static parameter parameters_positive[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_positive(const slot* a, vjp_tensor** out) { return vjp_positive(a[0].as.tensor, out); }
static form form_positive = {"positive", parameters_positive, 1, 1, 1, .number = -1, .call = call_positive};

static parameter parameters_pow[] = {{"input", KIND_OPERAND, 0, 0, {.given = 0}},
                                     {"exponent", KIND_OPERAND, 0, 0, {.given = 0}}};
static vjp_status call_pow(const slot* a, vjp_tensor** out) { return vjp_pow(a[0].as.tensor, a[1].as.tensor, out); }
static vjp_status call_pow_scalar(const slot* a, vjp_tensor** out) {
  return vjp_pow_scalar(a[0].as.tensor, a[1].as.scalar, out);
}
static vjp_status call_scalar_pow(const slot* a, vjp_tensor** out) {
  return vjp_scalar_pow(a[0].as.scalar, a[1].as.tensor, out);
}
static vjp_status inplace_pow(const slot* a, vjp_tensor** out) { return vjp_pow_(a[0].as.tensor, a[1].as.tensor); }
static vjp_status inplace_pow_scalar(const slot* a, vjp_tensor** out) {
  return vjp_pow_scalar_(a[0].as.tensor, a[1].as.scalar);
}
static form form_pow = {"pow",
                        parameters_pow,
                        2,
                        2,
                        1,
                        .number = 1,
                        .call = call_pow,
                        .with_number = call_pow_scalar,
                        .number_first = call_scalar_pow,
                        .inplace = inplace_pow,
                        .inplace_number = inplace_pow_scalar};

static parameter parameters_prelu[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                       {"weight", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_prelu(const slot* a, vjp_tensor** out) { return vjp_prelu(a[0].as.tensor, a[1].as.tensor, out); }
static form form_prelu = {"prelu", parameters_prelu, 2, 2, 1, .number = -1, .call = call_prelu};

static parameter parameters_prod[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                      {"dtype", KIND_DTYPE, 1, 1, {.given = 0}}};
static vjp_status call_prod(const slot* a, vjp_tensor** out) { return vjp_prod(a[0].as.tensor, a[1].as.dtype, out); }
static form form_prod = {"prod", parameters_prod, 2, 1, 1, .number = -1, .call = call_prod};

static parameter parameters_prod_dim[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                          {"dim", KIND_INT, 0, 0, {.given = 0}},
                                          {"keepdim", KIND_BOOL, 1, 0, {.as.truth = 0, .given = 1}},
                                          {"dtype", KIND_DTYPE, 1, 1, {.given = 0}}};
static vjp_status call_prod_dim(const slot* a, vjp_tensor** out) {
  return vjp_prod_dim(a[0].as.tensor, a[1].as.integer, a[2].as.truth, a[3].as.dtype, out);
}
static form form_prod_dim = {"prod.dim", parameters_prod_dim, 4, 3, 1, .number = -1, .call = call_prod_dim};

static parameter parameters_rad2deg[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_rad2deg(const slot* a, vjp_tensor** out) { return vjp_rad2deg(a[0].as.tensor, out); }
static vjp_status inplace_rad2deg(const slot* a, vjp_tensor** out) { return vjp_rad2deg_(a[0].as.tensor); }
static form form_rad2deg = {
    "rad2deg", parameters_rad2deg, 1, 1, 1, .number = -1, .call = call_rad2deg, .inplace = inplace_rad2deg};

static parameter parameters_rand[] = {{"size", KIND_INTS, 0, 0, {.given = 0}},
                                      {"dtype", KIND_DTYPE, 1, 1, {.given = 0}},
                                      {"generator", KIND_GENERATOR, 1, 1, {.given = 0}}};
static vjp_status call_rand(const slot* a, vjp_tensor** out) {
  return vjp_rand(a[0].as.ints, a[0].count, a[1].as.dtype, a[2].as.generator, out);
}
static form form_rand = {"rand", parameters_rand, 3, 1, 1, .number = -1, .call = call_rand};

static parameter parameters_rand_like[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                           {"dtype", KIND_DTYPE, 1, 1, {.given = 0}},
                                           {"generator", KIND_GENERATOR, 1, 1, {.given = 0}}};
static vjp_status call_rand_like(const slot* a, vjp_tensor** out) {
  return vjp_rand_like(a[0].as.tensor, a[1].as.dtype, a[2].as.generator, out);
}
static form form_rand_like = {"rand_like", parameters_rand_like, 3, 1, 1, .number = -1, .call = call_rand_like};

static parameter parameters_randint[] = {{"high", KIND_INT, 0, 0, {.given = 0}},
                                         {"size", KIND_INTS, 0, 0, {.given = 0}},
                                         {"dtype", KIND_DTYPE, 1, 1, {.given = 0}},
                                         {"generator", KIND_GENERATOR, 1, 1, {.given = 0}}};
static vjp_status call_randint(const slot* a, vjp_tensor** out) {
  return vjp_randint(a[0].as.integer, a[1].as.ints, a[1].count, a[2].as.dtype, a[3].as.generator, out);
}
static form form_randint = {"randint", parameters_randint, 4, 2, 1, .number = -1, .call = call_randint};

static parameter parameters_randint_low[] = {{"low", KIND_INT, 0, 0, {.given = 0}},
                                             {"high", KIND_INT, 0, 0, {.given = 0}},
                                             {"size", KIND_INTS, 0, 0, {.given = 0}},
                                             {"dtype", KIND_DTYPE, 1, 1, {.given = 0}},
                                             {"generator", KIND_GENERATOR, 1, 1, {.given = 0}}};
static vjp_status call_randint_low(const slot* a, vjp_tensor** out) {
  return vjp_randint_low(a[0].as.integer, a[1].as.integer, a[2].as.ints, a[2].count, a[3].as.dtype, a[4].as.generator,
                         out);
}
static form form_randint_low = {"randint.low", parameters_randint_low, 5, 3, 1, .number = -1, .call = call_randint_low};

static parameter parameters_randn[] = {{"size", KIND_INTS, 0, 0, {.given = 0}},
                                       {"dtype", KIND_DTYPE, 1, 1, {.given = 0}},
                                       {"generator", KIND_GENERATOR, 1, 1, {.given = 0}}};
static vjp_status call_randn(const slot* a, vjp_tensor** out) {
  return vjp_randn(a[0].as.ints, a[0].count, a[1].as.dtype, a[2].as.generator, out);
}
static form form_randn = {"randn", parameters_randn, 3, 1, 1, .number = -1, .call = call_randn};

static parameter parameters_randn_like[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                            {"dtype", KIND_DTYPE, 1, 1, {.given = 0}},
                                            {"generator", KIND_GENERATOR, 1, 1, {.given = 0}}};
static vjp_status call_randn_like(const slot* a, vjp_tensor** out) {
  return vjp_randn_like(a[0].as.tensor, a[1].as.dtype, a[2].as.generator, out);
}
static form form_randn_like = {"randn_like", parameters_randn_like, 3, 1, 1, .number = -1, .call = call_randn_like};

static parameter parameters_randperm[] = {{"n", KIND_INT, 0, 0, {.given = 0}},
                                          {"dtype", KIND_DTYPE, 1, 1, {.given = 0}},
                                          {"generator", KIND_GENERATOR, 1, 1, {.given = 0}}};
static vjp_status call_randperm(const slot* a, vjp_tensor** out) {
  return vjp_randperm(a[0].as.integer, a[1].as.dtype, a[2].as.generator, out);
}
static form form_randperm = {"randperm", parameters_randperm, 3, 1, 1, .number = -1, .call = call_randperm};

static parameter parameters_ravel[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_ravel(const slot* a, vjp_tensor** out) { return vjp_ravel(a[0].as.tensor, out); }
static form form_ravel = {"ravel", parameters_ravel, 1, 1, 1, .number = -1, .call = call_ravel};

static parameter parameters_real[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_real(const slot* a, vjp_tensor** out) { return vjp_real(a[0].as.tensor, out); }
static form form_real = {"real", parameters_real, 1, 1, 1, .number = -1, .call = call_real};

static parameter parameters_reciprocal[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_reciprocal(const slot* a, vjp_tensor** out) { return vjp_reciprocal(a[0].as.tensor, out); }
static vjp_status inplace_reciprocal(const slot* a, vjp_tensor** out) { return vjp_reciprocal_(a[0].as.tensor); }
static form form_reciprocal = {
    "reciprocal", parameters_reciprocal, 1, 1, 1, .number = -1, .call = call_reciprocal, .inplace = inplace_reciprocal};

static parameter parameters_relu[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_relu(const slot* a, vjp_tensor** out) { return vjp_relu(a[0].as.tensor, out); }
static vjp_status inplace_relu(const slot* a, vjp_tensor** out) { return vjp_relu_(a[0].as.tensor); }
static form form_relu = {"relu", parameters_relu, 1, 1, 1, .number = -1, .call = call_relu, .inplace = inplace_relu};

static parameter parameters_relu6[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_relu6(const slot* a, vjp_tensor** out) { return vjp_relu6(a[0].as.tensor, out); }
static vjp_status inplace_relu6(const slot* a, vjp_tensor** out) { return vjp_relu6_(a[0].as.tensor); }
static form form_relu6 = {
    "relu6", parameters_relu6, 1, 1, 1, .number = -1, .call = call_relu6, .inplace = inplace_relu6};

static parameter parameters_remainder[] = {{"input", KIND_OPERAND, 0, 0, {.given = 0}},
                                           {"other", KIND_OPERAND, 0, 0, {.given = 0}}};
static vjp_status call_remainder(const slot* a, vjp_tensor** out) {
  return vjp_remainder(a[0].as.tensor, a[1].as.tensor, out);
}
static vjp_status call_remainder_scalar(const slot* a, vjp_tensor** out) {
  return vjp_remainder_scalar(a[0].as.tensor, a[1].as.scalar, out);
}
static vjp_status call_scalar_remainder(const slot* a, vjp_tensor** out) {
  return vjp_scalar_remainder(a[0].as.scalar, a[1].as.tensor, out);
}
static vjp_status inplace_remainder(const slot* a, vjp_tensor** out) {
  return vjp_remainder_(a[0].as.tensor, a[1].as.tensor);
}
static vjp_status inplace_remainder_scalar(const slot* a, vjp_tensor** out) {
  return vjp_remainder_scalar_(a[0].as.tensor, a[1].as.scalar);
}
static form form_remainder = {"remainder",
                              parameters_remainder,
                              2,
                              2,
                              1,
                              .number = 1,
                              .call = call_remainder,
                              .with_number = call_remainder_scalar,
                              .number_first = call_scalar_remainder,
                              .inplace = inplace_remainder,
                              .inplace_number = inplace_remainder_scalar};

static parameter parameters_repeat[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                        {"repeats", KIND_INTS, 0, 0, {.given = 0}}};
static vjp_status call_repeat(const slot* a, vjp_tensor** out) {
  return vjp_repeat(a[0].as.tensor, a[1].as.ints, a[1].count, out);
}
static form form_repeat = {"repeat", parameters_repeat, 2, 2, 1, .number = -1, .call = call_repeat};

static parameter parameters_reshape[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                         {"shape", KIND_INTS, 0, 0, {.given = 0}}};
static vjp_status call_reshape(const slot* a, vjp_tensor** out) {
  return vjp_reshape(a[0].as.tensor, a[1].as.ints, a[1].count, out);
}
static form form_reshape = {"reshape", parameters_reshape, 2, 2, 1, .number = -1, .call = call_reshape};

static parameter parameters_reshape_as[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                            {"other", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_reshape_as(const slot* a, vjp_tensor** out) {
  return vjp_reshape_as(a[0].as.tensor, a[1].as.tensor, out);
}
static form form_reshape_as = {"reshape_as", parameters_reshape_as, 2, 2, 1, .number = -1, .call = call_reshape_as};

static parameter parameters_rms_norm[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                          {"normalized_shape", KIND_INTS, 0, 0, {.given = 0}},
                                          {"weight", KIND_OPTIONAL_TENSOR, 1, 0, {.given = 0}},
                                          {"eps", KIND_OPTIONAL_FLOAT, 1, 0, {.given = 0}}};
static vjp_status call_rms_norm(const slot* a, vjp_tensor** out) {
  return vjp_rms_norm(a[0].as.tensor, a[1].as.ints, a[1].count, a[2].as.tensor, a[3].given ? &a[3].as.real : NULL, out);
}
static form form_rms_norm = {"rms_norm", parameters_rms_norm, 4, 4, 1, .number = -1, .call = call_rms_norm};

static parameter parameters_roll[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                      {"shifts", KIND_INTS, 0, 0, {.given = 0}},
                                      {"dims", KIND_OPTIONAL_INTS, 1, 0, {.given = 0}}};
static vjp_status call_roll(const slot* a, vjp_tensor** out) {
  return vjp_roll(a[0].as.tensor, a[1].as.ints, a[1].count, a[2].as.ints, a[2].count, out);
}
static form form_roll = {"roll", parameters_roll, 3, 3, 1, .number = -1, .call = call_roll};

static parameter parameters_round[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_round(const slot* a, vjp_tensor** out) { return vjp_round(a[0].as.tensor, out); }
static vjp_status inplace_round(const slot* a, vjp_tensor** out) { return vjp_round_(a[0].as.tensor); }
static form form_round = {
    "round", parameters_round, 1, 1, 1, .number = -1, .call = call_round, .inplace = inplace_round};

static parameter parameters_round_decimals[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                                {"decimals", KIND_INT, 0, 1, {.given = 0}}};
static vjp_status call_round_decimals(const slot* a, vjp_tensor** out) {
  return vjp_round_decimals(a[0].as.tensor, a[1].as.integer, out);
}
static vjp_status inplace_round_decimals(const slot* a, vjp_tensor** out) {
  return vjp_round_decimals_(a[0].as.tensor, a[1].as.integer);
}
static form form_round_decimals = {"round.decimals",
                                   parameters_round_decimals,
                                   2,
                                   1,
                                   1,
                                   .number = -1,
                                   .call = call_round_decimals,
                                   .inplace = inplace_round_decimals};

static parameter parameters_rsqrt[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_rsqrt(const slot* a, vjp_tensor** out) { return vjp_rsqrt(a[0].as.tensor, out); }
static vjp_status inplace_rsqrt(const slot* a, vjp_tensor** out) { return vjp_rsqrt_(a[0].as.tensor); }
static form form_rsqrt = {
    "rsqrt", parameters_rsqrt, 1, 1, 1, .number = -1, .call = call_rsqrt, .inplace = inplace_rsqrt};

static parameter parameters_rsub[] = {
    {"input", KIND_TENSOR, 0, 0, {.given = 0}},
    {"other", KIND_OPERAND, 0, 0, {.given = 0}},
    {"alpha", KIND_SCALAR, 1, 1, {.as.scalar = {.kind = VJP_KIND_INT, .as.integer = 1}, .given = 1}}};
static vjp_status call_rsub(const slot* a, vjp_tensor** out) {
  return vjp_rsub(a[0].as.tensor, a[1].as.tensor, a[2].as.scalar, out);
}
static vjp_status call_rsub_scalar(const slot* a, vjp_tensor** out) {
  return vjp_rsub_scalar(a[0].as.tensor, a[1].as.scalar, a[2].as.scalar, out);
}
static form form_rsub = {
    "rsub", parameters_rsub, 3, 2, 1, .number = 1, .call = call_rsub, .with_number = call_rsub_scalar};

static parameter parameters_scaled_dot_product_attention[] = {
    {"query", KIND_TENSOR, 0, 0, {.given = 0}},
    {"key", KIND_TENSOR, 0, 0, {.given = 0}},
    {"value", KIND_TENSOR, 0, 0, {.given = 0}},
    {"attn_mask", KIND_OPTIONAL_TENSOR, 1, 0, {.given = 0}},
    {"dropout_p", KIND_FLOAT, 1, 0, {.as.real = 0.0, .given = 1}},
    {"is_causal", KIND_BOOL, 1, 0, {.as.truth = 0, .given = 1}},
    {"scale", KIND_OPTIONAL_FLOAT, 1, 1, {.given = 0}},
    {"enable_gqa", KIND_BOOL, 1, 1, {.as.truth = 0, .given = 1}},
    {"generator", KIND_GENERATOR, 1, 1, {.given = 0}}};
static vjp_status call_scaled_dot_product_attention(const slot* a, vjp_tensor** out) {
  return vjp_scaled_dot_product_attention(a[0].as.tensor, a[1].as.tensor, a[2].as.tensor, a[3].as.tensor, a[4].as.real,
                                          a[5].as.truth, a[6].given ? &a[6].as.real : NULL, a[7].as.truth,
                                          a[8].as.generator, out);
}
static form form_scaled_dot_product_attention = {
    "scaled_dot_product_attention",           parameters_scaled_dot_product_attention, 9, 6, 1, .number = -1,
    .call = call_scaled_dot_product_attention};

static parameter parameters_scatter[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                         {"dim", KIND_INT, 0, 0, {.given = 0}},
                                         {"index", KIND_TENSOR, 0, 0, {.given = 0}},
                                         {"src", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_scatter(const slot* a, vjp_tensor** out) {
  return vjp_scatter(a[0].as.tensor, a[1].as.integer, a[2].as.tensor, a[3].as.tensor, out);
}
static vjp_status inplace_scatter(const slot* a, vjp_tensor** out) {
  return vjp_scatter_(a[0].as.tensor, a[1].as.integer, a[2].as.tensor, a[3].as.tensor);
}
static form form_scatter = {
    "scatter", parameters_scatter, 4, 4, 1, .number = -1, .call = call_scatter, .inplace = inplace_scatter};

static parameter parameters_scatter_value[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                               {"dim", KIND_INT, 0, 0, {.given = 0}},
                                               {"index", KIND_TENSOR, 0, 0, {.given = 0}},
                                               {"value", KIND_SCALAR, 0, 0, {.given = 0}}};
static vjp_status call_scatter_value(const slot* a, vjp_tensor** out) {
  return vjp_scatter_value(a[0].as.tensor, a[1].as.integer, a[2].as.tensor, a[3].as.scalar, out);
}
static vjp_status inplace_scatter_value(const slot* a, vjp_tensor** out) {
  return vjp_scatter_value_(a[0].as.tensor, a[1].as.integer, a[2].as.tensor, a[3].as.scalar);
}
static form form_scatter_value = {"scatter.value",
                                  parameters_scatter_value,
                                  4,
                                  4,
                                  1,
                                  .number = -1,
                                  .call = call_scatter_value,
                                  .inplace = inplace_scatter_value};

static parameter parameters_scatter_add[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                             {"dim", KIND_INT, 0, 0, {.given = 0}},
                                             {"index", KIND_TENSOR, 0, 0, {.given = 0}},
                                             {"src", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_scatter_add(const slot* a, vjp_tensor** out) {
  return vjp_scatter_add(a[0].as.tensor, a[1].as.integer, a[2].as.tensor, a[3].as.tensor, out);
}
static vjp_status inplace_scatter_add(const slot* a, vjp_tensor** out) {
  return vjp_scatter_add_(a[0].as.tensor, a[1].as.integer, a[2].as.tensor, a[3].as.tensor);
}
static form form_scatter_add = {"scatter_add",
                                parameters_scatter_add,
                                4,
                                4,
                                1,
                                .number = -1,
                                .call = call_scatter_add,
                                .inplace = inplace_scatter_add};

static parameter parameters_select[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                        {"dim", KIND_INT, 0, 0, {.given = 0}},
                                        {"index", KIND_INT, 0, 0, {.given = 0}}};
static vjp_status call_select(const slot* a, vjp_tensor** out) {
  return vjp_select(a[0].as.tensor, a[1].as.integer, a[2].as.integer, out);
}
static form form_select = {"select", parameters_select, 3, 3, 1, .number = -1, .call = call_select};

static parameter parameters_selu[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_selu(const slot* a, vjp_tensor** out) { return vjp_selu(a[0].as.tensor, out); }
static vjp_status inplace_selu(const slot* a, vjp_tensor** out) { return vjp_selu_(a[0].as.tensor); }
static form form_selu = {"selu", parameters_selu, 1, 1, 1, .number = -1, .call = call_selu, .inplace = inplace_selu};

static parameter parameters_sgn[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_sgn(const slot* a, vjp_tensor** out) { return vjp_sgn(a[0].as.tensor, out); }
static vjp_status inplace_sgn(const slot* a, vjp_tensor** out) { return vjp_sgn_(a[0].as.tensor); }
static form form_sgn = {"sgn", parameters_sgn, 1, 1, 1, .number = -1, .call = call_sgn, .inplace = inplace_sgn};

static parameter parameters_sigmoid[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_sigmoid(const slot* a, vjp_tensor** out) { return vjp_sigmoid(a[0].as.tensor, out); }
static vjp_status inplace_sigmoid(const slot* a, vjp_tensor** out) { return vjp_sigmoid_(a[0].as.tensor); }
static form form_sigmoid = {
    "sigmoid", parameters_sigmoid, 1, 1, 1, .number = -1, .call = call_sigmoid, .inplace = inplace_sigmoid};

static parameter parameters_sign[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_sign(const slot* a, vjp_tensor** out) { return vjp_sign(a[0].as.tensor, out); }
static vjp_status inplace_sign(const slot* a, vjp_tensor** out) { return vjp_sign_(a[0].as.tensor); }
static form form_sign = {"sign", parameters_sign, 1, 1, 1, .number = -1, .call = call_sign, .inplace = inplace_sign};

static parameter parameters_signbit[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_signbit(const slot* a, vjp_tensor** out) { return vjp_signbit(a[0].as.tensor, out); }
static vjp_status inplace_signbit(const slot* a, vjp_tensor** out) { return vjp_signbit_(a[0].as.tensor); }
static form form_signbit = {
    "signbit", parameters_signbit, 1, 1, 1, .number = -1, .call = call_signbit, .inplace = inplace_signbit};

static parameter parameters_silu[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_silu(const slot* a, vjp_tensor** out) { return vjp_silu(a[0].as.tensor, out); }
static vjp_status inplace_silu(const slot* a, vjp_tensor** out) { return vjp_silu_(a[0].as.tensor); }
static form form_silu = {"silu", parameters_silu, 1, 1, 1, .number = -1, .call = call_silu, .inplace = inplace_silu};

static parameter parameters_sin[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_sin(const slot* a, vjp_tensor** out) { return vjp_sin(a[0].as.tensor, out); }
static vjp_status inplace_sin(const slot* a, vjp_tensor** out) { return vjp_sin_(a[0].as.tensor); }
static form form_sin = {"sin", parameters_sin, 1, 1, 1, .number = -1, .call = call_sin, .inplace = inplace_sin};

static parameter parameters_sinc[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_sinc(const slot* a, vjp_tensor** out) { return vjp_sinc(a[0].as.tensor, out); }
static vjp_status inplace_sinc(const slot* a, vjp_tensor** out) { return vjp_sinc_(a[0].as.tensor); }
static form form_sinc = {"sinc", parameters_sinc, 1, 1, 1, .number = -1, .call = call_sinc, .inplace = inplace_sinc};

static parameter parameters_sinh[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_sinh(const slot* a, vjp_tensor** out) { return vjp_sinh(a[0].as.tensor, out); }
static vjp_status inplace_sinh(const slot* a, vjp_tensor** out) { return vjp_sinh_(a[0].as.tensor); }
static form form_sinh = {"sinh", parameters_sinh, 1, 1, 1, .number = -1, .call = call_sinh, .inplace = inplace_sinh};

static parameter parameters_slice[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                       {"dim", KIND_INT, 1, 0, {.as.integer = 0, .given = 1}},
                                       {"start", KIND_OPTIONAL_INT, 1, 0, {.given = 0}},
                                       {"end", KIND_OPTIONAL_INT, 1, 0, {.given = 0}},
                                       {"step", KIND_INT, 1, 0, {.as.integer = 1, .given = 1}}};
static vjp_status call_slice(const slot* a, vjp_tensor** out) {
  return vjp_slice(a[0].as.tensor, a[1].as.integer, a[2].given ? &a[2].as.integer : NULL,
                   a[3].given ? &a[3].as.integer : NULL, a[4].as.integer, out);
}
static form form_slice = {"slice", parameters_slice, 5, 5, 1, .number = -1, .call = call_slice};

static parameter parameters_smooth_l1_loss[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                                {"target", KIND_TENSOR, 0, 0, {.given = 0}},
                                                {"reduction", KIND_TEXT, 1, 0, {.as.text = "mean", .given = 1}},
                                                {"beta", KIND_FLOAT, 1, 0, {.as.real = 1.0, .given = 1}}};
static vjp_status call_smooth_l1_loss(const slot* a, vjp_tensor** out) {
  return vjp_smooth_l1_loss(a[0].as.tensor, a[1].as.tensor, a[2].as.text, a[3].as.real, out);
}
static form form_smooth_l1_loss = {"smooth_l1_loss", parameters_smooth_l1_loss,  4, 4, 1,
                                   .number = -1,     .call = call_smooth_l1_loss};

static parameter parameters_softmax[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                         {"dim", KIND_INT, 0, 0, {.given = 0}},
                                         {"dtype", KIND_DTYPE, 1, 1, {.given = 0}}};
static vjp_status call_softmax(const slot* a, vjp_tensor** out) {
  return vjp_softmax(a[0].as.tensor, a[1].as.integer, a[2].as.dtype, out);
}
static form form_softmax = {"softmax", parameters_softmax, 3, 2, 1, .number = -1, .call = call_softmax};

static parameter parameters_softplus[] = {
    {"input", KIND_TENSOR, 0, 0, {.given = 0}},
    {"beta", KIND_SCALAR, 1, 0, {.as.scalar = {.kind = VJP_KIND_INT, .as.integer = 1}, .given = 1}},
    {"threshold", KIND_SCALAR, 1, 0, {.as.scalar = {.kind = VJP_KIND_INT, .as.integer = 20}, .given = 1}}};
static vjp_status call_softplus(const slot* a, vjp_tensor** out) {
  return vjp_softplus(a[0].as.tensor, a[1].as.scalar, a[2].as.scalar, out);
}
static vjp_status inplace_softplus(const slot* a, vjp_tensor** out) {
  return vjp_softplus_(a[0].as.tensor, a[1].as.scalar, a[2].as.scalar);
}
static form form_softplus = {
    "softplus", parameters_softplus, 3, 3, 1, .number = -1, .call = call_softplus, .inplace = inplace_softplus};

static parameter parameters_softshrink[] = {
    {"input", KIND_TENSOR, 0, 0, {.given = 0}},
    {"lambd", KIND_SCALAR, 1, 0, {.as.scalar = {.kind = VJP_KIND_FLOAT, .as.real = 0.5}, .given = 1}}};
static vjp_status call_softshrink(const slot* a, vjp_tensor** out) {
  return vjp_softshrink(a[0].as.tensor, a[1].as.scalar, out);
}
static vjp_status inplace_softshrink(const slot* a, vjp_tensor** out) {
  return vjp_softshrink_(a[0].as.tensor, a[1].as.scalar);
}
static form form_softshrink = {
    "softshrink", parameters_softshrink, 2, 2, 1, .number = -1, .call = call_softshrink, .inplace = inplace_softshrink};

static parameter parameters_softsign[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_softsign(const slot* a, vjp_tensor** out) { return vjp_softsign(a[0].as.tensor, out); }
static form form_softsign = {"softsign", parameters_softsign, 1, 1, 1, .number = -1, .call = call_softsign};

static parameter parameters_sort[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                      {"dim", KIND_INT, 1, 0, {.as.integer = -1, .given = 1}},
                                      {"descending", KIND_BOOL, 1, 0, {.as.truth = 0, .given = 1}},
                                      {"stable", KIND_BOOL, 1, 0, {.as.truth = 0, .given = 1}}};
static vjp_status call_sort(const slot* a, vjp_tensor** out) {
  return vjp_sort(a[0].as.tensor, a[1].as.integer, a[2].as.truth, a[3].as.truth, &out[0], &out[1]);
}
static form form_sort = {
    "sort", parameters_sort, 4, 4, 2, .number = -1, .call = call_sort, .result_type = "sort_result"};

static parameter parameters_split[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                       {"split_size", KIND_INT, 0, 0, {.given = 0}},
                                       {"dim", KIND_INT, 1, 0, {.as.integer = 0, .given = 1}}};
static vjp_status call_split(const slot* a, vjp_tensor** out) {
  return vjp_split(a[0].as.tensor, a[1].as.integer, a[2].as.integer, (vjp_tensor_list**)out);
}
static form form_split = {"split", parameters_split, 3, 3, 0, .number = -1, .call = call_split};

static parameter parameters_split_sizes[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                             {"split_size", KIND_INTS, 0, 0, {.given = 0}},
                                             {"dim", KIND_INT, 1, 0, {.as.integer = 0, .given = 1}}};
static vjp_status call_split_sizes(const slot* a, vjp_tensor** out) {
  return vjp_split_sizes(a[0].as.tensor, a[1].as.ints, a[1].count, a[2].as.integer, (vjp_tensor_list**)out);
}
static form form_split_sizes = {"split.sizes", parameters_split_sizes, 3, 3, 0, .number = -1, .call = call_split_sizes};

static parameter parameters_split_with_sizes[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                                  {"split_sizes", KIND_INTS, 0, 0, {.given = 0}},
                                                  {"dim", KIND_INT, 1, 0, {.as.integer = 0, .given = 1}}};
static vjp_status call_split_with_sizes(const slot* a, vjp_tensor** out) {
  return vjp_split_with_sizes(a[0].as.tensor, a[1].as.ints, a[1].count, a[2].as.integer, (vjp_tensor_list**)out);
}
static form form_split_with_sizes = {"split_with_sizes", parameters_split_with_sizes,  3, 3, 0,
                                     .number = -1,       .call = call_split_with_sizes};

static parameter parameters_sqrt[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_sqrt(const slot* a, vjp_tensor** out) { return vjp_sqrt(a[0].as.tensor, out); }
static vjp_status inplace_sqrt(const slot* a, vjp_tensor** out) { return vjp_sqrt_(a[0].as.tensor); }
static form form_sqrt = {"sqrt", parameters_sqrt, 1, 1, 1, .number = -1, .call = call_sqrt, .inplace = inplace_sqrt};

static parameter parameters_square[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_square(const slot* a, vjp_tensor** out) { return vjp_square(a[0].as.tensor, out); }
static vjp_status inplace_square(const slot* a, vjp_tensor** out) { return vjp_square_(a[0].as.tensor); }
static form form_square = {
    "square", parameters_square, 1, 1, 1, .number = -1, .call = call_square, .inplace = inplace_square};

static parameter parameters_squeeze[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_squeeze(const slot* a, vjp_tensor** out) { return vjp_squeeze(a[0].as.tensor, out); }
static vjp_status inplace_squeeze(const slot* a, vjp_tensor** out) { return vjp_squeeze_(a[0].as.tensor); }
static form form_squeeze = {
    "squeeze", parameters_squeeze, 1, 1, 1, .number = -1, .call = call_squeeze, .inplace = inplace_squeeze};

static parameter parameters_squeeze_dim[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                             {"dim", KIND_INTS, 0, 0, {.given = 0}}};
static vjp_status call_squeeze_dim(const slot* a, vjp_tensor** out) {
  return vjp_squeeze_dim(a[0].as.tensor, a[1].as.ints, a[1].count, out);
}
static vjp_status inplace_squeeze_dim(const slot* a, vjp_tensor** out) {
  return vjp_squeeze_dim_(a[0].as.tensor, a[1].as.ints, a[1].count);
}
static form form_squeeze_dim = {"squeeze.dim",
                                parameters_squeeze_dim,
                                2,
                                2,
                                1,
                                .number = -1,
                                .call = call_squeeze_dim,
                                .inplace = inplace_squeeze_dim};

static parameter parameters_stack[] = {{"tensors", KIND_TENSORS, 0, 0, {.given = 0}},
                                       {"dim", KIND_INT, 1, 0, {.as.integer = 0, .given = 1}}};
static vjp_status call_stack(const slot* a, vjp_tensor** out) {
  return vjp_stack(a[0].as.tensors, a[0].count, a[1].as.integer, out);
}
static form form_stack = {"stack", parameters_stack, 2, 2, 1, .number = -1, .call = call_stack};

static parameter parameters_std[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                     {"dim", KIND_OPTIONAL_INTS, 1, 0, {.given = 0}},
                                     {"correction", KIND_OPTIONAL_FLOAT, 1, 1, {.as.real = 1, .given = 1}},
                                     {"keepdim", KIND_BOOL, 1, 1, {.as.truth = 0, .given = 1}}};
static vjp_status call_std(const slot* a, vjp_tensor** out) {
  return vjp_std(a[0].as.tensor, a[1].as.ints, a[1].count, a[2].given ? &a[2].as.real : NULL, a[3].as.truth, out);
}
static form form_std = {"std", parameters_std, 4, 2, 1, .number = -1, .call = call_std};

static parameter parameters_std_unbiased[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                              {"unbiased", KIND_BOOL, 0, 0, {.given = 0}}};
static vjp_status call_std_unbiased(const slot* a, vjp_tensor** out) {
  return vjp_std_unbiased(a[0].as.tensor, a[1].as.truth, out);
}
static form form_std_unbiased = {"std.unbiased", parameters_std_unbiased,  2, 2, 1,
                                 .number = -1,   .call = call_std_unbiased};

static parameter parameters_std_unbiased_dim[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                                  {"dim", KIND_OPTIONAL_INTS, 0, 0, {.given = 0}},
                                                  {"unbiased", KIND_BOOL, 0, 0, {.given = 0}},
                                                  {"keepdim", KIND_BOOL, 1, 0, {.as.truth = 0, .given = 1}}};
static vjp_status call_std_unbiased_dim(const slot* a, vjp_tensor** out) {
  return vjp_std_unbiased_dim(a[0].as.tensor, a[1].as.ints, a[1].count, a[2].as.truth, a[3].as.truth, out);
}
static form form_std_unbiased_dim = {"std.unbiased_dim", parameters_std_unbiased_dim,  4, 4, 1,
                                     .number = -1,       .call = call_std_unbiased_dim};

static parameter parameters_std_mean[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                          {"dim", KIND_OPTIONAL_INTS, 1, 0, {.given = 0}},
                                          {"correction", KIND_OPTIONAL_FLOAT, 1, 1, {.as.real = 1, .given = 1}},
                                          {"keepdim", KIND_BOOL, 1, 1, {.as.truth = 0, .given = 1}}};
static vjp_status call_std_mean(const slot* a, vjp_tensor** out) {
  return vjp_std_mean(a[0].as.tensor, a[1].as.ints, a[1].count, a[2].given ? &a[2].as.real : NULL, a[3].as.truth,
                      &out[0], &out[1]);
}
static form form_std_mean = {
    "std_mean", parameters_std_mean, 4, 2, 2, .number = -1, .call = call_std_mean, .result_type = "std_mean_result"};

static parameter parameters_std_mean_unbiased[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                                   {"unbiased", KIND_BOOL, 0, 0, {.given = 0}}};
static vjp_status call_std_mean_unbiased(const slot* a, vjp_tensor** out) {
  return vjp_std_mean_unbiased(a[0].as.tensor, a[1].as.truth, &out[0], &out[1]);
}
static form form_std_mean_unbiased = {"std_mean.unbiased",
                                      parameters_std_mean_unbiased,
                                      2,
                                      2,
                                      2,
                                      .number = -1,
                                      .call = call_std_mean_unbiased,
                                      .result_type = "std_mean_unbiased_result"};

static parameter parameters_std_mean_unbiased_dim[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                                       {"dim", KIND_OPTIONAL_INTS, 0, 0, {.given = 0}},
                                                       {"unbiased", KIND_BOOL, 0, 0, {.given = 0}},
                                                       {"keepdim", KIND_BOOL, 1, 0, {.as.truth = 0, .given = 1}}};
static vjp_status call_std_mean_unbiased_dim(const slot* a, vjp_tensor** out) {
  return vjp_std_mean_unbiased_dim(a[0].as.tensor, a[1].as.ints, a[1].count, a[2].as.truth, a[3].as.truth, &out[0],
                                   &out[1]);
}
static form form_std_mean_unbiased_dim = {"std_mean.unbiased_dim",
                                          parameters_std_mean_unbiased_dim,
                                          4,
                                          4,
                                          2,
                                          .number = -1,
                                          .call = call_std_mean_unbiased_dim,
                                          .result_type = "std_mean_unbiased_dim_result"};

static parameter parameters_sub[] = {{"input", KIND_OPERAND, 0, 0, {.given = 0}},
                                     {"other", KIND_OPERAND, 0, 0, {.given = 0}}};
static vjp_status call_sub(const slot* a, vjp_tensor** out) { return vjp_sub(a[0].as.tensor, a[1].as.tensor, out); }
static vjp_status call_sub_scalar(const slot* a, vjp_tensor** out) {
  return vjp_sub_scalar(a[0].as.tensor, a[1].as.scalar, out);
}
static vjp_status call_scalar_sub(const slot* a, vjp_tensor** out) {
  return vjp_scalar_sub(a[0].as.scalar, a[1].as.tensor, out);
}
static vjp_status inplace_sub(const slot* a, vjp_tensor** out) { return vjp_sub_(a[0].as.tensor, a[1].as.tensor); }
static vjp_status inplace_sub_scalar(const slot* a, vjp_tensor** out) {
  return vjp_sub_scalar_(a[0].as.tensor, a[1].as.scalar);
}
static form form_sub = {"sub",
                        parameters_sub,
                        2,
                        2,
                        1,
                        .number = 1,
                        .call = call_sub,
                        .with_number = call_sub_scalar,
                        .number_first = call_scalar_sub,
                        .inplace = inplace_sub,
                        .inplace_number = inplace_sub_scalar};

static parameter parameters_sub_alpha[] = {
    {"input", KIND_OPERAND, 0, 0, {.given = 0}},
    {"other", KIND_OPERAND, 0, 0, {.given = 0}},
    {"alpha", KIND_SCALAR, 1, 1, {.as.scalar = {.kind = VJP_KIND_INT, .as.integer = 1}, .given = 1}}};
static vjp_status call_sub_alpha(const slot* a, vjp_tensor** out) {
  return vjp_sub_alpha(a[0].as.tensor, a[1].as.tensor, a[2].as.scalar, out);
}
static vjp_status call_sub_alpha_scalar(const slot* a, vjp_tensor** out) {
  return vjp_sub_alpha_scalar(a[0].as.tensor, a[1].as.scalar, a[2].as.scalar, out);
}
static vjp_status call_scalar_sub_alpha(const slot* a, vjp_tensor** out) {
  return vjp_scalar_sub_alpha(a[0].as.scalar, a[1].as.tensor, a[2].as.scalar, out);
}
static vjp_status inplace_sub_alpha(const slot* a, vjp_tensor** out) {
  return vjp_sub_alpha_(a[0].as.tensor, a[1].as.tensor, a[2].as.scalar);
}
static vjp_status inplace_sub_alpha_scalar(const slot* a, vjp_tensor** out) {
  return vjp_sub_alpha_scalar_(a[0].as.tensor, a[1].as.scalar, a[2].as.scalar);
}
static form form_sub_alpha = {"sub.alpha",
                              parameters_sub_alpha,
                              3,
                              2,
                              1,
                              .number = 1,
                              .call = call_sub_alpha,
                              .with_number = call_sub_alpha_scalar,
                              .number_first = call_scalar_sub_alpha,
                              .inplace = inplace_sub_alpha,
                              .inplace_number = inplace_sub_alpha_scalar};

static parameter parameters_sum[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                     {"dim", KIND_OPTIONAL_INTS, 1, 0, {.given = 0}},
                                     {"keepdim", KIND_BOOL, 1, 0, {.as.truth = 0, .given = 1}},
                                     {"dtype", KIND_DTYPE, 1, 1, {.given = 0}}};
static vjp_status call_sum(const slot* a, vjp_tensor** out) {
  return vjp_sum(a[0].as.tensor, a[1].as.ints, a[1].count, a[2].as.truth, a[3].as.dtype, out);
}
static form form_sum = {"sum", parameters_sum, 4, 3, 1, .number = -1, .call = call_sum};

static parameter parameters_sum_to_size[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                             {"size", KIND_INTS, 0, 0, {.given = 0}}};
static vjp_status call_sum_to_size(const slot* a, vjp_tensor** out) {
  return vjp_sum_to_size(a[0].as.tensor, a[1].as.ints, a[1].count, out);
}
static form form_sum_to_size = {"sum_to_size", parameters_sum_to_size, 2, 2, 1, .number = -1, .call = call_sum_to_size};

static parameter parameters_t[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_t(const slot* a, vjp_tensor** out) { return vjp_t(a[0].as.tensor, out); }
static vjp_status inplace_t(const slot* a, vjp_tensor** out) { return vjp_t_(a[0].as.tensor); }
static form form_t = {"t", parameters_t, 1, 1, 1, .number = -1, .call = call_t, .inplace = inplace_t};

static parameter parameters_take[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                      {"index", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_take(const slot* a, vjp_tensor** out) { return vjp_take(a[0].as.tensor, a[1].as.tensor, out); }
static form form_take = {"take", parameters_take, 2, 2, 1, .number = -1, .call = call_take};

static parameter parameters_take_along_dim[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                                {"indices", KIND_TENSOR, 0, 0, {.given = 0}},
                                                {"dim", KIND_OPTIONAL_INT, 1, 0, {.given = 0}}};
static vjp_status call_take_along_dim(const slot* a, vjp_tensor** out) {
  return vjp_take_along_dim(a[0].as.tensor, a[1].as.tensor, a[2].given ? &a[2].as.integer : NULL, out);
}
static form form_take_along_dim = {"take_along_dim", parameters_take_along_dim,  3, 3, 1,
                                   .number = -1,     .call = call_take_along_dim};

static parameter parameters_tan[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_tan(const slot* a, vjp_tensor** out) { return vjp_tan(a[0].as.tensor, out); }
static vjp_status inplace_tan(const slot* a, vjp_tensor** out) { return vjp_tan_(a[0].as.tensor); }
static form form_tan = {"tan", parameters_tan, 1, 1, 1, .number = -1, .call = call_tan, .inplace = inplace_tan};

static parameter parameters_tanh[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_tanh(const slot* a, vjp_tensor** out) { return vjp_tanh(a[0].as.tensor, out); }
static vjp_status inplace_tanh(const slot* a, vjp_tensor** out) { return vjp_tanh_(a[0].as.tensor); }
static form form_tanh = {"tanh", parameters_tanh, 1, 1, 1, .number = -1, .call = call_tanh, .inplace = inplace_tanh};

static parameter parameters_tanhshrink[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_tanhshrink(const slot* a, vjp_tensor** out) { return vjp_tanhshrink(a[0].as.tensor, out); }
static vjp_status inplace_tanhshrink(const slot* a, vjp_tensor** out) { return vjp_tanhshrink_(a[0].as.tensor); }
static form form_tanhshrink = {
    "tanhshrink", parameters_tanhshrink, 1, 1, 1, .number = -1, .call = call_tanhshrink, .inplace = inplace_tanhshrink};

static parameter parameters_tensordot[] = {{"a", KIND_TENSOR, 0, 0, {.given = 0}},
                                           {"b", KIND_TENSOR, 0, 0, {.given = 0}},
                                           {"dims", KIND_INT, 1, 0, {.as.integer = 2, .given = 1}}};
static vjp_status call_tensordot(const slot* a, vjp_tensor** out) {
  return vjp_tensordot(a[0].as.tensor, a[1].as.tensor, a[2].as.integer, out);
}
static form form_tensordot = {"tensordot", parameters_tensordot, 3, 3, 1, .number = -1, .call = call_tensordot};

static parameter parameters_tensordot_axes[] = {{"a", KIND_TENSOR, 0, 0, {.given = 0}},
                                                {"b", KIND_TENSOR, 0, 0, {.given = 0}},
                                                {"dims_a", KIND_INTS, 0, 0, {.given = 0}},
                                                {"dims_b", KIND_INTS, 0, 0, {.given = 0}}};
static vjp_status call_tensordot_axes(const slot* a, vjp_tensor** out) {
  return vjp_tensordot_axes(a[0].as.tensor, a[1].as.tensor, a[2].as.ints, a[2].count, a[3].as.ints, a[3].count, out);
}
static form form_tensordot_axes = {"tensordot.axes", parameters_tensordot_axes,  4, 4, 1,
                                   .number = -1,     .call = call_tensordot_axes};

static parameter parameters_threshold[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                           {"threshold", KIND_SCALAR, 0, 0, {.given = 0}},
                                           {"value", KIND_SCALAR, 0, 0, {.given = 0}}};
static vjp_status call_threshold(const slot* a, vjp_tensor** out) {
  return vjp_threshold(a[0].as.tensor, a[1].as.scalar, a[2].as.scalar, out);
}
static vjp_status inplace_threshold(const slot* a, vjp_tensor** out) {
  return vjp_threshold_(a[0].as.tensor, a[1].as.scalar, a[2].as.scalar);
}
static form form_threshold = {
    "threshold", parameters_threshold, 3, 3, 1, .number = -1, .call = call_threshold, .inplace = inplace_threshold};

static parameter parameters_tile[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                      {"dims", KIND_INTS, 0, 0, {.given = 0}}};
static vjp_status call_tile(const slot* a, vjp_tensor** out) {
  return vjp_tile(a[0].as.tensor, a[1].as.ints, a[1].count, out);
}
static form form_tile = {"tile", parameters_tile, 2, 2, 1, .number = -1, .call = call_tile};

static parameter parameters_to[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                    {"dtype", KIND_DTYPE, 1, 0, {.given = 0}}};
static vjp_status call_to(const slot* a, vjp_tensor** out) { return vjp_to(a[0].as.tensor, a[1].as.dtype, out); }
static form form_to = {"to", parameters_to, 2, 2, 1, .number = -1, .call = call_to};

static parameter parameters_to_device[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                           {"device", KIND_DEVICE, 0, 0, {.given = 0}},
                                           {"dtype", KIND_DTYPE, 1, 0, {.given = 0}},
                                           {"non_blocking", KIND_BOOL, 1, 0, {.as.truth = 0, .given = 1}}};
static vjp_status call_to_device(const slot* a, vjp_tensor** out) {
  return vjp_to_device(a[0].as.tensor, NULL, a[2].as.dtype, a[3].as.truth, out);
}
static form form_to_device = {"to.device", parameters_to_device, 4, 4, 1, .number = -1, .call = call_to_device};

static parameter parameters_topk[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                      {"k", KIND_INT, 0, 0, {.given = 0}},
                                      {"dim", KIND_INT, 1, 0, {.as.integer = -1, .given = 1}},
                                      {"largest", KIND_BOOL, 1, 0, {.as.truth = 1, .given = 1}},
                                      {"sorted", KIND_BOOL, 1, 0, {.as.truth = 1, .given = 1}}};
static vjp_status call_topk(const slot* a, vjp_tensor** out) {
  return vjp_topk(a[0].as.tensor, a[1].as.integer, a[2].as.integer, a[3].as.truth, a[4].as.truth, &out[0], &out[1]);
}
static form form_topk = {
    "topk", parameters_topk, 5, 5, 2, .number = -1, .call = call_topk, .result_type = "topk_result"};

static parameter parameters_transpose[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                           {"dim0", KIND_INT, 0, 0, {.given = 0}},
                                           {"dim1", KIND_INT, 0, 0, {.given = 0}}};
static vjp_status call_transpose(const slot* a, vjp_tensor** out) {
  return vjp_transpose(a[0].as.tensor, a[1].as.integer, a[2].as.integer, out);
}
static vjp_status inplace_transpose(const slot* a, vjp_tensor** out) {
  return vjp_transpose_(a[0].as.tensor, a[1].as.integer, a[2].as.integer);
}
static form form_transpose = {
    "transpose", parameters_transpose, 3, 3, 1, .number = -1, .call = call_transpose, .inplace = inplace_transpose};

static parameter parameters_tril[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                      {"diagonal", KIND_INT, 1, 0, {.as.integer = 0, .given = 1}}};
static vjp_status call_tril(const slot* a, vjp_tensor** out) { return vjp_tril(a[0].as.tensor, a[1].as.integer, out); }
static vjp_status inplace_tril(const slot* a, vjp_tensor** out) { return vjp_tril_(a[0].as.tensor, a[1].as.integer); }
static form form_tril = {"tril", parameters_tril, 2, 2, 1, .number = -1, .call = call_tril, .inplace = inplace_tril};

static parameter parameters_triu[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                      {"diagonal", KIND_INT, 1, 0, {.as.integer = 0, .given = 1}}};
static vjp_status call_triu(const slot* a, vjp_tensor** out) { return vjp_triu(a[0].as.tensor, a[1].as.integer, out); }
static vjp_status inplace_triu(const slot* a, vjp_tensor** out) { return vjp_triu_(a[0].as.tensor, a[1].as.integer); }
static form form_triu = {"triu", parameters_triu, 2, 2, 1, .number = -1, .call = call_triu, .inplace = inplace_triu};

static parameter parameters_true_divide[] = {{"input", KIND_OPERAND, 0, 0, {.given = 0}},
                                             {"other", KIND_OPERAND, 0, 0, {.given = 0}}};
static vjp_status call_true_divide(const slot* a, vjp_tensor** out) {
  return vjp_true_divide(a[0].as.tensor, a[1].as.tensor, out);
}
static vjp_status call_true_divide_scalar(const slot* a, vjp_tensor** out) {
  return vjp_true_divide_scalar(a[0].as.tensor, a[1].as.scalar, out);
}
static vjp_status call_scalar_true_divide(const slot* a, vjp_tensor** out) {
  return vjp_scalar_true_divide(a[0].as.scalar, a[1].as.tensor, out);
}
static vjp_status inplace_true_divide(const slot* a, vjp_tensor** out) {
  return vjp_true_divide_(a[0].as.tensor, a[1].as.tensor);
}
static vjp_status inplace_true_divide_scalar(const slot* a, vjp_tensor** out) {
  return vjp_true_divide_scalar_(a[0].as.tensor, a[1].as.scalar);
}
static form form_true_divide = {"true_divide",
                                parameters_true_divide,
                                2,
                                2,
                                1,
                                .number = 1,
                                .call = call_true_divide,
                                .with_number = call_true_divide_scalar,
                                .number_first = call_scalar_true_divide,
                                .inplace = inplace_true_divide,
                                .inplace_number = inplace_true_divide_scalar};

static parameter parameters_trunc[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_trunc(const slot* a, vjp_tensor** out) { return vjp_trunc(a[0].as.tensor, out); }
static vjp_status inplace_trunc(const slot* a, vjp_tensor** out) { return vjp_trunc_(a[0].as.tensor); }
static form form_trunc = {
    "trunc", parameters_trunc, 1, 1, 1, .number = -1, .call = call_trunc, .inplace = inplace_trunc};

static parameter parameters_unbind[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                        {"dim", KIND_INT, 1, 0, {.as.integer = 0, .given = 1}}};
static vjp_status call_unbind(const slot* a, vjp_tensor** out) {
  return vjp_unbind(a[0].as.tensor, a[1].as.integer, (vjp_tensor_list**)out);
}
static form form_unbind = {"unbind", parameters_unbind, 2, 2, 0, .number = -1, .call = call_unbind};

static parameter parameters_unflatten[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                           {"dim", KIND_INT, 0, 0, {.given = 0}},
                                           {"sizes", KIND_INTS, 0, 0, {.given = 0}}};
static vjp_status call_unflatten(const slot* a, vjp_tensor** out) {
  return vjp_unflatten(a[0].as.tensor, a[1].as.integer, a[2].as.ints, a[2].count, out);
}
static form form_unflatten = {"unflatten", parameters_unflatten, 3, 3, 1, .number = -1, .call = call_unflatten};

static parameter parameters_unfold[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                        {"dimension", KIND_INT, 0, 0, {.given = 0}},
                                        {"size", KIND_INT, 0, 0, {.given = 0}},
                                        {"step", KIND_INT, 0, 0, {.given = 0}}};
static vjp_status call_unfold(const slot* a, vjp_tensor** out) {
  return vjp_unfold(a[0].as.tensor, a[1].as.integer, a[2].as.integer, a[3].as.integer, out);
}
static form form_unfold = {"unfold", parameters_unfold, 4, 4, 1, .number = -1, .call = call_unfold};

static parameter parameters_uniform[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                         {"low", KIND_FLOAT, 1, 0, {.as.real = 0.0, .given = 1}},
                                         {"high", KIND_FLOAT, 1, 0, {.as.real = 1.0, .given = 1}},
                                         {"generator", KIND_GENERATOR, 1, 1, {.given = 0}}};
static vjp_status call_uniform(const slot* a, vjp_tensor** out) {
  return vjp_uniform(a[0].as.tensor, a[1].as.real, a[2].as.real, a[3].as.generator, out);
}
static vjp_status inplace_uniform(const slot* a, vjp_tensor** out) {
  return vjp_uniform_(a[0].as.tensor, a[1].as.real, a[2].as.real, a[3].as.generator);
}
static form form_uniform = {
    "uniform", parameters_uniform, 4, 3, 1, .number = -1, .call = call_uniform, .inplace = inplace_uniform};

static parameter parameters_unsafe_chunk[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                              {"chunks", KIND_INT, 0, 0, {.given = 0}},
                                              {"dim", KIND_INT, 1, 0, {.as.integer = 0, .given = 1}}};
static vjp_status call_unsafe_chunk(const slot* a, vjp_tensor** out) {
  return vjp_unsafe_chunk(a[0].as.tensor, a[1].as.integer, a[2].as.integer, (vjp_tensor_list**)out);
}
static form form_unsafe_chunk = {"unsafe_chunk", parameters_unsafe_chunk,  3, 3, 0,
                                 .number = -1,   .call = call_unsafe_chunk};

static parameter parameters_unsafe_split[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                              {"split_size", KIND_INT, 0, 0, {.given = 0}},
                                              {"dim", KIND_INT, 1, 0, {.as.integer = 0, .given = 1}}};
static vjp_status call_unsafe_split(const slot* a, vjp_tensor** out) {
  return vjp_unsafe_split(a[0].as.tensor, a[1].as.integer, a[2].as.integer, (vjp_tensor_list**)out);
}
static form form_unsafe_split = {"unsafe_split", parameters_unsafe_split,  3, 3, 0,
                                 .number = -1,   .call = call_unsafe_split};

static parameter parameters_unsafe_split_with_sizes[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                                         {"split_sizes", KIND_INTS, 0, 0, {.given = 0}},
                                                         {"dim", KIND_INT, 1, 0, {.as.integer = 0, .given = 1}}};
static vjp_status call_unsafe_split_with_sizes(const slot* a, vjp_tensor** out) {
  return vjp_unsafe_split_with_sizes(a[0].as.tensor, a[1].as.ints, a[1].count, a[2].as.integer, (vjp_tensor_list**)out);
}
static form form_unsafe_split_with_sizes = {
    "unsafe_split_with_sizes",           parameters_unsafe_split_with_sizes, 3, 3, 0, .number = -1,
    .call = call_unsafe_split_with_sizes};

static parameter parameters_unsqueeze[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                           {"dim", KIND_INT, 0, 0, {.given = 0}}};
static vjp_status call_unsqueeze(const slot* a, vjp_tensor** out) {
  return vjp_unsqueeze(a[0].as.tensor, a[1].as.integer, out);
}
static vjp_status inplace_unsqueeze(const slot* a, vjp_tensor** out) {
  return vjp_unsqueeze_(a[0].as.tensor, a[1].as.integer);
}
static form form_unsqueeze = {
    "unsqueeze", parameters_unsqueeze, 2, 2, 1, .number = -1, .call = call_unsqueeze, .inplace = inplace_unsqueeze};

static parameter parameters_var[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                     {"dim", KIND_OPTIONAL_INTS, 1, 0, {.given = 0}},
                                     {"correction", KIND_OPTIONAL_FLOAT, 1, 1, {.as.real = 1, .given = 1}},
                                     {"keepdim", KIND_BOOL, 1, 1, {.as.truth = 0, .given = 1}}};
static vjp_status call_var(const slot* a, vjp_tensor** out) {
  return vjp_var(a[0].as.tensor, a[1].as.ints, a[1].count, a[2].given ? &a[2].as.real : NULL, a[3].as.truth, out);
}
static form form_var = {"var", parameters_var, 4, 2, 1, .number = -1, .call = call_var};

static parameter parameters_var_unbiased[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                              {"unbiased", KIND_BOOL, 0, 0, {.given = 0}}};
static vjp_status call_var_unbiased(const slot* a, vjp_tensor** out) {
  return vjp_var_unbiased(a[0].as.tensor, a[1].as.truth, out);
}
static form form_var_unbiased = {"var.unbiased", parameters_var_unbiased,  2, 2, 1,
                                 .number = -1,   .call = call_var_unbiased};

static parameter parameters_var_unbiased_dim[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                                  {"dim", KIND_OPTIONAL_INTS, 0, 0, {.given = 0}},
                                                  {"unbiased", KIND_BOOL, 0, 0, {.given = 0}},
                                                  {"keepdim", KIND_BOOL, 1, 0, {.as.truth = 0, .given = 1}}};
static vjp_status call_var_unbiased_dim(const slot* a, vjp_tensor** out) {
  return vjp_var_unbiased_dim(a[0].as.tensor, a[1].as.ints, a[1].count, a[2].as.truth, a[3].as.truth, out);
}
static form form_var_unbiased_dim = {"var.unbiased_dim", parameters_var_unbiased_dim,  4, 4, 1,
                                     .number = -1,       .call = call_var_unbiased_dim};

static parameter parameters_var_mean[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                          {"dim", KIND_OPTIONAL_INTS, 1, 0, {.given = 0}},
                                          {"correction", KIND_OPTIONAL_FLOAT, 1, 1, {.as.real = 1, .given = 1}},
                                          {"keepdim", KIND_BOOL, 1, 1, {.as.truth = 0, .given = 1}}};
static vjp_status call_var_mean(const slot* a, vjp_tensor** out) {
  return vjp_var_mean(a[0].as.tensor, a[1].as.ints, a[1].count, a[2].given ? &a[2].as.real : NULL, a[3].as.truth,
                      &out[0], &out[1]);
}
static form form_var_mean = {
    "var_mean", parameters_var_mean, 4, 2, 2, .number = -1, .call = call_var_mean, .result_type = "var_mean_result"};

static parameter parameters_var_mean_unbiased[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                                   {"unbiased", KIND_BOOL, 0, 0, {.given = 0}}};
static vjp_status call_var_mean_unbiased(const slot* a, vjp_tensor** out) {
  return vjp_var_mean_unbiased(a[0].as.tensor, a[1].as.truth, &out[0], &out[1]);
}
static form form_var_mean_unbiased = {"var_mean.unbiased",
                                      parameters_var_mean_unbiased,
                                      2,
                                      2,
                                      2,
                                      .number = -1,
                                      .call = call_var_mean_unbiased,
                                      .result_type = "var_mean_unbiased_result"};

static parameter parameters_var_mean_unbiased_dim[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                                       {"dim", KIND_OPTIONAL_INTS, 0, 0, {.given = 0}},
                                                       {"unbiased", KIND_BOOL, 0, 0, {.given = 0}},
                                                       {"keepdim", KIND_BOOL, 1, 0, {.as.truth = 0, .given = 1}}};
static vjp_status call_var_mean_unbiased_dim(const slot* a, vjp_tensor** out) {
  return vjp_var_mean_unbiased_dim(a[0].as.tensor, a[1].as.ints, a[1].count, a[2].as.truth, a[3].as.truth, &out[0],
                                   &out[1]);
}
static form form_var_mean_unbiased_dim = {"var_mean.unbiased_dim",
                                          parameters_var_mean_unbiased_dim,
                                          4,
                                          4,
                                          2,
                                          .number = -1,
                                          .call = call_var_mean_unbiased_dim,
                                          .result_type = "var_mean_unbiased_dim_result"};

static parameter parameters_vdot[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                      {"other", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_vdot(const slot* a, vjp_tensor** out) { return vjp_vdot(a[0].as.tensor, a[1].as.tensor, out); }
static form form_vdot = {"vdot", parameters_vdot, 2, 2, 1, .number = -1, .call = call_vdot};

static parameter parameters_view[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                      {"size", KIND_INTS, 0, 0, {.given = 0}}};
static vjp_status call_view(const slot* a, vjp_tensor** out) {
  return vjp_view(a[0].as.tensor, a[1].as.ints, a[1].count, out);
}
static form form_view = {"view", parameters_view, 2, 2, 1, .number = -1, .call = call_view};

static parameter parameters_view_as[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                         {"other", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_view_as(const slot* a, vjp_tensor** out) {
  return vjp_view_as(a[0].as.tensor, a[1].as.tensor, out);
}
static form form_view_as = {"view_as", parameters_view_as, 2, 2, 1, .number = -1, .call = call_view_as};

static parameter parameters_view_as_complex[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_view_as_complex(const slot* a, vjp_tensor** out) {
  return vjp_view_as_complex(a[0].as.tensor, out);
}
static form form_view_as_complex = {"view_as_complex", parameters_view_as_complex,  1, 1, 1,
                                    .number = -1,      .call = call_view_as_complex};

static parameter parameters_view_as_real[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_view_as_real(const slot* a, vjp_tensor** out) { return vjp_view_as_real(a[0].as.tensor, out); }
static form form_view_as_real = {"view_as_real", parameters_view_as_real,  1, 1, 1,
                                 .number = -1,   .call = call_view_as_real};

static parameter parameters_where[] = {{"condition", KIND_TENSOR, 0, 0, {.given = 0}},
                                       {"input", KIND_OPERAND, 0, 0, {.given = 0}},
                                       {"other", KIND_OPERAND, 0, 0, {.given = 0}}};
static vjp_status call_where(const slot* a, vjp_tensor** out) {
  return vjp_where(a[0].as.tensor, a[1].as.tensor, a[2].as.tensor, out);
}
static vjp_status call_where_scalar(const slot* a, vjp_tensor** out) {
  return vjp_where_scalar(a[0].as.tensor, a[1].as.tensor, a[2].as.scalar, out);
}
static vjp_status call_scalar_where(const slot* a, vjp_tensor** out) {
  return vjp_scalar_where(a[0].as.tensor, a[1].as.scalar, a[2].as.tensor, out);
}
static form form_where = {"where",
                          parameters_where,
                          3,
                          3,
                          1,
                          .number = 2,
                          .call = call_where,
                          .with_number = call_where_scalar,
                          .number_first = call_scalar_where};

static parameter parameters_xlog1py[] = {{"input", KIND_OPERAND, 0, 0, {.given = 0}},
                                         {"other", KIND_OPERAND, 0, 0, {.given = 0}}};
static vjp_status call_xlog1py(const slot* a, vjp_tensor** out) {
  return vjp_xlog1py(a[0].as.tensor, a[1].as.tensor, out);
}
static vjp_status call_xlog1py_scalar(const slot* a, vjp_tensor** out) {
  return vjp_xlog1py_scalar(a[0].as.tensor, a[1].as.scalar, out);
}
static vjp_status call_scalar_xlog1py(const slot* a, vjp_tensor** out) {
  return vjp_scalar_xlog1py(a[0].as.scalar, a[1].as.tensor, out);
}
static vjp_status inplace_xlog1py(const slot* a, vjp_tensor** out) {
  return vjp_xlog1py_(a[0].as.tensor, a[1].as.tensor);
}
static vjp_status inplace_xlog1py_scalar(const slot* a, vjp_tensor** out) {
  return vjp_xlog1py_scalar_(a[0].as.tensor, a[1].as.scalar);
}
static form form_xlog1py = {"xlog1py",
                            parameters_xlog1py,
                            2,
                            2,
                            1,
                            .number = 1,
                            .call = call_xlog1py,
                            .with_number = call_xlog1py_scalar,
                            .number_first = call_scalar_xlog1py,
                            .inplace = inplace_xlog1py,
                            .inplace_number = inplace_xlog1py_scalar};

static parameter parameters_xlogy[] = {{"input", KIND_OPERAND, 0, 0, {.given = 0}},
                                       {"other", KIND_OPERAND, 0, 0, {.given = 0}}};
static vjp_status call_xlogy(const slot* a, vjp_tensor** out) { return vjp_xlogy(a[0].as.tensor, a[1].as.tensor, out); }
static vjp_status call_xlogy_scalar(const slot* a, vjp_tensor** out) {
  return vjp_xlogy_scalar(a[0].as.tensor, a[1].as.scalar, out);
}
static vjp_status call_scalar_xlogy(const slot* a, vjp_tensor** out) {
  return vjp_scalar_xlogy(a[0].as.scalar, a[1].as.tensor, out);
}
static vjp_status inplace_xlogy(const slot* a, vjp_tensor** out) { return vjp_xlogy_(a[0].as.tensor, a[1].as.tensor); }
static vjp_status inplace_xlogy_scalar(const slot* a, vjp_tensor** out) {
  return vjp_xlogy_scalar_(a[0].as.tensor, a[1].as.scalar);
}
static form form_xlogy = {"xlogy",
                          parameters_xlogy,
                          2,
                          2,
                          1,
                          .number = 1,
                          .call = call_xlogy,
                          .with_number = call_xlogy_scalar,
                          .number_first = call_scalar_xlogy,
                          .inplace = inplace_xlogy,
                          .inplace_number = inplace_xlogy_scalar};

static parameter parameters_zero[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}}};
static vjp_status call_zero(const slot* a, vjp_tensor** out) { return vjp_zero(a[0].as.tensor, out); }
static vjp_status inplace_zero(const slot* a, vjp_tensor** out) { return vjp_zero_(a[0].as.tensor); }
static form form_zero = {"zero", parameters_zero, 1, 1, 1, .number = -1, .call = call_zero, .inplace = inplace_zero};

static parameter parameters_zeros[] = {{"size", KIND_INTS, 0, 0, {.given = 0}},
                                       {"dtype", KIND_DTYPE, 1, 1, {.given = 0}}};
static vjp_status call_zeros(const slot* a, vjp_tensor** out) {
  return vjp_zeros(a[0].as.ints, a[0].count, a[1].as.dtype, out);
}
static form form_zeros = {"zeros", parameters_zeros, 2, 1, 1, .number = -1, .call = call_zeros};

static parameter parameters_zeros_like[] = {{"input", KIND_TENSOR, 0, 0, {.given = 0}},
                                            {"dtype", KIND_DTYPE, 1, 1, {.given = 0}}};
static vjp_status call_zeros_like(const slot* a, vjp_tensor** out) {
  return vjp_zeros_like(a[0].as.tensor, a[1].as.dtype, out);
}
static form form_zeros_like = {"zeros_like", parameters_zeros_like, 2, 1, 1, .number = -1, .call = call_zeros_like};

form* const forms_table[] = {&form_T,
                             &form_abs,
                             &form_acos,
                             &form_acosh,
                             &form_adaptive_avg_pool1d,
                             &form_adaptive_avg_pool2d,
                             &form_adaptive_avg_pool3d,
                             &form_add,
                             &form_add_alpha,
                             &form_addbmm,
                             &form_addcdiv,
                             &form_addcmul,
                             &form_addmm,
                             &form_addmv,
                             &form_addr,
                             &form_alias,
                             &form_all,
                             &form_amax,
                             &form_amin,
                             &form_angle,
                             &form_any,
                             &form_arange,
                             &form_arange_start,
                             &form_argmax,
                             &form_argmin,
                             &form_argsort,
                             &form_as_strided,
                             &form_asin,
                             &form_asinh,
                             &form_atan,
                             &form_atan2,
                             &form_atanh,
                             &form_avg_pool1d,
                             &form_avg_pool2d,
                             &form_avg_pool3d,
                             &form_baddbmm,
                             &form_batch_norm,
                             &form_bernoulli,
                             &form_bernoulli_p,
                             &form_bilinear,
                             &form_binary_cross_entropy,
                             &form_binary_cross_entropy_with_logits,
                             &form_bitwise_and,
                             &form_bitwise_left_shift,
                             &form_bitwise_not,
                             &form_bitwise_or,
                             &form_bitwise_right_shift,
                             &form_bitwise_xor,
                             &form_bmm,
                             &form_broadcast_to,
                             &form_cat,
                             &form_ceil,
                             &form_celu,
                             &form_chunk,
                             &form_clamp,
                             &form_clamp_max,
                             &form_clamp_min,
                             &form_clone,
                             &form_complex,
                             &form_conj,
                             &form_constant_pad_nd,
                             &form_contiguous,
                             &form_conv1d,
                             &form_conv1d_padding,
                             &form_conv2d,
                             &form_conv2d_padding,
                             &form_conv3d,
                             &form_conv3d_padding,
                             &form_conv_transpose1d,
                             &form_conv_transpose2d,
                             &form_conv_transpose3d,
                             &form_copy,
                             &form_copy_non_blocking,
                             &form_copysign,
                             &form_cos,
                             &form_cosh,
                             &form_cosine_similarity,
                             &form_count_nonzero,
                             &form_cross_entropy,
                             &form_cumprod,
                             &form_cumsum,
                             &form_deg2rad,
                             &form_diagonal,
                             &form_digamma,
                             &form_div,
                             &form_div_rounding_mode,
                             &form_dot,
                             &form_dropout,
                             &form_einsum,
                             &form_elu,
                             &form_embedding,
                             &form_empty,
                             &form_empty_like,
                             &form_entr,
                             &form_eq,
                             &form_erf,
                             &form_erfc,
                             &form_erfinv,
                             &form_exp,
                             &form_exp2,
                             &form_expand,
                             &form_expand_as,
                             &form_expm1,
                             &form_eye,
                             &form_fill,
                             &form_flatten,
                             &form_flip,
                             &form_float_power,
                             &form_floor,
                             &form_floor_divide,
                             &form_fmax,
                             &form_fmin,
                             &form_fmod,
                             &form_frac,
                             &form_full,
                             &form_full_like,
                             &form_gather,
                             &form_ge,
                             &form_gelu,
                             &form_ger,
                             &form_glu,
                             &form_group_norm,
                             &form_gt,
                             &form_hardshrink,
                             &form_hardsigmoid,
                             &form_hardswish,
                             &form_hardtanh,
                             &form_huber_loss,
                             &form_hypot,
                             &form_imag,
                             &form_index_tensor,
                             &form_index_add,
                             &form_index_put,
                             &form_index_select,
                             &form_inner,
                             &form_interpolate,
                             &form_isclose,
                             &form_isfinite,
                             &form_isinf,
                             &form_isnan,
                             &form_isneginf,
                             &form_isposinf,
                             &form_kl_div,
                             &form_kron,
                             &form_kthvalue,
                             &form_l1_loss,
                             &form_layer_norm,
                             &form_ldexp,
                             &form_le,
                             &form_leaky_relu,
                             &form_lerp,
                             &form_lgamma,
                             &form_linalg_multi_dot,
                             &form_linalg_vecdot,
                             &form_linalg_vector_norm,
                             &form_linear,
                             &form_linspace,
                             &form_log,
                             &form_log10,
                             &form_log1p,
                             &form_log2,
                             &form_log_softmax,
                             &form_logaddexp,
                             &form_logaddexp2,
                             &form_logical_and,
                             &form_logical_not,
                             &form_logical_or,
                             &form_logical_xor,
                             &form_logit,
                             &form_logsigmoid,
                             &form_logsumexp,
                             &form_lt,
                             &form_mH,
                             &form_mT,
                             &form_masked_fill,
                             &form_masked_scatter,
                             &form_masked_select,
                             &form_matmul,
                             &form_max,
                             &form_max_dim,
                             &form_max_other,
                             &form_max_pool1d,
                             &form_max_pool1d_indices,
                             &form_max_pool2d,
                             &form_max_pool2d_indices,
                             &form_max_pool3d,
                             &form_max_pool3d_indices,
                             &form_maximum,
                             &form_mean,
                             &form_median,
                             &form_median_dim,
                             &form_min,
                             &form_min_dim,
                             &form_min_other,
                             &form_minimum,
                             &form_mish,
                             &form_mm,
                             &form_movedim,
                             &form_mse_loss,
                             &form_mul,
                             &form_multinomial,
                             &form_mv,
                             &form_nan_to_num,
                             &form_nanmean,
                             &form_nansum,
                             &form_narrow,
                             &form_ndtr,
                             &form_ne,
                             &form_neg,
                             &form_nll_loss,
                             &form_nonzero,
                             &form_norm,
                             &form_norm_named,
                             &form_normal,
                             &form_normal_size,
                             &form_normalize,
                             &form_ones,
                             &form_ones_like,
                             &form_outer,
                             &form_pad,
                             &form_permute,
                             &form_polar,
                             &form_positive,
                             &form_pow,
                             &form_prelu,
                             &form_prod,
                             &form_prod_dim,
                             &form_rad2deg,
                             &form_rand,
                             &form_rand_like,
                             &form_randint,
                             &form_randint_low,
                             &form_randn,
                             &form_randn_like,
                             &form_randperm,
                             &form_ravel,
                             &form_real,
                             &form_reciprocal,
                             &form_relu,
                             &form_relu6,
                             &form_remainder,
                             &form_repeat,
                             &form_reshape,
                             &form_reshape_as,
                             &form_rms_norm,
                             &form_roll,
                             &form_round,
                             &form_round_decimals,
                             &form_rsqrt,
                             &form_rsub,
                             &form_scaled_dot_product_attention,
                             &form_scatter,
                             &form_scatter_value,
                             &form_scatter_add,
                             &form_select,
                             &form_selu,
                             &form_sgn,
                             &form_sigmoid,
                             &form_sign,
                             &form_signbit,
                             &form_silu,
                             &form_sin,
                             &form_sinc,
                             &form_sinh,
                             &form_slice,
                             &form_smooth_l1_loss,
                             &form_softmax,
                             &form_softplus,
                             &form_softshrink,
                             &form_softsign,
                             &form_sort,
                             &form_split,
                             &form_split_sizes,
                             &form_split_with_sizes,
                             &form_sqrt,
                             &form_square,
                             &form_squeeze,
                             &form_squeeze_dim,
                             &form_stack,
                             &form_std,
                             &form_std_unbiased,
                             &form_std_unbiased_dim,
                             &form_std_mean,
                             &form_std_mean_unbiased,
                             &form_std_mean_unbiased_dim,
                             &form_sub,
                             &form_sub_alpha,
                             &form_sum,
                             &form_sum_to_size,
                             &form_t,
                             &form_take,
                             &form_take_along_dim,
                             &form_tan,
                             &form_tanh,
                             &form_tanhshrink,
                             &form_tensordot,
                             &form_tensordot_axes,
                             &form_threshold,
                             &form_tile,
                             &form_to,
                             &form_to_device,
                             &form_topk,
                             &form_transpose,
                             &form_tril,
                             &form_triu,
                             &form_true_divide,
                             &form_trunc,
                             &form_unbind,
                             &form_unflatten,
                             &form_unfold,
                             &form_uniform,
                             &form_unsafe_chunk,
                             &form_unsafe_split,
                             &form_unsafe_split_with_sizes,
                             &form_unsqueeze,
                             &form_var,
                             &form_var_unbiased,
                             &form_var_unbiased_dim,
                             &form_var_mean,
                             &form_var_mean_unbiased,
                             &form_var_mean_unbiased_dim,
                             &form_vdot,
                             &form_view,
                             &form_view_as,
                             &form_view_as_complex,
                             &form_view_as_real,
                             &form_where,
                             &form_xlog1py,
                             &form_xlogy,
                             &form_zero,
                             &form_zeros,
                             &form_zeros_like};
const size_t num_forms = 332;

static form* const functions_forms_0[] = {&form_T};
static PyObject* functions_0(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[0], NULL, args, count, names);
}
static form* const functions_forms_1[] = {&form_abs};
static PyObject* functions_1(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[1], NULL, args, count, names);
}
static form* const functions_forms_2[] = {&form_acos};
static PyObject* functions_2(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[2], NULL, args, count, names);
}
static form* const functions_forms_3[] = {&form_acosh};
static PyObject* functions_3(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[3], NULL, args, count, names);
}
static form* const functions_forms_4[] = {&form_adaptive_avg_pool1d};
static PyObject* functions_4(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[4], NULL, args, count, names);
}
static form* const functions_forms_5[] = {&form_adaptive_avg_pool2d};
static PyObject* functions_5(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[5], NULL, args, count, names);
}
static form* const functions_forms_6[] = {&form_adaptive_avg_pool3d};
static PyObject* functions_6(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[6], NULL, args, count, names);
}
static form* const functions_forms_7[] = {&form_add, &form_add_alpha};
static PyObject* functions_7(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[7], NULL, args, count, names);
}
static form* const functions_forms_8[] = {&form_addbmm};
static PyObject* functions_8(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[8], NULL, args, count, names);
}
static form* const functions_forms_9[] = {&form_addcdiv};
static PyObject* functions_9(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[9], NULL, args, count, names);
}
static form* const functions_forms_10[] = {&form_addcmul};
static PyObject* functions_10(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[10], NULL, args, count, names);
}
static form* const functions_forms_11[] = {&form_addmm};
static PyObject* functions_11(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[11], NULL, args, count, names);
}
static form* const functions_forms_12[] = {&form_addmv};
static PyObject* functions_12(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[12], NULL, args, count, names);
}
static form* const functions_forms_13[] = {&form_addr};
static PyObject* functions_13(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[13], NULL, args, count, names);
}
static form* const functions_forms_14[] = {&form_alias};
static PyObject* functions_14(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[14], NULL, args, count, names);
}
static form* const functions_forms_15[] = {&form_all};
static PyObject* functions_15(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[15], NULL, args, count, names);
}
static form* const functions_forms_16[] = {&form_amax};
static PyObject* functions_16(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[16], NULL, args, count, names);
}
static form* const functions_forms_17[] = {&form_amin};
static PyObject* functions_17(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[17], NULL, args, count, names);
}
static form* const functions_forms_18[] = {&form_angle};
static PyObject* functions_18(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[18], NULL, args, count, names);
}
static form* const functions_forms_19[] = {&form_any};
static PyObject* functions_19(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[19], NULL, args, count, names);
}
static form* const functions_forms_20[] = {&form_arange, &form_arange_start};
static PyObject* functions_20(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[20], NULL, args, count, names);
}
static form* const functions_forms_21[] = {&form_argmax};
static PyObject* functions_21(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[21], NULL, args, count, names);
}
static form* const functions_forms_22[] = {&form_argmin};
static PyObject* functions_22(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[22], NULL, args, count, names);
}
static form* const functions_forms_23[] = {&form_argsort};
static PyObject* functions_23(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[23], NULL, args, count, names);
}
static form* const functions_forms_24[] = {&form_as_strided};
static PyObject* functions_24(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[24], NULL, args, count, names);
}
static form* const functions_forms_25[] = {&form_asin};
static PyObject* functions_25(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[25], NULL, args, count, names);
}
static form* const functions_forms_26[] = {&form_asinh};
static PyObject* functions_26(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[26], NULL, args, count, names);
}
static form* const functions_forms_27[] = {&form_atan};
static PyObject* functions_27(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[27], NULL, args, count, names);
}
static form* const functions_forms_28[] = {&form_atan2};
static PyObject* functions_28(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[28], NULL, args, count, names);
}
static form* const functions_forms_29[] = {&form_atanh};
static PyObject* functions_29(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[29], NULL, args, count, names);
}
static form* const functions_forms_30[] = {&form_avg_pool1d};
static PyObject* functions_30(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[30], NULL, args, count, names);
}
static form* const functions_forms_31[] = {&form_avg_pool2d};
static PyObject* functions_31(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[31], NULL, args, count, names);
}
static form* const functions_forms_32[] = {&form_avg_pool3d};
static PyObject* functions_32(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[32], NULL, args, count, names);
}
static form* const functions_forms_33[] = {&form_baddbmm};
static PyObject* functions_33(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[33], NULL, args, count, names);
}
static form* const functions_forms_34[] = {&form_batch_norm};
static PyObject* functions_34(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[34], NULL, args, count, names);
}
static form* const functions_forms_35[] = {&form_bernoulli, &form_bernoulli_p};
static PyObject* functions_35(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[35], NULL, args, count, names);
}
static form* const functions_forms_36[] = {&form_bilinear};
static PyObject* functions_36(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[36], NULL, args, count, names);
}
static form* const functions_forms_37[] = {&form_binary_cross_entropy};
static PyObject* functions_37(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[37], NULL, args, count, names);
}
static form* const functions_forms_38[] = {&form_binary_cross_entropy_with_logits};
static PyObject* functions_38(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[38], NULL, args, count, names);
}
static form* const functions_forms_39[] = {&form_bitwise_and};
static PyObject* functions_39(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[39], NULL, args, count, names);
}
static form* const functions_forms_40[] = {&form_bitwise_left_shift};
static PyObject* functions_40(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[40], NULL, args, count, names);
}
static form* const functions_forms_41[] = {&form_bitwise_not};
static PyObject* functions_41(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[41], NULL, args, count, names);
}
static form* const functions_forms_42[] = {&form_bitwise_or};
static PyObject* functions_42(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[42], NULL, args, count, names);
}
static form* const functions_forms_43[] = {&form_bitwise_right_shift};
static PyObject* functions_43(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[43], NULL, args, count, names);
}
static form* const functions_forms_44[] = {&form_bitwise_xor};
static PyObject* functions_44(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[44], NULL, args, count, names);
}
static form* const functions_forms_45[] = {&form_bmm};
static PyObject* functions_45(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[45], NULL, args, count, names);
}
static form* const functions_forms_46[] = {&form_broadcast_to};
static PyObject* functions_46(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[46], NULL, args, count, names);
}
static form* const functions_forms_47[] = {&form_cat};
static PyObject* functions_47(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[47], NULL, args, count, names);
}
static form* const functions_forms_48[] = {&form_ceil};
static PyObject* functions_48(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[48], NULL, args, count, names);
}
static form* const functions_forms_49[] = {&form_celu};
static PyObject* functions_49(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[49], NULL, args, count, names);
}
static form* const functions_forms_50[] = {&form_chunk};
static PyObject* functions_50(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[50], NULL, args, count, names);
}
static form* const functions_forms_51[] = {&form_clamp};
static PyObject* functions_51(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[51], NULL, args, count, names);
}
static form* const functions_forms_52[] = {&form_clamp_max};
static PyObject* functions_52(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[52], NULL, args, count, names);
}
static form* const functions_forms_53[] = {&form_clamp_min};
static PyObject* functions_53(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[53], NULL, args, count, names);
}
static form* const functions_forms_54[] = {&form_clone};
static PyObject* functions_54(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[54], NULL, args, count, names);
}
static form* const functions_forms_55[] = {&form_complex};
static PyObject* functions_55(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[55], NULL, args, count, names);
}
static form* const functions_forms_56[] = {&form_conj};
static PyObject* functions_56(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[56], NULL, args, count, names);
}
static form* const functions_forms_57[] = {&form_constant_pad_nd};
static PyObject* functions_57(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[57], NULL, args, count, names);
}
static form* const functions_forms_58[] = {&form_contiguous};
static PyObject* functions_58(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[58], NULL, args, count, names);
}
static form* const functions_forms_59[] = {&form_conv1d, &form_conv1d_padding};
static PyObject* functions_59(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[59], NULL, args, count, names);
}
static form* const functions_forms_60[] = {&form_conv2d, &form_conv2d_padding};
static PyObject* functions_60(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[60], NULL, args, count, names);
}
static form* const functions_forms_61[] = {&form_conv3d, &form_conv3d_padding};
static PyObject* functions_61(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[61], NULL, args, count, names);
}
static form* const functions_forms_62[] = {&form_conv_transpose1d};
static PyObject* functions_62(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[62], NULL, args, count, names);
}
static form* const functions_forms_63[] = {&form_conv_transpose2d};
static PyObject* functions_63(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[63], NULL, args, count, names);
}
static form* const functions_forms_64[] = {&form_conv_transpose3d};
static PyObject* functions_64(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[64], NULL, args, count, names);
}
static form* const functions_forms_65[] = {&form_copy, &form_copy_non_blocking};
static PyObject* functions_65(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[65], NULL, args, count, names);
}
static form* const functions_forms_66[] = {&form_copysign};
static PyObject* functions_66(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[66], NULL, args, count, names);
}
static form* const functions_forms_67[] = {&form_cos};
static PyObject* functions_67(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[67], NULL, args, count, names);
}
static form* const functions_forms_68[] = {&form_cosh};
static PyObject* functions_68(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[68], NULL, args, count, names);
}
static form* const functions_forms_69[] = {&form_cosine_similarity};
static PyObject* functions_69(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[69], NULL, args, count, names);
}
static form* const functions_forms_70[] = {&form_count_nonzero};
static PyObject* functions_70(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[70], NULL, args, count, names);
}
static form* const functions_forms_71[] = {&form_cross_entropy};
static PyObject* functions_71(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[71], NULL, args, count, names);
}
static form* const functions_forms_72[] = {&form_cumprod};
static PyObject* functions_72(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[72], NULL, args, count, names);
}
static form* const functions_forms_73[] = {&form_cumsum};
static PyObject* functions_73(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[73], NULL, args, count, names);
}
static form* const functions_forms_74[] = {&form_deg2rad};
static PyObject* functions_74(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[74], NULL, args, count, names);
}
static form* const functions_forms_75[] = {&form_diagonal};
static PyObject* functions_75(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[75], NULL, args, count, names);
}
static form* const functions_forms_76[] = {&form_digamma};
static PyObject* functions_76(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[76], NULL, args, count, names);
}
static form* const functions_forms_77[] = {&form_div, &form_div_rounding_mode};
static PyObject* functions_77(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[77], NULL, args, count, names);
}
static form* const functions_forms_78[] = {&form_dot};
static PyObject* functions_78(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[78], NULL, args, count, names);
}
static form* const functions_forms_79[] = {&form_dropout};
static PyObject* functions_79(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[79], NULL, args, count, names);
}
static form* const functions_forms_80[] = {&form_einsum};
static PyObject* functions_80(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[80], NULL, args, count, names);
}
static form* const functions_forms_81[] = {&form_elu};
static PyObject* functions_81(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[81], NULL, args, count, names);
}
static form* const functions_forms_82[] = {&form_embedding};
static PyObject* functions_82(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[82], NULL, args, count, names);
}
static form* const functions_forms_83[] = {&form_empty};
static PyObject* functions_83(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[83], NULL, args, count, names);
}
static form* const functions_forms_84[] = {&form_empty_like};
static PyObject* functions_84(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[84], NULL, args, count, names);
}
static form* const functions_forms_85[] = {&form_entr};
static PyObject* functions_85(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[85], NULL, args, count, names);
}
static form* const functions_forms_86[] = {&form_eq};
static PyObject* functions_86(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[86], NULL, args, count, names);
}
static form* const functions_forms_87[] = {&form_erf};
static PyObject* functions_87(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[87], NULL, args, count, names);
}
static form* const functions_forms_88[] = {&form_erfc};
static PyObject* functions_88(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[88], NULL, args, count, names);
}
static form* const functions_forms_89[] = {&form_erfinv};
static PyObject* functions_89(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[89], NULL, args, count, names);
}
static form* const functions_forms_90[] = {&form_exp};
static PyObject* functions_90(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[90], NULL, args, count, names);
}
static form* const functions_forms_91[] = {&form_exp2};
static PyObject* functions_91(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[91], NULL, args, count, names);
}
static form* const functions_forms_92[] = {&form_expand};
static PyObject* functions_92(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[92], NULL, args, count, names);
}
static form* const functions_forms_93[] = {&form_expand_as};
static PyObject* functions_93(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[93], NULL, args, count, names);
}
static form* const functions_forms_94[] = {&form_expm1};
static PyObject* functions_94(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[94], NULL, args, count, names);
}
static form* const functions_forms_95[] = {&form_eye};
static PyObject* functions_95(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[95], NULL, args, count, names);
}
static form* const functions_forms_96[] = {&form_fill};
static PyObject* functions_96(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[96], NULL, args, count, names);
}
static form* const functions_forms_97[] = {&form_flatten};
static PyObject* functions_97(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[97], NULL, args, count, names);
}
static form* const functions_forms_98[] = {&form_flip};
static PyObject* functions_98(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[98], NULL, args, count, names);
}
static form* const functions_forms_99[] = {&form_float_power};
static PyObject* functions_99(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[99], NULL, args, count, names);
}
static form* const functions_forms_100[] = {&form_floor};
static PyObject* functions_100(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[100], NULL, args, count, names);
}
static form* const functions_forms_101[] = {&form_floor_divide};
static PyObject* functions_101(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[101], NULL, args, count, names);
}
static form* const functions_forms_102[] = {&form_fmax};
static PyObject* functions_102(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[102], NULL, args, count, names);
}
static form* const functions_forms_103[] = {&form_fmin};
static PyObject* functions_103(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[103], NULL, args, count, names);
}
static form* const functions_forms_104[] = {&form_fmod};
static PyObject* functions_104(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[104], NULL, args, count, names);
}
static form* const functions_forms_105[] = {&form_frac};
static PyObject* functions_105(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[105], NULL, args, count, names);
}
static form* const functions_forms_106[] = {&form_full};
static PyObject* functions_106(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[106], NULL, args, count, names);
}
static form* const functions_forms_107[] = {&form_full_like};
static PyObject* functions_107(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[107], NULL, args, count, names);
}
static form* const functions_forms_108[] = {&form_gather};
static PyObject* functions_108(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[108], NULL, args, count, names);
}
static form* const functions_forms_109[] = {&form_ge};
static PyObject* functions_109(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[109], NULL, args, count, names);
}
static form* const functions_forms_110[] = {&form_gelu};
static PyObject* functions_110(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[110], NULL, args, count, names);
}
static form* const functions_forms_111[] = {&form_ger};
static PyObject* functions_111(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[111], NULL, args, count, names);
}
static form* const functions_forms_112[] = {&form_glu};
static PyObject* functions_112(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[112], NULL, args, count, names);
}
static form* const functions_forms_113[] = {&form_group_norm};
static PyObject* functions_113(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[113], NULL, args, count, names);
}
static form* const functions_forms_114[] = {&form_gt};
static PyObject* functions_114(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[114], NULL, args, count, names);
}
static form* const functions_forms_115[] = {&form_hardshrink};
static PyObject* functions_115(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[115], NULL, args, count, names);
}
static form* const functions_forms_116[] = {&form_hardsigmoid};
static PyObject* functions_116(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[116], NULL, args, count, names);
}
static form* const functions_forms_117[] = {&form_hardswish};
static PyObject* functions_117(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[117], NULL, args, count, names);
}
static form* const functions_forms_118[] = {&form_hardtanh};
static PyObject* functions_118(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[118], NULL, args, count, names);
}
static form* const functions_forms_119[] = {&form_huber_loss};
static PyObject* functions_119(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[119], NULL, args, count, names);
}
static form* const functions_forms_120[] = {&form_hypot};
static PyObject* functions_120(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[120], NULL, args, count, names);
}
static form* const functions_forms_121[] = {&form_imag};
static PyObject* functions_121(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[121], NULL, args, count, names);
}
static form* const functions_forms_122[] = {&form_index_tensor};
static PyObject* functions_122(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[122], NULL, args, count, names);
}
static form* const functions_forms_123[] = {&form_index_add};
static PyObject* functions_123(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[123], NULL, args, count, names);
}
static form* const functions_forms_124[] = {&form_index_put};
static PyObject* functions_124(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[124], NULL, args, count, names);
}
static form* const functions_forms_125[] = {&form_index_select};
static PyObject* functions_125(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[125], NULL, args, count, names);
}
static form* const functions_forms_126[] = {&form_inner};
static PyObject* functions_126(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[126], NULL, args, count, names);
}
static form* const functions_forms_127[] = {&form_interpolate};
static PyObject* functions_127(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[127], NULL, args, count, names);
}
static form* const functions_forms_128[] = {&form_isclose};
static PyObject* functions_128(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[128], NULL, args, count, names);
}
static form* const functions_forms_129[] = {&form_isfinite};
static PyObject* functions_129(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[129], NULL, args, count, names);
}
static form* const functions_forms_130[] = {&form_isinf};
static PyObject* functions_130(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[130], NULL, args, count, names);
}
static form* const functions_forms_131[] = {&form_isnan};
static PyObject* functions_131(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[131], NULL, args, count, names);
}
static form* const functions_forms_132[] = {&form_isneginf};
static PyObject* functions_132(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[132], NULL, args, count, names);
}
static form* const functions_forms_133[] = {&form_isposinf};
static PyObject* functions_133(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[133], NULL, args, count, names);
}
static form* const functions_forms_134[] = {&form_kl_div};
static PyObject* functions_134(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[134], NULL, args, count, names);
}
static form* const functions_forms_135[] = {&form_kron};
static PyObject* functions_135(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[135], NULL, args, count, names);
}
static form* const functions_forms_136[] = {&form_kthvalue};
static PyObject* functions_136(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[136], NULL, args, count, names);
}
static form* const functions_forms_137[] = {&form_l1_loss};
static PyObject* functions_137(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[137], NULL, args, count, names);
}
static form* const functions_forms_138[] = {&form_layer_norm};
static PyObject* functions_138(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[138], NULL, args, count, names);
}
static form* const functions_forms_139[] = {&form_ldexp};
static PyObject* functions_139(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[139], NULL, args, count, names);
}
static form* const functions_forms_140[] = {&form_le};
static PyObject* functions_140(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[140], NULL, args, count, names);
}
static form* const functions_forms_141[] = {&form_leaky_relu};
static PyObject* functions_141(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[141], NULL, args, count, names);
}
static form* const functions_forms_142[] = {&form_lerp};
static PyObject* functions_142(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[142], NULL, args, count, names);
}
static form* const functions_forms_143[] = {&form_lgamma};
static PyObject* functions_143(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[143], NULL, args, count, names);
}
static form* const functions_forms_144[] = {&form_linalg_multi_dot};
static PyObject* functions_144(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[144], NULL, args, count, names);
}
static form* const functions_forms_145[] = {&form_linalg_vecdot};
static PyObject* functions_145(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[145], NULL, args, count, names);
}
static form* const functions_forms_146[] = {&form_linalg_vector_norm};
static PyObject* functions_146(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[146], NULL, args, count, names);
}
static form* const functions_forms_147[] = {&form_linear};
static PyObject* functions_147(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[147], NULL, args, count, names);
}
static form* const functions_forms_148[] = {&form_linspace};
static PyObject* functions_148(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[148], NULL, args, count, names);
}
static form* const functions_forms_149[] = {&form_log};
static PyObject* functions_149(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[149], NULL, args, count, names);
}
static form* const functions_forms_150[] = {&form_log10};
static PyObject* functions_150(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[150], NULL, args, count, names);
}
static form* const functions_forms_151[] = {&form_log1p};
static PyObject* functions_151(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[151], NULL, args, count, names);
}
static form* const functions_forms_152[] = {&form_log2};
static PyObject* functions_152(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[152], NULL, args, count, names);
}
static form* const functions_forms_153[] = {&form_log_softmax};
static PyObject* functions_153(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[153], NULL, args, count, names);
}
static form* const functions_forms_154[] = {&form_logaddexp};
static PyObject* functions_154(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[154], NULL, args, count, names);
}
static form* const functions_forms_155[] = {&form_logaddexp2};
static PyObject* functions_155(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[155], NULL, args, count, names);
}
static form* const functions_forms_156[] = {&form_logical_and};
static PyObject* functions_156(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[156], NULL, args, count, names);
}
static form* const functions_forms_157[] = {&form_logical_not};
static PyObject* functions_157(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[157], NULL, args, count, names);
}
static form* const functions_forms_158[] = {&form_logical_or};
static PyObject* functions_158(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[158], NULL, args, count, names);
}
static form* const functions_forms_159[] = {&form_logical_xor};
static PyObject* functions_159(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[159], NULL, args, count, names);
}
static form* const functions_forms_160[] = {&form_logit};
static PyObject* functions_160(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[160], NULL, args, count, names);
}
static form* const functions_forms_161[] = {&form_logsigmoid};
static PyObject* functions_161(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[161], NULL, args, count, names);
}
static form* const functions_forms_162[] = {&form_logsumexp};
static PyObject* functions_162(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[162], NULL, args, count, names);
}
static form* const functions_forms_163[] = {&form_lt};
static PyObject* functions_163(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[163], NULL, args, count, names);
}
static form* const functions_forms_164[] = {&form_mH};
static PyObject* functions_164(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[164], NULL, args, count, names);
}
static form* const functions_forms_165[] = {&form_mT};
static PyObject* functions_165(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[165], NULL, args, count, names);
}
static form* const functions_forms_166[] = {&form_masked_fill};
static PyObject* functions_166(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[166], NULL, args, count, names);
}
static form* const functions_forms_167[] = {&form_masked_scatter};
static PyObject* functions_167(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[167], NULL, args, count, names);
}
static form* const functions_forms_168[] = {&form_masked_select};
static PyObject* functions_168(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[168], NULL, args, count, names);
}
static form* const functions_forms_169[] = {&form_matmul};
static PyObject* functions_169(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[169], NULL, args, count, names);
}
static form* const functions_forms_170[] = {&form_max, &form_max_dim, &form_max_other};
static PyObject* functions_170(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[170], NULL, args, count, names);
}
static form* const functions_forms_171[] = {&form_max_pool1d, &form_max_pool1d_indices};
static PyObject* functions_171(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[171], NULL, args, count, names);
}
static form* const functions_forms_172[] = {&form_max_pool2d, &form_max_pool2d_indices};
static PyObject* functions_172(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[172], NULL, args, count, names);
}
static form* const functions_forms_173[] = {&form_max_pool3d, &form_max_pool3d_indices};
static PyObject* functions_173(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[173], NULL, args, count, names);
}
static form* const functions_forms_174[] = {&form_maximum};
static PyObject* functions_174(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[174], NULL, args, count, names);
}
static form* const functions_forms_175[] = {&form_mean};
static PyObject* functions_175(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[175], NULL, args, count, names);
}
static form* const functions_forms_176[] = {&form_median, &form_median_dim};
static PyObject* functions_176(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[176], NULL, args, count, names);
}
static form* const functions_forms_177[] = {&form_min, &form_min_dim, &form_min_other};
static PyObject* functions_177(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[177], NULL, args, count, names);
}
static form* const functions_forms_178[] = {&form_minimum};
static PyObject* functions_178(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[178], NULL, args, count, names);
}
static form* const functions_forms_179[] = {&form_mish};
static PyObject* functions_179(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[179], NULL, args, count, names);
}
static form* const functions_forms_180[] = {&form_mm};
static PyObject* functions_180(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[180], NULL, args, count, names);
}
static form* const functions_forms_181[] = {&form_movedim};
static PyObject* functions_181(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[181], NULL, args, count, names);
}
static form* const functions_forms_182[] = {&form_mse_loss};
static PyObject* functions_182(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[182], NULL, args, count, names);
}
static form* const functions_forms_183[] = {&form_mul};
static PyObject* functions_183(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[183], NULL, args, count, names);
}
static form* const functions_forms_184[] = {&form_multinomial};
static PyObject* functions_184(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[184], NULL, args, count, names);
}
static form* const functions_forms_185[] = {&form_mv};
static PyObject* functions_185(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[185], NULL, args, count, names);
}
static form* const functions_forms_186[] = {&form_nan_to_num};
static PyObject* functions_186(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[186], NULL, args, count, names);
}
static form* const functions_forms_187[] = {&form_nanmean};
static PyObject* functions_187(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[187], NULL, args, count, names);
}
static form* const functions_forms_188[] = {&form_nansum};
static PyObject* functions_188(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[188], NULL, args, count, names);
}
static form* const functions_forms_189[] = {&form_narrow};
static PyObject* functions_189(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[189], NULL, args, count, names);
}
static form* const functions_forms_190[] = {&form_ndtr};
static PyObject* functions_190(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[190], NULL, args, count, names);
}
static form* const functions_forms_191[] = {&form_ne};
static PyObject* functions_191(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[191], NULL, args, count, names);
}
static form* const functions_forms_192[] = {&form_neg};
static PyObject* functions_192(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[192], NULL, args, count, names);
}
static form* const functions_forms_193[] = {&form_nll_loss};
static PyObject* functions_193(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[193], NULL, args, count, names);
}
static form* const functions_forms_194[] = {&form_nonzero};
static PyObject* functions_194(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[194], NULL, args, count, names);
}
static form* const functions_forms_195[] = {&form_norm, &form_norm_named};
static PyObject* functions_195(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[195], NULL, args, count, names);
}
static form* const functions_forms_196[] = {&form_normal, &form_normal_size};
static PyObject* functions_196(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[196], NULL, args, count, names);
}
static form* const functions_forms_197[] = {&form_normalize};
static PyObject* functions_197(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[197], NULL, args, count, names);
}
static form* const functions_forms_198[] = {&form_ones};
static PyObject* functions_198(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[198], NULL, args, count, names);
}
static form* const functions_forms_199[] = {&form_ones_like};
static PyObject* functions_199(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[199], NULL, args, count, names);
}
static form* const functions_forms_200[] = {&form_outer};
static PyObject* functions_200(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[200], NULL, args, count, names);
}
static form* const functions_forms_201[] = {&form_pad};
static PyObject* functions_201(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[201], NULL, args, count, names);
}
static form* const functions_forms_202[] = {&form_permute};
static PyObject* functions_202(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[202], NULL, args, count, names);
}
static form* const functions_forms_203[] = {&form_polar};
static PyObject* functions_203(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[203], NULL, args, count, names);
}
static form* const functions_forms_204[] = {&form_positive};
static PyObject* functions_204(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[204], NULL, args, count, names);
}
static form* const functions_forms_205[] = {&form_pow};
static PyObject* functions_205(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[205], NULL, args, count, names);
}
static form* const functions_forms_206[] = {&form_prelu};
static PyObject* functions_206(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[206], NULL, args, count, names);
}
static form* const functions_forms_207[] = {&form_prod, &form_prod_dim};
static PyObject* functions_207(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[207], NULL, args, count, names);
}
static form* const functions_forms_208[] = {&form_rad2deg};
static PyObject* functions_208(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[208], NULL, args, count, names);
}
static form* const functions_forms_209[] = {&form_rand};
static PyObject* functions_209(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[209], NULL, args, count, names);
}
static form* const functions_forms_210[] = {&form_rand_like};
static PyObject* functions_210(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[210], NULL, args, count, names);
}
static form* const functions_forms_211[] = {&form_randint, &form_randint_low};
static PyObject* functions_211(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[211], NULL, args, count, names);
}
static form* const functions_forms_212[] = {&form_randn};
static PyObject* functions_212(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[212], NULL, args, count, names);
}
static form* const functions_forms_213[] = {&form_randn_like};
static PyObject* functions_213(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[213], NULL, args, count, names);
}
static form* const functions_forms_214[] = {&form_randperm};
static PyObject* functions_214(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[214], NULL, args, count, names);
}
static form* const functions_forms_215[] = {&form_ravel};
static PyObject* functions_215(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[215], NULL, args, count, names);
}
static form* const functions_forms_216[] = {&form_real};
static PyObject* functions_216(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[216], NULL, args, count, names);
}
static form* const functions_forms_217[] = {&form_reciprocal};
static PyObject* functions_217(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[217], NULL, args, count, names);
}
static form* const functions_forms_218[] = {&form_relu};
static PyObject* functions_218(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[218], NULL, args, count, names);
}
static form* const functions_forms_219[] = {&form_relu6};
static PyObject* functions_219(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[219], NULL, args, count, names);
}
static form* const functions_forms_220[] = {&form_remainder};
static PyObject* functions_220(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[220], NULL, args, count, names);
}
static form* const functions_forms_221[] = {&form_repeat};
static PyObject* functions_221(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[221], NULL, args, count, names);
}
static form* const functions_forms_222[] = {&form_reshape};
static PyObject* functions_222(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[222], NULL, args, count, names);
}
static form* const functions_forms_223[] = {&form_reshape_as};
static PyObject* functions_223(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[223], NULL, args, count, names);
}
static form* const functions_forms_224[] = {&form_rms_norm};
static PyObject* functions_224(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[224], NULL, args, count, names);
}
static form* const functions_forms_225[] = {&form_roll};
static PyObject* functions_225(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[225], NULL, args, count, names);
}
static form* const functions_forms_226[] = {&form_round, &form_round_decimals};
static PyObject* functions_226(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[226], NULL, args, count, names);
}
static form* const functions_forms_227[] = {&form_rsqrt};
static PyObject* functions_227(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[227], NULL, args, count, names);
}
static form* const functions_forms_228[] = {&form_rsub};
static PyObject* functions_228(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[228], NULL, args, count, names);
}
static form* const functions_forms_229[] = {&form_scaled_dot_product_attention};
static PyObject* functions_229(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[229], NULL, args, count, names);
}
static form* const functions_forms_230[] = {&form_scatter, &form_scatter_value};
static PyObject* functions_230(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[230], NULL, args, count, names);
}
static form* const functions_forms_231[] = {&form_scatter_add};
static PyObject* functions_231(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[231], NULL, args, count, names);
}
static form* const functions_forms_232[] = {&form_select};
static PyObject* functions_232(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[232], NULL, args, count, names);
}
static form* const functions_forms_233[] = {&form_selu};
static PyObject* functions_233(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[233], NULL, args, count, names);
}
static form* const functions_forms_234[] = {&form_sgn};
static PyObject* functions_234(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[234], NULL, args, count, names);
}
static form* const functions_forms_235[] = {&form_sigmoid};
static PyObject* functions_235(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[235], NULL, args, count, names);
}
static form* const functions_forms_236[] = {&form_sign};
static PyObject* functions_236(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[236], NULL, args, count, names);
}
static form* const functions_forms_237[] = {&form_signbit};
static PyObject* functions_237(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[237], NULL, args, count, names);
}
static form* const functions_forms_238[] = {&form_silu};
static PyObject* functions_238(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[238], NULL, args, count, names);
}
static form* const functions_forms_239[] = {&form_sin};
static PyObject* functions_239(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[239], NULL, args, count, names);
}
static form* const functions_forms_240[] = {&form_sinc};
static PyObject* functions_240(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[240], NULL, args, count, names);
}
static form* const functions_forms_241[] = {&form_sinh};
static PyObject* functions_241(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[241], NULL, args, count, names);
}
static form* const functions_forms_242[] = {&form_slice};
static PyObject* functions_242(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[242], NULL, args, count, names);
}
static form* const functions_forms_243[] = {&form_smooth_l1_loss};
static PyObject* functions_243(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[243], NULL, args, count, names);
}
static form* const functions_forms_244[] = {&form_softmax};
static PyObject* functions_244(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[244], NULL, args, count, names);
}
static form* const functions_forms_245[] = {&form_softplus};
static PyObject* functions_245(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[245], NULL, args, count, names);
}
static form* const functions_forms_246[] = {&form_softshrink};
static PyObject* functions_246(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[246], NULL, args, count, names);
}
static form* const functions_forms_247[] = {&form_softsign};
static PyObject* functions_247(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[247], NULL, args, count, names);
}
static form* const functions_forms_248[] = {&form_sort};
static PyObject* functions_248(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[248], NULL, args, count, names);
}
static form* const functions_forms_249[] = {&form_split, &form_split_sizes};
static PyObject* functions_249(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[249], NULL, args, count, names);
}
static form* const functions_forms_250[] = {&form_split_with_sizes};
static PyObject* functions_250(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[250], NULL, args, count, names);
}
static form* const functions_forms_251[] = {&form_sqrt};
static PyObject* functions_251(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[251], NULL, args, count, names);
}
static form* const functions_forms_252[] = {&form_square};
static PyObject* functions_252(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[252], NULL, args, count, names);
}
static form* const functions_forms_253[] = {&form_squeeze, &form_squeeze_dim};
static PyObject* functions_253(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[253], NULL, args, count, names);
}
static form* const functions_forms_254[] = {&form_stack};
static PyObject* functions_254(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[254], NULL, args, count, names);
}
static form* const functions_forms_255[] = {&form_std, &form_std_unbiased, &form_std_unbiased_dim};
static PyObject* functions_255(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[255], NULL, args, count, names);
}
static form* const functions_forms_256[] = {&form_std_mean, &form_std_mean_unbiased, &form_std_mean_unbiased_dim};
static PyObject* functions_256(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[256], NULL, args, count, names);
}
static form* const functions_forms_257[] = {&form_sub, &form_sub_alpha};
static PyObject* functions_257(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[257], NULL, args, count, names);
}
static form* const functions_forms_258[] = {&form_sum};
static PyObject* functions_258(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[258], NULL, args, count, names);
}
static form* const functions_forms_259[] = {&form_sum_to_size};
static PyObject* functions_259(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[259], NULL, args, count, names);
}
static form* const functions_forms_260[] = {&form_t};
static PyObject* functions_260(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[260], NULL, args, count, names);
}
static form* const functions_forms_261[] = {&form_take};
static PyObject* functions_261(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[261], NULL, args, count, names);
}
static form* const functions_forms_262[] = {&form_take_along_dim};
static PyObject* functions_262(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[262], NULL, args, count, names);
}
static form* const functions_forms_263[] = {&form_tan};
static PyObject* functions_263(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[263], NULL, args, count, names);
}
static form* const functions_forms_264[] = {&form_tanh};
static PyObject* functions_264(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[264], NULL, args, count, names);
}
static form* const functions_forms_265[] = {&form_tanhshrink};
static PyObject* functions_265(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[265], NULL, args, count, names);
}
static form* const functions_forms_266[] = {&form_tensordot, &form_tensordot_axes};
static PyObject* functions_266(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[266], NULL, args, count, names);
}
static form* const functions_forms_267[] = {&form_threshold};
static PyObject* functions_267(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[267], NULL, args, count, names);
}
static form* const functions_forms_268[] = {&form_tile};
static PyObject* functions_268(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[268], NULL, args, count, names);
}
static form* const functions_forms_269[] = {&form_to, &form_to_device};
static PyObject* functions_269(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[269], NULL, args, count, names);
}
static form* const functions_forms_270[] = {&form_topk};
static PyObject* functions_270(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[270], NULL, args, count, names);
}
static form* const functions_forms_271[] = {&form_transpose};
static PyObject* functions_271(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[271], NULL, args, count, names);
}
static form* const functions_forms_272[] = {&form_tril};
static PyObject* functions_272(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[272], NULL, args, count, names);
}
static form* const functions_forms_273[] = {&form_triu};
static PyObject* functions_273(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[273], NULL, args, count, names);
}
static form* const functions_forms_274[] = {&form_true_divide};
static PyObject* functions_274(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[274], NULL, args, count, names);
}
static form* const functions_forms_275[] = {&form_trunc};
static PyObject* functions_275(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[275], NULL, args, count, names);
}
static form* const functions_forms_276[] = {&form_unbind};
static PyObject* functions_276(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[276], NULL, args, count, names);
}
static form* const functions_forms_277[] = {&form_unflatten};
static PyObject* functions_277(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[277], NULL, args, count, names);
}
static form* const functions_forms_278[] = {&form_unfold};
static PyObject* functions_278(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[278], NULL, args, count, names);
}
static form* const functions_forms_279[] = {&form_uniform};
static PyObject* functions_279(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[279], NULL, args, count, names);
}
static form* const functions_forms_280[] = {&form_unsafe_chunk};
static PyObject* functions_280(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[280], NULL, args, count, names);
}
static form* const functions_forms_281[] = {&form_unsafe_split};
static PyObject* functions_281(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[281], NULL, args, count, names);
}
static form* const functions_forms_282[] = {&form_unsafe_split_with_sizes};
static PyObject* functions_282(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[282], NULL, args, count, names);
}
static form* const functions_forms_283[] = {&form_unsqueeze};
static PyObject* functions_283(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[283], NULL, args, count, names);
}
static form* const functions_forms_284[] = {&form_var, &form_var_unbiased, &form_var_unbiased_dim};
static PyObject* functions_284(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[284], NULL, args, count, names);
}
static form* const functions_forms_285[] = {&form_var_mean, &form_var_mean_unbiased, &form_var_mean_unbiased_dim};
static PyObject* functions_285(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[285], NULL, args, count, names);
}
static form* const functions_forms_286[] = {&form_vdot};
static PyObject* functions_286(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[286], NULL, args, count, names);
}
static form* const functions_forms_287[] = {&form_view};
static PyObject* functions_287(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[287], NULL, args, count, names);
}
static form* const functions_forms_288[] = {&form_view_as};
static PyObject* functions_288(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[288], NULL, args, count, names);
}
static form* const functions_forms_289[] = {&form_view_as_complex};
static PyObject* functions_289(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[289], NULL, args, count, names);
}
static form* const functions_forms_290[] = {&form_view_as_real};
static PyObject* functions_290(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[290], NULL, args, count, names);
}
static form* const functions_forms_291[] = {&form_where};
static PyObject* functions_291(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[291], NULL, args, count, names);
}
static form* const functions_forms_292[] = {&form_xlog1py};
static PyObject* functions_292(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[292], NULL, args, count, names);
}
static form* const functions_forms_293[] = {&form_xlogy};
static PyObject* functions_293(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[293], NULL, args, count, names);
}
static form* const functions_forms_294[] = {&form_zero};
static PyObject* functions_294(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[294], NULL, args, count, names);
}
static form* const functions_forms_295[] = {&form_zeros};
static PyObject* functions_295(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[295], NULL, args, count, names);
}
static form* const functions_forms_296[] = {&form_zeros_like};
static PyObject* functions_296(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&functions_table[296], NULL, args, count, names);
}
callable functions_table[] = {
    {"T", "(input)", "T", functions_forms_0, 1, -1, 0, 0, (PyCFunction)(void (*)(void))functions_0, NULL},
    {"abs", "(input, *, out=None)", "abs", functions_forms_1, 1, -1, 0, 0, (PyCFunction)(void (*)(void))functions_1,
     NULL},
    {"acos", "(input, *, out=None)", "acos", functions_forms_2, 1, -1, 0, 0, (PyCFunction)(void (*)(void))functions_2,
     NULL},
    {"acosh", "(input, *, out=None)", "acosh", functions_forms_3, 1, -1, 0, 0, (PyCFunction)(void (*)(void))functions_3,
     NULL},
    {"adaptive_avg_pool1d", "(input, output_size)", "adaptive_avg_pool1d", functions_forms_4, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_4, NULL},
    {"adaptive_avg_pool2d", "(input, output_size)", "adaptive_avg_pool2d", functions_forms_5, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_5, NULL},
    {"adaptive_avg_pool3d", "(input, output_size)", "adaptive_avg_pool3d", functions_forms_6, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_6, NULL},
    {"add", "(*args, **kwargs)", "add", functions_forms_7, 2, -1, 0, 0, (PyCFunction)(void (*)(void))functions_7, NULL},
    {"addbmm", "(input, batch1, batch2, *, beta=1, alpha=1)", "addbmm", functions_forms_8, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_8, NULL},
    {"addcdiv", "(input, tensor1, tensor2, *, value=1, out=None)", "addcdiv", functions_forms_9, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_9, NULL},
    {"addcmul", "(input, tensor1, tensor2, *, value=1, out=None)", "addcmul", functions_forms_10, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_10, NULL},
    {"addmm", "(input, mat1, mat2, *, beta=1, alpha=1, out=None)", "addmm", functions_forms_11, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_11, NULL},
    {"addmv", "(input, mat, vec, *, beta=1, alpha=1)", "addmv", functions_forms_12, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_12, NULL},
    {"addr", "(input, vec1, vec2, *, beta=1, alpha=1)", "addr", functions_forms_13, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_13, NULL},
    {"alias", "(input)", "alias", functions_forms_14, 1, -1, 0, 0, (PyCFunction)(void (*)(void))functions_14, NULL},
    {"all", "(input, dim=None, keepdim=False)", "all", functions_forms_15, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_15, NULL},
    {"amax", "(input, dim=None, keepdim=False)", "amax", functions_forms_16, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_16, NULL},
    {"amin", "(input, dim=None, keepdim=False)", "amin", functions_forms_17, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_17, NULL},
    {"angle", "(input)", "angle", functions_forms_18, 1, -1, 0, 0, (PyCFunction)(void (*)(void))functions_18, NULL},
    {"any", "(input, dim=None, keepdim=False)", "any", functions_forms_19, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_19, NULL},
    {"arange", "(*args, **kwargs)", "arange", functions_forms_20, 2, -1, 1, 0,
     (PyCFunction)(void (*)(void))functions_20, NULL},
    {"argmax", "(input, dim=None, keepdim=False)", "argmax", functions_forms_21, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_21, NULL},
    {"argmin", "(input, dim=None, keepdim=False)", "argmin", functions_forms_22, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_22, NULL},
    {"argsort", "(input, dim=-1, descending=False, stable=False)", "argsort", functions_forms_23, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_23, NULL},
    {"as_strided", "(input, size, stride, storage_offset=None)", "as_strided", functions_forms_24, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_24, NULL},
    {"asin", "(input, *, out=None)", "asin", functions_forms_25, 1, -1, 0, 0, (PyCFunction)(void (*)(void))functions_25,
     NULL},
    {"asinh", "(input, *, out=None)", "asinh", functions_forms_26, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_26, NULL},
    {"atan", "(input, *, out=None)", "atan", functions_forms_27, 1, -1, 0, 0, (PyCFunction)(void (*)(void))functions_27,
     NULL},
    {"atan2", "(input, other, *, out=None)", "atan2", functions_forms_28, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_28, NULL},
    {"atanh", "(input, *, out=None)", "atanh", functions_forms_29, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_29, NULL},
    {"avg_pool1d", "(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True)",
     "avg_pool1d", functions_forms_30, 1, -1, 0, 0, (PyCFunction)(void (*)(void))functions_30, NULL},
    {"avg_pool2d",
     "(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, divisor_override=None)",
     "avg_pool2d", functions_forms_31, 1, -1, 0, 0, (PyCFunction)(void (*)(void))functions_31, NULL},
    {"avg_pool3d",
     "(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, divisor_override=None)",
     "avg_pool3d", functions_forms_32, 1, -1, 0, 0, (PyCFunction)(void (*)(void))functions_32, NULL},
    {"baddbmm", "(input, batch1, batch2, *, beta=1, alpha=1, out=None)", "baddbmm", functions_forms_33, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_33, NULL},
    {"batch_norm",
     "(input, running_mean=None, running_var=None, weight=None, bias=None, training=False, momentum=0.1, eps=1e-05)",
     "batch_norm", functions_forms_34, 1, -1, 0, 0, (PyCFunction)(void (*)(void))functions_34, NULL},
    {"bernoulli", "(*args, **kwargs)", "bernoulli", functions_forms_35, 2, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_35, NULL},
    {"bilinear", "(input1, input2, weight, bias=None)", "bilinear", functions_forms_36, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_36, NULL},
    {"binary_cross_entropy", "(input, target, weight=None, reduction=\"mean\")", "binary_cross_entropy",
     functions_forms_37, 1, -1, 0, 0, (PyCFunction)(void (*)(void))functions_37, NULL},
    {"binary_cross_entropy_with_logits", "(input, target, weight=None, reduction=\"mean\", pos_weight=None)",
     "binary_cross_entropy_with_logits", functions_forms_38, 1, -1, 0, 0, (PyCFunction)(void (*)(void))functions_38,
     NULL},
    {"bitwise_and", "(input, other, *, out=None)", "bitwise_and", functions_forms_39, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_39, NULL},
    {"bitwise_left_shift", "(input, other, *, out=None)", "bitwise_left_shift", functions_forms_40, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_40, NULL},
    {"bitwise_not", "(input, *, out=None)", "bitwise_not", functions_forms_41, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_41, NULL},
    {"bitwise_or", "(input, other, *, out=None)", "bitwise_or", functions_forms_42, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_42, NULL},
    {"bitwise_right_shift", "(input, other, *, out=None)", "bitwise_right_shift", functions_forms_43, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_43, NULL},
    {"bitwise_xor", "(input, other, *, out=None)", "bitwise_xor", functions_forms_44, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_44, NULL},
    {"bmm", "(input, mat2, *, out=None)", "bmm", functions_forms_45, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_45, NULL},
    {"broadcast_to", "(input, size)", "broadcast_to", functions_forms_46, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_46, NULL},
    {"cat", "(tensors, dim=0)", "cat", functions_forms_47, 1, -1, 0, 0, (PyCFunction)(void (*)(void))functions_47,
     NULL},
    {"ceil", "(input, *, out=None)", "ceil", functions_forms_48, 1, -1, 0, 0, (PyCFunction)(void (*)(void))functions_48,
     NULL},
    {"celu", "(input, alpha=1.0, *, out=None)", "celu", functions_forms_49, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_49, NULL},
    {"chunk", "(input, chunks, dim=0)", "chunk", functions_forms_50, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_50, NULL},
    {"clamp", "(input, min=None, max=None, *, out=None)", "clamp", functions_forms_51, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_51, NULL},
    {"clamp_max", "(input, max, *, out=None)", "clamp_max", functions_forms_52, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_52, NULL},
    {"clamp_min", "(input, min, *, out=None)", "clamp_min", functions_forms_53, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_53, NULL},
    {"clone", "(input)", "clone", functions_forms_54, 1, -1, 0, 0, (PyCFunction)(void (*)(void))functions_54, NULL},
    {"complex", "(real, imag, *, out=None)", "complex", functions_forms_55, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_55, NULL},
    {"conj", "(input)", "conj", functions_forms_56, 1, -1, 0, 0, (PyCFunction)(void (*)(void))functions_56, NULL},
    {"constant_pad_nd", "(input, pad, value=0)", "constant_pad_nd", functions_forms_57, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_57, NULL},
    {"contiguous", "(input)", "contiguous", functions_forms_58, 1, -1, 0, 0, (PyCFunction)(void (*)(void))functions_58,
     NULL},
    {"conv1d", "(*args, **kwargs)", "conv1d", functions_forms_59, 2, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_59, NULL},
    {"conv2d", "(*args, **kwargs)", "conv2d", functions_forms_60, 2, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_60, NULL},
    {"conv3d", "(*args, **kwargs)", "conv3d", functions_forms_61, 2, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_61, NULL},
    {"conv_transpose1d", "(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1)",
     "conv_transpose1d", functions_forms_62, 1, -1, 0, 0, (PyCFunction)(void (*)(void))functions_62, NULL},
    {"conv_transpose2d", "(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1)",
     "conv_transpose2d", functions_forms_63, 1, -1, 0, 0, (PyCFunction)(void (*)(void))functions_63, NULL},
    {"conv_transpose3d", "(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1)",
     "conv_transpose3d", functions_forms_64, 1, -1, 0, 0, (PyCFunction)(void (*)(void))functions_64, NULL},
    {"copy", "(*args, **kwargs)", "copy", functions_forms_65, 2, -1, 0, 0, (PyCFunction)(void (*)(void))functions_65,
     NULL},
    {"copysign", "(input, other, *, out=None)", "copysign", functions_forms_66, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_66, NULL},
    {"cos", "(input, *, out=None)", "cos", functions_forms_67, 1, -1, 0, 0, (PyCFunction)(void (*)(void))functions_67,
     NULL},
    {"cosh", "(input, *, out=None)", "cosh", functions_forms_68, 1, -1, 0, 0, (PyCFunction)(void (*)(void))functions_68,
     NULL},
    {"cosine_similarity", "(x1, x2, dim=1, eps=1e-08)", "cosine_similarity", functions_forms_69, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_69, NULL},
    {"count_nonzero", "(input, dim=None)", "count_nonzero", functions_forms_70, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_70, NULL},
    {"cross_entropy", "(input, target, weight=None, ignore_index=-100, reduction=\"mean\", label_smoothing=0.0)",
     "cross_entropy", functions_forms_71, 1, -1, 0, 0, (PyCFunction)(void (*)(void))functions_71, NULL},
    {"cumprod", "(input, dim, *, dtype=None)", "cumprod", functions_forms_72, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_72, NULL},
    {"cumsum", "(input, dim, *, dtype=None)", "cumsum", functions_forms_73, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_73, NULL},
    {"deg2rad", "(input, *, out=None)", "deg2rad", functions_forms_74, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_74, NULL},
    {"diagonal", "(input, offset=0, dim1=0, dim2=1)", "diagonal", functions_forms_75, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_75, NULL},
    {"digamma", "(input, *, out=None)", "digamma", functions_forms_76, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_76, NULL},
    {"div", "(*args, **kwargs)", "div", functions_forms_77, 2, -1, 0, 0, (PyCFunction)(void (*)(void))functions_77,
     NULL},
    {"dot", "(input, other, *, out=None)", "dot", functions_forms_78, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_78, NULL},
    {"dropout", "(input, p=0.5, training=True, *, generator=None)", "dropout", functions_forms_79, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_79, NULL},
    {"einsum", "(equation, *operands, **keywords)", "einsum", functions_forms_80, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_80, NULL},
    {"elu", "(input, alpha=1.0, *, out=None)", "elu", functions_forms_81, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_81, NULL},
    {"embedding", "(input, weight, padding_idx=None)", "embedding", functions_forms_82, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_82, NULL},
    {"empty", "(*size, dtype=None, device=None, requires_grad=False, **keywords)", "empty", functions_forms_83, 1, 0, 1,
     0, (PyCFunction)(void (*)(void))functions_83, NULL},
    {"empty_like", "(input, *, dtype=None, device=None, requires_grad=False)", "empty_like", functions_forms_84, 1, -1,
     1, 0, (PyCFunction)(void (*)(void))functions_84, NULL},
    {"entr", "(input, *, out=None)", "entr", functions_forms_85, 1, -1, 0, 0, (PyCFunction)(void (*)(void))functions_85,
     NULL},
    {"eq", "(input, other, *, out=None)", "eq", functions_forms_86, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_86, NULL},
    {"erf", "(input, *, out=None)", "erf", functions_forms_87, 1, -1, 0, 0, (PyCFunction)(void (*)(void))functions_87,
     NULL},
    {"erfc", "(input, *, out=None)", "erfc", functions_forms_88, 1, -1, 0, 0, (PyCFunction)(void (*)(void))functions_88,
     NULL},
    {"erfinv", "(input, *, out=None)", "erfinv", functions_forms_89, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_89, NULL},
    {"exp", "(input, *, out=None)", "exp", functions_forms_90, 1, -1, 0, 0, (PyCFunction)(void (*)(void))functions_90,
     NULL},
    {"exp2", "(input, *, out=None)", "exp2", functions_forms_91, 1, -1, 0, 0, (PyCFunction)(void (*)(void))functions_91,
     NULL},
    {"expand", "(input, size)", "expand", functions_forms_92, 1, -1, 0, 0, (PyCFunction)(void (*)(void))functions_92,
     NULL},
    {"expand_as", "(input, other)", "expand_as", functions_forms_93, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_93, NULL},
    {"expm1", "(input, *, out=None)", "expm1", functions_forms_94, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_94, NULL},
    {"eye", "(n, m=None, *, dtype=None, device=None, requires_grad=False)", "eye", functions_forms_95, 1, -1, 1, 0,
     (PyCFunction)(void (*)(void))functions_95, NULL},
    {"fill", "(input, value)", "fill", functions_forms_96, 1, -1, 0, 0, (PyCFunction)(void (*)(void))functions_96,
     NULL},
    {"flatten", "(input, start_dim=0, end_dim=-1)", "flatten", functions_forms_97, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_97, NULL},
    {"flip", "(input, dims)", "flip", functions_forms_98, 1, -1, 0, 0, (PyCFunction)(void (*)(void))functions_98, NULL},
    {"float_power", "(input, exponent, *, out=None)", "float_power", functions_forms_99, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_99, NULL},
    {"floor", "(input, *, out=None)", "floor", functions_forms_100, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_100, NULL},
    {"floor_divide", "(input, other, *, out=None)", "floor_divide", functions_forms_101, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_101, NULL},
    {"fmax", "(input, other, *, out=None)", "fmax", functions_forms_102, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_102, NULL},
    {"fmin", "(input, other, *, out=None)", "fmin", functions_forms_103, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_103, NULL},
    {"fmod", "(input, other, *, out=None)", "fmod", functions_forms_104, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_104, NULL},
    {"frac", "(input, *, out=None)", "frac", functions_forms_105, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_105, NULL},
    {"full", "(size, fill_value, *, dtype=None, device=None, requires_grad=False)", "full", functions_forms_106, 1, -1,
     1, 0, (PyCFunction)(void (*)(void))functions_106, NULL},
    {"full_like", "(input, fill_value, *, dtype=None, device=None, requires_grad=False)", "full_like",
     functions_forms_107, 1, -1, 1, 0, (PyCFunction)(void (*)(void))functions_107, NULL},
    {"gather", "(input, dim, index, *, sparse_grad=False)", "gather", functions_forms_108, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_108, NULL},
    {"ge", "(input, other, *, out=None)", "ge", functions_forms_109, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_109, NULL},
    {"gelu", "(input, *, approximate=\"none\")", "gelu", functions_forms_110, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_110, NULL},
    {"ger", "(input, vec2)", "ger", functions_forms_111, 1, -1, 0, 0, (PyCFunction)(void (*)(void))functions_111, NULL},
    {"glu", "(input, dim=-1)", "glu", functions_forms_112, 1, -1, 0, 0, (PyCFunction)(void (*)(void))functions_112,
     NULL},
    {"group_norm", "(input, num_groups, weight=None, bias=None, eps=1e-05)", "group_norm", functions_forms_113, 1, -1,
     0, 0, (PyCFunction)(void (*)(void))functions_113, NULL},
    {"gt", "(input, other, *, out=None)", "gt", functions_forms_114, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_114, NULL},
    {"hardshrink", "(input, lambd=0.5, *, out=None)", "hardshrink", functions_forms_115, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_115, NULL},
    {"hardsigmoid", "(input, *, out=None)", "hardsigmoid", functions_forms_116, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_116, NULL},
    {"hardswish", "(input, *, out=None)", "hardswish", functions_forms_117, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_117, NULL},
    {"hardtanh", "(input, min_val=-1.0, max_val=1.0, *, out=None)", "hardtanh", functions_forms_118, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_118, NULL},
    {"huber_loss", "(input, target, reduction=\"mean\", delta=1.0)", "huber_loss", functions_forms_119, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_119, NULL},
    {"hypot", "(input, other, *, out=None)", "hypot", functions_forms_120, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_120, NULL},
    {"imag", "(input)", "imag", functions_forms_121, 1, -1, 0, 0, (PyCFunction)(void (*)(void))functions_121, NULL},
    {"index", "(input, indices)", "index", functions_forms_122, 1, -1, 0, 0, (PyCFunction)(void (*)(void))functions_122,
     NULL},
    {"index_add", "(input, dim, index, source, *, alpha=1)", "index_add", functions_forms_123, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_123, NULL},
    {"index_put", "(input, indices, values, accumulate=False)", "index_put", functions_forms_124, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_124, NULL},
    {"index_select", "(input, dim, index)", "index_select", functions_forms_125, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_125, NULL},
    {"inner", "(input, other)", "inner", functions_forms_126, 1, -1, 0, 0, (PyCFunction)(void (*)(void))functions_126,
     NULL},
    {"interpolate",
     "(input, size=None, scale_factor=None, mode=\"nearest\", align_corners=False, recompute_scale_factor=False)",
     "interpolate", functions_forms_127, 1, -1, 0, 0, (PyCFunction)(void (*)(void))functions_127, NULL},
    {"isclose", "(input, other, rtol=1e-05, atol=1e-08, *, out=None)", "isclose", functions_forms_128, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_128, NULL},
    {"isfinite", "(input, *, out=None)", "isfinite", functions_forms_129, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_129, NULL},
    {"isinf", "(input, *, out=None)", "isinf", functions_forms_130, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_130, NULL},
    {"isnan", "(input, *, out=None)", "isnan", functions_forms_131, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_131, NULL},
    {"isneginf", "(input, *, out=None)", "isneginf", functions_forms_132, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_132, NULL},
    {"isposinf", "(input, *, out=None)", "isposinf", functions_forms_133, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_133, NULL},
    {"kl_div", "(input, target, reduction=\"mean\", log_target=False)", "kl_div", functions_forms_134, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_134, NULL},
    {"kron", "(input, other)", "kron", functions_forms_135, 1, -1, 0, 0, (PyCFunction)(void (*)(void))functions_135,
     NULL},
    {"kthvalue", "(input, k, dim=-1, keepdim=False)", "kthvalue", functions_forms_136, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_136, NULL},
    {"l1_loss", "(input, target, reduction=\"mean\")", "l1_loss", functions_forms_137, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_137, NULL},
    {"layer_norm", "(input, normalized_shape, weight=None, bias=None, eps=1e-05)", "layer_norm", functions_forms_138, 1,
     -1, 0, 0, (PyCFunction)(void (*)(void))functions_138, NULL},
    {"ldexp", "(input, other, *, out=None)", "ldexp", functions_forms_139, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_139, NULL},
    {"le", "(input, other, *, out=None)", "le", functions_forms_140, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_140, NULL},
    {"leaky_relu", "(input, negative_slope=0.01, *, out=None)", "leaky_relu", functions_forms_141, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_141, NULL},
    {"lerp", "(input, end, weight, *, out=None)", "lerp", functions_forms_142, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_142, NULL},
    {"lgamma", "(input, *, out=None)", "lgamma", functions_forms_143, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_143, NULL},
    {"linalg_multi_dot", "(tensors)", "linalg_multi_dot", functions_forms_144, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_144, NULL},
    {"linalg_vecdot", "(input, other, *, dim=-1)", "linalg_vecdot", functions_forms_145, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_145, NULL},
    {"linalg_vector_norm", "(input, ord=2, dim=None, keepdim=False, *, dtype=None)", "linalg_vector_norm",
     functions_forms_146, 1, -1, 0, 0, (PyCFunction)(void (*)(void))functions_146, NULL},
    {"linear", "(input, weight, bias=None)", "linear", functions_forms_147, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_147, NULL},
    {"linspace", "(start, end, steps, *, dtype=None, device=None, requires_grad=False)", "linspace",
     functions_forms_148, 1, -1, 1, 0, (PyCFunction)(void (*)(void))functions_148, NULL},
    {"log", "(input, *, out=None)", "log", functions_forms_149, 1, -1, 0, 0, (PyCFunction)(void (*)(void))functions_149,
     NULL},
    {"log10", "(input, *, out=None)", "log10", functions_forms_150, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_150, NULL},
    {"log1p", "(input, *, out=None)", "log1p", functions_forms_151, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_151, NULL},
    {"log2", "(input, *, out=None)", "log2", functions_forms_152, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_152, NULL},
    {"log_softmax", "(input, dim, *, dtype=None)", "log_softmax", functions_forms_153, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_153, NULL},
    {"logaddexp", "(input, other, *, out=None)", "logaddexp", functions_forms_154, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_154, NULL},
    {"logaddexp2", "(input, other, *, out=None)", "logaddexp2", functions_forms_155, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_155, NULL},
    {"logical_and", "(input, other, *, out=None)", "logical_and", functions_forms_156, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_156, NULL},
    {"logical_not", "(input, *, out=None)", "logical_not", functions_forms_157, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_157, NULL},
    {"logical_or", "(input, other, *, out=None)", "logical_or", functions_forms_158, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_158, NULL},
    {"logical_xor", "(input, other, *, out=None)", "logical_xor", functions_forms_159, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_159, NULL},
    {"logit", "(input, eps=None, *, out=None)", "logit", functions_forms_160, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_160, NULL},
    {"logsigmoid", "(input, *, out=None)", "logsigmoid", functions_forms_161, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_161, NULL},
    {"logsumexp", "(input, dim, keepdim=False)", "logsumexp", functions_forms_162, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_162, NULL},
    {"lt", "(input, other, *, out=None)", "lt", functions_forms_163, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_163, NULL},
    {"mH", "(input)", "mH", functions_forms_164, 1, -1, 0, 0, (PyCFunction)(void (*)(void))functions_164, NULL},
    {"mT", "(input)", "mT", functions_forms_165, 1, -1, 0, 0, (PyCFunction)(void (*)(void))functions_165, NULL},
    {"masked_fill", "(input, mask, value)", "masked_fill", functions_forms_166, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_166, NULL},
    {"masked_scatter", "(input, mask, source)", "masked_scatter", functions_forms_167, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_167, NULL},
    {"masked_select", "(input, mask)", "masked_select", functions_forms_168, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_168, NULL},
    {"matmul", "(input, other)", "matmul", functions_forms_169, 1, -1, 0, 0, (PyCFunction)(void (*)(void))functions_169,
     NULL},
    {"max", "(*args, **kwargs)", "max", functions_forms_170, 3, -1, 0, 0, (PyCFunction)(void (*)(void))functions_170,
     NULL},
    {"max_pool1d", "(*args, **kwargs)", "max_pool1d", functions_forms_171, 2, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_171, NULL},
    {"max_pool2d", "(*args, **kwargs)", "max_pool2d", functions_forms_172, 2, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_172, NULL},
    {"max_pool3d", "(*args, **kwargs)", "max_pool3d", functions_forms_173, 2, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_173, NULL},
    {"maximum", "(input, other, *, out=None)", "maximum", functions_forms_174, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_174, NULL},
    {"mean", "(input, dim=None, keepdim=False, *, dtype=None)", "mean", functions_forms_175, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_175, NULL},
    {"median", "(*args, **kwargs)", "median", functions_forms_176, 2, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_176, NULL},
    {"min", "(*args, **kwargs)", "min", functions_forms_177, 3, -1, 0, 0, (PyCFunction)(void (*)(void))functions_177,
     NULL},
    {"minimum", "(input, other, *, out=None)", "minimum", functions_forms_178, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_178, NULL},
    {"mish", "(input, *, out=None)", "mish", functions_forms_179, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_179, NULL},
    {"mm", "(input, mat2, *, out=None)", "mm", functions_forms_180, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_180, NULL},
    {"movedim", "(input, source, destination)", "movedim", functions_forms_181, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_181, NULL},
    {"mse_loss", "(input, target, reduction=\"mean\")", "mse_loss", functions_forms_182, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_182, NULL},
    {"mul", "(input, other, *, out=None)", "mul", functions_forms_183, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_183, NULL},
    {"multinomial", "(input, num_samples, replacement=False, *, generator=None)", "multinomial", functions_forms_184, 1,
     -1, 0, 0, (PyCFunction)(void (*)(void))functions_184, NULL},
    {"mv", "(input, vec, *, out=None)", "mv", functions_forms_185, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_185, NULL},
    {"nan_to_num", "(input, nan=None, posinf=None, neginf=None, *, out=None)", "nan_to_num", functions_forms_186, 1, -1,
     0, 0, (PyCFunction)(void (*)(void))functions_186, NULL},
    {"nanmean", "(input, dim=None, keepdim=False, *, dtype=None)", "nanmean", functions_forms_187, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_187, NULL},
    {"nansum", "(input, dim=None, keepdim=False, *, dtype=None)", "nansum", functions_forms_188, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_188, NULL},
    {"narrow", "(input, dim, start, length)", "narrow", functions_forms_189, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_189, NULL},
    {"ndtr", "(input, *, out=None)", "ndtr", functions_forms_190, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_190, NULL},
    {"ne", "(input, other, *, out=None)", "ne", functions_forms_191, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_191, NULL},
    {"neg", "(input, *, out=None)", "neg", functions_forms_192, 1, -1, 0, 0, (PyCFunction)(void (*)(void))functions_192,
     NULL},
    {"nll_loss", "(input, target, weight=None, ignore_index=-100, reduction=\"mean\")", "nll_loss", functions_forms_193,
     1, -1, 0, 0, (PyCFunction)(void (*)(void))functions_193, NULL},
    {"nonzero", "(input)", "nonzero", functions_forms_194, 1, -1, 0, 0, (PyCFunction)(void (*)(void))functions_194,
     NULL},
    {"norm", "(*args, **kwargs)", "norm", functions_forms_195, 2, -1, 0, 0, (PyCFunction)(void (*)(void))functions_195,
     NULL},
    {"normal", "(*args, **kwargs)", "normal", functions_forms_196, 2, -1, 1, 0,
     (PyCFunction)(void (*)(void))functions_196, NULL},
    {"normalize", "(input, p=2.0, dim=1, eps=1e-12)", "normalize", functions_forms_197, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_197, NULL},
    {"ones", "(*size, dtype=None, device=None, requires_grad=False, **keywords)", "ones", functions_forms_198, 1, 0, 1,
     0, (PyCFunction)(void (*)(void))functions_198, NULL},
    {"ones_like", "(input, *, dtype=None, device=None, requires_grad=False)", "ones_like", functions_forms_199, 1, -1,
     1, 0, (PyCFunction)(void (*)(void))functions_199, NULL},
    {"outer", "(input, vec2)", "outer", functions_forms_200, 1, -1, 0, 0, (PyCFunction)(void (*)(void))functions_200,
     NULL},
    {"pad", "(input, pad, mode=\"constant\", value=None)", "pad", functions_forms_201, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_201, NULL},
    {"permute", "(input, dims)", "permute", functions_forms_202, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_202, NULL},
    {"polar", "(abs, angle)", "polar", functions_forms_203, 1, -1, 0, 0, (PyCFunction)(void (*)(void))functions_203,
     NULL},
    {"positive", "(input)", "positive", functions_forms_204, 1, -1, 0, 0, (PyCFunction)(void (*)(void))functions_204,
     NULL},
    {"pow", "(input, exponent, *, out=None)", "pow", functions_forms_205, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_205, NULL},
    {"prelu", "(input, weight)", "prelu", functions_forms_206, 1, -1, 0, 0, (PyCFunction)(void (*)(void))functions_206,
     NULL},
    {"prod", "(*args, **kwargs)", "prod", functions_forms_207, 2, -1, 0, 0, (PyCFunction)(void (*)(void))functions_207,
     NULL},
    {"rad2deg", "(input, *, out=None)", "rad2deg", functions_forms_208, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_208, NULL},
    {"rand", "(*size, dtype=None, generator=None, device=None, requires_grad=False, **keywords)", "rand",
     functions_forms_209, 1, 0, 1, 0, (PyCFunction)(void (*)(void))functions_209, NULL},
    {"rand_like", "(input, *, dtype=None, generator=None, device=None, requires_grad=False)", "rand_like",
     functions_forms_210, 1, -1, 1, 0, (PyCFunction)(void (*)(void))functions_210, NULL},
    {"randint", "(*args, **kwargs)", "randint", functions_forms_211, 2, -1, 1, 0,
     (PyCFunction)(void (*)(void))functions_211, NULL},
    {"randn", "(*size, dtype=None, generator=None, device=None, requires_grad=False, **keywords)", "randn",
     functions_forms_212, 1, 0, 1, 0, (PyCFunction)(void (*)(void))functions_212, NULL},
    {"randn_like", "(input, *, dtype=None, generator=None, device=None, requires_grad=False)", "randn_like",
     functions_forms_213, 1, -1, 1, 0, (PyCFunction)(void (*)(void))functions_213, NULL},
    {"randperm", "(n, *, dtype=None, generator=None, device=None, requires_grad=False)", "randperm",
     functions_forms_214, 1, -1, 1, 0, (PyCFunction)(void (*)(void))functions_214, NULL},
    {"ravel", "(input)", "ravel", functions_forms_215, 1, -1, 0, 0, (PyCFunction)(void (*)(void))functions_215, NULL},
    {"real", "(input)", "real", functions_forms_216, 1, -1, 0, 0, (PyCFunction)(void (*)(void))functions_216, NULL},
    {"reciprocal", "(input, *, out=None)", "reciprocal", functions_forms_217, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_217, NULL},
    {"relu", "(input, *, out=None)", "relu", functions_forms_218, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_218, NULL},
    {"relu6", "(input, *, out=None)", "relu6", functions_forms_219, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_219, NULL},
    {"remainder", "(input, other, *, out=None)", "remainder", functions_forms_220, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_220, NULL},
    {"repeat", "(input, repeats)", "repeat", functions_forms_221, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_221, NULL},
    {"reshape", "(input, shape)", "reshape", functions_forms_222, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_222, NULL},
    {"reshape_as", "(input, other)", "reshape_as", functions_forms_223, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_223, NULL},
    {"rms_norm", "(input, normalized_shape, weight=None, eps=None)", "rms_norm", functions_forms_224, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_224, NULL},
    {"roll", "(input, shifts, dims=None)", "roll", functions_forms_225, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_225, NULL},
    {"round", "(*args, **kwargs)", "round", functions_forms_226, 2, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_226, NULL},
    {"rsqrt", "(input, *, out=None)", "rsqrt", functions_forms_227, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_227, NULL},
    {"rsub", "(input, other, *, alpha=1)", "rsub", functions_forms_228, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_228, NULL},
    {"scaled_dot_product_attention",
     "(query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, *, scale=None, enable_gqa=False, "
     "generator=None)",
     "scaled_dot_product_attention", functions_forms_229, 1, -1, 0, 0, (PyCFunction)(void (*)(void))functions_229,
     NULL},
    {"scatter", "(*args, **kwargs)", "scatter", functions_forms_230, 2, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_230, NULL},
    {"scatter_add", "(input, dim, index, src)", "scatter_add", functions_forms_231, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_231, NULL},
    {"select", "(input, dim, index)", "select", functions_forms_232, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_232, NULL},
    {"selu", "(input, *, out=None)", "selu", functions_forms_233, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_233, NULL},
    {"sgn", "(input, *, out=None)", "sgn", functions_forms_234, 1, -1, 0, 0, (PyCFunction)(void (*)(void))functions_234,
     NULL},
    {"sigmoid", "(input, *, out=None)", "sigmoid", functions_forms_235, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_235, NULL},
    {"sign", "(input, *, out=None)", "sign", functions_forms_236, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_236, NULL},
    {"signbit", "(input, *, out=None)", "signbit", functions_forms_237, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_237, NULL},
    {"silu", "(input, *, out=None)", "silu", functions_forms_238, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_238, NULL},
    {"sin", "(input, *, out=None)", "sin", functions_forms_239, 1, -1, 0, 0, (PyCFunction)(void (*)(void))functions_239,
     NULL},
    {"sinc", "(input, *, out=None)", "sinc", functions_forms_240, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_240, NULL},
    {"sinh", "(input, *, out=None)", "sinh", functions_forms_241, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_241, NULL},
    {"slice", "(input, dim=0, start=None, end=None, step=1)", "slice", functions_forms_242, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_242, NULL},
    {"smooth_l1_loss", "(input, target, reduction=\"mean\", beta=1.0)", "smooth_l1_loss", functions_forms_243, 1, -1, 0,
     0, (PyCFunction)(void (*)(void))functions_243, NULL},
    {"softmax", "(input, dim, *, dtype=None)", "softmax", functions_forms_244, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_244, NULL},
    {"softplus", "(input, beta=1, threshold=20, *, out=None)", "softplus", functions_forms_245, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_245, NULL},
    {"softshrink", "(input, lambd=0.5, *, out=None)", "softshrink", functions_forms_246, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_246, NULL},
    {"softsign", "(input)", "softsign", functions_forms_247, 1, -1, 0, 0, (PyCFunction)(void (*)(void))functions_247,
     NULL},
    {"sort", "(input, dim=-1, descending=False, stable=False)", "sort", functions_forms_248, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_248, NULL},
    {"split", "(*args, **kwargs)", "split", functions_forms_249, 2, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_249, NULL},
    {"split_with_sizes", "(input, split_sizes, dim=0)", "split_with_sizes", functions_forms_250, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_250, NULL},
    {"sqrt", "(input, *, out=None)", "sqrt", functions_forms_251, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_251, NULL},
    {"square", "(input, *, out=None)", "square", functions_forms_252, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_252, NULL},
    {"squeeze", "(*args, **kwargs)", "squeeze", functions_forms_253, 2, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_253, NULL},
    {"stack", "(tensors, dim=0)", "stack", functions_forms_254, 1, -1, 0, 0, (PyCFunction)(void (*)(void))functions_254,
     NULL},
    {"std", "(*args, **kwargs)", "std", functions_forms_255, 3, -1, 0, 0, (PyCFunction)(void (*)(void))functions_255,
     NULL},
    {"std_mean", "(*args, **kwargs)", "std_mean", functions_forms_256, 3, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_256, NULL},
    {"sub", "(*args, **kwargs)", "sub", functions_forms_257, 2, -1, 0, 0, (PyCFunction)(void (*)(void))functions_257,
     NULL},
    {"sum", "(input, dim=None, keepdim=False, *, dtype=None)", "sum", functions_forms_258, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_258, NULL},
    {"sum_to_size", "(input, size)", "sum_to_size", functions_forms_259, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_259, NULL},
    {"t", "(input)", "t", functions_forms_260, 1, -1, 0, 0, (PyCFunction)(void (*)(void))functions_260, NULL},
    {"take", "(input, index)", "take", functions_forms_261, 1, -1, 0, 0, (PyCFunction)(void (*)(void))functions_261,
     NULL},
    {"take_along_dim", "(input, indices, dim=None)", "take_along_dim", functions_forms_262, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_262, NULL},
    {"tan", "(input, *, out=None)", "tan", functions_forms_263, 1, -1, 0, 0, (PyCFunction)(void (*)(void))functions_263,
     NULL},
    {"tanh", "(input, *, out=None)", "tanh", functions_forms_264, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_264, NULL},
    {"tanhshrink", "(input, *, out=None)", "tanhshrink", functions_forms_265, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_265, NULL},
    {"tensordot", "(*args, **kwargs)", "tensordot", functions_forms_266, 2, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_266, NULL},
    {"threshold", "(input, threshold, value, *, out=None)", "threshold", functions_forms_267, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_267, NULL},
    {"tile", "(input, dims)", "tile", functions_forms_268, 1, -1, 0, 0, (PyCFunction)(void (*)(void))functions_268,
     NULL},
    {"to", "(*args, **kwargs)", "to", functions_forms_269, 2, -1, 0, 0, (PyCFunction)(void (*)(void))functions_269,
     NULL},
    {"topk", "(input, k, dim=-1, largest=True, sorted=True)", "topk", functions_forms_270, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_270, NULL},
    {"transpose", "(input, dim0, dim1)", "transpose", functions_forms_271, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_271, NULL},
    {"tril", "(input, diagonal=0)", "tril", functions_forms_272, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_272, NULL},
    {"triu", "(input, diagonal=0)", "triu", functions_forms_273, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_273, NULL},
    {"true_divide", "(input, other, *, out=None)", "true_divide", functions_forms_274, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_274, NULL},
    {"trunc", "(input, *, out=None)", "trunc", functions_forms_275, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_275, NULL},
    {"unbind", "(input, dim=0)", "unbind", functions_forms_276, 1, -1, 0, 0, (PyCFunction)(void (*)(void))functions_276,
     NULL},
    {"unflatten", "(input, dim, sizes)", "unflatten", functions_forms_277, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_277, NULL},
    {"unfold", "(input, dimension, size, step)", "unfold", functions_forms_278, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_278, NULL},
    {"uniform", "(input, low=0.0, high=1.0, *, generator=None)", "uniform", functions_forms_279, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_279, NULL},
    {"unsafe_chunk", "(input, chunks, dim=0)", "unsafe_chunk", functions_forms_280, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_280, NULL},
    {"unsafe_split", "(input, split_size, dim=0)", "unsafe_split", functions_forms_281, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_281, NULL},
    {"unsafe_split_with_sizes", "(input, split_sizes, dim=0)", "unsafe_split_with_sizes", functions_forms_282, 1, -1, 0,
     0, (PyCFunction)(void (*)(void))functions_282, NULL},
    {"unsqueeze", "(input, dim)", "unsqueeze", functions_forms_283, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_283, NULL},
    {"var", "(*args, **kwargs)", "var", functions_forms_284, 3, -1, 0, 0, (PyCFunction)(void (*)(void))functions_284,
     NULL},
    {"var_mean", "(*args, **kwargs)", "var_mean", functions_forms_285, 3, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_285, NULL},
    {"vdot", "(input, other)", "vdot", functions_forms_286, 1, -1, 0, 0, (PyCFunction)(void (*)(void))functions_286,
     NULL},
    {"view", "(input, size)", "view", functions_forms_287, 1, -1, 0, 0, (PyCFunction)(void (*)(void))functions_287,
     NULL},
    {"view_as", "(input, other)", "view_as", functions_forms_288, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_288, NULL},
    {"view_as_complex", "(input)", "view_as_complex", functions_forms_289, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_289, NULL},
    {"view_as_real", "(input)", "view_as_real", functions_forms_290, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_290, NULL},
    {"where", "(condition, input, other, *, out=None)", "where", functions_forms_291, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_291, NULL},
    {"xlog1py", "(input, other, *, out=None)", "xlog1py", functions_forms_292, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_292, NULL},
    {"xlogy", "(input, other, *, out=None)", "xlogy", functions_forms_293, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))functions_293, NULL},
    {"zero", "(input)", "zero", functions_forms_294, 1, -1, 0, 0, (PyCFunction)(void (*)(void))functions_294, NULL},
    {"zeros", "(*size, dtype=None, device=None, requires_grad=False, **keywords)", "zeros", functions_forms_295, 1, 0,
     1, 0, (PyCFunction)(void (*)(void))functions_295, NULL},
    {"zeros_like", "(input, *, dtype=None, device=None, requires_grad=False)", "zeros_like", functions_forms_296, 1, -1,
     1, 0, (PyCFunction)(void (*)(void))functions_296, NULL}};
const size_t num_functions = 297;

static form* const methods_forms_0[] = {&form_abs};
static PyObject* methods_0(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[0], self, args, count, names);
}
static form* const methods_forms_1[] = {&form_abs};
static PyObject* methods_1(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[1], self, args, count, names);
}
static form* const methods_forms_2[] = {&form_acos};
static PyObject* methods_2(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[2], self, args, count, names);
}
static form* const methods_forms_3[] = {&form_acos};
static PyObject* methods_3(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[3], self, args, count, names);
}
static form* const methods_forms_4[] = {&form_acosh};
static PyObject* methods_4(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[4], self, args, count, names);
}
static form* const methods_forms_5[] = {&form_acosh};
static PyObject* methods_5(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[5], self, args, count, names);
}
static form* const methods_forms_6[] = {&form_adaptive_avg_pool1d};
static PyObject* methods_6(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[6], self, args, count, names);
}
static form* const methods_forms_7[] = {&form_adaptive_avg_pool2d};
static PyObject* methods_7(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[7], self, args, count, names);
}
static form* const methods_forms_8[] = {&form_adaptive_avg_pool3d};
static PyObject* methods_8(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[8], self, args, count, names);
}
static form* const methods_forms_9[] = {&form_add, &form_add_alpha};
static PyObject* methods_9(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[9], self, args, count, names);
}
static form* const methods_forms_10[] = {&form_add, &form_add_alpha};
static PyObject* methods_10(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[10], self, args, count, names);
}
static form* const methods_forms_11[] = {&form_addbmm};
static PyObject* methods_11(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[11], self, args, count, names);
}
static form* const methods_forms_12[] = {&form_addbmm};
static PyObject* methods_12(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[12], self, args, count, names);
}
static form* const methods_forms_13[] = {&form_addcdiv};
static PyObject* methods_13(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[13], self, args, count, names);
}
static form* const methods_forms_14[] = {&form_addcdiv};
static PyObject* methods_14(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[14], self, args, count, names);
}
static form* const methods_forms_15[] = {&form_addcmul};
static PyObject* methods_15(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[15], self, args, count, names);
}
static form* const methods_forms_16[] = {&form_addcmul};
static PyObject* methods_16(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[16], self, args, count, names);
}
static form* const methods_forms_17[] = {&form_addmm};
static PyObject* methods_17(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[17], self, args, count, names);
}
static form* const methods_forms_18[] = {&form_addmm};
static PyObject* methods_18(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[18], self, args, count, names);
}
static form* const methods_forms_19[] = {&form_addmv};
static PyObject* methods_19(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[19], self, args, count, names);
}
static form* const methods_forms_20[] = {&form_addmv};
static PyObject* methods_20(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[20], self, args, count, names);
}
static form* const methods_forms_21[] = {&form_addr};
static PyObject* methods_21(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[21], self, args, count, names);
}
static form* const methods_forms_22[] = {&form_addr};
static PyObject* methods_22(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[22], self, args, count, names);
}
static form* const methods_forms_23[] = {&form_alias};
static PyObject* methods_23(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[23], self, args, count, names);
}
static form* const methods_forms_24[] = {&form_all};
static PyObject* methods_24(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[24], self, args, count, names);
}
static form* const methods_forms_25[] = {&form_amax};
static PyObject* methods_25(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[25], self, args, count, names);
}
static form* const methods_forms_26[] = {&form_amin};
static PyObject* methods_26(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[26], self, args, count, names);
}
static form* const methods_forms_27[] = {&form_angle};
static PyObject* methods_27(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[27], self, args, count, names);
}
static form* const methods_forms_28[] = {&form_any};
static PyObject* methods_28(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[28], self, args, count, names);
}
static form* const methods_forms_29[] = {&form_argmax};
static PyObject* methods_29(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[29], self, args, count, names);
}
static form* const methods_forms_30[] = {&form_argmin};
static PyObject* methods_30(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[30], self, args, count, names);
}
static form* const methods_forms_31[] = {&form_argsort};
static PyObject* methods_31(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[31], self, args, count, names);
}
static form* const methods_forms_32[] = {&form_as_strided};
static PyObject* methods_32(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[32], self, args, count, names);
}
static form* const methods_forms_33[] = {&form_as_strided};
static PyObject* methods_33(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[33], self, args, count, names);
}
static form* const methods_forms_34[] = {&form_asin};
static PyObject* methods_34(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[34], self, args, count, names);
}
static form* const methods_forms_35[] = {&form_asin};
static PyObject* methods_35(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[35], self, args, count, names);
}
static form* const methods_forms_36[] = {&form_asinh};
static PyObject* methods_36(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[36], self, args, count, names);
}
static form* const methods_forms_37[] = {&form_asinh};
static PyObject* methods_37(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[37], self, args, count, names);
}
static form* const methods_forms_38[] = {&form_atan};
static PyObject* methods_38(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[38], self, args, count, names);
}
static form* const methods_forms_39[] = {&form_atan};
static PyObject* methods_39(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[39], self, args, count, names);
}
static form* const methods_forms_40[] = {&form_atan2};
static PyObject* methods_40(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[40], self, args, count, names);
}
static form* const methods_forms_41[] = {&form_atan2};
static PyObject* methods_41(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[41], self, args, count, names);
}
static form* const methods_forms_42[] = {&form_atanh};
static PyObject* methods_42(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[42], self, args, count, names);
}
static form* const methods_forms_43[] = {&form_atanh};
static PyObject* methods_43(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[43], self, args, count, names);
}
static form* const methods_forms_44[] = {&form_avg_pool1d};
static PyObject* methods_44(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[44], self, args, count, names);
}
static form* const methods_forms_45[] = {&form_avg_pool2d};
static PyObject* methods_45(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[45], self, args, count, names);
}
static form* const methods_forms_46[] = {&form_avg_pool3d};
static PyObject* methods_46(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[46], self, args, count, names);
}
static form* const methods_forms_47[] = {&form_baddbmm};
static PyObject* methods_47(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[47], self, args, count, names);
}
static form* const methods_forms_48[] = {&form_baddbmm};
static PyObject* methods_48(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[48], self, args, count, names);
}
static form* const methods_forms_49[] = {&form_batch_norm};
static PyObject* methods_49(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[49], self, args, count, names);
}
static form* const methods_forms_50[] = {&form_bernoulli, &form_bernoulli_p};
static PyObject* methods_50(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[50], self, args, count, names);
}
static form* const methods_forms_51[] = {&form_bernoulli_p};
static PyObject* methods_51(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[51], self, args, count, names);
}
static form* const methods_forms_52[] = {&form_binary_cross_entropy};
static PyObject* methods_52(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[52], self, args, count, names);
}
static form* const methods_forms_53[] = {&form_binary_cross_entropy_with_logits};
static PyObject* methods_53(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[53], self, args, count, names);
}
static form* const methods_forms_54[] = {&form_bitwise_and};
static PyObject* methods_54(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[54], self, args, count, names);
}
static form* const methods_forms_55[] = {&form_bitwise_and};
static PyObject* methods_55(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[55], self, args, count, names);
}
static form* const methods_forms_56[] = {&form_bitwise_left_shift};
static PyObject* methods_56(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[56], self, args, count, names);
}
static form* const methods_forms_57[] = {&form_bitwise_left_shift};
static PyObject* methods_57(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[57], self, args, count, names);
}
static form* const methods_forms_58[] = {&form_bitwise_not};
static PyObject* methods_58(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[58], self, args, count, names);
}
static form* const methods_forms_59[] = {&form_bitwise_not};
static PyObject* methods_59(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[59], self, args, count, names);
}
static form* const methods_forms_60[] = {&form_bitwise_or};
static PyObject* methods_60(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[60], self, args, count, names);
}
static form* const methods_forms_61[] = {&form_bitwise_or};
static PyObject* methods_61(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[61], self, args, count, names);
}
static form* const methods_forms_62[] = {&form_bitwise_right_shift};
static PyObject* methods_62(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[62], self, args, count, names);
}
static form* const methods_forms_63[] = {&form_bitwise_right_shift};
static PyObject* methods_63(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[63], self, args, count, names);
}
static form* const methods_forms_64[] = {&form_bitwise_xor};
static PyObject* methods_64(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[64], self, args, count, names);
}
static form* const methods_forms_65[] = {&form_bitwise_xor};
static PyObject* methods_65(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[65], self, args, count, names);
}
static form* const methods_forms_66[] = {&form_bmm};
static PyObject* methods_66(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[66], self, args, count, names);
}
static form* const methods_forms_67[] = {&form_broadcast_to};
static PyObject* methods_67(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[67], self, args, count, names);
}
static form* const methods_forms_68[] = {&form_ceil};
static PyObject* methods_68(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[68], self, args, count, names);
}
static form* const methods_forms_69[] = {&form_ceil};
static PyObject* methods_69(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[69], self, args, count, names);
}
static form* const methods_forms_70[] = {&form_celu};
static PyObject* methods_70(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[70], self, args, count, names);
}
static form* const methods_forms_71[] = {&form_celu};
static PyObject* methods_71(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[71], self, args, count, names);
}
static form* const methods_forms_72[] = {&form_chunk};
static PyObject* methods_72(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[72], self, args, count, names);
}
static form* const methods_forms_73[] = {&form_clamp};
static PyObject* methods_73(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[73], self, args, count, names);
}
static form* const methods_forms_74[] = {&form_clamp_max};
static PyObject* methods_74(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[74], self, args, count, names);
}
static form* const methods_forms_75[] = {&form_clamp_max};
static PyObject* methods_75(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[75], self, args, count, names);
}
static form* const methods_forms_76[] = {&form_clamp_min};
static PyObject* methods_76(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[76], self, args, count, names);
}
static form* const methods_forms_77[] = {&form_clamp_min};
static PyObject* methods_77(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[77], self, args, count, names);
}
static form* const methods_forms_78[] = {&form_clone};
static PyObject* methods_78(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[78], self, args, count, names);
}
static form* const methods_forms_79[] = {&form_conj};
static PyObject* methods_79(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[79], self, args, count, names);
}
static form* const methods_forms_80[] = {&form_constant_pad_nd};
static PyObject* methods_80(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[80], self, args, count, names);
}
static form* const methods_forms_81[] = {&form_contiguous};
static PyObject* methods_81(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[81], self, args, count, names);
}
static form* const methods_forms_82[] = {&form_conv1d, &form_conv1d_padding};
static PyObject* methods_82(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[82], self, args, count, names);
}
static form* const methods_forms_83[] = {&form_conv2d, &form_conv2d_padding};
static PyObject* methods_83(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[83], self, args, count, names);
}
static form* const methods_forms_84[] = {&form_conv3d, &form_conv3d_padding};
static PyObject* methods_84(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[84], self, args, count, names);
}
static form* const methods_forms_85[] = {&form_conv_transpose1d};
static PyObject* methods_85(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[85], self, args, count, names);
}
static form* const methods_forms_86[] = {&form_conv_transpose2d};
static PyObject* methods_86(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[86], self, args, count, names);
}
static form* const methods_forms_87[] = {&form_conv_transpose3d};
static PyObject* methods_87(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[87], self, args, count, names);
}
static form* const methods_forms_88[] = {&form_copy, &form_copy_non_blocking};
static PyObject* methods_88(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[88], self, args, count, names);
}
static form* const methods_forms_89[] = {&form_copy, &form_copy_non_blocking};
static PyObject* methods_89(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[89], self, args, count, names);
}
static form* const methods_forms_90[] = {&form_copysign};
static PyObject* methods_90(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[90], self, args, count, names);
}
static form* const methods_forms_91[] = {&form_copysign};
static PyObject* methods_91(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[91], self, args, count, names);
}
static form* const methods_forms_92[] = {&form_cos};
static PyObject* methods_92(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[92], self, args, count, names);
}
static form* const methods_forms_93[] = {&form_cos};
static PyObject* methods_93(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[93], self, args, count, names);
}
static form* const methods_forms_94[] = {&form_cosh};
static PyObject* methods_94(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[94], self, args, count, names);
}
static form* const methods_forms_95[] = {&form_cosh};
static PyObject* methods_95(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[95], self, args, count, names);
}
static form* const methods_forms_96[] = {&form_count_nonzero};
static PyObject* methods_96(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[96], self, args, count, names);
}
static form* const methods_forms_97[] = {&form_cross_entropy};
static PyObject* methods_97(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[97], self, args, count, names);
}
static form* const methods_forms_98[] = {&form_cumprod};
static PyObject* methods_98(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[98], self, args, count, names);
}
static form* const methods_forms_99[] = {&form_cumprod};
static PyObject* methods_99(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[99], self, args, count, names);
}
static form* const methods_forms_100[] = {&form_cumsum};
static PyObject* methods_100(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[100], self, args, count, names);
}
static form* const methods_forms_101[] = {&form_cumsum};
static PyObject* methods_101(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[101], self, args, count, names);
}
static form* const methods_forms_102[] = {&form_deg2rad};
static PyObject* methods_102(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[102], self, args, count, names);
}
static form* const methods_forms_103[] = {&form_deg2rad};
static PyObject* methods_103(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[103], self, args, count, names);
}
static form* const methods_forms_104[] = {&form_diagonal};
static PyObject* methods_104(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[104], self, args, count, names);
}
static form* const methods_forms_105[] = {&form_digamma};
static PyObject* methods_105(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[105], self, args, count, names);
}
static form* const methods_forms_106[] = {&form_digamma};
static PyObject* methods_106(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[106], self, args, count, names);
}
static form* const methods_forms_107[] = {&form_div, &form_div_rounding_mode};
static PyObject* methods_107(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[107], self, args, count, names);
}
static form* const methods_forms_108[] = {&form_div, &form_div_rounding_mode};
static PyObject* methods_108(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[108], self, args, count, names);
}
static form* const methods_forms_109[] = {&form_dot};
static PyObject* methods_109(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[109], self, args, count, names);
}
static form* const methods_forms_110[] = {&form_dropout};
static PyObject* methods_110(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[110], self, args, count, names);
}
static form* const methods_forms_111[] = {&form_dropout};
static PyObject* methods_111(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[111], self, args, count, names);
}
static form* const methods_forms_112[] = {&form_elu};
static PyObject* methods_112(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[112], self, args, count, names);
}
static form* const methods_forms_113[] = {&form_elu};
static PyObject* methods_113(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[113], self, args, count, names);
}
static form* const methods_forms_114[] = {&form_embedding};
static PyObject* methods_114(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[114], self, args, count, names);
}
static form* const methods_forms_115[] = {&form_entr};
static PyObject* methods_115(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[115], self, args, count, names);
}
static form* const methods_forms_116[] = {&form_entr};
static PyObject* methods_116(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[116], self, args, count, names);
}
static form* const methods_forms_117[] = {&form_eq};
static PyObject* methods_117(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[117], self, args, count, names);
}
static form* const methods_forms_118[] = {&form_eq};
static PyObject* methods_118(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[118], self, args, count, names);
}
static form* const methods_forms_119[] = {&form_erf};
static PyObject* methods_119(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[119], self, args, count, names);
}
static form* const methods_forms_120[] = {&form_erf};
static PyObject* methods_120(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[120], self, args, count, names);
}
static form* const methods_forms_121[] = {&form_erfc};
static PyObject* methods_121(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[121], self, args, count, names);
}
static form* const methods_forms_122[] = {&form_erfc};
static PyObject* methods_122(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[122], self, args, count, names);
}
static form* const methods_forms_123[] = {&form_erfinv};
static PyObject* methods_123(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[123], self, args, count, names);
}
static form* const methods_forms_124[] = {&form_erfinv};
static PyObject* methods_124(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[124], self, args, count, names);
}
static form* const methods_forms_125[] = {&form_exp};
static PyObject* methods_125(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[125], self, args, count, names);
}
static form* const methods_forms_126[] = {&form_exp};
static PyObject* methods_126(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[126], self, args, count, names);
}
static form* const methods_forms_127[] = {&form_exp2};
static PyObject* methods_127(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[127], self, args, count, names);
}
static form* const methods_forms_128[] = {&form_exp2};
static PyObject* methods_128(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[128], self, args, count, names);
}
static form* const methods_forms_129[] = {&form_expand};
static PyObject* methods_129(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[129], self, args, count, names);
}
static form* const methods_forms_130[] = {&form_expand_as};
static PyObject* methods_130(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[130], self, args, count, names);
}
static form* const methods_forms_131[] = {&form_expm1};
static PyObject* methods_131(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[131], self, args, count, names);
}
static form* const methods_forms_132[] = {&form_expm1};
static PyObject* methods_132(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[132], self, args, count, names);
}
static form* const methods_forms_133[] = {&form_fill};
static PyObject* methods_133(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[133], self, args, count, names);
}
static form* const methods_forms_134[] = {&form_fill};
static PyObject* methods_134(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[134], self, args, count, names);
}
static form* const methods_forms_135[] = {&form_flatten};
static PyObject* methods_135(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[135], self, args, count, names);
}
static form* const methods_forms_136[] = {&form_flip};
static PyObject* methods_136(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[136], self, args, count, names);
}
static form* const methods_forms_137[] = {&form_float_power};
static PyObject* methods_137(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[137], self, args, count, names);
}
static form* const methods_forms_138[] = {&form_float_power};
static PyObject* methods_138(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[138], self, args, count, names);
}
static form* const methods_forms_139[] = {&form_floor};
static PyObject* methods_139(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[139], self, args, count, names);
}
static form* const methods_forms_140[] = {&form_floor};
static PyObject* methods_140(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[140], self, args, count, names);
}
static form* const methods_forms_141[] = {&form_floor_divide};
static PyObject* methods_141(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[141], self, args, count, names);
}
static form* const methods_forms_142[] = {&form_floor_divide};
static PyObject* methods_142(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[142], self, args, count, names);
}
static form* const methods_forms_143[] = {&form_fmax};
static PyObject* methods_143(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[143], self, args, count, names);
}
static form* const methods_forms_144[] = {&form_fmax};
static PyObject* methods_144(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[144], self, args, count, names);
}
static form* const methods_forms_145[] = {&form_fmin};
static PyObject* methods_145(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[145], self, args, count, names);
}
static form* const methods_forms_146[] = {&form_fmin};
static PyObject* methods_146(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[146], self, args, count, names);
}
static form* const methods_forms_147[] = {&form_fmod};
static PyObject* methods_147(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[147], self, args, count, names);
}
static form* const methods_forms_148[] = {&form_fmod};
static PyObject* methods_148(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[148], self, args, count, names);
}
static form* const methods_forms_149[] = {&form_frac};
static PyObject* methods_149(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[149], self, args, count, names);
}
static form* const methods_forms_150[] = {&form_frac};
static PyObject* methods_150(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[150], self, args, count, names);
}
static form* const methods_forms_151[] = {&form_gather};
static PyObject* methods_151(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[151], self, args, count, names);
}
static form* const methods_forms_152[] = {&form_ge};
static PyObject* methods_152(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[152], self, args, count, names);
}
static form* const methods_forms_153[] = {&form_ge};
static PyObject* methods_153(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[153], self, args, count, names);
}
static form* const methods_forms_154[] = {&form_gelu};
static PyObject* methods_154(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[154], self, args, count, names);
}
static form* const methods_forms_155[] = {&form_ger};
static PyObject* methods_155(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[155], self, args, count, names);
}
static form* const methods_forms_156[] = {&form_glu};
static PyObject* methods_156(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[156], self, args, count, names);
}
static form* const methods_forms_157[] = {&form_group_norm};
static PyObject* methods_157(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[157], self, args, count, names);
}
static form* const methods_forms_158[] = {&form_gt};
static PyObject* methods_158(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[158], self, args, count, names);
}
static form* const methods_forms_159[] = {&form_gt};
static PyObject* methods_159(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[159], self, args, count, names);
}
static form* const methods_forms_160[] = {&form_hardshrink};
static PyObject* methods_160(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[160], self, args, count, names);
}
static form* const methods_forms_161[] = {&form_hardshrink};
static PyObject* methods_161(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[161], self, args, count, names);
}
static form* const methods_forms_162[] = {&form_hardsigmoid};
static PyObject* methods_162(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[162], self, args, count, names);
}
static form* const methods_forms_163[] = {&form_hardsigmoid};
static PyObject* methods_163(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[163], self, args, count, names);
}
static form* const methods_forms_164[] = {&form_hardswish};
static PyObject* methods_164(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[164], self, args, count, names);
}
static form* const methods_forms_165[] = {&form_hardswish};
static PyObject* methods_165(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[165], self, args, count, names);
}
static form* const methods_forms_166[] = {&form_hardtanh};
static PyObject* methods_166(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[166], self, args, count, names);
}
static form* const methods_forms_167[] = {&form_hardtanh};
static PyObject* methods_167(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[167], self, args, count, names);
}
static form* const methods_forms_168[] = {&form_huber_loss};
static PyObject* methods_168(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[168], self, args, count, names);
}
static form* const methods_forms_169[] = {&form_hypot};
static PyObject* methods_169(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[169], self, args, count, names);
}
static form* const methods_forms_170[] = {&form_hypot};
static PyObject* methods_170(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[170], self, args, count, names);
}
static form* const methods_forms_171[] = {&form_index_tensor};
static PyObject* methods_171(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[171], self, args, count, names);
}
static form* const methods_forms_172[] = {&form_index_add};
static PyObject* methods_172(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[172], self, args, count, names);
}
static form* const methods_forms_173[] = {&form_index_add};
static PyObject* methods_173(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[173], self, args, count, names);
}
static form* const methods_forms_174[] = {&form_index_put};
static PyObject* methods_174(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[174], self, args, count, names);
}
static form* const methods_forms_175[] = {&form_index_put};
static PyObject* methods_175(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[175], self, args, count, names);
}
static form* const methods_forms_176[] = {&form_index_select};
static PyObject* methods_176(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[176], self, args, count, names);
}
static form* const methods_forms_177[] = {&form_inner};
static PyObject* methods_177(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[177], self, args, count, names);
}
static form* const methods_forms_178[] = {&form_interpolate};
static PyObject* methods_178(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[178], self, args, count, names);
}
static form* const methods_forms_179[] = {&form_isclose};
static PyObject* methods_179(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[179], self, args, count, names);
}
static form* const methods_forms_180[] = {&form_isfinite};
static PyObject* methods_180(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[180], self, args, count, names);
}
static form* const methods_forms_181[] = {&form_isfinite};
static PyObject* methods_181(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[181], self, args, count, names);
}
static form* const methods_forms_182[] = {&form_isinf};
static PyObject* methods_182(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[182], self, args, count, names);
}
static form* const methods_forms_183[] = {&form_isinf};
static PyObject* methods_183(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[183], self, args, count, names);
}
static form* const methods_forms_184[] = {&form_isnan};
static PyObject* methods_184(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[184], self, args, count, names);
}
static form* const methods_forms_185[] = {&form_isnan};
static PyObject* methods_185(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[185], self, args, count, names);
}
static form* const methods_forms_186[] = {&form_isneginf};
static PyObject* methods_186(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[186], self, args, count, names);
}
static form* const methods_forms_187[] = {&form_isneginf};
static PyObject* methods_187(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[187], self, args, count, names);
}
static form* const methods_forms_188[] = {&form_isposinf};
static PyObject* methods_188(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[188], self, args, count, names);
}
static form* const methods_forms_189[] = {&form_isposinf};
static PyObject* methods_189(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[189], self, args, count, names);
}
static form* const methods_forms_190[] = {&form_kl_div};
static PyObject* methods_190(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[190], self, args, count, names);
}
static form* const methods_forms_191[] = {&form_kron};
static PyObject* methods_191(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[191], self, args, count, names);
}
static form* const methods_forms_192[] = {&form_kthvalue};
static PyObject* methods_192(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[192], self, args, count, names);
}
static form* const methods_forms_193[] = {&form_l1_loss};
static PyObject* methods_193(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[193], self, args, count, names);
}
static form* const methods_forms_194[] = {&form_layer_norm};
static PyObject* methods_194(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[194], self, args, count, names);
}
static form* const methods_forms_195[] = {&form_ldexp};
static PyObject* methods_195(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[195], self, args, count, names);
}
static form* const methods_forms_196[] = {&form_ldexp};
static PyObject* methods_196(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[196], self, args, count, names);
}
static form* const methods_forms_197[] = {&form_le};
static PyObject* methods_197(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[197], self, args, count, names);
}
static form* const methods_forms_198[] = {&form_le};
static PyObject* methods_198(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[198], self, args, count, names);
}
static form* const methods_forms_199[] = {&form_leaky_relu};
static PyObject* methods_199(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[199], self, args, count, names);
}
static form* const methods_forms_200[] = {&form_leaky_relu};
static PyObject* methods_200(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[200], self, args, count, names);
}
static form* const methods_forms_201[] = {&form_lerp};
static PyObject* methods_201(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[201], self, args, count, names);
}
static form* const methods_forms_202[] = {&form_lerp};
static PyObject* methods_202(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[202], self, args, count, names);
}
static form* const methods_forms_203[] = {&form_lgamma};
static PyObject* methods_203(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[203], self, args, count, names);
}
static form* const methods_forms_204[] = {&form_lgamma};
static PyObject* methods_204(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[204], self, args, count, names);
}
static form* const methods_forms_205[] = {&form_linalg_vecdot};
static PyObject* methods_205(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[205], self, args, count, names);
}
static form* const methods_forms_206[] = {&form_linalg_vector_norm};
static PyObject* methods_206(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[206], self, args, count, names);
}
static form* const methods_forms_207[] = {&form_linear};
static PyObject* methods_207(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[207], self, args, count, names);
}
static form* const methods_forms_208[] = {&form_log};
static PyObject* methods_208(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[208], self, args, count, names);
}
static form* const methods_forms_209[] = {&form_log};
static PyObject* methods_209(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[209], self, args, count, names);
}
static form* const methods_forms_210[] = {&form_log10};
static PyObject* methods_210(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[210], self, args, count, names);
}
static form* const methods_forms_211[] = {&form_log10};
static PyObject* methods_211(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[211], self, args, count, names);
}
static form* const methods_forms_212[] = {&form_log1p};
static PyObject* methods_212(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[212], self, args, count, names);
}
static form* const methods_forms_213[] = {&form_log1p};
static PyObject* methods_213(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[213], self, args, count, names);
}
static form* const methods_forms_214[] = {&form_log2};
static PyObject* methods_214(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[214], self, args, count, names);
}
static form* const methods_forms_215[] = {&form_log2};
static PyObject* methods_215(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[215], self, args, count, names);
}
static form* const methods_forms_216[] = {&form_log_softmax};
static PyObject* methods_216(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[216], self, args, count, names);
}
static form* const methods_forms_217[] = {&form_logaddexp};
static PyObject* methods_217(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[217], self, args, count, names);
}
static form* const methods_forms_218[] = {&form_logaddexp};
static PyObject* methods_218(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[218], self, args, count, names);
}
static form* const methods_forms_219[] = {&form_logaddexp2};
static PyObject* methods_219(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[219], self, args, count, names);
}
static form* const methods_forms_220[] = {&form_logaddexp2};
static PyObject* methods_220(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[220], self, args, count, names);
}
static form* const methods_forms_221[] = {&form_logical_and};
static PyObject* methods_221(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[221], self, args, count, names);
}
static form* const methods_forms_222[] = {&form_logical_and};
static PyObject* methods_222(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[222], self, args, count, names);
}
static form* const methods_forms_223[] = {&form_logical_not};
static PyObject* methods_223(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[223], self, args, count, names);
}
static form* const methods_forms_224[] = {&form_logical_not};
static PyObject* methods_224(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[224], self, args, count, names);
}
static form* const methods_forms_225[] = {&form_logical_or};
static PyObject* methods_225(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[225], self, args, count, names);
}
static form* const methods_forms_226[] = {&form_logical_or};
static PyObject* methods_226(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[226], self, args, count, names);
}
static form* const methods_forms_227[] = {&form_logical_xor};
static PyObject* methods_227(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[227], self, args, count, names);
}
static form* const methods_forms_228[] = {&form_logical_xor};
static PyObject* methods_228(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[228], self, args, count, names);
}
static form* const methods_forms_229[] = {&form_logit};
static PyObject* methods_229(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[229], self, args, count, names);
}
static form* const methods_forms_230[] = {&form_logit};
static PyObject* methods_230(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[230], self, args, count, names);
}
static form* const methods_forms_231[] = {&form_logsigmoid};
static PyObject* methods_231(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[231], self, args, count, names);
}
static form* const methods_forms_232[] = {&form_logsigmoid};
static PyObject* methods_232(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[232], self, args, count, names);
}
static form* const methods_forms_233[] = {&form_logsumexp};
static PyObject* methods_233(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[233], self, args, count, names);
}
static form* const methods_forms_234[] = {&form_lt};
static PyObject* methods_234(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[234], self, args, count, names);
}
static form* const methods_forms_235[] = {&form_lt};
static PyObject* methods_235(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[235], self, args, count, names);
}
static form* const methods_forms_236[] = {&form_masked_fill};
static PyObject* methods_236(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[236], self, args, count, names);
}
static form* const methods_forms_237[] = {&form_masked_fill};
static PyObject* methods_237(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[237], self, args, count, names);
}
static form* const methods_forms_238[] = {&form_masked_scatter};
static PyObject* methods_238(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[238], self, args, count, names);
}
static form* const methods_forms_239[] = {&form_masked_scatter};
static PyObject* methods_239(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[239], self, args, count, names);
}
static form* const methods_forms_240[] = {&form_masked_select};
static PyObject* methods_240(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[240], self, args, count, names);
}
static form* const methods_forms_241[] = {&form_matmul};
static PyObject* methods_241(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[241], self, args, count, names);
}
static form* const methods_forms_242[] = {&form_max, &form_max_dim, &form_max_other};
static PyObject* methods_242(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[242], self, args, count, names);
}
static form* const methods_forms_243[] = {&form_max_pool1d, &form_max_pool1d_indices};
static PyObject* methods_243(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[243], self, args, count, names);
}
static form* const methods_forms_244[] = {&form_max_pool2d, &form_max_pool2d_indices};
static PyObject* methods_244(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[244], self, args, count, names);
}
static form* const methods_forms_245[] = {&form_max_pool3d, &form_max_pool3d_indices};
static PyObject* methods_245(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[245], self, args, count, names);
}
static form* const methods_forms_246[] = {&form_maximum};
static PyObject* methods_246(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[246], self, args, count, names);
}
static form* const methods_forms_247[] = {&form_maximum};
static PyObject* methods_247(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[247], self, args, count, names);
}
static form* const methods_forms_248[] = {&form_mean};
static PyObject* methods_248(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[248], self, args, count, names);
}
static form* const methods_forms_249[] = {&form_median, &form_median_dim};
static PyObject* methods_249(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[249], self, args, count, names);
}
static form* const methods_forms_250[] = {&form_min, &form_min_dim, &form_min_other};
static PyObject* methods_250(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[250], self, args, count, names);
}
static form* const methods_forms_251[] = {&form_minimum};
static PyObject* methods_251(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[251], self, args, count, names);
}
static form* const methods_forms_252[] = {&form_minimum};
static PyObject* methods_252(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[252], self, args, count, names);
}
static form* const methods_forms_253[] = {&form_mish};
static PyObject* methods_253(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[253], self, args, count, names);
}
static form* const methods_forms_254[] = {&form_mish};
static PyObject* methods_254(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[254], self, args, count, names);
}
static form* const methods_forms_255[] = {&form_mm};
static PyObject* methods_255(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[255], self, args, count, names);
}
static form* const methods_forms_256[] = {&form_movedim};
static PyObject* methods_256(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[256], self, args, count, names);
}
static form* const methods_forms_257[] = {&form_mse_loss};
static PyObject* methods_257(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[257], self, args, count, names);
}
static form* const methods_forms_258[] = {&form_mul};
static PyObject* methods_258(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[258], self, args, count, names);
}
static form* const methods_forms_259[] = {&form_mul};
static PyObject* methods_259(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[259], self, args, count, names);
}
static form* const methods_forms_260[] = {&form_multinomial};
static PyObject* methods_260(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[260], self, args, count, names);
}
static form* const methods_forms_261[] = {&form_mv};
static PyObject* methods_261(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[261], self, args, count, names);
}
static form* const methods_forms_262[] = {&form_nan_to_num};
static PyObject* methods_262(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[262], self, args, count, names);
}
static form* const methods_forms_263[] = {&form_nan_to_num};
static PyObject* methods_263(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[263], self, args, count, names);
}
static form* const methods_forms_264[] = {&form_nanmean};
static PyObject* methods_264(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[264], self, args, count, names);
}
static form* const methods_forms_265[] = {&form_nansum};
static PyObject* methods_265(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[265], self, args, count, names);
}
static form* const methods_forms_266[] = {&form_narrow};
static PyObject* methods_266(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[266], self, args, count, names);
}
static form* const methods_forms_267[] = {&form_ndtr};
static PyObject* methods_267(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[267], self, args, count, names);
}
static form* const methods_forms_268[] = {&form_ndtr};
static PyObject* methods_268(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[268], self, args, count, names);
}
static form* const methods_forms_269[] = {&form_ne};
static PyObject* methods_269(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[269], self, args, count, names);
}
static form* const methods_forms_270[] = {&form_ne};
static PyObject* methods_270(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[270], self, args, count, names);
}
static form* const methods_forms_271[] = {&form_neg};
static PyObject* methods_271(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[271], self, args, count, names);
}
static form* const methods_forms_272[] = {&form_neg};
static PyObject* methods_272(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[272], self, args, count, names);
}
static form* const methods_forms_273[] = {&form_nll_loss};
static PyObject* methods_273(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[273], self, args, count, names);
}
static form* const methods_forms_274[] = {&form_nonzero};
static PyObject* methods_274(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[274], self, args, count, names);
}
static form* const methods_forms_275[] = {&form_norm, &form_norm_named};
static PyObject* methods_275(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[275], self, args, count, names);
}
static form* const methods_forms_276[] = {&form_normal, &form_normal_size};
static PyObject* methods_276(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[276], self, args, count, names);
}
static form* const methods_forms_277[] = {&form_normal};
static PyObject* methods_277(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[277], self, args, count, names);
}
static form* const methods_forms_278[] = {&form_normalize};
static PyObject* methods_278(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[278], self, args, count, names);
}
static form* const methods_forms_279[] = {&form_outer};
static PyObject* methods_279(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[279], self, args, count, names);
}
static form* const methods_forms_280[] = {&form_pad};
static PyObject* methods_280(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[280], self, args, count, names);
}
static form* const methods_forms_281[] = {&form_permute};
static PyObject* methods_281(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[281], self, args, count, names);
}
static form* const methods_forms_282[] = {&form_positive};
static PyObject* methods_282(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[282], self, args, count, names);
}
static form* const methods_forms_283[] = {&form_pow};
static PyObject* methods_283(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[283], self, args, count, names);
}
static form* const methods_forms_284[] = {&form_pow};
static PyObject* methods_284(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[284], self, args, count, names);
}
static form* const methods_forms_285[] = {&form_prelu};
static PyObject* methods_285(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[285], self, args, count, names);
}
static form* const methods_forms_286[] = {&form_prod, &form_prod_dim};
static PyObject* methods_286(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[286], self, args, count, names);
}
static form* const methods_forms_287[] = {&form_rad2deg};
static PyObject* methods_287(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[287], self, args, count, names);
}
static form* const methods_forms_288[] = {&form_rad2deg};
static PyObject* methods_288(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[288], self, args, count, names);
}
static form* const methods_forms_289[] = {&form_ravel};
static PyObject* methods_289(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[289], self, args, count, names);
}
static form* const methods_forms_290[] = {&form_reciprocal};
static PyObject* methods_290(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[290], self, args, count, names);
}
static form* const methods_forms_291[] = {&form_reciprocal};
static PyObject* methods_291(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[291], self, args, count, names);
}
static form* const methods_forms_292[] = {&form_relu};
static PyObject* methods_292(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[292], self, args, count, names);
}
static form* const methods_forms_293[] = {&form_relu};
static PyObject* methods_293(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[293], self, args, count, names);
}
static form* const methods_forms_294[] = {&form_relu6};
static PyObject* methods_294(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[294], self, args, count, names);
}
static form* const methods_forms_295[] = {&form_relu6};
static PyObject* methods_295(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[295], self, args, count, names);
}
static form* const methods_forms_296[] = {&form_remainder};
static PyObject* methods_296(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[296], self, args, count, names);
}
static form* const methods_forms_297[] = {&form_remainder};
static PyObject* methods_297(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[297], self, args, count, names);
}
static form* const methods_forms_298[] = {&form_repeat};
static PyObject* methods_298(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[298], self, args, count, names);
}
static form* const methods_forms_299[] = {&form_reshape};
static PyObject* methods_299(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[299], self, args, count, names);
}
static form* const methods_forms_300[] = {&form_reshape_as};
static PyObject* methods_300(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[300], self, args, count, names);
}
static form* const methods_forms_301[] = {&form_rms_norm};
static PyObject* methods_301(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[301], self, args, count, names);
}
static form* const methods_forms_302[] = {&form_roll};
static PyObject* methods_302(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[302], self, args, count, names);
}
static form* const methods_forms_303[] = {&form_round, &form_round_decimals};
static PyObject* methods_303(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[303], self, args, count, names);
}
static form* const methods_forms_304[] = {&form_round, &form_round_decimals};
static PyObject* methods_304(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[304], self, args, count, names);
}
static form* const methods_forms_305[] = {&form_rsqrt};
static PyObject* methods_305(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[305], self, args, count, names);
}
static form* const methods_forms_306[] = {&form_rsqrt};
static PyObject* methods_306(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[306], self, args, count, names);
}
static form* const methods_forms_307[] = {&form_rsub};
static PyObject* methods_307(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[307], self, args, count, names);
}
static form* const methods_forms_308[] = {&form_scatter, &form_scatter_value};
static PyObject* methods_308(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[308], self, args, count, names);
}
static form* const methods_forms_309[] = {&form_scatter, &form_scatter_value};
static PyObject* methods_309(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[309], self, args, count, names);
}
static form* const methods_forms_310[] = {&form_scatter_add};
static PyObject* methods_310(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[310], self, args, count, names);
}
static form* const methods_forms_311[] = {&form_scatter_add};
static PyObject* methods_311(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[311], self, args, count, names);
}
static form* const methods_forms_312[] = {&form_select};
static PyObject* methods_312(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[312], self, args, count, names);
}
static form* const methods_forms_313[] = {&form_selu};
static PyObject* methods_313(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[313], self, args, count, names);
}
static form* const methods_forms_314[] = {&form_selu};
static PyObject* methods_314(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[314], self, args, count, names);
}
static form* const methods_forms_315[] = {&form_sgn};
static PyObject* methods_315(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[315], self, args, count, names);
}
static form* const methods_forms_316[] = {&form_sgn};
static PyObject* methods_316(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[316], self, args, count, names);
}
static form* const methods_forms_317[] = {&form_sigmoid};
static PyObject* methods_317(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[317], self, args, count, names);
}
static form* const methods_forms_318[] = {&form_sigmoid};
static PyObject* methods_318(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[318], self, args, count, names);
}
static form* const methods_forms_319[] = {&form_sign};
static PyObject* methods_319(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[319], self, args, count, names);
}
static form* const methods_forms_320[] = {&form_sign};
static PyObject* methods_320(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[320], self, args, count, names);
}
static form* const methods_forms_321[] = {&form_signbit};
static PyObject* methods_321(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[321], self, args, count, names);
}
static form* const methods_forms_322[] = {&form_signbit};
static PyObject* methods_322(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[322], self, args, count, names);
}
static form* const methods_forms_323[] = {&form_silu};
static PyObject* methods_323(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[323], self, args, count, names);
}
static form* const methods_forms_324[] = {&form_silu};
static PyObject* methods_324(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[324], self, args, count, names);
}
static form* const methods_forms_325[] = {&form_sin};
static PyObject* methods_325(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[325], self, args, count, names);
}
static form* const methods_forms_326[] = {&form_sin};
static PyObject* methods_326(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[326], self, args, count, names);
}
static form* const methods_forms_327[] = {&form_sinc};
static PyObject* methods_327(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[327], self, args, count, names);
}
static form* const methods_forms_328[] = {&form_sinc};
static PyObject* methods_328(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[328], self, args, count, names);
}
static form* const methods_forms_329[] = {&form_sinh};
static PyObject* methods_329(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[329], self, args, count, names);
}
static form* const methods_forms_330[] = {&form_sinh};
static PyObject* methods_330(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[330], self, args, count, names);
}
static form* const methods_forms_331[] = {&form_slice};
static PyObject* methods_331(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[331], self, args, count, names);
}
static form* const methods_forms_332[] = {&form_smooth_l1_loss};
static PyObject* methods_332(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[332], self, args, count, names);
}
static form* const methods_forms_333[] = {&form_softmax};
static PyObject* methods_333(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[333], self, args, count, names);
}
static form* const methods_forms_334[] = {&form_softplus};
static PyObject* methods_334(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[334], self, args, count, names);
}
static form* const methods_forms_335[] = {&form_softplus};
static PyObject* methods_335(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[335], self, args, count, names);
}
static form* const methods_forms_336[] = {&form_softshrink};
static PyObject* methods_336(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[336], self, args, count, names);
}
static form* const methods_forms_337[] = {&form_softshrink};
static PyObject* methods_337(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[337], self, args, count, names);
}
static form* const methods_forms_338[] = {&form_softsign};
static PyObject* methods_338(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[338], self, args, count, names);
}
static form* const methods_forms_339[] = {&form_sort};
static PyObject* methods_339(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[339], self, args, count, names);
}
static form* const methods_forms_340[] = {&form_split, &form_split_sizes};
static PyObject* methods_340(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[340], self, args, count, names);
}
static form* const methods_forms_341[] = {&form_split_with_sizes};
static PyObject* methods_341(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[341], self, args, count, names);
}
static form* const methods_forms_342[] = {&form_sqrt};
static PyObject* methods_342(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[342], self, args, count, names);
}
static form* const methods_forms_343[] = {&form_sqrt};
static PyObject* methods_343(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[343], self, args, count, names);
}
static form* const methods_forms_344[] = {&form_square};
static PyObject* methods_344(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[344], self, args, count, names);
}
static form* const methods_forms_345[] = {&form_square};
static PyObject* methods_345(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[345], self, args, count, names);
}
static form* const methods_forms_346[] = {&form_squeeze, &form_squeeze_dim};
static PyObject* methods_346(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[346], self, args, count, names);
}
static form* const methods_forms_347[] = {&form_squeeze, &form_squeeze_dim};
static PyObject* methods_347(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[347], self, args, count, names);
}
static form* const methods_forms_348[] = {&form_std, &form_std_unbiased, &form_std_unbiased_dim};
static PyObject* methods_348(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[348], self, args, count, names);
}
static form* const methods_forms_349[] = {&form_std_mean, &form_std_mean_unbiased, &form_std_mean_unbiased_dim};
static PyObject* methods_349(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[349], self, args, count, names);
}
static form* const methods_forms_350[] = {&form_sub, &form_sub_alpha};
static PyObject* methods_350(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[350], self, args, count, names);
}
static form* const methods_forms_351[] = {&form_sub, &form_sub_alpha};
static PyObject* methods_351(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[351], self, args, count, names);
}
static form* const methods_forms_352[] = {&form_sum};
static PyObject* methods_352(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[352], self, args, count, names);
}
static form* const methods_forms_353[] = {&form_sum_to_size};
static PyObject* methods_353(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[353], self, args, count, names);
}
static form* const methods_forms_354[] = {&form_t};
static PyObject* methods_354(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[354], self, args, count, names);
}
static form* const methods_forms_355[] = {&form_t};
static PyObject* methods_355(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[355], self, args, count, names);
}
static form* const methods_forms_356[] = {&form_take};
static PyObject* methods_356(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[356], self, args, count, names);
}
static form* const methods_forms_357[] = {&form_take_along_dim};
static PyObject* methods_357(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[357], self, args, count, names);
}
static form* const methods_forms_358[] = {&form_tan};
static PyObject* methods_358(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[358], self, args, count, names);
}
static form* const methods_forms_359[] = {&form_tan};
static PyObject* methods_359(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[359], self, args, count, names);
}
static form* const methods_forms_360[] = {&form_tanh};
static PyObject* methods_360(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[360], self, args, count, names);
}
static form* const methods_forms_361[] = {&form_tanh};
static PyObject* methods_361(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[361], self, args, count, names);
}
static form* const methods_forms_362[] = {&form_tanhshrink};
static PyObject* methods_362(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[362], self, args, count, names);
}
static form* const methods_forms_363[] = {&form_tanhshrink};
static PyObject* methods_363(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[363], self, args, count, names);
}
static form* const methods_forms_364[] = {&form_threshold};
static PyObject* methods_364(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[364], self, args, count, names);
}
static form* const methods_forms_365[] = {&form_threshold};
static PyObject* methods_365(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[365], self, args, count, names);
}
static form* const methods_forms_366[] = {&form_tile};
static PyObject* methods_366(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[366], self, args, count, names);
}
static form* const methods_forms_367[] = {&form_to, &form_to_device};
static PyObject* methods_367(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[367], self, args, count, names);
}
static form* const methods_forms_368[] = {&form_topk};
static PyObject* methods_368(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[368], self, args, count, names);
}
static form* const methods_forms_369[] = {&form_transpose};
static PyObject* methods_369(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[369], self, args, count, names);
}
static form* const methods_forms_370[] = {&form_transpose};
static PyObject* methods_370(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[370], self, args, count, names);
}
static form* const methods_forms_371[] = {&form_tril};
static PyObject* methods_371(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[371], self, args, count, names);
}
static form* const methods_forms_372[] = {&form_tril};
static PyObject* methods_372(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[372], self, args, count, names);
}
static form* const methods_forms_373[] = {&form_triu};
static PyObject* methods_373(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[373], self, args, count, names);
}
static form* const methods_forms_374[] = {&form_triu};
static PyObject* methods_374(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[374], self, args, count, names);
}
static form* const methods_forms_375[] = {&form_true_divide};
static PyObject* methods_375(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[375], self, args, count, names);
}
static form* const methods_forms_376[] = {&form_true_divide};
static PyObject* methods_376(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[376], self, args, count, names);
}
static form* const methods_forms_377[] = {&form_trunc};
static PyObject* methods_377(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[377], self, args, count, names);
}
static form* const methods_forms_378[] = {&form_trunc};
static PyObject* methods_378(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[378], self, args, count, names);
}
static form* const methods_forms_379[] = {&form_unbind};
static PyObject* methods_379(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[379], self, args, count, names);
}
static form* const methods_forms_380[] = {&form_unflatten};
static PyObject* methods_380(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[380], self, args, count, names);
}
static form* const methods_forms_381[] = {&form_unfold};
static PyObject* methods_381(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[381], self, args, count, names);
}
static form* const methods_forms_382[] = {&form_uniform};
static PyObject* methods_382(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[382], self, args, count, names);
}
static form* const methods_forms_383[] = {&form_uniform};
static PyObject* methods_383(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[383], self, args, count, names);
}
static form* const methods_forms_384[] = {&form_unsafe_chunk};
static PyObject* methods_384(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[384], self, args, count, names);
}
static form* const methods_forms_385[] = {&form_unsafe_split};
static PyObject* methods_385(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[385], self, args, count, names);
}
static form* const methods_forms_386[] = {&form_unsafe_split_with_sizes};
static PyObject* methods_386(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[386], self, args, count, names);
}
static form* const methods_forms_387[] = {&form_unsqueeze};
static PyObject* methods_387(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[387], self, args, count, names);
}
static form* const methods_forms_388[] = {&form_unsqueeze};
static PyObject* methods_388(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[388], self, args, count, names);
}
static form* const methods_forms_389[] = {&form_var, &form_var_unbiased, &form_var_unbiased_dim};
static PyObject* methods_389(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[389], self, args, count, names);
}
static form* const methods_forms_390[] = {&form_var_mean, &form_var_mean_unbiased, &form_var_mean_unbiased_dim};
static PyObject* methods_390(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[390], self, args, count, names);
}
static form* const methods_forms_391[] = {&form_vdot};
static PyObject* methods_391(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[391], self, args, count, names);
}
static form* const methods_forms_392[] = {&form_view};
static PyObject* methods_392(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[392], self, args, count, names);
}
static form* const methods_forms_393[] = {&form_view_as};
static PyObject* methods_393(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[393], self, args, count, names);
}
static form* const methods_forms_394[] = {&form_view_as_complex};
static PyObject* methods_394(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[394], self, args, count, names);
}
static form* const methods_forms_395[] = {&form_view_as_real};
static PyObject* methods_395(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[395], self, args, count, names);
}
static form* const methods_forms_396[] = {&form_xlog1py};
static PyObject* methods_396(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[396], self, args, count, names);
}
static form* const methods_forms_397[] = {&form_xlog1py};
static PyObject* methods_397(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[397], self, args, count, names);
}
static form* const methods_forms_398[] = {&form_xlogy};
static PyObject* methods_398(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[398], self, args, count, names);
}
static form* const methods_forms_399[] = {&form_xlogy};
static PyObject* methods_399(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[399], self, args, count, names);
}
static form* const methods_forms_400[] = {&form_zero};
static PyObject* methods_400(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[400], self, args, count, names);
}
static form* const methods_forms_401[] = {&form_zero};
static PyObject* methods_401(PyObject* self, arguments args, Py_ssize_t count, PyObject* names) {
  return call_operator(&methods_table[401], self, args, count, names);
}
callable methods_table[] = {
    {"abs", "($input, *, out=None)", "abs", methods_forms_0, 1, -1, 0, 0, (PyCFunction)(void (*)(void))methods_0, NULL},
    {"abs_", "($input)", "abs_", methods_forms_1, 1, -1, 0, 1, (PyCFunction)(void (*)(void))methods_1, NULL},
    {"acos", "($input, *, out=None)", "acos", methods_forms_2, 1, -1, 0, 0, (PyCFunction)(void (*)(void))methods_2,
     NULL},
    {"acos_", "($input)", "acos_", methods_forms_3, 1, -1, 0, 1, (PyCFunction)(void (*)(void))methods_3, NULL},
    {"acosh", "($input, *, out=None)", "acosh", methods_forms_4, 1, -1, 0, 0, (PyCFunction)(void (*)(void))methods_4,
     NULL},
    {"acosh_", "($input)", "acosh_", methods_forms_5, 1, -1, 0, 1, (PyCFunction)(void (*)(void))methods_5, NULL},
    {"adaptive_avg_pool1d", "($input, *output_size, **keywords)", "_adaptive_avg_pool1d_method", methods_forms_6, 1, 1,
     0, 0, (PyCFunction)(void (*)(void))methods_6, NULL},
    {"adaptive_avg_pool2d", "($input, *output_size, **keywords)", "_adaptive_avg_pool2d_method", methods_forms_7, 1, 1,
     0, 0, (PyCFunction)(void (*)(void))methods_7, NULL},
    {"adaptive_avg_pool3d", "($input, *output_size, **keywords)", "_adaptive_avg_pool3d_method", methods_forms_8, 1, 1,
     0, 0, (PyCFunction)(void (*)(void))methods_8, NULL},
    {"add", "(*args, **kwargs)", "add", methods_forms_9, 2, -1, 0, 0, (PyCFunction)(void (*)(void))methods_9, NULL},
    {"add_", "(*args, **kwargs)", "add_", methods_forms_10, 2, -1, 0, 1, (PyCFunction)(void (*)(void))methods_10, NULL},
    {"addbmm", "($input, batch1, batch2, *, beta=1, alpha=1)", "addbmm", methods_forms_11, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_11, NULL},
    {"addbmm_", "($input, batch1, batch2, *, beta=1, alpha=1)", "addbmm_", methods_forms_12, 1, -1, 0, 1,
     (PyCFunction)(void (*)(void))methods_12, NULL},
    {"addcdiv", "($input, tensor1, tensor2, *, value=1, out=None)", "addcdiv", methods_forms_13, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_13, NULL},
    {"addcdiv_", "($input, tensor1, tensor2, *, value=1)", "addcdiv_", methods_forms_14, 1, -1, 0, 1,
     (PyCFunction)(void (*)(void))methods_14, NULL},
    {"addcmul", "($input, tensor1, tensor2, *, value=1, out=None)", "addcmul", methods_forms_15, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_15, NULL},
    {"addcmul_", "($input, tensor1, tensor2, *, value=1)", "addcmul_", methods_forms_16, 1, -1, 0, 1,
     (PyCFunction)(void (*)(void))methods_16, NULL},
    {"addmm", "($input, mat1, mat2, *, beta=1, alpha=1, out=None)", "addmm", methods_forms_17, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_17, NULL},
    {"addmm_", "($input, mat1, mat2, *, beta=1, alpha=1)", "addmm_", methods_forms_18, 1, -1, 0, 1,
     (PyCFunction)(void (*)(void))methods_18, NULL},
    {"addmv", "($input, mat, vec, *, beta=1, alpha=1)", "addmv", methods_forms_19, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_19, NULL},
    {"addmv_", "($input, mat, vec, *, beta=1, alpha=1)", "addmv_", methods_forms_20, 1, -1, 0, 1,
     (PyCFunction)(void (*)(void))methods_20, NULL},
    {"addr", "($input, vec1, vec2, *, beta=1, alpha=1)", "addr", methods_forms_21, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_21, NULL},
    {"addr_", "($input, vec1, vec2, *, beta=1, alpha=1)", "addr_", methods_forms_22, 1, -1, 0, 1,
     (PyCFunction)(void (*)(void))methods_22, NULL},
    {"alias", "($input)", "alias", methods_forms_23, 1, -1, 0, 0, (PyCFunction)(void (*)(void))methods_23, NULL},
    {"all", "($input, dim=None, keepdim=False)", "all", methods_forms_24, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_24, NULL},
    {"amax", "($input, dim=None, keepdim=False)", "amax", methods_forms_25, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_25, NULL},
    {"amin", "($input, dim=None, keepdim=False)", "amin", methods_forms_26, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_26, NULL},
    {"angle", "($input)", "angle", methods_forms_27, 1, -1, 0, 0, (PyCFunction)(void (*)(void))methods_27, NULL},
    {"any", "($input, dim=None, keepdim=False)", "any", methods_forms_28, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_28, NULL},
    {"argmax", "($input, dim=None, keepdim=False)", "argmax", methods_forms_29, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_29, NULL},
    {"argmin", "($input, dim=None, keepdim=False)", "argmin", methods_forms_30, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_30, NULL},
    {"argsort", "($input, dim=-1, descending=False, stable=False)", "argsort", methods_forms_31, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_31, NULL},
    {"as_strided", "($input, size, stride, storage_offset=None)", "as_strided", methods_forms_32, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_32, NULL},
    {"as_strided_", "($input, size, stride, storage_offset=None)", "as_strided_", methods_forms_33, 1, -1, 0, 1,
     (PyCFunction)(void (*)(void))methods_33, NULL},
    {"asin", "($input, *, out=None)", "asin", methods_forms_34, 1, -1, 0, 0, (PyCFunction)(void (*)(void))methods_34,
     NULL},
    {"asin_", "($input)", "asin_", methods_forms_35, 1, -1, 0, 1, (PyCFunction)(void (*)(void))methods_35, NULL},
    {"asinh", "($input, *, out=None)", "asinh", methods_forms_36, 1, -1, 0, 0, (PyCFunction)(void (*)(void))methods_36,
     NULL},
    {"asinh_", "($input)", "asinh_", methods_forms_37, 1, -1, 0, 1, (PyCFunction)(void (*)(void))methods_37, NULL},
    {"atan", "($input, *, out=None)", "atan", methods_forms_38, 1, -1, 0, 0, (PyCFunction)(void (*)(void))methods_38,
     NULL},
    {"atan_", "($input)", "atan_", methods_forms_39, 1, -1, 0, 1, (PyCFunction)(void (*)(void))methods_39, NULL},
    {"atan2", "($input, other, *, out=None)", "atan2", methods_forms_40, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_40, NULL},
    {"atan2_", "($input, other)", "atan2_", methods_forms_41, 1, -1, 0, 1, (PyCFunction)(void (*)(void))methods_41,
     NULL},
    {"atanh", "($input, *, out=None)", "atanh", methods_forms_42, 1, -1, 0, 0, (PyCFunction)(void (*)(void))methods_42,
     NULL},
    {"atanh_", "($input)", "atanh_", methods_forms_43, 1, -1, 0, 1, (PyCFunction)(void (*)(void))methods_43, NULL},
    {"avg_pool1d", "($input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True)",
     "avg_pool1d", methods_forms_44, 1, -1, 0, 0, (PyCFunction)(void (*)(void))methods_44, NULL},
    {"avg_pool2d",
     "($input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, divisor_override=None)",
     "avg_pool2d", methods_forms_45, 1, -1, 0, 0, (PyCFunction)(void (*)(void))methods_45, NULL},
    {"avg_pool3d",
     "($input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, divisor_override=None)",
     "avg_pool3d", methods_forms_46, 1, -1, 0, 0, (PyCFunction)(void (*)(void))methods_46, NULL},
    {"baddbmm", "($input, batch1, batch2, *, beta=1, alpha=1, out=None)", "baddbmm", methods_forms_47, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_47, NULL},
    {"baddbmm_", "($input, batch1, batch2, *, beta=1, alpha=1)", "baddbmm_", methods_forms_48, 1, -1, 0, 1,
     (PyCFunction)(void (*)(void))methods_48, NULL},
    {"batch_norm",
     "($input, running_mean=None, running_var=None, weight=None, bias=None, training=False, momentum=0.1, eps=1e-05)",
     "batch_norm", methods_forms_49, 1, -1, 0, 0, (PyCFunction)(void (*)(void))methods_49, NULL},
    {"bernoulli", "(*args, **kwargs)", "bernoulli", methods_forms_50, 2, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_50, NULL},
    {"bernoulli_", "(*args, **kwargs)", "bernoulli_", methods_forms_51, 1, -1, 0, 1,
     (PyCFunction)(void (*)(void))methods_51, NULL},
    {"binary_cross_entropy", "($input, target, weight=None, reduction=\"mean\")", "binary_cross_entropy",
     methods_forms_52, 1, -1, 0, 0, (PyCFunction)(void (*)(void))methods_52, NULL},
    {"binary_cross_entropy_with_logits", "($input, target, weight=None, reduction=\"mean\", pos_weight=None)",
     "binary_cross_entropy_with_logits", methods_forms_53, 1, -1, 0, 0, (PyCFunction)(void (*)(void))methods_53, NULL},
    {"bitwise_and", "($input, other, *, out=None)", "bitwise_and", methods_forms_54, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_54, NULL},
    {"bitwise_and_", "($input, other)", "bitwise_and_", methods_forms_55, 1, -1, 0, 1,
     (PyCFunction)(void (*)(void))methods_55, NULL},
    {"bitwise_left_shift", "($input, other, *, out=None)", "bitwise_left_shift", methods_forms_56, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_56, NULL},
    {"bitwise_left_shift_", "($input, other)", "bitwise_left_shift_", methods_forms_57, 1, -1, 0, 1,
     (PyCFunction)(void (*)(void))methods_57, NULL},
    {"bitwise_not", "($input, *, out=None)", "bitwise_not", methods_forms_58, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_58, NULL},
    {"bitwise_not_", "($input)", "bitwise_not_", methods_forms_59, 1, -1, 0, 1, (PyCFunction)(void (*)(void))methods_59,
     NULL},
    {"bitwise_or", "($input, other, *, out=None)", "bitwise_or", methods_forms_60, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_60, NULL},
    {"bitwise_or_", "($input, other)", "bitwise_or_", methods_forms_61, 1, -1, 0, 1,
     (PyCFunction)(void (*)(void))methods_61, NULL},
    {"bitwise_right_shift", "($input, other, *, out=None)", "bitwise_right_shift", methods_forms_62, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_62, NULL},
    {"bitwise_right_shift_", "($input, other)", "bitwise_right_shift_", methods_forms_63, 1, -1, 0, 1,
     (PyCFunction)(void (*)(void))methods_63, NULL},
    {"bitwise_xor", "($input, other, *, out=None)", "bitwise_xor", methods_forms_64, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_64, NULL},
    {"bitwise_xor_", "($input, other)", "bitwise_xor_", methods_forms_65, 1, -1, 0, 1,
     (PyCFunction)(void (*)(void))methods_65, NULL},
    {"bmm", "($input, mat2, *, out=None)", "bmm", methods_forms_66, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_66, NULL},
    {"broadcast_to", "($input, *size, **keywords)", "_broadcast_to_method", methods_forms_67, 1, 1, 0, 0,
     (PyCFunction)(void (*)(void))methods_67, NULL},
    {"ceil", "($input, *, out=None)", "ceil", methods_forms_68, 1, -1, 0, 0, (PyCFunction)(void (*)(void))methods_68,
     NULL},
    {"ceil_", "($input)", "ceil_", methods_forms_69, 1, -1, 0, 1, (PyCFunction)(void (*)(void))methods_69, NULL},
    {"celu", "($input, alpha=1.0, *, out=None)", "celu", methods_forms_70, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_70, NULL},
    {"celu_", "($input, alpha=1.0)", "celu_", methods_forms_71, 1, -1, 0, 1, (PyCFunction)(void (*)(void))methods_71,
     NULL},
    {"chunk", "($input, chunks, dim=0)", "chunk", methods_forms_72, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_72, NULL},
    {"clamp", "($input, min=None, max=None, *, out=None)", "clamp", methods_forms_73, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_73, NULL},
    {"clamp_max", "($input, max, *, out=None)", "clamp_max", methods_forms_74, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_74, NULL},
    {"clamp_max_", "($input, max)", "clamp_max_", methods_forms_75, 1, -1, 0, 1,
     (PyCFunction)(void (*)(void))methods_75, NULL},
    {"clamp_min", "($input, min, *, out=None)", "clamp_min", methods_forms_76, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_76, NULL},
    {"clamp_min_", "($input, min)", "clamp_min_", methods_forms_77, 1, -1, 0, 1,
     (PyCFunction)(void (*)(void))methods_77, NULL},
    {"clone", "($input)", "clone", methods_forms_78, 1, -1, 0, 0, (PyCFunction)(void (*)(void))methods_78, NULL},
    {"conj", "($input)", "conj", methods_forms_79, 1, -1, 0, 0, (PyCFunction)(void (*)(void))methods_79, NULL},
    {"constant_pad_nd", "($input, pad, value=0)", "constant_pad_nd", methods_forms_80, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_80, NULL},
    {"contiguous", "($input)", "contiguous", methods_forms_81, 1, -1, 0, 0, (PyCFunction)(void (*)(void))methods_81,
     NULL},
    {"conv1d", "(*args, **kwargs)", "conv1d", methods_forms_82, 2, -1, 0, 0, (PyCFunction)(void (*)(void))methods_82,
     NULL},
    {"conv2d", "(*args, **kwargs)", "conv2d", methods_forms_83, 2, -1, 0, 0, (PyCFunction)(void (*)(void))methods_83,
     NULL},
    {"conv3d", "(*args, **kwargs)", "conv3d", methods_forms_84, 2, -1, 0, 0, (PyCFunction)(void (*)(void))methods_84,
     NULL},
    {"conv_transpose1d", "($input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1)",
     "conv_transpose1d", methods_forms_85, 1, -1, 0, 0, (PyCFunction)(void (*)(void))methods_85, NULL},
    {"conv_transpose2d", "($input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1)",
     "conv_transpose2d", methods_forms_86, 1, -1, 0, 0, (PyCFunction)(void (*)(void))methods_86, NULL},
    {"conv_transpose3d", "($input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1)",
     "conv_transpose3d", methods_forms_87, 1, -1, 0, 0, (PyCFunction)(void (*)(void))methods_87, NULL},
    {"copy", "(*args, **kwargs)", "copy", methods_forms_88, 2, -1, 0, 0, (PyCFunction)(void (*)(void))methods_88, NULL},
    {"copy_", "(*args, **kwargs)", "copy_", methods_forms_89, 2, -1, 0, 1, (PyCFunction)(void (*)(void))methods_89,
     NULL},
    {"copysign", "($input, other, *, out=None)", "copysign", methods_forms_90, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_90, NULL},
    {"copysign_", "($input, other)", "copysign_", methods_forms_91, 1, -1, 0, 1,
     (PyCFunction)(void (*)(void))methods_91, NULL},
    {"cos", "($input, *, out=None)", "cos", methods_forms_92, 1, -1, 0, 0, (PyCFunction)(void (*)(void))methods_92,
     NULL},
    {"cos_", "($input)", "cos_", methods_forms_93, 1, -1, 0, 1, (PyCFunction)(void (*)(void))methods_93, NULL},
    {"cosh", "($input, *, out=None)", "cosh", methods_forms_94, 1, -1, 0, 0, (PyCFunction)(void (*)(void))methods_94,
     NULL},
    {"cosh_", "($input)", "cosh_", methods_forms_95, 1, -1, 0, 1, (PyCFunction)(void (*)(void))methods_95, NULL},
    {"count_nonzero", "($input, dim=None)", "count_nonzero", methods_forms_96, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_96, NULL},
    {"cross_entropy", "($input, target, weight=None, ignore_index=-100, reduction=\"mean\", label_smoothing=0.0)",
     "cross_entropy", methods_forms_97, 1, -1, 0, 0, (PyCFunction)(void (*)(void))methods_97, NULL},
    {"cumprod", "($input, dim, *, dtype=None)", "cumprod", methods_forms_98, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_98, NULL},
    {"cumprod_", "($input, dim, *, dtype=None)", "cumprod_", methods_forms_99, 1, -1, 0, 1,
     (PyCFunction)(void (*)(void))methods_99, NULL},
    {"cumsum", "($input, dim, *, dtype=None)", "cumsum", methods_forms_100, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_100, NULL},
    {"cumsum_", "($input, dim, *, dtype=None)", "cumsum_", methods_forms_101, 1, -1, 0, 1,
     (PyCFunction)(void (*)(void))methods_101, NULL},
    {"deg2rad", "($input, *, out=None)", "deg2rad", methods_forms_102, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_102, NULL},
    {"deg2rad_", "($input)", "deg2rad_", methods_forms_103, 1, -1, 0, 1, (PyCFunction)(void (*)(void))methods_103,
     NULL},
    {"diagonal", "($input, offset=0, dim1=0, dim2=1)", "diagonal", methods_forms_104, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_104, NULL},
    {"digamma", "($input, *, out=None)", "digamma", methods_forms_105, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_105, NULL},
    {"digamma_", "($input)", "digamma_", methods_forms_106, 1, -1, 0, 1, (PyCFunction)(void (*)(void))methods_106,
     NULL},
    {"div", "(*args, **kwargs)", "div", methods_forms_107, 2, -1, 0, 0, (PyCFunction)(void (*)(void))methods_107, NULL},
    {"div_", "(*args, **kwargs)", "div_", methods_forms_108, 2, -1, 0, 1, (PyCFunction)(void (*)(void))methods_108,
     NULL},
    {"dot", "($input, other, *, out=None)", "dot", methods_forms_109, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_109, NULL},
    {"dropout", "($input, p=0.5, training=True, *, generator=None)", "dropout", methods_forms_110, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_110, NULL},
    {"dropout_", "($input, p=0.5, training=True, *, generator=None)", "dropout_", methods_forms_111, 1, -1, 0, 1,
     (PyCFunction)(void (*)(void))methods_111, NULL},
    {"elu", "($input, alpha=1.0, *, out=None)", "elu", methods_forms_112, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_112, NULL},
    {"elu_", "($input, alpha=1.0)", "elu_", methods_forms_113, 1, -1, 0, 1, (PyCFunction)(void (*)(void))methods_113,
     NULL},
    {"embedding", "($input, weight, padding_idx=None)", "embedding", methods_forms_114, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_114, NULL},
    {"entr", "($input, *, out=None)", "entr", methods_forms_115, 1, -1, 0, 0, (PyCFunction)(void (*)(void))methods_115,
     NULL},
    {"entr_", "($input)", "entr_", methods_forms_116, 1, -1, 0, 1, (PyCFunction)(void (*)(void))methods_116, NULL},
    {"eq", "($input, other, *, out=None)", "eq", methods_forms_117, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_117, NULL},
    {"eq_", "($input, other)", "eq_", methods_forms_118, 1, -1, 0, 1, (PyCFunction)(void (*)(void))methods_118, NULL},
    {"erf", "($input, *, out=None)", "erf", methods_forms_119, 1, -1, 0, 0, (PyCFunction)(void (*)(void))methods_119,
     NULL},
    {"erf_", "($input)", "erf_", methods_forms_120, 1, -1, 0, 1, (PyCFunction)(void (*)(void))methods_120, NULL},
    {"erfc", "($input, *, out=None)", "erfc", methods_forms_121, 1, -1, 0, 0, (PyCFunction)(void (*)(void))methods_121,
     NULL},
    {"erfc_", "($input)", "erfc_", methods_forms_122, 1, -1, 0, 1, (PyCFunction)(void (*)(void))methods_122, NULL},
    {"erfinv", "($input, *, out=None)", "erfinv", methods_forms_123, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_123, NULL},
    {"erfinv_", "($input)", "erfinv_", methods_forms_124, 1, -1, 0, 1, (PyCFunction)(void (*)(void))methods_124, NULL},
    {"exp", "($input, *, out=None)", "exp", methods_forms_125, 1, -1, 0, 0, (PyCFunction)(void (*)(void))methods_125,
     NULL},
    {"exp_", "($input)", "exp_", methods_forms_126, 1, -1, 0, 1, (PyCFunction)(void (*)(void))methods_126, NULL},
    {"exp2", "($input, *, out=None)", "exp2", methods_forms_127, 1, -1, 0, 0, (PyCFunction)(void (*)(void))methods_127,
     NULL},
    {"exp2_", "($input)", "exp2_", methods_forms_128, 1, -1, 0, 1, (PyCFunction)(void (*)(void))methods_128, NULL},
    {"expand", "($input, *size, **keywords)", "_expand_method", methods_forms_129, 1, 1, 0, 0,
     (PyCFunction)(void (*)(void))methods_129, NULL},
    {"expand_as", "($input, other)", "expand_as", methods_forms_130, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_130, NULL},
    {"expm1", "($input, *, out=None)", "expm1", methods_forms_131, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_131, NULL},
    {"expm1_", "($input)", "expm1_", methods_forms_132, 1, -1, 0, 1, (PyCFunction)(void (*)(void))methods_132, NULL},
    {"fill", "($input, value)", "fill", methods_forms_133, 1, -1, 0, 0, (PyCFunction)(void (*)(void))methods_133, NULL},
    {"fill_", "($input, value)", "fill_", methods_forms_134, 1, -1, 0, 1, (PyCFunction)(void (*)(void))methods_134,
     NULL},
    {"flatten", "($input, start_dim=0, end_dim=-1)", "flatten", methods_forms_135, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_135, NULL},
    {"flip", "($input, *dims, **keywords)", "_flip_method", methods_forms_136, 1, 1, 0, 0,
     (PyCFunction)(void (*)(void))methods_136, NULL},
    {"float_power", "($input, exponent, *, out=None)", "float_power", methods_forms_137, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_137, NULL},
    {"float_power_", "($input, exponent)", "float_power_", methods_forms_138, 1, -1, 0, 1,
     (PyCFunction)(void (*)(void))methods_138, NULL},
    {"floor", "($input, *, out=None)", "floor", methods_forms_139, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_139, NULL},
    {"floor_", "($input)", "floor_", methods_forms_140, 1, -1, 0, 1, (PyCFunction)(void (*)(void))methods_140, NULL},
    {"floor_divide", "($input, other, *, out=None)", "floor_divide", methods_forms_141, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_141, NULL},
    {"floor_divide_", "($input, other)", "floor_divide_", methods_forms_142, 1, -1, 0, 1,
     (PyCFunction)(void (*)(void))methods_142, NULL},
    {"fmax", "($input, other, *, out=None)", "fmax", methods_forms_143, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_143, NULL},
    {"fmax_", "($input, other)", "fmax_", methods_forms_144, 1, -1, 0, 1, (PyCFunction)(void (*)(void))methods_144,
     NULL},
    {"fmin", "($input, other, *, out=None)", "fmin", methods_forms_145, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_145, NULL},
    {"fmin_", "($input, other)", "fmin_", methods_forms_146, 1, -1, 0, 1, (PyCFunction)(void (*)(void))methods_146,
     NULL},
    {"fmod", "($input, other, *, out=None)", "fmod", methods_forms_147, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_147, NULL},
    {"fmod_", "($input, other)", "fmod_", methods_forms_148, 1, -1, 0, 1, (PyCFunction)(void (*)(void))methods_148,
     NULL},
    {"frac", "($input, *, out=None)", "frac", methods_forms_149, 1, -1, 0, 0, (PyCFunction)(void (*)(void))methods_149,
     NULL},
    {"frac_", "($input)", "frac_", methods_forms_150, 1, -1, 0, 1, (PyCFunction)(void (*)(void))methods_150, NULL},
    {"gather", "($input, dim, index, *, sparse_grad=False)", "gather", methods_forms_151, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_151, NULL},
    {"ge", "($input, other, *, out=None)", "ge", methods_forms_152, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_152, NULL},
    {"ge_", "($input, other)", "ge_", methods_forms_153, 1, -1, 0, 1, (PyCFunction)(void (*)(void))methods_153, NULL},
    {"gelu", "($input, *, approximate=\"none\")", "gelu", methods_forms_154, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_154, NULL},
    {"ger", "($input, vec2)", "ger", methods_forms_155, 1, -1, 0, 0, (PyCFunction)(void (*)(void))methods_155, NULL},
    {"glu", "($input, dim=-1)", "glu", methods_forms_156, 1, -1, 0, 0, (PyCFunction)(void (*)(void))methods_156, NULL},
    {"group_norm", "($input, num_groups, weight=None, bias=None, eps=1e-05)", "group_norm", methods_forms_157, 1, -1, 0,
     0, (PyCFunction)(void (*)(void))methods_157, NULL},
    {"gt", "($input, other, *, out=None)", "gt", methods_forms_158, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_158, NULL},
    {"gt_", "($input, other)", "gt_", methods_forms_159, 1, -1, 0, 1, (PyCFunction)(void (*)(void))methods_159, NULL},
    {"hardshrink", "($input, lambd=0.5, *, out=None)", "hardshrink", methods_forms_160, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_160, NULL},
    {"hardshrink_", "($input, lambd=0.5)", "hardshrink_", methods_forms_161, 1, -1, 0, 1,
     (PyCFunction)(void (*)(void))methods_161, NULL},
    {"hardsigmoid", "($input, *, out=None)", "hardsigmoid", methods_forms_162, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_162, NULL},
    {"hardsigmoid_", "($input)", "hardsigmoid_", methods_forms_163, 1, -1, 0, 1,
     (PyCFunction)(void (*)(void))methods_163, NULL},
    {"hardswish", "($input, *, out=None)", "hardswish", methods_forms_164, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_164, NULL},
    {"hardswish_", "($input)", "hardswish_", methods_forms_165, 1, -1, 0, 1, (PyCFunction)(void (*)(void))methods_165,
     NULL},
    {"hardtanh", "($input, min_val=-1.0, max_val=1.0, *, out=None)", "hardtanh", methods_forms_166, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_166, NULL},
    {"hardtanh_", "($input, min_val=-1.0, max_val=1.0)", "hardtanh_", methods_forms_167, 1, -1, 0, 1,
     (PyCFunction)(void (*)(void))methods_167, NULL},
    {"huber_loss", "($input, target, reduction=\"mean\", delta=1.0)", "huber_loss", methods_forms_168, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_168, NULL},
    {"hypot", "($input, other, *, out=None)", "hypot", methods_forms_169, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_169, NULL},
    {"hypot_", "($input, other)", "hypot_", methods_forms_170, 1, -1, 0, 1, (PyCFunction)(void (*)(void))methods_170,
     NULL},
    {"index", "($input, indices)", "index", methods_forms_171, 1, -1, 0, 0, (PyCFunction)(void (*)(void))methods_171,
     NULL},
    {"index_add", "($input, dim, index, source, *, alpha=1)", "index_add", methods_forms_172, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_172, NULL},
    {"index_add_", "($input, dim, index, source, *, alpha=1)", "index_add_", methods_forms_173, 1, -1, 0, 1,
     (PyCFunction)(void (*)(void))methods_173, NULL},
    {"index_put", "($input, indices, values, accumulate=False)", "index_put", methods_forms_174, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_174, NULL},
    {"index_put_", "($input, indices, values, accumulate=False)", "index_put_", methods_forms_175, 1, -1, 0, 1,
     (PyCFunction)(void (*)(void))methods_175, NULL},
    {"index_select", "($input, dim, index)", "index_select", methods_forms_176, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_176, NULL},
    {"inner", "($input, other)", "inner", methods_forms_177, 1, -1, 0, 0, (PyCFunction)(void (*)(void))methods_177,
     NULL},
    {"interpolate",
     "($input, size=None, scale_factor=None, mode=\"nearest\", align_corners=False, recompute_scale_factor=False)",
     "interpolate", methods_forms_178, 1, -1, 0, 0, (PyCFunction)(void (*)(void))methods_178, NULL},
    {"isclose", "($input, other, rtol=1e-05, atol=1e-08, *, out=None)", "isclose", methods_forms_179, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_179, NULL},
    {"isfinite", "($input, *, out=None)", "isfinite", methods_forms_180, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_180, NULL},
    {"isfinite_", "($input)", "isfinite_", methods_forms_181, 1, -1, 0, 1, (PyCFunction)(void (*)(void))methods_181,
     NULL},
    {"isinf", "($input, *, out=None)", "isinf", methods_forms_182, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_182, NULL},
    {"isinf_", "($input)", "isinf_", methods_forms_183, 1, -1, 0, 1, (PyCFunction)(void (*)(void))methods_183, NULL},
    {"isnan", "($input, *, out=None)", "isnan", methods_forms_184, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_184, NULL},
    {"isnan_", "($input)", "isnan_", methods_forms_185, 1, -1, 0, 1, (PyCFunction)(void (*)(void))methods_185, NULL},
    {"isneginf", "($input, *, out=None)", "isneginf", methods_forms_186, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_186, NULL},
    {"isneginf_", "($input)", "isneginf_", methods_forms_187, 1, -1, 0, 1, (PyCFunction)(void (*)(void))methods_187,
     NULL},
    {"isposinf", "($input, *, out=None)", "isposinf", methods_forms_188, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_188, NULL},
    {"isposinf_", "($input)", "isposinf_", methods_forms_189, 1, -1, 0, 1, (PyCFunction)(void (*)(void))methods_189,
     NULL},
    {"kl_div", "($input, target, reduction=\"mean\", log_target=False)", "kl_div", methods_forms_190, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_190, NULL},
    {"kron", "($input, other)", "kron", methods_forms_191, 1, -1, 0, 0, (PyCFunction)(void (*)(void))methods_191, NULL},
    {"kthvalue", "($input, k, dim=-1, keepdim=False)", "kthvalue", methods_forms_192, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_192, NULL},
    {"l1_loss", "($input, target, reduction=\"mean\")", "l1_loss", methods_forms_193, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_193, NULL},
    {"layer_norm", "($input, normalized_shape, weight=None, bias=None, eps=1e-05)", "layer_norm", methods_forms_194, 1,
     -1, 0, 0, (PyCFunction)(void (*)(void))methods_194, NULL},
    {"ldexp", "($input, other, *, out=None)", "ldexp", methods_forms_195, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_195, NULL},
    {"ldexp_", "($input, other)", "ldexp_", methods_forms_196, 1, -1, 0, 1, (PyCFunction)(void (*)(void))methods_196,
     NULL},
    {"le", "($input, other, *, out=None)", "le", methods_forms_197, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_197, NULL},
    {"le_", "($input, other)", "le_", methods_forms_198, 1, -1, 0, 1, (PyCFunction)(void (*)(void))methods_198, NULL},
    {"leaky_relu", "($input, negative_slope=0.01, *, out=None)", "leaky_relu", methods_forms_199, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_199, NULL},
    {"leaky_relu_", "($input, negative_slope=0.01)", "leaky_relu_", methods_forms_200, 1, -1, 0, 1,
     (PyCFunction)(void (*)(void))methods_200, NULL},
    {"lerp", "($input, end, weight, *, out=None)", "lerp", methods_forms_201, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_201, NULL},
    {"lerp_", "($input, end, weight)", "lerp_", methods_forms_202, 1, -1, 0, 1,
     (PyCFunction)(void (*)(void))methods_202, NULL},
    {"lgamma", "($input, *, out=None)", "lgamma", methods_forms_203, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_203, NULL},
    {"lgamma_", "($input)", "lgamma_", methods_forms_204, 1, -1, 0, 1, (PyCFunction)(void (*)(void))methods_204, NULL},
    {"linalg_vecdot", "($input, other, *, dim=-1)", "linalg_vecdot", methods_forms_205, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_205, NULL},
    {"linalg_vector_norm", "($input, ord=2, dim=None, keepdim=False, *, dtype=None)", "linalg_vector_norm",
     methods_forms_206, 1, -1, 0, 0, (PyCFunction)(void (*)(void))methods_206, NULL},
    {"linear", "($input, weight, bias=None)", "linear", methods_forms_207, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_207, NULL},
    {"log", "($input, *, out=None)", "log", methods_forms_208, 1, -1, 0, 0, (PyCFunction)(void (*)(void))methods_208,
     NULL},
    {"log_", "($input)", "log_", methods_forms_209, 1, -1, 0, 1, (PyCFunction)(void (*)(void))methods_209, NULL},
    {"log10", "($input, *, out=None)", "log10", methods_forms_210, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_210, NULL},
    {"log10_", "($input)", "log10_", methods_forms_211, 1, -1, 0, 1, (PyCFunction)(void (*)(void))methods_211, NULL},
    {"log1p", "($input, *, out=None)", "log1p", methods_forms_212, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_212, NULL},
    {"log1p_", "($input)", "log1p_", methods_forms_213, 1, -1, 0, 1, (PyCFunction)(void (*)(void))methods_213, NULL},
    {"log2", "($input, *, out=None)", "log2", methods_forms_214, 1, -1, 0, 0, (PyCFunction)(void (*)(void))methods_214,
     NULL},
    {"log2_", "($input)", "log2_", methods_forms_215, 1, -1, 0, 1, (PyCFunction)(void (*)(void))methods_215, NULL},
    {"log_softmax", "($input, dim, *, dtype=None)", "log_softmax", methods_forms_216, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_216, NULL},
    {"logaddexp", "($input, other, *, out=None)", "logaddexp", methods_forms_217, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_217, NULL},
    {"logaddexp_", "($input, other)", "logaddexp_", methods_forms_218, 1, -1, 0, 1,
     (PyCFunction)(void (*)(void))methods_218, NULL},
    {"logaddexp2", "($input, other, *, out=None)", "logaddexp2", methods_forms_219, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_219, NULL},
    {"logaddexp2_", "($input, other)", "logaddexp2_", methods_forms_220, 1, -1, 0, 1,
     (PyCFunction)(void (*)(void))methods_220, NULL},
    {"logical_and", "($input, other, *, out=None)", "logical_and", methods_forms_221, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_221, NULL},
    {"logical_and_", "($input, other)", "logical_and_", methods_forms_222, 1, -1, 0, 1,
     (PyCFunction)(void (*)(void))methods_222, NULL},
    {"logical_not", "($input, *, out=None)", "logical_not", methods_forms_223, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_223, NULL},
    {"logical_not_", "($input)", "logical_not_", methods_forms_224, 1, -1, 0, 1,
     (PyCFunction)(void (*)(void))methods_224, NULL},
    {"logical_or", "($input, other, *, out=None)", "logical_or", methods_forms_225, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_225, NULL},
    {"logical_or_", "($input, other)", "logical_or_", methods_forms_226, 1, -1, 0, 1,
     (PyCFunction)(void (*)(void))methods_226, NULL},
    {"logical_xor", "($input, other, *, out=None)", "logical_xor", methods_forms_227, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_227, NULL},
    {"logical_xor_", "($input, other)", "logical_xor_", methods_forms_228, 1, -1, 0, 1,
     (PyCFunction)(void (*)(void))methods_228, NULL},
    {"logit", "($input, eps=None, *, out=None)", "logit", methods_forms_229, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_229, NULL},
    {"logit_", "($input, eps=None)", "logit_", methods_forms_230, 1, -1, 0, 1, (PyCFunction)(void (*)(void))methods_230,
     NULL},
    {"logsigmoid", "($input, *, out=None)", "logsigmoid", methods_forms_231, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_231, NULL},
    {"logsigmoid_", "($input)", "logsigmoid_", methods_forms_232, 1, -1, 0, 1, (PyCFunction)(void (*)(void))methods_232,
     NULL},
    {"logsumexp", "($input, dim, keepdim=False)", "logsumexp", methods_forms_233, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_233, NULL},
    {"lt", "($input, other, *, out=None)", "lt", methods_forms_234, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_234, NULL},
    {"lt_", "($input, other)", "lt_", methods_forms_235, 1, -1, 0, 1, (PyCFunction)(void (*)(void))methods_235, NULL},
    {"masked_fill", "($input, mask, value)", "masked_fill", methods_forms_236, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_236, NULL},
    {"masked_fill_", "($input, mask, value)", "masked_fill_", methods_forms_237, 1, -1, 0, 1,
     (PyCFunction)(void (*)(void))methods_237, NULL},
    {"masked_scatter", "($input, mask, source)", "masked_scatter", methods_forms_238, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_238, NULL},
    {"masked_scatter_", "($input, mask, source)", "masked_scatter_", methods_forms_239, 1, -1, 0, 1,
     (PyCFunction)(void (*)(void))methods_239, NULL},
    {"masked_select", "($input, mask)", "masked_select", methods_forms_240, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_240, NULL},
    {"matmul", "($input, other)", "matmul", methods_forms_241, 1, -1, 0, 0, (PyCFunction)(void (*)(void))methods_241,
     NULL},
    {"max", "(*args, **kwargs)", "max", methods_forms_242, 3, -1, 0, 0, (PyCFunction)(void (*)(void))methods_242, NULL},
    {"max_pool1d", "(*args, **kwargs)", "max_pool1d", methods_forms_243, 2, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_243, NULL},
    {"max_pool2d", "(*args, **kwargs)", "max_pool2d", methods_forms_244, 2, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_244, NULL},
    {"max_pool3d", "(*args, **kwargs)", "max_pool3d", methods_forms_245, 2, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_245, NULL},
    {"maximum", "($input, other, *, out=None)", "maximum", methods_forms_246, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_246, NULL},
    {"maximum_", "($input, other)", "maximum_", methods_forms_247, 1, -1, 0, 1,
     (PyCFunction)(void (*)(void))methods_247, NULL},
    {"mean", "($input, dim=None, keepdim=False, *, dtype=None)", "mean", methods_forms_248, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_248, NULL},
    {"median", "(*args, **kwargs)", "median", methods_forms_249, 2, -1, 0, 0, (PyCFunction)(void (*)(void))methods_249,
     NULL},
    {"min", "(*args, **kwargs)", "min", methods_forms_250, 3, -1, 0, 0, (PyCFunction)(void (*)(void))methods_250, NULL},
    {"minimum", "($input, other, *, out=None)", "minimum", methods_forms_251, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_251, NULL},
    {"minimum_", "($input, other)", "minimum_", methods_forms_252, 1, -1, 0, 1,
     (PyCFunction)(void (*)(void))methods_252, NULL},
    {"mish", "($input, *, out=None)", "mish", methods_forms_253, 1, -1, 0, 0, (PyCFunction)(void (*)(void))methods_253,
     NULL},
    {"mish_", "($input)", "mish_", methods_forms_254, 1, -1, 0, 1, (PyCFunction)(void (*)(void))methods_254, NULL},
    {"mm", "($input, mat2, *, out=None)", "mm", methods_forms_255, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_255, NULL},
    {"movedim", "($input, source, destination)", "movedim", methods_forms_256, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_256, NULL},
    {"mse_loss", "($input, target, reduction=\"mean\")", "mse_loss", methods_forms_257, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_257, NULL},
    {"mul", "($input, other, *, out=None)", "mul", methods_forms_258, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_258, NULL},
    {"mul_", "($input, other)", "mul_", methods_forms_259, 1, -1, 0, 1, (PyCFunction)(void (*)(void))methods_259, NULL},
    {"multinomial", "($input, num_samples, replacement=False, *, generator=None)", "multinomial", methods_forms_260, 1,
     -1, 0, 0, (PyCFunction)(void (*)(void))methods_260, NULL},
    {"mv", "($input, vec, *, out=None)", "mv", methods_forms_261, 1, -1, 0, 0, (PyCFunction)(void (*)(void))methods_261,
     NULL},
    {"nan_to_num", "($input, nan=None, posinf=None, neginf=None, *, out=None)", "nan_to_num", methods_forms_262, 1, -1,
     0, 0, (PyCFunction)(void (*)(void))methods_262, NULL},
    {"nan_to_num_", "($input, nan=None, posinf=None, neginf=None)", "nan_to_num_", methods_forms_263, 1, -1, 0, 1,
     (PyCFunction)(void (*)(void))methods_263, NULL},
    {"nanmean", "($input, dim=None, keepdim=False, *, dtype=None)", "nanmean", methods_forms_264, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_264, NULL},
    {"nansum", "($input, dim=None, keepdim=False, *, dtype=None)", "nansum", methods_forms_265, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_265, NULL},
    {"narrow", "($input, dim, start, length)", "narrow", methods_forms_266, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_266, NULL},
    {"ndtr", "($input, *, out=None)", "ndtr", methods_forms_267, 1, -1, 0, 0, (PyCFunction)(void (*)(void))methods_267,
     NULL},
    {"ndtr_", "($input)", "ndtr_", methods_forms_268, 1, -1, 0, 1, (PyCFunction)(void (*)(void))methods_268, NULL},
    {"ne", "($input, other, *, out=None)", "ne", methods_forms_269, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_269, NULL},
    {"ne_", "($input, other)", "ne_", methods_forms_270, 1, -1, 0, 1, (PyCFunction)(void (*)(void))methods_270, NULL},
    {"neg", "($input, *, out=None)", "neg", methods_forms_271, 1, -1, 0, 0, (PyCFunction)(void (*)(void))methods_271,
     NULL},
    {"neg_", "($input)", "neg_", methods_forms_272, 1, -1, 0, 1, (PyCFunction)(void (*)(void))methods_272, NULL},
    {"nll_loss", "($input, target, weight=None, ignore_index=-100, reduction=\"mean\")", "nll_loss", methods_forms_273,
     1, -1, 0, 0, (PyCFunction)(void (*)(void))methods_273, NULL},
    {"nonzero", "($input)", "nonzero", methods_forms_274, 1, -1, 0, 0, (PyCFunction)(void (*)(void))methods_274, NULL},
    {"norm", "(*args, **kwargs)", "norm", methods_forms_275, 2, -1, 0, 0, (PyCFunction)(void (*)(void))methods_275,
     NULL},
    {"normal", "(*args, **kwargs)", "normal", methods_forms_276, 2, -1, 0, 0, (PyCFunction)(void (*)(void))methods_276,
     NULL},
    {"normal_", "(*args, **kwargs)", "normal_", methods_forms_277, 1, -1, 0, 1,
     (PyCFunction)(void (*)(void))methods_277, NULL},
    {"normalize", "($input, p=2.0, dim=1, eps=1e-12)", "normalize", methods_forms_278, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_278, NULL},
    {"outer", "($input, vec2)", "outer", methods_forms_279, 1, -1, 0, 0, (PyCFunction)(void (*)(void))methods_279,
     NULL},
    {"pad", "($input, pad, mode=\"constant\", value=None)", "pad", methods_forms_280, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_280, NULL},
    {"permute", "($input, *dims, **keywords)", "_permute_method", methods_forms_281, 1, 1, 0, 0,
     (PyCFunction)(void (*)(void))methods_281, NULL},
    {"positive", "($input)", "positive", methods_forms_282, 1, -1, 0, 0, (PyCFunction)(void (*)(void))methods_282,
     NULL},
    {"pow", "($input, exponent, *, out=None)", "pow", methods_forms_283, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_283, NULL},
    {"pow_", "($input, exponent)", "pow_", methods_forms_284, 1, -1, 0, 1, (PyCFunction)(void (*)(void))methods_284,
     NULL},
    {"prelu", "($input, weight)", "prelu", methods_forms_285, 1, -1, 0, 0, (PyCFunction)(void (*)(void))methods_285,
     NULL},
    {"prod", "(*args, **kwargs)", "prod", methods_forms_286, 2, -1, 0, 0, (PyCFunction)(void (*)(void))methods_286,
     NULL},
    {"rad2deg", "($input, *, out=None)", "rad2deg", methods_forms_287, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_287, NULL},
    {"rad2deg_", "($input)", "rad2deg_", methods_forms_288, 1, -1, 0, 1, (PyCFunction)(void (*)(void))methods_288,
     NULL},
    {"ravel", "($input)", "ravel", methods_forms_289, 1, -1, 0, 0, (PyCFunction)(void (*)(void))methods_289, NULL},
    {"reciprocal", "($input, *, out=None)", "reciprocal", methods_forms_290, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_290, NULL},
    {"reciprocal_", "($input)", "reciprocal_", methods_forms_291, 1, -1, 0, 1, (PyCFunction)(void (*)(void))methods_291,
     NULL},
    {"relu", "($input, *, out=None)", "relu", methods_forms_292, 1, -1, 0, 0, (PyCFunction)(void (*)(void))methods_292,
     NULL},
    {"relu_", "($input)", "relu_", methods_forms_293, 1, -1, 0, 1, (PyCFunction)(void (*)(void))methods_293, NULL},
    {"relu6", "($input, *, out=None)", "relu6", methods_forms_294, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_294, NULL},
    {"relu6_", "($input)", "relu6_", methods_forms_295, 1, -1, 0, 1, (PyCFunction)(void (*)(void))methods_295, NULL},
    {"remainder", "($input, other, *, out=None)", "remainder", methods_forms_296, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_296, NULL},
    {"remainder_", "($input, other)", "remainder_", methods_forms_297, 1, -1, 0, 1,
     (PyCFunction)(void (*)(void))methods_297, NULL},
    {"repeat", "($input, *repeats, **keywords)", "_repeat_method", methods_forms_298, 1, 1, 0, 0,
     (PyCFunction)(void (*)(void))methods_298, NULL},
    {"reshape", "($input, *shape, **keywords)", "_reshape_method", methods_forms_299, 1, 1, 0, 0,
     (PyCFunction)(void (*)(void))methods_299, NULL},
    {"reshape_as", "($input, other)", "reshape_as", methods_forms_300, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_300, NULL},
    {"rms_norm", "($input, normalized_shape, weight=None, eps=None)", "rms_norm", methods_forms_301, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_301, NULL},
    {"roll", "($input, shifts, dims=None)", "roll", methods_forms_302, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_302, NULL},
    {"round", "(*args, **kwargs)", "round", methods_forms_303, 2, -1, 0, 0, (PyCFunction)(void (*)(void))methods_303,
     NULL},
    {"round_", "(*args, **kwargs)", "round_", methods_forms_304, 2, -1, 0, 1, (PyCFunction)(void (*)(void))methods_304,
     NULL},
    {"rsqrt", "($input, *, out=None)", "rsqrt", methods_forms_305, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_305, NULL},
    {"rsqrt_", "($input)", "rsqrt_", methods_forms_306, 1, -1, 0, 1, (PyCFunction)(void (*)(void))methods_306, NULL},
    {"rsub", "($input, other, *, alpha=1)", "rsub", methods_forms_307, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_307, NULL},
    {"scatter", "(*args, **kwargs)", "scatter", methods_forms_308, 2, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_308, NULL},
    {"scatter_", "(*args, **kwargs)", "scatter_", methods_forms_309, 2, -1, 0, 1,
     (PyCFunction)(void (*)(void))methods_309, NULL},
    {"scatter_add", "($input, dim, index, src)", "scatter_add", methods_forms_310, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_310, NULL},
    {"scatter_add_", "($input, dim, index, src)", "scatter_add_", methods_forms_311, 1, -1, 0, 1,
     (PyCFunction)(void (*)(void))methods_311, NULL},
    {"select", "($input, dim, index)", "select", methods_forms_312, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_312, NULL},
    {"selu", "($input, *, out=None)", "selu", methods_forms_313, 1, -1, 0, 0, (PyCFunction)(void (*)(void))methods_313,
     NULL},
    {"selu_", "($input)", "selu_", methods_forms_314, 1, -1, 0, 1, (PyCFunction)(void (*)(void))methods_314, NULL},
    {"sgn", "($input, *, out=None)", "sgn", methods_forms_315, 1, -1, 0, 0, (PyCFunction)(void (*)(void))methods_315,
     NULL},
    {"sgn_", "($input)", "sgn_", methods_forms_316, 1, -1, 0, 1, (PyCFunction)(void (*)(void))methods_316, NULL},
    {"sigmoid", "($input, *, out=None)", "sigmoid", methods_forms_317, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_317, NULL},
    {"sigmoid_", "($input)", "sigmoid_", methods_forms_318, 1, -1, 0, 1, (PyCFunction)(void (*)(void))methods_318,
     NULL},
    {"sign", "($input, *, out=None)", "sign", methods_forms_319, 1, -1, 0, 0, (PyCFunction)(void (*)(void))methods_319,
     NULL},
    {"sign_", "($input)", "sign_", methods_forms_320, 1, -1, 0, 1, (PyCFunction)(void (*)(void))methods_320, NULL},
    {"signbit", "($input, *, out=None)", "signbit", methods_forms_321, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_321, NULL},
    {"signbit_", "($input)", "signbit_", methods_forms_322, 1, -1, 0, 1, (PyCFunction)(void (*)(void))methods_322,
     NULL},
    {"silu", "($input, *, out=None)", "silu", methods_forms_323, 1, -1, 0, 0, (PyCFunction)(void (*)(void))methods_323,
     NULL},
    {"silu_", "($input)", "silu_", methods_forms_324, 1, -1, 0, 1, (PyCFunction)(void (*)(void))methods_324, NULL},
    {"sin", "($input, *, out=None)", "sin", methods_forms_325, 1, -1, 0, 0, (PyCFunction)(void (*)(void))methods_325,
     NULL},
    {"sin_", "($input)", "sin_", methods_forms_326, 1, -1, 0, 1, (PyCFunction)(void (*)(void))methods_326, NULL},
    {"sinc", "($input, *, out=None)", "sinc", methods_forms_327, 1, -1, 0, 0, (PyCFunction)(void (*)(void))methods_327,
     NULL},
    {"sinc_", "($input)", "sinc_", methods_forms_328, 1, -1, 0, 1, (PyCFunction)(void (*)(void))methods_328, NULL},
    {"sinh", "($input, *, out=None)", "sinh", methods_forms_329, 1, -1, 0, 0, (PyCFunction)(void (*)(void))methods_329,
     NULL},
    {"sinh_", "($input)", "sinh_", methods_forms_330, 1, -1, 0, 1, (PyCFunction)(void (*)(void))methods_330, NULL},
    {"slice", "($input, dim=0, start=None, end=None, step=1)", "slice", methods_forms_331, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_331, NULL},
    {"smooth_l1_loss", "($input, target, reduction=\"mean\", beta=1.0)", "smooth_l1_loss", methods_forms_332, 1, -1, 0,
     0, (PyCFunction)(void (*)(void))methods_332, NULL},
    {"softmax", "($input, dim, *, dtype=None)", "softmax", methods_forms_333, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_333, NULL},
    {"softplus", "($input, beta=1, threshold=20, *, out=None)", "softplus", methods_forms_334, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_334, NULL},
    {"softplus_", "($input, beta=1, threshold=20)", "softplus_", methods_forms_335, 1, -1, 0, 1,
     (PyCFunction)(void (*)(void))methods_335, NULL},
    {"softshrink", "($input, lambd=0.5, *, out=None)", "softshrink", methods_forms_336, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_336, NULL},
    {"softshrink_", "($input, lambd=0.5)", "softshrink_", methods_forms_337, 1, -1, 0, 1,
     (PyCFunction)(void (*)(void))methods_337, NULL},
    {"softsign", "($input)", "softsign", methods_forms_338, 1, -1, 0, 0, (PyCFunction)(void (*)(void))methods_338,
     NULL},
    {"sort", "($input, dim=-1, descending=False, stable=False)", "sort", methods_forms_339, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_339, NULL},
    {"split", "(*args, **kwargs)", "split", methods_forms_340, 2, -1, 0, 0, (PyCFunction)(void (*)(void))methods_340,
     NULL},
    {"split_with_sizes", "($input, split_sizes, dim=0)", "split_with_sizes", methods_forms_341, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_341, NULL},
    {"sqrt", "($input, *, out=None)", "sqrt", methods_forms_342, 1, -1, 0, 0, (PyCFunction)(void (*)(void))methods_342,
     NULL},
    {"sqrt_", "($input)", "sqrt_", methods_forms_343, 1, -1, 0, 1, (PyCFunction)(void (*)(void))methods_343, NULL},
    {"square", "($input, *, out=None)", "square", methods_forms_344, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_344, NULL},
    {"square_", "($input)", "square_", methods_forms_345, 1, -1, 0, 1, (PyCFunction)(void (*)(void))methods_345, NULL},
    {"squeeze", "(*args, **kwargs)", "squeeze", methods_forms_346, 2, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_346, NULL},
    {"squeeze_", "(*args, **kwargs)", "squeeze_", methods_forms_347, 2, -1, 0, 1,
     (PyCFunction)(void (*)(void))methods_347, NULL},
    {"std", "(*args, **kwargs)", "std", methods_forms_348, 3, -1, 0, 0, (PyCFunction)(void (*)(void))methods_348, NULL},
    {"std_mean", "(*args, **kwargs)", "std_mean", methods_forms_349, 3, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_349, NULL},
    {"sub", "(*args, **kwargs)", "sub", methods_forms_350, 2, -1, 0, 0, (PyCFunction)(void (*)(void))methods_350, NULL},
    {"sub_", "(*args, **kwargs)", "sub_", methods_forms_351, 2, -1, 0, 1, (PyCFunction)(void (*)(void))methods_351,
     NULL},
    {"sum", "($input, dim=None, keepdim=False, *, dtype=None)", "sum", methods_forms_352, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_352, NULL},
    {"sum_to_size", "($input, *size, **keywords)", "_sum_to_size_method", methods_forms_353, 1, 1, 0, 0,
     (PyCFunction)(void (*)(void))methods_353, NULL},
    {"t", "($input)", "t", methods_forms_354, 1, -1, 0, 0, (PyCFunction)(void (*)(void))methods_354, NULL},
    {"t_", "($input)", "t_", methods_forms_355, 1, -1, 0, 1, (PyCFunction)(void (*)(void))methods_355, NULL},
    {"take", "($input, index)", "take", methods_forms_356, 1, -1, 0, 0, (PyCFunction)(void (*)(void))methods_356, NULL},
    {"take_along_dim", "($input, indices, dim=None)", "take_along_dim", methods_forms_357, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_357, NULL},
    {"tan", "($input, *, out=None)", "tan", methods_forms_358, 1, -1, 0, 0, (PyCFunction)(void (*)(void))methods_358,
     NULL},
    {"tan_", "($input)", "tan_", methods_forms_359, 1, -1, 0, 1, (PyCFunction)(void (*)(void))methods_359, NULL},
    {"tanh", "($input, *, out=None)", "tanh", methods_forms_360, 1, -1, 0, 0, (PyCFunction)(void (*)(void))methods_360,
     NULL},
    {"tanh_", "($input)", "tanh_", methods_forms_361, 1, -1, 0, 1, (PyCFunction)(void (*)(void))methods_361, NULL},
    {"tanhshrink", "($input, *, out=None)", "tanhshrink", methods_forms_362, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_362, NULL},
    {"tanhshrink_", "($input)", "tanhshrink_", methods_forms_363, 1, -1, 0, 1, (PyCFunction)(void (*)(void))methods_363,
     NULL},
    {"threshold", "($input, threshold, value, *, out=None)", "threshold", methods_forms_364, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_364, NULL},
    {"threshold_", "($input, threshold, value)", "threshold_", methods_forms_365, 1, -1, 0, 1,
     (PyCFunction)(void (*)(void))methods_365, NULL},
    {"tile", "($input, *dims, **keywords)", "_tile_method", methods_forms_366, 1, 1, 0, 0,
     (PyCFunction)(void (*)(void))methods_366, NULL},
    {"to", "(*args, **kwargs)", "to", methods_forms_367, 2, -1, 0, 0, (PyCFunction)(void (*)(void))methods_367, NULL},
    {"topk", "($input, k, dim=-1, largest=True, sorted=True)", "topk", methods_forms_368, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_368, NULL},
    {"transpose", "($input, dim0, dim1)", "transpose", methods_forms_369, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_369, NULL},
    {"transpose_", "($input, dim0, dim1)", "transpose_", methods_forms_370, 1, -1, 0, 1,
     (PyCFunction)(void (*)(void))methods_370, NULL},
    {"tril", "($input, diagonal=0)", "tril", methods_forms_371, 1, -1, 0, 0, (PyCFunction)(void (*)(void))methods_371,
     NULL},
    {"tril_", "($input, diagonal=0)", "tril_", methods_forms_372, 1, -1, 0, 1, (PyCFunction)(void (*)(void))methods_372,
     NULL},
    {"triu", "($input, diagonal=0)", "triu", methods_forms_373, 1, -1, 0, 0, (PyCFunction)(void (*)(void))methods_373,
     NULL},
    {"triu_", "($input, diagonal=0)", "triu_", methods_forms_374, 1, -1, 0, 1, (PyCFunction)(void (*)(void))methods_374,
     NULL},
    {"true_divide", "($input, other, *, out=None)", "true_divide", methods_forms_375, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_375, NULL},
    {"true_divide_", "($input, other)", "true_divide_", methods_forms_376, 1, -1, 0, 1,
     (PyCFunction)(void (*)(void))methods_376, NULL},
    {"trunc", "($input, *, out=None)", "trunc", methods_forms_377, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_377, NULL},
    {"trunc_", "($input)", "trunc_", methods_forms_378, 1, -1, 0, 1, (PyCFunction)(void (*)(void))methods_378, NULL},
    {"unbind", "($input, dim=0)", "unbind", methods_forms_379, 1, -1, 0, 0, (PyCFunction)(void (*)(void))methods_379,
     NULL},
    {"unflatten", "($input, dim, sizes)", "unflatten", methods_forms_380, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_380, NULL},
    {"unfold", "($input, dimension, size, step)", "unfold", methods_forms_381, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_381, NULL},
    {"uniform", "($input, low=0.0, high=1.0, *, generator=None)", "uniform", methods_forms_382, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_382, NULL},
    {"uniform_", "($input, low=0.0, high=1.0, *, generator=None)", "uniform_", methods_forms_383, 1, -1, 0, 1,
     (PyCFunction)(void (*)(void))methods_383, NULL},
    {"unsafe_chunk", "($input, chunks, dim=0)", "unsafe_chunk", methods_forms_384, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_384, NULL},
    {"unsafe_split", "($input, split_size, dim=0)", "unsafe_split", methods_forms_385, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_385, NULL},
    {"unsafe_split_with_sizes", "($input, split_sizes, dim=0)", "unsafe_split_with_sizes", methods_forms_386, 1, -1, 0,
     0, (PyCFunction)(void (*)(void))methods_386, NULL},
    {"unsqueeze", "($input, dim)", "unsqueeze", methods_forms_387, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_387, NULL},
    {"unsqueeze_", "($input, dim)", "unsqueeze_", methods_forms_388, 1, -1, 0, 1,
     (PyCFunction)(void (*)(void))methods_388, NULL},
    {"var", "(*args, **kwargs)", "var", methods_forms_389, 3, -1, 0, 0, (PyCFunction)(void (*)(void))methods_389, NULL},
    {"var_mean", "(*args, **kwargs)", "var_mean", methods_forms_390, 3, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_390, NULL},
    {"vdot", "($input, other)", "vdot", methods_forms_391, 1, -1, 0, 0, (PyCFunction)(void (*)(void))methods_391, NULL},
    {"view", "($input, *size, **keywords)", "_view_method", methods_forms_392, 1, 1, 0, 0,
     (PyCFunction)(void (*)(void))methods_392, NULL},
    {"view_as", "($input, other)", "view_as", methods_forms_393, 1, -1, 0, 0, (PyCFunction)(void (*)(void))methods_393,
     NULL},
    {"view_as_complex", "($input)", "view_as_complex", methods_forms_394, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_394, NULL},
    {"view_as_real", "($input)", "view_as_real", methods_forms_395, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_395, NULL},
    {"xlog1py", "($input, other, *, out=None)", "xlog1py", methods_forms_396, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_396, NULL},
    {"xlog1py_", "($input, other)", "xlog1py_", methods_forms_397, 1, -1, 0, 1,
     (PyCFunction)(void (*)(void))methods_397, NULL},
    {"xlogy", "($input, other, *, out=None)", "xlogy", methods_forms_398, 1, -1, 0, 0,
     (PyCFunction)(void (*)(void))methods_398, NULL},
    {"xlogy_", "($input, other)", "xlogy_", methods_forms_399, 1, -1, 0, 1, (PyCFunction)(void (*)(void))methods_399,
     NULL},
    {"zero", "($input)", "zero", methods_forms_400, 1, -1, 0, 0, (PyCFunction)(void (*)(void))methods_400, NULL},
    {"zero_", "($input)", "zero_", methods_forms_401, 1, -1, 0, 1, (PyCFunction)(void (*)(void))methods_401, NULL}};
const size_t num_methods = 402;

static PyObject* number_add(PyObject* left, PyObject* right) { return binary_operator(&form_add, left, right); }
static PyObject* assign_add(PyObject* left, PyObject* right) { return inplace_operator(&form_add, left, right); }
static PyObject* number_subtract(PyObject* left, PyObject* right) { return binary_operator(&form_sub, left, right); }
static PyObject* assign_subtract(PyObject* left, PyObject* right) { return inplace_operator(&form_sub, left, right); }
static PyObject* number_multiply(PyObject* left, PyObject* right) { return binary_operator(&form_mul, left, right); }
static PyObject* assign_multiply(PyObject* left, PyObject* right) { return inplace_operator(&form_mul, left, right); }
static PyObject* number_true_divide(PyObject* left, PyObject* right) { return binary_operator(&form_div, left, right); }
static PyObject* assign_true_divide(PyObject* left, PyObject* right) {
  return inplace_operator(&form_div, left, right);
}
static PyObject* number_floor_divide(PyObject* left, PyObject* right) {
  return binary_operator(&form_floor_divide, left, right);
}
static PyObject* assign_floor_divide(PyObject* left, PyObject* right) {
  return inplace_operator(&form_floor_divide, left, right);
}
static PyObject* number_remainder(PyObject* left, PyObject* right) {
  return binary_operator(&form_remainder, left, right);
}
static PyObject* assign_remainder(PyObject* left, PyObject* right) {
  return inplace_operator(&form_remainder, left, right);
}
static PyObject* number_power(PyObject* left, PyObject* right, PyObject* modulus) {
  if (modulus != Py_None) Py_RETURN_NOTIMPLEMENTED;
  return binary_operator(&form_pow, left, right);
}
static PyObject* assign_power(PyObject* left, PyObject* right, PyObject* modulus) {
  if (modulus != Py_None) Py_RETURN_NOTIMPLEMENTED;
  return inplace_operator(&form_pow, left, right);
}
static PyObject* number_matrix_multiply(PyObject* left, PyObject* right) {
  return binary_operator(&form_matmul, left, right);
}
static PyObject* number_and(PyObject* left, PyObject* right) { return binary_operator(&form_bitwise_and, left, right); }
static PyObject* assign_and(PyObject* left, PyObject* right) {
  return inplace_operator(&form_bitwise_and, left, right);
}
static PyObject* number_or(PyObject* left, PyObject* right) { return binary_operator(&form_bitwise_or, left, right); }
static PyObject* assign_or(PyObject* left, PyObject* right) { return inplace_operator(&form_bitwise_or, left, right); }
static PyObject* number_xor(PyObject* left, PyObject* right) { return binary_operator(&form_bitwise_xor, left, right); }
static PyObject* assign_xor(PyObject* left, PyObject* right) {
  return inplace_operator(&form_bitwise_xor, left, right);
}
static PyObject* number_positive(PyObject* operand) { return unary_operator(&form_positive, operand); }
static PyObject* number_negative(PyObject* operand) { return unary_operator(&form_neg, operand); }
static PyObject* number_absolute(PyObject* operand) { return unary_operator(&form_abs, operand); }
static PyObject* number_invert(PyObject* operand) { return unary_operator(&form_bitwise_not, operand); }
static PyObject* compare(PyObject* left, PyObject* right, int how) {
  switch (how) {
    case Py_LT:
      return binary_operator(&form_lt, left, right);
    case Py_LE:
      return binary_operator(&form_le, left, right);
    case Py_GT:
      return binary_operator(&form_gt, left, right);
    case Py_GE:
      return binary_operator(&form_ge, left, right);
    case Py_EQ:
      return binary_operator(&form_eq, left, right);
    case Py_NE:
      return binary_operator(&form_ne, left, right);
  }
  Py_RETURN_NOTIMPLEMENTED;
}
PyType_Slot operator_slots[] = {{Py_nb_add, (void*)number_add},
                                {Py_nb_inplace_add, (void*)assign_add},
                                {Py_nb_subtract, (void*)number_subtract},
                                {Py_nb_inplace_subtract, (void*)assign_subtract},
                                {Py_nb_multiply, (void*)number_multiply},
                                {Py_nb_inplace_multiply, (void*)assign_multiply},
                                {Py_nb_true_divide, (void*)number_true_divide},
                                {Py_nb_inplace_true_divide, (void*)assign_true_divide},
                                {Py_nb_floor_divide, (void*)number_floor_divide},
                                {Py_nb_inplace_floor_divide, (void*)assign_floor_divide},
                                {Py_nb_remainder, (void*)number_remainder},
                                {Py_nb_inplace_remainder, (void*)assign_remainder},
                                {Py_nb_power, (void*)number_power},
                                {Py_nb_inplace_power, (void*)assign_power},
                                {Py_nb_matrix_multiply, (void*)number_matrix_multiply},
                                {Py_nb_and, (void*)number_and},
                                {Py_nb_inplace_and, (void*)assign_and},
                                {Py_nb_or, (void*)number_or},
                                {Py_nb_inplace_or, (void*)assign_or},
                                {Py_nb_xor, (void*)number_xor},
                                {Py_nb_inplace_xor, (void*)assign_xor},
                                {Py_nb_positive, (void*)number_positive},
                                {Py_nb_negative, (void*)number_negative},
                                {Py_nb_absolute, (void*)number_absolute},
                                {Py_nb_invert, (void*)number_invert},
                                {Py_tp_richcompare, (void*)compare},
                                {0, NULL}};
