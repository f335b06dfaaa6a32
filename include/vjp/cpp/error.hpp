// libvjp for C++: statuses as exceptions, and exceptions of callbacks on their way through the library.
#ifndef VJP_CPP_ERROR_HPP
#define VJP_CPP_ERROR_HPP

#include <atomic>
#include <exception>
#include <mutex>
#include <new>
#include <stdexcept>
#include <string>
#include <unordered_set>

#include "vjp/vjp.h"

namespace vjp {

/** A call of the library that failed: what() is vjp_last_error(). Out of memory is std::bad_alloc instead. */
class Error : public std::runtime_error {
 public:
  Error(vjp_status status, const std::string& message) : std::runtime_error(message), status_(status) {}
  /** Which kind of error it is. */
  vjp_status status() const noexcept { return status_; }

 private:
  vjp_status status_;
};

namespace detail {

// Exceptions that callbacks threw and nobody has caught yet, as payloads of errors (vjp_error_raise). The set tells
// them from payloads of other languages in the same process, which are handed back untouched.
class Flying {
 public:
  static void* add(std::exception_ptr exception) {
    auto* payload = new std::exception_ptr(std::move(exception));
    const std::lock_guard<std::mutex> lock(mutex());
    try {
      all().insert(payload);
    } catch (...) {
      delete payload;
      throw;
    }
    ++count();
    return payload;
  }
  static bool owns(void* payload) {
    const std::lock_guard<std::mutex> lock(mutex());
    return all().count(payload) != 0;
  }
  static std::exception_ptr take(void* payload) {
    std::exception_ptr exception = *static_cast<std::exception_ptr*>(payload);
    drop(payload);
    return exception;
  }
  static void drop(void* payload) {
    {
      const std::lock_guard<std::mutex> lock(mutex());
      all().erase(payload);
    }
    --count();
    delete static_cast<std::exception_ptr*>(payload);
  }
  // The same exception, for an error that is reported more than once.
  static void* share(void* payload) {
    try {
      return add(*static_cast<std::exception_ptr*>(payload));
    } catch (...) {
      return nullptr;
    }
  }
  static std::atomic<long>& count() {
    static std::atomic<long> n{0};
    return n;
  }

 private:
  static std::mutex& mutex() {
    static std::mutex m;
    return m;
  }
  static std::unordered_set<void*>& all() {
    static std::unordered_set<void*> set;
    return set;
  }
};

// Describes the exception that is being handled, for the callback that returns the status.
inline vjp_status raise_current() noexcept {
  vjp_status status = VJP_ERROR_CANCELLED;
  std::string message = "a callback threw what is no std::exception";
  void* payload = nullptr;
  try {
    try {
      throw;
    } catch (const Error& e) {
      status = e.status();
      message = e.what();
    } catch (const std::bad_alloc& e) {
      status = VJP_ERROR_MEMORY;
      message = e.what();
    } catch (const std::exception& e) {
      message = e.what();
    } catch (...) {
    }
    payload = Flying::add(std::current_exception());
  } catch (...) {  // no memory for the payload: the status and the message go without
  }
  return vjp_error_raise_shared(status, message.c_str(), payload, payload ? Flying::share : nullptr,
                                payload ? Flying::drop : nullptr);
}

// Runs the body of a callback; what it throws becomes the status, with the exception as payload.
template <class F>
vjp_status guarded(F&& body) noexcept {
  try {
    body();
    return VJP_OK;
  } catch (...) {
    return raise_current();
  }
}

// Throws what a status stands for: the exception that a callback threw, if that is where it came from.
[[noreturn]] inline void fail(vjp_status status) {
  const std::string message = vjp_last_error();
  if (Flying::count() > 0) {
    if (void* payload = vjp_error_take_payload()) {
      if (Flying::owns(payload)) std::rethrow_exception(Flying::take(payload));
      vjp_error_raise(status, message.c_str(), payload, nullptr);  // another language's: its taker ends it
    }
  }
  if (status == VJP_ERROR_MEMORY) throw std::bad_alloc();
  throw Error(status, message);
}

inline void check(vjp_status status) {
  if (status != VJP_OK) fail(status);
}

// A string that the library hands over.
inline std::string take_string(char* text) {
  std::string copy;
  try {
    copy = text ? text : "";
  } catch (...) {
    vjp_string_free(text);
    throw;
  }
  vjp_string_free(text);
  return copy;
}

// A closure as the context of a callback.
template <class F>
void drop_closure(void* context) {
  delete static_cast<F*>(context);
}

}  // namespace detail
}  // namespace vjp

#endif
