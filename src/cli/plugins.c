/* Backends: what there is, and why the rest cannot be had. */
#define _GNU_SOURCE /* dladdr */
#include <dirent.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"

static backend* find(backends* all, const char* name, int32_t kind) {
  for (size_t i = 0; i < all->count; ++i) {
    backend* b = &all->items[i];
    if (kind >= 0 ? b->kind == kind : b->kind < 0 && !strcmp(b->name, name)) return b;
  }
  return NULL;
}

/* Where it came from, out of the library's own description: "NAME: PATH[, version VERSION], 2 devices". */
static void read_origin(backend* b) {
  char* text = NULL;
  if (vjp_backends_describe(&text)) return;
  char start[kMaxPath + 4];
  snprintf(start, sizeof start, "%s: ", b->name);
  for (char *line = text, *end; line; line = end) {
    end = strchr(line, '\n');
    if (end) *end++ = '\0';
    if (strncmp(line, start, strlen(start))) continue;
    char *path = line + strlen(start), *version = strstr(path, ", version "), *devices = NULL;
    for (char* comma = path; (comma = strstr(comma, ", ")); ++comma) devices = comma;
    if (devices) *devices = '\0';
    if (version) {
      *version = '\0';
      snprintf(b->version, sizeof b->version, "%s", version + strlen(", version "));
    }
    snprintf(b->path, sizeof b->path, "%s", path);
    break;
  }
  vjp_string_free(text);
}

static void add(backends* all, const char* name, bool asked_for) {
  int32_t kind = -1, devices = 0;
  char problem[kMaxProblem] = "", type[kMaxPath];
  snprintf(type, sizeof type, "%s", name);
  crash_blames(name);
  if (vjp_backend_load(name, &kind)) {
    snprintf(problem, sizeof problem, "%s", vjp_last_error());
  } else {
    const vjp_device first = {kind, 0};
    if (!vjp_device_name(first, type, sizeof type)) type[strcspn(type, ":")] = '\0';
    if (vjp_device_count(kind, &devices)) {
      snprintf(problem, sizeof problem, "%s", vjp_last_error());
    } else if (devices == 0) {
      snprintf(problem, sizeof problem, "there is no device of this type");
    }
  }
  crash_blames(NULL);
  backend* b = find(all, type, kind);
  if (!b && all->count < kMaxBackends) {
    b = &all->items[all->count++];
    memset(b, 0, sizeof *b);
    snprintf(b->name, sizeof b->name, "%s", type);
    b->kind = kind;
    b->devices = devices;
    memcpy(b->problem, problem, sizeof problem);
    if (!*problem) read_origin(b);
  }
  if (b) b->asked_for |= asked_for;
}

/* Every libvjp_NAME.so in the folder, in the order of their names. */
static void add_folder(backends* all, const char* folder, bool asked_for) {
  struct dirent** files = NULL;
  int count = scandir(folder, &files, NULL, alphasort);
  for (int i = 0; i < count; ++i) {
    char name[64] = "";
    int end = 0;
    if (sscanf(files[i]->d_name, "libvjp_%63[a-z0-9].so%n", name, &end) == 1 && end && !files[i]->d_name[end])
      add(all, name, asked_for);
    free(files[i]);
  }
  free(files);
}

void backends_collect(backends* all, char* const* names, size_t num_names) {
  static const char* const kBuiltIn[] = {"cpu", "cuda"};
  all->count = 0;
  for (size_t i = 0; i < sizeof kBuiltIn / sizeof kBuiltIn[0]; ++i) add(all, kBuiltIn[i], false);
  add(all, "sim", environment_has("VJP_SIM_"));

  const char* path = getenv("VJP_BACKEND_PATH");
  while (path && *path) {
    char folder[kMaxPath];
    const size_t length = strcspn(path, ":");
    snprintf(folder, sizeof folder, "%.*s", (int)length, path);
    if (length) add_folder(all, folder, true);
    path += length + (path[length] == ':');
  }
  Dl_info library;
  if (dladdr((const void*)(size_t)vjp_version, &library) && library.dli_fname) {
    char folder[kMaxPath];
    snprintf(folder, sizeof folder, "%s", library.dli_fname);
    char* slash = strrchr(folder, '/');
    if (slash) *slash = '\0', add_folder(all, folder, false);
  }

  char type[64] = "";
  const char* device = getenv("VJP_DEVICE");
  if (device && sscanf(device, "%63[a-z0-9]", type) == 1) add(all, type, false); /* environment_check judges it */
  for (size_t i = 0; i < num_names; ++i) add(all, names[i], true);
}
