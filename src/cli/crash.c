/* A plug-in that crashes takes the tool with it: its last line says which one that was. */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"

static char at_work[kMaxPath]; /* the backend that is tried; "" while none is */
static int output = 1;

static void put(const char* text) {
  if (write(output, text, strlen(text)) < 0) return;
}

static void blame(int number) {
  if (*at_work) {
    put("  WRONG  ");
    put(at_work);
    put(number == SIGABRT ? ": it ended the process (abort)\n" : ": it crashed\n");
    put("         to do: leave it out, and report it to its authors; what comes after it was not looked at\n");
    _exit(1);
  }
  signal(number, SIG_DFL);
  raise(number);
}

void crash_watch(int descriptor) {
  static const int kSignals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT};
  output = descriptor;
  for (size_t i = 0; i < sizeof kSignals / sizeof kSignals[0]; ++i) signal(kSignals[i], blame);
}

void crash_blames(const char* backend) {
  fflush(stdout); /* what was said before it comes before it */
  snprintf(at_work, sizeof at_work, "%s", backend ? backend : "");
}
