// Makes a failing call smaller, as long as it fails in the same way.
#pragma once

#include <functional>

#include "call.h"
#include "operators.h"

namespace fuzz {

// `fails` says whether a call fails as the first one did.
Call minimised(const Operator& op, Call call, const std::function<bool(const Call&)>& fails);

}  // namespace fuzz
