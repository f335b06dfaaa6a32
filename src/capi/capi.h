// The C boundary: what every entry point is made of. Check, convert, call, give.
#pragma once

#include <new>

#include "base/forced_unwind.h"
#include "base/last_error.h"
#include "base/struct_size.h"
#include "base/thread_context.h"
#include "base/untraced.h"
#include "graph/batched.h"
#include "graph/guard.h"
#include "graph/scope.h"
#include "ops/op.h"
#include "ops/tensor_list.h"
#include "vjp/base.h"
#include "vjp/device.h"
#include "vjp/dtype.h"
#include "vjp/guard.h"
#include "vjp/node.h"
#include "vjp/tensor.h"

namespace vjp {

[[gnu::cold, gnu::noinline]] vjp_status fail_in_flight() noexcept;  // turns the exception in flight into a status

// What begins a call of the library, but for those that a record of the calling function has (compile/recorder.h), or
// that change nothing which it could depend on.
void enter(const char* function);

// The only two places that turn an exception into a status.
template <class F>
inline vjp_status guard(F&& body, const char* function = __builtin_FUNCTION()) {
  try {
    enter(function);
    body();
    return VJP_OK;
  }
  VJP_CATCH_ALL { return fail_in_flight(); }
}
// Of functions that are nothing but calls of operators, or that may be left out when a record runs.
template <class F>
inline vjp_status guard_recordable(F&& body) {
  try {
    ensure_thread_context();
    body();
    return VJP_OK;
  }
  VJP_CATCH_ALL { return fail_in_flight(); }
}

// A macro only because the message wants the argument's spelling.
#define VJP_ARG(p)                                                         \
  do {                                                                     \
    if (!(p)) ::vjp::fail(VJP_ERROR_INVALID, "argument '" #p "' is NULL"); \
  } while (0)

inline const Tensor& borrow(vjp_tensor* const& handle) { return as_tensor(handle); }

// What autograd's questions are about: of a batched tensor the one with the batch dimensions.
inline TensorImpl* tape_of(const vjp_tensor* handle) { return &on_tape(*impl_of(handle)); }

inline Node* node_of(const vjp_node* node) { return reinterpret_cast<Node*>(const_cast<vjp_node*>(node)); }
// The caller's array, whose entries may be NULL.
TensorList list_of(vjp_tensor* const* tensors, size_t count, const char* name);
// A field of a struct of options that is 0 or 1.
bool flag_of(const char* options, const char* name, int32_t value);

// Hands a reference to the caller, or to the innermost scope.
inline vjp_tensor* give(Tensor t) {
  TensorImpl* impl = t.detach_handle();
  if (innermost_scope() && impl) [[unlikely]]
    keep_in_scope(impl);
  return handle_of(impl);
}
char* give_text(const std::string& text);  // for vjp_string_free
inline vjp_guard* give_guard(Guard* region) { return reinterpret_cast<vjp_guard*>(region); }
// Into the caller's buffer of `size` bytes, cut off where it does not fit; always terminated, but for size 0.
void copy_text(std::string_view text, char* buffer, size_t size) noexcept;
vjp_tensor_list* give_list(std::vector<Tensor> tensors);

}  // namespace vjp
