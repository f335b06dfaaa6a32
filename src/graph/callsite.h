// CallSite: where in the user's program an operator was called, for the reports of anomaly mode (spec ANOM-2).
#pragma once

#include <cstddef>
#include <memory>
#include <string>

namespace vjp {

class CallSite {
 public:
  // The text of the binding's callback, or else the pushed locations, or else the native backtrace.
  static std::unique_ptr<CallSite> capture();

  // A backtrace is looked up in symbol tables when it is first shown. Guarded by the mutex of node metadata.
  const std::string& text();

  void set_text(const char* text) { text_ = text ? text : ""; }

 private:
  std::string text_;
  std::unique_ptr<void*[]> frames_;
  int num_frames_ = 0;
};

// Asked for the call site of each node while anomaly mode is on; null: none. It answers by CallSite::set_text.
using CallSiteFn = void (*)(void* context, CallSite* site);
void set_call_site_callback(CallSiteFn fn, void* context, void (*drop)(void*));

}  // namespace vjp
