// Hooks that are still there, and what has them: for programs that look for leaks.
#pragma once

#include <string>

#include "graph/hook.h"

namespace vjp {

// Notes hooks that are added from now on; off: and forgets all.
void watch_hooks(bool on);
// Notes a hook, if hooks are watched. `owner`: the count of what it goes with, which removes the hook before it dies.
void note_hook(const Hook& hook, const char* kind, std::string owner_text, const RefCount& owner);
bool watching_hooks() noexcept;
// By a hook that is removed.
void forget_watched(const Hook& hook) noexcept;
// A line each of those that are noted and not removed, in the order of their addition; how many they are.
std::string describe_watched_hooks(size_t& count);

}  // namespace vjp
