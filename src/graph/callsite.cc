#include "graph/callsite.h"

#include <cxxabi.h>
#include <dlfcn.h>
#include <execinfo.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <mutex>

#include "base/last_error.h"
#include "base/profile.h"
#include "graph/scope.h"

namespace vjp {
namespace {

constexpr int kMaxFrames = 64;

struct Provider {
  CallSiteFn fn;
  void* context;
  void (*drop)(void*);
  ~Provider() {
    if (drop) drop(context);
  }
};

// Never destroyed: nodes may be made while the process ends.
struct Current {
  std::mutex mutex;
  std::shared_ptr<Provider> provider;
};
Current& current() {
  static auto* state = new Current();
  return *state;
}

std::shared_ptr<Provider> current_provider() {
  std::lock_guard lock(current().mutex);
  return current().provider;
}

std::string demangled(const char* name) {
  int status = 0;
  char* text = abi::__cxa_demangle(name, nullptr, nullptr, &status);
  std::string out = text ? text : name;
  std::free(text);
  return out;
}

std::string hex(uintptr_t value) {
  char text[24];
  std::snprintf(text, sizeof text, "%#zx", static_cast<size_t>(value));
  return text;
}

// "  main+0x1f (build/program)"; the offset is the file's where there is no symbol, as addr2line wants it.
std::string frame_text(void* address) {
  auto at = reinterpret_cast<uintptr_t>(address);
  Dl_info info{};
  if (!dladdr(address, &info)) return format("  {}\n", hex(at));
  auto base = reinterpret_cast<uintptr_t>(info.dli_sname ? info.dli_saddr : info.dli_fbase);
  std::string name = info.dli_sname ? demangled(info.dli_sname) : std::string();
  return format("  {}+{} ({})\n", name, hex(at - base), info.dli_fname ? info.dli_fname : "?");
}

// The same in short: "main+0x1f in program", or "program+0x1503" where there is no symbol.
std::string frame_place(void* address) {
  auto at = reinterpret_cast<uintptr_t>(address);
  Dl_info info{};
  if (!dladdr(address, &info)) return hex(at);
  std::string file = info.dli_fname ? info.dli_fname : "?";
  file.erase(0, file.rfind('/') + 1);
  if (!info.dli_sname) return format("{}+{}", file, hex(at - reinterpret_cast<uintptr_t>(info.dli_fbase)));
  return format("{}+{} in {}", demangled(info.dli_sname), hex(at - reinterpret_cast<uintptr_t>(info.dli_saddr)), file);
}

// The frames of this library say nothing about the user's program, unless there are no others. A tool that stands in
// for backtrace() may have put its own frame before them.
int first_foreign_frame(void* const* frames, int count) {
  Dl_info own{}, info{};
  static const char here = 0;
  if (!dladdr(&here, &own)) return 0;
  bool inside = false;
  for (int i = 0; i < count; ++i) {
    bool foreign = dladdr(frames[i], &info) && info.dli_fbase != own.dli_fbase;
    if (foreign && inside) return i;
    inside = inside || !foreign;
  }
  return 0;
}

// The innermost of some lines, the last one: "  train.c:12, in step\n".
std::string last_line(std::string_view text) {
  while (text.ends_with('\n')) text.remove_suffix(1);
  text.remove_prefix(std::min(text.size(), text.rfind('\n') + 1));
  while (text.starts_with(' ')) text.remove_prefix(1);
  return std::string(text);
}

}  // namespace

void set_call_site_callback(CallSiteFn fn, void* context, void (*drop)(void*)) {
  auto fresh = fn ? std::make_shared<Provider>(fn, context, drop) : nullptr;
  {
    std::lock_guard lock(current().mutex);
    current().provider.swap(fresh);
  }
  if (!fn && drop) drop(context);
}

std::unique_ptr<CallSite> CallSite::capture(bool whole) {
  auto site = std::make_unique<CallSite>();
  site->whole_ = whole;
  if (auto provider = current_provider()) {
    Callback callback;
    provider->fn(provider->context, site.get());
  }
  if (site->text_.empty() && !site->place_.empty()) site->text_ = format("  {}\n", site->place_);
  if (site->text_.empty()) site->text_ = pushed_locations();
  if (site->place_.empty()) site->place_ = last_line(site->text_);
  if (!site->text_.empty()) return site;
  void* frames[kMaxFrames];
  site->num_frames_ = backtrace(frames, kMaxFrames);
  site->frames_ = std::make_unique<void*[]>(static_cast<size_t>(site->num_frames_));
  std::copy(frames, frames + site->num_frames_, site->frames_.get());
  return site;
}

const std::string& CallSite::text() {
  if (text_.empty()) {
    for (int i = first_foreign_frame(frames_.get(), num_frames_); i < num_frames_; ++i) text_ += frame_text(frames_[i]);
    place_ = place();
    frames_.reset();
    num_frames_ = 0;
  }
  return text_;
}

std::string CallSite::place() const {
  if (!place_.empty() || !frames_) return place_;
  int frame = first_foreign_frame(frames_.get(), num_frames_);
  return frame < num_frames_ ? frame_place(frames_[frame]) : "";
}

void CallSite::set_place(const char* file, int32_t line, const char* function) {
  place_ = format("{}:{}", file ? file : "?", line);
  if (function && *function) place_ += format(", in {}", function);
}

VJP_FILL_PORT(place_in_program) = [] { return std::string(CallSite::capture()->text()); };

}  // namespace vjp
