// Error: the one exception type of libvjp, and format(): messages that name what came and what would be right.
#pragma once

#include <cstdint>
#include <exception>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include "vjp/base.h"

namespace vjp {

class Error : public std::exception {
 public:
  Error(vjp_status status, std::string message) : status_(status), message_(std::move(message)) {}
  vjp_status status() const noexcept { return status_; }
  const char* what() const noexcept override { return message_.c_str(); }
  std::string& message() noexcept { return message_; }

 private:
  vjp_status status_;
  std::string message_;
};

const char* status_name(vjp_status status);  // "shape error"; "unknown status" out of range

namespace detail {
// A formatted argument; types of higher layers join by an overload of `std::string to_text(const T&)` found by ADL.
inline std::string to_text(std::string_view s) { return std::string(s); }
inline std::string to_text(const char* s) { return s ? s : "(null)"; }
inline std::string to_text(const std::string& s) { return s; }
inline std::string to_text(bool b) { return b ? "True" : "False"; }
std::string to_text(double v);
template <class T>
requires(std::is_integral_v<T> && !std::is_same_v<T, bool>) std::string to_text(T v) { return std::to_string(v); }
std::string to_text(std::span<const int64_t> list);  // "[2, 3]"

// An argument with the function that writes it, so that what is made for each list of types is a few instructions.
struct Text {
  const void* value;
  std::string (*write)(const void* value);
};
template <class T>
std::string write_text(const void* value) {
  if constexpr (std::is_array_v<T>) {
    return to_text(static_cast<const char*>(value));
  } else {
    return to_text(*static_cast<const T*>(value));
  }
}
std::string format_texts(std::string_view pattern, std::initializer_list<Text> texts);
[[noreturn, gnu::cold]] void fail_texts(vjp_status status, std::string_view pattern, std::initializer_list<Text> texts);
}  // namespace detail

// Replaces each "{}" of the pattern by the next argument.
template <class... Args>
std::string format(std::string_view pattern, const Args&... args) {
  return detail::format_texts(pattern, {{&args, detail::write_text<Args>}...});
}

template <class... Args>
[[noreturn, gnu::cold, gnu::noinline]] void fail(vjp_status status, std::string_view pattern, const Args&... args) {
  detail::fail_texts(status, pattern, {{&args, detail::write_text<Args>}...});
}

// A broken invariant of our own: on in debug builds.
#ifdef NDEBUG
#define VJP_CHECK(condition) ((void)0)
#else
#define VJP_CHECK(condition) \
  ((condition) ? (void)0     \
               : ::vjp::fail(VJP_ERROR_INTERNAL, "invariant broken: " #condition " at {}:{}", __FILE__, __LINE__))
#endif

}  // namespace vjp
