// C entry points: tensors as text.
#include "tensor/print.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "capi/capi.h"
#include "transforms/forward.h"
#include "vjp/tensor.h"

using namespace vjp;

char* vjp::give_text(const std::string& text) {
  auto* copy = static_cast<char*>(std::malloc(text.size() + 1));
  if (!copy) throw std::bad_alloc();
  std::memcpy(copy, text.c_str(), text.size() + 1);
  return copy;
}

namespace {

// Spec FWD-17. Rows of a matrix stand below each other.
std::string tangent_text(const std::string& rows) {
  constexpr std::string_view kName = "tangent=";
  bool block = rows.find('\n') != std::string::npos;
  std::string out = block ? ",\n" : ", ";
  out += kName;
  for (char c : rows) {
    out += c;
    if (c == '\n') out.append(kName.size(), ' ');
  }
  return out;
}

// Of a batched tensor all samples, and the level that its first dimension here is; also of a dead one, for who looks
// for it.
std::string samples_text(const Tensor& t, const PrintOptions& options) {
  std::string text = to_string(physical_of(t), options);
  if (!is_batched(t)) return text;
  const LevelList& levels = batch_of(*t.get()).levels;
  for (int i = levels.count - 1; i >= 0; --i)
    text =
        format("batched(level={}{}, {})", levels.v[i], batch_level_lives(levels.v[i]) ? "" : ", which has ended", text);
  return text;
}

}  // namespace

extern "C" {

vjp_status vjp_tensor_to_string(const vjp_tensor* tensor, int32_t precision, char** out) {
  return guard([&] {
    VJP_ARG(tensor);
    VJP_ARG(out);
    PrintOptions options;
    // more digits than a double has would only be noise
    if (precision >= 0) options.precision = std::min(precision, 17);
    auto* handle = const_cast<vjp_tensor*>(tensor);
    const Tensor& t = borrow(handle);
    std::string text = samples_text(t, options);
    if (Tensor tangent = current_tangent(t)) text += tangent_text(samples_text(tangent, options));
    *out = give_text(text);
  });
}

void vjp_string_free(char* string) { std::free(string); }

}  // extern "C"
