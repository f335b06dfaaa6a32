/*
 * The walk once more with a malloc that fails: in each function, called with sensible arguments, each of the
 * allocations that it makes is refused, alone and with all that follow. Judged as ever (walk.h), and the call gives
 * what it gave before when memory is back.
 */
#ifndef VJP_TESTS_WALK_FAILING_H
#define VJP_TESTS_WALK_FAILING_H

#include "../memory/failing_malloc.h"
#include "walk.h"

/* Every allocation of a call as far as this one; then each that is a sixteenth further. */
enum { kEach = 64 };

static vjp_status walk_first_status;

static inline void walk_failing_from(const Walk* walk, Pick* p, bool all) {
  for (long n = 0; p->refused; n += 1 + (n >= kEach ? n / 16 : 0)) {
    p->fails = true, p->fails_at = n, p->fails_all = all;
    walk_once(walk, p);
    p->fails = false;
  }
  p->refused = true;
  walk_once(walk, p);
  ++walk_checks;
  if (p->status != walk_first_status) walk_fail(p, walk->name, "another status when memory is back");
}

static inline void walk_failing(const Walk* walk, bool tell) {
  Pick p;
  memset(&p, 0, sizeof p);
  p.random = 88172645463325252u;
  p.varied = -1;
  p.refused = true;
  if (tell) printf("%s\n", walk->name), fflush(stdout);
  walk_once(walk, &p); /* what is made once in a process is made now */
  walk_once(walk, &p);
  walk_first_status = p.status;
  walk_failing_from(walk, &p, false);
  walk_failing_from(walk, &p, true);
}

#endif
