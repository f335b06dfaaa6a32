/* Tensors: making, metadata, host access, views of the caller's memory, indexing, printing; dtypes and scalars. */
#include "check.h"

static int drops;
static void count_drop(void* context) { (void)context, ++drops; }

static void from_data_and_back(void) {
  float data[6] = {1, 2, 3, 4, 5, 6};
  vjp_tensor* t = NULL;
  OK(vjp_tensor_from_data(data, (int64_t[]){2, 3}, 2, VJP_DTYPE_FLOAT32, &t));
  own(t);
  data[0] = 100;
  EQUALS(t, 1, 2, 3, 4, 5, 6);
  CHECK(vjp_tensor_ndim(t) == 2 && vjp_tensor_numel(t) == 6 && vjp_tensor_dtype(t) == VJP_DTYPE_FLOAT32);
  CHECK(vjp_tensor_size(t, 0) == 2 && vjp_tensor_size(t, -1) == 3 && vjp_tensor_size(t, 2) == -1);
  CHECK(vjp_tensor_strides(t)[0] == 3 && vjp_tensor_strides(t)[1] == 1 && vjp_tensor_is_contiguous(t));
  CHECK(vjp_tensor_device(t).kind == VJP_DEVICE_CPU);
  uint8_t bytes[6];
  OK(vjp_tensor_copy_to(OP("transpose", T(t), I(0), I(1)), bytes, 6, VJP_DTYPE_UINT8));
  CHECK(bytes[0] == 1 && bytes[1] == 4 && bytes[2] == 2 && bytes[5] == 6);
  FAILS(VJP_ERROR_INVALID, vjp_tensor_copy_to(t, bytes, 5, VJP_DTYPE_UINT8));
  FAILS(VJP_ERROR_INVALID, vjp_tensor_copy_from(t, bytes, 7, VJP_DTYPE_UINT8));
}

static void null_metadata(void) {
  CHECK(vjp_tensor_ndim(NULL) == 0 && vjp_tensor_shape(NULL) == NULL && vjp_tensor_strides(NULL) == NULL);
  CHECK(vjp_tensor_numel(NULL) == 0 && vjp_tensor_dtype(NULL) == VJP_DTYPE_NONE && vjp_tensor_data(NULL) == NULL);
  CHECK(vjp_tensor_retain(NULL) == NULL);
  vjp_tensor_release(NULL);
}

static void callers_memory(void) {
  double data[6] = {1, 2, 3, 4, 5, 6};
  vjp_tensor* t = NULL;
  drops = 0;
  OK(vjp_tensor_from_memory(data, (int64_t[]){3, 2}, (int64_t[]){1, 3}, 2, VJP_DTYPE_FLOAT64, data, count_drop, &t));
  CHECK(vjp_tensor_data(t) == data);
  EQUALS(t, 1, 4, 2, 5, 3, 6);
  OK(TRY_("mul", T(t), F(2)));
  NEAR(data[3], 8);
  vjp_tensor* view = OP("select", T(t), I(0), I(0));
  vjp_tensor_release(t);
  CHECK(drops == 0);
  drop_now(view);
  CHECK(drops == 1);
  FAILS(VJP_ERROR_INVALID,
        vjp_tensor_from_memory(data, (int64_t[]){3}, (int64_t[]){-1}, 1, VJP_DTYPE_FLOAT64, data, count_drop, &t));
  FAILS(VJP_ERROR_INVALID,
        vjp_tensor_from_memory(NULL, (int64_t[]){3}, NULL, 1, VJP_DTYPE_FLOAT64, NULL, count_drop, &t));
  CHECK(drops == 1);
}

static void dimensions(void) {
  int64_t shape[17];
  vjp_tensor* t = NULL;
  for (int i = 0; i < 17; ++i) shape[i] = 1;
  OK(vjp_tensor_empty(shape, 16, VJP_DTYPE_FLOAT32, &t));
  CHECK(vjp_tensor_ndim(own(t)) == 16);
  FAILS(VJP_ERROR_SHAPE, vjp_tensor_empty(shape, 17, VJP_DTYPE_FLOAT32, &t));
  OK(vjp_tensor_empty(NULL, 0, VJP_DTYPE_FLOAT32, &t));
  CHECK(vjp_tensor_numel(own(t)) == 1);
  OK(vjp_tensor_empty((int64_t[]){3, 0, 5}, 3, VJP_DTYPE_FLOAT32, &t));
  CHECK(vjp_tensor_numel(own(t)) == 0);
  CHECK(SHAPE(times(t, 2), 3, 0, 5));
  FAILS(VJP_ERROR_DTYPE, vjp_tensor_empty(shape, 1, (vjp_dtype)99, &t));
  FAILS(VJP_ERROR_INVALID, vjp_tensor_empty(NULL, 1, VJP_DTYPE_FLOAT32, &t));
}

static void items_and_scalars(void) {
  vjp_scalar s;
  double d = 0;
  vjp_tensor* t = NULL;
  OK(vjp_tensor_from_scalar(vjp_scalar_int(7), VJP_DTYPE_NONE, &t));
  CHECK(vjp_tensor_dtype(own(t)) == VJP_DTYPE_INT64);
  OK(vjp_tensor_item(t, &s));
  CHECK(s.kind == VJP_KIND_INT && s.as.integer == 7);
  OK(vjp_tensor_from_scalar(vjp_scalar_float(0.5), VJP_DTYPE_NONE, &t));
  CHECK(vjp_tensor_dtype(own(t)) == VJP_DTYPE_FLOAT32);
  OK(vjp_tensor_from_scalar(vjp_scalar_complex(1, -2), VJP_DTYPE_COMPLEX128, &t));
  OK(vjp_tensor_item(own(t), &s));
  CHECK(s.kind == VJP_KIND_COMPLEX && s.as.complex_value[0] == 1 && s.as.complex_value[1] == -2);
  OK(vjp_tensor_from_scalar(vjp_scalar_bool(true), VJP_DTYPE_NONE, &t));
  OK(vjp_tensor_item(own(t), &s));
  CHECK(s.kind == VJP_KIND_BOOL && s.as.integer == 1);
  OK(vjp_tensor_item_float(MAT(1, 1, 2.5), &d));
  NEAR(d, 2.5);
  FAILS(VJP_ERROR_SHAPE, vjp_tensor_item(VEC(1, 2), &s));
}

static void half_types_round_to_even(void) {
  double values[4] = {2049, 65520, 1e-8, 0.1}, back[4];
  vjp_tensor* t = ramp(VJP_DTYPE_FLOAT16, 1, (int64_t[]){4});
  OK(vjp_tensor_copy_from(t, values, sizeof values, VJP_DTYPE_FLOAT64));
  OK(vjp_tensor_copy_to(t, back, sizeof back, VJP_DTYPE_FLOAT64));
  CHECK(back[0] == 2048 && isinf(back[1]) && back[2] == 0 && back[3] == 0.0999755859375);
}

static vjp_dtype promoted(vjp_dtype a, vjp_dtype b) {
  vjp_dtype out = VJP_DTYPE_NONE, other = VJP_DTYPE_NONE;
  OK(vjp_dtype_promote(a, b, &out));
  OK(vjp_dtype_promote(b, a, &other));
  CHECK(out == other);
  return out;
}

static void promotion(void) {
  CHECK(promoted(VJP_DTYPE_BOOL, VJP_DTYPE_UINT8) == VJP_DTYPE_UINT8);
  CHECK(promoted(VJP_DTYPE_UINT8, VJP_DTYPE_INT8) == VJP_DTYPE_INT16);
  CHECK(promoted(VJP_DTYPE_UINT8, VJP_DTYPE_INT32) == VJP_DTYPE_INT32);
  CHECK(promoted(VJP_DTYPE_INT64, VJP_DTYPE_FLOAT16) == VJP_DTYPE_FLOAT16);
  CHECK(promoted(VJP_DTYPE_FLOAT16, VJP_DTYPE_BFLOAT16) == VJP_DTYPE_FLOAT32);
  CHECK(promoted(VJP_DTYPE_FLOAT32, VJP_DTYPE_FLOAT64) == VJP_DTYPE_FLOAT64);
  CHECK(promoted(VJP_DTYPE_COMPLEX64, VJP_DTYPE_FLOAT64) == VJP_DTYPE_COMPLEX128);
  CHECK(promoted(VJP_DTYPE_COMPLEX64, VJP_DTYPE_INT64) == VJP_DTYPE_COMPLEX64);
  vjp_tensor* integers = ramp(VJP_DTYPE_INT32, 1, (int64_t[]){2});
  /* a number changes the category only; a zero-dimensional tensor likewise */
  CHECK(vjp_tensor_dtype(OP("mul", T(integers), I(3))) == VJP_DTYPE_INT32);
  CHECK(vjp_tensor_dtype(OP("mul", T(integers), F(0.5))) == VJP_DTYPE_FLOAT32);
  CHECK(vjp_tensor_dtype(OP("mul", T(ramp(VJP_DTYPE_FLOAT16, 1, (int64_t[]){2})), F(0.5))) == VJP_DTYPE_FLOAT16);
  CHECK(vjp_tensor_dtype(mul(ramp(VJP_DTYPE_FLOAT32, 1, (int64_t[]){2}), SCALAR(2))) == VJP_DTYPE_FLOAT32);
  CHECK(vjp_tensor_dtype(mul(integers, SCALAR(2))) == VJP_DTYPE_FLOAT64);
  CHECK(vjp_tensor_dtype(OP("div", T(integers), I(2))) == VJP_DTYPE_FLOAT32);
}

static void dtype_names(void) {
  for (int d = VJP_DTYPE_BOOL; d <= VJP_DTYPE_COMPLEX128; ++d) {
    CHECK(vjp_dtype_from_name(vjp_dtype_name((vjp_dtype)d)) == (vjp_dtype)d);
    CHECK(vjp_dtype_size((vjp_dtype)d) > 0);
  }
  CHECK(vjp_dtype_name((vjp_dtype)99) == NULL && vjp_dtype_size((vjp_dtype)-1) == 0);
  CHECK(vjp_dtype_from_name("float33") == VJP_DTYPE_NONE && vjp_dtype_from_name(NULL) == VJP_DTYPE_NONE);
  CHECK(vjp_dtype_is_floating(VJP_DTYPE_BFLOAT16) && !vjp_dtype_is_floating(VJP_DTYPE_COMPLEX64));
  CHECK(vjp_dtype_is_complex(VJP_DTYPE_COMPLEX64) && !vjp_dtype_is_complex((vjp_dtype)99));
}

static vjp_tensor* indexed(vjp_tensor* t, const vjp_index* items, size_t n) {
  vjp_tensor* out = NULL;
  OK(vjp_tensor_index(t, items, n, &out));
  return own(out);
}
#define ITEM_INT(i) \
  { VJP_INDEX_INT, 0, (i), 0, 0, NULL }
#define ITEM_SLICE(a, b, c) \
  { VJP_INDEX_SLICE, 0, (a), (b), (c), NULL }
#define ITEM_TENSOR(t) \
  { VJP_INDEX_TENSOR, 0, 0, 0, 0, (t) }
static const vjp_index kAll = ITEM_SLICE(VJP_INDEX_ABSENT, VJP_INDEX_ABSENT, 1);

static void indexing(void) {
  vjp_tensor* t = leaf(MAT(3, 4, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11));
  EQUALS(indexed(t, (vjp_index[]){ITEM_INT(1)}, 1), 4, 5, 6, 7);
  EQUALS(indexed(t, (vjp_index[]){ITEM_INT(-1), ITEM_INT(-2)}, 2), 10);
  EQUALS(indexed(t, (vjp_index[]){kAll, ITEM_SLICE(1, VJP_INDEX_ABSENT, 2)}, 2), 1, 3, 5, 7, 9, 11);
  CHECK(SHAPE(
      indexed(
          t, (vjp_index[]){{VJP_INDEX_NEW_AXIS, 0, 0, 0, 0, NULL}, {VJP_INDEX_ELLIPSIS, 0, 0, 0, 0, NULL}, ITEM_INT(0)},
          3),
      1, 3));
  EQUALS(indexed(t, (vjp_index[]){ITEM_SLICE(-2, 100, 1), ITEM_INT(0)}, 2), 4, 8);
  int64_t picks[2] = {2, 0};
  vjp_tensor* rows = NULL;
  OK(vjp_tensor_from_data(picks, (int64_t[]){2}, 1, VJP_DTYPE_INT64, &rows));
  own(rows);
  vjp_tensor* taken = indexed(t, (vjp_index[]){ITEM_TENSOR(rows), kAll}, 2);
  EQUALS(taken, 8, 9, 10, 11, 0, 1, 2, 3);
  CHECK(!vjp_tensor_shares_storage(taken, t));
  EQUALS(grad(sum(mul(taken, taken)), t), 0, 2, 4, 6, 0, 0, 0, 0, 16, 18, 20, 22);
  vjp_tensor* mask = OP("gt", T(t), F(8.5));
  EQUALS(indexed(t, (vjp_index[]){ITEM_TENSOR(mask)}, 1), 9, 10, 11);
  vjp_tensor* out = NULL;
  FAILS(VJP_ERROR_INVALID, vjp_tensor_index(t, (vjp_index[]){ITEM_INT(3)}, 1, &out));
  FAILS(VJP_ERROR_INVALID, vjp_tensor_index(t, (vjp_index[]){ITEM_SLICE(0, 2, 0)}, 1, &out));
  FAILS(VJP_ERROR_INVALID, vjp_tensor_index(t, (vjp_index[]){kAll, kAll, kAll}, 3, &out));
  FAILS(VJP_ERROR_INVALID, vjp_tensor_index(t, (vjp_index[]){ITEM_TENSOR(NULL)}, 1, &out));
}

static bool prints(vjp_tensor* t, int precision, const char* want) {
  char* text = NULL;
  OK(vjp_tensor_to_string(t, precision, &text));
  bool same = text && strcmp(text, want) == 0;
  if (!same) printf("got\n%s\nnot\n%s\n", text ? text : "nothing", want);
  vjp_string_free(text);
  return same;
}

/* Each text is numpy's own, with precision=4. */
static void printing(void) {
  CHECK(prints(VEC(1, 2.5, -3), -1, "[ 1.   2.5 -3. ]"));
  CHECK(prints(VEC(1.23456789, 2, 3), -1, "[1.2346 2.     3.    ]"));
  CHECK(prints(VEC(1.23456789, 2, 3), 2, "[1.23 2.   3.  ]"));
  CHECK(prints(VEC(1e-10, 1, 1e10), -1, "[1.e-10 1.e+00 1.e+10]"));
  CHECK(prints(VEC(NAN, INFINITY, -INFINITY, 1), -1, "[ nan  inf -inf   1.]"));
  CHECK(prints(MAT(2, 2, 1, 2, 3, 4), -1, "[[1. 2.]\n [3. 4.]]"));
  CHECK(prints(ramp(VJP_DTYPE_INT32, 1, (int64_t[]){4}), -1, "[0 1 1 2]"));
  CHECK(prints(ramp(VJP_DTYPE_BOOL, 1, (int64_t[]){2}), -1, "[ True  True]"));
  CHECK(prints(ramp(VJP_DTYPE_FLOAT64, 1, (int64_t[]){0}), -1, "[]"));
  CHECK(prints(SCALAR(2.5), -1, "2.5"));
  double z[4] = {1, 2, -3.5, 0};
  vjp_tensor* t = NULL;
  OK(vjp_tensor_from_data(z, (int64_t[]){2}, 1, VJP_DTYPE_COMPLEX128, &t));
  CHECK(prints(own(t), -1, "[ 1. +2.j -3.5+0.j]"));
  CHECK(prints(ramp(VJP_DTYPE_FLOAT64, 1, (int64_t[]){1001}), -1,
               "[5.000e-01 1.000e+00 1.500e+00 ... 4.995e+02 5.000e+02 5.005e+02]"));
  CHECK(prints(ramp(VJP_DTYPE_FLOAT64, 3, (int64_t[]){2, 2, 2}), -1,
               "[[[0.5 1. ]\n  [1.5 2. ]]\n\n [[2.5 3. ]\n  [3.5 4. ]]]"));
  CHECK(prints(OP("transpose", T(MAT(2, 2, 1, 2, 3, 4)), I(0), I(1)), -1, "[[1. 3.]\n [2. 4.]]"));
}

static void generators(void) {
  vjp_generator *a = NULL, *b = NULL;
  uint64_t seed = 0, offset = 0;
  OK(vjp_generator_create(7, &a));
  OK(vjp_generator_create(7, &b));
  vjp_value from_a[] = {INTS(5), D(VJP_DTYPE_FLOAT64), {VJP_KIND_GENERATOR, 0, {0}}};
  vjp_value from_b[] = {INTS(5), D(VJP_DTYPE_FLOAT64), {VJP_KIND_GENERATOR, 0, {0}}};
  from_a[2].as.generator = a;
  from_b[2].as.generator = b;
  vjp_tensor *x = NULL, *y = NULL, *z = NULL;
  OK(call_op("rand", VJP_VARIANT_FUNCTIONAL, from_a, 3, 0, &x));
  OK(call_op("rand", VJP_VARIANT_FUNCTIONAL, from_b, 3, 0, &y));
  OK(vjp_generator_get_state(a, &seed, &offset));
  CHECK(seed == 7 && offset > 0);
  OK(call_op("rand", VJP_VARIANT_FUNCTIONAL, from_a, 3, 0, &z));
  CHECK(at(own(x), 0) == at(own(y), 0) && at(x, 4) == at(y, 4) && at(own(z), 0) != at(x, 0));
  OK(vjp_generator_set_state(a, 7, 0));
  OK(call_op("rand", VJP_VARIANT_FUNCTIONAL, from_a, 3, 0, &z));
  CHECK(at(own(z), 0) == at(x, 0));
  vjp_generator_release(a);
  vjp_generator_release(b);
  /* NULL stands for the default one */
  OK(vjp_manual_seed(3));
  OK(vjp_generator_get_state(NULL, &seed, &offset));
  CHECK(seed == 3 && offset == 0);
  OK(vjp_manual_seed(0));
  vjp_generator_release(NULL);
}

static void random_numbers_do_not_depend_on_threads(void) {
  int64_t shape[1] = {300001};
  double first = 0;
  for (int threads = 1; threads <= 4; ++threads) {
    OK(vjp_set_num_threads(threads));
    OK(vjp_manual_seed(11));
    vjp_tensor* r = OP("randn", L(shape, 1), D(VJP_DTYPE_FLOAT64));
    double total = at(sum(mul(r, r)), 0);
    if (threads == 1) first = total;
    CHECK(total == first);
  }
  ABOUT(first, 300001, 0.02);
  OK(vjp_manual_seed(0));
}

static void registry(void) {
  size_t n = vjp_op_count();
  CHECK(n > 100 && vjp_op_at(n) == NULL && vjp_op_find("no such operator") == NULL && vjp_op_find(NULL) == NULL);
  for (size_t i = 0; i < n; ++i) {
    const vjp_op* op = vjp_op_at(i);
    const char* name = vjp_op_name(op);
    CHECK(vjp_op_find(name) == op);
    CHECK(strncmp(vjp_op_schema(op), name, strlen(name)) == 0 && vjp_op_schema(op)[strlen(name)] == '(');
    CHECK(strlen(vjp_op_doc(op)) > 0 && strlen(vjp_op_family(op)) > 0);
    if (i > 0) CHECK(strcmp(vjp_op_name(vjp_op_at(i - 1)), name) < 0);
  }
  vjp_tensor_list* list = NULL;
  vjp_value nothing[1] = {NONE()};
  FAILS(VJP_ERROR_INVALID, vjp_op_call(NULL, VJP_VARIANT_FUNCTIONAL, nothing, 1, &list));
  FAILS(VJP_ERROR_INVALID, vjp_op_call(vjp_op_find("mul"), VJP_VARIANT_FUNCTIONAL, nothing, 1, &list));
  FAILS(VJP_ERROR_INVALID, vjp_op_call(vjp_op_find("mul"), (vjp_variant)9, nothing, 1, &list));
  vjp_tensor* t = VEC(1);
  vjp_value many[] = {T(t), T(t), T(t), T(t)};
  FAILS(VJP_ERROR_INVALID, vjp_op_call(vjp_op_find("mul"), VJP_VARIANT_FUNCTIONAL, many, 4, &list));
  FAILS(VJP_ERROR_INVALID, TRY("sum", S("nonsense")));
  CHECK(list == NULL);
}

/* What is read lies one element beside what is written: it is read first. */
static void a_target_overlaps_its_operand(void) {
  enum { kSize = 1000 };
  for (int form = 0; form < 2; ++form) {
    vjp_tensor* x = OP("ones", INTS(kSize));
    vjp_tensor *before = narrow(x, 0, 0, kSize - 1), *after = narrow(x, 0, 1, kSize - 1);
    if (form == 0)
      OK(vjp_add_(after, before));
    else
      OK(TRY_OUT("mul", T(before), T(OP("full_like", T(before), F(2))), T(after)));
    int wrong = 0;
    for (int i = 1; i < kSize; ++i) wrong += at(x, i) != 2;
    CHECK(wrong == 0 && at(x, 0) == 1);
  }
}

/* Pointwise results lie as their operands, broadcast ones and sliced ones, too. */
static void lies_as(vjp_tensor* t, int64_t rows, int64_t columns) {
  CHECK(vjp_tensor_strides(t)[0] == rows && vjp_tensor_strides(t)[1] == columns);
}
static void pointwise_results_lie_as_their_operands(void) {
  vjp_tensor* rows = MAT(2, 3, 1, 2, 3, 4, 5, 6);
  vjp_tensor* columns = OP("transpose", T(MAT(3, 2, 1, 4, 2, 5, 3, 6)), I(0), I(1)); /* the same numbers */
  vjp_tensor* wide = MAT(3, 4, 1, 4, 0, 0, 2, 5, 0, 0, 3, 6, 0, 0);
  vjp_tensor* part = OP("transpose", T(narrow(wide, 1, 0, 2)), I(0), I(1));
  lies_as(mul(columns, VEC(1, 2, 3)), 1, 2);
  lies_as(mul(VEC(1, 2, 3), columns), 1, 2);
  lies_as(mul(columns, columns), 1, 2);
  lies_as(OP("exp", T(columns)), 1, 2);
  lies_as(mul(part, VEC(1, 2, 3)), 1, 2); /* with gaps: dense, in the same order */
  lies_as(mul(rows, columns), 3, 1);      /* the first of two that differ */
  lies_as(mul(columns, rows), 1, 2);
  EQUALS(mul(columns, VEC(1, 2, 3)), 1, 4, 9, 4, 10, 18);
  EQUALS(mul(part, VEC(1, 2, 3)), 1, 4, 9, 4, 10, 18);
  EQUALS(mul(columns, rows), 1, 4, 9, 16, 25, 36);
}

int main(void) {
  RUN(from_data_and_back);
  RUN(null_metadata);
  RUN(callers_memory);
  RUN(dimensions);
  RUN(items_and_scalars);
  RUN(half_types_round_to_even);
  RUN(promotion);
  RUN(dtype_names);
  RUN(indexing);
  RUN(printing);
  RUN(generators);
  RUN(random_numbers_do_not_depend_on_threads);
  RUN(registry);
  RUN(a_target_overlaps_its_operand);
  RUN(pointwise_results_lie_as_their_operands);
  return finish();
}
