/* vjp info: the library, its backends and devices; for people, or as JSON. */
#include <stdio.h>
#include <string.h>

#include "cli.h"

static void print_json_text(const char* text) {
  putchar('"');
  for (; *text; ++text) {
    const unsigned char c = (unsigned char)*text;
    if (c == '"' || c == '\\') {
      printf("\\%c", c);
    } else if (c < 0x20) {
      printf("\\u%04x", c);
    } else {
      putchar(c);
    }
  }
  putchar('"');
}

static void print_member(const char* name, const char* text) {
  printf(", \"%s\": ", name);
  if (*text) {
    print_json_text(text);
  } else {
    fputs("null", stdout);
  }
}

/* What is known of a device without using it; false, with the reason in info->name, where that fails. */
static bool look_at(vjp_device device, char* name, size_t size, vjp_device_info* info) {
  const vjp_device_info fresh = VJP_DEVICE_INFO_INIT;
  *info = fresh;
  if (!vjp_device_name(device, name, size) && !vjp_device_get_info(device, info)) return true;
  snprintf(info->name, sizeof info->name, "%s", vjp_last_error());
  return false;
}

static void print_json(const backends* all) {
  fputs("{\"version\": ", stdout);
  print_json_text(vjp_version());
  print_member("build", vjp_build_info());
  printf(", \"threads\": %d, \"backends\": [", (int)vjp_get_num_threads());
  for (size_t i = 0; i < all->count; ++i) {
    const backend* b = &all->items[i];
    printf("%s\n  {\"name\": ", i ? "," : "");
    print_json_text(b->name);
    print_member("path", b->path);
    print_member("version", b->version);
    print_member("problem", b->problem);
    fputs(", \"devices\": [", stdout);
    for (int32_t d = 0; d < b->devices; ++d) {
      const vjp_device device = {b->kind, d};
      vjp_device_info info;
      char name[kMaxPath];
      const bool good = look_at(device, name, sizeof name, &info);
      printf("%s\n    {\"name\": ", d ? "," : "");
      print_json_text(name);
      print_member("hardware", good ? info.name : "");
      print_member("problem", good ? "" : info.name);
      printf(", \"total_memory\": %llu, \"compute_units\": %d}", (unsigned long long)info.total_memory,
             (int)info.compute_units);
    }
    fputs("]}", stdout);
  }
  fputs("]}\n", stdout);
}

static void print_text(const backends* all) {
  printf("%s\nthreads: %d\n", vjp_build_info(), (int)vjp_get_num_threads());
  for (size_t i = 0; i < all->count; ++i) {
    const backend* b = &all->items[i];
    if (*b->problem) {
      printf("%s: not available (vjp doctor %s says why)\n", b->name, b->name);
      continue;
    }
    printf("%s: %s%s%s\n", b->name, b->path, *b->version ? ", version " : "", b->version);
    for (int32_t d = 0; d < b->devices; ++d) {
      const vjp_device device = {b->kind, d};
      vjp_device_info info;
      char name[kMaxPath];
      look_at(device, name, sizeof name, &info);
      printf("  %s  %s", name, info.name);
      if (info.total_memory) printf(", %.2f GiB", (double)info.total_memory / (1 << 30));
      if (info.compute_units) printf(", %d unit%s", (int)info.compute_units, info.compute_units == 1 ? "" : "s");
      putchar('\n');
    }
  }
}

int command_info(bool json) {
  static backends all;
  crash_watch(2);
  backends_collect(&all, NULL, 0);
  if (json) {
    print_json(&all);
  } else {
    print_text(&all);
  }
  return 0;
}
