/*
 * Functions that make a whole training step: forward, backward and what an optimizer does are one record (OZ-1 to OZ-3,
 * CB-34). What is trained is the same by both ways, bit by bit.
 */
#include "compiled_functions.h"

static vjp_tensor *weight, *bias;
static vjp_optimizer* optimizer;
static double clip; /* 0: not at all */

static vjp_status train(vjp_tensor* const* in, vjp_tensor_list* results) {
  OK(vjp_optimizer_zero_grad(optimizer, true));
  vjp_tensor* y = OP("tanh", T(add(OP("matmul", T(in[0]), T(weight)), bias)));
  vjp_tensor* loss = OP("mean", T(OP("square", T(OP("sub", T(y), T(in[1]))))));
  vjp_status status = vjp_backward(loss, NULL);
  if (status == VJP_OK && clip > 0) status = vjp_clip_grad_norm((vjp_tensor*[]){weight, bias}, 2, clip, 2, false, NULL);
  if (status == VJP_OK) status = vjp_optimizer_step(optimizer);
  if (status == VJP_OK) status = give_result(results, loss);
  return status == VJP_OK ? give_result(results, y) : status;
}

static vjp_tensor* parameter(int64_t rows, int64_t columns) {
  return vjp_tensor_retain(leaf(detached(OP("sin", T(ramp(VJP_DTYPE_FLOAT64, 2, (int64_t[]){rows, columns}))))));
}
typedef vjp_status (*Maker)(vjp_tensor* const*, size_t, const vjp_optimizer_options*, vjp_optimizer**);

static Hook halved = {"of weight", 0.5, false};
/* Six steps, the last two at another rate, all of the state written down. */
static void session(vjp_compiled* compiled, Maker make, vjp_optimizer_options options) {
  weight = parameter(3, 2);
  bias = parameter(1, 2);
  OK(make((vjp_tensor*[]){weight, bias}, 2, &options, &optimizer));
  hook_tensor(weight, &halved);
  for (int i = 0; i < 6; ++i) {
    if (i == 4) OK(vjp_optimizer_set_lr(optimizer, 0, options.lr / 2));
    vjp_tensor *in[] = {FRESH(i, 4, 3), FRESH(i + 1, 4, 2)}, *r[2];
    OK(call_function(compiled, train, (vjp_tensor*[]){detached(in[0]), detached(in[1])}, 2, r, 2));
    note_tensor("loss", r[0]);
    note_tensor("y", r[1]);
    note_status("again", vjp_backward(sum(r[1]), NULL));
    note("version %d\n", (int)version_of(weight));
  }
  note_tensor("weight", weight);
  note_tensor("bias", bias);
  note_grad("weight", weight);
  for (size_t i = 0; i < vjp_optimizer_num_states(optimizer); ++i) {
    char* name = NULL;
    vjp_tensor* state = NULL;
    OK(vjp_optimizer_state(optimizer, i, &name, &state));
    note_tensor(name, own(state));
    vjp_string_free(name);
  }
  vjp_optimizer_release(optimizer);
  vjp_tensor_release(weight);
  vjp_tensor_release(bias);
  arena_clear();
}

static void same_training(Maker make, vjp_optimizer_options options, int calls) {
  static char eager[sizeof scene_log];
  scene_log_size = 0;
  session(NULL, make, options);
  memcpy(eager, scene_log, scene_log_size + 1);
  Function f = {train, 0, 0};
  vjp_compiled* compiled = compile_function(&f, NULL);
  scene_log_size = 0;
  session(compiled, make, options);
  if (strcmp(eager, scene_log) != 0) printf("-- eager\n%s\n-- compiled\n%s\n", eager, scene_log);
  CHECK(strcmp(eager, scene_log) == 0);
  CHECK(f.calls == calls);
  if (f.calls != calls) {
    char* why = NULL;
    OK(vjp_compile_last_miss(&why));
    printf("%d calls: %s\n", f.calls, why);
    vjp_string_free(why);
  }
  vjp_compiled_release(compiled);
}

static void test_optimizers(void) {
  vjp_optimizer_options sgd = VJP_SGD_OPTIONS_INIT, adam = VJP_ADAM_OPTIONS_INIT, adamw = VJP_ADAMW_OPTIONS_INIT;
  sgd.lr = 0.1;
  same_training(vjp_optimizer_sgd, sgd, 1);
  sgd.momentum = 0.9;
  same_training(vjp_optimizer_sgd, sgd, 1);
  same_training(vjp_optimizer_adam, adam, 1);
  same_training(vjp_optimizer_adamw, adamw, 1);
}

/* OZ-2: clipping is two phases, and both are in the record. */
static void test_clipping(void) {
  clip = 0.01;
  vjp_optimizer_options sgd = VJP_SGD_OPTIONS_INIT;
  sgd.lr = 0.1;
  same_training(vjp_optimizer_sgd, sgd, 1);
  clip = 0;
}

/* Its backward runs by a program, too, with the function's options. */
static void test_backward_is_compiled(void) {
  vjp_optimizer_options sgd = VJP_SGD_OPTIONS_INIT;
  for (int32_t min_sites = 1; min_sites < 100; min_sites += 98) {
    vjp_compile_options options = VJP_COMPILE_OPTIONS_INIT;
    options.min_sites = min_sites;
    options.strict = 1;
    Function f = {train, 0, 0};
    vjp_compiled* compiled = compile_function(&f, &options);
    vjp_compile_clear();
    vjp_compile_counters before = counters();
    session(compiled, vjp_optimizer_sgd, sgd);
    vjp_compile_counters after = counters();
    CHECK(f.calls == 1 && after.function_hits == before.function_hits + 5);
    CHECK(after.hits == before.hits + (min_sites == 1 && check_on_cpu() ? 5 : 0)); /* devices' calls are the engine's */
    char* text = NULL;
    OK(vjp_compiled_text(compiled, &text));
    CHECK(text && strstr(text, "vjp_backward(%5, None)\nvjp_optimizer_step()\n"));
    if (text && min_sites == 1) CHECK(strncmp(text, "vjp_optimizer_zero_grad()\n", 26) == 0);
    vjp_string_free(text);
    vjp_compiled_release(compiled);
  }
}

/* What it does with a gradient by itself is no part of it, and a backward that fails leaves no record. */
static vjp_status reads_gradient(vjp_tensor* const* in, vjp_tensor_list* results) {
  vjp_tensor* y = sum(mul(in[0], in[0]));
  vjp_status status = vjp_backward(y, NULL);
  return status == VJP_OK ? give_result(results, grad_of(in[0])) : status;
}
static vjp_status fails(vjp_tensor* const* in, vjp_tensor_list* results) {
  vjp_tensor* y = detached(in[0]);
  vjp_status status = vjp_backward(y, NULL);
  if (status == VJP_OK) return VJP_ERROR_INTERNAL;
  return give_result(results, y);
}
static void test_what_is_no_part(void) {
  static const struct {
    Body body;
    const char* words;
  } kCases[] = {{reads_gradient, "vjp_tensor_grad is no operator"}, {fails, "vjp_backward failed"}};
  for (size_t i = 0; i < sizeof kCases / sizeof *kCases; ++i) {
    Function f = {kCases[i].body, 0, 0};
    vjp_compiled* compiled = compile_function(&f, NULL);
    for (int round = 1; round < 4; ++round) {
      vjp_tensor *x = FRESH(1, 3), *r = NULL;
      OK(call_function(compiled, kCases[i].body, &x, 1, &r, 1));
      CHECK(f.calls == round);
    }
    char* why = NULL;
    OK(vjp_compile_last_miss(&why));
    CHECK(why && strstr(why, kCases[i].words));
    if (why && !strstr(why, kCases[i].words)) printf("%s\n", why);
    vjp_string_free(why);
    vjp_compiled_release(compiled);
    arena_clear();
  }
}

int main(void) {
  RUN(test_optimizers);
  RUN(test_clipping);
  RUN(test_backward_is_compiled);
  RUN(test_what_is_no_part);
  return finish();
}
