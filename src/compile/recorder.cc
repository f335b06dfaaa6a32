#include "compile/recorder.h"

#include <cstring>

#include "base/error.h"
#include "graph/callsite.h"
#include "graph/modes.h"

namespace vjp::compile {

namespace {

// Modes that a call is made in again.
uint32_t modes_of_step() { return mode_word & ~kBatchModes; }

// A grad call that is left to the engine is a part of the record all the same.
CompileOptions of_grad_calls(CompileOptions options) {
  options.strict = false;
  return options;
}

}  // namespace

Recorder::Recorder(TensorList inputs, std::vector<uint64_t> key, const CompileOptions& options)
    : fuses_(!(options.skip_passes & kFusePass)), how_(of_grad_calls(options)) {
  write([&] {
    record_ = Ref<Record>::take(new Record);
    record_->key_ = std::move(key);
    record_->how_ = how_;
    record_->num_inputs_ = record_->num_values_ = static_cast<uint32_t>(inputs.size());
    for (size_t i = 0; i < inputs.size(); ++i)
      if (inputs[i]) numbers_.emplace(inputs[i].get(), i);  // of one that is there twice the first
  });
}

// The function knows nothing of the record: where there is no memory for it, there is none.
template <class F>
void Recorder::write(F&& f) noexcept {
  if (stopped_) return;
  try {
    f();
  } catch (const std::bad_alloc&) {
    record_.reset();
    stopped_ = true;
  }
}

template <class F>
void Recorder::quietly(const char* name, F&& f) {
  bool failed = true;
  struct AtEnd {
    Recorder& recorder;
    const char* name;
    const bool &failed, outer;
    ~AtEnd() {
      recorder.in_operator_ = outer;
      if (failed) recorder.stop(name, " failed");
    }
  } at_end{*this, name, failed, std::exchange(in_operator_, true)};
  f();
  failed = false;
}

void Recorder::stop(const char* what, const char* why) noexcept {
  write([&] {
    const bool outer =
        std::exchange(in_operator_, true);  // what a binding calls to find its place is not the function's
    const std::string place = CallSite::capture(false)->place();
    in_operator_ = outer;
    auto obstacle = Ref<Record>::take(new Record);
    obstacle->key_ = std::move(record_->key_);
    obstacle->obstacle_ = format("{}{}{}{}", what, why, place.empty() ? "" : ", at ", place);
    record_ = std::move(obstacle);
  });
  stopped_ = true;
}

void Recorder::note(const char* what) noexcept {
  if (!in_operator_) stop(what, " is no operator");
}
void Recorder::note_shape(const char* what) noexcept {
  if (stopped_) return;
  stop(what, " gives a shape that depends on values");
}

void Recorder::note_detached(const TensorImpl& from, const TensorImpl& made) noexcept {
  if (in_operator_) return;
  write([&] {
    Record& r = *record_;
    Value v{VJP_KIND_TENSOR, 0, {}};
    v.as.integer = number_of(&from);
    r.steps_.push_back(
        {nullptr, Form::Functional, modes_of_step(), static_cast<uint32_t>(r.args_.size()), r.num_values_, 1});
    r.args_.push_back(v);
    if (fuses_) fusable_.emplace_back();
    numbers_[&made] = r.num_values_++;
  });
}

// What it calls is not the function's. One that fails leaves the reason behind, too.
void Recorder::note_deed(const char* name, TensorList tensors, const Deed& deed) {
  write([&] {
    Record& r = *record_;
    r.doings_.push_back(std::make_unique<Record::Doing>(Record::Doing{name, deed, tensors.size()}));
    const uint32_t modes = modes_of_step() & ~kModeInterceptCalls;  // that is the recorder
    r.steps_.push_back({nullptr, Form::Functional, modes, static_cast<uint32_t>(r.args_.size()), r.num_values_, 0,
                        r.doings_.back().get()});
    for (const Tensor& t : tensors) {
      Value v{VJP_KIND_TENSOR, 0, {}};
      v.as.integer = number_of(t.get());
      r.args_.push_back(v);
    }
    if (fuses_) fusable_.emplace_back();
  });
  quietly(name, [&] { deed(tensors, how_); });
}

void perform(const char* name, TensorList tensors, const Deed& deed) {
  if (Untraced* recorder = untraced) return static_cast<Recorder*>(recorder)->note_deed(name, tensors, deed);
  deed(tensors, CompileOptions());
}

// A call that fails leaves the reason behind; one that does not takes it back.
void Recorder::handle(OpCall& call) {
  if (stopped_ || in_operator_) return next(call);
  write([&] { add_call(call); });
  quietly(call.op.c_name(), [&] { next(call); });
  write([&] { add_results(call); });
}

void* Recorder::keep(const void* data, size_t bytes) {
  auto& copy = record_->lists_.emplace_back(new std::byte[bytes]);
  if (bytes > 0) std::memcpy(copy.get(), data, bytes);
  return copy.get();
}

int64_t Recorder::number_of(const TensorImpl* t) {
  if (!t) return Record::kNothing;
  const auto [at, is_new] = numbers_.emplace(t, 0);
  if (is_new) {
    const Tensor tensor = Tensor::share(const_cast<TensorImpl*>(t));
    at->second = Record::kOutside + static_cast<int64_t>(record_->outside_.size());
    describe(record_->outside_key_, tensor);
    record_->outside_.push_back(tensor);
  }
  return at->second;
}

Value Recorder::kept(const Value& v) {
  Value copy = v;
  switch (v.kind) {
    case VJP_KIND_TENSOR:
      copy.as.integer = number_of(impl_of(v.as.tensor));
      break;
    case VJP_KIND_TENSOR_LIST: {
      std::vector<int64_t> numbers;
      for (const Tensor& t : Unbox<TensorList>::get(v)) numbers.push_back(number_of(t.get()));
      copy.as.ints = static_cast<const int64_t*>(keep(numbers.data(), numbers.size() * sizeof(int64_t)));
      break;
    }
    case VJP_KIND_INT_LIST:
    case VJP_KIND_FLOAT_LIST:
      static_assert(sizeof(double) == sizeof(int64_t));
      copy.as.ints = static_cast<const int64_t*>(keep(v.as.ints, v.count * sizeof(int64_t)));
      break;
    case VJP_KIND_STRING:
      copy.as.string = static_cast<const char*>(keep(v.as.string, std::strlen(v.as.string) + 1));
      break;
    case VJP_KIND_GENERATOR:
      record_->generators_.push_back(Ref<Generator>::share(Unbox<Generator*>::get(v)));
  }
  return copy;
}

void Recorder::add_call(const OpCall& call) {
  Record& r = *record_;
  const uint32_t first = static_cast<uint32_t>(r.args_.size());
  size_t in_lists = 0;
  for (int a = 0; a < call.op.schema.num_args; ++a) {
    r.args_.push_back(kept(call.args[a]));
    if (call.args[a].kind == VJP_KIND_TENSOR_LIST) in_lists += call.args[a].count;
  }
  if (call.form == Form::Out) r.args_.push_back(kept(box(*call.outs)));
  r.longest_list_ = std::max(r.longest_list_, in_lists);
  r.steps_.push_back({&call.op, call.form, modes_of_step(), first, r.num_values_, 0});
}

// Of in-place and out forms it is an argument. A result may be a handle that was given: it is known under both names.
void Recorder::add_results(const OpCall& call) {
  Record& r = *record_;
  const std::span<Tensor> results = call.results();
  for (size_t i = 0; i < results.size(); ++i)
    if (results[i]) numbers_[results[i].get()] = r.num_values_ + static_cast<int64_t>(i);
  r.steps_.back().num_results = static_cast<uint32_t>(results.size());
  r.num_values_ += static_cast<uint32_t>(results.size());
  if (fuses_) fusable_.emplace_back(call);
}

Ref<Record> Recorder::finish(TensorList results) {
  write([&] {
    for (const Tensor& t : results) record_->results_.push_back(number_of(t.get()));
    record_->finish(fusable_, how_.memory_budget);
  });
  return std::move(record_);
}

}  // namespace vjp::compile
