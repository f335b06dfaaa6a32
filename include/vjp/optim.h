/** libvjp: optimizers, clipping of gradients, learning rate schedules, gradient scaling. */
#ifndef VJP_OPTIM_H
#define VJP_OPTIM_H

#include "vjp/tensor.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- optimizers ---- */

/**
 * An optimizer over lists of parameters. It holds its parameters and what it keeps for them, the *states*: made at the
 * first step that needs them, on the parameter's device, in its dtype and memory order. A step is one kernel a group,
 * device and dtype, whatever the number of parameters; it changes them in place, outside of any graph, as under
 * VJP_MODE_GRAD off. To be used by one thread at a time.
 */
typedef struct vjp_optimizer vjp_optimizer;

/**
 * Hyperparameters of a group of parameters. Each optimizer reads those that it lists below; flags are 0 or 1. Grows at
 * the end.
 */
typedef struct vjp_optimizer_options {
  size_t struct_size;
  double lr;                  /**< learning rate */
  double weight_decay;        /**< added to the gradient, times the parameter; AdamW: see there */
  double momentum, dampening; /**< SGD; RMSprop: momentum */
  double beta1, beta2;        /**< Adam, AdamW: decay rates of the averages of the gradient and of its square */
  double eps;                 /**< added to the denominator; all but SGD */
  double alpha;               /**< RMSprop: decay rate of the average of the squares */
  double lr_decay;            /**< Adagrad: step t has the rate lr / (1 + (t - 1) lr_decay) */
  double initial_accumulator; /**< Adagrad: what the sum of squares begins with */
  int32_t nesterov;           /**< SGD: needs a momentum, and no dampening */
  int32_t amsgrad;            /**< Adam, AdamW: divide by the largest average of the squares so far */
  int32_t centered;           /**< RMSprop: divide by the variance and not by the average of the squares */
  int32_t maximize;           /**< make the objective large instead of small */
  /** The learning rate lies on the device, in float32, and a gradient scaler reads nothing back before a step: so steps
   * can be captured into a graph. The same for all groups. */
  int32_t capturable;
} vjp_optimizer_options;
#define VJP_SGD_OPTIONS_INIT \
  { sizeof(vjp_optimizer_options), 1e-3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 }
#define VJP_ADAM_OPTIONS_INIT \
  { sizeof(vjp_optimizer_options), 1e-3, 0, 0, 0, 0.9, 0.999, 1e-8, 0, 0, 0, 0, 0, 0, 0, 0 }
#define VJP_ADAMW_OPTIONS_INIT \
  { sizeof(vjp_optimizer_options), 1e-3, 1e-2, 0, 0, 0.9, 0.999, 1e-8, 0, 0, 0, 0, 0, 0, 0, 0 }
#define VJP_ADAGRAD_OPTIONS_INIT \
  { sizeof(vjp_optimizer_options), 1e-2, 0, 0, 0, 0, 0, 1e-10, 0, 0, 0, 0, 0, 0, 0, 0 }
#define VJP_RMSPROP_OPTIONS_INIT \
  { sizeof(vjp_optimizer_options), 1e-2, 0, 0, 0, 0, 0, 1e-8, 0.99, 0, 0, 0, 0, 0, 0, 0 }

/**
 * Makes an optimizer with one group. In the formulas, p is a parameter, g its gradient (its negative if `maximize`)
 * plus weight_decay p, and t the number of the step, from 1; all operations are elementwise.
 *
 * SGD: b = g at the first step, then b = momentum b + (1 - dampening) g; p -= lr b. Nesterov: p -= lr (g + momentum b).
 * Without momentum p -= lr g.
 * Adam (Kingma and Ba, 2015): m += (1 - beta1) (g - m); v = beta2 v + (1 - beta2) g^2;
 *   p -= lr / (1 - beta1^t) m / (sqrt(v) / sqrt(1 - beta2^t) + eps).
 * AdamW (Loshchilov and Hutter, 2019): the same with g without weight decay, after p *= 1 - lr weight_decay.
 * Adagrad (Duchi, Hazan and Singer, 2011): s += g^2; p -= lr / (1 + (t - 1) lr_decay) g / (sqrt(s) + eps).
 * RMSprop (Tieleman and Hinton, 2012): v = alpha v + (1 - alpha) g^2; a += (1 - alpha) (g - a) if centered;
 *   d = g / (sqrt(v - a^2) + eps); p -= lr d, or with momentum b = momentum b + d; p -= lr b.
 *
 * Sums are made in float32, for float64 parameters in float64.
 *
 * @param parameters  leaves of a real floating dtype, each once; at least one
 * @param options     NULL for the defaults of VJP_SGD_OPTIONS_INIT and so on
 * @return VJP_ERROR_INVALID for options out of range, VJP_ERROR_DTYPE or VJP_ERROR_STATE for parameters that cannot be
 *         optimized
 */
VJP_API vjp_status vjp_optimizer_sgd(vjp_tensor* const* parameters, size_t num_parameters,
                                     const vjp_optimizer_options* options, vjp_optimizer** out);
VJP_API vjp_status vjp_optimizer_adam(vjp_tensor* const* parameters, size_t num_parameters,
                                      const vjp_optimizer_options* options, vjp_optimizer** out);
VJP_API vjp_status vjp_optimizer_adamw(vjp_tensor* const* parameters, size_t num_parameters,
                                       const vjp_optimizer_options* options, vjp_optimizer** out);
VJP_API vjp_status vjp_optimizer_adagrad(vjp_tensor* const* parameters, size_t num_parameters,
                                         const vjp_optimizer_options* options, vjp_optimizer** out);
VJP_API vjp_status vjp_optimizer_rmsprop(vjp_tensor* const* parameters, size_t num_parameters,
                                         const vjp_optimizer_options* options, vjp_optimizer** out);
VJP_API vjp_optimizer* vjp_optimizer_retain(vjp_optimizer* optimizer);
VJP_API void vjp_optimizer_release(vjp_optimizer* optimizer);
/** "SGD", "Adam", "AdamW", "Adagrad" or "RMSprop"; NULL for NULL. */
VJP_API const char* vjp_optimizer_name(const vjp_optimizer* optimizer);

/** One more group. @param out  receives its index; may be NULL */
VJP_API vjp_status vjp_optimizer_add_group(vjp_optimizer* optimizer, vjp_tensor* const* parameters,
                                           size_t num_parameters, const vjp_optimizer_options* options, size_t* out);
VJP_API size_t vjp_optimizer_num_groups(const vjp_optimizer* optimizer);
VJP_API vjp_status vjp_optimizer_parameters(const vjp_optimizer* optimizer, size_t group, vjp_tensor_list** out);
/** A group's hyperparameters. `out->struct_size` must be set. */
VJP_API vjp_status vjp_optimizer_get_options(const vjp_optimizer* optimizer, size_t group, vjp_optimizer_options* out);
/** What is changed applies from the next step on; with `capturable`, in replays of captured steps only the learning
 * rate does. */
VJP_API vjp_status vjp_optimizer_set_options(vjp_optimizer* optimizer, size_t group,
                                             const vjp_optimizer_options* options);
/** Sets the learning rate of one group. */
VJP_API vjp_status vjp_optimizer_set_lr(vjp_optimizer* optimizer, size_t group, double lr);

/** One step of every parameter that has a gradient. No host sync. */
VJP_API vjp_status vjp_optimizer_step(vjp_optimizer* optimizer);
/** Takes the gradients of all parameters away, or fills them with zeros. */
VJP_API vjp_status vjp_optimizer_zero_grad(vjp_optimizer* optimizer, bool set_to_none);

/**
 * A number by which every step divides the gradients, which are written back; a gradient scaler's own multiplies.
 *
 * @param scale  one float32, read when the step runs; NULL: none
 */
VJP_API vjp_status vjp_optimizer_set_grad_scale(vjp_optimizer* optimizer, vjp_tensor* scale);

/**
 * The states: all that must be stored, with the options, to go on later. The name is "<group>.<parameter>.<state>" with
 * "step" (float32, the steps made) and "momentum_buffer" (SGD, RMSprop), "exp_avg", "exp_avg_sq", "max_exp_avg_sq"
 * (Adam, AdamW), "sum" (Adagrad), "square_avg", "grad_avg" (RMSprop). The tensor is the optimizer's own.
 *
 * @param name  receives a string for vjp_string_free; may be NULL
 * @param out   may be NULL
 * @return VJP_ERROR_INVALID if there is no state `index`
 */
VJP_API size_t vjp_optimizer_num_states(const vjp_optimizer* optimizer);
VJP_API vjp_status vjp_optimizer_state(const vjp_optimizer* optimizer, size_t index, char** name, vjp_tensor** out);
/** Replaces all states by copies of these, converted to what the parameters want. */
VJP_API vjp_status vjp_optimizer_load_states(vjp_optimizer* optimizer, const char* const* names,
                                             vjp_tensor* const* tensors, size_t count);

/* ---- clipping ---- */

/**
 * The p-norm of all elements of all tensors together: a zero-dimensional float32 (float64 if one of them is) on the
 * first one's device. The infinities are allowed as p; 0 counts what is not 0. Not recorded.
 */
VJP_API vjp_status vjp_total_norm(vjp_tensor* const* tensors, size_t num_tensors, double p, vjp_tensor** out);

/**
 * Scales the gradients of the parameters by min(1, max_norm / (norm + 1e-6)), in place. Parameters without a gradient
 * are left out. No host sync unless `error_if_nonfinite`.
 *
 * @param error_if_nonfinite  true: VJP_ERROR_INVALID, and nothing is changed, if the norm is not finite
 * @param out                 receives the norm before; may be NULL
 */
VJP_API vjp_status vjp_clip_grad_norm(vjp_tensor* const* parameters, size_t num_parameters, double max_norm, double p,
                                      bool error_if_nonfinite, vjp_tensor** out);
/** Bounds every element of the gradients to [-max_value, max_value], in place. */
VJP_API vjp_status vjp_clip_grad_value(vjp_tensor* const* parameters, size_t num_parameters, double max_value);

/* ---- learning rate schedules: plain functions of the number of steps made, from 0 ---- */

/** base gamma^floor(step / step_size) */
VJP_API double vjp_lr_step(double base, int64_t step, int64_t step_size, double gamma);
/** base gamma^step */
VJP_API double vjp_lr_exponential(double base, int64_t step, double gamma);
/** From base start_factor to base end_factor in equal parts over `total` steps; then base end_factor. */
VJP_API double vjp_lr_linear(double base, int64_t step, double start_factor, double end_factor, int64_t total);
/** lowest + (base - lowest) (1 + cos(pi step / total)) / 2, without restarts (Loshchilov and Hutter, 2017); `lowest`
 * from `total` on. */
VJP_API double vjp_lr_cosine(double base, int64_t step, double lowest, int64_t total);

/** One cycle (Smith and Topin, 2018). Grows at the end. */
typedef struct vjp_one_cycle {
  size_t struct_size;
  double highest;       /**< the rate at the top */
  int64_t total;        /**< steps of the whole cycle */
  double rising;        /**< the part of it in which the rate rises */
  double start_divisor; /**< it begins with highest / start_divisor */
  double final_divisor; /**< and ends with highest / start_divisor / final_divisor */
  int32_t linear;       /**< 1: straight lines; 0: half cosines */
} vjp_one_cycle;
#define VJP_ONE_CYCLE_INIT \
  { sizeof(vjp_one_cycle), 0, 0, 0.3, 25, 1e4, 0 }
/** NaN if `cycle` is NULL. */
VJP_API double vjp_lr_one_cycle(const vjp_one_cycle* cycle, int64_t step);

/** Lowers the rate when a metric no longer improves. The members from has_best on are its memory. Grows at the end. */
typedef struct vjp_lr_plateau {
  size_t struct_size;
  double factor;    /**< what the rate is multiplied by */
  double threshold; /**< an improvement is by more than this, as a part of the best value or, if `absolute`, itself */
  double lowest;    /**< the rate goes no lower */
  double eps;       /**< changes of the rate up to this are not made */
  int64_t patience; /**< so many observations without improvement are put up with */
  int64_t cooldown; /**< after a change, so many observations are not counted */
  int32_t maximize; /**< 1: a larger metric is better */
  int32_t absolute; /**< see threshold */
  int32_t has_best; /**< 0: nothing was observed yet */
  double best;      /**< the best metric so far */
  int64_t bad;      /**< observations without improvement */
  int64_t cooling;  /**< observations that are not counted any more */
} vjp_lr_plateau;
#define VJP_LR_PLATEAU_INIT \
  { sizeof(vjp_lr_plateau), 0.1, 1e-4, 0, 1e-8, 10, 0, 0, 0, 0, 0, 0, 0 }
/** Takes the next observation and returns the new rate; `lr` if `plateau` is NULL. */
VJP_API double vjp_lr_plateau_observe(vjp_lr_plateau* plateau, double metric, double lr);

/* ---- gradient scaling ---- */

/**
 * Scales losses, so that gradients in float16 do not vanish, unscales gradients, skips steps where one is not finite,
 * and adjusts the scale: it grows after so many steps without and shrinks after one with infinities. The scale and its
 * counter lie on the device of the first scaled tensor. To be used by one thread at a time.
 *
 * Each optimizer goes through scale, backward, perhaps unscale (to clip, say), step; then one update for all of them.
 * Gradients that are changed between unscale and step are not looked at again.
 */
typedef struct vjp_grad_scaler vjp_grad_scaler;

typedef struct vjp_grad_scaler_options {
  size_t struct_size;
  double init_scale;
  double growth_factor;    /**< more than 1; a product that float32 does not hold is not taken */
  double backoff_factor;   /**< less than 1 */
  int64_t growth_interval; /**< so many updates in a row without infinities let the scale grow */
  int32_t enabled;         /**< 0: scale is the identity, unscale and update do nothing, step is plain */
} vjp_grad_scaler_options;
#define VJP_GRAD_SCALER_OPTIONS_INIT \
  { sizeof(vjp_grad_scaler_options), 65536, 2, 0.5, 2000, 1 }

/** @param options  NULL for the defaults */
VJP_API vjp_status vjp_grad_scaler_create(const vjp_grad_scaler_options* options, vjp_grad_scaler** out);
VJP_API vjp_grad_scaler* vjp_grad_scaler_retain(vjp_grad_scaler* scaler);
VJP_API void vjp_grad_scaler_release(vjp_grad_scaler* scaler);
VJP_API bool vjp_grad_scaler_is_enabled(const vjp_grad_scaler* scaler);

/** tensor times the scale, recorded. No host sync. */
VJP_API vjp_status vjp_grad_scaler_scale(vjp_grad_scaler* scaler, vjp_tensor* tensor, vjp_tensor** out);
/** The same for several tensors, also of several devices: one copy of the scale a device. */
VJP_API vjp_status vjp_grad_scaler_scale_list(vjp_grad_scaler* scaler, vjp_tensor* const* tensors, size_t num_tensors,
                                              vjp_tensor_list** out);
/**
 * Divides the gradients of the optimizer's parameters by the scale, in place, and notes on each device whether all were
 * finite. No host sync.
 *
 * @return VJP_ERROR_STATE before any scale, a second time, or after step; VJP_ERROR_DTYPE for gradients of float16
 */
VJP_API vjp_status vjp_grad_scaler_unscale(vjp_grad_scaler* scaler, vjp_optimizer* optimizer);
/**
 * The optimizer's step with unscaled gradients, unless one is not finite. An ordinary optimizer's found_inf is read
 * back (a host sync); a capturable one's stays on the device, whose kernel unscales the gradients, writes them back,
 * and changes nothing where one is not finite.
 *
 * @param out  receives false where the step was skipped (of a capturable optimizer always true); may be NULL
 * @return VJP_ERROR_STATE before any scale, a second time, or if no parameter has a gradient
 */
VJP_API vjp_status vjp_grad_scaler_step(vjp_grad_scaler* scaler, vjp_optimizer* optimizer, bool* out);
/** Adjusts the scale by what was found for all optimizers since the last update. No host sync.
 * @return VJP_ERROR_STATE before any scale, or if nothing was unscaled or stepped since */
VJP_API vjp_status vjp_grad_scaler_update(vjp_grad_scaler* scaler);
/** Ends the iteration as update does, with another scale: a number, or a tensor of one float, copied without a host
 * sync on one device. */
VJP_API vjp_status vjp_grad_scaler_set_scale(vjp_grad_scaler* scaler, double scale);
VJP_API vjp_status vjp_grad_scaler_set_scale_tensor(vjp_grad_scaler* scaler, vjp_tensor* scale);
/** What was found for an optimizer since the last update: for each device of its gradients a float32, 0 or 1, there. */
VJP_API vjp_status vjp_grad_scaler_found_inf(const vjp_grad_scaler* scaler, const vjp_optimizer* optimizer,
                                             vjp_tensor_list** out);
/** The scale, 1 if disabled. A host sync. */
VJP_API vjp_status vjp_grad_scaler_get_scale(const vjp_grad_scaler* scaler, double* out);

/** What is to be stored to go on later. */
typedef struct vjp_grad_scaler_state {
  size_t struct_size;
  double scale, growth_factor, backoff_factor;
  int64_t growth_interval;
  int64_t growth_tracker; /**< updates without infinities since the scale changed */
} vjp_grad_scaler_state;
#define VJP_GRAD_SCALER_STATE_INIT \
  { sizeof(vjp_grad_scaler_state), 0, 0, 0, 0, 0 }
/** A host sync. `out->struct_size` must be set. */
VJP_API vjp_status vjp_grad_scaler_get_state(const vjp_grad_scaler* scaler, vjp_grad_scaler_state* out);
/** Does nothing if disabled. */
VJP_API vjp_status vjp_grad_scaler_load_state(vjp_grad_scaler* scaler, const vjp_grad_scaler_state* state);

#ifdef __cplusplus
}
#endif
#endif
