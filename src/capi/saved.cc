// vjp/saved.h: saved values.
#include "vjp/saved.h"

#include "capi/capi.h"
#include "engine/node_lock.h"
#include "graph/attributes.h"
#include "graph/tolerance.h"
#include "ops/save_on_host.h"
#include "vjp/alias.h"
#include "vjp/node.h"
#include "vjp/registry.h"

using namespace vjp;

namespace {
SavedAttribute* attribute_of(const vjp_saved_attribute* attribute) {
  return reinterpret_cast<SavedAttribute*>(const_cast<vjp_saved_attribute*>(attribute));
}
RawSaved* raw_of(vjp_saved_tensor* saved) { return reinterpret_cast<RawSaved*>(saved); }

// A region that hides changes of some tensors.
class PreserveVersions final : public Guard {
 public:
  explicit PreserveVersions(std::vector<Tensor> tensors, std::vector<uint32_t> versions) noexcept
      : tensors_(std::move(tensors)), versions_(std::move(versions)) {}
  ~PreserveVersions() override {
    for (size_t i = 0; i < tensors_.size(); ++i) tensors_[i]->version().store(versions_[i], std::memory_order_relaxed);
  }

 private:
  std::vector<Tensor> tensors_;
  std::vector<uint32_t> versions_;
};

void check_entry(vjp_tensor* tensor, const char* what, size_t index) {
  if (!tensor) fail(VJP_ERROR_INVALID, "{}: tensor {} is NULL", what, index);
}
void check_versioned(vjp_tensor* tensor, const char* what) {
  if (tape_of(tensor)->storage->inference) {
    fail(VJP_ERROR_STATE, "{}: {} was made in inference mode and has no version", what, describe(*impl_of(tensor)));
  }
}

// The position of a name, or the number of names.
size_t position(const Node& node, const char* name) {
  size_t i = 0;
  while (i < node.num_attributes() && std::string_view(node.attribute_name(i)) != name) ++i;
  return i;
}
}  // namespace

vjp_status vjp_guard_saved_tensor_hooks(const vjp_saved_tensor_hooks* hooks, vjp_guard** out) {
  return guard([&] {
    VJP_ARG(hooks);
    VJP_ARG(out);
    check_hooks_allowed("vjp_guard_saved_tensor_hooks");
    Ref<CallbackHooks> pair = CallbackHooks::make(*hooks);
    *out = give_guard(new PackRegion(PackRegion::level_of(Ref<PackHooks>::share(pair.get()))));
    pair->take_over();
  });
}
vjp_status vjp_guard_no_saved_tensor_hooks(const char* message, vjp_guard** out) {
  return guard([&] {
    VJP_ARG(message);
    VJP_ARG(out);
    *out = give_guard(new RefusePackRegion(RefusePackRegion::level_of(message)));
  });
}
vjp_status vjp_guard_save_on_cpu(bool pin_memory, vjp_guard** out) {
  return guard([&] {
    VJP_ARG(out);
    check_hooks_allowed("vjp_guard_save_on_cpu");
    *out = give_guard(new PackRegion(PackRegion::level_of(host_hooks(pin_memory))));
  });
}

vjp_status vjp_guard_saved_tensor_mutation(vjp_guard** out) {
  return guard([&] {
    VJP_ARG(out);
    *out = give_guard(TolerantRegion::begin());
  });
}

// ---- versions ----

vjp_status vjp_tensor_version_advance_all(vjp_tensor* const* tensors, size_t count) {
  return guard([&] {
    if (count > 0) VJP_ARG(tensors);
    for (size_t i = 0; i < count; ++i) check_entry(tensors[i], "vjp_tensor_version_advance_all", i);
    for (size_t i = 0; i < count; ++i) {
      if (!tape_of(tensors[i])->storage->inference) tape_of(tensors[i])->bump_version();
    }
  });
}
vjp_status vjp_tensor_version_set_unsafe(vjp_tensor* tensor, int64_t version) {
  return guard([&] {
    VJP_ARG(tensor);
    check_versioned(tensor, "vjp_tensor_version_set_unsafe");
    if (version < 0 || version > UINT32_MAX) {
      fail(VJP_ERROR_INVALID, "vjp_tensor_version_set_unsafe: version {}, expected one from 0 to {}", version,
           UINT32_MAX);
    }
    tape_of(tensor)->version().store(static_cast<uint32_t>(version), std::memory_order_relaxed);
  });
}
vjp_status vjp_guard_preserve_versions_unsafe(vjp_tensor* const* tensors, size_t count, vjp_guard** out) {
  return guard([&] {
    if (count > 0) VJP_ARG(tensors);
    VJP_ARG(out);
    std::vector<Tensor> list;
    std::vector<uint32_t> versions;
    for (size_t i = 0; i < count; ++i) {
      check_entry(tensors[i], "vjp_guard_preserve_versions_unsafe", i);
      check_versioned(tensors[i], "vjp_guard_preserve_versions_unsafe");
      list.push_back(Tensor::share(tape_of(tensors[i])));
      versions.push_back(tape_of(tensors[i])->version().load(std::memory_order_relaxed));
    }
    *out = give_guard(new PreserveVersions(std::move(list), std::move(versions)));
  });
}

// ---- what a node saved ----

size_t vjp_node_num_saved(const vjp_node* node) { return node ? node_of(node)->num_attributes() : 0; }
const char* vjp_node_saved_name(const vjp_node* node, size_t index) {
  return index < vjp_node_num_saved(node) ? node_of(node)->attribute_name(index) : nullptr;
}
int32_t vjp_node_saved_kind(const vjp_node* node, const char* name) {
  if (!node || !name) return VJP_KIND_NONE;
  size_t index = position(*node_of(node), name);
  if (index == node_of(node)->num_attributes()) return VJP_KIND_NONE;
  SavedLock lock(*node_of(node));
  return node_of(node)->attribute_kind(index);
}
vjp_status vjp_node_saved(vjp_node* node, const char* name, vjp_saved_attribute** out) {
  return guard([&] {
    VJP_ARG(node);
    VJP_ARG(name);
    VJP_ARG(out);
    size_t index = find_attribute(*node_of(node), name);
    auto attribute = Ref<SavedAttribute>::take(new SavedAttribute);
    NodeLock turn(*node_of(node));
    node_of(node)->attribute(index, *attribute);
    *out = reinterpret_cast<vjp_saved_attribute*>(attribute.detach());
  });
}
vjp_saved_attribute* vjp_saved_attribute_retain(vjp_saved_attribute* attribute) {
  if (attribute) attribute_of(attribute)->refs.retain();
  return attribute;
}
void vjp_saved_attribute_release(vjp_saved_attribute* attribute) {
  if (attribute) Ref<SavedAttribute>::take(attribute_of(attribute));
}
const vjp_value* vjp_saved_attribute_value(const vjp_saved_attribute* attribute) {
  return attribute ? &attribute_of(attribute)->value : nullptr;
}

// ---- the raw form ----

vjp_saved_tensor* vjp_saved_tensor_retain(vjp_saved_tensor* saved) {
  if (saved) raw_of(saved)->refs.retain();
  return saved;
}
void vjp_saved_tensor_release(vjp_saved_tensor* saved) {
  if (saved) Ref<RawSaved>::take(raw_of(saved));
}
size_t vjp_node_num_raw_saved(const vjp_node* node, const char* name) {
  if (!node || !name) return 0;
  Node& n = *node_of(node);
  size_t index = position(n, name);
  if (index == n.num_attributes()) return 0;
  SavedLock lock(n);
  int kind = n.attribute_kind(index);
  if (kind == VJP_KIND_TENSOR_LIST) return n.saved_tensors(index).size();
  return kind == VJP_KIND_TENSOR || kind == VJP_KIND_NONE ? 1 : 0;
}
vjp_status vjp_node_raw_saved(vjp_node* node, const char* name, size_t element, vjp_saved_tensor** out) {
  return guard([&] {
    VJP_ARG(node);
    VJP_ARG(name);
    VJP_ARG(out);
    size_t index = find_attribute(*node_of(node), name);
    *out = reinterpret_cast<vjp_saved_tensor*>(new RawSaved(Ref<Node>::share(node_of(node)), index, element));
  });
}
vjp_status vjp_saved_tensor_unpack(vjp_saved_tensor* saved, vjp_tensor** out) {
  return guard([&] {
    VJP_ARG(saved);
    VJP_ARG(out);
    NodeLock turn(*raw_of(saved)->node());
    *out = give(raw_of(saved)->unpack());
  });
}
vjp_status vjp_saved_tensor_register_hooks(vjp_saved_tensor* saved, const vjp_saved_tensor_hooks* hooks) {
  return guard([&] {
    VJP_ARG(saved);
    VJP_ARG(hooks);
    Ref<CallbackHooks> pair = CallbackHooks::make(*hooks);
    NodeLock turn(*raw_of(saved)->node());
    raw_of(saved)->register_hooks(Ref<PackHooks>::share(pair.get()));
    pair->take_over();
  });
}
