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
 *
 * Parameters are strided. A gradient may be COO, with SGD, Adagrad and SparseAdam, not capturable and without weight
 * decay: elements that it does not have are 0. Adagrad, and SGD without momentum, touch only the places that it has.
 */
typedef struct vjp_optimizer vjp_optimizer;

/**
 * Hyperparameters of a group of parameters. Each optimizer reads those of its formula (below); flags are 0 or 1. Grows
 * at the end.
 */
typedef struct vjp_optimizer_options {
  size_t struct_size;         /**< set by the caller: the macro of its optimizer, VJP_SGD_OPTIONS_INIT or another */
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

/*
 * The functions that make an optimizer. In the formulas, p is a parameter, g its gradient (its negative if `maximize`)
 * plus weight_decay p, and t the number of the step, from 1; all operations are elementwise. Sums are made in float32,
 * for float64 parameters in float64.
 */

/**
 * Makes an optimizer with one group: SGD. b = g at the first step, then b = momentum b + (1 - dampening) g; p -= lr b.
 * Nesterov: p -= lr (g + momentum b). Without momentum p -= lr g.
 *
 * @param parameters  leaves of a real floating dtype, each once; at least one. Retained
 * @param options     NULL for the defaults of VJP_SGD_OPTIONS_INIT
 * @param out         receives a handle, which the caller releases
 * @return VJP_OK; VJP_ERROR_INVALID for NULL, an empty list, a parameter given twice, and options out of range;
 *         VJP_ERROR_DTYPE or VJP_ERROR_STATE for parameters that cannot be optimized; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_optimizer_sgd(vjp_tensor* const* parameters, size_t num_parameters,
                                     const vjp_optimizer_options* options, vjp_optimizer** out);
/**
 * Makes an optimizer with one group: Adam (Kingma and Ba, 2015). m += (1 - beta1) (g - m); v = beta2 v + (1 - beta2)
 * g^2; p -= lr / (1 - beta1^t) m / (sqrt(v) / sqrt(1 - beta2^t) + eps).
 *
 * @param options  NULL for the defaults of VJP_ADAM_OPTIONS_INIT
 * @return as vjp_optimizer_sgd
 * @since 0.1
 */
VJP_API vjp_status vjp_optimizer_adam(vjp_tensor* const* parameters, size_t num_parameters,
                                      const vjp_optimizer_options* options, vjp_optimizer** out);
/**
 * Makes an optimizer with one group: AdamW (Loshchilov and Hutter, 2019). As Adam with g without weight decay, after
 * p *= 1 - lr weight_decay.
 *
 * @param options  NULL for the defaults of VJP_ADAMW_OPTIONS_INIT
 * @return as vjp_optimizer_sgd
 * @since 0.1
 */
VJP_API vjp_status vjp_optimizer_adamw(vjp_tensor* const* parameters, size_t num_parameters,
                                       const vjp_optimizer_options* options, vjp_optimizer** out);
/**
 * Makes an optimizer with one group: Adagrad (Duchi, Hazan and Singer, 2011). s += g^2;
 * p -= lr / (1 + (t - 1) lr_decay) g / (sqrt(s) + eps).
 *
 * @param options  NULL for the defaults of VJP_ADAGRAD_OPTIONS_INIT
 * @return as vjp_optimizer_sgd
 * @since 0.1
 */
VJP_API vjp_status vjp_optimizer_adagrad(vjp_tensor* const* parameters, size_t num_parameters,
                                         const vjp_optimizer_options* options, vjp_optimizer** out);
/**
 * Makes an optimizer with one group: RMSprop (Tieleman and Hinton, 2012). v = alpha v + (1 - alpha) g^2;
 * a += (1 - alpha) (g - a) if centered; d = g / (sqrt(v - a^2) + eps); p -= lr d, or with momentum b = momentum b + d;
 * p -= lr b.
 *
 * @param options  NULL for the defaults of VJP_RMSPROP_OPTIONS_INIT
 * @return as vjp_optimizer_sgd
 * @since 0.1
 */
VJP_API vjp_status vjp_optimizer_rmsprop(vjp_tensor* const* parameters, size_t num_parameters,
                                         const vjp_optimizer_options* options, vjp_optimizer** out);
/**
 * Makes an optimizer with one group: Adam for sparse gradients, of which it takes no others. Of what a gradient has no
 * value for, parameter and moments stay as they are: m += (1 - beta1) (g - m); v += (1 - beta2) (g^2 - v);
 * p -= lr sqrt(1 - beta2^t) / (1 - beta1^t) m / (sqrt(v) + eps). The host waits for the device.
 *
 * @param options  NULL for the defaults of VJP_ADAM_OPTIONS_INIT; weight_decay, amsgrad and capturable have to be 0
 * @return as vjp_optimizer_sgd
 * @since 0.1
 */
VJP_API vjp_status vjp_optimizer_sparse_adam(vjp_tensor* const* parameters, size_t num_parameters,
                                             const vjp_optimizer_options* options, vjp_optimizer** out);
/** Adds a reference, which vjp_optimizer_release gives back; returns `optimizer`. NULL does nothing. @since 0.1 */
VJP_API vjp_optimizer* vjp_optimizer_retain(vjp_optimizer* optimizer);
/** Gives a reference back; with the last one the optimizer ends. NULL does nothing. @since 0.1 */
VJP_API void vjp_optimizer_release(vjp_optimizer* optimizer);
/** "SGD", "Adam", "AdamW", "Adagrad", "RMSprop" or "SparseAdam": static. NULL for NULL. @since 0.1 */
VJP_API const char* vjp_optimizer_name(const vjp_optimizer* optimizer);

/**
 * Adds a group of parameters, with hyperparameters of its own.
 *
 * @param out  receives the index of the group; may be NULL
 * @return as vjp_optimizer_sgd; a parameter that another group has is VJP_ERROR_INVALID too
 * @since 0.1
 */
VJP_API vjp_status vjp_optimizer_add_group(vjp_optimizer* optimizer, vjp_tensor* const* parameters,
                                           size_t num_parameters, const vjp_optimizer_options* options, size_t* out);
/** How many groups there are; 0 for NULL. @since 0.1 */
VJP_API size_t vjp_optimizer_num_groups(const vjp_optimizer* optimizer);
/**
 * The parameters of a group.
 *
 * @param out  receives a list, which the caller releases
 * @return VJP_OK; VJP_ERROR_INVALID for NULL and if there is no such group; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_optimizer_parameters(const vjp_optimizer* optimizer, size_t group, vjp_tensor_list** out);
/**
 * The hyperparameters of a group.
 *
 * @param out  its `struct_size` must be set
 * @return VJP_OK; VJP_ERROR_INVALID for NULL, a wrong `struct_size`, and if there is no such group
 * @since 0.1
 */
VJP_API vjp_status vjp_optimizer_get_options(const vjp_optimizer* optimizer, size_t group, vjp_optimizer_options* out);
/**
 * Replaces the hyperparameters of a group, from the next step on. In replays of captured steps only the learning rate
 * changes, of a `capturable` optimizer.
 *
 * @return VJP_OK; VJP_ERROR_INVALID for NULL, for options out of range, and if there is no such group;
 *         VJP_ERROR_BACKEND
 * @since 0.1
 */
VJP_API vjp_status vjp_optimizer_set_options(vjp_optimizer* optimizer, size_t group,
                                             const vjp_optimizer_options* options);
/**
 * Sets the learning rate of one group.
 *
 * @return as vjp_optimizer_set_options
 * @since 0.1
 */
VJP_API vjp_status vjp_optimizer_set_lr(vjp_optimizer* optimizer, size_t group, double lr);

/**
 * Makes one step of every parameter that has a gradient. The host does not wait.
 *
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_STATE for a parameter whose dtype, shape or device has changed
 *         since its states were made; VJP_ERROR_NOT_IMPLEMENTED for a sparse gradient that the optimizer does not take,
 *         and of SparseAdam for a strided one; VJP_ERROR_BACKEND; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_optimizer_step(vjp_optimizer* optimizer);
/**
 * Takes the gradients of all parameters away, or fills them with zeros.
 *
 * @param set_to_none  true: takes them away
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_BACKEND
 * @since 0.1
 */
VJP_API vjp_status vjp_optimizer_zero_grad(vjp_optimizer* optimizer, bool set_to_none);

/**
 * Sets a number by which every step divides the gradients, which are written back; a gradient scaler's own multiplies
 * it.
 *
 * @param scale  one float32, retained and read when the step runs; NULL: none
 * @return VJP_OK; VJP_ERROR_INVALID for NULL as the optimizer, and for another tensor
 * @since 0.1
 */
VJP_API vjp_status vjp_optimizer_set_grad_scale(vjp_optimizer* optimizer, vjp_tensor* scale);

/** How many states there are, of all parameters together; 0 for NULL. @since 0.1 */
VJP_API size_t vjp_optimizer_num_states(const vjp_optimizer* optimizer);
/**
 * A state. The states are all that must be stored, with the options, to go on later. Their names are
 * "<group>.<parameter>.<state>" with "step" (float32, the steps made) and "momentum_buffer" (SGD, RMSprop), "exp_avg",
 * "exp_avg_sq", "max_exp_avg_sq" (Adam, AdamW, SparseAdam), "sum" (Adagrad), "square_avg", "grad_avg" (RMSprop).
 *
 * @param name  receives a string for vjp_string_free; may be NULL
 * @param out   receives a handle, which the caller releases, of the optimizer's own tensor; may be NULL
 * @return VJP_OK; VJP_ERROR_INVALID for NULL and if there is no state `index`; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_optimizer_state(const vjp_optimizer* optimizer, size_t index, char** name, vjp_tensor** out);
/**
 * Replaces all states by copies of these, converted to what the parameters want.
 *
 * @param names    `count` names, as vjp_optimizer_state gives them
 * @param tensors  `count` tensors, borrowed
 * @return VJP_OK; VJP_ERROR_INVALID for NULL, and for a name that is unknown, missing or given twice; VJP_ERROR_SHAPE;
 *         VJP_ERROR_BACKEND; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_optimizer_load_states(vjp_optimizer* optimizer, const char* const* names,
                                             vjp_tensor* const* tensors, size_t count);

/* ---- clipping ---- */

/**
 * The p-norm of all elements of all tensors together. Not recorded.
 *
 * @param p    any number, the infinities too; 0 counts what is not 0
 * @param out  receives a handle, which the caller releases: a zero-dimensional float32 (float64 if one of the tensors
 *             is) on the first tensor's device
 * @return VJP_OK; VJP_ERROR_INVALID for NULL, also as an entry, and for NaN; VJP_ERROR_DTYPE; VJP_ERROR_BACKEND;
 *         VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_total_norm(vjp_tensor* const* tensors, size_t num_tensors, double p, vjp_tensor** out);

/**
 * Scales the gradients of the parameters by min(1, max_norm / (norm + 1e-6)), in place. Parameters without a gradient
 * are left out. The host does not wait, unless `error_if_nonfinite`.
 *
 * @param error_if_nonfinite  true: VJP_ERROR_INVALID, and nothing is changed, if the norm is not finite
 * @param out                 receives the norm before, a handle that the caller releases; may be NULL
 * @return VJP_OK; VJP_ERROR_INVALID for NULL and as above; VJP_ERROR_DTYPE for gradients of no real floating dtype;
 *         VJP_ERROR_BACKEND; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_clip_grad_norm(vjp_tensor* const* parameters, size_t num_parameters, double max_norm, double p,
                                      bool error_if_nonfinite, vjp_tensor** out);
/**
 * Bounds every element of the gradients to [-max_value, max_value], in place. Parameters without a gradient are left
 * out.
 *
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_DTYPE for gradients of no real floating dtype;
 *         VJP_ERROR_BACKEND
 * @since 0.1
 */
VJP_API vjp_status vjp_clip_grad_value(vjp_tensor* const* parameters, size_t num_parameters, double max_value);

/* ---- learning rate schedules: plain functions of the number of steps made, from 0 ---- */

/** base gamma^floor(step / step_size) @since 0.1 */
VJP_API double vjp_lr_step(double base, int64_t step, int64_t step_size, double gamma);
/** base gamma^step @since 0.1 */
VJP_API double vjp_lr_exponential(double base, int64_t step, double gamma);
/**
 * From base start_factor to base end_factor in equal parts over `total` steps; then base end_factor. @since 0.1
 */
VJP_API double vjp_lr_linear(double base, int64_t step, double start_factor, double end_factor, int64_t total);
/**
 * lowest + (base - lowest) (1 + cos(pi step / total)) / 2, without restarts (Loshchilov and Hutter, 2017); `lowest`
 * from `total` on.
 *
 * @since 0.1
 */
VJP_API double vjp_lr_cosine(double base, int64_t step, double lowest, int64_t total);

/** One cycle (Smith and Topin, 2018). Grows at the end. */
typedef struct vjp_one_cycle {
  size_t struct_size;   /**< set by the caller: VJP_ONE_CYCLE_INIT */
  double highest;       /**< the rate at the top */
  int64_t total;        /**< steps of the whole cycle */
  double rising;        /**< the part of it in which the rate rises */
  double start_divisor; /**< it begins with highest / start_divisor */
  double final_divisor; /**< and ends with highest / start_divisor / final_divisor */
  int32_t linear;       /**< 1: straight lines; 0: half cosines */
} vjp_one_cycle;
#define VJP_ONE_CYCLE_INIT \
  { sizeof(vjp_one_cycle), 0, 0, 0.3, 25, 1e4, 0 }
/** The rate of a step of the cycle; NaN if `cycle` is NULL. @since 0.1 */
VJP_API double vjp_lr_one_cycle(const vjp_one_cycle* cycle, int64_t step);

/** Lowers the rate when a metric no longer improves. The members from has_best on are its memory. Grows at the end. */
typedef struct vjp_lr_plateau {
  size_t struct_size; /**< set by the caller: VJP_LR_PLATEAU_INIT */
  double factor;      /**< what the rate is multiplied by */
  double threshold;   /**< an improvement is by more than this, as a part of the best value or, if `absolute`, itself */
  double lowest;      /**< the rate goes no lower */
  double eps;         /**< changes of the rate up to this are not made */
  int64_t patience;   /**< how many observations without improvement in a row change nothing */
  int64_t cooldown;   /**< how many observations after a change are not counted */
  int32_t maximize;   /**< 1: a larger metric is better */
  int32_t absolute;   /**< see threshold */
  int32_t has_best;   /**< 0: nothing was observed yet */
  double best;        /**< the best metric so far */
  int64_t bad;        /**< observations without improvement */
  int64_t cooling;    /**< observations that are not counted any more */
} vjp_lr_plateau;
#define VJP_LR_PLATEAU_INIT \
  { sizeof(vjp_lr_plateau), 0.1, 1e-4, 0, 1e-8, 10, 0, 0, 0, 0, 0, 0, 0 }
/** Takes the next observation and returns the new rate; `lr` if `plateau` is NULL. @since 0.1 */
VJP_API double vjp_lr_plateau_observe(vjp_lr_plateau* plateau, double metric, double lr);

/* ---- gradient scaling ---- */

/**
 * Scales losses, so that gradients in float16 do not vanish, unscales gradients, skips steps where one is not finite,
 * and adjusts the scale: it grows after `growth_interval` steps without infinities and shrinks after one with them. The
 * scale and its counter lie on the device of the first scaled tensor. To be used by one thread at a time.
 *
 * Each optimizer goes through scale, backward, perhaps unscale (to clip, say), step; then one update for all of them.
 * Gradients that are changed between unscale and step are not looked at again.
 */
typedef struct vjp_grad_scaler vjp_grad_scaler;

/** Options of vjp_grad_scaler_create. Grows at the end. */
typedef struct vjp_grad_scaler_options {
  size_t struct_size;      /**< set by the caller: VJP_GRAD_SCALER_OPTIONS_INIT */
  double init_scale;       /**< the scale at first */
  double growth_factor;    /**< more than 1; a product that float32 does not hold is not taken */
  double backoff_factor;   /**< less than 1 */
  int64_t growth_interval; /**< how many updates in a row without infinities let the scale grow */
  int32_t enabled;         /**< 0: scale is the identity, unscale and update do nothing, step is plain */
} vjp_grad_scaler_options;
#define VJP_GRAD_SCALER_OPTIONS_INIT \
  { sizeof(vjp_grad_scaler_options), 65536, 2, 0.5, 2000, 1 }

/**
 * Makes a gradient scaler.
 *
 * @param options  NULL for the defaults
 * @param out      receives a handle, which the caller releases
 * @return VJP_OK; VJP_ERROR_INVALID for NULL and for options out of range; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_grad_scaler_create(const vjp_grad_scaler_options* options, vjp_grad_scaler** out);
/** Adds a reference, which vjp_grad_scaler_release gives back; returns `scaler`. NULL does nothing. @since 0.1 */
VJP_API vjp_grad_scaler* vjp_grad_scaler_retain(vjp_grad_scaler* scaler);
/** Gives a reference back; with the last one the scaler ends. NULL does nothing. @since 0.1 */
VJP_API void vjp_grad_scaler_release(vjp_grad_scaler* scaler);
/** What the options said; false for NULL. @since 0.1 */
VJP_API bool vjp_grad_scaler_is_enabled(const vjp_grad_scaler* scaler);

/**
 * A tensor times the scale, recorded. The host does not wait.
 *
 * @param out  receives a handle, which the caller releases
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_DTYPE for a tensor of no floating dtype; VJP_ERROR_BACKEND;
 *         VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_grad_scaler_scale(vjp_grad_scaler* scaler, vjp_tensor* tensor, vjp_tensor** out);
/**
 * vjp_grad_scaler_scale for several tensors, also of several devices: one copy of the scale a device.
 *
 * @param tensors  `num_tensors` of them, borrowed
 * @param out      receives a list, which the caller releases
 * @return as vjp_grad_scaler_scale
 * @since 0.1
 */
VJP_API vjp_status vjp_grad_scaler_scale_list(vjp_grad_scaler* scaler, vjp_tensor* const* tensors, size_t num_tensors,
                                              vjp_tensor_list** out);
/**
 * Divides the gradients of the optimizer's parameters by the scale, in place, and notes on each device whether all were
 * finite. The host does not wait.
 *
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_STATE before any scale, a second time, and after step;
 *         VJP_ERROR_DTYPE for gradients of float16; VJP_ERROR_BACKEND; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_grad_scaler_unscale(vjp_grad_scaler* scaler, vjp_optimizer* optimizer);
/**
 * Makes the optimizer's step with unscaled gradients, unless one of them is not finite. An ordinary optimizer's
 * found_inf is read back, for which the host waits; a capturable one's stays on the device, whose kernel unscales the
 * gradients, writes them back, and changes nothing where one is not finite.
 *
 * @param out  receives false where the step was skipped (of a capturable optimizer always true); may be NULL
 * @return as vjp_optimizer_step; VJP_ERROR_STATE before any scale, a second time, or if no parameter has a gradient
 * @since 0.1
 */
VJP_API vjp_status vjp_grad_scaler_step(vjp_grad_scaler* scaler, vjp_optimizer* optimizer, bool* out);
/**
 * Adjusts the scale by what was found for all optimizers since the last update. The host does not wait.
 *
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_STATE before any scale, or if nothing was unscaled or stepped
 *         since; VJP_ERROR_BACKEND
 * @since 0.1
 */
VJP_API vjp_status vjp_grad_scaler_update(vjp_grad_scaler* scaler);
/**
 * Ends the iteration as vjp_grad_scaler_update does, with another scale.
 *
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_STATE before any scale; VJP_ERROR_BACKEND
 * @since 0.1
 */
VJP_API vjp_status vjp_grad_scaler_set_scale(vjp_grad_scaler* scaler, double scale);
/**
 * Ends the iteration as vjp_grad_scaler_update does, with another scale that lies in a tensor: it is copied, and on one
 * device the host does not wait.
 *
 * @param scale  one number of a floating dtype that does not require grad
 * @return VJP_OK; VJP_ERROR_INVALID for NULL and for another tensor; VJP_ERROR_STATE before any scale;
 *         VJP_ERROR_BACKEND
 * @since 0.1
 */
VJP_API vjp_status vjp_grad_scaler_set_scale_tensor(vjp_grad_scaler* scaler, vjp_tensor* scale);
/**
 * What was found for an optimizer since the last update.
 *
 * @param out  receives a list, which the caller releases: for each device of the gradients a float32 there, 0 or 1
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_grad_scaler_found_inf(const vjp_grad_scaler* scaler, const vjp_optimizer* optimizer,
                                             vjp_tensor_list** out);
/**
 * The scale, 1 if disabled. The host waits for the device.
 *
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_BACKEND
 * @since 0.1
 */
VJP_API vjp_status vjp_grad_scaler_get_scale(const vjp_grad_scaler* scaler, double* out);

/** What is to be stored to go on later; members as in vjp_grad_scaler_options. Grows at the end. */
typedef struct vjp_grad_scaler_state {
  size_t struct_size;                          /**< set by the caller: VJP_GRAD_SCALER_STATE_INIT */
  double scale, growth_factor, backoff_factor; /**< the scale as it is, and the factors */
  int64_t growth_interval;                     /**< the interval */
  int64_t growth_tracker;                      /**< updates without infinities since the scale changed */
} vjp_grad_scaler_state;
#define VJP_GRAD_SCALER_STATE_INIT \
  { sizeof(vjp_grad_scaler_state), 0, 0, 0, 0, 0 }
/**
 * What is to be stored. The host waits for the device.
 *
 * @param out  its `struct_size` must be set
 * @return VJP_OK; VJP_ERROR_INVALID for NULL and a wrong `struct_size`; VJP_ERROR_BACKEND
 * @since 0.1
 */
VJP_API vjp_status vjp_grad_scaler_get_state(const vjp_grad_scaler* scaler, vjp_grad_scaler_state* out);
/**
 * Goes on with what was stored. Does nothing if the scaler is disabled.
 *
 * @return VJP_OK; VJP_ERROR_INVALID for NULL, a wrong `struct_size`, and values out of range; VJP_ERROR_BACKEND
 * @since 0.1
 */
VJP_API vjp_status vjp_grad_scaler_load_state(vjp_grad_scaler* scaler, const vjp_grad_scaler_state* state);

#ifdef __cplusplus
}
#endif
#endif
