#include "base/error.h"

#include <cstdio>
#include <iterator>

namespace vjp {

const char* status_name(vjp_status status) {
  static constexpr const char* kNames[] = {"ok",
                                           "invalid argument",
                                           "shape error",
                                           "dtype error",
                                           "device error",
                                           "invalid state",
                                           "version conflict",
                                           "out of memory",
                                           "not implemented",
                                           "cancelled by callback",
                                           "backend error",
                                           "I/O error",
                                           "internal error"};
  auto i = static_cast<unsigned>(status);
  return i < std::size(kNames) ? kNames[i] : "unknown status";
}

}  // namespace vjp

namespace vjp::detail {

std::string to_text(double v) {
  char text[32];
  std::snprintf(text, sizeof text, "%g", v);
  return text;
}

std::string to_text(std::span<const int64_t> list) {
  std::string out = "[";
  for (size_t i = 0; i < list.size(); ++i) out += (i ? ", " : "") + std::to_string(list[i]);
  return out + "]";
}

std::string format_texts(std::string_view pattern, std::initializer_list<Text> texts) {
  std::string out;
  auto next = texts.begin();
  for (size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] == '{' && i + 1 < pattern.size() && pattern[i + 1] == '}' && next != texts.end()) {
      out += next->write(next->value);
      ++next;
      ++i;
    } else {
      out += pattern[i];
    }
  }
  return out;
}

void fail_texts(vjp_status status, std::string_view pattern, std::initializer_list<Text> texts) {
  throw Error(status, format_texts(pattern, texts));
}

}  // namespace vjp::detail
