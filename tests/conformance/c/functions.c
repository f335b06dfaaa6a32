/* Derivatives of functions; hooks and saved values. */
#include "tasks.h"

/* Appends a result to what a callback gives. */
static vjp_status give(vjp_tensor_list* results, vjp_tensor* value) {
  ok(vjp_tensor_list_append(results, value));
  return so_far();
}

static vjp_tensor* item(vjp_tensor_list* list) { return vjp_tensor_list_get(list, 0); }

/* ---- derivatives of functions ---- */

static vjp_status rosenbrock(void* context, vjp_tensor* const* inputs, size_t count, vjp_tensor_list* outputs,
                             vjp_tensor_list* aux) {
  (void)context, (void)count, (void)aux;
  vjp_tensor *x = at(inputs[0], 0), *y = at(inputs[0], 1), *rest = NULL;
  vjp_tensor* valley = sub(y, mul(x, x));
  ok(vjp_scalar_sub(vjp_scalar_float(1), x, &rest));
  return give(outputs, add(times(mul(valley, valley), 100), mul(rest, rest)));
}

void task_rosenbrock_hessian(void) {
  vjp_tensor* x = VECTOR(-1.2, 1);
  vjp_tensor_list* out = NULL;
  ok(vjp_functional_hessian(rosenbrock, NULL, &x, 1, NULL, NULL, &out));
  put_elements(item(out));
  vjp_tensor_list_release(out);
}

static vjp_status cartesian(void* context, vjp_tensor* const* inputs, size_t count, vjp_tensor_list* outputs,
                            vjp_tensor_list* aux) {
  (void)context, (void)count, (void)aux;
  vjp_tensor *r = at(inputs[0], 0), *angle = at(inputs[0], 1), *out = NULL;
  vjp_tensor* parts[] = {mul(r, of(vjp_cos, angle)), mul(r, of(vjp_sin, angle))};
  ok(vjp_stack(parts, 2, 0, &out));
  return give(outputs, out);
}

void task_polar_jacobian(void) {
  vjp_tensor* x = VECTOR(2, 0.5);
  vjp_tensor_list* out = NULL;
  ok(vjp_functional_jacobian(cartesian, NULL, &x, 1, NULL, NULL, &out));
  put_elements(item(out));
  vjp_tensor_list_release(out);
}

/* x^3; with a context its sum */
static vjp_status cubes(void* context, vjp_tensor* const* inputs, size_t count, vjp_tensor_list* outputs,
                        vjp_tensor_list* aux) {
  (void)count, (void)aux;
  vjp_tensor* y = cube(inputs[0]);
  return give(outputs, context ? sum(y) : y);
}

void task_jvp(void) {
  vjp_tensor *x = VECTOR(1, 2, 3), *v = VECTOR(1, 0.5, -1);
  vjp_tensor_list *along = NULL, *curved = NULL;
  ok(vjp_functional_jvp(cubes, NULL, &x, 1, &v, 1, NULL, NULL, &along));
  ok(vjp_functional_hvp(cubes, "summed", &x, 1, &v, 1, NULL, NULL, &curved));
  put_elements(item(along));
  put_elements(item(curved));
  vjp_tensor_list_release(along);
  vjp_tensor_list_release(curved);
}

static vjp_status square_of_product(void* context, vjp_tensor* const* inputs, size_t count, vjp_tensor_list* results) {
  (void)context, (void)count;
  vjp_tensor* product = sum(mul(inputs[0], inputs[1]));
  return give(results, mul(product, product));
}

void task_vmap(void) {
  vjp_tensor *w = leaf(VECTOR(2, -1)), *inputs[] = {MATRIX(3, 1, 2, 3, 4, 5, 6), w};
  vjp_tensor_list* out = NULL;
  ok(vjp_vmap(square_of_product, NULL, inputs, (int64_t[]){0, VJP_VMAP_NONE}, 2, NULL, &out));
  put_elements(item(out));
  backward(sum(item(out)));
  put_gradient(w);
  vjp_tensor_list_release(out);
}

static vjp_status checked_cube(void* context, vjp_tensor* const* inputs, size_t count, vjp_tensor_list* results) {
  (void)count;
  vjp_tensor* out = NULL;
  ok(custom_cube(inputs[0], *(const double*)context, &out));
  return give(results, out);
}

void task_gradcheck(void) {
  vjp_tensor* x = leaf(VECTOR(0.5, -1.5));
  double factors[] = {1, 1.01};
  for (int i = 0; i < 2; ++i) {
    vjp_gradcheck_options options = VJP_GRADCHECK_OPTIONS_INIT;
    options.raise = 0;
    vjp_gradcheck_report* report = NULL;
    ok(vjp_gradcheck_report_create(&report));
    ok(vjp_gradcheck(checked_cube, &factors[i], &x, 1, &options, report));
    put_number(vjp_gradcheck_report_kind(report) == VJP_GRADCHECK_NONE);
    vjp_gradcheck_report_release(report);
  }
}

/* ---- hooks and saved values ---- */

static vjp_status clip(void* context, vjp_tensor* grad, vjp_tensor** replacement) {
  (void)context;
  return vjp_clamp_scalars(grad, vjp_scalar_float(-1), vjp_scalar_float(1), replacement);
}

void task_hook_clips(void) {
  vjp_tensor *x = leaf(VECTOR(1, 2, 3, 4)), *y = mul(x, x);
  ok(vjp_tensor_add_hook(y, clip, NULL, NULL, NULL));
  backward(sum(mul(y, VECTOR(0.5, -3, 2, 1))));
  put_gradient(x);
}

typedef struct Seen {
  int calls;
  double first[2];
} Seen;

static vjp_status see(void* context, vjp_tensor* const* grads, size_t count) {
  Seen* seen = (Seen*)context;
  if (seen->calls++) return VJP_OK;
  for (size_t i = 0; i < count; ++i) ok(vjp_tensor_item_float(grads[i], &seen->first[i]));
  return so_far();
}

void task_multi_gradient_hook(void) {
  vjp_tensor *x = leaf(VECTOR(2)), *y = leaf(VECTOR(3));
  Seen seen = {0, {0, 0}};
  vjp_hook* hook = NULL;
  ok(vjp_add_multi_grad_hook((vjp_tensor*[]){x, y}, 2, VJP_MULTI_GRAD_ALL, see, &seen, NULL, &hook));
  backward(sum(add(mul(x, y), y)));
  vjp_hook_remove(hook);
  backward(sum(add(mul(x, y), y)));
  put_number(seen.calls);
  put_number(seen.first[0]);
  put_number(seen.first[1]);
}

typedef struct Packs {
  int packed, unpacked;
} Packs;

static vjp_status pack(void* context, vjp_tensor* tensor, void** packed) {
  ++((Packs*)context)->packed;
  *packed = vjp_tensor_retain(tensor);
  return VJP_OK;
}
static vjp_status unpack(void* context, void* packed, vjp_tensor** out) {
  ++((Packs*)context)->unpacked;
  return vjp_mul_scalar((vjp_tensor*)packed, vjp_scalar_float(2), out);
}
static void drop_packed(void* context, void* packed) {
  (void)context;
  vjp_tensor_release((vjp_tensor*)packed);
}

void task_saved_value_hook(void) {
  static Packs packs; /* the graph may call drop_packed after the task */
  packs = (Packs){0, 0};
  vjp_saved_tensor_hooks hooks = VJP_SAVED_TENSOR_HOOKS_INIT;
  hooks.pack = pack;
  hooks.unpack = unpack;
  hooks.drop_packed = drop_packed;
  hooks.context = &packs;
  vjp_tensor* x = leaf(VECTOR(3));
  vjp_guard* region = NULL;
  ok(vjp_guard_saved_tensor_hooks(&hooks, &region));
  vjp_tensor* y = sum(mul(x, x));
  ok(vjp_guard_exit(region));
  backward(y);
  put_number(packs.packed);
  put_number(packs.unpacked);
  put_gradient(x);
}

/* x e^x. Returns what operators return: a recomputation that has all it needs ends by a status. */
static vjp_status region(void* context, bool recomputing, vjp_tensor* const* inputs, size_t count,
                         vjp_tensor_list* results) {
  (void)recomputing, (void)count;
  ++*(int*)context;
  vjp_tensor *power = NULL, *product = NULL;
  vjp_status status = vjp_exp(inputs[0], &power);
  if (!status) status = vjp_mul(power, inputs[0], &product);
  if (!status) status = vjp_tensor_list_append(results, product);
  return status;
}

void task_checkpointed(void) {
  static int calls; /* as long as the graph */
  calls = 0;
  vjp_checkpoint_function function = VJP_CHECKPOINT_FUNCTION_INIT;
  function.run = region;
  function.context = &calls;
  vjp_tensor* x = leaf(VECTOR(0, 1));
  vjp_tensor_list* out = NULL;
  ok(vjp_checkpoint(&function, &x, 1, NULL, &out));
  backward(sum(item(out)));
  put_number(calls);
  put_gradient(x);
  vjp_tensor_list_release(out);
}
