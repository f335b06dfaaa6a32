#include "engine/multi_gradient.h"

#include <algorithm>
#include <mutex>

#include "base/forced_unwind.h"
#include "engine/grad_call.h"
#include "graph/batched.h"
#include "graph/meta.h"
#include "graph/references.h"

namespace vjp {
namespace {

// What the parts of one multi-gradient hook share: each part is a tensor hook that reports here. It ends, and drops the
// user's context, with its last part.
class MultiGradient {
 public:
  MultiGradient(TensorList tensors, const std::vector<Edge>& histories, vjp_multi_grad_mode mode,
                vjp_multi_grad_hook_fn fn, void* context);
  static void destroy(MultiGradient* whole) noexcept { delete whole; }
  ~MultiGradient() {
    if (drop_) drop_(context_);
  }
  void own_context(void (*drop)(void*)) noexcept { drop_ = drop; }

  vjp_status first_arrived(vjp_tensor* grad);
  vjp_status arrived(size_t index, vjp_tensor* grad);
  void part_gone(size_t index) noexcept;
  void visit(const ReferenceVisitor& visit) const {
    if (drop_) visit(Referee::Context, context_, drop_);
  }

  RefCount refs;
  const vjp_multi_grad_mode mode;

 private:
  // Where a tensor's gradient arrives, weakly: null when the part has gone, which a dying node or leaf waits for.
  struct Place {
    Node* node = nullptr;
    TensorImpl* leaf = nullptr;
  };
  // What has arrived in one task.
  struct Progress {
    int64_t task;
    size_t missing;
    std::vector<Tensor> grads;
  };
  using Tasks = std::vector<Progress>;

  Tasks take_ended();  // of tasks that failed, or are over and were called
  Progress* find(int64_t task);
  size_t count_reached(size_t arrived) const;

  vjp_multi_grad_hook_fn fn_;
  void* context_;
  void (*drop_)(void*) = nullptr;
  std::mutex mutex_;  // guards the next two; no code of the user runs under it
  std::vector<Place> places_;
  Tasks tasks_;
};

struct Part {
  Ref<MultiGradient> whole;
  size_t index;
};

// Where the gradients of the tensors will arrive. Held while the parts are added: a tensor may be detached meanwhile.
std::vector<Edge> histories_of(TensorList tensors) {
  std::vector<Edge> histories;
  for (size_t i = 0; i < tensors.size(); ++i) {
    const Tensor& t = tensors[i];
    if (!t) fail(VJP_ERROR_INVALID, "multi-gradient hook: tensor {} is NULL", i);
    if (!requires_grad(t)) fail(VJP_ERROR_STATE, "multi-gradient hook: tensor {} ({}) does not require grad", i, t);
    histories.push_back(history_of(*t.get()));
  }
  return histories;
}

MultiGradient::MultiGradient(TensorList tensors, const std::vector<Edge>& histories, vjp_multi_grad_mode mode,
                             vjp_multi_grad_hook_fn fn, void* context)
    : mode(mode), fn_(fn), context_(context) {
  for (size_t i = 0; i < tensors.size(); ++i) {
    Node* node = histories[i].node.get();
    places_.push_back({node, node ? nullptr : tensors[i].get()});
  }
}

MultiGradient::Progress* MultiGradient::find(int64_t task) {
  auto at = std::find_if(tasks_.begin(), tasks_.end(), [&](const Progress& p) { return p.task == task; });
  return at == tasks_.end() ? nullptr : &*at;
}

MultiGradient::Tasks MultiGradient::take_ended() {
  auto first = std::partition(tasks_.begin(), tasks_.end(), [](const Progress& p) { return is_running_id(p.task); });
  Tasks ended(std::make_move_iterator(first), std::make_move_iterator(tasks_.end()));
  tasks_.erase(first, tasks_.end());
  return ended;
}

// How many of the tensors this task reaches; one of them has just been.
size_t MultiGradient::count_reached(size_t arrived) const {
  size_t count = 0;
  for (size_t i = 0; i < places_.size(); ++i) {
    bool reached = i == arrived;
    if (!reached && places_[i].node) reached = fate_of(*places_[i].node).executes;
    if (!reached && places_[i].leaf) {
      LeafLock lock(*places_[i].leaf);  // a dying accumulator waits for it
      Node* accumulator = places_[i].leaf->meta->accumulator;
      reached = accumulator && fate_of(*accumulator).executes;
    }
    count += reached;
  }
  return count;
}

vjp_status MultiGradient::first_arrived(vjp_tensor* grad) {
  Tasks ended;  // ends after the lock
  {
    std::lock_guard lock(mutex_);
    int64_t task = current_grad_call_id();
    if (find(task)) return VJP_OK;
    ended = take_ended();
    tasks_.push_back({task, 0, {}});
  }
  return fn_(context_, &grad, 1);
}

vjp_status MultiGradient::arrived(size_t index, vjp_tensor* grad) {
  Tasks ended;  // ends after the lock
  std::vector<Tensor> complete;
  {
    std::lock_guard lock(mutex_);
    int64_t task = current_grad_call_id();
    Progress* progress = find(task);
    if (!progress) {
      ended = take_ended();
      tasks_.push_back({task, count_reached(index), std::vector<Tensor>(places_.size())});
      progress = &tasks_.back();
    }
    if (progress->missing == 0) return VJP_OK;
    progress->grads[index] = Tensor::share(impl_of(grad));
    if (--progress->missing > 0) return VJP_OK;
    complete = std::move(progress->grads);
  }
  return fn_(context_, reinterpret_cast<vjp_tensor* const*>(complete.data()), complete.size());
}

void MultiGradient::part_gone(size_t index) noexcept {
  std::lock_guard lock(mutex_);
  places_[index] = {};
}

vjp_status part_arrived(void* context, vjp_tensor* grad, vjp_tensor**) {
  Part& part = *static_cast<Part*>(context);
  bool any = part.whole->mode == VJP_MULTI_GRAD_ANY;
  return any ? part.whole->first_arrived(grad) : part.whole->arrived(part.index, grad);
}

void drop_part(void* context) {
  auto* part = static_cast<Part*>(context);
  part->whole->part_gone(part->index);
  delete part;
}

}  // namespace

VJP_FILL_PORT(multi_hook) = {
    .visit_part =
        [](const Hook& hook, const ReferenceVisitor& visit) {
          if (hook.drop() != drop_part) return false;
          visit(Referee::MultiHook, static_cast<Part*>(hook.context)->whole.get());
          return true;
        },
    .visit = [](void* whole, const ReferenceVisitor& visit) { static_cast<MultiGradient*>(whole)->visit(visit); },
    .refs = [](void* whole) -> RefCount& { return static_cast<MultiGradient*>(whole)->refs; },
    .release = [](void* whole) noexcept { Ref<MultiGradient>::take(static_cast<MultiGradient*>(whole)); },
};

Ref<Hook> add_multi_gradient_hook(TensorList tensors, vjp_multi_grad_mode mode, vjp_multi_grad_hook_fn fn,
                                  void* context, void (*drop)(void*)) {
  if (mode != VJP_MULTI_GRAD_ALL && mode != VJP_MULTI_GRAD_ANY) {
    fail(VJP_ERROR_INVALID, "multi-gradient hook: mode {} is neither all nor any", static_cast<int>(mode));
  }
  if (tensors.empty()) fail(VJP_ERROR_INVALID, "multi-gradient hook: at least one tensor is needed");
  std::vector<Tensor> whole_batches;
  for (const Tensor& t : tensors) whole_batches.push_back(physical_of(t));
  tensors = whole_batches;
  std::vector<Edge> histories = histories_of(tensors);
  auto whole = Ref<MultiGradient>::take(new MultiGradient(tensors, histories, mode, fn, context));
  auto all = Ref<Hook>::take(new Hook({}, nullptr, 0));
  std::vector<Ref<Hook>> parts;
  parts.reserve(tensors.size());
  try {
    for (size_t i = 0; i < tensors.size(); ++i) {
      auto part = std::make_unique<Part>(Part{whole, i});
      parts.push_back(add_tensor_hook(*tensors[i].get(), histories[i], part_arrived, part.get(), drop_part));
      part.release();
    }
  }
  VJP_CATCH_ALL {
    for (const Ref<Hook>& part : parts) part->remove();
    throw;
  }
  all->own_parts(std::move(parts));
  whole->own_context(drop);
  return all;
}

}  // namespace vjp
