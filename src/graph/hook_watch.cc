#include "graph/hook_watch.h"

#include <map>
#include <mutex>
#include <unordered_map>

#include "base/error.h"

namespace vjp {
namespace {

struct Noted {
  uint64_t number;  // in the order of addition
  const char* kind;
  std::string owner_text;
  const RefCount* owner;
};

constinit std::mutex watch_mutex;
std::atomic<bool> watching{false};

struct Notes {
  std::unordered_map<const Hook*, Noted> hooks;
  uint64_t added = 0;
};
// Made at first use and never destroyed: hooks may go after everything else.
Notes& notes() {
  static Notes* const all = new Notes;
  return *all;
}

std::string references_of(const RefCount& owner) {
  const auto count = owner.count();
  return format("{} reference{}", count, count == 1 ? "" : "s");
}

}  // namespace

bool watching_hooks() noexcept { return watching.load(std::memory_order_relaxed); }

void watch_hooks(bool on) {
  std::lock_guard lock(watch_mutex);
  notes().hooks.clear();
  watching.store(on, std::memory_order_relaxed);
}

void note_hook(const Hook& hook, const char* kind, std::string owner_text, const RefCount& owner) {
  std::lock_guard lock(watch_mutex);
  // A thread that removes it meanwhile has forgotten it, or comes after this.
  if (hook.removed()) return;
  notes().hooks.insert_or_assign(&hook, Noted{++notes().added, kind, std::move(owner_text), &owner});
}

void forget_watched(const Hook& hook) noexcept {
  if (!watching_hooks()) return;
  std::lock_guard lock(watch_mutex);
  notes().hooks.erase(&hook);
}

std::string describe_watched_hooks(size_t& count) {
  std::lock_guard lock(watch_mutex);
  std::map<uint64_t, std::string> lines;
  for (const auto& [hook, noted] : notes().hooks) {
    std::string label = hook->label();
    lines[noted.number] =
        format("{} '{}' of {}, which has {}\n", noted.kind, label, noted.owner_text, references_of(*noted.owner));
  }
  count = lines.size();
  std::string text;
  for (const auto& [number, line] : lines) text += line;
  return text;
}

}  // namespace vjp
