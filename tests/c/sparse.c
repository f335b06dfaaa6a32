/* Chapter 14: sparse layouts of tensors, their gradients, and what chapters 8 and 10 say of layouts. */
#include "check.h"

static vjp_tensor* longs(size_t n, const double* values, size_t ndim, const int64_t* shape) {
  (void)n;
  return OP("to", T(make_tensor(values, shape, ndim)), D(VJP_DTYPE_INT64));
}
#define INDEX(...) longs(COUNT(__VA_ARGS__), (double[]){__VA_ARGS__}, 1, (int64_t[]){(int64_t)COUNT(__VA_ARGS__)})
#define PLACES(count, ...) longs(2 * (count), (double[]){__VA_ARGS__}, 2, (int64_t[]){2, (count)})

static vjp_tensor* coo(vjp_tensor* indices, vjp_tensor* values, int64_t rows, int64_t columns) {
  vjp_tensor* out = NULL;
  OK(vjp_sparse_coo(indices, values, (int64_t[]){rows, columns}, 2, false, &out));
  return own(out);
}
static vjp_tensor* csr(vjp_tensor* begins, vjp_tensor* columns, vjp_tensor* values, int64_t rows, int64_t width) {
  vjp_tensor* out = NULL;
  OK(vjp_sparse_compressed(VJP_LAYOUT_CSR, begins, columns, values, rows, width, &out));
  return own(out);
}
static vjp_tensor* dense(vjp_tensor* t) {
  vjp_tensor* out = NULL;
  OK(vjp_tensor_to_dense(t, true, &out));
  return own(out);
}
static vjp_tensor* as(vjp_tensor* t, vjp_layout layout) {
  vjp_tensor* out = NULL;
  OK(vjp_tensor_to_layout(t, layout, -1, 1, 1, &out));
  return own(out);
}
static vjp_tensor* values_of(vjp_tensor* t) {
  vjp_tensor* out = NULL;
  OK(vjp_tensor_values(t, true, &out));
  return own(out);
}
static vjp_tensor* masked(vjp_tensor* t, vjp_tensor* mask) {
  vjp_tensor* out = NULL;
  OK(vjp_tensor_sparse_mask(t, mask, &out));
  return own(out);
}

/* [[0, 5, 0], [6, 0, 7]] */
static vjp_tensor* small_coo(void) { return coo(PLACES(3, 1, 0, 1, 2, 1, 0), VEC(7, 5, 6), 2, 3); }
static vjp_tensor* small_csr(void) { return csr(INDEX(0, 1, 3), INDEX(1, 0, 2), VEC(5, 6, 7), 2, 3); }

static void members_are_checked(void) {
  vjp_tensor* out = NULL;
  FAILS(VJP_ERROR_INVALID, vjp_sparse_coo(PLACES(1, 0, 3), VEC(1), (int64_t[]){2, 3}, 2, false, &out));
  SAYS("sparse_coo_tensor");
  FAILS(VJP_ERROR_SHAPE, vjp_sparse_coo(PLACES(1, 0, 1), VEC(1, 2), (int64_t[]){2, 3}, 2, false, &out));
  FAILS(VJP_ERROR_SHAPE, vjp_sparse_coo(PLACES(1, 0, 1), VEC(1), (int64_t[]){2, 3, 1}, 3, false, &out));
  FAILS(VJP_ERROR_INVALID, vjp_sparse_coo(PLACES(2, 1, 0, 0, 0), VEC(1, 2), (int64_t[]){2, 3}, 2, true, &out));
  FAILS(VJP_ERROR_INVALID, vjp_sparse_compressed(VJP_LAYOUT_CSR, INDEX(0, 2, 1), INDEX(0), VEC(1), 2, 3, &out));
  FAILS(VJP_ERROR_INVALID, vjp_sparse_compressed(VJP_LAYOUT_CSR, INDEX(0, 0, 1), INDEX(3), VEC(1), 2, 3, &out));
  SAYS("col_indices");
  FAILS(VJP_ERROR_INVALID, vjp_sparse_compressed(VJP_LAYOUT_CSR, INDEX(0, 2, 2), INDEX(1, 0), VEC(1, 2), 2, 3, &out));
  SAYS("rise");
}

static void layouts_are_converted_twice_in_a_row(void) {
  const vjp_layout all[] = {VJP_LAYOUT_STRIDED, VJP_LAYOUT_COO, VJP_LAYOUT_CSR,
                            VJP_LAYOUT_CSC,     VJP_LAYOUT_BSR, VJP_LAYOUT_BSC};
  for (int i = 0; i < 6; ++i) {
    for (int j = 0; j < 6; ++j) {
      vjp_tensor *first = as(small_coo(), all[i]), *second = as(first, all[j]);
      CHECK(vjp_tensor_layout(first) == all[i] && vjp_tensor_layout(second) == all[j]);
      EQUALS(dense(second), 0, 5, 0, 6, 0, 7);
      EQUALS(dense(as(as(second, all[j]), all[i])), 0, 5, 0, 6, 0, 7);
    }
  }
  vjp_tensor *blocks = NULL, *wide = MAT(2, 4, 1, 0, 0, 0, 0, 2, 0, 3);
  OK(vjp_tensor_to_layout(wide, VJP_LAYOUT_BSR, -1, 2, 2, &blocks));
  own(blocks);
  CHECK(vjp_tensor_nnz(blocks) == 2);
  EQUALS(values_of(blocks), 1, 0, 0, 2, 0, 0, 0, 3);
  EQUALS(dense(as(blocks, VJP_LAYOUT_CSC)), 1, 0, 0, 0, 0, 2, 0, 3);
  FAILS(VJP_ERROR_SHAPE, vjp_tensor_to_layout(wide, VJP_LAYOUT_BSR, -1, 2, 3, &blocks));
}

static void positions_that_stand_twice_add_up(void) {
  vjp_tensor *twice = coo(PLACES(3, 1, 0, 1, 2, 1, 2), VEC(1, 2, 3), 2, 3), *once = NULL;
  CHECK(!vjp_tensor_is_coalesced(twice) && vjp_tensor_nnz(twice) == 3);
  EQUALS(dense(twice), 0, 2, 0, 0, 0, 4);
  vjp_tensor* values = NULL;
  FAILS(VJP_ERROR_STATE, vjp_tensor_values(twice, false, &values));
  SAYS("coalesce");
  OK(vjp_tensor_coalesce(twice, &once));
  own(once);
  CHECK(vjp_tensor_is_coalesced(once) && vjp_tensor_nnz(once) == 2);
  EQUALS(values_of(once), 2, 4);
  EQUALS(dense(OP("abs", T(coo(PLACES(2, 0, 0, 1, 1), VEC(3, -4), 1, 2)))), 0, 1);
}

static void what_there_is_no_operator_for_is_refused_by_name(void) {
  FAILS(VJP_ERROR_NOT_IMPLEMENTED, TRY("cos", T(small_coo())));
  SAYS("cos");
  SAYS("COO");
  FAILS(VJP_ERROR_NOT_IMPLEMENTED, TRY("cat", TL((vjp_tensor*[]){VEC(1), small_csr()}, 2), I(0)));
  FAILS(VJP_ERROR_INVALID, TRY("add", T(small_csr()), F(1)));
  vjp_scalar one;
  FAILS(VJP_ERROR_STATE, vjp_tensor_item(coo(PLACES(1, 0, 0), VEC(3), 1, 1), &one));
  CHECK(vjp_tensor_data(small_csr()) == NULL);
  FAILS(VJP_ERROR_STATE, vjp_last_error_status());
  CHECK(vjp_tensor_strides(small_csr()) == NULL && !vjp_tensor_is_contiguous(small_csr()));
  double room[6];
  FAILS(VJP_ERROR_STATE, vjp_tensor_copy_to(small_csr(), room, sizeof room, VJP_DTYPE_FLOAT64));
}

static void operators(void) {
  for (int i = 0; i < 2; ++i) {
    vjp_tensor* s = i ? small_csr() : small_coo();
    vjp_tensor* d = MAT(2, 3, 1, 2, 3, 4, 5, 6);
    EQUALS(dense(OP("neg", T(s))), 0, -5, 0, -6, 0, -7);
    EQUALS(dense(times(s, 2)), 0, 10, 0, 12, 0, 14);
    EQUALS(dense(mul(s, d)), 0, 10, 0, 24, 0, 42);
    EQUALS(dense(mul(s, VEC(1, 2, 3))), 0, 10, 0, 6, 0, 21);
    EQUALS(dense(mul(s, s)), 0, 25, 0, 36, 0, 49);
    EQUALS(dense(add(s, s)), 0, 10, 0, 12, 0, 14);
    EQUALS(dense(OP("sub", T(s), T(small_csr()))), 0, 0, 0, 0, 0, 0);
    EQUALS(add(d, s), 1, 7, 3, 10, 5, 13);
    EQUALS(sum(s), 18);
    EQUALS(dense(OP("sum", T(s), INTS(0))), 6, 5, 7);
    EQUALS(dense(OP("t", T(s))), 0, 6, 5, 0, 0, 7);
    EQUALS(OP("mv", T(s), T(VEC(1, 2, 3))), 10, 27);
    EQUALS(OP("mm", T(s), T(MAT(3, 2, 1, 2, 3, 4, 5, 6))), 15, 20, 41, 54);
    EQUALS(OP("mm", T(MAT(1, 2, 1, 2)), T(s)), 12, 5, 14);
    EQUALS(OP("addmm", T(MAT(2, 1, 1, 2)), T(s), T(MAT(3, 1, 1, 2, 3)), F(10), F(2)), 30, 74);
    EQUALS(dense(OP("mm", T(s), T(OP("t", T(s))))), 25, 0, 0, 85);
    vjp_tensor *soft = OP("softmax", T(s), I(1)), *sampled = NULL;
    EQUALS(OP("sum", T(dense(soft)), INTS(1)), 1, 1);
    OK(vjp_sparse_sampled_addmm(s, MAT(2, 1, 1, 2), MAT(1, 3, 1, 2, 3), 1, 10, &sampled));
    EQUALS(dense(own(sampled)), 0, 25, 0, 26, 0, 67);
    vjp_tensor *a = OP("to", T(MAT(2, 1, 1, 2)), D(VJP_DTYPE_INT32)),
               *b = OP("to", T(MAT(1, 3, 1, 2, 3)), D(VJP_DTYPE_INT32));
    FAILS(VJP_ERROR_DTYPE, vjp_sparse_sampled_addmm(OP("to", T(s), D(VJP_DTYPE_INT32)), a, b, 1, 10, &sampled));
  }
  /* hybrid: rows of two */
  vjp_tensor *rows = NULL, *index = longs(2, (double[]){2, 0}, 2, (int64_t[]){1, 2});
  OK(vjp_sparse_coo(index, MAT(2, 2, 1, 2, 3, 4), (int64_t[]){3, 2}, 2, false, &rows));
  EQUALS(dense(own(rows)), 3, 4, 0, 0, 1, 2);
  EQUALS(OP("sum", T(rows), INTS(0)), 4, 6);
}

/* Gradients of a sparse tensor are at the places of its values; of a strided factor the whole. */
static void gradients(void) {
  for (int i = 0; i < 2; ++i) {
    vjp_tensor *values = leaf(VEC(5, 6, 7)), *d = leaf(MAT(3, 2, 1, 2, 3, 4, 5, 6));
    vjp_tensor* s =
        i ? csr(INDEX(0, 1, 3), INDEX(1, 0, 2), values, 2, 3) : coo(PLACES(3, 0, 1, 1, 1, 0, 2), values, 2, 3);
    vjp_tensor* weighed = mul(OP("mm", T(s), T(d)), MAT(2, 2, 1, 2, 3, 4));
    OK(vjp_backward(sum(weighed), NULL));
    EQUALS(grad_of(values), 11, 11, 39);
    EQUALS(grad_of(d), 18, 24, 5, 10, 21, 28);
    vjp_tensor* x = leaf(as(small_coo(), i ? VJP_LAYOUT_CSR : VJP_LAYOUT_COO));
    OK(vjp_backward(sum(mul(dense(OP("square", T(x))), MAT(2, 3, 1, 2, 3, 4, 5, 6))), NULL));
    CHECK(vjp_tensor_layout(grad_of(x)) == (i ? VJP_LAYOUT_CSR : VJP_LAYOUT_COO));
    EQUALS(dense(grad_of(x)), 0, 20, 0, 48, 0, 84);
    /* twice: of (s s) the derivative 2 s, and of that 2 */
    vjp_tensor* y = leaf(small_csr());
    vjp_tensor* g = grad_graph(sum(mul(y, y)), y);
    EQUALS(dense(grad(sum(mul(g, g)), y)), 0, 40, 0, 48, 0, 56);
  }
  /* a dense gradient where one is asked for */
  vjp_tensor *x = leaf(small_coo()), *whole = NULL;
  OK(vjp_tensor_to_dense(x, false, &whole));
  OK(vjp_backward(sum(own(whole)), NULL));
  CHECK(vjp_tensor_layout(grad_of(x)) == VJP_LAYOUT_STRIDED);
  EQUALS(grad_of(x), 1, 1, 1, 1, 1, 1);
}

/* VALID-6: which layouts of gradients go with which of a slot, at roots and behind nodes. */
static void valid_6_layouts(void) {
  vjp_tensor *x = leaf(MAT(2, 3, 1, 2, 3, 4, 5, 6)), *c = leaf(small_coo()), *r = leaf(small_csr());
  vjp_tensor* strided = MAT(2, 3, 1, 1, 1, 1, 1, 1);
  vjp_tensor* slots[] = {times(x, 2), times(c, 2), times(r, 2)};
  vjp_tensor* leaves[] = {x, c, r};
  vjp_tensor* grads[] = {strided, small_coo(), small_csr()};
  for (int s = 0; s < 3; ++s) {
    for (int g = 0; g < 3; ++g) {
      vjp_grad_options options = VJP_GRAD_OPTIONS_INIT;
      options.retain_graph = 1;
      vjp_grad_call* call = call_of(options);
      OK(vjp_grad_call_add_root(call, slots[s], grads[g]));
      OK(vjp_grad_call_add_input(call, leaves[s]));
      if (g == 2 && s != 2) {
        FAILS(VJP_ERROR_INVALID, vjp_grad_call_run(call));
        SAYS("CSR");
        SAYS(s ? "COO" : "strided");
      } else {
        OK(vjp_grad_call_run(call));
        vjp_tensor* got = dense(result_of(call, 0));
        if (g == 0 && s == 0) EQUALS(got, 2, 2, 2, 2, 2, 2);
        if (g == 0 && s != 0) EQUALS(got, 0, 2, 0, 2, 0, 2);
        if (g != 0) EQUALS(got, 0, 10, 0, 12, 0, 14);
      }
    }
  }
}

/* ACC-10: what the leaves of each layout take, and how it adds up; ACC-3 and ACC-4 of sparse gradients. */
static void backward_with(vjp_tensor* leaf_tensor, vjp_tensor* gradient) {
  vjp_grad_options accumulating = VJP_GRAD_OPTIONS_INIT;
  accumulating.accumulate = 1;
  vjp_grad_call* call = call_of(accumulating);
  OK(vjp_grad_call_add_root(call, leaf_tensor, gradient));
  OK(vjp_grad_call_run(call));
}
static void acc_10_leaves_of_each_layout(void) {
  /* strided: COO first, then COO into it, then strided, which makes another tensor */
  vjp_tensor* x = leaf(MAT(2, 3, 1, 2, 3, 4, 5, 6));
  backward_with(x, small_coo());
  vjp_tensor* first = grad_of(x);
  CHECK(vjp_tensor_layout(first) == VJP_LAYOUT_COO);
  backward_with(x, small_coo());
  CHECK(grad_of(x) == first && vjp_tensor_layout(first) == VJP_LAYOUT_COO);
  EQUALS(dense(first), 0, 10, 0, 12, 0, 14);
  backward_with(x, MAT(2, 3, 1, 1, 1, 1, 1, 1));
  vjp_tensor* second = grad_of(x);
  CHECK(second != first && vjp_tensor_layout(second) == VJP_LAYOUT_STRIDED);
  EQUALS(dense(first), 0, 10, 0, 12, 0, 14);
  EQUALS(second, 1, 11, 1, 13, 1, 15);
  backward_with(x, small_coo());
  CHECK(grad_of(x) == second);
  EQUALS(second, 1, 16, 1, 19, 1, 22);
  /* CSR: all three, in any mix; a strided gradient is not taken as it is */
  vjp_tensor* r = leaf(small_csr());
  vjp_tensor* given = MAT(2, 3, 1, 1, 1, 1, 1, 1);
  backward_with(r, small_csr());
  first = grad_of(r);
  CHECK(vjp_tensor_layout(first) == VJP_LAYOUT_CSR);
  backward_with(r, csr(INDEX(0, 1, 1), INDEX(2), VEC(1), 2, 3));
  CHECK(grad_of(r) == first && vjp_tensor_layout(first) == VJP_LAYOUT_CSR && vjp_tensor_nnz(first) == 4);
  backward_with(r, small_coo());
  CHECK(grad_of(r) == first);
  EQUALS(dense(first), 0, 10, 1, 12, 0, 14);
  backward_with(r, given);
  CHECK(grad_of(r) != first && vjp_tensor_layout(grad_of(r)) == VJP_LAYOUT_STRIDED);
  EQUALS(grad_of(r), 1, 11, 2, 13, 1, 15);
  backward_with(r, small_csr());
  EQUALS(grad_of(r), 1, 16, 2, 19, 1, 22);
  vjp_tensor* fresh = leaf(small_csr());
  backward_with(fresh, given);
  CHECK(vjp_tensor_data(grad_of(fresh)) != vjp_tensor_data(given));
  EQUALS(grad_of(fresh), 1, 1, 1, 1, 1, 1);
  /* COO */
  vjp_tensor* c = leaf(small_coo());
  backward_with(c, MAT(2, 3, 1, 1, 1, 1, 1, 1));
  EQUALS(grad_of(c), 1, 1, 1, 1, 1, 1);
  backward_with(c, small_coo());
  EQUALS(grad_of(c), 1, 6, 1, 7, 1, 8);
}

/* ACC-13: COO with values that are nobody else's, and with values that somebody has. */
static const void* arrived_values;
static vjp_status look_at_values(void* context, vjp_tensor* gradient, vjp_tensor** replacement) {
  (void)replacement;
  vjp_tensor* values = NULL;
  OK(vjp_tensor_values(gradient, true, &values));
  arrived_values = vjp_tensor_data(values);
  if (context)
    *(vjp_tensor**)context = values;
  else
    vjp_tensor_release(values);
  return VJP_OK;
}
static void acc_13_coo(void) {
  for (int shared = 0; shared < 2; ++shared) {
    vjp_tensor *x = leaf(MAT(2, 3, 1, 2, 3, 4, 5, 6)), *kept = NULL;
    OK(vjp_tensor_add_hook(x, look_at_values, shared ? &kept : NULL, NULL, NULL));
    OK(vjp_backward(sum(OP("neg", T(OP("neg", T(masked(x, small_coo())))))), NULL));
    vjp_tensor* g = grad_of(x);
    CHECK(vjp_tensor_layout(g) == VJP_LAYOUT_COO);
    CHECK((vjp_tensor_data(values_of(g)) == arrived_values) == !shared);
    EQUALS(dense(g), 0, 1, 0, 1, 0, 1);
    vjp_tensor_release(kept);
  }
}

/* DET-7: a COO gradient may be assigned to a strided owner; layouts may not differ otherwise. */
static void det_7_assigned_gradients(void) {
  vjp_tensor *x = leaf(MAT(2, 3, 1, 2, 3, 4, 5, 6)), *c = leaf(small_coo());
  OK(vjp_tensor_set_grad(x, small_coo()));
  FAILS(VJP_ERROR_INVALID, vjp_tensor_set_grad(x, small_csr()));
  SAYS("CSR");
  FAILS(VJP_ERROR_INVALID, vjp_tensor_set_grad(c, MAT(2, 3, 1, 2, 3, 4, 5, 6)));
  OK(vjp_tensor_set_grad(c, small_coo()));
}

/* SPARSE-2: reads of a few places have COO gradients, whose duplicates mean sums. */
static void sparse_2_reads_of_a_few_places(void) {
  vjp_tensor* table = leaf(MAT(3, 2, 1, 2, 3, 4, 5, 6));
  vjp_tensor* rows = OP("embedding.max_norm", T(INDEX(2, 0, 2)), T(table), NONE(), NONE(), F(2), B(false), B(true));
  EQUALS(rows, 5, 6, 1, 2, 5, 6);
  OK(vjp_backward(sum(mul(rows, MAT(3, 2, 1, 2, 3, 4, 5, 6))), NULL));
  CHECK(vjp_tensor_layout(grad_of(table)) == VJP_LAYOUT_COO && vjp_tensor_nnz(grad_of(table)) == 3);
  EQUALS(dense(grad_of(table)), 3, 4, 0, 0, 6, 8);
  vjp_tensor *x = leaf(MAT(2, 3, 1, 2, 3, 4, 5, 6)), *mask = small_csr();
  OK(vjp_backward(sum(masked(x, mask)), NULL));
  CHECK(vjp_tensor_layout(grad_of(x)) == VJP_LAYOUT_COO);
  /* behind an operator that knows nothing of layouts */
  vjp_tensor* w = leaf(MAT(2, 3, 1, 2, 3, 4, 5, 6));
  OK(vjp_backward(sum(masked(OP("sin", T(w)), mask)), NULL));
  EQUALS(dense(grad_of(w)), 0, cos(2), 0, cos(4), 0, cos(6));
}

/* SPARSE-6: changes in place count at the values, too. */
static void sparse_6_one_version(void) {
  vjp_tensor *s = small_coo(), *values = values_of(s);
  int64_t before = version_of(s);
  OP_("mul", T(s), F(2));
  CHECK(version_of(s) > before && version_of(values_of(s)) == version_of(s));
  EQUALS(dense(s), 0, 10, 0, 12, 0, 14);
  OP_("mul", T(values_of(s)), F(2));
  CHECK(version_of(values_of(s)) == version_of(s));
  EQUALS(dense(s), 0, 20, 0, 24, 0, 28);
  OP_("zero", T(s));
  CHECK(vjp_tensor_nnz(s) == 0);
  (void)values;
}

static vjp_status give_strided(void* context, vjp_tensor* gradient, vjp_tensor** replacement) {
  (void)gradient;
  *replacement = vjp_tensor_retain(context);
  return VJP_OK;
}
/* HOOK-8: a hook's result has the gradient's layout. */
static void hook_8_layout(void) {
  vjp_tensor *x = leaf(MAT(2, 3, 1, 2, 3, 4, 5, 6)), *root = sum(masked(x, small_coo()));
  OK(vjp_tensor_add_hook(x, give_strided, MAT(2, 3, 1, 1, 1, 1, 1, 1), NULL, NULL));
  FAILS(VJP_ERROR_INVALID, vjp_backward(root, NULL));
  SAYS("COO");
}

int main(void) {
  RUN(members_are_checked);
  RUN(layouts_are_converted_twice_in_a_row);
  RUN(positions_that_stand_twice_add_up);
  RUN(what_there_is_no_operator_for_is_refused_by_name);
  RUN(operators);
  RUN(gradients);
  RUN(valid_6_layouts);
  RUN(acc_10_leaves_of_each_layout);
  RUN(acc_13_coo);
  RUN(det_7_assigned_gradients);
  RUN(sparse_2_reads_of_a_few_places);
  RUN(sparse_6_one_version);
  RUN(hook_8_layout);
  return finish();
}
