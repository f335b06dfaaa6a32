/* What tests of the profiler ask of its events. */
#ifndef VJP_TESTS_PROFILER_H
#define VJP_TESTS_PROFILER_H

#include "check.h"

static inline void arena_profiler_release(void* p) { vjp_profiler_release((vjp_profiler*)p); }
static inline vjp_profiler* profiler(const vjp_profiler_options* options) {
  vjp_profiler* p = NULL;
  OK(vjp_profiler_create(options, &p));
  return (vjp_profiler*)arena_put(p, arena_profiler_release);
}
static inline vjp_profiler* started(const vjp_profiler_options* options) {
  vjp_profiler* p = profiler(options);
  OK(vjp_profiler_start(p));
  return p;
}

static inline vjp_profile_event event_at(const vjp_profiler* p, size_t index) {
  vjp_profile_event e = VJP_PROFILE_EVENT_INIT;
  e.name = "", e.kind = (vjp_profile_kind)0;
  if (index < vjp_profiler_num_events(p)) OK(vjp_profiler_get_event(p, index, &e));
  return e;
}
/* Event `which` of that kind and name; SIZE_MAX if there is none. */
static inline size_t look_for(const vjp_profiler* p, vjp_profile_kind kind, const char* name, int which) {
  for (size_t i = 0; i < vjp_profiler_num_events(p); ++i) {
    vjp_profile_event e = event_at(p, i);
    if (e.kind == kind && strcmp(e.name, name) == 0 && which-- == 0) return i;
  }
  return SIZE_MAX;
}
static inline bool has(const vjp_profiler* p, vjp_profile_kind kind, const char* name) {
  return look_for(p, kind, name, 0) != SIZE_MAX;
}
static inline int count_of(const vjp_profiler* p, vjp_profile_kind kind, const char* name) {
  int count = 0;
  while (look_for(p, kind, name, count) != SIZE_MAX) ++count;
  return count;
}
static inline size_t find(const vjp_profiler* p, vjp_profile_kind kind, const char* name, int which) {
  size_t index = look_for(p, kind, name, which);
  check_report(index != SIZE_MAX, __FILE__, __LINE__, "there is an event", name);
  return index;
}
static inline vjp_profile_event event_of(const vjp_profiler* p, vjp_profile_kind kind, const char* name, int which) {
  return event_at(p, find(p, kind, name, which));
}
static inline bool is_inside(const vjp_profiler* p, size_t index, size_t around) {
  while (index != SIZE_MAX && index != around) {
    size_t parent = event_at(p, index).parent;
    if (parent != SIZE_MAX && parent >= index) return false;
    index = parent;
  }
  return index == around && around != SIZE_MAX;
}

/* The number of the node that made it. */
static inline int64_t number_of(vjp_tensor* t) {
  vjp_node* node = NULL;
  OK(vjp_tensor_grad_fn(t, &node));
  int64_t number = node ? (int64_t)vjp_node_sequence_number(node) : -2;
  vjp_node_release(node);
  return number;
}
/* The library's number of this thread: that of an operator which it calls. */
static inline uint32_t forward_thread(void) {
  vjp_profiler* p = started(NULL);
  OP("neg", T(SCALAR(1)));
  OK(vjp_profiler_stop(p));
  return event_of(p, VJP_PROFILE_OPERATOR, "neg", 0).forward_thread;
}
static inline int occurrences(const char* text, const char* what) {
  int count = 0;
  while ((text = strstr(text, what)) != NULL) ++count, text += strlen(what);
  return count;
}

#endif
