/* Two streams, and a tensor that both use: what programs with races, and those about the detector, begin with. */
#ifndef VJP_TESTS_STREAMS_RACES_H
#define VJP_TESTS_STREAMS_RACES_H

#include "harness.h"

enum { kN = 256 };

static vjp_race_finding finding(size_t index) {
  vjp_race_finding f = VJP_RACE_FINDING_INIT;
  OK(vjp_race_get(index, &f));
  return f;
}
static vjp_tensor* part(vjp_tensor* t, int64_t first, int64_t length) {
  return OP("narrow", T(t), I(0), I(first), I(length));
}
static vjp_event* new_event(void) {
  vjp_event* e = NULL;
  OK(vjp_event_create(dev(0), false, &e));
  return own_event(e);
}

typedef struct Pair {
  vjp_stream *a, *b;
} Pair;
static Pair two_streams(int device_b) {
  Pair p = {new_stream(dev(0), "A"), new_stream(dev(device_b), "B")};
  return p;
}
/* A tensor that both streams may use. */
static vjp_tensor* shared(Pair p, double value) {
  vjp_tensor* t = NULL;
  UNDER(p.a) t = filled(dev(0), kN, value);
  wait_for(p.b, p.a);
  OK(vjp_tensor_record_stream(t, p.b));
  return t;
}
static void meet(Pair p, bool mended) {
  if (mended) wait_for(p.b, p.a);
}

/* How a tensor is written, and read. */
static void write_fill(vjp_tensor* t) { fill_(t, 3); }
static void write_add(vjp_tensor* t) { OP_("add", T(t), F(1)); }
static void write_view(vjp_tensor* t) { fill_(part(t, 16, 100), 5); }
static void write_copy(vjp_tensor* t) { OP_("copy", T(t), T(filled(dev(0), kN, 4))); }
static void read_sum(vjp_tensor* t) { sum(t); }
static void read_mul(vjp_tensor* t) { times(t, 2); }
static void read_view(vjp_tensor* t) { times(part(t, 64, 32), 2); }

#endif
