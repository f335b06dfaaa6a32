/* Gradients between streams and devices: SC-21 to SC-32, SC-49. */
#include <unistd.h>

#include "harness.h"

enum { kN = 1000 };

/* ---- between streams ---- */

typedef struct Watched {
  vjp_stream* stream;
  vjp_sim_counters before, seen;
} Watched;
static vjp_status look(void* context, vjp_tensor** results, size_t num_results, vjp_tensor* const* grads,
                       size_t num_grads) {
  (void)results, (void)num_results, (void)grads, (void)num_grads;
  Watched* w = (Watched*)context;
  w->seen = since(w->stream, w->before);
  return VJP_OK;
}
static vjp_status look_at_grads(void* context, vjp_tensor** grads, size_t count) {
  return look(context, NULL, 0, grads, count);
}

/* SC-21, IB-4, IB-7, STREAM-5: besides the entry fence, which the hand-over covers, and the join */
SCENARIO(21, one_record_and_one_wait) {
  NEEDS_SIM();
  vjp_stream *s1 = new_stream(dev(0), "s1"), *s2 = new_stream(dev(0), "s2");
  vjp_tensor *y = NULL, *z = NULL, *x = NULL;
  UNDER(s2) {
    x = leaf(ones(dev(0), kN));
    y = times(x, 2);
  }
  UNDER(s1) {
    wait_for(s1, s2);
    z = times(y, 3);
    vjp_tensor* g = ones(dev(0), kN);
    Watched producer = {s2, counters(s2), counters(s2)}, consumer = producer;
    vjp_sim_counters before = counters(s1);
    OK(vjp_node_add_post_hook(node_of(z), look, &producer, NULL, NULL));
    OK(vjp_node_add_pre_hook(node_of(y), look_at_grads, &consumer, NULL, NULL));
    backward(z, g);
    CHECK(producer.seen.waits == 0);                               /* s2 does not wait before the consumer's turn */
    CHECK(consumer.seen.waits == 1 && consumer.seen.kernels == 0); /* the hand-over, right before */
    vjp_sim_counters first = since(s1, before), second = since(s2, consumer.before);
    CHECK(first.records == 2 && first.waits == 1);
    CHECK(second.records == 2 && second.waits == 1); /* one for the memory of the gradient that was handed over */
    ALL(grad_of(x), 6);
  }
}

static vjp_status slow_backward(Custom* self, vjp_tensor* const* grads, vjp_tensor** out) {
  sleep_ms(self->stream, (uint64_t)(intptr_t)self->more);
  return raw_times(grads[0], self->factor, out);
}
static vjp_tensor* slow(vjp_tensor* x, double factor, int ms) {
  Custom custom = {.backward = slow_backward, .name = "Slow", .factor = factor, .more = (void*)(intptr_t)ms};
  return apply_custom(&custom, x);
}
static double virtual_ms(void) {
  uint64_t ns = 0;
  OK(vjp_device_synchronize(dev(0)));
  OK(vjp_sim_virtual_time(0, &ns));
  return (double)ns * 1e-6;
}

/* SC-22, IB-7: s0 does not wait for the side branch before its own work is done */
SCENARIO(22, overlap) {
  NEEDS_SIM();
  vjp_stream *s0 = new_stream(dev(0), "s0"), *s1 = new_stream(dev(0), "s1");
  UNDER(s0) {
    vjp_tensor *x = leaf(ones(dev(0), kN)), *last = times(x, 1), *side = NULL;
    vjp_tensor* main_branch = slow(last, 2, 100);
    wait_for(s1, s0);
    UNDER(s1) side = slow(last, 3, 100); /* recorded later, so it runs first */
    wait_for(s0, s1);
    vjp_tensor *loss = add(main_branch, side), *g = ones(dev(0), kN);
    double start = virtual_ms();
    backward(loss, g);
    CHECK(virtual_ms() - start < 120);
    ALL(grad_of(x), 5);
  }
}

/* SC-23, IB-5, BUF-6, ACC-12 */
SCENARIO(23, three_producers) {
  vjp_stream* amb = new_stream(dev(0), "amb");
  vjp_stream* s0 = new_stream(dev(0), "s0");
  vjp_stream* s[3] = {new_stream(dev(0), "s1"), new_stream(dev(0), "s2"), new_stream(dev(0), "s3")};
  vjp_tensor *x = NULL, *w = NULL, *y[3] = {NULL, NULL, NULL};
  UNDER(s0) {
    x = leaf(ones(dev(0), kN));
    w = times(x, 1);
  }
  for (int i = 0; i < 3; ++i) {
    UNDER(s[i]) {
      wait_for(s[i], s0);
      y[i] = mul_s(w, i + 1);
    }
    wait_for(amb, s[i]);
  }
  UNDER(amb) {
    vjp_tensor* g = ones(dev(0), kN);
    vjp_tensor* gradients[3] = {g, g, g};
    vjp_sim_counters before[3], before0;
    if (counting()) {
      before0 = counters(s0);
      for (int i = 0; i < 3; ++i) before[i] = counters(s[i]);
    }
    OK(try_backward_with(y, 3, gradients, false, false));
    if (counting()) {
      for (int i = 0; i < 3; ++i) CHECK(since(s[i], before[i]).kernels == 1); /* their own and no sum */
      CHECK(since(s0, before0).kernels >= 3);                                 /* two sums and the consumer */
    }
    ALL(grad_of(x), 6);
  }
}

/* ---- between devices ---- */

/* x on a device; a copy of it on the canonical one, and itself. The gradient of the second alone flows on. */
static vjp_status canonical_forward(Custom* self, vjp_tensor* x, vjp_tensor** out) {
  vjp_status status = raw_times(x, 1, &out[0]);
  return status == VJP_OK ? raw_to_device(x, dev((int)(intptr_t)self->more), &out[1]) : status;
}
static vjp_status second_gradient(Custom* self, vjp_tensor* const* grads, vjp_tensor** out) {
  CHECK(stream_now(dev(1)) == self->stream);
  return raw_to_device(grads[1], dev(1), &out[0]);
}

/* SC-24, IB-3: producers on device 0, consumer on device 1, gradient on device 0 */
SCENARIO(24, sum_on_the_first_producers_stream) {
  NEEDS_DEVICES(2);
  vjp_stream *amb0 = new_stream(dev(0), "amb0"), *amb1 = new_stream(dev(1), "amb1"), *c1 = new_stream(dev(1), "c1");
  vjp_stream *p = new_stream(dev(0), "p"), *q = new_stream(dev(0), "q");
  UNDER(amb1) UNDER(amb0) {
    vjp_tensor *x = NULL, *both[2] = {NULL, NULL}, *y[2] = {NULL, NULL};
    UNDER(c1) {
      x = leaf(ones(dev(1), kN));
      Custom custom = {.forward = canonical_forward, .backward = second_gradient, .name = "Canonical1", .results = 2};
      apply_custom_all(&custom, x, both);
    }
    wait_for(p, amb0);
    wait_for(q, amb0);
    UNDER(p) y[0] = mul_s(both[1], 2);
    UNDER(q) y[1] = mul_s(both[1], 3); /* recorded last: the first to run */
    wait_for(amb0, p);
    wait_for(amb0, q);
    wait_for(amb1, c1);
    vjp_tensor *g = ones(dev(0), kN), *gradients[2] = {g, g};
    vjp_sim_counters first, second, ambient;
    if (on_sim()) first = counters(q), second = counters(p), ambient = counters(amb0);
    OK(try_backward_with(y, 2, gradients, false, false));
    if (counting()) {
      CHECK(since(q, first).kernels == 2); /* its own and the sum */
      CHECK(since(p, second).kernels == 1);
      CHECK(since(amb0, ambient).kernels == 0);
    }
    ALL(grad_of(x), 5);
  }
}

/* SC-25, IB-3: the gradient is on neither's device */
SCENARIO(25, sum_on_the_callers_stream) {
  NEEDS_DEVICES(3);
  vjp_stream *amb0 = new_stream(dev(0), "amb0"), *amb1 = new_stream(dev(1), "amb1"), *amb2 = new_stream(dev(2), "amb2");
  vjp_stream *c1 = new_stream(dev(1), "c1"), *p = new_stream(dev(0), "p"), *q = new_stream(dev(0), "q");
  UNDER(amb2) UNDER(amb1) UNDER(amb0) {
    vjp_tensor *x = NULL, *both[2] = {NULL, NULL}, *y[2] = {NULL, NULL};
    UNDER(c1) {
      x = leaf(ones(dev(1), kN));
      Custom custom = {.forward = canonical_forward,
                       .backward = second_gradient,
                       .name = "Canonical1",
                       .more = (void*)2,
                       .results = 2};
      apply_custom_all(&custom, x, both);
    }
    vjp_stream *p2 = new_stream(dev(2), "p2"), *q2 = new_stream(dev(2), "q2");
    UNDER(p) y[0] = copy_with_own_way(both[1], 0, p2);
    UNDER(q) y[1] = copy_with_own_way(both[1], 0, q2);
    wait_for(amb0, p);
    wait_for(amb0, q);
    wait_for(amb1, c1);
    vjp_tensor *g = ones(dev(0), kN), *gradients[2] = {g, g};
    vjp_sim_counters ambient;
    if (on_sim()) ambient = counters(amb2);
    OK(try_backward_with(y, 2, gradients, false, false));
    if (counting()) CHECK(since(amb2, ambient).kernels == 1); /* the sum */
    ALL(grad_of(x), 2);
  }
}

/* SC-26, NS-3: a derivative that uses a stream of its own on another device */
static vjp_status away(Custom* self, vjp_tensor* x, vjp_tensor** out) {
  (void)self;
  return raw_to_device(x, dev(0), out);
}
static vjp_status private_stream(Custom* self, vjp_tensor* const* grads, vjp_tensor** out) {
  (void)grads;
  vjp_stream *mine = (vjp_stream*)self->more, *node = stream_now(dev(0));
  bool synced = self->factor != 0;
  if (synced) OK(vjp_stream_wait_stream(mine, node));
  vjp_guard *g = NULL, *there = NULL;
  OK(vjp_guard_stream(mine, &g));
  OK(vjp_guard_default_device(dev(1), &there));
  sleep_ms(mine, 50);
  vjp_status status = call_op("full", VJP_VARIANT_FUNCTIONAL, ARGS(INTS(kN), F(5), D(VJP_DTYPE_FLOAT64)), 0, out);
  OK(vjp_guard_exit(there));
  OK(vjp_guard_exit(g));
  if (synced) OK(vjp_stream_wait_stream(node, mine));
  return status;
}
static void with_private_stream(bool synced) {
  vjp_stream *amb0 = new_stream(dev(0), "amb0"), *amb1 = new_stream(dev(1), "amb1");
  vjp_stream* mine = new_stream(dev(1), "private");
  UNDER(amb1) UNDER(amb0) {
    vjp_tensor* x = leaf(ones(dev(1), kN));
    Custom custom = {.forward = away, .backward = private_stream, .name = "Private", .factor = synced, .more = mine};
    vjp_tensor* y = apply_custom(&custom, times(x, 1));
    backward(y, ones(dev(0), kN));
    if (synced) ALL(grad_of(x), 5);
    if (!synced) RACE();
  }
}
SCENARIO(26, private_stream_with_syncs) {
  NEEDS_DEVICES(2);
  with_private_stream(true);
}
SCENARIO(26, private_stream_without_syncs) {
  NEEDS_DEVICES(2);
  if (detector_on()) with_private_stream(false);
}

/* SC-27, NS-6, IB-2 */
SCENARIO(27, loss_on_the_host) {
  vjp_stream *s = new_stream(dev(0), "s"), *amb = new_stream(dev(0), "amb");
  vjp_tensor *x = NULL, *y = NULL;
  UNDER(s) {
    x = leaf(ones(dev(0), kN));
    y = times(x, 2);
  }
  UNDER(amb) {
    wait_for(amb, s);
    vjp_tensor* loss = sum(to_device(y, cpu()));
    vjp_sim_counters before;
    if (on_sim()) before = counters(amb);
    backward(loss, NULL);
    if (counting()) CHECK(since(amb, before).copies == 1);
    ALL(grad_of(x), 2);
  }
}

/* SC-28, STREAM-17 */
SCENARIO(28, two_devices) {
  NEEDS_DEVICES(2);
  enum { kMany = 1 << 16 };
  vjp_stream *amb0 = new_stream(dev(0), "amb0"), *amb1 = new_stream(dev(1), "amb1");
  UNDER(amb1) UNDER(amb0) {
    vjp_tensor *a = leaf(ones(dev(1), kMany)), *b = leaf(ones(dev(1), kMany));
    backward(sum(to_device(mul(a, b), dev(0))), NULL);
    ABOUT(at(sum(grad_of(a)), 0), kMany, 1e-12);
    ABOUT(at(sum(grad_of(b)), 0), kMany, 1e-12);
    clear_grad(a);
    clear_grad(b);
    vjp_tensor* m = mul(a, b);
    vjp_tensor *first = times(sum(to_device(m, dev(0))), 2), *second = times(sum(to_device(m, dev(0))), 2);
    backward_retain(first, NULL);
    backward(second, NULL);
    ABOUT(at(sum(grad_of(a)), 0), 4 * kMany, 1e-12);
    ABOUT(at(sum(grad_of(b)), 0), 4 * kMany, 1e-12);
  }
}

/* SC-28, STREAM-15, VALID-7: a number that a derivative has on the host is moved on the stream of who gets it */
static vjp_status gives_its_number(Custom* self, vjp_tensor* const* grads, vjp_tensor** out) {
  (void)grads;
  out[0] = vjp_tensor_retain((vjp_tensor*)self->more);
  return VJP_OK;
}
SCENARIO(28, a_number_from_the_host) {
  NEEDS_DEVICES(2);
  vjp_stream *amb0 = new_stream(dev(0), "amb0"), *amb1 = new_stream(dev(1), "amb1"), *c1 = new_stream(dev(1), "c1");
  vjp_tensor* five = NULL;
  ON(cpu()) five = SCALAR(5);
  UNDER(amb1) UNDER(amb0) {
    vjp_tensor *x = NULL, *y = NULL;
    Custom custom = {.forward = away, .backward = gives_its_number, .name = "Five", .more = five};
    UNDER(c1) {
      ON(dev(1)) {
        x = leaf(OP("full", L(NULL, 0), F(1), D(VJP_DTYPE_FLOAT64)));
        OK(vjp_tensor_set_grad(x, OP("full", L(NULL, 0), F(1), D(VJP_DTYPE_FLOAT64)))); /* so that the leaf adds */
      }
      y = apply_custom(&custom, x);
    }
    wait_for(amb1, c1);
    vjp_sim_counters mine, ambient;
    if (on_sim()) mine = counters(c1), ambient = counters(amb1);
    backward(y, NULL);
    if (counting()) {
      CHECK(since(c1, mine).kernels == 2); /* the number, and the sum */
      CHECK(since(amb1, ambient).kernels == 0);
    }
    ALL(grad_of(x), 6);
  }
}

/* SC-29, GC-4, STREAM-7 */
SCENARIO(29, roots_on_two_devices) {
  NEEDS_DEVICES(2);
  vjp_stream *amb0 = new_stream(dev(0), "amb0"), *amb1 = new_stream(dev(1), "amb1");
  vjp_stream *s0 = new_stream(dev(0), "s0"), *s1 = new_stream(dev(1), "s1");
  UNDER(amb1) UNDER(amb0) {
    vjp_tensor *x0 = NULL, *x1 = NULL, *roots[2] = {NULL, NULL};
    UNDER(s0) {
      x0 = leaf(ones(dev(0), kN));
      roots[0] = mul_s(x0, 2);
    }
    UNDER(s1) {
      x1 = leaf(ones(dev(1), kN));
      roots[1] = mul_s(x1, 3);
    }
    vjp_tensor* gradients[2] = {filled(dev(0), kN, 0), filled(dev(1), kN, 0)};
    sleep_ms(amb0, 50);
    fill_(gradients[0], 5);
    sleep_ms(amb1, 70);
    fill_(gradients[1], 7);
    wait_for(amb0, s0);
    wait_for(amb1, s1);
    OK(try_backward_with(roots, 2, gradients, false, false));
    ALL(grad_of(x0), 10);
    ALL(grad_of(x1), 21);
  }
}

/* SC-29, STREAM-7, GC-4: the gradient of a root lies on another device than where the node of the root runs */
static vjp_status far_and_near_alone(Custom* self, vjp_tensor* x, vjp_tensor** out) {
  (void)self;
  vjp_status status = raw_to_device(x, dev(1), &out[0]);
  return status == VJP_OK ? raw_times(x, 1, &out[1]) : status;
}
static vjp_status doubles_the_near_one(Custom* self, vjp_tensor* const* grads, vjp_tensor** out) {
  vjp_stream *mine = (vjp_stream*)self->more, *node = stream_now(dev(1));
  OK(vjp_stream_wait_stream(mine, node)); /* which has the gradients */
  vjp_guard* g = under(mine);
  vjp_status status = raw_times(grads[1], 2, out);
  leave(g);
  OK(vjp_tensor_record_stream(grads[1], mine));
  OK(vjp_stream_wait_stream(node, mine));
  return status;
}
SCENARIO(29, a_root_gradient_away_from_its_node) {
  NEEDS_DEVICES(2);
  vjp_stream *amb0 = new_stream(dev(0), "amb0"), *amb1 = new_stream(dev(1), "amb1"), *s1 = new_stream(dev(1), "s1");
  vjp_stream *s0 = new_stream(dev(0), "s0"), *mine = new_stream(dev(0), "mine");
  UNDER(amb1) UNDER(amb0) {
    vjp_tensor *x = NULL, *out[2] = {NULL, NULL};
    Custom custom = {.forward = far_and_near_alone,
                     .backward = doubles_the_near_one,
                     .name = "FarAndNear",
                     .more = mine,
                     .undefined = true,
                     .results = 2};
    UNDER(s1) UNDER(s0) {
      x = leaf(ones(dev(0), kN));
      apply_custom_all(&custom, x, out);
    }
    wait_for(amb1, s1);
    wait_for(amb0, s0);
    sleep_ms(amb0, 50);
    backward(out[1], filled(dev(0), kN, 3));
    ALL(grad_of(x), 6);
  }
}

/* SC-30, IB-9 */
static vjp_status broadcast(Custom* self, vjp_tensor* x, vjp_tensor** out) {
  vjp_status status = raw_times(x, 1, &out[0]);
  for (size_t i = 1; i < self->results && status == VJP_OK; ++i) status = raw_to_device(x, dev((int)i), &out[i]);
  return status;
}
static vjp_status last_gradient(Custom* self, vjp_tensor* const* grads, vjp_tensor** out) {
  for (size_t i = 0; i + 1 < self->results; ++i) CHECK(grads[i] == NULL);
  return raw_to_device(grads[self->results - 1], dev(0), out);
}
SCENARIO(30, undefined_gradients_do_nothing) {
  NEEDS_DEVICES(3);
  int last = harness_devices() > 4 ? 3 : harness_devices() - 1;
  vjp_stream *amb0 = new_stream(dev(0), "amb0"), *amb = new_stream(dev(last), "amb"),
             *amb1 = new_stream(dev(1), "amb1");
  UNDER(amb1) UNDER(amb) UNDER(amb0) {
    vjp_tensor *x = leaf(ones(dev(0), kN)), *out[4] = {NULL, NULL, NULL, NULL};
    Custom custom = {.forward = broadcast,
                     .backward = last_gradient,
                     .name = "Broadcast",
                     .results = (size_t)last + 1,
                     .undefined = true};
    apply_custom_all(&custom, x, out);
    vjp_tensor *y = times(out[last], 2), *g = ones(dev(last), kN);
    vjp_sim_counters before;
    if (on_sim()) before = counters(amb1);
    backward(y, g);
    if (counting()) {
      vjp_sim_counters after = since(amb1, before);
      CHECK(after.kernels == 0 && after.copies == 0 && after.records == 0 && after.waits == 0);
    }
    ALL(grad_of(x), 2);
  }
}

/* SC-31, NS-2, DV-2 */
static vjp_status device_is_one(Custom* self, vjp_tensor* const* grads, vjp_tensor** out) {
  *(int*)self->more = current_device();
  return raw_times(grads[0], self->factor, out);
}
SCENARIO(31, current_device) {
  NEEDS_DEVICES(2);
  int seen = -1;
  vjp_stream *amb0 = new_stream(dev(0), "amb0"), *amb1 = new_stream(dev(1), "amb1");
  UNDER(amb1) UNDER(amb0) {
    vjp_tensor* x = leaf(ones(dev(1), kN));
    Custom custom = {.backward = device_is_one, .name = "Device", .factor = 2, .more = &seen};
    vjp_tensor *y = apply_custom(&custom, x), *g = ones(dev(1), kN);
    CHECK(current_device() == 0);
    backward(y, g);
    CHECK(current_device() == 0);
    CHECK(seen == 1);
    ALL(grad_of(x), 2);
  }
}

/* SC-32 */
SCENARIO(32, two_copies) {
  NEEDS_DEVICES(2);
  vjp_stream *amb0 = new_stream(dev(0), "amb0"), *amb1 = new_stream(dev(1), "amb1"), *s0 = new_stream(dev(0), "s0");
  UNDER(amb1) UNDER(amb0) {
    vjp_tensor *x = NULL, *y = NULL;
    UNDER(s0) {
      x = leaf(ones(dev(0), kN));
      y = add(to_device(x, dev(1)), to_device(x, dev(1)));
    }
    wait_for(amb0, s0);
    vjp_tensor* g = ones(dev(1), kN);
    vjp_sim_counters side, ambient;
    if (on_sim()) side = counters(s0), ambient = counters(amb0);
    backward(y, g);
    if (counting()) {
      CHECK(since(s0, side).kernels == 1); /* the sum */
      CHECK(since(amb0, ambient).kernels == 0);
    }
    ALL(grad_of(x), 2);
  }
}

/* SC-49, NS-7, STREAM-2, STREAM-3 */
typedef struct Where {
  char thread[32];
  vjp_stream* stream;
} Where;
static vjp_status where(Custom* self, vjp_tensor* const* grads, vjp_tensor** out) {
  Where* w = (Where*)self->more;
  w->stream = stream_now(dev(1));
  FILE* file = fopen("/proc/thread-self/comm", "r");
  if (file && !fgets(w->thread, sizeof w->thread, file)) w->thread[0] = 0;
  if (file) fclose(file);
  vjp_stream* near = stream_now(dev(0)); /* NS-3: it is used beside the node's own, which has the gradients */
  vjp_tensor* moved = NULL;
  OK(vjp_stream_wait_stream(near, w->stream));
  vjp_status status = raw_to_device(grads[0], dev(0), &moved);
  if (status == VJP_OK) status = call_op("add", VJP_VARIANT_FUNCTIONAL, ARGS(T(moved), T(grads[1])), 0, out);
  OK(vjp_tensor_record_stream(grads[1], near));
  OK(vjp_stream_wait_stream(w->stream, near));
  vjp_tensor_release(moved);
  return status;
}
static vjp_status far_and_near(Custom* self, vjp_tensor* x, vjp_tensor** out) {
  (void)self;
  vjp_status status = raw_to_device(x, dev(1), &out[0]);
  return status == VJP_OK ? raw_times(x, 1, &out[1]) : status;
}
/* SC-49, NS-1, NS-7 */
static void first_output_decides(bool far_last) {
  vjp_stream *amb0 = new_stream(dev(0), "amb0"), *amb1 = new_stream(dev(1), "amb1"), *s1 = new_stream(dev(1), "s1");
  vjp_stream* s0 = new_stream(dev(0), "s0");
  Where seen = {"", NULL};
  UNDER(amb1) UNDER(amb0) {
    vjp_tensor *x = NULL, *out[2] = {NULL, NULL}, *roots[2] = {NULL, NULL};
    Custom custom = {.forward = far_and_near, .backward = where, .name = "FarAndNear", .more = &seen, .results = 2};
    UNDER(s1) UNDER(s0) {
      x = leaf(ones(dev(0), kN));
      apply_custom_all(&custom, x, out);
      OK(vjp_tensor_set_grad(x, ones(dev(0), kN))); /* so that the accumulator adds */
    }
    wait_for(amb1, s1);
    for (int i = 0; i < 2; ++i) { /* what is recorded first arrives last */
      int which = (i == 0) == far_last ? 0 : 1;
      UNDER(s0) roots[which] = times(out[which], 2);
    }
    wait_for(amb0, s0);
    vjp_tensor* gradients[2] = {ones(dev(1), kN), ones(dev(0), kN)};
    OK(try_backward_with(roots, 2, gradients, false, false));
    CHECK(seen.stream == s1);
    if (on_sim()) CHECK(strncmp(seen.thread, "vjp-sim:1", 9) == 0);
    ALL(grad_of(x), 5);
  }
}
SCENARIO(49, first_output_decides_far_last) {
  NEEDS_DEVICES(2);
  first_output_decides(true);
}
SCENARIO(49, first_output_decides_near_last) {
  NEEDS_DEVICES(2);
  first_output_decides(false);
}
