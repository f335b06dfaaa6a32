/*
 * Gradient scaling over several devices of the simulator.
 */
#include "optim.h"

enum { SIZE = 8, BATCHES = 4, SKIPPED = 2 };

static vjp_tensor* normal(int64_t rows, int64_t columns, int32_t device) {
  vjp_device where = {VJP_DEVICE_SIM, device};
  vjp_tensor *t = NULL, *there = NULL;
  OK(vjp_randn((int64_t[]){rows, columns}, 2, VJP_DTYPE_FLOAT32, NULL, &t));
  own(t);
  OK(vjp_to_device(t, &where, VJP_DTYPE_NONE, false, &there));
  return own(there);
}
static vjp_tensor* on(vjp_tensor* t, int32_t device) {
  vjp_device where = {VJP_DEVICE_SIM, device};
  vjp_tensor* out = NULL;
  OK(vjp_to_device(t, &where, VJP_DTYPE_NONE, false, &out));
  return own(out);
}

/* Trains two models, one a device, by two losses that mix both; only the second meets an infinity. */
static void train(vjp_tensor* const* weights, vjp_optimizer* const* optimizers, vjp_grad_scaler* scaler) {
  OK(vjp_manual_seed(8));
  for (int i = 0; i < BATCHES; ++i) {
    vjp_tensor *x = normal(SIZE, SIZE, 0), *y = normal(SIZE, SIZE, 0), *root = NULL;
    vjp_tensor *a = OP("matmul", T(x), T(weights[0])), *b = OP("matmul", T(on(x, 1)), T(weights[1]));
    vjp_tensor* losses[2] = {OP("mse_loss", T(add(times(a, 0.3), times(on(b, 0), 0.7))), T(y)),
                             OP("mse_loss", T(add(times(on(a, 1), 0.6), times(b, -0.4))), T(on(y, 1)))};
    if (scaler) {
      vjp_tensor_list* list = NULL; /* one copy of the scale a device */
      OK(vjp_grad_scaler_scale_list(scaler, losses, 2, &list));
      for (size_t k = 0; k < 2; ++k) losses[k] = own(vjp_tensor_retain(vjp_tensor_list_get(list, k)));
      vjp_tensor_list_release(list);
    }
    root = add(losses[0], on(losses[1], 0));
    OK(vjp_backward(root, NULL));
    if (scaler && i == SKIPPED) OP_("fill", T(grad_of(weights[1])), F(INFINITY));
    for (int k = 0; k < 2; ++k) {
      bool stepped = true;
      if (!scaler && !(k == 1 && i == SKIPPED)) OK(vjp_optimizer_step(optimizers[k]));
      if (!scaler) continue;
      OK(vjp_grad_scaler_step(scaler, optimizers[k], &stepped));
      vjp_tensor_list* found = NULL;
      OK(vjp_grad_scaler_found_inf(scaler, optimizers[k], &found));
      CHECK(vjp_tensor_list_size(found) == 1);
      const vjp_device where = vjp_tensor_device(vjp_tensor_list_get(found, 0));
      CHECK(where.kind == VJP_DEVICE_SIM && where.index == k);
      CHECK(at(vjp_tensor_list_get(found, 0), 0) == (k == 1 && i == SKIPPED));
      vjp_tensor_list_release(found);
    }
    if (scaler) OK(vjp_grad_scaler_update(scaler));
    for (int k = 0; k < 2; ++k) OK(vjp_optimizer_zero_grad(optimizers[k], true));
  }
}

/* SC-88, AMP-2, AMP-7, AMP-8 */
static void two_devices(void) {
  for (int capturable = 0; capturable < 2; ++capturable) {
    vjp_tensor* weights[2][2];
    for (int scaled = 0; scaled < 2; ++scaled) {
      vjp_optimizer* optimizers[2] = {NULL, NULL};
      vjp_grad_scaler* scaler = NULL;
      vjp_grad_scaler_options o = VJP_GRAD_SCALER_OPTIONS_INIT;
      o.init_scale = 128;
      o.growth_interval = 1;
      if (scaled) OK(vjp_grad_scaler_create(&o, &scaler));
      own_scaler(scaler);
      OK(vjp_manual_seed(3));
      for (int k = 0; k < 2; ++k) {
        vjp_optimizer_options sgd = VJP_SGD_OPTIONS_INIT;
        sgd.lr = 0.25;
        sgd.capturable = capturable;
        weights[scaled][k] = leaf(normal(SIZE, SIZE, k));
        OK(vjp_optimizer_sgd(&weights[scaled][k], 1, &sgd, &optimizers[k]));
        own_optimizer(optimizers[k]);
      }
      train(weights[scaled], optimizers, scaler);
      double scale = 0;
      if (scaled) OK(vjp_grad_scaler_get_scale(scaler, &scale));
      if (scaled) CHECK(scale == 512);
    }
    for (int k = 0; k < 2; ++k)
      for (size_t i = 0; i < SIZE * SIZE; ++i) ABOUT(at(weights[1][k], i), at(weights[0][k], i), 1e-7);
  }
}

/* AMP-5, ST-8: scale, unscale, the step of a capturable optimizer and update never wait for the device. */
static void no_host_sync(void) {
  for (int capturable = 0; capturable < 2; ++capturable) {
    vjp_tensor* w = leaf(normal(SIZE, SIZE, 0));
    vjp_optimizer* optimizer = NULL;
    vjp_grad_scaler* scaler = NULL;
    vjp_optimizer_options o = VJP_ADAM_OPTIONS_INIT;
    vjp_stream_statistics before, after;
    o.capturable = capturable;
    OK(vjp_optimizer_adam(&w, 1, &o, &optimizer));
    own_optimizer(optimizer);
    OK(vjp_grad_scaler_create(NULL, &scaler));
    own_scaler(scaler);
    before.struct_size = after.struct_size = sizeof before;
    OK(vjp_stream_get_statistics(&before));
    for (int i = 0; i < 2; ++i) {
      vjp_tensor* loss = NULL;
      OK(vjp_grad_scaler_scale(scaler, sum(mul(w, w)), &loss));
      OK(vjp_backward(own(loss), NULL));
      OK(vjp_grad_scaler_unscale(scaler, optimizer));
      OK(vjp_clip_grad_norm(&w, 1, 1, 2, false, NULL));
      OK(vjp_grad_scaler_step(scaler, optimizer, NULL));
      OK(vjp_grad_scaler_update(scaler));
      OK(vjp_optimizer_zero_grad(optimizer, true));
    }
    OK(vjp_stream_get_statistics(&after));
    CHECK(after.host_syncs - before.host_syncs == (capturable ? 0 : 2));
  }
}

int main(void) {
  RUN(two_devices);
  RUN(no_host_sync);
  return finish();
}
