/* Random formulas, and everything that comes of one, as numbers and as the names of nodes, to be compared with that of
 * another way to run it. */
#ifndef VJP_TESTS_OUTCOME_H
#define VJP_TESTS_OUTCOME_H

#include "compiled.h"

static uint64_t state;
/* From 0 to before `below`; the same numbers for the same `state`. */
static inline unsigned draw(unsigned below) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)(state >> 33) % below;
}

enum { kRoom = 100000 };
typedef struct {
  double values[kRoom];
  size_t size;
} Outcome;
static inline void put(Outcome* o, vjp_tensor* t) {
  o->values[o->size++] = t ? (double)vjp_tensor_numel(t) : -1;
  if (!t) return;
  const size_t n = (size_t)vjp_tensor_numel(t);
  CHECK(o->size + n < kRoom);
  OK(vjp_tensor_copy_to(t, o->values + o->size, n * sizeof(double), VJP_DTYPE_FLOAT64));
  o->size += n;
}
/* Nodes from the result on, and what each keeps: names and elements. */
static inline void put_graph(vjp_tensor* t) {
  for (vjp_node* n = node_of(t); n;) {
    note("%s", vjp_node_name(n));
    for (size_t k = 0; k < vjp_node_num_saved(n); ++k) note(" %s", vjp_node_saved_name(n, k));
    note("\n");
    vjp_node* next = NULL;
    uint32_t slot = 0;
    for (size_t e = 0; e < vjp_node_num_edges(n) && !next; ++e) {
      OK(vjp_node_edge(n, e, &next, &slot));
      own_node(next);
    }
    n = next;
  }
}

#endif
