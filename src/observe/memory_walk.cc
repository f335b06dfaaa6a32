#include "observe/memory_walk.h"

#include "engine/task.h"
#include "graph/attributes.h"
#include "graph/batched.h"
#include "graph/meta.h"
#include "graph/saved.h"

namespace vjp {
namespace {

// A visitor that calls f(kind, object); the function lives as long as it.
template <class F>
ReferenceVisitor noted(F&& f) {
  return {[](void* data, Referee kind, void* object, void (*)(void*)) {
            (*static_cast<std::remove_reference_t<F>*>(data))(kind, object);
          },
          &f};
}

}  // namespace

void MemoryWalk::run(const MemoryRoots& roots) {
  for (const auto& [tensor, name] : roots.tensors) {
    Found& found = tensors_[item(Referee::Tensor, tensor).tensor];
    if (!name.empty()) found.name = name;
  }
  for (const MemoryHeld& held : roots.held) {
    if (!held.tensor) continue;
    item(Referee::Tensor, held.tensor.get()).references += 2;  // the optimizer's, and this one
    keep(held.tensor.get(), {.kind = held.kind, .name = held.name, .tensor = describe(*held.tensor.get())});
  }
  visit_grad_calls();
  for (size_t i = 0; i < items_.size(); ++i) visit(i);
  for (const Item& one : items_) {
    if (one.kind != Referee::Tensor) continue;
    const size_t all = static_cast<TensorImpl*>(one.object)->refs.count();
    if (all > one.references + 1) tensors_[one.tensor].unexplained = all - one.references - 1;
  }
}

MemoryWalk::~MemoryWalk() {
  for (const Item& one : items_) release_referee(one.kind, one.object);
}

MemoryWalk::Item& MemoryWalk::item(Referee kind, void* object) {
  auto [at, fresh] = known_.try_emplace(object, items_.size());
  if (fresh) {
    try {
      if (kind == Referee::Tensor) tensors_.push_back({static_cast<TensorImpl*>(object), {}, {}});
      items_.push_back({kind, object, 0, tensors_.empty() ? 0 : tensors_.size() - 1});
    } catch (const std::bad_alloc&) {
      known_.erase(object);
      throw;
    }
    refs_of(kind, object).retain();  // another thread may drop what it was found in
  }
  return items_[at->second];
}

void MemoryWalk::keep(TensorImpl* tensor, MemoryKeeper keeper) {
  tensors_[item(Referee::Tensor, tensor).tensor].keepers.push_back(std::move(keeper));
}

void MemoryWalk::visit(size_t index) {
  const Item one = items_[index];
  auto count = [this](Referee kind, void* object) {
    if (kind != Referee::Context && kind != Referee::Link) ++item(kind, object).references;
  };
  ReferenceVisitor note = noted(count);
  switch (one.kind) {
    case Referee::Tensor:
      visit_references(*static_cast<TensorImpl*>(one.object), note);
      return visit_tensor(*static_cast<TensorImpl*>(one.object));
    case Referee::Node:
      visit_references(*static_cast<Node*>(one.object), note);
      return visit_node(*static_cast<Node*>(one.object));
    case Referee::SavedBox:
      visit_saved_box(one.object, note);
      return visit_box(one.object);
    case Referee::MultiHook:
      return multi_hook.visit(one.object, note);
    default:
      return;
  }
}

void MemoryWalk::visit_tensor(TensorImpl& t) {
  AutogradMeta* meta = meta_if_any(t);
  if (!meta) return;
  Tensor grad;
  if (auto lock = try_lock_leaf(t)) grad = meta->grad;
  const std::string name = tensors_[item(Referee::Tensor, &t).tensor].name;
  if (grad) keep(grad.get(), {.kind = VJP_MEMORY_GRADIENT, .name = name, .tensor = describe(t)});
  if (meta->view && meta->view->base)
    keep(meta->view->base.get(), {.kind = VJP_MEMORY_VIEW, .name = name, .tensor = describe(t)});
  if (meta->batched) {
    TensorImpl* physical = meta->batched->physical.get();
    ++item(Referee::Tensor, physical).references;
    keep(physical, {.kind = VJP_MEMORY_BATCHED, .name = name, .tensor = describe(t)});
  }
  if (!forward_level_lives()) return;
  for (ForwardLevel level = meta->tangent.highest(kNoForwardLimit); level; level = meta->tangent.highest(level.order)) {
    Tensor tangent = meta->tangent.get(level);
    if (!tangent) continue;
    ++item(Referee::Tensor, tangent.get()).references;
    keep(tangent.get(), {.kind = VJP_MEMORY_TANGENT, .name = name, .tensor = describe(t)});
  }
}

void MemoryWalk::visit_node(Node& node) {
  if (TensorImpl* leaf = node.accumulated_leaf())
    keep(leaf, {.kind = VJP_MEMORY_GRAPH, .name = node.name(), .sequence = node.sequence, .tensor = describe(*leaf)});
  for (size_t i = 0; i < node.num_attributes(); ++i) {
    std::vector<SavedTensor> saved;
    {
      SavedLock lock(node);
      std::span<SavedTensor> all = node.saved_tensors(i);
      saved.assign(all.begin(), all.end());
    }
    for (size_t e = 0; e < saved.size(); ++e) {
      MemoryKeeper keeper{.kind = VJP_MEMORY_SAVED,
                          .name = node.name(),
                          .sequence = node.sequence,
                          .attribute = node.attribute_name(i),
                          .element = e};
      saved[e].visit(noted([&](Referee kind, void* object) {
        if (kind == Referee::SavedBox) {
          boxes_.try_emplace(object, keeper);
        } else if (kind == Referee::Tensor) {
          keeper.tensor = describe(*static_cast<TensorImpl*>(object));
          keep(static_cast<TensorImpl*>(object), keeper);
        }
      }));
    }
  }
}

// What the library's own hooks keep in the place of a saved value is a saved value.
void MemoryWalk::visit_box(void* box) {
  auto owner = boxes_.find(box);
  if (owner == boxes_.end()) return;
  visit_saved_box(box, noted([&](Referee kind, void* object) {
                    if (kind != Referee::Tensor) return;
                    MemoryKeeper keeper = owner->second;
                    keeper.tensor = describe(*static_cast<TensorImpl*>(object));
                    keep(static_cast<TensorImpl*>(object), std::move(keeper));
                  }));
}

// Those of this thread: others go on meanwhile.
void MemoryWalk::visit_grad_calls() {
  each_waiting_gradient([&](Node& node, uint32_t slot, TensorImpl* gradient) {
    ++item(Referee::Tensor, gradient).references;
    keep(gradient, {.kind = VJP_MEMORY_GRAD_CALL,
                    .name = node.name(),
                    .sequence = node.sequence,
                    .element = slot,
                    .tensor = describe(*gradient)});
  });
}

}  // namespace vjp
