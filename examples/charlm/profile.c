/* Where the time and the memory of a step go: a table, a trace, a flame graph and a time line of some of them. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "charlm.h"

static void write_text(const char* folder, const char* name, char* text) {
  char path[4200];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE* file = fopen(path, "w");
  const bool written = file && fputs(text, file) >= 0;
  if (!file || fclose(file) != 0 || !written) bad_input("%s: %s", path, strerror(errno));
  printf("profile: %s\n", path);
  vjp_string_free(text);
}

/* Called when the steps have been recorded. */
static vjp_status write_profile(void* context, vjp_profiler* profiler) {
  const Options* options = context;
  char* text;
  must(vjp_profiler_table(profiler, false, VJP_PROFILE_SORT_SELF, 12, &text));
  printf("\n%s", text);
  vjp_string_free(text);
  must(vjp_profiler_chrome_trace(profiler, &text));
  write_text(options->out, "profile.json", text);
  must(vjp_profiler_flame_graph(profiler, &text));
  write_text(options->out, "flame.svg", text);
  must(vjp_profiler_memory_timeline(profiler, VJP_MEMORY_BY_OPERATOR, VJP_MEMORY_SVG, &text));
  write_text(options->out, "memory.svg", text);
  return VJP_OK;
}

vjp_profiler* begin_profile(const Options* options) {
  if (!options->profile) return NULL;
  vjp_profiler* profiler;
  vjp_profiler_options o = VJP_PROFILER_OPTIONS_INIT;
  o.wait = 1;
  o.warmup = 1;
  o.active = options->profile;
  o.repeat = 1;
  o.memory = o.shapes = true;
  o.on_ready = write_profile;
  o.context = (void*)options;
  must(vjp_profiler_create(&o, &profiler));
  must(vjp_profiler_start(profiler));
  return profiler;
}

void end_profile(vjp_profiler* profiler) {
  if (!profiler) return;
  must(vjp_profiler_stop(profiler));
  vjp_profiler_release(profiler);
}
