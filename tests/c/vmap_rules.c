/* Batching rules of custom functions, written by the program (FUNC-21). */
#include "vmap.h"

/* x w, with a rule for whole batches and without. */
typedef struct {
  int calls, plain;
  int64_t level, size, in_dims[2], ndim[2], levels[2];
  vjp_randomness randomness;
  vjp_status status; /* raised in place of a result */
} Rule;

static vjp_tensor* apply(Rule* rule, vjp_tensor* x, vjp_tensor* w);

static vjp_status backward(void* context, vjp_node* node, vjp_tensor* const* grads, size_t num_grads, vjp_tensor** out,
                           size_t num_inputs) {
  (void)context, (void)num_grads, (void)num_inputs;
  vjp_tensor *x = NULL, *w = NULL;
  OK(vjp_function_saved(node, 0, &x));
  OK(vjp_function_saved(node, 1, &w));
  OK(call_op("mul", VJP_VARIANT_FUNCTIONAL, ARGS(T(grads[0]), T(w)), 0, &out[0]));
  OK(call_op("mul", VJP_VARIANT_FUNCTIONAL, ARGS(T(grads[0]), T(x)), 0, &out[1]));
  vjp_tensor_release(x);
  vjp_tensor_release(w);
  return VJP_OK;
}
static vjp_status jvp(void* context, vjp_function_call* call, vjp_tensor* const* tangents, size_t num_inputs,
                      vjp_tensor** out, size_t num_results) {
  (void)context, (void)num_inputs, (void)num_results;
  vjp_tensor *x = NULL, *w = NULL;
  OK(vjp_function_call_saved_for_forward(call, 0, &x));
  OK(vjp_function_call_saved_for_forward(call, 1, &w));
  vjp_tensor* t = add(mul(tangents[0], w), mul(tangents[1], x));
  vjp_tensor_release(x);
  vjp_tensor_release(w);
  out[0] = vjp_tensor_retain(t);
  return VJP_OK;
}

static vjp_status whole(void* context, int64_t level, vjp_randomness randomness, vjp_tensor* const* inputs,
                        const int64_t* in_dims, size_t num_inputs, vjp_tensor_list* results) {
  Rule* rule = (Rule*)context;
  vjp_tensor *args[2] = {inputs[0], inputs[1]}, *out = NULL;
  ++rule->calls;
  CHECK(num_inputs == 2);
  if (rule->status != VJP_OK) return vjp_error_raise(rule->status, "the rule's own words", NULL, NULL);
  rule->level = level;
  rule->randomness = randomness;
  OK(vjp_vmap_level_size(level, &rule->size));
  CHECK(vjp_vmap_level() != level); /* outside of it */
  for (int i = 0; i < 2; ++i) {
    rule->in_dims[i] = in_dims[i];
    rule->ndim[i] = (int64_t)vjp_tensor_ndim(inputs[i]);
    rule->levels[i] = (int64_t)vjp_tensor_batch_levels(inputs[i], NULL, 0);
    if (in_dims[i] != VJP_VMAP_NONE) continue;
    OK(vjp_unsqueeze(inputs[i], 0, &args[i])); /* the same for all samples */
    own(args[i]);
  }
  OK(vjp_vmap_wrap(apply(rule, args[0], args[1]), 0, level, &out));
  OK(vjp_tensor_list_append(results, out));
  vjp_tensor_release(out);
  return VJP_OK;
}

static vjp_tensor* plain(Rule* rule, vjp_tensor* x, vjp_tensor* w) {
  vjp_function f = VJP_FUNCTION_INIT;
  f.name = "Product";
  f.backward = backward;
  f.jvp = jvp;
  vjp_tensor *inputs[] = {x, w}, *out = NULL;
  vjp_function_call* call = NULL;
  ++rule->plain;
  OK(vjp_function_begin(&f, inputs, 2, &call));
  OK(vjp_function_call_save_for_backward(call, inputs, 2));
  OK(vjp_function_call_save_for_forward(call, inputs, 2));
  vjp_tensor* y = mul(x, w);
  OK(vjp_function_end(call, &y, 1, &out));
  return own(out);
}
static vjp_tensor* apply(Rule* rule, vjp_tensor* x, vjp_tensor* w) {
  vjp_tensor_list* list = NULL;
  OK(vjp_function_vmap(whole, rule, (vjp_tensor*[]){x, w}, 2, &list));
  if (!list) return plain(rule, x, w);
  vjp_tensor* out = own(vjp_tensor_retain(vjp_tensor_list_get(list, 0)));
  vjp_tensor_list_release(list);
  return out;
}

/* FUNC-21: what the rule gets, and what becomes of its result */
static void func_21_a_rule(void) {
  Rule rule = {0};
  vjp_tensor *x = leaf(MAT(2, 3, 1, 2, 3, 4, 5, 6)), *w = leaf(VEC(5, 6));
  batch b = enter_with(3, VJP_RANDOMNESS_DIFFERENT);
  vjp_tensor* y = unwrap(b, apply(&rule, wrap_at(b, x, 1), w));
  leave(b);
  CHECK(rule.calls == 1 && rule.plain == 1 && rule.level == b.level && rule.size == 3);
  CHECK(rule.in_dims[0] == 0 && rule.ndim[0] == 2 && rule.levels[0] == 0);
  CHECK(rule.in_dims[1] == VJP_VMAP_NONE && rule.ndim[1] == 1 && rule.levels[1] == 0);
  CHECK(rule.randomness == VJP_RANDOMNESS_DIFFERENT);
  EQUALS(y, 5, 24, 10, 30, 15, 36);
  EQUALS(grad(sum(y), w), 6, 15);
  EQUALS(grad(sum(y), x), 5, 5, 5, 6, 6, 6);
}

/* FUNC-21: without batched arguments, and in a level that none of them has */
static void func_21_no_batch(void) {
  Rule rule = {0};
  EQUALS(apply(&rule, VEC(1, 2), VEC(3, 4)), 3, 8);
  batch b = enter(2);
  EQUALS(apply(&rule, VEC(1, 2), VEC(3, 4)), 3, 8);
  leave(b);
  CHECK(rule.calls == 0 && rule.plain == 2);
}

/* FUNC-21: one level after the other, the innermost first */
static void func_21_nested(void) {
  Rule rule = {0};
  batch outer = enter(2), inner = enter(2);
  vjp_tensor *x = wrap(inner, wrap(outer, MAT(2, 2, 1, 2, 3, 4))), *w = wrap(outer, VEC(10, 100));
  vjp_tensor* y = apply(&rule, x, w);
  CHECK(rule.calls == 2 && rule.plain == 1 && rule.level == outer.level && rule.levels[0] == 0);
  y = unwrap(outer, unwrap(inner, y));
  leave(inner);
  leave(outer);
  EQUALS(y, 10, 20, 300, 400);
}

/* FUNC-21, FWD-19: tangents that differ from sample to sample, of an argument that all samples share */
static void func_21_tangents(void) {
  Rule rule = {0};
  vjp_tensor *dual = NULL, *t = NULL;
  batch b = enter(2);
  vjp_tensor* x = wrap(b, MAT(2, 2, 1, 2, 3, 4));
  OK(vjp_forward_mode_enter());
  OK(vjp_make_dual(VEC(5, 6), wrap(b, MAT(2, 2, 1, 10, 100, 1000)), &dual));
  vjp_tensor* y = apply(&rule, x, own(dual));
  OK(vjp_tensor_tangent(y, &t));
  EQUALS(unwrap(b, y), 5, 12, 15, 24);
  EQUALS(unwrap(b, own(t)), 1, 20, 300, 4000);
  CHECK(rule.calls == 1 && rule.in_dims[1] == 0);
  OK(vjp_forward_mode_exit());
  leave(b);
}

/* FUNC-21: what a rule raises, and levels that have ended */
static void func_21_errors(void) {
  Rule rule = {.status = VJP_ERROR_DTYPE};
  vjp_tensor_list* list = NULL;
  batch b = enter(2);
  vjp_tensor* args[] = {wrap(b, VEC(1, 2)), SCALAR(3)};
  FAILS(VJP_ERROR_DTYPE, vjp_function_vmap(whole, &rule, args, 2, &list));
  SAYS("the rule's own words");
  CHECK(vjp_vmap_level() == b.level);
  leave(b);
  FAILS(VJP_ERROR_STATE, vjp_function_vmap(whole, &rule, args, 2, &list));
  SAYS("has ended");
  FAILS(VJP_ERROR_INVALID, vjp_function_vmap(NULL, &rule, args, 2, &list));
}

int main(void) {
  RUN(func_21_a_rule);
  RUN(func_21_no_batch);
  RUN(func_21_nested);
  RUN(func_21_tangents);
  RUN(func_21_errors);
  return finish();
}
