// Program: what was recorded of a grad call. A site's place in the cache says what it is; a program adds for which
// sizes it holds.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "compile/fuse.h"

namespace vjp::compile {

struct SiteHooks {
  uint16_t tensor = 0, pre = 0, post = 0, retained = 0, leaf = 0, accumulated = 0;
};

// One site of a structure, in a segment of the cache, which has the arrays that it points into.
struct Site {
  uint32_t number;            // of the node, in the order in which the walk met them
  uint32_t key_at, key_size;  // in the segment's words
  uint32_t edges_at;          // in the segment's edges: the target of each, then its requested results and their slots
  uint16_t num_edges, num_slots, num_results;
  bool accumulates, flows;  // it ends at a leaf; its derivative runs
  const char* name;         // of the node; kept for ever
  SiteHooks hooks;
};

struct EdgeTarget {
  uint32_t number, slot;  // number UINT32_MAX: absent
};

// A size that a program holds for, or any of 2 and more (spec KY-4).
struct SizeInput {
  int64_t value;
  bool open;
};

struct Program {
  uint64_t id = 0;
  std::vector<SizeInput> sizes;
  size_t num_tensors = 0;  // that it reads, each counted once
  uint32_t passes = 0;     // that have run over it, of engine/compiled.h
  Ref<Fusion> fusion;      // null: none

  bool holds_for(std::span<const int64_t> given) const;
  // The same, if sizes that differ were open; 0 and 1 are never.
  bool could_hold_for(std::span<const int64_t> given) const;
  size_t bytes() const { return sizeof *this + sizes.capacity() * sizeof(SizeInput) + (fusion ? fusion->bytes() : 0); }
};

}  // namespace vjp::compile
