/* Interceptors in tests: one callback for all of them, which does what its context says. */
#ifndef VJP_TESTS_INTERCEPT_H
#define VJP_TESTS_INTERCEPT_H

#include <pthread.h>

#include "check.h"

typedef struct watcher watcher;
struct watcher {
  char log[4096];
  int calls, dropped;
  const char* only; /* `act` concerns this operator */
  vjp_status (*act)(watcher* self, const vjp_intercepted_call* call, vjp_tensor_list* results); /* may be NULL */
  vjp_tensor* tensor;
  const char* label; /* written in front of each name */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static inline vjp_status watch(void* context, const vjp_intercepted_call* call, vjp_tensor_list* results) {
  watcher* self = (watcher*)context;
  static const char* const kForms[] = {"", "_", "_out"};
  pthread_mutex_lock(&lock);
  size_t used = strlen(self->log);
  snprintf(self->log + used, sizeof self->log - used, "%s%s%s ", self->label ? self->label : "", call->name,
           kForms[call->variant]);
  ++self->calls;
  pthread_mutex_unlock(&lock);
  if (!self->act || (self->only && strcmp(self->only, call->name) != 0)) return VJP_OK;
  return self->act(self, call, results);
}
static inline void dropped(void* context) { ++((watcher*)context)->dropped; }

static inline vjp_guard* begin(vjp_intercept_place place, watcher* self) {
  vjp_guard* region = NULL;
  OK(vjp_guard_intercept(place, watch, self, dropped, &region));
  return region;
}
static inline vjp_guard* below(watcher* self) { return begin(VJP_INTERCEPT_BELOW_AUTOGRAD, self); }
static inline vjp_guard* above(watcher* self) { return begin(VJP_INTERCEPT_ABOVE_AUTOGRAD, self); }

#define LOGGED(self, text) check_log((self).log, (text), __LINE__)
static inline void check_log(const char* log, const char* want, int line) {
  check_report(strcmp(log, want) == 0, __FILE__, line, want, log);
}

static inline vjp_tensor_list* parts_of(vjp_tensor* x) {
  vjp_value args[] = {T(x), I(0)};
  vjp_tensor_list* list = NULL;
  OK(vjp_op_call(vjp_op_find("unbind"), VJP_VARIANT_FUNCTIONAL, args, 2, &list));
  return list;
}
static inline vjp_tensor* part(vjp_tensor_list* list, size_t i) { return vjp_tensor_list_get(list, i); }

static inline vjp_status give_tensor(watcher* self, const vjp_intercepted_call* call, vjp_tensor_list* results) {
  (void)call;
  return vjp_tensor_list_append(results, self->tensor);
}

#endif
