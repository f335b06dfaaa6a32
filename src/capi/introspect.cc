// vjp/node.h, vjp/alias.h, vjp/anomaly.h: what can be asked of nodes and tensors; metadata; anomaly mode.
#include "capi/capi.h"
#include "device/registry.h"
#include "graph/anomaly.h"
#include "graph/extra.h"
#include "graph/meta.h"
#include "vjp/alias.h"
#include "vjp/anomaly.h"
#include "vjp/node.h"

using namespace vjp;

namespace {

// Runs the derivative as outside every task: each valid edge is wanted.
class Unrestricted {
 public:
  Unrestricted() : former_(restriction) { restriction = Restriction(); }
  ~Unrestricted() { restriction = former_; }
  Unrestricted(const Unrestricted&) = delete;
  Unrestricted& operator=(const Unrestricted&) = delete;

 private:
  Restriction former_;
};

std::vector<Tensor> checked_gradients(const Node& node, vjp_tensor* const* grads, size_t num_grads) {
  if (num_grads != node.num_slots) {
    fail(VJP_ERROR_INVALID, "vjp_node_apply: {} takes {} gradients, got {}", node.name(), node.num_slots, num_grads);
  }
  std::vector<Tensor> list(num_grads);
  for (size_t i = 0; i < num_grads; ++i) {
    if (!grads[i]) continue;
    list[i] = borrow(grads[i]);
    const SlotMeta& slot = node.slots()[i];
    if (slot.dtype == Dtype::None) continue;
    if (!same(list[i].sizes(), slot.sizes())) {
      fail(VJP_ERROR_SHAPE, "vjp_node_apply: {}: gradient {} has shape {}, expected {}", node.name(), i,
           list[i].sizes(), slot.sizes());
    }
    if (list[i].dtype() != slot.dtype) {
      fail(VJP_ERROR_DTYPE, "vjp_node_apply: {}: gradient {} is {}, expected {}", node.name(), i, list[i].dtype(),
           slot.dtype);
    }
  }
  return list;
}

}  // namespace

// ---- nodes ----

vjp_status vjp_node_slot_info(const vjp_node* node, size_t slot, vjp_slot_info* out) {
  return guard([&] {
    VJP_ARG(node);
    VJP_ARG(out);
    checked(out, "vjp_slot_info", "VJP_SLOT_INFO_INIT");
    Node& n = *node_of(node);
    if (slot >= n.num_slots) fail(VJP_ERROR_INVALID, "{}: slot {} asked for, it has {}", n.name(), slot, n.num_slots);
    const SlotMeta& meta = n.slots()[slot];
    out->defined = meta.dtype != Dtype::None;
    out->dtype = static_cast<vjp_dtype>(meta.dtype);
    out->ndim = meta.ndim;
    out->sizes = meta.dims;
    out->device = to_c(meta.device);
  });
}
uint32_t vjp_node_thread(const vjp_node* node) { return node ? node_of(node)->thread : 0; }
bool vjp_node_freed(const vjp_node* node) { return node && node_of(node)->freed; }
bool vjp_node_needs(const vjp_node* node, size_t edge) {
  return node && edge < node_of(node)->num_edges && node_of(node)->needs(edge);
}
vjp_status vjp_node_apply(vjp_node* node, vjp_tensor* const* grads, size_t num_grads, vjp_tensor** out,
                          size_t num_out) {
  return guard([&] {
    VJP_ARG(node);
    if (num_grads > 0) VJP_ARG(grads);
    if (num_out > 0) VJP_ARG(out);
    Ref<Node> n = Ref<Node>::share(node_of(node));
    if (num_out != n->num_edges) {
      fail(VJP_ERROR_INVALID, "vjp_node_apply: {} gives {} results, room for {}", n->name(), n->num_edges, num_out);
    }
    std::vector<Tensor> given = checked_gradients(*n, grads, num_grads), results(num_out);
    {
      Unrestricted all;
      OperatorDevice there(n->stream() ? n->stream()->device : Device());
      n->apply(given, results);
    }
    for (size_t i = 0; i < num_out; ++i) out[i] = give(std::move(results[i]));
  });
}

vjp_status vjp_node_set_metadata(vjp_node* node, const char* key, void* value, void (*drop)(void*)) {
  return guard([&] {
    VJP_ARG(node);
    VJP_ARG(key);
    set_metadata(*node_of(node), key, value, drop);
  });
}
vjp_status vjp_node_metadata(const vjp_node* node, const char* key, void** value) {
  return guard([&] {
    VJP_ARG(node);
    VJP_ARG(key);
    VJP_ARG(value);
    *value = metadata(*node_of(node), key);
  });
}
size_t vjp_node_num_metadata(const vjp_node* node) { return node ? num_metadata(*node_of(node)) : 0; }
const char* vjp_node_metadata_key(const vjp_node* node, size_t index) {
  return node ? metadata_key(*node_of(node), index) : "";
}

// ---- tensors ----

vjp_creation vjp_tensor_creation(const vjp_tensor* tensor) {
  const TensorImpl* t = impl_of(const_cast<vjp_tensor*>(tensor));
  if (!t || !t->is_view) return VJP_CREATION_NO_VIEW;
  switch (t->meta->view->creation) {
    case Creation::Normal:
      return VJP_CREATION_NORMAL;
    case Creation::NoGradMode:
      return VJP_CREATION_NO_GRAD;
    case Creation::Inference:
      return VJP_CREATION_INFERENCE;
    case Creation::Multi:
      return VJP_CREATION_MULTI;
    case Creation::Custom:
      return VJP_CREATION_CUSTOM;
  }
  return VJP_CREATION_NO_VIEW;
}

// ---- anomaly mode ----

vjp_status vjp_guard_anomaly(bool enabled, bool check_nan, vjp_guard** out) {
  return guard([&] {
    VJP_ARG(out);
    *out = give_guard(new AnomalyRegion(enabled, check_nan));
  });
}
vjp_status vjp_anomaly_set(bool enabled, bool check_nan) {
  return guard([&] { set_anomaly_mode(enabled, check_nan); });
}
bool vjp_anomaly_enabled(void) { return anomaly_mode.load(std::memory_order_relaxed); }
bool vjp_anomaly_checks_nan(void) { return anomaly_check_nan.load(std::memory_order_relaxed); }

vjp_status vjp_set_call_site_callback(vjp_call_site_fn fn, void* context, void (*drop)(void*)) {
  return guard([&] { set_call_site_callback(reinterpret_cast<CallSiteFn>(fn), context, drop); });
}
void vjp_call_site_write(vjp_call_site* site, const char* text) {
  if (site) guard([&] { reinterpret_cast<CallSite*>(site)->set_text(text); });
}
bool vjp_call_site_write_place(vjp_call_site* site, const char* file, int32_t line, const char* function) {
  if (!site) return false;
  guard([&] { reinterpret_cast<CallSite*>(site)->set_place(file, line, function); });
  return reinterpret_cast<CallSite*>(site)->wants_text();
}
