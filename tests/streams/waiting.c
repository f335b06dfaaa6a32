/* What the host waits for: SC-10. */
#include <pthread.h>
#include <time.h>

#include "harness.h"

enum { kSleep = 20 };

static void* wait_for_device_1(void* context) {
  *(vjp_status*)context = vjp_device_synchronize(dev(1));
  return NULL;
}
static double now_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

/*
 * SC-10, ST-7: two threads each wait for their own device's sleep. If one held a lock of the library meanwhile, no try
 * could be shorter than both sleeps; on a machine that is busy with other things one of many is.
 */
SCENARIO(10, two_threads_wait_at_once) {
  NEEDS_SIM();
  NEEDS_DEVICES(2);
  if (strcmp(vjp_sim_mode(), "inline") != 0) return; /* it has a mode of its own */
  OK(vjp_sim_set_mode("threads:2"));
  vjp_stream *a = new_stream(dev(0), "a"), *b = new_stream(dev(1), "b");
  bool overlapped = false;
  for (int attempt = 0; attempt < 50 && !overlapped; ++attempt) {
    vjp_status other = VJP_ERROR_STATE;
    pthread_t thread;
    double begun = now_ms();
    sleep_ms(a, kSleep);
    sleep_ms(b, kSleep);
    CHECK(pthread_create(&thread, NULL, wait_for_device_1, &other) == 0);
    OK(vjp_device_synchronize(dev(0)));
    pthread_join(thread, NULL);
    OK(other);
    overlapped = now_ms() - begun < 1.4 * kSleep;
  }
  CHECK(overlapped);
}
