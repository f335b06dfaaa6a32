/* What nodes have saved, read by name; the arena owns what is handed out. */
#ifndef VJP_TESTS_SAVED_VALUES_H
#define VJP_TESTS_SAVED_VALUES_H

#include "check.h"

static inline void arena_attribute_release(void* p) { vjp_saved_attribute_release((vjp_saved_attribute*)p); }
static inline void arena_saved_release(void* p) { vjp_saved_tensor_release((vjp_saved_tensor*)p); }

static inline const vjp_value* read_saved(vjp_node* node, const char* name) {
  static const vjp_value nothing;
  vjp_saved_attribute* attribute = NULL;
  if (!OK(vjp_node_saved(node, name, &attribute))) return &nothing;
  arena_put(attribute, arena_attribute_release);
  return vjp_saved_attribute_value(attribute);
}
static inline vjp_saved_tensor* raw_saved(vjp_node* node, const char* name, size_t element) {
  vjp_saved_tensor* saved = NULL;
  OK(vjp_node_raw_saved(node, name, element, &saved));
  return (vjp_saved_tensor*)arena_put(saved, arena_saved_release);
}

#endif
