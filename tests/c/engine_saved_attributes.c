/* Chapters 4 and 23: what nodes saved, by name, and hooks on one saved value. */
#include "saved_values.h"

static bool has(vjp_node* node, const char* name) {
  for (size_t i = 0; i < vjp_node_num_saved(node); ++i) {
    if (strcmp(vjp_node_saved_name(node, i), name) == 0) return true;
  }
  return false;
}

/* INTRO-5, SAVE-4: an input is the same handle */
static void inputs_are_the_same_handle(void) {
  vjp_tensor *x = leaf(VEC(1, 2)), *y = leaf(VEC(3, 4));
  vjp_node* node = node_of(mul(x, y));
  CHECK(vjp_node_num_saved(node) == 2);
  CHECK(vjp_node_saved_name(node, 2) == NULL);
  CHECK(vjp_node_saved_kind(node, "input") == VJP_KIND_TENSOR);
  CHECK(read_saved(node, "input")->kind == VJP_KIND_TENSOR);
  CHECK(read_saved(node, "input")->as.tensor == x);
  CHECK(read_saved(node, "other")->as.tensor == y);
  /* SAVE-1: what no valid edge needs is not there; each place is its own */
  vjp_node* half = node_of(mul(x, VEC(3, 4)));
  CHECK(vjp_node_num_saved(half) == 1 && has(half, "other"));
  vjp_node* square = node_of(mul(x, x));
  CHECK(vjp_node_num_saved(square) == 2);
  CHECK(read_saved(square, "input")->as.tensor == x && read_saved(square, "other")->as.tensor == x);
  vjp_saved_attribute* none = NULL;
  FAILS(VJP_ERROR_INVALID, vjp_node_saved(node, "weight", &none));
  SAYS("MulBackward");
  SAYS("weight");
  SAYS("input, other");
}

/* INTRO-5, SAVE-5, SAVE-12: an output is equal, another handle, and has its history */
static void outputs_are_equal(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* y = OP("exp", T(x));
  vjp_node* node = node_of(y);
  vjp_tensor* saved = read_saved(node, "out")->as.tensor;
  CHECK(saved != y);
  EQUALS(saved, exp(1), exp(2));
  CHECK(vjp_tensor_data(saved) == vjp_tensor_data(y));
  CHECK(node_of(saved) == node && vjp_tensor_output_number(saved) == 0);
  CHECK(!vjp_tensor_is_view(saved) && vjp_tensor_requires_grad(saved));
  /* a further result has its number; one without history is kept as it is */
  vjp_tensor* m = leaf(MAT(2, 2, 1, 4, 3, 2));
  vjp_tensor* values = OP("sort", T(m), I(1));
  vjp_node* sort = node_of(values);
  CHECK(has(sort, "indices"));
  CHECK(!vjp_tensor_requires_grad(read_saved(sort, "indices")->as.tensor));
  EQUALS(read_saved(sort, "indices")->as.tensor, 0, 1, 1, 0);
}

/* INTRO-5: lists as lists, numbers and sizes as themselves, absent ones as none */
static void values_that_are_no_tensors(void) {
  vjp_tensor* x = leaf(MAT(2, 2, 1, 2, 3, 4));
  vjp_node* pow_node = node_of(OP("pow", T(x), F(2.5)));
  CHECK(read_saved(pow_node, "exponent")->kind == VJP_KIND_FLOAT && read_saved(pow_node, "exponent")->as.real == 2.5);
  vjp_node* softmax = node_of(OP("softmax", T(x), I(1)));
  CHECK(read_saved(softmax, "dim")->kind == VJP_KIND_INT && read_saved(softmax, "dim")->as.integer == 1);
  vjp_node* sum_node = node_of(OP("sum", T(x), INTS(0)));
  const vjp_value* dim = read_saved(sum_node, "dim");
  CHECK(dim->kind == VJP_KIND_INT_LIST && dim->count == 1 && dim->as.ints[0] == 0);
  FAILS(VJP_ERROR_INVALID, vjp_node_raw_saved(sum_node, "dim", 0, &(vjp_saved_tensor*){NULL}));
  CHECK(vjp_node_num_raw_saved(sum_node, "dim") == 0);
  vjp_tensor* parts[] = {x, VEC(1), leaf(VEC(2))};
  vjp_node* cat = node_of(OP("cat", TL((vjp_tensor*[]){parts[1], parts[2]}, 2), I(0)));
  CHECK(vjp_node_num_saved(cat) > 0);
  const vjp_value* sizes = read_saved(cat, "tensors_sizes");
  CHECK(sizes->kind == VJP_KIND_INT_LIST && sizes->count == 4);
}

/* INTRO-9, SAVE-10, SAVE-11 */
static void after_freeing(void) {
  vjp_tensor *x = leaf(VEC(1, 2)), *out = NULL;
  vjp_tensor* p = OP("pow", T(x), F(2.5));
  vjp_tensor* s = sum(p);
  vjp_node* node = node_of(p);
  vjp_saved_tensor* before = raw_saved(node, "input", 0);
  OK(vjp_saved_tensor_unpack(before, &out));
  CHECK(own(out) == x);
  OK(vjp_backward(s, NULL));
  CHECK(has(node, "input") && has(node, "exponent"));
  CHECK(vjp_node_saved_kind(node, "input") == VJP_KIND_TENSOR);
  CHECK(read_saved(node, "exponent")->as.real == 2.5);
  CHECK(vjp_node_num_edges(node) >= 1);
  vjp_saved_attribute* attribute = NULL;
  vjp_saved_tensor* saved = NULL;
  vjp_tensor* none = NULL;
  FAILS(VJP_ERROR_STATE, vjp_node_saved(node, "input", &attribute));
  SAYS("PowGeneralBackward");
  SAYS("input");
  SAYS("retain_graph");
  FAILS(VJP_ERROR_STATE, vjp_node_raw_saved(node, "input", 0, &saved));
  FAILS(VJP_ERROR_STATE, vjp_saved_tensor_unpack(before, &none));
  CHECK(!attribute && !saved && !none);
}

/* SAVE-7: reading makes all checks, in their order */
static void reading_checks(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* w = times(x, 1);
  vjp_node* node = node_of(OP("sin", T(w)));
  vjp_saved_attribute* attribute = NULL;
  OP_("mul", T(w), F(2));
  FAILS(VJP_ERROR_VERSION, vjp_node_saved(node, "input", &attribute));
  /* SAVE-8: everything that one needs to find it */
  SAYS("SinBackward");
  SAYS("input");
  SAYS("float64[2]");
  SAYS("output 0 of MulBackward");
  SAYS("version 1");
  SAYS("expected version 0");
  SAYS("nomaly mode");
  OK(vjp_tensor_detach_(w));
  FAILS(VJP_ERROR_STATE, vjp_node_saved(node, "input", &attribute));
  SAYS("detached in place");
}

/* ---- hooks on one saved value ---- */

typedef struct Calls {
  int packs, unpacks, dropped;
} Calls;
static vjp_status pack(void* context, vjp_tensor* tensor, void** packed) {
  ++((Calls*)context)->packs;
  vjp_tensor* copy = NULL;
  vjp_status status = call_op("neg", VJP_VARIANT_FUNCTIONAL, (vjp_value[]){T(tensor)}, 1, 0, &copy);
  *packed = copy;
  return status;
}
static vjp_status unpack(void* context, void* packed, vjp_tensor** out) {
  ++((Calls*)context)->unpacks;
  return call_op("neg", VJP_VARIANT_FUNCTIONAL, (vjp_value[]){T((vjp_tensor*)packed)}, 1, 0, out);
}
static void drop_packed(void* context, void* packed) {
  (void)context;
  vjp_tensor_release((vjp_tensor*)packed);
}
static void drop(void* context) { ++((Calls*)context)->dropped; }
static vjp_saved_tensor_hooks hooks_of(Calls* calls) {
  vjp_saved_tensor_hooks hooks = VJP_SAVED_TENSOR_HOOKS_INIT;
  hooks.pack = pack;
  hooks.unpack = unpack;
  hooks.drop_packed = drop_packed;
  hooks.drop = drop;
  hooks.context = calls;
  return hooks;
}

/* SHOOK-6 */
static void hooks_on_one_value(void) {
  static Calls calls;
  memset(&calls, 0, sizeof calls);
  vjp_saved_tensor_hooks hooks = hooks_of(&calls);
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* w = times(x, 1);
  vjp_tensor* y = mul(OP("sin", T(w)), OP("exp", T(w)));
  vjp_node* product = node_of(y);
  vjp_node* next = NULL;
  uint32_t slot;
  for (size_t i = 0; i < 2; ++i) {
    OK(vjp_node_edge(product, i, &next, &slot));
    own_node(next);
    vjp_saved_tensor* value = raw_saved(next, i == 0 ? "input" : "out", 0);
    OK(vjp_saved_tensor_register_hooks(value, &hooks));
    CHECK(calls.packs == (int)i + 1);
    /* once */
    FAILS(VJP_ERROR_STATE, vjp_saved_tensor_register_hooks(value, &hooks));
    SAYS("hooks already");
  }
  vjp_tensor* s = sum(y);
  /* SHOOK-7: the changed input is not seen */
  OP_("mul", T(w), F(2));
  vjp_tensor* first = grad_graph(s, x);
  CHECK(calls.unpacks == 2);
  NEAR(at(first, 0), exp(1) * (sin(1) + cos(1)));
  NEAR(at(grad(sum(first), x), 0), exp(1) * 2 * cos(1));
  CHECK(calls.dropped == 0);
  arena_clear();
  CHECK(calls.dropped == 2);
}

/* SHOOK-6, SAVE-3 */
static void hooks_where_there_is_nothing_to_pack(void) {
  static Calls calls;
  memset(&calls, 0, sizeof calls);
  vjp_saved_tensor_hooks hooks = hooks_of(&calls);
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* y = sum(OP("sin", T(x)));
  vjp_node* node = NULL;
  uint32_t slot;
  OK(vjp_node_edge(node_of(y), 0, &node, &slot));
  vjp_saved_tensor* value = raw_saved(own_node(node), "input", 0);
  OK(vjp_backward(y, NULL));
  FAILS(VJP_ERROR_STATE, vjp_saved_tensor_register_hooks(value, &hooks));
  SAYS("retain_graph");
  /* an absent optional tensor */
  vjp_tensor* image = leaf(make_tensor((double[]){1, 2, 3, 4}, (int64_t[]){1, 1, 2, 2}, 4));
  vjp_node* norm = node_of(OP("layer_norm", T(image), INTS(2), NONE(), NONE(), F(1e-5)));
  const char* absent = NULL;
  for (size_t i = 0; i < vjp_node_num_saved(norm); ++i) {
    const char* name = vjp_node_saved_name(norm, i);
    if (vjp_node_saved_kind(norm, name) == VJP_KIND_NONE) absent = name;
  }
  CHECK(absent != NULL);
  if (absent) {
    CHECK(read_saved(norm, absent)->kind == VJP_KIND_NONE);
    vjp_saved_tensor* none = raw_saved(norm, absent, 0);
    vjp_tensor* out = x;
    OK(vjp_saved_tensor_unpack(none, &out));
    CHECK(out == NULL);
    FAILS(VJP_ERROR_STATE, vjp_saved_tensor_register_hooks(none, &hooks));
    SAYS(absent);
  }
  CHECK(calls.packs == 0 && calls.dropped == 0);
}

/* INTRO-5: what a custom function saved */
static vjp_status no_gradient(void* context, vjp_node* node, vjp_tensor* const* grads, size_t num_grads,
                              vjp_tensor** out, size_t num_inputs) {
  (void)context, (void)node, (void)grads, (void)num_grads, (void)out, (void)num_inputs;
  return VJP_OK;
}
static void custom_functions(void) {
  vjp_tensor *x = leaf(VEC(1, 2)), *y = VEC(3, 4);
  vjp_function function = VJP_FUNCTION_INIT;
  function.name = "Custom";
  function.backward = no_gradient;
  OK(vjp_function_record(&function, &x, 1, &y, 1, (vjp_tensor*[]){x, NULL, y}, 3));
  vjp_node* node = node_of(y);
  const vjp_value* saved = read_saved(node, "tensors");
  CHECK(saved->kind == VJP_KIND_TENSOR_LIST && saved->count == 3);
  CHECK(saved->as.tensors[0] == x && saved->as.tensors[1] == NULL && saved->as.tensors[2] != y);
  CHECK(node_of(saved->as.tensors[2]) == node);
  CHECK(vjp_node_num_raw_saved(node, "tensors") == 3);
  static Calls calls;
  memset(&calls, 0, sizeof calls);
  vjp_saved_tensor_hooks hooks = hooks_of(&calls);
  OK(vjp_saved_tensor_register_hooks(raw_saved(node, "tensors", 2), &hooks));
  EQUALS(read_saved(node, "tensors")->as.tensors[2], 3, 4);
  CHECK(calls.packs == 1 && calls.unpacks == 1);
  FAILS(VJP_ERROR_INVALID, vjp_node_raw_saved(node, "tensors", 3, &(vjp_saved_tensor*){NULL}));
}

int main(void) {
  RUN(inputs_are_the_same_handle);
  RUN(outputs_are_equal);
  RUN(values_that_are_no_tensors);
  RUN(after_freeing);
  RUN(reading_checks);
  RUN(hooks_on_one_value);
  RUN(hooks_where_there_is_nothing_to_pack);
  RUN(custom_functions);
  return finish();
}
