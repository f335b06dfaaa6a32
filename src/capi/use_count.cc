// Reference counts, for bindings whose garbage collector wants to know whether it alone keeps an object.
#include "graph/node.h"
#include "ops/value.h"
#include "vjp/node.h"

using namespace vjp;

extern "C" {

int64_t vjp_tensor_use_count(const vjp_tensor* tensor) { return tensor ? impl_of(tensor)->refs.count() : 0; }

int64_t vjp_node_use_count(const vjp_node* node) {
  return node ? reinterpret_cast<const Node*>(node)->refs.count() : 0;
}

}  // extern "C"
