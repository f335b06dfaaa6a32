/* Scopes, locations, and the last error. */
#include <pthread.h>

#include "check.h"

static vjp_tensor* make(double value) {
  vjp_tensor* t = NULL;
  OK(vjp_tensor_from_data(&value, NULL, 0, VJP_DTYPE_FLOAT64, &t));
  return t;
}

static void scope_releases_what_was_made(void) {
  int64_t before = vjp_debug_live_tensors();
  OK(vjp_scope_begin());
  vjp_tensor* a = make(2);
  vjp_tensor* b = NULL;
  OK(vjp_mul(a, a, &b));
  OK(vjp_neg(b, &b));
  NEAR(at(b, 0), -4);
  CHECK(vjp_debug_live_tensors() > before);
  OK(vjp_scope_end());
  CHECK(vjp_debug_live_tensors() == before);
}

static void scope_keep(void) {
  OK(vjp_scope_begin());
  vjp_tensor* a = make(2);
  vjp_tensor* b = make(3);
  (void)a;
  OK(vjp_scope_keep(b));
  OK(vjp_scope_end());
  NEAR(at(b, 0), 3);
  vjp_tensor_release(b);
}

static void scopes_nest(void) {
  int64_t before = vjp_debug_live_tensors();
  OK(vjp_scope_begin());
  vjp_tensor* a = make(2);
  OK(vjp_scope_begin());
  make(3);
  vjp_tensor* c = make(4);
  OK(vjp_scope_keep(c));
  OK(vjp_scope_end());
  CHECK(vjp_debug_live_tensors() == before + 2);
  NEAR(at(a, 0), 2);
  NEAR(at(c, 0), 4);
  vjp_tensor_release(c);
  OK(vjp_scope_end());
  CHECK(vjp_debug_live_tensors() == before);
}

static void scope_holds_a_training_step(void) {
  vjp_tensor *x = leaf(VEC(1, 2)), *ones = VEC(1, 1);
  int64_t before = vjp_debug_live_tensors();
  for (int i = 0; i < 3; ++i) {
    OK(vjp_scope_begin());
    vjp_tensor *y = NULL, *g = NULL;
    OK(vjp_mul(x, x, &y));
    OK(vjp_backward(y, ones));
    OK(vjp_tensor_grad(x, &g));
    OK(vjp_scope_end());
  }
  EQUALS(grad_of(x), 6, 12);
  CHECK(vjp_debug_live_tensors() <= before + 5);
}

static void scope_errors(void) {
  FAILS(VJP_ERROR_STATE, vjp_scope_end());
  FAILS(VJP_ERROR_STATE, vjp_scope_keep(VEC(1)));
  vjp_tensor* outside = VEC(1);
  OK(vjp_scope_begin());
  FAILS(VJP_ERROR_INVALID, vjp_scope_keep(outside));
  FAILS(VJP_ERROR_INVALID, vjp_scope_keep(NULL));
  OK(vjp_scope_end());
}

/* No checks in here: their counters belong to the main thread. */
static void* other_thread(void* t) {
  double value = 5;
  vjp_tensor* made = NULL;
  bool good = vjp_tensor_from_data(&value, NULL, 0, VJP_DTYPE_FLOAT64, &made) == VJP_OK;
  good = good && vjp_last_error()[0] == '\0';
  vjp_tensor_release(made);
  vjp_tensor_release((vjp_tensor*)t); /* made elsewhere */
  return good ? NULL : t;
}

static void scopes_and_errors_are_a_threads_own(void) {
  vjp_tensor* extra = vjp_tensor_retain(VEC(1));
  pthread_t thread;
  FAILS(VJP_ERROR_STATE, vjp_scope_end());
  OK(vjp_scope_begin());
  void* answer = NULL;
  CHECK(pthread_create(&thread, NULL, other_thread, extra) == 0);
  pthread_join(thread, &answer);
  CHECK(answer == NULL);
  OK(vjp_scope_end());
}

static void last_error(void) {
  vjp_tensor* out = NULL;
  FAILS(VJP_ERROR_SHAPE, vjp_mm(MAT(2, 3, 1, 2, 3, 4, 5, 6), MAT(2, 3, 1, 2, 3, 4, 5, 6), &out));
  CHECK(vjp_last_error_status() == VJP_ERROR_SHAPE);
  SAYS("mm");
  SAYS("2, 3");
  /* a success leaves it */
  OK(vjp_tensor_set_requires_grad(VEC(1), true));
  CHECK(vjp_last_error_status() == VJP_ERROR_SHAPE);
  vjp_clear_error();
  CHECK(vjp_last_error_status() == VJP_OK && vjp_last_error()[0] == '\0');
}

static void messages_name_operator_shapes_and_dtypes(void) {
  vjp_tensor* a = MAT(2, 3, 1, 2, 3, 4, 5, 6);
  vjp_tensor* integers = ramp(VJP_DTYPE_INT64, 1, (int64_t[]){4});
  FAILS(VJP_ERROR_SHAPE, TRY("mul", T(a), T(VEC(1, 2, 3, 4))));
  SAYS("mul");
  SAYS("[2, 3]");
  SAYS("[4]");
  FAILS(VJP_ERROR_DTYPE, TRY("softmax", T(integers), I(0)));
  SAYS("softmax");
  SAYS("int64");
  FAILS(VJP_ERROR_SHAPE, TRY("cat", TL((vjp_tensor*[]){a, VEC(1, 2)}, 2), I(0)));
  SAYS("cat");
  FAILS(VJP_ERROR_INVALID, TRY("select", T(a), I(0), I(5)));
  SAYS("select");
  SAYS("5");
}

static void location_is_part_of_the_message(void) {
  vjp_tensor* out = NULL;
  OK(vjp_location_push("model.py", 42, "forward"));
  FAILS(VJP_ERROR_SHAPE, vjp_matmul(VEC(1, 2), VEC(1, 2, 3), &out));
  SAYS("model.py");
  SAYS("42");
  OK(vjp_location_pop());
  FAILS(VJP_ERROR_STATE, vjp_location_pop());
}

static void error_raise_is_checked(void) {
  FAILS(VJP_ERROR_INVALID, vjp_error_raise(VJP_OK, "no", NULL, NULL));
  CHECK(vjp_error_raise(VJP_ERROR_IO, NULL, NULL, NULL) == VJP_ERROR_IO);
  CHECK(vjp_last_error_status() == VJP_ERROR_IO);
  vjp_clear_error();
}

static void names_and_version(void) {
  CHECK(strcmp(vjp_status_name(VJP_OK), vjp_status_name(VJP_ERROR_SHAPE)) != 0);
  CHECK(strcmp(vjp_status_name((vjp_status)99), "unknown status") == 0);
  CHECK(strcmp(vjp_status_name((vjp_status)-1), "unknown status") == 0);
  char text[32];
  snprintf(text, sizeof text, "%d.%d.%d", VJP_VERSION_MAJOR, VJP_VERSION_MINOR, VJP_VERSION_PATCH);
  CHECK(strcmp(vjp_version(), text) == 0);
  CHECK(vjp_version_number() == VJP_VERSION_MAJOR * 10000 + VJP_VERSION_MINOR * 100 + VJP_VERSION_PATCH);
  CHECK(strlen(vjp_build_info()) > 0);
}

int main(void) {
  RUN(scope_releases_what_was_made);
  RUN(scope_keep);
  RUN(scopes_nest);
  RUN(scope_holds_a_training_step);
  RUN(scope_errors);
  RUN(scopes_and_errors_are_a_threads_own);
  RUN(last_error);
  RUN(messages_name_operator_shapes_and_dtypes);
  RUN(location_is_part_of_the_message);
  RUN(error_raise_is_checked);
  RUN(names_and_version);
  return finish();
}
