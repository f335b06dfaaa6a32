/* A warning handler that raises an error makes the call fail from which the warning came. */
#include <pthread.h>
#include <string.h>

#include "check.h"

static int told, dropped;
static pthread_t teller;
static int payloads[2];
static void drop(void* payload) { (void)payload, ++dropped; }

static void raises(void* context, const char* message) {
  (void)context;
  teller = pthread_self();
  vjp_error_raise(VJP_ERROR_CANCELLED, message, &payloads[told++ ? 1 : 0], drop);
}
static void listen(vjp_warning_fn fn) {
  told = dropped = 0;
  OK(vjp_set_warning_handler(fn, NULL, NULL));
}
static void raised(const char* words) {
  CHECK(strstr(vjp_last_error(), words));
  CHECK(vjp_error_take_payload() == &payloads[0]);
  listen(NULL);
}

static void at_once(void) {
  listen(raises);
  FAILS(VJP_ERROR_CANCELLED, vjp_warn("steep"));
  CHECK(told == 1 && dropped == 0);
  raised("steep");
}

static void listens(void* context, const char* message) { (void)context, (void)message, ++told; }
/* What was raised before, and by others, is no answer of the handler. */
static void an_earlier_error_is_not_the_handlers(void) {
  vjp_error_raise(VJP_ERROR_IO, "earlier", NULL, NULL);
  listen(listens);
  OK(vjp_warn("calm"));
  CHECK(told == 1);
  listen(NULL);
}

static vjp_status warns(void* context, vjp_tensor* g, vjp_tensor** r) {
  (void)g, (void)r;
  OK(vjp_warn((const char*)context));
  return VJP_OK;
}
static vjp_status fails(void* context, vjp_tensor* g, vjp_tensor** r) {
  (void)context, (void)g, (void)r;
  return vjp_error_raise(VJP_ERROR_SHAPE, "its own", NULL, NULL);
}
static vjp_tensor* root_with(vjp_tensor* x, vjp_tensor_hook_fn hook, const char* text) {
  vjp_tensor* y = mul(x, x);
  OK(vjp_tensor_add_hook(y, hook, (void*)text, NULL, NULL));
  return sum(y);
}

/* ENTRY-25: after the work, on the thread that made the call */
static void from_backward(vjp_device device) {
  vjp_guard* region = NULL;
  OK(vjp_guard_default_device(device, &region));
  vjp_tensor *x = leaf(VEC(1, 2)), *y = root_with(x, warns, "first");
  OK(vjp_tensor_add_hook(y, warns, (void*)"second", NULL, NULL));
  listen(raises);
  FAILS(VJP_ERROR_CANCELLED, vjp_backward(y, NULL));
  CHECK(told == 2 && dropped == 1 && pthread_equal(teller, pthread_self()));
  raised("second");
  EQUALS(grad_of(x), 2, 4);
  vjp_tensor* result = NULL;
  listen(raises);
  vjp_tensor* again = root_with(x, warns, "third");
  FAILS(VJP_ERROR_CANCELLED, vjp_grad(&again, 1, NULL, &x, 1, NULL, &result));
  CHECK(!result);
  raised("third");
  OK(vjp_guard_exit(region));
}
static void from_the_caller(void) { from_backward((vjp_device){VJP_DEVICE_CPU, 0}); }
static void from_a_worker(void) { from_backward((vjp_device){VJP_DEVICE_SIM, 0}); }

static void a_failure_of_the_call_matters_more(void) {
  vjp_tensor* y = root_with(leaf(VEC(1, 2)), fails, NULL);
  OK(vjp_tensor_add_hook(y, warns, (void*)"early", NULL, NULL));
  listen(raises);
  FAILS(VJP_ERROR_SHAPE, vjp_backward(y, NULL));
  SAYS("its own");
  CHECK(told == 1 && dropped == 1 && !vjp_error_take_payload());
  listen(NULL);
}

static vjp_tensor* inner;
static vjp_status goes_deeper(void* context, vjp_tensor* g, vjp_tensor** r) {
  (void)context, (void)g, (void)r;
  OK(vjp_backward(inner, NULL)); /* its warning is the outer call's */
  return VJP_OK;
}
static void from_an_inner_call(void) {
  inner = root_with(leaf(VEC(3)), warns, "inside");
  vjp_tensor* y = root_with(leaf(VEC(1, 2)), goes_deeper, NULL);
  listen(raises);
  FAILS(VJP_ERROR_CANCELLED, vjp_backward(y, NULL));
  CHECK(told == 1);
  raised("inside");
}

static vjp_tensor* below[70];
static vjp_status one_level_down(void* context, vjp_tensor* g, vjp_tensor** r) {
  (void)g, (void)r;
  OK(vjp_backward(*(vjp_tensor**)context, NULL));
  return VJP_OK;
}
static void from_far_below(void) { /* on a stand-in thread */
  below[0] = root_with(leaf(VEC(1)), warns, "deep");
  for (int i = 1; i < 70; ++i) {
    vjp_tensor* y = mul(leaf(VEC(1)), SCALAR(2));
    OK(vjp_tensor_add_hook(y, one_level_down, &below[i - 1], NULL, NULL));
    below[i] = sum(y);
  }
  listen(raises);
  FAILS(VJP_ERROR_CANCELLED, vjp_backward(below[69], NULL));
  CHECK(told == 1 && pthread_equal(teller, pthread_self()));
  raised("deep");
}

/* A mode that could not be entered is not on. */
static void from_a_region(void) {
  vjp_guard* region = NULL;
  listen(raises);
  FAILS(VJP_ERROR_CANCELLED, vjp_guard_anomaly(true, true, &region)); /* it warns once in a process */
  CHECK(!region);
  raised("anomaly mode is on");
  CHECK(!vjp_anomaly_enabled());
  OK(vjp_guard_anomaly(true, true, &region));
  OK(vjp_guard_exit(region));
}

static vjp_status copies(void* c, bool again, vjp_tensor* const* in, size_t n, vjp_tensor_list* results) {
  (void)c, (void)again, (void)n;
  return vjp_tensor_list_append(results, in[0]);
}
static void from_an_operator(void) {
  vjp_checkpoint_function f = VJP_CHECKPOINT_FUNCTION_INIT;
  vjp_checkpoint_options options = VJP_CHECKPOINT_OPTIONS_INIT;
  vjp_tensor_list* list = NULL;
  vjp_tensor* x = VEC(1, 2);
  f.run = copies;
  options.reentrant = true;
  listen(raises);
  FAILS(VJP_ERROR_CANCELLED, vjp_checkpoint(&f, &x, 1, &options, &list));
  CHECK(!list);
  raised("none of whose inputs");
}

/* ---- what is no error of the handler's ---- */

static vjp_tensor* failing;
static void mistaken(void* context, const char* message) {
  (void)context, (void)message;
  vjp_tensor* out = NULL;
  ++told;
  FAILS(VJP_ERROR_INVALID, vjp_mul(NULL, NULL, &out));
  FAILS(VJP_ERROR_SHAPE, vjp_backward(failing, NULL)); /* a hook's error, which this call was given */
}
static void errors_that_the_handler_meets_are_its_own(void) {
  failing = root_with(leaf(VEC(1)), fails, NULL);
  listen(mistaken);
  OK(vjp_warn("harmless"));
  OK(vjp_backward(root_with(leaf(VEC(1)), warns, "harmless"), NULL));
  CHECK(told == 2);
  listen(NULL);
}

int main(void) {
  RUN(at_once);
  RUN(an_earlier_error_is_not_the_handlers);
  RUN(from_the_caller);
  RUN(from_a_worker);
  RUN(a_failure_of_the_call_matters_more);
  RUN(from_an_inner_call);
  RUN(from_far_below);
  RUN(from_a_region);
  RUN(from_an_operator);
  RUN(errors_that_the_handler_meets_are_its_own);
  return finish();
}
