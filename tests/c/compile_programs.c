/* Compiled grad calls: which graphs are one program, and that results are the engine's (the scenarios CB-n). */
#include "compiled.h"
#include "custom_functions.h"

/* COMP-1: fresh modules of one shape are one program. */
static void two_layers(int round) {
  vjp_tensor *x = detached(FRESH(round, 3, 4)), *w1 = FRESH(round, 5, 4), *b1 = FRESH(round, 5);
  vjp_tensor *w2 = FRESH(round, 2, 5), *b2 = FRESH(round, 2);
  vjp_tensor* h = OP("relu", T(OP("linear", T(x), T(w1), T(b1))));
  OK(vjp_backward(sum(OP("linear", T(h), T(w2), T(b2))), NULL));
  note_grad("w1", w1);
  note_grad("b1", b1);
  note_grad("w2", w2);
  note_grad("b2", b2);
}
static void test_layers(void) { BOTH(two_layers, 5, 1); }

/* CB-2, CB-44, COMP-5: sizes. */
static void batch_of(int64_t n) {
  vjp_tensor *x = detached(FRESH(0, n, 3)), *w = FRESH(0, 2, 3), *b = FRESH(0, 2);
  OK(vjp_backward(sum(OP("relu", T(OP("linear", T(x), T(w), T(b))))), NULL));
  note_grad("w", w);
  note_grad("b", b);
  arena_clear();
}
static const int64_t kBatches[] = {10, 20, 30, 40, 1};
static void batches(int round) { batch_of(kBatches[round]); }
static void records_of_batches(vjp_compile_options options, const uint64_t* want) {
  vjp_compile_clear();
  vjp_guard* region = compile_with(options);
  uint64_t start = counters().records;
  for (int i = 0; i < 5; ++i) {
    batch_of(kBatches[i]);
    CHECK(counters().records - start == want[i]);
  }
  OK(vjp_guard_exit(region));
}
static void test_sizes(void) {
  BOTH(batches, 5, 3);
  vjp_compile_options options = any_size();
  records_of_batches(options, (uint64_t[]){1, 2, 2, 2, 3});
  CHECK(last_miss_says("size input") && last_miss_says("10 then, 20 now"));
  options.dynamic = 1;
  records_of_batches(options, (uint64_t[]){1, 1, 1, 1, 2});
}
static void test_sizes_that_change_too_often(void) {
  vjp_compile_clear();
  vjp_compile_options options = any_size();
  options.max_records = 3;
  vjp_guard* region = compile_with(options);
  vjp_compile_counters before = counters();
  uint64_t given_up = fallbacks_for("sizes change too often");
  vjp_tensor* w = FRESH(0, 2, 2);
  for (int64_t i = 0; i < 8; ++i) {
    /* which sizes are 1 is another one each time, so none becomes open */
    int64_t shape[] = {i & 1 ? 1 : 3, i & 2 ? 1 : 4, i & 4 ? 1 : 5};
    vjp_tensor* x = leaf(ramp(VJP_DTYPE_FLOAT64, 3, shape));
    OK(vjp_backward(OP("mul", T(sum(OP("sin", T(x)))), T(sum(w))), NULL));
    NEAR(at(grad_of(x), 0), cos(0.5) * at(sum(detached(w)), 0));
  }
  OK(vjp_guard_exit(region));
  CHECK(counters().records - before.records == 4);
  CHECK(fallbacks_for("sizes change too often") - given_up == 4);
}

/* CB-3: gradients that are not cleared. */
static vjp_tensor* kept_leaf;
static void accumulated(int round) {
  if (round == 0) {
    vjp_tensor_release(kept_leaf);
    kept_leaf = vjp_tensor_retain(FRESH(0, 4));
  }
  OK(vjp_backward(sum(mul(OP("sin", T(kept_leaf)), kept_leaf)), NULL));
  note_grad("leaf", kept_leaf);
}
static void test_grad_not_cleared(void) {
  BOTH(accumulated, 10, 1);
  vjp_tensor_release(kept_leaf);
  kept_leaf = NULL;
}

/* CB-4: the user's own grad tensor is added to. */
static void own_grad(int round) {
  vjp_tensor *x = FRESH(round, 3), *mine = VEC(100, 200, 300);
  OK(vjp_tensor_set_grad(x, mine));
  const void* memory = vjp_tensor_data(mine);
  OK(vjp_backward(sum(mul(x, x)), NULL));
  CHECK(grad_of(x) == mine && vjp_tensor_data(mine) == memory);
  note("version %lld", (long long)version_of(mine));
  note_tensor("mine", mine);
}
static void test_own_grad(void) { BOTH(own_grad, 4, 1); }

/* CB-5: numbers are no part of a program. */
static void scaled(int round) {
  vjp_tensor* x = leaf(SCALAR(2));
  OK(vjp_backward(times(x, 2 + round), NULL));
  NEAR(at(grad_of(x), 0), 2 + round);
  note_grad("x", x);
}
static void powers(int round) {
  const double want[] = {32, 80, 192}; /* x ** 2 and x ** 3 are operators of their own */
  vjp_tensor* x = leaf(SCALAR(2));
  OK(vjp_backward(OP("pow", T(x), F(4.0 + round)), NULL));
  NEAR(at(grad_of(x), 0), want[round]);
  note_grad("x", x);
}
static void test_numbers(void) {
  BOTH(scaled, 3, 1);
  BOTH(powers, 3, 1);
}
/* But attributes are. */
static void reduced(int round) {
  vjp_tensor* x = FRESH(0, 3, 3);
  int64_t dim = round % 2;
  OK(vjp_backward(sum(OP("sin", T(OP("cumsum", T(x), I(dim))))), NULL));
  note_grad("x", x);
}
static void test_attributes(void) { BOTH(reduced, 4, 2); }

/* CB-6: the order in which gradients are added. */
static void three_uses(int round) {
  vjp_tensor* x = FRESH(round, 5);
  vjp_tensor* y = OP("sin", T(x));
  vjp_tensor* z = add(add(times(y, 1e16), times(y, 3.14159)), times(OP("exp", T(y)), -1e16));
  OK(vjp_backward(sum(z), NULL));
  note_grad("x", x);
}
static void test_sums(void) { BOTH(three_uses, 3, 1); }

/* CB-7: requested gradients. */
static vjp_status always_fails(void* context, vjp_node* node, vjp_tensor* const* grads, size_t num_grads,
                               vjp_tensor** out, size_t num_inputs) {
  (void)context, (void)node, (void)grads, (void)num_grads, (void)out, (void)num_inputs;
  return vjp_error_raise(VJP_ERROR_INVALID, "this branch is not to run", NULL, NULL);
}
static void requested(int round) {
  vjp_tensor* a = FRESH(round, 3);
  vjp_tensor *y = OP("sin", T(a)), *z = OP("cos", T(a));
  vjp_tensor *failing = with_backward(y, "Fails", always_fails, NULL), *r = sum(add(failing, mul(z, z)));
  vjp_tensor* inputs[] = {y, z};
  vjp_tensor* out[2] = {NULL, NULL};
  vjp_grad_options options = VJP_GRAD_OPTIONS_INIT;
  options.retain_graph = 1;
  OK(vjp_grad(&r, 1, NULL, &inputs[1], 1, &options, out));
  note_tensor("z", own(out[0]));
  note_status("with y", vjp_grad(&r, 1, NULL, inputs, 2, &options, out));
  note_grad("a", a);
  vjp_tensor* s = sum(mul(y, z));
  out[0] = NULL;
  OK(vjp_grad(&s, 1, NULL, inputs, 2, &options, out));
  note_tensor("y", own(out[0]));
  note_tensor("z", own(out[1]));
  note_grad("a", a);
  options.accumulate = 1;
  vjp_grad_call* call = call_of(options);
  OK(vjp_grad_call_add_root(call, s, NULL));
  OK(vjp_grad_call_add_input(call, y));
  OK(vjp_grad_call_add_input(call, z));
  OK(vjp_grad_call_run(call));
  note_grad("y", y);
  note_grad("z", z);
  note_grad("a", a);
}
static void one_of_two(int round) {
  vjp_tensor *x = FRESH(round, 2), *y = FRESH(round, 2);
  vjp_tensor* r = sum(mul(OP("sin", T(x)), y));
  note_tensor("gradient", grad(r, round == 1 ? y : x));
}
static void test_requested(void) {
  BOTH(requested, 3, 4);
  BOTH(one_of_two, 3, 2);
}

/* CB-8, COMP-4: which tensors are the same one. */
static void shared(int round) {
  vjp_tensor *x = FRESH(0, 2), *z = FRESH(1, 2), *a = VEC(3, 4), *b = round == 1 ? VEC(3, 4) : a;
  OK(vjp_backward(sum(add(mul(x, a), mul(z, b))), NULL));
  note_grad("x", x);
  note_grad("z", z);
}
static void test_shared(void) {
  BOTH(shared, 3, 2);
  CHECK(last_miss_says("argument") && last_miss_says("which tensor it is"));
}

/* COMP-11: dtype is part of it, and named. */
static void of_type(int round) {
  vjp_tensor* x = leaf(ramp(round == 1 ? VJP_DTYPE_FLOAT32 : VJP_DTYPE_FLOAT64, 1, (int64_t[]){3}));
  OK(vjp_backward(sum(OP("sin", T(x))), NULL));
  note_grad("x", x);
}
static void test_types(void) {
  BOTH(of_type, 4, 2);
  CHECK(last_miss_says("dtype") && last_miss_says("float64 -> float32"));
}

/* CB-17, COMP-7: retained graphs. */
static void retained(int round) {
  vjp_tensor* x = leaf(SCALAR(2));
  vjp_tensor* y = mul(x, x);
  for (int i = 0; i < 3; ++i) note_tensor("x", grad(y, x));
  OK(vjp_backward(y, NULL));
  note_grad("x", x);
  if (round < 2) note_status("again", vjp_backward(y, NULL));
}
static void test_retained(void) {
  vjp_compile_clear();
  vjp_guard* region = compile_with(any_size());
  uint64_t freed = fallbacks_for("freed");
  for (int i = 0; i < 3; ++i) retained(i);
  CHECK(fallbacks_for("freed") - freed == 2);
  OK(vjp_guard_exit(region));
  vjp_tensor* x = leaf(SCALAR(2));
  vjp_tensor* y = mul(x, x);
  for (int i = 0; i < 5; ++i) { /* alternating with the engine */
    region = compile_with(any_size());
    EQUALS(grad(y, x), 4);
    EQUALS(grad(y, x), 4);
    OK(vjp_guard_exit(region));
    EQUALS(grad(y, x), 4);
  }
}

/* CB-18: a saved value that was changed. */
static void changed(int round) {
  vjp_tensor* x = FRESH(0, 3);
  vjp_tensor* y = OP("exp", T(x));
  vjp_tensor* z = OP("sin", T(y));
  if (round % 2) OP_("add", T(y), F(1));
  note_status("backward", vjp_backward(sum(z), NULL));
  note_grad("x", x);
}
static vjp_status changes_it(void* context, vjp_tensor* grad, vjp_tensor** replacement) {
  (void)grad, (void)replacement;
  vjp_tensor* t = (vjp_tensor*)context;
  vjp_guard* off = NULL;
  vjp_status status = vjp_guard_mode(VJP_MODE_GRAD, false, &off);
  if (status == VJP_OK) status = call_op("add", VJP_VARIANT_INPLACE, ARGS(T(t), F(1)), 0, NULL);
  vjp_guard_exit(off);
  return status;
}
static void changed_by_hook(int round) {
  (void)round;
  vjp_tensor *x = FRESH(0, 3), *c = clone(VEC(1, 2, 3));
  vjp_tensor* y = OP("sin", T(mul(x, c)));
  vjp_hook* hook = NULL;
  OK(vjp_tensor_add_hook(y, changes_it, c, NULL, &hook));
  vjp_hook_release(hook);
  note_status("backward", vjp_backward(sum(y), NULL));
  note_grad("x", x);
}
static void test_changed(void) {
  BOTH(changed, 4, -1);
  BOTH(changed_by_hook, 3, 1);
}

/* CB-20, CB-25, CB-27: custom functions. */
static void custom(int round) {
  Plan* plan = new_plan(round % 2 ? 3 : 5); /* what it does is the call's affair */
  vjp_tensor* x = FRESH(round, 3);
  vjp_tensor* y = apply(plan, x);
  OK(vjp_backward(sum(mul(y, y)), NULL));
  note_grad("x", x);
  note("calls %d\n", plan->calls);
}
static void undefined(int round) {
  Plan* plan = new_plan(0); /* gives nothing */
  vjp_tensor* x = FRESH(round, 3);
  vjp_function f = function_of(plan);
  f.materialize_grads = round % 2;
  vjp_function_call* call = begin(&f, &x, 1);
  vjp_tensor* out = end_one(call, times(x, 2));
  OK(vjp_backward(sum(OP("sin", T(out))), NULL));
  note_grad("x", x);
}
static void test_custom(void) {
  BOTH(custom, 4, 1);
  BOTH(undefined, 4, 2);
}

/* CB-28: a backward inside a backward; the inner call has a program of its own. */
static vjp_status inner_backward(void* context, vjp_node* node, vjp_tensor* const* grads, size_t num_grads,
                                 vjp_tensor** out, size_t num_inputs) {
  (void)context, (void)node, (void)num_grads, (void)num_inputs;
  vjp_guard* on = NULL;
  vjp_status status = vjp_guard_mode(VJP_MODE_GRAD, true, &on);
  vjp_tensor *z = NULL, *w = NULL, *s = NULL;
  if (status == VJP_OK) status = vjp_tensor_from_data((double[]){1, 2, 3}, (int64_t[]){3}, 1, VJP_DTYPE_FLOAT64, &z);
  if (status == VJP_OK) status = vjp_tensor_set_requires_grad(z, true);
  if (status == VJP_OK) status = call_op("sin", VJP_VARIANT_FUNCTIONAL, ARGS(T(z)), 0, &w);
  if (status == VJP_OK) status = call_op("sum", VJP_VARIANT_FUNCTIONAL, ARGS(T(w)), 0, &s);
  if (status == VJP_OK) status = vjp_backward(s, NULL);
  vjp_tensor* g = NULL;
  if (status == VJP_OK) status = vjp_tensor_grad(z, &g);
  vjp_guard_exit(on);
  if (status == VJP_OK) status = call_op("mul", VJP_VARIANT_FUNCTIONAL, ARGS(T(grads[0]), T(g)), 0, &out[0]);
  vjp_tensor_release(g);
  vjp_tensor_release(s);
  vjp_tensor_release(w);
  vjp_tensor_release(z);
  return status;
}
static void nested(int round) {
  vjp_tensor* x = FRESH(round, 3);
  OK(vjp_backward(sum(OP("cos", T(with_backward(x, "Nested", inner_backward, NULL)))), NULL));
  note_grad("x", x);
}
static void test_nested(void) { BOTH(nested, 4, 2); }

/* CB-21: gradients that are summed to the shape, and cast to the dtype, of what they are for. */
static void fitted(int round) {
  vjp_tensor *bias = FRESH(round, 4), *x = FRESH(round, 3, 4);
  vjp_tensor* half = leaf(ramp(VJP_DTYPE_FLOAT16, 1, (int64_t[]){4}));
  OK(vjp_backward(sum(OP("sin", T(add(mul(x, half), bias)))), NULL));
  note_grad("bias", bias);
  note_grad("half", half);
}
static void test_fitted(void) { BOTH(fitted, 3, 1); }

/* CB-22: changes in place, and views. */
static void in_place(int round) {
  vjp_tensor* x = FRESH(round, 4);
  vjp_tensor* base = times(x, 2);
  vjp_tensor* view = narrow(base, 0, 1, 2);
  OP_("mul", T(view), T(round % 2 ? FRESH(round, 2) : VEC(5, 6)));
  OK(vjp_backward(sum(mul(base, base)), NULL));
  note_grad("x", x);
}
static void test_in_place(void) { BOTH(in_place, 4, 2); }

/* CB-23: sparse gradients. */
static void sparse(int round) {
  vjp_tensor* table = FRESH(0, 3, 2);
  vjp_tensor* rows = NULL;
  OK(vjp_tensor_from_data((int64_t[]){2, 0, 2}, (int64_t[]){3}, 1, VJP_DTYPE_INT64, &rows));
  own(rows);
  vjp_tensor* y = OP("embedding.max_norm", T(rows), T(table), NONE(), NONE(), F(2), B(false), B(true));
  vjp_tensor* loss = sum(OP("sin", T(y)));
  if (round % 2) loss = add(loss, sum(mul(table, table)));
  OK(vjp_backward(loss, NULL));
  vjp_tensor* dense = NULL;
  OK(vjp_tensor_to_dense(grad_of(table), false, &dense));
  note_tensor("table", own(dense));
}
static void test_sparse(void) { BOTH(sparse, 4, 2); }

/* CB-24, COMP-8: gradients of gradients. */
static void third(int round) {
  (void)round;
  vjp_tensor* x = leaf(SCALAR(2));
  vjp_tensor* g = grad_graph(OP("pow", T(x), F(3)), x);
  vjp_tensor* gg = grad_graph(g, x);
  vjp_tensor* ggg = grad(gg, x);
  EQUALS(g, 12);
  EQUALS(gg, 12);
  EQUALS(ggg, 6);
  note_tensor("first", g);
  note_tensor("second", gg);
  note_tensor("third", ggg);
}
static void penalty(int round) {
  vjp_tensor *x = FRESH(round, 2, 3), *w = FRESH(round, 4, 3), *v = FRESH(round, 1, 4);
  vjp_tensor* y = sum(OP("matmul", T(OP("tanh", T(OP("matmul", T(x), T(OP("t", T(w))))))), T(OP("t", T(v)))));
  vjp_tensor* g = grad_graph(y, x);
  OK(vjp_backward(sum(mul(g, g)), NULL));
  note_grad("w", w);
  note_grad("v", v);
}
static void test_higher_order(void) {
  BOTH(third, 3, 3);
  BOTH(penalty, 3, 2);
}

/* CB-30: what the user holds stays as it is. */
static void arguments(int round) {
  vjp_tensor *x = FRESH(round, 4), *seed = VEC(1, 2, 3, 4), *c = VEC(2, 3, 4, 5);
  vjp_tensor* y = mul(OP("sin", T(x)), c);
  OK(vjp_backward(y, seed));
  OK(vjp_backward(add(mul(x, c), mul(x, x)), seed));
  EQUALS(seed, 1, 2, 3, 4);
  EQUALS(c, 2, 3, 4, 5);
  note_grad("x", x);
}
static void test_arguments(void) { BOTH(arguments, 3, 2); }

/* CB-45: a long chain. */
static void long_chain(int round) {
  vjp_tensor* x = FRESH(round, 1);
  vjp_tensor* y = vjp_tensor_retain(x);
  for (int i = 0; i < 100000; ++i) {
    vjp_tensor* next = NULL;
    OK(call_op("sin", VJP_VARIANT_FUNCTIONAL, ARGS(T(y)), 0, &next));
    vjp_tensor_release(y);
    y = next;
  }
  OK(vjp_backward(y, NULL));
  vjp_tensor_release(y);
  note_grad("x", x);
}
static void test_long_chain(void) { BOTH(long_chain, 2, 1); }

/* CB-43: the cache is bounded, and may be cleared by a hook. */
static void chain(int length) {
  vjp_tensor* x = FRESH(0, 2);
  vjp_tensor* y = x;
  for (int i = 0; i < length; ++i) y = OP("sin", T(y));
  OK(vjp_backward(sum(y), NULL));
  arena_clear();
}
static vjp_status clears(void* context, vjp_tensor* grad, vjp_tensor** replacement) {
  (void)context, (void)grad, (void)replacement;
  vjp_compile_clear();
  return VJP_OK;
}
static void cleared(int round) {
  vjp_tensor* x = FRESH(round, 2);
  vjp_tensor* y = OP("sin", T(x));
  vjp_hook* hook = NULL;
  OK(vjp_tensor_add_hook(y, clears, NULL, NULL, &hook));
  vjp_hook_release(hook);
  OK(vjp_backward(sum(OP("cos", T(y))), NULL));
  note_grad("x", x);
}
static void test_cache(void) {
  vjp_compile_clear();
  vjp_compile_options options = any_size();
  options.max_programs = 16;
  vjp_guard* region = compile_with(options);
  vjp_compile_counters before = counters();
  for (int i = 1; i <= 20; ++i) chain(i);
  vjp_compile_counters after = counters();
  CHECK(after.records - before.records == 20);
  CHECK(after.programs == 16 && after.dropped - before.dropped == 4);
  chain(20); /* still there */
  CHECK(counters().hits - after.hits == 1);
  chain(1); /* the oldest one is not */
  CHECK(counters().records - after.records == 1);
  CHECK(counters().bytes > 0);
  vjp_compile_clear();
  CHECK(counters().programs == 0 && counters().bytes == 0);
  OK(vjp_guard_exit(region));
  BOTH(cleared, 3, 3);
}

/* CB-48: the text. */
static void test_text(void) {
  vjp_compile_clear();
  char* text = NULL;
  OK(vjp_compile_text(&text));
  CHECK(text == NULL);
  vjp_guard* region = compile_with(any_size());
  vjp_tensor* x = FRESH(0, 3);
  OK(vjp_backward(sum(mul(OP("sin", T(x)), x)), NULL));
  OK(vjp_guard_exit(region));
  OK(vjp_compile_text(&text));
  const char* want =
      "program: 4 sites, 2 tensors, 6 sizes, 0 of them open\n"
      "opaque site 0 SumBackward (%0.0)\n"
      "validate site 0 0 %1.0\n"
      "release site 0\n"
      "move %1.0 = site 0 0\n"
      "opaque site 1 MulBackward (%1.0)\n"
      "validate site 1 0 %2.0\n"
      "validate site 1 1 %3.0\n"
      "release site 1\n"
      "move %2.0 = site 1 0\n"
      "move %3.0 = site 1 1\n"
      "opaque site 2 SinBackward (%2.0)\n"
      "validate site 2 0 %3.0\n"
      "release site 2\n"
      "sum %3.0 += site 2 0\n"
      "accumulate site 3 %3.0\n"
      "release site 3\n"
      "final_callbacks\n";
  bool same = text && strcmp(text, want) == 0;
  CHECK(same);
  if (!same) printf("%s", text ? text : "none\n");
  vjp_string_free(text);
}

int main(void) {
  RUN(test_layers);
  RUN(test_sizes);
  RUN(test_sizes_that_change_too_often);
  RUN(test_grad_not_cleared);
  RUN(test_own_grad);
  RUN(test_numbers);
  RUN(test_attributes);
  RUN(test_sums);
  RUN(test_requested);
  RUN(test_shared);
  RUN(test_types);
  RUN(test_retained);
  RUN(test_changed);
  RUN(test_custom);
  RUN(test_nested);
  RUN(test_fitted);
  RUN(test_in_place);
  RUN(test_sparse);
  RUN(test_higher_order);
  RUN(test_arguments);
  RUN(test_long_chain);
  RUN(test_cache);
  RUN(test_text);
  return finish();
}
