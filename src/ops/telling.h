// An operator's error is reported under the name of the outermost operator, called by the user, and by its arguments.
#pragma once

#include "base/error.h"
#include "ops/handler.h"

namespace vjp {

// Throws the error in flight on, out of an operator: with the operator's name in the place of the inner one's, the
// names of its arguments in the places of theirs, and where the inner operator's words alone would not help, with what
// it was given.
[[noreturn, gnu::cold, gnu::noinline]] void tell(Error& error, const OpDef& op, const Value* args, Form form);

// The same for what is no operator but made of them: index expressions and the like.
[[noreturn, gnu::cold, gnu::noinline]] void tell_as(std::string_view name, Error& error);
template <class F>
decltype(auto) told_as(std::string_view name, F&& f) {
  try {
    return f();
  } catch (Error& error) {
    tell_as(name, error);
  }
}

}  // namespace vjp
