/* Everything needed to go on: parameters, moments, the step, the generator. One safetensors file, replaced as a whole.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "charlm.h"

typedef char Name[64];
enum { STATES = 3, MOST_TENSORS = (1 + STATES) * MAX_PARAMETERS };

/* The tensors of a checkpoint under their names: parameters, then what AdamW keeps of them, as "adamw.<its name>". */
typedef struct {
  size_t count;
  Name names[MOST_TENSORS];
  vjp_tensor* tensors[MOST_TENSORS];
} Contents;

static const char kState[] = "adamw.";

static void add(Contents* c, const char* before, const char* name, vjp_tensor* tensor) {
  snprintf(c->names[c->count], sizeof(Name), "%s%s", before, name);
  c->tensors[c->count++] = vjp_tensor_retain(tensor);
}

static void add_parameters(Contents* c, const Model* model) {
  for (size_t i = 0; i < model->count; ++i) add(c, "", model->names[i], model->parameters[i]);
}

static void add_states(Contents* c, const vjp_optimizer* optimizer) {
  for (size_t i = 0; i < vjp_optimizer_num_states(optimizer); ++i) {
    char* name;
    vjp_tensor* state;
    must(vjp_optimizer_state(optimizer, i, &name, &state));
    add(c, kState, name, state);
    vjp_tensor_release(state);
    vjp_string_free(name);
  }
}

static void forget(Contents* c) {
  while (c->count > 0) vjp_tensor_release(c->tensors[--c->count]);
}

void save_checkpoint(const char* path, const Model* model, const vjp_optimizer* optimizer, const Text* text, long step,
                     vjp_generator* generator) {
  static Contents contents;
  const char* names[MOST_TENSORS];
  add_parameters(&contents, model);
  add_states(&contents, optimizer);
  for (size_t i = 0; i < contents.count; ++i) names[i] = contents.names[i];

  char step_text[32], heads[32], state[64];
  uint64_t seed, offset;
  must(vjp_generator_get_state(generator, &seed, &offset));
  snprintf(step_text, sizeof step_text, "%ld", step);
  snprintf(heads, sizeof heads, "%ld", (long)model->heads);
  snprintf(state, sizeof state, "%llu %llu", (unsigned long long)seed, (unsigned long long)offset);
  char* characters = vocabulary_utf8(text);
  const char* metadata[] = {"program", "charlm",    "step", step_text,    "heads",
                            heads,     "generator", state,  "characters", characters};
  if (vjp_safetensors_save(path, names, contents.tensors, contents.count, metadata, 5) != VJP_OK) {
    bad_input("checkpoint '%s' not saved: %s; wanted a place that can be written, an older checkpoint there is whole",
              path, vjp_last_error());
  }
  forget(&contents);
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
    bad_input("checkpoint '%s' has no tensor '%s'; wanted a file that charlm saved", path, name);
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

static bool is_state(const char* name) { return strncmp(name, kState, sizeof kState - 1) == 0; }

static bool is_parameter(const Model* model, const char* name) {
  for (size_t i = 0; i < model->count; ++i) {
    if (!strcmp(model->names[i], name)) return true;
  }
  return false;
}

/* How many blocks there are if `name` is of the last one. */
static long layers_with(const char* name) {
  long block;
  return sscanf(name, "blocks.%ld.", &block) == 1 ? block + 1 : 0;
}

/* Before anything is read: whether the file is of a model with as many blocks, and has nothing else. */
static void check_names(const char* path, const vjp_safetensors* file, const Model* model) {
  long theirs = 0, ours = 0;
  for (size_t i = 0; i < model->count; ++i) {
    if (layers_with(model->names[i]) > ours) ours = layers_with(model->names[i]);
  }
  for (size_t i = 0; i < vjp_safetensors_count(file); ++i) {
    if (layers_with(vjp_safetensors_name(file, i)) > theirs) theirs = layers_with(vjp_safetensors_name(file, i));
  }
  if (theirs != ours) bad_input("checkpoint '%s': made with --layers %ld, not %ld", path, theirs, ours);
  for (size_t i = 0; i < vjp_safetensors_count(file); ++i) {
    const char* name = vjp_safetensors_name(file, i);
    if (!is_state(name) && !is_parameter(model, name)) {
      bad_input(
          "checkpoint '%s' has a tensor '%s'; wanted parameters, and what AdamW keeps of them as '%sN.N.NAME': another "
          "version of charlm saved it, and this one cannot go on from there; train anew, without --resume",
          path, name, kState);
    }
  }
}

/* What AdamW had kept: nothing before the first step. */
static void load_states(vjp_safetensors* file, vjp_optimizer* optimizer) {
  static Contents states;
  const char* names[MOST_TENSORS];
  for (size_t i = 0; i < vjp_safetensors_count(file); ++i) {
    const char* name = vjp_safetensors_name(file, i);
    vjp_tensor* state;
    if (!is_state(name) || states.count == MOST_TENSORS) continue;
    must(vjp_safetensors_read(file, name, &state));
    names[states.count] = name + sizeof kState - 1;
    add(&states, "", names[states.count], state);
    vjp_tensor_release(state);
  }
  if (states.count > 0) must(vjp_optimizer_load_states(optimizer, names, states.tensors, states.count));
  forget(&states);
}

static const char* metadata_of(const char* path, vjp_safetensors* file, const char* key) {
  const char* value = vjp_safetensors_metadata(file, key);
  if (!value) bad_input("checkpoint '%s' has no metadata '%s'; wanted a file that charlm saved", path, key);
  return value;
}

long load_checkpoint(const char* path, Model* model, vjp_optimizer* optimizer, const Text* text,
                     vjp_generator* generator) {
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
  check_names(path, file, model);
  bool recording;
  must(vjp_grad_mode_set(false, &recording));
  for (size_t i = 0; i < model->count; ++i) load_tensor(path, file, model->names[i], model->parameters[i]);
  must(vjp_grad_mode_set(recording, NULL));
  if (heads != model->heads)
    bad_input("checkpoint '%s': made with --heads %ld, not %ld", path, heads, (long)model->heads);
  if (strcmp(characters, theirs) != 0) {
    bad_input("checkpoint '%s': made with a text of other characters; wanted the same text", path);
  }
  load_states(file, optimizer);
  must(vjp_generator_set_state(generator, seed, offset));
  free(characters);
  vjp_safetensors_release(file);
  return step;
}
