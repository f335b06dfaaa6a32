#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "charlm.h"

/* The prompt as tokens; a character that the text does not have is a bad prompt. */
static size_t read_prompt(const Text* text, const char* prompt, int64_t* out) {
  size_t count = 0;
  for (const char* p = prompt; *p;) {
    size_t i = 0, n = 0;
    for (; i < text->vocabulary; ++i) {
      char bytes[4];
      n = encode_utf8(text->characters[i], bytes);
      if (!strncmp(p, bytes, n)) break;
    }
    if (i == text->vocabulary) {
      bad_input("--prompt '%s': the text has no such character as its byte %zu begins; wanted characters of the text",
                prompt, (size_t)(p - prompt));
    }
    out[count++] = (int64_t)i;
    p += n;
  }
  return count;
}

/* One draw from softmax(logits / temperature), where `chance` is uniform in [0, 1). */
static int64_t draw(const Model* model, vjp_tensor* tokens, double temperature, double chance) {
  vjp_tensor *logits = forward(model, tokens, false, NULL), *odds;
  must(vjp_select(logits, 1, -1, &logits));
  must(vjp_select(logits, 0, 0, &logits));
  must(vjp_mul_scalar(logits, vjp_scalar_float(1 / temperature), &logits));
  must(vjp_softmax(logits, 0, VJP_DTYPE_FLOAT32, &odds));
  const size_t bytes = (size_t)model->vocabulary * sizeof(float);
  float* p = must_allocate(bytes);
  must(vjp_tensor_copy_to(odds, p, bytes, VJP_DTYPE_FLOAT32));
  int64_t i = 0;
  for (; i + 1 < model->vocabulary && chance >= p[i]; ++i) chance -= p[i];
  free(p);
  return i;
}

/* What the model sees of `count` characters: all of them, and where they are more than the context, from half of it on
 * again. */
static int64_t window_length(int64_t count, int64_t context) {
  const int64_t half = context / 2;
  if (count < context) return count;
  return half ? half + count % half : context;
}

void generate(const Model* model, const Text* text, const Options* o, const char* path) {
  const size_t room = strlen(o->prompt) + (size_t)o->sample;
  int64_t* tokens = must_allocate(room * sizeof *tokens);
  size_t count = read_prompt(text, o->prompt, tokens);
  const int64_t size = o->sample;
  bool recording;
  vjp_generator* generator;
  vjp_tensor* drawn;
  const size_t chance_bytes = (size_t)size * sizeof(double);
  double* chances = must_allocate(chance_bytes);
  must(vjp_grad_mode_set(false, &recording));
  must(vjp_generator_create((uint64_t)o->seed, &generator));
  must(vjp_rand(&size, 1, VJP_DTYPE_FLOAT64, generator, &drawn));
  must(vjp_tensor_copy_to(drawn, chances, chance_bytes, VJP_DTYPE_FLOAT64));
  for (long i = 0; i < o->sample; ++i) {
    const int64_t shape[] = {1, window_length((int64_t)count, model->context)};
    vjp_tensor* window;
    must(vjp_scope_begin());
    must(vjp_tensor_from_data(tokens + count - (size_t)shape[1], shape, 2, VJP_DTYPE_INT64, &window));
    tokens[count++] = draw(model, window, o->temperature, chances[i]);
    must(vjp_scope_end());
  }
  vjp_tensor_release(drawn);
  free(chances);
  vjp_generator_release(generator);
  must(vjp_grad_mode_set(recording, NULL));

  char* utf8 = must_allocate(4 * count);
  size_t bytes = 0;
  for (size_t i = 0; i < count; ++i) bytes += encode_utf8(text->characters[tokens[i]], utf8 + bytes);
  printf("---- generated ----\n%.*s\n-------------------\n", (int)bytes, utf8);
  FILE* file = fopen(path, "w");
  if (!file) bad_input("generated text '%s': %s", path, strerror(errno));
  const bool failed = fwrite(utf8, 1, bytes, file) != bytes;
  if (fclose(file) != 0 || failed) bad_input("generated text '%s': %s", path, strerror(errno));
  free(utf8);
  free(tokens);
}
