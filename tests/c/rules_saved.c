/* Chapter 4 of the engine's rules, clause by clause: saved values and their hooks. */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

#include "saved_values.h"

/* A pair that keeps the tensor itself, or a detached copy; and what it has seen. */
typedef struct Pair {
  bool copy; /* pack a copy */
  bool view; /* unpack a view of what was packed, which requires grad */
  atomic_int packs, unpacks, drops;
  vjp_tensor* last; /* packed, not owned */
} Pair;
static vjp_status pair_pack(void* context, vjp_tensor* tensor, void** packed) {
  Pair* p = (Pair*)context;
  atomic_fetch_add(&p->packs, 1);
  vjp_tensor* kept = NULL;
  vjp_status status = p->copy ? vjp_clone(tensor, &kept) : VJP_OK;
  *packed = p->last = p->copy ? kept : vjp_tensor_retain(tensor);
  return status;
}
static vjp_status pair_unpack(void* context, void* packed, vjp_tensor** out) {
  Pair* p = (Pair*)context;
  atomic_fetch_add(&p->unpacks, 1);
  vjp_tensor* kept = (vjp_tensor*)packed;
  if (!p->view) {
    *out = vjp_tensor_retain(kept);
    return VJP_OK;
  }
  return call_op("narrow", VJP_VARIANT_FUNCTIONAL, ARGS(T(kept), I(0), I(0), I(vjp_tensor_shape(kept)[0])), 0, out);
}
static void pair_drop(void* context, void* packed) {
  atomic_fetch_add(&((Pair*)context)->drops, 1);
  vjp_tensor_release((vjp_tensor*)packed);
}
static vjp_saved_tensor_hooks hooks_of(Pair* pair) {
  vjp_saved_tensor_hooks hooks = VJP_SAVED_TENSOR_HOOKS_INIT;
  hooks.pack = pair_pack;
  hooks.unpack = pair_unpack;
  hooks.drop_packed = pair_drop;
  hooks.context = pair;
  return hooks;
}
static vjp_guard* push(Pair* pair) {
  vjp_saved_tensor_hooks hooks = hooks_of(pair);
  vjp_guard* guard = NULL;
  OK(vjp_guard_saved_tensor_hooks(&hooks, &guard));
  return guard;
}

/* ---- saved values ---- */

static vjp_status twice_the_last(void* context, vjp_node* node, vjp_tensor* const* grads, size_t num_grads,
                                 vjp_tensor** out, size_t num_inputs) {
  (void)context, (void)node, (void)num_inputs;
  return call_op("mul", VJP_VARIANT_FUNCTIONAL, ARGS(T(grads[num_grads - 1]), F(2)), 0, &out[0]);
}
/* SAVE-2, SAVE-5: which output of the node it is; a non-leaf input keeps its own number */
static void save_2_numbers_of_outputs(void) {
  vjp_tensor *x = leaf(VEC(1, 2)), *outputs[2] = {VEC(3, 4), VEC(5, 6)};
  vjp_function f = VJP_FUNCTION_INIT;
  f.name = "Two";
  f.backward = twice_the_last;
  OK(vjp_function_record(&f, &x, 1, outputs, 2, outputs, 2));
  vjp_node* node = node_of(outputs[0]);
  for (uint32_t i = 0; i < 2; ++i) {
    vjp_tensor* const* tensors = read_saved(node, "tensors")->as.tensors;
    CHECK(tensors != NULL);
    if (!tensors) return;
    vjp_tensor* saved = tensors[i];
    CHECK(saved != outputs[i] && vjp_tensor_shares_storage(saved, outputs[i]) && node_of(saved) == node);
    CHECK(vjp_tensor_output_number(saved) == i && version_of(saved) == version_of(outputs[i]));
  }
  vjp_tensor* second = read_saved(node_of(OP("sin", T(outputs[1]))), "input")->as.tensor;
  CHECK(second == outputs[1] && vjp_tensor_output_number(second) == 1);
  EQUALS(grad(sum(read_saved(node, "tensors")->as.tensors[1]), x), 2, 2);
}

/* SAVE-3: with hooks in force neither, as an input, as an element of a list */
static void save_3_inference_tensors(void) {
  vjp_guard* inference = enter_mode(VJP_MODE_INFERENCE, true);
  vjp_tensor* t = VEC(3, 4);
  OK(vjp_guard_exit(inference));
  vjp_tensor *x = leaf(VEC(1, 2)), *list[2] = {x, t};
  static Pair pair;
  memset(&pair, 0, sizeof pair);
  for (int hooked = 0; hooked < 2; ++hooked) {
    vjp_guard* guard = hooked ? push(&pair) : NULL;
    FAILS(VJP_ERROR_STATE, TRY("mul", T(x), T(t)));
    SAYS("MulBackward");
    FAILS(VJP_ERROR_STATE, TRY("einsum", S("i,i->i"), TL(list, 2)));
    OK(vjp_guard_exit(guard));
  }
}

/* SAVE-4: a view, and a leaf, are the same handle again */
static void save_4_inputs(void) {
  vjp_tensor* x = leaf(VEC(1, 2, 3));
  vjp_tensor* view = narrow(times(x, 2), 0, 0, 2);
  CHECK(read_saved(node_of(OP("sin", T(view))), "input")->as.tensor == view);
  CHECK(read_saved(node_of(OP("sin", T(x))), "input")->as.tensor == x);
  vjp_tensor* plain = VEC(1, 2, 3);
  CHECK(read_saved(node_of(mul(x, plain)), "other")->as.tensor == plain);
}

/* SAVE-6: what was saved by a change of a view is the base after that change, to a second differentiation */
static void save_6_the_history_of_the_base(void) {
  vjp_tensor* x = leaf(VEC(1, 2, 3));
  vjp_tensor* b = times(x, 2);
  OP_("exp", T(narrow(b, 0, 1, 2)));
  vjp_tensor* first = grad_graph(sum(b), x); /* 2, and 2 b where it was changed */
  EQUALS(grad(sum(first), b), 0, 2, 2);
  EQUALS(grad(sum(first), x), 0, 4 * exp(4), 4 * exp(6));
  int64_t nodes = vjp_debug_live_nodes();
  vjp_tensor* alone = times(x, 2);
  OP_("exp", T(narrow(alone, 0, 0, 2)));
  arena_clear(); /* every handle: RUN finds what is left */
  CHECK(vjp_debug_live_nodes() < nodes);
}

/* SAVE-7: in this order: freed, detached in place, version; each time anew */
static void save_7_order_of_checks(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* w = times(x, 1);
  vjp_tensor* y = OP("sin", T(w));
  vjp_node* node = node_of(y);
  vjp_saved_tensor* saved = raw_saved(node, "input", 0);
  vjp_tensor* out = NULL;
  for (int round = 0; round < 2; ++round) {
    OK(vjp_saved_tensor_unpack(saved, &out));
    CHECK(own(out) == w);
    OP_("mul", T(w), F(2));
    FAILS(VJP_ERROR_VERSION, vjp_saved_tensor_unpack(saved, &out));
    OK(vjp_tensor_version_set_unsafe(w, 0));
  }
  vjp_tensor* s = sum(y);
  vjp_node* sine = node;
  OP_("mul", T(w), F(2));
  OK(vjp_tensor_detach_(w));
  FAILS(VJP_ERROR_STATE, vjp_saved_tensor_unpack(saved, &out));
  SAYS("detached in place");
  /* another one, of which all three are true */
  w = times(x, 1);
  y = OP("sin", T(w));
  s = sum(y);
  saved = raw_saved(node_of(y), "input", 0);
  OK(vjp_backward(s, NULL));
  OP_("mul", T(w), F(2));
  OK(vjp_tensor_detach_(w));
  FAILS(VJP_ERROR_STATE, vjp_saved_tensor_unpack(saved, &out));
  SAYS("retain_graph");
  (void)sine;
}

/* SAVE-9: a flag set again is no history; a leaf may be unpacked as ever */
static void save_9_without_history(void) {
  vjp_tensor *x = leaf(VEC(1, 2)), *w = times(x, 1), *g = NULL;
  vjp_tensor* s = sum(OP("sin", T(w)));
  OK(vjp_tensor_detach_(w));
  leaf(w);
  FAILS(VJP_ERROR_STATE, try_grad(s, NULL, x, false, true, &g));
  SAYS("detached in place");
  vjp_tensor *plain = VEC(3, 4), *product = sum(mul(x, plain));
  OK(vjp_tensor_detach_(plain));
  EQUALS(grad(product, x), 3, 4);
}

/* SAVE-11 */
static void save_11_attributes_stay(void) {
  vjp_tensor* x = leaf(MAT(2, 2, 1, 2, 3, 4));
  vjp_tensor *soft = OP("softmax", T(x), I(1)), *total = OP("sum", T(OP("pow", T(soft), F(2.5))), INTS(0));
  vjp_node *softmax = node_of(soft), *sums = node_of(total);
  OK(vjp_backward(sum(total), NULL));
  CHECK(vjp_node_freed(softmax));
  CHECK(read_saved(softmax, "dim")->kind == VJP_KIND_INT && read_saved(softmax, "dim")->as.integer == 1);
  CHECK(read_saved(sums, "dim")->kind == VJP_KIND_INT_LIST && read_saved(sums, "dim")->as.ints[0] == 0);
  vjp_saved_attribute* gone = NULL;
  FAILS(VJP_ERROR_STATE, vjp_node_saved(softmax, "out", &gone));
}

/* SAVE-12, SHOOK-3: what a hook gives back may be a view with a history: what is unpacked is neither, has a counter of
 * its own, and the hook's tensor stays what it was */
static void save_12_no_views(void) {
  static Pair pair;
  memset(&pair, 0, sizeof pair);
  pair.copy = pair.view = true;
  vjp_tensor *x = leaf(VEC(1, 2)), *c = VEC(3, 4);
  vjp_guard* guard = push(&pair);
  vjp_tensor* y = mul(x, c);
  OK(vjp_guard_exit(guard));
  OK(vjp_tensor_set_requires_grad(pair.last, true));
  vjp_tensor* saved = read_saved(node_of(y), "other")->as.tensor;
  CHECK(!vjp_tensor_is_view(saved) && !vjp_tensor_requires_grad(saved) && vjp_tensor_is_leaf(saved));
  CHECK(saved != pair.last && vjp_tensor_shares_storage(saved, pair.last));
  OK(vjp_tensor_version_advance(pair.last));
  OK(vjp_tensor_version_advance(pair.last));
  CHECK(version_of(saved) == 0 && version_of(pair.last) == 2);
  OK(vjp_tensor_version_advance(saved));
  CHECK(version_of(saved) == 1 && version_of(pair.last) == 2);
  CHECK(vjp_tensor_is_leaf(pair.last));
  EQUALS(grad(sum(y), x), 3, 4);
}

/* SAVE-14: by hand, a list, hidden, set outright */
static void save_14_counters(void) {
  vjp_tensor *a = VEC(1, 2), *b = VEC(3, 4), *list[2] = {a, b};
  OK(vjp_tensor_version_advance(a));
  CHECK(version_of(a) == 1);
  OK(vjp_tensor_version_advance_all(list, 2));
  CHECK(version_of(a) == 2 && version_of(b) == 1);
  vjp_guard* guard = NULL;
  OK(vjp_guard_preserve_versions_unsafe(list, 2, &guard));
  OP_("add", T(a), F(1));
  OP_("add", T(b), F(1));
  OP_("add", T(b), F(1));
  CHECK(version_of(a) == 3 && version_of(b) == 3);
  OK(vjp_guard_exit(guard));
  CHECK(version_of(a) == 2 && version_of(b) == 1);
  EQUALS(b, 5, 6);
  OK(vjp_tensor_version_set_unsafe(a, 0));
  CHECK(version_of(a) == 0);
  OK(vjp_tensor_version_set_unsafe(a, 41));
  CHECK(version_of(narrow(a, 0, 0, 1)) == 41);
  FAILS(VJP_ERROR_INVALID, vjp_tensor_version_set_unsafe(a, -1));
  CHECK(version_of(a) == 41);
}

/* SAVE-15: two threads at the same node. The one inside its unpack hook gives the other the time to come in. */
typedef struct Meeting {
  atomic_int inside, together;
} Meeting;
static vjp_status meet(void* context, void* packed, vjp_tensor** out) {
  Meeting* m = (Meeting*)context;
  if (atomic_fetch_add(&m->inside, 1) > 0) atomic_store(&m->together, 1);
  for (int i = 0; i < 2000 && !atomic_load(&m->together); ++i) sched_yield();
  atomic_fetch_sub(&m->inside, 1);
  *out = vjp_tensor_retain((vjp_tensor*)packed);
  return VJP_OK;
}
static vjp_status keep(void* context, vjp_tensor* tensor, void** packed) {
  (void)context;
  *packed = vjp_tensor_retain(tensor);
  return VJP_OK;
}
static void let_go(void* context, void* packed) {
  (void)context;
  vjp_tensor_release((vjp_tensor*)packed);
}
static vjp_tensor *met_root, *met_leaf;
static void* walk(void* good) {
  vjp_tensor* g = NULL;
  *(bool*)good = true;
  for (int i = 0; i < 3; ++i) {
    *(bool*)good = *(bool*)good && try_grad(met_root, NULL, met_leaf, false, true, &g) == VJP_OK;
    vjp_tensor_release(g);
  }
  return NULL;
}
static void save_15_one_thread_at_a_node(void) {
  static Meeting meeting;
  memset(&meeting, 0, sizeof meeting);
  vjp_saved_tensor_hooks hooks = VJP_SAVED_TENSOR_HOOKS_INIT;
  hooks.pack = keep;
  hooks.unpack = meet;
  hooks.drop_packed = let_go;
  hooks.context = &meeting;
  vjp_guard* guard = NULL;
  met_leaf = leaf(VEC(1, 2));
  OK(vjp_guard_saved_tensor_hooks(&hooks, &guard));
  vjp_tensor* y = OP("sin", T(met_leaf));
  OK(vjp_guard_exit(guard));
  met_root = sum(y);
  pthread_t threads[3];
  bool good[3] = {false, false, false};
  for (int i = 0; i < 3; ++i) CHECK(pthread_create(&threads[i], NULL, walk, &good[i]) == 0);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], NULL);
  CHECK(good[0] && good[1] && good[2]);
  CHECK(atomic_load(&meeting.together) == 0);
}

/* ---- hooks ---- */

static void* save_one(void* good) {
  vjp_tensor *x = NULL, *y = NULL;
  double values[2] = {1, 2};
  *(bool*)good = vjp_tensor_from_data(values, (int64_t[]){2}, 1, VJP_DTYPE_FLOAT64, &x) == VJP_OK &&
                 vjp_tensor_set_requires_grad(x, true) == VJP_OK && vjp_sin(x, &y) == VJP_OK;
  vjp_tensor_release(y);
  vjp_tensor_release(x);
  return NULL;
}
/* SHOOK-1: the innermost alone, also in grad calls; not on threads that begin meanwhile */
static void shook_1_where_it_applies(void) {
  static Pair outer, inner;
  memset(&outer, 0, sizeof outer);
  memset(&inner, 0, sizeof inner);
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* y = sum(mul(OP("sin", T(x)), OP("sin", T(x))));
  vjp_guard *a = push(&outer), *b = push(&inner);
  bool good = false;
  pthread_t thread;
  CHECK(pthread_create(&thread, NULL, save_one, &good) == 0);
  pthread_join(thread, NULL);
  CHECK(good && inner.packs == 0 && outer.packs == 0);
  vjp_tensor* first = grad_graph(y, x); /* what backward records, it saves through the pair */
  CHECK(inner.packs > 0 && outer.packs == 0 && inner.unpacks == 0);
  OK(vjp_guard_exit(b));
  int packs = inner.packs;
  OP("sin", T(x));
  CHECK(outer.packs == 1 && inner.packs == packs);
  OK(vjp_guard_exit(a));
  OP("sin", T(x));
  CHECK(outer.packs == 1 && inner.packs == packs);
  EQUALS(grad(sum(first), x), 2 * cos(2), 2 * cos(4));
  CHECK(inner.unpacks > 0 && outer.unpacks == 0);
}

/* SHOOK-4: as often as it is asked for, the same object */
static void shook_4_every_time(void) {
  static Pair pair;
  memset(&pair, 0, sizeof pair);
  pair.copy = true;
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_guard* guard = push(&pair);
  vjp_tensor* y = OP("sin", T(x));
  OK(vjp_guard_exit(guard));
  CHECK(pair.packs == 1 && pair.unpacks == 0); /* not before it is needed */
  vjp_saved_tensor* saved = raw_saved(node_of(y), "input", 0);
  for (int i = 1; i < 4; ++i) {
    vjp_tensor* out = NULL;
    OK(vjp_saved_tensor_unpack(saved, &out));
    EQUALS(own(out), 1, 2);
    CHECK(pair.unpacks == i);
  }
  vjp_tensor* s = sum(y);
  grad(s, x), grad(s, x);
  CHECK(pair.unpacks == 5 && pair.drops == 0 && pair.packs == 1);
}

/* SHOOK-6: at once, once, and not where there is nothing */
static void shook_6_one_value(void) {
  static Pair pair, other;
  memset(&pair, 0, sizeof pair);
  memset(&other, 0, sizeof other);
  pair.copy = true;
  vjp_tensor *x = leaf(VEC(1, 2)), *w = leaf(VEC(3, 4));
  vjp_node* node = node_of(mul(x, w));
  vjp_saved_tensor* saved = raw_saved(node, "other", 0);
  vjp_saved_tensor_hooks hooks = hooks_of(&pair), others = hooks_of(&other);
  OK(vjp_saved_tensor_register_hooks(saved, &hooks));
  CHECK(pair.packs == 1 && pair.unpacks == 0);
  FAILS(VJP_ERROR_STATE, vjp_saved_tensor_register_hooks(saved, &others));
  CHECK(other.packs == 0);
  EQUALS(read_saved(node, "other")->as.tensor, 3, 4);
  CHECK(read_saved(node, "input")->as.tensor == x && pair.unpacks == 1);
  /* a value that was saved through a pair has hooks already */
  vjp_guard* guard = push(&pair);
  vjp_node* packed = node_of(OP("sin", T(x)));
  OK(vjp_guard_exit(guard));
  FAILS(VJP_ERROR_STATE, vjp_saved_tensor_register_hooks(raw_saved(packed, "input", 0), &others));
  CHECK(other.packs == 0);
}

/* SHOOK-7: the pair keeps the tensors themselves, which are changed */
static void shook_7_no_check(void) {
  static Pair pair;
  memset(&pair, 0, sizeof pair);
  vjp_tensor *x = leaf(VEC(1, 2)), *w = VEC(3, 4);
  vjp_guard* guard = push(&pair);
  vjp_tensor *y = sum(mul(x, w)), *z = OP("exp", T(x));
  OK(vjp_guard_exit(guard));
  vjp_tensor* s = sum(z);
  OP_("mul", T(w), F(10));
  OP_("mul", T(z), F(0));
  EQUALS(grad(y, x), 30, 40);
  EQUALS(grad(s, x), 0, 0);
}

/* SHOOK-8, GRAPH-14: kept themselves, outputs too, everything goes with the last handle */
static void shook_8_everything_goes(void) {
  static Pair pair;
  memset(&pair, 0, sizeof pair);
  vjp_tensor* x = leaf(VEC(1, 2));
  int64_t nodes = vjp_debug_live_nodes(), tensors = vjp_debug_live_tensors();
  vjp_guard* guard = push(&pair);
  vjp_tensor* y = OP("exp", T(x));
  vjp_tensor* z = OP("tanh", T(y));
  OK(vjp_guard_exit(guard));
  CHECK(pair.packs == 2);
  drop_now(y), drop_now(z);
  CHECK(vjp_debug_live_nodes() == nodes && vjp_debug_live_tensors() == tensors && pair.drops == 2);
}

/* SHOOK-13, GRAPH-18: also where the change is one of the shape */
static void shook_13_another_shape(void) {
  vjp_tensor *x = leaf(VEC(1, 2)), *w = VEC(3, 4);
  vjp_guard* guard = NULL;
  OK(vjp_guard_saved_tensor_mutation(&guard));
  vjp_tensor* y = sum(mul(x, w));
  OK(vjp_tensor_resize_(w, (int64_t[]){1}, 1));
  OP_("mul", T(w), F(10));
  EQUALS(grad(y, x), 3, 4);
  OK(vjp_guard_exit(guard));
}

int main(void) {
  RUN(save_2_numbers_of_outputs);
  RUN(save_3_inference_tensors);
  RUN(save_4_inputs);
  RUN(save_6_the_history_of_the_base);
  RUN(save_7_order_of_checks);
  RUN(save_9_without_history);
  RUN(save_11_attributes_stay);
  RUN(save_12_no_views);
  RUN(save_14_counters);
  RUN(save_15_one_thread_at_a_node);
  RUN(shook_1_where_it_applies);
  RUN(shook_4_every_time);
  RUN(shook_6_one_value);
  RUN(shook_7_no_check);
  RUN(shook_8_everything_goes);
  RUN(shook_13_another_shape);
  return finish();
}
