/* AdamW (Loshchilov and Hutter, 2019) in two groups, and its learning rate. */
#include <math.h>

#include "charlm.h"

enum { WIDEST_WITHOUT_DECAY = 1 }; /* biases and norms, which have one dimension, do not decay */
static const double kPi = 3.14159265358979323846;

vjp_optimizer* make_adamw(const Model* model, double decay) {
  vjp_tensor *decaying[MAX_PARAMETERS], *others[MAX_PARAMETERS];
  size_t num_decaying = 0, num_others = 0;
  for (size_t i = 0; i < model->count; ++i) {
    vjp_tensor* p = model->parameters[i];
    if (vjp_tensor_ndim(p) > WIDEST_WITHOUT_DECAY) {
      decaying[num_decaying++] = p;
    } else {
      others[num_others++] = p;
    }
  }
  vjp_optimizer_options options = VJP_ADAMW_OPTIONS_INIT;
  options.beta1 = 0.9;
  options.beta2 = 0.99;
  options.weight_decay = decay;
  vjp_optimizer* optimizer;
  must(vjp_optimizer_adamw(decaying, num_decaying, &options, &optimizer));
  options.weight_decay = 0;
  must(vjp_optimizer_add_group(optimizer, others, num_others, &options, NULL));
  return optimizer;
}

void set_rate(vjp_optimizer* optimizer, double rate) {
  for (size_t group = 0; group < vjp_optimizer_num_groups(optimizer); ++group)
    must(vjp_optimizer_set_lr(optimizer, group, rate));
}

double scheduled_rate(const Options* o, long step) {
  if (step <= o->warmup) return o->rate * (double)step / (double)o->warmup;
  const double done = (double)(step - o->warmup) / (double)(o->steps - o->warmup);
  return o->rate * (0.1 + 0.9 * 0.5 * (1 + cos(kPi * done)));
}
