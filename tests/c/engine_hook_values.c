/* Chapters 8 and 9: what derivatives and hooks give is validated. */
#include "spy.h"

/* ---- a function whose backward gives what a plan says ---- */

typedef struct {
  vjp_tensor* give[3]; /* NULL: nothing */
  int calls;
} Giver;

static vjp_status give(void* context, vjp_node* node, vjp_tensor* const* grads, size_t num_grads, vjp_tensor** out,
                       size_t num_inputs) {
  (void)node, (void)grads, (void)num_grads;
  Giver* giver = (Giver*)context;
  ++giver->calls;
  for (size_t i = 0; i < num_inputs; ++i) out[i] = giver->give[i] ? vjp_tensor_retain(giver->give[i]) : NULL;
  return VJP_OK;
}

/* A node "Giver" between `inputs` and a new scalar. */
static vjp_tensor* giver_result(Giver* giver, vjp_tensor** inputs, size_t n) {
  vjp_function f = VJP_FUNCTION_INIT;
  f.name = "Giver";
  f.backward = give;
  f.context = giver;
  vjp_tensor* y = SCALAR(1);
  OK(vjp_function_record(&f, inputs, n, &y, 1, NULL, 0));
  return y;
}

static vjp_tensor* gradient_given(vjp_tensor* x, vjp_tensor* g) {
  Giver giver = {.give = {g}};
  return grad(giver_result(&giver, &x, 1), x);
}
static vjp_status try_given(vjp_tensor* x, vjp_tensor* g) {
  Giver giver = {.give = {g}};
  vjp_tensor* out = NULL;
  vjp_status status = try_grad(giver_result(&giver, &x, 1), NULL, x, false, false, &out);
  own(out);
  return status;
}

static vjp_tensor* filled(vjp_dtype dtype, size_t ndim, const int64_t* shape) { return leaf(ramp(dtype, ndim, shape)); }
#define LEAF(dtype, ...) \
  filled(VJP_DTYPE_##dtype, sizeof((int64_t[]){__VA_ARGS__}) / sizeof(int64_t), (int64_t[]){__VA_ARGS__})
#define RAMP(dtype, ...) \
  ramp(VJP_DTYPE_##dtype, sizeof((int64_t[]){__VA_ARGS__}) / sizeof(int64_t), (int64_t[]){__VA_ARGS__})

/* VALID-4 */
static void shapes_are_summed_down(void) {
  vjp_tensor* six = MAT(2, 3, 1, 2, 3, 4, 5, 6);
  EQUALS(gradient_given(LEAF(FLOAT64, 3), six), 5, 7, 9);
  vjp_tensor* row = gradient_given(LEAF(FLOAT64, 1, 3), six);
  EQUALS(row, 5, 7, 9);
  CHECK(SHAPE(row, 1, 3));
  vjp_tensor* column = gradient_given(LEAF(FLOAT64, 2, 1), six);
  EQUALS(column, 6, 15);
  CHECK(SHAPE(column, 2, 1));
  EQUALS(gradient_given(LEAF(FLOAT64, 1), VEC(1, 2, 3)), 6);
  vjp_tensor* all = gradient_given(leaf(SCALAR(1)), six);
  EQUALS(all, 21);
  CHECK(vjp_tensor_ndim(all) == 0);
  /* never expanded */
  FAILS(VJP_ERROR_SHAPE, try_given(LEAF(FLOAT64, 3), VEC(1, 2)));
  FAILS(VJP_ERROR_SHAPE, try_given(LEAF(FLOAT64, 2), VEC(1, 2, 3)));
  FAILS(VJP_ERROR_SHAPE, try_given(LEAF(FLOAT64, 3), VEC(1)));
  FAILS(VJP_ERROR_SHAPE, try_given(LEAF(FLOAT64, 2, 3), VEC(1, 2, 3)));
  FAILS(VJP_ERROR_SHAPE, try_given(LEAF(FLOAT64, 3), SCALAR(1)));
}

/* VALID-5 */
static void dtypes_are_cast(void) {
  CHECK(vjp_tensor_dtype(gradient_given(LEAF(FLOAT64, 2), RAMP(FLOAT32, 2))) == VJP_DTYPE_FLOAT64);
  CHECK(vjp_tensor_dtype(gradient_given(LEAF(FLOAT16, 2), RAMP(FLOAT64, 2))) == VJP_DTYPE_FLOAT16);
  vjp_tensor* whole = gradient_given(LEAF(FLOAT64, 2), RAMP(INT64, 2));
  CHECK(vjp_tensor_dtype(whole) == VJP_DTYPE_FLOAT64);
  EQUALS(whole, 0, 1);
  CHECK(vjp_tensor_dtype(gradient_given(LEAF(FLOAT32, 2), RAMP(BOOL, 2))) == VJP_DTYPE_FLOAT32);
  CHECK(vjp_tensor_dtype(gradient_given(LEAF(COMPLEX128, 2), RAMP(FLOAT32, 2))) == VJP_DTYPE_COMPLEX128);
  FAILS(VJP_ERROR_DTYPE, try_given(LEAF(FLOAT64, 2), RAMP(COMPLEX128, 2)));
  FAILS(VJP_ERROR_DTYPE, try_given(LEAF(COMPLEX64, 2), RAMP(INT64, 2)));
  FAILS(VJP_ERROR_DTYPE, try_given(LEAF(COMPLEX64, 2), RAMP(BOOL, 2)));
}

/* VALID-5: sums are made in the gradient's own dtype, casts come after. VALID-8: so the shape is looked at first. */
static void reduction_comes_before_the_cast(void) {
  /* as float16 the two were infinities */
  NEAR(at(gradient_given(LEAF(FLOAT16, 1), VEC(100000, -99999)), 0), 1);
  FAILS(VJP_ERROR_SHAPE, try_given(LEAF(FLOAT64, 3), RAMP(COMPLEX128, 2)));
}

/* VALID-8: under create_graph reduction and cast can be differentiated. */
static void validation_is_recorded(void) {
  vjp_tensor* x = leaf(VEC(1, 2, 3));
  vjp_tensor* g = leaf(RAMP(FLOAT32, 2, 3));
  Giver giver = {.give = {g}};
  vjp_tensor* dx = grad_graph(giver_result(&giver, &x, 1), x);
  CHECK(vjp_tensor_dtype(dx) == VJP_DTYPE_FLOAT64);
  EQUALS(grad(sum(mul(dx, VEC(1, 2, 3))), g), 1, 2, 3, 1, 2, 3);
}

/* VALID-3: null edges and undefined gradients pass, whatever was given for them. VALID-2: one result an edge. */
static void null_edges_and_undefined(void) {
  vjp_tensor *x = leaf(VEC(1, 2)), *plain = VEC(1, 2), *w = leaf(VEC(1, 2));
  Giver giver = {.give = {VEC(7, 8), RAMP(INT64, 5, 5), NULL}};
  vjp_tensor* y = giver_result(&giver, (vjp_tensor*[]){x, plain, w}, 3);
  OK(vjp_backward(y, NULL));
  EQUALS(grad_of(x), 7, 8);
  CHECK(grad_of(plain) == NULL && grad_of(w) == NULL);
}

/* VALID-9 */
static void errors_name_node_and_index(void) {
  vjp_tensor *x = leaf(VEC(1, 2)), *w = leaf(VEC(1, 2));
  Giver giver = {.give = {VEC(7, 8), VEC(1, 2, 3)}};
  FAILS(VJP_ERROR_SHAPE, vjp_backward(giver_result(&giver, (vjp_tensor*[]){x, w}, 2), NULL));
  SAYS("Giver");
  SAYS("gradient 1");
  SAYS("[3]");
  SAYS("[2]");
}

/* VALID-10 */
static void what_fits_is_handed_on(void) {
  vjp_tensor* g = VEC(5, 6);
  CHECK(gradient_given(LEAF(FLOAT64, 2), g) == g);
}

/* VALID-1: root gradients against the roots' slots, results before post-hooks. HOOK-30: hooks see what was validated.
 */
static void hooks_see_validated_gradients(void) {
  static Spy on_result = {.letter = 'r'}, post = {.letter = 'q'}, at_leaf = {.letter = 'l'};
  vjp_tensor* x = leaf(VEC(1, 2, 3));
  Giver giver = {.give = {RAMP(FLOAT32, 2, 3)}};
  vjp_tensor* y = giver_result(&giver, &x, 1);
  on_tensor(x, &at_leaf);
  OK(vjp_node_add_post_hook(node_of(y), spy_results, &post, spy_drop, NULL));
  on_tensor(y, &on_result);
  OK(vjp_backward(y, NULL));
  CHECK(post.dtype == VJP_DTYPE_FLOAT64 && post.numel == 3);
  CHECK(at_leaf.dtype == VJP_DTYPE_FLOAT64 && at_leaf.numel == 3);
  NEAR(at_leaf.last, 0.5 + 2);
  FAILS(VJP_ERROR_SHAPE, vjp_backward(times(x, 1), VEC(1, 2)));
}

/* ---- tensor hooks ---- */

static vjp_status gives(void* context, vjp_tensor* grad, vjp_tensor** replacement) {
  (void)grad;
  *replacement = vjp_tensor_retain((vjp_tensor*)context);
  return VJP_OK;
}

static vjp_hook* labelled(vjp_tensor* t, vjp_tensor* given) {
  vjp_hook* hook = NULL;
  OK(vjp_tensor_add_hook(t, gives, given, NULL, &hook));
  OK(vjp_hook_set_label(hook, "clip_weights"));
  return hook;
}

/* HOOK-8 */
static void replacements_are_neither_reduced_nor_cast(void) {
  vjp_tensor* wrong[] = {VEC(1, 2, 3),     SCALAR(1),           MAT(1, 2, 1, 2), MAT(2, 2, 1, 2, 3, 4),
                         RAMP(FLOAT32, 2), RAMP(COMPLEX128, 2), RAMP(INT64, 2)};
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; ++i) {
    vjp_tensor* x = leaf(VEC(1, 2));
    vjp_tensor* h = times(x, 2);
    vjp_hook* hook = labelled(h, wrong[i]);
    FAILS(i < 4 ? VJP_ERROR_SHAPE : VJP_ERROR_DTYPE, vjp_backward(sum(h), NULL));
    SAYS("clip_weights");
    SAYS("Mul");
    SAYS("expected");
    vjp_hook_remove(hook);
    OK(vjp_backward(sum(times(x, 2)), NULL));
    /* of a leaf likewise */
    hook = labelled(x, wrong[i]);
    FAILS(i < 4 ? VJP_ERROR_SHAPE : VJP_ERROR_DTYPE, vjp_backward(sum(times(x, 2)), NULL));
    SAYS("AccumulateGrad");
    vjp_hook_remove(hook);
  }
}

static vjp_status remembers(void* context, vjp_tensor* grad, vjp_tensor** replacement) {
  (void)replacement;
  *(vjp_tensor**)context = grad;
  return VJP_OK;
}

/* HOOK-25: a hook is lent the gradient itself, no copy; therefore it must not change it. */
static void hooks_are_lent_the_gradient_itself(void) {
  vjp_tensor *x = leaf(VEC(1, 2)), *seed = VEC(5, 6), *seen = NULL;
  OK(vjp_tensor_add_hook(x, remembers, &seen, NULL, NULL));
  vjp_tensor* out = NULL;
  OK(vjp_grad(&x, 1, &seed, &x, 1, NULL, &out));
  CHECK(seen == seed && own(out) == seed);
}

/* HOOK-8: what is given may be strided as it likes */
static void replacements_may_be_views(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* h = times(x, 2);
  OK(vjp_tensor_add_hook(h, gives, OP("expand", T(SCALAR(3)), INTS(2)), NULL, NULL));
  EQUALS(grad(sum(h), x), 6, 6);
}

/* ---- node hooks ---- */

typedef struct {
  vjp_tensor* give; /* stored in place of entry `index`; NULL drops it */
  size_t index;
  int calls;
} Placer;

static vjp_status place(void* context, vjp_tensor** grads, size_t count) {
  Placer* placer = (Placer*)context;
  ++placer->calls;
  if (placer->index >= count) return VJP_OK;
  vjp_tensor_release(grads[placer->index]);
  grads[placer->index] = placer->give ? vjp_tensor_retain(placer->give) : NULL;
  return VJP_OK;
}
static vjp_status place_result(void* context, vjp_tensor** results, size_t num_results, vjp_tensor* const* grads,
                               size_t num_grads) {
  (void)grads, (void)num_grads;
  return place(context, results, num_results);
}

/* HOOK-9 */
static void pre_hooks_replace_what_fits(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  Placer placer = {.give = VEC(3, 4)};
  vjp_tensor* h = times(x, 2);
  OK(vjp_node_add_pre_hook(node_of(h), place, &placer, NULL, NULL));
  EQUALS(grad(sum(h), x), 6, 8);
  vjp_hook* hook = NULL;
  h = times(x, 2);
  OK(vjp_node_add_pre_hook(node_of(h), place, &placer, NULL, &hook));
  OK(vjp_hook_set_label(hook, "scaler"));
  placer.give = VEC(1, 2, 3);
  FAILS(VJP_ERROR_SHAPE, vjp_backward(sum(h), NULL));
  SAYS("scaler");
  SAYS("Mul");
  vjp_hook_release(hook);
  h = times(x, 2);
  OK(vjp_node_add_pre_hook(node_of(h), place, &placer, NULL, NULL));
  placer.give = RAMP(FLOAT32, 2);
  FAILS(VJP_ERROR_DTYPE, vjp_backward(sum(h), NULL));
}

/* HOOK-9: an entry for a gradient that was undefined agrees with the slot */
static void pre_hooks_may_define(void) {
  vjp_tensor* x = leaf(MAT(2, 2, 1, 2, 3, 4));
  for (int i = 0; i < 3; ++i) {
    vjp_tensor* values = RESULT("max.dim", 0, T(x), I(1));
    Giver nothing = {.give = {NULL}};
    Placer placer = {.give = i == 0 ? VEC(5, 6) : i == 1 ? VEC(5, 6, 7) : RAMP(FLOAT32, 2)};
    OK(vjp_node_add_pre_hook(node_of(values), place, &placer, NULL, NULL));
    vjp_tensor *y = giver_result(&nothing, &values, 1), *out = NULL;
    if (i == 0) {
      OK(try_grad(y, NULL, x, false, false, &out));
      EQUALS(own(out), 0, 5, 0, 6);
    } else {
      FAILS(i == 1 ? VJP_ERROR_SHAPE : VJP_ERROR_DTYPE, try_grad(y, NULL, x, false, false, &out));
    }
    CHECK(placer.calls == 1);
  }
}

/* HOOK-9: of several slots one may be dropped */
static void pre_hooks_drop_one_slot(void) {
  vjp_tensor* x = leaf(VEC(3, 1, 2));
  vjp_value args[] = {T(x), I(2)};
  vjp_tensor_list* parts = NULL;
  OK(vjp_op_call(vjp_op_find("split"), VJP_VARIANT_FUNCTIONAL, args, 2, &parts));
  vjp_tensor* a = vjp_tensor_list_get(parts, 0);
  vjp_tensor* b = vjp_tensor_list_get(parts, 1);
  vjp_node* node = node_of(a);
  Placer placer = {.index = 0};
  OK(vjp_node_add_pre_hook(node, place, &placer, NULL, NULL));
  vjp_tensor* root = add(sum(a), sum(b));
  EQUALS(grad(root, x), 0, 0, 1);
  vjp_tensor_list_release(parts);
}

/* HOOK-10: VALID applies, so what a post-hook stores may be summed and cast, and errors name hook and index */
static void post_hook_results_are_validated(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* w = leaf(VEC(1, 2));
  Placer placer = {.give = RAMP(FLOAT32, 3, 2), .index = 1};
  vjp_tensor* h = mul(x, w);
  vjp_hook* hook = NULL;
  OK(vjp_node_add_post_hook(node_of(h), place_result, &placer, NULL, &hook));
  OK(vjp_hook_set_label(hook, "normalise"));
  OK(vjp_backward(sum(h), NULL));
  EQUALS(grad_of(w), 0.5 + 1.5 + 2.5, 1 + 2 + 3);
  EQUALS(grad_of(x), 1, 2);
  placer.give = VEC(1, 2, 3);
  h = mul(x, w);
  vjp_hook_release(hook);
  OK(vjp_node_add_post_hook(node_of(h), place_result, &placer, NULL, &hook));
  OK(vjp_hook_set_label(hook, "normalise"));
  FAILS(VJP_ERROR_SHAPE, vjp_backward(sum(h), NULL));
  SAYS("normalise");
  SAYS("gradient 1");
  placer.give = RAMP(COMPLEX64, 2);
  h = mul(x, w);
  OK(vjp_node_add_post_hook(node_of(h), place_result, &placer, NULL, NULL));
  FAILS(VJP_ERROR_DTYPE, vjp_backward(sum(h), NULL));
  vjp_hook_release(hook);
}

/* HOOK-10: results of null edges stay undefined */
static void post_hooks_and_null_edges(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  Giver giver = {.give = {VEC(1, 1), VEC(9, 9)}};
  static Spy spy = {.letter = 's'};
  vjp_tensor* y = giver_result(&giver, (vjp_tensor*[]){x, VEC(3, 4)}, 2);
  OK(vjp_node_add_post_hook(node_of(y), spy_results, &spy, spy_drop, NULL));
  grad(y, x);
  CHECK(spy.undefined == 1); /* although the function gave one */
  Placer placer = {.give = VEC(1, 2), .index = 1};
  OK(vjp_node_add_post_hook(node_of(y), place_result, &placer, NULL, NULL));
  vjp_tensor* out = NULL;
  FAILS(VJP_ERROR_INVALID, try_grad(y, NULL, x, false, true, &out));
  SAYS("Giver");
}

/* HOOK-10 and its like: dropped entries */
static void post_hooks_drop_results(void) {
  vjp_tensor *x = leaf(VEC(1, 2)), *w = leaf(VEC(3, 4));
  Placer placer = {.index = 0};
  vjp_tensor* h = mul(x, w);
  OK(vjp_node_add_post_hook(node_of(h), place_result, &placer, NULL, NULL));
  OK(vjp_backward(sum(h), NULL));
  CHECK(grad_of(x) == NULL);
  EQUALS(grad_of(w), 1, 2);
}

int main(void) {
  RUN(shapes_are_summed_down);
  RUN(dtypes_are_cast);
  RUN(reduction_comes_before_the_cast);
  RUN(validation_is_recorded);
  RUN(null_edges_and_undefined);
  RUN(errors_name_node_and_index);
  RUN(what_fits_is_handed_on);
  RUN(hooks_see_validated_gradients);
  RUN(replacements_are_neither_reduced_nor_cast);
  RUN(hooks_are_lent_the_gradient_itself);
  RUN(replacements_may_be_views);
  RUN(pre_hooks_replace_what_fits);
  RUN(pre_hooks_may_define);
  RUN(pre_hooks_drop_one_slot);
  RUN(post_hook_results_are_validated);
  RUN(post_hooks_and_null_edges);
  RUN(post_hooks_drop_results);
  return finish();
}
