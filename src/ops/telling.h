// An operator's error is told under the name of the outermost operator, which the user called, and by its arguments.
#pragma once

#include "base/error.h"
#include "ops/op.h"

namespace vjp {

enum class Form : uint8_t { Functional, Inplace, Out };

// Throws the error in flight on, out of an operator: with the operator's name in the place of the inner one's, the
// names of its arguments in the places of theirs, and where the inner operator's words alone would not help, with what
// it was given.
[[noreturn, gnu::cold, gnu::noinline]] void tell(Error& error, const OpDef& op, const Value* args, Form form);

}  // namespace vjp
