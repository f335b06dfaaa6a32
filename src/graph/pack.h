// Saved-value hooks (spec SHOOK): pairs (pack, unpack) that decide how a node keeps a tensor, and the thread's stack of
// them. Only the innermost pair counts.
#pragma once

#include <string>
#include <string_view>

#include "graph/guard.h"
#include "tensor/tensor.h"
#include "vjp/saved.h"

namespace vjp {

struct ReferenceVisitor;  // references.h

// A pair. What `pack` returns is kept in the tensor's place, `unpack` makes a tensor of it as often as one is asked
// for, and `drop` ends it.
class PackHooks {
 public:
  virtual ~PackHooks() = default;
  static void destroy(PackHooks* hooks) noexcept { delete hooks; }

  virtual void* pack(const Tensor& tensor) = 0;                                      // with grad mode off
  virtual Tensor unpack(void* packed, const Node& node, std::string_view name) = 0;  // the names are for messages
  virtual void drop(void* packed) noexcept = 0;
  // Whether it counts what a region saves, because the region will be computed again: tangents are not for it.
  virtual bool counts_values() const { return false; }
  // For collectors: the context of the pair, and a packed value.
  virtual void visit_context(const ReferenceVisitor&) const {}
  virtual void visit_packed(void*, const ReferenceVisitor&) const {}
  // Asked where kModeTolerateMutation is on: `t` is about to be changed in place.
  virtual void before_change(const TensorImpl&) {}

  RefCount refs;
};

// A pair of the user's callbacks. The context stays the caller's until `take_over`, after everything that may fail.
class CallbackHooks final : public PackHooks {
 public:
  static Ref<CallbackHooks> make(const vjp_saved_tensor_hooks& callbacks);
  ~CallbackHooks() override;
  void take_over() noexcept { drop_ = call_.drop; }

  void* pack(const Tensor& tensor) override;
  Tensor unpack(void* packed, const Node& node, std::string_view name) override;
  void drop(void* packed) noexcept override;
  void visit_context(const ReferenceVisitor& visit) const override;
  void visit_packed(void* packed, const ReferenceVisitor& visit) const override;

 private:
  explicit CallbackHooks(const vjp_saved_tensor_hooks& callbacks) : call_(callbacks) {}

  vjp_saved_tensor_hooks call_;
  void (*drop_)(void*) = nullptr;
};

// One level of the stack: a pair, or the message of a region that refuses pairs. Levels never change, so that a stack
// is captured by its top.
struct PackLevel {
  RefCount refs;
  Ref<PackHooks> hooks;  // null: refused
  std::string refusal;
  Ref<PackLevel> below;
  static void destroy(PackLevel* level) noexcept { delete level; }
};

// The pair that applies now; null if there is none. Asked only where kModePackSaved is on.
PackHooks* innermost_hooks() noexcept;
// Whether the pair is on the stack, innermost or not.
bool in_force(const PackHooks* hooks) noexcept;
// Announces to the pairs on the stack that `t` is about to be changed.
void before_change(const TensorImpl& t);
// Throws inside a region that refuses pairs; `what` would push one.
void check_hooks_allowed(const char* what);

// A region with a new top of the stack: a pair that is now the innermost one.
class PackRegion : public Guard {
 public:
  // `modes`: bits that are on in the region besides kModePackSaved.
  explicit PackRegion(Ref<PackLevel> level, uint32_t modes = 0) noexcept;
  ~PackRegion() override;
  static Ref<PackLevel> level_of(Ref<PackHooks> hooks);  // on the present top

 private:
  Ref<PackLevel> former_;
  uint32_t modes_, former_modes_;
};

// A region in which pushing a pair fails with a message (spec SHOOK-11).
class RefusePackRegion final : public Guard {
 public:
  explicit RefusePackRegion(Ref<PackLevel> level) noexcept;
  ~RefusePackRegion() override;
  static Ref<PackLevel> level_of(std::string message);  // a state error while a pair is in force

 private:
  Ref<PackLevel> former_;
};

// The stack as part of a thread's state that travels into grad calls (spec THREAD-7). The bit kModePackSaved travels
// with the word of modes.
Ref<PackLevel> capture_pack_stack();
class PackStackScope {
 public:
  explicit PackStackScope(Ref<PackLevel> top) noexcept;
  ~PackStackScope();
  PackStackScope(const PackStackScope&) = delete;
  PackStackScope& operator=(const PackStackScope&) = delete;

 private:
  Ref<PackLevel> former_;
};

}  // namespace vjp
