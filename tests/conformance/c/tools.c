/* Threads, devices, files, and what looks at a program. */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#include "tasks.h"

/* ---- threads and devices ---- */

typedef struct Work {
  vjp_tensor* x;
  double factors[2];
  vjp_status status;
} Work;

static void* work(void* context) {
  Work* own = (Work*)context;
  for (int i = 0; i < 50 && !own->status; ++i) {
    vjp_tensor *factors = NULL, *product = NULL, *loss = NULL;
    vjp_scope_begin();
    own->status = vjp_tensor_from_data(own->factors, (int64_t[]){2}, 1, VJP_DTYPE_FLOAT64, &factors);
    if (!own->status) own->status = vjp_mul(own->x, factors, &product);
    if (!own->status) own->status = vjp_sum(product, NULL, 0, false, VJP_DTYPE_NONE, &loss);
    if (!own->status) own->status = vjp_backward(loss, NULL);
    vjp_scope_end();
  }
  return NULL;
}

void task_two_threads(void) {
  vjp_tensor* x = leaf(VECTOR(1, 2));
  Work works[] = {{x, {1, 2}, VJP_OK}, {x, {10, 20}, VJP_OK}};
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i)
    if (pthread_create(&threads[i], NULL, work, &works[i])) abort();
  for (int i = 0; i < 2; ++i) {
    pthread_join(threads[i], NULL);
    ok(works[i].status);
  }
  put_gradient(x);
}

void task_simulator_streams(void) {
  vjp_device device, cpu = {VJP_DEVICE_CPU, 0};
  vjp_stream *main_stream = NULL, *side = NULL;
  vjp_guard* region = NULL;
  vjp_tensor *x = NULL, *loss = NULL, *there = NULL;
  ok(vjp_device_from_name("sim:0", &device));
  ok(vjp_sim_set_mode("random:7"));
  ok(vjp_to_device(VECTOR(1, 2, 3), &device, VJP_DTYPE_NONE, false, &x));
  leaf(x);
  ok(vjp_stream_current(device, &main_stream));
  ok(vjp_stream_create(device, 0, &side));
  ok(vjp_stream_wait_stream(side, main_stream));
  ok(vjp_guard_stream(side, &region));
  loss = sum(times(mul(x, x), 5));
  ok(vjp_guard_exit(region));
  ok(vjp_stream_wait_stream(main_stream, side));
  backward(loss);
  ok(vjp_to_device(loss, &cpu, VJP_DTYPE_NONE, false, &there));
  put_elements(there);
  ok(vjp_to_device(gradient(x), &cpu, VJP_DTYPE_NONE, false, &there));
  put_elements(there);
  ok(vjp_sim_set_mode("lazy"));
  vjp_stream_release(side);
  vjp_stream_release(main_stream);
}

/* ---- files ---- */

void task_safetensors(void) {
  char path[] = "/tmp/conformance-XXXXXX";
  int descriptor = mkstemp(path);
  if (descriptor < 0) abort();
  close(descriptor);
  const char *names[] = {"weight", "steps"}, *metadata[] = {"task", "conformance"};
  vjp_tensor* tensors[] = {MATRIX(2, 1.5, -2, 0.25, 4), integers((int64_t[]){7}, 0, 1)};
  ok(vjp_safetensors_save(path, names, tensors, 2, metadata, 1));
  vjp_safetensors* file = NULL;
  ok(vjp_safetensors_open(path, &file));
  put_number((double)vjp_safetensors_count(file));
  for (int i = 0; i < 2; ++i) {
    vjp_tensor* read = NULL;
    ok(vjp_safetensors_read(file, names[i], &read));
    put_elements(read);
    put_text(vjp_dtype_name(vjp_tensor_dtype(read)));
  }
  const char* task = vjp_safetensors_metadata(file, "task");
  put_text(task ? task : "no metadata");
  vjp_safetensors_release(file);
  unlink(path);
}

/* ---- tools ---- */

static void gradient_of_chain(double* out) {
  vjp_tensor *x = leaf(VECTOR(0, 1, 2)), *y = x;
  for (int i = 0; i < 4; ++i) y = add(mul(y, x), x);
  backward(sum(y));
  ok(vjp_tensor_copy_to(gradient(x), out, 3 * sizeof *out, VJP_DTYPE_FLOAT64));
}

void task_compiled_backward(void) {
  double eager[3] = {0}, found[3] = {0};
  bool same = true;
  vjp_compile_options options = VJP_COMPILE_OPTIONS_INIT;
  vjp_compile_counters before = VJP_COMPILE_COUNTERS_INIT, after = VJP_COMPILE_COUNTERS_INIT;
  vjp_guard* region = NULL;
  vjp_compile_clear();
  ok(vjp_compile_counters_get(&before));
  gradient_of_chain(eager);
  ok(vjp_guard_compile(&options, &region));
  for (int i = 0; i < 4; ++i) {
    gradient_of_chain(found);
    same = same && !memcmp(eager, found, sizeof eager);
  }
  ok(vjp_guard_exit(region));
  ok(vjp_compile_counters_get(&after));
  for (int i = 0; i < 3; ++i) put_number(eager[i]);
  put_number(same);
  put_number((double)(after.hits - before.hits));
}

static double count_of(const vjp_profiler* profiler, vjp_profile_kind kind, const char* name) {
  double found = 0;
  for (size_t i = 0; i < vjp_profiler_num_events(profiler); ++i) {
    vjp_profile_event event = VJP_PROFILE_EVENT_INIT;
    ok(vjp_profiler_get_event(profiler, i, &event));
    found += event.kind == kind && !strcmp(event.name, name);
  }
  return found;
}

void task_profile(void) {
  vjp_tensor* x = leaf(VECTOR(1, 2));
  vjp_profiler* profiler = NULL;
  ok(vjp_profiler_create(NULL, &profiler));
  ok(vjp_profiler_start(profiler));
  backward(sum(of(vjp_exp, mul(cube(x), x))));
  ok(vjp_profiler_stop(profiler));
  put_number(count_of(profiler, VJP_PROFILE_OPERATOR, "mul"));
  put_number(count_of(profiler, VJP_PROFILE_OPERATOR, "exp"));
  put_number(count_of(profiler, VJP_PROFILE_DERIVATIVE, "MulBackward"));
  put_number(count_of(profiler, VJP_PROFILE_DERIVATIVE, "ExpBackward"));
  vjp_profiler_release(profiler);
}

void task_anomaly(void) {
  vjp_guard* region = NULL;
  ok(vjp_set_warning_handler(NULL, NULL, NULL)); /* where it was recorded */
  vjp_tensor* x = leaf(VECTOR(0));
  ok(vjp_guard_anomaly(true, true, &region));
  put_number(vjp_backward(sum(times(of(vjp_sqrt, x), 0)), NULL));
  char first[256];
  snprintf(first, sizeof first, "%.*s", (int)strcspn(vjp_last_error(), "\n"), vjp_last_error());
  put_text(first);
  ok(vjp_guard_exit(region));
}

static void put_reason(vjp_tensor* x, vjp_tensor* root) {
  vjp_explanation* explanation = NULL;
  vjp_gradient_answer answer = VJP_GRADIENT_ANSWER_INIT;
  ok(vjp_explain_gradient(x, &root, 1, &explanation));
  ok(vjp_explanation_answer(explanation, &answer));
  switch (answer.obstacle) {
    case VJP_OBSTACLE_DETACHED:
      put_text("detached");
      break;
    case VJP_OBSTACLE_ZERO:
      put_text("zero");
      break;
    case VJP_OBSTACLE_NONE:
      put_text("none");
      break;
    default:
      put_text(answer.text);
  }
  vjp_explanation_release(explanation);
}

void task_explain(void) {
  vjp_tensor *x = leaf(VECTOR(1, 2)), *w = leaf(VECTOR(3, 4));
  vjp_guard* region = NULL;
  ok(vjp_guard_record_cuts(&region));
  vjp_tensor* cut = sum(mul(of(vjp_tensor_detach, x), w));
  vjp_tensor* dead = sum(of(vjp_relu, of(vjp_neg, mul(x, x))));
  vjp_tensor* fine = sum(mul(x, w));
  ok(vjp_guard_exit(region));
  put_reason(x, cut);
  put_reason(x, dead);
  put_reason(x, fine);
}

void task_graph_picture(void) {
  vjp_tensor *x = leaf(VECTOR(1, 2)), *y = leaf(VECTOR(3, 4)), *root = sum(add(mul(x, y), x));
  const char* names[] = {"MulBackward", "AddBackward", "SumBackward", "ExpBackward"};
  vjp_graph* graph = NULL;
  char* dot = NULL;
  ok(vjp_graph_create(&root, 1, &graph));
  if (ok(vjp_graph_picture(graph, VJP_PICTURE_DOT, NULL, &dot))) return;
  put_number((double)vjp_graph_num_nodes(graph));
  put_number((double)vjp_graph_num_links(graph));
  for (int i = 0; i < 4; ++i) put_number(strstr(dot, names[i]) != NULL);
  vjp_string_free(dot);
  vjp_graph_release(graph);
}
