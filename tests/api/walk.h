/*
 * Draws arguments for every parameter type of the public interface, and judges what came of the call. One argument at a
 * time goes through all its absurd values while the others are sensible; then all are absurd; then they are mixed at
 * random.
 *
 * Judged: the process survives; a status is one of those declared; a failure has a message and writes no out parameter;
 * nothing stays alive.
 */
#ifndef VJP_TESTS_WALK_H
#define VJP_TESTS_WALK_H

#ifdef WALK_FAILING_MALLOC
#include "../memory/failing_malloc.h"
#endif
#include "pick.h"
#include "pick_structs.h"

typedef struct {
  const char* name;
  void (*call)(Pick* p);
} Walk;

/* Around the call itself: malloc of walk_failing.h. */
static inline void walk_arm(const Pick* p) {
#ifdef WALK_FAILING_MALLOC
  if (p->fails) malloc_fails_from(p->fails_at, p->fails_all);
#endif
  (void)p;
}
static inline void walk_disarm(Pick* p) {
#ifdef WALK_FAILING_MALLOC
  if (p->fails) p->refused = malloc_works_again() > 0;
#endif
  (void)p;
}

static int64_t walk_tensors, walk_nodes;

static inline void walk_once(const Walk* walk, Pick* p) {
  p->drawn = 0;
  p->wrote = p->failed = false;
  vjp_clear_error();
  walk->call(p);
  /* whatever the call switched on, off again */
  while (walk_num_made > 0) {
    --walk_num_made;
    walk_unmake[walk_num_made](walk_made[walk_num_made]);
  }
  while (vjp_scope_end() == VJP_OK) {
  }
  vjp_forward_mode_exit();
  while (vjp_location_pop() == VJP_OK) {
  }
  while (vjp_event_watch_end() == VJP_OK) { /* no capture begins while there is one */
  }
  vjp_grad_mode_set(true, NULL);
  ++walk_checks;
  if (vjp_debug_live_tensors() != walk_tensors || vjp_debug_live_nodes() != walk_nodes) {
    walk_fail(p, walk->name, "something stays alive");
    walk_tensors = vjp_debug_live_tensors();
    walk_nodes = vjp_debug_live_nodes();
  }
}

static inline void walk_function(const Walk* walk, bool tell) {
  Pick p;
  memset(&p, 0, sizeof p);
  p.random = 88172645463325252u;
  p.varied = -1;
  if (tell) printf("%s\n", walk->name), fflush(stdout);
  walk_once(walk, &p);
  int arguments = p.drawn;
  for (p.varied = 0; p.varied < arguments; ++p.varied)
    for (p.choice = 1; p.choice < WALK_CHOICES; ++p.choice) walk_once(walk, &p);
  p.varied = -2;
  for (p.choice = 1; p.choice < WALK_CHOICES; ++p.choice) walk_once(walk, &p);
  p.varied = -1;
  p.choice = 0;
  p.null_out = true;
  walk_once(walk, &p);
  p.varied = -3;
  for (int i = 0; i < WALK_MIXED; ++i) {
    p.null_out = i % 16 == 0;
    walk_once(walk, &p);
  }
}

typedef void walk_one(const Walk* walk, bool tell);
static inline int walk_all(const Walk* walks, size_t count, walk_one* one) {
  bool tell = getenv("VJP_WALK_VERBOSE") != NULL; /* names the function before it is called, to find what crashed */
  int32_t threads = vjp_get_num_threads();
  vjp_set_warning_handler(walk_warning, NULL, NULL);
  walk_tensors = vjp_debug_live_tensors();
  walk_nodes = vjp_debug_live_nodes();
  vjp_set_nesting_threads(false); /* a started call runs at once: what it held is gone when the walk looks */
  for (size_t i = 0; i < count; ++i) {
    one(&walks[i], tell);
    vjp_set_num_threads(threads);
    vjp_set_nesting_threads(false);
    vjp_set_warning_handler(walk_warning, NULL, NULL);
  }
  printf("%zu functions\n%d passed, %d failed\n", count, walk_checks - walk_failures, walk_failures);
  return walk_failures ? 1 : 0;
}

#endif
