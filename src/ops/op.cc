// The table of operators.
#include "ops/op.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <utility>

extern "C" {
// Made by the linker around the section in which VJP_DEFINE puts one pointer an operator.
extern const vjp::OpDef* const __start_vjp_ops[];
extern const vjp::OpDef* const __stop_vjp_ops[];
}

namespace vjp {

const char* name_of(Family family) {
  static constexpr const char* kNames[] = {"pointwise", "linear",  "bilinear", "view",
                                           "creation",  "general", "composite"};
  return kNames[static_cast<int>(family)];
}

std::string OpDef::name() const {
  std::string full(schema.name);
  if (schema.overload.size) full.append(".").append(schema[schema.overload]);
  return full;
}

const char* OpDef::c_name() const {
  const char* name = kept_name.load(std::memory_order_acquire);
  if (name) return name;
  char* made = strdup(this->name().c_str());
  if (!made) return type_name;
  if (kept_name.compare_exchange_strong(name, made, std::memory_order_acq_rel)) return made;
  std::free(made);
  return name;
}

std::span<const OpDef* const> op_table() {
  return {__start_vjp_ops, static_cast<size_t>(__stop_vjp_ops - __start_vjp_ops)};
}

const OpDef* find_op(std::string_view name) {
  // Sorted once, at the first look-up.
  static const auto* sorted = [] {
    auto* list = new std::vector<std::pair<std::string, const OpDef*>>();
    for (const OpDef* op : op_table()) list->emplace_back(op->name(), op);
    std::sort(list->begin(), list->end());
    return list;
  }();
  auto it = std::lower_bound(sorted->begin(), sorted->end(), name,
                             [](const auto& entry, std::string_view key) { return entry.first < key; });
  return it != sorted->end() && it->first == name ? it->second : nullptr;
}

}  // namespace vjp
