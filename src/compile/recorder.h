// Recorder: writes down what operators a function calls on this thread while it runs, and what else it does.
//
// Note: what makes a record impossible. Anything of the library that the function calls and that is neither an operator
// nor a deed (record.h), when it could have an effect or tell something that the key does not have: it comes by note(),
// of which the entries of the library see to (capi.h); an operator the shape of whose result depends on values; an
// operator that fails, for the function may have done something about it. Tensors that the function makes on other
// threads, or keeps for its next call, are taken for ones from outside: it may not do that.
#pragma once

#include <unordered_map>

#include "base/untraced.h"
#include "compile/record.h"
#include "engine/compiled.h"
#include "ops/interceptor.h"

namespace vjp::compile {

class Recorder final : public Interceptor, public Untraced {
 public:
  // What of it can run as one kernel is looked for, unless the options leave that out.
  Recorder(TensorList inputs, std::vector<uint64_t> key, const CompileOptions& options);
  void handle(OpCall& call) override;
  void note(const char* what) noexcept override;
  void note_shape(const char* what) noexcept override;
  void note_deed(const char* name, TensorList tensors, const Deed& deed);
  void note_detached(const TensorImpl& from, const TensorImpl& made) noexcept override;

  Ref<Record> finish(TensorList results);

 private:
  template <class F>
  void write(F&& f) noexcept;
  template <class F>
  void quietly(const char* name, F&& f);  // nothing of what it does is written down; it may fail
  void stop(const char* what, const char* why) noexcept;
  void add_call(const OpCall& call);
  void add_results(const OpCall& call);
  Value kept(const Value& v);
  void* keep(const void* data, size_t bytes);
  int64_t number_of(const TensorImpl* t);

  Ref<Record> record_;
  std::unordered_map<const TensorImpl*, int64_t> numbers_;
  std::vector<Fusable> fusable_;  // by step
  const bool fuses_;
  const CompileOptions how_;
  bool stopped_ = false, in_operator_ = false;
};

// Does it; a function that this thread records does it again when the record runs. `name` lives for ever.
void perform(const char* name, TensorList tensors, const Deed& deed);

}  // namespace vjp::compile
