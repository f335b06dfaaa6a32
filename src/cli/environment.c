/* The environment variables that the library and its bindings read. scripts/check/tool compares the table with them. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli.h"

extern char** environ;

typedef enum form { kAnything, kFlag, kCount, kFolders, kDevice, kPasses, kRaceMode, kVectors } form;

/* clang-format off */
static const struct {
  const char* name;
  form form;
} kVariables[] = {
    {"VJP_BACKEND_PATH", kFolders},
    {"VJP_CACHE_DIR", kAnything},
    {"VJP_COMPILE", kFlag},
    {"VJP_COMPILE_PASSES", kPasses},
    {"VJP_CPU_JIT", kFlag},
    {"VJP_CUDA_BLOCKING", kFlag},
    {"VJP_CUDA_CUDNN", kFlag},
    {"VJP_CUDA_JIT", kFlag},
    {"VJP_CUDA_LIBRARY_PATH", kFolders},
    {"VJP_DEVICE", kDevice},
    {"VJP_LIB", kAnything}, /* Julia */
    {"VJP_LIB_DIR", kFolders}, /* Rust */
    {"VJP_NUM_THREADS", kCount},
    {"VJP_RACE", kRaceMode},
    {"VJP_SIMD", kVectors},
    /* The simulator judges its own when it is loaded. */
    {"VJP_SIM_DEVICES", kAnything},
    {"VJP_SIM_KERNELS", kAnything},
    {"VJP_SIM_MEMORY", kAnything},
    {"VJP_SIM_MODE", kAnything},
    {"VJP_SIM_OVERLAP", kAnything},
    {"VJP_SIM_TRACE", kAnything},
    {"VJP_TF32", kFlag},
};
/* clang-format on */
enum { kNumVariables = sizeof kVariables / sizeof kVariables[0] };

bool environment_has(const char* prefix) {
  for (char** v = environ; *v; ++v)
    if (!strncmp(*v, prefix, strlen(prefix))) return true;
  return false;
}

static bool is_folder(const char* path) {
  struct stat about;
  return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

/* Whether the value fits; otherwise `why` says what would. */
static bool fits(form form, const char* value, char* why, size_t size) {
  char* end = NULL;
  vjp_device device;
  why[0] = '\0';
  switch (form) {
    case kAnything:
      return true;
    case kFlag:
      snprintf(why, size, "expected 0 or 1");
      return !*value || !strcmp(value, "0") || !strcmp(value, "1");
    case kCount:
      snprintf(why, size, "expected a whole number from 1 on; it is ignored");
      errno = 0;
      return strtol(value, &end, 10) >= 1 && !*end && !errno;
    case kFolders:
      while (*value) {
        char folder[kMaxPath];
        const size_t length = strcspn(value, ":");
        snprintf(folder, sizeof folder, "%.*s", (int)length, value);
        snprintf(why, size, "there is no folder %s", folder);
        if (length && !is_folder(folder)) return false;
        value += length + (value[length] == ':');
      }
      return true;
    case kDevice:
      if (!*value || !vjp_device_from_name(value, &device)) return true;
      snprintf(why, size, "%s", vjp_last_error());
      return false;
    case kPasses:
      snprintf(why, size, "expected all or none; it is ignored");
      return !*value || !strcmp(value, "all") || !strcmp(value, "none");
    case kRaceMode:
      snprintf(why, size, "expected off, collect, warn or fail");
      return !*value || !strcmp(value, "off") || !strcmp(value, "collect") || !strcmp(value, "warn") ||
             !strcmp(value, "fail");
    case kVectors:
      snprintf(why, size, "expected SSE4, AVX2 or AVX3 (on Arm NEON_WITHOUT_AES or NEON); it is ignored");
      return !*value || !strcmp(value, "SSE4") || !strcmp(value, "AVX2") || !strcmp(value, "AVX3") ||
             !strcmp(value, "NEON_WITHOUT_AES") || !strcmp(value, "NEON");
  }
  return true;
}

/* How many letters must be inserted, taken away or changed (Levenshtein). */
static size_t distance(const char* a, const char* b) {
  enum { kLongest = 64 };
  size_t row[kLongest + 1], m = strlen(a), n = strlen(b);
  if (m > kLongest || n > kLongest) return kLongest;
  for (size_t j = 0; j <= n; ++j) row[j] = j;
  for (size_t i = 1; i <= m; ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= n; ++j) {
      size_t best = diagonal + (a[i - 1] != b[j - 1]);
      if (row[j] + 1 < best) best = row[j] + 1;
      if (row[j - 1] + 1 < best) best = row[j - 1] + 1;
      diagonal = row[j];
      row[j] = best;
    }
  }
  return row[n];
}

static const char* nearest_name(const char* name) {
  const char* nearest = NULL;
  size_t least = 4;
  for (size_t i = 0; i < kNumVariables; ++i) {
    const size_t d = distance(name, kVariables[i].name);
    if (d < least) least = d, nearest = kVariables[i].name;
  }
  return nearest;
}

static int check_variable(const char* name, const char* value) {
  char why[kMaxProblem];
  for (size_t i = 0; i < kNumVariables; ++i) {
    if (strcmp(name, kVariables[i].name)) continue;
    const bool good = fits(kVariables[i].form, value, why, sizeof why);
    printf("  %-6s %s=%s%s%s\n", good ? "ok" : "WRONG", name, value, good ? "" : ": ", good ? "" : why);
    return !good;
  }
  const char* nearest = nearest_name(name);
  printf("  %-6s %s: nothing reads this variable%s%s%s\n", "WRONG", name, nearest ? "; is it meant to be " : "",
         nearest ? nearest : "", nearest ? "?" : "");
  return 1;
}

int environment_check(void) {
  int faults = 0, count = 0;
  for (char** v = environ; *v; ++v) {
    char name[64];
    const size_t length = strcspn(*v, "=");
    if (strncmp(*v, "VJP_", 4) || !strncmp(*v, "VJP_TEST_", 9)) continue;
    snprintf(name, sizeof name, "%.*s", (int)length, *v);
    faults += check_variable(name, *v + length + ((*v)[length] == '='));
    ++count;
  }
  if (!count) printf("  %-6s no VJP_* variable is set\n", "ok");
  return faults;
}
