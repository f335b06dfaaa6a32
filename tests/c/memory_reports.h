/* What the tests of memory reports ask of a report (vjp/memory_report.h). Every tensor in them has a number of elements
 * of its own, so that its storage is known by its bytes. */
#pragma once

#include "check.h"

static const vjp_device kSim0 = {VJP_DEVICE_SIM, 0}, kSim1 = {VJP_DEVICE_SIM, 1}, kCpu = {VJP_DEVICE_CPU, 0};
enum { kDouble = sizeof(double) };

static inline void arena_report_release(void* p) { vjp_memory_report_release((vjp_memory_report*)p); }
static inline vjp_memory_report* report_with(vjp_memory_report_options options) {
  vjp_memory_report* r = NULL;
  OK(vjp_memory_report_create(&options, &r));
  return (vjp_memory_report*)arena_put(r, arena_report_release);
}
static inline vjp_memory_report* report_from(vjp_tensor* const* roots, size_t count) {
  vjp_memory_report_options options = VJP_MEMORY_REPORT_OPTIONS_INIT;
  options.roots = roots;
  options.num_roots = count;
  return report_with(options);
}
#define REPORT(...) \
  report_from((vjp_tensor*[]){__VA_ARGS__}, sizeof((vjp_tensor*[]){__VA_ARGS__}) / sizeof(vjp_tensor*))

static inline vjp_memory_totals totals_of(const vjp_memory_report* r) {
  vjp_memory_totals t = VJP_MEMORY_TOTALS_INIT;
  OK(vjp_memory_report_totals(r, &t));
  return t;
}
static inline vjp_memory_storage storage_at(const vjp_memory_report* r, size_t index) {
  vjp_memory_storage s = VJP_MEMORY_STORAGE_INIT;
  s.op = s.node = s.range = s.place = "";
  if (index < totals_of(r).num_storages) OK(vjp_memory_report_storage(r, index, &s));
  return s;
}
/* The storage of so many bytes; SIZE_MAX if there is none. */
static inline size_t look_for(const vjp_memory_report* r, size_t bytes) {
  size_t count = totals_of(r).num_storages;
  for (size_t i = 0; i < count; ++i)
    if (storage_at(r, i).bytes == bytes) return i;
  return SIZE_MAX;
}
static inline vjp_memory_storage storage_of(const vjp_memory_report* r, size_t elements) {
  size_t index = look_for(r, elements * kDouble);
  CHECK(index != SIZE_MAX);
  return storage_at(r, index);
}
/* The keeper of a kind, of the storage with so many elements; count 0 if there is none. */
static inline vjp_memory_keeper keeper_of(const vjp_memory_report* r, size_t elements, vjp_memory_keeper_kind kind) {
  size_t index = look_for(r, elements * kDouble);
  vjp_memory_keeper k = VJP_MEMORY_KEEPER_INIT;
  for (size_t i = 0; i < storage_at(r, index).num_keepers; ++i) {
    OK(vjp_memory_report_keeper(r, index, i, &k));
    if (k.kind == kind) return k;
  }
  k.count = 0;
  k.name = k.attribute = k.tensor = "";
  return k;
}
static inline int64_t sum_of(const vjp_memory_report* r, vjp_memory_by by, const char* name) {
  vjp_memory_row rows[64];
  for (int i = 0; i < 64; ++i) rows[i] = (vjp_memory_row)VJP_MEMORY_ROW_INIT;
  size_t count = 0;
  OK(vjp_memory_report_sums(r, by, rows, 64, &count));
  for (size_t i = 0; i < count && i < 64; ++i)
    if (strcmp(rows[i].name, name) == 0) return rows[i].bytes;
  return 0;
}
/* An operator's result, of whose arguments nothing is left. */
static inline vjp_tensor* numbers(int64_t n) { return ramp(VJP_DTYPE_FLOAT64, 1, &n); }
static inline vjp_tensor* made_by(const char* op, int64_t n) {
  vjp_tensor *x = numbers(n), *y = must_call(op, VJP_VARIANT_FUNCTIONAL, ARGS(T(x)), 0, __FILE__, __LINE__);
  drop_now(x);
  return y;
}
static inline bool is(const char* text, const char* wanted) { return text && strcmp(text, wanted) == 0; }
static inline vjp_guard* recording(void) {
  vjp_guard* region = NULL;
  OK(vjp_guard_record_memory(false, &region));
  return region;
}
