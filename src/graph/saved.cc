#include "graph/saved.h"

#include <vector>

#include "base/forced_unwind.h"
#include "graph/mark_used.h"
#include "graph/meta.h"
#include "graph/references.h"

namespace vjp {

VJP_THREAD_SLOT(const ViewUpdate*, view_update, kTravelsInCall) = nullptr;

// A value that went through hooks, and the autograd state that what comes back is given.
struct SavedBox {
  RefCount refs;
  Ref<PackHooks> hooks;
  void* packed = nullptr;
  Edge edge;  // of an input: its node, or the accumulator of a leaf that requires grad
  Dims sizes;
  Dtype dtype = Dtype::None;
  TangentSlot tangent;

  ~SavedBox() { hooks->drop(packed); }
  static void destroy(SavedBox* box) noexcept { delete box; }
};

namespace {

[[gnu::cold]] void check_not_inference(const Tensor& t, const Node& node, std::string_view name) {
  fail(VJP_ERROR_STATE,
       "{}: {} is an inference tensor ({}), which cannot be saved for backward; clone it outside inference mode to get "
       "an ordinary one",
       node.name(), name, t);
}

// Code that drops the tensor does not see when the node does: its memory is used on the node's stream until then (spec
// GC-8). While an operator is recorded its node may have no slot yet; then that will be the current stream.
[[gnu::cold]] void note_use(const Tensor& t, const Node& node) {
  mark_used(t, node.stream() ? *node.stream() : current_stream(t.device()));
}

}  // namespace

void SavedTensor::keep(const Tensor& t) noexcept {
  version_ = t->version().load(std::memory_order_relaxed);
  if (!t->data) flags_ |= kLater;
  p_ = Ref<TensorImpl>::share(t.get()).detach();
}

SavedTensor SavedTensor::input(const Tensor& t, const Node& node, std::string_view name) {
  SavedTensor s;
  if (!t) return s;
  if (t->storage->inference) [[unlikely]]
    check_not_inference(t, node, name);
  if (is_leaf(*t.get())) s.flags_ = kLeaf;
  if ((mode_word & kModePackSaved) && !t->is_wrapped_number) [[unlikely]] {
    if (PackHooks* hooks = innermost_hooks()) {
      s.pack(t, node, name, Ref<PackHooks>::share(hooks));
      return s;
    }
  }
  if (!t.device().is_cpu()) [[unlikely]]
    note_use(t, node);
  s.keep(t);
  return s;
}

SavedTensor SavedTensor::output(const Tensor& t, uint32_t slot, const Node& node, std::string_view name) {
  SavedTensor s;
  if (t->storage->inference) [[unlikely]]
    check_not_inference(t, node, name);
  s.flags_ = kOutput;
  s.slot_ = static_cast<uint16_t>(slot);
  Tensor alias = t.alias();
  if (mode_word & kModePackSaved) [[unlikely]] {
    if (PackHooks* hooks = innermost_hooks()) {
      s.pack(alias, node, name, Ref<PackHooks>::share(hooks));
      return s;
    }
  }
  if (!t.device().is_cpu()) [[unlikely]]
    note_use(t, node);
  s.version_ = t->version().load(std::memory_order_relaxed);
  if (!t->data) s.flags_ |= kLater;
  s.p_ = alias.detach_handle();
  return s;
}

SavedTensor::SavedTensor(const SavedTensor& other) noexcept
    : p_(other.p_), version_(other.version_), slot_(other.slot_), flags_(other.flags_) {
  if (!p_) return;
  flags_& kBoxed ? box().refs.retain() : impl().refs.retain();
}

void SavedTensor::release() noexcept {
  if (flags_ & kBoxed) {
    Ref<SavedBox>::take(&box());
  } else {
    Ref<TensorImpl>::take(&impl());
  }
  p_ = nullptr;
}

// ---- hooks ----

void SavedTensor::pack(const Tensor& t, const Node& node, std::string_view name, Ref<PackHooks> hooks) {
  Edge edge;
  if (!(flags_ & kOutput)) {
    edge = gradient_edge(*t.get());                               // of a view: rebuilt, if it is stale
    flags_ = !edge || edge.node->accumulated_leaf() ? kLeaf : 0;  // of one answer: another thread may detach it
  }
  uint32_t before = t->version().load(std::memory_order_relaxed);
  void* packed;
  {
    ModeGuard quiet(kModeNoGrad, kModePackSaved);
    packed = hooks->pack(t);
  }
  SavedBox* made = nullptr;
  try {
    made = new SavedBox;
  }
  VJP_CATCH_ALL {
    hooks->drop(packed);
    throw;
  }
  auto box = Ref<SavedBox>::take(made);
  box->packed = packed;
  box->hooks = std::move(hooks);
  box->edge = std::move(edge);
  box->sizes = Dims(t.sizes());
  box->dtype = t.dtype();
  // Of all levels: what is recorded runs below those of its arguments' tangents.
  if (forward_level_lives()) [[unlikely]] {
    ForwardLevel level = highest_tangent(*t.get(), kNoForwardLimit);
    for (; level; level = highest_tangent(*t.get(), level.order)) box->tangent.set(level, tangent_snapshot(t, level));
  }
  if (t->version().load(std::memory_order_relaxed) != before) {
    fail(VJP_ERROR_STATE, "{}: the pack hook changed its argument {} ({}) in place", node.name(), name, t);
  }
  flags_ |= kBoxed;
  version_ = before;
  p_ = box.detach();
}

SavedTensor SavedTensor::with_hooks(const Node& node, std::string_view name, Ref<PackHooks> hooks) const {
  if (!p_) fail(VJP_ERROR_STATE, "{}: {} is none; only a tensor can be given hooks", node.name(), name);
  if (flags_ & kBoxed) fail(VJP_ERROR_STATE, "{}: {} has hooks already", node.name(), name);
  store();
  SavedTensor packed;
  packed.flags_ = flags_;
  packed.slot_ = slot_;
  packed.pack(Tensor::share(&impl()), node, name, std::move(hooks));
  return packed;
}

Tensor SavedTensor::unpack_box(Node& node, std::string_view name, bool tie) const {
  Ref<SavedBox> keep = Ref<SavedBox>::share(&box());  // the hook may free the node
  Tensor data = keep->hooks->unpack(keep->packed, node, name);
  if (!data) fail(VJP_ERROR_INVALID, "{}: the unpack hook of {} returned no tensor", node.name(), name);
  // Derivatives trust what was saved.
  if (!same(data.sizes(), keep->sizes) || data.dtype() != keep->dtype) {
    fail(VJP_ERROR_INVALID, "{}: the unpack hook of {} returned {}, but {}{} was packed", node.name(), name, data,
         name_of(keep->dtype), detail::to_text(IntSpan(keep->sizes)));
  }
  Tensor t = data.alias();
  t->own_version = Ref<VersionCounter>::take(new VersionCounter(0));
  if (forward_level_lives()) meta_of(*t.get()).tangent.add(keep->tangent);
  if (flags_ & kOutput) return tie ? tied(t, node) : t;
  if (!keep->edge) return t;
  if (flags_ & kLeaf) {
    t->requires_grad = true;
    meta_of(*t.get()).borrowed_accumulator = keep->edge.node;
  } else {
    t->node = Ref<Node>(keep->edge.node).detach();
    t->output_number = keep->edge.slot;
  }
  return t;
}

// ---- unpacking ----

Tensor SavedTensor::unpack(Node& node, std::string_view name, bool tie) && {
  if (!p_) return {};
  if (flags_ & (kBoxed | kLater)) [[unlikely]] {
    if (flags_ & kBoxed) return unpack_box(node, name, tie);
    store();
  }
  TensorImpl& t = impl();
  if (!(flags_ & (kOutput | kLeaf)) && !t.node) [[unlikely]]
    fail_detached(node, name);
  uint32_t now = t.version().load(std::memory_order_relaxed);
  if (now != version_) [[unlikely]]
    fail_version(node, name, now);
  if ((flags_ & kOutput) && tie) return tied(Tensor::share(&t).alias(), node);
  p_ = nullptr;
  return Tensor::take(&t);
}

// Gives an output, a tensor of nobody else's, its history.
Tensor SavedTensor::tied(const Tensor& t, Node& node) const {
  const TensorImpl* saved = flags_ & kBoxed ? nullptr : &impl();
  if (saved && saved->meta && forward_level_lives()) meta_of(*t.get()).tangent.add(saved->meta->tangent);
  Ref<Node> history = Ref<Node>::share(&node);
  if (view_update && view_update.get()->inner == &node)
    history = view_update.get()->history(view_update.get()->update, t);
  t->node = history.detach();
  t->output_number = slot_;
  return t;
}

void SavedTensor::keep_tangent_of(const Tensor& result, ForwardLevel level) const {
  if (!p_ || !(flags_ & kOutput)) return;
  if (flags_ & kBoxed) {
    box().tangent.set(level, tangent_snapshot(result, level));
  } else {
    meta_of(impl()).tangent.set(level, tangent_of(result, level));
  }
}

void SavedTensor::fail_detached(const Node& node, std::string_view name) const {
  fail(VJP_ERROR_STATE, "{}: {} ({}), which it saved for backward, was detached in place", node.name(), name,
       describe(impl()));
}

void SavedTensor::fail_version(const Node& node, std::string_view name, uint32_t now) const {
  const TensorImpl& t = impl();
  std::string maker;
  if (flags_ & kOutput) {
    maker = format(", output {} of {}", int{slot_}, node.name());
  } else if (Edge history = present_history(t)) {
    maker = format(", output {} of {}", history.slot, history.node->name());
  }
  fail(
      VJP_ERROR_VERSION,
      "{}: {} ({}{}), needed for the gradient, was changed in place: it is at version {}, expected version {}; anomaly "
      "mode finds the forward call whose gradient this is",
      node.name(), name, describe(t), maker, now, version_);
}

void fail_freed(const Node& node, std::string_view attribute) {
  fail(VJP_ERROR_STATE,
       "{}: its saved tensors, {} among them, were freed by an earlier backward; pass retain_graph to the first one to "
       "walk a graph twice or to read what it saved",
       node.name(), attribute);
}

// ---- for collectors ----

void SavedTensor::visit(const ReferenceVisitor& visit) const {
  visit(flags_ & kBoxed ? Referee::SavedBox : Referee::Tensor, p_);
}
void visit_saved_box(void* object, const ReferenceVisitor& visit) {
  auto& box = *static_cast<SavedBox*>(object);
  visit(Referee::Node, box.edge.node.get());
  visit(Referee::PackHooks, box.hooks.get());
  box.hooks->visit_packed(box.packed, visit);
}
RefCount& saved_box_refs(void* box) { return static_cast<SavedBox*>(box)->refs; }
void release_saved_box(void* box) noexcept { Ref<SavedBox>::take(static_cast<SavedBox*>(box)); }

}  // namespace vjp
