// Conversion of C arguments to values.
#include <algorithm>
#include <cstring>

#include "capi/capi.h"

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
  return guard_recordable([&] {
    VJP_ARG(list);
    VJP_ARG(tensor);
    list->tensors.push_back(borrow(tensor));
  });
}
