// Conversion of C arguments to values.
#include <algorithm>
#include <cstring>

#include "capi/capi.h"
#include "device/registry.h"

namespace vjp {

void copy_text(std::string_view text, char* buffer, size_t size) noexcept {
  if (size == 0) return;
  size_t n = std::min(text.size(), size - 1);
  std::memcpy(buffer, text.data(), n);
  buffer[n] = '\0';
}

vjp_tensor_list* give_list(std::vector<Tensor> tensors) {
  auto* list = new vjp_tensor_list();
  list->tensors = std::move(tensors);
  return list;
}

Value arg_tensors(vjp_tensor* const* tensors, size_t count, bool optional, const char* op, const char* name) {
  if (!tensors && count > 0) fail(VJP_ERROR_INVALID, "{}: argument '{}' is NULL, but its count is {}", op, name, count);
  if (count > UINT16_MAX)
    fail(VJP_ERROR_INVALID, "{}: argument '{}' has {} entries, at most {} are possible", op, name, count, UINT16_MAX);
  for (size_t i = 0; i < count && !optional; ++i) {
    if (!tensors[i]) fail(VJP_ERROR_INVALID, "{}: entry {} of argument '{}' is NULL", op, i, name);
  }
  Value v{VJP_KIND_TENSOR_LIST, static_cast<uint32_t>(count), {}};
  v.as.tensors = tensors;
  return v;
}

Value arg_scalar(const vjp_scalar& s, const char* op, const char* name) {
  if (s.kind < VJP_KIND_BOOL || s.kind > VJP_KIND_COMPLEX) {
    fail(VJP_ERROR_INVALID, "{}: argument '{}' is no number: its kind is {}, expected one of bool, int, float, complex",
         op, name, s.kind);
  }
  Value v{s.kind, 0, {}};
  v.as.complex_value[0] = s.as.complex_value[0];
  v.as.complex_value[1] = s.as.complex_value[1];
  return v;
}

Value arg_ints(const int64_t* ints, size_t count, bool optional, const char* op, const char* name) {
  if (!ints && optional) return box();
  if (!ints && count > 0) fail(VJP_ERROR_INVALID, "{}: argument '{}' is NULL, but its count is {}", op, name, count);
  if (count > INT32_MAX) fail(VJP_ERROR_INVALID, "{}: argument '{}' has {} entries", op, name, count);
  return box(IntSpan(ints, count));
}

Value arg_floats(const double* floats, size_t count, bool optional, const char* op, const char* name) {
  if (!floats && optional) return box();
  if (!floats && count > 0) fail(VJP_ERROR_INVALID, "{}: argument '{}' is NULL, but its count is {}", op, name, count);
  if (count > INT32_MAX) fail(VJP_ERROR_INVALID, "{}: argument '{}' has {} entries", op, name, count);
  return box(std::span<const double>(floats, count));
}

Value arg_string(const char* s, bool optional, const char* op, const char* name) {
  if (!s && !optional) fail(VJP_ERROR_INVALID, "{}: argument '{}' is NULL", op, name);
  return box(s);
}

Value arg_dtype(vjp_dtype d, const char* op, const char* name) {
  if (d < VJP_DTYPE_NONE || d > VJP_DTYPE_COMPLEX128) {
    fail(VJP_ERROR_DTYPE, "{}: argument '{}' is no dtype: {}", op, name, static_cast<int>(d));
  }
  return box(static_cast<Dtype>(d));
}

Value arg_device(const vjp_device* d, const char* op, const char* name) {
  return d ? box(device_from_c(*d, op, name)) : box();
}

}  // namespace vjp

using namespace vjp;

vjp_tensor_list* vjp_tensor_list_retain(vjp_tensor_list* list) {
  if (list) list->refs.retain();
  return list;
}
void vjp_tensor_list_release(vjp_tensor_list* list) {
  if (list && list->refs.release()) delete list;
}
size_t vjp_tensor_list_size(const vjp_tensor_list* list) { return list ? list->tensors.size() : 0; }
vjp_tensor* vjp_tensor_list_get(const vjp_tensor_list* list, size_t index) {
  return list && index < list->tensors.size() ? handle_of(list->tensors[index].get()) : nullptr;
}
vjp_status vjp_tensor_list_append(vjp_tensor_list* list, vjp_tensor* tensor) {
  return guard([&] {
    VJP_ARG(list);
    VJP_ARG(tensor);
    list->tensors.push_back(borrow(tensor));
  });
}
