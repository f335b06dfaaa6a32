// References that keep nothing alive, to tensors and nodes; and the hooks that are still there.
#include "graph/weak.h"

#include "capi/capi.h"
#include "graph/hook_watch.h"
#include "graph/node.h"
#include "vjp/node.h"
#include "vjp/weak.h"

using namespace vjp;

namespace {

using WeakTensor = WeakTarget<TensorImpl>;
using WeakNode = WeakTarget<Node>;

WeakTensor* target_of(vjp_weak_tensor* weak) { return reinterpret_cast<WeakTensor*>(weak); }
WeakNode* target_of(vjp_weak_node* weak) { return reinterpret_cast<WeakNode*>(weak); }

}  // namespace

vjp_status vjp_weak_tensor_create(vjp_tensor* tensor, vjp_weak_tensor** out) {
  return guard([&] {
    VJP_ARG(tensor);
    VJP_ARG(out);
    *out = reinterpret_cast<vjp_weak_tensor*>(weak_of(*impl_of(tensor)).detach());
  });
}
vjp_weak_tensor* vjp_weak_tensor_retain(vjp_weak_tensor* weak) {
  if (weak) target_of(weak)->refs.retain();
  return weak;
}
void vjp_weak_tensor_release(vjp_weak_tensor* weak) {
  if (weak) Ref<WeakTensor>::take(target_of(weak));
}
vjp_status vjp_weak_tensor_get(vjp_weak_tensor* weak, vjp_tensor** out) {
  return guard([&] {
    VJP_ARG(weak);
    VJP_ARG(out);
    *out = give(Tensor(target_of(weak)->lock()));
  });
}

vjp_status vjp_weak_node_create(vjp_node* node, vjp_weak_node** out) {
  return guard([&] {
    VJP_ARG(node);
    VJP_ARG(out);
    *out = reinterpret_cast<vjp_weak_node*>(weak_of(*reinterpret_cast<Node*>(node)).detach());
  });
}
vjp_weak_node* vjp_weak_node_retain(vjp_weak_node* weak) {
  if (weak) target_of(weak)->refs.retain();
  return weak;
}
void vjp_weak_node_release(vjp_weak_node* weak) {
  if (weak) Ref<WeakNode>::take(target_of(weak));
}
vjp_status vjp_weak_node_get(vjp_weak_node* weak, vjp_node** out) {
  return guard([&] {
    VJP_ARG(weak);
    VJP_ARG(out);
    *out = reinterpret_cast<vjp_node*>(target_of(weak)->lock().detach());
  });
}

vjp_status vjp_watch_hooks(bool on) {
  return guard([&] { watch_hooks(on); });
}
vjp_status vjp_watched_hooks(size_t* count, char** text) {
  return guard([&] {
    VJP_ARG(count);
    std::string lines = describe_watched_hooks(*count);
    if (text) *text = give_text(lines);
  });
}
