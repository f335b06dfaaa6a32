#include "graph/pack.h"

#include "base/struct_size.h"
#include "base/thread_context.h"
#include "graph/hook.h"
#include "graph/later.h"
#include "graph/node.h"
#include "graph/references.h"
#include "graph/scope.h"

namespace vjp {
namespace {

VJP_THREAD_SLOT(PackLevel*, innermost, kTravelsInCall) = nullptr;  // of the pairs of saved-value hooks

PackLevel* top() { return innermost; }

Ref<PackLevel> replace_top(Ref<PackLevel> level) noexcept {
  PackLevel* former = top();
  innermost = level.detach();  // owned
  return Ref<PackLevel>::take(former);
}

}  // namespace

Ref<CallbackHooks> CallbackHooks::make(const vjp_saved_tensor_hooks& c) {
  checked(&c, "vjp_saved_tensor_hooks", "VJP_SAVED_TENSOR_HOOKS_INIT");
  if (!c.pack) fail(VJP_ERROR_INVALID, "vjp_saved_tensor_hooks: pack is NULL");
  if (!c.unpack) fail(VJP_ERROR_INVALID, "vjp_saved_tensor_hooks: unpack is NULL");
  return Ref<CallbackHooks>::take(new CallbackHooks(c));
}
CallbackHooks::~CallbackHooks() {
  if (drop_) drop_(call_.context);
}
void CallbackHooks::visit_context(const ReferenceVisitor& visit) const {
  if (drop_) visit(Referee::Context, call_.context, drop_);
}
void CallbackHooks::visit_packed(void* packed, const ReferenceVisitor& visit) const {
  // Another function type, distinguished by its address alone.
  if (call_.drop_packed)
    visit(Referee::Context, packed, reinterpret_cast<void (*)(void*)>(reinterpret_cast<void (*)()>(call_.drop_packed)));
}
void* CallbackHooks::pack(const Tensor& tensor) {
  union Slot {  // anything; if it is a tensor, the node's from now on
    void* packed = nullptr;
    Tensor tensor;
    Slot() {}
    ~Slot() {}
  } slot;
  vjp_status status;
  {
    Callback callback({&slot.tensor, 1});
    status = call_.pack(call_.context, reinterpret_cast<vjp_tensor*>(tensor.get()), &slot.packed);
  }
  if (status != VJP_OK) throw_callback_error(status, "a pack hook");
  return slot.packed;
}
Tensor CallbackHooks::unpack(void* packed, const Node&, std::string_view) {
  Tensor out;
  vjp_status status;
  {
    Callback callback({&out, 1});
    status = call_.unpack(call_.context, packed, reinterpret_cast<vjp_tensor**>(&out));
  }
  if (status != VJP_OK) throw_callback_error(status, "an unpack hook");
  return out;
}
void CallbackHooks::drop(void* packed) noexcept {
  if (call_.drop_packed) call_.drop_packed(call_.context, packed);
}

PackHooks* innermost_hooks() noexcept { return top() ? top()->hooks.get() : nullptr; }

bool in_force(const PackHooks* hooks) noexcept {
  for (PackLevel* level = top(); level; level = level->below.get())
    if (level->hooks.get() == hooks) return true;
  return false;
}

void before_change(const TensorImpl& t) {
  if (sources_are_awaited()) store_what_reads(*t.storage);
  for (PackLevel* level = top(); level; level = level->below.get())
    if (level->hooks) level->hooks->before_change(t);
}

void check_hooks_allowed(const char* what) {
  if (top() && !top()->hooks)
    fail(VJP_ERROR_STATE, "{}: saved-value hooks are disabled here: {}", what, top()->refusal);
}

Ref<PackLevel> PackRegion::level_of(Ref<PackHooks> hooks) {
  auto level = Ref<PackLevel>::take(new PackLevel);
  level->hooks = std::move(hooks);
  level->below = Ref<PackLevel>::share(top());
  return level;
}
PackRegion::PackRegion(Ref<PackLevel> level, uint32_t modes) noexcept
    : former_(replace_top(std::move(level))), modes_(modes | kModePackSaved), former_modes_(mode_word) {
  mode_word.own() |= modes_;
}
PackRegion::~PackRegion() {
  replace_top(std::move(former_));
  mode_word = (mode_word & ~modes_) | (former_modes_ & modes_);
}

Ref<PackLevel> RefusePackRegion::level_of(std::string message) {
  if (innermost_hooks()) {
    fail(VJP_ERROR_STATE, "saved-value hooks cannot be disabled while a pair is in force: {}", message);
  }
  auto level = Ref<PackLevel>::take(new PackLevel);
  level->refusal = std::move(message);
  level->below = Ref<PackLevel>::share(top());
  return level;
}
RefusePackRegion::RefusePackRegion(Ref<PackLevel> level) noexcept : former_(replace_top(std::move(level))) {}
RefusePackRegion::~RefusePackRegion() { replace_top(std::move(former_)); }

Ref<PackLevel> capture_pack_stack() { return Ref<PackLevel>::share(top()); }

PackStackScope::PackStackScope(Ref<PackLevel> level) noexcept : former_(replace_top(std::move(level))) {}
PackStackScope::~PackStackScope() { replace_top(std::move(former_)); }

}  // namespace vjp
