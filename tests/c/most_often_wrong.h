/* What hooks saw, as a word of a letter a call; and a custom function that gives what a plan says. */
#ifndef VJP_TESTS_MOST_OFTEN_WRONG_H
#define VJP_TESTS_MOST_OFTEN_WRONG_H

#include "check.h"

/* ---- what hooks saw ---- */

enum { kSeen = 64 };
static char seen[kSeen + 1]; /* a letter a call */
static size_t num_seen;
static inline void begin_watching(void) {
  num_seen = 0;
  seen[0] = '\0';
}
static inline void see(char letter) {
  if (num_seen < kSeen) {
    seen[num_seen++] = letter;
    seen[num_seen] = '\0';
  }
}
static inline bool saw(const char* letters) {
  if (strcmp(seen, letters) == 0) return true;
  printf("%s: saw '%s', not '%s'\n", current_test, seen, letters);
  return false;
}

typedef struct {
  char letter;
  double factor;    /* the gradient times this goes on; 0: the gradient itself */
  bool keep;        /* holds the gradient in `kept` */
  bool mode;        /* grad mode inside */
  double value;     /* first element of what it saw; NaN: undefined */
  void* data;       /* where its elements are */
  vjp_tensor* kept; /* the arena's */
} Watch;

static inline vjp_status watch_tensor(void* context, vjp_tensor* grad, vjp_tensor** replacement) {
  Watch* w = (Watch*)context;
  see(grad ? w->letter : '0');
  w->mode = vjp_grad_mode();
  w->value = at(grad, 0);
  w->data = grad ? vjp_tensor_data(grad) : NULL;
  if (grad && w->keep) w->kept = own(vjp_tensor_retain(grad));
  if (!grad || w->factor == 0) return VJP_OK;
  return call_op("mul", VJP_VARIANT_FUNCTIONAL, ARGS(T(grad), F(w->factor)), 0, replacement);
}
static inline vjp_status watch_before(void* context, vjp_tensor** grads, size_t count) {
  Watch* w = (Watch*)context;
  see(grads[0] ? w->letter : '0');
  w->mode = vjp_grad_mode();
  w->value = at(grads[0], 0);
  (void)count;
  if (!grads[0] || w->factor == 0) return VJP_OK;
  vjp_tensor* replaced = NULL;
  vjp_status status = call_op("mul", VJP_VARIANT_FUNCTIONAL, ARGS(T(grads[0]), F(w->factor)), 0, &replaced);
  vjp_tensor_release(grads[0]);
  grads[0] = replaced;
  return status;
}
static inline vjp_status watch_after(void* context, vjp_tensor** results, size_t num_results, vjp_tensor* const* grads,
                                     size_t num_grads) {
  Watch* w = (Watch*)context;
  (void)results;
  (void)num_results;
  (void)num_grads;
  see(grads[0] ? w->letter : '0');
  w->mode = vjp_grad_mode();
  return VJP_OK;
}
static inline vjp_status watch_leaf(void* context, vjp_tensor* tensor) {
  Watch* w = (Watch*)context;
  see(w->letter);
  w->mode = vjp_grad_mode();
  w->value = at(grad_of(tensor), 0);
  return VJP_OK;
}

static inline void on_tensor(vjp_tensor* t, Watch* w) { OK(vjp_tensor_add_hook(t, watch_tensor, w, NULL, NULL)); }
static inline void before(vjp_node* n, Watch* w) { OK(vjp_node_add_pre_hook(n, watch_before, w, NULL, NULL)); }
static inline void after(vjp_node* n, Watch* w) { OK(vjp_node_add_post_hook(n, watch_after, w, NULL, NULL)); }
static inline void on_leaf(vjp_tensor* t, Watch* w) {
  OK(vjp_tensor_add_post_accumulate_hook(t, watch_leaf, w, NULL, NULL));
}

static inline void backward_into(vjp_tensor* root, vjp_tensor* input) {
  vjp_grad_options options = VJP_GRAD_OPTIONS_INIT;
  options.accumulate = 1;
  vjp_grad_call* call = NULL;
  OK(vjp_grad_call_create(&options, &call));
  own_call(call);
  OK(vjp_grad_call_add_root(call, root, NULL));
  OK(vjp_grad_call_add_input(call, input));
  OK(vjp_grad_call_run(call));
}

/* A custom function of one input that copies it; its backward gives what the context says. */
typedef struct {
  vjp_tensor* gradient; /* NULL: undefined */
  bool mode;
} Given;
static inline vjp_status give_gradient(void* context, vjp_node* node, vjp_tensor* const* grads, size_t num_grads,
                                       vjp_tensor** out, size_t num_inputs) {
  Given* given = (Given*)context;
  (void)node;
  (void)grads;
  (void)num_grads;
  (void)num_inputs;
  given->mode = vjp_grad_mode();
  out[0] = vjp_tensor_retain(given->gradient);
  return VJP_OK;
}
static inline vjp_tensor* custom_copy(vjp_tensor* x, Given* given) {
  bool mode;
  OK(vjp_grad_mode_set(false, &mode));
  vjp_tensor* y = clone(x);
  OK(vjp_grad_mode_set(mode, NULL));
  vjp_function function = VJP_FUNCTION_INIT;
  function.backward = give_gradient;
  function.context = given;
  OK(vjp_function_record(&function, &x, 1, &y, 1, NULL, 0));
  return y;
}

#endif
