#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "charlm.h"

static const char* const kHelp =
    "usage: charlm [TEXT] [flags]\n"
    "\n"
    "Trains a small transformer on the characters of TEXT, a UTF-8 file or a folder of them, and writes with it.\n"
    "Default text: /usr/share/common-licenses/GPL-3, or where there is none the documents of this project.\n"
    "Ctrl-C saves and ends; --resume goes on.\n"
    "\n"
    "  --out DIR          checkpoint, pictures and generated text go there (charlm-out)\n"
    "  --resume FILE      go on from a checkpoint\n"
    "  --steps N          steps in all, those of the checkpoint included (600)\n"
    "  --batch N          windows a step (16)\n"
    "  --context N        characters a window (128)\n"
    "  --layers N         transformer blocks (2)\n"
    "  --width N          channels (128)\n"
    "  --heads N          attention heads; divides the width (4)\n"
    "  --rate X           peak learning rate (0.003)\n"
    "  --warmup N         steps of linear warm-up (60)\n"
    "  --decay X          weight decay (0.1)\n"
    "  --clip X           largest norm of all gradients together, 0: any (0)\n"
    "  --dropout X        share of activations dropped, 0 to below 1 (0.1)\n"
    "  --seed N           of weights, batches and dropout (1)\n"
    "  --sample N         characters to generate at the end (400)\n"
    "  --prompt TEXT      what the generated text begins with (a line break)\n"
    "  --temperature X    of the generation (0.7)\n"
    "  --compile          record a step and run the record; the gain is printed at the end\n"
    "  --threads N        threads an operator may use (all)\n"
    "  --profile N        profile N steps, from the third on: a table, profile.json for ui.perfetto.dev, flame.svg, "
    "memory.svg (0)\n"
    "  --device NAME      where it computes: cpu, cuda:0, sim:0 (cpu)\n";

static long whole_number(const char* flag, const char* text, long least, long most) {
  char* end;
  errno = 0;
  long value = strtol(text, &end, 10);
  if (*text == '\0' || *end != '\0' || errno || value < least || value > most) {
    bad_input("%s '%s': wanted a whole number from %ld to %ld", flag, text, least, most);
  }
  return value;
}

/* At least `least` and below `limit`. */
static double number(const char* flag, const char* text, double least, double limit) {
  char* end;
  double value = strtod(text, &end);
  if (*text == '\0' || *end != '\0' || !(value >= least && value < limit)) {
    bad_input("%s '%s': wanted a number from %g to below %g", flag, text, least, limit);
  }
  return value;
}

typedef struct {
  const char* name;
  enum { STRING, WHOLE, REAL } kind;
  size_t offset;
  double least, most; /* REAL: most is excluded */
} Flag;

#define AT(field) offsetof(Options, field)
static const Flag kFlags[] = {
    {"--out", STRING, AT(out), 0, 0},
    {"--resume", STRING, AT(resume), 0, 0},
    {"--prompt", STRING, AT(prompt), 0, 0},
    {"--device", STRING, AT(device), 0, 0},
    {"--steps", WHOLE, AT(steps), 1, 1e8},
    {"--batch", WHOLE, AT(batch), 1, 65536},
    {"--context", WHOLE, AT(context), 1, 65536},
    {"--layers", WHOLE, AT(layers), 1, MAX_LAYERS},
    {"--width", WHOLE, AT(width), 1, 16384},
    {"--heads", WHOLE, AT(heads), 1, 256},
    {"--warmup", WHOLE, AT(warmup), 0, 1e8},
    {"--seed", WHOLE, AT(seed), 0, 2147483647},
    {"--sample", WHOLE, AT(sample), 0, 1e7},
    {"--threads", WHOLE, AT(threads), 1, 4096},
    {"--profile", WHOLE, AT(profile), 0, 1000},
    {"--rate", REAL, AT(rate), 0, 100},
    {"--decay", REAL, AT(decay), 0, 100},
    {"--clip", REAL, AT(clip), 0, 1e30},
    {"--dropout", REAL, AT(dropout), 0, 1},
    {"--temperature", REAL, AT(temperature), 0.01, 100},
};

static const Flag* find_flag(const char* name) {
  for (size_t i = 0; i < sizeof kFlags / sizeof *kFlags; ++i) {
    if (!strcmp(kFlags[i].name, name)) return &kFlags[i];
  }
  bad_input("unknown flag '%s': charlm --help lists them", name);
  return NULL;
}

static void read_flag(Options* options, const Flag* flag, const char* value) {
  char* field = (char*)options + flag->offset;
  switch (flag->kind) {
    case STRING:
      *(const char**)field = value;
      break;
    case WHOLE:
      *(long*)field = whole_number(flag->name, value, (long)flag->least, (long)flag->most);
      break;
    case REAL:
      *(double*)field = number(flag->name, value, flag->least, flag->most);
      break;
  }
}

Options read_options(int argc, char** argv) {
  Options o = {.out = "charlm-out",
               .prompt = "\n",
               .steps = 600,
               .batch = 16,
               .context = 128,
               .layers = 2,
               .width = 128,
               .heads = 4,
               .warmup = 60,
               .sample = 400,
               .seed = 1,
               .rate = 3e-3,
               .decay = 0.1,
               .dropout = 0.1,
               .temperature = 0.7};
  for (int i = 1; i < argc; ++i) {
    const char* flag = argv[i];
    if (!strcmp(flag, "--help") || !strcmp(flag, "-h")) {
      fputs(kHelp, stdout);
      exit(EXIT_SUCCESS);
    }
    if (flag[0] != '-') {
      if (o.text) bad_input("unexpected argument '%s': one text, a file or a folder, is wanted ('%s')", flag, o.text);
      o.text = flag;
      continue;
    }
    if (!strcmp(flag, "--compile")) {
      o.compile = true;
      continue;
    }
    const Flag* known = find_flag(flag);
    if (i + 1 == argc) bad_input("%s: a value is wanted after it", flag);
    read_flag(&o, known, argv[++i]);
  }
  if (o.width % o.heads) bad_input("--heads '%ld': wanted a divisor of --width %ld", o.heads, o.width);
  if (*o.prompt == '\0') bad_input("--prompt '': wanted at least one character");
  return o;
}
