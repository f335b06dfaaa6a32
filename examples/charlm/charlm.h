/* A small character-level transformer, trained from C with libvjp's public API alone. */
#ifndef CHARLM_H
#define CHARLM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <vjp/vjp.h>

/* ---- fail.c: one line on standard error, and out ---- */

enum { EXIT_BAD_INPUT = 2 };

/* Something the user gave does not fit: names it and ends with status 2. */
void bad_input(const char* format, ...);
/* Ends the program with the library's last error unless `status` is VJP_OK. */
void must(vjp_status status);
void* must_allocate(size_t bytes);

/* ---- options.c ---- */

typedef struct {
  const char* text;   /* file or folder; NULL: the default text */
  const char* out;    /* folder for checkpoint, pictures and the generated text */
  const char* resume; /* checkpoint to go on from, or NULL */
  const char* prompt;
  const char* device; /* its name, or NULL */
  long steps, batch, context, layers, width, heads, warmup, sample, seed, threads, profile;
  double rate, decay, clip, dropout, temperature;
  bool compile; /* steps run by a record of one */
} Options;

Options read_options(int argc, char** argv);

/* ---- text.c ---- */

typedef struct {
  uint32_t* characters; /* the distinct code points, ascending */
  size_t vocabulary;
  int64_t* tokens; /* the text as indices into `characters` */
  size_t length;
  size_t held_out; /* the first token that training never sees */
} Text;

Text load_text(const char* path, long context);
void free_text(Text* text);
/* The vocabulary as UTF-8, one character after the other. */
char* vocabulary_utf8(const Text* text);
/* Appends code point `c` at `out`; returns how many bytes it took, at most 4. */
size_t encode_utf8(uint32_t c, char* out);

/* ---- model.c ---- */

enum { MAX_LAYERS = 32, PARAMETERS_PER_LAYER = 12, MAX_PARAMETERS = 5 + MAX_LAYERS * PARAMETERS_PER_LAYER };

typedef struct {
  vjp_tensor *norm1_weight, *norm1_bias, *qkv_weight, *qkv_bias, *proj_weight, *proj_bias;
  vjp_tensor *norm2_weight, *norm2_bias, *up_weight, *up_bias, *down_weight, *down_bias;
} Block;

typedef struct {
  int64_t vocabulary, context, width, heads, layers;
  double dropout;
  vjp_tensor *token, *position, *norm_weight, *norm_bias, *head_weight;
  Block blocks[MAX_LAYERS];
  /* All of the above once more, by name, for optimizer and checkpoint. */
  size_t count;
  vjp_tensor* parameters[MAX_PARAMETERS];
  char names[MAX_PARAMETERS][40];
} Model;

Model make_model(const Options* options, size_t vocabulary, vjp_generator* generator);
void free_model(Model* model);
int64_t count_elements(const Model* model);
/* Logits [batch, length, vocabulary] for tokens [batch, length], in the caller's scope. */
vjp_tensor* forward(const Model* model, vjp_tensor* tokens, bool training, vjp_generator* generator);
/* Mean nats a character. */
vjp_tensor* loss_of(const Model* model, vjp_tensor* tokens, vjp_tensor* targets, bool training,
                    vjp_generator* generator);

/* ---- data.c ---- */

/* `batch` random windows of the training part, and what follows each character. In the caller's scope. */
void random_batch(const Text* text, const Options* options, vjp_generator* generator, vjp_tensor** tokens,
                  vjp_tensor** targets);
/* Mean loss over the held-out part. */
double held_out_loss(const Model* model, const Text* text, const Options* options);

/* ---- optimizer.c ---- */

vjp_optimizer* make_adamw(const Model* model, double decay);
/* Of all groups. */
void set_rate(vjp_optimizer* optimizer, double rate);
/* Linear warm-up, then a cosine down to a tenth. */
double scheduled_rate(const Options* options, long step);

/* ---- step.c ---- */

enum { KEPT_SECONDS = 1000 };
typedef struct {
  size_t count;
  double seconds[KEPT_SECONDS]; /* of the last ones */
} Times;

typedef struct {
  const Model* model;
  vjp_optimizer* optimizer;
  vjp_generator* generator;
  const char *graph, *page; /* where a step is drawn */
  double clip;              /* largest norm of the gradients; 0: any */
  /* With --compile: the step as a function of its batch, and how long steps took. */
  vjp_compiled* compiled;
  uint64_t newest_record; /* 0: there is none */
  size_t count;
  Times by_record, by_calls;
} Training;

void begin_training(Training* training, const Options* options);
/* Returns the loss before the step. `draw`: the step is drawn. */
double train_step(Training* training, vjp_tensor* tokens, vjp_tensor* targets, double rate, bool draw);
/* With --compile: prints what it has gained. */
void end_training(Training* training);

/* ---- checkpoint.c ---- */

void save_checkpoint(const char* path, const Model* model, const vjp_optimizer* optimizer, const Text* text, long step,
                     vjp_generator* generator);
/* Returns the step at which the checkpoint was made. */
long load_checkpoint(const char* path, Model* model, vjp_optimizer* optimizer, const Text* text,
                     vjp_generator* generator);

/* ---- report.c: progress and the loss curve ---- */

typedef struct {
  long first, steps, tokens_per_step;
  double begun;
  bool terminal;
} Progress;

double now(void);
Progress begin_progress(const Options* options, long first);
void show_progress(const Progress* progress, long step, double loss);
void end_progress(const Progress* progress);

typedef struct {
  long step;
  double loss;
} Point;
void write_curve(const char* path, const Point* train, size_t trained, const Point* held_out, size_t evaluated);

/* ---- profile.c ---- */

/* A profiler that is told of each step and records `steps` of them, from the third on; NULL for 0. Its files go to the
 * folder. */
vjp_profiler* begin_profile(const Options* options);
void end_profile(vjp_profiler* profiler);

/* ---- graph.c, generate.c ---- */

/* The graph behind `loss` as SVG, and as a page to move about in. */
void write_graph(const char* svg_path, const char* html_path, vjp_tensor* loss, const Model* model);
/* `count` characters after `prompt`, written to standard output and to `path`. */
void generate(const Model* model, const Text* text, const Options* options, const char* path);

#endif
