// The default kind: the region is recorded as usual, and a frame gives the graph empty holders in place of the values
// that it saves. The first holder that a task asks runs the region again, with a pair of hooks that collects the values
// in the same order (spec CKPT-9 to CKPT-19).
//
// Note: who owns whom. The saved values of the region's nodes own the frame; the frame owns the function and the
// inputs, which were there before the region; it knows its holders by number only. So there is no circle, and the frame
// goes with the last of its holders.
#include <mutex>
#include <unordered_map>

#include "base/forced_unwind.h"
#include "base/last_error.h"
#include "base/pool.h"
#include "engine/grad_call.h"
#include "graph/batched.h"
#include "graph/meta.h"
#include "graph/modes.h"
#include "graph/pack.h"
#include "graph/references.h"
#include "graph/saved.h"
#include "ops/autocast.h"
#include "ops/op_trace.h"
#include "transforms/checkpoint.h"

namespace vjp {

VJP_THREAD_SLOT(CheckpointSettings, checkpoint_settings, kTravels);
namespace {

// Unwinds a region that is computed again and has given all that is needed.
class StopRecomputation final : public Error {
 public:
  StopRecomputation() : Error(VJP_ERROR_CANCELLED, "the recomputation of a checkpointed region has all it needs") {}
};

// What is compared of a saved value.
struct Look {
  Dims sizes;
  Dtype dtype = Dtype::None;
  Device device;

  explicit Look(const Tensor& t) : sizes(t.sizes()), dtype(t.dtype()), device(t.device()) {}
  bool operator==(const Look& other) const {
    return dtype == other.dtype && device == other.device && same(sizes, other.sizes);
  }
  std::string text() const {
    std::string form = format("{}{}", name_of(dtype), IntSpan(sizes));
    return device.is_cpu() ? form : format("{} on {}", form, to_text(device));
  }
};

// One recomputation: for one task, or for one reading outside of any.
struct Recomputation {
  enum class State : uint8_t { Missing, Filled, Read };
  struct Value {
    Tensor tensor;
    uint32_t version = 0;
    State state = State::Missing;
  };

  RefCount refs;
  static void destroy(Recomputation* r) noexcept { delete r; }

  std::recursive_mutex mutex;  // held while the region is computed
  bool running = false, done = false;
  bool stopped = false;
  size_t collected = 0;
  std::vector<Value> values;  // one a holder; guarded by the frame's mutex
  std::vector<Look> looks;
  OpTrace trace;
};

VJP_THREAD_SLOT(Recomputation*, innermost_recomputation, kTravelsInCall) = nullptr;  // of this thread

Recomputation* innermost() { return innermost_recomputation; }

// Keeps the inputs of a region as a node would, so that hooks around the region, those of an outer region among them,
// see them.
class InputsNode final : public Node {
 public:
  static Ref<InputsNode> make(TensorList inputs) {
    size_t bytes = node_bytes(sizeof(InputsNode), 0, 1, 0, 0);
    void* memory = pool_allocate(bytes);
    auto node = Ref<InputsNode>::take(new (memory) InputsNode(memory, bytes));
    for (const Tensor& t : inputs) {
      node->saved_.push_back(SavedTensor::input(as_it_is_now(physical_of(t)), *node, "input"));
      node->levels_.push_back(is_batched(t) ? batch_of(*t.get()).levels : LevelList());
    }
    return node;
  }
  const char* name() const override { return "Checkpoint"; }
  void apply(std::span<Tensor>, std::span<Tensor>) override {}
  void visit_context(const ReferenceVisitor& visit) override {
    for (const SavedTensor& saved : saved_) saved.visit(visit);
  }

  std::vector<Tensor> unpack() {
    std::vector<Tensor> inputs;
    for (size_t i = 0; i < saved_.size(); ++i) {
      Tensor input = SavedTensor(saved_[i]).unpack(*this, "input");
      inputs.push_back(input ? make_batched(std::move(input), levels_[i]) : input);
    }
    return inputs;
  }

 private:
  InputsNode(void* memory, size_t bytes) : Node(memory, sizeof(InputsNode), 0, 1, 0, bytes) {}

  // A leaf that requires grad is kept itself. Others may get another history inside the region, by which they would
  // own the frame: kept is an alias with the present one.
  static Tensor as_it_is_now(const Tensor& t) {
    if (!t || (is_leaf(*t.get()) && requires_grad(t))) return t;
    Tensor alias = t.alias();
    Edge edge = gradient_edge(*t.get());
    alias->node = edge.node.detach();
    alias->output_number = edge.slot;
    return alias;
  }

  std::vector<SavedTensor> saved_;
  std::vector<LevelList> levels_;  // of batched inputs
};

// A region in the graph, and the pair of hooks in force during its forward.
class Frame final : public PackHooks {
 public:
  Frame(Ref<CheckpointFunction> function, TensorList inputs, const CheckpointOptions& options)
      : function_(std::move(function)),
        random_(options.preserve_random_state),
        options_(options),
        inputs_(InputsNode::make(inputs)) {}

  std::vector<Tensor> forward(TensorList inputs) {
    std::vector<Tensor> results;
    InterceptScope observer(kModeObserveOps, options_.debug ? &trace_ : nullptr);
    results = function_->run(inputs, false);
    random_.check_devices();
    complete_ = true;
    return results;
  }

  bool counts_values() const override { return true; }
  // But for the values of recomputations, which seldom outlive a backward: what has them stays.
  void visit_context(const ReferenceVisitor& visit) const override {
    visit(Referee::Node, inputs_.get());
    visit_function(function_, visit);
  }
  void* pack(const Tensor& t) override {
    std::lock_guard lock(mutex_);
    alive_.reserve(looks_.size() + 1);  // both or neither: a holder's number lies in each
    looks_.emplace_back(t);
    alive_.push_back(true);
    return reinterpret_cast<void*>(looks_.size());  // its number, from 1
  }
  Tensor unpack(void* packed, const Node& node, std::string_view name) override {
    return read(reinterpret_cast<size_t>(packed) - 1, node, name);
  }
  void drop(void* packed) noexcept override {
    size_t holder = reinterpret_cast<size_t>(packed) - 1;
    {
      std::lock_guard lock(mutex_);
      alive_[holder] = false;
    }
    while (Tensor gone = take_dead(holder)) gone = {};  // it ends after the lock is given back
  }

  // A value that a recomputation saves; throws when it was the last one needed.
  void collect(Recomputation& r, const Tensor& t) {
    if (r.stopped) throw StopRecomputation();  // the region went on in spite of it
    std::lock_guard lock(mutex_);
    size_t holder = r.collected++;
    r.looks.emplace_back(t);
    if (holder >= looks_.size()) return;
    if (alive_[holder]) {
      r.values.resize(looks_.size());
      r.values[holder] = {t.alias(), t->version().load(std::memory_order_relaxed), Recomputation::State::Filled};
    }
    if (!options_.early_stop || r.collected != looks_.size()) return;
    r.stopped = true;
    throw StopRecomputation();
  }

 private:
  Tensor read(size_t holder, const Node& node, std::string_view name);
  // One value that a recomputation has for a holder that is gone.
  Tensor take_dead(size_t holder) noexcept {
    std::lock_guard lock(mutex_);
    for (auto& [task, r] : recomputations_) {
      if (holder < r->values.size() && r->values[holder].tensor) return std::exchange(r->values[holder].tensor, {});
    }
    return {};
  }
  Ref<Recomputation> recomputation_for(int64_t task);
  void recompute(Recomputation& r);
  void run_again(Recomputation& r);
  void compare(const Recomputation& r);
  Tensor take_value(Recomputation& r, size_t holder, const Node& node, std::string_view name);

  Ref<CheckpointFunction> function_;
  RandomState random_;
  AutocastSettings autocast_ = AutocastSettings::of_this_thread();
  KnownBatchLevels levels_ = KnownBatchLevels::of_this_thread();
  CheckpointOptions options_;
  Ref<InputsNode> inputs_;
  bool complete_ = false;  // the forward came to its end
  OpTrace trace_;
  std::mutex mutex_;  // guards what follows
  std::vector<Look> looks_;
  std::vector<bool> alive_;
  std::unordered_map<int64_t, Ref<Recomputation>> recomputations_;
};

// The pair of hooks in force during a recomputation. The graph that it records is seldom walked, but grad calls inside
// the region do so: it keeps its values as they are.
class ValueCollector final : public PackHooks {
 public:
  ValueCollector(Frame& frame, Ref<Recomputation> recomputation)
      : frame_(Ref<PackHooks>::share(&frame)), recomputation_(std::move(recomputation)) {}

  bool counts_values() const override { return true; }
  void* pack(const Tensor& t) override {
    static_cast<Frame&>(*frame_).collect(*recomputation_, t);
    return t.alias().detach_handle();
  }
  Tensor unpack(void* packed, const Node&, std::string_view) override {
    return Tensor::share(static_cast<TensorImpl*>(packed));
  }
  void drop(void* packed) noexcept override { Tensor::take(static_cast<TensorImpl*>(packed)); }

 private:
  Ref<PackHooks> frame_;
  Ref<Recomputation> recomputation_;
};

// The pair `hooks` is the innermost one.
class HooksScope {
 public:
  explicit HooksScope(Ref<PackHooks> hooks) : stack_(PackRegion::level_of(std::move(hooks))), former_(mode_word) {
    mode_word.own() |= kModePackSaved;
  }
  ~HooksScope() { mode_word = (mode_word & ~uint32_t{kModePackSaved}) | (former_ & kModePackSaved); }
  HooksScope(const HooksScope&) = delete;
  HooksScope& operator=(const HooksScope&) = delete;

 private:
  PackStackScope stack_;
  uint32_t former_;
};

// The modes that the forward had: grad mode on, whatever mode the task is in.
class RecordingScope {
 public:
  RecordingScope() : former_(mode_word) { set_mode_word(mode_word & ~uint32_t{kModeNoGrad | kModeInference}); }
  ~RecordingScope() { set_mode_word(former_); }
  RecordingScope(const RecordingScope&) = delete;
  RecordingScope& operator=(const RecordingScope&) = delete;

 private:
  uint32_t former_;
};

class InnermostScope {
 public:
  explicit InnermostScope(Recomputation& r) : former_(innermost()) { innermost_recomputation = &r; }
  ~InnermostScope() { innermost_recomputation = former_; }
  InnermostScope(const InnermostScope&) = delete;
  InnermostScope& operator=(const InnermostScope&) = delete;

 private:
  Recomputation* former_;
};

Tensor Frame::read(size_t holder, const Node& node, std::string_view name) {
  Ref<PackHooks> keep = Ref<PackHooks>::share(this);  // the region may free the graph
  int64_t task = current_grad_call_id();
  if (task < 0) {
    auto alone = Ref<Recomputation>::take(new Recomputation);
    recompute(*alone);
    return take_value(*alone, holder, node, name);
  }
  Ref<Recomputation> r = recomputation_for(task);
  std::lock_guard once(r->mutex);
  if (!r->done) {
    if (r->running) {
      fail(VJP_ERROR_STATE, "{}: a checkpointed region cannot be computed again, for it needs its own results",
           node.name());
    }
    struct Forget {  // also where a callback ends the thread
      Frame& frame;
      const Recomputation& r;
      int64_t task;
      ~Forget() {
        if (r.done) return;
        std::lock_guard lock(frame.mutex_);
        frame.recomputations_.erase(task);
      }
    } forget{*this, *r, task};
    recompute(*r);
    r->done = true;
  }
  return take_value(*r, holder, node, name);
}

Ref<Recomputation> Frame::recomputation_for(int64_t task) {
  std::vector<Ref<Recomputation>> gone;
  std::lock_guard lock(mutex_);
  if (auto found = recomputations_.find(task); found != recomputations_.end()) return found->second;
  auto fresh = Ref<Recomputation>::take(new Recomputation);
  gone.reserve(recomputations_.size());
  recomputations_.emplace(task, fresh);
  // values that finished tasks did not ask for
  std::erase_if(recomputations_, [&](auto& entry) {
    if (is_running_id(entry.first)) return false;
    gone.push_back(std::move(entry.second));
    return true;
  });
  return fresh;
}

void Frame::recompute(Recomputation& r) {
  r.running = true;
  struct Done {
    bool& running;
    ~Done() { running = false; }
  } done{r.running};
  run_again(r);
  compare(r);
}

void Frame::run_again(Recomputation& r) {
  RecordingScope recording;
  BatchLevelsAgain levels(levels_);
  std::vector<Tensor> inputs = inputs_->unpack();
  RandomState::Scope random(random_);
  AutocastRegion autocast(autocast_);
  HooksScope hooks(Ref<PackHooks>::take(new ValueCollector(*this, Ref<Recomputation>::share(&r))));
  InterceptScope observer(kModeObserveOps, options_.debug ? &r.trace : nullptr);
  InnermostScope scope(r);
  try {
    function_->run(inputs, true);
  }
  VJP_CATCH_ALL {
    if (!r.stopped) throw;
    clear_last_error();  // what the region was unwound with
  }
}

// Spec CKPT-13.
void Frame::compare(const Recomputation& r) {
  std::string text;
  {
    std::lock_guard lock(mutex_);
    size_t common = std::min(looks_.size(), r.looks.size());
    if (options_.check_determinism) {
      for (size_t i = 0; i < common; ++i) {
        if (looks_[i] == r.looks[i]) continue;
        text += format("; value {} was {} and is {}", i, looks_[i].text(), r.looks[i].text());
      }
    }
    bool fewer = r.looks.size() < looks_.size();
    bool more = r.looks.size() > looks_.size() && complete_ && options_.check_determinism;
    if (text.empty() && !fewer && !more) return;
    text = format(
        "a checkpointed region saved other values when it was computed again: {} in the forward, {} in the "
        "recomputation{}",
        looks_.size(), r.looks.size(), text);
  }
  if (options_.debug) {
    text += format("\noperators of the forward:{}\noperators of the recomputation:{}", trace_.text(), r.trace.text());
  } else {
    text += "; with debugging on, the operators of both are listed";
  }
  function_->fail_region(VJP_ERROR_INVALID, text);
}

Tensor Frame::take_value(Recomputation& r, size_t holder, const Node& node, std::string_view name) {
  Recomputation::Value value;
  {
    std::lock_guard lock(mutex_);
    if (holder < r.values.size()) {
      value = std::move(r.values[holder]);
      r.values[holder].state = Recomputation::State::Read;
    }
  }
  if (value.state == Recomputation::State::Read) {
    function_->fail_region(
        VJP_ERROR_STATE,
        format("{}: its saved value {} lies in a checkpointed region and was read before in this grad call; a "
               "recomputed value is released as soon as it has been read, so that only one region is in memory at a "
               "time. Read it once and keep it",
               node.name(), name));
  }
  if (value.state == Recomputation::State::Missing) {
    fail(VJP_ERROR_INTERNAL, "{}: a recomputation did not give the saved value {}", node.name(), name);
  }
  uint32_t now = value.tensor->version().load(std::memory_order_relaxed);
  if (now != value.version) {
    fail(VJP_ERROR_VERSION,
         "{}: {} ({}), needed for the gradient, was changed in place inside a checkpointed region: it is at version "
         "{}, expected version {}",
         node.name(), name, value.tensor, now, value.version);
  }
  return std::move(value.tensor);
}

}  // namespace

std::vector<Tensor> checkpoint_recompute(Ref<CheckpointFunction> function, TensorList inputs,
                                         const CheckpointOptions& options) {
  check_hooks_allowed("checkpoint");
  auto* made = new Frame(std::move(function), inputs, options);
  auto frame = Ref<PackHooks>::take(made);
  HooksScope hooks(frame);
  return made->forward(inputs);
}

bool checkpoint_stopping() { return innermost() && innermost()->stopped; }

}  // namespace vjp
