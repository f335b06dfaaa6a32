/* charlm: trains a small transformer on a text, and writes with it. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "charlm.h"

static volatile sig_atomic_t interrupted;
static void interrupt(int signal) { interrupted = signal; }

typedef struct {
  char checkpoint[4096], curve[4096], graph[4096], page[4096], sample[4096];
} Paths;

static Paths make_paths(const char* folder) {
  Paths p;
  struct stat status;
  if (strlen(folder) > 4000) bad_input("--out: %zu characters; wanted at most 4000", strlen(folder));
  if (mkdir(folder, 0777) != 0 && errno != EEXIST) bad_input("--out '%s': %s", folder, strerror(errno));
  if (stat(folder, &status) != 0 || !S_ISDIR(status.st_mode)) bad_input("--out '%s': wanted a folder", folder);
  snprintf(p.checkpoint, sizeof p.checkpoint, "%s/checkpoint.safetensors", folder);
  snprintf(p.curve, sizeof p.curve, "%s/loss.svg", folder);
  snprintf(p.page, sizeof p.page, "%s/graph.html", folder);
  snprintf(p.graph, sizeof p.graph, "%s/graph.svg", folder);
  snprintf(p.sample, sizeof p.sample, "%s/generated.txt", folder);
  return p;
}

static const char* default_text(void) {
  static const char* const kTexts[] = {"/usr/share/common-licenses/GPL-3", "docs", "README.md"};
  for (size_t i = 0; i < sizeof kTexts / sizeof *kTexts; ++i) {
    if (access(kTexts[i], R_OK) == 0) return kTexts[i];
  }
  bad_input("no text: /usr/share/common-licenses/GPL-3 is not there; name a file or a folder");
  return NULL;
}

typedef struct {
  Options options;
  Paths paths;
  Text text;
  Model model;
  vjp_optimizer* optimizer;
  Training training;
  vjp_generator* generator;
  Point *train, *held_out;
  size_t trained, evaluated;
} Run;

static void evaluate(Run* run, long step) {
  run->held_out[run->evaluated++] = (Point){step, held_out_loss(&run->model, &run->text, &run->options)};
}

/* Everything that the program makes from here on lies on the device. */
static void use_device(const char* name) {
  vjp_device device;
  if (vjp_device_from_name(name, &device) != VJP_OK) bad_input("--device '%s': %s", name, vjp_last_error());
  must(vjp_set_default_device(device));
}

static double one_step(Run* run, long step, bool draw) {
  vjp_tensor *tokens, *targets;
  must(vjp_scope_begin());
  random_batch(&run->text, &run->options, run->generator, &tokens, &targets);
  const double loss = train_step(&run->training, tokens, targets, scheduled_rate(&run->options, step), draw);
  must(vjp_scope_end());
  return loss;
}

/* Returns the step it ended at. */
static long train(Run* run, long first) {
  enum { EVALUATE_EVERY = 100 };
  const long steps = run->options.steps;
  const size_t room = steps > first ? (size_t)(steps - first) : 0;
  run->train = must_allocate(room * sizeof *run->train);
  run->held_out = must_allocate((room / EVALUATE_EVERY + 3) * sizeof *run->held_out);
  evaluate(run, first);
  printf("held-out loss before: %.3f nats a character\n", run->held_out[0].loss);
  Progress progress = begin_progress(&run->options, first);
  vjp_profiler* profiler = begin_profile(&run->options);
  run->training = (Training){.model = &run->model,
                             .optimizer = run->optimizer,
                             .generator = run->generator,
                             .graph = run->paths.graph,
                             .page = run->paths.page};
  begin_training(&run->training, &run->options);
  long step = first;
  while (step < steps && !interrupted) {
    const double loss = one_step(run, step + 1, step == first);
    ++step;
    if (profiler) must(vjp_profiler_step(profiler));
    run->train[run->trained++] = (Point){step, loss};
    show_progress(&progress, step, loss);
    if (step % EVALUATE_EVERY == 0 && step < steps) {
      evaluate(run, step);
      save_checkpoint(run->paths.checkpoint, &run->model, run->optimizer, &run->text, step, run->generator);
    }
  }
  end_progress(&progress);
  end_training(&run->training);
  end_profile(profiler);
  save_checkpoint(run->paths.checkpoint, &run->model, run->optimizer, &run->text, step, run->generator);
  if (interrupted) return step;
  evaluate(run, step);
  printf("held-out loss after %ld steps: %.3f nats a character\n", step, run->held_out[run->evaluated - 1].loss);
  return step;
}

int main(int argc, char** argv) {
  Run run = {.options = read_options(argc, argv)};
  const Options* o = &run.options;
  struct sigaction action = {.sa_handler = interrupt};
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
  signal(SIGXFSZ, SIG_IGN); /* a file too large is an error of write, as a full disk is */

  const char* path = o->text ? o->text : default_text();
  run.text = load_text(path, o->context);
  run.paths = make_paths(o->out);
  if (o->threads) must(vjp_set_num_threads((int32_t)o->threads));
  if (o->device) use_device(o->device);
  must(vjp_generator_create((uint64_t)o->seed, &run.generator));
  run.model = make_model(o, run.text.vocabulary, run.generator);
  run.optimizer = make_adamw(&run.model, o->decay);
  long step = o->resume ? load_checkpoint(o->resume, &run.model, run.optimizer, &run.text, run.generator) : 0;
  printf("%s: %zu characters, %zu distinct; %ld parameters; libvjp %s on %d threads\n", path, run.text.length,
         run.text.vocabulary, (long)count_elements(&run.model), vjp_version(), (int)vjp_get_num_threads());
  if (o->resume) printf("going on from step %ld of %s\n", step, o->resume);

  const double begun = now();
  step = train(&run, step);
  if (run.trained) write_curve(run.paths.curve, run.train, run.trained, run.held_out, run.evaluated);
  if (interrupted) {
    printf("interrupted after step %ld; go on with --resume %s\n", step, run.paths.checkpoint);
  } else {
    if (o->sample) generate(&run.model, &run.text, o, run.paths.sample);
    printf("%.0f s; %s, %s\n", now() - begun, run.paths.checkpoint, run.paths.curve);
  }
  free(run.train);
  free(run.held_out);
  vjp_optimizer_release(run.optimizer);
  free_model(&run.model);
  free_text(&run.text);
  vjp_generator_release(run.generator);
  return EXIT_SUCCESS;
}
