/* Preloaded while scripts/test runs the programs of a release build: which of them start threads, as lines "NAME yes"
 * and "NAME no" in the file that VJP_TEST_STARTED_THREADS names. One that starts none, on whatever device, has nothing
 * to show to the thread sanitizer.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

typedef int Start(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);

static void say(const char* what) {
  const char *path = getenv("VJP_TEST_STARTED_THREADS"), *device = getenv("VJP_DEVICE");
  char line[256]; /* one write: several programs append at once */
  const int length =
      snprintf(line, sizeof line, "%s %s %s\n", program_invocation_short_name, what, device ? device : "cpu");
  const int file = path && length < (int)sizeof line ? open(path, O_WRONLY | O_CREAT | O_APPEND, 0666) : -1;
  if (file < 0) return;
  if (write(file, line, (size_t)length) != length) perror(path);
  close(file);
}

static atomic_bool started;

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*run)(void*), void* argument) {
  static _Atomic(Start*) real;
  Start* start = atomic_load(&real);
  if (!start) atomic_store(&real, start = (Start*)dlsym(RTLD_NEXT, "pthread_create"));
  if (!atomic_exchange(&started, true)) say("yes"); /* now: the program may not end well */
  return start(thread, attributes, run, argument);
}

__attribute__((destructor)) static void end(void) {
  if (!atomic_load(&started)) say("no");
}
