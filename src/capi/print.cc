// C entry points: tensors as text.
#include "tensor/print.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "capi/capi.h"
#include "tensor/sparse.h"
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
std::string named(const std::string& name, const std::string& rows) {
  bool block = rows.find('\n') != std::string::npos;
  std::string out = (block ? ",\n" : ", ") + name;
  for (char c : rows) {
    out += c;
    if (c == '\n') out.append(name.size(), ' ');
  }
  return out;
}

// Of a sparse tensor its members.
std::string members_text(const Tensor& t, const PrintOptions& options) {
  const SparseMembers& m = members_of(t);
  std::string text =
      m.second ? named("begins=", to_string(m.first, options)) + named("indices=", to_string(m.second, options))
               : named("indices=", to_string(m.first, options));
  text += named("values=", to_string(m.values, options));
  return format("sparse({} {}{})", name_of(m.layout), t.sizes(), text);
}

// Of a batched tensor all samples, and the level that its first dimension here is; also of a dead one, for who looks
// for it.
std::string samples_text(const Tensor& t, const PrintOptions& options) {
  if (is_sparse(t)) return members_text(t, options);
  std::string text = to_string(physical_of(t), options);
  if (!is_batched(t)) return text;
  const LevelList& levels = batch_of(*t.get()).levels;
  for (int i = levels.count - 1; i >= 0; --i)
    text =
        format("batched(level={}{}, {})", levels.v[i], batch_level_lives(levels.v[i]) ? "" : ", which has ended", text);
  return text;
}

// With its tangents of all levels, the highest first, named by the level where that is not the thread's innermost one;
// a tangent that has tangents itself in parentheses.
std::string text_of(const Tensor& t, const PrintOptions& options, uint64_t innermost) {
  std::string text = samples_text(t, options);
  if (mode_word & kModeForwardOff) return text;
  each_tangent_level(*t.get(), [&](ForwardLevel level) {
    Tensor tangent = tangent_of(t, level);
    std::string rows = text_of(tangent, options, innermost);
    if (carries_tangent(*tangent.get())) rows = "(" + rows + ")";
    text += named(level.number == innermost ? "tangent=" : format("tangent@{}=", level.number), rows);
  });
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
    *out = give_text(text_of(borrow(handle), options, innermost_forward_level().number));
  });
}

void vjp_string_free(char* string) { std::free(string); }

}  // extern "C"
