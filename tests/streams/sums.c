/* Where gradients are added, and what a recomputation draws: SC-23, SC-27, SC-68. */
#include "harness.h"

enum { kN = 1000, kDraws = 64 };

/* SC-27, IB-1: gradients on the host are added there. Two uses of the copy cost the device no command more than one. */
static vjp_sim_counters of_backward(int uses) {
  vjp_stream* amb = new_stream(dev(0), "amb");
  vjp_sim_counters cost;
  memset(&cost, 0, sizeof cost);
  UNDER(amb) {
    vjp_tensor *x = leaf(ones(dev(0), kN)), *h = to_device(times(x, 2), cpu()), *loss = sum(times(h, 3));
    if (uses == 2) loss = OP("add", T(loss), T(sum(times(h, 4))));
    vjp_sim_counters before;
    if (on_sim()) before = counters(amb);
    backward(loss, NULL);
    if (on_sim()) cost = since(amb, before);
    ALL(grad_of(x), uses == 2 ? 14 : 6);
  }
  return cost;
}
SCENARIO(27, sums_on_the_host) {
  vjp_sim_counters one = of_backward(1), two = of_backward(2);
  if (!counting()) return;
  CHECK(one.copies == 1 && two.copies == 1 && two.kernels == one.kernels);
  CHECK(two.fills == one.fills && two.records == one.records && two.waits == one.waits);
}

/*
 * SC-23, IB-6: the gradient of the sum goes to two nodes. When the later one adds to it, the host has no other
 * reference to it, but on the other stream it is still to be read.
 */
SCENARIO(23, a_sum_while_another_stream_reads) {
  vjp_stream *amb = new_stream(dev(0), "amb"), *s0 = new_stream(dev(0), "s0"), *s1 = new_stream(dev(0), "s1");
  vjp_tensor *x = NULL, *y = NULL, *a = NULL, *b = NULL, *early = NULL, *late = NULL;
  UNDER(s0) {
    x = leaf(ones(dev(0), kN));
    a = times(x, 1);
    early = times(a, 2);
  }
  UNDER(s1) {
    wait_for(s1, s0);
    y = leaf(ones(dev(0), kN));
    b = mul_s(y, 5);
    late = times(OP("add", T(a), T(b)), 1); /* so that nobody but the engine has the gradient of the sum */
  }
  UNDER(amb) {
    wait_for(amb, s1);
    vjp_tensor *g = ones(dev(0), kN), *h = ones(dev(0), kN), *roots[2] = {late, early}, *gradients[2] = {g, h};
    OK(try_backward_with(roots, 2, gradients, false, false));
    ALL(grad_of(x), 3);
    ALL(grad_of(y), 5);
  }
}

/* SC-68, RG-5: a region that is computed again in a capture draws what it drew, in each replay. */
static vjp_status dropped_region(void* context, bool recomputing, vjp_tensor* const* inputs, size_t num_inputs,
                                 vjp_tensor_list* results) {
  (void)context, (void)recomputing, (void)num_inputs;
  vjp_tensor *kept = NULL, *out = NULL;
  vjp_status status = vjp_dropout(inputs[0], 0.5, true, NULL, &kept);
  if (!status) status = vjp_mul(kept, kept, &out); /* saves what was drawn */
  if (!status) status = vjp_tensor_list_append(results, out);
  vjp_tensor_release(kept);
  vjp_tensor_release(out);
  return status;
}
SCENARIO(68, a_recomputation_in_a_capture) {
  vjp_stream* s = new_stream(dev(0), "s");
  vjp_device_graph* g = new_graph();
  double value[2][kDraws], slope[2][kDraws];
  UNDER(s) {
    vjp_tensor *x = leaf(filled(dev(0), kDraws, 3)), *root = ones(dev(0), kDraws), *y = NULL;
    vjp_checkpoint_function f = VJP_CHECKPOINT_FUNCTION_INIT;
    f.run = dropped_region;
    OK(vjp_manual_seed(5));
    vjp_tensor_list* results = NULL;
    OK(vjp_device_graph_capture_begin(g, dev(0), NULL, VJP_CAPTURE_GLOBAL));
    OK(vjp_checkpoint(&f, &x, 1, NULL, &results));
    y = own(vjp_tensor_retain(vjp_tensor_list_get(results, 0)));
    vjp_tensor_list_release(results);
    backward(y, root);
    OK(vjp_device_graph_capture_end(g));
    for (int i = 0; i < 2; ++i) {
      OK(vjp_device_graph_replay(g));
      OK(vjp_device_synchronize(dev(0)));
      host_values(y, value[i], kDraws);
      host_values(grad_of(x), slope[i], kDraws);
      int dropped = 0;
      for (int k = 0; k < kDraws; ++k) {
        dropped += value[i][k] == 0;
        CHECK(slope[i][k] == (value[i][k] == 0 ? 0 : 24)); /* of (2 x)^2 at 3 */
      }
      CHECK(dropped > 0 && dropped < kDraws);
    }
    CHECK(memcmp(value[0], value[1], sizeof value[0]) != 0);
  }
}
