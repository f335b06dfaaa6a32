// Rules in the structs of operators (ops/batch.h), and the loop over samples where there is none. Both take the
// innermost level off the arguments; what is left may be batched, and comes to the handler again.
#include <atomic>

#include "base/last_error.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/creation.h"
#include "ops/functions/join.h"
#include "ops/functions/view_part.h"
#include "ops/functions/view_shape.h"
#include "transforms/vmap/rules.h"

namespace vjp {
namespace {

constinit std::atomic<uint64_t> loops{0};

// Arguments with the innermost level's dimension in front, and which of them have it.
struct Peeled {
  const uint64_t level;
  Arguments own;
  Batch batch;

  Peeled(const OpDef& op, const Value* args, uint64_t l) : level(l), own(op, args), batch{0, 0, 0} {
    batch.size = find_batch_level(level)->size;
    const auto has = [&](const Tensor& t) { return is_batched(t) && vjp::batch_of(*t.get()).levels.has(level); };
    for (int a = 0; a < op.schema.num_args; ++a) {
      if (args[a].kind == VJP_KIND_TENSOR) {
        const Tensor& t = as_tensor(args[a].as.tensor);
        if (!has(t)) continue;
        own.put(a, peeled(t, level));
        batch.batched |= 1u << a;
      } else if (args[a].kind == VJP_KIND_TENSOR_LIST) {
        std::vector<Tensor> list;
        for (const Tensor& t : Unbox<TensorList>::get(args[a])) {
          if (has(t)) batch.batched |= 1u << a, batch.items |= 1u << list.size();
          list.push_back(has(t) ? peeled(t, level) : t);
        }
        own.put(a, std::move(list));
      }
    }
  }
};

uint64_t innermost(const OpDef& op, const Value* args) {
  const LevelList levels = levels_of(op, args);
  return levels.v[levels.count - 1];
}

void check_results(const OpDef& op, const Batch& batch, const Tensor* outs) {
  for (int i = 0; i < op.schema.num_outputs; ++i) {
    if (outs[i] && outs[i].ndim() > 0 && outs[i].sizes()[0] == batch.size) continue;
    fail(VJP_ERROR_INTERNAL, "{}: its batching rule gave {} as result {}, expected {} samples in front", op.schema.name,
         outs[i], i, batch.size);
  }
}

void warn_of_loop(const OpDef& op) {
  static constinit std::mutex mutex;
  static auto* warned = new std::vector<const OpDef*>();
  {
    std::lock_guard lock(mutex);
    if (std::find(warned->begin(), warned->end(), &op) != warned->end()) return;
    warned->push_back(&op);
  }
  warn(format("vmap: {} has no batching rule and runs as a loop over the samples", op.name()));
}

// The arguments of one sample.
void pick(const OpDef& op, const Peeled& all, int64_t sample, Arguments& one) {
  for (int a = 0; a < op.schema.num_args; ++a) {
    if (!all.batch.has(a)) continue;
    if (all.own[a].kind == VJP_KIND_TENSOR) {
      one.put(a, select(as_tensor(all.own[a].as.tensor), 0, sample));
      continue;
    }
    std::vector<Tensor> list;
    for (const Tensor& t : Unbox<TensorList>::get(all.own[a]))
      list.push_back(all.batch.has_item(list.size()) ? select(t, 0, sample) : t);
    one.put(a, std::move(list));
  }
}

// No sample says what the shape of a result is: one of zeros does.
void pick_zeros(const OpDef& op, const Peeled& all, Arguments& one) {
  const auto zeros_of = [](const Tensor& t) {
    Dims sizes(t.sizes());
    sizes[0] = 1;
    return select(expand_to_levels(zeros(sizes, t.dtype()), {}), 0, 0);
  };
  for (int a = 0; a < op.schema.num_args; ++a) {
    if (!all.batch.has(a)) continue;
    if (all.own[a].kind == VJP_KIND_TENSOR) {
      one.put(a, zeros_of(as_tensor(all.own[a].as.tensor)));
      continue;
    }
    std::vector<Tensor> list;
    for (const Tensor& t : Unbox<TensorList>::get(all.own[a]))
      list.push_back(all.batch.has_item(list.size()) ? zeros_of(t) : t);
    one.put(a, std::move(list));
  }
}

}  // namespace

namespace {

// Rules fold the batch into other dimensions and take it apart again, which nobody can where there is no sample. They
// get one, behind the samples that are not there, so that the results depend on the arguments all the same.
// Matrices of it have full rank, and square ones a triangle of a positive definite one, so that they can be factorised.
Tensor with_one_sample(const Tensor& t) {
  Dims sizes(t.sizes());
  sizes[0] = 1;
  OperatorDevice there(t.device());
  int64_t count = 1;
  for (int64_t size : sizes) count *= size;
  Tensor sample =
      is_differentiable(t.dtype()) ? reshape(add(arange(count, t.dtype()), 1), sizes) : zeros(sizes, t.dtype());
  if (t.ndim() > 2 && is_differentiable(t.dtype()))
    sample = add(sample, mul(eye(t.size(-2), t.size(-1), t.dtype()), count * count));
  const Tensor parts[] = {t, sample};
  return cat(parts, 0);
}

void add_sample(const OpDef& op, Peeled& all) {
  for (int a = 0; a < op.schema.num_args; ++a) {
    if (!all.batch.has(a)) continue;
    if (all.own[a].kind == VJP_KIND_TENSOR) {
      all.own.put(a, with_one_sample(as_tensor(all.own[a].as.tensor)));
      continue;
    }
    std::vector<Tensor> list;
    for (const Tensor& t : Unbox<TensorList>::get(all.own[a]))
      list.push_back(all.batch.has_item(list.size()) ? with_one_sample(t) : t);
    all.own.put(a, std::move(list));
  }
  all.batch.size = 1;
}

}  // namespace

uint64_t calls_by_loop() noexcept { return loops.load(std::memory_order_relaxed); }

void batch_by_rule(const OpDef& op, const Value* args, Tensor* outs) {
  Peeled all(op, args, innermost(op, args));
  const bool empty = all.batch.size == 0;
  if (empty) add_sample(op, all);
  op.batch(all.batch, all.own.data(), outs);
  check_results(op, all.batch, outs);
  for (int i = 0; empty && i < op.schema.num_outputs; ++i) outs[i] = narrow(outs[i], 0, 0, 0);
  for (int i = 0; i < op.schema.num_outputs; ++i) outs[i] = with_level(outs[i], all.level);
}

void batch_loop(const OpDef& op, const Value* args, Tensor* outs) {
  loops.fetch_add(1, std::memory_order_relaxed);
  warn_of_loop(op);
  Peeled all(op, args, innermost(op, args));
  const auto results = static_cast<size_t>(op.schema.num_outputs);
  std::vector<std::vector<Tensor>> samples(results);
  std::vector<Tensor> one(results);
  const bool empty = all.batch.size == 0;
  for (int64_t i = 0; i < (empty ? 1 : all.batch.size); ++i) {
    Arguments sample(op, all.own.data());
    empty ? pick_zeros(op, all, sample) : pick(op, all, i, sample);
    call(op, sample.data(), one.data());
    for (size_t r = 0; r < results; ++r) samples[r].push_back(std::move(one[r]));
  }
  for (size_t r = 0; r < results; ++r) {
    Tensor whole = stack(samples[r], 0);
    outs[r] = with_level(empty ? narrow(whole, 0, 0, 0) : whole, all.level);
  }
}

}  // namespace vjp
