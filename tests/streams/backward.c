/* Backward as seen from the caller's streams: SC-12 to SC-20, SC-33 to SC-36, SC-44 to SC-46, SC-50. */
#include "harness.h"

enum { kN = 1000 };

/* Notes the stream that is current for the gradient's device. */
static vjp_status note_stream(void* context, vjp_tensor* grad, vjp_tensor** replacement) {
  (void)replacement;
  *(vjp_stream**)context = stream_now(vjp_tensor_device(grad));
  return VJP_OK;
}
static void watch(vjp_tensor* t, vjp_stream** seen) {
  *seen = NULL;
  OK(vjp_tensor_add_hook(t, note_stream, seen, NULL, NULL));
}
/* Reads the tensor by a kernel on the current stream. */
static void touch(vjp_tensor* t) { times(t, 1); }

/* SC-12, STREAM-10, GC-1 */
SCENARIO(12, under_a_side_stream) {
  vjp_stream *d0 = default_stream(dev(0)), *s = new_stream(dev(0), "s");
  vjp_tensor* x = leaf(ones(dev(0), kN));
  UNDER(s) {
    wait_for(s, d0);
    backward(sum(mul_s(x, 2)), NULL);
    CHECK(stream_now(dev(0)) == s);
  }
  CHECK(stream_now(dev(0)) == d0);
  wait_for(d0, s);
  ALL(grad_of(x), 2);
}

/* SC-12, STREAM-10 */
SCENARIO(12, nothing_is_promised_to_the_default_stream) {
  if (!detector_on()) return;
  vjp_stream *d0 = default_stream(dev(0)), *s = new_stream(dev(0), "s");
  vjp_tensor* x = leaf(ones(dev(0), kN));
  UNDER(s) {
    wait_for(s, d0);
    backward(sum(mul_s(x, 2)), NULL);
  }
  CLEAN();
  touch(grad_of(x));
  RACE();
}

/* SC-13, GC-5, STREAM-9 */
SCENARIO(13, results_are_usable_at_once) {
  vjp_stream *s = new_stream(dev(0), "s"), *amb = new_stream(dev(0), "amb");
  vjp_tensor *x = NULL, *y = NULL;
  UNDER(s) {
    x = leaf(ones(dev(0), kN));
    y = sum(mul_s(x, 3));
  }
  UNDER(amb) {
    wait_for(amb, s);
    backward(y, NULL);
    ALL(grad_of(x), 3);
  }
}

/* SC-14, NS-5, STREAM-6: first use of x on amb or on s0 */
static void two_branches(bool first_on_s0, int iterations, bool by_grad) {
  vjp_stream *amb = new_stream(dev(0), "amb"), *s0 = new_stream(dev(0), "s0"), *s1 = new_stream(dev(0), "s1");
  vjp_guard* ambient = under(amb);
  vjp_tensor* x = leaf(ones(dev(0), kN));
  vjp_tensor* ones_like = ones(dev(0), kN);
  vjp_stream* seen = NULL;
  watch(x, &seen);
  for (int i = 0; i < iterations; ++i) {
    wait_for(s0, amb);
    wait_for(s1, amb);
    vjp_tensor *x0 = NULL, *y0 = NULL, *z = NULL;
    UNDER(first_on_s0 ? s0 : amb) x0 = clone(x);
    wait_for(s0, amb);
    UNDER(s0) y0 = mul_s(x0, 2);
    UNDER(s1) {
      vjp_tensor* y1 = mul_s(x, 3);
      wait_for(s1, s0);
      z = add(y0, y1);
    }
    wait_for(amb, s1);
    if (by_grad) {
      vjp_tensor* g = NULL;
      OK(try_grad(z, ones_like, x, false, false, &g));
      ALL(own(g), 5);
    } else {
      backward(z, ones_like);
    }
    CHECK(seen == (first_on_s0 ? s0 : amb));
  }
  if (!by_grad) ALL(grad_of(x), 5 * iterations);
  leave(ambient);
}
SCENARIO(14, first_use_on_the_ambient_stream_grad) { two_branches(false, 1, true); }
SCENARIO(14, first_use_on_the_ambient_stream_once) { two_branches(false, 1, false); }
SCENARIO(14, first_use_on_the_ambient_stream_five_times) { two_branches(false, 5, false); }
SCENARIO(14, first_use_on_a_side_stream_grad) { two_branches(true, 1, true); }
SCENARIO(14, first_use_on_a_side_stream_once) { two_branches(true, 1, false); }
SCENARIO(14, first_use_on_a_side_stream_five_times) { two_branches(true, 5, false); }

/* SC-14, HOOK-11: a step of an optimiser in the leaf's hook is made on the accumulator's stream, and joined */
static vjp_status take_a_step(void* context, vjp_tensor* leaf) {
  *(vjp_stream**)context = stream_now(vjp_tensor_device(leaf));
  vjp_tensor* g = NULL;
  vjp_guard* off = NULL;
  vjp_status status = vjp_tensor_grad(leaf, &g);
  OK(vjp_guard_mode(VJP_MODE_GRAD, false, &off));
  if (status == VJP_OK) status = call_op("sub", VJP_VARIANT_INPLACE, ARGS(T(leaf), T(g)), 0, NULL);
  OK(vjp_guard_exit(off));
  vjp_tensor_release(g);
  return status;
}
SCENARIO(14, a_step_on_the_accumulators_stream) {
  vjp_stream *amb = new_stream(dev(0), "amb"), *s0 = new_stream(dev(0), "s0"), *s1 = new_stream(dev(0), "s1");
  vjp_stream* seen = NULL;
  vjp_tensor *x = NULL, *x0 = NULL, *y = NULL;
  UNDER(s0) {
    x = leaf(filled(dev(0), kN, 5));
    x0 = clone(x);
  }
  wait_for(s1, s0);
  UNDER(s1) y = mul_s(x0, 2);
  OK(vjp_tensor_add_post_accumulate_hook(x, take_a_step, &seen, NULL, NULL));
  UNDER(amb) {
    wait_for(amb, s1);
    backward(y, ones(dev(0), kN));
    ALL(x, 3);
  }
  CHECK(seen == s0);
}

/* SC-15, GC-4, STREAM-7 */
SCENARIO(15, root_gradient_on_the_ambient_stream) {
  vjp_stream *s = new_stream(dev(0), "s"), *amb = new_stream(dev(0), "amb");
  for (int k = 1; k <= 5; ++k) {
    vjp_tensor *a = NULL, *b = NULL, *c = NULL;
    UNDER(s) {
      a = leaf(filled(dev(0), kN, 2));
      b = leaf(filled(dev(0), kN, 3));
      c = mul(a, b);
    }
    UNDER(amb) {
      vjp_tensor* g = filled(dev(0), kN, 0);
      sleep_ms(amb, 50);
      fill_(g, k);
      wait_for(amb, s);
      backward(c, g);
      ALL(grad_of(a), 3 * k);
      ALL(grad_of(b), 2 * k);
    }
  }
}

/* SC-16, GC-4 */
SCENARIO(16, implicit_root_gradient) {
  vjp_stream *s = new_stream(dev(0), "s"), *amb = new_stream(dev(0), "amb");
  vjp_tensor *a = NULL, *b = NULL, *c = NULL;
  UNDER(s) {
    a = leaf(filled(dev(0), kN, 2));
    b = leaf(filled(dev(0), kN, 3));
    c = sum(mul(a, b));
  }
  UNDER(amb) {
    sleep_ms(amb, 50);
    wait_for(amb, s);
    backward(c, NULL);
    ALL(grad_of(a), 3);
    ALL(grad_of(b), 2);
  }
}

/* SC-17, GC-9, STREAM-11, HOOK-31: a callback that a hook on a worker registers clones the gradients */
typedef struct Clones {
  vjp_tensor *a, *b, *of_a, *of_b;
  vjp_stream* seen;
} Clones;
static vjp_status clone_gradients(void* context) {
  Clones* c = (Clones*)context;
  c->seen = stream_now(dev(0));
  vjp_tensor *ga = NULL, *gb = NULL;
  OK(vjp_tensor_grad(c->a, &ga));
  OK(vjp_tensor_grad(c->b, &gb));
  OK(raw_times(ga, 1, &c->of_a));
  OK(raw_times(gb, 1, &c->of_b));
  vjp_tensor_release(ga);
  vjp_tensor_release(gb);
  return VJP_OK;
}
static vjp_status register_clones(void* context, vjp_tensor* grad, vjp_tensor** replacement) {
  (void)grad, (void)replacement;
  return vjp_queue_final_callback(clone_gradients, context, NULL);
}
SCENARIO(17, final_callback_on_the_callers_stream) {
  vjp_stream *s0 = new_stream(dev(0), "s0"), *s1 = new_stream(dev(0), "s1"), *s2 = new_stream(dev(0), "s2");
  Clones clones = {NULL, NULL, NULL, NULL, NULL};
  vjp_tensor *c = NULL, *e = NULL;
  UNDER(s0) {
    clones.a = leaf(ones(dev(0), kN));
    c = mul_s(clones.a, 2);
  }
  UNDER(s1) {
    clones.b = leaf(ones(dev(0), kN));
    vjp_tensor* d = mul_s(clones.b, 3);
    wait_for(s1, s0);
    e = mul(c, d);
  }
  OK(vjp_tensor_add_hook(e, register_clones, &clones, NULL, NULL));
  UNDER(s2) {
    wait_for(s2, s1);
    backward(e, ones(dev(0), kN));
    CHECK(clones.seen == s2);
    ALL(own(clones.of_a), 6);
    ALL(own(clones.of_b), 6);
  }
}

static uint64_t work_of(vjp_stream* s) {
  vjp_sim_counters c = counters(s);
  return c.kernels + c.copies + c.fills + c.poisons + c.host_functions + c.records + c.waits;
}

/* SC-18, ENTRY-26, STREAM-9 */
SCENARIO(18, default_streams_and_host_stay_out) {
  NEEDS_SIM();
  vjp_stream *d0 = default_stream(dev(0)), *d1 = default_stream(dev(1));
  vjp_stream *s0 = new_stream(dev(0), "s0"), *s1 = new_stream(dev(1), "s1"), *t0 = new_stream(dev(0), "t0");
  vjp_stream* all[] = {d0, d1, s0, s1, t0};
  uint64_t before = work_of(d0) + work_of(d1), syncs = statistics().host_syncs, waited[5];
  for (int i = 0; i < 5; ++i) waited[i] = counters(all[i]).host_syncs;
  vjp_tensor* x = NULL;
  UNDER(s1) UNDER(s0) {
    x = leaf(ones(dev(0), kN));
    vjp_tensor *y = mul_s(x, 2), *z = NULL;
    UNDER(t0) {
      wait_for(t0, s0);
      z = mul_s(y, 3);
    }
    wait_for(s0, t0);
    vjp_tensor* far = to_device(z, dev(1));
    backward(sum(far), NULL);
    CHECK(work_of(d0) + work_of(d1) == before);
    CHECK(statistics().host_syncs == syncs);
    CHECK(counters(d0).host_syncs == waited[0] && counters(d1).host_syncs == waited[1]);
    CHECK(counters(s0).host_syncs == waited[2] && counters(t0).host_syncs == waited[4]);
    CHECK(counters(s1).host_syncs == waited[3]);
    ALL(grad_of(x), 6);
  }
}

/* SC-19, GC-1 */
SCENARIO(19, use_on_another_stream) {
  vjp_stream *d0 = default_stream(dev(0)), *s = new_stream(dev(0), "s");
  vjp_tensor* x = NULL;
  UNDER(s) {
    x = leaf(ones(dev(0), kN));
    backward(sum(mul_s(x, 2)), NULL);
  }
  vjp_tensor* g = grad_of(x);
  if (detector_on()) {
    touch(g);
    RACE();
  }
  wait_for(d0, s);
  ALL(g, 2);
}

/* SC-20, IB-8 */
SCENARIO(20, one_stream_needs_no_events) {
  vjp_stream* s = new_stream(dev(0), "s");
  UNDER(s) {
    vjp_tensor* x = leaf(ones(dev(0), 4));
    vjp_tensor* y = x;
    for (int i = 0; i < 1000; ++i) y = times(y, i % 2 ? 2 : 0.5);
    vjp_tensor* g = ones(dev(0), 4);
    vjp_stream_statistics before = statistics();
    backward(y, g);
    vjp_stream_statistics after = statistics();
    CHECK(after.events_recorded == before.events_recorded);
    CHECK(after.event_waits == before.event_waits);
    ALL(grad_of(x), 1);
  }
}

/* SC-33, GC-3 */
SCENARIO(33, entry_fence) {
  NEEDS_DEVICES(2);
  vjp_stream *amb0 = new_stream(dev(0), "amb0"), *amb1 = new_stream(dev(1), "amb1"), *s1 = new_stream(dev(1), "s1");
  UNDER(amb1) UNDER(amb0) {
    vjp_tensor *w = NULL, *far = NULL;
    UNDER(s1) {
      w = leaf(filled(dev(1), kN, 3));
      far = mul_s(w, 2);
    }
    wait_for(amb1, s1);
    OK(vjp_tensor_set_grad(w, filled(dev(1), kN, 7)));
    vjp_tensor* loss = sum(to_device(far, dev(0)));
    sleep_ms(amb1, 50);
    OP_("zero", T(grad_of(w)));
    backward(loss, NULL);
    ALL(grad_of(w), 2);
  }
}

/* SC-33, GC-3: nothing but the fence orders w's stream */
SCENARIO(33, entry_fence_alone) {
  NEEDS_DEVICES(2);
  vjp_stream *amb0 = new_stream(dev(0), "amb0"), *amb1 = new_stream(dev(1), "amb1"), *s1 = new_stream(dev(1), "s1");
  vjp_stream* own_way = new_stream(dev(1), "private");
  UNDER(amb1) UNDER(amb0) {
    vjp_tensor *w = NULL, *twice = NULL;
    UNDER(s1) {
      w = leaf(filled(dev(1), kN, 3));
      twice = mul_s(w, 2);
    }
    wait_for(amb1, s1);
    OK(vjp_tensor_set_grad(w, filled(dev(1), kN, 7)));
    vjp_tensor* loss = sum(copy_with_own_way(twice, 0, own_way));
    sleep_ms(amb1, 50);
    OP_("zero", T(grad_of(w)));
    backward(loss, NULL);
    ALL(grad_of(w), 2);
  }
}

/* SC-34, GC-5, GC-10, GC-13 */
SCENARIO(34, results_of_grad) {
  vjp_stream *amb = new_stream(dev(0), "amb"), *s0 = new_stream(dev(0), "s0"), *s1 = new_stream(dev(0), "s1");
  vjp_tensor *x = NULL, *y = NULL, *z = NULL;
  UNDER(s0) {
    x = leaf(ones(dev(0), kN));
    y = mul_s(x, 2);
  }
  UNDER(s1) {
    wait_for(s1, s0);
    z = sum(mul_s(y, 3));
  }
  UNDER(amb) {
    wait_for(amb, s1);
    vjp_tensor *inputs[2] = {x, y}, *out[2] = {NULL, NULL};
    OK(vjp_grad(&z, 1, NULL, inputs, 2, NULL, out));
    ALL(own(out[0]), 6);
    ALL(own(out[1]), 3);
    CHECK(grad_of(x) == NULL);
  }
}

/* SC-35, GC-7, STREAM-8 */
SCENARIO(35, lifetime_of_results) {
  vjp_stream *amb = new_stream(dev(0), "amb"), *s1 = new_stream(dev(0), "s1");
  vjp_tensor *p = NULL, *y = NULL;
  UNDER(s1) {
    p = leaf(filled(dev(0), kN, 5));
    y = mul_s(p, 2);
  }
  UNDER(amb) {
    wait_for(amb, s1);
    backward(y, ones(dev(0), kN));
    vjp_tensor* g = grad_of(p);
    sleep_ms(amb, 50);
    vjp_guard* off = NULL;
    OK(vjp_guard_mode(VJP_MODE_GRAD, false, &off));
    OP_("sub", T(p), T(g));
    leave(off);
    clear_grad(p);
    drop_now(g);
    UNDER(s1) filled(dev(0), kN, 99);
    ALL(p, 3);
  }
}

/* SC-35, GC-7, STREAM-8: what grad gives is the caller's, and lies in memory of the node's stream */
SCENARIO(35, lifetime_of_results_of_grad) {
  vjp_stream *amb = new_stream(dev(0), "amb"), *s1 = new_stream(dev(0), "s1");
  vjp_tensor *p = NULL, *y = NULL, *g = NULL;
  UNDER(s1) {
    p = leaf(filled(dev(0), kN, 5));
    y = mul_s(p, 2);
  }
  UNDER(amb) {
    wait_for(amb, s1);
    OK(try_grad(y, ones(dev(0), kN), p, false, false, &g));
    sleep_ms(amb, 50);
    vjp_tensor* twice = times(g, 2);
    vjp_tensor_release(g);
    UNDER(s1) filled(dev(0), kN, 99);
    ALL(twice, 4);
  }
}

/* SC-36, GC-8, STREAM-8 */
SCENARIO(36, lifetime_of_saved_values) {
  vjp_stream *s1 = new_stream(dev(0), "s1"), *s2 = new_stream(dev(0), "s2");
  vjp_tensor *k = NULL, *x = NULL, *y = NULL;
  UNDER(s1) k = filled(dev(0), kN, 3);
  UNDER(s2) {
    x = leaf(ones(dev(0), kN));
    wait_for(s2, s1);
    y = mul(x, k);
    drop_now(k);
    vjp_tensor* g = ones(dev(0), kN);
    sleep_ms(s2, 50);
    backward(y, g);
    UNDER(s1) filled(dev(0), kN, 99);
    ALL(grad_of(x), 3);
  }
}

/* SC-44, NS-5, STREAM-6: a handle to the accumulator does not keep its stream, a graph does */
static void accumulator_stream(bool retained) {
  vjp_stream *amb = new_stream(dev(0), "amb"), *s1 = new_stream(dev(0), "s1"), *s2 = new_stream(dev(0), "s2");
  vjp_guard* ambient = under(amb);
  vjp_tensor* x = leaf(ones(dev(0), kN));
  vjp_tensor* g = ones(dev(0), kN);
  vjp_stream* seen = NULL;
  watch(x, &seen);
  wait_for(s1, amb);
  wait_for(s2, amb);
  vjp_tensor *y1 = NULL, *y2 = NULL;
  UNDER(s1) y1 = mul_s(x, 2);
  edge_of(x);
  wait_for(amb, s1);
  backward_retain(y1, g);
  CHECK(seen == s1);
  if (!retained) drop_now(y1);
  UNDER(s2) y2 = mul_s(x, 3);
  wait_for(amb, s2);
  backward(y2, g);
  CHECK(seen == (retained ? s1 : s2));
  ALL(grad_of(x), 5);
  leave(ambient);
}
SCENARIO(44, a_handle_does_not_keep_the_stream) { accumulator_stream(false); }
SCENARIO(44, a_graph_keeps_the_stream) { accumulator_stream(true); }

/* SC-45, GC-1 */
SCENARIO(45, second_backward_from_another_stream) {
  vjp_stream *s = new_stream(dev(0), "s"), *amb = new_stream(dev(0), "amb"), *amb2 = new_stream(dev(0), "amb2");
  vjp_tensor *x = NULL, *y = NULL;
  UNDER(s) {
    x = leaf(ones(dev(0), kN));
    y = sum(mul_s(x, 2));
  }
  UNDER(amb) {
    wait_for(amb, s);
    backward_retain(y, NULL);
  }
  UNDER(amb2) {
    wait_for(amb2, amb);
    backward_retain(y, NULL);
    ALL(grad_of(x), 4);
  }
}

/* SC-46, NS-4, STREAM-4 */
SCENARIO(46, second_order_follows_the_first) {
  vjp_stream *s = new_stream(dev(0), "s"), *amb = new_stream(dev(0), "amb");
  vjp_tensor *x = NULL, *y = NULL;
  UNDER(s) {
    x = leaf(filled(dev(0), kN, 2));
    y = sum(mul(mul(x, x), x));
  }
  UNDER(amb) {
    wait_for(amb, s);
    vjp_tensor *g = grad_graph(y, x), *second = NULL;
    vjp_stream* seen = NULL;
    watch(g, &seen);
    OK(try_grad(g, ones(dev(0), kN), x, false, false, &second));
    CHECK(seen == s);
    ALL(own(second), 12);
  }
}

/* SC-50, GC-5: nothing but a hook on an accumulator uses the stream */
static vjp_status write_seven(void* context, vjp_tensor** results, size_t num_results, vjp_tensor* const* grads,
                              size_t num_grads) {
  (void)results, (void)num_results;
  CHECK(num_grads == 1 && grads[0] == NULL);
  return call_op("fill", VJP_VARIANT_INPLACE, ARGS(T((vjp_tensor*)context), F(7)), 0, NULL);
}
static vjp_status no_gradient(Custom* self, vjp_tensor* const* grads, vjp_tensor** out) {
  (void)self, (void)grads, (void)out;
  return VJP_OK;
}
SCENARIO(50, undefined_gradients_use_their_stream) {
  vjp_stream *amb = new_stream(dev(0), "amb"), *s = new_stream(dev(0), "s");
  vjp_tensor *x = NULL, *t = NULL, *y = NULL;
  UNDER(s) {
    x = leaf(ones(dev(0), kN));
    t = filled(dev(0), kN, 0);
    Custom custom = {.backward = no_gradient, .name = "NoGradient", .factor = 1};
    y = apply_custom(&custom, clone(x));
    OK(vjp_node_add_post_hook(edge_of(x), write_seven, t, NULL, NULL));
  }
  UNDER(amb) {
    wait_for(amb, s);
    backward(y, ones(dev(0), kN));
    ALL(t, 7);
    CHECK(grad_of(x) == NULL);
  }
}

/* SC-50, STREAM-9: of an accumulator's stream, which no other node of the task uses */
SCENARIO(50, an_undefined_gradient_alone_uses_its_stream) {
  vjp_stream *amb = new_stream(dev(0), "amb"), *s = new_stream(dev(0), "s");
  vjp_tensor *x = NULL, *x0 = NULL, *t = NULL;
  UNDER(s) {
    x = leaf(ones(dev(0), kN));
    t = filled(dev(0), kN, 0);
    x0 = clone(x);
    OK(vjp_node_add_post_hook(edge_of(x), write_seven, t, NULL, NULL));
  }
  UNDER(amb) {
    wait_for(amb, s);
    Custom custom = {.backward = no_gradient, .name = "NoGradient", .factor = 1};
    vjp_tensor* y = apply_custom(&custom, x0);
    fill_(t, 1);
    backward(y, ones(dev(0), kN));
    ALL(t, 7);
  }
}
