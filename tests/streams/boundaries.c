/*
 * What meets the boundary of a capture: nodes and streams from before it, threads and operators that are no part of it.
 * SC-73 to SC-76, CG-4, CG-10 to CG-12, GF-7.
 */
#include <pthread.h>

#include "harness.h"

static void begin(vjp_device_graph* g) { OK(vjp_device_graph_capture_begin(g, dev(0), NULL, VJP_CAPTURE_GLOBAL)); }
static void end(vjp_device_graph* g) { OK(vjp_device_graph_capture_end(g)); }
static void replay(vjp_device_graph* g) { OK(vjp_device_graph_replay(g)); }
static bool captures(vjp_stream* s) {
  vjp_capture_state state = VJP_CAPTURE_NONE;
  OK(vjp_stream_capture_state(s, &state, NULL));
  return state == VJP_CAPTURE_ACTIVE;
}
static vjp_tensor* plus(vjp_tensor* t, double v) { return OP("add", T(t), F(v)); }

/* ---- leaves and nodes of the default stream ---- */

/* A leaf whose accumulator belongs to the default stream, because a graph of that time is still alive. */
static vjp_tensor* stale_leaf(vjp_stream* s) {
  vjp_tensor *w = leaf(filled(dev(0), 100, 2)), *kept = times(w, 3); /* until the scenario ends */
  backward_retain(sum(kept), NULL);
  clear_grad(w);
  wait_for(s, default_stream(dev(0)));
  return w;
}

static vjp_status no_gradient(Custom* self, vjp_tensor* const* grads, vjp_tensor** out) {
  (void)self, (void)grads;
  out[0] = NULL;
  return VJP_OK;
}
static void stale_leaf_without_gradient(vjp_stale_streams policy) {
  vjp_stream* s = new_stream(dev(0), "s");
  vjp_tensor* w = stale_leaf(s);
  OK(vjp_set_stale_streams(policy));
  UNDER(s) {
    vjp_device_graph* g = new_graph();
    vjp_tensor *v = leaf(filled(dev(0), 100, 1)), *x = ones(dev(0), 100);
    begin(g);
    Custom none = {.backward = no_gradient, .name = "NoGradient", .factor = 1};
    backward(sum(OP("add", T(apply_custom(&none, w)), T(OP("mul", T(v), T(x))))), NULL);
    end(g);
    fill_(x, 5);
    replay(g);
    ALL(grad_of(v), 5);
    OK(vjp_stream_synchronize(s));
  }
  CHECK(!grad_of(w));
  OK(vjp_set_stale_streams(VJP_STALE_STREAMS_OVERRIDE_LEAVES));
}
/* SC-73, CG-11: nothing arrives at the leaf, so nothing is to be done about its stream, and nothing is refused. */
SCENARIO(73, a_stale_leaf_without_gradient) { stale_leaf_without_gradient(VJP_STALE_STREAMS_OVERRIDE_LEAVES); }
SCENARIO(73, a_stale_leaf_without_gradient_where_others_are_errors) {
  stale_leaf_without_gradient(VJP_STALE_STREAMS_ERROR);
}

/* SC-74, CG-10: the first such node is named, and the capture is as it was. */
SCENARIO(74, a_forward_outside_of_the_capture) {
  vjp_stream* s = new_stream(dev(0), "s");
  vjp_tensor *w = leaf(filled(dev(0), 100, 2)), *y = sum(OP("exp", T(times(w, 3))));
  wait_for(s, default_stream(dev(0)));
  UNDER(s) {
    vjp_device_graph* g = new_graph();
    vjp_tensor* x = ones(dev(0), 100);
    begin(g);
    vjp_tensor* z = plus(x, 1);
    FAILS(VJP_ERROR_STATE, try_backward(y, NULL));
    SAYS("SumBackward");
    SAYS("default stream");
    CHECK(captures(s));
    end(g);
    replay(g);
    ALL(z, 2);
  }
  CHECK(!grad_of(w));
}

static int nodes_run;
static vjp_status counted(void* context, vjp_tensor* gradient, vjp_tensor** out) {
  (void)context, (void)gradient;
  *out = NULL;
  __atomic_fetch_add(&nodes_run, 1, __ATOMIC_RELAXED);
  return VJP_OK;
}
static vjp_status stays_on_host(Custom* self, vjp_tensor* x, vjp_tensor** out) {
  (void)self, (void)x;
  return vjp_tensor_empty(NULL, 0, VJP_DTYPE_FLOAT64, out);
}
static vjp_status never(Custom* self, vjp_tensor* const* grads, vjp_tensor** out) {
  (void)self, (void)grads, (void)out;
  CHECK(!"the derivative ran");
  return VJP_ERROR_INTERNAL;
}
/* SC-75, CG-11: the root is on the CPU, its nodes were captured, and the caller's stream is not. */
SCENARIO(75, a_caller_outside_of_the_capture) {
  vjp_stream *s = new_stream(dev(0), "s"), *other = new_stream(dev(0), "other");
  vjp_device_graph* g = new_graph();
  nodes_run = 0;
  UNDER(s) {
    vjp_tensor *w = leaf(filled(dev(0), 100, 2)), *root = NULL;
    begin(g);
    vjp_tensor* y = times(w, 3);
    Custom to_host = {.forward = stays_on_host, .backward = never, .name = "ToHost"};
    root = apply_custom(&to_host, y);
    vjp_hook* hook = NULL;
    OK(vjp_tensor_add_hook(root, counted, NULL, NULL, &hook));
    UNDER(other) {
      FAILS(VJP_ERROR_STATE, try_backward(root, NULL));
      SAYS("MulBackward");
      SAYS("captured");
    }
    CHECK(nodes_run == 0 && captures(s));
    vjp_hook_release(hook);
    end(g);
    replay(g);
    ALL(y, 6);
    CHECK(!grad_of(w));
  }
}

/* ---- threads that watch events ---- */

typedef struct Watchdog {
  vjp_event* event;
  int questions, watching, seen_complete, stop;
} Watchdog;
static bool ask(Watchdog* w) {
  bool complete = false;
  OK(vjp_event_query(w->event, &complete));
  __atomic_fetch_add(&w->questions, 1, __ATOMIC_RELAXED);
  return complete;
}
static void* watch_until_done(void* p) {
  Watchdog* w = (Watchdog*)p;
  bool watching = false;
  OK(vjp_event_watch_begin(&watching));
  CHECK(watching);
  __atomic_store_n(&w->watching, 1, __ATOMIC_RELEASE);
  while (!ask(w)) {
  }
  __atomic_store_n(&w->seen_complete, 1, __ATOMIC_RELEASE);
  OK(vjp_event_watch_end());
  return NULL;
}
/* SC-76, CG-12: the capture begins when the work that is watched is done, and is not disturbed. */
SCENARIO(76, a_watchdog_is_waited_for) {
  vjp_stream *s = new_stream(dev(0), "s"), *busy = new_stream(dev(0), "busy");
  vjp_device_graph* g = new_graph();
  Watchdog w = {NULL, 0, 0, 0, 0};
  OK(vjp_event_create(dev(0), false, &w.event));
  own_event(w.event);
  UNDER(busy) {
    sleep_ms(busy, 20);
    ones(dev(0), 1000);
  }
  OK(vjp_event_record(w.event, busy));
  bool watching = false;
  pthread_t thread;
  CHECK(pthread_create(&thread, NULL, watch_until_done, &w) == 0);
  while (!__atomic_load_n(&w.watching, __ATOMIC_ACQUIRE)) {
  }
  FAILS(VJP_ERROR_STATE, vjp_event_watch_end()); /* it is not this thread's */
  UNDER(s) {
    vjp_tensor* x = ones(dev(0), 100);
    begin(g);
    CHECK(__atomic_load_n(&w.seen_complete, __ATOMIC_ACQUIRE) == 1);
    pthread_join(thread, NULL);
    int questions = w.questions;
    OK(vjp_event_watch_begin(&watching));
    CHECK(!watching);
    vjp_tensor* y = plus(x, 1);
    end(g);
    CHECK(w.questions == questions && questions > 0);
    replay(g);
    ALL(y, 2);
  }
  OK(vjp_event_watch_begin(&watching));
  CHECK(watching);
  OK(vjp_event_watch_end());
  FAILS(VJP_ERROR_STATE, vjp_event_watch_end());
}

static void* watch_in_rounds(void* p) {
  Watchdog* w = (Watchdog*)p;
  while (!__atomic_load_n(&w->stop, __ATOMIC_ACQUIRE)) {
    bool watching = false;
    OK(vjp_event_watch_begin(&watching));
    if (!watching) continue;
    ask(w);
    OK(vjp_event_watch_end());
  }
  return NULL;
}
/* SC-76, CG-12: a question inside a capture would break it; a watchdog that goes on and on asks none there. */
SCENARIO(76, a_watchdog_in_the_background) {
  vjp_stream *s = new_stream(dev(0), "s"), *busy = new_stream(dev(0), "busy");
  Watchdog w = {NULL, 0, 0, 0, 0};
  OK(vjp_event_create(dev(0), false, &w.event));
  own_event(w.event);
  UNDER(busy) ones(dev(0), 1000);
  OK(vjp_event_record(w.event, busy));
  pthread_t thread;
  CHECK(pthread_create(&thread, NULL, watch_in_rounds, &w) == 0);
  UNDER(s) {
    vjp_tensor* x = ones(dev(0), 10);
    for (int i = 0; i < 5; ++i) {
      vjp_device_graph* g = new_graph();
      begin(g);
      int questions = __atomic_load_n(&w.questions, __ATOMIC_RELAXED);
      vjp_tensor* y = plus(x, i);
      CHECK(__atomic_load_n(&w.questions, __ATOMIC_RELAXED) == questions);
      end(g);
      replay(g);
      ALL(y, 1 + i);
    }
  }
  __atomic_store_n(&w.stop, 1, __ATOMIC_RELEASE);
  pthread_join(thread, NULL);
}

static void* watch_and_end(void* p) {
  (void)p;
  bool watching = false;
  OK(vjp_event_watch_begin(&watching));
  CHECK(watching);
  return NULL;
}
/* SC-76, CG-12: nobody can wait for itself, and nobody is waited for who is gone. */
SCENARIO(76, a_watch_of_the_capturing_thread) {
  vjp_stream* s = new_stream(dev(0), "s");
  UNDER(s) {
    vjp_tensor* x = ones(dev(0), 10);
    vjp_device_graph* g = new_graph();
    bool watching[2] = {false, false};
    for (int i = 0; i < 2; ++i) OK(vjp_event_watch_begin(&watching[i]));
    CHECK(watching[0] && watching[1]);
    for (int i = 0; i < 2; ++i) {
      FAILS(VJP_ERROR_STATE, vjp_device_graph_capture_begin(g, dev(0), NULL, VJP_CAPTURE_GLOBAL));
      SAYS("vjp_event_watch_end");
      CHECK(!captures(s));
      OK(vjp_event_watch_end());
    }
    pthread_t thread;
    CHECK(pthread_create(&thread, NULL, watch_and_end, NULL) == 0);
    pthread_join(thread, NULL);
    begin(g);
    vjp_tensor* y = plus(x, 1);
    end(g);
    replay(g);
    ALL(y, 2);
  }
}

/* ---- what runs on the CPU ---- */

static vjp_status op_on_host(const char* name, const vjp_value* args, size_t count) {
  vjp_tensor* out = NULL;
  vjp_status status = call_op(name, VJP_VARIANT_FUNCTIONAL, args, count, 0, &out);
  vjp_tensor_release(out);
  return status;
}
/* CG-4, SC-60: the operator is named, and the capture goes on. */
SCENARIO(60, operators_on_the_host) {
  vjp_stream *s = new_stream(dev(0), "the captured stream"), *other = new_stream(dev(0), "other");
  vjp_device_graph* g = new_graph();
  vjp_tensor *host = VEC(3, 1, 2), *number = SCALAR(4);
  UNDER(s) {
    vjp_tensor* x = ones(dev(0), 10);
    begin(g);
    FAILS(VJP_ERROR_STATE, op_on_host("add", ARGS(T(host), F(1))));
    SAYS("add");
    SAYS("the captured stream");
    FAILS(VJP_ERROR_STATE, op_on_host("sort", ARGS(T(host))));
    SAYS("sort");
    FAILS(VJP_ERROR_STATE, op_on_host("rand", ARGS(INTS(3))));
    SAYS("rand");
    FAILS(VJP_ERROR_STATE, op_on_host("sum", ARGS(T(host), NONE(), B(false), NONE())));
    FAILS(VJP_ERROR_STATE, op_on_host("mean", ARGS(T(host), NONE(), B(false), NONE()))); /* a composite's parts */
    vjp_tensor* out = NULL;
    FAILS(VJP_ERROR_STATE, call_op("mul", VJP_VARIANT_INPLACE, ARGS(T(host), F(2)), 0, &out));
    SAYS("mul");
    CHECK(captures(s));
    /* nothing is computed by these */
    CHECK(SHAPE(OP("reshape", T(host), INTS(3, 1)), 3, 1));
    vjp_tensor* constant = OP("full", INTS(2), F(7), D(VJP_DTYPE_FLOAT64));
    vjp_tensor* y = OP("add", T(OP("mul", T(x), T(number))), F(2)); /* a number on the host becomes an argument */
    UNDER(other) OK(op_on_host("add", ARGS(T(host), F(1))));        /* a stream that takes no part */
    end(g);
    EQUALS(constant, 7, 7);
    EQUALS(host, 3, 1, 2);
    replay(g);
    ALL(y, 6);
    OK(op_on_host("add", ARGS(T(host), F(1))));
  }
}

/* CG-4: with "elide" they run once, when they are called, and replays leave them out. */
SCENARIO(60, operators_on_the_host_are_elided) {
  vjp_stream* s = new_stream(dev(0), "s");
  vjp_device_graph* g = new_graph();
  OK(vjp_device_graph_set_elide_cpu_work(g, true));
  vjp_tensor* steps = VEC(0);
  UNDER(s) {
    vjp_tensor* x = ones(dev(0), 10);
    begin(g);
    FAILS(VJP_ERROR_STATE, vjp_device_graph_set_elide_cpu_work(g, false));
    OP_("add", T(steps), F(1));
    vjp_tensor* y = plus(x, 1);
    end(g);
    EQUALS(steps, 1);
    replay(g);
    replay(g);
    ALL(y, 2);
    EQUALS(steps, 1);
  }
}

static vjp_status on_the_host(Custom* self, vjp_tensor* const* grads, vjp_tensor** out) {
  vjp_tensor* doubled = NULL;
  vjp_status status = raw_times((vjp_tensor*)self->more, 2, &doubled);
  vjp_tensor_release(doubled);
  return status == VJP_OK ? raw_times(grads[0], 1, out) : status;
}
/* CG-4, CG-13: also in backward, on whatever thread it runs. */
SCENARIO(60, operators_on_the_host_in_backward) {
  vjp_stream* s = new_stream(dev(0), "s");
  vjp_device_graph* g = new_graph();
  Custom custom = {.backward = on_the_host, .name = "OnTheHost", .factor = 1, .more = VEC(1, 2)};
  UNDER(s) {
    vjp_tensor* w = leaf(ones(dev(0), 10));
    backward(sum(apply_custom(&custom, w)), NULL);
    clear_grad(w);
    begin(g);
    FAILS(VJP_ERROR_STATE, try_backward(sum(apply_custom(&custom, w)), NULL));
    SAYS("mul: it would run on the CPU");
    CHECK(captures(s) && !grad_of(w));
    vjp_tensor* y = plus(w, 1);
    end(g);
    replay(g);
    ALL(y, 2);
  }
}

/* ---- graphs in graphs ---- */

/* CG-3: a graph is no part of another, and to try leaves the outer capture as it was. */
SCENARIO(60, a_replay_inside_a_capture) {
  vjp_stream *s = new_stream(dev(0), "s"), *other = new_stream(dev(0), "other");
  vjp_device_graph *inner = new_graph(), *outer = new_graph();
  UNDER(s) {
    vjp_tensor *x = ones(dev(0), 10), *y = NULL, *z = NULL;
    begin(inner);
    y = plus(x, 1);
    end(inner);
    begin(outer);
    FAILS(VJP_ERROR_STATE, vjp_device_graph_replay(inner));
    SAYS("no part of another");
    z = plus(x, 2);
    end(outer);
    replay(outer);
    ALL(z, 3);
    begin(outer = new_graph());
    UNDER(other) replay(inner); /* another stream is free to */
    plus(x, 3);
    end(outer);
    wait_for(s, other);
    ALL(y, 2);
  }
}

/* ---- autocast ---- */

/* GF-7: a cast from before is not taken into a graph, and one of the graph not out of it. */
SCENARIO(60, casts_are_not_kept_across_a_capture) {
  vjp_stream* s = new_stream(dev(0), "s");
  vjp_device_graph* g = new_graph();
  UNDER(s) {
    vjp_tensor *w = NULL, *x = NULL;
    ON(dev(0)) {
      w = leaf(OP("full", INTS(4, 4), F(1), D(VJP_DTYPE_FLOAT32)));
      x = OP("full", INTS(4, 4), F(1), D(VJP_DTYPE_FLOAT32));
    }
    vjp_autocast_options options = VJP_AUTOCAST_OPTIONS_INIT;
    options.device_kind = dev(0).kind;
    vjp_guard* region = NULL;
    OK(vjp_guard_autocast(&options, &region));
    OP("matmul", T(x), T(w)); /* w is cast and kept */
    begin(g);
    vjp_tensor* y = OP("matmul", T(x), T(w));
    end(g);
    vjp_tensor* eager = OP("matmul", T(x), T(w)); /* with the cast that has a value */
    OK(vjp_guard_exit(region));
    ALL(eager, 4);
    vjp_tensor* data = NULL;
    OK(vjp_tensor_detach(w, &data));
    fill_(own(data), 2);
    replay(g);
    ALL(y, 8);
  }
}
