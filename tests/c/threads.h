/*
 * The threads of this process as the kernel lists them. It lists a thread for a moment after it was joined (a joiner is
 * woken while the thread is still on its way out; under an emulator or a sanitizer the way is longer), so a test that
 * wants threads to be gone asks `threads_are`, which looks again.
 */
#ifndef VJP_TESTS_THREADS_H
#define VJP_TESTS_THREADS_H

#include <dirent.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* How many threads have a name that begins with `start` ("": all of them). -1 where the system does not say. */
static inline int count_threads(const char* start) {
  DIR* tasks = opendir("/proc/self/task");
  if (!tasks) return -1;
  int count = 0;
  for (struct dirent* entry; (entry = readdir(tasks));) {
    if (entry->d_name[0] == '.') continue;
    char path[300], name[64] = "";
    snprintf(path, sizeof path, "/proc/self/task/%s/comm", entry->d_name);
    FILE* file = *start ? fopen(path, "r") : NULL;
    if (file && !fgets(name, sizeof name, file)) name[0] = '\0';
    if (file) fclose(file);
    count += strncmp(name, start, strlen(start)) == 0;
  }
  closedir(tasks);
  return count;
}

static inline void* threads_own_id(void* id) {
  *(long*)id = syscall(SYS_gettid);
  return NULL;
}
/* All of them before any of the library's: with those that a sanitizer adds to a process as it makes its first thread.
 */
static inline int threads_at_start(void) {
  enum { kLooks = 20000 };
  pthread_t thread;
  long id = 0;
  char path[64];
  if (pthread_create(&thread, NULL, threads_own_id, &id) != 0) return -1;
  pthread_join(thread, NULL);
  snprintf(path, sizeof path, "/proc/self/task/%ld", id);
  for (int look = 0; look < kLooks && access(path, F_OK) == 0; ++look) nanosleep(&(struct timespec){0, 1000000}, NULL);
  return count_threads("");
}

/* Whether there are `want` of them, at once or as soon as those that have ended are off the list. */
static inline bool threads_are(const char* start, int want) {
  enum { kLooks = 20000 };
  for (int look = 0; look < kLooks; ++look) {
    int now = count_threads(start);
    if (now <= want) return now == want;
    nanosleep(&(struct timespec){0, 1000000}, NULL);
  }
  return false;
}

#endif
