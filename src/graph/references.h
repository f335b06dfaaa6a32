// What refers to what: every counted reference of a tensor, a node and what lies between; and the map of what the
// objects of a language keep alive, for bindings whose collector looks for circles (vjp/binding.h).
#pragma once

#include <mutex>
#include <vector>

#include "graph/hook.h"
#include "graph/pack.h"
#include "vjp/binding.h"

namespace vjp {

class RawSaved;

enum class Referee : uint8_t { Context, Link, Tensor, Node, SavedBox, PackHooks, MultiHook, RawSaved };

struct ReferenceVisitor {
  void (*fn)(void* data, Referee kind, void* object, void (*drop)(void*));
  void* data;
  void operator()(Referee kind, void* object, void (*drop)(void*) = nullptr) const {
    if (object) fn(data, kind, object, drop);
  }
  void contexts(const HookList& list) const;
};

// Calls `visit` once for each counted reference that the object owns, and for the link of a language's object. It only
// takes notes: locks are held meanwhile.
void visit_references(TensorImpl& tensor, const ReferenceVisitor& visit);
void visit_references(Node& node, const ReferenceVisitor& visit);
void visit_saved_box(void* box, const ReferenceVisitor& visit);
RefCount& saved_box_refs(void* box);
void release_saved_box(void* box) noexcept;
// The count of an object that is neither a context nor a link, and how one reference of a walk is given back.
RefCount& refs_of(Referee kind, void* object);
void release_referee(Referee kind, void* object) noexcept;
// What the map has to know of multi-gradient hooks. Filled in by engine/, which makes them.
struct MultiHookReferences {
  bool (*visit_part)(const Hook& hook, const ReferenceVisitor& visit);  // false: the hook is no part of one
  void (*visit)(void* whole, const ReferenceVisitor& visit);
  RefCount& (*refs)(void* whole);
  void (*release)(void* whole) noexcept;
};
VJP_PORT(MultiHookReferences, multi_hook);

// LeafLock for code that must not wait: its holder may be calling an operator, and that the user's code. Owns nothing
// where another thread has it. Implemented beside LeafLock.
std::unique_lock<std::recursive_mutex> try_lock_leaf(const TensorImpl& tensor);

struct ReferenceMap {
  RefCount refs;
  static void destroy(ReferenceMap* map) noexcept { delete map; }
  size_t num_groups = 0;
  std::vector<vjp_reference_edge> edges;
  std::vector<bool> live;  // of the roots
};
Ref<ReferenceMap> map_references(std::span<const vjp_reference_root> roots);

}  // namespace vjp
