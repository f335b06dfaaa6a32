/* Batching (vjp/vmap.h; chapter 19 of the semantics): levels, rules by family, in place, random operators, callbacks.
 */
#include "vmap.h"

/* Batching (vjp/vmap.h; chapter 19 of the semantics): levels, rules by family, in place, gradients. */
#include <pthread.h>

#include "vmap.h"

/* ---- levels ---- */

static void test_wrapping_is_a_view(void) {
  vjp_tensor* x = MAT(2, 3, 1, 2, 3, 4, 5, 6);
  batch b = enter(3);
  CHECK(vjp_vmap_level() == b.level && b.level > 0);
  vjp_tensor* w = wrap_at(b, x, 1);
  CHECK(SHAPE(w, 2) && vjp_tensor_is_batched(w) && !vjp_tensor_is_batched(x));
  CHECK(vjp_tensor_batch_level(w) == b.level);
  OP_("mul", T(w), F(10));
  vjp_tensor* back = unwrap_at(b, w, -1);
  leave(b);
  CHECK(SHAPE(back, 2, 3));
  EQUALS(back, 10, 20, 30, 40, 50, 60);
  EQUALS(x, 10, 20, 30, 40, 50, 60);
  CHECK(vjp_vmap_level() == 0);
}

static void test_what_is_not_batched_is_expanded(void) {
  batch b = enter(2);
  vjp_tensor* y = unwrap_at(b, VEC(1, 2, 3), 1);
  leave(b);
  CHECK(SHAPE(y, 3, 2) && vjp_tensor_strides(y)[1] == 0);
  EQUALS(y, 1, 1, 2, 2, 3, 3);
}

/* HIGH-12 */
static void test_a_level_that_was_left_is_dead(void) {
  batch b = enter(2);
  vjp_tensor* w = wrap(b, VEC(1, 2));
  leave(b);
  vjp_tensor* out = NULL;
  FAILS(VJP_ERROR_STATE, TRY("sin", T(w)));
  SAYS("sin");
  SAYS("has ended");
  FAILS(VJP_ERROR_STATE, TRY_("mul", T(w), F(2)));
  FAILS(VJP_ERROR_STATE, vjp_vmap_unwrap(w, 0, b.level, &out));
  batch next = enter(2); /* another level is not that one */
  CHECK(next.level > b.level);
  FAILS(VJP_ERROR_STATE, TRY("sin", T(w)));
  leave(next);
}

static void test_wrong_wrapping(void) {
  vjp_tensor *x = MAT(2, 3, 1, 2, 3, 4, 5, 6), *out = NULL;
  batch b = enter(2);
  FAILS(VJP_ERROR_SHAPE, vjp_vmap_wrap(x, 1, b.level, &out));
  FAILS(VJP_ERROR_INVALID, vjp_vmap_wrap(x, 2, b.level, &out));
  FAILS(VJP_ERROR_SHAPE, vjp_vmap_wrap(SCALAR(1), 0, b.level, &out));
  FAILS(VJP_ERROR_STATE, vjp_vmap_wrap(x, 0, b.level + 1, &out));
  vjp_tensor* square = wrap(b, MAT(2, 2, 1, 2, 3, 4));
  FAILS(VJP_ERROR_STATE, vjp_vmap_wrap(square, 0, b.level, &out));
  leave(b);
  vjp_guard* region = NULL;
  FAILS(VJP_ERROR_INVALID, vjp_guard_vmap(-1, VJP_RANDOMNESS_SAME, NULL, &region));
}

/* ---- rules ---- */

static void test_pointwise(void) {
  vjp_tensor *x = MAT(2, 3, 1, 2, 3, 4, 5, 6), *s = VEC(10, 100);
  batch b = enter(2);
  vjp_tensor* y = add(mul(wrap(b, x), wrap(b, s)), VEC(1, 2, 3));
  CHECK(SHAPE(y, 3));
  vjp_tensor* z = OP("where", T(OP("gt", T(y), F(25))), T(y), F(0));
  vjp_tensor* out = unwrap(b, z);
  leave(b);
  EQUALS(out, 0, 0, 33, 401, 502, 603);
}

/* A sample without dimensions stays weak in promotion, though it has some with the batch. */
static void test_promotion_is_that_of_samples(void) {
  batch b = enter(2);
  vjp_tensor* x = wrap(b, ramp(VJP_DTYPE_FLOAT32, 2, (int64_t[]){2, 3}));
  vjp_tensor* y = mul(x, wrap(b, VEC(1, 2)));
  CHECK(vjp_tensor_dtype(y) == VJP_DTYPE_FLOAT32);
  leave(b);
}

static void test_views(void) {
  vjp_tensor* x = ramp(VJP_DTYPE_FLOAT64, 3, (int64_t[]){2, 2, 3});
  batch b = enter(2);
  vjp_tensor* w = wrap_at(b, x, 1); /* samples are 2 x 3 */
  vjp_tensor* t = OP("transpose", T(w), I(0), I(-1));
  CHECK(SHAPE(t, 3, 2));
  CHECK(SHAPE(OP("unsqueeze", T(w), I(-1)), 2, 3, 1));
  CHECK(SHAPE(OP("reshape", T(w), INTS(3, -1)), 3, 2));
  CHECK(SHAPE(OP("expand", T(w), INTS(4, -1, 3)), 4, 2, 3));
  CHECK(SHAPE(OP("select", T(w), I(-1), I(0)), 2));
  CHECK(SHAPE(OP("diagonal", T(w), I(0), I(0), I(1)), 2));
  CHECK(SHAPE(OP("permute", T(w), INTS(1, 0)), 3, 2));
  CHECK(SHAPE(RESULT("unbind", 1, T(w), I(1)), 2));
  vjp_tensor* second = unwrap(b, RESULT("split_with_sizes", 1, T(w), INTS(1, 2), I(1)));
  vjp_tensor* whole = unwrap(b, t);
  leave(b);
  EQUALS(whole, 0.5, 3.5, 1, 4, 1.5, 4.5, 2, 5, 2.5, 5.5, 3, 6);
  EQUALS(second, 1, 1.5, 4, 4.5, 2.5, 3, 5.5, 6);
}

static void test_reductions(void) {
  vjp_tensor* x = ramp(VJP_DTYPE_FLOAT64, 3, (int64_t[]){2, 2, 3});
  batch b = enter(2);
  vjp_tensor* w = wrap(b, x);
  vjp_tensor* all = unwrap(b, sum(w));
  vjp_tensor* rows = unwrap(b, OP("sum", T(w), INTS(-1), B(true)));
  vjp_tensor* largest = unwrap(b, RESULT("max.dim", 0, T(w), I(0)));
  vjp_tensor* place = unwrap(b, OP("argmax", T(w)));
  vjp_tensor* soft = unwrap(b, sum(OP("softmax", T(w), I(0))));
  CHECK(vjp_tensor_ndim(sum(sum(w))) == 0);
  leave(b);
  EQUALS(all, 10.5, 28.5);
  CHECK(SHAPE(rows, 2, 2, 1));
  EQUALS(rows, 3, 7.5, 12, 16.5);
  EQUALS(largest, 2, 2.5, 3, 5, 5.5, 6);
  EQUALS(place, 5, 5);
  EQUALS(soft, 3, 3);
}

static void test_products(void) {
  vjp_tensor *a = ramp(VJP_DTYPE_FLOAT64, 3, (int64_t[]){2, 2, 2}), *m = MAT(2, 2, 1, 2, 3, 4), *v = VEC(1, -1);
  batch b = enter(2);
  vjp_tensor* w = wrap(b, a);
  vjp_tensor* left = unwrap(b, OP("mm", T(w), T(m)));
  vjp_tensor* right = unwrap(b, OP("mm", T(m), T(w)));
  vjp_tensor* both = unwrap(b, OP("matmul", T(w), T(w)));
  vjp_tensor* vector = unwrap(b, OP("mv", T(w), T(v)));
  vjp_tensor* dots = unwrap(b, OP("dot", T(v), T(wrap(b, m))));
  vjp_tensor* layer = unwrap(b, OP("linear", T(v), T(w), T(wrap(b, m))));
  leave(b);
  EQUALS(left, 3.5, 5, 7.5, 11, 11.5, 17, 15.5, 23);
  EQUALS(right, 3.5, 5, 7.5, 11, 9.5, 11, 21.5, 25);
  EQUALS(both, 1.75, 2.5, 3.75, 5.5, 16.75, 19.5, 22.75, 26.5);
  EQUALS(vector, -0.5, -0.5, -0.5, -0.5);
  EQUALS(dots, -1, -1);
  EQUALS(layer, 0.5, 1.5, 2.5, 3.5);
}

static void test_levels_nest(void) {
  vjp_tensor *x = VEC(1, 2), *y = VEC(10, 20, 30);
  batch outer = enter(2), inner = enter(3);
  vjp_tensor* p = mul(wrap(outer, x), wrap(inner, y));
  CHECK(vjp_tensor_ndim(p) == 0);
  int64_t levels[2] = {0, 0};
  CHECK(vjp_tensor_batch_levels(p, levels, 2) == 2 && levels[0] == outer.level && levels[1] == inner.level);
  vjp_tensor* rows = unwrap(inner, p);
  leave(inner);
  vjp_tensor* all = unwrap(outer, rows);
  leave(outer);
  CHECK(SHAPE(all, 2, 3));
  EQUALS(all, 10, 20, 30, 20, 40, 60);
}

static void test_no_samples(void) {
  vjp_tensor* x = NULL;
  OK(vjp_tensor_empty((int64_t[]){0, 3}, 2, VJP_DTYPE_FLOAT64, &x));
  own(x);
  batch b = enter(0);
  vjp_tensor* y = unwrap(b, sum(OP("sin", T(wrap(b, x)))));
  leave(b);
  CHECK(SHAPE(y, 0));
}

/* ---- in place ---- */

/* HIGH-11 */
static void test_in_place_on_what_is_not_batched(void) {
  vjp_tensor *x = VEC(1, 2), *plain = VEC(0, 0);
  batch b = enter(2);
  vjp_tensor* w = wrap(b, x);
  FAILS(VJP_ERROR_STATE, TRY_("add", T(plain), T(w)));
  SAYS("add_");
  SAYS("not batched");
  FAILS(VJP_ERROR_STATE, TRY_("copy", T(SCALAR(0)), T(w)));
  batch inner = enter(2);
  FAILS(VJP_ERROR_STATE, TRY_("mul", T(w), T(wrap(inner, x))));
  leave(inner);
  leave(b);
  EQUALS(plain, 0, 0);
}

static void test_in_place(void) {
  vjp_tensor* x = MAT(2, 2, 1, 2, 3, 4);
  batch b = enter(2);
  vjp_tensor* w = wrap(b, x);
  OP_("add", T(w), F(1));
  OP_("mul", T(OP("select", T(w), I(0), I(0))), T(wrap(b, VEC(10, 100))));
  OP_("t", T(w));
  leave(b);
  EQUALS(x, 20, 3, 400, 5);
}

/* HIGH-11: what would look at one sample */
static void test_values_are_refused(void) {
  vjp_tensor* x = VEC(1, 2);
  batch b = enter(2);
  vjp_tensor* w = wrap(b, x);
  double value = 0;
  vjp_scalar scalar;
  char* text = NULL;
  FAILS(VJP_ERROR_STATE, vjp_tensor_item(w, &scalar));
  SAYS("item");
  SAYS("batched");
  FAILS(VJP_ERROR_STATE, vjp_tensor_item_float(w, &value));
  FAILS(VJP_ERROR_STATE, vjp_tensor_copy_to(w, &value, sizeof value, VJP_DTYPE_FLOAT64));
  FAILS(VJP_ERROR_STATE, vjp_tensor_copy_from(w, &value, sizeof value, VJP_DTYPE_FLOAT64));
  CHECK(vjp_tensor_data(w) == NULL);
  OK(vjp_tensor_to_string(w, -1, &text));
  CHECK(strstr(text, "batched(level=") == text);
  vjp_string_free(text);
  leave(b);
}

/* ---- random operators (HIGH-11) ---- */

static void test_randomness(void) {
  vjp_tensor* x = VEC(0, 0, 0, 0);
  batch b = enter(4);
  FAILS(VJP_ERROR_STATE, TRY("rand", INTS(2)));
  SAYS("rand");
  FAILS(VJP_ERROR_STATE, TRY("dropout", T(wrap(b, x)), F(0.5)));
  leave(b);
  b = enter_with(4, VJP_RANDOMNESS_SAME);
  vjp_tensor* same = OP("rand_like", T(wrap(b, x)));
  CHECK(!vjp_tensor_is_batched(same));
  leave(b);
  b = enter_with(4, VJP_RANDOMNESS_DIFFERENT);
  vjp_tensor* different = unwrap(b, OP("rand", INTS(2)));
  FAILS(VJP_ERROR_STATE, TRY_("uniform", T(VEC(0, 0))));
  OP_("uniform", T(wrap(b, x)));
  leave(b);
  CHECK(SHAPE(different, 4, 2));
  CHECK(at(different, 0) != at(different, 2) && at(x, 0) != at(x, 1));
}

/* ---- what depends on values ---- */

static void test_shapes_that_depend_on_values(void) {
  batch b = enter(2);
  vjp_tensor* w = wrap(b, MAT(2, 2, 1, 0, 0, 0));
  FAILS(VJP_ERROR_STATE, TRY("nonzero", T(w)));
  SAYS("nonzero");
  vjp_tensor* product = unwrap(b, OP("prod", T(w)));
  leave(b);
  EQUALS(product, 0, 0);
}

/* ---- the callback form ---- */

static vjp_status dot_and_first(void* context, vjp_tensor* const* inputs, size_t count, vjp_tensor_list* results) {
  vjp_tensor *dot = NULL, *first = NULL;
  ++*(int*)context;
  if (count != 2) return VJP_ERROR_INVALID;
  vjp_status status = call_op("dot", VJP_VARIANT_FUNCTIONAL, ARGS(T(inputs[0]), T(inputs[1])), 0, &dot);
  if (status == VJP_OK) {
    status = call_op("select", VJP_VARIANT_FUNCTIONAL, ARGS(T(inputs[1]), I(0), I(0)), 0, &first);
  }
  if (status == VJP_OK) status = vjp_tensor_list_append(results, dot);
  if (status == VJP_OK) status = vjp_tensor_list_append(results, first);
  vjp_tensor_release(dot);
  vjp_tensor_release(first);
  return status;
}

static void test_callback_form(void) {
  vjp_tensor* inputs[] = {MAT(3, 2, 1, 2, 3, 4, 5, 6), VEC(10, 1)};
  int64_t in_dims[] = {0, VJP_VMAP_NONE}, out_dims[] = {0, VJP_VMAP_NONE};
  vjp_vmap_options options = VJP_VMAP_OPTIONS_INIT;
  options.out_dims = out_dims;
  options.num_out_dims = 2;
  for (int64_t chunk = 0; chunk < 3; ++chunk) {
    vjp_tensor_list* list = NULL;
    int calls = 0;
    options.chunk_size = chunk;
    OK(vjp_vmap(dot_and_first, &calls, inputs, in_dims, 2, &options, &list));
    CHECK(calls == (chunk ? (int)((3 + chunk - 1) / chunk) : 1));
    EQUALS(vjp_tensor_list_get(list, 0), 12, 34, 56);
    CHECK(vjp_tensor_ndim(vjp_tensor_list_get(list, 1)) == 0);
    vjp_tensor_list_release(list);
  }
}

/* HIGH-14 */
static vjp_status fails(void* context, vjp_tensor* const* inputs, size_t count, vjp_tensor_list* results) {
  (void)context, (void)inputs, (void)count, (void)results;
  return vjp_error_raise(VJP_ERROR_SHAPE, "of the function's own", NULL, NULL);
}
static void test_errors_come_through(void) {
  vjp_tensor* x = VEC(1, 2);
  vjp_tensor_list* list = NULL;
  int64_t dim = 0;
  FAILS(VJP_ERROR_SHAPE, vjp_vmap(fails, NULL, &x, &dim, 1, NULL, &list));
  SAYS("of the function's own");
  CHECK(vjp_vmap_level() == 0);
}

int main(void) {
  RUN(test_wrapping_is_a_view);
  RUN(test_what_is_not_batched_is_expanded);
  RUN(test_a_level_that_was_left_is_dead);
  RUN(test_wrong_wrapping);
  RUN(test_pointwise);
  RUN(test_promotion_is_that_of_samples);
  RUN(test_views);
  RUN(test_reductions);
  RUN(test_products);
  RUN(test_levels_nest);
  RUN(test_no_samples);
  RUN(test_in_place_on_what_is_not_batched);
  RUN(test_in_place);
  RUN(test_values_are_refused);
  RUN(test_randomness);
  RUN(test_shapes_that_depend_on_values);
  RUN(test_callback_form);
  RUN(test_errors_come_through);
  return finish();
}
