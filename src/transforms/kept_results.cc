#include "transforms/kept_results.h"

#include "base/last_error.h"
#include "device/default_device.h"
#include "graph/hook.h"
#include "graph/scope.h"

namespace vjp {

KeptResults::~KeptResults() {
  if (drop_) drop_(context_);
}

bool KeptResults::keeps(const OpDef& op, const Value* args, bool recomputing) {
  vjp_checkpoint_policy decision = VJP_CHECKPOINT_PREFER_RECOMPUTE;
  clear_last_error();
  vjp_status status;
  {
    Callback callback;
    status = policy_(context_, recomputing, reinterpret_cast<const vjp_op*>(&op), args,
                     static_cast<size_t>(op.schema.num_args), &decision);
  }
  if (status != VJP_OK) throw_callback_error(status, "a checkpoint policy");
  if (decision < VJP_CHECKPOINT_MUST_SAVE || decision > VJP_CHECKPOINT_PREFER_RECOMPUTE) {
    fail(VJP_ERROR_INVALID, "a checkpoint policy gave {} for {}, which is no decision", static_cast<int>(decision),
         op.name());
  }
  return decision == VJP_CHECKPOINT_MUST_SAVE || decision == VJP_CHECKPOINT_PREFER_SAVE;
}

void KeptResults::put(const OpDef& op, Entry entry) {
  std::lock_guard lock(mutex_);
  entries_[&op].push_back(std::move(entry));
}

KeptResults::Entry KeptResults::get(const OpDef& op, size_t number) {
  Entry entry;
  {
    std::lock_guard lock(mutex_);
    auto found = entries_.find(&op);
    if (found == entries_.end() || number >= found->second.size()) {
      fail(VJP_ERROR_INVALID,
           "a checkpointed region called {} {} times in the recomputation and fewer times in the forward, whose "
           "results were to be kept",
           op.name(), number + 1);
    }
    entry = found->second[number];
  }
  for (size_t i = 0; i < entry.results.size() && !allow_mutation_; ++i) {
    if (!entry.results[i]) continue;
    uint32_t now = entry.results[i]->version().load(std::memory_order_relaxed);
    if (now != entry.versions[i]) {
      fail(VJP_ERROR_VERSION,
           "result {} of {} ({}), kept for the recomputation, was changed in place: it is at version {}, expected "
           "version {}; keep another, or allow changes",
           i, op.name(), entry.results[i], now, entry.versions[i]);
    }
  }
  return entry;
}

// Instead of running the operator.
void KeepObserver::take(const OpCall& call, Generator& generator) {
  KeptResults::Entry entry = kept_->get(call.op, taken_[&call.op]++);
  std::span<Tensor> outs = call.results();
  for (size_t i = 0; i < outs.size(); ++i) outs[i] = entry.results[i] ? entry.results[i].alias() : Tensor();
  // Random numbers that the kernel would have drawn count as drawn.
  const Generator::State from = entry.random_before, now = generator.state();
  if (from.seed == now.seed && from.offset == now.offset) generator.set_state(entry.random_after);
}

void KeepObserver::handle(OpCall& call) {
  // views cost nothing, and a change in place is no result
  const bool makes = call.form == Form::Functional && call.op.family != Family::View;
  const bool keep = makes && kept_->keeps(call.op, call.args, recomputing_);
  if (!keep) {
    next(call);
    return;
  }
  Generator& generator = default_generator(default_device());  // of the device that the operator runs on
  if (recomputing_) {
    take(call, generator);
    return;
  }
  const Generator::State before = generator.state();
  next(call);
  KeptResults::Entry entry{{}, {}, before, generator.state()};
  for (const Tensor& out : call.results()) {
    entry.results.push_back(out ? out.alias() : Tensor());
    entry.versions.push_back(out ? out->version().load(std::memory_order_relaxed) : 0);
  }
  kept_->put(call.op, std::move(entry));
}

}  // namespace vjp
