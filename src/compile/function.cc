#include "compile/function.h"

#include <algorithm>

#include "base/error.h"
#include "compile/cache.h"
#include "compile/recorder.h"
#include "device/default_device.h"
#include "graph/anomaly.h"
#include "graph/batched.h"
#include "graph/modes.h"
#include "ops/autocast.h"

namespace vjp::compile {
namespace {

// What is on in the thread, or in the process, that the calls of a record would not be seen by in the same way. Batched
// tensors that are neither given nor of a level that the thread is in are others' business.
Fallback obstacle_around(TensorList inputs) {
  follow_forward_level();
  if (anomaly_mode.load(std::memory_order_relaxed)) return Fallback::Traced;
  const auto batched = [](const Tensor& t) { return is_batched(t); };
  if (current_batch_level() != 0 || std::any_of(inputs.begin(), inputs.end(), batched)) return Fallback::Batched;
  if (mode_word & kModeForward) return Fallback::Forward;
  if (mode_word & (kModeInterceptCalls | kModeInterceptKernels | kModeObserveOps)) return Fallback::Intercepted;
  if (mode_word & kModeRecordCuts) return Fallback::Traced;
  return Fallback::None;
}

uint64_t word_of(Device device) {
  return uint64_t{static_cast<uint8_t>(device.type)} << 32 | static_cast<uint32_t>(device.index);
}

std::vector<uint64_t> key_of(TensorList inputs) {
  std::vector<uint64_t> key{inputs.size(), mode_word & ~kBatchModes, word_of(wanted_device)};
  if (mode_word & kModeAutocast) {
    const AutocastSettings settings = AutocastSettings::of_this_thread();
    for (Dtype dtype : settings.dtypes) key.push_back(static_cast<uint64_t>(dtype));
    key.push_back(settings.cache);
  }
  for (size_t i = 0; i < inputs.size(); ++i) {
    size_t first = 0;
    while (!inputs[first].is(inputs[i])) ++first;
    key.push_back(first);
    if (first == i) describe(key, inputs[i]);
  }
  return key;
}

template <class Change>
void count(Change&& change) {
  Cache& cache = Cache::of_process();
  std::lock_guard lock(cache.mutex());
  change(cache);
}

}  // namespace

Ref<Record> Function::find(std::span<const uint64_t> key, uint64_t& number) {
  std::lock_guard lock(mutex_);
  for (const Kept& kept : records_) {
    if (!kept.record->holds_for(key)) continue;
    number = kept.number;
    return kept.record;
  }
  explain(key);
  return {};
}

// With the lock; against the newest one, which is the most like it.
void Function::explain(std::span<const uint64_t> key) {
  std::string text = "the function was not recorded yet";
  if (!records_.empty()) {
    const Record& newest = *records_.front().record;
    const bool same = std::equal(key.begin(), key.end(), newest.key().begin(), newest.key().end());
    text = same ? format("tensor {} from outside is not what it was", newest.changed_outside())
                : "the function was not recorded for arguments and modes like these";
  }
  count([&](Cache& cache) { cache.last_miss = std::move(text); });
}

// False: there is no memory for it.
bool Function::keep(Ref<Record> record, uint64_t& number) noexcept {
  Kept former;  // ends without the lock
  std::lock_guard lock(mutex_);
  number = ++num_recorded_;
  // Of one that does not hold any more, for a tensor from outside has changed, the new one takes the place.
  for (Kept& old : records_) {
    if (old.record->key() != record->key()) continue;
    former = std::exchange(old, {std::move(record), number});
    return true;
  }
  try {
    records_.insert(records_.begin(), {std::move(record), number});
  } catch (const std::bad_alloc&) {
    return false;
  }
  return true;
}

// Spec FB-1: never an error because of compiling, also where there is no memory for words.
void Function::fall_back(Fallback why, const Record* record) {
  std::string text = name_of(why);
  try {
    if (record) text += ": " + record->obstacle();
    count([&](Cache& cache) {
      ++cache.counters.fallbacks[static_cast<size_t>(why)];
      cache.last_miss = text;
    });
  } catch (const std::bad_alloc&) {
  }
  if (options_.strict)
    fail(VJP_ERROR_NOT_IMPLEMENTED, "the function is to be compiled (strict), and cannot be: {}", text);
}

std::vector<Tensor> Function::run_for(TensorList inputs, Fallback why, const Record* record) {
  fall_back(why, record);
  return run(inputs);
}

std::vector<Tensor> Function::record(TensorList inputs, std::vector<uint64_t> key, uint64_t& by) {
  Recorder recorder(inputs, std::move(key), options_);
  std::vector<Tensor> results;
  {
    struct Noting {
      explicit Noting(Untraced* by) { untraced = by; }
      ~Noting() { untraced.written() = nullptr; }
    } noting(&recorder);
    InterceptScope seen(kModeInterceptCalls, &recorder);
    results = run(inputs);
  }
  const Ref<Record> made = recorder.finish(results);
  uint64_t number;
  if (!made || !keep(made, number)) {
    fall_back(Fallback::Memory);
  } else if (!made->obstacle().empty()) {
    fall_back(Fallback::Untraced, made.get());
  } else {
    by = number;
    count([](Cache& cache) { ++cache.counters.function_records; });
  }
  return results;
}

std::vector<Tensor> Function::call(TensorList inputs, uint64_t& by) {
  // Inside another one that is recorded it is a part of that.
  if (!options_.on || untraced) return run(inputs);
  count([](Cache& cache) { ++cache.counters.function_calls; });
  if (const Fallback why = obstacle_around(inputs); why != Fallback::None) return run_for(inputs, why);
  std::vector<uint64_t> key;
  Ref<Record> record;
  uint64_t number = 0;
  try {
    key = key_of(inputs);
    record = find(key, number);
  } catch (const std::bad_alloc&) {
    return run_for(inputs, Fallback::Memory);
  }
  if (record) {
    if (!record->obstacle().empty()) return run_for(inputs, Fallback::Untraced, record.get());
    count([](Cache& cache) { ++cache.counters.function_hits; });
    by = number;
    return record->run(inputs);
  }
  if (num_recorded_ - num_cleared_ > options_.max_records) return run_for(inputs, Fallback::Sizes);
  return this->record(inputs, std::move(key), by);
}

std::string Function::text() {
  std::lock_guard lock(mutex_);
  return records_.empty() ? "" : records_.front().record->text();
}

void Function::clear() {
  std::vector<Kept> gone;  // what they hold may call the user's code when it ends
  std::lock_guard lock(mutex_);
  gone.swap(records_);
  num_cleared_ = num_recorded_.load();
}

}  // namespace vjp::compile
