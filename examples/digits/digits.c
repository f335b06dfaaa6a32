/*
 * Learns handwritten digits with a small convolutional network; the same program in C, Python, Rust and Julia ends with
 * the same bits.
 *
 *   cc digits.c $(pkg-config --cflags --libs vjp) -o digits && ./digits ../data/digits.safetensors [--device sim:0]
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <vjp/vjp.h>

enum { EPOCHS = 12, BATCH = 32, PARAMETERS = 6 };
static const double kRate = 0.05, kMomentum = 0.9;

/* Ends the program with the library's message. */
static void must(vjp_status status) {
  if (status == VJP_OK) return;
  fprintf(stderr, "digits: %s\n", vjp_last_error());
  exit(2);
}

/* He's initialisation, or zeros for a bias. */
static vjp_tensor* parameter(const int64_t* shape, size_t ndim, double fan_in) {
  vjp_tensor* value;
  must(vjp_randn(shape, ndim, VJP_DTYPE_FLOAT32, NULL, &value));
  must(vjp_mul_scalar_(value, vjp_scalar_float(fan_in ? sqrt(2 / fan_in) : 0)));
  must(vjp_tensor_set_requires_grad(value, true));
  must(vjp_scope_keep(value));
  return value;
}

/* Two convolutions with relu, pooling, one linear layer. */
static vjp_tensor* network(vjp_tensor* const* p, vjp_tensor* x) {
  const int64_t zero = 0, one = 1, two = 2;
  must(vjp_conv2d(x, p[0], p[1], &one, 1, &one, 1, &one, 1, 1, &x));
  must(vjp_relu(x, &x));
  must(vjp_conv2d(x, p[2], p[3], &one, 1, &one, 1, &one, 1, 1, &x));
  must(vjp_relu(x, &x));
  must(vjp_max_pool2d(x, &two, 1, NULL, 0, &zero, 1, &one, 1, false, &x));
  must(vjp_flatten(x, 1, -1, &x));
  must(vjp_linear(x, p[4], p[5], &x));
  return x;
}

static vjp_tensor* loss_of(vjp_tensor* const* p, vjp_tensor* x, vjp_tensor* y) {
  vjp_tensor* loss;
  must(vjp_cross_entropy(network(p, x), y, NULL, -100, "mean", 0, &loss));
  return loss;
}

/* Rows `first`, `first + step`, ... of a tensor. */
static vjp_tensor* rows(vjp_tensor* t, int64_t first, int64_t step) {
  vjp_tensor* out;
  must(vjp_slice(t, 0, &first, NULL, step, &out));
  return out;
}

/* Stochastic gradient descent with momentum. */
static void update(vjp_tensor* p, vjp_tensor* velocity) {
  vjp_tensor* gradient;
  must(vjp_tensor_grad(p, &gradient));
  must(vjp_mul_scalar_(velocity, vjp_scalar_float(kMomentum)));
  must(vjp_add_(velocity, gradient));
  must(vjp_sub_alpha_(p, velocity, vjp_scalar_float(kRate)));
  must(vjp_tensor_set_grad(p, NULL));
}

/* Every training image once, in an order drawn anew. Returns the number of steps. */
static int epoch(vjp_tensor* const* p, vjp_tensor* const* velocity, vjp_tensor* images, vjp_tensor* labels) {
  const int64_t count = vjp_tensor_size(images, 0);
  vjp_tensor *order, *values;
  int steps = 0;
  must(vjp_rand(&count, 1, VJP_DTYPE_FLOAT32, NULL, &order));
  must(vjp_sort(order, 0, false, false, &values, &order));
  for (int64_t i = 0; i + BATCH <= count; i += BATCH, ++steps) {
    vjp_tensor *some, *x, *y;
    must(vjp_scope_begin());
    must(vjp_narrow(order, 0, i, BATCH, &some));
    must(vjp_index_select(images, 0, some, &x));
    must(vjp_index_select(labels, 0, some, &y));
    must(vjp_backward(loss_of(p, x, y), NULL));
    must(vjp_grad_mode_set(false, NULL));
    for (int k = 0; k < PARAMETERS; ++k) update(p[k], velocity[k]);
    must(vjp_grad_mode_set(true, NULL));
    must(vjp_scope_end());
  }
  return steps;
}

int main(int argc, char** argv) {
  vjp_safetensors* file;
  vjp_tensor *images, *labels, *p[PARAMETERS], *velocity[PARAMETERS], *right;
  if (argc != 2 && !(argc == 4 && strcmp(argv[2], "--device") == 0)) {
    fprintf(stderr, "usage: digits FILE [--device NAME]   (examples/data/digits.safetensors)\n");
    return 2;
  }
  vjp_device device;
  must(vjp_device_from_name(argc == 4 ? argv[3] : "cpu", &device));
  must(vjp_set_default_device(device)); /* of the parameters */
  must(vjp_safetensors_open(argv[1], &file));
  must(vjp_scope_begin());
  must(vjp_safetensors_read(file, "images", &images));
  must(vjp_safetensors_read(file, "labels", &labels));

  /* Every fifth image is for the test; the others, for training, are what is left of each group of five. */
  must(vjp_to_device(images, &device, VJP_DTYPE_FLOAT32, false, &images));
  must(vjp_div_scalar(images, vjp_scalar_float(16), &images));
  must(vjp_unsqueeze(images, 1, &images));
  must(vjp_to_device(labels, &device, VJP_DTYPE_INT64, false, &labels));
  vjp_tensor *test_x = rows(images, 0, 5), *test_y = rows(labels, 0, 5), *xs[4], *ys[4], *train_x, *train_y;
  for (int i = 0; i < 4; ++i) xs[i] = rows(images, i + 1, 5), ys[i] = rows(labels, i + 1, 5);
  must(vjp_cat(xs, 4, 0, &train_x));
  must(vjp_cat(ys, 4, 0, &train_y));

  const int64_t shapes[PARAMETERS][4] = {{16, 1, 3, 3}, {16}, {32, 16, 3, 3}, {32}, {10, 512}, {10}};
  const size_t ndims[PARAMETERS] = {4, 1, 4, 1, 2, 1};
  const double fan_in[PARAMETERS] = {9, 0, 144, 0, 512, 0};
  must(vjp_manual_seed(1));
  for (int k = 0; k < PARAMETERS; ++k) {
    p[k] = parameter(shapes[k], ndims[k], fan_in[k]);
    must(vjp_zeros(shapes[k], ndims[k], VJP_DTYPE_FLOAT32, &velocity[k]));
  }

  struct timespec begin, end;
  int steps = 0;
  clock_gettime(CLOCK_MONOTONIC, &begin);
  for (int e = 0; e < EPOCHS; ++e) steps += epoch(p, velocity, train_x, train_y);
  must(vjp_device_synchronize(device));
  clock_gettime(CLOCK_MONOTONIC, &end);
  const double seconds = (double)(end.tv_sec - begin.tv_sec) + 1e-9 * (double)(end.tv_nsec - begin.tv_nsec);

  double loss, accuracy;
  must(vjp_grad_mode_set(false, NULL));
  must(vjp_tensor_item_float(loss_of(p, train_x, train_y), &loss));
  must(vjp_argmax(network(p, test_x), (const int64_t[]){1}, false, &right));
  must(vjp_eq(right, test_y, &right));
  must(vjp_to(right, VJP_DTYPE_FLOAT32, &right));
  must(vjp_mean(right, NULL, 0, false, VJP_DTYPE_NONE, &right));
  must(vjp_tensor_item_float(right, &accuracy));
  printf("C       %6.2f %%  %.6a  %6.2f s  %7.1f steps/s\n", 100 * accuracy, loss, seconds, steps / seconds);

  must(vjp_scope_end());
  for (int k = 0; k < PARAMETERS; ++k) vjp_tensor_release(p[k]);
  vjp_safetensors_release(file);
  return 0;
}
