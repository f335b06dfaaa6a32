/* AdamW (Loshchilov and Hutter, 2019), written with the in-place operators. */
#include <math.h>

#include "charlm.h"

enum { WIDEST_WITHOUT_DECAY = 1 }; /* biases and norms, which have one dimension, do not decay */
static const double kBeta1 = 0.9, kBeta2 = 0.99, kEpsilon = 1e-8;
static const double kPi = 3.14159265358979323846;

AdamW make_adamw(const Model* model, double decay) {
  AdamW optimizer = {.decay = decay};
  for (size_t i = 0; i < model->count; ++i) {
    const vjp_tensor* p = model->parameters[i];
    must(vjp_zeros(vjp_tensor_shape(p), vjp_tensor_ndim(p), VJP_DTYPE_FLOAT32, &optimizer.first[i]));
    must(vjp_zeros(vjp_tensor_shape(p), vjp_tensor_ndim(p), VJP_DTYPE_FLOAT32, &optimizer.second[i]));
  }
  return optimizer;
}

void free_adamw(AdamW* optimizer, const Model* model) {
  for (size_t i = 0; i < model->count; ++i) {
    vjp_tensor_release(optimizer->first[i]);
    vjp_tensor_release(optimizer->second[i]);
  }
}

static void update(vjp_tensor* p, vjp_tensor* g, vjp_tensor* m, vjp_tensor* v, double rate, double decay, long step) {
  const double correction1 = 1 - pow(kBeta1, (double)step), correction2 = 1 - pow(kBeta2, (double)step);
  vjp_tensor* scale;
  if (vjp_tensor_ndim(p) > WIDEST_WITHOUT_DECAY) must(vjp_mul_scalar_(p, vjp_scalar_float(1 - rate * decay)));
  must(vjp_mul_scalar_(m, vjp_scalar_float(kBeta1)));
  must(vjp_add_alpha_(m, g, vjp_scalar_float(1 - kBeta1)));
  must(vjp_mul_scalar_(v, vjp_scalar_float(kBeta2)));
  must(vjp_addcmul_(v, g, g, vjp_scalar_float(1 - kBeta2)));
  must(vjp_sqrt(v, &scale));
  must(vjp_mul_scalar_(scale, vjp_scalar_float(1 / sqrt(correction2))));
  must(vjp_add_scalar_(scale, vjp_scalar_float(kEpsilon)));
  must(vjp_addcdiv_(p, m, scale, vjp_scalar_float(-rate / correction1)));
}

void adamw_step(AdamW* optimizer, Model* model, double rate, long step) {
  bool recording;
  must(vjp_grad_mode_set(false, &recording));
  must(vjp_scope_begin());
  for (size_t i = 0; i < model->count; ++i) {
    vjp_tensor* gradient;
    must(vjp_tensor_grad(model->parameters[i], &gradient));
    update(model->parameters[i], gradient, optimizer->first[i], optimizer->second[i], rate, optimizer->decay, step);
    must(vjp_tensor_set_grad(model->parameters[i], NULL));
  }
  must(vjp_scope_end());
  must(vjp_grad_mode_set(recording, NULL));
}

double scheduled_rate(const Options* o, long step) {
  if (step <= o->warmup) return o->rate * (double)step / (double)o->warmup;
  const double done = (double)(step - o->warmup) / (double)(o->steps - o->warmup);
  return o->rate * (0.1 + 0.9 * 0.5 * (1 + cos(kPi * done)));
}
