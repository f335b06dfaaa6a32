/*
 * Gradient scaling on a device of the simulator, and how often the host waits. Over several devices: SC-88.
 */
#include "optim.h"

enum { SIZE = 8 };

static vjp_tensor* normal(int64_t rows, int64_t columns, int32_t device) {
  vjp_device where = {VJP_DEVICE_SIM, device};
  vjp_tensor *t = NULL, *there = NULL;
  OK(vjp_randn((int64_t[]){rows, columns}, 2, VJP_DTYPE_FLOAT32, NULL, &t));
  own(t);
  OK(vjp_to_device(t, &where, VJP_DTYPE_NONE, false, &there));
  return own(there);
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
  RUN(no_host_sync);
  return finish();
}
