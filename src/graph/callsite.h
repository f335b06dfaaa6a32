// CallSite: where in the user's program an operator was called, for the reports of anomaly mode (spec ANOM-2) and the
// answers about missing gradients (spec INTRO-15).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace vjp {

class CallSite {
 public:
  // The text of the binding's callback, or else the pushed locations, or else the native backtrace. `whole`: false
  // where the one place is enough, which a binding finds sooner than its stack.
  static std::unique_ptr<CallSite> capture(bool whole = true);

  // A backtrace is looked up in symbol tables when it is first shown. Guarded by the mutex of node metadata.
  const std::string& text();
  // The innermost place, "train.py:12, in step"; "" if only the stack is known. From any thread.
  std::string place() const;

  void set_text(const char* text) { text_ = text ? text : ""; }
  void set_place(const char* file, int32_t line, const char* function);
  bool wants_text() const { return whole_; }

 private:
  std::string text_, place_;
  bool whole_ = true;
  std::unique_ptr<void*[]> frames_;
  int num_frames_ = 0;
};

// Asked for the call site of each node while anomaly mode is on; null: none. It answers by CallSite::set_text.
using CallSiteFn = void (*)(void* context, CallSite* site);
void set_call_site_callback(CallSiteFn fn, void* context, void (*drop)(void*));

}  // namespace vjp
