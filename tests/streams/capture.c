/* Graphs of device work: SC-58 to SC-64, SC-68 to SC-70, SC-77, SC-82. */
#include "harness.h"

static void arena_pool_release(void* p) { vjp_memory_pool_release((vjp_memory_pool*)p); }
static vjp_memory_pool* pool_of(vjp_device_graph* g) {
  vjp_memory_pool* pool = NULL;
  OK(vjp_device_graph_pool(g, &pool));
  return (vjp_memory_pool*)arena_put(pool, arena_pool_release);
}
static void begin_in(vjp_device_graph* g, vjp_memory_pool* pool) {
  OK(vjp_device_graph_capture_begin(g, dev(0), pool, VJP_CAPTURE_GLOBAL));
}
static void begin(vjp_device_graph* g) { begin_in(g, NULL); }
static void end(vjp_device_graph* g) { OK(vjp_device_graph_capture_end(g)); }
static void replay(vjp_device_graph* g) { OK(vjp_device_graph_replay(g)); }
static void replay_and_wait(vjp_device_graph* g) {
  replay(g);
  OK(vjp_device_synchronize(dev(0)));
}
static vjp_tensor* plus(vjp_tensor* t, double v) { return OP("add", T(t), F(v)); }
static vjp_tensor* both(vjp_tensor* a, vjp_tensor* b) { return OP("add", T(a), T(b)); }
static void add_(vjp_tensor* t, double v) { OP_("add", T(t), F(v)); }
static vjp_tensor* twice_plus(vjp_tensor* t, double v) {
  vjp_tensor* a = plus(t, v);
  vjp_tensor* b = plus(t, v);
  vjp_tensor* c = both(a, b);
  drop_now(a);
  drop_now(b);
  return c;
}
static vjp_tensor* five_times(vjp_tensor* t, double v) {
  for (int i = 0; i < 5; ++i) {
    vjp_tensor* next = twice_plus(t, v);
    drop_now(t);
    t = next;
  }
  return t;
}
static double total(vjp_tensor* t) {
  vjp_tensor* s = sum(t);
  double value = at(s, 0);
  drop_now(s);
  return value;
}

/* SC-58, CG-8 */
SCENARIO(58, a_graph_replays) {
  vjp_stream* s = new_stream(dev(0), "s");
  vjp_device_graph* g = new_graph();
  UNDER(s) {
    vjp_tensor* a = ones(dev(0), 1000);
    begin(g);
    vjp_tensor* b = a;
    for (int i = 0; i < 10; ++i) b = plus(b, 1);
    end(g);
    uint64_t nodes = 0;
    OK(vjp_device_graph_node_count(g, &nodes));
    CHECK(nodes >= 10);
    replay(g);
    NEAR(total(b), 11000);
    OK(vjp_device_graph_reset(g));
    begin(g);
    fill_(b, 2);
    for (int i = 0; i < 10; ++i) add_(b, 2);
    end(g);
    OK(vjp_stream_synchronize(s));
    NEAR(total(b), 11000); /* the capture ran nothing */
    replay(g);
    NEAR(total(b), 22000);
    OK(vjp_stream_synchronize(s));
  }
}

/* SC-59, CG-1, CG-5 */
SCENARIO(59, where_a_capture_begins_and_ends) {
  vjp_device_graph* g = new_graph();
  FAILS(VJP_ERROR_STATE, vjp_device_graph_capture_begin(g, dev(0), NULL, VJP_CAPTURE_GLOBAL));
  SAYS("non-default");
  vjp_stream *s = new_stream(dev(0), "s"), *other = new_stream(dev(0), "other");
  UNDER(s) {
    begin(g);
    FAILS(VJP_ERROR_STATE, vjp_device_graph_capture_begin(g, dev(0), NULL, VJP_CAPTURE_GLOBAL));
    UNDER(other) {
      FAILS(VJP_ERROR_STATE, vjp_device_graph_capture_end(g));
      SAYS("other");
    }
    vjp_tensor* t = ones(dev(0), 10);
    end(g);
    FAILS(VJP_ERROR_STATE, vjp_device_graph_capture_begin(g, dev(0), NULL, VJP_CAPTURE_GLOBAL));
    SAYS("reset");
    replay(g);
    ALL(t, 1);
  }
  FAILS(VJP_ERROR_STATE, vjp_device_graph_replay(new_graph()));
}

static int warnings;
static void count_warning(void* context, const char* message) {
  (void)context;
  if (strstr(message, "empty")) ++warnings;
}
/* SC-59, CG-5 */
SCENARIO(59, an_empty_graph_is_a_warning) {
  vjp_stream* s = new_stream(dev(0), "s");
  vjp_device_graph* g = new_graph();
  warnings = 0;
  OK(vjp_set_warning_handler(count_warning, NULL, NULL));
  UNDER(s) {
    begin(g);
    end(g);
    replay_and_wait(g);
  }
  OK(vjp_set_warning_handler(NULL, NULL, NULL));
  CHECK(warnings == 1);
}

/* SC-60, CG-3, CG-5 */
SCENARIO(60, reading_back_breaks_a_capture) {
  vjp_stream* s = new_stream(dev(0), "s");
  vjp_device_graph* g = new_graph();
  UNDER(s) {
    vjp_tensor* t = ones(dev(0), 4);
    begin(g);
    vjp_tensor* u = sum(plus(t, 1));
    double value;
    CHECK(vjp_tensor_item_float(u, &value) != VJP_OK);
    CHECK(vjp_device_graph_capture_end(g) != VJP_OK);
    begin(g); /* the next capture works */
    vjp_tensor* v = plus(t, 2);
    end(g);
    replay(g);
    ALL(v, 3);
  }
}

/* SC-60: out of memory inside a capture is an error like any other. */
SCENARIO(60, out_of_memory_in_a_capture) {
  NEEDS_SIM();
  vjp_stream* s = new_stream(dev(0), "s");
  vjp_device_graph* g = new_graph();
  UNDER(s) {
    vjp_tensor* t = ones(dev(0), 4);
    begin(g);
    int64_t much = 1;
    much <<= 40;
    vjp_value args[] = {L(&much, 1), F(1), D(VJP_DTYPE_FLOAT64)};
    vjp_tensor* out = NULL;
    ON(dev(0)) FAILS(VJP_ERROR_MEMORY, call_op("full", VJP_VARIANT_FUNCTIONAL, args, 3, 0, &out));
    vjp_tensor* v = plus(t, 2);
    end(g);
    replay(g);
    ALL(v, 3);
  }
}

/* SC-61, CG-3 */
SCENARIO(61, forks_are_joined) {
  vjp_stream *s = new_stream(dev(0), "s"), *s1 = new_stream(dev(0), "s1");
  vjp_device_graph* g = new_graph();
  UNDER(s) {
    vjp_tensor *t = ones(dev(0), 100), *a = NULL, *b = NULL;
    begin(g);
    a = plus(t, 1);
    wait_for(s1, s);
    UNDER(s1) b = plus(a, 1);
    CHECK(vjp_device_graph_capture_end(g) != VJP_OK);
    SAYS("joined");
    begin(g);
    a = plus(t, 1);
    wait_for(s1, s);
    UNDER(s1) b = plus(a, 1);
    wait_for(s, s1);
    vjp_tensor* c = both(a, b);
    end(g);
    replay(g);
    ALL(c, 5);
    OK(vjp_stream_synchronize(s));
  }
}

/* SC-61, CG-3: dependencies do not cross the boundary. */
SCENARIO(61, isolation) {
  vjp_stream *s = new_stream(dev(0), "s"), *out = new_stream(dev(0), "outside");
  vjp_device_graph* g = new_graph();
  vjp_event* before = NULL;
  OK(vjp_event_create(dev(0), false, &before));
  own_event(before);
  UNDER(out) ones(dev(0), 4);
  OK(vjp_event_record(before, out));
  UNDER(s) {
    vjp_tensor* t = ones(dev(0), 4);
    begin(g);
    plus(t, 1);
    bool refused = vjp_stream_wait_event(s, before) != VJP_OK;
    CHECK(vjp_device_graph_capture_end(g) != VJP_OK || refused);
  }
}

/* SC-62, CG-6 */
SCENARIO(62, eager_work_between_graphs) {
  vjp_stream* s = new_stream(dev(0), "s");
  vjp_device_graph *g0 = new_graph(), *g1 = new_graph();
  UNDER(s) {
    vjp_tensor* start = ones(dev(0), 1000);
    begin(g0);
    vjp_tensor* b = five_times(OP("clone", T(start)), 1);
    end(g0);
    begin_in(g1, pool_of(g0));
    b = five_times(b, 1);
    end(g1);
    vjp_tensor* c = ones(dev(0), 1000);
    for (int round = 0; round < 3; ++round) {
      for (int i = 0; i < 2; ++i) c = twice_plus(c, 3);
      if (round == 0) replay(g0);
      if (round == 1) replay(g1);
    }
    NEAR(total(b), 1000 * 3070);
    NEAR(total(c), 1000 * 442);
    OK(vjp_stream_synchronize(s));
  }
}

/* SC-63, SC-64, CG-7, RD-9 */
SCENARIO(63, graphs_that_share_a_pool_keep_their_order) {
  for (int shared = 0; shared < 2; ++shared) {
    vjp_stream* s = new_stream(dev(0), "s");
    vjp_device_graph *g0 = new_graph(), *g1 = new_graph(), *g2 = new_graph();
    UNDER(s) {
      vjp_tensor* a = ones(dev(0), 1000);
      begin(g0);
      vjp_tensor *b = OP("clone", T(a)), *c = plus(b, 1), *d = plus(b, 2);
      end(g0);
      begin_in(g1, shared ? pool_of(g0) : NULL);
      vjp_tensor* e = plus(c, 3);
      drop_now(c);
      end(g1);
      begin_in(g2, shared ? pool_of(g0) : NULL);
      vjp_tensor* f = plus(d, 4);
      end(g2);
      replay(g0), replay(g1), replay(g2);
      ALL(e, 5);
      ALL(f, 7);
      CLEAN();
      replay(g0), replay(g2), replay(g1);
      ALL(f, 7);
      if (shared)
        RACE();
      else
        ALL(e, 5);
      OK(vjp_stream_synchronize(s));
    }
    CHECK(true);
  }
}

/* SC-64, RD-9: two replays at once on one pool. */
SCENARIO(64, unordered_replays) {
  for (int shared = 0; shared < 2; ++shared) {
    vjp_stream *s = new_stream(dev(0), "s"), *s1 = new_stream(dev(0), "s1");
    vjp_device_graph *g0 = new_graph(), *g1 = new_graph();
    vjp_tensor *b0 = NULL, *b1 = NULL;
    UNDER(s) {
      vjp_tensor* start = ones(dev(0), 1000);
      begin(g0);
      b0 = five_times(OP("clone", T(start)), 1);
      end(g0);
      begin_in(g1, shared ? pool_of(g0) : NULL);
      b1 = five_times(OP("clone", T(start)), 2);
      end(g1);
    }
    wait_for(s1, s);
    UNDER(s) replay(g0);
    UNDER(s1) replay(g1);
    if (shared) {
      RACE();
      OK(vjp_device_synchronize(dev(0)));
      continue;
    }
    OK(vjp_device_synchronize(dev(0)));
    ALL(b0, 94);
    ALL(b1, 156);
    OK(vjp_device_synchronize(dev(0)));
  }
}

static vjp_tensor* dropped(vjp_tensor* x) { return OP("dropout", T(x), F(0.1), B(true)); }

/* SC-68, RG-2, RG-3 */
SCENARIO(68, random_numbers_in_graphs) {
  enum { kDraws = 1000 };
  static double eager[6][kDraws], graphed[6][kDraws];
  vjp_stream* s = new_stream(dev(0), "s");
  vjp_device_graph* g = new_graph();
  UNDER(s) {
    vjp_tensor* x = ones(dev(0), kDraws);
    OK(vjp_manual_seed(5));
    for (int i = 0; i < 6; ++i) host_values(dropped(x), eager[i], kDraws);
    begin(g);
    vjp_tensor *a = dropped(x), *b = dropped(x);
    end(g);
    OK(vjp_manual_seed(5));
    for (int i = 0; i < 6; i += 2) {
      if (i == 2) {
        host_values(dropped(x), graphed[2], kDraws);
        host_values(dropped(x), graphed[3], kDraws);
      } else {
        replay(g);
        host_values(a, graphed[i], kDraws);
        host_values(b, graphed[i + 1], kDraws);
      }
    }
    CHECK(memcmp(eager, graphed, sizeof eager) == 0);
    OK(vjp_manual_seed(128));
    replay(g);
    host_values(a, graphed[0], kDraws);
    CHECK(memcmp(eager[0], graphed[0], sizeof eager[0]) != 0);
    OK(vjp_manual_seed(128));
    host_values(dropped(x), graphed[1], kDraws);
    CHECK(memcmp(graphed[0], graphed[1], sizeof graphed[0]) == 0);
  }
}

/* RG-4 */
SCENARIO(69, seeding_inside_a_capture_is_refused) {
  vjp_stream* s = new_stream(dev(0), "s");
  vjp_device_graph* g = new_graph();
  UNDER(s) {
    vjp_tensor* x = ones(dev(0), 10);
    begin(g);
    FAILS(VJP_ERROR_STATE, vjp_manual_seed(1));
    SAYS("captured");
    dropped(x);
    end(g);
    replay_and_wait(g);
  }
}

static void arena_generator_release(void* p) { vjp_generator_release((vjp_generator*)p); }
static vjp_generator* new_generator(uint64_t seed) {
  vjp_generator* g = NULL;
  OK(vjp_generator_create(seed, &g));
  return (vjp_generator*)arena_put(g, arena_generator_release);
}
static vjp_tensor* drawn(vjp_generator* g) {
  vjp_tensor* t = NULL;
  ON(dev(0)) OK(vjp_rand((int64_t[]){30}, 1, VJP_DTYPE_FLOAT64, g, &t));
  return own(t);
}
/* Draws from both, with their states swapped in between. */
static void draw_swapped(vjp_generator* a, vjp_generator* b, vjp_tensor** out) {
  out[0] = drawn(a);
  OK(vjp_generator_swap_states(a, b));
  out[1] = drawn(a);
  out[2] = drawn(b);
  OK(vjp_generator_swap_states(a, b));
  out[3] = drawn(a);
}
/* SC-69, RG-2, RG-4: numbers and offsets of replays are those of calls. */
SCENARIO(69, states_are_swapped_inside_a_capture) {
  vjp_stream* s = new_stream(dev(0), "s");
  vjp_device_graph* g = new_graph();
  UNDER(s) {
    vjp_generator *eager[2] = {new_generator(5), new_generator(9)}, *graphed[2] = {new_generator(5), new_generator(9)};
    for (int i = 0; i < 2; ++i) OK(vjp_device_graph_register_generator(g, graphed[i]));
    vjp_tensor *of_eager[4], *of_graph[4];
    begin(g);
    draw_swapped(graphed[0], graphed[1], of_graph);
    end(g);
    for (int round = 0; round < 3; ++round) {
      draw_swapped(eager[0], eager[1], of_eager);
      replay(g);
      for (int i = 0; i < 4; ++i) {
        double a[30], b[30];
        host_values(of_eager[i], a, 30);
        host_values(of_graph[i], b, 30);
        CHECK(memcmp(a, b, sizeof a) == 0);
      }
      for (int i = 0; i < 2; ++i) {
        uint64_t seed[2], offset[2];
        OK(vjp_generator_get_state(eager[i], &seed[0], &offset[0]));
        OK(vjp_generator_get_state(graphed[i], &seed[1], &offset[1]));
        CHECK(seed[0] == seed[1] && offset[0] == offset[1] && offset[0] > 0);
      }
    }
  }
}

/* SC-70, CG-9 */
SCENARIO(70, a_whole_backward) {
  for (int existing = 0; existing < 2; ++existing) {
    vjp_stream* s = new_stream(dev(0), "s");
    vjp_device_graph* g = new_graph();
    UNDER(s) {
      vjp_tensor *w = leaf(filled(dev(0), 100, 2)), *x = ones(dev(0), 100);
      for (int i = 0; i < 3; ++i) {
        backward(sum(OP("mul", T(w), T(x))), NULL);
        clear_grad(w);
      }
      if (existing) OK(vjp_tensor_set_grad(w, filled(dev(0), 100, 0)));
      begin(g);
      backward(sum(OP("mul", T(w), T(x))), NULL);
      end(g);
      vjp_tensor* grad = grad_of(w);
      for (int i = 1; i <= 3; ++i) {
        replay(g);
        ALL(grad, existing ? i : 1);
        CHECK(grad_of(w) == grad);
      }
      fill_(x, 7);
      replay(g);
      ALL(grad, existing ? 10 : 7);
      OK(vjp_stream_synchronize(s));
    }
  }
}

/* SC-77, CG-8 */
SCENARIO(77, replay_anywhere) {
  vjp_stream *s = new_stream(dev(0), "s"), *other = new_stream(dev(0), "other"), *d0 = default_stream(dev(0));
  vjp_device_graph* g = new_graph();
  vjp_tensor *x = NULL, *y = NULL;
  UNDER(s) {
    x = ones(dev(0), 50);
    begin(g);
    y = OP("sin", T(times(x, 3)));
    end(g);
  }
  vjp_stream* streams[] = {s, other, d0};
  OK(vjp_stream_synchronize(s));
  for (int i = 0; i < 3; ++i) {
    UNDER(streams[i]) {
      fill_(x, i);
      replay(g);
      ALL(y, sin(3.0 * i));
    }
    OK(vjp_device_synchronize(dev(0)));
  }
}

/* SC-82, CG-8: branches of a graph run in any order. */
SCENARIO(82, branches) {
  vjp_stream *s = new_stream(dev(0), "s"), *s1 = new_stream(dev(0), "s1"), *s2 = new_stream(dev(0), "s2");
  vjp_device_graph* g = new_graph();
  UNDER(s) {
    vjp_tensor *t = ones(dev(0), 64), *a = NULL, *b = NULL;
    begin(g);
    wait_for(s1, s);
    wait_for(s2, s);
    UNDER(s1) a = times(plus(t, 1), 2);
    UNDER(s2) b = times(plus(t, 2), 3);
    wait_for(s, s1);
    wait_for(s, s2);
    vjp_tensor* c = both(a, b);
    end(g);
    for (int i = 0; i < 3; ++i) {
      replay(g);
      ALL(c, 13);
    }
    OK(vjp_stream_synchronize(s));
  }
}

/* SC-82, RD-9: an edge that the capture forgot is found when it ends. */
SCENARIO(82, a_forgotten_edge) {
  vjp_stream *s = new_stream(dev(0), "s"), *s1 = new_stream(dev(0), "s1");
  vjp_device_graph* g = new_graph();
  UNDER(s) {
    vjp_tensor* t = ones(dev(0), 64);
    begin(g);
    wait_for(s1, s);
    UNDER(s1) fill_(t, 2);
    fill_(t, 3);
    wait_for(s, s1);
    end(g);
    RACE();
    OK(vjp_stream_synchronize(s));
  }
}

/* CG-2: a region that ends early leaves nothing behind. */
SCENARIO(59, regions) {
  vjp_device_graph* g = new_graph();
  vjp_guard* region = NULL;
  OK(vjp_guard_capture(g, dev(0), NULL, NULL, VJP_CAPTURE_GLOBAL, &region));
  vjp_tensor* t = ones(dev(0), 8);
  OK(vjp_guard_exit(region));
  drop_now(t);
  FAILS(VJP_ERROR_STATE, vjp_device_graph_replay(g));
  OK(vjp_guard_capture(g, dev(0), NULL, NULL, VJP_CAPTURE_GLOBAL, &region));
  t = ones(dev(0), 8);
  end(g);
  OK(vjp_guard_exit(region));
  replay(g);
  ALL(t, 1);
}
