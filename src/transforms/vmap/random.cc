// Random operators inside levels: refused, the same for all samples, or different (spec HIGH-11).
#include <algorithm>

#include "base/error.h"
#include "graph/batch_level.h"
#include "ops/functions/creation.h"
#include "ops/functions/join.h"
#include "ops/functions/view_shape.h"
#include "transforms/vmap/rules.h"

namespace vjp {
namespace {

int generator_argument(const OpDef& op) {
  for (int a = 0; a < op.schema.num_args; ++a)
    if (op.schema.args[a].type == ArgType::Generator) return a;
  return -1;
}

// Whether the numbers drawn depend on the elements of tensors, not on a shape alone.
bool reads_elements(const OpDef& op) {
  for (const std::string_view name :
       {"Bernoulli", "Binomial", "Multinomial", "NormalFloatTensor", "NormalTensor", "Poisson"})
    if (op.type_name == name) return true;
  return false;
}

// The levels whose samples get numbers of their own.
LevelList different_levels(const OpDef& op, const LevelList& all) {
  LevelList different;
  for (uint64_t number : all) {
    const BatchLevel* level = find_batch_level(number);
    if (!level) continue;
    if (level->randomness == VJP_RANDOMNESS_ERROR) {
      fail(VJP_ERROR_STATE,
           "{}: a random operator inside vmap, whose randomness is 'error'; say whether all samples are to get the "
           "'same' numbers or 'different' ones",
           op.name());
    }
    if (level->randomness == VJP_RANDOMNESS_DIFFERENT) different.add(number);
  }
  return different;
}

Dims sizes_of(const LevelList& levels) {
  Dims sizes;
  for (uint64_t level : levels) sizes.push_back(find_batch_level(level)->size);
  return sizes;
}

int size_argument(const OpDef& op) { return op.schema.index_of("size"); }

// The levels of the thread do not count: for what an operator is made of, they did for the operator.
class WithoutLevels {
 public:
  WithoutLevels() : former_(innermost_batch_level) { innermost_batch_level = 0; }
  WithoutLevels(const WithoutLevels&) = delete;
  ~WithoutLevels() { innermost_batch_level = former_; }

 private:
  uint64_t former_;
};

// The operator itself, below: from the top it would come to its levels again.
Tensor draw(const OpCall& call, const Value* args) {
  WithoutLevels off;
  Tensor out;
  OpCall below{call.op, args, Form::Functional, &out};
  below.left = call.left;
  next(below);
  return out;
}

// Once for each sample.
Tensor drawn_one_by_one(const OpCall& call, const LevelList& levels) {
  int64_t count = 1;
  Dims sizes = sizes_of(levels);
  for (int64_t size : sizes) count *= size;
  std::vector<Tensor> samples;
  for (int64_t i = 0; i < std::max<int64_t>(count, 1); ++i) samples.push_back(draw(call, call.args));
  for (int64_t size : samples[0].sizes()) sizes.push_back(size);
  return count ? view(stack(samples, 0), sizes) : empty(sizes, samples[0].dtype());
}

// A tensor of the argument's kind that is batched at `levels` and no others; its elements do not count.
Tensor likeness(const Tensor& t, const LevelList& levels) {
  LevelList have;
  if (is_batched(t)) have = batch_of(*t.get()).levels;
  if (std::equal(have.begin(), have.end(), levels.begin(), levels.end())) return physical_of(t);
  OperatorDevice there(t.device());
  Dims sizes = sizes_of(levels);
  for (int64_t size : t.sizes()) sizes.push_back(size);
  return Tensor::empty(sizes, t.dtype());
}

void check_reading(const OpDef& op, const Tensor& t, const LevelList& different) {
  if (!is_batched(t)) return;
  for (uint64_t level : batch_of(*t.get()).levels) {
    if (different.has(level)) continue;
    fail(VJP_ERROR_STATE,
         "{}: its argument {} is batched, so that the samples cannot get the 'same' numbers; use randomness "
         "'different'",
         op.name(), t);
  }
}

// Rows of weights, whatever is in front of them.
Tensor multinomial_rows(const OpCall& call, Arguments& own, const Tensor& weights, int batch) {
  if (weights.ndim() - batch < 1 || weights.ndim() - batch > 2)
    fail(VJP_ERROR_SHAPE, "multinomial: a sample's weights have {} dimensions, expected one or two",
         weights.ndim() - batch);
  Dims sizes(weights.sizes());
  const int64_t columns = sizes[sizes.n - 1];
  int64_t rows = 1;
  for (int i = 0; i + 1 < sizes.n; ++i) rows *= sizes[i];
  own.put(0, reshape(weights, Dims{rows, columns}));
  Tensor out = draw(call, own.data());
  sizes[sizes.n - 1] = out.size(1);
  return view(out, sizes);
}

// All tensors with the levels in front, and behind those with as many dimensions as the one that has most.
void read_with_levels(const OpCall& call, Arguments& own, const LevelList& different) {
  const auto for_each_tensor = [&call](const auto& f) {
    for (int a = 0; a < call.op.schema.num_args; ++a)
      if (call.args[a].kind == VJP_KIND_TENSOR) f(a, as_tensor(call.args[a].as.tensor));
  };
  int rank = 0;
  for_each_tensor([&rank](int, const Tensor& t) { rank = std::max(rank, t.ndim()); });
  for_each_tensor([&](int a, const Tensor& t) {
    check_reading(call.op, t, different);
    const Tensor whole = expanded_with(t, different);
    Dims sizes = sizes_of(different);
    for (int i = t.ndim(); i < rank; ++i) sizes.push_back(1);
    for (int64_t size : t.sizes()) sizes.push_back(size);
    own.put(a, reshape(whole, sizes));
  });
}

Tensor drawn(const OpCall& call, const LevelList& different) {
  const OpDef& op = call.op;
  const Value* args = call.args;
  Arguments own(op, args);
  if (const int size = size_argument(op); size >= 0) {
    Dims sizes = sizes_of(different);
    for (int64_t s : Unbox<IntSpan>::get(args[size])) sizes.push_back(s);
    own.put(size, sizes);
  } else if (op.type_name == std::string_view("Multinomial")) {
    const Tensor& t = as_tensor(args[0].as.tensor);
    check_reading(op, t, different);
    return make_batched(multinomial_rows(call, own, expanded_with(t, different), different.count), different);
  } else if (reads_elements(op)) {
    read_with_levels(call, own, different);
  } else if (args[0].kind != VJP_KIND_TENSOR) {
    return make_batched(drawn_one_by_one(call, different), different);
  } else {
    own.put(0, likeness(as_tensor(args[0].as.tensor), different));
  }
  return make_batched(draw(call, own.data()), different);
}

}  // namespace

bool is_random(const OpDef& op) {
  // composites are taken apart into those that are
  return op.family != Family::Composite && generator_argument(op) >= 0;
}

bool batch_random(OpCall& call) {
  LevelList all = levels_of_thread();
  all.add(levels_of(call.op, call.args));
  if (call.form == Form::Out)
    all.add(is_batched(*call.outs) ? BatchLevels(batch_of(*call.outs->get()).levels) : BatchLevels());
  const LevelList different = different_levels(call.op, all);
  if (call.form == Form::Functional) {
    if (different.count == 0 && levels_of(call.op, call.args).count == 0) return false;
    call.outs[0] = drawn(call, different);
    return true;
  }
  const Tensor& target = *call.target();
  if (!is_batched(target) && different.count == 0) return false;
  check_target_levels(call.op, target, different);
  const LevelList& have = batch_of(*target.get()).levels;
  if (call.form == Form::Inplace && !reads_elements(call.op) && have.count == different.count) {
    Arguments own(call.op, call.args);
    own.put(0, physical_of(target));
    WithoutLevels off;
    next_with(call, own.data());
  } else {
    copy_batched(call.op, target, drawn(call, different));
  }
  return true;
}

}  // namespace vjp
