// What must hold of what the pass "fuse" makes of a program (spec chapter 14), for tests of every kind of build.
#pragma once

#include <set>

#include "base/error.h"
#include "compile/fuse.h"
#include "graph/node.h"

namespace vjp::compile {
namespace {

using What = FusedRegion::What;

#define VJP_HOLDS(condition)                                                                            \
  do {                                                                                                  \
    if (!(condition)) fail(VJP_ERROR_INTERNAL, "fused region at site {}: not {}", r.first, #condition); \
  } while (false)

inline void verify(const FusedRegion& r, std::span<Node* const> order) {
  const FusedProgram& p = r.program;
  VJP_HOLDS(r.first + r.size() <= order.size());
  VJP_HOLDS(r.num_derivatives >= 2 && r.derives.front() && r.derives.back());
  VJP_HOLDS(p.num_inputs + p.outputs.size() <= size_t{kMaxFusedOperands});
  VJP_HOLDS(r.scalars.size() == static_cast<size_t>(p.num_scalars));
  // every value is there before it is read
  for (size_t i = 0; i < p.steps.size(); ++i) {
    const FusedStep& step = p.steps[i];
    const uint16_t operands[3] = {step.a, step.b, step.c};
    for (int k = 0; k < arity_of(step.opcode); ++k) VJP_HOLDS(operands[k] < static_cast<size_t>(p.first_result()) + i);
    VJP_HOLDS(step.dtype == p.compute || step.dtype == r.dtype);
  }
  for (const FusedOutput& output : p.outputs) VJP_HOLDS(output.value < p.num_values() && output.dtype == r.dtype);
  // every input comes from one place, in the order of sites
  std::vector<int> filled(static_cast<size_t>(p.num_inputs));
  uint32_t site = 0;
  for (const FusedRegion::Need& need : r.needs) {
    VJP_HOLDS(need.site >= site && need.site < r.size() && r.derives[need.site]);
    site = need.site;
    if (need.what == What::Gradient || need.what == What::Arrived || need.what == What::Saved) {
      VJP_HOLDS(need.place < filled.size());
      ++filled[need.place];
    } else if (need.what == What::Computed) {
      VJP_HOLDS(need.place < r.computed.size());
      const FusedRegion::Computed& c = r.computed[need.place];
      VJP_HOLDS(c.value < c.recipe->program.outputs.size());
      VJP_HOLDS(c.inputs.size() == static_cast<size_t>(c.recipe->program.num_inputs));
      for (uint16_t input : c.inputs) {
        VJP_HOLDS(input < filled.size());
        filled[input] = 1;
      }
    } else if (need.what == What::Same) {
      VJP_HOLDS(need.place < filled.size() && filled[need.place]);
    } else if (need.what != What::Nothing) {
      VJP_HOLDS(need.place < r.scalars.size());
    }
  }
  for (int times : filled) VJP_HOLDS(times == 1);
  // what leaves the region is given once to each slot of its shape, by the last that adds to it, and no slot of a
  // derivative inside gets anything
  std::set<const SlotMeta*> inside, given, reached;
  for (size_t i = 0; i < r.size(); ++i) {
    Node& node = *order[r.first + i];
    if (r.derives[i]) inside.insert(&node.slots()[0]);
    if (!r.derives[i]) VJP_HOLDS(node.accumulated_leaf());
    for (const Edge& edge : node.edges())
      if (edge) reached.insert(&edge.node->slots()[edge.slot]);
  }
  for (const FusedRegion::Give& give : r.gives) {
    VJP_HOLDS(give.site < r.size() && r.derives[give.site]);
    const std::span<const Edge> edges = order[r.first + give.site]->edges();
    VJP_HOLDS(give.edge < edges.size() && edges[give.edge]);
    VJP_HOLDS(give.place < (give.input ? filled.size() : p.outputs.size()));
    const Edge& edge = edges[give.edge];
    const SlotMeta& slot = edge.node->slots()[edge.slot];
    VJP_HOLDS(!inside.count(&slot));
    const bool fresh = given.insert(&slot).second;
    VJP_HOLDS(fresh || !same(slot.sizes(), order[r.first]->slots()[0].sizes()));
  }
  for (const SlotMeta* slot : reached) VJP_HOLDS(inside.count(slot) || given.count(slot));
}

}  // namespace
inline void verify(const Fusion& fusion, std::span<Node* const> order) {
  size_t end = 0;
  for (const auto& region : fusion.regions) {
    const FusedRegion& r = *region;
    VJP_HOLDS(r.first >= end);
    verify(r, order);
    end = r.first + r.size();
  }
}

}  // namespace vjp::compile
