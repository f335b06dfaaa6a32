// vjp/binding.h: objects of a language, and what refers to what.
#include "vjp/binding.h"

#include "capi/capi.h"
#include "graph/extra.h"
#include "graph/references.h"
#include "vjp/node.h"

using namespace vjp;

namespace {

void tie(vjp_binding_link*& place, vjp_binding_link* link) {
  if (link && place && place != link) {
    fail(VJP_ERROR_STATE, "set_binding: {} is tied already",
         place->ended == link->ended ? "an object" : "another binding's object");
  }
  place = link;
}

const ReferenceMap& map_of(const vjp_reference_map* map) { return *reinterpret_cast<const ReferenceMap*>(map); }

}  // namespace

vjp_status vjp_tensor_set_binding(vjp_tensor* tensor, vjp_binding_link* link) {
  return guard_recordable([&] {
    VJP_ARG(tensor);
    tie(impl_of(tensor)->binding, link);
  });
}
vjp_binding_link* vjp_tensor_binding(const vjp_tensor* tensor) { return tensor ? impl_of(tensor)->binding : nullptr; }

vjp_status vjp_node_set_binding(vjp_node* node, vjp_binding_link* link) {
  return guard([&] {
    VJP_ARG(node);
    if (link || node_of(node)->extra_if_any()) tie(node_of(node)->extra().binding, link);
  });
}
vjp_binding_link* vjp_node_binding(const vjp_node* node) {
  NodeExtra* extra = node ? node_of(node)->extra_if_any() : nullptr;
  return extra ? extra->binding : nullptr;
}

vjp_status vjp_reference_map_create(const vjp_reference_root* roots, size_t count, vjp_reference_map** out) {
  return guard([&] {
    if (count > 0) VJP_ARG(roots);
    VJP_ARG(out);
    *out = reinterpret_cast<vjp_reference_map*>(map_references({roots, count}).detach());
  });
}
vjp_reference_map* vjp_reference_map_retain(vjp_reference_map* map) {
  if (map) reinterpret_cast<ReferenceMap*>(map)->refs.retain();
  return map;
}
void vjp_reference_map_release(vjp_reference_map* map) {
  if (map) Ref<ReferenceMap>::take(reinterpret_cast<ReferenceMap*>(map));
}
size_t vjp_reference_map_num_groups(const vjp_reference_map* map) { return map ? map_of(map).num_groups : 0; }
const vjp_reference_edge* vjp_reference_map_edges(const vjp_reference_map* map, size_t* count) {
  if (count) *count = map ? map_of(map).edges.size() : 0;
  return map ? map_of(map).edges.data() : nullptr;
}
bool vjp_reference_map_live(const vjp_reference_map* map, size_t root) {
  return map && root < map_of(map).live.size() && map_of(map).live[root];
}
