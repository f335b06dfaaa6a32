/* What the files of the tool share. */
#ifndef VJP_CLI_H
#define VJP_CLI_H

#include "vjp/vjp.h"

enum { kMaxBackends = 32, kMaxProblem = 2048, kMaxPath = 1024 };

/* A backend that the library knows, that lies where it looks for them, or that the user has named. */
typedef struct backend {
  char name[kMaxPath]; /* of its device type; what was looked for while there is none */
  int32_t kind;        /* -1: it cannot be loaded */
  int32_t devices;
  bool asked_for;            /* by the user, so that its absence is a fault */
  char problem[kMaxProblem]; /* why there are no devices, "" if there are */
  char path[kMaxPath], version[128];
} backend;

typedef struct backends {
  backend items[kMaxBackends];
  size_t count;
} backends;

/* Tries the backends that are built in, the plug-ins in the folders of VJP_BACKEND_PATH and beside libvjp, and `names`
 * (names or paths), which are asked for. */
void backends_collect(backends* all, char* const* names, size_t num_names);

/* Prints what is set, well or not. The number of faults. */
int environment_check(void);
/* Whether a variable is set whose name begins so. */
bool environment_has(const char* prefix);

/* A forward and a backward pass on the device agree with the CPU's; on the CPU, with a difference quotient. If not,
 * `problem` says why. */
bool device_computes(vjp_device device, char* problem, size_t size);

/* From now on a crash ends the tool with a line, to the file descriptor, that names the backend which is tried. */
void crash_watch(int descriptor);
void crash_blames(const char* backend); /* NULL: none */

int command_info(bool json);
int command_doctor(char* const* names, size_t num_names);
int command_ops(const char* name); /* NULL: a line for each operator */

#endif
