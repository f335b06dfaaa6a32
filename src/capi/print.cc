// C entry points: tensors as text.
#include "tensor/print.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "capi/capi.h"
#include "vjp/tensor.h"

using namespace vjp;

char* vjp::give_text(const std::string& text) {
  auto* copy = static_cast<char*>(std::malloc(text.size() + 1));
  if (!copy) throw std::bad_alloc();
  std::memcpy(copy, text.c_str(), text.size() + 1);
  return copy;
}

extern "C" {

vjp_status vjp_tensor_to_string(const vjp_tensor* tensor, int32_t precision, char** out) {
  return guard([&] {
    VJP_ARG(tensor);
    VJP_ARG(out);
    PrintOptions options;
    // more digits than a double has would only be noise
    if (precision >= 0) options.precision = std::min(precision, 17);
    auto* handle = const_cast<vjp_tensor*>(tensor);
    std::string text = to_string(borrow(handle), options);
    *out = give_text(text);
  });
}

void vjp_string_free(char* string) { std::free(string); }

}  // extern "C"
