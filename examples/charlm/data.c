/* Windows of the text. */
#include <stdlib.h>
#include <string.h>

#include "charlm.h"

/* Tokens and targets [count, context] of the windows that begin at `starts`. */
static void windows(const Text* text, const int64_t* starts, int64_t count, int64_t context, vjp_tensor** tokens,
                    vjp_tensor** targets) {
  const int64_t shape[] = {count, context};
  const size_t row = (size_t)context * sizeof(int64_t);
  int64_t* x = must_allocate((size_t)count * row);
  int64_t* y = must_allocate((size_t)count * row);
  for (int64_t i = 0; i < count; ++i) {
    memcpy(x + i * context, text->tokens + starts[i], row);
    memcpy(y + i * context, text->tokens + starts[i] + 1, row);
  }
  must(vjp_tensor_from_data(x, shape, 2, VJP_DTYPE_INT64, tokens));
  must(vjp_tensor_from_data(y, shape, 2, VJP_DTYPE_INT64, targets));
  free(x);
  free(y);
}

void random_batch(const Text* text, const Options* o, vjp_generator* generator, vjp_tensor** tokens,
                  vjp_tensor** targets) {
  const int64_t batch = o->batch;
  const size_t bytes = (size_t)batch * sizeof(int64_t);
  int64_t* starts = must_allocate(bytes);
  vjp_tensor* drawn;
  must(vjp_randint((int64_t)text->held_out - o->context, &batch, 1, VJP_DTYPE_INT64, generator, &drawn));
  must(vjp_tensor_copy_to(drawn, starts, bytes, VJP_DTYPE_INT64));
  windows(text, starts, batch, o->context, tokens, targets);
  free(starts);
}

double held_out_loss(const Model* model, const Text* text, const Options* o) {
  const size_t context = (size_t)o->context, total = (text->length - text->held_out - 1) / context;
  int64_t* starts = must_allocate(total * sizeof *starts);
  for (size_t i = 0; i < total; ++i) starts[i] = (int64_t)(text->held_out + i * context);
  bool recording;
  double sum = 0;
  must(vjp_grad_mode_set(false, &recording));
  for (size_t i = 0; i < total; i += (size_t)o->batch) {
    const size_t count = total - i < (size_t)o->batch ? total - i : (size_t)o->batch;
    vjp_tensor *tokens, *targets;
    double loss;
    must(vjp_scope_begin());
    windows(text, starts + i, (int64_t)count, o->context, &tokens, &targets);
    must(vjp_tensor_item_float(loss_of(model, tokens, targets, false, NULL), &loss));
    must(vjp_scope_end());
    sum += loss * (double)count;
  }
  must(vjp_grad_mode_set(recording, NULL));
  free(starts);
  return sum / (double)total;
}
