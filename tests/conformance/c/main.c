/* Prints a JSON line a task, {"task": NAME, "values": [...]}, of all tasks or of those that are named. */
#include "tasks.h"

/* ---- results ---- */

static char line[1 << 16];
static size_t used;
static char failure[4096]; /* of the task's first call that failed; "" if none did */

static void write_json(const char* before, const char* text) {
  used += (size_t)snprintf(line + used, sizeof line - used, "%s\"", before);
  for (; *text && used + 8 < sizeof line; ++text) {
    unsigned char c = (unsigned char)*text;
    if (c < 0x20) {
      used += (size_t)snprintf(line + used, sizeof line - used, "\\u%04x", (unsigned)c);
    } else {
      if (c == '"' || c == '\\') line[used++] = '\\';
      line[used++] = (char)c;
    }
  }
  used += (size_t)snprintf(line + used, sizeof line - used, "\"");
}

static const char* separator(void) { return used ? ", " : ""; }

void put_number(double value) {
  used += (size_t)snprintf(line + used, sizeof line - used, "%s%.17g", separator(), value);
}

void put_text(const char* text) { write_json(separator(), text); }

void put_elements(vjp_tensor* tensor) {
  double values[64];
  size_t count = (size_t)vjp_tensor_numel(tensor);
  vjp_tensor* plain = as(tensor, VJP_DTYPE_FLOAT64);
  if (ok(vjp_tensor_copy_to(plain, values, count * sizeof *values, VJP_DTYPE_FLOAT64))) return;
  for (size_t i = 0; i < count; ++i) put_number(values[i]);
}

void put_gradient(vjp_tensor* leaf) { put_elements(gradient(leaf)); }

vjp_status ok(vjp_status status) {
  if (status && !failure[0]) snprintf(failure, sizeof failure, "%s: %s", vjp_status_name(status), vjp_last_error());
  return status;
}

vjp_status so_far(void) { return failure[0] ? vjp_error_raise(VJP_ERROR_CANCELLED, failure, NULL, NULL) : VJP_OK; }

/* ---- tensors ---- */

static vjp_tensor* from(const void* values, size_t rows, size_t columns, vjp_dtype dtype) {
  int64_t shape[] = {(int64_t)rows, (int64_t)columns};
  vjp_tensor* out = NULL;
  ok(vjp_tensor_from_data(values, rows ? shape : shape + 1, rows ? 2 : 1, dtype, &out));
  return out;
}
vjp_tensor* tensor_of(const double* values, size_t rows, size_t columns) {
  return from(values, rows, columns, VJP_DTYPE_FLOAT64);
}
vjp_tensor* integers(const int64_t* values, size_t rows, size_t columns) {
  return from(values, rows, columns, VJP_DTYPE_INT64);
}
vjp_tensor* zeros(int64_t rows, int64_t columns) {
  vjp_tensor* out = NULL;
  ok(vjp_zeros((int64_t[]){rows, columns}, 2, VJP_DTYPE_FLOAT64, &out));
  return out;
}
vjp_tensor* leaf(vjp_tensor* tensor) {
  ok(vjp_tensor_set_requires_grad(tensor, true));
  return tensor;
}
vjp_tensor* gradient(vjp_tensor* leaf) {
  vjp_tensor* out = NULL;
  ok(vjp_tensor_grad(leaf, &out));
  return out;
}
vjp_tensor* as(vjp_tensor* tensor, vjp_dtype dtype) {
  vjp_tensor* out = NULL;
  ok(vjp_to(tensor, dtype, &out));
  return out;
}

/* ---- operators ---- */

vjp_tensor* of(vjp_status (*op)(vjp_tensor*, vjp_tensor**), vjp_tensor* x) {
  vjp_tensor* out = NULL;
  ok(op(x, &out));
  return out;
}
vjp_tensor* of_two(vjp_status (*op)(vjp_tensor*, vjp_tensor*, vjp_tensor**), vjp_tensor* a, vjp_tensor* b) {
  vjp_tensor* out = NULL;
  ok(op(a, b, &out));
  return out;
}
vjp_tensor* times(vjp_tensor* x, double factor) {
  vjp_tensor* out = NULL;
  ok(vjp_mul_scalar(x, vjp_scalar_float(factor), &out));
  return out;
}
vjp_tensor* sum(vjp_tensor* x) {
  vjp_tensor* out = NULL;
  ok(vjp_sum(x, NULL, 0, false, VJP_DTYPE_NONE, &out));
  return out;
}
vjp_tensor* at(vjp_tensor* vector, int64_t index) {
  vjp_tensor* out = NULL;
  ok(vjp_select(vector, 0, index, &out));
  return out;
}

void backward(vjp_tensor* root) { ok(vjp_backward(root, NULL)); }

vjp_tensor* recorded_gradient(vjp_tensor* y, vjp_tensor* x) {
  vjp_grad_options options = VJP_GRAD_OPTIONS_INIT;
  options.create_graph = 1;
  vjp_tensor *root = sum(y), *out = NULL;
  ok(vjp_grad(&root, 1, NULL, &x, 1, &options, &out));
  return out;
}

/* ---- tasks ---- */

static void run(const char* name, void (*task)(void)) {
  used = 0;
  failure[0] = '\0';
  ok(vjp_scope_begin());
  task();
  ok(vjp_scope_end());
  if (failure[0]) {
    used = 0;
    put_text(failure);
    printf("{\"task\": \"%s\", \"error\": %s}\n", name, line);
  } else {
    printf("{\"task\": \"%s\", \"values\": [%.*s]}\n", name, (int)used, line);
  }
  fflush(stdout);
}

static const struct {
  const char* name;
  void (*task)(void);
} tasks[] = {
#define ENTRY(name) {#name, task_##name},
    TASKS(ENTRY)
#undef ENTRY
};

int main(int argc, char** argv) {
  for (size_t i = 0; i < sizeof tasks / sizeof *tasks; ++i) {
    int wanted = argc == 1;
    for (int j = 1; j < argc; ++j) wanted |= !strcmp(argv[j], tasks[i].name);
    if (wanted) run(tasks[i].name, tasks[i].task);
  }
  return 0;
}
