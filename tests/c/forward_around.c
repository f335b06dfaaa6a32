/* Chapter 18: levels inside one another around what is not an operator: saved values, checkpoints, custom functions,
 * callbacks and threads. */
#include <pthread.h>

#include "duals.h"

/* ---- saved values ---- */

static vjp_status pack(void* context, vjp_tensor* t, void** packed) {
  *packed = vjp_tensor_retain(t);
  ++*(int*)context;
  return VJP_OK;
}
static vjp_status unpack(void* context, void* packed, vjp_tensor** out) {
  (void)context;
  *out = vjp_tensor_retain((vjp_tensor*)packed);
  return VJP_OK;
}
static void drop_packed(void* context, void* packed) {
  (void)context;
  vjp_tensor_release((vjp_tensor*)packed);
}
/* SAVE-13, FWD-13: saved arguments and results keep the tangents of all levels, and lose those of one that ends. The
 * gradient of exp(x)^2 is 2 exp(2x). */
static void save_13_tangents_of_all_levels(void) {
  for (int hooked = 0; hooked < 2; ++hooked) {
    int packs = 0;
    vjp_saved_tensor_hooks hooks = VJP_SAVED_TENSOR_HOOKS_INIT;
    hooks.pack = pack, hooks.unpack = unpack, hooks.drop_packed = drop_packed, hooks.context = &packs;
    vjp_guard* guard = NULL;
    vjp_tensor *x = leaf(VEC(0.5)), *g = NULL;
    double e = 2 * exp(1);
    uint64_t a = enter_level();
    vjp_tensor* d = dual(x, VEC(1));
    uint64_t b = enter_level();
    d = dual(d, VEC(3));
    if (hooked) OK(vjp_guard_saved_tensor_hooks(&hooks, &guard));
    vjp_tensor *y = OP("exp", T(d)), *z = mul(y, y);
    if (hooked) OK(vjp_guard_exit(guard));
    CHECK((packs > 0) == hooked);
    for (int create_graph = 0; create_graph < 2; ++create_graph) {
      OK(try_grad(z, NULL, x, create_graph, true, &g));
      EQUALS(own(g), e);
      EQUALS(tangent_at(a, g), 2 * e);
      EQUALS(tangent_at(b, g), 6 * e);
      EQUALS(tangent_at(a, tangent_at(b, g)), 12 * e);
    }
    leave();
    OK(try_grad(z, NULL, x, false, true, &g));
    EQUALS(tangent_at(a, own(g)), 2 * e);
    leave();
    OK(try_grad(z, NULL, x, false, true, &g));
    EQUALS(own(g), e);
    CHECK(tangent_of(g) == NULL);
  }
}

/* ---- checkpoints ---- */

/* x^3 exp(x) */
static vjp_status cube_times_exp(vjp_tensor* x, vjp_tensor** out) {
  vjp_tensor *a = NULL, *b = NULL;
  vjp_value power[] = {T(x), F(3)}, base[] = {T(x)};
  vjp_status status = call_op("pow", VJP_VARIANT_FUNCTIONAL, power, 2, 0, &a);
  if (!status) status = call_op("exp", VJP_VARIANT_FUNCTIONAL, base, 1, 0, &b);
  vjp_value both[] = {T(a), T(b)};
  if (!status) status = call_op("mul", VJP_VARIANT_FUNCTIONAL, both, 2, 0, out);
  vjp_tensor_release(a), vjp_tensor_release(b);
  return status;
}
static vjp_status region(void* context, bool recomputing, vjp_tensor* const* inputs, size_t num_inputs,
                         vjp_tensor_list* results) {
  (void)recomputing, (void)num_inputs;
  ++*(int*)context;
  vjp_tensor* out = NULL;
  vjp_status status = cube_times_exp(inputs[0], &out);
  if (!status) status = vjp_tensor_list_append(results, out);
  vjp_tensor_release(out);
  return status;
}
/* The tangent of it along 1, by a level inside the region. */
static vjp_status region_with_level(void* context, bool recomputing, vjp_tensor* const* inputs, size_t num_inputs,
                                    vjp_tensor_list* results) {
  (void)recomputing, (void)num_inputs;
  ++*(int*)context;
  vjp_tensor *one = NULL, *d = NULL, *y = NULL, *t = NULL;
  vjp_value like[] = {T(inputs[0])};
  vjp_status status = vjp_forward_mode_enter();
  if (!status) status = call_op("ones_like", VJP_VARIANT_FUNCTIONAL, like, 1, 0, &one);
  if (!status) status = vjp_make_dual(inputs[0], one, &d);
  if (!status) status = cube_times_exp(d, &y);
  if (!status) status = vjp_tensor_tangent(y, &t);
  if (!status) status = vjp_tensor_list_append(results, t);
  vjp_forward_mode_exit();
  vjp_tensor_release(one), vjp_tensor_release(d), vjp_tensor_release(y), vjp_tensor_release(t);
  return status;
}
static vjp_tensor* checkpointed(vjp_checkpoint_fn run, int* runs, vjp_tensor* x) {
  vjp_checkpoint_function f = VJP_CHECKPOINT_FUNCTION_INIT;
  f.run = run, f.context = runs;
  vjp_tensor_list* out = NULL;
  if (!OK(vjp_checkpoint(&f, &x, 1, NULL, &out))) return NULL;
  vjp_tensor* y = own(vjp_tensor_retain(vjp_tensor_list_get(out, 0)));
  vjp_tensor_list_release(out);
  return y;
}
/* CKPT-2: x^3 e^x has the derivatives (x^3+3x^2) e^x, (x^3+6x^2+6x) e^x, (x^3+9x^2+18x+6) e^x */
static void ckpt_2_levels_around_and_inside(void) {
  const double x0 = 0.5, e = exp(x0), d1 = (x0 * x0 * x0 + 3 * x0 * x0) * e;
  const double d2 = (x0 * x0 * x0 + 6 * x0 * x0 + 6 * x0) * e, d3 = (x0 * x0 * x0 + 9 * x0 * x0 + 18 * x0 + 6) * e;
  int runs = 0;
  vjp_tensor *x = leaf(VEC(x0)), *g = NULL;
  uint64_t a = enter_level();
  vjp_tensor* d = dual(x, VEC(1));
  uint64_t b = enter_level();
  vjp_tensor* y = checkpointed(region, &runs, dual(d, VEC(1)));
  EQUALS(tangent_at(a, tangent_at(b, y)), d2);
  OK(try_grad(y, NULL, x, false, true, &g));
  CHECK(runs == 2);
  EQUALS(own(g), d1);
  EQUALS(tangent_at(a, g), d2);
  EQUALS(tangent_at(b, g), d2);
  EQUALS(tangent_at(a, tangent_at(b, g)), d3);
  leave(), leave();
  EQUALS(grad(y, x), d1);
  /* reverse over forward inside the region, and forward around that */
  y = checkpointed(region_with_level, &runs, x);
  EQUALS(y, d1);
  EQUALS(grad(y, x), d2);
  g = grad_graph(y, x);
  EQUALS(grad(g, x), d3);
  enter();
  y = checkpointed(region_with_level, &runs, dual(x, VEC(1)));
  EQUALS(tangent_of(y), d2);
  OK(try_grad(y, NULL, x, false, true, &g));
  EQUALS(own(g), d2);
  EQUALS(tangent_of(g), d3);
  leave();
}

/* ---- custom functions ---- */

/* Cubes: x^3 = x x^2, of which x and the result are saved; its jvp is 3 t y / x. */
typedef struct {
  int calls, depth;
  bool own_level, forgets;
} Cubes;
static vjp_status cubes_jvp(void* context, vjp_function_call* call, vjp_tensor* const* tangents, size_t num_inputs,
                            vjp_tensor** out, size_t num_results) {
  Cubes* c = (Cubes*)context;
  (void)num_inputs, (void)num_results;
  ++c->calls;
  c->depth += vjp_forward_mode_level() != 0;
  vjp_tensor *x = NULL, *y = NULL, *a = NULL, *b = NULL;
  vjp_status status = vjp_function_call_saved_for_forward(call, 0, &x);
  if (!status) status = vjp_function_call_saved_for_forward(call, 1, &y);
  if (!status && c->own_level) { /* 3 x^2 by a level of its own, which knows nothing of the one that runs */
    vjp_tensor *d = NULL, *one = NULL, *z = NULL;
    vjp_value like[] = {T(x)};
    status = call_op("ones_like", VJP_VARIANT_FUNCTIONAL, like, 1, 0, &one);
    if (!status) status = vjp_forward_mode_enter();
    if (!status) status = vjp_make_dual(x, one, &d);
    vjp_value power[] = {T(d), F(3)};
    if (!status) status = call_op("pow", VJP_VARIANT_FUNCTIONAL, power, 2, 0, &z);
    if (!status) status = vjp_tensor_tangent(z, &b);
    if (!c->forgets) vjp_forward_mode_exit();
    vjp_tensor_release(d), vjp_tensor_release(one), vjp_tensor_release(z);
  } else if (!status) {
    vjp_value quotient[] = {T(y), T(x)};
    status = call_op("div", VJP_VARIANT_FUNCTIONAL, quotient, 2, 0, &a);
    vjp_value three[] = {T(a), F(3)};
    if (!status) status = call_op("mul", VJP_VARIANT_FUNCTIONAL, three, 2, 0, &b);
  }
  vjp_value product[] = {T(tangents[0]), T(b)};
  if (!status) status = call_op("mul", VJP_VARIANT_FUNCTIONAL, product, 2, 0, &out[0]);
  vjp_tensor_release(x), vjp_tensor_release(y), vjp_tensor_release(a), vjp_tensor_release(b);
  return status;
}
static vjp_status cubes_backward(void* context, vjp_node* node, vjp_tensor* const* grads, size_t num_grads,
                                 vjp_tensor** out, size_t num_inputs) {
  (void)context, (void)num_grads, (void)num_inputs;
  vjp_tensor *x = NULL, *a = NULL, *b = NULL;
  vjp_status status = vjp_function_saved(node, 0, &x);
  vjp_value power[] = {T(x), F(2)};
  if (!status) status = call_op("pow", VJP_VARIANT_FUNCTIONAL, power, 2, 0, &a);
  vjp_value three[] = {T(a), F(3)};
  if (!status) status = call_op("mul", VJP_VARIANT_FUNCTIONAL, three, 2, 0, &b);
  vjp_value product[] = {T(grads[0]), T(b)};
  if (!status) status = call_op("mul", VJP_VARIANT_FUNCTIONAL, product, 2, 0, &out[0]);
  vjp_tensor_release(x), vjp_tensor_release(a), vjp_tensor_release(b);
  return status;
}
static vjp_tensor* cubed(Cubes* c, vjp_tensor* x) {
  vjp_function f = VJP_FUNCTION_INIT;
  f.name = "Cubes", f.jvp = cubes_jvp, f.backward = cubes_backward, f.context = c;
  vjp_function_call* call = NULL;
  vjp_tensor* out = NULL;
  if (!OK(vjp_function_begin(&f, &x, 1, &call))) return NULL;
  vjp_tensor *y = mul(x, mul(x, x)), *saved[] = {x, y};
  OK(vjp_function_call_save_for_forward(call, saved, 2));
  OK(vjp_function_call_save_for_backward(call, &x, 1));
  OK(vjp_function_end(call, &y, 1, &out));
  return own(out);
}
/* FUNC-20: once a level, below that level: the tangents of inner levels carry those of the outer ones */
static void func_20_jvp_at_levels(void) {
  for (int way = 0; way < 3; ++way) {
    Cubes c = {.own_level = way > 0, .forgets = way == 2};
    vjp_tensor *x = leaf(VEC(2)), *g = NULL;
    uint64_t a = enter_level();
    vjp_tensor* d = dual(x, VEC(1));
    uint64_t b = enter_level();
    vjp_tensor* y = cubed(&c, dual(d, VEC(1)));
    CHECK(c.calls == 2 && c.depth == 1); /* below the outer level there is none */
    CHECK(vjp_forward_mode_level() == b);
    EQUALS(tangent_at(a, y), 12);
    EQUALS(tangent_at(b, y), 12);
    EQUALS(tangent_at(a, tangent_at(b, y)), 12);
    EQUALS(grad(tangent_at(a, tangent_at(b, y)), x), 6);
    OK(try_grad(y, NULL, x, false, true, &g));
    EQUALS(tangent_at(a, tangent_at(b, own(g))), 6);
    leave(), leave();
  }
}

static vjp_status gives(void* context, vjp_function_call* call, vjp_tensor* const* tangents, size_t num_inputs,
                        vjp_tensor** out, size_t num_results) {
  (void)call, (void)num_inputs, (void)num_results;
  uint64_t wrong_at = *(uint64_t*)context;
  if (wrong_at == vjp_forward_mode_level()) {
    out[0] = vjp_tensor_retain(tangents[0]); /* unchanged */
    return VJP_OK;
  }
  vjp_value args[] = {T(tangents[0]), F(2)};
  vjp_status status = call_op("mul", VJP_VARIANT_INPLACE, args, 2, 0, NULL);
  out[0] = vjp_tensor_retain(tangents[0]);
  return status;
}
/* FUNC-20: what a jvp returns for a changed argument is looked at, at each level */
static void func_20_changed_arguments(void) {
  uint64_t a = enter_level(), b = enter_level();
  for (int wrong = 0; wrong < 3; ++wrong) {
    uint64_t wrong_at = wrong == 0 ? 99999 : wrong == 1 ? 0 : a; /* what is seen while the jvp of a, of b, runs */
    vjp_tensor *outer = dual_at(a, VEC(1), VEC(3)), *tangent = dual_at(a, VEC(5), VEC(11)), *d = dual(outer, tangent);
    vjp_function f = VJP_FUNCTION_INIT;
    f.name = "Doubles", f.jvp = gives, f.context = &wrong_at;
    vjp_function_call* call = NULL;
    vjp_tensor* out = NULL;
    OK(vjp_function_begin(&f, &d, 1, &call));
    OP_("mul", T(d), F(2));
    OK(vjp_function_call_mark_dirty(call, &d, 1));
    if (wrong) {
      FAILS(VJP_ERROR_INVALID, vjp_function_end(call, &d, 1, &out));
      SAYS("in place");
      continue;
    }
    OK(vjp_function_end(call, &d, 1, &out));
    CHECK(own(out) == d);
    EQUALS(tangent_at(a, d), 6);
    EQUALS(tangent_at(b, d), 10);
    EQUALS(tangent_at(a, tangent_at(b, d)), 22);
  }
  leave(), leave();
}

/* FUNC-2: a forward is outside of the levels; where it turns forward mode on, its own level alone is followed */
static void func_2_a_level_inside_a_forward(void) {
  Cubes c = {0};
  vjp_function f = VJP_FUNCTION_INIT;
  f.name = "Slope", f.jvp = cubes_jvp, f.context = &c;
  enter();
  vjp_tensor *x = dual(VEC(2), VEC(1)), *out = NULL;
  vjp_function_call* call = NULL;
  OK(vjp_function_begin(&f, &x, 1, &call));
  vjp_guard* on = enter_mode(VJP_MODE_FORWARD, true);
  CHECK(vjp_forward_mode_level() == 0);
  CHECK(tangent_of(times(x, 2)) == NULL);
  enter();
  vjp_tensor *d = dual(x, VEC(1)), *y = tangent_of(mul(d, mul(d, d)));
  leave();
  EQUALS(y, 12);
  OK(vjp_guard_exit(on));
  vjp_tensor* saved[] = {x, y};
  OK(vjp_function_call_save_for_forward(call, saved, 2));
  OK(vjp_function_end(call, &y, 1, &out));
  EQUALS(tangent_of(own(out)), 18);
  leave();
}

/* ---- callbacks ---- */

static vjp_status leaves_levels(void* context, vjp_tensor* g, vjp_tensor** out) {
  (void)g, (void)out;
  *(vjp_status*)context = vjp_forward_mode_exit();
  vjp_status status = vjp_forward_mode_enter();
  return status ? status : vjp_forward_mode_enter();
}
/* ENTRY, FWD-1: what a callback enters ends with it; it cannot leave its caller's */
static void fwd_1_levels_of_callbacks(void) {
  vjp_status refused = VJP_OK;
  vjp_tensor* x = leaf(VEC(1, 2));
  uint64_t a = enter_level();
  vjp_tensor* y = times(dual(x, VEC(1, 1)), 2);
  OK(vjp_tensor_add_hook(y, leaves_levels, &refused, NULL, NULL));
  EQUALS(grad(sum(y), x), 2, 2);
  CHECK(refused == VJP_ERROR_STATE && vjp_forward_mode_level() == a);
  EQUALS(tangent_of(y), 2, 2);
  leave();
}

/* ---- the end of a level ---- */

/* FWD-12: the end of an inner level takes its tangents, and what hangs on them, duals of the outer one too */
static void fwd_12_the_end_of_an_inner_level(void) {
  static Holder holder;
  memset(&holder, 0, sizeof holder);
  vjp_function f = VJP_FUNCTION_INIT;
  f.backward = hands_on, f.context = &holder, f.drop = end_holder;
  vjp_tensor *x = leaf(VEC(2, 3)), *kept = VEC(1, 2), *t = VEC(3, 4);
  uint64_t a = enter_level();
  vjp_tensor* outer = dual(kept, VEC(5, 6));
  enter();
  OK(vjp_make_dual_at(kept, VEC(5, 6), a, &holder.held[0]));
  OK(vjp_make_dual(outer, VEC(7, 8), &holder.held[1]));
  OK(vjp_make_dual(kept, outer, &holder.held[2]));
  OK(vjp_function_record(&f, &x, 1, &t, 1, NULL, 0));
  vjp_tensor* d = dual(outer, t);
  drop_now(t);
  leave();
  CHECK(holder.drops == 1);
  EQUALS(tangent_at(a, d), 5, 6);
  EQUALS(tangent_of(outer), 5, 6);
  leave();
  CHECK(tangent_of(d) == NULL);
}

/* ---- threads ---- */

static pthread_barrier_t together;
static vjp_tensor* of_main;
static uint64_t main_level;
typedef struct {
  double x, value, derivative, by_main, mixed;
  bool alone, refused;
} Work;
static vjp_status call2(const char* name, vjp_tensor* a, vjp_tensor* b, vjp_tensor** out) {
  vjp_value args[] = {T(a), T(b)};
  return call_op(name, VJP_VARIANT_FUNCTIONAL, args, 2, 0, out);
}
/* x^2 times the main thread's dual, by a level of this thread: without the arena, which is not for several threads. */
static void* differentiates(void* context) {
  Work* w = (Work*)context;
  vjp_tensor *x = NULL, *one = NULL, *d = NULL, *y = NULL, *z = NULL, *t = NULL, *of_y = NULL, *of_t = NULL;
  const int64_t shape[] = {1};
  w->refused = vjp_forward_mode_exit() == VJP_ERROR_STATE; /* the main thread's */
  vjp_tensor_from_data(&w->x, shape, 1, VJP_DTYPE_FLOAT64, &x);
  vjp_tensor_from_data((double[]){1}, shape, 1, VJP_DTYPE_FLOAT64, &one);
  pthread_barrier_wait(&together);
  vjp_forward_mode_enter();
  uint64_t own_level = vjp_forward_mode_level();
  pthread_barrier_wait(&together); /* both live */
  w->alone = own_level == vjp_forward_mode_level();
  vjp_make_dual(x, one, &d);
  call2("mul", d, d, &y);
  call2("mul", y, of_main, &z);
  vjp_tensor_tangent(z, &t);
  vjp_tensor_tangent_at(z, main_level, &of_y);
  vjp_tensor_tangent_at(t, main_level, &of_t);
  w->value = at(z, 0), w->derivative = at(t, 0), w->by_main = at(of_y, 0), w->mixed = at(of_t, 0);
  pthread_barrier_wait(&together);
  if (w->x < 2.5) vjp_forward_mode_exit(); /* the other one's ends with the thread */
  vjp_tensor* all[] = {x, one, d, y, z, t, of_y, of_t};
  for (size_t i = 0; i < sizeof all / sizeof all[0]; ++i) vjp_tensor_release(all[i]);
  return NULL;
}
/* FWD-1: levels of several threads do not concern each other; tangents of all are carried along everywhere */
static void fwd_1_levels_of_threads(void) {
  if (!has_threads()) return;
  Work work[] = {{.x = 2}, {.x = 3}};
  pthread_t threads[2];
  main_level = enter_level();
  of_main = dual(VEC(5), VEC(7));
  pthread_barrier_init(&together, NULL, 2);
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, differentiates, &work[i]);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  pthread_barrier_destroy(&together);
  for (int i = 0; i < 2; ++i) {
    double x = work[i].x;
    CHECK(work[i].alone && work[i].refused);
    NEAR(work[i].value, 5 * x * x);
    NEAR(work[i].derivative, 10 * x);
    NEAR(work[i].by_main, 7 * x * x);
    NEAR(work[i].mixed, 14 * x);
  }
  CHECK(vjp_forward_mode_level() == main_level);
  leave();
  CHECK(vjp_forward_mode_level() == 0); /* nobody's */
}

int main(void) {
  RUN(save_13_tangents_of_all_levels);
  RUN(ckpt_2_levels_around_and_inside);
  RUN(func_20_jvp_at_levels);
  RUN(func_20_changed_arguments);
  RUN(func_2_a_level_inside_a_forward);
  RUN(fwd_1_levels_of_callbacks);
  RUN(fwd_12_the_end_of_an_inner_level);
  RUN(fwd_1_levels_of_threads);
  return finish();
}
