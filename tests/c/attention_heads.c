/* Attention of several heads, by the steps it is made of and by what its masks and appended keys mean. */
#include <math.h>

#include "check.h"

enum { LENGTH = 3, KEYS = 4, BATCH = 2, SIZE = 4, HEADS = 2 };

/* Of a shape, numbers that differ from call to call. */
static vjp_tensor* numbers(double start, const int64_t* sizes, size_t ndim) {
  vjp_tensor* ones = OP("ones", L(sizes, ndim), D(VJP_DTYPE_FLOAT64));
  vjp_tensor* steps = OP("view", T(OP("cumsum", T(OP("flatten", T(ones))), I(0))), L(sizes, ndim));
  return OP("sin", T(OP("add", T(OP("mul", T(steps), F(1.7))), F(start))));
}
#define NUMBERS(start, ...) \
  numbers((start), (int64_t[]){__VA_ARGS__}, sizeof((int64_t[]){__VA_ARGS__}) / sizeof(int64_t))

/* The arguments of a call, by their places in the schema. */
enum {
  QUERY,
  KEY,
  VALUE,
  CHECKED,
  NUMBER_OF_HEADS,
  WEIGHT,
  BIAS,
  BIAS_K,
  BIAS_V,
  ZERO,
  P,
  OUT_WEIGHT,
  OUT_BIAS,
  TRAINING,
  PADDING,
  WITH_WEIGHTS,
  MASK,
  SEPARATE,
  Q_WEIGHT,
  K_WEIGHT,
  V_WEIGHT,
  STATIC_K,
  STATIC_V,
  AVERAGE,
  CAUSAL,
  GENERATOR,
  ARGUMENTS
};
struct call {
  vjp_value args[ARGUMENTS];
};

static struct call call_of_self_made(void) {
  struct call c = {{T(NUMBERS(0.1, LENGTH, BATCH, SIZE)),
                    T(NUMBERS(0.2, KEYS, BATCH, SIZE)),
                    T(NUMBERS(0.3, KEYS, BATCH, SIZE)),
                    I(SIZE),
                    I(HEADS),
                    T(NUMBERS(0.4, 3 * SIZE, SIZE)),
                    T(NUMBERS(0.5, 3 * SIZE)),
                    NONE(),
                    NONE(),
                    B(false),
                    F(0),
                    T(NUMBERS(0.6, SIZE, SIZE)),
                    T(NUMBERS(0.7, SIZE)),
                    B(false),
                    NONE(),
                    B(true),
                    NONE(),
                    B(false),
                    NONE(),
                    NONE(),
                    NONE(),
                    NONE(),
                    NONE(),
                    B(true),
                    B(false),
                    NONE()}};
  return c;
}
static vjp_tensor* result(struct call c, size_t index) {
  vjp_tensor* out = NULL;
  OK(call_op("multi_head_attention_forward", VJP_VARIANT_FUNCTIONAL, c.args, ARGUMENTS, index, &out));
  return own(out);
}
static vjp_tensor* values_of(struct call c) { return result(c, 0); }
static struct call with(struct call c, int place, vjp_value value) {
  c.args[place] = value;
  return c;
}
static void same(vjp_tensor* a, vjp_tensor* b) {
  vjp_tensor* distance = OP("amax", T(OP("abs", T(OP("sub", T(a), T(b))))));
  CHECK(vjp_tensor_numel(a) == vjp_tensor_numel(b));
  ABOUT(at(distance, 0), 0, 1e-12);
}

/* ---- by its steps ---- */

static vjp_tensor* projected(struct call c, int which) {
  vjp_tensor* w = narrow(c.args[WEIGHT].as.tensor, 0, which * SIZE, SIZE);
  vjp_tensor* b = narrow(c.args[BIAS].as.tensor, 0, which * SIZE, SIZE);
  return OP("linear", c.args[which], T(w), T(b));
}
static vjp_tensor* one_head(vjp_tensor* t, int sample, int head) {
  return narrow(OP("select", T(t), I(1), I(sample)), 1, head * (SIZE / HEADS), SIZE / HEADS);
}

static void heads_by_steps(void) {
  struct call c = call_of_self_made();
  vjp_tensor *samples[BATCH], *of_heads[BATCH], *q = projected(c, 0), *k = projected(c, 1), *v = projected(c, 2);
  for (int s = 0; s < BATCH; ++s) {
    vjp_tensor *parts[HEADS], *shares[HEADS];
    for (int h = 0; h < HEADS; ++h) {
      vjp_tensor* scores = OP("matmul", T(one_head(q, s, h)), T(OP("t", T(one_head(k, s, h)))));
      shares[h] = OP("softmax", T(times(scores, sqrt((double)HEADS / SIZE))), I(-1));
      parts[h] = OP("matmul", T(shares[h]), T(one_head(v, s, h)));
    }
    samples[s] = OP("cat", TL(parts, HEADS), I(1));
    of_heads[s] = OP("stack", TL(shares, HEADS));
  }
  vjp_tensor* out = OP("linear", T(OP("stack", TL(samples, BATCH), I(1))), c.args[OUT_WEIGHT], c.args[OUT_BIAS]);
  vjp_tensor* shares = OP("stack", TL(of_heads, BATCH));
  same(values_of(c), out);
  same(result(c, 1), OP("mean", T(shares), INTS(1)));
  same(result(with(c, AVERAGE, B(false)), 1), shares);
  same(values_of(with(c, WITH_WEIGHTS, B(false))), out);
  CHECK(vjp_tensor_numel(result(with(c, WITH_WEIGHTS, B(false)), 1)) == 0);
}

static void one_sample_without_its_dimension(void) {
  struct call c = call_of_self_made(), one = c;
  for (int i = QUERY; i <= VALUE; ++i) one.args[i] = T(OP("select", c.args[i], I(1), I(0)));
  same(values_of(one), OP("select", T(values_of(c)), I(1), I(0)));
  same(result(one, 1), OP("select", T(result(c, 1)), I(0), I(0)));
}

/* One product for query, key and value where they are one tensor. */
static void self_attention(void) {
  struct call c = call_of_self_made(), own_copies = c;
  for (int i = QUERY; i <= VALUE; ++i)
    c.args[i] = c.args[QUERY], own_copies.args[i] = T(clone(c.args[QUERY].as.tensor));
  same(values_of(c), values_of(own_copies));
}

static void separate_weights(void) {
  struct call c = call_of_self_made(), apart = with(c, SEPARATE, B(true));
  apart.args[WEIGHT] = NONE();
  for (int i = 0; i < 3; ++i) apart.args[Q_WEIGHT + i] = T(narrow(c.args[WEIGHT].as.tensor, 0, i * SIZE, SIZE));
  same(values_of(apart), values_of(c));
  FAILS(VJP_ERROR_INVALID, call_op("multi_head_attention_forward", VJP_VARIANT_FUNCTIONAL,
                                   with(apart, K_WEIGHT, NONE()).args, ARGUMENTS, 0, NULL));
  SAYS("'k_proj_weight' is needed with use_separate_proj_weight");
}

/* ---- masks ---- */

static vjp_tensor* holds(vjp_tensor* numbers) { return OP("to", T(numbers), D(VJP_DTYPE_BOOL)); }

/* Keys that are hidden might as well not be there, whichever mask hides them. */
static void hidden_keys(void) {
  struct call c = call_of_self_made(), fewer = c;
  for (int i = KEY; i <= VALUE; ++i) fewer.args[i] = T(narrow(c.args[i].as.tensor, 0, 0, KEYS - 1));
  vjp_tensor* wanted = values_of(fewer);
  vjp_tensor* last = holds(MAT(2, 4, 0, 0, 0, 1, 0, 0, 0, 1));
  vjp_tensor* everywhere = holds(MAT(3, 4, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1));
  vjp_tensor* added = MAT(3, 4, 0, 0, 0, -INFINITY, 0, 0, 0, -INFINITY, 0, 0, 0, -INFINITY);
  for (int weights = 0; weights < 2; ++weights) {
    struct call d = with(c, WITH_WEIGHTS, B(weights));
    same(values_of(with(d, PADDING, T(last))), wanted);
    same(values_of(with(d, MASK, T(everywhere))), wanted);
    same(values_of(with(d, MASK, T(added))), wanted);
    same(values_of(with(d, MASK, T(OP("expand", T(added), INTS(BATCH * HEADS, 3, 4))))), wanted);
    same(values_of(with(with(d, MASK, T(added)), PADDING, T(last))), wanted);
    /* one that sees nothing gives what zeros are projected to */
    vjp_tensor* all = values_of(with(d, PADDING, T(holds(MAT(2, 4, 1, 1, 1, 1, 0, 0, 0, 0)))));
    for (size_t i = 0; i < SIZE; ++i) NEAR(at(all, i), at(c.args[OUT_BIAS].as.tensor, i));
  }
}

static void causal(void) {
  struct call c = call_of_self_made();
  vjp_tensor* later = holds(MAT(3, 4, 0, 1, 1, 1, 0, 0, 1, 1, 0, 0, 0, 1));
  vjp_tensor* wanted = values_of(with(c, MASK, T(later)));
  same(values_of(with(c, CAUSAL, B(true))), wanted);
  same(values_of(with(with(c, CAUSAL, B(true)), WITH_WEIGHTS, B(false))), wanted);
  /* beside a mask it is a hint */
  same(values_of(with(with(c, CAUSAL, B(true)), MASK, T(later))), wanted);
}

/* ---- more keys ---- */

static void appended_keys(void) {
  struct call c = call_of_self_made();
  vjp_tensor* nothing = OP("zeros", INTS(1, 1, SIZE), D(VJP_DTYPE_FLOAT64));
  struct call zero = with(c, ZERO, B(true)), biased = with(with(c, BIAS_K, T(nothing)), BIAS_V, T(nothing));
  CHECK(vjp_tensor_size(result(zero, 1), 2) == KEYS + 1);
  same(values_of(zero), values_of(biased));
  vjp_tensor* flat = OP("flatten", T(nothing));
  same(values_of(zero), values_of(with(with(c, BIAS_K, T(flat)), BIAS_V, T(flat))));
  /* the mask does not hide them */
  vjp_tensor* all = holds(OP("ones", INTS(BATCH, KEYS), D(VJP_DTYPE_FLOAT64)));
  vjp_tensor* shares = result(with(zero, PADDING, T(all)), 1);
  NEAR(at(shares, KEYS), 1);
  FAILS(VJP_ERROR_INVALID, call_op("multi_head_attention_forward", VJP_VARIANT_FUNCTIONAL,
                                   with(biased, BIAS_V, NONE()).args, ARGUMENTS, 0, NULL));
  SAYS("'bias_k' and 'bias_v' are given together; 'bias_v' is missing");
}

static void static_keys(void) {
  struct call c = call_of_self_made(), given = c;
  vjp_tensor *k = projected(c, 1), *v = projected(c, 2);
  vjp_tensor* by_head[] = {k, v};
  for (int i = 0; i < 2; ++i) {
    vjp_tensor* heads = OP("reshape", T(by_head[i]), INTS(KEYS, BATCH * HEADS, SIZE / HEADS));
    given.args[STATIC_K + i] = T(OP("transpose", T(heads), I(0), I(1)));
  }
  given.args[KEY] = given.args[VALUE] = T(NUMBERS(9, KEYS, BATCH, SIZE));
  same(values_of(given), values_of(c));
}

/* ---- dropout, refusals ---- */

static void dropout_only_in_training(void) {
  struct call c = with(call_of_self_made(), P, F(0.5));
  same(values_of(c), values_of(with(c, P, F(0))));
  OK(vjp_manual_seed(3));
  vjp_tensor* shares = result(with(c, TRAINING, B(true)), 1);
  vjp_tensor* whole = result(c, 1);
  int changed = 0;
  for (size_t i = 0; i < 24; ++i) changed += fabs(at(shares, i) - at(whole, i)) > 1e-9;
  CHECK(changed > 5);
}

static void refuses(int place, vjp_value value, vjp_status status, const char* words) {
  FAILS(status, call_op("multi_head_attention_forward", VJP_VARIANT_FUNCTIONAL,
                        with(call_of_self_made(), place, value).args, ARGUMENTS, 0, NULL));
  SAYS("multi_head_attention_forward: ");
  SAYS(words);
}

static void what_does_not_fit(void) {
  refuses(CHECKED, I(5), VJP_ERROR_SHAPE, "'query' has 4 features, but 'embed_dim_to_check' is 5");
  refuses(NUMBER_OF_HEADS, I(3), VJP_ERROR_INVALID, "'num_heads' is 3, which does not divide the 4 features");
  refuses(KEY, T(NUMBERS(0, KEYS + 1, BATCH, SIZE)), VJP_ERROR_SHAPE, "as many keys as values");
  refuses(KEY, T(NUMBERS(0, KEYS, SIZE)), VJP_ERROR_SHAPE, "expected [L, B, E], [S, B, *] and [S, B, *]");
  refuses(WEIGHT, NONE(), VJP_ERROR_INVALID, "'in_proj_weight' is needed without use_separate_proj_weight");
  refuses(BIAS, T(NUMBERS(0, 5)), VJP_ERROR_SHAPE, "'in_proj_bias' has shape [5], expected [12]");
  refuses(MASK, T(NUMBERS(0, 2, 2)), VJP_ERROR_SHAPE, "'attn_mask' has shape [2, 2], expected [3, 4]");
  refuses(PADDING, T(NUMBERS(0, KEYS)), VJP_ERROR_SHAPE, "'key_padding_mask' has shape [4], expected [B, S]");
  refuses(MASK, T(OP("zeros", INTS(3, 4), D(VJP_DTYPE_INT64))), VJP_ERROR_DTYPE,
          "'attn_mask' is int64, expected bool or float64");
  refuses(P, F(1.5), VJP_ERROR_INVALID, "'dropout_p' is a probability, from 0 to 1; got 1.5");
  refuses(STATIC_K, T(NUMBERS(0, 3, 4, 2)), VJP_ERROR_SHAPE, "'static_k' has shape [3, 4, 2], expected [4, *, 2]");
}

int main(void) {
  RUN(heads_by_steps);
  RUN(one_sample_without_its_dimension);
  RUN(self_attention);
  RUN(separate_weights);
  RUN(hidden_keys);
  RUN(causal);
  RUN(appended_keys);
  RUN(static_keys);
  RUN(dropout_only_in_training);
  RUN(what_does_not_fit);
  return finish();
}
