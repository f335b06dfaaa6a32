/* Chapter 20: how long a checkpoint of the default kind keeps what, and when it computes again. */
#include "regions.h"

/* CKPT-18 */
static void everything_is_freed(void) {
  static Region region, pruned;
  region = pruned = (Region){0};
  vjp_tensor *x = leaf(VEC(1, 2)), *w = leaf(VEC(5, 7));
  pruned.weight = w;
  int64_t tensors = vjp_debug_live_tensors(), nodes = vjp_debug_live_nodes();
  {
    /* never differentiated */
    vjp_tensor* y = checkpointed(curve, &region, x, NULL);
    drop_now(y);
    CHECK(region.dropped == 1);
  }
  {
    /* differentiated for the weight alone: what x needs is filled and never read */
    vjp_tensor* y = checkpointed(curve, &pruned, x, NULL);
    vjp_tensor* s = sum(y);
    vjp_tensor* g = grad(s, w);
    drop_now(g);
    drop_now(s);
    CHECK(pruned.dropped == 0);
    drop_now(y);
    CHECK(pruned.dropped == 1);
  }
  CHECK(vjp_debug_live_tensors() == tensors);
  CHECK(vjp_debug_live_nodes() == nodes);
}

/* f changes its input in place */
static vjp_status changing(void* context, bool recomputing, vjp_tensor* const* inputs, size_t num_inputs,
                           vjp_tensor_list* results) {
  vjp_tensor* t = NULL;
  (void)num_inputs;
  region_count((Region*)context, recomputing);
  vjp_status status = call_op("mul", VJP_VARIANT_INPLACE, ARGS(T(inputs[0]), F(2)), 0, &t);
  if (!status) status = apply(&t, "sin", ARGS(T(t)));
  if (!status) return region_append(results, t);
  vjp_tensor_release(t);
  return status;
}

/* CKPT-19: an input that is not what it was is refused, and closes no circle */
static void changed_input(void) {
  static Region region;
  region = (Region){0};
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* h = times(x, 1);
  vjp_tensor *y = checkpointed(changing, &region, h, NULL), *g = NULL;
  FAILS(VJP_ERROR_VERSION, try_grad_of(sum(y), x, true, &g));
  arena_clear();
  CHECK(region.dropped == 1);
}

/* Two steps on a large vector, each of which saves one value of that size. */
static vjp_status large(void* context, bool recomputing, vjp_tensor* const* inputs, size_t num_inputs,
                        vjp_tensor_list* results) {
  vjp_tensor* t = NULL;
  (void)num_inputs;
  region_count((Region*)context, recomputing);
  vjp_status status = apply(&t, "sin", ARGS(T(inputs[0])));
  for (int i = 0; i < 3 && !status; ++i) status = apply(&t, "sin", ARGS(T(t)));
  if (!status) return region_append(results, t);
  vjp_tensor_release(t);
  return status;
}

/* Of a grad call, in vectors; it may keep the graph. */
static int64_t peak_of(int regions, bool checkpoints, bool retain) {
  static const int64_t length = 1 << 15;
  vjp_tensor* x = leaf(ramp(VJP_DTYPE_FLOAT64, 1, &length));
  static Region region;
  region = (Region){0};
  vjp_tensor* y = x;
  int64_t before = vjp_memory_allocated();
  vjp_memory_reset_peak();
  for (int i = 0; i < regions; ++i) {
    vjp_tensor* former = y;
    if (checkpoints) {
      y = checkpointed(large, &region, former, NULL);
    } else {
      y = NULL;
      for (int step = 0; step < 4; ++step) {
        vjp_tensor* from = y ? y : former;
        y = OP("sin", T(from));
        if (from != x) drop_now(from);
      }
      continue;
    }
    if (former != x) drop_now(former);
  }
  vjp_tensor* s = sum(y);
  drop_now(y);
  if (retain) {
    grad(s, x);
  } else {
    OK(vjp_backward(s, NULL));
  }
  int64_t peak = (vjp_memory_peak() - before) / (length * (int64_t)sizeof(double));
  arena_clear();
  return peak;
}

/* CKPT-11: at its height, memory holds the inputs of the regions and the values of one */
static void peak_memory(void) {
  for (int retain = 0; retain < 2; ++retain) {
    int64_t plain = peak_of(8, false, retain), checkpointed_peak = peak_of(8, true, retain);
    CHECK(plain >= 32);
    CHECK(checkpointed_peak <= 8 + 4 + 5);
  }
}

/* Reads what it saved twice. */
static vjp_status reads_twice(void* context, vjp_node* node, vjp_tensor* const* grads, size_t num_grads,
                              vjp_tensor** out, size_t num_inputs) {
  (void)context, (void)num_grads, (void)num_inputs;
  vjp_tensor* saved = NULL;
  for (int i = 0; i < 2; ++i) {
    vjp_status status = vjp_function_saved(node, 0, &saved);
    if (status != VJP_OK) return status;
    vjp_tensor_release(saved);
  }
  *out = vjp_tensor_retain(grads[0]);
  return VJP_OK;
}
static vjp_status with_function(void* context, bool recomputing, vjp_tensor* const* inputs, size_t num_inputs,
                                vjp_tensor_list* results) {
  vjp_function function = VJP_FUNCTION_INIT;
  vjp_tensor* t = NULL;
  bool before;
  (void)num_inputs;
  region_count((Region*)context, recomputing);
  function.name = "Twice";
  function.backward = reads_twice;
  OK(vjp_grad_mode_set(false, &before));
  vjp_status status = apply(&t, "clone", ARGS(T(inputs[0])));
  OK(vjp_grad_mode_set(before, NULL));
  if (!status) status = vjp_function_record(&function, inputs, 1, &t, 1, inputs, 1);
  if (!status) return region_append(results, t);
  vjp_tensor_release(t);
  return status;
}

/* CKPT-11 */
static void read_twice_in_a_task(void) {
  static Region region;
  region = (Region){0};
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor *y = checkpointed(with_function, &region, x, NULL), *g = NULL;
  FAILS(VJP_ERROR_STATE, try_grad_of(sum(y), x, true, &g));
  SAYS("Twice");
  CHECK(region.failed == VJP_ERROR_STATE && strstr(region.message, "was read before in this grad call"));
}

/* CKPT-10: outside of any task each reading computes the region for itself */
static void read_outside_a_task(void) {
  static Region region;
  region = (Region){0};
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_node* node = node_of(checkpointed(with_function, &region, x, NULL));
  for (int i = 1; i <= 2; ++i) {
    vjp_tensor* saved = NULL;
    OK(vjp_function_saved(node, 0, &saved));
    EQUALS(own(saved), 1, 2);
    CHECK(region.recomputations == i);
  }
}

/* CKPT-18, GRAPH-15: a long chain of regions is destroyed without recursion */
static void long_chain(void) {
  static Region region;
  region = (Region){0};
  vjp_tensor* x = leaf(SCALAR(0.5));
  vjp_tensor* y = times(x, 1);
  for (int i = 0; i < 20000; ++i) {
    vjp_tensor* next = checkpointed(stubborn, &region, y, NULL);
    drop_now(y);
    y = next;
  }
  drop_now(y);
  CHECK(region.forwards == 20000 && region.dropped == 20000);
}

int main(void) {
  RUN(everything_is_freed);
  RUN(changed_input);
  RUN(peak_memory);
  RUN(read_twice_in_a_task);
  RUN(read_outside_a_task);
  RUN(long_chain);
  return finish();
}
