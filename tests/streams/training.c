/* Training inside graphs: SC-71, SC-78, SC-79 (AMP-10, AMP-11). */
#include "harness.h"

static vjp_tensor* floats(int64_t n, double value) {
  vjp_tensor* t = NULL;
  ON(dev(0)) t = OP("full", INTS(n), F(value), D(VJP_DTYPE_FLOAT32));
  return t;
}
typedef struct Row {
  double fill, grad, found, after, scale;
  int64_t tracker;
  double weight;
} Row;

/* The recipe "graph grad scaling": the numbers are those of float32 and float16. */
static void grad_scaling(bool first_use_on_default) {
  vjp_stream *s = new_stream(dev(0), "s"), *d0 = default_stream(dev(0)), *amb = new_stream(dev(0), "amb");
  vjp_device_graph* g = new_graph();
  vjp_grad_scaler* scaler = scaler_of(4);
  vjp_tensor *weight = NULL, *input = NULL, *kept = NULL;
  vjp_optimizer* optimizer = NULL;
  UNDER(amb) {
    weight = leaf(floats(100, 1));
    input = floats(100, 1);
    optimizer = sgd(&weight, 1, 0.1, false);
  }
  if (first_use_on_default) {
    wait_for(d0, amb);
    OK(vjp_tensor_record_stream(weight, d0));
    kept = times(weight, 1); /* its accumulator lives on with this graph */
    wait_for(amb, d0);
  }
  wait_for(s, amb);
  OK(vjp_tensor_record_stream(weight, s));
  OK(vjp_tensor_record_stream(input, s));
  UNDER(s) {
    for (int captured = 0; captured < 2; ++captured) {
      if (captured) OK(vjp_device_graph_capture_begin(g, dev(0), NULL, VJP_CAPTURE_GLOBAL));
      vjp_tensor* half = OP("to", T(weight), D(VJP_DTYPE_FLOAT16));
      vjp_tensor* loss = sum(OP("mul", T(half), T(input)));
      backward(scaled(scaler, loss), NULL);
      if (captured)
        OK(vjp_device_graph_capture_end(g));
      else
        clear_grad(weight);
    }
  }
  wait_for(amb, s);
  vjp_tensor* grad = grad_of(weight);
  static const Row rows[] = {
      {5, 20, 0, 5, 4, 1, 0.5},
      {20000, INFINITY, 1, INFINITY, 2, 0, 0.5},
      {5, 10, 0, 5, 2, 1, -7.450580596923828e-09},
      {40000, INFINITY, 1, INFINITY, 1, 0, -7.450580596923828e-09},
  };
  UNDER(amb) {
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
      const Row* r = &rows[i];
      fill_(input, r->fill);
      OK(vjp_device_graph_replay(g));
      CHECK(at(grad, 0) == r->grad && at(grad, 99) == r->grad);
      OK(vjp_grad_scaler_step(scaler, optimizer, NULL));
      vjp_tensor_list* found = NULL;
      OK(vjp_grad_scaler_found_inf(scaler, optimizer, &found));
      CHECK(at(vjp_tensor_list_get(found, 0), 0) == r->found);
      vjp_tensor_list_release(found);
      CHECK(at(grad, 50) == r->after);
      OK(vjp_grad_scaler_update(scaler));
      vjp_grad_scaler_state state = VJP_GRAD_SCALER_STATE_INIT;
      OK(vjp_grad_scaler_get_state(scaler, &state));
      CHECK(state.scale == r->scale && state.growth_tracker == r->tracker);
      CHECK(at(weight, 0) == r->weight && at(weight, 99) == r->weight);
    }
    OK(vjp_stream_synchronize(amb));
  }
  (void)kept;
}

/* SC-78, AMP-11, AMP-5 */
SCENARIO(78, grad_scaling_in_a_graph) { grad_scaling(false); }
/* SC-78, CG-10: a leaf whose accumulator belongs to the default stream. */
SCENARIO(78, grad_scaling_with_a_stale_accumulator) { grad_scaling(true); }

/* One step of a small model: two linear layers, dropout between them, and a mean square. */
static vjp_tensor* loss_of(vjp_tensor* const* w, vjp_tensor* x, vjp_tensor* y) {
  vjp_tensor* h = OP("dropout", T(OP("relu", T(OP("matmul", T(x), T(w[0]))))), F(0.25), B(true));
  return OP("mse_loss", T(OP("matmul", T(h), T(w[1]))), T(y));
}
static vjp_tensor* noise(int64_t rows, int64_t columns, double shift) {
  vjp_tensor* t = NULL;
  ON(dev(0)) t = OP("randn", INTS(rows, columns), D(VJP_DTYPE_FLOAT32));
  return OP("add", T(t), F(shift));
}

/* SC-71, SC-79, CG-9: ten batches in a graph, the optimizer's step in it, give the same bits as ten eager ones. */
static void train(bool graphed, double* out) {
  enum { kBatches = 10, kWarm = 3 };
  vjp_stream* s = new_stream(dev(0), "s");
  UNDER(s) {
    OK(vjp_manual_seed(3));
    vjp_tensor* w[2] = {leaf(noise(6, 8, 0)), leaf(noise(8, 2, 0))};
    vjp_tensor *x = noise(4, 6, 0), *y = noise(4, 2, 1);
    vjp_optimizer* optimizer = sgd(w, 2, 0.05, true);
    for (int i = 0; i < kWarm; ++i) {
      backward(loss_of(w, x, y), NULL);
      OK(vjp_optimizer_step(optimizer));
      OK(vjp_optimizer_zero_grad(optimizer, true));
    }
    vjp_device_graph* g = new_graph();
    if (graphed) {
      OK(vjp_device_graph_capture_begin(g, dev(0), NULL, VJP_CAPTURE_GLOBAL));
      backward(loss_of(w, x, y), NULL);
      OK(vjp_optimizer_step(optimizer));
      OK(vjp_device_graph_capture_end(g));
    }
    for (int i = 0; i < kBatches; ++i) {
      fill_(x, 0.1 * (i + 1));
      if (graphed) {
        OK(vjp_device_graph_replay(g));
        continue;
      }
      backward(loss_of(w, x, y), NULL);
      OK(vjp_optimizer_step(optimizer));
      OK(vjp_optimizer_zero_grad(optimizer, true));
    }
    OK(vjp_tensor_copy_to(w[0], out, 48 * sizeof(double), VJP_DTYPE_FLOAT64));
    OK(vjp_tensor_copy_to(w[1], out + 48, 16 * sizeof(double), VJP_DTYPE_FLOAT64));
  }
}
SCENARIO(71, a_training_step) {
  double eager[64], graphed[64];
  train(false, eager);
  train(true, graphed);
  CHECK(memcmp(eager, graphed, sizeof eager) == 0);
}

/* SC-79, AMP-10: an ordinary optimizer's step under a scaler reads back, which no capture holds. */
SCENARIO(79, what_cannot_be_captured) {
  vjp_stream* s = new_stream(dev(0), "s");
  vjp_device_graph* g = new_graph();
  vjp_grad_scaler* scaler = scaler_of(4);
  UNDER(s) {
    vjp_tensor* w = leaf(floats(10, 1));
    vjp_optimizer* optimizer = sgd(&w, 1, 0.1, false);
    backward(scaled(scaler, sum(times(w, 2))), NULL);
    OK(vjp_grad_scaler_step(scaler, optimizer, NULL));
    OK(vjp_grad_scaler_update(scaler));
    clear_grad(w);
    OK(vjp_device_graph_capture_begin(g, dev(0), NULL, VJP_CAPTURE_GLOBAL));
    backward(scaled(scaler, sum(times(w, 2))), NULL);
    CHECK(vjp_grad_scaler_step(scaler, optimizer, NULL) != VJP_OK);
    CHECK(vjp_device_graph_capture_end(g) != VJP_OK);
    clear_grad(w);
    OK(vjp_stream_synchronize(s));
  }
}

/* SC-79: with a capturable one the whole iteration, scale and update too, goes into the graph. */
static void iterate_in_a_graph(bool graphed, double* out) {
  vjp_stream* s = new_stream(dev(0), "s");
  vjp_grad_scaler* scaler = scaler_of(8);
  UNDER(s) {
    vjp_tensor *w = leaf(floats(16, 1)), *x = floats(16, 2);
    vjp_optimizer* optimizer = sgd(&w, 1, 0.1, true);
    vjp_device_graph* g = new_graph();
    for (int i = 0; i < 5; ++i) {
      fill_(x, i == 1 || i == 3 ? INFINITY : i + 1);
      if (graphed && i == 3) {
        OK(vjp_device_graph_capture_begin(g, dev(0), NULL, VJP_CAPTURE_GLOBAL));
      }
      if (!graphed || i <= 3) {
        if (!graphed || i < 3) clear_grad(w);
        backward(scaled(scaler, sum(OP("mul", T(w), T(x)))), NULL);
        OK(vjp_grad_scaler_step(scaler, optimizer, NULL));
        OK(vjp_grad_scaler_update(scaler));
      }
      if (graphed && i == 3) OK(vjp_device_graph_capture_end(g));
      if (graphed && i >= 3) OK(vjp_device_graph_replay(g));
      if (graphed && i == 2) clear_grad(w);
    }
    OK(vjp_tensor_copy_to(w, out, 16 * sizeof(double), VJP_DTYPE_FLOAT64));
    OK(vjp_grad_scaler_get_scale(scaler, out + 16));
  }
}
SCENARIO(79, a_whole_iteration) {
  double eager[17], graphed[17];
  iterate_in_a_graph(false, eager);
  iterate_in_a_graph(true, graphed);
  CHECK(memcmp(eager, graphed, sizeof eager) == 0);
  CHECK(eager[16] == 2); /* two infinities */
}
