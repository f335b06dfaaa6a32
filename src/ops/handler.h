// The chain of handlers that every call of an operator goes down: from its name to its kernel.
//
//   intercepted calls > device > autocast > cuts > taken apart > forward mode > batching > tape > intercepted kernels
//   > observers > kernel
//
// A handler is an entry of a table: its place, the forms of call that it is for, and one function, which sees the call
// as one object and goes on with next(call), with other arguments, several times, or not at all. What it does before
// and after is its own affair; an error of what is below passes through it. A new transform is a new handler, in a
// room of its own above this one, which writes VJP_HANDLER and takes a bit of the mode word (graph/modes.h) for its
// place. Nothing here knows it, and while its bit is clear it costs nothing: one test says whether a mode is on or a
// device in play, and if not, a call runs in a straight line (run_bare in dispatch.cc).
//
// Note: what a handler may rely on.
// - Above the place "taken apart" it sees composites, whole; below it only operators that have a kernel or are views.
//   What a composite calls comes by from the top again, as what the handler itself calls does.
// - Above "tape" tensors are as the program has them; below it neither the tape nor forward mode follows what runs
//   (BelowAutograd).
// - `args` holds borrowed values. Others are put in their place for what is below, by CallWith or next_with, and put
//   back after it: a handler sees the arguments that it was given until it returns.
// - Results: `outs` has a place for each; a list of views is `list`. In-place and out forms have a target instead,
//   which is the first argument, or outs[0]; it has been checked when the tape has seen it, and its version is counted
//   up after what is below has written it. A handler that answers without next() writes the target itself (and counts,
//   if it is above the tape): results that it made apart go there by overwrite_with (ops/internal.h).
//
// Note: what is on inside a handler. The bit of a handler stays as it is while it runs: what its own operators, and the
// parts of what is below, do about it is its own choice, made by a guard (autocast and cuts clear their bit, forward
// mode has NoForward). One whose own operators must not come back to it has to do so. Rules may compute with kernels of
// their own instead of operators; one that has to see what they compute adds its bit to derivatives_followed().
//
// Note: levels. A handler with `levels` has a stack, and its bit is set while the stack is not empty. It takes the
// innermost level off (the bit is cleared with the last one), and puts it back on its way out; next() starts at its own
// place, and so finds the level around it. So a level's own operators are seen by the levels around it only, and
// nesting needs nothing else. Transforms that nest with one another in any order (batching within forward mode within
// batching) share one handler whose levels are of several kinds: which of them comes first is which was entered last,
// which no order of places can say. What a level saves with a node (create_graph, checkpoints) is of the levels around
// it, by the same rule.
//
// Note: threads. A handler's bit travels with the mode word; what hangs on it must travel by the same rule (Travel in
// base/thread_context.h), or be held by what takes the word along (engine/thread_state.h). In a backward pass the bit
// stays on, unless GradCall clears it; on the thread of a started call the bit has come along, but a slot that travels
// in a call only has its initial value.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "graph/modes.h"
#include "ops/op.h"

namespace vjp {

// How an operator is called. A view is a Functional or List call, of the family View.
enum class Form : uint8_t { Functional, List, Inplace, Out };
inline constexpr uint8_t only(Form form) { return static_cast<uint8_t>(1u << static_cast<int>(form)); }
inline constexpr uint8_t kAllForms = 0xf;

struct OpCall {
  const OpDef& op;
  const Value* args;
  Form form;
  Tensor* outs = nullptr;               // Functional: op.schema.num_outputs places; Out: the tensor to write
  std::vector<Tensor>* list = nullptr;  // List: the results
  uint32_t left = kHandlers;            // the places that it has not passed

  // What an in-place or out form writes; null where the first argument is no tensor.
  const Tensor* target() const {
    if (form == Form::Out) return outs;
    return form == Form::Inplace && args[0].kind == VJP_KIND_TENSOR ? &as_tensor(args[0].as.tensor) : nullptr;
  }
  std::span<Tensor> results() const {
    if (form == Form::List) return *list;
    return {outs, form == Form::Functional ? static_cast<size_t>(op.schema.num_outputs) : 0};
  }
};

struct Handler {
  uint32_t place;  // its bit of the mode word
  uint8_t forms;   // it is passed over for others
  bool levels;
  void (*handle)(OpCall& call);
};

// Goes on below the handler that runs.
void next(OpCall& call);

// The same with other arguments, which may lie elsewhere.
void next_with(OpCall& call, const Value* args);

// Other arguments for what is below, on the same devices.
class CallWith {
 public:
  CallWith(OpCall& call, const Value* args) : call_(call), former_(call.args) { call.args = args; }
  ~CallWith() { call_.args = former_; }
  CallWith(const CallWith&) = delete;
  CallWith& operator=(const CallWith&) = delete;

 private:
  OpCall& call_;
  const Value* former_;
};

#define VJP_HANDLER(name, ...)                             \
  static constinit const ::vjp::Handler name{__VA_ARGS__}; \
  [[gnu::section("vjp_handlers"), gnu::used]] static constinit const ::vjp::Handler* const name##_registered = &name

}  // namespace vjp
