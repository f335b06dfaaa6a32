/* vjp doctor: what is wrong, and what to do about it. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli.h"

/* ---- a forward and a backward pass ---- */

enum {
  kRows = 6,
  kWide = 8,
  kHidden = 16,
  kClasses = 5,
  kData = kRows * kWide,
  kFirst = kWide * kHidden,
  kSecond = kHidden * kClasses,
  kAnswers = 1 + kData + kFirst + kSecond
};

/* Some numbers between -1 and 1, moved by `shift`, as a leaf on the device. */
static vjp_status make_leaf(vjp_device device, vjp_dtype dtype, int64_t rows, int64_t columns, double shift,
                            vjp_tensor** out) {
  double values[kFirst];
  const int64_t shape[] = {rows, columns};
  vjp_tensor* here = NULL;
  vjp_status status;
  for (int64_t i = 0; i < rows * columns; ++i) values[i] = sin((double)(i * i + 3 * i + columns)) + shift;
  if ((status = vjp_tensor_from_data(values, shape, 2, VJP_DTYPE_FLOAT64, &here))) return status;
  if ((status = vjp_to_device(here, &device, dtype, false, out))) return status;
  return vjp_tensor_set_requires_grad(*out, true);
}

/* The loss of a network of two layers, and its gradients for data and weights. */
static vjp_status pass(vjp_device device, vjp_dtype dtype, double shift, double answers[kAnswers]) {
  static const int64_t kShapes[3][2] = {{kRows, kWide}, {kWide, kHidden}, {kHidden, kClasses}};
  vjp_tensor *leaves[3], *t = NULL, *logits = NULL;
  vjp_status status;
  for (int i = 0; i < 3; ++i) { /* the weights of the last layer are what moves */
    status = make_leaf(device, dtype, kShapes[i][0], kShapes[i][1], i == 2 ? shift : 0, &leaves[i]);
    if (status) return status;
  }
  if ((status = vjp_matmul(leaves[0], leaves[1], &t)) || (status = vjp_tanh(t, &t)) ||
      (status = vjp_matmul(t, leaves[2], &t)) || (status = vjp_log_softmax(t, 1, VJP_DTYPE_NONE, &logits)) ||
      (status = vjp_mul(logits, logits, &t)) || (status = vjp_mean(t, NULL, 0, false, VJP_DTYPE_NONE, &t)) ||
      (status = vjp_backward(t, NULL)) || (status = vjp_tensor_copy_to(t, answers, sizeof *answers, VJP_DTYPE_FLOAT64)))
    return status;
  ++answers;
  for (int i = 0; i < 3; ++i) {
    const size_t count = (size_t)(kShapes[i][0] * kShapes[i][1]);
    vjp_tensor* gradient = NULL;
    if ((status = vjp_tensor_grad(leaves[i], &gradient)) ||
        (status = vjp_tensor_copy_to(gradient, answers, count * sizeof *answers, VJP_DTYPE_FLOAT64)))
      return status;
    answers += count;
  }
  return vjp_device_synchronize(device);
}

static bool try_pass(vjp_device device, vjp_dtype dtype, double shift, double answers[kAnswers], char* problem,
                     size_t size) {
  vjp_scope_begin();
  const vjp_status status = pass(device, dtype, shift, answers);
  if (status) snprintf(problem, size, "%s: %s", vjp_status_name(status), vjp_last_error());
  vjp_scope_end();
  return status == VJP_OK;
}

static bool agree(double got, double want, double tolerance) {
  return fabs(got - want) <= tolerance * (1 + fabs(want));
}

static bool cpu_computes(vjp_device cpu, char* problem, size_t size) {
  const double step = 1e-5;
  double answers[kAnswers], above[kAnswers], below[kAnswers], slope = 0;
  if (!try_pass(cpu, VJP_DTYPE_FLOAT64, 0, answers, problem, size) ||
      !try_pass(cpu, VJP_DTYPE_FLOAT64, step, above, problem, size) ||
      !try_pass(cpu, VJP_DTYPE_FLOAT64, -step, below, problem, size))
    return false;
  for (int i = kAnswers - kSecond; i < kAnswers; ++i) slope += answers[i];
  const double want = (above[0] - below[0]) / (2 * step);
  if (agree(slope, want, 1e-6)) return true;
  snprintf(problem, size, "the gradient is %.9g, and the difference quotient %.9g", slope, want);
  return false;
}

bool device_computes(vjp_device device, char* problem, size_t size) {
  const vjp_device cpu = {VJP_DEVICE_CPU, 0};
  double answers[kAnswers], want[kAnswers];
  if (device.kind == VJP_DEVICE_CPU) return cpu_computes(device, problem, size);
  if (!try_pass(cpu, VJP_DTYPE_FLOAT32, 0, want, problem, size) ||
      !try_pass(device, VJP_DTYPE_FLOAT32, 0, answers, problem, size))
    return false;
  for (int i = 0; i < kAnswers; ++i) {
    if (agree(answers[i], want[i], 1e-3)) continue; /* wide enough for TensorFloat-32 */
    snprintf(problem, size, "%s is %.9g, and %.9g on the CPU", i ? "a gradient" : "the result", answers[i], want[i]);
    return false;
  }
  return true;
}

/* ---- what to do ---- */

static void advise(const backend* b) {
  const char* advice = NULL;
  char missing[kMaxPath + 128];
  if (strstr(b->problem, "there is no backend")) {
    const bool ours = !strcmp(b->name, "cuda");
    snprintf(missing, sizeof missing, "%s libvjp_%s.so%s beside libvjp.so, or name its folder in VJP_BACKEND_PATH",
             ours ? "build" : "put", b->name, ours ? " (it takes the CUDA toolkit), and put it" : "");
    advice = missing;
  } else if (strstr(b->problem, "was compiled for")) {
    advice = "compile the plug-in against the headers of this libvjp";
  } else if (strstr(b->problem, "is no backend") || strstr(b->problem, "its table") || strstr(b->problem, "called '")) {
    advice = "it does not keep to vjp/backend.h: report it to its authors";
  } else if (strstr(b->problem, "VJP_SIM_")) {
    advice = "mend the VJP_SIM_* variables";
  } else if (b->kind >= 0 && b->devices == 0) {
    advice = !strcmp(b->name, "cuda")
                 ? "install the NVIDIA driver; nvidia-smi must list a device, and CUDA_VISIBLE_DEVICES "
                   "must not hide it"
                 : "install the driver of the device, and see that this user may open it";
  }
  if (advice) printf("         to do: %s\n", advice);
}

static int check_backend(const backend* b) {
  int faults = 0;
  if (*b->problem) {
    printf("  %-6s %s: %s\n", b->asked_for ? "WRONG" : "absent", b->name, b->problem);
    advise(b);
    return b->asked_for;
  }
  printf("  %-6s %s: %s%s%s\n", "ok", b->name, b->path, *b->version ? ", version " : "", b->version);
  for (int32_t i = 0; i < b->devices; ++i) {
    const vjp_device device = {b->kind, i};
    char name[kMaxPath] = "", problem[kMaxProblem] = "";
    vjp_device_name(device, name, sizeof name);
    crash_blames(name);
    const bool good = device_computes(device, problem, sizeof problem);
    crash_blames(NULL);
    printf("  %-6s   %s %s%s\n", good ? "ok" : "WRONG", name,
           good ? (device.kind == VJP_DEVICE_CPU ? "computes" : "computes as the CPU does") : "does not compute: ",
           problem);
    faults += !good; /* a device that is there and wrong is a fault, asked for or not */
  }
  return faults;
}

/* libvjp opens it by itself, so that no linker has missed it. */
static int check_blas(void) {
  const char* none = strstr(vjp_build_info(), "BLAS none");
  if (!none) return 0;
  printf("  %-6s there is no OpenBLAS, and matrix products are slow: %s\n", "WRONG", none + strlen("BLAS "));
  puts("         to do: put the file beside libvjp.so, or install it (libopenblas.so.0 is in Debian's libopenblas0)");
  return 1;
}

int command_doctor(char* const* names, size_t num_names) {
  static backends all;
  const vjp_device cpu = {VJP_DEVICE_CPU, 0};
  int faults = 0;
  vjp_set_default_device(cpu); /* whatever VJP_DEVICE says: it is judged, not used */
  crash_watch(1);
  printf("%s\nenvironment\n", vjp_build_info());
  faults += environment_check();
  puts("libraries");
  faults += check_blas();
  backends_collect(&all, names, num_names);
  puts("backends");
  for (size_t i = 0; i < all.count; ++i) faults += check_backend(&all.items[i]);
  if (faults) {
    printf("%d thing%s wrong\n", faults, faults == 1 ? " is" : "s are");
  } else {
    puts("nothing is wrong");
  }
  return faults > 0;
}
