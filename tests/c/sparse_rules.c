/* Chapter 14: what takes part in the graph, the differentiable surface, sums of gradients, versions. */
#include "gradcheck.h"

static vjp_tensor* places(vjp_tensor* t) { return OP("to", T(t), D(VJP_DTYPE_INT64)); }
static vjp_tensor* coo(vjp_tensor* indices, vjp_tensor* values, bool coalesced) {
  vjp_tensor* out = NULL;
  OK(vjp_sparse_coo(places(indices), values, (int64_t[]){2, 3}, 2, coalesced, &out));
  return own(out);
}
static vjp_tensor* csr(vjp_tensor* begins, vjp_tensor* columns, vjp_tensor* values) {
  vjp_tensor* out = NULL;
  OK(vjp_sparse_compressed(VJP_LAYOUT_CSR, places(begins), places(columns), values, 2, 3, &out));
  return own(out);
}
static vjp_tensor* as(vjp_tensor* t, vjp_layout layout) {
  vjp_tensor* out = NULL;
  OK(vjp_tensor_to_layout(t, layout, -1, 1, 1, &out));
  return own(out);
}
static vjp_tensor* dense(vjp_tensor* t) {
  vjp_tensor* out = NULL;
  OK(vjp_tensor_to_dense(t, true, &out));
  return own(out);
}
static vjp_tensor* values_of(vjp_tensor* t, bool raw) {
  vjp_tensor* out = NULL;
  OK(vjp_tensor_values(t, raw, &out));
  return own(out);
}
static vjp_tensor* coalesced(vjp_tensor* t) {
  vjp_tensor* out = NULL;
  OK(vjp_tensor_coalesce(t, &out));
  return own(out);
}
/* [[0, 5, 0], [6, 0, 7]] */
static vjp_tensor* small_coo(void) { return coo(MAT(2, 3, 0, 1, 1, 1, 0, 2), VEC(5, 6, 7), true); }
static vjp_tensor* small_csr(void) { return csr(VEC(0, 1, 3), VEC(1, 0, 2), VEC(5, 6, 7)); }

/* SPARSE-1: both layouts, hybrid ones too, coalesced or not; positions have no part in it. */
static void sparse_1_what_takes_part(void) {
  vjp_tensor* values = leaf(VEC(5, 6, 7));
  vjp_tensor* s[] = {coo(MAT(2, 3, 0, 1, 1, 1, 0, 2), values, true), coo(MAT(2, 3, 1, 0, 1, 2, 1, 2), values, false),
                     csr(VEC(0, 1, 3), VEC(1, 0, 2), values)};
  const double want[3][3] = {{20, 48, 84}, {144, 24, 144}, {20, 48, 84}};
  for (int i = 0; i < 3; ++i) {
    CHECK(vjp_tensor_requires_grad(s[i]) && !vjp_tensor_is_leaf(s[i]));
    vjp_tensor* member = NULL;
    OK(i < 2 ? vjp_tensor_indices(s[i], &member) : vjp_tensor_plain_indices(s[i], &member));
    CHECK(!vjp_tensor_requires_grad(own(member)));
    FAILS(VJP_ERROR_DTYPE, vjp_tensor_set_requires_grad(member, true));
    vjp_tensor* g = grad(sum(mul(dense(OP("square", T(s[i]))), MAT(2, 3, 1, 2, 3, 4, 5, 6))), values);
    for (size_t k = 0; k < 3; ++k) CHECK(fabs(at(g, k) - want[i][k]) < 1e-9);
  }
  vjp_tensor *rows = leaf(MAT(2, 2, 1, 2, 3, 4)), *hybrid = NULL;
  OK(vjp_sparse_coo(places(MAT(1, 2, 2, 0)), rows, (int64_t[]){3, 2}, 2, false, &hybrid));
  EQUALS(grad(sum(mul(dense(own(hybrid)), MAT(3, 2, 1, 2, 3, 4, 5, 6))), rows), 5, 6, 1, 2);
}

/* ---- SPARSE-3 ---- */

#define SURFACE(name, expression)                              \
  static vjp_tensor* name(Function* f, vjp_tensor* const* x) { \
    (void)f;                                                   \
    return expression;                                         \
  }
static vjp_tensor* weights(void) { return MAT(2, 3, 0.5, -1, 2, 0.25, 1.5, -0.75); }
static vjp_tensor* whole(vjp_tensor* t) {
  vjp_tensor* out = NULL;
  OK(vjp_tensor_to_dense(t, false, &out));
  return own(out);
}
static vjp_tensor* remasked(vjp_tensor* t) {
  vjp_tensor* out = NULL;
  OK(vjp_tensor_sparse_mask(t, small_csr(), &out));
  return own(out);
}
static vjp_tensor* squared(vjp_tensor* t) { return OP("square", T(dense(t))); }
SURFACE(f_values, mul(values_of(coalesced(as(x[0], VJP_LAYOUT_COO)), false), VEC(1, 2, 3)))
SURFACE(f_coalesce, squared(coalesced(as(x[0], VJP_LAYOUT_COO))))
SURFACE(f_to_sparse, squared(as(dense(x[0]), VJP_LAYOUT_CSR)))
SURFACE(f_to_dense, mul(dense(x[0]), dense(x[0])))
SURFACE(f_to_dense_whole, OP("exp", T(whole(x[0]))))
SURFACE(f_sparse_mask, squared(remasked(x[0])))
SURFACE(f_sum, mul(sum(x[0]), sum(x[0])))
SURFACE(f_sum_rows, squared(OP("sum", T(x[0]), INTS(0))))
SURFACE(f_transpose, squared(OP("t", T(x[0]))))
SURFACE(f_reshape, squared(OP("reshape", T(x[0]), INTS(3, 2))))
SURFACE(f_scale, squared(times(x[0], 3)))
SURFACE(f_times_dense, squared(mul(x[0], weights())))
SURFACE(f_add, squared(add(x[0], OP("sin", T(x[0])))))
SURFACE(f_add_dense, squared(add(weights(), x[0])))
SURFACE(f_mul, squared(mul(x[0], x[0])))
SURFACE(f_abs, squared(OP("abs", T(x[0]))))
SURFACE(f_neg, squared(OP("neg", T(x[0]))))
SURFACE(f_conj, OP("abs", T(dense(mul(OP("conj", T(x[0])), x[0])))))
SURFACE(f_mm, OP("mm", T(x[0]), T(x[1])))
SURFACE(f_mm_right, OP("mm", T(OP("t", T(x[1]))), T(OP("t", T(x[0])))))
SURFACE(f_mm_sparse, squared(OP("mm", T(x[0]), T(OP("t", T(x[0]))))))

static void sparse_3_differentiable_surface(void) {
  static const Body kOne[] = {f_values,      f_coalesce,    f_to_sparse, f_to_dense,  f_to_dense_whole,
                              f_sparse_mask, f_sum,         f_sum_rows,  f_transpose, f_reshape,
                              f_scale,       f_times_dense, f_add,       f_add_dense, f_mul,
                              f_abs,         f_neg,         f_conj,      f_mm_sparse};
  static const Body kTwo[] = {f_mm, f_mm_right};
  vjp_gradcheck_options o = VJP_GRADCHECK_OPTIONS_INIT;
  o.masked = 1;
  o.rtol = 1e-4;
  for (int layout = 0; layout < 2; ++layout) {
    vjp_tensor *s = leaf(layout ? small_csr() : small_coo()), *d = leaf(MAT(3, 2, 1, 2, 3, 4, 5, 6));
    s = leaf(detached(times(s, 0.125)));
    for (size_t k = 0; k < sizeof kOne / sizeof *kOne; ++k) {
      const vjp_status status = check_with(kOne[k], &s, 1, &o, NULL);
      char detail[300];
      snprintf(detail, sizeof detail, "function %d of layout %d: %.250s", (int)k, layout, vjp_last_error());
      check_report(status == VJP_OK, __FILE__, __LINE__, "SPARSE-3", detail);
      Function f = {kOne[k], NULL, 0, VJP_OK, 1};
      const vjp_status second = vjp_gradgradcheck(call_function, &f, &s, 1, NULL, 0, &o, NULL);
      snprintf(detail, sizeof detail, "second, function %d of layout %d: %.250s", (int)k, layout, vjp_last_error());
      check_report(second == VJP_OK, __FILE__, __LINE__, "SPARSE-3", detail);
    }
    for (size_t k = 0; k < sizeof kTwo / sizeof *kTwo; ++k) OK(check_with(kTwo[k], (vjp_tensor*[]){s, d}, 2, &o, NULL));
    vjp_tensor* root = sum(OP("mm", T(s), T(d)));
    vjp_tensor* g = grad(root, s);
    CHECK(vjp_tensor_layout(g) == vjp_tensor_layout(s) && vjp_tensor_nnz(g) == 3);
  }
  vjp_tensor* twice = leaf(coo(MAT(2, 2, 1, 1, 2, 2), VEC(1, 2), false));
  CHECK(!vjp_tensor_requires_grad(values_of(twice, true)));
  EQUALS(dense(OP("reshape", T(small_csr()), INTS(3, -1))), 0, 5, 0, 6, 0, 7);
  CHECK(vjp_tensor_layout(OP("reshape", T(small_csr()), INTS(3, -1))) == VJP_LAYOUT_CSR);
  EQUALS(dense(OP("reshape", T(small_coo()), INTS(6))), 0, 5, 0, 6, 0, 7);
  FAILS(VJP_ERROR_SHAPE, TRY("reshape", T(small_coo()), INTS(4, 2)));
}

/* ---- SPARSE-4, SPARSE-5 ---- */

static vjp_tensor* gradient_of_kind(int kind) {
  if (kind == 0) return MAT(2, 3, 1, 2, 3, 4, 5, 6);
  if (kind == 1) return coo(MAT(2, 3, 0, 0, 1, 2, 2, 0), VEC(10, 20, 30), false);
  return csr(VEC(0, 1, 2), VEC(1, 1), VEC(100, 200));
}
static const double kSums[3][6] = {{1, 2, 3, 4, 5, 6}, {0, 0, 30, 30, 0, 0}, {0, 100, 0, 0, 200, 0}};

/* Any two or three of them, in any order, come to the same slot, in the graph and at the leaf. */
static void sparse_4_sums_of_gradients(void) {
  for (int leaf_kind = 1; leaf_kind < 3; ++leaf_kind) {
    const int kinds = leaf_kind == 2 ? 3 : 2;
    for (int order = 0; order < kinds * kinds * kinds; ++order) {
      const int list[3] = {order % kinds, order / kinds % kinds, order / kinds / kinds};
      vjp_tensor* x = leaf(leaf_kind == 2 ? small_csr() : small_coo());
      vjp_tensor* slot = OP("clone", T(x));
      vjp_grad_options options = VJP_GRAD_OPTIONS_INIT;
      options.retain_graph = 1;
      vjp_grad_call* call = call_of(options);
      bool strided = false, all_csr = true;
      double want[6] = {0};
      for (int i = 0; i < 3; ++i) {
        OK(vjp_grad_call_add_root(call, slot, gradient_of_kind(list[i])));
        strided |= list[i] == 0;
        all_csr &= list[i] == 2;
        for (int k = 0; k < 6; ++k) want[k] += kSums[list[i]][k];
      }
      OK(vjp_grad_call_add_input(call, slot));
      OK(vjp_grad_call_run(call));
      vjp_tensor *got = result_of(call, 0), *all = dense(got);
      CHECK((vjp_tensor_layout(got) == VJP_LAYOUT_STRIDED) == strided);
      if (all_csr) CHECK(vjp_tensor_layout(got) == VJP_LAYOUT_CSR);
      for (size_t k = 0; k < 6; ++k) CHECK(at(all, k) == want[k]);
    }
  }
}

static void sparse_5_csr_leaves(void) {
  for (int order = 0; order < 27; ++order) {
    const int list[3] = {order % 3, order / 3 % 3, order / 9};
    vjp_tensor* x = leaf(small_csr());
    double want[6] = {0};
    for (int i = 0; i < 3; ++i) {
      vjp_grad_options o = VJP_GRAD_OPTIONS_INIT;
      o.accumulate = 1;
      vjp_grad_call* call = call_of(o);
      OK(vjp_grad_call_add_root(call, x, gradient_of_kind(list[i])));
      OK(vjp_grad_call_run(call));
      for (int k = 0; k < 6; ++k) want[k] += kSums[list[i]][k];
    }
    vjp_tensor* all = dense(grad_of(x));
    for (size_t k = 0; k < 6; ++k) CHECK(at(all, k) == want[k]);
  }
  /* the union of two patterns, in CSR */
  vjp_tensor* both = add(small_csr(), gradient_of_kind(2));
  CHECK(vjp_tensor_layout(both) == VJP_LAYOUT_CSR && vjp_tensor_nnz(both) == 4);
  EQUALS(dense(both), 0, 105, 0, 6, 200, 7);
  CHECK(vjp_tensor_strides(both) == NULL);
  FAILS(VJP_ERROR_STATE, vjp_last_error_status());
  CHECK(!vjp_tensor_is_contiguous(both));
  CHECK(vjp_tensor_data(both) == NULL);
  FAILS(VJP_ERROR_STATE, vjp_last_error_status());
}

/* SPARSE-6: everything that changes a COO tensor in place counts where its values do, resizing its pattern too. */
static void sparse_6_versions(void) {
  vjp_tensor *s = small_coo(), *values = values_of(s, true);
  int64_t before = version_of(s);
  CHECK(version_of(values) == before);
  OP_("mul", T(s), F(2));
  CHECK(version_of(s) == before + 1 && version_of(values_of(s, true)) == before + 1);
  OP_("add", T(s), T(coo(MAT(2, 1, 0, 0), VEC(1), true)));
  CHECK(vjp_tensor_nnz(s) == 4 && version_of(s) == before + 2 && version_of(values_of(s, true)) == before + 2);
  OP_("zero", T(s));
  CHECK(version_of(s) == before + 3 && version_of(values_of(s, true)) == before + 3);
}

/* SPARSE-7: a change of the values is noticed by those who saved them, and changes nobody's history. */
static void sparse_7_values_are_a_view_for_versions(void) {
  vjp_tensor *x = leaf(small_coo()), *h = times(x, 2), *v = values_of(h, false);
  CHECK(vjp_tensor_requires_grad(v) && version_of(v) == version_of(h));
  vjp_tensor* square = mul(h, h);
  char before[64], after[64];
  snprintf(before, sizeof before, "%p", (void*)node_of(h));
  OP_("mul", T(v), F(3));
  snprintf(after, sizeof after, "%p", (void*)node_of(h));
  CHECK(strcmp(before, after) == 0);
  CHECK(version_of(v) == version_of(h));
  EQUALS(dense(h), 0, 30, 0, 36, 0, 42);
  FAILS(VJP_ERROR_VERSION, vjp_backward(sum(square), NULL));
  /* the gradient of h does not know of the factor that its values have got, v does */
  EQUALS(dense(grad(sum(times(h, 1)), x)), 0, 2, 0, 2, 0, 2);
  EQUALS(dense(grad(sum(v), x)), 0, 6, 0, 6, 0, 6);
}

/* SPARSE-2: gather with the flag. */
static void sparse_2_gather(void) {
  vjp_tensor *x = leaf(MAT(2, 3, 1, 2, 3, 4, 5, 6)), *index = places(MAT(2, 2, 2, 0, 1, 1));
  vjp_tensor* picked = OP("gather", T(x), I(1), T(index), B(true));
  EQUALS(picked, 3, 1, 5, 5);
  OK(vjp_backward(sum(mul(picked, MAT(2, 2, 1, 2, 3, 4))), NULL));
  CHECK(vjp_tensor_layout(grad_of(x)) == VJP_LAYOUT_COO && vjp_tensor_nnz(grad_of(x)) == 4);
  EQUALS(dense(grad_of(x)), 2, 0, 1, 0, 7, 0);
  vjp_tensor* by_rows = OP("gather", T(x), I(0), T(places(MAT(1, 3, 1, 0, 1))), B(true));
  EQUALS(dense(grad(sum(mul(by_rows, MAT(1, 3, 1, 2, 3))), x)), 0, 2, 0, 1, 0, 3);
  /* twice: the square's second derivative */
  picked = OP("gather", T(x), I(1), T(index), B(true));
  vjp_tensor* g = grad_graph(sum(mul(picked, picked)), x);
  EQUALS(dense(grad(sum(mul(g, MAT(2, 3, 1, 2, 3, 4, 5, 6))), x)), 2, 0, 6, 0, 20, 0);
  CHECK(vjp_tensor_layout(g) == VJP_LAYOUT_COO);
  /* behind a node that knows strided gradients only */
  vjp_tensor* y = leaf(MAT(2, 3, 1, 2, 3, 4, 5, 6));
  EQUALS(dense(grad(sum(OP("gather", T(OP("sin", T(y))), I(1), T(index), B(true))), y)), cos(1), 0, cos(3), 0,
         2 * cos(5), 0);
  EQUALS(grad(sum(OP("gather", T(y), I(1), T(index), B(false))), y), 1, 0, 1, 0, 2, 0);
}

/* Chapter 14's errors: of an operator without a derivative for a layout its name and the layout. */
static void errors_name_operator_and_layout(void) {
  FAILS(VJP_ERROR_NOT_IMPLEMENTED, TRY("cumsum", T(leaf(small_csr())), I(0)));
  SAYS("cumsum");
  SAYS("CSR");
}

int main(void) {
  RUN(sparse_1_what_takes_part);
  RUN(sparse_2_gather);
  RUN(sparse_3_differentiable_surface);
  RUN(sparse_4_sums_of_gradients);
  RUN(sparse_5_csr_leaves);
  RUN(sparse_6_versions);
  RUN(sparse_7_values_are_a_view_for_versions);
  RUN(errors_name_operator_and_layout);
  return finish();
}
