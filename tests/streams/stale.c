/* A capture that meets an accumulator of the time before it: SC-72. */
#include "harness.h"

enum { kN = 100 };

/* Once a process, so the test that runs first hears it. */
static int told;
static char last_warning[400];
static void hear(void* context, const char* message) {
  (void)context;
  if (!strstr(message, "AccumulateGrad")) return;
  ++told;
  snprintf(last_warning, sizeof last_warning, "%s", message);
}

/* SC-72, CG-10, STREAM-13: warmed up on the default stream, and the accumulator is still alive */
static void warmed_up_on_the_default_stream(bool override) {
  vjp_stream *d0 = default_stream(dev(0)), *s = new_stream(dev(0), "s");
  vjp_tensor* w = leaf(filled(dev(0), kN, 2));
  vjp_tensor* older = times(w, 1); /* keeps the accumulator, and its stream */
  backward_retain(older, ones(dev(0), kN));
  clear_grad(w);
  wait_for(s, d0);
  OK(vjp_tensor_record_stream(w, s));
  OK(vjp_set_stale_streams(override ? VJP_STALE_STREAMS_OVERRIDE_LEAVES : VJP_STALE_STREAMS_ERROR));
  OK(vjp_set_warning_handler(hear, NULL, NULL));
  vjp_device_graph* g = new_graph();
  UNDER(s) {
    vjp_tensor *x = filled(dev(0), kN, 3), *gradient = ones(dev(0), kN);
    OK(vjp_device_graph_capture_begin(g, dev(0), NULL, VJP_CAPTURE_GLOBAL));
    if (override) {
      backward(mul(w, x), gradient);
      OK(vjp_device_graph_capture_end(g));
      for (int i = 0; i < 3; ++i) {
        fill_(x, i + 4);
        OK(vjp_device_graph_replay(g));
        ALL(grad_of(w), i + 4);
      }
      CHECK(told == 1 && strstr(last_warning, "default stream"));
    } else {
      FAILS(VJP_ERROR_STATE, try_backward(mul(w, x), gradient));
      SAYS("AccumulateGrad");
      SAYS("default stream");
      CHECK(grad_of(w) == NULL);
      OK(vjp_device_graph_capture_end(g)); /* which the refusal has not harmed */
    }
  }
  OK(vjp_set_warning_handler(NULL, NULL, NULL));
  OK(vjp_set_stale_streams(VJP_STALE_STREAMS_OVERRIDE_LEAVES));
  OK(vjp_device_synchronize(dev(0)));
}
/* In a process of its own: the log line comes once. */
SCENARIO_ALONE(72, a_stale_accumulator_is_overridden) { warmed_up_on_the_default_stream(true); }
/* STREAM-13: one line, however many leaves are met */
SCENARIO_ALONE(72, the_log_line_comes_once) {
  vjp_stream *d0 = default_stream(dev(0)), *s = new_stream(dev(0), "s");
  vjp_tensor *w[3], *g = ones(dev(0), kN);
  for (int i = 0; i < 3; ++i) {
    w[i] = leaf(filled(dev(0), kN, 2));
    times(w[i], 1); /* keeps the accumulator, and its stream */
  }
  wait_for(s, d0);
  OK(vjp_tensor_record_stream(g, s));
  for (int i = 0; i < 3; ++i) OK(vjp_tensor_record_stream(w[i], s));
  OK(vjp_set_warning_handler(hear, NULL, NULL));
  vjp_device_graph* graph = new_graph();
  UNDER(s) {
    OK(vjp_device_graph_capture_begin(graph, dev(0), NULL, VJP_CAPTURE_GLOBAL));
    backward(mul(mul(w[0], w[1]), w[2]), g);
    OK(vjp_device_graph_capture_end(graph));
    OK(vjp_device_graph_replay(graph));
    for (int i = 0; i < 3; ++i) ALL(grad_of(w[i]), 4);
  }
  CHECK(told == 1);
  OK(vjp_set_warning_handler(NULL, NULL, NULL));
  OK(vjp_device_synchronize(dev(0)));
}
SCENARIO(72, a_stale_accumulator_is_an_error) { warmed_up_on_the_default_stream(false); }
