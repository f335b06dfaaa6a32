/*
 * Autocast: what operators compute in inside a region, how casts are recorded and kept, and what a region leaves alone.
 */
#include "regions.h"

static vjp_guard* enter(vjp_dtype dtype, bool enabled, bool cache) {
  vjp_autocast_options o = VJP_AUTOCAST_OPTIONS_INIT;
  vjp_guard* region = NULL;
  o.dtype = dtype;
  o.enabled = enabled;
  o.cache_enabled = cache;
  OK(vjp_guard_autocast(&o, &region));
  return region;
}

static vjp_tensor* in_dtype(vjp_dtype dtype, int64_t rows, int64_t columns) {
  return ramp(dtype, 2, (int64_t[]){rows, columns});
}
static vjp_dtype type(vjp_tensor* t) { return vjp_tensor_dtype(t); }

#define F16 VJP_DTYPE_FLOAT16
#define BF16 VJP_DTYPE_BFLOAT16
#define F32 VJP_DTYPE_FLOAT32
#define F64 VJP_DTYPE_FLOAT64

/* One operator of each list, and every kind of argument. */
static void lists(void) {
  static const vjp_dtype kLower[] = {BF16, F16};
  for (int i = 0; i < 2; ++i) {
    const vjp_dtype low = kLower[i];
    vjp_tensor *a = in_dtype(F32, 2, 2), *h = in_dtype(low, 2, 2), *d = in_dtype(F64, 2, 2), *n = NULL;
    OK(vjp_arange(vjp_scalar_int(4), VJP_DTYPE_INT64, &n));
    n = OP("reshape", T(own(n)), INTS(2, 2));
    vjp_guard* region = enter(low, true, true);
    /* products in lower precision, whatever calls them */
    CHECK(type(OP("matmul", T(a), T(a))) == low);
    CHECK(type(OP("matmul", T(a), T(h))) == low);
    CHECK(type(OP("linear", T(a), T(a), T(OP("select", T(a), I(0), I(0))))) == low);
    CHECK(type(OP("linear", T(a), T(a), NONE())) == low);
    CHECK(type(OP("einsum", S("ij,jk->ik"), TL((vjp_tensor*[]){a, a}, 2))) == low);
    CHECK(type(OP("inner", T(a), T(a))) == low); /* by its parts */
    CHECK(type(OP("matmul", T(d), T(d))) == F64);
    CHECK(type(OP("matmul", T(n), T(n))) == VJP_DTYPE_INT64);
    /* range and precision in float32 */
    CHECK(type(OP("exp", T(h))) == F32);
    CHECK(type(OP("softmax", T(h), I(1))) == F32);
    CHECK(type(OP("sum", T(h))) == F32);
    CHECK(type(OP("mse_loss", T(h), T(h))) == F32);
    CHECK(type(OP("layer_norm", T(h), INTS(2))) == F32);
    CHECK(type(OP("exp", T(a))) == F32);
    CHECK(type(OP("exp", T(d))) == F64);
    CHECK(type(OP("sum", T(n))) == VJP_DTYPE_INT64);
    CHECK(type(OP("softmax", T(h), I(1), D(low))) == low); /* the caller said so */
    /* the widest of several */
    CHECK(type(OP("cat", TL((vjp_tensor*[]){h, a}, 2))) == F32);
    CHECK(type(OP("cat", TL((vjp_tensor*[]){h, h}, 2))) == low);
    CHECK(type(OP("addcmul", T(h), T(a), T(h))) == F32);
    /* everything else takes what it gets */
    CHECK(type(OP("relu", T(h))) == low && type(OP("relu", T(a))) == F32);
    CHECK(type(add(h, h)) == low && type(add(h, a)) == F32);
    CHECK(type(OP_("exp", T(clone(h)))) == low);
    OK(vjp_guard_exit(region));
    CHECK(type(OP("matmul", T(a), T(a))) == F32);
    CHECK(type(OP("exp", T(h))) == low);
  }
}

/* The numbers are those of the casts written out. */
static void values(void) {
  vjp_tensor *a = times(in_dtype(F32, 3, 4), 1.01), *b = times(in_dtype(F32, 4, 2), 0.97);
  vjp_tensor* want = OP("matmul", T(OP("to", T(a), D(BF16))), T(OP("to", T(b), D(BF16))));
  vjp_tensor* exact = OP("matmul", T(a), T(b));
  vjp_guard* region = enter(BF16, true, true);
  vjp_tensor* got = OP("matmul", T(a), T(b));
  OK(vjp_guard_exit(region));
  bool differs = false;
  for (size_t i = 0; i < 6; ++i) {
    CHECK(at(got, i) == at(want, i));
    differs = differs || at(got, i) != at(exact, i);
  }
  CHECK(differs);
}

/* Gradients come in the dtype of what was cast, whether backward is called outside or inside. */
static void gradients(void) {
  for (int inside = 0; inside < 2; ++inside) {
    vjp_tensor *w = leaf(in_dtype(F32, 2, 2)), *x = leaf(in_dtype(F32, 2, 2));
    vjp_guard* region = enter(BF16, true, true);
    vjp_tensor* hidden = OP("matmul", T(x), T(w));
    CHECK(type(hidden) == BF16);
    vjp_tensor* loss = sum(OP("exp", T(times(hidden, 0.125))));
    CHECK(type(loss) == F32);
    if (inside) OK(vjp_backward(loss, NULL));
    CHECK(vjp_autocast_dtype(VJP_DEVICE_CPU) == BF16);
    OK(vjp_guard_exit(region));
    if (!inside) OK(vjp_backward(loss, NULL));
    CHECK(type(grad_of(w)) == F32 && type(grad_of(x)) == F32);
    /* by hand, in double precision */
    vjp_tensor *wd = leaf(in_dtype(F64, 2, 2)), *xd = leaf(in_dtype(F64, 2, 2));
    OK(vjp_backward(sum(OP("exp", T(times(OP("matmul", T(xd), T(wd)), 0.125)))), NULL));
    for (size_t i = 0; i < 4; ++i) {
      ABOUT(at(grad_of(w), i), at(grad_of(wd), i), 0.02);
      ABOUT(at(grad_of(x), i), at(grad_of(xd), i), 0.02);
    }
  }
}

static vjp_status count_dtype(void* context, vjp_tensor* gradient, vjp_tensor** replacement) {
  (void)replacement;
  int* seen = (int*)context;
  ++seen[0];
  seen[1] = (int)vjp_tensor_dtype(gradient);
  seen[2] = (int)vjp_autocast_dtype(VJP_DEVICE_CPU);
  return VJP_OK;
}

/* In backward the region is off: a derivative of a float32 product stays a float32 product. */
static void off_in_backward(void) {
  int seen[3] = {0, 0, -1};
  vjp_tensor *w = leaf(in_dtype(F32, 2, 2)), *x = leaf(in_dtype(F32, 2, 2)), *y = OP("matmul", T(x), T(w));
  OK(vjp_tensor_add_hook(w, count_dtype, seen, NULL, NULL));
  vjp_guard* region = enter(BF16, true, true);
  OK(vjp_backward(y, OP("ones_like", T(y))));
  OK(vjp_guard_exit(region));
  CHECK(seen[0] == 1 && seen[1] == F32 && seen[2] == VJP_DTYPE_NONE);
  EQUALS(grad_of(w), 2, 2, 3, 3);
}

/* A leaf is cast once in the outermost region, and again where it was changed; GF-7: or not kept at all. */
static void cache(void) {
  vjp_tensor *w = leaf(in_dtype(F32, 2, 2)), *x = in_dtype(BF16, 2, 2), *one = NULL, *two = NULL;
  for (int kept = 0; kept < 2; ++kept) {
    vjp_guard *region = enter(BF16, true, kept), *inner = NULL;
    CHECK(vjp_autocast_cache_enabled() == kept);
    one = OP("matmul", T(x), T(w));
    inner = enter(BF16, true, kept);
    two = OP("matmul", T(x), T(w));
    OK(vjp_guard_exit(inner));
    vjp_node *a = NULL, *b = NULL;
    uint32_t slot = 0;
    OK(vjp_node_edge(node_of(one), 1, &a, &slot));
    OK(vjp_node_edge(node_of(two), 1, &b, &slot));
    CHECK((own_node(a) == own_node(b)) == kept);
    /* the same cast serves two backwards */
    OK(vjp_backward(sum(one), NULL));
    OK(vjp_backward(sum(two), NULL));
    /* what was changed is cast again */
    vjp_grad_mode_set(false, NULL);
    OP_("fill", T(w), F(2));
    vjp_grad_mode_set(true, NULL);
    vjp_tensor* three = OP("matmul", T(x), T(w));
    EQUALS(three, 3, 3, 7, 7);
    /* and what was given other data */
    OK(vjp_tensor_set_data(w, OP("zeros", INTS(2, 2), D(F32))));
    EQUALS(OP("matmul", T(x), T(w)), 0, 0, 0, 0);
    OK(vjp_tensor_set_data(w, in_dtype(F32, 2, 2)));
    OK(vjp_guard_exit(region));
    CHECK(vjp_autocast_cache_enabled());
  }
}

/* A cast made with grad mode off does not cut the graph of a later use. */
static void cache_and_grad_mode(void) {
  vjp_tensor *w = leaf(in_dtype(F32, 2, 2)), *x = in_dtype(F32, 2, 2);
  vjp_guard* region = enter(BF16, true, true);
  vjp_grad_mode_set(false, NULL);
  CHECK(!vjp_tensor_requires_grad(OP("matmul", T(x), T(w))));
  vjp_grad_mode_set(true, NULL);
  vjp_tensor* y = OP("matmul", T(x), T(w));
  CHECK(vjp_tensor_requires_grad(y));
  vjp_grad_mode_set(false, NULL);
  CHECK(!vjp_tensor_requires_grad(OP("matmul", T(x), T(w))));
  vjp_grad_mode_set(true, NULL);
  OK(vjp_guard_exit(region));
  CHECK(grad(sum(y), w) != NULL);
}

static void nesting(void) {
  vjp_tensor* a = in_dtype(F32, 2, 2);
  CHECK(vjp_autocast_dtype(VJP_DEVICE_CPU) == VJP_DTYPE_NONE);
  vjp_guard *outer = enter(BF16, true, true), *off = enter(BF16, false, true), *again = enter(F16, true, true);
  CHECK(vjp_autocast_dtype(VJP_DEVICE_CPU) == F16 && type(OP("matmul", T(a), T(a))) == F16);
  FAILS(VJP_ERROR_STATE, vjp_guard_exit(off));
  OK(vjp_guard_exit(again));
  CHECK(vjp_autocast_dtype(VJP_DEVICE_CPU) == VJP_DTYPE_NONE && type(OP("matmul", T(a), T(a))) == F32);
  OK(vjp_guard_exit(off));
  CHECK(vjp_autocast_dtype(VJP_DEVICE_CPU) == BF16 && type(OP("matmul", T(a), T(a))) == BF16);
  /* a region of another device leaves this one alone */
  vjp_autocast_options o = VJP_AUTOCAST_OPTIONS_INIT;
  o.device_kind = VJP_DEVICE_SIM;
  o.dtype = VJP_DTYPE_FLOAT16;
  OK(vjp_guard_autocast(&o, &again));
  CHECK(vjp_autocast_dtype(VJP_DEVICE_SIM) == F16 && vjp_autocast_dtype(VJP_DEVICE_CPU) == BF16);
  CHECK(type(OP("matmul", T(a), T(a))) == BF16);
  OK(vjp_guard_exit(again));
  OK(vjp_guard_exit(outer));
  CHECK(vjp_autocast_dtype(VJP_DEVICE_CPU) == VJP_DTYPE_NONE && vjp_autocast_dtype(-1) == VJP_DTYPE_NONE);
}

static void refusals(void) {
  vjp_autocast_options o = VJP_AUTOCAST_OPTIONS_INIT;
  vjp_guard* region = NULL;
  o.dtype = VJP_DTYPE_FLOAT32;
  FAILS(VJP_ERROR_DTYPE, vjp_guard_autocast(&o, &region));
  o.dtype = VJP_DTYPE_FLOAT16;
  o.device_kind = 99;
  FAILS(VJP_ERROR_DEVICE, vjp_guard_autocast(&o, &region));
  o.device_kind = 0;
  o.struct_size = 1;
  FAILS(VJP_ERROR_INVALID, vjp_guard_autocast(&o, &region));
  CHECK(region == NULL);
}

/* exp(x w): what a checkpoint computes again */
static vjp_status product(void* context, bool recomputing, vjp_tensor* const* inputs, size_t num_inputs,
                          vjp_tensor_list* results) {
  Region* region = (Region*)context;
  vjp_tensor* t = NULL;
  CHECK(num_inputs == 1);
  region_count(region, recomputing);
  vjp_status status = apply(&t, "matmul", ARGS(T(inputs[0]), T(region->weight)));
  if (!status) CHECK(vjp_tensor_dtype(t) == BF16);
  if (!status) status = apply(&t, "exp", ARGS(T(t)));
  if (!status) return region_append(results, t);
  vjp_tensor_release(t);
  return status;
}

/* CKPT-3: a recomputation has the region of its forward */
static void checkpoints(void) {
  for (int reentrant = 0; reentrant < 2; ++reentrant) {
    static Region region;
    memset(&region, 0, sizeof region);
    vjp_tensor* want[2] = {NULL, NULL};
    vjp_checkpoint_options options = VJP_CHECKPOINT_OPTIONS_INIT;
    options.reentrant = reentrant;
    for (int plain = 1; plain >= 0; --plain) {
      vjp_tensor *x = leaf(times(in_dtype(F32, 2, 2), 0.25)), *w = leaf(times(in_dtype(F32, 2, 2), 0.5)), *y = NULL;
      region.weight = w;
      vjp_guard* guard = enter(BF16, true, true);
      y = plain ? OP("exp", T(OP("matmul", T(x), T(w)))) : checkpointed(product, &region, x, &options);
      OK(vjp_guard_exit(guard));
      CHECK(type(y) == F32);
      OK(vjp_backward(sum(y), NULL));
      if (plain) {
        want[0] = grad_of(x), want[1] = grad_of(w);
      } else {
        CHECK(region.recomputations == 1);
        for (size_t i = 0; i < 4; ++i) {
          CHECK(at(grad_of(x), i) == at(want[0], i));
          CHECK(at(grad_of(w), i) == at(want[1], i));
        }
      }
    }
  }
}

/* Second order: the casts are recorded like anything else. */
static void second_order(void) {
  vjp_tensor* x = leaf(ramp(F32, 2, (int64_t[]){1, 2}));
  vjp_guard* region = enter(BF16, true, true);
  vjp_tensor* y = OP("matmul", T(x), T(OP("transpose", T(x), I(0), I(1))));
  OK(vjp_guard_exit(region));
  CHECK(type(y) == BF16);
  vjp_tensor* g = grad_graph(sum(mul(y, y)), x); /* 4 |x|^2 x */
  CHECK(type(g) == F32);
  EQUALS(g, 4 * 1.25 * 0.5, 4 * 1.25 * 1);
  EQUALS(grad(sum(g), x), 4 * 1.25 + 8 * 0.5 * 1.5, 4 * 1.25 + 8 * 1 * 1.5);
}

int main(void) {
  RUN(lists);
  RUN(values);
  RUN(gradients);
  RUN(off_in_backward);
  RUN(cache);
  RUN(cache_and_grad_mode);
  RUN(nesting);
  RUN(refusals);
  RUN(checkpoints);
  RUN(second_order);
  return finish();
}
