/* Chapter 4: versions set by hand, and the region in which saved tensors may be changed. */
#include "check.h"

static vjp_guard* tolerate(void) {
  vjp_guard* guard = NULL;
  OK(vjp_guard_saved_tensor_mutation(&guard));
  return guard;
}

/* SHOOK-13: every way of changing what was saved: the tensor, a view, an alias, under grad mode off, an out variant */
static void changes_are_tolerated(void) {
  for (int route = 0; route < 6; ++route) {
    vjp_tensor* x = leaf(VEC(1, 2, 3));
    vjp_guard* guard = tolerate();
    vjp_tensor* w = times(x, 1);
    vjp_tensor* part = narrow(w, 0, 0, 2);
    vjp_tensor* alias = detached(w);
    vjp_tensor* y = OP("sin", T(w)); /* saves an input */
    vjp_tensor* z = OP("exp", T(x)); /* saves its result */
    bool before = true;
    switch (route) {
      case 0:
        OP_("mul", T(w), F(2));
        OP_("mul", T(z), F(2));
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
        OP_("exp", T(w));
        OK(vjp_grad_mode_set(before, NULL));
        break;
      case 4:
        OK(call_op("neg", VJP_VARIANT_OUT, (vjp_value[]){T(VEC(7, 8, 9)), T(alias)}, 2, 0, NULL));
        break;
      default: {
        double data[3] = {7, 8, 9};
        OK(vjp_tensor_copy_from(alias, data, sizeof data, VJP_DTYPE_FLOAT64));
      }
    }
    EQUALS(grad(sum(y), x), cos(1), cos(2), cos(3));
    double twice = route == 0 ? 2 : 1;
    EQUALS(grad(sum(z), x), twice * exp(1), twice * exp(2), twice * exp(3));
    /* differentiable again, with the history that was saved */
    vjp_tensor* first = grad_graph(sum(y), x);
    EQUALS(grad(sum(first), x), -sin(1), -sin(2), -sin(3));
    OK(vjp_guard_exit(guard));
  }
}

/* SHOOK-13: each saved version has its value; a leaf may be changed too */
static void each_version_is_kept(void) {
  vjp_tensor *x = leaf(VEC(1, 2)), *w = VEC(3, 5);
  vjp_guard* guard = tolerate();
  vjp_tensor* a = mul(x, w);
  OP_("mul", T(w), F(10));
  vjp_tensor* b = mul(x, w);
  OP_("add", T(w), F(1));
  EQUALS(grad(sum(a), x), 3, 5);
  EQUALS(grad(sum(b), x), 30, 50);
  EQUALS(w, 31, 51);
  OK(vjp_guard_exit(guard));
}

/* SHOOK-13: copies are made once a version, of what is saved, while it is saved, and go with the region */
static void copies_are_few(void) {
  int64_t shape[1] = {1 << 16};
  vjp_tensor *x = leaf(ramp(VJP_DTYPE_FLOAT64, 1, shape)), *w = ramp(VJP_DTYPE_FLOAT64, 1, shape);
  vjp_tensor* other = ramp(VJP_DTYPE_FLOAT64, 1, shape);
  const int64_t size = 8 << 16;
  vjp_guard* guard = tolerate();
  vjp_tensor *a = mul(x, w), *b = mul(x, narrow(w, 0, 0, 1 << 16));
  vjp_value change[] = {T(w), F(2)}, elsewhere[] = {T(other), F(2)};
  int64_t start = (int64_t)vjp_memory_allocated();
  OK(call_op("mul", VJP_VARIANT_INPLACE, elsewhere, 2, 0, NULL));
  CHECK((int64_t)vjp_memory_allocated() - start < size / 2);
  OK(call_op("mul", VJP_VARIANT_INPLACE, change, 2, 0, NULL)); /* both values are copied at once */
  int64_t once = (int64_t)vjp_memory_allocated() - start;
  CHECK(once > size / 2 && once < size + size / 2);
  OK(call_op("mul", VJP_VARIANT_INPLACE, change, 2, 0, NULL)); /* the version saved is safe already */
  CHECK((int64_t)vjp_memory_allocated() - start == once);
  drop_now(a);
  CHECK((int64_t)vjp_memory_allocated() - start > size / 2 - size);
  vjp_tensor* c = mul(x, w);
  drop_now(c); /* nobody needs this version any more */
  int64_t settled = (int64_t)vjp_memory_allocated();
  OK(call_op("mul", VJP_VARIANT_INPLACE, change, 2, 0, NULL));
  CHECK((int64_t)vjp_memory_allocated() - settled < size / 2);
  OK(vjp_guard_exit(guard));
  CHECK((int64_t)vjp_memory_allocated() - settled <= -size); /* the copy for b is gone */
  (void)b;
}

/* SHOOK-13: outside the region unpacking fails; regions do not nest, and refused hooks refuse them */
static void the_region_ends(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_guard *guard = tolerate(), *inner = NULL;
  FAILS(VJP_ERROR_STATE, vjp_guard_saved_tensor_mutation(&inner));
  SAYS("nest");
  vjp_tensor* y = sum(OP("sin", T(x)));
  OK(vjp_guard_exit(guard));
  vjp_tensor* g = NULL;
  FAILS(VJP_ERROR_STATE, try_grad(y, NULL, x, false, true, &g));
  SAYS("SinBackward");
  SAYS("same region");
  guard = tolerate(); /* another region is not the same */
  FAILS(VJP_ERROR_STATE, try_grad(y, NULL, x, false, true, &g));
  OK(vjp_guard_exit(guard));
  OK(vjp_guard_no_saved_tensor_hooks("no hooks here", &guard));
  FAILS(VJP_ERROR_STATE, vjp_guard_saved_tensor_mutation(&inner));
  SAYS("no hooks here");
  OK(vjp_guard_exit(guard));
  CHECK(inner == NULL && g == NULL);
  /* after it, changes are conflicts as ever */
  vjp_tensor* w = times(x, 1);
  vjp_tensor* z = sum(OP("sin", T(w)));
  OP_("mul", T(w), F(2));
  FAILS(VJP_ERROR_VERSION, try_grad(z, NULL, x, false, true, &g));
}

/* SAVE-14 */
static void versions_by_hand(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor *a = times(x, 1), *b = times(x, 2);
  vjp_tensor *y = sum(OP("sin", T(a))), *g = NULL;
  OK(vjp_tensor_version_advance_all((vjp_tensor*[]){a, b}, 2));
  CHECK(version_of(a) == 1 && version_of(b) == 1);
  CHECK(version_of(detached(a)) == 1);
  FAILS(VJP_ERROR_VERSION, try_grad(y, NULL, x, false, true, &g));
  FAILS(VJP_ERROR_INVALID, vjp_tensor_version_advance_all((vjp_tensor*[]){a, NULL}, 2));
  CHECK(version_of(a) == 1); /* nothing has changed */
  /* set outright */
  OK(vjp_tensor_version_set_unsafe(a, 0));
  EQUALS(grad(y, x), cos(1), cos(2));
  OK(vjp_tensor_version_set_unsafe(a, 17));
  CHECK(version_of(a) == 17);
  FAILS(VJP_ERROR_INVALID, vjp_tensor_version_set_unsafe(a, -1));
  FAILS(VJP_ERROR_INVALID, vjp_tensor_version_set_unsafe(a, INT64_C(1) << 32));
  CHECK(version_of(a) == 17);
  /* an inference tensor has none */
  vjp_guard* inference = NULL;
  OK(vjp_guard_mode(VJP_MODE_INFERENCE, true, &inference));
  vjp_tensor* i = VEC(1);
  OK(vjp_guard_exit(inference));
  FAILS(VJP_ERROR_STATE, vjp_tensor_version_set_unsafe(i, 1));
  OK(vjp_tensor_version_advance_all(&i, 1));
}

/* SAVE-14 */
static void hidden_changes(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor *a = times(x, 1), *g = NULL;
  vjp_tensor* alias = detached(a);
  vjp_tensor* y = sum(OP("sin", T(a)));
  vjp_guard* guard = NULL;
  OK(vjp_guard_preserve_versions_unsafe(&alias, 1, &guard));
  OP_("mul", T(alias), F(2));
  CHECK(version_of(a) == 1);
  FAILS(VJP_ERROR_VERSION, try_grad(y, NULL, x, false, true, &g));
  OK(vjp_guard_exit(guard));
  CHECK(version_of(a) == 0);
  EQUALS(grad(y, x), cos(2), cos(4)); /* what was not noticed is what one gets */
}

/* MODE-7, SAVE-3: an inference tensor that must be saved fails when recording; one that need not be is fine */
static void inference_tensors_are_not_saved(void) {
  vjp_guard* inference = NULL;
  OK(vjp_guard_mode(VJP_MODE_INFERENCE, true, &inference));
  vjp_tensor* i = VEC(3, 4);
  OK(vjp_guard_exit(inference));
  vjp_tensor* x = leaf(VEC(1, 2));
  EQUALS(grad(sum(add(x, i)), x), 1, 1);
  FAILS(VJP_ERROR_STATE, TRY("mul", T(x), T(i)));
  SAYS("MulBackward");
  SAYS("other");
  SAYS("clone");
  EQUALS(grad(sum(mul(x, clone(i))), x), 3, 4);
  vjp_tensor* list[] = {x, i};
  CHECK(TRY("einsum", S("i,i->i"), TL(list, 2)) == VJP_ERROR_STATE);
}

int main(void) {
  RUN(changes_are_tolerated);
  RUN(each_version_is_kept);
  RUN(copies_are_few);
  RUN(the_region_ends);
  RUN(versions_by_hand);
  RUN(hidden_changes);
  RUN(inference_tensors_are_not_saved);
  return finish();
}
