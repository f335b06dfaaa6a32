/* Chapter 4: values saved for backward, their versions, and when they go. */
#include "check.h"

static void save_1_only_what_is_needed(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* c = VEC(3, 4);
  vjp_tensor* plain = VEC(5, 6);
  /* x * c needs c for the gradient of x; x itself is not needed */
  bool before;
  vjp_tensor* y = mul(x, c);
  OK(vjp_grad_mode_set(false, &before));
  OP_("mul", T(x), F(10));
  OK(vjp_grad_mode_set(before, NULL));
  EQUALS(grad(sum(y), x), 3, 4);
  /* addition needs nothing */
  vjp_tensor* z = add(x, plain);
  OP_("mul", T(plain), F(0));
  EQUALS(grad(sum(z), x), 1, 1);
}

static void save_5_outputs(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* y = OP("exp", T(x));
  vjp_tensor* g = NULL;
  /* the result is what exp keeps: its graph survives the handle */
  vjp_tensor* s = sum(y);
  drop_now(y);
  EQUALS(grad(s, x), exp(1), exp(2));
  /* and the value is differentiable again */
  vjp_tensor* first = grad_graph(s, x);
  OK(try_grad(sum(first), NULL, x, false, false, &g));
  EQUALS(own(g), exp(1), exp(2));
}

static void save_8_conflict(void) {
  vjp_tensor* x = leaf(MAT(2, 3, 1, 2, 3, 4, 5, 6));
  vjp_tensor* w = times(x, 1);
  vjp_tensor* y = OP("sin", T(w));
  OP_("mul", T(w), F(2));
  vjp_tensor* g = NULL;
  FAILS(VJP_ERROR_VERSION, try_grad(sum(y), NULL, x, false, true, &g));
  SAYS("Sin");
  SAYS("2, 3");
  SAYS("float64");
  SAYS("version 1");
  SAYS("version 0");
  CHECK(g == NULL);
  CHECK(vjp_last_error_status() == VJP_ERROR_VERSION);
}

/* Every way to the same memory is seen. */
static void save_8_routes(void) {
  for (int route = 0; route < 5; ++route) {
    vjp_tensor* x = leaf(VEC(1, 2, 3));
    vjp_tensor* w = times(x, 1);
    vjp_tensor* part = narrow(w, 0, 0, 2);
    vjp_tensor* alias = NULL;
    OK(vjp_tensor_detach(w, &alias));
    own(alias);
    vjp_tensor* y = OP("sin", T(w));
    bool before;
    switch (route) {
      case 0:
        OP_("mul", T(w), F(2));
        break;
      case 1:
        OP_("mul", T(part), F(2));
        break;
      case 2:
        OP_("mul", T(alias), F(2));
        break;
      case 3:
        OK(vjp_grad_mode_set(false, &before));
        OP_("mul", T(w), F(2));
        OK(vjp_grad_mode_set(before, NULL));
        break;
      default: {
        double data[3] = {7, 8, 9};
        OK(vjp_tensor_copy_from(alias, data, sizeof data, VJP_DTYPE_FLOAT64));
      }
    }
    vjp_tensor* g = NULL;
    FAILS(VJP_ERROR_VERSION, try_grad(sum(y), NULL, x, false, true, &g));
  }
}

static void save_8_saved_output_changed(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* y = OP("exp", T(x));
  OP_("add", T(y), F(1));
  vjp_tensor* g = NULL;
  FAILS(VJP_ERROR_VERSION, try_grad(sum(y), NULL, x, false, true, &g));
  SAYS("Exp");
}

static void save_9_detached_in_place(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* w = times(x, 2);
  vjp_tensor* y = mul(w, w);
  OK(vjp_tensor_detach_(w));
  vjp_tensor* g = NULL;
  FAILS(VJP_ERROR_STATE, try_grad(sum(y), NULL, x, false, true, &g));
  /* DET-4: a value saved as an output survives */
  vjp_tensor* e = OP("exp", T(x));
  vjp_tensor* s = sum(e);
  OK(vjp_tensor_detach_(e));
  EQUALS(grad(s, x), exp(1), exp(2));
}

static void save_10_freed(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* y = sum(OP("sin", T(x)));
  OK(vjp_backward(y, NULL));
  FAILS(VJP_ERROR_STATE, vjp_backward(y, NULL));
  SAYS("retain_graph");
  /* nodes that keep nothing can run again */
  vjp_tensor* z = sum(add(x, x));
  OK(vjp_backward(z, NULL));
  OK(vjp_backward(z, NULL));
  EQUALS(grad_of(x), 4 + cos(1), 4 + cos(2));
}

static void save_10_below_stays(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* y = OP("sin", T(x));
  vjp_tensor* z = sum(OP("exp", T(y)));
  vjp_tensor* g = NULL;
  OK(try_grad(z, NULL, y, false, false, &g));
  own(g);
  EQUALS(grad(sum(y), x), cos(1), cos(2));
  vjp_tensor* again = NULL;
  FAILS(VJP_ERROR_STATE, try_grad(z, NULL, x, false, false, &again));
}

/* SAVE-6 */
static void save_6_in_place_on_a_view_frees_everything(void) {
  vjp_tensor* x = leaf(VEC(1, 2, 3));
  vjp_tensor* y = clone(x);
  OP_("exp", T(narrow(y, 0, 1, 2)));
  EQUALS(grad(sum(y), x), 1, exp(2), exp(3));
  /* RUN finds what is left alive */
}

/* SAVE-6: the value that an in-place change of a view has saved belongs to the base's new history */
static void save_6_double_backward_through_a_view(void) {
  vjp_tensor* x = leaf(VEC(1, 2, 3));
  vjp_tensor* y = times(x, 2);
  vjp_tensor* part = narrow(y, 0, 1, 2);
  OP_("exp", T(part));
  drop_now(part);
  vjp_tensor* first = grad_graph(sum(y), x);
  EQUALS(first, 2, 2 * exp(4), 2 * exp(6));
  vjp_tensor* second = grad_graph(sum(first), x);
  EQUALS(second, 0, 4 * exp(4), 4 * exp(6));
  EQUALS(grad(sum(second), x), 0, 8 * exp(4), 8 * exp(6));
}

static void entry_9_create_graph_without_keeping(void) {
  vjp_tensor* x = leaf(VEC(3));
  vjp_tensor* y = OP("sin", T(x));
  vjp_grad_options options = VJP_GRAD_OPTIONS_INIT;
  options.create_graph = 1;
  options.retain_graph = 0;
  vjp_tensor *g = NULL, *again = NULL;
  OK(vjp_grad(&y, 1, NULL, &x, 1, &options, &g));
  own(g);
  CHECK(vjp_tensor_requires_grad(g));
  FAILS(VJP_ERROR_STATE, try_grad(y, NULL, x, false, true, &again));
}

int main(void) {
  RUN(save_1_only_what_is_needed);
  RUN(save_5_outputs);
  RUN(save_8_conflict);
  RUN(save_8_routes);
  RUN(save_8_saved_output_changed);
  RUN(save_9_detached_in_place);
  RUN(save_10_freed);
  RUN(save_10_below_stays);
  RUN(save_6_in_place_on_a_view_frees_everything);
  RUN(save_6_double_backward_through_a_view);
  RUN(entry_9_create_graph_without_keeping);
  return finish();
}
