/* vjp: says what this libvjp is and has, and what is wrong with it. */
#include <stdio.h>
#include <string.h>

#include "cli.h"

static const char kHelp[] =
    "usage: vjp info [--json]\n"
    "       vjp doctor [BACKEND]...\n"
    "       vjp ops [NAME]\n"
    "       vjp --version | --help\n"
    "\n"
    "  info     the library: version, build, threads, backends and their devices\n"
    "  doctor   looks for what is wrong: VJP_* environment variables, backends that cannot be had, devices whose\n"
    "           results differ from the CPU's. Status 1 if anything is that was asked for: by a variable, by lying in\n"
    "           a folder of VJP_BACKEND_PATH, or as a BACKEND here, the name of a device type or the path of a "
    "plug-in\n"
    "  ops      the operators, a line each; of NAME: how it is called, shapes, dtypes, derivative, errors, an "
    "example\n";

static int misuse(const char* what, const char* argument) {
  fprintf(stderr, "vjp: %s '%s'; see vjp --help\n", what, argument);
  return 2;
}

int main(int argc, char** argv) {
  const char* command = argc > 1 ? argv[1] : "--help";
  for (int i = 1; i < argc; ++i) {
    if (strcmp(argv[i], "--help") && strcmp(argv[i], "-h")) continue;
    fputs(kHelp, stdout);
    return 0;
  }
  if (!strcmp(command, "--version") && argc == 2) {
    printf("vjp %s\n", vjp_version());
    return 0;
  }
  if (!strcmp(command, "info")) {
    bool json = false;
    for (int i = 2; i < argc; ++i) {
      if (strcmp(argv[i], "--json")) return misuse("unknown argument", argv[i]);
      json = true;
    }
    return command_info(json);
  }
  if (!strcmp(command, "doctor")) {
    for (int i = 2; i < argc; ++i)
      if (argv[i][0] == '-') return misuse("unknown flag", argv[i]);
    return command_doctor(argv + 2, (size_t)(argc - 2));
  }
  if (!strcmp(command, "ops")) {
    if (argc > 3) return misuse("one name at most; what is", argv[3]);
    if (argc == 3 && argv[2][0] == '-') return misuse("unknown flag", argv[2]);
    return command_ops(argc == 3 ? argv[2] : NULL);
  }
  if (argc == 1) {
    fputs(kHelp, stderr);
    return 2;
  }
  return misuse(command[0] == '-' ? "unknown flag" : "unknown command",
                argc > 2 && command[0] == '-' ? argv[2] : command);
}
