/* Everything needed to go on: parameters, moments, the step, the generator. One safetensors file, replaced as a whole.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "charlm.h"

typedef char Name[48];

/* Parameters, then their first and second moments: the tensors of a checkpoint under their names. */
static size_t contents(const Model* model, const AdamW* optimizer, Name* names, vjp_tensor** tensors) {
  for (size_t i = 0; i < model->count; ++i) {
    snprintf(names[3 * i], sizeof(Name), "%s", model->names[i]);
    snprintf(names[3 * i + 1], sizeof(Name), "first.%s", model->names[i]);
    snprintf(names[3 * i + 2], sizeof(Name), "second.%s", model->names[i]);
    tensors[3 * i] = model->parameters[i];
    tensors[3 * i + 1] = optimizer->first[i];
    tensors[3 * i + 2] = optimizer->second[i];
  }
  return 3 * model->count;
}

void save_checkpoint(const char* path, const Model* model, const AdamW* optimizer, const Text* text, long step,
                     vjp_generator* generator) {
  static Name names[3 * MAX_PARAMETERS];
  const char* pointers[3 * MAX_PARAMETERS];
  vjp_tensor* tensors[3 * MAX_PARAMETERS];
  const size_t count = contents(model, optimizer, names, tensors);
  for (size_t i = 0; i < count; ++i) pointers[i] = names[i];

  char step_text[32], heads[32], state[64];
  uint64_t seed, offset;
  must(vjp_generator_get_state(generator, &seed, &offset));
  snprintf(step_text, sizeof step_text, "%ld", step);
  snprintf(heads, sizeof heads, "%ld", (long)model->heads);
  snprintf(state, sizeof state, "%llu %llu", (unsigned long long)seed, (unsigned long long)offset);
  char* characters = vocabulary_utf8(text);
  const char* metadata[] = {"program", "charlm",    "step", step_text,    "heads",
                            heads,     "generator", state,  "characters", characters};
  if (vjp_safetensors_save(path, pointers, tensors, count, metadata, 5) != VJP_OK) {
    bad_input("checkpoint '%s' not saved: %s; wanted a place that can be written, an older checkpoint there is whole",
              path, vjp_last_error());
  }
  free(characters);
}

static void print_shape(const vjp_tensor* t, char* out, size_t size) {
  size_t used = (size_t)snprintf(out, size, "[");
  for (size_t d = 0; d < vjp_tensor_ndim(t); ++d) {
    used += (size_t)snprintf(out + used, size - used, d ? ", %ld" : "%ld", (long)vjp_tensor_shape(t)[d]);
  }
  snprintf(out + used, size - used, "]");
}

static bool same_shape(const vjp_tensor* a, const vjp_tensor* b) {
  return vjp_tensor_ndim(a) == vjp_tensor_ndim(b) &&
         !memcmp(vjp_tensor_shape(a), vjp_tensor_shape(b), vjp_tensor_ndim(a) * sizeof(int64_t));
}

static void load_tensor(const char* path, vjp_safetensors* file, const char* name, vjp_tensor* into) {
  vjp_tensor* found;
  if (vjp_safetensors_read(file, name, &found) != VJP_OK) {
    bad_input("checkpoint '%s' has no tensor '%s'; wanted one of a model with the same --layers", path, name);
  }
  if (!same_shape(found, into)) {
    char theirs[64], ours[64];
    print_shape(found, theirs, sizeof theirs);
    print_shape(into, ours, sizeof ours);
    bad_input("checkpoint '%s': '%s' is %s, this model wants %s: give --width, --context and the text it was made with",
              path, name, theirs, ours);
  }
  must(vjp_copy_(into, found));
  vjp_tensor_release(found);
}

static const char* metadata_of(const char* path, vjp_safetensors* file, const char* key) {
  const char* value = vjp_safetensors_metadata(file, key);
  if (!value) bad_input("checkpoint '%s' has no metadata '%s'; wanted a file that charlm saved", path, key);
  return value;
}

long load_checkpoint(const char* path, Model* model, AdamW* optimizer, const Text* text, vjp_generator* generator) {
  static Name names[3 * MAX_PARAMETERS];
  vjp_tensor* tensors[3 * MAX_PARAMETERS];
  vjp_safetensors* file;
  if (vjp_safetensors_open(path, &file) != VJP_OK) {
    bad_input("checkpoint '%s': %s; wanted a file that charlm saved", path, vjp_last_error());
  }
  char* characters = vocabulary_utf8(text);
  const char* theirs = metadata_of(path, file, "characters");
  const long step = strtol(metadata_of(path, file, "step"), NULL, 10);
  const long heads = strtol(metadata_of(path, file, "heads"), NULL, 10);
  unsigned long long seed, offset;
  if (sscanf(metadata_of(path, file, "generator"), "%llu %llu", &seed, &offset) != 2) {
    bad_input("checkpoint '%s': the state of its generator cannot be read; wanted a file that charlm saved", path);
  }
  const size_t count = contents(model, optimizer, names, tensors);
  bool recording;
  must(vjp_grad_mode_set(false, &recording));
  for (size_t i = 0; i < count; ++i) load_tensor(path, file, names[i], tensors[i]);
  must(vjp_grad_mode_set(recording, NULL));
  if (vjp_safetensors_count(file) != count) {
    bad_input("checkpoint '%s' has %zu tensors, this model %zu: give the --layers it was made with", path,
              vjp_safetensors_count(file), count);
  }
  if (heads != model->heads)
    bad_input("checkpoint '%s': made with --heads %ld, not %ld", path, heads, (long)model->heads);
  if (strcmp(characters, theirs) != 0) {
    bad_input("checkpoint '%s': made with a text of other characters; wanted the same text", path);
  }
  must(vjp_generator_set_state(generator, seed, offset));
  free(characters);
  vjp_safetensors_release(file);
  return step;
}
