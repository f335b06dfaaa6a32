/* Graphed callables out of turn: what later replays overwrite is not taken for what it was. GF-2, GF-4. */
#include "graphed.h"

/* GF-4: what later calls overwrite is not taken for what it was. */
static void overwritten(void) {
  Function* f = multiply(2);
  vjp_graphed* g = made(f, sample());
  vjp_tensor *y = call(g, there(VEC(1, 2, 3))), *z = call(g, there(VEC(4, 5, 6)));
  CHECK(vjp_tensor_data(y) == vjp_tensor_data(z));
  FAILS(VJP_ERROR_STATE, vjp_backward(y, ones3()));
  SAYS("overwritten");
  CHECK(!grad_of(f->w));
  z = sum(z);
  OK(backward_of(z, true, false));
  EQUALS(grad_of(f->w), 4, 5, 6);
  FAILS(VJP_ERROR_STATE, backward_of(z, true, false)); /* once for each call */
  SAYS("its backward ran before");
  EQUALS(grad_of(f->w), 4, 5, 6);

  Function *first = multiply(2), *second = multiply(3);
  Described a, b;
  const vjp_graphed_function* both[] = {describe(&a, first, sample()), describe(&b, second, sample())};
  vjp_graphed* pair[2] = {NULL};
  OK(vjp_make_graphed(both, 2, NULL, pair));
  for (int i = 0; i < 2; ++i) arena_put(pair[i], arena_graphed_release);
  y = call(pair[0], there(VEC(1, 2, 3)));
  z = call(pair[1], there(VEC(1, 2, 3)));
  OK(vjp_backward(sum(y), NULL));
  FAILS(VJP_ERROR_STATE, vjp_backward(sum(z), NULL)); /* in the reverse order of the calls */
  SAYS("out of turn");
  y = call(pair[0], there(VEC(1, 2, 3)));
  z = call(pair[1], there(VEC(1, 2, 3)));
  OK(vjp_tensor_set_grad(first->w, NULL));
  OK(vjp_backward(sum(OP("add", T(y), T(z))), NULL)); /* which is the engine's own */
  EQUALS(grad_of(first->w), 1, 2, 3);
  EQUALS(grad_of(second->w), 1, 2, 3);
}

static vjp_memory_pool* new_pool(void) {
  vjp_memory_pool* pool = NULL;
  OK(vjp_memory_pool_create(kDevice, &pool));
  return (vjp_memory_pool*)arena_put(pool, arena_pool_release);
}
static vjp_graphed* made_in(vjp_memory_pool* pool, Function* f) {
  vjp_graphed_options options = VJP_GRAPHED_OPTIONS_INIT;
  options.pool = pool;
  vjp_graphed* g = NULL;
  OK(make(f, sample(), &options, &g));
  return (vjp_graphed*)arena_put(g, arena_graphed_release);
}
/* GF-2, GF-4, CG-7: the order of use is that of the pool, whatever put the graphs there. */
static void overwritten_in_the_pool(void) {
  Function *f = multiply(2), *g = multiply(3);
  vjp_memory_pool* pool = new_pool();
  vjp_graphed *first = made_in(pool, f), *second = made_in(pool, g), *apart = made_in(new_pool(), g);
  vjp_device_graph* plain = NULL;
  vjp_guard* region = NULL;
  OK(vjp_device_graph_create(&plain));
  arena_put(plain, arena_graph_release);
  vjp_tensor *x = there(VEC(1, 2, 3)), *one = sample();
  OK(vjp_guard_capture(plain, kDevice, NULL, pool, VJP_CAPTURE_GLOBAL, &region));
  vjp_tensor* scratch = times(one, 9);
  OK(vjp_device_graph_capture_end(plain));
  OK(vjp_guard_exit(region));
  drop_now(scratch);

  for (int order = 0; order < 6; ++order) {
    vjp_graphed* mine = order % 2 ? second : first;
    Function* function = order % 2 ? g : f;
    vjp_tensor* y = call(mine, x);
    vjp_tensor* other = NULL;
    if (order < 2) other = call(order % 2 ? first : second, x); /* of the same pool */
    if (order == 2 || order == 3) OK(vjp_device_graph_replay(plain));
    if (order > 3) other = call(apart, x); /* of another one */
    if (order > 3) {
      OK(vjp_backward(y, ones3()));
      EQUALS(grad_of(function->w), 1, 2, 3);
      OK(vjp_tensor_set_grad(function->w, NULL));
    } else {
      FAILS(VJP_ERROR_STATE, vjp_backward(y, ones3()));
      SAYS("another graph of the memory pool");
      CHECK(!grad_of(function->w));
    }
    if (!other) continue;
    OK(vjp_backward(other, ones3())); /* which came last */
    function = order == 1 ? f : g;
    EQUALS(grad_of(function->w), 1, 2, 3);
    OK(vjp_tensor_set_grad(function->w, NULL));
  }
}

/* GF-4: a derivative outside of the graphs needs a result that a later call has overwritten, in one pool or another. */
static void overwritten_results(void) {
  Function *f = multiply(2), *h = multiply(3);
  OK(vjp_tensor_set_requires_grad(f->w, false)); /* no backward of its own would notice */
  vjp_memory_pool* pool = new_pool();
  vjp_graphed *before = made_in(pool, h), *g = made_in(pool, f), *after = made_in(pool, h);
  vjp_tensor *x = there(VEC(1, 2, 3)), *v = leaf(there(VEC(1, 1, 1)));
  vjp_graphed* then[] = {g, before, after};
  for (int i = 0; i < 3; ++i) {
    vjp_tensor* z = OP("mul", T(v), T(call(g, x)));
    call(then[i], there(VEC(4, 5, 6)));
    if (i < 2) {
      FAILS(VJP_ERROR_VERSION, vjp_backward(z, ones3()));
      CHECK(!grad_of(v));
    } else { /* graphs that are captured later leave results alone */
      OK(vjp_backward(z, ones3()));
      EQUALS(grad_of(v), 2, 4, 6);
    }
  }
}

/* GF-3, GF-4: the graphs have an input where its sample lies; who writes there before the backward spoils it. */
static void samples_that_are_written(void) {
  Function *f = multiply(2), *g = multiply(3);
  vjp_tensor *shared = sample(), *x = there(VEC(1, 2, 3)), *z = there(VEC(4, 5, 6));
  Described a, b;
  const vjp_graphed_function* both[] = {describe(&a, f, shared), describe(&b, g, shared)};
  vjp_graphed* pair[2] = {NULL};
  OK(vjp_make_graphed(both, 2, NULL, pair));
  for (int i = 0; i < 2; ++i) arena_put(pair[i], arena_graphed_release);
  vjp_tensor *first = call(pair[0], x), *second = call(pair[1], z);
  FAILS(VJP_ERROR_VERSION, vjp_backward(sum(OP("add", T(first), T(second))), NULL));
  SAYS("input 0 of callable 0");
  SAYS("a sample of its own");
  first = call(pair[0], shared); /* which is where it lies: nothing is copied */
  second = call(pair[1], shared);
  OK(vjp_tensor_set_grad(f->w, NULL));
  OK(vjp_tensor_set_grad(g->w, NULL));
  OK(vjp_backward(sum(OP("add", T(first), T(second))), NULL));
  EQUALS(grad_of(f->w), 4, 5, 6);
  EQUALS(grad_of(g->w), 4, 5, 6);

  Function* alone = multiply(2);
  vjp_tensor* mine = sample();
  vjp_graphed* h = made(alone, mine);
  vjp_tensor* y = call(h, x);
  OP_("copy", T(mine), T(z));
  FAILS(VJP_ERROR_VERSION, vjp_backward(sum(y), NULL));
  y = call(h, mine);
  OK(vjp_backward(sum(y), NULL));
  EQUALS(grad_of(alone->w), 4, 5, 6);
}

ON_A_STREAM(overwritten)
ON_A_STREAM(overwritten_in_the_pool)
ON_A_STREAM(overwritten_results)
ON_A_STREAM(samples_that_are_written)

int main(void) {
  RUN(test_overwritten);
  RUN(test_overwritten_in_the_pool);
  RUN(test_overwritten_results);
  RUN(test_samples_that_are_written);
  return finish();
}
